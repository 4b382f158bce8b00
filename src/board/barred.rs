//! What the ground does not allow, as a value with a reason.

use std::fmt;

/// Why the ground does not allow something: the rule, a sentence for a player, and what could be
/// done instead. Whoever asked turns it into his own refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barred {
    /// The rule id.
    pub rule: &'static str,
    /// One sentence: what is wrong and what is allowed.
    pub words: String,
    /// The name of what is offered instead, such as `climb`, `drop` or `door`.
    pub offers: Option<&'static str>,
}

impl Barred {
    /// Barred without anything to do about it.
    pub fn new(rule: &'static str, words: impl Into<String>) -> Barred {
        Barred {
            rule,
            words: words.into(),
            offers: None,
        }
    }

    /// With something offered instead.
    #[must_use]
    pub fn offering(mut self, what: &'static str) -> Barred {
        self.offers = Some(what);
        self
    }
}

impl fmt::Display for Barred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.words, self.rule)
    }
}

impl std::error::Error for Barred {}
