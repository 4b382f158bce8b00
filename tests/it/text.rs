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
    run_in(data.path(), arguments, input)
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
fn options_tell_what_cannot_be_done_now_with_its_rule() {
    let run = run(
        &DUEL,
        &format!("close with b to 1\n{}", "options\n\n".repeat(120)),
    );
    let refused = run
        .out
        .lines()
        .filter(|line| line.starts_with("  Not now: "));
    let of_rules = refused.filter(|line| line.contains("(P-")).count();
    assert!(of_rules > 0, "{}", run.out);
}

#[test]
fn a_duel_by_wounds_is_played_to_its_end_over_a_pipe_and_twice_the_same() {
    let arguments = ["text", "duel", "--rules", "wounds", "--seed", "3"];
    let input = format!("close in and strike b with rapier\n{}", "\n".repeat(200));
    let first = run(&arguments, &input);
    assert_eq!(first.code, Some(0), "{}", first.err);
    for part in [
        "Rules: wounds, preset tuned.",
        "his count has come: what does he do?",
        "bears the shock",
        "to stay under",
        "on the",
        "It ended in round",
    ] {
        first.says(part);
    }
    let kept = |run: &Run| {
        let lines = run.out.lines();
        let same = lines.filter(|line| !line.starts_with("The battle is kept"));
        same.map(str::to_owned).collect::<Vec<String>>()
    };
    assert_eq!(kept(&first), kept(&run(&arguments, &input)));
}

#[test]
fn four_against_four_by_wounds_is_played_to_its_end_hotseat() {
    let arguments = [
        "text",
        "broken_ground",
        "--rules",
        "wounds",
        "--hotseat",
        "--seed",
        "5",
    ];
    let battle = run(&arguments, &"\n".repeat(4000));
    assert_eq!(battle.code, Some(0), "{}", battle.err);
    battle.says("It ended in round");
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
            "names are human, quick, normal, rusher, random",
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

/// Runs with a data folder that stays.
fn run_in(data: &std::path::Path, arguments: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexfray"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("HEXFRAY_DATA", data)
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

/// The lines from the result on, without the file's name.
fn result(run: &Run) -> Vec<&str> {
    let lines = run.out.lines();
    let told = lines.skip_while(|line| !line.contains("It ended in phase"));
    told.filter(|line| !line.starts_with("The battle is kept"))
        .collect()
}

/// A newcomer: reads the help, looks, asks for the odds, closes in and strikes.
const NEWCOMER: &str = "help\nlook b\n2\n";

#[test]
fn a_newcomer_learns_what_he_needs_and_sees_why_it_ended() {
    let battle = run(&DUEL, &format!("{NEWCOMER}{}", "\n".repeat(600)));
    for part in [
        "Azure is played by you, at this keyboard.",
        "Crimson is played by the computer (quick).",
        "How it goes:",
        "A phase is six seconds.",
        "Aldo (A), plot: how does he move, from now until something new happens?",
        // The same thing is not offered twice in other words.
        "1. go on: hold  <- marked, because: he has no plot and stays where he is\n  2. close with Bruna to 1\n",
        "Aldo (A), statement: his time to act has come: what does he do?",
        "It ended in phase",
    ] {
        battle.says(part);
    }
}

#[test]
fn who_leaves_is_told_the_command_that_goes_on_and_nothing_is_lost_by_it() {
    let data = tempfile::tempdir().unwrap();
    let rest = "\n".repeat(600);
    let whole = run(&DUEL, &format!("{NEWCOMER}\n\n{rest}"));
    let left = run_in(data.path(), &DUEL, &format!("{NEWCOMER}\n\nquit\n"));
    let command = left
        .out
        .lines()
        .find_map(|line| line.strip_prefix("To go on with it: "));
    let words: Vec<&str> = command.unwrap().split(' ').collect();
    assert_eq!(words[0], env!("CARGO_BIN_EXE_hexfray"));
    let file = words[2].to_owned();
    let listed = run_in(data.path(), &["records"], "");
    listed.says("A Matter of Honour: Azure (human) against Crimson (quick), at phase");
    let again = run_in(data.path(), &words[1..], &rest);
    assert_eq!(again.code, Some(0), "{}", again.err);
    again.says("Going on with the battle saved in");
    assert_eq!(result(&again), result(&whole));
    assert!(!result(&again).is_empty());
    // It went on being written to the same file, which now holds a battle that is over.
    assert_eq!(
        std::fs::read_dir(data.path().join("records"))
            .unwrap()
            .count(),
        1
    );
    let over = run_in(data.path(), &["text", &file], "");
    assert_eq!(over.code, Some(1));
    over.says("holds a battle that is over");
    run_in(data.path(), &["replay", &file, "--verify"], "").says("equal: ");
}

#[test]
fn saved_battles_are_found_by_name_and_in_the_menu_and_damaged_ones_say_why() {
    let data = tempfile::tempdir().unwrap();
    run_in(data.path(), &DUEL, "2\n");
    let folder = data.path().join("records");
    std::fs::write(folder.join("cut.ron"), "(format: 1, game: \"0").unwrap();
    run_in(data.path(), &["records"], "").says("Damaged: it ends in the middle");
    // The menu numbers the saved battles on from the levels.
    let levels = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/levels"));
    let shipped = levels.unwrap().filter(|file| {
        let path = file.as_ref().unwrap().path();
        path.extension().is_some_and(|kind| kind == "ron")
    });
    let last = shipped.count() + 2;
    let menu = run_in(data.path(), &["text"], &format!("{last}\nquit\n"));
    menu.says("Saved battles to go on with:");
    menu.says("cut.ron: damaged, it ends in the middle");
    menu.says("Going on with the battle saved in");
    let named = run_in(data.path(), &["text", "a-matter-of-honour-3"], "quit\n");
    named.says("Going on with the battle saved in");
    let cut = run_in(data.path(), &["text", "--load", "cut"], "");
    assert_eq!(cut.code, Some(1));
    cut.says("ends in the middle");
    let settled = run_in(
        data.path(),
        &["text", "a-matter-of-honour-3", "--seed", "4"],
        "",
    );
    assert_eq!(settled.code, Some(2));
    settled.says("--seed cannot be chosen for a saved battle");
}

#[test]
fn only_practice_takes_cards_back_and_the_dice_stay_the_same() {
    run(&DUEL, "2\nback\n").says("That cannot be done: only in practice");
    let mut arguments = DUEL.to_vec();
    arguments.push("--practice");
    let rest = "\n".repeat(600);
    let straight = run(&arguments, &format!("2\n{rest}"));
    let back = run(&arguments, &format!("back\n2\nback\n7\nback\n2\n{rest}"));
    back.says("This is practice: `back` takes back to the card before, with the same dice. The seed is 3.");
    back.says("this is the first card of this side");
    assert_eq!(back.out.matches("Taken back to phase 1, plot.").count(), 2);
    back.says("It was practice: orders could be taken back.");
    assert_eq!(result(&back), result(&straight));
}

#[test]
fn one_sitting_takes_plot_and_statement() {
    let arguments = ["text", "duel", "--hotseat", "--seed", "3"];
    // Both are due in phase 1. What is stated ahead is not asked again after Movement.
    let ahead = "\nclose with b to 1, then hold guard\n\n\nclose with a to 1\n\nquit\n";
    let battle = run(&arguments, ahead);
    battle.says("Aldo: close with Bruna to 1, then guard: +5 on Dodge");
    assert!(
        !battle.out.contains("Azure, phase 1, statement"),
        "{}",
        battle.out
    );
    for (words, part) in [
        (
            "then attack b",
            "Aldo: go on: hold, then attack Bruna with rapier.",
        ),
        (
            "then attack b, feint",
            "then attack Bruna with rapier, as a Feint.",
        ),
        (
            "then dance",
            "`then dance` is not understood; possible are for instance: then attack Bruna",
        ),
    ] {
        run(&arguments, &format!("\n{words}\n")).says(part);
    }
}

#[test]
fn two_people_play_a_short_battle_with_few_handovers() {
    let arguments = ["text", "duel", "--hotseat", "--seed", "3"];
    let plans = "\nclose with b to 1, then attack b\n\n\nclose with a to 1, then attack a\n\n";
    let battle = run(&arguments, &format!("{plans}{}", "\n".repeat(2000)));
    battle.says("It ended in phase");
    let covers = battle.out.matches("take the seat").count();
    let mut asked: Vec<String> = Vec::new();
    for line in battle
        .out
        .lines()
        .filter(|line| line.ends_with("to be asked."))
    {
        let words: Vec<&str> = line.split(", ").take(2).collect();
        asked.push(words.join(" "));
    }
    asked.sort();
    asked.dedup();
    // 1.3 handovers a side and phase, counting only phases in which somebody is asked at all.
    assert!(
        covers * 10 <= asked.len() * 13,
        "{covers} covers, {} sides and phases",
        asked.len()
    );
}

#[test]
fn the_level_proposes_who_plays_and_the_command_line_decides() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("levels");
    std::fs::create_dir(&folder).unwrap();
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/duel.ron")).unwrap();
    let text = text
        .replace("controller: human", "controller: random")
        .replace("controller: computer", "controller: human")
        .replace("A Matter of Honour", "Mine");
    std::fs::write(folder.join("mine.ron"), text).unwrap();
    // User levels lie in the data folder, too.
    run_in(data.path(), &["levels"], "").says("Mine: Azure 1 against Crimson 1");
    let proposed = run_in(data.path(), &["text", "mine"], "");
    proposed.says("Azure is played by the computer (random).");
    proposed.says("Crimson is played by you, at this keyboard.");
    let decided = run_in(
        data.path(),
        &[
            "text",
            "mine",
            "--controller",
            "1=human",
            "--controller",
            "Crimson=rusher",
        ],
        "",
    );
    decided.says("Azure is played by you, at this keyboard.");
    decided.says("Crimson is played by the computer (rusher).");
}

#[test]
fn the_level_of_the_readme_is_a_level() {
    let readme =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let level = readme.split("```ron\n").nth(1).unwrap();
    let level = level.split("```").next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("readme.ron");
    std::fs::write(&path, level).unwrap();
    let path = path.display().to_string();
    let checked = run(&["check", &path], "");
    assert_eq!(checked.code, Some(0), "{}", checked.out);
    checked.says("all is well: The Ford, 7 by 5 hexes, 2 sides, 3 combatants");
    assert!(!checked.out.contains("warning"), "{}", checked.out);
    run(&["play", &path, "--seed", "1"], "").says("It ended in phase");
}

/// Beside a wall a greatsword has no room (P-124): whoever tries is told so, and so is whoever waits.
#[test]
fn what_cannot_be_attacked_says_why() {
    let level = r#"Level(
    map: [
        ". . . . .",
         ". . . . .",
        ". . . . .",
    ],
    edges: [Edge(at: (1, 1), side: ["SW", "SE"], kind: "wall")],
    sides: ["Azure", "Crimson"],
    combatants: [
        Combatant(name: "Berta", archetype: "berserker", side: "Azure", at: (1, 1), facing: "E"),
        Combatant(name: "Otto", archetype: "duelist", side: "Crimson", at: (2, 1), facing: "W"),
    ],
)
"#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gate.ron");
    std::fs::write(&path, level).unwrap();
    let path = path.display().to_string();
    let input = "every on\n\nattack o\nthen attack o\n";
    let battle = run(&["text", &path, "--seed", "1"], input);
    let why = "this weapon needs 2 m of room: no wall in a neighbouring hex (P-124)";
    battle.says(&format!("(Otto cannot be attacked: {why})"));
    battle.says(&format!("Berta cannot do that: {why}."));
    battle.says("Berta has nothing to say ahead on this card");
}

/// A level of a duelist with two daggers and a thing at her feet against a brawler who awaits help.
const GROUND: &str = r#"Level(
    name: "Ground",
    map: [". . . . . . .", " . . . . . . .", ". . . . . . .", " . . . . . . .", ". . . . . . ."],
    sides: ["Azure", "Crimson"],
    items: [Item(name: "banner", at: (2, 2))],
    reinforcements: [Wave(at: 36, side: "Crimson", combatants: [Combatant(name: "Late Lothar", archetype: "knight", at: (6, 2))])],
    combatants: [
        Combatant(name: "Anna", archetype: "duelist", side: "Azure", at: (1, 2), facing: "E", gear: Gear(main: dagger, second: none, extra: ["dagger"])),
        Combatant(name: "Dora", archetype: "brawler", side: "Crimson", at: (5, 2), facing: "W"),
    ],
)"#;

fn on_the_ground(side: &str, input: &str) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ground.ron");
    std::fs::write(&path, GROUND).unwrap();
    let path = path.display().to_string();
    let seats: Vec<String> = ["Azure", "Crimson"]
        .iter()
        .map(|one| format!("{one}={}", if *one == side { "human" } else { "rusher" }))
        .collect();
    let arguments = [
        "text",
        &path,
        "--seed",
        "3",
        "--controller",
        &seats[0],
        "--controller",
        &seats[1],
    ];
    run(&arguments, input)
}

#[test]
fn what_lies_on_the_ground_is_told_and_picked_up() {
    let found = on_the_ground(
        "Azure",
        "look (2,2)\nlook banner\nlook\npick up banner\nquit\n",
    );
    found.says("Lying: banner at (2,2).");
    found.says("Lying here: banner.");
    found.says("The banner lies at (2,2); from Anna: 1 hex E.");
    found.says("Anna, at once: pick up banner");
}

#[test]
fn what_has_not_arrived_is_told_to_its_own_side_alone() {
    let asked = "who\nlook\ntimeline\nlook Lothar\nquit\n";
    let foe = on_the_ground("Azure", asked);
    let told: Vec<&str> = foe
        .out
        .lines()
        .filter(|line| line.contains("Late"))
        .collect();
    assert!(told.is_empty(), "{told:?}");
    on_the_ground("Crimson", asked).says("Late Lothar");
}

#[test]
fn fists_are_never_dropped_and_what_is_added_is_named() {
    let found = on_the_ground("Crimson", "standing\ndrop fists\n1 +\n1 + nonsense\nquit\n");
    assert!(!found.out.contains("drop fists,"), "{}", found.out);
    assert!(!found.out.contains("Dora drops"), "{}", found.out);
    found.says("is no standing order now");
    found.says("Behind `+` stands what is added");
    found.says("`nonsense` cannot be added to");
}

#[test]
fn a_mistyped_name_tells_nobody_who_must_not_be_known() {
    // Aldhelm is asked first; the ambushers lie hidden around him.
    let typed = "face xyz\nface anne\ncharge anne to attack\nfollow colin within 2\nface #1\nface l\n\
                 odds face anne\nundo anne\nwhy colin\nanne hold\nstanding colin\nstanding xyz at once\n\
                 who\nlook colin\noptions\nquit\n";
    let ambush = [
        "text",
        "levels/ambush.ron",
        "--seed",
        "3",
        "--controller",
        "Azure=quick",
        "--controller",
        "Crimson=human",
    ];
    let found = run(&ambush, typed);
    for secret in ["Little Anne", "Red Colin", "not on the board"] {
        assert!(!found.out.contains(secret), "`{secret}` in:\n{}", found.out);
    }
    found.says("nobody is called `xyz`; here are: ");
    found.says("nobody is called `anne`");
    found.says("Nobody is called `colin`");
    let bridge = [
        "text",
        "levels/bridge.ron",
        "--seed",
        "5",
        "--controller",
        "Azure=human",
    ];
    let found = run(&bridge, "face xyz\nwho\nquit\n");
    let told = found
        .out
        .lines()
        .find(|line| line.contains("nobody is called `xyz`"));
    let told: Vec<&str> = told
        .unwrap()
        .split([',', ':', '.'])
        .map(str::trim)
        .collect();
    let crimson = found
        .out
        .lines()
        .filter(|line| line.contains(", Crimson)"))
        .count();
    // Everybody of the list stands in `who`: five and two to come of his own, the enemies in sight.
    assert_eq!(told.len(), 1 + 7 + crimson / 2 + 1, "{told:?}");
}

#[test]
fn plans_in_words_are_plain_plans_also_where_a_blow_is_marked() {
    let wounds = ["text", "duel", "--rules", "wounds", "--seed", "2"];
    for (typed, told) in [
        ("close with bruna to 1", "Aldo: close with Bruna to 1"),
        (
            "run: close with bruna to 1",
            "Aldo: run: close with Bruna to 1",
        ),
        ("keep 10 away from b", "Aldo: keep 10 away from Bruna"),
        ("go to (3,4)", "Aldo: go to (3,4)"),
        ("run: go to (3,4)", "Aldo: run: go to (3,4)"),
        ("hold, face SE", "Aldo: hold, face SE"),
        ("kneel", "Aldo: kneel"),
        ("path (3,4)", "Aldo: path (3,4)"),
    ] {
        let found = run(&wounds, &format!("{typed}\nquit\n"));
        assert!(
            !found.out.contains("cannot do that"),
            "{typed}:\n{}",
            found.out
        );
        found.says(told);
    }
    // What comes to nothing is refused as what it is.
    let found = run(&wounds, "hold\nface bruna\nquit\n");
    found.says("he is there already (WH-03)");
    found.says("he looks that way already (WH-03)");
    assert!(!found.out.contains("a blow needs"), "{}", found.out);
    let found = run(&wounds, "odds close with bruna to 1\nquit\n");
    assert!(!found.out.contains("strike nobody"), "{}", found.out);
}

#[test]
fn a_lone_man_s_words_can_be_taken_back_and_under_a_cover_all_answers() {
    let typed = "hold, face SE\nundo\nclose with b to 1\n\nquit\n";
    let found = run(&DUEL, typed);
    let lines = [
        "Aldo: hold, face SE.",
        "Taken back.",
        "Aldo: close with Bruna to 1.",
    ];
    let at: Vec<usize> = lines.map(|line| found.out.find(line).unwrap()).to_vec();
    assert!(at[0] < at[1] && at[1] < at[2], "{}", found.out);
    // A number ends his card, where he plays alone.
    let numbers = run(&DUEL, "2\nundo\nquit\n");
    assert!(!numbers.out.contains("Taken back."), "{}", numbers.out);
    let hotseat = ["text", "duel", "--hotseat", "--seed", "3"];
    let covered = run(&hotseat, "\n2\nundo\n3\n\nquit\n");
    covered.says("Taken back.");
    let (azure, crimson) = covered.out.split_once("--- Crimson").unwrap();
    assert!(azure.contains("Taken back.") && !crimson.contains("Taken back."));
}

#[test]
fn goals_tell_where_zones_lie_who_holds_them_and_what_time_is_left() {
    let bridge = [
        "text",
        "levels/bridge.ron",
        "--seed",
        "5",
        "--controller",
        "Azure=human",
    ];
    let found = run(
        &bridge,
        "goals\nlook bridge\nlook (11,8)\nlook (0,0)\nboard\nquit\n",
    );
    for part in [
        "bridge: 18 hexes around (",
        "Azure 5 there alone; Azure has held it 0 of 150 s, 150 s to go; Crimson has held it 0 of 18 s, 18 s to go.",
        "The clock shows 0:00; points decide at ",
        "It belongs to: bridge.",
        "Zones: bridge 18 hexes around (",
        "Azure holds bridge alone: 0 of 150 s, 150 s to go.",
    ] {
        found.says(part);
    }
    assert_eq!(
        found.out.matches("It belongs to").count(),
        1,
        "{}",
        found.out
    );
    // A count that comes to its end is told before it does.
    let wall = [
        "text",
        "levels/curtain_wall.ron",
        "--seed",
        "1",
        "--controller",
        "Azure=human",
    ];
    let lost = run(&wall, &"\n".repeat(900));
    if lost.out.contains("hold yard for 18 s. It ended") {
        lost.says("Crimson holds yard alone: ");
    } else {
        panic!("nobody takes the yard of the curtain wall: {}", lost.out);
    }
}

#[test]
fn every_kind_of_hexside_of_a_board_has_a_sign_of_its_own() {
    for level in ["curtain_wall", "broken_ground", "tavern", "bridge"] {
        let found = run(&["text", level, "--seed", "1"], "quit\n");
        let legend = found
            .out
            .lines()
            .find(|line| line.starts_with("Between hexes: "));
        let legend = legend.unwrap_or_else(|| panic!("{level}: {}", found.out));
        let kinds = legend["Between hexes: ".len()..]
            .trim_end_matches('.')
            .split(", ");
        let mut signs: Vec<&str> = Vec::new();
        for kind in kinds {
            let own: Vec<&str> = kind
                .split(' ')
                .filter(|word| word.chars().count() == 1)
                .collect();
            assert!(
                !own.is_empty() && own.iter().all(|sign| !signs.contains(sign)),
                "{legend}"
            );
            signs.extend(own);
        }
    }
}

#[test]
fn where_letters_run_out_people_have_signs_that_can_be_typed() {
    let hosts = ["text", "levels/two_hosts.ron", "--seed", "1"];
    let found = run(&hosts, "look 2b\nquit\n");
    assert!(
        !found.out.contains('§') && !found.out.contains("Nobody is called"),
        "{}",
        found.out
    );
    found.says("A figure before a letter belongs to it");
    let listed: Vec<&str> = found
        .out
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(sign, _)| sign)
        .collect();
    assert!(
        listed.contains(&"2B") || listed.contains(&"2b"),
        "{}",
        found.out
    );
}

#[test]
fn a_run_that_misses_its_goal_says_so_and_why() {
    let ground = ["text", "levels/broken_ground.ron", "--seed", "5"];
    let found = run(
        &ground,
        "odds run: go to (9,6)\nodds petrus 2\nodds p\nquit\n",
    );
    found.says("He does not reach (9,6) in this phase: he comes to a stop (P-030).");
    found.says("close with Bruna to 4:");
    found.says("go on: hold:");
    let near = run(&ground, "odds go to (9,3)\nquit\n");
    assert!(!near.out.contains("does not reach"), "{}", near.out);
}
