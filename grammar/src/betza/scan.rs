//! From characters to tokens: modifiers, atoms with their range, brackets. Raises what is wrong with a single
//! character or number. Imports `source`, `codes` and the limits of `betza`.

use super::codes::{EMPTY, Findings, NUMBER, RANGE, REFUSED, TOO_LONG, UNKNOWN};
use super::{LONGEST, Vector};
use crate::source::Span;

/// A lower-case letter that the notation has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Letter {
    /// Which.
    pub letter: char,
    /// Where, from the beginning of the string.
    pub span: Span,
}

/// An atom with what stands directly behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Atom {
    /// The letter.
    pub letter: char,
    /// The letter, its double and its number.
    pub span: Span,
    /// The number.
    pub number: Option<u8>,
    /// Whether it is doubled.
    pub doubled: bool,
}

impl Atom {
    /// The leaps that it is made of, each by the vector to the right or straight ahead; none for `O`.
    pub(super) fn leaps(&self) -> &'static [Vector] {
        const STEP: &[Vector] = &[Vector::new(0, 1)];
        const DIAGONAL: &[Vector] = &[Vector::new(1, 1)];
        const BOTH: &[Vector] = &[Vector::new(0, 1), Vector::new(1, 1)];
        const TWO: &[Vector] = &[Vector::new(0, 2)];
        const ONE_TWO: &[Vector] = &[Vector::new(1, 2)];
        const TWO_TWO: &[Vector] = &[Vector::new(2, 2)];
        const THREE: &[Vector] = &[Vector::new(0, 3)];
        const ONE_THREE: &[Vector] = &[Vector::new(1, 3)];
        const TWO_THREE: &[Vector] = &[Vector::new(2, 3)];
        const THREE_THREE: &[Vector] = &[Vector::new(3, 3)];
        match self.letter {
            'W' | 'R' => STEP,
            'F' | 'B' => DIAGONAL,
            'K' | 'Q' => BOTH,
            'D' => TWO,
            'N' => ONE_TWO,
            'A' => TWO_TWO,
            'H' => THREE,
            'L' | 'C' => ONE_THREE,
            'J' | 'Z' => TWO_THREE,
            'G' => THREE_THREE,
            _ => &[],
        }
    }

    /// Whether its steps go to neighbouring squares, so that nothing lies between.
    pub(super) fn is_step(&self) -> bool {
        matches!(self.letter, 'W' | 'F' | 'K' | 'R' | 'B' | 'Q')
    }

    /// The greatest number of steps; none: without limit.
    pub(super) fn most(&self) -> Option<u8> {
        match self.number {
            Some(0) => None,
            Some(number) => Some(number),
            None if self.doubled || matches!(self.letter, 'R' | 'B' | 'Q') => None,
            None => Some(1),
        }
    }
}

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A modifier.
    Modifier(Letter),
    /// An atom.
    Atom(Atom),
    /// An upper-case letter that is no atom; a mistake has been raised.
    Broken,
    /// `[`
    Open(Span),
    /// `]`
    Close(Span),
    /// `-`
    Must(Span),
    /// `?`
    May(Span),
}

/// The longest way over the largest board: 16 squares, 15 steps.
const FARTHEST: u8 = 15;

const MODIFIERS: &str = "abcdefghijlmnopqrsvz";
const ATOMS: &str = "WFDNAHLCJZGKQRBO";

/// All tokens of the text; what is no token is raised.
pub(super) fn scan(text: &str, found: &mut Findings<'_>) -> Vec<Token> {
    if text.is_empty() {
        let message = "there is nothing between the quotes".to_owned();
        found.report(EMPTY, Span::new(0, 0), message, "write a piece move, for instance `\"N\"`");
        return Vec::new();
    }
    if text.len() > LONGEST {
        let cut = (0..=LONGEST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let message = format!("this Betza string is longer than {LONGEST} characters");
        found.report(TOO_LONG, Span::new(cut, text.len()), message, "write two sentences with `also moves`");
        return Vec::new();
    }
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    let mut scanner = Scanner { characters, next: 0, found };
    let mut tokens = Vec::new();
    while let Some((letter, span)) = scanner.take() {
        tokens.extend(scanner.token(letter, span));
    }
    tokens
}

struct Scanner<'f, 't> {
    characters: Vec<(usize, char)>,
    next: usize,
    found: &'f mut Findings<'t>,
}

impl Scanner<'_, '_> {
    fn peek(&self) -> Option<char> {
        self.characters.get(self.next).map(|(_, character)| *character)
    }

    fn take(&mut self) -> Option<(char, Span)> {
        let (at, character) = *self.characters.get(self.next)?;
        self.next += 1;
        Some((character, Span::new(at, at + character.len_utf8())))
    }

    /// Takes the digits that stand here; the span is empty if there are none.
    fn digits(&mut self, behind: Span) -> Span {
        let mut span = Span { start: behind.end, end: behind.end };
        while self.peek().is_some_and(|character| character.is_ascii_digit()) {
            if let Some((_, digit)) = self.take() {
                span = span.to(digit);
            }
        }
        span
    }

    /// The token that begins with this character, which has been taken.
    fn token(&mut self, letter: char, span: Span) -> Option<Token> {
        match letter {
            '[' => Some(Token::Open(span)),
            ']' => Some(Token::Close(span)),
            '-' => Some(Token::Must(span)),
            '?' => Some(Token::May(span)),
            _ if MODIFIERS.contains(letter) => Some(Token::Modifier(Letter { letter, span })),
            _ if ATOMS.contains(letter) => Some(Token::Atom(self.atom(letter, span))),
            '0'..='9' => {
                let whole = span.to(self.digits(span));
                let message = format!("the number `{}` stands behind no atom", self.found.slice(whole));
                self.found.report(NUMBER, whole, message, "a number belongs behind its atom: `R4`, `fW2`");
                None
            }
            _ => {
                self.stranger(letter, span);
                if !letter.is_ascii_uppercase() {
                    return None;
                }
                self.digits(span);
                Some(Token::Broken)
            }
        }
    }

    fn atom(&mut self, letter: char, first: Span) -> Atom {
        let mut span = first;
        let mut letters = 1;
        while self.peek() == Some(letter) {
            if let Some((_, again)) = self.take() {
                span = span.to(again);
                letters += 1;
            }
        }
        let behind = self.digits(span);
        let mut atom = Atom { letter, span: span.to(behind), number: None, doubled: letters == 2 };
        if letters > 2 {
            let message = format!("`{}` is neither an atom nor a doubled one", self.found.slice(span));
            self.found.report(RANGE, span, message, &format!("`{letter}{letter}` rides without limit"));
        } else if atom.doubled && matches!(letter, 'R' | 'B' | 'Q' | 'O') {
            let message = format!("`{letter}` cannot be doubled");
            let help = match letter {
                'O' => "write how far it castles: `O2`".to_owned(),
                _ => format!("`{letter}` goes without limit as it is"),
            };
            self.found.report(RANGE, span, message, &help);
        } else if atom.doubled && !behind.is_empty() {
            let message = format!("`{letter}{letter}` rides without limit, so it takes no number");
            self.found.report(
                RANGE,
                behind,
                message,
                &format!("write `{letter}{}`", self.found.slice(behind)),
            );
        } else if !behind.is_empty() {
            atom.number = self.number(letter, behind);
        }
        atom
    }

    /// The number in this span, if it is a sensible range.
    fn number(&mut self, letter: char, span: Span) -> Option<u8> {
        let digits = self.found.slice(span);
        let value = digits.parse::<u8>().ok().filter(|value| *value <= FARTHEST);
        let padded = digits.len() > 1 && digits.starts_with('0');
        if let Some(value) = value.filter(|_| !padded) {
            return Some(value);
        }
        let message = if padded {
            format!("`{digits}` is no range: it begins with 0")
        } else {
            format!("no board has room for {digits} steps")
        };
        let help = match letter {
            'O' => "write how many squares it goes: `O2`".to_owned(),
            _ => format!("the most is {FARTHEST}; `{letter}0` is without limit"),
        };
        self.found.report(RANGE, span, message, &help);
        None
    }

    /// Raises a character that is none of ours.
    fn stranger(&mut self, letter: char, span: Span) {
        if let Some((reason, help)) = refusal(letter) {
            self.found.report(REFUSED, span, format!("`{letter}` {reason}"), help);
            return;
        }
        let (message, help) = match letter {
            _ if letter.is_whitespace() => (
                "a Betza string has no spaces".to_owned(),
                "write the letters without gaps: `WfF`".to_owned(),
            ),
            '(' | ')' | '{' | '}' => (
                format!("no `{letter}` stands in a Betza string"),
                "legs are chained in `[F-R]`; a leap without a letter is written `leap 1 4`".to_owned(),
            ),
            _ if ATOMS.contains(letter.to_ascii_uppercase()) => (
                format!("there is no Betza modifier `{letter}`"),
                format!("the atom is written `{}`", letter.to_ascii_uppercase()),
            ),
            _ if letter.is_ascii_uppercase() => (
                format!("there is no Betza atom `{letter}`"),
                "the atoms are W F D N A H L (or C) J (or Z) G, and K Q R B and O".to_owned(),
            ),
            _ => (
                format!("`{}` is no letter of a Betza string", letter.escape_debug()),
                "directions are f b l r v s h, modes m c e i d, ways n j p g z q o, a further leg a"
                    .to_owned(),
            ),
        };
        self.found.report(UNKNOWN, span, message, &help);
    }
}

/// Letters that extended Betza has and we do not: the reason, and what to write instead.
fn refusal(letter: char) -> Option<(&'static str, &'static str)> {
    Some(match letter {
        'k' => (
            "(takes royal pieces only) is not read: which piece is royal is for the rules to say",
            "say whom it may take in a sentence of its own; one step to any side is the atom `K`",
        ),
        't' => (
            "is not read: programs do not agree on what it means",
            "write the legs one by one: `p` hops, `c` takes, `d` takes an own piece, `a` goes on",
        ),
        'u' => (
            "(puts a taken piece down again) is not read: it is an effect and not a way to go",
            "write `{ put target onto origin }` behind the path",
        ),
        'x' => (
            "(lends moves to another piece) is not read: it is about other pieces than the mover",
            "write a sentence for the pieces that get the moves, with `if` and where they stand",
        ),
        'y' => (
            "(changes the range from leg to leg) is not read: brackets say it in plain sight",
            "write each leg with its own atom: `[F-R]`, or `[F?R]` if it may stop between",
        ),
        'U' => (
            "(any square of the board) is not read: it has no direction and no way",
            "write an act that chooses a square",
        ),
        _ => return None,
    })
}
