//! Moves behind which no royal piece of either side could be taken at most, and pieces that some do not see. Imports
//! `program`, `moment`, `plain`.

use super::moment::Frame;
use super::plain::Look;
use crate::play::threat::attacked;
use crate::program::bits::Bits;
use crate::program::full::NONE;
use crate::program::full::plain::{Chain, Mover};
use smallvec::SmallVec;

/// What moves must keep clear of, or else be tried.
#[derive(Clone, Copy)]
pub(super) struct Watch<const N: usize> {
    /// Where the enemy's pieces that go on taking could come: who goes there may lead them on.
    pub(super) chased: Bits<N>,
    /// Where the own ones could come.
    pub(super) hunted: Bits<N>,
    /// The enemy's royal piece that must not be left takeable; or none.
    pub(super) at: u8,
    /// Own pieces that alone keep others from it.
    pub(super) reveals: Bits<N>,
    /// The squares from which pieces of the kind that is looked at could take it.
    pub(super) alert: Bits<N>,
}

impl<const N: usize> Watch<N> {
    /// Nothing is watched.
    pub(super) fn nothing() -> Watch<N> {
        let nobody = Bits::EMPTY;
        Watch { chased: nobody, hunted: nobody, at: NONE, reveals: nobody, alert: nobody }
    }
}

impl<const N: usize, const K: usize> Look<'_, N, K> {
    /// Where pieces of the enemy stand that the side does not see; none if that is more than pieces of the enemy.
    pub(super) fn hides(&self) -> Option<Bits<N>> {
        let mut hidden = Bits::EMPTY;
        for term in &self.plain.hides {
            let pieces = self.moment.pieces(term, &mut Frame::new(self.me)) & self.world.standing;
            hidden |= self.world.squares_of(pieces);
        }
        hidden.within(self.enemy).then_some(hidden)
    }

    /// What pieces of a side that go on taking could take in one turn, at most.
    pub(super) fn chased(&self, taker: u8) -> Bits<N> {
        let takers = self.world.flat.sides[usize::from(taker)];
        let chains = self.plain.sides[usize::from(taker)].chains.iter();
        chains.fold(Bits::EMPTY, |all, chain| {
            let from = self.world.flat.kinds[usize::from(chain.code)] & takers;
            from.fold(all, |all, from| all | self.taken_by_chain(chain, from, self.occupied))
        })
    }

    /// Where pieces of a side stand that could go on taking until they take on a square.
    pub(super) fn chained(&self, taker: u8, at: u8) -> Bits<N> {
        let takers = self.world.flat.sides[usize::from(taker)];
        let chains = self.plain.sides[usize::from(taker)].chains.iter();
        chains.fold(Bits::EMPTY, |all, chain| {
            let from = self.world.flat.kinds[usize::from(chain.code)] & takers;
            let comes = |from: &u8| self.taken_by_chain(chain, *from, self.occupied).has(at);
            all | from.filter(comes).collect()
        })
    }

    /// What a piece that goes on taking could take from a square where pieces stand so.
    fn taken_by_chain(&self, chain: &Chain<N>, from: u8, pieces: Bits<N>) -> Bits<N> {
        // The first may be taken in passing.
        let marked: Bits<N> = self.world.marks().iter().map(|mark| mark.bearer).collect();
        let stones = pieces | marked;
        let mut been: SmallVec<[Bits<N>; 8]> = SmallVec::from_elem(Bits::EMPTY, chain.stages.len());
        let mut left: SmallVec<[(usize, u8); 16]> = SmallVec::new();
        left.push((0, from));
        let mut taken = Bits::EMPTY;
        while let Some((stage, at)) = left.pop() {
            if been[stage].has(at) {
                continue;
            }
            been[stage] |= Bits::of(at);
            let takes = chain.stages[stage].takes[usize::from(at)];
            taken |= takes;
            for next in takes & stones {
                left.push((stage, next));
                let becomes = chain.stages[stage].becomes.iter().filter(|(_, zone)| zone.has(next));
                left.extend(becomes.map(|(stage, _)| (*stage, next)));
            }
        }
        taken
    }

    /// Sees to it that the enemy's royal piece could not be taken now, and which moves might change that; none if it
    /// could.
    pub(super) fn watch_enemy(&mut self) -> Option<()> {
        if !self.plain.doors.is_empty() || !self.world.carried.is_empty() {
            return None;
        }
        let royals = self.world.flat.of(self.plain.royal) & self.enemy;
        if royals.is_empty() {
            return Some(());
        }
        let (unbounded, _) = self.takers_of(self.me)?;
        if royals.has_several() || !unbounded.is_empty() {
            return None;
        }
        let at = royals.first();
        self.watch.at = at;
        self.watch.hunted = self.chased(self.me);
        let stops = self.met();
        let bounds = &self.plain.sides[usize::from(self.me)].bounds;
        if self.watch.hunted.has(at)
            || attacked((self.geometry, bounds), &self.world.flat, at, self.own, stops)
        {
            return None;
        }
        let nobody = Bits::EMPTY;
        let orthogonal = self.world.flat.of(bounds.orthogonal) & self.own;
        let diagonal = self.world.flat.of(bounds.diagonal) & self.own;
        let mut lines = nobody;
        if !orthogonal.is_empty() {
            lines |= self.geometry.orthogonal(at, nobody) & orthogonal;
        }
        if !diagonal.is_empty() {
            lines |= self.geometry.diagonal(at, nobody) & diagonal;
        }
        for slider in lines {
            let between = self.geometry.between(at, slider) & stops;
            if !between.has_several() {
                self.watch.reveals |= between & self.own;
            }
        }
        for (kinds, ray) in &bounds.rays {
            let along = self.geometry.along(*ray, at);
            if along.meets(self.world.flat.of(*kinds) & self.own) {
                self.watch.reveals |= along & self.own;
            }
        }
        for (code, from, trail) in &bounds.runs {
            if from[usize::from(at)].meets(self.world.flat.kind(*code) & self.own) {
                self.watch.reveals |= trail[usize::from(at)] & self.own;
            }
        }
        Some(())
    }

    /// The pieces that stop own walks.
    fn met(&self) -> Bits<N> {
        self.own | self.enemy.without(self.hidden[0])
    }

    /// The squares from which pieces of a kind could take the enemy's royal piece.
    pub(super) fn alert(&self, code: u8) -> Bits<N> {
        let at = self.watch.at;
        if at == NONE {
            return Bits::EMPTY;
        }
        let bounds = &self.plain.sides[usize::from(self.me)].bounds;
        let mut alert = Bits::of(at);
        for (kind, table) in &bounds.leaps {
            if *kind == code {
                alert |= table[usize::from(at)];
            }
        }
        if bounds.orthogonal >> code & 1 == 1 {
            alert |= self.geometry.orthogonal(at, self.met());
        }
        if bounds.diagonal >> code & 1 == 1 {
            alert |= self.geometry.diagonal(at, self.met());
        }
        if bounds.rays.iter().any(|(kinds, _)| kinds >> code & 1 == 1) {
            alert = self.geometry.all;
        }
        for (kind, from, _) in &bounds.runs {
            if *kind == code {
                alert |= from[usize::from(at)];
            }
        }
        alert
    }

    /// The targets that are to be tried because a royal piece could be taken then, at most.
    pub(super) fn watched(&self, mover: &Mover<N>, from: u8, targets: Bits<N>) -> Bits<N> {
        let Watch { chased, hunted, at, reveals, alert } = self.watch;
        if reveals.has(from) {
            return targets;
        }
        let mut tried = targets & (chased | hunted | alert);
        let walks = &mover.walks;
        if at != NONE {
            // What it becomes may take otherwise.
            tried |= targets & walks.zone;
        }
        // Who passes squares may be taken there.
        let trailed = chased | hunted;
        if !trailed.is_empty() && self.plain.marking >> walks.code & 1 == 1 {
            if !walks.rides.is_empty() {
                return targets;
            }
            let runs = walks.runs.iter().map(|run| run.ways[usize::from(from)]);
            tried |=
                runs.filter(|(trail, _)| trail.meets(trailed)).fold(Bits::EMPTY, |all, (_, to)| all | to);
            tried &= targets;
        }
        if at != NONE
            && let Some(chain) =
                self.plain.sides[usize::from(self.me)].chains.iter().find(|chain| chain.code == walks.code)
        {
            let left = self.occupied.without(Bits::of(from));
            let comes = |to: &u8| self.taken_by_chain(chain, *to, left).has(at);
            tried |= targets.filter(comes).collect();
        }
        tried
    }
}
