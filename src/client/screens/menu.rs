//! The main menu: a list with a key for each row, the night battle behind it.

use crate::client::keys::Stroke as Press;
use crate::client::look::controls::Pen;
use crate::client::look::{fonts, paint, palette as p};
use bevy_egui::egui::{Align2, Key, Rect, pos2, vec2};
use std::path::PathBuf;

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// The battle saved last.
    Continue(PathBuf),
    /// A new battle.
    Skirmish,
    /// A new battle with people on all sides.
    Hotseat,
    /// Saved battles.
    Load,
    /// The options.
    Options,
    /// Keys, and how a unit goes.
    Help,
    /// A duel in which notes say what is asked.
    FirstSteps,
    /// The rulebook.
    Rulebook,
    /// The level editor, with a new level.
    Editor,
    /// Out.
    Quit,
}

/// Which row is marked.
#[derive(Clone, Debug, Default)]
pub struct MenuState {
    at: usize,
}

/// What the menu shows besides its rows.
pub struct MenuView<'v> {
    /// The battle one can go on with: its file and a line about it.
    pub last: Option<&'v (PathBuf, String)>,
    /// What was found wrong at the start.
    pub faults: &'v [String],
}

/// Draws the menu; what was chosen.
pub fn draw(pen: &mut Pen, state: &mut MenuState, view: &MenuView) -> Option<Chosen> {
    let all = pen.ui.max_rect();
    let painter = pen.painter();
    let small = all.width() < 700.0 || all.height() < 480.0;
    let tiny = all.width() < 460.0 || all.height() < 320.0;
    let left = if small { 14.0 } else { all.width() * 0.055 };
    let title = if tiny {
        40.0
    } else if small {
        66.0
    } else {
        (all.height() * 0.195).min(240.0)
    };
    let top = if tiny { 2.0 } else { all.height() * 0.06 };
    let rect = painter.text(
        pos2(left, top),
        Align2::LEFT_TOP,
        "Hexfray",
        fonts::title(title),
        p::TEXT,
    );
    let mut y = rect.bottom() - title * 0.06;
    if !small {
        painter.text(
            pos2(left + 4.0, y),
            Align2::LEFT_TOP,
            "Skirmish to the last step, blow by blow",
            fonts::prose(22.0),
            p::DIM,
        );
        y += 48.0;
    }
    let mut rows: Vec<(&str, &str, Key, Chosen)> = Vec::new();
    if let Some((path, line)) = view.last {
        rows.push(("Continue", line, Key::C, Chosen::Continue(path.clone())));
    }
    rows.push((
        "New skirmish",
        "alone against the computer",
        Key::N,
        Chosen::Skirmish,
    ));
    rows.push(("Hotseat", "friends at one screen", Key::H, Chosen::Hotseat));
    rows.push(("Load and replays", "", Key::L, Chosen::Load));
    rows.push((
        "First steps",
        "a duel that explains itself",
        Key::T,
        Chosen::FirstSteps,
    ));
    rows.push((
        "Rulebook",
        "every rule, to be watched",
        Key::R,
        Chosen::Rulebook,
    ));
    rows.push((
        "Level editor",
        "a board of your own",
        Key::E,
        Chosen::Editor,
    ));
    rows.push(("All keys", "", Key::Questionmark, Chosen::Help));
    rows.push(("Options", "", Key::O, Chosen::Options));
    rows.push(("Quit", "", Key::Q, Chosen::Quit));
    let width = if small {
        all.width() - 2.0 * left
    } else {
        (all.width() * 0.27).clamp(360.0, 520.0)
    };
    let foot = if tiny { 2.0 } else { 40.0 };
    let share = (all.bottom() - foot - y) / (rows.len() as f32 + 0.6);
    let high = share.clamp(16.0, 52.0);
    let size = if high < 30.0 { 14.0 } else { 22.0 };
    if pen.pressed(Press::of(Key::ArrowDown)) {
        state.at = (state.at + 1) % rows.len();
    }
    if pen.pressed(Press::of(Key::ArrowUp)) {
        state.at = (state.at + rows.len() - 1) % rows.len();
    }
    state.at = state.at.min(rows.len() - 1);
    let enter = pen.pressed(Press::of(Key::Enter));
    let mut chosen = None;
    let mut at = y;
    for (index, (words, more, key, what)) in rows.into_iter().enumerate() {
        let main = index == 0 && view.last.is_some();
        let tall = if main { high * 1.35 } else { high };
        let row = Rect::from_min_size(pos2(left - 10.0, at), vec2(width + 10.0, tall - 3.0));
        let response = pen.area(row, ("menu", index));
        let marked = state.at == index;
        if response.hovered()
            && pen
                .ui
                .input(|input| input.pointer.velocity().length() > 0.0)
        {
            state.at = index;
        }
        let (ink, dim) = if marked {
            painter.rect_filled(row, 0.0, p::GILT);
            (p::ON_GILT, p::ON_GILT)
        } else {
            (p::TEXT, p::DIM)
        };
        let middle = row.center().y;
        let name_y = if main && high > 30.0 {
            middle - 9.0
        } else {
            middle
        };
        let name = painter.text(
            pos2(row.left() + 12.0, name_y),
            Align2::LEFT_CENTER,
            words,
            fonts::name(size),
            ink,
        );
        if main && high > 30.0 {
            paint::line(
                &painter,
                pos2(row.left() + 12.0, middle + 14.0),
                Align2::LEFT_CENTER,
                more,
                fonts::medium(14.0),
                dim,
                width - 60.0,
            );
        } else if !more.is_empty() && !small {
            paint::line(
                &painter,
                pos2(row.right() - 50.0, middle),
                Align2::RIGHT_CENTER,
                more,
                fonts::plain(14.0),
                dim,
                row.right() - 60.0 - name.right(),
            );
        }
        if high >= 22.0 {
            paint::key_cap(
                &painter,
                pos2(row.right() - 36.0, middle),
                &Press::of(key).cap(),
                false,
            );
        }
        if response.clicked() || pen.pressed(Press::of(key)) || (enter && marked) {
            chosen = Some(what);
        }
        at += tall;
    }
    if !tiny {
        let mut line = format!(
            "Version {} \u{b7} Icons: game-icons.net, CC BY 3.0",
            env!("CARGO_PKG_VERSION")
        );
        for fault in view.faults.iter().take(2) {
            line.push_str(" \u{b7} ");
            line.push_str(fault);
        }
        let colour = if view.faults.is_empty() {
            p::DIM
        } else {
            p::WARN
        };
        paint::line(
            &painter,
            pos2(left, all.bottom() - 22.0),
            Align2::LEFT_CENTER,
            &line,
            fonts::plain(13.5),
            colour,
            all.width() - left - 20.0,
        );
    }
    chosen
}
