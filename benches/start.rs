//! How long the window takes from nothing to its first frame, and what memory it holds, beside an
//! empty window of Bevy and an empty one with egui. Every run is a process of its own; a display is
//! needed (`xvfb-run cargo bench --bench start`).

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiGlobalSettings, EguiPlugin, EguiPrimaryContextPass, PrimaryEguiContext,
};
use hexfray::client::{Begin, Opening};
use hexfray::seat::{Player, Seats, players};
use std::process::Command;
use std::time::{Duration, Instant};

/// Processes of each program; the middle one counts.
const RUNS: usize = 7;

/// The programs that are set beside each other.
const PROGRAMS: [(&str, &str); 4] = [
    ("empty", "an empty window"),
    ("egui", "an empty window with egui"),
    ("menu", "the game, its menu"),
    ("battle", "the game, a battle of 4 against 4"),
];

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(place) = arguments.iter().position(|word| word == "--run") {
        run(&arguments[place + 1]);
    } else if arguments.iter().any(|word| word == "--bench") {
        beside_each_other();
    }
}

/// Frames a program shows before it tells its memory and ends.
#[derive(Resource)]
struct Frames(u32);

fn run(name: &str) {
    let mut app = match name {
        "menu" => hexfray::client::window(Opening::default()),
        "battle" => hexfray::client::window(Opening {
            battle: Some(Ok(begin())),
            ..Opening::default()
        }),
        _ => empty(name == "egui"),
    };
    app.insert_resource(Frames(0)).add_systems(Last, count);
    app.run();
}

/// A window that shows nothing; with egui, which then draws a frame of no words.
fn empty(egui: bool) -> App {
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(bevy::log::LogPlugin {
        level: bevy::log::Level::ERROR,
        ..default()
    }));
    if !egui {
        app.add_systems(Startup, |mut commands: Commands| {
            commands.spawn(Camera2d);
        });
        return app;
    }
    app.add_plugins(EguiPlugin::default())
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn((Camera2d, PrimaryEguiContext));
        })
        .add_systems(
            EguiPrimaryContextPass,
            |mut contexts: EguiContexts| -> Result {
                contexts.ctx_mut()?;
                Ok(())
            },
        );
    app.world_mut()
        .resource_mut::<EguiGlobalSettings>()
        .auto_create_primary_context = false;
    app
}

fn begin() -> Begin {
    let level = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/broken_ground.ron");
    let start =
        hexfray::start::start(level.as_ref(), Some("phases"), None).expect("a shipped level");
    let computer = players::named("quick").expect("a shipped computer");
    Begin {
        start,
        seats: Seats(vec![Player::Person, computer]),
        seed: 3,
        practice: true,
    }
}

/// The second turn of the main loop begins when the first frame has been handed on.
fn count(mut frames: ResMut<Frames>, mut exit: MessageWriter<AppExit>) {
    frames.0 += 1;
    if frames.0 == 2 {
        println!("frame");
    }
    if frames.0 == 40 {
        println!("memory {}", memory());
        exit.write(AppExit::Success);
    }
}

/// Memory in use, in KiB; 0 where the system does not tell.
fn memory() -> u64 {
    let told = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    told.lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|rest| rest.split_whitespace().next())
        .and_then(|number| number.parse().ok())
        .unwrap_or(0)
}

/// From the start of the process to its first frame, and its memory after forty.
fn measured(name: &str) -> Option<(Duration, u64)> {
    use std::io::BufRead;
    let folder = tempfile::tempdir().ok()?;
    let program = std::env::current_exe().ok()?;
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(["--run", name])
        .env("BEVY_ASSET_ROOT", env!("CARGO_MANIFEST_DIR"))
        .env("HEXFRAY_DATA", folder.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .ok()?;
    let (mut first, mut memory) = (None, None);
    for line in std::io::BufReader::new(child.stdout.take()?).lines() {
        let line = line.ok()?;
        if line == "frame" {
            first = Some(start.elapsed());
        } else if let Some(number) = line.strip_prefix("memory ") {
            memory = number.parse().ok();
        }
    }
    child.wait().ok()?;
    Some((first?, memory?))
}

fn beside_each_other() {
    let mut all = vec![Vec::new(); PROGRAMS.len()];
    for _ in 0..RUNS {
        for (place, (name, _)) in PROGRAMS.iter().enumerate() {
            let Some(figures) = measured(name) else {
                println!("'{name}' showed no frame: is there a display?");
                return;
            };
            all[place].push(figures);
        }
    }
    let middle = |figures: &[(Duration, u64)]| {
        let mut times: Vec<_> = figures.iter().map(|figure| figure.0).collect();
        let mut memories: Vec<_> = figures.iter().map(|figure| figure.1).collect();
        times.sort();
        memories.sort();
        (times[RUNS / 2], memories[RUNS / 2])
    };
    let figures: Vec<_> = all.iter().map(|of_one| middle(of_one)).collect();
    for ((_, words), (time, memory)) in PROGRAMS.iter().zip(&figures) {
        println!(
            "{words}: first frame after {time:?} ({:.2} of an empty window; budget 3), {} MiB ({:.2} of one with egui; budget 1.5)",
            time.as_secs_f64() / figures[0].0.as_secs_f64(),
            memory / 1024,
            *memory as f64 / figures[1].1 as f64
        );
    }
}
