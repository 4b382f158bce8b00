//! From the scene to the plain figures of an exchange: what an order means, whether it can be
//! carried out, which 3D's are open. Verbs, systems and odds ask here.

use super::exchange::{Answer, Context, Exchange, Guard, Pay};
use super::limbs::{Limb, held, limbs};
use super::scale::Effort;
use super::scene::{Duel, Figure, Scene};
use super::sheet::Ability;
use super::tables::{Kind, Timing, Weapon};
use super::tempo::{Deed, Means};
use super::totals::{AttackKind, Defence, attack_parts, defence_parts, force, tie_stats};
use crate::board::{distance, reach, sight};
use crate::combat::combatant::CombatantId;
use crate::combat::odds::Modifier;
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

/// Whether a 3D may be made against the attack under way (N-047 to N-053, N-056).
///
/// # Errors
/// Why not.
pub fn check_answer(scene: &Scene, duel: &Duel, answer: &Answer) -> Result<(), Refusal> {
    let figure = scene.figure(duel.context.defender);
    if !figure.fitness.is_able() {
        return Err(Refusal::new("§6.7", "who is helpless makes no 3D"));
    }
    if !duel.exchange.awaits_answer() {
        return Err(Refusal::form("there is nothing to answer now"));
    }
    let made =
        |test: &dyn Fn(&Answer) -> bool| duel.exchange.tries.iter().any(|made| test(&made.answer));
    match answer.limb {
        None if answer.defence != Defence::Dodge => {
            return Err(Refusal::form("name the limb: main, off or both"));
        }
        None if made(&|one| one.defence == Defence::Dodge) => {
            return Err(Refusal::new("N-052", "one Dodge against one attack"));
        }
        None => {}
        Some(_) if answer.defence == Defence::Dodge => {
            return Err(Refusal::form("a Dodge names no limb"));
        }
        Some(limb) => {
            if !limbs(&figure.gear).contains(&limb) {
                let words = format!("there is no limb `{}` in this grip", limb.word());
                return Err(Refusal::new("N-052", words));
            }
            if made(&|one| one.limb == Some(limb)) {
                return Err(Refusal::new(
                    "N-052",
                    "every limb blocks or parries once against one attack",
                ));
            }
            let rigid = held(&figure.gear, limb)
                .and_then(|item| scene.tables.weapons.get(&item.name))
                .is_none_or(|weapon| weapon.rigid);
            if answer.defence == Defence::Block && !rigid {
                return Err(Refusal::new("N-056", "only something stiff blocks"));
            }
        }
    }
    match answer.pay {
        Pay::Dap => figure.tempo.may_pay_dap(answer.effort),
        Pay::Nar => figure.tempo.may_pay_nar(answer.limb, scene.row()),
    }
}

/// Every 3D that may be made against the attack under way.
pub fn answers(scene: &Scene, duel: &Duel) -> Vec<Answer> {
    let figure = scene.figure(duel.context.defender);
    let mut list = Vec::new();
    for defence in Defence::ALL {
        let limbs: Vec<Option<Limb>> = match defence {
            Defence::Dodge => vec![None],
            _ => limbs(&figure.gear).iter().copied().map(Some).collect(),
        };
        for limb in limbs {
            for pay in [Pay::Dap, Pay::Nar] {
                for effort in Effort::ALL {
                    let answer = Answer {
                        defence,
                        effort,
                        limb,
                        pay,
                    };
                    if check_answer(scene, duel, &answer).is_ok() {
                        list.push(answer);
                    }
                }
            }
        }
    }
    list
}
