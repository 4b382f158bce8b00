//! Cover in per cent along the line of an attack or a blast, and its bands (B-023 to B-029).
//!
//! Physical per cents add up, of Visual ones the highest counts. Of the two forms of a line the
//! one with less cover is used; a form on which nothing gets through counts as full cover.

use super::edges::EdgeSight;
use super::line::{Walk, walks};
use super::reach::blow_passes;
use super::sight::{Eye, Ray, eye, passage, side};
use super::terrain::{HexCover, TALL_GRASS_LOW_VISUAL};
use super::{Board, Cell, Ground, Overlay, distance};
use hexx::Hex;

/// How far above its top a feature still covers (B-023), in centimetres.
const ABOVE_TOP_CM: i32 = 100;

/// Highest eye above the feet that counts as low in tall grass: Kneeling and Crouching (BT-6).
const LOW_EYE_CM: i32 = 90;

/// Eye height of the fighters for cover in melee (B-026).
const STANDING_EYE_CM: i32 = 160;

/// Height of the centre of a blast above its ground (B-029).
const BLAST_CM: i32 = 30;

/// Most of each kind (B-024).
const FULL: u32 = 100;
const MOST_VISUAL: u8 = 99;

/// Cover met by one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cover {
    /// Per cent that stops, 0–100; at 100 there is no direct attack.
    pub physical: u8,
    /// Per cent that hides, 0–99.
    pub visual: u8,
}

impl Cover {
    /// Nothing gets through.
    const WHOLE: Cover = Cover {
        physical: FULL as u8,
        visual: 0,
    };

    /// The higher of the two kinds, as most systems read it (B-025).
    pub fn worst(self) -> u8 {
        self.physical.max(self.visual)
    }
}

/// A body that may stand in the line of fire (B-027).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Its top above level 0, in centimetres.
    pub top_cm: i32,
    /// Its per cent: 20, a mounted pair 40.
    pub percent: u8,
}

/// Bands in which systems without per cents read cover (BT-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Band {
    /// Below 10.
    None,
    /// 10–29.
    Light,
    /// 30–59.
    Half,
    /// 60–89.
    ThreeQuarter,
    /// 90–99.
    Slit,
    /// 100.
    Full,
}

impl Band {
    /// The next lower band, in which melee is read (B-026).
    #[must_use]
    pub const fn lower(self) -> Band {
        match self {
            Band::None | Band::Light => Band::None,
            Band::Half => Band::Light,
            Band::ThreeQuarter => Band::Half,
            Band::Slit => Band::ThreeQuarter,
            Band::Full => Band::Slit,
        }
    }

    /// The word players read.
    pub const fn word(self) -> &'static str {
        match self {
            Band::None => "no cover",
            Band::Light => "light cover",
            Band::Half => "half cover",
            Band::ThreeQuarter => "three-quarter cover",
            Band::Slit => "a slit",
            Band::Full => "full cover",
        }
    }
}

/// The band of a per cent (B-025).
pub const fn band(percent: u8) -> Band {
    match percent {
        0..10 => Band::None,
        10..30 => Band::Light,
        30..60 => Band::Half,
        60..90 => Band::ThreeQuarter,
        90..100 => Band::Slit,
        100.. => Band::Full,
    }
}

/// Per cents gathered along a form of a line.
#[derive(Clone, Copy, Default)]
struct Sum {
    physical: u32,
    visual: u8,
}

impl Sum {
    fn add(&mut self, physical: u8, visual: u8) {
        self.physical += u32::from(physical);
        self.visual = self.visual.max(visual);
    }

    fn cover(self) -> Cover {
        Cover {
            physical: self.physical.min(FULL) as u8,
            visual: self.visual.min(MOST_VISUAL),
        }
    }
}

/// Which features of a form count.
#[derive(Clone, Copy)]
struct Counting {
    /// Of the hexsides of the attacker's hex only one that is the target's too (B-023).
    leaning: bool,
    /// The target's own hex (not in melee, B-026).
    target_hex: bool,
    /// The target is Kneeling or lower.
    target_low: bool,
}

/// Adds what the features of a form cover, and those who stand strictly between.
fn gather<B: IntoIterator<Item = Body>>(
    board: &Board,
    form: Walk,
    ray: Ray,
    counting: Counting,
    bodies: impl Fn(Hex) -> B,
) -> Sum {
    let mut sum = Sum::default();
    let last = form.len() as i64 - 1;
    let mut before = None;
    for (i, hex) in (0..).zip(form) {
        let bare = board.is_bare(hex);
        if !bare
            && let Some((_, figures, foot)) = before.and_then(|before| side(board, before, hex))
        {
            let touches = counting.leaning && i == 1 && last > 1;
            let top = foot + figures.height_cm + ABOVE_TOP_CM;
            if !touches && ray.reached_at_side(i, top) {
                sum.add(figures.physical, figures.visual);
            }
        }
        if 0 < i && i < last {
            for body in bodies(hex) {
                if ray.reached_in(i, body.top_cm) {
                    sum.add(body.percent, 0);
                }
            }
        }
        if 0 < i
            && !bare
            && (i < last || counting.target_hex)
            && let Some(cell) = board.cell(hex)
        {
            let low = i == last && counting.target_low;
            let ground = board.level_cm(cell);
            for cover in hex_covers(cell, low) {
                let reached = |top: i32| ray.reached_in(i, ground + top + ABOVE_TOP_CM);
                if cover.height_cm.is_none_or(reached) {
                    sum.add(cover.physical, cover.visual);
                }
            }
        }
        before = Some(hex);
    }
    sum
}

/// The covering layers of a hex: ground, object, overlays, each its own source (B-043).
fn hex_covers(cell: &Cell, low: bool) -> impl Iterator<Item = HexCover> {
    let mut ground = cell.ground.figures().cover;
    if low && cell.ground == Ground::TallGrass {
        ground.visual = TALL_GRASS_LOW_VISUAL;
    }
    let object = cell.object.map(|object| {
        let figures = object.figures();
        HexCover {
            physical: figures.physical,
            visual: 0,
            height_cm: (figures.blocks_cm > 0).then_some(figures.blocks_cm),
        }
    });
    let overlays = cell.overlays;
    let overlays = Overlay::ALL
        .into_iter()
        .filter(move |&overlay| overlays.has(overlay))
        .map(|overlay| {
            let figures = overlay.figures();
            HexCover {
                physical: 0,
                visual: figures.visual,
                height_cm: Some(figures.height_cm),
            }
        });
    std::iter::once(ground).chain(object).chain(overlays)
}

/// Cover of a target against a missile (B-023 to B-027). Light is no cover; where nothing solid
/// leaves a way the cover is 100 Physical, where the target is out of sight only, 99 Visual.
/// `bodies` names those who stand in a hex.
pub fn ranged_cover<B: IntoIterator<Item = Body>>(
    board: &Board,
    from: Eye,
    to: Eye,
    bodies: impl Fn(Hex) -> B,
) -> Cover {
    best(missile_forms(board, from, to, &bodies).map(|(_, cover)| cover))
}

/// The same cover where the target is seen, light apart; `None` where he is not (B-014).
pub fn cover_in_sight<B: IntoIterator<Item = Body>>(
    board: &Board,
    from: Eye,
    to: Eye,
    bodies: impl Fn(Hex) -> B,
) -> Option<Cover> {
    let mut seen = false;
    let forms = missile_forms(board, from, to, &bodies);
    let cover = best(forms.map(|(clear, cover)| {
        seen |= clear;
        cover
    }));
    seen.then_some(cover)
}

/// Of each form of a missile's way whether one sees along it, and its cover.
fn missile_forms<'a, B: IntoIterator<Item = Body>>(
    board: &'a Board,
    from: Eye,
    to: Eye,
    bodies: &'a impl Fn(Hex) -> B,
) -> impl Iterator<Item = (bool, Cover)> + 'a {
    let ray = Ray::new(from, to);
    let counting = Counting {
        leaning: true,
        target_hex: true,
        target_low: to.height_cm - board.footing_cm(to.hex) <= LOW_EYE_CM,
    };
    walks(from.hex, to.hex).map(move |form| {
        let met = passage(board, form.clone(), ray);
        if met.solid {
            return (false, Cover::WHOLE);
        }
        let mut sum = gather(board, form, ray, counting, bodies);
        if met.hidden {
            sum.visual = MOST_VISUAL;
        }
        (!met.hidden, sum.cover())
    })
}

/// Cover between two fighters (B-026): what lies strictly between them. Systems without per cents
/// read it one band lower. Bodies and the own hexes never count.
pub fn melee_cover(board: &Board, from: Hex, to: Hex) -> Cover {
    // Along plain ground nothing can cover; less than nothing no other form has.
    if walks(from, to).any(|mut form| {
        form.next();
        form.all(|hex| board.is_bare(hex))
    }) {
        return Cover::default();
    }
    let eyes = [from, to].map(|hex| eye(board, hex, STANDING_EYE_CM));
    let ray = Ray::new(eyes[0], eyes[1]);
    let counting = Counting {
        leaning: true,
        target_hex: false,
        target_low: false,
    };
    best(walks(from, to).map(|form| {
        if blow_passes(board, form.clone()) {
            gather(board, form, ray, counting, nobody).cover()
        } else {
            Cover::WHOLE
        }
    }))
}

/// Bodies where none count.
fn nobody(_: Hex) -> Option<Body> {
    None
}

/// The form with less Physical, then less Visual (B-024).
fn best(forms: impl Iterator<Item = Cover>) -> Cover {
    forms.min().expect("a line has at least one form")
}

/// Per cent of protection from a blast in a hex (B-029): 100 behind a full wall, a closed door or
/// ground, else the Physical cover met. Nobody leans over anything here: all that lies between
/// counts, also at the centre's own hexsides. In the centre's hex nothing protects.
pub fn blast_protection(board: &Board, centre: Hex, victim: Eye) -> u8 {
    if centre == victim.hex {
        return 0;
    }
    let from = Eye {
        hex: centre,
        height_cm: board.ground_cm(centre) + BLAST_CM,
    };
    let ray = Ray::new(from, victim);
    let counting = Counting {
        leaning: false,
        target_hex: true,
        target_low: false,
    };
    walks(centre, victim.hex)
        .map(|form| {
            if shielded(board, form.clone(), ray) {
                FULL as u8
            } else {
                gather(board, form, ray, counting, nobody).cover().physical
            }
        })
        .min()
        .expect("a line has at least one form")
}

/// Whether ground, rock, a pillar or a full wall stands in a blast's line (B-029).
fn shielded(board: &Board, form: Walk, ray: Ray) -> bool {
    let last = form.len() as i64 - 1;
    let mut before = None;
    for (i, hex) in (0..).zip(form) {
        if let Some((_, figures, foot)) = before.and_then(|before| side(board, before, hex))
            && u32::from(figures.physical) >= FULL
            && figures.sight == EdgeSight::ByHeight
            && ray.reached_at_side(i, foot + figures.height_cm)
        {
            return true;
        }
        if 0 < i
            && i < last
            && let Some(cell) = board.cell(hex)
        {
            let full = if cell.is_impassable() {
                cell.blocks_cm()
            } else {
                0
            };
            if ray.reached_in(i, board.ground_cm(hex) + full) {
                return true;
            }
        }
        before = Some(hex);
    }
    false
}

/// Hexes between a shooter and a target in which bodies could count (B-027): for gathering them.
pub fn hexes_between(from: Hex, to: Hex) -> Vec<Hex> {
    let mut between: Vec<Hex> = walks(from, to)
        .flatten()
        .filter(|&hex| hex != from && hex != to)
        .collect();
    between.sort_by_key(|&hex| (distance(from, hex), super::hex_key(hex)));
    between.dedup();
    between
}

#[cfg(test)]
mod tests;
