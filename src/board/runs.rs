//! Long lists with few different neighbours, written as runs: `(count, value)`.
//!
//! Boards use it in records, where a meadow of ten thousand hexes is one entry.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// Most entries a list may unfold to: three hexsides of each hex of the largest board are kept
/// in one entry, so this is its number of hexes.
const LIMIT: usize = 512 * 512;

/// Writes equal neighbours once, with their number.
pub(super) fn serialize<T, S>(list: &[T], serializer: S) -> Result<S::Ok, S::Error>
where
    T: Serialize + PartialEq,
    S: Serializer,
{
    let mut runs: Vec<(u32, &T)> = Vec::new();
    for value in list {
        match runs.last_mut() {
            Some((count, last)) if *last == value => *count += 1,
            _ => runs.push((1, value)),
        }
    }
    runs.serialize(serializer)
}

/// Unfolds what [`serialize`] wrote.
pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de> + Clone,
    D: Deserializer<'de>,
{
    let runs = Vec::<(u32, T)>::deserialize(deserializer)?;
    let mut list = Vec::new();
    for (count, value) in runs {
        let length = list.len().saturating_add(count as usize);
        if length > LIMIT {
            return Err(D::Error::custom(format!(
                "a board of more than {LIMIT} hexes; at most {LIMIT} are allowed"
            )));
        }
        list.resize(length, value);
    }
    Ok(list)
}
