//! The level editor by keyboard and by mouse.

use super::*;

fn editor() -> Bench {
    let mut bench = Bench::new(Opening::default(), Bench::quick(), (1280.0, 720.0));
    bench.key(Key::E);
    assert_eq!(bench.client.screen_name(), "editor");
    bench.frame();
    bench
}

/// A key, and a frame that shows what came of it.
fn press(bench: &mut Bench, key: Key) {
    bench.key(key);
    bench.frame();
}

/// What is written on the screen, what is scrolled with it.
fn says(bench: &Bench, what: &str) -> bool {
    let shapes = bench.output.iter().flat_map(|output| &output.shapes);
    let shapes: Vec<Shape> = shapes.map(|clipped| clipped.shape.clone()).collect();
    words(&shapes).contains(what)
}

#[test]
fn two_people_make_a_new_level_sound_and_leaving_asks() {
    let mut bench = editor();
    assert!(!says(&bench, "It is sound"));
    // People: the cursor comes up in the middle and goes to the left.
    press(&mut bench, Key::Num5);
    press(&mut bench, Key::A);
    for _ in 0..4 {
        press(&mut bench, Key::A);
    }
    press(&mut bench, Key::S);
    assert!(says(&bench, "not kept"));
    press(&mut bench, Key::Num2);
    for _ in 0..6 {
        press(&mut bench, Key::D);
    }
    // Forest, as the brush is at first.
    press(&mut bench, Key::S);
    bench.key_with(Key::Z, Modifiers::CTRL);
    bench.frame();
    press(&mut bench, Key::R);
    assert!(says(&bench, "combatants: ["), "{}", words(&bench.shapes));
    assert!(!says(&bench, " f "));
    press(&mut bench, Key::R);
    press(&mut bench, Key::Escape);
    assert!(says(&bench, "Lose it"));
    press(&mut bench, Key::Escape);
    assert_eq!(bench.client.screen_name(), "editor");
    press(&mut bench, Key::Escape);
    press(&mut bench, Key::Delete);
    assert_eq!(bench.client.screen_name(), "menu");
}

#[test]
fn an_untouched_editor_is_left_at_once() {
    let mut bench = editor();
    press(&mut bench, Key::Escape);
    assert_eq!(bench.client.screen_name(), "menu");
}

#[test]
fn a_level_of_the_game_is_opened_from_the_set_up() {
    let mut bench = Bench::new(Opening::default(), Bench::quick(), (1280.0, 720.0));
    press(&mut bench, Key::N);
    press(&mut bench, Key::E);
    bench.frame();
    assert_eq!(bench.client.screen_name(), "editor");
    assert!(says(&bench, "A Matter of Honour"));
    assert!(says(&bench, "It is sound"));
    // A drag over the board paints, and one stroke takes it back.
    press(&mut bench, Key::Num2);
    bench.events.push(Event::PointerMoved(pos2(300.0, 300.0)));
    bench.frame();
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    bench.events.push(button(pos2(300.0, 300.0), true));
    bench.frame();
    for step in 1..=10 {
        bench
            .events
            .push(Event::PointerMoved(pos2(300.0 + 20.0 * step as f32, 300.0)));
        bench.frame();
    }
    bench.events.push(button(pos2(500.0, 300.0), false));
    bench.frame();
    bench.frame();
    assert!(says(&bench, "not kept"), "{}", words(&bench.shapes));
    press(&mut bench, Key::R);
    assert!(says(&bench, " f f"), "{}", words(&bench.shapes));
    bench.key_with(Key::Z, Modifiers::CTRL);
    bench.frame();
    bench.frame();
    assert!(!says(&bench, " f f"));
}

#[test]
fn a_zone_is_painted_and_an_objective_made_by_keys() {
    let mut bench = Bench::new(Opening::default(), Bench::quick(), (1280.0, 720.0));
    press(&mut bench, Key::N);
    press(&mut bench, Key::E);
    bench.frame();
    // Two hexes of a zone: painting makes one if there is none.
    press(&mut bench, Key::Num6);
    press(&mut bench, Key::A);
    press(&mut bench, Key::S);
    press(&mut bench, Key::A);
    press(&mut bench, Key::S);
    assert!(says(&bench, "zone 1"), "{}", words(&bench.shapes));
    press(&mut bench, Key::Num7);
    press(&mut bench, Key::N);
    bench.frame();
    assert!(says(&bench, "All of these"), "{}", words(&bench.shapes));
    assert!(says(&bench, "It is sound"), "{}", words(&bench.shapes));
    press(&mut bench, Key::R);
    bench.frame();
    assert!(says(&bench, "zones: {"), "{}", words(&bench.shapes));
    bench.key_with(Key::Z, Modifiers::CTRL);
    bench.key_with(Key::Z, Modifiers::CTRL);
    bench.key_with(Key::Z, Modifiers::CTRL);
    bench.frame();
    assert!(!says(&bench, "zones: {"), "{}", words(&bench.shapes));
}
