//! The Resolution sub-phase: damage, then states and deaths, then displacement, then what it causes
//! (P-014, B-071). No choices are made here.

use super::bouts::Fight;
use super::charge::{Points, point_losses};
use super::feet::down;
use super::{fumble, specials};
use crate::combat::combatant::{Carried, CombatantId, Condition, Fitness, ItemId, OutBy};
use crate::combat::dice::Thrown;
use crate::combat::event::{Event, EventKind};
use crate::combat::flow::Stage;
use crate::combat::setup::FIRST_THING;
use crate::rules::phases::attack::{AttackContext, damage_modifiers, score};
use crate::rules::phases::check::Band;
use crate::rules::phases::defence::{Answer, Incapable};
use crate::rules::phases::exchange::{AnswerState, Assault, AttackState, BoutStage, advance};
use crate::rules::phases::field::Field;
use crate::rules::phases::grapple::Clinch;
use crate::rules::phases::harm::{self, Life};
use crate::rules::phases::special::Special;
use crate::rules::phases::systems::handling::drop_item;
use crate::rules::phases::verbs::declare::weapon_words;
use bevy::prelude::*;

/// Rolls and applies all damage of the phase together.
pub fn apply_damage(mut field: Field, mut points: ResMut<Points>) {
    let phase = field.flow.unit;
    let mut fights = std::mem::take(&mut field.bouts.0);
    field.say(Event::general(
        phase,
        EventKind::Clock {
            unit: phase,
            part: "resolution".into(),
        },
    ));
    for fight in &mut fights {
        let thrown = resolve(&mut field, fight);
        tell(&mut field, fight, thrown);
    }
    // Everything is known before anything is applied: blows of one phase are simultaneous (P-010).
    let mut losses: Vec<(CombatantId, Option<CombatantId>, i32, i32)> = fights
        .iter()
        .map(|fight| (fight.target, None, fight.bout.shp, fight.bout.chp))
        .collect();
    for (charger, wielder, loss) in point_losses(&mut field, &mut points) {
        let event = field
            .event(
                charger,
                EventKind::Harmed {
                    by: Some(wielder),
                    losses: vec![("Stamina".into(), loss), ("Critical".into(), loss)],
                },
            )
            .note("ran onto the point (P-081)");
        field.say(event);
        losses.push((charger, Some(wielder), loss, loss));
    }
    for (who, _, shp, chp) in losses {
        lose(&mut field, who, shp, chp);
    }
    field.bouts.0 = fights;
    fumble::settle(&mut field);
    for at in 0..field.bouts.0.len() {
        let fight = field.bouts.0[at].clone();
        specials::apply(&mut field, &fight);
        defence_aftermath(&mut field, &fight);
    }
}

/// Takes hit points off; whoever is harmed looks at his plot again.
pub fn lose(field: &mut Field, who: CombatantId, shp: i32, chp: i32) {
    let mut row = field.get_mut(who);
    *row.pools = harm::after(*row.pools, shp, chp);
    if shp > 0 || chp > 0 {
        row.motion.fresh = true;
    }
}

/// Walks a fight to its end; the dice thrown for each of its attacks.
fn resolve(field: &mut Field, fight: &mut Fight) -> Vec<Vec<Thrown>> {
    let mut thrown = vec![Vec::new(); fight.context.attacks.len()];
    while fight.bout.stage < BoutStage::Resolved {
        let stage = fight.bout.stage;
        fight.bout = advance(
            &fight.bout,
            &fight.context,
            fight.answer.as_ref(),
            field.dice(),
        );
        let dice = std::mem::take(&mut field.dice().thrown);
        if let BoutStage::Answered(at) = stage
            && let Some(own) = thrown.get_mut(usize::from(at))
        {
            own.extend(dice);
        }
    }
    thrown
}

/// The check a blow was decided by: what was secret when it was struck is open now (P-172), and so
/// is whether a miss struck what covers the target (B-028).
fn check_told(field: &Field, attack: &AttackContext, state: &AttackState) -> Event {
    // A Backstab that was noticed was struck without its modifier (P-138).
    let (number, modifiers) = if state.noticed {
        score(&attack.plainly())
    } else {
        score(attack)
    };
    let weapon = weapon_words(&attack.weapon.name, field.tables());
    let mut note = format!("the check with {weapon}: {}", state.band.word());
    let missed_by = i32::from(state.face) - number;
    if !state.band.succeeded() && (1..=-attack.cover.modifier()).contains(&missed_by) {
        note.push_str(", strikes the cover (B-028)");
    }
    let mut event = field.event(attack.attacker, EventKind::Note).note(note);
    for modifier in modifiers {
        event = event.detail(modifier.label, modifier.value, modifier.rule);
    }
    event
        .detail("number to roll or less", number, "P-114")
        .dice(vec![Thrown {
            who: attack.attacker,
            purpose: "attack".to_owned(),
            sides: 20,
            faces: vec![state.face],
        }])
}

/// One event per check, and one per attack that came through: what it did and why (P-014, P-040,
/// C-5).
fn tell(field: &mut Field, fight: &Fight, thrown: Vec<Vec<Thrown>>) {
    let attacks = fight.bout.attacks.iter().zip(&fight.context.attacks);
    for ((at, (state, assault)), thrown) in attacks.enumerate().zip(thrown) {
        let attack = match assault {
            Assault::Blow(attack) => attack,
            Assault::Trample(trample) => {
                tell_trample(field, fight, state, trample.mount, thrown);
                continue;
            }
            Assault::Push(_) => continue,
        };
        let told = check_told(field, attack, state);
        field.say(told);
        if !state.band.succeeded() {
            continue;
        }
        let by = Some(attack.attacker);
        let harmed = state.shp > 0 || state.chp > 0;
        let kind = if harmed {
            let mut losses = vec![("Stamina".into(), i32::from(state.shp))];
            if state.chp > 0 {
                losses.push(("Critical".into(), i32::from(state.chp)));
            }
            EventKind::Harmed { by, losses }
        } else if has_worked(attack, state) {
            EventKind::Note
        } else {
            EventKind::Nothing
        };
        let mut event = field.event(fight.target, kind);
        // Some Special Attacks roll no damage at all.
        if state.damage > 0 {
            event = event.detail("dice", i32::from(state.rolled), "P-014");
            for modifier in damage_modifiers(attack) {
                event = event.detail(modifier.label, modifier.value, modifier.rule);
            }
            event = event.detail("armour", -i32::from(state.ar), "P-254");
        }
        for (label, value, rule) in effects(state) {
            if value != 0 {
                event = event.detail(label, value, rule);
            }
        }
        event.note = reason(fight, at);
        event.dice = thrown
            .into_iter()
            .filter(|throw| {
                (throw.who == attack.attacker && STRIKERS.contains(&throw.purpose.as_str()))
                    || (throw.who == fight.target && TARGETS.contains(&throw.purpose.as_str()))
            })
            .collect();
        field.say(event);
    }
}

/// What hooves did (P-089 to P-091).
fn tell_trample(
    field: &mut Field,
    fight: &Fight,
    state: &AttackState,
    mount: CombatantId,
    thrown: Vec<Thrown>,
) {
    if !state.band.succeeded() {
        return;
    }
    let by = Some(mount);
    let kind = if state.avoided || state.shp == 0 {
        EventKind::Nothing
    } else {
        let mut losses = vec![("Stamina".into(), i32::from(state.shp))];
        if state.chp > 0 {
            losses.push(("Critical".into(), i32::from(state.chp)));
        }
        EventKind::Harmed { by, losses }
    };
    let mut event = field.event(fight.target, kind);
    if state.avoided {
        event = event.note("nothing happened, because of the dodge (P-088)");
    } else {
        let how = if state.resisted { "borne" } else { "not borne" };
        event = event
            .detail("dice", i32::from(state.rolled), "P-090")
            .detail("armour", -i32::from(state.ar), "P-254")
            .note(format!(
                "under the hooves; the shock is {how}: d20 {} (P-091)",
                state.resist_face
            ));
        if state.stun > 0 {
            event = event.detail("phases stunned", state.stun.into(), "P-091");
        }
    }
    event.dice = thrown;
    field.say(event);
}

/// What attackers throw for in Resolution.
const STRIKERS: [&str; 6] = [
    "damage",
    "body target",
    "own weapon",
    "flies",
    "fall damage",
    "stun",
];

/// What their targets throw for.
const TARGETS: [&str; 5] = [
    "resist targeting",
    "resist breaking",
    "keep weapon",
    "resist surprise",
    "resist shock",
];

/// What an attack did besides wounding, in figures.
fn effects(state: &AttackState) -> [(&'static str, i32, &'static str); 5] {
    let wound = state.wound.map_or(0, |wound| i32::from(wound.points));
    [
        ("Breaking Damage of gear", state.worn.into(), "P-141"),
        ("Breaking Damage of the body", wound, "P-151"),
        (
            "Breaking Damage of the own weapon",
            state.own.into(),
            "P-143",
        ),
        ("weapon flies", state.flies.into(), "P-165"),
        ("phases stunned", state.stun.into(), "P-188"),
    ]
}

/// Why a blow did what it did, in words.
fn reason(fight: &Fight, at: usize) -> String {
    let state = &fight.bout.attacks[at];
    let Some(Assault::Blow(attack)) = fight.context.attacks.get(at) else {
        return String::new();
    };
    let mut words: Vec<String> = Vec::new();
    if state.avoided {
        words.push(format!(
            "nothing happened, because of the {}",
            answer_word(fight)
        ));
    } else if state.shp == 0 && state.chp == 0 && !has_worked(attack, state) {
        words.push(format!(
            "nothing happened, because {}",
            spared(attack, state)
        ));
    }
    if state.feinted {
        words.push("a Feint: the defence was fooled (P-170)".to_owned());
    }
    if let Some(grapple) = &attack.grapple {
        words.push(format!("{} ({})", grapple.word(), grapple.rule()));
    }
    if let Some(special) = attack.special {
        words.push(format!("{} ({})", special.word(), special.effect_rule()));
    }
    match attack.special.filter(|_| attack.turned) {
        Some(Special::Break) => {
            words.push("instead of a cleave, as there is armour in the way (P-155)".to_owned());
        }
        Some(_) => {
            words.push("instead of a break, as there is no armour to break (P-148)".to_owned());
        }
        None => {}
    }
    if !state.avoided {
        let again = fight.context.defender.incapable == Some(Incapable::Stunned);
        words.extend(effect_words(attack, state, again));
    }
    let critical = state.band == Band::Critical && !state.avoided;
    if state.chp > 0 && critical {
        words.push("a Critical Hit (P-116)".to_owned());
    }
    words.join("; ")
}

/// Whether an attack did anything besides wounding.
fn has_worked(attack: &AttackContext, state: &AttackState) -> bool {
    if state.avoided {
        return false;
    }
    let lasting = state.worn > 0 || state.own > 0 || state.wound.is_some();
    let upset = state.stun > 0 || state.shocked || state.flies > 0 || state.knock > 0;
    let special = match attack.special.filter(|_| !state.noticed) {
        // Lying there or not: he begins his action anew (P-195).
        Some(Special::Sweep) => !state.stopped,
        // Even a weapon that is kept costs the initiative (P-164).
        Some(Special::Disarm) => state.stopped,
        _ => false,
    };
    lasting || upset || special || state.clinch != Clinch::None
}

/// Why an attack that came through did nothing.
fn spared(attack: &AttackContext, state: &AttackState) -> &'static str {
    match attack.special.filter(|_| !state.noticed) {
        Some(Special::Disarm) => "there was no weapon to strike away (P-167)",
        Some(Special::Sweep) => "there was nobody to sweep off his feet (P-197)",
        Some(Special::Break) => "the gear held (P-141)",
        _ if state.damage > 0 => "the armour took it all (P-254)",
        _ => "it was resisted",
    }
}

/// What was resisted and what was not, in words; `again` if the target was Stunned before.
fn effect_words(attack: &AttackContext, state: &AttackState, again: bool) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    if state.noticed {
        words.push("noticed: a plain attack (P-138)".to_owned());
    }
    let special = attack.special.filter(|_| !state.noticed);
    let face = state.resist_face;
    match special {
        Some(Special::Sweep) if state.stopped => {
            words.push("he cannot be swept (P-197)".to_owned());
        }
        Some(Special::Sweep) if face > 0 => {
            words.push(format!("Resist Surprise: d20 {face} (P-194)"));
        }
        Some(Special::Stun) if face > 0 && again && !state.shocked => {
            words.push(format!(
                "the shock is borne and only adds: d20 {face} (P-190)"
            ));
        }
        Some(Special::Stun) if face > 0 => {
            let how = if state.stopped { "borne" } else { "not borne" };
            words.push(format!("the shock is {how}: d20 {face} (P-187)"));
        }
        _ if face > 0 => {
            let how = if state.resisted {
                "resists, at half rating"
            } else {
                "is bypassed"
            };
            words.push(format!("the armour {how}: d20 {face} (P-199)"));
        }
        _ => {}
    }
    if state.shocked {
        words.push("no Stamina is left (P-190, P-193)".to_owned());
    }
    if special == Some(Special::Disarm) && state.stopped {
        words.push("the weapon is kept (P-164)".to_owned());
    }
    if state.passed {
        words.push("through the armour (P-182)".to_owned());
    }
    if state.breaking_face > 0 {
        let how = if state.stopped { "holds" } else { "is tried" };
        let face = state.breaking_face;
        words.push(format!("the gear {how}: d20 {face} (P-110, P-256)"));
    }
    words
}

fn answer_word(fight: &Fight) -> &'static str {
    fight.answer.as_ref().map_or("defence", Answer::word)
}

/// What a defence leaves behind: the dodger lies in his new hex, weapons may be lost (P-053 to
/// P-055).
fn defence_aftermath(field: &mut Field, fight: &Fight) {
    let (Some(Answer::Dodge(dodge)), AnswerState::Dodge { dropped, .. }) =
        (&fight.answer, fight.bout.answer)
    else {
        return;
    };
    let who = fight.target;
    let scene = field.scene();
    let from = scene.figure(who).place.hex;
    if scene.figure(who).rides() {
        go_prone(field, who, "out of the saddle with the Dodge (P-055)");
    }
    if let (Some(dir), true) = (dodge.dir, dodge.room) {
        let to = dir.from(from);
        if scene.occupant(to).is_none() {
            field.get_mut(who).place.hex = to;
            let event = field.event(
                who,
                EventKind::Displaced {
                    path: vec![from, to],
                    stopped_by: None,
                },
            );
            field.say(event.note("dives aside (P-053)"));
        }
    }
    go_prone(field, who, "lies after the Dodge (P-055)");
    for (place, weapon) in fight.context.defender.weapons.iter().enumerate().take(8) {
        if dropped & (1 << place) != 0 {
            drop_item(field, who, weapon.item);
        }
    }
}

/// Lays somebody down.
pub fn go_prone(field: &mut Field, who: CombatantId, words: &str) {
    let to = down(field, who);
    let mut row = field.get_mut(who);
    let from = *row.posture;
    if from == to {
        return;
    }
    *row.posture = to;
    row.conditions.lift(Condition::Running);
    row.motion.running_on = false;
    row.motion.fresh = true;
    let event = field
        .event(who, EventKind::Posture { from, to })
        .note(words);
    field.say(event);
}

/// States of life after damage (H-4): who drops, who dies.
pub fn settle_states(mut field: Field) {
    settle_all_states(&mut field);
}

/// The same after displacement and what it caused.
pub fn settle_states_after_displacement(mut field: Field) {
    settle_all_states(&mut field);
}

/// Gives everybody the state his hit points mean (H-4).
pub fn settle_all_states(field: &mut Field) {
    for who in field.those(|row| {
        let life = harm::life(*row.pools).max(row.body.life());
        row.fitness.on_board() && life != Life::Able
    }) {
        let row = field.get(who);
        let life = harm::life(*row.pools).max(row.body.life());
        let out = match life {
            Life::Able => continue,
            Life::Unconscious => OutBy::Unconscious,
            Life::Dying => OutBy::Dying,
            Life::Dead => OutBy::Dead,
        };
        if *row.fitness == Fitness::Out(out) || *row.fitness == Fitness::Out(OutBy::Dead) {
            continue;
        }
        let first = !row.fitness.is_out();
        let mut row = field.get_mut(who);
        *row.fitness = Fitness::Out(out);
        row.conditions.add(Condition::Unconscious, None);
        match out {
            OutBy::Dying => row.conditions.add(Condition::Dying, None),
            OutBy::Dead => row.conditions.add(Condition::Dead, None),
            _ => {}
        }
        row.let_go();
        row.tempo.declares = false;
        row.motion.over = true;
        row.motion.charge = None;
        if first {
            row.motion.plot = crate::combat::plot::Plot::default();
        }
        let event = field.event(who, EventKind::Out(out));
        field.say(event);
        if first {
            go_prone(field, who, "falls");
            drop_all(field, who);
            if field.get(who).fighter.0.steed.is_some() {
                super::riding::leave_carcass(field, who);
            }
        }
    }
}

/// What a level is about stays on the field when its bearer leaves it.
pub(super) fn drop_things(field: &mut Field, who: CombatantId) {
    let things: Vec<ItemId> = field
        .get(who)
        .gear
        .0
        .iter()
        .map(|item| item.id)
        .filter(|item| item.0 >= FIRST_THING)
        .collect();
    for item in things {
        drop_item(field, who, item);
    }
}

fn drop_all(field: &mut Field, who: CombatantId) {
    let held: Vec<ItemId> = field
        .get(who)
        .gear
        .0
        .iter()
        // What a level is about never stays with the fallen: somebody else may take it up.
        .filter(|item| {
            let in_hand = item.carried.in_hand() && item.carried != Carried::Arm;
            in_hand || item.id.0 >= FIRST_THING
        })
        .map(|item| item.id)
        .collect();
    for item in held {
        drop_item(field, who, item);
    }
}

/// A displaced shooter, holder or guard has lost his stance (B-081, P-129); a Knockback that throws
/// somebody down costs him his initiative (P-176).
pub fn lose_holds(mut field: Field) {
    let fights = field.bouts.0.clone();
    for fight in &fights {
        let Some(feet) = fight.bout.feet else {
            continue;
        };
        let number = fight.context.defender.rs;
        let words = if feet.success {
            "keeps his feet"
        } else {
            "loses his feet"
        };
        let event = field
            .event(fight.target, EventKind::Note)
            .note(format!("{words} (P-176)"))
            .detail("Resist Surprise, number or less", number, "P-176")
            .detail("d20", i32::from(feet.face), "P-176");
        field.say(event);
        if !feet.success {
            go_prone(&mut field, fight.target, "thrown down by the blow (P-176)");
            lose_initiative(&mut field, fight.target);
        }
    }
}

/// Riders who were knocked back learn whether they stay where they are, before they are moved.
pub fn out_of_the_saddle(field: &mut Field) {
    for fight in field.bouts.0.clone() {
        if let Some(saddle) = fight.bout.saddle {
            tell_saddle(field, fight.target, saddle);
        }
    }
}

/// A rider who was knocked back: in the saddle still, or on the ground (P-178).
fn tell_saddle(field: &mut Field, who: CombatantId, roll: crate::rules::phases::check::Roll) {
    let words = if roll.success {
        "keeps the saddle"
    } else {
        "is knocked off his mount"
    };
    let event = field
        .event(who, EventKind::Note)
        .note(format!("{words} (P-178)"))
        .detail("d20", i32::from(roll.face), "P-178");
    field.say(event);
    if !roll.success {
        go_prone(field, who, "knocked out of the saddle (P-178)");
        lose_initiative(field, who);
    }
}

/// The pending action is lost: he declares anew in this phase's Declaration.
pub fn lose_initiative(field: &mut Field, who: CombatantId) {
    let mut row = field.get_mut(who);
    row.tempo.declares = true;
    row.tempo.recovers = true;
    row.let_go();
    row.tempo.refire = None;
    row.tempo.refire_due = None;
}

/// Ends holds and chains of those who were moved.
pub fn lose_stance(field: &mut Field, who: CombatantId) {
    let mut row = field.get_mut(who);
    row.tempo.leave_chain();
    if matches!(
        row.tempo.hold,
        Some(
            crate::rules::phases::scene::HoldMode::Overprepare
                | crate::rules::phases::scene::HoldMode::Guard
        )
    ) {
        row.tempo.held = 0;
    }
    row.motion.fresh = true;
}

/// Preparation counts a phase whose Resolution passed unbroken (P-046, P-049).
pub fn close(mut field: Field) {
    let moved: Vec<CombatantId> = field
        .bouts
        .0
        .iter()
        .filter(|fight| {
            fight
                .bout
                .attacks
                .iter()
                .any(|state| state.knock > 0 && !state.avoided)
        })
        .map(|fight| fight.target)
        .collect();
    for who in field.those(|row| row.tempo.hold.is_some() || row.motion.charge.is_some()) {
        let row = field.get(who);
        let counts = row.tempo.hold.is_some() && !moved.contains(&who);
        if !counts && row.motion.charge.is_none() {
            continue;
        }
        let mut row = field.get_mut(who);
        if counts {
            row.tempo.held = row.tempo.held.saturating_add(1);
        }
        row.motion.charge = None;
    }
    field.bouts.0.clear();
    field.flow.enter(Stage::Declaration);
}
