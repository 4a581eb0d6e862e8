//! What a condition or a value comes to. Imports `program`, `vocabulary`, `moment`, `world`.

use super::moment::{Frame, Moment};
use super::world::Place;
use crate::program::bits::Bits;
use crate::program::full::term::{Node, Term, Val};
use crate::program::full::{NONE, rule};
use crate::vocabulary::{Arithmetic, Compare, Deed, Lines, Quantifier, Type};

fn number(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

impl<const N: usize, const K: usize> Moment<'_, N, K> {
    /// Whether a condition holds.
    pub fn test(&self, term: &Term<N>, frame: &mut Frame<N>) -> bool {
        match self.eval(term, frame) {
            Val::Bool(yes) => yes,
            Val::Number(number) => number != 0,
            set => set.count() > 0,
        }
    }

    /// Whether all guards hold.
    pub fn guards(&self, guards: &[rule::Guard<N>], frame: &mut Frame<N>) -> bool {
        guards.iter().all(|guard| self.test(&guard.condition, frame) != guard.unless)
    }

    /// The pieces of a set.
    pub fn pieces(&self, term: &Term<N>, frame: &mut Frame<N>) -> Bits<N> {
        match self.eval(term, frame) {
            Val::Pieces(set) => set,
            _ => Bits::EMPTY,
        }
    }

    /// The squares of a set of squares, or of pieces.
    pub fn squares(&self, term: &Term<N>, frame: &mut Frame<N>) -> Bits<N> {
        match self.eval(term, frame) {
            Val::Squares(set) => set,
            Val::Pieces(set) => self.squares_of(set),
            _ => Bits::EMPTY,
        }
    }

    /// The sides of a set.
    pub fn sides(&self, term: &Term<N>, frame: &mut Frame<N>) -> u8 {
        match self.eval(term, frame) {
            Val::Sides(set) => set,
            _ => 0,
        }
    }

    /// The kinds of a set, or of pieces.
    pub fn kinds(&self, term: &Term<N>, frame: &mut Frame<N>) -> u64 {
        match self.eval(term, frame) {
            Val::Kinds(set) => set,
            _ => 0,
        }
    }

    fn number(&self, term: &Term<N>, frame: &mut Frame<N>) -> i32 {
        match self.eval(term, frame) {
            Val::Number(number) => number,
            Val::Bool(yes) => i32::from(yes),
            set => number(set.count()),
        }
    }

    /// Whether a kind is one of these, by itself or by what it is.
    #[inline]
    pub fn kind_in(&self, kind: u8, kinds: u64) -> bool {
        self.program().lineage[usize::from(kind)] & kinds != 0
    }

    /// All pieces whose kind is one of these, itself alone.
    #[inline]
    fn of_exact(&self, kinds: u64) -> Bits<N> {
        let set = self.world.of_kinds(kinds) & self.world.present();
        self.as_they_were(set, |was| {
            kinds >> was.kind & 1 == 1 && matches!(was.place, Place::Square(_) | Place::On(_))
        })
    }

    /// The value of a term.
    #[allow(clippy::too_many_lines)]
    pub fn eval(&self, term: &Term<N>, frame: &mut Frame<N>) -> Val<N> {
        match &term.node {
            Node::Fixed(value) => *value,
            Node::Zone(squares) => Val::Squares(squares[usize::from(frame.view & 1)]),
            Node::Kin(enemy) => Val::Sides(1 << (frame.view ^ u8::from(*enemy))),
            Node::Player => Val::Sides(1 << self.world.player()),
            Node::Board => Val::Squares(self.board()),
            Node::Empty => Val::Squares(self.empty(frame.view)),
            Node::AllPieces => Val::Pieces(self.present()),
            // What may start is a question of the highest level; in a threat nothing does.
            Node::AllEvents if self.depth.level < 2 => Val::Events(0),
            Node::AllEvents => Val::Events(self.startable(frame.view)),
            Node::Hand(sides) => {
                let sides = self.sides(sides, frame);
                let held = |id: &u8| matches!(self.place(*id), Place::Hand(side) if sides >> side & 1 == 1);
                Val::Pieces(self.world.away.filter(held).collect())
            }
            Node::It => match (frame.it, term.of) {
                (NONE, of) => Val::nothing(of),
                (piece, Type::Squares) => Val::Squares(self.square_of(piece).into_iter().collect()),
                (piece, _) => Val::Pieces(Bits::of(piece)),
            },
            Node::Origin => Val::Squares(known(frame.info.map(|info| info.origin))),
            Node::Target => {
                if term.of == Type::Pieces {
                    Val::Pieces(known(frame.info.map(|info| info.met)))
                } else {
                    Val::Squares(known(frame.info.map(|info| info.target)))
                }
            }
            Node::Trail => Val::Squares(frame.info.map_or(Bits::EMPTY, |info| info.trail)),
            Node::Heading => {
                // Of a move without steps it is no direction of the board.
                let board = &self.program().board;
                Val::Directions(match frame.info.map(|info| info.heading) {
                    None | Some(NONE) => 0,
                    Some(heading) => {
                        1 << board.seen_by(board.vectors[usize::from(heading)].reduced, frame.view)
                    }
                })
            }
            Node::Length => Val::Number(frame.info.map_or(0, |info| i32::from(info.length))),
            Node::Castling => Val::Bool(frame.info.is_some_and(|info| info.castling)),
            Node::Continuing => Val::Bool(self.links > 0),
            Node::Repeats => Val::Number(number(self.repeats)),
            Node::Var(var) => {
                frame.vars.get(usize::from(*var)).copied().flatten().unwrap_or_else(|| Val::nothing(term.of))
            }
            Node::Meaning(word, argument) => {
                let argument = argument.as_ref().map(|argument| self.eval(argument, frame));
                self.meaning(*word, argument, frame.view)
            }
            Node::GameFact(fact) => self.value_of(*fact, 0, frame),
            Node::FactOf(fact, of) => {
                let of = self.eval(of, frame);
                self.fact_of(*fact, of, frame)
            }
            Node::Bearing(fact) => self.bearing(*fact, frame),
            Node::Fresh => {
                let set = self.world.fresh & self.world.present();
                Val::Pieces(self.as_they_were(set, |was| {
                    was.fresh && matches!(was.place, Place::Square(_) | Place::On(_))
                }))
            }
            Node::Both(all) => {
                let mut result = None;
                for each in all {
                    result = Some(match result {
                        None => self.eval(each, frame),
                        Some(so_far) => self.keep_those(so_far, each, frame),
                    });
                }
                result.unwrap_or_else(|| Val::nothing(term.of))
            }
            Node::Either(all) => {
                all.iter().fold(Val::nothing(term.of), |so_far, each| so_far.either(self.eval(each, frame)))
            }
            Node::Except(base, all) => {
                let base = self.eval(base, frame);
                all.iter().fold(base, |so_far, each| so_far.select(self.eval(each, frame), false))
            }
            Node::OfKinds(kinds) => Val::Pieces(self.of_exact(*kinds)),
            Node::OfKind(kinds) => {
                let kinds = self.kinds(kinds, frame);
                Val::Pieces(self.present().filter(|each| self.kind_in(self.kind(*each), kinds)).collect())
            }
            Node::OwnedBy(pieces, sides) => {
                let sides = self.sides(sides, frame);
                Val::Pieces(self.owned_by(self.pieces(pieces, frame), sides))
            }
            Node::Another(of) => {
                let set = self.eval(of, frame);
                let entered = frame.info.map_or(NONE, |info| info.entered);
                match set {
                    Val::Pieces(list) if frame.it != NONE => Val::Pieces(
                        list.filter(|each| {
                            *each != frame.it && (entered == NONE || self.square_of(*each) != Some(entered))
                        })
                        .collect(),
                    ),
                    Val::Squares(squares) if entered != NONE => {
                        Val::Squares(squares.without(Bits::of(entered)))
                    }
                    set => set,
                }
            }
            Node::Taken(of) => {
                // A taken piece counts as standing where it stood.
                let gone = |id: &u8| match self.world.place(*id) {
                    Place::Taken(square) => {
                        let was = super::moment::Was { place: Place::Square(square), ..self.now(*id) };
                        Moment { was: Some((*id, was)), ..*self }.has_piece(of, *id, &mut frame.clone())
                    }
                    _ => false,
                };
                Val::Pieces(self.world.away.filter(gone).collect())
            }
            Node::SeenBy(enemy, of) => {
                let view = frame.view;
                frame.view = view ^ u8::from(*enemy);
                let value = self.eval(of, frame);
                frame.view = view;
                value
            }
            Node::Parts(all) => self.parts(all, frame),
            Node::CarriedBy(of) => {
                let carriers = self.pieces(of, frame);
                let carried =
                    |id: &u8| matches!(self.place(*id), Place::On(carrier) if carriers.has(carrier));
                let set = self.world.carried.filter(carried).collect();
                Val::Pieces(self.as_they_were(
                    set,
                    |was| matches!(was.place, Place::On(carrier) if carriers.has(carrier)),
                ))
            }
            Node::StandingOn(of) => Val::Pieces(self.world.on_squares(self.squares(of, frame))),
            Node::SquaresOf(of) => Val::Squares(self.squares(of, frame)),
            Node::KindsOf(of) => {
                Val::Kinds(self.pieces(of, frame).fold(0, |all, each| all | 1 << self.kind(each)))
            }
            Node::OwnersOf(of) => {
                Val::Sides(self.pieces(of, frame).fold(0, |all, each| all | 1 << self.owner(each)))
            }
            Node::Near(of) => {
                let around = self.squares(of, frame);
                Val::Squares(self.program().board.around(around) & self.board())
            }
            Node::Within(steps, of) => {
                let mut around = self.squares(of, frame);
                for _ in 0..*steps {
                    around |= self.program().board.around(around);
                }
                Val::Squares(around & self.board())
            }
            Node::Met(_, from, Some(slide)) if self.program().traits.all_seen => {
                let geometry = &self.program().geometry;
                let occupied = self.world.flat.pieces();
                let mut seen = Bits::EMPTY;
                for square in self.squares(from, frame) {
                    if slide.orthogonal {
                        seen |= geometry.orthogonal(square, occupied);
                    }
                    if slide.diagonal {
                        seen |= geometry.diagonal(square, occupied);
                    }
                }
                Val::Squares(seen)
            }
            Node::Met(path, from, _) => {
                let from = self.eval(from, frame);
                Val::Squares(self.met(path, from, frame))
            }
            Node::Those(of, var, condition) => {
                let set = self.eval(of, frame);
                let mut result = Val::nothing(term.of);
                self.members(set, &mut |member| {
                    frame.bind(*var, member);
                    if self.rules.spend(1) && self.test(condition, frame) {
                        result = result.either(member);
                    }
                    true
                });
                result
            }
            Node::Setup(of) => {
                let first = self.rules.first;
                let moment = Moment {
                    closed: None,
                    can_move: None,
                    world: first,
                    start: first,
                    log: &[],
                    was: None,
                    ..*self
                };
                match moment.eval(of, &mut frame.clone()) {
                    Val::Pieces(set) => Val::Squares(moment.squares_of(set)),
                    other => other,
                }
            }
            Node::Earlier(of) => {
                Moment { closed: None, can_move: None, world: self.start, log: &[], was: None, ..*self }
                    .eval(of, frame)
            }
            Node::Calculate(how, a, b) => {
                let (a, b) = (self.number(a, frame), self.number(b, frame));
                Val::Number(match how {
                    Arithmetic::Add => a.saturating_add(b),
                    Arithmetic::Subtract => a.saturating_sub(b),
                    Arithmetic::Multiply => a.saturating_mul(b),
                    Arithmetic::Remainder => a.checked_rem_euclid(b).unwrap_or(0),
                })
            }
            Node::Count(of) => Val::Number(number(self.eval(of, frame).count())),
            Node::RankOf(of) => {
                let board = &self.program().board;
                let squares = self.squares(of, frame);
                let ranks = squares.map(|each| board.rank_seen_by(board.rank(each), frame.view));
                Val::Number(ranks.min().map_or(0, |rank| i32::from(rank) + 1))
            }
            Node::FileOf(of) => {
                let board = &self.program().board;
                let files = self.squares(of, frame).map(|each| board.file(each));
                Val::Number(files.min().map_or(0, |file| i32::from(file) + 1))
            }
            Node::And(all) => Val::Bool(all.iter().all(|each| self.test(each, frame))),
            Node::Or(all) => Val::Bool(all.iter().any(|each| self.test(each, frame))),
            Node::Not(of) => Val::Bool(!self.test(of, frame)),
            Node::Any(of) => Val::Bool(self.eval(of, frame).count() > 0),
            Node::Compared(how, a, b) => Val::Bool(self.compare(*how, a, b, frame)),
            Node::Is(a, b) => Val::Bool(self.is(a, b, frame)),
            Node::Every(quantifier, set, var, condition) => {
                let set = self.eval(set, frame);
                Val::Bool(self.every(*quantifier, set, *var, condition, frame))
            }
            Node::EveryLine(quantifier, lines, var, condition) => {
                Val::Bool(self.every_line(*quantifier, *lines, *var, condition, frame))
            }
            Node::Has(who, least, what) => {
                let found = match self.eval(who, frame) {
                    Val::Sides(sides) => {
                        let view = frame.view;
                        let mut fewest = None;
                        for side in (0..2).filter(|side| sides >> side & 1 == 1) {
                            frame.view = side;
                            let found = match self.eval(what, frame) {
                                Val::Pieces(set) => self.owned_by(set, 1 << side).len(),
                                other => other.count(),
                            };
                            fewest = Some(fewest.map_or(found, |least: u32| least.min(found)));
                        }
                        frame.view = view;
                        fewest.unwrap_or(0)
                    }
                    Val::Squares(line) => match self.eval(what, frame) {
                        Val::Pieces(set) => {
                            let on = |each: &u8| self.square_of(*each).is_some_and(|at| line.has(at));
                            set.filter(on).collect::<Bits<N>>().len()
                        }
                        other => other.select(Val::Squares(line), true).count(),
                    },
                    _ => 0,
                };
                Val::Bool(found >= *least)
            }
            Node::CanMove(sides) => {
                let sides = self.sides(sides, frame);
                Val::Bool((0..2).any(|side| sides >> side & 1 == 1 && self.can_reach(side, None)))
            }
            Node::CanReach(sides, condition) => {
                let sides = self.sides(sides, frame);
                Val::Bool(
                    (0..2).any(|side| {
                        sides >> side & 1 == 1 && self.can_reach(side, Some((condition, &*frame)))
                    }),
                )
            }
            Node::CouldTake(who, what, label, threats_only) => {
                Val::Bool(self.could_take(who, what.as_deref(), *label, *threats_only, frame))
            }
            Node::Threatened(asked) => Val::Bool(self.is_threatened(asked, frame)),
            Node::Did(who, deed, what, label) => Val::Bool(self.log.iter().any(|each| {
                each.deed == *deed
                    && label.is_none_or(|label| each.labels >> label & 1 == 1)
                    && Moment { was: Some((each.who, each.was)), ..*self }.has_piece(who, each.who, frame)
                    && what.as_ref().is_none_or(|what| {
                        each.other.is_some_and(|(id, was)| {
                            Moment { was: Some((id, was)), ..*self }.has_piece(what, id, frame)
                        })
                    })
            })),
            Node::Now(deed, what) => {
                let Some(info) = frame.info else { return Val::Bool(false) };
                Val::Bool(match deed {
                    Deed::Takes => info
                        .takes
                        .iter()
                        .any(|taken| what.as_ref().is_none_or(|what| self.has_piece(what, taken, frame))),
                    Deed::Castles => info.castling,
                    _ => true,
                })
            }
            Node::Secret(fact, of) => {
                let of = self.eval(of, frame);
                let hidden = |bearer: u8| self.world.mark(*fact, bearer).is_some_and(|mark| !mark.revealed);
                Val::Bool(match of {
                    Val::Sides(sides) => (0..2).any(|side| sides >> side & 1 == 1 && hidden(side)),
                    Val::Pieces(mut set) | Val::Squares(mut set) => set.any(hidden),
                    _ => hidden(0),
                })
            }
            Node::Right(verb, who, what) => {
                let mut who = self.pieces(who, frame);
                Val::Bool(who.any(|piece| self.may(*verb, piece, what.as_deref(), frame)))
            }
        }
    }

    /// Each member of a value as a set of one, in order, as long as more are wanted.
    pub fn members(&self, value: Val<N>, visit: &mut dyn FnMut(Val<N>) -> bool) {
        match value {
            Val::Bool(_) | Val::Number(_) => {
                visit(value);
            }
            Val::Pieces(mut set) => {
                set.all(|each| visit(Val::Pieces(Bits::of(each))));
            }
            Val::Squares(mut set) => {
                set.all(|each| visit(Val::Squares(Bits::of(each))));
            }
            Val::Kinds(set) => {
                let kinds = self.program().kinds.iter().filter(|code| set >> **code & 1 == 1);
                kinds.copied().all(|code| visit(Val::Kinds(1 << code)));
            }
            Val::Directions(set) => {
                (0..64).filter(|each| set >> each & 1 == 1).all(|each| visit(Val::Directions(1 << each)));
            }
            Val::Sides(set) => {
                (0..2).filter(|each| set >> each & 1 == 1).all(|each| visit(Val::Sides(1 << each)));
            }
            Val::Events(set) => {
                (0..64).filter(|each| set >> each & 1 == 1).all(|each| visit(Val::Events(1 << each)));
            }
        }
    }

    /// Those of a set that belong to these sides.
    pub(super) fn owned_by(&self, pieces: Bits<N>, sides: u8) -> Bits<N> {
        let owned = match sides & 3 {
            0 => return Bits::EMPTY,
            3 => return pieces,
            1 => self.world.owned(0),
            _ => self.world.owned(1),
        };
        pieces & self.as_they_were(owned, |was| sides >> was.owner & 1 == 1)
    }

    /// An event of the deck that a side could start now, if there is one: which of them does is never asked here.
    fn startable(&self, side: u8) -> u64 {
        let mut unknown = false;
        for candidate in &self.program().deck {
            // What takes long to find out is not asked where another may start anyhow.
            if candidate.needs_more && unknown {
                continue;
            }
            if candidate.needs.iter().all(|need| self.test(need, &mut Frame::new(side))) {
                if !candidate.needs_more {
                    return 1 << candidate.event;
                }
                unknown = true;
            }
        }
        if unknown {
            self.rules.give_up();
        }
        0
    }

    /// The squares of the board in force.
    pub fn board(&self) -> Bits<N> {
        let program = self.program();
        if program.traits.whole_board || self.in_board {
            return program.board.all;
        }
        match self.meaning(program.board_word, None, self.world.player()) {
            Val::Squares(set) => set,
            _ => program.board.all,
        }
    }

    /// The squares of the board on which a side sees nothing.
    fn empty(&self, side: u8) -> Bits<N> {
        let board = self.board();
        let occupied = self.world.flat.pieces();
        if self.program().traits.all_seen {
            return board.without(occupied);
        }
        let seen = (board & occupied)
            .filter(|square| self.world.at(*square).is_some_and(|piece| !self.hidden_from(piece, side)));
        board.without(seen.collect())
    }

    /// Whether a side sees nothing on a square.
    pub(super) fn is_empty(&self, square: u8, side: u8) -> bool {
        self.world.at(square).is_none_or(|piece| self.hidden_from(piece, side))
    }

    /// Whether all pieces of a side are blind to this piece.
    pub fn hidden_from(&self, piece: u8, side: u8) -> bool {
        if self.program().traits.all_seen || self.owner(piece) == side {
            return false;
        }
        !self.present().any(|each| self.owner(each) == side && self.sees(each, piece))
    }

    /// The piece that a walker finds on a square; it does not find itself.
    #[inline]
    pub fn seen(&self, square: u8, walker: u8) -> Option<u8> {
        let found = self.world.at(square)?;
        if found == walker || !self.sees(walker, found) { None } else { Some(found) }
    }

    fn parts(&self, all: &[(Term<N>, bool)], frame: &mut Frame<N>) -> Val<N> {
        let board = &self.program().board;
        let mut result = 0;
        let sets: Vec<(u64, bool)> = all
            .iter()
            .map(|(term, part)| {
                let set = match self.eval(term, frame) {
                    Val::Directions(set) => set,
                    _ => 0,
                };
                (set, *part)
            })
            .collect();
        for (index, vector) in (0u8..64).zip(&board.vectors) {
            if !vector.unit {
                continue;
            }
            let fits = sets.iter().all(|(set, part)| {
                (0u8..64).zip(&board.vectors).any(|(other, each)| {
                    set >> other & 1 == 1 && if *part { vector.goes_with(each) } else { other == index }
                })
            });
            if fits {
                result |= 1 << index;
            }
        }
        Val::Directions(result)
    }

    fn compare(&self, how: Compare, a: &Term<N>, b: &Term<N>, frame: &mut Frame<N>) -> bool {
        let (a, b) = (self.eval(a, frame), self.eval(b, frame));
        match (how, a, b) {
            (Compare::Equal, a, b) => a == b,
            (Compare::Different, a, b) => a != b,
            (Compare::Less, Val::Number(a), Val::Number(b)) => a < b,
            (Compare::AtMost, Val::Number(a), Val::Number(b)) => a <= b,
            (Compare::More, Val::Number(a), Val::Number(b)) => a > b,
            (Compare::AtLeast, Val::Number(a), Val::Number(b)) => a >= b,
            _ => false,
        }
    }

    fn is(&self, a: &Term<N>, b: &Term<N>, frame: &mut Frame<N>) -> bool {
        // A piece that came into the turn was nothing when it began.
        let was_not =
            |each: u8| std::ptr::eq(self.world, self.start) && self.start.place(each) == Place::Gone;
        match self.eval(a, frame) {
            Val::Pieces(set) if { set }.any(was_not) => false,
            Val::Pieces(set) if b.of == Type::Pieces => {
                !set.is_empty() && { set }.all(|each| {
                    let moment = Moment { off_board_too: !self.is_present(each), ..*self };
                    moment.has_piece(b, each, &mut frame.clone())
                })
            }
            Val::Pieces(set) if b.of == Type::Squares => {
                let squares = self.squares(b, frame);
                !set.is_empty() && { set }.all(|each| self.square_of(each).is_some_and(|at| squares.has(at)))
            }
            Val::Pieces(set) if b.of == Type::Kinds => {
                let Val::Kinds(kinds) = self.eval(b, frame) else { return false };
                !set.is_empty() && { set }.all(|each| self.kind_in(self.kind(each), kinds))
            }
            Val::Kinds(set) => {
                let Val::Kinds(kinds) = self.eval(b, frame) else { return false };
                set != 0
                    && (0u8..64).filter(|code| set >> code & 1 == 1).all(|code| self.kind_in(code, kinds))
            }
            Val::Bool(yes) => yes == self.test(b, frame),
            Val::Number(number) => number == self.number(b, frame),
            a => {
                let b = self.eval(b, frame);
                a.count() > 0 && a.select(b, false).count() == 0
            }
        }
    }

    fn every(
        &self,
        quantifier: Quantifier,
        set: Val<N>,
        var: u8,
        condition: &Term<N>,
        frame: &mut Frame<N>,
    ) -> bool {
        // Sought is a member that settles it.
        let settles = quantifier != Quantifier::Each;
        let mut settled = false;
        self.members(set, &mut |member| {
            if !self.rules.spend(1) {
                return false;
            }
            frame.bind(var, member);
            settled = self.test(condition, frame) == settles;
            !settled
        });
        settled == (quantifier == Quantifier::Some)
    }

    fn every_line(
        &self,
        quantifier: Quantifier,
        lines: Lines,
        var: u8,
        condition: &Term<N>,
        frame: &mut Frame<N>,
    ) -> bool {
        let board = &self.program().board;
        let all = self.board();
        let number = if lines == Lines::Ranks { board.ranks } else { board.files };
        let settles = quantifier != Quantifier::Each;
        for line in 0..number {
            let on = |square: &u8| match lines {
                Lines::Ranks => board.rank(*square) == line,
                Lines::Files => board.file(*square) == line,
            };
            let squares: Bits<N> = all.filter(on).collect();
            if squares.is_empty() || !self.rules.spend(1) {
                continue;
            }
            frame.bind(var, Val::Squares(squares));
            if self.test(condition, frame) == settles {
                return quantifier == Quantifier::Some;
            }
        }
        quantifier != Quantifier::Some
    }

    /// The members of a set that are in another as well.
    fn keep_those(&self, set: Val<N>, term: &Term<N>, frame: &mut Frame<N>) -> Val<N> {
        match set {
            Val::Pieces(list) if term.of == Type::Pieces => {
                Val::Pieces(list.filter(|each| self.has_piece(term, *each, frame)).collect())
            }
            set => set.select(self.eval(term, frame), true),
        }
    }
}

/// The set of what is known.
fn known<const N: usize>(at: Option<u8>) -> Bits<N> {
    at.filter(|at| *at != NONE).into_iter().collect()
}
