//! The legal turns of a position as a list, each to be made when it is wanted. Imports `program`, `judge`, `known`,
//! `make`, `moment`, `turn`, `ways`, `world`.

use super::judge::{finds, is_won_or_lost, legal_turns, ways_to_try};
use super::known::Known;
use super::make::{make, may_become};
use super::moment::{Depth, Frame, Moment, Rules};
use super::turn::{Found, Offer, Part, Script, Turn};
use super::ways::{Declared, Way};
use super::world::World;
use crate::program::full::rule::{EffectKind, Grant};
use crate::program::full::term::Node;
use crate::program::full::{Full, NONE};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// How many turns are listed of a position.
pub const MOST_LISTED: usize = 10_000;

/// What a player declares in a turn, in order.
pub type Parts<const N: usize> = SmallVec<[Part<N>; 1]>;

/// One legal turn.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Who moves first in it; none for acts of a side.
    pub piece: u8,
    /// Where its first move begins.
    pub origin: u8,
    /// Where that ends.
    pub target: u8,
    how: How,
}

#[derive(Clone, Copy, Debug)]
enum How {
    /// A plain move that is known to be legal.
    Plain,
    /// A castling that is known to be legal: its place in the list of those.
    Castles(u8),
    /// A turn that has been made: where its parts and the position after it stand.
    Made(u32),
    /// A turn that a decision of somebody else splits, or one after it: where its parts stand.
    Split(u32),
}

/// The legal turns of one position.
#[derive(Debug)]
pub struct Listing<const N: usize, const K: usize> {
    /// Each once.
    pub entries: Vec<Entry>,
    /// One of them is whole, so that the player can move.
    pub whole: bool,
    known: Known<N>,
    parts: Vec<Parts<N>>,
    /// The position after the turn whose parts stand at the same place; that before it, if it is split.
    worlds: Vec<World<N, K>>,
}

impl<const N: usize, const K: usize> Default for Listing<N, K> {
    fn default() -> Self {
        let (entries, parts, worlds) = (Vec::new(), Vec::new(), Vec::new());
        Listing { entries, whole: false, known: Known::nothing(), parts, worlds }
    }
}

impl<const N: usize, const K: usize> Listing<N, K> {
    /// Lists the legal turns of a position; false: the tables do not hold all that comes up. None if it is won or lost.
    pub fn list(&mut self, rules: &Rules<'_, N, K>, world: &World<N, K>) -> bool {
        self.entries.clear();
        self.parts.clear();
        self.worlds.clear();
        self.known = Known::nothing();
        self.whole = false;
        if world.over.is_some() {
            return true;
        }
        let turn = Turn::begin(rules, world, Depth::PLAY);
        if finds(rules, world, &mut self.known) {
            let moment = Moment { closed: self.known.closed, unmet: self.known.unmet, ..turn.moment() };
            for way in &ways_to_try(&moment, &self.known) {
                let _ = turn.explore_move(way, None, &|_, _| true, &mut |found| self.judge(rules, found));
            }
            self.list_known(&turn, &moment);
        } else {
            legal_turns(&turn, &mut |found| self.keep(rules, found));
        }
        if rules.is_given_up() {
            return false;
        }
        if !self.entries.is_empty() && is_won_or_lost(rules, world, self.whole) {
            self.entries.clear();
        }
        !rules.is_given_up()
    }

    /// Lists how a turn may go on that began in one position, stands in another, and must take up the offer of a place;
    /// false: the tables do not hold all that comes up.
    pub fn list_midway(
        &mut self,
        rules: &Rules<'_, N, K>,
        (start, now): (&World<N, K>, &World<N, K>),
        place: u16,
    ) -> bool {
        *self = Listing::default();
        let Some(grant) = offered_at(rules.program, place) else { return false };
        let offer = Offer { grant, frame: Frame::new(now.player()), place };
        let turn = Turn::midway(rules, start, now, offer);
        legal_turns(&turn, &mut |found| self.keep(rules, found));
        !rules.is_given_up()
    }

    fn list_known(&mut self, turn: &Turn<'_, N, K>, moment: &Moment<'_, N, K>) {
        let (rules, world) = (turn.rules, &turn.world);
        for piece in self.known.pieces {
            let origin = world.square_of(piece).unwrap_or(NONE);
            for target in self.known.legal(piece) {
                if may_become(rules.program, world, piece, target) {
                    let Some(way) = self.way(moment, piece, target) else {
                        rules.give_up();
                        return;
                    };
                    let _ = turn.explore_move(&way, None, &|_, _| true, &mut |found| self.keep(rules, found));
                } else {
                    self.entries.push(Entry { piece, origin, target, how: How::Plain });
                }
            }
        }
        for (index, castles) in (0u8..).zip(&self.known.castles) {
            let (piece, origin, target) = (castles.piece, castles.from, castles.way.goal);
            self.entries.push(Entry { piece, origin, target, how: How::Castles(index) });
        }
        self.whole |= self.entries.iter().any(|entry| !matches!(entry.how, How::Split(_)));
    }

    fn judge(&mut self, rules: &Rules<'_, N, K>, found: Found<'_, '_, N, K>) -> ControlFlow<()> {
        match found {
            Found::Whole(done) if done.breaks_law() => ControlFlow::Continue(()),
            found => self.keep(rules, found),
        }
    }

    fn keep(&mut self, rules: &Rules<'_, N, K>, found: Found<'_, '_, N, K>) -> ControlFlow<()> {
        if self.entries.len() >= MOST_LISTED {
            rules.give_up();
            return ControlFlow::Break(());
        }
        let (settled, done) = match found {
            Found::Whole(done) => {
                self.whole = true;
                (done.settle(&mut Script::new(&[])).is_ok(), done)
            }
            Found::Split(done) => (false, done),
        };
        let index = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
        self.parts.push(done.parts.clone());
        self.worlds.push(done.world);
        if settled && done.world.overflow {
            rules.give_up();
            return ControlFlow::Break(());
        }
        let first = done.parts.iter().find_map(|part| match part {
            Part::Move(declared) => Some((declared.origin, declared.target)),
            Part::Choice(_) => None,
        });
        let (origin, target) = first.unwrap_or((NONE, NONE));
        let piece = if origin == NONE { NONE } else { done.start().at(origin).unwrap_or(NONE) };
        let how = if settled { How::Made(index) } else { How::Split(index) };
        self.entries.push(Entry { piece, origin, target, how });
        ControlFlow::Continue(())
    }

    /// The way of a plain move that is known to be legal, as a whole.
    fn way(&self, moment: &Moment<'_, N, K>, piece: u8, target: u8) -> Option<Way<N>> {
        if !self.known.far.has(piece) {
            return moment.plain_way(piece, target);
        }
        let mut ways = Vec::new();
        moment.ways_of(piece, &mut ways);
        ways.into_iter().find(|way| way.declared.target == target && self.known.verdict(way) == Some(true))
    }

    /// The position after a turn; none if a decision of somebody else comes first, or the tables do not hold what comes
    /// of it.
    pub fn play(
        &self,
        rules: &Rules<'_, N, K>,
        world: &World<N, K>,
        entry: &Entry,
        next: &mut World<N, K>,
    ) -> bool {
        let moment = || Moment {
            closed: self.known.closed,
            unmet: self.known.unmet,
            ..Moment::at_start(rules, world, Depth::PLAY)
        };
        match entry.how {
            How::Made(index) => {
                *next = self.worlds[index as usize];
                next.compact(rules.program);
            }
            How::Split(_) => return false,
            How::Castles(index) => {
                let way = moment().castling_way(&self.known.castles[usize::from(index)]);
                if !make(rules, world, &self.known, &way, next) && !whole_turn(rules, world, &way, next) {
                    return false;
                }
            }
            How::Plain => {
                let moment = moment();
                let (piece, target) = (entry.piece, entry.target);
                let rough = if self.known.far.has(piece) { moment.far_way(piece, target) } else { None };
                let made = rough.is_some_and(|way| make(rules, world, &self.known, &way, next));
                if !made {
                    let Some(way) = self.way(&moment, piece, target) else { return false };
                    if !make(rules, world, &self.known, &way, next) && !whole_turn(rules, world, &way, next) {
                        return false;
                    }
                }
            }
        }
        if usize::from(next.used) > 64 * N - 8 {
            *next = next.renumbered(rules.program);
        }
        !next.overflow && !rules.is_given_up()
    }

    /// What a player declares in a turn.
    #[must_use]
    pub fn parts(&self, rules: &Rules<'_, N, K>, world: &World<N, K>, entry: &Entry) -> Parts<N> {
        let moment = || Moment {
            closed: self.known.closed,
            unmet: self.known.unmet,
            ..Moment::at_start(rules, world, Depth::PLAY)
        };
        let declared = match entry.how {
            How::Made(index) | How::Split(index) => return self.parts[index as usize].clone(),
            How::Castles(index) => moment().castling_way(&self.known.castles[usize::from(index)]).declared,
            How::Plain => {
                let blank = super::ways::blank_way::<N>(entry.piece, 0, None).declared;
                let way = self.way(&moment(), entry.piece, entry.target);
                way.map_or(Declared { origin: entry.origin, target: entry.target, ..blank }, |way| {
                    way.declared
                })
            }
        };
        SmallVec::from_slice(&[Part::Move(declared)])
    }

    /// What a turn that is not plain declares, without what is known.
    #[must_use]
    pub fn said(&self, entry: &Entry) -> Option<&Parts<N>> {
        match entry.how {
            How::Made(index) | How::Split(index) => self.parts.get(index as usize),
            How::Plain | How::Castles(_) => None,
        }
    }

    /// Whether somebody else, or chance, decides in or after a turn.
    #[must_use]
    pub fn is_split(entry: &Entry) -> bool {
        matches!(entry.how, How::Split(_))
    }

    /// Whether a turn is a castling that is known to be legal: then nothing is taken on its target.
    #[must_use]
    pub fn is_castling(entry: &Entry) -> bool {
        matches!(entry.how, How::Castles(_))
    }
}

/// The offer of an act of a side that stands at a place, if it is one to the player, of any move.
fn offered_at<const N: usize>(program: &Full<N>, place: u16) -> Option<&Grant<N>> {
    let acts = program.acts.iter().map(|act| &program.moves[usize::from(*act)]);
    let mut effects = acts.flat_map(|rule| &rule.block).filter(|effect| effect.place == place);
    let EffectKind::Grant(grant) = &effects.next()?.kind else { return None };
    let to_player = matches!(grant.subject.node, Node::Player);
    let of_any = grant.guards.is_empty() && grant.object.is_none() && grant.block.is_empty();
    (to_player && of_any).then_some(&**grant)
}

/// Makes a move that is known to be legal by a whole turn.
fn whole_turn<const N: usize, const K: usize>(
    rules: &Rules<'_, N, K>,
    world: &World<N, K>,
    way: &Way<N>,
    next: &mut World<N, K>,
) -> bool {
    let turn = Turn::begin(rules, world, Depth::PLAY);
    let mut made = false;
    let _ = turn.explore_move(way, None, &|_, _| true, &mut |found| {
        if let Found::Whole(done) = found
            && done.settle(&mut Script::new(&[])).is_ok()
        {
            *next = done.world;
            made = true;
        }
        ControlFlow::Break(())
    });
    made
}
