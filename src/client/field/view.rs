//! The board as one picture: ground, grid, what lies over it, tokens from back to front.

use super::camera::Camera;
use super::lattice::Lattice;
use super::marks;
use super::screens::Screens;
use super::tokens::{Token, Tokens};
use crate::board::{Board, Hex, LightSource, Overlay};
use crate::client::ground::GroundPicture;
use crate::client::ground::plan::Plan;
use crate::client::look::icons::Icons;
use crate::client::look::palette as p;
use bevy_egui::egui::{Color32, Context, Painter, Rect, Stroke, StrokeKind};
use std::sync::Arc;

/// What is needed to draw a board.
pub struct BoardView {
    /// The ground as last shown.
    pub board: Arc<Board>,
    /// The plane.
    pub lattice: Lattice,
    /// Where one looks.
    pub camera: Camera,
    /// All of the board.
    pub bounds: Rect,
    ground: GroundPicture,
    lights: Vec<(Hex, LightSource)>,
    hexes: Vec<Hex>,
    screens: Option<Screens>,
    fitted: bool,
}

impl BoardView {
    /// A view of a board, not yet fitted.
    pub fn new(board: Arc<Board>) -> BoardView {
        let lattice = Lattice::of(&board);
        let mut ground = GroundPicture::default();
        ground.show(Plan::new(&board, &[]));
        BoardView {
            lattice,
            camera: Camera::default(),
            bounds: lattice.bounds(&board),
            hexes: board.hexes().collect(),
            board,
            ground,
            lights: Vec::new(),
            screens: None,
            fitted: false,
        }
    }

    /// The board has changed, or lights moved: only then is anything drawn anew.
    pub fn update(&mut self, board: &Arc<Board>, lights: Vec<(Hex, LightSource)>) {
        if **board != *self.board || lights != self.lights {
            self.board = board.clone();
            self.lights = lights;
            self.ground.show(Plan::new(board, &self.lights));
        }
    }

    /// Gives the board its part of the screen, and fits it in when asked or at first.
    pub fn frame(&mut self, frame: Rect, fit: bool) {
        let before = self.camera.frame;
        let changed = before != frame;
        self.camera.frame = frame;
        if !self.fitted || fit {
            self.camera.fit(self.bounds.expand(26.0));
            self.fitted = true;
        } else if changed {
            // Another size of the window shows the same part of the board.
            let old = before.size();
            let share = (frame.width() / old.x.max(1.0)).min(frame.height() / old.y.max(1.0));
            self.camera.zoom = (self.camera.zoom * share).clamp(0.12, 4.0);
        }
    }

    /// The board fills its part of the screen, with nothing beyond it.
    pub fn cover(&mut self) {
        let frame = self.camera.frame.size();
        let fill = (frame.x / self.bounds.width()).max(frame.y / self.bounds.height());
        self.camera.zoom = self.camera.zoom.max(fill * 1.02);
        let half = frame / (2.0 * self.camera.zoom);
        let room = Rect::from_min_max(self.bounds.min + half, self.bounds.max - half);
        let centre = self.camera.centre;
        self.camera
            .look_at(centre.clamp(room.min, room.max.max(room.min)), self.bounds);
    }

    /// Whether it has been fitted into a part of the screen.
    pub fn is_fitted(&self) -> bool {
        self.fitted
    }

    /// Whether the picture is not whole yet.
    pub fn is_busy(&self) -> bool {
        self.ground.is_busy()
    }

    /// Draws ground and grid.
    pub fn draw_ground(&mut self, painter: &Painter, grid: u8, dim: u8) -> bool {
        let tint = Color32::from_gray(dim);
        self.draw_sheet(painter, dim);
        let whole = self.ground.draw(painter, &self.camera, tint);
        let board = self.board.clone();
        let names = move |hex: Hex| {
            let (column, row) = board.column_row(hex);
            format!("{column},{row}")
        };
        marks::grid(
            painter,
            &self.camera,
            self.lattice,
            &self.hexes,
            grid,
            &names,
        );
        self.draw_air(painter);
        whole
    }

    /// The bare sheet on which the board is printed, with the frame of its plate.
    fn draw_sheet(&self, painter: &Painter, dim: u8) {
        let night = self.ground.plan().is_some_and(|plan| plan.night.is_some());
        let sheet = p::shaded(p::sheet(night), f32::from(dim) / 255.0);
        painter.rect_filled(painter.clip_rect(), 0.0, sheet);
        let ink = p::shaded(sheet, 0.45);
        for (grow, width) in [(74.0, 3.0), (82.0, 1.2)] {
            let plate = self.bounds.expand(grow);
            let rect =
                Rect::from_min_max(self.camera.screen(plate.min), self.camera.screen(plate.max));
            let stroke = Stroke::new((width * self.camera.zoom).clamp(0.8, 4.0), ink);
            painter.rect_stroke(rect, 0.0, stroke, StrokeKind::Outside);
        }
    }

    /// Smoke and fog over the hexes, and ways out.
    fn draw_air(&self, painter: &Painter) {
        for hex in &self.hexes {
            let Some(cell) = self.board.cell(*hex) else {
                continue;
            };
            let alpha = if cell.overlays.has(Overlay::SmokeThick) {
                170
            } else if cell.overlays.has(Overlay::Fog) {
                110
            } else if cell.overlays.has(Overlay::SmokeThin) {
                80
            } else {
                0
            };
            if alpha > 0 {
                let ring = marks::hexagon(&self.camera, self.lattice, *hex, 1.02);
                crate::client::look::paint::filled(
                    painter,
                    ring,
                    p::faded(Color32::from_rgb(0xB9, 0xBA, 0xB4), alpha),
                );
            }
        }
    }

    /// The repeating screens.
    pub fn screens(&mut self, ctx: &Context) -> &Screens {
        self.screens.get_or_insert_with(|| Screens::new(ctx))
    }

    /// How bright a hex is, for the token on it.
    pub fn light(&self, hex: Hex) -> f32 {
        let Some(plan) = self.ground.plan() else {
            return 1.0;
        };
        let [r, g, b] = plan.light(self.lattice.centre(hex));
        (0.3 * r + 0.59 * g + 0.11 * b).clamp(0.0, 1.0)
    }

    /// Draws tokens, those who lie first, then from back to front.
    pub fn draw_tokens(
        &self,
        painter: &Painter,
        icons: &Icons,
        tokens: &mut Tokens,
        mut all: Vec<Token>,
    ) {
        all.sort_by(|a, b| (!a.out).cmp(&!b.out).then(a.at.y.total_cmp(&b.at.y)));
        for token in &all {
            tokens.draw(painter, icons, &self.camera, token);
        }
    }
}
