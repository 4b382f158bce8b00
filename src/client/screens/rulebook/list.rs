//! The rules of a system, by id; what is searched for is looked for in ids, titles and words.

use super::BookState;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::{fonts, paint, palette as p, search};
use crate::rulebook::{SYSTEMS, Scenario};
use bevy_egui::egui::{Align2, Key, Rect, pos2, vec2};

fn is_of(scenario: &Scenario, system: &str) -> bool {
    scenario.file.contains(&format!("/{system}/"))
}

impl BookState {
    /// The scenarios that are listed, by rule.
    pub(super) fn listed(&self) -> Vec<usize> {
        let wanted = self.search.trim().to_lowercase();
        let system = SYSTEMS[self.system];
        let fits = |scenario: &Scenario| {
            if wanted.is_empty() {
                return is_of(scenario, system);
            }
            let ids = std::iter::once(&scenario.id).chain(&scenario.also);
            ids.into_iter()
                .any(|id| id.to_lowercase().contains(&wanted))
                || scenario.title.to_lowercase().contains(&wanted)
                || scenario.words.to_lowercase().contains(&wanted)
        };
        let scenarios = &self.library.scenarios;
        let mut listed: Vec<usize> = (0..scenarios.len())
            .filter(|at| fits(&scenarios[*at]))
            .collect();
        listed.sort_by_key(|at| &scenarios[*at].id);
        listed
    }
}

/// Draws search, systems and the list.
pub(super) fn draw(pen: &mut Pen, rect: Rect, state: &mut BookState) {
    let painter = pen.painter();
    paint::panel(&painter, rect);
    let inner = inside(rect);
    let field = Rect::from_min_size(inner.min, vec2(inner.width(), 34.0));
    let hint = format!("Search {} scenarios", state.library.scenarios.len());
    if search::field(pen, field, "search rules", &mut state.search, &hint) {
        state.first = 0;
    }
    let mut y = field.bottom() + 7.0;
    let wide = (inner.width() - 6.0) / 2.0;
    let next = pen.pressed(Press::of(Key::Tab));
    for (index, system) in SYSTEMS.iter().enumerate() {
        let tab = Rect::from_min_size(
            pos2(
                inner.left() + (index % 2) as f32 * (wide + 6.0),
                y + (index / 2) as f32 * 34.0,
            ),
            vec2(wide, 29.0),
        );
        let rank = if index == state.system {
            Rank::Chosen
        } else {
            Rank::Plain
        };
        let name = crate::seat::tale::capital(system);
        if pen.button(tab, &Button::new(&name).size(13.5).rank(rank)) {
            turn_to(state, index);
        }
    }
    if next {
        turn_to(state, (state.system + 1) % SYSTEMS.len());
    }
    y += SYSTEMS.len().div_ceil(2) as f32 * 34.0 + 4.0;
    let listed = state.listed();
    let high = 30.0;
    let foot = 18.0;
    let fit = ((inner.bottom() - foot - y) / high).max(1.0) as usize;
    let here = state
        .at
        .and_then(|at| listed.iter().position(|one| *one == at));
    if std::mem::take(&mut state.reveal)
        && let Some(here) = here
    {
        state.first = state.first.clamp((here + 1).saturating_sub(fit), here);
    }
    let mut wanted = None;
    for (key, by) in [
        (Key::ArrowDown, 1i64),
        (Key::ArrowUp, -1),
        (Key::PageDown, fit as i64),
        (Key::PageUp, -(fit as i64)),
    ] {
        if pen.pressed(Press::of(key)) && !listed.is_empty() {
            let from = here.map_or(-by.signum().max(0), |here| here as i64);
            let most = listed.len() as i64 - 1;
            wanted = Some((from + by).clamp(0, most) as usize);
        }
    }
    if let Some(to) = wanted {
        state.first = state.first.clamp((to + 1).saturating_sub(fit), to);
    }
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
    if scroll < -0.5 {
        state.first += 1;
    } else if scroll > 0.5 {
        state.first = state.first.saturating_sub(1);
    }
    state.first = state.first.min(listed.len().saturating_sub(fit));
    let shown = listed.iter().enumerate().skip(state.first).take(fit);
    for (place, (row, at)) in shown.enumerate() {
        let scenario = &state.library.scenarios[*at];
        let line = Rect::from_min_size(
            pos2(inner.left(), y + place as f32 * high),
            vec2(inner.width(), high - 2.0),
        );
        let marked = state.at == Some(*at);
        if pen.row(line, ("rule", *at), marked).clicked() {
            wanted = Some(row);
        }
        let (ink, link) = if marked {
            (p::ON_GILT, p::ON_GILT)
        } else {
            (p::TEXT, p::LINK)
        };
        let id = painter.text(
            pos2(line.left() + 8.0, line.center().y),
            Align2::LEFT_CENTER,
            &scenario.id,
            fonts::medium(12.5),
            link,
        );
        let x = (line.left() + 54.0).max(id.right() + 8.0);
        paint::line(
            &painter,
            pos2(x, line.center().y),
            Align2::LEFT_CENTER,
            &scenario.title,
            fonts::plain(14.0),
            ink,
            line.right() - x - 6.0,
        );
    }
    let told = if listed.is_empty() && state.waits.is_none() {
        "Nothing matches.".to_owned()
    } else {
        let last = (state.first + fit).min(listed.len());
        format!("{} to {last} of {}", state.first + 1, listed.len())
    };
    painter.text(
        pos2(inner.left(), inner.bottom()),
        Align2::LEFT_BOTTOM,
        told,
        fonts::plain(12.0),
        p::DIM,
    );
    if let Some(at) = wanted.and_then(|row| listed.get(row).copied()) {
        let scenario = &state.library.scenarios[at];
        let found = SYSTEMS.iter().position(|system| is_of(scenario, system));
        let search = std::mem::take(&mut state.search);
        state.past.extend(state.at);
        state.read(at);
        state.system = found.unwrap_or(state.system);
        state.search = search;
    }
}

fn turn_to(state: &mut BookState, system: usize) {
    state.system = system;
    state.search.clear();
    state.first = 0;
    if let Some(first) = state.listed().first().copied() {
        state.past.extend(state.at);
        state.read(first);
    }
}
