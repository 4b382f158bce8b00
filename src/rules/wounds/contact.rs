//! Who may strike out of turn: first contact (WH-06) and at those who flee (W-019, WH-07).

use super::initiative::is_before;
use super::state::{Initiative, Turn};

/// First contact: whoever waits with the longer weapon strikes at the one who comes into its reach, if
/// his initiative is higher or he has delayed, and his action of the round is unused (WH-06).
pub fn first_contact(waiting: &Turn, reach: u8, coming: Initiative) -> bool {
    let unused = waiting.actions == 0 && !waiting.over;
    let waits = waiting.delayed || is_before(waiting.initiative, coming);
    reach >= 2 && unused && waits
}

/// Whether a threatening enemy may strike at somebody who leaves his reach: a higher initiative SL,
/// equal not (W-019). That he has an action left is told by [`super::pace::next`].
pub fn strikes_fleer(enemy: Initiative, fleeing: Initiative) -> bool {
    is_before(enemy, fleeing)
}
