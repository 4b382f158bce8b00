//! The shown state: combatants as far as the screen has told of them, folded from the events that
//! were played. Board, hover and timeline read this and never run ahead of it.

use crate::board::{Board, Hex, LightSource};
use crate::combat::combatant::{CombatantId, Fitness, Posture};
use crate::combat::event::{Event, EventKind};
use crate::combat::system::FigureView;
use crate::seat::Sight;
use std::sync::Arc;

/// What is shown.
#[derive(Clone)]
pub struct Shown {
    /// Combatants, by id.
    pub figures: Vec<FigureView>,
    /// The ground.
    pub board: Arc<Board>,
    /// Unit of time.
    pub unit: u32,
    /// The part of it, in a word.
    pub part: String,
    /// When somebody acts is told in units, not in counts within one.
    pub counts_units: bool,
    /// Events folded so far, as places in the whole log.
    pub told: usize,
}

impl Shown {
    /// What a reader sees now, with the events told so far.
    pub fn new(sight: &Sight, told: usize) -> Shown {
        Shown {
            figures: sight.figures.clone(),
            board: sight.board.clone(),
            unit: sight.unit,
            part: String::new(),
            counts_units: super::timeline::counts_units(sight.rules()),
            told,
        }
    }

    /// Everything is told: what the fold cannot know comes from the view itself.
    pub fn catch_up(&mut self, sight: &Sight) {
        self.figures = sight.figures.clone();
        self.board = sight.board.clone();
        self.unit = sight.unit;
    }

    /// A combatant.
    pub fn figure(&self, who: CombatantId) -> Option<&FigureView> {
        self.figures.iter().find(|figure| figure.id == who)
    }

    /// Who stands in a hex; those on their feet first.
    pub fn at(&self, hex: Hex) -> Option<&FigureView> {
        let here = self
            .figures
            .iter()
            .filter(|figure| figure.place.hex == hex && figure.fitness.on_board());
        // Of a mounted pair the rider, who decides for both.
        here.min_by_key(|figure| (!figure.fitness.fills_hex(), is_ridden(figure), figure.id))
    }

    /// Lights that people carry: whoever has a torch or a lantern in hand.
    pub fn lights(&self) -> Vec<(Hex, LightSource)> {
        let carried = self
            .figures
            .iter()
            .filter(|figure| figure.fitness.on_board())
            .filter_map(|figure| {
                let source = if figure.armed.contains("torch") {
                    LightSource::Torch
                } else if figure.armed.contains("lantern") {
                    LightSource::Lantern
                } else {
                    return None;
                };
                Some((figure.place.hex, source))
            });
        carried.collect()
    }

    /// Takes an event in.
    pub fn fold(&mut self, event: &Event) {
        if let EventKind::Clock { unit, part } = &event.kind {
            self.unit = *unit;
            self.part = part.to_string();
        }
        let Some(figure) = event
            .who
            .and_then(|who| self.figures.iter_mut().find(|figure| figure.id == who))
        else {
            return;
        };
        let mut left = None;
        match &event.kind {
            EventKind::Moved { to, .. } => figure.place.hex = *to,
            EventKind::Turned { to, .. } => figure.place.facing = *to,
            EventKind::Posture { from, to } => {
                figure.posture = *to;
                // Whoever leaves the saddle goes his own way from here on.
                if *from == Posture::Mounted && *to != Posture::Mounted {
                    left = figure.seat.take();
                }
            }
            EventKind::Condition {
                condition,
                begun: true,
            } if !figure.conditions.contains(condition) => figure.conditions.push(*condition),
            EventKind::Condition {
                condition,
                begun: false,
            } => figure.conditions.retain(|known| known != condition),
            EventKind::Harmed { losses, .. } => {
                for (pool, points) in losses {
                    if let Some(bar) = figure.bars.iter_mut().find(|bar| bar.name == *pool) {
                        bar.now = (bar.now - points.abs()).max(0);
                    }
                }
            }
            EventKind::Displaced { path, .. } => {
                if let Some(end) = path.last() {
                    figure.place.hex = *end;
                }
            }
            EventKind::Out(by) => figure.fitness = Fitness::Out(*by),
            EventKind::Declared { action } => {
                figure.doing = action.to_string();
                figure.due = None;
            }
            EventKind::Initiative { due } => figure.due = Some(*due),
            _ => {}
        }
        let (along, place) = (figure.seat, figure.place);
        for (other, seat) in [(left, None), (along, Some(place))] {
            let found = self.figures.iter_mut().find(|one| Some(one.id) == other);
            match (found, seat) {
                (Some(other), Some(place)) => other.place = place,
                (Some(other), None) => other.seat = None,
                (None, _) => {}
            }
        }
    }
}

/// A mount under its rider: shown as part of him.
pub fn is_ridden(figure: &FigureView) -> bool {
    figure.seat.is_some() && figure.posture != Posture::Mounted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::battle::engine::{Engine, Stop};
    use crate::seat::Seats;
    use crate::seat::players::computer;
    use std::path::Path;

    #[test]
    fn folded_events_stand_where_the_battle_stands() {
        let start = crate::start::start(Path::new("duel"), None, None).unwrap();
        let seats = Seats(start.setup.sides.iter().map(|_| computer()).collect());
        let mut engine = Engine::begin(&start, seats, 7, false).unwrap();
        let folder = tempfile::tempdir().unwrap();
        engine.keeper.keep_in(folder.path());
        let ground = engine.ground.clone();
        let mut shown = Shown::new(&Sight::new(&mut engine.battle, &ground, None), 0);
        let mut stops = 0;
        loop {
            let stop = engine.run(None);
            let events: Vec<Event> = engine
                .battle
                .events(None)
                .skip(shown.told)
                .cloned()
                .collect();
            for event in &events {
                shown.fold(event);
            }
            shown.told += events.len();
            let sight = Sight::new(&mut engine.battle, &ground, None);
            for (folded, real) in shown.figures.iter().zip(&sight.figures) {
                assert_eq!(folded.place, real.place, "{}", real.label.name);
                assert_eq!(folded.posture, real.posture, "{}", real.label.name);
                assert_eq!(folded.bars, real.bars, "{}", real.label.name);
                assert_eq!(folded.fitness.is_out(), real.fitness.is_out());
            }
            stops += 1;
            if stop == Stop::Over {
                break;
            }
            assert_eq!(stop, Stop::Breath);
        }
        assert!(stops > 1);
    }
}
