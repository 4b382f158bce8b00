//! What was to be expected of a blow, and whether it struck: the luck of a side is the difference,
//! summed. Read off the log, so that nobody is told more than he saw.

use crate::combat::event::{Event, EventKind};

/// A blow and what was to be expected of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Faces of the die that strike.
    pub number: i32,
    /// Faces of the die.
    pub faces: i32,
    /// It struck.
    pub struck: bool,
}

impl Throw {
    /// A blow, or the check of one told later by its die, if the event is one and tells its number:
    /// the one to roll or less, or the one to stay under. The highest face never strikes.
    pub fn of(event: &Event) -> Option<Throw> {
        let die = event.dice.first()?;
        let faces = i32::from(die.sides);
        let number = event.details.iter().find_map(|detail| {
            let label = detail.label.as_str();
            match label {
                "number to roll or less" => Some(detail.value),
                "to stay under" => Some(detail.value - 1),
                _ => None,
            }
        })?;
        let number = number.clamp(0, faces - 1);
        let struck = if let EventKind::Swung { result, .. } = &event.kind {
            matches!(result.as_str(), "hit" | "critical")
        } else if event.kind == EventKind::Note && die.purpose == "attack" {
            // A 1 strikes whatever the number is.
            i32::from(*die.faces.first()?) <= number.max(1)
        } else {
            return None;
        };
        Some(Throw {
            number,
            faces,
            struck,
        })
    }

    /// Of one such blow how much strikes, on average.
    pub fn chance(self) -> f32 {
        self.number as f32 / self.faces as f32
    }
}

/// Blows of a side, as far as the log tells them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    /// Blows.
    pub blows: u32,
    /// Those that struck.
    pub struck: u32,
    /// Those that were to be expected to strike.
    pub expected: f32,
}

impl Sum {
    /// Counts a blow.
    pub fn add(&mut self, throw: Throw) {
        self.blows += 1;
        self.struck += u32::from(throw.struck);
        self.expected += throw.chance();
    }

    /// Blows that struck beyond expectation.
    pub fn luck(self) -> f32 {
        self.struck as f32 - self.expected
    }
}
