//! The text player as a player runs it, over a pipe, on the shipped levels.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run came to.
struct Run {
    out: String,
    err: String,
    code: Option<i32>,
}

impl Run {
    fn says(&self, part: &str) {
        assert!(
            self.out.contains(part) || self.err.contains(part),
            "missing `{part}` in:\n{}\n{}",
            self.out,
            self.err
        );
    }
}

/// Runs the program with lines of input and a data folder of its own.
fn run(arguments: &[&str], input: &str) -> Run {
    let data = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexfray"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("HEXFRAY_DATA", data.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A program that refuses its arguments reads nothing.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    Run {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}

const DUEL: [&str; 4] = ["text", "levels/duel.ron", "--seed", "3"];

#[test]
fn a_duel_is_played_to_its_end_over_a_pipe_and_twice_the_same() {
    let input = format!("close with b to 1\n{}", "\n".repeat(600));
    let first = run(&DUEL, &input);
    assert_eq!(first.code, Some(0), "{}", first.err);
    for part in [
        "A Matter of Honour",
        "Azure wins by this: defeat every enemy.",
        "It ended in phase",
        "able to fight",
        "The seed was 3.",
    ] {
        first.says(part);
    }
    let kept = |run: &Run| {
        let lines = run.out.lines();
        let same: Vec<String> = lines
            .filter(|line| !line.starts_with("The battle is kept"))
            .map(str::to_owned)
            .collect();
        same
    };
    assert_eq!(kept(&first), kept(&run(&DUEL, &input)));
}

#[test]
fn four_against_four_is_played_to_its_end_hotseat() {
    let arguments = ["text", "broken_ground", "--hotseat", "--seed", "5"];
    let battle = run(&arguments, &"\n".repeat(4000));
    assert_eq!(battle.code, Some(0), "{}", battle.err);
    battle.says("--- Azure, take the seat; press Enter ---");
    battle.says("--- Crimson, take the seat; press Enter ---");
    battle.says("The seed was 5.");
}

#[test]
fn input_may_end_at_every_prompt() {
    let script = [
        "help\n",
        "look\n",
        "odds\n",
        "options\n",
        "close with b to 1\n",
        "standing\n",
        "dance\n",
        "\n",
        "threats\n",
        "\n",
    ];
    for count in 0..=script.len() {
        let cut = run(&DUEL, &script[..count].concat());
        assert_eq!(cut.code, Some(0), "after {count} lines: {}", cut.err);
        cut.says("The input has ended in the middle of the battle.");
        cut.says("It is kept in ");
    }
    for count in 0..4 {
        let menu = run(&["text"], &"\n".repeat(count));
        assert_eq!(menu.code, Some(0));
    }
}

#[test]
fn without_a_terminal_computers_play_and_nothing_is_read() {
    let watched = run(&["play", "duel", "--seed", "1"], "quit\n");
    assert_eq!(watched.code, Some(0), "{}", watched.err);
    watched.says("There is no terminal, so the computer plays all sides.");
    watched.says("The seed was 1.");
}

#[test]
fn the_command_line_is_checked() {
    for (arguments, code, part) in [
        (
            &["text", "nolevel"][..],
            1,
            "there is no level `nolevel`; give a file, or one of:",
        ),
        (
            &["text", "duel", "--preset", "x"],
            2,
            "there are: tuned, literal",
        ),
        (
            &["text", "duel", "--rules", "x"],
            2,
            "there is no rule system `x`",
        ),
        (
            &["text", "duel", "--controller", "3=random"],
            2,
            "sides are Azure, Crimson",
        ),
        (
            &["text", "duel", "--controller", "1=x"],
            2,
            "names are human, rusher, random",
        ),
        (&["text", "duel", "--seed", "x"], 2, "invalid value"),
        (&["dance"], 2, "unrecognized subcommand"),
        (&["check"], 2, "required"),
        (&["check", "levels/none.ron"], 1, "not readable"),
        (&["check", "levels/duel.ron"], 0, "all is well"),
        (
            &["levels"],
            0,
            "A Matter of Honour: Azure 1 against Crimson 1; 11 by 9 hexes",
        ),
    ] {
        let refused = run(arguments, "");
        assert_eq!(refused.code, Some(code), "{arguments:?}: {}", refused.err);
        refused.says(part);
    }
}

#[test]
fn random_controllers_come_to_an_end_too() {
    for seed in ["1", "2", "3"] {
        let arguments = [
            "play",
            "broken_ground",
            "--seed",
            seed,
            "--controller",
            "1=random",
            "--controller",
            "2=random",
        ];
        let battle = run(&arguments, "");
        assert_eq!(battle.code, Some(0), "{}", battle.err);
        battle.says("It ended in phase");
        assert!(!battle.out.contains("were refused"), "{}", battle.out);
    }
}
