//! The errors that end a run.

use proc_macro2::Span;
use retrograde_compiler::ir::step;
use std::fmt;

/// An error, and its place if that is known.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The kind of failure.
    pub kind: Kind,
    /// The message, in the names of the program.
    pub message: String,
    /// The statement or place.
    pub span: Option<Span>,
}

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A variable was read outside the scope that declares it.
    Undefined,
    /// A place that is not mutable was written.
    Immutable,
    /// An index or range outside its array.
    Bounds,
    /// Overflow, or division by zero.
    Arithmetic,
    /// A [`step::Check`] did not hold.
    Law(step::Law),
    /// Two arguments of a call overlap, and one of them is changed.
    Alias,
    /// A value of the wrong kind or shape.
    Type,
    /// A function or constant that is not in the module.
    Unknown,
    /// The step budget is used up.
    Budget,
    /// Calls are nested too deeply.
    Recursion,
    /// More memory is needed than is allowed.
    Memory,
}

impl Fault {
    pub(super) fn new(kind: Kind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into(), span: None }
    }

    /// Adds the place, unless an inner call has set it already.
    pub(super) fn at(mut self, span: Span) -> Fault {
        self.span.get_or_insert(span);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}
