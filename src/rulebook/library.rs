//! All scenarios of the shipped folder.

use super::coverage::{self, Stated};
use super::fault::Fault;
use super::fixtures::Fixtures;
use super::format::{Scenario, read_file};
use super::run::{CaseResult, run};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of the rulebook, by rule system; `board` belongs to all of them. A system may be in the
/// rulebook before levels can be played by it ([`crate::rules::IDS`]).
pub const SYSTEMS: [&str; 4] = ["phases", "wounds", "nar", "board"];

/// Largest scenario file that is read.
const MAX_BYTES: u64 = 4 << 20;

/// Scenarios, fixtures and stated cases, with every fault met.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// Boards and sheets.
    pub fixtures: Fixtures,
    /// Scenarios in order of file and place.
    pub scenarios: Vec<Scenario>,
    /// What the registers state, by system.
    pub stated: BTreeMap<String, Vec<Stated>>,
    /// What is wrong with the files.
    pub faults: Vec<Fault>,
}

/// Where the assets are: beside the working directory or the program, or where it was built.
pub fn find_assets() -> PathBuf {
    let beside = std::env::current_exe()
        .ok()
        .and_then(|path| path.parent().map(|folder| folder.join("assets")));
    [Some(PathBuf::from("assets")), beside]
        .into_iter()
        .flatten()
        .find(|folder| folder.join("rulebook").is_dir())
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"))
}

impl Library {
    /// Reads everything under `assets/rulebook`.
    pub fn read(assets: &Path) -> Library {
        let mut library = Library::default();
        let root = assets.join("rulebook");
        let fixtures = root.join("fixtures.ron");
        if let Some(text) = library.text(&fixtures) {
            let (found, faults) = Fixtures::read(&name(&fixtures), &text);
            library.fixtures = found;
            library.faults.extend(faults);
        }
        for system in SYSTEMS {
            for path in library.files(&root.join(system)) {
                let Some(text) = library.text(&path) else {
                    continue;
                };
                if path.file_name().is_some_and(|name| name == "stated.ron") {
                    let (stated, faults) = coverage::read(&name(&path), &text);
                    library.stated.insert(system.to_owned(), stated);
                    library.faults.extend(faults);
                } else {
                    let (scenarios, faults) = read_file(&name(&path), &text, system);
                    library.scenarios.extend(scenarios);
                    library.faults.extend(faults);
                }
            }
        }
        library
    }

    fn files(&mut self, folder: &Path) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = match fs::read_dir(folder) {
            Ok(entries) => entries
                .filter_map(|entry| Some(entry.ok()?.path()))
                .filter(|path| path.extension().is_some_and(|ending| ending == "ron"))
                .collect(),
            Err(fault) => {
                self.fault(folder, fault.to_string());
                Vec::new()
            }
        };
        files.sort();
        files
    }

    fn fault(&mut self, path: &Path, message: String) {
        self.faults.push(Fault {
            file: name(path),
            line: 1,
            column: 1,
            message,
        });
    }

    fn text(&mut self, path: &Path) -> Option<String> {
        let size = fs::metadata(path).map(|found| found.len());
        if size.as_ref().is_ok_and(|size| *size > MAX_BYTES) {
            self.fault(path, format!("the file is larger than {MAX_BYTES} bytes"));
            return None;
        }
        match fs::read(path).map(String::from_utf8) {
            Ok(Ok(text)) => return Some(text),
            Ok(Err(_)) => self.fault(path, "the file is not UTF-8 text".to_owned()),
            Err(fault) => self.fault(path, fault.to_string()),
        }
        None
    }

    /// Scenarios of a system, or all.
    pub fn of<'a>(&'a self, system: Option<&'a str>) -> impl Iterator<Item = &'a Scenario> {
        self.scenarios
            .iter()
            .filter(move |scenario| system.is_none_or(|system| folder(scenario) == system))
    }

    /// Plays the scenarios of a system (or all) and gives the results by rule id.
    pub fn play(&self, system: Option<&str>) -> BTreeMap<String, Vec<CaseResult>> {
        let mut results: BTreeMap<String, Vec<CaseResult>> = BTreeMap::new();
        for scenario in self.of(system) {
            let played = run(scenario, &self.fixtures);
            results
                .entry(scenario.id.clone())
                .or_default()
                .extend(played);
        }
        results
    }
}

/// The folder a scenario stands in.
fn folder(scenario: &Scenario) -> &str {
    SYSTEMS
        .into_iter()
        .find(|system| scenario.file.contains(&format!("/{system}/")))
        .unwrap_or(&scenario.system)
}

fn name(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}
