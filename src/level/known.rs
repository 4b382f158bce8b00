//! The names of the rule systems at hand, for the checker.

use super::names::{GearSlot, RuleFault, RuleNames};
use super::source::Span;
use crate::combat::system::{GearKind, RuleSystem};
use smol_str::SmolStr;
use std::sync::Arc;

/// The names all given rule systems share, and what each adds.
///
/// [`RuleNames`] hands out borrowed text, so lists of `&str` are made once from names that this
/// struct keeps.
pub struct Known {
    rules: Vec<Arc<dyn RuleSystem>>,
    names: Names<'static>,
}

/// Interned lists. A rule system's names are few and live as long as the process needs them.
struct Names<'a> {
    systems: Vec<&'a str>,
    archetypes: Vec<&'a str>,
    gear: [Vec<&'a str>; 3],
    presets: Vec<Vec<&'a str>>,
    switches: Vec<Vec<&'a str>>,
}

/// Text kept for the rest of the process: at most a few hundred short names per set of tables.
fn keep(names: Vec<SmolStr>) -> Vec<&'static str> {
    names
        .into_iter()
        .map(|name| &*Box::leak(name.as_str().to_owned().into_boxed_str()))
        .collect()
}

impl Known {
    /// The names of these systems; what is shared is what every one of them knows.
    pub fn new(rules: Vec<Arc<dyn RuleSystem>>) -> Known {
        let shared = |list: &dyn Fn(&dyn RuleSystem) -> Vec<SmolStr>| {
            let mut lists = rules.iter().map(|system| list(&**system));
            let mut common = lists.next().unwrap_or_default();
            for other in lists {
                common.retain(|name| other.contains(name));
            }
            keep(common)
        };
        let names = Names {
            systems: rules.iter().map(|system| system.id()).collect(),
            archetypes: shared(&|system| system.archetypes()),
            gear: [GearKind::Weapon, GearKind::Armour, GearKind::Shield]
                .map(|kind| shared(&|system| system.gear(kind))),
            presets: rules.iter().map(|system| keep(system.presets())).collect(),
            switches: rules.iter().map(|system| keep(system.switches())).collect(),
        };
        Known { rules, names }
    }

    /// The names of all shipped systems, made once.
    pub fn shipped() -> &'static Known {
        static SHIPPED: std::sync::OnceLock<Known> = std::sync::OnceLock::new();
        SHIPPED.get_or_init(|| {
            Known::new(
                crate::rules::IDS
                    .iter()
                    .filter_map(|id| crate::rules::by_id(id))
                    .collect(),
            )
        })
    }

    fn place(&self, system: &str) -> Option<usize> {
        self.names.systems.iter().position(|known| *known == system)
    }
}

fn whole(text: &str, message: String) -> RuleFault {
    RuleFault {
        span: Span {
            start: 0,
            len: text.len(),
        },
        message,
        ..RuleFault::default()
    }
}

impl RuleNames for Known {
    fn systems(&self) -> &[&str] {
        &self.names.systems
    }

    fn archetypes(&self) -> &[&str] {
        &self.names.archetypes
    }

    fn gear_names(&self, slot: GearSlot) -> &[&str] {
        match slot {
            GearSlot::Weapon => &self.names.gear[0],
            GearSlot::Armour => &self.names.gear[1],
            GearSlot::Shield => &self.names.gear[2],
        }
    }

    fn own_gear(&self, _: &str, _: GearSlot) -> &[&str] {
        // With one system all of its gear is shared; a second one makes the difference matter.
        &[]
    }

    fn presets(&self, system: &str) -> &[&str] {
        self.place(system).map_or(&[], |at| &self.names.presets[at])
    }

    fn switches(&self, system: &str) -> &[&str] {
        self.place(system)
            .map_or(&[], |at| &self.names.switches[at])
    }

    fn check_own_numbers(&self, system: &str, archetype: &str, numbers: &str) -> Vec<RuleFault> {
        let checked = self
            .place(system)
            .map(|at| self.rules[at].check_own(archetype, numbers));
        match checked {
            Some(Err(message)) => vec![whole(numbers, message)],
            _ => Vec::new(),
        }
    }

    fn check_switch(&self, system: &str, switch: &str, value: &str) -> Vec<RuleFault> {
        let checked = self
            .place(system)
            .map(|at| self.rules[at].check_switch(switch, value));
        match checked {
            Some(Err(message)) => vec![whole(value, message)],
            _ => Vec::new(),
        }
    }
}
