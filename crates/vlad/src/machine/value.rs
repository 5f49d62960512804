//! [`Value`]: the values of programs, in 16 bytes, and the heap cells to which they may refer.

use super::retag::Retag;
use crate::anf::CodeId;
use crate::prim::Prim;
use crate::tags::Tags;

/// An index into the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ref(pub u32);

/// The tags of a number for which a tangent is stored: bit `i` is for the tag above `i` others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Axes(pub u16);

impl Axes {
    /// Returns the number of scalars.
    #[inline(always)]
    pub(crate) const fn size(self) -> usize {
        1 << self.0.count_ones()
    }
}

/// A value, or a cell of the heap.
///
/// Tags go from the outermost inwards. Numbers, booleans, the empty list and primitives store all their tags in
/// place; only a number with a tangent needs memory. A reference into the heap also stores the operators that were
/// applied since the cell was written.
///
/// The discriminant takes a whole word, so that values are moved word by word.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u32)]
pub(crate) enum Value {
    /// The empty list.
    Nil(Tags),
    /// A boolean.
    Boolean(Tags, bool),
    /// A number. If it has `forward` tags, their tangents are zero.
    Real(Tags, f64),
    /// A primitive. If its innermost tag is `forward` or `reverse`, it denotes the procedure into which it was
    /// transformed.
    Prim(Tags, Prim),
    /// A number with tangents: as many scalars as the axes determine. Their index has a bit for each axis, 0 for the
    /// primal and 1 for the tangent; the outermost axis has the highest.
    Tower(Tags, Axes, Ref),
    /// A pair: two cells, to which the same operators were applied.
    Pair(Tags, Retag, Ref),
    /// A procedure: [`Value::Header`], then its captures. The tags are those of its code.
    Closure(Tags, Retag, Ref),
    /// A sum or bundle of pairs or procedures, suspended or computed: three cells, [`Value::Suspended`] and two
    /// operands, or [`Value::Forced`] and the result. The tags are those of the result.
    Lazy(Tags, Retag, Ref),

    /// A cell: the first of a closure.
    Header {
        /// Its code.
        code: CodeId,
        /// The number of cells that follow.
        len: u32,
    },
    /// A cell: the first of a suspended lazy value.
    Suspended {
        /// The suspended operator: `bundle` or `plus`.
        view: View,
        /// The number of `forward` tags that it leaves alone.
        depth: u32,
    },
    /// A cell: the first of a computed lazy value. The result has never been retagged.
    Forced,
    /// A cell: the new position of an object, during a collection.
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
    /// Returns the primitive that denotes the operator.
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

    /// Returns the result of a suspended operator with the tags and the retagging of the reference to it.
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
    /// If this is a heap cell that is not a value.
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
                unreachable!("a cell that is not a value was read as one")
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
