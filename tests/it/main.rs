//! The one integration binary: everything that is tested through the library's public face.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot unwrap has failed, helpers included"
)]

mod brawl;
mod exams;
mod golden;
mod levels;
mod program;
mod records;
mod text;
