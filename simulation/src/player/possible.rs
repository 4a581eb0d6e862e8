//! What a secret fact may say, and which kinds may bear it, as far as the sentences that set it tell. Imports nothing of
//! this crate.

use rulemate_interpreter::board::{Vector, having_parts};
use rulemate_interpreter::ids::{FactId, KindId, SideId, VarId};
use rulemate_interpreter::model::{Choose, Effect, EffectKind, Expr, Library, Node, Type};
use rulemate_interpreter::position::Value;
use std::collections::BTreeMap;

/// Numbers that are calculated are drawn from no more than so many.
const MOST_NUMBERS: i32 = 64;

/// What the sentences say of a fact.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Possible {
    /// The values that they give it, each once; none: what they give it cannot be read off them.
    pub values: Vec<Value>,
    /// The kinds of those to whom they give it; none: any.
    pub kinds: Vec<KindId>,
}

impl Possible {
    /// What may be of a fact.
    pub fn of(library: &Library, fact: FactId) -> Possible {
        let mut reader = Reader { fact, ..Reader::default() };
        for file in &library.files {
            for block in file.moves.iter().map(|each| &each.block) {
                reader.sentence(block);
            }
            for block in file.triggers.iter().map(|each| &each.effects) {
                reader.sentence(block);
            }
        }
        if let Some(default) = &library.facts[fact.index()].default {
            reader.value(default);
        }
        reader.found()
    }
}

#[derive(Default)]
struct Reader<'l> {
    fact: FactId,
    /// What the names of the sentence stand for.
    bound: BTreeMap<VarId, (&'l [Expr], bool)>,
    values: Vec<Value>,
    kinds: Vec<KindId>,
    any_kind: bool,
    numbers: Vec<i32>,
    /// Some value depends on the position.
    depends: bool,
}

impl<'l> Reader<'l> {
    fn sentence(&mut self, block: &'l [Effect]) {
        self.bound.clear();
        self.effects(block);
    }

    fn effects(&mut self, list: &'l [Effect]) {
        for effect in list {
            match &effect.kind {
                EffectKind::ForEachSide(_, body) => self.effects(body),
                EffectKind::ForEach(name, set, _, body) => {
                    self.bound.insert(*name, (std::slice::from_ref(set), false));
                    self.effects(body);
                }
                EffectKind::If(_, then, otherwise) => {
                    self.effects(then);
                    self.effects(otherwise);
                }
                EffectKind::Choose(Choose { var, options, whole, body, .. }) => {
                    self.bound.insert(*var, (options, *whole));
                    self.effects(body);
                }
                EffectKind::Grant(grant) => self.effects(&grant.block),
                EffectKind::SetGame(fact, value) if *fact == self.fact => self.value(value),
                EffectKind::Set(fact, bearer, value) if *fact == self.fact => {
                    self.bearer(bearer);
                    self.value(value);
                }
                _ => {}
            }
        }
    }

    /// A value that the fact is given.
    fn value(&mut self, value: &'l Expr) {
        let Node::Var(name) = value.node else { return self.constant(value, true) };
        match self.bound.get(&name).copied() {
            Some((options, whole)) => options.iter().for_each(|each| self.constant(each, whole)),
            None => self.depends = true,
        }
    }

    /// What an expression stands for at any time: as one value, or each member as one.
    fn constant(&mut self, expr: &Expr, whole: bool) {
        numbers(expr, &mut self.numbers);
        let mut found = match (&expr.node, directions(expr)) {
            (Node::Number(number), _) => vec![Value::Number(*number)],
            (Node::Bool(yes), _) => vec![Value::Bool(*yes)],
            (Node::Kinds(kinds), _) if expr.of == Type::Kinds => {
                kinds.iter().map(|kind| Value::Kinds(vec![*kind])).collect()
            }
            (Node::Side(side), _) => vec![Value::Sides(vec![*side])],
            (Node::Kin(_) | Node::Player | Node::AllSides, _) => {
                [SideId(0), SideId(1)].map(|side| Value::Sides(vec![side])).to_vec()
            }
            (_, Some(list)) if whole => vec![Value::Directions(list)],
            (_, Some(list)) => list.into_iter().map(|each| Value::Directions(vec![each])).collect(),
            (Node::Either(all), None) if !whole => {
                return all.iter().for_each(|each| self.constant(each, false));
            }
            _ => {
                self.depends = true;
                return;
            }
        };
        found.retain(|value| !self.values.contains(value));
        self.values.extend(found);
    }

    fn bearer(&mut self, bearer: &Expr) {
        let before = self.kinds.len();
        self.kinds_of(bearer);
        self.any_kind |= self.kinds.len() == before;
    }

    /// The kinds that a set of pieces names.
    fn kinds_of(&mut self, set: &Expr) {
        match &set.node {
            Node::Kinds(kinds) => self.kinds.extend(kinds),
            Node::Var(name) => {
                let options = self.bound.get(name).map_or(&[][..], |(options, _)| *options);
                options.iter().for_each(|each| self.kinds_of(each));
            }
            Node::OfKind(of) | Node::OwnedBy(of, _) | Node::Another(of) | Node::SeenBy(_, of) => {
                self.kinds_of(of)
            }
            Node::Except(of, _) | Node::Those(of, ..) => self.kinds_of(of),
            Node::Both(sets) | Node::Either(sets) => sets.iter().for_each(|each| self.kinds_of(each)),
            _ => {}
        }
    }

    fn found(self) -> Possible {
        let kinds = if self.any_kind { Vec::new() } else { self.kinds };
        if !self.depends {
            return Possible { values: self.values, kinds };
        }
        // What is calculated lies about where the numbers do that the sentences name.
        let (Some(low), Some(high)) = (self.numbers.iter().min(), self.numbers.iter().max()) else {
            return Possible { values: Vec::new(), kinds };
        };
        let low = (*low).min(0);
        let high = (*high).min(low.saturating_add(MOST_NUMBERS - 1));
        Possible { values: (low..=high).map(Value::Number).collect(), kinds }
    }
}

/// The numbers that an expression names where it calculates.
fn numbers(expr: &Expr, found: &mut Vec<i32>) {
    match &expr.node {
        Node::Number(number) => found.push(*number),
        Node::Calculate(_, one, other) => {
            numbers(one, found);
            numbers(other, found);
        }
        Node::Either(all) => all.iter().for_each(|each| numbers(each, found)),
        _ => {}
    }
}

/// The directions that an expression stands for at any time.
fn directions(expr: &Expr) -> Option<Vec<Vector>> {
    let sorted = |mut list: Vec<Vector>| {
        list.sort_unstable();
        list.dedup();
        list
    };
    match &expr.node {
        Node::Directions(list) => Some(sorted(list.clone())),
        Node::Either(all) => {
            let all: Option<Vec<_>> = all.iter().map(directions).collect();
            all.filter(|all| !all.is_empty()).map(|all| sorted(all.concat()))
        }
        Node::Parts(all) => {
            let all: Option<Vec<_>> =
                all.iter().map(|(each, part)| Some((directions(each)?, *part))).collect();
            all.map(|all| sorted(having_parts(&all)))
        }
        _ => None,
    }
}
