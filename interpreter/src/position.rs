//! A position and a turn as plain values, the same for every evaluator. Imports `ids`, `board`.

use crate::board::{SquareSet, Vector};
use crate::ids::{FactId, FileId, KindId, LabelId, PieceId, SideId, Square};
use std::collections::BTreeMap;

/// Where a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Place {
    /// On a square.
    Square(Square),
    /// Carried by a piece.
    On(PieceId),
    /// In the hand of a side.
    Hand(SideId),
    /// Displaced: off the board for the moment, last on this square.
    Held(Square),
    /// Taken from this square. Kept as long as it bears a fact, or the turn lasts.
    Taken(Square),
    /// Not there: removed, or forgotten.
    Gone,
}

/// What a fact says.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Value {
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(i32),
    /// Pieces, in order of their ids.
    Pieces(Vec<PieceId>),
    /// Squares.
    Squares(SquareSet),
    /// Kinds, in order of their ids.
    Kinds(Vec<KindId>),
    /// Directions as their reader sees them, in order.
    Directions(Vec<Vector>),
    /// Sides, in order.
    Sides(Vec<SideId>),
    /// Events, in order.
    Events(Vec<FileId>),
}

/// How long a mark still lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Left {
    /// For good.
    Always,
    /// Until this turn is over.
    ThisTurn,
    /// Until the end of the `turns`-th turn of `side` from now on, turns that have begun already left out.
    Turns {
        /// Whose turns count.
        side: SideId,
        /// How many; 1: until the end of its next (or running) turn.
        turns: u16,
        /// It was said as turns of the enemy of whom it is about.
        enemy: bool,
        /// Set in the running turn, which does not count.
        new: bool,
    },
}

/// A fact that has been set.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Mark {
    /// What it says.
    pub value: Value,
    /// The piece that was spoken of when it was set.
    pub maker: Option<PieceId>,
    /// How long it still lasts.
    pub left: Left,
    /// A secret one that is known to all.
    pub revealed: bool,
}

/// A piece.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub owner: SideId,
    /// What it is.
    pub kind: KindId,
    /// Where it is.
    pub place: Place,
    /// It has neither moved nor been put since the start.
    pub fresh: bool,
    /// Its facts, by id.
    pub facts: Vec<(FactId, Mark)>,
}

/// An event in force.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Started {
    /// The event.
    pub event: FileId,
    /// Who started it.
    pub by: SideId,
}

/// All that legality and play depend on, but for the history that repetition asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The pieces. Ids stay the same within a turn; between turns only equality of contents counts.
    pub pieces: Vec<Piece>,
    /// What stands where: index by square; carried and missing pieces are not here.
    pub board: [Option<PieceId>; 256],
    /// Facts of squares.
    pub squares: BTreeMap<(FactId, Square), Mark>,
    /// Facts of sides.
    pub sides: BTreeMap<(FactId, SideId), Mark>,
    /// Facts of the game.
    pub game: BTreeMap<FactId, Mark>,
    /// Whose turn it is.
    pub player: SideId,
    /// The events in force, in order of their start.
    pub events: Vec<Started>,
    /// The number of the move, counted from 1 as FEN does.
    pub number: u32,
    /// A turn that a decision of the other side, or of chance, has split.
    pub pending: Option<Box<Pending>>,
    /// An effect has ended the game.
    pub over: Option<Outcome>,
    /// Turns that were taken back here: they are not legal until another one stands.
    pub barred: Vec<Turn>,
}

/// A turn that waits for a decision which is not its player's, or an event being set up that waits for one. What was done so far stands in `declared`;
/// the position that holds it is the one before the turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    /// What has been declared and decided so far.
    pub declared: Vec<Part>,
    /// Who decides; none: chance. The player of the turn, if it is he who goes on.
    pub who: Option<SideId>,
    /// The turn has been judged and stands; what is decided follows from it.
    pub stands: bool,
    /// Events that are put in force from outside a turn, the first of which is being set up: what is declared are
    /// the choices made for it, and the position is the one before its start.
    pub starting: Vec<Started>,
}

impl Position {
    /// An empty board with the first side to move.
    #[must_use]
    pub fn empty() -> Position {
        Position {
            pieces: Vec::new(),
            board: [None; 256],
            squares: BTreeMap::new(),
            sides: BTreeMap::new(),
            game: BTreeMap::new(),
            player: SideId(0),
            events: Vec::new(),
            number: 1,
            pending: None,
            over: None,
            barred: Vec::new(),
        }
    }

    /// The piece of this id.
    #[must_use]
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// What stands on a square.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<PieceId> {
        self.board[square.index()]
    }

    /// Adds a piece; on a square it must find nothing there.
    pub fn add(&mut self, piece: Piece) -> PieceId {
        let id = PieceId::from_index(self.pieces.len());
        if let Place::Square(square) = piece.place {
            self.board[square.index()] = Some(id);
        }
        self.pieces.push(piece);
        id
    }

    /// Moves a piece to a place, whatever stood there being left without its square.
    pub fn put(&mut self, id: PieceId, place: Place) {
        if let Place::Square(from) = self.pieces[id.index()].place
            && self.board[from.index()] == Some(id)
        {
            self.board[from.index()] = None;
        }
        self.pieces[id.index()].place = place;
        if let Place::Square(to) = place {
            self.board[to.index()] = Some(id);
        }
    }

    /// The ids of all pieces, those off the board too.
    pub fn ids(&self) -> impl Iterator<Item = PieceId> + use<> {
        (0..self.pieces.len()).map(PieceId::from_index)
    }

    /// The square of a piece: its own, its carrier's, or where it was last; none in a hand, or where pieces carry
    /// each other in a circle.
    #[must_use]
    pub fn square_of(&self, id: PieceId) -> Option<Square> {
        let mut piece = id;
        for _ in 0..=self.pieces.len() {
            match self.piece(piece).place {
                Place::Square(square) | Place::Held(square) | Place::Taken(square) => return Some(square),
                Place::On(carrier) => piece = carrier,
                Place::Hand(_) | Place::Gone => return None,
            }
        }
        None
    }

    /// Renumbers the pieces so that those that are gone take no room. A fact that names pieces is over when all of them
    /// are gone, if `ends` says so of it.
    pub fn compact(&mut self, ends: &dyn Fn(FactId) -> bool) {
        for piece in &mut self.pieces {
            if matches!(piece.place, Place::Taken(_)) && piece.facts.is_empty() {
                piece.place = Place::Gone;
            }
        }
        if self.pieces.iter().all(|piece| piece.place != Place::Gone) {
            return;
        }
        let mut map: Vec<Option<PieceId>> = Vec::with_capacity(self.pieces.len());
        let mut kept = 0;
        for piece in &self.pieces {
            if piece.place == Place::Gone {
                map.push(None);
            } else {
                map.push(Some(PieceId::from_index(kept)));
                kept += 1;
            }
        }
        let renew = |fact: FactId, mark: &mut Mark| {
            mark.maker = mark.maker.and_then(|maker| map[maker.index()]);
            let Value::Pieces(list) = &mut mark.value else { return true };
            let named = !list.is_empty();
            *list = list.iter().filter_map(|each| map[each.index()]).collect();
            !(named && list.is_empty() && ends(fact))
        };
        self.pieces.retain(|piece| piece.place != Place::Gone);
        for piece in &mut self.pieces {
            if let Place::On(carrier) = piece.place {
                piece.place = map[carrier.index()].map_or(Place::Gone, Place::On);
            }
            piece.facts.retain_mut(|(fact, mark)| renew(*fact, mark));
        }
        self.squares.retain(|(fact, _), mark| renew(*fact, mark));
        self.sides.retain(|(fact, _), mark| renew(*fact, mark));
        self.game.retain(|fact, mark| renew(*fact, mark));
        for at in &mut self.board {
            *at = at.and_then(|piece| map[piece.index()]);
        }
        // What those that are gone were named by, or carried, may be gone now too.
        self.compact(ends);
    }

    /// Whether it stands on a square or is carried.
    #[must_use]
    pub fn is_present(&self, id: PieceId) -> bool {
        matches!(self.piece(id).place, Place::Square(_) | Place::On(_))
    }
}

/// One piece of a declaration.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Part {
    /// A move.
    Move(Declared),
    /// A decision within the move before it, or at the end of the turn: what was chosen; none if it was declined.
    Choice(Option<Chosen>),
}

/// What is chosen in a decision.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Chosen {
    /// A piece, by the square that it stands on, is carried on, or was taken from, its kind and owner (equal pieces are one choice).
    Piece(Option<Square>, KindId, SideId),
    /// A square.
    Square(Square),
    /// A kind.
    Kind(KindId),
    /// A direction, or several as one option.
    Directions(Vec<Vector>),
    /// A side.
    Side(SideId),
    /// A number.
    Number(i32),
    /// An event.
    Event(FileId),
}

/// A move as a player declares it. Ways with the same declaration are one move.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Declared {
    /// Where the mover stands (or, carried, its carrier); none for an act of a side.
    pub origin: Option<Square>,
    /// Where it goes; for `without moving` the square that it takes on; none for acts.
    pub target: Option<Square>,
    /// The squares on which pieces are taken, in order of squares.
    pub takes: Vec<Square>,
    /// The partner's square in castling.
    pub partner: Option<Square>,
    /// The label, where it sets the move apart: acts, `without moving`, sentences with a block.
    pub label: Option<LabelId>,
    /// Values of `for each`.
    pub each: Option<Chosen>,
    /// The mover rides on the piece at `origin`.
    pub carried: bool,
}

/// A turn: the moves and choices that a player declares.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Turn {
    /// In order.
    pub parts: Vec<Part>,
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who has won; none: drawn.
    pub winner: Option<SideId>,
    /// By which end.
    pub by: Option<LabelId>,
    /// The file and place of the sentence.
    pub place: rulemate_grammar::source::Place,
}
