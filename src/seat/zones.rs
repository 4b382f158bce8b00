//! Zones and the clock in words: where they lie, who stands in them, how long one has been held, and
//! what time is left. All of it anybody on the field can see.

use super::sight::Sight;
use crate::board::{Hex, distance, hex_key};
use crate::combat::battle::Battle;
use crate::combat::clock::{on_tick, reading};
use crate::combat::combatant::SideId;
use crate::combat::endings::Objective;
use crate::combat::plot_words::begins;
use crate::combat::status::Status;
use std::collections::BTreeMap;

/// Hexes of a zone that are told one by one.
const LISTED: usize = 6;

/// Seconds before the end of a count in which every tick is told.
const LAST: u32 = 18;

/// Where a zone lies: its hexes, or of many their number and the middle one.
fn place(sight: &Sight, hexes: &[Hex]) -> String {
    if hexes.len() <= LISTED {
        let hexes: Vec<String> = hexes.iter().map(|hex| sight.hex(*hex)).collect();
        return match &hexes[..] {
            [] => "no hex".to_owned(),
            hexes => hexes.join(" "),
        };
    }
    let far = |middle: &&Hex| -> u32 { hexes.iter().map(|hex| distance(**middle, *hex)).sum() };
    let middle = hexes.iter().min_by_key(|hex| (far(hex), hex_key(**hex)));
    let middle = middle.map_or_else(String::new, |hex| format!(" around {}", sight.hex(*hex)));
    format!("{} hexes{middle}", hexes.len())
}

/// Able people in a zone, by side.
fn inside(sight: &Sight, hexes: &[Hex]) -> BTreeMap<SideId, u32> {
    let mut found = BTreeMap::new();
    for figure in &sight.figures {
        let there = figure.fitness.is_able()
            && figure.fitness.on_board()
            && hexes.contains(&figure.place.hex);
        if there {
            *found.entry(figure.side).or_default() += 1;
        }
    }
    found
}

/// Whether sides of different teams are there.
fn contested(sight: &Sight, inside: &BTreeMap<SideId, u32>) -> bool {
    let mut sides = inside.keys();
    sides
        .next()
        .is_some_and(|first| sides.any(|side| !sight.allied(*first, *side)))
}

/// The zones that are to be held, each with who is to hold it, the place in his list, and for how
/// many seconds; without those that are done.
fn holds(status: &Status) -> impl Iterator<Item = (SideId, u16, &str, u32)> {
    status.sides.iter().enumerate().flat_map(move |(at, side)| {
        let side_id = SideId(at as u8);
        let goals = (0u16..).zip(&side.goals.list);
        goals.filter_map(move |(index, goal)| match goal {
            Objective::Hold { zone, seconds }
                if !status.tally.fulfilled.contains(&(side_id, index)) =>
            {
                Some((side_id, index, zone.as_str(), on_tick(*seconds)))
            }
            _ => None,
        })
    })
}

/// A zone in a line: where it lies, who stands in it, and how far the counts of those who are to
/// hold it have come.
fn line(status: &Status, sight: &Sight, name: &str) -> String {
    let hexes = status.zone(name);
    let inside = inside(sight, hexes);
    let people: Vec<String> = inside
        .iter()
        .map(|(side, count)| format!("{} {count}", sight.side(*side)))
        .collect();
    let mut parts = vec![format!("{name}: {}", place(sight, hexes))];
    parts.push(match people.len() {
        0 => "nobody able to fight stands there".to_owned(),
        _ if contested(sight, &inside) => {
            format!("contested: {} stand there", people.join(", "))
        }
        _ => format!("{} there alone", people.join(", ")),
    });
    for (side, index, zone, seconds) in holds(status) {
        if zone == name {
            let held = status.tally.held_seconds(side, index);
            let left = seconds.saturating_sub(held);
            let side = sight.side(side);
            parts.push(format!(
                "{side} has held it {held} of {seconds} s, {left} s to go"
            ));
        }
    }
    format!("{}.", parts.join("; "))
}

/// All zones, a line each.
pub fn lines(status: &Status, sight: &Sight) -> Vec<String> {
    let names = status.zones();
    names.map(|name| line(status, sight, name)).collect()
}

/// A look at zones by name; empty if none is called so.
pub fn look(status: &Status, sight: &Sight, text: &str) -> Vec<String> {
    let wanted = text.trim().to_lowercase();
    status
        .zones()
        .filter(|name| !wanted.is_empty() && begins(&name.to_lowercase(), &wanted))
        .map(|name| line(status, sight, name))
        .collect()
}

/// Which zones a hex belongs to.
pub fn at(status: &Status, hex: Hex) -> Option<String> {
    let names: Vec<&str> = status
        .zones()
        .filter(|name| status.zone(name).contains(&hex))
        .collect();
    (!names.is_empty()).then(|| format!("It belongs to: {}.", names.join(", ")))
}

/// Where all zones lie, for the legend of a board.
pub fn legend(status: &Status, sight: &Sight) -> Option<String> {
    let zones: Vec<String> = status
        .zones()
        .map(|name| format!("{name} {}", place(sight, status.zone(name))))
        .collect();
    (!zones.is_empty()).then(|| format!("Zones: {}.", zones.join(", ")))
}

/// The clock, against the times of objectives and the limit.
pub fn clock(battle: &Battle, sight: &Sight) -> String {
    let status = battle.status();
    let now = status.began(sight.unit);
    let mut times: Vec<(u32, String)> = Vec::new();
    for side in &status.sides {
        for goal in &side.goals.list {
            let (time, what) = match goal {
                Objective::Protect {
                    until: Some(until), ..
                } => (*until, "protects until"),
                Objective::Reach { by: Some(by), .. } => (*by, "has to be there by"),
                Objective::Survive { seconds } => (*seconds, "holds out until"),
                _ => continue,
            };
            times.push((on_tick(time), format!("{} {what}", side.name)));
        }
    }
    times.push((status.limit(), "points decide at".to_owned()));
    times.sort();
    times.dedup();
    let times: Vec<String> = times
        .into_iter()
        .map(|(time, what)| {
            let left = reading(time.saturating_sub(now));
            format!("{what} {}, {left} from now", reading(time))
        })
        .collect();
    format!("The clock shows {}; {}.", reading(now), times.join("; "))
}

/// How the count of a side that is to hold a zone stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stand {
    /// There is none.
    #[default]
    None,
    /// It goes on.
    Goes,
    /// It stands, because an enemy is there as well.
    Stopped,
}

/// What was told of the counts of zones, so that only news is told.
#[derive(Clone, Debug, Default)]
pub struct Told(BTreeMap<(SideId, u16), (Stand, u32)>);

impl Told {
    /// What has changed since the last time: a count begins, stands, comes near its end, or is lost.
    pub fn news(&mut self, status: &Status, sight: &Sight) -> Vec<String> {
        let mut lines = Vec::new();
        for (side, index, zone, seconds) in holds(status) {
            let held = status.tally.held_seconds(side, index);
            let inside = inside(sight, status.zone(zone));
            let stand = match (inside.contains_key(&side), contested(sight, &inside)) {
                (true, false) => Stand::Goes,
                (true, true) => Stand::Stopped,
                (false, _) => Stand::None,
            };
            let told = self.0.insert((side, index), (stand, held));
            let (before, was) = told.unwrap_or_default();
            let (name, left) = (sight.side(side), seconds.saturating_sub(held));
            let near = left <= LAST && held != was;
            let line = match stand {
                Stand::Goes if before != stand || near => {
                    format!("{name} holds {zone} alone: {held} of {seconds} s, {left} s to go.")
                }
                Stand::Stopped if before != stand => format!(
                    "{zone} is contested: the count of {name} stands at {held} of {seconds} s."
                ),
                Stand::None if before != stand => {
                    format!("{name} holds {zone} no more: the count of {seconds} s is lost.")
                }
                _ => continue,
            };
            lines.push(line);
        }
        lines
    }
}
