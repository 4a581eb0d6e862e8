//! Who takes on a square. Imports `program`, `state`.

use super::state::State;
use crate::program::bits::Bits;
use crate::program::geometry::Geometry;
use crate::program::{Program, Threats};

/// How one piece that must not be taken is threatened, and what guards it.
#[derive(Clone, Copy, Debug)]
pub struct Danger<const N: usize> {
    /// Where others may go: anywhere, or where they take or block the only taker, or nowhere.
    pub allowed: Bits<N>,
    /// Those that must stay on a line.
    pub pinned: Bits<N>,
    pins: [u8; 8],
    lines: [Bits<N>; 8],
    count: usize,
    /// There are more pins than are kept: each turn is to be tried.
    pub overflow: bool,
}

impl<const N: usize> Danger<N> {
    /// No danger on this board.
    #[inline]
    #[must_use]
    pub fn none(all: Bits<N>) -> Danger<N> {
        Danger {
            allowed: all,
            pinned: Bits::EMPTY,
            pins: [0; 8],
            lines: [Bits::EMPTY; 8],
            count: 0,
            overflow: false,
        }
    }

    /// Where a pinned piece may go.
    #[inline]
    #[must_use]
    pub fn line(&self, square: u8) -> Bits<N> {
        let pins = self.pins.iter().zip(&self.lines).take(self.count);
        pins.filter(|(pinned, _)| **pinned == square).fold(self.allowed, |line, (_, pin)| line & *pin)
    }

    /// A taker, and the squares over which it comes; `own` pieces may stand between.
    #[inline]
    fn taker(&mut self, taker: u8, between: Bits<N>, (occupied, own, closed): (Bits<N>, Bits<N>, Bits<N>)) {
        if between.meets(closed) {
            return;
        }
        let met = between & occupied;
        let line = between | Bits::of(taker);
        if met.is_empty() {
            self.allowed &= line;
        } else if met.within(own) && !met.has_several() {
            self.pinned |= met;
            match (self.pins.get_mut(self.count), self.lines.get_mut(self.count)) {
                (Some(pin), Some(kept)) => (*pin, *kept) = (met.first(), line),
                _ => self.overflow = true,
            }
            self.count += 1;
        }
    }
}

/// How a piece on this square is threatened by a side that takes so, goes beyond no square that is closed, and over
/// pieces that it does not see.
#[inline]
#[must_use]
pub fn danger<const N: usize, const K: usize>(
    (geometry, threats): (&Geometry<N>, &Threats<N>),
    state: &State<N, K>,
    square: u8,
    enemy: usize,
    (closed, unseen): (Bits<N>, Bits<N>),
) -> Danger<N> {
    let (takers, own) = (state.sides[enemy & 1], state.sides[1 - (enemy & 1)].without(unseen));
    let occupied = takers | own;
    let mut danger = Danger::none(geometry.all);
    for (code, table) in &threats.leaps {
        for taker in table[square as usize] & state.kind(*code) & takers {
            danger.allowed &= Bits::of(taker);
        }
    }
    let sliders = state.of(threats.orthogonal) & takers;
    if !sliders.is_empty() {
        for taker in geometry.orthogonal(square, takers) & sliders {
            danger.taker(taker, geometry.between(square, taker), (occupied, own, closed));
        }
    }
    let sliders = state.of(threats.diagonal) & takers;
    if !sliders.is_empty() {
        for taker in geometry.diagonal(square, takers) & sliders {
            danger.taker(taker, geometry.between(square, taker), (occupied, own, closed));
        }
    }
    for (kinds, ray) in &threats.rays {
        let along = geometry.along(*ray, square);
        if !(along & state.of(*kinds) & takers).is_empty() {
            let met = geometry.nearest(*ray, along & takers);
            if (state.of(*kinds) & takers).has(met) {
                let between = along.without(geometry.along(*ray, met) | Bits::of(met));
                danger.taker(met, between, (occupied, own, closed));
            }
        }
    }
    for (code, from, trail) in &threats.runs {
        let takers = from[square as usize] & state.kind(*code) & takers;
        if !takers.is_empty() {
            danger.taker(takers.first(), trail[square as usize], (occupied, own, closed));
        }
    }
    danger
}

/// Whether a piece on this square would be taken by pieces of these, over a board so occupied.
#[inline]
#[must_use]
pub fn attacked<const N: usize, const K: usize>(
    (geometry, threats): (&Geometry<N>, &Threats<N>),
    state: &State<N, K>,
    square: u8,
    takers: Bits<N>,
    occupied: Bits<N>,
) -> bool {
    for (code, table) in &threats.leaps {
        if (table[square as usize] & state.kind(*code)).meets(takers) {
            return true;
        }
    }
    let sliders = state.of(threats.orthogonal) & takers;
    if !sliders.is_empty() && geometry.orthogonal(square, occupied).meets(sliders) {
        return true;
    }
    let sliders = state.of(threats.diagonal) & takers;
    if !sliders.is_empty() && geometry.diagonal(square, occupied).meets(sliders) {
        return true;
    }
    threats
        .rays
        .iter()
        .any(|(kinds, ray)| geometry.see(*ray, square, occupied).meets(state.of(*kinds) & takers))
        || threats.runs.iter().any(|(code, from, trail)| {
            (from[square as usize] & state.kind(*code)).meets(takers)
                && !trail[square as usize].meets(occupied)
        })
}

/// Whether some royal piece of a side is threatened.
#[must_use]
pub fn royal_attacked<const N: usize, const K: usize>(
    program: &Program<N>,
    state: &State<N, K>,
    side: usize,
) -> bool {
    let own = state.sides[side & 1];
    let takers = state.sides[1 - (side & 1)];
    let threats = &program.sides[1 - (side & 1)].threats;
    let mut royals = state.of(program.sides[side & 1].royal) & own;
    royals.any(|royal| attacked((&program.geometry, threats), state, royal, takers, own | takers))
}
