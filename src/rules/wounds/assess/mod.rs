//! `wounds` towards computer players: who everybody is, what blows do, what choices come to.
//!
//! Scores come from the rules' own functions: target numbers ([`attack::number`]), the damage chart,
//! the body map, Shock checks, places in the count-down. What is rough is how they are joined: means in
//! place of distributions, ways as the crow flies for everybody but the one who chooses, and half of
//! the coming round.
//!
//! [`attack::number`]: super::attack::number

mod blow;
mod choices;
mod exposure;
mod promising;
mod worth;

use super::scene::{Figure, Scene};
use super::{agenda, walk};
use crate::board::{Hex, distance};
use crate::combat::assess::{Assessment, Estimate, Gauge, Meeting, Stand, Threat};
use crate::combat::combatant::{Carried, CombatantId, Place, Posture};
use crate::combat::odds::Outcome;
use crate::combat::order::{Choice, Decision};
use blow::{Arm, Dose, DoseKey};
use smol_str::SmolStr;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// Thousandths of a combatant that one point of a price stands for (BT-17): an average archetype
/// costs 16 to 17.
const POINT: i32 = 60;

/// Where somebody is or would be, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pose {
    place: Place,
    posture: Posture,
    /// Half hexes he may still go in this round.
    left: i16,
}

impl Pose {
    fn of(figure: &Figure) -> Pose {
        Pose {
            place: figure.place,
            posture: figure.posture,
            left: figure.turn.left,
        }
    }
}

/// What of a figure no hypothesis changes; each part is worked out when first asked for.
#[derive(Default)]
struct Profile<'a> {
    arms: OnceCell<Vec<Arm<'a>>>,
    doses: RefCell<Vec<(DoseKey, Rc<Dose>)>>,
    losses: worth::Losses,
    value: OnceCell<i32>,
    /// Recovery penalties of the actions he may still take in this round.
    coming: OnceCell<Vec<i32>>,
    /// Those of a mean round.
    round: OnceCell<Vec<(i32, i32)>>,
    /// Half hexes of a full round.
    full: OnceCell<i16>,
}

/// The assessment of a scene.
pub struct Assess<'a> {
    scene: &'a Scene,
    profiles: Vec<Profile<'a>>,
    /// Whether blows are thought to be aimed at the best place.
    aims: bool,
    /// Whether it looks further than it has to.
    further: bool,
}

impl<'a> Assess<'a> {
    /// Of a scene.
    pub fn new(scene: &'a Scene) -> Assess<'a> {
        let mut profiles = Vec::new();
        profiles.resize_with(scene.figures.len(), Profile::default);
        Assess {
            scene,
            profiles,
            aims: true,
            further: false,
        }
    }

    fn profile(&self, figure: &Figure) -> &Profile<'a> {
        &self.profiles[usize::from(figure.id.0)]
    }

    fn value(&self, figure: &Figure) -> i32 {
        *self.profile(figure).value.get_or_init(|| {
            let archetype = self.scene.tables.archetypes.get(&figure.label.archetype);
            POINT * archetype.map_or(16, |found| i32::from(found.points))
        })
    }

    /// Whether blows are traded one for one (W-018).
    fn traded(&self) -> bool {
        super::gather::single(self.scene)
    }

    /// What is left of somebody, in thousandths of what he is unhurt.
    fn soundness(&self, figure: &Figure) -> i32 {
        let boxes = &figure.sheet.boxes;
        let stunned = worth::stunned(figure);
        worth::soundness(boxes, &figure.injuries, stunned, self.traded())
    }

    /// What he is still worth, in thousandths of a combatant.
    fn left(&self, figure: &Figure) -> i32 {
        self.value(figure) * self.soundness(figure) / 1000
    }
}

impl Assessment for Assess<'_> {
    fn look_further(&mut self) {
        self.further = true;
    }

    fn gauge(&self, who: CombatantId) -> Option<Gauge> {
        let figure = self.scene.get(who)?;
        let stands = figure.fitness.fills_hex();
        let walk = walk::allowance(self.scene, figure) / super::route::HALVES;
        let walk = u16::try_from(walk).unwrap_or(0);
        Some(Gauge {
            who,
            side: figure.side,
            place: figure.place,
            stands,
            helpless: stands && figure.helpless(),
            down: figure.posture == Posture::Prone,
            value: self.value(figure),
            life: if stands { self.soundness(figure) } else { 0 },
            ready: u32::from(agenda::slot(self.scene, figure).is_none()),
            hurries: false,
            turn: 100,
            carry: 0,
            prepared: 0,
            answers: false,
            answer_spends: false,
            walk,
            run: 2 * walk,
            reach: if stands {
                figure.reach(&self.scene.tables).into()
            } else {
                0
            },
            range: if stands { self.range(figure) as u16 } else { 0 },
            charges: false,
        })
    }

    fn threat(&self, a: CombatantId, b: CombatantId, meeting: &Meeting) -> Option<Threat> {
        let (a, b) = (self.scene.get(a)?, self.scene.get(b)?);
        if !b.fitness.on_board() || a.acts().is_err() {
            return None;
        }
        let pose = |figure: &Figure, place| Pose {
            place,
            ..Pose::of(figure)
        };
        let blow = self.blow(a, pose(a, meeting.from), b, pose(b, meeting.to), 0)?;
        Some(Threat {
            open: blow.harm,
            answered: blow.harm,
            chance: blow.chance,
        })
    }

    fn estimate(&self, who: CombatantId, choice: &Choice) -> Option<Estimate> {
        self.promise(self.scene.get(who)?, choice)
    }

    fn tempo(&self, _: CombatantId, _: &Choice) -> i32 {
        // Recovery is part of the estimate: the blows still to come in the round.
        0
    }

    fn worth(&self, outcome: &Outcome) -> i32 {
        let Some(figure) = outcome.whom.and_then(|whom| self.scene.get(whom)) else {
            return 0;
        };
        let noted = |word: &str| outcome.notes.iter().any(|note| note == word);
        let wounds: i32 = outcome
            .quantities
            .iter()
            .filter(|(name, _)| name == "Wounds")
            .map(|(_, change)| -change)
            .sum();
        let left = self.left(figure);
        if noted("dead") {
            return left;
        }
        let stuns = [
            ("unconscious", 880),
            ("winded", 750),
            ("falls", 650),
            ("limb gone", 500),
            ("arm numb", 250),
        ];
        let worst = stuns
            .iter()
            .filter(|(word, _)| noted(word))
            .map(|(_, share)| *share)
            .max()
            .unwrap_or(0);
        // A point is about a fortieth of somebody.
        (left * worst / 1000 + self.value(figure) * wounds / 40).min(left)
    }

    fn going(&self, decision: &Decision) -> Option<SmolStr> {
        decision.verbs.iter().find(|verb| *verb == "move").cloned()
    }

    fn once_a_unit(&self, decision: &Decision) -> bool {
        decision.kind == "skill"
    }

    fn stand(&self, who: CombatantId, choice: &Choice) -> Option<Stand> {
        let figure = self.scene.get(who)?;
        self.after(figure, choice)
    }

    fn promising(&self, decision: &Decision, thorough: bool) -> Option<Vec<Choice>> {
        let figure = self.scene.get(decision.who)?;
        let mut list = match decision.kind.as_str() {
            "action" => self.actions(figure, thorough),
            // What he means to use, and blows out of turn, go by the preset and by standing orders.
            _ => Vec::new(),
        };
        list.retain(|choice| decision.verbs.contains(&choice.verb));
        Some(list)
    }

    fn errands(&self, who: CombatantId) -> Vec<(Hex, i32)> {
        let Some(figure) = self.scene.get(who) else {
            return Vec::new();
        };
        let armed = figure
            .ready(&self.scene.tables)
            .any(|(item, _)| item.carried != Carried::Natural)
            || self.range(figure) > 0;
        let natural = figure
            .gear
            .0
            .iter()
            .all(|item| item.carried == Carried::Natural || item.carried == Carried::Worn);
        if armed || natural {
            return Vec::new();
        }
        let free = figure.free_hands();
        let fits = |name: &str| {
            let weapon = self.scene.tables.weapons.get(name);
            weapon.is_some_and(|weapon| weapon.is_melee() && weapon.hands <= free)
        };
        let lying = self.scene.ground.iter();
        lying
            .filter(|lying| fits(&lying.item.name))
            .map(|lying| (lying.hex, 100))
            .collect()
    }
}

/// Hexes between two.
fn apart(one: Place, other: Place) -> u32 {
    distance(one.hex, other.hex)
}

#[cfg(test)]
mod tests;
