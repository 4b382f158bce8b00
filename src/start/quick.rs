//! A quick battle: two forces bought for points on a board that is chosen or made up. It becomes a
//! level like any other, so that it is checked, kept and played again like one.

use super::Known;
use crate::board::{Board, Cell, Dir, Edge, EdgeKind, Ground, Hex, Object, Orientation, distance};
use crate::combat::system::RuleSystem;
use crate::level::{CombatantSpec, Level, Objectives, RuleNames, SideSpec, StandingDefaults};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use smol_str::{SmolStr, format_smolstr};
use std::collections::{BTreeMap, VecDeque};

/// Points a side may spend: the least, the most, and the step between.
pub const POINTS: (u32, u32, u32) = (100, 1000, 50);

/// Combatants a side may have at the most.
pub const MOST: u32 = 80;

/// How many of each archetype.
pub type Force = BTreeMap<SmolStr, u32>;

/// What an archetype costs under the preset that battles are played by unless another is chosen.
fn price(rules: &dyn RuleSystem, name: &str) -> u32 {
    let preset = rules.presets().into_iter().next().unwrap_or_default();
    rules.price(name, &preset)
}

/// What fights for points under a rule system, with its price, the dearest first.
pub fn on_offer(rules: &dyn RuleSystem) -> Vec<(SmolStr, u32)> {
    let all = rules.archetypes().into_iter();
    let mut found: Vec<(SmolStr, u32)> = all
        // A horse alone is nobody's choice; it comes with its rider.
        .filter(|name| !Known::get().is_mount(name))
        .map(|name| (name.clone(), price(rules, &name)))
        .filter(|(_, price)| *price > 0)
        .collect();
    found.sort_by(|a, b| (b.1, &a.0).cmp(&(a.1, &b.0)));
    found
}

/// What a force costs.
pub fn cost(rules: &dyn RuleSystem, force: &Force) -> u32 {
    force
        .iter()
        .map(|(name, count)| price(rules, name) * count)
        .sum()
}

/// A force for the points, as chance has it: nothing more can be bought for what is left.
pub fn chosen_by_chance(rules: &dyn RuleSystem, points: u32, seed: u64) -> Force {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let offer = on_offer(rules);
    let (mut force, mut left) = (Force::new(), points);
    loop {
        let count: u32 = force.values().sum();
        let can: Vec<&(SmolStr, u32)> = offer.iter().filter(|(_, price)| *price <= left).collect();
        if can.is_empty() || count >= MOST {
            return force;
        }
        let (name, price) = can[chance.random_range(0..can.len())];
        // One captain leads.
        if name == "captain" && force.contains_key(name) {
            if can.len() == 1 {
                return force;
            }
            continue;
        }
        *force.entry(name.clone()).or_default() += 1;
        left -= price;
    }
}

/// The ground of a quick battle.
#[derive(Clone, Debug)]
pub enum Place {
    /// Made up from a number.
    MadeUp(u64),
    /// That of a level, where its first two sides stand.
    Of(Box<Level>),
}

/// The level of a quick battle.
///
/// # Errors
/// That a force has nobody, or that the board has no room for them.
pub fn level(place: &Place, forces: &[Force; 2], system: &str) -> Result<Level, String> {
    let counts = forces.each_ref().map(|force| force.values().sum::<u32>());
    for (number, count) in (1..).zip(counts) {
        if count == 0 {
            return Err(format!("side {number} has nobody"));
        }
        if count > MOST {
            return Err(format!(
                "side {number} has {count}; at most {MOST} fight for it"
            ));
        }
    }
    let board = match place {
        Place::MadeUp(seed) => made_up(*seed, counts[0].max(counts[1])),
        Place::Of(level) => level.board.clone(),
    };
    let (columns, rows) = board.size();
    let middle = |column: u16| board.hex_of(column.min(columns - 1), rows / 2);
    let (names, colours, starts) = match place {
        Place::Of(level) if level.sides.len() > 1 => {
            let of = |side: usize| {
                let own = level.combatants.iter().filter(move |one| one.side == side);
                own.map(|one| one.hex).collect::<Vec<Hex>>()
            };
            let side = |at: usize| &level.sides[at];
            (
                [side(0).name.clone(), side(1).name.clone()],
                [side(0).colour, side(1).colour],
                [of(0), of(1)],
            )
        }
        _ => (
            ["Azure".into(), "Crimson".into()],
            [[58, 124, 201], [190, 48, 56]],
            [vec![middle(2)], vec![middle(columns.saturating_sub(3))]],
        ),
    };
    let mut taken: Vec<Hex> = Vec::new();
    let mut combatants = Vec::new();
    let fronts = [starts[1].first(), starts[0].first()].map(|hex| hex.copied());
    for (side, force) in forces.iter().enumerate() {
        let own = if starts[side].is_empty() {
            vec![middle(columns / 2)]
        } else {
            starts[side].clone()
        };
        let mut hexes = room(&board, &own, &taken).into_iter();
        let several = |name: &str| force.get(name).is_some_and(|count| *count > 1);
        for (archetype, count) in force {
            for number in 1..=*count {
                let hex = hexes
                    .next()
                    .ok_or("the board has no room for so many; take fewer points")?;
                taken.push(hex);
                let number = several(archetype).then_some(number);
                combatants.push(CombatantSpec::fresh(
                    (called(archetype, number, &names[side]), archetype.clone()),
                    side,
                    (hex, toward(hex, fronts[side].unwrap_or(hex))),
                    Known::get().comes_mounted(archetype),
                ));
            }
        }
    }
    let sides = [0, 1].map(|at| SideSpec {
        team: names[at].clone(),
        name: names[at].clone(),
        colour: colours[at],
        objectives: Objectives::default(),
        surprised: false,
        ambush: false,
        controller: None,
        orders: StandingDefaults::default(),
    });
    Ok(Level {
        name: "Quick battle".into(),
        author: SmolStr::default(),
        briefing: briefing(place),
        board,
        sides: sides.into(),
        combatants,
        reinforcements: Vec::new(),
        zones: BTreeMap::new(),
        items: Vec::new(),
        limit_s: 1200,
        system: Some(system.into()),
        playable: vec![system.into()],
        rules: BTreeMap::new(),
        points: None,
    })
}

fn briefing(place: &Place) -> String {
    match place {
        Place::MadeUp(_) => {
            "Two forces meet in open country. Whoever is left standing has won.".to_owned()
        }
        Place::Of(level) => format!("Two forces meet on the ground of {}.", level.name),
    }
}

/// `Knight 2 of Azure`; unique in a level.
fn called(archetype: &str, number: Option<u32>, side: &str) -> SmolStr {
    let mut words = archetype.replace('_', " ");
    if let Some(first) = words.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    // Names have forty characters at the most.
    let side: String = side.chars().take(16).collect();
    match number {
        Some(number) => format_smolstr!("{words} {number} of {side}"),
        None => format_smolstr!("{words} of {side}"),
    }
}

/// Hexes to stand on, those given first, then ever farther from them.
fn room(board: &Board, from: &[Hex], taken: &[Hex]) -> Vec<Hex> {
    let stands = |hex: &Hex| {
        let cell = board.cell(*hex);
        let solid = |cell: &Cell| {
            matches!(
                cell.ground,
                Ground::Rock | Ground::DeepWater | Ground::Pit | Ground::Crawlway | Ground::Plank
            ) || cell.object.is_some()
        };
        cell.is_some_and(|cell| !solid(cell)) && !taken.contains(hex)
    };
    let mut queue: VecDeque<Hex> = from.iter().copied().collect();
    let mut seen: Vec<bool> = vec![false; board.len()];
    let mut found = Vec::new();
    while let Some(hex) = queue.pop_front() {
        match board.index(hex) {
            Some(index) if !seen[index] => seen[index] = true,
            _ => continue,
        }
        if stands(&hex) {
            found.push(hex);
        }
        queue.extend(Dir::ALL.map(|dir| dir.from(hex)));
    }
    found
}

/// The direction in which somebody looks at a hex.
fn toward(from: Hex, to: Hex) -> Dir {
    let far = |dir: &Dir| distance(dir.from(from), to);
    Dir::ALL.into_iter().min_by_key(far).unwrap_or_default()
}

/// Open country with copses, a rise, rough patches and a fence, the same for the same number.
fn made_up(seed: u64, most: u32) -> Board {
    let mut chance = ChaCha8Rng::seed_from_u64(seed ^ 0x5EED_B0A2);
    let rows = (11 + most / 3).min(34) as u16;
    let columns = (18 + most / 4).min(44) as u16;
    let mut board = Board::new(columns, rows, Orientation::PointyTop);
    let area = u32::from(rows) * u32::from(columns);
    for _ in 0..area / 70 {
        patch(&mut board, &mut chance, 3, |cell| {
            cell.level = (cell.level + 1).min(2)
        });
    }
    let grounds = [
        (Ground::Forest, 90, 2),
        (Ground::TallGrass, 110, 2),
        (Ground::Rough, 120, 1),
        (Ground::Undergrowth, 160, 1),
        (Ground::Mud, 220, 1),
    ];
    for (ground, share, reach) in grounds {
        for _ in 0..(area / share).max(1) {
            patch(&mut board, &mut chance, reach, |cell| cell.ground = ground);
        }
    }
    for _ in 0..area / 45 {
        let hex = somewhere(&board, &mut chance);
        if let Some(cell) = board.cell_mut(hex) {
            (cell.ground, cell.object) = (Ground::Grass, Some(Object::Tree));
        }
    }
    for _ in 0..area / 110 {
        let mut hex = somewhere(&board, &mut chance);
        let kind = [EdgeKind::Fence, EdgeKind::Hedge, EdgeKind::LowWall][chance.random_range(0..3)];
        for _ in 0..chance.random_range(2..5) {
            for side in [1, 2].map(Dir::new) {
                if board.contains(hex) && board.contains(side.from(hex)) {
                    board.set_edge(hex, side, Some(Edge::new(kind)));
                }
            }
            hex = Dir::new(0).from(hex);
        }
    }
    board
}

fn somewhere(board: &Board, chance: &mut ChaCha8Rng) -> Hex {
    let (columns, rows) = board.size();
    // The outermost columns stay open: there the forces begin.
    board.hex_of(
        chance.random_range(4..columns - 4),
        chance.random_range(0..rows),
    )
}

fn patch(board: &mut Board, chance: &mut ChaCha8Rng, reach: u32, change: impl Fn(&mut Cell)) {
    let centre = somewhere(board, chance);
    let far = chance.random_range(1..=reach);
    let inside: Vec<Hex> = board
        .hexes()
        .filter(|hex| distance(*hex, centre) <= far)
        .collect();
    for hex in inside {
        let rim = distance(hex, centre) == far;
        // Patches have a torn rim.
        if rim && far > 1 && chance.random_range(0..3) == 0 {
            continue;
        }
        if let Some(cell) = board.cell_mut(hex) {
            change(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::battle::Battle;
    use crate::level;
    use crate::rules;
    use crate::start::{self, Known};

    #[test]
    fn forces_by_chance_spend_what_they_can_and_no_more() {
        for id in ["phases", "wounds"] {
            let rules = rules::by_id(id).unwrap();
            let cheapest = on_offer(&*rules).last().unwrap().1;
            for seed in 0..20 {
                let points = 100 + seed as u32 * 45;
                let force = chosen_by_chance(&*rules, points, seed);
                let cost = cost(&*rules, &force);
                assert!(cost <= points, "{force:?}");
                let full = force.values().sum::<u32>() >= MOST;
                assert!(full || points - cost < cheapest + 40, "{force:?}");
                assert_eq!(force, chosen_by_chance(&*rules, points, seed));
                assert!(force.get("captain").is_none_or(|count| *count == 1));
            }
        }
    }

    #[test]
    fn a_quick_battle_is_a_sound_level_and_begins() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("quick.ron");
        for id in ["phases", "wounds"] {
            let rules = rules::by_id(id).unwrap();
            let mut places = vec![Place::MadeUp(1), Place::MadeUp(2), Place::MadeUp(77)];
            for entry in start::levels() {
                if let Ok((level, _)) = entry.outcome {
                    places.push(Place::Of(Box::new(level)));
                }
            }
            for (seed, place) in (0..).zip(&places) {
                let points = [100, 300, 1000][seed as usize % 3];
                let forces = [seed, seed + 100].map(|seed| chosen_by_chance(&*rules, points, seed));
                let made = match level(place, &forces, id) {
                    Ok(made) => made,
                    // A small green has no room for sixty men.
                    Err(fault) => {
                        assert!(points == 1000 && fault.contains("room"), "{fault}");
                        continue;
                    }
                };
                let text = level::text(&made);
                let (again, _) = level::read("quick.ron", text.as_bytes(), Known::get())
                    .unwrap_or_else(|report| panic!("{report}\n{text}"));
                assert_eq!(again.combatants, made.combatants);
                assert_eq!(again.board, made.board);
                std::fs::write(&path, text).unwrap();
                let start =
                    start::start(&path, Some(id), None).unwrap_or_else(|fault| panic!("{fault}"));
                Battle::start(start.rules.clone(), &start.setup, 1)
                    .unwrap()
                    .advance()
                    .unwrap();
            }
        }
    }

    #[test]
    fn a_side_without_anybody_is_told() {
        let none = [Force::new(), Force::new()];
        assert!(
            level(&Place::MadeUp(1), &none, "phases")
                .unwrap_err()
                .contains("nobody")
        );
    }
}
