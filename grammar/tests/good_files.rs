//! Every file that is right is read without a word against it. Uses the files in `tests/files`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::fs;
use std::path::Path;

use rulemate_grammar::parse::parse;
use rulemate_grammar::source::{Source, Sources};

#[test]
fn good_files_are_read_in_silence() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(names.len() > 40);
    let mut wrong = String::new();
    for path in names {
        let text = fs::read_to_string(&path).unwrap();
        let sentences = text.lines().filter(|line| !line.trim().is_empty()).count();
        let mut sources = Sources::default();
        let id = sources.add(Source::new(path.file_name().unwrap().to_string_lossy(), text));
        let (file, diagnostics) = parse(sources.get(id), id);
        assert!(!file.sentences.is_empty() && file.sentences.len() <= sentences);
        for diagnostic in &diagnostics {
            let place = diagnostic.labels[0].place;
            let text = sources.get(id).slice(place.span);
            wrong +=
                &format!("{} {}: {} `{text}`\n", sources.cite(place), diagnostic.code, diagnostic.message);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
