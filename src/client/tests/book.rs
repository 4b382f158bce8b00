//! The rulebook: from the menu, from a battle, and what is read in it.

use super::*;

fn rule(bench: &Bench) -> String {
    bench.client.rule().unwrap_or_default().to_owned()
}

fn fetched(bench: &mut Bench) {
    bench.until("the book", |client| !client.is_fetching());
    bench.frame();
}

#[test]
fn a_rule_is_found_by_its_id_and_watched_to_its_end() {
    let mut bench = Bench::new(Opening::default(), Bench::quick(), (1280.0, 720.0));
    bench.client.open_book(Some("P-072"));
    fetched(&mut bench);
    assert_eq!(rule(&bench), "P-072");
    // It plays by itself to what the game makes of the case.
    let said = |bench: &Bench| words(&bench.shapes).contains("The game does this.");
    for _ in 0..2000 {
        if said(&bench) {
            break;
        }
        bench.frame();
    }
    assert!(said(&bench), "{}", words(&bench.shapes));
    // Another case begins anew, and another rule leads on and back.
    bench.key(Key::Num2);
    assert!(!said(&bench));
    bench.key(Key::ArrowDown);
    assert_ne!(rule(&bench), "");
    let next = rule(&bench);
    bench.key(Key::Backspace);
    assert_eq!(rule(&bench), "P-072", "back from {next}");
    bench.key(Key::Escape);
    assert_eq!(bench.client.screen_name(), "menu");
}

#[test]
fn a_battle_leads_to_the_book_and_waits_for_its_end() {
    let mut bench = Bench::new(opening(&[true, false], 5), Bench::quick(), (1280.0, 720.0));
    bench.until("a question", Bench::asked);
    bench.key(Key::Num2);
    let before = bench.client.play().unwrap().prompt().unwrap().words.clone();
    bench.key(Key::F1);
    assert_eq!(bench.client.screen_name(), "rulebook");
    fetched(&mut bench);
    bench.key(Key::Escape);
    let play = bench.client.play().unwrap();
    assert_eq!(play.prompt().unwrap().words, before);
}
