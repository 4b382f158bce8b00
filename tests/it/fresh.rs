//! A battle saved at every window goes on in a fresh process, from its checkpoint alone.

use hexfray::ai;
use hexfray::combat::battle::{Battle, Progress};
use hexfray::combat::combatant::SideId;
use hexfray::record::{LevelText, Recorder, Systems, continue_from_checkpoint, open, save};
use hexfray::start::start;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

const SEED: u64 = 23;
const PLAYERS: [&str; 2] = ["random", "rusher"];
/// Names the folder to the fresh process.
const FOLDER: &str = "HEXFRAY_TEST_FOLDER";

/// Windows that the fresh process answers before the states are compared.
const ON: usize = 4;

/// Fights on for some windows or to the end; `at_window` is called before every answer.
fn fight(
    battle: &mut Battle,
    recorder: &mut Recorder,
    windows: usize,
    mut at_window: impl FnMut(&Recorder, &mut Battle),
) {
    let mut players = PLAYERS.map(|name| ai::by_name(name).unwrap());
    for window in 0.. {
        if recorder.advance(battle).unwrap() == Progress::Over || window == windows {
            return;
        }
        at_window(recorder, battle);
        for (side, player) in (0..).map(SideId).zip(&mut players) {
            ai::answer_side(battle, side, &mut **player, SEED);
        }
    }
}

#[test]
fn a_battle_saved_at_every_window_goes_on_in_a_fresh_process() {
    let level = start(Path::new("levels/duel.ron"), None, None).unwrap();
    let rules = level.rules.clone();
    let mut battle = Battle::start(rules, &level.setup, SEED).unwrap();
    let names = PLAYERS.map(str::to_owned).to_vec();
    let text = LevelText::new("duel.ron", "");
    let mut recorder = Recorder::new(text, &level.setup, SEED, names, false);
    let folder = tempfile::tempdir().unwrap();
    let mut digests = Vec::new();
    fight(
        &mut battle,
        &mut recorder,
        usize::MAX,
        |recorder, battle| {
            let record = recorder.record(battle).unwrap();
            let name = format!("{:04}.ron", digests.len());
            save(&record, &folder.path().join(name)).unwrap();
            digests.push(battle.digest());
        },
    );
    digests.push(battle.digest());
    let windows = digests.len() - 1;
    assert!(windows > 10, "only {windows} windows");

    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "fresh::the_fresh_process", "--ignored"])
        .env(FOLDER, folder.path())
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{words}");
    let found = fs::read_to_string(folder.path().join("digests")).unwrap();
    let mut expected = String::new();
    for window in 0..windows {
        let digest = digests[(window + ON).min(windows)];
        let _ = writeln!(expected, "{digest:016x}");
    }
    assert_eq!(found, expected, "a line for each window saved");
}

/// The other half of the test above: goes on with every record of the folder it is told.
#[test]
#[ignore = "run by the test above, in a process of its own"]
fn the_fresh_process() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let folder = Path::new(&folder);
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut digests = String::new();
    for file in files {
        let record = open(&file).unwrap();
        let mut loaded = continue_from_checkpoint(&record, &Systems::ALL).unwrap();
        fight(&mut loaded.battle, &mut loaded.recorder, ON, |_, _| ());
        let _ = writeln!(digests, "{:016x}", loaded.battle.digest());
    }
    fs::write(folder.join("digests"), digests).unwrap();
}
