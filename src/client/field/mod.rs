//! The board on the screen: where hexes lie, the camera, ground, tokens, overlays.

pub mod camera;
pub mod lattice;
pub mod marks;
pub mod screens;
pub mod tokens;
pub mod view;
