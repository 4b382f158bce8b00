//! Commands of the program, one file each. `main.rs` only reads which one is meant.
//! stub
