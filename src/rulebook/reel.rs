//! Cases as they can be watched: what happened line by line, and what was seen of it.

use super::fixtures::Fixtures;
use super::format::Scenario;
use super::run::{Play, Verdict, staged_case};
use crate::board::Board;
use crate::combat::battle::Battle;
use crate::combat::event::Event;
use crate::combat::order::Ask;
use crate::combat::system::FigureView;

/// A case as it can be watched.
pub struct Reel {
    /// How it came out.
    pub verdict: Verdict,
    /// Where it is fought; none for cases that only ask.
    pub board: Option<Board>,
    /// What happened, line by line.
    pub story: Vec<String>,
    /// What is seen, in order.
    pub pictures: Vec<Picture>,
    /// The battle as it was left; none for cases that only ask.
    pub battle: Option<Battle>,
}

/// What is seen between two steps of a case.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Lines of the story told by then.
    pub lines: usize,
    /// What happened since the picture before.
    pub events: Vec<Event>,
    /// How everybody stands after it.
    pub figures: Vec<FigureView>,
    /// Unit of time.
    pub unit: u32,
}

/// Plays one case so that it can be watched; `None` if there is no such case.
pub fn show(scenario: &Scenario, at: usize, fixtures: &Fixtures) -> Option<Reel> {
    let (_, case) = scenario.cases.get(at)?;
    Some(match staged_case(scenario, case, fixtures) {
        Ok(mut play) => {
            play.reel = Some(Vec::new());
            play.picture(Vec::new());
            play.play(case);
            play.picture(Vec::new());
            Reel {
                verdict: play.verdict(),
                board: play.battle.is_some().then(|| play.names.board.clone()),
                story: std::mem::take(&mut play.story),
                pictures: play.reel.take().unwrap_or_default(),
                battle: play.battle,
            }
        }
        Err(verdict) => Reel {
            verdict,
            board: None,
            story: Vec::new(),
            pictures: Vec::new(),
            battle: None,
        },
    })
}

impl Play {
    /// Adds a picture, if somebody watches and there is anything to see.
    pub(super) fn picture(&mut self, events: Vec<Event>) {
        let (Some(reel), Some(battle)) = (&mut self.reel, &mut self.battle) else {
            return;
        };
        let scene = battle.scene(None);
        let figures = battle.rules().figures(&Ask { scene: &*scene });
        reel.push(Picture {
            lines: self.story.len(),
            events,
            figures,
            unit: battle.flow().unit,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::{Library, find_assets};

    #[test]
    fn a_case_is_watched_as_it_is_judged() {
        let library = Library::read(&find_assets());
        let scenario = library.scenarios.iter().find(|one| one.id == "P-072");
        let scenario = scenario.unwrap();
        let played = crate::rulebook::run(scenario, &library.fixtures);
        for (at, case) in played.iter().enumerate() {
            let reel = show(scenario, at, &library.fixtures).unwrap();
            assert_eq!((&reel.verdict, &reel.story), (&case.verdict, &case.story));
            let Some(last) = reel.pictures.last() else {
                continue;
            };
            assert!(reel.board.is_some());
            assert_eq!(last.lines, reel.story.len());
            assert!(!last.figures.is_empty());
        }
        assert!(show(scenario, played.len(), &library.fixtures).is_none());
    }
}
