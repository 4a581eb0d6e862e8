//! What is listed, counted and played from the command line: turns, nodes, moves and settings.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, json, out};

#[test]
fn moves_are_listed_in_both_forms() {
    let place = Place::new("moves");
    let output = place.run(&["moves", "chess", "--play", "e4 e5 Nf3"]);
    assert_eq!(output.status.code(), Some(0));
    let text = out(&output);
    assert_eq!(text.lines().count(), 29);
    assert!(text.lines().any(|line| line == "b8c6\tNc6"), "{text}");
    let value = json(&place.run(&["moves", "chess", "--json", "--play", "e4"]));
    assert_eq!(value["turns"].as_array().unwrap().len(), 20);
    assert_eq!(value["position"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(value["check"], false);
}

#[test]
fn nodes_are_counted() {
    let place = Place::new("perft");
    let text = out(&place.run(&["perft", "chess", "2"]));
    assert!(text.starts_with("depth 1: 20 nodes, "), "{text}");
    assert_eq!(text.lines().last(), Some("nodes 400"));
    let text = out(&place.run(&["perft", "chess", "2", "--divide"]));
    assert!(text.lines().any(|line| line == "e2e4\t20"), "{text}");
    assert_eq!(json(&place.run(&["perft", "chess", "1", "--json"]))["nodes"], 20);
    assert_eq!(out(&place.run(&["perft", "chess", "0"])), "nodes 1\n");
}

#[test]
fn an_illegal_move_in_a_list_is_told_with_its_number_and_nothing_is_dropped() {
    let place = Place::new("illegal");
    let output = place.run(&["moves", "chess", "--play", "e4 e5 Bb5 a6 Bb6 Nf6"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(out(&output), "");
    let text = err(&output);
    assert!(text.contains("`Bb6` is illegal") && text.contains("move 5 of 6"), "{text}");
    let value = json(&place.run(&["perft", "chess", "1", "--json", "--play", "e4 what"]));
    assert_eq!(value["diagnostics"][0]["code"], "R0821");
    assert_eq!(value["diagnostics"][0]["labels"][0]["text"], "move 2 of 2");
}

/// A game in which whoever brings the king to the fourth rank wins, with much left to play.
const HILL: &str = "game \"Hill\" extends \"chess\"\nside wins by hill if some own king is on rank 4\n";

#[test]
fn a_won_game_has_no_moves_anywhere() {
    let place = Place::new("won");
    place.write("hill.rules", HILL);
    let won = ["hill.rules", "--position", "4k3/8/8/8/8/4K3/P7/8 w - - 0 1", "--play"];
    let run = |first: &str, moves: &str, more: &[&str]| {
        let mut args = vec![first];
        args.extend(won);
        args.push(moves);
        args.extend(more);
        place.run(&args)
    };
    let output = run("moves", "Ke4", &[]);
    assert_eq!(out(&output), "", "{}", err(&output));
    assert!(err(&output).contains("the game is over: white wins by hill"), "{}", err(&output));
    let output = run("moves", "Ke4 Kd7", &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("the game is over: white wins by hill"), "{}", err(&output));
    let text = out(&run("explain", "Ke4", &["Kd7"]));
    assert!(text.contains("the game is over: white wins by hill"), "{text}");
    place.write(
        "won.yaml",
        "- name: won\n  game: hill.rules\n  position: \"4k3/8/8/8/8/4K3/P7/8 w - - 0 1\"\n  moves: [Ke4]\n  \
         turns: 0\n  outcome: white wins by hill\n  illegal: [Kd7]\n- name: legal\n  game: hill.rules\n  \
         position: \"4k3/8/8/8/8/4K3/P7/8 w - - 0 1\"\n  moves: [Ke4]\n  legal: [Kd7]\n",
    );
    let text = out(&place.run(&["test", "won.yaml"]));
    assert!(text.contains("Kd7: the game is over: white wins by hill"), "{text}");
    assert!(text.contains("1 passed, 1 failed"), "{text}");
}

#[test]
fn a_slip_of_the_pen_is_no_illegal_move() {
    let place = Place::new("slips");
    place.write(
        "some.yaml",
        "- name: slips\n  game: chess\n  illegal: [Kh2, e2e5, O-O, exd5, Nf3xe5, e8=Q, e8, Qd1-h5#]\n\
         - name: slip\n  game: chess\n  illegal: [Zf3]\n- name: slips two\n  game: chess\n  illegal: [Nf9, start nothing, hello]\n\
         - name: legal\n  game: chess\n  legal: [Knight]\n",
    );
    let text = out(&place.run(&["test", "some.yaml"]));
    assert_eq!(text.matches("cannot be read as a move").count(), 5, "{text}");
    assert!(text.contains("1 passed, 3 failed") && text.contains("Zf3: it cannot be read"), "{text}");
}

#[test]
fn a_setting_is_set_once() {
    let place = Place::new("set-twice");
    let output = place.run(&["moves", "chess", "--set", "claims=yes", "--set", "claims=no"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("`claims` is set twice"), "{}", err(&output));
}

#[test]
fn a_capital_before_a_square_is_a_sign() {
    let place = Place::new("bishop");
    let position = "rnbqkbnr/pppppppp/8/8/8/2n5/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let text = out(&place.run(&["explain", "chess", "Bxc3", "--position", position]));
    assert!(text.contains("the bishop on c1 does not go to c3"), "{text}");
    let text = out(&place.run(&["explain", "chess", "bxc3", "--position", position]));
    assert!(text.contains("is legal"), "{text}");
}

#[test]
fn numbers_of_moves_are_read_and_nothing_is_played_behind_the_end() {
    let place = Place::new("numbered");
    let position =
        |play: &str| json(&place.run(&["moves", "chess", "--json", "--play", play]))["position"].clone();
    let plain = position("e4 e5 Nf3 Nc6 Bb5 a6");
    for play in [
        "1.e4 e5 2. Nf3 Nc6 3.Bb5 3...a6",
        "1. e4 1... e5 2.Nf3 Nc6 3.Bb5 a6",
        "1 . e4 e5 2.Nf3 Nc6 3. Bb5 3... a6",
    ] {
        if play.starts_with("1 .") {
            assert_ne!(position(play), plain, "a lone number is no number of a move");
        } else {
            assert_eq!(position(play), plain, "{play}");
        }
    }
    let output = place.run(&["moves", "chess", "--play", "e4 e5 a6"]);
    assert!(err(&output).contains("none of the 8 pieces that could be meant goes to a6"), "{}", err(&output));
    let drawn = ["--position", "4k3/p7/8/8/8/8/P7/3RK3 w - - 149 100", "--play"];
    let output = place.run(&[&["moves", "chess"], &drawn[..], &["Rd2"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let output = place.run(&[&["moves", "chess"], &drawn[..], &["Rd2 Ke7 Rd3"]].concat());
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), ""));
    let text = err(&output);
    assert!(
        text.contains("the game is over: draw by seventy-five-moves") && text.contains("move 2 of 3"),
        "{text}"
    );
}

#[test]
fn rules_that_set_each_other_off_are_named() {
    let place = Place::new("runaway");
    place.write("one.rules", "event \"One\"\nwhen piece arrives on e4, put kind of it onto e5\n");
    place.write("two.rules", "event \"Two\"\nwhen piece arrives on e5, put kind of it onto e4\n");
    let text = out(&place.run(&["explain", "chess", "--events", "one.rules,two.rules", "e4"]));
    assert!(
        text.contains(
            "rules set each other off without end, and this one ran last, by `put kind of it onto e"
        ) && (text.contains("at one.rules:2") || text.contains("at two.rules:2")),
        "{text}"
    );
}
