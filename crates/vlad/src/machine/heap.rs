//! [`Heap`]: cells in one vector, with a copying garbage collector.
//!
//! Objects refer to one another by index, so the heap can be sent to another thread, and neither a list of a million
//! pairs nor a chain of a million suspended sums takes recursion to copy or to free. Collections happen only between
//! instructions, since primitives may hold values in Rust variables.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::retag::Retag;
use super::value::{Axes, Ref, Value, View};
use crate::anf::CodeId;
use crate::tags::Tags;

/// The memory of a machine.
#[derive(Debug, Default)]
pub(crate) struct Heap {
    cells: Vec<Value>,
    /// The suspended operators by their operands, so that shared operands give shared results.
    memo: HashMap<Key, Ref, BuildHasherDefault<Mix>>,
}

/// An operator, its depth, and its operands: a retagging and an index for each.
type Key = (View, u32, [(u32, u32); 2]);

/// The least size, in cells, at which the heap is collected.
pub(crate) const LEAST: usize = 1 << 18;

/// A hash function for keys of a few small integers.
#[derive(Debug, Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u32(&mut self, x: u32) {
        self.write_u64(u64::from(x));
    }

    fn write_isize(&mut self, x: isize) {
        self.write_u64(x as u64);
    }

    fn write_u64(&mut self, x: u64) {
        self.0 = (self.0.rotate_left(5) ^ x).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Heap {
    /// Returns the cell at an index and an offset.
    #[inline(always)]
    pub(crate) fn cell(&self, at: Ref, offset: u32) -> Value {
        self.cells[(at.0 + offset) as usize]
    }

    /// Overwrites a cell.
    #[inline(always)]
    pub(crate) fn set(&mut self, at: Ref, offset: u32, value: Value) {
        self.cells[(at.0 + offset) as usize] = value;
    }

    #[inline(always)]
    fn next(&self) -> Ref {
        Ref(self.cells.len() as u32)
    }

    /// Allocates two cells.
    #[inline(always)]
    fn two(&mut self, a: Value, b: Value) -> Ref {
        let at = self.next();
        self.cells.extend_from_slice(&[a, b]);
        at
    }

    /// Allocates a pair.
    #[inline(always)]
    pub(crate) fn pair(&mut self, tags: Tags, head: Value, tail: Value) -> Value {
        Value::Pair(tags, Retag::SAME, self.two(head, tail))
    }

    /// Allocates a number with tangents.
    #[inline(always)]
    pub(crate) fn tower(&mut self, tags: Tags, axes: Axes, numbers: &[f64]) -> Value {
        debug_assert_eq!(axes.size(), numbers.len());
        if let [x] = numbers {
            return Value::Real(tags, *x);
        }
        let at = self.next();
        self.cells.extend(numbers.iter().map(|x| Value::real(*x)));
        Value::Tower(tags, axes, at)
    }

    /// Returns a number of a tower.
    #[inline(always)]
    pub(crate) fn number(&self, at: Ref, index: usize) -> f64 {
        match self.cells[at.0 as usize + index] {
            Value::Real(_, x) => x,
            _ => unreachable!("a tower consists of numbers"),
        }
    }

    /// Allocates a closure.
    #[inline]
    pub(crate) fn closure(
        &mut self,
        tags: Tags,
        code: CodeId,
        captured: impl IntoIterator<Item = Value>,
    ) -> Value {
        let at = self.next();
        self.cells.push(Value::Header { code, len: 0 });
        self.cells.extend(captured);
        let len = self.next().0 - at.0 - 1;
        self.set(at, 0, Value::Header { code, len });
        Value::Closure(tags, Retag::SAME, at)
    }

    /// Returns the code of a closure and the number of values that it captured.
    #[inline(always)]
    pub(crate) fn header(&self, closure: Ref) -> (CodeId, u32) {
        match self.cell(closure, 0) {
            Value::Header { code, len } => (code, len),
            _ => unreachable!("a closure starts with its header"),
        }
    }

    /// Suspends an operator on pairs, procedures or suspended values. The same operands give the same object.
    pub(crate) fn suspend(&mut self, tags: Tags, view: View, depth: u32, a: Value, b: Value) -> Value {
        let place = |v: Value| match v {
            Value::Pair(_, s, r) | Value::Closure(_, s, r) | Value::Lazy(_, s, r) => (s.number(), r.0),
            _ => unreachable!("only pairs, procedures and what is suspended can wait"),
        };
        let key = (view, depth, [place(a), place(b)]);
        let at = self.next();
        let known = *self.memo.entry(key).or_insert(at);
        if known == at {
            self.cells.extend_from_slice(&[Value::Suspended { view, depth }, a, b]);
        }
        Value::Lazy(tags, Retag::SAME, known)
    }

    /// Returns the size in cells, including garbage. Each entry of the table of suspended operators counts as six,
    /// which covers the room that the table keeps free.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.cells.len() + 6 * self.memo.len()
    }

    /// Keeps only the objects that are reachable from the roots.
    pub(crate) fn collect<'a>(&mut self, roots: impl Iterator<Item = &'a mut Value>) {
        let mut from = std::mem::take(&mut self.cells);
        let mut to = Vec::with_capacity(from.len() / 4 + LEAST / 4);
        for root in roots {
            *root = moved(*root, &mut from, &mut to);
        }
        let mut scan = 0;
        while scan < to.len() {
            to[scan] = moved(to[scan], &mut from, &mut to);
            scan += 1;
        }
        // Suspended operators that are unreachable may be forgotten; reachable ones stay unique.
        let place = |(s, at): (u32, u32)| match from[at as usize] {
            Value::Moved(new) => Some((s, new.0)),
            _ => None,
        };
        self.memo = std::mem::take(&mut self.memo)
            .into_iter()
            .filter_map(|((view, depth, [a, b]), at)| {
                Some(((view, depth, [place(a)?, place(b)?]), Ref(place((0, at.0))?.1)))
            })
            .collect();
        self.cells = to;
    }
}

/// Moves the object of `len` cells at this index, unless it was moved already.
fn carry(at: Ref, len: usize, from: &mut [Value], to: &mut Vec<Value>) -> Ref {
    let start = at.0 as usize;
    if let Value::Moved(new) = from[start] {
        return new;
    }
    let new = Ref(to.len() as u32);
    to.extend_from_slice(&from[start..start + len]);
    from[start] = Value::Moved(new);
    new
}

/// Returns the value after its object was moved.
fn moved(value: Value, from: &mut [Value], to: &mut Vec<Value>) -> Value {
    match value {
        Value::Pair(t, s, at) => Value::Pair(t, s, carry(at, 2, from, to)),
        Value::Tower(t, axes, at) => Value::Tower(t, axes, carry(at, axes.size(), from, to)),
        Value::Closure(t, s, at) => match from[at.0 as usize] {
            Value::Header { len, .. } => Value::Closure(t, s, carry(at, len as usize + 1, from, to)),
            _ => Value::Closure(t, s, carry(at, 1, from, to)),
        },
        Value::Lazy(t, s, at) => match from[at.0 as usize] {
            // A computed result replaces the suspended operator; it is never lazy itself.
            Value::Forced => moved(from[at.0 as usize + 1].instead_of(t, s), from, to),
            _ => Value::Lazy(t, s, carry(at, 3, from, to)),
        },
        Value::Nil(_) | Value::Boolean(..) | Value::Real(..) | Value::Prim(..) => value,
        Value::Header { .. } | Value::Suspended { .. } | Value::Forced | Value::Moved(_) => value,
    }
}
