//! The rule systems as this machine plays them: on the shipped tables, or on the user's own.
//!
//! Tables in `rules/<system>/` of the user's data folder stand in for the shipped files of the
//! same names. If they have any fault the shipped ones are played, and [`notices`] says so.

use crate::combat::system::RuleSystem;
use crate::level::Report;
use crate::reading::Fault;
use crate::record::data_dir;
use crate::rules;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Bytes a table file may have: 1 MiB.
pub const MAX_TABLE_BYTES: u64 = 1 << 20;

struct Played {
    id: &'static str,
    system: Arc<dyn RuleSystem>,
    notice: Option<String>,
}

/// The user's folder of tables of a system; it need not exist. `None` without a home.
pub fn tables_dir(id: &str) -> Option<PathBuf> {
    data_dir().map(|folder| folder.join("rules").join(id))
}

fn all() -> &'static [Played] {
    static ALL: OnceLock<Vec<Played>> = OnceLock::new();
    ALL.get_or_init(|| {
        let played = rules::IDS.iter().filter_map(|id| {
            let shipped = rules::by_id(id)?;
            Some(match tables_dir(id) {
                Some(folder) => over(id, shipped, &folder),
                None => Played {
                    id,
                    system: shipped,
                    notice: None,
                },
            })
        });
        played.collect()
    })
}

fn over(id: &'static str, shipped: Arc<dyn RuleSystem>, folder: &Path) -> Played {
    let read = files(folder);
    let (system, notice) = match read.and_then(|files| check(&*shipped, &files)) {
        Ok(None) => (shipped, None),
        Ok(Some(own)) => {
            let notice = format!("{id} is played on the tables in {}", folder.display());
            (own, Some(notice))
        }
        Err(faults) => {
            let (count, folder) = (faults.len(), folder.display());
            let noun = if count == 1 { "fault" } else { "faults" };
            let notice = format!(
                "the tables in {folder} have {count} {noun}, so {id} is played on the shipped \
                 ones; `hexfray check {folder}` lists what to mend"
            );
            (shipped, Some(notice))
        }
    };
    Played { id, system, notice }
}

/// A rule system as it is played here.
pub fn system(id: &str) -> Option<Arc<dyn RuleSystem>> {
    let found = all().iter().find(|played| played.id == id)?;
    Some(found.system.clone())
}

/// What a player must know about the tables in use: nothing if they are the shipped ones.
pub fn notices() -> impl Iterator<Item = &'static str> {
    all().iter().filter_map(|played| played.notice.as_deref())
}

/// The table files of a folder, sorted by name; none if there is no such folder.
///
/// # Errors
/// Files that cannot be read.
pub fn files(folder: &Path) -> Result<Vec<(PathBuf, String)>, Vec<String>> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "ron"))
        .collect();
    paths.sort();
    let mut faults = Vec::new();
    let mut files = Vec::new();
    for path in paths {
        match text_of(&path) {
            Ok(text) => files.push((path, text)),
            Err(fault) => faults.push(fault.to_string()),
        }
    }
    if faults.is_empty() {
        Ok(files)
    } else {
        Err(faults)
    }
}

/// The text of one table file.
///
/// # Errors
/// That it is no readable text.
pub fn text_of(path: &Path) -> Result<String, Report> {
    let refuse = |why: String| Report::one(Fault::of_file(&path.display().to_string(), why));
    let unreadable = |fault: std::io::Error| refuse(format!("not readable: {fault}"));
    // Opening a pipe would wait for somebody who writes into it.
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(refuse("this is not a file".to_owned()));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(unreadable)?;
    file.take(MAX_TABLE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > MAX_TABLE_BYTES {
        let limit = format!("larger than {MAX_TABLE_BYTES} bytes, the most a table may have");
        return Err(refuse(limit));
    }
    String::from_utf8(bytes).map_err(|fault| {
        let byte = fault.utf8_error().valid_up_to();
        refuse(format!("no text (UTF-8) from byte {byte} on"))
    })
}

/// A system with some files over its shipped ones; `None` if there are none.
///
/// # Errors
/// Every fault of every file.
pub fn check(
    shipped: &dyn RuleSystem,
    files: &[(PathBuf, String)],
) -> Result<Option<Arc<dyn RuleSystem>>, Vec<String>> {
    if files.is_empty() {
        return Ok(None);
    }
    let named: Vec<(String, String)> = files
        .iter()
        .map(|(path, text)| (path.display().to_string(), text.clone()))
        .collect();
    let own = shipped.with_tables(&named)?;
    let missing = left_out(shipped, &*own, files);
    if missing.is_empty() {
        Ok(Some(own))
    } else {
        Err(missing)
    }
}

/// Archetypes and gear that levels name and that tables of one's own leave out: such a level would
/// be found at fault for what is wrong in the tables.
fn left_out(
    shipped: &dyn RuleSystem,
    own: &dyn RuleSystem,
    files: &[(PathBuf, String)],
) -> Vec<String> {
    let file = |name: &str| {
        let mut files = files.iter().map(|(path, _)| path);
        let found = files.find(|path| path.ends_with(name));
        found.map_or(name.to_owned(), |path| path.display().to_string())
    };
    let mut faults = Vec::new();
    let mut lack = |name: &str,
                    what: &str,
                    theirs: &[smol_str::SmolStr],
                    ours: &[smol_str::SmolStr]| {
        for missing in ours.iter().filter(|one| !theirs.contains(one)) {
            let file = file(name);
            faults.push(format!(
                "{file}: the {what} `{missing}` is missing; levels name it, so tables may change it \
                 and add others, and must not leave it out"
            ));
        }
    };
    lack(
        "archetypes.ron",
        "archetype",
        &own.archetypes(),
        &shipped.archetypes(),
    );
    let names = [
        ("weapons.ron", "weapon"),
        ("armour.ron", "armour"),
        ("shields.ron", "shield"),
    ];
    let gear = own.gear().into_iter().zip(shipped.gear());
    for ((theirs, ours), (name, what)) in gear.zip(names) {
        lack(name, what, &theirs, &ours);
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(text: &str) -> Played {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("dodge.ron"), text).unwrap();
        over("phases", rules::by_id("phases").unwrap(), folder.path())
    }

    #[test]
    fn sound_tables_are_played_and_kept_with_the_battle() {
        let shipped = include_str!("../../assets/rules/phases/dodge.ron");
        let text = shipped.replace("away: -2", "away: -3");
        let played = played(&text);
        assert!(
            played
                .notice
                .unwrap()
                .contains("is played on the tables in")
        );
        let tables = played.system.tables();
        let kept = tables.iter().find(|(name, _)| name == "dodge.ron").unwrap();
        assert_eq!(kept.1, text);
    }

    #[test]
    fn tables_that_leave_an_archetype_out_give_way_and_name_it() {
        let shipped = include_str!("../../assets/rules/phases/archetypes.ron");
        for (text, count) in [
            ("{}", 12),
            (&shipped.replace("\"militia\"", "\"miliz\""), 1),
        ] {
            let files = [(PathBuf::from("mine/archetypes.ron"), text.to_owned())];
            let faults = check(&*rules::by_id("phases").unwrap(), &files)
                .err()
                .unwrap();
            assert_eq!(faults.len(), count, "{faults:?}");
            let militia = "mine/archetypes.ron: the archetype `militia` is missing";
            assert!(faults.iter().any(|fault| fault.starts_with(militia)));
        }
    }

    #[test]
    fn broken_tables_give_way_to_the_shipped_ones_and_say_so() {
        let played = played("(away: -2)");
        let notice = played.notice.unwrap();
        assert!(
            notice.contains("have 12 faults, so phases is played on the shipped"),
            "{notice}"
        );
        let shipped = rules::by_id("phases").unwrap().tables();
        assert_eq!(played.system.tables(), shipped);
    }
}
