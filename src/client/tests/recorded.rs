//! Recorded input on a fixed seed: the same keys give the same orders, however fast they come.

use super::*;

/// A duel by keys: each line a key, and what is asked or chosen when it has been pressed.
const DUEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/tests/duel.keys");

fn named(name: &str) -> Key {
    Key::from_name(name).unwrap_or_else(|| panic!("`{name}` is no key"))
}

/// Plays the record; the lines as they came out, and the orders of the battle.
fn play(keys: &str, frames_between: usize) -> (String, Vec<String>) {
    let mut bench = Bench::new(opening(&[true, false], 5), Bench::quick(), (1280.0, 720.0));
    let mut told = String::new();
    for line in keys.lines().filter(|line| !line.starts_with('#')) {
        let key = line.split_whitespace().next().unwrap();
        bench.until("a question or the end", |client| {
            let play = client.play().unwrap();
            play.is_over() || play.prompt().is_some()
        });
        (0..frames_between).for_each(|_| bench.frame());
        if bench.client.play().unwrap().is_over() {
            break;
        }
        bench.key(named(key));
        let now = match bench.client.play() {
            Some(play) if play.is_over() => "the end".to_owned(),
            Some(play) => play
                .prompt()
                .map_or("it goes on".to_owned(), |prompt| prompt.words.clone()),
            None => "no battle".to_owned(),
        };
        told.push_str(&format!("{key:<11}{now}\n"));
    }
    bench.until("a question or the end", |client| {
        let play = client.play().unwrap();
        play.is_over() || play.prompt().is_some()
    });
    let engine = bench.client.play().unwrap().engine().unwrap();
    let orders = engine.battle.orders().iter();
    (told, orders.map(|given| format!("{given:?}")).collect())
}

#[test]
fn recorded_keys_give_the_recorded_choices_at_any_speed() {
    let record = std::fs::read_to_string(DUEL).unwrap();
    let lines = |head: bool| -> String {
        record
            .lines()
            .filter(|line| line.starts_with('#') == head)
            .map(|line| format!("{line}\n"))
            .collect()
    };
    let (told, orders) = play(&record, 0);
    if std::env::var_os("HEXFRAY_GOLDEN").is_some() {
        std::fs::write(DUEL, lines(true) + &told).unwrap();
        return;
    }
    assert_eq!(told, lines(false), "HEXFRAY_GOLDEN=1 writes it anew");
    assert!(!orders.is_empty());
    let (slowly, same) = play(&record, 3);
    assert_eq!((slowly, same), (told, orders));
}
