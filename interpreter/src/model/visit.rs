//! All expressions of a file, wherever they stand. Imports `model`.

use crate::model::{
    Choose, Effect, EffectKind, Expr, File, Grant, Guard, Happens, Leg, MoveRule, Moves, Node, Path, Reach,
    Steps,
};

/// The parts of an expression, each once, not deeper.
pub(crate) fn parts(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    match &expr.node {
        Node::Meaning(_, argument) => argument.iter().for_each(|each| visit(each)),
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
        | Node::CanMove(a)
        | Node::EveryLine(_, _, _, a)
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
        Node::Except(a, all) => {
            visit(a);
            all.iter().for_each(visit);
        }
        Node::Parts(all) => all.iter().for_each(|(each, _)| visit(each)),
        Node::Met(way, a) => {
            path(way, visit);
            visit(a);
        }
        Node::CouldTake(a, b, _)
        | Node::Threatens(a, b, _)
        | Node::Did(a, _, b, _)
        | Node::Right(_, a, b) => {
            visit(a);
            b.iter().for_each(|each| visit(each));
        }
        Node::Threatened { target, by, without } => {
            visit(target);
            by.iter().chain(without).for_each(|each| visit(each));
        }
        Node::Now(_, a) => a.iter().for_each(|each| visit(each)),
        _ => {}
    }
}

/// An expression and all its parts, the whole first.
pub(crate) fn all(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expr);
    parts(expr, &mut |part| all(part, visit));
}

/// The expressions of a path.
pub(crate) fn path(way: &Path, visit: &mut dyn FnMut(&Expr)) {
    match way {
        Path::Either(ways) | Path::Then(ways) => ways.iter().for_each(|each| path(each, visit)),
        Path::Repeat(inner, ..) | Path::Only { path: inner, .. } => path(inner, visit),
        Path::Onto(inner, set) => {
            path(inner, visit);
            visit(set);
        }
        Path::Like(kinds) => visit(kinds),
        Path::Leg(leg) => leg_parts(leg, visit),
    }
}

fn leg_parts(leg: &Leg, visit: &mut dyn FnMut(&Expr)) {
    match &leg.steps {
        Steps::In(a) | Steps::Leap(_, _, Some(a)) | Steps::Toward(_, a) | Steps::Away(_, a) => visit(a),
        _ => {}
    }
    [&leg.over, &leg.onto, &leg.taking].into_iter().flatten().for_each(visit);
}

/// The conditions of guards.
pub(crate) fn guards(list: &[Guard], visit: &mut dyn FnMut(&Expr)) {
    list.iter().for_each(|guard| visit(&guard.condition));
}

/// All effects of a block, those inside others too.
pub(crate) fn each_effect(list: &[Effect], visit: &mut dyn FnMut(&Effect)) {
    for effect in list {
        visit(effect);
        match &effect.kind {
            EffectKind::ForEachSide(_, body) | EffectKind::ForEach(_, _, _, body) => each_effect(body, visit),
            EffectKind::If(_, then, otherwise) => {
                each_effect(then, visit);
                each_effect(otherwise, visit);
            }
            EffectKind::Choose(choose) => each_effect(&choose.body, visit),
            EffectKind::Grant(grant) => each_effect(&grant.block, visit),
            _ => {}
        }
    }
}

/// The expressions of effects.
pub(crate) fn effects(list: &[Effect], visit: &mut dyn FnMut(&Expr)) {
    for effect in list {
        match &effect.kind {
            EffectKind::ForEachSide(when, body) => {
                guards(when, visit);
                effects(body, visit);
            }
            EffectKind::ForEach(_, set, when, body) => {
                visit(set);
                guards(when, visit);
                effects(body, visit);
            }
            EffectKind::If(condition, then, otherwise) => {
                visit(condition);
                effects(then, visit);
                effects(otherwise, visit);
            }
            EffectKind::Choose(Choose { who, options, guards: when, body, .. }) => {
                who.iter().chain(options).for_each(&mut *visit);
                guards(when, visit);
                effects(body, visit);
            }
            EffectKind::PutOnto(a, b)
            | EffectKind::PutInHand(a, b)
            | EffectKind::Swap(a, b)
            | EffectKind::Push(a, _, b)
            | EffectKind::Set(_, a, b)
            | EffectKind::Become(a, b)
            | EffectKind::ChangeSide(a, b) => {
                visit(a);
                visit(b);
            }
            EffectKind::Forbid(a)
            | EffectKind::Take(a)
            | EffectKind::Remove(a)
            | EffectKind::Reveal(_, a)
            | EffectKind::Promote(a)
            | EffectKind::SetGame(_, a)
            | EffectKind::Starts(a)
            | EffectKind::Wins(a)
            | EffectKind::Loses(a) => visit(a),
            EffectKind::Grant(Grant { subject, object, guards: when, block, .. }) => {
                visit(subject);
                object.iter().for_each(&mut *visit);
                guards(when, visit);
                effects(block, visit);
            }
            EffectKind::EventEnds | EffectKind::Draw => {}
        }
    }
}

/// The expressions of a move's sentence, but for its guards and its block.
pub(crate) fn moves(moves: &Moves, visit: &mut dyn FnMut(&Expr)) {
    moves.subject.iter().for_each(&mut *visit);
    moves.each.iter().for_each(|(_, set)| visit(set));
    match &moves.rule {
        MoveRule::Travel(travel) => {
            path(&travel.path, visit);
            travel.from.iter().chain(&travel.to).for_each(visit);
        }
        MoveRule::Act(act) => act.from.iter().for_each(visit),
        MoveRule::Castle(castle) => {
            if let Reach::To(squares) = &castle.reach {
                visit(squares);
            }
            visit(&castle.with);
            castle.from.iter().for_each(visit);
        }
    }
}

/// The expressions that a trigger waits by.
pub(crate) fn happens(happens: &Happens, visit: &mut dyn FnMut(&Expr)) {
    if let Happens::Does { subject, object, .. } = happens {
        visit(subject);
        object.iter().for_each(visit);
    }
}

/// All expressions of a file, each sentence's outermost.
pub(crate) fn file(file: &File, visit: &mut dyn FnMut(&Expr)) {
    file.needs.iter().for_each(|(condition, _)| visit(condition));
    for each in &file.moves {
        moves(each, visit);
        guards(&each.guards, visit);
        effects(&each.block, visit);
    }
    for each in &file.promotions {
        visit(&each.subject);
        visit(&each.on);
        visit(&each.to);
        guards(&each.guards, visit);
    }
    for each in &file.edges {
        visit(&each.subject);
        each.directions.iter().for_each(&mut *visit);
        guards(&each.guards, visit);
    }
    for each in &file.relations {
        visit(&each.subject);
        each.object.iter().chain(&each.to).for_each(&mut *visit);
        guards(&each.guards, visit);
    }
    for each in &file.demands {
        visit(&each.subject);
        each.object.iter().for_each(&mut *visit);
        guards(&each.guards, visit);
    }
    for each in &file.definitions {
        visit(&each.body);
        guards(&each.guards, visit);
    }
    file.laws.iter().for_each(|law| visit(&law.condition));
    file.suspensions.iter().for_each(|each| guards(&each.guards, visit));
    for each in &file.ends {
        if let crate::model::EndKind::Wins(who) | crate::model::EndKind::Loses(who) = &each.kind {
            visit(who);
        }
        guards(&each.guards, visit);
    }
    for each in &file.claims {
        visit(&each.who);
        guards(&each.guards, visit);
    }
    for each in &file.triggers {
        happens(&each.happens, visit);
        guards(&each.guards, visit);
        effects(&each.effects, visit);
    }
}
