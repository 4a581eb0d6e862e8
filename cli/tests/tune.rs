//! `rulemate tune`: what it prints and writes.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, json, out};

#[test]
fn values_are_learned_printed_and_written() {
    let place = Place::new("tune");
    let args = ["tune", "los-alamos", "--games", "12", "--depth", "1", "--seed", "3", "-o", "worth.yaml"];
    let text = out(&place.run(&args));
    let names: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"queen") && names.contains(&"pawn"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("king") && line.ends_with("royal")), "{text}");
    let written = std::fs::read_to_string(place.folder.join("worth.yaml")).unwrap();
    assert!(written.contains("pieces:\n") && written.contains("  queen:\n    worth: "), "{written}");
    let again = out(&place.run(&[&args[..], &["--threads", "2"]].concat()));
    assert_eq!(text, again);
}

#[test]
fn no_games_are_an_estimate() {
    let place = Place::new("tune-estimate");
    let value = json(&place.run(&["tune", "chess", "--games", "0", "--json"]));
    assert_eq!(value["values"], value["estimate"]);
    assert_eq!(value["values"]["pieces"]["king"]["worth"], serde_json::Value::Null);
    assert_eq!(value["values"]["pieces"]["pawn"]["worth"], 100.0);
}
