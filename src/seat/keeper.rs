//! Where a battle is kept while it is played: a hook, because records are another module's work.

use crate::combat::battle::{Battle, Progress, Stuck};
use crate::combat::combatant::SideId;
use crate::combat::setup::Setup;
use std::path::{Path, PathBuf};

/// Goes along with a battle and saves it.
pub trait Keeper {
    /// Runs the battle until somebody must choose or it is over; keepers that note something on
    /// the way do it here.
    ///
    /// # Errors
    /// If the rules come to no decision.
    fn advance(&mut self, battle: &mut Battle) -> Result<Progress, Stuck> {
        battle.advance()
    }

    /// Saves under a path, or under one of the keeper's own choice, and says where.
    ///
    /// # Errors
    /// Why it could not be saved, in words.
    fn save(&mut self, battle: &mut Battle, path: Option<&Path>) -> Result<PathBuf, String>;

    /// Saves so that a closed window or a broken pipe loses nothing. Where the battle is kept
    /// then, if it is.
    ///
    /// # Errors
    /// Why it could not be saved, in words; the battle goes on.
    fn autosave(&mut self, battle: &mut Battle) -> Result<Option<PathBuf>, String>;

    /// What the battle started from, if the keeper knows: a look ahead needs it.
    fn started_from(&self) -> Option<&Setup> {
        None
    }

    /// Takes the battle back to the last window before this one that a side was asked in, with
    /// the same dice.
    ///
    /// # Errors
    /// What stands in the way, in words; nothing has changed then.
    fn take_back(&mut self, _battle: &mut Battle, _side: SideId) -> Result<(), String> {
        Err("this battle is not being recorded".to_owned())
    }
}

/// Keeps nothing.
pub struct NoKeeper;

impl Keeper for NoKeeper {
    fn save(&mut self, _battle: &mut Battle, _path: Option<&Path>) -> Result<PathBuf, String> {
        Err("this battle is not being recorded".to_owned())
    }

    fn autosave(&mut self, _battle: &mut Battle) -> Result<Option<PathBuf>, String> {
        Ok(None)
    }
}
