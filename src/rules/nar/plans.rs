//! What an order to act means, and whether it can be carried out: attacks, charged actions,
//! abilities. Verbs check with it, the system that begins an action takes the plan from it.

use super::gather::{blow_with, can_reach};
use super::limbs::{Limb, held, limbs};
use super::scene::{Duel, Figure, Scene};
use super::sheet::Ability;
use super::tables::{Kind, Timing};
use super::tempo::{Deed, Means};
use super::totals::Defence;
use crate::combat::combatant::CombatantId;
use crate::combat::order::Slots;
use crate::combat::refusal::Refusal;
use smol_str::SmolStr;

/// What an order to act comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The attack.
    pub deed: Deed,
    /// Its second strike, in a dual attack (N-053).
    pub second: Option<Deed>,
    /// When it takes effect.
    pub timing: Timing,
    /// NAR.
    pub cost: u8,
}

fn target(
    scene: &Scene,
    who: CombatantId,
    nth: usize,
    slots: &Slots,
) -> Result<CombatantId, Refusal> {
    let found = slots.targets.get(nth).or(slots.targets.first()).copied();
    let target = found.ok_or_else(|| Refusal::form("name whom to attack"))?;
    if target == who || !scene.enemies(who, target) {
        return Err(Refusal::form("only an enemy can be attacked"));
    }
    Ok(target)
}

/// The plan of an attack by one of the actions of the table (N-028, N-031, N-033, N-053).
///
/// # Errors
/// What cannot be done, and why.
pub fn attack_plan(
    scene: &Scene,
    who: CombatantId,
    name: &str,
    slots: &Slots,
) -> Result<Plan, Refusal> {
    let figure = scene.figure(who);
    let action = scene.tables.action(name);
    only(slots, &["dual"])?;
    let dual = slots.flag("dual");
    if slots.targets.len() > 1 + usize::from(dual) {
        return Err(Refusal::form("one target; two for a dual attack"));
    }
    let deed = |means, nth| {
        Ok::<_, Refusal>(Deed {
            name: SmolStr::new(name),
            effort: action.effort,
            means,
            target: target(scene, who, nth, slots)?,
        })
    };
    let limb = limbs(&figure.gear)[0];
    let (first, second) = match action.kind {
        Kind::Ranged if dual => {
            return Err(Refusal::new(
                "N-053",
                "a dual attack is made with two blows",
            ));
        }
        Kind::Ranged => {
            let item = held(&figure.gear, limb).filter(|item| {
                let weapon = scene.tables.weapons.get(&item.name);
                weapon.is_some_and(|weapon| weapon.range.is_some())
            });
            let item = item
                .ok_or_else(|| Refusal::new("N-034", "there is nothing in hand to shoot with"))?;
            (deed(Means::Shot(item.id), 0)?, None)
        }
        Kind::Melee if dual => {
            check_dual(scene, figure)?;
            let second = deed(Means::Blow(Limb::Off), 1)?;
            (deed(Means::Blow(Limb::Main), 0)?, Some(second))
        }
        Kind::Melee => (deed(Means::Blow(limb), 0)?, None),
        Kind::Other => return Err(Refusal::form(format!("`{name}` is no attack"))),
    };
    for deed in [Some(&first), second.as_ref()].into_iter().flatten() {
        can_reach(scene, who, deed)?;
    }
    Ok(Plan {
        cost: action.effort.points() + u8::from(dual),
        timing: action.timing,
        deed: first,
        second,
    })
}

fn check_dual(scene: &Scene, figure: &Figure) -> Result<(), Refusal> {
    if !scene.switches.dual_attack {
        return Err(Refusal::new("N-053", "dual attacks are not in use"));
    }
    let armed =
        |limb| held(&figure.gear, limb).is_some() && blow_with(scene, figure, limb).is_some();
    if armed(Limb::Main) && armed(Limb::Off) {
        return Ok(());
    }
    Err(Refusal::new(
        "N-053",
        "a dual attack needs a weapon in each hand",
    ))
}

/// The plan of a charged action (§6.8).
///
/// # Errors
/// What cannot be done, and why.
pub fn cast_plan(scene: &Scene, who: CombatantId, slots: &Slots) -> Result<Plan, Refusal> {
    let figure = scene.figure(who);
    let mut meant = slots.flags.iter();
    let (Some(flag), None) = (meant.next(), meant.next()) else {
        return Err(Refusal::form("name one charged action"));
    };
    let name = flag.replace(' ', "_");
    let known = figure.sheet.charged.iter().find(|known| **known == name);
    let found = known.and_then(|known| Some((known, scene.tables.charged.get(known)?)));
    let (name, charged) = found.ok_or_else(|| {
        Refusal::new("§6.8", format!("there is no `{flag}` among what he can do"))
    })?;
    if slots.targets.len() > 1 {
        return Err(Refusal::form("one target"));
    }
    let deed = Deed {
        name: name.clone(),
        effort: charged.effort,
        means: Means::Charged(name.clone()),
        target: target(scene, who, 0, slots)?,
    };
    can_reach(scene, who, &deed)?;
    Ok(Plan {
        deed,
        second: None,
        timing: Timing::Ct,
        cost: charged.effort.points(),
    })
}

/// The ability a choice names, of those that may be used now: in recovery only what ignores it
/// (N-021), and what waits for a trigger only when that has come (N-046).
///
/// # Errors
/// What cannot be done, and why.
pub fn ability_plan(
    scene: &Scene,
    who: CombatantId,
    slots: &Slots,
) -> Result<(Ability, Plan), Refusal> {
    let figure = scene.figure(who);
    let mut meant = slots.flags.iter();
    let (Some(flag), None) = (meant.next(), meant.next()) else {
        return Err(Refusal::form("name one ability"));
    };
    let known = figure.sheet.abilities.iter();
    let mut known = known.filter(|ability| ability.name.replace('_', " ") == flag.as_str());
    let ability = known.next().ok_or_else(|| {
        Refusal::new(
            "N-026",
            format!("there is no `{flag}` among what he can do"),
        )
    })?;
    let answers = triggered(scene.service.duel.as_ref(), figure, ability);
    if ability.trigger.is_some() && !answers {
        return Err(Refusal::new(
            "N-046",
            "what this ability waits for has not happened",
        ));
    }
    if !answers && figure.tempo.cd > 0 && !ability.ignores_cd {
        return Err(Refusal::new(
            "N-021",
            "nothing can be done before the recovery is over",
        ));
    }
    if slots.targets.len() > 1 {
        return Err(Refusal::form("one target"));
    }
    let target = target(scene, who, 0, slots)?;
    if let (true, Some(duel)) = (answers, &scene.service.duel)
        && duel.context.attacker != target
    {
        return Err(Refusal::new("N-046", "it answers the one who attacked"));
    }
    let deed = Deed {
        name: ability.name.clone(),
        effort: ability.effort,
        means: Means::Blow(limbs(&figure.gear)[0]),
        target,
    };
    can_reach(scene, who, &deed)?;
    let plan = Plan {
        deed,
        second: None,
        timing: Timing::Cd,
        cost: ability.effort.points(),
    };
    Ok((ability.clone(), plan))
}

/// Whether an ability answers the attack that was just stopped (N-046).
pub fn triggered(duel: Option<&Duel>, figure: &Figure, ability: &Ability) -> bool {
    let Some(duel) = duel else { return false };
    let parried = duel
        .exchange
        .stopped_by()
        .is_some_and(|made| made.answer.defence == Defence::Parry);
    ability.trigger.is_some() && parried && duel.context.defender == figure.id
}

/// Refuses what a verb does not read, so that equal orders look alike.
///
/// # Errors
/// The first thing that is not read.
pub fn only(slots: &Slots, flags: &[&str]) -> Result<(), Refusal> {
    match slots
        .flags
        .iter()
        .find(|flag| !flags.contains(&flag.as_str()))
    {
        Some(flag) => Err(Refusal::form(format!("`{flag}` means nothing here"))),
        None => Ok(()),
    }
}
