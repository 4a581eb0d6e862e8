//! The board, and all steps and leaps over it that rules in force name. Imports `board`, `model`, `program`.

use crate::board::{COMPASS, Vector, leaps};
use crate::compile::rules::Rules;
use crate::model::{Expr, MoveRule, Node, Path, Steps, visit};
use crate::program::bits::Bits;
use crate::program::full::{Board, NONE, Vector as Step};

/// The board of these rules.
pub(super) fn of<const N: usize>(rules: &Rules<'_>) -> Board<N> {
    let vectors = vectors(rules);
    let size = rules.size;
    let squares = size.files as usize * size.ranks as usize;
    let index = |vector: Vector| -> u8 {
        let at = vectors.binary_search_by_key(&(vector.right, vector.up), |each| (each.right, each.up));
        at.ok().and_then(|at| u8::try_from(at).ok()).unwrap_or(NONE)
    };
    let lead = |vector: &Vector| -> Box<[u8]> {
        let from = size
            .squares()
            .map(|square| size.step(square, *vector).map_or(NONE, |to| to.rank() * size.files + to.file()));
        from.collect()
    };
    let steps: Vec<Step> = vectors
        .iter()
        .map(|vector| Step {
            right: vector.right,
            up: vector.up,
            back: index(vector.back()),
            reduced: index(vector.reduced()),
            unit: vector.right.abs() <= 1 && vector.up.abs() <= 1,
            next: lead(vector),
        })
        .collect();
    let mut near = vec![Bits::EMPTY; squares].into_boxed_slice();
    for vector in COMPASS {
        for (from, to) in lead(&vector).iter().enumerate() {
            if *to != NONE {
                near[from] |= Bits::of(*to);
            }
        }
    }
    let all = (0..=u8::MAX).take(squares).collect();
    Board { files: size.files, ranks: size.ranks, all, vectors: steps, near }
}

/// All vectors that rules name, with those that turning round, bouncing and shortening make of them.
fn vectors(rules: &Rules<'_>) -> Vec<Vector> {
    let mut all: Vec<Vector> = COMPASS.to_vec();
    for file in &rules.files {
        visit::file(rules.file(*file), &mut |expr| in_expr(expr, &mut all));
    }
    for rule in rules.all(|file| &file.moves) {
        if let MoveRule::Travel(travel) = &rule.rule {
            in_path(&travel.path, &mut all);
        }
    }
    let mut closed: Vec<Vector> = Vec::new();
    for vector in all {
        for Vector { right, up } in [vector, vector.reduced()] {
            for each in [Vector::new(right, up), Vector::new(-right, up)] {
                closed.extend([each, each.back()]);
            }
        }
    }
    closed.sort_unstable();
    closed.dedup();
    closed
}

fn in_expr(expr: &Expr, all: &mut Vec<Vector>) {
    visit::all(expr, &mut |part| match &part.node {
        Node::Met(path, _) => in_path(path, all),
        Node::Directions(list) => all.extend(list),
        _ => {}
    });
}

fn in_path(path: &Path, all: &mut Vec<Vector>) {
    match path {
        Path::Either(list) | Path::Then(list) => list.iter().for_each(|each| in_path(each, all)),
        Path::Repeat(inner, ..) | Path::Onto(inner, _) | Path::Only { path: inner, .. } => {
            in_path(inner, all)
        }
        Path::Like(_) => {}
        Path::Leg(leg) => match &leg.steps {
            Steps::In(_) | Steps::Toward(None, _) | Steps::Away(None, _) => {}
            Steps::Vectors(list) | Steps::Turned(list, _) | Steps::Outward(list) => all.extend(list),
            Steps::Leap(m, n, _) | Steps::Toward(Some((m, n)), _) | Steps::Away(Some((m, n)), _) => {
                all.extend(leaps(*m, *n));
            }
            Steps::Crooked(orbit, starts) | Steps::Circular(orbit, starts) => {
                all.extend(orbit);
                all.extend(starts);
            }
        },
    }
}
