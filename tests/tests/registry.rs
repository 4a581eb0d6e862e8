//! Holds the registry of mistakes: each code once, each with its page, each page with its headings. Imports the
//! program's `codes`. That the examples of the pages are so, the tests of the crates that own the codes show.

use rulemate_tests::manual::blocks;
use rulemate_tests::root;
use std::collections::BTreeSet;
use std::fs;

#[test]
fn every_code_has_its_page_and_every_page_a_code() {
    let codes: Vec<&str> = rulemate::codes::all().map(|entry| entry.code).collect();
    let known: BTreeSet<&str> = codes.iter().copied().collect();
    assert_eq!(known.len(), codes.len(), "a code stands in two tables");
    let entries = fs::read_dir(root().join("docs/errors")).expect("the pages");
    let names: BTreeSet<String> =
        entries.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned()).collect();
    let wanted: BTreeSet<String> = known.iter().map(|code| format!("{code}.md")).collect();
    let missing: Vec<_> = wanted.difference(&names).collect();
    let strange: Vec<_> = names.difference(&wanted).collect();
    assert!(missing.is_empty() && strange.is_empty(), "no page: {missing:?}; no code: {strange:?}");
}

#[test]
fn every_code_is_well_formed_and_has_a_title_of_its_own() {
    let mut titles = BTreeSet::new();
    for entry in rulemate::codes::all() {
        let digits = entry.code.strip_prefix('R').expect("R and four digits");
        assert!(digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit()), "{}", entry.code);
        assert!(titles.insert(entry.title), "{}: `{}` is the title of another code", entry.code, entry.title);
        assert!(!entry.title.ends_with('.') && !entry.title.is_empty(), "{}", entry.code);
    }
}

/// What a page says instead of a wrong example that would fill it.
const NO_EXAMPLE: &str = "No short example shows it.";

#[test]
fn every_page_has_the_fixed_headings() {
    let mut wrong = Vec::new();
    for entry in rulemate::codes::all() {
        let code = entry.code;
        let headings: Vec<&str> = without_blocks(entry.page);
        let first = format!("# {code}: {}", entry.title);
        if headings != [first.as_str(), "## What it means", "## Wrong", "## Right"] {
            wrong.push(format!("{code}: the headings are {headings:?}"));
            continue;
        }
        for head in ["Wrong", "Right"] {
            let section = entry.page.split(&format!("\n## {head}\n")).nth(1).unwrap_or("");
            let section = section.split("\n## ").next().unwrap_or("");
            let none = head == "Wrong" && section.trim() == NO_EXAMPLE;
            if blocks(section).len() != 1 && !none {
                wrong.push(format!("{code}: `## {head}` has not one block"));
            }
        }
        let meaning = entry.page.split("## What it means\n").nth(1).unwrap_or("");
        if meaning.split("\n## ").next().unwrap_or("").trim().len() < 20 {
            wrong.push(format!("{code}: hardly a word of what it means"));
        }
        if entry.page.contains('\r') || !entry.page.ends_with('\n') {
            wrong.push(format!("{code}: its last line does not end, or ends in another way"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The headings of a page; what stands in a block is none.
fn without_blocks(page: &str) -> Vec<&str> {
    let mut inside = false;
    page.lines()
        .filter(|line| {
            if line.starts_with("```") {
                inside = !inside;
            }
            !inside && line.starts_with('#')
        })
        .collect()
}
