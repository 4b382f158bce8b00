//! The rule systems. Each is a plugin of its own; none imports another.

pub mod phases;
