//! What need not be tried: moves that are known to be legal, or not, from sets of squares. Imports `program`,
//! `vocabulary`, `moment`, `sleep`, `world`.

use super::moment::{Depth, Frame, Moment, Rules};
use super::sleep::{Asleep, Drowsy, Still};
use super::ways::{Declared, Way, Ways, blank_way};
use super::world::{Each, Place, World};
use crate::play::threat::{Danger, attacked, danger};
use crate::program::bits::Bits;
use crate::program::full::NONE;
use crate::program::full::path::{Path, Steps};
use crate::program::full::plain::{Block, Lane, Mover, Plain, Safe, Side, Swept, Waker};
use crate::program::full::term::{Node, Term};
use crate::program::geometry::Geometry;
use crate::program::{CastleWay, Kind, Mode, Shape};
use crate::vocabulary::Deed;
use smallvec::SmallVec;

/// The targets of one piece's plain moves.
#[derive(Clone, Copy, Debug)]
struct Targets<const N: usize> {
    /// Those that are to be tried.
    tried: Bits<N>,
    /// Those of which it is known whether they are legal.
    judged: Bits<N>,
    /// Those that are.
    legal: Bits<N>,
}

/// A castling on the board.
#[derive(Clone, Copy, Debug)]
pub struct Castles<const N: usize> {
    /// Who goes first.
    pub piece: u8,
    /// From where.
    pub from: u8,
    /// With whom.
    pub partner: u8,
    /// The sentence.
    pub rule: u16,
    /// The squares.
    pub way: CastleWay<N>,
}

/// What is known of the moves of a position without trying them.
#[derive(Clone, Debug)]
pub struct Known<const N: usize> {
    /// Pieces of which something is known.
    pub pieces: Bits<N>,
    /// Pieces whose plain moves may go through doors: how, is seen by walking.
    pub far: Bits<N>,
    /// Pieces of which all moves are to be walked, but for those that are known.
    pub walked: Bits<N>,
    /// Pieces of which sentences that are no plain walks are to be tried.
    pub odd: Bits<N>,
    /// By piece: where its targets stand in the list.
    slots: Each<N>,
    targets: SmallVec<[Targets<N>; 24]>,
    /// Castlings that are legal.
    pub castles: SmallVec<[Castles<N>; 2]>,
    /// Castlings that are to be tried.
    pub castles_tried: SmallVec<[Castles<N>; 2]>,
    /// Squares that pieces of each side do not go beyond, if these are the same for all of them.
    pub closed: Option<[Bits<N>; 2]>,
    /// The wakers that do nothing at all while a plain move is made, and while one that takes is made.
    pub idle: [u64; 2],
    /// Wakers that do nothing at all when a piece comes to other squares than these, without and with taking.
    pub zones: SmallVec<[(u8, [Bits<N>; 2]); 2]>,
    /// Acts of the side may begin.
    pub acts: bool,
    /// Moves that are known are only counted.
    counting: bool,
    /// How many legal moves are known, with what pieces may become.
    pub count: u64,
}

impl<const N: usize> Known<N> {
    /// Nothing is known.
    #[must_use]
    pub fn nothing() -> Known<N> {
        Known {
            pieces: Bits::EMPTY,
            far: Bits::EMPTY,
            walked: Bits::EMPTY,
            odd: Bits::EMPTY,
            slots: Each::all(NONE),
            targets: SmallVec::new(),
            castles: SmallVec::new(),
            castles_tried: SmallVec::new(),
            closed: None,
            idle: [0; 2],
            zones: SmallVec::new(),
            acts: true,
            counting: false,
            count: 0,
        }
    }

    /// Nothing is known, and what will be is only to be counted.
    #[must_use]
    pub fn to_count() -> Known<N> {
        Known { counting: true, ..Known::nothing() }
    }

    /// Notes what is known of a piece.
    #[inline]
    fn note(&mut self, piece: u8, walks: &Kind<N>, found: Targets<N>) {
        self.pieces |= Bits::of(piece);
        self.slots.set(piece, u8::try_from(self.targets.len()).unwrap_or(NONE));
        self.targets.push(found);
        self.count_legal(walks, found.legal);
    }

    /// Counts legal moves.
    #[inline]
    fn count_legal(&mut self, walks: &Kind<N>, legal: Bits<N>) {
        self.count += u64::from(legal.len());
        let becoming = legal & walks.zone;
        if !becoming.is_empty() {
            self.count += u64::from(becoming.len()) * (walks.becomes.len().max(1) as u64 - 1);
        }
    }

    #[inline]
    fn of(&self, piece: u8) -> Option<&Targets<N>> {
        self.targets.get(usize::from(self.slots.get(piece)))
    }

    /// The targets of a piece's plain moves that are known to be legal.
    #[inline]
    #[must_use]
    pub fn legal(&self, piece: u8) -> Bits<N> {
        self.of(piece).map_or(Bits::EMPTY, |targets| targets.legal)
    }

    /// The targets of a piece's plain moves that are to be tried.
    #[inline]
    #[must_use]
    pub fn tried(&self, piece: u8) -> Bits<N> {
        self.of(piece).map_or(Bits::EMPTY, |targets| targets.tried)
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
        self.of(way.piece)
            .filter(|targets| targets.judged.has(target))
            .map(|targets| targets.legal.has(target))
    }
}

impl<const N: usize, const K: usize> Moment<'_, N, K> {
    /// The way of a castling.
    pub fn castling_way(&self, castles: &Castles<N>) -> Way<N> {
        let Castles { piece, from, partner, rule, way } = *castles;
        let to_left = way.goal < from;
        let heading = self.program().board.vector(if to_left { -1 } else { 1 }, 0).unwrap_or(NONE);
        let declared = self.declare(&self.program().moves[usize::from(rule)], piece, from, None);
        Way {
            declared: Declared { target: way.goal, partner: way.partner, ..declared },
            trail: way.trail,
            heading,
            length: u16::from(way.goal.abs_diff(from)),
            partner: Some((partner, way.partner_goal)),
            ..blank_way(piece, rule, None)
        }
    }

    /// The way of a castling, if no relation of the walk keeps it from its squares.
    pub fn castle_as(&self, castles: &Castles<N>, ways: &mut Ways<N>) {
        let Castles { piece, from, partner, rule, way } = *castles;
        let squares = [(from, way.goal), (way.partner, way.partner_goal)];
        self.castle_with(piece, partner, rule, squares, &self.about(piece), ways);
    }

    /// The way of a plain move that may go through doors, without what it passes and how long it is; none if the piece
    /// goes by a label there.
    pub fn far_way(&self, piece: u8, target: u8) -> Option<Way<N>> {
        let program = self.program();
        let plain = program.plain.as_ref()?;
        let Place::Square(from) = self.world.place(piece) else { return None };
        let mover =
            &plain.sides[usize::from(self.world.owner(piece))].kinds[usize::from(self.world.kind(piece))];
        let labelled = |lane: &Lane<N>| program.moves[usize::from(lane.rule)].label.is_some();
        let lane = mover.lanes.first().filter(|_| !mover.lanes.iter().any(labelled))?;
        let met = self.world.at(target);
        Some(Way::plain(piece, lane.rule, from, target, met, (lane.vector, 0, Bits::EMPTY)))
    }

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
    pub(super) stops: [Bits<N>; 2],
    /// The same, but for those on which a piece stands.
    pub(super) blocked: [Bits<N>; 2],
    /// Moves from or to these squares may change which squares stop the enemy.
    pub(super) touched: Bits<N>,
    /// All that stops walks is swept, and nobody who sweeps is carried.
    pub(super) swept_alone: bool,
    /// Nothing stops walks, and the doors are such that it is known who comes through them.
    pub(super) doors_known: bool,
    /// Moves of these pieces may open a door to the enemy.
    pub(super) keepers: Bits<N>,
    /// Squares at which own, and enemy, pieces go in to go on elsewhere.
    pub(super) doors: [Bits<N>; 2],
    /// The wakers that do not sleep while a plain move is made, and while one that takes is made.
    pub(super) awake: [u64; 2],
    /// Nothing keeps the enemy from taking the royal piece, where it walks there.
    pub(super) stands: bool,
    /// Of some of them the squares at which alone they wake.
    pub(super) zones: SmallVec<[(u8, [Bits<N>; 2]); 2]>,
}

/// Finds out what is known of the moves of a position without trying them; false: all are to be tried. Nothing must be
/// known before.
#[must_use]
pub fn find<const N: usize, const K: usize>(
    rules: &Rules<'_, N, K>,
    world: &World<N, K>,
    known: &mut Known<N>,
) -> bool {
    let Some(plain) = rules.program.plain.as_ref().filter(|_| world.over.is_none()) else { return false };
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
        stops: [Bits::EMPTY; 2],
        blocked: [Bits::EMPTY; 2],
        touched: Bits::EMPTY,
        swept_alone: false,
        doors_known: false,
        keepers: Bits::EMPTY,
        doors: [Bits::EMPTY; 2],
        awake: [0; 2],
        stands: false,
        zones: SmallVec::new(),
    };
    look.all(known).is_some()
}

/// What is known of the moves of a position without trying them; none if all are to be tried.
#[must_use]
pub fn known<const N: usize, const K: usize>(
    rules: &Rules<'_, N, K>,
    world: &World<N, K>,
) -> Option<Known<N>> {
    let mut known = Known::nothing();
    find(rules, world, &mut known).then_some(known)
}

impl<const N: usize, const K: usize> Moment<'_, N, K> {
    /// Whether some of these pieces of one side, which stand on squares, would be taken by a whole turn of the other
    /// side if that were its turn; none if that must be tried.
    pub fn plainly_threatened(&self, owner: u8, targets: Bits<N>) -> Option<bool> {
        let program = self.program();
        let plain = program.plain.as_ref()?;
        if !targets.within(self.world.standing) || self.was.is_some() || { targets }
            .any(|target| self.world.carries(target))
        {
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
            stops: [Bits::EMPTY; 2],
            blocked: [Bits::EMPTY; 2],
            touched: Bits::EMPTY,
            swept_alone: false,
            doors_known: false,
            keepers: Bits::EMPTY,
            doors: [Bits::EMPTY; 2],
            awake: [0; 2],
            stands: false,
            zones: SmallVec::new(),
        };
        if look.may_be_taken_otherwise() {
            return None;
        }
        for block in &plain.blocks {
            look.blocked[1] |= look.stopped_by(block, enemy).0;
        }
        for term in &plain.doors {
            look.doors[1] |= moment.doors(term, &mut Frame::new(enemy));
        }
        look.blocked[1] = look.blocked[1].without(look.occupied);
        let mut taken = false;
        for target in targets {
            let Place::Square(at) = now.place(target) else { return None };
            if look.through_doors(at, look.occupied).0 {
                if !plain.doors_exact {
                    return None;
                }
                taken |= look.come_through(at, takers, look.doors[1], look.occupied | look.blocked[1]);
            }
            let by = (look.geometry, &plain.sides[usize::from(enemy)].threats);
            taken |= attacked(by, &now.flat, at, takers, look.occupied | look.blocked[1]);
        }
        if taken {
            // The turn that takes must be one that no law of this level forbids, and no trigger undoes.
            let taking = Still { set: &plain.set[1], taking: true, mover: enemy };
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
        let carried = if self.plain.carried_stay {
            Bits::EMPTY
        } else {
            self.world.carried & self.world.owned(1 - self.me)
        };
        let takers = &program.takers;
        // A turn that begins otherwise may take by what it wakes.
        let by_rules = takers.triggers.iter().any(|(deed, kinds)| match deed {
            None => true,
            Some(Deed::IsTaken) => true,
            Some(_) => {
                (self.world.of_kinds(*kinds) & self.world.standing).meets(self.world.owned(1 - self.me))
            }
        });
        let by_acts = program.acts.iter().any(|act| takers.moves[usize::from(*act)]);
        by_rules
            || by_acts
            || !carried.is_empty()
            || side.odd_threats != 0
                && (self.world.of_kinds(side.odd_threats)
                    & self.world.standing
                    & self.world.owned(1 - self.me))
                .any(|piece| {
                    let kind = self.world.kind(piece);
                    {
                        let mover = &side.kinds[usize::from(kind)];
                        mover.wholly_odd
                            || mover.odd.iter().any(|index| {
                                let label = program.moves[usize::from(*index)].label.map(|(label, _)| label);
                                self.moment.may_threaten(piece, label)
                            })
                    }
                })
    }

    fn all(&mut self, known: &mut Known<N>) -> Option<()> {
        let find = || self.asleep();
        let drowsy = Drowsy::of(self.moment.program(), self.world, &self.plain.asked);
        let asleep = match drowsy {
            Some(drowsy) => self.moment.rules.remembered(drowsy, find),
            None => find(),
        };
        if !asleep.laws[0] {
            return None;
        }
        self.awake = asleep.awake;
        self.stands = asleep.stands;
        let always = self.plain.wakers.iter().enumerate().filter(|(_, waker)| waker.deed.is_none());
        let always = always.fold(0, |all, (index, _)| all | 1u64 << (index & 63));
        if self.awake[0] & always != 0 {
            return None;
        }
        let takes_tried = !asleep.laws[1] || self.awake[1] & always != 0;
        self.ground();
        let crown = self.crown()?;
        self.zones = self.zones();
        known.closed = self.moment.closed;
        known.idle = asleep.idle;
        known.zones.clone_from(&self.zones);
        known.acts = !asleep.acts;
        if !self.plain.carried_stay {
            known.walked = self.world.carried & self.world.owned(self.me);
        }
        let simple = self.doors == [Bits::EMPTY; 2]
            && self.world.carried.is_empty()
            && !takes_tried
            && self.keepers.is_empty()
            && self.awake == [0; 2];
        let royal = crown.as_ref().map_or(NONE, |crown| crown.at);
        for (mover, men) in self.side.kinds.iter().zip(&self.world.flat.kinds) {
            let men = *men & self.own;
            if men.is_empty() {
                continue;
            }
            if mover.wholly_odd {
                known.walked |= self.world.on_squares(men);
                continue;
            }
            let simple = simple && !mover.walks.crowns;
            let passing = self.passing(&mover.walks);
            for from in men {
                let Some(piece) = self.world.at(from) else { continue };
                let passes = !passing.is_empty() && meets(&mover.walks, from, passing);
                if simple && !passes && from != royal && !mover.odd_from.has(from) {
                    self.simple(piece, from, mover, &crown, known);
                } else {
                    self.piece(piece, from, mover, &crown, takes_tried, known);
                }
            }
        }
        Some(())
    }

    /// The squares on which pieces of a kind may take the makers of facts.
    #[inline]
    fn passing(&self, walks: &Kind<N>) -> Bits<N> {
        if self.world.marks().is_empty() {
            return Bits::EMPTY;
        }
        let of = self.plain.passing.iter().filter(|(_, kinds)| kinds >> walks.code & 1 == 1);
        of.fold(Bits::EMPTY, |all, (fact, _)| {
            let marks = self.world.marks().iter().filter(|mark| mark.fact == *fact);
            all | marks.map(|mark| mark.bearer).collect()
        })
    }

    /// Of the wakers that do not sleep: the squares at which alone they do something.
    fn zones(&self) -> SmallVec<[(u8, [Bits<N>; 2]); 2]> {
        let mut zones = SmallVec::new();
        let awake = self.awake[0] | self.awake[1];
        if awake == 0 {
            return zones;
        }
        for (index, waker) in (0u8..64).zip(&self.plain.wakers) {
            let comes = matches!(waker.deed, Some(Deed::Moves | Deed::Arrives)) && waker.laws.is_empty();
            if awake >> index & 1 == 0 || !comes {
                continue;
            }
            let effects = &self.moment.program().triggers[usize::from(waker.trigger)].effects;
            let [quiet, taking] = [0, 1].map(|way| {
                let still = Still { set: &self.plain.set[way], taking: way == 1, mover: self.me };
                self.moment.squares_that_wake(effects, still, self.me)
            });
            let all = self.moment.program().board.all;
            if quiet.is_some() || taking.is_some() {
                zones.push((index, [quiet.unwrap_or(all), taking.unwrap_or(all)]));
            }
        }
        zones
    }

    /// What sleeps in this position.
    fn asleep(&self) -> Asleep {
        let quiet = Still { set: &self.plain.set[0], taking: false, mover: self.me };
        let taking = Still { set: &self.plain.set[1], taking: true, mover: self.me };
        let mut asleep =
            Asleep { laws: [self.laws_sleep(quiet), self.laws_sleep(taking)], ..Asleep::default() };
        for (index, waker) in self.plain.wakers.iter().enumerate() {
            for (way, still) in [quiet, taking].into_iter().enumerate() {
                asleep.awake[way] |= u64::from(!self.sleeps(waker, still)) << (index & 63);
                asleep.idle[way] |= u64::from(self.does_nothing(waker, still, false)) << (index & 63);
            }
        }
        asleep.stands = self.taking_it_stands();
        let program = self.moment.program();
        let now = Still { set: &[], taking: false, mover: self.me };
        asleep.acts = program.acts.iter().all(|act| {
            let guards = &program.moves[usize::from(*act)].guards;
            guards
                .iter()
                .any(|guard| self.moment.surely(&guard.condition, now, self.me) == Some(guard.unless))
        });
        asleep
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
        }) || each_view(&|view| self.moment.surely_do_nothing(&rule.effects, still, view, !sets_freely))
    }

    /// Works out where walks are stopped, and where they go on elsewhere.
    fn ground(&mut self) {
        let plain = self.plain;
        self.swept_alone =
            plain.blocks.iter().all(|block| block.swept.is_some_and(|swept| self.none_carried(&swept)));
        self.doors_known = plain.doors_exact && plain.doors_own && plain.blocks.is_empty();
        for (index, side) in [(0, self.me), (1, 1 - self.me)] {
            for block in &plain.blocks {
                let (stops, touched) = self.stopped_by(block, side);
                self.stops[index] |= stops;
                if index == 1 {
                    self.touched |= touched.unwrap_or_else(|| self.touched(&block.term, side));
                }
            }
            for term in &plain.doors {
                self.doors[index] |= self.moment.doors(term, &mut Frame::new(side));
            }
            self.blocked[index] = self.stops[index].without(self.occupied);
        }
        if !self.moment.program().closed.is_empty() {
            let [own, enemy] = self.stops;
            self.moment.closed = Some(if self.me == 0 { [own, enemy] } else { [enemy, own] });
        }
    }

    /// The squares of a block, as a side sees it; and, if they are swept, all squares on which they depend.
    fn stopped_by(&self, block: &Block<N>, side: u8) -> (Bits<N>, Option<Bits<N>>) {
        match &block.swept {
            Some(swept) if self.none_carried(swept) => {
                let owner = side ^ u8::from(swept.enemy);
                let sweepers = self.world.flat.of(swept.kinds) & self.world.flat.sides[usize::from(owner)];
                let seen = self.sweep(swept, sweepers, self.occupied);
                let stops = if swept.empty { seen.without(self.occupied) } else { seen };
                (stops, Some(seen | sweepers))
            }
            _ => (self.moment.squares(&block.term, &mut Frame::new(side)), None),
        }
    }

    /// Whether none of those who sweep is carried.
    fn none_carried(&self, swept: &Swept) -> bool {
        !self.world.carried.meets(self.world.of_kinds(u64::from(swept.kinds)))
    }

    /// What these see along lines over a board so occupied.
    #[inline]
    fn sweep(&self, swept: &Swept, sweepers: Bits<N>, occupied: Bits<N>) -> Bits<N> {
        let mut seen = Bits::EMPTY;
        for square in sweepers {
            if swept.slide.orthogonal {
                seen |= self.geometry.orthogonal(square, occupied);
            }
            if swept.slide.diagonal {
                seen |= self.geometry.diagonal(square, occupied);
            }
        }
        seen
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
        // Who takes a carrier takes what it carries, perhaps of its own side.
        if self.world.at(at).is_some_and(|royal| self.world.carries(royal)) {
            return None;
        }
        if self.may_be_taken_otherwise() {
            return None;
        }
        if !self.doors_keep_away(at) || !self.stands {
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

    /// What is known of a piece that is not royal and does nothing but walk, where nothing wakes.
    #[inline]
    fn simple(&self, piece: u8, from: u8, mover: &Mover<N>, crown: &Option<Crown<N>>, known: &mut Known<N>) {
        let targets = self.targets(&mover.walks, from);
        let legal = match crown {
            None => targets,
            Some(crown) => targets & line(&crown.open, from),
        };
        match crown {
            // Squares that stop the enemy may make more of them safe.
            Some(crown) if legal != targets && crown.closed.is_some() => {
                let mut found = Targets { tried: Bits::EMPTY, judged: targets, legal };
                self.keep_safe_by_blocks(piece, from, mover, crown, &mut found);
                known.note(piece, &mover.walks, found);
            }
            // Of moves that are only counted no more need be known.
            _ if known.counting => known.count_legal(&mover.walks, legal),
            _ => known.note(piece, &mover.walks, Targets { tried: Bits::EMPTY, judged: targets, legal }),
        }
        if !mover.castlings.is_empty() && self.world.fresh.has(piece) {
            self.castlings(piece, from, mover, crown, known);
        }
    }

    /// Leaves of the moves of a piece that is not royal those that leave no royal piece in danger.
    #[inline]
    fn keep_safe(&self, piece: u8, from: u8, mover: &Mover<N>, crown: &Crown<N>, found: &mut Targets<N>) {
        let judged = found.judged;
        found.legal = judged & line(&crown.open, from);
        if crown.closed.is_some() && found.legal != judged {
            self.keep_safe_by_blocks(piece, from, mover, crown, found);
        }
    }

    /// Adds the moves that are safe because squares stop the enemy.
    fn keep_safe_by_blocks(
        &self,
        piece: u8,
        from: u8,
        mover: &Mover<N>,
        crown: &Crown<N>,
        found: &mut Targets<N>,
    ) {
        let Some(closed) = &crown.closed else { return };
        let zone = mover.walks.zone;
        let is_royal = crown.at == from;
        // Squares that stop the enemy may make up for it; those that a move may change are asked again. What a piece
        // becomes may stop the enemy too.
        let rest = found.judged.without(found.legal);
        let touching = if self.touched.has(from) { rest } else { rest & (self.touched | zone) };
        let kept = rest.without(touching);
        found.legal |= if is_royal {
            kept.filter(|to| self.is_safe(from, *to, self.blocked[1])).collect()
        } else {
            kept & line(closed, from)
        };
        let asked = if self.swept_alone && !self.doors[1].has_several() {
            let safe = |to: &u8| self.is_safe_after(piece, *to, if is_royal { *to } else { crown.at });
            found.legal |= touching.without(zone).filter(safe).collect();
            touching & zone
        } else {
            touching
        };
        found.tried |= asked;
        found.judged = found.judged.without(asked);
    }

    /// Whether surely no law of level 0 forbids the enemy to take the royal piece, and no trigger takes that back.
    fn taking_it_stands(&self) -> bool {
        let (program, enemy) = (self.moment.program(), 1 - self.me);
        let still = Still { set: &self.plain.set[2], taking: true, mover: enemy };
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
        let keeps = self.keepers.has(from);
        let mut tried = if keeps && !self.doors_known { targets } else { Bits::EMPTY };
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
        let marked = self.passing(walks);
        if !marked.is_empty() {
            tried |= targets & marked;
            let steps = &walks.landings[usize::from(from)];
            let long =
                walks.rides.iter().any(|ride| ride.mode.take) || walks.runs.iter().any(|run| run.mode.take);
            if long || far || (steps.both | steps.take).meets(marked) {
                known.walked |= Bits::of(piece);
            }
        }
        let judged = targets.without(tried);
        let mut found = Targets { tried, judged, legal: judged };
        if let Some(crown) = crown {
            if is_royal {
                found.legal = judged.filter(|to| self.is_safe(from, *to, Bits::EMPTY)).collect();
                if crown.closed.is_some() {
                    self.keep_safe_by_blocks(piece, from, mover, crown, &mut found);
                }
            } else {
                self.keep_safe(piece, from, mover, crown, &mut found);
            }
            if is_royal && self.doors[1].has_several() {
                let left = self.occupied.without(Bits::of(from));
                let open: Bits<N> = found.judged.filter(|to| self.through_doors(*to, left).0).collect();
                if self.doors_known {
                    let through: Bits<N> =
                        open.filter(|to| self.come_through_after(from, *to, *to)).collect();
                    found.legal = found.legal.without(through);
                } else {
                    found.tried |= open;
                    found.judged = found.judged.without(open);
                    found.legal = found.legal.without(open);
                }
            } else if keeps && self.doors_known {
                let kept = found.legal.filter(|to| !self.come_through_after(from, *to, crown.at));
                found.legal = kept.collect();
            }
        }
        let odd = mover.odd_when_stale || !mover.odd.is_empty() && self.world.fresh.has(piece);
        if odd && mover.odd_from.has(from) && self.begins_odd(piece, from, mover) {
            known.odd |= Bits::of(piece);
        }
        let none_tried = found.tried.is_empty();
        known.note(piece, walks, found);
        if !mover.castlings.is_empty()
            && self.world.fresh.has(piece)
            && !known.walked.has(piece)
            && (!far || none_tried)
        {
            self.castlings(piece, from, mover, crown, known);
        }
    }

    /// The castlings of a piece that goes first.
    fn castlings(
        &self,
        piece: u8,
        from: u8,
        mover: &Mover<N>,
        crown: &Option<Crown<N>>,
        known: &mut Known<N>,
    ) {
        let world = self.world;
        let able = world.fresh & world.standing & world.owned(self.me);
        for castling in &mover.castlings {
            for partner in (able & world.of_kinds(castling.with)).without(Bits::of(piece)) {
                let Place::Square(at) = world.place(partner) else { continue };
                let place = usize::from(from) * 16 + usize::from(at % self.geometry.files);
                let Some(way) = castling.ways.get(place).copied().flatten() else { continue };
                if way.partner != at || way.free.meets(self.occupied) {
                    continue;
                }
                let castles = Castles { piece, from, partner, rule: castling.rule, way };
                match self.may_castle(&castles, castling.safe, crown) {
                    Some(true) => {
                        known.castles.push(castles);
                        known.count += 1;
                    }
                    Some(false) => {}
                    None => known.castles_tried.push(castles),
                }
            }
        }
    }

    /// Whether a castling over empty squares is legal, if that is seen without trying it.
    fn may_castle(&self, castles: &Castles<N>, safe: Safe, crown: &Option<Crown<N>>) -> Option<bool> {
        let Castles { piece, from, partner, way, .. } = castles;
        let carriers =
            self.world.carried.filter_map(|piece| self.world.square_of(piece)).collect::<Bits<N>>();
        if carriers.has(*from) || carriers.has(way.partner) {
            return None;
        }
        if self.stops[0].meets(way.passed) {
            // Where squares stop some only, a closer look may find that they do not stop these.
            return if self.moment.closed.is_some() { Some(false) } else { None };
        }
        let movers = 1u64 << self.world.kind(*piece) | 1u64 << self.world.kind(*partner);
        let wakes = |(index, waker): (usize, &Waker)| {
            self.awake[0] >> (index & 63) & 1 == 1
                && matches!(waker.deed, Some(Deed::Moves | Deed::Arrives | Deed::Castles | Deed::Promotes))
                && !waker.unless_castling
                && waker.kinds & movers != 0
        };
        if self.plain.wakers.iter().enumerate().any(wakes) {
            return None;
        }
        match crown {
            None if safe.start || safe.trail || self.plain.danger => return None,
            None => return Some(true),
            Some(crown) if crown.at != *from => return None,
            Some(_) => {}
        }
        let (king, rook) = (self.world.kind(*piece), self.world.kind(*partner));
        let stands = |square: u8| [(king, Bits::of(*from), Bits::of(square))];
        let castled = [
            (king, Bits::of(*from), Bits::of(way.goal)),
            (rook, Bits::of(way.partner), Bits::of(way.partner_goal)),
        ];
        let threatened = |moved: &[(u8, Bits<N>, Bits<N>)], square: u8| {
            let left = moved.iter().fold(self.occupied, |left, (_, from, _)| left.without(*from));
            let occupied = moved.iter().fold(left, |all, (_, _, to)| all | *to);
            self.is_threatened_after(moved, square)
                || self.through_doors(square, occupied).0
                    && (!self.doors_known || self.come_through(square, self.enemy, self.doors[1], occupied))
        };
        let by = (self.geometry, &self.plain.sides[usize::from(1 - self.me)].threats);
        let attacked =
            |square: u8, occupied: Bits<N>| attacked(by, &self.world.flat, square, self.enemy, occupied);
        let left = self.occupied.without(Bits::of(*from));
        let after = left.without(Bits::of(way.partner)) | Bits::of(way.goal) | Bits::of(way.partner_goal);
        // Who is not threatened though no square stops the enemy is not threatened.
        let open = !self.doors[1].has_several()
            && !(safe.start && attacked(*from, self.occupied))
            && !(safe.trail && { way.trail }.any(|square| attacked(square, left | Bits::of(square))))
            && !attacked(way.goal, after);
        if open {
            return Some(true);
        }
        let unsafe_there = safe.start && threatened(&stands(*from), *from)
            || safe.trail && { way.trail }.any(|square| threatened(&stands(square), square))
            || threatened(&castled, way.goal);
        // Where squares stop the enemy otherwise, or it comes through doors, a closer look may find none that threatens.
        let exact = (self.plain.blocks.is_empty() || self.swept_alone)
            && (self.doors_known || !self.doors[1].has_several());
        if unsafe_there && !exact { None } else { Some(!unsafe_there) }
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
    #[inline]
    fn targets(&self, walks: &Kind<N>, from: u8) -> Bits<N> {
        match walks.shape {
            Shape::Leaper => walks.landings[usize::from(from)].both.without(self.own),
            Shape::Slider { orthogonal, diagonal } => {
                let stops = self.occupied | self.blocked[0];
                let mut seen = Bits::EMPTY;
                if orthogonal {
                    seen |= self.geometry.orthogonal(from, stops);
                }
                if diagonal {
                    seen |= self.geometry.diagonal(from, stops);
                }
                seen.without(self.own)
            }
            Shape::Mixed => self.targets_of_any(walks, from),
        }
    }

    fn targets_of_any(&self, walks: &Kind<N>, from: u8) -> Bits<N> {
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
                    let zone = self.zones.iter().find(|(waker, _)| usize::from(*waker) == index);
                    let [by_quiet, by_taking] = zone.map_or([targets; 2], |(_, zones)| *zones);
                    if quiet {
                        woken |= targets.without(takes) & by_quiet;
                    }
                    if taking {
                        woken |= takes & by_taking;
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

    /// Whether the royal piece, which then stands there, would not be threatened after a move that may change which
    /// squares stop the enemy: they are asked again.
    fn is_safe_after(&self, piece: u8, to: u8, royal: u8) -> bool {
        let Place::Square(from) = self.world.place(piece) else { return false };
        let moved = [(self.world.kind(piece), Bits::of(from), Bits::of(to))];
        !self.is_threatened_after(&moved, royal)
    }

    /// Whether the enemy would take on a square once these own pieces have gone, each of a kind from a square to
    /// another, and taken what stood there; all blocks are swept.
    fn is_threatened_after(&self, moved: &[(u8, Bits<N>, Bits<N>)], royal: u8) -> bool {
        let (mut own, mut enemy) = (self.own, self.enemy);
        for (_, from, _) in moved {
            own = own.without(*from);
        }
        for (_, _, to) in moved {
            own |= *to;
            enemy = enemy.without(*to);
        }
        let occupied = own | enemy;
        let mut stops = Bits::EMPTY;
        for swept in self.plain.blocks.iter().filter_map(|block| block.swept.as_ref()) {
            let mut sweepers = self.world.flat.of(swept.kinds);
            // As the enemy sees it, its enemy is the own side.
            if swept.enemy {
                sweepers &= self.own;
                for (_, from, _) in moved {
                    sweepers = sweepers.without(*from);
                }
                for (kind, _, to) in moved {
                    if swept.kinds >> kind & 1 == 1 {
                        sweepers |= *to;
                    }
                }
            } else {
                sweepers &= enemy;
            }
            stops |= self.sweep(swept, sweepers, occupied);
        }
        let by = (self.geometry, &self.plain.sides[usize::from(1 - self.me)].threats);
        attacked(by, &self.world.flat, royal, enemy, occupied | stops)
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

/// Whether a walk from a square could end on one of these.
fn meets<const N: usize>(walks: &Kind<N>, from: u8, squares: Bits<N>) -> bool {
    let steps = &walks.landings[usize::from(from)];
    !walks.rides.is_empty()
        || (steps.both | steps.quiet | steps.take).meets(squares)
        || walks.runs.iter().any(|run| run.ways[usize::from(from)].1.meets(squares))
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
