//! Sentences, with names resolved and types known. Imports `ids`, `board`, `vocabulary`.

use crate::board::Vector;
use crate::ids::{FactId, KindId, LabelId, MeaningId, VarId};
use crate::model::expr::Expr;
use crate::vocabulary::{Deed, Motion, Time, Verb};
use rulemate_grammar::source::Place;

/// `if C` or `unless C`.
#[derive(Clone, PartialEq, Debug)]
pub struct Guard {
    /// `unless`
    pub unless: bool,
    /// The condition.
    pub condition: Expr,
}

/// What a move may do at its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mode {
    /// Go where nothing is taken.
    pub quiet: bool,
    /// Take.
    pub capture: bool,
}

impl Mode {
    /// Both.
    pub const BOTH: Mode = Mode { quiet: true, capture: true };
}

/// A rule of movement.
#[derive(Clone, PartialEq, Debug)]
pub struct Moves {
    /// The pieces that have it. `None`: an act of a side.
    pub subject: Option<Expr>,
    /// The kinds that the subject names; `now` replaces their slot. Empty: all kinds.
    pub kinds: Vec<KindId>,
    /// Base, `also`, `now`.
    pub motion: Motion,
    /// The slot; none: the ordinary one.
    pub label: Option<LabelId>,
    /// The rule.
    pub rule: MoveRule,
    /// Conditions; asked on the position before the move, of each landing.
    pub guards: Vec<Guard>,
    /// A set to go through, its member bound to the name: one move for each.
    pub each: Option<(VarId, Expr)>,
    /// What it does besides.
    pub block: Vec<Effect>,
    /// Whether a block was written, even an empty one.
    pub has_block: bool,
    /// Number of names bound anywhere in the sentence.
    pub vars: u16,
    /// The sentence.
    pub place: Place,
}

/// The rules of movement.
#[derive(Clone, PartialEq, Debug)]
pub enum MoveRule {
    /// Over the board.
    Travel(Travel),
    /// On the spot.
    Act(Act),
    /// With a partner.
    Castle(Castle),
}

/// A move over the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Travel {
    /// Quiet, capture, or both.
    pub mode: Mode,
    /// Where it goes.
    pub path: Path,
    /// The squares that it may begin on.
    pub from: Option<Expr>,
    /// The squares that it may end on.
    pub to: Option<Expr>,
    /// `without moving`: it takes from afar and stays.
    pub stays: bool,
}

/// Standing still and doing.
#[derive(Clone, PartialEq, Debug)]
pub struct Act {
    /// The squares that it may be done on.
    pub from: Option<Expr>,
}

/// Castling.
#[derive(Clone, PartialEq, Debug)]
pub struct Castle {
    /// How far, or where to.
    pub reach: Reach,
    /// The partner.
    pub with: Expr,
    /// The squares that it may begin on.
    pub from: Option<Expr>,
}

/// How far a castling goes.
#[derive(Clone, PartialEq, Debug)]
pub enum Reach {
    /// So many squares toward the partner.
    Squares(u8),
    /// Toward a partner on the side of file a the lowest file's square of this set on the mover's rank; else the highest's.
    To(Expr),
}

/// A way over the board.
#[derive(Clone, PartialEq, Debug)]
pub enum Path {
    /// One of these.
    Either(Vec<Path>),
    /// One after the other.
    Then(Vec<Path>),
    /// The whole, so often (1 to the greatest number; none: without limit), begun anew each time.
    Repeat(Box<Path>, u16, Option<u16>),
    /// One leg.
    Leg(Leg),
    /// The whole, whose last leg ends onto a seen piece of this set without taking it.
    Onto(Box<Path>, Expr),
    /// What pieces of these kinds walk in all their slots but acts and castling, in both modes' common part.
    Like(Expr),
    /// The path for a narrower mode, as a Betza string gives it.
    Only {
        /// The mode that is left.
        mode: Mode,
        /// Only a piece that is fresh.
        fresh: bool,
        /// It may take own pieces as well (`Some(true)`) or only own (`Some(false)`).
        own: Option<bool>,
        /// It takes only in passing (facts that `can take` names).
        passing: bool,
        /// Edges at the sides wrap.
        wraps: bool,
        /// The path.
        path: Box<Path>,
    },
}

/// One leg: the same step or leap, so often.
#[derive(Clone, PartialEq, Debug)]
pub struct Leg {
    /// Its steps or leaps.
    pub steps: Steps,
    /// Least number.
    pub least: u16,
    /// Greatest number; none: without limit.
    pub most: Option<u16>,
    /// Squares that are passed freely.
    pub over: Option<Expr>,
    /// It ends on a seen piece of this set without taking it.
    pub onto: Option<Expr>,
    /// It ends on a seen piece of this set, takes it and goes on.
    pub taking: Option<Expr>,
    /// It ends on an empty square of this set, or any: for legs in the middle that must find nothing.
    pub empty: bool,
}

/// Which steps or leaps a leg makes. Vectors are as the owner sees them.
#[derive(Clone, PartialEq, Debug)]
pub enum Steps {
    /// A unit step in one of these directions, kept for the whole leg.
    In(Expr),
    /// One of these vectors, kept for the whole leg.
    Vectors(Vec<Vector>),
    /// The leap (m, n) in all its forms that have a part in these directions.
    Leap(u8, u8, Option<Expr>),
    /// A unit step (or the leap's forms nearest to it) toward a square or along a direction.
    Toward(Option<(u8, u8)>, Expr),
    /// The same away from it.
    Away(Option<(u8, u8)>, Expr),
    /// One of these vectors, in order round the compass, that lies so many eighths of a turn from the heading before.
    Turned(Vec<Vector>, Vec<i8>),
    /// One of these vectors that goes outward from the heading before (within an eighth of a turn).
    Outward(Vec<Vector>),
    /// These vectors in order round the compass, begun with one of the first set, turning by one alternately left and right.
    Crooked(Vec<Vector>, Vec<Vector>),
    /// These vectors in order round the compass, begun with one of the first set, turning by one always the same way.
    Circular(Vec<Vector>, Vec<Vector>),
}

impl Steps {
    /// Whether they are called leaps: no wall stops them, also where they go no farther than a step.
    #[must_use]
    pub fn are_leaps(&self) -> bool {
        matches!(self, Steps::Leap(..) | Steps::Toward(Some(_), _) | Steps::Away(Some(_), _))
    }
}

/// `K promotes on S to KINDS`, `K cannot promote to L`
#[derive(Clone, PartialEq, Debug)]
pub struct Promotion {
    /// The pieces.
    pub subject: Expr,
    /// The kinds that the subject names.
    pub kinds: Vec<KindId>,
    /// Base, `also`, `now`.
    pub motion: Motion,
    /// The zone.
    pub on: Expr,
    /// What it may become.
    pub to: Expr,
    /// Under which conditions.
    pub guards: Vec<Guard>,
    /// Number of names bound in the sentence.
    pub vars: u16,
    /// The sentence.
    pub place: Place,
}

/// `K bounces D`, `K wraps D`
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// The pieces.
    pub subject: Expr,
    /// `wraps` rather than `bounces`.
    pub wraps: bool,
    /// At the edges in these directions; none: at all.
    pub directions: Option<Expr>,
    /// Under which conditions.
    pub guards: Vec<Guard>,
    /// Number of names bound in the sentence.
    pub vars: u16,
    /// The sentence.
    pub place: Place,
}

/// `X can V Y by L if C`, `X cannot V Y by L if C`
#[derive(Clone, PartialEq, Debug)]
pub struct Relation {
    /// The verb.
    pub verb: Verb,
    /// `can` adds, `cannot` takes away.
    pub can: bool,
    /// The walkers.
    pub subject: Expr,
    /// Pieces, squares, directions or kinds, by verb; none: all. For `PassFrom` the squares entered.
    pub object: Option<Expr>,
    /// For `PassFrom` the squares gone on from.
    pub to: Option<Expr>,
    /// For `Take`: facts whose maker is taken, instead of an object.
    pub fact: Option<FactId>,
    /// Only by moves of this label.
    pub label: Option<LabelId>,
    /// Under which conditions.
    pub guards: Vec<Guard>,
    /// Number of names bound in the sentence.
    pub vars: u16,
    /// The sentence.
    pub place: Place,
}

/// `X must V Y if it can unless C`
#[derive(Clone, PartialEq, Debug)]
pub struct Demand {
    /// Those of whom one must.
    pub subject: Expr,
    /// `Moves`, `Takes` or `Acts`.
    pub deed: Deed,
    /// Whom.
    pub object: Option<Expr>,
    /// By a move of this label.
    pub label: Option<LabelId>,
    /// Only if some legal turn does it.
    pub if_it_can: bool,
    /// Under which conditions, asked of the move.
    pub guards: Vec<Guard>,
    /// Number of names bound in the sentence.
    pub vars: u16,
    /// The sentence.
    pub place: Place,
}

/// A definition, or a change of one.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    /// The word.
    pub meaning: MeaningId,
    /// The name of its parameter.
    pub parameter: Option<VarId>,
    /// Base, `also`, `now`.
    pub motion: Motion,
    /// Takes away rather than adds (`S is not N`).
    pub except: bool,
    /// What it adds, takes away, or is.
    pub body: Expr,
    /// Where it holds.
    pub guards: Vec<Guard>,
    /// Number of names bound in the sentence.
    pub vars: u16,
    /// The sentence.
    pub place: Place,
}

/// `forbid N if C`
#[derive(Clone, PartialEq, Debug)]
pub struct Law {
    /// Its name.
    pub label: Option<LabelId>,
    /// What it forbids.
    pub condition: Expr,
    /// Number of names bound in the sentence.
    pub vars: u16,
    /// The sentence.
    pub place: Place,
}

/// `allow N if C`
#[derive(Clone, PartialEq, Debug)]
pub struct Suspension {
    /// The law or end.
    pub label: LabelId,
    /// While.
    pub guards: Vec<Guard>,
    /// Number of names bound in the sentence.
    pub vars: u16,
    /// The sentence.
    pub place: Place,
}

/// How a game ends.
#[derive(Clone, PartialEq, Debug)]
pub enum EndKind {
    /// Drawn.
    Draw,
    /// This side (each in turn, the one that has just moved first) wins.
    Wins(Expr),
    /// This side loses.
    Loses(Expr),
}

/// `S wins by N if C` and the like.
#[derive(Clone, PartialEq, Debug)]
pub struct End {
    /// How.
    pub kind: EndKind,
    /// Its name.
    pub label: Option<LabelId>,
    /// When.
    pub guards: Vec<Guard>,
    /// Number of names bound in the sentence.
    pub vars: u16,
    /// The sentence.
    pub place: Place,
}

/// `S may draw by N if C`
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// Who may.
    pub who: Expr,
    /// Its name.
    pub label: Option<LabelId>,
    /// When.
    pub guards: Vec<Guard>,
    /// Number of names bound in the sentence.
    pub vars: u16,
    /// The sentence.
    pub place: Place,
}

/// What a trigger waits for.
#[derive(Clone, PartialEq, Debug)]
pub enum Happens {
    /// The event starts.
    EventStarts,
    /// `before turn`, `after turn`
    Turn,
    /// `when turn ends`
    TurnEnds,
    /// A piece does something, or something is done to it.
    Does {
        /// Who.
        subject: Expr,
        /// What.
        deed: Deed,
        /// Whom it takes, where it arrives, to what it promotes.
        object: Option<Expr>,
        /// By a move of this label.
        label: Option<LabelId>,
    },
}

/// `when H if C { }`
#[derive(Clone, PartialEq, Debug)]
pub struct Trigger {
    /// When it acts.
    pub time: Time,
    /// What it waits for.
    pub happens: Happens,
    /// Under which conditions.
    pub guards: Vec<Guard>,
    /// What it does.
    pub effects: Vec<Effect>,
    /// Number of names bound in the sentence.
    pub vars: u16,
    /// The sentence.
    pub place: Place,
}

/// One effect.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// What it does.
    pub kind: EffectKind,
    /// Where it stands.
    pub place: Place,
}

/// What an effect does.
#[derive(Clone, PartialEq, Debug)]
pub enum EffectKind {
    /// For each side, the player first, the name (if any) bound to it, seen as that side sees it.
    ForEachSide(Vec<Guard>, Vec<Effect>),
    /// For each member of a set.
    ForEach(VarId, Expr, Vec<Guard>, Vec<Effect>),
    /// One thing or the other.
    If(Expr, Vec<Effect>, Vec<Effect>),
    /// Undoes the latest decision if the condition holds.
    Forbid(Expr),
    /// A decision.
    Choose(Choose),
    /// Pieces (or new pieces of kinds) onto a square, or onto a piece that then carries them.
    PutOnto(Expr, Expr),
    /// Pieces into the hand of a side.
    PutInHand(Expr, Expr),
    /// Taken, as by a capture.
    Take(Expr),
    /// Off the board, taken by nobody.
    Remove(Expr),
    /// Two pieces change places.
    Swap(Expr, Expr),
    /// All of a set one square toward or away (`true`) from something, as long as one of them has room.
    Push(Expr, bool, Expr),
    /// A secret fact becomes known: of these sides or pieces.
    Reveal(FactId, Expr),
    /// A piece in a zone of its promotions becomes one of the kinds by its owner's choice.
    Promote(Expr),
    /// A fact of the game gets a value.
    SetGame(FactId, Expr),
    /// A fact of these pieces, squares or sides gets a value; for yes or no, true or false.
    Set(FactId, Expr, Expr),
    /// Pieces become a kind.
    Become(Expr, Expr),
    /// Pieces change sides.
    ChangeSide(Expr, Expr),
    /// Events start.
    Starts(Expr),
    /// This event ends.
    EventEnds,
    /// The side wins.
    Wins(Expr),
    /// The side loses.
    Loses(Expr),
    /// Drawn.
    Draw,
    /// An offer of a further move.
    Grant(Grant),
}

/// A decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Choose {
    /// Whose; none: chance decides.
    pub who: Option<Expr>,
    /// It may be left.
    pub may: bool,
    /// The name of what was chosen.
    pub var: VarId,
    /// The options; each a set.
    pub options: Vec<Expr>,
    /// Whether each of several options is one thing to choose as a whole (`forward diagonal`), not a set of them.
    pub whole: bool,
    /// Under which conditions.
    pub guards: Vec<Guard>,
    /// What follows.
    pub body: Vec<Effect>,
    /// Known to its owner only: what it assigns is secret.
    pub secret: bool,
}

/// An offer of a further move.
#[derive(Clone, PartialEq, Debug)]
pub struct Grant {
    /// Whose move: pieces, or a side (all its pieces and acts).
    pub subject: Expr,
    /// It must be taken.
    pub must: bool,
    /// `Moves`, `Takes` or `Acts`.
    pub deed: Deed,
    /// Whom it takes.
    pub object: Option<Expr>,
    /// By a move of this label.
    pub label: Option<LabelId>,
    /// Nothing may be taken.
    pub without_taking: bool,
    /// How often in a turn; none: as often as it is granted.
    pub times: Option<u16>,
    /// Only if it can.
    pub if_it_can: bool,
    /// Under which conditions, asked of the move that takes it.
    pub guards: Vec<Guard>,
    /// What that move does besides.
    pub block: Vec<Effect>,
}
