//! From tokens to units: an atom with its modifiers, or a bracket of such. Raises modifiers that belong to
//! nothing and brackets that are wrongly built. Imports `source`, `codes`, `scan`.

use super::codes::{BRACKET, Findings, NO_ATOM, UNPAIRED};
use super::scan::{Atom, Letter, Token};
use crate::source::Span;

/// An atom and the modifiers before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Modified {
    /// In the order of the text.
    pub modifiers: Vec<Letter>,
    /// The atom.
    pub atom: Atom,
}

impl Modified {
    /// From the first modifier to the end of the atom.
    pub(super) fn span(&self) -> Span {
        self.modifiers.first().map_or(self.atom.span, |first| first.span.to(self.atom.span))
    }
}

/// What stands between two atoms in a bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Joint {
    /// `-`
    Must,
    /// `?`
    May,
}

/// One alternative of the string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    /// `cafK`
    Single(Modified),
    /// `[F?R]`: at least two legs.
    Bracket {
        /// Brackets included.
        span: Span,
        /// The first leg.
        first: Modified,
        /// The others, each with what stands before it.
        rest: Vec<(Joint, Modified)>,
    },
}

/// All units that are well built.
pub(super) fn units(tokens: &[Token], found: &mut Findings<'_>) -> Vec<Unit> {
    let mut reader = Reader { found, pending: Vec::new(), open: None, units: Vec::new() };
    for token in tokens {
        reader.token(*token);
    }
    reader.lonely_modifiers();
    if let Some(bracket) = reader.open.take() {
        let message = "this bracket is never closed".to_owned();
        reader.found.report(UNPAIRED, bracket.open, message, "close it behind its last atom: `[F-R]`");
    }
    reader.units
}

/// A bracket that is still open.
struct Bracket {
    open: Span,
    legs: Vec<(Joint, Modified)>,
    /// The joint behind the last leg, if it is read; at the beginning, a joint that nobody reads.
    joint: Option<Joint>,
    /// A mistake in it has been raised, so its legs say nothing.
    broken: bool,
}

struct Reader<'f, 't> {
    found: &'f mut Findings<'t>,
    pending: Vec<Letter>,
    open: Option<Bracket>,
    units: Vec<Unit>,
}

impl Reader<'_, '_> {
    fn token(&mut self, token: Token) {
        match token {
            Token::Modifier(letter) => self.pending.push(letter),
            Token::Atom(atom) => {
                let modifiers = std::mem::take(&mut self.pending);
                self.leg(Some(Modified { modifiers, atom }), atom.span);
            }
            Token::Broken => {
                self.pending.clear();
                self.leg(None, Span::default());
            }
            Token::Open(span) => self.opens(span),
            Token::Close(span) => self.closes(span),
            Token::Must(span) => self.joint(Joint::Must, span),
            Token::May(span) => self.joint(Joint::May, span),
        }
    }

    /// A leg in the open bracket, or a unit of its own; none: one that was wrong already.
    fn leg(&mut self, leg: Option<Modified>, atom: Span) {
        let Some(bracket) = &mut self.open else {
            self.units.extend(leg.map(Unit::Single));
            return;
        };
        let Some(leg) = leg else {
            bracket.broken = true;
            bracket.joint = None;
            return;
        };
        match bracket.joint.take() {
            Some(joint) => bracket.legs.push((joint, leg)),
            None if bracket.broken => {}
            None => {
                bracket.broken = true;
                let message = format!("`{}` has no `-` or `?` before it", self.found.slice(atom));
                let help = "join the legs of a bracket: `[F-R]` must go on, `[F?R]` may stop";
                self.found.report(BRACKET, atom, message, help);
            }
        }
    }

    fn opens(&mut self, span: Span) {
        if let Some(bracket) = &mut self.open {
            bracket.broken = true;
            let mistake = self
                .found
                .error(
                    BRACKET,
                    span,
                    "a bracket cannot hold a bracket".to_owned(),
                    "put all legs into one: `[F-R-B]`",
                )
                .also(self.found.place(bracket.open), "the one that is open");
            self.found.add(mistake);
            return;
        }
        if let (Some(first), Some(last)) = (self.pending.first(), self.pending.last()) {
            let span = first.span.to(last.span);
            let message = format!("`{}` stands before a bracket", self.found.slice(span));
            self.found.report(BRACKET, span, message, "modifiers stand before the atoms inside: `[fF-cR]`");
            self.pending.clear();
        }
        self.open = Some(Bracket { open: span, legs: Vec::new(), joint: Some(Joint::Must), broken: false });
    }

    fn closes(&mut self, span: Span) {
        let lonely = self.lonely_modifiers();
        let Some(mut bracket) = self.open.take() else {
            self.found.report(
                UNPAIRED,
                span,
                "this bracket was never opened".to_owned(),
                "open it before its first atom: `[F-R]`",
            );
            return;
        };
        if bracket.broken || lonely {
            return;
        }
        let whole = bracket.open.to(span);
        if bracket.legs.len() < 2 || bracket.joint.is_some() {
            let message = format!("`{}` does not join two legs", self.found.slice(whole));
            self.found.report(BRACKET, whole, message, "write an atom on both sides: `[F-R]`, `[F?R]`");
            return;
        }
        let rest = bracket.legs.split_off(1);
        self.units.extend(bracket.legs.pop().map(|(_, first)| Unit::Bracket { span: whole, first, rest }));
    }

    fn joint(&mut self, joint: Joint, span: Span) {
        let lonely = self.lonely_modifiers();
        let sign = self.found.slice(span);
        let Some(bracket) = &mut self.open else {
            let message = format!("`{sign}` joins legs only inside a bracket");
            self.found.report(BRACKET, span, message, &format!("write `[F{sign}R]`"));
            return;
        };
        if bracket.joint.is_some() && !bracket.broken && !lonely {
            let message = format!("no leg stands before `{sign}`");
            self.found.report(BRACKET, span, message, "write an atom on both sides: `[F-R]`, `[F?R]`");
            bracket.broken = true;
        }
        bracket.broken |= lonely;
        bracket.joint = Some(joint);
    }

    /// Raises modifiers that wait for an atom which will not come; says whether there were any.
    fn lonely_modifiers(&mut self) -> bool {
        let (Some(first), Some(last)) = (self.pending.first(), self.pending.last()) else {
            return false;
        };
        let span = first.span.to(last.span);
        let message = format!("no atom stands behind `{}`", self.found.slice(span));
        self.found.report(NO_ATOM, span, message, "modifiers stand before the atom they change: `fW`, `cN`");
        self.pending.clear();
        true
    }
}
