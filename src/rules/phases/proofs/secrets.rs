//! Equal views: two states that differ only in one side's secrets give the other side equal scenes,
//! figures, presets, options, odds and events, byte for byte (design: events, audiences, views).

use super::{Chooser, answer_by_chance, decisions, next_window, order, seal_all, start};
use crate::board::Dir;
use crate::combat::battle::Battle;
use crate::combat::combatant::{CombatantId, Condition, Conditions, ItemId, SideId};
use crate::combat::flow::Flow;
use crate::combat::order::{Choice, Decision, DecisionId, Order, Slots};
use crate::combat::plot::{ChargeKind, EndFacing, Gait, IfTaken, Intent, Plot, PostureChange};
use crate::combat::setup::Setup;
use crate::rules::phases::battle_tests::skirmish;
use crate::rules::phases::body::Part;
use crate::rules::phases::exchange::Assault;
use crate::rules::phases::scene::{
    Aside, EnPassant, HoldMode, Motion, ReactionOrder, Scene, Standing, Statement, Tempo,
};
use crate::rules::phases::sheet::DamageType;
use crate::rules::phases::special::Special;
use crate::rules::phases::systems::bouts::Bouts;
use crate::rules::proofs::views::{self, assert_same};
use std::fmt::Write;
use std::sync::Arc;

/// Who keeps secrets, and who must not learn them.
const KEEPER: SideId = SideId(0);
const READER: SideId = SideId(1);

fn line_up() -> Setup {
    let mut setup = skirmish(&["duelist", "man_at_arms", "archer", "berserker"]);
    // Specialists make the secret part of a Special Attack larger.
    setup.combatants[0].own =
        Some("(specializations: [\"feint\", \"knockback\", \"target\", \"rapier\"])".to_owned());
    setup
}

/// Everything the reader's seat can be shown, as text.
fn view(battle: &mut Battle, news: usize) -> String {
    views::view(battle, READER, news, |scene| {
        let mut text = String::new();
        let known: &Scene = scene.downcast_ref().unwrap();
        // Tables, switches and the board's own figures are no one's secret, and long.
        writeln!(text, "phase {}", known.phase).unwrap();
        for figure in &known.figures {
            writeln!(text, "{figure:?}").unwrap();
        }
        writeln!(text, "{:?}", known.ground).unwrap();
        for fight in &known.fights {
            writeln!(text, "{fight:?}").unwrap();
        }
        text
    })
}

fn heard(battle: &Battle) -> usize {
    views::heard(battle, READER)
}

fn some_plot(chooser: &mut Chooser, count: usize) -> Plot {
    let who = CombatantId(chooser.below(count) as u16);
    let dir = Dir::new(chooser.below(6) as i32);
    let intents = [
        Intent::Hold,
        Intent::Face(who),
        Intent::Close(who, 1),
        Intent::Away(who, 9),
        Intent::Follow(who, 2),
        Intent::Charge(who, ChargeKind::Attack),
        Intent::Lane(dir, ChargeKind::ForceBack),
    ];
    Plot {
        intent: chooser.one(&intents).unwrap().clone(),
        gait: [Gait::Walk, Gait::Run][chooser.below(2)],
        facing: [EndFacing::AsWalked, EndFacing::Dir(dir)][chooser.below(2)],
        if_taken: [IfTaken::Stop, IfTaken::Charge][chooser.below(2)],
        yielding: chooser.below(2) == 0,
        posture: [None, Some(PostureChange::Kneel)][chooser.below(2)],
    }
}

fn some_statement(chooser: &mut Chooser, count: usize) -> Choice {
    let who = CombatantId(chooser.below(count) as u16);
    let flags = [
        "feint",
        "knockback",
        "target",
        "piercing",
        "stun",
        "pierce",
        "break",
        "backstab",
    ];
    let slots = Slots::target(who).with_flag(chooser.one(&flags).unwrap());
    Choice::new("attack", slots)
}

fn some_standing(chooser: &mut Chooser) -> Standing {
    Standing {
        en_passant: [
            EnPassant::Never,
            EnPassant::AtLeast(chooser.below(100) as u8 + 1),
            EnPassant::FirstComer,
        ][chooser.below(3)],
        reaction: [
            ReactionOrder::Ask,
            ReactionOrder::Best,
            ReactionOrder::Parry,
            ReactionOrder::Never,
        ][chooser.below(4)],
        waiting: [HoldMode::Overprepare, HoldMode::Guard][chooser.below(2)],
        retrieve: chooser.below(2) == 0,
        face_threat: chooser.below(2) == 0,
        same_again: chooser.below(2) == 0,
    }
}

const PREPARED: [(HoldMode, Condition); 3] = [
    (HoldMode::Plain, Condition::Holding),
    (HoldMode::Overprepare, Condition::Overpreparing),
    (HoldMode::Guard, Condition::Guarding),
];

/// Another way of holding back, for whoever holds back.
fn change_hold(chooser: &mut Chooser, tempo: &mut Tempo, conditions: &mut Conditions) {
    if tempo.hold.is_none() {
        return;
    }
    let (mode, condition) = PREPARED[chooser.below(3)];
    tempo.hold = Some(mode);
    tempo.held = chooser.below(8) as u8;
    let mut shown = false;
    for (_, other) in PREPARED {
        shown |= conditions.lift(other);
    }
    if shown {
        conditions.add(condition, None);
    }
}

/// Gives the keeper other secrets in a state that is otherwise the same.
fn change_secrets(battle: &mut Battle, chooser: &mut Chooser) {
    let count = battle.status().combatants;
    let members = battle.status().members.clone();
    let world = battle.world_mut();
    let mut rows = world.query::<(
        &CombatantId,
        &SideId,
        &mut Motion,
        &mut Tempo,
        &mut Conditions,
        &mut Standing,
        &mut Statement,
        &mut Aside,
    )>();
    for (_, side, mut motion, mut tempo, mut conditions, mut standing, mut statement, mut aside) in
        rows.iter_mut(world)
    {
        if *side != KEEPER {
            continue;
        }
        motion.plot = some_plot(chooser, count);
        motion.fresh = chooser.below(2) == 0;
        if motion.stopping.is_some() {
            motion.stopping = Some(chooser.below(3) as u8);
        }
        tempo.aborted = chooser.below(2) == 0;
        change_hold(chooser, &mut tempo, &mut conditions);
        *standing = some_standing(chooser);
        statement.0 = (chooser.below(2) == 0).then(|| some_statement(chooser, count));
        let slots = Slots {
            item: Some(ItemId(1)),
            ..Slots::default()
        };
        aside.0 = (chooser.below(2) == 0).then(|| Choice::new("pick up", slots));
    }
    let keeps = |who: CombatantId| members[usize::from(who.0)] == KEEPER;
    for fight in &mut world.resource_mut::<Bouts>().0 {
        if keeps(fight.target) && fight.context.defender.guarded > 0 {
            Arc::make_mut(&mut fight.context).defender.guarded = chooser.below(8) as u8;
        }
        for assault in &mut Arc::make_mut(&mut fight.context).attacks {
            let attacker = assault.attacker();
            if let Assault::Blow(blow) = assault
                && keeps(attacker)
                && blow.charge.is_none()
                && !blow.en_passant
            {
                let at = chooser.below(Special::ALL.len() + 1);
                blow.special = Special::ALL.get(at).copied();
                blow.turned = chooser.below(2) == 0;
                blow.through = chooser.below(2) == 0;
                blow.meant = (chooser.below(2) == 0).then_some(ItemId(1));
                blow.place = (chooser.below(2) == 0).then_some(Part::Head);
                blow.feint = chooser.below(2) == 0;
                blow.specialized = chooser.below(2) == 0;
                blow.knock_dir = blow.special.map(|_| Dir::new(chooser.below(6) as i32));
                let kinds = [DamageType::B, DamageType::C, DamageType::P];
                blow.kind = kinds[chooser.below(3)];
            }
        }
    }
    let mut flow = world.resource_mut::<Flow>();
    if let Some(window) = &mut flow.window {
        for decision in window.decisions.clone() {
            if decision.side == KEEPER {
                let choice = some_statement(chooser, count);
                window.put(order(&decision, &choice));
                let mut aside = order(&decision, &Choice::plain("abort"));
                aside.decision = DecisionId::NONE;
                window.put_side(aside);
            }
        }
        window.seal(KEEPER);
    }
}

#[test]
fn other_secrets_give_equal_views() {
    let setup = line_up();
    let mut kinds = std::collections::BTreeMap::new();
    for seed in 1..9 {
        let mut battle = start(&setup, seed);
        let mut chooser = Chooser::new(seed);
        let mut told = 0;
        for _ in 0..60 {
            if !next_window(&mut battle) {
                break;
            }
            let window = battle.window().unwrap();
            let at = format!("seed {seed}, {} window {}", window.kind, window.number);
            *kinds.entry(window.kind.clone()).or_insert(0) += 1;
            let seen = view(&mut battle, told);
            let state = battle.snapshot().unwrap();
            for _ in 0..2 {
                change_secrets(&mut battle, &mut chooser);
                assert_same(&seen, &view(&mut battle, told), &at);
                battle.restore(&state).unwrap();
            }
            told = heard(&battle);
            answer_by_chance(&mut battle, &mut chooser);
        }
    }
    for kind in ["plot", "statement", "reaction", "declaration"] {
        assert!(kinds.get(kind).is_some_and(|met| *met > 10), "{kinds:?}");
    }
}

/// How an attacker's blow in this phase came out, if he struck one.
fn struck(battle: &mut Battle, who: CombatantId) -> Option<(String, CombatantId)> {
    let scene = battle.scene(None);
    let scene: &Scene = scene.downcast_ref().unwrap();
    scene.fights.iter().find_map(|fight| {
        let place = fight.attackers().position(|attacker| attacker == who)?;
        let state = &fight.bout.attacks[place];
        Some((
            format!("{:?} {} {}", state.band, state.face, state.aware),
            fight.target,
        ))
    })
}

/// What the keeper may secretly do instead: the same blow with a Special Attack, the same hold in
/// another mode.
fn secret_variants(battle: &mut Battle, decision: &Decision) -> Vec<Vec<Choice>> {
    let options = battle.options(decision);
    let mut groups: Vec<Vec<Choice>> = Vec::new();
    for choice in options {
        let alike = groups.iter_mut().find(|group| {
            group[0].verb == choice.verb && group[0].slots.targets == choice.slots.targets
        });
        match alike {
            Some(group) => group.push(choice),
            None => groups.push(vec![choice]),
        }
    }
    groups
}

#[test]
fn secret_statements_show_nothing_until_resolution() {
    let setup = line_up();
    let (mut blows, mut holds) = (0, 0);
    for seed in 1..7 {
        let mut battle = start(&setup, seed);
        let mut chooser = Chooser::new(seed);
        for _ in 0..70 {
            if !next_window(&mut battle) {
                break;
            }
            if battle.window().unwrap().kind == "statement" {
                let told = heard(&battle);
                let state = battle.snapshot().unwrap();
                for decision in decisions(&battle) {
                    if decision.side != KEEPER {
                        continue;
                    }
                    for group in secret_variants(&mut battle, &decision) {
                        let at = format!("seed {seed}, {decision:?}, {}", group[0].verb);
                        let mut known: Vec<(String, String)> = Vec::new();
                        for choice in group {
                            battle.restore(&state).unwrap();
                            battle.draft(KEEPER, order(&decision, &choice)).unwrap();
                            seal_all(&mut battle);
                            if !next_window(&mut battle) {
                                continue;
                            }
                            let hold = choice.verb == "hold";
                            let kind = battle.window().unwrap().kind.clone();
                            let key = match struck(&mut battle, decision.who) {
                                _ if hold => "hold".to_owned(),
                                Some((band, _)) if kind == "reaction" => band,
                                // Resolution is over: it may be known.
                                _ => continue,
                            };
                            let seen = view(&mut battle, told);
                            match known.iter().find(|(known, _)| *known == key) {
                                Some((_, first)) => {
                                    let at = format!("{at} {choice:?} {key}");
                                    assert_same(first, &seen, &at);
                                    blows += usize::from(!hold);
                                    holds += usize::from(hold);
                                }
                                None => known.push((key, seen)),
                            }
                        }
                    }
                }
                battle.restore(&state).unwrap();
            }
            answer_by_chance(&mut battle, &mut chooser);
        }
    }
    assert!(blows > 20 && holds > 20, "{blows} blows, {holds} holds");
}

#[test]
fn an_abort_shows_when_it_is_declared() {
    let setup = line_up();
    let mut compared = 0;
    for seed in 1..7 {
        let mut battle = start(&setup, seed);
        let mut chooser = Chooser::new(seed);
        for _ in 0..40 {
            if !next_window(&mut battle) {
                break;
            }
            let told = heard(&battle);
            let asked: Vec<_> = decisions(&battle)
                .into_iter()
                .filter(|decision| decision.side == KEEPER && decision.kind != "declaration")
                .collect();
            if let Some(decision) = asked.first() {
                let state = battle.snapshot().unwrap();
                let abort = Order {
                    decision: DecisionId::NONE,
                    who: decision.who,
                    choice: Choice::plain("abort"),
                };
                let mut views = Vec::new();
                for aborts in [false, true] {
                    battle.restore(&state).unwrap();
                    if aborts && battle.draft(KEEPER, abort.clone()).is_err() {
                        continue;
                    }
                    seal_all(&mut battle);
                    if next_window(&mut battle) && battle.window().unwrap().kind != "declaration" {
                        views.push(view(&mut battle, told));
                    }
                }
                if let [one, other] = views.as_slice() {
                    assert_same(one, other, &format!("seed {seed}, {decision:?}"));
                    compared += 1;
                }
                battle.restore(&state).unwrap();
            }
            answer_by_chance(&mut battle, &mut chooser);
        }
    }
    assert!(compared > 20, "{compared} compared");
}

#[test]
fn a_seat_sees_no_drafts_but_its_own() {
    let mut battle = start(&line_up(), 3);
    let mut seen = 0;
    for _ in 0..6 {
        assert!(next_window(&mut battle));
        for decision in decisions(&battle) {
            let choice = battle.preset(&decision).choice;
            battle
                .draft(decision.side, order(&decision, &choice))
                .unwrap();
            let mut standing = order(&decision, &Choice::plain("abort"));
            standing.decision = DecisionId::NONE;
            // Refused where nothing is to be aborted.
            let _ = battle.draft(decision.side, standing);
        }
        for side in [KEEPER, READER] {
            let seat = battle.seat(side).unwrap();
            let own = seat.drafts().chain(seat.side_drafts());
            for order in own {
                assert_eq!(battle.status().side_of(order.who), Some(side));
                seen += 1;
            }
            for decision in decisions(&battle) {
                let drafted = seat.draft(decision.id).is_some();
                assert_eq!(drafted, decision.side == side, "{}", decision.who);
            }
        }
        seal_all(&mut battle);
    }
    assert!(seen > 40, "{seen}");
}
