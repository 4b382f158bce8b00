//! Records: writing, reading, replaying, going on, and every way in which a file can be broken.

use crate::brawl::{NO_SYSTEMS, OTHER_TABLES, SYSTEMS, setup};
use hexfray::board::{Dir, Hex};
use hexfray::combat::battle::{Battle, CONCEDE, Progress};
use hexfray::combat::combatant::{CombatantId, SideId};
use hexfray::combat::event::{Event, EventKind};
use hexfray::combat::flow::Flow;
use hexfray::combat::order::{Choice, DecisionId, Order, Slots};
use hexfray::record::{
    At, LevelText, Mark, Record, RecordFault, Recorder, SaveFault, Sum, Systems, Verdict, branch,
    branches, continue_from_checkpoint, list, load, open, parse, save, take_back, text, verify,
};
use std::fs;
use std::path::Path;

const SEED: u64 = 7;

fn begin(practice: bool) -> (Battle, Recorder) {
    let rules = (SYSTEMS.by_id)("brawl").unwrap();
    let setup = setup();
    let battle = Battle::start(rules, &setup, SEED).unwrap();
    let level = LevelText::new("levels/brawl.ron", "(two against\n\"#two\")");
    let controllers = vec!["human".to_owned(), "random".to_owned()];
    let recorder = Recorder::new(level, &setup, SEED, controllers, practice);
    (battle, recorder)
}

/// Answers a window without looking at anything but its number: some orders given, some left to
/// the preset, a side order at one of them.
fn answer(battle: &mut Battle) {
    let window = battle.window().unwrap().clone();
    if window.number == 3 {
        let order = Order {
            decision: DecisionId::NONE,
            who: window.decisions[0].who,
            choice: Choice::plain("loud"),
        };
        let side = window.decisions[0].side;
        battle.draft(side, order).unwrap();
    }
    for decision in &window.decisions {
        let options = battle.options(decision);
        let pick = (window.number + decision.id.0) as usize % (options.len() + 1);
        if let Some(choice) = options.into_iter().nth(pick) {
            let order = Order {
                decision: decision.id,
                who: decision.who,
                choice,
            };
            battle.draft(decision.side, order).unwrap();
        }
    }
    for side in window.sides() {
        battle.seal(side).unwrap();
    }
}

fn finish(battle: &mut Battle, recorder: &mut Recorder) {
    while recorder.advance(battle).unwrap() == Progress::Waiting {
        answer(battle);
    }
}

fn whole(practice: bool) -> Record {
    let (mut battle, mut recorder) = begin(practice);
    finish(&mut battle, &mut recorder);
    recorder.record(&mut battle).unwrap()
}

/// A record made at the window of that number.
fn at_window(number: u32) -> Record {
    let (mut battle, mut recorder) = begin(true);
    while recorder.advance(&mut battle).unwrap() == Progress::Waiting {
        if battle.window().unwrap().number == number {
            return recorder.record(&mut battle).unwrap();
        }
        answer(&mut battle);
    }
    panic!("there is no window {number}");
}

fn windows(record: &Record) -> Vec<u32> {
    let at = record.hashes.iter().map(|mark| mark.at);
    at.filter_map(|at| match at {
        At::Window(number) => Some(number),
        _ => None,
    })
    .collect()
}

fn reread(record: &Record) -> Record {
    parse(&text(record).unwrap()).unwrap()
}

fn differs(verdict: Verdict) -> hexfray::record::Difference {
    match verdict {
        Verdict::Differs(difference) => *difference,
        equal => panic!("{equal:?}"),
    }
}

#[test]
fn a_record_holds_hashes_of_windows_and_of_units_without_one() {
    let record = whole(false);
    assert_eq!(record.hashes[0].at, At::Window(1));
    assert_eq!(record.hashes.last().unwrap().at, At::End);
    assert!(windows(&record).len() >= 6, "{:?}", record.hashes);
    // The third unit asks nothing; both its neighbours do.
    let moments: Vec<At> = record.hashes.iter().map(|mark| mark.at).collect();
    let third = [At::Unit(2), At::Unit(3), At::Window(3)];
    assert!(moments.windows(3).any(|run| run == third), "{moments:?}");
    assert!(record.outcome.is_some());
}

#[test]
fn written_and_read_again_a_record_is_the_same() {
    let record = whole(false);
    assert_eq!(reread(&record), record);
}

#[test]
fn a_replay_is_equal_as_often_as_it_is_fought() {
    let record = reread(&whole(false));
    for _ in 0..2 {
        let verdict = verify(&record, &SYSTEMS).unwrap();
        assert!(verdict.is_equal(), "{verdict:?}");
    }
    assert_eq!(whole(false), whole(false));
}

#[test]
fn saved_at_every_window_and_taken_up_from_the_checkpoint_the_battle_is_the_same() {
    let straight = whole(true);
    for number in windows(&straight) {
        let record = reread(&at_window(number));
        for taken_up in [
            continue_from_checkpoint(&record, &SYSTEMS),
            load(&record, &SYSTEMS),
        ] {
            let mut taken_up = taken_up.unwrap();
            let (battle, recorder) = (&mut taken_up.battle, &mut taken_up.recorder);
            finish(battle, recorder);
            let ended = recorder.record(battle).unwrap();
            assert_eq!(ended, straight, "from window {number}");
        }
    }
}

#[test]
fn drafts_and_seals_come_back_and_leave_no_trace_in_the_hash() {
    let (mut battle, mut recorder) = begin(false);
    recorder.advance(&mut battle).unwrap();
    let bare = recorder.record(&mut battle).unwrap();
    let decision = battle.window().unwrap().decisions[0].clone();
    let order = Order {
        decision: decision.id,
        who: decision.who,
        choice: Choice::plain("rest"),
    };
    battle.draft(decision.side, order).unwrap();
    battle.seal(decision.side).unwrap();
    let drafted = recorder.record(&mut battle).unwrap();
    assert_eq!(bare.checkpoint.hash, drafted.checkpoint.hash);
    assert_ne!(bare.checkpoint.sum, drafted.checkpoint.sum);

    let loaded = load(&reread(&drafted), &SYSTEMS).unwrap();
    assert_eq!(loaded.battle.window(), battle.window());
    let window = loaded.battle.window().unwrap();
    let own = loaded.battle.seat(decision.side).unwrap();
    assert_eq!(own.drafts().count(), 1);
    assert_eq!(window.waiting().collect::<Vec<_>>(), [SideId(1)]);
    assert!(verify(&drafted, &SYSTEMS).unwrap().is_equal());
}

#[test]
fn a_changed_order_is_found_where_it_first_matters() {
    let record = whole(false);
    let planted = record
        .orders
        .iter()
        .position(|given| given.window == 4 && given.order.choice.verb == "hit")
        .unwrap();
    let mut changed = record.clone();
    changed.orders[planted].order.choice = Choice::plain("rest");
    let found = differs(verify(&reread(&changed), &SYSTEMS).unwrap());
    let place = record
        .hashes
        .iter()
        .position(|mark| mark.at == At::Window(4));
    let Mark { at, unit, .. } = &record.hashes[place.unwrap() + 1];
    assert_eq!((found.at, found.unit), (*at, *unit));
    let event = found.event.clone().unwrap();
    assert_ne!(event.expected, event.found);
    assert_eq!(
        event.expected.as_ref(),
        record.events.get(event.index as usize)
    );
    let words = found.words("bout", &|event| format!("{:?}", event.kind));
    assert!(
        words.contains("in the record: ") && words.contains("points"),
        "{words}"
    );

    // An order that no longer stands is named, too.
    let mut refused = record.clone();
    let who = refused.orders[planted].order.who;
    refused.orders[planted].order.choice = Choice::new("hit", Slots::target(who));
    let found = differs(verify(&refused, &SYSTEMS).unwrap());
    assert_eq!(found.at, At::Window(4));
    assert!(
        found.why.contains("is refused: hit an enemy"),
        "{}",
        found.why
    );
}

#[test]
fn changed_events_outcomes_and_hashes_are_found() {
    let record = whole(false);
    let mut events = record.clone();
    events.events[2].note = "something else".to_owned();
    let found = differs(verify(&events, &SYSTEMS).unwrap());
    assert_eq!(found.event.unwrap().index, 2);

    let mut outcome = record.clone();
    outcome.outcome.as_mut().unwrap().unit += 1;
    let found = differs(verify(&outcome, &SYSTEMS).unwrap());
    assert!(found.why.contains("outcome"), "{}", found.why);

    let mut hash = record.clone();
    hash.hashes[1].hash = Sum(1);
    let found = differs(verify(&hash, &SYSTEMS).unwrap());
    assert_eq!(found.at, record.hashes[1].at);
    assert!(found.event.is_none());
    assert!(found.why.contains("the same happens"), "{}", found.why);
}

#[test]
fn where_the_replay_parts_the_battle_goes_on_from_the_checkpoint() {
    let mut record = at_window(5);
    record.hashes[0].hash = Sum(1);
    let mut loaded = load(&record, &SYSTEMS).unwrap();
    assert_eq!(differs(loaded.verdict.clone().unwrap()).at, At::Window(1));
    let before: Vec<Event> = loaded.battle.events(None).cloned().collect();
    assert_eq!(before, record.events);
    finish(&mut loaded.battle, &mut loaded.recorder);
    let ended = loaded.recorder.record(&mut loaded.battle).unwrap();
    assert_eq!(ended.events, whole(true).events);
    assert_eq!(ended.base.as_ref().unwrap().checkpoint.at, At::Window(5));
    // The new record replays from where it was taken up.
    let ended = reread(&ended);
    let verdict = verify(&ended, &SYSTEMS).unwrap();
    assert!(verdict.is_equal(), "{verdict:?}");
    let fault = take_back(&ended, 2, &SYSTEMS).err().unwrap();
    assert!(fault.to_string().contains("differs") || fault.to_string().contains("before"));
}

#[test]
fn practice_takes_back_to_any_window_with_the_same_dice() {
    let record = whole(true);
    for number in windows(&record) {
        let mut back = take_back(&record, number, &SYSTEMS).unwrap();
        assert_eq!(back.battle.window().unwrap().number, number);
        finish(&mut back.battle, &mut back.recorder);
        assert_eq!(back.recorder.record(&mut back.battle).unwrap(), record);
    }
    assert!(matches!(
        take_back(&record, 999, &SYSTEMS).err(),
        Some(RecordFault::TakeBack { window: 999, .. })
    ));
    let fault = take_back(&whole(false), 2, &SYSTEMS).err().unwrap();
    assert!(fault.to_string().contains("in practice only"), "{fault}");
}

#[test]
fn another_battle_branches_off_at_any_window_and_the_record_stays() {
    // That it is no practice does not matter: the battle that was fought is not changed.
    let record = whole(false);
    let known: Vec<(u32, u32)> = branches(&record).collect();
    assert_eq!(known.len(), windows(&record).len());
    for (number, before) in known {
        let mut other = branch(&record, number, &SYSTEMS).unwrap();
        assert_eq!(other.battle.window().unwrap().number, number);
        let now: Vec<_> = other.battle.events(None).cloned().collect();
        assert_eq!(now, record.events[..before as usize]);
        finish(&mut other.battle, &mut other.recorder);
        assert_eq!(other.recorder.record(&mut other.battle).unwrap(), record);
    }
    assert!(branch(&record, 999, &SYSTEMS).is_err());
}

#[test]
fn conceded_battles_replay() {
    let (mut battle, mut recorder) = begin(false);
    recorder.advance(&mut battle).unwrap();
    let order = Order {
        decision: DecisionId::NONE,
        who: CombatantId(1),
        choice: Choice::plain(CONCEDE),
    };
    battle.draft(SideId(1), order).unwrap();
    for side in [SideId(0), SideId(1)] {
        battle.seal(side).unwrap();
    }
    finish(&mut battle, &mut recorder);
    let record = recorder.record(&mut battle).unwrap();
    let outcome = record.outcome.as_ref().unwrap();
    assert_eq!(outcome.ending.winner(), Some(SideId(0)));
    assert!(verify(&reread(&record), &SYSTEMS).unwrap().is_equal());
}

#[test]
fn a_record_of_other_tables_is_fought_by_its_own() {
    let record = reread(&whole(false));
    let verdict = verify(&record, &OTHER_TABLES).unwrap();
    assert!(verdict.is_equal(), "{verdict:?}");

    let mut broken = record.clone();
    broken.tables[0].text = "many".to_owned();
    let fault = parse(&text(&broken).unwrap()).unwrap_err();
    assert!(
        fault
            .to_string()
            .contains("the table `brawl/damage.ron` was changed"),
        "{fault}"
    );
    broken.tables[0].sum = Sum::of(["many"]);
    let fault = verify(&reread(&broken), &SYSTEMS).unwrap_err().to_string();
    assert!(
        fault.contains("other tables") && fault.contains("brawl/damage.ron"),
        "{fault}"
    );
    assert!(fault.contains("`many` is no dice"), "{fault}");
}

#[test]
fn unknown_rules_and_newer_formats_are_named() {
    let record = whole(false);
    let fault = verify(&record, &NO_SYSTEMS).unwrap_err().to_string();
    assert!(
        fault.contains("`brawl`") && fault.contains("chess"),
        "{fault}"
    );

    let newer = text(&record).unwrap().replacen("format: 2", "format: 3", 1);
    let fault = parse(&newer).unwrap_err();
    assert!(
        matches!(fault, RecordFault::Newer { found: 3, .. }),
        "{fault}"
    );
    // Fields of a newer format are none of ours, and no reason for other words.
    let newer = newer.replacen("seed: 7", "seed: 7, weather: Rain(\"hard\", [1, 2])", 1);
    assert_eq!(parse(&newer).unwrap_err(), fault);
    let none = text(&record).unwrap().replacen("format: 2", "format: 0", 1);
    assert_eq!(
        parse(&none).unwrap_err(),
        RecordFault::NoFormat { found: 0 }
    );
}

/// Who fought and whether orders could be taken back changes no event, so no replay notices it.
#[test]
fn a_changed_head_is_named_though_the_battle_is_the_same() {
    let record = whole(false);
    let changes: [fn(&mut Record); 5] = [
        |record| record.practice = true,
        |record| record.controllers[0] = "somebody".to_owned(),
        |record| record.game = "9.9.9".to_owned(),
        |record| record.level.name = "other".to_owned(),
        |record| record.head_sum = None,
    ];
    for change in changes {
        let mut broken = record.clone();
        change(&mut broken);
        let fault = parse(&text(&broken).unwrap()).unwrap_err().to_string();
        assert!(
            fault.contains("above the setup") || fault.contains("head_sum"),
            "{fault}"
        );
    }
}

#[test]
fn text_behind_a_record_is_named_and_not_called_a_cut() {
    let text = text(&whole(false)).unwrap() + "and more";
    let fault = parse(&text).unwrap_err();
    assert!(matches!(fault, RecordFault::Form { .. }), "{fault}");
}

#[test]
fn a_record_cut_anywhere_says_that_it_was_cut() {
    let text = text(&at_window(5)).unwrap();
    for part in 1..16 {
        let mut end = text.len() * part / 16;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let fault = parse(&text[..end]).unwrap_err();
        assert!(
            matches!(fault, RecordFault::Cut { .. }),
            "{part}/16: {fault:?}"
        );
    }
    // One byte at a time at both ends, and the closing bracket alone.
    for end in (0..200).chain(text.len() - 400..text.len() - 1) {
        if text.is_char_boundary(end) {
            assert!(parse(&text[..end]).is_err(), "cut at byte {end}");
        }
    }
}

#[test]
fn a_byte_changed_anywhere_is_no_panic() {
    let text = text(&at_window(4)).unwrap();
    let mut rng = 0x9e37_79b9_u64;
    for _ in 0..600 {
        rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mut bytes = text.clone().into_bytes();
        let at = (rng >> 20) as usize % bytes.len();
        bytes[at] = b"0123456789-abc()[]{}\",:"[(rng >> 8) as usize % 23];
        let Ok(changed) = String::from_utf8(bytes) else {
            continue;
        };
        if let Ok(record) = parse(&changed) {
            let _ = verify(&record, &SYSTEMS);
            let _ = load(&record, &SYSTEMS);
        }
    }
}

#[test]
fn files_of_every_other_kind_have_their_own_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        open(&path).unwrap_err()
    };
    assert_eq!(file("a.ron", b""), RecordFault::Empty);
    assert_eq!(file("b.ron", b" \n\t"), RecordFault::Empty);
    assert_eq!(
        file("c.ron", b"(format: \xff\xfe"),
        RecordFault::NotText { byte: 9 }
    );
    assert!(matches!(
        file("d.ron", b"hello"),
        RecordFault::Form { line: 1, .. }
    ));
    assert!(matches!(
        file("e.ron", b"(name: \"a level\")"),
        RecordFault::Form { .. }
    ));
    assert!(matches!(
        open(&folder.path().join("none.ron")),
        Err(RecordFault::Unreadable(_))
    ));
    assert!(matches!(
        open(folder.path()),
        Err(RecordFault::Unreadable(_))
    ));
    for bracket in ["(", "[", "Some(", "{1:", "(a:", "/*"] {
        let deep = format!("(format: 1, level: {}", bracket.repeat(200_000));
        let fault = parse(&deep).unwrap_err();
        assert!(fault.to_string().len() < 500);
    }
    let large = fs::File::create(folder.path().join("f.ron")).unwrap();
    large.set_len((64 << 20) + 1).unwrap();
    let fault = open(&folder.path().join("f.ron")).unwrap_err();
    assert!(matches!(fault, RecordFault::TooLarge { .. }), "{fault}");
}

#[test]
fn a_direction_that_is_none_is_a_fault_of_form() {
    let good = text(&at_window(4)).unwrap();
    let event = ron::to_string(&EventKind::Turned {
        from: Dir::new(1),
        to: Dir::new(2),
    });
    assert!(event.unwrap().contains("to:2"));
    for bad in ["6", "7", "255"] {
        let found: Result<Dir, _> = ron::from_str(bad);
        assert!(found.unwrap_err().to_string().contains("no direction"));
    }
    // Those of a record are read the same way.
    let facing = good.find("facing: ").or(good.find("facing:")).unwrap();
    let digit = facing
        + good[facing..]
            .find(|sign: char| sign.is_ascii_digit())
            .unwrap();
    let mut bad = good.clone();
    bad.replace_range(digit..=digit, "6");
    let fault = parse(&bad).unwrap_err();
    assert!(matches!(fault, RecordFault::Form { .. }), "{fault}");
}

#[test]
fn contradictions_are_faults_and_never_reach_the_rules() {
    let good = at_window(4);
    let check = |change: &dyn Fn(&mut Record), words: &str| {
        let mut bad = good.clone();
        change(&mut bad);
        let setup = ron::to_string(&bad.setup).unwrap();
        bad.setup_sum = Sum::of([setup.as_str()]);
        (bad.format, bad.head_sum) = (1, None);
        let fault = parse(&text(&bad).unwrap()).unwrap_err().to_string();
        assert!(fault.contains(words), "{fault}");
    };
    check(
        &|bad| bad.setup.combatants[0].side = 9,
        "Ada fights for side 9, and there are 2",
    );
    check(
        &|bad| bad.setup.combatants.clear(),
        "0 combatants; 1 to 500",
    );
    check(
        &|bad| bad.setup.combatants[1].hex.x = 99,
        "Bo stands off the board",
    );
    check(
        &|bad| bad.setup.combatants[1].dice = Some(4),
        "Bo throws the dice",
    );
    check(
        &|bad| {
            let kind = EventKind::Moved {
                from: Hex::new(0, 0),
                to: Hex::new(i32::MAX, 3),
                run: false,
            };
            bad.events.push(Event::of(1, CombatantId(0), kind));
        },
        "(2147483647, 3) is the hex of no board",
    );
    check(
        &|bad| bad.orders[0].order.choice.slots.hex = Some(Hex::new(4, i32::MIN)),
        "is the hex of no board",
    );
    check(&|bad| bad.orders.reverse(), "stands after one of window");
    check(&|bad| bad.hashes.clear(), "no hash at all");
    check(
        &|bad| bad.hashes.last_mut().unwrap().hash = Sum(3),
        "its last hash",
    );
    check(
        &|bad| bad.orders.last_mut().unwrap().window = 8,
        "an order of window 8",
    );
    check(
        &|bad| {
            bad.checkpoint.state.resources.remove("flow");
        },
        "the state of window 4 was changed",
    );
    check(
        &|bad| bad.level.text.push('!'),
        "the text of the level was changed",
    );
}

#[test]
fn a_state_that_does_not_fit_cannot_be_put_back() {
    let mut record = at_window(4);
    record.checkpoint.state.resources.remove("loud");
    let fault = continue_from_checkpoint(&record, &SYSTEMS).err().unwrap();
    assert!(
        fault.to_string().contains("loud: this part is missing"),
        "{fault}"
    );
    let mut record = at_window(4);
    record.checkpoint.hash = Sum(5);
    let fault = continue_from_checkpoint(&record, &SYSTEMS).err().unwrap();
    assert!(fault.to_string().contains("was written"), "{fault}");
}

#[test]
fn a_folder_that_cannot_be_written_stops_no_battle() {
    let folder = tempfile::tempdir().unwrap();
    // A file where the folder should be refuses everybody, the super-user too.
    let blocked = folder.path().join("file");
    fs::write(&blocked, "x").unwrap();
    let (mut battle, mut recorder) = begin(false);
    let mut windows = 0;
    while recorder.advance(&mut battle).unwrap() == Progress::Waiting {
        let fault = recorder.save_in(&mut battle, &blocked).unwrap_err();
        assert!(matches!(fault, SaveFault::Disk { .. }));
        assert!(fault.to_string().contains("the battle goes on"), "{fault}");
        answer(&mut battle);
        windows += 1;
    }
    assert!(windows > 3 && battle.outcome().is_some());
    assert_eq!(recorder.record(&mut battle).unwrap(), whole(false));
}

#[test]
fn one_battle_is_one_file_and_damaged_files_are_listed_with_their_reason() {
    let folder = tempfile::tempdir().unwrap();
    let (mut battle, mut recorder) = begin(false);
    while recorder.advance(&mut battle).unwrap() == Progress::Waiting {
        recorder.save_in(&mut battle, folder.path()).unwrap();
        answer(&mut battle);
    }
    recorder.save_in(&mut battle, folder.path()).unwrap();
    assert_eq!(
        recorder.path().unwrap(),
        folder.path().join("a-brawl-7.ron")
    );
    let (mut second, mut other) = begin(false);
    other.advance(&mut second).unwrap();
    let path = other.save_in(&mut second, folder.path()).unwrap();
    assert_eq!(path, folder.path().join("a-brawl-7-2.ron"));
    fs::write(folder.path().join("bad.ron"), "").unwrap();
    fs::write(folder.path().join("notes.txt"), "").unwrap();

    let listed = list(folder.path()).unwrap();
    let mut names: Vec<_> = listed
        .iter()
        .map(|file| {
            (
                file.path.file_name().unwrap().to_str().unwrap(),
                file.record.is_ok(),
            )
        })
        .collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            ("a-brawl-7-2.ron", true),
            ("a-brawl-7.ron", true),
            ("bad.ron", false)
        ]
    );
    let bad = listed.iter().find_map(|file| file.record.as_ref().err());
    assert_eq!(bad, Some(&RecordFault::Empty));
    assert_eq!(open(recorder.path().unwrap()).unwrap(), whole(false));
    assert!(list(Path::new("/nowhere/at/all")).unwrap().is_empty());
}

#[test]
fn between_two_windows_nothing_is_written() {
    let (mut battle, recorder) = begin(false);
    assert_eq!(
        recorder.record(&mut battle).unwrap_err(),
        SaveFault::Between
    );
    battle.world_mut().resource_mut::<Flow>().windows = 0;
}

/// One record of every format that was ever written opens and can be gone on with.
#[test]
fn old_records_open_for_ever() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    let listed = list(&folder).unwrap();
    let formats: Vec<u32> = listed
        .iter()
        .map(|file| match &file.record {
            Ok(record) => record.format,
            Err(fault) => panic!("{}: {fault}", file.path.display()),
        })
        .collect();
    for format in 1..=hexfray::record::FORMAT {
        assert!(
            formats.contains(&format),
            "no record of format {format} in tests/records"
        );
    }
    for file in &listed {
        let record = file.record.as_ref().unwrap();
        let loaded = load(record, &systems_of(record));
        assert!(
            loaded.is_ok(),
            "{}: {:?}",
            file.path.display(),
            loaded.err()
        );
    }
}

/// The program's systems, and the small one of these tests.
fn systems_of(record: &Record) -> Systems {
    if SYSTEMS.ids.contains(&record.rules.as_str()) {
        SYSTEMS
    } else {
        Systems::ALL
    }
}

/// Writes the record of this format; run by hand, once for each format.
#[test]
#[ignore = "writes a file of the project"]
fn write_a_record_of_this_format() {
    let name = format!("tests/records/format-{}.ron", hexfray::record::FORMAT);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    assert!(
        !path.exists(),
        "the record of this format is written already"
    );
    save(&at_window(5), &path).unwrap();
}
