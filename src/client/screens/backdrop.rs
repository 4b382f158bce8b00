//! The board behind the menu: two computers fight by night, slowly.

use crate::board::{Board, LightGrade, LightSource};
use crate::client::battle::engine::{Engine, Stop};
use crate::client::battle::shown::Shown;
use crate::client::battle::stage::{Casting, Stage};
use crate::client::field::tokens::Tokens;
use crate::client::look::icons::Icons;
use crate::client::look::livery::Livery;
use crate::client::look::palette as p;
use crate::combat::event::Event;
use crate::seat::players::computer;
use crate::seat::{Seats, Sight};
use bevy_egui::egui::epaint::{Mesh, Vertex};
use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, pos2};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

struct Fight {
    start: Shown,
    events: Vec<Event>,
}

/// The board behind the menu.
#[derive(Default)]
pub struct Backdrop {
    waits: Option<Receiver<Option<Fight>>>,
    asked: bool,
    fight: Option<(Fight, Stage, Shown, usize)>,
}

/// The level by night: fires where men stand.
fn by_night(board: &Board, shown: &Shown) -> Board {
    let mut night = board.clone();
    if night.ambient == LightGrade::Bright {
        night.ambient = LightGrade::Dark;
        let (columns, rows) = night.size();
        for (column, row) in [
            (columns * 6 / 10, rows * 4 / 10),
            (columns * 8 / 10, rows * 7 / 10),
            (columns * 3 / 10, rows / 4),
        ] {
            let hex = night.hex_of(column.min(columns - 1), row.min(rows - 1));
            if shown.at(hex).is_none()
                && let Some(cell) = night.cell_mut(hex)
                && cell.object.is_none()
            {
                cell.light = Some(LightSource::Torch);
            }
        }
    }
    night
}

fn fight(path: &std::path::Path) -> Option<Fight> {
    let start = crate::start::start(path, None, None).ok()?;
    let seats = Seats(start.setup.sides.iter().map(|_| computer()).collect());
    let mut engine = Engine::begin(&start, seats, 11, false).ok()?;
    let ground = engine.ground.clone();
    let mut shown = Shown::new(&Sight::new(&mut engine.battle, &ground, None), 0);
    shown.board = Arc::new(by_night(&shown.board, &shown));
    // It is only looked at: nothing of it is kept, and it need not come to its end.
    for _ in 0..120 {
        if engine.watch() != Stop::Breath {
            break;
        }
    }
    Some(Fight {
        start: shown,
        events: engine.battle.events(None).cloned().collect(),
    })
}

impl Backdrop {
    /// Looks for a level to fight on, away from the frame.
    pub fn prepare(&mut self, level: impl FnOnce() -> Option<PathBuf>) {
        if std::mem::replace(&mut self.asked, true) {
            return;
        }
        let Some(level) = level() else { return };
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let _ = sender.send(fight(&level));
        });
        self.waits = Some(receiver);
    }

    /// Whether the picture is not whole yet.
    pub fn is_busy(&self) -> bool {
        self.waits.is_some()
            || self
                .fight
                .as_ref()
                .is_some_and(|(_, stage, _, _)| stage.view.is_busy())
    }

    /// Draws it, dark towards the left.
    pub fn draw(
        &mut self,
        painter: &Painter,
        icons: &Icons,
        tokens: &mut Tokens,
        all: Rect,
        seconds: f32,
        still: bool,
    ) {
        painter.rect_filled(all, 0.0, p::BACK);
        tokens.dress(&Livery::default());
        if let Some(waits) = &self.waits {
            match waits.try_recv() {
                Ok(Some(fight)) => {
                    let mut stage = Stage::new(fight.start.board.clone());
                    stage.grid = 2;
                    let shown = fight.start.clone();
                    self.fight = Some((fight, stage, shown, 0));
                    self.waits = None;
                }
                Ok(None) | Err(std::sync::mpsc::TryRecvError::Disconnected) => self.waits = None,
                Err(std::sync::mpsc::TryRecvError::Empty) => {}
            }
        }
        if let Some((fight, stage, shown, at)) = &mut self.fight {
            let frame =
                Rect::from_min_max(pos2(all.left() + all.width() * 0.30, all.top()), all.max);
            stage.view.frame(frame, false);
            // Closer than the whole, so that it fills the frame.
            let bounds = stage.view.bounds;
            stage.view.camera.zoom =
                (all.height() / bounds.height()).max(frame.width() / bounds.width()) * 1.04;
            stage.view.camera.centre = bounds.center();
            if !still {
                while stage.playback.waiting() < 12 && *at < fight.events.len() {
                    stage.playback.push([fight.events[*at].clone()]);
                    *at += 1;
                }
                stage.playback.step(seconds, 50, false, shown);
                if *at >= fight.events.len() && stage.playback.is_done() {
                    *shown = fight.start.clone();
                    *at = 0;
                }
            }
            let casting = Casting::default();
            stage.draw_ground(painter, shown, &casting);
            stage.draw_tokens(painter, icons, tokens, shown, &casting);
        }
        let dark = |x: f32, alpha: u8| (x, Color32::from_rgba_unmultiplied(10, 13, 16, alpha));
        shade(
            painter,
            all,
            &[
                dark(0.0, 252),
                dark(0.30, 232),
                dark(0.52, 90),
                dark(1.0, 40),
            ],
        );
    }
}

/// A shade that changes from left to right: places as shares of the width.
fn shade(painter: &Painter, rect: Rect, stops: &[(f32, Color32)]) {
    let mut mesh = Mesh::default();
    for (share, color) in stops {
        let x = rect.left() + rect.width() * share;
        for y in [rect.top(), rect.bottom()] {
            mesh.vertices.push(Vertex {
                pos: pos2(x, y),
                uv: Pos2::ZERO,
                color: *color,
            });
        }
    }
    for index in 0..stops.len().saturating_sub(1) as u32 {
        let first = index * 2;
        mesh.indices
            .extend([first, first + 1, first + 2, first + 1, first + 2, first + 3]);
    }
    painter.add(Shape::Mesh(Arc::new(mesh)));
}
