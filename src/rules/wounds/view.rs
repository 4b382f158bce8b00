//! What anybody may be told of a combatant: bars by location, figures, what is coming (WH-22).

use super::gather;
use super::injury::Severity;
use super::outlook::threatens;
use super::presets::coming;
use super::scene::{Figure, Scene, item_words};
use super::sheet::Location;
use super::{armour, defence, walk};
use crate::board::{Hex, distance};
use crate::combat::combatant::{CombatantId, ItemId, SideId};
use crate::combat::system::{Bar, FigureView, TimelineEntry};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// Everybody, as the scene's reader may know him.
pub fn figures(scene: &Scene) -> Vec<FigureView> {
    scene
        .figures
        .iter()
        .map(|figure| view(scene, figure))
        .collect()
}

fn view(scene: &Scene, figure: &Figure) -> FigureView {
    FigureView {
        seat: None,
        id: figure.id,
        side: figure.side,
        label: figure.label.clone(),
        place: figure.place,
        posture: figure.posture,
        fitness: figure.fitness,
        conditions: figure.conditions.0.keys().copied().collect(),
        bars: bars(figure),
        due: coming(scene, figure).map(|count| u32::try_from(count).unwrap_or(0)),
        doing: doing(scene, figure),
        reach: figure.reach(&scene.tables),
        armed: armed(scene, figure),
        figures: numbers(scene, figure),
    }
}

/// Points left by location; a location is gone at 0 (W-064).
fn bars(figure: &Figure) -> Vec<Bar> {
    let boxes = &figure.sheet.boxes;
    Location::ALL
        .into_iter()
        .map(|location| {
            let full = 4 * i32::from(figure.injuries.capacity(boxes, location));
            let marked = i32::from(figure.injuries.points[location.index()]);
            Bar {
                name: location.word().into(),
                now: full - marked,
                full,
            }
        })
        .collect()
}

fn doing(scene: &Scene, figure: &Figure) -> String {
    let mut words = Vec::new();
    if let Some(skill) = figure.turn.intended {
        words.push(skill.word().to_owned());
    }
    if figure.turn.actions > 0 {
        words.push(match figure.turn.actions {
            1 => "1 action taken".to_owned(),
            more => format!("{more} actions taken"),
        });
    }
    if figure.turn.delayed {
        words.push("waiting".to_owned());
    }
    if figure.open && figure.course.plot != crate::combat::plot::Plot::default() {
        words.push(super::verbs::walk::plot_words(scene, &figure.course.plot));
    }
    words.join(", ")
}

fn armed(scene: &Scene, figure: &Figure) -> String {
    let held: Vec<String> = figure
        .gear
        .in_hand()
        .map(|item| item_words(item, &scene.tables))
        .collect();
    if held.is_empty() {
        "bare hands".to_owned()
    } else {
        held.join(" and ")
    }
}

/// The state of a location in words: `serious, 7 of 24 points`.
fn state(figure: &Figure, location: Location) -> String {
    let boxes = &figure.sheet.boxes;
    let state = figure.injuries.severity(boxes, location);
    let most = 4 * i32::from(figure.injuries.capacity(boxes, location));
    let points = figure.injuries.points[location.index()];
    let mut words = match state {
        Severity::Unhurt => "unhurt".to_owned(),
        other => format!("{}, {points} of {most} points", other.word()),
    };
    if figure.shock.has(location) {
        words.push_str(", out of action");
    }
    if figure.injuries.bleeds(boxes, location) {
        words.push_str(", bleeds");
    }
    words
}

fn numbers(scene: &Scene, figure: &Figure) -> Vec<(SmolStr, String)> {
    let tables = &scene.tables;
    let sheet = &figure.sheet;
    let encumbrance = armour::encumbrance(&figure.gear, tables);
    let mut list: Vec<(SmolStr, String)> = vec![
        ("Reflexes".into(), sheet.reflexes.to_string()),
        ("Strength".into(), sheet.strength.to_string()),
        (
            "Defence".into(),
            format!(
                "{:+}",
                defence::standing(sheet.defence.into(), encumbrance.into())
            ),
        ),
        ("Shock".into(), sheet.shock.to_string()),
        ("Injury penalty".into(), figure.penalty().to_string()),
        (
            "Move".into(),
            format!(
                "{} of {} hexes left",
                figure.turn.left.max(0) / super::route::HALVES,
                walk::allowance(scene, figure) / super::route::HALVES
            ),
        ),
    ];
    for (item, weapon) in figure.ready(tables) {
        let usage = gather::usage(scene, figure, weapon);
        let rec = gather::weapon_rec(scene, figure, item.id, weapon);
        // Enemies' +Damage is hidden (WH-22).
        let damage = if figure.open {
            format!(", +Damage {}", usage.damage)
        } else {
            String::new()
        };
        list.push((
            item_words(item, tables).into(),
            format!(
                "under {} ({}), REC {rec}, reach {}{damage}",
                usage.target(),
                usage.skill.wanted.word(),
                usage.reach
            ),
        ));
    }
    for location in Location::ALL {
        let worn = armour::suit(&figure.gear, tables, location);
        list.push((
            location.word().into(),
            format!("{}; armour {worn}", state(figure, location)),
        ));
    }
    if let Some(shield) = armour::shield(&figure.gear, tables) {
        let parts: Vec<String> = shield
            .protects
            .iter()
            .map(|part| format!("{part:?}").to_lowercase())
            .collect();
        list.push((
            "Shield".into(),
            format!("armour {} for {}", shield.armour, parts.join(", ")),
        ));
    }
    list
}

/// Locations that are hurt, for a list that has a line for each combatant.
pub fn vitals_words(figure: &FigureView) -> String {
    let hurt: Vec<String> = figure
        .bars
        .iter()
        .filter(|bar| bar.now < bar.full)
        .map(|bar| {
            let points = u8::try_from(bar.full - bar.now).unwrap_or(u8::MAX);
            let boxes = u8::try_from(bar.full / 4).unwrap_or(u8::MAX);
            let state = super::injury::severity(points, boxes).word();
            format!("{} {state} ({points} of {})", bar.name, bar.full)
        })
        .collect();
    if hurt.is_empty() {
        "unhurt".to_owned()
    } else {
        hurt.join(", ")
    }
}

/// The count-down of the round, those without a count last (WH-22).
pub fn timeline(figures: &[FigureView]) -> Vec<TimelineEntry> {
    let mut counts: BTreeMap<std::cmp::Reverse<u32>, Vec<CombatantId>> = BTreeMap::new();
    let mut done = Vec::new();
    for figure in figures.iter().filter(|figure| !figure.fitness.is_out()) {
        match figure.due {
            Some(due) => counts
                .entry(std::cmp::Reverse(due))
                .or_default()
                .push(figure.id),
            None => done.push(figure.id),
        }
    }
    let mut entries: Vec<TimelineEntry> = counts
        .into_iter()
        .map(|(count, who)| TimelineEntry {
            when: match count.0 {
                0 => "after all others".to_owned(),
                count => format!("count {count}"),
            },
            who,
        })
        .collect();
    if !done.is_empty() {
        entries.push(TimelineEntry {
            when: "not in this round any more".to_owned(),
            who: done,
        });
    }
    entries
}

/// Who threatens a hex, and with what.
pub fn threats(scene: &Scene, hex: Hex, against: SideId) -> Vec<(CombatantId, String)> {
    let team = |side: SideId| scene.teams.get(usize::from(side.0));
    scene
        .figures
        .iter()
        .filter(|figure| team(figure.side) != team(against))
        .filter(|figure| threatens(scene, figure, hex))
        .map(|figure| {
            let far = distance(figure.place.hex, hex);
            (
                figure.id,
                format!(
                    "{} with {}, {far} m away",
                    figure.label.name,
                    armed(scene, figure)
                ),
            )
        })
        .collect()
}

/// What an item is called.
pub fn item_name(scene: &Scene, item: ItemId) -> Option<SmolStr> {
    let carried = scene
        .figures
        .iter()
        .find_map(|figure| figure.gear.item(item));
    let lying = || {
        scene
            .ground
            .iter()
            .map(|lying| &lying.item)
            .find(|lying| lying.id == item)
    };
    let found = carried.or_else(lying)?;
    Some(item_words(found, &scene.tables).into())
}
