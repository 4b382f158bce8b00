//! Curves of the sides over the units of the battle, on paper.

use super::Results;
use super::tally::Series;
use crate::client::field::tokens::Tokens;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::{fonts, paint, palette as p};
use crate::combat::combatant::SideId;
use bevy_egui::egui::{Align2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

/// Curves of the sides on paper: the first full, the others dashed.
fn chart(pen: &Pen, tokens: &Tokens, rect: Rect, lines: &[Series], sides: &[String]) {
    let painter = pen.painter();
    let values = || lines.iter().flatten().map(|point| point.1);
    let top = values().fold(1.0f32, f32::max);
    let low = values().fold(0.0f32, f32::min);
    let last = lines
        .iter()
        .flatten()
        .map(|point| point.0)
        .max()
        .unwrap_or(1)
        .max(1);
    // What the curves are called stands beside their ends.
    let beside = if rect.width() > 340.0 { 104.0 } else { 12.0 };
    let room = Rect::from_min_max(rect.min + vec2(34.0, 8.0), rect.max - vec2(beside, 20.0));
    let at = |(unit, value): (u32, f32)| {
        pos2(
            room.left() + room.width() * unit as f32 / last as f32,
            room.bottom() - room.height() * (value - low) / (top - low),
        )
    };
    // What lies below nothing has one place after the point: it is counted in blows, not in points.
    let label = |value: f32| {
        if low < 0.0 {
            format!("{value:+.1}")
        } else {
            format!("{value:.0}")
        }
    };
    for step in 0..=4 {
        let value = low + (top - low) * step as f32 / 4.0;
        let y = at((0, value)).y;
        painter.line_segment(
            [pos2(room.left(), y), pos2(room.right(), y)],
            Stroke::new(1.0, p::faded(p::PAPER_RULE, 120)),
        );
        painter.text(
            pos2(room.left() - 8.0, y),
            Align2::RIGHT_CENTER,
            label(value),
            fonts::plain(12.5),
            p::INK_DIM,
        );
    }
    let step = (last / 6).max(1);
    for unit in (0..=last).step_by(step as usize) {
        painter.text(
            pos2(at((unit, low)).x, room.bottom() + 4.0),
            Align2::CENTER_TOP,
            unit.to_string(),
            fonts::plain(12.5),
            p::INK_DIM,
        );
    }
    let mut ends: Vec<f32> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let colour = tokens.tincture(SideId(index as u8)).colour();
        let points: Vec<_> = line.iter().map(|point| at(*point)).collect();
        if index == 0 {
            painter.add(Shape::line(points.clone(), Stroke::new(3.0, colour)));
        } else {
            painter.extend(Shape::dashed_line(
                &points,
                Stroke::new(3.0, colour),
                10.0,
                5.0 + index as f32,
            ));
        }
        if let (Some(end), Some(value)) = (points.last(), line.last()) {
            let mut y = if beside > 12.0 { end.y } else { end.y - 9.0 };
            while ends.iter().any(|other| (other - y).abs() < 15.0) {
                y += 16.0;
            }
            ends.push(y);
            let side = sides.get(index).map_or("", String::as_str);
            let words = format!("{side} {}", label(value.1));
            let (x, anchor) = if beside > 12.0 {
                (room.right() + 8.0, Align2::LEFT_CENTER)
            } else {
                (room.right(), Align2::RIGHT_CENTER)
            };
            paint::line(
                &painter,
                pos2(x, y),
                anchor,
                &words,
                fonts::bold(13.5),
                colour,
                beside.max(100.0) - 6.0,
            );
        }
    }
}

/// Luck on a sheet of its own, beside the turning points.
pub(super) fn fortune(pen: &Pen, tokens: &Tokens, rect: Rect, results: &Results) {
    let painter = pen.painter();
    paint::paper(&painter, rect);
    let inner = inside(rect);
    let title = painter.text(
        inner.min,
        Align2::LEFT_TOP,
        "Luck",
        fonts::name(21.0),
        p::INK,
    );
    paint::line(
        &painter,
        pos2(inner.right(), title.center().y),
        Align2::RIGHT_CENTER,
        "blows that struck above what was to be expected",
        fonts::plain(13.0),
        p::INK_DIM,
        inner.right() - title.right() - 12.0,
    );
    let room = Rect::from_min_max(inner.min + vec2(0.0, 32.0), inner.max);
    chart(pen, tokens, room, &results.luck, &results.sides);
}

/// The curves with their tabs; luck is one of them unless it stands beside.
pub(super) fn curves(
    pen: &mut Pen,
    tokens: &Tokens,
    rect: Rect,
    results: &mut Results,
    beside: bool,
) {
    let painter = pen.painter();
    paint::paper(&painter, rect);
    let inner = inside(rect);
    let luck = results.luck.is_empty() || beside;
    let charts: [(String, &str, &[Series]); 3] = [
        (
            format!("{} of each side", results.pool_name),
            &results.pool_name,
            &results.pool,
        ),
        ("Able to fight".to_owned(), "Able", &results.standing),
        (
            "Luck: blows that struck beyond expectation".to_owned(),
            "Luck",
            &results.luck,
        ),
    ];
    let shown = &charts[..if luck { 2 } else { 3 }];
    let chosen = results.chart.min(shown.len() - 1);
    let tabs = shown.len() as f32 * 100.0;
    paint::line(
        &painter,
        inner.min,
        Align2::LEFT_TOP,
        &shown[chosen].0,
        fonts::name(21.0),
        p::INK,
        inner.width() - tabs - 12.0,
    );
    let mut clicked = None;
    for (index, (_, words, _)) in shown.iter().enumerate() {
        let x = inner.right() - tabs + index as f32 * 100.0;
        let tab = Rect::from_min_size(pos2(x, inner.top() - 2.0), vec2(94.0, 30.0));
        let key = Press::of(crate::client::keys::DIGITS[index]);
        let button = Button::new(words).key(key).rank(Rank::Paper).size(13.5);
        if pen.button(tab, &button) {
            clicked = Some(index);
        }
        if chosen == index {
            painter.rect_stroke(tab, 2.0, Stroke::new(2.0, p::INK), StrokeKind::Inside);
        }
    }
    let room = Rect::from_min_max(inner.min + vec2(0.0, 36.0), inner.max);
    chart(pen, tokens, room, shown[chosen].2, &results.sides);
    results.chart = clicked.unwrap_or(results.chart);
}
