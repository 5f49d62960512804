//! [`Value`]: what the machine computes with, generic in its scalars.
//!
//! Law: dropping a value takes constant native stack, however deeply pairs, closures and backpropagators are nested.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::map::Map;
use crate::prim::Prim;

/// A value.
#[derive(Clone, Debug, Default)]
pub(crate) enum Value<T> {
    /// The empty list.
    #[default]
    Nil,
    /// `#t` or `#f`.
    Boolean(bool),
    /// A number.
    Real(T),
    /// An identifier.
    Index(u32),
    /// A primitive.
    Prim(Prim),
    /// A pair.
    Pair(Rc<Pair<T>>),
    /// A number and what is beside it.
    Dual(Rc<Pair<T>>),
    /// A procedure, by its number in the code, and the variables that it has kept.
    Closure(u32, Rc<Kept<T>>),
    /// A backpropagator: its serial number, and the procedure as head.
    Linear(u32, Rc<Pair<T>>),
    /// A procedure that carries a cotangent into the collector, as head.
    OneHot(Rc<Pair<T>>),
    /// A persistent map.
    Map(Map<T>),
    /// A mutable array under its latest name, or an outdated one.
    Array(u32, Rc<Array<T>>),
    /// An array that does not change any more.
    Frozen(Rc<Vec<Value<T>>>),
}

/// Two values.
#[derive(Debug, Default)]
pub(crate) struct Pair<T> {
    pub(crate) head: Value<T>,
    pub(crate) tail: Value<T>,
}

/// The variables that a closure has kept.
#[derive(Debug)]
pub(crate) struct Kept<T>(pub(crate) Vec<Value<T>>);

/// A mutable array and the name that is valid.
#[derive(Debug)]
pub(crate) struct Array<T> {
    pub(crate) name: Cell<u32>,
    pub(crate) items: RefCell<Vec<Value<T>>>,
}

impl<T> Value<T> {
    pub(crate) fn pair(head: Value<T>, tail: Value<T>) -> Value<T> {
        Value::Pair(Rc::new(Pair { head, tail }))
    }

    /// Whether nobody else holds the block that this value refers to, so that dropping it drops what is in it.
    fn is_last_owner(&self) -> bool {
        match self {
            Value::Pair(b) | Value::Dual(b) | Value::Linear(_, b) | Value::OneHot(b) => {
                Rc::strong_count(b) == 1
            }
            Value::Closure(_, kept) => Rc::strong_count(kept) == 1,
            Value::Nil | Value::Boolean(_) | Value::Real(_) | Value::Index(_) | Value::Prim(_) => false,
            Value::Map(_) | Value::Array(..) | Value::Frozen(_) => false,
        }
    }

    /// What kind of value it is, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Nil => "the empty list",
            Value::Boolean(_) => "a boolean",
            Value::Real(_) | Value::Dual(_) => "a number",
            Value::Index(_) => "an identifier",
            Value::Prim(_) | Value::Closure(..) => "a procedure",
            Value::Linear(..) | Value::OneHot(_) => "a backpropagator",
            Value::Pair(_) => "a pair",
            Value::Map(_) => "a map",
            Value::Array(..) | Value::Frozen(_) => "an array",
        }
    }
}

impl<T> Drop for Pair<T> {
    fn drop(&mut self) {
        if self.head.is_last_owner() || self.tail.is_last_owner() {
            release(vec![std::mem::take(&mut self.head), std::mem::take(&mut self.tail)]);
        }
    }
}

impl<T> Drop for Kept<T> {
    fn drop(&mut self) {
        if self.0.iter().any(Value::is_last_owner) {
            release(std::mem::take(&mut self.0));
        }
    }
}

/// Drops values with a list of what is left to do instead of recursion.
fn release<T>(mut left: Vec<Value<T>>) {
    while let Some(value) = left.pop() {
        match value {
            Value::Pair(b) | Value::Dual(b) | Value::Linear(_, b) | Value::OneHot(b) => {
                if let Some(mut b) = Rc::into_inner(b) {
                    left.extend([std::mem::take(&mut b.head), std::mem::take(&mut b.tail)]);
                }
            }
            Value::Closure(_, kept) => {
                if let Some(mut kept) = Rc::into_inner(kept) {
                    left.append(&mut kept.0);
                }
            }
            // What holds no procedures or lists of its own drops as it is: maps are balanced, arrays flat.
            Value::Nil | Value::Boolean(_) | Value::Real(_) | Value::Index(_) | Value::Prim(_) => {}
            Value::Map(_) | Value::Array(..) | Value::Frozen(_) => {}
        }
    }
}
