//! [`Datum`]: a piece of text as S-expression.

use crate::source::Span;
use std::sync::Arc;

/// An S-expression and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Datum {
    /// What it is.
    pub kind: DatumKind,
    /// Where it was read.
    pub span: Span,
}

/// The kinds of [`Datum`].
#[derive(Clone, Debug, PartialEq)]
pub enum DatumKind {
    /// `#t` or `#f`.
    Boolean(bool),
    /// A number.
    Real(f64),
    /// A name.
    Symbol(Arc<str>),
    /// A text in double quotes; only `include` takes one.
    String(Arc<str>),
    /// `(a b …)`, or `(a b … . tail)`.
    List(Vec<Datum>, Option<Box<Datum>>),
}

impl Datum {
    /// The name, if it is one.
    pub fn symbol(&self) -> Option<&Arc<str>> {
        match &self.kind {
            DatumKind::Symbol(name) => Some(name),
            _ => None,
        }
    }

    /// The elements, if it is a proper list.
    pub fn list(&self) -> Option<&[Datum]> {
        match &self.kind {
            DatumKind::List(items, None) => Some(items),
            _ => None,
        }
    }

    /// Whether it is a list that starts with this name.
    pub fn is_form(&self, name: &str) -> bool {
        self.list().and_then(<[Datum]>::first).and_then(Datum::symbol).is_some_and(|s| &**s == name)
    }
}

impl std::fmt::Display for Datum {
    /// Writes the datum on one line.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.kind {
            DatumKind::Boolean(b) => f.write_str(if *b { "#t" } else { "#f" }),
            DatumKind::Real(r) => write!(f, "{}", crate::print::Number(*r)),
            DatumKind::Symbol(name) => f.write_str(name),
            DatumKind::String(text) => write!(f, "\"{text}\""),
            DatumKind::List(items, tail) => {
                f.write_str("(")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i == 0 { "" } else { " " })?;
                }
                if let Some(tail) = tail {
                    write!(f, " . {tail}")?;
                }
                f.write_str(")")
            }
        }
    }
}
