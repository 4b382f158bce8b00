//! Battles from their beginning to their end, by hand and without.

use super::*;

#[test]
fn a_person_plays_the_duel_to_its_end_by_enter_alone() {
    let mut bench = Bench::new(opening(&[true, false], 5), Bench::quick(), (1280.0, 720.0));
    for _ in 0..3000 {
        if bench.client.play().is_some_and(|play| play.is_over()) {
            break;
        }
        bench.key(Key::Enter);
    }
    let play = bench.client.play().unwrap();
    assert!(play.is_over());
    assert!(play.engine().unwrap().battle.outcome().is_some());
    bench.key(Key::Escape);
    assert_eq!(bench.client.screen_name(), "menu");
}

#[test]
fn computers_come_to_the_end_without_any_input() {
    let mut bench = Bench::new(opening(&[false, false], 3), Bench::quick(), (1280.0, 720.0));
    bench.until("the end", |client| {
        client.play().is_some_and(|play| play.is_over())
    });
}

#[test]
fn a_foe_pointed_at_is_closed_with_and_the_walk_is_shown() {
    let mut bench = Bench::new(opening(&[true, false], 5), Bench::quick(), (1280.0, 720.0));
    bench.until("a question", Bench::asked);
    // The list's second row closes with the foe; its walk is worked out.
    bench.key(Key::Num2);
    let prompt = bench.client.play().unwrap().prompt().unwrap();
    assert!(
        prompt.words.contains("close with Bruna"),
        "{}",
        prompt.words
    );
    let walk = prompt.walk.clone().unwrap();
    assert!(walk.metres() > 0, "{walk:?}");
    assert_eq!(walk.hexes[0], prompt.sight.figures[0].place.hex);
    // Turning the end changes the plan, and one key takes it back.
    bench.key(Key::ArrowRight);
    let turned = bench
        .client
        .play()
        .unwrap()
        .prompt()
        .unwrap()
        .walk
        .clone()
        .unwrap();
    assert_ne!(turned.facing, walk.facing);
}

#[test]
fn set_up_leads_to_a_battle_by_its_main_button() {
    let mut bench = Bench::new(Opening::default(), Bench::quick(), (1280.0, 720.0));
    bench.key(Key::N);
    bench.until("the set-up", |client| client.screen_name() == "setup");
    bench.click(pos2(1098.0, 664.0));
    bench.until("a question", Bench::asked);
}
