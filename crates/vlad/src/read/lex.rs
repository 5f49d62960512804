//! The tokens of a text: parentheses, marks, atoms and comments, each with its place.
//!
//! Law: only white space separates two tokens, so tokens and their places contain everything that a formatter needs.

use crate::error::{Error, Result};
use crate::source::Span;

/// The kind of a [`Token`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `(` or `[`, with the character that closes it.
    Open(u8),
    /// `)` or `]`.
    Close(u8),
    /// `'`, before a datum.
    Quote,
    /// `#;`, before a datum that is ignored.
    Discard,
    /// A text in double quotes.
    Text,
    /// A boolean, a number, a name, or the dot of a pair.
    Word,
    /// From `;` to the end of the line, without it.
    LineComment,
    /// `#| … |#`.
    BlockComment,
}

/// A token of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The kind of token.
    pub kind: TokenKind,
    /// Its place.
    pub span: Span,
}

/// Splits a text into tokens. The text is number `source` of its program.
pub struct Lexer<'a> {
    source: u32,
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    /// Starts at the beginning.
    pub fn new(source: u32, text: &'a str) -> Self {
        // Some editors start a text with a byte order mark.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Lexer { source, text, at }
    }

    /// Returns the next token; `None` at the end.
    ///
    /// # Errors
    ///
    /// If a comment or a text is never closed, or a character starts no token.
    pub fn next_token(&mut self) -> Result<Option<Token>> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        let (start, rest) = (self.at, &self.text[self.at..]);
        let Some(&byte) = rest.as_bytes().first() else { return Ok(None) };
        let (kind, length) = match byte {
            b'(' => (TokenKind::Open(b')'), 1),
            b'[' => (TokenKind::Open(b']'), 1),
            b')' | b']' => (TokenKind::Close(byte), 1),
            b'\'' => (TokenKind::Quote, 1),
            b';' => (TokenKind::LineComment, rest.find('\n').unwrap_or(rest.len())),
            b'"' => match rest[1..].find('"') {
                Some(length) => (TokenKind::Text, length + 2),
                None => return Err(Error::syntax(self.span(start, start + 1), "this text is never closed")),
            },
            b'`' | b',' => {
                let span = self.span(start, start + 1);
                return Err(Error::syntax(span, "quasiquotation is not part of VLAD")
                    .hint("build the value with `cons` and `list`"));
            }
            _ if rest.starts_with("#;") => (TokenKind::Discard, 2),
            _ if rest.starts_with("#|") => (TokenKind::BlockComment, self.block_comment()?),
            _ => (TokenKind::Word, word_length(rest)),
        };
        self.at += length;
        Ok(Some(Token { kind, span: self.span(start, self.at) }))
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span { source: self.source, start: start as u32, end: end as u32 }
    }

    /// Returns the length of `#| … |#`; such comments nest.
    fn block_comment(&self) -> Result<usize> {
        let rest = &self.text.as_bytes()[self.at..];
        let (mut at, mut depth) = (0, 0usize);
        while at < rest.len() {
            match &rest[at..rest.len().min(at + 2)] {
                b"#|" => (depth, at) = (depth + 1, at + 2),
                b"|#" => (depth, at) = (depth - 1, at + 2),
                _ => at += 1,
            }
            if depth == 0 {
                return Ok(at);
            }
        }
        Err(Error::syntax(self.span(self.at, self.at + 2), "this comment is never closed"))
    }
}

fn word_length(rest: &str) -> usize {
    // `#[…]` is the printed form of a procedure, which a test may expect.
    if rest.starts_with("#[") {
        if let Some(end) = rest.find(']') {
            return end + 1;
        }
    }
    rest.find(|c: char| c.is_whitespace() || "()[]\";'".contains(c)).unwrap_or(rest.len())
}
