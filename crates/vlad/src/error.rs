//! [`Error`]: why a program cannot be read or run, the place, and a hint.

use crate::source::Span;

/// The kind of fault that an [`Error`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The text is not a program.
    Syntax,
    /// A file to include cannot be read.
    Include,
    /// An operation was applied to a value of the wrong kind.
    Runtime,
    /// The program used more steps, memory or depth than it was allowed.
    Limit,
}

/// The greatest number of procedures that a stack trace names.
pub const TRACE: usize = 30;

/// One line of a stack trace: a running procedure and the place where it was called.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The procedure, as VLAD prints it.
    pub procedure: String,
    /// The call.
    pub span: Option<Span>,
}

/// The reason why a program cannot be read or run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", .0.message)]
pub struct Error(pub Box<Details>);

/// The contents of an [`Error`].
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    /// The kind of fault.
    pub kind: ErrorKind,
    /// The fault in words, with the wording of the reference implementation where it has one.
    pub message: String,
    /// The place.
    pub span: Option<Span>,
    /// A hint for the user.
    pub hint: Option<String>,
    /// The values at fault, as VLAD prints them.
    pub values: Vec<String>,
    /// The procedures that were running, innermost first.
    pub trace: Vec<Frame>,
}

impl Error {
    /// An error of a kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error(Box::new(Details {
            kind,
            message: message.into(),
            span: None,
            hint: None,
            values: Vec::new(),
            trace: Vec::new(),
        }))
    }

    /// A syntax error at a place.
    pub fn syntax(span: Span, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Syntax, message).at(span)
    }

    /// A value or a procedure went through more transformations than [`Tags`](crate::tags::Tags) can represent.
    pub(crate) fn order_limit() -> Self {
        Self::new(ErrorKind::Limit, "Order limit exceeded").hint(
            "a value or a procedure goes through fifteen transformations at most: derivatives nest no deeper",
        )
    }

    /// Adds a place, unless the error has one.
    pub fn at(mut self, span: Span) -> Self {
        self.0.span.get_or_insert(span);
        self
    }

    /// Adds a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Returns the kind of fault.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }
}

/// The result of an operation that may fail with an [`Error`].
pub type Result<T> = std::result::Result<T, Error>;
