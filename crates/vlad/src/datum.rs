//! [`Datum`]: a piece of text as an S-expression.

use crate::deep::{deep, deep_tree};
use crate::source::Span;
use std::sync::Arc;

/// An S-expression and its place in the text.
pub struct Datum {
    /// The kind of datum.
    pub kind: DatumKind,
    /// The place where it was read.
    pub span: Span,
}

deep_tree!(Datum { kind: DatumKind => DatumKind::Boolean(false), span });

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
    /// Returns the name, if the datum is a symbol.
    pub fn symbol(&self) -> Option<&Arc<str>> {
        match &self.kind {
            DatumKind::Symbol(name) => Some(name),
            _ => None,
        }
    }

    /// Returns the elements, if the datum is a proper list.
    pub fn list(&self) -> Option<&[Datum]> {
        match &self.kind {
            DatumKind::List(items, None) => Some(items),
            _ => None,
        }
    }

    /// True if the datum is a list that starts with this name.
    pub fn is_form(&self, name: &str) -> bool {
        self.list().and_then(<[Datum]>::first).and_then(Datum::symbol).is_some_and(|s| &**s == name)
    }
}

/// The number of bytes of a datum that a message shows.
const BRIEF: usize = 120;

impl Datum {
    /// Writes the datum on one line for a message; a long datum is cut.
    pub fn brief(&self) -> String {
        let mut text = Brief(String::new());
        // Writing stops with an error at the first piece that does not fit.
        match std::fmt::write(&mut text, format_args!("{self}")) {
            Ok(()) => text.0,
            Err(std::fmt::Error) => text.0 + " …",
        }
    }
}

/// A writer that accepts [`BRIEF`] bytes, and the whole piece that crosses the limit.
struct Brief(String);

impl std::fmt::Write for Brief {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        if self.0.len() + text.len() > BRIEF && !self.0.is_empty() {
            return Err(std::fmt::Error);
        }
        self.0.extend(text.chars().take(BRIEF));
        Ok(())
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
                    f.write_str(if i == 0 { "" } else { " " })?;
                    deep(|| item.fmt(f))?;
                }
                if let Some(tail) = tail {
                    write!(f, " . {tail}")?;
                }
                f.write_str(")")
            }
        }
    }
}
