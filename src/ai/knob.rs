//! TEMPORARY
use std::collections::BTreeMap;
use std::sync::OnceLock;
static K: OnceLock<BTreeMap<String, i32>> = OnceLock::new();
pub(crate) fn knob(name: &str, default: i32) -> i32 {
    *K.get_or_init(|| {
        std::env::var("KNOBS")
            .unwrap_or_default()
            .split(',')
            .filter_map(|p| {
                let (k, v) = p.split_once('=')?;
                Some((k.to_owned(), v.parse().ok()?))
            })
            .collect()
    })
    .get(name)
    .unwrap_or(&default)
}
