//! What the attacks of a bout do once it is answered (P-014): damage, armour, Resist Targeting,
//! Backstab, Pierce, Knockback, pushes, and the sums at the end (C-5, P-077, P-118, P-123, P-125,
//! P-136, P-137, P-174 to P-182, P-199 to P-202, P-254, P-255). What else they do is in
//! [`super::effects`].
//!
//! Called by [`super::exchange::advance`] alone.

use super::attack::{self, AttackContext};
use super::charge::{self, PushContext, TrampleContext};
use super::check::{self, Band};
use super::defence::Answer;
use super::effects::{self, Shock};
use super::exchange::{AnswerState, Assault, Bout, BoutContext, Group, PushEnd, bit};
use super::grapple;
use super::harm::{self, Life};
use super::saddle::riding_number;
use super::special::Special;
use crate::combat::combatant::{CombatantId, Posture};
use crate::combat::dice::{Dice, Throw};

/// The Parry that serves against an attack: AR it gives and full Speed of its weapon.
fn parry_of(bout: &Bout, at: usize) -> Option<(i32, u8)> {
    match bout.answer {
        AnswerState::Parry { value, speed, .. } if bout.serves(at) => Some((value.into(), speed)),
        _ => None,
    }
}

fn is_avoided(bout: &Bout, at: usize) -> bool {
    if let AnswerState::Throw { avoids, .. } = bout.answer {
        return avoids && grapple::counter::undoes(&bout.answer, at);
    }
    let evades = matches!(
        bout.answer,
        AnswerState::Dodge { .. } | AnswerState::Sidestep { .. }
    );
    evades && bout.serves(at)
}

/// One attack takes effect.
pub(super) fn take_effect(bout: &mut Bout, context: &BoutContext, at: usize, dice: &mut dyn Dice) {
    let Some(assault) = context.attacks.get(at) else {
        return;
    };
    bout.attacks[at].avoided = is_avoided(bout, at);
    match assault {
        Assault::Push(push) => push_back(bout, context, at, push, dice),
        Assault::Trample(trample) => ride_down(bout, context, at, trample, dice),
        Assault::Blow(attack) => {
            if bout.attacks[at].band.succeeded() && !bout.attacks[at].avoided {
                if attack.grapple.is_none_or(|aim| aim.hurts()) {
                    strike(bout, context, at, attack, dice);
                }
                // Whoever is thrown has hold of nobody (P-245).
                if !grapple::counter::undoes(&bout.answer, at) {
                    grapple::rule::seize(bout, attack, at);
                }
            }
        }
    }
}

/// Armour a Parry can give before more of it changes nothing: the heaviest blow it serves against
/// stopped whole.
pub(super) fn useful_parry(bout: &Bout, context: &BoutContext) -> i16 {
    let served = context.attacks.iter().enumerate();
    let needed = served
        .filter(|(at, _)| bout.serves(*at))
        .map(|(_, assault)| match assault {
            Assault::Blow(attack) => {
                let ar = if finds_gaps(attack) {
                    attack.ar / 2
                } else {
                    attack.ar
                };
                (effects::most_damage(attack) - ar).max(0)
            }
            Assault::Push(_) | Assault::Trample(_) => 0,
        });
    clamp(needed.max().unwrap_or(0))
}

/// Whether armour must Resist Targeting (P-125, P-137, P-199): a plain Automatic Targeted Attack may
/// go through it instead.
fn finds_gaps(attack: &AttackContext) -> bool {
    let aimed = matches!(attack.special, Some(Special::Target | Special::Backstab));
    aimed || (attack.automatic && !goes_through(attack))
}

/// An Automatic Targeted Attack made as a Pierce (P-125).
fn goes_through(attack: &AttackContext) -> bool {
    attack.automatic && attack.through && attack.special.is_none()
}

fn strike(
    bout: &mut Bout,
    context: &BoutContext,
    at: usize,
    attack: &AttackContext,
    dice: &mut dyn Dice,
) {
    if bout.attacks[at].noticed {
        return hurt(bout, context, at, &attack.plainly(), dice);
    }
    match attack.special {
        Some(Special::Break) => effects::break_gear(bout, context, at, attack, dice),
        Some(Special::Cleave) => {
            effects::cleave(bout, context, at, attack, attack.is_edged(), dice);
        }
        Some(Special::Disarm) => effects::disarm(bout, context, at, attack, dice),
        Some(Special::Sweep) => effects::sweep(bout, context, at, attack, dice),
        Some(Special::Stun) if effects::sleeps(context) => {
            effects::stun_the_sleeping(bout, context, at, attack, dice);
        }
        _ => hurt(bout, context, at, attack, dice),
    }
}

/// Damage, and what comes with it: armour passed, a Knockback, a shock.
pub(super) fn hurt(
    bout: &mut Bout,
    context: &BoutContext,
    at: usize,
    attack: &AttackContext,
    dice: &mut dyn Dice,
) {
    let band = bout.attacks[at].band;
    let throw = Throw::nth(attack.attacker, "damage", attack.ordinal);
    let rolled = dice.sum(throw, attack.weapon.damage);
    let backstab = attack.special == Some(Special::Backstab);
    let mut damage = attack::damage(attack, rolled);
    if backstab {
        // A real Critical Hit doubles it, so does the specialization (P-136, P-140).
        let twice = |is: bool| if is { 2 } else { 1 };
        damage *= twice(band == Band::Critical) * twice(attack.specialized);
    }
    let parry = parry_of(bout, at);
    let parry_ar = parry.map_or(0, |(value, _)| value);
    let pierces = attack.special == Some(Special::Pierce) || goes_through(attack);
    let passed = if pierces {
        effects::pierces(bout, context, at, attack, dice)
    } else {
        Some(false)
    };
    let gaps = finds_gaps(attack) && passed != Some(true);
    let mut ar = attack.ar + parry_ar;
    let mut state = bout.attacks[at];
    if passed == Some(true) {
        state.passed = true;
        ar = 0;
    }
    if gaps {
        let speed = parry.map_or(0, |(_, speed)| i32::from(speed));
        let half = attack.specialized && attack.special == Some(Special::Target);
        let throw = Throw::nth(context.defender.who, "resist targeting", at as u16);
        let roll = check::resist(throw, attack.rt + speed, half, dice);
        state.resist_face = roll.face;
        state.resisted = roll.success;
        ar = if roll.success {
            attack.ar / 2 + parry_ar
        } else {
            0
        };
    }
    // Knockback, Stun and a specialist's Disarm do Stamina damage only (P-168, P-174, P-187).
    let shallow = matches!(
        attack.special,
        Some(Special::Knockback | Special::Stun | Special::Disarm)
    );
    let critical = backstab || (band == Band::Critical && !shallow);
    state.rolled = clamp(rolled);
    state.damage = clamp(damage);
    state.ar = clamp(ar);
    if context.switches.ar_per_facing_phase {
        let rear = first_facing(context, at).is_rear();
        // A gap found in the armour is this attack's own; otherwise the first attack's armour
        // counts for all of one creature's.
        let shared = if gaps || state.passed {
            ar
        } else {
            first_ar(context, at).unwrap_or(attack.ar) + parry_ar
        };
        state.ar = clamp(shared);
        let key = (rear, clamp(shared), 0);
        add_to_group(bout, context, at, key, damage, critical);
    } else if attack.paired {
        let first = context
            .attacks
            .iter()
            .position(|other| other.attacker() == attack.attacker);
        let key = (false, clamp(ar), first.unwrap_or(at) as u16 + 1);
        (state.shp, state.chp) = add_to_group(bout, context, at, key, damage, critical);
    } else {
        let lost = (damage - ar).max(0);
        state.shp = clamp(lost);
        // Who is already unconscious loses it from both (H-4).
        let deep = critical || context.defender.pools.shp <= 0;
        state.chp = if deep { clamp(lost) } else { 0 };
        bout.shp += lost;
        bout.chp += i32::from(state.chp);
    }
    if attack.special == Some(Special::Knockback) {
        state.knock = knockback(attack, state.band == Band::Critical, parry.map(|p| p.1));
        if state.knock > bout.knock {
            bout.knock = state.knock;
            bout.knock_by = 0;
        }
        if state.knock > 0 && state.knock == bout.knock {
            bout.knock_by |= bit(at);
        }
    }
    bout.attacks[at] = state;
    if pierces && passed != Some(false) {
        effects::pierce_wear(bout, context, at, attack, dice);
    }
    if attack.special == Some(Special::Stun) {
        effects::shock(bout, context, at, attack, Shock::of(attack, band), dice);
    }
}

pub(super) fn clamp(value: i32) -> i16 {
    value.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Hexes of a Knockback (P-174, P-177, P-180): full Speed (twice if specialized) + ½ m per FI Bonus
/// (¼ m for S1), half as much again on a Critical Hit, less the parrying weapon's full Speed;
/// fractions dropped at the end.
pub fn knockback(attack: &AttackContext, critical: bool, parry_speed: Option<u8>) -> u8 {
    let weapon = &attack.weapon;
    let times = if attack.specialized { 2 } else { 1 };
    let share = if weapon.is_single() { 2 } else { 4 };
    // In eighths of a metre, so that a quarter and its half are whole.
    let eighths = 8 * times * i32::from(weapon.full_speed) + share * i32::from(weapon.fi_bonus);
    let eighths = if critical { eighths * 3 / 2 } else { eighths };
    let eighths = eighths - 8 * i32::from(parry_speed.unwrap_or(0));
    u8::try_from((eighths / 8).max(0)).unwrap_or(u8::MAX)
}

fn first_of(context: &BoutContext, at: usize) -> &Assault {
    let who: CombatantId = context.attacks[at].attacker();
    let first = context.attacks.iter().find(|other| other.attacker() == who);
    first.unwrap_or(&context.attacks[at])
}

/// Facing of the first attack by the same creature (P-255).
fn first_facing(context: &BoutContext, at: usize) -> super::facing::Arc4 {
    first_of(context, at).arc()
}

fn first_ar(context: &BoutContext, at: usize) -> Option<i32> {
    match first_of(context, at) {
        Assault::Blow(attack) => Some(attack.ar),
        Assault::Push(_) | Assault::Trample(_) => None,
    }
}

/// Loses what is past the armour; the unconscious lose it from both pools (H-4).
fn lose(bout: &mut Bout, context: &BoutContext, points: i32, critical: bool) {
    bout.shp += points;
    if critical || context.defender.pools.shp <= 0 {
        bout.chp += points;
    }
}

/// Adds an attack to the sum of its facing and armour (P-255), or of its attacker's two weapons
/// (P-223); what it took at once.
fn add_to_group(
    bout: &mut Bout,
    context: &BoutContext,
    at: usize,
    (rear, ar, pair): (bool, i16, u16),
    damage: i32,
    critical: bool,
) -> (i16, i16) {
    let before = (bout.shp, bout.chp);
    let known = bout
        .groups
        .iter()
        .position(|group| group.rear == rear && group.ar == ar && group.pair == pair);
    let place = known.unwrap_or_else(|| {
        bout.groups.push(Group {
            rear,
            ar,
            left: ar.max(0),
            critical: 0,
            pair,
            last: at as u16,
        });
        bout.groups.len() - 1
    });
    let group = &mut bout.groups[place];
    group.last = at as u16;
    if critical {
        group.critical = clamp(i32::from(group.critical) + damage);
    } else {
        let stopped = damage.min(group.left.into());
        group.left -= clamp(stopped);
        lose(bout, context, damage - stopped, false);
    }
    let group = &mut bout.groups[place];
    if group.left == 0 {
        let points = std::mem::take(&mut group.critical);
        lose(bout, context, points.into(), true);
    }
    (clamp(bout.shp - before.0), clamp(bout.chp - before.1))
}

fn push_back(
    bout: &mut Bout,
    context: &BoutContext,
    at: usize,
    push: &PushContext,
    dice: &mut dyn Dice,
) {
    let charge = &push.charge;
    let end = if !bout.attacks[at].band.succeeded() {
        PushEnd::ThrownBack(charge.push())
    } else if bout.attacks[at].avoided {
        let number = charge::overrun_feat(charge, push.overrun_blocked);
        let throw = Throw::new(charge.who, "keep feet");
        PushEnd::Overran {
            metres: charge.overrun(),
            stands: check::feat(throw, number, dice).success,
        }
    } else {
        let defender = &context.defender;
        let number = charge::pushed_feat(defender.dx, push.behind_blocked)
            + check::total(&defender.feat_extra)
            - i32::from(defender.hampered);
        let throw = Throw::nth(defender.who, "keep feet", at as u16 + 1);
        // One who lies already has no feet to keep.
        let down = is_down(bout, context);
        PushEnd::Pushed {
            metres: if push.behind_blocked {
                0
            } else {
                charge.push()
            },
            stands: !down && check::feat(throw, number, dice).success,
        }
    };
    bout.pushes.push((at as u16, end));
}

/// Hooves: damage, shock, and down he goes (P-087 to P-091).
fn ride_down(
    bout: &mut Bout,
    context: &BoutContext,
    at: usize,
    trample: &TrampleContext,
    dice: &mut dyn Dice,
) {
    let defender = &context.defender;
    if !bout.attacks[at].band.succeeded() {
        let throw = Throw::new(trample.charge.who, "keep saddle");
        let number = riding_number(trample.level, -10) + check::total(&trample.charge.extra);
        let stays = check::feat(throw, number, dice).success;
        bout.pushes.push((at as u16, PushEnd::Shied { stays }));
        return;
    }
    if bout.attacks[at].avoided {
        return;
    }
    let rolled = dice.sum(
        Throw::nth(trample.mount, "trample damage", at as u16),
        trample.damage,
    );
    let lost = (rolled - trample.ar).max(0);
    let state = &mut bout.attacks[at];
    state.rolled = clamp(rolled);
    state.damage = clamp(rolled);
    state.ar = clamp(trample.ar);
    state.shp = clamp(lost);
    if defender.pools.shp <= 0 {
        state.chp = clamp(lost);
    }
    lose(bout, context, lost, false);
    let number = defender.rss + check::total(&defender.feat_extra);
    let shock = check::feat(
        Throw::nth(defender.who, "resist shock", at as u16),
        number,
        dice,
    );
    bout.attacks[at].resist_face = shock.face;
    bout.attacks[at].resisted = shock.success;
    if !shock.success {
        let die = dice.face(Throw::nth(trample.mount, "trample stun", at as u16), 21);
        let phases = 9 + die as u8;
        bout.attacks[at].stun = phases;
        bout.effects.stun = bout.effects.stun.max(phases);
    }
    bout.pushes.push((at as u16, PushEnd::RiddenDown));
}

/// A rider who is knocked back checks his riding, with −1 for each metre, of a Critical Hit for
/// twice the base metres; who keeps the saddle does not move (P-178).
fn keep_saddle(bout: &mut Bout, context: &BoutContext, dice: &mut dyn Dice) {
    let defender = &context.defender;
    let (Some(level), Some(from)) = (defender.riding, bout.knock_from) else {
        return;
    };
    let at = usize::from(from);
    let Some(Assault::Blow(attack)) = context.attacks.get(at) else {
        return;
    };
    let parry = parry_of(bout, at).map(|(_, speed)| speed);
    let times = if bout.attacks[at].band == Band::Critical {
        2
    } else {
        1
    };
    let metres = times * i32::from(knockback(attack, false, parry));
    let mut number = riding_number(level, -metres) + check::total(&defender.skill_extra);
    if defender.running {
        number += super::saddle::running_penalty(defender.riding);
    }
    let roll = check::feat(Throw::nth(defender.who, "keep saddle", 1), number, dice);
    bout.saddle = Some(roll);
    if roll.success {
        bout.knock = 0;
        bout.knock_by = 0;
        bout.knock_from = None;
        for state in &mut bout.attacks {
            state.knock = 0;
        }
    }
}

/// Prone before, or by the Dodge (P-055).
fn is_down(bout: &Bout, context: &BoutContext) -> bool {
    context.defender.posture == Posture::Prone || matches!(bout.answer, AnswerState::Dodge { .. })
}

/// Sums by facing (P-255), then the check to keep the feet after a Knockback (P-176).
pub(super) fn close(
    bout: &mut Bout,
    context: &BoutContext,
    answer: Option<&Answer>,
    dice: &mut dyn Dice,
) {
    for group in std::mem::take(&mut bout.groups) {
        let points = i32::from(group.critical) - i32::from(group.left);
        let before = (bout.shp, bout.chp);
        lose(bout, context, points.max(0), true);
        if group.pair > 0
            && let Some(state) = bout.attacks.get_mut(usize::from(group.last))
        {
            state.shp += clamp(bout.shp - before.0);
            state.chp += clamp(bout.chp - before.1);
        }
    }
    bout.knock_from = longest(bout.knock_by, context, dice);
    let after = harm::after(context.defender.pools, bout.shp, bout.chp);
    let swept = bout.effects.swept;
    let stands = !is_down(bout, context) && !swept && harm::life(after) == Life::Able;
    if stands && bout.knock > 0 && context.defender.riding.is_some() {
        keep_saddle(bout, context, dice);
    }
    let stands = stands && bout.saddle.is_none();
    if stands && bout.knock > 0 {
        let defender = &context.defender;
        let throw = Throw::new(defender.who, "keep feet");
        let number = defender.rs + check::total(&defender.feat_extra);
        bout.feet = Some(check::feat(throw, number, dice));
    }
    grapple::rule::close(bout, context, answer, dice);
}

/// Of several Knockbacks of the same length a die of the target's decides whose direction counts.
fn longest(by: u128, context: &BoutContext, dice: &mut dyn Dice) -> Option<u16> {
    let ties = by.count_ones();
    let pick = if ties > 1 {
        let throw = Throw::new(context.defender.who, "longest");
        u32::from(dice.face(throw, ties as u16)) - 1
    } else {
        0
    };
    (0..128u16)
        .filter(|at| by & bit(usize::from(*at)) != 0)
        .nth(pick as usize)
}
