//! Paths over the board. Imports `term`.

use super::term::Term;

/// A way over the board. The meaning of each is that of the same word of the model.
#[derive(Clone, PartialEq, Debug)]
pub enum Path<const N: usize> {
    /// One of these.
    Either(Vec<Path<N>>),
    /// One after the other.
    Then(Vec<Path<N>>),
    /// The whole, so often.
    Repeat(Box<Path<N>>, u16, Option<u16>),
    /// One leg.
    Leg(Box<Leg<N>>),
    /// The whole, whose last leg ends onto a piece of this set.
    Onto(Box<Path<N>>, Term<N>),
    /// What pieces of these kinds walk.
    Like(Term<N>),
    /// For a narrower mode.
    Only {
        /// What is left of quiet and capture.
        mode: Mode,
        /// Only a fresh piece.
        fresh: bool,
        /// It may take own pieces too, or only these.
        own: Option<bool>,
        /// It takes only in passing.
        passing: bool,
        /// Edges at the sides wrap.
        wraps: bool,
        /// The path.
        path: Box<Path<N>>,
    },
}

/// What a move may do at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// Go where nothing is taken.
    pub quiet: bool,
    /// Take.
    pub capture: bool,
}

impl Mode {
    /// What both may.
    #[must_use]
    pub fn and(self, other: Mode) -> Mode {
        Mode { quiet: self.quiet && other.quiet, capture: self.capture && other.capture }
    }
}

/// One leg.
#[derive(Clone, PartialEq, Debug)]
pub struct Leg<const N: usize> {
    /// Its steps.
    pub steps: Steps<N>,
    /// They are called leaps: no wall stops them.
    pub leaps: bool,
    /// Least number.
    pub least: u16,
    /// Greatest number.
    pub most: Option<u16>,
    /// Squares that are passed freely.
    pub over: Option<Term<N>>,
    /// It ends on such a piece without taking it.
    pub onto: Option<Term<N>>,
    /// It ends on such a piece, takes it and goes on.
    pub taking: Option<Term<N>>,
    /// It must find nothing.
    pub empty: bool,
}

/// Which steps a leg makes; vectors as the owner sees them.
#[derive(Clone, PartialEq, Debug)]
pub enum Steps<const N: usize> {
    /// One of these.
    Fixed(Vec<u8>),
    /// A unit step in one of these directions.
    In(Term<N>),
    /// One of these leaps that has a part in the directions.
    Leap(Vec<u8>, Term<N>),
    /// A step, or the nearest of these leaps, toward something or (`true`) away from it.
    Toward(Option<Vec<u8>>, Term<N>, bool),
    /// What follows a heading, by its vector as the owner sees it; and what begins a walk.
    After(Vec<Vec<u8>>, Vec<u8>),
    /// An orbit begun with one of these, turning alternately, or (`true`) always the same way.
    Orbit(Vec<u8>, Vec<u8>, bool),
}

impl<const N: usize> Path<N> {
    /// The terms of a path.
    pub fn terms(&self, visit: &mut dyn FnMut(&Term<N>)) {
        match self {
            Path::Either(all) | Path::Then(all) => all.iter().for_each(|each| each.terms(visit)),
            Path::Repeat(inner, ..) | Path::Only { path: inner, .. } => inner.terms(visit),
            Path::Onto(inner, set) => {
                inner.terms(visit);
                visit(set);
            }
            Path::Like(kinds) => visit(kinds),
            Path::Leg(leg) => {
                if let Steps::In(term) | Steps::Leap(_, term) | Steps::Toward(_, term, _) = &leg.steps {
                    visit(term);
                }
                [&leg.over, &leg.onto, &leg.taking].into_iter().flatten().for_each(visit);
            }
        }
    }
}
