//! What a condition or a value comes to. Imports `model`, `position`.

use super::moment::{Frame, Moment};
use super::value::{count, either, members, nothing, select, sorted};
use crate::board::{SquareSet, distance, having_parts};
use crate::ids::{FactId, KindId, PieceId, SideId, Square};
use crate::model::{
    Arithmetic, Bearer, Compare, Expr, Guard, Kinship, Lines, Node, Quantifier, SettingValue, Type,
};
use crate::position::{Mark, Place, Value};

impl Moment<'_> {
    /// Whether a condition holds.
    pub fn test(&self, expr: &Expr, frame: &mut Frame) -> bool {
        match self.eval(expr, frame) {
            Value::Bool(yes) => yes,
            Value::Number(number) => number != 0,
            set => count(&set) > 0,
        }
    }

    /// Whether all guards hold. Those that ask more than may be asked here count as met.
    pub fn guards(&self, guards: &[Guard], frame: &mut Frame) -> bool {
        guards.iter().all(|guard| self.test(&guard.condition, frame) != guard.unless)
    }

    /// The pieces of a set.
    pub fn pieces(&self, expr: &Expr, frame: &mut Frame) -> Vec<PieceId> {
        match self.eval(expr, frame) {
            Value::Pieces(list) => list,
            _ => Vec::new(),
        }
    }

    /// The squares of a set of squares, or of pieces.
    pub fn squares(&self, expr: &Expr, frame: &mut Frame) -> SquareSet {
        match self.eval(expr, frame) {
            Value::Squares(set) => set,
            Value::Pieces(list) => list.into_iter().filter_map(|each| self.square_of(each)).collect(),
            _ => SquareSet::EMPTY,
        }
    }

    /// The sides of a set.
    pub fn sides(&self, expr: &Expr, frame: &mut Frame) -> Vec<SideId> {
        match self.eval(expr, frame) {
            Value::Sides(list) => list,
            _ => Vec::new(),
        }
    }

    /// A number.
    pub fn number(&self, expr: &Expr, frame: &mut Frame) -> i32 {
        match self.eval(expr, frame) {
            Value::Number(number) => number,
            Value::Bool(yes) => i32::from(yes),
            set => i32::try_from(count(&set)).unwrap_or(i32::MAX),
        }
    }

    /// The value of an expression.
    #[allow(clippy::too_many_lines)]
    pub fn eval(&self, expr: &Expr, frame: &mut Frame) -> Value {
        match &expr.node {
            Node::Broken => nothing(expr.of),
            Node::Bool(yes) => Value::Bool(*yes),
            Node::Number(number) => Value::Number(*number),
            Node::Squares(set) => Value::Squares(*set),
            Node::Ranks(low, high) => {
                let size = self.question.size();
                let within =
                    |square: &Square| (*low..=*high).contains(&size.rank_seen_by(square.rank(), frame.view));
                Value::Squares(size.squares().filter(within).collect())
            }
            Node::Kinds(kinds) => Value::Kinds(sorted(kinds.clone())),
            Node::Directions(list) => Value::Directions(sorted(list.clone())),
            Node::Side(side) => Value::Sides(vec![*side]),
            Node::Kin(Kinship::Own) => Value::Sides(vec![frame.view]),
            Node::Kin(Kinship::Enemy) => Value::Sides(vec![frame.view.other()]),
            Node::Player => Value::Sides(vec![self.position.player]),
            Node::AllSides => Value::Sides(vec![SideId(0), SideId(1)]),
            Node::AllSquares => Value::Squares(self.board()),
            Node::Empty => {
                Value::Squares(self.board().iter().filter(|each| self.is_empty(*each, frame.view)).collect())
            }
            Node::AllPieces => Value::Pieces(self.present().collect()),
            Node::AllKinds => {
                Value::Kinds((0..self.force.library.kinds.len()).map(KindId::from_index).collect())
            }
            // What may start is a question of the highest level; in a threat nothing does.
            Node::AllEvents if self.depth.level < 2 => nothing(expr.of),
            Node::AllEvents => Value::Events(self.startable(frame.view)),
            Node::Hand(sides) => {
                let sides = self.sides(sides, frame);
                let held = |id: &PieceId| matches!(self.piece(*id).place, Place::Hand(side) if sides.contains(&side));
                Value::Pieces(self.position.ids().filter(held).collect())
            }
            Node::It => match frame.it {
                Some(piece) if expr.of == Type::Squares => {
                    Value::Squares(self.square_of(piece).into_iter().collect())
                }
                Some(piece) => Value::Pieces(vec![piece]),
                None => nothing(expr.of),
            },
            Node::Origin => Value::Squares(frame.info.iter().filter_map(|info| info.origin).collect()),
            Node::Target => {
                if expr.of == Type::Pieces {
                    Value::Pieces(frame.info.iter().filter_map(|info| info.met).collect())
                } else {
                    Value::Squares(frame.info.iter().filter_map(|info| info.target).collect())
                }
            }
            Node::Trail => Value::Squares(frame.info.as_ref().map_or(SquareSet::EMPTY, |info| info.trail)),
            Node::Heading => Value::Directions(
                frame.info.iter().map(|info| info.heading.reduced().seen_by(frame.view)).collect(),
            ),
            Node::Length => Value::Number(frame.info.as_ref().map_or(0, |info| i32::from(info.length))),
            Node::Castling => Value::Bool(frame.info.as_ref().is_some_and(|info| info.castling)),
            Node::Continuing => Value::Bool(self.links > 0),
            Node::Repeats => Value::Number(i32::try_from(self.repeats).unwrap_or(i32::MAX)),
            Node::Var(var) => {
                frame.vars.get(var.index()).cloned().flatten().unwrap_or_else(|| nothing(expr.of))
            }
            Node::Setting(setting) => match self.force.library.setting(*setting) {
                SettingValue::Switch(yes) => Value::Bool(yes),
                SettingValue::Number(number) => Value::Number(number),
            },
            Node::Meaning(meaning, argument) => {
                let argument = argument.as_ref().map(|argument| self.eval(argument, frame));
                self.meaning(*meaning, argument, frame)
            }
            Node::GameFact(fact) => self.value_of(*fact, self.position.game.get(fact), frame),
            Node::FactOf(fact, of) => {
                let of = self.eval(of, frame);
                self.fact_of(*fact, &of, frame)
            }
            Node::Bearing(fact) => self.bearing(*fact, frame),
            Node::Fresh => Value::Pieces(self.present().filter(|each| self.piece(*each).fresh).collect()),
            Node::Both(all) => {
                let mut result = None;
                for each in all {
                    result = Some(match result {
                        None => self.eval(each, frame),
                        Some(so_far) => self.keep_those(so_far, each, frame),
                    });
                }
                result.unwrap_or_else(|| nothing(expr.of))
            }
            Node::Either(all) => {
                all.iter().fold(nothing(expr.of), |so_far, each| either(so_far, self.eval(each, frame)))
            }
            Node::Except(base, all) => all
                .iter()
                .fold(self.eval(base, frame), |so_far, each| select(so_far, &self.eval(each, frame), false)),
            Node::OfKind(kinds) => {
                let Value::Kinds(kinds) = self.eval(kinds, frame) else { return nothing(expr.of) };
                Value::Pieces(
                    self.present()
                        .filter(|each| self.force.kind_in(self.piece(*each).kind, &kinds))
                        .collect(),
                )
            }
            Node::OwnedBy(pieces, sides) => {
                let sides = self.sides(sides, frame);
                let mut pieces = self.pieces(pieces, frame);
                pieces.retain(|each| sides.contains(&self.piece(*each).owner));
                Value::Pieces(pieces)
            }
            Node::Another(of) => {
                let mut set = self.eval(of, frame);
                let entered = frame.info.as_ref().and_then(|info| info.entered);
                match (&mut set, frame.it) {
                    (Value::Pieces(list), Some(it)) => {
                        list.retain(|each| {
                            *each != it && (entered.is_none() || self.square_of(*each) != entered)
                        });
                    }
                    (Value::Squares(squares), _) => {
                        if let Some(entered) = entered {
                            squares.remove(entered);
                        }
                    }
                    _ => {}
                }
                set
            }
            Node::Taken(of) => {
                // A taken piece counts as standing where it stood.
                let gone = |id: &PieceId| match self.position.piece(*id).place {
                    Place::Taken(square) => {
                        let mut was = self.position.piece(*id).clone();
                        was.place = Place::Square(square);
                        self.as_was(*id, &was).has_piece(of, *id, &mut frame.clone())
                    }
                    _ => false,
                };
                Value::Pieces(self.position.ids().filter(gone).collect())
            }
            Node::SeenBy(kin, of) => {
                self.as_side(kin_of(*kin, frame.view), frame, |frame| self.eval(of, frame))
            }
            Node::Parts(all) => self.parts(all, frame),
            Node::CarriedBy(of) => {
                let carriers = self.pieces(of, frame);
                let carried = |id: &PieceId| matches!(self.piece(*id).place, Place::On(carrier) if carriers.contains(&carrier));
                Value::Pieces(self.position.ids().filter(carried).collect())
            }
            Node::StandingOn(of) => Value::Pieces(self.standing_on(self.squares(of, frame))),
            Node::SquaresOf(of) => Value::Squares(self.squares(of, frame)),
            Node::KindsOf(of) => Value::Kinds(sorted(
                self.pieces(of, frame).into_iter().map(|each| self.piece(each).kind).collect(),
            )),
            Node::OwnersOf(of) => Value::Sides(sorted(
                self.pieces(of, frame).into_iter().map(|each| self.piece(each).owner).collect(),
            )),
            Node::Near(of) => {
                let around = self.squares(of, frame);
                let near = |square: &Square| around.iter().any(|each| distance(each, *square) == 1);
                Value::Squares(self.board().iter().filter(near).collect())
            }
            Node::Within(steps, of) => {
                let around = self.squares(of, frame);
                let within = |square: &Square| around.iter().any(|each| distance(each, *square) <= *steps);
                Value::Squares(self.board().iter().filter(within).collect())
            }
            Node::Met(path, from) => {
                let from = self.eval(from, frame);
                Value::Squares(self.met(path, &from, frame))
            }
            Node::Those(of, var, condition) => {
                let mut result = nothing(expr.of);
                for member in members(self.eval(of, frame)) {
                    frame.bind(*var, member.clone());
                    if self.question.looks(condition.place) && self.test(condition, frame) {
                        result = either(result, member);
                    }
                }
                result
            }
            Node::Setup(of) => {
                let setup = self.question.first_position();
                let moment = Moment { position: setup, start: setup, log: &[], was: None, ..*self };
                let mut frame = frame.clone();
                match moment.eval(of, &mut frame) {
                    Value::Pieces(list) => {
                        Value::Squares(list.into_iter().filter_map(|each| moment.square_of(each)).collect())
                    }
                    other => other,
                }
            }
            Node::Earlier(of) => {
                let moment = Moment { position: self.start, log: &[], was: None, ..*self };
                moment.eval(of, frame)
            }
            Node::Calculate(how, a, b) => {
                let (a, b) = (self.number(a, frame), self.number(b, frame));
                Value::Number(match how {
                    Arithmetic::Add => a.saturating_add(b),
                    Arithmetic::Subtract => a.saturating_sub(b),
                    Arithmetic::Multiply => a.saturating_mul(b),
                    Arithmetic::Remainder => a.checked_rem_euclid(b).unwrap_or(0),
                })
            }
            Node::Count(of) => Value::Number(i32::try_from(count(&self.eval(of, frame))).unwrap_or(i32::MAX)),
            Node::RankOf(of) => {
                let size = self.question.size();
                let ranks =
                    self.squares(of, frame).iter().map(|each| size.rank_seen_by(each.rank(), frame.view));
                Value::Number(ranks.min().map_or(0, |rank| i32::from(rank) + 1))
            }
            Node::FileOf(of) => {
                let files = self.squares(of, frame).iter().map(Square::file).min();
                Value::Number(files.map_or(0, |file| i32::from(file) + 1))
            }
            Node::And(all) => Value::Bool(all.iter().all(|each| self.test(each, frame))),
            Node::Or(all) => Value::Bool(all.iter().any(|each| self.test(each, frame))),
            Node::Not(of) => Value::Bool(!self.test(of, frame)),
            Node::Any(of) if of.node == Node::AllEvents && self.depth.level >= 2 => {
                Value::Bool(self.may_start_some(frame.view))
            }
            Node::Any(of) => Value::Bool(count(&self.eval(of, frame)) > 0),
            Node::Compared(how, a, b) => Value::Bool(self.compare(*how, a, b, frame)),
            Node::Is(a, b) => Value::Bool(self.is(a, b, frame)),
            Node::Every(quantifier, set, var, condition) => {
                let set = members(self.eval(set, frame));
                Value::Bool(self.every(*quantifier, set, *var, condition, frame))
            }
            Node::EveryLine(quantifier, lines, var, condition) => {
                let size = self.question.size();
                let line = |number: u8| {
                    let on = |square: &Square| match lines {
                        Lines::Ranks => square.rank() == number,
                        Lines::Files => square.file() == number,
                    };
                    Value::Squares(self.board().iter().filter(on).collect())
                };
                let number = if *lines == Lines::Ranks { size.ranks } else { size.files };
                let set = (0..number).map(line).filter(|line| count(line) > 0).collect();
                Value::Bool(self.every(*quantifier, set, *var, condition, frame))
            }
            Node::Has(who, least, what) => {
                let number = match self.eval(who, frame) {
                    Value::Sides(sides) => {
                        let each = |side: &SideId| {
                            self.as_side(*side, frame, |frame| match self.eval(what, frame) {
                                Value::Pieces(list) => {
                                    list.into_iter().filter(|each| self.piece(*each).owner == *side).count()
                                }
                                other => count(&other),
                            })
                        };
                        sides.iter().map(each).min().unwrap_or(0)
                    }
                    Value::Squares(line) => count(&match self.eval(what, frame) {
                        Value::Pieces(list) => Value::Pieces(
                            list.into_iter()
                                .filter(|each| self.square_of(*each).is_some_and(|at| line.has(at)))
                                .collect(),
                        ),
                        other => select(other, &Value::Squares(line), true),
                    }),
                    _ => 0,
                };
                Value::Bool(number >= *least as usize)
            }
            Node::CanMove(sides) => {
                let sides = self.sides(sides, frame);
                let answer = || sides.iter().any(|side| self.can_reach(*side, None));
                Value::Bool(self.question.ask(expr.place, answer))
            }
            Node::CanReach(sides, condition) => {
                let sides = self.sides(sides, frame);
                let answer = || sides.iter().any(|side| self.can_reach(*side, Some((condition, frame))));
                Value::Bool(self.question.ask(expr.place, answer))
            }
            Node::CouldTake(who, what, label) => {
                Value::Bool(self.could_take(who, what.as_deref(), *label, false, frame))
            }
            Node::Threatens(who, what, label) => {
                Value::Bool(self.could_take(who, what.as_deref(), *label, true, frame))
            }
            Node::Threatened { target, by, without } => {
                Value::Bool(self.is_threatened(target, by.as_deref(), without.as_deref(), frame))
            }
            Node::Did(who, deed, what, label) => Value::Bool(self.log.iter().any(|each| {
                each.deed == *deed
                    && label.is_none_or(|label| each.labels.contains(&label))
                    && self.as_was(each.who, &each.was).has_piece(who, each.who, frame)
                    && what.as_ref().is_none_or(|what| {
                        each.other
                            .as_ref()
                            .is_some_and(|(id, was)| self.as_was(*id, was).has_piece(what, *id, frame))
                    })
            })),
            Node::Now(deed, what) => {
                let Some(info) = frame.info.clone() else { return Value::Bool(false) };
                Value::Bool(match deed {
                    crate::model::Deed::Takes => info
                        .takes
                        .iter()
                        .any(|taken| what.as_ref().is_none_or(|what| self.has_piece(what, *taken, frame))),
                    crate::model::Deed::Castles => info.castling,
                    _ => true,
                })
            }
            Node::Secret(fact, of) => {
                let of = self.eval(of, frame);
                let hidden = |mark: Option<&Mark>| mark.is_some_and(|mark| !mark.revealed);
                Value::Bool(match of {
                    Value::Sides(sides) => {
                        sides.iter().any(|side| hidden(self.position.sides.get(&(*fact, *side))))
                    }
                    Value::Pieces(list) => list.iter().any(|each| hidden(self.piece_mark(*each, *fact))),
                    Value::Squares(set) => {
                        set.iter().any(|each| hidden(self.position.squares.get(&(*fact, each))))
                    }
                    _ => hidden(self.position.game.get(fact)),
                })
            }
            Node::Right(verb, who, what) => {
                let who = self.pieces(who, frame);
                Value::Bool(who.iter().any(|piece| self.may(*verb, *piece, what.as_deref(), frame)))
            }
        }
    }

    /// Runs something as a side sees it.
    pub fn as_side<T>(&self, side: SideId, frame: &mut Frame, run: impl FnOnce(&mut Frame) -> T) -> T {
        let before = std::mem::replace(&mut frame.view, side);
        let result = run(frame);
        frame.view = before;
        result
    }

    /// Whether a side sees nothing on a square.
    pub fn is_empty(&self, square: Square, side: SideId) -> bool {
        self.position.at(square).is_none_or(|piece| self.hidden_from(piece, side))
    }

    fn standing_on(&self, squares: SquareSet) -> Vec<PieceId> {
        sorted(squares.iter().filter_map(|square| self.position.at(square)).collect())
    }

    fn parts(&self, all: &[(Expr, bool)], frame: &mut Frame) -> Value {
        let directions = |(expr, part): &(Expr, bool)| match self.eval(expr, frame) {
            Value::Directions(list) => (list, *part),
            _ => (Vec::new(), *part),
        };
        Value::Directions(sorted(having_parts(&all.iter().map(directions).collect::<Vec<_>>())))
    }

    fn compare(&self, how: Compare, a: &Expr, b: &Expr, frame: &mut Frame) -> bool {
        let (a, b) = (self.eval(a, frame), self.eval(b, frame));
        match how {
            Compare::Equal => a == b,
            Compare::Different => a != b,
            _ => {
                let (Value::Number(a), Value::Number(b)) = (a, b) else { return false };
                match how {
                    Compare::Less => a < b,
                    Compare::AtMost => a <= b,
                    Compare::More => a > b,
                    _ => a >= b,
                }
            }
        }
    }

    fn is(&self, a: &Expr, b: &Expr, frame: &mut Frame) -> bool {
        // A piece that came into the turn was nothing when it began.
        let was_not = |each: &PieceId| {
            std::ptr::eq(self.position, self.start) && self.position.piece(*each).place == Place::Gone
        };
        match self.eval(a, frame) {
            Value::Pieces(list) if list.iter().any(was_not) => false,
            Value::Pieces(list) if b.of == Type::Pieces => {
                let has = |each: &PieceId| {
                    let moment = Moment { off_board_too: !self.is_present(*each), ..*self };
                    moment.has_piece(b, *each, &mut frame.clone())
                };
                !list.is_empty() && list.iter().all(has)
            }
            Value::Pieces(list) if b.of == Type::Squares => {
                let squares = self.squares(b, frame);
                !list.is_empty()
                    && list.iter().all(|each| self.square_of(*each).is_some_and(|at| squares.has(at)))
            }
            Value::Pieces(list) if b.of == Type::Kinds => {
                let Value::Kinds(kinds) = self.eval(b, frame) else { return false };
                !list.is_empty() && list.iter().all(|each| self.force.kind_in(self.piece(*each).kind, &kinds))
            }
            Value::Kinds(list) => {
                let Value::Kinds(kinds) = self.eval(b, frame) else { return false };
                !list.is_empty() && list.iter().all(|each| self.force.kind_in(*each, &kinds))
            }
            Value::Bool(yes) => yes == self.test(b, frame),
            Value::Number(number) => number == self.number(b, frame),
            a => {
                let b = self.eval(b, frame);
                count(&a) > 0 && count(&select(a, &b, false)) == 0
            }
        }
    }

    fn every(
        &self,
        quantifier: Quantifier,
        set: Vec<Value>,
        var: crate::ids::VarId,
        condition: &Expr,
        frame: &mut Frame,
    ) -> bool {
        let mut holds = set.into_iter().take_while(|_| self.question.looks(condition.place)).map(|member| {
            frame.bind(var, member);
            self.test(condition, frame)
        });
        match quantifier {
            Quantifier::Each => holds.all(|each| each),
            Quantifier::Some => holds.any(|each| each),
            Quantifier::No => !holds.any(|each| each),
        }
    }

    /// What a set mark says, or the fact's default.
    pub fn value_of(&self, fact: FactId, mark: Option<&Mark>, frame: &mut Frame) -> Value {
        let declared = &self.force.library.facts[fact.index()];
        match (mark, &declared.default) {
            (Some(mark), _) => mark.value.clone(),
            (None, Some(default)) => self.eval(default, frame),
            (None, None) => nothing(declared.of),
        }
    }

    fn fact_of(&self, fact: FactId, of: &Value, frame: &mut Frame) -> Value {
        let mut values = Vec::new();
        match of {
            Value::Sides(sides) => {
                for side in sides {
                    values.push(self.value_of(fact, self.position.sides.get(&(fact, *side)), frame));
                }
            }
            Value::Pieces(list) => {
                for piece in list {
                    values.push(self.value_of(fact, self.piece_mark(*piece, fact), frame));
                }
            }
            Value::Squares(set) => {
                for square in set.iter() {
                    values.push(self.value_of(fact, self.position.squares.get(&(fact, square)), frame));
                }
            }
            _ => {}
        }
        values
            .into_iter()
            .reduce(either)
            .unwrap_or_else(|| nothing(self.force.library.facts[fact.index()].of))
    }

    fn bearing(&self, fact: FactId, frame: &mut Frame) -> Value {
        let declared = &self.force.library.facts[fact.index()];
        let unset = declared.default.as_ref().is_some_and(|default| self.test(default, frame));
        let bears = |mark: Option<&Mark>| mark.map_or(unset, |mark| mark.value == Value::Bool(true));
        match declared.bearer {
            Bearer::Pieces => {
                Value::Pieces(self.present().filter(|each| bears(self.piece_mark(*each, fact))).collect())
            }
            Bearer::Squares if unset => Value::Squares(
                self.board().iter().filter(|each| bears(self.position.squares.get(&(fact, *each)))).collect(),
            ),
            Bearer::Squares => {
                let range = self.position.squares.range((fact, Square(0))..=(fact, Square(255)));
                Value::Squares(
                    range
                        .filter(|(_, mark)| mark.value == Value::Bool(true))
                        .map(|((_, at), _)| *at)
                        .collect(),
                )
            }
            Bearer::Sides => {
                let sides = [SideId(0), SideId(1)];
                Value::Sides(
                    sides.into_iter().filter(|side| bears(self.position.sides.get(&(fact, *side)))).collect(),
                )
            }
            Bearer::Game => Value::Bool(bears(self.position.game.get(&fact))),
        }
    }

    /// The members of a set that are in another as well.
    fn keep_those(&self, set: Value, expr: &Expr, frame: &mut Frame) -> Value {
        match set {
            Value::Pieces(mut list) if expr.of == Type::Pieces => {
                list.retain(|each| self.has_piece(expr, *each, frame));
                Value::Pieces(list)
            }
            set => {
                let other = self.eval(expr, frame);
                select(set, &other, true)
            }
        }
    }
}

/// The side that `own` or `enemy` means to a side.
pub(super) fn kin_of(kin: Kinship, view: SideId) -> SideId {
    match kin {
        Kinship::Own => view,
        Kinship::Enemy => view.other(),
    }
}
