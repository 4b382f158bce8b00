//! What a combatant can be ordered to do: a verb a file. A new one is registered in [`all`].

pub mod ahead;
pub mod attack;
pub mod break_free;
pub mod burst;
pub mod declare;
pub mod grapple;
pub mod hold;
pub mod odds;
pub mod plot;
pub mod react;
pub mod standing;
pub mod two;

use crate::combat::order::Verb;

/// Every verb, in the order they are listed.
pub fn all() -> Vec<Box<dyn Verb>> {
    vec![
        Box::new(plot::PlotVerb),
        Box::new(attack::Strike::MELEE),
        Box::new(attack::Strike::SHOT),
        Box::new(attack::Strike::THROW),
        Box::new(burst::BurstVerb),
        Box::new(grapple::Wrestle),
        Box::new(break_free::BreakFree),
        Box::new(hold::Act),
        Box::new(hold::Hold),
        Box::new(react::React::PARRY),
        Box::new(react::React::DODGE),
        Box::new(react::React::SIDESTEP),
        Box::new(react::React::THROW),
        Box::new(react::React::NOTHING),
        Box::new(declare::Declare),
    ]
}
