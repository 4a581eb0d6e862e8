//! A turn under way: a move, then whatever further moves are offered or demanded, and the decisions in between; each is
//! tried. Imports `program`, `vocabulary`, `moment`, `ways`, `world`.

use super::moment::{Depth, Frame, Happened, Info, Moment, Rules, Sought, Was, as_it_is};
use super::ways::{Declared, Pick, Way, Ways};
use super::world::{Place, World};
use crate::program::bits::Bits;
use crate::program::full::NONE;
use crate::program::full::rule::{Effect, Grant, Happens, Moves};
use crate::vocabulary::{Deed, Time};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// Why a turn cannot go on from where it is.
#[derive(Debug)]
pub enum Stop {
    /// A decision of the player: part of his turn.
    Ask(Ask),
    /// A decision of somebody else, or of chance: the turn is split.
    Split(Ask),
    /// The rules forbid what was decided last.
    Forbidden,
    /// The rules forbid the turn for what has followed from it.
    TakenBack,
    /// A choice that must be made has no options.
    Dead,
    /// The rules set each other off without end; the place of the effect that ran when they were stopped.
    Endless(u16),
}

/// How many effects one turn may have, before its rules are taken to set each other off without end.
pub(super) const MOST_EFFECTS: u32 = 10_000;

/// A decision.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Who decides; none: chance.
    pub who: Option<u8>,
    /// Between what.
    pub options: Vec<Pick>,
    /// It may be left.
    pub may: bool,
}

/// Decisions that have been made, in order.
pub struct Script<'s> {
    choices: &'s [Option<Pick>],
    used: usize,
}

impl<'s> Script<'s> {
    /// These decisions.
    #[must_use]
    pub fn new(choices: &'s [Option<Pick>]) -> Script<'s> {
        Script { choices, used: 0 }
    }

    /// The next one.
    pub fn next_choice(&mut self) -> Option<&'s Option<Pick>> {
        let choice = self.choices.get(self.used)?;
        self.used += 1;
        Some(choice)
    }
}

/// An offer of a further move that stands open.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'r, const N: usize> {
    /// What is offered.
    pub grant: &'r Grant<N>,
    /// What its sentence spoke of.
    pub frame: Frame<N>,
    /// Where it stands: offers of one sentence are counted together.
    pub place: u16,
}

/// One piece of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part<const N: usize> {
    /// A move.
    Move(Declared<N>),
    /// A decision.
    Choice(Option<Pick>),
}

/// A turn under way.
#[derive(Clone)]
pub struct Turn<'r, const N: usize, const K: usize> {
    /// The rules.
    pub rules: &'r Rules<'r, N, K>,
    /// The position as it is.
    pub world: World<N, K>,
    start: &'r World<N, K>,
    /// The position at the beginning of the next turn, once there is one.
    pub(super) renewed: Option<Box<World<N, K>>>,
    pub(super) player: u8,
    /// What has happened.
    pub log: SmallVec<[Happened; 4]>,
    links: u16,
    /// How many moves and acts of any sort.
    pub moves: u16,
    /// Offers that stand open.
    pub offers: SmallVec<[Offer<'r, N>; 1]>,
    pub(super) taken_up: SmallVec<[(u16, u16); 1]>,
    /// How deep it is asked about.
    pub depth: Depth,
    /// Decisions in this phase are never parts of the turn.
    pub(super) after: bool,
    /// What has been declared.
    pub parts: SmallVec<[Part<N>; 1]>,
    pub(super) answered: usize,
    pub(super) info: Info<N>,
    pub(super) labels: u64,
    pub(super) once: SmallVec<[(u16, Deed, u8, u8); 2]>,
    pub(super) effects_run: u32,
}

/// What the search for turns hands out.
pub enum Found<'s, 'r, const N: usize, const K: usize> {
    /// A whole turn, not yet judged; `when turn ends` has run.
    Whole(&'s mut Turn<'r, N, K>),
    /// A turn that a decision of somebody else splits.
    Split(&'s mut Turn<'r, N, K>),
}

type Done = Result<(), Stop>;

/// Which ways are followed, asked where the turn has come to.
pub type Wanted<'w, const N: usize, const K: usize> = &'w dyn Fn(&Moment<'_, N, K>, &Way<N>) -> bool;

/// To whom turns are handed.
pub type Visit<'v, 'r, const N: usize, const K: usize> =
    &'v mut dyn FnMut(Found<'_, 'r, N, K>) -> ControlFlow<()>;

impl<'r, const N: usize, const K: usize> Turn<'r, N, K> {
    /// The beginning of a turn, of a position that is not its own.
    pub fn begin(rules: &'r Rules<'r, N, K>, start: &'r World<N, K>, depth: Depth) -> Self {
        Turn {
            rules,
            world: *start,
            start,
            renewed: None,
            player: start.player(),
            log: SmallVec::new(),
            links: 0,
            moves: 0,
            offers: SmallVec::new(),
            taken_up: SmallVec::new(),
            depth,
            after: false,
            parts: SmallVec::new(),
            answered: 0,
            info: Info::NOTHING,
            labels: 0,
            once: SmallVec::new(),
            effects_run: 0,
        }
    }

    /// A turn in which nothing has happened to any piece, and which must go on by an offer; it began in another position.
    pub fn midway(
        rules: &'r Rules<'r, N, K>,
        start: &'r World<N, K>,
        now: &World<N, K>,
        offer: Offer<'r, N>,
    ) -> Self {
        let mut turn = Turn { world: *now, moves: 1, ..Turn::begin(rules, start, Depth::PLAY) };
        turn.offers.push(offer);
        turn
    }

    /// The position when the turn began.
    pub fn start(&self) -> &World<N, K> {
        self.renewed.as_deref().unwrap_or(self.start)
    }

    /// The moment as it is now.
    pub fn moment(&self) -> Moment<'_, N, K> {
        Moment {
            rules: self.rules,
            world: &self.world,
            start: self.start(),
            log: &self.log,
            links: self.links,
            depth: self.depth,
            repeats: 1,
            was: None,
            in_board: false,
            off_board_too: false,
            sought: Sought::All,
            closed: None,
            unmet: Bits::EMPTY,
            can_move: None,
        }
    }

    /// Whose turn it is.
    pub fn player(&self) -> u8 {
        self.player
    }

    /// Notes that something happened to a piece, as it is now.
    pub fn happens(&mut self, deed: Deed, who: u8, other: Option<(u8, Was)>) {
        let was = as_it_is(&self.world, who);
        self.happens_as(deed, who, was, other);
    }

    /// Notes that something happened to a piece, as it was.
    pub fn happens_as(&mut self, deed: Deed, who: u8, was: Was, other: Option<(u8, Was)>) {
        self.log.push(Happened { deed, who, was, other, labels: self.labels, link: self.moves });
    }

    /// Takes a piece, and what it carries, off the board.
    pub fn take(&mut self, taken: u8, by: Option<u8>) {
        let Some(square) = self.world.square_of(taken) else { return };
        let riders: Bits<N> =
            self.world.carried.filter(|each| self.world.place(*each) == Place::On(taken)).collect();
        let mut was = as_it_is(&self.world, taken);
        if matches!(was.place, Place::Held(_)) {
            was.place = Place::Square(square);
        }
        let taker = by.map(|by| (by, as_it_is(&self.world, by)));
        if let Some((by, as_it_was)) = taker {
            self.happens_as(Deed::Takes, by, as_it_was, Some((taken, was)));
        }
        self.world.put(taken, Place::Taken(square));
        self.happens_as(Deed::IsTaken, taken, was, taker);
        for rider in riders {
            // It was carried: rules may count a carrier and its load as one.
            let was = as_it_is(&self.world, rider);
            self.world.put(rider, Place::Taken(square));
            let taker = by.map(|by| (by, as_it_is(&self.world, by)));
            self.happens_as(Deed::IsTaken, rider, was, taker);
        }
    }

    /// Puts a piece onto a square; a piece that stands there, unseen by whoever puts it, is displaced.
    pub fn arrive(&mut self, piece: u8, square: u8) {
        if let Some(found) = self.world.at(square).filter(|found| *found != piece) {
            self.world.put(found, Place::Held(square));
            let was = Was { place: Place::Square(square), ..as_it_is(&self.world, found) };
            self.happens_as(Deed::IsDisplaced, found, was, None);
        }
        let stood = self.world.place(piece) == Place::Square(square);
        self.world.put(piece, Place::Square(square));
        self.world.fresh = self.world.fresh.without(Bits::of(piece));
        if !stood {
            self.happens(Deed::Arrives, piece, None);
        }
    }

    /// Does a move: takes, arrives, runs its blocks and the rules that it wakes, promotes.
    pub fn perform(&mut self, way: &Way<N>, offer: Option<&Offer<'r, N>>, script: &mut Script<'_>) -> Done {
        let program = self.rules.program;
        self.moves += 1;
        self.offers.clear();
        self.once.clear();
        self.info = way.info();
        let rule = |index: &u16| -> &'r Moves<N> { &program.moves[usize::from(*index)] };
        let labels = way.rules().iter().filter_map(|index| rule(index).label);
        self.labels = labels.fold(0, |all, (label, _)| all | 1 << label);
        self.answered = self.log.len();
        if let Some(offer) = offer {
            match self.taken_up.iter_mut().find(|(place, _)| *place == offer.place) {
                Some((_, used)) => *used += 1,
                None => self.taken_up.push((offer.place, 1)),
            }
        }
        let info = self.info;
        if way.piece != NONE {
            self.travel(way.piece, way, script)?;
        }
        for index in way.rules() {
            let rule = rule(index);
            if rule.block.is_empty() {
                continue;
            }
            let frame = match way.piece {
                NONE => Frame::new(self.player),
                piece => self.moment().about(piece),
            };
            let mut frame = frame.with(info);
            if let Some((var, value)) = way.each {
                frame.bind(var, value);
            }
            self.effects(&rule.block, &mut frame, script, false)?;
        }
        if let Some(offer) = offer {
            let mut frame = offer.frame.with(info);
            self.effects(&offer.grant.block, &mut frame, script, false)?;
        }
        if way.onto {
            self.settle_over(way);
        }
        self.answer(&[Time::When], script)?;
        let mover = (way.piece != NONE && !way.stays && !way.act).then_some(way.piece);
        for piece in mover.into_iter().chain(way.partner.map(|(partner, _)| partner)) {
            if self.world.present().has(piece) {
                self.promote(piece, script)?;
            }
        }
        self.answer(&[Time::When], script)?;
        self.leave_board();
        if way.piece != NONE {
            self.links += 1;
        }
        Ok(())
    }

    fn travel(&mut self, piece: u8, way: &Way<N>, script: &mut Script<'_>) -> Done {
        let victims = if way.takes.is_empty() { SmallVec::new() } else { self.victims(way, script)? };
        // A rule before the taking may have taken the mover off the board: it does not come back by its move.
        let gone = matches!(self.world.place(piece), Place::Gone | Place::Hand(_) | Place::Taken(_));
        if way.act {
            self.happens(Deed::Acts, piece, None);
        } else if !way.stays && !gone {
            self.happens(Deed::Moves, piece, None);
            if let Some((partner, _)) = way.partner {
                self.happens(Deed::Moves, partner, None);
                self.happens(Deed::Castles, piece, None);
            }
        }
        for victim in victims {
            self.take(victim, Some(piece));
        }
        let target = way.declared.target;
        if way.stays || gone || target == NONE {
            return Ok(());
        }
        match way.partner {
            Some((partner, goal)) => {
                self.world.put(piece, Place::Gone);
                self.world.put(partner, Place::Gone);
                self.arrive(piece, target);
                self.arrive(partner, goal);
            }
            None if way.onto => {
                if let Some(carrier) = self.world.at(target).filter(|carrier| *carrier != piece) {
                    self.world.put(piece, Place::On(carrier));
                    self.world.fresh = self.world.fresh.without(Bits::of(piece));
                } else {
                    self.arrive(piece, target);
                }
            }
            None => self.arrive(piece, target),
        }
        Ok(())
    }

    /// What is taken once the rules have run that act before a piece is taken.
    fn victims(&mut self, way: &Way<N>, script: &mut Script<'_>) -> Result<SmallVec<[u8; 4]>, Stop> {
        let program = self.rules.program;
        let mut victims = SmallVec::new();
        for listed in way.takes.iter() {
            let square = self.world.square_of(listed);
            let before = if program.traits.before_taking { program.triggers.as_slice() } else { &[] };
            for rule in before {
                let Happens::Does { subject, deed: Deed::IsTaken, label, .. } = &rule.happens else {
                    continue;
                };
                if rule.time != Time::Before || rule.level > self.depth.level {
                    continue;
                }
                let mut frame = Frame::new(self.world.player());
                if label.is_some_and(|label| self.labels >> label & 1 == 0)
                    || !self.moment().has_piece(subject, listed, &mut frame)
                {
                    continue;
                }
                let mut frame = self.moment().about(listed).with(self.info);
                if self.moment().guards(&rule.guards, &mut frame) {
                    self.effects(&rule.effects, &mut frame, script, false)?;
                }
            }
            let landing = square == Some(way.declared.target) && !way.stays;
            if landing {
                let found = square.and_then(|square| self.world.at(square));
                victims.extend(found.filter(|found| *found != way.piece));
            } else if self.world.square_of(listed) == square && self.world.present().has(listed) {
                victims.push(listed);
            }
        }
        Ok(victims)
    }

    /// A mover that has gone over a piece stands on the square if the piece has left it; else it is carried.
    fn settle_over(&mut self, way: &Way<N>) {
        let (piece, target) = (way.piece, way.declared.target);
        if piece == NONE || target == NONE {
            return;
        }
        let Place::On(carrier) = self.world.place(piece) else { return };
        if self.world.place(carrier) != Place::Square(target) {
            self.arrive(piece, target);
        }
    }

    /// The moves with which the turn may begin or go on, each with the offer that it takes up.
    pub fn next_moves(&self, ways: &mut Ways<N>, offers: &mut Vec<Option<Offer<'r, N>>>) {
        let moment = self.moment().worked_out();
        if self.moves == 0 {
            moment.ways(self.player, ways);
            offers.resize(ways.len(), None);
            return;
        }
        let must = self.offers.iter().any(|offer| offer.grant.must);
        for offer in self.offers.iter().filter(|offer| !must || offer.grant.must) {
            let first = ways.len();
            moment.ways_by_offer(offer, offer.grant, ways);
            let mut kept = first;
            for index in first..ways.len() {
                let way = ways[index];
                let known =
                    ways[..kept].iter().any(|each| each.declared == way.declared && each.piece == way.piece);
                if !known {
                    ways[kept] = way;
                    kept += 1;
                }
            }
            ways.truncate(kept);
            offers.resize(kept, Some(*offer));
        }
    }

    /// Goes through all turns that go on from here.
    pub fn explore(&self, wanted: Wanted<'_, N, K>, visit: Visit<'_, 'r, N, K>) -> ControlFlow<()> {
        let (mut ways, mut offers) = (Vec::new(), Vec::new());
        self.next_moves(&mut ways, &mut offers);
        for (way, offer) in ways.iter().zip(&offers) {
            if wanted(&self.moment(), way) {
                self.explore_move(way, offer.as_ref(), wanted, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes through all turns that go on with this move.
    pub fn explore_move(
        &self,
        way: &Way<N>,
        offer: Option<&Offer<'r, N>>,
        wanted: Wanted<'_, N, K>,
        visit: Visit<'_, 'r, N, K>,
    ) -> ControlFlow<()> {
        let mut scripts: SmallVec<[SmallVec<[Option<Pick>; 2]>; 1]> = SmallVec::new();
        scripts.push(SmallVec::new());
        while let Some(choices) = scripts.pop() {
            if !self.rules.spend(10) {
                return ControlFlow::Break(());
            }
            let mut next = self.clone();
            let done = next.perform(way, offer, &mut Script::new(&choices));
            next.parts.push(Part::Move(way.declared));
            next.parts.extend(choices.iter().copied().map(Part::Choice));
            if next.world.overflow {
                self.rules.give_up();
                return ControlFlow::Break(());
            }
            match done {
                Ok(()) if next.offers.is_empty() => {
                    let idle = way.act && next.world == self.world;
                    if !idle {
                        next.end(visit)?;
                    }
                }
                Ok(()) => next.go_on(wanted, visit)?,
                Err(Stop::Ask(ask)) => branch(&mut scripts, &choices, &ask),
                Err(Stop::Split(_)) => visit(Found::Split(&mut next))?,
                Err(Stop::Forbidden | Stop::TakenBack | Stop::Dead | Stop::Endless(_)) => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// After a move: what is offered, and the end of the turn if it may end here.
    fn go_on(&mut self, wanted: Wanted<'_, N, K>, visit: Visit<'_, 'r, N, K>) -> ControlFlow<()> {
        if !self.offers.is_empty() {
            self.explore(wanted, visit)?;
        }
        let mut must = self.offers.iter().filter(|offer| offer.grant.must).peekable();
        let may_end = must.peek().is_none() || must.all(|offer| offer.grant.if_it_can) && !self.can_go_on();
        if may_end { self.end(visit) } else { ControlFlow::Continue(()) }
    }

    /// Whether some legal turn goes on by an offer; in a threat, some turn at all.
    fn can_go_on(&self) -> bool {
        let found = self.explore(&|_, _| true, &mut |found| match found {
            Found::Whole(turn) if turn.depth.level > 0 && !turn.breaks_law() => ControlFlow::Break(()),
            Found::Whole(turn) if turn.depth.level == 0 && !turn.breaks(0) => ControlFlow::Break(()),
            Found::Whole(_) => ControlFlow::Continue(()),
            Found::Split(_) => ControlFlow::Break(()),
        });
        found.is_break()
    }

    /// Ends the turn: `when turn ends`, with its decisions.
    fn end(&mut self, visit: Visit<'_, 'r, N, K>) -> ControlFlow<()> {
        if self.rules.program.traits.ends_without_choice {
            return match self.turn_ends(&mut Script::new(&[])) {
                Ok(()) if self.world.overflow => {
                    self.rules.give_up();
                    ControlFlow::Break(())
                }
                Ok(()) => visit(Found::Whole(self)),
                Err(_) => ControlFlow::Continue(()),
            };
        }
        let mut scripts: SmallVec<[SmallVec<[Option<Pick>; 2]>; 1]> = SmallVec::new();
        scripts.push(SmallVec::new());
        while let Some(choices) = scripts.pop() {
            if !self.rules.spend(10) {
                return ControlFlow::Break(());
            }
            let mut next = self.clone();
            let done = next.turn_ends(&mut Script::new(&choices));
            next.parts.extend(choices.iter().copied().map(Part::Choice));
            if next.world.overflow {
                self.rules.give_up();
                return ControlFlow::Break(());
            }
            match done {
                Ok(()) => visit(Found::Whole(&mut next))?,
                Err(Stop::Ask(ask)) => branch(&mut scripts, &choices, &ask),
                Err(Stop::Split(_)) => visit(Found::Split(&mut next))?,
                Err(Stop::Forbidden | Stop::TakenBack | Stop::Dead | Stop::Endless(_)) => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// Removes what stands on squares that are no longer there.
    pub(super) fn leave_board(&mut self) {
        if self.rules.program.traits.whole_board {
            return;
        }
        let board = self.moment().board();
        for piece in self.world.standing {
            if matches!(self.world.place(piece), Place::Square(at) if !board.has(at)) {
                self.world.put(piece, Place::Gone);
            }
        }
    }

    /// Whether the turn is not played or listed, but only asked about by a condition.
    pub(super) fn asked_about(&self) -> bool {
        self.depth.level < 2 || self.depth.answers < Depth::PLAY.answers
    }

    /// A decision stops what runs: as part of the turn, or splitting it. In a turn that is only asked about, the other
    /// side's decisions count as any, and chance does not count.
    pub(super) fn ask(&self, ask: Ask) -> Stop {
        let asked_about = self.asked_about();
        match ask.who {
            None if asked_about => Stop::Dead,
            None => Stop::Split(ask),
            Some(who) if who == self.player && !self.after || asked_about => Stop::Ask(ask),
            Some(_) => Stop::Split(ask),
        }
    }

    /// Runs effects in order.
    pub fn effects(
        &mut self,
        effects: &'r [Effect<N>],
        frame: &mut Frame<N>,
        script: &mut Script<'_>,
        nested: bool,
    ) -> Done {
        effects.iter().try_for_each(|effect| self.effect(effect, frame, script, nested))
    }
}

impl<const N: usize, const K: usize> Moment<'_, N, K> {
    /// Whether a law or an end of this name is suspended.
    pub fn allowed(&self, label: Option<crate::ids::LabelId>) -> bool {
        let Some(label) = label else { return false };
        self.program().suspensions.iter().any(|rule| {
            rule.label == label && self.guards(&rule.guards, &mut Frame::new(self.start.player()))
        })
    }
}

fn branch(scripts: &mut SmallVec<[SmallVec<[Option<Pick>; 2]>; 1]>, choices: &[Option<Pick>], ask: &Ask) {
    let with = |chosen: Option<Pick>| {
        let mut script: SmallVec<[Option<Pick>; 2]> = SmallVec::from_slice(choices);
        script.push(chosen);
        script
    };
    // The stack is emptied from its end, so the last option goes in first.
    if ask.may {
        scripts.push(with(None));
    }
    scripts.extend(ask.options.iter().rev().copied().map(|chosen| with(Some(chosen))));
}
