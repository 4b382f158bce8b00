//! Which rule systems there are, as far as records must know.

use crate::combat::system::RuleSystem;
use crate::rules;
use std::sync::Arc;

/// The rule systems a record may name.
#[derive(Clone, Copy)]
pub struct Systems {
    /// Their ids.
    pub ids: &'static [&'static str],
    /// A system by its id.
    pub by_id: fn(&str) -> Option<Arc<dyn RuleSystem>>,
}

impl Systems {
    /// All that this program has.
    pub const ALL: Systems = Systems {
        ids: &rules::IDS,
        by_id: rules::by_id,
    };
}
