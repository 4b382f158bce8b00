//! The window: a battle on the screen, alone or with friends, by mouse or by keyboard.
//!
//! It sends orders and shows events, like the text player, and knows no rule system. The command
//! line calls [`run`]. Inside, `app::Client` draws whole frames through egui and knows nothing
//! of the window; `host` is the window. What is shown is folded from the events played back
//! (`battle::shown`); nothing on the screen runs ahead of it.

mod adapter;
mod app;
mod battle;
pub mod bindings;
mod field;
mod ground;
mod host;
mod keys;
mod look;
mod options;
mod scenes;
mod screens;
pub mod screenshot;
mod sounds;

#[cfg(test)]
mod tests;

pub use app::{Begin, Client, Opening};
pub use host::{run, window};
pub use options::Options;
