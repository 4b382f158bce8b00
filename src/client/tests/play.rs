//! Battles from their beginning to their end, by hand and without.

use super::*;
use crate::combat::plot::Intent;

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
fn what_is_searched_for_is_what_begins() {
    let mut bench = Bench::new(Opening::default(), Bench::quick(), (1280.0, 720.0));
    bench.key(Key::N);
    bench.key(Key::Slash);
    for letter in ["q", "u", "a", "r", "r", "y"] {
        bench.events.push(Event::Text(letter.to_owned()));
        bench.frame();
    }
    bench.frame();
    bench.key(Key::Enter);
    bench.frame();
    if bench.client.screen_name() == "setup" {
        // The first Enter leaves the field.
        bench.key(Key::Enter);
    }
    bench.until("a question", Bench::asked);
    let play = bench.client.play().unwrap();
    let level = &play.engine().unwrap().level;
    assert!(level.ends_with("quarry_edge.ron"), "{}", level.display());
}

#[test]
fn what_is_taken_back_stands_in_the_log_no_more() {
    let mut bench = Bench::new(opening(&[true, false], 5), Bench::quick(), (1280.0, 720.0));
    for _ in 0..4 {
        bench.until("a question", Bench::asked);
        bench.key(Key::Num2);
        bench.key(Key::Enter);
    }
    bench.until("a question", Bench::asked);
    let told = |bench: &Bench| {
        let play = bench.client.play().unwrap();
        let events = play.engine().unwrap().battle.events(None).count();
        (play.told_places(), events)
    };
    let (before, _) = told(&bench);
    // Lines stand in the order of what they tell.
    assert!(before.is_sorted() && before.len() > 4, "{before:?}");
    bench.key(Key::U);
    bench.until("a question", Bench::asked);
    let (after, events) = told(&bench);
    assert!(after.len() < before.len(), "{before:?} {after:?}");
    assert!(
        after.iter().all(|place| *place < events),
        "{after:?} {events}"
    );
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

#[test]
fn the_pointer_at_rest_tells_what_a_click_would_do_and_changes_nothing() {
    let mut bench = Bench::new(opening(&[true, false], 5), Bench::quick(), (1280.0, 720.0));
    bench.until("a question", Bench::asked);
    (0..20).for_each(|_| bench.frame());
    let play = bench.client.play().unwrap();
    let foe = play.prompt().unwrap().sight.figures[1].place.hex;
    let (at, before) = (play.on_screen(foe), play.prompt().unwrap().choice.clone());
    bench.events.push(Event::PointerMoved(at));
    (0..6).for_each(|_| bench.frame());
    let prompt = bench.client.play().unwrap().prompt().unwrap();
    let glimpse = prompt.glimpse.clone().unwrap();
    assert!(
        glimpse.lines[0].contains("lick: close with Bruna"),
        "{glimpse:?}"
    );
    assert!(glimpse.walk.is_some_and(|walk| walk.metres() > 0));
    assert_eq!(prompt.choice, before);
    // The click does what was told, and then there is nothing more to tell.
    bench.click(at);
    (0..6).for_each(|_| bench.frame());
    let prompt = bench.client.play().unwrap().prompt().unwrap();
    assert!(
        prompt.words.contains("close with Bruna"),
        "{}",
        prompt.words
    );
    assert!(
        prompt
            .glimpse
            .as_ref()
            .is_none_or(|glimpse| glimpse.lines.is_empty())
    );
}

#[test]
fn a_way_is_led_on_from_its_end_with_shift() {
    let mut bench = Bench::new(opening(&[true, false], 5), Bench::quick(), (1280.0, 720.0));
    bench.until("a question", Bench::asked);
    (0..20).for_each(|_| bench.frame());
    let play = bench.client.play().unwrap();
    let here = play.prompt().unwrap().sight.figures[0].place;
    let first = here.facing.from(here.facing.from(here.hex));
    let second = here
        .facing
        .turned(1)
        .from(here.facing.turned(1).from(first));
    let (a, b) = (play.on_screen(first), play.on_screen(second));
    bench.click(a);
    let goto = bench
        .client
        .play()
        .unwrap()
        .prompt()
        .unwrap()
        .choice
        .clone();
    assert!(matches!(goto.slots.plot.unwrap().intent, Intent::Goto(hex) if hex == first));
    bench.events.push(Event::ModifiersChanged(Modifiers::SHIFT));
    bench.click(b);
    let prompt = bench.client.play().unwrap().prompt().unwrap();
    let plot = prompt.choice.slots.plot.clone().unwrap();
    let Intent::Path(path) = plot.intent else {
        panic!("{:?}", plot.intent);
    };
    assert_eq!(path.len(), 4, "{path:?}");
    assert_eq!(path.last(), Some(&second));
    assert_eq!(prompt.refusal, None);
}
