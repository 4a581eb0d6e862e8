//! Paths. Imports `board`, `model`, `program`.

use super::Lower;
use crate::board::{Vector, leaps, turned};
use crate::compile::Refusal;
use crate::model::{self, Steps as Said};
use crate::program::full::path::{Leg, Mode, Path, Steps};
use crate::program::full::term::{Node, Slide, Val};

impl<const N: usize> Lower<'_, '_, N> {
    /// A path.
    pub(super) fn path(&mut self, path: &model::Path) -> Result<Path<N>, Refusal> {
        Ok(match path {
            model::Path::Either(all) => Path::Either(self.paths(all)?),
            model::Path::Then(all) => Path::Then(self.paths(all)?),
            model::Path::Repeat(inner, least, most) => {
                Path::Repeat(Box::new(self.path(inner)?), *least, *most)
            }
            model::Path::Leg(leg) => Path::Leg(Box::new(self.leg(leg)?)),
            model::Path::Onto(inner, set) => Path::Onto(Box::new(self.path(inner)?), self.term(set)?),
            model::Path::Like(kinds) => Path::Like(self.term(kinds)?),
            model::Path::Only { mode: only, fresh, own, passing, wraps, path } => Path::Only {
                mode: mode(*only),
                fresh: *fresh,
                own: *own,
                passing: *passing,
                wraps: *wraps,
                path: Box::new(self.path(path)?),
            },
        })
    }

    fn paths(&mut self, all: &[model::Path]) -> Result<Vec<Path<N>>, Refusal> {
        all.iter().map(|each| self.path(each)).collect()
    }

    fn leg(&mut self, leg: &model::Leg) -> Result<Leg<N>, Refusal> {
        Ok(Leg {
            steps: self.steps(&leg.steps)?,
            leaps: leg.steps.are_leaps(),
            least: leg.least,
            most: leg.most,
            over: self.maybe(leg.over.as_ref())?,
            onto: self.maybe(leg.onto.as_ref())?,
            taking: self.maybe(leg.taking.as_ref())?,
            empty: leg.empty,
        })
    }

    /// The numbers of vectors.
    pub(super) fn vectors(&self, list: &[Vector]) -> Vec<u8> {
        list.iter().filter_map(|each| self.board.vector(each.right, each.up)).collect()
    }

    fn steps(&mut self, steps: &Said) -> Result<Steps<N>, Refusal> {
        Ok(match steps {
            Said::In(directions) => {
                let term = self.term(directions)?;
                match term.node {
                    Node::Fixed(Val::Directions(set)) => Steps::Fixed(members(set)),
                    _ => Steps::In(term),
                }
            }
            Said::Vectors(list) => Steps::Fixed(self.vectors(list)),
            Said::Leap(m, n, None) => Steps::Fixed(self.vectors(&leaps(*m, *n))),
            Said::Leap(m, n, Some(directions)) => {
                let term = self.term(directions)?;
                let all = leaps(*m, *n);
                match term.node {
                    Node::Fixed(Val::Directions(set)) => {
                        let directions: Vec<Vector> =
                            members(set).into_iter().map(|each| self.vector(each)).collect();
                        let part = |each: &Vector| directions.iter().any(|other| each.has_part_in(*other));
                        Steps::Fixed(self.vectors(&all.into_iter().filter(part).collect::<Vec<_>>()))
                    }
                    _ => Steps::Leap(self.vectors(&all), term),
                }
            }
            Said::Toward(leap, whence) | Said::Away(leap, whence) => {
                let leaps = leap.map(|(m, n)| self.vectors(&leaps(m, n)));
                Steps::Toward(leaps, self.term(whence)?, matches!(steps, Said::Away(..)))
            }
            Said::Turned(list, turns) => self.after(list, |heading| {
                turns.iter().filter_map(|turn| turned(list, heading, *turn)).collect()
            }),
            Said::Outward(list) => self
                .after(list, |heading| list.iter().copied().filter(|each| each.is_near(heading)).collect()),
            Said::Crooked(orbit, starts) => Steps::Orbit(self.vectors(orbit), self.vectors(starts), false),
            Said::Circular(orbit, starts) => Steps::Orbit(self.vectors(orbit), self.vectors(starts), true),
        })
    }

    /// The slide that a path is, if it is one along all ranks and files, all diagonals, or both.
    pub(super) fn slide(&self, path: &Path<N>) -> Option<Slide> {
        let Path::Leg(leg) = path else { return None };
        let Steps::Fixed(list) = &leg.steps else { return None };
        let plain = leg.over.is_none() && leg.onto.is_none() && leg.taking.is_none() && !leg.empty;
        if !plain || leg.least != 1 || leg.most.is_some() {
            return None;
        }
        let has = |all: [(i8, i8); 4]| {
            all.iter()
                .all(|(right, up)| self.board.vector(*right, *up).is_some_and(|index| list.contains(&index)))
        };
        let slide = Slide {
            orthogonal: has(crate::program::lines::ORTHOGONAL),
            diagonal: has(crate::program::lines::DIAGONAL),
        };
        let count = 4 * (usize::from(slide.orthogonal) + usize::from(slide.diagonal));
        (count > 0 && list.len() == count).then_some(slide)
    }

    fn vector(&self, index: u8) -> Vector {
        let vector = &self.board.vectors[usize::from(index)];
        Vector::new(vector.right, vector.up)
    }

    fn after(&self, begin: &[Vector], follow: impl Fn(Vector) -> Vec<Vector>) -> Steps<N> {
        let all = (0u8..).take(self.board.vectors.len());
        let by_heading = all.map(|heading| self.vectors(&follow(self.vector(heading)))).collect();
        Steps::After(by_heading, self.vectors(begin))
    }
}

/// The members of a set of directions.
pub(super) fn members(set: u64) -> Vec<u8> {
    (0u8..64).filter(|index| set >> index & 1 == 1).collect()
}

pub(super) fn mode(mode: model::Mode) -> Mode {
    Mode { quiet: mode.quiet, capture: mode.capture }
}
