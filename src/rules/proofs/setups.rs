//! Battles to begin with: two sides on open ground.

use crate::board::{Board, Dir, Ground, Orientation};
use crate::combat::endings::{Goals, Limits};
use crate::combat::setup::{CombatantSetup, Setup, SideSetup};
use std::collections::BTreeMap;

pub(crate) fn side(name: &str, team: u8) -> SideSetup {
    SideSetup {
        name: name.into(),
        team,
        goals: Goals::default(),
        surprised: false,
        ambush: false,
        orders: Vec::new(),
    }
}

pub(crate) fn combatant(
    board: &Board,
    name: &str,
    archetype: &str,
    side: u8,
    at: (u16, u16),
    facing: i32,
) -> CombatantSetup {
    CombatantSetup {
        name: name.into(),
        archetype: archetype.into(),
        side,
        hex: board.hex_of(at.0, at.1),
        facing: Dir::new(facing),
        conditions: Vec::new(),
        gear: BTreeMap::new(),
        extra: Vec::new(),
        own: None,
        dice: None,
        arrives: 0,
        mount: None,
    }
}

/// Every lancer with a horse under him (B-109).
fn saddled(mut setup: Setup) -> Setup {
    for rider in 0..setup.combatants.len() {
        if setup.combatants[rider].archetype != "lancer" {
            continue;
        }
        let mount = setup.combatants.len();
        let horse = CombatantSetup {
            name: format!("{}'s horse", setup.combatants[rider].name).into(),
            archetype: "warhorse".into(),
            ..setup.combatants[rider].clone()
        };
        setup.combatants.push(horse);
        setup.combatants[rider].mount = Some(mount as u16);
    }
    setup
}

pub(crate) fn skirmish(pairs: &[&str]) -> Setup {
    let board = Board::new(14, 10, Orientation::PointyTop);
    let mut combatants = Vec::new();
    for (row, archetype) in pairs.iter().enumerate() {
        let row = row as u16 * 2 + 1;
        combatants.push(combatant(
            &board,
            &format!("A{row}"),
            archetype,
            0,
            (2, row),
            0,
        ));
        combatants.push(combatant(
            &board,
            &format!("B{row}"),
            archetype,
            1,
            (10, row),
            3,
        ));
    }
    saddled(Setup {
        things: Vec::new(),
        title: "skirmish".to_owned(),
        board,
        sides: vec![side("Azure", 0), side("Gules", 1)],
        combatants,
        zones: BTreeMap::new(),
        limits: Limits::default(),
        preset: "tuned".into(),
        switches: BTreeMap::new(),
    })
}

/// A board of sixteen hexes with two against two (or whoever is named) in its middle.
pub(crate) fn small(azure: &[&str], gules: &[&str]) -> Setup {
    let mut setup = skirmish(&[]);
    setup.board = Board::new(4, 4, Orientation::PointyTop);
    let places = [[(1, 1), (0, 2)], [(2, 1), (2, 2)]];
    for (side, names) in [azure, gules].into_iter().enumerate() {
        for (at, archetype) in names.iter().enumerate() {
            let facing = if side == 0 { 0 } else { 3 };
            let name = format!("{}{at}", ["A", "B"][side]);
            let place = places[side][at];
            let who = combatant(&setup.board, &name, archetype, side as u8, place, facing);
            setup.combatants.push(who);
        }
    }
    saddled(setup)
}

/// Rock with a single winding corridor, along which two sides come at each other in file: no two
/// ways are equal there, and no turn is as good as its mirror image. Pairs as in [`skirmish`].
pub(crate) fn corridor(pairs: &[&str]) -> Setup {
    let mut setup = skirmish(&[]);
    let mut board = Board::new(27, 13, Orientation::PointyTop);
    for hex in board.clone().hexes() {
        if let Some(cell) = board.cell_mut(hex) {
            cell.ground = Ground::Rock;
        }
    }
    // East, and off by a sixth now and then: never back on itself.
    let way = [
        0, 0, 0, 0, 0, 1, 1, 0, 0, 5, 5, 5, 5, 0, 0, 0, 1, 1, 1, 0, 0, 0,
    ];
    let mut hexes = vec![board.hex_of(2, 7)];
    for dir in way {
        hexes.extend(hexes.last().map(|hex| Dir::new(dir).from(*hex)));
    }
    for hex in &hexes {
        if let Some(cell) = board.cell_mut(*hex) {
            cell.ground = Ground::Grass;
        }
    }
    for (at, archetype) in pairs.iter().enumerate() {
        let ends = [(0, hexes[at], 0), (1, hexes[hexes.len() - 1 - at], 3)];
        for (side, hex, facing) in ends {
            let name = format!("{}{at}", ["A", "B"][usize::from(side)]);
            let mut who = combatant(&board, &name, archetype, side, (0, 0), facing);
            who.hex = hex;
            setup.combatants.push(who);
        }
    }
    setup.board = board;
    saddled(setup)
}
