//! The types of defined words, found before sentences are read, each after those that it asks for.
//! Imports `ids`, `model`, `names`, `scope`.

use super::scope::Scope;
use super::types::Want;
use super::{Resolver, circle};
use crate::board::Vector;
use crate::ids::{FileId, KindId, MeaningId};
use crate::model::{Expr, Type};
use rulemate_grammar::ast;

/// Types that a parameter may have, in the order in which they are tried: what stands for most comes first.
const PARAMETERS: [Type; 7] =
    [Type::Squares, Type::Pieces, Type::Kinds, Type::Sides, Type::Directions, Type::Number, Type::Events];

/// What is known of a word's type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    #[default]
    Unknown,
    Known,
    /// A diagnostic tells of it.
    Broken,
}

/// The sentence that defines a word.
#[derive(Clone, Copy, Debug)]
struct Base<'a> {
    file: FileId,
    body: &'a ast::Expr,
    parameter: Option<&'a ast::Name>,
}

#[derive(Debug, Default)]
struct Entry<'a> {
    state: State,
    /// Built-in words have their type whatever defines them.
    fixed: Option<Type>,
    base: Option<Base<'a>>,
    /// It asks for itself, which is told of.
    circle: bool,
    kinds: Option<Expr>,
    /// The directions that it first means, if they are always the same.
    directions: Option<Vec<Vector>>,
    /// It was defined as one of its type.
    single: bool,
    named: Option<Vec<KindId>>,
}

/// The defined words, by id.
#[derive(Debug, Default)]
pub(super) struct Typing<'a> {
    entries: Vec<Entry<'a>>,
    /// A word that was asked for before its type was known.
    asked: Option<MeaningId>,
}

impl<'a> Typing<'a> {
    /// A built-in word of this type.
    pub(super) fn add_built_in(&mut self, of: Type) {
        self.entries.push(Entry { fixed: Some(of), state: State::Known, ..Entry::default() });
    }

    /// A word that a sentence defines.
    pub(super) fn add(&mut self, file: FileId, body: &'a ast::Expr, parameter: Option<&'a ast::Name>) {
        self.entries.push(Entry { base: Some(Base { file, body, parameter }), ..Entry::default() });
    }

    /// The sentence that first defines a built-in word. False: there is one already.
    pub(super) fn define(&mut self, meaning: MeaningId, file: FileId, body: &'a ast::Expr) -> bool {
        match self.entries.get_mut(meaning.index()) {
            Some(entry) if entry.base.is_none() => {
                entry.base = Some(Base { file, body, parameter: None });
                true
            }
            _ => false,
        }
    }

    /// The kinds that a word first consists of, if of nothing else.
    pub(super) fn kinds(&self, meaning: MeaningId) -> Option<&Expr> {
        self.entries.get(meaning.index())?.kinds.as_ref()
    }

    /// The directions that a word first means, if they are always the same.
    pub(super) fn directions(&self, meaning: MeaningId) -> Option<&[Vector]> {
        self.entries.get(meaning.index())?.directions.as_deref()
    }

    /// Whether a word was defined as one of its type.
    pub(super) fn is_single(&self, meaning: MeaningId) -> bool {
        self.entries.get(meaning.index()).is_some_and(|entry| entry.single)
    }

    /// The kinds that the pieces of a word can only be of, as first defined.
    pub(super) fn named(&self, meaning: MeaningId) -> Option<&[KindId]> {
        self.entries.get(meaning.index())?.named.as_deref()
    }
}

impl Resolver<'_> {
    /// Whether a word has a type. If it is not known yet, the word is remembered as asked for.
    pub(super) fn is_typed(&mut self, meaning: MeaningId) -> bool {
        match self.typing.entries.get(meaning.index()).map(|entry| entry.state) {
            Some(State::Known) => true,
            Some(State::Unknown) => {
                self.typing.asked = self.typing.asked.or(Some(meaning));
                false
            }
            Some(State::Broken) | None => false,
        }
    }

    /// Finds the type of every defined word. Words that ask for each other in a circle are told of and broken.
    pub(super) fn type_meanings(&mut self) {
        for index in 0..self.typing.entries.len() {
            let mut waiting = vec![MeaningId::from_index(index)];
            while let Some(&meaning) = waiting.last() {
                if self.typing.entries[meaning.index()].state != State::Unknown
                    && self.typing.entries[meaning.index()].fixed.is_none()
                {
                    waiting.pop();
                    continue;
                }
                match self.try_type(meaning) {
                    None => {
                        waiting.pop();
                    }
                    Some(asked) => match waiting.iter().position(|each| *each == asked) {
                        Some(start) => {
                            let chain = waiting.split_off(start);
                            self.break_circle(&chain);
                        }
                        None => waiting.push(asked),
                    },
                }
            }
        }
    }

    /// Whether a word was told of as one of a circle.
    pub(super) fn in_circle(&self, meaning: MeaningId) -> bool {
        self.typing.entries.get(meaning.index()).is_some_and(|entry| entry.circle)
    }

    fn break_circle(&mut self, chain: &[MeaningId]) {
        let links: Vec<_> = chain
            .iter()
            .map(|meaning| {
                let meaning = &self.library.meanings[meaning.index()];
                (meaning.name.clone(), meaning.place)
            })
            .collect();
        for meaning in chain {
            let entry = &mut self.typing.entries[meaning.index()];
            (entry.state, entry.circle) = (State::Broken, true);
        }
        if let Some(diagnostic) = circle::told(&links) {
            self.report(diagnostic);
        }
    }

    /// Tries to find a word's type; otherwise the word whose type must be found first.
    fn try_type(&mut self, meaning: MeaningId) -> Option<MeaningId> {
        let Some(base) = self.typing.entries[meaning.index()].base else {
            self.typing.entries[meaning.index()].state = State::Known;
            return None;
        };
        let fixed = self.typing.entries[meaning.index()].fixed;
        let outer = std::mem::take(&mut self.scope);
        let told = self.diagnostics.len();
        self.trying = true;
        let candidates: &[Option<Type>] = match base.parameter {
            None => &[None],
            Some(_) => &PARAMETERS.map(Some),
        };
        let mut found: Option<(Expr, Option<Type>)> = None;
        for parameter in candidates {
            self.typing.asked = None;
            self.scope = Scope { it: Some(Type::Pieces), of_move: true, ..Scope::of(base.file) };
            if let (Some(name), Some(of)) = (base.parameter, parameter) {
                self.scope.bind(&name.text, *of);
            }
            let body = self.value(base.body, fixed.map_or(Want::Any, Want::One));
            let clean = self.diagnostics.len() == told;
            self.diagnostics.truncate(told);
            if self.typing.asked.is_some() || found.is_none() || clean {
                found = Some((body, *parameter));
            }
            if self.typing.asked.is_some() || clean {
                break;
            }
        }
        self.scope = outer;
        self.trying = false;
        if let Some(asked) = self.typing.asked.take() {
            return Some(asked);
        }
        let (body, parameter) = found?;
        let (kinds, named) = (self.kinds_of(&body), self.named_kinds(&body));
        let (directions, single) = (self.directions_of(&body), self.may_be_one(&body));
        let entry = &mut self.typing.entries[meaning.index()];
        entry.kinds = kinds;
        entry.directions = directions;
        entry.single = single;
        entry.named = named;
        // What did not resolve is told of when its sentence is read.
        entry.state = if body.is_broken() && fixed.is_none() { State::Broken } else { State::Known };
        let entry = &mut self.library.meanings[meaning.index()];
        entry.of = fixed.unwrap_or(body.of);
        entry.parameter = parameter;
        None
    }
}
