//! `hexfray rulebook`: every rule in words with scenarios that play it.

use super::out::{complain, say};
use crate::rulebook::{
    CaseResult, Library, SYSTEMS, Scenario, Standing, Verdict, coverage, find_assets, run as play,
    strangers,
};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// Read the rules and watch them at work, or check that the game keeps them.
#[derive(clap::Args, Clone, Debug)]
pub struct RulebookArgs {
    /// A rule to read and to see played, such as P-072; without it, a list of all.
    pub rule: Option<String>,
    /// Play every scenario (of one system, if named) and say which fail.
    #[arg(long, value_name = "SYSTEM", num_args = 0..=1, default_missing_value = "")]
    pub check: Option<String>,
    /// Count what of the registers the scenarios show (of one system, if named).
    #[arg(long, value_name = "SYSTEM", num_args = 0..=1, default_missing_value = "")]
    pub coverage: Option<String>,
    /// With --coverage: list every stated case that is not passed.
    #[arg(long, requires = "coverage")]
    pub list: bool,
    /// Folder with the assets, if it is not found by itself.
    #[arg(long, value_name = "DIR")]
    pub assets: Option<PathBuf>,
}

/// Runs `hexfray rulebook`.
pub fn run(args: &RulebookArgs) -> ExitCode {
    let assets = args.assets.clone().unwrap_or_else(find_assets);
    let library = Library::read(&assets);
    for fault in &library.faults {
        complain(fault.to_string());
    }
    for system in [&args.check, &args.coverage].into_iter().flatten() {
        if !system.is_empty() && !SYSTEMS.contains(&system.as_str()) {
            complain(format!(
                "there is no rulebook `{system}`; there are: {}",
                SYSTEMS.join(", ")
            ));
            return ExitCode::from(2);
        }
    }
    match (&args.check, &args.coverage, &args.rule) {
        (Some(system), _, _) => check(&library, named(system)),
        (None, Some(system), _) => print_coverage(&library, named(system), args.list),
        (None, None, Some(rule)) => show(&library, rule),
        (None, None, None) => list(&library),
    }
}

fn named(system: &str) -> Option<&str> {
    (!system.is_empty()).then_some(system)
}

fn exit(good: bool) -> ExitCode {
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    }
}

fn check(library: &Library, system: Option<&str>) -> ExitCode {
    let (mut passed, mut failed, mut deferred) = (0usize, 0usize, 0usize);
    for scenario in library.of(system) {
        for case in play(scenario, &library.fixtures) {
            match &case.verdict {
                Verdict::Passed => passed += 1,
                Verdict::Deferred(_) => deferred += 1,
                Verdict::Failed(why) => {
                    failed += 1;
                    say(format!(
                        "{}:{}: {} {}",
                        scenario.file, case.line, scenario.id, case.given
                    ));
                    for line in why {
                        say(format!("    {line}"));
                    }
                }
            }
        }
    }
    say(format!(
        "cases: {passed} passed, {failed} failed, {deferred} deferred; faults in files: {}",
        library.faults.len()
    ));
    exit(failed == 0 && library.faults.is_empty())
}

fn print_coverage(library: &Library, system: Option<&str>, list: bool) -> ExitCode {
    let mut good = library.faults.is_empty();
    for (name, stated) in &library.stated {
        if system.is_some_and(|system| system != name) {
            continue;
        }
        let results = library.play(Some(name));
        let covered = coverage(stated, &results);
        let sum = |standing| {
            covered
                .iter()
                .map(|rule| rule.count(standing))
                .sum::<usize>()
        };
        say(format!(
            "{name}: {} rules, {} stated cases: {} passed, {} failed, {} deferred, {} missing",
            covered.len(),
            covered
                .iter()
                .map(|rule| rule.standings.len())
                .sum::<usize>(),
            sum(Standing::Passed),
            sum(Standing::Failed),
            sum(Standing::Deferred),
            sum(Standing::Missing),
        ));
        good &= sum(Standing::Failed) == 0;
        for (id, number) in strangers(stated, &results) {
            say(format!(
                "  {id} shows a stated case {number} that the register has not"
            ));
            good = false;
        }
        if list {
            for rule in &covered {
                for (at, standing) in rule.standings.iter().enumerate() {
                    let word = match standing {
                        Standing::Passed => continue,
                        Standing::Failed => "failed",
                        Standing::Deferred => "deferred",
                        Standing::Missing => "missing",
                    };
                    let words = &rule.stated.cases[at];
                    say(format!(
                        "  {word:8} {} [{}] {words}",
                        rule.stated.id,
                        at + 1
                    ));
                }
            }
        }
    }
    exit(good)
}

fn list(library: &Library) -> ExitCode {
    let mut rules: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
    for scenario in &library.scenarios {
        let entry = rules.entry(&scenario.id).or_insert((&scenario.title, 0));
        entry.1 += scenario.cases.len();
    }
    say("Rules with scenarios; `hexfray rulebook P-072` shows one.");
    for (id, (title, cases)) in rules {
        say(format!("{id}  {title}  ({cases} to see)"));
    }
    exit(library.faults.is_empty())
}

fn show(library: &Library, rule: &str) -> ExitCode {
    let wanted = rule.to_uppercase();
    let shows = |scenario: &&Scenario| scenario.id == wanted || scenario.also.contains(&wanted);
    let scenarios: Vec<_> = library.scenarios.iter().filter(shows).collect();
    if scenarios.is_empty() {
        complain(format!(
            "no scenario shows `{rule}`; `hexfray rulebook` lists those there are"
        ));
        return ExitCode::from(2);
    }
    for scenario in scenarios {
        say(format!("{} {}", scenario.id, scenario.title));
        say(&scenario.words);
        for (at, case) in play(scenario, &library.fixtures).iter().enumerate() {
            print_case(at + 1, case);
        }
        say("");
    }
    ExitCode::SUCCESS
}

fn print_case(number: usize, case: &CaseResult) {
    say("");
    say(format!("Case {number}: {}", case.given));
    for line in &case.story {
        say(format!("  {line}"));
    }
    match &case.verdict {
        Verdict::Passed => say("  The game does this."),
        Verdict::Deferred(needs) => {
            say(format!("  Not played yet: it needs {}.", needs.join(", ")))
        }
        Verdict::Failed(why) => say(format!("  The game does NOT do this: {}", why.join("; "))),
    }
}
