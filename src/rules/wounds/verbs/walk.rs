//! `move`, `run` and `swap`: going somewhere at this count (WH-03 to WH-05, B-066).

use super::{Act, at_count, only, plain_due};
use crate::board::step::quiet;
use crate::board::{Dir, distance};
use crate::combat::combatant::{CombatantId, Posture};
use crate::combat::order::Slots;
use crate::combat::plot::{EndFacing, Gait, Intent, Plot};
use crate::combat::plot_words::{self, Names};
use crate::combat::refusal::Refusal;
use crate::rules::wounds::outlook;
use crate::rules::wounds::scene::{Figure, Scene};
use crate::rules::wounds::{gather, movement, route, walk};

/// The verbs `move` and `run`.
pub struct Walk {
    /// At a run.
    pub run: bool,
}

/// The verb `swap`.
pub struct Swap;

/// A plot in words.
pub fn plot_words(scene: &Scene, plot: &Plot) -> String {
    let names: Vec<&str> = scene
        .figures
        .iter()
        .map(|figure| figure.label.name.as_str())
        .collect();
    plot_words::words(
        plot,
        &Names {
            combatants: &names,
            board: &scene.board,
        },
    )
}

impl Walk {
    fn gait(&self) -> Gait {
        if self.run { Gait::Run } else { Gait::Walk }
    }

    /// The plot as it is carried out: at this verb's gait.
    fn plot(&self, slots: &Slots) -> Result<Plot, Refusal> {
        only(self.name(), slots, &["plot"])?;
        let mut plot = slots
            .plot
            .clone()
            .ok_or_else(|| Refusal::form(format!("`{}` needs a plan", self.name())))?;
        if plot.gait == Gait::Run && !self.run {
            return Err(Refusal::new("WH-05", "running is an order of its own: run"));
        }
        if self.run && matches!(plot.intent, Intent::Hold | Intent::Face(_)) {
            return Err(Refusal::new("WH-05", "whoever runs goes somewhere"));
        }
        plot.gait = self.gait();
        Ok(plot)
    }
}

impl Act for Walk {
    fn name(&self) -> &'static str {
        if self.run { "run" } else { "move" }
    }

    fn rules(&self) -> &'static [&'static str] {
        if self.run {
            &["WH-05", "WH-07"]
        } else {
            &["WH-03", "WH-04", "WH-07"]
        }
    }

    fn options(&self, scene: &Scene, figure: &Figure) -> Vec<Slots> {
        let mut plots = Vec::new();
        let reach = figure.reach(&scene.tables).max(1);
        // Whoever lies and could rise does not crawl towards a fight.
        let rises =
            figure.posture == Posture::Prone && movement::can_stand(&walk::mover(scene, figure));
        if !rises {
            let mut foes: Vec<&Figure> = scene.foes(figure).collect();
            foes.sort_by_key(|foe| {
                (
                    foe.helpless(),
                    distance(foe.place.hex, figure.place.hex),
                    foe.dice,
                )
            });
            plots.extend(
                foes.iter()
                    .map(|foe| Plot::new(Intent::Close(foe.id, reach.into()))),
            );
        }
        if let Some(foe) = outlook::nearest_foe(scene, figure) {
            let far = distance(foe.place.hex, figure.place.hex) as u16;
            plots.push(Plot::new(Intent::Away(foe.id, far.saturating_add(4))));
        }
        for dir in Dir::ALL {
            let mover = route::mover(figure, self.run);
            if let Ok(step) = quiet(&scene.board, figure.place.hex, dir, mover) {
                plots.push(Plot::new(Intent::Goto(step.to)));
            }
        }
        if !self.run {
            for turn in [1, -1] {
                plots.push(Plot {
                    facing: EndFacing::Dir(figure.place.facing.turned(turn)),
                    ..Plot::new(Intent::Hold)
                });
            }
        }
        plots
            .into_iter()
            .map(|plot| Slots {
                plot: Some(plot),
                ..Slots::default()
            })
            .collect()
    }

    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        let plot = self.plot(slots)?;
        figure.free()?;
        if self.run {
            let rec = scene.tables.recs.run;
            gather::due(scene, figure, rec, None)?;
        } else if figure.acts().is_ok() {
            plain_due(scene, figure)?;
        }
        walk::way(scene, figure, &plot).map(|_| ())
    }

    fn full(&self, _: &Scene, _: &Figure, slots: &Slots) -> Slots {
        let mut slots = slots.clone();
        if let Some(plot) = &mut slots.plot {
            plot.gait = self.gait();
        }
        slots
    }

    fn words(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> String {
        let Some(plot) = &slots.plot else {
            return "stay".to_owned();
        };
        let mut plot = plot.clone();
        plot.gait = self.gait();
        let due = match self.run {
            true => gather::due(scene, figure, scene.tables.recs.run, None),
            false => plain_due(scene, figure),
        };
        plot_words(scene, &plot) + &at_count(due)
    }
}

/// The ally whom somebody can change places with.
///
/// # Errors
/// Why he cannot.
pub fn partner<'s>(
    scene: &'s Scene,
    figure: &Figure,
    slots: &Slots,
) -> Result<&'s Figure, Refusal> {
    only("swap", slots, &["targets"])?;
    let [who]: [CombatantId; 1] = slots.targets[..]
        .try_into()
        .map_err(|_| Refusal::form("`swap` needs one ally"))?;
    let ally = scene
        .get(who)
        .ok_or_else(|| Refusal::form("that combatant is not of this battle"))?;
    let barred = |words: &str| Refusal::new("B-066", words);
    if scene.enemies(figure.id, who) || who == figure.id {
        return Err(barred("places are changed with an ally"));
    }
    let upright = |one: &Figure| one.posture == Posture::Standing && one.acts().is_ok();
    if !upright(figure) || !upright(ally) {
        return Err(barred("both must be on their feet and able to act"));
    }
    let there = Dir::between(figure.place.hex, ally.place.hex)
        .ok_or_else(|| barred("the two are no neighbours"))?;
    let walks = |one: &Figure, dir: Dir| {
        quiet(&scene.board, one.place.hex, dir, route::mover(one, false)).is_ok()
    };
    if !walks(figure, there) || !walks(ally, there.opposite()) {
        return Err(barred("the ground between them is in the way"));
    }
    Ok(ally)
}

impl Act for Swap {
    fn name(&self) -> &'static str {
        "swap"
    }

    fn rules(&self) -> &'static [&'static str] {
        &["B-066"]
    }

    fn options(&self, scene: &Scene, figure: &Figure) -> Vec<Slots> {
        let beside = scene.figures.iter().filter(|other| {
            other.id != figure.id && distance(other.place.hex, figure.place.hex) == 1
        });
        beside.map(|other| Slots::target(other.id)).collect()
    }

    fn check(&self, scene: &Scene, figure: &Figure, slots: &Slots) -> Result<(), Refusal> {
        figure.acts()?;
        gather::due(scene, figure, scene.tables.recs.change_places, None)?;
        partner(scene, figure, slots).map(|_| ())
    }

    fn words(&self, scene: &Scene, _: &Figure, slots: &Slots) -> String {
        let ally = slots.targets.first().and_then(|who| scene.get(*who));
        let name = ally.map_or("nobody", |ally| ally.label.name.as_str());
        format!("change places with {name}")
    }
}
