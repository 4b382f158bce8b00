//! The card in the lower left corner: whoever is looked at, with his bars and figures.

use super::layout::{Layout, Size};
use super::shown::Shown;
use crate::client::field::tokens::Tokens;
use crate::client::look::controls::Pen;
use crate::client::look::{fonts, icons, paint, palette as p};
use crate::combat::combatant::{Fitness, Posture};
use crate::combat::system::{FigureView, RuleSystem};
use bevy_egui::egui::{Align2, Painter, Rect, pos2, vec2};
use smol_str::SmolStr;

/// What the figure of armour is called.
const ARMOUR: &str = "Armour";

/// A name with its underscores as spaces.
pub fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// What is out of the ordinary about somebody, in words.
pub fn state(figure: &FigureView) -> String {
    let mut words: Vec<String> = Vec::new();
    match figure.fitness {
        Fitness::Able => {}
        Fitness::Disabled => words.push("cannot act".to_owned()),
        Fitness::Reserve => words.push("has not arrived".to_owned()),
        Fitness::Out(by) => words.push(by.word().to_owned()),
    }
    if figure.posture != Posture::Standing {
        words.push(figure.posture.word().to_owned());
    }
    for condition in &figure.conditions {
        if !words.iter().any(|word| word == condition.word()) {
            words.push(condition.word().to_owned());
        }
    }
    words.join(", ")
}

/// When and what he acts, in words.
pub fn intention(figure: &FigureView, shown: &Shown, rules: &dyn RuleSystem) -> String {
    let when = figure
        .due
        .map(|due| rules.due_words(due, shown.unit))
        .unwrap_or_default();
    match (when.is_empty(), figure.doing.is_empty()) {
        (true, _) => figure.doing.clone(),
        (false, true) => when,
        (false, false) => format!("{when}: {}", figure.doing),
    }
}

/// Draws the card.
pub fn draw(
    pen: &Pen,
    tokens: &mut Tokens,
    layout: &Layout,
    shown: &Shown,
    figure: &FigureView,
    side: &str,
    rules: &dyn RuleSystem,
    armour: Option<String>,
) {
    let rect = layout.card;
    if !rect.is_positive() {
        return;
    }
    let painter = pen.painter();
    paint::panel(&painter, rect);
    let compact = layout.size <= Size::Compact;
    let inner = rect.shrink2(vec2(14.0, if compact { 10.0 } else { 13.0 }));
    let face = if compact { 42.0 } else { 56.0 };
    tokens.face(
        &painter,
        pen.icons,
        pos2(inner.left() + face / 2.0, inner.top() + face / 2.0),
        face,
        figure.side,
        icons::archetype(&figure.label.archetype),
    );
    let x = inner.left() + face + 12.0;
    let width = inner.right() - x;
    let name_size = if compact { 19.0 } else { 25.0 };
    let name = paint::line(
        &painter,
        pos2(x, inner.top() + 1.0),
        Align2::LEFT_TOP,
        &figure.label.name,
        fonts::name(name_size),
        p::TEXT,
        width,
    );
    let what = format!(
        "{} \u{b7} {side}",
        crate::seat::tale::capital(&spaced(&figure.label.archetype))
    );
    paint::line(
        &painter,
        pos2(x, name.bottom() + 1.0),
        Align2::LEFT_TOP,
        &what,
        fonts::plain(13.5),
        p::DIM,
        width,
    );
    let mut y = bars(&painter, inner, inner.top() + face + 12.0, figure, compact);
    y += 3.0;
    if !compact && !figure.figures.is_empty() {
        // Where armour hangs on the arc, front and back say it in short.
        let armour = armour.map(|armour| (SmolStr::new(ARMOUR), armour));
        let rest = figure.figures.iter();
        let rest = rest.filter(|(name, _)| armour.is_none() || name != ARMOUR);
        let shown_figures: Vec<_> = armour.iter().chain(rest).take(4).collect();
        let wide =
            (inner.width() - 5.0 * (shown_figures.len() as f32 - 1.0)) / shown_figures.len() as f32;
        for (index, (name, value)) in shown_figures.iter().enumerate() {
            let cell = Rect::from_min_size(
                pos2(inner.left() + index as f32 * (wide + 5.0), y),
                vec2(wide, 44.0),
            );
            painter.rect_filled(cell, 0.0, p::CARD);
            paint::line(
                &painter,
                pos2(cell.center().x, cell.top() + 4.0),
                Align2::CENTER_TOP,
                &crate::seat::tale::capital(name),
                fonts::plain(12.5),
                p::DIM,
                wide - 6.0,
            );
            paint::line(
                &painter,
                pos2(cell.center().x, cell.bottom() - 4.0),
                Align2::CENTER_BOTTOM,
                value,
                fonts::bold(16.0),
                p::TEXT,
                wide - 6.0,
            );
        }
        y += 50.0;
    }
    let lines = [
        figure.armed.clone(),
        state(figure),
        intention(figure, shown, rules),
    ];
    for (index, line) in lines.iter().filter(|line| !line.is_empty()).enumerate() {
        if y + 17.0 > inner.bottom() + 4.0 {
            break;
        }
        let colour = if index == 0 { p::DIM } else { p::TEXT };
        paint::line(
            &painter,
            pos2(inner.left(), y),
            Align2::LEFT_TOP,
            line,
            fonts::plain(13.5),
            colour,
            inner.width(),
        );
        y += 17.0;
    }
}

/// What a combatant has left, a bar each; in two columns where there are many. How far down they reach.
fn bars(painter: &Painter, inner: Rect, top: f32, figure: &FigureView, compact: bool) -> f32 {
    let high = if compact { 19.0 } else { 21.0 };
    let columns = if figure.bars.len() > 2 { 2 } else { 1 };
    let wide = (inner.width() - 10.0 * (columns as f32 - 1.0)) / columns as f32;
    let (name, figures) = if columns == 1 {
        (66.0, 58.0)
    } else {
        (wide * 0.42, 38.0)
    };
    for (index, bar) in figure.bars.iter().enumerate() {
        let left = inner.left() + (index % columns) as f32 * (wide + 10.0);
        let y = top + (index / columns) as f32 * high;
        paint::line(
            painter,
            pos2(left, y + 7.0),
            Align2::LEFT_CENTER,
            &bar.name,
            fonts::plain(if columns == 1 { 14.0 } else { 13.0 }),
            p::DIM,
            name,
        );
        let trough = Rect::from_min_max(
            pos2(left + name + 2.0, y + 1.0),
            pos2(left + wide - figures, y + 14.0),
        );
        let colour = if index == 0 || columns > 1 {
            p::health(bar.now, bar.full)
        } else {
            p::CREAM
        };
        let share = bar.now as f32 / bar.full.max(1) as f32;
        paint::bar(painter, trough, share, colour);
        let words = if columns == 1 {
            format!("{} / {}", bar.now.max(0), bar.full)
        } else {
            format!("{}/{}", bar.now.max(0), bar.full)
        };
        painter.text(
            pos2(left + wide, y + 7.0),
            Align2::RIGHT_CENTER,
            words,
            fonts::bold(if columns == 1 { 14.0 } else { 13.0 }),
            p::TEXT,
        );
    }
    top + figure.bars.len().div_ceil(columns) as f32 * high
}
