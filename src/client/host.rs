//! The window around the client: Bevy opens it, hands it input, shows its frames, plays its sounds.

use super::app::{Asked, Client, Opening};
use super::sounds::{Cue, SOUNDS};
use bevy::audio::{AudioPlayer, AudioSource, PlaybackSettings, Volume};
use bevy::prelude::*;
use bevy::render::settings::RenderCreation;
use bevy::window::{ExitCondition, PresentMode, PrimaryWindow, WindowMode, WindowResolution};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::egui::{self, Modifiers};
use bevy_egui::{
    EguiContexts, EguiGlobalSettings, EguiInput, EguiPlugin, EguiPreUpdateSet,
    EguiPrimaryContextPass, PrimaryEguiContext,
};
use std::collections::BTreeMap;
use std::time::Duration;

/// The client in the window's world. It stays on the thread of the window.
struct Hosted {
    client: Client,
    asked: Asked,
    frames: u64,
}

/// Sounds ready to be played.
#[derive(Resource, Default)]
struct Sounds(BTreeMap<Cue, Handle<AudioSource>>);

/// Whether a display can be expected at all. Without one the window system would end the program.
pub fn display() -> Result<(), String> {
    if cfg!(any(target_os = "windows", target_os = "macos")) {
        return Ok(());
    }
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if set("DISPLAY") || set("WAYLAND_DISPLAY") {
        Ok(())
    } else {
        Err("there is no display".to_owned())
    }
}

/// Opens the window and runs until it is closed; the exit code.
///
/// # Errors
/// Why no window can be opened; nothing has been shown then.
pub fn run(opening: Opening) -> Result<u8, String> {
    display()?;
    super::adapter::check()?;
    // A display that is named but does not answer makes the window system panic; that is no reason
    // to end the program, and nothing has been shown yet.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let built = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| window(opening)));
    std::panic::set_hook(hook);
    let mut app = built.map_err(|_| "the display does not answer".to_owned())?;
    match app.run() {
        AppExit::Success => Ok(0),
        AppExit::Error(code) => Ok(code.get()),
    }
}

/// The app with its window, not yet running.
pub fn window(opening: Opening) -> App {
    let mut app = App::new();
    let window = Window {
        title: "Hexfray".to_owned(),
        resolution: WindowResolution::new(1280, 720),
        present_mode: PresentMode::AutoVsync,
        ..default()
    };
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin {
                primary_window: Some(window),
                exit_condition: ExitCondition::OnPrimaryClosed,
                ..default()
            })
            .set(bevy::render::RenderPlugin {
                render_creation: RenderCreation::Automatic(Box::default()),
                ..default()
            })
            .set(bevy::log::LogPlugin {
                level: bevy::log::Level::ERROR,
                ..default()
            }),
    )
    .add_plugins(EguiPlugin::default())
    .insert_resource(ClearColor(Color::srgb_u8(0x14, 0x18, 0x1B)))
    .insert_non_send(Hosted {
        client: Client::new(opening),
        asked: Asked::default(),
        frames: 0,
    })
    .init_resource::<Sounds>()
    .insert_resource(WinitSettings {
        focused_mode: UpdateMode::Continuous,
        unfocused_mode: UpdateMode::Continuous,
    })
    .add_systems(Startup, (camera, sounds))
    .add_systems(
        PreUpdate,
        news_only
            .after(EguiPreUpdateSet::ProcessInput)
            .before(EguiPreUpdateSet::BeginPass),
    )
    .add_systems(EguiPrimaryContextPass, frame)
    .add_systems(Last, answer);
    app.world_mut()
        .resource_mut::<EguiGlobalSettings>()
        .auto_create_primary_context = false;
    app
}

fn camera(mut commands: Commands) {
    commands.spawn((Camera2d, PrimaryEguiContext));
}

fn sounds(mut list: ResMut<Sounds>, assets: Option<ResMut<Assets<AudioSource>>>) {
    let Some(mut assets) = assets else { return };
    for (cue, bytes) in SOUNDS {
        list.0.insert(
            cue,
            assets.add(AudioSource {
                bytes: bytes.into(),
            }),
        );
    }
}

/// The bridge to egui tells the modifier keys anew in every frame, and whatever egui is told makes it
/// ask for another one: a window at rest would draw for ever.
fn news_only(mut inputs: Query<&mut EguiInput>, mut told: Local<Option<Modifiers>>) {
    for mut input in &mut inputs {
        drop_repeated(&mut input.0.events, &mut told);
    }
}

/// Drops modifier keys that are as they were told last.
fn drop_repeated(events: &mut Vec<egui::Event>, told: &mut Option<Modifiers>) {
    events.retain(|event| match event {
        egui::Event::ModifiersChanged(now) => told.replace(*now) != Some(*now),
        _ => true,
    });
}

fn frame(
    mut contexts: EguiContexts,
    mut hosted: NonSendMut<Hosted>,
    time: Res<Time<Real>>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    hosted.frames += 1;
    // A window that stood still must not jump on.
    let seconds = time.delta_secs().min(0.1);
    let asked = hosted.client.frame(ctx, seconds);
    hosted.asked = asked;
    Ok(())
}

/// Does what the frame asked of the window.
fn answer(
    mut commands: Commands,
    mut hosted: NonSendMut<Hosted>,
    sounds: Res<Sounds>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut winit: ResMut<WinitSettings>,
    mut exit: MessageWriter<AppExit>,
) {
    let asked = std::mem::take(&mut hosted.asked);
    if asked.quit {
        exit.write(AppExit::Success);
    }
    if let Ok(mut window) = windows.single_mut() {
        if !asked.title.is_empty() && window.title != asked.title {
            window.title.clone_from(&asked.title);
        }
        if asked.full_screen {
            window.mode = match window.mode {
                WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
                _ => WindowMode::Windowed,
            };
        }
    }
    let options = &hosted.client.options;
    if !options.mute && options.volume > 0 {
        let mut cues = asked.cues;
        cues.sort();
        cues.dedup();
        for cue in cues.into_iter().take(4) {
            if let Some(sound) = sounds.0.get(&cue) {
                let volume = Volume::Linear(options.volume as f32 / 100.0);
                commands.spawn((
                    AudioPlayer(sound.clone()),
                    PlaybackSettings::DESPAWN.with_volume(volume),
                ));
            }
        }
    }
    if let Some(path) = asked.picture {
        super::screenshot::of_window(&mut commands, path);
    }
    // Input wakes the loop; while something moves it runs by itself.
    let lively = asked.lively || hosted.frames < 8;
    let mode = if lively {
        UpdateMode::Continuous
    } else {
        UpdateMode::reactive(Duration::from_secs(2))
    };
    if winit.focused_mode != mode {
        winit.focused_mode = mode;
        winit.unfocused_mode = mode;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifier_keys_are_told_when_they_change() {
        let changed = egui::Event::ModifiersChanged;
        let mut told = None;
        let mut count = |events: &[egui::Event]| {
            let mut events = events.to_vec();
            drop_repeated(&mut events, &mut told);
            events.len()
        };
        assert_eq!(count(&[changed(Modifiers::NONE)]), 1);
        assert_eq!(count(&[changed(Modifiers::NONE)]), 0);
        let typed = egui::Event::Text("a".to_owned());
        assert_eq!(count(&[typed, changed(Modifiers::SHIFT)]), 2);
        assert_eq!(count(&[changed(Modifiers::SHIFT)]), 0);
        assert_eq!(count(&[changed(Modifiers::NONE)]), 1);
    }
}
