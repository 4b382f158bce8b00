//! Many battles on all cores: one battle is one thread's, and its result depends on nothing but
//! its number.

use crate::ai::{self, Controller, Tally};
use crate::combat::battle::{Battle, Progress};
use crate::combat::combatant::SideId;
use crate::combat::endings::{Ending, Why};
use crate::combat::setup::Setup;
use crate::combat::system::RuleSystem;
use crate::record::{LevelText, Recorder};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use std::io::IsTerminal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What is to be fought.
pub struct Plan {
    /// The rule system.
    pub rules: Arc<dyn RuleSystem>,
    /// What every battle starts from.
    pub setup: Setup,
    /// The level's text, for records.
    pub level: LevelText,
    /// Controllers by name, one for each side.
    pub controllers: Vec<String>,
    /// Every battle's seed comes from this one.
    pub seed: u64,
    /// How many.
    pub battles: u32,
    /// Where records go, if they are wanted.
    pub record: Option<PathBuf>,
    /// Hash every battle's end.
    pub hash: bool,
    /// Count what a person would be asked.
    pub prompts: bool,
    /// Threads; `None` takes all cores.
    pub threads: Option<usize>,
}

/// A battle that was fought.
#[derive(Clone, Debug)]
pub struct Fought {
    /// Its seed.
    pub seed: u64,
    /// The winning team.
    pub winner: Option<u8>,
    /// Decided as a stalemate.
    pub stalemate: bool,
    /// How it ended, in a word or two.
    pub ending: &'static str,
    /// How it ended, in a sentence.
    pub why: String,
    /// Units of time.
    pub units: u32,
    /// Combatants out at the end, by side.
    pub losses: Vec<u32>,
    /// Cards a person would have had to answer, by side.
    pub prompts: Vec<u32>,
    /// Hash of the last state.
    pub digest: Option<u64>,
    /// What the controllers' answers came to.
    pub tally: Tally,
    /// Time for setting up.
    pub start: Duration,
    /// Time for fighting.
    pub fight: Duration,
    /// Microseconds a side's controller thought in each unit of time, by side.
    pub thought: Vec<Vec<u32>>,
    /// Why its record was not written.
    pub unwritten: Option<String>,
}

/// The seed of a battle: the `number`th output (from 0) of `SplitMix64` seeded with `seed`.
pub fn battle_seed(seed: u64, number: u32) -> u64 {
    let step = (u64::from(number) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut mixed = seed.wrapping_add(step);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Fights all battles of a plan, in order of their numbers.
///
/// # Errors
/// The first battle that could not be brought to an end, with its seed.
pub fn fight_all(plan: &Plan) -> Result<Vec<Fought>, String> {
    let fought = fight_plans(std::slice::from_ref(plan), plan.threads)?;
    Ok(fought.into_iter().flatten().collect())
}

/// Fights all battles of all plans, in their order, on so many threads.
///
/// # Errors
/// The first battle that could not be brought to an end, with its seed.
pub fn fight_plans(plans: &[Plan], threads: Option<usize>) -> Result<Vec<Vec<Fought>>, String> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .build()
        .map_err(|fault| format!("threads cannot be started: {fault}"))?;
    let bar = progress(plans.iter().map(|plan| u64::from(plan.battles)).sum());
    let fought: Result<Vec<Vec<Fought>>, String> = pool.install(|| {
        let all = plans.par_iter().map(|plan| {
            let battles = (0..plan.battles).into_par_iter();
            let fought = battles.map(|number| fight_one(plan, number, &bar));
            fought.collect::<Vec<_>>().into_iter().collect()
        });
        all.collect::<Vec<_>>().into_iter().collect()
    });
    bar.finish_and_clear();
    fought
}

fn fight_one(plan: &Plan, number: u32, bar: &ProgressBar) -> Result<Fought, String> {
    let seed = battle_seed(plan.seed, number);
    let fought = catch_unwind(AssertUnwindSafe(|| fight(plan, number, seed)))
        .unwrap_or_else(|_| Err("the rules broke off".to_owned()));
    bar.inc(1);
    fought.map_err(|fault| format!("battle {number} (seed {seed}): {fault}"))
}

fn progress(battles: u64) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(battles), target);
    let form = "{bar:40} {pos} of {len} battles, {per_sec}, {eta} to go";
    if let Ok(style) = ProgressStyle::with_template(form) {
        bar.set_style(style);
    }
    bar
}

fn fight(plan: &Plan, number: u32, seed: u64) -> Result<Fought, String> {
    let begun = Instant::now();
    let mut battle = Battle::start(plan.rules.clone(), &plan.setup, seed)
        .map_err(|faults| format!("the battle cannot be started: {}", faults.join("; ")))?;
    let mut controllers: Vec<Box<dyn Controller>> = Vec::new();
    for name in &plan.controllers {
        let controller = ai::by_name(name);
        controllers.push(controller.ok_or_else(|| format!("there is no controller `{name}`"))?);
    }
    let mut recorder = plan.record.as_ref().map(|_| {
        let (level, names) = (plan.level.clone(), plan.controllers.clone());
        Recorder::new(level, &plan.setup, seed, names, false)
    });
    let start = begun.elapsed();

    let mut prompts = vec![0; plan.setup.sides.len()];
    let mut tally = Tally::default();
    let mut thought: Vec<Vec<u32>> = vec![Vec::new(); plan.setup.sides.len()];
    loop {
        let progress = match &mut recorder {
            Some(recorder) => recorder.advance(&mut battle),
            None => battle.advance(),
        };
        if progress.map_err(|stuck| stuck.to_string())? == Progress::Over {
            break;
        }
        if plan.prompts {
            count_prompts(&mut battle, &mut prompts);
        }
        for (side, controller) in controllers.iter_mut().enumerate() {
            let id = SideId(u8::try_from(side).unwrap_or(u8::MAX));
            let unit = battle.flow().unit as usize;
            let asked = Instant::now();
            tally.add(ai::answer_side(&mut battle, id, &mut **controller, seed));
            let spent = u32::try_from(asked.elapsed().as_micros()).unwrap_or(u32::MAX);
            let units = &mut thought[side];
            if units.len() <= unit {
                units.resize(unit + 1, 0);
            }
            units[unit] = units[unit].saturating_add(spent);
        }
    }
    let fight = begun.elapsed() - start;

    let mut losses = vec![0; plan.setup.sides.len()];
    for figure in battle.figures(None) {
        if figure.fitness.is_out() {
            losses[usize::from(figure.side.0)] += 1;
        }
    }
    let unwritten = plan
        .record
        .as_ref()
        .zip(recorder)
        .and_then(|(folder, recorder)| {
            let path = folder.join(format!("battle-{number:06}.ron"));
            let fault = recorder.save(&mut battle, &path).err();
            fault.map(|fault| fault.to_string())
        });
    let digest = plan.hash.then(|| battle.digest());
    let outcome = battle.outcome().ok_or("it ended without an outcome")?;
    let status = battle.status();
    let winner = outcome.ending.winner().and_then(|side| status.team(side));
    let why = status.ending_words().unwrap_or_default();
    Ok(Fought {
        seed,
        winner,
        stalemate: matches!(outcome.ending, Ending::Stalemate { .. }),
        ending: ending(&outcome.ending),
        why,
        units: outcome.unit,
        losses,
        prompts,
        digest,
        tally,
        start,
        fight,
        thought,
        unwritten,
    })
}

/// How a battle ended, in a word or two.
fn ending(ending: &Ending) -> &'static str {
    match ending {
        Ending::Won { why, .. } => match why {
            Why::AllOut => "all of a side out",
            Why::NoneAble => "nobody of a side able to act",
            Why::Conceded => "given up",
            Why::Fulfilled(_) | Why::Failed(_) => "objectives",
        },
        Ending::Draw { .. } => "both defeated",
        Ending::Points { .. } => "limit of time",
        Ending::Stalemate { .. } => "stalemate",
    }
}

/// Adds a card for every side that has at least one decision a person should be asked.
fn count_prompts(battle: &mut Battle, prompts: &mut [u32]) {
    let Some(window) = battle.window() else {
        return;
    };
    let decisions = window.decisions.clone();
    let mut asked = vec![false; prompts.len()];
    for decision in &decisions {
        let side = usize::from(decision.side.0);
        if !asked[side] && battle.preset(decision).ask {
            asked[side] = true;
            prompts[side] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn seeds_are_those_of_splitmix64() {
        // The published test vector of the generator for the seed 1234567.
        assert_eq!(battle_seed(1_234_567, 0), 6_457_827_717_110_365_317);
        assert_eq!(battle_seed(1_234_567, 1), 3_203_168_211_198_807_973);
        let seeds: BTreeSet<u64> = (0..10_000).map(|number| battle_seed(1, number)).collect();
        assert_eq!(seeds.len(), 10_000);
    }
}
