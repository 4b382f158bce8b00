//! `stand_up`, `kneel`, `lie_down` (B-069, WH-10).

use super::{Act, at_count, bare, plain_due};
use crate::combat::combatant::Posture;
use crate::combat::order::Slots;
use crate::combat::refusal::Refusal;
use crate::rules::wounds::route::HALVES;
use crate::rules::wounds::scene::{Figure, Scene};
use crate::rules::wounds::{gather, movement, walk};

/// The verb `stand_up`.
pub struct StandUp;
/// The verb `kneel`.
pub struct Kneel;
/// The verb `lie_down`.
pub struct LieDown;

/// Half hexes that a change to a posture costs where it is no action (B-069).
pub const fn price(from: Posture, to: Posture) -> i16 {
    match (from, to) {
        (Posture::Kneeling, Posture::Standing) => 2 * HALVES,
        (Posture::Prone, _) => 0,
        _ => HALVES,
    }
}

/// Half hexes left of the round once somebody has another posture: what he has used stays used.
pub fn left_after(scene: &Scene, figure: &Figure, to: Posture) -> i16 {
    let used = walk::allowance(scene, figure) - figure.turn.left;
    let changed = Figure {
        posture: to,
        ..figure.clone()
    };
    let full = walk::allowance(scene, &changed);
    (full - used - price(figure.posture, to)).max(0)
}

fn change(
    scene: &Scene,
    figure: &Figure,
    slots: &Slots,
    name: &str,
    to: Posture,
) -> Result<(), Refusal> {
    bare(slots, name)?;
    figure.acts()?;
    let from = figure.posture;
    if from == to {
        return Err(Refusal::new(
            "B-069",
            format!("{} is {} already", figure.label.name, to.word()),
        ));
    }
    if from == Posture::Swimming {
        return Err(Refusal::new("B-048", "not in deep water"));
    }
    if from == Posture::Prone {
        if scene.pinned_down(figure.id) {
            return Err(Refusal::new("B-056", "somebody stands over him"));
        }
        if to == Posture::Standing && !movement::can_stand(&walk::mover(scene, figure)) {
            return Err(Refusal::new("W-095", "his leg does not carry him"));
        }
        return gather::due(scene, figure, scene.tables.recs.stand_up, None).map(|_| ());
    }
    if to == Posture::Standing && !movement::can_stand(&walk::mover(scene, figure)) {
        return Err(Refusal::new("W-095", "his leg does not carry him"));
    }
    plain_due(scene, figure)?;
    let full = walk::allowance(
        scene,
        &Figure {
            posture: Posture::Standing,
            ..figure.clone()
        },
    );
    let used = walk::allowance(scene, figure) - figure.turn.left;
    if full - used < price(from, to) {
        return Err(Refusal::new(
            "B-069",
            "too little movement is left in this round",
        ));
    }
    Ok(())
}

impl Act for StandUp {
    fn name(&self) -> &'static str {
        "stand_up"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["WH-10", "B-069"]
    }

    fn options(&self, _: &Scene, _: &Figure) -> Vec<Slots> {
        vec![Slots::default()]
    }

    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        change(scene, figure, slots, "stand_up", Posture::Standing)
    }

    fn words(&self, scene: &Scene, figure: &Figure, _: &Slots) -> String {
        "stand up".to_owned()
            + &at_count(gather::due(scene, figure, scene.tables.recs.stand_up, None))
    }
}

impl Act for Kneel {
    fn name(&self) -> &'static str {
        "kneel"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["B-068", "B-069"]
    }

    fn options(&self, _: &Scene, _: &Figure) -> Vec<Slots> {
        vec![Slots::default()]
    }

    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        change(scene, figure, slots, "kneel", Posture::Kneeling)
    }

    fn words(&self, _: &Scene, figure: &Figure, _: &Slots) -> String {
        match figure.posture {
            Posture::Prone => "rise to one knee".to_owned(),
            _ => "kneel".to_owned(),
        }
    }
}

impl Act for LieDown {
    fn name(&self) -> &'static str {
        "lie_down"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["B-069"]
    }

    fn options(&self, _: &Scene, _: &Figure) -> Vec<Slots> {
        vec![Slots::default()]
    }

    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        change(scene, figure, slots, "lie_down", Posture::Prone)
    }

    fn words(&self, _: &Scene, _: &Figure, _: &Slots) -> String {
        "lie down".to_owned()
    }
}
