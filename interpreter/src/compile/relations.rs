//! The walk's relations: what is as the prelude has it, and the few changes that tables can carry. Imports `ids`,
//! `model`, `program`, `rules`.

use super::fixed::{Fixed, View};
use super::rules::{Rules, unguarded};
use super::{Build, Refusal};
use crate::board::Vector;
use crate::ids::{FactId, KindId, LabelId, SideId};
use crate::model::Deed;
use crate::model::{
    Bearer, EffectKind, Expr, Guard, Happens, Kinship, Lifetime, Node, Relation, Time, Trigger, Type, Verb,
};
use crate::program::Mode;
use crate::program::expr::Condition;

/// What the relations in force come to.
pub(super) struct Walks<'l> {
    /// Rights that are taken away: of which pieces, by which label.
    withdrawn: Vec<&'l Relation>,
    /// Labelled moves that are barred under a condition.
    barred: Vec<&'l Relation>,
    /// Who takes the makers of the passing fact, and when.
    takers: Vec<&'l Relation>,
    /// The fact on squares whose maker is taken.
    pub passing_fact: Option<FactId>,
    /// Moves that leave it.
    markers: Vec<&'l Trigger>,
}

impl<'l> Walks<'l> {
    pub fn of(rules: &Rules<'l>) -> Result<Walks<'l>, Refusal> {
        let mut walks = Walks {
            withdrawn: Vec::new(),
            barred: Vec::new(),
            takers: Vec::new(),
            passing_fact: None,
            markers: Vec::new(),
        };
        for rule in rules.all(|file| &file.relations) {
            walks.relation(rule)?;
        }
        for rule in rules.all(|file| &file.triggers) {
            if rule.happens != Happens::TurnEnds {
                walks.marker(rules, rule)?;
            }
        }
        if walks.markers.is_empty() {
            // Nobody leaves the fact.
            walks.takers.clear();
            walks.passing_fact = None;
        }
        Ok(walks)
    }

    fn relation(&mut self, rule: &'l Relation) -> Result<(), Refusal> {
        let everybody = matches!(rule.subject.node, Node::AllPieces) && rule.label.is_none();
        let object = rule.object.as_ref().map(|object| &object.node);
        let plain = everybody && rule.guards.is_empty() && rule.can && rule.fact.is_none();
        let enemy = |node: &Node| {
            matches!(node, Node::OwnedBy(of, by)
                if matches!(of.node, Node::AllPieces) && matches!(by.node, Node::Kin(Kinship::Enemy)))
        };
        let usual = match rule.verb {
            Verb::See => plain && matches!(object, None | Some(Node::AllPieces)),
            Verb::Pass => plain && matches!(object, Some(Node::Empty)),
            Verb::Stop => plain && matches!(object, None | Some(Node::AllSquares)),
            Verb::Take => plain && object.is_some_and(enemy),
            Verb::Threaten => plain && object.is_none(),
            Verb::Move => everybody && rule.can && object.is_none() && rule.guards.iter().all(is_on_piece),
            Verb::PassFrom | Verb::Promote => false,
        };
        if usual {
            return Ok(());
        }
        match rule.verb {
            Verb::Take if rule.can && rule.fact.is_some() && rule.label.is_none() => {
                if self.passing_fact.is_some_and(|fact| rule.fact != Some(fact)) {
                    return Err(Refusal::new("a second fact whose maker is taken", rule.place));
                }
                self.passing_fact = rule.fact;
                self.takers.push(rule);
                Ok(())
            }
            Verb::Move if !rule.can && rule.label.is_some() && rule.object.is_none() => {
                if rule.guards.is_empty() {
                    self.withdrawn.push(rule);
                } else {
                    self.barred.push(rule);
                }
                Ok(())
            }
            _ => Err(Refusal::new("a change of how pieces walk", rule.place)),
        }
    }

    fn marker(&mut self, rules: &Rules<'_>, rule: &'l Trigger) -> Result<(), Refusal> {
        let Happens::Does { subject, deed: Deed::Moves, object: None, label: Some(_) } = &rule.happens else {
            return Err(Refusal::new("a rule for something that happens", rule.place));
        };
        let [effect] = rule.effects.as_slice() else {
            return Err(Refusal::new("a rule for something that happens", rule.place));
        };
        let marks = matches!(&effect.kind, EffectKind::Set(fact, of, value)
            if Some(*fact) == self.passing_fact
                && matches!(of.node, Node::Trail)
                && matches!(value.node, Node::Bool(true)));
        let known = matches!(subject.node, Node::OfKind(_));
        if rule.time != Time::When || !marks || !known {
            return Err(Refusal::new("a rule for something that happens", rule.place));
        }
        unguarded(&rule.guards, rule.place)?;
        if let Some(fact) = self.passing_fact {
            let fact = &rules.library.facts[fact.index()];
            let lasts = fact.life == Lifetime::Turns { number: 1, enemy: true };
            if fact.bearer != Bearer::Squares || fact.of != Type::Bool || !lasts || fact.default.is_some() {
                return Err(Refusal::new(
                    "a fact that lasts otherwise than for one turn of the enemy",
                    fact.place,
                ));
            }
        }
        self.markers.push(rule);
        Ok(())
    }
}

/// `unless it is on piece`: nothing is carried in a position of a program.
fn is_on_piece(guard: &Guard) -> bool {
    guard.unless
        && matches!(&guard.condition.node, Node::Is(it, on)
            if matches!(it.node, Node::It) && matches!(on.node, Node::CarriedBy(_)))
}

impl<const N: usize> Build<'_, N> {
    /// Whether a kind has lost what it does by a label.
    pub fn withdrawn(&self, kind: KindId, label: Option<LabelId>) -> Result<bool, Refusal> {
        for rule in self.walks.withdrawn.iter().filter(|rule| rule.label == label) {
            let Some(kinds) = self.kinds_of_pieces(&rule.subject) else {
                return Err(Refusal::new("a right that some pieces of a kind have lost", rule.place));
            };
            if kinds >> self.code(kind) & 1 == 1 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether moves of a kind by a label leave the passing fact.
    pub fn marks(&self, kind: KindId, label: Option<LabelId>) -> bool {
        label.is_some()
            && self.walks.markers.iter().any(|rule| match &rule.happens {
                Happens::Does { subject, label: of, .. } => {
                    *of == label
                        && self
                            .kinds_of_pieces(subject)
                            .is_some_and(|kinds| kinds >> self.code(kind) & 1 == 1)
                }
                _ => false,
            })
    }

    /// Whether a label is asked of moves.
    pub fn asked_of(&self, label: Option<LabelId>) -> bool {
        label.is_some_and(|label| self.asked.contains(&label))
    }

    /// Whether a leg may end where the maker of the passing fact is taken.
    pub fn may_pass_take(&self, mode: Mode) -> bool {
        mode.take && !self.walks.takers.is_empty()
    }

    /// Whether a kind takes the maker of the passing fact with this heading, as its side sees it.
    pub fn takes_maker(&self, kind: KindId, side: SideId, heading: Vector) -> Result<bool, Refusal> {
        for rule in &self.walks.takers {
            let Some(kinds) = self.kinds_of_pieces(&rule.subject) else {
                return Err(Refusal::new("some pieces of a kind that take in passing", rule.place));
            };
            if kinds >> self.code(kind) & 1 == 0 {
                continue;
            }
            let mut holds = true;
            for guard in &rule.guards {
                let Some(directions) = self.headed(&guard.condition, side) else {
                    return Err(Refusal::new("a guard of taking in passing", guard.condition.place));
                };
                holds &= directions.contains(&heading) != guard.unless;
            }
            if holds {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The directions of `heading is D`.
    fn headed(&self, condition: &Expr, side: SideId) -> Option<Vec<Vector>> {
        match &condition.node {
            Node::Is(heading, directions) if matches!(heading.node, Node::Heading) => {
                match self.rules.fixed(directions, &View::of(side))? {
                    Fixed::Directions(list) => Some(list),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The condition under which a castling of a kind is barred.
    pub fn castle_barred(
        &mut self,
        kind: KindId,
        label: LabelId,
        side: SideId,
    ) -> Result<Condition<N>, Refusal> {
        let mut barred = Vec::new();
        for rule in self.walks.barred.clone() {
            let Some(kinds) = self.kinds_of_pieces(&rule.subject) else {
                return Err(Refusal::new("a bar for some pieces of a kind", rule.place));
            };
            if rule.label != Some(label) || kinds >> self.code(kind) & 1 == 0 {
                continue;
            }
            let view = View { player: Some(side), ..View::of(side) };
            barred.push(self.guards(&rule.guards, &view)?);
        }
        Ok(Condition::any(barred))
    }

    /// Refuses a bar of labelled moves that are no castling.
    pub fn refuse_other_bars(&self) -> Result<(), Refusal> {
        let castling = |label: Option<LabelId>| {
            self.rules
                .all(|file| &file.moves)
                .iter()
                .any(|rule| rule.label == label && matches!(rule.rule, crate::model::MoveRule::Castle(_)))
        };
        let travels = |label: Option<LabelId>| {
            self.rules
                .all(|file| &file.moves)
                .iter()
                .any(|rule| rule.label == label && !matches!(rule.rule, crate::model::MoveRule::Castle(_)))
        };
        match self.walks.barred.iter().find(|rule| !castling(rule.label) || travels(rule.label)) {
            Some(rule) => Err(Refusal::new("a guard", rule.place)),
            None => Ok(()),
        }
    }
}
