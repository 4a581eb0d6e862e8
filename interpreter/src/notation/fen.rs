//! Positions as text: FEN, and a suffix for what FEN cannot say. Imports `ids`, `board`, `model`,
//! `position`, `engine`, and the rest of `notation`.
//!
//! The six fields are those of FEN: what stands where (signs of more than one letter in brackets), whose turn
//! it is, castling rights, the fact of squares and the number that `setup ... with` names, the number of the
//! move. The fourth field is written only if some legal turn takes by it. See `suffix` for the rest.

use crate::ids::{FactId, SideId, Square};
use crate::model::{Definition, Motion, Setup};
use crate::notation::lexicon::square;
use crate::notation::placement::{self, Wrong};
pub use crate::notation::suffix::started;
use crate::notation::suffix::{self, Suffix};
pub(crate) use crate::notation::suffix::{UNSHOWN, write_pending};
use crate::notation::{Rules, canonical, castling, codes, passed};
use crate::position::{Left, Mark, Piece, Place, Position, Value};
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::{Place as TextPlace, SourceId, Span};
use std::ops::{Range, RangeInclusive};

/// A text to be read, and the source that it is known as.
#[derive(Clone, Copy)]
pub struct Text<'t> {
    /// The whole.
    pub text: &'t str,
    /// For diagnostics.
    pub source: SourceId,
}

impl Text<'_> {
    /// An error at these bytes.
    pub(crate) fn error(
        self,
        code: &'static str,
        range: Range<usize>,
        message: impl Into<String>,
    ) -> Diagnostic {
        let place = TextPlace { source: self.source, span: Span::new(range.start, range.end) };
        Diagnostic::error(code, place, message)
    }
}

/// The diagnostic, with the name that was probably meant.
pub(crate) fn suggesting<'c>(
    diagnostic: Diagnostic,
    said: &str,
    known: impl Iterator<Item = &'c str>,
) -> Diagnostic {
    let known: Vec<&str> = known.collect();
    match rulemate_grammar::suggest::suggest(said, known.iter().copied()) {
        Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
        None if known.is_empty() => diagnostic.help("there is none"),
        None if known.len() <= 12 => diagnostic.help(format!("there are: {}", known.join(", "))),
        None => diagnostic.help(format!("there are {}, as {}", known.len(), known[..12].join(", "))),
    }
}

/// A sign that no kind bears, or several do.
pub(crate) fn unknown_sign(
    rules: Rules<'_>,
    position: &Position,
    text: Text<'_>,
    range: Range<usize>,
    sign: &str,
) -> Diagnostic {
    let library = rules.library();
    let in_force = rules.lexicon.in_force(position);
    let bears = |kind: &crate::model::Kind| in_force.contains(&kind.file.index());
    let meant: Vec<&str> = library
        .kinds
        .iter()
        .filter(|kind| bears(kind) && kind.sign.eq_ignore_ascii_case(sign))
        .map(|kind| kind.name.as_str())
        .collect();
    if meant.len() > 1 {
        let message = format!("`{sign}` is the sign of {}", meant.join(" and "));
        return text.error(codes::SIGN, range, message);
    }
    let diagnostic = text.error(codes::SIGN, range, format!("no piece bears the sign `{sign}`"));
    if let Some(kind) = library.kinds.iter().find(|kind| bears(kind) && kind.sign.eq_ignore_ascii_case(sign))
    {
        let (first, second) = (kind.sign.clone(), kind.sign.to_lowercase());
        return diagnostic.help(format!("the {} is `{first}` or `{second}`", kind.name));
    }
    let signs: Vec<&str> =
        library.kinds.iter().filter(|kind| bears(kind)).map(|kind| kind.sign.as_str()).collect();
    diagnostic.help(format!("the signs are {}; in lower case for the other side", signs.join(" ")))
}

/// Reads a position.
///
/// # Errors
/// All that is wrong with the text, or with the position that it means.
pub fn read(rules: Rules<'_>, source: SourceId, text: &str) -> Result<Position, Vec<Diagnostic>> {
    read_all(rules, source, text, true)
}

/// Reads a position; whether its pieces stand on squares that are there, is asked only if so wanted.
fn read_all(
    rules: Rules<'_>,
    source: SourceId,
    text: &str,
    on_board: bool,
) -> Result<Position, Vec<Diagnostic>> {
    let mut reading =
        Reading { rules, text: Text { text, source }, position: Position::empty(), wrong: Vec::new() };
    reading.all(on_board);
    let start = |diagnostic: &Diagnostic| diagnostic.labels.first().map_or(0, |label| label.place.span.start);
    reading.wrong.sort_by_key(start);
    if reading.wrong.is_empty() {
        Ok(canonical::canonical(rules, &reading.position))
    } else {
        Err(reading.wrong)
    }
}

/// The first position of the library's game.
///
/// # Errors
/// What is wrong with its text, or that there is none.
pub fn setup(rules: Rules<'_>) -> Result<Position, Vec<Diagnostic>> {
    let library = rules.library();
    let Some(setup) = &library.setup else {
        let place =
            library.files.get(library.games.saturating_sub(1)).map_or_else(Default::default, |f| f.place);
        return Err(vec![
            Diagnostic::error(codes::FIELDS, place, "this game has no first position")
                .help("add a sentence `setup \"...\"`"),
        ]);
    };
    let begins = |position: Position| {
        if position.over.is_none() && position.pending.is_none() {
            return Ok(position);
        }
        let at = setup.fen.find('|').unwrap_or(0);
        let text = Text { text: &setup.fen, source: setup.place.source };
        let message = "a game begins neither ended nor in the middle of a turn";
        let help = "leave out `over ...` and `turn ...`; how a game ends is said by `S wins by N if C`";
        Err(vec![text.error(codes::SUFFIX, at..setup.fen.len(), message).help(help)])
    };
    let position =
        read_all(rules, setup.place.source, &setup.fen, false).and_then(begins).map_err(|mut wrong| {
            for label in wrong.iter_mut().flat_map(|diagnostic| &mut diagnostic.labels) {
                label.place = in_setup(setup, label.place.span);
            }
            wrong
        })?;
    match off_board(rules, setup, &position) {
        Some(diagnostic) => Err(vec![diagnostic]),
        None => Ok(position),
    }
}

/// The place in its file of a span of a setup's text, which stands behind a quotation mark there.
fn in_setup(setup: &Setup, span: Span) -> TextPlace {
    let whole = setup.place.span;
    if whole.len() != setup.fen.len() + 2 {
        return setup.place;
    }
    let span = Span { start: whole.start + 1 + span.start, end: whole.start + 1 + span.end };
    TextPlace { source: setup.place.source, span }
}

/// Tells of pieces of the first position on squares that are not on the board: in the file that came later, that of
/// the position or that which takes squares away.
fn off_board(rules: Rules<'_>, setup: &Setup, position: &Position) -> Option<Diagnostic> {
    let (library, size) = (rules.library(), rules.lexicon.size);
    let board = rules.engine.board(position);
    let stands = |piece: &Piece| match piece.place {
        Place::Square(square) => Some(square),
        _ => None,
    };
    let missing: Vec<Square> =
        position.pieces.iter().filter_map(stands).filter(|square| !board.has(*square)).collect();
    let first = *missing.first()?;
    let sign = placement::sign_of(size, setup.fen.split(' ').next().unwrap_or(""), first);
    let sign = sign.map_or(setup.place, |sign| in_setup(setup, Span::new(sign.start, sign.end)));
    let games = &library.files[..library.games];
    let says = games.iter().position(|file| file.place.source == setup.place.source).unwrap_or(0);
    let changes = games.iter().enumerate().rev().find_map(|(at, file)| {
        let of_board = |each: &&Definition| each.meaning == library.board && each.motion != Motion::Base;
        Some((at, file.definitions.iter().rev().find(of_board)?.place))
    });
    let names: Vec<String> = missing.iter().map(ToString::to_string).collect();
    let told = |place, message: String| Diagnostic::error(crate::codes::SETUP, place, message);
    let help = "write a `setup` that leaves these squares empty, or leave the squares on the board";
    let pieces = if names.len() == 1 { "a piece" } else { "pieces" };
    let where_ = names.join(", ");
    Some(match changes {
        Some((at, place)) if at > says => {
            told(place, format!("the first position has {pieces} on squares that this takes away: {where_}"))
                .also(sign, "a piece stands there")
                .help(help)
        }
        Some((_, place)) => told(sign, format!("there is no square for {pieces} of this position: {where_}"))
            .also(place, "the board is changed here")
            .help(help),
        None => told(sign, format!("there is no square for {pieces} of this position: {where_}")).help(help),
    })
}

/// Writes a position. Text to position to text is the identity for texts that this writes.
#[must_use]
pub fn write(rules: Rules<'_>, position: &Position) -> String {
    write_canonical(rules, &canonical::canonical(rules, position))
}

/// Writes a position that is in canonical form.
pub(crate) fn write_canonical(rules: Rules<'_>, position: &Position) -> String {
    let lexicon = rules.lexicon;
    let sign = |square: Square| {
        let piece = position.piece(position.at(square)?);
        Some(lexicon.sign(piece.kind, piece.owner).to_string())
    };
    let mut said: Vec<(FactId, Option<Square>)> = Vec::new();
    let passed = passed_square(rules, position);
    if let (Some(fact), Some(square)) = (lexicon.passed, passed) {
        said.push((fact, Some(square)));
    }
    let mut clock = 0;
    if let Some(fact) = lexicon.clock
        && let Some(Mark { value: Value::Number(number), left: Left::Always, .. }) = position.game.get(&fact)
    {
        clock = *number;
        said.push((fact, None));
    }
    let rights = castling::write(rules, position);
    let mut deduced = position.clone();
    let granted = granted(rules, position, &rights);
    castling::deduce_fresh(rules, &mut deduced, &granted);
    let fresh: Vec<bool> = deduced.pieces.iter().map(|piece| piece.fresh).collect();
    let mut text = format!(
        "{} {} {rights} {} {clock} {}",
        placement::write(lexicon.size, sign),
        lexicon.sides[position.player.index()],
        passed.map_or_else(|| "-".to_string(), |square| square.to_string()),
        position.number,
    );
    let suffix = suffix::write(rules, position, &said, &fresh);
    if !suffix.is_empty() {
        text.push_str(" | ");
        text.push_str(&suffix);
    }
    text
}

/// The pairs that a castling field grants.
fn granted(rules: Rules<'_>, position: &Position, field: &str) -> Vec<castling::Pair> {
    let pairs = castling::pairs(rules, position);
    field.chars().filter(|c| *c != '-').flat_map(|c| castling::meant(position, &pairs, c)).collect()
}

/// The square of the fourth field, if the field says all of its mark.
fn passed_square(rules: Rules<'_>, position: &Position) -> Option<Square> {
    let fact = rules.lexicon.passed?;
    let mut marks = position.squares.iter().filter(|((of, _), _)| *of == fact);
    let ((_, square), mark) = marks.next()?;
    if marks.next().is_some() || !rules.lexicon.only_taken_by(position, fact) {
        return None;
    }
    let maker = mark.maker?;
    let plain = *mark == passed::mark(rules.library(), position, fact, maker);
    (plain && passed::makers(rules, position, fact, *square) == [maker]).then_some(*square)
}

struct Reading<'a> {
    rules: Rules<'a>,
    text: Text<'a>,
    position: Position,
    wrong: Vec<Diagnostic>,
}

impl<'a> Reading<'a> {
    fn all(&mut self, on_board: bool) {
        let whole = self.text.text;
        let bar = whole.find('|');
        let fields = words(&whole[..bar.unwrap_or(whole.len())]);
        if fields.len() != 4 && fields.len() != 6 {
            let message =
                format!("a position has six fields (or four, without counters), not {}", fields.len());
            let end = bar.unwrap_or(whole.len());
            let help = "what stands where, whose turn it is, castling rights, the passed square, the clock, the number of the move: `8/8/8/8/8/8/8/8 w - - 0 1`";
            self.wrong(self.text.error(codes::FIELDS, 0..end, message).help(help));
            return;
        }
        let field = |index: usize| fields.get(index).map(|range| (&whole[range.clone()], range.clone()));
        let mut wrong = Vec::new();
        let mut suffix = Suffix::new(self.text, bar.map(|bar| bar + 1), &mut wrong);
        if let Some((text, range)) = field(1) {
            self.side(text, range);
        }
        suffix.events(self.rules, &mut self.position, &mut wrong);
        if let Some((text, range)) = field(0) {
            self.board(text, range);
        }
        if let Some((text, range)) = field(4) {
            self.clock(text, range);
        }
        if let Some((text, range)) = field(5) {
            self.number(text, range);
        }
        suffix.pieces(self.rules, &mut self.position, &mut wrong);
        self.wrong.append(&mut wrong);
        // A wrong counter does not keep the pieces from being judged, nor does what is wrong behind the fields unless it
        // is about the rules in force.
        let complete = suffix.knows_events()
            && self.wrong.iter().all(|diagnostic| {
                let at = diagnostic.labels.first().map_or(0, |label| label.place.span.start as usize);
                let behind = bar.is_some_and(|bar| at > bar);
                let counter = fields.get(1).is_some_and(|side| at > side.start);
                if behind {
                    diagnostic.code != codes::EVENT
                } else {
                    counter && diagnostic.code == codes::COUNTER
                }
            });
        if let Some((text, range)) = field(2) {
            self.castling(text, range, complete);
        }
        suffix.fresh(self.rules, &mut self.position, &mut wrong);
        suffix.facts(self.rules, &mut self.position, &mut wrong);
        if let Some((text, range)) = field(3) {
            self.passed(text, range, complete);
        }
        self.wrong.append(&mut wrong);
        let known = |wrong: &[Diagnostic]| wrong.iter().all(|each| each.code != codes::FACT);
        if complete {
            suffix.forgotten(self.rules, &self.position, known(&self.wrong), &mut wrong);
        }
        suffix.over(self.rules, &mut self.position, &mut wrong);
        self.wrong.append(&mut wrong);
        // What else is wrong does not keep the royal pieces from being counted, if the board can be read.
        let board = self.wrong.iter().all(|each| !matches!(each.code, codes::PLACEMENT | codes::SIGN));
        if let Some(range) = fields.first()
            && (complete || board)
        {
            self.royals(range.clone(), complete && known(&self.wrong));
            if on_board && complete && known(&self.wrong) {
                self.off_board(range.clone());
            }
        }
        if self.wrong.iter().all(|each| each.code == codes::COUNTER) && complete {
            suffix.turn(self.rules, &mut self.position, &mut wrong);
        }
        self.wrong.append(&mut wrong);
    }

    fn wrong(&mut self, diagnostic: Diagnostic) {
        self.wrong.push(diagnostic);
    }

    fn board(&mut self, field: &str, range: Range<usize>) {
        let size = self.rules.lexicon.size;
        let files = self.rules.lexicon.in_force(&self.position);
        let (placed, faults) = placement::read(self.rules.library(), size, &files, field);
        for (square, kind, owner) in placed {
            let place = Place::Square(square);
            self.position.add(Piece { owner, kind, place, fresh: false, facts: Vec::new() });
        }
        for fault in faults {
            let at = range.start + fault.range.start..range.start + fault.range.end;
            let diagnostic = match fault.what {
                Wrong::Ranks(ranks) => self
                    .text
                    .error(
                        codes::PLACEMENT,
                        at,
                        format!("there are {ranks} ranks here, and {} on the board", size.ranks),
                    )
                    .help(format!(
                        "write {} ranks, the last first, with `/` between; `{}` is an empty one",
                        size.ranks, size.files
                    )),
                Wrong::Squares(rank, squares) => {
                    let files = usize::from(size.files);
                    let help = if squares < files {
                        format!("add {}; a number is so many empty squares", files - squares)
                    } else {
                        format!("leave {} out; a number is so many empty squares", squares - files)
                    };
                    let message =
                        format!("rank {rank} has {squares} squares here, and {} on the board", size.files);
                    self.text.error(codes::PLACEMENT, at, message).help(help)
                }
                Wrong::Bracket => {
                    self.text.error(codes::PLACEMENT, at, "this bracket is not closed").help("write `(Ab)`")
                }
                Wrong::Count(count) => self
                    .text
                    .error(
                        codes::PLACEMENT,
                        at,
                        format!("`{count}` empty squares do not stand side by side on any board"),
                    )
                    .help(format!("write a number from 1 to {}", size.files)),
                Wrong::Sign(sign) | Wrong::Ambiguous(sign) => {
                    unknown_sign(self.rules, &self.position, self.text, at, &sign)
                }
            };
            self.wrong(diagnostic);
        }
    }

    fn side(&mut self, field: &str, range: Range<usize>) {
        let lexicon = self.rules.lexicon;
        match lexicon.sides.iter().position(|side| side == field) {
            Some(side) => self.position.player = SideId::from_index(side),
            None => {
                let message = format!("`{field}` does not say whose turn it is");
                let help = format!("write `{}` or `{}`", lexicon.sides[0], lexicon.sides[1]);
                self.wrong(self.text.error(codes::COUNTER, range, message).help(help));
            }
        }
    }

    fn clock(&mut self, field: &str, range: Range<usize>) {
        let number = field.parse::<i32>().ok().filter(|number| *number >= 0 && !field.starts_with('+'));
        match (number, self.rules.lexicon.clock) {
            (Some(0), _) => {}
            (Some(number), Some(fact)) => {
                let mark =
                    Mark { value: Value::Number(number), maker: None, left: Left::Always, revealed: false };
                self.position.game.insert(fact, mark);
            }
            (Some(_), None) => {
                let message = "this game keeps no number in the fifth field";
                self.wrong(self.text.error(codes::COUNTER, range, message).help("write `0`"));
            }
            (None, _) => {
                self.no_number(field, range, "half moves", 0..=i64::from(i32::MAX));
            }
        }
    }

    fn number(&mut self, field: &str, range: Range<usize>) {
        // Some programs begin with 0; FEN counts from 1.
        match field.parse::<u32>().ok().filter(|number| *number > 0 && !field.starts_with('+')) {
            Some(number) => self.position.number = number,
            None => self.no_number(field, range, "a move", 1..=i64::from(u32::MAX)),
        }
    }

    /// That a field holds no number of something, or one beyond what is counted.
    fn no_number(&mut self, field: &str, range: Range<usize>, of: &str, known: RangeInclusive<i64>) {
        let digits = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
        let beyond = digits && field.parse().map_or(true, |number: i64| number > *known.end());
        let (message, help) = if beyond {
            let help = format!("write a number from {} to {}", known.start(), known.end());
            (format!("`{field}` is more than is counted as a number of {of}"), help)
        } else {
            (format!("`{field}` is no number of {of}"), format!("write a number from {} on", known.start()))
        };
        self.wrong(self.text.error(codes::COUNTER, range, message).help(help));
    }

    /// Castling rights, and which pieces are fresh. Without all pieces it can only be read, not judged.
    fn castling(&mut self, field: &str, range: Range<usize>, complete: bool) {
        let mut granted = Vec::new();
        if field != "-" {
            let pairs = if complete { castling::pairs(self.rules, &self.position) } else { Vec::new() };
            for (at, letter) in field.char_indices() {
                let here = range.start + at..range.start + at + letter.len_utf8();
                let upper = letter.to_ascii_uppercase();
                if upper != 'Q' && !('A'..='P').contains(&upper) {
                    let message = format!("`{letter}` is no castling right");
                    let help = "write `K` or `Q`, the letter of the partner's file, or `-`; in lower case for the other side";
                    self.wrong(self.text.error(codes::CASTLING, here, message).help(help));
                } else if field[..at].contains(letter) {
                    let message = format!("`{letter}` is said twice");
                    let help = format!("write `{letter}` once");
                    self.wrong(self.text.error(codes::CASTLING, here, message).help(help));
                } else if complete {
                    let meant = self.at_home(castling::meant(&self.position, &pairs, letter));
                    if meant.is_empty() {
                        self.wrong(self.no_partner(letter, here));
                    } else if meant.iter().all(|pair| granted.contains(pair)) {
                        let message = format!("`{letter}` says once more what a letter before it says");
                        let help = "`K` and `Q` are the outermost partners; keep one of the two letters";
                        self.wrong(self.text.error(codes::CASTLING, here, message).help(help));
                    }
                    granted.extend(meant);
                }
            }
        }
        castling::deduce_fresh(self.rules, &mut self.position, &granted);
    }

    /// Those pairs whose mover stands on a rank on which such pieces stand in the setup.
    fn at_home(&self, mut pairs: Vec<castling::Pair>) -> Vec<castling::Pair> {
        pairs.retain(|(mover, _)| {
            let piece = self.position.piece(*mover);
            let home = self.rules.lexicon.home(piece.kind, piece.owner);
            let rank = self.position.square_of(*mover).map(|square| square.rank());
            home.is_empty() || home.iter().any(|square| Some(square.rank()) == rank)
        });
        pairs
    }

    fn no_partner(&self, letter: char, range: Range<usize>) -> Diagnostic {
        let library = self.rules.library();
        let side = SideId(u8::from(letter.is_ascii_lowercase()));
        let name = library.side_name(side);
        let message = match letter.to_ascii_uppercase() {
            'K' => format!("{name} has no pieces that could castle toward the last file"),
            'Q' => format!("{name} has no pieces that could castle toward file a"),
            upper => format!("{name} has no piece on file {} to castle with", upper.to_ascii_lowercase()),
        };
        self.text
            .error(codes::CASTLING, range, message)
            .help("leave this letter out, or put both pieces where they began")
    }

    fn passed(&mut self, field: &str, range: Range<usize>, complete: bool) {
        if field == "-" {
            return;
        }
        let on_board = square(field).filter(|square| self.rules.lexicon.size.has(*square));
        let Some(square) = on_board else {
            let message = format!("`{field}` is no square of the board");
            self.wrong(self.text.error(codes::PASSED, range, message).help("write `-` or a square"));
            return;
        };
        let Some(fact) = self.rules.lexicon.passed else {
            let message = "in this game no square is passed in the sense of the fourth field";
            self.wrong(self.text.error(codes::PASSED, range, message).help("write `-`"));
            return;
        };
        let fact_name = &self.rules.library().facts[fact.index()].name;
        if self.position.squares.keys().any(|(other, _)| *other == fact) {
            let message = format!("the suffix says a square to be `{fact_name}` too");
            let help = "write `-` here, or leave it out of the suffix";
            self.wrong(self.text.error(codes::PASSED, range, message).help(help));
            return;
        }
        if !complete {
            return;
        }
        let mover = self.rules.library().side_name(self.position.player.other()).to_string();
        match passed::makers(self.rules, &self.position, fact, square)[..] {
            [maker] => {
                let mark = passed::mark(self.rules.library(), &self.position, fact, maker);
                self.position.squares.insert((fact, square), mark);
            }
            [] => {
                let message = format!("no piece of {mover} can have passed {square} in the turn before");
                self.wrong(self.text.error(codes::PASSED, range, message).help("write `-`"));
            }
            ref several => {
                let places: Vec<String> = several
                    .iter()
                    .filter_map(|id| self.position.square_of(*id))
                    .map(|square| square.to_string())
                    .collect();
                let message = format!(
                    "the pieces of {mover} on {} can both have passed {square}",
                    places.join(" and ")
                );
                let help = format!(
                    "write `-` here, and behind the fields ` | square {square} ({fact_name} by {})`",
                    places[0]
                );
                self.wrong(self.text.error(codes::PASSED, range, message).help(help));
            }
        }
    }

    /// Whether all pieces stand on squares that are there.
    fn off_board(&mut self, field: Range<usize>) {
        let board = self.rules.engine.board(&self.position);
        let stands = |piece: &Piece| match piece.place {
            Place::Square(square) if !board.has(square) => Some(square),
            _ => None,
        };
        let missing: Vec<Square> = self.position.pieces.iter().filter_map(stands).collect();
        for square in missing {
            let text = &self.text.text[field.clone()];
            let at = placement::sign_of(self.rules.lexicon.size, text, square)
                .map_or(field.clone(), |sign| field.start + sign.start..field.start + sign.end);
            let message =
                format!("a piece stands on {square}, and by the rules in force there is no such square");
            self.wrong(
                self.text
                    .error(codes::PIECE, at, message)
                    .help(format!("leave the piece on {square} out, or put it on another square")),
            );
        }
    }

    /// Whether somebody has won: a royal piece may be missing then.
    fn is_won(&self) -> bool {
        self.rules.engine.outcome(&self.position, 1).is_some_and(|outcome| outcome.winner.is_some())
    }

    /// Whether the royal pieces are there, and none could be taken at once. That can be judged only where all is known
    /// that pieces bear.
    fn royals(&mut self, range: Range<usize>, known: bool) {
        let (library, lexicon) = (self.rules.library(), self.rules.lexicon);
        let royal = lexicon.royal_kinds();
        let changed = lexicon.changes_royal(&self.position);
        for side in [SideId(0), SideId(1)] {
            let is_royal = |piece: &&Piece| {
                piece.owner == side && royal.iter().any(|kind| library.kind_is(piece.kind, *kind))
            };
            let royals = || self.position.pieces.iter().filter(is_royal).map(|piece| piece.place);
            let count = royals().filter(|place| matches!(place, Place::Square(_) | Place::On(_))).count();
            // Whose one royal piece stands there has lost none.
            let lost = count == 1
                && lexicon.forbids_danger(&self.position)
                && royals().any(|place| matches!(place, Place::Taken(_)));
            if changed || lexicon.royals[side.index()] != 1 || count == 1 && !lost {
                continue;
            }
            let names: Vec<&str> =
                royal.iter().map(|kind| library.kinds[kind.index()].name.as_str()).collect();
            let (name, kinds) = (library.side_name(side), names.join(" or "));
            if lost {
                let message = format!("{name} has a royal piece, and one that was taken; one is meant");
                self.wrong(
                    self.text.error(codes::ROYAL, range.clone(), message).help(format!("royal is: {kinds}")),
                );
                continue;
            }
            if count > 1 {
                let message = format!("{name} has {count} royal pieces, and one is meant");
                self.wrong(
                    self.text.error(codes::ROYAL, range.clone(), message).help(format!("royal is: {kinds}")),
                );
            } else if !self.wrong.is_empty() || !self.is_won() {
                let message = format!("{name} has no royal piece");
                self.wrong(
                    self.text.error(codes::ROYAL, range.clone(), message).help(format!("put down a {kinds}")),
                );
            }
        }
        let (player, other) = (self.position.player, self.position.player.other());
        if known
            && self.wrong.iter().all(|each| each.code != codes::ROYAL)
            && lexicon.forbids_danger(&self.position)
            && self.rules.engine.threatened(&self.position, other)
        {
            let takers = self.rules.engine.threats(&self.position, other);
            let by = takers.first().and_then(|id| {
                let kind = self.position.pieces.get(id.index())?.kind;
                Some(format!(
                    " by the {} on {}",
                    library.kinds[kind.index()].name,
                    self.position.square_of(*id)?
                ))
            });
            let message = format!(
                "it is {}'s turn, and {}'s royal piece could be taken at once{}",
                library.side_name(player),
                library.side_name(other),
                by.unwrap_or_default()
            );
            let help = "no legal turn leads here: another side to move, or another place for a piece";
            self.wrong(self.text.error(codes::DANGER, range, message).help(help));
        }
    }
}

/// The bytes of the words of a text.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let mut at = 0;
    for word in text.split(char::is_whitespace) {
        if !word.is_empty() {
            all.push(at..at + word.len());
        }
        // Whitespace of more than one byte is found by looking.
        at += word.len() + text[at + word.len()..].chars().next().map_or(0, char::len_utf8);
    }
    all
}
