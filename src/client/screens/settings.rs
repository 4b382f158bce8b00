//! The options: pace, sound, sizes, grid.

use crate::client::battle::playback::SPEEDS;
use crate::client::keys::{DIGITS, Stroke as Press};
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::{fonts, paint, palette as p};
use crate::client::options::Options;
use bevy_egui::egui::{Align2, Key, Rect, pos2, vec2};

const GRIDS: [&str; 4] = ["none", "dots", "lines", "lines with numbers"];
const SCALES: [u32; 7] = [0, 75, 100, 125, 150, 200, 300];

fn next<T: Copy + PartialEq>(list: &[T], now: T) -> T {
    let at = list
        .iter()
        .position(|one| *one == now)
        .map_or(0, |at| at + 1);
    list[at % list.len()]
}

fn yes(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

/// Draws the options; whether they were closed.
pub fn draw(pen: &mut Pen, options: &mut Options) -> bool {
    let all = pen.ui.max_rect();
    let rect = Rect::from_center_size(
        all.center(),
        vec2(
            680.0f32.min(all.width() - 12.0),
            560.0f32.min(all.height() - 12.0),
        ),
    );
    let painter = pen.painter();
    paint::panel(&painter, rect);
    let inner = inside(rect);
    painter.text(
        inner.min,
        Align2::LEFT_TOP,
        "Options",
        fonts::title(34.0),
        p::TEXT,
    );
    let before = options.clone();
    let scale = if options.scale == 0 {
        "by the window".to_owned()
    } else {
        format!("{} %", options.scale)
    };
    let rows: [(&str, String); 9] = [
        (
            "Pace of playback",
            format!("{}\u{d7}", options.speed as f32 / 100.0),
        ),
        ("Skip playback", yes(options.skip).to_owned()),
        ("Reduced motion", yes(options.calm).to_owned()),
        ("Loudness", format!("{} %", options.volume)),
        ("Mute", yes(options.mute).to_owned()),
        ("Size of everything", scale),
        ("Grid", GRIDS[usize::from(options.grid.min(3))].to_owned()),
        ("Ask at every card", yes(options.every).to_owned()),
        ("Show threatened hexes", yes(options.threats).to_owned()),
    ];
    let top = inner.top() + 54.0;
    let high = ((inner.bottom() - 56.0 - top) / rows.len() as f32).min(44.0);
    for (index, (name, value)) in rows.iter().enumerate() {
        let y = top + index as f32 * high;
        paint::line(
            &painter,
            pos2(inner.left(), y + high / 2.0),
            Align2::LEFT_CENTER,
            name,
            fonts::medium(15.5),
            p::TEXT,
            inner.width() * 0.5,
        );
        let control = Rect::from_min_max(
            pos2(inner.left() + inner.width() * 0.52, y),
            pos2(inner.right(), y + high - 6.0),
        );
        if pen.button(
            control,
            &Button::new(value).key(Press::of(DIGITS[index])).size(14.5),
        ) {
            match index {
                0 => options.speed = next(&SPEEDS, options.speed),
                1 => options.skip = !options.skip,
                2 => options.calm = !options.calm,
                3 => options.volume = next(&[0, 20, 40, 70, 100], options.volume),
                4 => options.mute = !options.mute,
                5 => options.scale = next(&SCALES, options.scale),
                6 => options.grid = (options.grid + 1) % 4,
                7 => options.every = !options.every,
                _ => options.threats = !options.threats,
            }
        }
    }
    let done = Rect::from_min_max(
        pos2(inner.right() - 170.0, inner.bottom() - 44.0),
        inner.max,
    );
    let reset = Rect::from_min_max(
        pos2(inner.left(), inner.bottom() - 44.0),
        pos2(inner.left() + 170.0, inner.bottom()),
    );
    if pen.button(
        reset,
        &Button::new("As they were made")
            .key(Press::of(Key::R))
            .size(14.0),
    ) {
        *options = Options::default();
    }
    let closed = pen.button(
        done,
        &Button::new("Done")
            .key(Press::of(Key::Escape))
            .rank(Rank::Main),
    ) || pen.pressed(Press::of(Key::Enter));
    if *options != before {
        options.keep();
    }
    closed
}
