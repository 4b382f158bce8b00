//! From a plot to the next thing to do, worked out anew before each step (design: plots and walk).

use super::charge::{Gap, TRAMPLE_RUN, check_gap};
use super::outlook;
use super::route::{Leg, first_leg};
use super::scene::{Charge, Figure, Scene};
use crate::board::lane::straight;
use crate::board::search::Search;
use crate::board::{Dir, Hex, distance, reach};
use crate::combat::combatant::{CombatantId, Posture};
use crate::combat::plot::{ChargeKind, Gait, IfTaken, Intent};
use crate::combat::refusal::Refusal;

/// What somebody does in the coming step round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Steer {
    /// Turn by so many sixths, then step.
    Go(Leg),
    /// In contact: the charge is decided in the Action sub-phase.
    Contact(Charge),
    /// The walk is over.
    Done(&'static str),
}

/// The next thing to do for a plot; `search` only lends its tables.
pub fn steer(scene: &Scene, figure: &Figure, search: &mut Search) -> Steer {
    if figure.motion.gait == Gait::Run
        && let Some(ahead) = run_on(scene, figure)
    {
        return ahead;
    }
    match &figure.motion.plot.intent {
        Intent::Hold | Intent::Face(_) => Steer::Done("holds"),
        Intent::Path(path) => along(figure, path),
        Intent::Goto(hex) => {
            let hex = *hex;
            go(
                first_leg(scene, figure, hex, 0, &|at| at == hex, search),
                "is there",
            )
        }
        Intent::Close(whom, reach) => close(scene, figure, *whom, u32::from(*reach), search),
        Intent::Follow(whom, metres) => match scene.get(*whom) {
            Some(other) if other.fitness.on_board() => {
                let (hex, metres) = (other.place.hex, u32::from(*metres).max(1));
                go(
                    first_leg(
                        scene,
                        figure,
                        hex,
                        metres,
                        &|at| distance(at, hex) <= metres,
                        search,
                    ),
                    "is near enough",
                )
            }
            _ => Steer::Done("has nobody to follow"),
        },
        Intent::Away(whom, metres) => away(scene, figure, *whom, u32::from(*metres)),
        Intent::Charge(whom, kind) => charge(scene, figure, *whom, *kind, search),
        Intent::Lane(dir, kind) => lane(scene, figure, *dir, *kind),
        // Both are done before the first step, or not at all.
        Intent::Climb(_) | Intent::Drop(_) => Steer::Done("climbs"),
        Intent::Leave => leave(scene, figure, search),
    }
}

/// Exits that are tried, the nearest first.
const EXITS_TRIED: usize = 6;

/// To the nearest exit that can be reached (B-117). Of equally near ones the one that needs the
/// least turn, so that the way is the same however the map is turned.
fn leave(scene: &Scene, figure: &Figure, search: &mut Search) -> Steer {
    let here = figure.place.hex;
    if scene.board.cell(here).is_some_and(|cell| cell.exit) {
        return Steer::Done("stands at an exit");
    }
    let turn = |hex| {
        outlook::turn_towards(figure.place, hex).map_or(0, |dir| figure.place.facing.sixths_to(dir))
    };
    let mut exits: Vec<Hex> = scene
        .board
        .exits()
        .filter(|hex| scene.occupant(*hex).is_none())
        .collect();
    exits.sort_by_key(|hex| {
        (
            distance(here, *hex),
            turn(*hex).abs(),
            turn(*hex) < 0,
            figure.place.framed(*hex),
        )
    });
    let way = exits
        .into_iter()
        .take(EXITS_TRIED)
        .find_map(|exit| first_leg(scene, figure, exit, 0, &|at| at == exit, search));
    go(way, "finds no way out")
}

fn go(leg: Option<Leg>, otherwise: &'static str) -> Steer {
    leg.map_or(Steer::Done(otherwise), Steer::Go)
}

/// A runner who has decided to stop, or has nowhere to go, spends his stopping metres straight
/// ahead (P-030). `None` while the plot still leads on.
fn run_on(scene: &Scene, figure: &Figure) -> Option<Steer> {
    if figure.motion.stopping.is_some() || wants_to_stop(scene, figure) {
        let ahead = figure.motion.heading.unwrap_or(figure.place.facing);
        return Some(Steer::Go(Leg {
            turn: 0,
            step: ahead,
        }));
    }
    None
}

/// Whether a runner should begin to stop now, so as to end where the plot leads.
pub fn wants_to_stop(scene: &Scene, figure: &Figure) -> bool {
    let here = figure.place.hex;
    let left = match &figure.motion.plot.intent {
        Intent::Hold | Intent::Face(_) => 0,
        Intent::Path(path) => ahead(path, here).len(),
        Intent::Goto(hex) => distance(here, *hex) as usize,
        Intent::Close(whom, reach) | Intent::Follow(whom, reach) => {
            let Some(other) = scene.get(*whom).filter(|other| other.fitness.on_board()) else {
                return true;
            };
            distance(here, other.place.hex).saturating_sub(u32::from(*reach)) as usize
        }
        Intent::Away(whom, metres) => {
            let Some(other) = scene.get(*whom).filter(|other| other.fitness.fills_hex()) else {
                return true;
            };
            u32::from(*metres).saturating_sub(distance(here, other.place.hex)) as usize
        }
        Intent::Charge(whom, _) => {
            return !scene
                .get(*whom)
                .is_some_and(|other| other.fitness.fills_hex());
        }
        // Nobody stops before he is out.
        Intent::Climb(_) | Intent::Drop(_) => 0,
        Intent::Lane(..) | Intent::Leave => return false,
    };
    left <= 3
}

/// What of a path is still to be walked: hexes walked are gone from it, and it may begin with the
/// hex one stands in.
fn ahead(path: &[Hex], here: Hex) -> &[Hex] {
    match path {
        [first, rest @ ..] if *first == here => rest,
        whole => whole,
    }
}

fn along(figure: &Figure, path: &[Hex]) -> Steer {
    let here = figure.place.hex;
    let Some(next) = ahead(path, here).first() else {
        return Steer::Done("has walked the path");
    };
    match Dir::between(here, *next) {
        Some(step) => Steer::Go(Leg { turn: 0, step }),
        None => Steer::Done("has left the path"),
    }
}

/// Whether a blow could go from one hex to another at this reach.
pub fn strikes(scene: &Scene, from: Hex, to: Hex, hexes: u32) -> bool {
    reach::melee_open(&scene.board, from, to, hexes).is_ok()
}

fn close(
    scene: &Scene,
    figure: &Figure,
    whom: CombatantId,
    hexes: u32,
    search: &mut Search,
) -> Steer {
    let Some(other) = scene.get(whom).filter(|other| other.fitness.on_board()) else {
        return Steer::Done("has nobody to close with");
    };
    let target = other.place.hex;
    let hexes = hexes.max(1);
    let near = |at: Hex| {
        distance(at, target) <= hexes
            && at != target
            && (hexes > 4 || strikes(scene, at, target, hexes))
    };
    go(
        first_leg(scene, figure, target, hexes, &near, search),
        "is near enough",
    )
}

/// One step that leads away most, backing while the enemy stays in front if that is as good.
fn away(scene: &Scene, figure: &Figure, whom: CombatantId, metres: u32) -> Steer {
    let Some(other) = scene.get(whom).filter(|other| other.fitness.fills_hex()) else {
        return Steer::Done("has nobody to keep away from");
    };
    let (here, foe) = (figure.place.hex, other.place.hex);
    let now = distance(here, foe);
    if now >= metres {
        return Steer::Done("is far enough away");
    }
    let moves = super::route::mover(figure, figure.motion.gait);
    let mut best: Option<(u32, u32, u32, Dir)> = None;
    for relative in [0, 1, -1, 2, -2, 3] {
        let dir = figure.place.facing.turned(relative);
        let Ok(step) = crate::board::step::quiet(&scene.board, here, dir, moves) else {
            continue;
        };
        if scene.occupant(step.to).is_some() {
            continue;
        }
        let nearest = scene
            .foes(figure)
            .map(|foe| distance(step.to, foe.place.hex))
            .min()
            .unwrap_or(u32::MAX);
        let gain = distance(step.to, foe);
        let price =
            u32::from(step.cost_halves) * super::route::backing(figure.place.facing, dir) as u32;
        let better = best.is_none_or(|(far, near, cost, _)| {
            (gain, nearest, u32::MAX - price) > (far, near, u32::MAX - cost)
        });
        if gain > now && better {
            best = Some((gain, nearest, price, dir));
        }
    }
    match best {
        Some((_, _, _, step)) => Steer::Go(Leg { turn: 0, step }),
        None => Steer::Done("has nowhere to go"),
    }
}

fn charge(
    scene: &Scene,
    figure: &Figure,
    whom: CombatantId,
    kind: ChargeKind,
    search: &mut Search,
) -> Steer {
    let Some(target) = scene.get(whom).filter(|other| other.fitness.fills_hex()) else {
        return Steer::Done("has nobody to charge");
    };
    if !matches!(figure.posture, Posture::Standing | Posture::Mounted) {
        return Steer::Done("cannot charge from the ground");
    }
    if let Some(contact) = contact(scene, figure, target, kind) {
        return Steer::Contact(contact);
    }
    let (here, there) = (figure.place.hex, target.place.hex);
    if let Some((dir, hexes)) = straight(here, there)
        && hexes >= 2
        && lane_open(scene, figure, here, dir, hexes - 1)
        && (kind != ChargeKind::Trample || run_up(figure, dir) + hexes > TRAMPLE_RUN)
    {
        let turn = figure.place.facing.sixths_to(dir);
        let turn = if turn.abs() <= 1 {
            0
        } else {
            turn - turn.signum()
        };
        return Steer::Go(Leg { turn, step: dir });
    }
    if distance(here, there) <= 1 || kind == ChargeKind::Trample {
        return Steer::Done("has no room for a run-up");
    }
    // To a hex two away in a straight line, from where one step straight gives contact.
    let starts = |at: Hex| {
        straight(at, there).is_some_and(|(dir, hexes)| {
            hexes == 2
                && scene
                    .occupant(dir.from(at))
                    .is_none_or(|other| other.id == figure.id)
                && lane_open(scene, figure, at, dir, 1)
        })
    };
    go(
        first_leg(scene, figure, there, 2, &starts, search),
        "finds no lane for a charge",
    )
}

/// How somebody goes over the ground in a charge (B-070): as he is, on his feet or in the saddle.
fn charger(figure: &Figure) -> crate::board::step::Mover {
    crate::board::step::Mover {
        mounted: figure.rides(),
        ..crate::board::step::Mover::default()
    }
}

/// Metres already gone straight in a direction (P-070, P-086).
fn run_up(figure: &Figure, dir: Dir) -> u32 {
    if figure.motion.heading == Some(dir) {
        figure.motion.straight.into()
    } else {
        0
    }
}

/// Whether somebody can be ridden down from here: on foot, at the end of five straight metres
/// (P-086).
///
/// # Errors
/// Why not.
pub fn check_trample(scene: &Scene, figure: &Figure, target: &Figure) -> Result<(), Refusal> {
    let refuse = |words: String| Err(Refusal::new("P-086", words));
    let name = &target.label.name;
    if !target.is_on_foot() {
        return refuse(format!("{name} is not on foot"));
    }
    let (here, there) = (figure.place.hex, target.place.hex);
    let Some((dir, hexes)) = straight(here, there) else {
        return refuse(format!("{name} is not in a straight line from here"));
    };
    if run_up(figure, dir) + hexes <= TRAMPLE_RUN {
        return refuse(format!(
            "{TRAMPLE_RUN} m straight ahead are needed before {name}: draw back first"
        ));
    }
    if !lane_open(scene, figure, here, dir, hexes - 1) {
        return refuse(format!("the way to {name} is not clear"));
    }
    Ok(())
}

/// Whether so many hexes in one direction are free ground for a charge (B-070).
fn lane_open(scene: &Scene, figure: &Figure, from: Hex, dir: Dir, hexes: u32) -> bool {
    let mover = charger(figure);
    let filled = |hex| scene.occupant(hex).is_some();
    crate::board::lane::lane(&scene.board, from, dir, hexes, mover, &filled).is_ok()
}

/// The contact of a charge, if the next hex is the target's and the run-up suffices (P-070).
pub fn contact(
    scene: &Scene,
    figure: &Figure,
    target: &Figure,
    kind: ChargeKind,
) -> Option<Charge> {
    let here = figure.place.hex;
    let dir = Dir::between(here, target.place.hex)?;
    if figure.place.facing.sixths_to(dir).abs() > 1 {
        return None;
    }
    // The target's hex belongs to the lane: no fence before it, no heavy ground (B-070).
    let mover = charger(figure);
    let open = crate::board::lane::lane(&scene.board, here, dir, 1, mover, &|_| false).is_ok();
    if !open || !strikes(scene, here, target.place.hex, 1) {
        return None;
    }
    if kind == ChargeKind::Trample && (run_up(figure, dir) < TRAMPLE_RUN || !target.is_on_foot()) {
        return None;
    }
    let run_straight = figure.motion.straight >= 1;
    let lined = figure.motion.heading == Some(dir);
    let (second, exit, run_up) = match kind {
        ChargeKind::ForceThrough => {
            let (second, exit) = gap(scene, figure, target)?;
            let beside = figure.motion.heading.is_some_and(|heading| {
                [second.place.hex, target.place.hex]
                    .iter()
                    .any(|blocker| Dir::between(here, *blocker) == Some(heading))
            });
            (Some(second.id), Some(exit), run_straight && beside)
        }
        _ => (None, None, run_straight && lined),
    };
    if !run_up && kind == ChargeKind::Attack {
        return None;
    }
    // From a standstill only force back and force through, and only if nothing was walked (P-079).
    if !run_up && figure.motion.moved {
        return None;
    }
    Some(Charge {
        target: target.id,
        kind,
        running: figure.motion.gait == Gait::Run,
        no_run_up: !run_up,
        rushed: figure.rushed(scene.phase),
        dir,
        second,
        exit,
        forced: None,
    })
}

/// The gap beside a blocker: a second enemy next to him and to the charger, and the free hex
/// beyond (P-075).
fn gap<'a>(scene: &'a Scene, figure: &Figure, first: &Figure) -> Option<(&'a Figure, Hex)> {
    let here = figure.place.hex;
    let around = [0, 1, -1, 2, -2, 3].map(|sixths| figure.place.facing.turned(sixths));
    around.into_iter().find_map(|dir| {
        let beside = dir.from(here);
        let second = scene.occupant(beside)?;
        let pair = second.id != first.id
            && scene.enemies(figure.id, second.id)
            && distance(beside, first.place.hex) == 1;
        if !pair
            || [first, second]
                .iter()
                .any(|blocker| scene.legs(blocker).sheet.size > super::sheet::Size::Medium)
        {
            return None;
        }
        let exit = first.place.hex + second.place.hex - here;
        let open = scene
            .board
            .cell(exit)
            .is_some_and(|cell| !cell.is_impassable())
            && scene.occupant(exit).is_none();
        open.then_some((second, exit))
    })
}

/// Whether there is a gap beside an opponent to force through now (P-075): a second one next to
/// him, free ground on both sides of the pair. Who guards is not looked at: that is his secret.
///
/// # Errors
/// Why not, the reason of the likeliest gap.
pub fn gap_ahead(scene: &Scene, figure: &Figure, first: &Figure) -> Result<(), Refusal> {
    let here = figure.place.hex;
    let free = |hex: Hex| {
        let cell = scene.board.cell(hex);
        cell.is_some_and(|cell| !cell.is_impassable())
            && scene
                .occupant(hex)
                .is_none_or(|other| other.id == figure.id)
    };
    let mut gap = Gap {
        two_blockers: false,
        exit_free: false,
        large: false,
        shield_wall: false,
        straight: true,
    };
    for dir in Dir::ALL {
        let second = scene.occupant(dir.from(first.place.hex));
        let Some(second) = second.filter(|other| scene.enemies(figure.id, other.id)) else {
            continue;
        };
        let beside = [1, -1].map(|sixths| dir.turned(sixths).from(first.place.hex));
        for (entry, exit) in [(beside[0], beside[1]), (beside[1], beside[0])] {
            // Who stands at one end already goes in from there.
            if here == exit || !free(entry) {
                continue;
            }
            let big =
                |blocker: &Figure| scene.legs(blocker).sheet.size > super::sheet::Size::Medium;
            gap = Gap {
                two_blockers: true,
                exit_free: free(exit),
                large: big(first) || big(second),
                ..gap
            };
            if check_gap(&gap, true).is_ok() {
                return Ok(());
            }
        }
    }
    check_gap(&gap, true)
}

fn lane(scene: &Scene, figure: &Figure, dir: Dir, kind: ChargeKind) -> Steer {
    let ahead = dir.from(figure.place.hex);
    if let Some(target) = scene.occupant(ahead)
        && scene.enemies(figure.id, target.id)
    {
        return match contact(scene, figure, target, kind) {
            Some(contact) => Steer::Contact(contact),
            None => Steer::Done("cannot charge from here"),
        };
    }
    let turn = figure.place.facing.sixths_to(dir);
    let turn = if turn.abs() <= 1 {
        0
    } else {
        turn - turn.signum()
    };
    Steer::Go(Leg { turn, step: dir })
}

/// Whether somebody in the way is to be charged: the plot says so (P-023).
pub fn charges_if_taken(figure: &Figure) -> bool {
    figure.motion.plot.if_taken == IfTaken::Charge
}
