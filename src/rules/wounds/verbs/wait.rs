//! `delay` and `pass`: acting at a later count, or not at all (WH-04).

use super::{Act, bare, only};
use crate::combat::order::Slots;
use crate::combat::refusal::Refusal;
use crate::rules::wounds::agenda;
use crate::rules::wounds::scene::{Figure, Scene};
use crate::rules::wounds::state::Initiative;

/// The verb `delay`.
pub struct Delay;
/// The verb `pass`.
pub struct Pass;

impl Act for Delay {
    fn name(&self) -> &'static str {
        "delay"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["WH-04", "WH-06"]
    }

    fn options(&self, scene: &Scene, figure: &Figure) -> Vec<Slots> {
        let now = scene.count.unwrap_or(0);
        // Just after each of the others first: that is what one waits for.
        let mut counts: Vec<i16> = scene
            .figures
            .iter()
            .filter(|other| other.id != figure.id && agenda::slot(scene, other).is_some())
            .filter_map(|other| Some(agenda::next_count(scene, other)? - 1))
            .filter(|count| *count < now)
            .collect();
        counts.sort_unstable_by_key(|count| std::cmp::Reverse(*count));
        counts.extend((1..now).rev());
        let mut seen = std::collections::BTreeSet::new();
        counts.retain(|count| seen.insert(*count));
        counts
            .into_iter()
            .map(|count| Slots {
                amount: Some(count.into()),
                ..Slots::default()
            })
            .collect()
    }

    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        only("delay", slots, &["amount"])?;
        figure.acts()?;
        let late = |words: &str| Refusal::new("WH-04", words);
        let (Initiative::Count(_), Some(now)) = (figure.turn.initiative, scene.count) else {
            return Err(late("only who has a count can wait for a later one"));
        };
        match slots.amount {
            Some(count) if (1..i32::from(now)).contains(&count) => Ok(()),
            _ => Err(late(
                "a later count of this round is 1 or more, and below this one",
            )),
        }
    }

    fn words(&self, _: &Scene, _: &Figure, slots: &Slots) -> String {
        match slots.amount {
            Some(count) => format!("wait for count {count}"),
            None => "wait".to_owned(),
        }
    }
}

impl Act for Pass {
    fn name(&self) -> &'static str {
        "pass"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["W-051"]
    }

    fn options(&self, _: &Scene, _: &Figure) -> Vec<Slots> {
        vec![Slots::default()]
    }

    fn check(&self, _: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        bare(slots, "pass")?;
        figure.free()
    }

    fn words(&self, _: &Scene, figure: &Figure, _: &Slots) -> String {
        if figure.turn.actions == 0 {
            "do nothing in this round".to_owned()
        } else {
            "do nothing more in this round".to_owned()
        }
    }
}
