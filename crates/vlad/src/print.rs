//! Prints numbers, and the core calculus as VLAD text that can be read back.

use std::fmt;

use crate::core::{Const, Expr, ExprKind, Lambda, Names, Pattern, PatternKind, VarId};
use crate::deep::deep;

/// A number as VLAD prints it: integers without a point, others with the digits needed to read the same number back.
pub struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let x = self.0;
        if x.is_nan() {
            f.write_str("+nan.0")
        } else if x.is_infinite() {
            f.write_str(if x > 0.0 { "+inf.0" } else { "-inf.0" })
        } else if x != 0.0 && !(1e-5..1e21).contains(&x.abs()) {
            write!(f, "{x:e}")
        } else {
            write!(f, "{x}")
        }
    }
}

impl fmt::Display for Const {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Const::Nil => f.write_str("'()"),
            Const::Boolean(b) => f.write_str(if *b { "#t" } else { "#f" }),
            Const::Real(r) => Number(*r).fmt(f),
        }
    }
}

/// Prints expressions, with the names of variables and definitions.
pub struct Printer<'a> {
    /// The names of local variables.
    pub names: &'a Names,
    /// The names of definitions.
    pub global: &'a dyn Fn(crate::core::GlobalId) -> String,
    /// True to print variables with their numbers, so that α-unique ones look different.
    pub numbered: bool,
}

impl Printer<'_> {
    /// Prints an expression on lines of at most about 100 columns.
    pub fn expression(&self, expr: &Expr) -> String {
        layout(&self.text(expr), 0)
    }

    fn variable(&self, variable: VarId) -> String {
        let name = self.names.name(variable);
        if self.numbered { format!("{name}_{}", variable.0) } else { name.to_string() }
    }

    /// Converts the expression to a tree of text.
    fn text(&self, expr: &Expr) -> Text {
        deep(|| match &expr.kind {
            ExprKind::Const(c) => Text::Word(c.to_string()),
            ExprKind::Var(v) => Text::Word(self.variable(*v)),
            ExprKind::Global(g) => Text::Word((self.global)(*g)),
            ExprKind::Prim(p) => Text::Word(p.name().to_string()),
            ExprKind::Lambda(lambda) => self.lambda(lambda),
            ExprKind::Apply(function, argument) => {
                let mut items = vec![self.text(function)];
                match &argument.kind {
                    ExprKind::Const(Const::Nil) => {}
                    ExprKind::Cons(parts) => items.extend(parts.iter().map(|part| self.text(part))),
                    _ => items.push(self.text(argument)),
                }
                Text::List(items)
            }
            ExprKind::If(c, t, e) => {
                Text::List(vec![Text::word("if"), self.text(c), self.text(t), self.text(e)])
            }
            ExprKind::Let(bindings, body) => {
                let pairs = bindings.iter().map(|(p, e)| Text::List(vec![self.pattern(p), self.text(e)]));
                Text::List(vec![Text::word("let*"), Text::List(pairs.collect()), self.text(body)])
            }
            ExprKind::Letrec(group, body) => {
                let pairs = group
                    .iter()
                    .map(|(v, l)| Text::List(vec![Text::Word(self.variable(*v)), self.lambda(l)]));
                Text::List(vec![Text::word("letrec"), Text::List(pairs.collect()), self.text(body)])
            }
            ExprKind::Cons(parts) => {
                let is_list =
                    matches!(parts.last().map(|last| &last.kind), Some(ExprKind::Const(Const::Nil)));
                pairs(is_list, parts.iter().map(|part| self.text(part)).collect())
            }
        })
    }

    fn lambda(&self, lambda: &Lambda) -> Text {
        let params = match &lambda.param.kind {
            PatternKind::Cons(parts) => parts.iter().map(|p| self.pattern(p)).collect(),
            PatternKind::Const(Const::Nil) => vec![],
            _ => vec![self.pattern(&lambda.param)],
        };
        Text::List(vec![Text::word("lambda"), Text::List(params), self.text(&lambda.body)])
    }

    fn pattern(&self, pattern: &Pattern) -> Text {
        deep(|| match &pattern.kind {
            PatternKind::Var(v) => Text::Word(self.variable(*v)),
            PatternKind::Const(c) => Text::Word(c.to_string()),
            PatternKind::Cons(parts) => {
                let is_list =
                    matches!(parts.last().map(|last| &last.kind), Some(PatternKind::Const(Const::Nil)));
                pairs(is_list, parts.iter().map(|p| self.pattern(p)).collect())
            }
        })
    }
}

/// Writes pairs nested to the right in the shortest of three ways.
fn pairs(is_list: bool, mut items: Vec<Text>) -> Text {
    let word = match items.len() {
        _ if is_list => {
            items.pop();
            "list"
        }
        2 => "cons",
        _ => "cons*",
    };
    items.insert(0, Text::word(word));
    Text::List(items)
}

/// Text as nested lists, without line breaks.
#[derive(Clone)]
pub(crate) enum Text {
    Word(String),
    List(Vec<Text>),
}

impl Drop for Text {
    fn drop(&mut self) {
        if let Text::List(items) = self {
            let items = std::mem::take(items);
            deep(|| drop(items));
        }
    }
}

impl Text {
    pub(crate) fn word(word: &str) -> Text {
        Text::Word(word.to_string())
    }

    /// Returns the width on one line; `None` if it exceeds the limit.
    fn width(&self, limit: usize) -> Option<usize> {
        match self {
            Text::Word(word) => Some(word.chars().count()).filter(|w| *w <= limit),
            Text::List(items) => {
                let mut width = 2 + items.len().saturating_sub(1);
                for item in items {
                    let left = limit.checked_sub(width)?;
                    width += deep(|| item.width(left))?;
                }
                Some(width).filter(|w| *w <= limit)
            }
        }
    }

    fn flat(&self, out: &mut String) {
        match self {
            Text::Word(word) => out.push_str(word),
            Text::List(items) => {
                out.push('(');
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push(' ');
                    }
                    deep(|| item.flat(out));
                }
                out.push(')');
            }
        }
    }
}

/// Breaks text into lines, with forms indented by two.
pub(crate) fn layout(text: &Text, indent: usize) -> String {
    let mut out = String::new();
    write_layout(text, indent, &mut out);
    out
}

fn write_layout(text: &Text, indent: usize, out: &mut String) {
    const WIDTH: usize = 100;
    match text {
        Text::List(items) if text.width(WIDTH.saturating_sub(indent).max(30)).is_none() => {
            deep(|| {
                let (beside, step) = match items.first() {
                    // The head of a form stays on its line.
                    Some(Text::Word(w)) => match w.as_str() {
                        "lambda" | "let*" | "let" | "letrec" | "define" | "if" => (2, 2),
                        _ => (1, 2),
                    },
                    _ => (1, 1),
                };
                out.push('(');
                let mut column = indent + 1;
                for (i, item) in items.iter().enumerate() {
                    if i > 0 && i < beside {
                        out.push(' ');
                        column += 1;
                    } else if i > 0 {
                        out.push('\n');
                        // Beyond the last column, indentation would be most of a deeply nested text and help nobody.
                        column = (indent + step).min(WIDTH);
                        out.extend(std::iter::repeat_n(' ', column));
                    }
                    let from = out.len();
                    write_layout(item, column, out);
                    column += out.len() - from;
                }
                out.push(')');
            });
        }
        _ => text.flat(out),
    }
}
