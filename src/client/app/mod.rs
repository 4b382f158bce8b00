//! The whole client as one thing that draws frames: which screen is up, and what leads to which.
//! It knows neither window nor engine around it, so that tests drive it without either.

mod message;
mod screens;
mod ways;

use crate::client::battle::play::Play;
use crate::client::battle::replay::Replay;
use crate::client::field::tokens::Tokens;
use crate::client::keys::{Keys, Stroke as Press};
use crate::client::look::controls::Pen;
use crate::client::look::fonts;
use crate::client::look::icons::Icons;
use crate::client::options;
use crate::client::options::Options;
use crate::client::screens::backdrop::Backdrop;
use crate::client::screens::editor::EditorState;
use crate::client::screens::load::LoadState;
use crate::client::screens::menu::MenuState;
use crate::client::screens::quick::QuickState;
use crate::client::screens::rulebook::BookState;
use crate::client::screens::settings::SettingsState;
use crate::client::screens::setup::SetupState;
use crate::client::sounds::Cue;
use crate::seat::Seats;
use crate::start::Start;
use bevy_egui::egui::{Context, Key, LayerId, Rect, Ui, UiBuilder};
use message::message;
use std::path::PathBuf;

/// Which screen is up.
enum Screen {
    Menu(MenuState),
    Setup(Box<SetupState>),
    Quick(Box<QuickState>),
    Editor(Box<EditorState>),
    Load(LoadState),
    Battle(Box<Play>),
    Replay(Box<Replay>),
    Settings(SettingsState),
    Help,
    Rulebook(Box<BookState>),
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
    /// The seed that set-ups propose; a fresh one if none is given.
    pub seed: Option<u64>,
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
    /// Screens that were left for another, to come back to; the last first.
    resting: Vec<Screen>,
    /// The rulebook as it was closed.
    book: Option<Box<BookState>>,
    seed: Option<u64>,
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
        // Tables of the player's own, and what is wrong with them.
        let notices = crate::start::tables::notices();
        client.faults.extend(notices.map(str::to_owned));
        client
    }

    /// The client with given options, and what it begins with.
    pub fn opened(opening: Opening, options: Options) -> Client {
        let mut client = Client::with(options);
        client.seed = opening.seed;
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
            resting: Vec::new(),
            book: None,
            seed: None,
            icons: None,
            tokens: Tokens::default(),
            options,
            backdrop: Backdrop::default(),
            last: None,
            faults: Vec::new(),
            said: None,
            pictures: 0,
        };
        client.show_menu();
        client
    }

    /// The battle on the screen, if there is one.
    pub fn play(&self) -> Option<&Play> {
        match &self.screen {
            Screen::Battle(play) => Some(play),
            _ => None,
        }
    }

    /// The record that is watched.
    #[cfg(test)]
    pub(in crate::client) fn replay(&self) -> Option<&Replay> {
        match &self.screen {
            Screen::Replay(replay) => Some(replay),
            _ => None,
        }
    }

    /// Whether pictures of ground are still being drawn.
    pub fn is_drawing(&self) -> bool {
        match &self.screen {
            Screen::Menu(_) => self.backdrop.is_busy(),
            Screen::Setup(state) => state.is_busy(),
            Screen::Quick(state) => state.is_busy(),
            Screen::Editor(state) => state.is_busy(),
            Screen::Battle(play) => play.is_drawing(),
            Screen::Rulebook(book) => book.is_busy(),
            _ => false,
        }
    }

    /// The rule that is read.
    #[cfg(test)]
    pub(in crate::client) fn rule(&self) -> Option<&str> {
        match &self.screen {
            Screen::Rulebook(book) => book.rule(),
            _ => None,
        }
    }

    /// Whether what the screen shows is still being fetched.
    #[cfg(test)]
    pub(in crate::client) fn is_fetching(&self) -> bool {
        matches!(&self.screen, Screen::Rulebook(book) if book.is_fetching())
    }

    /// Whether a question stands, nothing moves and the ground is drawn.
    pub fn is_resting(&self) -> bool {
        let asked = self.play().is_some_and(|play| play.prompt().is_some());
        asked && self.play().is_some_and(Play::is_settled) && !self.is_drawing()
    }

    /// A word for the screen that is up.
    pub fn screen_name(&self) -> &'static str {
        match &self.screen {
            Screen::Menu(_) => "menu",
            Screen::Setup(_) => "setup",
            Screen::Quick(_) => "quick",
            Screen::Editor(_) => "editor",
            Screen::Load(_) => "load",
            Screen::Battle(_) => "battle",
            Screen::Replay(_) => "replay",
            Screen::Settings(_) => "options",
            Screen::Help => "help",
            Screen::Rulebook(_) => "rulebook",
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
            let icons = Icons::shipped();
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
        crate::client::bindings::bind(&self.options.keys);
        let mut keys = Keys::read(ctx);
        // Every control has a key of its own: the toolkit's focus, which goes on with Tab, would let Enter
        // press a second one.
        let focused = ctx.memory(|memory| memory.focused());
        if let Some(id) = focused.filter(|_| !keys.typing) {
            ctx.memory_mut(|memory| memory.surrender_focus(id));
        }
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
                self.show_menu();
            }
        } else {
            self.draw(&mut pen, seconds, &mut asked);
        }
        self.icons = Some(icons);
        asked
    }
}

/// Whether there is room for the battle behind the menu.
fn backdrop_wanted(all: Rect) -> bool {
    all.width() > 640.0 && all.height() > 360.0
}
