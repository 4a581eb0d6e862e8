//! The relations of the walk: what a piece sees, takes, passes, where it stops. Imports `model`, `position`.

use super::force::Ranked;
use super::moment::{Frame, Info, Moment};
use crate::board::{SquareSet, Vector};
use crate::ids::{FactId, KindId, LabelId, PieceId, Square};
use crate::model::{Expr, Node, Relation, Type, Verb};
use crate::position::{Place, Position, Value};
use rulemate_grammar::source::Place as Origin;
use std::rc::Rc;

impl Moment<'_> {
    /// Whether a relation holds of a walker: some `can` says so and no `cannot` takes it away. Where a sentence
    /// asks more than may be asked here, `can` counts as met and `cannot` as unsaid.
    fn related(
        &self,
        verb: Verb,
        walker: PieceId,
        label: Option<LabelId>,
        info: Option<&Rc<Info>>,
        object: &dyn Fn(&Relation, &mut Frame) -> bool,
    ) -> bool {
        let mut can = false;
        for Ranked { level, rule, .. } in self.force.relations(verb) {
            let asks_too_much = *level > self.depth.level;
            if can && rule.can || asks_too_much && !rule.can || rule.label.is_some() && rule.label != label {
                continue;
            }
            if self.relation_holds(rule, walker, info, object, asks_too_much) {
                if !rule.can {
                    return false;
                }
                can = true;
            }
        }
        can
    }

    fn relation_holds(
        &self,
        rule: &Relation,
        walker: PieceId,
        info: Option<&Rc<Info>>,
        object: &dyn Fn(&Relation, &mut Frame) -> bool,
        asks_too_much: bool,
    ) -> bool {
        self.question.spend(1);
        let all = matches!(rule.subject.node, Node::AllPieces);
        if !all && !self.has_piece(&rule.subject, walker, &mut Frame::new(self.position.player, rule.vars)) {
            return false;
        }
        let mut frame = Frame::about(self, walker, rule.vars);
        frame.info = info.cloned();
        object(rule, &mut frame) && (asks_too_much || self.guards(&rule.guards, &mut frame))
    }

    /// The sentences by which a `cannot` takes something away from a walker.
    pub fn withdrawals(
        &self,
        verb: Verb,
        walker: PieceId,
        label: Option<LabelId>,
        info: Option<&Rc<Info>>,
        object: &dyn Fn(&Relation, &mut Frame) -> bool,
    ) -> Vec<&Relation> {
        let holds = |each: &&Ranked<Relation>| {
            !each.rule.can
                && (each.rule.label.is_none() || each.rule.label == label)
                && self.relation_holds(&each.rule, walker, info, object, false)
        };
        self.force.relations(verb).iter().filter(holds).map(|each| &each.rule).collect()
    }

    /// The sentences by which a walker may not stop on a square. Their guards are asked with it standing there.
    pub fn stops_barred(
        &self,
        walker: PieceId,
        square: Square,
        label: Option<LabelId>,
        info: &Rc<Info>,
    ) -> Vec<&Relation> {
        let mut position: Position = self.position.clone();
        position.put(walker, Place::Square(square));
        let there = Moment { position: &position, ..*self };
        let object = |rule: &Relation, frame: &mut Frame| {
            self.object_has(rule, square, frame) && there.guards(&rule.guards, frame)
        };
        let holds = |each: &&Ranked<Relation>| {
            !each.rule.can
                && (each.rule.label.is_none() || each.rule.label == label)
                && self.relation_holds(&each.rule, walker, Some(info), &object, true)
        };
        self.force.relations(Verb::Stop).iter().filter(holds).map(|each| &each.rule).collect()
    }

    /// Whether a walker finds this piece when it comes to its square.
    pub fn sees(&self, walker: PieceId, found: PieceId) -> bool {
        self.force.all_seen
            || self.related(Verb::See, walker, None, None, &|rule, frame| {
                rule.object.as_ref().is_none_or(|object| self.has_piece(object, found, frame))
            })
    }

    /// Whether it may take this piece.
    pub fn may_take(&self, walker: PieceId, taken: PieceId, label: Option<LabelId>, info: &Rc<Info>) -> bool {
        self.related(Verb::Take, walker, label, Some(info), &|rule, frame| {
            rule.fact.is_none()
                && rule.object.as_ref().is_none_or(|object| self.has_piece(object, taken, frame))
        })
    }

    /// Whether it may take the maker of this fact where the fact is.
    pub fn may_take_by(
        &self,
        walker: PieceId,
        fact: FactId,
        label: Option<LabelId>,
        info: &Rc<Info>,
    ) -> bool {
        self.related(Verb::Take, walker, label, Some(info), &|rule, _| rule.fact == Some(fact))
    }

    /// Whether it may stop on this square. It is asked as if it stood there.
    pub fn may_stop(&self, walker: PieceId, square: Square, label: Option<LabelId>, info: &Rc<Info>) -> bool {
        let plain = |each: &Ranked<Relation>| each.rule.can && each.rule.guards.is_empty();
        if self.force.relations(Verb::Stop).iter().all(plain) {
            return self.related(Verb::Stop, walker, label, Some(info), &|rule, frame| {
                self.object_has(rule, square, frame)
            });
        }
        let mut there: Position = self.position.clone();
        there.put(walker, Place::Square(square));
        let there = Moment { position: &there, ..*self };
        let mut can = false;
        for Ranked { level, rule, .. } in self.force.relations(Verb::Stop) {
            let asks_too_much = *level > self.depth.level;
            if asks_too_much && !rule.can || rule.label.is_some() && rule.label != label {
                continue;
            }
            if !self.has_piece(&rule.subject, walker, &mut Frame::new(self.position.player, rule.vars)) {
                continue;
            }
            let mut frame = Frame::about(self, walker, rule.vars).with(info);
            let holds = self.object_has(rule, square, &mut frame)
                && (asks_too_much || there.guards(&rule.guards, &mut frame));
            match (holds, rule.can) {
                (true, false) => return false,
                (true, true) => can = true,
                (false, _) => {}
            }
        }
        can
    }

    fn object_has(&self, rule: &Relation, square: Square, frame: &mut Frame) -> bool {
        rule.object.as_ref().is_none_or(|object| self.has_square(object, square, frame))
    }

    /// Whether it may go on beyond this square, on which it finds nothing (`free`) or something.
    pub fn may_pass(
        &self,
        walker: PieceId,
        square: Square,
        free: bool,
        label: Option<LabelId>,
        info: impl FnOnce() -> Rc<Info>,
    ) -> bool {
        if free && self.force.never_withdrawn(Verb::Pass) {
            return true;
        }
        let info = &info();
        let mut can = free;
        for Ranked { level, rule, .. } in self.force.relations(Verb::Pass) {
            let asks_too_much = *level > self.depth.level;
            if can && rule.can || asks_too_much && !rule.can || rule.label.is_some() && rule.label != label {
                continue;
            }
            let object = |rule: &Relation, frame: &mut Frame| self.object_has(rule, square, frame);
            if self.relation_holds(rule, walker, Some(info), &object, asks_too_much) {
                if !rule.can {
                    return false;
                }
                can = true;
            }
        }
        can
    }

    /// The sentence by which a step from one square to another is barred.
    pub fn wall(
        &self,
        walker: PieceId,
        (from, to): (Square, Square),
        label: Option<LabelId>,
        info: impl Fn() -> Rc<Info>,
    ) -> Option<&Relation> {
        let bars = |each: &&Ranked<Relation>| {
            let rule = &each.rule;
            let between = |rule: &Relation, frame: &mut Frame| {
                self.object_has(rule, from, frame)
                    && rule.to.as_ref().is_none_or(|exit| self.has_square(exit, to, frame))
            };
            !rule.can
                && each.level <= self.depth.level
                && (rule.label.is_none() || rule.label == label)
                && self.relation_holds(rule, walker, Some(&info()), &between, false)
        };
        self.force.relations(Verb::PassFrom).iter().find(bars).map(|each| &each.rule)
    }

    /// The squares from which a walker may go on that has entered this one, and the sentences that say so.
    pub fn exits(
        &self,
        walker: PieceId,
        entered: Square,
        label: Option<LabelId>,
        info: &Info,
    ) -> Vec<(Square, Origin)> {
        let mut exits = Vec::new();
        let leads = |each: &&Ranked<Relation>| {
            each.rule.can && (each.rule.label.is_none() || each.rule.label == label)
        };
        for each in self.force.relations(Verb::PassFrom).iter().filter(leads) {
            let info = Rc::new(Info { entered: Some(entered), ..info.clone() });
            let holds = self.relation_holds(
                &each.rule,
                walker,
                Some(&info),
                &|rule, frame| {
                    // The square itself must not be taken for the one entered while it is asked for.
                    frame.info = None;
                    let enters =
                        rule.object.as_ref().is_none_or(|object| self.doors(object, frame).has(entered));
                    frame.info = Some(Rc::clone(&info));
                    enters
                },
                each.level > self.depth.level,
            );
            if !holds {
                continue;
            }
            let mut frame = Frame::about(self, walker, each.rule.vars).with(&info);
            if let Some(to) = &each.rule.to {
                let doors = self.doors(to, &mut frame);
                exits
                    .extend(doors.iter().filter(|exit| *exit != entered).map(|exit| (exit, each.rule.place)));
            }
        }
        exits.sort_unstable();
        exits.dedup_by_key(|(exit, _)| *exit);
        exits
    }

    /// Squares that may be entered, or gone on from; a carried piece is neither.
    fn doors(&self, expr: &Expr, frame: &mut Frame) -> SquareSet {
        let of = if let Node::SquaresOf(of) = &expr.node { of } else { expr };
        match self.eval(of, frame) {
            Value::Pieces(list) => list
                .into_iter()
                .filter_map(|each| match self.piece(each).place {
                    Place::Square(square) => Some(square),
                    _ => None,
                })
                .collect(),
            Value::Squares(set) => set,
            _ => SquareSet::EMPTY,
        }
    }

    /// Whether it may move at all, and with these headings (absolute).
    pub fn may_move(
        &self,
        walker: PieceId,
        headings: &[Vector],
        label: Option<LabelId>,
        info: &Rc<Info>,
    ) -> bool {
        self.related(Verb::Move, walker, label, Some(info), &|rule, frame| self.heads(rule, headings, frame))
    }

    /// Whether a relation about moving is about one of these headings.
    pub fn heads(&self, rule: &Relation, headings: &[Vector], frame: &mut Frame) -> bool {
        let Some(object) = &rule.object else { return true };
        let Value::Directions(barred) = self.eval(object, frame) else { return false };
        headings.iter().any(|heading| barred.contains(&heading.reduced().seen_by(frame.view)))
    }

    /// Whether its moves of this label threaten.
    pub fn may_threaten(&self, walker: PieceId, label: Option<LabelId>) -> bool {
        self.related(Verb::Threaten, walker, label, None, &|_, _| true)
    }

    /// Whether it may become this kind.
    pub fn may_promote(&self, walker: PieceId, kind: KindId) -> bool {
        !self.force.relations(Verb::Promote).iter().any(|each| {
            !each.rule.can
                && each.level <= self.depth.level
                && self.relation_holds(
                    &each.rule,
                    walker,
                    None,
                    &|rule, frame| {
                        rule.object.as_ref().is_none_or(|object| match self.eval(object, frame) {
                            Value::Kinds(kinds) => self.force.kind_in(kind, &kinds),
                            _ => false,
                        })
                    },
                    false,
                )
        })
    }

    /// Whether a piece has a right of the walk, as a condition asks it.
    pub fn may(&self, verb: Verb, piece: PieceId, what: Option<&Expr>, frame: &mut Frame) -> bool {
        let info = Rc::new(Info::default());
        match (verb, what) {
            (Verb::Move, _) => self.may_move(piece, &[], None, &info),
            (Verb::Threaten, _) => self.may_threaten(piece, None),
            (Verb::See, Some(what)) => self.pieces(what, frame).iter().any(|each| self.sees(piece, *each)),
            (Verb::Take, Some(what)) => {
                self.pieces(what, frame).iter().any(|each| self.may_take(piece, *each, None, &info))
            }
            (Verb::Stop, Some(what)) => {
                self.squares(what, frame).iter().any(|each| self.may_stop(piece, each, None, &info))
            }
            (Verb::Pass, Some(what)) => self.squares(what, frame).iter().any(|each| {
                self.may_pass(piece, each, self.seen(each, piece).is_none(), None, || Rc::clone(&info))
            }),
            _ => true,
        }
    }

    /// Whether a square is in a set of squares, or under a piece of a set, without making the set.
    pub fn has_square(&self, expr: &Expr, square: Square, frame: &mut Frame) -> bool {
        match &expr.node {
            Node::AllSquares => self.board().has(square),
            Node::Empty => self.board().has(square) && self.is_empty(square, frame.view),
            Node::SquaresOf(of) => self.has_square(of, square, frame),
            Node::Squares(set) => set.has(square),
            Node::Ranks(low, high) => {
                (*low..=*high).contains(&self.question.size().rank_seen_by(square.rank(), frame.view))
            }
            Node::Both(all) if expr.of == Type::Squares => {
                all.iter().all(|each| self.has_square(each, square, frame))
            }
            Node::Either(all) if expr.of == Type::Squares => {
                all.iter().any(|each| self.has_square(each, square, frame))
            }
            _ if expr.of == Type::Pieces => {
                // A carried piece stands where its carrier stands.
                self.position.at(square).is_some_and(|piece| {
                    self.has_piece(expr, piece, frame)
                        || self.present().any(|each| {
                            matches!(self.piece(each).place, Place::On(carrier) if carrier == piece)
                                && self.has_piece(expr, each, frame)
                        })
                })
            }
            _ => self.squares(expr, frame).has(square),
        }
    }
}
