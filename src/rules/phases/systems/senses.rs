//! Sense dice in poor light, and fatigue (P-095, P-097).

use crate::board::LightGrade;
use crate::combat::combatant::{Condition, SideId};
use crate::combat::dice::{Dice, Throw};
use crate::combat::event::{Event, EventKind};
use crate::rules::phases::body::Tired;
use crate::rules::phases::dark::DarkMethod;
use crate::rules::phases::feat::{Difficulty, fitness};
use crate::rules::phases::field::Field;

/// Throws the Sense dice of everybody for the phase, where any light is poor (P-097): Seeing first.
pub fn listen(mut field: Field) {
    let by_senses = field.switches().dark_method == DarkMethod::Sense;
    let gloomy = field.terrain.0.ambient != LightGrade::Bright;
    let sides = u8::try_from(field.scene().teams.len()).unwrap_or(u8::MAX);
    for side in (0..sides).map(SideId) {
        listen_of(&mut field, side, by_senses, gloomy);
    }
}

/// Throws them for one side, which alone is told: whom the others do not see is not told of. What a
/// visible enemy threw is seen by looking at him.
fn listen_of(field: &mut Field, side: SideId, by_senses: bool, gloomy: bool) {
    let mut anybody = false;
    for who in field.those(|row| *row.side == side) {
        let row = field.get(who);
        let blinded = row.conditions.has(Condition::Blinded);
        let throws = by_senses && (gloomy || blinded) && row.fitness.is_able();
        let faces = throws.then(|| {
            ["seeing", "hearing"].map(|sense| {
                let thrown = field.dice().check(Throw::new(who, sense), 20, &|_| 0);
                u8::try_from(thrown.face).unwrap_or(20)
            })
        });
        if field.get(who).senses.faces != faces {
            field.get_mut(who).senses.faces = faces;
        }
        anybody |= faces.is_some();
    }
    if anybody {
        // One event for all: the dice say whose they are.
        let event = Event::general(field.flow.unit, EventKind::Note);
        let words = "all look and listen into the dark (P-097)";
        field.say(event.note(words).only(side));
    }
}

/// Phases between two checks against fatigue.
const SPELL: u32 = 100;

/// Phases of complete rest that take fatigue away.
const REST: u8 = 150;

/// Fatigue: a Normal Fitness Feat every hundred phases, and what rest takes away (P-095).
pub fn tire(mut field: Field) {
    let phase = field.flow.unit;
    if !field.switches().fatigue || phase == 0 {
        return;
    }
    for who in field.ids() {
        let row = field.get(who);
        if !row.fitness.on_board() || row.fitness.is_out() {
            continue;
        }
        let active = row.motion.spent > 0 || row.tempo.acted || row.tempo.reacted;
        let tired = row.body.tired;
        if tired.penalty > 0 {
            let rested = if active { 0 } else { tired.rested + 1 };
            let mut row = field.get_mut(who);
            row.body.tired.rested = rested;
            if rested >= REST {
                row.body.tired = Tired::default();
                let event = field.event(who, EventKind::Note);
                field.say(event.note("is rested: no Activity Penalty any more (P-095)"));
            }
        }
        if !phase.is_multiple_of(SPELL) {
            continue;
        }
        let row = field.get(who);
        let (sheet, burden) = (row.sheet(), row.body.burden());
        let feat = fitness(&sheet, Difficulty::Normal, burden)
            .roll(field.dice(), Throw::new(who, "fatigue"));
        if !feat.success {
            let mut row = field.get_mut(who);
            row.body.tired.penalty = row.body.tired.penalty.saturating_add(1);
        }
        let words = if feat.success {
            "is not tired yet (P-095)"
        } else {
            "tires: Activity Penalty -1 (P-095)"
        };
        let mut event = field.event(who, EventKind::Note).note(words);
        event.details.push(feat.detail());
        field.say(event);
    }
}
