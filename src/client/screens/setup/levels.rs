//! The list of levels as they lie on the disk, with the faults of those that have some.

use super::SetupState;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, inside};
use crate::client::look::{fonts, paint, palette as p, search};
use crate::level;
use crate::start;
use bevy_egui::egui::{Align2, Color32, Key, Rect, Stroke, StrokeKind, pos2, vec2};
use std::path::PathBuf;

/// A level in the list.
pub struct Row {
    /// Its file.
    pub path: PathBuf,
    /// Its name, or the file's if it is at fault.
    pub name: String,
    /// Sides and size, or the first fault.
    pub line: String,
    /// All faults, with their places.
    pub faults: Vec<String>,
}

/// The list of levels as it lies on the disk now.
pub fn rows() -> Vec<Row> {
    start::levels()
        .into_iter()
        .map(|entry: level::Entry| {
            let file = entry
                .path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            match entry.outcome {
                Ok((level, _)) => {
                    let counts: Vec<String> = (0..level.sides.len())
                        .map(|side| {
                            level
                                .everybody()
                                .filter(|(one, _)| one.side == side)
                                .count()
                                .to_string()
                        })
                        .collect();
                    let (columns, rows) = level.board.size();
                    let light = crate::seat::symbols::spaced(&level.board.ambient);
                    Row {
                        name: level.name.to_string(),
                        line: format!(
                            "{} \u{b7} {columns}\u{d7}{rows} \u{b7} {light}",
                            counts.join(" against ")
                        ),
                        faults: Vec::new(),
                        path: entry.path,
                    }
                }
                Err(report) => Row {
                    name: file,
                    line: format!(
                        "has {} fault{}",
                        report.faults.len(),
                        if report.faults.len() == 1 { "" } else { "s" }
                    ),
                    faults: report.faults.iter().map(ToString::to_string).collect(),
                    path: entry.path,
                },
            }
        })
        .collect()
}

pub(super) fn levels(pen: &mut Pen, rect: Rect, state: &mut SetupState) {
    let painter = pen.painter();
    paint::panel(&painter, rect);
    let inner = inside(rect);
    let field = Rect::from_min_size(inner.min, vec2(inner.width(), 34.0));
    let hint = format!("Search {} levels", state.rows.len());
    let searched = search::field(pen, field, "search levels", &mut state.search, &hint);
    let wanted = state.search.to_lowercase();
    let fits: Vec<usize> = (0..state.rows.len())
        .filter(|at| wanted.is_empty() || state.rows[*at].name.to_lowercase().contains(&wanted))
        .collect();
    // Whoever searches means one of those that are found.
    if searched
        && !fits.contains(&state.at)
        && let Some(first) = fits.first()
    {
        state.choose(*first);
    }
    state.none = fits.is_empty();
    let top = field.bottom() + 10.0;
    let faults_room = if state
        .rows
        .get(state.at)
        .is_some_and(|row| !row.faults.is_empty())
    {
        150.0
    } else {
        0.0
    };
    let high = 58.0;
    let fit = ((inner.bottom() - faults_room - top) / high).max(1.0) as usize;
    let here = fits.iter().position(|at| *at == state.at);
    let mut wanted_row = None;
    if pen.pressed(Press::of(Key::ArrowDown)) {
        wanted_row = Some(here.map_or(0, |here| (here + 1).min(fits.len().saturating_sub(1))));
    }
    if pen.pressed(Press::of(Key::ArrowUp)) {
        wanted_row = Some(here.map_or(0, |here| here.saturating_sub(1)));
    }
    if let Some(here) = here {
        state.first = state.first.clamp((here + 1).saturating_sub(fit), here);
    }
    state.first = state.first.min(fits.len().saturating_sub(fit));
    let scroll = pen.ui.input(|input| {
        let over = input
            .pointer
            .hover_pos()
            .is_some_and(|at| rect.contains(at));
        if over {
            input.smooth_scroll_delta().y
        } else {
            0.0
        }
    });
    if scroll < -1.0 && state.first + fit < fits.len() {
        wanted_row = wanted_row.or(here.map(|here| (here + 1).min(fits.len() - 1)));
    } else if scroll > 1.0 {
        wanted_row = wanted_row.or(here.map(|here| here.saturating_sub(1)));
    }
    for place in 0..fit {
        let Some(at) = fits.get(state.first + place).copied() else {
            break;
        };
        let row_rect = Rect::from_min_size(
            pos2(inner.left(), top + place as f32 * high),
            vec2(inner.width(), high - 5.0),
        );
        let marked = at == state.at;
        if pen.row(row_rect, ("level", at), marked).clicked() {
            wanted_row = Some(state.first + place);
        }
        let row = &state.rows[at];
        let bad = !row.faults.is_empty();
        let (ink, dim) = match (marked, bad) {
            (true, _) => (p::ON_GILT, p::ON_GILT),
            (false, true) => (p::TEXT, p::DANGER),
            (false, false) => (p::TEXT, p::DIM),
        };
        let icon = if bad {
            "hazard-sign"
        } else if row.line.contains("dark") {
            "moon"
        } else {
            "crossed-swords"
        };
        pen.icons.draw(
            &painter,
            icon,
            pos2(row_rect.left() + 26.0, row_rect.center().y),
            27.0,
            if bad && !marked { p::DANGER } else { ink },
        );
        paint::line(
            &painter,
            pos2(row_rect.left() + 50.0, row_rect.top() + 8.0),
            Align2::LEFT_TOP,
            &row.name,
            fonts::name(17.0),
            ink,
            row_rect.width() - 58.0,
        );
        paint::line(
            &painter,
            pos2(row_rect.left() + 50.0, row_rect.bottom() - 7.0),
            Align2::LEFT_BOTTOM,
            &row.line,
            fonts::plain(13.5),
            dim,
            row_rect.width() - 58.0,
        );
    }
    if fits.is_empty() {
        painter.text(
            pos2(inner.left(), top),
            Align2::LEFT_TOP,
            "No level matches.",
            fonts::prose(17.0),
            p::DIM,
        );
        let clear = Rect::from_min_size(pos2(inner.left(), top + 30.0), vec2(inner.width(), 38.0));
        if pen.button(clear, &Button::new("Clear the search")) {
            state.search.clear();
        }
    }
    if let Some(row) = state
        .rows
        .get(state.at)
        .filter(|row| !row.faults.is_empty())
    {
        let sheet = Rect::from_min_max(
            pos2(inner.left(), inner.bottom() - faults_room + 6.0),
            inner.max,
        );
        painter.rect_filled(sheet, 0.0, Color32::from_rgb(0x33, 0x18, 0x16));
        painter.rect_stroke(sheet, 0.0, Stroke::new(1.0, p::DANGER), StrokeKind::Inside);
        let words = row.faults.join("\n");
        paint::prose(
            &painter,
            sheet.min + vec2(9.0, 7.0),
            &words,
            fonts::plain(13.0),
            p::TEXT,
            sheet.width() - 18.0,
            7,
        );
    }
    if let Some(place) = wanted_row
        && let Some(at) = fits.get(place).copied()
        && at != state.at
    {
        state.choose(at);
    }
}
