//! A letter for each combatant: what the picture of the board shows and what may be typed.

use crate::board::Orientation;
use crate::combat::combatant::CombatantId;

/// Drawn for everybody beyond the letters; the list below the board tells them apart.
const CROWD: char = '§';

/// Letters by combatant. Small letters here; capitals only tell sides apart in the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters(Vec<Option<char>>);

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
    /// Gives letters: the first of the name that is free, else the first free one at all. A letter
    /// that is a direction's whole name stays free, so `face e` has one meaning.
    pub fn new(names: &[String], orientation: Orientation) -> Letters {
        let directions = orientation.names().map(str::to_ascii_lowercase);
        let mut free: Vec<char> = ('a'..='z')
            .filter(|letter| !directions.contains(&letter.to_string()))
            .collect();
        let mut take = |wanted: &mut dyn Iterator<Item = char>| {
            for letter in wanted {
                if let Some(at) = free.iter().position(|open| *open == letter) {
                    return Some(free.remove(at));
                }
            }
            None
        };
        let mut letters: Vec<Option<char>> = vec![None; names.len()];
        // Initials of what tells a name apart go first, so that nobody loses his to somebody's
        // second choice: `Captain Aldo` beside `Captain Bruna` is an a.
        for (letter, name) in letters.iter_mut().zip(names) {
            let words = telling(name, names);
            *letter = take(&mut words.iter().filter_map(|word| word.chars().next()));
        }
        for (letter, name) in letters.iter_mut().zip(names) {
            if letter.is_none() {
                let words = telling(name, names).concat();
                *letter = take(&mut words.chars().chain('a'..='z'));
            }
        }
        Letters(letters)
    }

    /// The letter of a combatant, if there were enough.
    pub fn of(&self, who: CombatantId) -> Option<char> {
        self.0.get(usize::from(who.0)).copied().flatten()
    }

    /// What the picture shows: own side in capitals.
    pub fn drawn(&self, who: CombatantId, own: bool) -> char {
        match self.of(who) {
            Some(letter) if own => letter.to_ascii_uppercase(),
            Some(letter) => letter,
            None => CROWD,
        }
    }

    /// Whose letter it is, whatever its case.
    pub fn find(&self, letter: char) -> Option<CombatantId> {
        let wanted = Some(letter.to_ascii_lowercase());
        let at = self.0.iter().position(|known| *known == wanted)?;
        Some(CombatantId(at as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(names: &[&str], orientation: Orientation) -> Vec<Option<char>> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        Letters::new(&names, orientation).0
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
        let names: Vec<String> = (0..30).map(|number| format!("Man {number}")).collect();
        let given = Letters::new(&names, Orientation::PointyTop);
        assert_eq!(given.0.iter().flatten().count(), 24);
        assert_eq!(given.drawn(CombatantId(29), true), CROWD);
        assert_eq!(given.find('M'), Some(CombatantId(0)));
        assert_eq!(given.find('e'), None);
    }
}
