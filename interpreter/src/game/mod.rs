//! The front door: a game that is played. Imports `ids`, `model`, `position`, `engine`, `oracle`, `fast`,
//! `notation`.

pub mod record;
mod refused;
mod start;
mod view;

pub use refused::Refused;
pub use start::behind_start;
pub use view::View;

use crate::engine::{Claimable, Engine, Explanation, Reason};
use crate::fast::Fast;
use crate::ids::{LabelId, SideId, Square};
use crate::model::Library;
use crate::notation::lexicon::Lexicon;
use crate::notation::san_read::{self, Next};
use crate::notation::{Rules, canonical, coordinate, fen, form, san};
use crate::oracle::Oracle;
use crate::position::{Outcome, Part, Position, Turn};
use rulemate_grammar::diagnostic::Diagnostic;
use rulemate_grammar::source::SourceId;
use std::cell::OnceCell;
use std::sync::Arc;

/// How rules are evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Evaluator {
    /// By a program, where the rules in force have one, else plainly.
    #[default]
    Compiled,
    /// By the plain evaluator alone.
    Plain,
}

/// Rules ready to be played by.
#[derive(Clone)]
pub struct Prepared {
    /// Evaluates them.
    pub engine: Arc<dyn Engine>,
    /// The same, if it compiles them.
    pub fast: Option<Arc<Fast>>,
    /// Their words.
    pub lexicon: Arc<Lexicon>,
    /// The first position.
    pub setup: Position,
}

impl Prepared {
    /// Makes rules ready.
    ///
    /// # Errors
    /// What is wrong with the text of their first position.
    pub fn new(library: Library) -> Result<Prepared, Vec<Diagnostic>> {
        Prepared::by(library, Evaluator::Compiled)
    }

    /// Makes rules ready, to be evaluated in a certain way.
    ///
    /// # Errors
    /// What is wrong with the text of their first position.
    pub fn by(library: Library, evaluator: Evaluator) -> Result<Prepared, Vec<Diagnostic>> {
        let library = Arc::new(library);
        let lexicon = Arc::new(Lexicon::of(&library));
        // The first position is read by rules that do not yet know it; no castling asks for it.
        let reader = Oracle::new(Arc::clone(&library));
        let setup = fen::setup(Rules { engine: &reader, lexicon: &lexicon })?;
        let (engine, fast): (Arc<dyn Engine>, _) = match evaluator {
            Evaluator::Compiled => {
                let engine = Arc::new(Fast::new(library));
                engine.set_first_position(setup.clone());
                (Arc::clone(&engine) as Arc<dyn Engine>, Some(engine))
            }
            Evaluator::Plain => {
                let engine = Oracle::new(library);
                engine.set_first_position(setup.clone());
                (Arc::new(engine), None)
            }
        };
        Ok(Prepared { engine, fast, lexicon, setup })
    }

    /// The evaluator and the words.
    #[must_use]
    pub fn rules(&self) -> Rules<'_> {
        Rules { engine: &*self.engine, lexicon: &self.lexicon }
    }

    /// A game from the first position.
    #[must_use]
    pub fn game(&self) -> Game {
        self.game_from(self.setup.clone())
    }

    /// A game from a position.
    #[must_use]
    pub fn game_from(&self, start: Position) -> Game {
        Game::from_position(Arc::clone(&self.engine), Arc::clone(&self.lexicon), start)
    }

    /// A game from a position in text form.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn game_at(&self, source: SourceId, text: &str) -> Result<Game, Vec<Diagnostic>> {
        Ok(self.game_from(fen::read(self.rules(), source, text)?))
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves: Vec<&str> = self.plies.iter().map(|ply| ply.coordinate.as_str()).collect();
        f.debug_struct("Game").field("start", &self.start_identity).field("moves", &moves).finish()
    }
}

/// One turn, or one decision, that was made.
#[derive(Clone, Debug)]
pub struct Ply {
    /// What was made.
    pub turn: Turn,
    /// In human form.
    pub san: String,
    /// Where in the human form its first move begins, behind the choices before it; none if it has no move.
    pub moves_at: Option<usize>,
    /// In coordinate form.
    pub coordinate: String,
    /// Whose turn or decision it was; none: chance.
    pub who: Option<SideId>,
    /// It was a decision within a turn or behind it, not a turn.
    pub decision: bool,
    after: Position,
    identity: Option<String>,
}

/// A game: rules, a first position, and what was played from it.
#[derive(Clone)]
pub struct Game {
    engine: Arc<dyn Engine>,
    lexicon: Arc<Lexicon>,
    start: Position,
    start_identity: Option<String>,
    plies: Vec<Ply>,
    claimed: Option<Outcome>,
    turns: OnceCell<Vec<Turn>>,
    ruled: OnceCell<Option<Outcome>>,
}

impl Game {
    /// A game from a position.
    #[must_use]
    pub fn from_position(engine: Arc<dyn Engine>, lexicon: Arc<Lexicon>, start: Position) -> Game {
        let mut game = Game {
            engine,
            lexicon,
            start,
            start_identity: None,
            plies: Vec::new(),
            claimed: None,
            turns: OnceCell::new(),
            ruled: OnceCell::new(),
        };
        game.start_identity = game.identity_of(&game.start);
        game
    }

    /// The evaluator and the words of its rules.
    #[must_use]
    pub fn rules(&self) -> Rules<'_> {
        Rules { engine: &*self.engine, lexicon: &self.lexicon }
    }

    /// The rules themselves.
    #[must_use]
    pub fn library(&self) -> &Library {
        self.engine.library()
    }

    /// The evaluator, to be shared.
    #[must_use]
    pub fn engine(&self) -> Arc<dyn Engine> {
        Arc::clone(&self.engine)
    }

    /// The words of its rules, to be shared.
    #[must_use]
    pub fn lexicon(&self) -> Arc<Lexicon> {
        Arc::clone(&self.lexicon)
    }

    /// The first position of this game.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    /// What was played, in order.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Whose turn or decision it is; none: chance.
    #[must_use]
    pub fn who(&self) -> Option<SideId> {
        let position = self.position();
        position.pending.as_ref().map_or(Some(position.player), |pending| pending.who)
    }

    /// The legal turns now, or the options of the decision that is waited for; none once somebody has won.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        self.turns.get_or_init(|| match self.won() {
            Some(_) => Vec::new(),
            None => self.engine.turns(self.position()),
        })
    }

    /// The legal turns now in coordinate form, in the order of [`Game::turns`].
    #[must_use]
    pub fn coordinates(&self) -> Vec<String> {
        coordinate::write_all(self.rules(), self.position(), self.turns())
    }

    /// The legal turns now in human form, in the order of [`Game::turns`].
    #[must_use]
    pub fn sans(&self) -> Vec<String> {
        san::write_all(self.rules(), self.position(), self.turns())
    }

    /// Plays a turn or makes a decision. A drawn game can be played on: whoever wants it to stop asks for its
    /// [`Game::outcome`].
    ///
    /// # Errors
    /// The game is won, or the turn is refused.
    pub fn play(&mut self, turn: &Turn) -> Result<(), Refused> {
        if let Some(outcome) = self.won() {
            return Err(Refused::Over(outcome));
        }
        let position = self.position();
        let after = self.engine.play(position, turn).map_err(|reasons| Refused::Illegal {
            said: coordinate::write_full(self.rules(), position, &turn.parts),
            reasons,
        })?;
        let (san, moves_at) = san::write_apart(self.rules(), position, self.turns(), turn);
        let ply = Ply {
            turn: turn.clone(),
            san,
            moves_at,
            coordinate: coordinate::write(self.rules(), position, self.turns(), turn),
            who: self.who(),
            decision: position.pending.is_some(),
            identity: self.identity_of(&after),
            after,
        };
        self.plies.push(ply);
        self.look_anew();
        Ok(())
    }

    /// Plays a turn in coordinate or human form. `start E` starts an event, where an act draws one by chance;
    /// `start` does the act, and leaves the draw to whoever makes the decisions of chance.
    ///
    /// # Errors
    /// The game is won or lost, or the text means no legal turn, or several; the reasons are told.
    pub fn play_text(&mut self, text: &str) -> Result<(), Refused> {
        if let Some(event) = start::wanted(text) {
            return self.start_event(text.trim(), event);
        }
        let turn = self.find(text)?;
        self.play(&turn)
    }

    /// Whether [`Game::play_text`] would play this.
    ///
    /// # Errors
    /// Why it would not.
    pub fn would_play(&self, text: &str) -> Result<(), Refused> {
        if start::wanted(text).is_some() { self.clone().play_text(text) } else { self.find(text).map(|_| ()) }
    }

    /// The legal turn that a text means.
    ///
    /// # Errors
    /// It means none, or several; all reasons are told. What of them a side may know, [`View::find`] tells.
    pub fn find(&self, text: &str) -> Result<Turn, Refused> {
        refused::find(self, text)
    }

    /// Whether nothing but a decision is waited for.
    #[must_use]
    pub fn waits(&self) -> bool {
        let choice = |turn: &Turn| matches!(turn.parts.first(), Some(Part::Choice(_)));
        self.position().pending.is_some() && !self.turns().is_empty() && self.turns().iter().all(choice)
    }

    /// The legal turns that begin with what a text says and go on, with the number of parts that are said.
    #[must_use]
    pub fn begun(&self, text: &str) -> Vec<(&Turn, usize)> {
        san_read::begun(self.rules(), self.position(), self.turns(), text)
    }

    /// How such turns go on.
    #[must_use]
    pub fn next(&self, turns: &[Turn], said: usize) -> Vec<Next> {
        san_read::next(self.rules(), self.position(), turns, said)
    }

    /// Takes back the last turn with all decisions in it and behind it; says whether there was one.
    pub fn undo(&mut self) -> bool {
        self.look_anew();
        if self.claimed.take().is_some() {
            return true;
        }
        let before = self.plies.len();
        while let Some(ply) = self.plies.pop() {
            if !ply.decision {
                break;
            }
        }
        before > self.plies.len()
    }

    /// How often the position now has stood, this time included.
    #[must_use]
    pub fn repeats(&self) -> u32 {
        let identities = || {
            std::iter::once(&self.start_identity).chain(self.plies.iter().map(|ply| &ply.identity)).flatten()
        };
        let Some(now) = identities().last() else { return 1 };
        u32::try_from(identities().filter(|other| *other == now).count()).unwrap_or(u32::MAX)
    }

    /// How the game has ended, by rule or by claim.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.claimed.is_some() {
            return self.claimed.clone();
        }
        let position = self.position();
        self.ruled.get_or_init(|| self.engine.outcome(position, self.repeats())).clone()
    }

    /// Why it cannot be said which turns are legal here, or whether the game has ended: the rules ask for more work
    /// than is allowed. None in games that anybody can play.
    #[must_use]
    pub fn given_up(&self) -> Option<Reason> {
        let _ = (self.outcome(), self.turns());
        self.engine.given_up(self.position())
    }

    /// What may be claimed now.
    #[must_use]
    pub fn claims(&self) -> Vec<Claimable> {
        if self.claimed.is_some() || self.position().pending.is_some() || self.outcome().is_some() {
            return Vec::new();
        }
        self.engine.claims(self.position(), self.repeats())
    }

    /// Ends the game by a claim of the side whose turn it is, or of any, by this name or by the only one.
    ///
    /// # Errors
    /// The names of what may be claimed instead.
    pub fn claim(&mut self, name: Option<&str>) -> Result<Outcome, Vec<String>> {
        let claims = self.claims();
        let label = |by: Option<LabelId>| by.map_or("", |by| self.library().labels[by.index()].as_str());
        let claim =
            claims.iter().find(|claim| name.is_none_or(|name| label(claim.by).eq_ignore_ascii_case(name)));
        let Some(claim) = claim else {
            let mut names: Vec<String> = claims.iter().map(|claim| label(claim.by).to_string()).collect();
            names.dedup();
            return Err(names);
        };
        let outcome = Outcome { winner: None, by: claim.by, place: claim.place };
        self.claimed = Some(outcome.clone());
        Ok(outcome)
    }

    /// Whether a royal piece of the player is threatened.
    #[must_use]
    pub fn is_check(&self) -> bool {
        let position = self.position();
        position.pending.is_none() && self.engine.threatened(position, position.player)
    }

    /// What makes moving from one square to another legal, or everything that refuses it.
    #[must_use]
    pub fn explain(&self, from: Square, to: Square) -> Explanation {
        self.engine.explain(self.position(), from, to)
    }

    /// The position now as text.
    #[must_use]
    pub fn position_text(&self) -> String {
        fen::write(self.rules(), self.position())
    }

    /// How an end reads: `white wins by mate`, `draw by stalemate`.
    #[must_use]
    pub fn outcome_text(&self, outcome: &Outcome) -> String {
        let mut text = match outcome.winner {
            Some(side) => format!("{} wins", self.library().side_name(side)),
            None => "draw".to_string(),
        };
        if let Some(by) = outcome.by {
            text.push_str(&format!(" by {}", self.library().labels[by.index()]));
        }
        text
    }

    /// How the game was won, if it was.
    #[must_use]
    pub fn won(&self) -> Option<Outcome> {
        self.outcome().filter(|outcome| outcome.winner.is_some())
    }

    /// Whether the text has the form of a turn or a decision, legal or not.
    #[must_use]
    pub fn has_form(&self, text: &str) -> bool {
        let starts = |name: &str| {
            let (name, _) = start::name_and_side(name);
            name.is_empty() || self.library().event(name).is_some()
        };
        start::wanted(text).is_some_and(starts) || form::reads(self.rules(), self.position(), text)
    }

    /// Whether some rule leads from where a piece of the player stands to where the text says, legal or not.
    #[must_use]
    pub fn leads(&self, text: &str) -> bool {
        refused::leads(self, text)
    }

    /// From where and to where the move goes that a text means, legal or not; of an illegal one, all that it can mean.
    /// Several moves, and acts, are not looked into.
    #[must_use]
    pub fn ways(&self, text: &str) -> Vec<(Square, Square)> {
        let parts = self.find(text).map(|turn| turn.parts);
        match parts.as_deref() {
            Ok([Part::Move(declared)]) => declared.origin.zip(declared.target).into_iter().collect(),
            Ok(_) => Vec::new(),
            Err(_) => refused::ways(self, text.trim()),
        }
    }

    fn look_anew(&mut self) {
        self.turns = OnceCell::new();
        self.ruled = OnceCell::new();
    }

    fn identity_of(&self, position: &Position) -> Option<String> {
        position.pending.is_none().then(|| canonical::identity(self.rules(), position))
    }
}
