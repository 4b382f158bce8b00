//! The written form of those who fight: sides, combatants, reinforcements, items.

use super::objectives::{RawObjectives, objectives};
use super::{RawHex, hex, keys, seconds};
use crate::combat::combatant::Posture;
use crate::level::check::MAX_COMBATANTS;
use crate::level::spec::{AtOnset, Controller, EnPassant, StandingDefaults};
use crate::level::words::{
    COLOURS, CONDITIONS, CONTROLLERS, EN_PASSANT, FACINGS, NEXT, POSTURES, REACTIONS,
};
use crate::reading::fault::Notes;
use crate::reading::node::{Node, Shape};
use crate::reading::source::{Span, Spot};

/// One side.
#[derive(Debug)]
pub(in crate::level) struct RawSide {
    pub name: Spot<String>,
    pub team: Option<Spot<String>>,
    pub colour: Option<[u8; 3]>,
    pub objectives: Option<RawObjectives>,
    pub surprised: bool,
    pub ambush: bool,
    pub controller: Option<Controller>,
    pub orders: StandingDefaults,
    pub span: Span,
}

/// Where somebody starts.
#[derive(Clone, Debug)]
pub(in crate::level) enum RawPlace {
    /// A hex by column and row.
    Hex(RawHex),
    /// A place named in the legend.
    Start(Spot<String>),
}

/// One combatant.
#[derive(Debug)]
pub(in crate::level) struct RawCombatant<'a> {
    pub span: Span,
    pub name: Option<Spot<String>>,
    pub archetype: Option<Spot<String>>,
    pub side: Option<Spot<String>>,
    /// Whether the side was left out, as members of a wave may do.
    pub side_left_out: bool,
    pub at: Option<RawPlace>,
    pub facing: Option<Spot<String>>,
    pub posture: Option<Spot<Posture>>,
    pub bound: bool,
    pub unconscious: bool,
    pub hidden: bool,
    pub mount: Option<Spot<String>>,
    pub gear: RawGear,
    pub own: Vec<(Spot<String>, Node<'a>)>,
}

/// Gear in place of the archetype's; the word `none` takes it away.
#[derive(Debug, Default)]
pub(in crate::level) struct RawGear {
    pub main: Option<Spot<String>>,
    pub second: Option<Spot<String>>,
    pub shield: Option<Spot<String>>,
    pub armour: Option<Spot<String>>,
    pub extra: Vec<Spot<String>>,
}

/// Reinforcements of one time.
#[derive(Debug)]
pub(in crate::level) struct RawWave<'a> {
    pub at: Option<Spot<i64>>,
    pub side: Option<Spot<String>>,
    pub combatants: Vec<RawCombatant<'a>>,
    pub span: Span,
}

/// A thing to be carried.
#[derive(Debug)]
pub(in crate::level) struct RawItem {
    pub name: Spot<String>,
    pub at: Option<RawHex>,
    pub holder: Option<Spot<String>>,
}

const SIDE_FIELDS: &[&str] = &[
    "name",
    "team",
    "colour",
    "objectives",
    "surprised",
    "ambush",
    "controller",
    "orders",
];

/// Sides: `Side(…)` or a bare name each.
pub(super) fn sides<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Option<Spot<Vec<RawSide>>> {
    let mut sides = Vec::new();
    for item in notes.list(node, "Side(…)")? {
        if matches!(item.shape(), Shape::Text | Shape::Word(_)) {
            let Some(name) = notes.word(item, "the side's name") else {
                continue;
            };
            sides.push(RawSide {
                span: name.span,
                name,
                team: None,
                colour: None,
                objectives: None,
                surprised: false,
                ambush: false,
                controller: None,
                orders: StandingDefaults::default(),
            });
            continue;
        }
        let Some(mut fields) = notes.fields(item, "Side", SIDE_FIELDS) else {
            continue;
        };
        let name = fields.need("name", notes);
        let name = name.and_then(|node| notes.word(node, "the side's name"));
        let team = fields.take("team");
        let team = team.and_then(|node| notes.word(node, "the team's name"));
        let colour = fields.take("colour");
        let colour = colour.and_then(|node| read_colour(notes, node));
        let list = fields.take("objectives");
        let list = list.map(|node| objectives(notes, node));
        let mut flag = |name: &str| {
            let node = fields.take(name)?;
            notes.flag(node, name)
        };
        let surprised = flag("surprised").unwrap_or(false);
        let ambush = flag("ambush").unwrap_or(false);
        let controller = fields.take("controller");
        let controller = controller.and_then(|node| notes.choice(node, "controller", &CONTROLLERS));
        let orders = fields.take("orders");
        let orders = orders.and_then(|node| standing_orders(notes, node));
        let Some(name) = name else { continue };
        sides.push(RawSide {
            name,
            team,
            colour,
            objectives: list,
            surprised,
            ambush,
            controller,
            orders: orders.unwrap_or_default(),
            span: fields.span,
        });
    }
    Some(Spot::new(sides, notes.span(node)))
}

/// A colour's name or `"#rrggbb"`.
fn read_colour<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Option<[u8; 3]> {
    let word = notes.word(node, "a colour")?;
    if let Some(digits) = word.value.strip_prefix('#') {
        let number = u32::from_str_radix(digits, 16).ok();
        let number = number.filter(|_| digits.len() == 6);
        if number.is_none() {
            let message = format!("`{}` is no colour: write \"#rrggbb\"", word.value);
            notes.fault(word.span, message);
        }
        return number.map(|number| {
            let [_, red, green, blue] = number.to_be_bytes();
            [red, green, blue]
        });
    }
    notes.choice(node, "colour", &COLOURS)
}

fn standing_orders<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Option<StandingDefaults> {
    let known: &[&str] = &["en_passant", "reaction", "facing", "next"];
    let mut fields = notes.fields(node, "Orders", known)?;
    let en_passant = fields.take("en_passant");
    let reaction = fields.take("reaction");
    let facing = fields.take("facing");
    let next = fields.take("next");
    Some(StandingDefaults {
        en_passant: en_passant.and_then(|node| match node.shape() {
            Shape::Named("at_least", body) => {
                let items = notes.tuple(body, "at_least(per cent)", 1)?;
                let number = notes.number(items[0], "per cent", 1, 100)?;
                u8::try_from(number.value).ok().map(EnPassant::AtLeast)
            }
            _ => notes.choice(node, "order for en passant", &EN_PASSANT),
        }),
        reaction: reaction.and_then(|node| notes.choice(node, "order for reactions", &REACTIONS)),
        facing: facing.and_then(|node| notes.choice(node, "order for facing", &FACINGS)),
        next: next.and_then(|node| notes.choice(node, "order for declarations", &NEXT)),
    })
}

const COMBATANT_FIELDS: &[&str] = &[
    "name",
    "archetype",
    "side",
    "at",
    "facing",
    "posture",
    "conditions",
    "mount",
    "gear",
    "own",
];

/// What is said of a level with too many combatants.
pub(in crate::level) fn too_many(count: usize) -> String {
    format!("there are {count} combatants; at most {MAX_COMBATANTS} are allowed")
}

pub(super) fn combatants<'a>(
    notes: &mut Notes<'a>,
    node: Node<'a>,
) -> Option<Vec<RawCombatant<'a>>> {
    let items = notes.list(node, "Combatant(…)")?;
    if items.len() > MAX_COMBATANTS {
        let span = notes.span(node);
        notes.fault(span, too_many(items.len()));
        return None;
    }
    Some(
        items
            .into_iter()
            .filter_map(|item| combatant(notes, item))
            .collect(),
    )
}

fn combatant<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Option<RawCombatant<'a>> {
    let mut fields = notes.fields(node, "Combatant", COMBATANT_FIELDS)?;
    let span = fields.span;
    let name = fields.take("name");
    let name = name.and_then(|node| notes.word(node, "the combatant's name"));
    let archetype = fields.need("archetype", notes);
    let archetype = archetype.and_then(|node| notes.word(node, "an archetype"));
    let side = fields.take("side");
    let side_left_out = side.is_none();
    let side = side.and_then(|node| notes.word(node, "the name of a side"));
    let mount = fields.take("mount");
    let mount = mount.and_then(|node| notes.word(node, "the name of a mount"));
    // Who rides another combatant is where that one is.
    let at = match mount {
        Some(_) => fields.take("at"),
        None => fields.need("at", notes),
    };
    let at = at.and_then(|node| match node.shape() {
        Shape::Text | Shape::Word(_) => notes
            .word(node, "a hex or the name of a place")
            .map(RawPlace::Start),
        _ => hex(notes, node).map(RawPlace::Hex),
    });
    let facing = fields.take("facing");
    let facing = facing.and_then(|node| notes.word(node, "a direction"));
    let posture = fields.take("posture");
    let mut posture = posture.and_then(|node| {
        let value = notes.choice(node, "posture", &POSTURES)?;
        Some(Spot::new(value, notes.span(node)))
    });
    let conditions = fields.take("conditions");
    let conditions = conditions.map(|node| notes.one_or_more(node, "conditions"));
    let (mut bound, mut unconscious, mut hidden) = (false, false, false);
    for node in conditions.unwrap_or_default() {
        let place = notes.span(node);
        match notes.choice(node, "condition to start with", &CONDITIONS) {
            Some(AtOnset::Bound) => bound = true,
            Some(AtOnset::Unconscious) => unconscious = true,
            Some(AtOnset::Hidden) => hidden = true,
            Some(AtOnset::Posture(value)) => match &posture {
                Some(other) if other.value != value => {
                    let words = (other.value.word(), value.word());
                    notes.fault(place, format!("nobody is both {} and {}", words.0, words.1));
                }
                _ => posture = Some(Spot::new(value, place)),
            },
            None => {}
        }
    }
    let gear = fields.take("gear");
    let gear = gear.map_or_else(RawGear::default, |node| read_gear(notes, node));
    let own = fields.take("own").map_or_else(Vec::new, |node| {
        keys(notes, node, "the rule system", "own numbers by system")
    });
    Some(RawCombatant {
        span,
        name,
        archetype,
        side,
        side_left_out,
        at,
        facing,
        posture,
        bound,
        unconscious,
        hidden,
        mount,
        gear,
        own,
    })
}

fn read_gear<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> RawGear {
    let known: &[&str] = &["main", "second", "shield", "armour", "extra"];
    let Some(mut fields) = notes.fields(node, "Gear", known) else {
        return RawGear::default();
    };
    let extra = fields.take("extra");
    let mut one = |name: &str, what: &str| {
        let node = fields.take(name)?;
        notes.word(node, what)
    };
    let main = one("main", "a weapon");
    let second = one("second", "a weapon");
    let shield = one("shield", "a shield");
    let armour = one("armour", "a suit of armour");
    let extra = extra.map_or_else(Vec::new, |node| notes.one_or_more(node, "gear"));
    let extra = extra
        .into_iter()
        .filter_map(|node| notes.word(node, "a piece of gear"));
    RawGear {
        main,
        second,
        shield,
        armour,
        extra: extra.collect(),
    }
}

pub(super) fn waves<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Vec<RawWave<'a>> {
    let known: &[&str] = &["at", "side", "combatants"];
    let mut waves = Vec::new();
    for item in notes.list(node, "Wave(…)").unwrap_or_default() {
        let Some(mut fields) = notes.fields(item, "Wave", known) else {
            continue;
        };
        let at = fields.need("at", notes);
        let at = at.and_then(|node| seconds(notes, node, "the time of arrival in seconds"));
        let side = fields.take("side");
        let side = side.and_then(|node| notes.word(node, "the name of a side"));
        let list = fields.need("combatants", notes);
        let list = list
            .and_then(|node| combatants(notes, node))
            .unwrap_or_default();
        waves.push(RawWave {
            at,
            side,
            combatants: list,
            span: fields.span,
        });
    }
    waves
}

pub(super) fn items<'a>(notes: &mut Notes<'a>, node: Node<'a>) -> Vec<RawItem> {
    let mut items: Vec<RawItem> = Vec::new();
    for item in notes.list(node, "Item(…)").unwrap_or_default() {
        let Some(mut fields) = notes.fields(item, "Item", &["name", "at", "holder"]) else {
            continue;
        };
        let name = fields.need("name", notes);
        let name = name.and_then(|node| notes.word(node, "the item's name"));
        let at = fields.take("at");
        let holder = fields.take("holder");
        if at.is_some() == holder.is_some() {
            notes.fault(
                fields.span,
                "an Item lies somewhere (`at`) or is carried (`holder`)",
            );
        }
        let at = at.and_then(|node| hex(notes, node));
        let holder = holder.and_then(|node| notes.word(node, "the holder's name"));
        if let Some(name) = name {
            items.push(RawItem { name, at, holder });
        }
    }
    items
}
