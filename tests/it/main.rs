//! The one integration binary: everything that is tested through the library's public face.

mod brawl;
mod golden;
mod program;
mod records;
