//! Numbers of Hold, Pin, Overbear and Throw, and what they do inside a bout (P-230, P-231, P-235,
//! P-238 to P-244).

use super::{Clinch, Flight, Grapple, Mark, Way};
use crate::combat::combatant::Posture;
use crate::combat::dice::{Dice, Throw};
use crate::rules::phases::assault::Assault;
use crate::rules::phases::attack::AttackContext;
use crate::rules::phases::check::{self, Difficulty, Tally, add};
use crate::rules::phases::defence::Answer;
use crate::rules::phases::exchange::{AnswerState, Bout, BoutContext};
use crate::rules::phases::harm::{self, Life};
use crate::rules::phases::sheet::Size;

/// Whole metres of a Throw: 1 + ½ per FI Bonus, 1 + 1 with the specialization (P-241, P-244).
pub fn metres(fi_bonus: i8, specialized: bool) -> u8 {
    let halves = 2 + i32::from(fi_bonus) * if specialized { 2 } else { 1 };
    u8::try_from((halves / 2).max(0)).unwrap_or(u8::MAX)
}

/// ±5 for each step of size between thrower and target (P-241).
pub const fn size_modifier(thrower: Size, target: Size) -> i32 {
    5 * (thrower as i32 - target as i32)
}

/// What the aim does to the number, beside what every attack meets (P-239).
pub fn modifiers(attack: &AttackContext, list: &mut impl Tally) {
    if let Some(Grapple::Overbear { others }) = attack.grapple {
        add(list, "together", 2 * i32::from(others), "P-239");
    }
}

/// Counts who forces one man down together: each check is easier by the others, and whoever is left
/// alone only gets hold of him (P-239).
pub fn join(attacks: &mut [Assault]) {
    let overbears = |assault: &Assault| {
        matches!(assault, Assault::Blow(attack)
            if matches!(attack.grapple, Some(Grapple::Overbear { .. })))
    };
    let count = attacks.iter().filter(|assault| overbears(assault)).count();
    let others = u8::try_from(count.saturating_sub(1)).unwrap_or(u8::MAX);
    for assault in attacks.iter_mut().filter(|assault| overbears(assault)) {
        if let Assault::Blow(attack) = assault {
            attack.grapple = Some(match others {
                0 => Grapple::Hold,
                _ => Grapple::Overbear { others },
            });
        }
    }
}

/// Two who pin or throw each other at once: who succeeds against the other, if either does (P-238,
/// P-247).
pub const fn contest(one: bool, other: bool) -> Option<bool> {
    match (one, other) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// The number of the Feat to stay standing when neither prevailed (P-238).
pub fn stay_number(mark: &Mark) -> i32 {
    Difficulty::Challenging.number(mark.dx) + mark.feats
}

/// Rolls it.
pub fn stays(mark: &Mark, nth: u16, dice: &mut dyn Dice) -> bool {
    let throw = Throw::nth(mark.who, "stay standing", nth);
    !mark.down && check::feat(throw, stay_number(mark), dice).success
}

/// Grappling damage that a standing grip does in a phase: armour counts under a Hold, not under a
/// Pin (P-231, P-235).
pub fn pressure(rolled: i32, fitness: i32, ar: i32, pin: bool) -> i32 {
    let damage = (rolled + fitness).max(1);
    (damage - if pin { 0 } else { ar }).max(0)
}

/// The flight of one who is thrown: the Feat to keep his feet, and the shock of a wall (P-242,
/// P-243).
pub fn fly(way: &Way, mark: &Mark, nth: u16, dice: &mut dyn Dice) -> Flight {
    let mut flight = Flight {
        hexes: way.hexes,
        drop: way.drop,
        water: way.water,
        ..Flight::default()
    };
    // Who falls or goes under has no feet to keep.
    if !mark.down && !way.blocked && way.drop == 0 && !way.water {
        let number = Difficulty::Normal.number(mark.dx) + mark.feats;
        let roll = check::feat(Throw::nth(mark.who, "landing", nth), number, dice);
        flight.stands = roll.success;
        flight.face = roll.face;
    }
    if way.wall > 0 {
        let throw = Throw::nth(mark.who, "resist shock", nth);
        if !check::feat(throw, mark.rss, dice).success {
            let face = dice.face(Throw::nth(mark.who, "stun", nth), 6);
            let phases = face + u16::from(way.wall);
            flight.stunned = u8::try_from(phases).unwrap_or(u8::MAX);
        }
    }
    flight
}

/// The one who is grappled, as a throw finds him.
fn mark(bout: &Bout, context: &BoutContext) -> Mark {
    let defender = &context.defender;
    let after = harm::after(defender.pools, bout.shp, bout.chp);
    let lies =
        defender.posture == Posture::Prone || matches!(bout.answer, AnswerState::Dodge { .. });
    Mark {
        who: defender.who,
        dx: defender.dx,
        rss: defender.rss,
        feats: check::total(&defender.feat_extra) - i32::from(defender.hampered),
        down: lies || harm::life(after) != Life::Able,
    }
}

/// A grapple that came through takes effect; throws are decided at the bout's end.
pub fn seize(bout: &mut Bout, attack: &AttackContext, at: usize) {
    let clinch = match attack.grapple {
        None => return,
        Some(Grapple::Hold) => Clinch::Held,
        Some(Grapple::Pin | Grapple::Overbear { .. }) => Clinch::Pinned,
        Some(Grapple::Throw(_)) => Clinch::Thrown(Flight::default()),
    };
    bout.attacks[at].clinch = clinch;
}

/// Whether throws are still to be decided.
pub fn is_open(bout: &Bout) -> bool {
    let thrown = |clinch: Clinch| matches!(clinch, Clinch::Thrown(_));
    let counters = matches!(bout.answer, AnswerState::Throw { works: true, .. });
    counters || bout.attacks.iter().any(|state| thrown(state.clinch))
}

/// Rolls the flights of those who were thrown.
pub fn close(bout: &mut Bout, context: &BoutContext, answer: Option<&Answer>, dice: &mut dyn Dice) {
    let mark = mark(bout, context);
    for (at, assault) in context.attacks.iter().enumerate() {
        let Assault::Blow(attack) = assault else {
            continue;
        };
        if let (Some(Grapple::Throw(way)), Clinch::Thrown(_)) =
            (attack.grapple, bout.attacks[at].clinch)
        {
            bout.attacks[at].clinch = Clinch::Thrown(fly(&way, &mark, at as u16, dice));
        }
    }
    super::counter::close(bout, context, answer, &mark, dice);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::phases::fixtures::{D, scripted};

    fn d() -> Mark {
        Mark {
            who: D,
            dx: 10,
            rss: 12,
            feats: 0,
            down: false,
        }
    }

    #[test]
    fn metres_of_a_throw() {
        // P-241: FI Bonus +2 is 2 m, +1 is 1.5, so 1 m; P-244: 3 m.
        assert_eq!(metres(2, false), 2);
        assert_eq!(metres(1, false), 1);
        assert_eq!(metres(2, true), 3);
        assert_eq!(metres(-2, false), 0);
        assert_eq!(metres(-2, true), 0);
    }

    #[test]
    fn size_counts_five_a_step() {
        // P-241.
        assert_eq!(size_modifier(Size::Medium, Size::Large), -5);
        assert_eq!(size_modifier(Size::Medium, Size::Small), 5);
        assert_eq!(size_modifier(Size::Large, Size::Small), 10);
    }

    #[test]
    fn either_one_prevails_or_neither() {
        // P-238.
        assert_eq!(contest(true, false), Some(true));
        assert_eq!(contest(false, true), Some(false));
        assert_eq!(contest(true, true), None);
        assert_eq!(contest(false, false), None);
        // DX 10, Challenging: 5.
        assert!(stays(&d(), 0, &mut scripted(&[(1, "stay standing", 5)])));
        assert!(!stays(&d(), 0, &mut scripted(&[(1, "stay standing", 6)])));
    }

    #[test]
    fn a_wall_stuns_and_feet_are_kept() {
        // P-242: 2 m left, d20=13 fails, d6=2: 4 phases. P-243: 10 stands, 11 does not.
        let way = Way {
            hexes: 3,
            wall: 2,
            ..Way::default()
        };
        let faces = [(1, "landing", 10), (1, "resist shock", 13), (1, "stun", 2)];
        let flight = fly(&way, &d(), 0, &mut scripted(&faces));
        assert!(flight.stands);
        assert_eq!(flight.stunned, 4);
        let faces = [(1, "landing", 11), (1, "resist shock", 12)];
        let flight = fly(&way, &d(), 0, &mut scripted(&faces));
        assert!(!flight.stands);
        assert_eq!(flight.stunned, 0);
    }

    #[test]
    fn a_hold_presses_through_armour_only_as_a_pin() {
        // P-230: 1 + 1; P-231: less AR; P-235: without.
        assert_eq!(pressure(1, 1, 0, false), 2);
        assert_eq!(pressure(1, 1, 5, false), 0);
        assert_eq!(pressure(1, 1, 5, true), 2);
        assert_eq!(pressure(1, -1, 0, false), 1);
    }
}
