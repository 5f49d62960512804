//! `Option` and `Result` in parts: a truth value, and what is held if it is true.
//!
//! The error of a `Result` carries no cotangent and is not kept: who asks for it runs the function itself.

use super::Sequence;
use super::patterns::is_of_sum;
use super::places::Dest;
use crate::ir::{Methods, is_in, is_of};
use crate::ordinary::layout::{held, is_result};
use crate::sorted::Set;
use crate::syntax::made::stmts;
use crate::syntax::paths::{called, ends, owner};
use crate::syntax::read::{behind, ident_of, name_of, unlent, value_of};
use crate::syntax::seek::{At, each, each_local, seek};
use crate::tokens;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Stmt, parse_quote, parse_quote_spanned};

/// A value that has been evaluated.
#[derive(Clone)]
pub(super) enum Value {
    Plain(Expr),
    Sum(Sum),
}

/// An `Option` or a `Result` in parts.
#[derive(Clone)]
pub(super) struct Sum {
    /// True for `Some` and `Ok`.
    pub(super) is: Expr,
    /// The value held then; nothing if it never is.
    pub(super) held: Option<Box<Value>>,
}

impl Sum {
    /// A sum that holds a plain value where a test is true.
    pub(super) fn of(is: Expr, held: Expr) -> Sum {
        Sum { is, held: Some(Box::new(Value::Plain(held))) }
    }

    fn some(value: Value) -> Sum {
        Sum { is: parse_quote!(true), held: Some(Box::new(value)) }
    }

    fn none() -> Sum {
        Sum { is: parse_quote!(false), held: None }
    }

    /// The places of a sum that is a local.
    pub(super) fn as_dest(&self) -> Option<Dest> {
        let name = |e: &Expr| ident_of(e).cloned();
        let held = match self.held.as_deref() {
            None => Dest::Unit,
            Some(Value::Plain(Expr::Tuple(unit))) if unit.elems.is_empty() => Dest::Unit,
            Some(Value::Plain(Expr::Tuple(parts))) => {
                let parts = parts.elems.iter().map(|part| name(part).map(Dest::Plain));
                Dest::Tuple(parts.collect::<Option<_>>()?)
            }
            Some(Value::Plain(e)) => Dest::Plain(name(e)?),
            Some(Value::Sum(sum)) => sum.as_dest()?,
        };
        Some(Dest::Sum(name(&self.is)?, Box::new(held)))
    }
}

impl Dest {
    pub(super) fn as_sum(&self) -> Sum {
        match self.as_value() {
            Value::Sum(sum) => sum,
            other => Sum::some(other),
        }
    }
}

/// The names that a block uses as sums.
pub(super) fn used(block: &syn::Block) -> Set<String> {
    let mut used = Set::new();
    let mut note = |e: &Expr| used.extend(name_of(unlent(e)));
    let at = |e: &Expr| match e {
        Expr::Try(of) => note(&of.expr),
        Expr::MethodCall(call) if is_of(&call.method, Methods::OfSums) => note(&call.receiver),
        Expr::Assign(assign) if is_written(&super::statements::first_value(&assign.right)) => {
            note(&assign.left)
        }
        Expr::Let(of) => each_tried(&of.pat, &of.expr, &mut note),
        Expr::Match(of) => of.arms.iter().for_each(|arm| each_tried(&arm.pat, &of.expr, &mut note)),
        _ => {}
    };
    each(at, |visitor| visitor.visit_block(block));
    let at = |local: &syn::Local| {
        if let Some(init) = &local.init {
            each_tried(&local.pat, &init.expr, &mut note);
        }
    };
    each_local(at, |visitor| visitor.visit_block(block));
    used
}

/// Visits what a pattern of an `Option` or a `Result` tries: a value, or a part of a tuple.
fn each_tried(pat: &Pat, value: &Expr, note: &mut dyn FnMut(&Expr)) {
    match (pat, value) {
        (Pat::Tuple(pats), Expr::Tuple(values)) if pats.elems.len() == values.elems.len() => {
            pats.elems.iter().zip(&values.elems).for_each(|(pat, value)| each_tried(pat, value, note));
        }
        (Pat::Or(cases), _) => cases.cases.iter().for_each(|case| each_tried(case, value, note)),
        _ if is_of_sum(pat) => note(value),
        _ => {}
    }
}

/// True for `Some(…)`, `None`, `Ok(…)`, `Err(…)`.
pub(super) fn is_written(e: &Expr) -> bool {
    match e {
        Expr::Path(path) => is_of_rust(&path.path, &["None"]),
        other => called(other).is_some_and(|(path, _)| is_of_rust(path, &["Some", "Ok", "Err"])),
    }
}

/// True for one of these variants, if the path names no other enum that has it.
fn is_of_rust(path: &syn::Path, names: &[&str]) -> bool {
    owner(path).is_none_or(|of| of == "Option" || of == "Result") && ends(path, names)
}

/// True for `Err`.
fn is_error(function: &Expr) -> bool {
    matches!(function, Expr::Path(path) if ends(&path.path, &["Err"]))
}

impl Sequence<'_> {
    /// Puts parameters that are sums in parts.
    pub(super) fn parameters(&mut self, sig: &syn::Signature, out: &mut Vec<Stmt>) {
        for input in &sig.inputs {
            let syn::FnArg::Typed(param) = input else { continue };
            let is_changed = matches!(&*param.ty, syn::Type::Reference(lent) if lent.mutability.is_some());
            let of = if is_changed { &param.ty } else { behind(&param.ty) };
            let (Pat::Ident(name), Some(held)) = (&*param.pat, held(of)) else { continue };
            let inactive = super::beside::is_inactive(&param.attrs);
            // A structure that the crate knows is asked at its place as well, for it need have no default.
            let is_of_crate = crate::syntax::structures::is_given(held) && !is_result(of);
            let holds_numbers = (tokens::mentions(held, &self.real) || is_of_crate) && !inactive;
            let is_lent_structure =
                matches!(held, syn::Type::Reference(_)) && super::built::is_structure(held);
            let is_lost = holds_numbers && is_lent_part(held) | is_result(of);
            if is_lost || is_lent_structure && !inactive {
                let message = "the numbers that this parameter may hold would have no cotangent";
                let help = "take a number and a truth value, or hold it constant: `#[inactive]` before the parameter";
                self.refuse(&param.ty, message, help);
            }
            let (ident, span) = (&name.ident, name.ident.span());
            self.wholes.insert(ident.to_string());
            if holds_numbers {
                let sum = self.at_place(&parse_quote_spanned!(span=> #ident), span, out);
                self.sums.insert(ident.to_string(), sum);
                continue;
            }
            let (is, kept) = (self.fresh.name("is_some", span), self.fresh.name(&ident.to_string(), span));
            let test = if is_result(of) { "is_ok" } else { "is_some" };
            let test = Ident::new(test, span);
            out.push(parse_quote_spanned!(span=> let #is: bool = #ident.#test();));
            let copy = matches!(&*param.ty, syn::Type::Reference(_)).then(|| quote::quote!(.clone()));
            out.push(parse_quote_spanned!(span=> let #kept: #held = #ident #copy.unwrap_or_default();));
            self.sums.insert(ident.to_string(), Sum::of(parse_quote!(#is), parse_quote!(#kept)));
        }
    }

    /// True if an expression is known to be a sum.
    pub(super) fn is_sum(&self, e: &Expr) -> bool {
        match e {
            Expr::Paren(inner) => self.is_sum(&inner.expr),
            Expr::Path(_) => is_written(e) || name_of(e).is_some_and(|name| self.sums.contains_key(&name)),
            Expr::Call(call) => {
                let of_closure = || self.closure_of(call).is_some_and(|closure| self.is_sum(&closure.body));
                is_written(e) || self.of_option(e).is_some() || of_closure() || self.returns_parts(e)
            }
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                match name.as_str() {
                    "pop" | "first" | "last" | "first_mut" | "last_mut" | "get_mut" | "position" | "find"
                    | "min_by" | "max_by" | "min_by_key" | "max_by_key" | "reduce" | "try_fold"
                    | "checked_sub" | "checked_add" | "checked_mul" | "checked_div" => true,
                    "get" | "then" | "then_some" => call.args.len() == 1,
                    "collect" => super::opened::collected(call).is_some(),
                    "fold" => call.args.first().is_some_and(|start| self.is_sum(start)),
                    "ok_or" | "ok_or_else" | "map_err" | "and_then" | "or_else" | "ok" => true,
                    "map" | "filter" | "copied" | "cloned" | "as_ref" | "or" | "clone" | "as_mut"
                    | "take" | "replace" => {
                        self.is_sum(&call.receiver) || self.is_option_part(&call.receiver)
                    }
                    _ => self.returns_parts(e),
                }
            }
            Expr::If(branch) => value_of(&branch.then_branch).is_some_and(|value| self.is_sum(value)),
            Expr::Block(block) => value_of(&block.block).is_some_and(|value| self.is_sum(value)),
            Expr::Match(on) => on.arms.iter().any(|arm| self.is_sum(&arm.body)),
            _ => false,
        }
    }

    pub(super) fn put_sum(&mut self, sum: Sum, is: &Ident, held: &Dest, out: &mut Vec<Stmt>) {
        let span = sum.is.span();
        let condition = self.named(sum.is, "is_some", out);
        // The value may read what the place holds now, `o = Some(o.unwrap_or(1.0) * x)`, and so whether it holds anything.
        if let Some(value) = sum.held.filter(|_| !matches!(held, Dest::Unit)) {
            let mut inner = Vec::new();
            self.put_value(*value, held, &mut inner);
            match &condition {
                Expr::Lit(_) => out.append(&mut inner),
                condition => out.push(parse_quote_spanned!(span=> if #condition { #(#inner)* })),
            }
        }
        out.push(parse_quote_spanned!(span=> #is = #condition;));
    }

    /// Returns the value that a sum holds.
    pub(super) fn held(&mut self, sum: Sum, span: Span) -> Expr {
        match sum.held.map(|held| *held) {
            Some(Value::Plain(e)) => e,
            Some(Value::Sum(sum)) => {
                self.refuse(&sum.is, "an `Option` in an `Option` is used as a value", "match on it");
                parse_quote_spanned!(span=> ())
            }
            None => parse_quote_spanned!(span=> ()),
        }
    }

    /// An argument that Rust computes whether it is needed or not: what it changes is changed, and otherwise it waits.
    fn eager(&mut self, e: &Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        let acts = |e: &Expr| {
            At::found(match e {
                Expr::Call(call) => {
                    let is_closure =
                        name_of(&call.func).is_some_and(|name| self.closures.contains_key(&name));
                    is_closure || self.changes_arguments(call)
                }
                Expr::MethodCall(call) => {
                    call.method == "pop" || call.method == "next" || self.method_changes(call)
                }
                Expr::Assign(_) | Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
                _ => false,
            })
        };
        if !seek(acts, |visitor| visitor.visit_expr(e)) {
            return Some(e.clone());
        }
        let value = self.value(e.clone(), out)?;
        Some(self.named(value, "other", out))
    }

    fn evaluated(&mut self, e: Expr, out: &mut Vec<Stmt>) -> Option<Value> {
        Some(match self.is_sum(&e) {
            true => Value::Sum(self.sum(e, out)?),
            false => Value::Plain(self.value(e, out)?),
        })
    }

    /// Evaluates an expression that is a sum; nothing if it never has a value.
    pub(super) fn sum(&mut self, e: Expr, out: &mut Vec<Stmt>) -> Option<Sum> {
        let span = e.span();
        match e {
            Expr::Paren(inner) => self.sum(*inner.expr, out),
            Expr::Reference(lent) => self.sum(*lent.expr, out),
            Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => self.sum(*expr, out),
            Expr::Path(path) if is_of_rust(&path.path, &["None"]) => Some(Sum::none()),
            Expr::Path(path) => {
                let name = path.path.get_ident().map(Ident::to_string).unwrap_or_default();
                if let Some(known) = self.sums.get(&name) {
                    return Some(known.clone());
                }
                let is_element = self.elements.contains(&name);
                let e = Expr::Path(path);
                Some(if is_element { self.at_place(&e, span, out) } else { self.opened(e, span, out) })
            }
            Expr::Field(_) | Expr::Index(_) => {
                let place = self.value(e, out)?;
                Some(self.at_place(&place, span, out))
            }
            Expr::Call(call) if is_written(&Expr::Call(call.clone())) => {
                match call.args.into_iter().next() {
                    // What an error says is computed by the function itself.
                    Some(value) if !is_error(&call.func) => Some(Sum::some(self.evaluated(value, out)?)),
                    _ => Some(Sum::none()),
                }
            }
            Expr::Block(block) if block.label.is_none() => {
                let mut stmts = Vec::new();
                let value = super::closures::split(Expr::Block(block), &mut stmts);
                if self.statements(stmts, out) { self.sum(value, out) } else { None }
            }
            Expr::If(_) | Expr::Match(_) | Expr::Block(_) | Expr::Loop(_) => {
                let is = self.fresh.name("is_some", span);
                let like = self.first_held(&e);
                out.push(parse_quote_spanned!(span=> let mut #is = false;));
                let held = Dest::Plain(self.variable(&like, "held", out));
                let dest = Dest::Sum(is, Box::new(held));
                self.put(e, &dest, out).then(|| dest.as_sum())
            }
            Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
                self.unwrapped_sum(call, span, out)
            }
            Expr::MethodCall(call) => self.sum_of_method(call, out),
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => {
                self.effect(e, out);
                None
            }
            Expr::Call(call) if self.of_option(&Expr::Call(call.clone())).is_some() => {
                let call = self.of_option(&Expr::Call(call))?;
                self.sum(call, out)
            }
            Expr::Call(call) if self.closure_of(&call).is_some() => {
                let body = self.opened_call(Expr::Call(call), out)?;
                self.sum(body, out)
            }
            Expr::Call(mut call) if self.changes_arguments(&call) => {
                if !self.arguments(&mut call, out) {
                    return None;
                }
                Some(self.parts_beside(call, span, out))
            }
            other => {
                let call = self.value(other, out)?;
                Some(self.opened(call, span, out))
            }
        }
    }

    /// Something that a branch of sums holds.
    fn first_held(&self, e: &Expr) -> Expr {
        match e {
            Expr::If(branch) => {
                let then = value_of(&branch.then_branch).map(|e| self.first_held(e));
                let other = branch.else_branch.as_ref().map(|(_, e)| self.first_held(e));
                then.filter(|e| !is_unit(e)).or(other).unwrap_or_else(|| parse_quote!(()))
            }
            Expr::Block(block) => {
                value_of(&block.block).map_or_else(|| parse_quote!(()), |e| self.first_held(e))
            }
            Expr::Match(on) => {
                let mut each = on.arms.iter().map(|arm| self.first_held(&arm.body));
                each.find(|e| !is_unit(e)).unwrap_or_else(|| parse_quote!(()))
            }
            Expr::Call(call) if is_written(e) => match call.args.first() {
                Some(value) if !is_error(&call.func) => value.clone(),
                _ => parse_quote!(()),
            },
            Expr::Path(_) => parse_quote!(()),
            other => other.clone(),
        }
    }

    fn sum_of_method(&mut self, mut call: syn::ExprMethodCall, out: &mut Vec<Stmt>) -> Option<Sum> {
        let span = call.method.span();
        let name = call.method.to_string();
        let args: Vec<Expr> = call.args.iter().cloned().collect();
        // What is no chain of items is an `Option` or a `Result` where its value is one.
        let on_sum = self.is_sum(&call.receiver) || !super::stages::is_chain(&call.receiver);
        match (name.as_str(), args.as_slice()) {
            ("copied" | "cloned" | "as_ref" | "as_mut" | "clone" | "ok", []) if on_sum || name == "ok" => {
                self.sum(*call.receiver, out)
            }
            ("then", [f]) => {
                let condition = &call.receiver;
                let (stmts, value) = self.applied(f, Vec::new());
                self.sum(
                    parse_quote_spanned!(span=> if #condition { #(#stmts)* Some(#value) } else { None }),
                    out,
                )
            }
            ("then_some", [value]) => {
                let is = self.value(*call.receiver, out)?;
                let is = self.named(is, "is_some", out);
                let value = self.value(value.clone(), out)?;
                Some(Sum::of(is, value))
            }
            ("try_fold", [start, f]) if super::stages::is_chain(&call.receiver) => {
                self.try_folded(&call, [start, f], out)
            }
            ("fold", [start, _]) if super::stages::is_chain(&call.receiver) && self.is_sum(start) => {
                let name = self.end(&call, out)??;
                self.sum(name, out)
            }
            ("ok_or", [error]) => {
                self.eager(error, out)?;
                self.sum(*call.receiver, out)
            }
            ("ok_or_else" | "map_err", [_]) => self.sum(*call.receiver, out),
            ("map", [f]) if on_sum => {
                let sum = self.sum(*call.receiver, out)?;
                let is = self.named(sum.is.clone(), "is_some", out);
                let held = self.held(sum, span);
                let mut inner = Vec::new();
                let value = self.called(f, vec![held], &mut inner);
                let Some(value) = value else { return Some(Sum::none()) };
                if inner.is_empty() {
                    return Some(Sum::of(is, value));
                }
                let place = self.variable(&value, "mapped", out);
                // The closure may change the place that tells it.
                let changes = |is: &Ident| inner.iter().any(|stmt| tokens::mentions(stmt, is));
                let is = match ident_of(&is).filter(|is| changes(is)) {
                    Some(_) => {
                        let was = self.fresh.name("was_some", span);
                        out.push(parse_quote_spanned!(span=> let #was: bool = #is;));
                        parse_quote_spanned!(span=> #was)
                    }
                    None => is,
                };
                out.push(parse_quote_spanned!(span=> if #is { #(#inner)* #place = #value; }));
                Some(Sum::of(is, parse_quote!(#place)))
            }
            ("filter", [f]) if on_sum => {
                let sum = self.sum(*call.receiver, out)?;
                let is = sum.is.clone();
                let held = sum.held.clone();
                let value = self.held(sum, span);
                let (stmts, test) = self.applied(f, vec![value]);
                let kept: Expr = parse_quote_spanned!(span=> #is && { #(#stmts)* #test });
                let kept = self.value(kept, out)?;
                let is = self.named(kept, "is_some", out);
                Some(Sum { is, held })
            }
            ("and_then", [f]) => {
                let sum = self.sum(*call.receiver, out)?;
                let is = sum.is.clone();
                let held = self.held(sum, span);
                let (stmts, value) = self.applied(f, vec![held]);
                let branch: Expr = parse_quote_spanned!(span=> if #is { #(#stmts)* #value } else { None });
                self.sum(branch, out)
            }
            ("or", [other]) if on_sum => {
                let other = match other {
                    Expr::Call(some) if is_written(other) && !some.args.is_empty() => {
                        let (of, held) = (&some.func, self.eager(&some.args[0], out)?);
                        parse_quote_spanned!(span=> #of(#held))
                    }
                    other => other.clone(),
                };
                self.or(*call.receiver, other, span, out)
            }
            ("or_else", [f]) => {
                let (stmts, value) = self.applied(f, Vec::new());
                self.or(*call.receiver, parse_quote_spanned!(span=> { #(#stmts)* #value }), span, out)
            }
            ("replace", [_]) | ("take", []) if on_sum => {
                let place = *call.receiver;
                let old = self.sum(place.clone(), out)?;
                let (was, is) = (self.fresh.name("was_some", span), old.is.clone());
                // The place that tells it changes.
                out.push(parse_quote_spanned!(span=> let #was: bool = #is;));
                let held = self.held(old, span);
                let told = self.option_part(&place).as_ref().and_then(crate::ordinary::layout::held).cloned();
                let kept = match told.filter(|ty| crate::ordinary::start(ty).is_some()) {
                    Some(told) => {
                        let kept = self.fresh.name("old", span);
                        out.push(super::places::starting(&kept, Some(&told), span));
                        kept
                    }
                    None => self.variable(&held, "old", out),
                };
                out.push(parse_quote_spanned!(span=> if #is { #kept = #held; }));
                let new: Expr = match args.first() {
                    Some(value) => parse_quote_spanned!(span=> Some(#value)),
                    None => parse_quote_spanned!(span=> None),
                };
                let goes_on = self.statements(vec![parse_quote_spanned!(span=> #place = #new;)], out);
                goes_on.then(|| Sum::of(parse_quote!(#was), parse_quote!(#kept)))
            }
            ("collect", []) if super::opened::collected(&call).is_some() => self.all_held(&call, out),
            ("pop", []) => {
                let mut vector = *call.receiver;
                self.place(&mut vector, out);
                let [has, slot] = self.fresh.names(["has", "popped"], span);
                let declared = self.slot(&vector, &slot);
                out.extend(stmts! {span=>
                    let #has = #vector.len() > 0;
                    #declared
                    if #has { pop!(#vector, #slot); }
                });
                Some(Sum::of(parse_quote!(#has), parse_quote!(#slot)))
            }
            ("first" | "last" | "first_mut" | "last_mut", []) if !super::stages::is_chain(&call.receiver) => {
                let v = self.value(*call.receiver, out)?;
                let has = self.named(parse_quote_spanned!(span=> #v.len() > 0), "has", out);
                let item: Expr = match name.as_str() {
                    "first" | "first_mut" => parse_quote_spanned!(span=> #v[0]),
                    // The index of what changes is no part of its place.
                    "last_mut" if name_of(&v).is_none() => {
                        let last = self.fresh.name("last", span);
                        out.push(parse_quote_spanned!(span=> let #last: usize = #v.len().saturating_sub(1);));
                        parse_quote_spanned!(span=> #v[#last])
                    }
                    _ => parse_quote_spanned!(span=> #v[#v.len() - 1]),
                };
                Some(Sum::of(has, lent(item, name.ends_with("_mut"))))
            }
            ("get" | "get_mut", [at]) if self.is_map(&call.receiver) => {
                let v = self.value(*call.receiver, out)?;
                let at = match at {
                    Expr::Reference(lent) => (*lent.expr).clone(),
                    key => parse_quote_spanned!(span=> *#key),
                };
                let has = self.named(parse_quote_spanned!(span=> #v.contains_key(&#at)), "has", out);
                Some(Sum::of(has, lent(parse_quote_spanned!(span=> #v[&#at]), name == "get_mut")))
            }
            ("get", [Expr::Range(range)]) => self.part(*call.receiver, range, span, out),
            ("get" | "get_mut", [at]) if !matches!(at, Expr::Range(_)) => {
                let v = self.value(*call.receiver, out)?;
                let at = self.value(at.clone(), out)?;
                let at = self.named(at, "at", out);
                let has = self.named(parse_quote_spanned!(span=> #at < #v.len()), "has", out);
                Some(Sum::of(has, lent(parse_quote_spanned!(span=> #v[#at]), name == "get_mut")))
            }
            _ if super::stages::is_chain(&call.receiver) && is_in(&name, Methods::MakesSum) => {
                self.end_with_sum(call, out)
            }
            _ if self.method_changes(&call) => self.method_parts_beside(call, out),
            _ => {
                let mut list: Vec<&mut Expr> = vec![&mut call.receiver];
                list.extend(call.args.iter_mut());
                self.operands(list, out)?;
                Some(self.opened(Expr::MethodCall(call), span, out))
            }
        }
    }

    /// True for the name of a map.
    fn is_map(&self, e: &Expr) -> bool {
        name_of(e).is_some_and(|name| self.maps.contains(&name))
    }

    fn or(&mut self, one: Expr, other: Expr, span: Span, out: &mut Vec<Stmt>) -> Option<Sum> {
        let sum = self.sum(one, out)?;
        let is = self.named(sum.is.clone(), "is_some", out);
        let held = self.held(sum, span);
        self.sum(parse_quote_spanned!(span=> if #is { Some(#held) } else { #other }), out)
    }

    /// A method of a sum that returns what is no sum; nothing if it is another method.
    pub(super) fn of_sum(&mut self, call: &syn::ExprMethodCall, out: &mut Vec<Stmt>) -> Option<Option<Expr>> {
        let span = call.method.span();
        let name = call.method.to_string();
        let args: Vec<Expr> = call.args.iter().cloned().collect();
        if !is_in(&name, Methods::OfSums)
            || ["ok_or", "ok_or_else", "map_err", "and_then", "or_else"].contains(&name.as_str())
        {
            return None;
        }
        if ["unwrap", "expect"].contains(&name.as_str()) && super::orders::is_comparison(&call.receiver) {
            return None;
        }
        let Some(sum) = self.sum((*call.receiver).clone(), out) else { return Some(None) };
        let is = sum.is.clone();
        match name.as_str() {
            "is_some" | "is_ok" => return Some(Some(is)),
            "is_none" | "is_err" => return Some(Some(parse_quote_spanned!(span=> !#is))),
            _ => {}
        }
        let held = self.held(sum, span);
        Some(match (name.as_str(), args.as_slice()) {
            ("unwrap", []) | ("expect", [_]) => {
                if !matches!(is, Expr::Lit(_)) {
                    out.push(parse_quote_spanned!(span=> assert!(#is);));
                }
                Some(held)
            }
            ("unwrap_or", [other]) => {
                // Items are the numbers themselves here.
                let other = match other {
                    Expr::Reference(lent) if matches!(*lent.expr, Expr::Lit(_)) => &lent.expr,
                    other => other,
                };
                let Some(other) = self.eager(other, out) else { return Some(None) };
                self.value(parse_quote_spanned!(span=> if #is { #held } else { #other }), out)
            }
            ("unwrap_or_default", []) => {
                let zero = super::places::start_like(&held);
                self.value(parse_quote_spanned!(span=> if #is { #held } else { #zero }), out)
            }
            ("unwrap_or_else", [f]) => {
                let inputs = match f {
                    Expr::Closure(closure) => closure.inputs.iter().map(|_| parse_quote!(())).collect(),
                    _ => Vec::new(),
                };
                let (stmts, value) = self.applied(f, inputs);
                self.value(parse_quote_spanned!(span=> if #is { #held } else { #(#stmts)* #value }), out)
            }
            ("map_or", [other, f]) => {
                let Some(other) = self.eager(other, out) else { return Some(None) };
                let (stmts, value) = self.applied(f, vec![held]);
                self.value(parse_quote_spanned!(span=> if #is { #(#stmts)* #value } else { #other }), out)
            }
            ("map_or_else", [other, f]) => {
                let (stmts, value) = self.applied(f, vec![held]);
                let (before, other) = self.applied(other, Vec::new());
                self.value(
                    parse_quote_spanned!(span=> if #is { #(#stmts)* #value } else { #(#before)* #other }),
                    out,
                )
            }
            ("is_some_and", [f]) => {
                let (stmts, test) = self.applied(f, vec![held]);
                self.value(parse_quote_spanned!(span=> #is && { #(#stmts)* #test }), out)
            }
            ("is_none_or", [f]) => {
                let (stmts, test) = self.applied(f, vec![held]);
                self.value(parse_quote_spanned!(span=> !#is || { #(#stmts)* #test }), out)
            }
            _ => return None,
        })
    }
}

/// An item of a vector, or the item as a place that changes.
fn lent(item: Expr, changes: bool) -> Expr {
    let span = item.span();
    if changes { parse_quote_spanned!(span=> &mut #item) } else { item }
}

/// True for a type behind a reference, or in a sum.
fn is_lent_part(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Reference(_) | syn::Type::Tuple(_)) || held(ty).is_some()
}

fn is_unit(e: &Expr) -> bool {
    matches!(e, Expr::Tuple(tuple) if tuple.elems.is_empty())
}
