//! Sentences. The meaning of each is that of the same sentence of the model. Imports `ids`, `vocabulary`, `term`,
//! `path`.

use super::path::{Mode, Path};
use super::term::{KindSet, Term};
use crate::ids::LabelId;
use crate::vocabulary::{Deed, Motion, Time};

/// `if C` or `unless C`.
#[derive(Clone, PartialEq, Debug)]
pub struct Guard<const N: usize> {
    /// `unless`
    pub unless: bool,
    /// The condition.
    pub condition: Term<N>,
    /// It is about the move that is made, and not only about where the piece stands.
    pub about_move: bool,
}

/// A rule of movement.
#[derive(Clone, PartialEq, Debug)]
pub struct Moves<const N: usize> {
    /// The pieces that have it; none: an act of a side.
    pub subject: Option<Term<N>>,
    /// Base, `also`, `now`.
    pub motion: Motion,
    /// Its label, as the program counts them, and in the library.
    pub label: Option<(u8, LabelId)>,
    /// The rule.
    pub rule: Walks<N>,
    /// The squares that it may begin on.
    pub from: Option<Term<N>>,
    /// Guards.
    pub guards: Vec<Guard<N>>,
    /// A set to go through.
    pub each: Option<(u8, Term<N>)>,
    /// What it does besides.
    pub block: Vec<Effect<N>>,
    /// A block was written.
    pub has_block: bool,
    /// Its level.
    pub level: u8,
    /// Its file.
    pub file: u16,
}

/// How a rule of movement moves.
#[derive(Clone, PartialEq, Debug)]
pub enum Walks<const N: usize> {
    /// Over the board.
    Travel {
        /// Quiet, capture, both.
        mode: Mode,
        /// Where it goes.
        path: Path<N>,
        /// The squares that it may end on.
        to: Option<Term<N>>,
        /// It takes from afar and stays.
        stays: bool,
    },
    /// On the spot.
    Act,
    /// With a partner.
    Castle {
        /// So many squares.
        squares: Option<u8>,
        /// Where to.
        to: Option<Term<N>>,
        /// The partner.
        with: Term<N>,
    },
}

/// A promotion.
#[derive(Clone, PartialEq, Debug)]
pub struct Promotion<const N: usize> {
    /// The pieces.
    pub subject: Term<N>,
    /// The kinds that the subject names.
    pub kinds: KindSet,
    /// Base, `also`, `now`.
    pub motion: Motion,
    /// The zone.
    pub on: Term<N>,
    /// What it may become.
    pub to: Term<N>,
    /// Guards.
    pub guards: Vec<Guard<N>>,
    /// Its level.
    pub level: u8,
    /// Its file.
    pub file: u16,
}

/// What becomes of walks at edges.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge<const N: usize> {
    /// The pieces.
    pub subject: Term<N>,
    /// They wrap rather than bounce.
    pub wraps: bool,
    /// At which edges; none: all.
    pub directions: Option<Term<N>>,
    /// Guards.
    pub guards: Vec<Guard<N>>,
}

/// `can` or `cannot`.
#[derive(Clone, PartialEq, Debug)]
pub struct Relation<const N: usize> {
    /// It adds.
    pub can: bool,
    /// The walkers.
    pub subject: Term<N>,
    /// All pieces are.
    pub everybody: bool,
    /// Whom, or what.
    pub object: Option<Term<N>>,
    /// Where it goes on from.
    pub to: Option<Term<N>>,
    /// The fact whose maker is taken.
    pub fact: Option<u8>,
    /// Only by this label.
    pub label: Option<u8>,
    /// Guards.
    pub guards: Vec<Guard<N>>,
    /// Its level.
    pub level: u8,
}

/// `must`.
#[derive(Clone, PartialEq, Debug)]
pub struct Demand<const N: usize> {
    /// Of whom.
    pub subject: Term<N>,
    /// What.
    pub deed: Deed,
    /// Whom.
    pub object: Option<Term<N>>,
    /// By a move of this label.
    pub label: Option<u8>,
    /// Only if it can.
    pub if_it_can: bool,
    /// Guards.
    pub guards: Vec<Guard<N>>,
}

/// A definition.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition<const N: usize> {
    /// The name of its parameter.
    pub parameter: Option<u8>,
    /// Base, `also`, `now`.
    pub motion: Motion,
    /// It takes away.
    pub except: bool,
    /// What.
    pub body: Term<N>,
    /// Guards.
    pub guards: Vec<Guard<N>>,
    /// Its file.
    pub file: u16,
}

/// `forbid`.
#[derive(Clone, PartialEq, Debug)]
pub struct Law<const N: usize> {
    /// Its name.
    pub label: Option<LabelId>,
    /// What it forbids.
    pub condition: Term<N>,
    /// Its level.
    pub level: u8,
}

/// `allow`.
#[derive(Clone, PartialEq, Debug)]
pub struct Suspension<const N: usize> {
    /// Of which law or end.
    pub label: LabelId,
    /// While.
    pub guards: Vec<Guard<N>>,
}

/// How a game ends.
#[derive(Clone, PartialEq, Debug)]
pub struct End<const N: usize> {
    /// Who wins (`true`) or loses; none: drawn.
    pub who: Option<(Term<N>, bool)>,
    /// Its name.
    pub label: Option<LabelId>,
    /// When.
    pub guards: Vec<Guard<N>>,
    /// Where it stands, in the list of places.
    pub place: u16,
}

/// What a trigger waits for.
#[derive(Clone, PartialEq, Debug)]
pub enum Happens<const N: usize> {
    /// The event starts.
    EventStarts,
    /// The turn.
    Turn,
    /// Its end.
    TurnEnds,
    /// Something done.
    Does {
        /// Who.
        subject: Term<N>,
        /// What.
        deed: Deed,
        /// Whom.
        object: Option<Term<N>>,
        /// By this label.
        label: Option<u8>,
    },
}

/// A trigger.
#[derive(Clone, PartialEq, Debug)]
pub struct Trigger<const N: usize> {
    /// When it acts.
    pub time: Time,
    /// What it waits for.
    pub happens: Happens<N>,
    /// Guards.
    pub guards: Vec<Guard<N>>,
    /// What it does.
    pub effects: Vec<Effect<N>>,
    /// Its level.
    pub level: u8,
}

/// One effect.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect<const N: usize> {
    /// What it does.
    pub kind: EffectKind<N>,
    /// Where it stands, in the list of places: offers of one sentence are counted together.
    pub place: u16,
}

/// What an effect does.
#[derive(Clone, PartialEq, Debug)]
pub enum EffectKind<const N: usize> {
    /// For each side.
    ForEachSide(Vec<Guard<N>>, Vec<Effect<N>>),
    /// For each member.
    ForEach(u8, Term<N>, Vec<Guard<N>>, Vec<Effect<N>>),
    /// One or the other.
    If(Term<N>, Vec<Effect<N>>, Vec<Effect<N>>),
    /// Undoes the latest decision.
    Forbid(Term<N>),
    /// A decision.
    Choose(Box<Choose<N>>),
    /// Onto a square or a piece; `true`: new pieces of kinds.
    PutOnto(Term<N>, bool, Term<N>),
    /// Into a hand.
    PutInHand(Term<N>, Term<N>),
    /// Taken.
    Take(Term<N>),
    /// Off the board.
    Remove(Term<N>),
    /// Two change places.
    Swap(Term<N>, Term<N>),
    /// One square toward, or (`true`) away.
    Push(Term<N>, bool, Term<N>),
    /// Becomes known.
    Reveal(u8, Term<N>),
    /// Promotes.
    Promote(Term<N>),
    /// A fact of the game.
    SetGame(u8, Term<N>),
    /// A fact of these.
    Set(u8, Term<N>, Term<N>),
    /// Another kind.
    Become(Term<N>, Term<N>),
    /// Another side.
    ChangeSide(Term<N>, Term<N>),
    /// Events start.
    Starts(Term<N>),
    /// This event ends.
    EventEnds,
    /// The side wins, or (`false`) loses.
    Wins(Term<N>, bool),
    /// Drawn.
    Draw,
    /// An offer.
    Grant(Box<Grant<N>>),
}

/// A decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Choose<const N: usize> {
    /// Whose; none: chance.
    pub who: Option<Term<N>>,
    /// It may be left.
    pub may: bool,
    /// The name of what is chosen.
    pub var: u8,
    /// The options.
    pub options: Vec<Term<N>>,
    /// Each of the options is chosen as a whole.
    pub whole: bool,
    /// Guards.
    pub guards: Vec<Guard<N>>,
    /// What follows.
    pub body: Vec<Effect<N>>,
    /// What follows may forbid it.
    pub forbids: bool,
}

/// An offer of a further move.
#[derive(Clone, PartialEq, Debug)]
pub struct Grant<const N: usize> {
    /// Whose.
    pub subject: Term<N>,
    /// It must be taken.
    pub must: bool,
    /// What.
    pub deed: Deed,
    /// Whom.
    pub object: Option<Term<N>>,
    /// By a move of this label.
    pub label: Option<u8>,
    /// Nothing may be taken.
    pub without_taking: bool,
    /// How often in a turn.
    pub times: Option<u16>,
    /// Only if it can.
    pub if_it_can: bool,
    /// Guards.
    pub guards: Vec<Guard<N>>,
    /// What the move does besides.
    pub block: Vec<Effect<N>>,
}

impl<const N: usize> Effect<N> {
    /// The terms of an effect, those of effects inside it too.
    pub fn terms(&self, visit: &mut dyn FnMut(&Term<N>)) {
        let guards = |guards: &[Guard<N>], visit: &mut dyn FnMut(&Term<N>)| {
            guards.iter().for_each(|guard| visit(&guard.condition));
        };
        let all = |effects: &[Effect<N>], visit: &mut dyn FnMut(&Term<N>)| {
            effects.iter().for_each(|effect| effect.terms(visit));
        };
        match &self.kind {
            EffectKind::ForEachSide(conditions, body) => {
                guards(conditions, visit);
                all(body, visit);
            }
            EffectKind::ForEach(_, set, conditions, body) => {
                visit(set);
                guards(conditions, visit);
                all(body, visit);
            }
            EffectKind::If(condition, then, otherwise) => {
                visit(condition);
                all(then, visit);
                all(otherwise, visit);
            }
            EffectKind::Choose(choose) => {
                choose.who.iter().chain(&choose.options).for_each(&mut *visit);
                guards(&choose.guards, visit);
                all(&choose.body, visit);
            }
            EffectKind::Grant(grant) => {
                visit(&grant.subject);
                grant.object.iter().for_each(&mut *visit);
                guards(&grant.guards, visit);
                all(&grant.block, visit);
            }
            EffectKind::PutOnto(a, _, b)
            | EffectKind::PutInHand(a, b)
            | EffectKind::Swap(a, b)
            | EffectKind::Push(a, _, b)
            | EffectKind::Set(_, a, b)
            | EffectKind::Become(a, b)
            | EffectKind::ChangeSide(a, b) => {
                visit(a);
                visit(b);
            }
            EffectKind::Forbid(a)
            | EffectKind::Take(a)
            | EffectKind::Remove(a)
            | EffectKind::Reveal(_, a)
            | EffectKind::Promote(a)
            | EffectKind::SetGame(_, a)
            | EffectKind::Starts(a)
            | EffectKind::Wins(a, _) => visit(a),
            EffectKind::EventEnds | EffectKind::Draw => {}
        }
    }
}
