//! Shapes that more than one screen draws: frames, cased lines, turned pictures, labels.

use super::fonts;
use super::palette as p;
use bevy_egui::egui::epaint::{Mesh, PathShape, PathStroke, Shape, Vertex};
use bevy_egui::egui::{
    Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Stroke, StrokeKind, TextureId, Vec2,
    pos2, vec2,
};
use std::sync::Arc;

/// A part of a texture in a rectangle, turned about its middle.
pub fn picture(
    painter: &Painter,
    texture: TextureId,
    rect: Rect,
    uv: Rect,
    tint: Color32,
    angle: f32,
) {
    let mut mesh = Mesh::with_texture(texture);
    let (sin, cos) = angle.sin_cos();
    let centre = rect.center();
    let corners = [
        (rect.left_top(), uv.left_top()),
        (rect.right_top(), uv.right_top()),
        (rect.right_bottom(), uv.right_bottom()),
        (rect.left_bottom(), uv.left_bottom()),
    ];
    for (corner, uv) in corners {
        let d = corner - centre;
        let pos = centre + vec2(d.x * cos - d.y * sin, d.x * sin + d.y * cos);
        mesh.vertices.push(Vertex {
            pos,
            uv,
            color: tint,
        });
    }
    mesh.indices = vec![0, 1, 2, 0, 2, 3];
    painter.add(Shape::Mesh(Arc::new(mesh)));
}

/// A polygon of one colour; must be convex.
pub fn filled(painter: &Painter, points: Vec<Pos2>, fill: Color32) {
    painter.add(Shape::Path(PathShape::convex_polygon(
        points,
        fill,
        PathStroke::NONE,
    )));
}

/// An open line in its casing, so that it reads on any ground.
pub fn cased(painter: &Painter, points: Vec<Pos2>, core: Color32, casing: Color32, width: f32) {
    painter.add(Shape::line(
        points.clone(),
        PathStroke::new(width + 3.0, casing),
    ));
    painter.add(Shape::line(points, PathStroke::new(width, core)));
}

/// A closed line in its casing.
pub fn cased_ring(
    painter: &Painter,
    points: Vec<Pos2>,
    core: Color32,
    casing: Color32,
    width: f32,
) {
    painter.add(Shape::closed_line(
        points.clone(),
        PathStroke::new(width + 3.0, casing),
    ));
    painter.add(Shape::closed_line(points, PathStroke::new(width, core)));
}

/// A dashed line in its casing.
pub fn dashed(
    painter: &Painter,
    points: &[Pos2],
    core: Color32,
    casing: Color32,
    width: f32,
    dash: (f32, f32),
) {
    painter.extend(Shape::dashed_line(
        points,
        Stroke::new(width + 2.6, casing),
        dash.0,
        dash.1,
    ));
    painter.extend(Shape::dashed_line(
        points,
        Stroke::new(width, core),
        dash.0,
        dash.1,
    ));
}

/// A panel: dark ground in a double frame, with a soft shadow.
pub fn panel(painter: &Painter, rect: Rect) {
    framed(painter, rect, p::PANEL, p::OUTER, p::RULE);
}

/// A sheet of paper in a double frame.
pub fn paper(painter: &Painter, rect: Rect) {
    framed(painter, rect, p::PAPER, p::INK, p::PAPER_RULE);
}

fn framed(painter: &Painter, rect: Rect, ground: Color32, outer: Color32, inner: Color32) {
    for (grow, alpha) in [(7.0, 18), (5.0, 26), (3.0, 36), (1.5, 48)] {
        let shadow = rect.translate(vec2(0.0, 3.0)).expand(grow);
        painter.rect_filled(shadow, 5.0, Color32::from_black_alpha(alpha));
    }
    painter.rect_filled(rect, 0.0, ground);
    painter.rect_stroke(rect, 0.0, Stroke::new(1.5, outer), StrokeKind::Inside);
    painter.rect_stroke(
        rect.shrink(4.0),
        0.0,
        Stroke::new(1.0, inner),
        StrokeKind::Inside,
    );
}

/// Words that are wrapped and end in an ellipsis if they take more rows than there are.
pub fn wrapped(
    painter: &Painter,
    text: &str,
    font: FontId,
    colour: Color32,
    width: f32,
    rows: usize,
) -> Arc<Galley> {
    let mut job =
        bevy_egui::egui::text::LayoutJob::simple(fonts::shown(text), font, colour, width.max(8.0));
    job.wrap.max_rows = rows.max(1);
    job.wrap.break_anywhere = false;
    painter.layout_job(job)
}

/// One line, cut with an ellipsis where it does not fit. The place it took.
pub fn line(
    painter: &Painter,
    at: Pos2,
    anchor: Align2,
    text: &str,
    font: FontId,
    colour: Color32,
    width: f32,
) -> Rect {
    let galley = wrapped(painter, text, font, colour, width, 1);
    let rect = anchor.anchor_size(at, galley.size());
    painter.galley(rect.min, galley, colour);
    rect
}

/// Wrapped words from a corner down; how far down they reach.
pub fn prose(
    painter: &Painter,
    at: Pos2,
    text: &str,
    font: FontId,
    colour: Color32,
    width: f32,
    rows: usize,
) -> f32 {
    let galley = wrapped(painter, text, font, colour, width, rows);
    let bottom = at.y + galley.size().y;
    painter.galley(at, galley, colour);
    bottom
}

/// The cap of a key; the place it took.
pub fn key_cap(painter: &Painter, left_centre: Pos2, key: &str, on_paper: bool) -> Rect {
    let (ground, ink, line) = if on_paper {
        (
            Color32::from_rgb(0xFB, 0xF4, 0xE3),
            p::INK,
            Color32::from_rgb(0x8A, 0x7A, 0x5E),
        )
    } else {
        (
            Color32::from_rgb(0x0F, 0x13, 0x16),
            p::TEXT,
            Color32::from_rgb(0x7D, 0x85, 0x83),
        )
    };
    let galley = painter.layout_no_wrap(key.to_owned(), fonts::bold(12.0), ink);
    let size = vec2((galley.size().x + 11.0).max(20.0), 19.0);
    let rect = Rect::from_min_size(pos2(left_centre.x, left_centre.y - size.y / 2.0), size);
    painter.rect_filled(rect, 3.0, line);
    painter.rect_filled(
        Rect::from_min_max(rect.min + vec2(1.0, 1.0), rect.max - vec2(1.0, 2.5)),
        2.0,
        ground,
    );
    let place = rect.center() - galley.size() / 2.0 - vec2(0.0, 0.8);
    painter.galley(place, galley, ink);
    rect
}

/// How wide a key's cap is.
pub fn key_width(painter: &Painter, key: &str) -> f32 {
    let galley = painter.layout_no_wrap(key.to_owned(), fonts::bold(12.0), p::TEXT);
    (galley.size().x + 11.0).max(20.0)
}

/// A label over the board.
pub fn label(
    painter: &Painter,
    centre: Pos2,
    text: &str,
    colour: Color32,
    ground: Color32,
    line: Color32,
) -> Rect {
    let galley = painter.layout_no_wrap(fonts::shown(text), fonts::bold(13.5), colour);
    let rect = Rect::from_center_size(centre, galley.size() + vec2(14.0, 5.0));
    painter.rect_filled(rect, 3.0, ground);
    painter.rect_stroke(rect, 3.0, Stroke::new(1.5, line), StrokeKind::Inside);
    painter.galley(rect.center() - galley.size() / 2.0, galley, colour);
    rect
}

/// Wrapped words from a height of a place down, as many rows as it has room for; how far down they
/// reach.
pub fn within(
    painter: &Painter,
    room: Rect,
    y: f32,
    text: &str,
    font: FontId,
    colour: Color32,
    rows: usize,
) -> f32 {
    let fit = ((room.bottom() - y) / (font.size * 1.4)) as usize;
    if fit == 0 {
        return y;
    }
    prose(
        painter,
        pos2(room.left(), y),
        text,
        font,
        colour,
        room.width(),
        rows.min(fit),
    )
}

/// A bar with its trough.
pub fn bar(painter: &Painter, rect: Rect, share: f32, colour: Color32) {
    painter.rect_filled(rect, 0.0, p::TROUGH);
    let width = rect.width() * share.clamp(0.0, 1.0);
    painter.rect_filled(
        Rect::from_min_size(rect.min, vec2(width, rect.height())),
        0.0,
        colour,
    );
}

/// An arrow's head at a point, looking along a direction.
pub fn head(
    painter: &Painter,
    tip: Pos2,
    along: Vec2,
    size: f32,
    colour: Color32,
    casing: Color32,
) {
    let d = along.normalized();
    let n = vec2(-d.y, d.x);
    let shape = |grow: f32| {
        let back = tip - d * (size + grow);
        vec![
            tip + d * grow,
            back + n * (size * 0.62 + grow),
            back - n * (size * 0.62 + grow),
        ]
    };
    filled(painter, shape(2.0), casing);
    filled(painter, shape(0.0), colour);
}
