//! A level as a file that a person might have written: what is read from it is the level again.
//!
//! The editor and quick battles write with it; comments and the layout of a file that was read are
//! not kept.

use super::spec::{
    CombatantSpec, EnPassant, GearChoice, GearSpec, ItemPlace, Join, Level, Mount, ObjectiveSpec,
    Objectives, SideSpec, StandingDefaults, SystemRules,
};
use super::words::{
    COLOURS, CONTROLLERS, EDGES, FACINGS, GROUNDS, LEGEND, LIGHTS, NEXT, OBJECTS, OVERLAYS,
    POSTURES, REACTIONS, SOURCES,
};
use crate::board::{Board, Cell, Dir, Edge, Ground, Hex, LightGrade, Orientation};
use crate::combat::combatant::Posture;
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Characters for hexes that no built-in one stands for; beyond them come letters of other scripts.
const LETTERS: &str = "abdeghjklnpqrvxyzADEFGIJLMNOQRSUVZ0123456789%&+|^@$";

/// The text of a level.
pub fn text(level: &Level) -> String {
    let mut out = String::from("Level(\n");
    let mut field = |name: &str, value: String| {
        let _ = writeln!(out, "    {name}: {value},");
    };
    field("name", quoted(&level.name));
    if !level.author.is_empty() {
        field("author", quoted(&level.author));
    }
    if !level.briefing.is_empty() {
        field("briefing", quoted(&level.briefing));
    }
    if let Some(system) = &level.system {
        field("system", quoted(system));
    }
    if !level.rules.is_empty() {
        field("rules", rules(&level.rules));
    }
    field("limit", level.limit_s.to_string());
    if let Some(points) = level.points {
        field("points", points.to_string());
    }
    ground(&level.board, &mut field);
    if !level.zones.is_empty() {
        let zones = level.zones.iter().map(|(name, zone)| {
            let zone = zone.iter().map(|hex| place(&level.board, *hex));
            format!("{}: [{}]", quoted(name), joined(zone))
        });
        field("zones", format!("{{{}}}", joined(zones)));
    }
    if !level.items.is_empty() {
        let items = level.items.iter().map(|item| {
            let where_ = match &item.place {
                ItemPlace::Ground(hex) => format!("at: {}", place(&level.board, *hex)),
                ItemPlace::Holder(name) => format!("holder: {}", quoted(name)),
            };
            format!("Item(name: {}, {where_})", quoted(&item.name))
        });
        field("items", list(items, 1));
    }
    field("sides", list(level.sides.iter().map(side), 1));
    let people = level.combatants.iter().map(|one| combatant(level, one));
    field("combatants", list(people, 1));
    if !level.reinforcements.is_empty() {
        let waves = level.reinforcements.iter().map(|wave| {
            let people = wave.combatants.iter().map(|one| combatant(level, one));
            format!("Wave(at: {}, combatants: {})", wave.at_s, list(people, 2))
        });
        field("reinforcements", list(waves, 1));
    }
    out.push_str(")\n");
    out
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n").replace('\t', "\\t"))
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

/// A list with a line for each entry, some steps to the right.
fn list(parts: impl Iterator<Item = String>, steps: usize) -> String {
    let (inner, outer) = ("    ".repeat(steps + 1), "    ".repeat(steps));
    let lines: String = parts.map(|part| format!("{inner}{part},\n")).collect();
    format!("[\n{lines}{outer}]")
}

/// The word of a value in a table of words.
fn word<T: PartialEq>(table: &[(&'static str, T)], value: &T) -> &'static str {
    let found = table.iter().find(|(_, known)| known == value);
    found.map_or("", |(name, _)| *name)
}

fn place(board: &Board, hex: Hex) -> String {
    let (column, row) = board.column_row(hex);
    format!("({column}, {row})")
}

fn rules(rules: &BTreeMap<SmolStr, SystemRules>) -> String {
    let systems = rules.iter().map(|(id, set)| {
        let mut parts = Vec::new();
        parts.extend(
            set.preset
                .iter()
                .map(|name| format!("preset: {}", quoted(name))),
        );
        if !set.switches.is_empty() {
            let switches = set.switches.iter();
            let switches = switches.map(|(name, value)| format!("{}: {value}", quoted(name)));
            parts.push(format!("switches: {{{}}}", joined(switches)));
        }
        format!("{}: Rules({})", quoted(id), parts.join(", "))
    });
    format!("{{{}}}", joined(systems))
}

/// The map with its legend, heights, edges and light.
fn ground(board: &Board, field: &mut impl FnMut(&str, String)) {
    let orientation = word(&super::words::ORIENTATIONS, &board.orientation);
    if board.orientation != Orientation::default() {
        field("orientation", orientation.to_owned());
    }
    if board.level_mm != 1000 {
        field("level_mm", board.level_mm.to_string());
    }
    if board.ambient != LightGrade::Bright {
        field("light", word(&LIGHTS, &board.ambient).to_owned());
    }
    let mut legend = Legend::default();
    let (width, height) = board.size();
    let (mut map, mut heights, mut flat) = (Vec::new(), Vec::new(), true);
    for row in 0..height {
        let (mut letters, mut digits) = (Vec::new(), Vec::new());
        for column in 0..width {
            let cell = board.cell(board.hex_of(column, row)).copied();
            let cell = cell.unwrap_or_default();
            letters.push(legend.letter(&cell).to_string());
            let digit = digit(&cell);
            flat &= digit.is_none() || cell.level == own_level(cell.ground);
            digits.push(digit.map_or(".".to_owned(), |digit| digit.to_string()));
        }
        let shift = if row % 2 == 1 && board.orientation == Orientation::PointyTop {
            " "
        } else {
            ""
        };
        map.push(format!("{shift}\"{}\"", letters.join(" ")));
        heights.push(format!("{shift}\"{}\"", digits.join(" ")));
    }
    if !legend.own.is_empty() {
        let own = legend.own.iter();
        let own = own.map(|(cell, letter)| format!("{letter:?}: {}", hex_kind(cell)));
        field("legend", format!("{{{}}}", joined(own)));
    }
    field("map", list(map.into_iter(), 1));
    if !flat {
        field("heights", list(heights.into_iter(), 1));
    }
    let edges = edges(board);
    if !edges.is_empty() {
        field("edges", list(edges.into_iter(), 1));
    }
}

/// The level that a ground has by itself.
fn own_level(ground: Ground) -> i8 {
    if ground == Ground::Pit { -2 } else { 0 }
}

/// The digit of a hex in the rows of heights, where it needs one.
fn digit(cell: &Cell) -> Option<i8> {
    let plain = cell.level == own_level(cell.ground);
    ((0..=9).contains(&cell.level) && !(plain && cell.level != 0)).then_some(cell.level)
}

/// Characters given to hexes so far.
#[derive(Default)]
struct Legend {
    own: Vec<(Cell, char)>,
}

impl Legend {
    /// The character of a hex; its height is told elsewhere if a digit can.
    fn letter(&mut self, cell: &Cell) -> char {
        let mut cell = *cell;
        if digit(&cell).is_some() {
            cell.level = own_level(cell.ground);
        }
        let plain = Cell {
            ground: cell.ground,
            object: cell.object,
            exit: cell.exit,
            level: own_level(cell.ground),
            ..Cell::default()
        };
        let built_in = LEGEND.iter().find(|(_, ground, object, exit)| {
            cell == plain && (*ground, *object, *exit) == (cell.ground, cell.object, cell.exit)
        });
        if let Some((letter, ..)) = built_in {
            return *letter;
        }
        if let Some((_, letter)) = self.own.iter().find(|(known, _)| *known == cell) {
            return *letter;
        }
        let taken = self.own.len();
        let built_in = |letter: &char| LEGEND.iter().all(|(known, ..)| known != letter);
        let letters = LETTERS.chars().filter(built_in).chain('\u{100}'..);
        let letter = letters.into_iter().nth(taken).unwrap_or('?');
        self.own.push((cell, letter));
        letter
    }
}

fn hex_kind(cell: &Cell) -> String {
    let mut parts = vec![format!("ground: {}", word(&GROUNDS, &cell.ground))];
    if let Some(object) = &cell.object {
        parts.push(format!("object: {}", word(&OBJECTS, object)));
    }
    let overlays = OVERLAYS.iter().filter(|(_, one)| cell.overlays.has(*one));
    let overlays: Vec<&str> = overlays.map(|(name, _)| *name).collect();
    if !overlays.is_empty() {
        parts.push(format!("overlays: [{}]", overlays.join(", ")));
    }
    if cell.level != own_level(cell.ground) {
        parts.push(format!("level: {}", cell.level));
    }
    if let Some(light) = &cell.light {
        parts.push(format!("light: {}", word(&SOURCES, light)));
    }
    if cell.exit {
        parts.push("exit: true".to_owned());
    }
    format!("Hex({})", parts.join(", "))
}

/// Edges, those that are alike and on the same side together.
fn edges(board: &Board) -> Vec<String> {
    let mut groups: Vec<((Dir, Edge), Vec<Hex>)> = Vec::new();
    for hex in board.hexes() {
        for dir in [0, 1, 2].map(Dir::new) {
            let Some(edge) = board
                .edge(hex, dir)
                .filter(|_| board.contains(dir.from(hex)))
            else {
                continue;
            };
            match groups.iter_mut().find(|(key, _)| *key == (dir, edge)) {
                Some((_, hexes)) => hexes.push(hex),
                None => groups.push(((dir, edge), vec![hex])),
            }
        }
    }
    let line = |((dir, edge), hexes): &((Dir, Edge), Vec<Hex>)| {
        let at = joined(hexes.iter().map(|hex| place(board, *hex)));
        let mut line = format!(
            "Edge(at: [{at}], side: \"{}\", kind: \"{}\"",
            board.orientation.name(*dir),
            word(&EDGES, &edge.kind)
        );
        for (flag, name) in [(edge.open, "open"), (edge.locked, "locked")] {
            if flag {
                let _ = write!(line, ", {name}: true");
            }
        }
        line + ")"
    };
    groups.iter().map(line).collect()
}

fn side(side: &SideSpec) -> String {
    let mut parts = vec![format!("name: {}", quoted(&side.name))];
    if side.team != side.name {
        parts.push(format!("team: {}", quoted(&side.team)));
    }
    let [red, green, blue] = side.colour;
    parts.push(match word(&COLOURS, &side.colour) {
        "" => format!("colour: \"#{red:02x}{green:02x}{blue:02x}\""),
        name => format!("colour: {name}"),
    });
    if let Some(controller) = &side.controller {
        parts.push(format!("controller: {}", word(&CONTROLLERS, controller)));
    }
    if side.objectives != Objectives::default() {
        parts.push(format!("objectives: {}", objectives(&side.objectives)));
    }
    for (flag, name) in [(side.surprised, "surprised"), (side.ambush, "ambush")] {
        if flag {
            parts.push(format!("{name}: true"));
        }
    }
    if side.orders != StandingDefaults::default() {
        parts.push(format!("orders: {}", orders(&side.orders)));
    }
    format!("Side({})", parts.join(", "))
}

fn orders(orders: &StandingDefaults) -> String {
    let mut parts = Vec::new();
    parts.extend(orders.en_passant.map(|order| match order {
        EnPassant::Never => "en_passant: never".to_owned(),
        EnPassant::FirstComer => "en_passant: first_comer".to_owned(),
        EnPassant::AtLeast(least) => format!("en_passant: at_least({least})"),
    }));
    parts.extend(
        orders
            .reaction
            .map(|one| format!("reaction: {}", word(&REACTIONS, &one))),
    );
    parts.extend(
        orders
            .facing
            .map(|one| format!("facing: {}", word(&FACINGS, &one))),
    );
    parts.extend(
        orders
            .next
            .map(|one| format!("next: {}", word(&NEXT, &one))),
    );
    format!("Orders({})", parts.join(", "))
}

fn objectives(objectives: &Objectives) -> String {
    let list = joined(objectives.list.iter().map(objective));
    match objectives.join {
        Join::All => format!("[{list}]"),
        Join::Any => format!("Any([{list}])"),
    }
}

fn objective(objective: &ObjectiveSpec) -> String {
    let names =
        |names: &[SmolStr]| format!("names: [{}]", joined(names.iter().map(|name| quoted(name))));
    let time = |name: &str, time: &Option<u32>| {
        time.map_or(String::new(), |time| format!(", {name}: {time}"))
    };
    match objective {
        ObjectiveSpec::Rout => "Rout".to_owned(),
        ObjectiveSpec::Kill { names: whom } => format!("Kill({})", names(whom)),
        ObjectiveSpec::Protect {
            names: whom,
            until_s,
        } => {
            format!("Protect({}{})", names(whom), time("until", until_s))
        }
        ObjectiveSpec::Hold { zone, seconds } => {
            format!("Hold(zone: {}, seconds: {seconds})", quoted(zone))
        }
        ObjectiveSpec::Reach { zone, count, by_s } => {
            format!(
                "Reach(zone: {}, count: {count}{})",
                quoted(zone),
                time("by", by_s)
            )
        }
        ObjectiveSpec::Escape { count } => format!("Escape(count: {count})"),
        ObjectiveSpec::Survive { seconds } => format!("Survive(seconds: {seconds})"),
        ObjectiveSpec::Carry { item, zone } => {
            format!("Carry(item: {}, zone: {})", quoted(item), quoted(zone))
        }
    }
}

fn combatant(level: &Level, one: &CombatantSpec) -> String {
    let board = &level.board;
    let side = level
        .sides
        .get(one.side)
        .map_or("", |side| side.name.as_str());
    let mut parts = vec![
        format!("name: {}", quoted(&one.name)),
        format!("archetype: \"{}\"", one.archetype),
        format!("side: {}", quoted(side)),
        format!("at: {}", place(board, one.hex)),
        format!("facing: \"{}\"", board.orientation.name(one.facing)),
    ];
    if let Mount::Named(name) = &one.mount {
        parts.push(format!("mount: {}", quoted(name)));
    }
    let usual = match one.mount {
        Mount::None => Posture::Standing,
        Mount::Own | Mount::Named(_) => Posture::Mounted,
    };
    if one.posture != usual {
        parts.push(format!("posture: {}", word(&POSTURES, &one.posture)));
    }
    let conditions = [
        (one.bound, "bound"),
        (one.unconscious, "unconscious"),
        (one.hidden, "hidden"),
    ];
    let conditions = conditions.iter().filter(|(is, _)| *is);
    let conditions: Vec<&str> = conditions.map(|(_, name)| *name).collect();
    if !conditions.is_empty() {
        parts.push(format!("conditions: [{}]", conditions.join(", ")));
    }
    if one.gear != GearSpec::default() {
        parts.push(format!("gear: {}", gear(&one.gear)));
    }
    if !one.own.is_empty() {
        let own = one
            .own
            .iter()
            .map(|(id, numbers)| format!("{}: {numbers}", quoted(id)));
        parts.push(format!("own: {{{}}}", joined(own)));
    }
    format!("Combatant({})", parts.join(", "))
}

fn gear(gear: &GearSpec) -> String {
    let places = [
        ("main", &gear.main),
        ("second", &gear.second),
        ("shield", &gear.shield),
        ("armour", &gear.armour),
    ];
    let mut parts: Vec<String> = places
        .iter()
        .filter_map(|(name, choice)| match choice {
            GearChoice::Archetype => None,
            GearChoice::Nothing => Some(format!("{name}: none")),
            GearChoice::Item(item) => Some(format!("{name}: {}", quoted(item))),
        })
        .collect();
    if !gear.extra.is_empty() {
        let extra = joined(gear.extra.iter().map(|item| quoted(item)));
        parts.push(format!("extra: [{extra}]"));
    }
    format!("Gear({})", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::read;
    use crate::start::{Known, levels};

    #[test]
    fn what_is_read_from_a_written_level_is_the_level_again() {
        let mut seen = 0;
        for entry in levels() {
            let Ok((level, _)) = entry.outcome else {
                continue;
            };
            let text = text(&level);
            let (again, _) = read("written.ron", text.as_bytes(), Known::get())
                .unwrap_or_else(|report| panic!("{}: {report}\n{text}", entry.path.display()));
            assert_eq!(again, level, "{}\n{text}", entry.path.display());
            seen += 1;
        }
        assert!(seen >= 6);
    }

    #[test]
    fn every_kind_of_hex_and_side_comes_back() {
        let mut level = crate::level::load(
            &crate::start::find(std::path::Path::new("duel")).unwrap(),
            Known::get(),
        )
        .unwrap()
        .0;
        // Away from the two who stand there, so that nothing is refused for their sake.
        let board = &mut level.board;
        for (at, (ground, object, level, light, overlay)) in (0..).zip(cells()) {
            let hex = board.hex_of(at % 11, if at < 11 { 0 } else { 8 });
            let cell = board.cell_mut(hex).unwrap();
            *cell = Cell {
                ground,
                object,
                level,
                light,
                overlays: OVERLAYS[overlay].1.into_set(),
                exit: false,
            };
        }
        for (index, (_, kind)) in EDGES.iter().enumerate() {
            let hex = board.hex_of(index as u16 % 10, 6 + index as u16 / 10);
            let mut edge = Edge::new(*kind);
            edge.open = *kind == crate::board::EdgeKind::Door;
            board.set_edge(hex, Dir::new(0), Some(edge));
        }
        level.name = "A \"quoted\" name\\".into();
        level.briefing = "two\nlines".to_owned();
        level.sides[0].colour = [1, 2, 3];
        let text = text(&level);
        let (again, _) = read("written.ron", text.as_bytes(), Known::get())
            .unwrap_or_else(|report| panic!("{report}\n{text}"));
        assert_eq!(again, level, "{text}");
    }

    type Kind = (
        Ground,
        Option<crate::board::Object>,
        i8,
        Option<crate::board::LightSource>,
        usize,
    );

    fn cells() -> Vec<Kind> {
        let grounds = GROUNDS
            .iter()
            .map(|(_, ground)| (*ground, None, own_level(*ground), None, 0));
        let mut list: Vec<Kind> = grounds.take(15).collect();
        list.push((Ground::Grass, Some(OBJECTS[0].1), 3, None, 1));
        list.push((Ground::Floor, Some(OBJECTS[1].1), -4, None, 2));
        list.push((Ground::Pit, None, 0, None, 3));
        list.push((Ground::Pit, None, -2, None, 0));
        list.push((Ground::Road, None, 12, Some(SOURCES[0].1), 0));
        list.push((Ground::Rock, None, -9, Some(SOURCES[2].1), 1));
        list
    }

    trait IntoSet {
        fn into_set(self) -> crate::board::Overlays;
    }

    impl IntoSet for crate::board::Overlay {
        fn into_set(self) -> crate::board::Overlays {
            crate::board::Overlays::NONE.with(self)
        }
    }
}
