//! Directions that never change, worked out once: `any`, `forward diagonal`. Imports `model`.

use super::force::Ranked;
use super::value::sorted;
use crate::board::{Vector, having_parts};
use crate::ids::MeaningId;
use crate::model::{Definition, Expr, Library, Node, Path, Steps};

/// The defined words that mean the same directions at every moment.
pub(super) struct Constants {
    meanings: Vec<Option<Vec<Vector>>>,
}

impl Constants {
    /// Works out one word after another until no more is found.
    pub fn new(library: &Library, definitions: &[Vec<Ranked<Definition>>]) -> Constants {
        let mut constants = Constants { meanings: vec![None; library.meanings.len()] };
        loop {
            let mut found = false;
            for (index, list) in definitions.iter().enumerate() {
                // Only a word that one sentence defines, always.
                let [only] = list.as_slice() else { continue };
                let rule = &only.rule;
                if constants.meanings[index].is_none()
                    && rule.guards.is_empty()
                    && !rule.except
                    && rule.parameter.is_none()
                {
                    constants.meanings[index] = constants.directions(&rule.body);
                    found |= constants.meanings[index].is_some();
                }
            }
            if !found {
                return constants;
            }
        }
    }

    fn meaning(&self, meaning: MeaningId) -> Option<Vec<Vector>> {
        self.meanings[meaning.index()].clone()
    }

    /// The directions that an expression always means, in order.
    fn directions(&self, expr: &Expr) -> Option<Vec<Vector>> {
        match &expr.node {
            Node::Directions(list) => Some(sorted(list.clone())),
            Node::Meaning(meaning, None) => self.meaning(*meaning),
            Node::Either(all) => {
                let all: Option<Vec<_>> = all.iter().map(|each| self.directions(each)).collect();
                Some(sorted(all?.concat()))
            }
            Node::Parts(all) => {
                let all: Option<Vec<_>> =
                    all.iter().map(|(each, part)| Some((self.directions(each)?, *part))).collect();
                Some(sorted(having_parts(&all?)))
            }
            _ => None,
        }
    }

    /// Puts constants in place of expressions.
    pub fn fold_path(&self, path: &mut Path) {
        match path {
            Path::Either(all) | Path::Then(all) => all.iter_mut().for_each(|each| self.fold_path(each)),
            Path::Repeat(path, ..) | Path::Onto(path, _) | Path::Only { path, .. } => self.fold_path(path),
            Path::Like(_) => {}
            Path::Leg(leg) => {
                if let Steps::In(expr) | Steps::Leap(_, _, Some(expr)) = &mut leg.steps
                    && let Some(list) = self.directions(expr)
                {
                    expr.node = Node::Directions(list);
                }
            }
        }
    }
}
