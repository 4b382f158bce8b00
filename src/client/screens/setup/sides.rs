//! Rules, dice and sides: who plays whom, by which rules; and the button that begins.

use super::{SetupState, fresh_seed};
use crate::client::field::tokens::Tokens;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::{fonts, icons, paint, palette as p};
use crate::combat::combatant::SideId;
use bevy_egui::egui::{Align2, Key, Rect, Sense, Stroke, StrokeKind, pos2, vec2};

/// Rules, sides, dice; whether the battle shall begin.
pub(super) fn sides(
    pen: &mut Pen,
    tokens: &mut Tokens,
    rect: Rect,
    state: &mut SetupState,
) -> bool {
    let painter = pen.painter();
    pen.ui
        .interact(rect, bevy_egui::egui::Id::new("sides"), Sense::hover());
    paint::panel(&painter, rect);
    let inner = inside(rect);
    let low = inner.height() < 480.0;
    let mut y = inner.top();
    let row = if low { 34.0 } else { 44.0 };
    painter.text(
        pos2(inner.left(), y),
        Align2::LEFT_TOP,
        "Rules",
        fonts::name(21.0),
        p::TEXT,
    );
    y += 30.0;
    let wide = (inner.width() - 8.0) / 2.0;
    let mut chosen_system = None;
    for (index, (id, _)) in state.systems.iter().enumerate() {
        let place = Rect::from_min_size(
            pos2(
                inner.left() + (index % 2) as f32 * (wide + 8.0),
                y + (index / 2) as f32 * (row + 6.0),
            ),
            vec2(wide, row),
        );
        let rank = if index == state.system {
            Rank::Chosen
        } else {
            Rank::Plain
        };
        let name = crate::seat::tale::capital(id);
        let key = crate::client::keys::DIGITS[index.min(8)];
        if pen.button(
            place,
            &Button::new(&name)
                .icon(icons::system(id))
                .key(Press::of(key))
                .rank(rank)
                .size(15.0),
        ) {
            chosen_system = Some(index);
        }
    }
    if let Some(index) = chosen_system.filter(|index| *index != state.system) {
        state.system = index;
        state.preset = 0;
        state.look();
    }
    y += state.systems.len().div_ceil(2) as f32 * (row + 6.0) + 2.0;
    let preset = state
        .presets
        .get(state.preset)
        .map_or("usual".to_owned(), ToString::to_string);
    let preset_rect = Rect::from_min_size(pos2(inner.left(), y), vec2(wide, row));
    if pen.button(
        preset_rect,
        &Button::new(&format!("Preset: {preset}"))
            .key(Press::of(Key::P))
            .size(14.0),
    ) && !state.presets.is_empty()
    {
        state.preset = (state.preset + 1) % state.presets.len();
        state.look();
    }
    let practice_rect = preset_rect.translate(vec2(wide + 8.0, 0.0));
    let practice = if state.practice {
        "Practice: yes"
    } else {
        "Practice: no"
    };
    if pen.button(
        practice_rect,
        &Button::new(practice).key(Press::of(Key::T)).size(14.0),
    ) {
        state.practice = !state.practice;
    }
    y += row + 6.0;
    let seed_rect = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), row));
    if pen.button(
        seed_rect,
        &Button::new(&format!("Dice: seed {}", state.seed))
            .icon("rolling-dices")
            .key(Press::of(Key::D))
            .size(14.5),
    ) {
        state.seed = fresh_seed();
    }
    y += row + 12.0;
    painter.text(
        pos2(inner.left(), y),
        Align2::LEFT_TOP,
        "Sides",
        fonts::name(21.0),
        p::TEXT,
    );
    y += 30.0;
    let names = SetupState::names();
    let listed: Vec<(String, Vec<&'static str>)> = match &state.preview {
        Some(Ok(preview)) => preview.sides.clone(),
        _ => Vec::new(),
    };
    const SIDE_KEYS: [Key; 8] = [
        Key::F1,
        Key::F2,
        Key::F3,
        Key::F4,
        Key::F5,
        Key::F6,
        Key::F7,
        Key::F8,
    ];
    let begin_high = if low { 44.0 } else { 58.0 };
    let room = inner.bottom() - begin_high - 56.0 - y;
    let tall = (room / listed.len().max(1) as f32 - 8.0).clamp(44.0, 104.0);
    for (index, (name, people)) in listed.iter().enumerate() {
        let card = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), tall));
        if card.bottom() > inner.bottom() - begin_high - 8.0 {
            break;
        }
        painter.rect_filled(card, 0.0, p::CARD);
        painter.rect_stroke(card, 0.0, Stroke::new(1.0, p::RULE), StrokeKind::Inside);
        let side = SideId(index as u8);
        tokens.shield(
            &painter,
            pos2(card.left() + 26.0, card.top() + 26.0),
            34.0,
            side,
        );
        paint::line(
            &painter,
            pos2(card.left() + 52.0, card.top() + 9.0),
            Align2::LEFT_TOP,
            name,
            fonts::name(19.0),
            p::TEXT,
            card.width() - 216.0,
        );
        if tall > 70.0 {
            let men = if people.len() == 1 {
                "1 combatant".to_owned()
            } else {
                format!("{} combatants", people.len())
            };
            painter.text(
                pos2(card.left() + 52.0, card.top() + 32.0),
                Align2::LEFT_TOP,
                men,
                fonts::plain(13.5),
                p::DIM,
            );
            for (place, icon) in people.iter().enumerate() {
                let x = card.left() + 26.0 + place as f32 * 36.0;
                if x > card.right() - 18.0 {
                    break;
                }
                tokens.face(
                    &painter,
                    pen.icons,
                    pos2(x, card.bottom() - 22.0),
                    33.0,
                    side,
                    icon,
                );
            }
        }
        let who = state.players.get(index).copied().unwrap_or(1);
        let word = names.get(who).copied().unwrap_or("?");
        let label = if who == 0 {
            "You".to_owned()
        } else {
            crate::seat::tale::capital(word)
        };
        let button = Rect::from_min_size(
            pos2(card.right() - 156.0, card.top() + 7.0),
            vec2(148.0, 34.0),
        );
        let icon = if who == 0 { "person" } else { "vintage-robot" };
        if pen.button(
            button,
            &Button::new(&label)
                .icon(icon)
                .key(Press::of(SIDE_KEYS[index.min(7)]))
                .size(13.5),
        ) && let Some(player) = state.players.get_mut(index)
        {
            *player = (*player + 1) % names.len();
        }
        y += tall + 8.0;
    }
    let swap = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), 36.0));
    if swap.bottom() < inner.bottom() - begin_high - 6.0
        && listed.len() > 1
        && pen.button(
            swap,
            &Button::new("Swap sides").key(Press::of(Key::S)).size(14.0),
        )
    {
        state.players.rotate_right(1);
    }
    let begin = Rect::from_min_max(pos2(inner.left(), inner.bottom() - begin_high), inner.max);
    let ready = matches!(state.preview, Some(Ok(_))) && !state.none;
    if !state.told.is_empty() {
        paint::prose(
            &painter,
            pos2(inner.left(), begin.top() - 40.0),
            &state.told,
            fonts::plain(13.5),
            p::DANGER,
            inner.width(),
            2,
        );
    }
    let free = Rect::from_min_max(
        pos2(inner.left(), y + 54.0),
        pos2(inner.right(), begin.top() - 44.0),
    );
    primer(pen, free, state);
    let rank = if ready { Rank::Main } else { Rank::Off };
    pen.button(
        begin,
        &Button::new("Begin the battle")
            .key(Press::of(Key::Enter))
            .rank(rank)
            .size(21.0),
    )
}

/// How the chosen rules go, in what room is left.
fn primer(pen: &Pen, room: Rect, state: &SetupState) {
    let rules = state.systems.get(state.system);
    let Some((_, rules)) = rules.filter(|_| room.height() > 90.0) else {
        return;
    };
    let painter = pen.painter();
    pen.caption(room.left(), room.top(), "How it goes");
    let mut y = room.top() + 22.0;
    for line in rules.primer() {
        let galley = paint::wrapped(&painter, line, fonts::prose(15.5), p::DIM, room.width(), 4);
        if y + galley.size().y > room.bottom() {
            break;
        }
        let high = galley.size().y;
        painter.galley(pos2(room.left(), y), galley, p::DIM);
        y += high + 6.0;
    }
}
