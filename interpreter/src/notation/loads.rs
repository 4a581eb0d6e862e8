//! What pieces can carry, and hands can hold, as far as the sentences alone tell: who is put onto whom, and how many at
//! most. Imports `ids`, `model`, `position`, `acting`.
//!
//! Wherever a sentence says less than that, it may be any piece, and any number: so nothing is refused that could come
//! about. Of files that are not in force those count that can end, since they leave behind what they did.

use crate::ids::{KindId, PieceId, VarId};
use crate::model::{Compare, EffectKind, Expr, Library, Node, Path, Quantifier};
use crate::notation::acting::{asks_hands, does, ends, set_up};
use crate::position::{Place, Position};
use std::collections::BTreeSet;

/// What one sentence puts onto pieces.
#[derive(Clone, Debug)]
pub struct Load {
    /// The file of the sentence.
    pub file: usize,
    /// The kinds of those that carry then.
    pub carriers: BTreeSet<KindId>,
    /// The kinds of those that are carried.
    pub carried: BTreeSet<KindId>,
    /// Both belong to one side.
    pub own: bool,
    /// How many the carrier has then at most; none: the sentence sets no bound.
    pub most: Option<usize>,
}

/// What the sentences of a library put onto pieces.
#[derive(Clone, Debug, Default)]
pub struct Loads {
    all: Vec<Load>,
    /// By file, the kinds of pieces that some sentence of it puts into hands.
    hands: Vec<(usize, BTreeSet<KindId>)>,
    /// Files that speak of what is in hands.
    asking: BTreeSet<usize>,
    /// Files by which pieces change places, and so may be carried instead of others.
    swapping: BTreeSet<usize>,
    /// Files of events that can end.
    ending: BTreeSet<usize>,
    /// The setup says what pieces carry, and what is in hands.
    begins: [bool; 2],
}

/// What keeps a piece from being carried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Barred {
    /// No rule lets any piece carry another.
    Carrying,
    /// No rule puts anything onto such a piece.
    Carrier,
    /// No rule puts this onto such a piece.
    Carried,
    /// No rule puts a piece of one side onto one of the other.
    Side,
    /// So many are carried at most.
    Most(usize),
}

impl Loads {
    /// Those of a library, with what its blocks and triggers are known to load and to put into hands.
    pub(super) fn of(library: &Library, all: Vec<Load>, hands: Vec<(usize, BTreeSet<KindId>)>) -> Loads {
        let files = || library.files.iter().enumerate();
        let swaps = |effect: &EffectKind| matches!(effect, EffectKind::Swap(..));
        Loads {
            all,
            hands,
            asking: files().filter(|(_, file)| asks_hands(file)).map(|(at, _)| at).collect(),
            swapping: files().filter(|(_, file)| does(file, &swaps)).map(|(at, _)| at).collect(),
            ending: files().filter(|(_, file)| ends(file)).map(|(at, _)| at).collect(),
            begins: [set_up(library, "on"), set_up(library, "hand")],
        }
    }

    fn may_act(&self, files: &[usize], file: usize) -> bool {
        files.contains(&file) || self.ending.contains(&file)
    }

    fn may_swap(&self, files: &[usize]) -> bool {
        self.swapping.iter().any(|file| self.may_act(files, *file))
    }

    /// Whether a piece of this kind can be in a hand, by the files in force. Where rules speak of what is there, any can:
    /// how it has come there may be left to another file.
    #[must_use]
    pub fn may_be_held(&self, files: &[usize], kind: KindId) -> bool {
        let puts =
            |(file, kinds): &(usize, BTreeSet<KindId>)| self.may_act(files, *file) && kinds.contains(&kind);
        let asked = || self.asking.iter().any(|file| self.may_act(files, *file));
        self.begins[1] || asked() || self.may_swap(files) || self.hands.iter().any(puts)
    }

    /// What keeps a piece from being carried where it is, by the files in force; `change_sides` says that pieces can.
    /// Of those on one carrier only so many count as it can have, in order of their ids.
    #[must_use]
    pub fn barred(
        &self,
        files: &[usize],
        position: &Position,
        carried: PieceId,
        change_sides: bool,
    ) -> Option<Barred> {
        if self.begins[0] {
            return None;
        }
        let Place::On(carrier) = position.piece(carried).place else { return None };
        let in_force: Vec<&Load> = self.all.iter().filter(|load| self.may_act(files, load.file)).collect();
        if in_force.is_empty() {
            return Some(Barred::Carrying);
        }
        let (above, below) = (position.piece(carried), position.piece(carrier));
        let mut able = in_force;
        able.retain(|load| load.carriers.contains(&below.kind));
        if able.is_empty() {
            return Some(Barred::Carrier);
        }
        let most = able.iter().map(|load| load.most).collect::<Option<Vec<usize>>>();
        if !self.may_swap(files) {
            able.retain(|load| load.carried.contains(&above.kind));
            if able.is_empty() {
                return Some(Barred::Carried);
            }
            if above.owner != below.owner && !change_sides && able.iter().all(|load| load.own) {
                return Some(Barred::Side);
            }
        }
        let most = most?.into_iter().max()?;
        let beside =
            position.ids().filter(|id| *id < carried && position.piece(*id).place == Place::On(carrier));
        (beside.count() >= most).then_some(Barred::Most(most))
    }
}

/// A piece that a sentence speaks of by one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Who {
    /// `it`
    It,
    /// A name.
    Named(VarId),
}

/// The piece that a value is, if it is said by one word.
pub fn who(value: &Expr) -> Option<Who> {
    match value.node {
        Node::It => Some(Who::It),
        Node::Var(name) => Some(Who::Named(name)),
        _ => None,
    }
}

/// How many pieces at most some carry where a condition holds, or does not.
pub fn at_most(condition: &Expr, holds: bool) -> Vec<(Who, usize)> {
    let all = |parts: &[Expr]| parts.iter().flat_map(|each| at_most(each, holds)).collect();
    match &condition.node {
        Node::Not(of) => at_most(of, !holds),
        Node::And(parts) if holds => all(parts),
        Node::Or(parts) if !holds => all(parts),
        Node::Any(set) if !holds => carrier(set).map(|who| (who, 0)).into_iter().collect(),
        Node::Every(quantifier, set, name, body)
            if *quantifier == if holds { Quantifier::No } else { Quantifier::Some } =>
        {
            let Node::Is(one, carried) = &body.node else { return Vec::new() };
            let whole = set.node == Node::AllPieces && one.node == Node::Var(*name);
            carrier(carried).filter(|_| whole).map(|who| (who, 0)).into_iter().collect()
        }
        Node::Compared(how, left, right) => {
            let (set, number, how) = match (&left.node, &right.node) {
                (Node::Count(set), Node::Number(number)) => (set, *number, *how),
                (Node::Number(number), Node::Count(set)) => (set, *number, turned(*how)),
                _ => return Vec::new(),
            };
            let most = match (how, holds) {
                (Compare::Less, true) | (Compare::AtLeast, false) => number - 1,
                (Compare::AtMost | Compare::Equal, true) | (Compare::More | Compare::Different, false) => {
                    number
                }
                _ => return Vec::new(),
            };
            let bound = usize::try_from(most).ok().zip(carrier(set));
            bound.map(|(most, who)| (who, most)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The comparison with its sides exchanged.
fn turned(how: Compare) -> Compare {
    match how {
        Compare::Less => Compare::More,
        Compare::AtMost => Compare::AtLeast,
        Compare::More => Compare::Less,
        Compare::AtLeast => Compare::AtMost,
        Compare::Equal | Compare::Different => how,
    }
}

/// Whose load a set is, if it is the whole load of one piece.
fn carrier(set: &Expr) -> Option<Who> {
    match &set.node {
        Node::CarriedBy(of) => who(of),
        Node::Both(parts) => {
            let mut parts = parts.iter().filter(|each| each.node != Node::AllPieces);
            let only = parts.next()?;
            parts.next().is_none().then(|| carrier(only)).flatten()
        }
        _ => None,
    }
}

/// The pieces that a way of moving can end on without taking them: the mover is carried by them.
pub fn goes_onto(path: &Path) -> Vec<&Expr> {
    match path {
        Path::Either(paths) | Path::Then(paths) => paths.iter().flat_map(goes_onto).collect(),
        Path::Repeat(path, ..) | Path::Only { path, .. } => goes_onto(path),
        Path::Leg(leg) => leg.onto.iter().collect(),
        Path::Onto(path, set) => std::iter::once(set).chain(goes_onto(path)).collect(),
        Path::Like(_) => Vec::new(),
    }
}
