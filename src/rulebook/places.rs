//! What a board says of steps, blows, pushes and lanes, asked by name.

use super::asks::{Args, answer};
use super::board::{column_row, debug_field, dir};
use crate::board::push::{self, PushStep};
use crate::board::step::{self, Mover};
use crate::board::{self, Board, Footing, Hex, Object, climb, lane, reach};

pub(super) const QUESTIONS: &[(&str, &str)] = &[
    (
        "enter",
        "hex, dir; run, prone, low, mounted, swimming, sinking: half metres of the step (B-044)",
    ),
    (
        "enter_footing",
        "as `enter`: grade of the footing check, 0 for none (B-046)",
    ),
    (
        "enter_takes_all",
        "as `enter`: whether the step takes all movement (B-048)",
    ),
    ("climb", "hex, dir: levels and footing grade (B-038)"),
    (
        "drop",
        "hex, dir: levels, half metres and footing grade (B-039)",
    ),
    ("edge_at", "hex, dir: what stands on the hexside (B-030)"),
    ("object", "kind, field: a figure of an object (BT-6)"),
    (
        "blow",
        "from, to, reach: whether a blow gets there (B-042, B-052)",
    ),
    ("threatens", "from, facing, reach, hex (B-067)"),
    ("solid", "hex: whether something solid is beside it (B-051)"),
    ("high_ground", "a, b: metres that a stands higher (B-041)"),
    (
        "lane",
        "hex, dir, hexes; run, filled: footing grades of a charge's lane (B-070)",
    ),
    (
        "push",
        "hex, dir: what somebody pushed meets next (B-074 to B-077)",
    ),
    (
        "push_over",
        "hex, dir: what is beyond a low edge there (B-076)",
    ),
    (
        "nearest_free",
        "hex, dir; rings, filled: where somebody is placed (B-078)",
    ),
];

fn mover(args: &Args) -> Result<Mover, String> {
    Ok(Mover {
        prone: args.or("prone", false)?,
        low: args.or("low", false)?,
        mounted: args.or("mounted", false)?,
        running: args.or("run", false)?,
        swimming: args.or("swimming", false)?,
        sinking_armour: args.or("sinking", false)?,
    })
}

/// A footing grade as the register counts it, 0 for none.
fn grade(footing: Option<Footing>) -> u8 {
    match footing {
        None => 0,
        Some(Footing::One) => 1,
        Some(Footing::Two) => 2,
        Some(Footing::Three) => 3,
    }
}

/// A refusal with its rule, its words and what is offered instead.
fn told(barred: board::Barred) -> String {
    let offered = barred.offers.map(|word| format!(" ({word})"));
    format!(
        "{} {}{}",
        barred.rule,
        barred.words,
        offered.unwrap_or_default()
    )
}

fn meets(step: PushStep) -> String {
    match step {
        PushStep::Free { .. } => "free".to_owned(),
        PushStep::Wall => "wall".to_owned(),
        PushStep::Low => "low".to_owned(),
        PushStep::Soft => "soft".to_owned(),
        PushStep::Border => "border".to_owned(),
        PushStep::Fall { levels, .. } => format!("fall {levels}"),
        PushStep::Water { .. } => "water".to_owned(),
        PushStep::Pit { .. } => "pit".to_owned(),
    }
}

/// The answer, if the question is one of these.
pub(super) fn ask(name: &str, args: &Args) -> Option<Result<String, String>> {
    let known = QUESTIONS.iter().any(|(known, _)| *known == name);
    known.then(|| found(name, args, &args.names.board))
}

fn found(name: &str, args: &Args, ground: &Board) -> Result<String, String> {
    let hex = |name: &str| args.get::<Hex>(name);
    let way = |name: &str| dir(args, name, ground.orientation);
    let step = || step::step(ground, hex("hex")?, way("dir")?, mover(args)?).map_err(told);
    match name {
        "enter" => answer(&step()?.cost_halves),
        "enter_footing" => answer(&grade(step()?.footing)),
        "enter_takes_all" => answer(&step()?.uses_all),
        "climb" => {
            let climb =
                climb::climb(ground, hex("hex")?, way("dir")?, mover(args)?).map_err(told)?;
            answer(&(climb.levels, grade(Some(climb.footing))))
        }
        "drop" => {
            let drop =
                climb::drop_down(ground, hex("hex")?, way("dir")?, mover(args)?).map_err(told)?;
            answer(&(drop.levels, drop.cost_halves, grade(drop.footing)))
        }
        "edge_at" => {
            let edge = ground.edge(hex("hex")?, way("dir")?);
            edge.map_or_else(|| answer(&"nothing"), |edge| answer(&edge.kind))
        }
        "object" => {
            let kind: Object = args.get("kind")?;
            debug_field(&format!("{:?}", kind.figures()), &args.word("field")?)
        }
        "blow" => reach::melee_open(ground, hex("from")?, hex("to")?, args.get("reach")?)
            .map_err(told)
            .and_then(|()| answer(&true)),
        "threatens" => answer(&reach::threatens(
            ground,
            hex("from")?,
            way("facing")?,
            args.get("reach")?,
            hex("hex")?,
        )),
        "solid" => answer(&reach::solid_neighbour(ground, hex("hex")?)),
        "high_ground" => answer(&reach::high_ground_m(ground, hex("a")?, hex("b")?)),
        "lane" => {
            let filled: Vec<Hex> = args.or("filled", Vec::new())?;
            let lane = lane::lane(
                ground,
                hex("hex")?,
                way("dir")?,
                args.get("hexes")?,
                mover(args)?,
                &|hex| filled.contains(&hex),
            );
            let steps = lane.map_err(told)?;
            answer(
                &steps
                    .iter()
                    .map(|step| grade(step.footing))
                    .collect::<Vec<_>>(),
            )
        }
        "push" => answer(&meets(push::push_step(ground, hex("hex")?, way("dir")?))),
        "push_over" => answer(&meets(push::over_low(ground, hex("hex")?, way("dir")?))),
        _ => {
            let filled: Vec<Hex> = args.or("filled", Vec::new())?;
            let centre = hex("hex")?;
            let rings = args.or("rings", 3)?;
            push::nearest_free(ground, centre, way("dir")?, rings, &|hex| {
                !filled.contains(&hex)
            })
            .map(|hex| column_row(ground, hex))
            .ok_or_else(|| format!("nothing is free within {rings}"))
        }
    }
}
