//! What an event declares and nothing asks: facts that are never read, meanings that are never used. Names of an event
//! are private to it, so nobody else can ask them; what a game declares may be meant for events. Most often a name was
//! misspelt somewhere. Raises the warnings R0612 and R0613. Imports `ids`, `model`, `codes`, `visit`.

use super::visit;
use crate::codes;
use crate::model::{EffectKind, Expr, Library, Node};
use rulemate_grammar::diagnostic::Diagnostic;

/// Tells of unused facts and meanings of events.
pub(super) fn check(library: &Library, told: &mut Vec<Diagnostic>) {
    let mut facts = vec![false; library.facts.len()];
    let mut meanings = vec![false; library.meanings.len()];
    for file in &library.files {
        let mut ask = |part: &Expr| match &part.node {
            Node::GameFact(fact) | Node::FactOf(fact, _) | Node::Bearing(fact) | Node::Secret(fact, _) => {
                facts[fact.index()] = true;
            }
            Node::Meaning(meaning, _) => meanings[meaning.index()] = true,
            _ => {}
        };
        visit::file(file, &mut |expr| visit::all(expr, &mut ask));
        for relation in &file.relations {
            if let Some(fact) = relation.fact {
                facts[fact.index()] = true;
            }
        }
        // Who shows a secret to a player has used it.
        for effect in file.triggers.iter().flat_map(|trigger| &trigger.effects) {
            if let EffectKind::Reveal(fact, _) = &effect.kind {
                facts[fact.index()] = true;
            }
        }
    }
    if let Some(setup) = &library.setup {
        setup.with.iter().for_each(|fact| facts[fact.index()] = true);
    }
    let event = |file: crate::ids::FileId| library.files[file.index()].event;
    for (fact, used) in library.facts.iter().zip(facts) {
        if !used && event(fact.file) {
            let message = format!("nothing asks about `{}`", fact.name);
            told.push(
                Diagnostic::warning(codes::UNUSED_FACT, fact.place, message)
                    .help("use it in a condition or a phrase, or leave it out"),
            );
        }
    }
    for (meaning, used) in library.meanings.iter().zip(meanings) {
        if !used && event(meaning.file) && meaning.name != "royal" && meaning.name != "board" {
            let message = format!("nothing uses `{}`", meaning.name);
            told.push(
                Diagnostic::warning(codes::UNUSED_MEANING, meaning.place, message)
                    .help("use the word, or leave its meaning out"),
            );
        }
    }
}
