//! From the scene to the contexts of grappling: hands, aims, ways of throws, grips to break.

use super::counter::Counter;
use super::struggle::Struggle;
use super::{Grapple, Grip, Mark, WEAPON, Way, rule};
use crate::board::push::{PushStep, push_step};
use crate::board::{Cell, Dir, Hex, distance};
use crate::combat::combatant::{CombatantId, Condition, ItemId, Posture};
use crate::combat::odds::Modifier;
use crate::combat::refusal::Refusal;
use crate::rules::phases::assault::Assault;
use crate::rules::phases::attack::AttackContext;
use crate::rules::phases::derive;
use crate::rules::phases::facing::Arc4;
use crate::rules::phases::gather::{self, Aim, Occasion};
use crate::rules::phases::outlook::arc_of;
use crate::rules::phases::scene::{Declared, Figure, Scene};
use crate::rules::phases::special::{Special, is_specialized};
use crate::rules::phases::weapon_use::{Mode, WeaponUse};

impl Figure {
    /// The combatant he has hold of.
    pub fn grip(&self) -> Option<Grip> {
        self.tempo.grip
    }

    /// Keeps somebody pinned and does nothing else (P-237).
    pub fn maintains(&self) -> bool {
        self.tempo.declared == Declared::Maintain && self.tempo.grip.is_some_and(|grip| grip.pin)
    }
}

impl Scene {
    /// Everybody who has hold of a combatant, by id.
    pub fn holders(&self, who: CombatantId) -> impl Iterator<Item = &Figure> {
        let figure = self.figure(who);
        let seized =
            figure.conditions.has(Condition::Held) || figure.conditions.has(Condition::Pinned);
        self.figures
            .iter()
            .filter(move |other| seized && other.grip().is_some_and(|grip| grip.whom == who))
    }

    /// Whether somebody who is held may be in a hex: no more than 1 m from all who hold him
    /// (P-233).
    ///
    /// # Errors
    /// Who holds him.
    pub fn within_holds(&self, figure: &Figure, hex: Hex) -> Result<(), Refusal> {
        match self
            .holders(figure.id)
            .find(|holder| distance(holder.place.hex, hex) > 1)
        {
            None => Ok(()),
            Some(holder) => Err(Refusal::new(
                "P-233",
                format!(
                    "{} is held by {}: no more than 1 m from him",
                    figure.label.name, holder.label.name
                ),
            )),
        }
    }
}

/// Bare hands as a weapon (P-230), whether or not they are free.
fn bare(scene: &Scene, figure: &Figure) -> Result<WeaponUse, Refusal> {
    let table = scene
        .tables
        .weapons
        .get(WEAPON)
        .ok_or_else(|| Refusal::new("P-230", "these tables know no grappling"))?;
    let bonus = figure.sheet.fi_bonus;
    Ok(WeaponUse {
        item: None,
        name: WEAPON.into(),
        class: table.class.clone(),
        level: derive::level(&figure.sheet, &table.class),
        mode: Mode::Melee,
        types: table.types.clone(),
        // Of both hands, but no two-handed weapon: it needs neither room nor footing (P-124, P-033).
        two_handed: false,
        cn: table.cn,
        damage: table.damage,
        fitness: i32::from(bonus) / 2,
        fi_bonus: bonus,
        wear: 0,
        rb: None,
        full_speed: table.speed,
        reach: table.reach.unwrap_or(1),
        range: None,
        polearm: false,
        mounted_only: false,
    })
}

/// Whether both hands are free to grapple; fists are no hindrance (P-230).
///
/// # Errors
/// What is in them.
pub fn free_hands(scene: &Scene, figure: &Figure) -> Result<(), Refusal> {
    let weapon = |name: &str| scene.tables.weapons.get(name);
    let full = figure
        .gear
        .in_hand()
        .find(|item| weapon(&item.name).is_none_or(|weapon| weapon.class != "striking"));
    match full {
        None => Ok(()),
        Some(item) => Err(Refusal::new(
            "P-230",
            format!(
                "grappling needs both hands free: put away or drop {} first",
                crate::rules::phases::verbs::declare::item_words(item, &scene.tables)
            ),
        )),
    }
}

/// What an order to grapple is after, before it is known where a throw leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// To hold.
    Hold,
    /// To pin.
    Pin,
    /// To force down together.
    Overbear,
    /// To throw in a direction.
    Throw(Dir),
    /// A Disarm, Stun or Sweep out of a Hold (P-234); a Disarm may name direction and weapon.
    Special(Special, Option<Dir>, Option<ItemId>),
}

fn not_held(target: &Figure, what: &str) -> Refusal {
    Refusal::new(
        "P-234",
        format!("{what} needs a Hold, and {} is not held", target.label.name),
    )
}

/// The grapple somebody wants, if he may try it now.
fn aim(
    scene: &Scene,
    figure: &Figure,
    target: &Figure,
    want: Want,
    weapon: &WeaponUse,
) -> Result<Option<Grapple>, Refusal> {
    let name = &target.label.name;
    if !target.fitness.fills_hex() {
        return Err(Refusal::form(format!("{name} does not resist any more")));
    }
    let holds = figure.grip().filter(|grip| grip.whom == target.id);
    if let (Some(grip), None) = (figure.grip(), holds) {
        let held = &scene.figure(grip.whom).label.name;
        return Err(Refusal::new(
            "P-230",
            format!("his hands hold {held}: let go first"),
        ));
    }
    match want {
        Want::Hold | Want::Overbear if holds.is_some() => {
            let words = format!("{name} is held already: pin or throw him");
            Err(Refusal::new("P-234", words))
        }
        Want::Hold => Ok(Some(Grapple::Hold)),
        Want::Overbear => match comrades(scene, figure, target) {
            0 => Err(Refusal::new(
                "P-239",
                format!("nobody else can grapple {name} in this phase"),
            )),
            others => Ok(Some(Grapple::Overbear { others })),
        },
        Want::Pin | Want::Throw(_) | Want::Special(..) => {
            let what = match want {
                Want::Pin => "a Pin".to_owned(),
                Want::Special(special, ..) => format!("a grappler's {}", special.word()),
                _ => "a Throw".to_owned(),
            };
            if holds.is_none_or(|grip| grip.pin) {
                return Err(not_held(target, &what));
            }
            special(scene, figure)?;
            match want {
                Want::Throw(dir) => {
                    let specialist = is_specialized(&figure.sheet, weapon, "grapple_throw");
                    let metres = rule::metres(figure.sheet.fi_bonus, specialist);
                    thrown(scene, figure, target, dir, metres).map(|way| Some(Grapple::Throw(way)))
                }
                Want::Special(..) => Ok(None),
                _ => Ok(Some(Grapple::Pin)),
            }
        }
    }
}

/// Special Attacks need their full time (P-131).
fn special(scene: &Scene, figure: &Figure) -> Result<(), Refusal> {
    if !scene.switches.special_attacks {
        return Err(Refusal::new("C-8", "Special Attacks are not in use here"));
    }
    if figure.rushed(scene.phase) > 0 {
        let words = "a Special Attack needs its full preparation: wait for the Action Phase";
        return Err(Refusal::new("P-131", words));
    }
    Ok(())
}

/// Own people who could force the target down together with somebody in this phase (P-239).
fn comrades(scene: &Scene, figure: &Figure, target: &Figure) -> u8 {
    // Of statements that are carried out one by one some are attacks on him already.
    let stated = |other: &Figure| {
        scene.fights.iter().any(|fight| {
            fight.target == target.id
                && fight.context.attacks.iter().any(|assault| {
                    matches!(assault, Assault::Blow(attack) if attack.attacker == other.id
                        && matches!(attack.grapple, Some(Grapple::Overbear { .. })))
                })
        })
    };
    let joins = |other: &&Figure| {
        other.tempo.declared == Declared::Grapple
            && (other.may_act(scene.phase).is_ok() || stated(other))
            && other.grip().is_none()
            && distance(other.place.hex, target.place.hex) == 1
            && arc_of(other.place, target.place.hex) == Arc4::Forward
    };
    u8::try_from(scene.friends(figure).filter(joins).count()).unwrap_or(u8::MAX)
}

/// A grapple as an attack, or why it cannot be tried (P-230 to P-241).
///
/// # Errors
/// The rule that forbids it, with what would be allowed.
pub fn attack(
    scene: &Scene,
    figure: &Figure,
    target: &Figure,
    want: Want,
) -> Result<AttackContext, Refusal> {
    free_hands(scene, figure)?;
    let weapon = bare(scene, figure)?;
    let grapple = aim(scene, figure, target, want, &weapon)?;
    let aim = match want {
        Want::Special(special, dir, item) => Aim {
            special: Some(special),
            knock_dir: dir,
            meant: item,
            ..Aim::default()
        },
        _ => Aim::default(),
    };
    let mut context = gather::attack_with(scene, figure, target, weapon, &aim, Occasion::Action)?;
    context.grapple = grapple;
    if let Some(Grapple::Throw(_)) = grapple {
        let steps = rule::size_modifier(figure.sheet.size, target.sheet.size);
        if steps != 0 {
            context.extra.push(Modifier::new("size", steps, "P-241"));
        }
    }
    Ok(context)
}

/// The enemies within reach of his hands and in front, by id.
pub fn candidates<'a>(scene: &'a Scene, figure: &Figure) -> Vec<&'a Figure> {
    let mut found: Vec<&Figure> = scene
        .figures
        .near(figure.place.hex, 1)
        .filter(|foe| foe.fitness.fills_hex() && scene.enemies(figure.id, foe.id))
        .filter(|foe| arc_of(figure.place, foe.place.hex) == Arc4::Forward)
        .collect();
    found.sort_unstable_by_key(|foe| foe.id);
    found
}

/// Where a Throw from a Hold leads (P-241): in any direction; over the thrower it is counted from
/// his hex, the first metre being the one to it.
fn thrown(
    scene: &Scene,
    thrower: &Figure,
    target: &Figure,
    dir: Dir,
    metres: u8,
) -> Result<Way, Refusal> {
    let (here, there) = (thrower.place.hex, target.place.hex);
    if dir.from(there) != here {
        return Ok(way(scene, [thrower.id, target.id], there, dir, metres));
    }
    if metres < 2 {
        return Err(Refusal::new(
            "P-241",
            format!(
                "{} throws {metres} m: not far enough to throw somebody over himself",
                thrower.label.name
            ),
        ));
    }
    let over = way(scene, [thrower.id, target.id], here, dir, metres - 1);
    if over.blocked {
        let words = "there is no room behind him to throw somebody over himself";
        return Err(Refusal::new("P-241", words));
    }
    Ok(over)
}

/// The way of a throw over the ground as it is: what stops it, what it ends in.
fn way(scene: &Scene, pair: [CombatantId; 2], from: Hex, dir: Dir, hexes: u8) -> Way {
    let mut way = Way {
        dir,
        from,
        hexes,
        ..Way::default()
    };
    let mut at = from;
    for gone in 0..hexes {
        let left = hexes - gone;
        match push_step(&scene.board, at, dir) {
            PushStep::Free { to } => {
                let full = scene
                    .occupant(to)
                    .is_some_and(|other| !pair.contains(&other.id));
                if full {
                    way.blocked = gone == 0;
                    return way;
                }
                at = to;
            }
            // Over a fence with three metres left, against it with less (B-076).
            PushStep::Low if left >= 3 => return way,
            PushStep::Wall | PushStep::Low => {
                way.wall = left;
                way.blocked = gone == 0;
                return way;
            }
            PushStep::Soft | PushStep::Border => {
                way.blocked = gone == 0;
                return way;
            }
            PushStep::Fall { levels, .. } => {
                way.drop = u8::try_from(levels.max(0)).unwrap_or(u8::MAX);
                return way;
            }
            PushStep::Pit { .. } => {
                way.drop = 1;
                return way;
            }
            PushStep::Water { .. } => {
                way.water = true;
                return way;
            }
        }
    }
    way
}

/// The numbers of one who may be thrown.
fn mark(scene: &Scene, figure: &Figure) -> Mark {
    let hampered = scene
        .board
        .cell(figure.place.hex)
        .is_some_and(Cell::hampers);
    Mark {
        who: figure.id,
        dx: figure.sheet.dx,
        rss: figure.sheet.rss.into(),
        feats: -i32::from(hampered),
        down: !figure.on_feet(),
    }
}

/// Whether somebody may throw his attackers in answer: a Grappler with both hands free (P-245).
pub fn throws(scene: &Scene, figure: &Figure) -> bool {
    scene.tables.weapons.contains_key(WEAPON)
        && derive::level(&figure.sheet, WEAPON) > 0
        && figure.grip().is_none()
        && free_hands(scene, figure).is_ok()
}

/// The Defensive Throw against one of the attacks of a bout (P-245), if there is such an attacker.
pub fn counter(scene: &Scene, figure: &Figure, attacks: &[Assault], at: u16) -> Option<Counter> {
    let attacker = scene.get(attacks.get(usize::from(at))?.attacker())?;
    let weapon = bare(scene, figure).ok()?;
    let dir = gather::straight_away(attacker, figure)?;
    let metres = rule::metres(
        figure.sheet.fi_bonus,
        is_specialized(&figure.sheet, &weapon, "grapple_throw"),
    );
    let mut way = way(
        scene,
        [figure.id, attacker.id],
        figure.place.hex,
        dir,
        metres,
    );
    if way.blocked {
        // He lands in his own hex: no wall is reached (P-245).
        way.wall = 0;
    }
    let arc = arc_of(attacker.place, figure.place.hex);
    Some(Counter {
        at,
        level: weapon.level,
        size: rule::size_modifier(figure.sheet.size, attacker.sheet.size),
        specialized: is_specialized(&figure.sheet, &weapon, "defensive_throw"),
        way,
        mark: mark(scene, attacker),
        damage: weapon.damage,
        fitness: weapon.fitness,
        ar: derive::protection(&scene.tables, &attacker.gear, arc).ar,
    })
}

/// What it takes to break a grip (P-232, P-236).
///
/// # Errors
/// That this one holds nobody, or not him.
pub fn struggle(scene: &Scene, figure: &Figure, holder: CombatantId) -> Result<Struggle, Refusal> {
    let name = &figure.label.name;
    let holder = scene
        .get(holder)
        .ok_or_else(|| Refusal::form("there is no such combatant"))?;
    let Some(grip) = holder.grip().filter(|grip| grip.whom == figure.id) else {
        let words = format!("{} does not hold {name}", holder.label.name);
        return Err(Refusal::new("P-232", words));
    };
    let weapon = bare(scene, holder)?;
    let hampers = |who: &Figure| scene.board.cell(who.place.hex).is_some_and(Cell::hampers);
    let mut keep = derive::level_score(weapon.level) - i32::from(hampers(holder));
    if holder.posture == Posture::Prone {
        keep -= 5;
    }
    if holder.conditions.has(Condition::Held) {
        keep -= 5;
    }
    Ok(Struggle {
        who: figure.id,
        fi: figure.sheet.fi,
        pin: grip.pin,
        specialist: is_specialized(&holder.sheet, &weapon, "pin"),
        rushed: figure.rushed(scene.phase),
        hampered: hampers(figure),
        keeper: holder.id,
        keep,
    })
}

/// Grappling damage of a standing grip in a phase: who holds, whom, dice, FI share, armour (P-231).
pub fn weight(scene: &Scene, holder: &Figure) -> Option<(Grip, WeaponUse, i32)> {
    let grip = holder.grip()?;
    let held = scene.get(grip.whom)?;
    let arc = arc_of(held.place, holder.place.hex);
    let ar = derive::protection(&scene.tables, &held.gear, arc).ar;
    Some((grip, bare(scene, holder).ok()?, ar))
}
