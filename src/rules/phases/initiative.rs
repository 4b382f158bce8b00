//! Combat Initiative (P-016 to P-018, P-044) and the Speed of actions (H-7).
//!
//! Called where somebody declares; the Action Phase is the phase of the roll plus what comes out.

use super::derive::{self, handled_speed};
use super::scene::{Declared, Tables};
use super::sheet::{Sheet, Weapon};
use crate::combat::combatant::{Carried, CombatantId, Gear, ItemId};
use crate::combat::dice::{Dice, Throw};
use crate::combat::odds::Modifier;
use crate::combat::refusal::Refusal;
use serde::{Deserialize, Serialize};

/// All that initiative is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InitiativeContext {
    /// Dexterity Bonus.
    pub dx_bonus: i8,
    /// Speed of armour and ready shield.
    pub armour_speed: u8,
    /// Initiative of the load (H-16).
    pub load: u8,
    /// Speed of the action, Weapon Handling included.
    pub action_speed: u8,
    /// Phases rushed by the action just spent.
    pub rushed: u32,
    /// Hundredths of them that the new initiative carries (P-044).
    pub rush_carry: u8,
    /// The lower of two dice counts: Quick Recovery (H-20).
    #[serde(default)]
    pub recovers: bool,
}

impl InitiativeContext {
    /// Gathered from sheet and gear; `speed` as [`action_speed`] gives it.
    pub fn of(sheet: &Sheet, gear: &Gear, tables: &Tables, speed: u8) -> InitiativeContext {
        InitiativeContext {
            dx_bonus: sheet.dx_bonus,
            armour_speed: derive::armour_speed(tables, gear),
            load: tables.encumbrance.of(sheet.load).initiative,
            action_speed: speed,
            rushed: 0,
            rush_carry: 0,
            recovers: false,
        }
    }

    /// What is added to the base, entry by entry (P-018, P-044).
    pub fn additions(&self) -> Vec<Modifier> {
        let mut list = Vec::new();
        let mut add = |label, value: i32, rule| super::check::add(&mut list, label, value, rule);
        add("armour Speed", self.armour_speed.into(), "P-018");
        add("encumbrance", self.load.into(), "P-018");
        add("action Speed", self.action_speed.into(), "P-018");
        let carried = u64::from(self.rushed) * u64::from(self.rush_carry) / 100;
        add(
            "rush carried",
            i32::try_from(carried).unwrap_or(i32::MAX),
            "P-044",
        );
        list
    }
}

/// Rolls Combat Initiative (P-017, P-018): max(1, d10 − DX Bonus) + Speeds. At least 1.
pub fn initiative(
    who: CombatantId,
    context: &InitiativeContext,
    dice: &mut dyn Dice,
) -> (u32, Vec<Modifier>) {
    let mut face = i32::from(dice.face(Throw::new(who, "initiative"), 10));
    if context.recovers {
        face = face.min(dice.face(Throw::nth(who, "initiative", 1), 10).into());
    }
    let base = (face - i32::from(context.dx_bonus)).max(1);
    let mut list = vec![Modifier::new("d10 less DX Bonus", base, "P-017")];
    list.extend(context.additions());
    let sum = super::check::total(&list);
    (u32::try_from(sum).unwrap_or(1).max(1), list)
}

fn weapon_of<'a>(tables: &'a Tables, gear: &Gear, item: ItemId) -> Result<&'a Weapon, Refusal> {
    gear.item(item)
        .and_then(|item| tables.weapons.get(&item.name))
        .ok_or_else(|| Refusal::form("no such weapon is carried"))
}

/// Speed of drawing a weapon (H-7): S1, one-handed or two-handed; Fast Draw makes it 0 (H-20).
pub fn draw_speed(
    sheet: &Sheet,
    tables: &Tables,
    gear: &Gear,
    item: ItemId,
) -> Result<u8, Refusal> {
    let weapon = weapon_of(tables, gear, item)?;
    let name = &gear
        .item(item)
        .map(|item| item.name.clone())
        .unwrap_or_default();
    if derive::specialized(sheet, "fast_draw") && derive::specialized(sheet, name) {
        return Ok(0);
    }
    let entry = match (weapon.speed, weapon.hands) {
        (_, 2) => "draw_two_handed",
        (1, _) => "draw_single",
        _ => "draw_one_handed",
    };
    Ok(entry_of(tables, entry)?.speed)
}

fn entry_of(tables: &Tables, name: &str) -> Result<super::house::ActionEntry, Refusal> {
    tables
        .actions
        .get(name)
        .copied()
        .ok_or_else(|| Refusal::new("H-7", format!("the tables know no action `{name}`")))
}

/// Stamina that an action costs whoever finishes or aborts it (P-057).
pub fn completion_cost(tables: &Tables, declared: &Declared) -> u8 {
    let entry = match declared {
        Declared::Shield(_) => "shield",
        Declared::Light(_) => "torch",
        Declared::Door(_) => "door",
        Declared::ForceDoor(_) => "force_door",
        Declared::BreakFree => "break_hold",
        Declared::FirstAid(_) => "first_aid",
        Declared::Guard => "guard",
        Declared::Wait => "wait",
        // Weapons cost nothing but themselves.
        _ => return 0,
    };
    entry_of(tables, entry).map_or(0, |entry| entry.completion_cost)
}

/// Speed of a declared action (P-018, H-7), with Weapon Handling for weapons (P-252).
///
/// # Errors
/// A weapon that is not carried, or hands that are not free (P-094).
pub fn action_speed(
    sheet: &Sheet,
    tables: &Tables,
    gear: &Gear,
    declared: &Declared,
) -> Result<u8, Refusal> {
    speed_of(sheet, tables, gear, declared, None)
}

/// The same where the action is getting onto or off a mount of these numbers (P-063).
///
/// # Errors
/// As [`action_speed`].
pub fn speed_of(
    sheet: &Sheet,
    tables: &Tables,
    gear: &Gear,
    declared: &Declared,
    mount: Option<&Sheet>,
) -> Result<u8, Refusal> {
    let weapon_speed = |item: ItemId, thrown: bool| {
        let weapon = weapon_of(tables, gear, item)?;
        let mode = match (&weapon.thrown, thrown) {
            (Some(name), true) => tables.weapons.get(name).unwrap_or(weapon),
            _ => weapon,
        };
        let one_handed = gear
            .item(item)
            .is_some_and(|item| matches!(item.carried, Carried::Main | Carried::Off));
        let speed = match &mode.one_handed {
            Some(single) if one_handed && !thrown => single.speed,
            _ => mode.speed,
        };
        let handling = &tables.handling;
        Ok::<u8, Refusal>(handled_speed(sheet, handling, &mode.class, speed))
    };
    let plain = |name: &str| {
        let entry = entry_of(tables, name)?;
        if gear.free_hands() < entry.hands {
            let words = format!("this needs {} free hand(s)", entry.hands);
            return Err(Refusal::new("P-094", words));
        }
        Ok(entry.speed)
    };
    match declared {
        // Both Speeds are added if the weapon stays ready (P-062, P-063).
        Declared::Mount(_, ready) | Declared::Dismount(_, ready) => {
            let entry = mount.map_or("mount", super::saddle::action_name);
            let kept = ready.map_or(Ok(0), |item| weapon_speed(item, false))?;
            Ok(entry_of(tables, entry)?.speed + kept)
        }
        Declared::Attack(item) | Declared::Shoot(item) => weapon_speed(*item, false),
        // Both Speeds count, the Secondary's in full (P-217), but for Offhand Use (H-20).
        Declared::Both(item) => {
            let held = |carried| gear.0.iter().find(|held| held.carried == carried);
            let second = held(Carried::Off).or_else(|| held(Carried::Natural));
            let second = second.ok_or_else(|| {
                Refusal::new("P-216", "it takes a one-handed weapon in each hand")
            })?;
            let weapon = weapon_of(tables, gear, second.id)?;
            let offhand = derive::specialized(sheet, "offhand_use")
                && derive::specialized(sheet, &second.name);
            let second = if offhand {
                weapon_speed(second.id, false)?
            } else {
                weapon.speed
            };
            Ok(weapon_speed(*item, false)? + second)
        }
        Declared::Throw(item) => weapon_speed(*item, true),
        Declared::DrawAttack(item) => {
            Ok(weapon_speed(*item, false)? + draw_speed(sheet, tables, gear, *item)?)
        }
        Declared::Draw(item) => draw_speed(sheet, tables, gear, *item),
        // Unstrapping the shield that is ready frees its own hand; a weapon that one hand can hold
        // gives a hand free for it (B-104).
        Declared::Shield(item) => {
            let ready = gear.in_hand().any(|held| held.id == *item);
            let yields = gear.in_hand().any(|held| {
                held.carried == Carried::Both
                    && tables
                        .weapons
                        .get(&held.name)
                        .is_some_and(|weapon| weapon.hands == 1 || weapon.one_handed.is_some())
            });
            if ready || yields {
                Ok(entry_of(tables, "shield")?.speed)
            } else {
                plain("shield")
            }
        }
        // With the hand that [`unlit`](super::verbs::declare) asks for; fists are no load.
        Declared::Light(_) => Ok(entry_of(tables, "torch")?.speed),
        Declared::Door(_) => plain("door"),
        Declared::ForceDoor(_) => plain("force_door"),
        // Weapon Handling does not reach bare hands (P-252); that they are free is asked elsewhere.
        Declared::Grapple => tables
            .weapons
            .get(super::grapple::WEAPON)
            .map(|weapon| weapon.speed)
            .ok_or_else(|| Refusal::new("P-230", "these tables know no grappling")),
        Declared::BreakFree => plain("break_hold"),
        Declared::Maintain => Ok(0),
        Declared::FirstAid(_) => plain("first_aid"),
        Declared::Guard => plain("guard"),
        Declared::Wait => plain("wait"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::phases::fixtures::{self, scripted};

    const D: CombatantId = CombatantId(1);

    fn roll(context: InitiativeContext, face: u16) -> u32 {
        initiative(D, &context, &mut scripted(&[(1, "initiative", face)])).0
    }

    #[test]
    fn base_is_at_least_one() {
        // P-017: the minimum applies before Speeds.
        let base = |dx_bonus, face| {
            let context = InitiativeContext {
                dx_bonus,
                ..InitiativeContext::default()
            };
            roll(context, face)
        };
        assert_eq!(base(2, 9), 7);
        assert_eq!(base(2, 1), 1);
        assert_eq!(base(-1, 10), 11);
        let context = InitiativeContext {
            dx_bonus: 2,
            action_speed: 4,
            ..InitiativeContext::default()
        };
        assert_eq!(roll(context, 1), 5);
    }

    #[test]
    fn armour_load_and_weapon_are_added() {
        // P-018: D in mail (3), Light load (+1), broadsword (4), d10=6: 13.
        let (tables, mut sheet) = (Tables::shipped(), fixtures::d());
        sheet.load = crate::rules::phases::sheet::Load::Light;
        let gear = fixtures::gear(&["long_sword"], None, Some("mail"));
        let declared = Declared::Attack(ItemId(0));
        let speed = action_speed(&sheet, &tables, &gear, &declared).unwrap();
        let context = InitiativeContext::of(&sheet, &gear, &tables, speed);
        assert_eq!(roll(context, 6), 13);
    }

    #[test]
    fn armour_speed_counts() {
        // P-258: dagger, d10=6: bare 6, in full plate 11. P-111: pike 13.
        let (tables, sheet) = (Tables::shipped(), fixtures::d());
        let of = |weapon, armour| {
            let gear = fixtures::gear(&[weapon], None, armour);
            let declared = Declared::Attack(ItemId(0));
            let speed = action_speed(&sheet, &tables, &gear, &declared).unwrap();
            roll(InitiativeContext::of(&sheet, &gear, &tables, speed), 6)
        };
        assert_eq!(of("dagger", None), 6);
        assert_eq!(of("dagger", Some("full_plate")), 11);
        assert_eq!(of("pike", None), 13);
    }

    #[test]
    fn rush_carry_adds_its_share_of_the_rush() {
        // P-044: R=16, DX Bonus +2, broadsword, d10=10: literal 12; carried by half 20.
        let with = |rush_carry| InitiativeContext {
            dx_bonus: 2,
            action_speed: 4,
            rushed: 16,
            rush_carry,
            ..InitiativeContext::default()
        };
        assert_eq!(roll(with(0), 10), 12);
        assert_eq!(roll(with(50), 10), 20);
        let odd = InitiativeContext {
            rushed: 5,
            ..with(50)
        };
        assert_eq!(roll(odd, 10), 14);
    }

    #[test]
    fn speeds_of_actions() {
        let (tables, sheet) = (Tables::shipped(), fixtures::d());
        let gear = fixtures::gear(&["long_sword"], Some("kite_shield"), None);
        let of = |declared| action_speed(&sheet, &tables, &gear, &declared);
        assert_eq!(of(Declared::DrawAttack(ItemId(0))).unwrap(), 6);
        assert_eq!(of(Declared::Guard).unwrap(), 0);
        assert_eq!(of(Declared::Shield(ItemId(1))).unwrap(), 3);
        let door = of(Declared::Door(crate::board::Dir::new(0)));
        assert_eq!(door.unwrap_err().rule, "P-094");
        let bare = Gear::default();
        let door = Declared::Door(crate::board::Dir::new(0));
        assert_eq!(action_speed(&sheet, &tables, &bare, &door).unwrap(), 1);
    }

    #[test]
    fn a_spear_in_one_hand_is_slower() {
        // H-12: Speed 4 in both hands, 5 in one.
        let (tables, sheet) = (Tables::shipped(), fixtures::d());
        let mut gear = fixtures::gear(&["spear"], None, None);
        let declared = Declared::Attack(ItemId(0));
        assert_eq!(action_speed(&sheet, &tables, &gear, &declared).unwrap(), 4);
        gear.0[0].carried = Carried::Main;
        assert_eq!(action_speed(&sheet, &tables, &gear, &declared).unwrap(), 5);
    }
}
