//! The board: rows, legend, heights, edges, light, zones, and who may stand where.

use super::footing::direction;
use super::{Checker, MAX_LISTED_HEXES, MAX_SIDE_HEXES};
use crate::board::{Board, Cell, Dir, Edge, Hex, hex_key};
use crate::board::{Ground as Kind, Overlays};
use crate::level::raw::{RawEdge, RawHex, RawHexKind, RawHexes, RawLevel, RawRow};
use crate::level::words::LEGEND;
use crate::reading::source::{Span, Spot};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// How deep a pit is drawn unless the level says so (BT-6), in levels.
const PIT_LEVEL: i8 = -2;

/// The checked board with what else the map names.
pub(super) struct Ground {
    pub board: Board,
    /// Whether the map could be read as a board; without one, hexes are not looked at.
    pub whole: bool,
    /// Hexes of the places named in the legend, in row order.
    pub starts: BTreeMap<SmolStr, Vec<Hex>>,
    pub zones: BTreeMap<SmolStr, Vec<Hex>>,
    /// Whether a hex of the board is an exit.
    pub has_exit: bool,
}

pub(super) fn check(checker: &mut Checker<'_, '_>, raw: &RawLevel<'_>) -> Ground {
    let mut ground = Ground {
        board: Board::new(0, 0, raw.orientation),
        whole: false,
        starts: BTreeMap::new(),
        zones: BTreeMap::new(),
        has_exit: false,
    };
    for (name, _) in &raw.zones {
        let label = checker.label(name, "the zone's name");
        ground.zones.insert(label, Vec::new());
    }
    let Some(map) = &raw.map else { return ground };
    let Some((width, height)) = size(checker, map) else {
        return ground;
    };
    ground.board = Board::new(width, height, raw.orientation);
    ground.whole = true;
    let board = &mut ground.board;
    board.ambient = raw.light.ambient;
    if let Some(level_mm) = &raw.level_mm {
        board.level_mm = u16::try_from(level_mm.value).unwrap_or(1000);
    }
    let heights = raw.heights.as_ref();
    let heights = heights.map(|rows| check_heights(checker, rows, (width, height)));
    let legend = Legend::new(&raw.legend);
    let mut unknown: BTreeMap<char, (Span, usize)> = BTreeMap::new();
    let mut inner_exit = None;
    for (row, cells) in map.value.iter().enumerate() {
        for (column, &(letter, offset)) in cells.cells.iter().enumerate().take(width.into()) {
            let hex = board.hex_of(column as u16, row as u16);
            let span = Span {
                start: offset,
                len: letter.len_utf8(),
            };
            let Some(kind) = legend.kind(letter) else {
                unknown.entry(letter).or_insert((span, 0)).1 += 1;
                continue;
            };
            let height = heights
                .as_ref()
                .and_then(|rows| *rows.get(row)?.get(column)?);
            let cell = cell_of(kind, height);
            if cell.exit {
                ground.has_exit = true;
                let border = row == 0
                    || column == 0
                    || row + 1 == usize::from(height_of(board))
                    || column + 1 == usize::from(width);
                if !border && inner_exit.is_none() {
                    inner_exit = Some(span);
                }
            }
            if let Some(start) = &kind.start {
                let hexes = ground.starts.entry(SmolStr::new(&start.value));
                hexes.or_default().push(hex);
            }
            if let Some(place) = board.cell_mut(hex) {
                *place = cell;
            }
        }
    }
    for (letter, (span, count)) in unknown {
        let times = if count == 1 {
            String::new()
        } else {
            format!(" ({count} times)")
        };
        let message = format!("the character `{letter}` is not in the legend{times}");
        let fault = checker.notes.fault(span, message);
        let letters = legend.letters();
        fault.allow(letters.iter().map(String::as_str));
    }
    if let Some(span) = inner_exit {
        checker
            .notes
            .fault(span, "an exit must lie on the border of the map");
    }
    for edge in &raw.edges {
        check_edge(checker, &mut ground.board, edge);
    }
    for (at, kind) in &raw.light.sources {
        if let Some(hex) = hex_on_board(checker, &ground.board, at)
            && let Some(cell) = ground.board.cell_mut(hex)
        {
            cell.light = Some(*kind);
        }
    }
    for (name, area) in &raw.zones {
        let before = checker.notes.count();
        let mut hexes = expand(checker, &ground.board, &area.value);
        hexes.sort_by_key(|hex| hex_key(*hex));
        hexes.dedup();
        if hexes.is_empty() && checker.notes.count() == before {
            let message = format!("the zone `{}` has no hex", name.value);
            checker.notes.fault(area.span, message);
        }
        ground.zones.insert(SmolStr::new(&name.value), hexes);
    }
    ground
}

fn height_of(board: &Board) -> u16 {
    board.size().1
}

/// Columns and rows, if the map has an honest size; rows of another length are faults.
fn size(checker: &mut Checker<'_, '_>, map: &Spot<Vec<RawRow>>) -> Option<(u16, u16)> {
    let rows = &map.value;
    let width = common_width(rows);
    if rows.is_empty() || width == 0 {
        checker.notes.fault(map.span, "the map has no hex");
        return None;
    }
    if rows.len() > MAX_SIDE_HEXES || width > MAX_SIDE_HEXES {
        let message = format!(
            "the map has {width} × {} hexes; at most {MAX_SIDE_HEXES} × {MAX_SIDE_HEXES} \
             are allowed",
            rows.len()
        );
        checker.notes.fault(map.span, message);
        return None;
    }
    ragged(checker, rows, width, "the map");
    Some((width as u16, rows.len() as u16))
}

/// The length most rows have; of equally many the longer.
fn common_width(rows: &[RawRow]) -> usize {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for row in rows {
        *counts.entry(row.cells.len()).or_default() += 1;
    }
    let most = counts
        .iter()
        .max_by_key(|(width, count)| (**count, **width));
    most.map_or(0, |(width, _)| *width)
}

fn ragged(checker: &mut Checker<'_, '_>, rows: &[RawRow], width: usize, what: &str) {
    for (index, row) in rows.iter().enumerate() {
        let found = row.cells.len();
        if found != width {
            let message =
                format!("row {index} of {what} has {found} characters, the others have {width}");
            checker.notes.fault(row.span, message);
        }
    }
}

/// Heights by row and column; `None` where the legend decides.
fn check_heights(
    checker: &mut Checker<'_, '_>,
    rows: &Spot<Vec<RawRow>>,
    (width, height): (u16, u16),
) -> Vec<Vec<Option<i8>>> {
    let found = rows.value.len();
    if found != usize::from(height) {
        let message = format!("there are {found} rows of heights and {height} rows of map");
        checker.notes.fault(rows.span, message);
    }
    ragged(checker, &rows.value, width.into(), "the heights");
    let mut heights = Vec::new();
    for row in &rows.value {
        let mut levels = Vec::new();
        for &(letter, offset) in &row.cells {
            let level = letter.to_digit(10).map(|digit| digit as i8);
            if level.is_none() && letter != '.' {
                let span = Span {
                    start: offset,
                    len: letter.len_utf8(),
                };
                let message =
                    format!("`{letter}` is no height: write a digit, or `.` for the legend's");
                checker.notes.fault(span, message);
            }
            levels.push(level);
        }
        heights.push(levels);
    }
    heights
}

/// The level's legend laid over the built-in one.
struct Legend(BTreeMap<char, RawHexKind>);

impl Legend {
    fn new(own: &[(Spot<char>, RawHexKind)]) -> Legend {
        let built_in = LEGEND.iter().map(|&(letter, ground, object, exit)| {
            let kind = RawHexKind {
                ground: Some(ground),
                object,
                exit,
                ..RawHexKind::default()
            };
            (letter, kind)
        });
        let own = own
            .iter()
            .map(|(letter, kind)| (letter.value, kind.clone()));
        Legend(built_in.chain(own).collect())
    }

    fn kind(&self, letter: char) -> Option<&RawHexKind> {
        self.0.get(&letter)
    }

    fn letters(&self) -> Vec<String> {
        self.0.keys().map(|letter| format!("'{letter}'")).collect()
    }
}

fn cell_of(kind: &RawHexKind, height: Option<i8>) -> Cell {
    let ground = kind.ground.unwrap_or_default();
    let default = if ground == Kind::Pit { PIT_LEVEL } else { 0 };
    let overlays = kind.overlays.iter();
    Cell {
        ground,
        object: kind.object,
        overlays: overlays.fold(Overlays::NONE, |set, overlay| set.with(*overlay)),
        level: height.or(kind.level).unwrap_or(default),
        light: kind.light,
        exit: kind.exit,
    }
}

/// The hex of a column and row, or a fault.
pub(super) fn hex_on_board(
    checker: &mut Checker<'_, '_>,
    board: &Board,
    at: &RawHex,
) -> Option<Hex> {
    let (column, row) = at.value;
    let (width, height) = board.size();
    let inside = (0..i64::from(width)).contains(&column) && (0..i64::from(height)).contains(&row);
    if inside {
        return Some(board.hex_of(column as u16, row as u16));
    }
    let message = format!(
        "({column}, {row}) is off the map: columns run from 0 to {}, rows from 0 to {}",
        i32::from(width) - 1,
        i32::from(height) - 1
    );
    checker.notes.fault(at.span, message);
    None
}

/// All hexes of a list, in its order. Lists beyond the limit are noted once and left out, so
/// that no file can keep the checker busy.
fn expand(checker: &mut Checker<'_, '_>, board: &Board, list: &[RawHexes]) -> Vec<Hex> {
    let mut hexes = Vec::new();
    for entry in list {
        let (from, to) = match entry {
            RawHexes::One(at) => (at, at),
            RawHexes::Box(from, to) => (from, to),
        };
        let first = hex_on_board(checker, board, from);
        let last = match entry {
            RawHexes::One(_) => first,
            RawHexes::Box(..) => hex_on_board(checker, board, to),
        };
        if first.is_none() || last.is_none() {
            continue;
        }
        let range = |a: i64, b: i64| a.min(b)..=a.max(b);
        let (rows, columns) = (
            range(from.value.1, to.value.1),
            range(from.value.0, to.value.0),
        );
        let before = checker.listed;
        checker.listed += rows.clone().count() * columns.clone().count();
        if checker.listed > MAX_LISTED_HEXES {
            if before <= MAX_LISTED_HEXES {
                let message =
                    format!("zones and edges list more than {MAX_LISTED_HEXES} hexes in all");
                checker.notes.fault(from.span, message);
            }
            break;
        }
        for row in rows {
            let row = row as u16;
            hexes.extend(
                columns
                    .clone()
                    .map(|column| board.hex_of(column as u16, row)),
            );
        }
    }
    hexes
}

/// Puts one entry on its hexsides. A later entry replaces an earlier one, so that a door can be
/// set into a wall that was drawn before.
fn check_edge(checker: &mut Checker<'_, '_>, board: &mut Board, raw: &RawEdge) {
    let sides: BTreeSet<Dir> = raw
        .sides
        .iter()
        .filter_map(|word| direction(checker, board.orientation, word))
        .collect();
    let edge = Edge {
        open: raw.open,
        locked: raw.locked,
        ..Edge::new(raw.kind)
    };
    let mut border = None;
    let mut placed = false;
    for hex in expand(checker, board, &raw.at) {
        for &side in &sides {
            if board.contains(side.from(hex)) {
                placed |= board.set_edge(hex, side, Some(edge));
            } else if border.is_none() {
                border = Some((hex, side));
            }
        }
    }
    // A run may touch the border; an entry that lies wholly on it was meant otherwise.
    if let Some((hex, side)) = border.filter(|_| !placed) {
        let (column, row) = board.column_row(hex);
        let name = board.orientation.name(side);
        let message = format!(
            "side {name} of ({column}, {row}) is the border of the map; nothing can stand on it"
        );
        checker.notes.fault(raw.span, message);
    }
}
