//! Pictures: of the window, when a player wants one; and of chosen scenes, drawn off-screen by the
//! same frames, for the manual.

use super::app::{Client, Opening};
use super::scenes::{Scene, next_key};
use bevy::app::ScheduleRunnerPlugin;
use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::{TextureFormat, TextureUsages};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use bevy_egui::egui::{Context, Event, Key, Modifiers};
use bevy_egui::{
    EguiContexts, EguiGlobalSettings, EguiPlugin, EguiPrimaryContextPass, PrimaryEguiContext,
};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Writes what the window shows to a file.
pub fn of_window(commands: &mut Commands, path: PathBuf) {
    if let Some(folder) = path.parent() {
        // A picture that cannot be written is told by its absence.
        let _ = std::fs::create_dir_all(folder);
    }
    commands
        .spawn(Screenshot::primary_window())
        .observe(save_to_disk(path));
}

/// Frames a scene may take to come to rest before it is given up.
const PATIENCE: u32 = 3000;

struct Shooting {
    client: Client,
    scene: Scene,
    path: PathBuf,
    target: Handle<Image>,
    frames: u32,
    /// Frames since everything stood still.
    still: u32,
    taken: bool,
}

/// Draws a scene off-screen into a file.
///
/// # Errors
/// Why it could not be drawn.
pub fn shoot(name: &str, folder: &Path, (width, height): (u32, u32)) -> Result<PathBuf, String> {
    let scene = Scene::by_name(name)?;
    super::adapter::check()?;
    let path = folder.join(format!("{name}.png"));
    std::fs::create_dir_all(folder).map_err(|fault| format!("{}: {fault}", folder.display()))?;
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin {
                primary_window: None,
                exit_condition: ExitCondition::DontExit,
                ..default()
            })
            .set(bevy::render::RenderPlugin {
                synchronous_pipeline_compilation: true,
                ..default()
            })
            .disable::<bevy::log::LogPlugin>()
            .disable::<bevy::audio::AudioPlugin>()
            .disable::<WinitPlugin>()
            .disable::<PipelinedRenderingPlugin>(),
    )
    .add_plugins(ScheduleRunnerPlugin::run_loop(Duration::ZERO))
    .add_plugins(EguiPlugin::default())
    .insert_resource(ClearColor(Color::srgb_u8(0x14, 0x18, 0x1B)));
    app.world_mut()
        .resource_mut::<EguiGlobalSettings>()
        .auto_create_primary_context = false;
    let mut image = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
    image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
    let target = app.world_mut().resource_mut::<Assets<Image>>().add(image);
    app.world_mut().spawn((
        Camera2d,
        PrimaryEguiContext,
        RenderTarget::Image(target.clone().into()),
    ));
    let client = scene
        .opening()
        .map(|opening: Opening| Client::opened(opening, scene.options()))?;
    app.insert_non_send(Shooting {
        client,
        scene,
        path: path.clone(),
        target,
        frames: 0,
        still: 0,
        taken: false,
    });
    app.add_systems(EguiPrimaryContextPass, frame)
        .add_systems(Last, take);
    app.run();
    if path.is_file() {
        Ok(path)
    } else {
        Err(format!("`{name}` was not drawn"))
    }
}

fn press(ctx: &Context, key: Key) {
    ctx.input_mut(|input| {
        input.events.push(Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        });
    });
}

fn frame(mut contexts: EguiContexts, mut shooting: NonSendMut<Shooting>) -> Result {
    let ctx = contexts.ctx_mut()?;
    let shooting = &mut *shooting;
    shooting.frames += 1;
    if let Some(key) = next_key(&mut shooting.client, shooting.scene) {
        press(ctx, key);
    }
    let asked = shooting.client.frame(ctx, 0.05);
    let ready = shooting.scene.is_ready(&shooting.client);
    let quiet = !asked.lively || !shooting.scene.waits();
    shooting.still = if ready && quiet && !shooting.client.is_drawing() {
        shooting.still + 1
    } else {
        0
    };
    Ok(())
}

fn take(
    mut commands: Commands,
    mut shooting: NonSendMut<Shooting>,
    mut exit: MessageWriter<AppExit>,
) {
    if shooting.frames > PATIENCE {
        exit.write(AppExit::error());
        return;
    }
    if shooting.taken || shooting.still < 4 {
        std::thread::sleep(Duration::from_millis(2));
        return;
    }
    shooting.taken = true;
    commands
        .spawn(Screenshot::image(shooting.target.clone()))
        .observe(save_to_disk(shooting.path.clone()))
        .observe(
            |_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
                exit.write(AppExit::Success);
            },
        );
}
