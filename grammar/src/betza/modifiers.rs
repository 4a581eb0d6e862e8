//! The modifiers of one leg, sorted into directions and other letters. Raises letters that are said twice and
//! letters that exclude each other. Imports `source`, `codes`, `scan`.

use super::codes::{CONTRADICTION, Findings, TWICE};
use super::scan::Letter;

/// What the modifiers of one leg say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Said {
    /// Letters for direction; each run stands side by side in the text.
    pub runs: Vec<Vec<Letter>>,
    /// The other letters, each once.
    letters: Vec<Letter>,
    /// The second letter of `pp`.
    pub many: Option<Letter>,
}

impl Said {
    /// The letter, if it was said.
    pub(super) fn get(&self, letter: char) -> Option<Letter> {
        self.letters.iter().copied().find(|said| said.letter == letter)
    }

    /// Whether the letter was said.
    pub(super) fn has(&self, letter: char) -> bool {
        self.get(letter).is_some()
    }
}

/// Pairs that exclude each other wherever they stand, and why.
const ALWAYS: &[(char, char, &str)] = &[
    ('n', 'j', "`n` needs the squares between empty, `j` needs a piece on them"),
    ('n', 'g', "`n` needs the squares between empty, `g` needs a piece to hop over"),
    ('j', 'g', "`j` leaps over a square between, `g` hops over the last square passed"),
    ('p', 'g', "`p` goes on at will behind the piece it hops over, `g` lands directly behind it"),
    ('z', 'q', "`z` turns to both sides in turn, `q` always to the same"),
];

/// Pairs that exclude each other in the last leg, where `p` asks about the way and not about the end.
const LAST: &[(char, char, &str)] = &[
    ('n', 'p', "`n` needs the squares between empty, `p` needs a piece to hop over"),
    ('j', 'p', "`j` leaps over a square between, `p` hops over a square passed"),
];

/// Letters that take, which `m` without `c` excludes, and why.
const TAKING: &[(char, &str)] = &[
    ('d', "`m` takes nothing, `d` takes a piece of its own side"),
    ('e', "`m` takes nothing, `e` takes a piece that has passed"),
];

/// Sorts the modifiers of one leg; `last` says whether it ends the move.
pub(super) fn sort(modifiers: &[Letter], last: bool, found: &mut Findings<'_>) -> Said {
    let mut said = Said::default();
    let mut before: Option<Letter> = None;
    for modifier in modifiers.iter().copied() {
        let beside = before.filter(|before| before.span.end == modifier.span.start);
        before = Some(modifier);
        if is_direction(modifier.letter) {
            let joins = beside.is_some_and(|beside| is_direction(beside.letter));
            match said.runs.last_mut().filter(|_| joins) {
                Some(run) => run.push(modifier),
                None => said.runs.push(vec![modifier]),
            }
            continue;
        }
        let Some(earlier) = said.get(modifier.letter) else {
            said.letters.push(modifier);
            continue;
        };
        if modifier.letter == 'p' && said.many.is_none() && beside == Some(earlier) {
            said.many = Some(modifier);
            continue;
        }
        let message = format!("`{}` is said twice", modifier.letter);
        let help = if modifier.letter == 'p' {
            "`pp` hops over any number; a third `p` adds nothing"
        } else {
            "once is enough"
        };
        let mistake =
            found.error(TWICE, modifier.span, message, help).also(found.place(earlier.span), "first here");
        found.add(mistake);
    }
    for (one, other, reason) in ALWAYS.iter().chain(LAST.iter().filter(|_| last)) {
        if let (Some(one), Some(other)) = (said.get(*one), said.get(*other)) {
            contradiction(one, other, reason, found);
        }
    }
    if let Some(quiet) = said.get('m').filter(|_| !said.has('c')) {
        for (letter, reason) in TAKING {
            if let Some(taking) = said.get(*letter) {
                contradiction(quiet, taking, reason, found);
            }
        }
    }
    said
}

/// Raises two letters that exclude each other, at the later one.
pub(super) fn contradiction(one: Letter, other: Letter, reason: &str, found: &mut Findings<'_>) {
    let (first, second) = if one.span < other.span { (one, other) } else { (other, one) };
    let message = format!("`{}` and `{}` contradict each other", first.letter, second.letter);
    let mistake = found
        .error(CONTRADICTION, second.span, message, &format!("{reason}; for both, write the atom twice"))
        .also(found.place(first.span), "the other letter");
    found.add(mistake);
}

fn is_direction(letter: char) -> bool {
    "fblrvsh".contains(letter)
}
