//! The map of the whole board in small: where everybody stands and what the screen shows of it. It
//! comes by itself where the board is larger than its place on the screen.

use super::layers::Layers;
use super::layout::{Layout, Size};
use super::shown::Shown;
use super::stage::Stage;
use crate::board::Board;
use crate::client::field::lattice::Lattice;
use crate::client::field::tokens::Tokens;
use crate::client::ground::plan;
use crate::client::look::controls::Pen;
use crate::client::look::{paint, palette as p};
use crate::combat::combatant::{CombatantId, SideId};
use bevy_egui::egui::{
    Color32, ColorImage, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, TextureHandle,
    TextureOptions, pos2, vec2,
};
use std::sync::Arc;

/// Pixels of the picture along its longer side.
const SIZE: f32 = 240.0;

/// The map between frames.
#[derive(Default)]
pub struct Minimap {
    picture: Option<(Arc<Board>, TextureHandle)>,
}

/// Whether it is shown: as somebody chose, else where the board does not fit.
pub fn is_shown(layers: &Layers, layout: &Layout, stage: &Stage) -> bool {
    let room = layout.board.size();
    let board = stage.view.bounds.size() * stage.view.camera.zoom;
    let large = board.x > room.x * 1.25 || board.y > room.y * 1.25;
    layout.size >= Size::Compact && layers.map.unwrap_or(large)
}

/// Where it lies: over the card.
pub fn place(layout: &Layout, bounds: Rect) -> Rect {
    let card = layout.card;
    let most = ((card.top() - layout.timeline.bottom()) * 0.45).max(60.0);
    let high = ((card.width() - 16.0) * bounds.height() / bounds.width().max(1.0) + 16.0).min(most);
    Rect::from_min_max(
        pos2(card.left(), card.top() - 10.0 - high),
        pos2(card.right(), card.top() - 10.0),
    )
}

impl Minimap {
    /// Draws it; a click or a drag on it moves the view there.
    pub fn draw(
        &mut self,
        pen: &mut Pen,
        tokens: &Tokens,
        layout: &Layout,
        stage: &mut Stage,
        shown: &Shown,
        selected: Option<CombatantId>,
    ) {
        let bounds = stage.view.bounds;
        let rect = place(layout, bounds);
        let painter = pen.painter();
        paint::panel(&painter, rect);
        let room = rect.shrink(8.0);
        let scale = (room.width() / bounds.width()).min(room.height() / bounds.height());
        let map = Rect::from_center_size(room.center(), bounds.size() * scale);
        let at = |plane: Pos2| map.min + (plane - bounds.min) * scale;
        let texture = self.texture(&painter, &shown.board, bounds);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(texture, map, whole, Color32::WHITE);
        let lattice = stage.view.lattice;
        for figure in shown.figures.iter().filter(|one| one.fitness.fills_hex()) {
            let centre = at(lattice.centre(figure.place.hex));
            let colour = tokens.tincture(figure.side).colour();
            spot(
                &painter,
                centre,
                figure.side,
                colour,
                selected == Some(figure.id),
            );
        }
        let camera = &mut stage.view.camera;
        let seen = Rect::from_two_pos(
            at(camera.plane(layout.board.min)),
            at(camera.plane(layout.board.max)),
        );
        painter.with_clip_rect(map).rect_stroke(
            seen.intersect(map.expand(1.0)),
            0.0,
            Stroke::new(1.5, p::GILT),
            StrokeKind::Inside,
        );
        let id = bevy_egui::egui::Id::new("minimap");
        let response = pen.ui.interact(rect, id, Sense::click_and_drag());
        if (response.clicked() || response.dragged())
            && let Some(hand) = response.interact_pointer_pos()
        {
            camera.look_at(bounds.min + (hand - map.min) / scale, bounds);
        }
    }

    fn texture(
        &mut self,
        painter: &Painter,
        board: &Arc<Board>,
        bounds: Rect,
    ) -> bevy_egui::egui::TextureId {
        let known = self
            .picture
            .as_ref()
            .filter(|(drawn, _)| Arc::ptr_eq(drawn, board) || **drawn == **board);
        if let Some((_, texture)) = known {
            return texture.id();
        }
        let image = picture(board, bounds);
        let texture = painter
            .ctx()
            .load_texture("minimap", image, TextureOptions::LINEAR);
        let id = texture.id();
        self.picture = Some((board.clone(), texture));
        id
    }
}

/// The board in its washes, darker the lower it lies.
fn picture(board: &Board, bounds: Rect) -> ColorImage {
    let lattice = Lattice::of(board);
    let share = SIZE / bounds.width().max(bounds.height()).max(1.0);
    let size = [
        ((bounds.width() * share) as usize).max(1),
        ((bounds.height() * share) as usize).max(1),
    ];
    let mut pixels = Vec::with_capacity(size[0] * size[1]);
    for y in 0..size[1] {
        for x in 0..size[0] {
            let plane = bounds.min + vec2(x as f32 + 0.5, y as f32 + 0.5) / share;
            let hex = lattice.hex(plane);
            pixels.push(board.cell(hex).map_or(Color32::TRANSPARENT, plan::tint));
        }
    }
    ColorImage::new(size, pixels)
}

/// Somebody: each side has a shape besides its colour.
fn spot(painter: &Painter, at: Pos2, side: SideId, colour: Color32, selected: bool) {
    let points = |size: f32| -> Vec<Pos2> {
        // Three corners more make the next side's shape; the first is round.
        let corners = [16, 4, 3, 5, 6, 8, 4, 3][usize::from(side.0) % 8];
        let turn = if side.0 == 1 { 45f32 } else { -90.0 }.to_radians();
        (0..corners)
            .map(|corner| {
                let angle = turn + corner as f32 / corners as f32 * std::f32::consts::TAU;
                at + vec2(angle.cos(), angle.sin()) * size
            })
            .collect()
    };
    let rim = if selected { p::GILT } else { p::CREAM };
    paint::filled(painter, points(if selected { 6.5 } else { 5.0 }), rim);
    paint::filled(painter, points(3.8), colour);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Ground, Orientation};

    #[test]
    fn the_map_shows_each_ground_where_it_lies() {
        for orientation in [Orientation::PointyTop, Orientation::FlatTop] {
            let mut board = Board::new(12, 8, orientation);
            let wet = board.hex_of(9, 5);
            board.cell_mut(wet).unwrap().ground = Ground::DeepWater;
            let lattice = Lattice::of(&board);
            let bounds = lattice.bounds(&board);
            let image = picture(&board, bounds);
            let pixel = |hex| {
                let share = (lattice.centre(hex) - bounds.min) / bounds.size();
                let (x, y) = (
                    (share.x * image.size[0] as f32) as usize,
                    (share.y * image.size[1] as f32) as usize,
                );
                image.pixels[y * image.size[0] + x]
            };
            assert_eq!(pixel(wet), plan::tint(board.cell(wet).unwrap()));
            assert_eq!(
                pixel(board.hex_of(2, 2)),
                plan::tint(board.cell(board.hex_of(2, 2)).unwrap())
            );
            assert_ne!(pixel(wet), pixel(board.hex_of(2, 2)));
        }
    }
}
