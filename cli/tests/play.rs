//! Games at the terminal, from the first move to the saved file.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Place, err, out};
use std::fs;

#[test]
fn a_game_is_played_saved_and_loaded() {
    let place = Place::new("play");
    assert!(out(&place.typed(&["play", "chess"], "help\nquit\n")).contains("  Nf3, g1f3  "));
    let lines = "e2\ne4\nKe5\ne5\nundo\ne6\nposition\nsave game.pgn\nnonsense\nquit\n";
    let output = place.typed(&["play", "chess"], lines);
    assert_eq!(output.status.code(), Some(0));
    let text = out(&output);
    for said in [
        "  4  .  .  .  .  *  .  .  .",
        "`Ke5` is illegal:",
        "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "saved to game.pgn",
        "`nonsense` is no legal move",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains('\u{1b}'), "colour where nobody sees it");
    let saved = fs::read_to_string(place.folder.join("game.pgn")).unwrap();
    assert!(saved.ends_with("\n\n1. e4 e6 *\n"), "{saved}");
    let output = place.typed(&["play", "chess", "--load", "game.pgn"], "d4\nquit\n");
    assert!(out(&output).contains("2 moves loaded"), "{}", out(&output));
    place.write("bad.pgn", "1. e4 e5 2. Ke3 *\n");
    let output = place.typed(&["play", "chess", "--load", "bad.pgn"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("move 3 of the game"), "{}", err(&output));
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let place = Place::new("seed");
    let game = |seed: &str| {
        let args = ["play", "chess", "--random", "black", "--seed", seed];
        out(&place.typed(&args, "e4\nd4\nc4\nposition\nquit\n"))
    };
    let first = game("7");
    assert_eq!(first, game("7"));
    assert!(first.contains("black: "), "{first}");
    assert_eq!(place.typed(&["play", "chess", "--random", "green"], "").status.code(), Some(2));
}

#[test]
fn a_mate_ends_the_game() {
    let place = Place::new("mate");
    let text = out(&place.typed(&["play", "chess"], "f3\ne5\ng4\nQh4\nKf2\nquit\n"));
    assert!(text.contains("black wins by mate (0-1)") && text.contains("the game is over"), "{text}");
}

#[test]
fn the_board_shows_where_a_piece_goes_first() {
    let place = Place::new("targets");
    let text = "event \"Twice\"\nwhen rook moves, own king may move without taking once\n";
    place.write("twice.rules", text);
    let args = ["play", "chess", "--events", "twice.rules", "--position", "4k3/8/8/8/P7/8/8/R3K3 w - - 0 1"];
    let text = out(&place.typed(&args, "a1\nquit\n"));
    assert_eq!(text.matches('*').count(), 5, "{text}");
}

#[test]
fn pipes_are_no_files() {
    let place = Place::new("pipes");
    let made = std::process::Command::new("mkfifo").arg(place.folder.join("pipe")).status().unwrap();
    assert!(made.success());
    let output = place.run(&["play", "chess", "--load", "pipe"]);
    assert!(!output.status.success() && err(&output).contains("it is a pipe"), "{}", err(&output));
    let output = place.typed(&["play", "chess"], "load pipe\nsave pipe\nquit\n");
    assert_eq!(out(&output).matches("it is a pipe or a device, and no file").count(), 2, "{}", out(&output));
}
