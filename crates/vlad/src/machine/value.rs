//! [`Value`]: what programs compute with, in 16 bytes, and the heap cells that it may point to.

use super::retag::Retag;
use crate::anf::CodeId;
use crate::prim::Prim;
use crate::tags::Tags;

/// An index of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ref(pub u32);

/// Which tags of a number have a tangent stored: bit `i` is for the tag that lies on `i` others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Axes(pub u16);

impl Axes {
    /// How many numbers there are.
    #[inline(always)]
    pub(crate) const fn size(self) -> usize {
        1 << self.0.count_ones()
    }
}

/// A value, or a cell of the heap.
///
/// Tags are those of the value from the outermost inwards. Numbers, booleans, the empty list and primitives carry all of
/// them in place; only a number with a tangent needs memory. What refers to the heap also says what has been done to
/// it since it was written there.
///
/// The kind takes a whole word, so that values are moved word by word.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u32)]
pub(crate) enum Value {
    /// The empty list.
    Nil(Tags),
    /// A boolean.
    Boolean(Tags, bool),
    /// A number. Where `forward` is among its tags, the tangent is zero.
    Real(Tags, f64),
    /// A primitive. Where its innermost tag is `forward` or `reverse`, it is the procedure that it was transformed into.
    Prim(Tags, Prim),
    /// A number with tangents: as many numbers as the axes say. Their index has a bit for each axis, 0 for the primal and
    /// 1 for the tangent; the outermost axis has the highest.
    Tower(Tags, Axes, Ref),
    /// A pair: two cells, which have gone through the same transformations.
    Pair(Tags, Retag, Ref),
    /// A procedure: [`Value::Header`], then what it captured. The tags are those of its code.
    Closure(Tags, Retag, Ref),
    /// A sum or bundle of pairs or procedures that is still to be computed, or was: three cells, [`Value::Suspended`] and
    /// two operands, or [`Value::Forced`] and the result. The tags are those that the result will have.
    Lazy(Tags, Retag, Ref),

    /// Cell: the first of a closure.
    Header {
        /// What it runs.
        code: CodeId,
        /// How many cells follow.
        len: u32,
    },
    /// Cell: the first of a lazy value that is still to be computed.
    Suspended {
        /// What is to be applied to the operands: `bundle` or `plus`.
        view: View,
        /// How many `forward` tags it leaves alone.
        depth: u32,
    },
    /// Cell: the first of a lazy value that was computed. What it was computed to has never been retagged.
    Forced,
    /// Cell: where an object was moved to, during a collection.
    Moved(Ref),
}

/// The operators that keep the shape of their operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum View {
    /// `perturb`
    Perturb,
    /// `unperturb`
    Unperturb,
    /// `sensitize`
    Sensitize,
    /// `unsensitize`
    Unsensitize,
    /// `*j`
    Reverse,
    /// `*j-inverse`
    Unreverse,
    /// `primal`
    Primal,
    /// `tangent`
    Tangent,
    /// `zero`
    Zero,
    /// `bundle`
    Bundle,
    /// `plus`
    Plus,
}

impl View {
    /// The primitive that it stands for.
    pub(crate) const fn prim(self) -> Prim {
        match self {
            View::Perturb => Prim::Perturb,
            View::Unperturb => Prim::Unperturb,
            View::Sensitize => Prim::Sensitize,
            View::Unsensitize => Prim::Unsensitize,
            View::Reverse => Prim::Reverse,
            View::Unreverse => Prim::Unreverse,
            View::Primal => Prim::Primal,
            View::Tangent => Prim::Tangent,
            View::Zero => Prim::Zero,
            View::Bundle => Prim::Bundle,
            View::Plus => Prim::Plus,
        }
    }
}

impl Value {
    /// The untagged empty list.
    pub(crate) const NIL: Value = Value::Nil(Tags::NONE);

    /// An untagged number.
    pub(crate) const fn real(x: f64) -> Value {
        Value::Real(Tags::NONE, x)
    }

    /// What was computed, seen as what suspended it was to be seen.
    #[inline(always)]
    pub(crate) fn instead_of(self, tags: Tags, retag: Retag) -> Value {
        match self {
            Value::Pair(_, Retag::SAME, at) => Value::Pair(tags, retag, at),
            Value::Closure(_, Retag::SAME, at) => Value::Closure(tags, retag, at),
            _ => unreachable!("what was suspended is a new pair or procedure"),
        }
    }

    /// An untagged boolean.
    pub(crate) const fn boolean(b: bool) -> Value {
        Value::Boolean(Tags::NONE, b)
    }

    /// The tags, from the outermost inwards.
    ///
    /// # Panics
    ///
    /// On a cell that is no value.
    pub(crate) fn tags(self) -> Tags {
        match self {
            Value::Nil(t)
            | Value::Boolean(t, _)
            | Value::Real(t, _)
            | Value::Prim(t, _)
            | Value::Tower(t, ..)
            | Value::Pair(t, ..)
            | Value::Closure(t, ..)
            | Value::Lazy(t, ..) => t,
            Value::Header { .. } | Value::Suspended { .. } | Value::Forced | Value::Moved(_) => {
                unreachable!("a cell that is no value was read as one")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_takes_two_words() {
        assert_eq!(size_of::<Value>(), 16);
    }
}
