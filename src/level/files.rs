//! Level files on disk: the shipped ones, the user's own, and any path.
//!
//! A bad file is listed with its fault and hides no other one.

use super::check::{MAX_BYTES, read, too_large};
use super::names::RuleNames;
use super::spec::Level;
use crate::reading::fault::{Fault, Report};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Where a level was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// With the game.
    Shipped,
    /// In the user's data folder.
    User,
    /// At a path somebody named.
    Path,
}

/// One file of the list of levels.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file.
    pub path: PathBuf,
    /// Where it was found.
    pub origin: Origin,
    /// The level with its warnings, or why it cannot be played.
    pub outcome: Result<(Level, Vec<Fault>), Report>,
}

/// Reads and checks one file. A file that cannot be read is a report like any other fault.
pub fn load(path: &Path, names: &dyn RuleNames) -> Result<(Level, Vec<Fault>), Report> {
    let label = path.display().to_string();
    let bytes = bytes_of(path, &label)?;
    read(&label, &bytes, names)
}

/// The content of an ordinary file of at most [`MAX_BYTES`].
fn bytes_of(path: &Path, label: &str) -> Result<Vec<u8>, Report> {
    let unreadable = |error: std::io::Error| {
        Report::one(Fault::of_file(label, format!("not readable: {error}")))
    };
    let about = std::fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() {
        return Err(Report::one(Fault::of_file(label, "this is not a file")));
    }
    if about.len() > MAX_BYTES as u64 {
        return Err(Report::one(too_large(label, about.len())));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    // The file may grow between the two looks at it.
    let most = MAX_BYTES as u64 + 1;
    file.take(most)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    Ok(bytes)
}

/// All `.ron` files of some folders, each folder sorted by file name, checked.
///
/// A path that is a file is listed itself; a folder that does not exist is empty.
pub fn list(places: &[(Origin, PathBuf)], names: &dyn RuleNames) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (origin, place) in places {
        let mut paths = if place.is_dir() {
            level_files(place)
        } else if place.exists() || *origin == Origin::Path {
            vec![place.clone()]
        } else {
            Vec::new()
        };
        paths.sort();
        for path in paths {
            let outcome = load(&path, names);
            entries.push(Entry {
                path,
                origin: *origin,
                outcome,
            });
        }
    }
    entries
}

fn level_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(found) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = found.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    paths
        .filter(|path| {
            path.extension()
                .is_some_and(|end| end.eq_ignore_ascii_case("ron"))
        })
        .filter(|path| !path.is_dir())
        .collect()
}

/// The folder of the shipped levels: beside the program, in the working folder, or in the
/// source tree; `None` if there is none.
pub fn shipped_dir() -> Option<PathBuf> {
    let program = std::env::current_exe().ok();
    let beside = program
        .as_deref()
        .and_then(Path::parent)
        .map(Path::to_path_buf);
    let installed = beside.as_ref().map(|dir| dir.join("../share/hexfray"));
    let working = std::env::current_dir().ok();
    let source = Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    let roots = [beside, installed, working, source];
    let mut folders = roots.into_iter().flatten().map(|root| root.join("levels"));
    folders.find(|folder| folder.is_dir())
}

/// The user's own level folder; it need not exist yet. `None` without a home.
pub fn user_dir() -> Option<PathBuf> {
    crate::record::data_dir().map(|folder| folder.join("levels"))
}

/// A file for a level of a name that no other level lies in.
pub fn free_file(folder: &Path, name: &str) -> PathBuf {
    let mut stem = String::new();
    for sign in name.chars().flat_map(char::to_lowercase) {
        if sign.is_alphanumeric() {
            stem.push(sign);
        } else if !stem.ends_with('-') && !stem.is_empty() {
            stem.push('-');
        }
    }
    let stem = match stem.trim_end_matches('-') {
        "" => "level",
        stem => stem,
    };
    let first = folder.join(format!("{stem}.ron"));
    let others = (2..).map(|number| folder.join(format!("{stem}-{number}.ron")));
    std::iter::once(first)
        .chain(others)
        .find(|path| !path.exists())
        .unwrap_or_else(|| folder.join("level.ron"))
}
