//! A battle at a console: runs the resolver, lets computers answer, seats people, covers the
//! screen between those who must not see each other, tells what happened.

use super::console::{Console, typed};
use super::sitting::{Sat, Sitting};
use super::telling::told_since;
use crate::ai::{self, Tally};
use crate::board::Board;
use crate::combat::battle::{Battle, Progress};
use crate::combat::combatant::{CombatantId, SideId};
use crate::seat::Card;
use crate::seat::ending;
use crate::seat::keeper::Keeper;
use crate::seat::seats::{Player, Seats};
use crate::seat::sight::Sight;
use crate::seat::zones::{self, Told};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a game at the console needs besides the battle.
pub struct Table {
    /// Who plays.
    pub seats: Seats,
    /// The battle's seed: computers draw from it, and it is told at the end.
    pub seed: u64,
    /// The ground the battle started on.
    pub ground: Arc<Board>,
    /// Draw the board before each card.
    pub picture: bool,
    /// Put every card, also those without a question.
    pub every: bool,
    /// Orders may be taken back.
    pub practice: bool,
    /// What players read before the first question; may be empty.
    pub briefing: String,
}

/// How a game at the console came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The battle is over.
    Over,
    /// Somebody left; the battle is not over.
    Left,
    /// The rules came to no decision: a fault of the game.
    Stuck(String),
}

/// A game going on.
pub(super) struct Game<'g, 'c> {
    pub(super) battle: &'g mut Battle,
    pub(super) table: &'g mut Table,
    pub(super) console: &'g mut Console<'c>,
    pub(super) keeper: &'g mut dyn Keeper,
    /// Events each side has been told of, as places in the whole log.
    pub(super) told: Vec<usize>,
    /// Events told on the open board.
    pub(super) told_open: usize,
    /// The team whose secrets may stand on the screen.
    pub(super) viewer: Option<u8>,
    /// The player was told that the battle cannot be saved.
    pub(super) unsaved: bool,
    /// What time it is, where nobody was told because nothing happened.
    pub(super) clock: Option<String>,
    /// Lines said of cards without a question since something happened.
    pub(super) passed: BTreeSet<String>,
    /// What each side was told of zones that are to be held.
    pub(super) zones: Vec<Told>,
    /// Why each one last stopped, so that it is told once.
    pub(super) stops: BTreeMap<CombatantId, String>,
    pub(super) tally: Tally,
}

/// Plays a battle from where it stands until it is over or somebody leaves.
pub fn play(
    battle: &mut Battle,
    table: &mut Table,
    console: &mut Console,
    keeper: &mut dyn Keeper,
) -> Finish {
    let sides = battle.status().sides.len();
    // Whoever comes back to a battle has seen what happened so far.
    let past = battle.events(None).count();
    let mut game = Game {
        battle,
        table,
        console,
        keeper,
        told: vec![past; sides],
        told_open: past,
        viewer: None,
        unsaved: false,
        clock: None,
        passed: BTreeSet::new(),
        zones: vec![Told::default(); sides],
        stops: BTreeMap::new(),
        tally: Tally::default(),
    };
    game.open();
    game.run()
}

impl Game<'_, '_> {
    /// Whether people of different teams share the console.
    pub(super) fn secrets(&self) -> bool {
        self.table.seats.has_secrets(self.battle.status())
    }

    fn open(&mut self) {
        for line in self.table.briefing.lines() {
            self.console.say(line);
        }
        let people: Vec<SideId> = self.table.seats.people().collect();
        for (index, player) in self.table.seats.0.iter().enumerate() {
            let side = SideId(index as u8);
            let who = match player {
                Player::Person => "you, at this keyboard".to_owned(),
                Player::Computer(controller) => format!("the computer ({})", controller.name()),
            };
            let line = format!("{} is played by {who}.", self.battle.side(side));
            self.console.say(line);
        }
        let sight = Sight::new(self.battle, &self.table.ground, people.first().copied());
        let lines = ending::goals(self.battle, &sight);
        self.console.say_all(lines);
        self.console
            .say_all(zones::lines(self.battle.status(), &sight));
        if self.table.practice {
            let seed = self.table.seed;
            let seed = if self.secrets() {
                String::new()
            } else {
                format!(" The seed is {seed}.")
            };
            self.console.say(format!(
                "This is practice: `back` takes back to the card before, with the same dice.{seed}"
            ));
        }
        if !people.is_empty() {
            self.console.say("Type `help` for what can be typed.");
        }
    }

    fn run(&mut self) -> Finish {
        loop {
            match self.keeper.advance(self.battle) {
                Err(stuck) => {
                    self.leave_word();
                    let fault = stuck.to_string();
                    self.console.say(format!("The game is at fault: {fault}."));
                    return Finish::Stuck(fault);
                }
                Ok(Progress::Over) => {
                    self.end();
                    return Finish::Over;
                }
                Ok(Progress::Waiting) => {}
            }
            if !self.secrets() {
                self.tell_all();
            }
            if self.console.has_ended() && self.table.seats.people().next().is_none() {
                return Finish::Left;
            }
            self.computers();
            if let Some(finish) = self.people() {
                return finish;
            }
        }
    }

    /// Computers answer and seal; they see neither drafts nor seals of others.
    fn computers(&mut self) {
        let waiting: Vec<SideId> = match self.battle.window() {
            Some(window) => window.waiting().collect(),
            None => return,
        };
        for side in waiting {
            let Some(Player::Computer(controller)) =
                self.table.seats.0.get_mut(usize::from(side.0))
            else {
                continue;
            };
            let tally = ai::answer_side(self.battle, side, &mut **controller, self.table.seed);
            self.tally.add(tally);
        }
    }

    /// People who still have to seal, those already at the screen first: it spares a handover.
    fn waiting_people(&self) -> Vec<SideId> {
        let Some(window) = self.battle.window() else {
            return Vec::new();
        };
        let mut sides: Vec<SideId> = window
            .waiting()
            .filter(|side| self.table.seats.is_person(*side))
            .collect();
        sides.sort_by_key(|side| (self.battle.status().team(*side) != self.viewer, *side));
        sides
    }

    /// People answer, one side after another. `Some` if the game ends here.
    fn people(&mut self) -> Option<Finish> {
        let number = self.battle.window().map(|window| window.number);
        for side in self.waiting_people() {
            // The window closes with the last seal, and a new one is another round of the loop.
            if self.battle.window().map(|window| window.number) != number {
                return None;
            }
            let Some(card) = Card::new(self.battle, side) else {
                continue;
            };
            if card.asked() == 0 && !self.table.every {
                self.pass(&card);
                continue;
            }
            self.autosave();
            let sealed = self.battle.window().is_some_and(|window| window.sealed);
            let open = self.secrets() && !sealed;
            let sat = if open {
                self.open_board(side);
                self.sit(side, card, true)
            } else if self.take_seat(side) {
                self.sit(side, card, false)
            } else {
                Sat::Ended
            };
            match sat {
                Sat::Sealed => {
                    if self.secrets() && self.battle.window().is_some() {
                        self.autosave();
                    }
                }
                Sat::Back => {
                    self.taken_back();
                    return None;
                }
                Sat::Left => {
                    self.leave_word();
                    return Some(Finish::Left);
                }
                Sat::Ended => {
                    self.console
                        .say("The input has ended in the middle of the battle.");
                    self.leave_word();
                    return Some(Finish::Left);
                }
            }
        }
        None
    }

    /// Seals a card nobody has to be asked about, and says so in one line.
    fn pass(&mut self, card: &Card) {
        if !self.secrets() {
            self.tell_zones(card.side);
            let sight = Sight::new(self.battle, &self.table.ground, Some(card.side));
            let summary = card.summary(&sight);
            // The same again while nothing happens is not said again.
            if self.passed.insert(summary.clone()) {
                self.tell_clock();
                self.console.say(summary);
            }
        }
        self.battle
            .seal(card.side)
            .expect("the side was waiting and nothing has sealed it since");
    }

    /// Saves the battle by itself; a fault is told once and stops nothing.
    fn autosave(&mut self) {
        if let Err(fault) = self.keeper.autosave(self.battle)
            && !std::mem::replace(&mut self.unsaved, true)
        {
            self.console.say(format!(
                "The battle is not being saved: {fault}. It goes on; `save FILE` saves it elsewhere."
            ));
        }
    }

    /// Forgets what was told of that has not happened, and says where the battle stands.
    fn taken_back(&mut self) {
        let past = self.battle.events(None).count();
        for told in &mut self.told {
            *told = past.min(*told);
        }
        self.told_open = past.min(self.told_open);
        self.clock = None;
        self.passed.clear();
        self.stops.clear();
        self.zones.fill(Told::default());
        let kind = self.battle.window().map(|window| window.kind.to_string());
        let (unit, flow) = (self.battle.rules().unit_name(), self.battle.flow());
        let line = format!(
            "Taken back to {unit} {}, {}. What came after has not happened; the dice stay the same.",
            flow.unit,
            kind.unwrap_or_default()
        );
        self.console.say(line);
    }

    /// Says where the battle is kept, and how to go on with it.
    fn leave_word(&mut self) {
        let line = match self.keeper.autosave(self.battle) {
            Ok(Some(path)) => {
                let program = typed(std::env::args().next().as_deref().unwrap_or("hexfray"));
                let file = typed(&path.display().to_string());
                format!(
                    "The battle is not over. It is kept in {}.\nTo go on with it: {program} text {file}\n\
                     To read it: {program} replay {file}",
                    path.display()
                )
            }
            Ok(None) => "The battle is not over, and it was not kept.".to_owned(),
            Err(fault) => format!("The battle is not over, and it was not kept: {fault}."),
        };
        self.console.say(line);
    }

    /// Seats a side: covers the screen if another team's secrets stand on it, and tells what the
    /// side has seen since. `false` if there is nobody left to sit down.
    fn take_seat(&mut self, side: SideId) -> bool {
        let team = self.battle.status().team(side);
        if !self.secrets() {
            return true;
        }
        if self.viewer != team || team.is_none() {
            self.console.clear();
            let name = self.battle.side(side).to_owned();
            let line = self
                .console
                .ask(&format!("--- {name}, take the seat; press Enter --- "));
            match line.as_deref() {
                None => return false,
                Some("quit") => return false,
                Some(_) => {}
            }
            self.viewer = team;
            self.console.clear();
            self.console
                .say(format!("What {name} saw since the last time:"));
        }
        self.tell(side);
        true
    }

    fn sit(&mut self, side: SideId, card: Card, open: bool) -> Sat {
        if !open {
            self.tell_zones(side);
        }
        self.tell_clock();
        self.passed.clear();
        let sight = if open {
            Sight::open(self.battle, &self.table.ground, side, &self.table.seats)
        } else {
            Sight::new(self.battle, &self.table.ground, Some(side))
        };
        let people: Vec<SideId> = self.table.seats.people().collect();
        let covered = self.secrets() && !open;
        let readers = if open { people } else { vec![side] };
        Sitting {
            battle: self.battle,
            console: self.console,
            keeper: self.keeper,
            picture: &mut self.table.picture,
            every: &mut self.table.every,
            sight,
            card,
            readers,
            open,
            covered,
            conceding: false,
        }
        .run()
    }

    fn end(&mut self) {
        if self.viewer.take().is_some() {
            self.console.clear();
        }
        let from = if self.secrets() {
            let people = self.table.seats.people();
            people
                .map(|side| self.told[usize::from(side.0)])
                .min()
                .unwrap_or(0)
        } else {
            self.told_open
        };
        let reader = self.table.seats.people().next();
        let sight = Sight::new(self.battle, &self.table.ground, reader);
        let (lines, _) = told_since(self.battle, &sight, from, |_| true);
        self.console.say_all(lines);
        if self.table.picture {
            self.console.say_all(super::sketch::of_sight(&sight, false));
        }
        let lines = ending::lines(self.battle, &sight, self.table.seed);
        self.console.say_all(lines);
        if self.table.practice {
            self.console
                .say("It was practice: orders could be taken back.");
        }
        if self.tally.refused > 0 {
            self.console.say(format!(
                "Computers were refused {} of {} answers and took the proposed ones.",
                self.tally.refused, self.tally.asked
            ));
        }
        if let Ok(Some(path)) = self.keeper.autosave(self.battle) {
            self.console
                .say(format!("The battle is kept in {}.", path.display()));
        }
    }
}
