//! The reader: converts text to [`Datum`]s.
//!
//! It has its own stack. Text that is nested deeper than [`DEPTH`] is rejected, because later passes recur on a stack
//! that grows in memory.

mod lex;

pub use lex::{Lexer, Token, TokenKind};

use crate::datum::{Datum, DatumKind};
use crate::error::{Error, Result};
use crate::source::Span;

/// The greatest depth of nested parentheses.
pub const DEPTH: usize = 1_000_000;

/// Reads all data of a text, which is number `source` of its program.
///
/// # Errors
///
/// If the text is not a sequence of data; the error has a place.
pub fn read(source: u32, text: &str) -> Result<Vec<Datum>> {
    Reader { text, open: Vec::new(), done: Vec::new() }.all(Lexer::new(source, text))
}

/// Returns the number of tokens of a text, without comments.
///
/// # Errors
///
/// If a comment or a text is never closed, or a character starts no token.
pub fn words(source: u32, text: &str) -> Result<usize> {
    let (mut lexer, mut count) = (Lexer::new(source, text), 0);
    while let Some(token) = lexer.next_token()? {
        count += usize::from(!matches!(token.kind, TokenKind::LineComment | TokenKind::BlockComment));
    }
    Ok(count)
}

/// The token that opened a list.
#[derive(Clone, Copy, PartialEq)]
enum Opened {
    /// A parenthesis, and the one that closes it.
    Parenthesis(u8),
    /// `'`: the list closes by itself after two items.
    Quote,
    /// `#;`: the datum is dropped.
    Discard,
}

/// A list that is being read.
struct Open {
    span: Span,
    by: Opened,
    items: Vec<Datum>,
    dot: Option<usize>,
}

struct Reader<'a> {
    text: &'a str,
    open: Vec<Open>,
    done: Vec<Datum>,
}

impl Reader<'_> {
    fn all(mut self, mut lexer: Lexer<'_>) -> Result<Vec<Datum>> {
        while let Some(Token { kind, span }) = lexer.next_token()? {
            match kind {
                TokenKind::Open(close) => self.open(span, Opened::Parenthesis(close), Vec::new())?,
                TokenKind::Quote => {
                    let quote = Datum { kind: DatumKind::Symbol("quote".into()), span };
                    self.open(span, Opened::Quote, vec![quote])?;
                }
                TokenKind::Discard => self.open(span, Opened::Discard, Vec::new())?,
                TokenKind::Close(byte) => {
                    let list = self.close(span, byte)?;
                    self.complete(list);
                }
                TokenKind::Text => {
                    let text = &self.text[span.start as usize + 1..span.end as usize - 1];
                    self.complete(Datum { kind: DatumKind::String(text.into()), span });
                }
                TokenKind::Word => {
                    if let Some(atom) = self.atom(span)? {
                        self.complete(atom);
                    }
                }
                TokenKind::LineComment | TokenKind::BlockComment => {}
            }
        }
        match self.open.last() {
            None => Ok(self.done),
            Some(Open { by: Opened::Parenthesis(close), span, .. }) => {
                Err(Error::syntax(*span, "this parenthesis is never closed")
                    .hint(format!("write the missing `{}`", *close as char)))
            }
            Some(Open { span, .. }) => Err(Error::syntax(*span, "nothing follows this mark")),
        }
    }

    fn open(&mut self, span: Span, by: Opened, items: Vec<Datum>) -> Result<()> {
        self.open.push(Open { span, by, items, dot: None });
        if self.open.len() <= DEPTH {
            return Ok(());
        }
        let message = format!("parentheses are nested more than {DEPTH} deep");
        Err(Error::syntax(span, message).hint("give parts of it names with `define`"))
    }

    /// Adds a datum to the innermost open list; this closes quotations and discarded data.
    fn complete(&mut self, mut datum: Datum) {
        while let Some(list) = self.open.last_mut() {
            match list.by {
                Opened::Discard => {
                    self.open.pop();
                    return;
                }
                Opened::Parenthesis(_) => {
                    list.items.push(datum);
                    return;
                }
                Opened::Quote => {
                    let span = list.span.to(datum.span);
                    let mut items = std::mem::take(&mut list.items);
                    items.push(datum);
                    self.open.pop();
                    datum = Datum { kind: DatumKind::List(items, None), span };
                }
            }
        }
        self.done.push(datum);
    }

    fn close(&mut self, here: Span, byte: u8) -> Result<Datum> {
        let list = match self.open.last().map(|list| list.by) {
            None => {
                return Err(Error::syntax(here, "this parenthesis closes nothing").hint("delete it"));
            }
            Some(Opened::Quote | Opened::Discard) => {
                return Err(Error::syntax(here, "a datum was expected before this parenthesis"));
            }
            Some(Opened::Parenthesis(close)) if close != byte => {
                let message = format!("this closes a list that must be closed by `{}`", close as char);
                return Err(Error::syntax(here, message));
            }
            Some(Opened::Parenthesis(_)) => self.open.pop().expect("just seen"),
        };
        let span = list.span.to(here);
        let mut items = list.items;
        let tail = match list.dot {
            None => None,
            Some(at) if at > 0 && at + 1 == items.len() => items.pop(),
            Some(_) => {
                return Err(Error::syntax(span, "exactly one datum must stand on either side of the dot"));
            }
        };
        let Some(mut tail) = tail else { return Ok(Datum { kind: DatumKind::List(items, None), span }) };
        let end = match &mut tail.kind {
            // (a . (b c)) is (a b c).
            DatumKind::List(more, end) => {
                items.append(more);
                end.take()
            }
            _ => Some(Box::new(tail)),
        };
        Ok(Datum { kind: DatumKind::List(items, end), span })
    }

    /// Reads a boolean, a number or a name; `None` for the dot of the list.
    fn atom(&mut self, span: Span) -> Result<Option<Datum>> {
        let word = &self.text[span.start as usize..span.end as usize];
        if word == "." {
            return match self.open.last_mut() {
                Some(list) if matches!(list.by, Opened::Parenthesis(_)) && list.dot.is_none() => {
                    list.dot = Some(list.items.len());
                    Ok(None)
                }
                _ => Err(Error::syntax(span, "a dot stands only between the elements of a list")),
            };
        }
        let kind = match word {
            "#t" | "#true" => DatumKind::Boolean(true),
            "#f" | "#false" => DatumKind::Boolean(false),
            // `#[…]` is the printed form of a procedure, which a test may expect.
            _ if word.starts_with("#[") => DatumKind::Symbol(word.into()),
            _ => match number(word) {
                Some(value) => DatumKind::Real(value),
                None if word.starts_with('#') => {
                    return Err(Error::syntax(span, format!("`{word}` is not a datum of VLAD"))
                        .hint("after `#` comes t, f, or b, o, d, x and digits"));
                }
                None => DatumKind::Symbol(word.into()),
            },
        };
        Ok(Some(Datum { kind, span }))
    }
}

/// Reads a number: decimal, or with a radix as in `#xff`.
fn number(word: &str) -> Option<f64> {
    if let Some(rest) = word.strip_prefix('#') {
        let (radix, digits) = (rest.chars().next()?, rest.get(1..)?);
        let radix = match radix {
            'b' => 2,
            'o' => 8,
            'x' => 16,
            'd' => return number(digits),
            _ => return None,
        };
        let (negative, digits) = match digits.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, digits.strip_prefix('+').unwrap_or(digits)),
        };
        let value = digits.chars().try_fold(None, |value: Option<f64>, c| {
            Some(Some(value.unwrap_or(0.0) * f64::from(radix) + f64::from(c.to_digit(radix)?)))
        })??;
        return Some(if negative { -value } else { value });
    }
    match word {
        "+inf.0" => return Some(f64::INFINITY),
        "-inf.0" => return Some(f64::NEG_INFINITY),
        "+nan.0" | "-nan.0" => return Some(f64::NAN),
        _ => {}
    }
    // Rust would also parse names such as `inf` and `nan`.
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    let numeric = digits.starts_with(|c: char| c.is_ascii_digit())
        || (digits.starts_with('.') && digits[1..].starts_with(|c: char| c.is_ascii_digit()));
    numeric.then(|| word.parse().ok()).flatten()
}
