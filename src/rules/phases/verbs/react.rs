//! `parry`, `dodge`, `sidestep`, `defensive throw`, `nothing`: answers to all known blows of the phase together
//! (P-013, P-037, P-051, P-121, P-210).

use crate::combat::combatant::CombatantId;
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::refusal::Refusal;
use crate::rules::phases::defence::{Answer, Hands, Sidestep, dodge_tally};
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::gather::defence::{answers, dodge, double_parry, free_parry, parry};
use crate::rules::phases::grapple::counter::Counter;
use crate::rules::phases::grapple::hands::counter;
use crate::rules::phases::reaction::{check_answer, may_react};
use crate::rules::phases::scene::{Figure, ReactionOrder, Scene};
use crate::rules::phases::systems::bouts::Fight;
use crate::rules::phases::verbs::odds;

/// The verbs of a reaction, in the order they are listed.
pub const VERBS: [&str; 5] = ["parry", "dodge", "sidestep", "defensive throw", "nothing"];

/// Flags of a Parry: the facing it covers (P-123).
const FACINGS: [(&str, Arc4); 4] = [
    ("forward", Arc4::Forward),
    ("left rear", Arc4::LeftRear),
    ("right rear", Arc4::RightRear),
    ("back", Arc4::Back),
];

/// The fight somebody may answer now.
pub fn open_fight(scene: &Scene, who: CombatantId) -> Option<&Fight> {
    scene
        .fights
        .iter()
        .find(|fight| fight.target == who && fight.awaits_answer())
}

/// The answer a choice describes; `None` for doing nothing or what cannot be read.
pub fn answer(scene: &Scene, target: &Figure, fight: &Fight, choice: &Choice) -> Option<Answer> {
    build(scene, target, fight, choice.verb.as_str(), &choice.slots).ok()
}

fn build(
    scene: &Scene,
    target: &Figure,
    fight: &Fight,
    verb: &str,
    slots: &Slots,
) -> Result<Answer, Refusal> {
    match verb {
        "nothing" => Ok(Answer::Nothing),
        "dodge" => {
            let prone = target.posture == crate::combat::combatant::Posture::Prone;
            if slots.dir.is_none() && !prone {
                return Err(Refusal::new("P-053", "name the direction to dodge in"));
            }
            let dir = slots.dir.filter(|_| !prone);
            Ok(Answer::Dodge(dodge(scene, target, &fight.context, dir)))
        }
        "parry" => {
            let facing = FACINGS
                .iter()
                .find(|(flag, _)| slots.flag(flag))
                .map_or(Arc4::Forward, |(_, facing)| *facing);
            let item = slots
                .item
                .or_else(|| crate::rules::phases::gather::melee_item(target, &scene.tables))
                .and_then(|item| target.gear.item(item))
                .ok_or_else(|| Refusal::new("P-121", "there is no weapon in hand to parry with"))?;
            if target.grip().is_some() {
                let words = "both his hands have hold of somebody";
                return Err(Refusal::new("P-230", words));
            }
            if target.tempo.unready == Some(item.id) {
                return Err(Refusal::new(
                    "P-060",
                    "a weapon just picked up does not parry in this phase",
                ));
            }
            let found = if slots.flag("free") {
                free_parry(scene, target, facing)
            } else if slots.flag("both") {
                double_parry(scene, target, facing)
            } else {
                parry(scene, target, item, facing)
            };
            found
                .map(Answer::Parry)
                .ok_or_else(|| Refusal::new("P-121", "only a ready melee weapon parries"))
        }
        "sidestep" => {
            let mut attacks = Vec::new();
            for attacker in &slots.targets {
                // Of several blows of one attacker those that came through are meant first.
                let missed = |at: &usize| !fight.bout.attacks[*at].band.succeeded();
                let at = fight
                    .attackers()
                    .enumerate()
                    .filter(|(at, who)| who == attacker && !attacks.contains(&(*at as u16)))
                    .map(|(at, _)| at)
                    .min_by_key(missed)
                    .ok_or_else(|| Refusal::form("that one does not attack now"))?;
                attacks.push(at as u16);
            }
            Ok(Answer::Sidestep(Sidestep { attacks }))
        }
        "defensive throw" => {
            let [attacker] = slots.targets.as_slice() else {
                return Err(Refusal::new("P-245", "name the one attacker to throw"));
            };
            let mut answers = counters(scene, target, fight).filter(|counter| {
                fight.context.attacks[usize::from(counter.at)].attacker() == *attacker
            });
            answers
                .next()
                .map(Answer::Throw)
                .ok_or_else(|| Refusal::form("that one does not attack now"))
        }
        other => Err(Refusal::form(format!(
            "`{other}` is no reaction; allowed: {}",
            VERBS.join(", ")
        ))),
    }
}

/// The Defensive Throws against each of the attacks (P-245).
fn counters(scene: &Scene, target: &Figure, fight: &Fight) -> impl Iterator<Item = Counter> {
    let attacks = &fight.context.attacks;
    (0..attacks.len() as u16).filter_map(|at| counter(scene, target, attacks, at))
}

/// An answer as a choice.
pub fn choice(fight: &Fight, answer: &Answer) -> Choice {
    match answer {
        Answer::Nothing => Choice::plain("nothing"),
        Answer::Dodge(dodge) => Choice::new(
            "dodge",
            Slots {
                dir: dodge.dir,
                ..Slots::default()
            },
        ),
        Answer::Parry(parry) => {
            let flag = FACINGS
                .iter()
                .find(|(_, facing)| *facing == parry.facing)
                .map_or("forward", |(flag, _)| *flag);
            let slots = Slots {
                item: parry.weapon.item,
                ..Slots::default()
            };
            let slots = slots.with_flag(flag);
            let slots = match parry.hands {
                Hands::One => slots,
                Hands::Free => slots.with_flag("free"),
                Hands::Both(_) => slots.with_flag("both"),
            };
            Choice::new("parry", slots)
        }
        Answer::Throw(counter) => {
            let attack = fight.context.attacks.get(usize::from(counter.at));
            let attacker = attack.map(crate::rules::phases::exchange::Assault::attacker);
            let targets = attacker.into_iter().collect();
            Choice::new(
                "defensive throw",
                Slots {
                    targets,
                    ..Slots::default()
                },
            )
        }
        Answer::Sidestep(step) => {
            let targets = step
                .attacks
                .iter()
                .filter_map(|at| fight.context.attacks.get(usize::from(*at)))
                .map(crate::rules::phases::exchange::Assault::attacker)
                .collect();
            Choice::new(
                "sidestep",
                Slots {
                    targets,
                    ..Slots::default()
                },
            )
        }
    }
}

/// What the standing order answers, and why.
pub fn by_standing_order(scene: &Scene, target: &Figure, fight: &Fight) -> (Choice, String) {
    if may_react(&fight.bout, &fight.context).is_err() {
        return (
            Choice::plain("nothing"),
            "no reaction is possible".to_owned(),
        );
    }
    let possible = answers(scene, target, &fight.bout, &fight.context);
    match target.standing.reaction {
        ReactionOrder::Never => {
            return (
                Choice::plain("nothing"),
                "standing order: never react".to_owned(),
            );
        }
        ReactionOrder::Parry => {
            if let Some(parry) = possible
                .iter()
                .find(|answer| matches!(answer, Answer::Parry(_)))
            {
                return (choice(fight, parry), "standing order: parry".to_owned());
            }
        }
        ReactionOrder::Throw => {
            let throws = possible
                .iter()
                .find(|answer| matches!(answer, Answer::Throw(_)));
            if let Some(throws) = throws {
                return (choice(fight, throws), "standing order: throw".to_owned());
            }
        }
        ReactionOrder::Best | ReactionOrder::Ask => {}
    }
    let possible = worth_comparing(possible, fight);
    let (best, reason) = odds::best_answer(scene, target, fight, &possible);
    (choice(fight, &best), reason)
}

/// Of Dodges only the one with the best number: the others come to the same with less chance.
fn worth_comparing(possible: Vec<Answer>, fight: &Fight) -> Vec<Answer> {
    let number = |dodge: &crate::rules::phases::defence::Dodge| {
        let covered = |at: usize| {
            let state = &fight.bout.attacks[at];
            state.band.succeeded() && state.aware
        };
        let context = &fight.context;
        dodge_tally::<i32>(
            &context.defender,
            dodge,
            &context.attacks,
            covered,
            &context.dodge,
        )
    };
    let best = possible
        .iter()
        .enumerate()
        .filter_map(|(at, answer)| match answer {
            Answer::Dodge(dodge) => Some((number(dodge), std::cmp::Reverse(at))),
            _ => None,
        })
        .max()
        .map(|(_, std::cmp::Reverse(at))| at);
    possible
        .into_iter()
        .enumerate()
        .filter(|(at, answer)| !matches!(answer, Answer::Dodge(_)) || Some(*at) == best)
        .map(|(_, answer)| answer)
        .collect()
}

/// The verb.
pub struct React {
    name: &'static str,
}

impl React {
    /// Turn the blows aside with a weapon.
    pub const PARRY: React = React { name: "parry" };
    /// Throw oneself out of the way.
    pub const DODGE: React = React { name: "dodge" };
    /// Step aside from one blow.
    pub const SIDESTEP: React = React { name: "sidestep" };
    /// Throw the attacker.
    pub const THROW: React = React {
        name: "defensive throw",
    };
    /// Take it.
    pub const NOTHING: React = React { name: "nothing" };
}

impl Verb for React {
    fn name(&self) -> &'static str {
        self.name
    }

    fn rules(&self) -> &'static [&'static str] {
        match self.name {
            "parry" => &["P-121", "P-122", "P-123", "P-225", "P-226"],
            "dodge" => &["P-051", "P-052", "P-053", "P-055"],
            "sidestep" => &["P-210", "P-211"],
            "defensive throw" => &["P-245", "P-246", "P-247"],
            _ => &["P-037"],
        }
    }

    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let scene: &Scene = ask.scene();
        let Some(fight) = open_fight(scene, who) else {
            return Vec::new();
        };
        answers(scene, scene.figure(who), &fight.bout, &fight.context)
            .iter()
            .map(|answer| choice(fight, answer))
            .filter(|choice| choice.verb == self.name)
            .collect()
    }

    fn wishes(&self, ask: &Ask, who: CombatantId, _: Option<CombatantId>) -> Vec<Slots> {
        match self.name {
            "parry" => vec![Slots::default()],
            "dodge" => crate::board::Dir::ALL
                .into_iter()
                .map(|dir| Slots {
                    dir: Some(dir),
                    ..Slots::default()
                })
                .collect(),
            "sidestep" | "defensive throw" => open_fight(ask.scene(), who)
                .into_iter()
                .flat_map(Fight::attackers)
                .map(Slots::target)
                .collect(),
            _ => Vec::new(),
        }
    }

    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        let scene: &Scene = ask.scene();
        let fight = open_fight(scene, who)
            .ok_or_else(|| Refusal::new("P-013", "there is nothing to react to"))?;
        let answer = build(scene, scene.figure(who), fight, self.name, slots)?;
        check_answer(&fight.bout, &fight.context, &answer)
    }

    fn odds(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Option<Odds> {
        let scene: &Scene = ask.scene();
        let fight = open_fight(scene, who)?;
        let answer = build(scene, scene.figure(who), fight, self.name, slots).ok()?;
        Some(odds::of_answer(scene, fight, &answer))
    }

    fn words(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> String {
        let scene: &Scene = ask.scene();
        let names = |ids: &[CombatantId]| {
            ids.iter()
                .filter_map(|id| scene.get(*id))
                .map(|figure| figure.label.name.to_string())
                .collect::<Vec<_>>()
                .join(" and ")
        };
        match self.name {
            "parry" => {
                let flag = FACINGS
                    .iter()
                    .find(|(flag, _)| slots.flag(flag))
                    .map_or("forward", |f| f.0);
                let item = slots
                    .item
                    .and_then(|item| scene.figure(who).gear.item(item).cloned());
                let with = item.map_or_else(String::new, |item| {
                    format!(" with {}", super::declare::item_words(&item, &scene.tables))
                });
                let how = if slots.flag("free") {
                    ", at the cost of its next attack only"
                } else if slots.flag("both") {
                    " and the other weapon"
                } else {
                    ""
                };
                format!("parry{with}{how}, {flag}")
            }
            "dodge" => match slots.dir {
                Some(dir) => format!("dodge {}", scene.board.orientation.name(dir)),
                None => "dodge where he lies".to_owned(),
            },
            "sidestep" => format!("sidestep {}", names(&slots.targets)),
            "defensive throw" => format!("throw {}", names(&slots.targets)),
            _ => "take it".to_owned(),
        }
    }
}
