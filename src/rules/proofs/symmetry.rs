//! Ids order the log and decide nothing: swap the sides, renumber everybody, carry the dice with
//! their owners and turn the board by half a circle, and the same battle happens, turned. Mirror it,
//! and the same battle happens, mirrored, as long as no two ways are equal: of those the right-hand
//! one is taken (design: determinism and fairness).

use super::setups::skirmish;
use crate::board::{Board, Dir, Hex};
use crate::combat::battle::Battle;
use crate::combat::combatant::CombatantId;
use crate::combat::event::{Event, EventKind};
use crate::combat::setup::Setup;

/// Another picture of a pointy-top rectangle that leaves its lattice in place.
#[derive(Clone, Copy)]
pub(crate) enum Image {
    /// Half a turn; the rows must be even.
    Turned,
    /// The top row below, directions counted the other way; the rows must be odd.
    Mirrored,
}

impl Image {
    pub(crate) fn hex(self, board: &Board, hex: Hex) -> Hex {
        let (columns, rows) = board.size();
        let (column, row) = board.column_row(hex);
        let (column, row) = (column as u16, row as u16);
        match self {
            Image::Turned => board.hex_of(columns - 1 - column, rows - 1 - row),
            Image::Mirrored => board.hex_of(column, rows - 1 - row),
        }
    }

    pub(crate) fn dir(self, dir: Dir) -> Dir {
        match self {
            Image::Turned => dir.opposite(),
            Image::Mirrored => Dir::new(-(dir.index() as i32)),
        }
    }

    pub(crate) fn board(self, board: &Board) -> Board {
        let (columns, rows) = board.size();
        let even = rows % 2 == 0;
        assert_eq!(even, matches!(self, Image::Turned), "{columns} by {rows}");
        let mut image = board.clone();
        for hex in board.hexes() {
            let to = self.hex(board, hex);
            if let (Some(cell), Some(place)) = (board.cell(hex), image.cell_mut(to)) {
                *place = *cell;
            }
            for side in Dir::ALL {
                image.set_edge(to, self.dir(side), board.edge(hex, side));
            }
        }
        image
    }

    /// The image of a setup, its sides swapped and its combatants numbered the other way round.
    fn setup(self, setup: &Setup) -> Setup {
        let count = setup.combatants.len() as u16;
        let mut image = setup.clone();
        image.board = self.board(&setup.board);
        image.sides.reverse();
        image.sides[0].team = 1;
        image.sides[1].team = 0;
        image.combatants.reverse();
        for (index, combatant) in image.combatants.iter_mut().enumerate() {
            combatant.side = 1 - combatant.side;
            combatant.hex = self.hex(&setup.board, combatant.hex);
            combatant.facing = self.dir(combatant.facing);
            combatant.dice = Some(count - 1 - index as u16);
            combatant.mount = combatant.mount.map(|mount| count - 1 - mount);
        }
        image
    }
}

/// What happened, in words that both battles share: names, hexes and directions of the image taken
/// back (every image here undoes itself), sorted by unit.
fn story(battle: &Battle, image: Option<(Image, &Board)>) -> Vec<(u32, String)> {
    let hex = |hex: Hex| image.map_or(hex, |(image, board)| image.hex(board, hex));
    let dir = |dir: Dir| image.map_or(dir, |(image, _)| image.dir(dir));
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

/// Where the image of a battle parts from it: the first lines that differ; `None` if it never does.
pub(crate) fn parting(
    image: Image,
    setup: &Setup,
    run: impl Fn(&Setup) -> Battle,
) -> Option<(String, String)> {
    let (straight, other) = (run(setup), run(&image.setup(setup)));
    let (one, other) = (
        story(&straight, None),
        story(&other, Some((image, &setup.board))),
    );
    let line = |lines: &[(u32, String)], at: usize| match lines.get(at) {
        Some((unit, words)) => format!("{unit}: {words}"),
        None => "nothing more".to_owned(),
    };
    let at = (0..one.len().max(other.len())).find(|at| one.get(*at) != other.get(*at))?;
    Some((line(&one, at), line(&other, at)))
}

/// Plays line-ups straight and turned, and compares what happens.
pub(crate) fn turned_battles_are_the_same(
    line_ups: &[&[&str]],
    seeds: std::ops::Range<u64>,
    run: impl Fn(&Setup, u64) -> Battle,
) {
    for line_up in line_ups {
        for seed in seeds.clone() {
            let parting = parting(Image::Turned, &skirmish(line_up), |setup| run(setup, seed));
            assert_eq!(parting, None, "{line_up:?}, seed {seed}");
        }
    }
}
