//! The author's words, put together again for messages, and words for types. Imports `model`.

use crate::model::Type;
use rulemate_grammar::ast;

/// Longer texts are cut in messages.
const LONGEST: usize = 48;

/// A value as it was written, without articles; cut if it is long.
pub(super) fn expr(expr: &ast::Expr) -> String {
    let mut text = String::new();
    write_expr(&mut text, expr);
    if text.chars().count() > LONGEST {
        let cut: String = text.chars().take(LONGEST).collect();
        let end = cut.rfind(' ').unwrap_or(cut.len());
        return format!("{} ...", &cut[..end]);
    }
    text
}

/// The single word that a value consists of, if it does.
pub(super) fn single_word(expr: &ast::Expr) -> Option<(&str, rulemate_grammar::source::Span)> {
    match &expr.kind {
        ast::ExprKind::Phrase { words, modifiers } if modifiers.is_empty() => match words.as_slice() {
            [group] => match group.as_slice() {
                [ast::Atom { span, kind: ast::AtomKind::Word(word) }] => Some((word, *span)),
                _ => None,
            },
            _ => None,
        },
        ast::ExprKind::Test { quantifier: None, subject, predicate: None, earlier: false } => {
            single_word(subject)
        }
        _ => None,
    }
}

/// Where the word `onward` stands in words for a direction.
pub(super) fn onward(expr: &ast::Expr) -> Option<rulemate_grammar::source::Span> {
    direction_word(expr, "onward")
}

/// Where a word stands in words for a direction.
pub(super) fn direction_word(expr: &ast::Expr, wanted: &str) -> Option<rulemate_grammar::source::Span> {
    match &expr.kind {
        ast::ExprKind::Phrase { words, .. } => words.iter().flatten().find_map(|atom| match &atom.kind {
            ast::AtomKind::Word(word) if word == wanted => Some(atom.span),
            _ => None,
        }),
        ast::ExprKind::Or(members) => members.iter().find_map(|each| direction_word(each, wanted)),
        ast::ExprKind::Test { subject, predicate: None, .. } => direction_word(subject, wanted),
        _ => None,
    }
}

/// A type, as what a value of it is.
pub(super) fn type_words(of: Type) -> &'static str {
    match of {
        Type::Bool => "a condition",
        Type::Number => "a number",
        Type::Pieces => "pieces",
        Type::Squares => "squares",
        Type::Kinds => "kinds",
        Type::Directions => "directions",
        Type::Sides => "a side",
        Type::Events => "events",
    }
}

fn write_expr(text: &mut String, expr: &ast::Expr) {
    match &expr.kind {
        ast::ExprKind::Or(members) => write_list(text, members, " or "),
        ast::ExprKind::And(members) => write_list(text, members, " and "),
        ast::ExprKind::Not(inner) => {
            text.push_str("not ");
            write_expr(text, inner);
        }
        ast::ExprKind::Test { quantifier, subject, predicate, .. } => {
            text.push_str(match quantifier {
                Some(ast::Quantifier::Each) => "each ",
                Some(ast::Quantifier::Some) => "some ",
                Some(ast::Quantifier::No) => "no ",
                None => "",
            });
            write_expr(text, subject);
            if predicate.is_some() {
                text.push_str(" ...");
            }
        }
        ast::ExprKind::Except(first, rest) => {
            write_expr(text, first);
            for each in rest {
                text.push_str(" except ");
                write_expr(text, each);
            }
        }
        ast::ExprKind::Sum(left, operator, right) => {
            write_expr(text, left);
            text.push_str(match operator {
                ast::Operator::Plus => " + ",
                ast::Operator::Minus => " - ",
                ast::Operator::Times => " * ",
                ast::Operator::Remainder => " % ",
            });
            write_expr(text, right);
        }
        ast::ExprKind::Phrase { words, modifiers } => {
            for (at, group) in words.iter().enumerate() {
                if at > 0 {
                    text.push_str(" of ");
                }
                text.push_str(&atoms(group));
            }
            modifiers.iter().for_each(|modifier| write_modifier(text, modifier));
        }
    }
}

fn write_list(text: &mut String, members: &[ast::Expr], between: &str) {
    for (at, member) in members.iter().enumerate() {
        if at > 0 {
            text.push_str(between);
        }
        write_expr(text, member);
    }
}

fn write_modifier(text: &mut String, modifier: &ast::Modifier) {
    match &modifier.kind {
        ast::ModifierKind::At(ast::Position::On(inner)) => {
            text.push_str(" on ");
            write_expr(text, inner);
        }
        ast::ModifierKind::At(ast::Position::Near(inner)) => {
            text.push_str(" near ");
            write_expr(text, inner);
        }
        ast::ModifierKind::At(ast::Position::Within(number, inner)) => {
            text.push_str(&format!(" within {} of ", number.value));
            write_expr(text, inner);
        }
        ast::ModifierKind::At(ast::Position::Met(..)) => text.push_str(" met by ..."),
        ast::ModifierKind::That(_) => text.push_str(" that ..."),
        ast::ModifierKind::With(_) => text.push_str(" with ..."),
        ast::ModifierKind::Earlier => text.push_str(" before turn"),
        ast::ModifierKind::Named(name) => {
            text.push(' ');
            text.push_str(&name.text);
        }
    }
}

/// Words side by side.
pub(super) fn atoms(atoms: &[ast::Atom]) -> String {
    atoms.iter().map(atom).collect::<Vec<_>>().join(" ")
}

/// One word, or what stands in its place.
pub(super) fn atom(atom: &ast::Atom) -> String {
    match &atom.kind {
        ast::AtomKind::Word(word) => word.clone(),
        ast::AtomKind::Number(number) => number.to_string(),
        ast::AtomKind::Square(file, rank) => format!("{}{}", letter(*file), u32::from(*rank) + 1),
        ast::AtomKind::Rank(low, high) if low == high => format!("rank {low}"),
        ast::AtomKind::Rank(low, high) => format!("rank {low} to {high}"),
        ast::AtomKind::File(low, high) if low == high => format!("file {}", letter(*low)),
        ast::AtomKind::File(low, high) => format!("file {} to {}", letter(*low), letter(*high)),
        ast::AtomKind::Count(inner) => format!("number of {}", expr(inner)),
        ast::AtomKind::Group(inner) => format!("({})", expr(inner)),
    }
}

fn letter(file: u8) -> char {
    char::from(b'a'.saturating_add(file.min(25)))
}
