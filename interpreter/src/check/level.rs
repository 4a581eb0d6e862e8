//! The levels of law: 0 asks nothing about threats, 1 asks about threats, 2 asks about answers. A threat is found
//! by turns of level 0, so what makes the moves themselves cannot ask about threats, or it would ask itself. Guards,
//! `cannot`, laws and triggers may: a threat counts guards as met, `cannot` as unsaid, such laws as kept, and runs
//! no such triggers. Raises R0610. Imports `ids`, `model`, `codes`, `visit`.

use crate::codes;
use crate::ids::MeaningId;
use crate::model::visit;
use crate::model::{Expr, Guard, Library, Node, Relation};
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::Place;

/// The level of each defined word of a library: the highest of all its definitions.
#[derive(Clone, Debug)]
pub struct Levels {
    meanings: Vec<u8>,
}

impl Levels {
    /// The levels of all words of a library, all its files taken as in force.
    #[must_use]
    pub fn of(library: &Library) -> Levels {
        let mut levels = Levels { meanings: vec![0; library.meanings.len()] };
        // A level only ever rises, and there are three.
        loop {
            let mut changed = false;
            for definition in library.files.iter().flat_map(|file| &file.definitions) {
                let level = levels.expr(&definition.body).max(levels.guards(&definition.guards));
                let known = levels.meaning(definition.meaning);
                if level > known {
                    levels.meanings[definition.meaning.index()] = level;
                    changed = true;
                }
            }
            if !changed {
                return levels;
            }
        }
    }

    /// The level of a defined word.
    #[must_use]
    pub fn meaning(&self, meaning: MeaningId) -> u8 {
        self.meanings.get(meaning.index()).copied().unwrap_or(0)
    }

    /// The level of an expression: the highest of its words.
    #[must_use]
    pub fn expr(&self, expr: &Expr) -> u8 {
        let mut level = 0;
        visit::all(expr, &mut |part| level = level.max(self.word(part)));
        level
    }

    /// The level of guards.
    #[must_use]
    pub fn guards(&self, guards: &[Guard]) -> u8 {
        guards.iter().map(|guard| self.expr(&guard.condition)).max().unwrap_or(0)
    }

    /// The level of a relation: that of its subject, its objects and its guards.
    #[must_use]
    pub fn relation(&self, relation: &Relation) -> u8 {
        let objects = relation.object.iter().chain(&relation.to).map(|object| self.expr(object));
        objects.max().unwrap_or(0).max(self.expr(&relation.subject)).max(self.guards(&relation.guards))
    }

    /// The level of one word, its parts left aside.
    fn word(&self, expr: &Expr) -> u8 {
        match &expr.node {
            Node::Threatened { .. } | Node::Threatens(..) | Node::CouldTake(..) => 1,
            Node::CanMove(_) | Node::CanReach(..) => 2,
            Node::Meaning(meaning, _) => self.meaning(*meaning),
            _ => 0,
        }
    }

    /// Where the first word with a level stands, and its level.
    fn culprit(&self, expr: &Expr) -> Option<(Place, u8)> {
        let mut found = None;
        visit::all(expr, &mut |part| {
            let level = self.word(part);
            if level > 0 && found.is_none() {
                found = Some((part.place, level));
            }
        });
        found
    }
}

/// Tells of moves, promotions, edges, rights and pieces' kinds that ask about threats outside their guards.
pub(super) fn check(library: &Library, told: &mut Vec<Diagnostic>) {
    let levels = Levels::of(library);
    for file in &library.files {
        let mut ask = |expr: &Expr, what: &str, help: &str| {
            if let Some((place, level)) = levels.culprit(expr) {
                let about = if level == 1 { "threats" } else { "answers" };
                let message = format!("{what} cannot hang on {about}: those are found by the moves");
                told.push(codes::error(codes::LEVEL, place, message).help(help.to_owned()));
            }
        };
        for moves in &file.moves {
            visit::moves(moves, &mut |expr| {
                ask(expr, "a move", "ask it in a guard behind the move: `... if it is threatened`");
            });
        }
        for promotion in &file.promotions {
            for expr in [&promotion.subject, &promotion.on, &promotion.to] {
                ask(expr, "a promotion", "ask it in a guard: `promotes on ... to ... if ...`");
            }
        }
        for edge in &file.edges {
            for expr in std::iter::once(&edge.subject).chain(&edge.directions) {
                ask(expr, "an edge", "ask it in a guard: `bounces if ...`");
            }
        }
        for relation in file.relations.iter().filter(|relation| relation.can) {
            let parts = std::iter::once(&relation.subject).chain(&relation.object).chain(&relation.to);
            for expr in parts {
                ask(expr, "a right", "ask it in a guard: `can ... if ...`, or say it by `cannot`");
            }
        }
    }
}
