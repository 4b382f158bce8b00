//! The battle of a console goes along with a recorder.

use crate::combat::battle::{Battle, Progress, Stuck};
use crate::record::{LevelText, Recorder};
use crate::start::Start;
use crate::text::Keeper;
use std::path::{Path, PathBuf};

/// Records a battle that is played.
pub struct Recording(Recorder);

impl Recording {
    /// For a battle that begins.
    pub fn new(start: &Start, seed: u64, controllers: Vec<String>) -> Recording {
        let level = LevelText::new(start.path.display().to_string(), &start.text);
        Recording(Recorder::new(level, &start.setup, seed, controllers, false))
    }
}

impl Keeper for Recording {
    fn advance(&mut self, battle: &mut Battle) -> Result<Progress, Stuck> {
        self.0.advance(battle)
    }

    fn save(&mut self, battle: &mut Battle, path: Option<&Path>) -> Result<PathBuf, String> {
        let saved = match path {
            Some(path) => self.0.save(battle, path).map(|()| path.to_owned()),
            None => self.0.autosave(battle).map(Path::to_owned),
        };
        saved.map_err(|fault| fault.to_string())
    }

    fn autosave(&mut self, battle: &mut Battle) -> Result<Option<PathBuf>, String> {
        let saved = self.0.autosave(battle).map(Path::to_owned);
        saved.map(Some).map_err(|fault| fault.to_string())
    }
}
