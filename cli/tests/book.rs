//! `rulemate book`, run as a program on a small deck: what stands on the page, when figures are of an earlier text, and
//! what is refused.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, json, out};
use std::fs;

const ROOKS: &str = "event \"Short Rooks\"\n// Rooks go *two* squares at most.\n// Ruling: so they castle.\nnumber 7\n\
                     rook cannot stop if length > 2\n";

/// A game with a deck of two events, scenarios of them, and settings of a simulation.
fn deck(name: &str) -> Place {
    let place = Place::new(name);
    fs::create_dir_all(place.folder.join("deck")).unwrap();
    fs::create_dir_all(place.folder.join("scenarios")).unwrap();
    place.write("small.rules", "game \"Small\" extends \"chess\"\ndeck \"deck\"\n");
    place.write("deck/short-rooks.rules", ROOKS);
    place.write(
        "deck/posts.rules",
        "event \"Posts\"\n// A knight stands on a post.\nnumber 3\ntype \"posts\"\nneeds each side has 1 knight\n\n\
         post means square of own knight\nking cannot stop on post\n",
    );
    place.write(
        "scenarios/short-rooks.yaml",
        "- name: another game\n  game: chess\n  turns: 20\n\
         - name: \"two squares, not three\"\n  game: small\n  events: [short-rooks]\n\
         \x20 position: \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"\n  legal: [Ra3]\n  illegal: [Ra4]\n\
         - name: \"the one that is shown\"\n  picture: yes\n  game: small\n  events: [\"7:w\"]\n\
         \x20 position: \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"\n  moves: [Ra3]\n  check: no\n",
    );
    place.write(
        "scenarios/others.yaml",
        "- name: a knight on g1\n  game: small\n  events: [posts]\n  position: \"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1\"\n  turns: 8\n",
    );
    place.write("each.yaml", "game: small.rules\nevents: each\ngames: 4\ncap: 6\nsample: 2\n");
    place
}

const BOOK: [&str; 6] = ["book", "small.rules", "--scenarios", "scenarios", "--out", "pages/small.md"];

fn book(place: &Place, more: &[&str]) -> String {
    let output = place.run(&[&BOOK[..], more].concat());
    assert!(output.status.success(), "{}{}", out(&output), err(&output));
    out(&output)
}

fn simulate(place: &Place, more: &[&str]) {
    let output = place.run(&[&["simulate", "each.yaml"], more].concat());
    assert!(output.status.success(), "{}{}", out(&output), err(&output));
}

fn read(place: &Place, file: &str) -> String {
    fs::read_to_string(place.folder.join(file)).unwrap()
}

#[test]
fn the_page_says_of_each_event_what_the_files_say() {
    let place = deck("book-page");
    let told = book(&place, &[]);
    assert!(told.contains("no event has figures: name") && told.contains("3 of 3 files changed"), "{told}");
    let page = read(&place, "pages/small.md");
    for said in [
        "# The events of Small",
        "- [3. Posts](#3-posts)\n- [7. Short Rooks](#7-short-rooks)\n",
        "## 7. Short Rooks\n\nRooks go \\*two\\* squares at most.\n\nRuling: so they castle.\n",
        "![White: rook a1, king e1. Black: king e8. White to move. Then: White: rook a3, king e1. Black: king e8. Black to move.](small/short-rooks.svg)",
        "*The one that is shown.* Played: `Ra3`. No check.",
        "rulemate moves small --events 7:w --position \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\" --play \"Ra3\"",
        "- Condition: `type \"posts\"`, `needs each side has 1 knight`",
        "- File: [`deck/posts.rules`](../deck/posts.rules)",
        "- Scenarios: [`scenarios/others.yaml`](../scenarios/others.yaml)",
        "Post of white: g1.",
        "It has not been simulated.",
    ] {
        assert!(page.contains(said), "{said}\n{page}");
    }
    let rooks = read(&place, "pages/small/short-rooks.svg");
    assert_eq!((rooks.matches("<g ").count(), rooks.matches("class=\"way made\"").count()), (2, 1));
    assert!(read(&place, "pages/small/posts.svg").contains("class=\"area0\""));

    // Nothing has changed, and then the example has.
    assert!(book(&place, &["--check"]).contains("0 of 3 files would change"));
    let scenarios = read(&place, "scenarios/short-rooks.yaml").replace("  picture: yes\n", "");
    place.write("scenarios/short-rooks.yaml", &scenarios);
    place.write("pages/small/older.svg", "");
    let output = place.run(&[&BOOK[..], &["--check", "--json"]].concat());
    assert_eq!(output.status.code(), Some(1));
    let value = json(&output);
    assert_eq!(value["changed"], serde_json::json!(["pages/small.md", "pages/small/short-rooks.svg"]));
    assert_eq!(value["idle"], serde_json::json!(["pages/small/older.svg"]));
    book(&place, &[]);
    assert!(
        read(&place, "pages/small.md").contains("*Two squares, not three.* Legal: `Ra3`. Illegal: `Ra4`.")
    );
    let rooks = read(&place, "pages/small/short-rooks.svg");
    assert!(rooks.contains("class=\"way legal\"") && rooks.contains("class=\"end illegal\""), "{rooks}");
}

#[test]
fn figures_are_kept_and_know_their_rules() {
    let place = deck("book-figures");
    simulate(&place, &[]);
    book(&place, &["--figures", "each.yaml"]);
    let page = read(&place, "pages/small.md");
    for said in [
        "| [7. Short Rooks](#7-short-rooks) |",
        "| random | 4 |",
        "seed 1, 4 games of each event by itself",
        "rulemate simulate each.yaml\n",
    ] {
        assert!(page.contains(said), "{said}\n{page}");
    }
    // Kept without the report, and whatever is said in comments.
    fs::remove_dir_all(place.folder.join("each.report")).unwrap();
    place.write("deck/short-rooks.rules", &ROOKS.replace("at most", "at the most"));
    assert!(!book(&place, &[]).contains("earlier text"));
    assert!(
        read(&place, "pages/small.md").contains("at the most.\n")
            && read(&place, "pages/small.md").contains("| random | 4 |")
    );

    // Another rule: the page says so, until this event alone has been played again.
    place.write("deck/short-rooks.rules", &ROOKS.replace("> 2", "> 3"));
    let told = book(&place, &[]);
    assert!(
        told.contains("the figures of `Short Rooks` are of an earlier text of its rules, or the game's"),
        "{told}"
    );
    assert!(!told.contains("figures of `Posts`"), "{told}");
    let stale = |page: &str| page.matches("are of an earlier text of the rules").count();
    assert_eq!(stale(&read(&place, "pages/small.md")), 1);
    let before: serde_json::Value = serde_json::from_str(&read(&place, "pages/small/figures.json")).unwrap();
    simulate(&place, &["--events", "7"]);
    book(&place, &["--figures", "each.yaml"]);
    assert_eq!(stale(&read(&place, "pages/small.md")), 0);
    let after: serde_json::Value = serde_json::from_str(&read(&place, "pages/small/figures.json")).unwrap();
    let of = |value: &serde_json::Value, event: &str| value["runs"][0]["events"][event].clone();
    assert_eq!(of(&before, "posts"), of(&after, "posts"));
    assert_ne!(of(&before, "short-rooks")["rules"], of(&after, "short-rooks")["rules"]);

    // The game's own rules are everybody's.
    place.write("small.rules", "game \"Small\" extends \"chess\"\ndeck \"deck\"\nrook cannot take queen\n");
    assert!(book(&place, &[]).contains("the figures of `Posts` are of an earlier text"));
}

#[test]
fn what_are_no_figures_is_refused() {
    let place = deck("book-wrong");
    let refused = |more: &[&str], words: &str| {
        let output = place.run(&[&BOOK[..], more].concat());
        assert_eq!(output.status.code(), Some(1), "{}", out(&output));
        assert!(err(&output).contains(words), "{words}: {}", err(&output));
    };
    refused(&["--figures", "each.yaml"], "each.report/figures.json");
    simulate(&place, &["--games", "2"]);
    refused(&["--figures", "each.yaml"], "by other settings than those of `each.yaml`");
    simulate(&place, &["--events", "7"]);
    refused(&["--figures", "each.yaml"], "of some events alone");
    place.write("each.report/figures.json", "{}");
    refused(&["--figures", "each.yaml"], "no figures of this version");
    fs::create_dir_all(place.folder.join("pages/small")).unwrap();
    place.write("pages/small/figures.json", "[]");
    refused(&[], "no figures of a page");
    fs::remove_dir_all(place.folder.join("pages")).unwrap();
    refused(&["--scenarios", "elsewhere.yaml"], "elsewhere.yaml");
    place.write(
        "scenarios/others.yaml",
        "- name: a\n  game: small\n  events: [posts]\n  moves: [Qh9]\n  turns: 1\n",
    );
    refused(&[], "Qh9");
    let output = place.run(&["book", "chess", "--out", "pages/chess.md"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("no events"), "{}", err(&output));
}
