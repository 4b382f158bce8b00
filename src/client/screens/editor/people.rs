//! Who is on the level: those of the start, and those who come later (B-099). Who goes or is called
//! otherwise goes or is called otherwise in the objectives, too.

use super::sheet::Sheet;
use crate::board::{Dir, Hex};
use crate::level::{CombatantSpec, ItemPlace, Mount, ObjectiveSpec, RuleNames, Wave};
use crate::start::Known;
use smol_str::{SmolStr, format_smolstr};

/// Seconds between two times at which people may come: a tick of the clock (B-097).
pub(super) const TICK_S: u32 = crate::level::TICK_SECONDS;

/// Somebody's place in the lists of the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Who {
    /// The wave he comes with; `None` for those of the start.
    pub wave: Option<usize>,
    /// His place among them.
    pub at: usize,
}

impl Sheet {
    /// Everybody, with his place and the second he comes.
    pub fn everybody(&self) -> impl Iterator<Item = (Who, &CombatantSpec, u32)> {
        let start = self.level.combatants.iter().enumerate();
        let start = start.map(|(at, one)| (Who { wave: None, at }, one, 0));
        let waves = self.level.reinforcements.iter().enumerate();
        let later = waves.flat_map(|(number, wave)| {
            let all = wave.combatants.iter().enumerate();
            let wave = (Some(number), wave.at_s);
            all.map(move |(at, one)| (Who { wave: wave.0, at }, one, wave.1))
        });
        start.chain(later)
    }

    /// Somebody.
    pub fn who(&self, who: Who) -> Option<&CombatantSpec> {
        match who.wave {
            None => self.level.combatants.get(who.at),
            Some(wave) => self.level.reinforcements.get(wave)?.combatants.get(who.at),
        }
    }

    /// Somebody, to be changed.
    pub fn who_mut(&mut self, who: Who) -> Option<&mut CombatantSpec> {
        match who.wave {
            None => self.level.combatants.get_mut(who.at),
            Some(wave) => {
                let wave = self.level.reinforcements.get_mut(wave)?;
                wave.combatants.get_mut(who.at)
            }
        }
    }

    /// The second somebody comes.
    pub fn time_of(&self, who: Who) -> u32 {
        let wave = who
            .wave
            .and_then(|wave| self.level.reinforcements.get(wave));
        wave.map_or(0, |wave| wave.at_s)
    }

    /// Who stands on a hex, or will.
    pub fn at(&self, hex: Hex) -> Option<Who> {
        let mut all = self.everybody();
        all.find(|(_, one, _)| one.hex == hex).map(|(who, ..)| who)
    }

    /// Puts somebody on a free hex, from the start or from a second on; his place in the lists.
    pub fn place(
        &mut self,
        (hex, facing): (Hex, Dir),
        archetype: &str,
        side: usize,
        at_s: u32,
    ) -> Option<Who> {
        if !self.level.board.contains(hex) || self.at(hex).is_some() {
            return None;
        }
        let name = self.free_name(archetype);
        let one = CombatantSpec::fresh(
            (name, archetype.into()),
            side,
            (hex, facing),
            Known::get().comes_mounted(archetype),
        );
        Some(self.add(one, at_s))
    }

    fn add(&mut self, one: CombatantSpec, at_s: u32) -> Who {
        if at_s == 0 {
            self.level.combatants.push(one);
            let at = self.level.combatants.len() - 1;
            return Who { wave: None, at };
        }
        let waves = &mut self.level.reinforcements;
        let number = waves.iter().position(|wave| wave.at_s >= at_s);
        let number = number.unwrap_or(waves.len());
        if waves.get(number).is_none_or(|wave| wave.at_s != at_s) {
            let combatants = Vec::new();
            waves.insert(number, Wave { at_s, combatants });
        }
        waves[number].combatants.push(one);
        Who {
            wave: Some(number),
            at: waves[number].combatants.len() - 1,
        }
    }

    /// Takes somebody off the lists; a wave of nobody goes with the last.
    fn pull(&mut self, who: Who) -> Option<CombatantSpec> {
        self.who(who)?;
        let Some(number) = who.wave else {
            return Some(self.level.combatants.remove(who.at));
        };
        let wave = &mut self.level.reinforcements[number];
        let one = wave.combatants.remove(who.at);
        if wave.combatants.is_empty() {
            self.level.reinforcements.remove(number);
        }
        Some(one)
    }

    /// Takes somebody away, from the objectives as well.
    pub fn remove(&mut self, who: Who) {
        if let Some(one) = self.pull(who) {
            self.forget(&one.name);
        }
    }

    /// Lets somebody come at another second; his new place in the lists.
    pub fn comes_at(&mut self, who: Who, at_s: u32) -> Option<Who> {
        let one = self.pull(who)?;
        Some(self.add(one, at_s))
    }

    /// Calls somebody otherwise, wherever the level names him.
    pub fn rename(&mut self, who: Who, name: &str) {
        let Some(one) = self.who_mut(who) else { return };
        let old = std::mem::replace(&mut one.name, name.into());
        // Of two of one name the level means neither.
        if self.level.everybody().any(|(other, _)| other.name == old) {
            return;
        }
        let renamed = |word: &mut SmolStr| {
            if *word == old {
                *word = name.into();
            }
        };
        for side in &mut self.level.sides {
            for goal in &mut side.objectives.list {
                if let ObjectiveSpec::Kill { names } | ObjectiveSpec::Protect { names, .. } = goal {
                    names.iter_mut().for_each(renamed);
                }
            }
        }
        for item in &mut self.level.items {
            if let ItemPlace::Holder(holder) = &mut item.place {
                renamed(holder);
            }
        }
        let waves = self.level.reinforcements.iter_mut();
        let later = waves.flat_map(|wave| wave.combatants.iter_mut());
        for one in self.level.combatants.iter_mut().chain(later) {
            if let Mount::Named(mount) = &mut one.mount {
                renamed(mount);
            }
        }
    }

    /// `Militia 3`, the first number that is free.
    fn free_name(&self, archetype: &str) -> SmolStr {
        let words = crate::seat::tale::capital(&archetype.replace('_', " "));
        let taken = |name: &SmolStr| self.level.everybody().any(|(one, _)| one.name == *name);
        (1..)
            .map(|number| format_smolstr!("{words} {number}"))
            .find(|name| !taken(name))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::sheet::tests::peopled;
    use super::*;

    #[test]
    fn who_comes_later_stands_in_a_wave_of_his_time() {
        let mut sheet = peopled();
        let places: Vec<Hex> = (1..5).map(|row| sheet.level.board.hex_of(1, row)).collect();
        let come = |sheet: &mut Sheet, at: usize, at_s: u32| {
            let mut found = None;
            sheet.stroke(|sheet| {
                found = sheet.place((places[at], Dir::new(0)), "militia", 0, at_s);
            });
            found.unwrap()
        };
        let late = come(&mut sheet, 0, 60);
        assert_eq!(late.wave, Some(0));
        assert_eq!(come(&mut sheet, 1, 30).wave, Some(0));
        let also = come(&mut sheet, 2, 60);
        assert_eq!((also.wave, also.at), (Some(1), 1));
        assert_eq!(sheet.faults, []);
        let times = |sheet: &Sheet| -> Vec<(u32, usize)> {
            let waves = sheet.level.reinforcements.iter();
            waves
                .map(|wave| (wave.at_s, wave.combatants.len()))
                .collect()
        };
        assert_eq!(times(&sheet), [(30, 1), (60, 2)]);
        // To the start, and the wave of the other goes with him.
        let from = sheet.at(places[1]).unwrap();
        sheet.stroke(|sheet| {
            assert_eq!(sheet.comes_at(from, 0).unwrap().wave, None);
        });
        assert_eq!(times(&sheet), [(60, 2)]);
        let from = sheet.at(places[0]).unwrap();
        sheet.stroke(|sheet| sheet.remove(from));
        assert_eq!(times(&sheet), [(60, 1)]);
        assert_eq!(sheet.faults, []);
        // A hex somebody will come to is taken.
        sheet.stroke(|sheet| {
            assert_eq!(sheet.place((places[2], Dir::new(0)), "militia", 0, 0), None);
        });
        let (read, _) = crate::level::read("level", sheet.text().as_bytes(), Known::get()).unwrap();
        assert_eq!(read.reinforcements, sheet.level.reinforcements);
    }

    #[test]
    fn objectives_follow_names_and_forget_who_is_gone() {
        let mut sheet = peopled();
        let victim = sheet.at(sheet.level.board.hex_of(12, 5)).unwrap();
        let name = sheet.who(victim).unwrap().name.clone();
        sheet.stroke(|sheet| {
            sheet.level.sides[0].objectives.list = vec![
                ObjectiveSpec::Rout,
                ObjectiveSpec::Kill { names: vec![name] },
            ];
        });
        assert_eq!(sheet.faults, []);
        sheet.stroke(|sheet| sheet.rename(victim, "Reeve Aldhelm"));
        assert_eq!(sheet.faults, []);
        let extra = sheet.level.board.hex_of(12, 7);
        sheet.stroke(|sheet| {
            sheet.place((extra, Dir::new(3)), "duelist", 1, 0);
        });
        sheet.stroke(|sheet| sheet.remove(victim));
        assert_eq!(sheet.faults, []);
        assert_eq!(sheet.level.sides[0].objectives.list, [ObjectiveSpec::Rout]);
    }
}
