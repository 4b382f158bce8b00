//! Zones, and what the sides have to do (B-111 to B-115).

use super::sheet::Sheet;
use crate::board::Hex;
use crate::level::{Join, ObjectiveSpec, Objectives};
use smol_str::{SmolStr, format_smolstr};

/// Seconds a new objective asks for.
const WHILE_S: u32 = 30;

/// What an objective is about, in the order in which they are gone through.
pub(super) const KINDS: [&str; 8] = [
    "Rout", "Kill", "Protect", "Hold", "Reach", "Escape", "Survive", "Carry",
];

/// The place of an objective's kind in [`KINDS`].
pub(super) fn kind(goal: &ObjectiveSpec) -> usize {
    match goal {
        ObjectiveSpec::Rout => 0,
        ObjectiveSpec::Kill { .. } => 1,
        ObjectiveSpec::Protect { .. } => 2,
        ObjectiveSpec::Hold { .. } => 3,
        ObjectiveSpec::Reach { .. } => 4,
        ObjectiveSpec::Escape { .. } => 5,
        ObjectiveSpec::Survive { .. } => 6,
        ObjectiveSpec::Carry { .. } => 7,
    }
}

/// The zone an objective is about.
pub(super) fn zone_of(goal: &mut ObjectiveSpec) -> Option<&mut SmolStr> {
    match goal {
        ObjectiveSpec::Hold { zone, .. }
        | ObjectiveSpec::Reach { zone, .. }
        | ObjectiveSpec::Carry { zone, .. } => Some(zone),
        _ => None,
    }
}

/// The time an objective is about, in seconds; where it may be left open, 0 is none.
pub(super) fn time_of(goal: &ObjectiveSpec) -> Option<u32> {
    match goal {
        ObjectiveSpec::Hold { seconds, .. } | ObjectiveSpec::Survive { seconds } => Some(*seconds),
        ObjectiveSpec::Protect { until_s: time, .. } | ObjectiveSpec::Reach { by_s: time, .. } => {
            Some(time.unwrap_or(0))
        }
        _ => None,
    }
}

/// Gives an objective another time.
pub(super) fn set_time(goal: &mut ObjectiveSpec, to: u32) {
    match goal {
        ObjectiveSpec::Hold { seconds, .. } | ObjectiveSpec::Survive { seconds } => {
            *seconds = to.max(super::people::TICK_S);
        }
        ObjectiveSpec::Protect { until_s: time, .. } | ObjectiveSpec::Reach { by_s: time, .. } => {
            *time = (to > 0).then_some(to);
        }
        _ => {}
    }
}

/// How many an objective asks for.
pub(super) fn count_of(goal: &mut ObjectiveSpec) -> Option<&mut u16> {
    match goal {
        ObjectiveSpec::Reach { count, .. } | ObjectiveSpec::Escape { count } => Some(count),
        _ => None,
    }
}

/// Whom an objective names.
pub(super) fn names_of(goal: &mut ObjectiveSpec) -> Option<&mut Vec<SmolStr>> {
    match goal {
        ObjectiveSpec::Kill { names } | ObjectiveSpec::Protect { names, .. } => Some(names),
        _ => None,
    }
}

impl Sheet {
    /// A zone of a name that is free, without a hex as yet; its name.
    pub fn new_zone(&mut self) -> SmolStr {
        let name = (1..)
            .map(|number| format_smolstr!("zone {number}"))
            .find(|name| !self.level.zones.contains_key(name))
            .unwrap_or_default();
        self.level.zones.insert(name.clone(), Vec::new());
        name
    }

    /// Calls a zone otherwise, in the objectives as well; not by a name that another has.
    pub fn rename_zone(&mut self, old: &str, new: &str) {
        if self.level.zones.contains_key(new) {
            return;
        }
        let Some(hexes) = self.level.zones.remove(old) else {
            return;
        };
        self.level.zones.insert(new.into(), hexes);
        for side in &mut self.level.sides {
            for zone in side.objectives.list.iter_mut().filter_map(zone_of) {
                if zone == old {
                    *zone = new.into();
                }
            }
        }
    }

    /// Takes a zone away, with the objectives that were about it.
    pub fn remove_zone(&mut self, name: &str) {
        self.level.zones.remove(name);
        self.keep_goals(|goal| zone_of(goal).is_none_or(|zone| zone != name));
    }

    /// Puts a hex into a zone or takes it out.
    pub fn zone(&mut self, name: &str, hex: Hex, inside: bool) {
        let board = &self.level.board;
        let Some(hexes) = self.level.zones.get_mut(name) else {
            return;
        };
        if !board.contains(hex) || hexes.contains(&hex) == inside {
            return;
        }
        if inside {
            hexes.push(hex);
            // In row order, as they are read.
            hexes.sort_by_key(|hex| board.index(*hex));
        } else {
            hexes.retain(|one| *one != hex);
        }
    }

    /// Somebody is gone: no objective names him any more, and one that named him alone goes too.
    pub(super) fn forget(&mut self, name: &str) {
        self.keep_goals(|goal| {
            names_of(goal).is_none_or(|names| {
                names.retain(|one| one != name);
                !names.is_empty()
            })
        });
    }

    /// A side without any objective has to rout the others, as in a file that tells none.
    fn keep_goals(&mut self, mut keep: impl FnMut(&mut ObjectiveSpec) -> bool) {
        for side in &mut self.level.sides {
            let goals = &mut side.objectives;
            goals.list.retain_mut(&mut keep);
            if goals.list.is_empty() {
                *goals = Objectives::default();
            }
        }
    }

    /// Another objective for a side: the first kind that it has not and that the level allows.
    pub fn add_goal(&mut self, side: usize) {
        let has = |at: usize| {
            let mut list = self.level.sides[side].objectives.list.iter();
            list.any(|goal| kind(goal) == at)
        };
        let fresh = (0..KINDS.len()).filter(|at| !has(*at));
        let made = fresh.filter_map(|at| self.goal(side, at)).next();
        let made = made.unwrap_or(ObjectiveSpec::Survive { seconds: WHILE_S });
        self.level.sides[side].objectives.list.push(made);
    }

    /// Takes an objective of a side away; the last cannot go.
    pub fn remove_goal(&mut self, side: usize, at: usize) {
        let goals = &mut self.level.sides[side].objectives;
        if goals.list.len() > 1 && at < goals.list.len() {
            goals.list.remove(at);
        }
        if goals.list.len() == 1 {
            goals.join = Join::All;
        }
    }

    /// Makes an objective of a side the next kind that the level allows.
    pub fn next_kind(&mut self, side: usize, at: usize) {
        let Some(now) = self.level.sides[side].objectives.list.get(at).map(kind) else {
            return;
        };
        let others = (1..KINDS.len()).map(|by| (now + by) % KINDS.len());
        let next = others.filter_map(|kind| self.goal(side, kind)).next();
        if let Some(next) = next {
            self.level.sides[side].objectives.list[at] = next;
        }
    }

    /// An objective of a kind, about what the level has; none if it has nothing of that.
    fn goal(&self, side: usize, kind: usize) -> Option<ObjectiveSpec> {
        let level = &self.level;
        let zone = || level.zones.keys().next().cloned();
        let team = |at: usize| level.sides.get(at).map(|side| &side.team);
        let first = |ours: bool| {
            let mut all = level.everybody();
            let found = all.find(|(one, _)| (team(one.side) == team(side)) == ours);
            found.map(|(one, _)| vec![one.name.clone()])
        };
        let seconds = WHILE_S;
        Some(match kind {
            0 => ObjectiveSpec::Rout,
            1 => ObjectiveSpec::Kill {
                names: first(false)?,
            },
            2 => ObjectiveSpec::Protect {
                names: first(true)?,
                until_s: None,
            },
            3 => ObjectiveSpec::Hold {
                zone: zone()?,
                seconds,
            },
            4 => ObjectiveSpec::Reach {
                zone: zone()?,
                count: 1,
                by_s: None,
            },
            5 => {
                let mut cells = level.board.hexes().filter_map(|hex| level.board.cell(hex));
                cells.find(|cell| cell.exit)?;
                ObjectiveSpec::Escape { count: 1 }
            }
            6 => ObjectiveSpec::Survive { seconds },
            _ => ObjectiveSpec::Carry {
                item: level.items.first()?.name.clone(),
                zone: zone()?,
            },
        })
    }

    /// Names somebody in an objective, or does so no longer; whoever is named last stays.
    pub fn name_in_goal(&mut self, side: usize, at: usize, name: &SmolStr) {
        let list = &mut self.level.sides[side].objectives.list;
        let Some(names) = list.get_mut(at).and_then(names_of) else {
            return;
        };
        if !names.contains(name) {
            names.push(name.clone());
        } else if names.len() > 1 {
            names.retain(|one| one != name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sheet::Brush;
    use super::super::sheet::tests::peopled;
    use super::*;
    use crate::level;
    use crate::start::Known;

    #[test]
    fn a_zone_is_painted_named_and_asked_for() {
        let mut sheet = peopled();
        let hexes: Vec<Hex> = [(7, 4), (6, 4), (7, 3)]
            .map(|(column, row)| sheet.level.board.hex_of(column, row))
            .to_vec();
        sheet.stroke(|sheet| {
            let zone = sheet.new_zone();
            for hex in &hexes {
                sheet.zone(&zone, *hex, true);
            }
            sheet.zone(&zone, hexes[0], false);
            sheet.rename_zone(&zone, "ford");
        });
        assert_eq!(sheet.level.zones["ford"], [hexes[2], hexes[1]]);
        sheet.stroke(|sheet| {
            sheet.add_goal(0);
            while kind(&sheet.level.sides[0].objectives.list[1]) != 3 {
                sheet.next_kind(0, 1);
            }
            set_time(&mut sheet.level.sides[0].objectives.list[1], 60);
            sheet.rename_zone("ford", "the ford");
        });
        assert_eq!(sheet.faults, []);
        let wanted = ObjectiveSpec::Hold {
            zone: "the ford".into(),
            seconds: 60,
        };
        assert_eq!(sheet.level.sides[0].objectives.list[1], wanted);
        let (read, _) = level::read("level", sheet.text().as_bytes(), Known::get()).unwrap();
        assert_eq!(read.zones, sheet.level.zones);
        assert_eq!(read.sides, sheet.level.sides);
        // With the zone goes what was about it.
        sheet.stroke(|sheet| sheet.remove_zone("the ford"));
        assert_eq!(sheet.level.sides[0].objectives.list, [ObjectiveSpec::Rout]);
        assert_eq!(sheet.faults, []);
    }

    #[test]
    fn every_kind_that_is_offered_is_sound() {
        let mut sheet = peopled();
        let corner = sheet.level.board.hex_of(0, 0);
        sheet.stroke(|sheet| {
            let zone = sheet.new_zone();
            sheet.zone(&zone, corner, true);
            sheet.paint(corner, Brush::Exit);
            sheet.add_goal(1);
        });
        let mut seen = Vec::new();
        for _ in 0..KINDS.len() {
            assert_eq!(sheet.faults, [], "{:?}", sheet.level.sides[1].objectives);
            seen.push(kind(&sheet.level.sides[1].objectives.list[1]));
            sheet.stroke(|sheet| sheet.next_kind(1, 1));
        }
        seen.sort_unstable();
        seen.dedup();
        // There is nothing to carry.
        assert_eq!(seen, [0, 1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn the_last_objective_and_the_last_name_stay() {
        let mut sheet = peopled();
        sheet.stroke(|sheet| sheet.remove_goal(0, 0));
        assert_eq!(sheet.level.sides[0].objectives.list, [ObjectiveSpec::Rout]);
        let own = sheet.level.combatants[0].name.clone();
        sheet.stroke(|sheet| {
            sheet.level.sides[0].objectives.list = vec![ObjectiveSpec::Protect {
                names: vec![own.clone()],
                until_s: None,
            }];
            sheet.name_in_goal(0, 0, &own);
        });
        assert_eq!(sheet.faults, []);
    }
}
