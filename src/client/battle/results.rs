//! The end of a battle: who won and why, how it went, what each one did.

use super::engine::Engine;
use super::layout::{Layout, Size};
use super::play::Wish;
use super::shown::Shown;
use crate::client::field::tokens::Tokens;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::tinctures;
use crate::client::look::{fonts, icons, paint, palette as p};
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, Fitness, SideId};
use crate::combat::endings::words::Names;
use crate::combat::event::{Event, EventKind};
use crate::seat::Sight;
use bevy_egui::egui::{Align2, Key, Rect, Shape, Stroke, StrokeKind, pos2, vec2};
use std::collections::BTreeMap;

/// One combatant's battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Who.
    pub who: CombatantId,
    /// His side.
    pub side: SideId,
    /// His name.
    pub name: String,
    /// His icon.
    pub icon: &'static str,
    /// Blows that struck.
    pub hits: u32,
    /// Blows in all.
    pub blows: u32,
    /// Points taken off others.
    pub dealt: i32,
    /// Points lost.
    pub taken: i32,
    /// How it ended for him.
    pub fate: String,
    /// Out of the fight.
    pub out: bool,
}

/// A line of a chart: a value for each unit.
pub type Series = Vec<(u32, f32)>;

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
    /// Turning points: unit and words.
    pub points: Vec<(u32, String)>,
    /// The table.
    pub table: Vec<Tally>,
    /// The chart looked at.
    pub chart: usize,
    /// First row of the table that is shown.
    pub first: usize,
}

fn series(
    battle: &Battle,
    sight: &Sight,
    start: &[crate::combat::system::FigureView],
) -> (Vec<Series>, Vec<Series>) {
    let mut shown = Shown::new(sight, 0);
    shown.figures = start.to_vec();
    let sides = sight.sides.len();
    let sums = |shown: &Shown| -> (Vec<f32>, Vec<f32>) {
        let mut pool = vec![0.0; sides];
        let mut able = vec![0.0; sides];
        for figure in &shown.figures {
            let side = usize::from(figure.side.0);
            if !figure.fitness.is_out() {
                able[side] += 1.0;
                pool[side] += figure.bars.first().map_or(0, |bar| bar.now.max(0)) as f32;
            }
        }
        (pool, able)
    };
    let mut pool: Vec<Series> = vec![Vec::new(); sides];
    let mut able: Vec<Series> = vec![Vec::new(); sides];
    let mut note = |unit: u32, shown: &Shown| {
        let (pools, ables) = sums(shown);
        for side in 0..sides {
            pool[side].push((unit, pools[side]));
            able[side].push((unit, ables[side]));
        }
    };
    note(0, &shown);
    let mut unit = 0;
    for event in battle.events(None) {
        if event.unit != unit {
            note(event.unit, &shown);
            unit = event.unit;
        }
        shown.fold(event);
    }
    note(unit + 1, &shown);
    (pool, able)
}

fn turning_points(sight: &Sight, events: &[&Event]) -> Vec<(u32, String)> {
    let mut points: Vec<(i32, u32, String)> = Vec::new();
    for event in events {
        let Some(who) = event.who else { continue };
        let name = sight.name(who);
        match &event.kind {
            EventKind::Out(by) => points.push((
                100,
                event.unit,
                format!("{name} is out of the fight: {}", by.word()),
            )),
            EventKind::Harmed { by, losses } => {
                let lost: i32 = losses.iter().map(|(_, points)| points.abs()).sum();
                if lost >= 5 {
                    let words = match by {
                        Some(by) => format!("{} takes {lost} points off {name}", sight.name(*by)),
                        None => format!("{name} loses {lost} points"),
                    };
                    points.push((lost, event.unit, words));
                }
            }
            _ => {}
        }
    }
    points.sort_by_key(|point| std::cmp::Reverse(point.0));
    points.truncate(6);
    points.sort_by_key(|point| point.1);
    points
        .into_iter()
        .map(|(_, unit, words)| (unit, words))
        .collect()
}

fn table(sight: &Sight, events: &[&Event]) -> Vec<Tally> {
    let mut rows: BTreeMap<CombatantId, Tally> = sight
        .figures
        .iter()
        .map(|figure| {
            let fate = match figure.fitness {
                Fitness::Out(by) => by.word().to_owned(),
                Fitness::Reserve => "never arrived".to_owned(),
                Fitness::Disabled => "could not act any more".to_owned(),
                Fitness::Able => "stands".to_owned(),
            };
            let tally = Tally {
                who: figure.id,
                side: figure.side,
                name: figure.label.name.to_string(),
                icon: icons::archetype(&figure.label.archetype),
                hits: 0,
                blows: 0,
                dealt: 0,
                taken: 0,
                fate,
                out: figure.fitness.is_out(),
            };
            (figure.id, tally)
        })
        .collect();
    for event in events {
        let Some(who) = event.who else { continue };
        match &event.kind {
            EventKind::Swung { result, .. } => {
                if let Some(row) = rows.get_mut(&who) {
                    row.blows += 1;
                    row.hits += u32::from(matches!(result.as_str(), "hit" | "critical"));
                }
            }
            EventKind::Harmed { by, losses } => {
                let lost: i32 = losses.iter().map(|(_, points)| points.abs()).sum();
                if let Some(row) = rows.get_mut(&who) {
                    row.taken += lost;
                }
                if let Some(row) = by.and_then(|by| rows.get_mut(&by)) {
                    row.dealt += lost;
                }
            }
            EventKind::Out(by) => {
                if let Some(row) = rows.get_mut(&who) {
                    row.fate = format!("{} in {}", by.word(), event.unit);
                }
            }
            _ => {}
        }
    }
    let mut rows: Vec<Tally> = rows.into_values().collect();
    rows.sort_by_key(|row| (row.side, std::cmp::Reverse(row.dealt), row.who));
    rows
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
                "{}, in {} {}",
                outcome.ending.words(&names).trim_end_matches('.'),
                sight.unit_name,
                outcome.unit
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
            points: turning_points(sight, &events),
            table: table(sight, &events),
            chart: 0,
            first: 0,
        }
    }
}

/// Curves of the sides on paper: the first full, the others dashed.
fn chart(pen: &Pen, rect: Rect, lines: &[Series], sides: &[String]) {
    let painter = pen.painter();
    let top = lines
        .iter()
        .flatten()
        .map(|point| point.1)
        .fold(1.0f32, f32::max);
    let last = lines
        .iter()
        .flatten()
        .map(|point| point.0)
        .max()
        .unwrap_or(1)
        .max(1);
    let room = Rect::from_min_max(rect.min + vec2(34.0, 8.0), rect.max - vec2(12.0, 20.0));
    let at = |(unit, value): (u32, f32)| {
        pos2(
            room.left() + room.width() * unit as f32 / last as f32,
            room.bottom() - room.height() * value / top,
        )
    };
    for step in 0..=4 {
        let value = top * step as f32 / 4.0;
        let y = at((0, value)).y;
        painter.line_segment(
            [pos2(room.left(), y), pos2(room.right(), y)],
            Stroke::new(1.0, p::faded(p::PAPER_RULE, 120)),
        );
        painter.text(
            pos2(room.left() - 8.0, y),
            Align2::RIGHT_CENTER,
            format!("{value:.0}"),
            fonts::plain(12.5),
            p::INK_DIM,
        );
    }
    let step = (last / 6).max(1);
    for unit in (0..=last).step_by(step as usize) {
        painter.text(
            pos2(at((unit, 0.0)).x, room.bottom() + 4.0),
            Align2::CENTER_TOP,
            unit.to_string(),
            fonts::plain(12.5),
            p::INK_DIM,
        );
    }
    let mut ends: Vec<f32> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let colour = tinctures::of(SideId(index as u8)).colour();
        let points: Vec<_> = line.iter().map(|point| at(*point)).collect();
        if index == 0 {
            painter.add(Shape::line(points.clone(), Stroke::new(3.0, colour)));
        } else {
            painter.extend(Shape::dashed_line(
                &points,
                Stroke::new(3.0, colour),
                10.0,
                5.0 + index as f32,
            ));
        }
        if let (Some(end), Some(value)) = (points.last(), line.last()) {
            let mut y = end.y - 9.0;
            while ends.iter().any(|other| (other - y).abs() < 15.0) {
                y += 16.0;
            }
            ends.push(y);
            let words = format!(
                "{} {:.0}",
                sides.get(index).map_or("", String::as_str),
                value.1
            );
            painter.text(
                pos2(room.right(), y),
                Align2::RIGHT_CENTER,
                words,
                fonts::bold(13.5),
                colour,
            );
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
        curves(pen, upper, results);
        points(pen, lower, results);
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

fn curves(pen: &mut Pen, rect: Rect, results: &mut Results) {
    let painter = pen.painter();
    paint::paper(&painter, rect);
    let inner = inside(rect);
    let names = [
        format!("{} of each side", results.pool_name),
        "Able to fight".to_owned(),
    ];
    painter.text(
        inner.min,
        Align2::LEFT_TOP,
        &names[results.chart.min(1)],
        fonts::name(21.0),
        p::INK,
    );
    let tabs = [
        (results.pool_name.clone(), Key::Num1),
        ("Able".to_owned(), Key::Num2),
    ];
    let mut x = inner.right();
    for (index, (words, key)) in tabs.iter().enumerate().rev() {
        x -= 112.0;
        let tab = Rect::from_min_size(pos2(x, inner.top() - 2.0), vec2(106.0, 30.0));
        if pen.button(
            tab,
            &Button::new(words)
                .key(Press::of(*key))
                .rank(Rank::Paper)
                .size(13.5),
        ) {
            results.chart = index;
        }
        if results.chart == index {
            painter.rect_stroke(tab, 2.0, Stroke::new(2.0, p::INK), StrokeKind::Inside);
        }
    }
    let room = Rect::from_min_max(inner.min + vec2(0.0, 36.0), inner.max);
    let lines = if results.chart == 0 {
        &results.pool
    } else {
        &results.standing
    };
    chart(pen, room, lines, &results.sides);
}

fn points(pen: &Pen, rect: Rect, results: &Results) {
    let painter = pen.painter();
    paint::paper(&painter, rect);
    let inner = inside(rect);
    painter.text(
        inner.min,
        Align2::LEFT_TOP,
        "Turning points",
        fonts::name(21.0),
        p::INK,
    );
    let mut y = inner.top() + 32.0;
    if results.points.is_empty() {
        painter.text(
            pos2(inner.left(), y),
            Align2::LEFT_TOP,
            "Nothing decided it but time.",
            fonts::prose(16.0),
            p::INK_DIM,
        );
    }
    for (unit, words) in &results.points {
        if y + 20.0 > inner.bottom() {
            break;
        }
        painter.text(
            pos2(inner.left(), y),
            Align2::LEFT_TOP,
            unit.to_string(),
            fonts::name(16.0),
            bevy_egui::egui::Color32::from_rgb(0x8F, 0x1A, 0x10),
        );
        y = paint::prose(
            &painter,
            pos2(inner.left() + 38.0, y),
            words,
            fonts::plain(15.0),
            p::INK,
            inner.width() - 38.0,
            2,
        ) + 5.0;
    }
}

fn rows(pen: &mut Pen, tokens: &mut Tokens, rect: Rect, results: &mut Results) {
    let painter = pen.painter();
    paint::panel(&painter, rect);
    let inner = inside(rect);
    painter.text(
        inner.min,
        Align2::LEFT_TOP,
        "Every combatant",
        fonts::name(21.0),
        p::TEXT,
    );
    let wide = inner.width();
    let (hits, dealt, taken, fate) = (
        inner.left() + wide * 0.30,
        inner.left() + wide * 0.42,
        inner.left() + wide * 0.60,
        inner.left() + wide * 0.76,
    );
    let y = inner.top() + 30.0;
    for (x, words) in [
        (hits, "hits"),
        (dealt, "dealt"),
        (taken, "taken"),
        (fate, "end"),
    ] {
        painter.text(
            pos2(x, y),
            Align2::LEFT_TOP,
            words,
            fonts::plain(13.0),
            p::DIM,
        );
    }
    let most = results
        .table
        .iter()
        .map(|row| row.dealt.max(row.taken))
        .max()
        .unwrap_or(1)
        .max(1) as f32;
    let high = 31.0;
    let fit = ((inner.bottom() - y - 20.0) / high).max(1.0) as usize;
    results.first = results.first.min(results.table.len().saturating_sub(fit));
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
    if scroll < -1.0 || pen.pressed(Press::of(Key::ArrowDown)) {
        results.first += 1;
    } else if scroll > 1.0 || pen.pressed(Press::of(Key::ArrowUp)) {
        results.first = results.first.saturating_sub(1);
    }
    let mut at = y + 20.0;
    for row in results.table.iter().skip(results.first).take(fit) {
        let middle = at + high / 2.0;
        painter.line_segment(
            [pos2(inner.left(), at), pos2(inner.right(), at)],
            Stroke::new(1.0, p::faded(p::RULE, 110)),
        );
        tokens.face(
            &painter,
            pen.icons,
            pos2(inner.left() + 14.0, middle),
            27.0,
            row.side,
            row.icon,
        );
        let ink = if row.out { p::DIM } else { p::TEXT };
        paint::line(
            &painter,
            pos2(inner.left() + 36.0, middle),
            Align2::LEFT_CENTER,
            &row.name,
            fonts::bold(14.5),
            ink,
            hits - inner.left() - 44.0,
        );
        painter.text(
            pos2(hits, middle),
            Align2::LEFT_CENTER,
            format!("{} of {}", row.hits, row.blows),
            fonts::plain(14.5),
            ink,
        );
        for (x, value, colour) in [
            (dealt, row.dealt, tinctures::of(row.side).bright()),
            (taken, row.taken, p::OFF),
        ] {
            let length = (taken - dealt - 44.0).max(10.0) * value as f32 / most;
            painter.rect_filled(
                Rect::from_min_size(pos2(x, middle - 6.0), vec2(length, 12.0)),
                0.0,
                colour,
            );
            painter.text(
                pos2(x + length + 6.0, middle),
                Align2::LEFT_CENTER,
                value.to_string(),
                fonts::bold(14.0),
                ink,
            );
        }
        paint::line(
            &painter,
            pos2(fate, middle),
            Align2::LEFT_CENTER,
            &row.fate,
            fonts::plain(14.0),
            if row.out { p::DANGER } else { p::GOOD },
            inner.right() - fate,
        );
        at += high;
    }
}
