//! The moment at which a sentence is asked: the position, what happened in the turn, how deep the question lies.
//! Imports `position`, `model`.

use super::force::Force;
use super::question::Question;
use crate::board::{SquareSet, Vector};
use crate::ids::{LabelId, PieceId, SideId, Square};
use crate::model::Deed;
use crate::position::{Mark, Piece, Place, Position, Value};
use std::rc::Rc;
use std::sync::Arc;

/// Something that happened in the running turn.
#[derive(Clone, Debug)]
pub(super) struct Happened {
    pub deed: Deed,
    /// Who did it, or to whom it was done.
    pub who: PieceId,
    /// As it was when it happened.
    pub was: Piece,
    /// Whom it took, by whom it was taken.
    pub other: Option<(PieceId, Piece)>,
    /// The labels of the move.
    pub labels: Rc<[LabelId]>,
    /// The how manieth move of the turn.
    pub link: u16,
}

/// What is known of a move while its guards are asked, and while its block and triggers run.
#[derive(Clone, Debug, Default)]
pub(super) struct Info {
    pub origin: Option<Square>,
    pub target: Option<Square>,
    /// The piece that the walker met there.
    pub met: Option<PieceId>,
    /// Absolute.
    pub heading: Vector,
    pub length: u16,
    pub trail: SquareSet,
    pub castling: bool,
    pub takes: Vec<PieceId>,
    /// The square just entered, while exits are asked.
    pub entered: Option<Square>,
}

/// What a sentence speaks of: whose eyes, which piece, which names.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub view: SideId,
    pub it: Option<PieceId>,
    pub vars: Vec<Option<Value>>,
    pub info: Option<Rc<Info>>,
}

impl Frame {
    /// A frame for a sentence with so many names, seen as this side sees it.
    pub fn new(view: SideId, vars: u16) -> Frame {
        Frame { view, it: None, vars: vec![None; vars as usize], info: None }
    }

    /// The same, about a piece, seen as its owner sees it.
    pub fn about(moment: &Moment<'_>, piece: PieceId, vars: u16) -> Frame {
        Frame { it: Some(piece), ..Frame::new(moment.piece(piece).owner, vars) }
    }

    /// The same, with what is known of a move.
    pub fn with(mut self, info: &Rc<Info>) -> Frame {
        self.info = Some(Rc::clone(info));
        self
    }

    /// Binds a name.
    pub fn bind(&mut self, var: crate::ids::VarId, value: Value) {
        if self.vars.len() <= var.index() {
            self.vars.resize(var.index() + 1, None);
        }
        self.vars[var.index()] = Some(value);
    }
}

/// How a question may be answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depth {
    /// The highest level of sentences that count: 0 in threats, 2 in play.
    pub level: u8,
    /// How many answers inside answers may still be followed.
    pub answers: u8,
    /// The turn is being judged: what runs out with it is over for the other side.
    pub closing: bool,
}

impl Depth {
    /// A turn that is really played.
    pub const PLAY: Depth = Depth { level: 2, answers: 3, closing: false };
    /// A turn that is only threatened.
    pub const THREAT: Depth = Depth { level: 0, answers: 0, closing: false };
}

/// Which ways are looked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sought<'a> {
    All,
    /// Those that take one of these pieces, or any.
    Taking(Option<&'a [PieceId]>),
}

/// The moment at which a sentence is asked.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    pub question: &'a Question<'a>,
    pub force: &'a Arc<Force>,
    pub position: &'a Position,
    /// The position when the turn began.
    pub start: &'a Position,
    /// What happened in the turn.
    pub log: &'a [Happened],
    /// How many moves of pieces the turn has had.
    pub links: u16,
    pub depth: Depth,
    /// How often the position has stood.
    pub repeats: u32,
    /// A piece that counts as what it was.
    pub was: Option<(PieceId, &'a Piece)>,
    /// What the board is, is being worked out: in its own definition it is the whole rectangle.
    pub in_board: bool,
    /// A piece that is off the board counts by what it is.
    pub off_board_too: bool,
    /// The player is in the middle of a turn that nothing legal can follow.
    pub stuck: bool,
    /// Which ways are looked for: others need not be listed.
    pub sought: Sought<'a>,
}

impl<'a> Moment<'a> {
    /// A position at the beginning of a turn.
    pub fn at_start(
        question: &'a Question<'a>,
        force: &'a Arc<Force>,
        position: &'a Position,
        depth: Depth,
    ) -> Moment<'a> {
        Moment {
            question,
            force,
            position,
            start: position,
            log: &[],
            links: 0,
            depth,
            repeats: 1,
            was: None,
            in_board: false,
            off_board_too: false,
            stuck: false,
            sought: Sought::All,
        }
    }

    /// Whether a way that takes these pieces is looked for.
    pub fn seeks(&self, takes: &[PieceId]) -> bool {
        match self.sought {
            Sought::All => true,
            Sought::Taking(None) => !takes.is_empty(),
            Sought::Taking(Some(sought)) => takes.iter().any(|taken| sought.contains(taken)),
        }
    }

    /// A piece, as it is or as it was.
    pub fn piece(&self, id: PieceId) -> &Piece {
        match self.was {
            Some((piece, was)) if piece == id => was,
            _ => self.position.piece(id),
        }
    }

    /// The square of a piece, as it is or as it was.
    pub fn square_of(&self, id: PieceId) -> Option<Square> {
        match self.was {
            Some((piece, was)) if piece == id => match was.place {
                Place::Square(square) | Place::Held(square) | Place::Taken(square) => Some(square),
                Place::On(carrier) => self.position.square_of(carrier),
                Place::Hand(_) | Place::Gone => None,
            },
            _ => self.position.square_of(id),
        }
    }

    /// Whether a piece is on a square or carried, or was.
    pub fn is_present(&self, id: PieceId) -> bool {
        matches!(self.piece(id).place, Place::Square(_) | Place::On(_))
    }

    /// Whether a piece counts as one of the pieces: it is on a square or carried, or was, or what is asked is what it is.
    pub fn counts(&self, id: PieceId) -> bool {
        self.off_board_too || self.is_present(id)
    }

    /// The mark of a fact on a piece.
    pub fn piece_mark(&self, id: PieceId, fact: crate::ids::FactId) -> Option<&Mark> {
        self.piece(id).facts.iter().find(|(each, _)| *each == fact).map(|(_, mark)| mark)
    }

    /// The same moment with a piece that counts as what it was.
    pub fn as_was<'b>(&self, id: PieceId, was: &'b Piece) -> Moment<'b>
    where
        'a: 'b,
    {
        Moment { was: Some((id, was)), ..*self }
    }

    /// The squares of the board in force.
    pub fn board(&self) -> SquareSet {
        if self.force.whole_board || self.in_board {
            return self.question.rectangle();
        }
        let mut frame = Frame::new(self.position.player, 0);
        match self.meaning(self.force.library.board, None, &mut frame) {
            Value::Squares(set) => set,
            _ => self.question.rectangle(),
        }
    }

    /// The pieces on squares or carried.
    pub fn present(&self) -> impl Iterator<Item = PieceId> + '_ {
        self.position.ids().filter(|id| self.is_present(*id))
    }

    /// The piece that a walker finds on a square; it does not find itself.
    pub fn seen(&self, square: Square, walker: PieceId) -> Option<PieceId> {
        let found = self.position.at(square)?;
        if found == walker || !self.sees(walker, found) { None } else { Some(found) }
    }

    /// Whether all pieces of a side are blind to this piece.
    pub fn hidden_from(&self, piece: PieceId, side: SideId) -> bool {
        if self.force.all_seen || self.piece(piece).owner == side {
            return false;
        }
        !self.present().any(|each| self.piece(each).owner == side && self.sees(each, piece))
    }
}
