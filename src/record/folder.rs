//! Where records lie, and what lies there.

use super::fault::{RecordFault, SaveFault};
use super::form::Record;
use super::read::open;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The user's data folder: `HEXFRAY_DATA`, or what the system keeps for such things.
pub fn data_dir() -> Option<PathBuf> {
    match std::env::var_os("HEXFRAY_DATA") {
        Some(folder) if !folder.is_empty() => Some(PathBuf::from(folder)),
        _ => directories::ProjectDirs::from("", "", "hexfray")
            .map(|folders| folders.data_dir().to_owned()),
    }
}

/// The folder of records inside it.
pub fn records_dir() -> Option<PathBuf> {
    data_dir().map(|folder| folder.join("records"))
}

/// A file that calls itself a record.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Where.
    pub path: PathBuf,
    /// When it was last written, where the system says so.
    pub written: Option<SystemTime>,
    /// The record, or why it cannot be used.
    pub record: Result<Record, RecordFault>,
}

/// Every record of a folder, the newest first. A damaged one is listed with its reason and blocks
/// nothing; a folder that does not exist is empty.
///
/// # Errors
/// If the folder cannot be read.
pub fn list(folder: &Path) -> Result<Vec<Listed>, SaveFault> {
    let fault = |why: std::io::Error| SaveFault::Disk {
        path: folder.display().to_string(),
        why: why.to_string(),
    };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(why) => return Err(fault(why)),
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.map_err(fault)?.path();
        if path.extension().is_none_or(|extension| extension != "ron") {
            continue;
        }
        let written = fs::metadata(&path).and_then(|data| data.modified()).ok();
        let record = open(&path);
        found.push(Listed {
            path,
            written,
            record,
        });
    }
    found.sort_by(|a, b| b.written.cmp(&a.written).then_with(|| a.path.cmp(&b.path)));
    Ok(found)
}

/// A name for a new record of a level: the first that is free.
pub(super) fn free_path(folder: &Path, title: &str, seed: u64) -> PathBuf {
    let words: Vec<String> = title
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    let mut stem = words.join("-");
    stem.truncate(40);
    if stem.is_empty() {
        stem.push_str("battle");
    }
    let mut number = 1u32;
    loop {
        let name = match number {
            1 => format!("{stem}-{seed}.ron"),
            _ => format!("{stem}-{seed}-{number}.ron"),
        };
        let path = folder.join(name);
        if !path.exists() {
            return path;
        }
        number += 1;
    }
}
