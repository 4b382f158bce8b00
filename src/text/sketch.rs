//! The board in characters: staggered rows for pointy-top hexes, staggered columns for flat-top.
//!
//! One hex is one character, with its level behind it where ground is not level, and hexsides
//! between. Every sign drawn stands in the legend below.

use crate::board::{Board, Dir, Hex, Orientation};
use crate::seat::Sight;
use crate::seat::letters::{FOES, FRIENDS};
use crate::seat::symbols;
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// A part of a board to draw: columns and rows of the map picture, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// First and last column.
    pub columns: (u16, u16),
    /// First and last row.
    pub rows: (u16, u16),
}

/// Columns and rows that are drawn without cutting anything away.
const WHOLE: (u16, u16) = (36, 30);

/// Hexes kept around those that must be seen when a board is too large to be drawn whole.
const MARGIN: i32 = 3;

impl Frame {
    /// All of a board.
    pub fn whole(board: &Board) -> Frame {
        let (width, height) = board.size();
        Frame {
            columns: (0, width.saturating_sub(1)),
            rows: (0, height.saturating_sub(1)),
        }
    }

    /// All of a small board; of a large one what holds these hexes, with a margin.
    pub fn around(board: &Board, hexes: impl IntoIterator<Item = Hex>) -> Frame {
        let whole = Frame::whole(board);
        let (width, height) = board.size();
        if width <= WHOLE.0 && height <= WHOLE.1 {
            return whole;
        }
        let spots: Vec<(i32, i32)> = hexes.into_iter().map(|hex| board.column_row(hex)).collect();
        let span = |values: &mut dyn Iterator<Item = i32>, last: u16| -> (u16, u16) {
            let (mut low, mut high) = (i32::MAX, i32::MIN);
            for value in values {
                (low, high) = (low.min(value), high.max(value));
            }
            let inside = |value: i32| value.clamp(0, i32::from(last)) as u16;
            (
                inside(low.saturating_sub(MARGIN)),
                inside(high.saturating_add(MARGIN)),
            )
        };
        if spots.is_empty() {
            return whole;
        }
        Frame {
            columns: span(&mut spots.iter().map(|spot| spot.0), whole.columns.1),
            rows: span(&mut spots.iter().map(|spot| spot.1), whole.rows.1),
        }
    }

    fn holds(self, (column, row): (i32, i32)) -> bool {
        let within = |value: i32, (low, high): (u16, u16)| {
            value >= i32::from(low) && value <= i32::from(high)
        };
        within(column, self.columns) && within(row, self.rows)
    }
}

/// A grid of characters that grows to what is put on it.
#[derive(Default)]
struct Canvas(BTreeMap<(usize, usize), char>);

impl Canvas {
    fn put(&mut self, x: usize, y: usize, sign: char) {
        self.0.insert((y, x), sign);
    }

    fn write(&mut self, x: usize, y: usize, text: &str) {
        for (index, sign) in text.chars().enumerate() {
            self.put(x + index, y, sign);
        }
    }

    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for (&(y, x), &sign) in &self.0 {
            while lines.len() <= y {
                lines.push(String::new());
            }
            let line = &mut lines[y];
            while line.chars().count() < x {
                line.push(' ');
            }
            line.push(sign);
        }
        lines
            .into_iter()
            .map(|line| line.trim_end().to_owned())
            .collect()
    }
}

/// Where hexes and hexsides go.
struct Layout {
    orientation: Orientation,
    frame: Frame,
    /// Characters from one column to the next.
    pitch: usize,
    /// Lines from one row to the next; as many stand above the picture, for column numbers.
    lines: usize,
}

/// Characters left of the picture, for row numbers.
const LEFT: usize = 5;

impl Layout {
    fn spot(&self, (column, row): (i32, i32)) -> (usize, usize) {
        let c = (column - i32::from(self.frame.columns.0)) as usize;
        let w = (row - i32::from(self.frame.rows.0)) as usize;
        match self.orientation {
            Orientation::PointyTop => {
                let shift = if row.rem_euclid(2) == 1 {
                    self.pitch / 2
                } else {
                    0
                };
                (LEFT + c * self.pitch + shift, self.lines + w * self.lines)
            }
            Orientation::FlatTop => {
                let shift = if column.rem_euclid(2) == 1 {
                    self.lines / 2
                } else {
                    0
                };
                (LEFT + c * self.pitch, self.lines + w * self.lines + shift)
            }
        }
    }

    /// Where a hexside goes, seen from the hex that stores it (sides 4, 5 and 0), and how it runs:
    /// 0 upright or level, 1 rising to the right, 2 falling to the right.
    fn side_spot(&self, (x, y): (usize, usize), side: Dir) -> (usize, usize, usize) {
        let half = self.pitch / 2;
        match (self.orientation, side.index()) {
            (Orientation::PointyTop, 0) => (x + half, y, 0),
            (Orientation::PointyTop, 4) => (x - half / 2, y.saturating_sub(1), 1),
            (Orientation::PointyTop, _) => (x + half / 2, y.saturating_sub(1), 2),
            (Orientation::FlatTop, 4) => (x, y.saturating_sub(1), 0),
            (Orientation::FlatTop, 5) => (x + half, y, 2),
            (Orientation::FlatTop, _) => (x + half, y + 1, 1),
        }
    }
}

/// Sides stored with a hex: each hexside of the board comes up once.
const OWN_SIDES: [i32; 3] = [4, 5, 0];

/// The board in characters, cut to where the fight is if it is large.
pub fn of_sight(sight: &Sight, all: bool) -> Vec<String> {
    let mut signs = BTreeMap::new();
    // The standing hide the fallen of the same hex.
    let mut figures: Vec<&crate::combat::system::FigureView> = sight
        .figures
        .iter()
        .filter(|figure| figure.fitness.on_board())
        .collect();
    // And a rider his mount.
    let rides = |figure: &crate::combat::system::FigureView| {
        figure.posture == crate::combat::combatant::Posture::Mounted
    };
    figures.sort_by_key(|figure| (figure.fitness.fills_hex(), rides(figure), figure.id));
    for figure in &figures {
        let sign = sight.letters.drawn(figure.id, sight.own(figure));
        signs.insert(sight.board.column_row(figure.place.hex), sign);
    }
    let frame = if all {
        Frame::whole(&sight.board)
    } else {
        Frame::around(&sight.board, figures.iter().map(|figure| figure.place.hex))
    };
    draw(&sight.board, frame, &signs)
}

/// Draws a part of a board with signs on it, and the legend of the ground signs used.
pub fn draw(board: &Board, frame: Frame, signs: &BTreeMap<(i32, i32), SmolStr>) -> Vec<String> {
    let shown: Vec<Hex> = board
        .hexes()
        .filter(|hex| frame.holds(board.column_row(*hex)))
        .collect();
    let sides = |hex: Hex| OWN_SIDES.map(|side| (Dir::new(side), board.edge(hex, Dir::new(side))));
    let walled = shown
        .iter()
        .any(|hex| sides(*hex).iter().any(|(_, edge)| edge.is_some()));
    let hilly = shown
        .iter()
        .any(|hex| board.cell(*hex).is_some_and(|cell| cell.level != 0));
    let flat = board.orientation == Orientation::FlatTop;
    let layout = Layout {
        orientation: board.orientation,
        frame,
        pitch: if walled || hilly || flat { 4 } else { 2 },
        lines: if walled || flat { 2 } else { 1 },
    };

    let mut canvas = Canvas::default();
    let mut used = BTreeMap::new();
    let mut drawn_sides = BTreeSet::new();
    let (mut numbered, mut nameless) = (false, false);
    for hex in shown {
        let at = board.column_row(hex);
        let (x, y) = layout.spot(at);
        let Some(cell) = board.cell(hex) else {
            continue;
        };
        let (sign, word) = symbols::ground(cell);
        used.insert(sign, word);
        match signs.get(&at) {
            // A figure before a letter stands left of the hex: right of it stand heights.
            Some(who) => {
                let left = who.chars().count().saturating_sub(1);
                canvas.write(x.saturating_sub(left), y, who);
                numbered |= left > 0;
                nameless |= who.contains([FOES, FRIENDS]);
            }
            None => canvas.put(x, y, sign),
        }
        if cell.level != 0 {
            canvas.put(x + 1, y, symbols::level(cell.level));
        }
        for (side, edge) in sides(hex) {
            if let Some(edge) = edge {
                let (x, y, slope) = layout.side_spot((x, y), side);
                let (signs, word) = symbols::edge(edge);
                canvas.put(x, y, signs[if flat && slope == 0 { 3 } else { slope }]);
                drawn_sides.insert((signs, word));
            }
        }
    }
    number_edges(&mut canvas, &layout);

    let mut lines = canvas.lines();
    lines.push(format!(
        "Ground: {}.",
        used.iter()
            .map(|(sign, word)| format!("{sign} {word}"))
            .collect::<Vec<_>>()
            .join(", ")
    ));
    if hilly {
        lines.push(format!(
            "A figure behind a sign is its height in levels of {} cm; a to i are 1 to 9 levels down, ± is more.",
            i32::from(board.level_mm) / 10
        ));
    }
    if !drawn_sides.is_empty() {
        let texts: Vec<String> = drawn_sides
            .iter()
            .map(|(signs, word)| {
                let [upright, rising, falling, level] = *signs;
                let straight = if flat { level } else { upright };
                if straight == rising {
                    format!("{straight} {word}")
                } else {
                    format!("{straight} {rising} {falling} {word}")
                }
            })
            .collect();
        lines.push(format!("Between hexes: {}.", texts.join(", ")));
    }
    if numbered {
        lines.push(
            "A figure before a letter belongs to it: 2B is another one than B, and is typed 2b. Capitals are your own side."
                .to_owned(),
        );
    }
    if nameless {
        lines.push(format!(
            "{FRIENDS} is one of your own and {FOES} one of the others for whom no letter is left: the list names them."
        ));
    }
    lines
}

/// Column numbers above, row numbers at the left.
fn number_edges(canvas: &mut Canvas, layout: &Layout) {
    let (first, last) = layout.frame.columns;
    let every = if layout.pitch >= 4 { 1 } else { 2 };
    for column in (first..=last).step_by(every) {
        let x = LEFT + usize::from(column - first) * layout.pitch;
        canvas.write(x, 0, &column.to_string());
    }
    let (first, last) = layout.frame.rows;
    for row in first..=last {
        let y = layout.lines + usize::from(row - first) * layout.lines;
        canvas.write(0, y, &format!("{row:>3}"));
    }
}
