//! A look ahead at one's own walk: the movement is run in a second battle, with other dice, where
//! everybody of the other sides stands still and lets everybody pass. What they mean to do stays their
//! secret. Who may strike on the way is told by the rules beside it.

use super::sight::Sight;
use crate::board::{Dir, Hex};
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, Place, Posture, SideId};
use crate::combat::dice::{Script, Thrown};
use crate::combat::event::EventKind;
use crate::combat::flow::{Flow, Stage};
use crate::combat::odds::Odds;
use crate::combat::order::{Choice, DecisionId, Order, Slots};
use crate::combat::plot::{Gait, Plot};
use crate::combat::setup::Setup;
use crate::combat::snapshot::Snapshot;
use crate::combat::system::Stride;
use crate::seat::Card;
use std::collections::{BTreeMap, VecDeque};

/// A walk as it would go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Hexes in order, the start first.
    pub hexes: Vec<Hex>,
    /// How he comes to each of them, the start left out.
    pub strides: Vec<Stride>,
    /// Facing at its end.
    pub facing: Option<Dir>,
    /// Sixths of a circle turned in all.
    pub turned: u32,
    /// At a run.
    pub run: bool,
    /// It comes to a charge.
    pub charges: bool,
    /// Why it stops, if that was told.
    pub stops: String,
    /// What was told of him last on the way.
    pub note: String,
}

impl Walk {
    /// Hexes walked.
    pub fn metres(&self) -> usize {
        self.hexes.len().saturating_sub(1)
    }
}

/// Somebody who may strike at a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Who.
    pub who: CombatantId,
    /// With what, in words.
    pub words: String,
    /// The steps of the walk at which he may, from 1, each with its odds where the rules tell them.
    pub steps: Vec<(usize, Option<Odds>)>,
}

impl Threat {
    /// The odds at the first step at which he may strike.
    pub fn first(&self) -> Option<&Odds> {
        self.steps.first()?.1.as_ref()
    }
}

/// Who may strike at somebody on his walk, in the order in which they come to it.
pub fn threats(sight: &Sight, who: CombatantId, walk: &Walk) -> Vec<Threat> {
    let mut found: Vec<Threat> = Vec::new();
    for (step, stride) in (1..).zip(&walk.strides) {
        for blow in sight.rules().passing(&sight.ask(), who, stride) {
            let at = (step, blow.odds);
            match found.iter_mut().find(|known| known.who == blow.who) {
                Some(known) => known.steps.push(at),
                None => found.push(Threat {
                    who: blow.who,
                    words: blow.words,
                    steps: vec![at],
                }),
            }
        }
    }
    found
}

/// A second battle for looking ahead, from the state of an open window.
pub struct Foresight {
    shadow: Battle,
    state: Snapshot,
    events: usize,
    side: SideId,
}

/// The shadow throws other dice than any battle, so that no look ahead tells of the real ones.
const OTHER_DICE: u64 = 0x9E37_79B9_7F4A_7C15;

impl Foresight {
    /// From the open window; `None` if the state cannot be written down.
    pub fn new(battle: &mut Battle, setup: &Setup, side: SideId) -> Option<Foresight> {
        let state = battle.snapshot().ok()?;
        let shadow = Battle::start(battle.rules().clone(), setup, OTHER_DICE).ok()?;
        let events = battle.events(None).count();
        Some(Foresight {
            shadow,
            state,
            events,
            side,
        })
    }

    /// Puts the shadow at the window with the side's answers, `choice` for one of them, and closes it.
    fn answer(&mut self, card: &Card, who: CombatantId, choice: &Choice) -> Option<()> {
        self.shadow.restore(&self.state).ok()?;
        self.shadow.clear_drafts();
        let window = self.shadow.window()?.clone();
        for decision in &window.decisions {
            let own = card
                .entries
                .iter()
                .find(|entry| entry.decision.id == decision.id);
            let choice = match own {
                Some(_) if decision.who == who => choice.clone(),
                Some(entry) => entry.marked().clone(),
                None if decision.side == self.side => continue,
                // A plot of nothing but standing there.
                None => {
                    let slots = Slots {
                        plot: Some(Plot::default()),
                        ..Slots::default()
                    };
                    Choice {
                        verb: choice.verb.clone(),
                        slots,
                    }
                }
            };
            let order = Order {
                decision: decision.id,
                who: decision.who,
                choice,
            };
            if self.shadow.draft(decision.side, order).is_err() && decision.who == who {
                return None;
            }
        }
        // A blow in passing would tell of a standing order, or stop for an answer that nobody gives.
        let asked = window.decisions.iter().map(|one| (one.side, one.who));
        let asked: Vec<(SideId, CombatantId)> = asked.collect();
        for choice in self.shadow.rules().clone().lets_pass() {
            for (side, who) in &asked {
                let order = Order {
                    decision: DecisionId::NONE,
                    who: *who,
                    choice: choice.clone(),
                };
                // Whoever takes no such order strikes nobody.
                let _ = self.shadow.draft(*side, order);
            }
        }
        for side in window.sides() {
            self.shadow.seal(side).ok()?;
        }
        Some(())
    }

    /// The unit of time in which a declaration would come due, and the die it hangs on.
    fn due(
        &mut self,
        card: &Card,
        who: CombatantId,
        choice: &Choice,
        script: Option<Script>,
    ) -> Option<(u32, Option<Thrown>)> {
        self.answer(card, who, choice)?;
        self.shadow.script(script.unwrap_or_default());
        let unit = self.shadow.flow().unit;
        let over = |flow: &Flow| {
            flow.unit != unit || flow.stage != Stage::Declaration || flow.window.is_some()
        };
        self.shadow.advance_until(over).ok()?;
        let mut die = None;
        let mut due = None;
        for event in self
            .shadow
            .events(None)
            .skip(self.events)
            .filter(|event| event.who == Some(who))
        {
            let single = event
                .dice
                .iter()
                .find(|thrown| thrown.who == who && thrown.faces.len() == 1);
            die = single.cloned().or(die);
            if let EventKind::Initiative { due: unit } = event.kind {
                due = Some(unit);
                break;
            }
        }
        Some((due?, die))
    }

    /// The units of time in which a declaration may come due, each with its share of 1: the die is
    /// thrown once for every face.
    pub fn when(&mut self, card: &Card, who: CombatantId, choice: &Choice) -> Vec<(u32, f32)> {
        /// More faces than this are not gone through.
        const FACES: u16 = 20;
        let Some((due, die)) = self.due(card, who, choice, None) else {
            return Vec::new();
        };
        let Some(die) = die.filter(|die| die.sides <= FACES) else {
            return vec![(due, 1.0)];
        };
        let mut units: BTreeMap<u32, f32> = BTreeMap::new();
        for face in 1..=die.sides {
            let mut script = Script::default();
            script
                .faces
                .insert((who, die.purpose.clone()), VecDeque::from([face]));
            if let Some((due, _)) = self.due(card, who, choice, Some(script)) {
                *units.entry(due).or_default() += 1.0 / f32::from(die.sides);
            }
        }
        units.into_iter().collect()
    }

    /// How the walk of a combatant would go, with what his side has marked for the others.
    pub fn walk(
        &mut self,
        card: &Card,
        who: CombatantId,
        (place, mut posture): (Place, Posture),
        choice: &Choice,
    ) -> Option<Walk> {
        self.answer(card, who, choice)?;
        let unit = self.shadow.flow().unit;
        let over = |flow: &Flow| {
            flow.unit != unit
                || !matches!(flow.stage, Stage::Clock | Stage::Movement)
                || flow.window.is_some()
        };
        self.shadow.advance_until(over).ok()?;
        // The whole log is counted, so that nothing of before is taken for the walk.
        let side = Some(self.side);
        let news = self.shadow.events(None).skip(self.events);
        let news = news.filter(|event| event.who == Some(who) && event.visible_to(side));
        let mut walk = Walk {
            hexes: vec![place.hex],
            facing: Some(place.facing),
            ..Walk::default()
        };
        for event in news {
            match &event.kind {
                EventKind::Moved { from, to, run } if walk.hexes.last() == Some(from) => {
                    walk.note.clear();
                    walk.hexes.push(*to);
                    walk.run |= run;
                    walk.strides.push(Stride {
                        place: Place {
                            hex: *to,
                            facing: walk.facing.unwrap_or(place.facing),
                        },
                        posture,
                        gait: if *run { Gait::Run } else { Gait::Walk },
                    });
                }
                EventKind::Posture { to, .. } => posture = *to,
                EventKind::Turned { from, to } if walk.facing == Some(*from) => {
                    walk.turned += from.sixths_to(*to).unsigned_abs();
                    walk.facing = Some(*to);
                }
                EventKind::Stopped if walk.stops.is_empty() => walk.stops.clone_from(&event.note),
                EventKind::Note if !event.note.is_empty() => walk.note.clone_from(&event.note),
                EventKind::Charged { .. } => {
                    walk.charges = true;
                    break;
                }
                _ => {}
            }
        }
        Some(walk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::plot::Intent;
    use crate::start::start;
    use std::path::Path;
    use std::sync::Arc;

    const ALDO: CombatantId = CombatantId(0);
    const BRUNA: CombatantId = CombatantId(1);

    /// The duel at its first plots, after side orders of both; Aldo runs at Bruna.
    fn duel(orders: &[(CombatantId, &str)], seed: u64) -> (Battle, Setup, Sight, Card, Choice) {
        let start = start(Path::new("duel"), Some("phases"), None).unwrap();
        let mut battle = Battle::start(start.rules.clone(), &start.setup, seed).unwrap();
        loop {
            battle.advance().unwrap();
            let window = battle.window().unwrap().clone();
            if window.decisions[0].kind == "plot" {
                break;
            }
            for side in window.sides() {
                for (who, words) in orders.iter().filter(|(who, _)| SideId(who.0 as u8) == side) {
                    let order = Order {
                        decision: DecisionId::NONE,
                        who: *who,
                        choice: Choice::new("standing", Slots::default().with_flag(words)),
                    };
                    battle.draft(side, order).unwrap();
                }
                battle.seal(side).unwrap();
            }
        }
        let ground = Arc::new(start.setup.board.clone());
        let sight = Sight::new(&mut battle, &ground, Some(SideId(0)));
        let card = Card::new(&mut battle, SideId(0)).unwrap();
        let plot = Plot {
            gait: Gait::Run,
            ..Plot::new(Intent::Close(BRUNA, 1))
        };
        let choice = Choice::new(
            &card.entry().decision.kind,
            Slots {
                plot: Some(plot),
                ..Slots::default()
            },
        );
        (battle, start.setup, sight, card, choice)
    }

    fn foreseen(
        battle: &mut Battle,
        setup: &Setup,
        sight: &Sight,
        card: &Card,
        choice: &Choice,
    ) -> Walk {
        let me = sight.figure(ALDO).unwrap();
        let mut ahead = Foresight::new(battle, setup, SideId(0)).unwrap();
        ahead
            .walk(card, ALDO, (me.place, me.posture), choice)
            .unwrap()
    }

    #[test]
    fn the_number_told_of_a_passing_blow_is_the_one_that_is_rolled() {
        let orders = [(BRUNA, "en passant first comer")];
        let (mut battle, setup, sight, card, choice) = duel(&orders, 3);
        let walk = foreseen(&mut battle, &setup, &sight, &card, &choice);
        assert_eq!(walk.strides.len(), walk.metres());
        let told = threats(&sight, ALDO, &walk);
        let [threat] = &told[..] else {
            panic!("{told:?}");
        };
        assert_eq!(threat.who, BRUNA);
        let (number, faces) = threat.first().unwrap().target.unwrap();
        assert_eq!(faces, 20);
        // In motion he may only parry (P-067).
        let answers = &threat.first().unwrap().answers;
        assert!(
            answers.iter().all(|one| !one.answer.contains("dodge")),
            "{answers:?}"
        );
        assert!(
            answers.iter().any(|one| one.answer.contains("parry")),
            "{answers:?}"
        );
        // It is played: Bruna stands and strikes.
        let order = Order {
            decision: card.entry().decision.id,
            who: ALDO,
            choice,
        };
        battle.draft(SideId(0), order).unwrap();
        for _ in 0..6 {
            let window = battle.window().unwrap().clone();
            for side in window.waiting().collect::<Vec<_>>() {
                battle.seal(side).unwrap();
            }
            battle.advance().unwrap();
            if battle.flow().unit > 1 {
                break;
            }
        }
        let rolled = battle.events(None).find(|event| {
            event.who == Some(BRUNA)
                && event
                    .details
                    .iter()
                    .any(|one| one.label.starts_with("number to roll"))
        });
        let rolled = rolled.expect("she strikes in passing");
        let of = |one: &&crate::combat::event::Detail| one.label.starts_with("number to roll");
        assert_eq!(rolled.details.iter().find(of).unwrap().value, number);
    }

    #[test]
    fn a_look_ahead_tells_nothing_of_what_the_other_side_has_resolved() {
        let walks = |words: &str| {
            let orders = [(BRUNA, words), (ALDO, "reaction ask")];
            let (mut battle, setup, sight, card, choice) = duel(&orders, 3);
            let walk = foreseen(&mut battle, &setup, &sight, &card, &choice);
            let told = threats(&sight, ALDO, &walk);
            (walk, told)
        };
        let strikes = walks("en passant first comer");
        // He comes all the way, though the blow would be asked about in the middle of it.
        assert!(strikes.0.metres() > 3);
        assert_eq!(strikes, walks("en passant never"));
    }
}
