//! What an event declares and nothing asks: facts that are never read, meanings that are never used. Names of an event
//! are private to it, so nobody else can ask them; what a game declares may be meant for events. Most often a name was
//! misspelt somewhere. Tells of facts that nothing sets, too. Raises the warnings R0612 to R0614. Imports `ids`, `model`, `codes`, `visit`.

use crate::codes;
use crate::model::visit;
use crate::model::{EffectKind, Expr, Library, Node};
use rulemate_grammar::diagnostic::Diagnostic;
use std::collections::BTreeSet;

/// Tells of unused facts and meanings of events.
pub(super) fn check(library: &Library, told: &mut Vec<Diagnostic>) {
    let mut facts = vec![false; library.facts.len()];
    let mut set = vec![false; library.facts.len()];
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
        let blocks = file.triggers.iter().map(|trigger| &trigger.effects);
        for block in blocks.chain(file.moves.iter().map(|moves| &moves.block)) {
            visit::each_effect(block, &mut |effect| {
                if let EffectKind::Set(fact, ..) | EffectKind::SetGame(fact, _) = &effect.kind {
                    set[fact.index()] = true;
                }
            });
        }
        // Who shows a secret to a player has used it.
        for effect in file.triggers.iter().flat_map(|trigger| &trigger.effects) {
            if let EffectKind::Reveal(fact, _) = &effect.kind {
                facts[fact.index()] = true;
            }
        }
    }
    if let Some(setup) = &library.setup {
        for fact in &setup.with {
            facts[fact.index()] = true;
            set[fact.index()] = true;
        }
    }
    let event = |file: crate::ids::FileId| library.files[file.index()].event;
    for ((fact, used), set) in library.facts.iter().zip(facts).zip(set) {
        if used && !set && event(fact.file) {
            let message = format!("nothing ever sets `{}`", fact.name);
            told.push(
                Diagnostic::warning(codes::NEVER_SET, fact.place, message)
                    .help("set it by `becomes` in a block or behind a `when ...,`"),
            );
        }
        if !used && event(fact.file) {
            let message = format!("nothing asks about `{}`", fact.name);
            told.push(
                Diagnostic::warning(codes::UNUSED_FACT, fact.place, message)
                    .help("use it in a condition or a phrase, or leave it out"),
            );
        }
    }
    let of_games: BTreeSet<&str> =
        library.meanings.iter().filter(|other| !event(other.file)).map(|other| other.name.as_str()).collect();
    for (meaning, used) in library.meanings.iter().zip(meanings) {
        if !used && event(meaning.file) && meaning.name != "royal" && meaning.name != "board" {
            let message = format!("nothing uses `{}`", meaning.name);
            let help = if of_games.contains(meaning.name.as_str()) {
                format!("to change what the game calls so, write `{} now means ...`", meaning.name)
            } else {
                "use the word, or leave its meaning out".to_owned()
            };
            told.push(Diagnostic::warning(codes::UNUSED_MEANING, meaning.place, message).help(help));
        }
    }
}
