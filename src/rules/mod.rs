//! The rule systems. Each is a plugin of its own; none imports another. What several of them need
//! to read their tables stands in [`table_file`].

pub mod nar;
pub mod phases;
#[cfg(test)]
pub(crate) mod proofs;
mod table_entry;
pub mod table_file;
pub mod wounds;

use crate::combat::system::RuleSystem;
use std::sync::Arc;

/// Ids of the rule systems, as levels name them.
pub const IDS: [&str; 2] = ["phases", "wounds"];

/// A rule system on its shipped tables.
pub fn by_id(id: &str) -> Option<Arc<dyn RuleSystem>> {
    match id {
        "phases" => Some(Arc::new(phases::Phases::shipped())),
        "wounds" => Some(Arc::new(wounds::Wounds::shipped())),
        _ => None,
    }
}
