//! [`Value`]: the values of the machine, generic over their scalars.
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
    /// A dual number: a number and its second component.
    Dual(Rc<Pair<T>>),
    /// A closure: the number of the procedure in the code, and its captures.
    Closure(u32, Rc<Kept<T>>),
    /// A backpropagator: its serial number; the head is the procedure.
    Linear(u32, Rc<Pair<T>>),
    /// A procedure that adds a cotangent to the collector; it is the head.
    OneHot(Rc<Pair<T>>),
    /// A persistent map.
    Map(Map<T>),
    /// A mutable array with its current name, or an outdated one.
    Array(u32, Rc<Array<T>>),
    /// An immutable array.
    Frozen(Rc<Vec<Value<T>>>),
}

/// Two values.
#[derive(Debug, Default)]
pub(crate) struct Pair<T> {
    pub(crate) head: Value<T>,
    pub(crate) tail: Value<T>,
}

/// The captures of a closure.
#[derive(Debug)]
pub(crate) struct Kept<T>(pub(crate) Vec<Value<T>>);

/// A mutable array and its valid name.
#[derive(Debug)]
pub(crate) struct Array<T> {
    pub(crate) name: Cell<u32>,
    pub(crate) items: RefCell<Vec<Value<T>>>,
}

impl<T> Value<T> {
    pub(crate) fn pair(head: Value<T>, tail: Value<T>) -> Value<T> {
        Value::Pair(Rc::new(Pair { head, tail }))
    }

    /// True if this value is the only owner of the block to which it refers, so that dropping it drops the contents.
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

    /// Returns the kind of value for messages.
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

/// Drops values with a work list instead of recursion.
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
            // These contain no long chains and drop normally: maps are balanced, arrays flat.
            Value::Nil | Value::Boolean(_) | Value::Real(_) | Value::Index(_) | Value::Prim(_) => {}
            Value::Map(_) | Value::Array(..) | Value::Frozen(_) => {}
        }
    }
}
