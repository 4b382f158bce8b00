//! Ways worked out once for each position: options, checks, words and presets ask for the same ones over
//! and over, and so does the next scene as long as nobody moves. A memory of pure answers; it changes
//! none of them and is never saved.

use super::outlook::can_threaten;
use super::reached::Reached;
use super::route::Way;
use super::scene::{Figure, Scene};
use super::walk;
use crate::board::Board;
use crate::board::search::Search;
use crate::combat::combatant::{CombatantId, Fitness, Place, Posture};
use crate::combat::plot::Plot;
use crate::combat::refusal::Refusal;
use bevy::prelude::Resource;
use std::sync::{Arc, Mutex};

/// What a way depends on besides the position: the mover as he is, or would be.
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

/// All that anybody's ways depend on of one combatant.
#[derive(Debug, PartialEq)]
struct Trace {
    place: Place,
    posture: Posture,
    fitness: Fitness,
    fills: bool,
    threatens: bool,
    acts: bool,
    reach: u8,
    allowance: i16,
    sinks: bool,
}

impl Trace {
    fn of(scene: &Scene, figure: &Figure) -> Trace {
        Trace {
            place: figure.place,
            posture: figure.posture,
            fitness: figure.fitness,
            fills: figure.fills(),
            threatens: can_threaten(figure),
            acts: figure.acts().is_ok(),
            reach: figure.reach(&scene.tables),
            allowance: walk::allowance(scene, figure),
            sinks: figure.sinks(),
        }
    }
}

/// A position with what was worked out in it.
#[derive(Debug)]
struct Known {
    board: Arc<Board>,
    traces: Vec<Trace>,
    memo: Arc<Memo>,
}

/// Positions kept, the newest last: before and after a step.
const KEPT: usize = 2;

/// The memories of the last positions of a battle, handed from scene to scene.
#[derive(Resource, Clone, Debug, Default)]
pub struct Recall(Arc<Shelf>);

#[derive(Debug, Default)]
struct Shelf {
    known: Mutex<Vec<Known>>,
    search: Mutex<Search>,
}

impl Recall {
    /// The memory of a scene's position.
    pub fn memo(&self, scene: &Scene) -> Arc<Memo> {
        let figures = scene.figures.iter();
        let traces: Vec<Trace> = figures.map(|figure| Trace::of(scene, figure)).collect();
        let Ok(mut known) = self.0.known.lock() else {
            // Whoever panicked left it half written; do without.
            return Arc::default();
        };
        let same =
            |known: &&Known| Arc::ptr_eq(&known.board, &scene.board) && known.traces == traces;
        if let Some(found) = known.iter().find(same) {
            return found.memo.clone();
        }
        if known.len() >= KEPT {
            known.remove(0);
        }
        let memo = Arc::<Memo>::default();
        known.push(Known {
            board: scene.board.clone(),
            traces,
            memo: memo.clone(),
        });
        memo
    }

    /// Lends the tables of a search, so that they are made once.
    pub fn search<R>(&self, with: impl FnOnce(&mut Search) -> R) -> R {
        match self.0.search.lock() {
            Ok(mut search) => with(&mut search),
            // A search that panicked left its tables half filled; others begin anew.
            Err(_) => with(&mut Search::new()),
        }
    }
}

type Ways = Vec<((Key, Plot), Result<Way, Refusal>)>;
type Places = Vec<((Key, bool), Arc<Reached>)>;

/// The memory of one position. Everybody but the mover must stand as the scene has him.
#[derive(Debug, Default)]
pub struct Memo {
    ways: Mutex<Ways>,
    places: Mutex<Places>,
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
}
