//! What a displacement does to body and feet: walls, falls, bodies that are struck, the ground one
//! ends on (P-175, B-040, B-046, B-075 to B-079).

use super::feet::footing_feat;
use super::knockback::KNOCKBACK;
use super::resolution::{go_prone, lose, lose_initiative};
use super::upkeep::enter_fire;
use crate::board::push::trips;
use crate::board::terrain::Footing;
use crate::board::{Cell, Hex};
use crate::combat::combatant::{CombatantId, Posture};
use crate::combat::dice::{Dice, DiceSum, Throw};
use crate::combat::displacement::{Displaced, StoppedBy};
use crate::combat::event::EventKind;
use crate::rules::phases::feat::{Difficulty, dexterity};
use crate::rules::phases::field::Field;

/// Walls, falls, and those who were struck (P-175, B-040, B-075).
pub(super) fn consequences(field: &mut Field, displaced: &Displaced) {
    let who = displaced.shove.who;
    for (nth, hex) in (1..).zip(displaced.entered()) {
        if field.terrain.0.cell(*hex).is_some_and(Cell::is_burning) && displaced.shove.alive {
            enter_fire(field, who, nth);
        }
    }
    if displaced.shove.kind == KNOCKBACK {
        let hexes = i32::from(displaced.collision_hexes());
        if hexes > 0 {
            lose(field, who, 0, hexes);
            let event = field
                .event(
                    who,
                    EventKind::Harmed {
                        by: displaced.shove.by,
                        losses: vec![("Critical".into(), hexes)],
                    },
                )
                .note(format!(
                    "thrown against {}: 1 for each metre left, armour does not count (P-175)",
                    displaced.stopped.word()
                ));
            field.say(event);
        }
    }
    super::grips::into_wall(field, displaced);
    if let Some(fallen) = displaced.fallen_levels() {
        let harm = fall_damage(field, who, fallen, displaced.shove.alive);
        if let Some(below) = displaced.landed_on {
            land_on(field, below, harm);
        }
    }
    if displaced.stopped == StoppedBy::Water {
        let mut row = field.get_mut(who);
        let from = *row.posture;
        *row.posture = Posture::Swimming;
        let event = field.event(
            who,
            EventKind::Posture {
                from,
                to: Posture::Swimming,
            },
        );
        field.say(event);
    }
    let lands_badly = displaced.shove.on_feet && trips(&field.terrain.0, displaced.end());
    if displaced.prone() || lands_badly {
        go_prone(field, who, "goes down (B-076, B-040)");
    }
    if displaced.struck_check_footing(2) {
        for struck in &displaced.struck {
            footing(field, *struck, "struck by a body");
        }
    }
}

/// Falling h metres: (h − 1)d4 Stamina, from 4 m half of it Critical too; armour does not count
/// (B-040, BT-5).
///
/// Returns the Stamina and Critical Points lost.
pub fn fall_damage(field: &mut Field, who: CombatantId, fallen: u8, alive: bool) -> (i32, i32) {
    if alive {
        fall_harm(field, who, fallen, 1)
    } else {
        (0, 0)
    }
}

/// What a fall of so many levels does to the living, divided: by 2 where it was on purpose (B-039).
pub(super) fn fall_harm(
    field: &mut Field,
    who: CombatantId,
    fallen: u8,
    divided: i32,
) -> (i32, i32) {
    let metres = u32::from(fallen) * u32::from(field.terrain.0.level_mm) / 1000;
    if metres < 2 {
        return (0, 0);
    }
    let dice = DiceSum::new(metres.saturating_sub(1).min(12) as u8, 4, 0);
    let shp = field.dice().sum(Throw::new(who, "fall"), dice) / divided;
    let chp = if metres >= 4 { shp / 2 } else { 0 };
    lose(field, who, shp, chp);
    let mut losses = vec![("Stamina".into(), shp)];
    if chp > 0 {
        losses.push(("Critical".into(), chp));
    }
    let event = field
        .event(who, EventKind::Harmed { by: None, losses })
        .note(format!("falls {metres} m (B-040)"));
    field.say(event);
    lose_initiative(field, who);
    (shp, chp)
}

/// Who is fallen upon takes half the fall of the other and checks his footing (B-078).
fn land_on(field: &mut Field, below: CombatantId, (shp, chp): (i32, i32)) {
    let (shp, chp) = (shp / 2, chp / 2);
    if shp > 0 {
        lose(field, below, shp, chp);
        let mut losses = vec![("Stamina".into(), shp)];
        if chp > 0 {
            losses.push(("Critical".into(), chp));
        }
        let event = field
            .event(below, EventKind::Harmed { by: None, losses })
            .note("somebody fell on him: half of that fall (B-078)");
        field.say(event);
    }
    footing(field, below, "somebody fell on him");
}

/// A Normal Dexterity Feat or down (B-046 grade 2, B-075, B-078).
fn footing(field: &mut Field, who: CombatantId, words: &str) {
    if !matches!(
        *field.get(who).posture,
        Posture::Standing | Posture::Kneeling
    ) {
        return;
    }
    let row = field.get(who);
    let (sheet, burden) = (row.sheet(), row.body.burden());
    let feat = dexterity(&sheet, Difficulty::Normal, burden)
        .roll(field.dice(), Throw::new(who, "footing"));
    let mut event = field.event(who, EventKind::Note).note(format!(
        "{words}: {} (B-075)",
        if feat.success {
            "stays up"
        } else {
            "goes down"
        }
    ));
    event.details.push(feat.detail());
    field.say(event);
    if !feat.success {
        go_prone(field, who, words);
    }
}

/// Who ends a push on his feet checks the ground he ends on, and grade 1 if he was pushed off
/// something (B-046, B-050, B-079).
pub(super) fn end_footing(field: &mut Field, displaced: &Displaced) {
    let who = displaced.shove.who;
    let upright = matches!(
        *field.get(who).posture,
        Posture::Standing | Posture::Kneeling
    );
    if !displaced.shove.on_feet || !upright || displaced.entered().is_empty() {
        return;
    }
    let height = |hex: Hex| field.terrain.0.cell(hex).map_or(0, Cell::stand_on_cm);
    let (from, end) = (displaced.shove.from, displaced.end());
    let off = height(from) > 0 && height(end) == 0;
    let ground = field.terrain.0.cell(end).and_then(Cell::footing);
    let Some(grade) = ground.max(off.then_some(Footing::One)) else {
        return;
    };
    let row = field.get(who);
    let (sheet, burden) = (row.sheet(), row.body.burden());
    let feat = dexterity(&sheet, footing_feat(grade), burden)
        .roll(field.dice(), Throw::nth(who, "footing", 1));
    let mut event = field.event(who, EventKind::Note).note(if feat.success {
        "finds his footing (B-079)"
    } else {
        "finds no footing (B-079)"
    });
    event.details.push(feat.detail());
    field.say(event);
    if !feat.success {
        go_prone(field, who, "pushed onto bad ground (B-079)");
    }
}
