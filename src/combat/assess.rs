//! What a computer player asks of a rule system, in measures that all systems share.
//!
//! A [`RuleSystem`](super::system::RuleSystem) gives an [`Assessment`] of a scene: who everybody is
//! ([`Gauge`]), what one could do to another ([`Assessment::threat`]), what a choice would come to
//! ([`Assessment::estimate`]), what an outcome is worth and what a choice costs in time. Figures are
//! means and may be rough; they are integers and pure functions of the scene. The scene is masked
//! for its reader, so an assessment can give nothing away.
//!
//! Measures: **worth** is in thousandths of a combatant (an average one of the level, unhurt and
//! out of the fight afterwards, is 1000). **Time** is in units of the system (phase, row, second,
//! round), or hundredths of a unit where it says so. **Distance** is in hexes.
//!
//! How to implement it for a system: answer [`Assessment::gauge`] and [`Assessment::threat`] from
//! the figures its attacks are rolled with, [`Assessment::estimate`] for the choices of its own
//! windows; leave the rest to the defaults until they prove too rough.

use super::combatant::{CombatantId, Place, SideId};
use super::odds::Outcome;
use super::order::{Choice, Decision};
use super::system::FigureView;
use crate::board::Hex;
use smol_str::SmolStr;

/// A combatant as a computer player weighs him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauge {
    /// Who.
    pub who: CombatantId,
    /// Side.
    pub side: SideId,
    /// Hex and facing.
    pub place: Place,
    /// On the board, conscious, and fills his hex.
    pub stands: bool,
    /// Can neither act nor defend himself now, and may be struck.
    pub helpless: bool,
    /// Lies or kneels: rising comes before walking.
    pub down: bool,
    /// What he is worth unhurt, in thousandths of an average combatant.
    pub value: i32,
    /// How much of what he can lose is left, in thousandths.
    pub life: i32,
    /// Units until he can act in full; 0: now.
    pub ready: u32,
    /// May act before that, at a price that [`Meeting::early`] stands for.
    pub hurries: bool,
    /// Units from one action to the next on average, in hundredths.
    pub turn: u32,
    /// Of every unit by which he acts early, so much is added to his next turn; in hundredths.
    pub carry: u32,
    /// Units he has prepared his action beyond its time.
    pub prepared: u32,
    /// Can still defend himself in this unit.
    pub answers: bool,
    /// Whether defending himself costs him the action he prepares.
    pub answer_spends: bool,
    /// Hexes he walks in a unit.
    pub walk: u16,
    /// Hexes he goes in a unit if he hurries; no less than `walk`.
    pub run: u16,
    /// Hexes his weapon in hand reaches; 0 without one.
    pub reach: u16,
    /// Hexes at which he still shoots or throws with some hope; 0 if he does not.
    pub range: u16,
    /// May run somebody down: has a charge that strikes.
    pub charges: bool,
}

impl Gauge {
    /// Worth of what he has left: half of it is that he stands at all, so that to end somebody is
    /// worth more than to scratch two.
    pub fn left(&self) -> i32 {
        if self.stands {
            left_of(self.value, self.life)
        } else {
            0
        }
    }

    /// Whether he fights from afar and not hand to hand.
    pub fn shoots(&self) -> bool {
        self.range > self.reach
    }
}

/// Worth of a combatant of a value with so many thousandths of his life left; nothing at 0.
pub fn left_of(value: i32, life: i32) -> i32 {
    if life <= 0 {
        0
    } else {
        value * (400 + 600 * life.min(1000) / 1000) / 1000
    }
}

/// A blow that might be struck: where both would be, and in what state the striker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Where the striker stands and looks.
    pub from: Place,
    /// Where the one struck stands and looks.
    pub to: Place,
    /// Units before his time.
    pub early: u32,
    /// Units of preparation beyond it.
    pub prepared: u32,
    /// As the end of a charge.
    pub charge: bool,
    /// At a run.
    pub runs: bool,
    /// In passing, himself in motion.
    pub moving: bool,
}

impl Meeting {
    /// A blow in its time, both standing still.
    pub fn new(from: Place, to: Place) -> Meeting {
        Meeting {
            from,
            to,
            early: 0,
            prepared: 0,
            charge: false,
            runs: false,
            moving: false,
        }
    }
}

/// What one blow takes from the one struck, on average, in thousandths of a combatant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Threat {
    /// If he does nothing.
    pub open: i32,
    /// If he defends himself as well as he can. Never more than `open`.
    pub answered: i32,
    /// Chance that it takes effect if he does nothing, in thousandths.
    pub chance: i32,
}

/// Where a choice leaves the one who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stand {
    /// The hex he ends in.
    pub hex: Hex,
    /// Hexes gone for it.
    pub way: u16,
    /// Whether he strikes with it.
    pub strikes: bool,
}

/// A part of a score, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is for.
    pub label: SmolStr,
    /// Thousandths of a combatant; what costs is below 0.
    pub value: i32,
}

impl Term {
    /// A part of a score.
    pub fn new(label: &'static str, value: i32) -> Term {
        Term {
            label: SmolStr::new_static(label),
            value,
        }
    }
}

/// What a choice would come to by itself, in thousandths of a combatant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Its parts: harm to enemies above 0, harm to the own side below.
    pub terms: Vec<Term>,
}

impl Estimate {
    /// An estimate of one part.
    pub fn of(label: &'static str, value: i32) -> Estimate {
        Estimate {
            terms: vec![Term::new(label, value)],
        }
    }

    /// With one more part, unless it is nothing.
    #[must_use]
    pub fn and(mut self, label: &'static str, value: i32) -> Estimate {
        if value != 0 {
            self.terms.push(Term::new(label, value));
        }
        self
    }

    /// The sum.
    pub fn total(&self) -> i32 {
        self.terms.iter().map(|term| term.value).sum()
    }
}

/// A rule system's assessment of one scene; made once for a window and asked often.
pub trait Assessment {
    /// A combatant; `None` for an id that is not of this battle.
    fn gauge(&self, who: CombatantId) -> Option<Gauge>;

    /// What a blow of `a` would do to `b` in a meeting; `None` if `a` could not strike at all (out
    /// of reach, out of sight, turned away, unarmed).
    fn threat(&self, a: CombatantId, b: CombatantId, meeting: &Meeting) -> Option<Threat>;

    /// What riding somebody down would do, at the end of a long enough straight way and so many
    /// units early; `None` where that cannot be done.
    fn overrun(&self, _who: CombatantId, _foe: CombatantId, _early: u32) -> Option<Threat> {
        None
    }

    /// What a choice of a window comes to by itself: the mean harm of an attack, the mean loss under
    /// an answer, what a declaration promises a turn. `None`: the controller asks the odds, or
    /// takes it for nothing.
    fn estimate(&self, who: CombatantId, choice: &Choice) -> Option<Estimate>;

    /// How much of a turn a choice takes, in thousandths: 1000 for an action, less for waiting a
    /// unit, what is given up of the coming action for a defence.
    fn tempo(&self, who: CombatantId, choice: &Choice) -> i32;

    /// What an outcome takes from the one it befalls, in thousandths of a combatant; gains are below
    /// 0. By default lost points by the bars of the figures.
    fn worth(&self, outcome: &Outcome) -> i32;

    /// From now on looks further than it has to, for a player who has the time.
    fn look_further(&mut self) {}

    /// Whether it knows no more than points and distances: a player who weighs is lost on it.
    fn is_rough(&self) -> bool {
        false
    }

    /// Whether no enemy knows where he is, and nobody will until he shows himself.
    fn hides(&self, _who: CombatantId) -> bool {
        false
    }

    /// The verb that answers a decision about going, with a plot in its slots; `None` if the
    /// decision is about something else, or about more than that.
    fn walks(&self, _decision: &Decision) -> Option<SmolStr> {
        None
    }

    /// The verb by which he may go, with a plot in its slots, where the decision is about striking,
    /// going and all else at once. What its choices come to is told by [`Assessment::estimate`], where
    /// they leave him by [`Assessment::stand`].
    fn going(&self, _decision: &Decision) -> Option<SmolStr> {
        None
    }

    /// Where a choice of such a decision leaves somebody; `None` where no choice of the decision moves
    /// anybody.
    fn stand(&self, _who: CombatantId, _choice: &Choice) -> Option<Stand> {
        None
    }

    /// Whether a decision comes up once in a unit, so that what concerns the whole side is thought over
    /// with it.
    fn once_a_unit(&self, decision: &Decision) -> bool {
        self.walks(decision).is_some()
    }

    /// The same way to go with the action taken early, at its end; `None` where nobody can.
    fn hurried(&self, _who: CombatantId, _choice: &Choice) -> Option<Choice> {
        None
    }

    /// The choices of a decision worth a thought; not all need be allowed. `thorough` is a player who
    /// has time for what is seldom better. `None`: all options are.
    fn promising(&self, _decision: &Decision, _thorough: bool) -> Option<Vec<Choice>> {
        None
    }

    /// Places worth going to for something other than an enemy (a lost weapon, a wounded comrade),
    /// each with its worth to him.
    fn errands(&self, _who: CombatantId) -> Vec<(Hex, i32)> {
        Vec::new()
    }

    /// Side orders worth giving for somebody now (standing orders that suit him, what is done by the
    /// way), each with the reason. What already holds is not named again. `opportunity` is the
    /// chance, in thousandths, from which a blow out of turn is worth its price.
    fn standing(&self, _who: CombatantId, _opportunity: i32) -> Vec<(Choice, &'static str)> {
        Vec::new()
    }
}

/// The assessment of a system that gives none of its own: from figures alone, so it knows distance
/// and points and no skill.
pub struct PlainAssessment {
    figures: Vec<FigureView>,
}

impl PlainAssessment {
    /// From the figures of a scene.
    pub fn new(figures: Vec<FigureView>) -> PlainAssessment {
        PlainAssessment { figures }
    }

    fn figure(&self, who: CombatantId) -> Option<&FigureView> {
        self.figures.iter().find(|figure| figure.id == who)
    }
}

/// Worth of an outcome by the bars of the one it befalls: what it takes of the fullest share, and
/// the whole if a bar is emptied.
pub fn worth_by_bars(figure: &FigureView, outcome: &Outcome) -> i32 {
    let mut worst = 0;
    let mut emptied = false;
    for bar in &figure.bars {
        let lost: i32 = outcome
            .quantities
            .iter()
            .filter(|(name, _)| *name == bar.name)
            .map(|(_, change)| -change)
            .sum();
        worst = worst.max(600 * lost / bar.full.max(1));
        emptied |= lost > 0 && lost >= bar.now;
    }
    worst + if emptied { 400 } else { 0 }
}

impl Assessment for PlainAssessment {
    fn is_rough(&self) -> bool {
        true
    }

    fn gauge(&self, who: CombatantId) -> Option<Gauge> {
        let figure = self.figure(who)?;
        let share = |bar: &super::system::Bar| 1000 * bar.now / bar.full.max(1);
        Some(Gauge {
            who,
            side: figure.side,
            place: figure.place,
            stands: figure.fitness.fills_hex(),
            helpless: figure.fitness.on_board() && !figure.fitness.is_able(),
            down: figure.posture == super::combatant::Posture::Prone,
            value: 1000,
            life: figure.bars.iter().map(share).min().unwrap_or(1000),
            ready: 0,
            hurries: false,
            turn: 100,
            carry: 0,
            prepared: 0,
            answers: true,
            answer_spends: false,
            walk: 4,
            run: 4,
            reach: figure.reach.into(),
            range: 0,
            charges: false,
        })
    }

    fn threat(&self, a: CombatantId, _: CombatantId, meeting: &Meeting) -> Option<Threat> {
        let reach = u32::from(self.figure(a)?.reach);
        let near = crate::board::distance(meeting.from.hex, meeting.to.hex) <= reach;
        near.then_some(Threat {
            open: 100,
            answered: 50,
            chance: 500,
        })
    }

    fn estimate(&self, _: CombatantId, _: &Choice) -> Option<Estimate> {
        None
    }

    fn tempo(&self, _: CombatantId, _: &Choice) -> i32 {
        0
    }

    fn worth(&self, outcome: &Outcome) -> i32 {
        outcome
            .whom
            .and_then(|whom| self.figure(whom))
            .map_or(0, |figure| worth_by_bars(figure, outcome))
    }
}
