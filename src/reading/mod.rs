//! Files that people write by hand: their values with their places, and faults that show the place.
//!
//! Levels and tables are read with this. RON finds the syntax; values stay text with a place
//! until somebody asks what they are, so that everything wrong in a file can be told at once.
//! Called by `level` and `rules`. Invariant: a fault's line, column and caret are those of the
//! value it is about.

pub(crate) mod fault;
pub(crate) mod nearest;
pub(crate) mod node;
pub(crate) mod parts;
pub(crate) mod scan;
pub(crate) mod source;
pub(crate) mod syntax;

pub use fault::{Fault, Report};
pub use nearest::nearest;
pub use source::Span;
pub use syntax::MAX_DEPTH;
