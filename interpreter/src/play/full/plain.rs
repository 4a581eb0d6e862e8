//! What need not be tried: moves that are known to be legal, or not, from sets of squares. Imports `program`,
//! `vocabulary`, `known`, `moment`, `sleep`, `world`.

use super::calm::Watch;
use super::known::{Known, Targets};
use super::moment::{Depth, Frame, Moment, Rules};
use super::sleep::{Drowsy, Still};
use super::targets::meets;
use super::world::{Place, World};
use crate::play::threat::{Danger, attacked, danger};
use crate::program::bits::Bits;
use crate::program::full::NONE;
use crate::program::full::plain::{Mover, Plain, Side, Waker};
use crate::program::full::rule::Walks;
use crate::program::full::term::Node;
use crate::program::geometry::Geometry;
use crate::program::{Kind, Threats};
use crate::vocabulary::Deed;
use smallvec::SmallVec;

/// What is known of a threat without trying it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threat<const N: usize> {
    /// Whether it is one.
    Known(bool),
    /// Nobody but these pieces could take.
    AtMostBy(Bits<N>),
    /// Nothing.
    Unknown,
}

/// How the royal piece is threatened.
pub(super) struct Crown<const N: usize> {
    pub(super) at: u8,
    /// If no square stopped the enemy.
    pub(super) open: Danger<N>,
    /// As squares stop it now.
    pub(super) closed: Option<Danger<N>>,
}

/// One look at a position.
pub(super) struct Look<'l, const N: usize, const K: usize> {
    pub(super) moment: Moment<'l, N, K>,
    pub(super) plain: &'l Plain<N>,
    pub(super) side: &'l Side<N>,
    /// How the enemy takes, or takes at most.
    pub(super) by: &'l Threats<N>,
    /// The enemy takes at most so: what is safe by it is safe, what is not may be.
    pub(super) bounded: bool,
    pub(super) geometry: &'l Geometry<N>,
    pub(super) world: &'l World<N, K>,
    pub(super) me: u8,
    pub(super) own: Bits<N>,
    pub(super) enemy: Bits<N>,
    pub(super) occupied: Bits<N>,
    /// Pieces of the enemy that the side does not see, and own pieces that the enemy may not see.
    pub(super) hidden: [Bits<N>; 2],
    /// What may not be left takeable.
    pub(super) watch: Watch<N>,
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
    let known_at_all = |plain: &&Plain<N>| plain.turns && world.over.is_none();
    let Some(plain) = rules.program.plain.as_ref().filter(known_at_all) else { return false };
    let moment = Moment::at_start(rules, world, Depth::PLAY);
    let me = world.player();
    let (own, enemy) = (world.flat.sides[usize::from(me)], world.flat.sides[usize::from(1 - me)]);
    let mut look = Look {
        moment,
        plain,
        side: &plain.sides[usize::from(me)],
        by: &plain.sides[usize::from(1 - me)].threats,
        bounded: false,
        geometry: &plain.geometry,
        world,
        me,
        own,
        enemy,
        occupied: own | enemy,
        hidden: [Bits::EMPTY, own & world.flat.of(plain.unseen)],
        watch: Watch::nothing(),
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
    /// side if that were its turn, as far as that is known without trying.
    ///
    /// If it is asked whether certain pieces take them, others are left out that take for themselves.
    pub fn plainly_threatened(&self, owner: u8, targets: Bits<N>, asked: Option<Bits<N>>) -> Threat<N> {
        let mut by = None;
        match self.plain_threat(owner, targets, asked, &mut by) {
            Some(taken) => Threat::Known(taken),
            None => by.map_or(Threat::Unknown, Threat::AtMostBy),
        }
    }

    /// The same; none if that must be tried, and perhaps by whom alone.
    fn plain_threat(
        &self,
        owner: u8,
        targets: Bits<N>,
        asked: Option<Bits<N>>,
        by: &mut Option<Bits<N>>,
    ) -> Option<bool> {
        let program = self.program();
        // While a threat is looked for, there is none.
        if self.depth.level == 0 {
            return Some(false);
        }
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
            by: &plain.sides[usize::from(enemy)].threats,
            bounded: false,
            geometry: &plain.geometry,
            world: now,
            me: owner,
            own,
            enemy: takers,
            occupied: own | takers,
            hidden: [Bits::EMPTY, own & now.flat.of(plain.unseen)],
            watch: Watch::nothing(),
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
        // Who was passed may be taken where it does not stand.
        let passed =
            |fact: u8, maker: u8| plain.passing.iter().any(|(by, _)| *by == fact) && targets.has(maker);
        if now.marks().iter().any(|mark| passed(mark.fact, mark.maker)) {
            return None;
        }
        let exact = plain.turns && plain.unseen == 0 && asked.is_none();
        let (mut perhaps, mut bounded) = look.takers_otherwise()?;
        if !exact {
            bounded = (now.standing & now.owned(enemy)).without(perhaps) & asked.unwrap_or(now.standing);
        }
        let otherwise = perhaps | bounded;
        for block in &plain.blocks {
            look.blocked[1] |= look.stopped_by(block, enemy).0;
        }
        for term in &plain.doors {
            look.doors[1] |= moment.doors(term, &mut Frame::new(enemy));
        }
        look.blocked[1] = look.blocked[1].without(look.occupied);
        let stops = (look.occupied | look.blocked[1]).without(look.hidden[1]);
        let mut taken = false;
        for target in targets {
            let Place::Square(at) = now.place(target) else { return None };
            if look.through_doors(at, look.occupied).0 {
                if !plain.doors_exact || !otherwise.is_empty() {
                    return None;
                }
                taken |= look.come_through(at, takers, look.doors[1], stops);
            }
            taken |= exact && attacked((look.geometry, look.by), &now.flat, at, takers, stops);
            let most = (look.geometry, &plain.sides[usize::from(enemy)].bounds);
            if !taken && !bounded.is_empty() {
                let chained = look.chained(enemy, at);
                perhaps |= bounded
                    .filter(|piece| now.square_of(*piece).is_some_and(|from| chained.has(from)))
                    .collect();
            }
            if !taken && !bounded.is_empty() && attacked(most, &now.flat, at, takers, stops) {
                let side = &plain.sides[usize::from(enemy)];
                let reaches = |piece: &u8| {
                    let Some(from) = now.square_of(*piece) else { return false };
                    let kind = now.kind(*piece);
                    if side.striding >> kind & 1 == 1 {
                        let mover = &side.kinds[usize::from(kind)];
                        let walks = (&mover.walks, !mover.castlings.is_empty());
                        return look.strides(walks, (from, at), (takers, own), side.strides);
                    }
                    attacked(most, &now.flat, at, Bits::of(from), stops)
                };
                perhaps |= bounded.filter(reaches).collect();
            }
        }
        if !taken && !perhaps.is_empty() {
            *by = Some(perhaps);
            return None;
        }
        if taken {
            // The turn that takes must be one that no law of this level forbids, and no trigger undoes.
            let taking = Still { set: &plain.set[1], taking: true, mover: enemy, calm: false, depth: 0 };
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
    /// The pieces of the enemy that may take otherwise than by plain walks that are always the same: those of which
    /// nothing is known, and those of which it is known where they take at most. None if a turn may take that none of
    /// them begins.
    fn takers_otherwise(&self) -> Option<(Bits<N>, Bits<N>)> {
        self.takers_of(1 - self.me)
    }

    /// The same of either side.
    pub(super) fn takers_of(&self, taker: u8) -> Option<(Bits<N>, Bits<N>)> {
        let side = &self.plain.sides[usize::from(taker)];
        let program = self.moment.program();
        let carried =
            if self.plain.carried_stay { Bits::EMPTY } else { self.world.carried & self.world.owned(taker) };
        let takers = &program.takers;
        // A turn that begins otherwise may take by what it wakes.
        let by_acts = program.acts.iter().any(|act| takers.moves[usize::from(*act)]);
        if by_acts || !carried.is_empty() {
            return None;
        }
        let men = self.world.standing & self.world.owned(taker);
        let mut waking = Bits::EMPTY;
        for (deed, kinds) in &takers.triggers {
            let waiting = men & self.world.of_kinds(*kinds);
            match deed {
                None | Some(Deed::IsTaken) => return None,
                // Only who moves, or castles with such a piece, sets these off.
                Some(Deed::Moves | Deed::Takes | Deed::Acts) => {
                    waking |= waiting.without(self.world.of_kinds(side.going_on));
                }
                Some(_) if waiting.is_empty() => {}
                Some(_) => return None,
            }
        }
        if side.odd_threats == 0 {
            return Some((waking, Bits::EMPTY));
        }
        let odd = self.world.of_kinds(side.odd_threats) & self.world.standing;
        let otherwise = |piece: &u8| {
            let mover = &side.kinds[usize::from(self.world.kind(*piece))];
            let threatens = |index: &u16| {
                let rule = &program.moves[usize::from(*index)];
                let acts = || self.moment.guards(&rule.guards, &mut self.moment.about(*piece));
                let label = rule.label.map(|(label, _)| label);
                // What could take counts where that is asked, though it does not threaten, or not yet.
                self.plain.calm
                    || self.moment.may_threaten(*piece, label) && (!matches!(rule.rule, Walks::Act) || acts())
            };
            let goes_on = side.going_on >> self.world.kind(*piece) & 1 == 1;
            let walks = mover.kept || mover.wholly_odd || mover.reach.is_some();
            goes_on || walks || mover.odd.iter().any(threatens)
        };
        let odd: Bits<N> = (odd & men).filter(otherwise).collect();
        let unbounded = waking | odd & self.world.of_kinds(side.unbounded);
        Some((unbounded, odd.without(unbounded)))
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
        if !self.plain.hides.is_empty() {
            self.hidden[0] = self.hides()?;
        }
        let crown = self.crown()?;
        if self.plain.calm {
            self.watch_enemy()?;
        }
        self.zones = self.zones();
        known.closed = self.moment.closed;
        known.unmet = self.hidden[0];
        self.moment.unmet = self.hidden[0];
        known.idle = asleep.idle;
        known.zones.clone_from(&self.zones);
        known.acts = !asleep.acts;
        if !self.plain.carried_stay {
            known.walked = self.world.carried & self.world.owned(self.me);
            known.hungry = known.walked;
        }
        let simple = self.doors == [Bits::EMPTY; 2]
            && self.world.carried.is_empty()
            && !takes_tried
            && self.keepers.is_empty()
            && self.hidden == [Bits::EMPTY; 2]
            && !self.plain.calm
            && self.watch.chased.is_empty()
            && self.awake == [0; 2];
        let royal = crown.as_ref().map_or(NONE, |crown| crown.at);
        for (mover, men) in self.side.kinds.iter().zip(&self.world.flat.kinds) {
            let men = *men & self.own;
            if men.is_empty() {
                continue;
            }
            if mover.wholly_odd {
                known.walked |= self.world.on_squares(men);
                known.hungry |= self.world.on_squares(men);
                continue;
            }
            let simple = simple && !mover.walks.crowns && !mover.kept && mover.reach.is_none();
            let passing = self.passing(&mover.walks);
            if self.plain.calm {
                self.watch.alert = self.alert(mover.walks.code);
            }
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

    /// How the royal piece is threatened; none if that must be tried.
    fn crown(&mut self) -> Option<Option<Crown<N>>> {
        if !self.plain.danger {
            return if self.plain.calm { None } else { Some(None) };
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
        let (unbounded, bounded) = self.takers_otherwise()?;
        if !unbounded.is_empty() {
            return None;
        }
        if !bounded.is_empty() || self.plain.calm || self.plain.unseen != 0 {
            self.watch.chased = self.chased(1 - self.me);
            if self.watch.chased.has(at) {
                return None;
            }
            let side = &self.plain.sides[usize::from(1 - self.me)];
            // Who comes through doors is known by plain walks alone.
            if !self.plain.doors.is_empty() {
                return None;
            }
            (self.by, self.bounded) = (&side.bounds, true);
        }
        if !self.doors_keep_away(at) || !self.stands && !self.bounded {
            return None;
        }
        let enemy = usize::from(1 - self.me);
        let by = (self.geometry, self.by);
        let unseen = self.hidden[1];
        let open = danger(by, &self.world.flat, at, enemy, (Bits::EMPTY, unseen));
        let stopped = || danger(by, &self.world.flat, at, enemy, (self.blocked[1], unseen));
        let closed = (!self.plain.blocks.is_empty()).then(stopped);
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
                self.doubt(&mut found);
                known.note(piece, &mover.walks, found);
            }
            _ if self.bounded && legal != targets => {
                let mut found = Targets { tried: Bits::EMPTY, judged: targets, legal };
                self.doubt(&mut found);
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

    /// What is not safe from all that the enemy takes at most is to be tried.
    #[inline]
    fn doubt(&self, found: &mut Targets<N>) {
        if self.bounded {
            found.tried |= found.judged.without(found.legal);
            found.judged = found.legal;
        }
    }

    /// The squares that plain moves of a piece lead to, if something keeps it from some of its walks.
    fn left_of_walks(&self, piece: u8) -> Bits<N> {
        let mut ways = Vec::new();
        self.moment.ways_of(piece, &mut ways);
        let plain = ways
            .iter()
            .filter(|way| !way.act && !way.stays && way.partner.is_none() && way.declared.label.is_none());
        plain.map(|way| way.declared.target).filter(|target| *target != NONE).collect()
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
        if mover.kept {
            targets &= self.left_of_walks(piece);
            // How it goes there is seen by walking again.
            known.far |= Bits::of(piece);
        }
        if let Some(reach) = &mover.reach {
            targets = targets.without(self.enemy.without(self.hidden[0]));
            let prey = self.passing(walks) | self.enemy;
            let reached = self.seen(reach, from);
            let doors = self.doors[0].has_several();
            if doors || reached.meets(prey) {
                known.hungry |= Bits::of(piece);
            }
            if doors || reached.meets(prey | self.own.without(Bits::of(from))) {
                known.walked |= Bits::of(piece);
            }
        }
        let takes = targets & self.enemy.without(self.hidden[0]);
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
        tried |= self.watched(mover, from, targets);
        if targets.meets(self.hidden[0]) {
            // How it goes there is seen by walking.
            tried |= targets & self.hidden[0];
            known.walked |= Bits::of(piece);
        }
        if let Some(crown) = crown
            && self.hidden[1].has(from)
            && crown.open.allowed != self.geometry.all
        {
            // The enemy walks over it.
            tried = targets;
        }
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
            let long = mover.reach.is_none()
                && (walks.rides.iter().any(|ride| ride.mode.take)
                    || walks.runs.iter().any(|run| run.mode.take));
            if long || far || (steps.both | steps.take).meets(marked) {
                known.walked |= Bits::of(piece);
                known.hungry |= Bits::of(piece);
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
            known.hungry |= Bits::of(piece);
        }
        self.doubt(&mut found);
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

    /// Whether a sentence that is no plain walk may begin here.
    fn begins_odd(&self, piece: u8, from: u8, mover: &Mover<N>) -> bool {
        let program = self.moment.program();
        let others = self.own.without(Bits::of(from)) | self.enemy;
        let met = mover.odd_reach.as_ref().is_none_or(|reach| {
            let marked = self.world.marks().iter().map(|mark| mark.bearer);
            let marked = if self.plain.passing.is_empty() { Bits::EMPTY } else { marked.collect() };
            self.doors[0].has_several() || self.seen(reach, from).meets(others | marked)
        });
        mover.odd.iter().any(|index| {
            let rule = &program.moves[usize::from(*index)];
            let castles = matches!(rule.rule, Walks::Castle { .. });
            if !met && matches!(rule.rule, Walks::Travel { .. }) {
                return false;
            }
            let begins = match rule.from.as_ref().map(|term| &term.node) {
                Some(Node::Zone(squares)) => squares[usize::from(self.me)].has(from),
                _ => true,
            };
            begins && (!castles || self.world.fresh.has(piece))
        })
    }

    /// Whether the royal piece would not be threatened there, the enemy going beyond no square that is closed.
    pub(super) fn is_safe(&self, from: u8, to: u8, closed: Bits<N>) -> bool {
        let takers = self.enemy.without(Bits::of(to));
        let occupied = self.occupied.without(Bits::of(from) | self.hidden[1]) | Bits::of(to) | closed;
        !attacked((self.geometry, self.by), &self.world.flat, to, takers, occupied)
    }
}

/// Where a piece may go that is not royal.
pub(super) fn line<const N: usize>(danger: &Danger<N>, from: u8) -> Bits<N> {
    if danger.pinned.has(from) { danger.line(from) } else { danger.allowed }
}
