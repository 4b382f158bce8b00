//! A sign for each combatant: what the picture of the board shows and what may be typed. It is a
//! letter; where letters run out, a figure and a letter.

use crate::board::Orientation;
use crate::combat::combatant::CombatantId;
use smol_str::{SmolStr, format_smolstr};

/// Drawn for those of the own side for whom there is no sign left; the list below the board tells
/// them apart.
pub const FRIENDS: char = '¶';
/// The same for all others.
pub const FOES: char = '§';

/// Signs by combatant. Small letters here; capitals only tell sides apart in the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters(Vec<Option<SmolStr>>);

/// The words of a name, those that no other name has in front.
fn telling(name: &str, names: &[String]) -> Vec<String> {
    let words =
        |name: &str| -> Vec<String> { name.split_whitespace().map(str::to_lowercase).collect() };
    let mut own = words(name);
    own.sort_by_key(|word| {
        names
            .iter()
            .any(|other| other != name && words(other).contains(word))
    });
    own
}

impl Letters {
    /// Gives letters: the first of the name that is free, else the first free one at all; when there
    /// are no more, the same again with a 2 before them, and so on. A letter that is a direction's
    /// whole name stays free, so `face e` has one meaning.
    pub fn new(names: &[String], orientation: Orientation) -> Letters {
        let directions = orientation.names().map(str::to_ascii_lowercase);
        let mut signs: Vec<Option<SmolStr>> = vec![None; names.len()];
        for round in 1..=9 {
            let mut free: Vec<char> = ('a'..='z')
                .filter(|letter| !directions.contains(&letter.to_string()))
                .collect();
            let mut take = |wanted: &mut dyn Iterator<Item = char>| {
                for letter in wanted {
                    if let Some(at) = free.iter().position(|open| *open == letter) {
                        let letter = free.remove(at);
                        return Some(match round {
                            1 => format_smolstr!("{letter}"),
                            _ => format_smolstr!("{round}{letter}"),
                        });
                    }
                }
                None
            };
            let open = |signs: &[Option<SmolStr>]| -> Vec<usize> {
                let open = (0..signs.len()).filter(|at| signs[*at].is_none());
                open.collect()
            };
            // Initials of what tells a name apart go first, so that nobody loses his to somebody's
            // second choice: `Captain Aldo` beside `Captain Bruna` is an a.
            for at in open(&signs) {
                let words = telling(&names[at], names);
                signs[at] = take(&mut words.iter().filter_map(|word| word.chars().next()));
            }
            for at in open(&signs) {
                let words = telling(&names[at], names).concat();
                signs[at] = take(&mut words.chars().chain('a'..='z'));
            }
        }
        Letters(signs)
    }

    /// The sign of a combatant, if there were enough.
    pub fn of(&self, who: CombatantId) -> Option<&SmolStr> {
        self.0.get(usize::from(who.0)).and_then(Option::as_ref)
    }

    /// What the picture shows: own side in capitals.
    pub fn drawn(&self, who: CombatantId, own: bool) -> SmolStr {
        match self.of(who) {
            Some(sign) if own => sign.to_ascii_uppercase().into(),
            Some(sign) => sign.clone(),
            None if own => format_smolstr!("{FRIENDS}"),
            None => format_smolstr!("{FOES}"),
        }
    }

    /// Whose sign it is, whatever its case.
    pub fn find(&self, sign: &str) -> Option<CombatantId> {
        let wanted = sign.to_ascii_lowercase();
        let at = self
            .0
            .iter()
            .position(|known| known.as_deref() == Some(&*wanted))?;
        Some(CombatantId(at as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(names: &[&str], orientation: Orientation) -> Vec<Option<char>> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let given = Letters::new(&names, orientation).0;
        let one = |sign: Option<SmolStr>| sign.and_then(|sign| sign.chars().next());
        given.into_iter().map(one).collect()
    }

    #[test]
    fn first_letters_first_and_no_direction_is_a_letter() {
        let given = letters(&["Konrad", "Kuno", "Egon", "Otto"], Orientation::PointyTop);
        assert_eq!(given, [Some('k'), Some('u'), Some('g'), Some('o')]);
        let flat = letters(&["Egon", "Nina"], Orientation::FlatTop);
        assert_eq!(flat, [Some('e'), Some('i')]);
    }

    #[test]
    fn what_tells_names_apart_gives_the_letter() {
        let given = letters(
            &["Captain Aldo", "Captain Bruna", "Captain"],
            Orientation::PointyTop,
        );
        assert_eq!(given, [Some('a'), Some('b'), Some('c')]);
    }

    #[test]
    fn more_combatants_than_letters() {
        let names: Vec<String> = (0..300).map(|number| format!("Man {number}")).collect();
        let given = Letters::new(&names, Orientation::PointyTop);
        assert_eq!(given.0.iter().flatten().count(), 9 * 24);
        assert_eq!(given.find("M"), Some(CombatantId(0)));
        assert_eq!(given.find("e"), None);
        // All are different, may be typed, and tell own from foe.
        for at in (0..216).map(CombatantId) {
            let (own, foe) = (given.drawn(at, true), given.drawn(at, false));
            assert_ne!(own, foe);
            assert_eq!((given.find(&own), given.find(&foe)), (Some(at), Some(at)));
        }
        let beyond = CombatantId(299);
        assert_ne!(given.drawn(beyond, true), given.drawn(beyond, false));
    }
}
