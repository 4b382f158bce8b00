//! The screen that is up, drawn; and what was chosen on it.

use super::{Asked, Client, Screen, backdrop_wanted};
use crate::client::battle::replay;
use crate::client::look::controls::Pen;
use crate::client::look::palette as p;
use crate::client::screens::editor::EditorState;
use crate::client::screens::load::LoadState;
use crate::client::screens::menu::MenuView;
use crate::client::screens::quick::QuickState;
use crate::client::screens::setup::SetupState;
use crate::client::screens::{editor, help, load, menu, quick, rulebook, settings, setup};

impl Client {
    pub(super) fn draw(&mut self, pen: &mut Pen, seconds: f32, asked: &mut Asked) {
        let all = pen.ui.max_rect();
        match &mut self.screen {
            Screen::Menu(state) => {
                if self.options.calm || !backdrop_wanted(all) {
                    pen.painter().rect_filled(all, 0.0, p::BACK);
                } else {
                    self.backdrop.prepare(|| {
                        crate::seat::listing::entries()
                            .into_iter()
                            .filter_map(|entry| {
                                let sides = entry.content.ok()?.sides;
                                let people: usize = sides.iter().map(|side| side.count).sum();
                                Some((people, entry.path))
                            })
                            .max()
                            .map(|(_, path)| path)
                    });
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
                        self.screen = Screen::Setup(Box::new(SetupState::new(false, self.seed)))
                    }
                    menu::Chosen::Hotseat => {
                        self.screen = Screen::Setup(Box::new(SetupState::new(true, self.seed)))
                    }
                    menu::Chosen::Load => self.screen = Screen::Load(LoadState::now()),
                    menu::Chosen::Options => self.screen = Screen::Settings(Default::default()),
                    menu::Chosen::Help => self.screen = Screen::Help,
                    menu::Chosen::FirstSteps => self.first_steps(),
                    menu::Chosen::Rulebook => self.open_book(None),
                    menu::Chosen::Editor => {
                        self.screen = Screen::Editor(Box::new(EditorState::open(None)));
                    }
                    menu::Chosen::Quit => asked.quit = true,
                }
            }
            Screen::Setup(state) => {
                asked.lively |= state.is_busy();
                match setup::draw(pen, &mut self.tokens, state) {
                    None => {}
                    Some(setup::Chosen::Back) => self.show_menu(),
                    Some(setup::Chosen::Editor(path)) => {
                        let state = Screen::Editor(Box::new(EditorState::open(Some(&path))));
                        let setup = std::mem::replace(&mut self.screen, state);
                        self.rest(setup);
                    }
                    Some(setup::Chosen::Quick) => {
                        self.screen = Screen::Quick(Box::new(QuickState::new(self.seed)));
                    }
                    Some(setup::Chosen::Begin(start, seats, seed, practice)) => {
                        self.begin(&start, seats, seed, practice)
                    }
                }
            }
            Screen::Quick(state) => {
                asked.lively |= state.is_busy();
                match quick::draw(pen, &mut self.tokens, state) {
                    Some(setup::Chosen::Begin(start, seats, seed, practice)) => {
                        self.begin(&start, seats, seed, practice);
                    }
                    Some(_) => self.show_menu(),
                    None => {}
                }
            }
            Screen::Editor(state) => {
                asked.lively |= state.is_busy();
                match editor::draw(pen, &mut self.tokens, state) {
                    Some(editor::Chosen::Back) => self.back(),
                    Some(editor::Chosen::Test(start, seats)) => {
                        let seed = self.seed.unwrap_or_else(setup::fresh_seed);
                        let editor = std::mem::replace(&mut self.screen, Screen::Help);
                        self.rest(editor);
                        self.begin(&start, seats, seed, true);
                        if matches!(self.screen, Screen::Help) {
                            self.back();
                        }
                    }
                    None => {}
                }
            }
            Screen::Load(state) => match load::draw(pen, state) {
                None => {}
                Some(load::Chosen::Back) => self.show_menu(),
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
                let chosen = replay.frame(pen, &mut self.tokens, &mut self.options, seconds);
                asked.cues.append(&mut replay.cues);
                asked.lively |= replay.is_lively();
                match chosen {
                    None => {}
                    Some(replay::Chosen::PlayOn(path, window)) => self.play_on(&path, window),
                    Some(replay::Chosen::Rule(rule)) => self.look_up(&rule),
                    Some(replay::Chosen::Leave) if self.resting.is_empty() => {
                        self.screen = Screen::Load(LoadState::now());
                    }
                    Some(replay::Chosen::Leave) => self.back(),
                }
            }
            Screen::Settings(state) => {
                pen.painter().rect_filled(all, 0.0, p::BACK);
                let closed = settings::draw(pen, &mut self.options, state, seconds);
                asked.lively |= state.is_lively();
                if closed {
                    self.back();
                }
            }
            Screen::Rulebook(book) => {
                let closed = rulebook::draw(pen, &mut self.tokens, book, &self.options, seconds);
                asked.lively |= book.is_lively();
                if closed {
                    self.close_book();
                }
            }
            Screen::Help => {
                pen.painter().rect_filled(all, 0.0, p::BACK);
                let rules = crate::rules::by_id(crate::rules::IDS[0]);
                let primer = rules.as_ref().map_or(&[][..], |rules| rules.primer());
                if help::draw(pen, all, primer) {
                    self.show_menu();
                }
            }
        }
    }
}
