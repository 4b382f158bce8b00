//! Plots in words, both ways: what a player reads is what a player may type.

use super::combatant::CombatantId;
use super::plot::{ChargeKind, EndFacing, Gait, IfTaken, Intent, Plot, PostureChange};
use crate::board::{Board, Dir, Hex};

/// Names for the words: combatants by id, hexes and directions by the board.
pub struct Names<'a> {
    /// Name of each combatant, by id; empty for one of whom the reader must not know.
    pub combatants: &'a [&'a str],
    /// The board, for directions and map coordinates.
    pub board: &'a Board,
}

impl Names<'_> {
    /// A combatant's name.
    pub fn who(&self, id: CombatantId) -> &str {
        self.combatants
            .get(usize::from(id.0))
            .copied()
            .filter(|name| !name.is_empty())
            .unwrap_or("somebody unknown")
    }

    /// A hex as column and row of the map picture, both from 0: `(4,7)`.
    pub fn hex(&self, hex: Hex) -> String {
        let (column, row) = self.board.column_row(hex);
        format!("({column},{row})")
    }

    /// A direction's name on this board.
    pub fn dir(&self, dir: Dir) -> &'static str {
        self.board.orientation.name(dir)
    }

    fn find_who(&self, text: &str) -> Result<CombatantId, String> {
        let wanted = text.trim().to_lowercase();
        let number = wanted
            .strip_prefix('#')
            .and_then(|digits| digits.parse::<u16>().ok());
        let known = |at: usize| self.combatants.get(at).is_some_and(|name| !name.is_empty());
        if let Some(number) = number.filter(|number| known(usize::from(*number))) {
            return Ok(CombatantId(number));
        }
        let exact = self
            .combatants
            .iter()
            .position(|name| !name.is_empty() && name.to_lowercase() == wanted);
        if let Some(index) = exact {
            return Ok(CombatantId(index as u16));
        }
        let mut starts = (0..self.combatants.len()).filter(|index| {
            !wanted.is_empty() && begins(&self.combatants[*index].to_lowercase(), &wanted)
        });
        match (starts.next(), starts.next()) {
            (Some(index), None) => Ok(CombatantId(index as u16)),
            (Some(_), Some(_)) => Err(format!(
                "`{text}` could be more than one; write the whole name"
            )),
            _ => Err(format!(
                "nobody is called `{text}`; here are: {}",
                (0..self.combatants.len())
                    .filter(|at| known(*at))
                    .map(|at| self.combatants[at])
                    .collect::<Vec<_>>()
                    .join(", ")
            )),
        }
    }

    fn find_dir(&self, text: &str) -> Result<Dir, String> {
        self.board.orientation.dir(text.trim()).ok_or_else(|| {
            format!(
                "`{text}` is no direction here; the six are {}",
                self.board.orientation.names().join(", ")
            )
        })
    }

    fn find_hex(&self, text: &str) -> Result<Hex, String> {
        let inner = text.trim().trim_start_matches('(').trim_end_matches(')');
        let mut numbers = inner.split(',').map(|part| part.trim().parse::<u16>());
        if let (Some(Ok(column)), Some(Ok(row)), None) =
            (numbers.next(), numbers.next(), numbers.next())
        {
            let hex = self.board.hex_of(column, row);
            if self.board.contains(hex) {
                return Ok(hex);
            }
            let (columns, rows) = self.board.size();
            return Err(format!(
                "({column},{row}) is off the board; columns are 0 to {}, rows 0 to {}",
                columns - 1,
                rows - 1
            ));
        }
        Err(format!(
            "`{text}` is no hex; write column and row like (4,7)"
        ))
    }
}

/// Whether a name, or one of its later words, begins with what was typed: `bruna` is Captain Bruna.
pub fn begins(name: &str, typed: &str) -> bool {
    name.match_indices(typed).any(|(at, _)| {
        name[..at]
            .chars()
            .next_back()
            .is_none_or(char::is_whitespace)
    })
}

/// A charge's purpose in words.
pub const fn charge_word(kind: ChargeKind) -> &'static str {
    match kind {
        ChargeKind::ForceBack => "force back",
        ChargeKind::ForceThrough => "force through",
        ChargeKind::Attack => "attack",
        ChargeKind::Trample => "trample",
    }
}

/// A plot in words.
pub fn words(plot: &Plot, names: &Names) -> String {
    let mut text = String::new();
    match plot.posture {
        Some(PostureChange::Stand) => text.push_str("stand up, "),
        Some(PostureChange::Kneel) => text.push_str("kneel, "),
        Some(PostureChange::LieDown) => text.push_str("lie down, "),
        None => {}
    }
    match plot.gait {
        Gait::Walk => {}
        Gait::Run => text.push_str("run: "),
        Gait::Crawl => text.push_str("crawl: "),
    }
    text.push_str(&match &plot.intent {
        Intent::Hold => "hold".to_owned(),
        Intent::Path(hexes) => {
            let steps: Vec<_> = hexes.iter().map(|hex| names.hex(*hex)).collect();
            format!("path {}", steps.join(" "))
        }
        Intent::Goto(hex) => format!("go to {}", names.hex(*hex)),
        Intent::Face(who) => format!("face {}", names.who(*who)),
        Intent::Close(who, reach) => format!("close with {} to {reach}", names.who(*who)),
        Intent::Away(who, metres) => format!("keep {metres} away from {}", names.who(*who)),
        Intent::Follow(who, metres) => format!("follow {} within {metres}", names.who(*who)),
        Intent::Charge(who, kind) => {
            format!("charge {} to {}", names.who(*who), charge_word(*kind))
        }
        Intent::Lane(dir, kind) => format!("charge {} to {}", names.dir(*dir), charge_word(*kind)),
        Intent::Climb(dir) => format!("climb {}", names.dir(*dir)),
        Intent::Drop(dir) => format!("drop down {}", names.dir(*dir)),
        Intent::Leave => "leave".to_owned(),
    });
    match plot.facing {
        EndFacing::AsWalked => {}
        EndFacing::Dir(dir) => text.push_str(&format!(", face {}", names.dir(dir))),
        EndFacing::Towards(who) => text.push_str(&format!(", face {}", names.who(who))),
    }
    match plot.if_taken {
        IfTaken::Stop => {}
        IfTaken::Wait => text.push_str(", if taken wait"),
        IfTaken::GoRound => text.push_str(", if taken go round"),
        IfTaken::Charge => text.push_str(", if taken charge"),
    }
    if plot.yielding {
        text.push_str(", yielding");
    }
    text
}

/// A plot from words such as `close with Bruno to 1, face Bruno` or `run: go to (4,7), face NE`.
///
/// # Errors
/// What was not understood and what is.
pub fn parse(text: &str, names: &Names) -> Result<Plot, String> {
    let mut plot = Plot::default();
    let mut rest = text.trim();
    for (word, change) in [
        ("stand up", PostureChange::Stand),
        ("kneel", PostureChange::Kneel),
        ("lie down", PostureChange::LieDown),
    ] {
        if let Some(after) = strip(rest, word) {
            plot.posture = Some(change);
            rest = after.trim_start_matches([',', ' ']);
        }
    }
    for (word, gait) in [("run", Gait::Run), ("crawl", Gait::Crawl)] {
        if let Some(after) = strip(rest, word) {
            plot.gait = gait;
            rest = after.trim_start_matches([':', ',', ' ']);
        }
    }
    let mut clauses = clauses(rest).into_iter();
    let Some(first) = clauses.next() else {
        return Ok(plot);
    };
    plot.intent = parse_intent(&first, names)?;
    for clause in clauses {
        parse_clause(&clause, names, &mut plot)?;
    }
    Ok(plot)
}

/// Splits at commas outside brackets.
fn clauses(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if letter == ',' && depth <= 0 {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(letter);
        }
    }
    parts
        .into_iter()
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

fn strip<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let head = text.get(..word.len())?;
    let rest = &text[word.len()..];
    let ends = rest
        .chars()
        .next()
        .is_none_or(|next| !next.is_alphanumeric());
    (head.eq_ignore_ascii_case(word) && ends).then(|| rest.trim_start())
}

/// Cuts `name … number` after a word such as `to`: what stands before it and the number.
fn cut_number<'a>(text: &'a str, word: &str, fallback: u16) -> Result<(&'a str, u16), String> {
    let mark = format!(" {word} ");
    // ASCII only: other letters change their length, and what follows cuts the text itself.
    let Some(at) = text.to_ascii_lowercase().rfind(&mark) else {
        return Ok((text, fallback));
    };
    let number = text[at + mark.len()..].trim();
    let number = number
        .parse()
        .map_err(|_| format!("`{number}` is no number of hexes; write for instance `{word} 1`"))?;
    Ok((&text[..at], number))
}

fn charge_kind(text: &str) -> Result<(&str, ChargeKind), String> {
    let lower = text.to_ascii_lowercase();
    for kind in [
        ChargeKind::ForceBack,
        ChargeKind::ForceThrough,
        ChargeKind::Attack,
        ChargeKind::Trample,
    ] {
        if lower.ends_with(&format!(" to {}", charge_word(kind))) {
            let cut = text.len() - charge_word(kind).len() - 4;
            return Ok((&text[..cut], kind));
        }
    }
    Ok((text, ChargeKind::Attack))
}

fn parse_intent(text: &str, names: &Names) -> Result<Intent, String> {
    if strip(text, "hold").is_some_and(str::is_empty) {
        return Ok(Intent::Hold);
    }
    if let Some(rest) = strip(text, "climb") {
        return Ok(Intent::Climb(names.find_dir(rest)?));
    }
    if let Some(rest) = strip(text, "drop down").or_else(|| strip(text, "drop")) {
        return Ok(Intent::Drop(names.find_dir(rest)?));
    }
    if strip(text, "leave").is_some_and(str::is_empty) {
        return Ok(Intent::Leave);
    }
    if let Some(rest) = strip(text, "close with").or_else(|| strip(text, "close")) {
        let (name, reach) = cut_number(rest, "to", 1)?;
        return Ok(Intent::Close(names.find_who(name)?, reach));
    }
    if let Some(rest) = strip(text, "keep") {
        let (number, name) = rest
            .split_once(" away from ")
            .ok_or("write `keep 6 away from` and a name, for instance `keep 6 away from Bruno`")?;
        let number = number.trim();
        let metres = number
            .parse()
            .map_err(|_| format!("`{number}` is no number of hexes"))?;
        return Ok(Intent::Away(names.find_who(name)?, metres));
    }
    if let Some(rest) = strip(text, "follow") {
        let (name, metres) = cut_number(rest, "within", 2)?;
        return Ok(Intent::Follow(names.find_who(name)?, metres));
    }
    if let Some(rest) = strip(text, "face") {
        return Ok(Intent::Face(names.find_who(rest)?));
    }
    if let Some(rest) = strip(text, "charge") {
        let (whom, kind) = charge_kind(rest)?;
        if let Some(dir) = names.board.orientation.dir(whom.trim()) {
            return Ok(Intent::Lane(dir, kind));
        }
        return Ok(Intent::Charge(names.find_who(whom)?, kind));
    }
    if let Some(rest) = strip(text, "go to").or_else(|| strip(text, "go")) {
        return Ok(Intent::Goto(names.find_hex(rest)?));
    }
    if let Some(rest) = strip(text, "path") {
        let hexes: Result<Vec<_>, _> = rest
            .split_inclusive(')')
            .map(|part| part.trim().trim_start_matches(','))
            .filter(|part| !part.is_empty())
            .map(|part| names.find_hex(part))
            .collect();
        return Ok(Intent::Path(hexes?));
    }
    Err(format!(
        "`{text}` is no plan; write `hold`, `close with NAME to 1`, `go to (4,7)`, `path (4,7) (5,7)`, \
         `face NAME`, `keep 6 away from NAME`, `follow NAME within 2`, `charge NAME to attack`, \
         `climb NE`, `drop down NE` or `leave`"
    ))
}

fn parse_clause(text: &str, names: &Names, plot: &mut Plot) -> Result<(), String> {
    if let Some(rest) = strip(text, "face") {
        plot.facing = match names.board.orientation.dir(rest.trim()) {
            Some(dir) => EndFacing::Dir(dir),
            None => EndFacing::Towards(names.find_who(rest).map_err(|fault| {
                format!(
                    "{fault}; directions are {}",
                    names.board.orientation.names().join(", ")
                )
            })?),
        };
        return Ok(());
    }
    if let Some(rest) = strip(text, "if taken") {
        plot.if_taken = match rest.to_lowercase().as_str() {
            "stop" => IfTaken::Stop,
            "wait" => IfTaken::Wait,
            "go round" => IfTaken::GoRound,
            "charge" => IfTaken::Charge,
            other => {
                return Err(format!(
                    "`if taken {other}` is not known; write `stop`, `wait`, `go round` or `charge`"
                ));
            }
        };
        return Ok(());
    }
    if strip(text, "yielding").is_some() {
        plot.yielding = true;
        return Ok(());
    }
    if strip(text, "run").is_some() {
        plot.gait = Gait::Run;
        return Ok(());
    }
    // A direction kept for typing ease: `close with Bruno, NE` means facing.
    if let Ok(dir) = names.find_dir(text) {
        plot.facing = EndFacing::Dir(dir);
        return Ok(());
    }
    Err(format!(
        "`{text}` is not understood; after the plan may follow `face NAME` or a direction, \
         `if taken wait`, `if taken go round`, `if taken charge`, `yielding`"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Orientation;

    fn with_names(test: impl Fn(&Names)) {
        let board = Board::new(10, 10, Orientation::PointyTop);
        test(&Names {
            combatants: &["Aldo", "Bruno", "Berta", "Away Team"],
            board: &board,
        });
    }

    #[test]
    fn words_read_back_as_the_same_plot() {
        with_names(|names| {
            for text in [
                "hold",
                "close with Bruno to 1, face Bruno",
                "run: go to (4,7), face NE",
                "crawl: hold",
                "keep 6 away from Aldo",
                "follow Berta within 2, if taken wait",
                "charge Bruno to force back",
                "charge NE to attack",
                "stand up, hold",
                "run: leave",
                "climb NE",
                "drop down W",
                "path (4,7) (5,7), yielding",
                "close with Away Team to 2, if taken go round",
            ] {
                let plot = parse(text, names).unwrap();
                assert_eq!(words(&plot, names), text);
            }
        });
    }

    #[test]
    fn whoever_must_not_be_known_is_neither_found_nor_told() {
        let board = Board::new(10, 10, Orientation::PointyTop);
        let names = Names {
            combatants: &["Aldo", "", "Berta"],
            board: &board,
        };
        for text in [
            "face Bruno",
            "charge #1 to attack",
            "close with ",
            "face xyz",
        ] {
            let fault = parse(text, &names).unwrap_err();
            assert!(fault.ends_with("here are: Aldo, Berta"), "{text}: {fault}");
        }
        // No second name stands in the way of the only one that begins so.
        assert!(parse("face b", &names).is_ok());
        assert_eq!(names.who(CombatantId(1)), "somebody unknown");
    }

    #[test]
    fn letters_that_change_their_length_are_only_unknown_names() {
        with_names(|names| {
            for text in [
                "close with \u{130}\u{130} to 1",
                "charge Bruno to force bac\u{212a}",
                "follow \u{130} within 2",
            ] {
                assert!(parse(text, names).is_err(), "{text}");
            }
        });
    }

    #[test]
    fn faults_say_what_is_allowed() {
        with_names(|names| {
            for (text, part) in [
                ("close with Zoe", "here are: Aldo"),
                ("close with B", "more than one"),
                ("go to (40,2)", "columns are 0 to 9"),
                ("dance", "no plan"),
                ("hold, face N", "directions are E, SE"),
                ("close with Aldo to x", "no number"),
            ] {
                let fault = parse(text, names).unwrap_err();
                assert!(fault.contains(part), "{text}: {fault}");
            }
        });
    }
}
