//! Finds out which moves need not be tried: what is a set of squares by its structure, which laws plain moves cannot
//! break, which triggers bear on what is legal. Imports `ids`, `program`, `vocabulary`, `origins`.

use super::bounds::Further;
use super::origins::{Findings, Origins, Read, Tried};
use super::reactions::{castling_wakes, reactions};
use super::relations::{self, Ground};
use super::wakers::asks_danger;
use crate::compile::{Refusal, threats};
use crate::ids::SideId;
use crate::program::bits::Bits;
use crate::program::expr::Kinds;
use crate::program::full::path::{Leg, Path, Steps};
use crate::program::full::plain::{Castling, Lane, Mover, Plain, Safe, Side};
use crate::program::full::rule::{Demand, Guard, Happens, Moves, Promotion, Trigger, Walks};
use crate::program::full::term::{KindSet, Node, Term, Val};
use crate::program::full::{Full, NONE, Slot};
use crate::program::geometry::Geometry;
use crate::program::{CastleWay, Code, Kind, Mode, Ride, Run};
use crate::vocabulary::{Compare, Deed, Motion, Verb};
use rulemate_grammar::source::Place;

/// The plain part of these rules, and what was found; if the findings say that something is refused, no more is known
/// than who may take at most.
///
/// # Errors
/// The first sentence that changes the ground of all walks.
pub(super) fn plain<const N: usize>(
    full: &Full<N>,
    in_play: usize,
    origins: &Origins,
) -> Result<(Plain<N>, Findings), Refusal> {
    let geometry = Geometry::new(full.board.files, full.board.ranks);
    Finder { full, in_play, geometry, origins, findings: Findings::default() }.find()
}

pub(super) struct Finder<'f, const N: usize> {
    pub(super) full: &'f Full<N>,
    pub(super) in_play: usize,
    pub(super) geometry: Geometry<N>,
    pub(super) origins: &'f Origins,
    pub(super) findings: Findings,
}

impl<const N: usize> Finder<'_, N> {
    fn find(mut self) -> Result<(Plain<N>, Findings), Refusal> {
        let (full, origins) = (self.full, self.origins);
        let royal = match full.royal.node {
            Node::OfKinds(royal) => royal,
            _ => 0,
        };
        let ground = self.ground()?;
        let further = self.further(&ground);
        let mut refused = self.refused(&ground, &further);
        let mut sides = Vec::new();
        for side in 0..2 {
            let kinds: Vec<Mover<N>> =
                (0..self.in_play).map(|code| self.mover(narrow(code), side, royal, &ground)).collect();
            let odd_threats = (0..self.in_play)
                .filter(|code| {
                    let mover = &kinds[*code];
                    mover.kept
                        || mover.wholly_odd
                        || mover.reach.is_some()
                        || mover.odd.iter().any(|index| self.may_take(*index))
                })
                .fold(0, |all: KindSet, code| all | 1 << code)
                | further.kinds;
            let (mut walks, mut most): (Vec<Kind<N>>, Vec<Kind<N>>) = Default::default();
            let (mut unbounded, mut chains) = (0, Vec::new());
            for mover in &kinds {
                let code = mover.walks.code;
                let squares = self.geometry.squares;
                let still = || Kind::still(code, squares);
                let goes_on = further.kinds >> code & 1 == 1;
                let always = !mover.kept && !mover.wholly_odd && mover.reach.is_none() && !goes_on;
                walks.push(if always { mover.walks.clone() } else { still() });
                let chain =
                    if further.chains >> code & 1 == 1 { self.chain(code, side, &ground) } else { None };
                if let Some(chain) = chain {
                    chains.push(chain);
                    most.push(still());
                } else if goes_on {
                    most.push(self.going_on(code, side, &further).unwrap_or_else(still));
                } else if odd_threats >> code & 1 == 0
                    || mover.kept && !mover.wholly_odd && mover.odd.is_empty()
                {
                    most.push(mover.walks.clone());
                } else if let Some(bound) = self.bound(code, side, &ground) {
                    most.push(bound);
                } else {
                    unbounded |= 1 << code;
                    most.push(still());
                }
            }
            let threats_of = threats;
            let threats = threats_of(&mut self.geometry, &walks);
            let bounds = threats_of(&mut self.geometry, &most);
            let going_on = further.kinds;
            let walks_only = |mover: &&Mover<N>| {
                let plain = !mover.kept && !mover.wholly_odd && mover.reach.is_none();
                plain && mover.odd.is_empty() && mover.walks.becomes.is_empty() && !mover.walks.crowns
            };
            let striding = kinds.iter().filter(walks_only).fold(0, |all, mover| all | 1 << mover.walks.code);
            let striding = if ground.unseen == 0 { going_on & striding } else { 0 };
            let strides = further.most.saturating_add(1);
            sides.push(Side {
                kinds,
                threats,
                odd_threats,
                bounds,
                unbounded,
                going_on,
                striding,
                strides,
                chains,
            });
        }
        let (Some(second), Some(first)) = (sides.pop(), sides.pop()) else {
            return Err(Refusal::new("no sides", origins.game));
        };
        let (mut danger, mut laws) = (false, Vec::new());
        for (index, law) in (0u16..).zip(&full.laws) {
            let suspended = |unguarded: bool| {
                full.suspensions
                    .iter()
                    .any(|rule| Some(rule.label) == law.label && (!unguarded || rule.guards.is_empty()))
            };
            let read = if suspended(true) {
                Read::Suspended
            } else if is_danger(&law.condition, royal) {
                if suspended(false) && refused.is_none() {
                    let place = origins.laws.get(usize::from(index)).copied().unwrap_or(origins.game);
                    refused = Some(Refusal::new("a law of royal pieces that does not always hold", place));
                }
                danger = true;
                Read::OfRoyals
            } else if self.never(&law.condition) {
                Read::Unbroken
            } else {
                laws.push(index);
                Read::Asked
            };
            self.findings.laws.push(read);
        }
        let super::wakers::Woken { wakers, set, set_besides } = self.wakers(&laws, royal, &ground.hides);
        let mut asked_of: Vec<&Term<N>> =
            laws.iter().map(|law| &full.laws[usize::from(*law)].condition).collect();
        let mut calm = false;
        for waker in wakers.iter().filter(|waker| waker.bears()) {
            let rule = &full.triggers[usize::from(waker.trigger)];
            asked_of.extend(rule.guards.iter().map(|guard| &guard.condition));
            for effect in &rule.effects {
                effect.terms(&mut |term| calm |= asks_danger(full, term, &mut Vec::new()));
            }
        }
        calm |= asked_of.into_iter().any(|term| asks_danger(full, term, &mut Vec::new()));
        let sets_passing = |waker: &&Trigger<N>| {
            let mut sets = Vec::new();
            super::wakers::only_sets(&waker.effects, &mut sets);
            sets.iter().any(|fact| ground.passing.iter().any(|(passing, _)| passing == fact))
        };
        let marking = full.triggers.iter().filter(sets_passing).fold(0, |kinds, rule| {
            kinds
                | match &rule.happens {
                    Happens::Does { subject, .. } => self.kinds_of(subject),
                    _ => KindSet::MAX,
                }
        });
        let counted = |kinds: KindSet| {
            Kinds::try_from(kinds & ((1 << self.in_play) - 1))
                .map_err(|_| Refusal::new("more kinds than are counted", origins.royal))
        };
        let (royal, unseen) = (counted(royal)?, counted(ground.unseen)?);
        let ahead = full.board.vectors.iter().map(|vector| {
            let along = |square: u8| {
                let next = |at: &u8| Some(vector.next[usize::from(*at)]).filter(|next| *next != NONE);
                std::iter::successors(next(&square), next).take(self.geometry.squares).collect()
            };
            (0..=u8::MAX).take(self.geometry.squares).map(along).collect()
        });
        let plain = Plain {
            ahead: ahead.collect(),
            geometry: self.geometry,
            sides: [first, second],
            royal,
            danger,
            blocks: ground.blocks,
            doors_own: ground.doors.iter().all(is_own_kinds),
            doors: ground.doors,
            doors_exact: ground.doors_exact,
            carried_stay: relations::carried_stay(full),
            castling_wakes: castling_wakes(full),
            passing: ground.passing,
            reactions: reactions(full, &wakers),
            asked: super::wakers::numbers_asked(full, &laws, &wakers),
            laws,
            wakers,
            set,
            set_besides,
            unseen,
            hides: ground.hides,
            calm,
            marking,
            turns: refused.is_none(),
            demands: refused.is_none() && !full.demands.is_empty(),
        };
        self.findings.refused = refused;
        Ok((plain, self.findings))
    }

    /// What keeps turns from being known, though it may be known who takes at most.
    fn refused(&self, ground: &Ground<N>, further: &Further) -> Option<Refusal> {
        let (full, origins) = (self.full, self.origins);
        if !full.traits.whole_board {
            return Some(Refusal::new("a board that is not whole", origins.board));
        }
        let passed = !ground.blocks.is_empty() || !ground.doors.is_empty();
        if !full.traits.all_seen && (ground.hides_otherwise || passed) {
            let hides = full.relations[Verb::See as usize].iter().position(|rule| !rule.can);
            let place = origins.relation(Verb::See, hides.unwrap_or(usize::MAX));
            return Some(Refusal::new("pieces that are not seen", place));
        }
        if !full.demands.is_empty() && !self.demands_captures(ground, further) {
            let place = origins.demands.first().copied().unwrap_or(origins.game);
            return Some(Refusal::new("a demand", place));
        }
        if !matches!(full.royal.node, Node::OfKinds(_)) {
            return Some(Refusal::new("royal pieces that are not all of some kinds", origins.royal));
        }
        None
    }

    /// Whether all that is demanded are captures of the enemy's pieces, and the first move of a turn shows whether it is
    /// one of them.
    fn demands_captures(&self, ground: &Ground<N>, further: &Further) -> bool {
        let full = self.full;
        let besides = full.takers.moves.contains(&true);
        let capture = |demand: &Demand<N>| {
            let of = self.kinds_of(&demand.subject);
            // Who goes on when it has taken must take at first; nobody else of whom it is demanded goes on.
            let at_first = full.takers.triggers.iter().all(|(deed, kinds)| {
                kinds & !further.kinds == 0 && (*deed == Some(Deed::Takes) || kinds & of == 0)
            });
            let first = |guard: &Guard<N>| guard.unless && guard.condition.node == Node::Continuing;
            let enemies = ground.taking_more & of == 0 || demand.guards.iter().any(first);
            demand.if_it_can && demand.deed == Deed::Takes && demand.label.is_none() && at_first && enemies
        };
        !besides && full.demands.iter().all(capture)
    }

    /// All kinds that pieces of a set may have.
    pub(super) fn kinds_of(&self, term: &Term<N>) -> KindSet {
        kinds_of(self.full, term, 0)
    }

    fn mover(&mut self, code: Code, side: u8, royal: KindSet, ground: &Ground<N>) -> Mover<N> {
        let full = self.full;
        let mut walks = Kind::still(code, self.geometry.squares);
        let (mut odd, mut lanes, mut castlings) = (Vec::new(), Vec::new(), Vec::new());
        let mut wholly_odd = (ground.odd | ground.passing_more) >> code & 1 == 1;
        // What it takes is seen by walking; where it goes without taking may be known all the same.
        let mut takes_oddly = (ground.taking_more | ground.kept_takes) >> code & 1 == 1;
        let origins = self.origins;
        let mut tried = Vec::new();
        let mut try_by = |place: Option<Place>, what: &'static str, wholly: bool| {
            let place = place.unwrap_or(origins.game);
            tried.push(Tried { code, side: SideId(side), place, what, wholly });
        };
        for (kinds, place) in &ground.keeps {
            if kinds >> code & 1 == 1 {
                try_by(Some(*place), "a relation that keeps it from some of its walks", false);
            }
        }
        for (label, kinds, place, what) in &ground.otherwise {
            if kinds >> code & 1 == 1 && label.is_none() {
                try_by(Some(*place), what, wholly_odd);
            }
        }
        for slot in &full.slots[usize::from(code)] {
            let Slot { replacements, also } = slot;
            // Behind a group that always replaces no earlier one counts.
            let always = |group: &Vec<u16>| {
                group.iter().any(|index| is_unconditional(&full.moves[usize::from(*index)]))
            };
            let counting = replacements.iter().position(always).map_or(replacements.len(), |place| place + 1);
            let replacements = &replacements[..counting];
            let settled = replacements.len() <= 1 || self.covers(replacements);
            let replacements =
                if settled { &replacements[..replacements.len().min(1)] } else { replacements };
            for index in replacements.iter().flatten().chain(also) {
                let rule = &full.moves[usize::from(*index)];
                let barred = |(label, kinds, _): &(u8, KindSet, Option<Safe>)| {
                    kinds >> code & 1 == 1 && rule.label.is_some_and(|(own, _)| own == *label)
                };
                let plain = if !settled {
                    Err("one of several replacements")
                } else if let Walks::Castle { .. } = rule.rule {
                    self.castling((*index, rule), code, side, ground).map(|castling| castlings.push(castling))
                } else if ground.odd_by.iter().any(barred) {
                    Err("a move by a label that is kept from something")
                } else {
                    self.sentence((*index, rule), side, &mut walks, &mut lanes)
                };
                if let Err(what) = plain {
                    odd.push(*index);
                    // Declared like a plain move, it would be one with it.
                    let apart = rule.label.is_some()
                        && (rule.has_block || !matches!(rule.rule, Walks::Travel { stays: false, .. }));
                    let wholly = !apart && (!settled || !only_takes(rule));
                    takes_oddly |= !apart;
                    wholly_odd |= wholly;
                    try_by(origins.moves.get(usize::from(*index)).copied(), what, wholly);
                }
            }
        }
        let promotes = self.promotion(code, side, ground, &mut walks);
        if let Err((place, what)) = promotes {
            try_by(place, what, false);
            // Who comes there is tried.
            walks.becomes.clear();
            walks.crowns = true;
        }
        walks.crowns |= walks.becomes.iter().any(|kind| (royal >> kind ^ royal >> code) & 1 == 1);
        walks.shape = crate::compile::movers::shape_of(&walks);
        self.findings.tried.extend(tried);
        let reach = if takes_oddly && !wholly_odd { self.bound(code, side, ground) } else { None };
        wholly_odd |= takes_oddly && reach.is_none();
        let odd_reach = self.bound_of_odd(&odd, side, ground.passing_more >> code & 1 == 0);
        let castles = |index: &u16| matches!(full.moves[usize::from(*index)].rule, Walks::Castle { .. });
        let odd_when_stale = odd.iter().any(|index| !castles(index));
        let odd_from = odd.iter().fold(Bits::EMPTY, |all, index| {
            all | match full.moves[usize::from(*index)].from.as_ref().map(|term| &term.node) {
                Some(Node::Zone(squares)) => squares[usize::from(side)],
                _ => full.board.all,
            }
        });
        let kept = ground.kept >> code & 1 == 1;
        Mover { walks, lanes, castlings, odd, odd_from, odd_when_stale, odd_reach, reach, wholly_odd, kept }
    }

    /// Whether a sentence may take: by its walk, or by what it does besides.
    fn may_take(&self, index: u16) -> bool {
        self.captures(&self.full.moves[usize::from(index)]) || self.full.takers.moves[usize::from(index)]
    }

    /// Whether wherever a sentence of a later group may begin one of the first does, always.
    fn covers(&self, replacements: &[Vec<u16>]) -> bool {
        let Some((first, later)) = replacements.split_first() else { return true };
        let zone = |index: &u16| {
            let rule = &self.full.moves[usize::from(*index)];
            match rule.from.as_ref().map(|term| &term.node) {
                None => Some([self.full.board.all; 2]),
                Some(Node::Zone(squares)) => Some(*squares),
                Some(_) => None,
            }
        };
        let always = |index: &&u16| {
            let rule = &self.full.moves[usize::from(**index)];
            let of_kinds = |term: &Term<N>| matches!(term.node, Node::AllPieces | Node::OfKinds(_));
            rule.guards.is_empty() && rule.subject.as_ref().is_some_and(of_kinds)
        };
        later.iter().flatten().all(|index| {
            let Some([one, other]) = zone(index) else { return false };
            first
                .iter()
                .filter(always)
                .filter_map(zone)
                .any(|[mine, theirs]| one.within(mine) && other.within(theirs))
        })
    }

    /// Lays out a castling whose squares are always the same; or says what is in it that depends on the position.
    fn castling(
        &self,
        (index, rule): (u16, &Moves<N>),
        code: Code,
        side: u8,
        ground: &Ground<N>,
    ) -> Result<Castling<N>, &'static str> {
        let (_, Some((label, _))) = (index, rule.label) else { return Err("a castling without a label") };
        let Walks::Castle { squares, to, with } = &rule.rule else { return Err("no castling") };
        let plain = |term: &Term<N>| matches!(term.node, Node::AllPieces | Node::OfKinds(_));
        if !rule.guards.is_empty() || rule.has_block || rule.each.is_some() {
            return Err("a castling with a guard or a block");
        }
        if !rule.subject.as_ref().is_some_and(plain) || !plain(with) {
            return Err("a castling of some pieces of a kind");
        }
        let zone = |term: Option<&Term<N>>| match term.map(|term| &term.node) {
            None => Ok(self.full.board.all),
            Some(Node::Zone(squares)) => Ok(squares[usize::from(side)]),
            Some(_) => Err("squares that are not always the same"),
        };
        let (from, to) = (zone(rule.from.as_ref())?, zone(to.as_ref())?);
        let with = self.kinds_of(with);
        if ground.kept & (1 << code | with) != 0 {
            return Err("a castling of pieces that are kept from something");
        }
        let mut safe = Safe::default();
        for (own, kinds, bar) in ground.odd_by.iter().filter(|(own, ..)| *own == label) {
            if *own == label && kinds >> code & 1 == 1 {
                let bar = bar.ok_or("a castling that is kept from something")?;
                safe = Safe { start: safe.start || bar.start, trail: safe.trail || bar.trail };
            }
            if kinds & with != 0 {
                return Err("a castling whose partner is kept from something");
            }
        }
        let geometry = &self.geometry;
        let mut ways = vec![None; geometry.squares * 16];
        for origin in from {
            for file in 0..geometry.files {
                let partner = origin - origin % geometry.files + file;
                let toward: i8 = if partner < origin { -1 } else { 1 };
                let goal = match squares {
                    Some(number) => i8::try_from(*number)
                        .ok()
                        .and_then(|number| geometry.step(origin, (toward.checked_mul(number)?, 0))),
                    None => {
                        let rank = origin / geometry.files;
                        let all = to & (0..geometry.files).map(|file| rank * geometry.files + file).collect();
                        (!all.is_empty()).then(|| if toward < 0 { all.first() } else { all.last() })
                    }
                };
                if partner != origin
                    && let Some(goal) = goal
                {
                    ways[usize::from(origin) * 16 + usize::from(file)] =
                        CastleWay::between(geometry, (origin, goal), partner);
                }
            }
        }
        Ok(Castling { rule: index, with, ways: ways.into(), safe })
    }

    /// Lays out a sentence that is a plain walk; or says what is in it that is none.
    fn sentence(
        &mut self,
        (index, rule): (u16, &Moves<N>),
        side: u8,
        walks: &mut Kind<N>,
        lanes: &mut Vec<Lane<N>>,
    ) -> Result<(), &'static str> {
        if !rule.guards.is_empty() {
            return Err("a guard");
        }
        if rule.has_block || !rule.block.is_empty() {
            return Err("a block");
        }
        if rule.each.is_some() {
            return Err("a set to go through");
        }
        let subject = rule.subject.as_ref().ok_or("an act of a side")?;
        if !matches!(subject.node, Node::AllPieces | Node::OfKinds(_)) {
            return Err("some pieces of a kind");
        }
        let zone = |term: Option<&Term<N>>| match term.map(|term| &term.node) {
            None => Ok(self.full.board.all),
            Some(Node::Zone(squares)) => Ok(squares[usize::from(side)]),
            Some(_) => Err("squares that are not always the same"),
        };
        let (mode, path, to) = match &rule.rule {
            Walks::Travel { mode, path, to, stays: false } => (mode, path, to),
            Walks::Travel { .. } => return Err("a capture from afar"),
            Walks::Act => return Err("an act"),
            Walks::Castle { .. } => return Err("a castling"),
        };
        let (from, to) = (zone(rule.from.as_ref())?, zone(to.as_ref())?);
        let mut legs = Vec::new();
        legs_of(path, Mode { quiet: mode.quiet, take: mode.capture }, &mut legs)
            .ok_or("a path of several legs")?;
        for (leg, _) in &legs {
            let known = matches!(leg.steps, Steps::Fixed(_) | Steps::After(..));
            if !known {
                return Err("steps that depend on the position");
            }
            if leg.over.is_some() || leg.onto.is_some() || leg.taking.is_some() || leg.empty {
                return Err("a leg that asks what it meets");
            }
        }
        let whole = from == self.full.board.all && to == self.full.board.all;
        for (leg, mode) in legs {
            let (Steps::Fixed(list) | Steps::After(_, list)) = &leg.steps else { continue };
            let vectors: Vec<(i8, i8)> = list
                .iter()
                .map(|index| {
                    let vector = &self.full.board.vectors[usize::from(self.full.board.seen_by(*index, side))];
                    (vector.right, vector.up)
                })
                .collect();
            if !mode.quiet && !mode.take {
                continue;
            }
            for vector in list {
                lanes.push(Lane {
                    rule: index,
                    vector: self.full.board.seen_by(*vector, side),
                    least: leg.least,
                    most: leg.most.unwrap_or(u16::MAX),
                    mode,
                    from,
                    to,
                });
            }
            if leg.most.is_none() && leg.least == 1 && whole {
                self.ride(&vectors, mode, walks);
                continue;
            }
            let longest = u16::from(self.geometry.files.max(self.geometry.ranks));
            for vector in vectors {
                for length in leg.least..=leg.most.unwrap_or(longest).min(longest) {
                    self.lay(vector, length, mode, (from, to), walks);
                }
            }
        }
        Ok(())
    }

    pub(super) fn ride(&mut self, vectors: &[(i8, i8)], mode: Mode, walks: &mut Kind<N>) {
        let mut left = vectors.to_vec();
        let mut has_all = |all: [(i8, i8); 4]| {
            let has = all.iter().all(|each| left.contains(each));
            if has {
                left.retain(|each| !all.contains(each));
            }
            has
        };
        let orthogonal = has_all(crate::program::lines::ORTHOGONAL);
        let diagonal = has_all(crate::program::lines::DIAGONAL);
        let rays = left.iter().map(|each| self.geometry.ray_along(*each)).collect();
        walks.rides.push(Ride { mode, orthogonal, diagonal, rays });
    }

    pub(super) fn lay(
        &self,
        vector: (i8, i8),
        length: u16,
        mode: Mode,
        (from, to): (Bits<N>, Bits<N>),
        walks: &mut Kind<N>,
    ) {
        let mut ways = vec![(Bits::EMPTY, Bits::EMPTY); self.geometry.squares];
        for at in from {
            let mut passed = Bits::EMPTY;
            let next = |square: &u8| self.geometry.step(*square, vector);
            let mut steps = std::iter::successors(next(&at), next);
            for _ in 1..length {
                passed |= steps.next().into_iter().collect();
            }
            let Some(goal) = steps.next().filter(|goal| to.has(*goal)) else { continue };
            if length == 1 {
                let landings = &mut walks.landings[usize::from(at)];
                let set = match (mode.quiet, mode.take) {
                    (true, true) => &mut landings.both,
                    (true, false) => &mut landings.quiet,
                    _ => &mut landings.take,
                };
                *set |= Bits::of(goal);
            } else {
                ways[usize::from(at)] = (passed, Bits::of(goal));
            }
        }
        if length > 1 {
            walks.runs.push(Run { mode, ways: ways.into(), marks: false, label: None });
        }
    }

    /// Where a kind promotes, and to what; or why that is not always the same, where it may promote being known all the
    /// same.
    fn promotion(
        &self,
        code: Code,
        side: u8,
        ground: &Ground<N>,
        walks: &mut Kind<N>,
    ) -> Result<(), (Option<Place>, &'static str)> {
        let full = self.full;
        let mut chosen: Vec<&Promotion<N>> = Vec::new();
        for ancestor in full.line(code) {
            let of = |motion: Motion| {
                let named =
                    move |rule: &&Promotion<N>| rule.motion == motion && rule.kinds >> ancestor & 1 == 1;
                full.promotions.iter().filter(named).collect::<Vec<_>>()
            };
            let (now, base) = (of(Motion::Now), of(Motion::Base));
            if let Some(last) = now.last() {
                chosen.extend(now.iter().filter(|rule| rule.file == last.file));
                break;
            }
            if !base.is_empty() {
                chosen.extend(base);
                break;
            }
        }
        let also = full.promotions.iter().filter(|rule| rule.motion == Motion::Also);
        chosen.extend(also.filter(|rule| self.kinds_of(&rule.subject) >> code & 1 == 1));
        if chosen.is_empty() {
            return Ok(());
        }
        let place = |rule: &Promotion<N>| {
            let index = full.promotions.iter().position(|each| std::ptr::eq(each, rule))?;
            self.origins.promotions.get(index).copied()
        };
        for rule in &chosen {
            walks.zone |= match &rule.on.node {
                Node::Zone(squares) => squares[usize::from(side)],
                _ => full.board.all,
            };
        }
        if ground.unpromoted >> code & 1 == 1 {
            let bar = ground.bars.iter().find(|(kinds, _)| kinds >> code & 1 == 1);
            return Err((bar.map(|(_, place)| *place), "a bar to promotion"));
        }
        if let Some(second) = chosen.get(1) {
            return Err((place(second), "one of several promotions"));
        }
        for rule in chosen {
            let (Node::Zone(_), Node::Fixed(Val::Kinds(kinds))) = (&rule.on.node, &rule.to.node) else {
                return Err((place(rule), "a promotion that depends on the position"));
            };
            if !rule.guards.is_empty() || !matches!(rule.subject.node, Node::AllPieces | Node::OfKinds(_)) {
                return Err((place(rule), "a promotion of some pieces of a kind"));
            }
            walks.becomes.extend(full.kinds.iter().filter(|kind| kinds >> **kind & 1 == 1));
        }
        Ok(())
    }

    /// Whether a condition can be shown never to hold after a plain move: that there are fewer own pieces of some
    /// kinds than before, where none of these becomes another kind.
    fn never(&self, term: &Term<N>) -> bool {
        if let Node::And(all) = &term.node {
            return all.iter().any(|each| self.never(each));
        }
        let Node::Compared(Compare::Less, now, before) = &term.node else { return false };
        let Node::Count(now) = &now.node else { return false };
        let before = match &before.node {
            Node::Count(of) => match &of.node {
                Node::Earlier(before) => before,
                _ => return false,
            },
            Node::Earlier(of) => match &of.node {
                Node::Count(before) => before,
                _ => return false,
            },
            _ => return false,
        };
        let Node::OwnedBy(of, sides) = &now.node else { return false };
        let Node::OfKinds(kinds) = of.node else { return false };
        let promotes = |rule: &Promotion<N>| self.kinds_of(&rule.subject) & kinds != 0;
        now == before && sides.node == Node::Kin(false) && !self.full.promotions.iter().any(promotes)
    }
}

/// Whether a sentence is in force for all pieces of its kinds, wherever they stand.
fn is_unconditional<const N: usize>(rule: &Moves<N>) -> bool {
    let plain = |term: &Term<N>| matches!(term.node, Node::AllPieces | Node::OfKinds(_));
    rule.guards.is_empty() && rule.from.is_none() && rule.subject.as_ref().is_some_and(plain)
}

/// Whether a term is pieces of the view's side, of certain kinds, or their squares.
fn is_own_kinds<const N: usize>(term: &Term<N>) -> bool {
    match &term.node {
        Node::SquaresOf(of) => is_own_kinds(of),
        Node::OwnedBy(of, by) => matches!(of.node, Node::OfKinds(_)) && by.node == Node::Kin(false),
        _ => false,
    }
}

pub(super) fn narrow(code: usize) -> Code {
    Code::try_from(code).unwrap_or(0)
}

/// The kinds that pieces of a set may have.
pub(super) fn kinds_of<const N: usize>(full: &Full<N>, term: &Term<N>, depth: u8) -> KindSet {
    let of = |term: &Term<N>| kinds_of(full, term, depth);
    match &term.node {
        Node::OfKinds(kinds) => *kinds,
        Node::Both(all) => all.iter().fold(KindSet::MAX, |kinds, each| kinds & of(each)),
        Node::Either(all) => all.iter().fold(0, |kinds, each| kinds | of(each)),
        Node::Except(base, except) => except.iter().fold(of(base), |kinds, each| match each.node {
            Node::OfKinds(none_of) => kinds & !none_of,
            _ => kinds,
        }),
        Node::OwnedBy(base, _)
        | Node::Another(base)
        | Node::Taken(base)
        | Node::SeenBy(_, base)
        | Node::Those(base, ..) => of(base),
        Node::Meaning(word, None) if depth < 8 => full.words[usize::from(*word)]
            .rules
            .iter()
            .filter(|rule| !rule.except)
            .fold(0, |kinds, rule| kinds | kinds_of(full, &rule.body, depth + 1)),
        _ => KindSet::MAX,
    }
}

/// The legs of a path that is a choice of single legs.
fn legs_of<'p, const N: usize>(
    path: &'p Path<N>,
    mode: Mode,
    legs: &mut Vec<(&'p Leg<N>, Mode)>,
) -> Option<()> {
    match path {
        Path::Either(all) => all.iter().try_for_each(|each| legs_of(each, mode, legs)),
        Path::Leg(leg) => {
            legs.push((leg, mode));
            Some(())
        }
        Path::Only { mode: only, fresh: false, own: None, passing: false, wraps: false, path } => {
            let mode = Mode { quiet: mode.quiet && only.quiet, take: mode.take && only.capture };
            legs_of(path, mode, legs)
        }
        _ => None,
    }
}

/// Whether nobody moves by a sentence without taking.
pub(super) fn only_takes<const N: usize>(rule: &Moves<N>) -> bool {
    let quiet = |path: &Path<N>| !matches!(path, Path::Only { mode, .. } if !mode.quiet);
    match &rule.rule {
        Walks::Travel { mode, path, stays, .. } => *stays || !mode.quiet || !quiet(path),
        Walks::Act | Walks::Castle { .. } => false,
    }
}

/// Whether a law forbids to leave own royal pieces threatened.
fn is_danger<const N: usize>(term: &Term<N>, royal: KindSet) -> bool {
    let Node::Threatened(asked) = &term.node else { return false };
    let own = |term: &Term<N>| {
        matches!(&term.node, Node::OwnedBy(of, by)
            if of.node == Node::OfKinds(royal) && by.node == Node::Kin(false))
    };
    asked.by.is_none() && asked.without.is_none() && own(&asked.target)
}
