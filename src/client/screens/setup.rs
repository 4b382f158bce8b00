//! A new skirmish: which level, which rules, who plays each side, which dice.

use crate::ai;
use crate::client::battle::shown::Shown;
use crate::client::battle::stage::{Casting, Stage};
use crate::client::field::tokens::Tokens;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::{fonts, icons, paint, palette as p};
use crate::combat::battle::Battle;
use crate::combat::combatant::SideId;
use crate::combat::system::RuleSystem;
use crate::level;
use crate::rules;
use crate::seat::{Player, Seats, Sight, ending};
use crate::start::{self, Start};
use bevy_egui::egui::{
    Align2, Color32, Key, Rect, Sense, Stroke, StrokeKind, TextEdit, UiBuilder, pos2, vec2,
};
use smol_str::SmolStr;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::PathBuf;
use std::sync::Arc;

/// A level in the list.
pub struct Row {
    /// Its file.
    pub path: PathBuf,
    /// Its name, or the file's if it is at fault.
    pub name: String,
    /// Sides and size, or the first fault.
    pub line: String,
    /// All faults, with their places.
    pub faults: Vec<String>,
}

/// What the marked level looks like.
struct Preview {
    stage: Stage,
    shown: Shown,
    start: Start,
    goals: Vec<String>,
    sides: Vec<(String, Vec<&'static str>)>,
}

/// Everything chosen so far.
pub struct SetupState {
    rows: Vec<Row>,
    at: usize,
    first: usize,
    search: String,
    systems: Vec<(&'static str, Arc<dyn RuleSystem>)>,
    system: usize,
    preset: usize,
    presets: Vec<SmolStr>,
    players: Vec<usize>,
    hotseat: bool,
    seed: u64,
    practice: bool,
    preview: Option<Result<Box<Preview>, String>>,
    told: String,
}

/// What was chosen.
pub enum Chosen {
    /// A battle begins.
    Begin(Box<Start>, Seats, u64, bool),
    /// Back to the menu.
    Back,
}

/// A seed nobody chose.
pub fn fresh_seed() -> u64 {
    // A hasher's random keys are the one source of chance the standard library has.
    RandomState::new().hash_one("seed") & 0xffff_ffff
}

/// The list of levels as it lies on the disk now.
pub fn rows() -> Vec<Row> {
    start::levels()
        .into_iter()
        .map(|entry: level::Entry| {
            let file = entry
                .path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            match entry.outcome {
                Ok((level, _)) => {
                    let counts: Vec<String> = (0..level.sides.len())
                        .map(|side| {
                            level
                                .everybody()
                                .filter(|(one, _)| one.side == side)
                                .count()
                                .to_string()
                        })
                        .collect();
                    let (columns, rows) = level.board.size();
                    let light = crate::seat::symbols::spaced(&level.board.ambient);
                    Row {
                        name: level.name.to_string(),
                        line: format!(
                            "{} \u{b7} {columns}\u{d7}{rows} \u{b7} {light}",
                            counts.join(" against ")
                        ),
                        faults: Vec::new(),
                        path: entry.path,
                    }
                }
                Err(report) => Row {
                    name: file,
                    line: format!(
                        "has {} fault{}",
                        report.faults.len(),
                        if report.faults.len() == 1 { "" } else { "s" }
                    ),
                    faults: report.faults.iter().map(ToString::to_string).collect(),
                    path: entry.path,
                },
            }
        })
        .collect()
}

impl SetupState {
    /// A set-up; with `hotseat` people play all sides.
    pub fn new(hotseat: bool, wanted: Option<PathBuf>) -> SetupState {
        let rows = rows();
        let usable = |row: &Row| row.faults.is_empty();
        let at = wanted
            .and_then(|wanted| rows.iter().position(|row| row.path == wanted))
            .or_else(|| {
                rows.iter()
                    .position(|row| usable(row) && row.path.ends_with("duel.ron"))
            })
            .or_else(|| rows.iter().position(usable))
            .unwrap_or(0);
        let systems: Vec<(&'static str, Arc<dyn RuleSystem>)> = rules::IDS
            .iter()
            .filter_map(|id| Some((*id, rules::by_id(id)?)))
            .collect();
        let mut state = SetupState {
            rows,
            at,
            first: 0,
            search: String::new(),
            systems,
            system: 0,
            preset: 0,
            presets: Vec::new(),
            players: Vec::new(),
            hotseat,
            seed: fresh_seed(),
            practice: true,
            preview: None,
            told: String::new(),
        };
        state.choose(at);
        state
    }

    /// The names a side can be played by: a person, then the computers.
    fn names() -> Vec<&'static str> {
        std::iter::once("you")
            .chain(ai::CONTROLLERS.iter().map(|(name, _)| *name))
            .collect()
    }

    fn choose(&mut self, at: usize) {
        self.at = at;
        self.preview = None;
        self.told.clear();
        self.preset = 0;
        let Some(row) = self.rows.get(at) else { return };
        if !row.faults.is_empty() {
            return;
        }
        // The level's own system is proposed.
        if let Ok((found, _)) = level::load(&row.path, start::Known::get()) {
            let own = found.system.as_deref();
            if let Some(index) = self.systems.iter().position(|(id, _)| Some(*id) == own) {
                self.system = index;
            }
            self.players = (0..found.sides.len())
                .map(|side| match crate::seat::players::proposed(&found, side) {
                    _ if self.hotseat => 0,
                    Player::Person => 0,
                    Player::Computer(controller) => SetupState::names()
                        .iter()
                        .position(|name| *name == controller.name())
                        .unwrap_or(1),
                })
                .collect();
        }
        self.look();
    }

    fn look(&mut self) {
        let Some(row) = self.rows.get(self.at) else {
            return;
        };
        let Some((id, system)) = self.systems.get(self.system) else {
            return;
        };
        self.presets = system.presets();
        let preset = self.presets.get(self.preset).map(SmolStr::as_str);
        self.preview = Some(preview(row, id, preset).map(Box::new));
    }

    /// Whether the preview is still being drawn.
    pub fn is_busy(&self) -> bool {
        matches!(&self.preview, Some(Ok(preview)) if preview.stage.view.is_busy())
    }

    fn seats(&self) -> Option<Seats> {
        let names = SetupState::names();
        let players = self.players.iter().map(|at| match *at {
            0 => Some(Player::Person),
            at => ai::by_name(names.get(at)?).map(Player::Computer),
        });
        players.collect::<Option<Vec<Player>>>().map(Seats)
    }

    /// Begins what is chosen. The level is read again: it may have gone or changed since.
    fn begin(&mut self) -> Option<Chosen> {
        let row = self.rows.get(self.at)?;
        let (id, _) = self.systems.get(self.system)?;
        let preset = self.presets.get(self.preset).map(SmolStr::as_str);
        match start::start(&row.path, Some(id), preset) {
            Ok(start) if start.setup.sides.len() == self.players.len() => {
                let seats = self.seats()?;
                Some(Chosen::Begin(
                    Box::new(start),
                    seats,
                    self.seed,
                    self.practice,
                ))
            }
            Ok(_) => {
                self.told = "The level has changed on the disk; look at it again.".to_owned();
                self.rows = rows();
                None
            }
            Err(fault) => {
                self.told = fault.to_string();
                self.rows = rows();
                None
            }
        }
    }
}

fn preview(row: &Row, id: &str, preset: Option<&str>) -> Result<Preview, String> {
    let start = start::start(&row.path, Some(id), preset).map_err(|fault| fault.to_string())?;
    let mut battle =
        Battle::start(start.rules.clone(), &start.setup, 1).map_err(|faults| faults.join("; "))?;
    let ground = Arc::new(start.setup.board.clone());
    let sight = Sight::new(&mut battle, &ground, None);
    let sides = sight
        .sides
        .iter()
        .enumerate()
        .map(|(side, name)| {
            let own = sight
                .figures
                .iter()
                .filter(|figure| usize::from(figure.side.0) == side);
            (
                name.clone(),
                own.map(|figure| icons::archetype(&figure.label.archetype))
                    .collect(),
            )
        })
        .collect();
    Ok(Preview {
        stage: Stage::new(ground),
        shown: Shown::new(&sight, 0),
        goals: ending::goals(&battle, &sight),
        sides,
        start,
    })
}

/// Draws the set-up; what was chosen.
pub fn draw(pen: &mut Pen, tokens: &mut Tokens, state: &mut SetupState) -> Option<Chosen> {
    let all = pen.ui.max_rect();
    let painter = pen.painter();
    painter.rect_filled(all, 0.0, p::BACK);
    let narrow = all.width() < 1000.0;
    let margin = if all.width() < 1440.0 { 12.0 } else { 40.0 };
    let head = if all.height() < 560.0 { 44.0 } else { 76.0 };
    painter.text(
        pos2(all.left() + margin, all.top() + head / 2.0),
        Align2::LEFT_CENTER,
        if state.hotseat {
            "Hotseat"
        } else {
            "New skirmish"
        },
        fonts::title(if head < 60.0 { 26.0 } else { 42.0 }),
        p::TEXT,
    );
    let mut chosen = None;
    let back = Rect::from_min_size(
        pos2(all.right() - margin - 116.0, all.top() + head / 2.0 - 19.0),
        vec2(116.0, 38.0),
    );
    if pen.button(
        back,
        &Button::new("Back").key(Press::of(Key::Escape)).size(15.0),
    ) {
        chosen = Some(Chosen::Back);
    }
    let body = Rect::from_min_max(
        pos2(all.left() + margin, all.top() + head),
        pos2(all.right() - margin, all.bottom() - 14.0),
    );
    let (list_wide, right_wide) = if narrow {
        (body.width() * 0.42, body.width() * 0.58 - 10.0)
    } else if all.width() < 1440.0 {
        (268.0, 340.0)
    } else if all.width() < 2200.0 {
        (346.0, 436.0)
    } else {
        (440.0, 560.0)
    };
    let list = Rect::from_min_size(body.min, vec2(list_wide, body.height()));
    let right = Rect::from_min_max(pos2(body.right() - right_wide, body.top()), body.max);
    levels(pen, list, state);
    if !narrow {
        let middle = Rect::from_min_max(
            pos2(list.right() + 12.0, body.top()),
            pos2(right.left() - 12.0, body.bottom()),
        );
        preview_and_briefing(pen, tokens, middle, state);
    }
    if sides(pen, tokens, right, state) {
        chosen = chosen.or_else(|| state.begin());
    }
    chosen
}

fn levels(pen: &mut Pen, rect: Rect, state: &mut SetupState) {
    let painter = pen.painter();
    paint::panel(&painter, rect);
    let inner = inside(rect);
    let field = Rect::from_min_size(inner.min, vec2(inner.width(), 34.0));
    painter.rect_filled(field, 0.0, Color32::from_rgb(0x12, 0x16, 0x19));
    painter.rect_stroke(field, 0.0, Stroke::new(1.0, p::RULE), StrokeKind::Inside);
    pen.icons.draw(
        &painter,
        "magnifying-glass",
        pos2(field.left() + 17.0, field.center().y),
        17.0,
        p::DIM,
    );
    let id = bevy_egui::egui::Id::new("search levels");
    let slash = pen.pressed(Press::of(Key::Slash));
    let mut area = pen
        .ui
        .new_child(UiBuilder::new().max_rect(Rect::from_min_max(
            field.min + vec2(32.0, 6.0),
            field.max - vec2(34.0, 4.0),
        )));
    let hint = format!("Search {} levels", state.rows.len());
    let edit = TextEdit::singleline(&mut state.search)
        .id(id)
        .frame(bevy_egui::egui::Frame::NONE)
        .hint_text(hint)
        .font(fonts::plain(15.0))
        .text_color(p::TEXT);
    let response = area.add(edit);
    if slash {
        response.request_focus();
    }
    paint::key_cap(
        &painter,
        pos2(field.right() - 30.0, field.center().y),
        "/",
        false,
    );
    let wanted = state.search.to_lowercase();
    let fits: Vec<usize> = (0..state.rows.len())
        .filter(|at| wanted.is_empty() || state.rows[*at].name.to_lowercase().contains(&wanted))
        .collect();
    let top = field.bottom() + 10.0;
    let faults_room = if state
        .rows
        .get(state.at)
        .is_some_and(|row| !row.faults.is_empty())
    {
        150.0
    } else {
        0.0
    };
    let high = 58.0;
    let fit = ((inner.bottom() - faults_room - top) / high).max(1.0) as usize;
    let here = fits.iter().position(|at| *at == state.at);
    let mut wanted_row = None;
    if pen.pressed(Press::of(Key::ArrowDown)) {
        wanted_row = Some(here.map_or(0, |here| (here + 1).min(fits.len().saturating_sub(1))));
    }
    if pen.pressed(Press::of(Key::ArrowUp)) {
        wanted_row = Some(here.map_or(0, |here| here.saturating_sub(1)));
    }
    if let Some(here) = here {
        state.first = state.first.clamp((here + 1).saturating_sub(fit), here);
    }
    state.first = state.first.min(fits.len().saturating_sub(fit));
    let scroll = pen.ui.input(|input| {
        let over = input
            .pointer
            .hover_pos()
            .is_some_and(|at| rect.contains(at));
        if over {
            input.smooth_scroll_delta().y
        } else {
            0.0
        }
    });
    if scroll < -1.0 && state.first + fit < fits.len() {
        wanted_row = wanted_row.or(here.map(|here| (here + 1).min(fits.len() - 1)));
    } else if scroll > 1.0 {
        wanted_row = wanted_row.or(here.map(|here| here.saturating_sub(1)));
    }
    for place in 0..fit {
        let Some(at) = fits.get(state.first + place).copied() else {
            break;
        };
        let row_rect = Rect::from_min_size(
            pos2(inner.left(), top + place as f32 * high),
            vec2(inner.width(), high - 5.0),
        );
        let marked = at == state.at;
        if pen.row(row_rect, ("level", at), marked).clicked() {
            wanted_row = Some(state.first + place);
        }
        let row = &state.rows[at];
        let bad = !row.faults.is_empty();
        let (ink, dim) = match (marked, bad) {
            (true, _) => (p::ON_GILT, p::ON_GILT),
            (false, true) => (p::TEXT, p::DANGER),
            (false, false) => (p::TEXT, p::DIM),
        };
        let icon = if bad {
            "hazard-sign"
        } else if row.line.contains("dark") {
            "moon"
        } else {
            "crossed-swords"
        };
        pen.icons.draw(
            &painter,
            icon,
            pos2(row_rect.left() + 26.0, row_rect.center().y),
            27.0,
            if bad && !marked { p::DANGER } else { ink },
        );
        paint::line(
            &painter,
            pos2(row_rect.left() + 50.0, row_rect.top() + 8.0),
            Align2::LEFT_TOP,
            &row.name,
            fonts::name(17.0),
            ink,
            row_rect.width() - 58.0,
        );
        paint::line(
            &painter,
            pos2(row_rect.left() + 50.0, row_rect.bottom() - 7.0),
            Align2::LEFT_BOTTOM,
            &row.line,
            fonts::plain(13.5),
            dim,
            row_rect.width() - 58.0,
        );
    }
    if fits.is_empty() {
        painter.text(
            pos2(inner.left(), top),
            Align2::LEFT_TOP,
            "No level matches.",
            fonts::prose(17.0),
            p::DIM,
        );
        let clear = Rect::from_min_size(pos2(inner.left(), top + 30.0), vec2(inner.width(), 38.0));
        if pen.button(clear, &Button::new("Clear the search")) {
            state.search.clear();
        }
    }
    if let Some(row) = state
        .rows
        .get(state.at)
        .filter(|row| !row.faults.is_empty())
    {
        let sheet = Rect::from_min_max(
            pos2(inner.left(), inner.bottom() - faults_room + 6.0),
            inner.max,
        );
        painter.rect_filled(sheet, 0.0, Color32::from_rgb(0x33, 0x18, 0x16));
        painter.rect_stroke(sheet, 0.0, Stroke::new(1.0, p::DANGER), StrokeKind::Inside);
        let words = row.faults.join("\n");
        paint::prose(
            &painter,
            sheet.min + vec2(9.0, 7.0),
            &words,
            fonts::plain(13.0),
            p::TEXT,
            sheet.width() - 18.0,
            7,
        );
    }
    if let Some(place) = wanted_row
        && let Some(at) = fits.get(place).copied()
        && at != state.at
    {
        state.choose(at);
    }
}

fn preview_and_briefing(pen: &mut Pen, tokens: &mut Tokens, rect: Rect, state: &mut SetupState) {
    let painter = pen.painter();
    let upper = Rect::from_min_max(
        rect.min,
        pos2(rect.right(), rect.top() + rect.height() * 0.58),
    );
    let lower = Rect::from_min_max(pos2(rect.left(), upper.bottom() + 12.0), rect.max);
    paint::panel(&painter, upper);
    let picture = upper.shrink(9.0);
    paint::paper(&painter, lower);
    let inner = inside(lower);
    match &mut state.preview {
        Some(Ok(preview)) => {
            let clipped = painter.with_clip_rect(picture);
            preview.stage.view.frame(picture, false);
            let casting = Casting::default();
            preview
                .stage
                .draw_ground(&clipped, &preview.shown, &casting);
            preview
                .stage
                .draw_tokens(&clipped, pen.icons, tokens, &preview.shown, &casting);
            let band =
                Rect::from_min_max(pos2(picture.left(), picture.bottom() - 46.0), picture.max);
            painter.rect_filled(band, 0.0, Color32::from_black_alpha(150));
            let name = preview.start.level.name.to_string();
            let author = preview.start.level.author.to_string();
            paint::line(
                &painter,
                pos2(band.left() + 14.0, band.center().y),
                Align2::LEFT_CENTER,
                &name,
                fonts::name(25.0),
                p::TEXT,
                band.width() - 170.0,
            );
            let light = crate::seat::symbols::spaced(&preview.shown.board.ambient);
            let by = if author.is_empty() {
                light
            } else {
                format!("{light} \u{b7} by {author}")
            };
            painter.text(
                pos2(band.right() - 12.0, band.center().y),
                Align2::RIGHT_CENTER,
                by,
                fonts::plain(14.0),
                p::DIM,
            );
            painter.text(
                inner.min,
                Align2::LEFT_TOP,
                "Briefing",
                fonts::name(21.0),
                p::INK,
            );
            let column = inner.width() * 0.62;
            let rows = ((inner.height() - 34.0) / 21.0).max(1.0) as usize;
            let briefing = preview.start.level.briefing.trim();
            let text = if briefing.is_empty() {
                "No word was left for you."
            } else {
                briefing
            };
            paint::prose(
                &painter,
                pos2(inner.left(), inner.top() + 30.0),
                text,
                fonts::prose(16.0),
                p::INK,
                column - 14.0,
                rows,
            );
            let x = inner.left() + column + 6.0;
            painter.text(
                pos2(x, inner.top()),
                Align2::LEFT_TOP,
                "Objectives",
                fonts::name(21.0),
                p::INK,
            );
            let mut y = inner.top() + 30.0;
            for goal in &preview.goals {
                y = paint::prose(
                    &painter,
                    pos2(x, y),
                    goal,
                    fonts::plain(14.5),
                    p::INK,
                    inner.right() - x,
                    4,
                ) + 6.0;
            }
        }
        Some(Err(fault)) => {
            paint::prose(
                &painter,
                inner.min,
                &format!("This level cannot be played so: {fault}"),
                fonts::prose(17.0),
                Color32::from_rgb(0x8F, 0x1A, 0x10),
                inner.width(),
                8,
            );
        }
        None => {
            let words = if state.rows.is_empty() {
                "There are no levels."
            } else {
                "This level has faults; they stand at the left."
            };
            painter.text(
                inner.min,
                Align2::LEFT_TOP,
                words,
                fonts::prose(18.0),
                p::INK,
            );
        }
    }
}

/// Rules, sides, dice; whether the battle shall begin.
fn sides(pen: &mut Pen, tokens: &mut Tokens, rect: Rect, state: &mut SetupState) -> bool {
    let painter = pen.painter();
    pen.ui
        .interact(rect, bevy_egui::egui::Id::new("sides"), Sense::hover());
    paint::panel(&painter, rect);
    let inner = inside(rect);
    let low = inner.height() < 480.0;
    let mut y = inner.top();
    let row = if low { 34.0 } else { 44.0 };
    painter.text(
        pos2(inner.left(), y),
        Align2::LEFT_TOP,
        "Rules",
        fonts::name(21.0),
        p::TEXT,
    );
    y += 30.0;
    let wide = (inner.width() - 8.0) / 2.0;
    let mut chosen_system = None;
    for (index, (id, system)) in state.systems.iter().enumerate() {
        let place = Rect::from_min_size(
            pos2(
                inner.left() + (index % 2) as f32 * (wide + 8.0),
                y + (index / 2) as f32 * (row + 6.0),
            ),
            vec2(wide, row),
        );
        let rank = if index == state.system {
            Rank::Chosen
        } else {
            Rank::Plain
        };
        let name = crate::seat::tale::capital(id);
        let key = crate::client::keys::DIGITS[index.min(8)];
        let _ = system;
        if pen.button(
            place,
            &Button::new(&name)
                .icon("hourglass")
                .key(Press::of(key))
                .rank(rank)
                .size(15.0),
        ) {
            chosen_system = Some(index);
        }
    }
    if let Some(index) = chosen_system.filter(|index| *index != state.system) {
        state.system = index;
        state.preset = 0;
        state.look();
    }
    y += state.systems.len().div_ceil(2) as f32 * (row + 6.0) + 2.0;
    let preset = state
        .presets
        .get(state.preset)
        .map_or("usual".to_owned(), ToString::to_string);
    let preset_rect = Rect::from_min_size(pos2(inner.left(), y), vec2(wide, row));
    if pen.button(
        preset_rect,
        &Button::new(&format!("Preset: {preset}"))
            .key(Press::of(Key::P))
            .size(14.0),
    ) && !state.presets.is_empty()
    {
        state.preset = (state.preset + 1) % state.presets.len();
        state.look();
    }
    let practice_rect = preset_rect.translate(vec2(wide + 8.0, 0.0));
    let practice = if state.practice {
        "Practice: yes"
    } else {
        "Practice: no"
    };
    if pen.button(
        practice_rect,
        &Button::new(practice).key(Press::of(Key::T)).size(14.0),
    ) {
        state.practice = !state.practice;
    }
    y += row + 6.0;
    let seed_rect = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), row));
    if pen.button(
        seed_rect,
        &Button::new(&format!("Dice: seed {}", state.seed))
            .icon("rolling-dices")
            .key(Press::of(Key::D))
            .size(14.5),
    ) {
        state.seed = fresh_seed();
    }
    y += row + 12.0;
    painter.text(
        pos2(inner.left(), y),
        Align2::LEFT_TOP,
        "Sides",
        fonts::name(21.0),
        p::TEXT,
    );
    y += 30.0;
    let names = SetupState::names();
    let listed: Vec<(String, Vec<&'static str>)> = match &state.preview {
        Some(Ok(preview)) => preview.sides.clone(),
        _ => Vec::new(),
    };
    const SIDE_KEYS: [Key; 8] = [
        Key::F1,
        Key::F2,
        Key::F3,
        Key::F4,
        Key::F5,
        Key::F6,
        Key::F7,
        Key::F8,
    ];
    let begin_high = if low { 44.0 } else { 58.0 };
    let room = inner.bottom() - begin_high - 56.0 - y;
    let tall = (room / listed.len().max(1) as f32 - 8.0).clamp(44.0, 104.0);
    for (index, (name, icons)) in listed.iter().enumerate() {
        let card = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), tall));
        if card.bottom() > inner.bottom() - begin_high - 8.0 {
            break;
        }
        painter.rect_filled(card, 0.0, p::CARD);
        painter.rect_stroke(card, 0.0, Stroke::new(1.0, p::RULE), StrokeKind::Inside);
        let side = SideId(index as u8);
        tokens.shield(
            &painter,
            pos2(card.left() + 26.0, card.top() + 26.0),
            34.0,
            side,
        );
        paint::line(
            &painter,
            pos2(card.left() + 52.0, card.top() + 9.0),
            Align2::LEFT_TOP,
            name,
            fonts::name(19.0),
            p::TEXT,
            card.width() - 240.0,
        );
        if tall > 70.0 {
            let men = if icons.len() == 1 {
                "1 combatant".to_owned()
            } else {
                format!("{} combatants", icons.len())
            };
            painter.text(
                pos2(card.left() + 52.0, card.top() + 32.0),
                Align2::LEFT_TOP,
                men,
                fonts::plain(13.5),
                p::DIM,
            );
            for (place, icon) in icons.iter().enumerate() {
                let x = card.left() + 26.0 + place as f32 * 36.0;
                if x > card.right() - 18.0 {
                    break;
                }
                tokens.face(
                    &painter,
                    pen.icons,
                    pos2(x, card.bottom() - 22.0),
                    33.0,
                    side,
                    icon,
                );
            }
        }
        let who = state.players.get(index).copied().unwrap_or(1);
        let word = names.get(who).copied().unwrap_or("?");
        let label = if who == 0 {
            "You".to_owned()
        } else {
            format!("Computer: {word}")
        };
        let button = Rect::from_min_size(
            pos2(card.right() - 196.0, card.top() + 7.0),
            vec2(188.0, 34.0),
        );
        let icon = if who == 0 { "person" } else { "vintage-robot" };
        if pen.button(
            button,
            &Button::new(&label)
                .icon(icon)
                .key(Press::of(SIDE_KEYS[index.min(7)]))
                .size(13.5),
        ) && let Some(player) = state.players.get_mut(index)
        {
            *player = (*player + 1) % names.len();
        }
        y += tall + 8.0;
    }
    let swap = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), 36.0));
    if swap.bottom() < inner.bottom() - begin_high - 6.0
        && listed.len() > 1
        && pen.button(
            swap,
            &Button::new("Swap sides").key(Press::of(Key::S)).size(14.0),
        )
    {
        state.players.rotate_right(1);
    }
    let begin = Rect::from_min_max(pos2(inner.left(), inner.bottom() - begin_high), inner.max);
    let ready = matches!(state.preview, Some(Ok(_)));
    if !state.told.is_empty() {
        paint::prose(
            &painter,
            pos2(inner.left(), begin.top() - 40.0),
            &state.told,
            fonts::plain(13.5),
            p::DANGER,
            inner.width(),
            2,
        );
    }
    let rank = if ready { Rank::Main } else { Rank::Off };
    pen.button(
        begin,
        &Button::new("Begin the battle")
            .key(Press::of(Key::Enter))
            .rank(rank)
            .size(21.0),
    )
}
