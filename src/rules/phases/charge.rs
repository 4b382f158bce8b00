//! Charges: Feats, distances, the gap, the point of a polearm (P-025, P-071 to P-076, P-079,
//! P-081, P-082).
//!
//! A push on one opponent is part of his bout (see [`super::exchange`]); a charge between two and a
//! contested hex are rolled by themselves.

use super::check::{self, Difficulty, Roll, add};
use super::facing::{Arc4, Awareness};
use super::weapon_use::WeaponUse;
use crate::board::Dir;
use crate::combat::combatant::CombatantId;
use crate::combat::dice::{Dice, DiceSum, Throw};
use crate::combat::odds::Modifier;
use crate::combat::refusal::Refusal;
use serde::{Deserialize, Serialize};

/// The charger's side of a push or a force through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChargeContext {
    /// Who charges; his dice.
    pub who: CombatantId,
    /// Fitness score.
    pub fi: i8,
    /// Dexterity score.
    pub dx: i8,
    /// At a run (P-082).
    pub running: bool,
    /// From a standstill (P-079).
    pub no_run_up: bool,
    /// Phases rushed (P-041, P-070).
    pub rushed: u32,
    /// Stands on hampering ground (B-047).
    pub hampered: bool,
    /// On a mount: the number of P-083 in place of his Fitness.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mounted: bool,
    /// At somebody in the saddle (P-084).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_rider: bool,
    /// Further modifiers of Feats.
    pub extra: Vec<Modifier>,
}

impl ChargeContext {
    /// Somebody who charges at a walk, in his own time, on open ground.
    pub const fn plain(who: CombatantId, fi: i8, dx: i8) -> ChargeContext {
        ChargeContext {
            who,
            fi,
            dx,
            running: false,
            no_run_up: false,
            rushed: 0,
            hampered: false,
            mounted: false,
            at_rider: false,
            extra: Vec::new(),
        }
    }

    fn stepped(&self, difficulty: Difficulty) -> Difficulty {
        if self.no_run_up {
            difficulty.harder()
        } else {
            difficulty
        }
    }

    fn feat(&self, score: i8, name: &str, difficulty: Difficulty, rule: &str) -> Vec<Modifier> {
        let mut list = vec![Modifier::new(name, score.into(), "C-3")];
        add(&mut list, difficulty.word(), difficulty.modifier(), rule);
        if self.hampered {
            add(&mut list, "hampering ground", -1, "B-047");
        }
        list.extend(self.extra.iter().cloned());
        list
    }

    /// Twice as far at a run (P-082).
    const fn far(&self, metres: u8) -> u8 {
        if self.running { 2 * metres } else { metres }
    }

    /// Metres an opponent is pushed (P-072) and a failed charger goes back (P-071).
    pub const fn push(&self) -> u8 {
        self.far(1)
    }

    /// Metres from the contact hex a charger runs on when evaded (P-073), and how far a force
    /// through may take him (P-076).
    pub const fn overrun(&self) -> u8 {
        self.far(2)
    }
}

/// A mounted charge succeeds on this or less (P-083).
pub const MOUNTED: i8 = 16;

/// What a charge at a mounted opponent takes (P-084).
pub const AT_RIDER: i32 = -5;

/// Straight metres a Trample needs (P-086).
pub const TRAMPLE_RUN: u32 = 5;

/// The Fitness Feat of force back and force through (P-071, P-076, P-079, P-082): number and how
/// it came to be.
pub fn fitness_feat(charge: &ChargeContext) -> (i32, Vec<Modifier>) {
    let (opening, rule) = if charge.running {
        (Difficulty::Simple, "P-082")
    } else {
        (Difficulty::Normal, "P-071")
    };
    let rule = if charge.no_run_up { "P-079" } else { rule };
    let (score, name) = if charge.mounted {
        (MOUNTED, "mounted charge")
    } else {
        (charge.fi, "Fitness")
    };
    let mut list = charge.feat(score, name, charge.stepped(opening), rule);
    if charge.at_rider {
        add(&mut list, "mounted opponent", AT_RIDER, "P-084");
    }
    let rushed = i32::try_from(charge.rushed).unwrap_or(i32::MAX / 2);
    add(&mut list, "rushed", -rushed, "P-041");
    (check::total(&list), list)
}

/// The charger's Dexterity Feat after running past one who evaded (P-073): Simple, Normal if his
/// way was cut short.
pub fn overrun_feat(charge: &ChargeContext, cut_short: bool) -> i32 {
    let difficulty = if cut_short {
        Difficulty::Normal
    } else {
        Difficulty::Simple
    };
    let list = charge.feat(charge.dx, "Dexterity", charge.stepped(difficulty), "P-073");
    check::total(&list)
}

/// The Dexterity Feat of one who was pushed (P-072): Challenging, Difficult if he cannot give way.
pub const fn pushed_feat(dx: i8, blocked: bool) -> i32 {
    let difficulty = if blocked {
        Difficulty::Difficult
    } else {
        Difficulty::Challenging
    };
    difficulty.number(dx)
}

/// A force back as the target's bout sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushContext {
    /// The charger.
    pub charge: ChargeContext,
    /// Direction of the lane.
    pub dir: Dir,
    /// The hex behind the target is blocked (P-072).
    pub behind_blocked: bool,
    /// The hex where the charger would end if evaded is taken (P-073).
    pub overrun_blocked: bool,
    /// Arc of the target it comes from.
    pub arc: Arc4,
    /// Whether the target knows of it.
    pub awareness: Awareness,
}

/// A Trample as its victim's bout sees it (P-086 to P-091).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrampleContext {
    /// The rider's side of it.
    pub charge: ChargeContext,
    /// The mount; it rolls the damage.
    pub mount: CombatantId,
    /// The rider's Equestrian Level.
    pub level: u8,
    /// Combat quality of the mount (P-087).
    pub quality: u8,
    /// 4d4, more for huge and shod mounts (P-090).
    pub damage: DiceSum,
    /// Direction of the line.
    pub dir: Dir,
    /// Armour Rating of the arc it comes from.
    pub ar: i32,
    /// Arc of the target it comes from.
    pub arc: Arc4,
    /// Whether the target knows of it.
    pub awareness: Awareness,
}

/// The number of a Trample (P-087): 10, Equestrian Level, combat quality, less the phases rushed.
pub fn trample_number(trample: &TrampleContext) -> (i32, Vec<Modifier>) {
    let mut list = vec![Modifier::new("Trample", 10, "P-087")];
    add(&mut list, "Equestrian Level", trample.level.into(), "P-087");
    add(&mut list, "combat quality", trample.quality.into(), "P-087");
    let rushed = i32::try_from(trample.charge.rushed).unwrap_or(i32::MAX / 2);
    add(&mut list, "rushed", -rushed, "P-041");
    list.extend(trample.charge.extra.iter().cloned());
    (check::total(&list), list)
}

/// Damage dice of a Trample (P-090).
pub const fn trample_damage(huge: bool, shod: bool) -> DiceSum {
    DiceSum::new(if huge { 6 } else { 4 }, 4, if shod { 2 } else { 0 })
}

/// Rolls a Trample (P-087).
pub fn ride_down(trample: &TrampleContext, dice: &mut dyn Dice) -> Roll {
    let throw = Throw::new(trample.charge.who, "trample");
    check::feat(throw, trample_number(trample).0, dice)
}

/// Rolls whether a charging mount goes in (P-083): before the blow of a mounted charge.
pub fn spur(charge: &ChargeContext, dice: &mut dyn Dice) -> Roll {
    let throw = Throw::new(charge.who, "mounted charge");
    check::feat(throw, fitness_feat(charge).0, dice)
}

/// Rolls the Fitness Feat of a force through or of one contender for a hex (P-076, P-025).
pub fn force(charge: &ChargeContext, dice: &mut dyn Dice) -> Roll {
    let throw = Throw::new(charge.who, "force back");
    check::feat(throw, fitness_feat(charge).0, dice)
}

/// The gap of a force through (P-075).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The two blockers stand side by side and the charger in a hex beside both.
    pub two_blockers: bool,
    /// The hex on the far side beside both is free and passable.
    pub exit_free: bool,
    /// A blocker is Large or bigger.
    pub large: bool,
    /// Both blockers guard with shields.
    pub shield_wall: bool,
    /// The last step of the run-up was in one of the two directions beside the line.
    pub straight: bool,
}

/// Whether a force through is possible (P-075).
///
/// # Errors
/// Why not.
pub fn check_gap(gap: &Gap, no_run_up: bool) -> Result<(), Refusal> {
    let refusal = |words: &str| Err(Refusal::new("P-075", words));
    if !gap.two_blockers {
        return refusal("forcing through needs two opponents side by side: force back instead");
    }
    if !gap.exit_free {
        return refusal("the hex behind the gap is taken");
    }
    if gap.large {
        return refusal("one of them is too big to pass by");
    }
    if gap.shield_wall {
        return refusal("both guard with shields: the gap is closed");
    }
    if !gap.straight && !no_run_up {
        return refusal("the run-up must end beside the line through the gap");
    }
    Ok(())
}

/// The point of a polearm, met by a charger (P-081).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointContext {
    /// The polearm's bearer; his damage dice.
    pub wielder: CombatantId,
    /// The polearm as he holds it.
    pub weapon: WeaponUse,
    /// The charger's Armour Rating towards him.
    pub ar: i32,
}

/// The charger's Difficult Dexterity Feat to get past a polearm (P-081; P-079 from a standstill).
pub fn point_number(charge: &ChargeContext) -> i32 {
    let difficulty = charge.stepped(Difficulty::Difficult);
    check::total(&charge.feat(charge.dx, "Dexterity", difficulty, "P-081"))
}

/// Rolls whether the charger gets past the point (P-081), at contact.
pub fn past_point(charge: &ChargeContext, nth: u16, dice: &mut dyn Dice) -> Roll {
    let throw = Throw::nth(charge.who, "keep feet", nth);
    check::feat(throw, point_number(charge), dice)
}

/// Loss of one who ran onto the point (P-081), from Stamina and Critical alike: dice + FI share −
/// wear, at least 1, less armour. Rolled in Resolution.
pub fn point_loss(point: &PointContext, nth: u16, dice: &mut dyn Dice) -> i32 {
    let throw = Throw::nth(point.wielder, "point", nth);
    let weapon = &point.weapon;
    let rolled = dice.sum(throw, weapon.damage) + weapon.fitness - i32::from(weapon.wear);
    (rolled.max(1) - point.ar).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::combatant::ItemId;
    use crate::rules::phases::fixtures::{self, A, D, scripted};
    use crate::rules::phases::scene::Tables;
    use crate::rules::phases::weapon_use::{Mode, weapon_use};

    fn a() -> ChargeContext {
        ChargeContext::plain(A, 13, 13)
    }

    fn running() -> ChargeContext {
        ChargeContext {
            running: true,
            ..a()
        }
    }

    #[test]
    fn force_back_is_a_normal_fitness_feat() {
        // P-071, P-076.
        let pushes = |face| force(&a(), &mut scripted(&[(0, "force back", face)])).success;
        assert!(pushes(13));
        assert!(!pushes(14));
        assert_eq!((a().push(), a().overrun()), (1, 2));
    }

    #[test]
    fn a_running_charge_doubles_distances() {
        // P-082: target 18, pushed 2 m, runs on 4 m.
        assert_eq!(fitness_feat(&running()).0, 18);
        assert_eq!((running().push(), running().overrun()), (2, 4));
    }

    #[test]
    fn no_run_up_is_one_step_harder() {
        // P-079: 8; the Feat after evasion Normal (13); the point of a polearm Extreme.
        let standing = ChargeContext {
            no_run_up: true,
            ..a()
        };
        let pushes = |face| force(&standing, &mut scripted(&[(0, "force back", face)])).success;
        assert!(pushes(8));
        assert!(!pushes(9));
        assert_eq!(overrun_feat(&standing, false), 13);
        assert_eq!(point_number(&standing), -2);
    }

    #[test]
    fn rush_and_mud_count() {
        // P-041, P-070, B-047.
        let early = ChargeContext {
            rushed: 3,
            hampered: true,
            ..a()
        };
        assert_eq!(fitness_feat(&early).0, 9);
    }

    #[test]
    fn feats_of_both_after_the_push() {
        // P-072: D 5, blocked 0; P-073: Simple 18, cut short Normal.
        assert_eq!(pushed_feat(10, false), 5);
        assert_eq!(pushed_feat(10, true), 0);
        assert_eq!(overrun_feat(&a(), false), 18);
        assert_eq!(overrun_feat(&a(), true), 13);
    }

    #[test]
    fn contenders_roll_normal_fitness_feats() {
        // P-025: A (13) and D (10).
        let d = ChargeContext::plain(D, 10, 10);
        let contest_with = |first, second| {
            let mut dice = scripted(&[(0, "force back", first), (1, "force back", second)]);
            [force(&a(), &mut dice).success, force(&d, &mut dice).success]
        };
        assert_eq!(contest_with(13, 11), [true, false]);
        assert_eq!(contest_with(13, 10), [true, true]);
        assert_eq!(contest_with(14, 11), [false, false]);
    }

    #[test]
    fn the_gap_between_two() {
        // P-075.
        let open = Gap {
            two_blockers: true,
            exit_free: true,
            large: false,
            shield_wall: false,
            straight: true,
        };
        assert!(check_gap(&open, false).is_ok());
        for closed in [
            Gap {
                exit_free: false,
                ..open
            },
            Gap {
                two_blockers: false,
                ..open
            },
            Gap {
                large: true,
                ..open
            },
            Gap {
                shield_wall: true,
                ..open
            },
            Gap {
                straight: false,
                ..open
            },
        ] {
            assert_eq!(check_gap(&closed, false).unwrap_err().rule, "P-075");
        }
    }

    #[test]
    fn onto_the_point() {
        // P-081: DX 13, target 3; spear and FI Bonus +1, d8=6: 7.
        let passes = |face| past_point(&a(), 0, &mut scripted(&[(0, "keep feet", face)])).success;
        assert!(passes(3));
        assert!(!passes(4));
        let gear = fixtures::gear(&["spear"], None, None);
        let (tables, d) = (Tables::shipped(), fixtures::d());
        let weapon = weapon_use(&tables, &d, &gear, ItemId(0), Mode::Melee).unwrap();
        let wielder = D;
        let point = PointContext {
            wielder,
            weapon,
            ar: 0,
        };
        let faces = [(1, "point", 6)];
        assert_eq!(point_loss(&point, 0, &mut scripted(&faces)), 7);
        let armoured = PointContext { ar: 5, ..point };
        assert_eq!(point_loss(&armoured, 0, &mut scripted(&faces)), 2);
    }
}
