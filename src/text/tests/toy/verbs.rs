//! What a man of the toy can do.

use super::{ground, scene};
use crate::board::distance;
use crate::combat::combatant::CombatantId;
use crate::combat::fraction::Fraction;
use crate::combat::odds::{Answered, Modifier, Odds, Outcome as Come};
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::plot::{Intent, Plot};
use crate::combat::refusal::Refusal;
use smol_str::SmolStr;

pub struct Go;

impl Verb for Go {
    fn name(&self) -> &'static str {
        "go"
    }
    fn rules(&self) -> &'static [&'static str] {
        &["T-1"]
    }
    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let men = scene(ask);
        let me = &men.men[usize::from(who.0)];
        let mut plots = vec![Plot::default()];
        for foe in men
            .men
            .iter()
            .filter(|foe| foe.team != me.team && foe.points > 0)
        {
            plots.push(Plot::new(Intent::Close(foe.id, 1)));
        }
        let choice = |plot| {
            Choice::new(
                "go",
                Slots {
                    plot: Some(plot),
                    ..Slots::default()
                },
            )
        };
        plots.into_iter().map(choice).collect()
    }
    fn check(&self, _ask: &Ask, _who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        match slots.plot.as_ref().map(|plot| &plot.intent) {
            Some(Intent::Goto(_)) => Err(Refusal::new("T-2", "nobody walks to a place here")),
            Some(_) => Ok(()),
            None => Err(Refusal::form("a plan is missing")),
        }
    }
    fn odds(&self, _ask: &Ask, _who: CombatantId, _slots: &Slots) -> Option<Odds> {
        None
    }
    fn words(&self, ask: &Ask, _who: CombatantId, slots: &Slots) -> String {
        let men = scene(ask);
        let names: Vec<&str> = men.men.iter().map(|man| man.name.as_str()).collect();
        let board = ground();
        let names = crate::combat::plot_words::Names {
            combatants: &names,
            board: &board,
        };
        match &slots.plot {
            Some(plot) => crate::combat::plot_words::words(plot, &names),
            None => "nothing".to_owned(),
        }
    }
}

pub struct Strike;

impl Verb for Strike {
    fn name(&self) -> &'static str {
        "strike"
    }
    fn rules(&self) -> &'static [&'static str] {
        &["T-3"]
    }
    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let foe = scene(ask).foe_beside(who);
        foe.into_iter()
            .map(|foe| Choice::new("strike", Slots::target(foe)))
            .collect()
    }
    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        let men = scene(ask);
        let me = &men.men[usize::from(who.0)];
        let near = slots
            .targets
            .first()
            .is_some_and(|foe| distance(me.hex, men.men[usize::from(foe.0)].hex) == 1);
        if near {
            Ok(())
        } else {
            Err(Refusal::new("T-3", "he is out of reach"))
        }
    }
    fn odds(&self, _ask: &Ask, _who: CombatantId, slots: &Slots) -> Option<Odds> {
        let whom = slots.targets.first().copied();
        let hit = Come {
            whom,
            quantities: vec![(SmolStr::new("Points"), -1)],
            notes: Vec::new(),
        };
        let (half, rest) = (Fraction::new(13, 20), Fraction::new(7, 20));
        Some(Odds {
            sure: 0,
            target: Some((13, 20)),
            modifiers: vec![Modifier::new("skill", 13, "T-3")],
            answers: vec![Answered {
                answer: SmolStr::new("nothing"),
                success: half,
                outcomes: vec![(hit, half), (Come::default(), rest)],
            }],
            proviso: SmolStr::new("as if nobody else struck"),
        })
    }
    fn words(&self, ask: &Ask, _who: CombatantId, slots: &Slots) -> String {
        let name = slots.targets.first().map_or("nobody", |foe| {
            scene(ask).men[usize::from(foe.0)].name.as_str()
        });
        format!("strike {name}")
    }
}

pub struct Wait;

impl Verb for Wait {
    fn name(&self) -> &'static str {
        "wait"
    }
    fn rules(&self) -> &'static [&'static str] {
        &[]
    }
    fn options(&self, _ask: &Ask, _who: CombatantId) -> Vec<Choice> {
        vec![Choice::plain("wait")]
    }
    fn check(&self, _ask: &Ask, _who: CombatantId, _slots: &Slots) -> Result<(), Refusal> {
        Ok(())
    }
    fn odds(&self, _ask: &Ask, _who: CombatantId, _slots: &Slots) -> Option<Odds> {
        None
    }
    fn words(&self, _ask: &Ask, _who: CombatantId, _slots: &Slots) -> String {
        "wait and watch".to_owned()
    }
}
