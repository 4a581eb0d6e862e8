//! Two players at one screen: what `play` shows to whom.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, out};
use std::fs;

/// What was printed behind each prompt, and before the first one: the answer without its line of prompt.
fn answers(text: &str) -> Vec<String> {
    let mut answers = vec![String::new()];
    for line in text.lines() {
        if line.contains("> ") {
            answers.push(String::new());
        } else if let Some(last) = answers.last_mut() {
            last.push_str(line);
            last.push('\n');
        }
    }
    answers
}

#[test]
fn the_enemys_spy_is_not_shown() {
    let place = Place::new("spies");
    let lines = "position\nNf3\nposition\nmoves\nNf6\nexplain c7c6\nc7d6\nundo\nboard\nquit\n";
    let text = out(&place.typed(&["play", "pawns-chess"], lines));
    let shown = answers(&text);
    let sees = |at: usize| (shown[at].contains("Ps"), shown[at].contains("ps"));
    // White, twice; Black after Nf3, and in his text; White after Nf6; Black again after the undo.
    assert_eq!(
        [0, 1, 2, 3].map(sees),
        [(true, false), (true, false), (false, true), (false, true)],
        "{text}"
    );
    assert_eq!([5, 8, 9].map(sees), [(true, false), (false, true), (false, true)], "{text}");
    for said in ["`c7c6` is illegal:\n  nothing stands on c7", "`c7d6` is illegal:\n  nothing stands on c7"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let text = out(&place.typed(&["play", "pawns-chess", "--open"], lines));
    assert!(answers(&text)[..3].iter().all(|each| each.contains("Ps") && each.contains("ps")), "{text}");
}

#[test]
fn a_spy_is_shown_once_it_is_discovered() {
    let place = Place::new("discovered");
    let last = |position: &str, lines: &str| {
        let text = out(&place.typed(&["play", "pawns-chess", "--position", position], lines));
        answers(&text).into_iter().rfind(|answer| answer.contains("  8 ")).unwrap()
    };
    // It takes, it threatens the king, it is healed; and one that does none of it.
    let taking = last("4k3/8/8/3n4/3(Ps)4/8/8/4K3 w - - 0 1", "d4d5\nquit\n");
    assert!(taking.contains("  5  .  .  .  P "), "{taking}");
    let threatening = last("4k3/8/3(Ps)4/8/8/8/8/4K3 w - - 0 1", "d6e7\nquit\n");
    assert!(threatening.contains("Ps!") && threatening.contains("piece e7 (exposed)"), "{threatening}");
    let berserk = "7k/8/8/4(Ps)3/3(Pb)1(Pe)2/8/8/K7 w - - 0 1";
    let healed = last(berserk, "d4e5\nKg8\nf4@healing\ng4\nquit\n");
    assert!(healed.contains("  4  .   .   .   .   .   Pe! P "), "{healed}");
    let hidden = last("4k3/8/8/3n4/3(Ps)4/8/8/4K3 w - - 0 1", "d4e5\nquit\n");
    assert!(!hidden.contains('P') && hidden.contains("  5  .  .  .  n "), "{hidden}");
}

#[test]
fn a_displaced_spy_is_shown_to_who_moves_it() {
    let place = Place::new("displaced");
    let args = ["play", "pawns-chess", "--position", "4k3/8/8/3(ps)4/8/8/8/3RK3 w - - 0 1"];
    let text = out(&place.typed(&args, "Rd5\nposition\nd5\nc4\nKe7\nsave game.pgn\nposition\nquit\n"));
    for said in [
        "    held d5 ps\n    to be decided: Ps@c4  Ps@d4  Ps@e4  Ps@c5  Ps@e5  Ps@c6  Ps@d6  Ps@e6\n",
        "4k3/8/8/3(ps)4/8/8/8/3RK3 w - - 0 1 | turn d1d5 stands and b decides",
        "black decides> d5\n`d5` is not among the options: black has to decide first.",
        "\n8/4k3/8/3R4/8/8/8/4K3 w - - 2 2\n",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    // A saved game has all of it, so that it can be gone on with.
    let saved = fs::read_to_string(place.folder.join("game.pgn")).unwrap();
    assert!(saved.contains("{[%choice Ps@c4]}"), "{saved}");
    let args = ["play", "pawns-chess", "--load", "game.pgn"];
    let text = out(&place.typed(&args, "position\nquit\n"));
    assert!(text.contains("\n8/4k3/8/3R4/8/8/8/4K3 w - - 2 2\n"), "{text}");
    let text = out(&place.typed(&[&args[..], &["--open"]].concat(), "position\nquit\n"));
    assert!(text.contains("\n8/4k3/8/3R4/2(ps)5/8/8/4K3 w - - 2 2\n"), "{text}");
}

#[test]
fn a_refusal_does_not_betray_what_is_hidden() {
    let place = Place::new("untold");
    // The spy on e3 takes on e2; nothing is on e3 to White's eyes.
    let position = "4k3/8/8/8/8/4(ps)3/8/R3K3 w Q - 0 1";
    let text = out(&place.typed(&["play", "pawns-chess", "--position", position], "Ke2\nRa3\nquit\n"));
    let said = "`Ke2` is illegal:\n  for a reason that is not yet public";
    assert!(text.contains(said), "{text}");
    assert!(!answers(&text)[..2].iter().any(|answer| answer.contains("ps")), "{text}");
    // For analysis everything is open.
    let args = ["moves", "pawns-chess", "--json", "--position", position];
    assert_eq!(common::json(&place.run(&args))["position"], position);
    // The berserker on e3 is seen; that it could go on over the spy on d4 is not.
    let position = "8/8/2k4p/8/3(Ps)4/4(Pb)3/7P/K7 b - - 0 1";
    let args = ["play", "pawns-chess", "--position", position];
    let text = out(&place.typed(&args, "Kc5\nexplain Kc5\nquit\n"));
    assert_eq!(text.matches("\n  for a reason that is not yet public").count(), 2, "{text}");
    assert!(!text.contains("berserker"), "{text}");
}

#[test]
fn whoever_sees_everything_is_told_everything() {
    let place = Place::new("told");
    let spy = "8/4k3/2p5/r2(Ps)4/8/8/8/1K6 b - - 0 1";
    let text = out(&place.run(&["explain", "pawns-chess", "--position", spy, "Kd6"]));
    assert!(text.contains("leaves the king on d6 open to the spy on d5"), "{text}");
    let text = out(&place.run(&["explain", "pawns-chess", "--position", spy, "d5d6"]));
    assert!(text.contains("the spy belongs to white"), "{text}");
    let over = "8/8/2k4p/8/3(Ps)4/4(Pb)3/7P/K7 b - - 0 1";
    let args = ["play", "pawns-chess", "--open", "--position", over];
    let text = out(&place.typed(&args, "Kc5\nexplain Kc5\nquit\n"));
    assert_eq!(text.matches("leaves the king on c5 open to the berserker on e3").count(), 2, "{text}");
    assert!(!text.contains("not yet public"), "{text}");
}

#[test]
fn who_plays_against_the_random_player_sees_with_his_own_eyes() {
    let place = Place::new("against");
    let args = ["play", "pawns-chess", "--random", "w", "--seed", "2"];
    let text = out(&place.typed(&args, "Nf6\nposition\nquit\n"));
    assert!(text.contains("ps") && !text.contains("Ps"), "{text}");
    // White's king cannot move, so his spy must.
    let position = "1r5k/8/8/8/3(Ps)4/8/7r/K7 w - - 0 1";
    let args = ["play", "pawns-chess", "--random", "w", "--seed", "1", "--position", position];
    let text = out(&place.typed(&args, "quit\n"));
    assert!(text.contains("white: ?\n") && !text.contains("Ps"), "{text}");
    let text = out(&place.typed(&[&args[..], &["--open"]].concat(), "quit\n"));
    assert!(text.contains("white: Psc5\n") || text.contains("white: Pse5\n"), "{text}");
}

#[test]
fn secrets_are_shown_to_their_side() {
    let place = Place::new("traps");
    place.write(
        "traps.rules",
        "event \"Traps\"\nnumber 9\nsecret fact trap on sides is square\n\
         when event starts, for each side, side chooses s from empty { own trap becomes s }\n\
         after piece arrives on enemy trap, reveal enemy trap\n",
    );
    let lines = "start 9\nc3\ne6\ne4\nboard\ne6\nboard\nquit\n";
    let text = out(&place.typed(&["play", "event-chess", "--deck", "traps.rules"], lines));
    let shown = answers(&text);
    let sees = |at: usize| (shown[at].contains("trap=c3"), shown[at].contains("trap=e6"));
    // White has chosen, Black decides; Black has, White is to move; Black; White once a pawn is on e6.
    assert_eq!(
        [2, 3, 4, 6].map(sees),
        [(false, false), (true, false), (false, true), (true, false)],
        "{text}"
    );
}

/// What `explain` says of a move under one event.
fn explained(place: &Place, rules: &str, position: &str, text: &str) -> String {
    place.write("t.rules", &format!("event \"T\"\n{rules}\n"));
    let mut args = vec!["explain", "event-chess", "--events", "./t.rules"];
    if !position.is_empty() {
        args.extend(["--position", position]);
    }
    args.push(text);
    let output = place.run(&args);
    format!("{}{}", out(&output), err(&output))
}

#[test]
fn refused_acts_are_told_with_the_rule_that_refuses_them() {
    let place = Place::new("refused_acts");
    let shove = "rook also acts by shove unless it is on rank 1 { remove it }";
    let (one, two) = ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    let pinned = "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1";
    let from = "rook also acts by shove from rank 2 { remove it }";
    let barred = "rook cannot move by shove\nrook also acts by shove { remove it }";
    let idle = "fact set on pieces\nrook also acts by shove { it becomes not set }";
    for (rules, position, text, said) in [
        (shove, one, "Ra1@shove", "while this holds, by `it is on rank 1` at ./t.rules:2"),
        (shove, one, "a1@shove", "while this holds, by `it is on rank 1` at ./t.rules:2"),
        (shove, two, "Ra1@shove", "while this holds, by `it is on rank 1` at ./t.rules:2"),
        (shove, pinned, "Re2@shove", "leaves the king on e1 open to the rook on e7"),
        (shove, pinned, "Ne2@shove", "`N` is not how the rook on e2 is written"),
        (shove, pinned, "Re7@shove", "belongs to black"),
        (shove, pinned, "Ke1@shove", "no rule in force lets the king act by `shove`"),
        (shove, pinned, "Re5@shove", "nothing stands on e5"),
        (from, one, "Ra1@shove", "but not from a1, by `rook also acts by shove from rank 2"),
        (barred, one, "Ra1@shove", "may not move, and so not act, by `rook cannot move by shove`"),
        (idle, one, "Ra1@shove", "it changes nothing, by `rook also acts by shove"),
    ] {
        let told = explained(&place, rules, position, text);
        assert!(told.contains(said), "{rules} {text}: {told}");
        assert_eq!(told.lines().count(), 2, "{rules} {text}: {told}");
    }
    let output = place.run(&["explain", "event-chess", "--play", "start 45 e4 e5", "opening"]);
    assert!(
        out(&output).contains("`continuing or own side is opened` at event-chess.rules:"),
        "{}",
        out(&output)
    );
    let output = place.run(&["explain", "event-chess", "a2@promotion"]);
    assert!(out(&output).contains("but not from a2, by `pawn also acts by promotion"), "{}", out(&output));
}

#[test]
fn further_moves_that_are_refused_name_the_sentence() {
    let place = Place::new("further_moves");
    let march = "when pawn moves if no piece is taken, another own pawn may move without taking once";
    let position = "4k3/8/8/2p5/1P1P4/8/8/4K3 w - - 0 1";
    for (text, said) in [
        ("d5, bxc5", "it is none of the further moves that are offered, by `another own pawn may move"),
        ("d5, d6", "it is none of the further moves that are offered, by `another own pawn may move"),
        ("dxc5, b5", "no further move is offered here, by `player must move once` at event-chess.rules"),
        ("dxc5, b5", ", by `another own pawn may move without taking once` at"),
        ("d5, b6", "the pawn may go so, but not from b4"),
    ] {
        let told = explained(&place, march, position, text);
        assert!(told.contains(said), "{text}: {told}");
        assert!(!told.contains("nothing stands on"), "{text}: {told}");
    }
    let jump = "player also acts by jump { player must move once }";
    let told = explained(&place, jump, "", "jump");
    assert!(
        told.contains("a further move must be made, by `player must move once` at ./t.rules:2"),
        "{told}"
    );
}

#[test]
fn of_several_parts_the_wrong_one_is_named_with_what_refuses_it() {
    let place = Place::new("wrong_parts");
    let jump = "player also acts by jump { player must move once }";
    let told = explained(&place, jump, "", "jump, Ra5");
    for said in [
        "`jump` begins a turn, and `Ra5` cannot follow in it",
        "the pawn on a2 stands in the way",
        "what can follow there is one of 21 parts, as `opening`",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    // The first part is wrong, whatever stands behind it.
    let told = explained(&place, jump, "", "Ra5, jump");
    assert!(told.contains("stands in the way") && !told.contains("begins a turn"), "{told}");
    // A rook that fetches nobody ends its turn; one that comes home puts its load on a square beside it.
    let position = "4k3/8/8/8/8/8/8/4K2R w - - 0 1 | events ambulance:w; on h1 P";
    let explained = |text: &str| {
        let output = place.run(&["explain", "event-chess", "--position", position, text]);
        format!("{}{}", out(&output), err(&output))
    };
    for (text, said) in [
        ("Rg1, P@c1", "`Rg1` begins a turn, and `P@c1` cannot follow in it"),
        ("Rg1, P@c1", "what can follow there is `P@f1`, `P@h1`, `P@f2`, `P@g2`, `P@h2`"),
        ("Rg1, Kd1", "`Rg1` begins a turn, and `Kd1` cannot follow in it"),
        (
            "Rg1, what",
            "`Rg1` begins a turn, and `what` means nothing behind it; legal are for instance `Rg1, P@f1`",
        ),
        ("Rg1, P@f2, Kd1", "`Rg1, P@f2` is a whole turn, and no such move follows in it"),
        ("Rh5, P@h4", "`Rh5` is a whole turn, and no such move follows in it"),
    ] {
        let told = explained(text);
        assert!(told.contains(said), "{text}: {told}");
    }
}

#[test]
fn a_list_of_many_wrong_parts_is_answered_at_once() {
    let place = Place::new("many_parts");
    let text = vec!["Ra5"; 60].join(", ");
    let told = explained(&place, "player also acts by jump { player must move once }", "", &text);
    assert!(told.contains("is illegal"), "{told}");
}
