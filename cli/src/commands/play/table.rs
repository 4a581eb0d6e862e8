//! A game and what is said at the board. Imports `board`, `session`, `explain`, and the interpreter.

use super::super::{Stop, unreadable};
use super::board::{Marked, draw, legend};
use super::steps::{Answer, Steps, listed, what};
use crate::explain;
use crate::input;
use crate::render::cleaned;
use crate::session::{self, Session};
use rulemate_grammar::sink::capped;
use rulemate_grammar::source::{Place, Source, Span};
use rulemate_grammar::suggest::suggest;
use rulemate_interpreter::board::SquareSet;
use rulemate_interpreter::game::record::{self, Broken};
use rulemate_interpreter::game::{Refused, View};
use rulemate_interpreter::ids::{SideId, Square};
use rulemate_interpreter::notation::lexicon::square;
use rulemate_interpreter::notation::pgn;
use rulemate_interpreter::position::{Part, Turn};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;

/// Whether the game goes on.
pub enum Next {
    /// Another line is read.
    On,
    /// The players leave.
    Leave,
}

const HELP: &str = "  Nf3, g1f3        play a move, in either form
  e2               show what the piece on a square can do
  start [EVENT]    start an event, by number or name, or drawn from the deck; a move may follow
  events           show the deck, and what may be started
  moves            list all legal moves
  explain MOVE     say which rule makes a move legal, or what refuses it
  cancel           leave a move whose choices are not all made
  undo             take back the last turn (with the random player's answer)
  claim [NAME]     end the game by a claim, where the rules allow one
  board            draw the board
  position         print the position as text
  save FILE        write the game as PGN
  load FILE        go on with a game from PGN
  help             print this
  quit             leave";

/// What is said of a text that is neither a move nor a command.
fn no_command(text: &str) -> String {
    let commands = HELP.lines().filter_map(|line| line.split_whitespace().next());
    let commands = commands.filter(|word| word.chars().all(char::is_lowercase));
    let word = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    match suggest(&word, commands) {
        Some(meant) => format!("did you mean the command `{meant}`?"),
        None => "`moves` lists the legal moves, `help` what else can be typed".to_string(),
    }
}

/// A game that is played at the terminal.
pub struct Table {
    session: Session,
    random: Option<SideId>,
    colour: bool,
    /// Nothing is hidden from anybody.
    open: bool,
    /// The end has been told.
    told: bool,
    /// A move whose choices are still to be made.
    steps: Option<Steps>,
    /// No boards are drawn: who reads this is a program.
    pub bare: bool,
}

impl Table {
    pub fn new(session: Session, random: Option<SideId>, colour: bool, open: bool) -> Table {
        Table { session, random, colour, open, told: false, steps: None, bare: false }
    }

    /// Where the game stands, for programs, with what was said last.
    pub fn as_json(&self, typed: Option<&str>, messages: &str) -> Value {
        let game = &self.session.game;
        let mut value = super::super::moves::as_json(&self.view());
        value["typed"] = json!(typed);
        value["who"] = json!(game.who().map(|side| game.library().side_name(side)));
        value["decides"] = json!(game.waits());
        value["asks"] = json!(self.steps.as_ref().map(Steps::asks));
        value["messages"] = json!(messages.lines().collect::<Vec<_>>());
        value
    }

    /// What is shown: what the side may know that is to move or to decide; at a game against the random player, its
    /// opponent.
    fn view(&self) -> View<'_> {
        let game = &self.session.game;
        if self.open {
            return game.open_view();
        }
        let player = || game.who().unwrap_or(game.position().player);
        game.view(self.random.map_or_else(player, SideId::other))
    }

    /// The game's name.
    pub fn title(&self) -> &str {
        let library = self.session.game.library();
        let last = library.games.checked_sub(1).and_then(|last| library.files.get(last));
        last.map_or("a game", |file| file.title.as_str())
    }

    /// What stands before the players' answers.
    pub fn prompt(&self) -> String {
        let game = &self.session.game;
        let who = game.who().map_or("chance", |side| game.library().side_name(side));
        match &self.steps {
            Some(steps) => format!("{who}, {}> ", steps.asks()),
            None if game.waits() => format!("{who} decides> "),
            None => format!("{}. {who}> ", game.position().number),
        }
    }

    /// Draws the board, with what else the position has.
    pub fn show(&self, out: &mut dyn Write) -> std::io::Result<()> {
        self.show_with(out, SquareSet::EMPTY)
    }

    fn show_with(&self, out: &mut dyn Write, targets: SquareSet) -> std::io::Result<()> {
        if self.bare {
            return Ok(());
        }
        let game = &self.session.game;
        let view = self.view();
        let last = game.plies().iter().rposition(|ply| !ply.decision);
        let last = last.map_or(SquareSet::EMPTY, |ply| squares(&view.declared(ply)).into_iter().collect());
        write!(out, "{}", draw(&view, Marked { targets, last }, self.colour))?;
        for line in legend(&view) {
            writeln!(out, "    {line}")?;
        }
        if view.is_check() {
            writeln!(out, "    check")?;
        }
        for claim in self.claims() {
            writeln!(out, "    a draw can be claimed: `{claim}`")?;
        }
        if game.waits() && game.who().is_some() {
            writeln!(out, "    to be decided{}", self.decisions())?;
        }
        Ok(())
    }

    /// What can be typed to end the game by a claim.
    fn claims(&self) -> Vec<String> {
        let game = &self.session.game;
        let mut claims = Vec::new();
        for claim in game.claims().iter().filter(|claim| Some(claim.side) == game.who()) {
            let name = claim.by.map_or("", |by| game.library().labels[by.index()].as_str());
            let typed = format!("claim {name}").trim_end().to_string();
            if !claims.contains(&typed) {
                claims.push(typed);
            }
        }
        claims
    }

    /// The options of a decision: each as it is, or of many what is chosen first.
    fn decisions(&self) -> String {
        let view = self.view();
        let sans = view.sans();
        if sans.len() <= 12 {
            return format!(": {}", sans.join("  "));
        }
        let next = self.session.game.next(view.turns(), 0);
        format!(": {}{}", what(&next, "which move"), listed(&next))
    }

    /// Makes the moves that no person makes, and tells an end.
    pub fn go_on(&mut self, out: &mut dyn Write) -> Result<(), Stop> {
        loop {
            let game = &self.session.game;
            if let Some(reason) = game.given_up() {
                let at = reason.place.map_or_else(String::new, |place| {
                    let (at, sentence) = explain::cite(&self.session.sources, place);
                    format!(": `{sentence}` at {at}")
                });
                writeln!(out, "{}{at}", reason.text)?;
                self.told = true;
                return Ok(());
            }
            if let Some(outcome) = game.outcome() {
                if !self.told {
                    writeln!(out, "{} ({})", game.outcome_text(&outcome), record::result(game))?;
                    if outcome.by.is_none() && outcome.place != Place::default() {
                        let (at, sentence) = explain::cite(&self.session.sources, outcome.place);
                        writeln!(out, "    by `{sentence}` at {at}")?;
                    }
                    self.told = true;
                }
                return Ok(());
            }
            let by_chance = game.who().is_none();
            if !by_chance && (self.random.is_none() || game.who() != self.random) {
                return Ok(());
            }
            let turns = game.turns().to_vec();
            let who = game.who().map_or("chance", |side| game.library().side_name(side)).to_string();
            let Some(turn) = self.session.one_of(turns.len()).and_then(|at| turns.get(at)) else {
                return Ok(());
            };
            if self.session.game.play(turn).is_err() {
                return Ok(());
            }
            let last = self.session.game.plies().len().saturating_sub(1);
            writeln!(out, "{who}: {}", self.view().told(last))?;
            if !by_chance || self.session.game.who().is_some() {
                self.show(out)?;
            }
        }
    }

    /// Does what a line says.
    pub fn answer(&mut self, line: &str, out: &mut dyn Write) -> Result<Next, Stop> {
        // What is typed is shown again in answers.
        let line = &*cleaned(line);
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_lowercase().as_str() {
            "" => {}
            "quit" | "exit" => return Ok(Next::Leave),
            "help" | "?" => writeln!(out, "{HELP}")?,
            "board" => self.show(out)?,
            "position" => writeln!(out, "{}", self.view().text())?,
            "moves" => writeln!(out, "{}", self.view().sans().join("  "))?,
            "explain" => self.explain(rest, out)?,
            "events" => self.events(out)?,
            "undo" | "cancel" if self.steps.take().is_some() => self.show(out)?,
            "cancel" => writeln!(out, "no move waits for a choice")?,
            "undo" => self.undo(out)?,
            "claim" => self.claim(rest, out)?,
            "save" => self.save(rest, out)?,
            "load" if rest.is_empty() => writeln!(out, "say a file: `load game.pgn`")?,
            "load" => match self.load(Path::new(rest), out) {
                Ok(()) => self.show(out)?,
                Err(Stop::Io(what, error)) => writeln!(out, "{what}: {error}")?,
                Err(Stop::Trouble(trouble)) => {
                    for diagnostic in capped(trouble.diagnostics) {
                        writeln!(out, "{}", cleaned(&diagnostic.message))?;
                    }
                }
                Err(stop) => return Err(stop),
            },
            _ => self.play_line(line, out)?,
        }
        Ok(Next::On)
    }

    /// Plays what a line says: a move, or a start with a move behind it.
    fn play_line(&mut self, line: &str, out: &mut dyn Write) -> Result<(), Stop> {
        let both =
            session::start_and_move(self.session.game.library(), line).filter(|_| self.steps.is_none());
        let Some((start, behind)) = both else { return self.play(line, out) };
        let before = self.session.game.plies().len();
        self.play(start.trim_end(), out)?;
        if self.session.game.plies().len() == before {
            return Ok(());
        }
        self.go_on(out)?;
        self.play(behind, out)
    }

    fn play(&mut self, text: &str, out: &mut dyn Write) -> Result<(), Stop> {
        let game = &mut self.session.game;
        if let Some(outcome) = game.outcome() {
            writeln!(out, "the game is over: {}", game.outcome_text(&outcome))?;
            return Ok(());
        }
        let steps = match self.steps.take() {
            Some(steps) => steps.answer(game, text),
            None => Steps::begin(game, text),
        };
        match steps {
            Answer::Asks(steps) => {
                writeln!(out, "    {}", steps.options())?;
                self.steps = Some(steps);
                return Ok(());
            }
            Answer::No(steps) => {
                writeln!(out, "`{text}` is not among the options; {}", steps.options())?;
                writeln!(out, "    `cancel` takes {} back", steps.said())?;
                self.steps = Some(steps);
                return Ok(());
            }
            Answer::Whole(turn) => {
                // It is one of the legal turns.
                if let Err(refused) = game.play(&turn) {
                    writeln!(out, "{}", refused.message(game))?;
                    return Ok(());
                }
                return Ok(self.show(out)?);
            }
            Answer::Other => {}
        }
        match game.play_text(text) {
            // What chance draws is shown when it is drawn.
            Ok(()) if game.who().is_some() => self.show(out)?,
            Ok(()) => {}
            Err(refused) => {
                if let Some(at) = square(text).filter(|at| game.rules().lexicon.size.has(*at))
                    && !game.waits()
                {
                    return self.targets(at, out);
                }
                match refused {
                    Refused::Over(_) => writeln!(out, "{}", refused.message(game))?,
                    // A legal turn that is refused all the same was taken back by what it brought to light.
                    _ => {
                        let refused = self.view().refused(refused);
                        let said = explain::of_refused(&self.session.game, &self.session.sources, &refused);
                        writeln!(out, "{}", said.text)?;
                        if matches!(&refused, Refused::Unknown { candidates, .. } if candidates.is_empty()) {
                            writeln!(out, "  {}", no_command(text))?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Shows the deck.
    fn events(&self, out: &mut dyn Write) -> Result<(), Stop> {
        Ok(super::super::events::write(&self.session, out)?)
    }

    /// Shows where the piece on a square can go.
    fn targets(&self, at: Square, out: &mut dyn Write) -> Result<(), Stop> {
        let game = &self.session.game;
        // Where the piece goes first; what follows in the turn is another matter.
        let first = |turn: &Turn| {
            turn.parts.iter().find_map(|part| match part {
                Part::Move(declared) => Some((declared.origin?, declared.target?)),
                Part::Choice(_) => None,
            })
        };
        let begun = game.turns().iter().filter_map(first).filter(|(from, to)| *from == at && *to != at);
        let targets: SquareSet = begun.map(|(_, to)| to).collect();
        let (line, list) = explain::about_square(&self.view(), at);
        let sans: Vec<&str> = list.iter().filter_map(|each| each.last()).map(String::as_str).collect();
        if self.view().so_far().at(at).is_none() {
            let with = if sans.is_empty() { String::new() } else { format!(": {}", sans.join("  ")) };
            writeln!(out, "{line}{with}")?;
            return Ok(());
        }
        if sans.is_empty() {
            writeln!(out, "{line}")?;
            return Ok(());
        }
        self.show_with(out, targets)?;
        writeln!(out, "    {}", sans.join("  "))?;
        Ok(())
    }

    fn explain(&self, text: &str, out: &mut dyn Write) -> Result<(), Stop> {
        if text.is_empty() {
            writeln!(out, "say a move: `explain Nf3`")?;
            return Ok(());
        }
        let said = explain::of_move(&self.view(), &self.session.sources, text);
        writeln!(out, "{}", said.text)?;
        Ok(())
    }

    fn undo(&mut self, out: &mut dyn Write) -> Result<(), Stop> {
        self.told = false;
        let mut back = self.session.game.undo();
        // The random player's own turn goes with the one that it answered.
        while back && self.random.is_some() && self.session.game.who() == self.random {
            back = self.session.game.undo();
        }
        if back {
            self.session.undraw();
            self.show(out)?
        } else {
            writeln!(out, "nothing has been played")?
        }
        Ok(())
    }

    fn claim(&mut self, name: &str, out: &mut dyn Write) -> Result<(), Stop> {
        match self.session.game.claim((!name.is_empty()).then_some(name)) {
            Ok(_) => {}
            Err(names) if names.is_empty() => writeln!(out, "nothing can be claimed now")?,
            Err(names) => writeln!(out, "what can be claimed is {}", names.join(", "))?,
        }
        Ok(())
    }

    fn save(&self, file: &str, out: &mut dyn Write) -> Result<(), Stop> {
        if file.is_empty() {
            writeln!(out, "say a file: `save game.pgn`")?;
            return Ok(());
        }
        let text = record::write(&self.session.game, &self.session.prepared, &[]);
        match input::write(Path::new(file), &text) {
            Ok(()) => writeln!(out, "saved to {file}")?,
            Err(error) => writeln!(out, "{file}: {error}")?,
        }
        Ok(())
    }

    /// Goes on with the first game of a file.
    pub fn load(&mut self, path: &Path, out: &mut dyn Write) -> Result<(), Stop> {
        let shown = path.display().to_string();
        let bytes = input::file(path).map_err(|error| unreadable(path, &error))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let source = self.session.sources.add(Source::new(shown.as_str(), text.as_str()));
        let (games, mut wrong) = pgn::read(source, &text);
        let whole = Place { source, span: Span::new(0, 0) };
        let code = rulemate_interpreter::notation::codes::PGN;
        let error = |message: &str| rulemate_grammar::diagnostic::Diagnostic::error(code, whole, message);
        let played = match games.first() {
            None => {
                wrong.push(error("there is no game in this file"));
                None
            }
            Some(game) => {
                let other = game.tag("Variant").filter(|variant| !variant.eq_ignore_ascii_case(self.title()));
                if let Some(variant) = other {
                    wrong.push(error(&format!("this is a game of {variant}, not of {}", self.title())));
                }
                match record::play(&self.session.prepared, source, game) {
                    Ok(game) => Some(game),
                    Err(Broken::Position(diagnostics) | Broken::Record(diagnostics)) => {
                        wrong.extend(diagnostics);
                        None
                    }
                    Err(Broken::Move(game, refused, number, range)) => {
                        let place = Place { source, span: Span::new(range.start, range.end) };
                        let number = format!("move {number} of the game");
                        wrong.push(session::refusal(&game, &refused, place, &number));
                        None
                    }
                }
            }
        };
        match played {
            Some(game) if wrong.is_empty() => {
                writeln!(out, "{} moves loaded from {}", game.plies().len(), cleaned(&shown))?;
                if games.len() > 1 {
                    writeln!(out, "the file has {} games; this is the first", games.len())?;
                }
                self.session.game = game;
                self.told = false;
                self.steps = None;
                Ok(())
            }
            _ => Err(Stop::Trouble(session::Trouble {
                sources: self.session.sources.clone(),
                diagnostics: wrong,
            })),
        }
    }
}

/// Where those of a turn's moves begin and end that are shown.
fn squares(parts: &[Option<Part>]) -> Vec<Square> {
    let mut all = Vec::new();
    for part in parts.iter().flatten() {
        if let Part::Move(declared) = part {
            all.extend(declared.origin);
            all.extend(declared.target);
        }
    }
    all
}
