//! Answers to answers: `S can (C)` and `S can move` look through all turns of a side, so each that stands inside
//! another makes as many times as much to look at. Two deep is a matter of a second, three of a minute. Raises the
//! warning R0623. Imports `ids`, `model`, `codes`, `visit`.

use crate::codes;
use crate::ids::MeaningId;
use crate::model::{Expr, Library, Node, visit};
use rulemate_grammar::diagnostic::Diagnostic;
use std::collections::HashMap;

/// So deep answers may stand in each other without a word.
const DEEP: usize = 2;

/// Warns of answers that stand deep inside each other.
pub(super) fn check(library: &Library, told: &mut Vec<Diagnostic>) {
    let mut bodies: HashMap<MeaningId, Vec<&Expr>> = HashMap::new();
    for definition in library.files.iter().flat_map(|file| &file.definitions) {
        let guards = definition.guards.iter().map(|guard| &guard.condition);
        bodies.entry(definition.meaning).or_default().extend(guards.chain([&definition.body]));
    }
    let mut answers = Answers { bodies, known: HashMap::new() };
    for file in &library.files {
        visit::file(file, &mut |expr| {
            let depth = answers.depth(expr);
            if depth > DEEP {
                let message = format!("this asks after answers to answers, {depth} deep");
                told.push(Diagnostic::warning(codes::ANSWERS, expr.place, message).help(
                    "each `can` looks through all turns, so a move may take minutes: ask two deep at most, or \
                     `is threatened` and `could take`, which look at one side's moves",
                ));
            }
        });
    }
}

struct Answers<'l> {
    bodies: HashMap<MeaningId, Vec<&'l Expr>>,
    known: HashMap<MeaningId, usize>,
}

impl Answers<'_> {
    /// How deep answers stand in each other in an expression, and in the words that it stands on.
    fn depth(&mut self, expr: &Expr) -> usize {
        let mut inner = match &expr.node {
            Node::Meaning(meaning, _) => self.of_word(*meaning),
            _ => 0,
        };
        visit::parts(expr, &mut |part| inner = inner.max(self.depth(part)));
        inner + usize::from(matches!(expr.node, Node::CanMove(_) | Node::CanReach(..)))
    }

    fn of_word(&mut self, meaning: MeaningId) -> usize {
        if let Some(depth) = self.known.get(&meaning) {
            return *depth;
        }
        // A word that asks for itself is told of elsewhere.
        self.known.insert(meaning, 0);
        let bodies = self.bodies.get(&meaning).cloned().unwrap_or_default();
        let depth = bodies.iter().map(|body| self.depth(body)).max().unwrap_or(0);
        self.known.insert(meaning, depth);
        depth
    }
}
