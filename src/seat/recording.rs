//! A battle that people play goes along with a recorder.

use super::keeper::Keeper;
use crate::combat::battle::{Battle, Progress, Stuck};
use crate::combat::combatant::SideId;
use crate::record::{self, At, LevelText, Recorder, Systems};
use crate::start::Start;
use std::path::{Path, PathBuf};

/// Records a battle that is played.
pub struct Recording(Recorder);

impl Recording {
    /// For a battle that begins.
    pub fn new(start: &Start, seed: u64, controllers: Vec<String>, practice: bool) -> Recording {
        let level = LevelText::new(start.path.display().to_string(), &start.text);
        let setup = &start.setup;
        Recording(Recorder::new(level, setup, seed, controllers, practice))
    }

    /// For a battle that branches off another: it is written to a file of its own.
    pub fn branch(recorder: Recorder) -> Recording {
        Recording(recorder)
    }

    /// For a battle that was taken up from a file, and goes on being written to it.
    pub fn go_on(mut recorder: Recorder, path: &Path) -> Recording {
        recorder.write_to(path.to_owned());
        Recording(recorder)
    }
}

impl Recording {
    /// What the battle started from.
    pub fn setup(&self) -> &crate::combat::setup::Setup {
        self.0.setup()
    }

    /// Keeps the battle in a file of its own in a folder.
    pub fn keep_in(&mut self, folder: &Path) {
        self.0.write_to(folder.join("battle.ron"));
    }
}

impl Keeper for Recording {
    fn advance(&mut self, battle: &mut Battle) -> Result<Progress, Stuck> {
        self.0.advance(battle)
    }

    fn save(&mut self, battle: &mut Battle, path: Option<&Path>) -> Result<PathBuf, String> {
        let saved = match path {
            Some(path) if path.exists() && record::open(path).is_err() => {
                return Err(format!(
                    "{} is there already and is no saved battle: name another file",
                    path.display()
                ));
            }
            Some(path) => self.0.save(battle, path).map(|()| path.to_owned()),
            None => self.0.autosave(battle).map(Path::to_owned),
        };
        saved.map_err(|fault| fault.to_string())
    }

    fn autosave(&mut self, battle: &mut Battle) -> Result<Option<PathBuf>, String> {
        let saved = self.0.autosave(battle).map(Path::to_owned);
        saved.map(Some).map_err(|fault| fault.to_string())
    }

    fn started_from(&self) -> Option<&crate::combat::setup::Setup> {
        Some(self.setup())
    }

    fn take_back(&mut self, battle: &mut Battle, side: SideId) -> Result<(), String> {
        if !self.0.practice() {
            return Err(
                "only in practice orders are taken back to an earlier card, and this battle is none \
                 (practice is chosen at the start, with `--practice` or in the menu)"
                    .to_owned(),
            );
        }
        let record = self.0.record(battle).map_err(|fault| fault.to_string())?;
        let earlier = record.hashes.iter().rev().filter_map(|mark| match mark.at {
            At::Window(number) => Some(number),
            _ => None,
        });
        // The first of them is the open one.
        for number in earlier.skip(1) {
            let found = record::take_back(&record, number, &Systems::ALL);
            let mut found = found.map_err(|fault| fault.to_string())?;
            if is_asked(&mut found.battle, side) {
                let path = self.0.path().map(Path::to_owned);
                *battle = found.battle;
                self.0 = found.recorder;
                if let Some(path) = path {
                    self.0.write_to(path);
                }
                return Ok(());
            }
        }
        Err("this is the first card of this side".to_owned())
    }
}

/// Whether a side has a question to answer in the open window.
fn is_asked(battle: &mut Battle, side: SideId) -> bool {
    let Some(window) = battle.window().cloned() else {
        return false;
    };
    let mut own = window.decisions.iter().filter(|found| found.side == side);
    own.any(|decision| battle.preset(decision).ask)
}
