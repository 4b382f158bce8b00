//! Re-Fire: quick shots from one stance (P-112, P-126 to P-129).

use super::sheet::Range;
use crate::combat::refusal::Refusal;

/// Penalty of the n-th Re-Fire shot of a chain: −1 each, at most −10 (P-128).
pub const fn penalty(shot: u8) -> i32 {
    if shot > 10 { -10 } else { -(shot as i32) }
}

/// What a shooter has been doing, for the chain (P-126, P-129).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChainContext {
    /// Phases the shot just made was rushed by.
    pub rushed: u32,
    /// Stepped, or was moved.
    pub moved: bool,
    /// Sixths of a circle turned.
    pub turned: u8,
    /// Dodged, parried or sidestepped.
    pub defended: bool,
    /// Missiles left within reach.
    pub ammunition: u16,
    /// Shots made since the magazine was full, for a weapon with one.
    pub magazine_shots: u16,
}

/// Whether a Re-Fire shot may follow (P-126, P-129).
///
/// # Errors
/// Why the chain does not begin or is broken.
pub fn may_refire(range: &Range, chain: &ChainContext) -> Result<(), Refusal> {
    if chain.rushed > 0 {
        let words = "the first shot of a chain needs its full preparation";
        return Err(Refusal::new("P-126", words));
    }
    if chain.moved || chain.turned > 1 {
        return Err(Refusal::new("P-129", "the shooter left his stance"));
    }
    if chain.defended {
        return Err(Refusal::new("P-129", "defending broke the chain"));
    }
    if chain.ammunition == 0 {
        return Err(Refusal::new("P-129", "no ammunition is left"));
    }
    if range
        .magazine
        .is_some_and(|rounds| chain.magazine_shots >= rounds)
    {
        return Err(Refusal::new("P-129", "the magazine is empty"));
    }
    Ok(())
}

/// Action Phase of the next Re-Fire shot: no die, no armour, no load (P-127).
pub const fn next_shot(range: &Range, phase: u32) -> u32 {
    phase + range.refire as u32
}

/// First phase a fresh shot may come in, also outside a chain (P-112).
pub const fn earliest_shot(range: &Range, phase: u32, due: u32) -> u32 {
    let earliest = next_shot(range, phase);
    if due > earliest { due } else { earliest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::phases::scene::Tables;

    fn range(name: &str) -> Range {
        Tables::shipped().weapons[name].range.clone().unwrap()
    }

    fn chain() -> ChainContext {
        ChainContext {
            ammunition: 20,
            ..ChainContext::default()
        }
    }

    fn rule(range: &Range, chain: ChainContext) -> String {
        may_refire(range, &chain)
            .err()
            .map_or_else(String::new, |refusal| refusal.rule)
    }

    #[test]
    fn refire_speed_is_the_shortest_wait() {
        // P-112: longbow fired in Phase 10.
        let bow = range("long_bow");
        assert_eq!(next_shot(&bow, 10), 14);
        assert_eq!(earliest_shot(&bow, 10, 12), 14);
        assert_eq!(earliest_shot(&bow, 10, 17), 17);
    }

    #[test]
    fn first_shot_in_full() {
        // P-126.
        let bow = range("long_bow");
        assert_eq!(
            rule(
                &bow,
                ChainContext {
                    rushed: 1,
                    ..chain()
                }
            ),
            "P-126"
        );
        assert_eq!(rule(&bow, chain()), "");
    }

    #[test]
    fn a_chain_of_a_longbow() {
        // P-127: fired in Phase 1: 5, 9, 13.
        let bow = range("long_bow");
        let phases = [1, 5, 9].map(|phase| next_shot(&bow, phase));
        assert_eq!(phases, [5, 9, 13]);
    }

    #[test]
    fn penalty_grows_to_ten() {
        // P-128 on LS 16.
        let scores: Vec<_> = (0..=11).map(|shot| 16 + penalty(shot)).collect();
        assert_eq!(scores, [16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 6]);
    }

    #[test]
    fn what_breaks_a_chain() {
        // P-129.
        let bow = range("long_bow");
        assert_eq!(
            rule(
                &bow,
                ChainContext {
                    moved: true,
                    ..chain()
                }
            ),
            "P-129"
        );
        assert_eq!(
            rule(
                &bow,
                ChainContext {
                    defended: true,
                    ..chain()
                }
            ),
            "P-129"
        );
        assert_eq!(
            rule(
                &bow,
                ChainContext {
                    turned: 1,
                    ..chain()
                }
            ),
            ""
        );
        assert_eq!(
            rule(
                &bow,
                ChainContext {
                    turned: 2,
                    ..chain()
                }
            ),
            "P-129"
        );
        assert_eq!(
            rule(
                &bow,
                ChainContext {
                    ammunition: 0,
                    ..chain()
                }
            ),
            "P-129"
        );
        let pistol = range("pistol");
        let shots = |magazine_shots| ChainContext {
            magazine_shots,
            ..chain()
        };
        assert_eq!(rule(&pistol, shots(7)), "");
        assert_eq!(rule(&pistol, shots(8)), "P-129");
    }
}
