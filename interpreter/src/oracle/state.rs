//! A turn under way: what has been done, what stands open. Imports `position`, `model`.

use super::force::Force;
use super::moment::{Depth, Frame, Happened, Info, Moment, Sought};
use super::question::Question;
use super::value::nothing;
use crate::ids::{FactId, LabelId, PieceId, SideId, Square};
use crate::model::{Bearer, Deed, Grant, Library, Lifetime, Node, Type};
use crate::position::{Chosen, Left, Mark, Part, Piece, Place, Position, Value};
use rulemate_grammar::source::Place as Origin;
use std::rc::Rc;
use std::sync::Arc;

/// Why a turn cannot go on from where it is.
#[derive(Debug)]
pub(super) enum Stop {
    /// A decision of the player: part of his turn.
    Ask(Ask),
    /// A decision of somebody else, or of chance: the turn is split.
    Split(Ask),
    /// The rules forbid what was decided last.
    Forbidden(Origin),
    /// The rules forbid the turn for what has followed from it.
    TakenBack(Origin),
    /// A choice that must be made has no options.
    Dead,
    /// The rules set each other off without end; the one that ran when they were stopped.
    Endless(Origin),
}

/// How many effects one turn may have, before its rules are taken to set each other off without end.
pub(super) const MOST_EFFECTS: u32 = 10_000;

/// As how many effects a new piece counts.
pub(super) const NEW_PIECE: u32 = 9;

/// How deep events may start events.
pub(super) const DEEPEST_START: u32 = 32;

/// A decision.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    /// Who decides; none: chance.
    pub who: Option<SideId>,
    pub options: Vec<Chosen>,
    /// It may be left.
    pub may: bool,
}

/// Decisions that have been made, in order.
pub(super) struct Script<'s> {
    pub choices: &'s [Option<Chosen>],
    pub used: usize,
}

impl<'s> Script<'s> {
    pub fn new(choices: &'s [Option<Chosen>]) -> Script<'s> {
        Script { choices, used: 0 }
    }

    pub fn next(&mut self) -> Option<&'s Option<Chosen>> {
        let choice = self.choices.get(self.used)?;
        self.used += 1;
        Some(choice)
    }
}

/// An offer of a further move that stands open.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    pub grant: Rc<Grant>,
    pub frame: Frame,
    /// Where it stands: offers of one sentence are counted together.
    pub place: Origin,
}

/// A turn under way.
#[derive(Clone)]
pub(super) struct State<'o> {
    pub question: &'o Question<'o>,
    pub force: Arc<Force>,
    pub position: Position,
    pub start: Rc<Position>,
    pub log: Vec<Happened>,
    /// How many moves of pieces it has had.
    pub links: u16,
    /// How many moves and acts of any sort.
    pub moves: u16,
    pub offers: Vec<Offer>,
    /// How often each offer has been taken.
    pub taken_up: Vec<(Origin, u16)>,
    pub depth: Depth,
    /// Decisions in this phase are never parts of the turn.
    pub after: bool,
    /// What has been declared.
    pub parts: Vec<Part>,
    /// The sentences that made its moves.
    pub made: Vec<Origin>,
    /// How often the position has stood.
    pub repeats: u32,
    /// Happenings that the triggers have seen already.
    pub answered: usize,
    /// The move that the running triggers belong to.
    pub info: Rc<Info>,
    pub labels: Rc<[LabelId]>,
    /// Which rule has answered which pair in this move.
    pub once: Vec<(usize, Deed, PieceId, Option<PieceId>)>,
    /// How many effects have run in the turn.
    pub effects_run: u32,
    /// How many starts of events stand open, one within the other.
    pub starting: u32,
}

impl<'o> State<'o> {
    /// The beginning of a turn.
    pub fn begin(
        question: &'o Question<'o>,
        force: Arc<Force>,
        position: &Position,
        depth: Depth,
    ) -> State<'o> {
        State {
            question,
            force,
            position: position.clone(),
            start: Rc::new(position.clone()),
            log: Vec::new(),
            links: 0,
            moves: 0,
            offers: Vec::new(),
            taken_up: Vec::new(),
            depth,
            after: false,
            parts: Vec::new(),
            made: Vec::new(),
            repeats: 1,
            answered: 0,
            info: Rc::new(Info::default()),
            labels: Rc::new([]),
            once: Vec::new(),
            effects_run: 0,
            starting: 0,
        }
    }

    /// The moment as it is now.
    pub fn moment(&self) -> Moment<'_> {
        Moment {
            question: self.question,
            force: &self.force,
            position: &self.position,
            start: &self.start,
            log: &self.log,
            links: self.links,
            depth: self.depth,
            repeats: self.repeats,
            was: None,
            in_board: false,
            off_board_too: false,
            stuck: false,
            sought: Sought::All,
        }
    }

    /// Whose turn it is.
    pub fn player(&self) -> SideId {
        self.start.player
    }

    /// Notes that something happened to a piece, as it is now.
    pub fn happens(&mut self, deed: Deed, who: PieceId, other: Option<(PieceId, Piece)>) {
        let was = self.position.piece(who).clone();
        self.happens_as(deed, who, was, other);
    }

    /// Notes that something happened to a piece, as it was.
    pub fn happens_as(&mut self, deed: Deed, who: PieceId, was: Piece, other: Option<(PieceId, Piece)>) {
        let labels = Rc::clone(&self.labels);
        self.log.push(Happened { deed, who, was, other, labels, link: self.moves });
    }

    /// Takes a piece, and what it carries, off the board.
    pub fn take(&mut self, taken: PieceId, by: Option<PieceId>) {
        let Some(square) = self.position.square_of(taken) else { return };
        let riders: Vec<PieceId> =
            self.position.ids().filter(|each| self.position.piece(*each).place == Place::On(taken)).collect();
        let mut was = self.position.piece(taken).clone();
        if matches!(was.place, Place::Held(_)) {
            was.place = Place::Square(square);
        }
        let taker = by.map(|by| (by, self.position.piece(by).clone()));
        if let Some((by, as_it_was)) = taker.clone() {
            self.happens_as(Deed::Takes, by, as_it_was, Some((taken, was.clone())));
        }
        self.position.put(taken, Place::Taken(square));
        self.happens_as(Deed::IsTaken, taken, was, taker);
        for rider in riders {
            // It was carried: rules may count a carrier and its load as one.
            let was = self.position.piece(rider).clone();
            self.position.put(rider, Place::Taken(square));
            let taker = by.map(|by| (by, self.position.piece(by).clone()));
            self.happens_as(Deed::IsTaken, rider, was, taker);
        }
    }

    /// Puts a piece onto a square; a piece that stands there, unseen by whoever puts it, is displaced.
    pub fn arrive(&mut self, piece: PieceId, square: Square) {
        if let Some(found) = self.position.at(square).filter(|found| *found != piece) {
            self.position.put(found, Place::Held(square));
            let mut was = self.position.piece(found).clone();
            was.place = Place::Square(square);
            self.happens_as(Deed::IsDisplaced, found, was, None);
        }
        let stood = self.position.piece(piece).place == Place::Square(square);
        self.position.put(piece, Place::Square(square));
        self.position.pieces[piece.index()].fresh = false;
        if !stood {
            self.happens(Deed::Arrives, piece, None);
        }
    }

    /// How long a mark lasts that is set now.
    pub fn left(&self, fact: FactId, owner: SideId) -> Left {
        match self.force.library.facts[fact.index()].life {
            Lifetime::Always => Left::Always,
            Lifetime::ThisTurn => Left::ThisTurn,
            Lifetime::Turns { number, enemy } => {
                let side = if enemy { owner.other() } else { owner };
                Left::Turns { side, turns: number, enemy, new: side == self.player() }
            }
        }
    }

    /// Sets, or ends, a fact of everything in a set.
    pub fn set(&mut self, fact: FactId, of: &Value, value: Value, frame: &Frame) {
        let declared = &self.force.library.facts[fact.index()];
        // To be no, or none, is what an unset fact says; for good, so is the number that it has at first.
        let for_good = declared.life == Lifetime::Always;
        let ends = match &declared.default {
            None => value == nothing(declared.of) && (declared.of != Type::Number || for_good),
            Some(default) => {
                for_good && matches!(default.node, Node::Number(at_first) if value == Value::Number(at_first))
            }
        };
        // Only of a fact of squares anybody asks who has set it.
        let maker = frame.it.filter(|_| declared.bearer == Bearer::Squares);
        let mark = |left: Left| (!ends).then(|| Mark { value: value.clone(), maker, left, revealed: false });
        match (declared.bearer, of) {
            (Bearer::Pieces, Value::Pieces(list)) => {
                for piece in list {
                    let mark = mark(self.left(fact, self.position.piece(*piece).owner));
                    let facts = &mut self.position.pieces[piece.index()].facts;
                    facts.retain(|(each, _)| *each != fact);
                    facts.extend(mark.map(|mark| (fact, mark)));
                    facts.sort_by_key(|(each, _)| *each);
                }
            }
            (Bearer::Squares, of) => {
                let squares = match of {
                    Value::Squares(set) => *set,
                    Value::Pieces(list) => {
                        list.iter().filter_map(|each| self.position.square_of(*each)).collect()
                    }
                    _ => return,
                };
                for square in squares.iter() {
                    match mark(self.left(fact, frame.view)) {
                        Some(mark) => self.position.squares.insert((fact, square), mark),
                        None => self.position.squares.remove(&(fact, square)),
                    };
                }
            }
            (Bearer::Sides, Value::Sides(sides)) => {
                for side in sides {
                    match mark(self.left(fact, frame.view)) {
                        Some(mark) => self.position.sides.insert((fact, *side), mark),
                        None => self.position.sides.remove(&(fact, *side)),
                    };
                }
            }
            (Bearer::Game, _) => {
                match mark(self.left(fact, frame.view)) {
                    Some(mark) => self.position.game.insert(fact, mark),
                    None => self.position.game.remove(&fact),
                };
            }
            _ => {}
        }
    }

    /// Ends what runs out with the turn of a side, and forgets the taken of whom nothing is known any more.
    pub fn expire(position: &mut Position, side: SideId) {
        let lasts = |mark: &mut Mark| expire_mark(mark, side);
        for piece in &mut position.pieces {
            piece.facts.retain_mut(|(_, mark)| lasts(mark));
            if matches!(piece.place, Place::Taken(_)) && piece.facts.is_empty() {
                piece.place = Place::Gone;
            }
        }
        position.squares.retain(|_, mark| expire_mark(mark, side));
        position.sides.retain(|_, mark| expire_mark(mark, side));
        position.game.retain(|_, mark| expire_mark(mark, side));
    }

    /// Takes away what will be over for the other side once the turn that is judged stands.
    pub fn close(position: &mut Position, closing: SideId) {
        for piece in &mut position.pieces {
            piece.facts.retain(|(_, mark)| !runs_out(mark, closing));
        }
        position.squares.retain(|_, mark| !runs_out(mark, closing));
        position.sides.retain(|_, mark| !runs_out(mark, closing));
        position.game.retain(|_, mark| !runs_out(mark, closing));
    }
}

fn expire_mark(mark: &mut Mark, ended: SideId) -> bool {
    match &mut mark.left {
        Left::Always => true,
        Left::ThisTurn => false,
        Left::Turns { side, turns, new, .. } => {
            if *new {
                *new = false;
                return true;
            }
            if *side == ended {
                *turns = turns.saturating_sub(1);
            }
            *turns > 0
        }
    }
}

/// Whether a mark is over for the other side while the turn of `closing` is judged: it runs out with that
/// turn, and was not said as turns of the enemy.
pub(super) fn runs_out(mark: &Mark, closing: SideId) -> bool {
    match mark.left {
        Left::Always => false,
        Left::ThisTurn => true,
        Left::Turns { side, turns, enemy, new } => side == closing && turns == 1 && !new && !enemy,
    }
}

/// Renumbers the pieces so that those that are gone take no room.
pub(super) fn compact(position: &mut Position, library: &Library) {
    position.compact(&|fact| library.facts[fact.index()].default.is_none());
}
