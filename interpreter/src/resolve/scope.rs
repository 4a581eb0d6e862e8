//! What is known inside the sentence that is being read: bound names, what `it` is, whether a move is spoken
//! of. Imports `ids`, `model`.

use crate::ids::{FileId, KindId, VarId};
use crate::model::{Deed, Type};

/// A bound name.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) name: String,
    pub(super) id: VarId,
    pub(super) of: Type,
}

/// Where an effect stands: whether a further move can follow it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Moment {
    /// Inside a move or its triggers.
    Move,
    /// When a turn begins, ends, or has ended; when an event starts.
    Between,
    /// No effect.
    #[default]
    Still,
}

/// A word whose meaning is being read.
#[derive(Clone, Debug)]
pub(super) struct InWord {
    pub(super) name: String,
    /// What it is said of: `p` in `load of p means ...`.
    pub(super) parameter: Option<String>,
    /// In an `if` behind it.
    pub(super) guard: bool,
}

/// What is known inside a sentence.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// The file that speaks.
    pub(super) file: FileId,
    /// Bound names, the innermost last.
    pub(super) bound: Vec<Bound>,
    /// How many names the sentence has bound so far.
    pub(super) vars: u16,
    /// What `it` is, if something is spoken of.
    pub(super) it: Option<Type>,
    /// The kinds that `it` can only be of, in the guards of a sentence that names them.
    pub(super) it_kinds: Option<Vec<KindId>>,
    /// A move is spoken of: `origin`, `heading` and the like mean something.
    pub(super) of_move: bool,
    /// The sentence is a guard that is asked of a move before it is made.
    pub(super) of_walk: bool,
    /// Inside what a word means: its parameter, if it has one. Where the word is used, nobody knows of `it` or a move.
    pub(super) word: Option<InWord>,
    /// Inside `for each side`: `side` is that side.
    pub(super) each_side: bool,
    /// Whether and when effects happen.
    pub(super) moment: Moment,
    /// What the trigger waits for, if this is one.
    pub(super) deed: Option<Deed>,
}

impl Scope {
    /// A sentence of this file.
    pub(super) fn of(file: FileId) -> Scope {
        Scope { file, ..Scope::default() }
    }

    /// A new variable without a name.
    pub(super) fn fresh(&mut self) -> VarId {
        let id = VarId(self.vars);
        self.vars = self.vars.saturating_add(1);
        id
    }

    /// Binds a name until [`Scope::leave`].
    pub(super) fn bind(&mut self, name: &str, of: Type) -> VarId {
        let id = self.fresh();
        self.bound.push(Bound { name: name.to_owned(), id, of });
        id
    }

    /// The mark to leave by.
    pub(super) fn enter(&self) -> usize {
        self.bound.len()
    }

    /// Forgets the names bound since the mark.
    pub(super) fn leave(&mut self, mark: usize) {
        self.bound.truncate(mark);
    }

    /// What a name is bound to.
    pub(super) fn find(&self, name: &str) -> Option<&Bound> {
        self.bound.iter().rev().find(|bound| bound.name == name)
    }
}
