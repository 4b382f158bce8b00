//! A quick battle: points, two forces bought for them, a board chosen or made up, and it begins. The
//! level that comes of it is kept among the player's own, so that it can be fought again or edited.

mod forces;

use super::setup::{Chosen, fresh_seed};
use crate::ai;
use crate::client::battle::engine::livery;
use crate::client::battle::shown::Shown;
use crate::client::battle::stage::{Casting, Stage};
use crate::client::field::tokens::Tokens;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::{Button, Pen, Rank, inside};
use crate::client::look::livery::Livery;
use crate::client::look::{fonts, icons, paint, palette as p};
use crate::combat::battle::Battle;
use crate::combat::system::RuleSystem;
use crate::level::{self, Level};
use crate::rules;
use crate::seat::{Player, Seats, Sight};
use crate::start::quick::{self, Force, POINTS, Place};
use crate::start::{self, tables};
use bevy_egui::egui::{Align2, Id, Key, Rect, Sense, pos2, vec2};
use std::path::PathBuf;
use std::sync::Arc;

/// The file in which the last quick battle is kept, in the folder of the player's levels.
const FILE: &str = "quick-battle.ron";

/// The first line of that file. Without it the file is somebody's own, and stays.
const MARK: &str = "// Made up by the quick battle: the next one takes its place.\n";

/// What it looks like.
struct Preview {
    stage: Stage,
    shown: Shown,
    livery: Livery,
}

/// Everything chosen so far.
pub struct QuickState {
    systems: Vec<(&'static str, Arc<dyn RuleSystem>)>,
    system: usize,
    points: u32,
    forces: [Force; 2],
    /// Which force, and which of its rows, the keys change.
    side: usize,
    row: usize,
    boards: Vec<Level>,
    /// 0 is a board that is made up; the others are those of levels.
    board: usize,
    players: [usize; 2],
    seed: u64,
    preview: Option<Result<Box<Preview>, String>>,
    told: String,
    /// The name of the file the next battle is kept in, as of the last change.
    kept: String,
    /// Where its level is kept.
    folder: Option<PathBuf>,
}

impl QuickState {
    /// Forces by chance on a board that is made up.
    pub fn new(seed: Option<u64>) -> QuickState {
        let known = rules::IDS.iter();
        let systems = known
            .filter_map(|id| Some((*id, tables::system(id)?)))
            .collect();
        let boards = start::levels().into_iter();
        let boards = boards.filter_map(|entry| entry.outcome.ok().map(|(level, _)| level));
        let mut state = QuickState {
            systems,
            system: 0,
            points: 200,
            forces: Default::default(),
            side: 0,
            row: 0,
            boards: boards.collect(),
            board: 0,
            players: [0, 1],
            seed: seed.unwrap_or_else(fresh_seed),
            preview: None,
            told: String::new(),
            kept: String::new(),
            folder: level::user_dir(),
        };
        state.fill(0);
        state.fill(1);
        state
    }

    /// Whether the preview is still being drawn.
    pub fn is_busy(&self) -> bool {
        matches!(&self.preview, Some(Ok(preview)) if preview.stage.view.is_busy())
    }

    fn rules(&self) -> Option<&Arc<dyn RuleSystem>> {
        self.systems.get(self.system).map(|(_, rules)| rules)
    }

    /// A force by chance for all the points.
    fn fill(&mut self, side: usize) {
        if let Some(rules) = self.rules() {
            let seed = fresh_seed();
            self.forces[side] = quick::chosen_by_chance(&**rules, self.points, seed);
            self.changed();
        }
    }

    /// One more of an archetype, or one less; never beyond the points.
    fn change(&mut self, side: usize, row: usize, by: i32) {
        let Some(rules) = self.rules().cloned() else {
            return;
        };
        let offer = quick::on_offer(&*rules);
        let Some((name, price)) = offer.get(row) else {
            return;
        };
        let cost = quick::cost(&*rules, &self.forces[side]);
        let count: u32 = self.forces[side].values().sum();
        let force = &mut self.forces[side];
        if by > 0 && cost + price <= self.points && count < quick::MOST {
            *force.entry(name.clone()).or_default() += 1;
        } else if by < 0
            && let Some(count) = force.get_mut(name)
        {
            *count -= 1;
            force.retain(|_, count| *count > 0);
        }
        self.changed();
    }

    fn changed(&mut self) {
        self.preview = None;
        self.told.clear();
    }

    /// Other points: what has become too dear is bought anew.
    fn set_points(&mut self, points: u32) {
        let points = points.clamp(POINTS.0, POINTS.1) / POINTS.2 * POINTS.2;
        if points == self.points {
            return;
        }
        self.points = points;
        for side in 0..2 {
            let Some(rules) = self.rules() else { return };
            if quick::cost(&**rules, &self.forces[side]) > points {
                self.fill(side);
            }
        }
        self.changed();
    }

    fn level(&self) -> Result<Level, String> {
        let place = match self.boards.get(self.board.wrapping_sub(1)) {
            Some(level) => Place::Of(Box::new(level.clone())),
            None => Place::MadeUp(self.seed),
        };
        let id = self.systems.get(self.system).map_or("", |(id, _)| *id);
        quick::level(&place, &self.forces, id)
    }

    fn look(&self) -> Result<Box<Preview>, String> {
        let level = self.level()?;
        let rules = self.rules().ok_or("there are no rules")?;
        let setup = start::setup(&level, &**rules, None).map_err(|fault| fault.to_string())?;
        let mut battle =
            Battle::start(rules.clone(), &setup, 1).map_err(|faults| faults.join("; "))?;
        let ground = Arc::new(setup.board.clone());
        let sight = Sight::new(&mut battle, &ground, None);
        Ok(Box::new(Preview {
            stage: Stage::new(ground),
            shown: Shown::new(&sight, 0),
            livery: livery(&level),
        }))
    }

    /// Keeps the level and begins on it.
    fn begin(&mut self) -> Option<Chosen> {
        let begun = self.keep();
        let players = self.players.iter().map(|at| match *at {
            0 => Some(Player::Person),
            at => ai::CONTROLLERS
                .get(at - 1)
                .and_then(|(name, _)| ai::by_name(name))
                .map(Player::Computer),
        });
        let seats = players.collect::<Option<Vec<Player>>>().map(Seats)?;
        match begun {
            Ok(start) => Some(Chosen::Begin(Box::new(start), seats, self.seed, true)),
            Err(fault) => {
                self.told = fault;
                None
            }
        }
    }

    fn keep(&self) -> Result<start::Start, String> {
        let level = self.level()?;
        let folder = self.folder.as_ref();
        let folder = folder.ok_or("there is no folder for levels of your own")?;
        let path = place(folder);
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, MARK.to_owned() + &level::text(&level)))
            .map_err(|fault| format!("{}: {fault}", path.display()))?;
        let id = self.systems.get(self.system).map(|(id, _)| *id);
        start::start(&path, id, None).map_err(|fault| fault.to_string())
    }
}

/// Where the next quick battle is kept: over the last one, never over a level that somebody has made
/// of it or called so.
fn place(folder: &std::path::Path) -> PathBuf {
    let usual = folder.join(FILE);
    let ours = |path: &PathBuf| {
        let text = std::fs::read_to_string(path);
        text.is_ok_and(|text| text.starts_with(MARK))
    };
    let stem = FILE.trim_end_matches(".ron");
    let others = (2..100).map(|number| folder.join(format!("{stem}-{number}.ron")));
    std::iter::once(usual)
        .chain(others)
        .find(|path| !path.exists() || ours(path))
        .unwrap_or_else(|| level::free_file(folder, stem))
}

/// Draws it; what was chosen.
pub fn draw(pen: &mut Pen, tokens: &mut Tokens, state: &mut QuickState) -> Option<Chosen> {
    let all = pen.ui.max_rect();
    let painter = pen.painter();
    painter.rect_filled(all, 0.0, p::BACK);
    let margin = if all.width() < 1440.0 { 12.0 } else { 40.0 };
    let head = if all.height() < 560.0 { 44.0 } else { 76.0 };
    painter.text(
        pos2(all.left() + margin, all.top() + head / 2.0),
        Align2::LEFT_CENTER,
        "Quick battle",
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
    let side = (body.width() * 0.29)
        .clamp(190.0, 430.0)
        .min(body.width() * 0.34);
    let left = Rect::from_min_size(body.min, vec2(side, body.height()));
    let right = Rect::from_min_max(pos2(body.right() - side, body.top()), body.max);
    let middle = Rect::from_min_max(
        pos2(left.right() + 10.0, body.top()),
        pos2(right.left() - 10.0, body.bottom()),
    );
    if state.preview.is_none() {
        state.preview = Some(state.look());
        let file = state.folder.as_deref().map(place);
        let name = file.as_deref().and_then(std::path::Path::file_name);
        let name = name.map_or(FILE.into(), std::ffi::OsStr::to_string_lossy);
        state.kept = name.into_owned();
    }
    let worn = match &state.preview {
        Some(Ok(preview)) => preview.livery.clone(),
        _ => Livery::default(),
    };
    tokens.dress(&worn);
    forces::draw(pen, tokens, left, state, 0);
    forces::draw(pen, tokens, right, state, 1);
    forces::keys(pen, state);
    if field(pen, tokens, middle, state) {
        chosen = chosen.or_else(|| state.begin());
    }
    chosen
}

/// What lies between the forces: points, rules, board, and the button that begins.
fn field(pen: &mut Pen, tokens: &mut Tokens, rect: Rect, state: &mut QuickState) -> bool {
    let painter = pen.painter();
    paint::panel(&painter, rect);
    let inner = inside(rect);
    let low = inner.height() < 480.0;
    let row = if low { 34.0 } else { 42.0 };
    let mut y = inner.top();
    slider(
        pen,
        Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), 46.0)),
        state,
    );
    y += 52.0;
    let wide = (inner.width() - 8.0) / 2.0;
    let count = state.systems.len();
    let mut wanted = None;
    for index in 0..count {
        let (id, _) = &state.systems[index];
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
        if pen.button(
            place,
            &Button::new(&name)
                .icon(icons::system(id))
                .key(Press::of(crate::client::keys::DIGITS[index.min(8)]))
                .rank(rank)
                .size(15.0),
        ) {
            wanted = Some(index);
        }
    }
    if let Some(index) = wanted.filter(|index| *index != state.system) {
        state.system = index;
        state.fill(0);
        state.fill(1);
    }
    y += count.div_ceil(2) as f32 * (row + 6.0);
    let name = match state.boards.get(state.board.wrapping_sub(1)) {
        Some(level) => level.name.to_string(),
        None => "made up".to_owned(),
    };
    let board = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), row));
    if pen.button(
        board,
        &Button::new(&format!("Board: {name}"))
            .key(Press::of(Key::B))
            .size(14.5),
    ) {
        state.board = (state.board + 1) % (state.boards.len() + 1);
        state.changed();
    }
    y += row + 6.0;
    let dice = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), row));
    if pen.button(
        dice,
        &Button::new(&format!("Dice and ground: seed {}", state.seed))
            .icon("rolling-dices")
            .key(Press::of(Key::D))
            .size(14.5),
    ) {
        state.seed = fresh_seed();
        state.changed();
    }
    y += row + 10.0;
    let high = if low { 44.0 } else { 58.0 };
    let begin = Rect::from_min_max(pos2(inner.left(), inner.bottom() - high), inner.max);
    let picture = Rect::from_min_max(
        pos2(inner.left(), y),
        pos2(inner.right(), begin.top() - 34.0),
    );
    pen.ui
        .interact(picture, Id::new("quick field"), Sense::hover());
    let mut why = state.told.clone();
    match &mut state.preview {
        Some(Ok(preview)) if picture.height() > 60.0 => {
            let clipped = painter.with_clip_rect(picture);
            preview.stage.view.frame(picture, false);
            let casting = Casting::default();
            preview
                .stage
                .draw_ground(&clipped, &preview.shown, &casting);
            preview
                .stage
                .draw_tokens(&clipped, pen.icons, tokens, &preview.shown, &casting);
        }
        Some(Err(fault)) if why.is_empty() => why = crate::seat::tale::capital(fault) + ".",
        _ => {}
    }
    let words = if why.is_empty() {
        format!(
            "Kept as {} among your levels, until the next quick battle.",
            state.kept
        )
    } else {
        why.clone()
    };
    paint::line(
        &painter,
        pos2(inner.left(), begin.top() - 16.0),
        Align2::LEFT_CENTER,
        &words,
        fonts::plain(13.5),
        if why.is_empty() { p::DIM } else { p::DANGER },
        inner.width(),
    );
    let ready = matches!(state.preview, Some(Ok(_)));
    pen.button(
        begin,
        &Button::new("Begin the battle")
            .key(Press::of(Key::Enter))
            .rank(if ready { Rank::Main } else { Rank::Off })
            .size(21.0),
    )
}

/// Points, by a handle that is dragged and by keys.
fn slider(pen: &mut Pen, rect: Rect, state: &mut QuickState) {
    let painter = pen.painter();
    let label = painter.text(
        rect.min,
        Align2::LEFT_TOP,
        format!("{} points a side", state.points),
        fonts::name(19.0),
        p::TEXT,
    );
    let mut x = label.right() + 12.0;
    for key in [Key::Comma, Key::Period] {
        let cap = crate::client::keys::cap(key);
        x = paint::key_cap(&painter, pos2(x, label.center().y), &cap, false).right() + 4.0;
    }
    let (least, most, step) = POINTS;
    let bar = Rect::from_min_max(
        pos2(rect.left() + 8.0, rect.bottom() - 14.0),
        pos2(rect.right() - 8.0, rect.bottom() - 8.0),
    );
    painter.rect_filled(bar, 3.0, p::TROUGH);
    let share = (state.points - least) as f32 / (most - least) as f32;
    let at = pos2(bar.left() + bar.width() * share, bar.center().y);
    painter.rect_filled(
        Rect::from_min_max(bar.min, pos2(at.x, bar.bottom())),
        3.0,
        p::GILT,
    );
    painter.circle_filled(at, 8.0, p::GILT);
    let grip = pen.ui.interact(
        bar.expand2(vec2(8.0, 10.0)),
        Id::new("points"),
        Sense::click_and_drag(),
    );
    if (grip.clicked() || grip.dragged())
        && let Some(at) = grip.interact_pointer_pos()
    {
        let share = ((at.x - bar.left()) / bar.width()).clamp(0.0, 1.0);
        let steps = (share * ((most - least) / step) as f32).round() as u32;
        state.set_points(least + steps * step);
    }
    if pen.pressed(Press::of(Key::Period)) {
        state.set_points(state.points + step);
    }
    if pen.pressed(Press::of(Key::Comma)) {
        state.set_points(state.points.saturating_sub(step));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_force_never_costs_more_than_the_points() {
        let mut state = QuickState::new(Some(5));
        for points in [100, 1000, 450, 120, 100] {
            state.set_points(points);
            for side in 0..2 {
                for row in 0..12 {
                    for _ in 0..4 {
                        state.change(side, row, 1);
                    }
                }
                let rules = state.rules().unwrap();
                assert!(quick::cost(&**rules, &state.forces[side]) <= state.points);
            }
        }
        assert_eq!(state.points, 100);
    }

    #[test]
    fn nobody_can_be_left_of_a_force_and_then_it_does_not_begin() {
        let mut state = QuickState::new(Some(5));
        for row in 0..12 {
            for _ in 0..100 {
                state.change(1, row, -1);
            }
        }
        assert!(state.forces[1].is_empty());
        assert!(state.look().is_err());
        assert!(state.begin().is_none());
        assert!(state.told.contains("nobody"), "{}", state.told);
    }

    #[test]
    fn it_begins_on_a_level_that_is_kept_among_the_players_own() {
        let folder = tempfile::tempdir().unwrap();
        let mut state = QuickState::new(Some(5));
        state.folder = Some(folder.path().join("levels"));
        for board in 0..=state.boards.len() {
            state.board = board;
            state.changed();
            let Some(Chosen::Begin(start, seats, seed, _)) = state.begin() else {
                panic!("{}", state.told);
            };
            assert_eq!((seats.0.len(), seed), (2, 5));
            let file = folder.path().join("levels").join(FILE);
            assert_eq!(start.path, file);
            assert!(level::load(&file, start::Known::get()).is_ok());
        }
        // A folder that cannot be made is told.
        state.folder = Some(folder.path().join("levels").join(FILE).join("x"));
        assert!(state.begin().is_none());
        assert!(state.told.contains(FILE), "{}", state.told);
    }

    #[test]
    fn a_level_of_somebodys_own_is_never_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let first = place(folder.path());
        assert!(first.ends_with(FILE));
        std::fs::write(&first, MARK.to_owned() + "Level()").unwrap();
        assert_eq!(place(folder.path()), first);
        std::fs::write(&first, "Level()").unwrap();
        let second = place(folder.path());
        assert!(second.ends_with("quick-battle-2.ron"));
        std::fs::write(&second, "mine").unwrap();
        assert!(place(folder.path()).ends_with("quick-battle-3.ron"));
        assert_eq!(std::fs::read_to_string(&first).unwrap(), "Level()");
    }
}
