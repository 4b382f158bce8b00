//! Saved battles and records: to go on with, or to watch.

use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::{fonts, paint, palette as p};
use crate::record::{self, Listed};
use crate::seat::listing;
use bevy_egui::egui::{Align2, Key, Rect, pos2, vec2};
use std::path::PathBuf;

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The file.
    pub path: PathBuf,
    /// What it is.
    pub line: String,
    /// It is over: it can only be watched.
    pub over: bool,
    /// Why it cannot be used.
    pub fault: Option<String>,
}

/// The list, with the row that is marked.
#[derive(Clone, Debug, Default)]
pub struct LoadState {
    /// Rows, the newest first.
    pub rows: Vec<Row>,
    at: usize,
    first: usize,
    /// A file marked for deletion, asked once more.
    deleting: bool,
    /// What went wrong.
    pub said: String,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Go on with it.
    GoOn(PathBuf),
    /// Watch it.
    Watch(PathBuf),
    /// Back to the menu.
    Back,
}

fn row(listed: Listed) -> Row {
    match listed.record {
        Ok(record) => Row {
            line: listing::line(&record),
            over: record.outcome.is_some(),
            fault: None,
            path: listed.path,
        },
        Err(fault) => Row {
            line: listed.path.display().to_string(),
            over: true,
            fault: Some(fault.to_string()),
            path: listed.path,
        },
    }
}

impl LoadState {
    /// The list as it lies on the disk now.
    pub fn now() -> LoadState {
        LoadState {
            rows: rows(),
            ..LoadState::default()
        }
    }
}

/// Every record there is.
pub fn rows() -> Vec<Row> {
    let listed = record::records_dir().map(|folder| record::list(&folder));
    listed
        .and_then(Result::ok)
        .unwrap_or_default()
        .into_iter()
        .map(row)
        .collect()
}

/// Draws the list; what was chosen.
pub fn draw(pen: &mut Pen, state: &mut LoadState) -> Option<Chosen> {
    let all = pen.ui.max_rect();
    let painter = pen.painter();
    painter.rect_filled(all, 0.0, p::BACK);
    let margin = if all.width() < 800.0 { 8.0 } else { 40.0 };
    let rect = all.shrink(margin);
    paint::panel(&painter, rect);
    let inner = inside(rect);
    painter.text(
        inner.min,
        Align2::LEFT_TOP,
        "Load and replays",
        fonts::title(36.0),
        p::TEXT,
    );
    let foot = 50.0;
    let list = Rect::from_min_max(
        inner.min + vec2(0.0, 54.0),
        inner.max - vec2(0.0, foot + 34.0),
    );
    let high = 42.0;
    let fit = (list.height() / high).max(1.0) as usize;
    let count = state.rows.len();
    if count > 0 {
        if pen.pressed(Press::of(Key::ArrowDown)) {
            state.at = (state.at + 1).min(count - 1);
            state.deleting = false;
        }
        if pen.pressed(Press::of(Key::ArrowUp)) {
            state.at = state.at.saturating_sub(1);
            state.deleting = false;
        }
        state.at = state.at.min(count - 1);
        state.first = state
            .first
            .clamp((state.at + 1).saturating_sub(fit), state.at);
    } else {
        painter.text(
            list.min,
            Align2::LEFT_TOP,
            "Nothing is saved yet. Every battle keeps itself here.",
            fonts::prose(18.0),
            p::DIM,
        );
    }
    for place in 0..fit {
        let index = state.first + place;
        let Some(found) = state.rows.get(index) else {
            break;
        };
        let row = Rect::from_min_size(
            pos2(list.left(), list.top() + place as f32 * high),
            vec2(list.width(), high - 4.0),
        );
        let marked = index == state.at;
        let response = pen.row(row, ("load", index), marked);
        if response.clicked() {
            state.at = index;
            state.deleting = false;
        }
        let ink = if marked { p::ON_GILT } else { p::TEXT };
        let icon = if found.fault.is_some() {
            "hazard-sign"
        } else if found.over {
            "laurels-trophy"
        } else {
            "load"
        };
        pen.icons.draw(
            &painter,
            icon,
            pos2(row.left() + 20.0, row.center().y),
            22.0,
            if found.fault.is_some() && !marked {
                p::DANGER
            } else {
                ink
            },
        );
        let words = match &found.fault {
            Some(fault) => format!("{}: {fault}", found.line),
            None => found.line.clone(),
        };
        paint::line(
            &painter,
            pos2(row.left() + 42.0, row.center().y),
            Align2::LEFT_CENTER,
            &words,
            fonts::medium(15.0),
            ink,
            row.width() - 52.0,
        );
    }
    if !state.said.is_empty() {
        paint::line(
            &painter,
            pos2(inner.left(), inner.bottom() - foot - 14.0),
            Align2::LEFT_CENTER,
            &state.said,
            fonts::plain(14.5),
            p::DANGER,
            inner.width(),
        );
    }
    let found = state.rows.get(state.at).cloned();
    let buttons = Rect::from_min_max(pos2(inner.left(), inner.bottom() - 44.0), inner.max);
    let wide = (buttons.width() - 30.0) / 4.0;
    let place = |index: usize| {
        Rect::from_min_size(
            pos2(buttons.left() + index as f32 * (wide + 10.0), buttons.top()),
            vec2(wide, 44.0),
        )
    };
    let can_go = found
        .as_ref()
        .is_some_and(|row| !row.over && row.fault.is_none());
    let can_watch = found.as_ref().is_some_and(|row| row.fault.is_none());
    let main = if can_go { Rank::Main } else { Rank::Off };
    let mut chosen = None;
    let go_key = if can_go { Key::Enter } else { Key::G };
    if pen.button(
        place(0),
        &Button::new("Go on").key(Press::of(go_key)).rank(main),
    ) {
        chosen = found.as_ref().map(|row| Chosen::GoOn(row.path.clone()));
    }
    let (rank, key) = match (can_watch, can_go) {
        (false, _) => (Rank::Off, Key::V),
        (true, true) => (Rank::Plain, Key::V),
        (true, false) => (Rank::Main, Key::Enter),
    };
    if pen.button(
        place(1),
        &Button::new("Watch").key(Press::of(key)).rank(rank),
    ) {
        chosen = found.as_ref().map(|row| Chosen::Watch(row.path.clone()));
    }
    let words = if state.deleting {
        "Really delete"
    } else {
        "Delete"
    };
    let rank = if found.is_some() {
        Rank::Plain
    } else {
        Rank::Off
    };
    let delete = Button::new(words).key(Press::of(Key::Delete)).rank(rank);
    let pressed = pen.button(place(2), &delete);
    // The first press asks, the second deletes.
    if let Some(found) = found
        && pressed
        && std::mem::replace(&mut state.deleting, true)
    {
        if let Err(fault) = std::fs::remove_file(&found.path) {
            state.said = format!("{}: {fault}", found.path.display());
        }
        state.rows = rows();
        state.deleting = false;
    }
    if pen.button(place(3), &Button::new("Back").key(Press::of(Key::Escape))) {
        chosen = Some(Chosen::Back);
    }
    chosen
}
