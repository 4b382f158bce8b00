//! The command line of Hexfray.
fn main() {}
