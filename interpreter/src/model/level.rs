//! What a sentence asks about: nothing of threats (0), threats (1), answers (2). Imports `model`.

use super::visit;
use super::{Definition, Effect, Expr, Guard, Library, Moves, Node, Relation, Trigger};
use crate::ids::MeaningId;
use rulemate_grammar::source::Place;

/// The level of each defined word: the highest of all its definitions.
#[derive(Clone, Debug)]
pub struct Levels {
    meanings: Vec<u8>,
}

impl Levels {
    /// The levels of all words of a library, all its files taken as in force.
    #[must_use]
    pub fn of(library: &Library) -> Levels {
        Levels::by(library, &library.files.iter().flat_map(|file| &file.definitions).collect::<Vec<_>>())
    }

    /// The levels of all words of a library by these definitions.
    #[must_use]
    pub fn by(library: &Library, definitions: &[&Definition]) -> Levels {
        let mut levels = Levels { meanings: vec![0; library.meanings.len()] };
        // A level only ever rises, and there are three.
        loop {
            let mut changed = false;
            for definition in definitions {
                let level = levels.definition(definition);
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

    /// The level of a definition: that of its body and its guards.
    #[must_use]
    pub fn definition(&self, definition: &Definition) -> u8 {
        self.expr(&definition.body).max(self.guards(&definition.guards))
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

    /// The level of a move: that of its path and all else that it names, and of its guards; not of its block.
    #[must_use]
    pub fn moves(&self, moves: &Moves) -> u8 {
        let mut level = self.guards(&moves.guards);
        visit::moves(moves, &mut |expr| level = level.max(self.expr(expr)));
        level
    }

    /// The level of a trigger: that of what it waits for, of its guards and of its effects.
    #[must_use]
    pub fn trigger(&self, trigger: &Trigger) -> u8 {
        let mut level = self.guards(&trigger.guards).max(self.effects(&trigger.effects));
        visit::happens(&trigger.happens, &mut |expr| level = level.max(self.expr(expr)));
        level
    }

    fn effects(&self, effects: &[Effect]) -> u8 {
        let mut level = 0;
        visit::effects(effects, &mut |expr| level = level.max(self.expr(expr)));
        level
    }

    /// The level of one word, its parts left aside.
    fn word(&self, expr: &Expr) -> u8 {
        match &expr.node {
            Node::Threatened { .. } | Node::Threatens(..) | Node::CouldTake(..) => 1,
            // What may start asks the conditions of events, which ask threats and answers.
            Node::CanMove(_) | Node::CanReach(..) | Node::AllEvents => 2,
            Node::Meaning(meaning, _) => self.meaning(*meaning),
            _ => 0,
        }
    }

    /// Where the first word with a level stands, and its level.
    #[must_use]
    pub fn culprit(&self, expr: &Expr) -> Option<(Place, u8)> {
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
