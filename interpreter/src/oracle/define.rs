//! Defined words, and membership without making the set. Imports `model`, `position`.

use super::eval::kin_of;
use super::moment::{Frame, Moment};
use super::value::{either, nothing, select};
use crate::ids::{MeaningId, PieceId, SideId, Square};
use crate::model::{Definition, Expr, Motion, Node};
use crate::position::{Place, Value};

impl Moment<'_> {
    /// Whether a piece is in a set of pieces, without making the set.
    pub fn has_piece(&self, expr: &Expr, piece: PieceId, frame: &mut Frame) -> bool {
        match &expr.node {
            Node::AllPieces => self.counts(piece),
            Node::OfKind(kinds) => {
                self.counts(piece)
                    && match &kinds.node {
                        Node::Kinds(kinds) => self.force.kind_in(self.piece(piece).kind, kinds),
                        _ => match self.eval(kinds, frame) {
                            Value::Kinds(kinds) => self.force.kind_in(self.piece(piece).kind, &kinds),
                            _ => false,
                        },
                    }
            }
            Node::OwnedBy(pieces, sides) => {
                let owner = self.piece(piece).owner;
                let owned = match &sides.node {
                    Node::Kin(kin) => kin_of(*kin, frame.view) == owner,
                    _ => self.sides(sides, frame).contains(&owner),
                };
                owned && self.has_piece(pieces, piece, frame)
            }
            Node::Both(all) => all.iter().all(|each| self.has_piece(each, piece, frame)),
            Node::Either(all) => all.iter().any(|each| self.has_piece(each, piece, frame)),
            Node::Except(base, all) => {
                self.has_piece(base, piece, frame)
                    && !all.iter().any(|each| self.has_piece(each, piece, frame))
            }
            Node::StandingOn(of) => {
                matches!(self.piece(piece).place, Place::Square(at) if self.squares(of, frame).has(at))
            }
            Node::CarriedBy(of) => {
                matches!(self.piece(piece).place, Place::On(carrier) if self.has_piece(of, carrier, frame))
            }
            Node::It => frame.it == Some(piece),
            Node::Fresh => self.counts(piece) && self.piece(piece).fresh,
            Node::Bearing(fact) => {
                let default = &self.force.library.facts[fact.index()].default;
                match self.piece_mark(piece, *fact) {
                    Some(mark) => mark.value == Value::Bool(true),
                    None => default.as_ref().is_some_and(|default| self.test(default, frame)),
                }
            }
            Node::Those(of, var, condition) => {
                self.has_piece(of, piece, frame) && {
                    frame.bind(*var, Value::Pieces(vec![piece]));
                    self.test(condition, frame)
                }
            }
            Node::SeenBy(kin, of) => {
                self.as_side(kin_of(*kin, frame.view), frame, |frame| self.has_piece(of, piece, frame))
            }
            Node::Meaning(meaning, None) => {
                let view = frame.view;
                let mut result = false;
                self.definition(*meaning, None, view, &mut |moment, body, frame, except| {
                    if moment.has_piece(body, piece, frame) {
                        result = !except;
                    }
                });
                result
            }
            _ => self.pieces(expr, frame).contains(&piece),
        }
    }

    /// A defined word: the latest replacement that holds, else the original; with all additions, without all withdrawals.
    pub fn meaning(&self, meaning: MeaningId, argument: Option<Value>, frame: &mut Frame) -> Value {
        let library = &self.force.library;
        let mut result = nothing(library.meanings[meaning.index()].of);
        if meaning == library.board {
            result = Value::Squares(self.question.rectangle());
        }
        self.definition(meaning, argument, frame.view, &mut |moment, body, frame, except| {
            let value = moment.eval(body, frame);
            let so_far = std::mem::replace(&mut result, Value::Bool(false));
            result = if except { select(so_far, &value, false) } else { either(so_far, value) };
        });
        result
    }

    /// Goes through the bodies that make up a word: first what it is, then what is added, then what is taken away.
    fn definition(
        &self,
        meaning: MeaningId,
        argument: Option<Value>,
        view: SideId,
        visit: &mut dyn FnMut(&Moment<'_>, &Expr, &mut Frame, bool),
    ) {
        let list = self.force.definitions(meaning);
        let Some(first) = list.first() else { return };
        let place = first.rule.place;
        self.question.within_word(place, || self.definition_in_force(meaning, &argument, view, visit));
    }

    fn definition_in_force(
        &self,
        meaning: MeaningId,
        argument: &Option<Value>,
        view: SideId,
        visit: &mut dyn FnMut(&Moment<'_>, &Expr, &mut Frame, bool),
    ) {
        let list = self.force.definitions(meaning);
        let moment = Moment { in_board: self.in_board || meaning == self.force.library.board, ..*self };
        let holds = |index: usize| -> Option<Frame> {
            let rule = &list[index].rule;
            let mut frame = Frame::new(view, rule.vars);
            if let (Some(parameter), Some(argument)) = (rule.parameter, argument) {
                frame.bind(parameter, argument.clone());
            }
            moment.guards(&rule.guards, &mut frame).then_some(frame)
        };
        // The latest file whose replacement holds somewhere; all of its replacements together.
        let mut chosen: Vec<(usize, Frame)> = Vec::new();
        for index in (0..list.len()).rev().filter(|index| list[*index].rule.motion == Motion::Now) {
            if chosen.first().is_some_and(|(first, _)| list[*first].file != list[index].file) {
                break;
            }
            if let Some(frame) = holds(index) {
                chosen.push((index, frame));
            }
        }
        if chosen.is_empty() {
            let base = (0..list.len())
                .filter(|index| list[*index].rule.motion == Motion::Base && !list[*index].rule.except);
            chosen.extend(base.filter_map(|index| Some((index, holds(index)?))));
        }
        let also = (0..list.len())
            .filter(|index| list[*index].rule.motion == Motion::Also && !list[*index].rule.except);
        chosen.extend(also.filter_map(|index| Some((index, holds(index)?))));
        for (index, mut frame) in chosen {
            visit(&moment, &list[index].rule.body, &mut frame, false);
        }
        for index in (0..list.len()).filter(|index| list[*index].rule.except) {
            if let Some(mut frame) = holds(index) {
                visit(&moment, &list[index].rule.body, &mut frame, true);
            }
        }
    }

    /// The sentence by which a square is not on the board.
    pub fn left_out(&self, square: Square) -> Option<&Definition> {
        let moment = Moment { in_board: true, ..*self };
        let list = self.force.definitions(self.force.library.board);
        list.iter().map(|each| &each.rule).find(|rule| {
            let mut frame = Frame::new(self.position.player, rule.vars);
            rule.except
                && moment.guards(&rule.guards, &mut frame)
                && moment.has_square(&rule.body, square, &mut frame)
        })
    }

    /// The royal pieces of a side.
    pub fn royals(&self, side: SideId) -> Vec<PieceId> {
        let mut frame = Frame::new(side, 0);
        match self.meaning(self.force.library.royal, None, &mut frame) {
            Value::Pieces(list) => list.into_iter().filter(|each| self.piece(*each).owner == side).collect(),
            _ => Vec::new(),
        }
    }
}
