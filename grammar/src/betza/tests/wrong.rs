//! Wrong strings, each with its codes and the letters that are underlined; and the pages of the codes.
//! Imports `betza`, `source`; reads `docs/errors`.

use super::super::{CODES, LONGEST};
use super::{AT, parse};
use crate::codes::Code;
use std::collections::BTreeSet;

/// The codes of a wrong string, each with the underlined text.
fn mistakes(text: &str) -> Vec<(&'static str, String)> {
    let Err(found) = parse(text, AT) else { panic!("{text} was read") };
    found
        .iter()
        .map(|mistake| {
            assert!(mistake.help.is_some(), "{text}: {mistake:?}");
            let first = mistake.message.chars().next().expect("a message");
            assert!(!first.is_uppercase() && !mistake.message.contains('\n'), "{text}: {}", mistake.message);
            let place = mistake.labels[0].place;
            assert_eq!(place.source, AT.source);
            let (start, end) = (place.span.start - AT.span.start, place.span.end - AT.span.start);
            (mistake.code, text[start as usize..end as usize].to_owned())
        })
        .collect()
}

#[test]
fn each_mistake_at_its_letters() {
    let table: &[(&str, &[(&str, &str)])] = &[
        ("", &[("R0550", "")]),
        ("fNw", &[("R0551", "w")]),
        ("W F", &[("R0551", " ")]),
        ("fXW", &[("R0551", "X")]),
        ("N♞F", &[("R0551", "♞")]),
        ("fé", &[("R0553", "f"), ("R0551", "é")]),
        ("W,F", &[("R0551", ",")]),
        ("(1,4)", &[("R0551", "("), ("R0557", "1"), ("R0551", ","), ("R0557", "4"), ("R0551", ")")]),
        ("n", &[("R0553", "n")]),
        ("fNx", &[("R0552", "x")]),
        ("yafsF", &[("R0552", "y")]),
        ("ukt", &[("R0552", "u"), ("R0552", "k"), ("R0552", "t")]),
        ("U", &[("R0552", "U")]),
        ("fNm", &[("R0553", "m")]),
        ("mafs", &[("R0553", "mafs")]),
        ("[F-m]", &[("R0553", "m")]),
        ("[fm-R]", &[("R0553", "fm")]),
        ("fhW", &[("R0554", "fh")]),
        ("ffK", &[("R0554", "ff")]),
        ("lfF", &[("R0554", "lf")]),
        ("hN", &[("R0554", "h")]),
        ("hlN", &[("R0554", "h")]),
        ("mahW", &[("R0554", "h")]),
        ("maffN", &[("R0554", "ff")]),
        ("malfF", &[("R0554", "lf")]),
        ("[F-hR]", &[("R0554", "h")]),
        ("[F-R", &[("R0555", "[")]),
        ("F-R]", &[("R0556", "-"), ("R0555", "]")]),
        ("W]", &[("R0555", "]")]),
        ("[F-[R]]", &[("R0556", "["), ("R0555", "]")]),
        ("[]", &[("R0556", "[]")]),
        ("[F]", &[("R0556", "[F]")]),
        ("[F-]", &[("R0556", "[F-]")]),
        ("[-R]", &[("R0556", "-")]),
        ("[F--R]", &[("R0556", "-")]),
        ("[FR]", &[("R0556", "R")]),
        ("f[F-R]", &[("R0556", "f")]),
        ("W?F", &[("R0556", "?")]),
        ("[F-X]", &[("R0551", "X")]),
        ("3W", &[("R0557", "3")]),
        ("f12W", &[("R0557", "12")]),
        ("[F-R]3", &[("R0557", "3")]),
        ("W99", &[("R0558", "99")]),
        ("W16", &[("R0558", "16")]),
        ("R99999999999999999999", &[("R0558", "99999999999999999999")]),
        ("W03", &[("R0558", "03")]),
        ("WW2", &[("R0558", "2")]),
        ("NNN", &[("R0558", "NNN")]),
        ("RR", &[("R0558", "RR")]),
        ("njN", &[("R0559", "j")]),
        ("jnN", &[("R0559", "n")]),
        ("npNN", &[("R0559", "p")]),
        ("gpR", &[("R0559", "p")]),
        ("zqB", &[("R0559", "q")]),
        ("jzR", &[("R0559", "z")]),
        ("mdK", &[("R0559", "d")]),
        ("emW", &[("R0559", "m")]),
        ("mdafK", &[("R0559", "d")]),
        ("mmW", &[("R0560", "m")]),
        ("pppR", &[("R0560", "p")]),
        ("pcpR", &[("R0560", "p")]),
        ("fvbW", &[("R0560", "b")]),
        ("fhfN", &[("R0560", "f")]),
        ("mafsflW", &[("R0560", "fl")]),
        ("nW", &[("R0561", "n")]),
        ("nQ", &[("R0561", "n")]),
        ("jF", &[("R0561", "j")]),
        ("pW", &[("R0561", "p")]),
        ("ppN", &[("R0561", "p")]),
        ("gK1", &[("R0561", "g")]),
        ("zW1", &[("R0561", "z")]),
        ("maifW", &[("R0562", "i")]),
        ("maoW", &[("R0562", "o")]),
        ("eafW", &[("R0562", "e")]),
        ("gafR", &[("R0562", "g")]),
        ("ppafR", &[("R0562", "pp")]),
        ("majR", &[("R0562", "j")]),
        ("[maW-R]", &[("R0562", "a")]),
        ("O", &[("R0563", "O")]),
        ("isO0", &[("R0563", "O0")]),
        ("fcO2", &[("R0563", "f"), ("R0563", "c")]),
        ("[F-O2]", &[("R0563", "O2")]),
        ("isO99", &[("R0558", "99")]),
        ("OO", &[("R0558", "OO")]),
        ("siiO2", &[("R0560", "i")]),
        ("aaaaaaaaW", &[("R0564", "aaaaaaaaW")]),
        ("fhWjnNfNx", &[("R0554", "fh"), ("R0559", "n"), ("R0552", "x")]),
    ];
    for (text, expected) in table {
        let expected: Vec<_> = expected.iter().map(|(code, under)| (*code, (*under).to_owned())).collect();
        assert_eq!(mistakes(text), expected, "{text}");
    }
}

#[test]
fn length_is_bounded() {
    let long = "WF".repeat(LONGEST / 2) + "FN";
    assert_eq!(mistakes(&long), [("R0564", "FN".to_owned())]);
    assert!(parse(&"WF".repeat(LONGEST / 2), AT).is_ok());
    assert_eq!(mistakes(&("W".repeat(LONGEST - 1) + "♞N")), [("R0564", "♞N".to_owned())]);
    assert!(parse("aaaaaaaW", AT).is_ok());
}

#[test]
fn two_places_where_two_letters_conflict() {
    let Err(found) = parse("jfnN", AT) else { panic!("was read") };
    let spans: Vec<_> = found[0].labels.iter().map(|label| label.place.span.start - AT.span.start).collect();
    assert_eq!(spans, [2, 0]);
}

/// The Betza strings of the `rules` block under a heading.
fn strings(page: &str, heading: &str) -> Vec<String> {
    let section = page.split(&format!("\n## {heading}\n")).nth(1).unwrap_or("");
    let block = section.split("```rules\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap_or("");
    let lines = block.lines().flat_map(|line| line.split_once("moves ").map(|(_, path)| path));
    lines.flat_map(|path| path.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[test]
fn every_code_has_its_page() {
    let codes: BTreeSet<_> = CODES.iter().map(|entry| entry.code).collect();
    assert_eq!(codes.len(), CODES.len());
    for Code { code, title, page } in CODES {
        let path = format!("docs/errors/{code}.md");
        assert!(page.starts_with(&format!("# {code}: {title}\n")), "{path}");
        assert!(page.contains("\n## What it means\n"), "{path}");
        let (wrong, right) = (strings(page, "Wrong"), strings(page, "Right"));
        assert!(!wrong.is_empty() && !right.is_empty(), "{path}");
        for text in wrong {
            assert!(mistakes(&text).iter().any(|(raised, _)| raised == code), "{path}: {text}");
        }
        for text in right {
            assert!(parse(&text, AT).is_ok(), "{path}: {text}");
        }
    }
}
