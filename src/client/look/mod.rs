//! How everything looks: colours, faces, icons, and the few controls all screens are made of.

pub mod controls;
pub mod field;
pub mod fonts;
pub mod icons;
pub mod livery;
pub mod paint;
pub mod palette;
pub mod search;
pub mod tinctures;
