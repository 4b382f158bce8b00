//! Keys that a player has put elsewhere.

use super::*;
use crate::client::bindings::TASKS;

fn menu() -> Bench {
    Bench::new(Opening::default(), Bench::quick(), (1280.0, 720.0))
}

/// In the options, at the row of a key, waiting for the one that shall do its work.
fn at_row(bench: &mut Bench, key: Key) {
    bench.key(Key::O);
    assert_eq!(bench.client.screen_name(), "options");
    for _ in 0..3 {
        bench.key(Key::Tab);
    }
    let row = TASKS.iter().position(|(task, _)| *task == key).unwrap();
    for _ in 0..row {
        bench.key(Key::ArrowDown);
    }
    bench.key(Key::Enter);
}

#[test]
fn a_key_is_put_on_another_one_and_its_cap_tells_so() {
    let mut bench = menu();
    at_row(&mut bench, Key::R);
    bench.key(Key::F9);
    bench.key(Key::Escape);
    assert_eq!(bench.client.screen_name(), "menu");
    assert!(words(&bench.shapes).lines().any(|line| line == "F9"));
    bench.key(Key::R);
    assert_eq!(bench.client.screen_name(), "menu");
    bench.key(Key::F9);
    assert_eq!(bench.client.screen_name(), "rulebook");
}

#[test]
fn of_two_works_on_one_key_the_last_wins_once_it_is_confirmed() {
    let mut bench = menu();
    at_row(&mut bench, Key::R);
    bench.key(Key::L);
    // Both are named, and nothing has changed yet.
    let said = words(&bench.shapes);
    assert!(
        said.contains("look around") && said.contains("the rulebook"),
        "{said}"
    );
    assert!(bench.client.options.keys.is_shipped());
    bench.key(Key::Enter);
    assert!(!bench.client.options.keys.is_shipped());
    bench.key(Key::Escape);
    assert_eq!(bench.client.screen_name(), "menu");
    bench.key(Key::R);
    assert_eq!(bench.client.screen_name(), "load");
    bench.key(Key::Escape);
    bench.key(Key::L);
    assert_eq!(bench.client.screen_name(), "rulebook");
}

#[test]
fn escape_leaves_a_key_as_it_is() {
    let mut bench = menu();
    at_row(&mut bench, Key::R);
    bench.key(Key::Escape);
    assert_eq!(bench.client.screen_name(), "options");
    bench.key(Key::Enter);
    bench.key(Key::L);
    bench.key(Key::Escape);
    assert!(bench.client.options.keys.is_shipped());
    bench.key(Key::Escape);
    assert_eq!(bench.client.screen_name(), "menu");
}

#[test]
fn a_battle_obeys_the_keys_as_they_were_put() {
    let mut options = Bench::quick();
    options.keys.put(Key::Num2, Key::F8);
    options.keys.put(Key::Enter, Key::F9);
    let mut bench = Bench::new(opening(&[true, false], 5), options, (1280.0, 720.0));
    bench.until("a question", Bench::asked);
    let row = |bench: &Bench| bench.client.play().unwrap().prompt().unwrap().row;
    let before = row(&bench);
    bench.key(Key::Num2);
    assert_eq!(row(&bench), before);
    bench.key(Key::F8);
    assert_ne!(row(&bench), before);
    bench.key(Key::Enter);
    assert!(Bench::asked(&bench.client));
    bench.key(Key::F9);
    assert!(!Bench::asked(&bench.client));
}

#[test]
fn another_size_goes_back_by_itself_unless_it_is_kept() {
    let mut bench = menu();
    bench.key(Key::O);
    bench.key(Key::Num1);
    assert_ne!(bench.client.options.scale, 100);
    for _ in 0..(10.0 / 0.05) as usize + 4 {
        bench.frame();
    }
    assert_eq!(bench.client.options.scale, 100);
    bench.key(Key::Num1);
    let tried = bench.client.options.scale;
    bench.key(Key::Enter);
    assert_eq!(bench.client.screen_name(), "options");
    for _ in 0..(10.0 / 0.05) as usize + 4 {
        bench.frame();
    }
    assert_eq!(bench.client.options.scale, tried);
}
