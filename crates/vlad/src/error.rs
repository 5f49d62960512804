//! [`Error`]: why a program cannot be read or run, where, and what may help.

use crate::source::Span;

/// What kind of fault an [`Error`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The text is not a program.
    Syntax,
    /// A file to include cannot be read.
    Include,
    /// A value was used as what it is not.
    Runtime,
    /// The program took more steps, memory or depth than it was allowed to.
    Limit,
}

/// How many procedures a stack trace names at most.
pub const TRACE: usize = 30;

/// One line of a stack trace: a procedure that was running, and where it was called.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The procedure, as VLAD writes it.
    pub procedure: String,
    /// The call.
    pub span: Option<Span>,
}

/// Why a program cannot be read or run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", .0.message)]
pub struct Error(pub Box<Details>);

/// What an [`Error`] says.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    /// What kind of fault it is.
    pub kind: ErrorKind,
    /// What is wrong, in the wording of the reference where it has one.
    pub message: String,
    /// Where.
    pub span: Option<Span>,
    /// What may help.
    pub hint: Option<String>,
    /// The values at fault, as VLAD writes them.
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

    /// A fault of the text at a place.
    pub fn syntax(span: Span, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Syntax, message).at(span)
    }

    /// More transformations than [`Tags`](crate::tags::Tags) can tell.
    pub(crate) fn order_limit() -> Self {
        Self::new(ErrorKind::Limit, "Order limit exceeded").hint(
            "a value or a procedure goes through fifteen transformations at most: derivatives nest no deeper",
        )
    }

    /// The same at a place, unless it already has one.
    pub fn at(mut self, span: Span) -> Self {
        self.0.span.get_or_insert(span);
        self
    }

    /// The same with a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// The kind of the fault.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }
}

/// What may fail with an [`Error`].
pub type Result<T> = std::result::Result<T, Error>;
