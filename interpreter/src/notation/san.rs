//! Turns for people, in the manner of standard algebraic notation: written canonically. Imports `ids`,
//! `model`, `position`, `engine`, `coordinate`. What is read is in `san_read`.
//!
//! A move is the mover's sign, what of its origin is needed to tell it from other legal moves of such pieces,
//! `x` if it takes, and its destination: `Nbd7`, `Rxe4`. One kind has no sign: of the kinds that promote, the
//! one of which the setup has most pieces (with those of the kinds that are it); it takes with its file
//! before the `x`: `exd5`. A kind chosen follows as `=Q`. Castling is `O-O` toward the last file and `O-O-O`
//! toward file a. Taking from afar without moving is `Bx@d6`, an act `Re1@label`, or the label alone for an
//! act of a side. Further moves and choices of a turn follow apart by commas: `Kxf7, Ke8`; a chosen piece, and a
//! square chosen for a piece, are `P@c1`, and a piece in hand `P@`; where it is put down next, `P@c1` says both; a choice that was declined is left out, or `-` where that is unclear. `+` says that a royal piece is
//! threatened, `#` that the game is won so. What else tells legal turns apart stands behind as in coordinate
//! form: `Phxe5~sacrifice`.

use crate::ids::{KindId, SideId, Square};
use crate::notation::Rules;
use crate::notation::coordinate::{Detail, Writer, tell_apart};
use crate::position::{Chosen, Declared, Part, Pending, Place, Position, Turn};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The text of a legal turn of a position.
#[must_use]
pub fn write(rules: Rules<'_>, position: &Position, turns: &[Turn], turn: &Turn) -> String {
    write_apart(rules, position, turns, turn).0
}

/// The same, and where in it the first move begins, behind the choices before it; none if it has no move.
pub(crate) fn write_apart(
    rules: Rules<'_>,
    position: &Position,
    turns: &[Turn],
    turn: &Turn,
) -> (String, Option<usize>) {
    let Some(at) = turns.iter().position(|other| other == turn) else {
        return (super::coordinate::write(rules, position, turns, turn), None);
    };
    let told = tell_all(rules, position, turns);
    let texts = tell_apart(turns.len(), |at, detail| body(rules, position, turns, &told, at, detail));
    let mut text = texts.into_iter().nth(at).unwrap_or_default();
    let moves_at = Detail::ladder().into_iter().find_map(|detail| {
        let (whole, moves_at) = body_apart(rules, position, turns, &told, at, detail);
        (whole == text).then_some(moves_at)
    });
    text.push_str(sign_of_check(rules, position, turn));
    (text, moves_at.flatten())
}

/// The texts of all legal turns of a position, in their order; no two are equal.
#[must_use]
pub fn write_all(rules: Rules<'_>, position: &Position, turns: &[Turn]) -> Vec<String> {
    let mut texts = bodies(rules, position, turns);
    for (text, turn) in texts.iter_mut().zip(turns) {
        text.push_str(sign_of_check(rules, position, turn));
    }
    texts
}

/// All texts without their signs of check and mate.
pub(crate) fn bodies(rules: Rules<'_>, position: &Position, turns: &[Turn]) -> Vec<String> {
    let told = tell_all(rules, position, turns);
    tell_apart(turns.len(), |at, detail| body(rules, position, turns, &told, at, detail))
}

/// `#` if the turn threatens a royal piece and wins, `+` if it threatens one, else nothing.
fn sign_of_check(rules: Rules<'_>, position: &Position, turn: &Turn) -> &'static str {
    let Ok(after) = rules.engine.play(position, turn) else { return "" };
    if after.pending.is_some() || !rules.engine.threatened(&after, after.player) {
        return "";
    }
    let winner = rules.engine.outcome(&after, 1).and_then(|outcome| outcome.winner);
    if winner == Some(after.player.other()) { "#" } else { "+" }
}

/// What a part of a turn is about, as far as its text tells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Told {
    /// The kind that moves or acts.
    pub kind: Option<KindId>,
    /// The kind that stands on a chosen square afterwards and did not before.
    pub put: Option<(KindId, SideId)>,
}

/// For each part of each turn, what it is about.
pub(super) fn tell_all(rules: Rules<'_>, position: &Position, turns: &[Turn]) -> Vec<Vec<Told>> {
    let mut boards = Boards { rules, position, known: BTreeMap::new() };
    turns.iter().map(|turn| tell(&mut boards, turn)).collect()
}

/// The boards that players see in the midst of turns.
struct Boards<'a> {
    rules: Rules<'a>,
    position: &'a Position,
    known: BTreeMap<Vec<Part>, Rc<Position>>,
}

impl Boards<'_> {
    /// The board behind the first parts of a turn.
    fn behind(&mut self, parts: &[Part]) -> Rc<Position> {
        if let Some(known) = self.known.get(parts) {
            return Rc::clone(known);
        }
        let pending = match &self.position.pending {
            Some(pending) => {
                let declared = pending.declared.iter().chain(parts).cloned().collect();
                Some(Box::new(Pending { declared, ..(**pending).clone() }))
            }
            None if parts.is_empty() => None,
            None => Some(Box::new(Pending {
                declared: parts.to_vec(),
                who: Some(self.position.player),
                stands: false,
                starting: Vec::new(),
            })),
        };
        let board = match pending {
            Some(_) => self.rules.engine.so_far(&Position { pending, ..self.position.clone() }),
            None => self.position.clone(),
        };
        let board = Rc::new(board);
        self.known.insert(parts.to_vec(), Rc::clone(&board));
        board
    }
}

/// For each part of a turn, what it is about.
fn tell(boards: &mut Boards<'_>, turn: &Turn) -> Vec<Told> {
    let rules = boards.rules;
    let mut moved: BTreeMap<Square, KindId> = BTreeMap::new();
    let mut last = None;
    let mut told = Vec::with_capacity(turn.parts.len());
    for (index, part) in turn.parts.iter().enumerate() {
        let (mut kind, mut put) = (None, None);
        match part {
            Part::Move(declared) => {
                let before = boards.behind(&turn.parts[..index]);
                let standing = declared.origin.and_then(|origin| before.at(origin));
                let mover = if declared.carried {
                    before
                        .ids()
                        .find(|id| standing.is_some_and(|on| before.piece(*id).place == Place::On(on)))
                } else {
                    standing
                };
                let stood = declared.origin.and_then(|origin| moved.get(&origin).copied());
                kind = mover.map(|id| before.piece(id).kind).or(stood);
                let stays = is_shot(rules, &before, declared);
                last = if stays { declared.origin } else { declared.target.or(declared.origin) };
                if let (Some(kind), Some(last)) = (kind, last) {
                    moved.insert(last, kind);
                }
            }
            Part::Choice(Some(Chosen::Kind(kind))) => {
                if let Some(last) = last {
                    moved.insert(last, *kind);
                }
            }
            Part::Choice(Some(Chosen::Square(square))) => {
                let on = |board: &Position| {
                    board.at(*square).map(|id| (board.piece(id).kind, board.piece(id).owner))
                };
                let before = on(&boards.behind(&turn.parts[..index]));
                let new = |board: &Position| on(board).filter(|there| before != Some(*there));
                put = new(&boards.behind(&turn.parts[..=index]));
                // What is done with it may wait for the rest of the turn.
                if put.is_none() {
                    put = rules.engine.play(boards.position, turn).ok().and_then(|after| new(&after));
                }
            }
            Part::Choice(_) => {}
        }
        told.push(Told { kind, put });
    }
    told
}

/// Whether the move takes from afar and stays.
pub(super) fn is_shot(rules: Rules<'_>, position: &Position, declared: &Declared) -> bool {
    declared.label.is_some_and(|label| rules.lexicon.is_shot(position, label))
        && declared.target.is_some_and(|target| declared.takes.contains(&target))
}

/// The sign of a kind in a move; empty for the kind that is written without.
pub(super) fn sign(rules: Rules<'_>, kind: Option<KindId>) -> &str {
    match kind {
        Some(kind) if rules.lexicon.unmarked != Some(kind) => rules.lexicon.sign(kind, SideId(0)),
        _ => "",
    }
}

/// `O-O` or `O-O-O`, if the move castles.
pub(super) fn castling(declared: &Declared) -> Option<&'static str> {
    let (origin, partner) = (declared.origin?, declared.partner?);
    Some(if partner.file() > origin.file() { "O-O" } else { "O-O-O" })
}

fn body(
    rules: Rules<'_>,
    position: &Position,
    turns: &[Turn],
    told: &[Vec<Told>],
    at: usize,
    detail: Detail,
) -> String {
    body_apart(rules, position, turns, told, at, detail).0
}

/// What is put onto a square says what was chosen before it: a piece that stands nowhere, or a kind that nothing on the
/// board becomes.
pub(super) fn is_said_by_next(parts: &[Part], told: &[Told], index: usize) -> bool {
    let next = matches!(parts.get(index + 1), Some(Part::Choice(Some(Chosen::Square(_)))));
    let Some((kind, owner)) = told.get(index + 1).and_then(|told| told.put).filter(|_| next) else {
        return false;
    };
    let behind_a_way = || matches!(index.checked_sub(1).map(|before| &parts[before]), Some(Part::Move(m)) if m.target.is_some());
    match &parts[index] {
        Part::Choice(Some(Chosen::Piece(None, chosen, whose))) => (*chosen, *whose) == (kind, owner),
        Part::Choice(Some(Chosen::Kind(chosen))) => *chosen == kind && !behind_a_way(),
        _ => false,
    }
}

fn body_apart(
    rules: Rules<'_>,
    position: &Position,
    turns: &[Turn],
    told: &[Vec<Told>],
    at: usize,
    detail: Detail,
) -> (String, Option<usize>) {
    let parts = &turns[at].parts;
    let mut text = String::new();
    let mut moves_at = None;
    for (index, part) in parts.iter().enumerate() {
        if !detail.values && is_said_by_next(parts, &told[at], index) {
            continue;
        }
        match part {
            Part::Move(declared) => {
                if !text.is_empty() {
                    text.push_str(", ");
                }
                moves_at.get_or_insert(text.len());
                let origin = origin_needed(rules, turns, told, at, index);
                text.push_str(&movement(rules, position, declared, told[at][index], &origin, detail.ride));
                text.push_str(&tail(rules, declared, detail));
            }
            Part::Choice(Some(Chosen::Kind(kind))) => {
                if !text.is_empty() && !matches!(parts[index - 1], Part::Move(_)) {
                    text.push_str(", ");
                }
                text.push('=');
                text.push_str(rules.lexicon.sign(*kind, SideId(0)));
            }
            // What was declined is what is not said, as long as that is clear.
            Part::Choice(None) if index > 0 && !detail.values => {}
            Part::Choice(chosen) => {
                if !text.is_empty() {
                    text.push_str(", ");
                }
                text.push_str(&choice(rules, chosen.as_ref(), told[at][index], detail.values));
            }
        }
    }
    (text, moves_at)
}

/// A choice: what is put, what is chosen and where it is, or the plain value.
pub(super) fn choice(rules: Rules<'_>, chosen: Option<&Chosen>, told: Told, values: bool) -> String {
    let put = |kind: KindId, square: Square| format!("{}@{square}", rules.lexicon.sign(kind, SideId(0)));
    match (chosen, told.put) {
        (Some(Chosen::Square(square)), Some((kind, _))) => put(kind, *square),
        (Some(Chosen::Square(square)), None) => format!("@{square}"),
        (Some(Chosen::Piece(Some(square), kind, _)), _) if !values => put(*kind, *square),
        (Some(Chosen::Piece(None, kind, _)), _) if !values => {
            format!("{}@", rules.lexicon.sign(*kind, SideId(0)))
        }
        _ => Writer { rules }.value(chosen, true),
    }
}

/// A move in the midst of turns, with as much of its origin as tells it from the others.
pub(super) fn movement_of(
    rules: Rules<'_>,
    position: &Position,
    turns: &[Turn],
    told: &[Vec<Told>],
    at: usize,
    index: usize,
    declared: &Declared,
) -> String {
    let origin = origin_needed(rules, turns, told, at, index);
    movement(rules, position, declared, told[at][index], &origin, true)
}

/// One move, with as much of its origin as is asked for.
fn movement(
    rules: Rules<'_>,
    position: &Position,
    declared: &Declared,
    told: Told,
    from: &str,
    ride: bool,
) -> String {
    if let Some(castling) = castling(declared) {
        return castling.to_string();
    }
    let sign = sign(rules, told.kind);
    let ride = if declared.carried && ride { "^" } else { "" };
    let Some(target) = declared.target else {
        let label = declared.label.map_or("", |label| rules.library().labels[label.index()].as_str());
        return match declared.origin {
            None => label.to_string(),
            Some(origin) => format!("{ride}{sign}{origin}@{label}"),
        };
    };
    let takes = if is_shot(rules, position, declared) {
        "x@"
    } else if declared.takes.is_empty() {
        ""
    } else {
        "x"
    };
    format!("{ride}{sign}{from}{takes}{target}")
}

/// What stands behind a move only where legal turns could not be told apart.
pub(super) fn tail(rules: Rules<'_>, declared: &Declared, detail: Detail) -> String {
    let mut text = String::new();
    if detail.takes {
        declared.takes.iter().for_each(|square| text.push_str(&format!("x{square}")));
    }
    if detail.label
        && declared.target.is_some()
        && let Some(label) = declared.label
    {
        text.push_str(&format!("~{}", rules.library().labels[label.index()]));
    }
    if let (true, Some(each)) = (detail.each, &declared.each) {
        text.push_str(&format!("*{}", Writer { rules }.value(Some(each), detail.values)));
    }
    if let (true, Some(partner)) = (detail.partner, declared.partner) {
        text.push_str(&format!("/{partner}"));
    }
    text
}

/// What of a move's origin tells it from other legal moves of such pieces to its destination: its file, else
/// its rank, else both. A capture by the kind without sign always shows its file.
fn origin_needed(rules: Rules<'_>, turns: &[Turn], told: &[Vec<Told>], at: usize, index: usize) -> String {
    let parts = &turns[at].parts;
    let Part::Move(declared) = &parts[index] else { return String::new() };
    let (Some(origin), Some(target)) = (declared.origin, declared.target) else { return String::new() };
    let kind = told[at][index].kind;
    let rivals: Vec<Square> = turns
        .iter()
        .zip(told)
        .filter(|(turn, _)| turn.parts.get(..index) == parts.get(..index))
        .filter(|(_, told)| told.get(index).is_some_and(|told| told.kind == kind))
        .filter_map(|(turn, _)| match turn.parts.get(index) {
            Some(Part::Move(other)) if other.partner.is_none() && other.target == Some(target) => {
                other.origin
            }
            _ => None,
        })
        .filter(|other| *other != origin)
        .collect();
    let file = char::from(b'a' + origin.file());
    let shows_file = rules.lexicon.unmarked == kind && !declared.takes.is_empty();
    let same_file = rivals.iter().any(|other| other.file() == origin.file());
    let same_rank = rivals.iter().any(|other| other.rank() == origin.rank());
    match (rivals.is_empty(), same_file, same_rank) {
        (true, ..) if shows_file => file.to_string(),
        (true, ..) => String::new(),
        (false, false, _) => file.to_string(),
        (false, true, false) if !shows_file => (origin.rank() + 1).to_string(),
        (false, true, _) => origin.to_string(),
    }
}
