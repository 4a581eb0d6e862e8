//! `rulemate simulate`, `rulemate merge` and `rulemate play --replay`, run as programs: what they write, and what they
//! refuse.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, json, out};
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

fn settings(place: &Place, more: &str) {
    place.write("settings.yaml", &format!("game: chess\ngames: 40\ncap: 60\nsample: 0\n{more}"));
}

fn figures(place: &Place, folder: &str) -> String {
    fs::read_to_string(place.folder.join(folder).join("figures.json")).unwrap()
}

fn simulate(place: &Place, args: &[&str]) -> String {
    let all: Vec<&str> = ["simulate", "settings.yaml"].iter().chain(args).copied().collect();
    let output = place.run(&all);
    assert!(output.status.success(), "{}{}", out(&output), err(&output));
    out(&output)
}

#[test]
fn the_file_that_init_writes_is_played() {
    let place = Place::new("simulate-init");
    assert!(out(&place.run(&["simulate", "--init"])).contains("wrote simulation.yaml"));
    let again = place.run(&["simulate", "--init"]);
    assert_eq!(again.status.code(), Some(1));
    assert!(err(&again).contains("it is there already"));
    let small = ["simulate", "simulation.yaml", "--games", "1", "--cap", "20", "--sample", "1"];
    let output = place.run(&small);
    assert!(output.status.success(), "{}", err(&output));
    let page = fs::read_to_string(place.folder.join("simulation.report/report.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("drawn from the deck"));
    // Nothing is fetched: the page names no other place.
    assert!(!page.contains("http") && !page.contains("<script"), "the page must stand alone");
}

#[test]
fn the_shipped_settings_are_played() {
    let place = Place::new("simulate-shipped");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/simulations");
    // Of every pair there are too many for a test: of those only the settings are read.
    for (file, more) in [
        ("event-chess.yaml", &["--games", "1", "--cap", "6"][..]),
        ("each-event.yaml", &["--games", "1", "--cap", "2"]),
        ("all-pairs.yaml", &["--games", "1", "--cap", "2", "--events", "none"]),
    ] {
        let path = format!("{folder}/{file}");
        let all: Vec<&str> =
            ["simulate", &path, "--sample", "0", "--out", file].iter().chain(more).copied().collect();
        let output = place.run(&all);
        assert!(output.status.success(), "{file}: {}{}", out(&output), err(&output));
        assert!(figures(&place, file).contains("\"games\""));
    }
    let shipped = fs::read_dir(folder).unwrap().filter(|entry| {
        entry.as_ref().is_ok_and(|entry| entry.path().extension().is_some_and(|ending| ending == "yaml"))
    });
    assert_eq!(shipped.count(), 3);
}

#[test]
fn any_number_of_threads_makes_the_same_bytes() {
    let place = Place::new("simulate-threads");
    place.write(
        "settings.yaml",
        "game: event-chess\nevents: drawn\ngames: 3\ncap: 40\nsample: 1\noutput: {games: pgn}\n",
    );
    let read = |folder: &str, file: &str| fs::read(place.folder.join(folder).join(file)).unwrap();
    for threads in ["1", "2", "8"] {
        simulate(&place, &["--threads", threads, "--out", threads]);
    }
    for file in ["figures.json", "figures.csv", "report.html", "games.pgn"] {
        let one = read("1", file);
        // What the page says of its own settings says how many threads there were.
        let same = |other: Vec<u8>| {
            if file == "report.html" {
                let text = |bytes: &[u8]| {
                    let lines = String::from_utf8_lossy(bytes).into_owned();
                    lines
                        .lines()
                        .filter(|line| !line.contains("threads:") && !line.contains("folder:"))
                        .collect::<String>()
                };
                text(&one) == text(&other)
            } else {
                one == other
            }
        };
        assert!(same(read("2", file)) && same(read("8", file)), "{file}");
    }
    let replayed = place.run(&["play", "event-chess", "--replay", "1/games.pgn"]);
    assert!(out(&replayed).contains("6 games replayed"), "{}{}", out(&replayed), err(&replayed));
}

#[test]
fn a_run_that_is_killed_goes_on_to_the_same_figures() {
    let place = Place::new("simulate-resume");
    settings(&place, "output: {games: gz}\n");
    let more = ["--games", "2000", "--cap", "40", "--threads", "1"];
    let whole: Vec<&str> = more.iter().chain(&["--out", "whole"]).copied().collect();
    simulate(&place, &whole);
    let cut: Vec<&str> =
        ["simulate", "settings.yaml"].iter().chain(&more).chain(&["--out", "cut"]).copied().collect();
    let mut child = place.command(&cut).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let journal = place.folder.join("cut/journal.rmrun");
    let begun = Instant::now();
    // Until something has been noted, or it is over already.
    while begun.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none() {
        let noted = fs::read_to_string(&journal).is_ok_and(|text| !text.contains("\"noted\":0"));
        if noted {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    let killed = child.wait().unwrap();
    assert!(!killed.success(), "it was over before it could be killed");
    let again = place.run(&cut);
    assert_eq!(again.status.code(), Some(1));
    assert!(err(&again).contains("a run that is not finished was written here"), "{}", err(&again));
    // Other settings may not be gone on with.
    let other = place.run(&[&cut[..], &["--resume", "--seed", "2"]].concat());
    assert!(err(&other).contains("it is the journal of other settings"), "{}", err(&other));
    let resumed = place.run(&[&cut[..], &["--resume"]].concat());
    assert!(resumed.status.success(), "{}", err(&resumed));
    assert_eq!(figures(&place, "cut"), figures(&place, "whole"));
    let unpacked = |folder: &str| {
        use std::io::Read;
        let file = fs::File::open(place.folder.join(folder).join("games.pgn.gz")).unwrap();
        let mut text = String::new();
        flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
        text
    };
    assert!(unpacked("cut") == unpacked("whole"));
    assert!(!journal.exists());
    let over = place.run(&[&cut[..], &["--resume"]].concat());
    assert!(err(&over).contains("there is no run to go on with"));
}

#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted_keeps_what_was_played() {
    let place = Place::new("simulate-interrupted");
    settings(&place, "");
    let args = ["simulate", "settings.yaml", "--games", "1000000", "--out", "cut"];
    let child = place.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let journal = place.folder.join("cut/journal.rmrun");
    let begun = Instant::now();
    let noted = || fs::read_to_string(&journal).is_ok_and(|text| !text.contains("\"noted\":0"));
    while begun.elapsed() < Duration::from_secs(60) && !noted() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let asked = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(asked.success());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", err(&output));
    assert!(err(&output).contains("go on with `--resume`"), "{}", err(&output));
    let told: serde_json::Value = serde_json::from_str(&figures(&place, "cut")).unwrap();
    assert_eq!(told["finished"], false);
    let games = told["games"].as_u64().unwrap();
    assert!(games > 0 && games < 1_000_000);
    assert!(err(&output).contains(&format!("stopped after {games} of 1000000 games")), "{}", err(&output));
    assert!(journal.exists() && place.folder.join("cut/report.html").exists());
}

#[test]
fn shards_are_put_together_to_what_one_run_says() {
    let place = Place::new("simulate-shards");
    settings(&place, "output: {games: pgn}\nswap: yes\n");
    simulate(&place, &["--out", "whole"]);
    for shard in ["1/3", "2/3", "3/3"] {
        assert!(simulate(&place, &["--shard", shard, "--out", "parts"]).contains("rulemate merge"));
    }
    let parts: Vec<String> = (1..=3).map(|part| format!("parts/shard-{part}-of-3.rmrun")).collect();
    let merge = |parts: &[&String]| {
        let args = ["merge", "--out", "merged"].into_iter().chain(parts.iter().map(|part| part.as_str()));
        place.run(&args.collect::<Vec<_>>())
    };
    let merged = merge(&[&parts[2], &parts[0], &parts[1]]);
    assert!(merged.status.success(), "{}", err(&merged));
    assert_eq!(figures(&place, "merged"), figures(&place, "whole"));
    let games = |folder: &str| fs::read_to_string(place.folder.join(folder).join("games.pgn")).unwrap();
    assert!(games("merged") == games("whole"));
    assert!(err(&merge(&[&parts[0], &parts[2]])).contains("parts are missing: 2/3"));
    assert!(err(&merge(&[&parts[0], &parts[0], &parts[1]])).contains("this part is here already"));
    // One byte of the second is changed.
    let path = place.folder.join(&parts[1]);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    let damaged = merge(&[&parts[0], &parts[1], &parts[2]]);
    assert_eq!(damaged.status.code(), Some(1));
    assert!(err(&damaged).contains("`parts/shard-2-of-3.rmrun`: it is damaged"), "{}", err(&damaged));
}

#[test]
fn a_precision_is_reached_and_the_same_with_any_number_of_threads() {
    let place = Place::new("simulate-precision");
    place.write("settings.yaml", "game: chess\nprecision: 5\nmost: 5000\ncap: 30\n");
    simulate(&place, &["--threads", "1", "--out", "1"]);
    simulate(&place, &["--threads", "2", "--out", "2"]);
    let one = figures(&place, "1");
    assert_eq!(one, figures(&place, "2"));
    let told: serde_json::Value = serde_json::from_str(&one).unwrap();
    let contest = &told["contests"][0];
    let (low, high) = (contest["score"]["low"].as_f64().unwrap(), contest["score"]["high"].as_f64().unwrap());
    assert!(high - low <= 0.1 || contest["games"] == 5000, "{low} {high}");
    assert_eq!(contest["games"].as_u64().unwrap() % 200, 0, "games are counted in batches");
}

#[test]
fn what_cannot_be_played_is_told_at_its_place_before_anything_is() {
    let place = Place::new("simulate-wrong");
    let cases = [
        ("gmaes: 3\n", "settings have no key `gmaes`", "did you mean `games`?"),
        ("players: [random, greddy]\n", "there is no player `greddy`", "did you mean `greedy`?"),
        ("players: {player: alpha-beta, nods: 3}\n", "a player has no key `nods`", "did you mean `nodes`?"),
        ("players: {player: alpha-beta, nodes: 0}\n", "may not think at all", "limits of at least 1"),
        ("precision: 0\n", "a precision of 0 percent cannot be reached", "from above 0 to below 50"),
        ("precision: 0.01\n", "at most 100000 are played", "write `most:"),
        ("games: 0\n", "0 games cannot be played", "write a number from 1"),
        ("games: many\n", "`games` is a whole number, not `many`", "games: 1000"),
        ("cap: 0\n", "games cannot be stopped after 0 plies", "from 1 to"),
        ("events: drawn\n", "this game has no deck", "events: none"),
        ("start: sometime\n", "`sometime` cannot be `start`", "at once"),
        (
            "positions: \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"\n",
            "the game is over: draw by stalemate",
            "leave this position out",
        ),
        ("positions: none.epd\n", "cannot read `none.epd`", "counts from the folder"),
        ("adjudicate: {led: 3, turns: 2}\n", "`adjudicate` has no key `led`", "did you mean `lead`?"),
        ("seed: : 3\n", "is no YAML", "close brackets"),
        ("cap: 10\ncap: 20\n", "`cap` is said twice", "leave one of the two out"),
    ];
    for (text, message, help) in cases {
        place.write("wrong.yaml", &format!("game: chess\n{text}"));
        let output = place.run(&["simulate", "wrong.yaml"]);
        let told = err(&output).replace("\n  │ ", " ");
        let told: String = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(1), "{text}{told}");
        assert!(told.contains(message) && told.contains(help), "{text}{told}");
        assert!(told.contains("wrong.yaml:2"), "{text} is told at another place: {told}");
    }
    // An event that needs what the position has not.
    place.write(
        "wrong.yaml",
        "game: event-chess\npositions: \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"\nevents: [36:w]\n",
    );
    let told = err(&place.run(&["simulate", "wrong.yaml"]));
    assert!(told.contains("`Portals` may not be started by white here"), "{told}");
    place.write("wrong.yaml", "game: event-chess\nevents: [protals]\n");
    assert!(err(&place.run(&["simulate", "wrong.yaml"])).contains("did you mean `portals`?"));
    settings(&place, "");
    place.write("file", "");
    let output = place.run(&["simulate", "settings.yaml", "--out", "file"]);
    assert!(err(&output).contains("`file`: cannot write: it is no folder"), "{}", err(&output));
    let output = place.run(&["simulate", "settings.yaml", "--shard", "4/3"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("`4/3` is no part of a run"));
    assert!(!place.folder.join("wrong.report").exists(), "nothing is written before all is well");
}

#[test]
fn a_folder_without_room_is_refused() {
    // Where there is a device that is always full.
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let place = Place::new("simulate-full");
    settings(&place, "");
    let output = place.run(&["simulate", "settings.yaml", "--out", "/dev/full/folder"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("cannot write"), "{}", err(&output));
}

#[test]
fn a_game_that_does_not_end_is_capped_and_not_drawn() {
    let place = Place::new("simulate-capped");
    // Two kings that can never meet, and no rule that ends it.
    place.write(
        "walk.rules",
        "game \"Walk\"\nboard 3 by 3\nsides white and black\npiece king \"K\"\nking moves step any without taking\nsetup \"k2/3/2K w - - 0 1\"\n",
    );
    place.write("settings.yaml", "game: walk.rules\ngames: 3\ncap: 25\n");
    let output = place.run(&["simulate", "settings.yaml", "--json"]);
    assert!(output.status.success(), "{}", err(&output));
    let contest = &json(&output)["contests"][0];
    assert_eq!((contest["capped"].as_u64(), contest["results"][2].as_u64()), (Some(3), Some(0)));
    assert_eq!(contest["ends"][0][0], "not over at the cap");
    assert_eq!(contest["length"]["quantiles"][1], 25);
}

#[test]
fn a_rule_that_never_fires_is_named_and_one_that_fires_is_not() {
    let place = Place::new("simulate-fires");
    // On a board without rooks the second sentence does nothing.
    place.write(
        "two.rules",
        "event \"Two\"\nking also moves leap 2 1 without taking\nrook also moves step diagonal without taking\n",
    );
    place.write(
        "settings.yaml",
        "game: chess\nevents: [two.rules]\npositions: \"4k3/p7/8/8/8/8/P7/4K3 w - - 0 1\"\ngames: 8\ncap: 60\nsample: 8\n",
    );
    let output = place.run(&["simulate", "settings.yaml", "--json"]);
    assert!(output.status.success(), "{}", err(&output));
    let told = json(&output);
    let sentences = told["contests"][1]["sentences"].as_array().unwrap();
    assert_eq!(sentences.len(), 2);
    assert_eq!((&sentences[0]["never"], &sentences[1]["never"]), (&false.into(), &true.into()));
    assert_eq!(sentences[1]["text"], "rook also moves step diagonal without taking");
    assert!(sentences[0]["changed_turns"].as_u64().unwrap() > 0);
    let output = place.run(&["simulate", "settings.yaml"]);
    assert!(out(&output).contains("never made a difference"), "{}", out(&output));
    assert!(out(&output).contains("two.rules:3"));
}

#[test]
fn positions_come_from_lists_and_files() {
    let place = Place::new("simulate-positions");
    place.write("some.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"one\";\n4k3/4p3/8/8/8/8/8/4K3 b - -\n");
    place.write("some.pgn", "[Result \"*\"]\n\n1. e4 e5 *\n\n[Result \"*\"]\n\n1. d4 *\n");
    for (file, wanted) in [
        ("some.epd", "4k3/4p3/8/8/8/8/8/4K3 b"),
        ("some.pgn", "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b"),
    ] {
        place.write(
            "settings.yaml",
            &format!("game: chess\npositions: {file}\ngames: 4\ncap: 20\noutput: {{games: pgn}}\n"),
        );
        let output = place.run(&["simulate", "settings.yaml"]);
        assert!(output.status.success(), "{}", err(&output));
        let games = fs::read_to_string(place.folder.join("settings.report/games.pgn")).unwrap();
        assert_eq!(games.matches(wanted).count(), 2, "{games}");
    }
}

#[test]
fn one_who_is_far_ahead_is_taken_to_have_won() {
    let place = Place::new("simulate-judged");
    place.write(
        "settings.yaml",
        "game: chess\npositions: \"4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1\"\ngames: 4\nadjudicate: {lead: 5, turns: 1}\n",
    );
    let output = place.run(&["simulate", "settings.yaml", "--json"]);
    assert!(output.status.success(), "{}", err(&output));
    let contest = &json(&output)["contests"][0];
    assert_eq!((contest["judged"].as_u64(), contest["results"][0].as_u64()), (Some(4), Some(4)));
    assert_eq!(contest["ends"][0][0], "white taken to have won");
}
