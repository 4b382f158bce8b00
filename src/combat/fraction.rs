//! Exact fractions for odds.

use std::fmt;
use std::ops::{Add, Mul};

/// A fraction in lowest terms, never negative. Odds are sums and products of these, so they are
/// exact: a full distribution sums to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    num: u128,
    den: u128,
}

const fn gcd(a: u128, b: u128) -> u128 {
    // Odds nearly always stay below 2^64, where a step costs a fraction of a wide one.
    if a <= u64::MAX as u128 && b <= u64::MAX as u128 {
        return narrow_gcd(a as u64, b as u64) as u128;
    }
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// By shifts and differences, without a division.
const fn narrow_gcd(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        if a > b {
            (a, b) = (b, a);
        }
        b -= a;
    }
    a << twos
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { num: 0, den: 1 };
    /// Certainty.
    pub const ONE: Fraction = Fraction { num: 1, den: 1 };

    /// `num / den`, reduced.
    ///
    /// # Panics
    /// If `den` is 0.
    pub const fn new(num: u128, den: u128) -> Fraction {
        assert!(den != 0, "a fraction needs a denominator");
        let divisor = gcd(num, den);
        Fraction {
            num: num / divisor,
            den: den / divisor,
        }
    }

    /// Numerator in lowest terms.
    pub const fn num(self) -> u128 {
        self.num
    }

    /// Denominator in lowest terms.
    pub const fn den(self) -> u128 {
        self.den
    }

    /// Rounded down to a number of parts of `whole`, for instance per mille.
    pub const fn of(self, whole: u128) -> u128 {
        self.num * whole / self.den
    }

    /// Rounded to the nearest per cent.
    pub const fn percent(self) -> u128 {
        (self.num * 200 + self.den) / (self.den * 2)
    }
}

impl Add for Fraction {
    type Output = Fraction;
    fn add(self, other: Fraction) -> Fraction {
        if self.den == other.den {
            return Fraction::new(self.num + other.num, self.den);
        }
        let shared = gcd(self.den, other.den);
        let den = self.den / shared * other.den;
        Fraction::new(
            self.num * (other.den / shared) + other.num * (self.den / shared),
            den,
        )
    }
}

impl Mul for Fraction {
    type Output = Fraction;
    fn mul(self, other: Fraction) -> Fraction {
        let (a, b) = (gcd(self.num, other.den), gcd(other.num, self.den));
        Fraction {
            num: (self.num / a) * (other.num / b),
            den: (self.den / b) * (other.den / a),
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    /// By continued fractions: whole parts, then the inverse of the rests. Never overflows.
    fn cmp(&self, other: &Fraction) -> std::cmp::Ordering {
        let (mut a, mut b) = (*self, *other);
        let mut turned = false;
        loop {
            let (whole_a, rest_a) = (a.num / a.den, a.num % a.den);
            let (whole_b, rest_b) = (b.num / b.den, b.num % b.den);
            let order = whole_a
                .cmp(&whole_b)
                .then((rest_a != 0).cmp(&(rest_b != 0)));
            let order = if rest_a != 0 && rest_b != 0 && whole_a == whole_b {
                (a.num, a.den, b.num, b.den) = (a.den, rest_a, b.den, rest_b);
                turned = !turned;
                continue;
            } else {
                order
            };
            return if turned { order.reverse() } else { order };
        }
    }
}

/// A chance in the making: not in lowest terms, so that products and most sums need no division.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    num: u128,
    den: u128,
}

impl Weight {
    /// Certainty.
    pub const ONE: Weight = Weight { num: 1, den: 1 };

    /// This and then `num / den`.
    #[must_use]
    pub fn times(self, num: u128, den: u128) -> Weight {
        match (self.num.checked_mul(num), self.den.checked_mul(den)) {
            (Some(num), Some(den)) => Weight { num, den },
            _ => (self.reduced() * Fraction::new(num, den)).into(),
        }
    }

    /// Adds another.
    pub fn add(&mut self, other: Weight) {
        if self.den == other.den {
            self.num += other.num;
            return;
        }
        let shared = gcd(self.den, other.den);
        let (mine, theirs) = (other.den / shared, self.den / shared);
        *self = match self.den.checked_mul(mine) {
            // Chances of one distribution are 1 at most together, so numerators fit where this does.
            Some(den) => Weight {
                num: self.num * mine + other.num * theirs,
                den,
            },
            None => (self.reduced() + other.reduced()).into(),
        };
    }

    /// In lowest terms.
    pub fn reduced(self) -> Fraction {
        Fraction::new(self.num, self.den)
    }
}

impl From<Fraction> for Weight {
    fn from(chance: Fraction) -> Weight {
        Weight {
            num: chance.num,
            den: chance.den,
        }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.num, self.den)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_stay_exact() {
        let third = Fraction::new(1, 3);
        assert_eq!(third + third + third, Fraction::ONE);
        assert_eq!(
            Fraction::new(3, 20) * Fraction::new(10, 9),
            Fraction::new(1, 6)
        );
        assert_eq!(Fraction::ZERO * third, Fraction::ZERO);
        assert!(Fraction::new(1, 3) < Fraction::new(7, 20));
        assert!(Fraction::new(7, 20) > Fraction::new(1, 3));
        assert!(Fraction::new(5, 2) > Fraction::new(2, 1));
        assert!(Fraction::new(2, 1) < Fraction::new(5, 2));
        assert_eq!(third.cmp(&third), std::cmp::Ordering::Equal);
        let huge = u128::MAX;
        assert!(Fraction::new(huge - 1, huge) < Fraction::ONE);
        assert!(Fraction::new(huge - 2, huge) < Fraction::new(huge - 1, huge));
        for (a, b) in (0..40).flat_map(|a| (1..40).map(move |b| (a, b))) {
            for (c, d) in [(1, 3), (7, 20), (2, 1), (13, 7)] {
                let order = Fraction::new(a, b).cmp(&Fraction::new(c, d));
                assert_eq!(order, (a * d).cmp(&(c * b)), "{a}/{b} {c}/{d}");
            }
        }
        assert_eq!(Fraction::new(1, 200).percent(), 1);
    }

    #[test]
    fn chances_in_the_making_come_to_the_same() {
        let mut sum = Weight::ONE.times(3, 20);
        sum.add(Weight::ONE.times(1, 20).times(7, 8));
        sum.add(Weight::ONE.times(1, 30));
        let exact = Fraction::new(3, 20) + Fraction::new(7, 160) + Fraction::new(1, 30);
        assert_eq!(sum.reduced(), exact);
        let huge = 1 << 100;
        let wide = Weight::ONE.times(huge, 2 * huge).times(huge, 2 * huge);
        assert_eq!(wide.reduced(), Fraction::new(1, 4));
        let mut sum = wide;
        sum.add(Weight::from(Fraction::new(1, 3)));
        assert_eq!(sum.reduced(), Fraction::new(7, 12));
        assert_eq!(Fraction::new(48, 180), Fraction::new(4, 15));
        assert_eq!(Fraction::new(0, 180), Fraction::ZERO);
    }
}
