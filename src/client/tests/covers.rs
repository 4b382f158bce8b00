//! While a cover is up nothing of the battle is seen or heard.

use super::*;
use crate::client::battle::play::cover;
use crate::client::field::tokens::Tokens;
use crate::client::keys::Keys;
use crate::client::look::controls::Pen;
use crate::client::look::fonts;
use crate::client::look::icons::Icons;
use bevy_egui::egui::{Color32, LayerId, Ui, UiBuilder};

const SIZE: (f32, f32) = (640.0, 400.0);

fn pixels(
    ctx: &Context,
    output: bevy_egui::egui::FullOutput,
    pictures: &raster::Pictures,
) -> Vec<Color32> {
    let primitives = ctx.tessellate(output.shapes, output.pixels_per_point);
    raster::draw(&primitives, pictures, (SIZE.0 as usize, SIZE.1 as usize))
}

/// The cover of a side alone: no battle, no client, a program that draws nothing else.
fn alone(side: SideId, name: &str) -> Vec<Color32> {
    let ctx = Context::default();
    let mut pictures = raster::Pictures::default();
    let mut tokens = Tokens::default();
    fonts::install(&ctx);
    let mut icons = None;
    let mut last = None;
    for frame in 0..4 {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(SIZE.0, SIZE.1))),
            time: Some(f64::from(frame)),
            ..RawInput::default()
        };
        let mut output = ctx.run_ui(input, |ui| {
            let ctx = ui.ctx().clone();
            if frame == 0 {
                icons = Some(Icons::shipped());
                return;
            }
            let mut root = Ui::new(
                ctx.clone(),
                "client".into(),
                UiBuilder::new()
                    .layer_id(LayerId::background())
                    .max_rect(ctx.viewport_rect()),
            );
            let pen = Pen {
                ui: &mut root,
                icons: icons.as_ref().unwrap(),
                keys: &mut Keys::none(),
            };
            let all = pen.ui.max_rect();
            cover::face(&pen, &mut tokens, all, side, name, 0.0);
        });
        pictures.take(&output.textures_delta);
        output.textures_delta.clear();
        last = Some(output);
    }
    pixels(&ctx, last.unwrap(), &pictures)
}

#[test]
fn a_covered_frame_is_the_cover_alone_pixel_for_pixel() {
    for (seed, orders) in [(1, 0), (8, 2)] {
        let mut bench = Bench::new(opening(&[true, true], seed), Bench::quick(), SIZE);
        for turn in 0..=orders {
            for _ in 0..2000 {
                if bench.client.play().is_some_and(|play| play.is_covered()) {
                    break;
                }
                match Bench::asked(&bench.client) {
                    true => bench.key(Key::Enter),
                    false => bench.frame(),
                }
            }
            for _ in 0..3 {
                bench.frame();
                assert_eq!((bench.title.as_str(), bench.cues), ("Hexfray", 0));
            }
            let side = bench.client.play().unwrap().covered().unwrap();
            let name = bench
                .client
                .play()
                .unwrap()
                .engine()
                .unwrap()
                .battle
                .status()
                .sides[usize::from(side.0)]
            .name
            .to_string();
            let seen = bench.pixels();
            let cover = alone(side, &name);
            let unlike = seen.iter().zip(&cover).filter(|(a, b)| a != b).count();
            assert_eq!(unlike, 0, "seed {seed}, turn {turn}: pixels that differ");
            // A picture of one colour would be equal too.
            assert!(seen.iter().any(|pixel| *pixel != seen[0]));
            if turn == orders {
                break;
            }
            bench.hold(Key::Enter);
            bench.until("a question", Bench::asked);
            // The board is no cover.
            assert_ne!(bench.pixels(), cover);
            while Bench::asked(&bench.client) {
                bench.key(Key::Enter);
            }
        }
    }
}

#[test]
fn the_cover_hides_everything() {
    let shapes = |seed: u64, size: (f32, f32)| {
        let mut bench = Bench::new(opening(&[true, true], seed), Bench::quick(), size);
        bench.until("a cover", |client| {
            client.play().is_some_and(|play| play.is_covered())
        });
        let mut cues = 0;
        for _ in 0..5 {
            bench.frame();
            cues += bench.cues;
        }
        assert_eq!((bench.title.as_str(), cues), ("Hexfray", 0));
        format!("{:?}", bench.shapes)
    };
    // Whatever the battle behind it, the frame is that of the cover alone.
    let size = (1280.0, 720.0);
    assert_eq!(shapes(1, size), shapes(2, size));
    // Deeper in the battle, with orders given, it is still the same but for the side's name.
    let mut bench = Bench::new(opening(&[true, true], 4), Bench::quick(), size);
    let mut covers: Vec<(SideId, String)> = Vec::new();
    for _ in 0..6 {
        for _ in 0..2000 {
            if bench.client.play().is_some_and(|play| play.is_covered()) {
                break;
            }
            // The same side may be asked again before the other one's turn.
            match Bench::asked(&bench.client) {
                true => bench.key(Key::Enter),
                false => bench.frame(),
            }
        }
        bench.frame();
        let side = bench.client.play().unwrap().covered().unwrap();
        let picture = format!("{:?}", bench.shapes);
        if let Some((_, known)) = covers.iter().find(|(known, _)| *known == side) {
            assert_eq!(*known, picture);
        }
        covers.push((side, picture));
        bench.hold(Key::Enter);
        bench.until("a question", Bench::asked);
        bench.key(Key::Num2);
        while Bench::asked(&bench.client) {
            bench.key(Key::Enter);
        }
    }
    assert!(
        covers.iter().any(|(side, _)| *side == SideId(0))
            && covers.iter().any(|(side, _)| *side == SideId(1))
    );
}

#[test]
fn whoever_sits_down_is_told_what_he_saw_and_may_pause_or_skip_it() {
    let options = Options {
        skip: false,
        calm: false,
        ..Bench::quick()
    };
    let mut bench = Bench::new(opening(&[true, true], 4), options, (1280.0, 720.0));
    let covered = |client: &Client| client.play().is_some_and(|play| play.is_covered());
    let told = |bench: &Bench| words(&bench.shapes).contains("What you saw");
    let mut recaps = 0;
    for _ in 0..6 {
        for _ in 0..4000 {
            if covered(&bench.client) {
                break;
            }
            match Bench::asked(&bench.client) {
                true => {
                    bench.key(Key::Num2);
                    bench.key(Key::Enter);
                }
                false => bench.frame(),
            }
        }
        assert!(covered(&bench.client));
        assert!(!told(&bench));
        // Held until it opens, and no longer.
        bench.press(Key::Enter, true);
        for _ in 0..40 {
            if !covered(&bench.client) {
                break;
            }
            bench.frame();
        }
        bench.press(Key::Enter, false);
        bench.frame();
        if Bench::asked(&bench.client) {
            continue;
        }
        assert!(told(&bench), "{}", words(&bench.shapes));
        recaps += 1;
        // Paused, it stays; skipped, the question is put.
        bench.key(Key::Space);
        for _ in 0..200 {
            bench.frame();
        }
        assert!(!Bench::asked(&bench.client) && told(&bench));
        bench.key(Key::Escape);
        for _ in 0..4 {
            bench.frame();
        }
        assert!(Bench::asked(&bench.client));
        assert!(!told(&bench));
    }
    assert!(recaps > 0);
}
