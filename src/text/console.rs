//! Lines in, lines out: the only place of the text player that reads or writes.
//!
//! A reader that has come to its end and a writer that is gone (a closed pipe) are the same to
//! the player: there is nobody left to ask.

use crate::plain::plain;
use std::io::{BufRead, Write};

/// Where a player sits.
pub struct Console<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    /// Whether a person looks at a screen that can be cleared.
    screen: bool,
    ended: bool,
}

impl<'a> Console<'a> {
    /// A console over any reader and writer. `screen` says that output goes to a terminal.
    pub fn new(input: &'a mut dyn BufRead, output: &'a mut dyn Write, screen: bool) -> Console<'a> {
        Console {
            input,
            output,
            screen,
            ended: false,
        }
    }

    /// Whether output goes to a terminal.
    pub fn is_screen(&self) -> bool {
        self.screen
    }

    /// Whether there is nobody left to ask.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Writes a line, without anything in it that a terminal would obey.
    pub fn say(&mut self, line: impl AsRef<str>) {
        if writeln!(self.output, "{}", plain(line.as_ref())).is_err() {
            self.ended = true;
        }
    }

    /// Writes lines.
    pub fn say_all<I: IntoIterator<Item = S>, S: AsRef<str>>(&mut self, lines: I) {
        for line in lines {
            self.say(line);
        }
    }

    /// Asks and reads a line without its end; `None` if there is no more input. Bytes that are no
    /// UTF-8 are replaced, so that a stray byte is one unknown word and not the end.
    pub fn ask(&mut self, prompt: &str) -> Option<String> {
        if write!(self.output, "{prompt}").is_err() || self.output.flush().is_err() {
            self.ended = true;
        }
        if self.ended {
            return None;
        }
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(count) if count > 0) {
            self.ended = true;
            self.say("");
            return None;
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !self.screen {
            // A transcript shall read like the screen, where the answer stands behind the prompt.
            self.say(&line);
        }
        Some(line)
    }

    /// Takes everything off the screen; on a pipe there is nothing to take off.
    pub fn clear(&mut self) {
        if self.screen {
            // Erase screen and scroll-back, then go home.
            let wiped = write!(self.output, "\x1b[2J\x1b[3J\x1b[H");
            self.ended |= wiped.is_err();
        }
    }
}

/// A word as a shell takes it.
pub fn typed(word: &str) -> String {
    let plain = |sign: char| sign.is_alphanumeric() || "/\\:._-+~".contains(sign);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
