//! What people write of turns, hands and what is allowed, in the words of printed rules: a turn that is given or
//! ended, a piece that must stay, something that there is not. Imports `codes`, `words`.

use super::{Look, Place};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::words;

/// `give it a turn`, `give another turn to player`, `player gets another turn`
pub(super) fn given_turn(look: &Look<'_>) -> Option<Diagnostic> {
    let start = look.effect()?;
    let turn =
        (start + 2..look.len()).find(|index| matches!(look.word(*index), "turn" | "turns" | "move"))?;
    let counts = |index: &usize| {
        matches!(
            look.word(*index),
            "a" | "an" | "another" | "one" | "more" | "extra" | "second" | "free" | "new" | "additional"
        )
    };
    let first = (start + 1..turn).rev().take_while(counts).last()?;
    let gives = matches!(look.word(start), "give" | "grant" | "award");
    let gets = matches!(look.before(first), "gets" | "get" | "has" | "receives" | "gains" | "takes");
    let (from, to) = match look.word(turn + 1) {
        "" if gives && first > start + 1 => (start + 1, first - 1),
        "" if gets && first > start + 1 => (start, first - 2),
        "to" if gives && first == start + 1 => (turn + 2, look.len() - 1),
        _ => return None,
    };
    if from > to || !(from..=to).all(|index| look.is_word(index)) {
        return None;
    }
    let who = match look.text(from, to).as_str() {
        "player" | "the player" | "side" | "own side" | "you" => "own piece".to_owned(),
        "enemy side" => "enemy piece".to_owned(),
        who => who.to_owned(),
    };
    let message = "a turn is not given: a further move in the same turn is offered";
    Some(
        look.error(codes::OTHER_WORD, start, look.len(), message)
            .help(format!("write `{who} may move once`, or `must` for `may`")),
    )
}

/// `end the turn`, `the turn is over`, `pass the turn`
pub(super) fn ended_turn(look: &Look<'_>) -> Option<Diagnostic> {
    let start = look.effect()?;
    let article = |index: usize| index + usize::from(matches!(look.word(index), "the" | "this" | "a"));
    let verb = matches!(look.word(start), "end" | "ends" | "finish" | "stop" | "pass" | "skip");
    let what = article(if verb { start + 1 } else { start });
    let over = || {
        matches!(look.word(what + 1), "ends" | "stops") && what + 2 == look.len()
            || look.word(what + 1) == "is"
                && matches!(look.word(what + 2), "over" | "finished" | "ended")
                && what + 3 == look.len()
    };
    if !(verb && what + 1 == look.len() || !verb && over()) {
        return None;
    }
    let (message, help) = match look.word(what) {
        "turn" => (
            "a turn ends by itself, after its move, if no further move is offered",
            "delete it; a further move is offered by `may move`, or demanded by `must move`",
        ),
        "game" => ("how the game ends is said", "write `draw`, or who wins: `player wins`"),
        _ => return None,
    };
    Some(look.error(codes::OTHER_WORD, start, look.len(), message).help(help))
}

/// `rook must stay`, `rook must stay on rank 1`, `rook stays`
pub(super) fn must_stay(look: &Look<'_>) -> Option<Diagnostic> {
    let stay = (1..look.len()).find(|index| {
        let bare = matches!(look.word(*index), "stay" | "remain")
            && (matches!(look.before(*index), "must" | "should" | "shall" | "can" | "to"));
        bare || matches!(look.word(*index), "stays" | "remains")
    })?;
    let from = match look.before(stay) {
        "must" | "should" | "shall" | "can" => stay - 1,
        "to" if matches!(look.word(stay.checked_sub(2)?), "has" | "have" | "is" | "are") => stay - 2,
        "to" => return None,
        _ => stay,
    };
    if look.place != Place::File || from == 0 || !look.plain(0, from - 1) {
        return None;
    }
    let end = (stay + 1..look.len())
        .find(|index| matches!(look.word(*index), "if" | "unless" | "by"))
        .unwrap_or(look.len());
    let where_it_is = match look.word(stay + 1) {
        _ if stay + 1 == end => None,
        "there" | "still" | "put" | "where" => None,
        "on" | "in" | "at" | "inside" if stay + 2 < end => Some(look.text(stay + 2, end - 1)),
        "near" | "within" if stay + 2 < end => Some(format!("(square {})", look.text(stay + 1, end - 1))),
        _ => return None,
    };
    let help = match where_it_is {
        Some(squares) if squares.contains(" or ") && !squares.starts_with('(') => {
            format!("write `cannot stop on square except ({squares})`")
        }
        Some(squares) => format!("write `cannot stop on square except {squares}`"),
        None => "write `cannot move`".to_owned(),
    };
    let text = look.text(from, end - 1);
    Some(
        look.error(codes::OTHER_WORD, from, end - 1, format!("`{text}` is said by what it cannot do"))
            .help(help),
    )
}

/// `rook cannot leave rank 1`
pub(super) fn leave(look: &Look<'_>) -> Option<Diagnostic> {
    let verb =
        (2..look.len()).find(|index| look.word(*index) == "leave" && look.before(*index) == "cannot")?;
    let end = (verb + 1..look.len())
        .find(|index| matches!(look.word(*index), "if" | "unless" | "by"))
        .unwrap_or(look.len());
    if look.place != Place::File || !look.plain(0, verb - 2) || end == verb + 1 {
        return None;
    }
    let (who, squares) = (look.text(0, verb - 2), look.text(verb + 1, end - 1));
    let squares = if squares.contains(" or ") { format!("({squares})") } else { squares };
    let message = "where a piece does not go is said by where it cannot stop";
    Some(
        look.error(codes::OTHER_WORD, 0, end - 1, message)
            .help(format!("write `{who} on {squares} cannot stop on square except {squares}`")),
    )
}

/// `rook is not allowed to move`, `pawns are allowed to pass own pawn`
pub(super) fn allowed_to(look: &Look<'_>) -> Option<Diagnostic> {
    let is = (1..look.len()).find(|index| matches!(look.word(*index), "is" | "are"))?;
    let not = look.word(is + 1) == "not";
    let word = is + 1 + usize::from(not);
    let right = match (look.word(word), not) {
        ("allowed" | "permitted" | "able", false) => "can",
        ("allowed" | "permitted" | "able", true) | ("forbidden" | "unable", false) => "cannot",
        _ => return None,
    };
    let fits = look.word(word + 1) == "to" && look.is_word(word + 2) && look.plain(0, is - 1);
    (look.place == Place::File && fits).then(|| {
        let text = look.text(is, word + 1);
        look.error(codes::OTHER_WORD, is, word + 1, format!("`{text}` is written otherwise here"))
            .help(format!("write `{right}`"))
    })
}

/// `no pawn can move backward`
pub(super) fn nobody_can(look: &Look<'_>) -> Option<Diagnostic> {
    let can = (2..look.len()).find(|index| matches!(look.word(*index), "can" | "may"))?;
    if look.place != Place::File || look.word(0) != "no" || !look.plain(1, can - 1) {
        return None;
    }
    let message = "a sentence says who cannot do something";
    let who = look.text(1, can - 1);
    Some(look.error(codes::NOT_A_BEGINNING, 0, can, message).help(format!("write `{who} cannot`")))
}

/// Words for what pieces do, as printed rules name it.
fn is_doing(word: &str) -> bool {
    const DOINGS: &[&str] = &[
        "castling",
        "promotion",
        "promotions",
        "promoting",
        "capture",
        "captures",
        "capturing",
        "taking",
        "check",
        "checks",
        "moving",
        "movement",
    ];
    DOINGS.contains(&word)
}

/// `no castling`, `there is no castling`, `castling is not allowed`
pub(super) fn none_of(look: &Look<'_>) -> Option<Diagnostic> {
    let (from, to) = match (look.word(0), look.word(1), look.word(2)) {
        ("no", ..) => (1, look.len()),
        ("there", "is" | "are" | "exists" | "exist", "no") => (3, look.len()),
        _ => {
            let is = (1..look.len()).find(|index| matches!(look.word(*index), "is" | "are"))?;
            let not = look.word(is + 1) == "not";
            let last = look.word(is + 1 + usize::from(not));
            let ends = is + 2 + usize::from(not) == look.len();
            let bars = match last {
                "allowed" | "permitted" | "possible" => not,
                "forbidden" | "prohibited" | "disallowed" | "impossible" => !not,
                _ => false,
            };
            // Of other words a meaning of this name may be said.
            if !ends || !bars || is != 1 || !is_doing(look.word(0)) {
                return None;
            }
            (0, is)
        }
    };
    let names = (from..to).all(|index| {
        look.is_word(index) && (!words::is_reserved(look.word(index)) || is_doing(look.word(index)))
    });
    if look.place != Place::File || !names || from >= to || to - from > 3 {
        return None;
    }
    let help = match look.word(to - 1) {
        label @ "castling" => format!("write `piece cannot move by {label}`"),
        "promotion" | "promotions" | "promoting" => "write `piece cannot promote`".to_owned(),
        "capture" | "captures" | "capturing" | "taking" => "write `piece cannot take piece`".to_owned(),
        "check" | "checks" => "write `piece cannot threaten`".to_owned(),
        "moving" | "movement" => "write `piece cannot move`".to_owned(),
        _ if from + 1 == to && !words::is_reserved(look.word(from)) => {
            let name = look.word(from);
            format!(
                "write `allow {name}` if a law or an end of the game is called so, `piece cannot move by {name}` \
                 if a way of moving is, `{name} cannot move` if pieces are"
            )
        }
        _ => "write `piece cannot move by` and the name of a way of moving, or `allow` and that of a law or an end"
            .to_owned(),
    };
    let message = "a sentence says who cannot do something, or which law does not hold";
    Some(look.error(codes::NOT_A_BEGINNING, 0, look.len(), message).help(help))
}

/// `it is in own hand`, `some pawn is in own hand`, `some pawn in own hand`
pub(super) fn in_hand(look: &Look<'_>) -> Option<Diagnostic> {
    let at = (1..look.len()).find(|index| {
        let next = index + usize::from(matches!(look.word(index + 1), "own" | "enemy" | "the" | "a"));
        look.word(*index) == "in"
            && matches!(look.word(next + 1), "hand" | "hands" | "reserve" | "pocket")
            && !matches!(look.word(index.saturating_sub(2)), "each" | "for")
    })?;
    let side = if look.word(at + 1) == "enemy" { "enemy" } else { "own" };
    let hand = (at + 1..look.len())
        .find(|index| matches!(look.word(*index), "hand" | "hands" | "reserve" | "pocket"))?;
    let start = look.effect();
    let put = |start: usize| matches!(look.word(start), "put" | "place" | "add" | "move" | "drop");
    if start.is_some_and(put) || (0..at).any(|index| look.word(index) == "put") {
        return None;
    }
    let not = usize::from(look.before(at) == "not");
    let is = at.checked_sub(1 + not).filter(|is| matches!(look.word(*is), "is" | "are"));
    if let (Some(is), Some(start)) = (is, start)
        && start < is
        && not == 0
        && !matches!(look.word(start), "if" | "forbid")
    {
        let what = look.text(start, is - 1);
        let message = "`is` asks, and puts nothing anywhere";
        return Some(
            look.error(codes::OTHER_WORD, start, hand, message)
                .help(format!("write `put {what} in {side} hand`")),
        );
    }
    let from = is.unwrap_or(at);
    let some = (0..from).rev().find(|index| matches!(look.word(*index), "some" | "no" | "each"));
    let message =
        format!("`{side} hand` itself means the pieces in it, and a kind's name those on the board");
    let who = some.filter(|some| some + 1 < from && look.plain(some + 1, from - 1));
    let (first, help) = match (who, is) {
        (Some(some), _) => {
            let who = look.text(some + 1, from - 1);
            let who = who.strip_prefix("own ").or(who.strip_prefix("enemy ")).unwrap_or(&who).to_owned();
            let word = look.word(some);
            let verb = if not == 1 { "is not" } else { "is" };
            (some, format!("write `{word} {side} hand {verb} {who}`"))
        }
        (None, Some(is)) if not == 1 => (is, format!("write `is not {side} hand`")),
        (None, Some(is)) => (is, format!("write `is {side} hand`")),
        (None, None) => (at, format!("ask it of them: `some {side} hand is ...`")),
    };
    Some(look.error(codes::OTHER_WORD, first, hand, message).help(help))
}
