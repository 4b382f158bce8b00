//! The board with all that is drawn on it for the question that is asked.

use super::{Mode, Over, Play};
use crate::client::battle::drawn::Drawn;
use crate::client::battle::layers::Layers;
use crate::client::battle::layout::{Layout, Size};
use crate::client::battle::prompt::{Asked, Prompt};
use crate::client::battle::stage::{Grip, Hand};
use crate::client::battle::{answers, drawer, facing, minimap, overlays};
use crate::client::field::marks;
use crate::client::field::tokens::Tokens;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::Pen;
use crate::client::options::Options;
use crate::combat::combatant::Place;
use crate::combat::plot::Intent;
use bevy_egui::egui::{Key, Painter, Pos2, Rect, Sense, pos2};

/// Seconds after which a hand counts as still.
pub(super) const REST: f32 = 0.12;

impl Play {
    pub(super) fn board(
        &mut self,
        pen: &mut Pen,
        tokens: &mut Tokens,
        layout: &Layout,
        options: &Options,
        seconds: f32,
    ) {
        let painter = pen.painter();
        let response = pen.ui.interact(
            layout.all,
            bevy_egui::egui::Id::new("board"),
            Sense::click_and_drag(),
        );
        self.frame_board(pen, layout);
        let sheet = matches!(&self.mode, Mode::Asking(prompt) if prompt.asked == Asked::Answer);
        let busy = self.over != Over::Nothing;
        let mut panels: Vec<Rect> = if sheet {
            vec![layout.timeline, layout.sheet]
        } else {
            layout.panels()
        };
        // What somebody saw is told where the map would be.
        let map =
            !sheet && !self.is_recap() && minimap::is_shown(&self.layers, layout, &self.stage);
        if map {
            panels.push(minimap::place(layout, self.stage.view.bounds));
        }
        panels.extend(self.recap_place(layout));
        if self.drawer.open {
            panels.push(drawer::place(layout));
        }
        let free = move |at: Pos2| !busy && !panels.iter().any(|panel| panel.contains(at));
        let grip = self.grip();
        let hand = self.stage.steer(pen.ui, &response, free, &grip);
        if sheet && let Mode::Asking(prompt) = &self.mode {
            // Whoever is struck stands in the middle of what the sheet leaves free.
            if let Some(figure) = prompt.sight.figure(prompt.who()) {
                let at = self.stage.view.lattice.centre(figure.place.hex);
                let middle = pos2(
                    layout.all.center().x,
                    (layout.timeline.bottom() + layout.sheet.top()) / 2.0,
                );
                self.stage.view.camera.show_at(at, middle);
            }
        }
        let casting = self.casting();
        let book = &self.books[self.open];
        self.stage.draw_ground(&painter, &book.shown, &casting);
        if let Mode::Asking(prompt) = &mut self.mode {
            let layers = Layers {
                threats: self.layers.threats && options.threats && !sheet,
                ..self.layers
            };
            overlays::below(&painter, &mut self.stage, &book.shown, prompt, &layers);
        }
        self.draw_arcs(&painter);
        let book = &self.books[self.open];
        if let Some(hex) = self.stage.pointed {
            marks::pointed(
                &painter,
                &self.stage.view.camera,
                self.stage.view.lattice,
                hex,
            );
        }
        self.stage
            .draw_tokens(&painter, pen.icons, tokens, &book.shown, &casting);
        if sheet && let Mode::Asking(prompt) = &self.mode {
            for striker in self.strikers(prompt.who()) {
                let place = |who| {
                    book.shown
                        .figure(who)
                        .map(|figure| self.stage.view.lattice.centre(figure.place.hex))
                };
                if let (Some(from), Some(to)) = (place(striker), place(prompt.who())) {
                    marks::blow(&painter, &self.stage.view.camera, from, to);
                }
            }
        }
        if let Mode::Asking(prompt) = &self.mode {
            overlays::above(
                &painter,
                pen.icons,
                tokens,
                &self.stage,
                &book.shown,
                prompt,
                &casting,
            );
        }
        if sheet && let Mode::Asking(prompt) = &self.mode {
            answers::draw(&painter, pen.icons, &self.stage.view, prompt);
        }
        if !busy {
            self.board_keys(pen, hand.clicked);
            self.draw_way(&hand);
            self.layers.keys(pen, map);
        }
        self.look_ahead(seconds);
        if !sheet {
            let screens = self.stage.view.screens(painter.ctx());
            self.layers.row(pen, layout, screens, map);
        }
        if map {
            let selected = self.prompt().map(Prompt::who);
            let book = &self.books[self.open];
            self.minimap
                .draw(pen, tokens, layout, &mut self.stage, &book.shown, selected);
        }
        self.hover(&painter, layout);
    }

    /// Gives the board its place. At first one looks at the fighters; Home shows all of it.
    fn frame_board(&mut self, pen: &mut Pen, layout: &Layout) {
        let fit = std::mem::take(&mut self.fit) || pen.pressed(Press::of(Key::Home));
        if !self.stage.view.is_fitted() {
            let lattice = self.stage.view.lattice;
            let figures = self
                .shown()
                .figures
                .iter()
                .filter(|figure| figure.fitness.on_board());
            let mut bounds = Rect::NOTHING;
            for figure in figures {
                bounds.extend_with(lattice.centre(figure.place.hex));
            }
            let bounds = bounds
                .expand(260.0)
                .intersect(self.stage.view.bounds.expand(26.0));
            self.stage.view.frame(layout.board, true);
            if bounds.is_positive() {
                self.stage.view.camera.fit(bounds);
            }
            // Those who stand far apart are not made small for it.
            let least = match layout.size {
                Size::Tiny | Size::Narrow => 0.5,
                Size::Compact => 0.7,
                Size::Regular | Size::Wide => 0.85,
            };
            let camera = &mut self.stage.view.camera;
            camera.zoom = camera.zoom.max(least);
        }
        self.stage.view.frame(layout.board, fit);
    }

    /// Brings what is chosen into view: who is asked, his way, whom it is about.
    pub(super) fn show_choice(&mut self) {
        let Mode::Asking(prompt) = &self.mode else {
            return;
        };
        let lattice = self.stage.view.lattice;
        let place = |who| prompt.sight.figure(who).map(|figure| figure.place.hex);
        let walk = prompt.walk.as_ref().map_or(&[][..], |walk| &walk.hexes[..]);
        let goal = prompt
            .choice
            .slots
            .plot
            .as_ref()
            .and_then(|plot| match &plot.intent {
                Intent::Close(whom, _) | Intent::Face(whom) | Intent::Charge(whom, _) => {
                    Some(*whom)
                }
                _ => None,
            });
        let whom = prompt.choice.slots.targets.iter().copied().chain(goal);
        let points: Vec<Pos2> = place(prompt.who())
            .into_iter()
            .chain(walk.last().copied())
            .chain(whom.filter_map(place))
            .map(|hex| lattice.centre(hex))
            .collect();
        self.stage.view.camera.hold(&points);
    }

    /// What a click would do where the pointer rests: looked at once the hand is still.
    fn look_ahead(&mut self, seconds: f32) {
        let pointed = self.stage.pointed.filter(|_| self.over == Over::Nothing);
        if pointed != self.rests.0 {
            self.rests = (pointed, 0.0);
        } else if pointed.is_some() {
            self.rests.1 += seconds;
        }
        let still = self.rests.1 >= REST && self.drawing.is_none();
        let (Mode::Asking(prompt), Some(engine)) = (&mut self.mode, self.engine.as_deref_mut())
        else {
            return;
        };
        match pointed.filter(|_| still) {
            Some(hex) => prompt.look_at(engine, hex, self.run_gait),
            None => prompt.glimpse = None,
        }
    }

    /// From where a way may be drawn now, and where the wheel turns.
    fn grip(&self) -> Grip {
        let Mode::Asking(prompt) = &self.mode else {
            return Grip::default();
        };
        let stands = self
            .shown()
            .figure(prompt.who())
            .map(|figure| figure.place.hex);
        let walk = prompt.walk.as_ref().map(|walk| &walk.hexes[..]);
        match (prompt.asked, stands) {
            (Asked::Plan, Some(stands)) => Grip {
                draws: walk
                    .unwrap_or_default()
                    .iter()
                    .copied()
                    .chain([stands])
                    .collect(),
                turns: walk.and_then(|walk| walk.last().copied()),
            },
            _ => Grip::default(),
        }
    }

    /// Draws the way on that the hand has begun, and turns its end by the wheel.
    fn draw_way(&mut self, hand: &Hand) {
        let (Mode::Asking(prompt), Some(engine)) = (&mut self.mode, self.engine.as_deref_mut())
        else {
            return;
        };
        if hand.turned != 0 {
            prompt.turn_end(engine, hand.turned);
        }
        if let Some(at) = hand.began {
            let stands = prompt.sight.figure(prompt.who()).map(|one| one.place.hex);
            let walk = prompt.walk.as_ref().map_or(&[][..], |walk| &walk.hexes[..]);
            self.drawing = stands.and_then(|stands| Drawn::start(stands, walk, at));
        }
        if let (Some(drawn), Some(hex)) = (&mut self.drawing, hand.drawn)
            && drawn.to(hex)
        {
            prompt.follow(engine, drawn.path(), self.run_gait);
            prompt.cursor = Some(hex);
        }
    }

    /// The arcs of whoever is pointed at, else of the one who is asked, as he is planned to stand.
    fn draw_arcs(&mut self, painter: &Painter) {
        let pointed = self.stage.pointed.and_then(|hex| self.shown().at(hex));
        // They also come for whoever the pointer rests on.
        let rests = self.rests.1 >= REST && self.drawing.is_none() && pointed.is_some();
        if !self.layers.arcs && !rests {
            return;
        }
        let asked = self.prompt().map(Prompt::who);
        let Some(who) = pointed.map(|figure| figure.id).or(asked) else {
            return;
        };
        let planned = self
            .prompt()
            .filter(|prompt| prompt.who() == who)
            .and_then(|prompt| prompt.walk.as_ref())
            .and_then(|walk| {
                Some(Place {
                    hex: *walk.hexes.last()?,
                    facing: walk.facing?,
                })
            });
        let shown = &self.books[self.open].shown;
        let sight = match &self.mode {
            Mode::Asking(prompt) => &prompt.sight,
            _ => &self.sight,
        };
        let armour = |arc| sight.rules().armour(&sight.ask(), who, arc);
        facing::draw(painter, &mut self.stage, shown, who, planned, &armour);
    }
}
