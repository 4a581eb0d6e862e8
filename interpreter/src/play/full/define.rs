//! Defined words, and membership without making the set. Imports `program`, `vocabulary`, `moment`, `world`.

use super::moment::{Frame, Moment};
use super::world::Place;
use crate::program::bits::Bits;
use crate::program::full::term::{Node, Term, Val};
use crate::program::full::{Store, rule};
use crate::vocabulary::{Bearer, Motion, Type};

impl<const N: usize, const K: usize> Moment<'_, N, K> {
    /// Whether a piece is in a set of pieces, without making the set.
    pub fn has_piece(&self, term: &Term<N>, piece: u8, frame: &mut Frame<N>) -> bool {
        match &term.node {
            Node::AllPieces => self.counts(piece),
            Node::OfKinds(kinds) => self.counts(piece) && kinds >> self.kind(piece) & 1 == 1,
            Node::OfKind(kinds) => {
                self.counts(piece) && self.kind_in(self.kind(piece), self.kinds(kinds, frame))
            }
            Node::OwnedBy(pieces, sides) => {
                let owner = self.owner(piece);
                let owned = match &sides.node {
                    Node::Kin(enemy) => frame.view ^ u8::from(*enemy) == owner,
                    _ => self.sides(sides, frame) >> owner & 1 == 1,
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
                matches!(self.place(piece), Place::Square(at) if self.squares(of, frame).has(at))
            }
            Node::CarriedBy(of) => {
                matches!(self.place(piece), Place::On(carrier) if self.has_piece(of, carrier, frame))
            }
            Node::It => frame.it == piece,
            Node::Fresh => self.counts(piece) && self.is_fresh(piece),
            Node::Bearing(fact) => {
                let declared = &self.program().facts[usize::from(*fact)];
                if let Store::Sets { first, count } = declared.store {
                    return self.is_in_sets(first, count, piece, Bearer::Pieces);
                }
                match self.world.mark(*fact, piece) {
                    Some(mark) => mark.value == Val::Bool(true),
                    None => declared.default.as_ref().is_some_and(|default| self.test(default, frame)),
                }
            }
            Node::Those(of, var, condition) => {
                self.has_piece(of, piece, frame) && {
                    frame.bind(*var, Val::Pieces(Bits::of(piece)));
                    self.test(condition, frame)
                }
            }
            Node::SeenBy(enemy, of) => {
                let view = frame.view;
                frame.view = view ^ u8::from(*enemy);
                let has = self.has_piece(of, piece, frame);
                frame.view = view;
                has
            }
            Node::Meaning(word, None) => {
                let mut result = false;
                self.definition(*word, None, frame.view, &mut |moment, body, frame, except| {
                    if moment.has_piece(body, piece, frame) {
                        result = !except;
                    }
                });
                result
            }
            _ => self.pieces(term, frame).has(piece),
        }
    }

    /// Whether a square is in a set of squares, or under a piece of a set, without making the set.
    pub fn has_square(&self, term: &Term<N>, square: u8, frame: &mut Frame<N>) -> bool {
        match &term.node {
            Node::Board => self.board().has(square),
            Node::Empty => self.board().has(square) && self.is_empty(square, frame.view),
            Node::SquaresOf(of) => self.has_square(of, square, frame),
            Node::Zone(squares) => squares[usize::from(frame.view & 1)].has(square),
            Node::Both(all) if term.of == Type::Squares => {
                all.iter().all(|each| self.has_square(each, square, frame))
            }
            Node::Either(all) if term.of == Type::Squares => {
                all.iter().any(|each| self.has_square(each, square, frame))
            }
            _ if term.of == Type::Pieces => {
                // A carried piece stands where its carrier stands.
                self.world.at(square).is_some_and(|piece| {
                    self.has_piece(term, piece, frame)
                        || self.present().any(|each| {
                            matches!(self.place(each), Place::On(carrier) if carrier == piece)
                                && self.has_piece(term, each, frame)
                        })
                })
            }
            _ => self.squares(term, frame).has(square),
        }
    }

    /// A defined word.
    pub fn meaning(&self, word: u16, argument: Option<Val<N>>, view: u8) -> Val<N> {
        let program = self.program();
        let mut result = Val::nothing(program.words[usize::from(word)].of);
        if word == program.board_word {
            result = Val::Squares(program.board.all);
        }
        self.definition(word, argument, view, &mut |moment, body, frame, except| {
            let value = moment.eval(body, frame);
            result = if except { result.select(value, false) } else { result.either(value) };
        });
        result
    }

    /// Goes through the bodies that make up a word: first what it is, then what is added, then what is taken away.
    fn definition(
        &self,
        word: u16,
        argument: Option<Val<N>>,
        view: u8,
        visit: &mut dyn FnMut(&Moment<'_, N, K>, &Term<N>, &mut Frame<N>, bool),
    ) {
        if self.program().words[usize::from(word)].rules.is_empty() || !self.rules.spend(1) {
            return;
        }
        self.rules.within_word(|| self.definition_in_force(word, argument, view, visit));
    }

    fn definition_in_force(
        &self,
        word: u16,
        argument: Option<Val<N>>,
        view: u8,
        visit: &mut dyn FnMut(&Moment<'_, N, K>, &Term<N>, &mut Frame<N>, bool),
    ) {
        let program = self.program();
        let list = &program.words[usize::from(word)].rules;
        let moment = Moment { in_board: self.in_board || word == program.board_word, ..*self };
        let holds = |rule: &rule::Definition<N>| -> Option<Frame<N>> {
            let mut frame = Frame::new(view);
            if let (Some(parameter), Some(argument)) = (rule.parameter, argument) {
                frame.bind(parameter, argument);
            }
            moment.guards(&rule.guards, &mut frame).then_some(frame)
        };
        // The latest file whose replacement holds somewhere; all of its replacements together.
        let mut latest: Option<u16> = None;
        for rule in list.iter().rev().filter(|rule| rule.motion == Motion::Now) {
            if latest.is_some_and(|file| file != rule.file) {
                break;
            }
            if let Some(mut frame) = holds(rule) {
                latest = Some(rule.file);
                visit(&moment, &rule.body, &mut frame, false);
            }
        }
        if latest.is_none() {
            for rule in list.iter().filter(|rule| rule.motion == Motion::Base && !rule.except) {
                if let Some(mut frame) = holds(rule) {
                    visit(&moment, &rule.body, &mut frame, false);
                }
            }
        }
        for rule in list.iter().filter(|rule| rule.motion == Motion::Also && !rule.except) {
            if let Some(mut frame) = holds(rule) {
                visit(&moment, &rule.body, &mut frame, false);
            }
        }
        for rule in list.iter().filter(|rule| rule.except) {
            if let Some(mut frame) = holds(rule) {
                visit(&moment, &rule.body, &mut frame, true);
            }
        }
    }

    /// The royal pieces of a side.
    pub fn royals(&self, side: u8) -> Bits<N> {
        match self.eval(&self.program().royal, &mut Frame::new(side)) {
            Val::Pieces(set) => self.owned_by(set, 1 << side),
            _ => Bits::EMPTY,
        }
    }
}
