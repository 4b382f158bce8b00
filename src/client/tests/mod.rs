//! The client driven without a window: frames are drawn through egui alone, input is made up.

mod book;
mod covers;
mod editor;
mod faults;
mod keys;
mod log;
mod pace;
mod play;
mod raster;
mod recorded;
mod replay;
mod rest;
mod scenes;
mod sizes;

use super::app::{Begin, Client, Opening};
use super::battle::engine::Engine;
use super::options::Options;
use crate::combat::combatant::SideId;
use crate::seat::players::computer;
use crate::seat::{Player, Seats};
use bevy_egui::egui::epaint::ClippedShape;
use bevy_egui::egui::{
    Color32, Context, Event, FullOutput, Key, Modifiers, PointerButton, Pos2, RawInput, Rect,
    Shape, pos2, vec2,
};
use std::path::Path;

/// A client with a screen of its own and hands.
struct Bench {
    ctx: Context,
    client: Client,
    size: (f32, f32),
    events: Vec<Event>,
    time: f64,
    shapes: Vec<Shape>,
    title: String,
    cues: usize,
    /// Another frame shall come by itself.
    lively: bool,
    /// Pictures that shapes refer to.
    pictures: raster::Pictures,
    output: Option<FullOutput>,
}

/// Words longer than the place in which they are scrolled: what lies beyond it is cut on purpose.
fn is_scrolled(clipped: &ClippedShape) -> bool {
    let Shape::Text(text) = &clipped.shape else {
        return false;
    };
    text.galley.size().y > clipped.clip_rect.height()
}

/// Keeps a battle of a test in a folder that goes away with the tests.
pub fn aside(mut engine: Engine) -> Engine {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU32, Ordering};
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder = FOLDER.get_or_init(|| tempfile::tempdir().unwrap()).path();
    let own = folder.join(COUNT.fetch_add(1, Ordering::Relaxed).to_string());
    std::fs::create_dir_all(&own).unwrap();
    engine.keeper.keep_in(&own);
    engine
}

/// Everything that is written on the screen.
fn words(shapes: &[Shape]) -> String {
    let of = |shape: &Shape| match shape {
        Shape::Text(text) => text.galley.text().to_owned(),
        Shape::Vec(inner) => words(inner),
        _ => String::new(),
    };
    shapes.iter().map(of).collect::<Vec<_>>().join("\n")
}

fn opening(people: &[bool], seed: u64) -> Opening {
    let start = crate::start::start(Path::new("duel"), None, None).unwrap();
    let seats = people.iter().map(|person| match person {
        true => Player::Person,
        false => computer(),
    });
    let seats = Seats(seats.collect());
    Opening {
        battle: Some(Ok(Begin {
            start,
            seats,
            seed,
            practice: true,
        })),
        ..Opening::default()
    }
}

impl Bench {
    fn new(opening: Opening, options: Options, size: (f32, f32)) -> Bench {
        let client = Client::opened(opening, options);
        let mut bench = Bench {
            ctx: Context::default(),
            client,
            size,
            events: Vec::new(),
            time: 0.0,
            shapes: Vec::new(),
            title: String::new(),
            cues: 0,
            lively: false,
            output: None,
            pictures: raster::Pictures::default(),
        };
        bench.frame();
        bench.frame();
        bench
    }

    fn quick() -> Options {
        Options {
            skip: true,
            calm: true,
            scale: 100,
            ..Options::default()
        }
    }

    fn frame(&mut self) {
        self.time += 0.05;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(
                Pos2::ZERO,
                vec2(self.size.0, self.size.1),
            )),
            time: Some(self.time),
            events: std::mem::take(&mut self.events),
            ..RawInput::default()
        };
        let ctx = self.ctx.clone();
        let (client, mut asked) = (&mut self.client, None);
        let mut output = ctx.run_ui(input, |ui| asked = Some(client.frame(ui.ctx(), 0.05)));
        self.pictures.take(&output.textures_delta);
        output.textures_delta.clear();
        self.shapes = output
            .shapes
            .iter()
            .filter(|clipped| !is_scrolled(clipped))
            .map(|clipped| clipped.shape.clone())
            .collect();
        self.output = Some(output);
        if let Some(asked) = asked {
            self.title = asked.title;
            self.cues = asked.cues.len();
            self.lively = asked.lively;
        }
        // The battle runs on a thread of its own.
        std::thread::sleep(std::time::Duration::from_millis(1));
    }

    /// Where everybody is shown to stand.
    fn shown(&self) -> Vec<(crate::board::Hex, usize)> {
        let play = self.client.play().unwrap();
        let shown = play.shown();
        let place = |figure: &crate::combat::system::FigureView| (figure.place.hex, shown.told);
        shown.figures.iter().map(place).collect()
    }

    /// The last frame in pixels.
    fn pixels(&self) -> Vec<Color32> {
        let output = self.output.as_ref().unwrap();
        let shapes = output.shapes.clone();
        let primitives = self.ctx.tessellate(shapes, output.pixels_per_point);
        let size = (self.size.0 as usize, self.size.1 as usize);
        raster::draw(&primitives, &self.pictures, size)
    }

    fn key(&mut self, key: Key) {
        self.key_with(key, Modifiers::NONE);
    }

    fn key_with(&mut self, key: Key, modifiers: Modifiers) {
        for pressed in [true, false] {
            self.events.push(Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers,
            });
        }
        self.frame();
    }

    /// A key goes down, or up again.
    fn press(&mut self, key: Key, pressed: bool) {
        self.events.push(Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        });
    }

    fn click(&mut self, at: Pos2) {
        self.events.push(Event::PointerMoved(at));
        self.frame();
        for pressed in [true, false] {
            self.events.push(Event::PointerButton {
                pos: at,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            });
            self.frame();
        }
    }

    /// Frames until something holds; it must within some seconds.
    fn until(&mut self, what: &str, mut holds: impl FnMut(&Client) -> bool) {
        for _ in 0..4000 {
            if holds(&self.client) {
                return;
            }
            self.frame();
        }
        panic!("it never came to: {what}");
    }

    fn asked(client: &Client) -> bool {
        client.play().is_some_and(|play| play.prompt().is_some())
    }
}

impl Bench {
    fn hold(&mut self, key: Key) {
        let event = |pressed| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        self.events.push(event(true));
        for _ in 0..40 {
            self.frame();
        }
        self.events.push(event(false));
        self.frame();
    }
}
