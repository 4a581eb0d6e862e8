//! Runs scenarios: what was expected, and what came. Imports `format`, `session`, and the interpreter.

use super::format::{CHECKS, Scenario};
use super::read::{is_whole, words_in};
use crate::session::{self, Request, Session};
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::Sources;
use rulemate_interpreter::game::{Game, Refused};
use rulemate_interpreter::ids::SideId;
use rulemate_interpreter::notation::fen;
use rulemate_interpreter::perft::{Unfinished, perft_within};
use rulemate_interpreter::shelf::Shelf;

/// One thing that came out otherwise than expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which key of the scenario.
    pub key: &'static str,
    /// What it says.
    pub expected: String,
    /// What came.
    pub got: String,
    /// The text in the key's value that it is about, if it is one, and how often it stands there before.
    pub said: Option<(String, usize)>,
}

impl Failure {
    fn new(key: &'static str, expected: impl Into<String>, got: impl Into<String>) -> Failure {
        Failure { key, expected: expected.into(), got: got.into(), said: None }
    }

    /// What is wrong with the rules or a value of the scenario: of a value that the scenario has, its key and the text.
    fn wrong(sources: &Sources, diagnostic: &Diagnostic) -> Failure {
        let help = diagnostic.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
        let message = format!("{}{help}", diagnostic.message);
        let place = diagnostic.labels.first().map(|label| label.place);
        let source = place.map(|place| sources.get(place.source));
        let key = source.and_then(|source| VALUES.iter().find(|(name, _)| *name == source.name));
        let (Some(place), Some(source)) = (place, source) else {
            return Failure::new("game", SOUND, message);
        };
        let Some((_, key)) = key else {
            return Failure::new("game", SOUND, format!("{}: {message}", sources.cite(place)));
        };
        let said = source.slice(place.span);
        let before = &source.text[..(place.span.start as usize).min(source.text.len())];
        let before = words_in(before, said, is_whole(key)).count();
        let said = (!said.is_empty()).then(|| (said.to_string(), before));
        Failure { said, ..Failure::new(key, SOUND, message) }
    }
}

const SOUND: &str = "a game, a position and moves without an error";

/// What the values of a scenario are called among the sources, and their keys.
const VALUES: [(&str, &str); 7] = [
    ("command line", "game"),
    ("events", "events"),
    ("--events", "events"),
    ("deck", "deck"),
    ("--set", "set"),
    ("position", "position"),
    ("moves", "moves"),
];

/// What a run has shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// All that came out otherwise.
    pub failures: Vec<Failure>,
    /// How many things were checked.
    pub checked: usize,
    /// How many node counts were left out, being too large.
    pub left_out: usize,
    /// The files of broken events that the deck did without.
    pub broken: Vec<String>,
}

/// How much is run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setting {
    /// Node counts with more nodes than this are left out; none: all are run.
    pub most_nodes: Option<u64>,
    /// A broken event of the deck is an error, and not left out.
    pub strict: bool,
    /// What all that is left to chance comes from.
    pub seed: u64,
}

/// So far a node count goes if fewer nodes are expected.
const MOST_WRONG_NODES: u64 = 20_000;

/// What a scenario asks for: its game, where it begins, and what is played there.
#[must_use]
pub fn request(scenario: &Scenario, setting: Setting) -> Request {
    Request {
        game: scenario.game.clone(),
        events: scenario.events.0.clone(),
        deck: scenario.deck.as_ref().map(|deck| deck.0.clone()),
        strict: setting.strict,
        seed: setting.seed,
        settings: scenario.set.iter().map(|(name, value)| format!("{name}={}", value.0)).collect(),
        position: scenario.position.clone(),
        moves: scenario.moves.0.clone(),
        past_draws: true,
        numbers: Vec::new(),
        ..Request::default()
    }
}

/// Runs one scenario. Paths in it count from where the shelf says.
#[must_use]
pub fn run(shelf: &dyn Shelf, scenario: &Scenario, setting: Setting) -> Outcome {
    let mut outcome = Outcome::default();
    match session::open(shelf, &request(scenario, setting)) {
        Ok(mut session) => {
            outcome.broken = session.left_out.iter().map(|each| each.shown.clone()).collect();
            check(scenario, &mut session, setting, &mut outcome);
        }
        Err(trouble) => {
            let wrong = trouble.diagnostics.iter().map(|each| Failure::wrong(&trouble.sources, each));
            outcome.failures.extend(wrong);
        }
    }
    outcome
}

fn check(scenario: &Scenario, session: &mut Session, setting: Setting, outcome: &mut Outcome) {
    let mut expect_of = |key: &'static str, said: Option<&str>, expected: String, got: String| {
        outcome.checked += 1;
        if expected != got {
            let said = said.map(|said| (said.to_string(), 0));
            outcome.failures.push(Failure { said, ..Failure::new(key, expected, got) });
        }
    };
    let game = &session.game;
    for text in &scenario.legal.0 {
        let got = legality(game, text);
        expect_of("legal", Some(text), format!("{text}: legal"), format!("{text}: {got}"));
    }
    for text in &scenario.illegal.0 {
        let got = match game.would_play(text) {
            Ok(()) => "legal",
            Err(_) if !game.has_form(text) => UNREADABLE,
            Err(_) => "illegal",
        };
        expect_of("illegal", Some(text), format!("{text}: illegal"), format!("{text}: {got}"));
    }
    for (text, wanted) in &scenario.explain {
        let view = game.who().map_or_else(|| game.open_view(), |side| game.view(side));
        let said = crate::explain::of_move(&view, &session.sources, text).text;
        let got = if said.contains(wanted.as_str()) { wanted.clone() } else { said };
        expect_of("explain", Some(text), format!("{text}: {wanted}"), format!("{text}: {got}"));
    }
    let mut expect = |key: &'static str, expected: String, got: String| expect_of(key, None, expected, got);
    if let Some(turns) = scenario.turns {
        let (expected, got) = (turns.to_string(), game.turns().len());
        let list = if got == turns { String::new() } else { format!(": {}", game.sans().join(" ")) };
        expect("turns", expected, format!("{got}{list}"));
    }
    if let Some(check) = scenario.check {
        let say = |check: bool| if check { "check" } else { "no check" }.to_string();
        expect("check", say(check.0), say(game.is_check()));
    }
    if let Some(wanted) = &scenario.outcome {
        let got = game.outcome().map_or_else(|| "none".to_string(), |outcome| game.outcome_text(&outcome));
        let same = got == *wanted
            || got.strip_suffix(wanted.as_str()).is_some_and(|head| head.ends_with(" by "))
            || got.strip_prefix(wanted.as_str()).is_some_and(|tail| tail.starts_with(" by "));
        let got = match unreadable_outcome(game, wanted) {
            Some(why) => format!("{got}; {why}"),
            None if same => wanted.clone(),
            None => got,
        };
        expect("outcome", wanted.clone(), got);
    }
    if let Some(wanted) = &scenario.claim {
        let mut got: Vec<String> = game
            .claims()
            .iter()
            .map(|claim| claim.by.map_or("", |by| &game.library().labels[by.index()]).to_string())
            .collect();
        got.dedup();
        let got = if got.is_empty() { "none".to_string() } else { got.join(", ") };
        expect("claim", wanted.0.join(", "), got);
    }
    let mut left_out = 0;
    if let Some(counts) = &scenario.perft {
        for (depth, nodes) in (1..).zip(counts) {
            if setting.most_nodes.is_some_and(|most| *nodes > most) {
                left_out += 1;
                continue;
            }
            // A count that is wrong may be wrong by much: it goes on no further than one that is right may.
            let most = (*nodes).max(MOST_WRONG_NODES);
            let got = perft_within(game.rules().engine, game.position(), depth, most);
            let more = got.is_err();
            let got = match got {
                Ok(got) => got.to_string(),
                Err(Unfinished::More) => format!("more than {most}"),
                Err(Unfinished::GivenUp(reason)) => reason.text,
            };
            expect(
                "perft",
                format!("{nodes} nodes at depth {depth}"),
                format!("{got} nodes at depth {depth}"),
            );
            if more {
                break;
            }
        }
    }
    if let Some(wanted) = &scenario.result {
        let got = session.game.position_text();
        let wanted = match session::read_position(session, "result", wanted) {
            Ok(position) => fen::write(session.prepared.rules(), &position),
            Err(wrong) => {
                let messages: Vec<String> = wrong.into_iter().map(|diagnostic| diagnostic.message).collect();
                format!("{wanted} (which cannot be: {})", messages.join("; "))
            }
        };
        expect("result", wanted, got);
    }
    outcome.left_out = left_out;
    if outcome.checked == 0 && outcome.left_out == 0 {
        let what = format!("one of {}", CHECKS.join(", "));
        outcome.failures.push(Failure::new("name", what, "this scenario checks nothing"));
    }
}

/// What is said of a text that has not the form of a move.
const UNREADABLE: &str = "it cannot be read as a move";

/// Why a text cannot say how a game ends; none if it can.
fn unreadable_outcome(game: &Game, text: &str) -> Option<String> {
    let (library, lexicon) = (game.library(), game.rules().lexicon);
    let is_label = |text: &str| library.labels.iter().any(|label| label == text);
    let is_end = |text: &str| {
        text == "draw" || text.strip_suffix(" wins").is_some_and(|side| lexicon.side(library, side).is_some())
    };
    let readable = text == "none"
        || is_end(text)
        || is_label(text)
        || text.split_once(" by ").is_some_and(|(end, label)| is_end(end) && is_label(label));
    (!readable).then(|| {
        let [first, second] = [SideId(0), SideId(1)].map(|side| library.side_name(side));
        format!(
            "`{text}` cannot be read: write `none`, `draw`, `{first} wins` or `{second} wins`, with `by` and the \
             name of a rule or without, or this name alone"
        )
    })
}

/// `legal`, or why it is not.
fn legality(game: &Game, text: &str) -> String {
    match game.would_play(text) {
        Ok(()) => "legal".to_string(),
        Err(refused) if !matches!(refused, Refused::Over(_)) && !game.has_form(text) => {
            let help = refused.help().map_or_else(String::new, |help| format!("; {help}"));
            format!("{UNREADABLE}{help}")
        }
        Err(refused) => {
            let reasons = match &refused {
                Refused::Illegal { reasons, .. } => {
                    reasons.iter().map(|reason| reason.text.clone()).collect::<Vec<_>>().join("; ")
                }
                _ => String::new(),
            };
            let help = refused.help().map_or_else(String::new, |help| format!("; {help}"));
            format!("{}{}{reasons}{help}", refused.message(game), if reasons.is_empty() { "" } else { ": " })
        }
    }
}
