//! Games as text: PGN, of one or several games. Knows no rules: moves are words here. Imports `codes`,
//! `fen`'s `Text`.
//!
//! Read are tags, moves, results; comments, numeric marks, variations and lines that begin with `%` are
//! passed over, but for `[%choice X]` in a comment, a decision that was not the player's own, and `[%start X]`, the
//! start of an event before a move: there ordinary readers see nothing. A turn of several parts is one move here: `Kxf7, Ke8`.

use crate::notation::codes;
use crate::notation::fen::Text;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::SourceId;
use std::ops::Range;

/// One game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pgn {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub moves: Vec<PgnMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<String>,
    /// The bytes of the result in the text that was read.
    pub result_at: Range<usize>,
}

/// What one entry of a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A move.
    Move,
    /// A decision that was not the player's own: `{[%choice c1]}`.
    Decision,
    /// The start of an event before a move: `{[%start 45]}`.
    Start,
}

/// One move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove {
    /// As written.
    pub text: String,
    /// What it is.
    pub kind: Kind,
    /// Its bytes in the text that was read.
    pub range: Range<usize>,
    /// The number that stands before it, if one does.
    pub number: Option<Number>,
}

/// A move's number, as `12.` or `12...`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    /// The number; none if it is too large to be one.
    pub value: Option<u32>,
    /// Several dots: it is the second side's move.
    pub second: bool,
    /// Its bytes in the text that was read.
    pub range: Range<usize>,
}

impl Pgn {
    /// The value of a tag, its name's case aside.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// Tags that say what is played, and how it ended: each stands once in a game.
const ONCE: [&str; 4] = ["FEN", "SetUp", "Variant", "Result"];

/// The width at which lines of moves end.
const WIDTH: usize = 80;

/// Writes one game. `first` is the number of its first move, `second_begins` says that the second side makes
/// it; `whose` says of each move whether it is the second side's.
#[must_use]
pub fn write(game: &Pgn, first: u32, whose: &[bool]) -> String {
    let mut text = String::new();
    for (name, value) in &game.tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    text.push('\n');
    let mut words: Vec<String> = Vec::new();
    let mut number = first;
    let mut told = false;
    for (each, second) in game.moves.iter().zip(whose.iter().copied()) {
        match each.kind {
            Kind::Move if !second => words.push(format!("{number}.")),
            Kind::Move if !told => words.push(format!("{number}...")),
            Kind::Move => {}
            Kind::Decision | Kind::Start => {
                let word = if each.kind == Kind::Start { "" } else { "choice " };
                words.push(format!("{{[%{word}{}]}}", each.text));
                told = false;
                continue;
            }
        }
        words.extend(each.text.split_whitespace().map(str::to_string));
        told = true;
        if second {
            number = number.saturating_add(1);
        }
    }
    words.push(game.result.clone().unwrap_or_else(|| "*".to_string()));
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word);
        column += length;
    }
    text.push('\n');
    text
}

/// Reads all games of a text. What could be read is returned beside what is wrong.
#[must_use]
pub fn read(source: SourceId, text: &str) -> (Vec<Pgn>, Vec<Diagnostic>) {
    let mut reader = Reader {
        text: Text { text, source },
        at: text.len() - text.trim_start_matches('\u{feff}').len(),
        games: Vec::new(),
        game: Pgn::default(),
        begun: false,
        joins: false,
        number: None,
        wrong: Vec::new(),
    };
    reader.all();
    (reader.games, reader.wrong)
}

struct Reader<'t> {
    text: Text<'t>,
    at: usize,
    games: Vec<Pgn>,
    game: Pgn,
    /// The moves of the game have begun.
    begun: bool,
    /// The last move ends with a comma, so the next word belongs to it.
    joins: bool,
    /// The number that stands before the next move.
    number: Option<Number>,
    wrong: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn all(&mut self) {
        let mut line_start = true;
        while let Some(letter) = self.text.text[self.at..].chars().next() {
            match letter {
                '\n' => {
                    self.at += 1;
                    line_start = true;
                    continue;
                }
                '%' if line_start => self.skip_to("\n"),
                ';' => self.skip_to("\n"),
                '{' => self.comment(),
                '(' => self.variation(),
                '[' => self.tag(),
                _ if letter.is_whitespace() => {
                    self.at += letter.len_utf8();
                    continue;
                }
                ')' | ']' | '}' => {
                    let range = self.at..self.at + 1;
                    let message = format!("`{letter}` closes nothing");
                    self.wrong.push(self.text.error(codes::PGN, range, message));
                    self.at += 1;
                }
                _ => self.word(),
            }
            line_start = false;
        }
        if self.begun || !self.game.tags.is_empty() {
            self.end();
        }
    }

    /// The result behind the moves; it must be that of the tag, if both say one.
    fn result(&mut self, word: &str, start: usize) {
        let range = start..start + word.len();
        if let Some(tag) =
            self.game.tag("Result").filter(|tag| !matches!(*tag, "*" | "?" | "") && word != "*")
            && tag != word
        {
            let message = format!("the game ends `{word}`, and its tag says `{tag}`");
            let diagnostic = self.text.error(codes::PGN, range.clone(), message);
            self.wrong.push(diagnostic.help("write the same result in both places, or `*` in one"));
        }
        self.game.result = Some(word.to_string());
        self.game.result_at = range;
    }

    fn end(&mut self) {
        self.number = None;
        self.games.push(std::mem::take(&mut self.game));
        self.begun = false;
        self.joins = false;
    }

    fn skip_to(&mut self, end: &str) {
        let rest = &self.text.text[self.at..];
        self.at += rest.find(end).unwrap_or(rest.len());
    }

    fn comment(&mut self) {
        let start = self.at;
        self.skip_to("}");
        if self.at == self.text.text.len() {
            let message = "this comment is not closed";
            self.wrong.push(self.text.error(codes::PGN, start..start + 1, message).help("close it with `}`"));
            return;
        }
        let inside = &self.text.text[start + 1..self.at];
        let mut rest = inside;
        while let Some(found) = rest.find("[%") {
            let value = &rest[found + "[%".len()..];
            let length = value.find(']').unwrap_or(value.len());
            let (said, mut begin) = (&value[..length], self.at - value.len());
            rest = &value[length..];
            let (word, what) = said.split_once(' ').unwrap_or((said, ""));
            let kind = match word {
                "start" => Kind::Start,
                "choice" => Kind::Decision,
                // What other programs say here is passed over.
                _ => continue,
            };
            if what.trim().is_empty() {
                let (message, help) = match kind {
                    Kind::Start => ("no event is named here", "write which one started: `[%start 45]`"),
                    _ => ("no decision is said here", "write what was decided: `[%choice c1]`"),
                };
                let range = begin..begin + said.len();
                self.wrong.push(self.text.error(codes::PGN, range, message).help(help));
                continue;
            }
            if kind == Kind::Decision {
                begin += "choice ".len();
            }
            let text = said.strip_prefix("choice ").unwrap_or(said).trim().to_string();
            let range = begin..begin + text.len();
            self.begun = true;
            self.game.moves.push(PgnMove { text, kind, range, number: None });
        }
        self.at += 1;
    }

    fn variation(&mut self) {
        let start = self.at;
        let mut depth = 0usize;
        while let Some(letter) = self.text.text[self.at..].chars().next() {
            match letter {
                '{' => self.skip_to("}"),
                ';' => self.skip_to("\n"),
                _ => {}
            }
            depth = match letter {
                '(' => depth + 1,
                ')' => depth - 1,
                _ => depth,
            };
            if self.at < self.text.text.len() {
                self.at += self.text.text[self.at..].chars().next().map_or(0, char::len_utf8);
            }
            if depth == 0 {
                return;
            }
        }
        let message = "this variation is not closed";
        self.wrong.push(self.text.error(codes::PGN, start..start + 1, message).help("close it with `)`"));
    }

    fn tag(&mut self) {
        if self.begun {
            self.end();
        }
        let start = self.at;
        let line = &self.text.text[start..];
        let line = &line[..line.find('\n').unwrap_or(line.len())];
        match tag_pair(line) {
            Some((name, value, length)) => {
                let twice = ONCE.iter().find(|once| once.eq_ignore_ascii_case(&name));
                if let Some(tag) = twice.filter(|tag| self.game.tag(tag).is_some()) {
                    let message = format!("this game has the tag `{tag}` already");
                    let diagnostic = self.text.error(codes::PGN, start..start + length, message);
                    self.wrong.push(diagnostic.help("keep one of the two"));
                }
                self.game.tags.push((name, value));
                self.at += length;
            }
            None => {
                let range = start..start + line.trim_end().len();
                let message = "this tag cannot be read";
                self.wrong.push(self.text.error(codes::PGN, range, message).help("write `[Name \"value\"]`"));
                self.at += line.len();
            }
        }
    }

    fn word(&mut self) {
        let rest = &self.text.text[self.at..];
        let length = rest.find(|c: char| c.is_whitespace() || "{}[];".contains(c)).unwrap_or(rest.len());
        // A bracket within a word belongs to it (`P(e4)`); one at its end closes a variation that is not open.
        let word = &rest[..length];
        let start = self.at;
        self.at += length.max(1);
        self.begun = true;
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
            self.result(word, start);
            self.end();
            return;
        }
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let dots = word[digits..].bytes().take_while(|byte| *byte == b'.').count();
        let plain = if dots > 0 || digits == word.len() { &word[digits + dots..] } else { word };
        if dots > 0 || digits == word.len() {
            let value = word[..digits].parse().ok();
            // Dots may stand apart from their number: `3 ...`.
            if digits > 0 {
                let range = start..start + digits + dots;
                self.number = Some(Number { value, second: dots > 1, range });
            } else if let Some(number) = &mut self.number {
                number.second |= dots > 1;
            }
        }
        if plain.is_empty() || plain.starts_with('$') || plain.chars().all(|c| "!?.".contains(c)) {
            return;
        }
        let begin = start + word.len() - plain.len();
        let range = begin..start + word.len();
        if let Some(last) = self.game.moves.last_mut().filter(|_| self.joins) {
            last.text.push(' ');
            last.text.push_str(plain);
            last.range.end = range.end;
        } else {
            let number = self.number.take();
            self.game.moves.push(PgnMove { text: plain.to_string(), kind: Kind::Move, range, number });
        }
        self.joins = plain.ends_with(',');
    }
}

/// Name, value and length of `[Name "value"]`.
fn tag_pair(line: &str) -> Option<(String, String, usize)> {
    let inner = line.strip_prefix('[')?;
    let open = inner.find('"')?;
    let name = inner[..open].trim();
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return None;
    }
    let mut value = String::new();
    let mut letters = inner[open + 1..].char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => value.push(letters.next()?.1),
            '"' => {
                let after = &inner[open + 1 + at + 1..];
                let close = after.find(']').filter(|close| after[..*close].trim().is_empty())?;
                return Some((name.to_string(), value, line.len() - after.len() + close + 1));
            }
            _ => value.push(letter),
        }
    }
    None
}
