//! What the rules of a file ask about, found by walking its sentences. Imports `ids`, `model`.
//!
//! A position's text need not carry what no rule can tell apart: this says which those things are.

use crate::ids::{FactId, KindId};
use crate::model::{Effect, EffectKind, Expr, File, Guard, Leg, MoveRule, Node, Path, Reach, Steps};
use std::collections::BTreeSet;

/// What the rules of one file read.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    /// Some rule asks whether a piece is fresh, apart from castling.
    pub fresh: bool,
    /// Some rule asks whether a royal piece, or another, is threatened.
    pub threatened: bool,
    /// The facts that are read as a condition or a value.
    pub facts: BTreeSet<FactId>,
}

impl Reads {
    /// What all the sentences of a file read.
    #[must_use]
    pub fn of_file(file: &File) -> Reads {
        let mut reads = Reads::default();
        reads.file(file);
        reads
    }

    /// What one condition or value reads.
    #[must_use]
    pub fn of_expr(expr: &Expr) -> Reads {
        let mut reads = Reads::default();
        reads.expr(expr);
        reads
    }

    fn file(&mut self, file: &File) {
        for (condition, _) in &file.needs {
            self.expr(condition);
        }
        for moves in &file.moves {
            self.exprs(&moves.subject);
            self.rule(&moves.rule);
            self.guards(&moves.guards);
            if let Some((_, set)) = &moves.each {
                self.expr(set);
            }
            self.effects(&moves.block);
        }
        for promotion in &file.promotions {
            self.expr(&promotion.subject);
            self.expr(&promotion.on);
            self.expr(&promotion.to);
            self.guards(&promotion.guards);
        }
        for edge in &file.edges {
            self.expr(&edge.subject);
            self.exprs(&edge.directions);
            self.guards(&edge.guards);
        }
        for relation in &file.relations {
            self.expr(&relation.subject);
            self.exprs(&relation.object);
            self.exprs(&relation.to);
            self.guards(&relation.guards);
        }
        for demand in &file.demands {
            self.expr(&demand.subject);
            self.exprs(&demand.object);
            self.guards(&demand.guards);
        }
        for definition in &file.definitions {
            self.expr(&definition.body);
            self.guards(&definition.guards);
        }
        for law in &file.laws {
            self.expr(&law.condition);
        }
        for suspension in &file.suspensions {
            self.guards(&suspension.guards);
        }
        for end in &file.ends {
            if let crate::model::EndKind::Wins(side) | crate::model::EndKind::Loses(side) = &end.kind {
                self.expr(side);
            }
            self.guards(&end.guards);
        }
        for claim in &file.claims {
            self.expr(&claim.who);
            self.guards(&claim.guards);
        }
        for trigger in &file.triggers {
            if let crate::model::Happens::Does { subject, object, .. } = &trigger.happens {
                self.expr(subject);
                self.exprs(object);
            }
            self.guards(&trigger.guards);
            self.effects(&trigger.effects);
        }
    }

    fn rule(&mut self, rule: &MoveRule) {
        match rule {
            MoveRule::Travel(travel) => {
                self.path(&travel.path);
                self.exprs(&travel.from);
                self.exprs(&travel.to);
            }
            MoveRule::Act(act) => self.exprs(&act.from),
            MoveRule::Castle(castle) => {
                self.expr(&castle.with);
                self.exprs(&castle.from);
                if let Reach::To(squares) = &castle.reach {
                    self.expr(squares);
                }
            }
        }
    }

    fn path(&mut self, path: &Path) {
        match path {
            Path::Either(paths) | Path::Then(paths) => paths.iter().for_each(|each| self.path(each)),
            Path::Repeat(path, _, _) => self.path(path),
            Path::Leg(leg) => self.leg(leg),
            Path::Like(kinds) => self.expr(kinds),
            Path::Only { fresh, path, .. } => {
                self.fresh |= *fresh;
                self.path(path);
            }
        }
    }

    fn leg(&mut self, leg: &Leg) {
        match &leg.steps {
            Steps::In(expr) | Steps::Toward(_, expr) | Steps::Away(_, expr) => self.expr(expr),
            Steps::Leap(_, _, directions) => self.exprs(directions),
            Steps::Vectors(_)
            | Steps::Turned(..)
            | Steps::Outward(_)
            | Steps::Crooked(..)
            | Steps::Circular(..) => {}
        }
        self.exprs(&leg.over);
        self.exprs(&leg.onto);
        self.exprs(&leg.taking);
    }

    fn guards(&mut self, guards: &[Guard]) {
        guards.iter().for_each(|guard| self.expr(&guard.condition));
    }

    fn effects(&mut self, effects: &[Effect]) {
        effects.iter().for_each(|effect| self.effect(&effect.kind));
    }

    fn effect(&mut self, effect: &EffectKind) {
        match effect {
            EffectKind::ForEachSide(guards, effects) => {
                self.guards(guards);
                self.effects(effects);
            }
            EffectKind::ForEach(_, set, guards, effects) => {
                self.expr(set);
                self.guards(guards);
                self.effects(effects);
            }
            EffectKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.effects(then);
                self.effects(otherwise);
            }
            EffectKind::Choose(choose) => {
                self.exprs(&choose.who);
                choose.options.iter().for_each(|option| self.expr(option));
                self.guards(&choose.guards);
                self.effects(&choose.body);
            }
            EffectKind::Grant(grant) => {
                self.expr(&grant.subject);
                self.exprs(&grant.object);
                self.guards(&grant.guards);
                self.effects(&grant.block);
            }
            EffectKind::Forbid(a)
            | EffectKind::Take(a)
            | EffectKind::Remove(a)
            | EffectKind::Reveal(_, a)
            | EffectKind::Promote(a)
            | EffectKind::SetGame(_, a)
            | EffectKind::Starts(a)
            | EffectKind::Wins(a)
            | EffectKind::Loses(a) => self.expr(a),
            EffectKind::PutOnto(a, b)
            | EffectKind::PutInHand(a, b)
            | EffectKind::Swap(a, b)
            | EffectKind::Push(a, _, b)
            | EffectKind::Set(_, a, b)
            | EffectKind::Become(a, b)
            | EffectKind::ChangeSide(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            EffectKind::EventEnds | EffectKind::Draw => {}
        }
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.node {
            Node::Fresh => self.fresh = true,
            Node::GameFact(fact) | Node::Bearing(fact) | Node::FactOf(fact, _) | Node::Secret(fact, _) => {
                self.facts.insert(*fact);
            }
            Node::Threatened { .. } | Node::Threatens(..) => self.threatened = true,
            Node::Met(path, _) => self.path(path),
            _ => {}
        }
        each_child(expr, &mut |child| self.expr(child));
    }
}

/// The kinds that a condition or a value names anywhere in it.
#[must_use]
pub fn kinds_named(expr: &Expr) -> Vec<KindId> {
    fn collect(expr: &Expr, into: &mut Vec<KindId>) {
        if let Node::Kinds(kinds) = &expr.node {
            into.extend(kinds);
        }
        each_child(expr, &mut |child| collect(child, into));
    }
    let mut kinds = Vec::new();
    collect(expr, &mut kinds);
    kinds
}

/// The conditions and values directly inside one.
fn each_child(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    match &expr.node {
        Node::Broken
        | Node::Bool(_)
        | Node::Number(_)
        | Node::Squares(_)
        | Node::Ranks(..)
        | Node::Kinds(_)
        | Node::Directions(_)
        | Node::Side(_)
        | Node::Kin(_)
        | Node::Player
        | Node::AllSides
        | Node::AllSquares
        | Node::Empty
        | Node::AllPieces
        | Node::AllKinds
        | Node::AllEvents
        | Node::It
        | Node::Origin
        | Node::Target
        | Node::Trail
        | Node::Heading
        | Node::Length
        | Node::Castling
        | Node::Continuing
        | Node::Repeats
        | Node::Var(_)
        | Node::Setting(_)
        | Node::GameFact(_)
        | Node::Bearing(_)
        | Node::Fresh => {}
        Node::Hand(a)
        | Node::FactOf(_, a)
        | Node::OfKind(a)
        | Node::Another(a)
        | Node::Taken(a)
        | Node::SeenBy(_, a)
        | Node::CarriedBy(a)
        | Node::StandingOn(a)
        | Node::SquaresOf(a)
        | Node::KindsOf(a)
        | Node::OwnersOf(a)
        | Node::Near(a)
        | Node::Within(_, a)
        | Node::Met(_, a)
        | Node::Setup(a)
        | Node::Earlier(a)
        | Node::Count(a)
        | Node::RankOf(a)
        | Node::FileOf(a)
        | Node::Not(a)
        | Node::Any(a)
        | Node::EveryLine(_, _, _, a)
        | Node::CanMove(a)
        | Node::Secret(_, a) => visit(a),
        Node::OwnedBy(a, b)
        | Node::Those(a, _, b)
        | Node::Calculate(_, a, b)
        | Node::Compared(_, a, b)
        | Node::Is(a, b)
        | Node::Every(_, a, _, b)
        | Node::Has(a, _, b)
        | Node::CanReach(a, b) => {
            visit(a);
            visit(b);
        }
        Node::Both(all) | Node::Either(all) | Node::And(all) | Node::Or(all) => all.iter().for_each(visit),
        Node::Except(a, others) => {
            visit(a);
            others.iter().for_each(visit);
        }
        Node::Parts(parts) => parts.iter().for_each(|(part, _)| visit(part)),
        Node::Meaning(_, argument) | Node::Now(_, argument) => argument.iter().for_each(|a| visit(a)),
        Node::CouldTake(a, b, _)
        | Node::Threatens(a, b, _)
        | Node::Did(a, _, b, _)
        | Node::Right(_, a, b) => {
            visit(a);
            b.iter().for_each(|b| visit(b));
        }
        Node::Threatened { target, by, without } => {
            visit(target);
            by.iter().chain(without).for_each(|each| visit(each));
        }
    }
}
