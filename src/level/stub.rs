//! Rule names for the tests of this module: the board's own tables (BT-9 to BT-12) and a small
//! stand-in for what a rule system says about its own numbers and switches.

use super::names::{GearSlot, RuleFault, RuleNames};
use crate::reading::source::Span;

/// Knows four systems, one switch of `phases`, and two fields of its own numbers.
pub(super) struct Stub;

impl RuleNames for Stub {
    fn systems(&self) -> &[&str] {
        &["phases", "nar", "seconds", "wounds"]
    }

    fn archetypes(&self) -> &[&str] {
        &[
            "militia",
            "man_at_arms",
            "knight",
            "duelist",
            "archer",
            "crossbowman",
            "pikeman",
            "brawler",
            "berserker",
            "captain",
            "lancer",
            "warhorse",
        ]
    }

    fn gear_names(&self, slot: GearSlot) -> &[&str] {
        match slot {
            GearSlot::Weapon => &[
                "fists",
                "dagger",
                "baton",
                "club",
                "short_sword",
                "long_sword",
                "rapier",
                "great_sword",
                "hand_axe",
                "battle_axe",
                "great_axe",
                "mace",
                "war_hammer",
                "maul",
                "flail",
                "quarterstaff",
                "spear",
                "long_spear",
                "halberd",
                "glaive",
                "pike",
                "lance",
                "hooves",
                "throwing_knife",
                "throwing_axe",
                "throwing_spear",
                "javelin",
                "sling",
                "short_bow",
                "long_bow",
                "light_crossbow",
                "heavy_crossbow",
            ],
            GearSlot::Armour => &[
                "no_armour",
                "padded",
                "leather",
                "hard_leather",
                "ring_mail",
                "mail",
                "scale",
                "brigandine",
                "breastplate",
                "half_plate",
                "full_plate",
                "hide",
                "helmet",
            ],
            GearSlot::Shield => &[
                "buckler",
                "round_shield",
                "heater_shield",
                "kite_shield",
                "tower_shield",
            ],
        }
    }

    fn own_gear(&self, system: &str, slot: GearSlot) -> &[&str] {
        match (system, slot) {
            ("phases", GearSlot::Weapon) => &["whip", "net"],
            ("nar", GearSlot::Weapon) => &["net", "grenade"],
            _ => &[],
        }
    }

    fn presets(&self, _system: &str) -> &[&str] {
        &["tuned", "literal"]
    }

    fn switches(&self, system: &str) -> &[&str] {
        if system == "phases" {
            &["plot", "fog"]
        } else {
            &["fog", "initiative"]
        }
    }

    fn check_own_numbers(&self, _system: &str, _archetype: &str, numbers: &str) -> Vec<RuleFault> {
        if !numbers.starts_with('(') {
            return vec![RuleFault {
                span: Span {
                    start: 0,
                    len: numbers.len(),
                },
                message: "own numbers stand in round brackets".to_owned(),
                ..RuleFault::default()
            }];
        }
        let mut faults = Vec::new();
        let mut start = 1;
        for field in numbers.trim_matches(['(', ')']).split(',') {
            let name = field.split(':').next().unwrap_or("").trim();
            if name != "DX" && name != "FI" {
                faults.push(RuleFault {
                    span: Span {
                        start: start + field.find(name).unwrap_or(0),
                        len: name.len(),
                    },
                    message: format!("there is no number `{name}`"),
                    found: Some(name.to_owned()),
                    allowed: vec!["DX".to_owned(), "FI".to_owned()],
                });
            }
            start += field.len() + 1;
        }
        faults
    }

    fn check_switch(&self, _system: &str, switch: &str, value: &str) -> Vec<RuleFault> {
        let allowed = match switch {
            "plot" => ["phase", "step"],
            "initiative" => ["full", "trade"],
            _ => ["off", "sight"],
        };
        let word = value.trim_matches('"');
        if allowed.contains(&word) {
            return Vec::new();
        }
        vec![RuleFault {
            span: Span {
                start: 0,
                len: value.len(),
            },
            message: format!("`{switch}` cannot be `{word}`"),
            found: Some(word.to_owned()),
            allowed: allowed.map(str::to_owned).to_vec(),
        }]
    }
}
