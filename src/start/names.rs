//! What the checker of levels is told about the rule systems: asked of every system there is.

use super::tables;
use crate::level::{GearSlot, RuleFault, RuleNames, Span};
use crate::rules;
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The names of all rule systems. There is one for the whole program, because the systems are
/// part of it.
pub struct Known {
    archetypes: Vec<&'static str>,
    own_archetypes: BTreeMap<&'static str, Vec<&'static str>>,
    gear: [Vec<&'static str>; 3],
    own_gear: BTreeMap<&'static str, [Vec<&'static str>; 3]>,
    presets: BTreeMap<&'static str, Vec<&'static str>>,
    switches: BTreeMap<&'static str, Vec<&'static str>>,
}

static KNOWN: OnceLock<Known> = OnceLock::new();

/// The checker wants borrowed names and the systems make theirs from tables; they are kept for
/// the whole run, once.
fn kept(names: impl IntoIterator<Item = SmolStr>) -> Vec<&'static str> {
    names
        .into_iter()
        .map(|name| &*String::leak(name.to_string()))
        .collect()
}

type Names = [BTreeSet<SmolStr>; 3];

fn both(a: &Names, b: &Names) -> Names {
    std::array::from_fn(|slot| a[slot].intersection(&b[slot]).cloned().collect())
}

fn without(a: &Names, b: &Names) -> Names {
    std::array::from_fn(|slot| a[slot].difference(&b[slot]).cloned().collect())
}

impl Known {
    /// The names.
    pub fn get() -> &'static Known {
        KNOWN.get_or_init(Known::ask_all)
    }

    fn ask_all() -> Known {
        let systems: Vec<_> = rules::IDS
            .iter()
            .filter_map(|id| Some((*id, tables::system(id)?)))
            .collect();
        // A level plays under any system, so an archetype must be known to all of them.
        let mut archetypes: Option<BTreeSet<SmolStr>> = None;
        // Gear that not all systems know binds a level to those that do.
        let mut gear: Option<Names> = None;
        for (_, system) in &systems {
            let own: BTreeSet<SmolStr> = system.archetypes().into_iter().collect();
            archetypes = Some(match archetypes {
                Some(shared) => shared.intersection(&own).cloned().collect(),
                None => own,
            });
            let own = system.gear().map(BTreeSet::from_iter);
            gear = Some(match gear {
                Some(shared) => both(&shared, &own),
                None => own,
            });
        }
        let gear = gear.unwrap_or_default();
        let own_gear = systems
            .iter()
            .map(|(id, system)| {
                let own = system.gear().map(BTreeSet::from_iter);
                (*id, without(&own, &gear).map(kept))
            })
            .collect();
        let shared = archetypes.clone().unwrap_or_default();
        let own_archetypes = systems
            .iter()
            .map(|(id, system)| {
                let own = system.archetypes().into_iter();
                (*id, kept(own.filter(|name| !shared.contains(name))))
            })
            .collect();
        let by_system = |names: &dyn Fn(&dyn crate::combat::system::RuleSystem) -> Vec<SmolStr>| {
            systems
                .iter()
                .map(|(id, system)| (*id, kept(names(&**system))))
                .collect()
        };
        Known {
            archetypes: kept(archetypes.unwrap_or_default()),
            own_archetypes,
            gear: gear.map(kept),
            own_gear,
            presets: by_system(&|system| system.presets()),
            switches: by_system(&|system| system.switches()),
        }
    }
}

fn of<'k>(map: &'k BTreeMap<&'static str, Vec<&'static str>>, system: &str) -> &'k [&'k str] {
    map.get(system).map_or(&[], |names| names.as_slice())
}

fn faults(result: Result<(), String>, text: &str) -> Vec<RuleFault> {
    let fault = |message| RuleFault {
        span: Span {
            start: 0,
            len: text.len(),
        },
        message,
        ..RuleFault::default()
    };
    result.err().map(fault).into_iter().collect()
}

impl RuleNames for Known {
    fn systems(&self) -> &[&str] {
        &rules::IDS
    }

    fn archetypes(&self) -> &[&str] {
        &self.archetypes
    }

    fn own_archetypes(&self, system: &str) -> &[&str] {
        of(&self.own_archetypes, system)
    }

    fn gear_names(&self, slot: GearSlot) -> &[&str] {
        &self.gear[slot as usize]
    }

    fn own_gear(&self, system: &str, slot: GearSlot) -> &[&str] {
        self.own_gear
            .get(system)
            .map_or(&[], |gear| gear[slot as usize].as_slice())
    }

    fn presets(&self, system: &str) -> &[&str] {
        of(&self.presets, system)
    }

    fn switches(&self, system: &str) -> &[&str] {
        of(&self.switches, system)
    }

    fn check_own_numbers(&self, system: &str, archetype: &str, numbers: &str) -> Vec<RuleFault> {
        let Some(system) = tables::system(system) else {
            return Vec::new();
        };
        faults(system.check_own(archetype, numbers), numbers)
    }

    fn check_switch(&self, system: &str, switch: &str, value: &str) -> Vec<RuleFault> {
        let Some(system) = tables::system(system) else {
            return Vec::new();
        };
        faults(system.check_switch(switch, value), value)
    }
}
