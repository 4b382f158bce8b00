//! A record watched: its log leads to places, and another battle branches off.

use super::*;
use crate::combat::event::Event as Told;

/// Where words stand on the screen.
fn place(bench: &Bench, wanted: &str) -> Option<Pos2> {
    fn within(shape: &Shape, wanted: &str) -> Option<Pos2> {
        match shape {
            Shape::Text(text) if text.galley.text().contains(wanted) => {
                Some(text.visual_bounding_rect().center())
            }
            Shape::Vec(inner) => inner.iter().find_map(|shape| within(shape, wanted)),
            _ => None,
        }
    }
    bench.shapes.iter().find_map(|shape| within(shape, wanted))
}

/// The end of a duel between computers, and all that happened in it.
fn fought() -> (Bench, Vec<Told>) {
    let mut bench = Bench::new(opening(&[false, false], 5), Bench::quick(), (1280.0, 720.0));
    bench.until("the end", |client| client.play().unwrap().is_over());
    let battle = &bench.client.play().unwrap().engine().unwrap().battle;
    let events = battle.events(None).cloned().collect();
    (bench, events)
}

#[test]
fn the_log_of_a_replay_leads_to_places_and_tells_luck() {
    let (mut bench, events) = fought();
    bench.key(Key::Enter);
    assert_eq!(bench.client.screen_name(), "replay");
    bench.key(Key::Space);
    while bench.client.replay().unwrap().progress().0 < events.len() {
        bench.key(Key::ArrowRight);
    }
    // At its end nothing moves, and no frame comes by itself once the ground is drawn.
    let lively = |bench: &Bench| bench.client.replay().unwrap().is_lively();
    for _ in 0..6000 {
        if !lively(&bench) {
            break;
        }
        bench.frame();
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(!lively(&bench));
    bench.key(Key::G);
    bench.frame();
    // From "all" over dice, damage, mine and this one.
    for _ in 0..5 {
        bench.key_with(Key::G, Modifiers::SHIFT);
    }
    bench.frame();
    let told = words(&bench.shapes);
    assert!(told.contains("to be expected"), "{told}");
    for _ in 0..3 {
        bench.key_with(Key::G, Modifiers::SHIFT);
    }
    bench.frame();
    let line = place(&bench, "loses").expect("somebody was hurt");
    bench.click(line);
    let (at, count) = bench.client.replay().unwrap().progress();
    assert!(at < count, "{at} of {count}");
    let harm = matches!(
        events[at - 1].kind,
        crate::combat::event::EventKind::Harmed { .. }
    );
    assert!(harm, "{:?}", events[at - 1]);
}

#[test]
fn another_battle_branches_off_a_replay() {
    let (mut bench, events) = fought();
    bench.key(Key::Enter);
    bench.key(Key::Space);
    for _ in 0..6 {
        bench.key(Key::ArrowRight);
    }
    let (at, _) = bench.client.replay().unwrap().progress();
    bench.key(Key::Enter);
    assert_eq!(bench.client.screen_name(), "battle");
    bench.until("a question", Bench::asked);
    let battle = &bench.client.play().unwrap().engine().unwrap().battle;
    let now: Vec<Told> = battle.events(None).cloned().collect();
    assert!(!now.is_empty() && now.len() < events.len());
    assert_eq!(now[..at.min(now.len())], events[..at.min(now.len())]);
    // Left and come back to, the record is as it was.
    assert!(!bench.client.play().unwrap().is_over());
}
