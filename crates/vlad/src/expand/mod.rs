//! Macro expansion, from [`Datum`]s to [core](crate::core) expressions.
//!
//! Every name is resolved and every variable gets a number of its own, so the result is α-unique and closed except
//! for definitions of the top level. The forms are those of the reference implementation; `if`, `let` and `cons` keep
//! nodes of their own.

mod forms;
mod pattern;

use std::collections::HashMap;
use std::sync::Arc;

use crate::core::{Const, Expr, ExprKind, GlobalId, Lambda, Names, VarId};
use crate::datum::{Datum, DatumKind};
use crate::deep::deep;
use crate::error::{Error, Result};
use crate::prim::Prim;
use crate::source::Span;

/// Words that cannot be used as variables.
pub const RESERVED: &[&str] = &[
    "quote",
    "lambda",
    "letrec",
    "let",
    "let*",
    "if",
    "cons",
    "cons*",
    "list",
    "cond",
    "else",
    "and",
    "or",
    "alpha",
    "anf",
    "backpropagator",
    "perturbation",
    "forward",
    "sensitivity",
    "reverse",
    "define",
    "include",
];

/// The meaning of a name at the top level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Meaning {
    /// A definition.
    Global(GlobalId),
    /// A primitive, of the language or of the host.
    Prim(Prim),
}

/// The names of the top level.
pub trait Scope {
    /// Returns the meaning of the name at this place, if it has one.
    fn resolve(&mut self, name: &Arc<str>, span: Span) -> Option<Meaning>;
    /// Returns the number of values that a curried definition of the prelude takes first (it then returns a procedure
    /// for the others); `None` if it is not curried.
    fn curried(&self, global: GlobalId) -> Option<usize>;
    /// Returns all names, to suggest one for a misspelt name.
    fn known(&self) -> Vec<Arc<str>>;
}

/// Expands expressions.
pub struct Expander<'a> {
    names: &'a mut Names,
    scope: &'a mut dyn Scope,
    /// Local names, the innermost binding last.
    locals: HashMap<Arc<str>, Vec<VarId>>,
}

impl<'a> Expander<'a> {
    /// Returns an expander for expressions of the top level.
    pub fn new(names: &'a mut Names, scope: &'a mut dyn Scope) -> Self {
        Expander { names, scope, locals: HashMap::new() }
    }

    /// Expands a datum to a core expression.
    pub fn expression(&mut self, datum: &Datum) -> Result<Expr> {
        deep(|| self.expression_here(datum))
    }

    fn expression_here(&mut self, datum: &Datum) -> Result<Expr> {
        let kind = match &datum.kind {
            DatumKind::Boolean(b) => ExprKind::Const(Const::Boolean(*b)),
            DatumKind::Real(r) => ExprKind::Const(Const::Real(*r)),
            DatumKind::Symbol(name) => self.name(name, datum.span)?,
            DatumKind::String(_) => return Err(invalid(datum).hint("only `include` takes a text in quotes")),
            DatumKind::List(_, Some(_)) => {
                return Err(invalid(datum).hint("a pair is written `'(a . b)` or `(cons a b)`"));
            }
            DatumKind::List(items, None) => match items.split_first() {
                None => return Err(invalid(datum).hint("the empty list is written `'()`")),
                Some((head, arguments)) => match self.keyword(head) {
                    Some(word) => return self.form(&word, datum, arguments),
                    None => self.application(head, arguments, datum.span)?,
                },
            },
        };
        Ok(Expr { kind, span: datum.span })
    }

    /// Returns the reserved word with which a form starts.
    fn keyword(&self, head: &Datum) -> Option<Arc<str>> {
        head.symbol().filter(|name| RESERVED.contains(&&***name)).cloned()
    }

    fn name(&mut self, name: &Arc<str>, span: Span) -> Result<ExprKind> {
        if RESERVED.contains(&&**name) {
            let hint = match &**name {
                "cons" | "cons*" | "list" => {
                    format!("`{name}` is syntax; to pass it on, write (lambda (a b) ({name} a b))")
                }
                _ => format!("`{name}` is a reserved word"),
            };
            return Err(Error::syntax(span, format!("Invalid expression: {name}")).hint(hint));
        }
        if let Some(variable) = self.locals.get(name).and_then(|stack| stack.last()) {
            return Ok(ExprKind::Var(*variable));
        }
        match self.scope.resolve(name, span) {
            Some(Meaning::Global(global)) => Ok(ExprKind::Global(global)),
            Some(Meaning::Prim(prim)) => Ok(ExprKind::Prim(prim)),
            None => {
                let mut known = self.scope.known();
                known.extend(self.locals.iter().filter(|(_, s)| !s.is_empty()).map(|(name, _)| name.clone()));
                Err(unbound(name, span, &known))
            }
        }
    }

    fn application(&mut self, head: &Datum, arguments: &[Datum], span: Span) -> Result<ExprKind> {
        let function = self.expression(head)?;
        if let ExprKind::Global(global) = function.kind {
            let takes = self.scope.curried(global).filter(|takes| *takes < arguments.len());
            if let (Some(takes), Some(name)) = (takes, head.symbol()) {
                return Err(over_applied(name, takes, arguments, span));
            }
        }
        let argument = self.argument(arguments, span)?;
        Ok(ExprKind::Apply(Box::new(function), Box::new(argument)))
    }

    /// Expands the arguments of a call to one value, a tuple.
    fn argument<'d>(&mut self, arguments: impl IntoIterator<Item = &'d Datum>, span: Span) -> Result<Expr> {
        let mut parts =
            arguments.into_iter().map(|item| self.expression(item)).collect::<Result<Vec<Expr>>>()?;
        let (first, last) = match parts.as_slice() {
            [] => return Ok(Expr { kind: ExprKind::Const(Const::Nil), span }),
            [_] => return Ok(parts.remove(0)),
            [first, .., last] => (first.span, last.span),
        };
        Ok(Expr { kind: ExprKind::Cons(parts), span: first.to(last) })
    }

    /// Brings local names into scope.
    fn enter(&mut self, bound: &[(Arc<str>, VarId)]) {
        for (name, variable) in bound {
            self.locals.entry(name.clone()).or_default().push(*variable);
        }
    }

    /// Ends the scope of local names.
    fn leave(&mut self, bound: &[(Arc<str>, VarId)]) {
        for (name, _) in bound {
            self.locals.get_mut(name).and_then(Vec::pop);
        }
    }

    /// Runs with additional local names, which go out of scope afterwards.
    fn with<R>(
        &mut self,
        bound: &[(Arc<str>, VarId)],
        run: impl FnOnce(&mut Self) -> Result<R>,
    ) -> Result<R> {
        self.enter(bound);
        let done = run(self);
        self.leave(bound);
        done
    }

    /// Expands a procedure with these parameters and this body.
    pub fn lambda(
        &mut self,
        name: Option<Arc<str>>,
        params: &[&Datum],
        body: &Datum,
        whole: &Datum,
        params_span: Span,
    ) -> Result<Lambda> {
        let mut bound = Vec::new();
        let param = self.parameters(params, params_span, &mut bound)?;
        distinct(&bound, whole)?;
        let body = self.with(&bound, |this| this.expression(body))?;
        Ok(Lambda { name, param, body, span: whole.span })
    }
}

/// The reference implementation's message for a datum that is not an expression.
fn invalid(datum: &Datum) -> Error {
    Error::syntax(datum.span, format!("Invalid expression: {}", datum.brief()))
}

/// The error for a curried procedure that is called with all its arguments at once: it would take them as one tuple.
fn over_applied(name: &str, takes: usize, arguments: &[Datum], span: Span) -> Error {
    let written = |items: &[Datum]| items.iter().map(Datum::brief).collect::<Vec<_>>().join(" ");
    let (now, then) = arguments.split_at(takes);
    let few = if takes == 1 { "one value" } else { "two values" };
    Error::syntax(span, format!("`{name}` takes {few} and gives a procedure, which takes the others"))
        .hint(format!("it is curried: write (({name} {}) {})", written(now), written(then)))
}

/// Names from other languages, and what to write instead in VLAD.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (&["begin", "progn"], "nothing has effects that could be put in order; name values with `let*`"),
    (&["set!", "setq"], "no variable changes; give the new value a new name with `let`"),
    (
        &["do", "while", "for", "for-each", "dotimes"],
        "loops are calls: (let loop ((i 0)) (if … (loop (+ i 1))))",
    ),
    (&["case", "when", "unless"], "use `if` or `cond`"),
    (&["nil", "null"], "the empty list is '()"),
    (&["true", "false"], "booleans are #t and #f"),
    (&["vector", "make-vector", "vector-ref"], "arrays are lists: `list`, `list-ref`"),
    (&["display", "print"], "values of expressions are written by themselves; `write` writes one at once"),
    (&["neg", "negate"], "(- 0 x) is the opposite of x"),
    (&["pow", "**", "^"], "powers are (expt x y), or (powi x 3) for whole exponents"),
    (&["ln"], "the natural logarithm is `log`"),
    (&["grad"], "the gradient of f is (gradient f)"),
];

/// The error for an unbound name, with the nearest name that is bound.
pub fn unbound(name: &str, span: Span, known: &[Arc<str>]) -> Error {
    let error = Error::syntax(span, format!("Unbound variable: {name}"));
    if let Some((_, instead)) = ELSEWHERE.iter().find(|(names, _)| names.contains(&name)) {
        return error.hint(*instead);
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        return error.hint("numbers are written like 3, -0.5 or 1e-6; a fraction is (/ 1 2)");
    }
    let near =
        known.iter().map(|other| (distance(name, other), other)).min_by_key(|(d, other)| (*d, other.len()));
    match near {
        // One or two letters are too few to find a similar name.
        Some((d, other)) if name.len() > 2 && d <= 1 + name.len() / 4 => {
            error.hint(format!("did you mean `{other}`?"))
        }
        _ => error.hint(format!("define it: (define ({name} x) …)")),
    }
}

/// The edit distance: the number of letters to change, insert or delete.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let next = (diagonal + usize::from(x != *y)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], next);
        }
    }
    row[b.len()]
}

fn distinct(bound: &[(Arc<str>, VarId)], whole: &Datum) -> Result<()> {
    let mut seen = std::collections::HashSet::new();
    match bound.iter().find(|(name, _)| !seen.insert(name.clone())) {
        None => Ok(()),
        Some((name, _)) => Err(Error::syntax(whole.span, format!("Duplicate variables: {}", whole.brief()))
            .hint(format!("`{name}` is bound twice here"))),
    }
}
