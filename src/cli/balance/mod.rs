//! `balance`: which archetypes win at equal points, so that prices are measured and not guessed
//! (B-107). The ground of a level is kept, its combatants are replaced by companies.

mod companies;
mod duels;
mod table;

use super::out::{complain, must};
use super::simulate::battles::{Fought, Plan, battle_seed, fight_plans};
use super::{FAULT, USAGE};
use crate::ai;
use crate::level::RuleNames;
use crate::record::LevelText;
use crate::start::{self, Known, Start, StartFault};
use companies::{Priced, drawn, even_numbers, on_ground};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use smol_str::SmolStr;
use std::io::Write;
use std::path::PathBuf;

/// What `balance` takes.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The level whose ground is fought on: a file, or the name of a shipped one.
    level: PathBuf,
    /// How many battles: for each pair of archetypes, half of them from either seat; with
    /// `--drawn`, in all.
    #[arg(long, value_name = "N", default_value_t = 40,
          value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    battles: u32,
    /// Points of a company.
    #[arg(long, value_name = "N", default_value_t = 60,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    points: u32,
    /// Companies drawn at random from all archetypes, in place of one archetype against another.
    #[arg(long)]
    drawn: bool,
    /// No battles: what two who stand before each other do one another a unit of time, both playing
    /// it best, and the prices that would make equal points even.
    #[arg(long, conflicts_with = "drawn")]
    duels: bool,
    /// Only these archetypes, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    archetypes: Vec<String>,
    /// Who leads both companies.
    #[arg(long, value_name = "NAME", default_value = "normal")]
    controller: String,
    /// The seed all battles' seeds come from.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Rule system; the level's own if it names one.
    #[arg(long, value_name = "ID")]
    rules: Option<String>,
    /// Preset of the rules.
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Threads; all cores if not given. The results do not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// What went wrong: the words and the exit code.
type Fault = (String, u8);

/// Two companies, the first of them in the seat that is named.
struct Meeting {
    companies: [Vec<SmolStr>; 2],
    /// The seat of the first company.
    seat: usize,
}

/// Does what the arguments say; the exit code.
pub fn run(args: &Args) -> u8 {
    match balance(args) {
        Ok(text) => {
            must(std::io::stdout().write_all(text.as_bytes()));
            0
        }
        Err((words, code)) => {
            complain(words);
            code
        }
    }
}

fn balance(args: &Args) -> Result<String, Fault> {
    let (rules, preset) = (args.rules.as_deref(), args.preset.as_deref());
    let start = start::start(&args.level, rules, preset).map_err(|fault| {
        let code = match fault {
            StartFault::Level(_) => FAULT,
            StartFault::Choice(_) => USAGE,
        };
        (fault.to_string(), code)
    })?;
    let controllers: Vec<&str> = ai::CONTROLLERS.iter().map(|(name, _)| *name).collect();
    if !controllers.contains(&&*args.controller) {
        let (name, known) = (&args.controller, controllers.join(", "));
        return Err((
            format!("`{name}` cannot lead; the computer plays as {known}"),
            USAGE,
        ));
    }
    let known = priced(args, &start)?;
    let head = format!(
        "{} by {} ({})",
        start.level.name,
        start.rules.id(),
        start.setup.preset
    );
    if args.duels {
        return duels::table(&head, &start, &known, args.preset.as_deref());
    }
    let head = format!("{head}, led by {}, seed {}", args.controller, args.seed);
    let meetings = if args.drawn {
        drawn_meetings(args, &known)
    } else {
        pair_meetings(args, &known)
    };
    let plans: Result<Vec<Plan>, Fault> = meetings
        .iter()
        .enumerate()
        .map(|(number, meeting)| plan(args, &start, meeting, number))
        .collect();
    let fought =
        fight_plans(&plans?, args.threads.map(usize::from)).map_err(|words| (words, FAULT))?;
    let fought: Vec<(Meeting, Vec<Fought>)> = meetings.into_iter().zip(fought).collect();
    Ok(if args.drawn {
        table::drawn(&head, args.points, &known, &fought)
    } else {
        table::pairs(&head, &known, &fought)
    })
}

/// The archetypes that are compared, with their prices.
fn priced(args: &Args, start: &Start) -> Result<Vec<Priced>, Fault> {
    let id = start.rules.id();
    let names = Known::get();
    let all = names.archetypes().iter().chain(names.own_archetypes(id));
    // A mount alone stands where it is (B-092): it comes with its rider.
    let all = all.copied().filter(|name| !names.is_mount(name));
    let all: Vec<&str> = all.collect();
    if let Some(wrong) = args.archetypes.iter().find(|name| !all.contains(&&***name)) {
        let known = all.join(", ");
        return Err((
            format!("there is no archetype `{wrong}` in {id}; there are: {known}"),
            USAGE,
        ));
    }
    let wanted =
        |name: &&str| args.archetypes.is_empty() || args.archetypes.iter().any(|one| one == name);
    let chosen = all.iter().copied().filter(wanted).map(|name| Priced {
        name: name.into(),
        points: start.rules.price(name, &start.setup.preset),
    });
    let chosen: Vec<Priced> = chosen.collect();
    if let Some(free) = chosen.iter().find(|one| one.points == 0) {
        let words = format!(
            "`{}` has no price under these tables; name the others with --archetypes",
            free.name
        );
        return Err((words, USAGE));
    }
    let dearest = chosen.iter().max_by_key(|one| one.points);
    if let Some(dearest) = dearest.filter(|one| one.points > args.points) {
        let words = format!(
            "{} points buy no `{}`, which costs {}; ask for at least that many with --points",
            args.points, dearest.name, dearest.points
        );
        return Err((words, USAGE));
    }
    if chosen.len() < 2 {
        return Err((
            "two archetypes are the least that can be compared".to_owned(),
            USAGE,
        ));
    }
    Ok(chosen)
}

/// Each archetype against each other, from both seats.
fn pair_meetings(args: &Args, known: &[Priced]) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for (index, one) in known.iter().enumerate() {
        for other in &known[index + 1..] {
            let (a, b) = even_numbers(one.points, other.points, args.points);
            for seat in 0..2 {
                meetings.push(Meeting {
                    companies: [
                        vec![one.name.clone(); a as usize],
                        vec![other.name.clone(); b as usize],
                    ],
                    seat,
                });
            }
        }
    }
    meetings
}

fn drawn_meetings(args: &Args, known: &[Priced]) -> Vec<Meeting> {
    let meeting = |number| {
        let mut dice = ChaCha8Rng::seed_from_u64(battle_seed(args.seed, number));
        Meeting {
            companies: [(); 2].map(|()| drawn(known, args.points, &mut dice)),
            seat: 0,
        }
    };
    (0..args.battles).map(meeting).collect()
}

fn plan(args: &Args, start: &Start, meeting: &Meeting, number: usize) -> Result<Plan, Fault> {
    let mut companies = [&*meeting.companies[0], &*meeting.companies[1]];
    if meeting.seat == 1 {
        companies.reverse();
    }
    let comes_mounted = |name: &str| Known::get().comes_mounted(name);
    let level = on_ground(&start.level, companies, &comes_mounted).ok_or_else(|| {
        let counts = companies.map(<[SmolStr]>::len);
        let words = format!(
            "{} against {} cannot be placed: the level must have two sides with combatants, and \
             room around them for so many",
            counts[0], counts[1]
        );
        (words, FAULT)
    })?;
    let preset = args.preset.as_deref().map(SmolStr::new);
    let setup = start::setup(&level, &*start.rules, preset).map_err(|fault| (fault, FAULT))?;
    Ok(Plan {
        rules: start.rules.clone(),
        level: LevelText::new(start.path.display().to_string(), start.text.clone()),
        setup,
        controllers: vec![args.controller.clone(); 2],
        seed: battle_seed(args.seed, number as u32),
        battles: if args.drawn {
            1
        } else {
            (args.battles / 2).max(1)
        },
        record: None,
        hash: false,
        prompts: false,
        threads: None,
    })
}
