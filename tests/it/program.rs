//! The program as a player runs it: `simulate` and `replay`, with good input and bad.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn hexfray(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexfray"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

const DUEL: &str = "levels/duel.ron";

fn json(arguments: &[&str]) -> serde_json::Value {
    let mut all = vec!["simulate", DUEL, "--json"];
    all.extend(arguments);
    let output = hexfray(&all);
    assert_eq!(code(&output), 0, "{}", err(&output));
    serde_json::from_str(&out(&output)).unwrap()
}

/// Records of a few battles, in a folder of their own.
fn recorded() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    let record = path.to_str().unwrap();
    let output = hexfray(&["simulate", DUEL, "--battles", "2", "--record", record]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let first = path.join("battle-000000.ron");
    (folder, first)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn results_depend_on_the_seed_alone_and_not_on_threads() {
    let one = json(&["--battles", "12", "--seed", "5", "--threads", "1"]);
    let many = json(&["--battles", "12", "--seed", "5", "--threads", "7"]);
    let other = json(&["--battles", "12", "--seed", "6", "--threads", "7"]);
    for field in [
        "digest",
        "wins",
        "draws",
        "stalemates",
        "units_mean",
        "endings",
    ] {
        assert_eq!(one[field], many[field], "{field}");
    }
    assert_ne!(one["digest"], other["digest"]);
    assert_eq!(one["battles"], 12);
    let wins = one["wins"].as_object().unwrap().values();
    let wins: u64 = wins.map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(wins + one["draws"].as_u64().unwrap(), 12);
    assert!(one["battles_per_second"].as_f64().unwrap() > 0.0);
    assert!(one["units_mean"].as_f64().unwrap() > 1.0);
}

#[test]
fn recording_and_counting_change_no_battle() {
    let plain = json(&["--battles", "4"]);
    let folder = tempfile::tempdir().unwrap();
    let watched = json(&[
        "--battles",
        "4",
        "--count-prompts",
        "--record",
        text(folder.path()),
    ]);
    assert_eq!(plain["digest"], watched["digest"]);
    assert_eq!(plain["prompts_per_unit"], serde_json::Value::Null);
    assert!(watched["prompts_per_unit"].as_f64().unwrap() > 0.0);
    assert!(watched["prompts_per_battle"].as_f64().unwrap() > 0.0);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
}

#[test]
fn bench_hashes_nothing_and_csv_has_a_line_for_each_battle() {
    assert_eq!(
        json(&["--battles", "2", "--bench"])["digest"],
        serde_json::Value::Null
    );
    let output = hexfray(&["simulate", DUEL, "--battles", "3", "--csv"]);
    let lines = out(&output);
    assert_eq!(lines.lines().count(), 4, "{lines}");
    for line in lines.lines().skip(1) {
        let digest = line.rsplit(',').next().unwrap();
        assert_eq!(digest.len(), 16, "{line}");
    }
    assert!(lines.starts_with("battle,seed,winner,"), "{lines}");
    let output = hexfray(&["simulate", DUEL, "--battles", "3", "--bench"]);
    assert!(out(&output).contains("µs a "), "{}", out(&output));
}

#[test]
fn bad_options_say_what_is_allowed() {
    for (arguments, expected, words) in [
        (&["simulate"][..], 2, "LEVEL"),
        (&["simulate", DUEL, "--battles", "0"], 2, "1..="),
        (&["simulate", DUEL, "--battles", "many"], 2, "--battles"),
        (&["simulate", DUEL, "--threads", "0"], 2, "1..=1024"),
        (
            &["simulate", DUEL, "--json", "--csv"],
            2,
            "cannot be used with",
        ),
        (&["simulate", DUEL, "--faster"], 2, "--faster"),
        (&["simulate", DUEL, "--rules", "chess"], 2, "phases"),
        (&["simulate", DUEL, "--preset", "wild"], 2, "tuned"),
        (
            &["simulate", DUEL, "--controller", "random"],
            2,
            "SIDE=NAME",
        ),
        (
            &["simulate", DUEL, "--controller", "nobody=random"],
            2,
            "sides are",
        ),
        (
            &["simulate", DUEL, "--controller", "9=random"],
            2,
            "sides are",
        ),
        (
            &["simulate", DUEL, "--controller", "0=random"],
            2,
            "sides are",
        ),
        (&["simulate", DUEL, "--controller", "1=wizard"], 2, "rusher"),
        (&["simulate", DUEL, "--controller", "1=human"], 2, "rusher"),
        (&["simulate", "levels/none.ron"], 1, "none.ron"),
        (&["simulate", "Cargo.toml"], 1, "Cargo.toml"),
        (&["replay"], 2, "FILE"),
        (&["replay", "none.ron"], 1, "none.ron"),
        (&["replay", "levels/duel.ron", "--verify"], 1, "duel.ron"),
    ] {
        let output = hexfray(arguments);
        assert_eq!(code(&output), expected, "{arguments:?}: {}", err(&output));
        assert!(
            err(&output).contains(words),
            "{arguments:?}: {}",
            err(&output)
        );
        assert!(!err(&output).contains("panicked"), "{}", err(&output));
    }
}

#[test]
fn a_folder_for_records_that_is_a_file_is_refused_before_the_battles() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let output = hexfray(&[
        "simulate",
        DUEL,
        "--battles",
        "1",
        "--record",
        text(file.path()),
    ]);
    assert_eq!(code(&output), 1);
    assert!(
        err(&output).contains("no record can be written"),
        "{}",
        err(&output)
    );
}

#[test]
fn a_record_is_told_and_verified() {
    let (_folder, path) = recorded();
    let output = hexfray(&["replay", text(&path)]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let told = out(&output);
    assert!(told.lines().count() > 10, "{told}");
    let later = out(&hexfray(&["replay", text(&path), "--from", "3"]));
    assert!(later.lines().count() < told.lines().count());
    let output = hexfray(&["replay", text(&path), "--verify"]);
    assert_eq!(code(&output), 0, "{}", out(&output));
    assert!(out(&output).starts_with("equal: "), "{}", out(&output));
    let output = hexfray(&["replay", text(&path), "--json"]);
    let told: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
    assert!(told["events"].as_array().unwrap().len() > 10);
    assert!(told["events"][0]["words"].is_string());
}

#[test]
fn a_planted_difference_is_named_with_its_window() {
    let (folder, path) = recorded();
    let record = fs::read_to_string(&path).unwrap();
    // Another seed is other dice: the first window opens equal, or the first roll is the place.
    let seed = record
        .lines()
        .find(|line| line.starts_with(" seed: "))
        .unwrap();
    let changed = record.replacen(seed, " seed: 1,", 1);
    assert_ne!(changed, record);
    let changed = as_format_1(&changed);
    let planted = folder.path().join("planted.ron");
    fs::write(&planted, changed).unwrap();
    let output = hexfray(&["replay", text(&planted), "--verify"]);
    assert_eq!(code(&output), 1);
    let words = out(&output);
    assert!(words.starts_with("differs at "), "{words}");
    assert!(words.contains("first event that differs"), "{words}");
    let output = hexfray(&["replay", text(&planted), "--verify", "--json"]);
    assert_eq!(code(&output), 1);
    let verdict: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
    assert!(
        verdict["verdict"]["differs"]["unit"].is_number(),
        "{verdict}"
    );
}

/// A record as format 1 had it, which holds no sum of its head.
fn as_format_1(record: &str) -> String {
    let old = record.replacen("format: 2", "format: 1", 1);
    old.lines()
        .filter(|line| !line.trim_start().starts_with("head_sum"))
        .flat_map(|line| [line, "\n"])
        .collect()
}

#[test]
fn damaged_records_are_refused_in_words() {
    let (folder, path) = recorded();
    let record = fs::read_to_string(&path).unwrap();
    let half = &record.as_bytes()[..record.len() / 2];
    let newer = record.replacen("format: 2", "format: 99", 1);
    let rules = record.replacen("rules: \"phases\"", "rules: \"chess\"", 1);
    let rules = as_format_1(&rules);
    let cases: [(&str, &[u8], &str); 5] = [
        ("half.ron", half, "ends in the middle"),
        ("empty.ron", b"", "is empty"),
        ("bytes.ron", b"(\xff\xff\xff)", "no text"),
        ("newer.ron", newer.as_bytes(), "a newer one is needed"),
        ("rules.ron", rules.as_bytes(), "`chess`"),
    ];
    for (name, bytes, words) in cases {
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        for verify in [&["--verify"][..], &[]] {
            let mut arguments = vec!["replay", text(&file)];
            arguments.extend(verify);
            let output = hexfray(&arguments);
            assert_eq!(code(&output), 1, "{name}");
            assert!(err(&output).contains(words), "{name}: {}", err(&output));
            assert!(err(&output).contains(name), "{}", err(&output));
        }
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_fault() {
    for arguments in [
        &["rulebook", "--coverage", "--list"][..],
        &["check", DUEL],
        &["levels"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_hexfray"))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(writer)
            .output()
            .unwrap();
        assert_eq!(
            output.status.code(),
            Some(0),
            "{arguments:?}: {}",
            err(&output)
        );
    }
}

/// A full disk is told, with a code that scripts notice.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_fault() {
    use std::os::unix::fs::FileTypeExt;
    let device = fs::metadata("/dev/full").is_ok_and(|file| file.file_type().is_char_device());
    if !device {
        // Some containers have none.
        return;
    }
    for arguments in [
        &["levels"][..],
        &["rulebook", "--coverage", "--list"],
        &["simulate", DUEL, "--battles", "1", "--json"],
        &["play", DUEL],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_hexfray"))
            .args(arguments)
            .env("XDG_DATA_HOME", folder.path())
            .stdin(Stdio::null())
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(code(&output), 1, "{arguments:?}");
        assert!(
            err(&output).contains("cannot be written"),
            "{}",
            err(&output)
        );
    }
}

#[cfg(unix)]
#[test]
fn a_record_must_be_a_file_and_not_a_device_or_a_pipe() {
    for place in ["/dev/null", "/"] {
        let output = hexfray(&["replay", place]);
        assert_eq!(code(&output), 1, "{place}");
        assert!(
            err(&output).contains("this is not a file"),
            "{}",
            err(&output)
        );
    }
}

#[test]
fn files_do_not_command_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("escape.ron");
    fs::write(&path, "\u{1b}[2J\u{7}Level()").unwrap();
    for command in ["check", "text", "simulate", "replay"] {
        let output = hexfray(&[command, text(&path)]);
        let said = out(&output) + &err(&output);
        assert_eq!(code(&output), 1, "{command}: {said}");
        assert!(!said.contains(['\u{1b}', '\u{7}']), "{command}: {said:?}");
    }
    let level = fs::read_to_string(DUEL).unwrap();
    let level = level.replace("Three years ago", "\\u{1b}[2JThree years ago");
    fs::write(&path, level).unwrap();
    let output = hexfray(&["text", text(&path), "--words"]);
    assert!(out(&output).contains("Three years ago"), "{}", err(&output));
    assert!(!out(&output).contains('\u{1b}'));
}

#[test]
fn what_cannot_be_compared_is_refused_with_its_reason() {
    let balance = |more: &[&str]| {
        let mut all = vec!["balance", DUEL];
        all.extend(more);
        let output = hexfray(&all);
        (code(&output), err(&output))
    };
    let (status, told) = balance(&["--archetypes", "knight,militia", "--points", "9"]);
    assert_eq!(status, 2);
    assert!(
        told.contains("9 points buy no `knight`, which costs"),
        "{told}"
    );
    let (status, told) = balance(&["--archetypes", "knight,militia", "--points", "1000"]);
    assert_eq!(status, 1);
    assert!(told.contains("cannot be placed"), "{told}");
    let (status, told) = balance(&["--archetypes", "knight"]);
    assert_eq!(status, 2);
    assert!(told.contains("two archetypes"), "{told}");
}
