//! The options: a tab for each kind; what is changed holds at once and is kept.

mod files;
mod keys;

use crate::client::battle::playback::SPEEDS;
use crate::client::keys::{DIGITS, Stroke as Press, cap};
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::{fonts, paint, palette as p};
use crate::client::options::Options;
use bevy_egui::egui::{Align2, Key, Rect, pos2, vec2};
use keys::KeysState;

const GRIDS: [&str; 4] = ["none", "dots", "lines", "lines with numbers"];
const SCALES: [u32; 7] = [0, 75, 100, 125, 150, 200, 300];

/// How long another size of everything is tried, in seconds, until the one before comes back.
const TRIAL: f32 = 10.0;

/// A kind of option.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Display,
    Sound,
    Play,
    Keys,
    Files,
}

const TABS: [(Tab, &str); 5] = [
    (Tab::Display, "Display"),
    (Tab::Sound, "Sound"),
    (Tab::Play, "Play"),
    (Tab::Keys, "Keys"),
    (Tab::Files, "Files"),
];

/// What is looked at.
#[derive(Clone, Debug, Default)]
pub struct SettingsState {
    tab: Tab,
    keys: KeysState,
    /// The size before the one being tried, and how long that still is.
    trial: Option<(u32, f32)>,
}

impl SettingsState {
    /// Whether the next frame must come by itself.
    pub fn is_lively(&self) -> bool {
        self.trial.is_some()
    }
}

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

/// An option: its words, its value in words, and what a click does.
type Row = (&'static str, String, fn(&mut Options));

fn row(name: &'static str, value: impl Into<String>, click: fn(&mut Options)) -> Row {
    (name, value.into(), click)
}

fn rows(tab: Tab, options: &Options) -> Vec<Row> {
    match tab {
        Tab::Display => {
            let scale = match options.scale {
                0 => "by the window".to_owned(),
                scale => format!("{scale} %"),
            };
            let grid = GRIDS[usize::from(options.grid.min(3))];
            vec![
                row("Size of everything", scale, |o| {
                    o.scale = next(&SCALES, o.scale);
                }),
                row("Grid", grid, |o| o.grid = (o.grid + 1) % 4),
                row("Reduced motion", yes(options.calm), |o| o.calm = !o.calm),
                row("Show threatened hexes", yes(options.threats), |o| {
                    o.threats = !o.threats;
                }),
            ]
        }
        Tab::Sound => vec![
            row("Loudness", format!("{} %", options.volume), |o| {
                o.volume = next(&[0, 20, 40, 70, 100], o.volume);
            }),
            row("Mute", yes(options.mute), |o| o.mute = !o.mute),
        ],
        Tab::Play => {
            let pace = format!("{}\u{d7}", options.speed as f32 / 100.0);
            let read = if options.steps == 0 {
                "all unread"
            } else {
                "some were read"
            };
            vec![
                row("Pace of playback", pace, |o| {
                    o.speed = next(&SPEEDS, o.speed);
                }),
                row("Skip playback", yes(options.skip), |o| o.skip = !o.skip),
                row("Ask at every card", yes(options.every), |o| {
                    o.every = !o.every;
                }),
                row("Notes of the first steps", read, |o| o.steps = 0),
            ]
        }
        Tab::Keys | Tab::Files => Vec::new(),
    }
}

/// Puts the options of a tab back as they were made.
fn reset(tab: Tab, options: &mut Options) {
    let made = Options::default();
    match tab {
        Tab::Display => {
            (options.scale, options.grid) = (made.scale, made.grid);
            (options.calm, options.threats) = (made.calm, made.threats);
        }
        Tab::Sound => (options.volume, options.mute) = (made.volume, made.mute),
        Tab::Play => {
            (options.speed, options.skip, options.every) = (made.speed, made.skip, made.every);
        }
        Tab::Keys => options.keys = made.keys,
        Tab::Files => {}
    }
}

/// Draws the options; whether they were closed.
pub fn draw(pen: &mut Pen, options: &mut Options, state: &mut SettingsState, seconds: f32) -> bool {
    let all = pen.ui.max_rect();
    let rect = Rect::from_center_size(
        all.center(),
        vec2(
            860.0f32.min(all.width() - 12.0),
            600.0f32.min(all.height() - 12.0),
        ),
    );
    let painter = pen.painter();
    paint::panel(&painter, rect);
    let inner = inside(rect);
    let before = options.clone();
    // A key that is waited for does nothing else.
    state.keys.take(pen, options);
    painter.text(
        inner.min,
        Align2::LEFT_TOP,
        "Options",
        fonts::title(34.0),
        p::TEXT,
    );
    let foot = inner.bottom() - 44.0;
    let side = if inner.width() < 560.0 { 96.0 } else { 150.0 };
    tabs(
        pen,
        Rect::from_min_max(
            pos2(inner.left(), inner.top() + 54.0),
            pos2(inner.left() + side, foot - 10.0),
        ),
        state,
    );
    let body = Rect::from_min_max(
        pos2(inner.left() + side + 18.0, inner.top() + 54.0),
        pos2(inner.right(), foot - 10.0),
    );
    match state.tab {
        Tab::Keys => keys::draw(pen, body, options, &mut state.keys),
        Tab::Files => files::draw(pen, body),
        tab => list(pen, body, tab, options),
    }
    trial(pen, body, options, &before, state, seconds);
    let reset_rect = Rect::from_min_max(
        pos2(inner.left(), foot),
        pos2(
            inner.left() + 190.0f32.min(inner.width() * 0.4),
            inner.bottom(),
        ),
    );
    if state.tab != Tab::Files
        && pen.button(
            reset_rect,
            &Button::new("As it was made")
                .key(Press::of(Key::R))
                .size(14.0),
        )
    {
        reset(state.tab, options);
    }
    let done = Rect::from_min_max(pos2(inner.right() - 150.0, foot), inner.max);
    let closed = pen.button(
        done,
        &Button::new("Done")
            .key(Press::of(Key::Escape))
            .rank(Rank::Main),
    ) || (state.tab != Tab::Keys && pen.pressed(Press::of(Key::Enter)));
    if closed && let Some((size, _)) = state.trial.take() {
        options.scale = size;
    }
    // A size that is only tried is not kept.
    if *options != before && state.trial.is_none() {
        options.keep();
    }
    closed
}

/// The kinds of option at the left.
fn tabs(pen: &mut Pen, rect: Rect, state: &mut SettingsState) {
    let at = TABS.iter().position(|(tab, _)| *tab == state.tab);
    let by = |by: usize| TABS[(at.unwrap_or(0) + by) % TABS.len()].0;
    let mut wanted = None;
    if pen.pressed(Press::of(Key::Tab)) {
        wanted = Some(by(1));
    } else if pen.pressed(Press::shift(Key::Tab)) {
        wanted = Some(by(TABS.len() - 1));
    }
    let high = (rect.height() / TABS.len() as f32).min(46.0);
    for (index, (tab, words)) in TABS.iter().enumerate() {
        let row = Rect::from_min_size(
            pos2(rect.left(), rect.top() + index as f32 * high),
            vec2(rect.width(), high - 6.0),
        );
        let rank = if *tab == state.tab {
            Rank::Chosen
        } else {
            Rank::Plain
        };
        if pen.button(row, &Button::new(words).rank(rank).size(15.0)) {
            wanted = Some(*tab);
        }
    }
    let below = rect.top() + TABS.len() as f32 * high + 8.0;
    if below + 24.0 < rect.bottom() {
        let painter = pen.painter();
        let cap = paint::key_cap(
            &painter,
            pos2(rect.left() + 2.0, below + 8.0),
            &cap(Key::Tab),
            false,
        );
        painter.text(
            pos2(cap.right() + 6.0, below + 8.0),
            Align2::LEFT_CENTER,
            "the next",
            fonts::plain(13.5),
            p::DIM,
        );
    }
    if let Some(tab) = wanted {
        state.tab = tab;
        state.keys = KeysState::default();
    }
}

/// Options that are gone through by clicks.
fn list(pen: &mut Pen, body: Rect, tab: Tab, options: &mut Options) {
    let painter = pen.painter();
    let rows = rows(tab, options);
    let high = (body.height() / rows.len().max(1) as f32).min(44.0);
    for (index, (name, value, click)) in rows.iter().enumerate() {
        let y = body.top() + index as f32 * high;
        paint::line(
            &painter,
            pos2(body.left(), y + (high - 6.0) / 2.0),
            Align2::LEFT_CENTER,
            name,
            fonts::medium(15.5),
            p::TEXT,
            body.width() * 0.46,
        );
        let control = Rect::from_min_max(
            pos2(body.left() + body.width() * 0.48, y),
            pos2(body.right(), y + high - 6.0),
        );
        if pen.button(
            control,
            &Button::new(value).key(Press::of(DIGITS[index])).size(14.5),
        ) {
            click(options);
        }
    }
}

/// Another size of everything goes back by itself unless it is kept: it may leave nothing to click.
fn trial(
    pen: &mut Pen,
    body: Rect,
    options: &mut Options,
    before: &Options,
    state: &mut SettingsState,
    seconds: f32,
) {
    if options.scale != before.scale {
        let first = state.trial.map_or(before.scale, |(size, _)| size);
        state.trial = (first != options.scale).then_some((first, TRIAL));
    }
    let Some((size, left)) = state.trial else {
        return;
    };
    let left = left - seconds;
    if left <= 0.0 {
        options.scale = size;
        state.trial = None;
        return;
    }
    state.trial = Some((size, left));
    let sheet = Rect::from_min_max(pos2(body.left(), body.bottom() - 54.0), body.max);
    let painter = pen.painter();
    painter.rect_filled(sheet, 0.0, p::CARD);
    paint::line(
        &painter,
        pos2(sheet.left() + 12.0, sheet.center().y),
        Align2::LEFT_CENTER,
        &format!("It goes back in {} s.", left.ceil()),
        fonts::medium(15.0),
        p::TEXT,
        sheet.width() - 190.0,
    );
    let keep = Rect::from_min_max(
        pos2(sheet.right() - 166.0, sheet.top() + 7.0),
        sheet.max - vec2(8.0, 7.0),
    );
    if pen.button(
        keep,
        &Button::new("Keep it").key(Press::of(Key::Enter)).size(14.5),
    ) {
        state.trial = None;
        options.keep();
    }
}
