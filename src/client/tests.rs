//! The client driven without a window: frames are drawn through egui alone, input is made up.

use super::app::{Begin, Client, Opening};
use super::battle::engine::Engine;
use super::options::Options;
use crate::combat::combatant::SideId;
use crate::seat::players::computer;
use crate::seat::{Player, Seats};
use bevy_egui::egui::{
    Context, Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Shape, pos2, vec2,
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
        // Nothing is rendered here, so the pictures go nowhere.
        output.textures_delta.clear();
        self.shapes = output
            .shapes
            .into_iter()
            .map(|clipped| clipped.shape)
            .collect();
        if let Some(asked) = asked {
            self.title = asked.title;
            self.cues = asked.cues.len();
        }
        // The battle runs on a thread of its own.
        std::thread::sleep(std::time::Duration::from_millis(1));
    }

    fn key(&mut self, key: Key) {
        for pressed in [true, false] {
            self.events.push(Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers: Modifiers::NONE,
            });
        }
        self.frame();
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

#[test]
fn a_person_plays_the_duel_to_its_end_by_enter_alone() {
    let mut bench = Bench::new(opening(&[true, false], 5), Bench::quick(), (1280.0, 720.0));
    for _ in 0..3000 {
        if bench.client.play().is_some_and(|play| play.is_over()) {
            break;
        }
        bench.key(Key::Enter);
    }
    let play = bench.client.play().unwrap();
    assert!(play.is_over());
    assert!(play.engine().unwrap().battle.outcome().is_some());
    bench.key(Key::Escape);
    assert_eq!(bench.client.screen_name(), "menu");
}

#[test]
fn computers_come_to_the_end_without_any_input() {
    let mut bench = Bench::new(opening(&[false, false], 3), Bench::quick(), (1280.0, 720.0));
    bench.until("the end", |client| {
        client.play().is_some_and(|play| play.is_over())
    });
}

#[test]
fn the_log_is_equal_at_any_pace() {
    let log = |options: Options| {
        let mut bench = Bench::new(opening(&[false, false], 9), options, (1280.0, 720.0));
        bench.until("the end", |client| {
            client.play().is_some_and(|play| play.is_over())
        });
        let engine = bench.client.play().unwrap().engine().unwrap();
        engine.battle.events(None).cloned().collect::<Vec<_>>()
    };
    let skipped = log(Bench::quick());
    let played = log(Options {
        skip: false,
        speed: 1600,
        ..Bench::quick()
    });
    assert_eq!(skipped, played);
}

#[test]
fn a_foe_pointed_at_is_closed_with_and_the_walk_is_shown() {
    let mut bench = Bench::new(opening(&[true, false], 5), Bench::quick(), (1280.0, 720.0));
    bench.until("a question", Bench::asked);
    // The list's second row closes with the foe; its walk is worked out.
    bench.key(Key::Num2);
    let prompt = bench.client.play().unwrap().prompt().unwrap();
    assert!(
        prompt.words.contains("close with Bruna"),
        "{}",
        prompt.words
    );
    let walk = prompt.walk.clone().unwrap();
    assert!(walk.metres() > 0, "{walk:?}");
    assert_eq!(walk.hexes[0], prompt.sight.figures[0].place.hex);
    // Turning the end changes the plan, and one key takes it back.
    bench.key(Key::ArrowRight);
    let turned = bench
        .client
        .play()
        .unwrap()
        .prompt()
        .unwrap()
        .walk
        .clone()
        .unwrap();
    assert_ne!(turned.facing, walk.facing);
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

#[test]
fn set_up_leads_to_a_battle_by_its_main_button() {
    let mut bench = Bench::new(Opening::default(), Bench::quick(), (1280.0, 720.0));
    bench.key(Key::N);
    bench.until("the set-up", |client| client.screen_name() == "setup");
    bench.click(pos2(1098.0, 664.0));
    bench.until("a question", Bench::asked);
}
