//! Refusals: values with a reason a player can read.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why something asked for is not done: what is wrong, what is allowed, and the rule that says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub struct Refusal {
    /// The rule id, or `""` where no rule but the form of the order is at fault.
    pub rule: String,
    /// One sentence for a player: what is wrong and what is allowed.
    pub words: String,
}

impl Refusal {
    /// A refusal by a rule.
    pub fn new(rule: &str, words: impl Into<String>) -> Refusal {
        Refusal {
            rule: rule.to_owned(),
            words: words.into(),
        }
    }

    /// A refusal of the order's form.
    pub fn form(words: impl Into<String>) -> Refusal {
        Refusal {
            rule: String::new(),
            words: words.into(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rule.is_empty() {
            write!(f, "{}", self.words)
        } else {
            write!(f, "{} ({})", self.words, self.rule)
        }
    }
}
