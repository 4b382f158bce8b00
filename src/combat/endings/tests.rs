use super::words::{Names, points};
use super::*;
use crate::combat::combatant::OutBy;

const RED: SideId = SideId(0);
const BLUE: SideId = SideId(1);
const GREEN: SideId = SideId(2);
const ABLE: Fitness = Fitness::Able;
const DISABLED: Fitness = Fitness::Disabled;
const DEAD: Fitness = Fitness::Out(OutBy::Dead);
const FLED: Fitness = Fitness::Out(OutBy::Fled);

/// A made-up battle: people, sides and the tally. The zone `hill` is the column x = 0, the zone
/// `gate` the column x = 9.
struct Battle {
    fighters: Vec<Fighter>,
    parties: Vec<Party>,
    holder: Option<CombatantId>,
    tally: Tally,
    limits: Limits,
}

fn fighter(who: u16, side: SideId, fitness: Fitness, x: i32) -> Fighter {
    Fighter {
        who: CombatantId(who),
        side,
        fitness,
        hex: Some(Hex::new(x, 0)),
        exit: None,
        half_points: 20,
    }
}

impl Battle {
    /// Sides of their own teams, all after `rout`.
    fn of(fighters: &[Fighter]) -> Battle {
        let mut sides: Vec<SideId> = fighters.iter().map(|fighter| fighter.side).collect();
        sides.sort_unstable();
        sides.dedup();
        Battle {
            fighters: fighters.to_vec(),
            parties: sides
                .into_iter()
                .map(|side| Party {
                    side,
                    team: side.0,
                    goals: Goals::default(),
                    expects: false,
                })
                .collect(),
            holder: None,
            tally: Tally::default(),
            limits: Limits::default(),
        }
    }

    /// One able man a side, far from every zone.
    fn duel() -> Battle {
        Battle::of(&[fighter(0, RED, ABLE, 3), fighter(1, BLUE, ABLE, 6)])
    }

    fn goal(mut self, side: SideId, goals: &[Objective]) -> Battle {
        let party = self
            .parties
            .iter_mut()
            .find(|party| party.side == side)
            .unwrap();
        party.goals.list = goals.to_vec();
        self
    }

    fn judge<T>(&mut self, ask: impl FnOnce(&Field, &mut Tally, Limits) -> T) -> T {
        let in_zone = |zone: &str, hex: Hex| match zone {
            "hill" => hex.x == 0,
            "gate" => hex.x == 9,
            _ => false,
        };
        let held = self.holder;
        let field = Field {
            fighters: &self.fighters,
            parties: &self.parties,
            in_zone: &in_zone,
            holder: &move |_| held,
        };
        ask(&field, &mut self.tally, self.limits)
    }

    fn beat(&mut self) -> Option<Ending> {
        self.judge(|field, tally, _| after_beat(field, tally))
    }

    fn tick(&mut self, number: u32) -> Option<Ending> {
        self.judge(|field, tally, limits| at_tick(field, tally, limits, number * 6))
    }

    fn set(&mut self, index: usize, fitness: Fitness) {
        self.fighters[index].fitness = fitness;
    }

    fn put(&mut self, index: usize, x: i32) {
        self.fighters[index].hex = Some(Hex::new(x, 0));
    }
}

fn won(side: SideId, why: Why) -> Option<Ending> {
    Some(Ending::Won { side, why })
}

#[test]
fn b093_disabled_may_recover_and_out_is_defeat_at_once() {
    let mut battle = Battle::duel();
    battle.set(0, DISABLED);
    assert_eq!(battle.beat(), None);
    battle.set(0, ABLE);
    assert_eq!(battle.beat(), None);
    battle.set(0, Fitness::Out(OutBy::Unconscious));
    assert_eq!(battle.beat(), won(BLUE, Why::AllOut));
}

#[test]
fn b110_pinned_from_phase_8_on_is_captured_at_the_tick_after_phase_13() {
    let mut tally = Tally::default();
    let who = [CombatantId(4)];
    for phase in 8..13 {
        assert!(
            captures(&mut tally, &who, phase * 6).is_empty(),
            "phase {phase}"
        );
    }
    assert_eq!(captures(&mut tally, &who, 78), who);
    // Freed in between: it begins anew.
    for tick in 1..5 {
        captures(&mut tally, &who, tick * 6);
    }
    captures(&mut tally, &[], 30);
    assert!(captures(&mut tally, &who, 36).is_empty());
    assert!(captures(&mut tally, &who, 60).is_empty());
    assert_eq!(captures(&mut tally, &who, 66), who);
}

#[test]
fn b111_none_able_at_two_ticks_running_while_an_enemy_is() {
    let guards = [
        fighter(0, RED, DISABLED, 3),
        fighter(1, RED, DISABLED, 4),
        fighter(2, BLUE, ABLE, 6),
    ];
    let mut battle = Battle::of(&guards);
    assert_eq!(battle.tick(1), None);
    assert_eq!(battle.tick(2), won(BLUE, Why::NoneAble));

    let mut battle = Battle::of(&guards);
    assert_eq!(battle.tick(1), None);
    battle.set(0, ABLE);
    assert_eq!(battle.tick(2), None);
    battle.set(0, DISABLED);
    assert_eq!(battle.tick(3), None);
    // No enemy able either: it does not count.
    battle.set(2, DISABLED);
    assert_eq!(battle.tick(4), None);
    battle.set(2, ABLE);
    assert_eq!(battle.tick(5), None);
    assert_eq!(battle.tick(6), won(BLUE, Why::NoneAble));
}

#[test]
fn b111_those_yet_to_arrive_count_as_able() {
    let mut battle = Battle::duel();
    battle.parties[0].expects = true;
    battle.set(0, DEAD);
    assert_eq!(
        (battle.beat(), battle.tick(1), battle.tick(2)),
        (None, None, None)
    );
    battle.parties[0].expects = false;
    assert_eq!(battle.beat(), won(BLUE, Why::AllOut));
}

#[test]
fn b111_a_side_may_concede() {
    let mut battle = Battle::duel();
    battle.tally.concede(BLUE);
    assert_eq!(battle.beat(), won(RED, Why::Conceded));
}

#[test]
fn b112_hold_counts_stands_and_falls_back() {
    let hold = Objective::Hold {
        zone: "hill".into(),
        seconds: 60,
    };
    let mut battle = Battle::duel().goal(RED, std::slice::from_ref(&hold));
    battle.put(0, 0);
    for tick in 1..=4 {
        assert_eq!(battle.tick(tick), None);
    }
    assert_eq!(battle.tally.held_seconds(RED, 0), 24);
    battle.put(1, 0);
    assert_eq!(battle.tick(5), None);
    assert_eq!(battle.tally.held_seconds(RED, 0), 24);
    battle.put(0, 5);
    assert_eq!(battle.tick(6), None);
    assert_eq!(battle.tally.held_seconds(RED, 0), 0);
    battle.put(0, 0);
    battle.put(1, 5);
    for tick in 7..16 {
        assert_eq!(battle.tick(tick), None, "tick {tick}");
    }
    assert_eq!(battle.tick(16), won(RED, Why::Fulfilled(vec![hold])));
}

#[test]
fn b112_hold_asks_for_able_ones() {
    let hold = Objective::Hold {
        zone: "hill".into(),
        seconds: 6,
    };
    let mut battle = Battle::of(&[
        fighter(0, RED, DISABLED, 0),
        fighter(1, BLUE, DISABLED, 0),
        fighter(2, RED, ABLE, 5),
        fighter(3, BLUE, ABLE, 6),
    ])
    .goal(RED, &[hold]);
    assert_eq!(battle.tick(1), None);
    battle.set(0, ABLE);
    assert_eq!(battle.tick(2).unwrap().winner(), Some(RED));
}

#[test]
fn b112_reach_by_a_time_or_lose() {
    let reach = |by| Objective::Reach {
        zone: "gate".into(),
        count: 1,
        by,
    };
    let mut battle = Battle::duel().goal(RED, &[reach(Some(20))]);
    assert_eq!(battle.tick(3), None);
    // "By 20 s" is looked at on the tick at 24.
    assert_eq!(battle.tick(4), won(BLUE, Why::Failed(reach(Some(20)))));
    let mut battle = Battle::duel().goal(RED, &[reach(Some(20))]);
    battle.tick(3);
    battle.put(0, 9);
    assert_eq!(battle.tick(4).unwrap().winner(), Some(RED));
    let mut battle = Battle::duel().goal(RED, &[reach(None)]);
    assert_eq!(battle.tick(10), None);
}

#[test]
fn b112_protect_survive_escape_and_carry() {
    let protect = Objective::Protect {
        who: vec![CombatantId(2)],
        until: Some(60),
    };
    let people = [
        fighter(0, RED, ABLE, 3),
        fighter(1, BLUE, ABLE, 6),
        fighter(2, RED, ABLE, 4),
    ];
    let mut battle = Battle::of(&people).goal(RED, std::slice::from_ref(&protect));
    assert_eq!(battle.tick(9), None);
    assert_eq!(battle.tick(10).unwrap().winner(), Some(RED));
    let mut battle = Battle::of(&people).goal(RED, std::slice::from_ref(&protect));
    battle.set(2, DEAD);
    assert_eq!(battle.tick(1), won(BLUE, Why::Failed(protect)));

    let mut battle = Battle::duel().goal(RED, &[Objective::Survive { seconds: 30 }]);
    assert_eq!(
        (battle.tick(4), battle.tick(5).unwrap().winner()),
        (None, Some(RED))
    );

    let escape = Objective::Escape {
        exits: vec!["gate".into()],
        count: 1,
    };
    let mut battle = Battle::of(&people).goal(RED, &[escape]);
    battle.set(2, FLED);
    battle.fighters[2].exit = Some(Hex::new(0, 0));
    assert_eq!(battle.tick(1), None);
    battle.fighters[2].exit = Some(Hex::new(9, 0));
    assert_eq!(battle.tick(2).unwrap().winner(), Some(RED));

    let carry = Objective::Carry {
        item: ItemId(7),
        zone: "hill".into(),
    };
    let mut battle = Battle::duel().goal(RED, &[carry]);
    battle.put(0, 0);
    battle.put(1, 0);
    assert_eq!(battle.tick(1), None);
    battle.holder = Some(CombatantId(1));
    assert_eq!(battle.tick(2), None);
    battle.holder = Some(CombatantId(0));
    assert_eq!(battle.tick(3).unwrap().winner(), Some(RED));
}

#[test]
fn b112_lists_are_joined_by_all_or_any() {
    let reach = |zone: &str| Objective::Reach {
        zone: zone.into(),
        count: 1,
        by: None,
    };
    let keep = Objective::Protect {
        who: vec![CombatantId(0)],
        until: None,
    };
    let goals = [reach("hill"), reach("gate"), keep];
    let mut battle = Battle::duel().goal(RED, &goals);
    battle.put(0, 0);
    assert_eq!(battle.tick(1), None);
    // One after the other: what is done is done.
    battle.put(0, 9);
    assert_eq!(battle.tick(2).unwrap().winner(), Some(RED));
    let mut battle = Battle::duel().goal(RED, &goals);
    battle.parties[0].goals.join = Join::Any;
    assert_eq!(battle.tick(1), None);
    battle.put(0, 0);
    let why = Why::Fulfilled(vec![reach("hill")]);
    assert_eq!(battle.tick(2), won(RED, why));
}

#[test]
fn b112_what_is_kept_to_the_end_is_fulfilled_at_the_limit_not_by_a_stalemate() {
    let keep = Objective::Protect {
        who: vec![CombatantId(0)],
        until: None,
    };
    let mut battle = Battle::duel().goal(RED, std::slice::from_ref(&keep));
    assert!(matches!(
        (1..=40).find_map(|tick| battle.tick(tick)),
        Some(Ending::Stalemate { .. })
    ));
    let mut battle = Battle::duel().goal(RED, std::slice::from_ref(&keep));
    battle.limits.limit = 60;
    let end = (1..=10).find_map(|tick| battle.tick(tick));
    assert_eq!(end, won(RED, Why::Fulfilled(vec![keep])));
}

#[test]
fn b113_fleeing_counts_as_out_for_kill() {
    let kill = Objective::Kill {
        who: vec![CombatantId(1)],
    };
    let people = [
        fighter(0, RED, ABLE, 3),
        fighter(1, BLUE, ABLE, 6),
        fighter(2, BLUE, ABLE, 7),
    ];
    for by in [OutBy::Fled, OutBy::Captured, OutBy::Drowned] {
        let mut battle = Battle::of(&people).goal(RED, std::slice::from_ref(&kill));
        assert_eq!(battle.tick(1), None);
        battle.set(1, Fitness::Out(by));
        assert_eq!(battle.tick(2), won(RED, Why::Fulfilled(vec![kill.clone()])));
    }
}

#[test]
fn b114_the_last_two_kill_each_other() {
    let mut battle = Battle::duel();
    battle.set(0, DEAD);
    battle.set(1, DEAD);
    let why = WhyDraw::BothDefeated;
    assert_eq!(battle.beat(), Some(Ending::Draw { why }));
}

#[test]
fn b114_both_fulfil_at_one_tick() {
    let survive = [Objective::Survive { seconds: 12 }];
    let mut battle = Battle::duel().goal(RED, &survive).goal(BLUE, &survive);
    assert_eq!(battle.tick(1), None);
    let why = WhyDraw::BothFulfilled;
    assert_eq!(battle.tick(2), Some(Ending::Draw { why }));
    // Allies who do so win together.
    let mut battle = Battle::of(&[
        fighter(0, RED, ABLE, 3),
        fighter(1, BLUE, ABLE, 4),
        fighter(2, GREEN, ABLE, 6),
    ])
    .goal(RED, &survive)
    .goal(BLUE, &survive);
    battle.parties[1].team = battle.parties[0].team;
    assert_eq!(battle.tick(2).unwrap().winner(), Some(RED));
}

#[test]
fn b102_defeat_goes_before_a_hold_that_would_be_complete() {
    let hold = Objective::Hold {
        zone: "hill".into(),
        seconds: 12,
    };
    let mut battle = Battle::duel().goal(RED, &[hold]);
    battle.put(0, 0);
    assert_eq!(battle.tick(1), None);
    battle.set(0, DEAD);
    assert_eq!(battle.tick(2), won(BLUE, Why::AllOut));
}

#[test]
fn of_three_sides_the_last_one_standing_wins() {
    let mut battle = Battle::of(&[
        fighter(0, RED, ABLE, 3),
        fighter(1, BLUE, ABLE, 4),
        fighter(2, GREEN, ABLE, 6),
    ]);
    battle.set(1, DEAD);
    assert_eq!((battle.beat(), battle.tick(1)), (None, None));
    battle.set(0, DEAD);
    assert_eq!(battle.beat(), won(GREEN, Why::AllOut));
}

#[test]
fn b115_two_sides_that_only_wait_are_a_stalemate_after_tick_40() {
    let mut battle = Battle::duel();
    for tick in 1..40 {
        assert_eq!(battle.tick(tick), None, "tick {tick}");
    }
    let scores = vec![(RED, 0), (BLUE, 0)];
    let winner = None;
    assert_eq!(battle.tick(40), Some(Ending::Stalemate { winner, scores }));
}

#[test]
fn b115_contact_is_no_stalemate_and_the_limit_decides() {
    let mut battle = Battle::duel();
    for phase in 1..200 {
        if phase % 13 == 0 {
            battle.tally.note_contact();
        }
        assert_eq!(battle.tick(phase), None, "phase {phase}");
    }
    assert!(matches!(
        battle.tick(200),
        Some(Ending::Points { winner: None, .. })
    ));
}

#[test]
fn b115_coming_nearer_than_ever_is_progress_and_stepping_to_and_fro_is_not() {
    let mut battle = Battle::duel();
    battle.tick(1);
    battle.put(1, 5);
    battle.tick(2);
    assert_eq!(battle.tally.last_progress, 12);
    battle.put(1, 6);
    battle.tick(3);
    battle.put(1, 5);
    battle.tick(4);
    assert_eq!(
        (battle.tally.last_progress, battle.tally.quiet(24)),
        (12, 12)
    );
    battle.tally.note_harm();
    battle.put(1, 6);
    battle.tick(5);
    battle.put(1, 5);
    battle.tick(6);
    assert_eq!(
        (battle.tally.last_harm, battle.tally.last_progress),
        (30, 36)
    );
}

#[test]
fn b116_points_of_enemies_out_minus_own() {
    let mut battle = Battle::of(&[
        fighter(0, RED, DEAD, 3),
        fighter(1, RED, DEAD, 3),
        fighter(2, RED, ABLE, 3),
        fighter(3, BLUE, DEAD, 6),
        fighter(4, BLUE, ABLE, 6),
    ]);
    battle.fighters[3].half_points = 34;
    battle.limits.limit = 6;
    let scores = vec![(RED, -6), (BLUE, 6)];
    let winner = Some(BLUE);
    assert_eq!(battle.tick(1), Some(Ending::Points { winner, scores }));
    assert_eq!(points(-6), "−3");
    // Captured counts double; a horse of a pair for 27 counts half.
    battle.set(3, Fitness::Out(OutBy::Captured));
    battle.fighters[0].half_points = 27;
    let Some(Ending::Points { winner, scores }) = battle.tick(1) else {
        panic!("points");
    };
    assert_eq!(
        (winner, &scores[..]),
        (Some(RED), &[(RED, 21), (BLUE, -21)][..])
    );
    assert_eq!(
        (points(21), points(-1), points(0)),
        ("10½".into(), "−½".into(), "0".to_owned())
    );
}

#[test]
fn every_reason_has_words() {
    let names = Names {
        combatant: &|who| format!("man {}", who.0),
        side: &|side| format!("the {}", if side == RED { "red" } else { "blue" }),
        item: &|_| "the banner".to_owned(),
    };
    let who = vec![CombatantId(1), CombatantId(2), CombatantId(3)];
    let reach = Objective::Reach {
        zone: "gate".into(),
        count: 2,
        by: Some(20),
    };
    assert_eq!(reach.words(&names), "bring 2 to gate by 0:24");
    let kill = Objective::Kill { who };
    let ending = won(RED, Why::Fulfilled(vec![kill])).unwrap();
    let words = "the red has won: the task is done: put man 1, man 2 and man 3 out of the fight";
    assert_eq!(ending.words(&names), words);
    let scores = vec![(RED, 21), (BLUE, -21)];
    let winner = Some(RED);
    assert_eq!(
        Ending::Points { winner, scores }.words(&names),
        "Time is up. the red has won on points: the red 10½, the blue −10½"
    );
    for why in [
        Why::AllOut,
        Why::NoneAble,
        Why::Conceded,
        Why::Failed(reach),
    ] {
        assert!(!why.words(&names).is_empty());
    }
}

#[test]
fn the_tally_is_saved_whole() {
    let hold = Objective::Hold {
        zone: "hill".into(),
        seconds: 60,
    };
    let mut battle = Battle::duel().goal(RED, &[hold]);
    battle.put(0, 0);
    battle.tick(1);
    battle.tally.note_harm();
    battle.tally.concede(BLUE);
    battle.beat();
    captures(&mut battle.tally, &[CombatantId(0)], 6);
    let text = ron::to_string(&battle.tally).unwrap();
    assert_eq!(ron::from_str::<Tally>(&text).unwrap(), battle.tally);
}
