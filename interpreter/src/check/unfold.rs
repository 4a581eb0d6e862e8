//! Words that stand on other words, these on others again, without bound: whoever asks what they mean would wait, or
//! run out of room. Raises R0620. Imports `ids`, `model`, `codes`, `visit`.

use crate::codes;
use crate::model::visit;
use crate::model::{DEEPEST_WORD, Definition, Expr, Library, Node};
use rulemate_grammar::diagnostic::Diagnostic;

/// How often words may be looked up to say what one means.
const MOST_LOOKS: u32 = 100_000;

/// What it takes to say what a word means.
#[derive(Clone, Copy, Default)]
struct Cost {
    deep: u16,
    looks: u32,
}

impl Cost {
    fn is_allowed(self) -> bool {
        self.deep <= DEEPEST_WORD && self.looks <= MOST_LOOKS
    }
}

pub(super) fn check(library: &Library, told: &mut Vec<Diagnostic>) {
    let count = library.meanings.len();
    let mut definitions: Vec<Vec<&Definition>> = vec![Vec::new(); count];
    for definition in library.files.iter().flat_map(|file| &file.definitions) {
        definitions[definition.meaning.index()].push(definition);
    }
    let asked: Vec<Vec<usize>> =
        definitions.iter().map(|list| list.iter().flat_map(|each| words(each)).collect()).collect();
    let mut costs: Vec<Option<Cost>> = vec![None; count];
    let mut begun = vec![false; count];
    for start in 0..count {
        // Words on a circle are told elsewhere; one that is begun already counts as nothing.
        let mut way: Vec<(usize, usize)> = Vec::new();
        if !std::mem::replace(&mut begun[start], true) {
            way.push((start, 0));
        }
        while let Some((at, next)) = way.last_mut() {
            let (at, to) = (*at, asked[*at].get(*next).copied());
            *next += 1;
            if let Some(to) = to {
                if !std::mem::replace(&mut begun[to], true) {
                    way.push((to, 0));
                }
                continue;
            }
            way.pop();
            let parts = || asked[at].iter().filter_map(|word| costs[*word]);
            let cost = Cost {
                deep: parts().map(|part| part.deep).max().unwrap_or(0).saturating_add(1),
                looks: parts().fold(1, |sum: u32, part| sum.saturating_add(part.looks)),
            };
            let first = parts().all(Cost::is_allowed);
            costs[at] = Some(cost);
            if let Some(definition) = definitions[at].first().filter(|_| first && !cost.is_allowed()) {
                told.push(too_much(&library.meanings[at].name, cost, definition));
            }
        }
    }
}

fn too_much(name: &str, cost: Cost, definition: &Definition) -> Diagnostic {
    let message = if cost.deep > DEEPEST_WORD {
        format!("`{name}` stands on more than {DEEPEST_WORD} words, one upon the other")
    } else {
        format!("to say what `{name}` means, more than {MOST_LOOKS} words are looked up")
    };
    Diagnostic::error(codes::UNFOLDS, definition.place, message)
        .label("this definition")
        .help("say it in fewer steps: let a word say itself what it means where it now only asks the next")
}

/// The words that a definition asks for, each as often as it does.
fn words(definition: &Definition) -> Vec<usize> {
    let mut words = Vec::new();
    let mut look = |expr: &Expr| {
        visit::all(expr, &mut |part| {
            if let Node::Meaning(meaning, _) = &part.node {
                words.push(meaning.index());
            }
        });
    };
    look(&definition.body);
    definition.guards.iter().for_each(|guard| look(&guard.condition));
    words
}
