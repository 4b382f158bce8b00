//! The marked level: its board, its briefing, what it is fought for.

use super::SetupState;
use super::levels::Row;
use crate::client::battle::engine::livery;
use crate::client::battle::shown::Shown;
use crate::client::battle::stage::{Casting, Stage};
use crate::client::field::tokens::Tokens;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Pen, inside};
use crate::client::look::livery::Livery;
use crate::client::look::{fonts, icons, paint, palette as p};
use crate::combat::battle::Battle;
use crate::seat::{Sight, ending};
use crate::start;
use crate::start::Start;
use bevy_egui::egui::{Align2, Color32, Key, Rect, pos2, vec2};
use std::sync::Arc;

/// What the marked level looks like.
pub(super) struct Preview {
    pub(super) stage: Stage,
    shown: Shown,
    start: Start,
    goals: Vec<String>,
    /// What the sides wear.
    pub(super) livery: Livery,
    /// Names of the sides, with the icons of their people.
    pub(super) sides: Vec<(String, Vec<&'static str>)>,
}

pub(super) fn preview(row: &Row, id: &str, preset: Option<&str>) -> Result<Preview, String> {
    let start = start::start(&row.path, Some(id), preset).map_err(|fault| fault.to_string())?;
    let mut battle =
        Battle::start(start.rules.clone(), &start.setup, 1).map_err(|faults| faults.join("; "))?;
    let ground = Arc::new(start.setup.board.clone());
    let sight = Sight::new(&mut battle, &ground, None);
    let sides = sight
        .sides
        .iter()
        .enumerate()
        .map(|(side, name)| {
            let own = sight
                .figures
                .iter()
                .filter(|figure| usize::from(figure.side.0) == side);
            (
                name.clone(),
                own.map(|figure| icons::archetype(&figure.label.archetype))
                    .collect(),
            )
        })
        .collect();
    Ok(Preview {
        stage: Stage::new(ground),
        shown: Shown::new(&sight, 0),
        goals: ending::goals(&battle, &sight),
        livery: livery(&start.level),
        sides,
        start,
    })
}

pub(super) fn preview_and_briefing(
    pen: &mut Pen,
    tokens: &mut Tokens,
    rect: Rect,
    state: &mut SetupState,
) {
    let painter = pen.painter();
    let upper = Rect::from_min_max(
        rect.min,
        pos2(
            rect.right(),
            rect.top() + rect.height() * if rect.height() < 700.0 { 0.5 } else { 0.58 },
        ),
    );
    let lower = Rect::from_min_max(pos2(rect.left(), upper.bottom() + 12.0), rect.max);
    paint::panel(&painter, upper);
    let picture = upper.shrink(9.0);
    paint::paper(&painter, lower);
    let inner = inside(lower);
    match &mut state.preview {
        Some(Ok(preview)) => {
            let clipped = painter.with_clip_rect(picture);
            preview.stage.view.frame(picture, false);
            let casting = Casting::default();
            preview
                .stage
                .draw_ground(&clipped, &preview.shown, &casting);
            preview
                .stage
                .draw_tokens(&clipped, pen.icons, tokens, &preview.shown, &casting);
            let band =
                Rect::from_min_max(pos2(picture.left(), picture.bottom() - 46.0), picture.max);
            painter.rect_filled(band, 0.0, Color32::from_black_alpha(150));
            let name = preview.start.level.name.to_string();
            let author = preview.start.level.author.to_string();
            paint::line(
                &painter,
                pos2(band.left() + 14.0, band.center().y),
                Align2::LEFT_CENTER,
                &name,
                fonts::name(25.0),
                p::TEXT,
                band.width() - 170.0,
            );
            let light = crate::seat::symbols::spaced(&preview.shown.board.ambient);
            let by = if author.is_empty() {
                light
            } else {
                format!("{light} \u{b7} by {author}")
            };
            painter.text(
                pos2(band.right() - 12.0, band.center().y),
                Align2::RIGHT_CENTER,
                by,
                fonts::plain(14.0),
                p::DIM,
            );
            painter.text(
                inner.min,
                Align2::LEFT_TOP,
                "Briefing",
                fonts::name(21.0),
                p::INK,
            );
            let column = inner.width() * 0.62;
            let briefing = preview.start.level.briefing.trim();
            let text = if briefing.is_empty() {
                "No word was left for you."
            } else {
                briefing
            };
            let room = Rect::from_min_max(
                pos2(inner.left(), inner.top() + 30.0),
                pos2(inner.left() + column - 14.0, inner.bottom()),
            );
            let size = if inner.height() < 250.0 { 14.5 } else { 16.0 };
            state.read = read(pen, room, text, size, state.read);
            let x = inner.left() + column + 6.0;
            painter.text(
                pos2(x, inner.top()),
                Align2::LEFT_TOP,
                "Objectives",
                fonts::name(21.0),
                p::INK,
            );
            let mut y = inner.top() + 30.0;
            for goal in &preview.goals {
                y = paint::prose(
                    &painter,
                    pos2(x, y),
                    goal,
                    fonts::plain(14.5),
                    p::INK,
                    inner.right() - x,
                    4,
                ) + 6.0;
            }
        }
        Some(Err(fault)) => {
            paint::prose(
                &painter,
                inner.min,
                &format!("This level cannot be played so: {fault}"),
                fonts::prose(17.0),
                Color32::from_rgb(0x8F, 0x1A, 0x10),
                inner.width(),
                8,
            );
        }
        None => {
            let words = if state.rows.is_empty() {
                "There are no levels."
            } else {
                "This level has faults; they stand at the left."
            };
            painter.text(
                inner.min,
                Align2::LEFT_TOP,
                words,
                fonts::prose(18.0),
                p::INK,
            );
        }
    }
}

/// Words that are read by scrolling, where they are longer than their place; how far down they are.
fn read(pen: &mut Pen, room: Rect, text: &str, size: f32, mut from: f32) -> f32 {
    const ROWS: usize = 400;
    let painter = pen.painter();
    let wide = room.width() - 12.0;
    let galley = paint::wrapped(&painter, text, fonts::prose(size), p::INK, wide, ROWS);
    let beyond = (galley.size().y - room.height()).max(0.0);
    let page = room.height() * 0.8;
    if pen.pressed(Press::of(Key::PageDown)) {
        from += page;
    }
    if pen.pressed(Press::of(Key::PageUp)) {
        from -= page;
    }
    let (at, wheel) = pen.ui.input(|input| {
        let at = input.pointer.hover_pos();
        (at, input.smooth_scroll_delta().y)
    });
    if at.is_some_and(|at| room.expand(14.0).contains(at)) {
        from -= wheel;
    }
    from = from.clamp(0.0, beyond);
    painter.with_clip_rect(room).galley(
        pos2(room.left(), room.top() - from),
        galley.clone(),
        p::INK,
    );
    if beyond > 0.0 {
        let trough = Rect::from_min_max(pos2(room.right() - 5.0, room.top()), room.max);
        painter.rect_filled(trough, 2.0, p::PAPER_CONTROL);
        let share = room.height() / galley.size().y;
        let bar = Rect::from_min_size(
            trough.min + vec2(0.0, from / galley.size().y * room.height()),
            vec2(trough.width(), room.height() * share),
        );
        painter.rect_filled(bar, 2.0, p::PAPER_RULE);
    }
    from
}
