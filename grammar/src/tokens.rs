//! Words, numbers, quoted texts and signs of a rule file, with what is wrong in each by itself.
//! Imports `codes`, `diagnostic`, `source`, `words`.

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::sink::Sink;
use crate::source::{Place, SourceId, Span, is_control};
use crate::words;

/// The largest number that a rule file may hold.
pub const LARGEST_NUMBER: u32 = 1_000_000;

/// How far the end of a comment of another language is looked for.
const LONGEST_FOREIGN_COMMENT: usize = 400;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A word, in whatever letters.
    Word,
    /// Digits.
    Number,
    /// A text with its quotes.
    Text,
    /// A sign of the language, one or two characters.
    Sign,
    /// Something that has been reported already.
    Broken,
}

/// One word, number, text or sign.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
    /// How many line ends stand between it and the token before it.
    pub lines_before: u32,
}

/// A comment, with its two slashes.
#[derive(Clone, Copy, Debug)]
pub struct Comment {
    /// Where it stands, its line end left out.
    pub span: Span,
    /// The number of tokens before it.
    pub after: usize,
}

/// All that stands in a text.
#[derive(Debug, Default)]
pub struct Tokens {
    /// What carries meaning.
    pub tokens: Vec<Token>,
    /// What does not.
    pub comments: Vec<Comment>,
}

/// Splits a text. What is wrong goes to the sink, and stays in the list as [`Kind::Broken`].
pub fn split(text: &str, id: SourceId, sink: &mut Sink) -> Tokens {
    let mut splitter = Splitter { text, at: 0, id, sink, out: Tokens::default(), lines_token: 0 };
    splitter.run();
    splitter.out
}

struct Splitter<'a> {
    text: &'a str,
    at: usize,
    id: SourceId,
    sink: &'a mut Sink,
    out: Tokens,
    lines_token: u32,
}

impl Splitter<'_> {
    fn run(&mut self) {
        if self.text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        while let Some(next) = self.text[self.at..].chars().next() {
            match next {
                ' ' | '\t' => self.at += 1,
                '\n' => self.line_end(),
                '\r' if self.rest().starts_with("\r\n") => self.at += 1,
                '/' if self.rest().starts_with("//") => self.comment(),
                '"' => self.quoted(),
                '0'..='9' => self.number(),
                _ if next.is_alphabetic() || next == '_' => self.word(),
                _ => self.sign(next),
            }
        }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn line_end(&mut self) {
        self.at += 1;
        self.lines_token += 1;
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        self.out.tokens.push(Token { kind, span: Span::new(start, end), lines_before: self.lines_token });
        self.lines_token = 0;
        self.at = end;
    }

    fn place(&self, start: usize, end: usize) -> Place {
        Place { source: self.id, span: Span::new(start, end) }
    }

    fn broken(&mut self, start: usize, end: usize, diagnostic: Diagnostic) {
        self.sink.push(diagnostic);
        self.push(Kind::Broken, start, end);
    }

    /// The offset of the line end behind `from`, a carriage return before it left out.
    fn end_of_line(&self, from: usize) -> usize {
        let end = self.text[from..].find('\n').map_or(self.text.len(), |length| from + length);
        if end > from && self.text[..end].ends_with('\r') { end - 1 } else { end }
    }

    fn comment(&mut self) {
        let end = self.end_of_line(self.at);
        if let Some((offset, odd)) = self.text[self.at..end].char_indices().find(|(_, c)| is_control(*c)) {
            let start = self.at + offset;
            let diagnostic = control(self.place(start, start + odd.len_utf8()), odd);
            self.sink.push(diagnostic);
        }
        self.out.comments.push(Comment { span: Span::new(self.at, end), after: self.out.tokens.len() });
        self.at = end;
    }

    fn quoted(&mut self) {
        let start = self.at;
        let inside = &self.text[start + 1..];
        // Not by way of the line's end: a line may hold very many texts.
        let Some(length) = inside.find(['"', '\n']).filter(|length| inside[*length..].starts_with('"'))
        else {
            let line_end = self.end_of_line(start);
            let diagnostic = Diagnostic::error(
                codes::UNCLOSED_TEXT,
                self.place(start, start + 1),
                "this text in quotes is never closed",
            )
            .label("the quotes open here")
            .help("write the closing `\"` in the same line");
            self.broken(start, line_end, diagnostic);
            return;
        };
        let end = start + 1 + length + 1;
        let odd = inside[..length].char_indices().find(|(_, c)| is_control(*c));
        if let Some((offset, odd)) = odd {
            let at = start + 1 + offset;
            let diagnostic = control(self.place(at, at + odd.len_utf8()), odd);
            self.broken(start, end, diagnostic);
        } else {
            self.push(Kind::Text, start, end);
        }
    }

    fn number(&mut self) {
        let start = self.at;
        let digits = self.rest().find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest().len());
        let whole = self.number_with_tail(digits);
        let end = start + whole;
        if whole > digits {
            let text = &self.text[start..end];
            let diagnostic = Diagnostic::error(
                codes::NUMBER_WITH_TAIL,
                self.place(start, end),
                format!("`{}` is not a number", shorten(text)),
            )
            .help(number_help(text, digits));
            self.broken(start, end, diagnostic);
            return;
        }
        let text = &self.text[start..end];
        if text.parse::<u32>().is_ok_and(|value| value <= LARGEST_NUMBER) {
            self.push(Kind::Number, start, end);
        } else {
            let diagnostic = Diagnostic::error(
                codes::NUMBER_TOO_LARGE,
                self.place(start, end),
                format!("`{}` is too large a number", shorten(text)),
            )
            .help(format!("numbers go up to {LARGEST_NUMBER}"));
            self.broken(start, end, diagnostic);
        }
    }

    /// The length of the number at hand with what is written onto it: `8x8`, `3rd`, `1.5`.
    fn number_with_tail(&self, digits: usize) -> usize {
        let rest = self.rest();
        let mut end = digits;
        for (offset, next) in rest[digits..].char_indices() {
            let at = digits + offset;
            let decimal = next == '.' && rest[at + 1..].starts_with(|c: char| c.is_ascii_digit());
            if !(next.is_alphanumeric() || next == '_' || decimal) {
                break;
            }
            end = at + next.len_utf8();
        }
        end
    }

    fn word(&mut self) {
        let start = self.at;
        let rest = self.rest();
        let mut end = 0;
        let mut apostrophe = false;
        for (offset, next) in rest.char_indices() {
            let behind = &rest[offset + next.len_utf8()..];
            let letter_behind = behind.starts_with(|c: char| c.is_alphabetic());
            let joins = (next == '-' || is_apostrophe(next)) && letter_behind;
            if !(next.is_alphanumeric() || next == '_' || joins) {
                break;
            }
            apostrophe |= is_apostrophe(next);
            end = offset + next.len_utf8();
        }
        let text = &rest[..end];
        let end = start + end;
        let place = self.place(start, end);
        if apostrophe {
            let diagnostic = Diagnostic::error(
                codes::APOSTROPHE,
                place,
                format!("`{}` has an apostrophe, and no word here has one", shorten(text)),
            )
            .help(words::without_apostrophe(text));
            self.broken(start, end, diagnostic);
        } else if text.contains('_') && text.is_ascii() {
            let right = words::in_small_letters(text);
            let diagnostic = Diagnostic::error(
                codes::STRANGE_LETTER,
                place,
                format!("`{}` has an underscore, and no word here has one", shorten(text)),
            )
            .help(format!("write `{}`", shorten(&right)));
            self.broken(start, end, diagnostic);
        } else if !text.is_ascii() {
            let diagnostic = Diagnostic::error(
                codes::STRANGE_LETTER,
                place,
                format!("`{}` is not a word of plain letters", shorten(text)),
            )
            .help("words are made of the letters a to z, digits and `-`, and begin with a letter");
            self.broken(start, end, diagnostic);
        } else if text.len() > words::LONGEST_WORD {
            let diagnostic =
                Diagnostic::error(codes::TOO_LONG, place, format!("`{}` is too long a word", shorten(text)))
                    .help(format!("a word has at most {} letters", words::LONGEST_WORD));
            self.broken(start, end, diagnostic);
        } else {
            let begins_line = self.lines_token > 0 || self.out.tokens.is_empty();
            let setup = text == "setup" && begins_line;
            self.push(Kind::Word, start, end);
            if setup {
                self.bare_position();
            }
        }
    }

    /// A position without quotes: told once, before its slashes are told one by one.
    fn bare_position(&mut self) {
        let line = &self.text[self.at..self.end_of_line(self.at)];
        let line = line.split(" //").next().unwrap_or("");
        let position = line.trim();
        if position.contains('"') || !position.contains('/') {
            return;
        }
        let start = self.at + line.len() - line.trim_start().len();
        let end = start + position.len();
        let diagnostic = Diagnostic::error(
            codes::MISSING_QUOTES,
            self.place(start, end),
            "a position stands in quotes, and this one has none",
        )
        .help(format!("write `setup \"{}\"`", shorten(position)));
        self.broken(start, end, diagnostic);
    }

    fn sign(&mut self, next: char) {
        let start = self.at;
        if next == '#' || self.rest().starts_with("/*") || self.rest().starts_with("--") {
            return self.foreign_comment();
        }
        for (foreign, right) in words::FOREIGN_SIGNS {
            if self.rest().starts_with(foreign) {
                let end = start + foreign.len();
                let diagnostic = Diagnostic::error(
                    codes::FOREIGN_SIGN,
                    self.place(start, end),
                    format!("`{foreign}` is not a sign of this language"),
                )
                .help(*right);
                return self.broken(start, end, diagnostic);
            }
        }
        for sign in ["<=", ">=", "!="] {
            if self.rest().starts_with(sign) {
                return self.push(Kind::Sign, start, start + sign.len());
            }
        }
        if matches!(next, ',' | ';' | '(' | ')' | '{' | '}' | '+' | '-' | '*' | '%' | '=' | '<' | '>') {
            return self.push(Kind::Sign, start, start + 1);
        }
        if words::closing_quote(next).is_some() {
            return self.foreign_quotes(next);
        }
        self.unknown(next);
    }

    fn foreign_comment(&mut self) {
        let start = self.at;
        let sign = if self.rest().starts_with('#') { 1 } else { 2 };
        let line_end = self.end_of_line(start);
        let end = if self.rest().starts_with("/*") {
            let near = self.text.as_bytes()[start..].iter().take(LONGEST_FOREIGN_COMMENT).copied();
            let closing = near.clone().zip(near.skip(1)).position(|pair| pair == (b'*', b'/'));
            closing.map_or(line_end, |length| start + length + 2)
        } else {
            line_end
        };
        let sign_text = &self.text[start..start + sign];
        let diagnostic = Diagnostic::error(
            codes::FOREIGN_COMMENT,
            self.place(start, start + sign),
            format!("`{sign_text}` does not begin a comment"),
        )
        .help("a comment begins with `//` and goes to the end of its line");
        self.sink.push(diagnostic);
        let lines = self.text[start..end].bytes().filter(|byte| *byte == b'\n').count();
        self.lines_token += u32::try_from(lines).unwrap_or(u32::MAX);
        self.at = end;
    }

    fn foreign_quotes(&mut self, opening: char) {
        let start = self.at;
        let behind = start + opening.len_utf8();
        let inside = &self.text[behind..];
        let length = inside.find(|c| c == '\n' || words::closes_quote(opening, c));
        let length = length.filter(|length| !inside[*length..].starts_with('\n'));
        let (shown, end) = match length {
            Some(length) => {
                let closing = inside[length..].chars().next().map_or(0, char::len_utf8);
                (&inside[..length], behind + length + closing)
            }
            None => ("", behind),
        };
        let diagnostic = Diagnostic::error(
            codes::FOREIGN_QUOTES,
            self.place(start, end),
            "a text stands in straight double quotes",
        )
        .help(if shown.is_empty() {
            "write `\"` before and behind it".to_owned()
        } else {
            format!("write `\"{}\"`", shorten(shown))
        });
        self.broken(start, end, diagnostic);
    }

    fn unknown(&mut self, next: char) {
        let start = self.at;
        let end = start + next.len_utf8();
        let place = self.place(start, end);
        let diagnostic = if is_control(next) {
            control(place, next)
        } else {
            Diagnostic::error(codes::UNKNOWN_SIGN, place, format!("`{next}` means nothing in a rule file"))
                .help(words::unknown_sign_help(next))
        };
        self.broken(start, end, diagnostic);
    }
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}')
}

fn control(place: Place, c: char) -> Diagnostic {
    if c == char::REPLACEMENT_CHARACTER {
        return Diagnostic::error(codes::NOT_UTF8, place, "here stands something that is not UTF-8 text")
            .help("save the file as UTF-8");
    }
    let code = u32::from(c);
    let diagnostic = Diagnostic::error(
        codes::CONTROL_CHARACTER,
        place,
        format!("here stands a character that cannot be seen (U+{code:04X})"),
    );
    diagnostic.help(match c {
        '\r' => "end the lines of the file with a line feed, or with a carriage return and a line feed",
        '\0' => "this is probably no text file; save the rules as plain text",
        _ => "delete it",
    })
}

fn number_help(text: &str, digits: usize) -> String {
    let (number, tail) = text.split_at(digits);
    let hex = tail.strip_prefix(['x', 'X']).filter(|_| number == "0");
    if let Some(value) = hex.and_then(|hex| u32::from_str_radix(hex, 16).ok()) {
        return format!("write `{value}`");
    }
    if let Some(second) = tail.strip_prefix(['x', 'X'])
        && !second.is_empty()
        && second.bytes().all(|byte| byte.is_ascii_digit())
    {
        return format!("write `{number} by {second}` for a board, `{number} {second}` for a leap");
    }
    if tail.starts_with('.') {
        return "numbers are whole numbers".to_owned();
    }
    if matches!(tail, "st" | "nd" | "rd" | "th") {
        return format!("write `rank {number}` for a rank, and `{number}` for a number");
    }
    format!("write `{number}`, or begin a name with a letter")
}

/// A text for a message: cut where it is long.
pub fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(MOST - 3).collect();
    short.push_str("...");
    short
}
