//! Reading and checking a level of 200 × 200 hexes; the budget is 100 ms.

use hexfray::level::{GearSlot, RuleFault, RuleNames, read};

fn main() {
    divan::main();
}

/// As much of the rule systems as the benchmark's level names.
struct Names;

impl RuleNames for Names {
    fn systems(&self) -> &[&str] {
        &["phases"]
    }
    fn archetypes(&self) -> &[&str] {
        &["militia", "archer"]
    }
    fn gear_names(&self, _: GearSlot) -> &[&str] {
        &["spear"]
    }
    fn own_gear(&self, _: &str, _: GearSlot) -> &[&str] {
        &[]
    }
    fn presets(&self, _: &str) -> &[&str] {
        &["tuned"]
    }
    fn switches(&self, _: &str) -> &[&str] {
        &[]
    }
    fn check_own_numbers(&self, _: &str, _: &str, _: &str) -> Vec<RuleFault> {
        Vec::new()
    }
    fn check_switch(&self, _: &str, _: &str, _: &str) -> Vec<RuleFault> {
        Vec::new()
    }
}

/// A board of mixed ground with heights, 2,000 edges written one by one, and 200 combatants.
fn generated(size: usize) -> String {
    let signs: Vec<char> = "..,..u..f..:".chars().collect();
    let rows = |sign: &dyn Fn(usize) -> char| -> String {
        (0..size)
            .map(|row| {
                let line: String = (0..size).map(|column| sign(row * 7 + column * 5)).collect();
                format!("        \"{line}\",\n")
            })
            .collect()
    };
    let map = rows(&|n| signs[n % signs.len()]);
    let heights = rows(&|n| char::from(b'0' + (n / 9 % 3) as u8));
    let edges: String = (0..2000)
        .map(|n| {
            let (column, row) = (1 + n % (size - 2), 1 + n * 7 % (size - 2));
            format!("        Edge(at: ({column}, {row}), side: \"E\", kind: \"low_wall\"),\n")
        })
        .collect();
    let people: String = (0..200)
        .map(|n| {
            let side = if n % 2 == 0 { "Azure" } else { "Crimson" };
            let (column, row) = (n % 100, n / 100 * 3 + n % 2 * (size - 10));
            format!(
                "        Combatant(name: \"No {n}\", archetype: \"militia\", side: \"{side}\", \
                 at: ({column}, {row}), facing: \"E\"),\n"
            )
        })
        .collect();
    format!(
        "Level(\n    name: \"Large\",\n    map: [\n{map}    ],\n    heights: [\n{heights}    ],\n    \
         edges: [\n{edges}    ],\n    sides: [\"Azure\", \"Crimson\"],\n    combatants: \
         [\n{people}    ],\n)\n"
    )
}

#[divan::bench]
fn read_and_check_200_by_200(bencher: divan::Bencher<'_, '_>) {
    let text = generated(200);
    bencher.bench_local(|| {
        let read = read("large.ron", divan::black_box(text.as_bytes()), &Names);
        match read {
            Ok((level, _)) => level,
            Err(report) => panic!("{report}"),
        }
    });
}
