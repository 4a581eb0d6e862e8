//! Why a move is legal or refused.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, json, out};

#[test]
fn moves_are_explained() {
    let place = Place::new("explain");
    let text = out(&place.run(&["explain", "chess", "e4"]));
    assert!(text.starts_with("e4 (e2e4) is legal:") && text.contains("at chess.rules:"), "{text}");
    let pinned = "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1";
    let output = place.run(&["explain", "chess", "--position", pinned, "Bd3"]);
    let text = out(&output);
    assert!(text.starts_with("`Bd3` is illegal:") && text.contains("chess.rules:"), "{text}");
    let text = out(&place.run(&["explain", "chess", "g1"]));
    assert!(text.contains("the white knight on g1 can play") && text.contains("g1f3\tNf3"), "{text}");
    assert_eq!(json(&place.run(&["explain", "chess", "--json", "Nf3"]))["legal"], true);
}

#[test]
fn a_sentence_is_shown_once() {
    let place = Place::new("once");
    let double = "4r2k/8/8/8/1b6/8/3P4/4K3 w - - 0 1";
    let text = out(&place.run(&["explain", "chess", "--position", double, "d4"]));
    assert_eq!(text.matches("forbid danger").count(), 1, "{text}");
    assert!(text.contains("open to the bishop on b4") && text.contains("open to the rook on e8"), "{text}");
    let value = json(&place.run(&["explain", "chess", "--json", "--position", double, "d4"]));
    assert_eq!(value["places"].as_array().map(Vec::len), Some(3));
}

#[test]
fn explanations_speak_of_the_move_that_is_meant() {
    let place = Place::new("meant");
    let explain = |args: &[&str]| {
        let output = place.run(&[&["explain"], args].concat());
        format!("{}{}", out(&output), err(&output))
    };
    assert!(explain(&["chess", "e5"]).contains("nothing stands on e5"));
    let blocked = ["chess", "--position", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4"];
    let text = explain(&blocked);
    assert!(text.contains("`e4` is illegal") && text.contains("e3"), "{text}");
    let rook = ["chess", "--position", "4k3/8/8/8/8/8/n3P3/R3K3 w - - 0 1"];
    let text = explain(&[&rook[..], &["Rxa2, e3"]].concat());
    assert!(text.contains("`Rxa2` is a whole turn"), "{text}");
    let text = explain(&[&rook[..], &["Kd8, Ke8"]].concat());
    assert!(text.contains("the king on e1 does not go to d8"), "{text}");
    place.write(
        "swap.rules",
        "event \"Swap\"\nking also acts by exchange { choose r from own rook { swap it and r } }\n",
    );
    let swap = ["chess", "--events", "swap.rules", "--position", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"];
    let text = explain(&[&swap[..], &["Ke1@exchange"]].concat());
    assert!(text.contains("`Ke1@exchange, R@a1`") && text.contains("`Ke1@exchange, R@h1`"), "{text}");
    let output = place.run(&[&["explain", "--json"], &swap[..], &["Ke1@exchange, Ra1"]].concat());
    let value = json(&output);
    assert_eq!((&value["legal"], &value["places"][0]["place"]), (&true.into(), &"swap.rules:2".into()));
    place.write(
        "drops.rules",
        "event \"Drops\"\nwhen piece is taken unless it is pawn or royal, put it in enemy hand\nplayer also acts by drop {\n    \
         choose p from own hand {\n        choose s from empty { put p onto s }\n    }\n}\n",
    );
    let drops = ["chess", "--events", "drops.rules", "--play", "Nc3 d5 Nxd5 Qxd5 a3"];
    let text = explain(&[&drops[..], &["N@e6"]].concat());
    assert!(text.starts_with("drop, N@e6 (@drop,n@,e6) is legal"), "{text}");
    for said in ["drop, n@, N@e6", "drop, N@, N@e6", "drop, N@e6", "n@e6", "@drop,n@,e6"] {
        assert_eq!(explain(&[&drops[..], &[said]].concat()), text, "{said}");
    }
    let text = explain(&[&drops[..], &["Q@e6"]].concat());
    assert!(text.starts_with("`Q@e6` is no legal move"), "{text}");
}
