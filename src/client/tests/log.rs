//! The drawer of the log: what is wanted of it.

use super::*;

const SHIFT: Modifiers = Modifiers::SHIFT;

#[test]
fn the_log_shows_what_is_wanted_of_it() {
    let mut bench = Bench::new(opening(&[true, false], 5), Bench::quick(), (1280.0, 720.0));
    bench.until("a question", Bench::asked);
    bench.key(Key::G);
    assert!(words(&bench.shapes).contains("this one") || words(&bench.shapes).contains("Aldo"));
    bench.key_with(Key::G, SHIFT);
    assert!(
        words(&bench.shapes).contains("No dice yet."),
        "{}",
        words(&bench.shapes)
    );
    bench.key(Key::G);
    // Until somebody is hurt.
    let hurt = |client: &Client| {
        let engine = client.play().and_then(|play| play.engine());
        engine.is_some_and(|engine| {
            let harmed = |event: &&crate::combat::event::Event| {
                matches!(event.kind, crate::combat::event::EventKind::Harmed { .. })
            };
            engine.battle.events(None).any(|event| harmed(&event))
        })
    };
    for _ in 0..4000 {
        if hurt(&bench.client) || bench.client.play().unwrap().is_over() {
            break;
        }
        match Bench::asked(&bench.client) {
            true => {
                bench.key(Key::Num3);
                bench.key(Key::Enter);
            }
            false => bench.frame(),
        }
    }
    bench.until("a question", |client| {
        Bench::asked(client) || client.play().unwrap().is_over()
    });
    if bench.client.play().unwrap().is_over() {
        return;
    }
    bench.key(Key::G);
    // It was left at the dice; the next is the damage.
    let dice = words(&bench.shapes);
    assert!(!dice.contains("No dice yet."));
    bench.key_with(Key::G, SHIFT);
    let harm = words(&bench.shapes);
    assert!(harm.contains("loses"), "{harm}");
    assert_ne!(dice, harm);
}
