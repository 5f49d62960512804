//! Places in a program's texts: [`Span`]s into [`Source`]s.

use std::sync::Arc;

/// A range of bytes in one of the texts of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The text: an index into the program's [`Sources`].
    pub source: u32,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// No place, for code that no programmer wrote.
    pub const NOWHERE: Span = Span { source: u32::MAX, start: 0, end: 0 };

    /// Returns the smallest span that contains both.
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A text and its name for people.
#[derive(Clone, Debug)]
pub struct Source {
    /// A path, or something like `<input>`.
    pub name: Arc<str>,
    /// The text itself.
    pub text: Arc<str>,
}

/// All texts from which a program was read.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<Source>);

impl Sources {
    /// Adds a text and returns its number.
    pub fn add(&mut self, name: &str, text: &str) -> u32 {
        self.0.push(Source { name: name.into(), text: text.into() });
        (self.0.len() - 1) as u32
    }

    /// Returns the text with this number.
    pub fn get(&self, source: u32) -> Option<&Source> {
        self.0.get(source as usize)
    }

    /// Returns the text that a span covers.
    pub fn text(&self, span: Span) -> &str {
        let source = self.get(span.source);
        source.and_then(|s| s.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }

    /// Returns line and column of the span's first character, both counted from one.
    pub fn position(&self, span: Span) -> (usize, usize) {
        let text = self.get(span.source).map_or("", |s| &s.text);
        let before = text.get(..span.start as usize).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }

    /// Returns all texts, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.0.iter()
    }
}
