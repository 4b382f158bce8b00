//! Ways in a crowd: looking first whether one can be had changes nothing.

use super::*;
use crate::board::Orientation;
use crate::board::fixture::{Draws, random_board};
use crate::combat::combatant::{CombatantId, SideId};
use crate::rules::phases::fixtures::figure;
use crate::rules::phases::scene::{Switches, Tables};
use crate::rules::proofs::symmetry::Image;
use std::sync::Arc;

/// A crowd of two sides on broken ground, some of whom will make room.
fn crowded(draws: &mut Draws) -> Scene {
    let mut board = random_board(draws, 12, 13);
    // What can be mirrored; rules know no picture.
    board.orientation = Orientation::PointyTop;
    let mut figures: Vec<Figure> = Vec::new();
    for id in 0..40 {
        let hex = draws.hex(&board);
        if figures.iter().any(|other| other.place.hex == hex) {
            continue;
        }
        let mut one = figure(CombatantId(figures.len() as u16), hex);
        one.side = SideId((id % 2) as u8);
        one.place.facing = Dir::new(draws.below(6) as i32);
        one.motion.plot.intent = Intent::Goto(draws.hex(&board));
        one.motion.over = draws.below(2) == 0;
        figures.push(one);
    }
    Scene {
        phase: 1,
        board: Arc::new(board),
        figures: figures.into_iter().collect(),
        teams: Arc::new(vec![0, 1]),
        ground: Vec::new(),
        fights: Vec::new(),
        tables: Tables::shipped(),
        switches: Switches::default(),
    }
}

/// The leg by the searches alone: a way through, or else as near as one gets.
fn searched(scene: &Scene, figure: &Figure, towards: Hex, within: u32) -> Option<Leg> {
    let (here, far) = (figure.place.hex, distance(figure.place.hex, towards));
    let radius = far.saturating_sub(within) + DETOUR;
    let walk = Walk::new(scene, figure, radius);
    let start = State {
        hex: here,
        facing: figure.place.facing,
        gait: 0,
        turned: figure.motion.turned % 2,
        run_turns: 0,
        straight: 0,
    };
    let mut search = Search::new();
    let budget = 8 * (radius + DETOUR);
    let left = |state: &State| distance(state.hex, towards);
    let bound = |state: &State| 2 * left(state).saturating_sub(within);
    let route = search
        .route_guided(&walk, start, budget, bound, |state| left(state) <= within)
        .or_else(|| search.route_to_least(&walk, start, budget, far, left))?;
    leg(&start, &route.states)
}

#[test]
fn looking_first_whether_a_way_can_be_had_changes_no_leg() {
    let mut draws = Draws(41);
    let mut search = Search::new();
    let (mut through, mut nearer, mut none) = (0, 0, 0);
    for _ in 0..30 {
        let scene = crowded(&mut draws);
        for figure in &scene.figures {
            let towards = scene.figures[draws.below(scene.figures.len() as u64) as usize]
                .place
                .hex;
            let within = draws.below(3) as u32;
            let goal = |hex: Hex| distance(hex, towards) <= within;
            if goal(figure.place.hex) {
                continue;
            }
            let radius = distance(figure.place.hex, towards) - within + DETOUR;
            let walk = Walk::new(&scene, figure, radius);
            let expected = searched(&scene, figure, towards, within);
            match (walk.opens(towards, &goal), expected) {
                (Ok(()), _) => through += 1,
                (Err(_), Some(_)) => nearer += 1,
                (Err(_), None) => none += 1,
            }
            // The straight way is taken without a search; it is as cheap as any.
            if straight_leg(&scene, figure, towards, within).is_none() {
                let found = first_leg(&scene, figure, towards, within, &goal, &mut search);
                assert_eq!(found, expected);
            }
        }
    }
    assert!(
        through > 50 && nearer > 50 && none > 50,
        "{through} {nearer} {none}"
    );
}

/// The scene mirrored: the ground, and where everybody stands, looks and goes.
fn mirrored(scene: &Scene) -> Scene {
    let mut mirrored = scene.clone();
    mirrored.board = Arc::new(Image::Mirrored.board(&scene.board));
    for figure in mirrored.figures.iter_mut() {
        figure.place.hex = Image::Mirrored.hex(&scene.board, figure.place.hex);
        figure.place.facing = Image::Mirrored.dir(figure.place.facing);
        if let Intent::Goto(hex) = &mut figure.motion.plot.intent {
            *hex = Image::Mirrored.hex(&scene.board, *hex);
        }
    }
    mirrored
}

#[test]
fn mirroring_a_crowd_keeps_what_every_way_costs() {
    let mut draws = Draws(43);
    let mut search = Search::new();
    let mut found = 0;
    for _ in 0..20 {
        let scene = crowded(&mut draws);
        let other = mirrored(&scene);
        for figure in &scene.figures {
            let image = other.figure(figure.id);
            let towards = draws.hex(&scene.board);
            let there = Image::Mirrored.hex(&scene.board, towards);
            let within = draws.below(3) as u32;
            let mut cost = |scene: &Scene, figure: &Figure, towards: Hex| {
                let reached = |hex: Hex| distance(hex, towards) <= within;
                if reached(figure.place.hex) {
                    return None;
                }
                let route = way(scene, figure, towards, within, &reached, &mut search)?;
                // The straight way is taken unsearched, because none is cheaper.
                if straight_leg(scene, figure, towards, within).is_some() {
                    let steps = distance(figure.place.hex, towards) - within;
                    assert_eq!(route.cost, 2 * steps);
                }
                Some(route.cost)
            };
            let one = cost(&scene, figure, towards);
            assert_eq!(one, cost(&other, image, there));
            found += usize::from(one.is_some());
        }
    }
    assert!(found > 300, "{found} ways");
}
