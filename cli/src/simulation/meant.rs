//! What a settings file means, as far as no rules are needed to tell. Imports `format`, `read`, the simulation.

use super::format::Player;
use super::read::Settled;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::suggest::suggest;
use rulemate_simulation::player::{Limits, Make};
use rulemate_simulation::settings::{Events, Games, Judged, Settings, Starter, When};
use std::time::Duration;

/// What the settings mean, as far as no rules are needed to tell.
pub(super) fn settings(settled: &Settled) -> (Settings, Vec<Diagnostic>) {
    let written = &settled.written;
    let mut wrong = Vec::new();
    let mut said: Settings =
        Settings { seed: written.seed, cap: written.cap, sample: written.sample, ..Settings::default() };
    said.base = written.base.0;
    said.swap = written.swap.0;
    let one_of = |key: &str, text: &str, known: &[&str], help: &str| {
        let help = suggest(text, known.iter().copied())
            .map_or_else(|| help.to_string(), |meant| format!("did you mean `{meant}`?"));
        settled.wrong(key, format!("`{text}` cannot be `{key}`"), help)
    };
    said.events = match &written.events.0[..] {
        [one] if one == "none" => Events::None,
        [one] if one == "drawn" => Events::Drawn,
        [one] if one == "each" => Events::Each,
        [one] if one == "pairs" => Events::Pairs,
        [] => {
            wrong.push(settled.wrong(
                "events",
                "this list of events is empty",
                "write `events: none`, or name some",
            ));
            // Neither this nor that, so that nothing else is wrong because of it.
            Events::Drawn
        }
        list => Events::These(list.iter().map(|each| named(each)).collect()),
    };
    said.when = match written.start.split_whitespace().collect::<Vec<_>>()[..] {
        ["at", "once"] => When::Once,
        ["choice"] => When::Choice,
        ["random"] => When::Random,
        ["turn", number] if number.parse::<u32>().is_ok() => When::Turn(number.parse().unwrap_or(1)),
        _ => {
            let known = ["at once", "choice", "random", "turn 8"];
            wrong.push(one_of(
                "start",
                &written.start,
                &known,
                "write `at once`, `choice`, `random`, or `turn 8`",
            ));
            When::Once
        }
    };
    said.starter = match written.starter.as_str() {
        "both" => Starter::Both,
        "white" | "w" | "first" => Starter::Side(0),
        "black" | "b" | "second" => Starter::Side(1),
        other => {
            wrong.push(one_of(
                "starter",
                other,
                &["both", "white", "black"],
                "write `both`, `white` or `black`",
            ));
            Starter::Both
        }
    };
    let players: Vec<Result<Make, Diagnostic>> =
        written.players.0.iter().map(|player| make(settled, player)).collect();
    match &players[..] {
        [Ok(one)] => said.players = [*one, *one],
        [Ok(one), Ok(two)] => said.players = [*one, *two],
        list if list.iter().all(Result::is_ok) => {
            let message = format!("a game has two sides, and here are {} players", list.len());
            wrong.push(settled.wrong(
                "players",
                message,
                "write one player for both sides, or a list of two",
            ));
        }
        list => wrong.extend(list.iter().filter_map(|each| each.as_ref().err().cloned())),
    }
    said.games = match (written.games, written.precision) {
        (Some(_), Some(_)) => {
            let message = "there is a number of games, and a precision to be reached";
            wrong.push(settled.wrong("precision", message, "leave one of the two out"));
            Games::Number(1)
        }
        (games, None) => Games::Number(games.unwrap_or(1000)),
        (None, Some(percent)) => {
            Games::Precision { half_width: percent / 100.0, most: written.most.unwrap_or(100_000) }
        }
    };
    said.judged = written.adjudicate.map(|judged| {
        #[allow(clippy::cast_possible_truncation)]
        let lead = (judged.lead * 100.0) as i64;
        Judged { lead, turns: judged.turns }
    });
    match written.output.games.0.as_str() {
        "no" => {}
        "pgn" | "gz" => said.record = true,
        other => {
            let message = format!("`{other}` is no way to write games");
            wrong.push(settled.wrong("output", message, "write `games: no`, `games: pgn`, or `games: gz`"));
        }
    }
    // Of a key that is wrong already, and of what goes with it, no more is said.
    let is_wrong = |key: &str| {
        let place = settled.place(key);
        let said = |diagnostic: &Diagnostic| diagnostic.labels.iter().any(|label| label.place == place);
        wrong.iter().chain(&settled.mistakes).any(said)
    };
    let senseless = said
        .senseless()
        .into_iter()
        .filter(|each| !(is_wrong(each.key) || each.key == "start" && is_wrong("events")));
    let senseless: Vec<Diagnostic> =
        senseless.map(|each| settled.wrong(each.key, each.message, each.help)).collect();
    wrong.extend(senseless);
    (said, wrong)
}

/// `45:w` as an event and a side.
fn named(text: &str) -> (String, Option<usize>) {
    match text.rsplit_once(':') {
        Some((name, "w" | "white" | "first")) => (name.to_string(), Some(0)),
        Some((name, "b" | "black" | "second")) => (name.to_string(), Some(1)),
        _ => (text.to_string(), None),
    }
}

fn make(settled: &Settled, player: &Player) -> Result<Make, Diagnostic> {
    let limits =
        Limits { depth: player.depth, nodes: player.nodes, time: player.time.map(Duration::from_millis) };
    let limited = limits != Limits::default();
    let bare = |make: Make| {
        let message = format!("the player `{}` does not think, and has no limits", player.player);
        if limited { Err(settled.wrong("players", message, "leave its limits out")) } else { Ok(make) }
    };
    match player.player.as_str() {
        "random" => bare(Make::Random),
        "greedy" => bare(Make::Greedy),
        "alpha-beta" => Ok(Make::AlphaBeta(limits)),
        "monte-carlo" => Ok(Make::MonteCarlo(limits)),
        other => {
            let known = ["random", "greedy", "alpha-beta", "monte-carlo"];
            let help = suggest(other, known).map_or_else(
                || format!("the players are {}", known.join(", ")),
                |meant| format!("did you mean `{meant}`?"),
            );
            Err(settled.wrong("players", format!("there is no player `{other}`"), help))
        }
    }
}
