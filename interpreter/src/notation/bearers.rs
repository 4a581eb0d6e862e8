//! Which facts pieces of a kind can bear, and what else no play brings about, as far as the sentences alone tell: a
//! fact is borne by those on whom some sentence sets it, and by what these can turn into. Imports `ids`, `model`.
//!
//! Wherever a sentence says less than that, it may be any piece: so nothing is refused that could come about. All
//! files count that the library has, since events that are over have left behind what they did.

use crate::ids::{FactId, KindId, VarId};
use crate::model::{Effect, EffectKind, Expr, Guard, Happens, Library, Motion, Node, Time, Type};
use std::collections::{BTreeMap, BTreeSet};

/// What the sentences of a library can bring about.
#[derive(Clone, Debug, Default)]
pub struct Bearers {
    /// By fact, the kinds of the pieces that can bear it.
    kinds: Vec<BTreeSet<KindId>>,
    /// Some sentence lets pieces change sides.
    pub change_sides: bool,
    /// Some sentence runs before a turn, and so may displace pieces that are then still held.
    pub before_turns: bool,
}

impl Bearers {
    /// What the sentences of all files can bring about.
    #[must_use]
    pub fn of(library: &Library) -> Bearers {
        let none = vec![BTreeSet::new(); library.facts.len()];
        let mut reader = Reader { library, kinds: none, turns: BTreeMap::new(), change_sides: false };
        // What a block makes of a piece is known where it says more of it only when all of it has been read.
        loop {
            let before = (reader.kinds.clone(), reader.turns.clone());
            reader.read();
            if before == (reader.kinds.clone(), reader.turns.clone()) {
                break;
            }
        }
        let triggers = || library.files.iter().flat_map(|file| &file.triggers);
        let before_turn = |time: Time, happens: &Happens| time == Time::Before && *happens == Happens::Turn;
        Bearers {
            kinds: reader.kinds.iter().map(|kinds| reader.followed(kinds)).collect(),
            change_sides: reader.change_sides,
            before_turns: triggers().any(|each| before_turn(each.time, &each.happens)),
        }
    }

    /// Whether a piece of this kind can bear the fact.
    #[must_use]
    pub fn can_bear(&self, kind: KindId, fact: FactId) -> bool {
        self.kinds.get(fact.index()).is_none_or(|kinds| kinds.contains(&kind))
    }
}

/// What is known of the pieces that a sentence speaks of.
#[derive(Clone)]
struct Scope {
    it: BTreeSet<KindId>,
    names: BTreeMap<VarId, BTreeSet<KindId>>,
}

impl Scope {
    fn bind(&mut self, name: VarId, kinds: BTreeSet<KindId>) {
        self.names.insert(name, kinds);
    }
}

struct Reader<'l> {
    library: &'l Library,
    kinds: Vec<BTreeSet<KindId>>,
    /// What pieces of a kind can turn into.
    turns: BTreeMap<KindId, BTreeSet<KindId>>,
    change_sides: bool,
}

impl Reader<'_> {
    fn read(&mut self) {
        for file in &self.library.files {
            for moves in &file.moves {
                let it = moves.subject.as_ref().map_or_else(|| self.any(), |subject| self.kinds_of(subject));
                let mut scope = Scope { it, names: BTreeMap::new() };
                if let Some((name, set)) = &moves.each {
                    scope.bind(*name, self.within(set, &scope));
                }
                self.narrow_all(&moves.guards, &mut scope);
                self.effects(&moves.block, &scope);
            }
            for trigger in &file.triggers {
                let it = match &trigger.happens {
                    Happens::Does { subject, .. } => self.kinds_of(subject),
                    Happens::EventStarts | Happens::Turn | Happens::TurnEnds => self.any(),
                };
                let mut scope = Scope { it, names: BTreeMap::new() };
                self.narrow_all(&trigger.guards, &mut scope);
                self.effects(&trigger.effects, &scope);
            }
            for promotion in &file.promotions {
                let (from, to) = (self.kinds_of(&promotion.subject), self.exactly(&promotion.to));
                self.turn(from, &to);
            }
        }
    }

    fn any(&self) -> BTreeSet<KindId> {
        (0..self.library.kinds.len()).map(KindId::from_index).collect()
    }

    /// All kinds that are one of these.
    fn with_those_that_are(&self, kinds: &[KindId]) -> BTreeSet<KindId> {
        let is = |kind: &KindId| kinds.iter().any(|each| self.library.kind_is(*kind, *each));
        self.any().into_iter().filter(is).collect()
    }

    fn kinds_of(&self, set: &Expr) -> BTreeSet<KindId> {
        self.within(set, &Scope { it: self.any(), names: BTreeMap::new() })
    }

    /// The kinds that the members of a set can be of.
    fn within(&self, set: &Expr, scope: &Scope) -> BTreeSet<KindId> {
        let join = |sets: &[Expr]| sets.iter().flat_map(|each| self.within(each, scope)).collect();
        match &set.node {
            Node::Kinds(kinds) => self.with_those_that_are(kinds),
            Node::It => scope.it.clone(),
            Node::Var(name) => scope.names.get(name).cloned().unwrap_or_else(|| self.any()),
            Node::OfKind(of)
            | Node::OwnedBy(of, _)
            | Node::Another(of)
            | Node::Taken(of)
            | Node::SeenBy(_, of)
            | Node::Earlier(of) => self.within(of, scope),
            Node::Either(sets) => join(sets),
            Node::Both(sets) => {
                let mut sets = sets.iter().map(|each| self.within(each, scope));
                let first = sets.next().unwrap_or_else(|| self.any());
                sets.fold(first, |both, each| &both & &each)
            }
            Node::Except(of, without) => {
                let mut kinds = self.within(of, scope);
                for each in without {
                    kinds = &kinds - &self.surely(each);
                }
                kinds
            }
            Node::Those(of, name, condition) => {
                let mut inner = scope.clone();
                inner.bind(*name, self.within(of, scope));
                self.narrow(condition, true, &mut inner);
                inner.names.remove(name).unwrap_or_default()
            }
            Node::Meaning(meaning, None) => {
                let all = self.library.files.iter().flat_map(|file| &file.definitions);
                let adding = all.filter(|each| each.meaning == *meaning && !each.except);
                adding.flat_map(|each| self.kinds_of(&each.body)).collect()
            }
            _ => self.any(),
        }
    }

    /// The kinds all of whose pieces are members of a set, whatever the position.
    fn surely(&self, set: &Expr) -> BTreeSet<KindId> {
        match &set.node {
            Node::Kinds(kinds) => self.with_those_that_are(kinds),
            Node::OfKind(of) => self.surely(of),
            Node::Either(sets) => sets.iter().flat_map(|each| self.surely(each)).collect(),
            Node::Meaning(meaning, None) => {
                let files = self.library.files.iter();
                let all: Vec<_> = files
                    .flat_map(|file| &file.definitions)
                    .filter(|each| each.meaning == *meaning)
                    .collect();
                let changed = |motion, except| motion == Motion::Now || except;
                if all.iter().any(|each| changed(each.motion, each.except)) {
                    return BTreeSet::new();
                }
                let always = all.iter().filter(|each| each.guards.is_empty());
                always.flat_map(|each| self.surely(&each.body)).collect()
            }
            _ => BTreeSet::new(),
        }
    }

    /// What a kind is said to become, and no more.
    fn exactly(&self, kinds: &Expr) -> BTreeSet<KindId> {
        match &kinds.node {
            Node::Kinds(kinds) => kinds.iter().copied().collect(),
            Node::Either(sets) => sets.iter().flat_map(|each| self.exactly(each)).collect(),
            _ => self.any(),
        }
    }

    fn narrow_all(&self, guards: &[Guard], scope: &mut Scope) {
        guards.iter().for_each(|guard| self.narrow(&guard.condition, !guard.unless, scope));
    }

    /// Leaves out kinds for which a condition cannot be so.
    fn narrow(&self, condition: &Expr, holds: bool, scope: &mut Scope) {
        match &condition.node {
            Node::Not(of) => self.narrow(of, !holds, scope),
            Node::And(all) if holds => all.iter().for_each(|each| self.narrow(each, true, scope)),
            Node::Or(all) if !holds => all.iter().for_each(|each| self.narrow(each, false, scope)),
            Node::Is(who, what) => {
                let kinds = match holds {
                    true => self.within(what, scope),
                    false => &self.any() - &self.surely(what),
                };
                match &who.node {
                    // Several of whom not each is so may have some who are.
                    Node::It => scope.it = &self.followed(&scope.it) & &kinds,
                    Node::Var(name) if holds => {
                        if let Some(known) = scope.names.get_mut(name) {
                            *known = &self.followed(known) & &kinds;
                        }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn effects(&mut self, effects: &[Effect], scope: &Scope) {
        for effect in effects {
            match &effect.kind {
                EffectKind::ForEachSide(guards, body) => {
                    let mut inner = scope.clone();
                    self.narrow_all(guards, &mut inner);
                    self.effects(body, &inner);
                }
                EffectKind::ForEach(name, set, guards, body) => {
                    let mut inner = scope.clone();
                    inner.bind(*name, self.within(set, scope));
                    self.narrow_all(guards, &mut inner);
                    self.effects(body, &inner);
                }
                EffectKind::If(condition, then, otherwise) => {
                    for (body, holds) in [(then, true), (otherwise, false)] {
                        let mut inner = scope.clone();
                        self.narrow(condition, holds, &mut inner);
                        self.effects(body, &inner);
                    }
                }
                EffectKind::Choose(choose) => {
                    let mut inner = scope.clone();
                    let options = choose.options.iter().flat_map(|each| self.within(each, scope)).collect();
                    inner.bind(choose.var, options);
                    self.narrow_all(&choose.guards, &mut inner);
                    self.effects(&choose.body, &inner);
                }
                EffectKind::Grant(grant) => {
                    let inner = Scope { it: self.within(&grant.subject, scope), ..scope.clone() };
                    self.effects(&grant.block, &inner);
                }
                EffectKind::Set(fact, of, _) if of.of == Type::Pieces => {
                    let kinds = self.within(of, scope);
                    self.kinds[fact.index()].extend(kinds);
                }
                EffectKind::Become(what, kind) => {
                    let (from, to) = (self.within(what, scope), self.exactly(kind));
                    self.turn(from, &to);
                }
                EffectKind::ChangeSide(..) => self.change_sides = true,
                _ => {}
            }
        }
    }

    fn turn(&mut self, from: BTreeSet<KindId>, to: &BTreeSet<KindId>) {
        for kind in from {
            self.turns.entry(kind).or_default().extend(to);
        }
    }

    /// These kinds and all that their pieces can turn into: a piece takes its facts along into whatever it becomes.
    fn followed(&self, kinds: &BTreeSet<KindId>) -> BTreeSet<KindId> {
        let mut all = kinds.clone();
        let mut open: Vec<KindId> = kinds.iter().copied().collect();
        while let Some(kind) = open.pop() {
            let next = self.turns.get(&kind).into_iter().flatten();
            open.extend(next.filter(|each| all.insert(**each)));
        }
        all
    }
}
