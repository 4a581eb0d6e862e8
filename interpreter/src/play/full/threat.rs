//! Threats: what a side could take if it were its turn, and whether it could move at all. Imports `program`,
//! `vocabulary`, `moment`, `turn`, `world`.

use super::judge::legal_turns;
use super::moment::{Depth, Frame, Moment, Sought};
use super::plain::Threat;
use super::turn::{Found, Turn};
use super::world::{Place, World};
use crate::program::bits::Bits;
use crate::program::full::NONE;
use crate::program::full::term::{Term, Threatened, Val};
use crate::vocabulary::{Deed, Type};
use std::ops::ControlFlow;

/// A capture that a side could make.
#[derive(Clone, Copy, Debug)]
pub struct Capture {
    /// Who takes.
    pub taker: u8,
    /// By which labels.
    pub labels: u64,
}

impl<const N: usize, const K: usize> Moment<'_, N, K> {
    /// What a side could take by whole turns of level 0, were it its turn now: some of these pieces, or any; by some
    /// takers, or any. Stops at the first capture for which `enough` says so.
    pub fn captures(
        &self,
        side: u8,
        targets: Option<Bits<N>>,
        threats_only: bool,
        takers: Option<Bits<N>>,
        enough: &mut dyn FnMut(&Capture) -> bool,
    ) {
        // What a move does besides may ask for threats; while one is looked for, there is none.
        if self.depth.level == 0 {
            return;
        }
        let program = self.program();
        let mut world = *self.world;
        if self.depth.closing && side != self.start.player() {
            world.close(program);
        }
        world.flat.player = side;
        let turn = Turn::begin(self.rules, &world, Depth::THREAT);
        let moment = turn.moment().worked_out();
        // Who takes a carrier takes what it carries.
        let sought = targets.map(|targets| {
            let carriers = targets.filter_map(|target| match world.place(target) {
                Place::On(carrier) => Some(carrier),
                _ => None,
            });
            targets | carriers.collect()
        });
        let sought = if program.traits.takes_otherwise { Sought::All } else { Sought::Taking(sought) };
        let threatens = |moment: &Moment<'_, N, K>, way: &super::ways::Way<N>| {
            !threats_only
                || way.takes.is_empty()
                || way.piece == NONE
                || way.rules().iter().any(|rule| {
                    let label = program.moves[usize::from(*rule)].label.map(|(label, _)| label);
                    moment.may_threaten(way.piece, label)
                })
        };
        let mut visit = |found: Found<'_, '_, N, K>| {
            let Found::Whole(done) = found else { return ControlFlow::Continue(()) };
            let hits = |each: &&super::moment::Happened| {
                each.deed == Deed::IsTaken && targets.is_none_or(|targets| targets.has(each.who))
            };
            if !done.log.iter().any(|each| hits(&each)) || done.breaks(0) {
                return ControlFlow::Continue(());
            }
            let enough = done.log.iter().filter(hits).any(|each| {
                enough(&Capture { taker: each.other.map_or(NONE, |(taker, _)| taker), labels: each.labels })
            });
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut ways = Vec::new();
        let seeking = Moment { sought, ..moment };
        match takers {
            None => seeking.ways(side, &mut ways),
            Some(takers) => takers.for_each(|taker| seeking.ways_of(taker, &mut ways)),
        }
        let leads = |way: &super::ways::Way<N>| {
            sought != Sought::All
                || way.takes.iter().any(|taken| targets.is_none_or(|targets| targets.has(taken)))
                || moment.may_take_otherwise(way)
        };
        for way in ways.iter().filter(|way| leads(way) && threatens(&moment, way)) {
            if turn.explore_move(way, None, &threatens, &mut visit).is_break() {
                break;
            }
        }
    }

    /// Whether a move may take otherwise than its walk lists: by what it does besides, or by rules that it wakes.
    fn may_take_otherwise(&self, way: &super::ways::Way<N>) -> bool {
        let program = self.program();
        if !self.world.carried.is_empty()
            || way.rules().iter().any(|rule| program.takers.moves[usize::from(*rule)])
        {
            return true;
        }
        let kind = |piece: u8| 1u64 << self.world.kind(piece);
        let mover = if way.piece == NONE { u64::MAX } else { kind(way.piece) };
        program.takers.triggers.iter().any(|(deed, kinds)| match deed {
            None => true,
            Some(Deed::IsTaken) => way.takes.iter().any(|taken| kinds & kind(taken) != 0),
            Some(Deed::Takes) => !way.takes.is_empty() && kinds & mover != 0,
            Some(Deed::Acts) => way.act && kinds & mover != 0,
            Some(Deed::Castles) => way.partner.is_some(),
            Some(Deed::IsDisplaced) => !program.traits.all_seen,
            Some(Deed::Moves | Deed::Arrives | Deed::Promotes) => {
                !way.act && !way.stays && (kinds & mover != 0 || way.partner.is_some())
            }
        })
    }

    /// Whether a side could take one of these.
    fn could_be_taken(
        &self,
        side: u8,
        targets: Option<Bits<N>>,
        threats_only: bool,
        takers: Option<Bits<N>>,
        counts: &dyn Fn(&Capture) -> bool,
    ) -> bool {
        let mut found = false;
        self.captures(side, targets, threats_only, takers, &mut |capture| {
            found |= counts(capture);
            found
        });
        found
    }

    /// `X is threatened by Y without Z`.
    pub fn is_threatened(&self, asked: &Threatened<N>, frame: &mut Frame<N>) -> bool {
        let by = asked.by.as_ref().map(|by| self.pieces(by, frame));
        let value = self.eval(&asked.target, frame);
        if let Some(without) = &asked.without {
            let mut world = *self.world;
            for piece in self.pieces(without, frame) {
                world.put(piece, Place::Gone);
            }
            return Moment { closed: None, can_move: None, world: &world, ..*self }
                .value_is_threatened(value, by, frame);
        }
        self.value_is_threatened(value, by, frame)
    }

    fn value_is_threatened(&self, value: Val<N>, by: Option<Bits<N>>, frame: &Frame<N>) -> bool {
        match value {
            Val::Pieces(set) => (0..2).any(|owner| {
                let targets: Bits<N> =
                    set.filter(|each| self.owner(*each) == owner && self.is_present(*each)).collect();
                self.are_threatened(owner, targets, by)
            }),
            Val::Squares(mut set) => {
                let it = frame.it;
                it != NONE
                    && set.any(|square| {
                        let there = self.standing(it, square);
                        Moment { closed: None, can_move: None, world: &there, ..*self }.are_threatened(
                            self.owner(it),
                            Bits::of(it),
                            by,
                        )
                    })
            }
            _ => false,
        }
    }

    /// Whether a royal piece of a side is threatened.
    #[must_use]
    pub fn royal_threatened(&self, side: u8) -> bool {
        let royals: Bits<N> = self.royals(side).filter(|each| self.is_present(*each)).collect();
        self.are_threatened(side, royals, None)
    }

    /// Whether some of these pieces of one side are threatened, by any or by some of the other side.
    fn are_threatened(&self, owner: u8, targets: Bits<N>, by: Option<Bits<N>>) -> bool {
        let counts = |capture: &Capture| by.is_none_or(|by| capture.taker != NONE && by.has(capture.taker));
        !targets.is_empty()
            && match self.plainly_threatened(owner, targets, by) {
                Threat::Known(threatened) => threatened,
                Threat::AtMostBy(takers) => {
                    self.could_be_taken(1 - owner, Some(targets), true, Some(takers), &counts)
                }
                Threat::Unknown => self.could_be_taken(1 - owner, Some(targets), true, None, &counts),
            }
    }

    /// The position as if a piece stood on a square.
    fn standing(&self, piece: u8, square: u8) -> World<N, K> {
        let mut world = *self.world;
        if let Some(found) = world.at(square).filter(|found| *found != piece) {
            world.put(found, Place::Gone);
        }
        world.put(piece, Place::Square(square));
        world
    }

    /// `X could take Y by L`, `X threatens Y by L`.
    pub fn could_take(
        &self,
        who: &Term<N>,
        what: Option<&Term<N>>,
        label: Option<u8>,
        threats_only: bool,
        frame: &mut Frame<N>,
    ) -> bool {
        let takers = self.pieces(who, frame);
        let counts = |capture: &Capture| {
            capture.taker != NONE
                && takers.has(capture.taker)
                && label.is_none_or(|label| capture.labels >> label & 1 == 1)
        };
        let what = what.map(|what| (self.eval(what, frame), what.of));
        // Who takes the other side's pieces at most, if these alone are asked of.
        let taken = |moment: &Moment<'_, N, K>, side: u8, targets: Bits<N>| {
            let others = { targets }.all(|target| moment.owner(target) != side);
            let present = targets & moment.world.standing;
            let by = match moment.plainly_threatened(1 - side, present, Some(takers)) {
                Threat::Known(false) if others && present == targets => return false,
                Threat::AtMostBy(by) if others && present == targets => Some(by),
                _ => None,
            };
            moment.could_be_taken(side, Some(targets), threats_only, by, &counts)
        };
        (0..2).filter(|side| { takers }.any(|each| self.owner(each) == *side)).any(|side| match what {
            None => self.could_be_taken(side, None, threats_only, None, &counts),
            Some((Val::Pieces(set), _)) => !set.is_empty() && taken(self, side, set),
            Some((Val::Squares(mut set), Type::Squares)) => {
                let it = frame.it;
                it != NONE
                    && set.any(|square| {
                        let there = self.standing(it, square);
                        taken(
                            &Moment { closed: None, can_move: None, world: &there, ..*self },
                            side,
                            Bits::of(it),
                        )
                    })
            }
            Some(_) => false,
        })
    }

    /// Whether a side, were it its turn, has a legal turn (after which a condition holds).
    pub fn can_reach(&self, side: u8, condition: Option<(&Term<N>, &Frame<N>)>) -> bool {
        if self.depth.answers == 0 {
            return true;
        }
        if let (Some(can_move), None, true) = (self.can_move, condition, side == self.world.player()) {
            return can_move;
        }
        let mut world = *self.world;
        if self.depth.closing && side != self.start.player() {
            world.expire(self.program());
        }
        world.flat.player = side;
        let depth = Depth { level: 2, answers: self.depth.answers - 1, closing: false };
        let turn = Turn::begin(self.rules, &world, depth);
        let Some((condition, frame)) = condition else {
            if depth.answers > 0
                && super::plain::known(self.rules, &world).is_some_and(|known| known.count > 0)
            {
                return true;
            }
            let found = turn.explore(&|_, _| true, &mut |found| match found {
                Found::Whole(done) if done.breaks_law() => ControlFlow::Continue(()),
                Found::Whole(_) | Found::Split(_) => ControlFlow::Break(()),
            });
            return found.is_break();
        };
        // Inside, `own` and `enemy` are as that side sees them.
        let seen = Frame { view: side, ..*frame };
        let mut reached = false;
        legal_turns(&turn, &mut |found| {
            if let Found::Whole(done) = found {
                reached |= done.moment().test(condition, &mut seen.clone());
            }
            if reached { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        reached
    }
}
