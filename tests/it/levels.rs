//! Records of battles on a shipped level: saved at many windows, gone on with from the checkpoint
//! alone, the battle is the same to its end.

use hexfray::ai;
use hexfray::combat::battle::{Battle, Progress};
use hexfray::combat::combatant::SideId;
use hexfray::record::{
    LevelText, Record, Recorder, Systems, continue_from_checkpoint, parse, text, verify,
};
use hexfray::start::start;
use std::path::Path;

const SEED: u64 = 11;

fn begin(level: &str, rules: &str) -> (Battle, Recorder) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(level);
    let start = start(&path, Some(rules), None).unwrap();
    let battle = Battle::start(start.rules, &start.setup, SEED).unwrap();
    let level = LevelText::new(level, start.text);
    let names = vec!["rusher".to_owned(), "random".to_owned()];
    let recorder = Recorder::new(level, &start.setup, SEED, names, false);
    (battle, recorder)
}

fn answer(battle: &mut Battle) {
    for (side, name) in ["rusher", "random"].into_iter().enumerate() {
        let mut controller = ai::by_name(name).unwrap();
        ai::answer_side(battle, SideId(side as u8), &mut *controller, SEED);
    }
}

fn finish(battle: &mut Battle, recorder: &mut Recorder) -> Record {
    while recorder.advance(battle).unwrap() == Progress::Waiting {
        answer(battle);
    }
    recorder.record(battle).unwrap()
}

fn saved_everywhere(level: &str, rules: &str, every: u32) {
    let (mut battle, mut recorder) = begin(level, rules);
    let mut saved = Vec::new();
    while recorder.advance(&mut battle).unwrap() == Progress::Waiting {
        if battle.window().unwrap().number.is_multiple_of(every) {
            let record = recorder.record(&mut battle).unwrap();
            saved.push(text(&record).unwrap());
        }
        answer(&mut battle);
    }
    let straight = recorder.record(&mut battle).unwrap();
    assert!(saved.len() > 3, "{} windows", straight.hashes.len());
    assert!(
        straight.events.len() > 40,
        "{} events",
        straight.events.len()
    );
    for text in saved {
        let record = parse(&text).unwrap();
        let mut taken_up = continue_from_checkpoint(&record, &Systems::ALL).unwrap();
        let ended = finish(&mut taken_up.battle, &mut taken_up.recorder);
        let at = record.checkpoint.at;
        let first = ended
            .hashes
            .iter()
            .zip(&straight.hashes)
            .find(|(a, b)| a != b);
        assert_eq!(first, None, "taken up at {at}");
        assert_eq!(ended, straight, "taken up at {at}");
    }
    let verdict = verify(&straight, &Systems::ALL).unwrap();
    assert!(verdict.is_equal(), "{verdict:?}");
}

#[test]
fn a_duel_saved_at_every_fourth_window_goes_on_as_the_same_duel() {
    saved_everywhere("levels/duel.ron", "phases", 4);
}

#[test]
fn a_battle_of_many_saved_now_and_then_goes_on_as_the_same_battle() {
    saved_everywhere("levels/broken_ground.ron", "phases", 7);
}

#[test]
fn a_duel_of_counts_saved_at_every_window_goes_on_as_the_same_duel() {
    saved_everywhere("levels/duel.ron", "wounds", 1);
}

#[test]
fn a_battle_of_counts_saved_now_and_then_goes_on_as_the_same_battle() {
    saved_everywhere("levels/broken_ground.ron", "wounds", 9);
}

#[test]
fn a_cavalry_battle_taken_up_again_is_the_same_battle() {
    saved_everywhere("levels/cavalry.ron", "phases", 20);
}

/// B-109: a lancer on the map is two combatants in one hex, and his price is for both; B-087:
/// whoever names a mount sits on it.
#[test]
fn riders_get_their_mounts() {
    let text = r#"Level(
        map: [". . . . .", ". . . . ."],
        sides: ["Azure", "Crimson"],
        combatants: [
            Combatant(name: "Ada", archetype: "lancer", side: "Azure", at: (0, 0)),
            Combatant(name: "Bess", archetype: "warhorse", side: "Crimson", at: (4, 0)),
            Combatant(name: "Bo", archetype: "militia", side: "Crimson", mount: "Bess"),
        ],
    )"#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("riders.ron");
    std::fs::write(&path, text).unwrap();
    let begun = start(&path, None, None).unwrap();
    assert_eq!(begun.level.playable, ["phases"]);
    let who = &begun.setup.combatants;
    assert_eq!(who.len(), 4);
    assert_eq!(who[0].mount, Some(3));
    assert_eq!(
        (who[3].name.as_str(), who[3].archetype.as_str()),
        ("Ada's horse", "warhorse")
    );
    assert_eq!(who[2].mount, Some(1));
    let battle = Battle::start(begun.rules, &begun.setup, SEED).unwrap();
    assert_eq!(battle.status().prices, [27, 32, 20, 27]);
    assert!(start(&path, Some("wounds"), None).is_err());
}
