//! The strip above: the unit of time, its parts, and who acts when.

use super::layout::{Layout, Size};
use super::shown::Shown;
use super::timeline;
use crate::client::field::tokens::Tokens;
use crate::client::look::controls::Pen;
use crate::client::look::{fonts, paint, palette as p};
use crate::combat::combatant::CombatantId;
use crate::combat::system::RuleSystem;
use bevy_egui::egui::{Align2, Color32, Rect, Stroke, StrokeKind, pos2, vec2};

/// What the strip adds to the shown state.
#[derive(Clone, Debug, Default)]
pub struct Extra {
    /// Whose face is ringed in gilt.
    pub selected: Option<CombatantId>,
    /// The stage in which something is asked, in a word; where none is, the log tells the part.
    pub stage: &'static str,
    /// Units in which somebody would act, with their shares of 1.
    pub when: Vec<(u32, f32)>,
    /// What that is, in words.
    pub what: String,
    /// The line at the right, below the buttons.
    pub place: String,
}

/// Draws the strip; somebody whose face was clicked.
pub fn draw(
    pen: &mut Pen,
    tokens: &mut Tokens,
    layout: &Layout,
    shown: &Shown,
    rules: &dyn RuleSystem,
    extra: &Extra,
    right: f32,
) -> Option<CombatantId> {
    let rect = layout.timeline;
    if !rect.is_positive() {
        return None;
    }
    let painter = pen.painter();
    paint::panel(
        &painter,
        rect.expand2(vec2(2.0, 0.0)).translate(vec2(0.0, -2.0)),
    );
    let compact = layout.size <= Size::Compact;
    let narrow = layout.size == Size::Narrow;
    let title = crate::seat::tale::capital(&rules.unit_words(shown.unit));
    // A unit of many words is written smaller.
    let size = match (compact, title.len() > 10) {
        (true, false) => 28.0,
        (false, false) => 36.0,
        (true, true) => 22.0,
        (false, true) => 26.0,
    };
    let (left, top) = (rect.left() + 20.0, rect.top());
    let title_rect = painter.text(
        pos2(left, top + if compact { 5.0 } else { 8.0 }),
        Align2::LEFT_TOP,
        title,
        fonts::title(size),
        p::GILT,
    );
    let mut x0 = title_rect.right() + 18.0;
    if !narrow {
        let parts = rules.unit_parts();
        let width = match (parts.len() > 3, compact) {
            (true, true) => 45.0,
            (true, false) => 50.0,
            (false, _) => 76.0,
        };
        let y = rect.bottom() - if compact { 30.0 } else { 35.0 };
        let named = |told: &str| parts.iter().position(|(word, _)| told.starts_with(word));
        let part = named(extra.stage).or_else(|| named(&shown.part));
        for (index, (_, word)) in parts.iter().enumerate() {
            let cell = Rect::from_min_size(
                pos2(left + index as f32 * (width + 3.0), y),
                vec2(width, 20.0),
            );
            let now = part == Some(index);
            let over = part.is_some_and(|part| index < part);
            let ground = if now {
                p::GILT
            } else if over {
                Color32::from_rgb(0x3D, 0x46, 0x4A)
            } else {
                p::CARD
            };
            let ink = if now { p::ON_GILT } else { p::DIM };
            painter.rect_filled(cell, 0.0, ground);
            painter.rect_stroke(cell, 0.0, Stroke::new(1.0, p::OUTER), StrokeKind::Inside);
            painter.text(
                cell.center(),
                Align2::CENTER_CENTER,
                *word,
                fonts::bold(12.0),
                ink,
            );
        }
        x0 = x0.max(left + parts.len() as f32 * (width + 3.0) + 16.0);
    }
    let cell = if compact { 54.0 } else { 70.0 };
    let face = if compact { 26.0 } else { 31.0 };
    let room = (right - x0).max(0.0);
    let count = ((room / cell) as u32).clamp(1, 40);
    let count = if narrow { count.min(6) } else { count };
    let mut columns = timeline::columns(shown, rules, count.saturating_sub(1).max(1));
    if !narrow {
        // The unknown come last, even where there is no room for all units before them.
        let unknown = columns
            .iter()
            .position(|column| column.unit.is_none() && column.label == "?")
            .map(|at| columns.remove(at));
        columns.truncate(count as usize - usize::from(unknown.is_some()).min(count as usize));
        columns.extend(unknown);
    }
    let mut clicked = None;
    let now = shown.unit.max(1);
    let mut x_next = x0;
    let single = cell;
    for column in &columns {
        let x = x_next;
        // A crowd stands in two rows of smaller faces.
        let crowded = column.slots.len() as f32 * (face + 1.0) > single * 1.6;
        let face = if crowded {
            ((rect.height() - 31.0) / 2.0 - 1.0).min(face)
        } else {
            face
        };
        // Many at once get a wider column.
        let rows = (((rect.height() - 30.0) / (face + 1.0)) as usize).max(1);
        let across = column.slots.len().div_ceil(rows);
        let label = painter.layout_no_wrap(
            fonts::shown(&column.label),
            fonts::bold(13.0),
            if column.now { p::GILT } else { p::DIM },
        );
        let crowd = (across as f32 * (face + 1.0)).min(single * 3.4) + 8.0;
        let cell = single.max(crowd).max(label.size().x + 12.0);
        x_next += cell;
        if x + cell > right + 2.0 {
            break;
        }
        let box_rect = Rect::from_min_max(
            pos2(x, top + 6.0),
            pos2(x + cell - 2.0, rect.bottom() - 7.0),
        );
        let ground = if column.now {
            Color32::from_rgb(0x3A, 0x35, 0x26)
        } else {
            Color32::from_rgba_premultiplied(0x1A, 0x1E, 0x24, 0xC0)
        };
        painter.rect_filled(box_rect, 0.0, ground);
        if let Some(unit) = column.unit
            && let Some((_, share)) = extra.when.iter().find(|(when, _)| *when == unit)
        {
            let height = (box_rect.height() - 18.0) * share.clamp(0.04, 1.0);
            let bar = Rect::from_min_max(
                pos2(box_rect.left() + 2.0, box_rect.bottom() - height),
                pos2(box_rect.right() - 2.0, box_rect.bottom()),
            );
            painter.rect_filled(bar, 0.0, p::faded(p::GILT, 120));
        }
        painter.galley(pos2(x + 6.0, top + 8.0), label, p::DIM);
        let y0 = top + 24.0 + face / 2.0;
        let step = face + 1.0;
        let rows = (((box_rect.bottom() - y0 + face / 2.0) / step) as usize).max(1);
        let across = if column.slots.len() > rows {
            (cell - 6.0) / step
        } else {
            1.0
        };
        let squeeze = (cell - 6.0 - face).max(2.0);
        let per_row = column
            .slots
            .len()
            .div_ceil(rows)
            .max(across as usize)
            .max(1);
        for (place, slot) in column.slots.iter().enumerate() {
            let (line, at) = (place / per_row, place % per_row);
            if line >= rows {
                break;
            }
            let shift = if per_row == 1 {
                squeeze / 2.0
            } else {
                squeeze * at as f32 / (per_row - 1).max(1) as f32
            };
            let centre = pos2(x + 2.0 + face / 2.0 + shift, y0 + line as f32 * step);
            tokens.face(&painter, pen.icons, centre, face, slot.side, slot.icon);
            if extra.selected == Some(slot.who) {
                painter.circle_stroke(centre, face / 2.0 + 1.5, Stroke::new(2.5, p::GILT));
            }
            let area = Rect::from_center_size(centre, vec2(face, face));
            if pen.area(area, ("slot", slot.who.0)).clicked() {
                clicked = Some(slot.who);
            }
        }
    }
    if !extra.what.is_empty() && !extra.when.is_empty() {
        let low = extra
            .when
            .iter()
            .map(|(unit, _)| *unit)
            .min()
            .unwrap_or(now);
        let x = x0 + (low.saturating_sub(now)) as f32 * single - 8.0;
        let galley =
            painter.layout_no_wrap(fonts::shown(&extra.what), fonts::medium(12.5), p::GILT);
        let at = pos2((x - galley.size().x).max(x0 + single), rect.bottom() - 24.0);
        painter.rect_filled(
            Rect::from_min_size(at, galley.size()).expand2(vec2(4.0, 1.0)),
            2.0,
            p::PANEL,
        );
        painter.galley(at, galley, p::GILT);
    }
    if !compact {
        paint::line(
            &painter,
            pos2(rect.right() - 16.0, rect.bottom() - 18.0),
            Align2::RIGHT_CENTER,
            &extra.place,
            fonts::plain(13.0),
            p::DIM,
            330.0,
        );
    }
    clicked
}
