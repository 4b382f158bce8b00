//! Defence in play: the rating on the sheet, what is worn, where the blow comes from (W-022–W-026,
//! WH-08, WH-10, B-068).

use super::tables::Circumstances;
use crate::board::Sector;
use crate::combat::combatant::Posture;
use crate::combat::odds::Modifier;
use serde::{Deserialize, Serialize};

/// What Defence depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DefenceContext {
    /// The sheet's Defence, without encumbrance (W-023).
    pub rating: i32,
    /// Encumbrance of armour and shield (T5).
    pub encumbrance: i32,
    /// Sector of the target in which the attacker stands (WH-08).
    pub from: Sector,
    /// Posture.
    pub posture: Posture,
    /// Does not know of the attacker (BT-8).
    pub unaware: bool,
    /// Winded or out of his senses (W-093, WH-16): at least 0.
    pub dazed: bool,
    /// Off balance by a fumble (T9).
    pub off_balance: bool,
    /// Charged (WH-17).
    pub charged: bool,
    /// Stands in mud, water or marsh (B-047).
    pub hampered: bool,
}

impl DefenceContext {
    /// Standing, aware, attacked from straight ahead.
    pub const fn plain(rating: i32, encumbrance: i32) -> DefenceContext {
        DefenceContext {
            rating,
            encumbrance,
            from: Sector::F,
            posture: Posture::Standing,
            unaware: false,
            dazed: false,
            off_balance: false,
            charged: false,
            hampered: false,
        }
    }

    /// The rule by which a negative Defence counts as 0, if one does.
    fn laid_open(&self) -> Option<&'static str> {
        let behind = matches!(self.from, Sector::RR | Sector::RL | Sector::B);
        if behind || self.unaware {
            Some("WH-08")
        } else if self.posture == Posture::Prone {
            Some("WH-10")
        } else if self.dazed {
            Some("W-093")
        } else {
            None
        }
    }
}

/// Rating and encumbrance added up: what BT-16 prints.
pub const fn standing(rating: i32, encumbrance: i32) -> i32 {
    rating + encumbrance
}

/// Defence against one blow, as a modifier of the attacker's target number (W-025).
///
/// A bonus of the moment (off balance, charged) comes on top of what is left of the rating.
pub fn defence(context: &DefenceContext, table: &Circumstances) -> (i32, Vec<Modifier>) {
    let mut modifiers = Vec::new();
    each(context, table, &mut |label, value, rule| {
        modifiers.push(Modifier::new(label, value, rule));
    });
    (modifiers.iter().map(|m| m.value).sum(), modifiers)
}

/// Every part of it that is not nothing: label, value, rule.
pub(super) fn each(
    context: &DefenceContext,
    table: &Circumstances,
    tell: &mut dyn FnMut(&'static str, i32, &'static str),
) {
    let own = standing(context.rating, context.encumbrance);
    let mut add = |label, value: i32, rule| {
        if value != 0 {
            tell(label, value, rule);
        }
    };
    match context.laid_open() {
        Some(_) if own < 0 => {}
        _ if own < 0 && context.posture == Posture::Kneeling => {
            // Halved, down to zero.
            add("Defence on one knee", own / 2, "B-068");
        }
        _ => add("Defence", own, "W-026"),
    }
    if context.off_balance {
        add("off balance", table.off_balance.into(), "T9");
    }
    if context.charged {
        add("has charged", table.charged.into(), "WH-17");
    }
    if context.hampered {
        add("on bad ground", table.hampered_defence.into(), "B-047");
    }
}
