//! What a sentence asks about: nothing of threats (0), threats (1), answers (2). Imports `model`.

use super::force::Ranked;
use crate::model::{
    Choose, Definition, Effect, EffectKind, Expr, Grant, Guard, Happens, Library, MoveRule, Moves, Node,
    Path, Relation, Steps, Trigger,
};

/// The levels of the defined words in force.
pub(super) struct Levels {
    meanings: Vec<u8>,
}

impl Levels {
    /// Raises the level of each word until none changes.
    pub fn new(library: &Library, definitions: &[Vec<Ranked<Definition>>]) -> Levels {
        let mut levels = Levels { meanings: vec![0; library.meanings.len()] };
        loop {
            let mut changed = false;
            for (index, list) in definitions.iter().enumerate() {
                for each in list {
                    let level = levels.expr(&each.rule.body).max(levels.guards(&each.rule.guards));
                    if level > levels.meanings[index] {
                        levels.meanings[index] = level;
                        changed = true;
                    }
                }
            }
            if !changed {
                return levels;
            }
        }
    }

    pub fn guards(&self, guards: &[Guard]) -> u8 {
        guards.iter().map(|guard| self.expr(&guard.condition)).max().unwrap_or(0)
    }

    pub fn relation(&self, rule: &Relation) -> u8 {
        let object = rule.object.iter().chain(&rule.to).map(|object| self.expr(object)).max().unwrap_or(0);
        self.guards(&rule.guards).max(object).max(self.expr(&rule.subject))
    }

    pub fn moves(&self, rule: &Moves) -> u8 {
        let path = match &rule.rule {
            MoveRule::Travel(travel) => self.path(&travel.path),
            MoveRule::Act(_) | MoveRule::Castle(_) => 0,
        };
        self.guards(&rule.guards).max(path)
    }

    pub fn trigger(&self, rule: &Trigger) -> u8 {
        let happens = match &rule.happens {
            Happens::Does { subject, object, .. } => {
                self.expr(subject).max(object.as_ref().map_or(0, |object| self.expr(object)))
            }
            Happens::EventStarts | Happens::Turn | Happens::TurnEnds => 0,
        };
        self.guards(&rule.guards).max(happens).max(self.effects(&rule.effects))
    }

    fn effects(&self, effects: &[Effect]) -> u8 {
        effects.iter().map(|effect| self.effect(effect)).max().unwrap_or(0)
    }

    fn effect(&self, effect: &Effect) -> u8 {
        match &effect.kind {
            EffectKind::ForEachSide(guards, body) => self.guards(guards).max(self.effects(body)),
            EffectKind::ForEach(_, set, guards, body) => {
                self.expr(set).max(self.guards(guards)).max(self.effects(body))
            }
            EffectKind::If(condition, then, otherwise) => {
                self.expr(condition).max(self.effects(then)).max(self.effects(otherwise))
            }
            EffectKind::Choose(Choose { options, guards, body, .. }) => {
                let options = options.iter().map(|option| self.expr(option)).max().unwrap_or(0);
                options.max(self.guards(guards)).max(self.effects(body))
            }
            EffectKind::PutOnto(a, b)
            | EffectKind::PutInHand(a, b)
            | EffectKind::Swap(a, b)
            | EffectKind::Push(a, _, b)
            | EffectKind::Set(_, a, b)
            | EffectKind::Become(a, b)
            | EffectKind::ChangeSide(a, b) => self.expr(a).max(self.expr(b)),
            EffectKind::Forbid(a)
            | EffectKind::Take(a)
            | EffectKind::Remove(a)
            | EffectKind::Reveal(_, a)
            | EffectKind::Promote(a)
            | EffectKind::SetGame(_, a)
            | EffectKind::Starts(a)
            | EffectKind::Wins(a)
            | EffectKind::Loses(a) => self.expr(a),
            EffectKind::EventEnds | EffectKind::Draw => 0,
            EffectKind::Grant(Grant { subject, object, guards, block, .. }) => {
                let object = object.as_ref().map_or(0, |object| self.expr(object));
                self.expr(subject).max(object).max(self.guards(guards)).max(self.effects(block))
            }
        }
    }

    fn path(&self, path: &Path) -> u8 {
        match path {
            Path::Either(all) | Path::Then(all) => all.iter().map(|each| self.path(each)).max().unwrap_or(0),
            Path::Repeat(path, ..) | Path::Only { path, .. } => self.path(path),
            Path::Like(kinds) => self.expr(kinds),
            Path::Leg(leg) => {
                let steps = match &leg.steps {
                    Steps::In(a) | Steps::Leap(_, _, Some(a)) | Steps::Toward(_, a) | Steps::Away(_, a) => {
                        self.expr(a)
                    }
                    _ => 0,
                };
                [&leg.over, &leg.onto, &leg.taking]
                    .into_iter()
                    .flatten()
                    .map(|each| self.expr(each))
                    .max()
                    .unwrap_or(0)
                    .max(steps)
            }
        }
    }

    fn all(&self, list: &[Expr]) -> u8 {
        list.iter().map(|each| self.expr(each)).max().unwrap_or(0)
    }

    fn maybe(&self, expr: Option<&Expr>) -> u8 {
        expr.map_or(0, |expr| self.expr(expr))
    }

    pub fn expr(&self, expr: &Expr) -> u8 {
        match &expr.node {
            Node::Meaning(meaning, argument) => {
                self.meanings[meaning.index()].max(self.maybe(argument.as_deref()))
            }
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
            | Node::Setup(a)
            | Node::Earlier(a)
            | Node::Count(a)
            | Node::RankOf(a)
            | Node::FileOf(a)
            | Node::Not(a)
            | Node::Any(a)
            | Node::Secret(_, a) => self.expr(a),
            Node::OwnedBy(a, b)
            | Node::Calculate(_, a, b)
            | Node::Compared(_, a, b)
            | Node::Is(a, b)
            | Node::Has(a, _, b)
            | Node::Those(a, _, b)
            | Node::Every(_, a, _, b) => self.expr(a).max(self.expr(b)),
            Node::EveryLine(_, _, _, a) => self.expr(a),
            Node::Met(path, from) => self.path(path).max(self.expr(from)),
            Node::Both(all) | Node::Either(all) | Node::And(all) | Node::Or(all) => self.all(all),
            Node::Except(a, all) => self.expr(a).max(self.all(all)),
            Node::Parts(all) => all.iter().map(|(each, _)| self.expr(each)).max().unwrap_or(0),
            // What may start asks the conditions of events, which ask threats and answers.
            Node::CanMove(_) | Node::CanReach(..) | Node::AllEvents => 2,
            Node::CouldTake(a, b, _) | Node::Threatens(a, b, _) => {
                1.max(self.expr(a)).max(self.maybe(b.as_deref()))
            }
            Node::Threatened { target, by, without } => {
                1.max(self.expr(target)).max(self.maybe(by.as_deref())).max(self.maybe(without.as_deref()))
            }
            Node::Did(a, _, b, _) | Node::Right(_, a, b) => self.expr(a).max(self.maybe(b.as_deref())),
            Node::Now(_, b) => self.maybe(b.as_deref()),
            _ => 0,
        }
    }
}
