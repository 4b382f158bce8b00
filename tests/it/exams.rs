//! Positions a computer player has to understand: `assets/exams`, for both levels of play.

use hexfray::rulebook::{Library, RawCase, Scenario, Verdict, read_file, run};
use std::path::Path;

fn exams() -> Vec<Scenario> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/exams");
    let mut files: Vec<_> = std::fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "ron"))
        .collect();
    files.sort();
    let mut exams = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let system = path.file_stem().unwrap().to_string_lossy().into_owned();
        let (found, faults) = read_file(&path.display().to_string(), &text, &system);
        assert!(faults.is_empty(), "{faults:#?}");
        exams.extend(found);
    }
    exams
}

/// The exam with a level of play in the place of `player`; cases that name a level themselves are
/// that level's alone.
fn sat_by(exam: &Scenario, level: &str) -> Scenario {
    let mut exam = exam.clone();
    // Play goes by the tuned rules, as levels do.
    "tuned".clone_into(&mut exam.preset);
    let others = ["quick", "normal"].map(|name| format!("{name} plays "));
    exam.cases.retain(|(_, case): &(usize, RawCase)| {
        let named = |step: &String| others.iter().any(|other| step.starts_with(other));
        let own = format!("{level} plays ");
        !case.steps.iter().any(named) || case.steps.iter().any(|step| step.starts_with(&own))
    });
    for (_, case) in &mut exam.cases {
        for step in &mut case.steps {
            if let Some(rest) = step.strip_prefix("player plays ") {
                *step = format!("{level} plays {rest}");
            }
        }
    }
    exam
}

fn sit(level: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let library = Library::read(&root);
    let mut failed = Vec::new();
    let mut sat = 0;
    for exam in exams() {
        for result in run(&sat_by(&exam, level), &library.fixtures) {
            sat += 1;
            if let Verdict::Failed(faults) = result.verdict {
                let story = result.story.join("\n    ");
                failed.push(format!(
                    "{} {}: {faults:#?}\n    {story}",
                    exam.id, exam.title
                ));
            }
        }
    }
    assert!(sat >= 19, "only {sat} exams");
    let words = failed.join("\n");
    assert!(
        failed.is_empty(),
        "{level} failed {} exams:\n{words}",
        failed.len()
    );
}

#[test]
fn quick_understands_every_position() {
    sit("quick");
}

#[test]
fn normal_understands_every_position() {
    sit("normal");
}
