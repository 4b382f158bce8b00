//! The board with what plays on it: tokens as they stand or move, blows, numbers that rise.

use super::playback::{Motion, Playback};
use super::shown::{Shown, is_ridden};
use crate::board::Hex;
use crate::client::field::marks;
use crate::client::field::tokens::{Pose, Token, Tokens};
use crate::client::field::view::BoardView;
use crate::client::look::icons::{self, Icons};
use crate::client::look::{fonts, paint, palette as p};
use crate::combat::combatant::{CombatantId, Posture};
use crate::combat::system::FigureView;
use bevy_egui::egui::{Align2, Painter, Pos2, Response, Stroke, Ui, pos2, vec2};
use std::sync::Arc;

/// A board that plays.
pub struct Stage {
    /// The board's picture and camera.
    pub view: BoardView,
    /// Events being shown.
    pub playback: Playback,
    /// The grid's mode.
    pub grid: u8,
    /// Coordinates of the pointer's hex, while it is over the board.
    pub pointed: Option<Hex>,
    dragged: bool,
    drawing: bool,
    wheel: f32,
}

/// What the hand may do on the board besides moving it.
#[derive(Clone, Debug, Default)]
pub struct Grip {
    /// Hexes from which a drag draws a way.
    pub draws: Vec<Hex>,
    /// The hex over which the wheel turns somebody.
    pub turns: Option<Hex>,
}

/// What the hand did in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// A hex was clicked.
    pub clicked: Option<Hex>,
    /// A way begins to be drawn here.
    pub began: Option<Hex>,
    /// The way being drawn has come here.
    pub drawn: Option<Hex>,
    /// Sixths turned by the wheel, to the right above 0.
    pub turned: i32,
}

/// Who is drawn in which way.
#[derive(Clone, Debug, Default)]
pub struct Casting {
    /// Selected.
    pub selected: Option<CombatantId>,
    /// Those whose time is now.
    pub due: Vec<CombatantId>,
    /// All but these are dimmed, if there are any.
    pub bright: Vec<CombatantId>,
    /// Hexes that a line of the log is about.
    pub told: Vec<Hex>,
    /// The gray of the ground, 255 for day.
    pub ground: u8,
}

fn pose(figure: &FigureView) -> Pose {
    match figure.posture {
        Posture::Prone | Posture::Swimming => Pose::Down,
        Posture::Kneeling | Posture::Crouching | Posture::Ducking => Pose::Low,
        Posture::Mounted => Pose::Mounted,
        Posture::Standing => Pose::Up,
    }
}

impl Stage {
    /// A stage for a board.
    pub fn new(board: Arc<crate::board::Board>) -> Stage {
        Stage {
            view: BoardView::new(board),
            playback: Playback::default(),
            grid: 2,
            pointed: None,
            dragged: false,
            drawing: false,
            wheel: 0.0,
        }
    }

    /// A combatant's token as it stands now.
    pub fn token(&self, figure: &FigureView, shown: &Shown, casting: &Casting) -> Token {
        let lattice = self.view.lattice;
        let posed = self.playback.posed(figure.id, lattice);
        let when = match figure.due {
            Some(due) => due.to_string(),
            None => "?".to_owned(),
        };
        let mut conditions: Vec<&'static str> = figure
            .conditions
            .iter()
            .filter(|found| {
                !matches!(
                    found.word(),
                    "running" | "charging" | "unconscious" | "dying" | "dead"
                )
            })
            .map(|found| icons::condition(found.word()))
            .collect();
        conditions.dedup();
        let pose = pose(figure);
        Token {
            at: lattice.centre(figure.place.hex) + posed.shift,
            angle: lattice.angle(figure.place.facing) + posed.turn,
            side: figure.side,
            icon: icons::archetype(&figure.label.archetype),
            out: figure.fitness.is_out(),
            due: casting.due.contains(&figure.id)
                || (shown.counts_units && figure.due.is_some_and(|due| due <= shown.unit)),
            when,
            bars: figure.bars.iter().map(|bar| (bar.now, bar.full)).collect(),
            conditions,
            selected: casting.selected == Some(figure.id),
            ghost: false,
            light: self.view.light(figure.place.hex),
            flash: posed.flash,
            tip: posed
                .tip
                .unwrap_or(if pose == Pose::Down { 1.0 } else { 0.0 }),
            pose,
            dimmed: !casting.bright.is_empty() && !casting.bright.contains(&figure.id),
        }
    }

    /// The ground with what lies on it. Draw overlays between this and the tokens.
    pub fn draw_ground(&mut self, painter: &Painter, shown: &Shown, casting: &Casting) -> bool {
        self.view.update(&shown.board, shown.lights());
        let drawn = self.view.draw_ground(
            painter,
            self.grid,
            if casting.ground == 0 {
                255
            } else {
                casting.ground
            },
        );
        for hex in &casting.told {
            marks::pointed(painter, &self.view.camera, self.view.lattice, *hex);
        }
        drawn
    }

    /// The tokens, and what moves over them.
    pub fn draw_tokens(
        &self,
        painter: &Painter,
        icons: &Icons,
        tokens: &mut Tokens,
        shown: &Shown,
        casting: &Casting,
    ) {
        let lattice = self.view.lattice;
        for figure in shown
            .figures
            .iter()
            .filter(|figure| figure.fitness.on_board())
        {
            let moving = self
                .playback
                .moving
                .iter()
                .any(|moving| moving.who == figure.id);
            if moving || figure.fitness.is_out() {
                continue;
            }
            if casting.selected == Some(figure.id) {
                marks::selected(painter, &self.view.camera, lattice, figure.place.hex);
            } else if casting.due.contains(&figure.id) {
                marks::due(painter, &self.view.camera, lattice, figure.place.hex);
            }
        }
        let all = shown
            .figures
            .iter()
            .filter(|figure| figure.fitness.on_board() && !is_ridden(figure))
            .map(|figure| self.token(figure, shown, casting))
            .collect();
        self.view.draw_tokens(painter, icons, tokens, all);
        self.draw_motions(painter, shown);
    }

    fn place(&self, shown: &Shown, who: CombatantId) -> Option<Pos2> {
        let figure = shown.figure(who)?;
        let posed = self.playback.posed(who, self.view.lattice);
        Some(self.view.lattice.centre(figure.place.hex) + posed.shift)
    }

    fn draw_motions(&self, painter: &Painter, shown: &Shown) {
        let camera = &self.view.camera;
        let lattice = self.view.lattice;
        let mut risen: Vec<(CombatantId, usize)> = Vec::new();
        for moving in &self.playback.moving {
            let share = self.playback.share(moving);
            let Some(here) = self.place(shown, moving.who) else {
                continue;
            };
            let at = camera.screen(here);
            match &moving.motion {
                Motion::Blow(target, strikes, critical) => {
                    let there = camera.screen(lattice.centre(*target));
                    self.crescent(painter, at, there, share, *strikes, *critical);
                }
                Motion::Shot(target, strikes) => {
                    let there = camera.screen(lattice.centre(*target));
                    let end = at + (there - at) * share;
                    let tail = at + (there - at) * (share - 0.25).max(0.0);
                    paint::cased(painter, vec![tail, end], p::CREAM, p::CASING, 2.0);
                    let colour = if *strikes { p::DANGER } else { p::CREAM };
                    paint::head(painter, end, there - at, 9.0, colour, p::CASING);
                }
                Motion::Guard(success) => {
                    let colour = if *success { p::SIGHT } else { p::OFF };
                    let radius = 34.0 * camera.zoom;
                    let alpha = 1.0 - share;
                    painter.circle_stroke(
                        at,
                        radius * (0.9 + 0.2 * share),
                        Stroke::new(4.0, colour.gamma_multiply(alpha)),
                    );
                }
                Motion::Rise(words, colour) => {
                    let lower = risen.iter().filter(|(who, _)| *who == moving.who).count();
                    risen.push((moving.who, lower));
                    let up = 34.0 * camera.zoom + 22.0 * share + lower as f32 * 19.0;
                    let alpha = (2.2 - 2.2 * share).clamp(0.0, 1.0);
                    let place = at - vec2(0.0, up);
                    for (dx, dy) in [(-1.5, 0.0), (1.5, 0.0), (0.0, -1.5), (0.0, 1.5)] {
                        painter.text(
                            place + vec2(dx, dy),
                            Align2::CENTER_CENTER,
                            fonts::shown(words),
                            fonts::bold(18.0),
                            p::CASING.gamma_multiply(alpha),
                        );
                    }
                    painter.text(
                        place,
                        Align2::CENTER_CENTER,
                        fonts::shown(words),
                        fonts::bold(18.0),
                        colour.gamma_multiply(alpha),
                    );
                }
                _ => {}
            }
        }
    }

    /// The stroke of a blow: an arc from hand to target, with a burst where it bites.
    fn crescent(
        &self,
        painter: &Painter,
        from: Pos2,
        to: Pos2,
        share: f32,
        strikes: bool,
        critical: bool,
    ) {
        let along = to - from;
        let across = vec2(-along.y, along.x) * 0.28;
        let sweep = (share * 1.8).min(1.0);
        let points: Vec<Pos2> = (0..=10)
            .map(|index| {
                let t = index as f32 / 10.0 * sweep;
                from + along * (0.25 + 0.62 * t)
                    + across * (1.0 - 2.0 * t) * (1.0 - (2.0 * t - 1.0).abs()).max(0.2)
            })
            .collect();
        let alpha = (1.6 - 1.6 * share).clamp(0.0, 1.0);
        paint::cased(
            painter,
            points,
            p::CREAM.gamma_multiply(alpha),
            p::CASING.gamma_multiply(alpha),
            4.0,
        );
        if strikes && share > 0.4 {
            let count = if critical { 12 } else { 7 };
            let size = if critical { 30.0 } else { 17.0 } * self.view.camera.zoom.max(0.5);
            for index in 0..count {
                let angle = index as f32 / count as f32 * std::f32::consts::TAU + 0.3;
                let out = vec2(angle.cos(), angle.sin());
                let far = size * (0.5 + share);
                let colour = if critical { p::GILT } else { p::DANGER };
                painter.line_segment(
                    [to + out * far * 0.4, to + out * far],
                    Stroke::new(3.0, colour.gamma_multiply(alpha)),
                );
            }
        }
    }

    /// Moves the camera by hand and says which hex is pointed at, and what else the hand did. `free`
    /// tells whether a point of the screen belongs to the board.
    pub fn steer(
        &mut self,
        ui: &Ui,
        response: &Response,
        free: impl Fn(Pos2) -> bool,
        grip: &Grip,
    ) -> Hand {
        let bounds = self.view.bounds;
        let (scroll, pinch, hover, origin) = ui.input(|input| {
            (
                input.smooth_scroll_delta().y,
                input.zoom_delta(),
                input.pointer.hover_pos(),
                input.pointer.press_origin(),
            )
        });
        let over = hover.filter(|at| free(*at));
        self.pointed = over
            .map(|at| self.view.lattice.hex(self.view.camera.plane(at)))
            .filter(|hex| self.view.board.contains(*hex));
        let mut hand = Hand::default();
        if self.pointed.is_some() && self.pointed == grip.turns {
            // A notch of the wheel is some points, spread over frames.
            const NOTCH: f32 = 30.0;
            self.wheel += scroll;
            hand.turned = -(self.wheel / NOTCH).trunc() as i32;
            self.wheel %= NOTCH;
        } else if let Some(at) = over {
            self.wheel = 0.0;
            let factor = if pinch != 1.0 {
                pinch
            } else {
                (scroll / 300.0).exp()
            };
            if (factor - 1.0).abs() > 1e-4 {
                self.view.camera.zoom_at(at, factor, bounds);
            }
        }
        if response.drag_started() {
            let pressed = origin.filter(|at| free(*at));
            let hex = pressed.map(|at| self.view.lattice.hex(self.view.camera.plane(at)));
            hand.began = hex.filter(|hex| grip.draws.contains(hex));
            self.dragged = pressed.is_some() && hand.began.is_none();
            self.drawing = hand.began.is_some();
        }
        if response.dragged() && self.dragged {
            self.view.camera.drag(response.drag_delta(), bounds);
        }
        if response.dragged() && self.drawing {
            hand.drawn = self.pointed;
        }
        if response.drag_stopped() {
            self.drawing = false;
        }
        let clicked = response.clicked() && response.interact_pointer_pos().is_some_and(&free);
        hand.clicked = self.pointed.filter(|_| clicked);
        hand
    }

    /// A label near a hex.
    pub fn label(&self, painter: &Painter, hex: Hex, below: bool, words: &str) {
        let at = self.view.camera.screen(self.view.lattice.centre(hex));
        let shift = if below { 48.0 } else { -48.0 } * self.view.camera.zoom;
        paint::label(
            painter,
            pos2(at.x, at.y + shift),
            words,
            p::TEXT,
            p::LABEL,
            p::OUTER,
        );
    }
}
