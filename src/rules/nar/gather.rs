//! From the scene to the plain figures of an exchange: whether an attack gets to its target, and
//! with what totals. Plans, systems and odds ask here.

use super::exchange::{Context, Exchange, Guard};
use super::limbs::{Limb, held};
use super::scale::Effort;
use super::scene::{Duel, Figure, Scene};
use super::tables::Weapon;
use super::tempo::{Deed, Means};
use super::totals::{AttackKind, Defence, attack_parts, defence_parts, force, tie_stats};
use crate::board::{distance, reach, sight};
use crate::combat::combatant::CombatantId;
use crate::combat::odds::Modifier;
use crate::combat::refusal::Refusal;
use smol_str::SmolStr;

/// Fists: what a bare arm strikes with.
const FISTS: &str = "fists";

/// The weapon in a limb, for a blow; a bare arm has its fist.
pub fn blow_with<'a>(
    scene: &'a Scene,
    figure: &'a Figure,
    limb: Limb,
) -> Option<(&'a str, &'a Weapon)> {
    let name = held(&figure.gear, limb).map_or(FISTS, |item| item.name.as_str());
    let weapon = scene.tables.weapons.get(name)?;
    weapon.range.is_none().then_some((name, weapon))
}

/// Whether an attack gets to its target from where both are (N-031, N-033, N-040, §8.7).
///
/// # Errors
/// What stands in the way.
pub fn can_reach(scene: &Scene, who: CombatantId, deed: &Deed) -> Result<(), Refusal> {
    let (figure, target) = (scene.figure(who), scene.figure(deed.target));
    if !target.fitness.fills_hex() {
        return Err(Refusal::form("there is nobody to fight any more"));
    }
    let (from, to) = (figure.place.hex, target.place.hex);
    let far = distance(from, to);
    let max = match &deed.means {
        Means::Blow(limb) => {
            let (_, weapon) = blow_with(scene, figure, *limb)
                .ok_or_else(|| Refusal::new("N-032", "what he holds is no weapon for a blow"))?;
            return reach::melee_open(&scene.board, from, to, u32::from(weapon.reach))
                .map_err(|barred| Refusal::new(barred.rule, barred.words));
        }
        Means::Shot(item) => {
            let weapon = figure
                .gear
                .item(*item)
                .and_then(|item| scene.tables.weapons.get(&item.name));
            let range = weapon.and_then(|weapon| weapon.range);
            range
                .ok_or_else(|| Refusal::new("N-034", "what he shot with is gone"))?
                .max
        }
        Means::Charged(name) => scene.tables.charged.get(name).map_or(0, |found| found.max),
    };
    if far > max {
        let words = format!("{far} m away, and it reaches {max}");
        return Err(Refusal::new("N-040", words));
    }
    let eye = |figure: &Figure| sight::eye(&scene.board, figure.place.hex, figure.posture.eye_cm());
    if sight::visible(&scene.board, eye(figure), eye(target)) {
        Ok(())
    } else {
        Err(Refusal::new("N-033", "the target is not in sight"))
    }
}

/// The plain figures of an attack.
pub fn context(scene: &Scene, who: CombatantId, deed: &Deed) -> Context {
    let (figure, target) = (scene.figure(who), scene.figure(deed.target));
    let (sheet, defender) = (&figure.sheet, &target.sheet);
    let mut plus = Vec::new();
    let (weapon, dice, nonlethal, kind) = match &deed.means {
        Means::Blow(limb) => {
            let strength = deed.effort.damage_column(sheet.stats.strength);
            plus.push(Modifier::new("Strength", strength, "N-028"));
            let found = blow_with(scene, figure, *limb);
            let (name, dice, nonlethal) = found
                .map_or((FISTS, Default::default(), true), |(name, weapon)| {
                    (name, weapon.dice, weapon.nonlethal)
                });
            (SmolStr::new(name), dice, nonlethal, AttackKind::Melee)
        }
        Means::Shot(item) => {
            let name = figure
                .gear
                .item(*item)
                .map_or_else(SmolStr::default, |item| item.name.clone());
            let weapon = scene.tables.weapons.get(&name);
            let far = distance(figure.place.hex, target.place.hex);
            let range = weapon.and_then(|weapon| weapon.range);
            let lost = range.map_or(0, |range| far / range.increment.max(1));
            if lost > 0 {
                plus.push(Modifier::new("range", -(lost as i32), "N-043"));
            }
            let dice = weapon.map(|weapon| weapon.dice).unwrap_or_default();
            (name, dice, false, AttackKind::Ranged)
        }
        Means::Charged(name) => {
            let dice = scene.tables.charged.get(name).map(|found| found.dice);
            (
                name.clone(),
                dice.unwrap_or_default(),
                false,
                AttackKind::Magic,
            )
        }
    };
    let guard = |defence| Guard {
        parts: Effort::ALL.map(|effort| defence_parts(defender, defence, effort)),
        tie: tie_stats(sheet, defender, defence),
    };
    Context {
        attacker: who,
        defender: deed.target,
        manner: deed.name.clone(),
        weapon,
        ab: attack_parts(sheet, kind, deed.effort),
        force: force(sheet, kind, deed.effort),
        dice,
        plus,
        nonlethal,
        dr: defender.dr,
        guards: Defence::ALL.map(guard),
        golden_rule: scene.switches.golden_rule,
    }
}

/// An attack that begins.
pub fn duel(scene: &Scene, who: CombatantId, deed: &Deed) -> Duel {
    Duel {
        context: context(scene, who, deed),
        exchange: Exchange::declared(),
        follow_up: None,
    }
}
