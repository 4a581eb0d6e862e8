//! Fixed sets that have no member in common: side by side they would mean nothing, and what is asked of them never
//! is so. Imports `ids`, `model`, `wording`.

use super::{Resolver, wording};
use crate::codes;
use crate::ids::{KindId, SideId};
use crate::model::{Deed, EffectKind, Expr, Kinship, Node, Type, Verb, area, visit};
use rulemate_grammar::ast;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::Span;

impl Resolver<'_> {
    /// Tells of two sets side by side that never meet; says whether they are.
    pub(super) fn tell_apart(&mut self, first: &Expr, second: &Expr, words: [&str; 2], span: Span) -> bool {
        let [one, other] = words;
        let sides = (fixed_side(first), fixed_side(second));
        let (message, help) = if let (Some(one_side), Some(other_side)) = sides {
            if one_side == other_side {
                return false;
            }
            let message = format!("`{one} {other}` is nothing: no piece is of both sides");
            (message, "leave both sides out: the name of the pieces alone means those of both".to_owned())
        } else {
            let apart = match (fixed_kinds(first), fixed_kinds(second)) {
                (Some(some), Some(others)) => !self.meet(&some, &others),
                _ => self.lie_apart(first, second),
            };
            if !apart {
                return false;
            }
            let message = format!("`{one} {other}` is nothing: words side by side mean all of it at once");
            // Behind a subject's `on` an `or` would join pieces.
            let joined = if second.of == Type::Squares {
                format!("({one} or {other})")
            } else {
                format!("{one} or {other}")
            };
            (message, format!("write `{joined}`"))
        };
        self.report(codes::error(codes::WORDS_CLASH, self.place(span), message).help(help));
        true
    }

    /// Whether two sets of squares surely have none in common.
    fn lie_apart(&self, first: &Expr, second: &Expr) -> bool {
        let Some(size) = self.library.size else { return false };
        let heads = match &second.node {
            Node::Both(members) => members.as_slice(),
            _ => std::slice::from_ref(second),
        };
        let area = |of: &Expr| if of.of == Type::Squares { area::area(size, of) } else { None };
        let Some(first) = area(first) else { return false };
        heads.iter().filter_map(area).any(|head| area::apart(first, head))
    }

    /// Tells of places behind a phrase that never meet those before: `rook on rank 3 on rank 4`. Each comes with its
    /// words, if it is said by `on`.
    pub(super) fn tell_elsewhere(
        &mut self,
        before: &[(Expr, Option<String>)],
        (here, words): &(Expr, Option<String>),
        span: Span,
    ) -> bool {
        let Some(other) = before.iter().find(|(there, _)| self.lie_apart(there, here)) else { return false };
        let help = match (&other.1, words) {
            (Some(there), Some(here)) => format!("write `on ({there} or {here})`"),
            _ => "leave one of both out".to_owned(),
        };
        let message = "no piece is in both places, which are asked for at once";
        let diagnostic = codes::error(codes::WORDS_CLASH, self.place(span), message)
            .also(other.0.place, "the other place")
            .help(help);
        self.report(diagnostic);
        true
    }

    /// What `it` can only be in the guards of a sentence about these.
    pub(super) fn speak_of_kinds(&mut self, subject: Option<&Expr>) {
        self.scope.it_kinds = subject.and_then(fixed_kinds);
    }

    /// Warns of `it is K` where `it` is of other kinds.
    pub(super) fn tell_never_of_kind(&mut self, value: &Expr, wanted: &[Expr], said: Span) {
        let (Node::It, Some(kinds)) = (&value.node, &self.scope.it_kinds) else { return };
        let mut others = Vec::new();
        for each in wanted {
            match fixed_kinds(each) {
                Some(found) => others.extend(found),
                None => return,
            }
        }
        if others.is_empty() || kinds.is_empty() || self.meet(kinds, &others) {
            return;
        }
        let message = format!(
            "`it` is always {} here, and never {}",
            self.kind_words(&kinds.clone()),
            self.kind_words(&others)
        );
        let diagnostic = Diagnostic::warning(codes::NEVER, self.place(said), message)
            .help("leave it out, or let the sentence be about other pieces");
        self.report(diagnostic);
    }

    /// Warns of pieces of the enemy as those that go: who goes are pieces of the player.
    pub(super) fn tell_enemy_goes(&mut self, subject: &Expr, said: &ast::Expr) {
        if self.trying || owner(subject) != Some(Kinship::Enemy) {
            return;
        }
        let place = subject.place;
        self.enemies_go.push((self.scope.file, place, wording::expr(said)));
    }

    /// Tells of them, when all sentences are read: an offer may let a player move pieces of the enemy.
    pub(super) fn tell_enemies_go(&mut self) {
        for (file, place, text) in std::mem::take(&mut self.enemies_go) {
            let said = &self.library.files[file.index()];
            let mut offers = false;
            let blocks = said.moves.iter().map(|moves| &moves.block);
            for block in blocks.chain(said.triggers.iter().map(|trigger| &trigger.effects)) {
                visit::each_effect(block, &mut |effect| {
                    offers |= matches!(effect.kind, EffectKind::Grant(_));
                });
            }
            if offers {
                continue;
            }
            let rest = text.strip_prefix("enemy ").unwrap_or("piece").to_owned();
            let message = format!("`{text}` is never so: who moves are pieces of the player, and so his own");
            let diagnostic = Diagnostic::warning(codes::NEVER, place, message)
                .help(format!("write `{rest}`, which means those of whoever moves, or name the side"));
            self.report(diagnostic);
        }
    }
}

/// Whether it is asked of pieces that go.
pub(super) fn goes(verb: Verb) -> bool {
    matches!(verb, Verb::Move | Verb::Stop | Verb::Pass | Verb::PassFrom | Verb::Take | Verb::Threaten)
}

/// Whether only pieces that go do it.
pub(super) fn is_of_goers(deed: Deed) -> bool {
    matches!(deed, Deed::Moves | Deed::Acts | Deed::Castles)
}

/// The kinds that words name by themselves, whatever rules say.
fn fixed_kinds(value: &Expr) -> Option<Vec<KindId>> {
    match &value.node {
        Node::Kinds(kinds) => Some(kinds.clone()),
        Node::OfKind(of)
        | Node::OwnedBy(of, _)
        | Node::Except(of, _)
        | Node::Those(of, ..)
        | Node::Another(of)
        | Node::Taken(of) => fixed_kinds(of),
        Node::Both(members) => members.iter().find_map(fixed_kinds),
        Node::Either(members) => {
            let all: Option<Vec<_>> = members.iter().map(fixed_kinds).collect();
            Some(all?.concat())
        }
        _ => None,
    }
}

/// The side of which words name the pieces.
fn fixed_side(value: &Expr) -> Option<SideId> {
    match &value.node {
        Node::Side(side) => Some(*side),
        Node::OwnedBy(_, side) => match side.node {
            Node::Side(side) => Some(side),
            _ => None,
        },
        Node::Except(of, _) | Node::Those(of, ..) | Node::Another(of) | Node::Taken(of) => fixed_side(of),
        Node::Both(members) => members.iter().find_map(fixed_side),
        _ => None,
    }
}

/// `own` or `enemy` before pieces.
fn owner(value: &Expr) -> Option<Kinship> {
    match &value.node {
        Node::OwnedBy(_, side) => match side.node {
            Node::Kin(kinship) => Some(kinship),
            _ => None,
        },
        Node::Except(of, _) | Node::Those(of, ..) => owner(of),
        Node::Both(members) => members.iter().find_map(owner),
        _ => None,
    }
}
