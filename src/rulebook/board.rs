//! The board as the rulebook asks it: geometry, terrain and sight, no battles.

use super::asks::{Args, RuleAsks, answer};
use super::format::RawCombatant;
use super::system::Host;
use super::value::Value;
use super::{places, times, views};
use crate::board::{self, Board, Cell, Dir, Edge, EdgeKind, Ground, Hex, Orientation, line, sight};
use crate::combat::battle::Battle;
use crate::combat::combatant::CombatantId;
use crate::combat::order::{Choice, Decision};
use crate::combat::system::RuleSystem;
use std::sync::Arc;

/// The board.
pub struct BoardBook;

impl Host for BoardBook {
    fn rules(&self) -> Option<Arc<dyn RuleSystem>> {
        None
    }

    fn asks(&self) -> &dyn RuleAsks {
        self
    }

    fn dress(
        &self,
        _: &mut Battle,
        _: CombatantId,
        _: &RawCombatant,
        _: Option<&str>,
    ) -> Result<(), String> {
        Err("the board has no combatants".to_owned())
    }

    fn quiet(&self, _: &mut Battle, _: &Decision) -> Option<Choice> {
        None
    }
}

const QUESTIONS: &[(&str, &str)] = &[
    ("distance", "from, to: hexes @(column,row) (B-003)"),
    ("axial", "column, row, flat: the hex of a character (B-002)"),
    (
        "sector",
        "facing, offset: the sector of an axial offset (B-005)",
    ),
    ("within", "a, b: axial offsets; degrees: 30 or 60 (B-008)"),
    ("step", "q, r, dir: the axial neighbour (B-001)"),
    ("axial_distance", "from, to: axial pairs (B-003)"),
    ("axial_line", "from, to: axial pairs (B-010)"),
    ("neighbour", "hex, dir: column and row (B-001)"),
    ("turned", "dir, sixths, flat: the direction's name (B-001)"),
    (
        "arc",
        "facing, offset: the arc of an axial offset (B-004 to B-006)",
    ),
    (
        "line",
        "from, to: columns and rows of the line's right-hand hexes (B-010)",
    ),
    (
        "visible",
        "from, to, from_eye, to_eye: heights in cm above ground (B-013)",
    ),
    (
        "edge",
        "kind, field; open: a figure of a hexside feature (BT-3)",
    ),
    ("ground", "kind, field: a figure of the ground (BT-6)"),
    ("cost", "hex: half metres to enter (B-044)"),
    ("ground_cm", "hex: height of the ground (B-036)"),
];

pub(super) fn dir(args: &Args, name: &str, orientation: Orientation) -> Result<Dir, String> {
    let word = args.word(name)?;
    if let Ok(number) = word.parse::<i32>() {
        return Ok(Dir::new(number));
    }
    orientation.dir(&word).ok_or_else(|| {
        format!(
            "`{word}` is no direction: {}",
            orientation.names().join(", ")
        )
    })
}

pub(super) fn axial(args: &Args, name: &str) -> Result<Hex, String> {
    let (q, r): (i32, i32) = args.get(name)?;
    Ok(Hex::new(q, r))
}

pub(super) fn column_row(board: &Board, hex: Hex) -> String {
    let (column, row) = board.column_row(hex);
    format!("({column},{row})")
}

fn orientation(args: &Args) -> Result<Orientation, String> {
    Ok(if args.or("flat", false)? {
        Orientation::FlatTop
    } else {
        Orientation::PointyTop
    })
}

impl RuleAsks for BoardBook {
    fn list(&self) -> Vec<(&'static str, &'static str)> {
        [
            QUESTIONS,
            places::QUESTIONS,
            views::QUESTIONS,
            times::QUESTIONS,
        ]
        .concat()
    }

    fn ask(&self, name: &str, args: &Args) -> Result<String, String> {
        let ground = &args.names.board;
        let hex = |name: &str| args.get::<Hex>(name);
        match name {
            "distance" => answer(&board::distance(hex("from")?, hex("to")?)),
            "axial" => {
                let board = Board::new(64, 64, orientation(args)?);
                let hex = board.hex_of(args.get("column")?, args.get("row")?);
                answer(&vec![hex.x, hex.y])
            }
            "sector" => {
                let (q, r): (i32, i32) = args.get("offset")?;
                let facing = dir(args, "facing", ground.orientation)?;
                answer(&format!("{:?}", board::arc::sector(facing, Hex::new(q, r))))
            }
            "within" => {
                let (a, b) = (axial(args, "a")?, axial(args, "b")?);
                answer(&match args.get::<u16>("degrees")? {
                    30 => board::arc::within_30(a, b),
                    _ => board::arc::within_60(a, b),
                })
            }
            "step" => {
                let dir = dir(args, "dir", ground.orientation)?;
                let hex = dir.from(Hex::new(args.get("q")?, args.get("r")?));
                answer(&vec![hex.x, hex.y])
            }
            "axial_distance" => answer(&board::distance(axial(args, "from")?, axial(args, "to")?)),
            "axial_line" => {
                let line = line_right(axial(args, "from")?, axial(args, "to")?);
                answer(
                    &line
                        .iter()
                        .map(|hex| vec![hex.x, hex.y])
                        .collect::<Vec<_>>(),
                )
            }
            "neighbour" => {
                let dir = dir(args, "dir", ground.orientation)?;
                Ok(column_row(ground, dir.from(hex("hex")?)))
            }
            "turned" => {
                let orientation = orientation(args)?;
                let turned = dir(args, "dir", orientation)?.turned(args.get("sixths")?);
                answer(&orientation.name(turned))
            }
            "arc" => {
                let offset: (i32, i32) = args.get("offset")?;
                let facing = dir(args, "facing", ground.orientation)?;
                let arc = board::arc::arc(facing, Hex::new(offset.0, offset.1));
                answer(&format!("{arc:?}"))
            }
            "line" => {
                let line = line_right(hex("from")?, hex("to")?);
                let all: Vec<_> = line
                    .into_iter()
                    .map(|hex| column_row(ground, hex))
                    .collect();
                Ok(format!("[{}]", all.join(",")))
            }
            "visible" => {
                let eye = |at: &str, height: &str| {
                    let height = args.or(height, 160)?;
                    Ok::<_, String>(sight::eye(ground, hex(at)?, height))
                };
                let seen = sight::visible(ground, eye("from", "from_eye")?, eye("to", "to_eye")?);
                answer(&seen)
            }
            "edge" => {
                let kind: EdgeKind = args.get("kind")?;
                let edge = Edge {
                    open: args.or("open", false)?,
                    ..Edge::new(kind)
                };
                debug_field(&format!("{:?}", edge.figures()), &args.word("field")?)
            }
            "ground" => {
                let kind: Ground = args.get("kind")?;
                debug_field(&format!("{:?}", kind.figures()), &args.word("field")?)
            }
            "cost" => {
                let cell = ground.cell(hex("hex")?).ok_or("off the board")?;
                answer(&Cell::cost_halves(cell))
            }
            "ground_cm" => answer(&ground.ground_cm(hex("hex")?)),
            _ => places::ask(name, args)
                .or_else(|| views::ask(name, args))
                .or_else(|| times::ask(name, args))
                .unwrap_or_else(|| {
                    Err(format!(
                        "`{name}` is in the list of questions but has no answer"
                    ))
                }),
        }
    }
}

/// A field of figures that are no files of their own: `Name { field: value }`.
pub(super) fn debug_field(text: &str, field: &str) -> Result<String, String> {
    let text = text.replace(" { ", "(").replace(" }", ")");
    let value = Value::read(&text)?;
    value
        .get(field)
        .map(ToString::to_string)
        .ok_or_else(|| format!("there is no `{field}` in {value}"))
}

/// The line's hexes, the right-hand ones where two are touched alike.
fn line_right(from: Hex, to: Hex) -> Vec<Hex> {
    line::line(from, to, line::on_the_right(from, to))
}
