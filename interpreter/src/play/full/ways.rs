//! The moves that may begin or continue a turn: each way of each piece, and ways with the same declaration as one.
//! Imports `program`, `vocabulary`, `moment`, `walk`, `world`.

use super::moment::{Frame, Info, Moment, Sought, Taken};
use super::turn::Offer;
use super::walk::{Trace, Walk};
use super::world::Place;
use crate::program::bits::Bits;
use crate::program::full::rule::{Grant, Moves, Walks};
use crate::program::full::term::{Term, Val};
use crate::program::full::{NONE, Slot};
use crate::vocabulary::{Deed, Motion, Verb};
use std::cell::OnceCell;

/// What is chosen, as it is written down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pick {
    /// A piece, by its square, kind and owner.
    Piece(Option<u8>, u8, u8),
    /// A square.
    Square(u8),
    /// A kind.
    Kind(u8),
    /// Directions, a bit for each.
    Directions(u64),
    /// A side.
    Side(u8),
    /// A number.
    Number(i32),
    /// An event, by its bit.
    Event(u8),
}

/// A move as its player declares it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Declared<const N: usize> {
    /// Where it begins.
    pub origin: u8,
    /// Where it ends.
    pub target: u8,
    /// Where the partner stands.
    pub partner: u8,
    /// The mover is carried.
    pub carried: bool,
    /// The sentence whose label sets it apart.
    pub label: Option<u8>,
    /// Where it takes.
    pub takes: Bits<N>,
    /// How many it takes there.
    pub count: u8,
    /// What it goes through.
    pub each: Option<Pick>,
}

/// How many sentences may make one way.
pub const MOST_RULES: usize = 4;

/// One way to move, or several that are declared alike.
#[derive(Clone, Copy, Debug)]
pub struct Way<const N: usize> {
    /// Who moves; none for an act of a side.
    pub piece: u8,
    /// The sentences that make it.
    pub rules: [u16; MOST_RULES],
    /// How many.
    pub made_by: u8,
    /// As it is declared.
    pub declared: Declared<N>,
    /// What it takes.
    pub takes: Taken,
    /// What it passes.
    pub trail: Bits<N>,
    /// Its last vector.
    pub heading: u8,
    /// Number of steps.
    pub length: u16,
    /// It ends over a piece.
    pub onto: bool,
    /// It takes from afar.
    pub stays: bool,
    /// It is done on the spot.
    pub act: bool,
    /// What the sentence goes through.
    pub each: Option<(u8, Val<N>)>,
    /// The partner, and where it goes.
    pub partner: Option<(u8, u8)>,
    /// The piece met at the landing.
    pub met: u8,
}

impl<const N: usize> Way<N> {
    /// A walk by one sentence, that takes what it meets.
    pub(super) fn plain(
        piece: u8,
        rule: u16,
        origin: u8,
        target: u8,
        met: Option<u8>,
        (heading, length, trail): (u8, u16, Bits<N>),
    ) -> Way<N> {
        let mut way = blank_way(piece, rule, None);
        way.declared.origin = origin;
        way.declared.target = target;
        if let Some(met) = met {
            way.declared.takes = Bits::of(target);
            way.declared.count = 1;
            way.takes.push(met);
            way.met = met;
        }
        (way.heading, way.length, way.trail) = (heading, length, trail);
        way
    }

    /// The sentences that make it.
    pub fn rules(&self) -> &[u16] {
        &self.rules[..usize::from(self.made_by)]
    }

    /// What guards and effects know of it.
    #[must_use]
    pub fn info(&self) -> Info<N> {
        Info {
            origin: self.declared.origin,
            target: self.declared.target,
            met: self.met,
            heading: self.heading,
            entered: NONE,
            castling: self.partner.is_some(),
            length: self.length,
            trail: self.trail,
            takes: self.takes,
        }
    }
}

/// Ways in order.
pub type Ways<const N: usize> = Vec<Way<N>>;

impl<const N: usize, const K: usize> Moment<'_, N, K> {
    /// All ways in which a side may begin its turn.
    pub fn ways(&self, side: u8, ways: &mut Ways<N>) {
        for piece in self.present() {
            if self.owner(piece) == side {
                self.ways_of(piece, ways);
            }
        }
        if self.sought == Sought::All {
            self.acts(side, ways);
        }
    }

    /// All acts of a side.
    pub fn acts(&self, side: u8, ways: &mut Ways<N>) {
        let first = ways.len();
        self.side_acts(side, ways);
        self.join(ways, first);
    }

    /// The acts of a side: of each label the latest replacement that holds, or else the original, and all additions.
    fn side_acts(&self, side: u8, ways: &mut Ways<N>) {
        let program = self.program();
        let of = |index: u16| &program.moves[usize::from(index)];
        let stands = |rule: &Moves<N>| {
            rule.level > self.depth.level || self.standing_guards(rule, &mut Frame::new(side))
        };
        let replacing = |rule: &Moves<N>| rule.motion == Motion::Now && stands(rule);
        for index in &program.acts {
            let rule = of(*index);
            let mut later = program.acts.iter().rev().map(|each| of(*each));
            let latest = later.find(|each| each.label == rule.label && replacing(each));
            let in_force = match rule.motion {
                Motion::Also => true,
                Motion::Base => latest.is_none(),
                Motion::Now => replacing(rule) && latest.is_some_and(|each| each.file == rule.file),
            };
            if !in_force {
                continue;
            }
            let mut frame = Frame::new(side);
            self.each(rule, &mut frame, &mut |frame, each| {
                if rule.level > self.depth.level || self.guards(&rule.guards, frame) {
                    let declared = Declared {
                        each: each.and_then(|(_, value)| self.written(value)),
                        ..self.blank(rule, NONE)
                    };
                    ways.push(Way { declared, act: true, ..blank_way(NONE, *index, each) });
                }
            });
        }
    }

    /// Whether the guards hold that ask where a piece stands, and not about its move.
    pub fn standing_guards(&self, rule: &Moves<N>, frame: &mut Frame<N>) -> bool {
        let standing = rule.guards.iter().filter(|guard| !guard.about_move);
        standing.into_iter().all(|guard| self.test(&guard.condition, frame) != guard.unless)
    }

    /// All ways of a piece, those of the same declaration joined.
    pub fn ways_of(&self, piece: u8, ways: &mut Ways<N>) {
        let program = self.program();
        let first = ways.len();
        for slot in &program.slots[usize::from(self.kind(piece))] {
            self.slot_rules(piece, slot, &mut |index| self.ways_by(piece, index, ways));
        }
        self.join(ways, first);
    }

    /// The ways of a piece by sentences that are no plain walks, all of which are declared apart.
    pub fn odd_ways(&self, piece: u8, ways: &mut Ways<N>) {
        let program = self.program();
        let Some(plain) = &program.plain else { return };
        let side = &plain.sides[usize::from(self.owner(piece))];
        let odd = &side.kinds[usize::from(self.kind(piece))].odd;
        let first = ways.len();
        for slot in &program.slots[usize::from(self.kind(piece))] {
            if slot.replacements.iter().flatten().chain(&slot.also).any(|index| odd.contains(index)) {
                self.slot_rules(piece, slot, &mut |index| {
                    if odd.contains(&index) {
                        self.ways_by(piece, index, ways);
                    }
                });
            }
        }
        self.join(ways, first);
    }

    /// The sentences of a piece's slot that are in force where it stands.
    fn slot_rules(&self, piece: u8, slot: &Slot, visit: &mut dyn FnMut(u16)) {
        for (depth, group) in slot.replacements.iter().enumerate() {
            let original = depth + 1 == slot.replacements.len();
            let mut any = false;
            for index in group {
                if self.replaces_here(piece, *index) {
                    any = true;
                    visit(*index);
                }
            }
            if any || original {
                break;
            }
        }
        for index in &slot.also {
            if self.holds_here(piece, *index) {
                visit(*index);
            }
        }
    }

    /// Whether a sentence is about this piece and may begin on its square.
    fn holds_here(&self, piece: u8, index: u16) -> bool {
        let rule = &self.program().moves[usize::from(index)];
        let Some(subject) = &rule.subject else { return false };
        if !self.has_piece(subject, piece, &mut Frame::new(self.world.player())) {
            return false;
        }
        let Some(from) = &rule.from else { return true };
        let Some(square) = self.square_of(piece) else { return false };
        self.has_square(from, square, &mut self.about(piece))
    }

    /// The same of a replacement, whose guards must hold, but for those that ask about the move itself.
    fn replaces_here(&self, piece: u8, index: u16) -> bool {
        let rule = &self.program().moves[usize::from(index)];
        self.holds_here(piece, index)
            && (rule.motion != Motion::Now
                || rule.level > self.depth.level
                || self.standing_guards(rule, &mut self.about(piece)))
    }

    /// The ways of a piece by one sentence.
    fn ways_by(&self, piece: u8, index: u16, ways: &mut Ways<N>) {
        let Some(origin) = self.square_of(piece) else { return };
        let rule = &self.program().moves[usize::from(index)];
        if self.sought != Sought::All && !matches!(rule.rule, Walks::Travel { .. }) {
            return;
        }
        let mut frame = self.about(piece);
        self.each(rule, &mut frame, &mut |frame, each| match &rule.rule {
            Walks::Travel { mode, path, to, stays } => {
                let label = rule.label.map(|(label, _)| label);
                let mut walk = Walk::new(self, Some(piece), origin, label, *frame);
                walk.file = Some(rule.file);
                walk.run(path, *mode, &mut |walk, trace| {
                    self.land(walk, &trace, index, to.as_ref(), *stays, each, ways);
                });
            }
            Walks::Act => {
                let way = Way {
                    declared: self.declare(rule, piece, origin, each),
                    act: true,
                    ..blank_way(piece, index, each)
                };
                let info = way.info();
                if self.rule_allows(index, &info, frame)
                    && self.may_move(piece, 0, rule.label.map(|(label, _)| label), &info)
                {
                    ways.push(way);
                }
            }
            Walks::Castle { squares, to, with } => {
                self.castle(piece, origin, index, (*squares, to.as_ref(), with), frame, ways);
            }
        });
    }

    pub(super) fn rule_allows(&self, index: u16, info: &Info<N>, frame: &Frame<N>) -> bool {
        let rule = &self.program().moves[usize::from(index)];
        rule.level > self.depth.level
            || rule.guards.is_empty()
            || self.guards(&rule.guards, &mut frame.with(*info))
    }

    /// Goes through the set that a sentence goes through, or once without one.
    #[allow(clippy::type_complexity)]
    fn each(
        &self,
        rule: &Moves<N>,
        frame: &mut Frame<N>,
        visit: &mut dyn FnMut(&mut Frame<N>, Option<(u8, Val<N>)>),
    ) {
        match &rule.each {
            None => visit(frame, None),
            Some((var, set)) => {
                let set = self.eval(set, frame);
                self.members(set, &mut |member| {
                    frame.bind(*var, member);
                    visit(frame, Some((*var, member)));
                    true
                });
            }
        }
    }

    fn blank(&self, rule: &Moves<N>, origin: u8) -> Declared<N> {
        let apart = rule.has_block || !matches!(rule.rule, Walks::Travel { stays: false, .. });
        Declared {
            origin,
            target: NONE,
            partner: NONE,
            carried: false,
            label: rule.label.map(|(label, _)| label).filter(|_| apart),
            takes: Bits::EMPTY,
            count: 0,
            each: None,
        }
    }

    pub(super) fn declare(
        &self,
        rule: &Moves<N>,
        piece: u8,
        origin: u8,
        each: Option<(u8, Val<N>)>,
    ) -> Declared<N> {
        Declared {
            each: each.and_then(|(_, value)| self.written(value)),
            carried: matches!(self.place(piece), Place::On(_)),
            ..self.blank(rule, origin)
        }
    }

    /// A value as it is written down.
    pub fn written(&self, value: Val<N>) -> Option<Pick> {
        Some(match value {
            Val::Bool(_) => return None,
            Val::Number(number) => Pick::Number(number),
            Val::Pieces(mut set) => {
                let piece = set.pop()?;
                Pick::Piece(self.square_of(piece), self.kind(piece), self.owner(piece))
            }
            Val::Squares(mut set) => Pick::Square(set.pop()?),
            Val::Kinds(set) => Pick::Kind(*self.program().kinds.iter().find(|code| set >> **code & 1 == 1)?),
            Val::Directions(set) => Pick::Directions(set),
            Val::Sides(0) | Val::Events(0) => return None,
            Val::Sides(set) => Pick::Side(u8::from(set & 1 == 0)),
            Val::Events(set) => Pick::Event(u8::try_from(set.trailing_zeros()).unwrap_or(0)),
        })
    }

    /// Whether, and how, a walk may end where it is.
    #[allow(clippy::too_many_arguments)]
    fn land(
        &self,
        walk: &Walk<'_, '_, N, K>,
        trace: &Trace<N>,
        index: u16,
        to: Option<&Term<N>>,
        stays: bool,
        each: Option<(u8, Val<N>)>,
        ways: &mut Ways<N>,
    ) {
        let Some(piece) = walk.walker else { return };
        let program = self.program();
        let rule = &program.moves[usize::from(index)];
        let label = rule.label.map(|(label, _)| label);
        let target = trace.square;
        if target == walk.origin && !stays || !self.rules.spend(1) {
            return;
        }
        let met = walk.found(target);
        let mut takes = trace.takes;
        let info = OnceCell::new();
        let info = || info.get_or_init(|| walk.info(trace));
        // Whether something is taken at the landing, and not only on the way.
        let mut marked = false;
        if trace.onto {
            if !trace.mode.quiet {
                return;
            }
        } else {
            if let Some(found) = met.filter(|found| !takes.has(*found)) {
                let own = self.owner(found) == walk.frame.view;
                // A path of its own may say whose pieces it takes; else the relation does.
                let may = match trace.own {
                    Some(_) if own => true,
                    Some(false) => false,
                    _ => trace.mode.capture && !trace.passing && self.may_take(piece, found, label, info()),
                };
                if !trace.mode.capture || trace.passing || !may {
                    return;
                }
                self.also_takes(&mut takes, found);
                marked = true;
            }
            if trace.mode.capture && program.traits.taken_by_fact {
                marked |= self.makers(piece, target, label, &info, &mut takes);
            }
            let allowed = if marked { trace.mode.capture } else { trace.mode.quiet };
            if !allowed {
                return;
            }
        }
        if !self.seeks(&takes) {
            return;
        }
        let info = Info { takes, met: met.unwrap_or(NONE), ..*info() };
        if !stays && !self.may_stop(piece, target, label, &info) {
            return;
        }
        if !self.may_move(piece, trace.headings(), label, &info)
            || !self.rule_allows(index, &info, &walk.frame)
        {
            return;
        }
        if to.is_some_and(|to| !self.has_square(to, target, &mut walk.frame.with(info))) {
            return;
        }
        for borrowed in trace.borrowed() {
            let frame = self.about(piece);
            let to = match &program.moves[usize::from(*borrowed)].rule {
                Walks::Travel { to, .. } => to.as_ref(),
                Walks::Act | Walks::Castle { .. } => None,
            };
            if !self.rule_allows(*borrowed, &info, &frame)
                || to.is_some_and(|to| !self.has_square(to, target, &mut frame.with(info)))
            {
                return;
            }
        }
        let squares: Bits<N> = takes.iter().filter_map(|each| self.square_of(each)).collect();
        let count = u8::try_from(takes.iter().count()).unwrap_or(NONE);
        let declared =
            Declared { target, takes: squares, count, ..self.declare(rule, piece, walk.origin, each) };
        ways.push(Way {
            declared,
            takes,
            trail: trace.trail,
            heading: trace.heading,
            length: trace.length,
            onto: trace.onto,
            stays,
            met: met.unwrap_or(NONE),
            ..blank_way(piece, index, each)
        });
    }

    fn also_takes(&self, takes: &mut Taken, piece: u8) {
        if !takes.push(piece) {
            self.rules.give_up();
        }
    }

    /// Adds the makers of facts on a square that the walker may take there; whether there is one.
    fn makers<'i>(
        &self,
        piece: u8,
        square: u8,
        label: Option<u8>,
        info: &dyn Fn() -> &'i Info<N>,
        takes: &mut Taken,
    ) -> bool
    where
        Info<N>: 'i,
    {
        let mut found = false;
        let program = self.program();
        let facts = program.relations[Verb::Take as usize].iter().filter_map(|rule| rule.fact);
        for fact in facts {
            let Some(mark) = self.world.mark(fact, square) else { continue };
            let maker = mark.maker;
            if maker == NONE || mark.value != Val::Bool(true) || !self.is_present(maker) || maker == piece {
                continue;
            }
            if self.sees(piece, maker)
                && self.may_take_by(piece, fact, label, info())
                && self.may_take(piece, maker, label, info())
                && !takes.has(maker)
            {
                self.also_takes(takes, maker);
                found = true;
            }
        }
        found
    }

    /// The ways that take up an offer.
    pub fn ways_by_offer(&self, offer: &Offer<'_, N>, grant: &Grant<N>, ways: &mut Ways<N>) {
        let mut frame = offer.frame;
        let player = self.world.player();
        let first = ways.len();
        if let Val::Sides(sides) = self.eval(&grant.subject, &mut frame) {
            if sides >> player & 1 == 1 {
                self.ways(player, ways);
            }
        } else {
            for piece in self.pieces(&grant.subject, &mut frame) {
                if self.is_present(piece) && self.owner(piece) == player {
                    self.ways_of(piece, ways);
                }
            }
            keep_from(ways, first, |way| match grant.deed {
                Deed::Moves => !way.stays && !way.act,
                Deed::Acts => way.act,
                Deed::Castles => way.partner.is_some(),
                _ => !way.takes.is_empty(),
            });
        }
        keep_from(ways, first, |way| {
            let labelled = grant.label.is_none_or(|label| {
                way.rules().iter().any(|rule| {
                    self.program().moves[usize::from(*rule)].label.is_some_and(|(each, _)| each == label)
                })
            });
            let mut frame = frame.with(way.info());
            labelled
                && (!grant.without_taking || way.takes.is_empty())
                && grant.object.as_ref().is_none_or(|object| {
                    way.takes.iter().any(|taken| self.has_piece(object, taken, &mut frame))
                })
                && self.guards(&grant.guards, &mut frame)
        });
    }

    /// Ways with the same declaration become one; what they leave behind adds up.
    fn join(&self, ways: &mut Ways<N>, first: usize) {
        let mut kept = first;
        for index in first..ways.len() {
            let way = ways[index];
            let same = ways[first..kept].iter_mut().find(|known| {
                known.declared == way.declared && known.onto == way.onto && known.piece == way.piece
            });
            match same {
                Some(known) => {
                    known.trail |= way.trail;
                    for rule in way.rules() {
                        if known.rules().contains(rule) {
                            continue;
                        }
                        match known.rules.get_mut(usize::from(known.made_by)) {
                            Some(room) => {
                                *room = *rule;
                                known.made_by += 1;
                            }
                            None => self.rules.give_up(),
                        }
                    }
                }
                None => {
                    ways[kept] = way;
                    kept += 1;
                }
            }
        }
        ways.truncate(kept);
    }
}

/// Leaves only some of the ways behind the first so many.
fn keep_from<const N: usize>(ways: &mut Ways<N>, first: usize, mut keep: impl FnMut(&Way<N>) -> bool) {
    let mut kept = first;
    for index in first..ways.len() {
        if keep(&ways[index]) {
            ways[kept] = ways[index];
            kept += 1;
        }
    }
    ways.truncate(kept);
}

pub(super) fn blank_way<const N: usize>(piece: u8, index: u16, each: Option<(u8, Val<N>)>) -> Way<N> {
    let mut rules = [0; MOST_RULES];
    rules[0] = index;
    Way {
        piece,
        rules,
        made_by: 1,
        declared: Declared {
            origin: NONE,
            target: NONE,
            partner: NONE,
            carried: false,
            label: None,
            takes: Bits::EMPTY,
            count: 0,
            each: None,
        },
        takes: Taken::default(),
        trail: Bits::EMPTY,
        heading: NONE,
        length: 0,
        onto: false,
        stays: false,
        act: false,
        each,
        partner: None,
        met: NONE,
    }
}
