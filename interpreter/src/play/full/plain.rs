//! What need not be tried: moves that are known to be legal, or not, from sets of squares. Imports `program`,
//! `vocabulary`, `moment`, `sleep`, `world`.

use super::moment::{Depth, Frame, Moment, Rules};
use super::sleep::Still;
use super::ways::Way;
use super::world::{Place, World};
use crate::play::threat::{Danger, attacked, danger};
use crate::program::bits::Bits;
use crate::program::full::NONE;
use crate::program::full::path::{Path, Steps};
use crate::program::full::plain::{Mover, Plain, Side, Waker};
use crate::program::full::term::{Node, Term};
use crate::program::geometry::Geometry;
use crate::program::{Kind, Mode};
use crate::vocabulary::Deed;

/// What is known of the moves of a position without trying them.
#[derive(Clone, Copy, Debug)]
pub struct Known<const N: usize> {
    /// Pieces of which something is known.
    pub pieces: Bits<N>,
    /// Pieces whose plain moves may go through doors: how, is seen by walking.
    pub far: Bits<N>,
    /// Pieces of which all moves are to be walked, but for those that are known.
    pub walked: Bits<N>,
    /// Pieces of which sentences that are no plain walks are to be tried.
    pub odd: Bits<N>,
    /// By piece: the targets of plain moves that are to be tried.
    tried: [[Bits<N>; 64]; N],
    /// By piece: the targets of plain moves of which it is known whether they are legal.
    judged: [[Bits<N>; 64]; N],
    /// Those that are.
    legal: [[Bits<N>; 64]; N],
    /// How many legal moves are known, with what pieces may become.
    pub count: u64,
}

impl<const N: usize> Known<N> {
    fn nothing() -> Known<N> {
        Known {
            pieces: Bits::EMPTY,
            far: Bits::EMPTY,
            walked: Bits::EMPTY,
            odd: Bits::EMPTY,
            tried: [[Bits::EMPTY; 64]; N],
            judged: [[Bits::EMPTY; 64]; N],
            legal: [[Bits::EMPTY; 64]; N],
            count: 0,
        }
    }

    fn index(piece: u8) -> (usize, usize) {
        (usize::from(piece >> 6) % N, usize::from(piece & 63))
    }

    /// The targets of a piece's plain moves that are known to be legal.
    #[inline]
    #[must_use]
    pub fn legal(&self, piece: u8) -> Bits<N> {
        let (word, bit) = Self::index(piece);
        self.legal[word][bit]
    }

    /// The targets of a piece's plain moves that are to be tried.
    #[inline]
    #[must_use]
    pub fn tried(&self, piece: u8) -> Bits<N> {
        let (word, bit) = Self::index(piece);
        self.tried[word][bit]
    }

    /// Whether a way is legal, if that is known.
    #[inline]
    #[must_use]
    pub fn verdict(&self, way: &Way<N>) -> Option<bool> {
        let target = way.declared.target;
        if way.piece == NONE || way.act || way.stays || target == NONE || !self.pieces.has(way.piece) {
            return None;
        }
        if way.declared.label.is_some() || way.partner.is_some() || way.declared.carried {
            return None;
        }
        let (word, bit) = Self::index(way.piece);
        let judged = self.judged[word][bit].has(target);
        judged.then(|| self.legal[word][bit].has(target))
    }
}

impl<const N: usize, const K: usize> Moment<'_, N, K> {
    /// The way of a plain move that is known to be legal.
    pub fn plain_way(&self, piece: u8, target: u8) -> Option<Way<N>> {
        let program = self.program();
        let plain = program.plain.as_ref()?;
        let Place::Square(from) = self.world.place(piece) else { return None };
        let owner = self.world.owner(piece);
        let mover = &plain.sides[usize::from(owner)].kinds[usize::from(self.world.kind(piece))];
        let met = self.world.at(target);
        let closed = self.closed(owner);
        let mut way: Option<Way<N>> = None;
        for lane in &mover.lanes {
            let fits = if met.is_some() { lane.mode.take } else { lane.mode.quiet };
            if !fits || !lane.from.has(from) || !lane.to.has(target) {
                continue;
            }
            let next = &program.board.vectors[usize::from(lane.vector)].next;
            let (mut square, mut length, mut trail) = (from, 0, Bits::EMPTY);
            let arrives = loop {
                square = next[usize::from(square)];
                length += 1;
                if square == NONE || length > lane.most {
                    break false;
                }
                if square == target {
                    break length >= lane.least;
                }
                if self.world.at(square).is_some() || closed.has(square) {
                    break false;
                }
                trail |= Bits::of(square);
            };
            if !arrives {
                continue;
            }
            match &mut way {
                Some(way) => {
                    way.trail |= trail;
                    if !way.rules().contains(&lane.rule) {
                        let room = way.rules.get_mut(usize::from(way.made_by))?;
                        *room = lane.rule;
                        way.made_by += 1;
                    }
                }
                None => {
                    way = Some(Way::plain(piece, lane.rule, from, target, met, (lane.vector, length, trail)))
                }
            }
        }
        way
    }
}

/// How the royal piece is threatened.
struct Crown<const N: usize> {
    at: u8,
    /// If no square stopped the enemy.
    open: Danger<N>,
    /// As squares stop it now.
    closed: Option<Danger<N>>,
}

/// One look at a position.
pub(super) struct Look<'l, const N: usize, const K: usize> {
    pub(super) moment: Moment<'l, N, K>,
    pub(super) plain: &'l Plain<N>,
    pub(super) side: &'l Side<N>,
    pub(super) geometry: &'l Geometry<N>,
    pub(super) world: &'l World<N, K>,
    pub(super) me: u8,
    pub(super) own: Bits<N>,
    pub(super) enemy: Bits<N>,
    pub(super) occupied: Bits<N>,
    /// Squares beyond which own, and enemy, pieces do not go.
    pub(super) blocked: [Bits<N>; 2],
    /// Moves from or to these squares may change which squares stop the enemy.
    pub(super) touched: Bits<N>,
    /// Moves of these pieces may open a door to the enemy.
    pub(super) keepers: Bits<N>,
    /// Squares at which own, and enemy, pieces go in to go on elsewhere.
    pub(super) doors: [Bits<N>; 2],
    /// The wakers that do not sleep while a plain move is made, and while one that takes is made.
    pub(super) awake: [u64; 2],
}

/// What is known of the moves of a position without trying them; none if all are to be tried.
#[must_use]
pub fn known<const N: usize, const K: usize>(
    rules: &Rules<'_, N, K>,
    world: &World<N, K>,
) -> Option<Known<N>> {
    let plain = rules.program.plain.as_ref()?;
    if world.over.is_some() {
        return None;
    }
    let moment = Moment::at_start(rules, world, Depth::PLAY);
    let me = world.player();
    let (own, enemy) = (world.flat.sides[usize::from(me)], world.flat.sides[usize::from(1 - me)]);
    let mut look = Look {
        moment,
        plain,
        side: &plain.sides[usize::from(me)],
        geometry: &plain.geometry,
        world,
        me,
        own,
        enemy,
        occupied: own | enemy,
        blocked: [Bits::EMPTY; 2],
        touched: Bits::EMPTY,
        keepers: Bits::EMPTY,
        doors: [Bits::EMPTY; 2],
        awake: [0; 2],
    };
    look.all()
}

impl<const N: usize, const K: usize> Moment<'_, N, K> {
    /// Whether some of these pieces of one side, which stand on squares, would be taken by a whole turn of the other
    /// side if that were its turn; none if that must be tried.
    pub fn plainly_threatened(&self, owner: u8, targets: Bits<N>) -> Option<bool> {
        let program = self.program();
        let plain = program.plain.as_ref()?;
        if !targets.within(self.world.standing) || self.was.is_some() {
            return None;
        }
        let enemy = 1 - owner;
        let mut world;
        let now = if self.depth.closing && enemy != self.start.player() {
            world = *self.world;
            world.close(program);
            &world
        } else {
            self.world
        };
        let moment = Moment { world: now, log: &[], ..Moment::at_start(self.rules, now, Depth::THREAT) };
        let own = now.flat.sides[usize::from(owner)];
        let takers = now.flat.sides[usize::from(enemy)];
        let mut look = Look {
            moment,
            plain,
            side: &plain.sides[usize::from(owner)],
            geometry: &plain.geometry,
            world: now,
            me: owner,
            own,
            enemy: takers,
            occupied: own | takers,
            blocked: [Bits::EMPTY; 2],
            touched: Bits::EMPTY,
            keepers: Bits::EMPTY,
            doors: [Bits::EMPTY; 2],
            awake: [0; 2],
        };
        if look.may_be_taken_otherwise() {
            return None;
        }
        for (terms, sets) in [(&plain.blocks, 0), (&plain.doors, 1)] {
            for term in terms {
                let squares = moment.squares(term, &mut Frame::new(enemy));
                if sets == 0 { look.blocked[1] |= squares } else { look.doors[1] |= squares }
            }
        }
        look.blocked[1] = look.blocked[1].without(look.occupied);
        let mut taken = false;
        for target in targets {
            let Place::Square(at) = now.place(target) else { return None };
            if look.through_doors(at, look.occupied).0 {
                return None;
            }
            let by = (look.geometry, &plain.sides[usize::from(enemy)].threats);
            taken |= attacked(by, &now.flat, at, takers, look.occupied | look.blocked[1]);
        }
        if taken {
            // The turn that takes must be one that no law of this level forbids, and no trigger undoes.
            let taking = Still { set: &plain.set[1], taking: true };
            look.me = enemy;
            let laws = plain.laws.iter().map(|law| &program.laws[usize::from(*law)]);
            let lawful = laws
                .filter(|law| law.level == 0)
                .all(|law| moment.surely(&law.condition, taking, enemy) == Some(false));
            let wakers = plain.wakers.iter();
            let level = |waker: &&Waker| program.triggers[usize::from(waker.trigger)].level == 0;
            if !lawful
                || !wakers.filter(level).all(|waker| look.sleeps(waker, taking) || waker.undoes_nothing)
            {
                return None;
            }
        }
        Some(taken)
    }
}

impl<const N: usize, const K: usize> Look<'_, N, K> {
    /// Whether some piece of the enemy may take otherwise than by plain walks.
    fn may_be_taken_otherwise(&self) -> bool {
        let side = &self.plain.sides[usize::from(1 - self.me)];
        let program = self.moment.program();
        let carried = self.world.carried & self.world.owned(1 - self.me);
        let takers = &program.takers;
        // A turn that begins otherwise may take by what it wakes.
        let by_rules = takers.triggers.iter().any(|(deed, kinds)| match deed {
            None => true,
            Some(Deed::IsTaken) => true,
            Some(_) => (self.world.standing & self.world.owned(1 - self.me))
                .any(|piece| kinds >> self.world.kind(piece) & 1 == 1),
        });
        let by_acts = program.acts.iter().any(|act| takers.moves[usize::from(*act)]);
        by_rules
            || by_acts
            || !carried.is_empty()
            || side.odd_threats != 0
                && (self.world.standing & self.world.owned(1 - self.me)).any(|piece| {
                    let kind = self.world.kind(piece);
                    side.odd_threats >> kind & 1 == 1 && {
                        let mover = &side.kinds[usize::from(kind)];
                        mover.wholly_odd
                            || mover.odd.iter().any(|index| {
                                let label = program.moves[usize::from(*index)].label.map(|(label, _)| label);
                                self.moment.may_threaten(piece, label)
                            })
                    }
                })
    }

    fn all(&mut self) -> Option<Known<N>> {
        let quiet = Still { set: &self.plain.set[0], taking: false };
        let taking = Still { set: &self.plain.set[1], taking: true };
        if !self.laws_sleep(quiet) {
            return None;
        }
        let takes_tried = !self.laws_sleep(taking);
        for (index, waker) in self.plain.wakers.iter().enumerate() {
            self.awake[0] |= u64::from(!self.sleeps(waker, quiet)) << (index & 63);
            self.awake[1] |= u64::from(!self.sleeps(waker, taking)) << (index & 63);
        }
        let always = self.plain.wakers.iter().enumerate().filter(|(_, waker)| waker.deed.is_none());
        let always = always.fold(0, |all, (index, _)| all | 1u64 << (index & 63));
        if self.awake[0] & always != 0 {
            return None;
        }
        let takes_tried = takes_tried || self.awake[1] & always != 0;
        self.ground();
        let crown = self.crown()?;
        let mut known = Known::nothing();
        for piece in self.world.present() & self.world.owned(self.me) {
            let Place::Square(from) = self.world.place(piece) else {
                known.walked |= Bits::of(piece);
                continue;
            };
            let mover = &self.side.kinds[usize::from(self.world.kind(piece))];
            if mover.wholly_odd {
                known.walked |= Bits::of(piece);
                continue;
            }
            self.piece(piece, from, mover, &crown, takes_tried, &mut known);
        }
        Some(known)
    }

    /// Whether all laws that plain moves could break surely do not forbid any.
    fn laws_sleep(&self, still: Still<'_>) -> bool {
        let laws = &self.moment.program().laws;
        self.plain
            .laws
            .iter()
            .all(|law| self.moment.surely(&laws[usize::from(*law)].condition, still, self.me) == Some(false))
    }

    /// Whether a trigger surely does nothing that bears on what is legal.
    fn sleeps(&self, waker: &Waker, still: Still<'_>) -> bool {
        let sleeping = |law: &u16| {
            let law = &self.moment.program().laws[usize::from(*law)];
            self.moment.surely(&law.condition, still, self.me) == Some(false)
        };
        let laws_sleep = waker.laws.iter().all(sleeping);
        laws_sleep && !waker.does || self.does_nothing(waker, still, laws_sleep)
    }

    /// Whether a trigger surely does not run; or, where what it sets bears on nothing, does no more than to set it.
    fn does_nothing(&self, waker: &Waker, still: Still<'_>, sets_freely: bool) -> bool {
        let rule = &self.moment.program().triggers[usize::from(waker.trigger)];
        let each_view = |holds: &dyn Fn(u8) -> bool| holds(0) && holds(1);
        rule.guards.iter().any(|guard| {
            each_view(&|view| self.moment.surely(&guard.condition, still, view) == Some(guard.unless))
        }) || sets_freely && each_view(&|view| self.moment.surely_do_nothing(&rule.effects, still, view))
    }

    /// Works out where walks are stopped, and where they go on elsewhere.
    fn ground(&mut self) {
        for (index, side) in [(0, self.me), (1, 1 - self.me)] {
            for term in &self.plain.blocks {
                self.blocked[index] |= self.moment.squares(term, &mut Frame::new(side));
            }
            for term in &self.plain.doors {
                self.doors[index] |= self.moment.squares(term, &mut Frame::new(side));
            }
            self.blocked[index] = self.blocked[index].without(self.occupied);
        }
        for term in &self.plain.blocks {
            self.touched |= self.touched(term, 1 - self.me);
        }
    }

    /// Squares on which a set of squares, as a side sees it, depends, but for what stands on its own squares.
    fn touched(&self, term: &Term<N>, view: u8) -> Bits<N> {
        match &term.node {
            Node::Fixed(_) | Node::Zone(_) | Node::Empty | Node::Board => Bits::EMPTY,
            Node::Both(all) | Node::Either(all) => {
                all.iter().fold(Bits::EMPTY, |touched, each| touched | self.touched(each, view))
            }
            Node::SeenBy(enemy, of) => self.touched(of, view ^ u8::from(*enemy)),
            Node::SquaresOf(of) => self.touched(of, view),
            Node::Meaning(word, None) => {
                let program = self.moment.program();
                let rules = &program.words[usize::from(*word)].rules;
                if rules.iter().any(|rule| !rule.guards.is_empty()) {
                    return program.board.all;
                }
                rules.iter().fold(Bits::EMPTY, |touched, rule| touched | self.touched(&rule.body, view))
            }
            // What a walk over the board sees ends at the first piece, which is seen too.
            Node::Met(path, from, _) if is_slide(path) => {
                let mut frame = Frame::new(view);
                let seen = self.moment.squares(term, &mut frame);
                match &from.node {
                    Node::OwnedBy(of, _) if matches!(of.node, Node::OfKinds(_) | Node::AllPieces) => {
                        seen | self.moment.squares(from, &mut frame)
                    }
                    _ => self.moment.program().board.all,
                }
            }
            _ => self.moment.program().board.all,
        }
    }

    /// How the royal piece is threatened; none if that must be tried.
    fn crown(&mut self) -> Option<Option<Crown<N>>> {
        if !self.plain.danger {
            return Some(None);
        }
        let royals = self.world.flat.of(self.plain.royal) & self.own;
        if !(self.world.carried & self.world.owned(self.me)).is_empty() {
            let royal = |piece: u8| self.plain.royal >> self.world.kind(piece) & 1 == 1;
            if { self.world.carried & self.world.owned(self.me) }.any(royal) {
                return None;
            }
        }
        if royals.is_empty() {
            return Some(None);
        }
        if royals.has_several() {
            return None;
        }
        let at = royals.first();
        if self.may_be_taken_otherwise() {
            return None;
        }
        if !self.doors_keep_away(at) || !self.taking_it_stands() {
            return None;
        }
        let enemy = usize::from(1 - self.me);
        let by = (self.geometry, &self.plain.sides[enemy].threats);
        let open = danger(by, &self.world.flat, at, enemy, Bits::EMPTY);
        let closed =
            (!self.plain.blocks.is_empty()).then(|| danger(by, &self.world.flat, at, enemy, self.blocked[1]));
        let overflow = open.overflow || closed.as_ref().is_some_and(|closed| closed.overflow);
        (!overflow).then_some(Some(Crown { at, open, closed }))
    }

    /// Whether surely no law of level 0 forbids the enemy to take the royal piece, and no trigger takes that back.
    fn taking_it_stands(&self) -> bool {
        let (program, enemy) = (self.moment.program(), 1 - self.me);
        let still = Still { set: &self.plain.set[2], taking: true };
        let laws = self.plain.laws.iter().map(|law| &program.laws[usize::from(*law)]);
        laws.filter(|law| law.level == 0)
            .all(|law| self.moment.surely(&law.condition, still, enemy) == Some(false))
            && self.plain.wakers.iter().all(|waker| {
                let level = program.triggers[usize::from(waker.trigger)].level;
                let bears = waker.does && waker.by_royals && level == 0 && !waker.undoes_nothing;
                !bears || self.does_nothing(waker, still, true)
            })
    }

    fn piece(
        &self,
        piece: u8,
        from: u8,
        mover: &Mover<N>,
        crown: &Option<Crown<N>>,
        takes_tried: bool,
        known: &mut Known<N>,
    ) {
        let walks = &mover.walks;
        let mut targets = self.targets(walks, from);
        let far = self.doors[0].has_several() && self.seen(walks, from).meets(self.doors[0]);
        if far && self.plain.doors_exact {
            targets |= self.targets_through_doors(mover, from);
        }
        let takes = targets & self.enemy;
        let is_royal = crown.as_ref().is_some_and(|crown| crown.at == from);
        let mut tried = if self.keepers.has(from) { targets } else { Bits::EMPTY };
        if takes_tried {
            tried |= takes;
        } else if !self.world.carried.is_empty() {
            // Who takes a carrier takes what it carries.
            let carriers = self.world.carried.filter_map(|piece| self.world.square_of(piece));
            tried |= takes & carriers.collect();
        }
        tried |= self.woken(walks.code, targets, takes);
        if walks.crowns {
            tried |= targets & walks.zone;
        }
        if far {
            if self.plain.doors_exact {
                known.far |= Bits::of(piece);
            } else {
                tried = targets;
                known.walked |= Bits::of(piece);
            }
        }
        for (fact, kinds) in &self.plain.passing {
            if kinds >> walks.code & 1 == 1 {
                let marks = self.world.marks().iter().filter(|mark| mark.fact == *fact);
                let marked: Bits<N> = marks.map(|mark| mark.bearer).collect();
                if !marked.is_empty() {
                    tried |= targets & marked;
                    let steps = &walks.landings[usize::from(from)];
                    let long = walks.rides.iter().any(|ride| ride.mode.take)
                        || walks.runs.iter().any(|run| run.mode.take);
                    if long || far || (steps.both | steps.take).meets(marked) {
                        known.walked |= Bits::of(piece);
                    }
                }
            }
        }
        let mut judged = targets.without(tried);
        let mut legal = judged;
        if let Some(crown) = crown {
            let safe = if is_royal {
                judged.filter(|to| self.is_safe(from, *to, Bits::EMPTY)).collect()
            } else {
                judged & line(&crown.open, from)
            };
            legal = safe;
            if let Some(closed) = &crown.closed {
                // Squares that stop the enemy may make up for it; those that a move may change are seen by trying.
                let rest = judged.without(safe);
                let touching = if self.touched.has(from) { rest } else { rest & self.touched };
                let kept = rest.without(touching);
                legal |= if is_royal {
                    kept.filter(|to| self.is_safe(from, *to, self.blocked[1])).collect()
                } else {
                    kept & line(closed, from)
                };
                tried |= touching;
                judged = judged.without(touching);
            }
            if is_royal && self.doors[1].has_several() {
                let left = self.occupied.without(Bits::of(from));
                let open: Bits<N> = judged.filter(|to| self.through_doors(*to, left).0).collect();
                tried |= open;
                judged = judged.without(open);
                legal = legal.without(open);
            }
        }
        let odd = mover.odd_when_stale || !mover.odd.is_empty() && self.world.fresh.has(piece);
        if odd && self.begins_odd(piece, from, mover) {
            known.odd |= Bits::of(piece);
        }
        let (word, bit) = Known::<N>::index(piece);
        known.pieces |= Bits::of(piece);
        known.judged[word][bit] = judged;
        known.tried[word][bit] = tried;
        known.legal[word][bit] = legal;
        let becoming = u64::from((legal & walks.zone).len());
        let kinds = walks.becomes.len().max(1) as u64;
        known.count += u64::from(legal.len()) - becoming + becoming * kinds;
    }

    /// Whether a sentence that is no plain walk may begin here.
    fn begins_odd(&self, piece: u8, from: u8, mover: &Mover<N>) -> bool {
        let program = self.moment.program();
        mover.odd.iter().any(|index| {
            let rule = &program.moves[usize::from(*index)];
            let castles = matches!(rule.rule, crate::program::full::rule::Walks::Castle { .. });
            let begins = match rule.from.as_ref().map(|term| &term.node) {
                Some(Node::Zone(squares)) => squares[usize::from(self.me)].has(from),
                _ => true,
            };
            begins && (!castles || self.world.fresh.has(piece))
        })
    }

    /// Where plain walks lead.
    fn targets(&self, walks: &Kind<N>, from: u8) -> Bits<N> {
        let steps = &walks.landings[usize::from(from)];
        let mut targets =
            steps.both.without(self.own) | steps.quiet.without(self.occupied) | steps.take & self.enemy;
        let stops = self.occupied | self.blocked[0];
        for ride in &walks.rides {
            let mut seen = Bits::EMPTY;
            if ride.orthogonal {
                seen |= self.geometry.orthogonal(from, stops);
            }
            if ride.diagonal {
                seen |= self.geometry.diagonal(from, stops);
            }
            for ray in &ride.rays {
                seen |= self.geometry.see(*ray, from, stops);
            }
            targets |= self.fitting(ride.mode, seen);
        }
        for run in &walks.runs {
            let (trail, target) = run.ways[usize::from(from)];
            if !target.is_empty() && !trail.meets(stops) {
                targets |= self.fitting(run.mode, target);
            }
        }
        targets
    }

    pub(super) fn fitting(&self, mode: Mode, seen: Bits<N>) -> Bits<N> {
        match (mode.quiet, mode.take) {
            (true, true) => seen.without(self.own),
            (true, false) => seen.without(self.occupied),
            (false, true) => seen & self.enemy,
            (false, false) => Bits::EMPTY,
        }
    }

    /// The targets at which some trigger wakes that bears on what is legal.
    fn woken(&self, code: u8, targets: Bits<N>, takes: Bits<N>) -> Bits<N> {
        if self.awake == [0; 2] {
            return Bits::EMPTY;
        }
        let mut woken = Bits::EMPTY;
        for (index, waker) in self.plain.wakers.iter().enumerate() {
            let [quiet, taking] = self.awake.map(|awake| awake >> (index & 63) & 1 == 1);
            if !quiet && !taking {
                continue;
            }
            match waker.deed {
                Some(Deed::Moves | Deed::Arrives) if waker.kinds >> code & 1 == 1 => {
                    if quiet {
                        woken |= targets.without(takes);
                    }
                    if taking {
                        woken |= takes;
                    }
                }
                Some(Deed::Takes) if waker.kinds >> code & 1 == 1 && taking => {
                    woken |= takes & self.of(waker.taken);
                }
                Some(Deed::IsTaken) if taking => woken |= takes & self.of(waker.kinds),
                Some(Deed::Promotes) if waker.kinds >> code & 1 == 1 => {
                    woken |= targets & self.side.kinds[usize::from(code)].walks.zone;
                }
                _ => {}
            }
        }
        woken
    }

    fn of(&self, kinds: u64) -> Bits<N> {
        #[allow(clippy::cast_possible_truncation)]
        self.world.flat.of(kinds as u32 & u32::MAX >> (32 - K.min(32)))
    }

    /// All that walks see, own pieces too.
    fn seen(&self, walks: &Kind<N>, from: u8) -> Bits<N> {
        let steps = &walks.landings[usize::from(from)];
        let mut seen = steps.both | steps.quiet | steps.take;
        let stops = self.occupied | self.blocked[0];
        for ride in &walks.rides {
            if ride.orthogonal {
                seen |= self.geometry.orthogonal(from, stops);
            }
            if ride.diagonal {
                seen |= self.geometry.diagonal(from, stops);
            }
            for ray in &ride.rays {
                seen |= self.geometry.see(*ray, from, stops);
            }
        }
        for run in &walks.runs {
            let (trail, target) = run.ways[usize::from(from)];
            seen |= trail | target;
        }
        seen
    }

    /// Whether the royal piece would not be threatened there, the enemy going beyond no square that is closed.
    fn is_safe(&self, from: u8, to: u8, closed: Bits<N>) -> bool {
        let enemy = usize::from(1 - self.me);
        let takers = self.enemy.without(Bits::of(to));
        let occupied = self.occupied.without(Bits::of(from)) | Bits::of(to) | closed;
        let by = (self.geometry, &self.plain.sides[enemy].threats);
        !attacked(by, &self.world.flat, to, takers, occupied)
    }
}

/// Where a piece may go that is not royal.
fn line<const N: usize>(danger: &Danger<N>, from: u8) -> Bits<N> {
    if danger.pinned.has(from) { danger.line(from) } else { danger.allowed }
}

/// Whether a path is a slide over empty squares, or a choice of such.
fn is_slide<const N: usize>(path: &Path<N>) -> bool {
    match path {
        Path::Either(all) => all.iter().all(is_slide),
        Path::Leg(leg) => {
            matches!(leg.steps, Steps::Fixed(_))
                && leg.over.is_none()
                && leg.onto.is_none()
                && leg.taking.is_none()
                && !leg.empty
        }
        _ => false,
    }
}
