//! What a tile needs to know of the board: its hexes flattened, walls as lines, lights with what
//! shuts them in. Worked out once for a board; tiles only read it.

use crate::board::{
    Board, Cell, Dir, Edge, EdgeKind, Ground, Hex, LightGrade, LightSource, Object, Overlay,
};
use crate::client::field::lattice::{Lattice, RADIUS};
use bevy_egui::egui::{Color32, Pos2, Rect};

/// A wash: what a hex is tinted as. The order is that of [`WASHES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Wash {
    /// Plain grass, also under roads.
    Grass,
    /// Undergrowth.
    Scrub,
    /// Under trees.
    ForestFloor,
    /// Tall grass.
    Meadow,
    /// Bare rock.
    Rock,
    /// Rough ground.
    Rough,
    /// Marsh.
    Marsh,
    /// Mud.
    Mud,
    /// Shallow water.
    Ford,
    /// Deep water, also under bridges.
    Water,
    /// Sand.
    Sand,
    /// Paved: stairs.
    Paving,
    /// Rubble.
    Rubble,
    /// Boards.
    Floor,
    /// Snow.
    Snow,
    /// Ice.
    Ice,
    /// A hole.
    Pit,
    /// Narrow ways.
    Dark,
}

/// Tints of the washes.
pub const WASHES: [u32; 18] = [
    0xA8_B377, 0x9C_A76C, 0x7E_9460, 0xC9_C184, 0xB5_A78D, 0xB6_AC7C, 0x8F_A184, 0xA3_8C66,
    0x9C_C0B7, 0x5B_91A0, 0xDC_CB99, 0xBD_B2A0, 0xAC_9F8A, 0xA8_8A62, 0xE4_E4DE, 0xCB_DCDF,
    0x5C_5040, 0x6B_5F4E,
];

/// One hex, flattened.
#[derive(Clone, Copy, Debug)]
pub struct Plot {
    /// Its tint.
    pub wash: Wash,
    /// The ground itself.
    pub ground: Ground,
    /// What stands on it.
    pub object: Option<Object>,
    /// Height in levels.
    pub level: i8,
    /// A light standing here.
    pub light: Option<LightSource>,
    /// On fire.
    pub fire: bool,
}

/// Something along a hexside.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// One end.
    pub a: Pos2,
    /// The other end.
    pub b: Pos2,
    /// What it is.
    pub edge: Edge,
}

/// Rays of a light's polar map.
pub const RAYS: usize = 720;

/// A light with how far it gets in each direction.
#[derive(Clone, Debug)]
pub struct Lamp {
    /// Where.
    pub at: Pos2,
    /// How far it shines at all.
    pub radius: f32,
    /// How strong it is.
    pub power: f32,
    /// Where each ray ends.
    pub reach: Vec<f32>,
}

/// The whole board for the engraver.
pub struct Plan {
    /// The plane.
    pub lattice: Lattice,
    /// Columns and rows.
    pub size: (i32, i32),
    plots: Vec<Plot>,
    /// All hexes with their place in the list.
    pub hexes: Vec<Hex>,
    /// Things on hexsides.
    pub sides: Vec<Side>,
    /// Roads as lines between the middles of hexes.
    pub roads: Vec<(Pos2, Pos2)>,
    /// Lights; empty by day.
    pub lamps: Vec<Lamp>,
    /// Light where no lamp shines, if it is not day.
    pub night: Option<[f32; 3]>,
    /// Any hex has another height than the others.
    pub hilly: bool,
    /// All of it.
    pub bounds: Rect,
    board: Board,
}

fn wash(ground: Ground) -> Wash {
    match ground {
        Ground::Grass | Ground::Road => Wash::Grass,
        Ground::Floor | Ground::Plank => Wash::Floor,
        Ground::Bridge | Ground::DeepWater => Wash::Water,
        Ground::Stairs => Wash::Paving,
        Ground::Sand => Wash::Sand,
        Ground::Snow => Wash::Snow,
        Ground::Mud => Wash::Mud,
        Ground::Rough => Wash::Rough,
        Ground::Rubble => Wash::Rubble,
        Ground::Ice => Wash::Ice,
        Ground::Undergrowth => Wash::Scrub,
        Ground::TallGrass => Wash::Meadow,
        Ground::Forest => Wash::ForestFloor,
        Ground::ShallowWater => Wash::Ford,
        Ground::Marsh => Wash::Marsh,
        Ground::Crawlway => Wash::Dark,
        Ground::Pit => Wash::Pit,
        Ground::Rock => Wash::Rock,
    }
}

/// The colour of a hex in small: its wash, lighter with height, and what stands on it.
pub fn tint(cell: &Cell) -> Color32 {
    let hex = match cell.ground {
        Ground::Road | Ground::Bridge => 0xDD_CBA0,
        Ground::Forest => 0x5C_7850,
        other => WASHES[wash(other) as usize],
    };
    let hex = match cell.object {
        Some(_) => 0x6B_5F4E,
        None => hex,
    };
    // One level up is lighter by 4.5 in a hundred, as on the board.
    let light = (1.0 + 0.045 * f32::from(cell.level)).clamp(0.6, 1.25);
    let part = |shift: u32| ((((hex >> shift) & 0xFF) as f32) * light).min(255.0) as u8;
    Color32::from_rgb(part(16), part(8), part(0))
}

/// Whether light and sight end at a hexside.
pub fn shuts(edge: Edge) -> bool {
    match edge.kind {
        EdgeKind::Wall | EdgeKind::Palisade => true,
        EdgeKind::Door => !edge.open,
        _ => false,
    }
}

impl Plan {
    /// The plan of a board, with lights that are carried.
    pub fn new(board: &Board, carried: &[(Hex, LightSource)]) -> Plan {
        let lattice = Lattice::of(board);
        let (columns, rows) = board.size();
        let hexes: Vec<Hex> = board.hexes().collect();
        let plots: Vec<Plot> = hexes
            .iter()
            .map(|hex| {
                let cell = board.cell(*hex).copied().unwrap_or_default();
                Plot {
                    wash: wash(cell.ground),
                    ground: cell.ground,
                    object: cell.object,
                    level: cell.level - if cell.ground == Ground::Pit { 2 } else { 0 },
                    light: cell.light,
                    fire: cell.overlays.has(Overlay::Fire),
                }
            })
            .collect();
        let mut sides = Vec::new();
        for hex in &hexes {
            for dir in [4, 5, 0].map(Dir::new) {
                if let Some(edge) = board.edge(*hex, dir) {
                    let (a, b) = lattice.side(*hex, dir);
                    sides.push(Side { a, b, edge });
                }
            }
        }
        let levels: Vec<i8> = plots.iter().map(|plot| plot.level).collect();
        let night = match board.ambient {
            LightGrade::Bright => None,
            LightGrade::Dim => Some([0.46, 0.50, 0.62]),
            LightGrade::Dark => Some([0.15, 0.215, 0.37]),
            LightGrade::Black => Some([0.06, 0.085, 0.15]),
        };
        let mut plan = Plan {
            lattice,
            size: (i32::from(columns), i32::from(rows)),
            roads: roads(board, lattice),
            plots,
            hexes,
            sides,
            lamps: Vec::new(),
            night,
            hilly: levels.iter().any(|level| *level != levels[0]),
            bounds: lattice.bounds(board),
            board: board.clone(),
        };
        if night.is_some() {
            plan.lamps = plan.lamps_of(carried);
        }
        plan
    }

    /// A hex's content; the nearest one of the board for hexes outside, and whether it is outside.
    pub fn plot(&self, hex: Hex) -> (&Plot, bool) {
        let (column, row) = self.board.column_row(hex);
        let (c, r) = (
            column.clamp(0, self.size.0 - 1),
            row.clamp(0, self.size.1 - 1),
        );
        let at = (r * self.size.0 + c) as usize;
        (&self.plots[at], (c, r) != (column, row))
    }

    fn lamps_of(&self, carried: &[(Hex, LightSource)]) -> Vec<Lamp> {
        let standing = self.hexes.iter().filter_map(|hex| {
            let plot = self.plot(*hex).0;
            let fire = plot.fire.then_some(LightSource::Brazier);
            Some((*hex, plot.light.or(fire)?))
        });
        let all: Vec<(Hex, LightSource)> = standing.chain(carried.iter().copied()).collect();
        all.into_iter()
            .map(|(hex, source)| {
                let at = self.lattice.centre(hex);
                let reach = source.reach().1 as f32 * RADIUS * 1.732;
                let power = match source {
                    LightSource::Torch => 0.85,
                    LightSource::Lantern => 0.95,
                    LightSource::Brazier => 1.1,
                };
                Lamp {
                    at,
                    radius: reach,
                    power,
                    reach: self.polar(at, reach),
                }
            })
            .collect()
    }

    /// Where rays from a point end at walls.
    fn polar(&self, at: Pos2, radius: f32) -> Vec<f32> {
        let near: Vec<&Side> = self
            .sides
            .iter()
            .filter(|side| shuts(side.edge) && (side.a - at).length() < radius + RADIUS)
            .collect();
        (0..RAYS)
            .map(|ray| {
                let angle = ray as f32 / RAYS as f32 * std::f32::consts::TAU;
                let (dy, dx) = angle.sin_cos();
                let mut end = radius;
                for side in &near {
                    let (ex, ey) = (side.b.x - side.a.x, side.b.y - side.a.y);
                    let (px, py) = (side.a.x - at.x, side.a.y - at.y);
                    let det = dx * -ey + dy * ex;
                    if det.abs() < 1e-4 {
                        continue;
                    }
                    let t = (px * -ey + py * ex) / det;
                    let u = (dx * py - dy * px) / det;
                    if t > 1.0 && (-0.01..=1.01).contains(&u) {
                        end = end.min(t + 5.0);
                    }
                }
                end
            })
            .collect()
    }

    /// How much light falls on a point, by colour; 1 is day.
    pub fn light(&self, at: Pos2) -> [f32; 3] {
        let Some(ambient) = self.night else {
            return [1.0; 3];
        };
        let mut light = ambient;
        for lamp in &self.lamps {
            let glow = lamp.glow(at);
            for (part, tint) in light.iter_mut().zip([1.30, 0.82, 0.36]) {
                *part += glow * tint;
            }
        }
        light
    }
}

impl Lamp {
    /// How strongly it shines on a point.
    pub fn glow(&self, at: Pos2) -> f32 {
        let d = at - self.at;
        let distance = d.length();
        if distance >= self.radius {
            return 0.0;
        }
        let ray = (d.y.atan2(d.x) / std::f32::consts::TAU).rem_euclid(1.0) * RAYS as f32;
        let end = self.reach[(ray as usize) % RAYS];
        let seen = ((end - distance) / 9.0 + 0.5).clamp(0.0, 1.0);
        let fall = 1.0 - distance / self.radius;
        let core = distance / (self.radius * 0.16);
        self.power * seen * (0.9 * fall * fall + 0.55 * (-core * core).exp())
    }
}

fn roads(board: &Board, lattice: Lattice) -> Vec<(Pos2, Pos2)> {
    let is_road = |hex: Hex| {
        board.cell(hex).is_some_and(|cell| {
            matches!(cell.ground, Ground::Road | Ground::Bridge | Ground::Stairs)
        })
    };
    let mut roads = Vec::new();
    for hex in board.hexes().filter(|hex| {
        board
            .cell(*hex)
            .is_some_and(|cell| cell.ground == Ground::Road)
    }) {
        let centre = lattice.centre(hex);
        let mut joined = 0;
        for dir in Dir::ALL {
            let next = dir.from(hex);
            if is_road(next) {
                joined += 1;
                roads.push((centre, centre + (lattice.centre(next) - centre) * 0.5));
            }
        }
        // A road that ends at the edge of the board goes on beyond it.
        if joined <= 1 {
            for dir in Dir::ALL {
                let back = is_road(dir.opposite().from(hex));
                if !board.contains(dir.from(hex)) && (back || joined == 0) {
                    roads.push((centre, centre + lattice.along(dir) * RADIUS * 1.8));
                }
            }
        }
        if joined == 0 {
            roads.push((centre, centre + bevy_egui::egui::vec2(0.1, 0.0)));
        }
    }
    roads
}
