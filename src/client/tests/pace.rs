//! What is shown, and how fast, changes nothing of what happens.

use super::*;

/// Everything that happened in the duel of two computers, watched in a way.
fn log(options: Options, watch: impl FnOnce(&mut Bench)) -> Vec<crate::combat::event::Event> {
    let mut bench = Bench::new(opening(&[false, false], 9), options, (1280.0, 720.0));
    watch(&mut bench);
    bench.until("the end", |client| {
        client.play().is_some_and(|play| play.is_over())
    });
    let engine = bench.client.play().unwrap().engine().unwrap();
    engine.battle.events(None).cloned().collect()
}

#[test]
fn the_log_is_equal_at_any_pace_paused_and_minimised() {
    let skipped = log(Bench::quick(), |_| ());
    assert!(skipped.len() > 50);
    let played = Options {
        skip: false,
        speed: 1600,
        ..Bench::quick()
    };
    assert_eq!(skipped, log(played.clone(), |_| ()));
    // Paused for a while in the middle, its frames go on.
    let paused = log(played.clone(), |bench| {
        (0..6).for_each(|_| bench.frame());
        bench.key(Key::P);
        let before = bench.shown();
        (0..60).for_each(|_| bench.frame());
        assert_eq!(before, bench.shown(), "a pause stands still");
        bench.key(Key::P);
    });
    assert_eq!(skipped, paused);
    // A minimised window has no size, or draws no frame at all for a while.
    let minimised = log(played.clone(), |bench| {
        (0..30).for_each(|_| bench.frame());
        let size = std::mem::replace(&mut bench.size, (0.0, 0.0));
        (0..40).for_each(|_| bench.frame());
        bench.size = size;
    });
    assert_eq!(skipped, minimised);
    let away = log(played, |bench| {
        (0..10).for_each(|_| bench.frame());
        std::thread::sleep(std::time::Duration::from_millis(300));
        bench.time += 600.0;
    });
    assert_eq!(skipped, away);
}
