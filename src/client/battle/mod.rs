//! A battle on the screen: the engine that runs it, what is shown of it, questions and panels.

pub mod answers;
pub mod areas;
pub mod card;
pub mod chances;
pub mod charts;
pub mod drawn;
pub mod engine;
pub mod facing;
pub mod layers;
pub mod layout;
pub mod logbook;
pub mod minimap;
pub mod overlays;
pub mod panels;
pub mod play;
pub mod playback;
pub mod prompt;
pub mod reaction;
pub mod replay;
pub mod results;
pub mod shields;
pub mod shown;
pub mod stage;
pub mod strip;
pub mod timeline;
