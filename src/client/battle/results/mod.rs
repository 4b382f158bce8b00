//! The end of a battle: who won and why, how it went, what each one did.

mod curves;
mod points;
mod table;
mod tally;

use crate::client::battle::engine::Engine;
use crate::client::battle::layout::{Layout, Size};
use crate::client::battle::play::Wish;
use crate::client::field::tokens::Tokens;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank};
use crate::client::look::{fonts, paint, palette as p};
use crate::combat::battle::Battle;
use crate::combat::combatant::SideId;
use crate::combat::endings::words::Names;
use crate::combat::event::{Event, EventKind};
use crate::seat::Sight;
use bevy_egui::egui::{Align2, Key, Rect, pos2, vec2};
use curves::{curves, fortune};
use points::points;
use table::rows;
use tally::{Series, Tally, luck, series, table, turning_points};

/// What the screen of the end shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The victory line.
    pub title: String,
    /// Level, reason, seed.
    pub line: String,
    /// Who won, if anybody.
    pub winner: Option<SideId>,
    /// Names of the sides.
    pub sides: Vec<String>,
    /// The first pool of each side over time.
    pub pool: Vec<Series>,
    /// What the pool is called.
    pub pool_name: String,
    /// How many of each side could fight, over time.
    pub standing: Vec<Series>,
    /// Blows that struck beyond what was to be expected, summed; empty where the log tells too little.
    pub luck: Vec<Series>,
    /// Turning points: unit and words.
    pub points: Vec<(u32, String)>,
    /// The table.
    pub table: Vec<Tally>,
    /// The chart looked at.
    pub chart: usize,
    /// First row of the table that is shown.
    pub first: usize,
}

impl Results {
    /// What there is to say of a battle that is over; the view must know all.
    pub fn new(engine: &mut Engine, sight: &Sight) -> Results {
        // The battle's own beginning, for the curves to start from.
        let start = Battle::start(
            engine.battle.rules().clone(),
            engine.keeper.setup(),
            engine.seed,
        )
        .map(|mut battle| Sight::new(&mut battle, &engine.ground, None).figures)
        .unwrap_or_else(|_| sight.figures.clone());
        let battle = &engine.battle;
        let (pool, standing) = series(battle, sight, &start);
        let events: Vec<&Event> = battle.events(None).collect();
        let combatant = |who| sight.name(who).to_owned();
        let side = |side| sight.side(side).to_owned();
        let item = |item| sight.item(item).to_string();
        let names = Names {
            combatant: &combatant,
            side: &side,
            item: &item,
        };
        let winner = events.iter().rev().find_map(|event| match event.kind {
            EventKind::Ended { winner } => Some(winner),
            _ => None,
        });
        let winner = winner.flatten();
        let people: Vec<SideId> = engine.seats.people().collect();
        let title = match winner {
            Some(side) if people == [side] => "Victory".to_owned(),
            Some(side) if people.len() == 1 => format!("{} has won", sight.side(side)),
            Some(side) => format!("{} has won", sight.side(side)),
            None => "Nobody has won".to_owned(),
        };
        let ending = battle.outcome().map_or(String::new(), |outcome| {
            format!(
                "{}, in {}",
                outcome.ending.words(&names).trim_end_matches('.'),
                sight.rules().unit_words(outcome.unit)
            )
        });
        Results {
            title,
            line: format!(
                "{} \u{b7} {ending} \u{b7} seed {}",
                engine.keeper.setup().title,
                engine.seed
            ),
            winner,
            sides: sight.sides.clone(),
            pool,
            pool_name: start
                .first()
                .and_then(|figure| figure.bars.first())
                .map_or("Points".to_owned(), |bar| bar.name.to_string()),
            standing,
            luck: luck(sight, &events),
            points: turning_points(sight, &events),
            table: table(sight, &events),
            chart: 0,
            first: 0,
        }
    }
}

/// Draws the end; what is wished for next.
pub fn draw(
    pen: &mut Pen,
    tokens: &mut Tokens,
    layout: &Layout,
    results: &mut Results,
    kept: &str,
) -> Option<Wish> {
    let all = layout.all;
    let painter = pen.painter();
    let margin = if layout.size <= Size::Narrow {
        10.0
    } else {
        40.0
    };
    let inner = all.shrink2(vec2(
        margin,
        if layout.size <= Size::Compact {
            14.0
        } else {
            28.0
        },
    ));
    let size = if layout.size <= Size::Narrow {
        34.0
    } else {
        58.0
    };
    paint::line(
        &painter,
        inner.min,
        Align2::LEFT_TOP,
        &results.title,
        fonts::title(size),
        p::TEXT,
        inner.width() - 120.0,
    );
    if let Some(winner) = results.winner
        && layout.size > Size::Tiny
    {
        tokens.shield(
            &painter,
            pos2(inner.right() - 36.0, inner.top() + 40.0),
            74.0,
            winner,
        );
    }
    let line_y = inner.top() + size + 12.0;
    paint::line(
        &painter,
        pos2(inner.left(), line_y),
        Align2::LEFT_TOP,
        &results.line,
        fonts::prose(18.0),
        p::TEXT,
        inner.width() - 90.0,
    );
    let foot = 60.0;
    let buttons = Rect::from_min_max(pos2(inner.left(), inner.bottom() - foot + 6.0), inner.max);
    let body = Rect::from_min_max(
        pos2(inner.left(), line_y + 32.0),
        pos2(inner.right(), buttons.top() - 28.0),
    );
    if layout.size > Size::Narrow {
        let split = body.left() + body.width() * 0.51;
        let left = Rect::from_min_max(body.min, pos2(split - 7.0, body.bottom()));
        let right = Rect::from_min_max(pos2(split + 7.0, body.top()), body.max);
        let upper = Rect::from_min_max(
            left.min,
            pos2(left.right(), left.top() + left.height() * 0.58),
        );
        let lower = Rect::from_min_max(pos2(left.left(), upper.bottom() + 14.0), left.max);
        let beside = !results.luck.is_empty() && lower.width() > 620.0 && lower.height() > 170.0;
        curves(pen, tokens, upper, results, beside);
        if beside {
            let split = lower.left() + lower.width() * 0.55;
            let luck = Rect::from_min_max(lower.min, pos2(split - 7.0, lower.bottom()));
            let rest = Rect::from_min_max(pos2(split + 7.0, lower.top()), lower.max);
            fortune(pen, tokens, luck, results);
            points(pen, rest, results);
        } else {
            points(pen, lower, results);
        }
        rows(pen, tokens, right, results);
    } else if body.height() > 60.0 {
        rows(pen, tokens, body, results);
    }
    paint::line(
        &painter,
        pos2(inner.left(), buttons.top() - 20.0),
        Align2::LEFT_TOP,
        kept,
        fonts::plain(13.5),
        p::DIM,
        inner.width(),
    );
    let choices: [(&str, Key, Wish); 6] = [
        ("Watch it again", Key::Enter, Wish::Watch),
        (
            "Again",
            Key::A,
            Wish::Again {
                fresh: false,
                swapped: false,
            },
        ),
        (
            "Sides swapped",
            Key::S,
            Wish::Again {
                fresh: true,
                swapped: true,
            },
        ),
        (
            "New seed",
            Key::N,
            Wish::Again {
                fresh: true,
                swapped: false,
            },
        ),
        ("Picture", Key::P, Wish::Picture),
        ("Menu", Key::Escape, Wish::Menu),
    ];
    let wide = (buttons.width() - 10.0 * (choices.len() as f32 - 1.0)) / choices.len() as f32;
    let mut wish = None;
    for (index, (words, key, found)) in choices.into_iter().enumerate() {
        let rect = Rect::from_min_size(
            pos2(buttons.left() + index as f32 * (wide + 10.0), buttons.top()),
            vec2(wide, buttons.height()),
        );
        let rank = if index == 0 { Rank::Main } else { Rank::Plain };
        let size = if layout.size <= Size::Narrow {
            12.0
        } else {
            16.0
        };
        if pen.button(
            rect,
            &Button::new(words).key(Press::of(key)).rank(rank).size(size),
        ) {
            wish = Some(found);
        }
    }
    wish
}
