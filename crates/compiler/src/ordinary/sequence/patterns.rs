//! Patterns: `match`, `if let`, `let … else` as comparisons and bindings.
//!
//! The value that is matched has a name, or is in parts; a pattern becomes tests of it; what a pattern binds is bound in its arm.
//! Law: arms are tried in their order, and the last needs no test.

use super::compared::{equals, is_matched, order_of};
use super::lent_bound::{built_of_parts, handed_on};
use super::orders::{Comparison, Test};
use super::sums::{Sum, Value};
use super::{Sequence, errors};
use crate::ordinary::names::binds;
use crate::syntax::made;
use crate::syntax::named::{Named, maker};
use crate::syntax::paths::{ends, last, owner};
use crate::syntax::read::{name_of, typed};
use crate::syntax::rewrite::substitute;
use crate::syntax::structures;
use crate::syntax::visit_mut::VisitMut;
use proc_macro2::Span;
use std::borrow::Cow;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Stmt, parse_quote, parse_quote_spanned};

/// Returns the pattern of a local without the references in its tuples: the programs hold values.
pub(super) fn unlent(pat: Pat) -> Pat {
    let part = |pat: Pat| match pat {
        Pat::Reference(inner) => unlent(*inner.pat),
        other => unlent(other),
    };
    match pat {
        Pat::Tuple(tuple) => {
            Pat::Tuple(syn::PatTuple { elems: tuple.elems.into_iter().map(part).collect(), ..tuple })
        }
        Pat::Type(typed) => Pat::Type(syn::PatType { pat: Box::new(unlent(*typed.pat)), ..typed }),
        other => other,
    }
}

/// A value that patterns are tried on.
#[derive(Clone)]
pub(super) enum Scrutinee {
    Plain(Expr),
    Sum(Sum),
    Tuple(Vec<Scrutinee>),
    /// The order of two values: `a.cmp(&b)`.
    Order(Box<Comparison>),
}

impl Sequence<'_> {
    /// Evaluates a value that patterns are tried on; nothing if it never has one.
    pub(super) fn scrutinee(&mut self, e: Expr, pats: &[&Pat], out: &mut Vec<Stmt>) -> Option<Scrutinee> {
        let span = e.span();
        match e {
            Expr::Paren(inner) => self.scrutinee(*inner.expr, pats, out),
            Expr::Reference(lent) => self.scrutinee(*lent.expr, pats, out),
            // The items of a slice are those of what it is of.
            Expr::MethodCall(call)
                if call.method == "as_slice" && pats.iter().all(|pat| is_structure(pat)) =>
            {
                self.scrutinee(*call.receiver, pats, out)
            }
            Expr::Index(of) if is_whole(&of.index) && pats.iter().all(|pat| is_structure(pat)) => {
                self.scrutinee(*of.expr, pats, out)
            }
            Expr::Tuple(tuple) if !tuple.elems.is_empty() => {
                let mut parts = Vec::new();
                for (at, e) in tuple.elems.into_iter().enumerate() {
                    let (inner, before): (Vec<&Pat>, _) =
                        (pats.iter().flat_map(|pat| part(pat, at)).collect(), out.len());
                    let part = self.scrutinee(e, &inner, out)?;
                    let changed = super::operands::changed(&out[before..]);
                    for earlier in &mut parts {
                        if let Scrutinee::Plain(earlier) = earlier {
                            self.kept_before(earlier, &changed, before, out);
                        }
                    }
                    parts.push(part);
                }
                Some(Scrutinee::Tuple(parts))
            }
            Expr::MethodCall(call) if pats.iter().any(|pat| order_of(pat).is_some()) => {
                match Comparison::of(&Expr::MethodCall(call.clone())) {
                    Some(comparison) => {
                        Some(Scrutinee::Order(Box::new(self.held_order(comparison, span, out)?)))
                    }
                    None => Some(Scrutinee::Plain(self.held_in("matched", Expr::MethodCall(call), out)?)),
                }
            }
            e if pats.iter().any(|pat| is_of_sum(pat)) || self.is_sum(&e) => {
                let sum = self.sum(e, out)?;
                let is = self.named(sum.is, "is_some", out);
                Some(Scrutinee::Sum(Sum { is, held: sum.held }))
            }
            e => {
                let value = self.value(e, out)?;
                if let (Expr::Index(_) | Expr::Field(_), true) =
                    (&value, pats.iter().all(|pat| is_structure(pat)))
                {
                    return Some(Scrutinee::Plain(value));
                }
                let arity = pats.iter().find_map(|pat| match pat {
                    Pat::Tuple(tuple) if !tuple.elems.iter().any(|pat| matches!(pat, Pat::Rest(_))) => {
                        Some(tuple.elems.len())
                    }
                    _ => None,
                });
                let Some(arity) = arity else {
                    return Some(Scrutinee::Plain(self.named(value, "matched", out)));
                };
                let names: Vec<Ident> = (0..arity).map(|_| self.fresh.name("matched", span)).collect();
                out.push(parse_quote_spanned!(span=> let (#(#names),*) = #value;));
                Some(Scrutinee::Tuple(
                    names.iter().map(|name| Scrutinee::Plain(parse_quote!(#name))).collect(),
                ))
            }
        }
    }

    /// Returns a chain of branches in place of a `match`; nothing if its value never is.
    pub(super) fn chain_of(&mut self, m: syn::ExprMatch, out: &mut Vec<Stmt>) -> Option<Expr> {
        let pats: Vec<&Pat> = m.arms.iter().map(|arm| &arm.pat).collect();
        let on = self.scrutinee((*m.expr).clone(), &pats, out)?;
        let mut chain: Option<Expr> = None;
        let is_text = pats.iter().any(|pat| names_text(pat));
        let is_lent = self.is_lent(&m.expr);
        let arms: Vec<syn::Arm> = m.arms.iter().flat_map(|arm| self.alternatives(arm)).collect();
        for arm in arms.iter().rev() {
            let (mut tests, mut bound) = (Vec::new(), Vec::new());
            // The last arm fits, whatever it asks.
            let pat =
                if chain.is_none() { Cow::Owned(errors::any(&arm.pat)) } else { Cow::Borrowed(&arm.pat) };
            if !self.tests(&pat, &on, &mut tests, &mut bound) {
                return None;
            }
            if is_text {
                bound.iter_mut().for_each(owned_text);
            }
            if let Some((_, guard)) = &arm.guard {
                tests.push(guarded((**guard).clone(), &bound));
            }
            let (bound, built) = built_of_parts(bound, &arm.body, is_lent);
            let mut body = arm_block(bound.clone(), &built);
            if !self.without_error(&arm.pat, arm.guard.as_ref().map(|(_, guard)| &**guard), &mut body) {
                return None;
            }
            if is_lent {
                handed_on(&bound, &mut body);
            }
            chain = Some(match chain.take() {
                Some(rest) if !tests.is_empty() => joined(&tests, body, rest),
                // The last arm, or one that always fits: what follows it is never tried.
                _ => Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: body }),
            });
        }
        Some(chain.unwrap_or_else(|| parse_quote!(())))
    }

    /// True for a value behind a shared reference, whose parts patterns bind as such references.
    pub(super) fn is_lent(&self, e: &Expr) -> bool {
        match e {
            Expr::Paren(inner) => self.is_lent(&inner.expr),
            Expr::Reference(lent) => lent.mutability.is_none(),
            other => name_of(other).is_some_and(|name| {
                let is_shared =
                    |ty: &syn::Type| matches!(ty, syn::Type::Reference(lent) if lent.mutability.is_none());
                self.lent.contains(&name) || self.declared.get(&name).is_some_and(is_shared)
            }),
        }
    }

    /// An arm for each alternative of a pattern that binds names, each with names of its own.
    fn alternatives(&mut self, arm: &syn::Arm) -> Vec<syn::Arm> {
        let Pat::Or(or) = &arm.pat else { return vec![arm.clone()] };
        if crate::ordinary::names::names_of(&arm.pat).is_empty() {
            return vec![arm.clone()];
        }
        let own = |pat: &Pat, this: &mut Self| {
            let (guard, body) = (arm.guard.as_ref().map(|(_, guard)| guard), &arm.body);
            let guard: Expr = guard.map_or_else(|| parse_quote!(true), |guard| (**guard).clone());
            let whole: syn::ExprClosure = parse_quote!(|#pat| (#guard, #body));
            let renamed = crate::ordinary::names::renewed(&whole, this.fresh);
            let (Some(pat), Expr::Tuple(parts)) = (renamed.inputs.first(), &*renamed.body) else {
                return arm.clone();
            };
            let [guard, body] = [&parts.elems[0], &parts.elems[1]].map(|part| Box::new(part.clone()));
            let guard = arm.guard.as_ref().map(|(word, _)| (*word, guard));
            syn::Arm { pat: pat.clone(), guard, body, ..arm.clone() }
        };
        or.cases.iter().map(|case| own(case, self)).collect()
    }

    /// Adds the tests of a part.
    fn part_tests(&mut self, pat: &Pat, part: Expr, tests: &mut Vec<Expr>, bound: &mut Vec<Stmt>) -> bool {
        self.tests(pat, &Scrutinee::Plain(part), tests, bound)
    }

    /// Adds the tests of a pattern, and the statements that bind its names; false if it was reported.
    pub(super) fn tests(
        &mut self,
        pat: &Pat,
        on: &Scrutinee,
        tests: &mut Vec<Expr>,
        bound: &mut Vec<Stmt>,
    ) -> bool {
        let span = pat.span();
        match (pat, on) {
            (Pat::Wild(_) | Pat::Rest(_), _) => true,
            (Pat::Paren(inner), _) => self.tests(&inner.pat, on, tests, bound),
            (Pat::Reference(inner), _) => self.tests(&inner.pat, on, tests, bound),
            (Pat::Type(inner), _) => self.tests(&inner.pat, on, tests, bound),
            (Pat::Tuple(tuple), Scrutinee::Tuple(parts)) => {
                let rest = tuple.elems.iter().position(|pat| matches!(pat, Pat::Rest(_)));
                let behind = rest.map_or(0, |at| tuple.elems.len() - at - 1);
                tuple.elems.iter().enumerate().all(|(at, pat)| match rest {
                    Some(rest) if at > rest => {
                        self.tests(pat, &parts[parts.len() - behind + at - rest - 1], tests, bound)
                    }
                    _ => parts.get(at).is_none_or(|part| self.tests(pat, part, tests, bound)),
                })
            }
            // A tuple that is written out is no operand, and its parts are.
            (Pat::Tuple(_), Scrutinee::Plain(Expr::Tuple(parts))) => {
                let parts = parts.elems.iter().cloned().map(Scrutinee::Plain).collect();
                self.tests(pat, &Scrutinee::Tuple(parts), tests, bound)
            }
            (Pat::Tuple(tuple), Scrutinee::Plain(value)) => {
                tuple.elems.iter().enumerate().all(|(at, pat)| {
                    let at = syn::Index::from(at);
                    self.part_tests(pat, parse_quote_spanned!(span=> #value.#at), tests, bound)
                })
            }
            (Pat::Slice(slice), Scrutinee::Plain(value)) => {
                let count = slice.elems.len();
                let Some(rest) = slice.elems.iter().position(|pat| rest_of(pat).is_some()) else {
                    tests.push(parse_quote_spanned!(span=> #value.len() == #count));
                    return slice.elems.iter().enumerate().all(|(at, pat)| {
                        self.part_tests(pat, parse_quote_spanned!(span=> #value[#at]), tests, bound)
                    });
                };
                let (total, behind) = (count - 1, count - 1 - rest);
                if total > 0 {
                    tests.push(parse_quote_spanned!(span=> #value.len() >= #total));
                }
                slice.elems.iter().enumerate().all(|(at, pat)| {
                    let from_end = count - at;
                    let item: Expr = match rest_of(pat) {
                        Some(None) => return true,
                        Some(Some(name)) => {
                            bound.push(match behind {
                                0 => parse_quote_spanned!(span=> let #name = &#value[#rest..];),
                                _ => parse_quote_spanned!(span=> let #name = &#value[#rest..#value.len() - #behind];),
                            });
                            return true;
                        }
                        None if at > rest => parse_quote_spanned!(span=> #value[#value.len() - #from_end]),
                        None => parse_quote_spanned!(span=> #value[#at]),
                    };
                    self.part_tests(pat, item, tests, bound)
                })
            }
            (Pat::TupleStruct(of), Scrutinee::Plain(value)) if is_tuple_structure(&of.path) => {
                of.elems.iter().enumerate().all(|(at, pat)| {
                    let at = syn::Index::from(at);
                    self.part_tests(pat, parse_quote_spanned!(span=> #value.#at), tests, bound)
                })
            }
            (Pat::TupleStruct(of), Scrutinee::Plain(value)) => {
                let path = &of.path;
                if !of.elems.iter().all(is_silent) {
                    self.opens(path);
                }
                tests.push(parse_quote_spanned!(span=> matches!(#value, #path(..))));
                of.elems.iter().enumerate().all(|(at, pat)| {
                    self.part_tests(pat, held(value, path, &syn::Member::from(at), span), tests, bound)
                })
            }
            (Pat::Struct(of), Scrutinee::Plain(value)) if maker(&of.path).is_variant() => {
                let path = &of.path;
                self.opens(path);
                tests.push(parse_quote_spanned!(span=> matches!(#value, #path { .. })));
                of.fields.iter().all(|field| {
                    self.part_tests(&field.pat, held(value, path, &field.member, span), tests, bound)
                })
            }
            (Pat::Struct(of), Scrutinee::Plain(value)) => of.fields.iter().all(|field| {
                let member = &field.member;
                self.part_tests(&field.pat, parse_quote_spanned!(span=> #value.#member), tests, bound)
            }),
            (pat, Scrutinee::Order(of)) if order_of(pat).is_some() => {
                tests.push(match order_of(pat).as_deref() {
                    Some("Less") => of.test(Test::Lt, span),
                    Some("Greater") => of.test(Test::Gt, span),
                    _ => of.test(Test::Eq, span),
                });
                true
            }
            // Two values of which one is NaN have no order.
            (Pat::Ident(_) | Pat::Path(_), Scrutinee::Order(of)) if is_of_sum(pat) => {
                let has_order = of.has_order(span);
                tests.push(parse_quote_spanned!(span=> !#has_order));
                true
            }
            (Pat::TupleStruct(some), Scrutinee::Order(of))
                if is_of_sum(pat) && matches!(some.elems.first(), Some(Pat::Wild(_))) =>
            {
                tests.push(of.has_order(span));
                true
            }
            (Pat::TupleStruct(of), Scrutinee::Sum(sum)) => match last(&of.path).as_str() {
                "Some" | "Ok" => {
                    self.tests_of_is(&sum.is, true, tests);
                    let (Some(inner), Some(held)) = (of.elems.first(), &sum.held) else { return true };
                    match (**held).clone() {
                        Value::Sum(sum) => self.tests(inner, &Scrutinee::Sum(sum), tests, bound),
                        Value::Plain(held) => self.part_tests(inner, held, tests, bound),
                    }
                }
                _ => {
                    let asked = of.elems.first().filter(|error| errors::asks(error));
                    if let Some(error) = asked {
                        self.unknown_error(error);
                    }
                    self.tests_of_is(&sum.is, false, tests);
                    asked.is_none()
                }
            },
            (Pat::Ident(name), Scrutinee::Sum(sum)) if binds(name) => {
                self.sums.insert(name.ident.to_string(), sum.clone());
                true
            }
            // `None`
            (Pat::Ident(_) | Pat::Path(_), Scrutinee::Sum(sum)) => {
                self.tests_of_is(&sum.is, false, tests);
                true
            }
            (Pat::Ident(name), Scrutinee::Plain(value)) if binds(name) => {
                let (ident, mutability) = (&name.ident, &name.mutability);
                bound.push(parse_quote_spanned!(span=> let #mutability #ident = #value;));
                name.subpat.as_ref().is_none_or(|(_, inner)| self.tests(inner, on, tests, bound))
            }
            (Pat::Ident(name), Scrutinee::Plain(value)) => {
                let named: syn::ExprPath = parse_quote!(#name);
                tests.push(equals(value, &named, span));
                true
            }
            (Pat::Lit(lit), Scrutinee::Plain(value)) => {
                tests.push(match &lit.lit {
                    syn::Lit::Bool(b) if b.value => parse_quote_spanned!(span=> #value),
                    syn::Lit::Bool(_) => parse_quote_spanned!(span=> !#value),
                    // A text is compared behind its reference, as a pattern is.
                    syn::Lit::Str(text) => {
                        parse_quote_spanned!(span=> ::retrograde::__private::is_text(&#value, #text))
                    }
                    lit => parse_quote_spanned!(span=> #value == #lit),
                });
                true
            }
            (Pat::Path(path), Scrutinee::Plain(value)) => {
                tests.push(equals(value, path, span));
                true
            }
            (Pat::Range(range), Scrutinee::Plain(value)) => {
                if let Some(start) = &range.start {
                    tests.push(parse_quote_spanned!(span=> #value >= #start));
                }
                match (&range.end, &range.limits) {
                    (Some(end), syn::RangeLimits::Closed(_)) => {
                        tests.push(parse_quote_spanned!(span=> #value <= #end))
                    }
                    (Some(end), syn::RangeLimits::HalfOpen(_)) => {
                        tests.push(parse_quote_spanned!(span=> #value < #end))
                    }
                    (None, _) => {}
                }
                true
            }
            (Pat::Or(or), _) => {
                let mut cases: Vec<Expr> = Vec::new();
                if !crate::ordinary::names::names_of(pat).is_empty() {
                    let message = "alternatives that bind names are taken as arms of a `match` alone";
                    self.refuse(pat, message, "write a `match` with an arm for each");
                    return false;
                }
                for case in &or.cases {
                    let mut inner = Vec::new();
                    if !self.tests(case, on, &mut inner, &mut Vec::new()) {
                        return false;
                    }
                    if inner.is_empty() {
                        return true;
                    }
                    cases.push(all(&inner));
                }
                let mut each = cases.into_iter();
                let Some(first) = each.next() else { return true };
                let any = each.fold(first, |any, case| parse_quote_spanned!(span=> #any || #case));
                tests.push(parse_quote_spanned!(span=> (#any)));
                true
            }
            _ => {
                let message = "this pattern is not taken yet";
                self.refuse(pat, message, "match on numbers, truth values, `Option`, `Result` and tuples of them, or write branches");
                false
            }
        }
    }

    fn tests_of_is(&mut self, is: &Expr, wanted: bool, tests: &mut Vec<Expr>) {
        let span = is.span();
        match (is, wanted) {
            (Expr::Lit(lit), _) if matches!(&lit.lit, syn::Lit::Bool(b) if b.value == wanted) => {}
            (_, true) => tests.push(is.clone()),
            (_, false) => tests.push(parse_quote_spanned!(span=> !#is)),
        }
    }
}

/// True for `..`.
fn is_whole(index: &Expr) -> bool {
    matches!(index, Expr::Range(range) if range.start.is_none() && range.end.is_none())
}

/// The name of the rest of a slice, `name @ ..`, if it has one; nothing for another pattern.
fn rest_of(pat: &Pat) -> Option<Option<&Ident>> {
    match pat {
        Pat::Rest(_) => Some(None),
        Pat::Ident(name) => {
            let (_, inner) = name.subpat.as_ref()?;
            matches!(**inner, Pat::Rest(_)).then_some(Some(&name.ident))
        }
        _ => None,
    }
}

/// True for a pattern that names a text.
fn names_text(pat: &Pat) -> bool {
    match pat {
        Pat::Lit(lit) => matches!(lit.lit, syn::Lit::Str(_)),
        Pat::Or(or) => or.cases.iter().any(names_text),
        _ => false,
    }
}

/// Binds a text as one of its own: its place has no size.
fn owned_text(stmt: &mut Stmt) {
    if let Stmt::Local(syn::Local { pat: pat @ Pat::Ident(_), init: Some(init), .. }) = stmt {
        let value = &init.expr;
        *stmt = parse_quote!(let #pat: String = ::retrograde::__private::owned_text(&#value););
    }
}

/// True for a pattern that reads nothing.
fn is_silent(pat: &Pat) -> bool {
    matches!(pat, Pat::Wild(_) | Pat::Rest(_))
}

impl Sequence<'_> {
    /// Refuses to read what a variant holds where its enum has no attribute: only the derive macro says how.
    fn opens(&mut self, path: &syn::Path) {
        let of = crate::syntax::paths::parent(path);
        if let Some(name) =
            of.get_ident().filter(|name| crate::syntax::plain_enums::unmarked_variants(name).is_some())
        {
            let message = format!(
                "the enum `{name}` does not derive `Differentiable`, so nothing tells how to read what `{}` holds",
                last(path)
            );
            let help = format!("write `#[derive(Differentiable)]` before `enum {name}`");
            self.refuse(path, message, &help);
        }
    }
}

/// A part of what a variant holds, as a field of the value.
fn held(value: &Expr, path: &syn::Path, member: &syn::Member, span: proc_macro2::Span) -> Expr {
    let field = path.segments.last().map(|last| crate::ir::payload::payload(&last.ident, member, span));
    parse_quote_spanned!(span=> #value.#field)
}

/// A guard, with the values of what its pattern binds.
pub(super) fn guarded(mut guard: Expr, bound: &[Stmt]) -> Expr {
    for stmt in bound {
        let Stmt::Local(syn::Local { pat, init: Some(init), .. }) = stmt else { continue };
        if let Pat::Ident(name) = typed(pat).0 {
            substitute(&name.ident, &init.expr).visit_expr_mut(&mut guard);
        }
    }
    let span = guard.span();
    parse_quote_spanned!(span=> (#guard))
}

/// True for the path of a tuple structure that the crate knows.
fn is_tuple_structure(path: &syn::Path) -> bool {
    maker(path) == Named::Type && structures::is_known_name(&last(path))
}

/// The patterns for a part of a tuple.
fn part(pat: &Pat, at: usize) -> Vec<&Pat> {
    match pat {
        Pat::Tuple(tuple) => tuple.elems.iter().nth(at).into_iter().collect(),
        Pat::Paren(inner) => part(&inner.pat, at),
        Pat::Reference(inner) => part(&inner.pat, at),
        Pat::Or(or) => or.cases.iter().flat_map(|case| part(case, at)).collect(),
        _ => Vec::new(),
    }
}

/// True for a pattern that reads parts of a place, which need not be copied for it.
fn is_structure(pat: &Pat) -> bool {
    match pat {
        Pat::Struct(_) | Pat::Slice(_) | Pat::Wild(_) => true,
        Pat::TupleStruct(_) => !is_of_sum(pat),
        Pat::Path(of) => is_matched(&of.path) && !is_of_sum(pat),
        Pat::Or(or) => or.cases.iter().all(is_structure),
        Pat::Reference(inner) => is_structure(&inner.pat),
        Pat::Paren(inner) => is_structure(&inner.pat),
        _ => false,
    }
}

/// True for a pattern of `Option` or `Result`.
pub(super) fn is_of_sum(pat: &Pat) -> bool {
    let named = |path: &syn::Path| {
        // `Shape::None` is a variant of another enum.
        owner(path).is_none_or(|of| of == "Option" || of == "Result")
            && ends(path, &["Some", "Ok", "Err", "None"])
    };
    match pat {
        Pat::TupleStruct(of) => named(&of.path),
        Pat::Path(of) => named(&of.path),
        Pat::Ident(name) => name.ident == "None",
        Pat::Paren(inner) => is_of_sum(&inner.pat),
        Pat::Reference(inner) => is_of_sum(&inner.pat),
        Pat::Or(or) => or.cases.iter().any(is_of_sum),
        _ => false,
    }
}

pub(super) fn all(tests: &[Expr]) -> Expr {
    made::all(tests.iter().cloned())
}

fn joined(tests: &[Expr], then: syn::Block, otherwise: Expr) -> Expr {
    let span = Span::call_site();
    let otherwise = match otherwise {
        chained @ (Expr::If(_) | Expr::Block(_)) => chained,
        other => made::block_expr(span, vec![Stmt::Expr(other, None)]),
    };
    Expr::If(made::branch(span, all(tests), then, Some(otherwise)))
}

fn arm_block(mut bound: Vec<Stmt>, body: &Expr) -> syn::Block {
    match body {
        Expr::Block(block) if block.label.is_none() => bound.extend(block.block.stmts.iter().cloned()),
        other => bound.push(Stmt::Expr(other.clone(), None)),
    }
    made::block(Span::call_site(), bound)
}
