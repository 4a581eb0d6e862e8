//! Which values surely have at most one member, or none. Imports `board`, `model`, `types`, `wording`.

use super::{Resolver, wording};
use crate::board::{Vector, having_parts};
use crate::codes;
use crate::ids::KindId;
use crate::model::{Expr, Node, Type};
use rulemate_grammar::ast;

/// Whether a value surely has at most one member. A parameter counts as one: it is asked as a whole.
pub(super) fn surely_single(value: &Expr) -> bool {
    match &value.node {
        Node::Broken
        | Node::It
        | Node::Origin
        | Node::Target
        | Node::Heading
        | Node::Player
        | Node::Kin(_)
        | Node::Side(_)
        | Node::Var(_) => true,
        Node::Squares(squares) => squares.len() <= 1,
        Node::Directions(directions) => directions.len() <= 1,
        Node::Kinds(kinds) => kinds.len() <= 1,
        Node::FactOf(_, of) | Node::SquaresOf(of) | Node::KindsOf(of) | Node::OwnersOf(of) => {
            surely_single(of)
        }
        Node::GameFact(_) => true,
        Node::Both(members) => members.iter().any(surely_single),
        Node::Except(of, _)
        | Node::OwnedBy(of, _)
        | Node::Another(of)
        | Node::Taken(of)
        | Node::SeenBy(_, of)
        | Node::Those(of, ..)
        | Node::Earlier(of) => surely_single(of),
        _ => matches!(value.of, Type::Bool | Type::Number),
    }
}

impl Resolver<'_> {
    /// Whether a value may stand where one is meant: it surely is one, or the word for it was defined as one, or it
    /// is what stands on a square, or a piece of which the first position has no more than one a side.
    pub(super) fn may_be_one(&self, value: &Expr) -> bool {
        match &value.node {
            _ if surely_single(value) => true,
            Node::Meaning(meaning, _) => self.typing.is_single(*meaning) || self.is_one_in_setup(value),
            Node::StandingOn(of) | Node::CarriedBy(of) => self.may_be_one(of),
            Node::OwnedBy(of, side) => self.may_be_one(of) || surely_single(side) && self.is_one_in_setup(of),
            Node::Both(members) => members.iter().any(|member| self.may_be_one(member)),
            Node::FactOf(_, of) | Node::SquaresOf(of) | Node::KindsOf(of) | Node::OwnersOf(of) => {
                self.may_be_one(of)
            }
            Node::Except(of, _)
            | Node::Another(of)
            | Node::SeenBy(_, of)
            | Node::Those(of, ..)
            | Node::Earlier(of) => self.may_be_one(of),
            _ => false,
        }
    }

    /// Whether pieces are of kinds of which the first position has no more than one a side, all of them together.
    fn is_one_in_setup(&self, value: &Expr) -> bool {
        let Some(kinds) = self.named_kinds(value).filter(|kinds| !kinds.is_empty()) else { return false };
        let Some(setup) = self.setup else { return false };
        let [first, second] = self.count_in_setup(setup, &kinds);
        first.max(second) == 1
    }

    /// How many pieces of these kinds, or of kinds that are them, a text of a position has on the board, by side.
    pub(super) fn count_in_setup(&self, setup: &str, kinds: &[KindId]) -> [usize; 2] {
        let field = setup.split([' ', '[']).next().unwrap_or("");
        let mut count = [0, 0];
        let mut letters = field.chars();
        while let Some(letter) = letters.next() {
            let sign: String = match letter {
                '(' => letters.by_ref().take_while(|inner| *inner != ')').collect(),
                letter if letter.is_ascii_alphabetic() => letter.to_string(),
                _ => continue,
            };
            let is_of = |index: usize| {
                let mut lineage = self.library.lineage(KindId::from_index(index));
                lineage.any(|kind| kinds.contains(&kind))
            };
            let known = self.library.kinds.iter().enumerate();
            let of = |(index, kind): (usize, &crate::model::Kind)| {
                kind.sign.eq_ignore_ascii_case(&sign) && is_of(index)
            };
            if known.into_iter().any(of) {
                count[usize::from(!sign.starts_with(|first: char| first.is_ascii_uppercase()))] += 1;
            }
        }
        count
    }

    /// Tells of a value where one is meant and it may be several; says whether it is well.
    pub(super) fn tell_unless_one(&mut self, value: &Expr, said: &ast::Expr, what: &str) -> bool {
        if value.is_broken() || self.may_be_one(value) {
            return true;
        }
        let text = wording::expr(said);
        let message = format!("{what}, and `{text}` may be several");
        let name = match value.of {
            Type::Squares => 's',
            Type::Kinds => 'k',
            Type::Events => 'e',
            _ => 'x',
        };
        let diagnostic = codes::error(codes::ONE_IS_MEANT, self.place(said.span), message).help(format!(
            "let one be chosen: `choose {name} from {text} {{ ... }}`, or name it: `it`, `target`, `origin`, `e4`"
        ));
        self.report(diagnostic);
        false
    }

    /// Tells of `rank of` and the like before what may be several.
    pub(super) fn tell_several_before_of(&mut self, word: &str, value: &Expr) -> bool {
        if value.is_broken() || self.may_be_one(value) {
            return false;
        }
        let message = format!("`{word} of` asks of one, and this may be several");
        let diagnostic = codes::error(codes::ONE_IS_MEANT, value.place, message).help(format!(
            "ask it of each by a name: `some own piece p with {word} of p = 1`, or of a name that is bound before"
        ));
        self.report(diagnostic);
        true
    }

    /// Tells of numbers that are facts of what may be several.
    pub(super) fn tell_facts_of_several(&mut self, values: &[&Expr]) {
        for value in values {
            if let (Node::FactOf(fact, of), Type::Number) = (&value.node, value.of) {
                let name = self.library.facts[fact.index()].name.clone();
                self.tell_several_before_of(&name, of);
            }
        }
    }

    /// The directions that a value always means.
    pub(super) fn directions_of(&self, value: &Expr) -> Option<Vec<Vector>> {
        match &value.node {
            Node::Directions(directions) => Some(directions.clone()),
            Node::Either(members) => {
                let members: Option<Vec<_>> =
                    members.iter().map(|member| self.directions_of(member)).collect();
                Some(members?.concat())
            }
            Node::Parts(parts) => self.parts_of(parts),
            Node::Meaning(meaning, None) => self.typing.directions(*meaning).map(<[Vector]>::to_vec),
            _ => None,
        }
    }

    /// The directions that have a part in all of these, if they are always the same.
    pub(super) fn parts_of(&self, parts: &[(Expr, bool)]) -> Option<Vec<Vector>> {
        let parts: Option<Vec<(Vec<Vector>, bool)>> =
            parts.iter().map(|(part, any)| Some((self.directions_of(part)?, *any))).collect();
        Some(having_parts(&parts?))
    }
}
