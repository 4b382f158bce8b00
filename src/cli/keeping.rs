//! The text player's battles as records: an autosave at every window, a save wherever asked.

use crate::combat::battle::{Battle, Progress, Stuck};
use crate::record::Recorder;
use crate::text::Keeper;
use std::path::{Path, PathBuf};

impl Keeper for Recorder {
    fn advance(&mut self, battle: &mut Battle) -> Result<Progress, Stuck> {
        Recorder::advance(self, battle)
    }

    fn save(&mut self, battle: &mut Battle, path: Option<&Path>) -> Result<PathBuf, String> {
        let Some(path) = path else {
            let saved = Recorder::autosave(self, battle).map(Path::to_owned);
            return saved.map_err(|fault| fault.to_string());
        };
        Recorder::save(self, battle, path).map_err(|fault| fault.to_string())?;
        Ok(path.to_owned())
    }

    fn autosave(&mut self, battle: &mut Battle) -> Result<Option<PathBuf>, String> {
        let saved = Recorder::autosave(self, battle).map(|path| Some(path.to_owned()));
        saved.map_err(|fault| fault.to_string())
    }
}
