//! What many battles come to: for people, as JSON, as CSV.

use super::battles::{Fought, Plan};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

/// A side's share of the battles.
#[derive(Debug, PartialEq, Serialize)]
pub struct SideReport {
    name: String,
    controller: String,
    wins: u32,
    /// Share of battles won, and the 95 % interval of Wilson around it.
    share: f64,
    low: f64,
    high: f64,
    /// Combatants out at the end, on average, and how many there were.
    losses_mean: f64,
    combatants: u32,
    /// Microseconds its controller thought in a unit of time: mean, a combatant's share of it, and
    /// what 99 of 100 units stay within.
    #[serde(skip)]
    thought_mean: f64,
    #[serde(skip)]
    thought_share: f64,
    #[serde(skip)]
    thought_p99: u32,
}

/// What many battles come to.
#[derive(Debug, Serialize)]
pub struct Report {
    level: String,
    rules: String,
    preset: String,
    unit: String,
    seed: u64,
    battles: u32,
    seconds: f64,
    battles_per_second: f64,
    wins: BTreeMap<String, u32>,
    sides: Vec<SideReport>,
    draws: u32,
    stalemates: u32,
    units_mean: f64,
    units_median: u32,
    units_p90: u32,
    endings: BTreeMap<&'static str, u32>,
    prompts_per_unit: Option<f64>,
    prompts_per_battle: Option<f64>,
    microseconds_per_unit: f64,
    microseconds_per_start: f64,
    answers_refused: u32,
    digest: Option<String>,
}

/// The 95 % interval of Wilson for `hits` of `all`.
pub fn wilson(hits: u32, all: u32) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    let (n, share) = (f64::from(all), f64::from(hits) / f64::from(all));
    let weight = 1.0 + Z * Z / n;
    let middle = share + Z * Z / (2.0 * n);
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let bound = |value: f64| (value / weight).clamp(0.0, 1.0);
    (bound(middle - spread), bound(middle + spread))
}

/// The smallest value that at least `percent` of a sorted list do not exceed.
fn percentile(sorted: &[u32], percent: usize) -> u32 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or(0)
}

fn mean(sum: u64, count: u64) -> f64 {
    if count == 0 {
        0.0
    } else {
        sum as f64 / count as f64
    }
}

fn total(fought: &[Fought], value: impl Fn(&Fought) -> u64) -> u64 {
    fought.iter().map(value).sum()
}

/// One hash over all battles' hashes, in order (FNV-1a over their bytes).
fn digest(fought: &[Fought]) -> Option<String> {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for battle in fought {
        for byte in battle.digest?.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    Some(format!("{hash:016x}"))
}

impl Report {
    /// Counts the battles of a plan, which took so long by the clock on the wall.
    pub fn new(plan: &Plan, fought: &[Fought], took: Duration) -> Report {
        let battles = plan.battles;
        let all = u64::from(battles);
        let sides = plan.setup.sides.iter().enumerate();
        let sides: Vec<SideReport> = sides
            .map(|(index, side)| {
                let won = |battle: &&Fought| battle.winner == Some(side.team);
                let wins = fought.iter().filter(won).count() as u32;
                let (low, high) = wilson(wins, battles);
                let own = |id: u8| usize::from(id) == index;
                let combatants = plan.setup.combatants.iter();
                let combatants = combatants.filter(|one| own(one.side)).count() as u32;
                let units = fought.iter().flat_map(|one| &one.thought[index]);
                let mut thought: Vec<u32> = units.copied().collect();
                thought.sort_unstable();
                let sum = thought.iter().map(|&micros| u64::from(micros)).sum();
                let thought_mean = mean(sum, thought.len() as u64);
                SideReport {
                    name: side.name.to_string(),
                    controller: plan.controllers[index].clone(),
                    wins,
                    share: f64::from(wins) / f64::from(battles),
                    low,
                    high,
                    losses_mean: mean(total(fought, |one| one.losses[index].into()), all),
                    combatants,
                    thought_mean,
                    thought_share: thought_mean / f64::from(combatants.max(1)),
                    thought_p99: percentile(&thought, 99),
                }
            })
            .collect();
        let mut lengths: Vec<u32> = fought.iter().map(|one| one.units).collect();
        lengths.sort_unstable();
        let units = total(fought, |one| one.units.into());
        let seats = sides.len() as u64;
        let prompts = total(fought, |one| {
            one.prompts.iter().map(|&count| u64::from(count)).sum()
        });
        let micros = |time: &dyn Fn(&Fought) -> Duration, count| {
            mean(total(fought, |one| time(one).as_nanos() as u64), count) / 1000.0
        };
        let mut endings = BTreeMap::new();
        for one in fought {
            *endings.entry(one.ending).or_insert(0) += 1;
        }
        let seconds = took.as_secs_f64();
        Report {
            level: plan.setup.title.clone(),
            rules: plan.rules.id().to_owned(),
            preset: plan.setup.preset.to_string(),
            unit: plan.rules.unit_name().to_owned(),
            seed: plan.seed,
            battles,
            seconds,
            battles_per_second: f64::from(battles) / seconds.max(1e-9),
            wins: sides
                .iter()
                .map(|side| (side.name.clone(), side.wins))
                .collect(),
            sides,
            draws: fought.iter().filter(|one| one.winner.is_none()).count() as u32,
            stalemates: fought.iter().filter(|one| one.stalemate).count() as u32,
            units_mean: mean(units, all),
            units_median: percentile(&lengths, 50),
            units_p90: percentile(&lengths, 90),
            endings,
            prompts_per_unit: plan.prompts.then(|| mean(prompts, units * seats)),
            prompts_per_battle: plan.prompts.then(|| mean(prompts, all * seats)),
            microseconds_per_unit: micros(&|one| one.fight, units),
            microseconds_per_start: micros(&|one| one.start, all),
            answers_refused: total(fought, |one| one.tally.refused.into()) as u32,
            digest: digest(fought),
        }
    }

    /// For a program to read.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("numbers and names are always JSON")
    }

    /// For people to read; `bench` adds where the time went.
    pub fn words(&self, bench: bool) -> String {
        let mut text = String::new();
        let unit = &self.unit;
        let _ = writeln!(
            text,
            "{} battles on {} by {} ({}), seed {}: {:.2} s, {:.0} battles per second",
            self.battles,
            self.level,
            self.rules,
            self.preset,
            self.seed,
            self.seconds,
            self.battles_per_second
        );
        for side in &self.sides {
            let _ = writeln!(
                text,
                "  {} ({}): {} won, {:.1} % (95 %: {:.1} to {:.1}); loses {:.2} of {}",
                side.name,
                side.controller,
                side.wins,
                100.0 * side.share,
                100.0 * side.low,
                100.0 * side.high,
                side.losses_mean,
                side.combatants
            );
        }
        let stalemates = 100.0 * f64::from(self.stalemates) / f64::from(self.battles);
        let _ = writeln!(
            text,
            "  draws: {}; stalemates: {} ({stalemates:.1} %)",
            self.draws, self.stalemates
        );
        let _ = writeln!(
            text,
            "  length in {unit}s: mean {:.1}, median {}, nine of ten within {}",
            self.units_mean, self.units_median, self.units_p90
        );
        for (why, count) in &self.endings {
            let times = if *count == 1 { "time" } else { "times" };
            let _ = writeln!(text, "  ended {count} {times} by: {why}");
        }
        if let (Some(unit_prompts), Some(battle)) = (self.prompts_per_unit, self.prompts_per_battle)
        {
            let _ = writeln!(
                text,
                "  questions to a person: {unit_prompts:.2} a {unit}, {battle:.1} a battle"
            );
        }
        if self.answers_refused > 0 {
            let refused = self.answers_refused;
            let _ = writeln!(
                text,
                "  answers of the computer that were refused: {refused}"
            );
        }
        if bench {
            let _ = writeln!(
                text,
                "  one thread's time: {:.1} µs a {unit}, {:.0} µs to set a battle up",
                self.microseconds_per_unit, self.microseconds_per_start
            );
            for side in &self.sides {
                let _ = writeln!(
                    text,
                    "  {} ({}) thinks {:.1} µs a {unit}, {:.1} µs for each it began with; 99 of 100 within {} µs",
                    side.name,
                    side.controller,
                    side.thought_mean,
                    side.thought_share,
                    side.thought_p99
                );
            }
        }
        if let Some(digest) = &self.digest {
            let _ = writeln!(text, "  digest: {digest}");
        }
        text
    }
}

/// A text as a field of CSV.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A line for each battle, with a head.
pub fn csv(plan: &Plan, fought: &[Fought]) -> String {
    let sides: Vec<&str> = plan.setup.sides.iter().map(|side| &*side.name).collect();
    let mut head: Vec<String> = ["battle", "seed", "winner", "stalemate", "units", "why"]
        .map(str::to_owned)
        .to_vec();
    head.extend(sides.iter().map(|side| field(&format!("losses {side}"))));
    if plan.prompts {
        head.extend(sides.iter().map(|side| field(&format!("prompts {side}"))));
    }
    head.push("digest".to_owned());
    let mut text = head.join(",") + "\n";
    for (number, one) in fought.iter().enumerate() {
        let winners: Vec<&str> = plan
            .setup
            .sides
            .iter()
            .filter(|side| one.winner == Some(side.team))
            .map(|side| &*side.name)
            .collect();
        let mut row = vec![
            number.to_string(),
            one.seed.to_string(),
            field(&winners.join(" ")),
            one.stalemate.to_string(),
            one.units.to_string(),
            field(&one.why),
        ];
        row.extend(one.losses.iter().map(u32::to_string));
        if plan.prompts {
            row.extend(one.prompts.iter().map(u32::to_string));
        }
        let digest = one.digest.map(|digest| format!("{digest:016x}"));
        row.push(digest.unwrap_or_default());
        text += &(row.join(",") + "\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        // 10 of 20: 0.2993 to 0.7007; 0 of 10: 0 to 0.2775; by hand from the formula.
        for (hits, all, low, high) in [(10, 20, 0.2993, 0.7007), (0, 10, 0.0, 0.2775)] {
            let found = wilson(hits, all);
            assert!((found.0 - low).abs() < 5e-5, "{found:?}");
            assert!((found.1 - high).abs() < 5e-5, "{found:?}");
        }
    }

    #[test]
    fn percentiles_are_values_of_the_list() {
        assert_eq!(percentile(&[1, 2, 3, 4], 50), 2);
        assert_eq!(percentile(&[1, 2, 3, 4], 90), 4);
        assert_eq!(percentile(&(1..=10).collect::<Vec<_>>(), 90), 9);
        assert_eq!(percentile(&[7], 50), 7);
    }

    #[test]
    fn names_with_commas_stay_one_field() {
        assert_eq!(field("Red, \"the\" side"), "\"Red, \"\"the\"\" side\"");
        assert_eq!(field("Red"), "Red");
    }
}
