//! Side orders: standing orders, aborting, and what is done by the way (P-056, P-058 to P-060).

use super::declare::item_words;
use crate::combat::combatant::ItemId;
use crate::combat::order::{Ask, Choice, DecisionId, Order, Slots};
use crate::combat::refusal::Refusal;
use crate::combat::system::StandingTopic;
use crate::rules::phases::field::Field;
use crate::rules::phases::scene::{
    Aside, EnPassant, Figure, HoldMode, ReactionOrder, Scene, Standing,
};
use crate::rules::phases::systems::grips::release;
use crate::rules::phases::systems::handling::{check_aside, put_down};
use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use std::collections::BTreeSet;

/// Words of standing orders and what they set.
const WORDS: [&str; 16] = [
    "en passant never",
    "en passant first comer",
    "en passant at least",
    "reaction ask",
    "reaction best",
    "reaction parry",
    "reaction throw",
    "reaction never",
    "facing nearest threat",
    "facing keep",
    "declaration same again",
    "declaration ask",
    "waiting overprepare",
    "waiting guard",
    "dropped weapon pick up",
    "dropped weapon leave",
];

/// Standing orders with one word changed.
fn changed(old: &Standing, word: &str, amount: Option<i32>) -> Result<Standing, Refusal> {
    let mut new = old.clone();
    match word {
        "en passant never" => new.en_passant = EnPassant::Never,
        "en passant first comer" => new.en_passant = EnPassant::FirstComer,
        "en passant at least" => {
            let percent = amount
                .and_then(|amount| u8::try_from(amount).ok())
                .filter(|percent| (1..=100).contains(percent))
                .ok_or_else(|| Refusal::form("`en passant at least` needs a chance of 1 to 100"))?;
            new.en_passant = EnPassant::AtLeast(percent);
        }
        "reaction ask" => new.reaction = ReactionOrder::Ask,
        "reaction best" => new.reaction = ReactionOrder::Best,
        "reaction parry" => new.reaction = ReactionOrder::Parry,
        "reaction throw" => new.reaction = ReactionOrder::Throw,
        "reaction never" => new.reaction = ReactionOrder::Never,
        "facing nearest threat" => new.face_threat = true,
        "facing keep" => new.face_threat = false,
        "declaration same again" => new.same_again = true,
        "declaration ask" => new.same_again = false,
        "waiting overprepare" => new.waiting = HoldMode::Overprepare,
        "waiting guard" => new.waiting = HoldMode::Guard,
        "dropped weapon pick up" => new.retrieve = true,
        "dropped weapon leave" => new.retrieve = false,
        other => {
            return Err(Refusal::form(format!(
                "`{other}` is no standing order; allowed: {}",
                WORDS.join(", ")
            )));
        }
    }
    Ok(new)
}

/// The side order that sets a standing order by its words.
pub fn order(word: &str, amount: Option<i32>) -> Choice {
    let slots = Slots {
        amount,
        ..Slots::default()
    }
    .with_flag(word);
    Choice::new("standing", slots)
}

/// Standing orders as they are, and what may be set; also what is done by the way.
pub fn topics(scene: &Scene, figure: &Figure) -> Vec<StandingTopic> {
    let now = &figure.standing;
    let topic = |name: &str, now: String, values: &[&str]| StandingTopic {
        name: name.into(),
        now,
        values: values
            .iter()
            .map(|value| ((*value).to_owned(), order(&format!("{name} {value}"), None)))
            .collect(),
    };
    let mut passing = topic(
        "en passant",
        match now.en_passant {
            EnPassant::Never => "never".to_owned(),
            EnPassant::FirstComer => "first comer".to_owned(),
            EnPassant::AtLeast(percent) => format!("at least {percent} %"),
        },
        &["never", "first comer"],
    );
    for percent in [25, 50, 75] {
        let choice = order("en passant at least", Some(percent));
        passing
            .values
            .push((format!("at least {percent} %"), choice));
    }
    let reaction = match now.reaction {
        ReactionOrder::Ask => "ask",
        ReactionOrder::Best => "best",
        ReactionOrder::Parry => "parry",
        ReactionOrder::Throw => "throw",
        ReactionOrder::Never => "never",
    };
    let facing = if now.face_threat {
        "nearest threat"
    } else {
        "keep"
    };
    let declaration = if now.same_again { "same again" } else { "ask" };
    let waiting = match now.waiting {
        HoldMode::Guard => "guard",
        HoldMode::Overprepare | HoldMode::Plain => "overprepare",
    };
    let mut topics = vec![
        passing,
        topic(
            "reaction",
            reaction.to_owned(),
            &["ask", "best", "parry", "throw", "never"],
        ),
        topic("facing", facing.to_owned(), &["nearest threat", "keep"]),
        topic(
            "declaration",
            declaration.to_owned(),
            &["same again", "ask"],
        ),
        topic("waiting", waiting.to_owned(), &["overprepare", "guard"]),
        topic(
            "dropped weapon",
            if now.retrieve { "pick up" } else { "leave" }.to_owned(),
            &["pick up", "leave"],
        ),
    ];
    let item = |verb: &str, item: ItemId| {
        Choice::new(
            verb,
            Slots {
                item: Some(item),
                ..Slots::default()
            },
        )
    };
    let mut now = vec![("abort".to_owned(), Choice::plain("abort"))];
    if let Some(held) = figure.grip().and_then(|grip| scene.get(grip.whom)) {
        let words = format!("let go of {}", held.label.name);
        now.push((words, Choice::plain("let go")));
    }
    for carried in &figure.gear.0 {
        let name = item_words(carried, &scene.tables);
        now.push((format!("drop {name}"), item("drop", carried.id)));
        now.push((format!("put away {name}"), item("put away", carried.id)));
    }
    for lying in &scene.ground {
        let name = item_words(&lying.item, &scene.tables);
        now.push((format!("pick up {name}"), item("pick up", lying.item.id)));
    }
    now.retain(|(_, choice)| {
        let order = Order {
            decision: DecisionId::NONE,
            who: figure.id,
            choice: choice.clone(),
        };
        check(&Ask { scene }, &order).is_ok()
    });
    // Of two that read the same either will do.
    let mut told = BTreeSet::new();
    now.retain(|(words, _)| told.insert(words.clone()));
    if !now.is_empty() {
        topics.push(StandingTopic {
            name: "at once".into(),
            now: "nothing".to_owned(),
            values: now,
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

/// Whether a side order may be given.
///
/// # Errors
/// Why not, with what is allowed.
pub fn check(ask: &Ask, order: &Order) -> Result<(), Refusal> {
    let scene: &Scene = ask.scene();
    let figure = scene.figure(order.who);
    let slots = &order.choice.slots;
    if figure.is_steed() && order.choice.verb != "standing" {
        return Err(Refusal::new(
            "B-092",
            format!(
                "{} is a mount: it does what its rider wants",
                figure.label.name
            ),
        ));
    }
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
        "abort" => {
            figure.free()?;
            if figure.tempo.aborted {
                return Err(Refusal::new("P-056", "once in a phase is enough"));
            }
            Ok(())
        }
        "let go" => {
            figure.free()?;
            match figure.grip() {
                Some(_) => Ok(()),
                None => Err(Refusal::new(
                    "P-232",
                    format!("{} has hold of nobody", figure.label.name),
                )),
            }
        }
        "drop" | "put away" | "pick up" => check_aside(scene, figure, &order.choice),
        other => Err(Refusal::form(format!(
            "`{other}` is unknown; allowed: standing, abort, let go, drop, put away, pick up, concede"
        ))),
    }
}

/// Carries out a side order.
pub fn apply(world: &mut World, order: &Order) {
    let mut state: SystemState<(Field, Query<&mut Aside>)> = SystemState::new(world);
    let (mut field, mut asides) = state
        .get_mut(world)
        .expect("the rule system installed all that a field reads");
    let slots = &order.choice.slots;
    match order.choice.verb.as_str() {
        "standing" => {
            for word in &slots.flags {
                let old = field.get(order.who).standing.clone();
                if let Ok(new) = changed(&old, word, slots.amount) {
                    *field.get_mut(order.who).standing = new;
                }
            }
        }
        "abort" => field.get_mut(order.who).tempo.aborted = true,
        "let go" => release(&mut field, order.who, "lets go"),
        "drop" => {
            if let Some(item) = slots.item {
                put_down(&mut field, order.who, item);
            }
        }
        _ => {
            let entity = field.entity(order.who);
            if let Ok(mut aside) = asides.get_mut(entity) {
                aside.0 = Some(order.choice.clone());
            }
        }
    }
}
