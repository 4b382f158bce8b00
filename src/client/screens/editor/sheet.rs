//! The level on the table: what may be done to it, each stroke to be taken back. Pure: tested without
//! a screen. It is checked by the loader's own code, from the very text that would be kept.

use crate::board::{
    Board, Cell, Dir, Edge, EdgeKind, Ground, Hex, LightGrade, LightSource, Object, Orientation,
    hex_key,
};
use crate::level::words::COLOURS;
use crate::level::{self, Controller, Level, Objectives, SideSpec, StandingDefaults};
use crate::start::Known;
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Strokes that can be taken back.
const MOST: usize = 200;

/// Columns and rows a board may be given here: the least and the most.
pub(super) const SIZES: (u16, u16) = (4, 128);

/// What is painted on a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Brush {
    /// Ground; what stood there stays where it can.
    Ground(Ground),
    /// Something that stands there.
    Object(Object),
    /// A light that stands there.
    Light(LightSource),
    /// A way out, on the border.
    Exit,
}

/// A fault as it is listed: its words, and the hex it is about if it names one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// What is wrong, with what was probably meant.
    pub words: String,
    /// Where.
    pub hex: Option<Hex>,
}

/// The level on the table.
pub(super) struct Sheet {
    /// The level.
    pub level: Level,
    /// The file it was read from or kept in, if that is one of the player's own.
    pub path: Option<PathBuf>,
    /// There is something that is not kept.
    pub unsaved: bool,
    /// What is wrong with it.
    pub faults: Vec<Found>,
    /// The file it was read from has comments, which are no part of a level.
    pub had_comments: bool,
    before: Vec<Level>,
}

fn side(name: &str, colour: [u8; 3], controller: Controller) -> SideSpec {
    SideSpec {
        name: name.into(),
        team: name.into(),
        colour,
        objectives: Objectives::default(),
        surprised: false,
        ambush: false,
        controller: Some(controller),
        orders: StandingDefaults::default(),
    }
}

impl Sheet {
    /// Grass and two sides without anybody.
    pub fn blank() -> Sheet {
        let level = Level {
            name: "A new level".into(),
            author: SmolStr::default(),
            briefing: String::new(),
            board: Board::new(16, 12, Orientation::PointyTop),
            sides: vec![
                side("Azure", [58, 124, 201], Controller::Human),
                side("Crimson", [190, 48, 56], Controller::Computer),
            ],
            combatants: Vec::new(),
            reinforcements: Vec::new(),
            zones: BTreeMap::new(),
            items: Vec::new(),
            limit_s: 1200,
            system: None,
            playable: Vec::new(),
            rules: BTreeMap::new(),
            points: None,
        };
        let mut sheet = Sheet {
            level,
            path: None,
            unsaved: false,
            faults: Vec::new(),
            had_comments: false,
            before: Vec::new(),
        };
        sheet.check();
        sheet
    }

    /// A level of a file. One that is shipped is kept as a copy among the player's own.
    ///
    /// # Errors
    /// That it has faults: only what was read whole can be written again.
    pub fn open(path: &Path) -> Result<Sheet, String> {
        let (level, _) = level::load(path, Known::get()).map_err(|report| {
            let count = report.faults.len();
            format!(
                "{} has {count} faults; mend them in the file first",
                path.display()
            )
        })?;
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let own = level::user_dir().is_some_and(|folder| path.starts_with(folder));
        let mut sheet = Sheet {
            level,
            path: own.then(|| path.to_owned()),
            had_comments: has_comments(&text),
            ..Sheet::blank()
        };
        sheet.check();
        Ok(sheet)
    }

    /// The text as it would be kept.
    pub fn text(&self) -> String {
        level::text(&self.level)
    }

    /// Remembers how it is, before a stroke.
    pub fn begin(&mut self) {
        if self.before.len() == MOST {
            self.before.remove(0);
        }
        self.before.push(self.level.clone());
    }

    /// A stroke is done: forgotten if it changed nothing, checked otherwise.
    pub fn end(&mut self) {
        if self.before.last() == Some(&self.level) {
            self.before.pop();
            return;
        }
        self.unsaved = true;
        self.check();
    }

    /// Takes the last stroke back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(level) = self.before.pop() else {
            return false;
        };
        self.level = level;
        self.unsaved = true;
        self.check();
        true
    }

    /// A change that is a stroke of its own.
    pub fn stroke(&mut self, change: impl FnOnce(&mut Sheet)) {
        self.begin();
        change(self);
        self.end();
    }

    fn check(&mut self) {
        let text = self.text();
        let read = level::read("level", text.as_bytes(), Known::get());
        let lines: Vec<&str> = text.lines().collect();
        self.faults = match read {
            Ok((level, _)) => {
                self.level.playable = level.playable;
                Vec::new()
            }
            Err(report) => {
                let faults = report.faults.iter();
                let found = faults.map(|fault| {
                    let nearest = fault.nearest.as_ref();
                    let nearest = nearest.map(|name| format!(" (did you mean {name}?)"));
                    let line = lines.get((fault.line as usize).saturating_sub(1));
                    Found {
                        words: format!("{}{}", fault.message, nearest.unwrap_or_default()),
                        hex: line.and_then(|line| self.place_in(line)),
                    }
                });
                found.collect()
            }
        };
    }

    /// The hex that a line of the text is about.
    fn place_in(&self, line: &str) -> Option<Hex> {
        let rest = line.split_once("at: (")?.1;
        let (column, rest) = rest.split_once(',')?;
        let (row, _) = rest.split_once(')')?;
        let board = &self.level.board;
        let hex = board.hex_of(column.trim().parse().ok()?, row.trim().parse().ok()?);
        board.contains(hex).then_some(hex)
    }

    /// Paints a hex.
    pub fn paint(&mut self, hex: Hex, brush: Brush) {
        let Some(cell) = self.level.board.cell_mut(hex) else {
            return;
        };
        match brush {
            Brush::Ground(ground) => {
                // A pit has a depth of its own.
                match (cell.ground, ground) {
                    (Ground::Pit, Ground::Pit) => {}
                    (_, Ground::Pit) => cell.level = -2,
                    (Ground::Pit, _) => cell.level = 0,
                    _ => {}
                }
                cell.ground = ground;
                if matches!(ground, Ground::Rock | Ground::DeepWater | Ground::Pit) {
                    cell.object = None;
                }
            }
            Brush::Object(object) => {
                cell.object = (cell.object != Some(object)).then_some(object);
            }
            Brush::Light(light) => {
                cell.light = (cell.light != Some(light)).then_some(light);
            }
            Brush::Exit => cell.exit = !cell.exit,
        }
    }

    /// Paints a hex and all that hang together with it and are of the same ground.
    pub fn fill(&mut self, hex: Hex, brush: Brush) {
        let Some(first) = self.level.board.cell(hex).copied() else {
            return;
        };
        let alike = |cell: &Cell| cell.ground == first.ground && cell.object == first.object;
        let (mut queue, mut seen) = (vec![hex], BTreeSet::from([hex_key(hex)]));
        let mut found = Vec::new();
        while let Some(at) = queue.pop() {
            if !self.level.board.cell(at).is_some_and(alike) {
                continue;
            }
            found.push(at);
            for next in Dir::ALL.map(|dir| dir.from(at)) {
                if seen.insert(hex_key(next)) {
                    queue.push(next);
                }
            }
        }
        for at in found {
            self.paint(at, brush);
        }
    }

    /// Raises or lowers a hex.
    pub fn raise(&mut self, hex: Hex, by: i8) {
        if let Some(cell) = self.level.board.cell_mut(hex) {
            cell.level = cell.level.saturating_add(by).clamp(-9, 9);
        }
    }

    /// Puts something on a side of a hex, or takes the same away; a door goes through its states first:
    /// closed, open, locked.
    pub fn build(&mut self, hex: Hex, dir: Dir, kind: EdgeKind) {
        let board = &mut self.level.board;
        // The border of the map takes no edges.
        if !board.contains(hex) || !board.contains(dir.from(hex)) {
            return;
        }
        let door = |open, locked| Edge {
            open,
            locked,
            ..Edge::new(EdgeKind::Door)
        };
        let next = match board.edge(hex, dir) {
            Some(edge) if edge.kind == kind && kind == EdgeKind::Door => {
                match (edge.open, edge.locked) {
                    (false, false) => Some(door(true, false)),
                    (true, _) => Some(door(false, true)),
                    (false, true) => None,
                }
            }
            Some(edge) if edge.kind == kind => None,
            _ => Some(Edge::new(kind)),
        };
        board.set_edge(hex, dir, next);
    }

    /// Makes a hex plain grass with nobody on it.
    pub fn erase(&mut self, hex: Hex) {
        if let Some(who) = self.at(hex) {
            self.remove(who);
            return;
        }
        if let Some(cell) = self.level.board.cell_mut(hex) {
            *cell = Cell::default();
        }
        for dir in Dir::ALL {
            self.level.board.set_edge(hex, dir, None);
        }
    }

    /// Gives the board other columns and rows; what lies beyond them is gone.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        let (least, most) = SIZES;
        let (columns, rows) = (columns.clamp(least, most), rows.clamp(least, most));
        let old = &self.level.board;
        let mut board = Board::new(columns, rows, old.orientation);
        (board.level_mm, board.ambient) = (old.level_mm, old.ambient);
        let kept: Vec<Hex> = board.hexes().filter(|hex| old.contains(*hex)).collect();
        for hex in &kept {
            if let (Some(cell), Some(from)) = (board.cell_mut(*hex), old.cell(*hex)) {
                *cell = *from;
            }
        }
        for hex in kept {
            for dir in Dir::ALL {
                if board.contains(dir.from(hex)) {
                    board.set_edge(hex, dir, old.edge(hex, dir));
                }
            }
        }
        let beyond = |sheet: &Sheet| {
            let mut all = sheet.everybody();
            let found = all.find(|(_, one, _)| !board.contains(one.hex));
            found.map(|(who, ..)| who)
        };
        while let Some(who) = beyond(self) {
            self.remove(who);
        }
        for zone in self.level.zones.values_mut() {
            zone.retain(|hex| board.contains(*hex));
        }
        self.level.board = board;
    }

    /// The light of the whole board, one grade on.
    pub fn next_light(&mut self) {
        let now = self.level.board.ambient;
        self.level.board.ambient = match now {
            LightGrade::Bright => LightGrade::Dim,
            LightGrade::Dim => LightGrade::Dark,
            LightGrade::Dark => LightGrade::Black,
            LightGrade::Black => LightGrade::Bright,
        };
    }

    /// One side more, in a colour that no other has.
    pub fn add_side(&mut self) {
        let sides = &self.level.sides;
        let free = |known: &&(&str, [u8; 3])| {
            let mut all = sides.iter();
            !all.any(|one| one.colour == known.1 || one.name.eq_ignore_ascii_case(known.0))
        };
        let (name, colour) = COLOURS.iter().find(free).copied().unwrap_or(COLOURS[0]);
        let name = crate::seat::tale::capital(name);
        self.level
            .sides
            .push(side(&name, colour, Controller::Computer));
    }

    /// Whether a side may be taken away: nobody fights for it, and two are left.
    pub fn may_go(&self, at: usize) -> bool {
        self.level.sides.len() > 2 && !self.level.everybody().any(|(one, _)| one.side == at)
    }

    /// Takes a side away that nobody fights for.
    pub fn remove_side(&mut self, at: usize) {
        if !self.may_go(at) {
            return;
        }
        self.level.sides.remove(at);
        let waves = self.level.reinforcements.iter_mut();
        let later = waves.flat_map(|wave| wave.combatants.iter_mut());
        for one in self.level.combatants.iter_mut().chain(later) {
            if one.side > at {
                one.side -= 1;
            }
        }
    }

    /// Another name for a side; whoever is of its team alone goes along.
    pub fn rename_side(&mut self, at: usize, name: &str) {
        if let Some(side) = self.level.sides.get_mut(at) {
            if side.team == side.name {
                side.team = name.into();
            }
            side.name = name.into();
        }
    }

    /// Keeps it among the player's own levels; where.
    ///
    /// # Errors
    /// That it has faults, or that the file cannot be written.
    pub fn save(&mut self, folder: Option<&Path>) -> Result<PathBuf, String> {
        match self.faults.len() {
            0 => {}
            1 => return Err("it has a fault; only sound levels are kept".to_owned()),
            count => return Err(format!("it has {count} faults; only sound levels are kept")),
        }
        let folder = folder.ok_or("there is no folder for levels of your own")?;
        let path = match &self.path {
            Some(path) => path.clone(),
            None => level::free_file(folder, &self.level.name),
        };
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, self.text()))
            .map_err(|fault| format!("{}: {fault}", path.display()))?;
        self.path = Some(path.clone());
        self.unsaved = false;
        Ok(path)
    }
}

/// Whether a text in RON has comments outside its strings.
fn has_comments(text: &str) -> bool {
    let mut signs = text.chars().peekable();
    let mut quoted = false;
    while let Some(sign) = signs.next() {
        match sign {
            '"' => quoted = !quoted,
            '\\' if quoted => {
                signs.next();
            }
            '/' if !quoted && matches!(signs.peek(), Some('/' | '*')) => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A sound level of two, one at (3, 5) and one at (12, 5).
    pub fn peopled() -> Sheet {
        let mut sheet = Sheet::blank();
        let (a, b) = (
            sheet.level.board.hex_of(3, 5),
            sheet.level.board.hex_of(12, 5),
        );
        sheet.stroke(|sheet| {
            sheet.place((a, Dir::new(0)), "knight", 0, 0);
        });
        sheet.stroke(|sheet| {
            sheet.place((b, Dir::new(3)), "duelist", 1, 0);
        });
        sheet
    }

    #[test]
    fn a_new_level_lacks_people_and_is_not_kept_until_it_has_some() {
        let folder = tempfile::tempdir().unwrap();
        let mut sheet = Sheet::blank();
        assert!(!sheet.faults.is_empty());
        assert!(sheet.save(Some(folder.path())).is_err());
        let mut sheet = peopled();
        assert_eq!(sheet.faults, []);
        let path = sheet.save(Some(folder.path())).unwrap();
        assert!(!sheet.unsaved);
        let again = level::load(&path, Known::get()).unwrap().0;
        assert_eq!(again, sheet.level);
        // Another level of that name does not overwrite it.
        let mut other = peopled();
        assert_ne!(other.save(Some(folder.path())).unwrap(), path);
        // The same sheet goes on in its file.
        sheet.stroke(|sheet| sheet.next_light());
        assert_eq!(sheet.save(Some(folder.path())).unwrap(), path);
    }

    #[test]
    fn sides_come_and_go_and_people_stay_with_their_own() {
        let mut sheet = peopled();
        sheet.stroke(|sheet| sheet.add_side());
        sheet.stroke(|sheet| sheet.add_side());
        let mut names: Vec<&str> = sheet
            .level
            .sides
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 4);
        // A side without anybody is a fault; whoever fights for the last stays with it.
        let hex = sheet.level.board.hex_of(7, 2);
        sheet.stroke(|sheet| {
            sheet.place((hex, Dir::new(0)), "militia", 3, 0);
        });
        assert!(!sheet.may_go(0) && sheet.may_go(2) && !sheet.may_go(3));
        sheet.stroke(|sheet| sheet.remove_side(2));
        assert_eq!(sheet.faults, []);
        assert_eq!(sheet.level.combatants[2].side, 2);
        sheet.stroke(|sheet| sheet.remove_side(0));
        assert_eq!(sheet.level.sides.len(), 3);
    }

    #[test]
    fn comments_are_seen_outside_of_words() {
        assert!(has_comments("Level(\n    // the ford\n)"));
        assert!(has_comments("Level(name: \"a \\\" b\", // the ford"));
        assert!(!has_comments("Level(name: \"see \\\" http://x\")"));
    }

    #[test]
    fn every_stroke_is_taken_back() {
        let mut sheet = peopled();
        let hex = sheet.level.board.hex_of(6, 6);
        let first = sheet.level.clone();
        sheet.stroke(|sheet| sheet.paint(hex, Brush::Ground(Ground::Mud)));
        sheet.stroke(|sheet| sheet.paint(hex, Brush::Object(Object::Tree)));
        sheet.stroke(|sheet| sheet.raise(hex, 3));
        sheet.stroke(|sheet| sheet.build(hex, Dir::new(1), EdgeKind::Wall));
        sheet.stroke(|sheet| sheet.paint(hex, Brush::Light(LightSource::Torch)));
        // A stroke that changes nothing is none.
        sheet.stroke(|sheet| sheet.raise(hex, 0));
        assert_eq!(sheet.faults, []);
        for _ in 0..5 {
            assert!(sheet.undo());
        }
        assert_eq!(sheet.level, first);
        assert!(sheet.undo() && sheet.undo());
        assert!(!sheet.undo());
    }

    #[test]
    fn a_door_goes_through_its_states_and_the_border_takes_none() {
        let mut sheet = peopled();
        let hex = sheet.level.board.hex_of(6, 6);
        let dir = Dir::new(0);
        let state = |sheet: &Sheet| {
            sheet
                .level
                .board
                .edge(hex, dir)
                .map(|edge| (edge.open, edge.locked))
        };
        let mut seen = Vec::new();
        for _ in 0..4 {
            sheet.stroke(|sheet| sheet.build(hex, dir, EdgeKind::Door));
            seen.push(state(&sheet));
        }
        assert_eq!(
            seen,
            [
                Some((false, false)),
                Some((true, false)),
                Some((false, true)),
                None
            ]
        );
        let corner = sheet.level.board.hex_of(0, 0);
        sheet.stroke(|sheet| sheet.build(corner, Dir::new(3), EdgeKind::Wall));
        assert_eq!(sheet.faults, []);
    }

    #[test]
    fn filling_stops_at_other_ground() {
        let mut sheet = peopled();
        sheet.stroke(|sheet| {
            for row in 0..12 {
                let hex = sheet.level.board.hex_of(8, row);
                sheet.paint(hex, Brush::Ground(Ground::ShallowWater));
            }
        });
        let left = sheet.level.board.hex_of(0, 0);
        sheet.stroke(|sheet| sheet.fill(left, Brush::Ground(Ground::Snow)));
        let count = |ground| {
            let board = &sheet.level.board;
            let cells = board.hexes().filter_map(|hex| board.cell(hex));
            cells.filter(|cell| cell.ground == ground).count()
        };
        assert_eq!(
            (count(Ground::Snow), count(Ground::Grass)),
            (8 * 12, 7 * 12)
        );
        assert_eq!(sheet.faults, []);
    }

    #[test]
    fn what_a_fault_is_about_is_found_on_the_board() {
        let mut sheet = peopled();
        let hex = sheet.level.board.hex_of(3, 5);
        sheet.stroke(|sheet| sheet.paint(hex, Brush::Ground(Ground::Rock)));
        assert_eq!(sheet.faults.len(), 1, "{:?}", sheet.faults);
        assert_eq!(sheet.faults[0].hex, Some(hex));
    }

    #[test]
    fn a_smaller_board_keeps_what_lies_on_it() {
        let mut sheet = peopled();
        let hex = sheet.level.board.hex_of(2, 2);
        sheet.stroke(|sheet| {
            sheet.paint(hex, Brush::Ground(Ground::Ice));
            sheet.build(hex, Dir::new(0), EdgeKind::Hedge);
            sheet.resize(8, 8);
        });
        assert_eq!(sheet.level.board.size(), (8, 8));
        assert_eq!(sheet.level.combatants.len(), 1);
        assert_eq!(sheet.level.board.cell(hex).unwrap().ground, Ground::Ice);
        assert!(sheet.level.board.edge(hex, Dir::new(0)).is_some());
        sheet.stroke(|sheet| sheet.resize(0, 900));
        assert_eq!(sheet.level.board.size(), (SIZES.0, SIZES.1));
    }

    #[test]
    fn levels_of_the_game_are_opened_as_copies() {
        for entry in crate::start::levels() {
            if entry.outcome.is_ok() {
                let sheet = Sheet::open(&entry.path).unwrap();
                assert_eq!(sheet.faults, [], "{}", entry.path.display());
                assert!(!sheet.unsaved);
                let shipped = entry.origin == level::Origin::Shipped;
                assert_eq!(sheet.path.is_none(), shipped);
            }
        }
    }
}
