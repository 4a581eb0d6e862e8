//! The board of a program: its squares, and what is seen along a ray of it. Imports `bits`, `lines`.

use super::bits::Bits;
use super::lines::{DIAGONAL, Lines, ORTHOGONAL};
use std::sync::{Arc, OnceLock};

/// The squares that steps of one vector lead to, from each square, up to the edge of the board.
#[derive(Clone, Debug)]
pub struct Ray<const N: usize> {
    /// One step, to the right and up.
    pub vector: (i8, i8),
    /// Along it squares have ever higher numbers.
    rising: bool,
    /// By the square that it begins on.
    from: Box<[Bits<N>]>,
}

/// Which ray of a [`Geometry`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RayId(u16);

/// A board, and its rays.
#[derive(Clone, Debug)]
pub struct Geometry<const N: usize> {
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// Number of squares.
    pub squares: usize,
    /// All of them.
    pub all: Bits<N>,
    rays: Vec<Ray<N>>,
    lines: Option<Arc<Lines>>,
    between: Box<[Bits<N>]>,
}

/// The tables for the usual board, filled once.
fn shared_lines() -> Arc<Lines> {
    static LINES: OnceLock<Arc<Lines>> = OnceLock::new();
    Arc::clone(LINES.get_or_init(|| Arc::new(Lines::new())))
}

impl<const N: usize> Geometry<N> {
    /// A board of so many files and ranks.
    #[must_use]
    pub fn new(files: u8, ranks: u8) -> Geometry<N> {
        let squares = files as usize * ranks as usize;
        let all = (0..=u8::MAX).take(squares).collect();
        let lines = (N == 1 && (files, ranks) == (8, 8)).then(shared_lines);
        let between = vec![Bits::EMPTY; squares * squares].into_boxed_slice();
        let mut geometry = Geometry { files, ranks, squares, all, rays: Vec::new(), lines, between };
        for vector in ORTHOGONAL.into_iter().chain(DIAGONAL) {
            let ray = geometry.ray_along(vector);
            for from in (0..=u8::MAX).take(squares) {
                let along = geometry.along(ray, from);
                for to in along {
                    let between = along.without(geometry.along(ray, to) | Bits::of(to));
                    geometry.between[from as usize * squares + to as usize] = between;
                }
            }
        }
        geometry
    }

    /// The square that a vector leads to, if it lies on the board.
    #[must_use]
    pub fn step(&self, from: u8, (right, up): (i8, i8)) -> Option<u8> {
        let file = (from % self.files).checked_add_signed(right)?;
        let rank = (from / self.files).checked_add_signed(up)?;
        (file < self.files && rank < self.ranks).then(|| rank * self.files + file)
    }

    /// The ray of a vector, made if there is none yet.
    pub fn ray_along(&mut self, vector: (i8, i8)) -> RayId {
        let known = self.rays.iter().position(|ray| ray.vector == vector);
        let index = known.unwrap_or_else(|| {
            let from = (0..=u8::MAX).take(self.squares).map(|square| {
                let next = |at: &u8| self.step(*at, vector);
                std::iter::successors(next(&square), next).collect()
            });
            let rising = vector.1 > 0 || vector.1 == 0 && vector.0 > 0;
            let ray = Ray { vector, rising, from: from.collect() };
            self.rays.push(ray);
            self.rays.len() - 1
        });
        #[allow(clippy::cast_possible_truncation)]
        RayId(index as u16)
    }

    /// The ray the other way.
    pub fn reverse(&mut self, ray: RayId) -> RayId {
        let (right, up) = self.rays[ray.0 as usize].vector;
        self.ray_along((-right, -up))
    }

    /// All squares along a ray.
    #[inline]
    #[must_use]
    pub fn along(&self, ray: RayId, square: u8) -> Bits<N> {
        self.rays[ray.0 as usize].from[square as usize]
    }

    /// The nearest of these squares along a ray, which holds at least one.
    #[inline]
    #[must_use]
    pub fn nearest(&self, ray: RayId, on: Bits<N>) -> u8 {
        if self.rays[ray.0 as usize].rising { on.first() } else { on.last() }
    }

    /// What is seen along a ray, the first occupied square included.
    #[inline]
    #[must_use]
    pub fn see(&self, ray: RayId, square: u8, occupied: Bits<N>) -> Bits<N> {
        let ray = &self.rays[ray.0 as usize];
        let all = ray.from[square as usize];
        let met = all & occupied;
        if met.is_empty() {
            return all;
        }
        let first = if ray.rising { met.first() } else { met.last() };
        all.without(ray.from[first as usize])
    }

    /// The squares between two of one rank, file or diagonal; of others, none.
    #[inline]
    #[must_use]
    pub fn between(&self, from: u8, to: u8) -> Bits<N> {
        self.between[from as usize * self.squares + to as usize]
    }

    /// What is seen along ranks and files.
    #[inline]
    #[must_use]
    pub fn orthogonal(&self, square: u8, occupied: Bits<N>) -> Bits<N> {
        if N == 1
            && let Some(lines) = &self.lines
        {
            return Bits::from_word(lines.orthogonal(square, occupied.word()));
        }
        (0..4).fold(Bits::EMPTY, |seen, ray| seen | self.see(RayId(ray), square, occupied))
    }

    /// What is seen along diagonals.
    #[inline]
    #[must_use]
    pub fn diagonal(&self, square: u8, occupied: Bits<N>) -> Bits<N> {
        if N == 1
            && let Some(lines) = &self.lines
        {
            return Bits::from_word(lines.diagonal(square, occupied.word()));
        }
        (4..8).fold(Bits::EMPTY, |seen, ray| seen | self.see(RayId(ray), square, occupied))
    }

    /// The four rays along ranks and files.
    #[must_use]
    pub fn orthogonals() -> [RayId; 4] {
        [0, 1, 2, 3].map(RayId)
    }

    /// The four rays along diagonals.
    #[must_use]
    pub fn diagonals() -> [RayId; 4] {
        [4, 5, 6, 7].map(RayId)
    }
}
