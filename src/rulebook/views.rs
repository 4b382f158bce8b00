//! What a board says of lines, sight, light and cover, asked by name.

use super::asks::{Args, answer};
use super::board::{axial, dir};
use crate::board::cover::{self, Body};
use crate::board::{Board, Dir, Eye, Hex, LightSource, arc, fixture, hex_key, light, line, sight};
use crate::combat::combatant::Posture;

pub(super) const QUESTIONS: &[(&str, &str)] = &[
    (
        "arc_count",
        "facing, hexes, arc: how many hexes at that distance lie in it (B-004)",
    ),
    (
        "bearing",
        "from, to: axial; other: the direction's name, of two equal ones the other (B-007)",
    ),
    (
        "random_dir",
        "facing, die: the direction of a die of facing (B-009)",
    ),
    (
        "axial_lines",
        "from, to: axial: both forms of the line (B-011)",
    ),
    (
        "line_faults",
        "radius: pairs whose line differs on the way back or when shifted (B-010)",
    ),
    (
        "sight_height",
        "hex, posture: height for seeing and being seen (B-013)",
    ),
    (
        "sight_faults",
        "boards: pairs on random boards where one sees and the other does not (B-016)",
    ),
    (
        "light",
        "hex; carried: the light there, by [(hex, torch)] (B-019)",
    ),
    (
        "seen",
        "from, to; carried, blinded, from_eye, to_eye (B-018, B-020)",
    ),
    (
        "cover",
        "from, to; from_eye, to_eye, bodies: [(hex, per cent, top)]: Physical and Visual (B-023)",
    ),
    (
        "melee_cover",
        "from, to: Physical and Visual between fighters (B-026)",
    ),
    (
        "blast_cover",
        "from, to; to_eye: protection in per cent (B-029)",
    ),
    ("cover_band", "percent; melee: the band (BT-2)"),
];

/// The answer, if the question is one of these.
pub(super) fn ask(name: &str, args: &Args) -> Option<Result<String, String>> {
    let known = QUESTIONS.iter().any(|(known, _)| *known == name);
    known.then(|| found(name, args, &args.names.board))
}

fn eye(args: &Args, ground: &Board, at: &str, height: &str) -> Result<Eye, String> {
    Ok(sight::eye(ground, args.get(at)?, args.or(height, 160)?))
}

fn found(name: &str, args: &Args, ground: &Board) -> Result<String, String> {
    let hex = |name: &str| args.get::<Hex>(name);
    let way = |name: &str| dir(args, name, ground.orientation);
    let carried = || args.or::<Vec<(Hex, LightSource)>>("carried", Vec::new());
    let pair = |cover: cover::Cover| answer(&(cover.physical, cover.visual));
    match name {
        "arc_count" => {
            let (facing, wanted) = (way("facing")?, args.word("arc")?);
            let hexes: u32 = args.get("hexes")?;
            let counted = Hex::ZERO
                .ring(hexes)
                .filter(|hex| format!("{:?}", arc::arc(facing, *hex)) == wanted);
            answer(&counted.count())
        }
        "bearing" => {
            let clockwise = !args.or("other", false)?;
            let bearing = arc::bearing(axial(args, "from")?, axial(args, "to")?, clockwise);
            let bearing = bearing.ok_or("the two are the same hex")?;
            answer(&ground.orientation.name(bearing))
        }
        "random_dir" => {
            let turned = arc::random_dir(way("facing")?, args.get("die")?);
            answer(&ground.orientation.name(turned))
        }
        "axial_lines" => {
            let forms = line::lines(axial(args, "from")?, axial(args, "to")?);
            answer(&forms.map(|form| {
                form.iter()
                    .map(|hex| vec![hex.x, hex.y])
                    .collect::<Vec<_>>()
            }))
        }
        "line_faults" => answer(&line_faults(args.get("radius")?)),
        "sight_height" => {
            let posture: Posture = args.get("posture")?;
            answer(&sight::eye(ground, hex("hex")?, posture.eye_cm()).height_cm)
        }
        "sight_faults" => answer(&sight_faults(args.get("boards")?)),
        "light" => answer(&light::grade(ground, hex("hex")?, &carried()?)),
        "seen" => {
            let grade = if args.or("blinded", false)? {
                crate::board::LightGrade::Black
            } else {
                light::grade(ground, hex("to")?, &carried()?)
            };
            let from = eye(args, ground, "from", "from_eye")?;
            let to = eye(args, ground, "to", "to_eye")?;
            answer(&light::seen(ground, from, to, grade))
        }
        "cover" => {
            let bodies: Vec<(Hex, u8, i32)> = args.or("bodies", Vec::new())?;
            let standing = |hex: Hex| {
                let here = bodies.iter().filter(move |(at, ..)| *at == hex);
                here.map(move |(_, percent, top)| Body {
                    top_cm: ground.footing_cm(hex) + top,
                    percent: *percent,
                })
            };
            let from = eye(args, ground, "from", "from_eye")?;
            let to = eye(args, ground, "to", "to_eye")?;
            pair(cover::ranged_cover(ground, from, to, standing))
        }
        "melee_cover" => pair(cover::melee_cover(ground, hex("from")?, hex("to")?)),
        "blast_cover" => {
            let victim = eye(args, ground, "to", "to_eye")?;
            answer(&cover::blast_protection(ground, hex("from")?, victim))
        }
        _ => {
            let band = cover::band(args.get("percent")?);
            let melee = args.or("melee", false)?;
            answer(&if melee { band.lower() } else { band }.word())
        }
    }
}

/// Ordered pairs within a radius whose line is another on the way back, or when both ends are
/// shifted by one hex (B-010).
fn line_faults(radius: u32) -> usize {
    let shift = Dir::new(1).vector() * 3;
    Hex::ZERO
        .range(radius)
        .flat_map(|end| line::Tie::BOTH.map(|tie| (end, tie)))
        .filter(|&(end, tie)| {
            let there = line::line(Hex::ZERO, end, tie);
            let mut back = line::line(end, Hex::ZERO, tie);
            back.reverse();
            let shifted = line::line(shift, end + shift, tie);
            let moved: Vec<Hex> = there.iter().map(|hex| *hex + shift).collect();
            back != there || shifted != moved
        })
        .count()
}

/// Pairs of hexes on random boards where exactly one sees the other (B-016).
fn sight_faults(boards: u64) -> usize {
    let mut faults = 0;
    for seed in 0..boards {
        let mut draws = fixture::Draws(seed);
        let board = fixture::random_board(&mut draws, 12, 9);
        let mut ends = [(); 2].map(|()| draws.hex(&board));
        ends.sort_by_key(|hex| hex_key(*hex));
        let heights = [30, 90, 160, 250];
        let [a, b] = ends.map(|hex| sight::eye(&board, hex, draws.one_of(&heights)));
        faults += usize::from(sight::visible(&board, a, b) != sight::visible(&board, b, a));
    }
    faults
}
