//! What grapples promise: being held, pinned and thrown in thousandths of a combatant (P-230 to
//! P-248, B-110).

use super::Assess;
use super::answer::PRONE;
use super::choices::{answers, landing};
use crate::board::distance;
use crate::combat::assess::{Estimate, Meeting, Threat, left_of};
use crate::combat::dice::sum_weights;
use crate::combat::order::Choice;
use crate::rules::phases::attack::{self, AttackContext};
use crate::rules::phases::derive;
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::grapple::struggle::{self, Struggle};
use crate::rules::phases::grapple::{Grapple, WEAPON, Way, hands};
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::scene::{Declared, Figure};
use crate::rules::phases::verbs::{break_free, grapple};

/// Hexes within which somebody comes to the rescue before a Pin has made a captive.
const RESCUE: u32 = 8;
/// What a phase costs in which somebody can do nothing.
const PHASE_LOST: i32 = 40;

/// Chance of a number on a d20, in thousandths.
fn chance(number: i32) -> i32 {
    50 * number.clamp(1, 19)
}

impl Assess<'_> {
    /// What it is worth to have somebody pinned: he is nearly a captive, unless others come for him
    /// or he breaks free.
    pub(super) fn pinned_worth(&self, holder: &Figure, held: &Figure) -> i32 {
        let left = left_of(self.value(held), super::life(&held.sheet, held.pools));
        let rescuers = self
            .scene
            .foes_near(holder, RESCUE)
            .filter(|foe| foe.id != held.id && foe.is_free())
            .count() as i32;
        // Own people close by strike at one who cannot defend himself.
        let helpers = self.scene.foes_near(held, RESCUE);
        let helpers = helpers.filter(|own| own.id != holder.id && own.is_free());
        let helpers = helpers.count() as i32;
        let sure = (700 - 220 * rescuers + 110 * helpers.min(3)).clamp(150, 850);
        left * sure / 1000
    }

    /// What it is worth to have somebody held: five less on all he tries, and a Pin may follow.
    pub(super) fn held_worth(&self, holder: &Figure, held: &Figure) -> i32 {
        let level = derive::level(&holder.sheet, WEAPON);
        let score = derive::level_score(level);
        let breaks = chance(i32::from(held.sheet.fi)) * (1000 - chance(score)) / 1000;
        let pins = chance(score) * (1000 - breaks) / 1000;
        let hampered = self.turn_worth(held) / 4;
        hampered + self.pinned_worth(holder, held) * pins / 2000
    }

    /// What a throw on a way costs the one who flies.
    pub(super) fn thrown_worth(&self, thrown: &Figure, way: &Way) -> i32 {
        let board = &*self.scene.board;
        let falls = if way.blocked {
            1000
        } else {
            1000 - chance(i32::from(thrown.sheet.dx))
        };
        let mut worth = self.lost_by_answering(thrown) + PRONE * falls / 1000;
        if way.drop > 0 {
            let levels = i32::from(way.drop);
            worth += self.loss(thrown, 4 * levels, levels) + PRONE;
        }
        if way.water {
            let mut at = way.from;
            for _ in 0..way.hexes {
                at = way.dir.from(at);
                let into = landing(board, thrown, thrown.place.hex, at);
                if into > 0 {
                    worth += into;
                    break;
                }
            }
        }
        if way.wall > 0 {
            let fails = 1000 - chance(i32::from(thrown.sheet.rss));
            let phases = 3 + i32::from(way.wall);
            worth += (PHASE_LOST * phases).min(self.value(thrown) / 2) * fails / 1000;
        }
        worth
    }

    /// What a grapple comes to if it comes through.
    fn seized(&self, holder: &Figure, held: &Figure, aim: &Grapple) -> i32 {
        match aim {
            Grapple::Hold => self.held_worth(holder, held),
            Grapple::Pin | Grapple::Overbear { .. } => self.pinned_worth(holder, held),
            Grapple::Throw(way) => self.thrown_worth(held, way),
        }
    }

    /// What an attack costs its target beside harm, if it comes through.
    pub(super) fn seizure(&self, attack: &AttackContext, target: &Figure) -> i32 {
        match (&attack.grapple, self.scene.get(attack.attacker)) {
            (Some(aim), Some(attacker)) => self.seized(attacker, target, aim),
            _ => 0,
        }
    }

    /// Chance in thousandths that a grapple comes through: nobody parries it, but he may leap away.
    fn through(&self, number: i32, target: &Figure) -> i32 {
        let dodge = i32::from(target.sheet.dx) + 3 - target.rushed(self.scene.phase) as i32;
        let often = answers(target, self.scene.phase);
        chance(number) * (1_000_000 - often * chance(dodge)) / 1_000_000
    }

    /// A grapple that has been chosen.
    pub(super) fn grapple(&self, figure: &Figure, choice: &Choice) -> Option<Estimate> {
        let context = grapple::context(self.scene, figure, &choice.slots).ok()?;
        let target = self.scene.get(*choice.slots.targets.first()?)?;
        let through = self.through(attack::tally(&context), target);
        let Some(aim) = context.grapple.as_ref() else {
            return self.struck(&context, target);
        };
        let worth = self.seized(figure, target, aim);
        // A throw gives up what the Hold was good for.
        let given = match aim {
            Grapple::Throw(_) => self.held_worth(figure, target) / 2,
            _ => 0,
        };
        Some(Estimate::of(
            "what the grip comes to",
            (worth - given) * through / 1000,
        ))
    }

    /// A Special Attack out of a Hold that a weapon might make as well.
    fn struck(&self, context: &AttackContext, target: &Figure) -> Option<Estimate> {
        let weights = sum_weights(context.weapon.damage);
        let harm = self.reckon(context, &weights, target).open;
        let effect = self.effect(context, target);
        Some(Estimate::of("harm", harm).and("what else it does", effect))
    }

    /// An attempt to break free.
    pub(super) fn breaking(&self, figure: &Figure, choice: &Choice) -> Option<Estimate> {
        let context = break_free::context(self.scene, figure, &choice.slots).ok()?;
        let holder = self.scene.get(context.keeper)?;
        let worth = self.freedom(figure, holder, &context);
        Some(Estimate::of("to be free again", worth))
    }

    /// Worth of an attempt to break free.
    fn freedom(&self, figure: &Figure, holder: &Figure, context: &Struggle) -> i32 {
        let worth = if context.pin {
            self.pinned_worth(holder, figure)
        } else {
            self.held_worth(holder, figure)
        };
        let number = struggle::score(context).0;
        worth * chance(number) / 1000 * (1000 - chance(context.keep)) / 1000
    }

    /// The blow of somebody whose mind is on gripping, or on a grip he is in.
    pub(super) fn grasp(&self, a: &Figure, b: &Figure, meeting: &Meeting) -> Option<Threat> {
        let even = |worth: i32, chance: i32| Threat {
            open: worth,
            answered: worth,
            chance,
        };
        if a.tempo.declared == Declared::BreakFree {
            let mut context = hands::struggle(self.scene, a, b.id).ok()?;
            context.rushed = meeting.early;
            let worth = self.freedom(a, b, &context);
            return Some(even(worth, chance(struggle::score(&context).0)));
        }
        if a.tempo.declared != Declared::Grapple || meeting.moving || meeting.charge {
            return None;
        }
        let (from, to) = (meeting.from.hex, meeting.to.hex);
        let front = arc_of(meeting.from, to) == Arc4::Forward;
        let strange = a.grip().is_some_and(|grip| grip.whom != b.id);
        if distance(from, to) != 1 || !front || strange || !b.fitness.fills_hex() {
            return None;
        }
        let early = meeting.early as i32;
        let level = derive::level(&a.sheet, WEAPON);
        let number = derive::level_score(level) - early + 5 * (meeting.prepared.min(5) as i32);
        let holds = a.grip().is_some();
        if holds && early > 0 {
            return None;
        }
        let worth = if holds {
            self.pinned_worth(a, b)
        } else {
            self.held_worth(a, b)
        };
        let open = worth * chance(number) / 1000;
        let through = self.through(number, b);
        let aware = arc_of(meeting.to, from) == Arc4::Forward;
        let answered = if aware { worth * through / 1000 } else { open };
        Some(Threat {
            open,
            answered,
            chance: chance(number),
        })
    }

    /// What a declaration to grapple promises, at the one who is worth it most and can be reached
    /// soonest.
    pub(super) fn declared_grapple(&self, figure: &Figure, time: u32, walk: u16) -> i32 {
        let level = derive::level(&figure.sheet, WEAPON);
        if level == 0 {
            return 0;
        }
        let number = derive::level_score(level);
        let soon = |worth: i32, wait: u32| worth * 500 / (wait + 100) as i32;
        if let Some(held) = figure.grip().and_then(|grip| self.scene.get(grip.whom)) {
            let through = self.through(number, held);
            return soon(self.pinned_worth(figure, held) * through / 1000, time);
        }
        let mut best = 0;
        for foe in self.scene.foes(figure) {
            let hexes = distance(figure.place.hex, foe.place.hex).saturating_sub(1);
            let way = 100 * hexes / u32::from(walk.max(1));
            let worth = self.held_worth(figure, foe) * self.through(number, foe) / 1000;
            best = best.max(soon(worth, time.max(way)));
        }
        best
    }

    /// What it promises to break free of whoever holds him.
    pub(super) fn declared_break(&self, figure: &Figure, time: u32) -> i32 {
        let best = self.scene.holders(figure.id).filter_map(|holder| {
            let mut context = hands::struggle(self.scene, figure, holder.id).ok()?;
            context.rushed = 0;
            Some(self.freedom(figure, holder, &context))
        });
        best.max().unwrap_or(0) * 500 / (time + 100) as i32
    }

    /// What it is worth to keep down whom one has pinned.
    pub(super) fn maintained(&self, figure: &Figure) -> i32 {
        let held = figure.grip().filter(|grip| grip.pin);
        held.and_then(|grip| self.scene.get(grip.whom))
            .map_or(0, |held| self.pinned_worth(figure, held))
    }
}
