//! The whole client as one thing that draws frames: which screen is up, and what leads to which.
//! It knows neither window nor engine around it, so that tests drive it without either.

use super::battle::engine::Engine;
use super::battle::play::{Play, Wish};
use super::battle::replay::Replay;
use super::field::tokens::Tokens;
use super::keys::{Keys, Stroke as Press};
use super::look::controls::{Button, Pen, Rank, inside};
use super::look::icons::Icons;
use super::look::{fonts, paint, palette as p};
use super::options::{self, Options};
use super::screens::backdrop::Backdrop;
use super::screens::load::{self, LoadState};
use super::screens::menu::{self, MenuState, MenuView};
use super::screens::setup::{self, SetupState};
use super::screens::{help, settings};
use super::sounds::Cue;
use crate::record;
use crate::seat::{Player, Seats, listing};
use crate::start::Start;
use bevy_egui::egui::{Align2, Context, Key, LayerId, Rect, Ui, UiBuilder, vec2};
use std::path::PathBuf;

/// Which screen is up.
enum Screen {
    Menu(MenuState),
    Setup(Box<SetupState>),
    Load(LoadState),
    Battle(Box<Play>),
    Replay(Box<Replay>),
    Settings,
    Help,
}

/// What a frame asks of the window around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// What is heard.
    pub cues: Vec<Cue>,
    /// The next frame shall come by itself.
    pub lively: bool,
    /// The program ends.
    pub quit: bool,
    /// Between window and full screen.
    pub full_screen: bool,
    /// A picture is wanted in this file.
    pub picture: Option<PathBuf>,
    /// What the window's title says.
    pub title: String,
}

/// What the program begins with.
#[derive(Debug, Default)]
pub struct Opening {
    /// The menu first; else the battle.
    pub battle: Option<Result<Begin, PathBuf>>,
}

/// A battle to begin with.
pub struct Begin {
    /// What it starts from.
    pub start: Start,
    /// Who plays.
    pub seats: Seats,
    /// The dice.
    pub seed: u64,
    /// Orders may be taken back.
    pub practice: bool,
}

impl std::fmt::Debug for Begin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a battle on {}", self.start.path.display())
    }
}

/// The client.
pub struct Client {
    screen: Screen,
    /// The battle that rests while the options or a replay are looked at.
    resting: Option<Box<Play>>,
    icons: Option<Icons>,
    tokens: Tokens,
    /// The options in force.
    pub options: Options,
    backdrop: Backdrop,
    last: Option<(PathBuf, String)>,
    faults: Vec<String>,
    said: Option<String>,
    pictures: u32,
}

impl Client {
    /// The client with the options kept on disk.
    pub fn new(opening: Opening) -> Client {
        let (options, fault) = Options::load(options::file().as_deref());
        let mut client = Client::opened(opening, options);
        client.faults.extend(fault);
        client
    }

    /// The client with given options, and what it begins with.
    pub fn opened(opening: Opening, options: Options) -> Client {
        let mut client = Client::with(options);
        match opening.battle {
            None => {}
            Some(Ok(begin)) => client.begin(&begin.start, begin.seats, begin.seed, begin.practice),
            Some(Err(path)) => client.go_on(&path),
        }
        client
    }

    /// The client with given options.
    pub fn with(options: Options) -> Client {
        let mut client = Client {
            screen: Screen::Menu(MenuState::default()),
            resting: None,
            icons: None,
            tokens: Tokens::default(),
            options,
            backdrop: Backdrop::default(),
            last: None,
            faults: Vec::new(),
            said: None,
            pictures: 0,
        };
        client.to_menu();
        client
    }

    fn to_menu(&mut self) {
        let saved = listing::saved();
        self.last = saved
            .into_iter()
            .find(|saved| saved.fault.is_none())
            .map(|saved| (saved.path, saved.line));
        let bad = crate::start::levels()
            .iter()
            .filter(|entry| entry.outcome.is_err())
            .count();
        self.faults
            .retain(|fault| !fault.contains("see the level list"));
        if bad > 0 {
            self.faults.push(format!(
                "{bad} level{} with faults, see the level list",
                if bad == 1 { "" } else { "s" }
            ));
        }
        self.screen = Screen::Menu(MenuState::default());
    }

    fn begin(&mut self, start: &Start, seats: Seats, seed: u64, practice: bool) {
        match Engine::begin(start, seats, seed, practice) {
            Ok(engine) => {
                #[cfg(test)]
                let engine = super::tests::aside(engine);
                self.screen = Screen::Battle(Box::new(Play::new(Box::new(engine))));
            }
            Err(fault) => self.said = Some(fault),
        }
    }

    fn go_on(&mut self, path: &std::path::Path) {
        match Engine::go_on(path, None) {
            Ok(engine) => self.screen = Screen::Battle(Box::new(Play::new(Box::new(engine)))),
            Err(fault) => {
                let mut state = LoadState::now();
                state.said = fault;
                self.screen = Screen::Load(state);
            }
        }
    }

    fn watch(&mut self, path: &std::path::Path) {
        match Replay::open(path) {
            Ok(replay) => self.screen = Screen::Replay(Box::new(replay)),
            Err(fault) => {
                let mut state = LoadState::now();
                state.said = fault;
                self.screen = Screen::Load(state);
            }
        }
    }

    /// The battle on the screen, if there is one.
    pub fn play(&self) -> Option<&Play> {
        match &self.screen {
            Screen::Battle(play) => Some(play),
            _ => None,
        }
    }

    /// Whether pictures of ground are still being drawn.
    pub fn is_drawing(&self) -> bool {
        match &self.screen {
            Screen::Menu(_) => self.backdrop.is_busy(),
            Screen::Setup(state) => state.is_busy(),
            Screen::Battle(play) => play.is_drawing(),
            _ => false,
        }
    }

    /// A word for the screen that is up.
    pub fn screen_name(&self) -> &'static str {
        match &self.screen {
            Screen::Menu(_) => "menu",
            Screen::Setup(_) => "setup",
            Screen::Load(_) => "load",
            Screen::Battle(_) => "battle",
            Screen::Replay(_) => "replay",
            Screen::Settings => "options",
            Screen::Help => "help",
        }
    }

    /// Draws a frame.
    pub fn frame(&mut self, ctx: &Context, seconds: f32) -> Asked {
        let mut asked = Asked {
            title: "Hexfray".to_owned(),
            ..Asked::default()
        };
        if self.icons.is_none() {
            fonts::install(ctx);
            let icons = Icons::new(ctx);
            self.faults.extend(icons.fault.clone());
            self.icons = Some(icons);
            // The faces are there from the next frame on.
            asked.lively = true;
            ctx.request_repaint();
            return asked;
        }
        let native = ctx.viewport_rect().size() * ctx.zoom_factor();
        let scale = self.options.scale_for(native.x, native.y);
        if (ctx.zoom_factor() - scale).abs() > 0.01 {
            ctx.set_zoom_factor(scale);
        }
        let mut root = Ui::new(
            ctx.clone(),
            "client".into(),
            UiBuilder::new()
                .layer_id(LayerId::background())
                .max_rect(ctx.viewport_rect()),
        );
        let mut keys = Keys::read(ctx);
        if keys.take(Press::of(Key::F11)) {
            asked.full_screen = true;
        }
        let Some(icons) = self.icons.take() else {
            return asked;
        };
        let mut pen = Pen {
            ui: &mut root,
            icons: &icons,
            keys: &mut keys,
        };
        if let Some(said) = self.said.clone() {
            if message(&mut pen, &said) {
                self.said = None;
                self.to_menu();
            }
        } else {
            self.draw(&mut pen, seconds, &mut asked);
        }
        self.icons = Some(icons);
        asked
    }

    fn draw(&mut self, pen: &mut Pen, seconds: f32, asked: &mut Asked) {
        let all = pen.ui.max_rect();
        match &mut self.screen {
            Screen::Menu(state) => {
                if self.options.calm || !backdrop_wanted(all) {
                    pen.painter().rect_filled(all, 0.0, p::BACK);
                } else {
                    let level = crate::seat::listing::entries()
                        .into_iter()
                        .filter(|entry| entry.content.is_ok())
                        .map(|entry| entry.path)
                        .next_back();
                    self.backdrop.prepare(level);
                    self.backdrop.draw(
                        &pen.painter(),
                        pen.icons,
                        &mut self.tokens,
                        all,
                        seconds,
                        false,
                    );
                    asked.lively = true;
                }
                let view = MenuView {
                    last: self.last.as_ref(),
                    faults: &self.faults,
                };
                let Some(chosen) = menu::draw(pen, state, &view) else {
                    return;
                };
                match chosen {
                    menu::Chosen::Continue(path) => self.go_on(&path),
                    menu::Chosen::Skirmish => {
                        self.screen = Screen::Setup(Box::new(SetupState::new(false, None)))
                    }
                    menu::Chosen::Hotseat => {
                        self.screen = Screen::Setup(Box::new(SetupState::new(true, None)))
                    }
                    menu::Chosen::Load => self.screen = Screen::Load(LoadState::now()),
                    menu::Chosen::Options => self.screen = Screen::Settings,
                    menu::Chosen::Help => self.screen = Screen::Help,
                    menu::Chosen::Quit => asked.quit = true,
                }
            }
            Screen::Setup(state) => {
                asked.lively |= state.is_busy();
                match setup::draw(pen, &mut self.tokens, state) {
                    None => {}
                    Some(setup::Chosen::Back) => self.to_menu(),
                    Some(setup::Chosen::Begin(start, seats, seed, practice)) => {
                        self.begin(&start, seats, seed, practice)
                    }
                }
            }
            Screen::Load(state) => match load::draw(pen, state) {
                None => {}
                Some(load::Chosen::Back) => self.to_menu(),
                Some(load::Chosen::GoOn(path)) => self.go_on(&path),
                Some(load::Chosen::Watch(path)) => self.watch(&path),
            },
            Screen::Battle(play) => {
                let wish = play.frame(pen, &mut self.tokens, &mut self.options, seconds);
                asked.cues.append(&mut play.cues);
                asked.lively |= play.is_lively();
                asked.title = play.title();
                if let Some(wish) = wish {
                    self.grant(wish, asked);
                }
            }
            Screen::Replay(replay) => {
                let left = replay.frame(pen, &mut self.tokens, &mut self.options, seconds);
                asked.cues.append(&mut replay.cues);
                asked.lively |= replay.is_lively();
                if left {
                    match self.resting.take() {
                        Some(play) => self.screen = Screen::Battle(play),
                        None => self.screen = Screen::Load(LoadState::now()),
                    }
                }
            }
            Screen::Settings => {
                pen.painter().rect_filled(all, 0.0, p::BACK);
                if settings::draw(pen, &mut self.options) {
                    match self.resting.take() {
                        Some(play) => self.screen = Screen::Battle(play),
                        None => self.to_menu(),
                    }
                }
            }
            Screen::Help => {
                pen.painter().rect_filled(all, 0.0, p::BACK);
                let rules = crate::rules::by_id(crate::rules::IDS[0]);
                let primer = rules.as_ref().map_or(&[][..], |rules| rules.primer());
                if help::draw(pen, all, primer) {
                    self.to_menu();
                }
            }
        }
    }

    fn grant(&mut self, wish: Wish, asked: &mut Asked) {
        let screen = std::mem::replace(&mut self.screen, Screen::Help);
        let Screen::Battle(play) = screen else { return };
        match wish {
            Wish::Menu => self.to_menu(),
            Wish::Options => {
                self.resting = Some(play);
                self.screen = Screen::Settings;
            }
            Wish::Picture => {
                self.pictures += 1;
                let folder = record::data_dir().map(|folder| folder.join("pictures"));
                asked.picture = folder.map(|folder| {
                    folder.join(format!(
                        "hexfray-{}-{}.png",
                        std::process::id(),
                        self.pictures
                    ))
                });
                self.screen = Screen::Battle(play);
            }
            Wish::Watch => {
                let kept = play.engine().and_then(|engine| engine.kept.clone());
                match kept.map(|path| Replay::open(&path)) {
                    Some(Ok(replay)) => {
                        self.resting = Some(play);
                        self.screen = Screen::Replay(Box::new(replay));
                    }
                    Some(Err(fault)) => {
                        self.said = Some(fault);
                        self.screen = Screen::Battle(play);
                    }
                    None => self.screen = Screen::Battle(play),
                }
            }
            Wish::Again { fresh, swapped } => self.again(&play, fresh, swapped),
        }
    }

    fn again(&mut self, play: &Play, fresh: bool, swapped: bool) {
        let Some(engine) = play.engine() else { return };
        let seed = if fresh {
            setup::fresh_seed()
        } else {
            engine.seed
        };
        let mut players: Vec<Player> = engine
            .seats
            .0
            .iter()
            .map(|player| match player {
                Player::Person => Player::Person,
                Player::Computer(controller) => crate::ai::by_name(controller.name())
                    .map_or_else(crate::seat::players::computer, Player::Computer),
            })
            .collect();
        if swapped {
            players.rotate_right(1);
        }
        let rules = engine.battle.rules().id();
        let preset = engine.keeper.setup().preset.to_string();
        match crate::start::start(&engine.level, Some(rules), Some(&preset)) {
            Ok(start) => self.begin(&start, Seats(players), seed, engine.practice),
            Err(fault) => self.said = Some(fault.to_string()),
        }
    }
}

/// Whether there is room for the battle behind the menu.
fn backdrop_wanted(all: Rect) -> bool {
    all.width() > 640.0 && all.height() > 360.0
}

/// A message over an empty screen; whether it was read.
fn message(pen: &mut Pen, words: &str) -> bool {
    let all = pen.ui.max_rect();
    let painter = pen.painter();
    painter.rect_filled(all, 0.0, p::BACK);
    let rect = Rect::from_center_size(
        all.center(),
        vec2(
            620.0f32.min(all.width() - 12.0),
            260.0f32.min(all.height() - 12.0),
        ),
    );
    paint::panel(&painter, rect);
    let inner = inside(rect);
    painter.text(
        inner.min,
        Align2::LEFT_TOP,
        "That did not work",
        fonts::name(24.0),
        p::TEXT,
    );
    paint::prose(
        &painter,
        inner.min + vec2(0.0, 36.0),
        words,
        fonts::plain(15.0),
        p::TEXT,
        inner.width(),
        8,
    );
    let button = Rect::from_min_max(inner.max - vec2(150.0, 44.0), inner.max);
    pen.button(
        button,
        &Button::new("Menu")
            .key(Press::of(Key::Enter))
            .rank(Rank::Main),
    ) || pen.pressed(Press::of(Key::Escape))
}
