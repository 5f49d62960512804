//! Prints values, and compares them with the expectation of a test.

use super::Machine;
use super::value::{Value, View};
use crate::datum::{Datum, DatumKind};
use crate::error::{Error, ErrorKind, Result};
use crate::print::Number;
use crate::tags::{Tag, Tags};

/// A piece that is left to print.
enum Piece {
    Value(Value),
    /// The rest of a list, after its first element.
    Rest(Value),
    Text(&'static str),
}

/// The greatest number of characters of a printed value; sharing can make a small value long.
const LONGEST: usize = 16 << 20;

impl Machine {
    /// Prints a value as VLAD writes it: tags outside, pairs inside, procedures by name.
    ///
    /// # Errors
    ///
    /// If the value is endless or too long, or a suspended operation in it fails.
    pub(crate) fn show(&mut self, value: Value) -> Result<String> {
        let mut out = String::new();
        let mut work = vec![Piece::Value(value)];
        while let Some(piece) = work.pop() {
            if out.len() > LONGEST {
                return Err(Error::new(ErrorKind::Limit, "this value is too long to be written"));
            }
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Value(value) => {
                    let value = self.force(value)?;
                    match value.tags().top() {
                        Some(tag) => self.show_tagged(tag, value, &mut out, &mut work)?,
                        None => self.show_plain(value, &mut out, &mut work)?,
                    }
                }
                Piece::Rest(value) => match self.force(value)? {
                    Value::Nil(Tags::NONE) => out.push(')'),
                    Value::Pair(Tags::NONE, retag, at) => {
                        let (head, tail) = self.parts(retag, at)?;
                        out.push(' ');
                        work.push(Piece::Rest(tail));
                        work.push(Piece::Value(head));
                    }
                    other => {
                        out.push_str(" . ");
                        work.push(Piece::Text(")"));
                        work.push(Piece::Value(other));
                    }
                },
            }
        }
        Ok(out)
    }

    fn show_tagged(&mut self, tag: Tag, value: Value, out: &mut String, work: &mut Vec<Piece>) -> Result<()> {
        if let Value::Closure(_, retag, at) = value {
            // The tags of a backpropagator are those of its argument, not transformations of itself.
            let (code, _) = self.code_of(retag, at)?;
            if self.transforms.source(code).is_none() {
                return self.show_plain(value, out, work);
            }
        }
        out.push('(');
        out.push_str(tag.name());
        work.push(Piece::Text(")"));
        match tag {
            Tag::Forward => {
                let (primal, tangent) = (self.view(View::Primal, value)?, self.view(View::Tangent, value)?);
                work.push(Piece::Value(tangent));
                work.push(Piece::Text(" "));
                work.push(Piece::Value(primal));
            }
            Tag::Perturbation => work.push(Piece::Value(self.view(View::Unperturb, value)?)),
            Tag::Sensitivity => work.push(Piece::Value(self.view(View::Unsensitize, value)?)),
            Tag::Reverse => work.push(Piece::Value(self.view(View::Unreverse, value)?)),
        }
        work.push(Piece::Text(" "));
        Ok(())
    }

    /// Prints the shape of a value, down to some depth: `(reverse (real . real))`.
    pub(crate) fn describe(&mut self, value: Value, depth: u32) -> Result<String> {
        let value = self.force(value)?;
        if depth == 0 {
            return Ok("…".to_string());
        }
        let view = match value.tags().top() {
            Some(tag) if !matches!(value, Value::Closure(..)) => {
                let view = match tag {
                    Tag::Forward => {
                        let (primal, tangent) =
                            (self.view(View::Primal, value)?, self.view(View::Tangent, value)?);
                        let (primal, tangent) =
                            (self.describe(primal, depth - 1)?, self.describe(tangent, depth - 1)?);
                        return Ok(format!("(forward {primal} {tangent})"));
                    }
                    Tag::Perturbation => View::Unperturb,
                    Tag::Sensitivity => View::Unsensitize,
                    Tag::Reverse => View::Unreverse,
                };
                Some((tag, view))
            }
            _ => None,
        };
        if let Some((tag, view)) = view {
            let inner = self.view(view, value)?;
            return Ok(format!("({} {})", tag.name(), self.describe(inner, depth - 1)?));
        }
        Ok(match value {
            Value::Nil(_) => "()".to_string(),
            Value::Boolean(..) => "boolean".to_string(),
            Value::Real(..) => "real".to_string(),
            Value::Prim(_, p) => format!("primitive {}", self.prim_name(p)),
            Value::Closure(tags, _, at) => {
                let (code, captured) = self.heap.header(at);
                let tags = if tags.is_none() { String::new() } else { format!("{tags} ") };
                format!("{tags}procedure {} with {captured} captured", self.procedure_name(code))
            }
            Value::Pair(_, retag, at) => {
                let (head, tail) = self.parts(retag, at)?;
                format!("({} . {})", self.describe(head, depth - 1)?, self.describe(tail, depth - 1)?)
            }
            Value::Tower(..) | Value::Lazy(..) => {
                unreachable!("a tower has tags, and what is lazy was forced")
            }
            Value::Header { .. } | Value::Suspended { .. } | Value::Forced | Value::Moved(_) => {
                unreachable!("a cell is not a value")
            }
        })
    }

    fn show_plain(&mut self, value: Value, out: &mut String, work: &mut Vec<Piece>) -> Result<()> {
        match value {
            Value::Nil(_) => out.push_str("()"),
            Value::Boolean(_, b) => out.push_str(if b { "#t" } else { "#f" }),
            Value::Real(_, x) => out.push_str(&Number(x).to_string()),
            Value::Prim(_, p) => out.push_str(&self.prim_name(p)),
            Value::Pair(_, retag, at) => {
                let (head, tail) = self.parts(retag, at)?;
                out.push('(');
                work.push(Piece::Rest(tail));
                work.push(Piece::Value(head));
            }
            Value::Closure(_, _, at) => {
                let name = self.procedure_name(self.heap.header(at).0);
                out.push_str(&format!("#[procedure {name}]"));
            }
            Value::Tower(..) | Value::Lazy(..) => {
                unreachable!("a tower has tags, and what is lazy was forced")
            }
            Value::Header { .. } | Value::Suspended { .. } | Value::Forced | Value::Moved(_) => {
                unreachable!("a cell is not a value")
            }
        }
        Ok(())
    }

    /// True if a value is what a test expects: numbers agree to 1e-10, everything else exactly.
    pub(crate) fn agrees(&mut self, value: Value, expected: &Datum) -> Result<bool> {
        let text = self.show(value)?;
        let Ok(data) = crate::read::read(0, &text) else { return Ok(false) };
        Ok(data.len() == 1 && same(&data[0], expected))
    }
}

fn same(a: &Datum, b: &Datum) -> bool {
    let mut work = vec![(a, b)];
    while let Some((a, b)) = work.pop() {
        match (&a.kind, &b.kind) {
            (DatumKind::Real(x), DatumKind::Real(y)) => {
                let close = (x - y).abs() <= 1e-10 * x.abs().max(y.abs()).max(1.0);
                if !(close || x == y || (x.is_nan() && y.is_nan())) {
                    return false;
                }
            }
            (DatumKind::List(x, s), DatumKind::List(y, t)) => {
                if x.len() != y.len() || s.is_some() != t.is_some() {
                    return false;
                }
                work.extend(x.iter().zip(y));
                if let (Some(s), Some(t)) = (s, t) {
                    work.push((s, t));
                }
            }
            (x, y) => {
                if x != y {
                    return false;
                }
            }
        }
    }
    true
}
