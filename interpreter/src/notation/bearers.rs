//! Which facts pieces of a kind can bear, and what else no play brings about, as far as the sentences alone tell: a
//! fact is borne by those on whom some sentence sets it, and by what these can turn into. Imports `ids`, `model`,
//! `loads`.
//!
//! Wherever a sentence says less than that, it may be any piece: so nothing is refused that could come about. All
//! files count that the library has, since events that are over have left behind what they did.

use crate::ids::{FactId, KindId, VarId};
use crate::model::{
    Bearer, Choose, Deed, Effect, EffectKind, Expr, File, Guard, Happens, Kinship, Library, Motion, MoveRule,
    Moves, Node, Path, Relation, Time, Type, Verb,
};
use crate::notation::loads::{Load, Loads, Who, at_most, goes_onto, who};
use std::collections::{BTreeMap, BTreeSet};

/// What the sentences of a library can bring about.
#[derive(Clone, Debug, Default)]
pub struct Bearers {
    /// By fact, the kinds of the pieces that can bear it.
    kinds: Vec<BTreeSet<KindId>>,
    /// By fact, whether it can be set on a piece in a turn of its owner's, and in one of the other side's.
    set_in: Vec<[bool; 2]>,
    /// By fact of squares, the kinds of the pieces that can have set it.
    makers: Vec<BTreeSet<KindId>>,
    /// What pieces of a kind can turn into.
    turns: BTreeMap<KindId, BTreeSet<KindId>>,
    /// What can be put onto pieces.
    pub loads: Loads,
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
        let mut reader = Reader {
            library,
            set_in: vec![[false; 2]; none.len()],
            kinds: none.clone(),
            makers: none,
            turns: BTreeMap::new(),
            loads: Vec::new(),
            hands: Vec::new(),
            file: 0,
            change_sides: false,
            others_move: false,
            own_taken: library.files.iter().any(lets_take_own),
        };
        // What a block makes of a piece is known where it says more of it only when all of it has been read.
        loop {
            let known = |reader: &Reader<'_>| {
                (reader.kinds.clone(), reader.turns.clone(), reader.others_move, reader.own_taken)
            };
            let before = known(&reader);
            reader.read();
            if before == known(&reader) {
                break;
            }
        }
        let triggers = || library.files.iter().flat_map(|file| &file.triggers);
        let before_turn = |time: Time, happens: &Happens| time == Time::Before && *happens == Happens::Turn;
        let hands = reader.hands.iter().map(|(file, kinds)| (*file, reader.followed(kinds))).collect();
        let mut loads = std::mem::take(&mut reader.loads);
        for load in &mut loads {
            load.carriers = reader.followed(&load.carriers);
            load.carried = reader.followed(&load.carried);
        }
        Bearers {
            kinds: reader.kinds.iter().map(|kinds| reader.followed(kinds)).collect(),
            set_in: reader.set_in.clone(),
            makers: reader.makers.clone(),
            loads: Loads::of(library, loads, hands),
            turns: reader.turns.clone(),
            change_sides: reader.change_sides,
            before_turns: triggers().any(|each| before_turn(each.time, &each.happens)),
        }
    }

    /// Whether a piece of this kind can bear the fact.
    #[must_use]
    pub fn can_bear(&self, kind: KindId, fact: FactId) -> bool {
        self.kinds.get(fact.index()).is_none_or(|kinds| kinds.contains(&kind))
    }

    /// Whether the fact can have been set on a piece in a turn of its owner's, or in one of the other side's.
    #[must_use]
    pub fn can_be_set(&self, fact: FactId, in_own_turn: bool) -> bool {
        self.set_in.get(fact.index()).is_none_or(|turns| turns[usize::from(!in_own_turn)])
    }

    /// What a piece that is of this kind now can have been when it set the fact on a square.
    #[must_use]
    pub fn makers(&self, kind: KindId, fact: FactId) -> BTreeSet<KindId> {
        let all = self.makers.get(fact.index()).into_iter().flatten().copied();
        all.filter(|maker| followed(&self.turns, &BTreeSet::from([*maker])).contains(&kind)).collect()
    }
}

/// These kinds and all that their pieces can turn into: a piece takes its facts along into whatever it becomes.
fn followed(turns: &BTreeMap<KindId, BTreeSet<KindId>>, kinds: &BTreeSet<KindId>) -> BTreeSet<KindId> {
    let mut all = kinds.clone();
    let mut open: Vec<KindId> = kinds.iter().copied().collect();
    while let Some(kind) = open.pop() {
        let next = turns.get(&kind).into_iter().flatten();
        open.extend(next.filter(|each| all.insert(**each)));
    }
    all
}

/// What is known of the pieces that a sentence speaks of.
#[derive(Clone, Default)]
struct Scope {
    it: BTreeSet<KindId>,
    names: BTreeMap<VarId, BTreeSet<KindId>>,
    /// Whose they are, in the view of the moment; of the others nothing is known.
    kin: BTreeMap<Who, Kinship>,
    /// The view is that of the player, or of whose piece moves in his turn.
    players: bool,
    /// Whose turn it is, as the owner of `it` sees it, if that is known.
    turn: Option<Kinship>,
    /// Names of squares on which nothing stands.
    empties: BTreeSet<VarId>,
    /// Names that may be several pieces.
    several: BTreeSet<VarId>,
    /// How many pieces they carry at most.
    room: Vec<(Who, usize)>,
}

impl Scope {
    /// That of a sentence about pieces, seen by their owner.
    fn about(it: BTreeSet<KindId>) -> Scope {
        Scope { it, kin: BTreeMap::from([(Who::It, Kinship::Own)]), ..Scope::default() }
    }

    fn bind(&mut self, name: VarId, kinds: BTreeSet<KindId>, kin: Option<Kinship>) {
        self.names.insert(name, kinds);
        self.kin.remove(&Who::Named(name));
        self.kin.extend(kin.map(|kin| (Who::Named(name), kin)));
    }

    /// Whose pieces a set has, in the view of the moment.
    fn kin_of(&self, set: &Expr) -> Option<Kinship> {
        match &set.node {
            Node::OwnedBy(of, by) => match by.node {
                Node::Kin(kin) => Some(kin),
                _ => self.kin_of(of),
            },
            Node::OfKind(of) | Node::Another(of) | Node::Taken(of) | Node::Earlier(of) => self.kin_of(of),
            Node::Except(of, _) | Node::Those(of, ..) => self.kin_of(of),
            Node::Both(sets) => sets.iter().find_map(|each| self.kin_of(each)),
            Node::Either(sets) => {
                let first = self.kin_of(sets.first()?)?;
                sets.iter().all(|each| self.kin_of(each) == Some(first)).then_some(first)
            }
            _ => self.kin.get(&who(set)?).copied(),
        }
    }

    /// Whether nothing stands on any square of a set.
    fn is_empty(&self, set: &Expr) -> bool {
        match &set.node {
            Node::Empty => true,
            Node::Var(name) => self.empties.contains(name),
            Node::Both(sets) => sets.iter().any(|each| self.is_empty(each)),
            Node::Except(of, _) | Node::Those(of, ..) => self.is_empty(of),
            _ => false,
        }
    }

    /// Another side looks, or nobody knows which.
    fn seen_by_others(&mut self) {
        self.kin.clear();
        self.players = false;
    }
}

struct Reader<'l> {
    library: &'l Library,
    kinds: Vec<BTreeSet<KindId>>,
    /// What pieces of a kind can turn into.
    makers: Vec<BTreeSet<KindId>>,
    turns: BTreeMap<KindId, BTreeSet<KindId>>,
    loads: Vec<Load>,
    hands: Vec<(usize, BTreeSet<KindId>)>,
    /// The file that is being read.
    file: usize,
    change_sides: bool,
    /// Some sentence lets pieces move that may not be the player's.
    others_move: bool,
    /// Some sentence may have a piece taken in a turn of its own side.
    own_taken: bool,
    set_in: Vec<[bool; 2]>,
}

impl Reader<'_> {
    fn read(&mut self) {
        self.loads.clear();
        self.hands.clear();
        for (at, file) in self.library.files.iter().enumerate() {
            self.file = at;
            for moves in &file.moves {
                let it = moves.subject.as_ref().map_or_else(|| self.any(), |subject| self.kinds_of(subject));
                let players = !self.others_move;
                let mut scope = Scope { players, turn: players.then_some(Kinship::Own), ..Scope::about(it) };
                if let Some((name, set)) = &moves.each {
                    scope.bind(*name, self.within(set, &scope), scope.kin_of(set));
                }
                self.narrow_all(&moves.guards, &mut scope);
                if let MoveRule::Travel(travel) = &moves.rule {
                    for onto in goes_onto(&travel.path) {
                        let own = scope.kin_of(onto) == Some(Kinship::Own);
                        let (carriers, carried) = (self.within(onto, &scope), scope.it.clone());
                        self.loads.push(Load { file: at, carriers, carried, own, most: None });
                    }
                }
                // What is asked before a walk may have changed when it ends.
                if !matches!(moves.rule, MoveRule::Act(_)) {
                    scope.room.clear();
                }
                self.effects(&moves.block, &scope);
            }
            for trigger in &file.triggers {
                let mut scope = match &trigger.happens {
                    Happens::Does { subject, deed, .. } => {
                        let goes = matches!(deed, Deed::Moves | Deed::Acts | Deed::Castles);
                        let players = goes && !self.others_move;
                        let turn = match deed {
                            Deed::IsTaken if !self.own_taken => Some(Kinship::Enemy),
                            _ => players.then_some(Kinship::Own),
                        };
                        Scope { players, turn, ..Scope::about(self.kinds_of(subject)) }
                    }
                    Happens::EventStarts | Happens::Turn | Happens::TurnEnds => {
                        Scope { it: self.any(), ..Scope::default() }
                    }
                };
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
        self.within(set, &Scope { it: self.any(), ..Scope::default() })
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
            Node::Bearing(fact) if self.only_where_set(*fact) => self.followed(&self.kinds[fact.index()]),
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
                inner.bind(*name, self.within(of, scope), None);
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
        guards.iter().for_each(|guard| self.suppose(&guard.condition, !guard.unless, scope));
    }

    /// What is known where a condition holds, or does not.
    fn suppose(&self, condition: &Expr, holds: bool, scope: &mut Scope) {
        scope.room.extend(at_most(condition, holds));
        self.narrow(condition, holds, scope);
    }

    /// Whether it is a fact of pieces that none bears on whom no sentence sets it.
    fn only_where_set(&self, fact: FactId) -> bool {
        let fact = &self.library.facts[fact.index()];
        fact.bearer == Bearer::Pieces && fact.of == Type::Bool && fact.default.is_none()
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
        let scope = &mut scope.clone();
        for effect in effects {
            match &effect.kind {
                EffectKind::ForEachSide(guards, body) => {
                    let mut inner = scope.clone();
                    inner.seen_by_others();
                    self.narrow_all(guards, &mut inner);
                    inner.room.clear();
                    self.effects(body, &inner);
                }
                EffectKind::ForEach(name, set, guards, body) => {
                    let mut inner = scope.clone();
                    inner.bind(*name, self.within(set, scope), scope.kin_of(set));
                    inner.empties.remove(name);
                    self.narrow_all(guards, &mut inner);
                    // What was known before the first may not be so for the next.
                    inner.room.clear();
                    self.effects(body, &inner);
                }
                EffectKind::If(condition, then, otherwise) => {
                    for (body, holds) in [(then, true), (otherwise, false)] {
                        let mut inner = scope.clone();
                        self.suppose(condition, holds, &mut inner);
                        self.effects(body, &inner);
                    }
                }
                // What follows is not done where it holds.
                EffectKind::Forbid(condition) => self.suppose(condition, false, scope),
                EffectKind::Choose(choose) => self.chosen(choose, scope),
                EffectKind::Grant(grant) => {
                    let own = match grant.subject.node {
                        Node::Player => true,
                        Node::Kin(kin) => scope.players && kin == Kinship::Own,
                        _ => scope.players && scope.kin_of(&grant.subject) == Some(Kinship::Own),
                    };
                    self.others_move |= !own;
                    let it = self.within(&grant.subject, scope);
                    let mut inner = Scope { it, room: Vec::new(), ..scope.clone() };
                    inner.seen_by_others();
                    inner.turn = None;
                    self.effects(&grant.block, &inner);
                }
                EffectKind::Set(fact, of, _) => {
                    if of.of == Type::Pieces && self.library.facts[fact.index()].bearer == Bearer::Pieces {
                        let kinds = self.within(of, scope);
                        self.kinds[fact.index()].extend(kinds);
                    }
                    self.makers[fact.index()].extend(&scope.it);
                    let turn = scope.turn.filter(|_| who(of) == Some(Who::It));
                    self.set_in[fact.index()][0] |= turn != Some(Kinship::Enemy);
                    self.set_in[fact.index()][1] |= turn != Some(Kinship::Own);
                }
                EffectKind::Become(what, kind) => {
                    let (from, to) = (self.within(what, scope), self.exactly(kind));
                    self.turn(from, &to);
                }
                EffectKind::ChangeSide(..) => self.change_sides = true,
                EffectKind::PutInHand(what, _) => {
                    let kinds = self.within(what, scope);
                    self.hands.push((self.file, kinds));
                }
                EffectKind::PutOnto(what, to) if to.of == Type::Pieces => self.load(what, to, scope),
                // What stands where something is put is taken in the end.
                EffectKind::PutOnto(_, to) => self.own_taken |= !scope.is_empty(to),
                EffectKind::Take(_) => self.own_taken = true,
                _ => {}
            }
            if !keeps_loads(&effect.kind) {
                scope.room.clear();
            }
        }
    }

    fn chosen(&mut self, choose: &Choose, scope: &Scope) {
        let mut inner = scope.clone();
        match choose.who.as_ref().map(|who| &who.node) {
            None => {}
            Some(Node::Player) if scope.players => {}
            Some(Node::Kin(Kinship::Own)) => {}
            Some(_) => inner.seen_by_others(),
        }
        let options = choose.options.iter().flat_map(|each| self.within(each, scope)).collect();
        let kin = match &choose.options[..] {
            [options] => inner.kin_of(options),
            _ => None,
        };
        inner.bind(choose.var, options, kin);
        if choose.options.iter().all(|each| scope.is_empty(each)) {
            inner.empties.insert(choose.var);
        }
        if choose.whole {
            inner.several.insert(choose.var);
        }
        self.narrow_all(&choose.guards, &mut inner);
        self.effects(&choose.body, &inner);
    }

    /// Something is put onto a piece.
    fn load(&mut self, what: &Expr, to: &Expr, scope: &mut Scope) {
        let kind = what.of == Type::Kinds;
        let one = match who(what) {
            Some(Who::It) => true,
            Some(Who::Named(name)) => !scope.several.contains(&name),
            None => matches!(&what.node, Node::Kinds(kinds) if kinds.len() == 1),
        };
        let carrier = who(to);
        let known = scope.room.iter().filter(|(who, _)| Some(*who) == carrier).map(|(_, most)| *most);
        let most = known.min().map(|most| most + 1).filter(|_| one);
        let own =
            scope.kin_of(to) == Some(Kinship::Own) && (kind || scope.kin_of(what) == Some(Kinship::Own));
        let carried = if kind { self.exactly(what) } else { self.within(what, scope) };
        let carriers = self.within(to, scope);
        self.loads.push(Load { file: self.file, carriers, carried, own, most });
        // By whatever name the carrier is called, it may carry one more now.
        scope.room.iter_mut().for_each(|(_, most)| *most += 1);
        if !one {
            scope.room.clear();
        }
    }

    fn turn(&mut self, from: BTreeSet<KindId>, to: &BTreeSet<KindId>) {
        for kind in from {
            self.turns.entry(kind).or_default().extend(to);
        }
    }

    fn followed(&self, kinds: &BTreeSet<KindId>) -> BTreeSet<KindId> {
        followed(&self.turns, kinds)
    }
}

/// Whether after an effect as many pieces are carried by each as before, but for what is said of it itself.
fn keeps_loads(effect: &EffectKind) -> bool {
    let keep = |body: &[Effect]| {
        body.iter().all(|each| keeps_loads(&each.kind) && !matches!(each.kind, EffectKind::PutOnto(..)))
    };
    match effect {
        EffectKind::PutOnto(_, to) => to.of == Type::Pieces,
        EffectKind::Set(..)
        | EffectKind::SetGame(..)
        | EffectKind::Forbid(_)
        | EffectKind::Reveal(..)
        | EffectKind::Become(..)
        | EffectKind::ChangeSide(..)
        | EffectKind::Draw
        | EffectKind::Wins(_)
        | EffectKind::Loses(_) => true,
        EffectKind::If(_, then, otherwise) => keep(then) && keep(otherwise),
        EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => keep(body),
        EffectKind::Choose(choose) => keep(&choose.body),
        _ => false,
    }
}

/// Whether a piece may take one of its own side by some rule of a file, or meet it unseen.
fn lets_take_own(file: &File) -> bool {
    let takes = |rule: &Relation| {
        rule.verb == Verb::Take
            && rule.can
            && rule.fact.is_none()
            && !rule.object.as_ref().is_some_and(of_the_enemy)
    };
    let hides = |rule: &Relation| rule.verb == Verb::See && !rule.can;
    let walks = |rule: &Moves| match &rule.rule {
        MoveRule::Travel(travel) => takes_own(&travel.path),
        MoveRule::Act(_) | MoveRule::Castle(_) => false,
    };
    file.relations.iter().any(|rule| takes(rule) || hides(rule)) || file.moves.iter().any(walks)
}

fn takes_own(path: &Path) -> bool {
    match path {
        Path::Either(paths) | Path::Then(paths) => paths.iter().any(takes_own),
        Path::Repeat(path, ..) | Path::Onto(path, _) => takes_own(path),
        Path::Only { own, path, .. } => own.is_some() || takes_own(path),
        Path::Leg(_) | Path::Like(_) => false,
    }
}

/// Whether all of a set belong to the enemy.
fn of_the_enemy(set: &Expr) -> bool {
    match &set.node {
        Node::OwnedBy(_, by) => by.node == Node::Kin(Kinship::Enemy),
        Node::Both(sets) => sets.iter().any(of_the_enemy),
        Node::Either(sets) => sets.iter().all(of_the_enemy),
        Node::Except(of, _) | Node::Those(of, ..) => of_the_enemy(of),
        _ => false,
    }
}
