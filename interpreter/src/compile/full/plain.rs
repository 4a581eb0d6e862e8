//! Finds out which moves need not be tried: what is a set of squares by its structure, which laws plain moves cannot
//! break, which triggers bear on what is legal. Imports `ids`, `program`, `vocabulary`, `origins`.

use super::origins::{Findings, Origins, Read, Tried};
use crate::compile::{Refusal, prune_shape, threats};
use crate::ids::SideId;
use crate::program::bits::Bits;
use crate::program::expr::Kinds;
use crate::program::full::path::{Leg, Path, Steps};
use crate::program::full::plain::{Lane, Mover, Plain, Side, Waker};
use crate::program::full::rule::{Effect, EffectKind, Happens, Moves, Promotion, Relation, Walks};
use crate::program::full::term::{KindSet, Node, Term, Val};
use crate::program::full::{Full, Slot};
use crate::program::geometry::Geometry;
use crate::program::{Code, Kind, Landings, Mode, Ride, Run, Shape};
use crate::vocabulary::{Compare, Deed, Motion, Time, Type, Verb};
use rulemate_grammar::source::Place;

/// The plain part of these rules, and what was found.
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

/// Notes what the relations of the walk leave as it usually is.
pub(super) fn usual<const N: usize>(full: &mut Full<N>) {
    let relations = |verb: Verb| &full.relations[verb as usize];
    let open = |rule: &Relation<N>| rule.everybody && rule.label.is_none() && rule.guards.is_empty();
    let whole = |term: &Term<N>| is_whole_board(full, term);
    let stops = relations(Verb::Stop);
    let stops_plainly = !stops.is_empty()
        && stops.iter().all(|rule| rule.can && open(rule) && rule.object.as_ref().is_none_or(whole));
    let takes = |rule: &&Relation<N>| rule.fact.is_none();
    let taking: Vec<&Relation<N>> = relations(Verb::Take).iter().filter(takes).collect();
    let takes_plainly = !taking.is_empty()
        && taking.iter().all(|rule| rule.can && open(rule) && rule.object.as_ref().is_some_and(is_enemy));
    let mut closed = Vec::new();
    let mut passes = false;
    let passes_plainly = relations(Verb::Pass).iter().all(|rule| {
        let Some(object) = rule.object.as_ref().filter(|_| open(rule)) else { return false };
        if rule.can {
            passes = true;
            return object.node == Node::Empty;
        }
        closed.push(object.clone());
        object.of == Type::Squares && rule.level == 0 && !is_about_walker(object)
    }) && passes
        && full.traits.all_seen;
    full.closed = if passes_plainly { closed } else { Vec::new() };
    let stuck = |term: &Term<N>| matches!(&term.node, Node::Not(of) if matches!(&of.node, Node::CanMove(who) if who.node == Node::Player));
    full.traits.ends_with_turns = full.ends.iter().any(|end| {
        let only_stuck = end.guards.iter().any(|guard| {
            !guard.unless
                && match &guard.condition.node {
                    Node::And(all) => all.iter().any(stuck),
                    _ => stuck(&guard.condition),
                }
        });
        end.who.is_some() && !only_stuck
    });
    full.traits.passes_plainly = passes_plainly;
    full.traits.stops_plainly = stops_plainly;
    full.traits.takes_plainly = takes_plainly;
}

fn is_whole_board<const N: usize>(full: &Full<N>, term: &Term<N>) -> bool {
    match &term.node {
        Node::Board => true,
        Node::Zone([mine, other]) => *mine == full.board.all && *other == full.board.all,
        _ => false,
    }
}

struct Finder<'f, const N: usize> {
    full: &'f Full<N>,
    in_play: usize,
    geometry: Geometry<N>,
    origins: &'f Origins,
    findings: Findings,
}

/// What relations of the walk leave plain.
struct Ground<const N: usize> {
    /// Kinds that walk otherwise.
    odd: KindSet,
    /// Kinds that walk otherwise by a label.
    odd_by: Vec<(u8, KindSet)>,
    blocks: Vec<Term<N>>,
    doors: Vec<Term<N>>,
    doors_exact: bool,
    passing: Vec<(u8, KindSet)>,
    /// Kinds some of which may not promote to all.
    unpromoted: KindSet,
    /// Where it stands that kinds some of which may not promote do not.
    bars: Vec<(KindSet, Place)>,
    /// Sentences by which kinds walk otherwise, by a label or all that they do.
    otherwise: Vec<(Option<u8>, KindSet, Place, &'static str)>,
}

impl<const N: usize> Finder<'_, N> {
    fn find(mut self) -> Result<(Plain<N>, Findings), Refusal> {
        let (full, origins) = (self.full, self.origins);
        if !full.traits.whole_board {
            return Err(Refusal::new("a board that is not whole", origins.board));
        }
        if !full.traits.all_seen {
            let hides = full.relations[Verb::See as usize].iter().position(|rule| !rule.can);
            let place = origins.relation(Verb::See, hides.unwrap_or(usize::MAX));
            return Err(Refusal::new("pieces that are not seen", place));
        }
        if !full.demands.is_empty() {
            let place = origins.demands.first().copied().unwrap_or(origins.game);
            return Err(Refusal::new("a demand", place));
        }
        let Node::OfKinds(royal) = full.royal.node else {
            return Err(Refusal::new("royal pieces that are not all of some kinds", origins.royal));
        };
        let ground = self.ground()?;
        let mut sides = Vec::new();
        for side in 0..2 {
            let kinds: Vec<Mover<N>> =
                (0..self.in_play).map(|code| self.mover(narrow(code), side, royal, &ground)).collect();
            let walks: Vec<Kind<N>> = kinds.iter().map(|mover| mover.walks.clone()).collect();
            let threats = threats(&mut self.geometry, &walks);
            let odd_threats = (0..self.in_play)
                .filter(|code| {
                    let mover = &kinds[*code];
                    mover.wholly_odd || mover.odd.iter().any(|index| may_take(full, *index))
                })
                .fold(0, |all, code| all | 1 << code);
            sides.push(Side { kinds, threats, odd_threats });
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
                if suspended(false) {
                    let place = origins.laws.get(usize::from(index)).copied().unwrap_or(origins.game);
                    return Err(Refusal::new("a law of royal pieces that does not always hold", place));
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
        let (wakers, set) = self.wakers(&laws);
        let royal = Kinds::try_from(royal & ((1 << self.in_play) - 1))
            .map_err(|_| Refusal::new("more royal kinds than are counted", origins.royal))?;
        let plain = Plain {
            geometry: self.geometry,
            sides: [first, second],
            royal,
            danger,
            blocks: ground.blocks,
            doors: ground.doors,
            doors_exact: ground.doors_exact,
            passing: ground.passing,
            laws,
            wakers,
            set,
        };
        Ok((plain, self.findings))
    }

    /// What the relations of the walk leave plain, if they leave anything.
    fn ground(&mut self) -> Result<Ground<N>, Refusal> {
        let full = self.full;
        let mut ground = Ground {
            odd: 0,
            odd_by: Vec::new(),
            blocks: Vec::new(),
            doors: Vec::new(),
            doors_exact: false,
            passing: Vec::new(),
            unpromoted: 0,
            bars: Vec::new(),
            otherwise: Vec::new(),
        };
        for (rule, place) in full.edges.iter().zip(&self.origins.edges) {
            let kinds = self.kinds_of(&rule.subject);
            ground.odd |= kinds;
            ground.otherwise.push((None, kinds, *place, "an edge"));
        }
        let mut usual = [false; 8];
        let verbs = [
            Verb::See,
            Verb::Take,
            Verb::Stop,
            Verb::Pass,
            Verb::PassFrom,
            Verb::Move,
            Verb::Promote,
            Verb::Threaten,
        ];
        for verb in verbs {
            for (index, rule) in full.relations[verb as usize].iter().enumerate() {
                let object = rule.object.as_ref().map(|object| &object.node);
                let open = rule.can && rule.everybody && rule.label.is_none() && rule.fact.is_none();
                let free = open && rule.guards.is_empty();
                let is_usual = match verb {
                    Verb::See => free && matches!(object, None | Some(Node::AllPieces)),
                    Verb::Pass => free && matches!(object, Some(Node::Empty)),
                    Verb::Stop => {
                        free && rule.object.as_ref().is_none_or(|object| is_whole_board(full, object))
                    }
                    Verb::Take => free && rule.object.as_ref().is_some_and(is_enemy),
                    Verb::Threaten => free && object.is_none(),
                    Verb::Move => open && object.is_none() && rule.guards.iter().all(is_on_piece),
                    Verb::PassFrom | Verb::Promote => false,
                };
                if is_usual {
                    usual[verb as usize] = true;
                    continue;
                }
                self.unusual(verb, rule, self.origins.relation(verb, index), &mut ground)?;
            }
        }
        let must = [
            (Verb::See, "no piece that sees as usual"),
            (Verb::Pass, "no piece that passes as usual"),
            (Verb::Stop, "no piece that stops as usual"),
            (Verb::Take, "no piece that takes as usual"),
            (Verb::Move, "no piece that moves as usual"),
        ];
        match must.iter().find(|(verb, _)| !usual[*verb as usize]) {
            Some((verb, what)) => Err(Refusal::new(what, self.origins.relation(*verb, 0))),
            None => Ok(ground),
        }
    }

    fn unusual(
        &mut self,
        verb: Verb,
        rule: &Relation<N>,
        place: Place,
        ground: &mut Ground<N>,
    ) -> Result<(), Refusal> {
        let kinds = self.kinds_of(&rule.subject);
        let without = || Refusal::new("a relation of nothing", place);
        match verb {
            Verb::Pass if !rule.can && rule.everybody && rule.label.is_none() && rule.guards.is_empty() => {
                let object = rule.object.as_ref().ok_or_else(without)?;
                if is_about_walker(object) {
                    return Err(Refusal::new("squares that each walk is stopped by for itself", place));
                }
                ground.blocks.push(object.clone());
                self.findings.blocks.push(place);
            }
            Verb::PassFrom if rule.can && rule.label.is_none() => {
                let object = rule.object.as_ref().ok_or_else(without)?;
                // Where one goes in, one may come out: at another of the same.
                let elsewhere = || Refusal::new("doors that lead elsewhere than to their like", place);
                let to = squares_of(rule.to.as_ref().ok_or_else(without)?);
                let Node::Another(out) = &to.node else { return Err(elsewhere()) };
                if squares_of(out) != squares_of(object) {
                    return Err(elsewhere());
                }
                ground.doors_exact = ground.doors.is_empty() && rule.everybody && rule.guards.is_empty();
                ground.doors.push(object.clone());
                self.findings.doors.push(place);
            }
            Verb::Take if rule.can && rule.fact.is_some() => {
                ground.passing.push((rule.fact.ok_or_else(without)?, kinds));
                self.findings.passing.push(place);
            }
            // It takes something away from moves by a label, or from kinds.
            Verb::Promote => {
                ground.unpromoted |= kinds;
                ground.bars.push((kinds, place));
            }
            Verb::Take if !rule.can && rule.fact.is_some() => {}
            _ => {
                ground.otherwise.push((rule.label, kinds, place, "an unusual relation"));
                match rule.label {
                    Some(label) => ground.odd_by.push((label, kinds)),
                    None => ground.odd |= kinds,
                }
            }
        }
        Ok(())
    }

    /// All kinds that pieces of a set may have.
    fn kinds_of(&self, term: &Term<N>) -> KindSet {
        kinds_of(self.full, term, 0)
    }

    fn mover(&mut self, code: Code, side: u8, royal: KindSet, ground: &Ground<N>) -> Mover<N> {
        let full = self.full;
        let mut walks = Kind {
            code,
            shape: Shape::Mixed,
            landings: vec![Landings::default(); self.geometry.squares].into(),
            rides: Vec::new(),
            runs: Vec::new(),
            passes: false,
            zone: Bits::EMPTY,
            becomes: Vec::new(),
            crowns: false,
        };
        let (mut odd, mut lanes) = (Vec::new(), Vec::new());
        let mut wholly_odd = ground.odd >> code & 1 == 1;
        let origins = self.origins;
        let mut tried = Vec::new();
        let mut try_by = |place: Option<Place>, what: &'static str, wholly: bool| {
            let place = place.unwrap_or(origins.game);
            tried.push(Tried { code, side: SideId(side), place, what, wholly });
        };
        for (label, kinds, place, what) in &ground.otherwise {
            if kinds >> code & 1 == 1 && label.is_none() {
                try_by(Some(*place), what, true);
            }
        }
        for slot in &full.slots[usize::from(code)] {
            let Slot { replacements, also } = slot;
            let settled = replacements.len() <= 1;
            for index in replacements.iter().flatten().chain(also) {
                let rule = &full.moves[usize::from(*index)];
                let barred = |(label, kinds): &(u8, KindSet)| {
                    kinds >> code & 1 == 1 && rule.label.is_some_and(|(own, _)| own == *label)
                };
                let plain = if !settled {
                    Err("one of several replacements")
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
                    wholly_odd |= !apart;
                    try_by(origins.moves.get(usize::from(*index)).copied(), what, !apart);
                }
            }
        }
        let promotes = self.promotion(code, side, ground, &mut walks);
        wholly_odd |= promotes.is_err();
        if let Err((place, what)) = promotes {
            try_by(place, what, true);
        }
        self.findings.tried.extend(tried);
        walks.crowns = walks.becomes.iter().any(|kind| (royal >> kind ^ royal >> code) & 1 == 1);
        prune_shape(&mut walks);
        let castles = |index: &u16| matches!(full.moves[usize::from(*index)].rule, Walks::Castle { .. });
        let odd_when_stale = odd.iter().any(|index| !castles(index));
        Mover { walks, lanes, odd, odd_when_stale, wholly_odd }
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

    fn ride(&mut self, vectors: &[(i8, i8)], mode: Mode, walks: &mut Kind<N>) {
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

    fn lay(
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

    /// Where a kind promotes, and to what; or why that is not always the same.
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
        if ground.unpromoted >> code & 1 == 1 {
            let bar = ground.bars.iter().find(|(kinds, _)| kinds >> code & 1 == 1);
            return Err((bar.map(|(_, place)| *place), "a bar to promotion"));
        }
        if let Some(second) = chosen.get(1) {
            return Err((place(second), "one of several promotions"));
        }
        for rule in chosen {
            let (Node::Zone(squares), Node::Fixed(Val::Kinds(kinds))) = (&rule.on.node, &rule.to.node) else {
                return Err((place(rule), "a promotion that depends on the position"));
            };
            if !rule.guards.is_empty() || !matches!(rule.subject.node, Node::AllPieces | Node::OfKinds(_)) {
                return Err((place(rule), "a promotion of some pieces of a kind"));
            }
            walks.zone |= squares[usize::from(side)];
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

    /// The triggers that bear on what is legal; and the facts that plain moves may set, the second list for those that
    /// take.
    fn wakers(&self, laws: &[u16]) -> (Vec<Waker>, [Vec<u8>; 2]) {
        let full = self.full;
        let asked: Vec<(u16, Vec<u8>)> =
            laws.iter().map(|law| (*law, facts_in(full, &full.laws[usize::from(*law)].condition))).collect();
        let mut promoting = Vec::new();
        for rule in &full.promotions {
            rule.guards.iter().for_each(|guard| promoting.extend(facts_in(full, &guard.condition)));
        }
        let (mut wakers, mut set) = (Vec::new(), [Vec::new(), Vec::new()]);
        for (index, rule) in (0u16..).zip(&full.triggers) {
            if rule.time == Time::After {
                continue;
            }
            let all = KindSet::MAX;
            let (deed, kinds, taken) = match &rule.happens {
                Happens::EventStarts => continue,
                Happens::Turn if rule.time == Time::Before => continue,
                Happens::Turn | Happens::TurnEnds => (None, all, all),
                Happens::Does { subject, deed, object, .. } => {
                    let of = |term: &Term<N>| if term.of == Type::Pieces { self.kinds_of(term) } else { all };
                    (Some(*deed), of(subject), object.as_ref().map_or(all, of))
                }
            };
            let mut sets = Vec::new();
            let does = !only_sets(&rule.effects, &mut sets);
            let asking = asked.iter().filter(|(_, facts)| facts.iter().any(|fact| sets.contains(fact)));
            let asking: Vec<u16> = asking.map(|(law, _)| *law).collect();
            let does = does || sets.iter().any(|fact| promoting.contains(fact));
            let taking = matches!(deed, Some(Deed::IsTaken | Deed::Takes));
            if !taking {
                set[0].extend(&sets);
            }
            set[1].extend(&sets);
            if does || !asking.is_empty() {
                let undoes_nothing =
                    asking.is_empty() && rule.time == Time::When && undoes_nothing(&rule.effects, false);
                wakers.push(Waker { trigger: index, deed, kinds, taken, laws: asking, does, undoes_nothing });
            }
        }
        (wakers, set)
    }
}

fn narrow(code: usize) -> Code {
    Code::try_from(code).unwrap_or(0)
}

/// The kinds that pieces of a set may have.
pub(super) fn kinds_of<const N: usize>(full: &Full<N>, term: &Term<N>, depth: u8) -> KindSet {
    let of = |term: &Term<N>| kinds_of(full, term, depth);
    match &term.node {
        Node::OfKinds(kinds) => *kinds,
        Node::Both(all) => all.iter().fold(KindSet::MAX, |kinds, each| kinds & of(each)),
        Node::Either(all) => all.iter().fold(0, |kinds, each| kinds | of(each)),
        Node::Except(base, _)
        | Node::OwnedBy(base, _)
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

/// The facts that a condition asks.
fn facts_in<const N: usize>(full: &Full<N>, term: &Term<N>) -> Vec<u8> {
    let mut facts = Vec::new();
    let mut words = Vec::new();
    collect(full, term, &mut facts, &mut words);
    facts
}

fn collect<const N: usize>(full: &Full<N>, term: &Term<N>, facts: &mut Vec<u8>, words: &mut Vec<u16>) {
    match &term.node {
        Node::GameFact(fact) | Node::FactOf(fact, _) | Node::Bearing(fact) | Node::Secret(fact, _) => {
            facts.push(*fact);
        }
        Node::Meaning(word, _) if !words.contains(word) => {
            words.push(*word);
            for rule in &full.words[usize::from(*word)].rules {
                collect(full, &rule.body, facts, words);
                rule.guards.iter().for_each(|guard| collect(full, &guard.condition, facts, words));
            }
        }
        _ => {}
    }
    term.parts(&mut |part| collect(full, part, facts, words));
}

/// Whether effects only set facts; and which.
fn only_sets<const N: usize>(effects: &[Effect<N>], sets: &mut Vec<u8>) -> bool {
    let mut only = true;
    for effect in effects {
        only &= match &effect.kind {
            EffectKind::SetGame(fact, _) | EffectKind::Set(fact, ..) => {
                sets.push(*fact);
                true
            }
            EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => only_sets(body, sets),
            EffectKind::If(_, then, otherwise) => only_sets(then, sets) & only_sets(otherwise, sets),
            EffectKind::Choose(choose) => {
                only_sets(&choose.body, sets);
                false
            }
            EffectKind::Grant(grant) => {
                only_sets(&grant.block, sets);
                false
            }
            _ => false,
        };
    }
    only
}

/// Whether effects can take no turn back: they forbid nothing, demand no choice that may have no options, end no game,
/// and offer no further move.
fn undoes_nothing<const N: usize>(effects: &[Effect<N>], nested: bool) -> bool {
    effects.iter().all(|effect| match &effect.kind {
        EffectKind::SetGame(..)
        | EffectKind::Set(..)
        | EffectKind::PutOnto(..)
        | EffectKind::PutInHand(..)
        | EffectKind::Reveal(..) => true,
        EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => undoes_nothing(body, nested),
        EffectKind::If(_, then, otherwise) => {
            undoes_nothing(then, nested) && undoes_nothing(otherwise, nested)
        }
        EffectKind::Choose(choose) => {
            choose.who.is_some() && (choose.may || !nested) && undoes_nothing(&choose.body, true)
        }
        _ => false,
    })
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

/// Whether a sentence may take: at the end of a walk, or by what it does besides.
fn may_take<const N: usize>(full: &Full<N>, index: u16) -> bool {
    let captures = matches!(&full.moves[usize::from(index)].rule, Walks::Travel { mode, .. } if mode.capture);
    captures || full.takers.moves[usize::from(index)]
}

/// The pieces, or squares, whose squares a term names.
fn squares_of<const N: usize>(term: &Term<N>) -> &Term<N> {
    if let Node::SquaresOf(of) = &term.node { of } else { term }
}

fn is_enemy<const N: usize>(term: &Term<N>) -> bool {
    matches!(&term.node, Node::OwnedBy(of, by)
        if of.node == Node::AllPieces && by.node == Node::Kin(true))
}

/// `unless it is on piece`: carried pieces are tried.
fn is_on_piece<const N: usize>(guard: &crate::program::full::rule::Guard<N>) -> bool {
    guard.unless
        && matches!(&guard.condition.node, Node::Is(it, on)
            if it.node == Node::It && matches!(on.node, Node::CarriedBy(_)))
}

/// Whether a term asks for more of a walk than whose it is.
fn is_about_walker<const N: usize>(term: &Term<N>) -> bool {
    let own = matches!(
        term.node,
        Node::It
            | Node::Origin
            | Node::Target
            | Node::Trail
            | Node::Heading
            | Node::Length
            | Node::Castling
            | Node::Another(_)
            | Node::Var(_)
            | Node::Now(..)
            | Node::Continuing
    );
    let mut inside = false;
    term.parts(&mut |part| inside |= is_about_walker(part));
    own || inside
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
