//! What a player types, as commands. Parsing knows no battle: what a name means is found later.

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// An empty line: everything as it is marked.
    Confirm,
    /// The card is sealed.
    Done,
    /// The current combatant keeps what is marked, and the next one is asked.
    SayNothing,
    /// A numbered choice of the current combatant.
    Number(usize),
    /// Everything in words, or a look at somebody or at a hex.
    Look(Option<String>),
    /// The picture of the board; `true` for all of a large one.
    Board(bool),
    /// The picture before each card: on or off.
    Picture(bool),
    /// Every card is put, or only those with a question.
    Every(bool),
    /// The list of combatants.
    Who,
    /// What a choice would come to.
    Odds(Option<String>),
    /// What the computer would do for one who is asked, and why.
    Why(Option<String>),
    /// Who threatens a hex.
    Threats(Option<String>),
    /// What each side is after.
    Goals,
    /// Who acts when.
    Timeline,
    /// The last events; `None` for all.
    Log(Option<usize>),
    /// All choices of the current combatant.
    Options,
    /// The card again.
    Card,
    /// Takes an answer back: the last one, or somebody's.
    Undo(Option<String>),
    /// Back to the window before, in practice.
    Back,
    /// Shows or sets standing orders.
    Standing(Option<String>),
    /// Gives up.
    Concede,
    /// Saves.
    Save(Option<String>),
    /// Help.
    Help,
    /// Leaves.
    Quit,
    /// Anything else: a name, a plan, the words of a choice.
    Words(String),
}

/// Events a plain `log` shows.
const LOG: usize = 20;

/// The command words with what they do, for the help.
pub const HELP: [(&str, &str); 24] = [
    ("Enter", "take everything as it is marked and end this card"),
    (
        "1, 2, 3 …",
        "choose this for the one who is asked; if he is alone on the card, that ends it unless a cover falls after it",
    ),
    (
        "NAME",
        "ask somebody else on the card; a letter of the board will do",
    ),
    ("NAME 2", "choose number 2 for somebody"),
    (
        "NAME PLAN",
        "a plan in words: `hold`, `close with NAME to 1`, `go to (4,7)`, `path (4,7) (5,7)`, `face NAME`, \
         `keep 6 away from NAME`, `follow NAME within 2`, `charge NAME to attack`; \
         before it `run:`, after it `, face NAME`, `, face` and a direction, `, if taken wait`",
    ),
    (
        "CHOICE + WORD",
        "a choice with something switched on, such as `close with NAME to 1 + rush`; `+ WORD` alone adds to what is marked",
    ),
    (
        "PLAN, then CHOICE",
        "the plan and what to do when it is carried out, in one: `close with NAME to 1, then attack NAME`, \
         `then hold guard`; `then CHOICE` alone adds to what is marked",
    ),
    (
        "say nothing",
        "leave the one who is asked as marked, go to the next",
    ),
    ("done", "end this card, like Enter"),
    (
        "undo [NAME]",
        "take an answer back, as long as the card is not ended; words that were typed wait for Enter",
    ),
    (
        "back",
        "in practice: back to the card before this one, with the same dice",
    ),
    (
        "options",
        "all choices of the one who is asked, and what he cannot do now, with the reason and its rule",
    ),
    (
        "odds [NAME] [CHOICE]",
        "what a choice would come to: its number, its words, or the marked one; of whoever is asked, or of NAME",
    ),
    (
        "why [NAME]",
        "what the computer would do in his place, the next best, and what speaks for and against each",
    ),
    (
        "look [NAME, (c,r), ZONE or THING]",
        "everything in words, or one combatant, one hex, a zone, or a thing on the ground",
    ),
    (
        "board [all]",
        "the picture of the board; `picture off` leaves it out from now on",
    ),
    ("who", "all combatants; `card` shows again who is asked"),
    (
        "threats [(c,r)]",
        "who threatens a hex, by default the one stood on",
    ),
    (
        "timeline, goals",
        "who acts when; what each side is after, where its zones are and how long they have been held, and the time",
    ),
    ("log [N or all]", "what has happened"),
    (
        "standing [NAME TOPIC VALUE]",
        "what your people do without being asked; and at once, by the way: `standing NAME at once pick up THING` \
         (or `drop`, `put away`) from the own hex or one in front; `pick up THING` alone is the same",
    ),
    (
        "save [FILE]",
        "save the battle; it is also saved by itself before each question",
    ),
    (
        "every on, every off",
        "stop at every card, or only where there is something new to decide",
    ),
    (
        "concede, quit",
        "give up; leave (the battle is kept and can be gone on with)",
    ),
];

/// Reads a line.
pub fn parse(line: &str) -> Command {
    let line = line.trim();
    if line.is_empty() {
        return Command::Confirm;
    }
    if let Ok(number) = line.parse() {
        return Command::Number(number);
    }
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, Some(rest.trim().to_owned())),
        None => (line, None),
    };
    let bare = rest.is_none();
    match word.to_lowercase().as_str() {
        "done" if bare => Command::Done,
        "say" if rest.as_deref() == Some("nothing") => Command::SayNothing,
        "look" => Command::Look(rest),
        "board" if bare => Command::Board(false),
        "board" if rest.as_deref() == Some("all") => Command::Board(true),
        "picture" if rest.as_deref() == Some("on") => Command::Picture(true),
        "picture" if rest.as_deref() == Some("off") => Command::Picture(false),
        "every" if rest.as_deref() == Some("on") => Command::Every(true),
        "every" if rest.as_deref() == Some("off") => Command::Every(false),
        "who" if bare => Command::Who,
        "odds" => Command::Odds(rest),
        "why" | "why?" => Command::Why(rest),
        "threats" => Command::Threats(rest),
        "goals" if bare => Command::Goals,
        "timeline" if bare => Command::Timeline,
        "log" => match rest.as_deref() {
            None => Command::Log(Some(LOG)),
            Some("all") => Command::Log(None),
            Some(number) => match number.parse() {
                Ok(number) => Command::Log(Some(number)),
                Err(_) => Command::Words(line.to_owned()),
            },
        },
        "options" if bare => Command::Options,
        "card" if bare => Command::Card,
        "undo" => Command::Undo(rest),
        "back" if bare => Command::Back,
        "standing" => Command::Standing(rest),
        "concede" if bare => Command::Concede,
        "save" => Command::Save(rest),
        "help" | "?" => Command::Help,
        "quit" | "exit" if bare => Command::Quit,
        _ => Command::Words(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_commands_only_in_their_form() {
        assert_eq!(parse("  "), Command::Confirm);
        assert_eq!(parse("12"), Command::Number(12));
        assert_eq!(parse("LOOK (4,7)"), Command::Look(Some("(4,7)".to_owned())));
        assert_eq!(parse("log all"), Command::Log(None));
        assert_eq!(parse("log 3"), Command::Log(Some(3)));
        assert_eq!(parse("log x"), Command::Words("log x".to_owned()));
        assert_eq!(parse("say nothing"), Command::SayNothing);
        assert_eq!(
            parse("k close with o to 1, face o"),
            Command::Words("k close with o to 1, face o".to_owned())
        );
        assert_eq!(parse("done it"), Command::Words("done it".to_owned()));
    }
}
