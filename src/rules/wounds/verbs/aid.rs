//! `first_aid`: stopping the bleeding of a neighbour, or one's own (W-071).

use super::{Act, at_count, only};
use crate::board::{distance, reach};
use crate::combat::odds::Odds;
use crate::combat::order::Slots;
use crate::combat::refusal::Refusal;
use crate::rules::wounds::check;
use crate::rules::wounds::gather::{self, Due};
use crate::rules::wounds::recovery::first_aid_target;
use crate::rules::wounds::scene::{Figure, Scene};
use crate::rules::wounds::sheet::Skill;

/// The verb.
pub struct FirstAid;

/// A treatment that can be tried: of whom, and under what number.
pub struct Aid<'s> {
    /// The patient.
    pub patient: &'s Figure,
    /// Target number.
    pub target: i32,
    /// First Aid.
    pub skill: i32,
    /// When it comes.
    pub due: Due,
}

/// Works a treatment out.
///
/// # Errors
/// Why it cannot be tried.
pub fn aid<'s>(scene: &'s Scene, figure: &Figure, slots: &Slots) -> Result<Aid<'s>, Refusal> {
    only("first_aid", slots, &["targets"])?;
    figure.acts()?;
    let patient = match slots.targets[..] {
        [one] => scene
            .get(one)
            .ok_or_else(|| Refusal::form("that combatant is not of this battle"))?,
        _ => return Err(Refusal::form("`first_aid` needs one patient")),
    };
    let name = &patient.label.name;
    if scene.enemies(figure.id, patient.id) {
        return Err(Refusal::form(format!("{name} is an enemy")));
    }
    let (here, there) = (figure.place.hex, patient.place.hex);
    let near =
        distance(here, there) <= 1 && reach::melee_open(&scene.board, here, there, 1).is_ok();
    if !near || !patient.fitness.on_board() {
        return Err(Refusal::new(
            "W-071",
            format!("{name} is not in reach: own hex or the next"),
        ));
    }
    if !patient.injuries.bleeding(&patient.sheet.boxes) {
        return Err(Refusal::new("W-071", format!("{name} does not bleed")));
    }
    let due = gather::due(scene, figure, scene.tables.recs.first_aid, None)?;
    let skill = figure.sheet.skill(Skill::FirstAid);
    let target = first_aid_target(
        figure.sheet.reflexes.into(),
        skill,
        figure.penalty(),
        due.next.penalty,
    );
    if !check::offered(target) {
        return Err(Refusal::new(
            "W-006",
            format!("the target number would be {target}; at least 2 is needed"),
        ));
    }
    Ok(Aid {
        patient,
        target,
        skill,
        due,
    })
}

impl Act for FirstAid {
    fn name(&self) -> &'static str {
        "first_aid"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["W-071", "T7"]
    }

    fn options(&self, scene: &Scene, figure: &Figure) -> Vec<Slots> {
        let near = scene
            .figures
            .iter()
            .filter(|other| distance(other.place.hex, figure.place.hex) <= 1);
        near.map(|other| Slots::target(other.id)).collect()
    }

    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        aid(scene, figure, slots).map(|_| ())
    }

    fn odds(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Option<Odds> {
        use crate::combat::fraction::Fraction;
        use crate::combat::odds::{Answered, Modifier, Outcome};
        let aid = aid(scene, figure, slots).ok()?;
        let good = u128::try_from((aid.target - 1).clamp(0, 19)).unwrap_or(0);
        let success = Fraction::new(good, 20);
        let outcome = |notes: &[&'static str]| Outcome {
            whom: Some(aid.patient.id),
            quantities: Vec::new(),
            notes: notes
                .iter()
                .map(|note| smol_str::SmolStr::new_static(note))
                .collect(),
        };
        Some(Odds {
            sure: 0,
            target: Some((aid.target - 1, 20)),
            modifiers: vec![
                Modifier::new("Reflexes", figure.sheet.reflexes.into(), "W-071"),
                Modifier::new("First Aid", aid.skill, "W-071"),
                Modifier::new("injury", figure.penalty(), "W-080"),
                Modifier::new("recovery", aid.due.next.penalty, "W-051"),
            ],
            answers: vec![Answered {
                answer: smol_str::SmolStr::default(),
                success,
                outcomes: vec![
                    (outcome(&["bleeding stopped"]), success),
                    (outcome(&[]), Fraction::new(20 - good, 20)),
                ],
            }],
            proviso: smol_str::SmolStr::default(),
        })
    }

    fn words(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> String {
        let patient = slots.targets.first().and_then(|who| scene.get(*who));
        let name = match patient {
            Some(patient) if patient.id == figure.id => "himself",
            Some(patient) => patient.label.name.as_str(),
            None => "nobody",
        };
        format!("give {name} first aid")
            + &at_count(gather::due(
                scene,
                figure,
                scene.tables.recs.first_aid,
                None,
            ))
    }
}
