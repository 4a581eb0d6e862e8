//! `rulemate simulate`, `rulemate merge` and `rulemate play --replay`, run as programs: what they write, and what they
//! refuse.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, json, out};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Stdio};
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
        ("each-event-greedy.yaml", &["--games", "1", "--cap", "2", "--events", "48"]),
        ("late-event.yaml", &["--games", "1", "--cap", "2"]),
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
    assert_eq!(shipped.count(), 5);
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
        assert!(one == read("2", file) && one == read("8", file), "{file}");
    }
    let replayed = place.run(&["play", "event-chess", "--replay", "1/games.pgn"]);
    assert!(out(&replayed).contains("6 games replayed"), "{}{}", out(&replayed), err(&replayed));
}

/// How many games a journal counts; 0 if there is none.
fn noted(journal: &Path) -> u64 {
    let text = fs::read_to_string(journal).unwrap_or_default();
    let state = text.lines().nth(2).and_then(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    state.and_then(|state| state["noted"].as_u64()).unwrap_or(0)
}

/// Waits until a run has noted more games, or is over.
fn wait_for_more(child: &mut Child, journal: &Path, than: u64) {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60)
        && child.try_wait().unwrap().is_none()
        && noted(journal) <= than
    {
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// What a run has written, its games unpacked.
fn all_bytes(place: &Place, folder: &str, games: &str) -> Vec<Vec<u8>> {
    let read = |file: &str| fs::read(place.folder.join(folder).join(file)).unwrap();
    let mut games = read(games);
    if games.starts_with(&[0x1f, 0x8b]) {
        // Where it was cut off, members begin that one run does not have.
        let mut text = Vec::new();
        flate2::read::MultiGzDecoder::new(&games[..]).read_to_end(&mut text).unwrap();
        games = text;
    }
    vec![read("report.html"), read("figures.json"), read("figures.csv"), games]
}

#[test]
fn a_run_that_is_killed_goes_on_to_the_same_bytes() {
    let place = Place::new("simulate-resume");
    settings(&place, "output: {games: gz}\n");
    let more = ["--games", "3000", "--cap", "40"];
    let whole: Vec<&str> = more.iter().chain(&["--threads", "2", "--out", "whole"]).copied().collect();
    simulate(&place, &whole);
    let cut: Vec<&str> =
        ["simulate", "settings.yaml"].iter().chain(&more).chain(&["--out", "cut"]).copied().collect();
    let resume = [&cut[..], &["--resume"]].concat();
    let journal = place.folder.join("cut/journal.rmrun");
    let begin =
        |args: &[&str]| place.command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut child = begin(&cut);
    wait_for_more(&mut child, &journal, 0);
    let _ = child.kill();
    assert!(!child.wait().unwrap().success(), "it was over before it could be killed");
    let again = place.run(&cut);
    assert_eq!(again.status.code(), Some(1));
    assert!(err(&again).contains("a run that is not finished was written here"), "{}", err(&again));
    // Other settings may not be gone on with.
    let other = place.run(&[&resume[..], &["--seed", "2"]].concat());
    assert!(err(&other).contains("it is the journal of other settings"), "{}", err(&other));
    // It is killed once more, then interrupted, and then goes on to the end with one thread.
    let mut child = begin(&resume);
    wait_for_more(&mut child, &journal, noted(&journal));
    let _ = child.kill();
    let _ = child.wait();
    if cfg!(unix) && journal.exists() {
        let mut child = begin(&resume);
        wait_for_more(&mut child, &journal, noted(&journal));
        let _ = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(child.wait().unwrap().success());
    }
    if journal.exists() {
        let resumed = place.run(&[&resume[..], &["--threads", "1"]].concat());
        assert!(resumed.status.success(), "{}", err(&resumed));
    }
    assert!(all_bytes(&place, "cut", "games.pgn.gz") == all_bytes(&place, "whole", "games.pgn.gz"));
    assert!(!journal.exists());
    let over = place.run(&resume);
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
    while begun.elapsed() < Duration::from_secs(60) && noted(&journal) == 0 {
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
    assert!(all_bytes(&place, "merged", "games.pgn") == all_bytes(&place, "whole", "games.pgn"));
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
    place.write("settings.yaml", "game: chess\nprecision: 5\nmost: 5000\ncap: 200\nsample: 0\n");
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
        assert_eq!(told.matches(message).count(), 1, "{text} is told more than once: {told}");
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
    if !Path::new("/dev/full").exists() {
        return;
    }
    let place = Place::new("simulate-full");
    settings(&place, "");
    let output = place.run(&["simulate", "settings.yaml", "--out", "/dev/full/folder"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("cannot write"), "{}", err(&output));
}

/// A file that may not grow beyond a size stands for a disk that is full in mid-run.
#[cfg(unix)]
#[test]
fn a_disk_that_is_full_in_mid_run_loses_nothing_that_was_kept() {
    let place = Place::new("simulate-full-later");
    settings(&place, "output: {games: pgn}\n");
    let args = ["simulate", "settings.yaml", "--games", "2600", "--cap", "300", "--threads", "2", "--out"];
    let args = |folder: &'static str| -> Vec<&str> { args.iter().copied().chain([folder]).collect() };
    let limited = |more: &[&str]| {
        // Half a kilobyte each: enough for the probe and some games, not for all.
        let script = "trap '' XFSZ; ulimit -f 2200; exec \"$0\" \"$@\"";
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", script, env!("CARGO_BIN_EXE_rulemate")]);
        shell.args(args("cut")).args(more).current_dir(&place.folder).output().unwrap()
    };
    let stopped = limited(&[]);
    assert_eq!(stopped.status.code(), Some(1), "{}", err(&stopped));
    let told = err(&stopped).replace("\n  │ ", " ");
    let told: String = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("`cut/games.pgn`: cannot write: it would be larger"), "{told}");
    assert!(told.contains("go on with `--resume`"), "{told}");
    let journal = place.folder.join("cut/journal.rmrun");
    assert!(noted(&journal) > 0, "some games are kept");
    // As long as there is no room it is said again, and nothing is lost by it.
    let again = limited(&["--resume"]);
    assert_eq!(again.status.code(), Some(1));
    let resumed = place.run(&[&args("cut")[..], &["--resume"]].concat());
    assert!(resumed.status.success(), "{}", err(&resumed));
    let whole = place.run(&args("whole"));
    assert!(whole.status.success(), "{}", err(&whole));
    for file in ["figures.json", "figures.csv", "games.pgn"] {
        let read = |folder: &str| fs::read(place.folder.join(folder).join(file)).unwrap();
        assert!(read("cut") == read("whole"), "{file}");
    }
    assert!(!place.folder.join("cut/games.part").exists() && !journal.exists());
}

/// Whoever may write anywhere cannot see this fail.
#[cfg(unix)]
#[test]
fn a_folder_that_is_read_only_is_refused_before_anything_is_played() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new("simulate-read-only");
    settings(&place, "");
    let folder = place.folder.join("closed");
    fs::create_dir_all(&folder).unwrap();
    let rights = |mode: u32| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
    rights(0o555);
    if fs::write(folder.join("try"), "").is_err() {
        for out in ["closed", "closed/inside"] {
            let output = place.run(&["simulate", "settings.yaml", "--out", out]);
            assert_eq!(output.status.code(), Some(1));
            assert!(
                err(&output).contains(&format!("`{out}`: cannot write: you may not write there")),
                "{}",
                err(&output)
            );
            assert!(output.stdout.is_empty());
        }
    }
    rights(0o755);
}

#[test]
fn all_that_is_wrong_with_settings_is_told_at_once() {
    let place = Place::new("simulate-all-wrong");
    let told = |text: &str, more: &[&str]| {
        place.write("wrong.yaml", text);
        let output = place.run(&[&["simulate", "wrong.yaml"], more].concat());
        assert_eq!(output.status.code(), Some(1));
        let told = err(&output).replace("\n  │ ", " ");
        told.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    // Keys, values, what they mean, and what of it makes sense.
    let text = "game: chess\ngames: 0\ngmaes: 3\nplayers: [greeedy, {player: alpha-beta, depth: 0}]\ncap: many\nsample: 99999999\n";
    let all = told(text, &["--start", "sometime"]);
    for wanted in [
        "settings have no key `gmaes`",
        "`cap` is a whole number, not `many`",
        "0 games cannot be played",
        "there is no player `greeedy`",
        "a sample of 99999999 games takes too long",
        "`sometime` cannot be `start`",
    ] {
        assert!(all.contains(wanted), "{wanted}: {all}");
    }
    // Rules, positions, values.
    let text = "game: chess\ngames: 0\npositions: [\"8/8 w\", none.epd]\nvalues: none.yaml\n";
    let all = told(text, &[]);
    for wanted in ["0 games cannot be played", "cannot read `none.epd`", "cannot read `none.yaml`", "8/8 w"] {
        assert!(all.contains(wanted), "{wanted}: {all}");
    }
    let all = told("game: ches\ngames: 0\nplayers: greeedy\n", &[]);
    for wanted in ["0 games cannot be played", "there is no player `greeedy`", "`ches`"] {
        assert!(all.contains(wanted), "{wanted}: {all}");
    }
}

/// No key needs a file to be changed.
#[test]
fn every_key_can_be_said_on_the_command_line() {
    let place = Place::new("simulate-flags");
    settings(&place, "swap: yes\nadjudicate: {lead: 9, turns: 2}\n");
    let asked = |args: &[&str]| -> serde_json::Value {
        simulate(&place, &[args, &["--games", "2", "--cap", "10"]].concat());
        serde_json::from_str::<serde_json::Value>(&figures(&place, "settings.report")).unwrap()["made"]["settings"]
            .clone()
    };
    let all = asked(&["--swap=no", "--adjudicate", "no", "--base", "no", "--set", "claims=no"]);
    assert_eq!((&all["swap"], &all["base"], &all["adjudicate"]), (&false.into(), &false.into(), &().into()));
    assert_eq!(all["set"]["claims"], "no");
    let all =
        asked(&["--swap", "--adjudicate", "lead=5.5:turns=3", "--game", "event-chess", "--deck", "36,45"]);
    assert_eq!((&all["swap"], &all["adjudicate"]["lead"]), (&true.into(), &5.5.into()));
    assert_eq!(all["deck"].as_array().map(Vec::len), Some(2));
    let help = out(&place.run(&["simulate", "--help"]));
    let keys = out(&place.run(&["simulate", "--init", "init.yaml"]));
    assert!(keys.contains("init.yaml"));
    let file = fs::read_to_string(place.folder.join("init.yaml")).unwrap();
    let named = |line: &str| line.trim_start_matches("# ").split_once(':').map(|(key, _)| key.to_string());
    for key in
        file.lines().filter_map(named).filter(|key| key.chars().all(|letter| letter.is_ascii_lowercase()))
    {
        assert!(key == "output" || help.contains(&format!("--{key}")), "{key} has no flag");
    }
    for (flag, value) in [("--adjudicate", "lead=9"), ("--set", "claims")] {
        let output = place.run(&["simulate", "settings.yaml", flag, value]);
        assert_eq!(output.status.code(), Some(1));
        assert!(err(&output).contains(&format!("`{value}`")), "{}", err(&output));
    }
}

#[test]
fn games_by_the_clock_are_said_to_be_no_others_again() {
    let place = Place::new("simulate-clock");
    let player = "{player: alpha-beta, time: 1}";
    place.write("settings.yaml", &format!("game: los-alamos\nplayers: {player}\ngames: 1\ncap: 6\n"));
    let output = place.run(&["simulate", "settings.yaml"]);
    assert!(output.status.success(), "{}", err(&output));
    assert!(out(&output).contains("these games cannot be made again"), "{}", out(&output));
    let page = fs::read_to_string(place.folder.join("settings.report/report.html")).unwrap();
    assert!(page.contains("these games cannot be made again"));
    assert!(!page.contains("the same seed give the same games"));
    assert!(figures(&place, "settings.report").contains("\"repeatable\": false"));
    settings(&place, "");
    simulate(&place, &["--games", "2"]);
    assert!(figures(&place, "settings.report").contains("\"repeatable\": true"));
}

#[test]
fn pieces_are_worth_what_the_rules_make_of_them() {
    let place = Place::new("simulate-worth");
    place.write(
        "lame.rules",
        "event \"Lame\"\nrook now moves step orthogonal\nrook now takes step orthogonal\n",
    );
    place.write("settings.yaml", "game: chess\nevents: [lame.rules]\ngames: 2\ncap: 20\nsample: 1\n");
    let output = place.run(&["simulate", "settings.yaml", "--json"]);
    assert!(output.status.success(), "{}", err(&output));
    let told = json(&output);
    let of = |worths: &serde_json::Value, kind: &str| {
        let kinds = worths["kinds"].as_array().unwrap().clone();
        kinds.into_iter().find(|each| each["kind"] == kind).unwrap()
    };
    let value = |worth: &serde_json::Value| worth["worth"]["value"].as_f64().unwrap();
    let base = &told["worth_in_base"];
    let lame = &told["contests"][1]["worth"][0];
    assert_eq!(lame["under"], "Lame");
    // The unit is the weakest kind of the base game.
    assert!((value(&of(base, "pawn")) - 1.0).abs() < 1e-9);
    assert!(value(&of(base, "rook")) > 2.0 * value(&of(lame, "rook")), "{told}");
    let rook = of(lame, "rook");
    assert!(rook["beyond_base"]["high"].as_f64().unwrap() < 0.0, "less, and not by chance: {rook}");
    let knight = of(lame, "knight");
    assert!((value(&knight) - value(&of(base, "knight"))).abs() < 1.5, "{knight}");
    let read = |file: &str| fs::read_to_string(place.folder.join("settings.report").join(file)).unwrap();
    assert!(read("figures.csv").contains("worth by mobility,rook under Lame,"));
    assert!(read("report.html").contains("What pieces are worth by the rules of each setting"));
}

/// White has a queen and a pawn more all the time; random play draws often enough: what is drawn surprises most.
#[test]
fn the_least_probable_result_is_among_the_games_that_surprise() {
    let place = Place::new("simulate-unlikely");
    place.write(
        "settings.yaml",
        "game: chess\npositions: \"k7/P7/1K6/8/8/8/8/Q7 w - - 0 1\"\ngames: 60\ncap: 40\n",
    );
    let output = place.run(&["simulate", "settings.yaml", "--json"]);
    assert!(output.status.success(), "{}", err(&output));
    let notable = json(&output)["contests"][0]["notable"].as_array().unwrap().clone();
    let unlikely: Vec<_> = notable.iter().filter(|game| game["surprise"] == "unlikely").collect();
    assert_eq!(unlikely.len(), 3);
    for game in unlikely {
        assert!(game["end"].as_str().unwrap().starts_with("draw"), "{game}");
        assert!(game["why"].as_str().unwrap().contains("had a probability of"), "{game}");
    }
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
    // Long before the end it is said, and what is not known is not told as a score.
    let output = place.run(&["simulate", "settings.yaml", "--games", "30"]);
    let told = err(&output);
    assert!(told.contains("none of the first 20 games was over after 25 plies"), "{told}");
    let told = out(&output);
    assert!(told.contains("no game has a result") && !told.contains("50.0 %"), "{told}");
    let page = fs::read_to_string(place.folder.join("settings.report/report.html")).unwrap();
    assert!(page.contains("no game has a result") && !page.contains("50.0 %"));
    let csv = fs::read_to_string(place.folder.join("settings.report/figures.csv")).unwrap();
    assert!(csv.contains("score,white,,0.000000,1.000000"), "{csv}");
    // A precision that no number of such games would reach is given up after the first of them.
    let precise = place.run(&["simulate", "settings.yaml", "--precision", "5", "--threads", "2"]);
    assert!(precise.status.success(), "{}", err(&precise));
    let told = out(&precise);
    assert!(told.contains("the precision that was asked for was not reached in 200 games"), "{told}");
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

/// What is decided when an event is put in force comes before the first turn, and what asks for it is no idle sentence.
#[test]
fn an_event_that_asks_at_its_start_has_started_before_the_first_turn() {
    let place = Place::new("simulate-asks");
    place.write(
        "asks.rules",
        "event \"Asks\"\nfact home on sides is square\nwhen event starts, for each side, side chooses s from empty { own home becomes s }\n",
    );
    place.write("settings.yaml", "game: chess\nevents: [asks.rules]\ngames: 6\ncap: 20\nsample: 6\n");
    let output = place.run(&["simulate", "settings.yaml", "--json"]);
    assert!(output.status.success(), "{}", err(&output));
    let contest = &json(&output)["contests"][1];
    let started = &contest["starts"][0];
    assert_eq!(
        (&started["by"][0], &started["by"][1]),
        (&3.into(), &3.into()),
        "each side in every other game"
    );
    assert_eq!(started["turn"]["counts"], serde_json::json!({"0": 6}));
    let sentence = &contest["sentences"][0];
    assert_eq!((&sentence["never"], &sentence["changed_outcomes"]), (&false.into(), &6.into()), "{sentence}");
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
