//! What the documents show of the program is what it prints: each command in a block of README.md and
//! docs/command-line.md is run, and its output compared. `...` stands for lines that are left out; times are not
//! compared; in a game what stands behind a prompt is typed.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, out};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn document(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// What is read before a command of these words is run, and what it does to a file.
type Before = (&'static str, fn(&Place));

/// The blocks between fences.
fn blocks(text: &str) -> Vec<&str> {
    let inside = text.split("\n```").skip(1).step_by(2);
    inside.map(|block| block.split_once('\n').unwrap().1).collect()
}

/// The words of a command, without a comment behind it; and how many lines of its output are taken.
fn words(line: &str) -> (Vec<String>, usize) {
    let line = line.split("   # ").next().unwrap();
    let (line, most) = match line.split_once(" | head -") {
        Some((line, most)) => (line, most.trim().parse().unwrap()),
        None => (line, usize::MAX),
    };
    let mut words = Vec::new();
    for (at, part) in line.split('"').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    (words, most)
}

/// A line without spaces at its end, and without times.
fn bare(line: &str) -> &str {
    let line = line.trim_end();
    let timed = line.starts_with("depth ") && line.ends_with(" nodes/s");
    if timed { line.split(", ").next().unwrap() } else { line }
}

/// Whether lines are those that are shown.
fn shown(shown_lines: &[&str], lines: &[&str]) -> bool {
    match shown_lines.split_first() {
        None => lines.is_empty(),
        Some((&"...", rest)) => (0..=lines.len()).any(|from| shown(rest, &lines[from..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, lines)| bare(first) == bare(line) && shown(rest, lines))
        }
    }
}

/// Runs the commands of a document in a place; gives their number.
fn run(place: &Place, name: &str, before: &[Before]) -> usize {
    let text = document(name);
    let mut count = 0;
    for block in blocks(&text) {
        let mut commands = block.split("$ rulemate ");
        let head = commands.next().unwrap();
        assert!(!block.contains("$ rulemate") || head.is_empty(), "{name}: {block}");
        for command in commands {
            let (line, expected) = command.split_once('\n').unwrap_or((command, ""));
            for (_, prepare) in before.iter().filter(|(words, _)| line.starts_with(words)) {
                prepare(place);
            }
            let (args, most) = words(line);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let mut expected: Vec<&str> = expected.lines().collect();
            let plays = args[0] == "play";
            let typed: Vec<&str> =
                expected.iter().filter_map(|line| line.split_once("> ")).map(|(_, typed)| typed).collect();
            if plays {
                expected.insert(0, "...");
                expected.push("...");
            }
            let output = place.typed(&args, &typed.join("\n"));
            let told = format!("{}{}", err(&output), out(&output));
            let lines: Vec<&str> = told.lines().take(most).collect();
            assert!(shown(&expected, &lines), "{name}: rulemate {line}\n{}", lines.join("\n"));
            count += 1;
        }
    }
    count
}

fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copied(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

#[test]
fn the_readme_shows_what_is_printed() {
    let place = Place::new("readme");
    let text = document("README.md");
    let rules = text.split("```rules chess\n").nth(1).unwrap().split("```").next().unwrap();
    place.write("sidestep.rules", rules);
    let with_horse: Before = ("check sidestep.rules", |place| {
        let text = fs::read_to_string(place.folder.join("sidestep.rules")).unwrap();
        place.write("sidestep.rules", &text.replacen("\nrook", "\nhorse", 1));
    });
    assert_eq!(run(&place, "README.md", &[with_horse]), 4);
}

#[test]
fn the_page_on_the_command_line_shows_what_is_printed() {
    let place = Place::new("command-line");
    copied(&root().join("rules"), &place.folder.join("rules"));
    let manual = document("docs/language.md");
    let limited = manual.split("### 105 ").nth(1).unwrap();
    let limited = limited.split("```rules chess\n").nth(1).unwrap().split("```").next().unwrap();
    place.write("limited.rules", limited);
    place.write("some.yaml", "- name: a\n  game: event-chess\n  turns: 20\n");
    fs::create_dir(place.folder.join("deck")).unwrap();
    place.write("deck/one.rules", "event \"One\"\nnumber 1\n\nking now takes step any\n");
    place.write("deck/two.rules", "event \"Two\"\nnumber 2\nking now takes step orthogonal\n");
    let commands = run(&place, "docs/command-line.md", &[]);
    assert!(commands >= 18, "{commands}");
}
