//! What several tests need: the good files, mixtures of their lines and words, trees without places.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use rulemate_grammar::parse::parse;
use rulemate_grammar::source::{Source, SourceId};

/// The good files, by name.
pub fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// The tree of a text, printed without its places.
pub fn tree(text: &str) -> String {
    let source = Source::new("text", text);
    let printed = format!("{:?}", parse(&source, SourceId(0)).0);
    let bytes = printed.as_bytes();
    let mut out = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let first = digits(at);
        let dots = at + first;
        if first > 0 && bytes[dots..].starts_with(b"..") && digits(dots + 2) > 0 {
            at = dots + 2 + digits(dots + 2);
        } else {
            let next = printed[at..].chars().next().unwrap();
            out.push(next);
            at += next.len_utf8();
        }
    }
    out
}

/// Asserts that two texts have the same tree up to places.
pub fn same_meaning(one: &str, other: &str) {
    assert_eq!(tree(one), tree(other), "of\n{one}\nand\n{other}");
}

/// Lines of the good files, and words of them put together anew.
pub fn soup() -> impl Strategy<Value = String> {
    let lines: Vec<String> =
        files().iter().flat_map(|(_, text)| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let words: Vec<String> =
        lines.iter().flat_map(|line| line.split(' ').map(str::to_owned).collect::<Vec<_>>()).collect();
    let gap = prop_oneof![6 => Just(" "), 1 => Just("\n"), 1 => Just("  "), 1 => Just("\n\n"), 1 => Just(" // c\n"), 1 => Just("\t")];
    let some_words = proptest::collection::vec((proptest::sample::select(words), gap.clone()), 0..30)
        .prop_map(|words| words.into_iter().map(|(word, gap)| word + gap).collect::<String>());
    let spaced = (proptest::sample::select(lines.clone()), proptest::collection::vec(gap, 0..30)).prop_map(
        |(line, gaps)| {
            let mut gaps = gaps.into_iter();
            line.split(' ').map(|word| word.to_owned() + gaps.next().unwrap_or(" ")).collect::<String>()
                + "\n"
        },
    );
    let some_lines =
        proptest::collection::vec(proptest::sample::select(lines), 0..12).prop_map(|lines| lines.join("\n"));
    prop_oneof![
        some_words,
        some_lines,
        proptest::collection::vec(spaced, 0..6).prop_map(|lines| lines.concat())
    ]
}
