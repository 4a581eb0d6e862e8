//! Squares that pieces do not go beyond: where they are now, and as they would be after a move. Imports `program`,
//! `known`, `plain`.

use super::known::Targets;
use super::moment::Frame;
use super::plain::{Crown, Look, line};
use super::world::Place;
use crate::play::threat::attacked;
use crate::program::bits::Bits;
use crate::program::full::path::{Path, Steps};
use crate::program::full::plain::{Block, Mover, Swept};
use crate::program::full::term::{Node, Term};

impl<const N: usize, const K: usize> Look<'_, N, K> {
    /// The squares of a block, as a side sees it; and, if they are swept, all squares on which they depend.
    pub(super) fn stopped_by(&self, block: &Block<N>, side: u8) -> (Bits<N>, Option<Bits<N>>) {
        match &block.swept {
            Some(swept) if self.none_carried(swept) => {
                let owner = side ^ u8::from(swept.enemy);
                let sweepers = self.world.flat.of(swept.kinds) & self.world.flat.sides[usize::from(owner)];
                let seen = self.sweep(swept, sweepers, self.occupied);
                let stops = if swept.empty { seen.without(self.occupied) } else { seen };
                (stops, Some(seen | sweepers))
            }
            _ => (self.moment.squares(&block.term, &mut Frame::new(side)), None),
        }
    }

    /// Whether none of those who sweep is carried.
    pub(super) fn none_carried(&self, swept: &Swept) -> bool {
        !self.world.carried.meets(self.world.of_kinds(u64::from(swept.kinds)))
    }

    /// What these see along lines over a board so occupied.
    #[inline]
    pub(super) fn sweep(&self, swept: &Swept, sweepers: Bits<N>, occupied: Bits<N>) -> Bits<N> {
        let mut seen = Bits::EMPTY;
        for square in sweepers {
            if swept.slide.orthogonal {
                seen |= self.geometry.orthogonal(square, occupied);
            }
            if swept.slide.diagonal {
                seen |= self.geometry.diagonal(square, occupied);
            }
        }
        seen
    }

    /// Squares on which a set of squares, as a side sees it, depends, but for what stands on its own squares.
    pub(super) fn touched(&self, term: &Term<N>, view: u8) -> Bits<N> {
        match &term.node {
            Node::Fixed(_) | Node::Zone(_) | Node::Empty | Node::Board => Bits::EMPTY,
            Node::Both(all) | Node::Either(all) => {
                all.iter().fold(Bits::EMPTY, |touched, each| touched | self.touched(each, view))
            }
            Node::SeenBy(enemy, of) => self.touched(of, view ^ u8::from(*enemy)),
            Node::SquaresOf(of) => self.touched(of, view),
            Node::Meaning(word, None) => {
                let program = self.moment.program();
                let rules = &program.words[usize::from(*word)].rules;
                if rules.iter().any(|rule| !rule.guards.is_empty()) {
                    return program.board.all;
                }
                rules.iter().fold(Bits::EMPTY, |touched, rule| touched | self.touched(&rule.body, view))
            }
            // What a walk over the board sees ends at the first piece, which is seen too.
            Node::Met(path, from, _) if is_slide(path) => {
                let mut frame = Frame::new(view);
                let seen = self.moment.squares(term, &mut frame);
                match &from.node {
                    Node::OwnedBy(of, _) if matches!(of.node, Node::OfKinds(_) | Node::AllPieces) => {
                        seen | self.moment.squares(from, &mut frame)
                    }
                    _ => self.moment.program().board.all,
                }
            }
            _ => self.moment.program().board.all,
        }
    }

    /// Adds the moves that are safe because squares stop the enemy.
    pub(super) fn keep_safe_by_blocks(
        &self,
        piece: u8,
        from: u8,
        mover: &Mover<N>,
        crown: &Crown<N>,
        found: &mut Targets<N>,
    ) {
        let Some(closed) = &crown.closed else { return };
        let zone = mover.walks.zone;
        let is_royal = crown.at == from;
        // Squares that stop the enemy may make up for it; those that a move may change are asked again. What a piece
        // becomes may stop the enemy too.
        let rest = found.judged.without(found.legal);
        let touching = if self.touched.has(from) { rest } else { rest & (self.touched | zone) };
        let kept = rest.without(touching);
        found.legal |= if is_royal {
            kept.filter(|to| self.is_safe(from, *to, self.blocked[1])).collect()
        } else {
            kept & line(closed, from)
        };
        let asked = if self.swept_alone && !self.doors[1].has_several() {
            let safe = |to: &u8| self.is_safe_after(piece, *to, if is_royal { *to } else { crown.at });
            found.legal |= touching.without(zone).filter(safe).collect();
            touching & zone
        } else {
            touching
        };
        found.tried |= asked;
        found.judged = found.judged.without(asked);
    }

    /// Whether the royal piece, which then stands there, would not be threatened after a move that may change which
    /// squares stop the enemy: they are asked again.
    pub(super) fn is_safe_after(&self, piece: u8, to: u8, royal: u8) -> bool {
        let Place::Square(from) = self.world.place(piece) else { return false };
        let moved = [(self.world.kind(piece), Bits::of(from), Bits::of(to))];
        !self.is_threatened_after(&moved, royal)
    }

    /// Whether the enemy would take on a square once these own pieces have gone, each of a kind from a square to
    /// another, and taken what stood there; all blocks are swept.
    pub(super) fn is_threatened_after(&self, moved: &[(u8, Bits<N>, Bits<N>)], royal: u8) -> bool {
        let (mut own, mut enemy) = (self.own, self.enemy);
        for (_, from, _) in moved {
            own = own.without(*from);
        }
        for (_, _, to) in moved {
            own |= *to;
            enemy = enemy.without(*to);
        }
        let occupied = own | enemy;
        let mut stops = Bits::EMPTY;
        for swept in self.plain.blocks.iter().filter_map(|block| block.swept.as_ref()) {
            let mut sweepers = self.world.flat.of(swept.kinds);
            // As the enemy sees it, its enemy is the own side.
            if swept.enemy {
                sweepers &= self.own;
                for (_, from, _) in moved {
                    sweepers = sweepers.without(*from);
                }
                for (kind, _, to) in moved {
                    if swept.kinds >> kind & 1 == 1 {
                        sweepers |= *to;
                    }
                }
            } else {
                sweepers &= enemy;
            }
            stops |= self.sweep(swept, sweepers, occupied);
        }
        let by = (self.geometry, self.by);
        attacked(by, &self.world.flat, royal, enemy, occupied | stops)
    }
}

/// Whether a path is a slide over empty squares, or a choice of such.
fn is_slide<const N: usize>(path: &Path<N>) -> bool {
    match path {
        Path::Either(all) => all.iter().all(is_slide),
        Path::Leg(leg) => {
            matches!(leg.steps, Steps::Fixed(_))
                && leg.over.is_none()
                && leg.onto.is_none()
                && leg.taking.is_none()
                && !leg.empty
        }
        _ => false,
    }
}
