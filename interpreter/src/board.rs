//! Geometry alone: sets of squares, vectors, what lies where. Imports `ids`.

use crate::ids::{SideId, Square};

/// A step or a leap: files to the right and ranks up, as absolute or as a side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Vector {
    /// Files toward the last one.
    pub right: i8,
    /// Ranks toward the last one.
    pub up: i8,
}

/// The eight directions of the compass, clockwise from straight up.
pub const COMPASS: [Vector; 8] = [
    Vector::new(0, 1),
    Vector::new(1, 1),
    Vector::new(1, 0),
    Vector::new(1, -1),
    Vector::new(0, -1),
    Vector::new(-1, -1),
    Vector::new(-1, 0),
    Vector::new(-1, 1),
];

impl Vector {
    /// So many files right and ranks up.
    #[must_use]
    pub const fn new(right: i8, up: i8) -> Vector {
        Vector { right, up }
    }

    /// The other way.
    #[must_use]
    pub const fn back(self) -> Vector {
        Vector::new(-self.right, -self.up)
    }

    /// Between absolute and as `side` sees it, from its own end of the board; the same both ways.
    #[must_use]
    pub const fn seen_by(self, side: SideId) -> Vector {
        if side.0 == 0 { self } else { self.back() }
    }

    /// The same direction with the shortest length: (0, 2) becomes (0, 1).
    #[must_use]
    pub const fn reduced(self) -> Vector {
        let (mut a, mut b) = (self.right.unsigned_abs(), self.up.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        if a <= 1 {
            return self;
        }
        #[allow(clippy::cast_possible_wrap)]
        let divisor = a as i8;
        Vector::new(self.right / divisor, self.up / divisor)
    }

    /// Whether it has a part in `direction`: it goes the same way along each axis along which `direction` goes.
    #[must_use]
    pub const fn has_part_in(self, direction: Vector) -> bool {
        (direction.right == 0 || self.right.signum() == direction.right.signum())
            && (direction.up == 0 || self.up.signum() == direction.up.signum())
    }

    /// Whether it goes the way of another one, within an eighth of a turn.
    #[must_use]
    pub const fn is_near(self, other: Vector) -> bool {
        let dot = self.dot(other);
        dot > 0 && 2 * dot * dot >= self.dot(self) * other.dot(other)
    }

    /// The scalar product.
    #[must_use]
    pub const fn dot(self, other: Vector) -> i32 {
        self.right as i32 * other.right as i32 + self.up as i32 * other.up as i32
    }
}

/// The directions of the compass that are in all of these sets or, where a set comes with `true`, have a part in some
/// member of it or go its way.
#[must_use]
pub fn having_parts(all: &[(Vec<Vector>, bool)]) -> Vec<Vector> {
    let fits = |vector: &Vector| {
        all.iter().all(|(list, part)| {
            list.iter().any(|each| {
                if *part { vector.has_part_in(*each) || vector.is_near(*each) } else { vector == each }
            })
        })
    };
    COMPASS.into_iter().filter(fits).collect()
}

/// All forms of the leap (m, n), clockwise from the one furthest up.
#[must_use]
pub fn leaps(m: u8, n: u8) -> Vec<Vector> {
    let mut result = Vec::new();
    let (Ok(m), Ok(n)) = (i8::try_from(m), i8::try_from(n)) else { return result };
    for (a, b) in [(m, n), (n, m)] {
        for right in [a, -a] {
            for up in [b, -b] {
                let vector = Vector::new(right, up);
                if vector != Vector::default() && !result.contains(&vector) {
                    result.push(vector);
                }
            }
        }
    }
    result
}

/// The vector of an orbit that lies so many eighths of a turn clockwise from a heading; for orbits of four, two
/// eighths make one place.
#[must_use]
pub fn turned(orbit: &[Vector], heading: Vector, eighths: i8) -> Option<Vector> {
    let angle = |vector: Vector| f64::from(vector.right).atan2(f64::from(vector.up));
    let wanted = angle(heading) + f64::from(eighths) * std::f64::consts::FRAC_PI_4;
    let off = |vector: Vector| {
        let full = std::f64::consts::TAU;
        let difference = (angle(vector) - wanted).rem_euclid(full);
        difference.min(full - difference)
    };
    let best = orbit.iter().copied().min_by(|a, b| off(*a).total_cmp(&off(*b)))?;
    (off(best) < std::f64::consts::FRAC_PI_8 + 1e-9).then_some(best)
}

/// A set of squares of a board of up to 16 by 16.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// None.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);

    /// Whether the square is in it.
    #[must_use]
    pub const fn has(&self, square: Square) -> bool {
        self.0[(square.0 >> 6) as usize] >> (square.0 & 63) & 1 == 1
    }

    /// Adds a square.
    pub const fn insert(&mut self, square: Square) {
        self.0[(square.0 >> 6) as usize] |= 1 << (square.0 & 63);
    }

    /// Takes a square out.
    pub const fn remove(&mut self, square: Square) {
        self.0[(square.0 >> 6) as usize] &= !(1 << (square.0 & 63));
    }

    /// In one of both.
    #[must_use]
    pub const fn or(self, other: SquareSet) -> SquareSet {
        let (a, b) = (self.0, other.0);
        SquareSet([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }

    /// In both.
    #[must_use]
    pub const fn and(self, other: SquareSet) -> SquareSet {
        let (a, b) = (self.0, other.0);
        SquareSet([a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]])
    }

    /// In this and not in the other.
    #[must_use]
    pub const fn without(self, other: SquareSet) -> SquareSet {
        let (a, b) = (self.0, other.0);
        SquareSet([a[0] & !b[0], a[1] & !b[1], a[2] & !b[2], a[3] & !b[3]])
    }

    /// How many.
    #[must_use]
    pub const fn len(&self) -> usize {
        let a = self.0;
        (a[0].count_ones() + a[1].count_ones() + a[2].count_ones() + a[3].count_ones()) as usize
    }

    /// Whether it holds none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        let a = self.0;
        a[0] | a[1] | a[2] | a[3] == 0
    }

    /// Its squares by rank, then by file.
    pub fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        let words = self.0;
        (0..4u8).flat_map(move |word| {
            let mut bits = words[word as usize];
            std::iter::from_fn(move || {
                if bits == 0 {
                    return None;
                }
                #[allow(clippy::cast_possible_truncation)]
                let low = bits.trailing_zeros() as u8;
                bits &= bits - 1;
                Some(Square(word * 64 + low))
            })
        })
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl std::fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|square| square.to_string())).finish()
    }
}

/// The size of a board: 1 to 16 files and ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
}

impl Size {
    /// Whether the square lies within.
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        square.0 & 15 < self.files && square.0 >> 4 < self.ranks
    }

    /// All its squares by rank, then by file.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.ranks).flat_map(move |rank| (0..self.files).map(move |file| Square::at(file, rank)))
    }

    /// The square that a vector leads to, if it lies within.
    #[must_use]
    pub fn step(self, from: Square, by: Vector) -> Option<Square> {
        let file = i16::from(from.file()) + i16::from(by.right);
        let rank = i16::from(from.rank()) + i16::from(by.up);
        let (file, rank) = (u8::try_from(file).ok()?, u8::try_from(rank).ok()?);
        (file < self.files && rank < self.ranks).then(|| Square::at(file, rank))
    }

    /// A rank as `side` counts it, both from 0.
    #[must_use]
    pub const fn rank_seen_by(self, rank: u8, side: SideId) -> u8 {
        if side.0 == 0 { rank } else { self.ranks - 1 - rank }
    }
}

/// King's steps between two squares.
#[must_use]
pub fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}
