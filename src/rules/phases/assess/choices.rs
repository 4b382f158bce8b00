//! What attacks, holds and declarations promise.

use super::answer::PRONE;
use super::blow::feinted;
use super::{Assess, arm, turn};
use crate::board::push::{PushStep, push_step};
use crate::board::{Board, Dir, Ground, Hex, distance};
use crate::combat::assess::Estimate;
use crate::combat::combatant::{Carried, Posture};
use crate::combat::dice::sum_weights;
use crate::combat::order::{Choice, Slots};
use crate::rules::phases::attack::AttackContext;
use crate::rules::phases::blast;
use crate::rules::phases::derive;
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::resolution::knockback;
use crate::rules::phases::scene::{Declared, Figure, HoldMode};
use crate::rules::phases::special::Special;
use crate::rules::phases::verbs::{attack, break_free, burst, declare, grapple, hold};
use crate::rules::phases::weapon_use::{Mode, range_band};

/// Throws at a hex that are weighed, those at most enemies first.
const BURSTS: usize = 12;

/// What a hex does to somebody who ends in it against his will, in thousandths of a combatant.
pub(super) fn landing(board: &Board, figure: &Figure, from: Hex, to: Hex) -> i32 {
    let Some(cell) = board.cell(to) else {
        return 0;
    };
    let drop = (board.ground_cm(from) - board.ground_cm(to)).max(0) / 100;
    let mut cost = 60 * (drop - 1).max(0) + 15 * drop.min(1);
    if cell.is_burning() {
        cost += 200;
    }
    match cell.ground {
        Ground::DeepWater => cost += if figure.sinks() { 500 } else { 150 },
        Ground::Pit => cost += 120,
        _ => {}
    }
    cost
}

/// Chance in thousandths that the one struck answers: he will not if his own time has come.
pub(super) fn answers(target: &Figure, phase: u32) -> i32 {
    if !target.may_react() {
        0
    } else if target.rushed(phase) == 0 && target.tempo.hold.is_none() {
        250
    } else {
        700
    }
}

impl Assess<'_> {
    /// An attack that has been chosen: harm, what forcing an answer is worth, where a Knockback
    /// leads.
    pub(super) fn attack(&self, figure: &Figure, choice: &Choice) -> Option<Estimate> {
        let contexts = attack::contexts(self.scene, figure, &choice.verb, &choice.slots).ok()?;
        let mut estimate = Estimate::default();
        for (target, context) in contexts {
            let target = self.scene.figure(target);
            if target.fitness.is_out() {
                // Nobody is worth a blow who cannot come back.
                continue;
            }
            let weights = sum_weights(context.weapon.damage);
            let threat = self.reckon(&context, &weights, target);
            let threat = if context.feint {
                feinted(threat)
            } else {
                threat
            };
            let answered = threat.answered;
            let often = answers(target, self.scene.phase);
            let harm = (often * answered + (1000 - often) * threat.open) / 1000;
            estimate = estimate.and("harm", harm);
            let disturbed = threat.chance * often / 1000;
            let delay = self.lost_by_answering(target) * disturbed / 2000;
            estimate = estimate.and("an answer costs him time", delay);
            let effect = self.effect(&context, target);
            if effect != 0 {
                // A Dodge avoids it; nothing avoids a Feint but a leap straight back.
                let left = if context.feint { 1900 } else { 2000 - often };
                estimate = estimate.and("what it does besides", effect * left / 2000);
            }
            if context.special == Some(Special::Knockback) {
                estimate = estimate.and("knocks him back", self.knock(&context, target));
            }
        }
        Some(estimate)
    }

    /// A throw at a hex: what it does to enemies there, and to friends.
    pub(super) fn burst(&self, figure: &Figure, choice: &Choice) -> Option<Estimate> {
        let lob = burst::context(self.scene, figure, &choice.slots).ok()?;
        let often = blast::accuracy(&lob);
        let mean = lob.attack.weapon.damage.twice_mean() / 2;
        let (mut harm, mut own) = (0, 0);
        for (met, arc, halved) in blast::victims(self.scene, lob.hex, lob.radius) {
            if met.fitness.is_out() {
                continue;
            }
            let shp = blast::through(self.scene, met, arc, halved, mean);
            let loss = self.loss(met, shp, 0) * often / 1000;
            if self.scene.enemies(figure.id, met.id) {
                harm += loss;
            } else {
                own -= loss;
            }
        }
        let estimate = Estimate::of("harm", harm);
        Some(if own < 0 {
            estimate.and("harms friends", own)
        } else {
            estimate
        })
    }

    /// The statements worth a thought: of attacks those that differ in what they are for.
    pub(super) fn promising(&self, figure: &Figure) -> Vec<Choice> {
        let mut list = Vec::new();
        let holds = || [HoldMode::Overprepare, HoldMode::Guard, HoldMode::Plain].map(hold::choice);
        match figure.tempo.declared {
            Declared::Grapple => {
                let grapples = grapple::possible(self.scene, figure, false).into_iter();
                list.extend(grapples.map(|slots| Choice::new("grapple", slots)));
                list.extend(holds());
                return list;
            }
            Declared::Throw(_) if burst::declared(self.scene, figure).is_some() => {
                let hexes = burst::places(self.scene, figure).into_iter().map(burst::at);
                let can = |slots: &Slots| burst::context(self.scene, figure, slots).is_ok();
                let bursts = hexes.filter(can).take(BURSTS);
                list.extend(bursts.map(|slots| Choice::new("burst", slots)));
                list.extend(holds());
                return list;
            }
            Declared::BreakFree => {
                list.extend(break_free::choices(self.scene, figure));
                list.extend(holds());
                return list;
            }
            _ => {}
        }
        let verb = match figure.tempo.declared {
            Declared::Attack(_) | Declared::Both(_) | Declared::DrawAttack(_) => "attack",
            Declared::Shoot(_) => "shoot",
            Declared::Throw(_) => "throw",
            Declared::Guard | Declared::Wait | Declared::Maintain => "",
            _ => "act",
        };
        if verb == "act" {
            list.push(Choice::plain("act"));
        }
        let in_time = figure.rushed(self.scene.phase) == 0 && self.scene.switches.special_attacks;
        if let Some(arm) = self
            .arm(figure)
            .filter(|_| !verb.is_empty() && verb != "act")
        {
            let specialist = derive::specialized(&figure.sheet, "feint");
            for foe in self.scene.foes(figure) {
                let far = distance(figure.place.hex, foe.place.hex);
                if !arm.missile && far > u32::from(arm.reach) {
                    continue;
                }
                let plain = Slots::target(foe.id);
                let mut add = |slots: Slots| list.push(Choice::new(verb, slots));
                add(plain.clone());
                if !in_time {
                    continue;
                }
                let arc = super::super::outlook::arc_of(foe.place, figure.place.hex);
                let (ar, _, _) = self.armour(foe, arc);
                if ar > 0 {
                    add(plain.clone().with_flag("target"));
                    add(plain.clone().with_flag("pierce"));
                }
                if arm.missile {
                    continue;
                }
                add(plain.clone().with_flag("feint"));
                let bare = if ar > 0 { "break" } else { "cleave" };
                for special in ["stun", "sweep", "disarm", bare] {
                    add(plain.clone().with_flag(special));
                }
                if arc != Arc4::Forward {
                    add(plain.clone().with_flag("backstab"));
                }
                if let Some(item) = super::gather::weapons(self.scene, foe).next() {
                    let item = Some(item.id);
                    add(Slots {
                        item,
                        ..plain.clone().with_flag("break")
                    });
                }
                if specialist && ar > 0 {
                    add(plain.clone().with_flag("target").with_flag("feint"));
                }
                for dir in Dir::ALL {
                    if self.leads_somewhere(figure, foe, dir) {
                        add(Slots {
                            dir: Some(dir),
                            ..plain.clone().with_flag("knockback")
                        });
                    }
                }
            }
        }
        list.extend(holds());
        list
    }

    /// Whether a Knockback in a direction does more than push: into a wall, over an edge, into water.
    fn leads_somewhere(&self, figure: &Figure, foe: &Figure, dir: Dir) -> bool {
        let line = foe.place.hex - figure.place.hex;
        if !crate::board::arc::within_60(line, dir.vector()) {
            return false;
        }
        let mut at = foe.place.hex;
        for _ in 0..4 {
            match push_step(&self.scene.board, at, dir) {
                PushStep::Free { to } => at = to,
                PushStep::Wall
                | PushStep::Fall { .. }
                | PushStep::Water { .. }
                | PushStep::Pit { .. } => return true,
                PushStep::Low | PushStep::Soft | PushStep::Border => return false,
            }
        }
        false
    }

    /// What giving up the coming action costs somebody, in thousandths of a combatant.
    pub(super) fn lost_by_answering(&self, target: &Figure) -> i32 {
        let turn = self.turn(target).max(1) as i32;
        let ready = 100 * target.rushed(self.scene.phase) as i32;
        self.turn_worth(target) * (turn - ready).clamp(0, turn) / turn
    }

    fn knock(&self, attack: &AttackContext, target: &Figure) -> i32 {
        let Some(dir) = attack.knock_dir else {
            return 0;
        };
        let board = &*self.scene.board;
        let (faces, _) = super::blow::bands(attack);
        let metres = knockback(attack, false, None);
        if metres == 0 {
            return 0;
        }
        let mut at = target.place.hex;
        let mut harm = 0;
        for left in (1..=metres).rev() {
            match push_step(board, at, dir) {
                PushStep::Free { to } => {
                    if self.scene.occupant(to).is_some() {
                        break;
                    }
                    harm += landing(board, target, at, to) / 4;
                    at = to;
                }
                PushStep::Wall => {
                    harm += self.loss(target, 0, left.into());
                    break;
                }
                PushStep::Fall { levels, .. } => {
                    // A die of Stamina a level or so, and on the ground (B-040).
                    harm += self.loss(target, 4 * levels, levels) + PRONE;
                    break;
                }
                PushStep::Water { to } | PushStep::Pit { to } => {
                    harm += landing(board, target, at, to) + PRONE / 2;
                    break;
                }
                PushStep::Low | PushStep::Soft | PushStep::Border => break,
            }
        }
        let falls = 20 - i32::from(target.sheet.rs).clamp(1, 19);
        let loses = self.lost_by_answering(target);
        // Out of his reach, he has to come again.
        let apart = 3 * distance(at, target.place.hex) as i32;
        let thrown = if target.posture == Posture::Prone {
            0
        } else {
            (PRONE + loses) * falls / 20
        };
        (harm + thrown + apart) * faces / 20
    }

    /// What holding back promises for the next phase (P-046, P-049).
    pub(super) fn hold(&self, figure: &Figure, choice: &Choice) -> Estimate {
        let mode = hold::mode(&choice.slots);
        let old = figure.tempo.hold == Some(mode);
        let counted = if old { u32::from(figure.tempo.held) } else { 0 };
        let Some(foe) = super::super::outlook::nearest_threat(self.scene, figure) else {
            return Estimate::default();
        };
        let blow = |prepared| {
            self.facing_blow(figure, foe, prepared)
                .map_or(0, |threat| i32::midpoint(threat.open, threat.answered))
        };
        let attack = !matches!(figure.tempo.declared, Declared::Guard | Declared::Wait);
        let prepared = if mode == HoldMode::Overprepare {
            counted + 1
        } else {
            0
        };
        let mut estimate = Estimate::default();
        if attack {
            estimate = estimate.and("the blow it keeps", blow(prepared));
        }
        if mode == HoldMode::Guard {
            // +5 on a Dodge or Sidestep; a quarter of a blow, for those who have to dodge.
            let dodges = self.parry(figure).is_none();
            let near = distance(figure.place.hex, foe.place.hex) <= 3;
            let spared = self
                .facing_blow(foe, figure, 0)
                .map_or(0, |threat| threat.open / 8);
            let kept = if dodges && near {
                2 * spared
            } else {
                spared / 2
            };
            estimate = estimate.and("guards", kept);
        }
        estimate
    }

    /// What a declaration promises: the worth of its blow by the time it takes, over a few turns.
    pub(super) fn declaration(&self, figure: &Figure, choice: &Choice) -> Estimate {
        let Some(declared) = declare::declared(&choice.slots) else {
            return Estimate::default();
        };
        let scene = self.scene;
        let time = turn(scene, figure, &declared);
        let (walk, _) = super::rates_of(scene, figure);
        let (item, mode) = match &declared {
            Declared::Attack(item) | Declared::Both(item) | Declared::DrawAttack(item) => {
                (*item, Mode::Melee)
            }
            Declared::Shoot(item) => (*item, Mode::Shot),
            Declared::Throw(item) => (*item, Mode::Thrown),
            Declared::Draw(_) | Declared::Shield(_) => {
                return Estimate::of("readies what he has", 6);
            }
            Declared::Grapple => {
                let worth = self.declared_grapple(figure, time, walk);
                return Estimate::of("what a grip comes to in a while", worth);
            }
            Declared::BreakFree => {
                let worth = self.declared_break(figure, time);
                return Estimate::of("to be free again", worth);
            }
            Declared::Maintain => {
                let worth = self.maintained(figure);
                return Estimate::of("keeps him down", worth);
            }
            Declared::Mount(..) => return self.saddling(figure, true),
            Declared::Dismount(..) => return self.saddling(figure, false),
            Declared::Guard => return Estimate::of("keeps on his guard", 3),
            _ => return Estimate::of("waits", 1),
        };
        let drawn;
        let ready = if matches!(declared, Declared::DrawAttack(_)) {
            drawn = super::super::systems::handling::drawn(figure, &scene.tables, item);
            &drawn
        } else {
            figure
        };
        let Some(arm) = arm(scene, ready, item, mode) else {
            return Estimate::default();
        };
        let mut best = 0;
        for foe in scene.foes(figure) {
            let far = distance(figure.place.hex, foe.place.hex);
            let mut attack = self.plain(figure, &arm);
            self.armour_into(&mut attack, foe, Arc4::Forward);
            attack.distance = far as u16;
            if let Some(range) = &attack.weapon.range
                && range_band(range, far as u16).is_err()
            {
                continue;
            }
            let threat = self.reckon(&attack, &arm.weights, foe);
            let blow = i32::midpoint(threat.open, threat.answered);
            // A weapon of hand has to be carried there first.
            let way = if !arm.missile {
                let hexes = far.saturating_sub(u32::from(arm.reach));
                100 * hexes / u32::from(walk.max(1))
            } else {
                0
            };
            let wait = time.max(way);
            best = best.max(blow * 500 / (wait + 100) as i32);
        }
        if matches!(declared, Declared::Both(_)) {
            // The other weapon adds most of a blow, but is not there to parry.
            best = best * 16 / 10;
        }
        // A bow in the hand parries nothing; bare hands are a poor parry.
        let natural = figure
            .gear
            .item(item)
            .is_some_and(|item| item.carried == Carried::Natural);
        let poor = if natural { best / 3 } else { 0 };
        Estimate::of("what it does in a while", best).and("a poor weapon to parry with", -poor)
    }
}
