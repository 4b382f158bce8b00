//! Telling what happened: to one side from its own view, to all on the open board, and time that
//! passes with nothing in it not at all.

use super::game::Game;
use crate::combat::battle::Battle;
use crate::combat::combatant::SideId;
use crate::combat::event::{Event, EventKind};
use crate::seat::sight::Sight;
use crate::seat::tale;

impl Game<'_, '_> {
    /// Tells a side what it has not been told, from its own view.
    pub(super) fn tell(&mut self, side: SideId) {
        let from = self.told[usize::from(side.0)];
        let sight = Sight::new(self.battle, &self.table.ground, Some(side));
        let (lines, end) = told_since(self.battle, &sight, from, |event| {
            event.visible_to(Some(side))
        });
        self.told[usize::from(side.0)] = end;
        if lines.is_empty() && self.secrets() {
            self.console.say("Nothing.");
        }
        self.console.say_all(lines);
    }

    /// Tells what the people here (all of one team), or everybody, may know.
    pub(super) fn tell_all(&mut self) {
        let people: Vec<SideId> = self.table.seats.people().collect();
        let sight = Sight::new(self.battle, &self.table.ground, people.first().copied());
        let events: Vec<&Event> = self.battle.events(None).skip(self.told_open).collect();
        let end = self.told_open + events.len();
        let known = events.into_iter().filter(|event| {
            people.is_empty() || people.iter().any(|side| event.visible_to(Some(*side)))
        });
        let news = tale::without_repeats(known.collect(), &mut self.stops);
        let quiet = news
            .iter()
            .all(|event| matches!(event.kind, EventKind::Clock { .. }));
        let first = news.first().map(|event| &event.kind);
        let starts_with_time = matches!(first, Some(EventKind::Clock { .. }));
        let lines = tale::lines(&sight, news);
        self.told_open = end;
        self.told.fill(end);
        if quiet {
            // Time alone is no news: it is told with what comes next.
            self.clock = lines.into_iter().next_back().or(self.clock.take());
        } else {
            // What begins without its own time comes in the time left untold.
            let untold = self.clock.take();
            if !starts_with_time {
                self.console.say_all(untold);
            }
            self.passed.clear();
            self.console.say_all(lines);
        }
    }

    /// Tells a side what is new about zones that are to be held.
    pub(super) fn tell_zones(&mut self, side: SideId) {
        if self.battle.status().zones().next().is_none() {
            return;
        }
        let sight = Sight::new(self.battle, &self.table.ground, Some(side));
        let told = &mut self.zones[usize::from(side.0)];
        let news = told.news(self.battle.status(), &sight);
        if !news.is_empty() {
            self.tell_clock();
        }
        self.console.say_all(news);
    }

    /// Tells what time it is, if that was left untold.
    pub(super) fn tell_clock(&mut self) {
        if let Some(line) = self.clock.take() {
            self.console.say(line);
        }
    }

    /// Shows what everybody may see before a question that hides nothing.
    pub(super) fn open_board(&mut self, side: SideId) {
        let name = self.battle.side(side).to_owned();
        if self.viewer.take().is_some() {
            self.console.clear();
        }
        self.console
            .say(format!("--- Open board, all may look; {name} answers ---"));
        let people: Vec<SideId> = self.table.seats.people().collect();
        let sight = Sight::open(self.battle, &self.table.ground, side, &self.table.seats);
        let (lines, end) = told_since(self.battle, &sight, self.told_open, |event| {
            people.iter().all(|side| event.visible_to(Some(*side)))
        });
        self.told_open = end;
        self.console.say_all(lines);
    }
}

/// Events from a place in the log on, in words, and where the log ends.
pub(super) fn told_since(
    battle: &Battle,
    sight: &Sight,
    from: usize,
    may: impl Fn(&Event) -> bool,
) -> (Vec<String>, usize) {
    let events: Vec<&Event> = battle.events(None).skip(from).collect();
    let end = from + events.len();
    let lines = tale::lines(sight, events.into_iter().filter(|event| may(event)));
    (lines, end)
}
