//! What facts say. Imports `program`, `vocabulary`, `moment`, `world`.

use super::moment::{Frame, Moment};
use super::world::{Mark, Place};
use crate::program::full::Store;
use crate::program::full::term::Val;
use crate::vocabulary::{Bearer, Type};

impl<const N: usize, const K: usize> Moment<'_, N, K> {
    /// What a fact says of a bearer: of the game, of 0.
    pub(super) fn value_of(&self, fact: u8, bearer: u8, frame: &mut Frame<N>) -> Val<N> {
        let declared = &self.program().facts[usize::from(fact)];
        match declared.store {
            Store::Sets { first, count } => Val::Bool(self.is_in_sets(first, count, bearer, declared.bearer)),
            Store::Count(index) => {
                let side = if declared.bearer == Bearer::Sides { usize::from(bearer & 1) } else { 0 };
                let count = self.world.counts[usize::from(index) + side];
                if declared.of == Type::Bool { Val::Bool(count != 0) } else { Val::Number(count) }
            }
            Store::Mark => match (self.world.mark(fact, bearer), &declared.default) {
                (Some(mark), _) => mark.value,
                (None, Some(default)) => self.eval(default, frame),
                (None, None) => Val::nothing(declared.of),
            },
        }
    }

    #[inline]
    pub(super) fn is_in_sets(&self, first: u8, count: u8, bearer: u8, of: Bearer) -> bool {
        match &self.was {
            Some((id, was)) if *id == bearer && of == Bearer::Pieces => {
                was.sets >> first & ((1 << count) - 1) != 0
            }
            _ => self.world.bearing(first, count).has(bearer),
        }
    }

    pub(super) fn fact_of(&self, fact: u8, of: Val<N>, frame: &mut Frame<N>) -> Val<N> {
        let mut result: Option<Val<N>> = None;
        let mut add = |bearer: u8| {
            let value = self.value_of(fact, bearer, frame);
            result = Some(result.map_or(value, |so_far| so_far.either(value)));
        };
        match of {
            Val::Sides(sides) => (0..2).filter(|side| sides >> side & 1 == 1).for_each(&mut add),
            Val::Pieces(set) | Val::Squares(set) => set.for_each(&mut add),
            _ => {}
        }
        result.unwrap_or_else(|| Val::nothing(self.program().facts[usize::from(fact)].of))
    }

    pub(super) fn bearing(&self, fact: u8, frame: &mut Frame<N>) -> Val<N> {
        let declared = &self.program().facts[usize::from(fact)];
        if let Store::Sets { first, count } = declared.store {
            let set = self.world.bearing(first, count);
            return if declared.bearer == Bearer::Squares {
                Val::Squares(set)
            } else {
                let set = set & self.world.present();
                Val::Pieces(self.as_they_were(set, |was| {
                    was.sets >> first & ((1 << count) - 1) != 0
                        && matches!(was.place, Place::Square(_) | Place::On(_))
                }))
            };
        }
        let unset = declared.default.as_ref().is_some_and(|default| self.test(default, frame));
        let bears = |mark: Option<&Mark<N>>| mark.map_or(unset, |mark| mark.value == Val::Bool(true));
        match declared.bearer {
            Bearer::Pieces => {
                Val::Pieces(self.present().filter(|each| bears(self.world.mark(fact, *each))).collect())
            }
            Bearer::Squares if unset => {
                Val::Squares(self.board().filter(|each| bears(self.world.mark(fact, *each))).collect())
            }
            Bearer::Squares => {
                let marks = self.world.marks().iter();
                let of = marks.filter(|mark| mark.fact == fact && mark.value == Val::Bool(true));
                Val::Squares(of.map(|mark| mark.bearer).collect())
            }
            Bearer::Sides => {
                let bears = |side: &u8| match declared.store {
                    Store::Count(index) => self.world.counts[usize::from(index) + usize::from(*side)] != 0,
                    _ => bears(self.world.mark(fact, *side)),
                };
                Val::Sides((0..2).filter(bears).fold(0, |all, side| all | 1 << side))
            }
            Bearer::Game => match declared.store {
                Store::Count(index) => Val::Bool(self.world.counts[usize::from(index)] != 0),
                _ => Val::Bool(bears(self.world.mark(fact, 0))),
            },
        }
    }
}
