//! Puts a flat chain of `and` and `or` in order: which `or` joins values, and which joins conditions.
//! Imports `ast`.
//!
//! `it is rook or queen` asks one thing of two kinds; `it is rook or it takes` asks two things. So a bare value
//! behind `or` belongs to the value before it, wherever that one is still open to its right.

use crate::ast::{Expr, ExprKind, Is, ModifierKind, Name, Object, Position, Predicate, PredicateKind};

/// Adds a bare value to what stands before `or`; gives it back if nothing there is open.
pub(super) fn absorb(before: &mut Expr, value: Expr, by: &mut Option<Name>) -> Result<(), Expr> {
    let span = before.span.to(by.as_ref().map_or(value.span, |by| by.span));
    match &mut before.kind {
        ExprKind::Not(inner) => absorb(inner, value, by)?,
        ExprKind::Test { earlier: true, .. } => return Err(value),
        ExprKind::Test { predicate: Some(predicate), .. } => into_predicate(predicate, value, by)?,
        ExprKind::Test { subject, predicate: None, .. } => into_value(subject, value, by)?,
        _ => into_value(before, value, by)?,
    }
    before.span = span;
    Ok(())
}

fn into_value(before: &mut Expr, value: Expr, by: &mut Option<Name>) -> Result<(), Expr> {
    let value = match open_predicate(before) {
        Some(predicate) => match into_predicate(predicate, value, by) {
            Ok(()) => return Ok(()),
            Err(value) => value,
        },
        None => value,
    };
    if by.is_some() {
        return Err(value);
    }
    let span = before.span.to(value.span);
    if let ExprKind::Or(members) = &mut before.kind {
        members.push(value);
    } else {
        let first = std::mem::replace(before, Expr { span, kind: ExprKind::Or(Vec::new()) });
        before.kind = ExprKind::Or(vec![first, value]);
    }
    before.span = span;
    Ok(())
}

/// The last predicate of a `that` at the right end of a value.
fn open_predicate(value: &mut Expr) -> Option<&mut Predicate> {
    match &mut value.kind {
        ExprKind::Or(members) => open_predicate(members.last_mut()?),
        ExprKind::Except(_, rest) => open_predicate(rest.last_mut()?),
        ExprKind::Sum(_, _, right) => open_predicate(right),
        ExprKind::Phrase { modifiers, .. } => match &mut modifiers.last_mut()?.kind {
            ModifierKind::That(predicates) => predicates.last_mut(),
            _ => None,
        },
        _ => None,
    }
}

fn into_predicate(predicate: &mut Predicate, value: Expr, by: &mut Option<Name>) -> Result<(), Expr> {
    let span = predicate.span.to(by.as_ref().map_or(value.span, |by| by.span));
    match &mut predicate.kind {
        PredicateKind::Compare(_, right) | PredicateKind::Has(_, right) => into_value(right, value, by)?,
        PredicateKind::Is { what: Is::Value(right), .. } => into_value(right, value, by)?,
        PredicateKind::Is { what: Is::At(position), .. } => match position {
            Position::On(right) | Position::Near(right) | Position::Within(_, right) => {
                into_value(right, value, by)?;
            }
            Position::Met(..) => return Err(value),
        },
        PredicateKind::CouldTake { object: Some(right), by: label @ None }
        | PredicateKind::Threatens { object: Some(right), by: label @ None }
        | PredicateKind::Does { object: Some(right), by: label @ None, .. } => {
            let mut behind = by.take();
            if let Err(value) = into_value(right, value, &mut None) {
                *by = behind;
                return Err(value);
            }
            *label = behind.take();
        }
        PredicateKind::Can { object: Some(object), by: label @ None, .. } => {
            let right = match object {
                Object::Plain(right) | Object::On(right) | Object::To(right) | Object::FromTo(_, right) => {
                    right
                }
            };
            let behind = by.take();
            into_value(right, value, &mut None)?;
            *label = behind;
        }
        _ => return Err(value),
    }
    predicate.span = span;
    Ok(())
}
