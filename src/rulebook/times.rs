//! The clock of the four rule systems, asked by name (B-095 to B-101).

use super::asks::{Args, answer};
use crate::combat::clock::{self, UnitLength};

pub(super) const QUESTIONS: &[(&str, &str)] = &[
    (
        "clock",
        "system: P, N, S, W; unit: seconds shown when it is over (B-095)",
    ),
    (
        "row",
        "round, row: the number of a row of N, from the start (B-095)",
    ),
    (
        "ticks_at_end",
        "system, unit: ticks due when it is over (B-096)",
    ),
    (
        "unit_from",
        "system, second: the unit that begins then or next (B-099)",
    ),
    ("units", "system, seconds: a duration in its units (B-101)"),
    ("ticks", "seconds: ticks of a level's time (B-098)"),
    ("on_tick", "seconds: when a level's time acts (B-098)"),
    ("walk_seconds", "hexes, move: seconds to walk there (B-098)"),
];

fn length(args: &Args) -> Result<UnitLength, String> {
    match args.word("system")?.as_str() {
        "P" | "W" => Ok(UnitLength::of_seconds(6)),
        "N" => Ok(UnitLength::rows(12)),
        "S" => Ok(UnitLength::counts()),
        other => Err(format!("`{other}` is no rule system: P, N, S, W")),
    }
}

/// The answer, if the question is one of these.
pub(super) fn ask(name: &str, args: &Args) -> Option<Result<String, String>> {
    let known = QUESTIONS.iter().any(|(known, _)| *known == name);
    known.then(|| found(name, args))
}

fn found(name: &str, args: &Args) -> Result<String, String> {
    match name {
        "clock" => answer(&length(args)?.end(args.get("unit")?)),
        "row" => answer(&UnitLength::rows(12).ungrouped(args.get("round")?, args.get("row")?)),
        "ticks_at_end" => answer(&length(args)?.ticks_at_end(args.get("unit")?)),
        "unit_from" => answer(&length(args)?.unit_from(args.get("second")?)),
        "units" => answer(&length(args)?.units(args.get("seconds")?)),
        "ticks" => answer(&clock::ticks(args.get("seconds")?)),
        "on_tick" => answer(&clock::on_tick(args.get("seconds")?)),
        _ => {
            let seconds = clock::seconds_to_walk(args.get("hexes")?, args.get("move")?);
            answer(&seconds.ok_or("who does not move never gets there")?)
        }
    }
}
