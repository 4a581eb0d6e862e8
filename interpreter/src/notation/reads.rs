//! What the rules of a file ask about, found by walking its sentences. Imports `ids`, `model`.
//!
//! A position's text need not carry what no rule can tell apart: this says which those things are.

use crate::ids::{FactId, KindId};
use crate::model::{Expr, File, MoveRule, Node, Path, visit};
use std::collections::BTreeSet;

/// What the rules of one file read.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    /// Some rule asks whether a piece is fresh, apart from castling.
    pub fresh: bool,
    /// Some rule asks whether a royal piece, or another, is threatened.
    pub threatened: bool,
    /// The facts that are read as a condition or a value.
    pub facts: BTreeSet<FactId>,
}

impl Reads {
    /// What all the sentences of a file read.
    #[must_use]
    pub fn of_file(file: &File) -> Reads {
        let mut reads = Reads::default();
        visit::file(file, &mut |expr| reads.expr(expr));
        for moves in &file.moves {
            if let MoveRule::Travel(travel) = &moves.rule {
                reads.fresh |= asks_fresh(&travel.path);
            }
        }
        reads
    }

    /// What one condition or value reads.
    #[must_use]
    pub fn of_expr(expr: &Expr) -> Reads {
        let mut reads = Reads::default();
        reads.expr(expr);
        reads
    }

    fn expr(&mut self, expr: &Expr) {
        visit::all(expr, &mut |part| match &part.node {
            Node::Fresh => self.fresh = true,
            Node::GameFact(fact) | Node::Bearing(fact) | Node::FactOf(fact, _) | Node::Secret(fact, _) => {
                self.facts.insert(*fact);
            }
            Node::Threatened { .. } | Node::Threatens(..) => self.threatened = true,
            Node::Met(path, _) => self.fresh |= asks_fresh(path),
            _ => {}
        });
    }
}

/// Whether a path, or a part of one, is only for pieces that have not moved.
fn asks_fresh(path: &Path) -> bool {
    match path {
        Path::Either(paths) | Path::Then(paths) => paths.iter().any(asks_fresh),
        Path::Repeat(path, ..) | Path::Onto(path, _) => asks_fresh(path),
        Path::Only { fresh, path, .. } => *fresh || asks_fresh(path),
        Path::Leg(_) | Path::Like(_) => false,
    }
}

/// The kinds that a condition or a value names anywhere in it.
#[must_use]
pub fn kinds_named(expr: &Expr) -> Vec<KindId> {
    let mut kinds = Vec::new();
    visit::all(expr, &mut |part| {
        if let Node::Kinds(named) = &part.node {
            kinds.extend(named);
        }
    });
    kinds
}
