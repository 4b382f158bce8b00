//! Every size of window.

use super::*;
use crate::client::battle::layout::Layout;
use crate::client::battle::prompt::Asked;

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

/// Texts of a panel that lie over one another.
fn crossing(shapes: &[Shape], panels: &[Rect]) -> Vec<String> {
    fn texts(shapes: &[Shape], found: &mut Vec<(Rect, String)>) {
        for shape in shapes {
            match shape {
                Shape::Vec(inner) => texts(inner, found),
                Shape::Text(text) if !text.galley.text().trim().is_empty() => {
                    // Lines are spaced wider than their letters are high.
                    let rect = Rect::from_min_size(text.pos, text.galley.size());
                    let rect = rect.shrink2(vec2(0.5, rect.height().min(24.0) * 0.17));
                    found.push((rect, text.galley.text().to_owned()));
                }
                _ => {}
            }
        }
    }
    let mut all = Vec::new();
    texts(shapes, &mut all);
    let mut found = Vec::new();
    for panel in panels {
        let inside: Vec<_> = all
            .iter()
            .filter(|(rect, _)| panel.contains_rect(*rect))
            .collect();
        for (index, (rect, words)) in inside.iter().enumerate() {
            for (other, others) in &inside[index + 1..] {
                if words != others && rect.intersects(*other) {
                    found.push(format!("{words:?} over {others:?} at {rect:?}"));
                }
            }
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

/// The screen that is up fits every size: no words are cut by the window's edge, and those of a
/// battle's panels do not lie over one another. What does not fit is told.
fn fits(bench: &mut Bench, state: &str, panels: bool) -> Vec<String> {
    let mut faults = Vec::new();
    for size in sizes() {
        bench.size = size;
        bench.frame();
        bench.frame();
        let window = Rect::from_min_size(Pos2::ZERO, vec2(size.0, size.1));
        let told = |words: String| format!("{state}, {size:?}: {words}");
        faults.extend(cut(&bench.shapes, window).into_iter().map(told));
        if panels {
            let layout = Layout::new(window);
            let mut rects = vec![layout.timeline, layout.card, layout.panel, layout.bar];
            if state == "answer" {
                rects = vec![layout.timeline, layout.sheet];
            }
            rects.retain(Rect::is_positive);
            faults.extend(crossing(&bench.shapes, &rects).into_iter().map(told));
        }
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
    faults.extend(fits(&mut bench, "menu", false));
    for (key, name) in [
        (Key::N, "setup"),
        (Key::H, "setup"),
        (Key::L, "load"),
        (Key::O, "options"),
        (Key::Questionmark, "help"),
        (Key::R, "rulebook"),
    ] {
        bench.key(key);
        bench.frame();
        assert_eq!(bench.client.screen_name(), name);
        bench.until("the screen is whole", |client| !client.is_fetching());
        faults.extend(fits(&mut bench, name, false));
        bench.key(Key::Escape);
        assert_eq!(bench.client.screen_name(), "menu", "from {name}");
    }
    none(&faults);
}

#[test]
fn every_question_fits_every_size() {
    let mut bench = Bench::new(opening(&[true, false], 5), Bench::quick(), (1280.0, 720.0));
    bench.until("a question", Bench::asked);
    let mut faults = Vec::new();
    faults.extend(fits(&mut bench, "first steps", true));
    bench.key(Key::Num2);
    faults.extend(fits(&mut bench, "plan", true));
    for (key, state) in [
        (Key::Questionmark, "keys"),
        (Key::O, "standing orders"),
        (Key::G, "log"),
        (Key::Escape, "rest"),
    ] {
        bench.key(key);
        faults.extend(fits(&mut bench, state, false));
        bench.key(if key == Key::G { Key::G } else { Key::Escape });
    }
    for key in [Key::C, Key::T, Key::V, Key::F, Key::M] {
        bench.key(key);
    }
    faults.extend(fits(&mut bench, "overlays", true));
    let options = Options {
        every: true,
        ..Bench::quick()
    };
    let mut bench = Bench::new(opening(&[true, false], 12), options, (1280.0, 720.0));
    let mut seen = Vec::new();
    for _ in 0..400 {
        bench.until("a question or the end", |client| {
            let play = client.play().unwrap();
            play.is_over() || play.prompt().is_some()
        });
        let play = bench.client.play().unwrap();
        let state = match play.prompt() {
            None => break,
            Some(prompt) if prompt.asked == Asked::Answer => "answer",
            Some(prompt) if prompt.asked == Asked::Deed && !prompt.when.is_empty() => "declare",
            Some(prompt) if prompt.asked == Asked::Deed && prompt.odds.is_some() => "odds",
            Some(_) => "other",
        };
        if state != "other" && !seen.contains(&state) {
            faults.extend(fits(&mut bench, state, true));
            seen.push(state);
        }
        bench.key(Key::Enter);
    }
    seen.sort_unstable();
    assert_eq!(seen, ["answer", "declare", "odds"]);
    assert!(bench.client.play().unwrap().is_over());
    faults.extend(fits(&mut bench, "result", false));
    bench.key(Key::Enter);
    assert_eq!(bench.client.screen_name(), "replay");
    faults.extend(fits(&mut bench, "replay", false));
    none(&faults);
}

#[test]
fn the_cover_fits_every_size() {
    let mut bench = Bench::new(opening(&[true, true], 5), Bench::quick(), (1280.0, 720.0));
    bench.until("the cover", |client| client.play().unwrap().is_covered());
    none(&fits(&mut bench, "cover", false));
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
