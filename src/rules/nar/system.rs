//! `nar` towards drivers, players, records and controllers.

use super::field::scene_for;
use super::gather;
use super::limbs::limbs;
use super::scale::Effort;
use super::scene::{Figure, LENGTH, Scene, unit_words};
use super::sheet::OwnNumbers;
use super::tables::{Armour, SWITCHES, Switches, Tables};
use super::totals::{AttackKind, Defence, attack_parts, defence_parts, sum};
use super::verbs::{self, standing};
use super::{plugin, presets, spawn, tables};
use crate::board::{Board, Hex, distance};
use crate::combat::clock::UnitLength;
use crate::combat::combatant::{Carried, CombatantId, Condition, ItemId, SideId};
use crate::combat::order::{Ask, Decision, Order, Preset, Verb};
use crate::combat::refusal::Refusal;
use crate::combat::setup::Setup;
use crate::combat::system::{Bar, FigureView, RuleSystem, StandingTopic};
use bevy::prelude::{App, World};
use smol_str::SmolStr;
use std::any::Any;
use std::sync::Arc;

/// The rule system with its tables.
pub struct Nar {
    tables: Arc<Tables>,
    texts: Vec<(String, String)>,
    verbs: Vec<Box<dyn Verb>>,
}

impl Nar {
    /// On the shipped tables.
    pub fn shipped() -> Nar {
        Nar {
            tables: Tables::shipped(),
            texts: tables::SHIPPED
                .iter()
                .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
                .collect(),
            verbs: verbs::all(),
        }
    }
}

impl RuleSystem for Nar {
    fn id(&self) -> &'static str {
        "nar"
    }

    fn version(&self) -> u32 {
        1
    }

    fn with_tables(&self, files: &[(String, String)]) -> Result<Arc<dyn RuleSystem>, Vec<String>> {
        let given: Vec<(&str, &str)> = files
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        let tables = tables::load(&given)
            .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        Ok(Arc::new(Nar {
            tables: Arc::new(tables),
            texts: files.to_vec(),
            verbs: verbs::all(),
        }))
    }

    fn unit_name(&self) -> &'static str {
        "row"
    }

    fn question(&self, kind: &str) -> &'static str {
        match kind {
            "choice" => "his turn has come: what does he do?",
            "three_d" => "he is being attacked: what does he do against it?",
            "follow_up" => "he has an opening: does he use it?",
            _ => "",
        }
    }

    fn unit_length(&self) -> UnitLength {
        LENGTH
    }

    fn unit_words(&self, unit: u32) -> String {
        unit_words(unit)
    }

    fn install(&self, app: &mut App) {
        plugin::install(app);
    }

    fn spawn(&self, world: &mut World, setup: &Setup) -> Result<(), Vec<String>> {
        spawn::spawn(world, setup, &self.tables)
    }

    fn scene(&self, world: &mut World, reader: Option<SideId>) -> Arc<dyn Any + Send + Sync> {
        Arc::new(scene_for(world, reader))
    }

    fn verbs(&self) -> &[Box<dyn Verb>] {
        &self.verbs
    }

    fn preset(&self, ask: &Ask, decision: &Decision) -> Preset {
        match decision.kind.as_str() {
            "choice" => presets::choice(ask, decision),
            "three_d" => presets::three_d(ask.scene()),
            _ => presets::follow_up(ask, decision.who),
        }
    }

    fn figures(&self, ask: &Ask) -> Vec<FigureView> {
        let scene: &Scene = ask.scene();
        scene
            .figures
            .iter()
            .map(|figure| view(scene, figure))
            .collect()
    }

    fn check_side_order(&self, _: &Ask, order: &Order) -> Result<(), Refusal> {
        standing::check(order)
    }

    fn standing(&self, ask: &Ask, who: CombatantId) -> Vec<StandingTopic> {
        let scene: &Scene = ask.scene();
        let figure = scene.figure(who);
        if figure.open {
            standing::topics(&figure.standing)
        } else {
            Vec::new()
        }
    }

    fn board(&self, ask: &Ask) -> Option<Arc<Board>> {
        let scene: &Scene = ask.scene();
        Some(scene.board.clone())
    }

    fn item_name(&self, ask: &Ask, item: ItemId) -> Option<SmolStr> {
        let scene: &Scene = ask.scene();
        let found = scene
            .figures
            .iter()
            .find_map(|figure| figure.gear.item(item))?;
        Some(found.name.replace('_', " ").into())
    }

    fn presets(&self) -> Vec<SmolStr> {
        let first = SmolStr::new_static("tuned");
        let rest = self.tables.presets.keys().filter(|name| **name != first);
        std::iter::once(first.clone())
            .chain(rest.cloned())
            .collect()
    }

    fn switches(&self) -> Vec<SmolStr> {
        SWITCHES.map(SmolStr::new_static).to_vec()
    }

    fn check_switch(&self, switch: &str, value: &str) -> Result<(), String> {
        Switches::default().set(switch, value)
    }

    fn gear(&self) -> [Vec<SmolStr>; 3] {
        [
            self.tables.weapons.keys().cloned().collect(),
            self.tables.armour.keys().cloned().collect(),
            self.tables.shields.keys().cloned().collect(),
        ]
    }

    fn check_own(&self, _: &str, numbers: &str) -> Result<(), String> {
        OwnNumbers::read(numbers)?.sheet(Armour::NONE).map(|_| ())
    }

    fn apply_side_order(&self, world: &mut World, order: &Order) {
        standing::apply(world, order);
    }

    fn price(&self, _archetype: &str, _preset: &str) -> u32 {
        // Everybody counts the same as long as there are no archetypes.
        100
    }

    fn tables(&self) -> Vec<(String, String)> {
        self.texts.clone()
    }

    fn threats(&self, ask: &Ask, hex: Hex, against: SideId) -> Vec<(CombatantId, String)> {
        let scene: &Scene = ask.scene();
        let team = |side: SideId| scene.teams.get(usize::from(side.0));
        let enemies = scene
            .figures
            .iter()
            .filter(|figure| team(figure.side) != team(against) && figure.fitness.is_able());
        enemies
            .filter_map(|figure| {
                let limb = limbs(&figure.gear)[0];
                let (name, weapon) = gather::blow_with(scene, figure, limb)?;
                let far = distance(figure.place.hex, hex);
                (far <= u32::from(weapon.reach)).then(|| {
                    let with = name.replace('_', " ");
                    (
                        figure.id,
                        format!("{} with {with}, {far} m away", figure.label.name),
                    )
                })
            })
            .collect()
    }
}

fn view(scene: &Scene, figure: &Figure) -> FigureView {
    let row = scene.row();
    let tempo = &figure.tempo;
    let bar = |name: &'static str, now: i32, full: i32| Bar {
        name: SmolStr::new_static(name),
        now,
        full,
    };
    let armed: Vec<String> = figure
        .gear
        .in_hand()
        .map(|item| item.name.replace('_', " "))
        .collect();
    let reach = limbs(&figure.gear)
        .iter()
        .filter_map(|limb| gather::blow_with(scene, figure, *limb))
        .map(|(_, weapon)| weapon.reach)
        .max();
    let conditions: Vec<Condition> = figure.conditions.0.keys().copied().collect();
    let able = figure.fitness.is_able();
    let due = match &tempo.charge {
        Some(charge) => tempo.rows_until(row, u32::from(tempo.cd) + u32::from(charge.left)),
        None => tempo.rows_until_free(row),
    };
    FigureView {
        seat: None,
        id: figure.id,
        side: figure.side,
        label: figure.label.clone(),
        place: figure.place,
        posture: figure.posture,
        fitness: figure.fitness,
        conditions,
        bars: vec![
            bar("HP", figure.pools.hp, figure.sheet.hp),
            bar("DAP", tempo.dap, figure.sheet.dap),
            bar("NAR", tempo.left(row).max(0), i32::from(tempo.nar)),
        ],
        due: able.then_some(scene.unit + due),
        doing: doing(scene, figure),
        reach: reach.unwrap_or(0),
        armed: if armed.is_empty() {
            "bare hands".to_owned()
        } else {
            armed.join(" and ")
        },
        figures: totals(figure),
    }
}

/// What is known without any roll (N-017): AB by kind of attack, AR and cost by 3D, the rest.
fn totals(figure: &Figure) -> Vec<(SmolStr, String)> {
    let sheet = &figure.sheet;
    let ranged = figure
        .gear
        .in_hand()
        .any(|item| item.carried == Carried::Both);
    let mut list: Vec<(SmolStr, String)> = vec![
        ("Init".into(), figure.tempo.init.to_string()),
        ("Damage Reduction".into(), sheet.dr.to_string()),
    ];
    let attacks = ["Light", "Medium", "Heavy"];
    for (effort, name) in Effort::ALL.into_iter().zip(attacks) {
        let ab = sum(&attack_parts(sheet, AttackKind::Melee, effort));
        list.push((name.into(), format!("AB {ab}")));
    }
    if ranged {
        let shots = ["Hasty", "Regular", "Steady"];
        for (effort, name) in Effort::ALL.into_iter().zip(shots) {
            let ab = sum(&attack_parts(sheet, AttackKind::Ranged, effort));
            list.push((name.into(), format!("AB {ab}")));
        }
    }
    for (defence, name) in Defence::ALL.into_iter().zip(["Block", "Dodge", "Parry"]) {
        for effort in Effort::ALL {
            let ar = sum(&defence_parts(sheet, defence, effort));
            let label = format!("{name} for {}", effort.points());
            list.push((label.into(), format!("AR {ar}")));
        }
    }
    list
}

fn doing(scene: &Scene, figure: &Figure) -> String {
    let tempo = &figure.tempo;
    let row = scene.row();
    if let Some(charge) = &tempo.charge {
        let slots = u32::from(tempo.cd) + u32::from(charge.left);
        let when = unit_words(scene.unit + tempo.rows_until(row, slots));
        let at = &scene.figure(charge.deed.target).label.name;
        let what = charge.deed.name.replace('_', " ");
        return format!("{what} at {at}, resolves in {when}");
    }
    if tempo.cd > 0 {
        let when = unit_words(scene.unit + tempo.rows_until_free(row));
        return format!("recovers, free again in {when}");
    }
    "free".to_owned()
}
