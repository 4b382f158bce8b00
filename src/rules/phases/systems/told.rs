//! What a blow did and why, for the log (P-014, P-040, C-5).

use super::bouts::Fight;
use crate::combat::combatant::CombatantId;
use crate::combat::dice::Thrown;
use crate::combat::event::{Event, EventKind};
use crate::rules::phases::attack::{AttackContext, damage_modifiers, score};
use crate::rules::phases::check::Band;
use crate::rules::phases::defence::{Answer, Incapable};
use crate::rules::phases::exchange::{Assault, AttackState};
use crate::rules::phases::field::Field;
use crate::rules::phases::grapple::Clinch;
use crate::rules::phases::special::Special;
use crate::rules::phases::verbs::declare::weapon_words;

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
pub(super) fn tell(field: &mut Field, fight: &Fight, thrown: Vec<Vec<Thrown>>) {
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
        _ if state.damage > 0 && attack.paired => {
            "the armour took it all so far: it counts once against the blows of both hands (P-223)"
        }
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
