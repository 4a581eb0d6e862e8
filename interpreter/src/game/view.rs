//! A game as one side may know it: without the pieces that are hidden from it, the other side's secrets, and what
//! would betray either. Imports `ids`, `board`, `position`, `engine`, `notation`.
//!
//! Left out are: pieces that none of the side's own can see, with what they carry; secret facts of the other side
//! that are not revealed; facts that a hidden piece has left on squares, and pieces that are hidden where a fact
//! names them; and of what was declared, the moves of pieces that were hidden and still are, and choices of secrets or
//! about hidden pieces.

use super::{Game, Refused};
use crate::engine::{Area, Reason};
use crate::ids::{FactId, PieceId, SideId, Square};
use crate::notation::{canonical, fen, san};
use crate::position::{Chosen, Mark, Part, Pending, Place, Position, Turn, Value};
use std::collections::BTreeMap;

/// What a side may know of a game; or, of no side, all of it.
#[derive(Clone, Debug)]
pub struct View<'g> {
    game: &'g Game,
    side: Option<SideId>,
    position: Position,
    so_far: Position,
    declared: Vec<Option<Part>>,
}

impl Game {
    /// The game as a side may know it.
    #[must_use]
    pub fn view(&self, side: SideId) -> View<'_> {
        let (position, so_far) = (self.position(), self.engine.so_far(self.position()));
        let declared = match &position.pending {
            Some(pending) => shown_parts(self, position, pending, None, 0, side),
            None => Vec::new(),
        };
        View {
            game: self,
            side: Some(side),
            position: known(self, position, side),
            so_far: Position { pending: None, ..known(self, &so_far, side) },
            declared,
        }
    }

    /// The game with all that is in it.
    #[must_use]
    pub fn open_view(&self) -> View<'_> {
        let position = self.position();
        let declared = position
            .pending
            .as_ref()
            .map_or_else(Vec::new, |pending| pending.declared.iter().cloned().map(Some).collect());
        let so_far = Position { pending: None, ..self.engine.so_far(position) };
        View { game: self, side: None, position: position.clone(), so_far, declared }
    }
}

impl<'g> View<'g> {
    /// The game that is looked at.
    #[must_use]
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// Whose view it is; none: nothing is hidden.
    #[must_use]
    pub fn side(&self) -> Option<SideId> {
        self.side
    }

    /// What stands on the board now, with what a turn under way has done.
    #[must_use]
    pub fn so_far(&self) -> &Position {
        &self.so_far
    }

    /// The position as text. What was declared of a turn under way and is not shown is `?` in it: such a text says
    /// what is known, and cannot be played from.
    #[must_use]
    pub fn text(&self) -> String {
        let rules = self.game.rules();
        if self.declared.iter().all(Option::is_some) {
            return fen::write(rules, &self.position);
        }
        let text = fen::write(rules, &Position { pending: None, ..self.position.clone() });
        let Some(pending) = &self.game.position().pending else { return text };
        let before = if text.contains(" | ") { "; " } else { " | " };
        format!("{text}{before}{}", fen::write_pending(rules, &self.position, pending, &self.declared))
    }

    /// The legal turns or the options; none if they are the other side's.
    #[must_use]
    pub fn turns(&self) -> &'g [Turn] {
        let other = self.side.is_some_and(|side| self.game.who().is_some_and(|who| who != side));
        if other { &[] } else { self.game.turns() }
    }

    /// The same in human form. A sign of mate says what the side must think of it.
    #[must_use]
    pub fn sans(&self) -> Vec<String> {
        san::write_all(self.game.rules(), &self.position, self.turns())
    }

    /// One of these turns in human form.
    #[must_use]
    pub fn san(&self, turn: &Turn) -> String {
        san::write(self.game.rules(), &self.position, self.turns(), turn)
    }

    /// The legal turn that a text means.
    ///
    /// # Errors
    /// It means none, or several; of the reasons those are told that the side may know.
    pub fn find(&self, text: &str) -> Result<Turn, Refused> {
        self.game.find(text).map_err(|refused| self.refused(refused))
    }

    /// A refusal as the side may know it: for what would refuse the same in the position as the side sees it. Where
    /// nothing would, the reason is not told.
    #[must_use]
    pub fn refused(&self, refused: Refused) -> Refused {
        let Refused::Illegal { said, reasons } = refused else { return refused };
        if self.position == *self.game.position() {
            return Refused::Illegal { said, reasons };
        }
        let (engine, lexicon) = (self.game.engine(), self.game.lexicon());
        let seen = Game::from_position(engine, lexicon, self.position.clone());
        let mut known = match seen.would_play(&said) {
            Err(Refused::Illegal { reasons, .. }) => reasons,
            _ => Vec::new(),
        };
        // What has been declared may not be possible where something is left out: then that refuses it.
        if self.position.pending.is_some() {
            known.retain(|reason| reasons.contains(reason));
        }
        if known.is_empty() {
            known.push(Reason::plain("for a reason that is not yet public"));
        }
        Refused::Illegal { said, reasons: known }
    }

    /// Whether a royal piece of the player is threatened by something that is seen.
    #[must_use]
    pub fn is_check(&self) -> bool {
        let player = self.position.player;
        self.position.pending.is_none() && self.game.engine.threatened(&self.position, player)
    }

    /// The squares that words of events in force mean, as far as the side can know.
    #[must_use]
    pub fn areas(&self) -> Vec<Area> {
        self.game.engine.areas(&self.so_far)
    }

    /// What was declared in a turn or a decision that was made, by its number from 0 on; none stands for what is
    /// not shown.
    #[must_use]
    pub fn declared(&self, ply: usize) -> Vec<Option<Part>> {
        let Some(made) = self.game.plies.get(ply) else { return Vec::new() };
        let Some(side) = self.side.filter(|side| made.who != Some(*side)) else {
            return made.turn.parts.iter().cloned().map(Some).collect();
        };
        let before = ply.checked_sub(1).map_or(&self.game.start, |before| &self.game.plies[before].after);
        let mut pending = match &before.pending {
            Some(pending) => (**pending).clone(),
            None => Pending { declared: Vec::new(), who: None, stands: false, starting: Vec::new() },
        };
        let known = pending.declared.len();
        pending.declared.extend(made.turn.parts.iter().cloned());
        pending.stands |= made.after.pending.as_ref().is_none_or(|after| after.stands);
        shown_parts(self.game, before, &pending, Some(&made.after), known, side)
    }

    /// A turn or a decision that was made, in human form, by its number from 0 on; `?` if something in it is not
    /// shown.
    #[must_use]
    pub fn told(&self, ply: usize) -> String {
        let Some(made) = self.game.plies.get(ply) else { return String::new() };
        if self.declared(ply).iter().all(Option::is_some) {
            made.san.clone()
        } else {
            fen::UNSHOWN.to_string()
        }
    }
}

/// A position without what a side cannot know. What was declared of a turn under way stays.
fn known(game: &Game, position: &Position, side: SideId) -> Position {
    let hidden = game.engine.hidden(position, side);
    let mut known = position.clone();
    for piece in &hidden {
        known.put(*piece, Place::Gone);
        known.pieces[piece.index()].facts.clear();
    }
    let shows =
        |fact: FactId, mark: &Mark, whose: Option<SideId>| is_open(game, fact, mark) || whose == Some(side);
    let maker = |mark: &Mark| mark.maker.map(|maker| position.piece(maker).owner);
    for piece in &mut known.pieces {
        let owner = piece.owner;
        piece
            .facts
            .retain_mut(|(fact, mark)| shows(*fact, mark, Some(owner)) && speaks_of_seen(mark, &hidden));
    }
    known.squares.retain(|(fact, _), mark| {
        shows(*fact, mark, maker(mark))
            && mark.maker.is_none_or(|maker| !hidden.contains(&maker))
            && speaks_of_seen(mark, &hidden)
    });
    known.sides.retain(|(fact, of), mark| shows(*fact, mark, Some(*of)) && speaks_of_seen(mark, &hidden));
    known.game.retain(|fact, mark| shows(*fact, mark, None) && speaks_of_seen(mark, &hidden));
    if hidden.is_empty() { known } else { canonical::canonical(game.rules(), &known) }
}

/// Whether a fact is known to both sides.
fn is_open(game: &Game, fact: FactId, mark: &Mark) -> bool {
    mark.revealed || !game.library().facts[fact.index()].secret
}

/// Takes hidden pieces out of what a fact says; whether something is left.
fn speaks_of_seen(mark: &mut Mark, hidden: &[PieceId]) -> bool {
    let Value::Pieces(pieces) = &mut mark.value else { return true };
    let before = pieces.len();
    pieces.retain(|piece| !hidden.contains(piece));
    before == 0 || !pieces.is_empty()
}

/// The parts of a declaration from one on; none for those that a side cannot know. `after` is the position behind
/// all of them, where that is not the one which the declaration itself leads to.
fn shown_parts(
    game: &Game,
    position: &Position,
    pending: &Pending,
    after: Option<&Position>,
    from: usize,
    side: SideId,
) -> Vec<Option<Part>> {
    let parts = &pending.declared;
    let last_move = parts.iter().rposition(|part| matches!(part, Part::Move(_)));
    let at = |count: usize| {
        if let Some(after) = after.filter(|_| count == parts.len()) {
            return game.engine.so_far(after);
        }
        let declared = parts[..count].to_vec();
        // Only behind its last move can a turn have stood.
        let stands = pending.stands && last_move.is_none_or(|last| count > last);
        let pending = (count > 0).then(|| Box::new(Pending { declared, stands, ..pending.clone() }));
        game.engine.so_far(&Position { pending, ..position.clone() })
    };
    let mut before = at(from);
    let mut shown = Vec::new();
    for (index, part) in parts.iter().enumerate().skip(from) {
        let after = at(index + 1);
        shown.push((!is_unshown(game, part, &before, &after, side)).then(|| part.clone()));
        before = after;
    }
    shown
}

/// Whether a side cannot know a part of a declaration, between the positions before and behind it.
fn is_unshown(game: &Game, part: &Part, before: &Position, after: &Position, side: SideId) -> bool {
    let hides = |position: &Position, square| {
        position.at(square).is_some_and(|piece| game.engine.hidden(position, side).contains(&piece))
    };
    match part {
        Part::Move(declared) => {
            let goal = declared.target.or(declared.origin);
            declared.origin.is_some_and(|origin| hides(before, origin))
                && goal.is_some_and(|goal| hides(after, goal))
        }
        Part::Choice(chosen) => {
            let about_hidden = match chosen {
                Some(Chosen::Square(square)) => hides(after, *square) && !hides(before, *square),
                Some(Chosen::Piece(Some(square), ..)) => hides(before, *square),
                _ => false,
            };
            about_hidden || secrets(game, before, side) != secrets(game, after, side)
        }
    }
}

/// The secret facts that a side cannot know.
fn secrets(game: &Game, position: &Position, side: SideId) -> BTreeMap<(FactId, u16), Value> {
    let mut secrets = BTreeMap::new();
    let mut add = |fact: FactId, mark: &Mark, bearer: usize, whose: Option<SideId>| {
        if !is_open(game, fact, mark) && whose != Some(side) {
            secrets.insert((fact, u16::try_from(bearer).unwrap_or(u16::MAX)), mark.value.clone());
        }
    };
    // Pieces are told apart by where they are: their ids may change as a turn ends.
    for id in position.ids() {
        let piece = position.piece(id);
        let at = position.square_of(id).map_or(usize::from(u16::MAX), Square::index);
        piece.facts.iter().for_each(|(fact, mark)| add(*fact, mark, at, Some(piece.owner)));
    }
    for ((fact, square), mark) in &position.squares {
        let maker = mark.maker.map(|maker| position.piece(maker).owner);
        add(*fact, mark, square.index(), maker);
    }
    position.sides.iter().for_each(|((fact, of), mark)| add(*fact, mark, of.index(), Some(*of)));
    position.game.iter().for_each(|(fact, mark)| add(*fact, mark, 0, None));
    secrets
}
