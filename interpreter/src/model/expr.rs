//! Conditions and values, with names resolved and types known. Imports `ids`, `board`,
//! `vocabulary`.

use crate::board::{SquareSet, Vector};
use crate::ids::{FactId, KindId, LabelId, MeaningId, SettingId, SideId, VarId};
use crate::model::rule::Path;
use crate::vocabulary::{Arithmetic, Compare, Deed, Kinship, Lines, Quantifier, Type, Verb};
use rulemate_grammar::source::Place;

/// A condition or a value.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// Its type.
    pub of: Type,
    /// What it is.
    pub node: Node,
    /// Where it stands.
    pub place: Place,
}

/// A condition or a value. In what follows, X is a set of pieces, S of squares, C a condition.
///
/// *The view* is the side whose eyes the sentence looks through: the owner of its subject, or the subject if
/// that is a side; else the player. *It* is the piece (or square) that the sentence is about.
#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    /// Something that did not resolve. A diagnostic tells of it; no evaluator meets it.
    Broken,

    // ---- constants and what the moment knows
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(i32),
    /// Certain squares: `e4`, `file a to c`.
    Squares(SquareSet),
    /// `rank 1 to 2`, from 0, as the view counts.
    Ranks(u8, u8),
    /// Certain kinds, each with all that are it.
    Kinds(Vec<KindId>),
    /// Certain directions, as the view sees them.
    Directions(Vec<Vector>),
    /// A certain side.
    Side(SideId),
    /// The side of the view, or its enemy.
    Kin(Kinship),
    /// The side whose turn it is; while an event starts, the starter.
    Player,
    /// Both sides.
    AllSides,
    /// `square`: all of the board in force.
    AllSquares,
    /// `empty`: squares of the board on which the view sees no piece.
    Empty,
    /// `piece`: all pieces on squares or carried.
    AllPieces,
    /// `kind`: all kinds.
    AllKinds,
    /// `event`: all of the deck that could start now.
    AllEvents,
    /// `own hand`: pieces in the hand of these sides.
    Hand(Box<Expr>),
    /// The piece, or square, that is spoken of.
    It,
    /// Where the mover came from.
    Origin,
    /// Where the move ends (walks: where it would end).
    Target,
    /// The squares counted between.
    Trail,
    /// The direction of the last step or leap.
    Heading,
    /// How many steps and leaps.
    Length,
    /// The move castles.
    Castling,
    /// A piece has moved or acted earlier in this turn.
    Continuing,
    /// How often the position has stood, this time included.
    Repeats,
    /// A bound name.
    Var(VarId),
    /// A setting.
    Setting(SettingId),
    /// A defined word, of its argument if it has a parameter.
    Meaning(MeaningId, Option<Box<Expr>>),
    /// A fact of the game.
    GameFact(FactId),
    /// A fact of certain pieces, squares or sides: its value. For yes or no: whether they (one) bear it.
    FactOf(FactId, Box<Expr>),
    /// Those pieces, squares or sides that bear a yes-or-no fact.
    Bearing(FactId),
    /// Pieces that have neither moved nor been put since the start.
    Fresh,

    // ---- from sets to sets
    /// Of both: sets of one type.
    Both(Vec<Expr>),
    /// Of any: sets of one type.
    Either(Vec<Expr>),
    /// The first without the others.
    Except(Box<Expr>, Vec<Expr>),
    /// Pieces of these kinds.
    OfKind(Box<Expr>),
    /// Pieces of X that belong to these sides.
    OwnedBy(Box<Expr>, Box<Expr>),
    /// X without `it`; squares without the one entered.
    Another(Box<Expr>),
    /// `taken X`: those that are gone, and known.
    Taken(Box<Expr>),
    /// The value as that side sees it.
    SeenBy(Kinship, Box<Expr>),
    /// Directions that have a part in all of these; `true`: any part, `false`: they themselves.
    Parts(Vec<(Expr, bool)>),
    /// `on P` (pieces carried by X), as pieces.
    CarriedBy(Box<Expr>),
    /// Pieces that stand on S.
    StandingOn(Box<Expr>),
    /// The squares of X; a piece off the board has the one where it stood.
    SquaresOf(Box<Expr>),
    /// The kinds of X.
    KindsOf(Box<Expr>),
    /// The owners of X.
    OwnersOf(Box<Expr>),
    /// The 8 neighbours of S.
    Near(Box<Expr>),
    /// At most so many king's steps from S, itself included.
    Within(u8, Box<Expr>),
    /// Where a path ends that begins on S, taking anything: squares.
    Met(Box<Path>, Box<Expr>),
    /// Those members of a set, each bound to the name in turn, for which the condition holds.
    Those(Box<Expr>, VarId, Box<Expr>),
    /// `setup X`: squares on which such pieces stand in the first position. X reads the first position.
    Setup(Box<Expr>),
    /// As it was when the turn began, by the rules in force now; pieces are those pieces, wherever they are now.
    Earlier(Box<Expr>),

    // ---- numbers
    /// A calculation.
    Calculate(Arithmetic, Box<Expr>, Box<Expr>),
    /// How many members.
    Count(Box<Expr>),
    /// `rank of`, from 1, as the view counts; of several the lowest.
    RankOf(Box<Expr>),
    /// `file of`, from 1; of several the lowest.
    FileOf(Box<Expr>),

    // ---- conditions
    /// All hold.
    And(Vec<Expr>),
    /// One holds.
    Or(Vec<Expr>),
    /// It does not hold.
    Not(Box<Expr>),
    /// The set has a member.
    Any(Box<Expr>),
    /// Two values of one type.
    Compared(Compare, Box<Expr>, Box<Expr>),
    /// Every member of the first, of which there is at least one, is in the second.
    Is(Box<Expr>, Box<Expr>),
    /// The condition holds for so many members of the set, each bound to the name in turn.
    Every(Quantifier, Box<Expr>, VarId, Box<Expr>),
    /// The same over ranks or files, each bound as its set of squares.
    EveryLine(Quantifier, Lines, VarId, Box<Expr>),
    /// The side has at least so many of X, or a set of squares holds so many of the second.
    Has(Box<Expr>, u32, Box<Expr>),
    /// `S can move`: the side, were it its turn, has a legal turn.
    CanMove(Box<Expr>),
    /// `S can (C)`: the side, were it its turn, has a legal turn after which C holds.
    CanReach(Box<Expr>, Box<Expr>),
    /// Some of X could by a whole level-0 turn take some of the second (anything, if none), by a move of that label.
    CouldTake(Box<Expr>, Option<Box<Expr>>, Option<LabelId>),
    /// The same, leaving aside what cannot threaten.
    Threatens(Box<Expr>, Option<Box<Expr>>, Option<LabelId>),
    /// Some of X (or a piece like `it`, if it stood on S) is threatened, `by` these, as if `without` were off the board.
    Threatened {
        /// Pieces, or squares.
        target: Box<Expr>,
        /// Threatened by these.
        by: Option<Box<Expr>>,
        /// As if these were gone.
        without: Option<Box<Expr>>,
    },
    /// Some of X has done this in this turn: to some of the second, by a move of that label.
    Did(Box<Expr>, Deed, Option<Box<Expr>>, Option<LabelId>),
    /// In the guard of a move: the move does this (`it takes`); of a relation's walk likewise.
    Now(Deed, Option<Box<Expr>>),
    /// A secret fact of these sides or pieces is not yet revealed.
    Secret(FactId, Box<Expr>),
    /// Some of X may do what a relation of the walk says (used where a sentence asks a right).
    Right(Verb, Box<Expr>, Option<Box<Expr>>),
}
