//! `burst`: something with an Area of Effect, thrown at a hex (P-104, P-130).

use crate::board::sight::{eye, visible};
use crate::board::{Board, Hex, distance};
use crate::combat::combatant::{CombatantId, ItemId};
use crate::combat::dice::sum_weights;
use crate::combat::fraction::Fraction;
use crate::combat::odds::{Answered, Odds, Outcome};
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::plot::Gait;
use crate::combat::refusal::Refusal;
use crate::rules::phases::attack::{self, AttackContext};
use crate::rules::phases::blast::{Lob, flight, scatter, through, victims};
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::gather::{self, defence::burden};
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::scene::{Declared, Figure, HoldMode, Scene};
use crate::rules::phases::verbs::declare;
use crate::rules::phases::weapon_use::{Mode, check_posture, range_band, weapon_use};
use std::collections::BTreeMap;

/// The verb.
pub struct BurstVerb;

/// The item declared that bursts, with its radius.
pub fn declared(scene: &Scene, figure: &Figure) -> Option<(ItemId, u8)> {
    let Declared::Throw(item) = figure.tempo.declared else {
        return None;
    };
    let held = figure.gear.item(item)?;
    let radius = scene.tables.weapons.get(&held.name)?.radius();
    (radius > 0).then_some((item, radius))
}

/// Everything the throw needs.
///
/// # Errors
/// Why it cannot be made.
pub fn context(scene: &Scene, figure: &Figure, slots: &Slots) -> Result<Lob, Refusal> {
    let (item, radius) = declared(scene, figure).ok_or_else(|| {
        let words = declare::words(&figure.tempo.declared, &figure.gear, &scene.tables);
        Refusal::new(
            "P-093",
            format!("declared was `{words}`: it does not burst"),
        )
    })?;
    let hex = slots
        .hex
        .filter(|hex| scene.board.contains(*hex))
        .ok_or_else(|| Refusal::form("name the hex of the board it is thrown at"))?;
    let tables = &*scene.tables;
    let gear = gather::usable_gear(figure, tables, item)?;
    let weapon = weapon_use(tables, &figure.sheet, &gear, item, Mode::Thrown)?;
    check_posture(&weapon, figure.posture)?;
    let here = figure.place.hex;
    let metres = distance(here, hex) as u16;
    if let Some(range) = &weapon.range {
        range_band(range, metres)?;
    }
    if arc_of(figure.place, hex) != Arc4::Forward {
        let words = format!("that is not in front of {}", figure.label.name);
        return Err(Refusal::new("P-035", words));
    }
    if !visible(&scene.board, figure.eye(scene), eye(&scene.board, hex, 0)) {
        return Err(Refusal::new("B-014", "that hex cannot be seen from here"));
    }
    let anybody = victims(scene, hex, radius)
        .into_iter()
        .any(|(met, ..)| !met.fitness.is_out() && scene.enemies(figure.id, met.id));
    if !anybody {
        let words =
            format!("it would reach no enemy: none within {radius} m and in the open to it");
        return Err(Refusal::new("P-104", words));
    }
    Ok(Lob {
        attack: check_of(scene, figure, weapon, item, metres),
        hex,
        facing: figure.place.facing,
        radius,
    })
}

/// The check of the throw: an attack on nobody in particular, so without size and cover (H-13).
fn check_of(
    scene: &Scene,
    figure: &Figure,
    weapon: crate::rules::phases::weapon_use::WeaponUse,
    item: ItemId,
    metres: u16,
) -> AttackContext {
    let mut attack = AttackContext::plain(figure.id, weapon);
    attack.rushed = figure.rushed(scene.phase);
    if figure.tempo.hold == Some(HoldMode::Overprepare) {
        attack.overprepared = figure.tempo.held;
    }
    attack.running = figure.motion.gait == Gait::Run;
    attack.posture = figure.posture;
    let cell = scene.board.cell(figure.place.hex);
    attack.hampered = cell.is_some_and(crate::board::Cell::hampers);
    attack.distance = metres;
    attack.fumbles = scene.switches.special_attacks;
    attack.extra = burden(figure);
    let arm = gather::arm_penalty(figure, item);
    if arm != 0 {
        let wounded = crate::combat::odds::Modifier::new("wounded arm", arm, "H-9");
        attack.extra.push(wounded);
    }
    attack
}

/// Whether a throw named ahead says where it goes: whether it can be done is asked when its time
/// comes.
///
/// # Errors
/// It names no hex of the board.
pub fn named(scene: &Scene, slots: &Slots) -> Result<(), Refusal> {
    match slots.hex {
        Some(hex) if scene.board.contains(hex) => Ok(()),
        _ => Err(Refusal::form("name the hex of the board it is thrown at")),
    }
}

/// Hexes worth throwing at: most enemies for the fewest friends first, then in their midst, then the
/// nearest.
pub fn places(scene: &Scene, figure: &Figure) -> Vec<Hex> {
    let Some((_, radius)) = declared(scene, figure) else {
        return Vec::new();
    };
    let stands = |other: &&Figure| other.fitness.on_board() && !other.fitness.is_out();
    let mut hexes: Vec<Hex> = Vec::new();
    for foe in scene.figures.iter().filter(stands) {
        if scene.enemies(figure.id, foe.id) {
            hexes.extend(around(&scene.board, foe.place.hex, radius));
        }
    }
    let key = |hex: &Hex| {
        let (mut foes, mut friends, mut apart) = (0i32, 0i32, 0);
        for (met, ..) in victims(scene, *hex, radius) {
            if scene.enemies(figure.id, met.id) {
                foes += 1;
                apart += distance(*hex, met.place.hex);
            } else {
                friends += 1;
            }
        }
        // In their midst a miss still meets some of them.
        let far = distance(figure.place.hex, *hex);
        (friends - foes, apart, far, figure.place.framed(*hex))
    };
    hexes.sort_by_cached_key(key);
    hexes.dedup();
    hexes
}

fn around(board: &Board, centre: Hex, radius: u8) -> impl Iterator<Item = Hex> {
    let near = centre.range(radius.into());
    near.filter(|hex| board.contains(*hex))
}

impl Verb for BurstVerb {
    fn name(&self) -> &'static str {
        "burst"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["P-104", "P-108", "P-130", "P-212"]
    }

    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let scene: &Scene = ask.scene();
        places(scene, scene.figure(who))
            .into_iter()
            .map(at)
            .filter(|slots| self.check(ask, who, slots).is_ok())
            .map(|slots| Choice::new("burst", slots))
            .collect()
    }

    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        figure.may_act(scene.phase)?;
        context(scene, figure, slots).map(|_| ())
    }

    fn odds(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Option<Odds> {
        let scene: &Scene = ask.scene();
        let lob = context(scene, scene.figure(who), slots).ok()?;
        Some(odds(scene, &lob))
    }

    fn words(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> String {
        let scene: &Scene = ask.scene();
        let Some(hex) = slots.hex else {
            return "throw it at a hex".to_owned();
        };
        let figure = scene.figure(who);
        let (what, radius) = match declared(scene, figure) {
            Some((item, radius)) => {
                let held = figure.gear.item(item);
                let words = held.map(|held| declare::item_words(held, &scene.tables));
                (words.unwrap_or_else(|| "it".to_owned()), radius)
            }
            None => ("it".to_owned(), 0),
        };
        let names: Vec<String> = victims(scene, hex, radius)
            .iter()
            .map(|(met, ..)| {
                let own = !scene.enemies(who, met.id);
                let mark = if own { " (own side)" } else { "" };
                format!("{}{mark}", met.label.name)
            })
            .collect();
        let (column, row) = scene.board.column_row(hex);
        format!("throw {what} at ({column}, {row}): {}", names.join(", "))
    }
}

/// The slots of a throw at a hex.
pub fn at(hex: Hex) -> Slots {
    Slots {
        hex: Some(hex),
        ..Slots::default()
    }
}

/// Where it bursts, with the exact chance of each hex: the aim, and every end of a scatter (P-130).
fn ends(scene: &Scene, lob: &Lob) -> BTreeMap<(i32, i32), (Hex, Fraction)> {
    let (score, _) = attack::score(&lob.attack);
    let good = u128::try_from(score.clamp(1, 19)).unwrap_or(1);
    let mut ends = BTreeMap::new();
    let mut add = |hex: Hex, chance: Fraction| {
        let entry = ends
            .entry(crate::board::hex_key(hex))
            .or_insert((hex, Fraction::ZERO));
        entry.1 = entry.1 + chance;
    };
    add(lob.hex, Fraction::new(good, 20));
    for d6 in 1..=6 {
        for d10 in 1..=10 {
            let (dir, hexes) = scatter(lob.facing, lob.attack.distance.into(), d6, d10);
            let hex = flight(&scene.board, lob.hex, dir, hexes);
            add(hex, Fraction::new(20 - good, 20 * 60));
        }
    }
    ends
}

/// The odds of a throw at a hex: for everybody who may be met, what he loses with what chance.
fn odds(scene: &Scene, lob: &Lob) -> Odds {
    let (score, modifiers) = attack::score(&lob.attack);
    let weights = sum_weights(lob.attack.weapon.damage);
    let all: u128 = weights.iter().map(|(_, weight)| u128::from(*weight)).sum();
    let mut outcomes: BTreeMap<Outcome, Fraction> = BTreeMap::new();
    let mut success = Fraction::ZERO;
    for (hex, chance) in ends(scene, lob).into_values() {
        let met = victims(scene, hex, lob.radius);
        if met.is_empty() {
            let entry = outcomes.entry(Outcome::default());
            let known = entry.or_insert(Fraction::ZERO);
            *known = *known + chance;
            continue;
        }
        success = success + chance;
        for (rolled, weight) in &weights {
            let part = chance * Fraction::new(u128::from(*weight), all);
            let mut outcome = Outcome::default();
            for (victim, arc, halved) in &met {
                let lost = through(scene, victim, *arc, *halved, *rolled);
                let label = format!("{} Stamina", victim.label.name);
                outcome.quantities.push((label.into(), -lost));
            }
            let known = outcomes.entry(outcome).or_insert(Fraction::ZERO);
            *known = *known + part;
        }
    }
    Odds {
        target: Some((score, 20)),
        sure: 1,
        modifiers,
        answers: vec![Answered {
            answer: "nothing".into(),
            success,
            outcomes: outcomes.into_iter().collect(),
        }],
        proviso:
            "nobody can defend against what bursts (P-212); a miss comes down elsewhere (P-130)"
                .into(),
    }
}
