//! Text from files and players, made safe to show: whatever prints lines for people calls
//! [`plain`]. A terminal must obey the game alone, never a level, a record or a typed line.

use std::borrow::Cow;

/// Stands where a character was that a terminal would obey instead of showing it.
const REPLACED: char = '\u{FFFD}';

/// The text with every control character replaced, and every mark that turns the reading
/// direction of what follows. Ends of lines stay.
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.chars().any(commands) {
        let shown = |letter| if commands(letter) { REPLACED } else { letter };
        Cow::Owned(text.chars().map(shown).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Whether a terminal obeys the character.
fn commands(letter: char) -> bool {
    match letter {
        '\n' => false,
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => true,
        _ => letter.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_to_a_terminal_are_replaced_and_words_stay() {
        assert_eq!(
            plain("\u{1b}[2J\u{7}a\rb\u{9b}1m"),
            "\u{FFFD}[2J\u{FFFD}a\u{FFFD}b\u{FFFD}1m"
        );
        assert_eq!(plain("a\u{202e}b\0"), "a\u{FFFD}b\u{FFFD}");
        assert!(matches!(plain("Ünïcode ☃\nand lines"), Cow::Borrowed(_)));
    }
}
