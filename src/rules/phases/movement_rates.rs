//! What movement costs (P-019 to P-022, P-026 to P-032, B-044 to B-046, B-068, B-069).
//!
//! All lengths are half metres, because terrain costs halves. The walk asks these functions; where
//! somebody may step is the board's and the walk's business.

use super::body::Body;
use super::check::Difficulty;
use super::facing::Arc4;
use super::house::LoadEntry;
use super::sheet::Sheet;
use crate::combat::combatant::Posture;
use crate::combat::plot::{Gait, PostureChange};
use crate::combat::refusal::Refusal;

/// One metre.
pub const METRE: i16 = 2;

/// Metres it takes to stop from a run (P-030), and to keep running in the next phase.
pub const STOPPING: i16 = 3 * METRE;

/// Half metres of a Movement sub-phase (P-019, P-026, P-031, B-048, B-068): Move less load, at
/// least 1 m, twice at a run; 1 m on the knee or swimming; scuttling from the ground.
///
/// # Errors
/// A gait that load or posture do not allow.
pub fn allowance(
    movement: u8,
    dx_bonus: i8,
    load: LoadEntry,
    gait: Gait,
    posture: Posture,
) -> Result<i16, Refusal> {
    if !load.act {
        return Ok(0);
    }
    match posture {
        Posture::Prone => return Ok(scuttle(dx_bonus)),
        Posture::Kneeling | Posture::Crouching | Posture::Swimming => return Ok(METRE),
        Posture::Standing | Posture::Ducking | Posture::Mounted => {}
    }
    let walk = i16::from(movement.saturating_sub(load.movement).max(1)) * METRE;
    match gait {
        Gait::Run if !load.run => Err(Refusal::new("H-16", "too heavily laden to run")),
        Gait::Run => Ok(2 * walk),
        Gait::Walk => Ok(walk),
        Gait::Crawl => Ok(METRE),
    }
}

/// The same as a body leaves it (H-9): a limping leg halves the Move, whoever is lame does not run,
/// with a pierced chest one scuttles, with a leg out 1 m of it.
///
/// # Errors
/// A gait that load, posture or wounds do not allow.
pub fn allowance_of(
    sheet: &Sheet,
    body: &Body,
    load: LoadEntry,
    gait: Gait,
    posture: Posture,
) -> Result<i16, Refusal> {
    if gait == Gait::Run && body.is_lame() {
        return Err(Refusal::new("H-9", "wounded legs or belly: nobody runs so"));
    }
    let movement = if body.limps() {
        sheet.movement / 2
    } else {
        sheet.movement
    };
    let dx_bonus = if body.leg_out() { 0 } else { sheet.dx_bonus };
    let posture = if body.winded() && posture != Posture::Swimming {
        Posture::Prone
    } else {
        posture
    };
    allowance(movement, dx_bonus, load, gait, posture)
}

/// Half metres of scuttling (P-031): 1 m, and 1 m per 3 points of DX Bonus.
pub const fn scuttle(dx_bonus: i8) -> i16 {
    let more = dx_bonus as i16 / 3;
    METRE * (1 + if more > 0 { more } else { 0 })
}

/// Cost of a step (P-020, B-044): the entered hex's price, doubled into any arc but Forward, and
/// what edge, height and bodies add.
pub const fn step_cost(arc: Arc4, hex: i16, surcharge: i16) -> i16 {
    let times = if arc.is_rear() { 2 } else { 1 };
    hex * times + surcharge
}

/// What is left after a cost, `None` if it cannot be paid. With the phase's movement untouched one
/// step can always be paid, and uses it up (B-045).
pub const fn pay(left: i16, untouched: bool, cost: i16) -> Option<i16> {
    if cost <= left {
        Some(left - cost)
    } else if untouched && left > 0 {
        Some(0)
    } else {
        None
    }
}

/// Cost of turning `by` more sixths of a circle at a walk after `before` in this phase (P-021):
/// 1 m for each 120° of their sum.
pub const fn turn_cost(before: u8, by: u8) -> i16 {
    ((before as i16 + by as i16) / 2 - before as i16 / 2) * METRE
}

/// 60° turns a runner has in a phase without a Feat (P-028), 1 m each.
pub const fn run_turns(dx_bonus: i8) -> u8 {
    if dx_bonus > 0 { dx_bonus as u8 } else { 0 }
}

/// Cost of a 60° turn at a run (P-028, P-029).
pub const RUN_TURN: i16 = METRE;

/// The Dexterity Feat of the turn after `made` turns at a run in this phase; `None` where none is
/// needed (P-029). Each attempt after the first takes a further −5.
pub const fn run_turn_feat(dx: i8, dx_bonus: i8, made: u8) -> Option<i32> {
    let free = run_turns(dx_bonus);
    if made < free {
        None
    } else {
        let extra = (made - free) as i32;
        Some(Difficulty::Normal.number(dx) - 5 * extra)
    }
}

/// Whether a runner can come to a stop with what is left (P-030); otherwise he is still running at
/// the end of the phase.
pub const fn can_stop(left: i16) -> bool {
    left >= STOPPING
}

/// The Dexterity Feat of a runner whose stopping path is blocked (P-030); failure is prone.
pub const fn blocked_stop(dx: i8) -> i32 {
    Difficulty::Normal.number(dx)
}

/// Half metres a posture change costs (P-032, B-069); `None` if it changes nothing.
pub const fn posture_cost(from: Posture, change: PostureChange) -> Option<i16> {
    match (from, change) {
        (Posture::Prone, PostureChange::Stand) => Some(5 * METRE),
        (Posture::Prone, PostureChange::Kneel) => Some(3 * METRE),
        (Posture::Kneeling | Posture::Crouching, PostureChange::Stand) => Some(2 * METRE),
        (Posture::Standing | Posture::Ducking, PostureChange::Kneel) => Some(METRE),
        (Posture::Prone, PostureChange::LieDown) => None,
        (Posture::Mounted | Posture::Swimming, _) => None,
        (_, PostureChange::LieDown) => Some(0),
        _ => None,
    }
}

/// What is left after a posture change: 1 m must be left to rise, and it never drops below 0
/// (P-032).
///
/// # Errors
/// Why it cannot be done now.
pub fn change_posture(left: i16, from: Posture, change: PostureChange) -> Result<i16, Refusal> {
    let Some(cost) = posture_cost(from, change) else {
        return Err(Refusal::form("that changes nothing"));
    };
    if cost > 0 && left < METRE {
        return Err(Refusal::new("P-032", "at least 1 m of movement is needed"));
    }
    Ok((left - cost).max(0))
}

/// The Dexterity Feat of doubtful footing (B-046): grades 1 and 2 at a run or charge or when
/// pushed, grade 3 at any step; `None` where none is needed.
pub const fn footing(grade: u8, dx: i8, hurried: bool) -> Option<i32> {
    let difficulty = match grade {
        1 if hurried => Difficulty::Simple,
        2 if hurried => Difficulty::Normal,
        0..=2 => return None,
        _ => Difficulty::Challenging,
    };
    Some(difficulty.number(dx))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::phases::scene::Tables;
    use crate::rules::phases::sheet::Load;

    const STANDING: Posture = Posture::Standing;

    fn metres(movement: u8, load: Load, gait: Gait, posture: Posture) -> Option<i16> {
        let entry = Tables::shipped().encumbrance.of(load);
        allowance(movement, 1, entry, gait, posture)
            .ok()
            .map(|halves| halves / METRE)
    }

    #[test]
    fn rates_by_gait_load_and_posture() {
        // P-019, P-026, H-16.
        let walk = Gait::Walk;
        assert_eq!(metres(5, Load::None, walk, STANDING), Some(5));
        assert_eq!(metres(6, Load::None, Gait::Run, STANDING), Some(12));
        assert_eq!(metres(5, Load::Light, walk, STANDING), Some(4));
        assert_eq!(metres(5, Load::Heavy, walk, STANDING), Some(1));
        assert_eq!(metres(2, Load::Heavy, walk, STANDING), Some(1));
        assert_eq!(metres(5, Load::Heavy, Gait::Run, STANDING), None);
        assert_eq!(metres(5, Load::Overloaded, walk, STANDING), Some(0));
        assert_eq!(metres(5, Load::None, walk, Posture::Kneeling), Some(1));
        assert_eq!(metres(5, Load::None, walk, Posture::Swimming), Some(1));
    }

    #[test]
    fn steps_by_arc() {
        // P-020: two hexes ahead and one straight back: 4 m. B-044: undergrowth, up, fence 3½ m.
        let ahead = step_cost(Arc4::Forward, METRE, 0);
        let back = step_cost(Arc4::Back, METRE, 0);
        assert_eq!(2 * ahead + back, 4 * METRE);
        assert_eq!(step_cost(Arc4::LeftRear, METRE, 0), 2 * METRE);
        assert_eq!(step_cost(Arc4::Forward, 3, 2 * METRE), 7);
    }

    #[test]
    fn one_step_always() {
        // B-045.
        assert_eq!(pay(4, true, 6), Some(0));
        assert_eq!(pay(4, false, 6), None);
        assert_eq!(pay(4, false, 4), Some(0));
        assert_eq!(pay(0, true, 2), None);
    }

    #[test]
    fn turning_adds_up() {
        // P-021: 60°, walk, 60°: 1 m; 60° alone free; 240°: 2 m.
        assert_eq!(turn_cost(0, 1) + turn_cost(1, 1), METRE);
        assert_eq!(turn_cost(0, 1), 0);
        assert_eq!(turn_cost(0, 4), 2 * METRE);
        assert_eq!(turn_cost(3, 3), 2 * METRE);
    }

    #[test]
    fn turns_at_a_run() {
        // P-028: +2 has two; P-029: the third 13, the fourth 8.
        assert_eq!(run_turns(2), 2);
        assert_eq!(run_turns(0), 0);
        assert_eq!(run_turns(-1), 0);
        assert_eq!(run_turn_feat(13, 2, 1), None);
        assert_eq!(run_turn_feat(13, 2, 2), Some(13));
        assert_eq!(run_turn_feat(13, 2, 3), Some(8));
        assert_eq!(run_turn_feat(13, 0, 0), Some(13));
    }

    #[test]
    fn stopping_takes_three_metres() {
        // P-030: after 4 of 12 hexes: ends no earlier than hex 7; with 2 m left he runs on.
        assert!(can_stop(8 * METRE));
        assert_eq!(4 + STOPPING / METRE, 7);
        assert!(can_stop(3 * METRE));
        assert!(!can_stop(2 * METRE));
        assert_eq!(blocked_stop(13), 13);
    }

    #[test]
    fn scuttling() {
        // P-031.
        let of = |bonus| scuttle(bonus) / METRE;
        assert_eq!([of(2), of(3), of(6), of(-2)], [1, 2, 3, 1]);
    }

    #[test]
    fn standing_up() {
        // P-032: Move 5, 8, 3.
        let stand = |metres: i16| {
            change_posture(metres * METRE, Posture::Prone, PostureChange::Stand)
                .map(|left| left / METRE)
        };
        assert_eq!(stand(5).ok(), Some(0));
        assert_eq!(stand(8).ok(), Some(3));
        assert_eq!(stand(3).ok(), Some(0));
        assert_eq!(stand(0).unwrap_err().rule, "P-032");
    }

    #[test]
    fn other_postures() {
        // B-069: prone with Move 5 kneels: 2 m left.
        let change = |from, to| change_posture(5 * METRE, from, to).map(|left| left / METRE);
        assert_eq!(change(Posture::Prone, PostureChange::Kneel).ok(), Some(2));
        assert_eq!(change(STANDING, PostureChange::Kneel).ok(), Some(4));
        assert_eq!(
            change(Posture::Kneeling, PostureChange::Stand).ok(),
            Some(3)
        );
        assert_eq!(change(STANDING, PostureChange::LieDown).ok(), Some(5));
        assert!(change(STANDING, PostureChange::Stand).is_err());
    }

    #[test]
    fn footing_by_grade() {
        // B-046: ice, grade 2, DX 13 at a run: 13 stays up, 14 falls; walking no check.
        assert_eq!(footing(2, 13, false), None);
        let number = footing(2, 13, true).unwrap();
        assert_eq!(number, 13);
        assert_eq!(footing(1, 13, true), Some(18));
        assert_eq!(footing(3, 13, false), Some(8));
        assert_eq!(footing(0, 13, true), None);
    }
}
