//! A frame of the window at 12 against 12, over a frame of an empty program: Bevy's main schedule with
//! all of egui's work, nothing rasterised.

use bevy::app::App;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::winit::WinitPlugin;
use bevy_egui::{
    EguiContexts, EguiGlobalSettings, EguiPlugin, EguiPrimaryContextPass, PrimaryEguiContext,
};
use hexfray::client::{Begin, Client, Opening, Options};
use hexfray::seat::{Player, Seats, players};
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn main() {
    divan::main();
    if std::env::args().any(|arg| arg == "--bench") {
        beside_an_empty_program();
    }
}

/// Twelve against twelve on a field of their own, written down where the level loader finds it.
fn level(folder: &std::path::Path) -> PathBuf {
    let row = vec!["."; 30].join(" ");
    let map: Vec<String> = (0..20)
        .map(|number| {
            format!(
                "        {}\"{row}\",\n",
                if number % 2 == 0 { "" } else { " " }
            )
        })
        .collect();
    let names = [
        "militia",
        "man_at_arms",
        "pikeman",
        "archer",
        "duelist",
        "captain",
    ];
    let combatants: Vec<String> = (0..24)
        .map(|number| {
            let (side, place) = (number % 2, number / 2);
            let (name, facing) = if side == 0 { ("Azure", "E") } else { ("Gules", "W") };
            let column = if side == 0 { 11 } else { 18 } + place % 2;
            format!(
                "        Combatant(name: \"c{number}\", archetype: \"{}\", side: \"{name}\", at: ({column}, {}), facing: \"{facing}\"),\n",
                names[place % names.len()],
                3 + place
            )
        })
        .collect();
    let text = format!(
        "Level(\n    name: \"Bench\",\n    map: [\n{}    ],\n    sides: [Side(name: \"Azure\"), Side(name: \"Gules\")],\n    combatants: [\n{}    ],\n)\n",
        map.concat(),
        combatants.concat()
    );
    let path = folder.join("bench.ron");
    std::fs::write(&path, text).expect("a folder for the bench");
    path
}

/// A client at the first plan of the battle, its walk drawn.
fn client(folder: &std::path::Path) -> Client {
    let start = hexfray::start::start(&level(folder), Some("phases"), None).expect("a sound level");
    let seats = Seats(vec![
        Player::Person,
        players::named("rusher").expect("a shipped computer"),
    ]);
    let begin = Begin {
        start,
        seats,
        seed: 3,
        practice: true,
    };
    let options = Options {
        skip: true,
        calm: true,
        mute: true,
        scale: 100,
        ..Options::default()
    };
    Client::opened(
        Opening {
            battle: Some(Ok(begin)),
            ..Opening::default()
        },
        options,
    )
}

struct Hosted(Option<Client>);

/// A program as the window's, but without window and graphics card: with the client or empty.
fn program(client: Option<Client>) -> App {
    let mut app = App::new();
    let nothing = WgpuSettings {
        backends: None,
        ..default()
    };
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin {
                primary_window: Some(Window {
                    resolution: bevy::window::WindowResolution::new(1280, 720),
                    ..default()
                }),
                exit_condition: bevy::window::ExitCondition::DontExit,
                ..default()
            })
            .set(RenderPlugin {
                render_creation: RenderCreation::Automatic(Box::new(nothing)),
                ..default()
            })
            .disable::<bevy::log::LogPlugin>()
            .disable::<bevy::audio::AudioPlugin>()
            .disable::<WinitPlugin>(),
    )
    .add_plugins(EguiPlugin::default())
    .insert_non_send(Hosted(client))
    .add_systems(Startup, |mut commands: Commands| {
        commands.spawn((Camera2d, PrimaryEguiContext));
    })
    .add_systems(EguiPrimaryContextPass, frame);
    app.world_mut()
        .resource_mut::<EguiGlobalSettings>()
        .auto_create_primary_context = false;
    app.finish();
    app.cleanup();
    app
}

fn frame(mut contexts: EguiContexts, mut hosted: NonSendMut<Hosted>) -> Result {
    let ctx = contexts.ctx_mut()?;
    if let Some(client) = &mut hosted.0 {
        client.frame(ctx, 1.0 / 60.0);
    }
    Ok(())
}

/// Runs until a plan is asked for and the ground is drawn.
fn settle(app: &mut App) {
    for _ in 0..20_000 {
        app.update();
        let hosted = app.world().get_non_send::<Hosted>();
        let client = hosted.and_then(|hosted| hosted.0.as_ref());
        if client.is_none_or(Client::is_resting) {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    (0..20).for_each(|_| app.update());
}

fn median(app: &mut App) -> Duration {
    let mut times: Vec<Duration> = (0..400)
        .map(|_| {
            let start = Instant::now();
            app.update();
            start.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

/// Frames of both programs, in turn.
fn beside_an_empty_program() {
    let folder = tempfile::tempdir().expect("a folder for the bench");
    let mut played = program(Some(client(folder.path())));
    let mut empty = program(None);
    settle(&mut played);
    settle(&mut empty);
    let mut over = Vec::new();
    for _ in 0..3 {
        let (whole, nothing) = (median(&mut played), median(&mut empty));
        println!("frame at 12 against 12: {whole:?}; empty: {nothing:?}");
        over.push(whole.saturating_sub(nothing));
    }
    over.sort();
    println!("over an empty program: {:?} (budget 4 ms)", over[1]);
}

#[divan::bench(sample_count = 200, sample_size = 1)]
fn frame_at_12_against_12(bencher: divan::Bencher) {
    let folder = tempfile::tempdir().expect("a folder for the bench");
    let mut app = program(Some(client(folder.path())));
    settle(&mut app);
    bencher.bench_local(move || app.update());
}

#[divan::bench(sample_count = 200, sample_size = 1)]
fn frame_of_an_empty_program(bencher: divan::Bencher) {
    let mut app = program(None);
    settle(&mut app);
    bencher.bench_local(move || app.update());
}
