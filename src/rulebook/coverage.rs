//! What of the registers is shown: stated cases passed, failed, deferred and missing.

use super::fault::{Fault, Source};
use super::format::options;
use super::run::{CaseResult, Verdict};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A rule of the register with the cases its tests state, in order.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stated {
    /// Rule id.
    pub id: String,
    /// Short name.
    pub title: String,
    /// One line for each stated case.
    pub cases: Vec<String>,
}

/// Reads `stated.ron`.
pub fn read(file: &str, text: &str) -> (Vec<Stated>, Vec<Fault>) {
    match options().from_str(text) {
        Ok(stated) => (stated, Vec::new()),
        Err(fault) => (Vec::new(), vec![Source { file, text }.ron(0, &fault)]),
    }
}

/// How a stated case stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Some case that shows it failed.
    Failed,
    /// Some case that shows it waits for a rule.
    Deferred,
    /// No case shows it.
    Missing,
    /// Every case that shows it passed.
    Passed,
}

/// A rule's stated cases with their standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// The rule.
    pub stated: Stated,
    /// In the order of the register.
    pub standings: Vec<Standing>,
}

impl Covered {
    /// How many stand so.
    pub fn count(&self, standing: Standing) -> usize {
        self.standings
            .iter()
            .filter(|found| **found == standing)
            .count()
    }
}

/// Sets the results of all scenarios (by rule id) against what the register states.
pub fn coverage(stated: &[Stated], results: &BTreeMap<String, Vec<CaseResult>>) -> Vec<Covered> {
    let of = |rule: &Stated, number: usize| {
        let shown = results.get(&rule.id).into_iter().flatten();
        let mut shown =
            shown.filter(|case| case.stated.iter().any(|at| usize::from(*at) == number));
        let Some(first) = shown.next() else {
            return Standing::Missing;
        };
        let standing = |case: &CaseResult| match case.verdict {
            Verdict::Passed => Standing::Passed,
            Verdict::Failed(_) => Standing::Failed,
            Verdict::Deferred(_) => Standing::Deferred,
        };
        shown.map(standing).fold(standing(first), Standing::min)
    };
    stated
        .iter()
        .map(|rule| Covered {
            standings: (1..=rule.cases.len())
                .map(|number| of(rule, number))
                .collect(),
            stated: rule.clone(),
        })
        .collect()
}

/// Scenarios that show a stated case that is not there.
pub fn strangers(
    stated: &[Stated],
    results: &BTreeMap<String, Vec<CaseResult>>,
) -> Vec<(String, u8)> {
    let mut found = Vec::new();
    for (id, cases) in results {
        let count = stated
            .iter()
            .find(|rule| rule.id == *id)
            .map_or(0, |rule| rule.cases.len());
        for number in cases.iter().flat_map(|case| &case.stated) {
            if usize::from(*number) > count {
                found.push((id.clone(), *number));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(stated: &[u8], verdict: Verdict) -> CaseResult {
        CaseResult {
            line: 1,
            given: String::new(),
            stated: stated.to_vec(),
            verdict,
            story: Vec::new(),
        }
    }

    #[test]
    fn a_stated_case_is_passed_only_if_all_its_cases_are() {
        let stated = vec![Stated {
            id: "P-001".into(),
            title: String::new(),
            cases: vec![String::new(); 4],
        }];
        let results = BTreeMap::from([(
            "P-001".to_owned(),
            vec![
                case(&[1, 2], Verdict::Passed),
                case(&[2], Verdict::Failed(vec![])),
                case(&[3], Verdict::Deferred(vec![])),
                case(&[3], Verdict::Passed),
                case(&[9], Verdict::Passed),
            ],
        )]);
        let covered = coverage(&stated, &results);
        assert_eq!(
            covered[0].standings,
            [
                Standing::Passed,
                Standing::Failed,
                Standing::Deferred,
                Standing::Missing
            ]
        );
        assert_eq!(strangers(&stated, &results), [("P-001".to_owned(), 9)]);
    }
}
