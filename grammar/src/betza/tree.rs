//! What a Betza string means: walks of legs, legs of vectors. Imports `source`.

use crate::source::Place;

/// One leap or step, as the owner of the piece sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Vector {
    /// Files to the right; to the left if negative.
    pub right: i8,
    /// Ranks forward; backward if negative.
    pub forward: i8,
}

impl Vector {
    /// So many files to the right and ranks forward.
    #[must_use]
    pub const fn new(right: i8, forward: i8) -> Vector {
        Vector { right, forward }
    }

    /// The vector so many eighths of a turn to the right (to the left if negative), in the ring of eight that
    /// this one belongs to. A knight's leaps are a ring; so are the king's steps, where an eighth leads from
    /// orthogonal to diagonal, and their multiples.
    #[must_use]
    pub fn turned(self, eighths: i8) -> Vector {
        let ring = self.ring();
        let here = ring.iter().position(|vector| *vector == self).unwrap_or(0);
        let there = (here + usize::from(eighths.rem_euclid(8).unsigned_abs())) % 8;
        ring[there]
    }

    /// The ring of eight vectors, clockwise from the one that points most forward.
    fn ring(self) -> [Vector; 8] {
        let (a, b) = (self.right.saturating_abs(), self.forward.saturating_abs());
        let (short, long) = (a.min(b), a.max(b));
        if short == 0 || short == long {
            let k = long;
            [(0, k), (k, k), (k, 0), (k, -k), (0, -k), (-k, -k), (-k, 0), (-k, k)]
        } else {
            let (s, l) = (short, long);
            [(s, l), (l, s), (l, -s), (s, -l), (-s, -l), (-l, -s), (-l, s), (-s, l)]
        }
        .map(|(right, forward)| Vector { right, forward })
    }

    /// The squares between origin and landing that `n` and `j` ask about, as vectors from the origin: the way
    /// goes orthogonally first, then diagonally. Empty for a step to a neighbour.
    #[must_use]
    pub fn between(self) -> Vec<Vector> {
        let (a, b) = (self.right.saturating_abs(), self.forward.saturating_abs());
        let straight = a.abs_diff(b);
        let (mut right, mut forward) = (0, 0);
        let mut squares = Vec::new();
        for done in 1..a.max(b).unsigned_abs() {
            let diagonal = done > straight;
            if diagonal || a > b {
                right += self.right.signum();
            }
            if diagonal || b > a {
                forward += self.forward.signum();
            }
            squares.push(Vector { right, forward });
        }
        squares
    }
}

/// A whole string: its moves are alternatives.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Betza {
    /// In the order of the text.
    pub moves: Vec<Move>,
}

/// One alternative.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// `O2`
    Castle(Castle),
    /// Everything else.
    Walk(Walk),
}

/// Castling of a piece that has not moved, along its rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castle {
    /// How many squares the king goes.
    pub squares: u8,
    /// To the left, as the owner sees it.
    pub left: bool,
    /// To the right.
    pub right: bool,
    /// The letter and its number.
    pub place: Place,
}

/// One way to go: all its legs, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// Only while the piece has not moved (`i`).
    pub fresh: bool,
    /// The sides of the board are joined for it (`o`).
    pub wraps: bool,
    /// At least one.
    pub legs: Vec<Leg>,
    /// The modifiers and the atom that say so; the bracket.
    pub place: Place,
}

/// One leg: a number of equal (or bent) steps, and what must stand at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// The first step of the leg.
    pub heading: Heading,
    /// The greatest number of steps; none: without limit. The least is one. A leg of several steps ends
    /// after any of them, and passes only empty squares on the way (but see `way`).
    pub most: Option<u8>,
    /// How the heading changes from step to step.
    pub bend: Bend,
    /// What lies on the way.
    pub way: Way,
    /// What may stand where the leg ends.
    pub end: End,
}

impl Leg {
    /// The vectors that the first step may have, behind a leg whose last step was `before` (none: first leg).
    #[must_use]
    pub fn first_steps(&self, before: Option<Vector>) -> &[Vector] {
        match (&self.heading, before) {
            (Heading::Any(vectors), _) => vectors,
            (Heading::After(turns), Some(before)) => {
                turns.iter().find(|turn| turn.from == before).map_or(&[], |turn| turn.to.as_slice())
            }
            (Heading::After(_), None) => &[],
        }
    }
}

/// Where the first step of a leg goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heading {
    /// One of these, whatever was before.
    Any(Vec<Vector>),
    /// It depends on the last step of the leg before; every vector that can be that is listed once.
    After(Vec<Turn>),
}

/// One line of [`Heading::After`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The last step of the leg before.
    pub from: Vector,
    /// What may follow.
    pub to: Vec<Vector>,
}

/// How the heading changes between the steps of one leg. The turns are eighths, 1 or 2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bend {
    /// Not at all.
    Straight,
    /// By so much to one side and back to the other, in turn; either side first (`z`).
    Crooked(i8),
    /// By so much to the same side each time; either side (`q`).
    Circular(i8),
}

impl Bend {
    /// The two hands, as the eighths of the first turn; for a straight leg one hand that does not turn.
    /// A way keeps its hand from the first step to the last.
    #[must_use]
    pub fn hands(self) -> Vec<i8> {
        match self {
            Bend::Straight => vec![0],
            Bend::Crooked(eighths) | Bend::Circular(eighths) => vec![-eighths, eighths],
        }
    }

    /// The vector of the next step: `step` was the last, `done` (at least 1) steps of this leg are behind it,
    /// and `hand` is one of [`Bend::hands`].
    #[must_use]
    pub fn next(self, step: Vector, done: u32, hand: i8) -> Vector {
        match self {
            Bend::Straight => step,
            Bend::Circular(_) => step.turned(hand),
            Bend::Crooked(_) if done % 2 == 1 => step.turned(hand),
            Bend::Crooked(_) => step.turned(-hand),
        }
    }
}

/// What lies on the way of one leg.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// Nothing is asked between start and landing of a step; squares passed by several steps are empty.
    Free,
    /// As `Free`, and for each step all squares of [`Vector::between`] are empty (`n`).
    Lame,
    /// As `Free`, and for each step some square of [`Vector::between`] holds a piece (`j`).
    Jump,
    /// Of the squares passed by the steps exactly one holds a piece, anywhere (`p`, the cannon).
    HopOne,
    /// Of the squares passed at least one holds a piece (`pp`).
    HopMany,
    /// Of the squares passed only the last holds a piece: it lands directly behind (`g`, the grasshopper).
    HopBehind,
}

/// What may stand where a leg ends: any of those that are true. A last leg ends the move there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct End {
    /// Nothing: it moves (`m`).
    pub quiet: bool,
    /// A piece of the enemy, which it takes (`c`).
    pub capture: bool,
    /// A piece of its own side, which it takes (`d`).
    pub own: bool,
    /// Nothing, and it takes what may be taken in passing there (`e`); last leg only.
    pub passant: bool,
    /// A piece of either side, which it leaves alone and goes on from (`p`); never the last leg.
    pub over: bool,
}
