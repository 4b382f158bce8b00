//! What one blow does on average: score, bands, damage past the armour, and the best answer to it.

use super::{Arm, Assess};
use crate::board::cover::{self, Body, melee_cover, ranged_cover};
use crate::board::reach::{high_ground_m, melee_open, solid_neighbour};
use crate::board::sight::{eye, visible};
use crate::board::{Ground, Hex, distance};
use crate::combat::assess::{Meeting, Threat};
use crate::combat::combatant::{Condition, Posture};
use crate::rules::phases::attack::{self, AttackContext, ChargeBlow, CoverBand};
use crate::rules::phases::check::critical_below;
use crate::rules::phases::facing::{Arc4, Awareness};
use crate::rules::phases::gather;
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::scene::Figure;
use crate::rules::phases::special::{self, Special};
use crate::rules::phases::weapon_use::{check_posture, check_room, range_band};

impl Assess<'_> {
    /// The weapon somebody would use in his next action.
    pub(super) fn arm(&self, figure: &Figure) -> Option<&Arm> {
        let profile = self.profile(figure);
        if profile.shoots {
            profile.missile.as_ref()
        } else {
            profile.melee.as_ref()
        }
    }

    /// A plain attack with a weapon, nothing else in play.
    pub(super) fn template(&self, figure: &Figure, arm: &Arm) -> AttackContext {
        let mut attack = AttackContext::plain(figure.id, arm.weapon.clone());
        attack.fumbles = self.scene.switches.special_attacks;
        attack
    }

    pub(super) fn armour_into(&self, attack: &mut AttackContext, target: &Figure, arc: Arc4) {
        let place = Arc4::ALL.iter().position(|known| *known == arc);
        let (ar, rt) = self.profile(target).armour[place.unwrap_or(0)];
        attack.arc = arc;
        attack.ar = ar;
        attack.rt = rt;
        attack.awareness = gather::awareness(target, arc);
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
        let arm = self.arm(a)?;
        let (from, to) = (meeting.from.hex, meeting.to.hex);
        let far = distance(from, to);
        let board = &*self.scene.board;
        let weapon = &arm.weapon;
        if weapon.is_melee() {
            let reach = u32::from(weapon.reach);
            if far > reach || far == 0 || melee_open(board, from, to, reach).is_err() {
                return None;
            }
        } else {
            range_band(weapon.range.as_ref()?, far as u16).ok()?;
        }
        if arc_of(meeting.from, to) != Arc4::Forward {
            return None;
        }
        let mut attack = self.template(a, arm);
        // Who lies gets up where he goes, unless he stays.
        attack.posture = if a.posture == Posture::Prone && from != a.place.hex {
            Posture::Standing
        } else {
            a.posture
        };
        check_posture(weapon, attack.posture).ok()?;
        let cell = board.cell(from);
        let cramped = cell.is_some_and(|cell| cell.ground == Ground::Crawlway);
        let beside = solid_neighbour(board, from);
        let roomy = |kind| check_room(weapon, kind, cramped, beside).is_ok();
        if !roomy(attack.kind) {
            attack.kind = weapon.types.iter().copied().find(|kind| roomy(*kind))?;
        }
        attack.cover = self.cover(a, b, from, to, weapon.is_melee())?;
        attack.higher = high_ground_m(board, from, to).clamp(0, 2) as u8;
        attack.hampered = cell.is_some_and(crate::board::Cell::hampers);
        attack.distance = far as u16;
        attack.rushed = meeting.early;
        attack.overprepared = meeting.prepared.min(5) as u8;
        attack.charge = meeting.charge.then_some(ChargeBlow { running: false });
        attack.en_passant = meeting.moving;
        attack.moving = meeting.moving;
        self.armour_into(&mut attack, b, arc_of(meeting.to, from));
        // In its time a blow is aimed at the gaps if that serves better.
        let plain = self.reckon(&attack, &arm.weights, b);
        let hasty = meeting.early > 0 || meeting.charge;
        if hasty && attack.fumbles {
            // One in twenty fumbles, and nothing saves it (P-043).
            return Some(Threat {
                open: plain.open - super::answer::DROPPED / 20,
                answered: plain.answered - super::answer::DROPPED / 20,
                ..plain
            });
        }
        let in_time = meeting.early == 0 && !meeting.charge && !meeting.moving;
        if !in_time || !self.scene.switches.special_attacks || attack.ar == 0 {
            return Some(plain);
        }
        if special::modifier(weapon, Special::Target, attack.kind).is_err() {
            return Some(plain);
        }
        attack.special = Some(Special::Target);
        let aimed = self.reckon(&attack, &arm.weights, b);
        Some(if aimed.open > plain.open {
            aimed
        } else {
            plain
        })
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
        if !visible(board, eyes.0, eyes.1) {
            return None;
        }
        let far = distance(from, to);
        let bodies: Vec<Body> = self
            .scene
            .figures
            .iter()
            .filter(|other| other.id != a.id && other.id != b.id && other.fitness.fills_hex())
            .filter(|other| {
                distance(from, other.place.hex) + distance(to, other.place.hex) <= far + 1
            })
            .map(|other| Body {
                hex: other.place.hex,
                top_cm: board.footing_cm(other.place.hex) + other.posture.top_cm(),
                percent: 20,
            })
            .collect();
        let found = ranged_cover(board, eyes.0, eyes.1, &bodies);
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
        let gaps = attack.automatic || attack.special == Some(Special::Target);
        let resist = if gaps {
            let half = attack.specialized && attack.special == Some(Special::Target);
            let number = if half { attack.rt / 2 } else { attack.rt };
            number.clamp(0, 19)
        } else {
            20
        };
        let deep = |critical: bool| critical && attack.special != Some(Special::Knockback);
        let ways: i64 = weights.iter().map(|(_, ways)| *ways as i64).sum();
        let mut sum = 0i64;
        for (rolled, count) in weights {
            let damage = attack::damage(attack, *rolled);
            let mut part = 0i64;
            let armours = if gaps {
                [(attack.ar / 2 + parry, resist), (0, 20 - resist)]
            } else {
                [(attack.ar + parry, 20), (0, 0)]
            };
            for (ar, share) in armours {
                let lost = (damage - ar).max(0);
                if share == 0 || lost == 0 {
                    continue;
                }
                let plain = i64::from(faces - critical);
                let crit = i64::from(critical);
                let mut loss = 0;
                if plain > 0 {
                    loss += plain * i64::from(self.loss(target, lost, 0));
                }
                if crit > 0 {
                    let chp = if deep(true) { lost } else { 0 };
                    loss += crit * i64::from(self.loss(target, lost, chp));
                }
                part += i64::from(share) * loss;
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
        let profile = self.profile(target);
        let mut best = open;
        if let Some((number, value, _)) = profile.parry
            && attack.charge.is_none()
        {
            let number = number.clamp(1, 19);
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

/// Faces of the die that hit, and those of them that are Critical Hits.
pub(super) fn bands(attack: &AttackContext) -> (i32, i32) {
    let score = attack::score(attack).0;
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
