use super::*;
use crate::combat::combatant::{CombatantId, Fitness, OutBy, Place};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Serialize)]
struct Pair<A, B> {
    a: A,
    b: B,
}

#[derive(Serialize)]
struct Gaps {
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<u8>,
}

#[derive(Serialize)]
enum Shape {
    Empty,
    One(i32),
    Two(i32, i32),
    Named { x: i32, y: i32 },
}

struct Shown(&'static str);

impl Serialize for Shown {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}{}", self.0, 1234))
    }
}

#[test]
fn equal_values_have_equal_digests_and_the_order_of_fields_matters() {
    assert_eq!(
        digest(&Pair { a: 1u8, b: -7 }),
        digest(&Pair { a: 1u64, b: -7i8 })
    );
    assert_ne!(digest(&Pair { a: 1, b: 2 }), digest(&Pair { a: 2, b: 1 }));
    assert_ne!(digest(&-1i64), digest(&u64::MAX));
    assert_ne!(digest(&1), digest(&true));
    assert_eq!(digest(&CombatantId(5)), digest(&5));
    assert_eq!(digest(&5i128), digest(&5));
    assert_ne!(digest(&(1u128 << 64)), digest(&0));
}

#[test]
fn variants_differ() {
    let shapes = [
        Shape::Empty,
        Shape::One(1),
        Shape::Two(1, 1),
        Shape::Named { x: 1, y: 1 },
        Shape::Named { x: 1, y: 2 },
    ];
    let digests: BTreeSet<u64> = shapes.iter().map(digest).collect();
    assert_eq!(digests.len(), shapes.len());
    let fitness = [
        Fitness::Able,
        Fitness::Disabled,
        Fitness::Out(OutBy::Dead),
        Fitness::Out(OutBy::Fled),
    ];
    assert_eq!(fitness.iter().map(digest).collect::<BTreeSet<_>>().len(), 4);
}

#[test]
fn limits_between_values_matter() {
    assert_ne!(digest(&("ab", "c")), digest(&("a", "bc")));
    assert_ne!(
        digest(&vec![vec![1, 2], vec![3]]),
        digest(&vec![vec![1], vec![2, 3]])
    );
    assert_ne!(digest(&Vec::<u8>::new()), digest(&vec![Vec::<u8>::new()]));
    assert_ne!(digest(&Some(0)), digest(&None::<i32>));
    assert_ne!(digest("a"), digest("a\0"));
    assert_ne!(digest(&vec![0; 3]), digest(&vec![0; 4]));
}

#[test]
fn a_field_left_out_is_not_mistaken_for_its_neighbour() {
    let first = Gaps {
        a: Some(3),
        b: None,
    };
    let second = Gaps {
        a: None,
        b: Some(3),
    };
    assert_ne!(digest(&first), digest(&second));
}

#[test]
fn text_written_in_pieces_is_text() {
    assert_eq!(digest(&Shown("abcde")), digest("abcde1234"));
    assert_eq!(digest(&Shown("abcd")), digest("abcd1234"));
}

#[test]
fn floats_are_refused() {
    assert_eq!(
        try_digest(&Pair { a: 1, b: 0.5f64 }),
        Err(Unhashable::Float)
    );
    assert_eq!(try_digest(&[1.0f32]), Err(Unhashable::Float));
}

#[test]
fn feeding_one_by_one_is_incremental() {
    let mut hasher = Hasher64::new();
    let empty = hasher.finish();
    hasher.feed(&1).unwrap();
    let one = hasher.finish();
    hasher.feed("two").unwrap();
    let both = hasher.finish();
    assert_eq!(one, digest(&1));
    assert_eq!(BTreeSet::from([empty, one, both]).len(), 3);
    let mut again = Hasher64::default();
    again.feed(&1).unwrap();
    again.feed("two").unwrap();
    assert_eq!(again.finish(), both);
}

#[test]
fn near_states_spread() {
    let digests: BTreeSet<u64> = (0..100)
        .flat_map(|a| (0..100).map(move |b| digest(&Pair { a, b })))
        .collect();
    assert_eq!(digests.len(), 10_000);
    let low: BTreeSet<u64> = digests.iter().map(|digest| digest & 0xff).collect();
    let high: BTreeSet<u64> = digests.iter().map(|digest| digest >> 56).collect();
    assert_eq!((low.len(), high.len()), (256, 256));
}

/// If this fails the hash of every record ever written is void: change the hash back.
#[test]
fn golden_digests_stay_for_ever() {
    let place = Place {
        hex: crate::board::Hex::new(-3, 8),
        facing: crate::board::Dir::new(4),
    };
    let map = BTreeMap::from([(1u8, "one"), (2, "a rather long text")]);
    let all = (
        place,
        Fitness::Out(OutBy::Dead),
        map,
        'x',
        Some(i64::MIN),
        (),
    );
    assert_eq!(
        [
            digest(&0),
            digest(""),
            digest(&all),
            Hasher64::new().finish()
        ],
        [
            0xfac7_2a26_d100_ec1e,
            0x5013_9a77_0630_c9d4,
            0xf278_4673_2d74_cd77,
            0xef46_db37_51d8_e999
        ]
    );
}
