//! Where plain walks lead. Imports `program`, `plain`.

use super::plain::Look;
use crate::program::bits::Bits;
use crate::program::{Kind, Mode, Ride, Shape};

impl<const N: usize, const K: usize> Look<'_, N, K> {
    /// Where plain walks lead.
    #[inline]
    pub(super) fn targets(&self, walks: &Kind<N>, from: u8) -> Bits<N> {
        match walks.shape {
            Shape::Leaper => walks.landings[usize::from(from)].both.without(self.own),
            Shape::Slider { orthogonal, diagonal } => {
                let stops = self.occupied.without(self.hidden[0]) | self.blocked[0];
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

    pub(super) fn targets_of_any(&self, walks: &Kind<N>, from: u8) -> Bits<N> {
        let met = self.enemy.without(self.hidden[0]);
        self.walked(walks, from, (self.own, met), self.own | met | self.blocked[0])
    }

    /// Where plain walks of a side lead past these pieces of its own and of the other.
    fn walked(
        &self,
        walks: &Kind<N>,
        from: u8,
        (mine, others): (Bits<N>, Bits<N>),
        stops: Bits<N>,
    ) -> Bits<N> {
        let fitting = |mode: Mode, seen: Bits<N>| fits(mode, seen, (mine, others));
        let steps = &walks.landings[usize::from(from)];
        let mut targets = steps.both.without(mine) | steps.quiet.without(mine | others) | steps.take & others;
        for ride in &walks.rides {
            targets |= fitting(ride.mode, self.slide(ride, from, stops));
        }
        for run in &walks.runs {
            let (trail, target) = run.ways[usize::from(from)];
            if !target.is_empty() && !trail.meets(stops) {
                targets |= fitting(run.mode, target);
            }
        }
        targets
    }

    /// Whether a piece on a square could take what stands on another by so many moves, none of them by anything but
    /// plain walks. What it takes on its way is no longer there; by a castling it might come to any square of its rank.
    pub(super) fn strides(
        &self,
        (walks, castles): (&Kind<N>, bool),
        (from, at): (u8, u8),
        (mine, others): (Bits<N>, Bits<N>),
        moves: u16,
    ) -> bool {
        let mine = mine.without(Bits::of(from));
        let rank = |square: u8| square / self.geometry.files;
        let along = (0..self.geometry.files).map(|file| rank(from) * self.geometry.files + file);
        let mut reached = if castles { along.collect() } else { Bits::of(from) };
        for count in 0..moves {
            let direct = |square: u8| self.walked(walks, square, (mine, others), mine | others);
            // From the third move on it may have taken any of them.
            let later = |square: u8| {
                self.walked(walks, square, (mine, others), mine)
                    | self.walked(walks, square, (mine, Bits::EMPTY), mine)
            };
            let next = reached
                .fold(reached, |all, square| all | if count < 2 { direct(square) } else { later(square) });
            if next.has(at) {
                return true;
            }
            if count > 2 && next == reached {
                return false;
            }
            reached = next;
        }
        false
    }

    pub(super) fn fitting(&self, mode: Mode, seen: Bits<N>) -> Bits<N> {
        fits(mode, seen, (self.own, self.enemy.without(self.hidden[0])))
    }

    /// What a slide sees up to what stops it.
    #[inline]
    fn slide(&self, ride: &Ride, from: u8, stops: Bits<N>) -> Bits<N> {
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
        seen
    }

    /// All that walks see, own pieces too.
    pub(super) fn seen(&self, walks: &Kind<N>, from: u8) -> Bits<N> {
        let steps = &walks.landings[usize::from(from)];
        let mut seen = steps.both | steps.quiet | steps.take;
        let stops = self.occupied.without(self.hidden[0]) | self.blocked[0];
        for ride in &walks.rides {
            seen |= self.slide(ride, from, stops);
        }
        for run in &walks.runs {
            let (trail, target) = run.ways[usize::from(from)];
            seen |= trail | target;
        }
        seen
    }
}

fn fits<const N: usize>(mode: Mode, seen: Bits<N>, (mine, others): (Bits<N>, Bits<N>)) -> Bits<N> {
    match (mode.quiet, mode.take) {
        (true, true) => seen.without(mine),
        (true, false) => seen.without(mine | others),
        (false, true) => seen & others,
        (false, false) => Bits::EMPTY,
    }
}

/// Whether a walk from a square could end on one of these.
pub(super) fn meets<const N: usize>(walks: &Kind<N>, from: u8, squares: Bits<N>) -> bool {
    let steps = &walks.landings[usize::from(from)];
    !walks.rides.is_empty()
        || (steps.both | steps.quiet | steps.take).meets(squares)
        || walks.runs.iter().any(|run| run.ways[usize::from(from)].1.meets(squares))
}
