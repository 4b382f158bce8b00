//! Keys that do the same whatever is asked.

use super::bar::faster;
use super::{Over, Play};
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::Pen;
use crate::client::options::Options;
use bevy_egui::egui::Key;

impl Play {
    pub(super) fn common_keys(&mut self, pen: &mut Pen, options: &mut Options) {
        if pen.pressed(Press::of(Key::Comma)) {
            faster(options, false);
        }
        if pen.pressed(Press::of(Key::Period)) {
            faster(options, true);
        }
        if pen.pressed(Press::of(Key::G)) {
            self.drawer.toggle();
        }
        if pen.pressed(Press::of(Key::Questionmark)) {
            self.over = Over::Keys;
        }
        if pen.pressed(Press::of(Key::H)) || pen.keys.take_sign("#") {
            options.grid = (options.grid + 1) % 4;
        }
        if pen.pressed(Press::of(Key::F5))
            && let Some(engine) = self.engine.as_deref_mut()
        {
            engine.autosave();
            self.said = Some(match (&engine.unsaved, &engine.kept) {
                (Some(fault), _) => format!("Not saved: {fault}."),
                (None, Some(path)) => format!("Saved in {}.", path.display()),
                (None, None) => "Not saved.".to_owned(),
            });
        }
    }
}
