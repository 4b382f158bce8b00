//! Ways worked out once for each scene: options, checks, words and presets ask for the same ones over
//! and over. A memory of pure answers; it changes none of them and is never saved.

use super::reached::Reached;
use super::route::Way;
use super::scene::Figure;
use crate::board::search::Search;
use crate::combat::combatant::{CombatantId, Place, Posture};
use crate::combat::plot::Plot;
use crate::combat::refusal::Refusal;
use std::sync::{Arc, Mutex};

/// What a way depends on besides the scene: the mover as he is, or would be.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    who: CombatantId,
    place: Place,
    posture: Posture,
    left: i16,
    stopped: bool,
}

impl Key {
    fn of(figure: &Figure) -> Key {
        Key {
            who: figure.id,
            place: figure.place,
            posture: figure.posture,
            left: figure.turn.left,
            stopped: figure.turn.stopped,
        }
    }
}

type Ways = Vec<((Key, Plot), Result<Way, Refusal>)>;
type Places = Vec<((Key, bool), Arc<Reached>)>;

/// The memory of one scene. Everybody but the mover must stand as the scene has him.
#[derive(Debug, Default)]
pub struct Memo {
    ways: Mutex<Ways>,
    places: Mutex<Places>,
    search: Mutex<Search>,
}

fn known<K: PartialEq, V: Clone>(list: &Mutex<Vec<(K, V)>>, key: K, find: impl FnOnce() -> V) -> V {
    if let Ok(list) = list.lock()
        && let Some((_, value)) = list.iter().find(|(known, _)| *known == key)
    {
        return value.clone();
    }
    let value = find();
    if let Ok(mut list) = list.lock() {
        list.push((key, value.clone()));
    }
    value
}

impl Memo {
    /// The way a plot leads, worked out by `find` where it is not known yet.
    ///
    /// # Errors
    /// What `find` says.
    pub fn way(
        &self,
        figure: &Figure,
        plot: &Plot,
        find: impl FnOnce() -> Result<Way, Refusal>,
    ) -> Result<Way, Refusal> {
        known(&self.ways, (Key::of(figure), plot.clone()), find)
    }

    /// The places somebody can have in this action, walking or at a run.
    pub fn reached(
        &self,
        figure: &Figure,
        run: bool,
        sweep: impl FnOnce() -> Reached,
    ) -> Arc<Reached> {
        known(&self.places, (Key::of(figure), run), || Arc::new(sweep()))
    }

    /// Lends the tables of a search, so that they are made once.
    pub fn search<R>(&self, with: impl FnOnce(&mut Search) -> R) -> R {
        match self.search.lock() {
            Ok(mut search) => with(&mut search),
            // A search that panicked left its tables half filled; others begin anew.
            Err(_) => with(&mut Search::new()),
        }
    }
}
