//! The board of the editor: what lies on it, and what the hand and the keys do to it.

use super::EditorState;
use super::people::Who;
use super::tools::Tool;
use crate::board::{Dir, Hex, distance};
use crate::client::field::marks;
use crate::client::field::tokens::{Pose, Token, Tokens};
use crate::client::field::view::BoardView;
use crate::client::keys::Stroke as Press;
use crate::client::look::controls::Pen;
use crate::client::look::{icons, paint, palette as p};
use crate::combat::combatant::{Posture, SideId};
use crate::level::CombatantSpec;
use crate::level::words::EDGES;
use bevy_egui::egui::{Id, Key, Pos2, Rect, Response, Sense, vec2};
use std::sync::Arc;

pub(super) fn draw(pen: &mut Pen, tokens: &mut Tokens, rect: Rect, state: &mut EditorState) {
    let painter = pen.painter().with_clip_rect(rect);
    let board = &state.sheet.level.board;
    if board.size() != state.view.board.size() {
        state.view = BoardView::new(Arc::new(board.clone()));
    } else if *board != *state.view.board {
        state.view.update(&Arc::new(board.clone()), Vec::new());
    }
    let fit = pen.pressed(Press::of(Key::Home));
    state.view.frame(rect, fit);
    let response = pen
        .ui
        .interact(rect, Id::new("editor board"), Sense::click_and_drag());
    let pointed = hand(pen, &response, rect, state);
    keys(pen, state);
    state.view.draw_ground(&painter, 3, 255);
    let (camera, lattice) = (state.view.camera, state.view.lattice);
    zones(&painter, state);
    if let Some(hex) = state.cursor {
        marks::target(&painter, &camera, lattice, hex);
    }
    if let Some((hex, at)) = pointed {
        marks::pointed(&painter, &camera, lattice, hex);
        if state.tool == Tool::Wall {
            let (from, to) = lattice.side(hex, side_at(state, hex, at));
            let line = vec![camera.screen(from), camera.screen(to)];
            paint::cased(&painter, line, p::GILT, p::CASING, 4.0);
        }
    }
    if state.tool == Tool::Wall
        && let Some(hex) = state.cursor
    {
        let (from, to) = lattice.side(hex, state.facing);
        let line = vec![camera.screen(from), camera.screen(to)];
        paint::cased(&painter, line, p::TEXT, p::CASING, 3.0);
    }
    let all = state.sheet.everybody();
    let all = all
        .map(|(who, one, at_s)| token(state, who, one, at_s))
        .collect();
    state.view.draw_tokens(&painter, pen.icons, tokens, all);
    if let Some(one) = state.chosen.and_then(|who| state.sheet.who(who)) {
        marks::selected(&painter, &camera, lattice, one.hex);
    }
    heights(&painter, state);
    zone_names(&painter, state);
    if state.sheet.level.combatants.is_empty() {
        paint::label(
            &painter,
            rect.center_top() + vec2(0.0, 20.0),
            "Paint the ground (2), then place people (5).",
            p::CREAM,
            p::LABEL,
            p::RULE,
        );
    }
}

/// Somebody; who comes later is a ghost with his second below him.
fn token(state: &EditorState, who: Who, one: &CombatantSpec, at_s: u32) -> Token {
    let pose = match one.posture {
        Posture::Prone | Posture::Swimming => Pose::Down,
        Posture::Kneeling | Posture::Crouching | Posture::Ducking => Pose::Low,
        Posture::Mounted => Pose::Mounted,
        Posture::Standing => Pose::Up,
    };
    Token {
        at: state.view.lattice.centre(one.hex),
        angle: state.view.lattice.angle(one.facing),
        side: SideId(one.side as u8),
        icon: icons::archetype(&one.archetype),
        pose,
        out: false,
        when: match at_s {
            0 => String::new(),
            at_s => format!("{at_s} s"),
        },
        due: false,
        bars: Vec::new(),
        conditions: Vec::new(),
        selected: state.chosen == Some(who),
        ghost: at_s > 0,
        light: state.view.light(one.hex),
        flash: 0.0,
        tip: if pose == Pose::Down { 1.0 } else { 0.0 },
        dimmed: false,
    }
}

/// The zones, that in hand by a stronger line.
fn zones(painter: &bevy_egui::egui::Painter, state: &EditorState) {
    let (camera, lattice) = (state.view.camera, state.view.lattice);
    for (name, hexes) in &state.sheet.level.zones {
        let set = hexes.iter().map(|hex| (hex.x, hex.y)).collect();
        let (width, core) = if state.tool == Tool::Zone && *name == state.zone {
            (4.0, p::GILT)
        } else {
            (2.5, p::TEXT)
        };
        marks::outline(
            painter,
            &camera,
            lattice,
            &set,
            core,
            width,
            Some((9.0, 6.0)),
        );
    }
}

/// The names of the zones, over the people.
fn zone_names(painter: &bevy_egui::egui::Painter, state: &EditorState) {
    if !matches!(state.tool, Tool::Zone | Tool::Objective) {
        return;
    }
    let (camera, lattice) = (state.view.camera, state.view.lattice);
    for (name, hexes) in &state.sheet.level.zones {
        if let Some(first) = hexes.first() {
            let at = camera.screen(lattice.centre(*first));
            let ink = if *name == state.zone {
                p::GILT
            } else {
                p::TEXT
            };
            paint::label(painter, at, name, ink, p::LABEL, p::OUTER);
        }
    }
}

/// Numbers of the levels while heights are worked on.
fn heights(painter: &bevy_egui::egui::Painter, state: &EditorState) {
    let camera = state.view.camera;
    if state.tool != Tool::Height || camera.zoom < 0.3 {
        return;
    }
    let board = &state.sheet.level.board;
    for hex in board.hexes() {
        let Some(level) = board
            .cell(hex)
            .map(|cell| cell.level)
            .filter(|level| *level != 0)
        else {
            continue;
        };
        let at = camera.screen(state.view.lattice.centre(hex));
        if painter.clip_rect().contains(at) {
            paint::label(painter, at, &level.to_string(), p::TEXT, p::LABEL, p::OUTER);
        }
    }
}

/// The side of a hex that lies nearest to a point.
fn side_at(state: &EditorState, hex: Hex, at: Pos2) -> Dir {
    let lattice = state.view.lattice;
    let off = state.view.camera.plane(at) - lattice.centre(hex);
    let along = |dir: &Dir| off.dot(lattice.along(*dir));
    let nearest = Dir::ALL
        .into_iter()
        .max_by(|a, b| along(a).total_cmp(&along(b)));
    nearest.unwrap_or_default()
}

/// Whether a tool works along a drag.
fn strokes(tool: Tool) -> bool {
    matches!(
        tool,
        Tool::Terrain | Tool::Height | Tool::Erase | Tool::Zone
    )
}

/// What the pointer does; the hex it is over.
fn hand(
    pen: &Pen,
    response: &Response,
    rect: Rect,
    state: &mut EditorState,
) -> Option<(Hex, Pos2)> {
    let bounds = state.view.bounds;
    let (scroll, pinch, at) = pen.ui.input(|input| {
        let at = input.pointer.hover_pos().filter(|at| rect.contains(*at));
        (input.smooth_scroll_delta().y, input.zoom_delta(), at)
    });
    if let Some(at) = at {
        let factor = if pinch != 1.0 {
            pinch
        } else {
            (scroll / 300.0).exp()
        };
        if (factor - 1.0).abs() > 1e-4 {
            state.view.camera.zoom_at(at, factor, bounds);
        }
    }
    let on_board = |state: &EditorState, at: Pos2| {
        let hex = state.view.lattice.hex(state.view.camera.plane(at));
        state.sheet.level.board.contains(hex).then_some((hex, at))
    };
    let pointed = at.and_then(|at| on_board(state, at));
    if response.drag_started() {
        let pressed = pen.ui.input(|input| input.pointer.press_origin());
        let from = pressed.and_then(|at| on_board(state, at));
        state.drags_board = !strokes(state.tool) || from.is_none();
        if let Some((hex, at)) = from.filter(|_| !state.drags_board) {
            state.sheet.begin();
            state.painted = None;
            aim(state, hex);
            touch(state, hex, at);
        }
    }
    if response.dragged() {
        if state.drags_board {
            state.view.camera.drag(response.drag_delta(), bounds);
        } else if let Some((hex, at)) = pointed {
            touch(state, hex, at);
        }
    }
    if response.drag_stopped() && !state.drags_board {
        state.sheet.end();
        state.painted = None;
    }
    if response.clicked()
        && let Some((hex, at)) = response
            .interact_pointer_pos()
            .and_then(|at| on_board(state, at))
    {
        state.cursor = Some(hex);
        if state.tool == Tool::Wall {
            state.facing = side_at(state, hex, at);
        }
        apply(state, hex);
    }
    pointed
}

/// A hex of a stroke: done once while the stroke stays on it.
fn touch(state: &mut EditorState, hex: Hex, at: Pos2) {
    // A quick hand skips hexes; the line between is painted as well.
    let from = state.painted.replace(hex);
    let path = match from {
        Some(from) if from == hex => return,
        Some(from) => line(from, hex),
        None => vec![hex],
    };
    let _ = at;
    for hex in path {
        work(state, hex);
    }
}

/// Hexes on the way from one to another, the first left out.
fn line(from: Hex, to: Hex) -> Vec<Hex> {
    let (mut at, mut path) = (from, Vec::new());
    while at != to {
        let nearer = |dir: &Dir| distance(dir.from(at), to);
        let Some(dir) = Dir::ALL.into_iter().min_by_key(nearer) else {
            break;
        };
        at = dir.from(at);
        path.push(at);
    }
    path
}

/// The tool in hand at a hex, as a stroke of its own.
pub(super) fn apply(state: &mut EditorState, hex: Hex) {
    state.said.clear();
    state.sheet.begin();
    aim(state, hex);
    work(state, hex);
    state.sheet.end();
}

/// What a stroke that begins here will do.
fn aim(state: &mut EditorState, hex: Hex) {
    if state.tool != Tool::Zone {
        return;
    }
    // Whoever paints before there is a zone means a new one.
    if !state.sheet.level.zones.contains_key(&state.zone) {
        let first = state.sheet.level.zones.keys().next().cloned();
        state.zone = first.unwrap_or_else(|| state.sheet.new_zone());
    }
    state.zone_grows = !state.sheet.level.zones[&state.zone].contains(&hex);
}

fn work(state: &mut EditorState, hex: Hex) {
    match state.tool {
        Tool::Select => state.chosen = state.sheet.at(hex),
        Tool::Terrain => state.sheet.paint(hex, state.brush),
        Tool::Fill => state.sheet.fill(hex, state.brush),
        Tool::Height => state.sheet.raise(hex, state.step),
        Tool::Wall => state.sheet.build(hex, state.facing, EDGES[state.edge].1),
        Tool::Zone => state.sheet.zone(&state.zone, hex, state.zone_grows),
        Tool::Objective => {
            let side = state.side.min(state.sheet.level.sides.len() - 1);
            let who = state.sheet.at(hex).and_then(|who| state.sheet.who(who));
            if let Some(name) = who.map(|one| one.name.clone()) {
                state.sheet.name_in_goal(side, state.goal, &name);
            }
        }
        Tool::Erase => {
            state.chosen = None;
            state.sheet.erase(hex);
        }
        Tool::People => {
            let Some(archetype) = state.archetypes.get(state.archetype) else {
                return;
            };
            let side = state.side.min(state.sheet.level.sides.len() - 1);
            let facing = state.facing;
            let at_s = state.at_s;
            let placed = state.sheet.place((hex, facing), archetype, side, at_s);
            state.chosen = placed.or_else(|| state.sheet.at(hex));
        }
    }
}

/// What the keyboard does on the board.
fn keys(pen: &mut Pen, state: &mut EditorState) {
    let (columns, rows) = state.sheet.level.board.size();
    if let Some(dir) = pen.keys.take_ring() {
        let board = &state.sheet.level.board;
        let from = state
            .cursor
            .unwrap_or_else(|| board.hex_of(columns / 2, rows / 2));
        let next = Dir::new(dir as i32).from(from);
        let next = if state.cursor.is_none() { from } else { next };
        if board.contains(next) {
            state.cursor = Some(next);
            let at = state.view.lattice.centre(next);
            state.view.camera.follow(at);
            state.view.camera.step(1.0, true);
        }
    }
    if pen.pressed(Press::of(Key::S))
        && let Some(hex) = state.cursor
    {
        apply(state, hex);
    }
    for (key, by) in [(Key::ArrowRight, 1), (Key::ArrowLeft, -1)] {
        if pen.pressed(Press::of(key)) {
            state.facing = state.facing.turned(by);
            let facing = state.facing;
            if let Some(who) = state.chosen.filter(|_| state.tool != Tool::Wall) {
                let now = state.sheet.who(who).map(|one| one.facing);
                let turned = now.unwrap_or(facing).turned(by);
                state.facing = turned;
                state.sheet.stroke(|sheet| {
                    if let Some(one) = sheet.who_mut(who) {
                        one.facing = turned;
                    }
                });
            }
        }
    }
    for (key, by) in [(Key::OpenBracket, -1), (Key::CloseBracket, 1)] {
        if pen.pressed(Press::of(key)) {
            state.step = by;
            state.tool = Tool::Height;
        }
    }
    if matches!(state.tool, Tool::Select | Tool::People)
        && pen.pressed(Press::of(Key::Delete))
        && let Some(who) = state.chosen.take()
    {
        state.sheet.stroke(|sheet| sheet.remove(who));
    }
}
