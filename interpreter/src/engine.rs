//! What every evaluator of rules can do, whichever way it works. Imports `ids`, `board`, `model`, `position`.

use crate::board::SquareSet;
use crate::ids::{FileId, LabelId, MeaningId, PieceId, SideId, Square};
use crate::model::{Library, Type};
use crate::position::{Outcome, Position, Started, Turn, Value};
use rulemate_grammar::source::Place;

/// A turn that must go on with a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Midway {
    /// The position when the turn began.
    pub start: Position,
    /// As it is now.
    pub now: Position,
    /// Where the offer stands.
    pub offer: Place,
}

/// Why a turn or a decision is refused, and where the rule that refuses it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// One line in plain words, without a full stop: ``leaves the king on e1 open to the rook on e8``.
    pub text: String,
    /// The sentence that says so, if one does.
    pub place: Option<Place>,
    /// The sentence behind it: for a threat, the one by which the piece named would take.
    pub by: Option<Place>,
}

impl Reason {
    /// A reason that no sentence gives.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Reason {
        Reason { text: text.into(), place: None, by: None }
    }

    /// A reason that a sentence gives.
    #[must_use]
    pub fn from_rule(text: impl Into<String>, place: Place) -> Reason {
        Reason { text: text.into(), place: Some(place), by: None }
    }
}

/// A turn that is legal, and where the rules that make it stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// The turn.
    pub turn: Turn,
    /// The sentences that made its moves, in order.
    pub places: Vec<Place>,
}

/// What can be said of moving from a square to a square.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// The legal turns that begin so.
    pub legal: Vec<Explained>,
    /// What refuses it, if none is legal.
    pub refused: Vec<Reason>,
    /// Some rule leads there, though others may refuse it.
    pub leads: bool,
}

/// A claim that somebody may make now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimable {
    /// Who.
    pub side: SideId,
    /// By which rule.
    pub by: Option<LabelId>,
    /// Where it stands.
    pub place: Place,
}

/// Squares that a word of an event in force means for a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// The word.
    pub meaning: MeaningId,
    /// Whose it is: the side that says `own` of it.
    pub side: SideId,
    /// The squares.
    pub squares: SquareSet,
}

/// How the last ply of a count of turns is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counting {
    /// By sets of targets, none of them looked at.
    Sets,
    /// By the length of a list of turns.
    #[default]
    Lists,
    /// By making every turn.
    Leaves,
    /// By the flat tables of the whole language, turn by turn, none of them made to its end.
    Tables,
}

/// An evaluator of the rules of one library. The events in force are those of the position.
pub trait Engine: Send + Sync {
    /// The rules that it evaluates.
    fn library(&self) -> &Library;

    /// The legal turns, each once, in an order that depends on the position alone. If the position waits for
    /// a decision, its options, each as a turn of one choice.
    fn turns(&self, position: &Position) -> Vec<Turn>;

    /// Whether the turn is among the legal ones, found without listing them.
    fn is_legal(&self, position: &Position, turn: &Turn) -> bool;

    /// The position after a turn or a decision; it may wait for a decision in its turn.
    ///
    /// # Errors
    /// What refuses the turn.
    fn play(&self, position: &Position, turn: &Turn) -> Result<Position, Vec<Reason>>;

    /// Number of legal turns; a position that is won or lost has none.
    fn count(&self, position: &Position) -> u64 {
        self.turns(position).len() as u64
    }

    /// The number of ways to play so many turns, where that is found without the positions between, and how the last ply
    /// has been counted: as wanted, or as the rules allow. Whoever has no such way says none, and the turns are played.
    fn perft_by(&self, _position: &Position, _depth: u32, _wanted: Counting) -> Option<(u64, Counting)> {
        None
    }

    /// The same, however it is counted.
    fn perft(&self, position: &Position, depth: u32) -> Option<u64> {
        self.perft_by(position, depth, Counting::default()).map(|(nodes, _)| nodes)
    }

    /// Whether some other way than [`Engine::play`], by which turns are played in counts, makes of a turn what `next`
    /// is; none if there is no other way, or it does not hold what comes up.
    fn plays_alike(&self, _position: &Position, _turn: &Turn, _next: &Position) -> Option<bool> {
        None
    }

    /// The squares of the board as it is in a position.
    fn board(&self, position: &Position) -> SquareSet;

    /// Whether a royal piece of this side is threatened.
    fn threatened(&self, position: &Position, side: SideId) -> bool;

    /// The pieces of the other side by which a royal piece of this side is threatened.
    fn threats(&self, position: &Position, side: SideId) -> Vec<PieceId>;

    /// How the game has ended, `repeats` telling how often this position has stood, this time included.
    fn outcome(&self, position: &Position, repeats: u32) -> Option<Outcome>;

    /// What may be claimed.
    fn claims(&self, position: &Position, repeats: u32) -> Vec<Claimable>;

    /// All pairs of pieces that could castle with each other by some rule in force, whether or not they are
    /// still fresh: the one that goes first, and its partner.
    fn castling_pairs(&self, position: &Position) -> Vec<(PieceId, PieceId)>;

    /// Squares with a fact by which some legal turn takes its maker.
    fn live_passed(&self, position: &Position) -> Vec<Square>;

    /// The position as if this side had done an act that starts events, the start itself and further moves left
    /// out: so a game that is set up with events in force knows who has used his right to start one.
    fn having_started(&self, position: &Position, by: SideId) -> Position;

    /// The position with events put in force from outside a turn: each starts as if its side had started it here, its
    /// conditions and its cost left out. Where one asks for a decision, the position waits for that, and those
    /// behind start when it has been made.
    ///
    /// # Errors
    /// What keeps one from being set up.
    fn started(&self, position: &Position, starts: &[Started]) -> Result<Position, Vec<Reason>>;

    /// Why the player may not start this event now; nothing if he may.
    fn why_no_start(&self, position: &Position, event: FileId) -> Vec<Reason>;

    /// Where a turn stands that has done nothing to be asked about but to start events, and must go on with a move that
    /// one sentence offers; none of other positions.
    fn midway(&self, _position: &Position) -> Option<Midway> {
        None
    }

    /// The position with what has been declared of a turn under way done, as far as it goes, to be looked at;
    /// without such a turn, itself.
    fn so_far(&self, position: &Position) -> Position;

    /// The pieces that are hidden from a side, where they stand in the position as it is: what a turn under way has
    /// done so far is left aside.
    fn hidden(&self, position: &Position, side: SideId) -> Vec<PieceId>;

    /// The squares that words defined by the events in force mean, as each side sees them; those of none left out.
    fn areas(&self, position: &Position) -> Vec<Area>;

    /// The sentences that make a turn's moves and acts, in order; none if it is not legal.
    fn made(&self, position: &Position, turn: &Turn) -> Vec<Place>;

    /// What makes moving from one square to another legal, or everything that refuses it.
    fn explain(&self, position: &Position, from: Square, to: Square) -> Explanation;

    /// What makes an act legal, of the piece on a square or of the side, or everything that refuses it; nothing at all
    /// if no rule of the library knows such an act.
    fn explain_act(&self, position: &Position, at: Option<Square>, label: LabelId) -> Explanation;

    /// Why the last question about this position was given up, if it was: some rules ask for more work than anybody
    /// waits for. What was answered then says nothing: no turns, no end, no threat.
    fn given_up(&self, position: &Position) -> Option<Reason>;
}

/// The empty set, no, or 0: what a value is that nobody has set.
pub(crate) fn nothing(of: Type) -> Value {
    match of {
        Type::Bool => Value::Bool(false),
        Type::Number => Value::Number(0),
        Type::Pieces => Value::Pieces(Vec::new()),
        Type::Squares => Value::Squares(SquareSet::EMPTY),
        Type::Kinds => Value::Kinds(Vec::new()),
        Type::Directions => Value::Directions(Vec::new()),
        Type::Sides => Value::Sides(Vec::new()),
        Type::Events => Value::Events(Vec::new()),
    }
}
