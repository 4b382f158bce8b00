//! One step round from its beginning to its end: who goes where, who stops, what is new after it
//! (P-024, P-030, B-062, B-065).
//!
//! Order inside a beat: steer → turn → step (with contests) → contact → passing → close.

use super::facing::end_facings;
use super::steps::affordable;
use crate::board::Hex;
use crate::board::search::Search;
use crate::combat::combatant::{CombatantId, Condition};
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Stage;
use crate::combat::plot::{Gait, Intent};
use crate::rules::phases::field::{Field, Known};
use crate::rules::phases::gather;
use crate::rules::phases::movement_rates as rates;
use crate::rules::phases::route::Leg;
use crate::rules::phases::scene::{Charge, Figure};
use crate::rules::phases::steer::{Steer, steer, wants_to_stop};
use bevy::prelude::*;

/// Rounds after which a Movement sub-phase closes whatever happens; no walk needs as many.
const MOST_ROUNDS: u16 = 120;

/// What the systems of one beat hand to each other; empty between beats.
#[derive(Resource, Default)]
pub struct RoundPlan {
    /// Legs of this round, by id.
    pub legs: Vec<(CombatantId, Leg)>,
    /// Steps taken in this round, by id: who, from, to.
    pub steps: Vec<(CombatantId, Hex, Hex)>,
    /// Charges that came into contact in this round.
    pub contacts: Vec<CombatantId>,
    /// Somebody turned in this round.
    pub turned: bool,
}

impl RoundPlan {
    /// Where somebody goes in this round.
    pub fn leg(&self, who: CombatantId) -> Option<Leg> {
        let at = self.legs.binary_search_by_key(&who, |(id, _)| *id).ok()?;
        Some(self.legs[at].1)
    }

    /// Whether somebody took a step in this round.
    pub fn stepped(&self, who: CombatantId) -> bool {
        self.steps
            .binary_search_by_key(&who, |(id, ..)| *id)
            .is_ok()
    }
}

/// Works out every intent anew (design: plots and the walk).
pub fn steer_movers(mut field: Field, mut plan: ResMut<RoundPlan>, mut search: Local<Search>) {
    *plan = RoundPlan::default();
    let known = field.known();
    for figure in &known.whole.figures {
        let scene = known.to(figure.side);
        if !figure.is_free() || figure.motion.over || figure.motion.charge.is_some() {
            continue;
        }
        // A pair goes by its rider's plot (B-089).
        if figure.is_ridden() {
            continue;
        }
        match steer(scene, figure, &mut search) {
            Steer::Go(leg) => plan.legs.push((figure.id, leg)),
            // Who is charged and steps at the charger himself meets him head-on (B-065).
            Steer::Contact(charge)
                if steps_at(&known, charge.target, figure.place.hex, &mut search) =>
            {
                plan.legs.push((
                    figure.id,
                    Leg {
                        turn: 0,
                        step: charge.dir,
                    },
                ));
            }
            Steer::Contact(charge) => make_contact(&mut field, &mut plan, figure.id, charge),
            Steer::Done(_) => {}
        }
    }
}

/// Whether somebody's next step leads into a hex.
fn steps_at(known: &Known, who: CombatantId, hex: Hex, search: &mut Search) -> bool {
    let figure = known.whole.figure(who);
    let scene = known.to(figure.side);
    let moves = figure.is_free() && !figure.motion.over && figure.motion.charge.is_none();
    moves
        && match steer(scene, figure, search) {
            Steer::Go(leg) => {
                leg.step.from(figure.place.hex) == hex
                    && affordable(scene, figure, leg.step).is_ok()
            }
            _ => false,
        }
}

/// A charge comes into contact: the walk is over, the action is spent (P-070).
pub(super) fn make_contact(
    field: &mut Field,
    plan: &mut RoundPlan,
    who: CombatantId,
    charge: Charge,
) {
    let event = field
        .event(
            who,
            EventKind::Charged {
                target: Some(charge.target),
                result: "contact".into(),
            },
        )
        .note(if charge.running { "at a run" } else { "" });
    let mut row = field.get_mut(who);
    row.motion.charge = Some(charge);
    row.motion.over = true;
    row.tempo.acted = true;
    row.tempo.declares = true;
    row.conditions.add(Condition::Charging, None);
    plan.contacts.push(who);
    field.say(event);
}

/// Begins the stopping metres of runners whose plot is nearly done (P-030).
pub fn decide_stops(mut field: Field) {
    if !field.any(|row| row.motion.gait == Gait::Run) {
        return;
    }
    let known = field.known();
    for figure in &known.whole.figures {
        let motion = &figure.motion;
        let runs = motion.gait == Gait::Run && !motion.over && motion.charge.is_none();
        if runs
            && motion.stopping.is_none()
            && rates::can_stop(motion.left)
            && wants_to_stop(known.to(figure.side), figure)
        {
            field.get_mut(figure.id).motion.stopping = Some(3);
        }
    }
}

/// Ends the round: another one while somebody moved, else the last turns and the Action sub-phase.
pub fn close_round(mut field: Field, plan: Res<RoundPlan>, mut search: Local<Search>) {
    if field.flow.part != 1 {
        // Somebody is asked about a blow in passing; the round closes after the answers.
        return;
    }
    let went_on = !plan.steps.is_empty() || plan.turned || !plan.contacts.is_empty();
    if went_on && field.flow.step < MOST_ROUNDS {
        field.flow.step += 1;
        if field.switches().plot_step && !plan.steps.is_empty() {
            ask_anew(&mut field);
        }
        return;
    }
    end_facings(&mut field);
    super::riding::keep_together(&mut field);
    note_news(&mut field, &mut search);
    let phase = field.flow.unit;
    field.flow.enter(Stage::Action);
    field.say(Event::general(
        phase,
        EventKind::Clock {
            unit: phase,
            part: "action".into(),
        },
    ));
}

/// Asks everybody who may still go on for a new plot (P-024 taken literally).
fn ask_anew(field: &mut Field) {
    let scene = field.scene();
    let going = |figure: &&Figure| {
        let motion = &figure.motion;
        figure.is_free()
            && !figure.is_steed()
            && !motion.over
            && motion.charge.is_none()
            && motion.left > 0
    };
    let asked: Vec<_> = scene
        .figures
        .iter()
        .filter(going)
        .map(|figure| (figure.id, figure.side, vec!["plot".into()]))
        .collect();
    if asked.is_empty() {
        return;
    }
    for (who, ..) in &asked {
        field.get_mut(*who).motion.fresh = true;
    }
    field.flow.part = 0;
    field.flow.open("plot", true, asked);
}

/// Marks those whose plot no longer fits: a new enemy in reach, a goal reached (design: a plot
/// stands until it is done or blocked, its owner is hit, a new enemy enters reach).
fn note_news(field: &mut Field, search: &mut Search) {
    let known = field.known();
    for figure in &known.whole.figures {
        if !figure.is_free() {
            continue;
        }
        let scene = known.to(figure.side);
        let threats = gather::threats(scene, figure).count() as u8;
        let motion = &figure.motion;
        let reached = matches!(
            motion.plot.intent,
            Intent::Goto(_) | Intent::Path(_) | Intent::Away(..) | Intent::Follow(..)
        ) && motion.moved
            && matches!(steer(scene, figure, search), Steer::Done(_));
        if threats == motion.threats && !reached {
            continue;
        }
        let mut row = field.get_mut(figure.id);
        row.motion.fresh |= threats > row.motion.threats || reached;
        row.motion.threats = threats;
    }
}
