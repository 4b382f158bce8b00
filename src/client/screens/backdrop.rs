//! The board behind the menu: two computers fight by night, slowly.

use crate::board::{Board, Dir, LightGrade, LightSource};
use crate::client::battle::engine::{Engine, Stop};
use crate::client::battle::playback::Playback;
use crate::client::battle::shown::Shown;
use crate::client::battle::stage::{Casting, Stage};
use crate::client::field::lattice::Lattice;
use crate::client::field::tokens::Tokens;
use crate::client::look::icons::Icons;
use crate::client::look::livery::Livery;
use crate::client::look::palette as p;
use crate::combat::event::{Event, EventKind};
use crate::seat::players::computer;
use crate::seat::{Seats, Sight};
use bevy_egui::egui::epaint::{Mesh, Vertex};
use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Vec2, pos2, vec2};
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

/// The middle of those who still stand.
fn middle(shown: &Shown, lattice: Lattice) -> Option<Pos2> {
    let standing = shown.figures.iter().filter(|one| one.fitness.fills_hex());
    let places: Vec<Pos2> = standing.map(|one| lattice.centre(one.place.hex)).collect();
    let sum = places
        .iter()
        .fold(Vec2::ZERO, |sum, place| sum + place.to_vec2());
    (!places.is_empty()).then(|| (sum / places.len() as f32).to_pos2())
}

/// The level by night: fires around those who fight.
fn by_night(board: &Board, shown: &Shown) -> Board {
    let mut night = board.clone();
    let lattice = Lattice::of(board);
    let Some(middle) = middle(shown, lattice).filter(|_| night.ambient == LightGrade::Bright)
    else {
        return night;
    };
    night.ambient = LightGrade::Dark;
    for (source, x, y) in [
        (LightSource::Brazier, 40.0, -150.0),
        (LightSource::Torch, -330.0, 60.0),
        (LightSource::Torch, 360.0, 190.0),
    ] {
        let around = lattice.hex(middle + vec2(x, y));
        let free = Dir::ALL
            .into_iter()
            .map(|dir| dir.from(around))
            .chain([around])
            .find(|hex| {
                let empty = |cell: &crate::board::Cell| cell.object.is_none();
                shown.at(*hex).is_none() && night.cell(*hex).is_some_and(empty)
            });
        if let Some(cell) = free.and_then(|hex| night.cell_mut(hex)) {
            cell.light = Some(source);
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
    // It is only looked at: nothing of it is kept, and it need not come to its end.
    for _ in 0..120 {
        if engine.watch() != Stop::Breath {
            break;
        }
    }
    let mut events: Vec<Event> = engine.battle.events(None).cloned().collect();
    // It is come upon shortly before the first blow.
    let blow = |event: &Event| matches!(event.kind, EventKind::Swung { .. });
    let first = events.iter().position(blow).unwrap_or(0);
    let mut before = Playback::default();
    before.push(events.drain(..first.saturating_sub(8)));
    before.skip(&mut shown);
    shown.board = Arc::new(by_night(&shown.board, &shown));
    Some(Fight {
        start: shown,
        events,
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
                Rect::from_min_max(pos2(all.left() + all.width() * 0.36, all.top()), all.max);
            let first = !stage.view.is_fitted();
            stage.view.frame(frame, false);
            // Close to those who fight, and nothing beyond the board.
            let bounds = stage.view.bounds;
            let fill = (all.height() / bounds.height()).max(frame.width() / bounds.width());
            let zoom = (all.height() / 640.0).max(fill * 1.04);
            let half = frame.size() / (2.0 * zoom);
            let room = Rect::from_min_max(bounds.min + half, bounds.max - half);
            let goal = middle(shown, stage.view.lattice).unwrap_or(bounds.center());
            let goal = goal.clamp(room.min, room.max.max(room.min));
            let camera = &mut stage.view.camera;
            camera.zoom = zoom;
            let share = if first { 1.0 } else { (seconds * 0.6).min(1.0) };
            camera.centre += (goal - camera.centre) * share;
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
                dark(0.28, 236),
                dark(0.46, 70),
                dark(1.0, 10),
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
