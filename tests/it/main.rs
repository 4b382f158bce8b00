//! The one integration binary: everything that is tested through the library's public face.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot unwrap has failed, helpers included"
)]

mod brawl;
mod computers;
mod exams;
mod fresh;
mod goals;
mod golden;
mod hidden;
mod levels;
mod matrix;
mod nar;
mod program;
mod records;
mod steps;
mod tables;
mod text;
