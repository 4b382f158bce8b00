//! The checker against files: broken ones with their full reports, shipped ones, and hostile ones.

use super::check::{MAX_BYTES, MAX_COMBATANTS};
use super::stub::Stub;
use super::*;
use crate::board::{Dir, EdgeKind, Ground, Hex, LightGrade, Object, Orientation};
use crate::combat::combatant::Posture;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn good(text: &str) -> (Level, Vec<Fault>) {
    read("test.ron", text.as_bytes(), &Stub).unwrap_or_else(|report| panic!("{report}"))
}

fn bad(text: &str) -> Report {
    read("test.ron", text.as_bytes(), &Stub).unwrap_err()
}

const SMALLEST: &str = r#"(
    map: ["....", "...."],
    sides: ["Azure", "Crimson"],
    combatants: [
        (archetype: "militia", side: "Azure", at: (0, 0)),
        (archetype: "militia", side: "Crimson", at: (3, 1)),
    ],
)"#;

/// Every file of `tests/levels/bad` gives exactly the report beside it. With the variable
/// `HEXFRAY_BLESS` set, the reports are written instead: read the difference before committing.
#[test]
fn broken_files_give_their_expected_reports() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder("tests/levels/bad"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "ron"))
        .collect();
    files.sort();
    assert!(files.len() >= 30);
    let mut differing = Vec::new();
    for path in files {
        let bytes = std::fs::read(&path).unwrap();
        let label = path.file_name().unwrap().to_str().unwrap();
        let report = match read(label, &bytes, &Stub) {
            Ok(_) => panic!("{label} was accepted"),
            Err(report) => format!("{report}\n"),
        };
        let expected = path.with_extension("expected");
        if std::env::var_os("HEXFRAY_BLESS").is_some() {
            std::fs::write(&expected, &report).unwrap();
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != report {
            differing.push(format!("{label} gives\n{report}"));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn every_shipped_level_loads_without_a_warning() {
    let entries = list(&[(Origin::Shipped, folder("levels"))], &Stub);
    assert!(entries.len() >= 2);
    for entry in entries {
        match entry.outcome {
            Ok((level, warnings)) => {
                assert_eq!(warnings, [], "{}", entry.path.display());
                assert!(!level.briefing.is_empty(), "{}", entry.path.display());
                assert_eq!(level.board.level_mm, 1000, "B-036");
            }
            Err(report) => panic!("{report}"),
        }
    }
}

/// Turned by half a circle, the level is itself with the sides exchanged: neither is favoured.
#[test]
fn broken_ground_is_even() {
    let (level, _) = load(&folder("levels/broken_ground.ron"), &Stub).unwrap();
    let board = &level.board;
    let last = board.hex_at(board.len() - 1);
    let turned = |hex: Hex| last - hex;
    for hex in board.hexes() {
        let cell = board.cell(hex);
        assert_eq!(cell, board.cell(turned(hex)), "{:?}", board.column_row(hex));
        for dir in Dir::ALL {
            let other = board.edge(turned(hex), dir.opposite());
            assert_eq!(
                board.edge(hex, dir),
                other,
                "{:?} {dir}",
                board.column_row(hex)
            );
        }
    }
    for one in &level.combatants {
        let other = level.combatants.iter().find(|other| {
            other.hex == turned(one.hex)
                && other.side != one.side
                && other.archetype == one.archetype
                && other.facing == one.facing.opposite()
        });
        assert!(other.is_some(), "{}", one.name);
    }
    let mut gate: Vec<Hex> = level.zones["gate"].iter().map(|hex| turned(*hex)).collect();
    gate.reverse();
    assert_eq!(gate, level.zones["gate"]);
}

#[test]
fn the_smallest_level_has_every_default() {
    let (level, warnings) = good(SMALLEST);
    assert_eq!(warnings, []);
    assert_eq!(level.name, "test");
    assert_eq!(level.board.orientation, Orientation::PointyTop);
    assert_eq!(level.limit_s, 1200);
    assert_eq!(level.board.ambient, LightGrade::Bright);
    let names: Vec<&str> = level
        .combatants
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(names, ["Militia 1", "Militia 2"]);
    assert_eq!(level.sides[0].objectives, Objectives::default());
    assert_eq!(level.sides[1].team, "Crimson");
    // Facing each other: (0,0) and column 3, row 1, which is (3,1).
    assert_eq!(level.combatants[1].hex, Hex::new(3, 1));
    assert_eq!(level.combatants[0].facing, Dir::new(0));
    assert_eq!(level.combatants[1].facing, Dir::new(3));
}

#[test]
fn a_full_level_is_read_field_by_field() {
    let (level, warnings) = good(
        r##"
        // Comments may stand anywhere.
        Level(
            name: "Full", author: "M.", briefing: "Words.",
            map: [". . r T", " ~ . @ X", ". p . ."],
            legend: {'r': rough, '@': Hex(ground: floor, object: table, overlays: [fog, "fire"],
                     level: 3, light: torch), 'p': pit},
            heights: ["0120", "....", "0..0"],
            edges: [
                Edge(at: Box((0, 0), (1, 0)), side: [SE, "SW"], kind: wall, /* c */),
                Edge(at: (1, 0), side: SE, kind: door, open: true),
            ],
            light: Light(ambient: dim, sources: [Source(at: (0, 2), kind: lantern)]),
            sides: [
                Side(name: "Azure", team: "one", colour: "#102030", surprised: true,
                     controller: human, orders: Orders(en_passant: at_least(40), next: same),
                     objectives: Any([Rout, Reach(zone: "yard", count: 2, by: 60)])),
                "Crimson",
            ],
            combatants: [
                Combatant(name: "Aldo", archetype: "knight", side: "Azure", at: (0, 0),
                    facing: "ne", conditions: [hidden, kneeling],
                    gear: Gear(main: mace, shield: none, extra: ["dagger"]),
                    own: {"phases": (DX: 16)}),
                Combatant(name: "Bess", archetype: warhorse, side: Crimson, at: (3, 2), facing: W),
                Combatant(name: "Bruna", archetype: militia, side: Crimson, mount: "Bess"),
                Combatant(archetype: lancer, side: "Crimson", at: (2, 0)),
            ],
            reinforcements: [
                Wave(at: 60, side: "Azure", combatants: [Combatant(archetype: archer, at: (0, 0))]),
                Wave(at: 30, combatants: [Combatant(archetype: archer, side: Azure, at: (0, 2))]),
            ],
            zones: {"yard": [Box((2, 2), (3, 1)), (2, 1)]},
            items: [Item(name: "banner", holder: "Bruna")],
            limit: 600, system: phases, points: 100,
            rules: {"phases": Rules(preset: literal, switches: {"plot": "step"})},
        )"##,
    );
    assert_eq!(warnings, []);
    let board = &level.board;
    let cell = |c, w| *board.cell(board.hex_of(c, w)).unwrap();
    assert_eq!(cell(2, 0).ground, Ground::Rough);
    assert_eq!((cell(1, 0).level, cell(2, 0).level), (1, 2));
    assert_eq!(cell(3, 0).object, Some(Object::Tree));
    assert_eq!(cell(2, 1).level, 3, "`.` leaves the legend's height");
    assert_eq!(
        cell(1, 2).level,
        -2,
        "a pit is two levels deep unless given"
    );
    assert!(cell(3, 1).exit);
    let dir = |name| Orientation::PointyTop.dir(name).unwrap();
    let edge = |c, w, side| board.edge(board.hex_of(c, w), dir(side)).unwrap();
    assert_eq!(edge(0, 0, "SE").kind, EdgeKind::Wall);
    assert_eq!(edge(1, 0, "SW").kind, EdgeKind::Wall);
    let door = edge(1, 0, "SE");
    assert_eq!(
        (door.kind, door.open),
        (EdgeKind::Door, true),
        "a later entry replaces"
    );
    let aldo = &level.combatants[0];
    assert_eq!(aldo.posture, Posture::Kneeling);
    assert!(aldo.hidden && !aldo.bound);
    assert_eq!(aldo.facing, dir("NE"));
    assert_eq!(aldo.gear.main, GearChoice::Item("mace".into()));
    assert_eq!(aldo.gear.shield, GearChoice::Nothing);
    assert_eq!(aldo.gear.armour, GearChoice::Archetype);
    assert_eq!(aldo.own["phases"], "(DX: 16)");
    let bruna = &level.combatants[2];
    assert_eq!(
        (bruna.posture, bruna.hex),
        (Posture::Mounted, level.combatants[1].hex)
    );
    assert_eq!(bruna.facing, dir("W"));
    assert_eq!(level.combatants[3].mount, Mount::Own);
    let times: Vec<u32> = level.reinforcements.iter().map(|wave| wave.at_s).collect();
    assert_eq!(times, [30, 60]);
    assert_eq!(level.zones["yard"].len(), 4);
    assert_eq!(level.sides[0].objectives.join, Join::Any);
    assert_eq!(
        level.sides[0].orders.en_passant,
        Some(EnPassant::AtLeast(40))
    );
    assert_eq!(level.sides[0].colour, [16, 32, 48]);
    assert_eq!(level.rules["phases"].switches["plot"], "\"step\"");
    assert_eq!(level.everybody().count(), 6);
}

/// B-098: "after 20 s" acts at 24; a gate 30 hexes off takes militia 36 s.
#[test]
fn times_that_are_no_ticks_or_cannot_be_walked_are_warned_of() {
    let level = |by: u32| {
        let row = ".".repeat(31);
        format!(
            r#"(map: ["{row}", "{row}"],
            sides: [Side(name: "Azure", objectives: Reach(zone: "gate", by: {by})), "Crimson"],
            zones: {{"gate": [(30, 0)]}},
            combatants: [(archetype: militia, side: Azure, at: (0, 0)),
                         (archetype: militia, side: Crimson, at: (0, 1))])"#
        )
    };
    let (_, warnings) = good(&level(30));
    assert_eq!(warnings.len(), 1);
    assert!(
        warnings[0].message.contains("militia needs 36 s"),
        "{}",
        warnings[0]
    );
    assert_eq!(good(&level(36)).1, []);
    let (_, warnings) = good(&level(37));
    assert!(
        warnings[0].message.contains("37 s acts at 42 s"),
        "{}",
        warnings[0]
    );
}

#[test]
fn too_many_combatants_and_too_large_files_are_refused_by_name() {
    let level = |count: usize| {
        let row = ".".repeat(51);
        let map = vec![format!("\"{row}\""); 11].join(",");
        let people: Vec<String> = (0..count)
            .map(|n| {
                let side = if n % 2 == 0 { "A" } else { "B" };
                let (column, row) = (n % 51, n / 51);
                format!("(archetype: militia, side: {side}, at: ({column}, {row}))")
            })
            .collect();
        format!(
            "(map: [{map}], sides: [A, B], combatants: [{}])",
            people.join(",")
        )
    };
    assert_eq!(
        good(&level(MAX_COMBATANTS)).0.combatants.len(),
        MAX_COMBATANTS
    );
    let report = bad(&level(MAX_COMBATANTS + 1));
    assert!(
        report.to_string().contains("501 combatants; at most 500"),
        "{report}"
    );
    let large = vec![b' '; MAX_BYTES + 1];
    let report = read("large.ron", &large, &Stub).unwrap_err();
    assert!(report.to_string().contains("at most 8 MiB"), "{report}");
}

#[test]
fn maps_are_taken_up_to_their_limit() {
    let level = |width: usize, height: usize| {
        let row = format!("\"{}\",", ".".repeat(width));
        format!(
            "(map: [{}], sides: [A, B], combatants: [(archetype: militia, side: A, at: (0, 0)),
             (archetype: militia, side: B, at: (1, 1))])",
            row.repeat(height)
        )
    };
    assert_eq!(good(&level(512, 512)).0.board.size(), (512, 512));
    assert!(
        bad(&level(2, 513))
            .to_string()
            .contains("at most 512 × 512")
    );
    assert!(
        bad(&level(513, 2))
            .to_string()
            .contains("at most 512 × 512")
    );
}

#[test]
fn deep_nesting_is_refused_without_deep_recursion() {
    for brackets in ["(", "[", "{", "a(", "Some("] {
        let report = bad(&brackets.repeat(100_000));
        assert!(report.to_string().contains("nested deeper"), "{brackets}");
    }
    let closed = format!("(map: {}{})", "[".repeat(100_000), "]".repeat(100_000));
    assert!(bad(&closed).to_string().contains("nested deeper"));
}

/// Files made to be slow or to fill the memory are refused for what they are.
#[test]
fn hostile_files_are_refused_soon() {
    let row = format!("\"{}\",", ".".repeat(512));
    let map = row.repeat(512);
    let level = |more: &str| {
        format!(
            "(map: [{map}], sides: [A, B], combatants: [(archetype: militia, side: A, at: (0, 0)),
             (archetype: militia, side: B, at: (1, 1))], {more})"
        )
    };
    let boxes = "Edge(at: Box((0, 0), (511, 511)), side: E, kind: fence),".repeat(1000);
    let report = bad(&level(&format!("edges: [{boxes}]")));
    assert!(report.to_string().contains("more than 1000000 hexes"));
    let zones: String = (0..20_000).map(|n| format!("z{n}: [],")).collect();
    assert_eq!(bad(&level(&format!("zones: {{{zones}}}"))).more, 19_900);
    let fields: String = (0..100_000).map(|n| format!("f{n}: 1,")).collect();
    assert_eq!(bad(&level(&fields)).faults.len(), 100);
    let sides: String = (0..100_000).map(|n| format!("s{n},")).collect();
    let text = SMALLEST.replace("[\"Azure\", \"Crimson\"]", &format!("[{sides}]"));
    assert!(bad(&text).to_string().contains("at most 8"));
    let people = "(archetype: x, side: x, at: (0, 0)),".repeat(100_000);
    let text = format!("(map: [\"..\"], sides: [A, B], combatants: [{people}])");
    assert!(bad(&text).to_string().contains("at most 500"));
    let items: String = (0..5_000)
        .map(|n| format!("(name: i{n}, holder: x),"))
        .collect();
    assert!(
        bad(&level(&format!("items: [{items}]")))
            .to_string()
            .contains("at most 100")
    );
}

/// B-103: with `whip` a level loads under `phases` and is refused for the others.
#[test]
fn gear_of_one_system_binds_the_level_to_it() {
    let level = |gear: &str| {
        let more = format!("at: (0, 0), gear: (extra: {gear})");
        good(&SMALLEST.replace("at: (0, 0)", &more))
    };
    let slots = [GearSlot::Weapon, GearSlot::Armour, GearSlot::Shield];
    let all: Vec<&str> = slots
        .iter()
        .flat_map(|slot| Stub.gear_names(*slot))
        .copied()
        .collect();
    assert_eq!(all.len(), 32 + 13 + 5);
    let (every, warnings) = level(&format!("{all:?}"));
    assert_eq!(every.playable, ["phases", "nar", "seconds", "wounds"]);
    assert_eq!(warnings, []);
    let (own, warnings) = level("[whip]");
    assert_eq!(own.playable, ["phases"]);
    assert_eq!(warnings.len(), 1);
    assert_eq!(level("[net]").0.playable, ["phases", "nar"]);
    assert_eq!(level("[whip, net]").0.playable, ["phases"]);
}

/// Cut off anywhere, or with any byte replaced, a file gives a level or a report, never a panic.
#[test]
fn damaged_files_never_panic() {
    let text = std::fs::read(folder("levels/broken_ground.ron")).unwrap();
    for cut in (0..text.len()).step_by(7) {
        let _ = read("cut.ron", &text[..cut], &Stub);
    }
    let signs = b"([{}])\"'/*,:x0\n\xff";
    for (index, at) in (0..text.len()).step_by(11).enumerate() {
        let mut damaged = text.clone();
        damaged[at] = signs[index % signs.len()];
        let _ = read("damaged.ron", &damaged, &Stub);
    }
}

#[test]
fn a_list_shows_bad_files_beside_good_ones() {
    let place = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| std::fs::write(place.path().join(name), text).unwrap();
    put("b.ron", SMALLEST);
    put("a.ron", "Level(");
    put("notes.txt", "no level");
    std::fs::create_dir(place.path().join("c.ron")).unwrap();
    let missing = (Origin::User, place.path().join("nowhere"));
    let named = (Origin::Path, place.path().join("gone.ron"));
    let shipped = (Origin::Shipped, place.path().to_path_buf());
    let entries = list(&[shipped, missing, named], &Stub);
    let names: Vec<_> = entries
        .iter()
        .map(|e| e.path.file_name().unwrap())
        .collect();
    assert_eq!(names, ["a.ron", "b.ron", "gone.ron"]);
    assert!(entries[0].outcome.is_err() && entries[1].outcome.is_ok());
    let gone = entries[2].outcome.as_ref().unwrap_err().to_string();
    assert!(gone.contains("not readable"), "{gone}");
}

#[test]
fn byte_order_marks_and_carriage_returns_do_not_matter() {
    let text = format!("\u{feff}{}", SMALLEST.replace('\n', "\r\n"));
    assert_eq!(good(&text).0, good(SMALLEST).0);
}
