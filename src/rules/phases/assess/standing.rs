//! Standing orders that suit a computer player: it looks at every window, so only what is carried
//! out inside Movement matters.

use crate::combat::order::{Choice, Slots};
use crate::rules::phases::scene::{EnPassant, Figure};

/// Chance in per cent from which a blow in passing is worth the action it spends.
const PASSING: u8 = 50;

/// Side orders to give now.
pub(super) fn wanted(figure: &Figure) -> Vec<(Choice, &'static str)> {
    let mut orders = Vec::new();
    if figure.open && figure.standing.en_passant != EnPassant::AtLeast(PASSING) {
        let slots = Slots {
            amount: Some(PASSING.into()),
            ..Slots::default()
        };
        orders.push((
            Choice::new("standing", slots.with_flag("en passant at least")),
            "a blow in passing that is likelier than not is worth the action",
        ));
    }
    orders
}
