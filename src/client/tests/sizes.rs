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

#[test]
fn no_words_are_cut_off_at_any_size() {
    for (w, h) in [
        (1280.0, 720.0),
        (1920.0, 1080.0),
        (2560.0, 1440.0),
        (3840.0, 2160.0),
    ] {
        for scale in [0.75, 1.0, 1.5, 2.0] {
            let size = (w / scale, h / scale);
            let window = Rect::from_min_size(Pos2::ZERO, vec2(size.0, size.1));
            let at = format!("{w}x{h} at {scale}");
            let mut bench = Bench::new(opening(&[true, false], 5), Bench::quick(), size);
            bench.until("a question", Bench::asked);
            bench.key(Key::Num2);
            assert_eq!(
                cut(&bench.shapes, window),
                Vec::<String>::new(),
                "plan, {at}"
            );
            bench.key(Key::F1);
            bench.frame();
            assert_eq!(
                cut(&bench.shapes, window),
                Vec::<String>::new(),
                "keys, {at}"
            );
        }
    }
    for size in [
        (1280.0, 720.0),
        (1706.0, 960.0),
        (2560.0, 1440.0),
        (960.0, 540.0),
    ] {
        let window = Rect::from_min_size(Pos2::ZERO, vec2(size.0, size.1));
        let mut bench = Bench::new(Opening::default(), Bench::quick(), size);
        assert_eq!(
            cut(&bench.shapes, window),
            Vec::<String>::new(),
            "menu, {size:?}"
        );
        bench.key(Key::N);
        bench.frame();
        assert_eq!(bench.client.screen_name(), "setup");
        assert_eq!(
            cut(&bench.shapes, window),
            Vec::<String>::new(),
            "set-up, {size:?}"
        );
    }
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
