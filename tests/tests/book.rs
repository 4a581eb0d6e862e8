//! The page of the shipped deck is as its rules, scenarios and figures have it. Imports the program's `book`.
#![allow(clippy::panic)]

use rulemate::book::{Book, Wanted, make};
use rulemate::shelf::{Folders, Walk};
use rulemate_tests::root;
use std::collections::BTreeSet;
use std::env::set_current_dir;
use std::fs;
use std::path::PathBuf;

/// What makes the page anew, from the folder of the whole project.
const COMMAND: &str = "cargo run --release -- book rules/event-chess.rules --scenarios tests/scenarios/event-chess \
                       --out docs/events.md";

/// The page, made in memory. Paths stand in it as they are named, so it is made where everybody makes it.
fn book() -> Book {
    set_current_dir(root()).expect("the folder of the project");
    let wanted = Wanted {
        game: "rules/event-chess.rules".into(),
        scenarios: vec!["tests/scenarios/event-chess".into()],
        figures: Vec::new(),
        page: "docs/events.md".into(),
    };
    make(&Folders::default(), &wanted).unwrap_or_else(|trouble| panic!("{:#?}", trouble.diagnostics))
}

#[test]
fn the_page_of_events_is_up_to_date() {
    let book = book();
    let old: Vec<String> = book
        .files
        .iter()
        .filter(|(path, text)| fs::read_to_string(path).ok().as_ref() != Some(text))
        .map(|(path, _)| path.display().to_string())
        .chain(book.idle.iter().map(|path| format!("{} belongs to no event", path.display())))
        .collect();
    assert!(old.is_empty(), "not as the files have it:\n{}\nmake it anew:\n{COMMAND}", old.join("\n"));

    // Nothing of it is missing.
    let events = Walk::through(&PathBuf::from("rules/events"), &["rules"]).files;
    let (_, page) = &book.files[0];
    let without: Vec<&String> =
        book.remarks.iter().filter(|remark| !remark.contains("earlier text")).collect();
    assert!(without.is_empty(), "{without:#?}");
    assert_eq!(
        page.matches("\n## ").count(),
        events.len() + 1,
        "a section for each event, and one of the method"
    );
    let pictures: BTreeSet<&str> = page
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|to| to.ends_with(".svg"))
        .collect();
    assert_eq!(pictures.len(), events.len());
    for file in events {
        let link = format!("](../{})", file.display());
        assert!(page.contains(&link), "{link}");
    }
    for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        assert!(PathBuf::from("docs").join(file).exists(), "{link} leads nowhere");
        assert!(!file.is_empty() || page.contains(&heading(page, anchor)), "{link} leads nowhere");
    }
    // The pictures are well formed as far as their brackets go, and say in words what they show.
    for (path, text) in
        book.files.iter().filter(|(path, _)| path.extension().is_some_and(|ending| ending == "svg"))
    {
        let whole = text.starts_with("<svg xmlns=")
            && text.ends_with("</svg>\n")
            && text.contains(" to move.</title>");
        assert!(whole && text.matches("<g ").count() == text.matches("</g>").count(), "{}", path.display());
    }
}

/// The heading of a page that an anchor means.
fn heading(page: &str, anchor: &str) -> String {
    let plain = |line: &str| -> String {
        let letters = line.trim_start_matches('#').trim().to_lowercase();
        let kept = letters.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        kept.collect::<String>().replace(' ', "-")
    };
    page.lines().find(|line| line.starts_with('#') && plain(line) == anchor).expect("a heading").to_owned()
}
