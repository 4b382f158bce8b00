//! Cover while somebody aims: a shield on the side of the target's hex that it protects, half or
//! whole, with its word.

use super::stage::Stage;
use crate::board::cover::{Band, band, cover_in_sight, melee_cover};
use crate::board::sight::eye;
use crate::board::{Dir, arc, cover, distance};
use crate::client::look::{paint, palette as p};
use crate::combat::system::FigureView;
use crate::seat::Sight;
use bevy_egui::egui::{Painter, Pos2, pos2, vec2};

/// The cover of a target from where somebody aims, and the side of its hex that it is on: none if
/// there is none, or nothing is seen of the target at all.
pub fn cover(sight: &Sight, from: &FigureView, to: &FigureView) -> Option<(Dir, Band)> {
    let board = &*sight.board;
    let far = distance(from.place.hex, to.place.hex);
    let found = if far <= u32::from(from.reach.max(1)) {
        // Hand to hand it counts one band less (B-026).
        band(melee_cover(board, from.place.hex, to.place.hex).worst()).lower()
    } else {
        let here = eye(board, from.place.hex, from.posture.eye_cm());
        let there = eye(board, to.place.hex, to.posture.eye_cm());
        let nobody = |_| None::<cover::Body>;
        band(cover_in_sight(board, here, there, nobody)?.worst())
    };
    let (toward, _) = arc::bearings(to.place.hex, from.place.hex)?;
    (found != Band::None).then_some((toward, found))
}

/// Draws the shield of a target.
pub fn draw(painter: &Painter, stage: &Stage, sight: &Sight, from: &FigureView, to: &FigureView) {
    let Some((dir, band)) = cover(sight, from, to) else {
        return;
    };
    let lattice = stage.view.lattice;
    let camera = &stage.view.camera;
    let (a, b) = lattice.side(to.place.hex, dir);
    let middle = camera.screen(a + (b - a) * 0.5);
    let size = (13.0 * camera.zoom).clamp(8.0, 20.0);
    let outline = |share: f32, grow: f32| -> Vec<Pos2> {
        let (w, h) = (size * 0.86 + grow, size + grow);
        // From its foot up to a share of its height.
        let top = middle.y + h - 2.0 * h * share;
        let shoulder = (middle.y - h * 0.1).max(top);
        vec![
            pos2(middle.x - w, top),
            pos2(middle.x + w, top),
            pos2(middle.x + w, shoulder),
            pos2(middle.x, middle.y + h),
            pos2(middle.x - w, shoulder),
        ]
    };
    paint::filled(painter, outline(1.0, 3.0), p::CASING);
    paint::filled(painter, outline(1.0, 0.0), p::PANEL);
    let share = match band {
        Band::None | Band::Light => 0.3,
        Band::Half => 0.5,
        Band::ThreeQuarter | Band::Slit => 0.78,
        Band::Full => 1.0,
    };
    paint::filled(painter, outline(share, -2.0), p::SIGHT);
    paint::label(
        painter,
        middle + vec2(0.0, size + 14.0),
        band.word(),
        p::SIGHT,
        p::LABEL,
        p::OUTER,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Edge, EdgeKind};
    use std::sync::Arc;

    #[test]
    fn a_wall_before_the_target_shields_the_side_towards_the_shooter() {
        let start = crate::start::start(std::path::Path::new("duel"), None, None).unwrap();
        // Nothing but grass between them.
        let (columns, rows) = start.setup.board.size();
        let mut board = crate::board::Board::new(columns, rows, start.setup.board.orientation);
        let (from, to) = (board.hex_of(1, 4), board.hex_of(6, 4));
        let dir = arc::bearings(to, from).unwrap().0;
        let sight = |board: crate::board::Board| {
            let mut battle =
                crate::combat::battle::Battle::start(start.rules.clone(), &start.setup, 1).unwrap();
            let mut sight = Sight::new(&mut battle, &Arc::new(board.clone()), None);
            sight.board = Arc::new(board);
            sight
        };
        let figures = |sight: &Sight| {
            let mut pair = [sight.figures[0].clone(), sight.figures[1].clone()];
            for (figure, hex) in pair.iter_mut().zip([from, to]) {
                figure.place.hex = hex;
                figure.reach = 1;
            }
            pair
        };
        let open = sight(board.clone());
        let [a, b] = figures(&open);
        assert_eq!(cover(&open, &a, &b), None);
        board.set_edge(to, dir, Some(Edge::new(EdgeKind::Breastwork)));
        let covered = sight(board);
        let found = cover(&covered, &a, &b);
        assert_eq!(found.map(|(side, _)| side), Some(dir));
    }
}
