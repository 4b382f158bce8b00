//! Objectives at a tick (B-112, B-113).

use super::{Field, Fighter, Join, Objective, Party, Tally};
use crate::combat::clock;
use crate::combat::combatant::{CombatantId, SideId};
use smol_str::SmolStr;

/// How an objective stands at a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// Not yet.
    Open,
    /// Kept so far: good when the battle ends, and beside others that are fulfilled.
    Kept,
    /// Fulfilled for good.
    Fulfilled,
    /// Cannot be fulfilled any more.
    Failed,
}

/// How a list stands at a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    Open,
    Fulfilled(Vec<Objective>),
    Failed(Objective),
}

impl Field<'_> {
    pub(super) fn fighter(&self, who: CombatantId) -> Option<&Fighter> {
        self.fighters.iter().find(|fighter| fighter.who == who)
    }

    pub(super) fn team(&self, side: SideId) -> Option<u8> {
        self.parties
            .iter()
            .find(|party| party.side == side)
            .map(|party| party.team)
    }

    /// Whether two sides are opposed.
    pub(super) fn opposed(&self, one: SideId, other: SideId) -> bool {
        self.team(one) != self.team(other)
    }

    fn out(&self, who: CombatantId) -> bool {
        self.fighter(who)
            .is_some_and(|fighter| fighter.fitness.is_out())
    }

    /// Able combatants of a zone that match.
    fn able_in(&self, zone: &str, matching: impl Fn(SideId) -> bool) -> usize {
        self.fighters
            .iter()
            .filter(|fighter| fighter.fitness.is_able() && matching(fighter.side))
            .filter(|fighter| fighter.hex.is_some_and(|hex| (self.in_zone)(zone, hex)))
            .count()
    }

    fn left_by(&self, side: SideId, exits: &[SmolStr]) -> usize {
        let counts = |fighter: &&Fighter| {
            fighter.side == side
                && fighter.fitness.is_out()
                && fighter.exit.is_some_and(|hex| {
                    exits.is_empty() || exits.iter().any(|zone| (self.in_zone)(zone, hex))
                })
        };
        self.fighters.iter().filter(counts).count()
    }
}

/// Whether so many of a side have left as it was to lead off the field: that nobody of it is left
/// then is no defeat, and the next tick looks at its list (B-112, B-113).
pub(super) fn has_escaped(field: &Field, party: &Party) -> bool {
    party.goals.list.iter().any(|objective| match objective {
        Objective::Escape { exits, count } => {
            field.left_by(party.side, exits) >= usize::from(*count)
        }
        _ => false,
    })
}

/// Moves the counters of everybody who holds something; whether one went up.
pub(super) fn count_holds(field: &Field, tally: &mut Tally) -> bool {
    let mut progress = false;
    for party in field.parties {
        if tally.defeated.contains_key(&party.side) {
            continue;
        }
        for (index, objective) in party.goals.list.iter().enumerate() {
            let key = (party.side, index as u16);
            let Objective::Hold { zone, .. } = objective else {
                continue;
            };
            if tally.fulfilled.contains(&key) {
                continue;
            }
            let own = field.able_in(zone, |side| side == party.side);
            let enemies = field.able_in(zone, |side| field.opposed(side, party.side));
            let count = tally.held.entry(key).or_insert(0);
            match (own > 0, enemies > 0) {
                (true, false) => {
                    *count += 1;
                    progress = true;
                }
                // Contested: the count stands.
                (true, true) => {}
                // "On end" is broken, by an enemy or by leaving.
                (false, _) => *count = 0,
            }
        }
    }
    progress
}

fn standing(
    objective: &Objective,
    key: (SideId, u16),
    field: &Field,
    tally: &Tally,
    now: u32,
) -> Standing {
    let side = key.0;
    let open_unless = |fulfilled: bool| {
        if fulfilled {
            Standing::Fulfilled
        } else {
            Standing::Open
        }
    };
    match objective {
        Objective::Rout => open_unless(
            field
                .parties
                .iter()
                .filter(|other| field.opposed(other.side, side))
                .all(|other| tally.defeated.contains_key(&other.side)),
        ),
        Objective::Kill { who } => open_unless(who.iter().all(|who| field.out(*who))),
        Objective::Protect { who, until } => {
            let past = until.is_some_and(|until| now >= clock::on_tick(until));
            match (who.iter().any(|who| field.out(*who)), past) {
                (true, _) => Standing::Failed,
                (false, true) => Standing::Fulfilled,
                (false, false) if until.is_some() => Standing::Open,
                (false, false) => Standing::Kept,
            }
        }
        Objective::Hold { seconds, .. } => {
            let held = tally.held.get(&key).copied().unwrap_or(0);
            open_unless(held >= clock::ticks(*seconds).max(1))
        }
        Objective::Reach { zone, count, by } => {
            let there = field.able_in(zone, |own| own == side);
            let late = by.is_some_and(|by| now >= clock::on_tick(by));
            match (there >= usize::from(*count), late) {
                (true, _) => Standing::Fulfilled,
                (false, true) => Standing::Failed,
                (false, false) => Standing::Open,
            }
        }
        Objective::Escape { exits, count } => {
            open_unless(field.left_by(side, exits) >= usize::from(*count))
        }
        Objective::Survive { seconds } => open_unless(now >= clock::on_tick(*seconds)),
        Objective::Carry { item, zone } => {
            let holder = (field.holder)(*item).and_then(|who| field.fighter(who));
            open_unless(holder.is_some_and(|holder| {
                holder.side == side
                    && holder.fitness.is_able()
                    && holder.hex.is_some_and(|hex| (field.in_zone)(zone, hex))
            }))
        }
    }
}

/// How the list of a side stands. What is fulfilled once stays so. At the end of the battle what
/// was kept so far counts as fulfilled.
pub(super) fn list(party: &Party, field: &Field, tally: &mut Tally, now: u32, end: bool) -> Listed {
    let mut fulfilled = Vec::new();
    let mut failed = Vec::new();
    let (mut open, mut kept) = (0, Vec::new());
    for (index, objective) in party.goals.list.iter().enumerate() {
        let key = (party.side, index as u16);
        let state = if tally.fulfilled.contains(&key) {
            Standing::Fulfilled
        } else {
            standing(objective, key, field, tally, now)
        };
        match state {
            Standing::Fulfilled => {
                tally.fulfilled.insert(key);
                fulfilled.push(objective.clone());
            }
            Standing::Kept => kept.push(objective.clone()),
            Standing::Failed => failed.push(objective.clone()),
            Standing::Open => open += 1,
        }
    }
    let total = party.goals.list.len();
    match party.goals.join {
        Join::All => {
            if let Some(first) = failed.into_iter().next() {
                return Listed::Failed(first);
            }
            let ended = end || !fulfilled.is_empty();
            if total > 0 && open == 0 && ended {
                fulfilled.extend(kept);
                return Listed::Fulfilled(fulfilled);
            }
        }
        Join::Any => {
            if end {
                fulfilled.extend(kept);
            }
            if !fulfilled.is_empty() {
                return Listed::Fulfilled(fulfilled);
            }
            if failed.len() == total
                && let Some(first) = failed.into_iter().next()
            {
                return Listed::Failed(first);
            }
        }
    }
    Listed::Open
}
