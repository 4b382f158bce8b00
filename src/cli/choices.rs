//! Options that more than one command takes: rules, preset, seed, who plays which side.

use crate::ai;
use crate::seat::players::{HUMAN, computer, named};
use crate::seat::{Player, Seats};
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// How a battle is to be played.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Choices {
    /// Rule system; the level's own if it names one.
    #[arg(long, value_name = "ID")]
    pub rules: Option<String>,
    /// Preset of the rules.
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// Seed of all dice; without it one is drawn and told at the end.
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// Who plays a side: `human` or a computer's name. The side by name or by number from 1.
    #[arg(long = "controller", value_name = "SIDE=NAME", value_parser = controller)]
    pub controllers: Vec<(String, String)>,
}

fn controller(text: &str) -> Result<(String, String), String> {
    let names: Vec<&str> = std::iter::once(HUMAN)
        .chain(ai::CONTROLLERS.iter().map(|(name, _)| *name))
        .collect();
    let Some((side, name)) = text.split_once('=') else {
        return Err(format!(
            "write SIDE=NAME, for instance 1={}; names are {}",
            names[1],
            names.join(", ")
        ));
    };
    if names.contains(&name) {
        Ok((side.trim().to_owned(), name.to_owned()))
    } else {
        Err(format!(
            "`{name}` cannot play; names are {}",
            names.join(", ")
        ))
    }
}

impl Choices {
    /// The seed: the one given, or a fresh one.
    pub fn seed(&self) -> u64 {
        // A hasher's random keys are the one source of chance the standard library has.
        self.seed
            .unwrap_or_else(|| RandomState::new().hash_one("seed") & 0xffff_ffff)
    }

    /// The players: sides named on the command line as it says, `usual` for all others.
    ///
    /// # Errors
    /// A side that this level does not have.
    pub fn seats(
        &self,
        sides: &[String],
        usual: impl Fn(usize) -> Player,
    ) -> Result<Seats, String> {
        let mut players: Vec<Player> = (0..sides.len()).map(usual).collect();
        for (side, name) in &self.controllers {
            let by_name = sides
                .iter()
                .position(|known| known.eq_ignore_ascii_case(side));
            let by_number = || {
                let number: usize = side.parse().ok()?;
                number.checked_sub(1).filter(|index| *index < sides.len())
            };
            let Some(index) = by_name.or_else(by_number) else {
                return Err(format!(
                    "there is no side `{side}` in this level; sides are {}",
                    sides.join(", ")
                ));
            };
            players[index] = named(name).unwrap_or_else(computer);
        }
        Ok(Seats(players))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_by_name_and_number_and_faults_say_what_is_possible() {
        let sides = ["Azure".to_owned(), "Gold".to_owned()];
        let choices = |text: &str| Choices {
            controllers: vec![controller(text).unwrap()],
            ..Choices::default()
        };
        for text in ["gold=human", "2=human"] {
            let seats = choices(text).seats(&sides, |_| computer()).unwrap();
            assert_eq!(seats.people().count(), 1, "{text}");
            assert!(seats.is_person(crate::combat::combatant::SideId(1)));
        }
        let fault = choices("3=random").seats(&sides, |_| computer());
        assert!(fault.err().unwrap().contains("Azure, Gold"));
        assert!(controller("gold=nobody").unwrap_err().contains("rusher"));
        assert!(controller("gold").unwrap_err().contains("SIDE=NAME"));
    }
}
