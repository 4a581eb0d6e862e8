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

    pub(super) fn targets_of_any(&self, walks: &Kind<N>, from: u8) -> Bits<N> {
        let steps = &walks.landings[usize::from(from)];
        let mut targets =
            steps.both.without(self.own) | steps.quiet.without(self.occupied) | steps.take & self.enemy;
        let stops = self.occupied | self.blocked[0];
        for ride in &walks.rides {
            targets |= self.fitting(ride.mode, self.slide(ride, from, stops));
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
        let stops = self.occupied | self.blocked[0];
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

/// Whether a walk from a square could end on one of these.
pub(super) fn meets<const N: usize>(walks: &Kind<N>, from: u8, squares: Bits<N>) -> bool {
    let steps = &walks.landings[usize::from(from)];
    !walks.rides.is_empty()
        || (steps.both | steps.quiet | steps.take).meets(squares)
        || walks.runs.iter().any(|run| run.ways[usize::from(from)].1.meets(squares))
}
