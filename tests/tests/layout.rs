//! Holds the layout of `docs/architecture.md`: what may import what, and what every file begins with.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
}

/// All Rust files below a folder, sorted.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Whether a file of a crate's `src` holds tests alone.
fn is_test(file: &Path) -> bool {
    let name = file.to_string_lossy();
    name.contains("/tests/") || name.ends_with("/tests.rs")
}

/// The lines of a file that are code of the program: comments and everything from its tests on left out.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(number, line)| (number + 1, line))
        .take_while(|(_, line)| !line.trim_start().starts_with("#[cfg(test)]"))
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// The room of a crate that a file belongs to: the first part of its path in `src`.
fn room(crate_name: &str, file: &Path) -> String {
    let source = root().join(crate_name).join("src");
    let first = file.strip_prefix(&source).expect("below src").components().next().expect("a name");
    first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned()
}

/// What each room of the interpreter may import of the others.
const ROOMS: &[(&str, &[&str])] = &[
    ("ids", &[]),
    ("board", &["ids"]),
    ("vocabulary", &[]),
    ("model", &["ids", "board", "vocabulary"]),
    ("position", &["ids", "board"]),
    ("engine", &["ids", "board", "model", "position"]),
    ("codes", &[]),
    ("resolve", &["ids", "board", "model", "codes"]),
    ("check", &["ids", "board", "model", "codes", "resolve"]),
    ("oracle", &["ids", "board", "model", "position", "engine"]),
    ("program", &["ids", "vocabulary"]),
    ("play", &["ids", "program", "vocabulary"]),
    ("compile", &["ids", "board", "model", "program", "vocabulary"]),
    (
        "fast",
        &[
            "ids",
            "board",
            "model",
            "position",
            "engine",
            "oracle",
            "compile",
            "program",
            "play",
            "vocabulary",
        ],
    ),
    ("notation", &["ids", "board", "model", "position", "engine", "codes"]),
    ("perft", &["position", "engine", "notation"]),
    ("compare", &["position", "engine", "notation", "perft"]),
    ("shelf", &["ids", "board", "model", "resolve", "check", "codes"]),
    (
        "game",
        &["ids", "board", "model", "position", "engine", "oracle", "fast", "notation", "perft", "shelf"],
    ),
    (
        "arena",
        &["ids", "model", "position", "engine", "fast", "game", "notation", "compile", "play", "program"],
    ),
    (
        "lib",
        &[
            "arena",
            "ids",
            "board",
            "model",
            "position",
            "engine",
            "codes",
            "resolve",
            "check",
            "oracle",
            "notation",
            "perft",
            "shelf",
            "game",
            "program",
            "play",
            "compile",
            "fast",
            "vocabulary",
            "compare",
        ],
    ),
];

/// What each room of the simulation may import of the others.
const HALLS: &[(&str, &[&str])] = &[
    ("dice", &[]),
    ("statistics", &[]),
    ("player", &["dice", "value"]),
    ("value", &["contest", "dice", "player", "statistics"]),
    ("contest", &["dice", "player"]),
    ("playout", &["contest", "dice", "player"]),
    ("settings", &["player", "statistics"]),
    ("rules", &["value"]),
    ("plan", &["rules", "settings"]),
    ("opener", &["plan", "player", "rules", "settings"]),
    ("sentence", &["referee", "rules"]),
    ("referee", &["contest", "dice", "opener", "plan", "player", "rules", "sentence", "settings"]),
    ("figures", &["contest", "referee", "rules", "sentence", "statistics"]),
    ("run", &["figures", "plan", "referee", "rules", "sentence", "settings"]),
    ("stored", &["figures", "run"]),
    ("markup", &[]),
    ("picture", &["markup"]),
    (
        "report",
        &[
            "figures",
            "markup",
            "picture",
            "plan",
            "player",
            "referee",
            "rules",
            "run",
            "sentence",
            "settings",
            "statistics",
            "value",
        ],
    ),
    ("lib", &[]),
];

#[test]
fn imports_point_one_way() {
    let mut wrong = Vec::new();
    let interpreter =
        rust_files(&root().join("interpreter/src")).into_iter().map(|file| ("interpreter", file));
    let simulation = rust_files(&root().join("simulation/src")).into_iter().map(|file| ("simulation", file));
    for (crate_name, file) in interpreter.chain(simulation) {
        let room = room(crate_name, &file);
        let rooms = if crate_name == "interpreter" { ROOMS } else { HALLS };
        let Some((_, may)) = rooms.iter().find(|(name, _)| *name == room) else {
            wrong.push(format!("{}: the room `{room}` has no entry here", file.display()));
            continue;
        };
        let text = fs::read_to_string(&file).expect("readable");
        for (number, line) in code(&text) {
            for part in line.split("crate::").skip(1) {
                let target: String =
                    part.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
                if !target.is_empty() && target != room && !may.contains(&target.as_str()) {
                    wrong.push(format!("{}:{number}: `{room}` must not know `{target}`", file.display()));
                }
            }
        }
    }
    for file in rust_files(&root().join("grammar/src")) {
        let text = fs::read_to_string(&file).expect("readable");
        wrong.extend(code(&text).filter(|(_, line)| line.contains("rulemate_interpreter")).map(
            |(number, _)| format!("{}:{number}: grammar must not know the interpreter", file.display()),
        ));
        let parses = file.components().any(|part| part.as_os_str() == "parse");
        let pest = code(&text)
            .find(|(_, line)| line.contains("pest::") || line.contains("pest_derive"))
            .filter(|_| !parses);
        wrong.extend(pest.map(|(number, _)| format!("{}:{number}: only `parse` knows pest", file.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_file_says_what_is_inside() {
    for crate_name in ["grammar", "interpreter", "simulation", "cli", "tests"] {
        for file in rust_files(&root().join(crate_name)) {
            let text = fs::read_to_string(&file).expect("readable");
            assert!(text.starts_with("//! "), "{} does not begin with a line `//! ...`", file.display());
        }
    }
}

#[test]
fn nothing_is_read_or_written_below_the_program() {
    let doors = ["std::fs", "std::env", "std::io", "std::net", "println!", "eprintln!", "std::process"];
    for crate_name in ["grammar", "interpreter", "simulation"] {
        for file in rust_files(&root().join(crate_name).join("src")) {
            if is_test(&file) {
                continue;
            }
            let text = fs::read_to_string(&file).expect("readable");
            for (number, line) in code(&text) {
                for door in doors {
                    assert!(
                        !line.contains(door),
                        "{}:{number}: `{door}` belongs into the program",
                        file.display()
                    );
                }
            }
        }
    }
}

/// Words of rule files. The engine knows no chess: none of them names anything in its Rust.
const WORDS_OF_RULES: &[&str] = &[
    "pawn",
    "bishop",
    "knight",
    "rook",
    "queen",
    "king",
    "en_passant",
    "enpassant",
    "ambulance",
    "portal",
    "force_field",
    "berserker",
    "healer",
    "archer",
];

#[test]
fn the_engine_knows_no_chess() {
    for crate_name in ["grammar", "interpreter", "simulation"] {
        for file in rust_files(&root().join(crate_name).join("src")) {
            if is_test(&file) {
                continue;
            }
            let text = fs::read_to_string(&file).expect("readable");
            for (number, line) in code(&text) {
                // A comment behind code, and help that quotes a sentence, may speak of pieces.
                let line = line.split("//").next().unwrap_or(line);
                let outside: String = line.split('"').step_by(2).collect();
                let words = outside
                    .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                    .map(str::to_ascii_lowercase);
                for word in words {
                    let plain = word.trim_end_matches('s');
                    assert!(
                        !WORDS_OF_RULES.contains(&plain),
                        "{}:{number}: `{word}` is a word of rule files",
                        file.display()
                    );
                }
            }
        }
    }
}
