//! The client driven without a window.
