//! `rulemate perft --compare`: the compiled evaluator held to the plain one.

use super::perft::{given_up, rate};
use super::{Done, Stop, open, print_json};
use crate::args::{Cli, GameArgs};
use crate::explain::cite;
use crate::render::cleaned;
use crate::session::Session;
use crate::shelf::Folders;
use rulemate_grammar::source::Sources;
use rulemate_interpreter::compare::{Both, Difference, Led, Only, Stopped, What, layer};
use rulemate_interpreter::engine::Reason;
use rulemate_interpreter::fast::{Fast, describe};
use rulemate_interpreter::game::{Evaluator, Prepared};
use rulemate_interpreter::position::{Outcome, Part};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// Goes through the tree to a depth, and holds both evaluators to each other on the way.
pub fn run(cli: &Cli, shelf: &Folders, args: &GameArgs, depth: u32, out: &mut dyn Write) -> Done {
    let mut session = open(shelf, args)?;
    let library = session.game.library().clone();
    let first = session.prepared.setup.clone();
    let compiled = Fast::new(Arc::new(library.clone()));
    compiled.set_first_position(first);
    let plain = Prepared::by(library, Evaluator::Plain)
        .map_err(|diagnostics| crate::session::Trouble { sources: session.sources.clone(), diagnostics })?;
    let lexicon = session.game.lexicon();
    let both = Both { compiled: &compiled, plain: &*plain.engine, lexicon: &lexicon };
    let position = session.game.position().clone();
    let (mut nodes, mut positions) = (1, 0);
    let mut depths: Vec<Value> = Vec::new();
    for each in 1..=depth {
        let start = Instant::now();
        let found = match layer(both, &position, each) {
            Ok(found) => found,
            Err(Stopped::GivenUp(reason)) => return Err(given_up(&mut session.sources, reason)),
            Err(Stopped::Differs(difference)) => {
                let told = Told { session: &session, compiled: &compiled, difference: &difference };
                if cli.json {
                    let value =
                        json!({ "depths": depths, "compared": positions, "difference": told.as_json() });
                    print_json(out, &value)?;
                } else {
                    writeln!(out, "{}", cleaned(&told.as_text()))?;
                }
                return Err(Stop::Told);
            }
        };
        let time = start.elapsed();
        (nodes, positions) = (found.nodes, positions + found.positions);
        if cli.json {
            depths.push(json!({ "depth": each, "nodes": nodes, "seconds": time.as_secs_f64() }));
            continue;
        }
        writeln!(out, "depth {each}: {nodes} nodes, {}", rate(nodes, time))?;
        out.flush()?;
    }
    if cli.json {
        return print_json(
            out,
            &json!({ "depths": depths, "nodes": nodes, "compared": positions, "difference": null }),
        );
    }
    writeln!(out, "compared {positions} position{}", if positions == 1 { "" } else { "s" })?;
    writeln!(out, "nodes {nodes}")?;
    Ok(())
}

/// A difference, and what is needed to tell it.
struct Told<'a> {
    session: &'a Session,
    compiled: &'a Fast,
    difference: &'a Difference,
}

impl Told<'_> {
    fn sources(&self) -> &Sources {
        &self.session.sources
    }

    fn as_text(&self) -> String {
        let mut text = format!("compiled and plain differ at {}", self.difference.text);
        if !self.difference.line.is_empty() {
            text.push_str(&format!("\n  after {}", self.difference.line.join(" ")));
        }
        match &self.difference.what {
            What::Turns { compiled, plain } => {
                for only in compiled {
                    text.push_str(&format!("\n  only compiled has {}", only.text));
                    self.refused(&mut text, "plain", &only.refused);
                    self.made(&mut text, only);
                    self.form(&mut text, only);
                }
                for only in plain {
                    text.push_str(&format!("\n  only plain has {}", only.text));
                    self.made(&mut text, only);
                    self.refused(&mut text, "compiled", &only.refused);
                    self.form(&mut text, only);
                }
            }
            What::Next { turn, compiled, plain } => {
                text.push_str(&format!("\n  {turn} leads elsewhere"));
                for (name, led) in [("compiled", compiled), ("plain", plain)] {
                    match led {
                        Led::To(next) => text.push_str(&format!("\n    {name}: {next}")),
                        Led::Refused(reasons) => self.refused(&mut text, name, reasons),
                        Led::Elsewhere => {
                            text.push_str(&format!("\n    {name}: to another position, as counts play it"));
                        }
                    }
                }
            }
            What::Outcome { repeats, compiled, plain } => {
                text.push_str("\n  the game ends otherwise");
                text.push_str(if *repeats > 1 {
                    " where the position stands for the third time"
                } else {
                    ""
                });
                for (name, outcome) in [("compiled", compiled), ("plain", plain)] {
                    text.push_str(&format!("\n    {name}: {}", self.outcome(outcome.as_ref())));
                }
            }
        }
        text
    }

    fn refused(&self, text: &mut String, name: &str, reasons: &[Reason]) {
        if reasons.is_empty() {
            text.push_str(&format!("\n    {name} does not say why it refuses it"));
        }
        for reason in reasons {
            text.push_str(&format!("\n    {name} refuses it: {}", reason.text));
            for place in reason.by.into_iter().chain(reason.place) {
                let (cited, sentence) = cite(self.sources(), place);
                text.push_str(&format!(", by `{sentence}` at {cited}"));
            }
        }
    }

    fn made(&self, text: &mut String, only: &Only) {
        for place in &only.made {
            let (cited, sentence) = cite(self.sources(), *place);
            text.push_str(&format!("\n    made by `{sentence}` at {cited}"));
        }
    }

    /// What the compiled rules hold the mover for.
    fn form(&self, text: &mut String, only: &Only) {
        if let Some(form) = self.form_of(only) {
            text.push_str(&format!("\n    compiled as {form}"));
        }
    }

    fn form_of(&self, only: &Only) -> Option<String> {
        let position = &self.difference.position;
        let Some(Part::Move(declared)) = only.turn.parts.first() else { return None };
        let piece = position.piece(position.at(declared.origin?)?);
        let form = describe::form(&self.compiled.plan(position), piece.kind, piece.owner)?;
        let kind = &self.session.game.library().kinds[piece.kind.index()].name;
        Some(format!("{kind}: {form}"))
    }

    fn outcome(&self, outcome: Option<&Outcome>) -> String {
        let Some(outcome) = outcome else { return "goes on".to_owned() };
        let (cited, sentence) = cite(self.sources(), outcome.place);
        format!("{}, by `{sentence}` at {cited}", self.session.game.outcome_text(outcome))
    }

    fn as_json(&self) -> Value {
        let place = |place| {
            let (cited, sentence) = cite(self.sources(), place);
            json!({ "place": cited, "sentence": sentence })
        };
        let reasons = |reasons: &[Reason]| -> Vec<Value> {
            let one = |reason: &Reason| {
                let places: Vec<Value> = reason.by.into_iter().chain(reason.place).map(place).collect();
                json!({ "text": reason.text, "places": places })
            };
            reasons.iter().map(one).collect()
        };
        let turns = |list: &[Only]| -> Vec<Value> {
            let one = |only: &Only| {
                json!({
                    "turn": only.text,
                    "refused": reasons(&only.refused),
                    "made": only.made.iter().map(|each| place(*each)).collect::<Vec<_>>(),
                    "compiled_as": self.form_of(only),
                })
            };
            list.iter().map(one).collect()
        };
        let led = |led: &Led| match led {
            Led::To(next) => json!({ "position": next }),
            Led::Refused(list) => json!({ "refused": reasons(list) }),
            Led::Elsewhere => json!({ "position": null }),
        };
        let what = match &self.difference.what {
            What::Turns { compiled, plain } => {
                json!({ "only_compiled": turns(compiled), "only_plain": turns(plain) })
            }
            What::Next { turn, compiled, plain } => {
                json!({ "turn": turn, "compiled": led(compiled), "plain": led(plain) })
            }
            What::Outcome { repeats, compiled, plain } => json!({
                "repeats": repeats,
                "compiled": self.outcome(compiled.as_ref()),
                "plain": self.outcome(plain.as_ref()),
            }),
        };
        json!({ "position": self.difference.text, "line": self.difference.line, "what": what })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use super::*;
    use crate::args::PlaceArgs;
    use rulemate_interpreter::notation::coordinate;
    use rulemate_interpreter::position::Position;

    /// Tells of a difference in the first position of chess behind 1. e4; what it is depends on that position.
    fn told(what: impl Fn(&Session, &Position) -> What) -> (String, Value) {
        let place = PlaceArgs { play: Some("e4".to_owned()), ..PlaceArgs::default() };
        let args = GameArgs { game: "chess".to_owned(), place };
        let Ok(session) = open(&Folders::new(Vec::new()), &args) else { panic!("chess is no game") };
        let compiled = Fast::new(Arc::new(session.game.library().clone()));
        compiled.set_first_position(session.prepared.setup.clone());
        let position = session.game.position().clone();
        let difference = Difference {
            text: session.game.position_text(),
            line: vec!["e2e4".to_owned()],
            what: what(&session, &position),
            position,
        };
        let told = Told { session: &session, compiled: &compiled, difference: &difference };
        (told.as_text(), told.as_json())
    }

    /// A turn that one evaluator alone is said to have.
    fn only(session: &Session, position: &Position, text: &str) -> Only {
        let rules = session.game.rules();
        let turns = rules.engine.turns(position);
        let turn = coordinate::read(rules, position, &turns, text)[0].clone();
        let made = rules.engine.made(position, &turn);
        let refused = vec![Reason::plain("it is far")];
        Only { turn, text: text.to_owned(), refused, made }
    }

    #[test]
    fn turns_are_told_with_both_reasons() {
        let (text, value) = told(|session, position| What::Turns {
            compiled: vec![Only { made: Vec::new(), ..only(session, position, "b8c6") }],
            plain: vec![Only { refused: Vec::new(), ..only(session, position, "d7d5") }],
        });
        assert_eq!(
            text,
            "compiled and plain differ at rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n  \
             after e2e4\n  \
             only compiled has b8c6\n    \
             plain refuses it: it is far\n    \
             compiled as knight: leaper\n  \
             only plain has d7d5\n    \
             made by `pawn moves step forward 2 times from rank 2 without taking by double` at chess.rules:14\n    \
             compiled does not say why it refuses it\n    \
             compiled as pawn: several sorts: steps or leaps without taking, steps or leaps only to take, takes in \
             passing, a run of fixed length without taking that marks what it passes"
        );
        assert_eq!(value["line"], json!(["e2e4"]));
        assert_eq!(value["what"]["only_compiled"][0]["refused"][0]["text"], "it is far");
        assert_eq!(value["what"]["only_plain"][0]["turn"], "d7d5");
        assert_eq!(value["what"]["only_plain"][0]["made"][0]["place"], "chess.rules:14");
    }

    #[test]
    fn other_positions_and_ends_are_told() {
        let (text, _) = told(|_, _| What::Next {
            turn: "b8c6".to_owned(),
            compiled: Led::Elsewhere,
            plain: Led::To("8/8".to_owned()),
        });
        assert!(text.ends_with(
            "\n  b8c6 leads elsewhere\n    compiled: to another position, as counts play it\n    plain: 8/8"
        ));
        let (text, value) = told(|session, _| What::Outcome {
            repeats: 3,
            compiled: None,
            plain: Some(Outcome {
                winner: None,
                by: None,
                place: session.game.library().files[1].ends[1].place,
            }),
        });
        assert!(text.ends_with(
            "\n  the game ends otherwise where the position stands for the third time\n    compiled: goes on\n    \
             plain: draw, by `draw by stalemate if player cannot move` at chess.rules:30"
        ), "{text}");
        assert_eq!(value["what"]["repeats"], 3);
    }
}
