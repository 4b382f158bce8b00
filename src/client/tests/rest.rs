//! Where nothing moves and nobody touches anything, no frame comes by itself: a battle that waits for
//! its player costs next to nothing.

use super::*;
use bevy_egui::egui::ViewportId;

/// Frames until the screen rests; what still asks for another one is told.
fn comes_to_rest(bench: &mut Bench, screen: &str) {
    let mut why = String::new();
    for _ in 0..3000 {
        bench.frame();
        let output = bench.output.as_ref().unwrap();
        let repaint = output.viewport_output[&ViewportId::ROOT].repaint_delay;
        if !bench.lively && repaint == std::time::Duration::MAX {
            return;
        }
        let causes = bench.ctx.repaint_causes();
        why = format!("lively: {}, egui: {repaint:?} {causes:?}", bench.lively);
        // Pictures of the ground take their time on a slow machine, and come to an end.
        if bench.client.is_drawing() {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
    panic!("{screen}: {why}");
}

#[test]
fn screens_rest_when_nothing_moves() {
    {
        let level = "duel";
        for rules in ["phases", "wounds"] {
            let start = crate::start::start(Path::new(level), Some(rules), None).unwrap();
            let seats = Seats(vec![Player::Person, computer()]);
            let begin = Begin {
                start,
                seats,
                seed: 3,
                practice: true,
            };
            let opening = Opening {
                battle: Some(Ok(begin)),
                ..Opening::default()
            };
            let mut bench = Bench::new(opening, Bench::quick(), (1280.0, 720.0));
            bench.until("a question", Bench::asked);
            comes_to_rest(&mut bench, &format!("{level} by {rules}"));
            // The pointer over the board, over a foe and over a button.
            for at in [pos2(600.0, 400.0), pos2(700.0, 300.0), pos2(1100.0, 590.0)] {
                bench.events.push(Event::PointerMoved(at));
                comes_to_rest(&mut bench, &format!("{level} by {rules}, pointed at {at}"));
            }
        }
    }
    let mut bench = Bench::new(Opening::default(), Bench::quick(), (1280.0, 720.0));
    for (key, screen) in [
        (Key::N, "set-up"),
        (Key::Q, "quick battle"),
        (Key::Escape, "menu"),
        (Key::E, "editor"),
        (Key::Escape, "menu again"),
        (Key::R, "rulebook"),
        (Key::Escape, "menu once more"),
        (Key::O, "options"),
    ] {
        bench.key(key);
        comes_to_rest(&mut bench, screen);
    }
}
