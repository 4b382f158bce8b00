//! Sums over texts, by which a record knows that nobody changed it.
//!
//! The algorithm (FNV-1a, 64 bits) is part of the file format and stays as it is for ever. It
//! guards against accidents, not against people.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A hash, written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Sum(pub u64);

impl Sum {
    /// The sum of some texts, in order; where one ends and the next begins counts.
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Sum {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut feed = |byte: u8| {
            hash ^= u64::from(byte);
            hash = hash.wrapping_mul(0x0000_0100_0000_01b3);
        };
        for text in texts {
            text.bytes().for_each(&mut feed);
            // No byte of UTF-8 has this value.
            feed(0xff);
        }
        Sum(hash)
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl From<Sum> for String {
    fn from(sum: Sum) -> String {
        sum.to_string()
    }
}

impl TryFrom<String> for Sum {
    type Error = String;

    fn try_from(text: String) -> Result<Sum, String> {
        let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        match u64::from_str_radix(&text, 16) {
            Ok(number) if digits => Ok(Sum(number)),
            _ => Err(format!("`{text}` is no hash: write 16 hexadecimal digits")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_format_for_ever() {
        assert_eq!(Sum::of([]).to_string(), "cbf29ce484222325");
        assert_eq!(Sum::of(["hexfray"]), Sum::of(["hexfray"]));
        assert_ne!(Sum::of(["hex", "fray"]), Sum::of(["hexf", "ray"]));
        // FNV-1a of `a` followed by the byte 0xff.
        let by_hand = (0xaf63_dc4c_8601_ec8c_u64 ^ 0xff).wrapping_mul(0x0000_0100_0000_01b3);
        assert_eq!(Sum::of(["a"]), Sum(by_hand));
    }

    #[test]
    fn sums_are_written_as_digits_and_nothing_else_is_read() {
        let text = ron::to_string(&Sum(0xab)).unwrap();
        assert_eq!(text, "\"00000000000000ab\"");
        assert_eq!(ron::from_str::<Sum>(&text).unwrap(), Sum(0xab));
        for bad in [
            "\"\"",
            "\"ab\"",
            "\"+0000000000000ab\"",
            "\"000000000000000g\"",
        ] {
            assert!(ron::from_str::<Sum>(bad).is_err(), "{bad}");
        }
    }
}
