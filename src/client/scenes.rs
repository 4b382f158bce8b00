//! Scenes for pictures: each leads the client to a moment worth looking at, by the same choices a
//! player would make.

use super::app::{Begin, Client, Opening};
use super::battle::play::ALL_STEPS;
use super::battle::prompt::Asked;
use super::options::Options;
use crate::board::{LightGrade, LightSource};
use crate::seat::players::{computer, named};
use crate::seat::{Player, Seats};
use crate::start;
use bevy_egui::egui::Key;
use std::path::Path;

/// A moment worth looking at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// The menu.
    Menu,
    /// The set-up of a skirmish.
    Setup,
    /// A walk being planned.
    Plan,
    /// A blow with its odds.
    Odds,
    /// An answer to a blow.
    React,
    /// A walk by night.
    Night,
    /// The end.
    Result,
    /// The cover between two people.
    Cover,
    /// A rule of the rulebook, watched.
    Rulebook,
}

/// Scenes by name.
pub const SCENES: [(&str, Scene); 9] = [
    ("menu", Scene::Menu),
    ("setup", Scene::Setup),
    ("plan", Scene::Plan),
    ("odds", Scene::Odds),
    ("react", Scene::React),
    ("night", Scene::Night),
    ("result", Scene::Result),
    ("cover", Scene::Cover),
    ("rulebook", Scene::Rulebook),
];

impl Scene {
    /// The scene of a name.
    ///
    /// # Errors
    /// Which names there are.
    pub fn by_name(name: &str) -> Result<Scene, String> {
        let found = SCENES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, scene)| *scene);
        found.ok_or_else(|| {
            let names: Vec<&str> = SCENES.iter().map(|(name, _)| *name).collect();
            format!(
                "there is no scene `{name}`; there are: {}",
                names.join(", ")
            )
        })
    }

    /// The options it is drawn with.
    pub fn options(self) -> Options {
        Options {
            skip: !matches!(self, Scene::Menu | Scene::Setup | Scene::Rulebook),
            calm: self.waits(),
            mute: true,
            speed: 1600,
            // Answers mostly go by standing orders.
            every: self == Scene::React,
            steps: ALL_STEPS,
            ..Options::default()
        }
    }

    /// Whether the picture waits until nothing moves.
    pub fn waits(self) -> bool {
        !matches!(self, Scene::Menu)
    }

    /// What the client begins with.
    ///
    /// # Errors
    /// That the shipped level of the scene cannot be played.
    pub fn opening(self) -> Result<Opening, String> {
        if matches!(self, Scene::Menu | Scene::Setup | Scene::Rulebook) {
            return Ok(Opening::default());
        }
        let level = match self {
            Scene::React => "duel",
            _ => "broken_ground",
        };
        let mut start =
            start::start(Path::new(level), None, None).map_err(|fault| fault.to_string())?;
        if self == Scene::Night {
            let board = &mut start.setup.board;
            board.ambient = LightGrade::Dark;
            for (column, row) in [(10, 5), (12, 10), (5, 6), (17, 8)] {
                let hex = board.hex_of(column, row);
                if let Some(cell) = board.cell_mut(hex) {
                    cell.light = Some(LightSource::Brazier);
                }
            }
        }
        let sides = start.setup.sides.len();
        let person = |index: usize| match self {
            Scene::Result => computer(),
            Scene::Cover => Player::Person,
            _ if index == 0 => Player::Person,
            _ => named("rusher").unwrap_or_else(computer),
        };
        let seats = Seats((0..sides).map(person).collect());
        let seed = match self {
            Scene::Odds => 5,
            Scene::React => 12,
            _ => 3,
        };
        Ok(Opening {
            battle: Some(Ok(Begin {
                start,
                seats,
                seed,
                practice: true,
            })),
            ..Opening::default()
        })
    }

    /// Whether the moment has come.
    pub fn is_ready(self, client: &Client) -> bool {
        let asked = client.play().and_then(|play| play.prompt());
        match self {
            Scene::Menu => client.screen_name() == "menu",
            Scene::Setup => client.screen_name() == "setup",
            Scene::Rulebook => client.screen_name() == "rulebook",
            Scene::Plan | Scene::Night => asked.is_some_and(|prompt| {
                prompt.asked == Asked::Plan
                    && prompt.walk.as_ref().is_some_and(|walk| walk.metres() > 2)
            }),
            Scene::Odds => {
                asked.is_some_and(|prompt| prompt.asked == Asked::Deed && prompt.odds.is_some())
            }
            Scene::React => asked.is_some_and(|prompt| prompt.asked == Asked::Answer),
            Scene::Result => client
                .play()
                .is_some_and(super::battle::play::Play::is_over),
            Scene::Cover => client
                .play()
                .is_some_and(super::battle::play::Play::is_covered),
        }
    }
}

/// What a player would press next on the way to a scene.
pub fn next_key(client: &mut Client, scene: Scene) -> Option<Key> {
    if scene.is_ready(client) {
        return None;
    }
    match scene {
        Scene::Menu | Scene::Result | Scene::Cover => None,
        Scene::Setup => Some(Key::N),
        Scene::Rulebook => {
            client.open_book(Some("P-072"));
            None
        }
        // The third choice of the list closes with the nearest foe; the others come by themselves.
        Scene::Plan | Scene::Night => asked(client).then_some(Key::Num3),
        Scene::Odds | Scene::React => asked(client).then_some(Key::Enter),
    }
}

fn asked(client: &Client) -> bool {
    client.play().is_some_and(|play| play.prompt().is_some())
}
