//! What a question shows on the board: the walk, who threatens it, the target, the push.

use super::areas::{self, Key};
use super::chances;
use super::layers::Layers;
use super::prompt::{Asked, Prompt};
use super::shields;
use super::shown::Shown;
use super::stage::{Casting, Stage};
use crate::board::{Hex, distance};
use crate::client::field::marks;
use crate::client::field::screens::Screen;
use crate::client::field::tokens::Tokens;
use crate::client::look::icons::Icons;
use crate::client::look::{fonts, paint, palette as p};
use crate::combat::plot::Intent;
use bevy_egui::egui::{Align2, Painter, pos2, vec2};
use std::collections::BTreeSet;

/// Under the tokens: areas, and the walk.
pub fn below(
    painter: &Painter,
    stage: &mut Stage,
    shown: &Shown,
    prompt: &mut Prompt,
    layers: &Layers,
) {
    let (camera, lattice) = (stage.view.camera, stage.view.lattice);
    areas(painter, stage, prompt, layers);
    sight(painter, stage, shown, prompt, layers);
    if prompt.asked != Asked::Plan {
        return;
    }
    if let Some(glimpsed) = prompt
        .glimpse
        .as_ref()
        .and_then(|found| found.walk.as_ref())
    {
        marks::glimpsed(painter, &camera, lattice, &glimpsed.hexes);
    }
    if let Some(walk) = &prompt.walk {
        // What is left of a way for later units.
        if let Some(Intent::Path(path)) = prompt.choice.slots.plot.as_ref().map(|plot| &plot.intent)
            && let Some(end) = walk.hexes.last()
        {
            let from = path
                .iter()
                .position(|hex| hex == end)
                .map_or(0, |at| at + 1);
            let rest: Vec<Hex> = std::iter::once(*end)
                .chain(path[from..].iter().copied())
                .collect();
            marks::other_way(painter, &camera, lattice, &rest);
        }
        marks::way(painter, &camera, lattice, &walk.hexes, true);
        if walk.charges
            && let Some(Intent::Charge(target, _)) =
                prompt.choice.slots.plot.as_ref().map(|plot| &plot.intent)
            && let Some(there) = shown.figure(*target).map(|figure| figure.place.hex)
            && let Some(end) = walk.hexes.last()
        {
            marks::chevrons(painter, &camera, lattice, &[*end, there], true);
        }
    }
}

/// Where one gets to and what is threatened, each with a pattern of its own.
fn areas(painter: &Painter, stage: &mut Stage, prompt: &Prompt, layers: &Layers) {
    let (camera, lattice) = (stage.view.camera, stage.view.lattice);
    let areas = &prompt.areas;
    let hexes =
        |set: &BTreeSet<Key>| -> Vec<Hex> { set.iter().map(|&(x, y)| Hex::new(x, y)).collect() };
    let screens = stage.view.screens(painter.ctx());
    if layers.reach {
        screens.lay(painter, &camera, lattice, hexes(&areas.run), Screen::Rings);
        screens.lay(painter, &camera, lattice, hexes(&areas.walk), Screen::Dots);
    }
    if layers.threats {
        let of = |several: bool| {
            let threatened = areas.threatened.iter();
            threatened
                .filter(move |(_, count)| (*count > 1) == several)
                .map(|(hex, _)| *hex)
        };
        screens.lay(painter, &camera, lattice, of(false), Screen::Hatch);
        screens.lay(painter, &camera, lattice, of(true), Screen::Cross);
    }
    if layers.reach {
        let whole: BTreeSet<Key> = areas.walk.union(&areas.run).copied().collect();
        if !areas.run.is_empty() {
            let dash = Some((9.0, 6.0));
            marks::outline(painter, &camera, lattice, &whole, p::REACH, 2.0, dash);
        }
        marks::outline(painter, &camera, lattice, &areas.walk, p::REACH, 2.8, None);
    }
    if layers.threats && camera.zoom > 0.4 {
        for (hex, count) in areas.threatened.iter().filter(|(_, count)| *count > 2) {
            let at = camera.screen(lattice.centre(*hex));
            let size = 15.0 * camera.zoom.clamp(0.7, 1.4);
            for (shift, colour) in [(1.0, p::CREAM), (0.0, p::THREAT)] {
                painter.text(
                    at + vec2(shift, shift),
                    Align2::CENTER_CENTER,
                    count.to_string(),
                    fonts::bold(size),
                    colour,
                );
            }
        }
    }
}

/// What is not seen from where he stands or means to go, and the line to the hex pointed at.
fn sight(
    painter: &Painter,
    stage: &mut Stage,
    shown: &Shown,
    prompt: &mut Prompt,
    layers: &Layers,
) {
    let Some(me) = shown.figure(prompt.who()).filter(|_| layers.sight) else {
        return;
    };
    let from = prompt
        .walk
        .as_ref()
        .and_then(|walk| walk.hexes.last().copied())
        .unwrap_or(me.place.hex);
    let (camera, lattice) = (stage.view.camera, stage.view.lattice);
    let lights = shown.lights();
    let unseen = prompt
        .areas
        .unseen(&prompt.sight, &lights, from, me.posture)
        .to_vec();
    let screens = stage.view.screens(painter.ctx());
    screens.lay(painter, &camera, lattice, unseen, Screen::Stipple);
    let pointed = stage.pointed.or(prompt.cursor).filter(|hex| *hex != from);
    if let Some(to) = pointed {
        let stop = areas::blocked(&prompt.sight, from, to, me.posture);
        marks::sight(
            painter,
            &camera,
            lattice.centre(from),
            lattice.centre(stop.unwrap_or(to)),
            stop.is_none(),
        );
    }
}

/// Over the tokens: ghosts, targets, pushes, labels.
pub fn above(
    painter: &Painter,
    icons: &Icons,
    tokens: &mut Tokens,
    stage: &Stage,
    shown: &Shown,
    prompt: &Prompt,
    casting: &Casting,
) {
    let (camera, lattice) = (stage.view.camera, stage.view.lattice);
    let who = prompt.who();
    let Some(me) = shown.figure(who) else { return };
    if let Some(glimpsed) = prompt
        .glimpse
        .as_ref()
        .and_then(|found| found.walk.as_ref())
        && let (Some(end), Some(facing)) = (glimpsed.hexes.last(), glimpsed.facing)
        && glimpsed.metres() > 0
    {
        let mut ghost = stage.token(me, shown, casting);
        ghost.at = lattice.centre(*end);
        ghost.angle = lattice.angle(facing);
        ghost.ghost = true;
        tokens.draw(painter, icons, &camera, &ghost);
    }
    if prompt.asked == Asked::Plan {
        if let Some(walk) = &prompt.walk
            && let (Some(end), Some(facing)) = (walk.hexes.last(), walk.facing)
        {
            let turned = facing != me.place.facing;
            if walk.metres() > 0 || turned {
                let mut ghost = stage.token(me, shown, casting);
                ghost.at = lattice.centre(*end);
                ghost.angle = lattice.angle(facing);
                ghost.ghost = true;
                tokens.draw(painter, icons, &camera, &ghost);
            }
            for threat in &prompt.threats {
                let Some(from) = shown
                    .figure(threat.who)
                    .map(|figure| lattice.centre(figure.place.hex))
                else {
                    continue;
                };
                for (step, _) in &threat.steps {
                    if let Some(hex) = walk.hexes.get(*step) {
                        paint::dashed(
                            painter,
                            &[camera.screen(from), camera.screen(lattice.centre(*hex))],
                            p::DANGER,
                            p::CASING,
                            2.4,
                            (6.0, 4.0),
                        );
                    }
                }
                let at = camera.screen(from) - vec2(0.0, 52.0 * camera.zoom);
                // Whoever stands at the upper edge would have it under the bar.
                let at = pos2(at.x, at.y.max(camera.frame.top() + 14.0));
                let words = match threat.first().and_then(chances::short) {
                    Some(chance) => format!("may strike in passing, {chance}"),
                    None => "may strike in passing".to_owned(),
                };
                paint::label(painter, at, &words, p::DANGER, p::LABEL, p::DANGER);
            }
            if walk.metres() > 0 {
                let gait = if walk.run { "runs" } else { "walks" };
                let words = if walk.turned > 0 {
                    format!(
                        "{gait} {} m, turns {}\u{b0}",
                        walk.metres(),
                        walk.turned * 60
                    )
                } else {
                    format!("{gait} {} m", walk.metres())
                };
                stage.label(painter, *end, true, &words);
            }
        }
        // What others of the side mean to do.
        for entry in prompt
            .card
            .entries
            .iter()
            .filter(|entry| entry.decision.who != who && entry.draft.is_some())
        {
            let Some(figure) = shown.figure(entry.decision.who) else {
                continue;
            };
            let goal = match entry.marked().slots.plot.as_ref().map(|plot| &plot.intent) {
                Some(Intent::Goto(hex)) => Some(*hex),
                Some(Intent::Close(whom, _) | Intent::Charge(whom, _)) => {
                    shown.figure(*whom).map(|figure| figure.place.hex)
                }
                Some(Intent::Path(path)) => path.last().copied(),
                _ => None,
            };
            if let Some(goal) = goal {
                marks::other_way(painter, &camera, lattice, &[figure.place.hex, goal]);
            }
        }
    } else {
        deed(painter, stage, shown, prompt);
    }
    if let Some(cursor) = prompt.cursor.filter(|cursor| *cursor != me.place.hex) {
        marks::pointed(painter, &camera, lattice, cursor);
    }
}

fn deed(painter: &Painter, stage: &Stage, shown: &Shown, prompt: &Prompt) {
    let (camera, lattice) = (stage.view.camera, stage.view.lattice);
    let Some(me) = shown.figure(prompt.who()) else {
        return;
    };
    for target in &prompt.choice.slots.targets {
        let Some(figure) = shown.figure(*target) else {
            continue;
        };
        marks::target(painter, &camera, lattice, figure.place.hex);
        if prompt.asked == Asked::Deed && distance(me.place.hex, figure.place.hex) > 1 {
            marks::sight(
                painter,
                &camera,
                lattice.centre(me.place.hex),
                lattice.centre(figure.place.hex),
                true,
            );
        }
        shields::draw(painter, stage, &prompt.sight, me, figure);
        if let Some(dir) = prompt.direction() {
            push(painter, stage, prompt, figure.place.hex, dir);
        }
        if let Some(share) = prompt.odds.as_ref().and_then(chances::short)
            && prompt.asked == Asked::Deed
        {
            let at = camera.screen(lattice.centre(figure.place.hex));
            let words = format!(
                "{} {share}",
                crate::seat::tale::capital(&prompt.choice.verb.replace('_', " "))
            );
            paint::label(
                painter,
                pos2(at.x, at.y - 54.0 * camera.zoom),
                &words,
                p::TEXT,
                bevy_egui::egui::Color32::from_rgb(0x4A, 0x12, 0x10),
                p::DANGER,
            );
        }
    }
    if let Some(hex) = prompt.choice.slots.hex {
        marks::chevrons(painter, &camera, lattice, &[me.place.hex, hex], false);
        marks::pointed(painter, &camera, lattice, hex);
    }
}

/// Where a push would lead, with its chance: as far as the odds know metres.
fn push(painter: &Painter, stage: &Stage, prompt: &Prompt, from: Hex, dir: crate::board::Dir) {
    let (camera, lattice) = (stage.view.camera, stage.view.lattice);
    let pushed = prompt.chances.get(prompt.answer).and_then(|now| {
        now.spreads.iter().find(|spread| {
            spread.name.contains("knocked")
                || spread.name.contains("pushed")
                || spread.name.contains("thrown")
        })
    });
    let far = pushed.map_or(1, |spread| {
        let most = spread
            .bands
            .iter()
            .rposition(|band| band.1 > 0.02)
            .unwrap_or(0);
        [1, 3, 6, 9, 10][most.min(4)]
    });
    let mut hexes = vec![from];
    for _ in 0..far {
        let last = hexes[hexes.len() - 1];
        let next = dir.from(last);
        let stops = stage
            .view
            .board
            .edge(last, dir)
            .is_some_and(|edge| edge.figures().solid);
        if !stage.view.board.contains(next) || stops {
            break;
        }
        hexes.push(next);
    }
    for hex in hexes.iter().skip(1) {
        let mut ring = marks::hexagon(&camera, lattice, *hex, 0.95);
        paint::filled(painter, ring.clone(), p::faded(p::PUSH_GROUND, 76));
        ring.push(ring[0]);
        paint::dashed(painter, &ring, p::PUSH, p::CASING, 2.0, (9.0, 6.0));
    }
    marks::chevrons(painter, &camera, lattice, &hexes, false);
    if let (Some(spread), Some(end)) = (pushed, hexes.get(1)) {
        stage.label(
            painter,
            *end,
            false,
            &format!("{} {:.1} m on average", spread.name, spread.mean),
        );
    }
}
