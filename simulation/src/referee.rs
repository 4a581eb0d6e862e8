//! One game of a plan, and what is kept of it. Imports `contest`, `dice`, `opener`, `plan`, `player`, `rules`, `sentence`,
//! `settings`.

use crate::contest::{Board, End, Played, Watch};
use crate::dice::Dice;
use crate::opener::Opener;
use crate::plan::{Acts, Contest, Plan};
use crate::player::Player;
use crate::rules::Rules;
use crate::sentence::{Asked, Asker, Sentences};
use crate::settings::Settings;
use rulemate_interpreter::arena::{Node, Seat, Turns};
use rulemate_interpreter::ids::{FileId, SideId};
use rulemate_interpreter::notation::pgn::{Kind, PgnMove};
use rulemate_interpreter::notation::{coordinate, san};
use rulemate_interpreter::position::{Chosen, Part, Position, Started, Turn};

/// Which game it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Which {
    /// The contest, from 0.
    pub contest: usize,
    /// The game in it, from 0.
    pub index: u64,
}

/// An event that was started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// The event.
    pub event: FileId,
    /// By whom.
    pub by: SideId,
    /// On which of his turns, from 1; 0: before the first.
    pub turn: u32,
}

/// How probable each result looked, turn by turn, by the lead in pieces alone: sums of millionths, so that they do not
/// depend on how they are rounded in between.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prospects {
    /// Turns that were looked at.
    pub turns: i64,
    /// That the first side would win.
    pub first: i64,
    /// That the game would be drawn: 1 where nobody is ahead.
    pub drawn: i64,
}

/// A probability of 1 in millionths.
pub const SURE: i64 = 1_000_000;

impl Prospects {
    /// A turn in a position in which the first side may expect so much of the game, from 0 to 1.
    fn note(&mut self, expected: f64) {
        #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
        let first = (expected.clamp(0.0, 1.0) * SURE as f64).round() as i64;
        self.turns += 1;
        self.first += first;
        self.drawn += 2 * first.min(SURE - first);
    }

    /// How probable a result was on average, in millionths; none: a draw.
    #[must_use]
    pub fn of(&self, winner: Option<SideId>) -> i64 {
        let sum = match winner {
            Some(SideId(0)) => self.first,
            Some(_) => self.turns * SURE - self.first,
            None => self.drawn,
        };
        sum / self.turns.max(1)
    }
}

/// What is kept of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    /// Which it is.
    pub which: Which,
    /// From which of the contest's positions it began.
    pub begin: usize,
    /// The players had changed sides.
    pub swapped: bool,
    /// How it ended.
    pub end: End,
    /// How many turns there were to choose from, turn by turn.
    pub choices: Vec<u32>,
    /// The same numbers, each once, with how often it came up.
    pub counted: Vec<(u32, u32)>,
    /// What was played, decision by decision.
    pub played: Vec<u16>,
    /// Pieces that left the board.
    pub captures: u32,
    /// Turns that threatened a royal piece.
    pub checks: u32,
    /// The events that were started, in order.
    pub starts: Vec<Start>,
    /// By how much, in hundredths, each side was behind at most, and after which decision.
    pub behind: [(i64, u32); 2],
    /// Before which decision the most turns could be chosen.
    pub widest: u32,
    /// What the pieces on the board made of the game, turn by turn.
    pub prospects: Prospects,
    /// What was found of single sentences.
    pub asked: Vec<(usize, Asked)>,
    /// The game as PGN has its moves, with whether each was the second side's.
    pub moves: Vec<(PgnMove, bool)>,
}

/// One thread's table, on which it plays game after game.
pub struct Referee<'p> {
    rules: &'p Rules,
    plan: &'p Plan,
    settings: &'p Settings,
    board: Board<'p>,
    players: [Opener<'p>; 2],
    asker: Asker<'p>,
    /// Games on this board.
    games: u32,
}

/// After so many games a board is replaced: it keeps something of every set of events that it has met.
const GAMES_A_BOARD: u32 = 16;

impl<'p> Referee<'p> {
    /// A table for games of a plan.
    #[must_use]
    pub fn new(
        rules: &'p Rules,
        plan: &'p Plan,
        settings: &'p Settings,
        sentences: &'p Sentences,
    ) -> Referee<'p> {
        let player = |make: &crate::player::Make| Opener::new(rules, make.make(&rules.values));
        Referee {
            rules,
            plan,
            settings,
            board: Board::new(rules.arena.seat()),
            players: [player(&settings.players[0]), player(&settings.players[1])],
            asker: Asker::new(rules, sentences),
            games: 0,
        }
    }

    /// Plays a game. The same game comes of the same settings, whoever plays it.
    pub fn play(&mut self, which: Which) -> Kept {
        self.games += 1;
        if self.games > GAMES_A_BOARD {
            (self.games, self.board) = (1, Board::new(self.rules.arena.seat()));
        }
        let contest = &self.plan.contests[which.contest];
        let turn = Turning::of(self.settings, contest, which.index);
        let begin = &contest.begins[turn.begin];
        let acts = contest.acts.map(|acts| Acts { drawn: begin.drawn.unwrap_or(acts.drawn), ..acts });
        self.players.iter_mut().for_each(|player| player.order(acts));
        let stream = stream(which);
        let mut dice = Dice::of(self.settings.seed, 2 * stream);
        let sampled = !contest.base && which.index < self.settings.sample;
        let mut notes = Notes {
            rules: self.rules,
            acts,
            judged: self.settings.judged.map(|judged| (judged.lead, judged.turns)),
            record: self.settings.record,
            sample: sampled.then(|| Sample::new(Dice::of(self.settings.seed, 2 * stream + 1))),
            turns: [0, 0],
            ahead: None,
            pieces: None,
            last: None,
            open: false,
            opened: false,
            widest: 0,
            kept: Kept {
                which,
                begin: turn.begin,
                swapped: turn.swapped,
                end: End::Unknown,
                choices: Vec::with_capacity(256),
                counted: Vec::new(),
                played: Vec::with_capacity(256),
                captures: 0,
                checks: 0,
                starts: started(&begin.position),
                behind: [(0, 0); 2],
                widest: 0,
                prospects: Prospects::default(),
                asked: Vec::new(),
                moves: Vec::new(),
            },
        };
        let [one, two] = &mut self.players;
        let (first, second): (&mut dyn Player, &mut dyn Player) =
            if turn.swapped { (two, one) } else { (one, two) };
        let cap = self.settings.cap;
        let end = self.board.play_watched(&begin.position, [first, second], &mut dice, cap, &mut notes);
        let Notes { mut kept, sample, .. } = notes;
        kept.end = end;
        kept.counted = counted(&kept.choices);
        if let Some(sample) = sample {
            kept.asked = self.asker.ask(&sample.moments(), &put_in_force(&begin.position));
        }
        kept
    }

    /// Plays a game again by what was played in it; the positions are handed out, the first of them too, each with what
    /// is played from it.
    pub fn again(
        rules: &Rules,
        position: &Position,
        played: &[u16],
        visit: &mut dyn FnMut(usize, &Position, Option<&Turn>),
    ) {
        let mut seat = rules.arena.seat();
        let (mut node, mut turns) = (seat.node(position), Turns::new());
        let mut next = node.clone();
        for (at, index) in played.iter().enumerate() {
            seat.count(&node, &mut turns);
            if usize::from(*index) >= turns.count() {
                return;
            }
            let turn = seat.turn(&node, &turns, usize::from(*index));
            visit(at, &seat.position(&node), Some(&turn));
            if !seat.play(&node, &turns, usize::from(*index), &mut next) {
                return;
            }
            std::mem::swap(&mut node, &mut next);
        }
        visit(played.len(), &seat.position(&node), None);
    }
}

/// Numbers in order, each once, with how often it is there.
fn counted(numbers: &[u32]) -> Vec<(u32, u32)> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let times = |same: &[u32]| (same[0], u32::try_from(same.len()).unwrap_or(u32::MAX));
    sorted.chunk_by(|one, other| one == other).map(times).collect()
}

/// A number of its own for each game.
fn stream(which: Which) -> u64 {
    ((which.contest as u64) << 40) | which.index
}

/// The events that were put in force where a game begins; those too of which something is still to be decided.
fn put_in_force(position: &Position) -> Vec<Started> {
    let waiting = position.pending.iter().flat_map(|pending| &pending.starting);
    position.events.iter().chain(waiting).copied().collect()
}

fn started(position: &Position) -> Vec<Start> {
    position.events.iter().map(|each| Start { event: each.event, by: each.by, turn: 0 }).collect()
}

/// Which sides and which beginning a game has: all combinations in turn.
struct Turning {
    swapped: bool,
    begin: usize,
}

impl Turning {
    fn of(settings: &Settings, contest: &Contest, index: u64) -> Turning {
        let ways = if settings.swap { 2 } else { 1 };
        let begins = contest.begins.len().max(1) as u64;
        #[allow(clippy::cast_possible_truncation)]
        let begin = ((index / ways) % begins) as usize;
        Turning { swapped: index % ways == 1, begin }
    }
}

/// The pieces of a position, counted.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pieces {
    count: u32,
    /// How much more the first side's are worth, in hundredths.
    lead: i64,
}

impl Pieces {
    fn of(rules: &Rules, seat: &Seat<'_>, node: &Node) -> Pieces {
        let mut pieces = Pieces { count: 0, lead: 0 };
        seat.pieces(node, |kind, owner, _| {
            pieces.count += 1;
            let worth = rules.worth.get(kind.index()).copied().unwrap_or(0);
            pieces.lead += if owner.0 == 0 { worth } else { -worth };
        });
        pieces
    }
}

/// Positions of a game that are kept to be asked about: of each `EACH` turns one, drawn by dice of their own, and all in
/// which an event starts.
struct Sample {
    dice: Dice,
    seen: u32,
    next: u32,
    moments: Vec<Moment>,
}

/// One position of the sample, with what was played in it.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The position.
    pub position: Position,
    /// The turn, or the decision.
    pub turn: Turn,
}

/// Of so many turns under events one is kept.
const EACH: usize = 16;

/// Of a game no more are kept.
const MOST_MOMENTS: usize = 8;

impl Sample {
    fn new(mut dice: Dice) -> Sample {
        let next = u32::try_from(dice.below(EACH)).unwrap_or(0);
        Sample { dice, seen: 0, next, moments: Vec::new() }
    }

    fn look(&mut self, played: &Played<'_, '_>, starts: bool) {
        let in_force = !played.seat.in_force(played.before).is_empty();
        if !starts {
            if !in_force || played.before.waits() || self.moments.len() >= MOST_MOMENTS {
                return;
            }
            self.seen += 1;
            if self.seen <= self.next {
                return;
            }
            self.next = self.seen + u32::try_from(self.dice.below(2 * EACH)).unwrap_or(0);
        }
        self.moments.push(Moment {
            position: played.seat.position(played.before),
            turn: played.seat.turn(played.before, played.turns, played.index),
        });
    }

    fn moments(self) -> Vec<Moment> {
        self.moments
    }
}

/// What is noted while a game is played.
struct Notes<'p> {
    rules: &'p Rules,
    acts: Option<Acts>,
    judged: Option<(i64, u32)>,
    record: bool,
    sample: Option<Sample>,
    turns: [u32; 2],
    /// Who is ahead by enough, and for how many turns.
    ahead: Option<(SideId, u32)>,
    pieces: Option<Pieces>,
    /// The act before a draw, of which the record makes one with it.
    last: Option<usize>,
    /// An event has been started, and its player has not yet moved.
    open: bool,
    /// Somebody has begun a turn.
    opened: bool,
    widest: u32,
    kept: Kept,
}

impl<'a> Watch<'a> for Notes<'_> {
    fn judged(&mut self, seat: &Seat<'a>, node: &Node) -> Option<SideId> {
        let (lead, turns) = self.judged?;
        let pieces = *self.pieces.get_or_insert_with(|| Pieces::of(self.rules, seat, node));
        let who = match pieces.lead {
            ahead if ahead >= lead => SideId(0),
            behind if behind <= -lead => SideId(1),
            _ => {
                self.ahead = None;
                return None;
            }
        };
        let times = match self.ahead {
            Some((before, times)) if before == who => times + 1,
            _ => 1,
        };
        self.ahead = Some((who, times));
        (times >= turns).then_some(who)
    }

    fn drawn(&mut self, seat: &Seat<'a>, node: &Node, turns: &Turns) -> Option<usize> {
        let event = self.acts?.drawn[node.player().index()]?;
        let wanted = [Part::Choice(Some(Chosen::Event(event)))];
        (0..turns.count()).find(|index| seat.turn(node, turns, *index).parts == wanted)
    }

    fn played(&mut self, played: &Played<'_, 'a>) {
        let (seat, before, after) = (played.seat, played.before, played.after);
        let decision = u32::try_from(self.kept.played.len()).unwrap_or(u32::MAX);
        self.kept.played.push(u16::try_from(played.index).unwrap_or(u16::MAX));
        let known = self.pieces.unwrap_or_else(|| Pieces::of(self.rules, seat, before));
        let player = before.player();
        let opens = !before.waits() && after.waits() && after.who().is_none();
        if !before.waits() {
            self.opened = true;
            let count = u32::try_from(played.turns.count()).unwrap_or(u32::MAX);
            if count > self.widest {
                (self.widest, self.kept.widest) = (count, decision);
            }
            // An act that opens a turn is no turn of its own.
            if !opens {
                self.kept.choices.push(count);
                self.kept.prospects.note(self.rules.expected(known.lead));
                self.turns[player.index()] += 1;
            }
        }
        let pieces = Pieces::of(self.rules, seat, after);
        self.kept.captures += known.count.saturating_sub(pieces.count);
        self.pieces = Some(pieces);
        for (side, lead) in [pieces.lead, -pieces.lead].into_iter().enumerate() {
            if -lead > self.kept.behind[side].0 {
                self.kept.behind[side] = (-lead, decision + 1);
            }
        }
        if !after.waits() && after.player() != player && seat.is_threatened(after, after.player()) {
            self.kept.checks += 1;
        }
        let (had, has) = (seat.in_force(before).len(), seat.in_force(after));
        let starts = has.len() > had;
        for each in has.iter().skip(had) {
            // What was put in force where the game began, and waited for decisions, started before the first turn.
            let at_once = before.waits() && self.turns == [0, 0] && !self.opened;
            let turn = if at_once { 0 } else { self.turns[each.by.index()] + 1 };
            self.kept.starts.push(Start { event: each.event, by: each.by, turn });
        }
        if let Some(sample) = &mut self.sample {
            sample.look(played, starts);
        }
        if self.record {
            self.write(played);
        }
    }
}

impl Notes<'_> {
    /// Writes a ply as `game::record` reads it: an act behind which chance draws an event is one with the draw.
    fn write(&mut self, played: &Played<'_, '_>) {
        let rules = self.rules.prepared.rules();
        let turn = played.seat.turn(played.before, played.turns, played.index);
        let position = played.seat.position(played.before);
        let mut text = coordinate::write_full(rules, &position, &turn.parts);
        // What PGN has other uses for is said in human form, which takes long.
        if text.contains([';', '{', '}', ' ']) || text.starts_with(['(', '[', '$', '%']) {
            text = san::write(rules, &position, &self.rules.engine().turns(&position), &turn);
        }
        let second = played.who == Some(SideId(1));
        let kind = if played.before.waits() { Kind::Decision } else { Kind::Move };
        if let (Some(at), [Part::Choice(Some(Chosen::Event(event)))]) = (self.last.take(), &turn.parts[..]) {
            let file = &self.rules.library().files[event.index()];
            let name = file.number.map_or_else(|| file.name.clone(), |number| number.to_string());
            let act = &mut self.kept.moves[at].0;
            (act.text, act.kind) = (format!("start {name}"), Kind::Start);
            self.open = true;
            return;
        }
        let act = matches!(&turn.parts[..], [Part::Move(act)] if act.origin.is_none());
        let moves = matches!(turn.parts.first(), Some(Part::Move(_)));
        let kind = if self.open && moves { Kind::Move } else { kind };
        self.open = self.open && kind == Kind::Decision;
        if act && played.after.waits() && played.after.who().is_none() {
            self.last = Some(self.kept.moves.len());
        }
        self.kept.moves.push((PgnMove { text, kind, range: 0..0, number: None }, second));
    }
}
