//! From settings to what is played. Imports `format`, `read`, `session`, the interpreter and the simulation.

use super::format::{Player, Written};
use super::read::Settled;
use crate::codes::SIMULATION;
use crate::input;
use crate::session::{self, Request, Trouble};
use crate::shelf::Folders;
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::{Source, Sources};
use rulemate_grammar::suggest::suggest;
use rulemate_interpreter::arena::Arena;
use rulemate_interpreter::game::{Evaluator, Prepared, record};
use rulemate_interpreter::notation::{fen, pgn};
use rulemate_interpreter::position::Position;
use rulemate_interpreter::shelf::LeftOut;
use rulemate_simulation::plan::{Plan, Unplanned};
use rulemate_simulation::player::{Limits, Make};
use rulemate_simulation::rules::Rules;
use rulemate_simulation::run::{Job, Shard};
use rulemate_simulation::sentence::Sentences;
use rulemate_simulation::settings::{Events, Games, Judged, Settings, Starter, When};
use rulemate_simulation::stored::digest;
use rulemate_simulation::value::{Named, Values};
use std::path::Path;
use std::time::Duration;

/// All that a run needs.
pub struct SetUp {
    /// The texts.
    pub sources: Sources,
    /// Broken events that the deck does without.
    pub left_out: Vec<LeftOut>,
    /// The rules.
    pub rules: Rules,
    /// How it is played.
    pub settings: Settings,
    /// What is played.
    pub plan: Plan,
    /// The sentences that are tried.
    pub sentences: Sentences,
    /// A digest of all that the games depend on.
    pub digest: String,
    /// Which part of the games.
    pub shard: Shard,
}

impl SetUp {
    /// What is played, as threads want it.
    #[must_use]
    pub fn job(&self) -> Job<'_> {
        Job {
            rules: &self.rules,
            plan: &self.plan,
            settings: &self.settings,
            sentences: &self.sentences,
            shard: self.shard,
        }
    }
}

/// Makes ready what settings ask for; paths count from `folder`.
///
/// # Errors
/// All that keeps it from being played.
pub fn set_up(
    shelf: &Folders,
    folder: &Path,
    settled: &Settled,
    sources: Sources,
    shard: Shard,
) -> Result<SetUp, Trouble> {
    let written = &settled.written;
    let shelf = shelf.at(folder);
    let (mut settings, wrong) = settings(settled);
    if !wrong.is_empty() {
        return Err(Trouble { sources, diagnostics: wrong });
    }
    let named = match &mut settings.events {
        Events::These(named) => {
            let names = named.iter().map(|(name, _)| name.clone()).collect();
            // Once it is read, what was named by its path goes by its name.
            named.iter_mut().for_each(|(name, _)| *name = session::stem(name));
            names
        }
        _ => Vec::new(),
    };
    let request = Request {
        game: written.game.clone(),
        events: named,
        deck: written.deck.clone().map(|deck| deck.0),
        settings: written.set.iter().map(|(name, value)| format!("{name}={}", value.0)).collect(),
        // Events are put in force by the plan, and so not here.
        position: Some(String::new()),
        evaluator: Evaluator::Compiled,
        ..Request::default()
    };
    let session = session::prepare(&shelf, &request).map_err(|trouble| at_key(trouble, settled, &sources))?;
    let prepared = session.prepared;
    let whole = sources;
    let mut texts = session.sources;
    let starts = match starts(&mut texts, &prepared, folder, settled) {
        Ok(starts) => starts,
        // What is wrong with a text has its place there; that there is none, in the settings.
        Err(diagnostics) if diagnostics.iter().all(|each| each.code == SIMULATION) => {
            return Err(Trouble { sources: whole, diagnostics });
        }
        Err(diagnostics) => return Err(at_key(Trouble { sources: texts, diagnostics }, settled, &whole)),
    };
    let values = match values(&prepared, folder, settled) {
        Ok(values) => values,
        Err(diagnostic) => return Err(Trouble { sources: whole, diagnostics: vec![*diagnostic] }),
    };
    let rules = Rules::new(prepared, values);
    let plan = Plan::new(&rules, &settings, &starts).map_err(|unplanned| Trouble {
        diagnostics: vec![not_planned(&unplanned, settled)],
        sources: whole,
    })?;
    let sentences = Sentences::of(&rules, &texts, &plan.events(&rules));
    let digest = digest_of(written, &rules, &texts, &starts);
    Ok(SetUp { sources: texts, left_out: session.left_out, rules, settings, plan, sentences, digest, shard })
}

/// What is wrong with the rules is told where it stands; what the request itself asks for, at its key in the settings.
fn at_key(mut trouble: Trouble, settled: &Settled, sources: &Sources) -> Trouble {
    let keys = [
        ("command line", "game"),
        ("--set", "set"),
        ("deck", "deck"),
        ("events", "events"),
        ("--events", "events"),
    ];
    let mut added = None;
    for diagnostic in &mut trouble.diagnostics {
        for label in &mut diagnostic.labels {
            let name = trouble.sources.get(label.place.source).name.clone();
            let Some((_, key)) = keys.iter().find(|(known, _)| *known == name) else { continue };
            let place = settled.place(key);
            let source = sources.get(place.source).clone();
            let id = *added.get_or_insert_with(|| trouble.sources.add(source));
            label.place = rulemate_grammar::source::Place { source: id, span: place.span };
        }
    }
    trouble
}

/// What the settings mean, as far as no rules are needed to tell.
fn settings(settled: &Settled) -> (Settings, Vec<Diagnostic>) {
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
            Events::None
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
    if wrong.is_empty() {
        let each = said.senseless();
        wrong.extend(each.into_iter().map(|each| settled.wrong(each.key, each.message, each.help)));
    }
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

/// What pieces are held to be worth.
fn values(prepared: &Prepared, folder: &Path, settled: &Settled) -> Result<Values, Box<Diagnostic>> {
    let estimated = || Values::estimated(&Arena::new(prepared));
    let name = settled.written.values.as_str();
    if name == "estimated" {
        return Ok(estimated());
    }
    let wrong = |message: String| {
        let help =
            "write `estimated`, or name a file that `rulemate tune --output` has written for this game";
        Box::new(settled.wrong("values", message, help))
    };
    let bytes = input::file(&folder.join(name))
        .map_err(|error| wrong(format!("cannot read `{name}`: {}", input::why(&error))))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let named: Named = serde_yaml::from_str(&text)
        .map_err(|error| wrong(format!("`{name}` holds no values of pieces: {error}")))?;
    estimated().with_named(&named, prepared.engine.library()).map_err(|unknown| {
        wrong(format!("`{name}` names kinds that this game has not: {}", unknown.join(", ")))
    })
}

/// The starting positions; none if it is the usual one.
fn starts(
    sources: &mut Sources,
    prepared: &Prepared,
    folder: &Path,
    settled: &Settled,
) -> Result<Vec<Position>, Vec<Diagnostic>> {
    let mut starts = Vec::new();
    for text in &settled.written.positions.0 {
        let ending = Path::new(text.as_str()).extension().and_then(|ending| ending.to_str()).unwrap_or("");
        match ending.to_ascii_lowercase().as_str() {
            _ if text == "usual" => starts.push(prepared.setup.clone()),
            "pgn" => starts.extend(ends_of_games(sources, prepared, &folder.join(text), settled)?),
            "epd" | "fen" => {
                let path = folder.join(text);
                for line in file(&path, settled)?.lines().map(str::trim) {
                    if !line.is_empty() && !line.starts_with('#') {
                        starts.push(position(sources, prepared, text, &whole(line))?);
                    }
                }
            }
            _ => starts.push(position(sources, prepared, "positions", text)?),
        }
    }
    if starts.is_empty() {
        let help = "write `usual`, a position in quotes, or a file that ends in .pgn, .epd or .fen";
        return Err(vec![settled.wrong("positions", "there is no starting position here", help)]);
    }
    Ok(starts)
}

fn file(path: &Path, settled: &Settled) -> Result<String, Vec<Diagnostic>> {
    match input::file(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) => {
            let message = format!("cannot read `{}`: {}", crate::shelf::shown(path), input::why(&error));
            Err(vec![settled.wrong(
                "positions",
                message,
                "see whether the path is right; it counts from the folder of the settings",
            )])
        }
    }
}

fn position(
    sources: &mut Sources,
    prepared: &Prepared,
    shown: &str,
    text: &str,
) -> Result<Position, Vec<Diagnostic>> {
    let source = sources.add(Source::new(shown, text));
    fen::read(prepared.rules(), source, text)
}

/// A line of an EPD file as FEN: four fields, and behind them numbers or operations.
fn whole(line: &str) -> String {
    if line.contains('|') {
        return line.to_string();
    }
    let fields: Vec<&str> = line.split_whitespace().collect();
    let numbers = fields.iter().skip(4).take(2).filter(|field| field.parse::<u32>().is_ok()).count();
    let placed = fields.iter().take(4).copied().collect::<Vec<_>>().join(" ");
    if numbers == 2 { format!("{placed} {} {}", fields[4], fields[5]) } else { format!("{placed} 0 1") }
}

/// The positions at the end of each game of a file.
fn ends_of_games(
    sources: &mut Sources,
    prepared: &Prepared,
    path: &Path,
    settled: &Settled,
) -> Result<Vec<Position>, Vec<Diagnostic>> {
    let text = file(path, settled)?;
    let source = sources.add(Source::new(crate::shelf::shown(path), text.as_str()));
    let (games, wrong) = pgn::read(source, &text);
    if session::has_errors(&wrong) {
        return Err(wrong);
    }
    let mut ends = Vec::new();
    for (number, game) in (1..).zip(&games) {
        match record::play(prepared, source, game) {
            Ok(game) => ends.push(game.position().clone()),
            Err(record::Broken::Position(wrong) | record::Broken::Record(wrong)) => return Err(wrong),
            Err(record::Broken::Move(game, refused, at, range)) => {
                let place = rulemate_grammar::source::Place {
                    source,
                    span: rulemate_grammar::source::Span::new(range.start, range.end),
                };
                return Err(vec![session::refusal(
                    &game,
                    &refused,
                    place,
                    &format!("move {at} of game {number}"),
                )]);
            }
        }
    }
    Ok(ends)
}

fn not_planned(unplanned: &Unplanned, settled: &Settled) -> Diagnostic {
    match unplanned {
        Unplanned::NoEvent(name, meant) => {
            let help = meant.as_ref().map_or_else(
                || "write the number, the title or the file's name of an event of the deck".to_string(),
                |meant| format!("did you mean `{meant}`?"),
            );
            settled.wrong("events", format!("there is no event `{name}`"), help)
        }
        Unplanned::NoDeck => settled.wrong(
            "events",
            "this game has no deck to take events from",
            "name events, or write `events: none`",
        ),
        Unplanned::NoAct => {
            let help = "write `start: at once` with a list of events, `each` or `pairs`; or choose a game whose players start events";
            settled.wrong("start", "by the rules of this game no player starts events", help)
        }
        Unplanned::MayNotStart(event, side, position, why) => {
            let help = format!("give another position, or leave the event out; the position is {position}");
            settled.wrong("events", format!("`{event}` may not be started by {side} here: {why}"), help)
        }
        Unplanned::Over(position, how) => settled.wrong(
            "positions",
            format!("in `{position}` the game is over: {how}"),
            "leave this position out",
        ),
        Unplanned::Nothing(first) => settled.wrong(
            "events",
            format!("none of these events may be played here; {first}"),
            "give another position",
        ),
    }
}

/// A digest of all that the games depend on: where the settings only say how they are played or where they are written,
/// it is the same.
fn digest_of(written: &Written, rules: &Rules, sources: &Sources, starts: &[Position]) -> String {
    let same = Written {
        threads: 0,
        output: super::format::Output { folder: None, ..written.output.clone() },
        ..written.clone()
    };
    let mut parts: Vec<Vec<u8>> =
        vec![env!("CARGO_PKG_VERSION").into(), serde_json::to_vec(&same).unwrap_or_default()];
    for file in &rules.library().files {
        parts.push(sources.get(file.place.source).text.clone().into_bytes());
    }
    parts.extend(starts.iter().map(|start| fen::write(rules.prepared.rules(), start).into_bytes()));
    parts.push(format!("{:?}", rules.values).into_bytes());
    // Each part with its length, so that none can pass for another.
    let framed: Vec<Vec<u8>> =
        parts.into_iter().map(|part| [part.len().to_string().as_bytes(), b":", &part].concat()).collect();
    digest(&framed.iter().map(Vec::as_slice).collect::<Vec<_>>())
}
