//! Which of the eight tinctures each side of a battle wears: the one nearest to the colour its level
//! gives it. Two sides never wear the same.

use super::tinctures::TINCTURES;

/// Tinctures of the sides, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Livery(Vec<usize>);

/// Tinctures from the likest on, by hue; what has no hue goes by how dark it is.
fn likest([r, g, b]: [u8; 3]) -> [usize; 2] {
    const AZURE: usize = 0;
    const GULES: usize = 1;
    const OR: usize = 2;
    const VIOLET: usize = 3;
    const VERT: usize = 4;
    const SABLE: usize = 5;
    const ARGENT: usize = 6;
    const CELESTE: usize = 7;
    let (high, low) = (r.max(g).max(b), r.min(g).min(b));
    let spread = i32::from(high) - i32::from(low);
    if spread * 6 < i32::from(high).max(60) {
        return if high < 128 {
            [SABLE, ARGENT]
        } else {
            [ARGENT, SABLE]
        };
    }
    let part = |a: u8, b: u8| (i32::from(a) - i32::from(b)) * 60 / spread;
    let hue = if high == r {
        part(g, b)
    } else if high == g {
        120 + part(b, r)
    } else {
        240 + part(r, g)
    };
    match hue.rem_euclid(360) {
        20..70 => [OR, GULES],
        70..165 => [VERT, CELESTE],
        165..200 => [CELESTE, AZURE],
        200..250 => [AZURE, CELESTE],
        250..345 => [VIOLET, AZURE],
        _ => [GULES, OR],
    }
}

impl Livery {
    /// The livery of sides with these colours.
    pub fn of(colours: &[[u8; 3]]) -> Livery {
        let mut worn: Vec<usize> = Vec::new();
        for colour in colours.iter().take(TINCTURES.len()) {
            let wishes = likest(*colour).into_iter().chain(0..TINCTURES.len());
            let free = wishes.into_iter().find(|wish| !worn.contains(wish));
            worn.extend(free);
        }
        Livery(worn)
    }

    /// The tincture of a side; sides without a colour go by their number.
    pub fn tincture(&self, side: usize) -> usize {
        self.0.get(side).copied().unwrap_or(side) % TINCTURES.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::words::COLOURS;

    #[test]
    fn named_colours_find_their_tinctures_and_nobody_wears_anothers() {
        let named = |names: &[&str]| -> Vec<usize> {
            let colours: Vec<[u8; 3]> = names
                .iter()
                .map(|name| COLOURS.iter().find(|(known, _)| known == name).unwrap().1)
                .collect();
            let livery = Livery::of(&colours);
            (0..names.len()).map(|side| livery.tincture(side)).collect()
        };
        assert_eq!(named(&["azure", "crimson"]), [0, 1]);
        assert_eq!(named(&["crimson", "azure"]), [1, 0]);
        assert_eq!(
            named(&["gold", "green", "violet", "teal", "white", "black"]),
            [2, 4, 3, 7, 6, 5]
        );
        // Orange would be gold, and is the next free one.
        assert_eq!(named(&["gold", "orange"]), [2, 1]);
        let all: Vec<&str> = COLOURS.iter().take(8).map(|(name, _)| *name).collect();
        let mut worn = named(&all);
        worn.sort_unstable();
        worn.dedup();
        assert_eq!(worn.len(), 8);
        // Sides beyond those a level names wear the tincture of their number.
        assert_eq!(Livery::default().tincture(3), 3);
    }
}
