//! Writing records: to text, and to disk so that a crash leaves the old file or the new one.

use super::fault::SaveFault;
use super::form::Record;
use super::read::LIMIT;
use ron::ser::PrettyConfig;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// The record as text. Every order, hash and event has a line of its own.
///
/// # Errors
/// If it would be larger than what [`super::open`] reads.
pub fn text(record: &Record) -> Result<String, SaveFault> {
    let form = PrettyConfig::new()
        .new_line("\n")
        .indentor(" ")
        .depth_limit(2)
        .escape_strings(false);
    let mut text = ron::ser::to_string_pretty(record, form)
        .map_err(|fault| SaveFault::State(fault.to_string()))?;
    text.push('\n');
    if text.len() as u64 > LIMIT {
        return Err(SaveFault::TooLarge {
            bytes: text.len(),
            limit: LIMIT,
        });
    }
    Ok(text)
}

/// Writes a record: to a temporary name in the same folder, synced, then renamed.
///
/// # Errors
/// What the disk says; an older file of that name is unharmed then.
pub fn save(record: &Record, path: &Path) -> Result<(), SaveFault> {
    let text = text(record)?;
    write(&text, path).map_err(|fault| SaveFault::Disk {
        path: path.display().to_string(),
        why: fault.to_string(),
    })
}

fn write(text: &str, path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new()
        .prefix(".hexfray-")
        .suffix(".part")
        .tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    // The new name is safe only once its folder is; not every system lets a folder be synced.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}
