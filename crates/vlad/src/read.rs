//! The reader: text in, [`Datum`]s out.
//!
//! It keeps its own stack, so no nesting of parentheses overflows the native one; what is nested deeper than
//! [`DEPTH`] is refused, because the passes that follow recur.

use crate::datum::{Datum, DatumKind};
use crate::error::{Error, Result};
use crate::source::Span;

/// How deeply parentheses may be nested.
pub const DEPTH: usize = 1000;

/// Reads all data of a text, which is number `source` of its program.
pub fn read(source: u32, text: &str) -> Result<Vec<Datum>> {
    Reader { source, text, at: 0 }.all()
}

/// A list that is being read.
struct Open {
    start: usize,
    close: u8,
    items: Vec<Datum>,
    dot: Option<usize>,
    /// Read for `'x`: the list closes by itself after two items.
    quote: bool,
    /// Read for `#;`: what it comes to is dropped.
    comment: bool,
}

struct Reader<'a> {
    source: u32,
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn span(&self, start: usize, end: usize) -> Span {
        Span { source: self.source, start: start as u32, end: end as u32 }
    }

    fn all(mut self) -> Result<Vec<Datum>> {
        let mut done = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        loop {
            self.skip_blanks()?;
            let start = self.at;
            let Some(&byte) = self.text.as_bytes().get(start) else { break };
            let opened =
                |close, quote, comment| Open { start, close, items: Vec::new(), dot: None, quote, comment };
            let mut datum = match byte {
                b'(' | b'[' => {
                    self.at += 1;
                    open.push(opened(if byte == b'(' { b')' } else { b']' }, false, false));
                    self.check_depth(&open)?;
                    continue;
                }
                b'\'' => {
                    self.at += 1;
                    let mut list = opened(0, true, false);
                    list.items.push(Datum {
                        kind: DatumKind::Symbol("quote".into()),
                        span: self.span(start, start + 1),
                    });
                    open.push(list);
                    self.check_depth(&open)?;
                    continue;
                }
                b'#' if self.text[start..].starts_with("#;") => {
                    self.at += 2;
                    open.push(opened(0, false, true));
                    self.check_depth(&open)?;
                    continue;
                }
                b')' | b']' => {
                    self.at += 1;
                    self.close(&mut open, byte)?
                }
                b'"' => self.string()?,
                b'`' | b',' => {
                    return Err(Error::syntax(
                        self.span(start, start + 1),
                        "quasiquotation is not part of VLAD",
                    )
                    .hint("build the value with `cons` and `list`"));
                }
                _ => match self.atom(open.last_mut())? {
                    Some(atom) => atom,
                    None => continue,
                },
            };
            // A datum is complete; quotations and datum comments end with it.
            loop {
                let Some(list) = open.last_mut() else {
                    done.push(datum);
                    break;
                };
                if list.comment {
                    open.pop();
                    break;
                }
                list.items.push(datum);
                if !list.quote {
                    break;
                }
                let span = self.span(list.start, self.at);
                let items = std::mem::take(&mut list.items);
                open.pop();
                datum = Datum { kind: DatumKind::List(items, None), span };
            }
        }
        match open.last() {
            None => Ok(done),
            Some(list) if list.quote || list.comment => {
                Err(Error::syntax(self.span(list.start, list.start + 1), "nothing follows this mark"))
            }
            Some(list) => {
                Err(Error::syntax(self.span(list.start, list.start + 1), "this parenthesis is never closed")
                    .hint(format!("write the missing `{}`", list.close as char)))
            }
        }
    }

    fn check_depth(&self, open: &[Open]) -> Result<()> {
        if open.len() <= DEPTH {
            return Ok(());
        }
        let message = format!("parentheses are nested more than {DEPTH} deep");
        Err(Error::syntax(self.span(self.at - 1, self.at), message)
            .hint("give parts of it names with `define`"))
    }

    fn close(&mut self, open: &mut Vec<Open>, byte: u8) -> Result<Datum> {
        let here = self.span(self.at - 1, self.at);
        let list = match open.last() {
            None => {
                return Err(Error::syntax(here, "this parenthesis closes nothing").hint("delete it"));
            }
            Some(list) if list.quote || list.comment => {
                return Err(Error::syntax(here, "a datum was expected before this parenthesis"));
            }
            Some(list) if list.close != byte => {
                let message = format!("this closes a list that must be closed by `{}`", list.close as char);
                return Err(Error::syntax(here, message));
            }
            Some(_) => open.pop().expect("just seen"),
        };
        let span = self.span(list.start, self.at);
        let mut items = list.items;
        let tail = match list.dot {
            None => None,
            Some(at) if at > 0 && at + 1 == items.len() => items.pop().map(Box::new),
            Some(_) => {
                return Err(Error::syntax(span, "exactly one datum must stand on either side of the dot"));
            }
        };
        Ok(match tail.map(|t| *t) {
            // (a . (b c)) is (a b c).
            Some(Datum { kind: DatumKind::List(more, end), .. }) => {
                items.extend(more);
                Datum { kind: DatumKind::List(items, end), span }
            }
            Some(end) => Datum { kind: DatumKind::List(items, Some(Box::new(end))), span },
            None => Datum { kind: DatumKind::List(items, None), span },
        })
    }

    fn string(&mut self) -> Result<Datum> {
        let start = self.at;
        match self.text[start + 1..].find('"') {
            Some(length) => {
                self.at = start + length + 2;
                let text = &self.text[start + 1..start + 1 + length];
                Ok(Datum { kind: DatumKind::String(text.into()), span: self.span(start, self.at) })
            }
            None => Err(Error::syntax(self.span(start, start + 1), "this text is never closed")),
        }
    }

    /// A boolean, a number or a name; none if it was the dot of the list that is being read.
    fn atom(&mut self, list: Option<&mut Open>) -> Result<Option<Datum>> {
        let start = self.at;
        let rest = &self.text[start..];
        // How procedures are written; a test may expect one.
        if let (true, Some(end)) = (rest.starts_with("#["), rest.find(']')) {
            self.at = start + end + 1;
            let kind = DatumKind::Symbol(rest[..=end].into());
            return Ok(Some(Datum { kind, span: self.span(start, self.at) }));
        }
        let length = rest.find(|c: char| c.is_whitespace() || "()[]\";'".contains(c)).unwrap_or(rest.len());
        self.at = start + length;
        let (word, span) = (&rest[..length], self.span(start, self.at));
        if word == "." {
            return match list {
                Some(list) if !list.quote && !list.comment && list.dot.is_none() => {
                    list.dot = Some(list.items.len());
                    Ok(None)
                }
                _ => Err(Error::syntax(span, "a dot stands only between the elements of a list")),
            };
        }
        let kind = match word {
            "#t" | "#true" => DatumKind::Boolean(true),
            "#f" | "#false" => DatumKind::Boolean(false),
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

    fn skip_blanks(&mut self) -> Result<()> {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            let rest = &self.text[self.at..];
            if rest.starts_with(';') {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("#|") {
                self.block_comment()?;
            } else if blank == 0 {
                return Ok(());
            }
        }
    }

    /// `#| … |#`, which nest.
    fn block_comment(&mut self) -> Result<()> {
        let (start, mut depth) = (self.at, 0usize);
        loop {
            let rest = &self.text[self.at..];
            let step = match rest {
                _ if rest.starts_with("#|") => {
                    depth += 1;
                    2
                }
                _ if rest.starts_with("|#") => {
                    depth -= 1;
                    2
                }
                _ => match rest.chars().next() {
                    Some(c) => c.len_utf8(),
                    None => {
                        return Err(Error::syntax(
                            self.span(start, start + 2),
                            "this comment is never closed",
                        ));
                    }
                },
            };
            self.at += step;
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

/// The number that a word writes: decimal, or with a radix as in `#xff`.
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
    // Rust would also read names such as `inf` and `nan`.
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    let numeric = digits.starts_with(|c: char| c.is_ascii_digit())
        || (digits.starts_with('.') && digits[1..].starts_with(|c: char| c.is_ascii_digit()));
    numeric.then(|| word.parse().ok()).flatten()
}
