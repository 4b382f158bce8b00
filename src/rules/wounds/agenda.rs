//! Who acts next: the count-down of a round as a pure function (W-012 to W-014, W-054, W-058 to W-060).

use super::gather;
use super::initiative::{Rank, rank, rank_at};
use super::missile;
use super::scene::{Figure, Scene};
use super::state::Initiative;
use super::tables::Timing;
use crate::combat::combatant::{Carried, CombatantId, Fitness};

/// Place of an action in a round: less is earlier; equal acts at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    /// Actions taken before, where everybody's first come before any second (W-058).
    pass: u8,
    /// Of a surprised side (W-010).
    late: bool,
    rank: Rank,
}

/// The count of somebody's next action, where there is one to name.
pub fn next_count(scene: &Scene, figure: &Figure) -> Option<i16> {
    let Initiative::Count(_) = figure.turn.initiative else {
        return None;
    };
    if let Some(at) = figure.agenda.at {
        return Some(at);
    }
    if figure.turn.actions == 0 {
        return Some(figure.turn.count);
    }
    Some(figure.turn.count - i16::from(usual_rec(scene, figure)))
}

/// REC of what somebody does most likely: a blow with the weapon in hand.
fn usual_rec(scene: &Scene, figure: &Figure) -> u8 {
    let main = figure.main_weapon(&scene.tables);
    let armed = main.filter(|(item, _)| item.carried != Carried::Natural);
    match (armed.or_else(|| missile::shooting(scene, figure)), main) {
        (Some((item, weapon)), _) | (None, Some((item, weapon))) => {
            gather::weapon_rec(scene, figure, item.id, weapon)
        }
        (None, None) => gather::plain_rec(scene),
    }
}

/// Whether somebody may still do something in this round.
pub fn takes_part(figure: &Figure) -> bool {
    figure.free().is_ok() && figure.fitness != Fitness::Reserve && !figure.agenda.done
}

/// The place of somebody's next action; `None` if he has none in this round.
pub fn slot(scene: &Scene, figure: &Figure) -> Option<Slot> {
    if !takes_part(figure) {
        return None;
    }
    let turn = &figure.turn;
    let reflexes = i32::from(figure.sheet.reflexes);
    let late = figure.agenda.late;
    let first = turn.actions == 0;
    if !first || turn.over {
        let further = matches!(turn.initiative, Initiative::Count(_))
            && !gather::single(scene)
            && !turn.over
            && figure.acts().is_ok();
        if !further {
            return None;
        }
    }
    let passes = scene.switches.timing == Timing::Passes;
    let rank = match next_count(scene, figure) {
        // Nothing comes below count 1 (W-060).
        Some(count) if count < 1 && !first => return None,
        Some(count) if !passes || figure.agenda.at.is_some() => rank_at(count, reflexes),
        _ => rank(turn.initiative, reflexes),
    };
    Some(Slot {
        pass: if passes { turn.actions } else { 0 },
        late,
        rank,
    })
}

/// Who acts next, all at once, by id; empty when the round is over.
pub fn next(scene: &Scene) -> Vec<CombatantId> {
    let slots: Vec<(Slot, CombatantId)> = scene
        .figures
        .iter()
        .filter_map(|figure| Some((slot(scene, figure)?, figure.id)))
        .collect();
    let Some(first) = slots.iter().map(|(slot, _)| *slot).min() else {
        return Vec::new();
    };
    slots
        .into_iter()
        .filter(|(slot, _)| *slot == first)
        .map(|(_, who)| who)
        .collect()
}
