//! Small pictures of numbers: the ruler of a check, bars of a spread, histograms.

use super::chances::{self, Cell, Chances, Spread};
use crate::client::look::{fonts, paint, palette as p};
use crate::combat::odds::Odds;
use bevy_egui::egui::{Align2, Color32, Painter, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

/// The ruler of a check: a cell a face, cut where it succeeds; critical ones have a dashed foot.
pub fn ruler(painter: &Painter, rect: Rect, odds: &Odds) {
    let Some((target, faces)) = odds.target else {
        return;
    };
    let faces = chances::ruler(target, chances::critical_faces(odds), faces);
    cells(painter, rect, &faces);
}

/// Cells of a ruler, each with its face.
pub fn cells(painter: &Painter, rect: Rect, cells: &[(u16, Cell)]) {
    let wide = rect.width() / cells.len() as f32;
    for (index, (face, kind)) in cells.iter().enumerate() {
        let cell = Rect::from_min_size(
            pos2(rect.left() + index as f32 * wide + 0.5, rect.top()),
            vec2(wide - 1.0, rect.height()),
        );
        let (ground, ink) = match kind {
            Cell::Best => (p::GILT, p::ON_GILT),
            Cell::Hit => (p::GOOD, Color32::from_rgb(0x0D, 0x2A, 0x22)),
            Cell::Miss => (p::MISS, Color32::from_rgb(0xD9, 0xD3, 0xC4)),
            Cell::Worst => (p::FUMBLE, Color32::from_rgb(0xFF, 0xE9, 0xE2)),
        };
        painter.rect_filled(cell, 0.0, ground);
        let size = if wide > 13.0 { 12.0 } else { 9.5 };
        painter.text(
            cell.center(),
            Align2::CENTER_CENTER,
            face.to_string(),
            fonts::bold(size),
            ink,
        );
        if *kind == Cell::Best {
            let foot = cell.bottom() - 1.5;
            painter.extend(Shape::dashed_line(
                &[pos2(cell.left(), foot), pos2(cell.right(), foot)],
                Stroke::new(2.0, p::ON_GILT),
                3.0,
                2.0,
            ));
        }
    }
}

/// Bars of a spread, one a band; outlined what it is without the answer. How far down it reaches.
pub fn spread(painter: &Painter, rect: Rect, spread: &Spread, other: Option<&Spread>) -> f32 {
    let mut y = rect.top();
    let (label, number) = (62.0, 56.0);
    for (index, (band, share)) in spread.bands.iter().enumerate() {
        let without = other
            .and_then(|other| other.bands.get(index))
            .map_or(0.0, |band| band.1);
        if *share < 0.0005 && without < 0.0005 {
            continue;
        }
        if y + 15.0 > rect.bottom() {
            break;
        }
        painter.text(
            pos2(rect.left(), y + 7.0),
            Align2::LEFT_CENTER,
            band,
            fonts::plain(13.5),
            p::TEXT,
        );
        let bar = Rect::from_min_max(
            pos2(rect.left() + label, y + 1.5),
            pos2(rect.right() - number, y + 12.5),
        );
        let colour = if index == 0 { p::GOOD } else { p::WARN };
        paint::bar(painter, bar, *share, colour);
        if without > 0.0005 && (without - share).abs() > 0.005 {
            let outline =
                Rect::from_min_size(bar.min, vec2(bar.width() * without.min(1.0), bar.height()));
            painter.rect_stroke(outline, 0.0, Stroke::new(1.0, p::TEXT), StrokeKind::Inside);
        }
        painter.text(
            pos2(rect.right(), y + 7.0),
            Align2::RIGHT_CENTER,
            chances::percent(*share),
            fonts::bold(13.5),
            p::TEXT,
        );
        y += 17.0;
    }
    y
}

/// A histogram of five bands with the shares over the bars.
pub fn histogram(painter: &Painter, rect: Rect, spread: &Spread) {
    const COLOURS: [Color32; 5] = [
        p::GOOD,
        Color32::from_rgb(0xF7, 0xD9, 0x9A),
        p::WARN,
        p::DANGER,
        Color32::from_rgb(0xD9, 0x4A, 0x36),
    ];
    let count = spread.bands.len().max(1);
    let wide = rect.width() / count as f32;
    let (base, top) = (rect.bottom() - 15.0, rect.top() + 14.0);
    painter.line_segment(
        [pos2(rect.left(), base), pos2(rect.right(), base)],
        Stroke::new(1.0, p::RULE),
    );
    for (index, (band, share)) in spread.bands.iter().enumerate() {
        let height = (base - top) * share.clamp(0.0, 1.0);
        let x = rect.left() + index as f32 * wide;
        let bar = Rect::from_min_max(
            pos2(x + 2.0, base - height.max(1.0)),
            pos2(x + wide - 2.0, base),
        );
        painter.rect_filled(bar, 0.0, COLOURS[index.min(4)]);
        painter.text(
            pos2(bar.center().x, bar.top() - 1.0),
            Align2::CENTER_BOTTOM,
            format!("{}", (share * 100.0).round() as i32),
            fonts::bold(12.0),
            p::TEXT,
        );
        painter.text(
            pos2(bar.center().x, base + 1.0),
            Align2::CENTER_TOP,
            band,
            fonts::plain(12.0),
            p::DIM,
        );
    }
}

/// Everything that may come of an answer: spreads of quantities, then words. How far down it goes.
pub fn outcomes(painter: &Painter, rect: Rect, now: &Chances, idle: Option<&Chances>) -> f32 {
    let mut y = rect.top();
    for spread_now in &now.spreads {
        if y + 34.0 > rect.bottom() {
            return y;
        }
        let caption = format!(
            "{} \u{b7} {:.1} on average",
            spread_now.name, spread_now.mean
        );
        painter.text(
            pos2(rect.left(), y),
            Align2::LEFT_TOP,
            fonts::shown(&caption).to_uppercase(),
            fonts::bold(12.0),
            p::DIM,
        );
        let other = idle.and_then(|idle| {
            idle.spreads
                .iter()
                .find(|spread| spread.name == spread_now.name)
        });
        let room = Rect::from_min_max(pos2(rect.left(), y + 17.0), rect.max);
        y = spread(painter, room, spread_now, other) + 5.0;
    }
    let mut x = rect.left();
    for (note, share) in now.notes.iter().filter(|(_, share)| *share > 0.0005) {
        if y + 16.0 > rect.bottom() {
            break;
        }
        let words = format!("{note} {}", chances::percent(*share));
        let galley = painter.layout_no_wrap(fonts::shown(&words), fonts::plain(13.5), p::TEXT);
        if x + galley.size().x > rect.right() && x > rect.left() {
            x = rect.left();
            y += 17.0;
            if y + 16.0 > rect.bottom() {
                break;
            }
        }
        let width = galley.size().x;
        painter.galley(pos2(x, y), galley, p::TEXT);
        x += width + 14.0;
    }
    if now.notes.is_empty() { y } else { y + 18.0 }
}
