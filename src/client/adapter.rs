//! Whether there is anything to draw with: asked before a window opens, so that a machine without
//! a graphics driver gets a line of words and the text player instead of a crash.

use bevy::render::settings::WgpuSettings;
use bevy::render::settings::{Backends, InstanceFlags};
use bevy::tasks::block_on;
use wgpu::{Instance, InstanceDescriptor, RequestAdapterOptions};

/// Looks for a graphics adapter.
///
/// # Errors
/// That there is none.
pub fn check() -> Result<(), String> {
    let settings = WgpuSettings::default();
    let backends = settings.backends.unwrap_or(Backends::all());
    let mut descriptor = InstanceDescriptor::new_without_display_handle();
    descriptor.backends = backends;
    descriptor.flags = InstanceFlags::empty();
    let instance = Instance::new(descriptor);
    let found = block_on(instance.request_adapter(&RequestAdapterOptions::default()));
    found.map(|_| ()).map_err(|_| {
        "there is no graphics adapter (a software driver such as Mesa's will do)".to_owned()
    })
}
