//! A cursor over the whitespace-separated fields of a text, with the line of each.

use crate::failure::Fault;

/// The position of the reader: the rest of the text and the number of its first line.
pub(crate) struct Fields<'a> {
    rest: &'a str,
    line: usize,
    last_line: usize,
}

impl<'a> Fields<'a> {
    /// Starts at line one.
    pub(crate) fn new(text: &'a str) -> Self {
        // A truncated file is reported at its last line that is not blank.
        let last_line = text.trim_ascii_end().bytes().filter(|&b| b == b'\n').count() + 1;
        Self { rest: text, line: 1, last_line }
    }

    /// Returns the last line that is not blank.
    pub(crate) fn last_line(&self) -> usize {
        self.last_line
    }

    /// Returns the number of bytes left, an upper bound for the number of fields.
    pub(crate) fn bytes_left(&self) -> usize {
        self.rest.len()
    }

    fn skip_space(&mut self) {
        let trimmed = self.rest.trim_ascii_start();
        let skipped = &self.rest[..self.rest.len() - trimmed.len()];
        self.line += skipped.bytes().filter(|&b| b == b'\n').count();
        self.rest = trimmed;
    }

    /// Returns the next line that is not blank, without consuming it.
    pub(crate) fn peek_line(&mut self) -> Option<(usize, &'a str)> {
        self.skip_space();
        let line = self.rest.lines().next()?;
        Some((self.line, line))
    }

    /// Consumes and returns the next line that is not blank.
    pub(crate) fn line(&mut self) -> Option<(usize, &'a str)> {
        let (number, line) = self.peek_line()?;
        self.rest = &self.rest[line.len()..];
        Some((number, line))
    }

    /// Returns the next field and its line.
    pub(crate) fn field(&mut self) -> Option<(usize, &'a str)> {
        self.skip_space();
        let field = self.rest.split_ascii_whitespace().next()?;
        self.rest = &self.rest[field.len()..];
        Some((self.line, field))
    }

    /// Reads the header: one line of positive counts with these names.
    pub(crate) fn counts<const N: usize>(&mut self, names: &[&str; N]) -> Result<[usize; N], Fault> {
        let expected = || format!("the first line is `{}`", names.join(" "));
        let Some((line, text)) = self.line() else {
            return Err(Fault::whole("the file is empty").hint(expected()));
        };
        let mut counts = [0; N];
        let mut fields = text.split_ascii_whitespace();
        for (count, name) in counts.iter_mut().zip(names) {
            let Some(field) = fields.next() else {
                return Err(Fault::at(line, format!("the count of {name} is missing")).hint(expected()));
            };
            *count = match field.parse::<usize>() {
                Ok(0) => return Err(Fault::at(line, format!("there are no {name}")).hint(expected())),
                Ok(count) => count,
                Err(_) => {
                    let message = format!("expected the count of {name}, found {}", quote(field));
                    return Err(Fault::at(line, message).hint(expected()));
                }
            };
        }
        match fields.next() {
            Some(more) => {
                Err(Fault::at(line, format!("unexpected {} after the header", quote(more))).hint(expected()))
            }
            None => Ok(counts),
        }
    }

    /// Reads the next field as a finite number; `what` names it in errors.
    pub(crate) fn number(&mut self, what: impl Fn() -> String) -> Result<f64, Fault> {
        match self.field() {
            Some((line, field)) => number(line, field, what),
            None => Err(Fault::at(self.last_line, format!("the file ends before {}", what()))),
        }
    }

    /// Reads the next `N` fields as finite numbers; `what` names all of them.
    pub(crate) fn numbers<const N: usize>(&mut self, what: impl Fn() -> String) -> Result<[f64; N], Fault> {
        let mut values = [0.0; N];
        for (i, value) in values.iter_mut().enumerate() {
            *value = self.number(|| format!("number {} of {N} of {}", i + 1, what()))?;
        }
        Ok(values)
    }

    /// Requires the end of the text.
    pub(crate) fn end(&mut self) -> Result<(), Fault> {
        match self.field() {
            Some((line, field)) => {
                let message = format!("unexpected {} after the last number", quote(field));
                Err(Fault::at(line, message).hint("do the counts of the first line match the rest?"))
            }
            None => Ok(()),
        }
    }
}

/// Reads a field as a finite number.
pub(crate) fn number(line: usize, field: &str, what: impl Fn() -> String) -> Result<f64, Fault> {
    match field.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(Fault::at(line, format!("{} is {}, which is not finite", what(), quote(field)))),
        Err(_) => Err(Fault::at(line, format!("expected {}, found {}", what(), quote(field)))),
    }
}

/// Quotes a field for a message; a long field is cut.
pub(crate) fn quote(field: &str) -> String {
    let short: String = field.chars().take(24).collect();
    if short.len() < field.len() { format!("`{short}…`") } else { format!("`{short}`") }
}
