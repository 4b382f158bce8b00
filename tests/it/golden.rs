//! A golden digest for every shipped level: the battles of yesterday are the battles of today.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

const FILE: &str = "tests/it/golden.txt";

/// Levels whose battles are long: one of them by the main rules has to do.
const LONG: [&str; 1] = ["levels/two_hosts.ron"];

/// The digest of eight battles on a level by a rule system, the seed 1, as `simulate` gives it;
/// `refused` where these rules cannot play it.
fn digest(level: &str, rules: &str) -> String {
    let battles = if LONG.contains(&level) { "1" } else { "8" };
    let output = Command::new(env!("CARGO_BIN_EXE_hexfray"))
        .args(["simulate", level, "--battles", battles])
        .args(["--seed", "1", "--json"])
        .args(["--rules", rules])
        // What computer players think of is no rule.
        .args(["--controller", "1=rusher", "--controller", "2=rusher"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    if words.contains("by these rules") || words.contains("is not for the rules of") {
        return "refused".to_owned();
    }
    assert!(output.status.success(), "{level}: {words}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    report["digest"].as_str().unwrap().to_owned()
}

#[test]
fn battles_on_shipped_levels_end_as_they_always_did() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(root.join("levels")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".ron") {
            let level = format!("levels/{name}");
            let all = hexfray::rules::IDS.into_iter();
            let long = LONG.contains(&&*level);
            for rules in all.filter(|rules| !long || *rules == "phases") {
                found.insert(format!("{level} {rules}"), digest(&level, rules));
            }
        }
    }
    let mut text = String::new();
    for (level, digest) in &found {
        let _ = writeln!(text, "{level} {digest}");
    }
    let path = root.join(FILE);
    if std::env::var_os("HEXFRAY_GOLDEN").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        text, golden,
        "battles end otherwise than before (left: now, right: {FILE}). If rules, tables or levels \
         were meant to change, write the new digests with `HEXFRAY_GOLDEN=1 cargo test --test it \
         golden`, and say in the commit what changed them. If nothing was meant to change, \
         something made battles depend on what they must not: `hexfray simulate LEVEL --record \
         DIR` with the old version and `hexfray replay --verify` with this one name the place."
    );
}
