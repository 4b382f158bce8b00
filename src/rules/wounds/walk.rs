//! From a plot to the way somebody takes in one action (WH-03 to WH-05, B-069).

use super::gather;
use super::movement;
use super::outlook::{facing_towards, in_front};
use super::reached::Reached;
use super::route::{Ground, HALVES, Way};
use super::scene::{Figure, Scene};
use crate::board::{Hex, distance, reach};
use crate::combat::combatant::{CombatantId, ItemId, Place, Posture};
use crate::combat::plot::{EndFacing, Gait, Intent, Plot};
use crate::combat::refusal::Refusal;
use std::sync::Arc;

/// What somebody's movement depends on (WH-03).
pub fn mover<'f>(scene: &Scene, figure: &'f Figure) -> movement::Mover<'f> {
    movement::Mover {
        movement: figure.sheet.movement,
        encumbrance: super::armour::encumbrance(&figure.gear, &scene.tables),
        boxes: &figure.sheet.boxes,
        injuries: &figure.injuries,
        shock: &figure.shock,
        posture: figure.posture,
    }
}

/// Half hexes of a full round, and of a run on top of it.
pub fn allowance(scene: &Scene, figure: &Figure) -> i16 {
    i16::from(movement::hexes(&mover(scene, figure))) * HALVES
}

/// Half hexes somebody may still walk in this action.
pub fn left(scene: &Scene, figure: &Figure, run: bool) -> i16 {
    if figure.turn.stopped {
        return 0;
    }
    let more = if run { allowance(scene, figure) } else { 0 };
    figure.turn.left + more
}

/// Whether none of the round's movement has been used (B-045).
fn untouched(scene: &Scene, figure: &Figure) -> bool {
    figure.turn.left >= allowance(scene, figure)
}

/// Whether a posture change that a plot begins with is possible, and its price in half hexes (B-069).
///
/// # Errors
/// Why it is not.
pub fn plot_posture(plot: &Plot) -> Result<(), Refusal> {
    match plot.posture {
        None => Ok(()),
        Some(_) => Err(Refusal::new(
            "B-069",
            "changing the posture is an order of its own here: stand up, kneel, lie down",
        )),
    }
}

/// The whole way a plot asks for, as far as it can be walked in this action. An empty way that arrives
/// is there already.
///
/// # Errors
/// Why nothing comes of it.
pub fn way(scene: &Scene, figure: &Figure, plot: &Plot) -> Result<Way, Refusal> {
    scene
        .memo()
        .way(figure, plot, || find_way(scene, figure, plot))
}

fn find_way(scene: &Scene, figure: &Figure, plot: &Plot) -> Result<Way, Refusal> {
    plot_posture(plot)?;
    let run = plot.gait == Gait::Run;
    if run {
        figure.acts()?;
        if !matches!(figure.posture, Posture::Standing) {
            return Err(Refusal::new("WH-05", "nobody runs but on his feet"));
        }
    }
    let far = left(scene, figure, run);
    let reached = reached(scene, figure, run);
    let mut ground = Ground::new(scene, figure, run, true);
    let nowhere = |words: String| Refusal::new("WH-03", words);
    let here = figure.place.hex;
    let found = match &plot.intent {
        Intent::Hold => Some(Way::none()),
        Intent::Face(whom) => {
            let hex = somebody(scene, *whom)?.place.hex;
            return turned(figure, hex).ok_or_else(|| nowhere("he looks that way already".into()));
        }
        Intent::Path(path) => Some(along(&ground, figure, path)?),
        Intent::Goto(hex) => {
            let hex = *hex;
            if !scene.board.contains(hex) {
                return Err(Refusal::new("B-054", "that is off the board"));
            }
            if scene
                .occupant(hex)
                .is_some_and(|other| other.id != figure.id)
            {
                return Err(Refusal::new("B-055", "somebody stands there"));
            }
            reached
                .way(|place| place.hex == hex)
                .or_else(|| ground.far_way(hex, 0))
        }
        Intent::Close(whom, hexes) => {
            if *whom == figure.id {
                return Err(Refusal::form("nobody closes with himself"));
            }
            let hex = somebody(scene, *whom)?.place.hex;
            let hexes = u32::from(*hexes).max(1);
            let near = |place: Place| {
                if hexes > 4 {
                    distance(place.hex, hex) <= hexes
                } else {
                    strikes_from(scene, place, hex, hexes)
                }
            };
            reached.way(near).or_else(|| {
                // From close by what is missing is a turn, or there is no room.
                if distance(here, hex) <= hexes {
                    turned(figure, hex)
                } else {
                    ground.far_way(hex, hexes)
                }
            })
        }
        Intent::Follow(whom, hexes) => {
            let hex = somebody(scene, *whom)?.place.hex;
            let hexes = u32::from(*hexes).max(1);
            reached
                .way(|place| distance(place.hex, hex) <= hexes)
                .or_else(|| ground.far_way(hex, hexes))
        }
        Intent::Away(whom, hexes) => {
            let hex = somebody(scene, *whom)?.place.hex;
            let hexes = u32::from(*hexes);
            if distance(here, hex) >= hexes {
                Some(Way::none())
            } else {
                reached.best(|place| distance(place.hex, hex).min(hexes))
            }
        }
        Intent::Climb(_) | Intent::Drop(_) => {
            return Err(Refusal::new(
                "B-038",
                "nobody climbs or drops down in this system yet",
            ));
        }
        Intent::Leave => {
            return Err(Refusal::new(
                "B-117",
                "the field cannot be left in this system yet",
            ));
        }
        Intent::Charge(..) | Intent::Lane(..) => {
            return Err(Refusal::new(
                "WH-17",
                "charges cannot be ordered yet: close with him and strike",
            ));
        }
    };
    let Some(found) = found else {
        return Err(nowhere("there is no way there".to_owned()));
    };
    let mut found = found.within(far, untouched(scene, figure));
    face(scene, figure, plot, &mut found)?;
    if found.places.is_empty() {
        let words = match (found.arrives, figure.turn.stopped, far > 0) {
            (true, ..) => "he is there already",
            (_, true, _) => "an enemy's weapon stopped him: no more steps at this action",
            (_, _, false) => "no movement is left in this round",
            _ => "not a step of that way can be taken now",
        };
        return Err(nowhere(words.to_owned()));
    }
    Ok(found)
}

/// Every place somebody can have in this action.
fn reached(scene: &Scene, figure: &Figure, run: bool) -> Arc<Reached> {
    scene.memo().reached(figure, run, || {
        let ground = Ground::new(scene, figure, run, true);
        Reached::sweep(
            &ground,
            ground.start(),
            left(scene, figure, run),
            untouched(scene, figure),
        )
    })
}

/// The hexes somebody can be in after this action's movement, the own one among them (WH-03, WH-05).
/// Empty where he cannot go at all.
pub fn area(scene: &Scene, figure: &Figure, run: bool) -> Vec<Hex> {
    let upright = matches!(figure.posture, Posture::Standing);
    if figure.acts().is_err() || (run && !upright) || left(scene, figure, run) <= 0 {
        return Vec::new();
    }
    reached(scene, figure, run).hexes()
}

fn somebody(scene: &Scene, who: CombatantId) -> Result<&Figure, Refusal> {
    scene
        .get(who)
        .filter(|other| other.fitness.on_board())
        .ok_or_else(|| Refusal::form("that combatant is not on the board"))
}

/// The turn on the spot that brings a hex into the front, where one does and is needed.
pub fn to_face(figure: &Figure, hex: Hex) -> Way {
    if in_front(figure.place, hex) {
        return Way::none();
    }
    turned(figure, hex).unwrap_or_else(Way::none)
}

/// One turn on the spot towards a hex, if it helps.
fn turned(figure: &Figure, hex: Hex) -> Option<Way> {
    let facing = facing_towards(figure.place, hex, 1);
    (facing != figure.place.facing).then(|| Way {
        places: vec![Place {
            facing,
            ..figure.place
        }],
        spent: vec![0],
        arrives: true,
    })
}

fn along(ground: &Ground, figure: &Figure, path: &[Hex]) -> Result<Way, Refusal> {
    let path = match path {
        [first, rest @ ..] if *first == figure.place.hex => rest,
        whole => whole,
    };
    ground.along(path).map_err(|at| {
        Refusal::new(
            "WH-03",
            format!("the path cannot be walked at its step {}", at + 1),
        )
    })
}

/// Whether from a place a blow gets to a hex and lies in front.
pub fn strikes_from(scene: &Scene, place: Place, hex: Hex, hexes: u32) -> bool {
    place.hex != hex
        && distance(place.hex, hex) <= hexes
        && in_front(place, hex)
        && reach::melee_open(&scene.board, place.hex, hex, hexes).is_ok()
}

/// The last turn: where the plot says, with the turn of the action if it was not used on the way.
fn face(scene: &Scene, figure: &Figure, plot: &Plot, way: &mut Way) -> Result<(), Refusal> {
    let end = way.end(figure.place);
    let facing = match plot.facing {
        EndFacing::AsWalked => return Ok(()),
        EndFacing::Dir(dir) => {
            let turn = end.facing.sixths_to(dir).clamp(-1, 1);
            end.facing.turned(turn)
        }
        EndFacing::Towards(whom) => {
            let hex = somebody(scene, whom)?.place.hex;
            // Whoever has him in front already looks at him well enough.
            if in_front(end, hex) && matches!(plot.intent, Intent::Close(..)) {
                return Ok(());
            }
            facing_towards(end, hex, 1)
        }
    };
    let mut before = figure.place;
    let used = way.places.iter().any(|place| {
        let on_the_spot = place.hex == before.hex;
        before = *place;
        on_the_spot
    });
    if facing != end.facing && !used {
        let spent = way.spent.last().copied().unwrap_or(0);
        way.places.push(Place { facing, ..end });
        way.spent.push(spent);
    }
    Ok(())
}

/// A figure as it would stand at the end of a way.
#[must_use]
pub fn moved(figure: &Figure, way: &Way, run: bool) -> Figure {
    let mut after = figure.clone();
    after.place = way.end(figure.place);
    let spent = way.spent.last().copied().unwrap_or(0);
    after.turn.left = (after.turn.left - spent).max(0);
    after.turn.ran |= run;
    after
}

/// The way to where somebody can strike another with a weapon in this action; empty if he can from
/// where he is.
///
/// # Errors
/// Why he cannot.
pub fn to_strike(
    scene: &Scene,
    figure: &Figure,
    target: &Figure,
    item: ItemId,
) -> Result<Way, Refusal> {
    let (_, weapon) = gather::weapon(scene, figure, item)?;
    let hexes = u32::from(weapon.reach.unwrap_or(1));
    let hex = target.place.hex;
    let goal = |place: Place| strikes_from(scene, place, hex, hexes);
    if goal(figure.place) || figure.place.hex == hex {
        return Ok(Way::none());
    }
    let far = left(scene, figure, false);
    let apart = distance(figure.place.hex, hex);
    let too_far = || {
        Refusal::new(
            "WH-06",
            format!("{} cannot be reached in this action", target.label.name),
        )
    };
    if apart > hexes + u32::try_from(far / HALVES).unwrap_or(0) + 1 {
        return Err(too_far());
    }
    reached(scene, figure, false).way(goal).ok_or_else(too_far)
}
