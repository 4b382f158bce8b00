//! `attack`, `shoot`, `throw`: the declared weapon at a target, plainly or with a Special Attack
//! (P-011, P-040, P-093, P-131 to P-134).

use crate::board::Dir;
use crate::combat::combatant::{CombatantId, ItemId};
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::refusal::Refusal;
use crate::rules::phases::attack::AttackContext;
use crate::rules::phases::body::Part;
use crate::rules::phases::derive;
use crate::rules::phases::gather::{self, Aim, Occasion};
use crate::rules::phases::scene::{Declared, Figure, Scene};
use crate::rules::phases::sheet::DamageType;
use crate::rules::phases::special::Special;
use crate::rules::phases::systems::handling::drawn;
use crate::rules::phases::verbs::{burst, declare, odds, two};
use crate::rules::phases::weapon_use::Mode;
use std::borrow::Cow;

/// Flags an attack may carry besides Special Attacks and places.
const FLAGS: [&str; 6] = [
    "feint",
    "automatic pierce",
    "blunt",
    "cutting",
    "piercing",
    "entangling",
];

fn is_flag(flag: &str) -> bool {
    FLAGS.contains(&flag)
        || Special::ALL.iter().any(|special| special.word() == flag)
        || Part::ALL.iter().any(|part| part.word() == flag)
}

/// The aim that slots describe.
///
/// # Errors
/// Unknown flags, two Special Attacks in one (P-173), two places.
pub fn aim(slots: &Slots) -> Result<Aim, Refusal> {
    if let Some(stranger) = slots.flags.iter().find(|flag| !is_flag(flag)) {
        let specials = Special::ALL.iter().map(|special| special.word());
        let known: Vec<&str> = FLAGS.into_iter().chain(specials).collect();
        return Err(Refusal::form(format!(
            "`{stranger}` is unknown here; allowed: {}, and places of the body",
            known.join(", ")
        )));
    }
    let mut specials = Special::ALL
        .into_iter()
        .filter(|special| slots.flag(special.word()));
    let special = specials.next();
    if specials.next().is_some() {
        return Err(Refusal::new(
            "P-173",
            "two Special Attacks cannot be made in one attack",
        ));
    }
    let mut places = Part::ALL.into_iter().filter(|part| slots.flag(part.word()));
    let place = places.next();
    if places.next().is_some() {
        return Err(Refusal::new("P-202", "one place is called, not two"));
    }
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
    let means = matches!(special, Some(Special::Break | Special::Disarm));
    Ok(Aim {
        special,
        feint: slots.flag("feint"),
        kind,
        knock_dir: slots.dir,
        meant: slots.item.filter(|_| means),
        place,
        through: slots.flag("automatic pierce"),
        ordinal: 0,
        astray: false,
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
        ("attack", Declared::Attack(item) | Declared::Both(item)) => {
            Ok((Cow::Borrowed(figure), *item, Mode::Melee))
        }
        ("attack", Declared::DrawAttack(item)) => Ok((
            Cow::Owned(drawn(figure, &scene.tables, *item)),
            *item,
            Mode::Melee,
        )),
        ("shoot", Declared::Shoot(item)) => Ok((Cow::Borrowed(figure), *item, Mode::Shot)),
        ("throw", Declared::Throw(_)) if burst::declared(scene, figure).is_some() => Err(
            Refusal::new("P-104", "it bursts: it is thrown at a hex, by `burst`"),
        ),
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
    if two::declared(&figure) {
        return two::contexts(scene, &figure, slots);
    }
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

/// The ways of attacking somebody worth offering, plainly first, those of a Feint specialist last
/// (P-173); with `all`, every direction and every place that may be called.
pub fn manners(
    scene: &Scene,
    figure: &Figure,
    target: &Figure,
    melee: bool,
    all: bool,
) -> Vec<Slots> {
    let of = |special: Special| Slots::default().with_flag(special.word());
    let mut list = vec![Slots::default(), of(Special::Target), of(Special::Pierce)];
    if target.is_helpless() {
        list.push(Slots::default().with_flag("automatic pierce"));
    }
    if melee {
        list.push(Slots::default().with_flag("feint"));
        list.extend(
            [
                Special::Stun,
                Special::Sweep,
                Special::Cleave,
                Special::Break,
            ]
            .map(of),
        );
        list.push(of(Special::Backstab));
        let mut weapons: Vec<Option<ItemId>> = gather::weapons(scene, target)
            .map(|item| Some(item.id))
            .collect();
        list.extend(weapons.iter().map(|item| Slots {
            item: *item,
            ..of(Special::Break)
        }));
        if weapons.len() < 2 {
            weapons = vec![None];
        }
        for item in weapons {
            let dirs: Vec<_> = if all {
                Dir::ALL.map(Some).to_vec()
            } else {
                vec![None]
            };
            list.extend(dirs.into_iter().map(|dir| Slots {
                dir,
                item,
                ..of(Special::Disarm)
            }));
        }
        for dir in Dir::ALL {
            list.push(Slots {
                dir: Some(dir),
                ..of(Special::Knockback)
            });
        }
    }
    if all && derive::specialized(&figure.sheet, "target") {
        let places = |slots: &Slots| {
            let takes = Special::ALL
                .into_iter()
                .any(|special| special.has_place() && slots.flag(special.word()));
            let slots = slots.clone();
            let parts = Part::ALL.into_iter().filter(move |_| takes);
            parts.map(move |part| slots.clone().with_flag(part.word()))
        };
        let called: Vec<Slots> = list.iter().flat_map(places).collect();
        list.extend(called);
    }
    if melee && derive::specialized(&figure.sheet, "feint") {
        let special = |slots: &&Slots| Special::ALL.iter().any(|one| slots.flag(one.word()));
        let with = list.iter().filter(special);
        let feints: Vec<Slots> = with.map(|with| with.clone().with_flag("feint")).collect();
        list.extend(feints);
    }
    list
}

/// What an attack is, in words.
fn deed(verb: &str, target: &str, slots: &Slots, item: Option<String>, toward: &str) -> String {
    let special = Special::ALL
        .into_iter()
        .find(|special| slots.flag(special.word()));
    let what = match special {
        Some(Special::Backstab) => format!("backstab {target}"),
        Some(Special::Break) => match item {
            Some(item) => format!("break {target}'s {item}"),
            None => format!("break {target}'s armour"),
        },
        Some(Special::Cleave) => format!("cleave {target}"),
        Some(Special::Disarm) => {
            let item = item.map_or_else(String::new, |item| format!(" of the {item}"));
            format!("disarm {target}{item}, {toward}")
        }
        Some(Special::Knockback) => format!("knock {target} back, {toward}"),
        Some(Special::Pierce) => format!("pierce {target}'s armour"),
        Some(Special::Stun) => format!("stun {target}"),
        Some(Special::Sweep) => format!("sweep {target} off his feet"),
        Some(Special::Target) => format!("{verb} at the gaps of {target}'s armour"),
        None if verb == "throw" => format!("throw at {target}"),
        None if slots.flag("automatic pierce") => format!("{verb} {target} and pierce the armour"),
        None => format!("{verb} {target}"),
    };
    let place = Part::ALL.into_iter().find(|part| slots.flag(part.word()));
    place.map_or(what.clone(), |part| {
        format!("{what}, at the {}", part.word())
    })
}

impl Verb for Strike {
    fn name(&self) -> &'static str {
        self.name
    }

    fn rules(&self) -> &'static [&'static str] {
        &[
            "P-040", "P-093", "P-114", "P-131", "P-134", "P-136", "P-141", "P-150", "P-164",
            "P-169", "P-174", "P-181", "P-187", "P-194", "P-199",
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
        let targets = gather::targets(scene, &ready, item, mode);
        let both = if two::declared(&ready) {
            two::manners(&targets)
        } else {
            Vec::new()
        };
        targets
            .into_iter()
            .flat_map(|target| {
                let melee = self.name == "attack";
                manners(scene, figure, scene.figure(target), melee, true)
                    .into_iter()
                    .map(move |manner| Slots {
                        targets: vec![target],
                        ..manner
                    })
            })
            .chain(both)
            .filter(|slots| context(scene, figure, self.name, slots).is_ok())
            .map(|slots| Choice::new(self.name, slots))
            .collect()
    }

    fn wishes(&self, _: &Ask, _: CombatantId, whom: Option<CombatantId>) -> Vec<Slots> {
        /// Kinds of attack that somebody may wish for, those of missiles first.
        const WISHES: [&str; 10] = [
            "target",
            "pierce",
            "feint",
            "knockback",
            "stun",
            "sweep",
            "disarm",
            "break",
            "cleave",
            "backstab",
        ];
        let plain = Slots {
            targets: whom.into_iter().collect(),
            ..Slots::default()
        };
        let kinds = if self.name == "attack" {
            &WISHES[..]
        } else {
            &WISHES[..2]
        };
        let special = kinds.iter().map(|kind| plain.clone().with_flag(kind));
        std::iter::once(plain.clone()).chain(special).collect()
    }

    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        figure.may_act(scene.phase)?;
        context(scene, figure, self.name, slots).map(|_| ())
    }

    fn odds(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Option<Odds> {
        let scene: &Scene = ask.scene();
        let attacks = contexts(scene, scene.figure(who), self.name, slots).ok()?;
        let target = scene.get(*slots.targets.first()?)?;
        // Of several targets the first; a Rate of Fire is one round after another.
        let paired = attacks.first().is_some_and(|(_, attack)| attack.paired);
        let of_first = attacks.into_iter().map(|(_, attack)| attack);
        let count = if paired { 2 } else { 1 };
        Some(odds::of_attacks(
            scene,
            target,
            of_first.take(count).collect(),
        ))
    }

    fn words(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> String {
        let scene: &Scene = ask.scene();
        let name = |id: &CombatantId| {
            scene
                .get(*id)
                .map_or("somebody unknown", |figure| figure.label.name.as_str())
        };
        let target = slots.targets.first().map_or("nobody", name);
        let toward = slots
            .dir
            .map_or("away", |dir| scene.board.orientation.name(dir));
        let item = slots.item.and_then(|item| {
            let mut targets = slots.targets.iter().filter_map(|id| scene.get(*id));
            let item = targets.find_map(|figure| figure.gear.item(item))?;
            Some(declare::item_words(item, &scene.tables))
        });
        let what = deed(self.name, target, slots, item, toward);
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
        let both = if two::declared(scene.figure(who)) {
            two::words(scene, slots)
        } else {
            String::new()
        };
        format!("{what}{with}{feint}{both}")
    }
}
