use super::*;
use crate::board::Dir;
use crate::combat::dice::BattleDice;
use std::collections::BTreeMap;

const A: CombatantId = CombatantId(0);
const B: CombatantId = CombatantId(1);
const C: CombatantId = CombatantId(2);
const D: CombatantId = CombatantId(3);

fn hex(x: i32, y: i32) -> Hex {
    Hex::new(x, y)
}

fn want(who: CombatantId, team: u8, from: Hex, to: Hex) -> Want {
    Want {
        who,
        team,
        from,
        to: (to != from).then_some(to),
        footprint: Footprint::One,
        charging: false,
        yielding: false,
        swap_with: None,
        movement_left: 4,
    }
}

fn nobody(_: Hex) -> Option<CombatantId> {
    None
}

fn dice() -> BattleDice {
    BattleDice::seeded(3, Vec::new())
}

fn goes(round: &Round, who: CombatantId) -> bool {
    matches!(round.outcome(who), Some(Outcome::Go { .. }))
}

fn blocked(by: CombatantId, reason: Reason) -> Option<Outcome> {
    Some(Outcome::Blocked {
        by: Some(by),
        reason,
    })
}

#[test]
fn b062_a_file_with_a_free_hex_ahead_advances_whole() {
    let wants: Vec<Want> = (0..3)
        .map(|n| {
            want(
                CombatantId(n),
                0,
                hex(i32::from(n), 0),
                hex(i32::from(n) + 1, 0),
            )
        })
        .collect();
    let round = Round::new(&wants, &nobody, &mut dice());
    assert!([A, B, C].iter().all(|who| goes(&round, *who)));

    let wall_of_men = |at: Hex| (at == hex(3, 0)).then_some(D);
    let round = Round::new(&wants, &wall_of_men, &mut dice());
    assert_eq!(round.outcome(C), blocked(D, Reason::Filled));
    assert_eq!(round.outcome(B), blocked(C, Reason::NotLeft));
    assert_eq!(round.outcome(A), blocked(B, Reason::NotLeft));
}

#[test]
fn b062_three_in_a_ring_all_move() {
    let (one, two, three) = (hex(0, 0), hex(1, 0), hex(0, 1));
    let wants = [
        want(A, 0, one, two),
        want(B, 1, two, three),
        want(C, 0, three, one),
    ];
    let round = Round::new(&wants, &nobody, &mut dice());
    assert!([A, B, C].iter().all(|who| goes(&round, *who)));
    assert!(round.swaps().is_empty());
}

#[test]
fn b062_of_allies_the_one_with_more_movement_left_has_the_hex() {
    let x = hex(1, 0);
    let mut wants = [want(A, 0, hex(0, 0), x), want(B, 0, hex(2, 0), x)];
    wants[0].movement_left = 3;
    let mut dice = dice();
    let round = Round::new(&wants, &nobody, &mut dice);
    assert!(goes(&round, B));
    let waits = Outcome::Wait {
        by: Some(B),
        reason: Reason::AllyFirst,
    };
    assert_eq!(round.outcome(A), Some(waits));
    assert!(dice.thrown.is_empty() && !round.open());

    wants[0].movement_left = 4;
    let round = Round::new(&wants, &nobody, &mut dice);
    assert_eq!(goes(&round, A), !goes(&round, B));
    assert!(dice.thrown.iter().all(|thrown| thrown.purpose == WAY));
    assert!(dice.thrown.len() >= 2);
}

#[test]
fn b062_the_follower_of_one_who_waits_does_not_move_either() {
    let x = hex(1, 0);
    let mut wants = [
        want(A, 0, hex(0, 0), x),
        want(B, 0, hex(2, 0), x),
        want(C, 0, hex(-1, 0), hex(0, 0)),
    ];
    wants[0].movement_left = 3;
    let round = Round::new(&wants, &nobody, &mut dice());
    assert_eq!(round.outcome(C), blocked(A, Reason::NotLeft));
}

#[test]
fn p025_exactly_one_success_takes_the_contested_hex() {
    let x = hex(1, 0);
    let wants = [want(A, 0, hex(0, 0), x), want(D, 1, hex(2, 0), x)];
    for (winners, a, d) in [
        (&[A][..], None, blocked(A, Reason::LostContest)),
        (
            &[A, D],
            blocked(D, Reason::EvenContest),
            blocked(A, Reason::EvenContest),
        ),
        (
            &[],
            blocked(D, Reason::EvenContest),
            blocked(A, Reason::EvenContest),
        ),
    ] {
        let mut round = Round::new(&wants, &nobody, &mut dice());
        let contest = Contest {
            hex: x,
            movers: vec![A, D],
        };
        assert_eq!(round.contests(), [contest]);
        assert_eq!(round.outcome(A), Some(Outcome::Open));
        assert!(round.settle(x, winners, &mut dice()));
        assert!(!round.open() && !round.settle(x, winners, &mut dice()));
        assert_eq!(round.outcome(A), a.or(Some(Outcome::Go { to: x })));
        assert_eq!(round.outcome(D), d);
    }
}

#[test]
fn p025_of_three_exactly_one_success_takes_the_hex_and_followers_follow_the_winner() {
    let x = hex(0, 0);
    let enemies: Vec<Want> = (0u8..3)
        .map(|team| {
            let from = Dir::new(2 * i32::from(team)).from(x);
            want(CombatantId(u16::from(team)), team, from, x)
        })
        .collect();
    let behind = want(D, 0, Dir::new(0).from(enemies[0].from), enemies[0].from);
    let mut wants = enemies.clone();
    wants.push(behind);
    for (winners, moves) in [(&[A][..], true), (&[A, B], false), (&[B], false)] {
        let mut round = Round::new(&wants, &nobody, &mut dice());
        assert_eq!(round.contests()[0].movers, [A, B, C]);
        assert_eq!(round.outcome(D), Some(Outcome::Open));
        round.settle(x, winners, &mut dice());
        assert_eq!(
            (goes(&round, A), goes(&round, D)),
            (moves, moves),
            "{winners:?}"
        );
        assert_eq!(goes(&round, B), winners == [B]);
    }
}

#[test]
fn p025_who_yields_stops_and_throws_nothing() {
    let x = hex(1, 0);
    let mut wants = [want(A, 0, hex(0, 0), x), want(D, 1, hex(2, 0), x)];
    wants[1].yielding = true;
    let round = Round::new(&wants, &nobody, &mut dice());
    assert!(goes(&round, A) && !round.open());
    assert_eq!(round.outcome(D), blocked(A, Reason::Yielded));
    wants[0].yielding = true;
    let round = Round::new(&wants, &nobody, &mut dice());
    assert_eq!(round.outcome(A), blocked(D, Reason::Yielded));
    assert!(!goes(&round, D) && !round.open());
}

#[test]
fn a_hex_whose_owner_stays_is_no_contest() {
    let x = hex(1, 0);
    let wants = [
        want(A, 0, hex(0, 0), x),
        want(D, 1, hex(2, 0), x),
        want(C, 0, x, x),
    ];
    let round = Round::new(&wants, &nobody, &mut dice());
    assert!(round.contests().is_empty());
    assert_eq!(round.outcome(C), Some(Outcome::Stay));
    assert_eq!(round.outcome(A), blocked(C, Reason::Filled));
    assert_eq!(round.outcome(D), blocked(C, Reason::Filled));
}

#[test]
fn b065_head_on_with_a_charge_the_only_success_forces_the_other_back() {
    let (left, right, back) = (hex(0, 0), hex(1, 0), hex(2, 0));
    let mut wants = [want(A, 0, left, right), want(D, 1, right, left)];
    wants[0].charging = true;
    let mut round = Round::new(&wants, &nobody, &mut dice());
    let met = HeadOn {
        a: A,
        b: D,
        charged: true,
    };
    assert_eq!(round.head_ons(), [met]);
    assert!(round.settle_head_on(A, D, &[A], Some(back), &mut dice()));
    assert!(goes(&round, A));
    let forced = Outcome::ForcedBack { by: A, to: back };
    assert_eq!(round.outcome(D), Some(forced));

    for winners in [&[A, D][..], &[]] {
        let mut round = Round::new(&wants, &nobody, &mut dice());
        round.settle_head_on(D, A, winners, Some(back), &mut dice());
        assert_eq!(round.outcome(A), blocked(D, Reason::HeadOn));
        assert_eq!(round.outcome(D), blocked(A, Reason::HeadOn));
    }
    let mut round = Round::new(&wants, &nobody, &mut dice());
    round.settle_head_on(A, D, &[A], None, &mut dice());
    assert!(!goes(&round, A) && !round.open());
}

#[test]
fn b065_head_on_without_a_charge_both_stop_without_dice() {
    let (left, right) = (hex(0, 0), hex(1, 0));
    let wants = [want(A, 0, left, right), want(D, 1, right, left)];
    let mut dice = dice();
    let round = Round::new(&wants, &nobody, &mut dice);
    assert!(!round.open() && dice.thrown.is_empty());
    assert_eq!(round.met().len(), 1);
    assert_eq!(round.outcome(A), blocked(D, Reason::HeadOn));
    assert_eq!(round.outcome(D), blocked(A, Reason::HeadOn));
}

#[test]
fn b065_a_comrade_close_behind_keeps_the_loser_in_place() {
    let (left, right, back) = (hex(0, 0), hex(1, 0), hex(2, 0));
    let mut wants = [
        want(A, 0, left, right),
        want(D, 1, right, left),
        want(C, 1, back, right),
    ];
    wants[0].charging = true;
    let mut round = Round::new(&wants, &nobody, &mut dice());
    round.settle_head_on(A, D, &[A], Some(back), &mut dice());
    for who in [A, C, D] {
        assert!(
            matches!(round.outcome(who), Some(Outcome::Blocked { .. })),
            "{who}"
        );
    }
}

#[test]
fn b065_an_ally_of_the_winner_does_not_contest_the_won_hex() {
    let (left, right, back) = (hex(0, 0), hex(1, 0), hex(2, 0));
    let mut wants = [
        want(A, 0, left, right),
        want(D, 1, right, left),
        want(B, 0, hex(1, -1), right),
    ];
    wants[1].charging = true;
    wants[2].movement_left = 9;
    let mut round = Round::new(&wants, &nobody, &mut dice());
    round.settle_head_on(A, D, &[A], Some(back), &mut dice());
    assert!(goes(&round, A));
    let waits = Outcome::Wait {
        by: Some(A),
        reason: Reason::AllyFirst,
    };
    assert_eq!(round.outcome(B), Some(waits));
}

#[test]
fn the_order_of_settling_does_not_matter() {
    let (left, right, back) = (hex(0, 0), hex(1, 0), hex(2, 0));
    let mut wants = [
        want(A, 0, left, right),
        want(B, 1, right, left),
        want(C, 0, hex(2, -1), back),
        want(D, 1, hex(2, 1), back),
    ];
    wants[0].charging = true;
    let play = |contest_first: bool| {
        let mut round = Round::new(&wants, &nobody, &mut dice());
        if contest_first {
            round.settle(back, &[C], &mut dice());
        }
        round.settle_head_on(A, B, &[A], Some(back), &mut dice());
        if !contest_first {
            round.settle(back, &[C], &mut dice());
        }
        assert!(!round.open());
        round.outcomes()
    };
    // One wins the hex into which another is forced: neither gets it.
    let outcomes = play(true);
    assert!(
        outcomes
            .iter()
            .all(|(_, o)| matches!(o, Outcome::Blocked { .. })),
        "{outcomes:?}"
    );
    assert_eq!(play(false), outcomes);
}

#[test]
fn b066_willing_allies_change_places() {
    let (left, right) = (hex(0, 0), hex(1, 0));
    let mut wants = [want(A, 0, left, right), want(B, 0, right, left)];
    let round = Round::new(&wants, &nobody, &mut dice());
    assert_eq!(round.outcome(A), blocked(B, Reason::Crossing));
    wants[0].swap_with = Some(B);
    let round = Round::new(&wants, &nobody, &mut dice());
    assert_eq!(round.outcome(A), blocked(B, Reason::SwapDeclined));
    wants[1].swap_with = Some(A);
    let round = Round::new(&wants, &nobody, &mut dice());
    assert!(goes(&round, A) && goes(&round, B));
    assert_eq!(round.swaps(), [(A, B)]);
    // B plotted something else: A's step is cancelled although the hex becomes free.
    wants[1] = want(B, 0, right, hex(2, 0));
    let round = Round::new(&wants, &nobody, &mut dice());
    assert_eq!(round.outcome(A), blocked(B, Reason::SwapDeclined));
    // Enemies cannot.
    wants[1] = want(B, 1, right, left);
    wants[1].swap_with = Some(A);
    let round = Round::new(&wants, &nobody, &mut dice());
    assert!(!goes(&round, A) && !goes(&round, B));
}

#[test]
fn an_enemy_who_wants_a_hex_of_a_ring_contests_it_and_cannot_have_it() {
    let (one, two, three) = (hex(0, 0), hex(1, 0), hex(0, 1));
    let wants = [
        want(A, 0, one, two),
        want(B, 0, two, three),
        want(C, 0, three, one),
        want(D, 1, hex(-1, 0), one),
    ];
    for (winners, turns) in [(&[C][..], true), (&[D], false), (&[], false)] {
        let mut round = Round::new(&wants, &nobody, &mut dice());
        assert_eq!(round.contests()[0].movers, [C, D]);
        round.settle(one, winners, &mut dice());
        assert!(!round.open() && !goes(&round, D));
        assert!(
            [A, B, C].iter().all(|who| goes(&round, *who) == turns),
            "{winners:?}"
        );
    }
}

#[test]
fn an_ally_who_wants_a_hex_of_a_ring_waits_whatever_his_movement() {
    let (one, two, three) = (hex(0, 0), hex(1, 0), hex(0, 1));
    let mut wants = [
        want(A, 0, one, two),
        want(B, 0, two, three),
        want(C, 0, three, one),
        want(D, 0, hex(-1, 0), one),
    ];
    wants[3].movement_left = 99;
    let round = Round::new(&wants, &nobody, &mut dice());
    assert!([A, B, C].iter().all(|who| goes(&round, *who)));
    assert!(matches!(round.outcome(D), Some(Outcome::Wait { .. })));
}

#[test]
fn huge_ones_need_all_their_hexes() {
    let mut giant = want(A, 0, hex(0, 0), hex(1, 0));
    giant.footprint = Footprint::Seven;
    let runner = want(B, 1, hex(2, 0), hex(3, 0));
    assert!(goes(&Round::new(&[giant, runner], &nobody, &mut dice()), A));
    let stander = want(B, 1, hex(2, 0), hex(2, 0));
    let round = Round::new(&[giant, stander], &nobody, &mut dice());
    assert_eq!(round.outcome(A), blocked(B, Reason::Filled));
    let comer = want(B, 1, hex(3, 0), hex(2, 0));
    let round = Round::new(&[giant, comer], &nobody, &mut dice());
    assert_eq!(round.contests()[0].movers, [A, B]);
}

#[test]
fn b063_in_turn_the_first_has_the_hex() {
    let x = hex(1, 0);
    let (a, b) = (want(A, 0, hex(0, 0), x), want(B, 1, hex(2, 0), x));
    let outcomes = walk_in_turn(&[a, b], &nobody);
    assert_eq!(outcomes[0], (A, Outcome::Go { to: x }));
    assert_eq!(Some(outcomes[1].1), blocked(A, Reason::Filled));
    // Head-on: the first to move finds the hex filled, then the other does too (B-065).
    let (a, d) = (want(A, 0, hex(0, 0), x), want(D, 1, x, hex(0, 0)));
    let outcomes = walk_in_turn(&[a, d], &nobody);
    assert_eq!(Some(outcomes[0].1), blocked(D, Reason::Filled));
    assert_eq!(Some(outcomes[1].1), blocked(A, Reason::Filled));
    // A file moves only from the head on.
    let (head, tail) = (want(A, 0, x, hex(2, 0)), want(B, 0, hex(0, 0), x));
    let go = |list: &[Want]| {
        let outcomes = walk_in_turn(list, &nobody);
        outcomes
            .iter()
            .filter(|(_, o)| matches!(o, Outcome::Go { .. }))
            .count()
    };
    assert_eq!((go(&[head, tail]), go(&[tail, head])), (2, 1));
}

#[test]
fn b066_in_turn_willing_allies_change_places_once() {
    let (left, right) = (hex(0, 0), hex(1, 0));
    let mut wants = [want(A, 0, left, right), want(B, 0, right, left)];
    wants[0].swap_with = Some(B);
    wants[1].swap_with = Some(A);
    let outcomes = walk_in_turn(&wants, &nobody);
    let expected = [
        (A, Outcome::Go { to: right }),
        (B, Outcome::Go { to: left }),
    ];
    assert_eq!(outcomes, expected);
}

/// A small generator for made-up boards; any will do, it only has to spread.
struct Spread(u64);

impl Spread {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % limit
    }
}

/// Somebody's success in a clash: a figure of his dice key, so that it goes with him.
fn succeeds(key: u16, seed: u64) -> bool {
    Spread(seed ^ (u64::from(key) << 20)).below(2) == 1
}

/// Runs a round to its end; outcomes by dice key, hexes and people named by `name` and `place`.
fn play(
    wants: &[Want],
    owners: &[u16],
    seed: u64,
    back_of: &dyn Fn(Hex, Hex) -> Hex,
    backwards: bool,
) -> BTreeMap<u16, (Option<Hex>, String)> {
    let mut dice = BattleDice::seeded(seed, owners.to_vec());
    let mut round = Round::new(wants, &nobody, &mut dice);
    let key = |who: CombatantId| owners[usize::from(who.0)];
    let mut turns = 0;
    while round.open() {
        turns += 1;
        assert!(turns < 100, "a round comes to its end");
        let winners: Vec<CombatantId> = wants
            .iter()
            .map(|want| want.who)
            .filter(|who| succeeds(key(*who), seed))
            .collect();
        let contests = round.contests().to_vec();
        let head_ons = round.head_ons().to_vec();
        let mut clashes: Vec<(Option<Contest>, Option<HeadOn>)> = contests
            .into_iter()
            .map(|contest| (Some(contest), None))
            .collect();
        clashes.extend(head_ons.into_iter().map(|met| (None, Some(met))));
        if backwards {
            clashes.reverse();
        }
        for clash in clashes {
            if let Some(contest) = clash.0 {
                round.settle(contest.hex, &winners, &mut dice);
            }
            if let Some(met) = clash.1 {
                let from = |who| wants.iter().find(|want| want.who == who).unwrap().from;
                let back = met
                    .decided(&winners)
                    .map(|(w, l)| back_of(from(w), from(l)));
                round.settle_head_on(met.a, met.b, &winners, back, &mut dice);
            }
        }
    }
    round
        .outcomes()
        .into_iter()
        .map(|(who, outcome)| {
            let said = match outcome {
                Outcome::Stay => (None, "stay".to_owned()),
                Outcome::Go { to } => (Some(to), "go".to_owned()),
                Outcome::ForcedBack { to, .. } => (Some(to), "back".to_owned()),
                Outcome::Wait { reason, .. } => (None, format!("wait {reason:?}")),
                Outcome::Blocked { reason, .. } => (None, format!("blocked {reason:?}")),
                Outcome::Open => panic!("left open"),
            };
            (key(who), said)
        })
        .collect()
}

fn made_up(spread: &mut Spread) -> Vec<Want> {
    let mut hexes: Vec<Hex> = (-2..=2)
        .flat_map(|x| (-2..=2).map(move |y| hex(x, y)))
        .collect();
    let count = 4 + spread.below(12);
    let mut wants: Vec<Want> = (0..count)
        .map(|n| {
            let from = hexes.swap_remove(spread.below(hexes.len() as u64) as usize);
            let to = match spread.below(8) {
                7 => from,
                _ => Dir::new(spread.below(6) as i32).from(from),
            };
            Want {
                movement_left: 3 + spread.below(2) as i16,
                charging: spread.below(3) == 0,
                yielding: spread.below(5) == 0,
                ..want(CombatantId(n as u16), spread.below(3) as u8, from, to)
            }
        })
        .collect();
    let copy = wants.clone();
    for want in &mut wants {
        let partner = copy.iter().find(|other| Some(other.from) == want.to);
        let asks = spread.below(2) == 0;
        want.swap_with = partner
            .filter(|other| asks && other.team == want.team && other.to == Some(want.from))
            .map(|other| other.who);
    }
    wants
}

#[test]
fn nobody_ends_in_a_filled_hex_and_order_ids_and_sides_of_the_board_decide_nothing() {
    let mut spread = Spread(11);
    let (mut contests, mut forced, mut swapped) = (0, 0, 0);
    for seed in 0..3000 {
        let wants = made_up(&mut spread);
        let owners: Vec<u16> = (0..wants.len() as u16).collect();
        let beyond = |winner: Hex, loser: Hex| loser + (loser - winner);
        let plain = play(&wants, &owners, seed, &beyond, false);

        let mut ends: Vec<(i32, i32)> = wants
            .iter()
            .map(|want| plain[&want.who.0].0.unwrap_or(want.from))
            .map(|hex| (hex.x, hex.y))
            .collect();
        ends.sort_unstable();
        ends.dedup();
        assert_eq!(ends.len(), wants.len(), "two in one hex, seed {seed}");
        contests += usize::from(plain.values().any(|(_, how)| how.contains("Contest")));
        forced += usize::from(plain.values().any(|(_, how)| how == "back"));
        swapped += usize::from(wants.iter().any(|w| w.swap_with.is_some()));

        let mut shuffled = wants.clone();
        for at in (1..shuffled.len()).rev() {
            shuffled.swap(at, spread.below(at as u64 + 1) as usize);
        }
        assert_eq!(
            play(&shuffled, &owners, seed, &beyond, true),
            plain,
            "order, seed {seed}"
        );

        // Other ids, the dice carried along.
        let last = wants.len() as u16 - 1;
        let renamed: Vec<Want> = wants
            .iter()
            .map(|want| Want {
                who: CombatantId(last - want.who.0),
                swap_with: want.swap_with.map(|who| CombatantId(last - who.0)),
                team: 2 - want.team,
                ..*want
            })
            .collect();
        let carried: Vec<u16> = owners.iter().rev().copied().collect();
        assert_eq!(
            play(&renamed, &carried, seed, &beyond, false),
            plain,
            "ids, seed {seed}"
        );

        for (name, turn) in [
            (
                "rotated",
                (|h: Hex| Hex::new(-h.y, h.x + h.y)) as fn(Hex) -> Hex,
            ),
            ("mirrored", |h: Hex| Hex::new(h.y, h.x)),
        ] {
            let turned: Vec<Want> = wants
                .iter()
                .map(|want| Want {
                    from: turn(want.from),
                    to: want.to.map(turn),
                    ..*want
                })
                .collect();
            let expected: BTreeMap<_, _> = plain
                .iter()
                .map(|(key, (to, how))| (*key, (to.map(turn), how.clone())))
                .collect();
            assert_eq!(
                play(&turned, &owners, seed, &beyond, false),
                expected,
                "{name}, seed {seed}"
            );
        }
    }
    assert!(
        contests > 100 && forced > 10 && swapped > 50,
        "{contests} {forced} {swapped}"
    );
}

#[test]
fn giants_among_men_never_overlap_and_every_round_comes_to_its_end() {
    let mut spread = Spread(23);
    let covered = |footprint: Footprint, at: Hex| footprint.hexes(at).map(|hex| (hex.x, hex.y));
    for seed in 0..2000 {
        let mut taken: Vec<(i32, i32)> = Vec::new();
        let mut wants = Vec::new();
        for n in 0..40u16 {
            let footprint = match spread.below(3) {
                0 => Footprint::Seven,
                _ => Footprint::One,
            };
            let from = hex(spread.below(9) as i32, spread.below(9) as i32);
            if covered(footprint, from).any(|hex| taken.contains(&hex)) {
                continue;
            }
            taken.extend(covered(footprint, from));
            let to = Dir::new(spread.below(6) as i32).from(from);
            let who = CombatantId(wants.len() as u16);
            wants.push(Want {
                footprint,
                charging: spread.below(3) == 0,
                movement_left: 3 + spread.below(2) as i16,
                ..want(who, (n % 3) as u8, from, to)
            });
        }
        let owners: Vec<u16> = (0..wants.len() as u16).collect();
        let beyond = |winner: Hex, loser: Hex| loser + (loser - winner);
        let plain = play(&wants, &owners, seed, &beyond, false);
        let mut ends: Vec<(i32, i32)> = wants
            .iter()
            .flat_map(|want| covered(want.footprint, plain[&want.who.0].0.unwrap_or(want.from)))
            .collect();
        let count = ends.len();
        ends.sort_unstable();
        ends.dedup();
        assert_eq!(ends.len(), count, "two in one hex, seed {seed}");
        let backwards: Vec<Want> = wants.iter().rev().copied().collect();
        assert_eq!(
            play(&backwards, &owners, seed, &beyond, true),
            plain,
            "seed {seed}"
        );
    }
}
