//! Endings and objectives in words that players read.

use super::{Ending, Objective, Why, WhyDraw};
use crate::combat::clock;
use crate::combat::combatant::{CombatantId, ItemId, SideId};

/// What players call the things of a battle.
pub struct Names<'a> {
    /// Combatants.
    pub combatant: &'a dyn Fn(CombatantId) -> String,
    /// Sides.
    pub side: &'a dyn Fn(SideId) -> String,
    /// Items.
    pub item: &'a dyn Fn(ItemId) -> String,
}

impl Names<'_> {
    fn list(&self, who: &[CombatantId]) -> String {
        let names: Vec<String> = who.iter().map(|who| (self.combatant)(*who)).collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            Some((last, _)) => last.clone(),
            None => "nobody".to_owned(),
        }
    }
}

impl Objective {
    /// The objective as a task, without a full stop.
    pub fn words(&self, names: &Names) -> String {
        match self {
            Objective::Rout => "defeat every enemy".to_owned(),
            Objective::Kill { who } => format!("put {} out of the fight", names.list(who)),
            Objective::Protect { who, until: None } => {
                format!("keep {} in the fight to the end", names.list(who))
            }
            Objective::Protect {
                who,
                until: Some(until),
            } => {
                let time = clock::reading(clock::on_tick(*until));
                format!("keep {} in the fight until {time}", names.list(who))
            }
            Objective::Hold { zone, seconds } => {
                format!("hold {zone} for {} s", clock::on_tick(*seconds))
            }
            Objective::Reach { zone, count, by } => {
                let task = format!("bring {count} to {zone}");
                match by {
                    Some(by) => format!("{task} by {}", clock::reading(clock::on_tick(*by))),
                    None => task,
                }
            }
            Objective::Escape { exits, count } if exits.is_empty() => {
                format!("lead {count} off the field by the marked exits")
            }
            Objective::Escape { exits, count } => {
                format!("lead {count} off the field by {}", exits.join(" or "))
            }
            Objective::Survive { seconds } => {
                format!(
                    "hold out until {}",
                    clock::reading(clock::on_tick(*seconds))
                )
            }
            Objective::Carry { item, zone } => {
                format!("carry {} to {zone}", (names.item)(*item))
            }
        }
    }
}

impl Why {
    /// The reason as a clause, without a full stop.
    pub fn words(&self, names: &Names) -> String {
        match self {
            Why::AllOut => "all the others are out of the fight".to_owned(),
            Why::NoneAble => "none of the others could act any more".to_owned(),
            Why::Conceded => "the others gave up".to_owned(),
            Why::Fulfilled(list) => {
                let tasks: Vec<String> = list.iter().map(|task| task.words(names)).collect();
                format!("the task is done: {}", tasks.join("; "))
            }
            Why::Failed(task) => format!("the others failed to {}", task.words(names)),
        }
    }
}

impl WhyDraw {
    /// The reason as a clause, without a full stop.
    pub const fn words(self) -> &'static str {
        match self {
            WhyDraw::BothDefeated => "both were defeated at the same moment",
            WhyDraw::BothFulfilled => "both did what they came for at the same moment",
        }
    }
}

/// Half points as players read them: `13½`.
pub fn points(half: i32) -> String {
    let sign = if half < 0 { "−" } else { "" };
    let (whole, odd) = (half.unsigned_abs() / 2, half % 2 != 0);
    match (whole, odd) {
        (0, true) => format!("{sign}½"),
        (_, true) => format!("{sign}{whole}½"),
        (_, false) => format!("{sign}{whole}"),
    }
}

impl Ending {
    /// The ending in a sentence without a full stop.
    pub fn words(&self, names: &Names) -> String {
        match self {
            Ending::Won { side, why } => {
                format!("{} has won: {}", (names.side)(*side), why.words(names))
            }
            Ending::Draw { why } => format!("A draw: {}", why.words()),
            Ending::Points { winner, scores } => {
                format!("Time is up. {}", decided(*winner, scores, names))
            }
            Ending::Stalemate { winner, scores } => {
                format!(
                    "Nobody comes to blows any more. {}",
                    decided(*winner, scores, names)
                )
            }
        }
    }
}

fn decided(winner: Option<SideId>, scores: &[(SideId, i32)], names: &Names) -> String {
    let list: Vec<String> = scores
        .iter()
        .map(|(side, half)| format!("{} {}", (names.side)(*side), points(*half)))
        .collect();
    let list = list.join(", ");
    match winner {
        Some(side) => format!("{} has won on points: {list}", (names.side)(side)),
        None => format!("A draw on points: {list}"),
    }
}
