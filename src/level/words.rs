//! The names a level may use for what the board itself knows: ground, objects, edges, light,
//! posture, colours, orders. What the rule systems know comes through
//! [`RuleNames`](super::RuleNames).

use super::spec::{AtOnset, Controller, EnPassant, NextDeclaration, Reacting, Turning};
use crate::board::{EdgeKind, Ground, LightGrade, LightSource, Object, Orientation, Overlay};
use crate::combat::combatant::Posture;

type Table<T, const N: usize> = [(&'static str, T); N];

/// Grounds (BT-6).
pub const GROUNDS: Table<Ground, 21> = [
    ("grass", Ground::Grass),
    ("road", Ground::Road),
    ("floor", Ground::Floor),
    ("bridge", Ground::Bridge),
    ("stairs", Ground::Stairs),
    ("plank", Ground::Plank),
    ("sand", Ground::Sand),
    ("snow", Ground::Snow),
    ("mud", Ground::Mud),
    ("rough", Ground::Rough),
    ("rubble", Ground::Rubble),
    ("ice", Ground::Ice),
    ("undergrowth", Ground::Undergrowth),
    ("tall_grass", Ground::TallGrass),
    ("forest", Ground::Forest),
    ("shallow_water", Ground::ShallowWater),
    ("marsh", Ground::Marsh),
    ("deep_water", Ground::DeepWater),
    ("crawlway", Ground::Crawlway),
    ("pit", Ground::Pit),
    ("rock", Ground::Rock),
];

/// Objects (BT-6).
pub const OBJECTS: Table<Object, 7> = [
    ("tree", Object::Tree),
    ("pillar", Object::Pillar),
    ("table", Object::Table),
    ("crate", Object::Crate),
    ("barrel", Object::Barrel),
    ("cart", Object::Cart),
    ("carcass", Object::Carcass),
];

/// Overlays (BT-6).
pub const OVERLAYS: Table<Overlay, 4> = [
    ("fire", Overlay::Fire),
    ("smoke_thin", Overlay::SmokeThin),
    ("smoke_thick", Overlay::SmokeThick),
    ("fog", Overlay::Fog),
];

/// What stands on hexsides (BT-3).
pub const EDGES: Table<EdgeKind, 12> = [
    ("wall", EdgeKind::Wall),
    ("palisade", EdgeKind::Palisade),
    ("low_wall", EdgeKind::LowWall),
    ("fence", EdgeKind::Fence),
    ("railing", EdgeKind::Railing),
    ("hedge", EdgeKind::Hedge),
    ("breastwork", EdgeKind::Breastwork),
    ("window", EdgeKind::Window),
    ("arrow_slit", EdgeKind::ArrowSlit),
    ("bars", EdgeKind::Bars),
    ("door", EdgeKind::Door),
    ("ladder", EdgeKind::Ladder),
];

/// Light of the whole board (B-018).
pub const LIGHTS: Table<LightGrade, 4> = [
    ("bright", LightGrade::Bright),
    ("dim", LightGrade::Dim),
    ("dark", LightGrade::Dark),
    ("black", LightGrade::Black),
];

/// Lights that stand on a hex (B-019).
pub const SOURCES: Table<LightSource, 3> = [
    ("torch", LightSource::Torch),
    ("lantern", LightSource::Lantern),
    ("brazier", LightSource::Brazier),
];

/// Orientations of the map picture (B-001).
pub const ORIENTATIONS: Table<Orientation, 2> = [
    ("pointy_top", Orientation::PointyTop),
    ("flat_top", Orientation::FlatTop),
];

/// Postures to start in (B-068, B-094). Nobody starts swimming.
pub const POSTURES: Table<Posture, 6> = [
    ("standing", Posture::Standing),
    ("ducking", Posture::Ducking),
    ("crouching", Posture::Crouching),
    ("kneeling", Posture::Kneeling),
    ("prone", Posture::Prone),
    ("mounted", Posture::Mounted),
];

/// What may be said of somebody at the start (B-094): conditions, and postures once more.
pub(super) const CONDITIONS: Table<AtOnset, 6> = [
    ("bound", AtOnset::Bound),
    ("unconscious", AtOnset::Unconscious),
    ("hidden", AtOnset::Hidden),
    ("prone", AtOnset::Posture(Posture::Prone)),
    ("kneeling", AtOnset::Posture(Posture::Kneeling)),
    ("mounted", AtOnset::Posture(Posture::Mounted)),
];

/// Colours of sides by name, red, green, blue.
pub const COLOURS: Table<[u8; 3], 10> = [
    ("azure", [58, 124, 201]),
    ("crimson", [190, 48, 56]),
    ("gold", [214, 168, 44]),
    ("green", [72, 146, 78]),
    ("violet", [134, 88, 176]),
    ("orange", [216, 118, 44]),
    ("teal", [44, 148, 150]),
    ("brown", [128, 92, 62]),
    ("white", [226, 224, 216]),
    ("black", [54, 54, 60]),
];

/// Who should lead a side: a human, or the computer at a level of play.
pub const CONTROLLERS: Table<Controller, 6> = [
    ("human", Controller::Human),
    ("computer", Controller::Computer),
    ("random", Controller::Random),
    ("rusher", Controller::Rusher),
    ("quick", Controller::Quick),
    ("normal", Controller::Normal),
];

/// Standing order against those who pass; `at_least(n)` is read apart.
pub const EN_PASSANT: Table<EnPassant, 2> = [
    ("never", EnPassant::Never),
    ("first_comer", EnPassant::FirstComer),
];

/// Standing order for reactions.
pub const REACTIONS: Table<Reacting, 4> = [
    ("ask", Reacting::Ask),
    ("best", Reacting::Best),
    ("parry", Reacting::Parry),
    ("never", Reacting::Never),
];

/// Standing order for facing.
pub const FACINGS: Table<Turning, 2> = [
    ("nearest_threat", Turning::NearestThreat),
    ("as_walked", Turning::AsWalked),
];

/// Standing order for the next declaration.
pub const NEXT: Table<NextDeclaration, 2> = [
    ("same", NextDeclaration::Same),
    ("ask", NextDeclaration::Ask),
];

/// What a character of the map means if the level's legend does not say otherwise.
pub const LEGEND: [(char, Ground, Option<Object>, bool); 29] = [
    ('.', Ground::Grass, None, false),
    (':', Ground::Road, None, false),
    ('_', Ground::Floor, None, false),
    ('=', Ground::Bridge, None, false),
    ('<', Ground::Stairs, None, false),
    ('-', Ground::Plank, None, false),
    ('s', Ground::Sand, None, false),
    ('*', Ground::Snow, None, false),
    ('m', Ground::Mud, None, false),
    (',', Ground::Rough, None, false),
    (';', Ground::Rubble, None, false),
    ('i', Ground::Ice, None, false),
    ('u', Ground::Undergrowth, None, false),
    ('t', Ground::TallGrass, None, false),
    ('f', Ground::Forest, None, false),
    ('~', Ground::ShallowWater, None, false),
    ('w', Ground::Marsh, None, false),
    ('W', Ground::DeepWater, None, false),
    ('c', Ground::Crawlway, None, false),
    ('o', Ground::Pit, None, false),
    ('#', Ground::Rock, None, false),
    ('T', Ground::Grass, Some(Object::Tree), false),
    ('P', Ground::Floor, Some(Object::Pillar), false),
    ('H', Ground::Floor, Some(Object::Table), false),
    ('C', Ground::Grass, Some(Object::Crate), false),
    ('B', Ground::Grass, Some(Object::Barrel), false),
    ('K', Ground::Grass, Some(Object::Cart), false),
    ('X', Ground::Grass, None, true),
    ('Y', Ground::Road, None, true),
];

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;

    /// The board spells its own names; the level's tables must agree with it.
    fn agree<T: Serialize>(table: &[(&str, T)]) {
        for (name, value) in table {
            assert_eq!(ron::to_string(value).unwrap(), *name);
        }
    }

    #[test]
    fn names_are_those_of_the_board() {
        agree(&GROUNDS);
        agree(&OBJECTS);
        agree(&OVERLAYS);
        agree(&EDGES);
        agree(&LIGHTS);
        agree(&SOURCES);
        agree(&POSTURES);
    }

    #[test]
    fn characters_are_used_once() {
        let mut letters: Vec<char> = LEGEND.iter().map(|(letter, ..)| *letter).collect();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), LEGEND.len());
    }
}
