//! Sessions as scripts: lines in, a transcript out.

mod covers;
mod session;
mod toy;

use super::{Console, Finish, Table, play};
use crate::ai;
use crate::combat::battle::Battle;
use crate::seat::{Keeper, Player, Seats};
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Sides of a toy battle: name, team, men.
pub(super) type Sides<'s> = &'s [(&'s str, u8, &'s [&'s str])];

/// Counts what it is asked to keep.
#[derive(Default)]
pub(super) struct Counter {
    pub saves: usize,
    pub autosaves: usize,
}

impl Keeper for Counter {
    fn save(&mut self, _battle: &mut Battle, path: Option<&Path>) -> Result<PathBuf, String> {
        self.saves += 1;
        Ok(path.unwrap_or(Path::new("somewhere.ron")).to_owned())
    }

    fn autosave(&mut self, _battle: &mut Battle) -> Result<Option<PathBuf>, String> {
        self.autosaves += 1;
        Ok(Some(PathBuf::from("autosave.ron")))
    }
}

/// What a session came to.
pub(super) struct Session {
    pub transcript: String,
    pub finish: Finish,
    pub keeper: Counter,
}

impl Session {
    /// Fails with the transcript if a part is missing.
    pub fn says(&self, part: &str) {
        assert!(
            self.transcript.contains(part),
            "missing `{part}` in:\n{}",
            self.transcript
        );
    }
}

/// Plays a toy battle with lines of input. `people` names the sides played at the keyboard.
pub(super) fn session(sides: Sides, people: &[usize], input: &str) -> Session {
    let setup = toy::setup(sides);
    let mut battle = Battle::start(Arc::new(toy::Toy::new()), &setup, 7).unwrap();
    let players = (0..sides.len()).map(|index| {
        if people.contains(&index) {
            Player::Person
        } else {
            Player::Computer(ai::by_name("rusher").unwrap())
        }
    });
    let mut table = Table {
        seats: Seats(players.collect()),
        seed: 7,
        ground: Arc::new(setup.board.clone()),
        picture: true,
        every: false,
        practice: false,
        briefing: "A meadow.".to_owned(),
    };
    let mut reader = Cursor::new(input.as_bytes().to_vec());
    let mut written: Vec<u8> = Vec::new();
    let mut keeper = Counter::default();
    let finish = {
        let mut console = Console::new(&mut reader, &mut written, false);
        play(&mut battle, &mut table, &mut console, &mut keeper)
    };
    Session {
        transcript: String::from_utf8(written).unwrap(),
        finish,
        keeper,
    }
}
