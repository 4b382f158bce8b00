//! `phases` towards computer players: who everybody is, what blows do, what choices come to.
//!
//! Scores come from the rules' own functions ([`attack::score`], [`defence`]); what is rough is how
//! they are joined: means in place of distributions, one blow at a time.

mod answer;
mod blow;
mod choices;
mod grapple;
mod riding;
mod special;
mod standing;

use super::attack::AttackContext;
use super::defence;
use super::derive;
use super::facing::Arc4;
use super::gather;
use super::initiative::{InitiativeContext, action_speed};
use super::movement_rates as rates;
use super::scene::{Declared, Figure, HoldMode, Pools, Scene};
use super::sheet::DamageType;
use super::sheet::Sheet;
use super::weapon_use::{Mode, weapon_use};
use crate::combat::assess::{Assessment, Estimate, Gauge, Meeting, Threat, left_of};
use crate::combat::combatant::{Carried, CombatantId, Condition, Item, ItemId, Posture};
use crate::combat::dice::sum_weights;
use crate::combat::odds::{Modifier, Outcome};
use crate::combat::order::{Choice, Decision};
use crate::combat::plot::Gait;
use smol_str::SmolStr;
use std::cell::{OnceCell, RefCell};

/// Thousandths of a combatant that one point of a price stands for (BT-17): an average archetype
/// costs 13 to 14.
const POINT: i32 = 75;

/// What a phase in which somebody cannot act costs him, in thousandths of a combatant.
const STUNNED: i32 = 12;

/// A weapon as somebody could use it, with its damage dice told out.
struct Arm {
    /// A plain attack with it: what a hypothesis changes is written over.
    attack: RefCell<AttackContext>,
    kind: DamageType,
    reach: u16,
    missile: bool,
    /// Sum of the dice and how often it comes.
    weights: Vec<(i32, u64)>,
}

/// What of a figure no hypothesis changes; each part is worked out when first asked for.
#[derive(Default)]
struct Profile {
    /// The weapon of what he declared.
    arm: OnceCell<Option<Arm>>,
    /// Number and mean Armour Rating of a Parry; `None` if he has nothing to parry with.
    parry: OnceCell<Option<(i32, i32)>>,
    /// Armour Rating, Resist Targeting and Resist Breaking in front and elsewhere.
    armour: OnceCell<[(i32, i32, i32); 2]>,
    /// Worth of losing so many points, without and with the Critical ones.
    losses: OnceCell<Vec<[i32; 2]>>,
    /// Phases from one action to the next, in hundredths.
    turn: OnceCell<u32>,
    value: OnceCell<i32>,
    /// Blows looked at so far.
    blows: RefCell<Vec<KnownBlow>>,
}

/// A blow that has been weighed: many places differ in nothing that matters for it.
struct KnownBlow {
    key: u128,
    target: CombatantId,
    threat: Threat,
}

/// The assessment of a scene.
pub struct Assess<'a> {
    scene: &'a Scene,
    profiles: Vec<Profile>,
}

/// Points of a loss that are told apart; no blow takes more.
const MOST_LOST: usize = 64;

impl<'a> Assess<'a> {
    /// Of a scene.
    pub fn new(scene: &'a Scene) -> Assess<'a> {
        let mut profiles = Vec::new();
        profiles.resize_with(scene.figures.len(), Profile::default);
        Assess { scene, profiles }
    }

    fn profile(&self, figure: &Figure) -> &Profile {
        &self.profiles[usize::from(figure.id.0)]
    }

    /// The weapon somebody would use in his next action.
    fn arm(&self, figure: &Figure) -> Option<&Arm> {
        let arm = self.profile(figure).arm.get_or_init(|| {
            let tables = &*self.scene.tables;
            match &figure.tempo.declared {
                Declared::Shoot(item) => arm(self.scene, figure, *item, Mode::Shot),
                Declared::Throw(item) => arm(self.scene, figure, *item, Mode::Thrown),
                Declared::DrawAttack(item) => {
                    let drawn = super::systems::handling::drawn(figure, tables, *item);
                    arm(self.scene, &drawn, *item, Mode::Melee)
                }
                _ => gather::melee_item(figure, tables)
                    .and_then(|item| arm(self.scene, figure, item, Mode::Melee)),
            }
        });
        arm.as_ref()
    }

    fn parry(&self, figure: &Figure) -> Option<(i32, i32)> {
        *self
            .profile(figure)
            .parry
            .get_or_init(|| best_parry(self.scene, figure))
    }

    fn armour(&self, figure: &Figure, arc: Arc4) -> (i32, i32, i32) {
        let armour = self.profile(figure).armour.get_or_init(|| {
            [Arc4::Forward, Arc4::Back].map(|arc| {
                let found = derive::protection(&self.scene.tables, &figure.gear, arc);
                (found.ar, found.rt, found.rb)
            })
        });
        armour[usize::from(arc.is_rear())]
    }

    fn turn(&self, figure: &Figure) -> u32 {
        *self
            .profile(figure)
            .turn
            .get_or_init(|| turn(self.scene, figure, &figure.tempo.declared))
    }

    fn value(&self, figure: &Figure) -> i32 {
        *self.profile(figure).value.get_or_init(|| {
            let archetype = self.scene.tables.archetypes.get(&figure.label.archetype);
            POINT * archetype.map_or(13, |found| i32::from(found.points))
        })
    }

    /// What losses take from somebody, in thousandths of a combatant.
    fn loss(&self, target: &Figure, shp: i32, chp: i32) -> i32 {
        let value = self.value(target);
        let before = left_of(value, life(&target.sheet, target.pools));
        let pools = super::harm::after(target.pools, shp, chp);
        before - left_of(value, life(&target.sheet, pools))
    }

    /// The same for one blow, by points past the armour.
    fn losses(&self, target: &Figure) -> &[[i32; 2]] {
        self.profile(target).losses.get_or_init(|| {
            (0..=MOST_LOST as i32)
                .map(|points| {
                    [
                        self.loss(target, points, 0),
                        self.loss(target, points, points),
                    ]
                })
                .collect()
        })
    }

    /// Worth of a whole turn of somebody: his best plain blow at whom he faces, at average armour.
    fn turn_worth(&self, who: &Figure) -> i32 {
        let nearest = super::outlook::nearest_threat(self.scene, who);
        let blow = nearest.and_then(|foe| self.facing_blow(who, foe, 0));
        blow.map_or(60, |threat| threat.open)
    }

    /// A blow at somebody as if both stood face to face where it suits the weapon best.
    fn facing_blow(&self, a: &Figure, b: &Figure, prepared: u32) -> Option<Threat> {
        let arm = self.arm(a)?;
        let mut attack = self.plain(a, arm);
        attack.overprepared = prepared.min(5) as u8;
        self.armour_into(&mut attack, b, Arc4::Forward);
        Some(self.reckon(&attack, &arm.weights, b))
    }
}

/// How much of what he can lose is left, in thousandths: between the worse pool and their mean.
fn life(sheet: &Sheet, pools: Pools) -> i32 {
    if pools.shp <= 0 || pools.chp <= 0 {
        return 0;
    }
    let share = |now: i16, full: i16| 1000 * i32::from(now) / i32::from(full.max(1));
    let (shp, chp) = (share(pools.shp, sheet.shp), share(pools.chp, sheet.chp));
    ((shp.min(chp) + i32::midpoint(shp, chp)) / 2).max(1)
}

fn arm(scene: &Scene, figure: &Figure, item: ItemId, mode: Mode) -> Option<Arm> {
    let weapon = weapon_use(&scene.tables, &figure.sheet, &figure.gear, item, mode).ok();
    let weapon = weapon.filter(|weapon| mode != Mode::Melee || weapon.reach > 0)?;
    let weights = sum_weights(weapon.damage);
    let (reach, missile) = (u16::from(weapon.reach), !weapon.is_melee());
    let mut attack = AttackContext::plain(figure.id, weapon);
    attack.fumbles = scene.switches.special_attacks;
    if figure.conditions.has(Condition::Held) {
        attack.extra.push(Modifier::new("held", -5, "P-233"));
    }
    Some(Arm {
        kind: attack.kind,
        attack: RefCell::new(attack),
        reach,
        missile,
        weights,
    })
}

fn best_parry(scene: &Scene, figure: &Figure) -> Option<(i32, i32)> {
    let defender = gather::defence::defender(scene, figure);
    let held = |item: &&Item| {
        matches!(
            item.carried,
            Carried::Main | Carried::Both | Carried::Off | Carried::Natural
        )
    };
    figure
        .gear
        .0
        .iter()
        .filter(held)
        .filter_map(|item| gather::defence::parry(scene, figure, item, Arc4::Forward))
        .filter(|parry| parry.weapon.level > 0)
        .map(|parry| {
            let number = defence::parry_score(&defender, &parry).0.clamp(1, 19);
            let mean = parry.weapon.damage.twice_mean() / 2;
            (number, defence::parry_value(&parry, mean))
        })
        .max_by_key(|(number, value)| number * value)
}

/// Mean phases from one such action to the next, in hundredths.
fn turn(scene: &Scene, figure: &Figure, declared: &Declared) -> u32 {
    let tables = &*scene.tables;
    let speed = action_speed(&figure.sheet, tables, &figure.gear, declared).unwrap_or(0);
    let context = InitiativeContext::of(&figure.sheet, &figure.gear, tables, speed);
    let added = u32::from(context.armour_speed) + u32::from(context.load) + u32::from(speed);
    let faces: i32 = (1..=10)
        .map(|face| (face - i32::from(context.dx_bonus)).max(1))
        .sum();
    (100 * added + 10 * faces.unsigned_abs()).max(100)
}

/// Hexes of a walk on the feet, and of a run.
fn rates_of(scene: &Scene, figure: &Figure) -> (u16, u16) {
    // A rider goes on his mount's legs (B-089).
    let legs = scene.legs(figure);
    let sheet = &legs.sheet;
    let load = scene.tables.encumbrance.of(sheet.load);
    let rate = |gait| {
        let posture = Posture::Standing;
        rates::allowance_of(sheet, &legs.body, load, gait, posture)
            .map_or(0, |halves| halves / rates::METRE)
    };
    let walk = rate(Gait::Walk);
    let left = if figure.posture == Posture::Prone {
        (walk - 5).max(0)
    } else {
        walk
    };
    (left as u16, rate(Gait::Run).max(left) as u16)
}

impl Assessment for Assess<'_> {
    fn gauge(&self, who: CombatantId) -> Option<Gauge> {
        let figure = self.scene.get(who)?;
        let stands = figure.fitness.fills_hex();
        let tempo = &figure.tempo;
        // Nobody leaves a grip that he keeps or is in by walking (P-233, P-237).
        let gripped = figure.grip().is_some() || self.scene.holders(who).next().is_some();
        let (walk, run) = if gripped {
            (0, 0)
        } else {
            rates_of(self.scene, figure)
        };
        let free = figure.free().is_ok() || figure.struggles();
        let strikes = stands && !figure.is_ridden();
        let arm = if strikes { self.arm(figure) } else { None };
        let reach = arm.map_or(0, |arm| arm.reach);
        let range = arm.filter(|arm| arm.missile).map_or(0, |arm| {
            let attack = arm.attack.borrow();
            attack
                .weapon
                .range
                .as_ref()
                .map_or(0, |range| range.bands[1])
        });
        let attacks = matches!(
            tempo.declared,
            Declared::Attack(_)
                | Declared::Both(_)
                | Declared::Shoot(_)
                | Declared::Throw(_)
                | Declared::DrawAttack(_)
                | Declared::Grapple
                | Declared::BreakFree
        );
        Some(Gauge {
            who,
            side: figure.side,
            place: figure.place,
            stands,
            helpless: stands && figure.is_helpless(),
            down: figure.posture == Posture::Prone || figure.posture == Posture::Kneeling,
            value: self.value(figure),
            life: if stands {
                life(&figure.sheet, figure.pools)
            } else {
                0
            },
            ready: figure.rushed(self.scene.phase),
            hurries: free
                && !figure.is_steed()
                && attacks
                && tempo.refire.is_none()
                && tempo.hold.is_none(),
            turn: self.turn(figure),
            carry: self.scene.switches.rush_carry.into(),
            prepared: match tempo.hold {
                Some(HoldMode::Overprepare) => tempo.held.into(),
                _ => 0,
            },
            answers: figure.may_react(),
            answer_spends: true,
            walk,
            run,
            reach,
            range,
            charges: free
                && reach > 0
                && !figure.is_steed()
                && matches!(figure.posture, Posture::Standing | Posture::Mounted),
        })
    }

    fn threat(&self, a: CombatantId, b: CombatantId, meeting: &Meeting) -> Option<Threat> {
        let (a, b) = (self.scene.get(a)?, self.scene.get(b)?);
        let threat = self.blow(a, b, meeting)?;
        if !matches!(a.tempo.declared, Declared::Both(_)) || meeting.moving || meeting.charge {
            return Some(threat);
        }
        // The other weapon adds most of a blow.
        Some(Threat {
            open: threat.open * 17 / 10,
            answered: threat.answered * 17 / 10,
            ..threat
        })
    }

    fn overrun(&self, who: CombatantId, foe: CombatantId, early: u32) -> Option<Threat> {
        self.trample(self.scene.get(who)?, self.scene.get(foe)?, early)
    }

    fn estimate(&self, who: CombatantId, choice: &Choice) -> Option<Estimate> {
        let figure = self.scene.get(who)?;
        match choice.verb.as_str() {
            "attack" | "shoot" | "throw" => self.attack(figure, choice),
            "burst" => self.burst(figure, choice),
            "grapple" => self.grapple(figure, choice),
            "break free" => self.breaking(figure, choice),
            "hold" => Some(self.hold(figure, choice)),
            "parry" | "dodge" | "sidestep" | "defensive throw" | "nothing" => {
                self.answer(figure, choice)
            }
            "declare" => Some(self.declaration(figure, choice)),
            "act" => Some(Estimate::of("as declared", 50)),
            _ => None,
        }
    }

    fn tempo(&self, who: CombatantId, choice: &Choice) -> i32 {
        let Some(figure) = self.scene.get(who) else {
            return 0;
        };
        let turn = self.turn(figure).max(1) as i32;
        match choice.verb.as_str() {
            "attack" | "shoot" | "throw" | "burst" | "grapple" | "break free" | "act" => 1000,
            "hold" => 1000 + 100_000 / turn,
            "parry" if choice.slots.flag("free") => 0,
            "parry" | "dodge" | "sidestep" | "defensive throw" => {
                // The coming action is given up for one that begins to be prepared now.
                let ready = 100 * figure.rushed(self.scene.phase) as i32;
                1000 * (turn - ready).max(0) / turn
            }
            _ => 0,
        }
    }

    fn worth(&self, outcome: &Outcome) -> i32 {
        let Some(figure) = outcome.whom.and_then(|whom| self.scene.get(whom)) else {
            return 0;
        };
        let lost = |name: &str| -> i32 {
            let named = outcome.quantities.iter().filter(|(label, _)| label == name);
            named.map(|(_, change)| -change).sum()
        };
        let noted = |word: &str| i32::from(outcome.notes.iter().any(|note| note == word));
        self.loss(figure, lost("Stamina"), lost("Critical"))
            + answer::PRONE * noted("prone")
            + answer::DROPPED * noted("drops weapon")
            + answer::DROPPED * noted("disarmed")
            - STUNNED * lost("phases stunned")
            - special::ARMOUR * lost("gear broken")
            + answer::DROPPED * noted("parry fumbled")
            + self.turn_worth(figure) / 2 * noted("held")
            + self.value(figure) / 3 * noted("pinned")
            + self.lost_by_answering(figure) * i32::from(lost("thrown") != 0)
    }

    fn hides(&self, who: CombatantId) -> bool {
        let figure = self.scene.get(who);
        figure.is_some_and(|figure| figure.conditions.has(Condition::Hidden))
    }

    fn walks(&self, decision: &Decision) -> Option<SmolStr> {
        decision.verbs.iter().find(|verb| *verb == "plot").cloned()
    }

    fn hurried(&self, who: CombatantId, choice: &Choice) -> Option<Choice> {
        let figure = self.scene.get(who)?;
        let early = figure.tempo.due > self.scene.phase && figure.tempo.hold.is_none();
        let may = early && figure.tempo.refire.is_none();
        may.then(|| Choice {
            slots: choice.slots.clone().with_flag("rush"),
            ..choice.clone()
        })
    }

    fn standing(&self, who: CombatantId, opportunity: i32) -> Vec<(Choice, &'static str)> {
        self.scene
            .get(who)
            .map_or(Vec::new(), |figure| self.wanted(figure, opportunity))
    }

    fn promising(&self, decision: &Decision, _: bool) -> Option<Vec<Choice>> {
        let figure = self.scene.get(decision.who)?;
        (decision.kind == "statement").then(|| {
            let mut list = self.promising(figure);
            list.retain(|choice| decision.verbs.contains(&choice.verb));
            list
        })
    }

    fn errands(&self, who: CombatantId) -> Vec<(crate::board::Hex, i32)> {
        self.scene
            .get(who)
            .map_or(Vec::new(), |figure| self.lost_places(figure))
    }
}

#[cfg(test)]
mod tests;
