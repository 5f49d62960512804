//! Patterns of parameters: variables, constants, and pairs of patterns.

use std::sync::Arc;

use super::{Expander, RESERVED};
use crate::core::{Const, Pattern, PatternKind, VarId};
use crate::datum::{Datum, DatumKind};
use crate::deep::deep;
use crate::error::{Error, Result};
use crate::source::Span;

impl Expander<'_> {
    /// Converts a list of parameters to the one pattern that their procedure takes. Adds the variables that it binds
    /// to `bound`.
    pub(super) fn parameters(
        &mut self,
        params: &[&Datum],
        span: Span,
        bound: &mut Vec<(Arc<str>, VarId)>,
    ) -> Result<Pattern> {
        match params {
            [] => Ok(Pattern { kind: PatternKind::Const(Const::Nil), span }),
            [one] => self.pattern(one, bound),
            many => {
                let parts: Result<Vec<Pattern>> = many.iter().map(|p| self.pattern(p, bound)).collect();
                Ok(Pattern { kind: PatternKind::Cons(parts?), span })
            }
        }
    }

    /// Converts one pattern.
    pub(super) fn pattern(&mut self, datum: &Datum, bound: &mut Vec<(Arc<str>, VarId)>) -> Result<Pattern> {
        deep(|| self.pattern_here(datum, bound))
    }

    fn pattern_here(&mut self, datum: &Datum, bound: &mut Vec<(Arc<str>, VarId)>) -> Result<Pattern> {
        let span = datum.span;
        let refuse = || Error::syntax(span, format!("Invalid parameter: {}", datum.brief()));
        let kind = match &datum.kind {
            DatumKind::Boolean(b) => PatternKind::Const(Const::Boolean(*b)),
            DatumKind::Real(r) => PatternKind::Const(Const::Real(*r)),
            DatumKind::Symbol(name) if RESERVED.contains(&&**name) => {
                return Err(refuse().hint(format!("`{name}` is a reserved word")));
            }
            DatumKind::Symbol(name) => {
                let variable = self.names.fresh(name);
                bound.push((name.clone(), variable));
                PatternKind::Var(variable)
            }
            DatumKind::String(_) | DatumKind::List(_, Some(_)) => return Err(refuse()),
            DatumKind::List(items, None) => match items.split_first() {
                Some((head, parts)) => match (head.symbol().map(|s| &**s), parts) {
                    (Some("quote"), [constant]) => return quoted(constant).ok_or_else(refuse),
                    (Some("cons"), [_, _]) | (Some("cons*"), _) => {
                        return self.parameters(&parts.iter().collect::<Vec<_>>(), span, bound);
                    }
                    (Some("list"), parts) => {
                        let mut all = Vec::new();
                        for part in parts {
                            all.push(self.pattern(part, bound)?);
                        }
                        let end = Pattern { kind: PatternKind::Const(Const::Nil), span };
                        if all.is_empty() {
                            return Ok(end);
                        }
                        all.push(end);
                        PatternKind::Cons(all)
                    }
                    _ => {
                        return Err(refuse()
                            .hint("a pattern is a name, a constant, (cons p p), (cons* p …) or (list p …)"));
                    }
                },
                None => return Err(refuse().hint("the empty list is written '()")),
            },
        };
        Ok(Pattern { kind, span })
    }
}

/// Returns the pattern that requires a quoted constant.
fn quoted(datum: &Datum) -> Option<Pattern> {
    let span = datum.span;
    let kind = match &datum.kind {
        DatumKind::Boolean(b) => PatternKind::Const(Const::Boolean(*b)),
        DatumKind::Real(r) => PatternKind::Const(Const::Real(*r)),
        DatumKind::Symbol(_) | DatumKind::String(_) => return None,
        DatumKind::List(items, tail) => {
            let mut parts: Vec<Pattern> =
                items.iter().map(|item| deep(|| quoted(item))).collect::<Option<_>>()?;
            parts.push(match tail {
                Some(tail) => deep(|| quoted(tail))?,
                None => Pattern { kind: PatternKind::Const(Const::Nil), span },
            });
            if parts.len() == 1 { parts.pop()?.into_children() } else { PatternKind::Cons(parts) }
        }
    };
    Some(Pattern { kind, span })
}
