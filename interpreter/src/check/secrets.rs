//! A secret fact must not be given away by what is legal or by what happens in a turn. Until it is revealed it may be
//! read inside a turn only by what its owner chooses; every other rule that reads it must be an `after` rule, which
//! runs when the turn stands. Raises R0611. Imports `ids`, `model`, `codes`, `visit`.

use crate::codes;
use crate::ids::FactId;
use crate::model::visit;
use crate::model::{Choose, Effect, EffectKind, Expr, File, Kinship, Library, Node, Time};
use rulemate_grammar::diagnostic::Diagnostic;

/// Who may read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    /// Nobody: it binds or shows something to both sides.
    Nobody,
    /// The side of the view, for its own choices.
    Owner,
}

struct Secrets<'a> {
    library: &'a Library,
    /// Words that read a secret fact in some definition.
    tainted: Vec<Option<FactId>>,
    told: &'a mut Vec<Diagnostic>,
}

/// Tells of rules that read a secret too early.
pub(super) fn check(library: &Library, told: &mut Vec<Diagnostic>) {
    if !library.facts.iter().any(|fact| fact.secret) {
        return;
    }
    let tainted = tainted(library);
    let mut secrets = Secrets { library, tainted, told };
    for file in &library.files {
        secrets.file(file);
    }
}

fn tainted(library: &Library) -> Vec<Option<FactId>> {
    let mut tainted = vec![None; library.meanings.len()];
    loop {
        let mut changed = false;
        for definition in library.files.iter().flat_map(|file| &file.definitions) {
            if tainted[definition.meaning.index()].is_some() {
                continue;
            }
            let mut found = None;
            let mut look = |part: &Expr| match &part.node {
                Node::FactOf(fact, _) | Node::GameFact(fact) | Node::Bearing(fact)
                    if library.facts[fact.index()].secret =>
                {
                    found = found.or(Some(*fact));
                }
                Node::Meaning(meaning, _) => found = found.or(tainted[meaning.index()]),
                _ => {}
            };
            visit::all(&definition.body, &mut look);
            definition.guards.iter().for_each(|guard| visit::all(&guard.condition, &mut look));
            if found.is_some() {
                tainted[definition.meaning.index()] = found;
                changed = true;
            }
        }
        if !changed {
            return tainted;
        }
    }
}

impl Secrets<'_> {
    fn file(&mut self, file: &File) {
        let nobody = &mut |expr: &Expr| self.read(expr, Reader::Nobody);
        file.needs.iter().for_each(|(condition, _)| nobody(condition));
        for each in &file.moves {
            visit::moves(each, nobody);
            visit::guards(&each.guards, nobody);
        }
        for each in &file.relations {
            nobody(&each.subject);
            each.object.iter().chain(&each.to).for_each(&mut *nobody);
            visit::guards(&each.guards, nobody);
        }
        for each in &file.promotions {
            visit::guards(&each.guards, nobody);
        }
        for each in &file.demands {
            nobody(&each.subject);
            visit::guards(&each.guards, nobody);
        }
        file.laws.iter().for_each(|law| nobody(&law.condition));
        file.ends.iter().for_each(|end| visit::guards(&end.guards, nobody));
        for each in file.triggers.iter().filter(|trigger| trigger.time != Time::After) {
            visit::happens(&each.happens, nobody);
            visit::guards(&each.guards, nobody);
        }
        for each in &file.moves {
            self.effects(&each.block, Reader::Nobody);
        }
        for each in file.triggers.iter().filter(|trigger| trigger.time != Time::After) {
            self.effects(&each.effects, Reader::Nobody);
        }
    }

    fn effects(&mut self, effects: &[Effect], reader: Reader) {
        for effect in effects {
            match &effect.kind {
                // Options, and what is forbidden among them, are for the chooser's eyes.
                EffectKind::Choose(Choose { who: Some(_), options, guards, body, .. }) => {
                    options.iter().for_each(|option| self.read(option, Reader::Owner));
                    visit::guards(guards, &mut |expr| self.read(expr, Reader::Owner));
                    self.effects(body, Reader::Owner);
                }
                EffectKind::ForEachSide(guards, body) | EffectKind::ForEach(_, _, guards, body) => {
                    visit::guards(guards, &mut |expr| self.read(expr, reader));
                    self.effects(body, reader);
                }
                EffectKind::If(condition, then, otherwise) => {
                    self.read(condition, reader);
                    self.effects(then, reader);
                    self.effects(otherwise, reader);
                }
                // To set or to reveal a fact does not read it.
                EffectKind::Reveal(..) => {}
                EffectKind::Set(_, whose, value) => {
                    self.read(whose, reader);
                    self.read(value, Reader::Owner);
                }
                _ => visit::effects(std::slice::from_ref(effect), &mut |expr| self.read(expr, reader)),
            }
        }
    }

    fn read(&mut self, expr: &Expr, reader: Reader) {
        let mut found = None;
        visit::all(expr, &mut |part| {
            let fact = match &part.node {
                Node::FactOf(fact, whose) if self.library.facts[fact.index()].secret => {
                    let own = matches!(whose.node, Node::Kin(Kinship::Own) | Node::Player | Node::Var(_));
                    if own && reader == Reader::Owner {
                        return;
                    }
                    Some(*fact)
                }
                Node::GameFact(fact) | Node::Bearing(fact) if self.library.facts[fact.index()].secret => {
                    Some(*fact)
                }
                Node::Meaning(meaning, _) => self.tainted[meaning.index()],
                _ => None,
            };
            if let (Some(fact), None) = (fact, found) {
                found = Some((fact, part.place));
            }
        });
        let Some((fact, place)) = found else { return };
        let fact = &self.library.facts[fact.index()];
        let message = format!("`{}` is a secret, and this would give it away", fact.name);
        let diagnostic = codes::error(codes::SECRET, place, message)
            .also(fact.place, "declared secret here")
            .help("ask it in an `after` rule, which runs when the turn stands; there `forbid if` takes the turn back");
        self.told.push(diagnostic);
    }
}
