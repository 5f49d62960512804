//! Traverses first-order values without native recursion: conversion to and from [`Data`], zeros, and sums.

use std::rc::Rc;

use super::value::Value;
use crate::core::Const;
use crate::ladder::data::{Data, Piece};
use retrograde_rules::Real;

/// Converts data to a value, with its numbers lifted.
pub(crate) fn from_data<T: Real>(data: &Data, lift: &mut dyn FnMut(f64) -> T) -> Value<T> {
    // Numbers are lifted from left to right, pairs built from right to left.
    let leaves: Vec<Option<Value<T>>> = data
        .0
        .iter()
        .map(|piece| match piece {
            Piece::Pair => None,
            Piece::Nil => Some(Value::Nil),
            Piece::Boolean(b) => Some(Value::Boolean(*b)),
            Piece::Real(x) => Some(Value::Real(lift(*x))),
        })
        .collect();
    let mut done = Vec::new();
    for leaf in leaves.into_iter().rev() {
        match leaf {
            Some(leaf) => done.push(leaf),
            None => {
                let head = done.pop().unwrap_or_default();
                let tail = done.pop().unwrap_or_default();
                done.push(Value::pair(head, tail));
            }
        }
    }
    done.pop().unwrap_or_default()
}

/// Converts a first-order value to data, with its numbers apart. Otherwise returns the kind of the value that is not
/// first-order.
pub(crate) fn to_data<T: Real>(value: &Value<T>) -> Result<(Data, Vec<T>), &'static str> {
    let (mut pieces, mut reals) = (Vec::new(), Vec::new());
    let mut left = vec![value.clone()];
    while let Some(value) = left.pop() {
        pieces.push(match &value {
            Value::Nil => Piece::Nil,
            Value::Boolean(b) => Piece::Boolean(*b),
            Value::Real(x) => {
                reals.push(*x);
                Piece::Real(x.primal())
            }
            Value::Pair(pair) => {
                left.extend([pair.tail.clone(), pair.head.clone()]);
                Piece::Pair
            }
            other => return Err(other.kind()),
        });
    }
    Ok((Data(pieces), reals))
}

/// A step that is left to do while a structure is rebuilt.
enum Task<T> {
    Visit(Value<T>, Value<T>),
    Join,
}

/// Rebuilds the common structure of two values; `leaf` is called unless both are pairs. Counts cells.
fn rebuild<T: Real>(
    a: Value<T>,
    b: Value<T>,
    cells: &mut u64,
    leaf: impl Fn(Value<T>, Value<T>) -> Result<Value<T>, &'static str>,
) -> Result<Value<T>, &'static str> {
    let mut tasks = vec![Task::Visit(a, b)];
    let mut done: Vec<Value<T>> = Vec::new();
    while let Some(task) = tasks.pop() {
        match task {
            Task::Visit(Value::Pair(x), Value::Pair(y)) => {
                *cells += 1;
                tasks.push(Task::Join);
                tasks.push(Task::Visit(x.tail.clone(), y.tail.clone()));
                tasks.push(Task::Visit(x.head.clone(), y.head.clone()));
            }
            Task::Visit(x, y) => {
                *cells += 1;
                done.push(leaf(x, y)?);
            }
            Task::Join => {
                let tail = done.pop().unwrap_or_default();
                let head = done.pop().unwrap_or_default();
                done.push(Value::pair(head, tail));
            }
        }
    }
    Ok(done.pop().unwrap_or_default())
}

/// Returns the zero of the same shape.
pub(crate) fn zero<T: Real>(value: Value<T>, cells: &mut u64) -> Value<T> {
    let same = value.clone();
    let leaf = |x: Value<T>, _| {
        Ok(match x {
            Value::Real(_) => Value::Real(T::constant(0.0)),
            other => other,
        })
    };
    rebuild(value, same, cells, leaf).unwrap_or_default()
}

/// Adds two values of the same shape.
pub(crate) fn plus<T: Real>(a: Value<T>, b: Value<T>, cells: &mut u64) -> Result<Value<T>, &'static str> {
    rebuild(a, b, cells, |x, y| match (&x, &y) {
        (Value::Real(x), Value::Real(y)) => Ok(Value::Real(*x + *y)),
        (Value::Nil, Value::Nil) => Ok(x),
        (Value::Boolean(a), Value::Boolean(b)) if a == b => Ok(x),
        _ => Err("Arguments to plus do not conform"),
    })
}

/// True if a value equals this constant; of a dual number, the primal number counts.
pub(crate) fn is_constant<T: Real>(value: &Value<T>, constant: Const) -> bool {
    match (value, constant) {
        (Value::Nil, Const::Nil) => true,
        (Value::Boolean(a), Const::Boolean(b)) => *a == b,
        (Value::Real(a), Const::Real(b)) => a.primal() == b,
        (Value::Dual(pair), Const::Real(_)) => is_constant(&Rc::clone(pair).head, constant),
        _ => false,
    }
}
