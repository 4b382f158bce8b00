//! Side orders: standing orders, and dropping what is in hand (T7: free at any time).

use crate::combat::combatant::ItemId;
use crate::combat::order::{Ask, Choice, Order, Slots};
use crate::combat::refusal::Refusal;
use crate::combat::system::StandingTopic;
use crate::rules::wounds::field::Field;
use crate::rules::wounds::scene::{Asks, Figure, OutOfTurn, Scene, Standing, item_words};
use crate::rules::wounds::systems::handling::drop_item;
use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use std::collections::BTreeSet;

/// Words of standing orders and what they set.
const WORDS: [&str; 12] = [
    "first contact strike",
    "first contact at least",
    "first contact hold back",
    "first contact ask",
    "blow at fleers strike",
    "blow at fleers at least",
    "blow at fleers hold back",
    "blow at fleers ask",
    "questions always",
    "questions news",
    "questions never",
    "further action at least",
];

fn percent(word: &str, amount: Option<i32>) -> Result<u8, Refusal> {
    amount
        .and_then(|amount| u8::try_from(amount).ok())
        .filter(|percent| (1..=100).contains(percent))
        .ok_or_else(|| Refusal::form(format!("`{word}` needs a number of 1 to 100")))
}

/// Standing orders with one word changed. The words that all systems share are understood too.
fn changed(old: &Standing, word: &str, amount: Option<i32>) -> Result<Standing, Refusal> {
    let mut new = old.clone();
    let both = |new: &mut Standing, to: OutOfTurn| {
        new.contact = to;
        new.fleers = to;
    };
    match word {
        "en passant never" => both(&mut new, OutOfTurn::HoldBack),
        "en passant first comer" => both(&mut new, OutOfTurn::Strike),
        "en passant at least" => both(&mut new, OutOfTurn::AtLeast(percent(word, amount)?)),
        "declaration same again" => new.asks = Asks::News,
        "declaration ask" => new.asks = Asks::Always,
        "first contact strike" => new.contact = OutOfTurn::Strike,
        "first contact at least" => new.contact = OutOfTurn::AtLeast(percent(word, amount)?),
        "first contact hold back" => new.contact = OutOfTurn::HoldBack,
        "first contact ask" => new.contact = OutOfTurn::Ask,
        "blow at fleers strike" => new.fleers = OutOfTurn::Strike,
        "blow at fleers at least" => new.fleers = OutOfTurn::AtLeast(percent(word, amount)?),
        "blow at fleers hold back" => new.fleers = OutOfTurn::HoldBack,
        "blow at fleers ask" => new.fleers = OutOfTurn::Ask,
        "questions always" => new.asks = Asks::Always,
        "questions news" => new.asks = Asks::News,
        "questions never" => new.asks = Asks::Never,
        "further action at least" => {
            new.risk = amount
                .and_then(|amount| u8::try_from(amount).ok())
                .filter(|risk| (2..=40).contains(risk))
                .ok_or_else(|| {
                    Refusal::form("`further action at least` needs a target number of 2 to 40")
                })?;
        }
        other => {
            return Err(Refusal::form(format!(
                "`{other}` is no standing order; allowed: {}",
                WORDS.join(", ")
            )));
        }
    }
    Ok(new)
}

fn order(word: &str, amount: Option<i32>) -> Choice {
    let slots = Slots {
        amount,
        ..Slots::default()
    }
    .with_flag(word);
    Choice::new("standing", slots)
}

fn out_of_turn(name: &str, now: OutOfTurn) -> StandingTopic {
    let word = |value: &str| format!("{name} {value}");
    let mut values: Vec<(String, Choice)> = ["strike", "hold back", "ask"]
        .iter()
        .map(|value| ((*value).to_owned(), order(&word(value), None)))
        .collect();
    for percent in [25, 50, 75] {
        values.push((
            format!("at least {percent} %"),
            order(&word("at least"), Some(percent)),
        ));
    }
    StandingTopic {
        name: name.into(),
        now: match now {
            OutOfTurn::HoldBack => "hold back".to_owned(),
            OutOfTurn::Strike => "strike".to_owned(),
            OutOfTurn::Ask => "ask".to_owned(),
            OutOfTurn::AtLeast(percent) => format!("at least {percent} %"),
        },
        values,
    }
}

/// Standing orders as they are, and what may be set; also what is done at once.
pub fn topics(scene: &Scene, figure: &Figure) -> Vec<StandingTopic> {
    let now = &figure.standing;
    let asks = match now.asks {
        Asks::Always => "always",
        Asks::News => "news",
        Asks::Never => "never",
    };
    let mut topics = vec![
        out_of_turn("first contact", now.contact),
        out_of_turn("blow at fleers", now.fleers),
        StandingTopic {
            name: "questions".into(),
            now: asks.to_owned(),
            values: ["always", "news", "never"]
                .iter()
                .map(|value| {
                    (
                        (*value).to_owned(),
                        order(&format!("questions {value}"), None),
                    )
                })
                .collect(),
        },
        StandingTopic {
            name: "further action".into(),
            now: format!("at least {}", now.risk),
            values: [5, 9, 12, 15]
                .iter()
                .map(|risk| {
                    (
                        format!("at least {risk}"),
                        order("further action at least", Some(*risk)),
                    )
                })
                .collect(),
        },
    ];
    let mut drops: Vec<(String, Choice)> = figure
        .gear
        .in_hand()
        .filter(|item| check_drop(figure, Some(item.id)).is_ok())
        .map(|item| {
            let slots = Slots {
                item: Some(item.id),
                ..Slots::default()
            };
            (
                format!("drop {}", item_words(item, &scene.tables)),
                Choice::new("drop", slots),
            )
        })
        .collect();
    // Of two that read the same either will do.
    let mut told = BTreeSet::new();
    drops.retain(|(words, _)| told.insert(words.clone()));
    if !drops.is_empty() {
        topics.push(StandingTopic {
            name: "at once".into(),
            now: "nothing".to_owned(),
            values: drops,
        });
    }
    topics
}

/// Standing orders to begin with; words that are not known are left aside.
pub fn initial(words: &[(smol_str::SmolStr, Option<i32>)]) -> Standing {
    words
        .iter()
        .fold(Standing::default(), |standing, (word, amount)| {
            changed(&standing, word, *amount).unwrap_or(standing)
        })
}

fn check_drop(figure: &Figure, item: Option<ItemId>) -> Result<(), Refusal> {
    figure.free()?;
    let item = item.ok_or_else(|| Refusal::form("`drop` needs an item"))?;
    figure
        .gear
        .in_hand()
        .find(|held| held.id == item)
        .map(|_| ())
        .ok_or_else(|| Refusal::form(format!("{} does not hold that", figure.label.name)))
}

/// Whether a side order may be given.
///
/// # Errors
/// Why not, with what is allowed.
pub fn check(ask: &Ask, order: &Order) -> Result<(), Refusal> {
    let scene: &Scene = ask.scene();
    let figure = scene.figure(order.who);
    let slots = &order.choice.slots;
    match order.choice.verb.as_str() {
        "standing" => {
            if slots.flags.is_empty() {
                return Err(Refusal::form(format!(
                    "name a standing order: {}",
                    WORDS.join(", ")
                )));
            }
            for word in &slots.flags {
                changed(&figure.standing, word, slots.amount)?;
            }
            Ok(())
        }
        "drop" => check_drop(figure, slots.item),
        other => Err(Refusal::form(format!(
            "`{other}` is unknown; allowed: standing, drop, concede"
        ))),
    }
}

/// Carries out a side order.
pub fn apply(world: &mut World, order: &Order) {
    let mut state: SystemState<Field> = SystemState::new(world);
    let mut field = state
        .get_mut(world)
        .expect("the rule system installed all that a field reads");
    let slots = &order.choice.slots;
    if order.choice.verb == "standing" {
        for word in &slots.flags {
            let old = field.get(order.who).standing.clone();
            if let Ok(new) = changed(&old, word, slots.amount) {
                *field.get_mut(order.who).standing = new;
            }
        }
    } else if let Some(item) = slots.item {
        drop_item(&mut field, order.who, item, "");
    }
}
