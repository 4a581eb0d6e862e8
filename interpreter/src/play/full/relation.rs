//! The relations of the walk: what a piece sees, takes, passes, where it stops. Imports `program`, `vocabulary`,
//! `moment`, `world`.

use super::moment::{Frame, Info, Moment};
use super::world::Place;
use crate::program::bits::Bits;
use crate::program::full::rule::Relation;
use crate::program::full::term::{Node, Term, Val};
use crate::vocabulary::Verb;

/// Whether a relation is about this object.
type Object<'o, const N: usize> = &'o dyn Fn(&Relation<N>, &mut Frame<N>) -> bool;

impl<const N: usize, const K: usize> Moment<'_, N, K> {
    /// Squares that pieces of a side do not go beyond, where these are the same for all of them.
    #[inline]
    pub fn closed(&self, side: u8) -> Bits<N> {
        let terms = &self.program().closed;
        if terms.is_empty() {
            return Bits::EMPTY;
        }
        match &self.closed {
            Some(closed) => closed[usize::from(side)],
            None => self.closed_now(side),
        }
    }

    fn closed_now(&self, side: u8) -> Bits<N> {
        let terms = self.program().closed.iter();
        terms.fold(Bits::EMPTY, |all, term| all | self.squares(term, &mut Frame::new(side)))
    }

    /// The same moment with what is asked again and again worked out.
    #[must_use]
    pub fn worked_out(self) -> Self {
        if self.program().closed.is_empty() || self.closed.is_some() {
            return self;
        }
        Moment { closed: Some([self.closed_now(0), self.closed_now(1)]), ..self }
    }

    fn relations(&self, verb: Verb) -> &[Relation<N>] {
        &self.program().relations[verb as usize]
    }

    /// Whether a relation holds of a walker: some `can` says so and no `cannot` takes it away. Where a sentence asks
    /// more than may be asked here, `can` counts as met and `cannot` as unsaid.
    fn related(
        &self,
        verb: Verb,
        walker: u8,
        label: Option<u8>,
        info: Option<&Info<N>>,
        object: Object<'_, N>,
    ) -> bool {
        let mut can = false;
        for rule in self.relations(verb) {
            let asks_too_much = rule.level > self.depth.level;
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
        rule: &Relation<N>,
        walker: u8,
        info: Option<&Info<N>>,
        object: Object<'_, N>,
        asks_too_much: bool,
    ) -> bool {
        if !rule.everybody && !self.has_piece(&rule.subject, walker, &mut Frame::new(self.world.player())) {
            return false;
        }
        let mut frame = self.about(walker);
        frame.info = info.copied();
        object(rule, &mut frame) && (asks_too_much || self.guards(&rule.guards, &mut frame))
    }

    /// Whether a walker finds this piece when it comes to its square.
    #[inline]
    pub fn sees(&self, walker: u8, found: u8) -> bool {
        self.program().traits.all_seen
            || self.related(Verb::See, walker, None, None, &|rule, frame| {
                rule.object.as_ref().is_none_or(|object| self.has_piece(object, found, frame))
            })
    }

    /// Whether it may take this piece.
    pub fn may_take(&self, walker: u8, taken: u8, label: Option<u8>, info: &Info<N>) -> bool {
        if self.program().traits.takes_plainly {
            return self.owner(walker) != self.owner(taken) && self.is_present(taken);
        }
        self.related(Verb::Take, walker, label, Some(info), &|rule, frame| {
            rule.fact.is_none()
                && rule.object.as_ref().is_none_or(|object| self.has_piece(object, taken, frame))
        })
    }

    /// Whether it may take the maker of this fact where the fact is.
    pub fn may_take_by(&self, walker: u8, fact: u8, label: Option<u8>, info: &Info<N>) -> bool {
        self.related(Verb::Take, walker, label, Some(info), &|rule, _| rule.fact == Some(fact))
    }

    /// Whether it may stop on this square. It is asked as if it stood there.
    pub fn may_stop(&self, walker: u8, square: u8, label: Option<u8>, info: &Info<N>) -> bool {
        if self.program().traits.stops_plainly {
            return self.board().has(square);
        }
        let relations = self.relations(Verb::Stop);
        if relations.iter().all(|rule| rule.can && rule.guards.is_empty()) {
            return self.related(Verb::Stop, walker, label, Some(info), &|rule, frame| {
                self.object_has(rule, square, frame)
            });
        }
        let mut there = *self.world;
        there.put(walker, Place::Square(square));
        let there = Moment { closed: None, can_move: None, world: &there, ..*self };
        let mut can = false;
        for rule in relations {
            let asks_too_much = rule.level > self.depth.level;
            if asks_too_much && !rule.can || rule.label.is_some() && rule.label != label {
                continue;
            }
            if !self.has_piece(&rule.subject, walker, &mut Frame::new(self.world.player())) {
                continue;
            }
            let mut frame = self.about(walker).with(*info);
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

    fn object_has(&self, rule: &Relation<N>, square: u8, frame: &mut Frame<N>) -> bool {
        rule.object.as_ref().is_none_or(|object| self.has_square(object, square, frame))
    }

    /// Whether it may go on beyond this square, on which it finds nothing (`free`) or something.
    pub fn may_pass(
        &self,
        walker: u8,
        square: u8,
        free: bool,
        label: Option<u8>,
        info: impl FnOnce() -> Info<N>,
    ) -> bool {
        if self.program().traits.passes_plainly {
            // What the whole board is empty of is empty to all.
            let empty = self.world.at(square).is_none();
            return (free || empty) && !self.closed(self.owner(walker)).has(square);
        }
        let relations = self.relations(Verb::Pass);
        if free && relations.iter().all(|rule| rule.can) {
            return true;
        }
        let info = &info();
        let mut can = free;
        for rule in relations {
            let asks_too_much = rule.level > self.depth.level;
            if can && rule.can || asks_too_much && !rule.can || rule.label.is_some() && rule.label != label {
                continue;
            }
            let object = |rule: &Relation<N>, frame: &mut Frame<N>| self.object_has(rule, square, frame);
            if self.relation_holds(rule, walker, Some(info), &object, asks_too_much) {
                if !rule.can {
                    return false;
                }
                can = true;
            }
        }
        can
    }

    /// Whether a step from one square to another is barred.
    pub fn wall(&self, walker: u8, (from, to): (u8, u8), label: Option<u8>, info: &Info<N>) -> bool {
        self.relations(Verb::PassFrom).iter().any(|rule| {
            let between = |rule: &Relation<N>, frame: &mut Frame<N>| {
                self.object_has(rule, from, frame)
                    && rule.to.as_ref().is_none_or(|exit| self.has_square(exit, to, frame))
            };
            !rule.can
                && rule.level <= self.depth.level
                && (rule.label.is_none() || rule.label == label)
                && self.relation_holds(rule, walker, Some(info), &between, false)
        })
    }

    /// The squares from which a walker may go on that has entered this one.
    pub fn exits(&self, walker: u8, entered: u8, label: Option<u8>, info: &Info<N>) -> Bits<N> {
        let mut exits = Bits::EMPTY;
        let info = Info { entered, ..*info };
        let leads = |rule: &&Relation<N>| rule.can && (rule.label.is_none() || rule.label == label);
        for rule in self.relations(Verb::PassFrom).iter().filter(leads) {
            let enters = |rule: &Relation<N>, frame: &mut Frame<N>| {
                // The square itself must not be taken for the one entered while it is asked for.
                let known = frame.info.take();
                let enters = rule.object.as_ref().is_none_or(|object| self.doors(object, frame).has(entered));
                frame.info = known;
                enters
            };
            if !self.relation_holds(rule, walker, Some(&info), &enters, rule.level > self.depth.level) {
                continue;
            }
            if let Some(to) = &rule.to {
                exits |= self.doors(to, &mut self.about(walker).with(info));
            }
        }
        exits.without(Bits::of(entered))
    }

    /// Squares that may be entered, or gone on from; a carried piece is neither.
    pub(super) fn doors(&self, term: &Term<N>, frame: &mut Frame<N>) -> Bits<N> {
        let of = if let Node::SquaresOf(of) = &term.node { of } else { term };
        match self.eval(of, frame) {
            Val::Pieces(list) => list
                .filter_map(|each| match self.place(each) {
                    Place::Square(square) => Some(square),
                    _ => None,
                })
                .collect(),
            Val::Squares(set) => set,
            _ => Bits::EMPTY,
        }
    }

    /// Whether it may move at all, and with these headings (absolute, a bit for each).
    pub fn may_move(&self, walker: u8, headings: u64, label: Option<u8>, info: &Info<N>) -> bool {
        let relations = self.relations(Verb::Move);
        if relations
            .iter()
            .all(|rule| rule.can && rule.everybody && rule.object.is_none() && rule.guards.is_empty())
        {
            return !relations.is_empty();
        }
        self.related(Verb::Move, walker, label, Some(info), &|rule, frame| {
            let Some(object) = &rule.object else { return true };
            let Val::Directions(barred) = self.eval(object, frame) else { return false };
            let board = &self.program().board;
            (0u8..64).zip(&board.vectors).any(|(index, vector)| {
                headings >> index & 1 == 1 && barred >> board.seen_by(vector.reduced, frame.view) & 1 == 1
            })
        })
    }

    /// Whether its moves of this label threaten.
    pub fn may_threaten(&self, walker: u8, label: Option<u8>) -> bool {
        self.related(Verb::Threaten, walker, label, None, &|_, _| true)
    }

    /// Whether it may become this kind.
    pub fn may_promote(&self, walker: u8, kind: u8) -> bool {
        !self.relations(Verb::Promote).iter().any(|rule| {
            !rule.can
                && rule.level <= self.depth.level
                && self.relation_holds(
                    rule,
                    walker,
                    None,
                    &|rule, frame| {
                        rule.object.as_ref().is_none_or(|object| match self.eval(object, frame) {
                            Val::Kinds(kinds) => self.kind_in(kind, kinds),
                            _ => false,
                        })
                    },
                    false,
                )
        })
    }

    /// Whether a piece has a right of the walk, as a condition asks it.
    pub fn may(&self, verb: Verb, piece: u8, what: Option<&Term<N>>, frame: &mut Frame<N>) -> bool {
        let info = Info::NOTHING;
        match (verb, what) {
            (Verb::Move, _) => self.may_move(piece, 0, None, &info),
            (Verb::Threaten, _) => self.may_threaten(piece, None),
            (Verb::See, Some(what)) => self.pieces(what, frame).any(|each| self.sees(piece, each)),
            (Verb::Take, Some(what)) => {
                self.pieces(what, frame).any(|each| self.may_take(piece, each, None, &info))
            }
            (Verb::Stop, Some(what)) => {
                self.squares(what, frame).any(|each| self.may_stop(piece, each, None, &info))
            }
            (Verb::Pass, Some(what)) => self
                .squares(what, frame)
                .any(|each| self.may_pass(piece, each, self.seen(each, piece).is_none(), None, || info)),
            _ => true,
        }
    }
}
