//! What one blow does on average: score, bands, damage past the armour, and the best answer to it.

use super::{Arm, Assess, KnownBlow};
use crate::board::cover::{self, Body, cover_in_sight, melee_cover};
use crate::board::reach::{high_ground_m, melee_open, solid_neighbour};
use crate::board::sight::eye;
use crate::board::{Ground, Hex, distance};
use crate::combat::assess::{Meeting, Threat};
use crate::combat::combatant::{Condition, Posture};
use crate::rules::phases::attack::{self, AttackContext, ChargeBlow, CoverBand};
use crate::rules::phases::charge::{AT_RIDER, MOUNTED};
use crate::rules::phases::check::{Difficulty, critical_below};
use crate::rules::phases::derive;
use crate::rules::phases::facing::{Arc4, Awareness};
use crate::rules::phases::gather;
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::scene::{Declared, Figure};
use crate::rules::phases::special::{self, Special};
use crate::rules::phases::weapon_use::{check_posture, check_room, range_band};

impl Assess<'_> {
    /// A plain attack with a weapon, nothing else in play.
    pub(super) fn plain(&self, _: &Figure, arm: &Arm) -> AttackContext {
        let mut attack = arm.attack.borrow().clone();
        reset(&mut attack, arm);
        attack
    }

    pub(super) fn armour_into(&self, attack: &mut AttackContext, target: &Figure, arc: Arc4) {
        let (ar, rt, _) = self.armour(target, arc);
        attack.arc = arc;
        attack.ar = ar;
        attack.rt = rt;
        attack.awareness = match arc {
            Arc4::Forward => Awareness::Aware,
            _ => gather::awareness(target, arc),
        };
        attack.target_size = target.sheet.size;
        attack.target_posture = target.posture;
        attack.automatic = [
            Condition::Pinned,
            Condition::Bound,
            Condition::Stunned,
            Condition::Unconscious,
        ]
        .into_iter()
        .any(|condition| target.conditions.has(condition));
    }

    /// A blow in a meeting; `None` if it cannot be struck.
    pub(super) fn blow(&self, a: &Figure, b: &Figure, meeting: &Meeting) -> Option<Threat> {
        if !b.fitness.on_board() {
            return None;
        }
        let grapples = matches!(a.tempo.declared, Declared::Grapple | Declared::BreakFree);
        if grapples || a.grip().is_some() {
            return self.grasp(a, b, meeting);
        }
        if a.is_ridden() {
            // It goes where its rider wants, and strikes nobody.
            return None;
        }
        let arm = self.arm(a)?;
        let (from, to) = (meeting.from.hex, meeting.to.hex);
        let far = distance(from, to);
        let board = &*self.scene.board;
        if !arm.missile && (far > u32::from(arm.reach) || far == 0) {
            return None;
        }
        if arc_of(meeting.from, to) != Arc4::Forward {
            return None;
        }
        let mut attack = arm.attack.borrow_mut();
        let attack = &mut *attack;
        reset(attack, arm);
        if arm.missile {
            range_band(attack.weapon.range.as_ref()?, far as u16).ok()?;
        } else {
            melee_open(board, from, to, u32::from(arm.reach)).ok()?;
        }
        // Who lies gets up where he goes, unless he stays.
        attack.posture = if a.posture == Posture::Prone && from != a.place.hex {
            Posture::Standing
        } else {
            a.posture
        };
        check_posture(&attack.weapon, attack.posture).ok()?;
        let cell = board.cell(from);
        let cramped = cell.is_some_and(|cell| cell.ground == Ground::Crawlway);
        let beside = solid_neighbour(board, from);
        if cramped || beside {
            let weapon = &attack.weapon;
            let roomy = |kind| check_room(weapon, kind, cramped, beside).is_ok();
            if !roomy(attack.kind) {
                attack.kind = weapon.types.iter().copied().find(|kind| roomy(*kind))?;
            }
        }
        attack.cover = self.cover(a, b, from, to, !arm.missile)?;
        if arm.missile && b.rides() && !a.rides() {
            attack.cover = attack.cover.max(CoverBand::Light);
        }
        attack.higher = high_ground_m(board, from, to).clamp(0, 2) as u8;
        attack.hampered = cell.is_some_and(crate::board::Cell::hampers);
        attack.distance = far as u16;
        attack.rushed = meeting.early;
        attack.overprepared = meeting.prepared.min(5) as u8;
        attack.charge = meeting.charge.then_some(ChargeBlow {
            running: meeting.runs,
            mounted: a.rides(),
            at_rider: b.rides() && !a.rides(),
        });
        attack.running = meeting.runs;
        attack.riding = a.riding();
        attack.en_passant = meeting.moving;
        attack.moving = meeting.moving;
        let arc = arc_of(meeting.to, from);
        let key = key(attack, arc, arm.missile);
        let known = &self.profile(a).blows;
        let found = known
            .borrow()
            .iter()
            .find(|blow| blow.key == key && blow.target == b.id)
            .map(|blow| blow.threat);
        if found.is_some() {
            return found;
        }
        self.armour_into(attack, b, arc);
        let spurs = meeting.charge && a.rides();
        if spurs {
            attack.rushed = 0;
        }
        let mut threat = self.weighed(a, attack, arm, b, meeting);
        if spurs {
            // The mount has to go in first (P-082 to P-084).
            let at_rider = if b.rides() { AT_RIDER } else { 0 };
            let run = if meeting.runs {
                Difficulty::Simple.modifier()
            } else {
                0
            };
            let early = i32::try_from(meeting.early).unwrap_or(20);
            let goes = (i32::from(MOUNTED) + run + at_rider - early).clamp(1, 19);
            threat = Threat {
                open: threat.open * goes / 20,
                answered: threat.answered * goes / 20,
                chance: threat.chance * goes / 20,
            };
        }
        known.borrow_mut().push(KnownBlow {
            key,
            target: b.id,
            threat,
        });
        Some(threat)
    }

    /// A blow of which all is known: plain, or in its time with what serves better.
    fn weighed(
        &self,
        a: &Figure,
        attack: &mut AttackContext,
        arm: &Arm,
        b: &Figure,
        meeting: &Meeting,
    ) -> Threat {
        // In its time a blow is aimed at the gaps if that serves better.
        let plain = self.reckon(attack, &arm.weights, b);
        let hasty = meeting.early > 0 || meeting.charge;
        if hasty && attack.fumbles {
            // One in twenty fumbles, and nothing saves it (P-043).
            return Threat {
                open: plain.open - super::answer::DROPPED / 20,
                answered: plain.answered - super::answer::DROPPED / 20,
                ..plain
            };
        }
        let in_time = meeting.early == 0 && !meeting.charge && !meeting.moving;
        if !in_time || !self.scene.switches.special_attacks {
            return plain;
        }
        // In its time a blow may be a Feint, aimed at the gaps, or with skill both (P-173).
        let feints = !arm.missile;
        let specialist = feints && derive::specialized(&a.sheet, "feint");
        let mut best = if feints { feinted(plain) } else { plain };
        let aims = attack.ar > 0
            && special::modifier(&attack.weapon, Special::Target, attack.kind).is_ok();
        if aims {
            attack.special = Some(Special::Target);
            let aimed = self.reckon(attack, &arm.weights, b);
            let aimed = if specialist { feinted(aimed) } else { aimed };
            if aimed.open + aimed.answered > best.open + best.answered {
                best = aimed;
            }
        }
        best
    }

    fn cover(&self, a: &Figure, b: &Figure, from: Hex, to: Hex, melee: bool) -> Option<CoverBand> {
        let board = &*self.scene.board;
        if melee {
            let cover = melee_cover(board, from, to);
            return Some(
                band(cover::band(cover.worst()))
                    .unwrap_or(CoverBand::Slit)
                    .lower(),
            );
        }
        let eyes = (
            eye(board, from, a.posture.eye_cm()),
            eye(board, to, b.posture.eye_cm()),
        );
        let bodies = |hex: Hex| {
            self.scene
                .occupant(hex)
                .filter(|other| other.id != a.id && other.id != b.id)
                .map(|other| Body {
                    top_cm: board.footing_cm(hex) + other.posture.top_cm(),
                    percent: 20,
                })
        };
        let found = cover_in_sight(board, eyes.0, eyes.1, bodies)?;
        band(cover::band(found.worst()))
    }

    /// The mean worth of an attack, undefended and answered as well as can be.
    pub(super) fn reckon(
        &self,
        attack: &AttackContext,
        weights: &[(i32, u64)],
        target: &Figure,
    ) -> Threat {
        let (faces, critical) = bands(attack);
        let open = self.harm(attack, weights, target, (faces, critical), 0);
        let answered = if target.may_react() {
            self.best_answer(attack, weights, target, (faces, critical), open)
        } else {
            open
        };
        Threat {
            open,
            answered: answered.min(open),
            chance: 50 * faces,
        }
    }

    /// Mean loss over the faces that succeed, with so much Armour Rating more by a Parry.
    pub(super) fn harm(
        &self,
        attack: &AttackContext,
        weights: &[(i32, u64)],
        target: &Figure,
        (faces, critical): (i32, i32),
        parry: i32,
    ) -> i32 {
        if matches!(
            attack.special,
            Some(Special::Disarm | Special::Sweep | Special::Break)
        ) {
            return 0;
        }
        let backstab = attack.special == Some(Special::Backstab);
        let gaps = attack.automatic || backstab || attack.special == Some(Special::Target);
        let pierce = attack.special == Some(Special::Pierce) && attack.ar > 0;
        let resist = if gaps {
            let half = attack.specialized && attack.special == Some(Special::Target);
            let number = if half { attack.rt / 2 } else { attack.rt };
            number.clamp(0, 19)
        } else if pierce {
            let (_, _, rb) = self.armour(target, attack.arc);
            let number = if attack.specialized { rb / 2 } else { rb };
            number.clamp(0, 19)
        } else {
            20
        };
        let shallow = matches!(attack.special, Some(Special::Knockback | Special::Stun));
        let deep = usize::from(!shallow);
        let times = if backstab && attack.specialized { 2 } else { 1 };
        let losses = self.losses(target);
        let (plain, critical) = (i64::from(faces - critical), i64::from(critical));
        let mut sum = 0i64;
        let mut ways = 0i64;
        for (rolled, count) in weights {
            ways += *count as i64;
            let damage = times * attack::damage(attack, *rolled);
            if backstab || pierce {
                // Critical Hits double a Backstab and pass the armour of a Pierce (P-136, P-182).
                let twice = if backstab { 2 * damage } else { damage };
                let half = attack.ar / 2;
                let stopped = if pierce { attack.ar + parry } else { half };
                let of = |damage: i32, ar: i32, deep: usize| {
                    let lost = (damage - ar).clamp(0, super::MOST_LOST as i32) as usize;
                    i64::from(losses[lost][deep])
                };
                let plainly = usize::from(backstab);
                let (held, open) = (i64::from(resist), i64::from(20 - resist));
                let hit = held * of(damage, stopped, plainly) + open * of(damage, 0, plainly);
                let struck = if backstab {
                    held * of(twice, half, 1) + open * of(twice, 0, 1)
                } else {
                    20 * of(damage, 0, 1)
                };
                sum += (plain * hit + critical * struck) * (*count as i64);
                continue;
            }
            let armours = if gaps {
                [(attack.ar / 2 + parry, resist), (0, 20 - resist)]
            } else {
                [(attack.ar + parry, 20), (0, 0)]
            };
            let mut part = 0i64;
            for (ar, share) in armours {
                let lost = (damage - ar).clamp(0, super::MOST_LOST as i32) as usize;
                let loss = losses[lost];
                let mean = plain * i64::from(loss[0]) + critical * i64::from(loss[deep]);
                part += i64::from(share) * mean;
            }
            sum += part * (*count as i64);
        }
        (sum / (400 * ways.max(1))) as i32
    }

    fn best_answer(
        &self,
        attack: &AttackContext,
        weights: &[(i32, u64)],
        target: &Figure,
        bands: (i32, i32),
        open: i32,
    ) -> i32 {
        let aware = match attack.awareness {
            Awareness::Aware => 20,
            Awareness::Check(number) => number.clamp(1, 19),
            Awareness::Unaware => return open,
        };
        let mut best = open;
        if let Some((number, value)) = self.parry(target)
            && attack.charge.is_none()
        {
            let through = self.harm(attack, weights, target, bands, value);
            best = best.min((number * through + (20 - number) * open) / 20);
        }
        let dodge =
            (i32::from(target.sheet.dx) + 3 - target.rushed(self.scene.phase) as i32).clamp(1, 19);
        let fallen = super::answer::PRONE * bands.0 / 20;
        best = best.min((20 - dodge) * open / 20 + fallen);
        ((20 - aware) * open + aware * best) / 20
    }
}

/// All of a blow that meetings of the same two differ in, packed.
fn key(attack: &AttackContext, arc: Arc4, missile: bool) -> u128 {
    let far = if missile { attack.distance } else { 0 };
    let parts = [
        (u128::from(attack.rushed), 32),
        (u128::from(far), 16),
        (u128::from(attack.overprepared), 3),
        (u128::from(attack.higher), 2),
        (attack.cover as u128, 3),
        (attack.posture as u128, 3),
        (attack.kind as u128, 2),
        (arc as u128, 2),
        (u128::from(attack.charge.is_some()), 1),
        (u128::from(attack.moving), 1),
        (u128::from(attack.running), 1),
        (u128::from(attack.hampered), 1),
    ];
    parts
        .into_iter()
        .fold(0, |key, (part, bits)| (key << bits) | part)
}

/// As a Feint it cancels every answer but a leap straight back (P-170).
pub(super) fn feinted(threat: Threat) -> Threat {
    Threat {
        answered: (3 * threat.open + threat.answered) / 4,
        ..threat
    }
}

/// Back to a plain attack: what a hypothesis may have changed.
fn reset(attack: &mut AttackContext, arm: &Arm) {
    attack.kind = arm.kind;
    attack.special = None;
    attack.rushed = 0;
    attack.overprepared = 0;
    attack.charge = None;
    attack.en_passant = false;
    attack.moving = false;
    attack.running = false;
    attack.hampered = false;
    attack.posture = Posture::Standing;
    attack.cover = CoverBand::None;
    attack.higher = 0;
    attack.distance = 1;
}

/// Faces of the die that hit, and those of them that are Critical Hits.
pub(super) fn bands(attack: &AttackContext) -> (i32, i32) {
    let score: i32 = attack::tally(attack);
    let faces = score.clamp(1, 19);
    let below = critical_below(attack.weapon.level, attack.weapon.cn, score);
    let critical = below.map_or(0, |below| (below - 1).clamp(0, faces));
    (faces, critical)
}

fn band(band: cover::Band) -> Option<CoverBand> {
    Some(match band {
        cover::Band::None => CoverBand::None,
        cover::Band::Light => CoverBand::Light,
        cover::Band::Half => CoverBand::Half,
        cover::Band::ThreeQuarter => CoverBand::ThreeQuarter,
        cover::Band::Slit => CoverBand::Slit,
        cover::Band::Full => return None,
    })
}
