//! One person against the computer.

use super::{Finish, Session, Sides, session};

const DUEL: Sides = &[("Azure", 0, &["Konrad"]), ("Gold", 1, &["Otto"])];
const FOUR: Sides = &[
    ("Azure", 0, &["Konrad", "Berta"]),
    ("Gold", 1, &["Otto", "Hanno"]),
];

fn duel(input: &str) -> Session {
    session(DUEL, &[0], input)
}

/// Closes and strikes until it is over.
const WHOLE: &str = "k close with o to 1\n\n\n\n\n\n\n\n\n\n\n\n\n\n";

#[test]
fn a_duel_is_played_to_its_end_and_explained() {
    let session = duel(WHOLE);
    assert_eq!(session.finish, Finish::Over);
    for part in [
        "A meadow.",
        "Azure is played by you",
        "Gold is played by the computer (rusher)",
        "K Konrad (man at arms, Azure) at (1,0) facing E; Points 3 of 3",
        "1. hold  <- marked, because: the plan stands",
        "Konrad: close with Otto to 1.",
        "Konrad: attack at Otto with long sword: hit. [need 13 (T-3)]",
        "strike Otto (13 or less, effect 65 %)",
        "Azure has won: ",
        "It ended in phase",
        "able to fight",
        "The seed was 7.",
    ] {
        session.says(part);
    }
    assert!(session.keeper.autosaves > 3);
}

#[test]
fn computers_alone_fight_without_input() {
    let session = session(FOUR, &[], "");
    assert_eq!(session.finish, Finish::Over);
    session.says("The seed was 7.");
}

#[test]
fn the_input_may_end_at_every_prompt() {
    let script = "help\nk close with o to 1\nlook\n\nodds\n\nconcede\nconcede\n";
    let lines: Vec<&str> = script.split_inclusive('\n').collect();
    for count in 0..=lines.len() {
        let session = duel(&lines[..count].concat());
        match session.finish {
            Finish::Over => assert_eq!(count, lines.len()),
            Finish::Left => {
                session.says("The input has ended in the middle of the battle.");
                session.says("autosave.ron");
            }
            Finish::Stuck(fault) => panic!("{fault}"),
        }
    }
    // Also in the middle of a line.
    assert_eq!(duel("k clo").finish, Finish::Left);
}

#[test]
fn unknown_words_say_what_is_possible_and_change_nothing() {
    let session =
        duel("dance\nk go to (4,4)\nlook Zoe\n17\nk close with z\nstanding k dance\nlook (90,1)\n");
    for part in [
        "`dance` is no plan; write `hold`",
        "Konrad cannot do that: nobody walks to a place here (T-2). Nothing has changed.",
        "Nobody is called `Zoe`. Here are: Konrad, Otto.",
        "There is no choice 17 here; the choices are 1 to 2.",
        "nobody is called `z`; here are: Konrad, Otto",
        "`dance` is no standing order",
        "(90,1) is off the board; columns are 0 to 7, rows 0 to 4.",
    ] {
        session.says(part);
    }
}

#[test]
fn all_looks_answer() {
    let session = duel(
        "look\nlook o\nlook (6,0)\nboard\nboard all\nwho\nodds\ntimeline\nlog\nlog all\nthreats\n\
         threats (5,0)\noptions\ncard\nstanding\nstanding konrad reaction parry\nstanding all reaction parry\nsave mine.ron\npicture off\nhelp\n",
    );
    for part in [
        "You look through the eyes of Konrad.",
        "foe, 5 hexes E: o Otto (man at arms, Gold) at (6,0) facing E",
        "Around it: E grass",
        "Skill: 13.",
        "Here: o Otto",
        "hold: there is no chance in it.",
        "It is phase 1.",
        "== Phase 1, plans ==",
        "Nobody threatens (1,0).",
        "(5,0) is threatened by Otto: with a long sword.",
        "Konrad, reaction: never. Possible: parry.",
        "Konrad, reaction: parry, from the end of this card on.",
        "Saved in mine.ron.",
        "No board is drawn; `look` tells everything in words.",
        "Konrad may now: go (T-1).",
        "Directions here: E, SE, SW, W, NW, NE.",
    ] {
        session.says(part);
    }
    assert_eq!(session.keeper.saves, 1);
}

#[test]
fn a_card_of_two_is_answered_in_any_order_and_taken_back() {
    let session = super::session(
        FOUR,
        &[0],
        "b close with h to 1\nundo\nk 2\nsay nothing\nundo k\n\n",
    );
    for part in [
        "2 on the card, 2 to be asked.",
        "Berta: close with Hanno to 1.",
        "Taken back.",
        "Konrad: close with Otto to 1.",
        "Everybody has an answer. Enter ends this card",
    ] {
        session.says(part);
    }
}

#[test]
fn odds_tell_chance_number_modifiers_and_a_bar_with_figures() {
    let session = duel("2\n2\n2\n2\nodds\nquit\n");
    for part in [
        "Needs 13 or less on a d20, that is 65 %.",
        "Made of: skill +13 [T-3].",
        "If the other one answers with nothing: effect 65 %.",
        "65 % ################          Otto: Points -1",
        "35 % #########",
        "(as if nobody else struck)",
    ] {
        session.says(part);
    }
}

#[test]
fn conceding_needs_the_word_twice_in_a_row() {
    assert_eq!(duel("concede\nlook\nconcede\n").finish, Finish::Left);
    let session = duel("concede\nconcede\n");
    assert_eq!(session.finish, Finish::Over);
    session.says("Gold has won");
}

#[test]
fn a_card_without_a_question_seals_itself_with_one_line() {
    let session = duel(WHOLE);
    session.says("(plot, nothing to ask: Konrad: close with Otto to 1 (");
}

#[test]
fn bytes_that_are_no_text_are_an_unknown_word() {
    let setup = super::toy::setup(DUEL);
    let mut battle = crate::combat::battle::Battle::start(
        std::sync::Arc::new(super::toy::Toy::new()),
        &setup,
        1,
    )
    .unwrap();
    let mut table = super::Table {
        seats: super::Seats(vec![super::Player::Person, super::Player::Person]),
        seed: 1,
        ground: std::sync::Arc::new(setup.board.clone()),
        picture: false,
        every: false,
        practice: false,
        briefing: String::new(),
    };
    let mut reader = std::io::Cursor::new(b"\n\xff\xfe\x00\n".to_vec());
    let mut written = Vec::new();
    let mut console = super::Console::new(&mut reader, &mut written, false);
    let mut keeper = super::Counter::default();
    let finish = super::play(&mut battle, &mut table, &mut console, &mut keeper);
    assert_eq!(finish, Finish::Left);
}
