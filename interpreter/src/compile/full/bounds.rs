//! Where kinds take at most, which is known of more of them than where they take. Imports `program`, `vocabulary`,
//! `plain`, `relations`.

use super::plain::{Finder, kinds_of, narrow, only_takes};
use super::relations::Ground;
use crate::program::bits::Bits;
use crate::program::full::path::{Leg, Path, Steps};
use crate::program::full::plain::{Chain, Stage};
use crate::program::full::rule::{Effect, EffectKind, Happens, Moves, Walks};
use crate::program::full::term::{KindSet, Node, Term, Val};
use crate::program::full::{Full, MOST_NAMES, NONE, Slot};
use crate::program::{Code, Kind, Mode};
use crate::vocabulary::{Deed, Time};

impl<const N: usize> Finder<'_, N> {
    /// Walks that lead wherever a kind takes, and perhaps farther; none if it takes otherwise than by walking, or walks
    /// otherwise than its sentences say.
    pub(super) fn bound(&mut self, code: Code, side: u8, ground: &Ground<N>) -> Option<Kind<N>> {
        if ground.odd >> code & 1 == 1 {
            return None;
        }
        let mut walks = Kind::still(code, self.geometry.squares);
        let stopped = ground.passing_more >> code & 1 == 0;
        self.bound_by_slots(&self.full.slots[usize::from(code)], (side, stopped, 0), &mut walks, 0)?;
        walks.shape = crate::compile::movers::shape_of(&walks);
        Some(walks)
    }

    /// Walks that lead wherever these sentences take, if they do nothing but take.
    pub(super) fn bound_of_odd(&mut self, odd: &[u16], side: u8, stopped: bool) -> Option<Kind<N>> {
        let full = self.full;
        let mut walks = Kind::still(0, self.geometry.squares);
        for index in odd {
            let rule = &full.moves[usize::from(*index)];
            match &rule.rule {
                Walks::Travel { path, .. } if only_takes(rule) => {
                    self.bound_by_path(path, (side, stopped, 1 << rule.file), &mut walks, 0)?;
                }
                Walks::Travel { .. } => return None,
                // These begin otherwise.
                Walks::Act | Walks::Castle { .. } => {}
            }
        }
        walks.shape = crate::compile::movers::shape_of(&walks);
        Some(walks)
    }

    fn bound_by_slots(
        &mut self,
        slots: &[Slot],
        (side, stopped, without): (u8, bool, u64),
        walks: &mut Kind<N>,
        depth: u8,
    ) -> Option<()> {
        let full = self.full;
        for index in slots.iter().flat_map(|slot| slot.replacements.iter().flatten().chain(&slot.also)) {
            let rule = &full.moves[usize::from(*index)];
            if full.takers.moves[usize::from(*index)] {
                if !matches!(rule.rule, Walks::Act) || changed(full, &rule.block, 1 << walks.code) != 0 {
                    return None;
                }
                for from in full.board.all {
                    let mut names = [full.board.all; MOST_NAMES];
                    let taken = self.taken_by(&rule.block, Bits::of(from), &mut names)?;
                    walks.landings[usize::from(from)].take |= taken.without(Bits::of(from));
                }
            }
            if let Walks::Travel { path, .. } = &rule.rule
                && self.captures(rule)
            {
                let without = without | full.borrower(rule.file);
                self.bound_by_path(path, (side, stopped, without), walks, depth)?;
            }
        }
        Some(())
    }

    /// The squares on which effects take at most, with what the names may stand for; none if they let somebody move on.
    fn taken_by(
        &self,
        effects: &[Effect<N>],
        it: Bits<N>,
        names: &mut [Bits<N>; MOST_NAMES],
    ) -> Option<Bits<N>> {
        effects.iter().try_fold(Bits::EMPTY, |taken, effect| {
            Some(
                taken
                    | match &effect.kind {
                        EffectKind::Take(who) => self.squares_of(who, it, names),
                        EffectKind::If(_, then, otherwise) => {
                            self.taken_by(then, it, names)? | self.taken_by(otherwise, it, names)?
                        }
                        EffectKind::ForEachSide(_, body) => self.taken_by(body, it, names)?,
                        EffectKind::ForEach(var, set, _, body) => {
                            names[usize::from(*var)] = self.squares_of(set, it, names);
                            self.taken_by(body, it, names)?
                        }
                        EffectKind::Choose(choose) => {
                            let options = choose.options.iter().map(|each| self.squares_of(each, it, names));
                            names[usize::from(choose.var)] =
                                options.fold(Bits::EMPTY, |all, each| all | each);
                            self.taken_by(&choose.body, it, names)?
                        }
                        EffectKind::Grant(_) => return None,
                        _ => Bits::EMPTY,
                    },
            )
        })
    }

    /// The squares that a set of squares, or of pieces that stand on some, has at most, whichever side sees it so: who
    /// chooses, and whose a piece is from which a path begins, may change that.
    fn squares_of(&self, term: &Term<N>, it: Bits<N>, names: &[Bits<N>; MOST_NAMES]) -> Bits<N> {
        let board = &self.full.board;
        let of = |term: &Term<N>| self.squares_of(term, it, names);
        match &term.node {
            Node::It => it,
            Node::Var(var) => names[usize::from(*var)],
            Node::Zone([first, second]) => *first | *second,
            Node::Both(all) => all.iter().fold(board.all, |squares, each| squares & of(each)),
            Node::Either(all) => all.iter().fold(Bits::EMPTY, |squares, each| squares | of(each)),
            Node::Except(base, _)
            | Node::OwnedBy(base, _)
            | Node::Another(base)
            | Node::Those(base, ..)
            | Node::StandingOn(base)
            | Node::SquaresOf(base) => of(base),
            Node::Near(base) => of(base).fold(Bits::EMPTY, |all, at| all | board.near[usize::from(at)]),
            Node::Met(path, from, _) => (0..2)
                .try_fold(Bits::EMPTY, |all, side| Some(all | self.reached(path, of(from), side)?))
                .unwrap_or(board.all),
            _ => board.all,
        }
    }

    /// Adds where a path takes at most. Whatever a sentence asks besides only takes away from it.
    fn bound_by_path(
        &mut self,
        path: &Path<N>,
        (side, stopped, without): (u8, bool, u64),
        walks: &mut Kind<N>,
        depth: u8,
    ) -> Option<()> {
        let takes = Mode { quiet: false, take: true };
        match path {
            Path::Either(all) => all
                .iter()
                .try_for_each(|each| self.bound_by_path(each, (side, stopped, without), walks, depth)),
            Path::Only { mode, wraps: false, path, .. } if mode.capture => {
                self.bound_by_path(path, (side, stopped, without), walks, depth)
            }
            Path::Only { mode, path, .. } if !mode.capture => {
                (!self.takes_on_its_way(path, without, depth)).then_some(())
            }
            Path::Like(kinds) if depth < 2 => {
                let (full, kinds) = (self.full, self.kinds_of(kinds));
                (0..full.slots.len()).filter(|code| kinds >> code & 1 == 1).try_for_each(|code| {
                    let slots = full.slots_without(narrow(code), without);
                    self.bound_by_slots(slots, (side, stopped, without), walks, depth + 1)
                })
            }
            Path::Onto(inner, _) if !self.takes_on_its_way(inner, without, depth) => Some(()),
            Path::Leg(leg) if stopped && is_short_of_pieces(leg) => {
                let vector = |index: &u8| {
                    let vector = &self.full.board.vectors[usize::from(self.full.board.seen_by(*index, side))];
                    (vector.right, vector.up)
                };
                let vectors: Vec<(i8, i8)> = self.vectors_of(&leg.steps)?.iter().map(vector).collect();
                let Some(most) = leg.most else {
                    self.ride(&vectors, takes, walks);
                    return Some(());
                };
                let all = self.full.board.all;
                let longest = u16::from(self.geometry.files.max(self.geometry.ranks));
                for vector in vectors {
                    for length in leg.least.max(1)..=most.min(longest) {
                        self.lay(vector, length, takes, (all, all), walks);
                    }
                }
                Some(())
            }
            path => {
                // Over whatever stands there.
                for from in self.full.board.all {
                    let reached = self.reached(path, Bits::of(from), side)?;
                    walks.landings[usize::from(from)].take |= reached.without(Bits::of(from));
                }
                Some(())
            }
        }
    }

    /// Whether the walk of a sentence may take: what it meets at its end, or before.
    pub(super) fn captures(&self, rule: &Moves<N>) -> bool {
        let Walks::Travel { mode, path, .. } = &rule.rule else { return false };
        mode.capture || self.takes_on_its_way(path, self.full.borrower(rule.file), 0)
    }

    /// Whether a walk may take before it ends.
    fn takes_on_its_way(&self, path: &Path<N>, without: u64, depth: u8) -> bool {
        let of = |path: &Path<N>| self.takes_on_its_way(path, without, depth);
        match path {
            Path::Either(all) | Path::Then(all) => all.iter().any(of),
            Path::Repeat(path, ..) | Path::Only { path, .. } | Path::Onto(path, _) => of(path),
            Path::Leg(leg) => leg.taking.is_some(),
            Path::Like(_) if depth >= 2 => true,
            Path::Like(kinds) => {
                let (full, kinds) = (self.full, self.kinds_of(kinds));
                (0..full.slots.len()).filter(|code| kinds >> code & 1 == 1).any(|code| {
                    let slots = full.slots_without(narrow(code), without);
                    let indices =
                        slots.iter().flat_map(|slot| slot.replacements.iter().flatten().chain(&slot.also));
                    indices.map(|index| &full.moves[usize::from(*index)]).any(|rule| match &rule.rule {
                        Walks::Travel { path, .. } => {
                            self.takes_on_its_way(path, without | full.borrower(rule.file), depth + 1)
                        }
                        Walks::Act | Walks::Castle { .. } => false,
                    })
                })
            }
        }
    }

    /// The kinds whose pieces may move on in a turn that they have begun, and nobody else for them, if that is all that
    /// triggers make of a move that could take; and how often at most.
    pub(super) fn further(&self, ground: &Ground<N>) -> Further {
        let full = self.full;
        let mut further = Further::default();
        if !ground.doors.is_empty() {
            return further;
        }
        // Whom effects carry about, or make something else, may move on from elsewhere, or otherwise.
        let mut others = ground.odd;
        for rule in full.triggers.iter().filter(|rule| rule.happens != Happens::EventStarts) {
            let it = match &rule.happens {
                Happens::Does { subject, .. } => kinds_of(full, subject, 0),
                _ => KindSet::MAX,
            };
            others |= changed(full, &rule.effects, it);
        }
        for rule in &full.moves {
            let it = rule.subject.as_ref().map_or(KindSet::MAX, |subject| kinds_of(full, subject, 0));
            if changed(full, &rule.block, it) != 0 {
                others |= it;
            }
        }
        let mut others_go_on = 0;
        for (index, (deed, kinds)) in full.takers.indices.iter().zip(&full.takers.triggers) {
            let rule = &full.triggers[usize::from(*index)];
            let of_its_own = match &rule.happens {
                Happens::Does { subject, .. } => kinds_of(full, subject, 0) == *kinds,
                _ => false,
            };
            let most = go_on(&rule.effects);
            match (deed, most) {
                (Some(Deed::Moves | Deed::Takes), Some(most)) if of_its_own && rule.time == Time::When => {
                    further.kinds |= kinds;
                    further.most = further.most.max(most);
                    further.each.push((*kinds, most));
                    if *deed == Some(Deed::Takes) && takes_on(&rule.effects) {
                        further.chains |= kinds;
                    } else {
                        others_go_on |= kinds;
                    }
                }
                _ => others |= kinds,
            }
        }
        let in_play = (0..self.in_play).fold(0, |all: KindSet, code| all | 1 << code);
        further.kinds &= in_play & !others;
        let bounded = |code: &usize| self.going_on(narrow(*code), 0, &further).is_some();
        let all = (0..self.in_play).filter(|code| further.kinds >> code & 1 == 1).filter(bounded);
        let kinds = all.fold(0, |all, code| all | 1 << code);
        further.kinds = kinds;
        further.chains &= further.kinds & !others_go_on;
        further
    }

    /// By square: where one move leads at most, over whatever stands there, castlings along the whole rank.
    fn once(&self, code: Code, side: u8) -> Option<Vec<Bits<N>>> {
        let (full, board) = (self.full, &self.full.board);
        let mut once = vec![Bits::EMPTY; self.geometry.squares];
        let slots = &full.slots[usize::from(code)];
        for index in slots.iter().flat_map(|slot| slot.replacements.iter().flatten().chain(&slot.also)) {
            let rule = &full.moves[usize::from(*index)];
            for from in board.all {
                once[usize::from(from)] |= match &rule.rule {
                    Walks::Travel { path, .. } => self.reached(path, Bits::of(from), side)?,
                    Walks::Act => Bits::EMPTY,
                    Walks::Castle { .. } => {
                        board.all.filter(|at| board.rank(*at) == board.rank(from)).collect()
                    }
                };
            }
        }
        Some(once)
    }

    /// Walks that lead wherever a kind takes by one move, or by so many more of the same piece, whatever it promotes to
    /// on its way.
    pub(super) fn going_on(&self, code: Code, side: u8, further: &Further) -> Option<Kind<N>> {
        let becoming = self.becoming(code, side)?;
        let most = becoming.iter().fold(0u16, |most, (code, _)| most.saturating_add(further.most_of(*code)));
        let once: Vec<Vec<Bits<N>>> =
            becoming.iter().map(|(code, _)| self.once(*code, side)).collect::<Option<_>>()?;
        let mut walks = Kind::still(code, self.geometry.squares);
        for from in self.full.board.all {
            let mut reached = vec![Bits::EMPTY; becoming.len()];
            let mut last = reached.clone();
            last[0] = Bits::of(from);
            for _ in 0..=most {
                let mut next: Vec<Bits<N>> = vec![Bits::EMPTY; becoming.len()];
                for (place, (_, to)) in becoming.iter().enumerate() {
                    let goals = last[place].fold(Bits::EMPTY, |all, at| all | once[place][usize::from(at)]);
                    next[place] |= goals;
                    for (other, zone) in to {
                        next[*other] |= goals & *zone;
                    }
                }
                let mut more = false;
                for (reached, next) in reached.iter_mut().zip(&mut next) {
                    *next = next.without(*reached);
                    *reached |= *next;
                    more |= !next.is_empty();
                }
                if !more {
                    break;
                }
                last = next;
            }
            walks.landings[usize::from(from)].take =
                reached.into_iter().fold(Bits::EMPTY, |all, each| all | each);
        }
        walks.shape = crate::compile::movers::shape_of(&walks);
        Some(walks)
    }

    /// How a kind goes on taking, whatever it promotes to on its way; none if it takes otherwise than by walks.
    pub(super) fn chain(&mut self, code: Code, side: u8, ground: &Ground<N>) -> Option<Chain<N>> {
        let becoming = self.becoming(code, side)?;
        let mut stages = Vec::new();
        for (code, becomes) in becoming {
            if ground.odd >> code & 1 == 1 {
                return None;
            }
            let takes = self.takes_once(code, side)?;
            stages.push(Stage { takes, becomes });
        }
        Some(Chain { code, stages })
    }

    /// By square: where one move takes at most, over whatever stands there.
    fn takes_once(&self, code: Code, side: u8) -> Option<Vec<Bits<N>>> {
        let full = self.full;
        let mut takes = vec![Bits::EMPTY; self.geometry.squares];
        let slots = &full.slots[usize::from(code)];
        for index in slots.iter().flat_map(|slot| slot.replacements.iter().flatten().chain(&slot.also)) {
            let rule = &full.moves[usize::from(*index)];
            if full.takers.moves[usize::from(*index)] {
                return None;
            }
            if let Walks::Travel { path, .. } = &rule.rule
                && self.captures(rule)
            {
                for from in full.board.all {
                    takes[usize::from(from)] |= self.takes_along(path, Bits::of(from), side)?;
                }
            }
        }
        Some(takes)
    }

    /// Where a path takes at most, over whatever stands there.
    fn takes_along(&self, path: &Path<N>, from: Bits<N>, side: u8) -> Option<Bits<N>> {
        match path {
            Path::Either(all) => all
                .iter()
                .try_fold(Bits::EMPTY, |taken, each| Some(taken | self.takes_along(each, from, side)?)),
            Path::Only { mode, path, .. } if !mode.capture => {
                (!self.takes_on_its_way(path, 0, 0)).then_some(Bits::EMPTY)
            }
            path => self.reached(path, from, side),
        }
    }

    /// A kind and what it may promote to, and so on, each with where it becomes which of them.
    fn becoming(&self, code: Code, side: u8) -> Option<Vec<Becoming<N>>> {
        let mut all = vec![(code, Vec::new())];
        let mut next = 0;
        while let Some((code, _)) = all.get(next) {
            let code = *code;
            for rule in &self.full.promotions {
                let subject = kinds_of(self.full, &rule.subject, 0) | rule.kinds;
                if subject >> code & 1 == 0 && self.full.line(code).all(|of| subject >> of & 1 == 0) {
                    continue;
                }
                let Node::Fixed(Val::Kinds(kinds)) = rule.to.node else { return None };
                let zone = match &rule.on.node {
                    Node::Zone(squares) => squares[usize::from(side)],
                    _ => self.full.board.all,
                };
                for kind in (0..self.in_play).filter(|kind| kinds >> kind & 1 == 1).map(narrow) {
                    let known = all.iter().position(|(each, _)| *each == kind);
                    let place = known.unwrap_or(all.len());
                    if known.is_none() {
                        all.push((kind, Vec::new()));
                    }
                    all[next].1.push((place, zone));
                }
            }
            next += 1;
        }
        Some(all)
    }

    /// All vectors by which steps may lead, as the owner sees them.
    fn vectors_of(&self, steps: &Steps<N>) -> Option<Vec<u8>> {
        let units = || {
            let vectors = (0u8..).zip(&self.full.board.vectors);
            vectors.filter(|(_, vector)| vector.unit).map(|(index, _)| index).collect()
        };
        Some(match steps {
            Steps::Fixed(list) | Steps::Leap(list, _) | Steps::Toward(Some(list), ..) => list.clone(),
            Steps::In(_) | Steps::Toward(None, ..) => units(),
            Steps::After(after, begin) => after.iter().flatten().chain(begin).copied().collect(),
            Steps::Orbit(..) => return None,
        })
    }

    /// Where paths lead at most, over whatever stands there.
    fn reached(&self, path: &Path<N>, from: Bits<N>, side: u8) -> Option<Bits<N>> {
        let board = &self.full.board;
        let step = |at: u8, vector: u8| {
            let next = board.vectors[usize::from(board.seen_by(vector, side))].next[usize::from(at)];
            Some(next).filter(|next| *next != NONE)
        };
        Some(match path {
            Path::Either(all) => all
                .iter()
                .try_fold(Bits::EMPTY, |reached, each| Some(reached | self.reached(each, from, side)?))?,
            Path::Then(all) => all.iter().try_fold(from, |from, each| self.reached(each, from, side))?,
            Path::Repeat(inner, least, _) => {
                let mut reached = if *least == 0 { from } else { Bits::EMPTY };
                let mut last = from;
                while !last.is_empty() {
                    last = self.reached(inner, last, side)?.without(reached);
                    reached |= last;
                }
                reached
            }
            Path::Only { wraps: false, path, .. } | Path::Onto(path, _) => self.reached(path, from, side)?,
            Path::Only { .. } | Path::Like(_) => return None,
            // What is taken on the way is not at its end.
            Path::Leg(leg) if leg.taking.is_some() => return None,
            Path::Leg(leg) => {
                let mut reached = if leg.least == 0 { from } else { Bits::EMPTY };
                let most = leg.most.map_or(self.geometry.squares, usize::from);
                match &leg.steps {
                    Steps::Orbit(orbit, starts, same) => {
                        for (start, begin) in
                            starts.iter().flat_map(|start| [(*start, 1), (*start, orbit.len() - 1)])
                        {
                            let first = orbit.iter().position(|each| *each == start)?;
                            for at in from {
                                let (mut at, mut place, mut turn) = (at, first, begin);
                                for _ in 0..most {
                                    let Some(next) = step(at, orbit[place]) else { break };
                                    at = next;
                                    reached |= Bits::of(at);
                                    place = (place + turn) % orbit.len();
                                    turn = if *same { turn } else { orbit.len() - turn };
                                }
                            }
                        }
                    }
                    // Whichever way each step turns.
                    Steps::After(..) if most > 1 => {
                        let all = self.vectors_of(&leg.steps)?;
                        let mut last = from;
                        while !last.is_empty() {
                            let next = last.flat_map(|at| all.iter().filter_map(move |each| step(at, *each)));
                            last = next.collect::<Bits<N>>().without(reached);
                            reached |= last;
                        }
                    }
                    steps => {
                        let all = self.vectors_of(steps)?;
                        for at in from {
                            for vector in &all {
                                let next = |at: &u8| step(*at, *vector);
                                reached |= std::iter::successors(next(&at), next).take(most).collect();
                            }
                        }
                    }
                }
                reached
            }
        })
    }
}

/// A kind, and where it may become others, by their places in a list.
type Becoming<const N: usize> = (Code, Vec<(usize, Bits<N>)>);

/// Kinds that may move on.
#[derive(Clone, Default)]
pub(super) struct Further {
    /// These.
    pub(super) kinds: KindSet,
    /// How often.
    pub(super) most: u16,
    /// How often by each offer.
    each: Vec<(KindSet, u16)>,
    /// Those of them that go on only when they have taken, and only by taking.
    pub(super) chains: KindSet,
}

impl Further {
    /// How often pieces of a kind may move on.
    pub(super) fn most_of(&self, code: Code) -> u16 {
        let of = self.each.iter().filter(|(kinds, _)| kinds >> code & 1 == 1);
        of.fold(0, |most, (_, times)| most.saturating_add(*times))
    }
}

/// Whether all further moves that are offered must take.
fn takes_on<const N: usize>(effects: &[Effect<N>]) -> bool {
    effects.iter().all(|effect| match &effect.kind {
        EffectKind::Grant(grant) => grant.deed == Deed::Takes,
        EffectKind::If(_, then, otherwise) => takes_on(then) && takes_on(otherwise),
        _ => true,
    })
}

/// How often effects let the piece of which their rule speaks move on, if they do nothing else but set facts.
fn go_on<const N: usize>(effects: &[Effect<N>]) -> Option<u16> {
    effects.iter().try_fold(0u16, |most, effect| {
        Some(most.saturating_add(match &effect.kind {
            EffectKind::Set(..) | EffectKind::SetGame(..) | EffectKind::Reveal(..) => 0,
            EffectKind::If(_, then, otherwise) => go_on(then)?.max(go_on(otherwise)?),
            EffectKind::Grant(grant) => {
                let it = grant.subject.node == Node::It && grant.deed != Deed::Acts;
                let besides = go_on(&grant.block)?;
                if !it || besides > 0 {
                    return None;
                }
                grant.times.unwrap_or(u16::MAX)
            }
            _ => return None,
        }))
    })
}

/// The kinds whose pieces effects put elsewhere, give away or make something else, and what these become; what is taken
/// or promotes is not counted.
fn changed<const N: usize>(full: &Full<N>, effects: &[Effect<N>], it: KindSet) -> KindSet {
    let of = |term: &Term<N>| if term.node == Node::It { it } else { kinds_of(full, term, 0) };
    let each = |effect: &Effect<N>| match &effect.kind {
        EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => changed(full, body, it),
        EffectKind::If(_, then, otherwise) => changed(full, then, it) | changed(full, otherwise, it),
        EffectKind::Choose(choose) => changed(full, &choose.body, it),
        EffectKind::Grant(grant) => changed(full, &grant.block, of(&grant.subject)),
        EffectKind::Forbid(_)
        | EffectKind::Take(_)
        | EffectKind::Remove(_)
        | EffectKind::Reveal(..)
        | EffectKind::SetGame(..)
        | EffectKind::Set(..)
        | EffectKind::Starts(_)
        | EffectKind::EventEnds
        | EffectKind::Wins(..)
        | EffectKind::Draw => 0,
        EffectKind::PutOnto(_, true, _) | EffectKind::Swap(..) | EffectKind::Promote(_) => KindSet::MAX,
        EffectKind::PutOnto(who, false, _)
        | EffectKind::PutInHand(who, _)
        | EffectKind::Push(who, ..)
        | EffectKind::ChangeSide(who, _) => of(who),
        EffectKind::Become(who, what) => match what.node {
            Node::Fixed(Val::Kinds(kinds)) => of(who) | kinds,
            _ => KindSet::MAX,
        },
    };
    effects.iter().fold(0, |kinds, effect| kinds | each(effect))
}

/// Whether a leg ends at the first piece it meets.
fn is_short_of_pieces<const N: usize>(leg: &Leg<N>) -> bool {
    let ends = leg.over.is_none() && leg.onto.is_none() && leg.taking.is_none();
    let straight = matches!(leg.steps, Steps::Fixed(_) | Steps::Leap(..) | Steps::In(_) | Steps::Toward(..));
    ends && straight && leg.least > 0
}
