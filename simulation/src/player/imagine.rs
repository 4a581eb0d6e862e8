//! What a player may imagine of what is hidden from it. Imports `dice`, `possible`.
//!
//! A player that were shown the position would know the other side's secrets. So it is shown one that it must hold for
//! possible: what it knows is in it, and what it does not know is drawn at random (determinisation; for card games:
//! Ginsberg, 2001). It cannot know that it has been drawn, so it plays as if it knew: it neither looks for what is
//! hidden nor hides anything by its play.

use super::possible::Possible;
use crate::dice::Dice;
use rulemate_interpreter::arena::Arena;
use rulemate_interpreter::board::{COMPASS, SquareSet};
use rulemate_interpreter::engine::Engine;
use rulemate_interpreter::ids::{FactId, FileId, PieceId, SideId, Square};
use rulemate_interpreter::model::{Bearer, File, Library, Lifetime, Type, Verb};
use rulemate_interpreter::notation::lexicon::constant_default;
use rulemate_interpreter::position::{Left, Mark, Place, Position, Value};
use std::cell::OnceCell;

/// How often a place is drawn for one hidden piece before it is left where it is.
const TRIES: usize = 12;

/// What the rules say of what can be hidden, found once: to read it off all sentences takes longer than to imagine.
#[derive(Debug)]
pub struct Imagination {
    /// By file of the rules: whether anything can be hidden while it is in force.
    can_hide: Vec<bool>,
    /// By fact, as far as it has been asked for.
    possible: Vec<OnceCell<Possible>>,
}

impl Imagination {
    /// Of these rules.
    #[must_use]
    pub fn new(library: &Library) -> Imagination {
        let keeps_secrets =
            |file: usize| library.facts.iter().any(|fact| fact.secret && fact.file.index() == file);
        let files = library.files.iter().enumerate();
        Imagination {
            can_hide: files.map(|(index, file)| closes_eyes(file) || keeps_secrets(index)).collect(),
            possible: vec![OnceCell::new(); library.facts.len()],
        }
    }

    /// Whether anything can be hidden while these files are in force, besides the game's own.
    pub fn is_needed(&self, library: &Library, events: impl IntoIterator<Item = FileId>) -> bool {
        self.can_hide[..library.games].contains(&true)
            || events.into_iter().any(|event| self.can_hide[event.index()])
    }

    fn possible(&self, library: &Library, fact: FactId) -> &Possible {
        self.possible[fact.index()].get_or_init(|| Possible::of(library, fact))
    }

    /// A position that a side must hold for possible, drawn at random; none if nothing is hidden from it. A turn that
    /// is under way is left as it is, with what has been decided in it. The arena is that of the same rules.
    #[must_use]
    pub fn imagine(
        &self,
        arena: &Arena,
        position: &Position,
        side: SideId,
        dice: &mut Dice,
    ) -> Option<Position> {
        if position.pending.is_some() {
            return None;
        }
        let engine = arena.engine();
        let hides = can_hide_pieces(arena.library(), position);
        let hidden = if hides { engine.hidden(position, side) } else { Vec::new() };
        let mut imagined = position.clone();
        let moved = move_hidden(engine, &mut imagined, &hidden, side, dice);
        let drawn = self.draw_secrets(arena, &mut imagined, side, dice);
        (moved || drawn).then_some(imagined)
    }
}

/// Whether a file says that somebody cannot see something.
fn closes_eyes(file: &File) -> bool {
    file.relations.iter().any(|relation| relation.verb == Verb::See && !relation.can)
}

/// Whether pieces can be hidden by the rules in force in a position.
fn can_hide_pieces(library: &Library, position: &Position) -> bool {
    let events = position.events.iter().map(|started| started.event.index());
    (0..library.games).chain(events).any(|file| closes_eyes(&library.files[file]))
}

impl Imagination {
    /// Draws anew what the other side keeps secret.
    fn draw_secrets(&self, arena: &Arena, imagined: &mut Position, side: SideId, dice: &mut Dice) -> bool {
        let library = arena.library();
        let before = imagined.clone();
        let unknown = |fact: FactId, mark: &Mark, whose: Option<SideId>| {
            library.facts[fact.index()].secret && !mark.revealed && whose != Some(side)
        };
        let mut drawn = false;
        let board = arena.engine().board(&before);
        let mut again = |fact: FactId, mark: &mut Mark, whose: Option<SideId>, dice: &mut Dice| {
            drawn = true;
            let possible = self.possible(library, fact);
            draw(&mut mark.value, &possible.values, (library, &before, board), whose, dice);
        };
        let mut secret: Vec<(PieceId, FactId, Mark)> = Vec::new();
        for (at, piece) in imagined.pieces.iter_mut().enumerate() {
            let facts = std::mem::take(&mut piece.facts).into_iter();
            let (hidden, known): (Vec<_>, Vec<_>) =
                facts.partition(|(fact, mark)| unknown(*fact, mark, Some(piece.owner)));
            piece.facts = known;
            secret.extend(hidden.into_iter().map(|(fact, mark)| (PieceId::from_index(at), fact, mark)));
        }
        for (piece, fact, mut mark) in secret {
            again(fact, &mut mark, Some(imagined.piece(piece).owner), dice);
            let bearer = self.bearer(library, imagined, (piece, fact), dice);
            let facts = &mut imagined.pieces[bearer.index()].facts;
            facts.push((fact, mark));
            facts.sort_by_key(|(fact, _)| *fact);
        }
        for ((fact, of), mark) in &mut imagined.sides {
            if unknown(*fact, mark, Some(*of)) {
                again(*fact, mark, Some(*of), dice);
            }
        }
        for (fact, mark) in &mut imagined.game {
            if unknown(*fact, mark, None) {
                again(*fact, mark, None, dice);
            }
        }
        drawn |= self.draw_from_the_first(library, imagined, side, dice);
        let maker = |mark: &Mark| mark.maker.map(|maker| before.piece(maker).owner);
        let secret: Vec<(FactId, Square)> = imagined
            .squares
            .iter()
            .filter(|((fact, _), mark)| unknown(*fact, mark, maker(mark)))
            .map(|(key, _)| *key)
            .collect();
        for (fact, square) in secret {
            let Some(mark) = imagined.squares.remove(&(fact, square)) else { continue };
            let free: Vec<Square> =
                board.iter().filter(|square| !imagined.squares.contains_key(&(fact, *square))).collect();
            let free = if before.at(square).is_none() { empty_of(&before, &free) } else { free };
            let square = free.get(dice.below(free.len())).copied().unwrap_or(square);
            imagined.squares.insert((fact, square), mark);
            drawn = true;
        }
        drawn
    }

    /// Draws for each secret fact of a side, or of the game, that is something from the beginning (yes or no, or a number)
    /// what it is. That nobody has set it looks from outside as if somebody had: so it is drawn as well. Those that pass are
    /// left as they are: they may have passed.
    fn draw_from_the_first(
        &self,
        library: &Library,
        imagined: &mut Position,
        side: SideId,
        dice: &mut Dice,
    ) -> bool {
        let in_force: Vec<usize> =
            (0..library.games).chain(imagined.events.iter().map(|each| each.event.index())).collect();
        let enemy = SideId(1 - side.0.min(1));
        let mut drawn = false;
        for (index, fact) in library.facts.iter().enumerate() {
            let key = FactId::from_index(index);
            let lasts = fact.secret && fact.life == Lifetime::Always && in_force.contains(&fact.file.index());
            let values = match fact.of {
                _ if !lasts => continue,
                Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
                Type::Number if fact.default.is_some() => self.possible(library, key).values.clone(),
                _ => continue,
            };
            let known = match fact.bearer {
                Bearer::Sides => imagined.sides.get(&(key, enemy)),
                Bearer::Game => imagined.game.get(&key),
                Bearer::Pieces | Bearer::Squares => continue,
            };
            if values.is_empty() || known.is_some_and(|mark| mark.revealed) {
                continue;
            }
            drawn = true;
            let value = values[dice.below(values.len())].clone();
            let is_first = constant_default(library, key).as_ref() == Some(&value);
            let mark = known.cloned().unwrap_or(Mark {
                value: Value::Bool(true),
                maker: None,
                left: Left::Always,
                revealed: false,
            });
            let mark = (!is_first).then_some(Mark { value, ..mark });
            match (fact.bearer, mark) {
                (Bearer::Sides, Some(mark)) => drop(imagined.sides.insert((key, enemy), mark)),
                (Bearer::Sides, None) => drop(imagined.sides.remove(&(key, enemy))),
                (_, Some(mark)) => drop(imagined.game.insert(key, mark)),
                (_, None) => drop(imagined.game.remove(&key)),
            }
        }
        drawn
    }

    /// Who may bear a secret fact instead of a piece: any of its side that stands where it does, on the board or not, of the
    /// kinds that the sentences name, and does not bear it yet; itself too.
    fn bearer(
        &self,
        library: &Library,
        imagined: &Position,
        (piece, fact): (PieceId, FactId),
        dice: &mut Dice,
    ) -> PieceId {
        let kinds = &self.possible(library, fact).kinds;
        let on_board = |id: PieceId| matches!(imagined.piece(id).place, Place::Square(_));
        let may = |id: &PieceId| {
            let other = imagined.piece(*id);
            other.owner == imagined.piece(piece).owner
                && on_board(*id)
                && !other.facts.iter().any(|(known, _)| *known == fact)
                && (kinds.is_empty() || kinds.iter().any(|kind| library.kind_is(other.kind, *kind)))
        };
        let others: Vec<PieceId> = imagined.ids().filter(may).collect();
        if !on_board(piece) || others.is_empty() { piece } else { others[dice.below(others.len())] }
    }
}

/// Puts hidden pieces elsewhere: where they would be as hidden, and threaten no more than they do.
fn move_hidden(
    engine: &dyn Engine,
    imagined: &mut Position,
    hidden: &[PieceId],
    side: SideId,
    dice: &mut Dice,
) -> bool {
    let mut moved = false;
    if hidden.is_empty() {
        return moved;
    }
    let threatened = engine.threatened(imagined, side);
    let legal = engine.count(imagined) > 0;
    for piece in hidden {
        let Place::Square(from) = imagined.piece(*piece).place else { continue };
        let empty: Vec<Square> =
            engine.board(imagined).iter().filter(|square| imagined.at(*square).is_none()).collect();
        for _ in 0..TRIES.min(empty.len()) {
            let square = empty[dice.below(empty.len())];
            imagined.put(*piece, Place::Square(square));
            let fits = engine.hidden(imagined, side).contains(piece)
                && engine.threatened(imagined, side) == threatened
                && (engine.count(imagined) > 0) == legal;
            if fits {
                moved = true;
                break;
            }
            imagined.put(*piece, Place::Square(from));
        }
    }
    moved
}

fn empty_of(position: &Position, squares: &[Square]) -> Vec<Square> {
    squares.iter().copied().filter(|square| position.at(*square).is_none()).collect()
}

/// Draws a value anew: one of those that the sentences name; else as many squares, empty ones if these are empty; as
/// many pieces of the same side; as many kinds that stand on the board; as many of the eight directions, of the sides,
/// of the events that are not in force. A number of which the sentences say nothing is left as it is.
fn draw(
    value: &mut Value,
    possible: &[Value],
    (library, position, board): (&Library, &Position, SquareSet),
    whose: Option<SideId>,
    dice: &mut Dice,
) {
    match value {
        Value::Number(_) | Value::Directions(_) | Value::Sides(_) | Value::Kinds(_)
            if !possible.is_empty() =>
        {
            *value = possible[dice.below(possible.len())].clone();
        }
        Value::Squares(set) => {
            let all: Vec<Square> = board.iter().collect();
            let are_empty = set.iter().all(|square| position.at(square).is_none());
            let from = if are_empty { empty_of(position, &all) } else { all };
            let count = set.iter().count();
            *set = some_of(from, count, dice).into_iter().collect();
        }
        Value::Pieces(pieces) => {
            let owner = pieces.first().map(|piece| position.piece(*piece).owner).or(whose);
            let from: Vec<PieceId> = position
                .ids()
                .filter(|id| matches!(position.piece(*id).place, Place::Square(_)))
                .filter(|id| owner.is_none_or(|owner| position.piece(*id).owner == owner))
                .collect();
            *pieces = some_of(from, pieces.len(), dice);
            pieces.sort_unstable();
        }
        Value::Kinds(kinds) => {
            let mut from: Vec<_> = position
                .ids()
                .filter(|id| matches!(position.piece(*id).place, Place::Square(_)))
                .map(|id| position.piece(id).kind)
                .collect();
            from.sort_unstable();
            from.dedup();
            *kinds = some_of(from, kinds.len(), dice);
            kinds.sort_unstable();
        }
        Value::Directions(directions) => {
            *directions = some_of(COMPASS.to_vec(), directions.len(), dice);
            directions.sort_unstable();
        }
        Value::Sides(sides) => {
            *sides = some_of(vec![SideId(0), SideId(1)], sides.len(), dice);
            sides.sort_unstable();
        }
        Value::Events(events) => {
            let in_force = |event: &FileId| position.events.iter().any(|each| each.event == *event);
            let all = (library.games..library.files.len()).map(FileId::from_index);
            *events = some_of(all.filter(|event| !in_force(event)).collect(), events.len(), dice);
            events.sort_unstable();
        }
        // Yes and no are drawn by who bears them.
        Value::Bool(_) | Value::Number(_) => {}
    }
}

/// So many of these, all alike to be drawn.
fn some_of<T>(mut from: Vec<T>, count: usize, dice: &mut Dice) -> Vec<T> {
    for at in 0..count.min(from.len()) {
        let other = at + dice.below(from.len() - at);
        from.swap(at, other);
    }
    from.truncate(count);
    from
}
