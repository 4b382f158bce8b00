use super::*;
use crate::board::Orientation;
use crate::combat::dice::BattleDice;

const A: CombatantId = CombatantId(0);
const D: CombatantId = CombatantId(3);
const ALLY: CombatantId = CombatantId(4);
const SEVEN: CombatantId = CombatantId(7);
const NINE: CombatantId = CombatantId(9);

/// A direction of the flat-top board.
fn flat(name: &str) -> Dir {
    Orientation::FlatTop.dir(name).unwrap()
}

fn hex(x: i32, y: i32) -> Hex {
    Hex::new(x, y)
}

/// The hex so many steps on.
fn on(from: Hex, dir: Dir, steps: i32) -> Hex {
    from + dir.vector() * steps
}

fn shove(who: CombatantId, from: Hex, dir: Dir, hexes: u16) -> Shove {
    Shove {
        who,
        by: None,
        from,
        footprint: Footprint::One,
        dir,
        hexes,
        on_feet: true,
        alive: true,
        fills: true,
        kind: "knockback".to_owned(),
    }
}

fn dice() -> BattleDice {
    BattleDice::seeded(5, Vec::new())
}

fn nobody(_: Hex) -> Option<CombatantId> {
    None
}

fn open_ground(_: Hex, _: Dir) -> Push {
    Push::Free
}

const START: Hex = Hex::new(0, 0);
const EAST: Dir = Dir::new(0);

/// One man pushed east over ground that does `push` to him on leaving the hex `after` steps on.
fn against(push: Push, after: i32, hexes: u16) -> Displaced {
    let ground = move |hex: Hex, _: Dir| {
        if hex == on(START, EAST, after) {
            push
        } else {
            Push::Free
        }
    };
    let all = displace(
        &[shove(D, START, EAST, hexes)],
        &ground,
        &nobody,
        &mut dice(),
    );
    all.moved[0].clone()
}

/// One man pushed east with people standing in his way.
fn among(people: &[(Hex, CombatantId)], hexes: u16) -> Displaced {
    let standing = |hex: Hex| {
        people
            .iter()
            .find(|(at, _)| *at == hex)
            .map(|(_, who)| *who)
    };
    let all = displace(
        &[shove(D, START, EAST, hexes)],
        &open_ground,
        &standing,
        &mut dice(),
    );
    all.moved[0].clone()
}

#[test]
fn b073_on_free_ground_all_hexes_are_travelled() {
    let moved = among(&[], 5);
    assert_eq!((moved.end(), moved.left), (on(START, EAST, 5), 0));
    assert_eq!(moved.stopped, StoppedBy::Done);
    assert_eq!(moved.path.len(), 6);
    assert_eq!(moved.vacated(), Some(START));
    assert!(!moved.prone());
    assert_eq!(among(&[], 0).path, [START]);
}

#[test]
fn b054_the_border_stops_without_harm() {
    let moved = against(Push::Border, 1, 3);
    assert_eq!((moved.path.len(), moved.left), (2, 2));
    assert_eq!(moved.stopped, StoppedBy::Border);
    assert_eq!(moved.collision_hexes(), 0);
}

#[test]
fn b074_a_wall_counts_every_hex_not_travelled() {
    let moved = against(Push::Wall, 3, 5);
    assert_eq!(
        (moved.end(), moved.stopped),
        (on(START, EAST, 3), StoppedBy::Wall)
    );
    assert_eq!(moved.collision_hexes(), 2);
    let hedge = against(Push::Soft, 3, 5);
    assert_eq!(
        (hedge.end(), hedge.collision_hexes()),
        (on(START, EAST, 3), 0)
    );
    assert_eq!(hedge.stopped, StoppedBy::Soft);
}

#[test]
fn b075_the_one_struck_never_moves_and_nobody_behind_him_is_touched() {
    let third = CombatantId(5);
    let moved = among(&[(hex(2, 0), ALLY), (hex(3, 0), third)], 3);
    assert_eq!((moved.end(), moved.left), (hex(1, 0), 2));
    assert_eq!(moved.stopped, StoppedBy::Combatant(ALLY));
    assert_eq!(moved.struck, [ALLY]);
    assert_eq!((moved.striking_hexes(), moved.collision_hexes()), (2, 0));
}

#[test]
fn b075_footing_of_the_one_struck_from_one_or_from_two_hexes_on() {
    let two_left = among(&[(hex(4, 0), ALLY)], 5);
    assert_eq!((two_left.end(), two_left.left), (hex(3, 0), 2));
    assert!(two_left.struck_check_footing(2));
    let one_left = among(&[(hex(4, 0), ALLY)], 4);
    assert_eq!(one_left.left, 1);
    assert!(one_left.struck_check_footing(1) && !one_left.struck_check_footing(2));
    let short = among(&[(hex(4, 0), ALLY)], 3);
    assert!(short.struck.is_empty() && !short.struck_check_footing(1));
}

#[test]
fn b075_a_charger_is_not_struck_by_the_man_he_throws() {
    let mut thrown = shove(D, START, EAST, 2);
    thrown.by = Some(A);
    let standing = |hex: Hex| (hex == on(START, EAST, 1)).then_some(A);
    let all = displace(&[thrown], &open_ground, &standing, &mut dice());
    assert_eq!(all.moved[0].stopped, StoppedBy::Combatant(A));
    assert!(all.moved[0].struck.is_empty());
    assert_eq!(all.moved[0].vacated(), None);
}

#[test]
fn b076_a_railing_stops_with_two_left_and_is_gone_over_with_three() {
    let railing = Push::Low(Beyond::Fall { levels: 4 });
    let two = against(railing, 0, 2);
    assert_eq!((two.end(), two.stopped), (START, StoppedBy::Low));
    assert_eq!((two.collision_hexes(), two.over_edge), (2, false));
    let three = against(railing, 0, 3);
    assert_eq!(three.end(), on(START, EAST, 1));
    assert_eq!(three.fallen_levels(), Some(4));
    assert!(three.over_edge && three.prone());
    assert_eq!(three.collision_hexes(), 0);
}

#[test]
fn b076_behind_a_fence_he_is_prone_and_stops() {
    let moved = against(Push::Low(Beyond::Ground), 1, 6);
    assert_eq!(
        (moved.end(), moved.stopped),
        (on(START, EAST, 2), StoppedBy::Over)
    );
    assert!(moved.over_edge && moved.prone());
    // Three hexes in all, two left at the fence.
    assert_eq!(
        against(Push::Low(Beyond::Ground), 1, 3).stopped,
        StoppedBy::Low
    );
}

#[test]
fn b077_a_pit_ends_it_without_collision() {
    let moved = against(Push::Pit { levels: 2 }, 1, 5);
    assert_eq!((moved.end(), moved.left), (on(START, EAST, 2), 3));
    assert_eq!(moved.stopped, StoppedBy::Pit { levels: 2 });
    assert_eq!(
        (moved.fallen_levels(), moved.collision_hexes()),
        (Some(2), 0)
    );
    let cliff = against(Push::Fall { levels: 3 }, 1, 5);
    assert_eq!(cliff.fallen_levels(), Some(3));
    let water = against(Push::DeepWater, 1, 5);
    assert_eq!(
        (water.end(), water.stopped),
        (on(START, EAST, 2), StoppedBy::Water)
    );
    assert!(!water.prone());
}

#[test]
fn b078_who_falls_onto_somebody_is_told_apart() {
    let north = flat("N");
    let below = on(START, north, 1);
    let ground = |hex: Hex, _: Dir| match hex == START {
        true => Push::Fall { levels: 6 },
        false => Push::Free,
    };
    let people = [
        below,
        on(below, north, 1),
        on(below, flat("NE"), 1),
        on(below, flat("NW"), 1),
    ];
    let standing = |hex: Hex| people.contains(&hex).then_some(ALLY);
    let all = displace(
        &[shove(D, START, north, 2)],
        &ground,
        &standing,
        &mut dice(),
    );
    let moved = &all.moved[0];
    assert_eq!(moved.landed_on, Some(ALLY));
    assert!(moved.struck.is_empty());
}

#[test]
fn b079_every_hex_entered_is_told() {
    let moved = among(&[], 3);
    let fire = on(START, EAST, 2);
    assert_eq!(
        moved.entered().iter().filter(|hex| **hex == fire).count(),
        1
    );
    assert!(!moved.entered().contains(&START));
}

#[test]
fn b080_two_into_one_free_hex_both_stop_and_are_struck() {
    let nine = on(START, flat("NE"), 2);
    let shoves = [
        shove(SEVEN, START, flat("NE"), 2),
        shove(NINE, nine, flat("SW"), 2),
    ];
    let all = displace(&shoves, &open_ground, &nobody, &mut dice());
    for (moved, other) in [(&all.moved[0], NINE), (&all.moved[1], SEVEN)] {
        assert_eq!((moved.end(), moved.left), (moved.shove.from, 2));
        assert_eq!(moved.stopped, StoppedBy::Combatant(other));
        assert_eq!(moved.struck, [other]);
        assert!(moved.struck_check_footing(2));
    }
}

#[test]
fn b080_into_each_others_hexes_both_stop() {
    let nine = on(START, EAST, 1);
    let shoves = [
        shove(SEVEN, START, EAST, 3),
        shove(NINE, nine, EAST.opposite(), 3),
    ];
    let all = displace(&shoves, &open_ground, &nobody, &mut dice());
    assert!(
        all.moved
            .iter()
            .all(|moved| moved.left == 3 && moved.struck.len() == 1)
    );
}

#[test]
fn b080_hexes_left_in_the_pulse_are_free() {
    let nine = on(START, flat("NE"), 1);
    let shoves = [
        shove(SEVEN, START, flat("NE"), 3),
        shove(NINE, nine, flat("NE"), 3),
    ];
    let all = displace(&shoves, &open_ground, &nobody, &mut dice());
    assert!(
        all.moved
            .iter()
            .all(|moved| moved.stopped == StoppedBy::Done)
    );
    assert_eq!(all.moved[0].end(), on(START, flat("NE"), 3));
    // The one ahead stops earlier: the one behind runs into him.
    let shoves = [
        shove(SEVEN, START, flat("NE"), 3),
        shove(NINE, nine, flat("NE"), 1),
    ];
    let all = displace(&shoves, &open_ground, &nobody, &mut dice());
    assert_eq!(all.moved[0].end(), nine);
    assert_eq!(
        (all.moved[0].left, &all.moved[0].struck[..]),
        (2, &[NINE][..])
    );
}

#[test]
fn b080_of_several_on_one_man_the_longest() {
    let mut long = shove(D, START, flat("N"), 5);
    let mut short = shove(D, START, flat("SE"), 3);
    (long.by, short.by) = (Some(A), Some(ALLY));
    let mut dice = dice();
    let all = displace(
        &[short.clone(), long.clone()],
        &open_ground,
        &nobody,
        &mut dice,
    );
    assert_eq!(all.moved.len(), 1);
    assert_eq!(all.moved[0].end(), on(START, flat("N"), 5));
    assert_eq!((&all.noted[0].shove, all.noted[0].longer), (&short, true));
    assert!(dice.thrown.is_empty() && !all.noted[0].words().is_empty());

    short.hexes = 5;
    let both = [long, short];
    let once = displace(&both, &open_ground, &nobody, &mut dice);
    assert!(!dice.thrown.is_empty());
    assert!(dice.thrown.iter().all(|thrown| thrown.purpose == DISPLACE));
    assert!(!once.noted[0].longer);
    let swapped = displace(
        &[both[1].clone(), both[0].clone()],
        &open_ground,
        &nobody,
        &mut dice,
    );
    assert_eq!(once, swapped);
}

#[test]
fn b082_bodies_are_moved_and_harmed_only_if_alive() {
    let mut body = shove(D, START, EAST, 5);
    (body.alive, body.fills, body.on_feet) = (false, false, false);
    let ground = |hex: Hex, _: Dir| match hex == on(START, EAST, 3) {
        true => Push::Wall,
        false => Push::Free,
    };
    let all = displace(&[body.clone()], &ground, &nobody, &mut dice());
    assert_eq!(all.moved[0].end(), on(START, EAST, 3));
    assert_eq!(
        (all.moved[0].collision_hexes(), all.moved[0].prone()),
        (0, false)
    );
    // A body keeps nobody out: a man pushed the other way passes it.
    let man = shove(SEVEN, on(START, EAST, 1), EAST.opposite(), 3);
    let all = displace(&[body, man], &open_ground, &nobody, &mut dice());
    assert_eq!(all.moved[1].stopped, StoppedBy::Done);
    assert_eq!(all.moved[0].stopped, StoppedBy::Done);
}

#[test]
fn b083_against_a_wall_nothing_is_vacated() {
    let moved = against(Push::Wall, 0, 1);
    assert_eq!((moved.vacated(), moved.left), (None, 1));
    assert_eq!(against(Push::Free, 9, 1).vacated(), Some(START));
}

#[test]
fn neither_order_nor_the_lie_of_the_board_decides_and_nobody_shares_a_hex() {
    let mut seed = 17u64;
    let mut below = |limit: u64| {
        seed = seed
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        (seed >> 33) % limit
    };
    for case in 0..2000 {
        let mut hexes: Vec<Hex> = (-2..=2)
            .flat_map(|x| (-2..=2).map(move |y| hex(x, y)))
            .collect();
        let mut take = |below: &mut dyn FnMut(u64) -> u64| {
            let at = below(hexes.len() as u64) as usize;
            hexes.swap_remove(at)
        };
        let standers: Vec<Hex> = (0..3).map(|_| take(&mut below)).collect();
        let walls: Vec<(Hex, Dir)> = (0..6)
            .map(|_| {
                (
                    hex(below(7) as i32 - 3, below(7) as i32 - 3),
                    Dir::new(below(6) as i32),
                )
            })
            .collect();
        let shoves: Vec<Shove> = (0..3 + below(8))
            .map(|n| {
                let from = take(&mut below);
                let dir = Dir::new(below(6) as i32);
                shove(CombatantId(n as u16), from, dir, 1 + below(4) as u16)
            })
            .collect();
        type Turn = (fn(Hex) -> Hex, fn(Dir) -> Dir);
        let play = |shoves: &[Shove], turn: Turn| {
            let shoves: Vec<Shove> = shoves
                .iter()
                .map(|one| Shove {
                    from: turn.0(one.from),
                    dir: turn.1(one.dir),
                    ..one.clone()
                })
                .collect();
            let walls: Vec<_> = walls
                .iter()
                .map(|(h, d)| (turn.0(*h), turn.1(*d)))
                .collect();
            let standers: Vec<_> = standers.iter().map(|h| turn.0(*h)).collect();
            let ground = |hex: Hex, dir: Dir| match walls.contains(&(hex, dir)) {
                true => Push::Wall,
                false => Push::Free,
            };
            let standing = |hex: Hex| standers.contains(&hex).then_some(CombatantId(99));
            displace(&shoves, &ground, &standing, &mut dice()).moved
        };
        let same: Turn = (|hex| hex, |dir| dir);
        let plain = play(&shoves, same);
        let mut ends: Vec<_> = plain.iter().map(|one| (one.end().x, one.end().y)).collect();
        ends.extend(standers.iter().map(|hex| (hex.x, hex.y)));
        ends.sort_unstable();
        assert!(
            ends.windows(2).all(|two| two[0] != two[1]),
            "two in one hex, case {case}"
        );

        let backwards: Vec<Shove> = shoves.iter().rev().cloned().collect();
        assert_eq!(play(&backwards, same), plain, "case {case}");
        let rotated: Turn = (|h| Hex::new(-h.y, h.x + h.y), |dir| dir.turned(1));
        let mirrored: Turn = (
            |h| Hex::new(h.y, h.x),
            |dir| Dir::new(1 - dir.index() as i32),
        );
        for turn in [rotated, mirrored] {
            for (there, here) in play(&shoves, turn).iter().zip(&plain) {
                let path: Vec<Hex> = here.path.iter().map(|hex| turn.0(*hex)).collect();
                assert_eq!(there.path, path, "case {case}");
                assert_eq!((there.stopped, &there.struck), (here.stopped, &here.struck));
            }
        }
    }
}

#[test]
fn giants_among_men_never_overlap_and_every_stage_comes_to_its_end() {
    let mut seed = 29u64;
    let mut below = |limit: u64| {
        seed = seed
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        (seed >> 33) % limit
    };
    let covered = |footprint: Footprint, at: Hex| footprint.hexes(at).map(|hex| (hex.x, hex.y));
    for case in 0..2000 {
        let mut taken: Vec<(i32, i32)> = Vec::new();
        let mut shoves = Vec::new();
        for _ in 0..30 {
            let footprint = match below(3) {
                0 => Footprint::Seven,
                _ => Footprint::One,
            };
            let from = hex(below(9) as i32, below(9) as i32);
            if covered(footprint, from).any(|hex| taken.contains(&hex)) {
                continue;
            }
            taken.extend(covered(footprint, from));
            let (who, dir) = (CombatantId(shoves.len() as u16), Dir::new(below(6) as i32));
            shoves.push(Shove {
                footprint,
                ..shove(who, from, dir, 1 + below(4) as u16)
            });
        }
        let all = displace(&shoves, &open_ground, &nobody, &mut dice()).moved;
        let mut ends: Vec<(i32, i32)> = all
            .iter()
            .flat_map(|one| covered(one.shove.footprint, one.end()))
            .collect();
        let count = ends.len();
        ends.sort_unstable();
        ends.dedup();
        assert_eq!(ends.len(), count, "two in one hex, case {case}");
        shoves.reverse();
        assert_eq!(
            displace(&shoves, &open_ground, &nobody, &mut dice()).moved,
            all
        );
    }
}
