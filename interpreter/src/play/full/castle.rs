//! Moves of two pieces of one rank toward and past each other. Imports `program`, `vocabulary`, `moment`, `ways`, `world`.

use super::moment::{Frame, Info, Moment};
use super::ways::{Declared, Way, Ways, blank_way};
use super::world::Place;
use crate::program::bits::Bits;
use crate::program::full::NONE;
use crate::program::full::rule::Walks;
use crate::program::full::term::Term;
use crate::vocabulary::Verb;

impl<const N: usize, const K: usize> Moment<'_, N, K> {
    pub(super) fn castle(
        &self,
        piece: u8,
        origin: u8,
        index: u16,
        (squares, to, with): (Option<u8>, Option<&Term<N>>, &Term<N>),
        frame: &Frame<N>,
        ways: &mut Ways<N>,
    ) {
        if !self.is_fresh(piece) || !matches!(self.place(piece), Place::Square(_)) {
            return;
        }
        let board = &self.program().board;
        for partner in self.pieces(with, &mut frame.clone()) {
            let Place::Square(from) = self.place(partner) else { continue };
            if partner == piece
                || !self.is_fresh(partner)
                || self.owner(partner) != frame.view
                || board.rank(from) != board.rank(origin)
            {
                continue;
            }
            if let Some((goal, partner_goal)) = self.castling_goals(origin, from, (squares, to), frame) {
                self.castle_with(piece, partner, index, [(origin, goal), (from, partner_goal)], frame, ways);
            }
        }
    }

    /// Where a castling takes both.
    fn castling_goals(
        &self,
        origin: u8,
        from: u8,
        (squares, to): (Option<u8>, Option<&Term<N>>),
        frame: &Frame<N>,
    ) -> Option<(u8, u8)> {
        let board = &self.program().board;
        let toward: i16 = if board.file(from) < board.file(origin) { -1 } else { 1 };
        let (file, rank) = (i16::from(board.file(origin)), i16::from(board.rank(origin)));
        let goal = match (squares, to) {
            (Some(number), _) => board.square(file + toward * i16::from(number), rank),
            (None, Some(to)) => {
                let mut on_rank = self
                    .squares(to, &mut frame.clone())
                    .filter(|each| board.rank(*each) == board.rank(origin));
                if toward < 0 { on_rank.next() } else { on_rank.last() }
            }
            (None, None) => None,
        }?;
        Some((goal, board.square(i16::from(board.file(goal)) - toward, rank)?))
    }

    /// The fresh pieces that some sentence lets castle with another fresh one, whatever keeps them from it now; a
    /// castling that is withdrawn for good is none.
    #[must_use]
    pub fn castling_rights(&self) -> Bits<N> {
        let (program, fresh) = (self.program(), self.world.fresh & self.world.standing);
        let mut rights = Bits::EMPTY;
        for rule in &program.moves {
            let (Walks::Castle { squares, to, with }, Some(subject)) = (&rule.rule, &rule.subject) else {
                continue;
            };
            for piece in fresh {
                if !self.has_piece(subject, piece, &mut Frame::new(self.owner(piece)))
                    || self.is_barred_for_good(piece, rule.label.map(|(label, _)| label))
                {
                    continue;
                }
                let Place::Square(origin) = self.place(piece) else { continue };
                let frame = self.about(piece).with(Info { castling: true, ..Info::NOTHING });
                for partner in self.pieces(with, &mut frame.clone()) & fresh {
                    let Place::Square(from) = self.place(partner) else { continue };
                    let fits = partner != piece
                        && self.owner(partner) == self.owner(piece)
                        && program.board.rank(from) == program.board.rank(origin);
                    if fits && self.castling_goals(origin, from, (*squares, to.as_ref()), &frame).is_some() {
                        rights |= Bits::of(piece) | Bits::of(partner);
                    }
                }
            }
        }
        rights
    }

    /// Whether a rule without conditions keeps a piece from moves of a label.
    fn is_barred_for_good(&self, piece: u8, label: Option<u8>) -> bool {
        self.program().relations[Verb::Move as usize].iter().any(|rule| {
            !rule.can
                && rule.object.is_none()
                && rule.guards.is_empty()
                && (rule.label.is_none() || rule.label == label)
                && self.has_piece(&rule.subject, piece, &mut Frame::new(self.owner(piece)))
        })
    }

    /// The squares from one to another of one rank, the first left out.
    pub(super) fn along_rank(&self, from: u8, to: u8) -> impl Iterator<Item = u8> + use<N, K> {
        let (up, down) = if from < to { (from + 1..to + 1, 0..0) } else { (0..0, to..from) };
        up.chain(down.rev())
    }

    pub(super) fn castle_with(
        &self,
        piece: u8,
        partner: u8,
        index: u16,
        [(origin, goal), (from, partner_goal)]: [(u8, u8); 2],
        frame: &Frame<N>,
        ways: &mut Ways<N>,
    ) {
        let program = self.program();
        let rule = &program.moves[usize::from(index)];
        let label = rule.label.map(|(label, _)| label);
        let strictly = |from: u8, to: u8| self.along_rank(from, to).filter(move |each| *each != to);
        let trail: Bits<N> = strictly(origin, goal).collect();
        let heading = program.board.vector(if goal < origin { -1 } else { 1 }, 0).unwrap_or(NONE);
        let info = Info {
            origin,
            target: goal,
            heading,
            length: u16::from(goal.abs_diff(origin)),
            trail,
            castling: true,
            ..Info::NOTHING
        };
        let whole = self.board();
        for (walker, other, from, to) in
            [(piece, partner, origin, goal), (partner, piece, from, partner_goal)]
        {
            let found = |square: u8| self.seen(square, walker).filter(|found| *found != other);
            if !whole.has(to) || found(to).is_some() {
                return;
            }
            let partner_info = Info { origin: from, target: to, ..info };
            for square in strictly(from, to) {
                if !whole.has(square)
                    || !self.may_pass(walker, square, found(square).is_none(), label, || partner_info)
                {
                    return;
                }
            }
            let mut last = from;
            for square in self.along_rank(from, to) {
                if self.wall(walker, (last, square), label, &partner_info) {
                    return;
                }
                last = square;
            }
            let asked = if walker == piece { &info } else { &partner_info };
            if !self.may_move(walker, 0, label, asked) {
                return;
            }
        }
        if !self.rule_allows(index, &info, frame) {
            return;
        }
        let declared = Declared { target: goal, partner: from, ..self.declare(rule, piece, origin, None) };
        ways.push(Way {
            declared,
            trail,
            heading,
            length: info.length,
            partner: Some((partner, partner_goal)),
            ..blank_way(piece, index, None)
        });
    }
}
