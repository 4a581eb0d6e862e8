//! How sentences are understood: what `or`, `and`, `with` and the like belong to.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use rulemate_grammar::ast::{
    Atom, AtomKind, Expr, ExprKind, Is, Item, ModifierKind, Position, Predicate, PredicateKind,
};
use rulemate_grammar::parse::parse;
use rulemate_grammar::source::{Source, SourceId};

/// A condition with a bracket around each node that has parts.
fn show(expr: &Expr) -> String {
    let all = |members: &[Expr], word: &str| members.iter().map(show).collect::<Vec<_>>().join(word);
    match &expr.kind {
        ExprKind::Or(members) => format!("[{}]", all(members, " or ")),
        ExprKind::And(members) => format!("[{}]", all(members, " and ")),
        ExprKind::Not(inner) => format!("[not {}]", show(inner)),
        ExprKind::Test { quantifier, subject, predicate, earlier } => {
            let quantifier = quantifier.map_or(String::new(), |quantifier| format!("{quantifier:?} "));
            let predicate =
                predicate.as_ref().map_or(String::new(), |predicate| format!(" {}", ask(predicate)));
            format!("[{quantifier}{}{predicate}{}]", show(subject), if *earlier { " before" } else { "" })
        }
        ExprKind::Except(base, rest) => format!("[{} except {}]", show(base), all(rest, " except ")),
        ExprKind::Sum(left, operator, right) => format!("[{} {operator:?} {}]", show(left), show(right)),
        ExprKind::Phrase { words, modifiers } => {
            let words: Vec<String> =
                words.iter().map(|group| group.iter().map(atom).collect::<Vec<_>>().join(" ")).collect();
            let modifiers: String =
                modifiers.iter().map(|modifier| format!(" <{}>", narrow(&modifier.kind))).collect();
            words.join(" of ") + &modifiers
        }
    }
}

fn atom(atom: &Atom) -> String {
    match &atom.kind {
        AtomKind::Word(word) => word.clone(),
        AtomKind::Group(inner) => format!("({})", show(inner)),
        AtomKind::Count(inner) => format!("count {}", show(inner)),
        other => format!("{other:?}"),
    }
}

fn narrow(kind: &ModifierKind) -> String {
    match kind {
        ModifierKind::At(position) => place(position),
        ModifierKind::That(predicates) => {
            format!("that {}", predicates.iter().map(ask).collect::<Vec<_>>().join(" and "))
        }
        ModifierKind::With(condition) => format!("with {}", show(condition)),
        ModifierKind::Earlier => "before".to_owned(),
        ModifierKind::Named(name) => name.text.clone(),
    }
}

fn place(position: &Position) -> String {
    match position {
        Position::On(value) => format!("on {}", show(value)),
        Position::Near(value) => format!("near {}", show(value)),
        Position::Within(number, value) => format!("within {} of {}", number.value, show(value)),
        Position::Met(_, value) => format!("met from {}", show(value)),
    }
}

fn ask(predicate: &Predicate) -> String {
    match &predicate.kind {
        PredicateKind::Compare(how, value) => format!("{how:?} {}", show(value)),
        PredicateKind::Is { not, what } => {
            let what = match what {
                Is::Value(value) => show(value),
                Is::At(position) => place(position),
                other => format!("{other:?}").split([' ', '{']).next().unwrap().to_lowercase(),
            };
            format!("is {}{what}", if *not { "not " } else { "" })
        }
        PredicateKind::CouldTake { object, by } => {
            let by = by.as_ref().map_or(String::new(), |by| format!(" by {}", by.text));
            format!("could take {}{by}", object.as_ref().map_or(String::new(), show))
        }
        PredicateKind::Has(number, value) => format!("has {number:?} {}", show(value)),
        PredicateKind::Does { verb, .. } => verb.text.clone(),
        other => format!("{other:?}"),
    }
}

#[track_caller]
fn reads(condition: &str, want: &str) {
    let source = Source::new("text", format!("z means {condition}"));
    let (file, diagnostics) = parse(&source, SourceId(0));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let Item::Means { body, .. } = &file.sentences[0].item else { panic!("{file:?}") };
    assert_eq!(show(body), want);
}

#[test]
fn or_joins_values_where_they_are_open_and_conditions_elsewhere() {
    reads("rook or queen", "[rook or queen]");
    reads("it is rook or queen", "[it is [rook or queen]]");
    reads("it is rook or it is queen", "[[it is rook] or [it is queen]]");
    reads("it is rook or queen or it takes", "[[it is [rook or queen]] or [it takes]]");
    reads("it is on a1 or own rook", "[it is on [Square(0, 0) or own rook]]");
    reads("it is secret or royal", "[[it is secret] or royal]");
    reads("some (rook or queen) is royal", "[Some ([rook or queen]) is royal]");
    reads("not it is rook or queen", "[not [it is [rook or queen]]]");
    reads("clock = 3 or 4", "[clock Equal [Number(3) or Number(4)]]");
    reads("each side has 2 bishops or rooks", "[Each side has Some(2) [bishops or rooks]]");
    reads("each piece is king or minor and fresh", "[[Each piece is [king or minor]] and fresh]");
}

#[test]
fn predicates_of_members_take_what_is_open() {
    reads("spy that is exposed or pawn", "spy <that is [exposed or pawn]>");
    reads("hero that could take rook or queen", "hero <that could take [rook or queen]>");
    reads("hero that could take rook by loan", "hero <that could take rook by loan>");
    reads("it could take rook or queen by loan", "[it could take [rook or queen] by loan]");
    reads("spy that is exposed and is fresh", "spy <that is exposed and is fresh>");
    reads("own king k with rank of k < 3", "own king <k> <with [rank of k Less Number(3)]>");
    reads(
        "square s with file of s = 1 or rank of s = 1",
        "square <s> <with [[file of s Equal Number(1)] or [rank of s Equal Number(1)]]>",
    );
}

#[test]
fn phrases() {
    reads(
        "number of own royal < number of own royal before turn",
        "[count own royal Less count own royal <before>]",
    );
    reads("the own rook near a king", "own rook <near king>");
    reads("piece except pawn except royal", "[piece except pawn except royal]");
    reads(
        "a1 + 2 * 3 % 4 - 5",
        "[[Square(0, 0) Plus [[Number(2) Times Number(3)] Remainder Number(4)]] Minus Number(5)]",
    );
    reads("kind of piece on own pit", "kind of piece <on own pit>");
    reads("(rook or queen) near it", "([rook or queen]) <near it>");
}
