//! What is said of compiled rules: counts in each way, both evaluators held to each other, and what was compiled.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, json, out};

#[test]
fn the_way_of_counting_is_chosen_and_said() {
    let place = Place::new("count");
    for (how, said) in [("set", "sets"), ("list", "lists"), ("leaf", "leaves")] {
        let text = out(&place.run(&["perft", "chess", "3", "--count", how]));
        assert!(text.ends_with(&format!("\ncounted by {said}\nnodes 8902\n")), "{text}");
        let value = json(&place.run(&["perft", "chess", "2", "--count", how, "--json"]));
        assert_eq!(value["counted_by"], serde_json::json!([said]));
        assert_eq!(value["depths"][1]["counted_by"], serde_json::json!([said]));
        assert_eq!(value["nodes"], 400);
        let text = out(&place.run(&["perft", "chess", "2", "--count", how, "--divide"]));
        assert!(text.contains("\ne2e4\t20\n") && text.ends_with("\nnodes 400\n"), "{text}");
    }
    assert!(out(&place.run(&["perft", "chess", "2"])).contains("\ncounted by lists\n"));
    // Plainly, a list is made of each position.
    let text = out(&place.run(&["perft", "chess", "1", "--engine", "oracle", "--count", "set"]));
    assert!(text.ends_with("\ncounted by lists\nnodes 20\n"), "{text}");
    assert_eq!(place.run(&["perft", "chess", "1", "--count", "leaves"]).status.code(), Some(2));
}

/// A game without a quick program: no piece goes beyond e4.
const WALL: &str = "game \"Wall\" extends \"chess\"\npiece cannot pass e4\n";

#[test]
fn rules_without_a_quick_program_are_counted_by_their_tables() {
    let place = Place::new("count-tables");
    place.write("wall.rules", WALL);
    // The rook has 3 squares along the rank on either side, and e2, e3 and e4, which it may enter and not pass; the king
    // has a2, b1 and b2.
    let args = ["perft", "wall.rules", "1", "--position", "k7/8/8/8/8/8/8/K3R3 w - - 0 1"];
    for (how, said) in [("set", "tables"), ("list", "tables"), ("leaf", "leaves")] {
        let text = out(&place.run(&[&args[..], &["--count", how]].concat()));
        assert!(text.ends_with(&format!("\ncounted by {said}\nnodes 12\n")), "{text}");
    }
}

#[test]
fn compiled_and_plain_are_compared() {
    let place = Place::new("compare");
    let output = place.run(&["perft", "chess", "2", "--compare"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    assert!(text.starts_with("depth 1: 20 nodes, ") && text.contains("\ndepth 2: 400 nodes, "), "{text}");
    assert!(text.ends_with("\ncompared 21 positions\nnodes 400\n"), "{text}");
    let value = json(&place.run(&["perft", "chess", "1", "--compare", "--json"]));
    assert_eq!((&value["nodes"], &value["compared"]), (&20.into(), &1.into()));
    assert_eq!(value["difference"], serde_json::Value::Null);
    place.write("wall.rules", WALL);
    let args = ["perft", "wall.rules", "1", "--compare", "--position", "k7/8/8/8/8/8/8/K3R3 w - - 0 1"];
    assert!(out(&place.run(&args)).ends_with("\ncompared 1 position\nnodes 12\n"));
    for other in ["--divide", "--count=set", "--engine=oracle"] {
        assert_eq!(place.run(&["perft", "chess", "1", "--compare", other]).status.code(), Some(2), "{other}");
    }
}

#[test]
fn what_was_compiled_is_said() {
    let place = Place::new("compile");
    let text = out(&place.run(&["compile", "chess"]));
    assert_eq!(
        text,
        "quick program: yes, up to 64 squares\nflat tables: yes, up to 64 squares and 16 kinds\n\
         not tried: moves of king, queen, rook, bishop, knight, pawn\n"
    );
    // A board of 10 by 8 squares takes two words.
    let text = out(&place.run(&["compile", "capablanca"]));
    assert!(text.starts_with("quick program: yes, up to 128 squares\n"), "{text}");
    place.write("wall.rules", WALL);
    let text = out(&place.run(&["compile", "wall.rules"]));
    assert!(text.starts_with("quick program: no: "), "{text}");
    assert!(text.contains(", by `piece cannot pass e4` at wall.rules:2\nflat tables: yes, "), "{text}");
    assert!(text.contains("\nnot tried: moves of "), "{text}");
    let value = json(&place.run(&["compile", "wall.rules", "--json"]));
    assert_eq!(value["quick"]["compiled"], false);
    assert_eq!(value["quick"]["refused"]["by"]["place"], "wall.rules:2");
    assert_eq!(value["tables"]["compiled"], true);
}

#[test]
fn where_all_is_tried_the_sentence_is_told() {
    let place = Place::new("all-tried");
    for (sentences, what) in [
        ("pawn must move if it can", "a demand"),
        ("knight cannot see enemy pawn", "pieces that are not seen"),
        ("e4 is not on board", "a board that is not whole"),
    ] {
        place.write("own.rules", &format!("game \"Own\" extends \"chess\"\n{sentences}\n"));
        let output = place.run(&["compile", "own.rules"]);
        let line = format!("not tried: nothing: {what}, by `{sentences}` at own.rules:2\n");
        assert!(out(&output).ends_with(&line), "{sentences}: {}{}", out(&output), err(&output));
    }
    // What no piece sees stops none.
    place.write("own.rules", "game \"Own\" extends \"chess\"\npiece cannot see enemy pawn\n");
    assert!(out(&place.run(&["compile", "own.rules"])).contains("\nnot tried: moves of "));
    // A demand of captures sleeps where none is possible.
    place.write("own.rules", "game \"Own\" extends \"chess\"\npiece must take if it can\n");
    assert!(out(&place.run(&["compile", "own.rules"])).contains("\nnot tried: moves of "));
    // Walks that each stop for themselves.
    place.write(
        "own.rules",
        "game \"Own\" extends \"chess\"\nfact slow on pieces\npiece cannot pass near it\n",
    );
    let value = json(&place.run(&["compile", "own.rules", "--json"]));
    assert_eq!(value["tables"]["not_tried"], serde_json::Value::Null, "{value:#}");
}

#[test]
fn programs_are_shown_whole() {
    let place = Place::new("dump");
    let text = out(&place.run(&["compile", "chess", "--dump"]));
    for line in [
        "  king: leaper, castles\n",
        "  queen: slider along ranks, files and diagonals\n",
        "  rook: slider along ranks and files\n",
        "  bishop: slider along diagonals\n",
        "  knight: leaper\n",
        "  royal: king\n",
        "  the law of royal pieces, by `forbid danger if some own royal is threatened` at chess.rules:26\n",
        "  a law that is never broken by plain moves, by `forbid suicide if number of own royal < number",
        "  taken: turns from who takes the royal piece and who is pinned: ",
        "  taken: plain moves are made without a whole turn: what they set off is a list of facts to be set\n",
        "  a trigger that does not bear on what is legal, by `when pawn moves by double, trail becomes passed` at",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    // Turns that must not give check are made and asked.
    place.write(
        "own.rules",
        "game \"Own\" extends \"chess\"\nforbid checks if some enemy royal is threatened\n",
    );
    let text = out(&place.run(&["compile", "own.rules", "--dump"]));
    for line in [
        "  a law that is asked of each turn, by `forbid checks if ",
        "  refused: turns from who takes the royal piece and who is pinned: a law that is not of royal pieces is asked of \
         each turn, by `forbid checks",
        "  refused: the last ply by sets of targets: each turn is tried\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let value = json(&place.run(&["compile", "event-chess", "--events", "36,48", "--dump", "--json"]));
    assert_eq!(value["quick"]["compiled"], false);
    let sentences = value["tables"]["sentences"].as_array().unwrap();
    let told = |what: &str| {
        let found = sentences.iter().find(|each| each["what"] == what);
        found.unwrap_or_else(|| panic!("{what} {value:#}"))["by"]["sentence"].as_str().unwrap().to_owned()
    };
    assert_eq!(told("stops walks at squares"), "piece cannot pass enemy field");
    assert_eq!(
        told("opens doors: walks go on elsewhere"),
        "piece can pass from own bishop to another own bishop"
    );
    let haul = "a trigger that may bear on what is legal, woken by who takes: it sets what is asked by 1 law";
    assert_eq!(told(haul), "when piece takes enemy officer, own haul becomes own haul + 1");
}
