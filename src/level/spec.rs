//! A level that was read and checked: plain data, ready to be played under any rule system.
//!
//! Everything named in the file is a number here: sides and combatants by their place in the
//! lists, hexes by axial vectors. The order of the file is kept.

use crate::board::{Board, Dir, Hex};
use crate::combat::combatant::Posture;
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// A checked level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// What the list of levels shows.
    pub name: SmolStr,
    /// Who made it; empty if it does not say.
    pub author: SmolStr,
    /// What the players read before the battle; may be empty.
    pub briefing: String,
    /// The ground, with edges, heights and light.
    pub board: Board,
    /// The sides, at least two, not all of one team.
    pub sides: Vec<SideSpec>,
    /// Those on the board at the start.
    pub combatants: Vec<CombatantSpec>,
    /// Those who come later, in order of time.
    pub reinforcements: Vec<Wave>,
    /// Named areas, each with its hexes in row order.
    pub zones: BTreeMap<SmolStr, Vec<Hex>>,
    /// Things that `carry` objectives are about.
    pub items: Vec<ItemSpec>,
    /// When points decide, in seconds (B-115).
    pub limit_s: u32,
    /// The rule system the maker had in mind.
    pub system: Option<SmolStr>,
    /// The rule systems it can be played under: all, unless it names gear that only some know.
    pub playable: Vec<SmolStr>,
    /// Preset and switches per system; a system that is not named plays its defaults.
    pub rules: BTreeMap<SmolStr, SystemRules>,
    /// Points a side may spend if the players choose their own combatants (B-107).
    pub points: Option<u32>,
}

impl Level {
    /// All combatants with the time they come, those of the start first.
    pub fn everybody(&self) -> impl Iterator<Item = (&CombatantSpec, u32)> {
        let start = self.combatants.iter().map(|one| (one, 0));
        let later = self
            .reinforcements
            .iter()
            .flat_map(|wave| wave.combatants.iter().map(|one| (one, wave.at_s)));
        start.chain(later)
    }

    /// The side of a name.
    pub fn side(&self, name: &str) -> Option<usize> {
        self.sides.iter().position(|side| side.name == name)
    }
}

/// One side of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideSpec {
    /// Unique name.
    pub name: SmolStr,
    /// Sides of one team are allies; by default a side is a team of its own.
    pub team: SmolStr,
    /// Red, green, blue.
    pub colour: [u8; 3],
    /// What it has to do.
    pub objectives: Objectives,
    /// It is taken by surprise (B-100).
    pub surprised: bool,
    /// It lies in a prepared ambush (P-007).
    pub ambush: bool,
    /// Who should lead it.
    pub controller: Option<Controller>,
    /// Standing orders it begins with; `None` leaves the game's default.
    pub orders: StandingDefaults,
}

/// Who should lead a side; the player may choose otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Controller {
    /// Somebody at the screen.
    Human,
    /// The computer at the level of play the player has set.
    Computer,
    /// The computer, choosing at random.
    Random,
    /// The computer, always forward.
    Rusher,
    /// The computer, thinking little.
    Quick,
    /// The computer, thinking well.
    Normal,
}

/// Standing orders of a side at the start, as far as the level sets them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StandingDefaults {
    /// Strikes at those who pass.
    pub en_passant: Option<EnPassant>,
    /// Reactions to attacks.
    pub reaction: Option<Reacting>,
    /// Where to look after a walk.
    pub facing: Option<Turning>,
    /// What to declare next.
    pub next: Option<NextDeclaration>,
}

/// When to strike at somebody who passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnPassant {
    /// Not at all.
    Never,
    /// When the odds of a hit are at least so many per cent.
    AtLeast(u8),
    /// At the first who comes.
    FirstComer,
}

/// How to answer attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reacting {
    /// Ask the player.
    Ask,
    /// Whatever has the best odds.
    Best,
    /// Parry if possible.
    Parry,
    /// Never react.
    Never,
}

/// Where to look after a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// At the nearest threat.
    NearestThreat,
    /// As the walk left it.
    AsWalked,
}

/// What to declare after an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextDeclaration {
    /// The same again.
    Same,
    /// Ask the player.
    Ask,
}

/// Whether all objectives of a list must be fulfilled or one will do (B-112).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// Every one.
    #[default]
    All,
    /// Any one.
    Any,
}

/// A side's objectives, never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objectives {
    /// How they are joined.
    pub join: Join,
    /// The list, in the order of the file.
    pub list: Vec<ObjectiveSpec>,
}

impl Default for Objectives {
    fn default() -> Objectives {
        Objectives {
            join: Join::All,
            list: vec![ObjectiveSpec::Rout],
        }
    }
}

/// One objective (B-112). Times are seconds; names are those of the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectiveSpec {
    /// Every enemy side is defeated.
    Rout,
    /// They are out.
    Kill {
        /// Whom.
        names: Vec<SmolStr>,
    },
    /// They are not out at that time, or at the end.
    Protect {
        /// Whom.
        names: Vec<SmolStr>,
        /// Until when; `None` is to the end.
        until_s: Option<u32>,
    },
    /// The zone was held for so long on end.
    Hold {
        /// Where.
        zone: SmolStr,
        /// For how long.
        seconds: u32,
    },
    /// So many able combatants stand in the zone at one tick.
    Reach {
        /// Where.
        zone: SmolStr,
        /// How many.
        count: u16,
        /// Latest time; `None` is the level's limit.
        by_s: Option<u32>,
    },
    /// So many left by marked exits.
    Escape {
        /// How many.
        count: u16,
    },
    /// The side is not defeated at that time.
    Survive {
        /// When.
        seconds: u32,
    },
    /// An able holder of the item stands in the zone.
    Carry {
        /// What.
        item: SmolStr,
        /// Where to.
        zone: SmolStr,
    },
}

/// One combatant of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatantSpec {
    /// Unique name.
    pub name: SmolStr,
    /// Archetype (B-105).
    pub archetype: SmolStr,
    /// Its side's place in [`Level::sides`].
    pub side: usize,
    /// Where it starts.
    pub hex: Hex,
    /// The hexside faced.
    pub facing: Dir,
    /// Posture at the start.
    pub posture: Posture,
    /// Tied up; cannot act until freed.
    pub bound: bool,
    /// Lies there and does not fill its hex (B-056).
    pub unconscious: bool,
    /// Unseen until it acts, is seen or is touched.
    pub hidden: bool,
    /// What it rides.
    pub mount: Mount,
    /// Gear in place of the archetype's.
    pub gear: GearSpec,
    /// Own numbers as RON text, per rule system (B-108).
    pub own: BTreeMap<SmolStr, String>,
}

impl CombatantSpec {
    /// As the archetype comes: on its own mount or on its feet, with its own gear and numbers.
    pub fn fresh(
        (name, archetype): (SmolStr, SmolStr),
        side: usize,
        (hex, facing): (Hex, Dir),
        mounted: bool,
    ) -> Self {
        let (posture, mount) = if mounted {
            (Posture::Mounted, Mount::Own)
        } else {
            (Posture::Standing, Mount::None)
        };
        Self {
            name,
            archetype,
            side,
            hex,
            facing,
            posture,
            bound: false,
            unconscious: false,
            hidden: false,
            mount,
            gear: GearSpec::default(),
            own: BTreeMap::new(),
        }
    }
}

/// What somebody rides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Mount {
    /// Nothing.
    #[default]
    None,
    /// The mount its archetype comes with (B-109).
    Own,
    /// A combatant of the level in the same hex, by name (B-087).
    Named(SmolStr),
}

/// Gear in place of the archetype's (BT-12).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GearSpec {
    /// Main weapon.
    pub main: GearChoice,
    /// Second weapon.
    pub second: GearChoice,
    /// Shield.
    pub shield: GearChoice,
    /// Armour.
    pub armour: GearChoice,
    /// Things carried besides.
    pub extra: Vec<SmolStr>,
}

/// One place of a load-out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum GearChoice {
    /// What the archetype has.
    #[default]
    Archetype,
    /// Nothing.
    Nothing,
    /// This, by its name on the board's list (B-103).
    Item(SmolStr),
}

/// Combatants who come later (B-099).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wave {
    /// When, in seconds.
    pub at_s: u32,
    /// Who, each at the hex where it should appear.
    pub combatants: Vec<CombatantSpec>,
}

/// A thing to be carried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemSpec {
    /// Unique name.
    pub name: SmolStr,
    /// Where it is at the start.
    pub place: ItemPlace,
}

/// Where a thing is at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemPlace {
    /// On the ground.
    Ground(Hex),
    /// With a combatant, by name.
    Holder(SmolStr),
}

/// What a level sets for one rule system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SystemRules {
    /// Preset; `None` is the system's default.
    pub preset: Option<SmolStr>,
    /// Switches with their values as RON text.
    pub switches: BTreeMap<SmolStr, String>,
}

/// A word said of somebody at the start (B-094).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtOnset {
    Bound,
    Unconscious,
    Hidden,
    Posture(Posture),
}
