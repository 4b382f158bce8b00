//! `plot`: what somebody means to do in Movement, with a rush announced (P-042) and, where one
//! sitting takes it, the statement for his action.

use crate::board::{Dir, distance};
use crate::combat::combatant::{CombatantId, Condition, Posture};
use crate::combat::odds::Odds;
use crate::combat::order::{Ask, Choice, Slots, Verb};
use crate::combat::plot::{ChargeKind, Gait, Intent, Plot, PostureChange};
use crate::combat::plot_words::{Names, words};
use crate::combat::refusal::Refusal;
use crate::rules::phases::gather::{self, sight};
use crate::rules::phases::scene::{Figure, Scene, Tables};
use crate::rules::phases::steer::{check_trample, gap_ahead};
use crate::rules::phases::systems::heights::{check_climb, check_drop};
use crate::rules::phases::verbs::ahead::{check_ahead, statement_verb, statements};

/// The verb.
pub struct PlotVerb;

fn choice(plot: Plot) -> Choice {
    Choice::new(
        "plot",
        Slots {
            plot: Some(plot),
            ..Slots::default()
        },
    )
}

/// Names of everybody for words.
pub fn with_names<R>(scene: &Scene, work: impl FnOnce(&Names) -> R) -> R {
    let combatants: Vec<&str> = scene
        .figures
        .iter()
        .map(|figure| figure.label.name.as_str())
        .collect();
    work(&Names {
        combatants: &combatants,
        board: &scene.board,
    })
}

fn check_plot(scene: &Scene, figure: &Figure, plot: &Plot) -> Result<(), Refusal> {
    let somebody = |who: CombatantId| {
        let other = scene
            .get(who)
            .ok_or_else(|| Refusal::form("there is no such combatant"))?;
        if other.id == figure.id {
            return Err(Refusal::form(format!(
                "{} cannot be the one meant by a plot of their own",
                figure.label.name
            )));
        }
        if !other.fitness.on_board() {
            return Err(Refusal::form(format!(
                "{} is not on the board",
                other.label.name
            )));
        }
        Ok(other)
    };
    let enemy = |who: CombatantId| {
        let other = somebody(who)?;
        if !scene.enemies(figure.id, who) {
            return Err(Refusal::new(
                "P-023",
                format!("{} is no enemy", other.label.name),
            ));
        }
        if other.fitness.is_out() {
            return Err(Refusal::form(format!(
                "{} is out of the fight",
                other.label.name
            )));
        }
        Ok(other)
    };
    if figure.conditions.has(Condition::Pinned) && plot.intent != Intent::Hold {
        return Err(Refusal::new(
            "P-236",
            format!("{} is pinned and cannot move", figure.label.name),
        ));
    }
    match &plot.intent {
        Intent::Hold => {}
        Intent::Path(path) => {
            if path.len() > 64 {
                return Err(Refusal::form("a path is at most 64 hexes long"));
            }
            let mut at = figure.place.hex;
            for hex in path {
                if !scene.board.contains(*hex) {
                    return Err(Refusal::new("B-054", "the path leaves the board"));
                }
                if *hex != at && Dir::between(at, *hex).is_none() {
                    return Err(Refusal::form(
                        "each hex of a path must be next to the one before",
                    ));
                }
                scene.within_holds(figure, *hex)?;
                at = *hex;
            }
        }
        Intent::Goto(hex) => {
            let cell = scene.board.cell(*hex);
            if cell.is_none_or(crate::board::Cell::is_impassable) {
                return Err(Refusal::new("B-054", "nobody can stand in that hex"));
            }
            scene.within_holds(figure, *hex)?;
        }
        Intent::Face(who) => {
            somebody(*who)?;
        }
        Intent::Close(who, hexes) => {
            somebody(*who)?;
            if *hexes == 0 {
                return Err(Refusal::new(
                    "P-023",
                    "nobody can enter another's hex: close to 1 or more",
                ));
            }
        }
        Intent::Away(who, _) => {
            enemy(*who)?;
        }
        Intent::Follow(who, _) => {
            let other = somebody(*who)?;
            if scene.enemies(figure.id, *who) {
                return Err(Refusal::form(format!(
                    "{} is an enemy: close with him instead",
                    other.label.name
                )));
            }
        }
        // An ally in the way can be pushed, too (P-023); nobody is struck but an enemy.
        Intent::Charge(who, ChargeKind::ForceBack) => {
            somebody(*who)?;
            check_charge(figure, &scene.tables, ChargeKind::ForceBack)?;
        }
        Intent::Charge(who, kind) => {
            let target = enemy(*who)?;
            check_charge(figure, &scene.tables, *kind)?;
            match kind {
                ChargeKind::ForceThrough => gap_ahead(scene, figure, target)?,
                ChargeKind::Trample => check_trample(scene, figure, target)?,
                _ => {}
            }
        }
        Intent::Lane(_, kind) => check_charge(figure, &scene.tables, *kind)?,
        Intent::Climb(dir) => {
            check_climb(scene, figure, *dir)?;
        }
        Intent::Drop(dir) => {
            check_drop(scene, figure, *dir)?;
        }
        Intent::Leave => {
            if scene.board.exits().next().is_none() {
                return Err(Refusal::new("B-117", "no exit is marked on this field"));
            }
        }
    }
    let legs = scene.legs(figure);
    let loads = scene.tables.encumbrance.of(legs.sheet.load);
    if plot.gait == Gait::Run && !loads.run {
        return Err(Refusal::new("H-16", "nobody runs under such a load"));
    }
    if plot.gait == Gait::Run && !sight::may_run(scene, figure.place.hex) {
        return Err(Refusal::new("P-096", "it is too dark here to run"));
    }
    if figure.rides() && plot.posture.is_some() {
        return Err(Refusal::new(
            "B-089",
            format!("{} sits in the saddle: dismount first", figure.label.name),
        ));
    }
    if plot.gait == Gait::Run && !matches!(figure.posture, Posture::Standing | Posture::Mounted) {
        return Err(Refusal::new(
            "P-031",
            "stand up first: nobody runs from the ground or the knee",
        ));
    }
    if plot.gait == Gait::Run && legs.body.is_lame() {
        return Err(Refusal::new("H-9", "wounded legs or belly: nobody runs so"));
    }
    match (plot.posture, figure.posture) {
        (Some(PostureChange::Stand | PostureChange::Kneel), _) if figure.body.is_down() => {
            Err(Refusal::new(
                "H-9",
                format!("{} cannot get up with such wounds", figure.label.name),
            ))
        }
        (Some(PostureChange::Stand), Posture::Standing) => Err(Refusal::new(
            "P-032",
            format!("{} stands already", figure.label.name),
        )),
        (Some(PostureChange::Kneel), Posture::Kneeling) => Err(Refusal::new(
            "B-069",
            format!("{} kneels already", figure.label.name),
        )),
        (Some(PostureChange::LieDown), Posture::Prone) => Err(Refusal::new(
            "B-069",
            format!("{} lies already", figure.label.name),
        )),
        _ => Ok(()),
    }
}

fn check_charge(figure: &Figure, tables: &Tables, kind: ChargeKind) -> Result<(), Refusal> {
    if kind == ChargeKind::Trample && !figure.rides() {
        return Err(Refusal::new("P-086", "only a rider rides somebody down"));
    }
    if !matches!(figure.posture, Posture::Standing | Posture::Mounted) {
        return Err(Refusal::new(
            "P-070",
            "a charge needs both feet: stand up first",
        ));
    }
    if figure.tempo.acted {
        return Err(Refusal::new(
            "P-039",
            format!("{} has already acted", figure.label.name),
        ));
    }
    if kind == ChargeKind::Attack && gather::melee_item(figure, tables).is_none() {
        return Err(Refusal::new(
            "P-077",
            "a charge to attack needs a melee weapon in hand",
        ));
    }
    Ok(())
}

impl Verb for PlotVerb {
    fn name(&self) -> &'static str {
        "plot"
    }

    fn rules(&self) -> &'static [&'static str] {
        &[
            "P-019", "P-020", "P-021", "P-022", "P-024", "P-026", "P-032", "P-042", "P-070",
            "P-075", "P-083", "P-086", "B-089",
        ]
    }

    fn flags(&self) -> &'static [(&'static str, &'static str)] {
        &[("rush", "announce a rush")]
    }

    fn options(&self, ask: &Ask, who: CombatantId) -> Vec<Choice> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        let mut plots = vec![Plot::default()];
        let reach = gather::longest_reach(figure, &scene.tables).max(1);
        let up = (!matches!(figure.posture, Posture::Standing | Posture::Mounted))
            .then_some(PostureChange::Stand);
        let mut foes: Vec<_> = scene.foes(figure).collect();
        foes.sort_by_key(|foe| distance(figure.place.hex, foe.place.hex));
        for foe in foes {
            let far = distance(figure.place.hex, foe.place.hex);
            let close = Plot {
                posture: up,
                ..Plot::new(Intent::Close(foe.id, reach))
            };
            plots.push(close.clone());
            plots.push(Plot {
                gait: Gait::Run,
                ..close
            });
            plots.push(Plot::new(Intent::Face(foe.id)));
            plots.push(Plot::new(Intent::Away(foe.id, (far + 4).min(60) as u16)));
            for kind in [
                ChargeKind::Attack,
                ChargeKind::ForceBack,
                ChargeKind::ForceThrough,
                ChargeKind::Trample,
            ] {
                plots.push(Plot::new(Intent::Charge(foe.id, kind)));
            }
        }
        for friend in scene.friends(figure) {
            plots.push(Plot::new(Intent::Follow(friend.id, 2)));
            if distance(figure.place.hex, friend.place.hex) == 1 {
                plots.push(Plot::new(Intent::Charge(friend.id, ChargeKind::ForceBack)));
            }
        }
        plots.push(Plot::new(Intent::Leave));
        plots.push(Plot {
            gait: Gait::Run,
            ..Plot::new(Intent::Leave)
        });
        for dir in Dir::ALL {
            let hex = dir.from(figure.place.hex);
            plots.push(Plot::new(Intent::Path(vec![hex])));
            plots.push(Plot::new(Intent::Climb(dir)));
            plots.push(Plot::new(Intent::Drop(dir)));
            // The path backs and stops; this turns first and finds a way round.
            plots.push(Plot::new(Intent::Goto(hex)));
            plots.push(Plot {
                facing: crate::combat::plot::EndFacing::Dir(dir),
                ..Plot::default()
            });
        }
        for change in [
            PostureChange::Stand,
            PostureChange::Kneel,
            PostureChange::LieDown,
        ] {
            plots.push(Plot {
                posture: Some(change),
                ..Plot::default()
            });
        }
        let mut choices: Vec<Choice> = plots
            .into_iter()
            .filter(|plot| check_plot(scene, figure, plot).is_ok())
            .map(choice)
            .collect();
        let look = choice(Plot::default());
        choices.push(Choice {
            slots: look.slots.with_flag("look"),
            ..look
        });
        choices.retain(|choice| self.check(ask, who, &choice.slots).is_ok());
        choices
    }

    fn check(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Result<(), Refusal> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        if !figure.struggles() {
            figure.free()?;
        } else if slots.flag("look") {
            return Err(Refusal::new(
                "P-236",
                "who is pinned sees nothing but his captor",
            ));
        }
        if let Some(stranger) = slots
            .flags
            .iter()
            .find(|flag| !["rush", "look"].contains(&flag.as_str()))
        {
            return Err(Refusal::form(format!(
                "`{stranger}` is unknown; allowed: rush, look"
            )));
        }
        if slots.flag("rush") {
            if figure.tempo.due <= scene.phase || figure.tempo.hold.is_some() {
                return Err(Refusal::new(
                    "P-041",
                    format!(
                        "{} acts in this phase anyway: there is nothing to rush",
                        figure.label.name
                    ),
                ));
            }
            if figure.tempo.refire.is_some() {
                return Err(Refusal::new(
                    "P-127",
                    "shots of a Re-Fire chain cannot be rushed",
                ));
            }
        }
        if slots.flag("look") && figure.motion.spent > 0 {
            return Err(Refusal::new(
                "P-022",
                "looking around takes all of the movement, and some of it is spent",
            ));
        }
        if slots.flag("look") && figure.motion.carried_run {
            return Err(Refusal::new(
                "P-030",
                "still running: at least 3 m have to be run before anything else",
            ));
        }
        if slots.flag("look")
            && slots
                .plot
                .as_ref()
                .is_some_and(|plot| plot.intent != Intent::Hold)
        {
            return Err(Refusal::new(
                "P-022",
                "looking around takes all of the movement",
            ));
        }
        if let Some(then) = &slots.then {
            check_ahead(scene, figure, slots, then)?;
        }
        match &slots.plot {
            Some(plot) => check_plot(scene, figure, plot),
            None => Ok(()),
        }
    }

    fn odds(&self, _: &Ask, _: CombatantId, _: &Slots) -> Option<Odds> {
        None
    }

    fn same(&self, ask: &Ask, who: CombatantId, one: &Slots, other: &Slots) -> bool {
        let scene: &Scene = ask.scene();
        // Without a plot the old one stands.
        let whole = |slots: &Slots| {
            let mut slots = slots.clone();
            let stands = || scene.get(who).map(|figure| figure.motion.plot.clone());
            slots.plot = slots.plot.or_else(stands);
            slots
        };
        whole(one) == whole(other)
    }

    fn ahead(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> Vec<Choice> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        let mut choices = statements(scene, figure);
        choices.retain(|choice| check_ahead(scene, figure, slots, choice).is_ok());
        choices
    }

    fn words(&self, ask: &Ask, who: CombatantId, slots: &Slots) -> String {
        let scene: &Scene = ask.scene();
        let stands = || scene.get(who).filter(|figure| figure.open);
        let mut text = match (&slots.plot, stands()) {
            (Some(plot), _) => with_names(scene, |names| words(plot, names)),
            (None, Some(figure)) => {
                let plot = &figure.motion.plot;
                format!("go on: {}", with_names(scene, |names| words(plot, names)))
            }
            (None, None) => "go on as plotted".to_owned(),
        };
        for (flag, added) in [("look", "look around"), ("rush", "announce a rush")] {
            if slots.flag(flag) {
                text.push_str(", ");
                text.push_str(added);
            }
        }
        let then = slots.then.as_deref();
        if let Some((then, verb)) = then.and_then(|then| Some((then, statement_verb(&then.verb)?)))
        {
            text.push_str(", then ");
            text.push_str(&verb.words(ask, who, &then.slots));
        }
        text
    }
}
