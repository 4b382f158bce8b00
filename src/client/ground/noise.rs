//! Noise over the plane, the same at a place whichever tile asks: lattices of hashed values.

/// A hash of two numbers and a seed, well mixed.
pub fn hash(x: i32, y: i32, seed: u32) -> u32 {
    let mut h = seed.wrapping_mul(0x9E37_79B1)
        ^ (x as u32).wrapping_mul(0x85EB_CA77)
        ^ (y as u32).wrapping_mul(0xC2B2_AE3D);
    h ^= h >> 15;
    h = h.wrapping_mul(0x2C1B_3C6D);
    h ^= h >> 12;
    h = h.wrapping_mul(0x297A_2D39);
    h ^ (h >> 15)
}

/// A hash as a number from 0 to 1.
pub fn unit(x: i32, y: i32, seed: u32) -> f32 {
    (hash(x, y, seed) >> 8) as f32 / 16_777_216.0
}

/// One octave: smooth between the values of a lattice of cells of one, from −1 to 1.
fn octave(x: f32, y: f32, seed: u32) -> f32 {
    let (fx, fy) = (x.floor(), y.floor());
    let (ix, iy) = (fx as i32, fy as i32);
    let (tx, ty) = (x - fx, y - fy);
    let (sx, sy) = (tx * tx * (3.0 - 2.0 * tx), ty * ty * (3.0 - 2.0 * ty));
    let a = unit(ix, iy, seed);
    let b = unit(ix + 1, iy, seed);
    let c = unit(ix, iy + 1, seed);
    let d = unit(ix + 1, iy + 1, seed);
    let top = a + (b - a) * sx;
    let bottom = c + (d - c) * sx;
    (top + (bottom - top) * sy) * 2.0 - 1.0
}

/// Noise with cells of `size` and finer ones, each half as strong.
pub fn noise(x: f32, y: f32, size: f32, seed: u32, octaves: u32) -> f32 {
    let (mut sum, mut total, mut strength, mut scale) = (0.0, 0.0, 1.0, 1.0 / size);
    for index in 0..octaves {
        sum += strength * octave(x * scale, y * scale, seed.wrapping_add(index * 101));
        total += strength;
        strength *= 0.5;
        scale *= 2.0;
    }
    0.8 * sum / total
}

/// A run of chances for one hex, the same whoever draws it.
pub struct Chances {
    key: (i32, i32),
    seed: u32,
    count: u32,
}

impl Chances {
    /// The chances of a hex for a purpose.
    pub fn new(key: (i32, i32), purpose: u32) -> Chances {
        Chances {
            key,
            seed: purpose.wrapping_mul(7919),
            count: 0,
        }
    }

    /// The next one, from 0 to 1.
    pub fn next(&mut self) -> f32 {
        self.count += 1;
        unit(self.key.0, self.key.1, self.seed.wrapping_add(self.count))
    }

    /// The next one between two numbers.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }
}
