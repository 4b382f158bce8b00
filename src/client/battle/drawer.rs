//! The drawer of the log: which lines are wanted, one of them opened to the check behind it.

use super::layout::Layout;
use super::logbook::{Filter, Line, Wanted};
use super::luck::Sum;
use super::{chances, charts};
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::{fonts, paint, palette as p, search};
use crate::combat::combatant::{CombatantId, SideId};
use bevy_egui::egui::{Align2, Id, Key, Rect, Sense, Stroke, pos2, vec2};

/// Where the log opens.
pub fn place(layout: &Layout) -> Rect {
    let all = layout.all;
    let wide = 430.0f32.min(all.width() - 8.0);
    Rect::from_min_max(
        pos2(all.right() - wide - 4.0, layout.timeline.bottom() + 6.0),
        pos2(all.right() - 4.0, all.bottom() - 6.0),
    )
}

/// What is read in the drawer.
pub struct Book<'b> {
    /// The lines, the oldest first.
    pub log: &'b [Line],
    /// The reader's own people.
    pub own: &'b dyn Fn(CombatantId) -> bool,
    /// The one whom "this one" means, with his name.
    pub one: Option<(CombatantId, &'b str)>,
    /// The side somebody fights for.
    pub side: &'b dyn Fn(CombatantId) -> Option<SideId>,
    /// The sides' names.
    pub sides: &'b [String],
    /// A line that was opened is gone to, for there is something to go back and forth in.
    pub jumps: bool,
}

/// What a reader asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A rule, by its id.
    Rule(String),
    /// The place of a line in the whole log.
    Jump(usize),
}

/// What the drawer shows.
#[derive(Debug, Default)]
pub struct Drawer {
    /// It stands open.
    pub open: bool,
    filter: Filter,
    search: String,
    /// Lines scrolled away at the bottom.
    from: usize,
    /// The line that is opened, by its place in the log.
    opened: Option<usize>,
    /// The line the pointer is over.
    over: Option<usize>,
}

impl Drawer {
    /// Opens or closes it.
    pub fn toggle(&mut self) {
        self.open = !self.open;
        self.from = 0;
        self.opened = None;
        self.over = None;
    }

    /// The line the pointer is over, by its place in the log.
    pub fn over(&self) -> Option<usize> {
        self.over.filter(|_| self.open)
    }

    /// Draws it; what the reader asks for.
    pub fn draw(&mut self, pen: &mut Pen, rect: Rect, book: &Book) -> Option<Asked> {
        let painter = pen.painter();
        pen.ui.interact(rect, Id::new("log drawer"), Sense::click());
        paint::panel(&painter, rect);
        let inner = inside(rect);
        painter.text(
            inner.min,
            Align2::LEFT_TOP,
            "Log",
            fonts::name(22.0),
            p::TEXT,
        );
        let close = Rect::from_min_size(
            pos2(inner.right() - 96.0, inner.top() - 4.0),
            vec2(96.0, 32.0),
        );
        if pen.button(
            close,
            &Button::new("Close").key(Press::of(Key::G)).size(13.5),
        ) {
            self.toggle();
            return None;
        }
        let field = Rect::from_min_max(
            pos2(inner.left() + 56.0, inner.top() - 4.0),
            pos2(close.left() - 8.0, inner.top() + 28.0),
        );
        if search::field(pen, field, "search the log", &mut self.search, "Search") {
            self.from = 0;
        }
        let mut top = self.filters(pen, inner, book);
        if self.filter == Filter::Luck {
            top = luck(
                pen,
                Rect::from_min_max(pos2(inner.left(), top), inner.max),
                book,
            );
        }
        let room = Rect::from_min_max(pos2(inner.left(), top), inner.max);
        self.lines(pen, room, book)
    }

    /// The kinds of line, one of them chosen; how far down they reach.
    fn filters(&mut self, pen: &mut Pen, inner: Rect, book: &Book) -> f32 {
        let painter = pen.painter();
        let before = self.filter;
        let mut x = inner.left();
        let y = inner.top() + 36.0;
        for (filter, words) in Filter::ALL {
            let words = match (book.one, filter) {
                (Some((_, name)), Filter::One) => name,
                _ => words,
            };
            let galley = painter.layout_no_wrap(fonts::shown(words), fonts::bold(13.0), p::TEXT);
            let wide = (galley.size().x + 20.0).min(inner.right() - x);
            if wide < 30.0 {
                break;
            }
            let chip = Rect::from_min_size(pos2(x, y), vec2(wide, 26.0));
            let rank = if filter == self.filter {
                Rank::Chosen
            } else {
                Rank::Plain
            };
            if pen.button(chip, &Button::new(words).rank(rank).size(13.0)) {
                self.filter = filter;
            }
            x += wide + 5.0;
        }
        let shift = Press::shift(Key::G);
        if pen.pressed(shift) {
            self.filter = self.filter.next();
        }
        if x + paint::key_width(&painter, &shift.cap()) < inner.right() {
            paint::key_cap(&painter, pos2(x + 2.0, y + 13.0), &shift.cap(), false);
        }
        if before != self.filter {
            self.from = 0;
        }
        y + 34.0
    }

    /// The lines, the newest at the bottom.
    fn lines(&mut self, pen: &mut Pen, room: Rect, book: &Book) -> Option<Asked> {
        let painter = pen.painter();
        let wanted = Wanted {
            filter: self.filter,
            search: &self.search,
            own: book.own,
            one: book.one.map(|(who, _)| who),
        };
        let log = book.log;
        let found: Vec<usize> = (0..log.len())
            .filter(|at| wanted.takes(&log[*at]))
            .collect();
        if found.is_empty() {
            let words = match (self.filter, self.search.trim()) {
                (Filter::Dice | Filter::Luck, "") => "No dice yet.",
                (Filter::All, "") => "Nothing has happened yet.",
                _ => "Nothing of that kind yet.",
            };
            painter.text(
                room.min,
                Align2::LEFT_TOP,
                words,
                fonts::prose(17.0),
                p::DIM,
            );
        }
        let (at, scroll) = pen
            .ui
            .input(|input| (input.pointer.hover_pos(), input.smooth_scroll_delta().y));
        let page = if pen.pressed(Press::of(Key::PageUp)) {
            8
        } else if pen.pressed(Press::of(Key::PageDown)) {
            -8
        } else {
            0
        };
        let over = at.is_some_and(|at| room.contains(at));
        let wheel = if over {
            (scroll / 8.0).round() as i64
        } else {
            0
        };
        let most = found.len().saturating_sub(4) as i64;
        self.from = (self.from as i64 + page + wheel).clamp(0, most) as usize;
        self.over = None;
        let mut asked = None;
        let mut bottom = room.bottom();
        for place in found.iter().rev().skip(self.from).copied() {
            let opened = self.opened == Some(place);
            let line = &log[place];
            let high = height(pen, line, room.width(), opened);
            let row = Rect::from_min_max(
                pos2(room.left() - 5.0, bottom - high),
                pos2(room.right() + 5.0, bottom),
            );
            if row.top() < room.top() {
                break;
            }
            bottom = row.top();
            if !line.clock {
                let response = pen.area(row, ("log line", place));
                if response.hovered() {
                    self.over = Some(place);
                    painter.rect_filled(row, 2.0, p::CONTROL);
                }
                if response.clicked() {
                    self.opened = (!opened).then_some(place);
                    if book.jumps && !opened {
                        asked = Some(Asked::Jump(line.event));
                    }
                }
            }
            let place = Rect::from_min_max(pos2(room.left(), row.top()), row.max);
            if let Some(rule) = draw(pen, line, place, room.width(), opened) {
                asked = Some(Asked::Rule(rule));
            }
        }
        asked
    }
}

/// What struck of each side against what was to be expected; how far down it reaches.
fn luck(pen: &Pen, room: Rect, book: &Book) -> f32 {
    let painter = pen.painter();
    let mut sums = vec![Sum::default(); book.sides.len()];
    for line in book.log {
        let side = line.people.first().and_then(|who| (book.side)(*who));
        let sum = side.and_then(|side| sums.get_mut(usize::from(side.0)));
        if let (Some(sum), Some(throw)) = (sum, line.throw) {
            sum.add(throw);
        }
    }
    let most = sums.iter().map(|sum| sum.blows).max().unwrap_or(0).max(1) as f32;
    let mut y = room.top();
    for (name, sum) in book
        .sides
        .iter()
        .zip(&sums)
        .filter(|(_, sum)| sum.blows > 0)
    {
        let words = format!(
            "{} of {} struck, {:.1} to be expected: {:+.1}",
            sum.struck,
            sum.blows,
            sum.expected,
            sum.luck()
        );
        let name = painter.text(
            pos2(room.left(), y),
            Align2::LEFT_TOP,
            fonts::shown(name),
            fonts::medium(14.5),
            p::TEXT,
        );
        paint::line(
            &painter,
            pos2(room.right(), y),
            Align2::RIGHT_TOP,
            &words,
            fonts::plain(13.5),
            p::TEXT,
            room.right() - name.right() - 10.0,
        );
        let bar = Rect::from_min_size(pos2(room.left(), y + 21.0), vec2(room.width(), 9.0));
        let along = |count: f32| bar.left() + bar.width() * count / most;
        let to = |x: f32| Rect::from_min_max(bar.min, pos2(x, bar.bottom()));
        painter.rect_filled(to(along(sum.blows as f32)), 1.0, p::TROUGH);
        painter.rect_filled(to(along(sum.struck as f32)), 1.0, p::GOOD);
        let x = along(sum.expected);
        let tick = [pos2(x, bar.top() - 3.0), pos2(x, bar.bottom() + 3.0)];
        painter.line_segment(tick, Stroke::new(2.5, p::CREAM));
        y += 40.0;
    }
    y + 4.0
}

/// How high a line is.
fn height(pen: &Pen, line: &Line, width: f32, opened: bool) -> f32 {
    let painter = pen.painter();
    let (font, colour) = face(line);
    let mut high = paint::wrapped(&painter, &line.words, font, colour, width, 3)
        .size()
        .y
        + 5.0;
    if opened {
        high += if line.roll.is_some() { 50.0 } else { 0.0 };
        high += line.parts.len() as f32 * 18.0;
    }
    if !line.figures.is_empty() && !(opened && (line.roll.is_some() || !line.parts.is_empty())) {
        let font = fonts::plain(12.5);
        let figures = paint::wrapped(&painter, &line.figures, font, p::LINK, width - 10.0, 4);
        high += figures.size().y;
    }
    high
}

fn face(line: &Line) -> (bevy_egui::egui::FontId, bevy_egui::egui::Color32) {
    if line.clock {
        (fonts::bold(13.0), p::GILT)
    } else if line.weighty {
        (fonts::medium(14.5), p::TEXT)
    } else {
        (fonts::plain(14.0), p::DIM)
    }
}

/// Draws a line; the rule that was clicked in it.
fn draw(pen: &mut Pen, line: &Line, place: Rect, width: f32, opened: bool) -> Option<String> {
    let painter = pen.painter();
    let (font, colour) = face(line);
    let words = paint::wrapped(&painter, &line.words, font, colour, width, 3);
    let mut y = place.top() + words.size().y + 1.0;
    painter.galley(place.min, words, colour);
    if !opened || (line.roll.is_none() && line.parts.is_empty()) {
        if !line.figures.is_empty() {
            let font = fonts::plain(12.5);
            let figures = paint::wrapped(&painter, &line.figures, font, p::LINK, width - 10.0, 4);
            painter.galley(pos2(place.left() + 10.0, y), figures, p::LINK);
        }
        return None;
    }
    if let Some(roll) = line.roll {
        let title = format!(
            "{} or less on a d{}: {}",
            roll.number, roll.faces, roll.face
        );
        painter.text(
            pos2(place.left() + 10.0, y),
            Align2::LEFT_TOP,
            title,
            fonts::medium(13.5),
            p::TEXT,
        );
        let cells = chances::ruler(roll.number, 0, roll.faces);
        let ruler = Rect::from_min_size(
            pos2(place.left() + 10.0, y + 20.0),
            vec2(width - 20.0, 22.0),
        );
        charts::cells(&painter, ruler, &cells);
        let thrown = cells.iter().position(|(face, _)| *face >= roll.face);
        if let Some(index) = thrown {
            let wide = ruler.width() / cells.len() as f32;
            let ring = Rect::from_min_size(
                pos2(ruler.left() + index as f32 * wide, ruler.top()),
                vec2(wide, ruler.height()),
            );
            let stroke = Stroke::new(2.5, p::CREAM);
            painter.circle_stroke(ring.center(), ring.height() * 0.62, stroke);
        }
        y += 50.0;
    }
    let mut clicked = None;
    for (index, (label, value, rule)) in line.parts.iter().enumerate() {
        let sign = if *value > 0 { "+" } else { "" };
        let text = painter.text(
            pos2(place.left() + 10.0, y),
            Align2::LEFT_TOP,
            fonts::shown(label),
            fonts::plain(13.5),
            p::DIM,
        );
        if !rule.is_empty() {
            let link = painter.text(
                pos2(text.right() + 7.0, y + 1.0),
                Align2::LEFT_TOP,
                rule.to_string(),
                fonts::medium(12.0),
                p::LINK,
            );
            if pen
                .area(link.expand(3.0), ("log rule", line.event, y as i32, index))
                .clicked()
            {
                clicked = Some(rule.to_string());
            }
        }
        painter.text(
            pos2(place.left() + width - 10.0, y),
            Align2::RIGHT_TOP,
            format!("{sign}{value}"),
            fonts::bold(13.5),
            p::TEXT,
        );
        y += 18.0;
    }
    clicked
}
