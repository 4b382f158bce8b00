//! Recorded input on a fixed seed: the same keys give the same orders, however fast they come.

use super::*;

/// A duel by keys: each line a key, and what is asked or chosen when it has been pressed.
const DUEL: &str = include_str!("duel.keys");

fn named(name: &str) -> Key {
    Key::from_name(name).unwrap_or_else(|| panic!("`{name}` is no key"))
}

/// Plays the record; the lines as they came out, and the orders of the battle.
fn play(frames_between: usize) -> (String, Vec<String>) {
    let mut bench = Bench::new(opening(&[true, false], 5), Bench::quick(), (1280.0, 720.0));
    let mut told = String::new();
    for line in DUEL.lines().filter(|line| !line.starts_with('#')) {
        let key = line.split_whitespace().next().unwrap();
        bench.until("a question or the end", |client| {
            let play = client.play().unwrap();
            play.is_settled() && (play.is_over() || play.prompt().is_some())
        });
        (0..frames_between).for_each(|_| bench.frame());
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
        client.play().unwrap().is_settled()
    });
    let engine = bench.client.play().unwrap().engine().unwrap();
    let orders = engine.battle.orders().iter();
    (told, orders.map(|given| format!("{given:?}")).collect())
}

#[test]
fn recorded_keys_give_the_recorded_choices_at_any_speed() {
    let (told, orders) = play(0);
    if std::env::var_os("HEXFRAY_GOLDEN").is_some() {
        let head: String = DUEL
            .lines()
            .filter(|line| line.starts_with('#'))
            .map(|line| format!("{line}\n"))
            .collect();
        std::fs::write("src/client/tests/duel.keys", head + &told).unwrap();
        return;
    }
    let recorded: String = DUEL
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(told, recorded, "HEXFRAY_GOLDEN=1 writes it anew");
    assert!(!orders.is_empty());
    let (slowly, same) = play(3);
    assert_eq!((slowly, same), (recorded, orders));
}
