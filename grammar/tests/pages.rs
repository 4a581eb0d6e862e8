//! Each code has a page in `docs/errors`; its wrong example has this mistake, its right one none.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rulemate_grammar::codes::{self, CODES};
use rulemate_grammar::parse::parse;
use rulemate_grammar::source::{Source, SourceId};

/// Mistakes that no short example has.
const WITHOUT_EXAMPLE: &[&str] = &[codes::TOO_LARGE, codes::TOO_TANGLED];

fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let start = page.find(heading).unwrap_or_else(|| panic!("no {heading}")) + heading.len();
    let rest = &page[start..];
    rest.find("\n## ").map_or(rest, |end| &rest[..end])
}

fn example(section: &str) -> Option<&str> {
    let start = section.find("```rules\n")? + "```rules\n".len();
    let rest = &section[start..];
    Some(&rest[..rest.find("\n```")?])
}

fn codes_of(text: &str) -> BTreeSet<&'static str> {
    let source = Source::new("example", text);
    parse(&source, SourceId(0)).1.into_iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn each_page_shows_its_mistake_and_how_it_is_mended() {
    let mut wrong = String::new();
    for entry in CODES {
        let page = entry.page;
        assert!(page.starts_with(&format!("# {}: {}\n", entry.code, entry.title)), "{}", entry.code);
        assert!(section(page, "## What it means").trim().len() > 20, "{}", entry.code);
        match example(section(page, "## Wrong")) {
            Some(text) => {
                let found = codes_of(text);
                let others = entry.code == codes::TOO_MANY && found.len() == 2;
                if !found.contains(entry.code) || (found.len() != 1 && !others) {
                    wrong += &format!("{}: the wrong example has {found:?}\n", entry.code);
                }
            }
            None => assert!(WITHOUT_EXAMPLE.contains(&entry.code), "{}", entry.code),
        }
        let right = codes_of(example(section(page, "## Right")).unwrap());
        if !right.is_empty() {
            wrong += &format!("{}: the right example has {right:?}\n", entry.code);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn each_code_is_there_once_and_in_order() {
    assert!(CODES.windows(2).all(|pair| pair[0].code < pair[1].code));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/errors");
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        if name.starts_with("R01") || name.starts_with("R02") {
            assert!(codes::page(name.trim_end_matches(".md")).is_some(), "{name} has no code");
        }
    }
    assert_eq!(codes::page("R9999"), None);
}
