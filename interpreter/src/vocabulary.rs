//! The closed lists of words of the language: what model and program both speak in. Imports nothing.

/// The type of a value. All but `Bool` and `Number` are sets; a single piece is a set of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// Yes or no.
    Bool,
    /// A whole number.
    Number,
    /// A set of pieces.
    Pieces,
    /// A set of squares.
    Squares,
    /// A set of kinds.
    Kinds,
    /// A set of directions, as their reader sees them.
    Directions,
    /// A set of sides.
    Sides,
    /// A set of events.
    Events,
}

/// `own` or `enemy`, as seen by whom the sentence is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kinship {
    /// Of the side itself.
    Own,
    /// Of the other.
    Enemy,
}

/// `+`, `-`, `*`, `%`
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arithmetic {
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Remainder, never negative; 0 if the divisor is 0.
    Remainder,
}

/// How two values are compared. Sets of anything but numbers know `Equal` and `Different` only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compare {
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// Over how many members a condition must hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// All.
    Each,
    /// At least one.
    Some,
    /// None.
    No,
}

/// Rows of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lines {
    /// Each rank a set of squares.
    Ranks,
    /// Each file a set of squares.
    Files,
}

/// What a piece did in this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// Ended a walk of its own.
    Moves,
    /// Stood still and did.
    Acts,
    /// Castled, as the one that goes first.
    Castles,
    /// Took.
    Takes,
    /// Was taken.
    IsTaken,
    /// Stands on a square where it did not.
    Arrives,
    /// Became another kind by promotion.
    Promotes,
    /// A piece that it did not see arrived on its square.
    IsDisplaced,
}

/// How a sentence changes a definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Motion {
    /// The original.
    Base,
    /// Added.
    Also,
    /// In place of what was.
    Now,
}

/// The verbs of the walk's relations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verb {
    /// What a walker finds on a square.
    See,
    /// Whom it may take: pieces, or facts whose maker is taken.
    Take,
    /// Where it may stop.
    Stop,
    /// What it may pass.
    Pass,
    /// From which square to which it may enter.
    PassFrom,
    /// Whether, and in which directions, it may move.
    Move,
    /// Whether, and to what, it may promote.
    Promote,
    /// Whether its moves threaten.
    Threaten,
}

/// When a trigger acts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Time {
    /// It has not happened yet.
    Before,
    /// Inside the turn.
    When,
    /// The turn stands.
    After,
}

/// What a fact is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bearer {
    /// Each piece has its own.
    Pieces,
    /// Each square.
    Squares,
    /// Each side.
    Sides,
    /// There is one.
    Game,
}

/// How long a fact lasts once set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lifetime {
    /// For good.
    Always,
    /// Until the turn is over.
    ThisTurn,
    /// Until the end of the `number`-th turn, begun after it was set, of the side itself or of its enemy.
    Turns {
        /// How many.
        number: u16,
        /// `enemy` rather than `own`.
        enemy: bool,
    },
}
