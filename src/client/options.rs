//! What a player sets once: pace, sound, sizes, grid. Kept as a file of its own among his data; a
//! broken file is set aside and told.

use crate::client::bindings::Bindings;
use crate::record::data_dir;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A player's options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Pace of playback in hundredths.
    pub speed: u32,
    /// Playback is skipped altogether.
    pub skip: bool,
    /// No long slides, no shaking.
    pub calm: bool,
    /// Loudness in hundredths.
    pub volume: u32,
    /// Nothing is heard.
    pub mute: bool,
    /// Size of everything in hundredths; 0 finds it by the window.
    pub scale: u32,
    /// 0 none, 1 dots, 2 lines, 3 lines with coordinates.
    pub grid: u8,
    /// Put every card, also those without a question.
    pub every: bool,
    /// Show threatened hexes.
    pub threats: bool,
    /// Notes of the first steps that were read, a bit for each.
    pub steps: u8,
    /// Keys that do what others do as shipped.
    pub keys: Bindings,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            speed: 100,
            skip: false,
            calm: false,
            volume: 70,
            mute: false,
            scale: 0,
            grid: 2,
            every: false,
            threats: true,
            steps: 0,
            keys: Bindings::default(),
        }
    }
}

/// Where they are kept.
pub fn file() -> Option<PathBuf> {
    data_dir().map(|folder| folder.join("options.ron"))
}

impl Options {
    /// As they were kept, and what was wrong with the file.
    pub fn load(path: Option<&Path>) -> (Options, Option<String>) {
        let Some(path) = path else {
            return (Options::default(), None);
        };
        let Ok(text) = std::fs::read_to_string(path) else {
            return (Options::default(), None);
        };
        match ron::from_str::<Options>(&text) {
            Ok(options) => (options.checked(), None),
            Err(fault) => {
                let aside = path.with_extension("bad.ron");
                let moved = std::fs::rename(path, &aside);
                let what = match moved {
                    Ok(()) => format!(
                        "the options could not be read ({fault}) and were set aside as {}",
                        aside.display()
                    ),
                    Err(_) => format!("the options could not be read: {fault}"),
                };
                (Options::default(), Some(what))
            }
        }
    }

    /// Values a file may hold that no control gives are brought to the nearest that it does.
    fn checked(mut self) -> Options {
        self.speed = self.speed.clamp(50, 1600);
        self.volume = self.volume.min(100);
        self.grid = self.grid.min(3);
        if self.scale != 0 {
            self.scale = self.scale.clamp(75, 300);
        }
        self
    }

    /// Keeps them; a disk that refuses is no reason to stop.
    pub fn keep(&self) {
        // A test leaves the player's own options alone.
        if cfg!(test) {
            return;
        }
        let Some(path) = file() else { return };
        let Some(folder) = path.parent() else { return };
        let Ok(text) = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default()) else {
            return;
        };
        // Nothing depends on it: the next start has the usual options.
        let _ = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
    }

    /// The size of everything for a window of so many points.
    pub fn scale_for(&self, width: f32, height: f32) -> f32 {
        if self.scale > 0 {
            return self.scale as f32 / 100.0;
        }
        let fit = (width / 1600.0).min(height / 900.0);
        if fit > 1.7 {
            1.75
        } else if fit > 1.25 {
            1.25
        } else {
            1.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_file_is_set_aside_and_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("options.ron");
        std::fs::write(&path, "(speed: fast)").unwrap();
        let (options, fault) = Options::load(Some(&path));
        assert_eq!(options, Options::default());
        assert!(fault.unwrap().contains("options.bad.ron"));
        assert!(!path.exists() && folder.path().join("options.bad.ron").exists());
        std::fs::write(&path, "(speed: 9999, mute: true)").unwrap();
        let (options, fault) = Options::load(Some(&path));
        assert_eq!((options.speed, options.mute, fault), (1600, true, None));
    }
}
