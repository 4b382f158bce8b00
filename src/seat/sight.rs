//! What one reader sees at one moment, gathered once and asked for by all that writes words.

use super::letters::Letters;
use super::seats::Seats;
use crate::board::{Board, Dir, Hex, distance};
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, Fitness, ItemId, SideId};
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice};
use crate::combat::plot_words::{Names, begins};
use crate::combat::system::{FigureView, RuleSystem, verb};
use smol_str::SmolStr;
use std::any::Any;
use std::sync::Arc;

/// A reader's view.
pub struct Sight {
    /// Whose view: `None` knows all.
    pub reader: Option<SideId>,
    /// Others who look on: nothing is told that one of them must not know.
    pub onlookers: Vec<SideId>,
    /// Combatants, by id.
    pub figures: Vec<FigureView>,
    /// Names, by id.
    pub names: Vec<String>,
    /// Letters, by id.
    pub letters: Letters,
    /// The ground.
    pub board: Arc<Board>,
    /// Names of the sides.
    pub sides: Vec<String>,
    /// Team of each side.
    pub teams: Vec<u8>,
    /// What a unit of time is called.
    pub unit_name: &'static str,
    /// The unit of time.
    pub unit: u32,
    rules: Arc<dyn RuleSystem>,
    scene: Arc<dyn Any + Send + Sync>,
}

impl Sight {
    /// The view of a reader. `ground` is the board the battle started on.
    pub fn new(battle: &mut Battle, ground: &Arc<Board>, reader: Option<SideId>) -> Sight {
        let scene = battle.scene(reader);
        let rules = battle.rules().clone();
        let ask = Ask { scene: &*scene };
        let figures = rules.figures(&ask);
        let board = rules.board(&ask).unwrap_or_else(|| ground.clone());
        let names: Vec<String> = figures
            .iter()
            .map(|figure| figure.label.name.to_string())
            .collect();
        let status = battle.status();
        Sight {
            reader,
            onlookers: Vec::new(),
            letters: Letters::new(&names, board.orientation),
            names,
            sides: status
                .sides
                .iter()
                .map(|side| side.name.to_string())
                .collect(),
            teams: status.sides.iter().map(|side| side.team).collect(),
            unit_name: rules.unit_name(),
            unit: battle.flow().unit,
            figures,
            board,
            rules,
            scene,
        }
    }

    /// The view that may stand on a screen everybody looks at: of each combatant only what a
    /// person of another team knows too.
    pub fn open(battle: &mut Battle, ground: &Arc<Board>, reader: SideId, seats: &Seats) -> Sight {
        let mut sight = Sight::new(battle, ground, Some(reader));
        for person in seats.people().collect::<Vec<_>>() {
            let other = Sight::new(battle, ground, Some(person));
            for (figure, seen) in sight.figures.iter_mut().zip(other.figures) {
                if !other.teams.is_empty()
                    && sight.teams.get(usize::from(figure.side.0))
                        != sight.teams.get(usize::from(person.0))
                {
                    *figure = seen;
                }
            }
            sight.onlookers.push(person);
        }
        sight
    }

    /// What verbs and rules are asked with.
    pub fn ask(&self) -> Ask<'_> {
        Ask {
            scene: &*self.scene,
        }
    }

    /// The rule system.
    pub fn rules(&self) -> &dyn RuleSystem {
        &*self.rules
    }

    /// A combatant, if the reader knows of him.
    pub fn figure(&self, who: CombatantId) -> Option<&FigureView> {
        self.figures.iter().find(|figure| figure.id == who)
    }

    /// A combatant's name.
    pub fn name(&self, who: CombatantId) -> &str {
        self.figure(who)
            .map_or("somebody", |figure| figure.label.name.as_str())
    }

    /// A side's name.
    pub fn side(&self, side: SideId) -> &str {
        self.sides
            .get(usize::from(side.0))
            .map_or("an unknown side", String::as_str)
    }

    /// Whether two sides are of one team.
    pub fn allied(&self, a: SideId, b: SideId) -> bool {
        self.teams.get(usize::from(a.0)) == self.teams.get(usize::from(b.0))
    }

    /// Whether a combatant is of the reader's team; with no reader, of the first side's.
    pub fn own(&self, figure: &FigureView) -> bool {
        self.allied(self.reader.unwrap_or(SideId(0)), figure.side)
    }

    /// A hex as column and row.
    pub fn hex(&self, hex: Hex) -> String {
        let (column, row) = self.board.column_row(hex);
        format!("({column},{row})")
    }

    /// A direction's name.
    pub fn dir(&self, dir: Dir) -> &'static str {
        self.board.orientation.name(dir)
    }

    /// What an item is called.
    pub fn item(&self, item: ItemId) -> SmolStr {
        self.rules
            .item_name(&self.ask(), item)
            .unwrap_or_else(|| SmolStr::new_static("an item"))
    }

    /// Items on the ground in words, each with its hex.
    pub fn lying(&self) -> Vec<(Hex, SmolStr)> {
        self.rules
            .lying(&self.ask())
            .into_iter()
            .map(|(hex, item)| (hex, self.item(item)))
            .collect()
    }

    /// Whether all who read may know of a combatant: what has not arrived is its own team's secret.
    pub fn knows(&self, figure: &FigureView) -> bool {
        let mut readers = self.reader.iter().chain(&self.onlookers);
        figure.fitness != Fitness::Reserve || readers.all(|side| self.allied(*side, figure.side))
    }

    /// Whether all who read may know of a combatant, by id.
    fn known(&self, who: CombatantId) -> bool {
        self.figure(who).is_some_and(|figure| self.knows(figure))
    }

    /// Whose sign on the board it is, among those who may be known.
    pub fn lettered(&self, sign: &str) -> Option<CombatantId> {
        self.letters.find(sign).filter(|who| self.known(*who))
    }

    /// A choice in words.
    pub fn words(&self, who: CombatantId, choice: &Choice) -> String {
        match verb(&*self.rules, &choice.verb) {
            Some(verb) => verb.words(&self.ask(), who, &choice.slots),
            None => choice.verb.to_string(),
        }
    }

    /// Whether two choices of a combatant come to the same.
    pub fn same(&self, who: CombatantId, one: &Choice, other: &Choice) -> bool {
        one.verb == other.verb
            && verb(&*self.rules, &one.verb)
                .is_some_and(|verb| verb.same(&self.ask(), who, &one.slots, &other.slots))
    }

    /// What a choice would come to.
    pub fn odds(&self, who: CombatantId, choice: &Choice) -> Option<Odds> {
        verb(&*self.rules, &choice.verb)?.odds(&self.ask(), who, &choice.slots)
    }

    /// Calls with the names that plots in words use: those of combatants who may be known.
    pub fn with_names<R>(&self, call: impl FnOnce(&Names) -> R) -> R {
        let name = |(at, name): (usize, &'_ String)| -> String {
            let known = self.known(CombatantId(at as u16));
            if known { name.clone() } else { String::new() }
        };
        let combatants: Vec<String> = self.names.iter().enumerate().map(name).collect();
        let combatants: Vec<&str> = combatants.iter().map(String::as_str).collect();
        call(&Names {
            combatants: &combatants,
            board: &self.board,
        })
    }

    /// Who is meant by a letter, `#` and number, a name or the unique beginning of one, among those
    /// who may be known.
    ///
    /// # Errors
    /// That nobody is meant, or more than one.
    pub fn find(&self, text: &str) -> Result<CombatantId, String> {
        let wanted = text.trim().to_lowercase();
        if let Some(who) = self.lettered(&wanted) {
            return Ok(who);
        }
        let known: Vec<(CombatantId, &str)> = self
            .figures
            .iter()
            .filter(|figure| self.knows(figure))
            .map(|figure| (figure.id, figure.label.name.as_str()))
            .collect();
        let number = wanted
            .strip_prefix('#')
            .and_then(|digits| digits.parse::<u16>().ok());
        let same = |(id, name): &&(CombatantId, &str)| {
            Some(id.0) == number || name.to_lowercase() == wanted
        };
        if let Some((id, _)) = known.iter().find(same) {
            return Ok(*id);
        }
        let begins = |(_, name): &&(CombatantId, &str)| {
            !wanted.is_empty() && begins(&name.to_lowercase(), &wanted)
        };
        let names = |list: &[(CombatantId, &str)], between: &str| {
            let names: Vec<&str> = list.iter().map(|(_, name)| *name).collect();
            names.join(between)
        };
        let matching: Vec<(CombatantId, &str)> = known.iter().filter(begins).copied().collect();
        match matching[..] {
            [(id, _)] => Ok(id),
            [] => Err(format!(
                "Nobody is called `{}`. Here are: {}.",
                text.trim(),
                names(&known, ", ")
            )),
            _ => Err(format!(
                "`{}` could be {}; write more of the name, or the letter on the board.",
                text.trim(),
                names(&matching, " or ")
            )),
        }
    }

    /// A hex written as `(4,7)`.
    ///
    /// # Errors
    /// That it is no hex of this board.
    pub fn find_hex(&self, text: &str) -> Result<Hex, String> {
        let inner = text.trim().trim_start_matches('(').trim_end_matches(')');
        let numbers: Vec<Option<u16>> = inner
            .split(',')
            .map(|part| part.trim().parse().ok())
            .collect();
        let [Some(column), Some(row)] = numbers[..] else {
            return Err(format!(
                "`{}` is no hex; write column and row like (4,7).",
                text.trim()
            ));
        };
        let hex = self.board.hex_of(column, row);
        if self.board.contains(hex) {
            return Ok(hex);
        }
        let (columns, rows) = self.board.size();
        Err(format!(
            "({column},{row}) is off the board; columns are 0 to {}, rows 0 to {}.",
            columns.saturating_sub(1),
            rows.saturating_sub(1)
        ))
    }

    /// Where a hex lies from another one: distance and direction in words.
    pub fn bearing(&self, from: Hex, to: Hex) -> String {
        let far = distance(from, to);
        if far == 0 {
            return "in the same hex".to_owned();
        }
        let hexes = if far == 1 { "hex" } else { "hexes" };
        format!("{far} {hexes} {}", self.toward(from, to))
    }

    /// The direction in words: one of the six, or between two.
    fn toward(&self, from: Hex, to: Hex) -> String {
        let offset = to - from;
        // Twice the scalar product of the offset with a direction, exact in integers.
        let along = |dir: Dir| {
            let v = dir.vector();
            2 * (v.x * offset.x + v.y * offset.y) + v.x * offset.y + v.y * offset.x
        };
        let mut dirs = Dir::ALL;
        dirs.sort_by_key(|dir| std::cmp::Reverse(along(*dir)));
        let (first, second) = (dirs[0], dirs[1]);
        // cos 45° / cos 15°: nearer to the middle of two directions than to either.
        if along(second) * 1000 > along(first) * 732 {
            let (a, b) = if first < second {
                (first, second)
            } else {
                (second, first)
            };
            format!("between {} and {}", self.dir(a), self.dir(b))
        } else {
            self.dir(first).to_owned()
        }
    }
}
