//! `standing`: how a combatant's 3D's are decided, as an order of his side.

use crate::combat::order::{Choice, Order, Slots};
use crate::combat::refusal::Refusal;
use crate::combat::system::StandingTopic;
use crate::rules::nar::field::Roster;
use crate::rules::nar::plans::only;
use crate::rules::nar::scene::{DefenceOrder, Standing};
use bevy::prelude::World;

/// Words and what they set.
const WORDS: [(&str, DefenceOrder); 3] = [
    ("defence ask", DefenceOrder::Ask),
    ("defence best", DefenceOrder::Best),
    ("defence never", DefenceOrder::Never),
];

fn read(order: &Order) -> Result<Standing, Refusal> {
    let words = WORDS.map(|(word, _)| word);
    let fault = || Refusal::form(format!("standing orders are: {}", words.join(", ")));
    only(&order.choice.slots, &words).map_err(|_| fault())?;
    let mut set = WORDS
        .iter()
        .filter(|(word, _)| order.choice.slots.flag(word));
    match (set.next(), set.next()) {
        (Some((_, defence)), None) if order.choice.verb == "standing" => {
            Ok(Standing { defence: *defence })
        }
        _ => Err(fault()),
    }
}

/// Whether a side order may be given.
///
/// # Errors
/// What may be ordered.
pub fn check(order: &Order) -> Result<(), Refusal> {
    read(order).map(|_| ())
}

/// Carries a side order out; one that cannot be read changes nothing.
pub fn apply(world: &mut World, order: &Order) {
    let Ok(standing) = read(order) else { return };
    let entity = world.resource::<Roster>().0[usize::from(order.who.0)];
    world.entity_mut(entity).insert(standing);
}

/// The standing orders a level's words set at the start; words of other systems are left aside.
pub fn initial(words: &[(smol_str::SmolStr, Option<i32>)]) -> Standing {
    let known = words.iter().rev().find_map(|(word, _)| {
        let found = WORDS.iter().find(|(known, _)| known == word)?;
        Some(found.1)
    });
    Standing {
        defence: known.unwrap_or_default(),
    }
}

/// Standing orders as they are, and what may be set.
pub fn topics(standing: &Standing) -> Vec<StandingTopic> {
    let short = |word: &str| word.trim_start_matches("defence ").to_owned();
    let now = WORDS.iter().find(|(_, order)| *order == standing.defence);
    let values = WORDS.iter().map(|(word, _)| {
        let slots = Slots::default().with_flag(word);
        (short(word), Choice::new("standing", slots))
    });
    vec![StandingTopic {
        name: "defence".into(),
        now: now.map_or_else(String::new, |(word, _)| short(word)),
        values: values.collect(),
    }]
}
