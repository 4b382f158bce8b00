//! Ids order the log and decide nothing: turn the board by half a circle, swap the sides, renumber
//! everybody, carry the dice with their owners, and the same battle happens, turned.

use super::setups::skirmish;
use crate::board::{Board, Dir, Hex, Orientation};
use crate::combat::battle::Battle;
use crate::combat::combatant::CombatantId;
use crate::combat::event::{Event, EventKind};
use crate::combat::setup::Setup;

const SIZE: (u16, u16) = (14, 10);

/// Half a turn of a pointy-top rectangle with an even number of rows.
fn turned_hex(board: &Board, hex: Hex) -> Hex {
    let (column, row) = board.column_row(hex);
    board.hex_of(SIZE.0 - 1 - column as u16, SIZE.1 - 1 - row as u16)
}

fn turned_setup(setup: &Setup) -> Setup {
    let count = setup.combatants.len() as u16;
    let mut turned = setup.clone();
    turned.sides.reverse();
    turned.sides[0].team = 1;
    turned.sides[1].team = 0;
    turned.combatants.reverse();
    for (index, combatant) in turned.combatants.iter_mut().enumerate() {
        combatant.side = 1 - combatant.side;
        combatant.hex = turned_hex(&setup.board, combatant.hex);
        combatant.facing = combatant.facing.opposite();
        combatant.dice = Some(count - 1 - index as u16);
    }
    turned
}

/// What happened, in words that both battles share: names, hexes turned back, sorted by unit.
fn story(battle: &Battle, turn_back: bool) -> Vec<(u32, String)> {
    let board = Board::new(SIZE.0, SIZE.1, Orientation::PointyTop);
    let hex = |hex: Hex| {
        if turn_back {
            turned_hex(&board, hex)
        } else {
            hex
        }
    };
    let dir = |dir: Dir| if turn_back { dir.opposite() } else { dir };
    let name = |who: CombatantId| battle.status().names[usize::from(who.0)].to_string();
    let mut lines: Vec<(u32, String)> = battle
        .events(None)
        .filter_map(|event: &Event| {
            let what = match &event.kind {
                EventKind::Moved { from, to, run } => {
                    format!("moved {:?} {:?} {run}", hex(*from), hex(*to))
                }
                EventKind::Turned { from, to } => format!("turned {} {}", dir(*from), dir(*to)),
                EventKind::Swung {
                    target,
                    weapon,
                    manner,
                    result,
                } => {
                    format!("swung {} {weapon} {manner} {result}", name(*target))
                }
                EventKind::Harmed { by, losses } => format!("harmed {:?} {losses:?}", by.map(name)),
                EventKind::Displaced { path, .. } => {
                    format!(
                        "displaced {:?}",
                        path.iter().map(|at| hex(*at)).collect::<Vec<_>>()
                    )
                }
                EventKind::Defended { manner, success } => format!("defended {manner} {success}"),
                EventKind::Handled { manner, .. } => format!("handled {manner}"),
                EventKind::Dropped { hex: at, .. } => format!("dropped {:?}", hex(*at)),
                EventKind::Initiative { due } => format!("due {due}"),
                EventKind::Posture { to, .. } => format!("posture {to:?}"),
                EventKind::Out(by) => format!("out {by:?}"),
                _ => return None,
            };
            Some((
                event.unit,
                format!("{} {what}", event.who.map(name).unwrap_or_default()),
            ))
        })
        .collect();
    lines.sort();
    lines
}

/// Plays line-ups straight and turned, and compares what happens.
pub(crate) fn turned_battles_are_the_same(
    line_ups: &[&[&str]],
    seeds: std::ops::Range<u64>,
    run: impl Fn(&Setup, u64) -> Battle,
) {
    for line_up in line_ups {
        for seed in seeds.clone() {
            let setup = skirmish(line_up);
            let straight = run(&setup, seed);
            let turned = run(&turned_setup(&setup), seed);
            let (one, other) = (story(&straight, false), story(&turned, true));
            for (a, b) in one.iter().zip(&other) {
                assert_eq!(a, b, "{line_up:?}, seed {seed}");
            }
            assert_eq!(one.len(), other.len(), "{line_up:?}, seed {seed}");
        }
    }
}
