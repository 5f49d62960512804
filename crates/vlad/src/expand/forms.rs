//! The special forms, one method each; [`Expander::form`] is their table of contents.

use std::sync::Arc;

use super::{Expander, distinct, invalid};
use crate::core::{Const, Expr, ExprKind, Lambda, Pattern, VarId};
use crate::datum::{Datum, DatumKind};
use crate::deep::deep;
use crate::error::{Error, Result};
use crate::source::Span;

impl Expander<'_> {
    /// Expands a form that starts with a reserved word.
    pub(super) fn form(&mut self, word: &str, whole: &Datum, rest: &[Datum]) -> Result<Expr> {
        match word {
            "quote" => match rest {
                [datum] => constant(datum),
                _ => Err(invalid(whole)),
            },
            "lambda" => self.form_lambda(whole, rest),
            "let" => self.form_let(whole, rest),
            "let*" => self.form_let_star(whole, rest),
            "letrec" => self.form_letrec(whole, rest),
            "if" => match rest {
                [condition, then, otherwise] => {
                    let condition = self.expression(condition)?;
                    let then = self.expression(then)?;
                    Ok(choice(condition, then, self.expression(otherwise)?, whole.span))
                }
                _ => Err(invalid(whole).hint("`if` takes a condition and two branches")),
            },
            "cond" => self.form_cond(whole, rest),
            "and" => self.form_and(whole, rest),
            "or" => self.form_or(whole, rest),
            "cons" => match rest {
                [_, _] => self.pairs(rest, whole.span),
                _ => Err(invalid(whole).hint("`cons` takes two values")),
            },
            "cons*" => match rest {
                [] => Ok(Expr { kind: ExprKind::Const(Const::Nil), span: whole.span }),
                [one] => self.expression(one),
                many => self.pairs(many, whole.span),
            },
            "list" => {
                let nil = Expr { kind: ExprKind::Const(Const::Nil), span: whole.span };
                if rest.is_empty() {
                    return Ok(nil);
                }
                let mut parts = rest.iter().map(|d| self.expression(d)).collect::<Result<Vec<_>>>()?;
                parts.push(nil);
                Ok(Expr { kind: ExprKind::Cons(parts), span: whole.span })
            }
            "define" | "include" => {
                Err(invalid(whole).hint(format!("`{word}` is allowed only at the top level of a file")))
            }
            _ => Err(invalid(whole).hint(format!("`{word}` is a reserved word"))),
        }
    }

    fn pairs(&mut self, items: &[Datum], span: Span) -> Result<Expr> {
        let mut pairs = self.argument(items, span)?;
        pairs.span = span;
        Ok(pairs)
    }

    fn form_lambda(&mut self, whole: &Datum, rest: &[Datum]) -> Result<Expr> {
        let [params, body] = rest else {
            return Err(invalid(whole).hint("`lambda` takes a list of parameters and one body"));
        };
        let Some(list) = params.list() else {
            return Err(invalid(whole)
                .hint("write the parameters in parentheses: there are no variable argument lists"));
        };
        let list: Vec<&Datum> = list.iter().collect();
        let lambda = self.lambda(None, &list, body, whole, params.span)?;
        Ok(Expr { kind: ExprKind::Lambda(Arc::new(lambda)), span: whole.span })
    }

    fn form_let(&mut self, whole: &Datum, rest: &[Datum]) -> Result<Expr> {
        match rest {
            [bindings, body] => {
                let pairs = binding_pairs(bindings, whole)?;
                let mut values = Vec::new();
                for (_, value) in &pairs {
                    values.push(self.expression(value)?);
                }
                let mut bound = Vec::new();
                let mut patterns = Vec::new();
                for (pattern, _) in &pairs {
                    patterns.push(self.pattern(pattern, &mut bound)?);
                }
                distinct(&bound, whole)?;
                let body = self.with(&bound, |this| this.expression(body))?;
                Ok(binding(patterns.into_iter().zip(values).collect(), body, whole.span))
            }
            [name, bindings, body] if name.symbol().is_some() => self.named_let(whole, name, bindings, body),
            _ => Err(invalid(whole).hint("`let` takes bindings and one body")),
        }
    }

    /// `(let f ((p e) …) body)` is `((letrec ((f (lambda (p …) body))) f) e …)`.
    fn named_let(&mut self, whole: &Datum, name: &Datum, bindings: &Datum, body: &Datum) -> Result<Expr> {
        let pairs = binding_pairs(bindings, whole)?;
        let span = whole.span;
        let params: Vec<&Datum> = pairs.iter().map(|(p, _)| *p).collect();
        let function = self.binder(name)?;
        let lambda = self.with(&[(function.0.clone(), function.1)], |this| {
            this.lambda(Some(function.0.clone()), &params, body, whole, bindings.span)
        })?;
        // The arguments are outside the scope of the loop's name.
        let argument = self.argument(pairs.iter().map(|(_, value)| *value), span)?;
        let callee = Expr { kind: ExprKind::Var(function.1), span: name.span };
        let group =
            Expr { kind: ExprKind::Letrec(vec![(function.1, Arc::new(lambda))], Box::new(callee)), span };
        Ok(Expr { kind: ExprKind::Apply(Box::new(group), Box::new(argument)), span })
    }

    /// Returns a new variable for a name that is bound without a pattern.
    fn binder(&mut self, name: &Datum) -> Result<(Arc<str>, VarId)> {
        let mut bound = Vec::new();
        self.pattern(name, &mut bound)?;
        match (name.symbol(), bound.pop()) {
            (Some(_), Some(one)) => Ok(one),
            _ => Err(Error::syntax(name.span, format!("Invalid parameter: {}", name.brief()))
                .hint("a name is expected here")),
        }
    }

    fn form_let_star(&mut self, whole: &Datum, rest: &[Datum]) -> Result<Expr> {
        let [bindings, body] = rest else {
            return Err(invalid(whole).hint("`let*` takes bindings and one body"));
        };
        let pairs = binding_pairs(bindings, whole)?;
        let mut bound = Vec::new();
        let done = self.sequence(&pairs, body, whole, &mut bound);
        self.leave(&bound);
        let (bindings, body) = done?;
        Ok(binding(bindings, body, whole.span))
    }

    /// Expands bindings one after the other, and the body in the scope of all; adds the variables that they bind to
    /// `bound`.
    fn sequence(
        &mut self,
        pairs: &[(&Datum, &Datum)],
        body: &Datum,
        whole: &Datum,
        bound: &mut Vec<(Arc<str>, VarId)>,
    ) -> Result<(Vec<(Pattern, Expr)>, Expr)> {
        let mut done = Vec::new();
        for (pattern, value) in pairs {
            let value = self.expression(value)?;
            let mut own = Vec::new();
            let pattern = self.pattern(pattern, &mut own)?;
            distinct(&own, whole)?;
            self.enter(&own);
            bound.append(&mut own);
            done.push((pattern, value));
        }
        Ok((done, self.expression(body)?))
    }

    fn form_letrec(&mut self, whole: &Datum, rest: &[Datum]) -> Result<Expr> {
        let [bindings, body] = rest else {
            return Err(invalid(whole).hint("`letrec` takes bindings and one body"));
        };
        let pairs = binding_pairs(bindings, whole)?;
        let bound = pairs.iter().map(|(name, _)| self.binder(name)).collect::<Result<Vec<_>>>()?;
        distinct(&bound, whole)?;
        self.with(&bound, |this| {
            let mut group = Vec::new();
            for ((name, variable), (_, value)) in bound.iter().zip(&pairs) {
                group.push((*variable, this.letrec_value(name, value)?));
            }
            let body = this.expression(body)?;
            let kind =
                if group.is_empty() { body.into_children() } else { ExprKind::Letrec(group, Box::new(body)) };
            Ok(Expr { kind, span: whole.span })
        })
    }

    fn letrec_value(&mut self, name: &Arc<str>, value: &Datum) -> Result<Arc<Lambda>> {
        match self.expression(value)?.into_children() {
            ExprKind::Lambda(lambda) => {
                let mut lambda = Arc::unwrap_or_clone(lambda);
                lambda.name = Some(name.clone());
                Ok(Arc::new(lambda))
            }
            _ => {
                Err(invalid(value)
                    .hint("`letrec` and `define` bind procedures only; use `let` for other values"))
            }
        }
    }

    fn form_cond(&mut self, whole: &Datum, clauses: &[Datum]) -> Result<Expr> {
        let parts: Option<Vec<(&Datum, &Datum)>> = clauses.iter().map(two).collect();
        let Some(parts) = parts else {
            return Err(invalid(whole).hint("each clause of `cond` is (condition value)"));
        };
        let is_else = |d: &Datum| d.symbol().is_some_and(|s| &**s == "else");
        match parts.split_last() {
            Some(((last, value), before)) if is_else(last) && !before.iter().any(|(c, _)| is_else(c)) => {
                let mut done = Vec::new();
                for (condition, value) in before {
                    done.push((self.expression(condition)?, self.expression(value)?));
                }
                let mut result = self.expression(value)?;
                for (condition, value) in done.into_iter().rev() {
                    let span = condition.span.to(value.span);
                    result = choice(condition, value, result, span);
                }
                Ok(result)
            }
            _ => Err(invalid(whole).hint("`cond` ends in (else value)")),
        }
    }

    /// `(and a b)` is `(if a b #f)`.
    fn form_and(&mut self, whole: &Datum, parts: &[Datum]) -> Result<Expr> {
        let mut done = parts.iter().map(|d| self.expression(d)).collect::<Result<Vec<_>>>()?;
        let truth = |b| Expr { kind: ExprKind::Const(Const::Boolean(b)), span: whole.span };
        let Some(mut result) = done.pop() else { return Ok(truth(true)) };
        for part in done.into_iter().rev() {
            result = choice(part, result, truth(false), whole.span);
        }
        Ok(result)
    }

    /// `(or a b)` is `(let ((x a)) (if x x b))`.
    fn form_or(&mut self, whole: &Datum, parts: &[Datum]) -> Result<Expr> {
        let mut done = parts.iter().map(|d| self.expression(d)).collect::<Result<Vec<_>>>()?;
        let span = whole.span;
        let Some(mut result) = done.pop() else {
            return Ok(Expr { kind: ExprKind::Const(Const::Boolean(false)), span });
        };
        for part in done.into_iter().rev() {
            let variable = self.names.fresh(&"or".into());
            let place = part.span;
            let read = || Expr { kind: ExprKind::Var(variable), span: place };
            let pattern = Pattern { kind: crate::core::PatternKind::Var(variable), span: place };
            result = binding(vec![(pattern, part)], choice(read(), read(), result, span), span);
        }
        Ok(result)
    }
}

fn choice(condition: Expr, then: Expr, otherwise: Expr, span: Span) -> Expr {
    Expr { kind: ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)), span }
}

fn binding(bindings: Vec<(Pattern, Expr)>, body: Expr, span: Span) -> Expr {
    if bindings.is_empty() { body } else { Expr { kind: ExprKind::Let(bindings, Box::new(body)), span } }
}

/// Returns the pairs of `((p e) …)`.
fn binding_pairs<'a>(bindings: &'a Datum, whole: &Datum) -> Result<Vec<(&'a Datum, &'a Datum)>> {
    let fault = |at: &Datum| {
        let hint = format!("a binding is (name value), and `{}` is not one", at.brief());
        invalid(whole).hint(hint)
    };
    let items = bindings
        .list()
        .ok_or_else(|| invalid(whole).hint("bindings are written in a list: ((name value) …)"))?;
    items.iter().map(|item| two(item).ok_or_else(|| fault(item))).collect()
}

/// Returns the items of a list of two.
fn two(datum: &Datum) -> Option<(&Datum, &Datum)> {
    match datum.list()? {
        [first, second] => Some((first, second)),
        _ => None,
    }
}

/// Expands a quoted constant: nil, a boolean, a number, or pairs of these.
fn constant(datum: &Datum) -> Result<Expr> {
    let span = datum.span;
    let kind = match &datum.kind {
        DatumKind::Boolean(b) => ExprKind::Const(Const::Boolean(*b)),
        DatumKind::Real(r) => ExprKind::Const(Const::Real(*r)),
        DatumKind::Symbol(_) | DatumKind::String(_) => {
            return Err(Error::syntax(span, format!("Invalid expression: '{}", datum.brief()))
                .hint("VLAD has no symbols"));
        }
        DatumKind::List(items, tail) => {
            let mut parts = items.iter().map(|item| deep(|| constant(item))).collect::<Result<Vec<_>>>()?;
            parts.push(match tail {
                Some(tail) => deep(|| constant(tail))?,
                None => Expr { kind: ExprKind::Const(Const::Nil), span },
            });
            if parts.len() == 1 { ExprKind::Const(Const::Nil) } else { ExprKind::Cons(parts) }
        }
    };
    Ok(Expr { kind, span })
}
