//! stub
/// stub
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitLength(pub u32);
