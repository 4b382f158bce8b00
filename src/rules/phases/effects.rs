//! What attacks do besides wounding: gear broken, parts of the body cleaved, weapons struck away,
//! somebody stunned, swept off his feet (P-136 to P-198, P-205, P-260).
//!
//! [`Effects`] is what a bout comes to, applied by the system `specials`; the functions are called
//! by [`super::resolution`] alone.

use super::attack::{self, AttackContext};
use super::body::{Part, Wound};
use super::check::{self, Band};
use super::defence::{self, Incapable, Piece};
use super::exchange::{AnswerState, Bout, BoutContext};
use super::facing::Arc4;
use super::resolution::{clamp, hurt};
use super::sheet::Build;
use super::special::Special;
use crate::combat::combatant::{ItemId, Posture};
use crate::combat::dice::{Dice, DiceSum, Throw};
use serde::{Deserialize, Serialize};

/// Breaking Damage that an item of the target's takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Worn {
    /// The item.
    pub item: ItemId,
    /// Points.
    pub points: u8,
    /// Those of them that count against the bound of P-182.
    pub pierce: u8,
}

/// A weapon struck from the target's hand (P-165).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Lost {
    /// The attack that did it; its direction is the weapon's.
    pub at: u16,
    /// The weapon.
    pub item: ItemId,
    /// Hexes it flies.
    pub hexes: u8,
}

/// What the attacks of a bout do besides wounding. Ordered, so that odds can merge equal states.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Effects {
    /// Breaking Damage of the target's gear, by item.
    pub worn: Vec<Worn>,
    /// Breaking Damage of his body.
    pub wounds: Vec<Wound>,
    /// Weapons struck away.
    pub lost: Vec<Lost>,
    /// Breaking Damage of the attackers' own weapons, by attack (P-143).
    pub own: Vec<(u16, u8)>,
    /// Phases he is Stunned, or Stunned longer if he was (P-188, P-190).
    pub stun: u8,
    /// Down to no Stamina by the shock (P-190, P-193).
    pub shocked: bool,
    /// Swept off his feet (P-194).
    pub swept: bool,
    /// Has to roll initiative anew (P-164, P-195).
    pub anew: bool,
}

impl Effects {
    /// Nothing but wounds.
    pub fn is_empty(&self) -> bool {
        *self == Effects::default()
    }

    /// Breaking Damage an item has taken in this bout, and what of it counts against P-182.
    fn worn_by(&self, item: ItemId) -> (u8, u8) {
        let found = self.worn.iter().find(|worn| worn.item == item);
        found.map_or((0, 0), |worn| (worn.points, worn.pierce))
    }

    fn wear(&mut self, item: ItemId, points: u8, pierce: u8) {
        match self.worn.iter_mut().find(|worn| worn.item == item) {
            Some(worn) => {
                worn.points = worn.points.saturating_add(points);
                worn.pierce = worn.pierce.saturating_add(pierce);
            }
            None => self.worn.push(Worn {
                item,
                points,
                pierce,
            }),
        }
    }
}

/// Resist Breaking of what protects an arc: the better of suit and shield (P-181).
pub fn resist_breaking(context: &BoutContext, arc: Arc4) -> i32 {
    pieces(context, arc)
        .map(|piece| piece.rb)
        .max()
        .unwrap_or(0)
}

/// What protects an arc, the shield first (P-144, P-259).
fn pieces(context: &BoutContext, arc: Arc4) -> impl Iterator<Item = Piece> {
    let defender = &context.defender;
    let shield = defender.shield.filter(|_| arc == Arc4::Forward);
    shield.into_iter().chain(defender.suit)
}

/// Whether anything of worth protects an arc.
fn is_armoured(context: &BoutContext, arc: Arc4) -> bool {
    pieces(context, arc).any(|piece| piece.ar > 0)
}

/// Whether the target cannot be stunned but is open to a blow at the head (P-191).
pub fn sleeps(context: &BoutContext) -> bool {
    context.defender.incapable == Some(Incapable::Unconscious)
}

/// The Parry that served against an attack: its weapon and how it holds.
struct Parried {
    /// `None` for bare hands, which do not wear.
    item: Option<ItemId>,
    rb: i32,
    left: u8,
}

fn parried(bout: &Bout, context: &BoutContext, at: usize) -> Option<Parried> {
    let AnswerState::Parry { item, .. } = bout.answer else {
        return None;
    };
    if !bout.serves(at) {
        return None;
    }
    let held = context
        .defender
        .weapons
        .iter()
        .find(|weapon| Some(weapon.item) == item);
    Some(match held {
        Some(weapon) => Parried {
            item,
            rb: i32::from(weapon.rb.unwrap_or(0)) - i32::from(weapon.wear),
            left: weapon.speed.saturating_sub(weapon.wear),
        },
        None => Parried {
            item: None,
            rb: 0,
            left: 1,
        },
    })
}

fn speed_of_parry(bout: &Bout, at: usize) -> i32 {
    match bout.answer {
        AnswerState::Parry { speed, .. } if bout.serves(at) => speed.into(),
        _ => 0,
    }
}

/// The nth throw of the target's gear against an attack.
fn breaking_throw(context: &BoutContext, at: usize, nth: u16) -> Throw {
    Throw::nth(
        context.defender.who,
        "resist breaking",
        at as u16 * 8 + nth + 1,
    )
}

/// A Pierce, or an Automatic Targeted Attack chosen to go through (P-125, P-181 to P-186): whether
/// the armour is passed. `None` where there is none.
pub(super) fn pierces(
    bout: &mut Bout,
    context: &BoutContext,
    at: usize,
    attack: &AttackContext,
    dice: &mut dyn Dice,
) -> Option<bool> {
    if !is_armoured(context, attack.arc) {
        return None;
    }
    if bout.attacks[at].band == Band::Critical {
        return Some(true);
    }
    let number = resist_breaking(context, attack.arc) + speed_of_parry(bout, at);
    let throw = breaking_throw(context, at, 0);
    let roll = check::resist(throw, number, halves(attack, Special::Pierce), dice);
    bout.attacks[at].breaking_face = roll.face;
    Some(!roll.success)
}

fn halves(attack: &AttackContext, special: Special) -> bool {
    attack.specialized && attack.special == Some(special)
}

/// Breaking Damage a Pierce does: to the armour it went through, shield first, each up to its bound
/// (P-182), or to a part of the bare body (P-184).
pub(super) fn pierce_wear(
    bout: &mut Bout,
    context: &BoutContext,
    at: usize,
    attack: &AttackContext,
    dice: &mut dyn Dice,
) {
    let mut points = if halves(attack, Special::Pierce) {
        2
    } else {
        1
    };
    if !is_armoured(context, attack.arc) {
        let edged = attack.is_edged();
        strike_body(bout, context, at, attack, (points, edged), dice);
        return;
    }
    for piece in pieces(context, attack.arc) {
        let (worn, pierced) = bout.effects.worn_by(piece.item);
        let more = points
            .min(piece.pierce.saturating_sub(pierced))
            .min(piece.ar.saturating_sub(worn));
        if more > 0 {
            bout.effects.wear(piece.item, more, more);
            bout.attacks[at].worn += more;
            points -= more;
        }
    }
}

/// Breaking Damage strikes a part of the body, called or by the chart, and costs as much Stamina and
/// Critical; armour does not count (P-151, P-152, P-163, P-202).
pub(super) fn strike_body(
    bout: &mut Bout,
    context: &BoutContext,
    at: usize,
    attack: &AttackContext,
    (points, edged): (u8, bool),
    dice: &mut dyn Dice,
) {
    if points == 0 {
        return;
    }
    let part = if context.defender.build == Build::Humanoid {
        attack.place.or_else(|| {
            let throw = Throw::nth(attack.attacker, "body target", attack.ordinal);
            let rolled = dice.check(throw, 10, &|face| Part::of_die(face).place());
            Some(Part::at(rolled.class))
        })
    } else {
        None
    };
    let wound = Wound {
        part,
        edged,
        points,
    };
    bout.effects.wounds.push(wound);
    let state = &mut bout.attacks[at];
    state.wound = Some(wound);
    state.shp = clamp(i32::from(state.shp) + i32::from(points));
    state.chp = clamp(i32::from(state.chp) + i32::from(points));
    bout.shp += i32::from(points);
    bout.chp += i32::from(points);
}

/// A Break (P-141 to P-149): the gear in its way takes it piece by piece, each resisting for itself.
pub(super) fn break_gear(
    bout: &mut Bout,
    context: &BoutContext,
    at: usize,
    attack: &AttackContext,
    dice: &mut dyn Dice,
) {
    let critical = bout.attacks[at].band == Band::Critical;
    let half = halves(attack, Special::Break);
    let points = attack.breaking(half && critical);
    let way = way_of(bout, context, at, attack);
    let (mut rest, mut resisted) = (points, false);
    for (nth, (item, rb, left)) in way.iter().enumerate() {
        if rest == 0 {
            break;
        }
        if !critical {
            let throw = breaking_throw(context, at, nth as u16);
            let roll = check::resist(throw, *rb, half, dice);
            bout.attacks[at].breaking_face = roll.face;
            if roll.success {
                resisted = true;
                break;
            }
        }
        // Others may have struck it in this very phase.
        let worn = item.map_or(0, |item| bout.effects.worn_by(item).0);
        let taken = rest.min(left.saturating_sub(worn));
        rest -= taken;
        if let Some(item) = item {
            bout.effects.wear(*item, taken, 0);
        }
        bout.attacks[at].worn = bout.attacks[at].worn.saturating_add(taken);
    }
    // Whoever's gear breaks feels it (P-146).
    let felt = i32::from(bout.attacks[at].worn);
    bout.shp += felt;
    bout.attacks[at].shp = clamp(felt);
    let whole = !resisted && (attack.meant.is_none() || parried(bout, context, at).is_some());
    if whole && rest > 0 {
        strike_body(bout, context, at, attack, (rest, attack.is_edged()), dice);
    }
    bout.attacks[at].stopped = resisted;
    if resisted || critical {
        own_weapon(bout, at, attack, points / 2, dice);
    }
}

/// What is in the way of a Break: the parrying weapon, then what it is aimed at, or shield and suit
/// (P-144, P-145); item, Resist Breaking and the points it takes.
fn way_of(
    bout: &Bout,
    context: &BoutContext,
    at: usize,
    attack: &AttackContext,
) -> Vec<(Option<ItemId>, i32, u8)> {
    let parry = parried(bout, context, at);
    let mut way: Vec<_> = parry
        .iter()
        .map(|parry| (parry.item, parry.rb, parry.left))
        .collect();
    if let (Some(meant), None) = (attack.meant, &parry) {
        let held = context.defender.weapons.iter();
        way.extend(held.filter(|weapon| weapon.item == meant).map(|weapon| {
            let rb = i32::from(weapon.rb.unwrap_or(0)) - i32::from(weapon.wear);
            (Some(meant), rb, weapon.speed.saturating_sub(weapon.wear))
        }));
        return way;
    }
    way.extend(pieces(context, attack.arc).map(|piece| (Some(piece.item), piece.rb, piece.ar)));
    way
}

/// The attacking weapon resists or takes half of the Breaking Damage; fists cost their owner as much
/// Stamina (P-143).
fn own_weapon(bout: &mut Bout, at: usize, attack: &AttackContext, points: u8, dice: &mut dyn Dice) {
    if points == 0 {
        return;
    }
    let resists = attack.weapon.rb.is_some_and(|rb| {
        let number = i32::from(rb) - i32::from(attack.weapon.wear);
        let throw = Throw::nth(attack.attacker, "own weapon", attack.ordinal);
        check::resist(throw, number, false, dice).success
    });
    if !resists {
        bout.effects.own.push((at as u16, points));
        bout.attacks[at].own = points;
    }
}

/// A Cleave of the bare body (P-150 to P-156): damage as usual, and Breaking Damage of a part. A
/// Parry whose weapon resists stops all of it.
pub(super) fn cleave(
    bout: &mut Bout,
    context: &BoutContext,
    at: usize,
    attack: &AttackContext,
    edged: bool,
    dice: &mut dyn Dice,
) {
    let mut rest = attack.breaking(halves(attack, Special::Cleave));
    if let Some(parry) = parried(bout, context, at) {
        let roll = check::resist(breaking_throw(context, at, 0), parry.rb, false, dice);
        bout.attacks[at].breaking_face = roll.face;
        if roll.success {
            bout.attacks[at].stopped = true;
            return;
        }
        let worn = parry.item.map_or(0, |item| bout.effects.worn_by(item).0);
        let taken = rest.min(parry.left.saturating_sub(worn));
        rest -= taken;
        bout.attacks[at].worn = taken;
        match parry.item {
            Some(item) => bout.effects.wear(item, taken, 0),
            // Bare hands feel what a weapon would take (P-143).
            None => bout.shp += i32::from(taken),
        }
    }
    hurt(bout, context, at, attack, dice);
    strike_body(bout, context, at, attack, (rest, edged), dice);
}

/// A Disarm (P-164 to P-168): no harm but by a specialist's Critical Hit; the weapon is kept by a
/// Weapon Use check, or flies.
pub(super) fn disarm(
    bout: &mut Bout,
    context: &BoutContext,
    at: usize,
    attack: &AttackContext,
    dice: &mut dyn Dice,
) {
    let defender = &context.defender;
    let named = |item| defender.weapons.iter().find(|weapon| weapon.item == item);
    let weapon = attack.meant.map_or(defender.weapons.first(), named);
    let Some(weapon) = weapon else {
        return;
    };
    let critical = bout.attacks[at].band == Band::Critical;
    let kept = !critical && {
        let harder = if attack.specialized { -10 } else { 0 };
        let number = defence::keep_number(defender, weapon) + harder;
        let throw = Throw::nth(defender.who, "keep weapon", 16 + at as u16);
        check::feat(throw, number, dice).success
    };
    bout.effects.anew = true;
    if kept {
        bout.attacks[at].stopped = true;
    } else {
        let throw = Throw::nth(attack.attacker, "flies", attack.ordinal);
        let hexes = dice.face(throw, 6) as u8;
        bout.attacks[at].flies = hexes;
        bout.effects.lost.push(Lost {
            at: at as u16,
            item: weapon.item,
            hexes,
        });
    }
    if critical && attack.specialized {
        hurt(bout, context, at, attack, dice);
    }
}

/// A Sweep (P-194 to P-198): down in any case but where it fails; 1d4 unless Resist Surprise
/// succeeds.
pub(super) fn sweep(
    bout: &mut Bout,
    context: &BoutContext,
    at: usize,
    attack: &AttackContext,
    dice: &mut dyn Dice,
) {
    let defender = &context.defender;
    let stands = !matches!(defender.posture, Posture::Prone | Posture::Mounted);
    if !stands || defender.build == Build::Legless {
        bout.attacks[at].stopped = true;
        return;
    }
    let critical = bout.attacks[at].band == Band::Critical;
    bout.effects.swept = true;
    bout.effects.anew = true;
    let unhurt = !critical && {
        let harder = if attack.specialized { -10 } else { 0 };
        let number =
            defender.rs + speed_of_parry(bout, at) + harder + check::total(&defender.feat_extra);
        let roll = check::feat(
            Throw::nth(defender.who, "resist surprise", at as u16),
            number,
            dice,
        );
        bout.attacks[at].resist_face = roll.face;
        roll.success
    };
    if !unhurt {
        let throw = Throw::nth(attack.attacker, "fall damage", attack.ordinal);
        let lost = dice.sum(throw, DiceSum::new(1, 4, 0));
        bout.attacks[at].rolled = clamp(lost);
        bout.attacks[at].shp = clamp(lost);
        bout.shp += lost;
        if defender.pools.shp <= 0 {
            bout.attacks[at].chp = clamp(lost);
            bout.chp += lost;
        }
    }
    if critical && attack.specialized {
        shock(bout, context, at, attack, Shock::default(), dice);
    }
}

/// How hard a shock comes (P-187, P-193).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shock {
    /// A Critical Hit: no check.
    critical: bool,
    /// By a specialist: −10 on the check, down at once by a Critical Hit.
    specialist: bool,
}

impl Shock {
    /// Of a Stun.
    pub(super) const fn of(attack: &AttackContext, band: Band) -> Shock {
        Shock {
            critical: matches!(band, Band::Critical),
            specialist: attack.specialized,
        }
    }
}

/// The effect of a Stun (P-187 to P-190, P-193): Resist System Shock or Stunned; whoever is so
/// already passes out if he fails, and is Stunned longer if he does not.
pub(super) fn shock(
    bout: &mut Bout,
    context: &BoutContext,
    at: usize,
    attack: &AttackContext,
    shock: Shock,
    dice: &mut dyn Dice,
) {
    let defender = &context.defender;
    let again = defender.incapable == Some(Incapable::Stunned);
    let resists = !shock.critical && {
        let harder = if shock.specialist { -10 } else { 0 };
        let number =
            defender.rss + speed_of_parry(bout, at) + harder + check::total(&defender.feat_extra);
        let throw = Throw::nth(defender.who, "resist shock", at as u16);
        let roll = check::feat(throw, number, dice);
        bout.attacks[at].resist_face = roll.face;
        roll.success
    };
    if resists && !again {
        bout.attacks[at].stopped = true;
        return;
    }
    if (again && !resists) || (shock.critical && shock.specialist) {
        bout.effects.shocked = true;
        bout.attacks[at].shocked = true;
        bout.shp = bout.shp.max(i32::from(defender.pools.shp));
        return;
    }
    let throw = Throw::nth(attack.attacker, "stun", attack.ordinal);
    let die = i32::from(dice.face(throw, 6));
    let phases = (die + i32::from(attack.weapon.fi_bonus)).clamp(1, 99) as u8;
    bout.attacks[at].stun = phases;
    bout.effects.stun = if again {
        bout.effects.stun.saturating_add(phases)
    } else {
        bout.effects.stun.max(phases)
    };
}

/// A Stun at somebody unconscious: in essence a blunt Cleave to the head, through the armour if he
/// wears any (P-191).
pub(super) fn stun_the_sleeping(
    bout: &mut Bout,
    context: &BoutContext,
    at: usize,
    attack: &AttackContext,
    dice: &mut dyn Dice,
) {
    let mut blow = attack.clone();
    blow.specialized = false;
    blow.place = Some(Part::Head);
    blow.kind = super::sheet::DamageType::B;
    if is_armoured(context, attack.arc) {
        blow.special = Some(Special::Break);
        break_gear(bout, context, at, &blow, dice);
    } else {
        blow.special = Some(Special::Cleave);
        cleave(bout, context, at, &blow, false, dice);
    }
}

/// Most damage an attack can do before armour.
pub(super) fn most_damage(attack: &AttackContext) -> i32 {
    let most = attack::damage(attack, attack.weapon.damage.max());
    if attack.special == Some(Special::Backstab) {
        4 * most
    } else {
        most
    }
}

#[cfg(test)]
#[path = "effects_tests.rs"]
mod tests;
