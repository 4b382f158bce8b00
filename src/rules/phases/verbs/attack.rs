//! `attack`, `shoot`, `throw`: the declared weapon at a target, plainly or with a Special Attack
//! (P-011, P-040, P-093, P-131 to P-134).

use crate::board::Dir;
use crate::combat::combatant::{CombatantId, ItemId};
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::refusal::Refusal;
use crate::rules::phases::attack::AttackContext;
use crate::rules::phases::gather::{self, Aim, Occasion};
use crate::rules::phases::scene::{Declared, Figure, Scene};
use crate::rules::phases::sheet::DamageType;
use crate::rules::phases::special::Special;
use crate::rules::phases::systems::handling::drawn;
use crate::rules::phases::verbs::{declare, odds};
use crate::rules::phases::weapon_use::Mode;
use std::borrow::Cow;

/// Flags an attack may carry.
const FLAGS: [&str; 7] = [
    "feint",
    "knockback",
    "target",
    "blunt",
    "cutting",
    "piercing",
    "entangling",
];

/// The aim that slots describe.
///
/// # Errors
/// Unknown flags, or two Special Attacks in one (P-173).
pub fn aim(slots: &Slots) -> Result<Aim, Refusal> {
    if let Some(stranger) = slots
        .flags
        .iter()
        .find(|flag| !FLAGS.contains(&flag.as_str()))
    {
        return Err(Refusal::form(format!(
            "`{stranger}` is unknown here; allowed: {}",
            FLAGS.join(", ")
        )));
    }
    let special = match (slots.flag("knockback"), slots.flag("target")) {
        (true, true) => {
            return Err(Refusal::new(
                "P-173",
                "two Special Attacks cannot be made in one attack",
            ));
        }
        (true, false) => Some(Special::Knockback),
        (false, true) => Some(Special::Target),
        (false, false) => None,
    };
    let kinds = [
        ("blunt", DamageType::B),
        ("cutting", DamageType::C),
        ("piercing", DamageType::P),
        ("entangling", DamageType::E),
    ];
    let kind = kinds
        .into_iter()
        .find(|(flag, _)| slots.flag(flag))
        .map(|(_, kind)| kind);
    Ok(Aim {
        special,
        feint: slots.flag("feint"),
        kind,
        knock_dir: slots.dir,
        ordinal: 0,
    })
}

/// The weapon and mode of a verb, from what was declared (P-093); the figure as it will be when
/// the blow falls (a weapon to be drawn is drawn).
fn declared<'a>(
    scene: &Scene,
    figure: &'a Figure,
    verb: &str,
) -> Result<(Cow<'a, Figure>, ItemId, Mode), Refusal> {
    let words = || declare::words(&figure.tempo.declared, &figure.gear, &scene.tables);
    match (verb, &figure.tempo.declared) {
        ("attack", Declared::Attack(item)) => Ok((Cow::Borrowed(figure), *item, Mode::Melee)),
        ("attack", Declared::DrawAttack(item)) => Ok((
            Cow::Owned(drawn(figure, &scene.tables, *item)),
            *item,
            Mode::Melee,
        )),
        ("shoot", Declared::Shoot(item)) => Ok((Cow::Borrowed(figure), *item, Mode::Shot)),
        ("throw", Declared::Throw(item)) => Ok((Cow::Borrowed(figure), *item, Mode::Thrown)),
        _ => Err(Refusal::new(
            "P-093",
            format!("declared was `{}`; anything else needs an abort", words()),
        )),
    }
}

/// The enemies worth a closer look for a verb (see [`gather::candidates`]), by id.
pub fn candidates<'a>(scene: &'a Scene, figure: &Figure, verb: &str) -> Vec<&'a Figure> {
    declared(scene, figure, verb).map_or_else(
        |_| Vec::new(),
        |(ready, item, mode)| gather::candidates(scene, &ready, item, mode),
    )
}

/// The attacks that a verb with these slots makes: one, or as many as the Rate of Fire allows, each
/// with its own target (P-109).
///
/// # Errors
/// Why they cannot be made.
pub fn contexts(
    scene: &Scene,
    figure: &Figure,
    verb: &str,
    slots: &Slots,
) -> Result<Vec<(CombatantId, AttackContext)>, Refusal> {
    if slots.targets.is_empty() {
        return Err(Refusal::form(format!("`{verb}` needs a target")));
    }
    let (figure, item, mode) = declared(scene, figure, verb)?;
    let mut aim = aim(slots)?;
    let mut attacks = Vec::new();
    for (nth, id) in slots.targets.iter().enumerate() {
        let target = scene
            .get(*id)
            .ok_or_else(|| Refusal::form("there is no such combatant"))?;
        aim.ordinal = nth as u16;
        let mut context =
            gather::attack(scene, &figure, target, item, mode, &aim, Occasion::Action)?;
        let rate = context.weapon.range.as_ref().map_or(1, |range| range.rate);
        if nth >= usize::from(rate) {
            return Err(Refusal::new(
                "P-109",
                format!("it discharges {rate} round(s) a phase: name as many targets at most"),
            ));
        }
        context.round = nth as u8;
        attacks.push((*id, context));
    }
    Ok(attacks)
}

/// The first of the attacks that a verb with these slots makes.
///
/// # Errors
/// Why it cannot be made.
pub fn context(
    scene: &Scene,
    figure: &Figure,
    verb: &str,
    slots: &Slots,
) -> Result<AttackContext, Refusal> {
    contexts(scene, figure, verb, slots)?
        .into_iter()
        .next()
        .map(|(_, context)| context)
        .ok_or_else(|| Refusal::form(format!("`{verb}` needs a target")))
}

/// The verb.
pub struct Strike {
    name: &'static str,
}

impl Strike {
    /// Hand to hand.
    pub const MELEE: Strike = Strike { name: "attack" };
    /// With a bow, crossbow, sling.
    pub const SHOT: Strike = Strike { name: "shoot" };
    /// A thrown weapon.
    pub const THROW: Strike = Strike { name: "throw" };
}

/// The ways of attacking worth offering, plainly first, those of a Feint specialist last (P-173).
pub fn manners(melee: bool) -> Vec<Slots> {
    let flag = |name: &str| Slots::default().with_flag(name);
    let mut list = vec![Slots::default(), flag("target")];
    if melee {
        list.push(flag("feint"));
        for dir in Dir::ALL {
            list.push(Slots {
                dir: Some(dir),
                ..flag("knockback")
            });
        }
        let feints = list.iter().skip(3).chain(&list[1..2]);
        let feints: Vec<Slots> = feints.map(|with| with.clone().with_flag("feint")).collect();
        list.extend(feints);
    }
    list
}

impl Verb for Strike {
    fn name(&self) -> &'static str {
        self.name
    }

    fn rules(&self) -> &'static [&'static str] {
        &[
            "P-040", "P-093", "P-114", "P-131", "P-134", "P-169", "P-174", "P-199",
        ]
    }

    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        if figure.may_act(scene.phase).is_err() {
            return Vec::new();
        }
        let Ok((ready, item, mode)) = declared(scene, figure, self.name) else {
            return Vec::new();
        };
        gather::targets(scene, &ready, item, mode)
            .into_iter()
            .flat_map(|target| {
                manners(self.name == "attack")
                    .into_iter()
                    .map(move |manner| Slots {
                        targets: vec![target],
                        ..manner
                    })
            })
            .filter(|slots| context(scene, figure, self.name, slots).is_ok())
            .map(|slots| Choice::new(self.name, slots))
            .collect()
    }

    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        figure.may_act(scene.phase)?;
        context(scene, figure, self.name, slots).map(|_| ())
    }

    fn odds(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Option<Odds> {
        let scene: &Scene = ask.scene();
        let context = context(scene, scene.figure(who), self.name, slots).ok()?;
        let target = scene.get(*slots.targets.first()?)?;
        Some(odds::of_attack(scene, target, context))
    }

    fn words(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> String {
        let scene: &Scene = ask.scene();
        let name = |id: &CombatantId| {
            scene
                .get(*id)
                .map_or("somebody unknown", |figure| figure.label.name.as_str())
        };
        let target = slots.targets.first().map_or("nobody", name);
        let what = if slots.flag("knockback") {
            let dir = slots
                .dir
                .map_or("away", |dir| scene.board.orientation.name(dir));
            format!("knock {target} back, {dir}")
        } else if slots.flag("target") {
            format!("{} at the gaps of {target}'s armour", self.name)
        } else if self.name == "throw" {
            format!("throw at {target}")
        } else {
            format!("{} {target}", self.name)
        };
        let with = declared(scene, scene.figure(who), self.name)
            .ok()
            .and_then(|(figure, item, _)| {
                figure
                    .gear
                    .item(item)
                    .map(|item| declare::item_words(item, &scene.tables))
            })
            .map_or_else(String::new, |item| format!(" with {item}"));
        let feint = if slots.flag("feint") {
            ", as a Feint"
        } else {
            ""
        };
        format!("{what}{with}{feint}")
    }
}
