//! The pages of codes in positions, moves, games and scenarios: what is wrong there gives the code, what is right
//! there is accepted.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The blocks under `## Wrong` and `## Right` of a page.
fn blocks(page: &str) -> (String, String) {
    let block = |head: &str| {
        let section = page.split(&format!("## {head}\n")).nth(1).unwrap();
        let inside = section.split("```").nth(1).unwrap();
        inside.split_once('\n').unwrap().1.trim_end().to_owned()
    };
    (block("Wrong"), block("Right"))
}

fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulemate"));
    command.args(args).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

/// Does with an example what a reader of its page would do.
fn try_out(folder: &Path, code: &str, example: &str) -> Output {
    if code == "R0854" {
        fs::write(folder.join("small.yaml"), "game: chess\ngames: 4\ncap: 4\nsample: 0\n").unwrap();
        for shard in ["1/2", "2/2"] {
            let made = run(folder, &["simulate", "small.yaml", "--shard", shard, "--out", "."]);
            assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        }
    }
    if let Some(line) = example.strip_prefix("rulemate ") {
        let mut args: Vec<&str> = Vec::new();
        for (at, part) in line.split('"').enumerate() {
            if at % 2 == 1 { args.push(part) } else { args.extend(part.split_whitespace()) }
        }
        return run(folder, &args);
    }
    let write = |name: &str| fs::write(folder.join(name), example).unwrap();
    match code {
        "R0824" => {
            fs::write(folder.join("much.rules"), format!("event \"Much\"\n{example}\n")).unwrap();
            let few = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
            run(folder, &["moves", "chess", "--events", "much.rules", "--position", few])
        }
        "R0831" => {
            write("game.pgn");
            run(folder, &["play", "chess", "--load", "game.pgn"])
        }
        "R0842" => {
            write("round.rules");
            run(folder, &["check", "round.rules"])
        }
        "R0846" => {
            write("decked.rules");
            run(folder, &["check", "decked.rules"])
        }
        "R0847" => {
            let deck = folder.join("alike/events");
            fs::create_dir_all(&deck).unwrap();
            fs::write(folder.join("alike/game.rules"), "game \"G\" extends \"chess\"\ndeck \"events\"\n")
                .unwrap();
            fs::write(deck.join("one.rules"), "event \"One\"\nnumber 1\n").unwrap();
            fs::write(deck.join("two.rules"), example).unwrap();
            run(folder, &["check", "alike/game.rules"])
        }
        "R0848" => {
            let deck = folder.join("linked/events");
            let _ = fs::remove_dir_all(&deck);
            fs::create_dir_all(&deck).unwrap();
            fs::write(folder.join("linked/game.rules"), "game \"G\" extends \"chess\"\ndeck \"events\"\n")
                .unwrap();
            match example.split_once(" -> ") {
                Some((link, to)) => {
                    std::os::unix::fs::symlink(to, folder.join("linked").join(link)).unwrap();
                }
                None => fs::write(folder.join("linked").join(example), "event \"One\"\nnumber 1\n").unwrap(),
            }
            run(folder, &["check", "linked/game.rules"])
        }
        "R0853" => {
            write("settings.yaml");
            run(folder, &["simulate", "settings.yaml", "--games", "2", "--cap", "4", "--sample", "0"])
        }
        "R0851" => {
            write("some.yaml");
            run(folder, &["test", "some.yaml"])
        }
        _ => {
            let starts = example.contains("| events") || example.contains("@opening");
            let game = if starts { "event-chess" } else { "chess" };
            run(folder, &["moves", game, "--position", example])
        }
    }
}

#[test]
fn what_the_pages_show_is_so() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("error-pages");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("rules")).unwrap();
    let chess = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/chess.rules");
    fs::copy(chess, folder.join("rules/chess.rules")).unwrap();
    for entry in rulemate::codes::all().filter(|entry| entry.code.starts_with("R08")) {
        assert!(entry.page.starts_with(&format!("# {}: {}\n", entry.code, entry.title)), "{}", entry.code);
        let (wrong, right) = blocks(entry.page);
        let output = try_out(&folder, entry.code, &wrong);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let known = told.contains(entry.code) || (entry.code == "R0852" && output.status.code() == Some(2));
        assert!(known && !output.status.success(), "{}, wrong: {told}", entry.code);
        let output = try_out(&folder, entry.code, &right);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{}, right: {told}", entry.code);
    }
}

#[test]
fn every_code_has_one_page_and_every_page_its_code() {
    let mut codes: Vec<&str> = rulemate::codes::all().map(|entry| entry.code).collect();
    codes.sort_unstable();
    let twice = codes.windows(2).find(|pair| pair[0] == pair[1]);
    assert_eq!(twice, None);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/errors");
    let mut pages: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|page| page.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    pages.sort_unstable();
    assert_eq!(pages, codes);
}
