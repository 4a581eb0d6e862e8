//! Types meet here: a value is made to be what is wanted, or the author is told. Imports `ids`, `model`,
//! `names`, `wording`.

use super::named::bearer_words;
use super::{Resolver, wording};
use crate::codes;
use crate::ids::KindId;
use crate::model::{Expr, Node, Type};
use rulemate_grammar::ast;
use rulemate_grammar::source::{Place, Span};

/// What a place wants to stand in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Want {
    /// Whatever it is.
    Any,
    /// Exactly this, or what can stand for it.
    One(Type),
    /// Pieces or squares, left as they are.
    Places,
}

pub(super) const PIECES: Want = Want::One(Type::Pieces);
pub(super) const SQUARES: Want = Want::One(Type::Squares);
pub(super) const KINDS: Want = Want::One(Type::Kinds);
pub(super) const SIDES: Want = Want::One(Type::Sides);
pub(super) const NUMBER: Want = Want::One(Type::Number);
pub(super) const DIRECTIONS: Want = Want::One(Type::Directions);

impl Expr {
    /// Whether it did not resolve.
    pub(super) fn is_broken(&self) -> bool {
        matches!(self.node, Node::Broken)
    }
}

impl Resolver<'_> {
    /// A place in the file that speaks.
    pub(super) fn place(&self, span: Span) -> Place {
        Place { source: self.inputs[self.scope.file.index()].source, span }
    }

    /// An expression that stands there.
    pub(super) fn make(&self, of: Type, node: Node, span: Span) -> Expr {
        Expr { of, node, place: self.place(span) }
    }

    /// What did not resolve.
    pub(super) fn broken(&self, span: Span) -> Expr {
        self.make(Type::Bool, Node::Broken, span)
    }

    /// Makes a value be what is wanted; `said` is what the author wrote.
    pub(super) fn fit(&mut self, value: Expr, want: Want, said: &dyn Fn() -> String) -> Expr {
        match self.try_fit(value, want) {
            Ok(value) => value,
            Err((value, wanted)) => {
                let said = said();
                let message = format!(
                    "`{said}` is {}, but {} {} wanted here",
                    wording::type_words(value.of),
                    wording::type_words(wanted),
                    if plural(wanted) { "are" } else { "is" },
                );
                let mut diagnostic = codes::error(codes::WRONG_TYPE, value.place, message);
                if let (Type::Bool, Type::Number, Node::FactOf(fact, _) | Node::GameFact(fact)) =
                    (value.of, wanted, &value.node)
                {
                    let fact = &self.library.facts[fact.index()];
                    let bearer = bearer_words(fact.bearer).trim_start_matches("the ");
                    diagnostic = diagnostic.also(fact.place, "declared here as yes or no").help(format!(
                        "say what it is at first, and it is a number: `fact {} on {bearer} = 0`",
                        fact.name
                    ));
                } else if let Some(help) = instead(&value, wanted, &said) {
                    diagnostic = diagnostic.help(help);
                }
                self.report(diagnostic);
                Expr { node: Node::Broken, ..value }
            }
        }
    }

    /// The same without a message: the value as wanted, or as it was and what was wanted.
    pub(super) fn try_fit(&self, value: Expr, want: Want) -> Result<Expr, (Expr, Type)> {
        if value.is_broken() {
            return Ok(value);
        }
        let wanted = match want {
            Want::Any => return Ok(value),
            Want::Places => match value.of {
                Type::Squares => return Ok(value),
                _ => Type::Pieces,
            },
            Want::One(of) => of,
        };
        if value.of == wanted {
            return Ok(value);
        }
        let place = value.place;
        match (value.of, wanted) {
            (Type::Kinds, Type::Pieces) => {
                Ok(Expr { of: wanted, node: Node::OfKind(Box::new(value)), place })
            }
            // What a move ends on is a piece or a square, as it is asked.
            (Type::Pieces, Type::Squares) | (Type::Squares, Type::Pieces)
                if matches!(value.node, Node::Target) =>
            {
                Ok(Expr { of: wanted, ..value })
            }
            (Type::Pieces, Type::Squares) => {
                Ok(Expr { of: wanted, node: Node::SquaresOf(Box::new(value)), place })
            }
            (Type::Kinds, Type::Squares) => {
                let pieces = Expr { of: Type::Pieces, node: Node::OfKind(Box::new(value)), place };
                Ok(Expr { of: wanted, node: Node::SquaresOf(Box::new(pieces)), place })
            }
            (Type::Pieces, Type::Kinds) => match self.kinds_of(&value) {
                Some(kinds) => Ok(kinds),
                None => Err((value, wanted)),
            },
            (Type::Pieces, Type::Sides) => match value.node {
                // `own` and `enemy` alone.
                Node::OwnedBy(of, sides) if matches!(of.node, Node::AllPieces) => {
                    Ok(Expr { place, ..*sides })
                }
                node => Err((Expr { node, ..value }, wanted)),
            },
            _ => Err((value, wanted)),
        }
    }

    /// The kinds that words for pieces consist of, if they consist of nothing else.
    pub(super) fn kinds_of(&self, value: &Expr) -> Option<Expr> {
        let make = |node| Expr { of: Type::Kinds, node, place: value.place };
        match &value.node {
            Node::OfKind(kinds) => Some((**kinds).clone()),
            Node::AllPieces => Some(make(Node::AllKinds)),
            Node::Either(members) => {
                let kinds = members.iter().map(|member| self.kinds_of(member)).collect::<Option<Vec<_>>>()?;
                Some(make(Node::Either(kinds)))
            }
            Node::Except(first, rest) => {
                let first = self.kinds_of(first)?;
                let rest = rest.iter().map(|member| self.kinds_of(member)).collect::<Option<Vec<_>>>()?;
                Some(make(Node::Except(Box::new(first), rest)))
            }
            Node::Meaning(meaning, None) => {
                let kinds = self.typing.kinds(*meaning)?.clone();
                Some(Expr { place: value.place, ..kinds })
            }
            _ => None,
        }
    }

    /// The kinds that a subject names: those that it can only be of. None: it may be of any kind.
    pub(super) fn named_kinds(&self, subject: &Expr) -> Option<Vec<KindId>> {
        match &subject.node {
            Node::OfKind(kinds) => match &kinds.node {
                Node::Kinds(kinds) => Some(kinds.clone()),
                Node::Either(members) => self.union(members),
                _ => None,
            },
            Node::Kinds(kinds) => Some(kinds.clone()),
            Node::Either(members) => self.union(members),
            Node::Both(members) => members.iter().find_map(|member| self.named_kinds(member)),
            Node::Except(first, _) | Node::Those(first, ..) | Node::Another(first) | Node::Taken(first) => {
                self.named_kinds(first)
            }
            Node::OwnedBy(of, _) | Node::SeenBy(_, of) | Node::Earlier(of) => self.named_kinds(of),
            Node::Meaning(meaning, None) => self.typing.named(*meaning).map(<[KindId]>::to_vec),
            _ => None,
        }
    }

    fn union(&self, members: &[Expr]) -> Option<Vec<KindId>> {
        let mut all = Vec::new();
        for member in members {
            for kind in self.named_kinds(member)? {
                if !all.contains(&kind) {
                    all.push(kind);
                }
            }
        }
        Some(all)
    }

    /// Makes all members of a list of one type: that which is wanted, else that of the first.
    pub(super) fn agree(&mut self, members: Vec<(Expr, &ast::Expr)>, want: Want) -> Vec<Expr> {
        let first = members.iter().find(|(member, _)| !member.is_broken()).map(|(member, _)| member.of);
        let Some(first) = first else {
            return members.into_iter().map(|(member, _)| member).collect();
        };
        let want = match want {
            Want::Any => {
                // Kinds among pieces are those pieces.
                let pieces =
                    members.iter().any(|(member, _)| member.of == Type::Pieces && !member.is_broken());
                Want::One(if first == Type::Kinds && pieces { Type::Pieces } else { first })
            }
            Want::Places => Want::One(if first == Type::Kinds { Type::Pieces } else { first }),
            Want::One(_) => want,
        };
        members.into_iter().map(|(member, said)| self.fit(member, want, &|| wording::expr(said))).collect()
    }
}

fn plural(of: Type) -> bool {
    matches!(of, Type::Pieces | Type::Squares | Type::Kinds | Type::Directions | Type::Events)
}

/// What to write to get what was wanted.
fn instead(value: &Expr, wanted: Type, said: &str) -> Option<String> {
    Some(match (value.of, wanted) {
        (Type::Squares, Type::Pieces) => format!(
            "write `piece on {said}` for what stands there; squares in a list behind `on` stand in brackets: `on (... or {said})`"
        ),
        (Type::Pieces, Type::Kinds) => format!("write `kind of {said}`, or name the kinds"),
        (Type::Pieces, Type::Sides) => {
            format!("write `side of {said}` for whose it is, or `own side`, `enemy side`")
        }
        (Type::Pieces | Type::Squares, Type::Number) => {
            format!("write `number of {said}` to count, or `rank of`, `file of`")
        }
        (_, Type::Number) if value.of != Type::Bool => format!("write `number of {said}` to count"),
        (Type::Squares, Type::Directions) => format!("write `toward {said}` or `away from {said}`"),
        (_, Type::Directions) => {
            "write `forward`, `diagonal` and the like, or `toward` and `away from` before a square".to_owned()
        }
        (Type::Directions, Type::Squares | Type::Pieces) => {
            format!("write `met by step {said} from it` for the square next to it that way")
        }
        (Type::Sides, Type::Pieces) if matches!(value.node, Node::Side(_)) => {
            format!("write `{said} piece` for its pieces")
        }
        (Type::Sides, Type::Pieces) => {
            "write `own piece` or `enemy piece` for the pieces of a side".to_owned()
        }
        (Type::Number, Type::Squares) => format!("write `rank {said}` for a rank of the board"),
        (_, Type::Events) => {
            "events have no names in rules: one is chosen, as in `chance chooses e from event { e starts }`"
                .to_owned()
        }
        (_, Type::Sides) => "write `own side`, `enemy side` or `player`".to_owned(),
        (_, Type::Pieces) => "name pieces, as `own piece` or `it`".to_owned(),
        (_, Type::Squares) => "name squares, as `e4`, `rank 3`, `empty` or `target`".to_owned(),
        (_, Type::Kinds) => "name a kind, or write `kind of` and a piece".to_owned(),
        (_, Type::Bool | Type::Number) => return None,
    })
}
