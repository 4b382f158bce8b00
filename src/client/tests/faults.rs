//! What is missing or goes away in the middle stops nothing.

use super::*;
use crate::client::look::icons::Icons;

#[test]
fn an_icon_that_is_missing_is_drawn_as_a_letter_and_told_to_nobody() {
    let ctx = Context::default();
    crate::client::look::fonts::install(&ctx);
    let mut icons = None;
    let mut shapes = 0;
    for _ in 0..2 {
        let mut output = ctx.run_ui(RawInput::default(), |ui| {
            let icons = icons.get_or_insert_with(Icons::shipped);
            icons.draw(
                ui.painter(),
                "an icon nobody has drawn",
                pos2(40.0, 40.0),
                24.0,
                Color32::WHITE,
            );
        });
        output.textures_delta.clear();
        shapes = output
            .shapes
            .iter()
            .filter(
                |clipped| matches!(&clipped.shape, Shape::Text(text) if text.galley.text() == "A"),
            )
            .count();
    }
    assert_eq!(shapes, 1);
}

#[test]
fn closing_in_the_middle_of_playback_leaves_a_record_that_goes_on() {
    let options = Options {
        skip: false,
        speed: 50,
        ..Bench::quick()
    };
    let mut bench = Bench::new(opening(&[true, false], 5), options, (1280.0, 720.0));
    bench.until("a question", Bench::asked);
    let kept = bench.client.play().unwrap().engine().unwrap().kept.clone();
    let kept = kept.expect("a question is kept before it is put");
    // The card is sealed, the battle runs and is played back: then the window is gone.
    bench.key(Key::Num2);
    while Bench::asked(&bench.client) {
        bench.key(Key::Enter);
    }
    bench.frame();
    drop(bench);
    // What runs on a thread of its own may still write; it never writes half a record.
    std::thread::sleep(std::time::Duration::from_millis(200));
    let again = Opening {
        battle: Some(Err(kept)),
        ..Opening::default()
    };
    let mut again = Bench::new(again, Bench::quick(), (1280.0, 720.0));
    again.until("a question", Bench::asked);
}

#[test]
fn a_client_whose_files_cannot_be_read_says_so_and_goes_on() {
    let mut bench = Bench::new(
        Opening {
            battle: Some(Err("/nowhere/at/all.ron".into())),
            ..Opening::default()
        },
        Bench::quick(),
        (1280.0, 720.0),
    );
    assert_eq!(bench.client.screen_name(), "load");
    bench.key(Key::Escape);
    assert_eq!(bench.client.screen_name(), "menu");
}
