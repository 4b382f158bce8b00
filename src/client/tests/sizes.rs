//! Every size of window.

use super::*;

/// Every text that lies wholly outside of the window, or is cut by it.
fn cut(shapes: &[Shape], window: Rect) -> Vec<String> {
    let mut found = Vec::new();
    for shape in shapes {
        match shape {
            Shape::Vec(inner) => found.extend(cut(inner, window)),
            Shape::Text(text) => {
                let rect = Rect::from_min_size(text.pos, text.galley.size());
                if !window.expand(1.0).contains_rect(rect) && text.galley.text().len() > 3 {
                    found.push(format!("{:?} at {rect:?}", text.galley.text()));
                }
            }
            _ => {}
        }
    }
    found
}

/// Every window of the list at every scale, in points.
fn sizes() -> Vec<(f32, f32)> {
    let windows = [
        (1280.0, 720.0),
        (1920.0, 1080.0),
        (2560.0, 1440.0),
        (3840.0, 2160.0),
    ];
    let scales = [0.75, 1.0, 1.5, 2.0];
    windows
        .iter()
        .flat_map(|(w, h)| scales.map(|scale| (w / scale, h / scale)))
        .collect()
}

/// The screen that is up fits every size: no words are cut by the window's edge. What does not fit is
/// told.
fn fits(bench: &mut Bench, state: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for size in sizes() {
        bench.size = size;
        bench.frame();
        bench.frame();
        let window = Rect::from_min_size(Pos2::ZERO, vec2(size.0, size.1));
        let told = |words: String| format!("{state}, {size:?}: {words}");
        faults.extend(cut(&bench.shapes, window).into_iter().map(told));
    }
    bench.size = (1280.0, 720.0);
    bench.frame();
    faults
}

/// No faults in any state.
fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn screens_before_and_beside_a_battle_fit_every_size() {
    let mut bench = Bench::new(Opening::default(), Bench::quick(), (1280.0, 720.0));
    let mut faults = Vec::new();
    faults.extend(fits(&mut bench, "menu"));
    for (key, name) in [
        (Key::N, "setup"),
        (Key::H, "setup"),
        (Key::L, "load"),
        (Key::O, "options"),
        (Key::Questionmark, "help"),
        (Key::R, "rulebook"),
        (Key::E, "editor"),
    ] {
        bench.key(key);
        bench.frame();
        assert_eq!(bench.client.screen_name(), name);
        bench.until("the screen is whole", |client| !client.is_fetching());
        faults.extend(fits(&mut bench, name));
        bench.key(Key::Escape);
        assert_eq!(bench.client.screen_name(), "menu", "from {name}");
    }
    // Those that are two keys away.
    for (keys, name) in [
        (&[Key::N, Key::Q][..], "quick"),
        (&[Key::O, Key::Tab], "options"),
        (&[Key::O, Key::Tab, Key::Tab, Key::Tab], "options"),
        (&[Key::O, Key::Tab, Key::Tab, Key::Tab, Key::Tab], "options"),
    ] {
        for key in keys {
            bench.key(*key);
        }
        bench.frame();
        assert_eq!(bench.client.screen_name(), name);
        faults.extend(fits(&mut bench, &format!("{keys:?}")));
        bench.key(Key::Escape);
        assert_eq!(bench.client.screen_name(), "menu", "from {name}");
    }
    none(&faults);
}

#[test]
fn a_plan_and_the_keys_fit_every_size() {
    let mut faults = Vec::new();
    for size in sizes() {
        let window = Rect::from_min_size(Pos2::ZERO, vec2(size.0, size.1));
        let mut bench = Bench::new(opening(&[true, false], 5), Bench::quick(), size);
        bench.until("a question", Bench::asked);
        for (key, state) in [(Key::Num2, "plan"), (Key::Questionmark, "keys")] {
            bench.key(key);
            bench.frame();
            let told = |words: String| format!("{state}, {size:?}: {words}");
            faults.extend(cut(&bench.shapes, window).into_iter().map(told));
        }
    }
    none(&faults);
}

#[test]
fn the_cover_fits_every_size() {
    let mut bench = Bench::new(opening(&[true, true], 5), Bench::quick(), (1280.0, 720.0));
    bench.until("the cover", |client| client.play().unwrap().is_covered());
    none(&fits(&mut bench, "cover"));
}

#[test]
fn a_tiny_window_still_plays() {
    let mut bench = Bench::new(opening(&[true, false], 5), Bench::quick(), (1280.0, 720.0));
    bench.until("a question", Bench::asked);
    for size in [
        (320.0, 200.0),
        (500.0, 300.0),
        (640.0, 400.0),
        (1280.0, 720.0),
    ] {
        bench.size = size;
        bench.frame();
        bench.frame();
        assert!(!bench.shapes.is_empty(), "{size:?}");
    }
    bench.size = (320.0, 200.0);
    for _ in 0..40 {
        // At the end Enter leads on to the record.
        if bench.client.play().unwrap().is_over() {
            break;
        }
        bench.key(Key::Enter);
    }
    assert!(
        bench
            .client
            .play()
            .unwrap()
            .engine()
            .is_none_or(|engine| engine.battle.flow().unit >= 1)
    );
}
