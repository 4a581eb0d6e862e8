//! Sets as values: union, intersection, membership. Imports `position`, `engine`.

pub(super) use crate::engine::nothing;
use crate::position::Value;

/// A set in order, each member once.
pub(super) fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
}

fn join<T: Ord>(mut a: Vec<T>, b: Vec<T>) -> Vec<T> {
    a.extend(b);
    sorted(a)
}

/// In one of both; of conditions, one holds. Values of different types are joined as the first alone.
pub(super) fn either(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => Value::Bool(a || b),
        (Value::Pieces(a), Value::Pieces(b)) => Value::Pieces(join(a, b)),
        (Value::Squares(a), Value::Squares(b)) => Value::Squares(a.or(b)),
        (Value::Kinds(a), Value::Kinds(b)) => Value::Kinds(join(a, b)),
        (Value::Directions(a), Value::Directions(b)) => Value::Directions(join(a, b)),
        (Value::Sides(a), Value::Sides(b)) => Value::Sides(join(a, b)),
        (Value::Events(a), Value::Events(b)) => Value::Events(join(a, b)),
        (a, _) => a,
    }
}

/// In both, or (`keep` false) in the first and not in the second.
pub(super) fn select(a: Value, b: &Value, keep: bool) -> Value {
    fn pick<T: PartialEq>(mut a: Vec<T>, b: &[T], keep: bool) -> Vec<T> {
        a.retain(|each| b.contains(each) == keep);
        a
    }
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => Value::Bool(a && *b == keep),
        (Value::Pieces(a), Value::Pieces(b)) => Value::Pieces(pick(a, b, keep)),
        (Value::Squares(a), Value::Squares(b)) => {
            Value::Squares(if keep { a.and(*b) } else { a.without(*b) })
        }
        (Value::Kinds(a), Value::Kinds(b)) => Value::Kinds(pick(a, b, keep)),
        (Value::Directions(a), Value::Directions(b)) => Value::Directions(pick(a, b, keep)),
        (Value::Sides(a), Value::Sides(b)) => Value::Sides(pick(a, b, keep)),
        (Value::Events(a), Value::Events(b)) => Value::Events(pick(a, b, keep)),
        (a, _) => a,
    }
}

/// How many members; of a condition 1 or 0.
pub(super) fn count(value: &Value) -> usize {
    match value {
        Value::Bool(yes) => usize::from(*yes),
        Value::Number(_) => 1,
        Value::Pieces(list) => list.len(),
        Value::Squares(set) => set.len(),
        Value::Kinds(list) => list.len(),
        Value::Directions(list) => list.len(),
        Value::Sides(list) => list.len(),
        Value::Events(list) => list.len(),
    }
}

/// Each member as a set of one, in order.
pub(super) fn members(value: Value) -> Vec<Value> {
    match value {
        Value::Bool(_) | Value::Number(_) => vec![value],
        Value::Pieces(list) => list.into_iter().map(|each| Value::Pieces(vec![each])).collect(),
        Value::Squares(set) => set.iter().map(|each| Value::Squares([each].into_iter().collect())).collect(),
        Value::Kinds(list) => list.into_iter().map(|each| Value::Kinds(vec![each])).collect(),
        Value::Directions(list) => list.into_iter().map(|each| Value::Directions(vec![each])).collect(),
        Value::Sides(list) => list.into_iter().map(|each| Value::Sides(vec![each])).collect(),
        Value::Events(list) => list.into_iter().map(|each| Value::Events(vec![each])).collect(),
    }
}
