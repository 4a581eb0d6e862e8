//! Sentences about what no rule lets happen: a move by a label that no such piece has, a promotion of what never
//! promotes; and labels that differ from a known one by a letter or two and that nothing asks for. Raises the
//! warnings R0621 and R0622. Imports `ids`, `model`, `names`.

use super::Resolver;
use crate::codes;
use crate::ids::{FileId, KindId, LabelId};
use crate::model::{Deed, EffectKind, Expr, File, MoveRule, Type, visit};
use rulemate_grammar::ast;
use rulemate_grammar::diagnostic::{Diagnostic, Severity};
use rulemate_grammar::source::Place;
use rulemate_grammar::suggest::edit_distance;

/// What a sentence asks of pieces.
#[derive(Debug)]
pub(super) struct Asked {
    file: FileId,
    /// The kinds that they can only be of.
    kinds: Vec<KindId>,
    what: What,
    /// A piece that has become one of them in this turn counts.
    behind: bool,
    place: Place,
}

#[derive(Debug)]
enum What {
    /// A move by this label.
    By(LabelId),
    /// Promotion, to one of these kinds if they are known.
    Promotes(Option<Vec<KindId>>),
}

/// A label that a sentence gives.
#[derive(Debug)]
pub(super) struct Given {
    pub(super) file: FileId,
    pub(super) label: LabelId,
    pub(super) place: Place,
}

impl Resolver<'_> {
    /// Notes that pieces are asked for a move by a label; `behind`: after the move is made.
    pub(super) fn asks_by(
        &mut self,
        who: &Expr,
        label: Option<LabelId>,
        by: Option<&ast::Name>,
        behind: bool,
    ) {
        let (Some(label), Some(by)) = (label, by) else { return };
        let place = self.place(by.span);
        self.asks(who, What::By(label), behind, place);
    }

    /// Notes that pieces are asked whether they promote.
    pub(super) fn asks_promotion(&mut self, who: &Expr, to: Option<&Expr>, place: Place) {
        let to = to.and_then(|to| self.named_kinds(to));
        self.asks(who, What::Promotes(to), false, place);
    }

    fn asks(&mut self, who: &Expr, what: What, behind: bool, place: Place) {
        if self.trying {
            return;
        }
        if let What::By(label) = what {
            self.asked_labels.insert(label);
        }
        let kinds = if who.of == Type::Pieces { self.named_kinds(who) } else { None };
        if let Some(kinds) = kinds.filter(|kinds| !kinds.is_empty()) {
            self.asked.push(Asked { file: self.scope.file, kinds, what, behind, place });
        }
    }

    /// Tells of what can never be so, when all sentences are read.
    pub(super) fn tell_never(&mut self) {
        // What stands behind a choice is read twice.
        let mut all = std::mem::take(&mut self.asked);
        all.sort_by_key(|asked| asked.place);
        all.dedup_by_key(|asked| asked.place);
        // Where a sentence is not understood it may be the one that says how it can be so.
        let wrong = |told: &Diagnostic| told.severity == Severity::Error;
        if self.diagnostics.iter().any(wrong) {
            self.given.clear();
            self.enemies_go.clear();
            return;
        }
        for asked in all {
            if let Some(diagnostic) = self.never(&asked) {
                self.report(diagnostic);
            }
        }
        self.tell_enemies_go();
        for given in std::mem::take(&mut self.given) {
            self.tell_alike(&given);
        }
    }

    /// The files whose sentences are in force where a file speaks.
    fn heard(&self, file: FileId) -> impl Iterator<Item = &File> {
        self.names.seen_from(file).map(|seen| &self.library.files[seen])
    }

    /// Whether a piece of one of these kinds may be one of those.
    pub(super) fn meet(&self, some: &[KindId], others: &[KindId]) -> bool {
        let is = |one: &KindId, other: &KindId| self.library.kind_is(*one, *other);
        some.iter().any(|one| others.iter().any(|other| is(one, other) || is(other, one)))
    }

    fn never(&self, asked: &Asked) -> Option<Diagnostic> {
        if asked.behind && self.heard(asked.file).any(changes_kinds) {
            return None;
        }
        let who = self.kind_words(&asked.kinds);
        match &asked.what {
            What::By(label) => {
                let has = |file: &File| {
                    file.moves.iter().any(|moves| {
                        if moves.label != Some(*label) {
                            return false;
                        }
                        let own = moves.subject.is_some()
                            && (moves.kinds.is_empty() || self.meet(&moves.kinds, &asked.kinds));
                        own || match &moves.rule {
                            MoveRule::Castle(castle) => self
                                .named_kinds(&castle.with)
                                .is_none_or(|with| self.meet(&with, &asked.kinds)),
                            MoveRule::Travel(_) | MoveRule::Act(_) => false,
                        }
                    })
                };
                if self.heard(asked.file).any(has) {
                    return None;
                }
                let name = &self.library.labels[label.index()];
                let message = format!("no {who} has a move by `{name}`, so this is never so");
                let names: Vec<String> = self.labels_of(asked);
                let help = match names.as_slice() {
                    [] => "leave the sentence out, or name other pieces".to_owned(),
                    names => format!("name other pieces, or another move: {}", names.join(", ")),
                };
                Some(Diagnostic::warning(codes::NEVER, asked.place, message).help(help))
            }
            What::Promotes(to) => {
                let promotions: Vec<_> = self
                    .heard(asked.file)
                    .flat_map(|file| &file.promotions)
                    .filter(|each| each.kinds.is_empty() || self.meet(&each.kinds, &asked.kinds))
                    .collect();
                let reaches = |each: &&crate::model::Promotion| match (to, self.named_kinds(&each.to)) {
                    (Some(to), Some(kinds)) => self.meet(to, &kinds),
                    _ => true,
                };
                if promotions.iter().any(reaches) {
                    return None;
                }
                let (message, help) = match to.as_ref().filter(|_| !promotions.is_empty()) {
                    Some(to) => (
                        format!("no {who} promotes to {}, so this is never so", self.kind_words(to)),
                        "name a kind that it promotes to, or say that it does: `... also promotes on rank 8 to ...`",
                    ),
                    None => (
                        format!("no {who} promotes, so this is never so"),
                        "name pieces that promote, or say that these do: `... also promotes on rank 8 to ...`",
                    ),
                };
                Some(Diagnostic::warning(codes::NEVER, asked.place, message).help(help))
            }
        }
    }

    pub(super) fn kind_words(&self, kinds: &[KindId]) -> String {
        let names: Vec<&str> =
            kinds.iter().map(|kind| self.library.kinds[kind.index()].name.as_str()).collect();
        names.join(" or ")
    }

    /// The labels that such pieces do have.
    fn labels_of(&self, asked: &Asked) -> Vec<String> {
        let mut names = Vec::new();
        for moves in self.heard(asked.file).flat_map(|file| &file.moves) {
            let Some(label) = moves.label.filter(|_| moves.subject.is_some()) else { continue };
            let name = format!("`by {}`", self.library.labels[label.index()]);
            if self.meet(&moves.kinds, &asked.kinds) && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Warns of a label that is new, asked for by nothing, and nearly one that is there.
    fn tell_alike(&mut self, given: &Given) {
        if self.asked_labels.contains(&given.label) || self.tired() {
            return;
        }
        let name = self.library.labels[given.label.index()].clone();
        let others = self
            .heard(given.file)
            .flat_map(|file| &file.moves)
            .filter_map(|moves| moves.label)
            .take(super::MOST_CANDIDATES);
        let most = if name.len() < 6 { 1 } else { 2 };
        let alike = |label: &LabelId| {
            let other = &self.library.labels[label.index()];
            *label != given.label && other.len() > 3 && edit_distance(&name, other) <= most
        };
        let Some(other) = others.into_iter().find(alike) else { return };
        let other = self.library.labels[other.index()].clone();
        let message = format!("nothing asks for a move by `{name}`, and there is a label `{other}`");
        let diagnostic = Diagnostic::warning(codes::NEARLY_A_LABEL, given.place, message)
            .help(format!("did you mean `{other}`? If not, take a name that differs by more"));
        self.report(diagnostic);
    }
}

/// Whether rules of a file make pieces another kind.
fn changes_kinds(file: &File) -> bool {
    let mut found = false;
    let blocks = file.moves.iter().map(|moves| &moves.block);
    for block in blocks.chain(file.triggers.iter().map(|trigger| &trigger.effects)) {
        visit::each_effect(block, &mut |effect| found |= matches!(effect.kind, EffectKind::Become(..)));
    }
    found
}

/// Whether a deed is that of the piece that moves by a label: who arrives or is taken may be another.
pub(super) fn is_movers(deed: Deed) -> bool {
    matches!(deed, Deed::Moves | Deed::Takes | Deed::Acts | Deed::Castles)
}
