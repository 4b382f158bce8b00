//! Tables of the slice of `nar` that is there: actions, weapons, armour, charged actions, switches.
//! Read from `assets/rules/nar/`; nothing here touches the disk.

use super::scale::Effort;
use crate::combat::dice::DiceSum;
use crate::rules::table_file::{Source, TableFault, load_set, read_map, without_places};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// Whether an action acts first and waits after, or the other way round (N-020).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Timing {
    /// Cool Down: at once, then recovery (N-021).
    Cd,
    /// Charge Time: on its last slot (N-022).
    Ct,
}

/// What an action is done with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A blow (N-032).
    Melee,
    /// A shot (N-034).
    Ranged,
    /// Neither.
    Other,
}

/// An action: its NAR and when it takes effect (N-020, N-028).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// Cool Down or Charge Time; an action the table does not flag is Cool Down.
    #[serde(default = "unlisted")]
    pub timing: Timing,
    /// Its column and NAR.
    pub effort: Effort,
    /// What with.
    pub kind: Kind,
}

/// Unlisted actions are Cool Down (N-020).
const fn unlisted() -> Timing {
    Timing::Cd
}

/// How far a weapon shoots (§6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// Metres it reaches at most (N-040).
    pub max: u32,
    /// Metres that cost 1 damage (N-043).
    pub increment: u32,
}

/// A weapon, or something else that can be held against a blow (§6.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Damage.
    pub dice: DiceSum,
    /// Hands it takes.
    pub hands: u8,
    /// Hexes a blow reaches.
    #[serde(default = "one")]
    pub reach: u8,
    /// For weapons that shoot.
    #[serde(default)]
    pub range: Option<Range>,
    /// Stiff enough to block with (N-056).
    #[serde(default = "stiff")]
    pub rigid: bool,
    /// Its damage is non-lethal (§6.4).
    #[serde(default)]
    pub nonlethal: bool,
}

const fn one() -> u8 {
    1
}

const fn stiff() -> bool {
    true
}

/// A suit of armour (§6.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Damage Reduction.
    pub dr: i32,
    /// Taken off the Reflex Stat.
    pub reflex_penalty: i32,
}

impl Armour {
    /// Nothing worn.
    pub const NONE: Armour = Armour {
        dr: 0,
        reflex_penalty: 0,
    };
}

/// A shield (§6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// Its cover in per cent.
    pub block_rating: u8,
}

/// A charged action at one target (§6.8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charged {
    /// Its column; the NAR it charges.
    pub effort: Effort,
    /// Damage.
    pub dice: DiceSum,
    /// Metres it reaches.
    pub max: u32,
}

/// How AB = AR is settled (N-055).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoldenRule {
    /// The attacker wins.
    Attacker,
    /// The defender wins.
    #[default]
    Defender,
    /// Stats are compared, then dice.
    Tiebreak,
}

/// Switches (register §4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Switches {
    /// How ties are settled (N-055).
    pub golden_rule: GoldenRule,
    /// Two weapons may strike one after the other (N-053).
    pub dual_attack: bool,
}

impl Default for Switches {
    fn default() -> Switches {
        Switches {
            golden_rule: GoldenRule::Defender,
            dual_attack: true,
        }
    }
}

/// Names of the switches.
pub const SWITCHES: [&str; 2] = ["golden_rule", "dual_attack"];

impl Switches {
    /// Sets one switch from its text.
    ///
    /// # Errors
    /// An unknown name or a value that does not fit, with what is allowed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let value = value.trim();
        let fault = |allowed: &str| format!("switch {name} is `{value}`; allowed: {allowed}");
        match name {
            "golden_rule" => {
                self.golden_rule =
                    ron::from_str(value).map_err(|_| fault("attacker, defender, tiebreak"))?;
            }
            "dual_attack" => {
                self.dual_attack = value.parse().map_err(|_| fault("true, false"))?;
            }
            _ => {
                let known = SWITCHES.join(", ");
                return Err(format!("switch `{name}` is unknown; allowed: {known}"));
            }
        }
        Ok(())
    }
}

/// All tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    /// Actions by name.
    pub actions: BTreeMap<SmolStr, Action>,
    /// Weapons by board name (B-103).
    pub weapons: BTreeMap<SmolStr, Weapon>,
    /// Armour by board name.
    pub armour: BTreeMap<SmolStr, Armour>,
    /// Shields by board name: things held on an arm.
    pub shields: BTreeMap<SmolStr, Shield>,
    /// Charged actions by name.
    pub charged: BTreeMap<SmolStr, Charged>,
    /// Switches by preset.
    pub presets: BTreeMap<SmolStr, Switches>,
}

/// The files of a full set, by name and shipped text.
pub const SHIPPED: [(&str, &str); 6] = [
    (
        "actions.ron",
        include_str!("../../../assets/rules/nar/actions.ron"),
    ),
    (
        "weapons.ron",
        include_str!("../../../assets/rules/nar/weapons.ron"),
    ),
    (
        "armour.ron",
        include_str!("../../../assets/rules/nar/armour.ron"),
    ),
    (
        "shields.ron",
        include_str!("../../../assets/rules/nar/shields.ron"),
    ),
    (
        "charged.ron",
        include_str!("../../../assets/rules/nar/charged.ron"),
    ),
    (
        "presets.ron",
        include_str!("../../../assets/rules/nar/presets.ron"),
    ),
];

/// Actions the rules ask for by name.
const ACTIONS: [&str; 7] = [
    "light", "medium", "heavy", "hasty", "regular", "steady", "pass",
];

/// Reads a full set: each file of [`SHIPPED`] once.
///
/// # Errors
/// Every fault of every file.
pub fn load(files: &[(&str, &str)]) -> Result<Tables, Vec<TableFault>> {
    load_set(&SHIPPED, files, read_all)
}

fn read_all(given: &BTreeMap<&str, Source>, faults: &mut Vec<TableFault>) -> Tables {
    let mut tables = Tables::default();
    if let Some(source) = given.get("actions.ron") {
        let actions = read_map(source, faults);
        for name in ACTIONS {
            if !actions.contains_key(name) && !source.may_have(name) {
                faults.push(source.fault_of_all(
                    format!("the action `{name}` is missing"),
                    "all that the rules ask for by name",
                ));
            }
        }
        tables.actions = without_places(actions);
    }
    if let Some(source) = given.get("weapons.ron") {
        tables.weapons = without_places(read_map(source, faults));
    }
    if let Some(source) = given.get("armour.ron") {
        tables.armour = without_places(read_map(source, faults));
    }
    if let Some(source) = given.get("shields.ron") {
        tables.shields = without_places(read_map(source, faults));
    }
    if let Some(source) = given.get("charged.ron") {
        tables.charged = without_places(read_map(source, faults));
    }
    if let Some(source) = given.get("presets.ron") {
        tables.presets = without_places(read_map(source, faults));
    }
    tables
}

impl Tables {
    /// The shipped tables.
    pub fn shipped() -> Arc<Tables> {
        static SET: OnceLock<Arc<Tables>> = OnceLock::new();
        SET.get_or_init(|| {
            Arc::new(load(&SHIPPED).expect("the shipped tables are read by a test of this module"))
        })
        .clone()
    }

    /// The action of a name; one that is not listed is Cool Down of 1 NAR (N-020).
    pub fn action(&self, name: &str) -> Action {
        self.actions.get(name).cloned().unwrap_or(Action {
            timing: unlisted(),
            effort: Effort::Light,
            kind: Kind::Other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_tables_are_sound() {
        let tables = load(&SHIPPED).unwrap();
        assert!(tables.presets.contains_key("literal") && tables.presets.contains_key("tuned"));
        assert_eq!(load(&[]).unwrap_err().len(), SHIPPED.len());
    }

    #[test]
    fn n020_melee_is_cd_ranged_ct_unlisted_cd() {
        let tables = Tables::shipped();
        for (name, action) in &tables.actions {
            let want = match action.kind {
                Kind::Melee | Kind::Other => Timing::Cd,
                Kind::Ranged => Timing::Ct,
            };
            assert_eq!(action.timing, want, "{name}");
        }
        assert_eq!(tables.action("whistle").timing, Timing::Cd);
    }

    #[test]
    fn switches_say_what_is_allowed() {
        let mut switches = Switches::default();
        switches.set("golden_rule", "tiebreak").unwrap();
        assert_eq!(switches.golden_rule, GoldenRule::Tiebreak);
        assert!(
            switches
                .set("golden_rule", "nobody")
                .unwrap_err()
                .contains("tiebreak")
        );
        assert!(
            switches
                .set("gravity", "on")
                .unwrap_err()
                .contains("dual_attack")
        );
    }
}
