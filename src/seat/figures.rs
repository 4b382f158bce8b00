//! Combatants in words: the list below the board, and the long look.

use super::sight::Sight;
use super::symbols;
use crate::board::{Dir, Hex};
use crate::combat::combatant::{CombatantId, Fitness, Posture};
use crate::combat::plot_words::begins;
use crate::combat::system::FigureView;

/// Able, disabled, out: in words; nothing for the able.
fn fitness(fitness: Fitness) -> Option<String> {
    match fitness {
        Fitness::Able => None,
        Fitness::Disabled => Some("cannot act".to_owned()),
        Fitness::Reserve => Some("has not arrived".to_owned()),
        Fitness::Out(by) => Some(format!("out of the fight: {}", by.word())),
    }
}

/// Posture and conditions, as far as they are out of the ordinary.
fn state(figure: &FigureView) -> String {
    let mut words: Vec<String> = Vec::new();
    words.extend(fitness(figure.fitness));
    if figure.posture != Posture::Standing {
        words.push(figure.posture.word().to_owned());
    }
    let conditions = figure
        .conditions
        .iter()
        .map(|found| found.word().to_owned());
    words.extend(conditions.filter(|word| !words_say(figure, word)));
    words.join(", ")
}

/// Whether a condition only repeats why somebody is out.
fn words_say(figure: &FigureView, word: &str) -> bool {
    matches!(figure.fitness, Fitness::Out(by) if by.word() == word)
}

/// When and what: `acts in phase 4: attack`.
fn intention(sight: &Sight, figure: &FigureView) -> String {
    let due = figure
        .due
        .map(|due| sight.rules().due_words(due, sight.unit));
    match (due, figure.doing.is_empty()) {
        (Some(due), true) => due,
        (Some(due), false) => format!("{due}: {}", figure.doing),
        (None, true) => String::new(),
        (None, false) => figure.doing.clone(),
    }
}

/// One line of the list: letter, name, side, place, facing, state.
pub fn line(sight: &Sight, figure: &FigureView) -> String {
    let letter = sight.letters.drawn(figure.id, sight.own(figure));
    let mut parts = vec![format!(
        "{letter} {} ({}, {})",
        figure.label.name,
        spaced(&figure.label.archetype),
        sight.side(figure.side),
    )];
    if figure.fitness.on_board() {
        let place = sight.hex(figure.place.hex);
        parts[0].push_str(&if figure.fitness.is_out() {
            format!(" lies at {place}")
        } else {
            format!(" at {place} facing {}", sight.dir(figure.place.facing))
        });
    }
    let more = if figure.fitness.is_out() {
        [state(figure), String::new(), String::new(), String::new()]
    } else {
        [
            state(figure),
            sight.rules().vitals_words(figure),
            figure.armed.clone(),
            intention(sight, figure),
        ]
    };
    parts.extend(more.into_iter().filter(|part| !part.is_empty()));
    parts.join("; ")
}

fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// The list of all combatants, side by side.
pub fn list(sight: &Sight) -> Vec<String> {
    let known = |figure: &&FigureView| sight.knows(figure);
    let mut figures: Vec<&FigureView> = sight.figures.iter().filter(known).collect();
    figures.sort_by_key(|figure| (!sight.own(figure), figure.side, figure.id));
    figures
        .into_iter()
        .map(|figure| line(sight, figure))
        .chain(lying(sight))
        .collect()
}

/// What lies on the ground, in a line; none if nothing does.
pub fn lying(sight: &Sight) -> Option<String> {
    let places: Vec<String> = sight
        .lying()
        .into_iter()
        .map(|(hex, name)| format!("{name} at {}", sight.hex(hex)))
        .collect();
    (!places.is_empty()).then(|| format!("Lying: {}.", places.join(", ")))
}

/// A look at things on the ground by name; empty if nothing of that name lies there.
pub fn look_item(sight: &Sight, text: &str, from: Option<CombatantId>) -> Vec<String> {
    let wanted = text.trim().to_lowercase().replace('_', " ");
    let me = from.and_then(|from| sight.figure(from));
    sight
        .lying()
        .into_iter()
        .filter(|(_, name)| !wanted.is_empty() && begins(&name.to_lowercase(), &wanted))
        .map(|(hex, name)| {
            let bearing = me.map_or_else(String::new, |me| {
                let far = sight.bearing(me.place.hex, hex);
                format!("; from {}: {far}", me.label.name)
            });
            format!("The {name} lies at {}{bearing}.", sight.hex(hex))
        })
        .collect()
}

/// Everything from a combatant's own place, in words alone: for readers who see no picture.
pub fn surroundings(sight: &Sight, me: CombatantId) -> Vec<String> {
    let Some(me) = sight.figure(me) else {
        return Vec::new();
    };
    let here = me.place.hex;
    let mut lines = vec![format!("You look through the eyes of {}.", me.label.name)];
    lines.push(line(sight, me));
    lines.extend(standing_on(sight, here));
    let mut others: Vec<&FigureView> = sight
        .figures
        .iter()
        .filter(|other| other.id != me.id && other.fitness.on_board())
        .collect();
    others.sort_by_key(|other| {
        (
            other.fitness.is_out(),
            crate::board::distance(here, other.place.hex),
            other.id,
        )
    });
    for other in others {
        let relation = if sight.allied(me.side, other.side) {
            "friend"
        } else {
            "foe"
        };
        lines.push(format!(
            "{relation}, {}: {}",
            sight.bearing(here, other.place.hex),
            line(sight, other)
        ));
    }
    for other in &sight.figures {
        if !other.fitness.on_board() && sight.knows(other) {
            lines.push(line(sight, other));
        }
    }
    lines.extend(lying(sight));
    lines.extend(symbols::light(sight.board.ambient));
    lines
}

/// The ground of a hex and its sides, with the six neighbours.
fn standing_on(sight: &Sight, hex: Hex) -> Vec<String> {
    let board = &sight.board;
    let Some(cell) = board.cell(hex) else {
        return vec![format!("{} is off the board.", sight.hex(hex))];
    };
    let mut lines = vec![format!(
        "The hex {}: {}.",
        sight.hex(hex),
        symbols::describe(cell, board.level_mm)
    )];
    let here: Vec<String> = sight
        .lying()
        .into_iter()
        .filter(|(at, _)| *at == hex)
        .map(|(_, name)| name.to_string())
        .collect();
    if !here.is_empty() {
        lines.push(format!("Lying here: {}.", here.join(", ")));
    }
    let mut around = Vec::new();
    for dir in Dir::ALL {
        let next = dir.from(hex);
        let ground = match board.cell(next) {
            Some(there) => symbols::describe(there, board.level_mm),
            None => "the edge of the board".to_owned(),
        };
        let side = board.edge(hex, dir).map(|edge| symbols::edge(edge).1);
        around.push(match side {
            Some(side) => format!("{} {ground} behind {}", sight.dir(dir), article(&side)),
            None => format!("{} {ground}", sight.dir(dir)),
        });
    }
    lines.push(format!("Around it: {}.", around.join("; ")));
    lines
}

/// A long look at a combatant, from another one.
pub fn look(sight: &Sight, whom: CombatantId, from: Option<CombatantId>) -> Vec<String> {
    let known = |figure: &&FigureView| sight.knows(figure);
    let Some(figure) = sight.figure(whom).filter(known) else {
        return vec!["There is nobody of that name.".to_owned()];
    };
    let mut lines = vec![line(sight, figure)];
    if let Some(me) = from.and_then(|from| sight.figure(from))
        && me.id != whom
        && figure.fitness.on_board()
    {
        lines.push(format!(
            "From {}: {}.",
            me.label.name,
            sight.bearing(me.place.hex, figure.place.hex)
        ));
    }
    if figure.reach > 0 {
        lines.push(format!("Reach: {}.", hexes(u32::from(figure.reach))));
    }
    for (name, value) in &figure.figures {
        lines.push(format!("{name}: {value}."));
    }
    if figure.fitness.on_board() {
        lines.extend(standing_on(sight, figure.place.hex));
    }
    lines
}

/// A number of hexes in words.
pub fn hexes(count: u32) -> String {
    if count == 1 {
        "1 hex".to_owned()
    } else {
        format!("{count} hexes")
    }
}

/// A long look at a hex.
pub fn look_hex(sight: &Sight, hex: Hex, from: Option<CombatantId>) -> Vec<String> {
    let mut lines = standing_on(sight, hex);
    if let Some(me) = from.and_then(|from| sight.figure(from)) {
        lines.push(format!(
            "From {}: {}.",
            me.label.name,
            sight.bearing(me.place.hex, hex)
        ));
    }
    for figure in &sight.figures {
        if figure.fitness.on_board() && figure.place.hex == hex {
            lines.push(format!("Here: {}", line(sight, figure)));
        }
    }
    lines
}

/// Who acts when, as far as the reader knows.
pub fn timeline(sight: &Sight) -> Vec<String> {
    let what = |who: &CombatantId| match sight.figure(*who) {
        Some(figure) if !figure.doing.is_empty() => {
            format!("{} ({})", figure.label.name, figure.doing)
        }
        _ => sight.name(*who).to_owned(),
    };
    let mut lines = vec![format!("It is {} {}.", sight.unit_name, sight.unit)];
    let mut figures = sight.figures.clone();
    figures.retain(|figure| sight.knows(figure));
    for entry in sight.rules().timeline(&figures) {
        let names: Vec<String> = entry.who.iter().map(what).collect();
        let names = names.join(", ");
        lines.push(match entry.when.as_str() {
            "" => format!("Not known: {names}."),
            when => format!("{when}: {names}."),
        });
    }
    lines
}

/// A thing with `a` or `an`.
fn article(thing: &str) -> String {
    let an = thing.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {thing}", if an { "an" } else { "a" })
}
