//! Several people at one console.

use super::{Finish, Sides, session};

const TWO: Sides = &[
    ("Azure", 0, &["Konrad", "Berta"]),
    ("Gold", 1, &["Otto", "Hanno"]),
];

/// The transcript cut at covers and open boards: who sits there, and what he reads.
fn sittings(transcript: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in transcript.lines() {
        if let Some(rest) = line.strip_prefix("--- ") {
            let whose = rest.split(',').next().unwrap().to_owned();
            found.push((whose, String::new()));
        } else if let Some((_, text)) = found.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    found
}

#[test]
fn nothing_of_one_side_stands_in_the_sitting_of_the_other() {
    let script = "\nk close with o to 1\nb close with h to 1\n\n\no close with k to 1\nh hold\n\n";
    let mut input = script.to_owned();
    for _ in 0..12 {
        input.push_str("look\nwho\nlog all\n\n");
    }
    let session = session(TWO, &[0, 1], &input);
    let sittings = sittings(&session.transcript);
    assert!(sittings.len() >= 4, "{}", session.transcript);
    let mut checked = 0;
    for (whose, text) in &sittings {
        let (foreign_plan, foreign_events) = match whose.as_str() {
            "Azure" => (
                ["Otto: close", "Hanno: hold"],
                ["Otto has a plan", "Hanno has a plan"],
            ),
            "Gold" => (
                ["Konrad: close", "Berta: close"],
                ["Konrad has a plan", "Berta has a plan"],
            ),
            _ => (
                ["a secret plan", "a secret plan"],
                ["has a plan", "has a plan"],
            ),
        };
        for secret in foreign_plan.iter().chain(&foreign_events) {
            assert!(!text.contains(secret), "{whose} reads `{secret}`:\n{text}");
        }
        checked += 1;
    }
    assert!(checked >= 4);
    session.says("What Gold saw since the last time:");
    session.says("Open board, all may look");
}

#[test]
fn four_seats_are_covered_in_turn() {
    let four: Sides = &[
        ("Azure", 0, &["Konrad"]),
        ("Gold", 1, &["Otto"]),
        ("Green", 2, &["Lena"]),
        ("Red", 3, &["Moritz"]),
    ];
    let session = session(four, &[0, 1, 2, 3], "\n\n\n\n\n\n\n\n");
    for side in ["Azure", "Gold", "Green", "Red"] {
        session.says(&format!("--- {side}, take the seat; press Enter ---"));
    }
}

#[test]
fn whoever_sits_already_goes_on_without_a_cover() {
    // Nobody is asked anything open in the first phases, so two phases of plans are
    // Azure, Gold, Gold, Azure: three covers, not four.
    let session = session(TWO, &[0, 1], "\n\n\n\n\n\n\n");
    let covers = session.transcript.matches("take the seat").count();
    let cards = session.transcript.matches("to be asked.").count();
    assert!(covers < cards, "{covers} covers, {cards} cards");
}

#[test]
fn allies_and_people_against_computers_need_no_cover() {
    let allies: Sides = &[
        ("Azure", 0, &["Konrad"]),
        ("Gold", 1, &["Otto"]),
        ("Green", 0, &["Lena"]),
    ];
    let session = session(allies, &[0, 2], "\n\n\n\n");
    assert!(!session.transcript.contains("take the seat"));
    session.says("Green, phase 1, plot");
}

#[test]
fn the_input_may_end_under_a_cover() {
    for input in ["", "\n", "\n\n", "\n\n\n", "\n\n\n\n"] {
        let session = session(TWO, &[0, 1], input);
        assert_eq!(session.finish, Finish::Left);
        session.says("The input has ended");
    }
}
