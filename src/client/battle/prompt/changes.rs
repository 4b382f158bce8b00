//! The same plan changed: gait, posture, facing, charge, rush, what comes after.

use super::{Asked, Prompt, Row};
use crate::board::Hex;
use crate::client::battle::drawn::Drawn;
use crate::client::battle::engine::Engine;
use crate::combat::order::Choice;
use crate::combat::plot::{EndFacing, Gait, Intent, Plot, PostureChange};
use crate::combat::system::verb;
use smol_str::SmolStr;

impl Prompt {
    /// The same plan changed.
    pub fn change_plan(&mut self, engine: &mut Engine, change: impl FnOnce(&mut Plot)) {
        if self.asked != Asked::Plan {
            return;
        }
        let mut choice = self.choice.clone();
        let mut plot = choice.slots.plot.clone().unwrap_or_default();
        change(&mut plot);
        choice.slots.plot = Some(plot);
        choice.slots.flags.remove("look");
        self.row = self.rows.iter().position(|row| row.choice == choice);
        self.look(engine, choice);
    }

    /// Goes along a way drawn by hand.
    pub fn follow(&mut self, engine: &mut Engine, path: &[Hex], run: bool) {
        let Some(name) = self.plan_verb() else { return };
        let mut choice = Choice::plain(&name);
        choice.slots.plot = Some(Plot {
            gait: if run { Gait::Run } else { Gait::Walk },
            ..Plot::new(Intent::Path(path.to_vec()))
        });
        self.row = None;
        self.look(engine, choice);
    }

    /// Goes on from where the way would end, also in later units.
    pub fn go_further(&mut self, engine: &mut Engine, hex: Hex, run: bool) {
        let stands = self.sight.figure(self.who()).map(|me| me.place.hex);
        let Some(stands) = stands.filter(|_| self.asked == Asked::Plan) else {
            return;
        };
        let planned = match self.choice.slots.plot.as_ref().map(|plot| &plot.intent) {
            Some(Intent::Path(path)) => path.clone(),
            _ => {
                let walk = self.walk.iter().flat_map(|walk| &walk.hexes);
                walk.skip(1).copied().collect()
            }
        };
        let way: Vec<Hex> = std::iter::once(stands).chain(planned).collect();
        let end = way.last().copied().unwrap_or(stands);
        let Some(mut drawn) = Drawn::start(stands, &way, end) else {
            return;
        };
        drawn.to(hex);
        self.follow(engine, drawn.path(), run);
    }

    /// Runs instead of walking, or back.
    pub fn toggle_run(&mut self, engine: &mut Engine) {
        self.change_plan(engine, |plot| {
            plot.gait = if plot.gait == Gait::Run {
                Gait::Walk
            } else {
                Gait::Run
            }
        });
    }

    /// Kneels, or stands up, first of all; or neither.
    pub fn toggle_knee(&mut self, engine: &mut Engine) {
        let up = self
            .sight
            .figure(self.who())
            .is_some_and(|me| me.posture != crate::combat::combatant::Posture::Standing);
        let change = if up {
            PostureChange::Stand
        } else {
            PostureChange::Kneel
        };
        self.change_plan(engine, |plot| {
            plot.posture = if plot.posture.is_some() {
                None
            } else {
                Some(change)
            }
        });
    }

    /// Ends facing one side further on.
    pub fn turn_end(&mut self, engine: &mut Engine, sixths: i32) {
        let now = self.walk.as_ref().and_then(|walk| walk.facing);
        let now = match self.choice.slots.plot.as_ref().map(|plot| plot.facing) {
            Some(EndFacing::Dir(dir)) => Some(dir),
            _ => now.or_else(|| self.sight.figure(self.who()).map(|me| me.place.facing)),
        };
        let Some(now) = now else { return };
        self.change_plan(engine, |plot| {
            plot.facing = EndFacing::Dir(now.turned(sixths))
        });
    }

    /// Charges whom the plan is about, in the next way there is.
    pub fn cycle_charge(&mut self, engine: &mut Engine) {
        let target = match self.choice.slots.plot.as_ref().map(|plot| &plot.intent) {
            Some(
                Intent::Close(who, _)
                | Intent::Face(who)
                | Intent::Charge(who, _)
                | Intent::Away(who, _),
            ) => Some(*who),
            _ => None,
        };
        let fits = |row: &Row| match row.choice.slots.plot.as_ref().map(|plot| &plot.intent) {
            Some(Intent::Charge(whom, _)) => target.is_none_or(|target| target == *whom),
            _ => false,
        };
        let from = self.row.map_or(0, |row| row + 1);
        let count = self.rows.len();
        if let Some(row) = (0..count)
            .map(|step| (from + step) % count.max(1))
            .find(|row| fits(&self.rows[*row]))
        {
            self.choose(engine, row);
        }
    }

    /// Looks around instead of moving.
    pub fn toggle_look(&mut self, engine: &mut Engine) {
        let found = self
            .rows
            .iter()
            .position(|row| row.choice.slots.flag("look"));
        if let Some(row) = found {
            self.choose(engine, row);
        }
    }

    /// Switches the word that the verb offers for its choices on or off.
    pub fn toggle_flag(&mut self, engine: &mut Engine) {
        let offered = verb(self.sight.rules(), &self.choice.verb)
            .and_then(|verb| verb.flags().first().copied());
        let Some((flag, _)) = offered else { return };
        let mut choice = self.choice.clone();
        if !choice.slots.flags.remove(flag) {
            choice.slots.flags.insert(SmolStr::new(flag));
        }
        self.row = None;
        self.look(engine, choice);
    }

    /// Says the next thing ahead, or nothing again.
    pub fn cycle_ahead(&mut self, engine: &mut Engine) {
        let plain: Vec<Choice> = self
            .ahead
            .iter()
            .filter(|choice| choice.slots.flags.len() < 2)
            .cloned()
            .collect();
        let now = self
            .choice
            .slots
            .then
            .as_deref()
            .and_then(|then| plain.iter().position(|choice| choice == then));
        let next = now.map_or(0, |at| at + 1);
        let mut choice = self.choice.clone();
        choice.slots.then = plain.get(next).cloned().map(Box::new);
        self.look(engine, choice);
    }

    /// Goes to the next choice that differs only in its direction or amount.
    pub fn cycle_answer(&mut self) {
        if !self.chances.is_empty() {
            self.answer = (self.answer + 1) % self.chances.len();
        }
    }
}
