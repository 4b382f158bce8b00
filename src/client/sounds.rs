//! What is heard: a cue for an event or a control, each with a short sound made by a script of the
//! project. A machine without a sound device hears nothing and plays on.

use super::battle::shown::Shown;
use crate::combat::event::{Event, EventKind};

/// Something to be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cue {
    Step,
    Turn,
    Swing,
    Shot,
    Hit,
    Critical,
    Miss,
    Parry,
    Dodge,
    Fall,
    Push,
    Out,
    Dice,
    Phase,
    YourTurn,
    Commit,
    Refusal,
    Victory,
    Defeat,
}

/// Every cue with its sound.
pub const SOUNDS: [(Cue, &[u8]); 19] = [
    (Cue::Step, include_bytes!("../../assets/sounds/step.ogg")),
    (Cue::Turn, include_bytes!("../../assets/sounds/turn.ogg")),
    (Cue::Swing, include_bytes!("../../assets/sounds/swing.ogg")),
    (Cue::Shot, include_bytes!("../../assets/sounds/shot.ogg")),
    (Cue::Hit, include_bytes!("../../assets/sounds/hit.ogg")),
    (
        Cue::Critical,
        include_bytes!("../../assets/sounds/critical.ogg"),
    ),
    (Cue::Miss, include_bytes!("../../assets/sounds/miss.ogg")),
    (Cue::Parry, include_bytes!("../../assets/sounds/parry.ogg")),
    (Cue::Dodge, include_bytes!("../../assets/sounds/dodge.ogg")),
    (Cue::Fall, include_bytes!("../../assets/sounds/fall.ogg")),
    (Cue::Push, include_bytes!("../../assets/sounds/push.ogg")),
    (Cue::Out, include_bytes!("../../assets/sounds/out.ogg")),
    (Cue::Dice, include_bytes!("../../assets/sounds/dice.ogg")),
    (Cue::Phase, include_bytes!("../../assets/sounds/phase.ogg")),
    (
        Cue::YourTurn,
        include_bytes!("../../assets/sounds/your_turn.ogg"),
    ),
    (
        Cue::Commit,
        include_bytes!("../../assets/sounds/commit.ogg"),
    ),
    (
        Cue::Refusal,
        include_bytes!("../../assets/sounds/refusal.ogg"),
    ),
    (
        Cue::Victory,
        include_bytes!("../../assets/sounds/victory.ogg"),
    ),
    (
        Cue::Defeat,
        include_bytes!("../../assets/sounds/defeat.ogg"),
    ),
];

impl Cue {
    /// What is heard of an event.
    pub fn of(event: &Event, shown: &Shown) -> Option<Cue> {
        Some(match &event.kind {
            EventKind::Moved { .. } => Cue::Step,
            EventKind::Turned { .. } => Cue::Turn,
            EventKind::Posture { .. } => Cue::Fall,
            EventKind::Swung { target, result, .. } => {
                let place = |who| shown.figure(who).map(|figure| figure.place.hex);
                let far = event
                    .who
                    .and_then(place)
                    .zip(place(*target))
                    .map_or(1, |(a, b)| crate::board::distance(a, b));
                match result.as_str() {
                    "critical" => Cue::Critical,
                    _ if far > 3 => Cue::Shot,
                    "hit" => Cue::Swing,
                    _ => Cue::Miss,
                }
            }
            EventKind::Defended {
                manner,
                success: true,
            } if manner.contains("parry") => Cue::Parry,
            EventKind::Defended { success: true, .. } => Cue::Dodge,
            EventKind::Harmed { .. } => Cue::Hit,
            EventKind::Displaced { .. } => Cue::Push,
            EventKind::Out(_) => Cue::Out,
            EventKind::Initiative { .. } => Cue::Dice,
            EventKind::Clock { unit, .. } if *unit != shown.unit => Cue::Phase,
            _ => return None,
        })
    }
}
