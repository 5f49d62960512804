//! Locals that are an `Option` or a `Result`: a name for what tells if there is a value, and one for the value.
//!
//! Law: a local that does not change holds what its value was where it is bound, whatever its places hold later.

use super::Sequence;
use super::places::Dest;
use super::sums::{Sum, Value};
use crate::ordinary::assign::base;
use crate::ordinary::layout::{Layout, held};
use crate::ordinary::start;
use crate::syntax::made::stmts;
use crate::syntax::read::name_of;
use crate::syntax::seek::{At, seek};
use proc_macro2::Span;
use syn::{Expr, Ident, Stmt, parse_quote_spanned};

/// Methods that lend a place, which cannot change while it is lent.
const LENDS: [&str; 9] =
    ["first", "last", "get", "first_mut", "last_mut", "get_mut", "as_ref", "as_mut", "iter"];

impl Sequence<'_> {
    /// A local that is a sum.
    pub(super) fn sum_local(
        &mut self,
        name: &syn::PatIdent,
        ty: Option<&syn::Type>,
        e: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let ident = &name.ident;
        let layout = ty.and_then(held).map(|held| Layout::Sum(Box::new(Layout::of(held))));
        let places = match self.variant_assigned(ident) {
            Some(start) => Some(self.sum_from(start, ident, span, out)),
            None => layout.and_then(|layout| self.declared(&layout, &ident.to_string(), span, out)),
        };
        if let Some(dest) = places {
            self.sums.insert(ident.to_string(), dest.as_sum());
            return self.put(e, &dest, out);
        }
        let lends = lends(&e);
        let told = self.type_of(&e).as_ref().and_then(held).cloned();
        let Some(sum) = self.sum(e, out) else { return false };
        let told = told.or_else(|| match sum.held.as_deref() {
            Some(Value::Plain(held)) => self.type_of(held).filter(crate::syntax::structures::is_known),
            Some(Value::Sum(_)) | None => None,
        });
        // What a place holds is copied where it is there, since the place may change.
        let may_change = |place: &Expr| !lends && self.may_change(place);
        let (is_integer, is_copied) = match sum.held.as_deref() {
            Some(Value::Plain(Expr::Field(_))) => (false, true),
            // An integer without a type has no other value to start from, and is always there.
            Some(Value::Plain(held)) if name_of(held).is_some_and(|name| self.integers.contains(&name)) => {
                (may_change(held), false)
            }
            Some(Value::Plain(held)) => (false, may_change(held) || may_change(&sum.is)),
            None => (false, may_change(&sum.is)),
            Some(Value::Sum(_)) => (false, false),
        };
        if name.mutability.is_none() && !is_copied {
            let is = self.named(sum.is, &format!("{ident}_is_some"), out);
            let held = sum.held.map(|held| match *held {
                Value::Plain(e @ Expr::Index(_)) => Box::new(Value::Plain(e)),
                Value::Plain(e) if is_integer => {
                    let copy = self.fresh.name(&ident.to_string(), span);
                    out.push(parse_quote_spanned!(span=> let #copy = #e;));
                    Box::new(Value::Plain(parse_quote_spanned!(span=> #copy)))
                }
                Value::Plain(e) => Box::new(Value::Plain(self.named(e, &ident.to_string(), out))),
                Value::Sum(sum) => Box::new(Value::Sum(sum)),
            });
            self.sums.insert(ident.to_string(), Sum { is, held });
            return true;
        }
        let is = self.fresh.name(&format!("{ident}_is_some"), span);
        out.push(parse_quote_spanned!(span=> let mut #is = false;));
        let held = match sum.held.as_deref() {
            Some(Value::Plain(_)) if told.as_ref().and_then(start).is_some() => {
                let place = self.fresh.name(&ident.to_string(), span);
                out.push(super::places::starting(&place, told.as_ref(), span));
                Dest::Plain(place)
            }
            Some(Value::Plain(e)) => Dest::Plain(self.variable(e, &ident.to_string(), out)),
            Some(Value::Sum(_)) => {
                let message = "this local changes, and holds an `Option` in an `Option`";
                self.refuse(ident, message, "write its type");
                Dest::Unit
            }
            None => {
                let place = self.fresh.name(&ident.to_string(), span);
                let ty = self.assigned.get(&ident.to_string()).and_then(|value| self.type_of(value));
                out.push(super::places::starting(&place, ty.as_ref(), span));
                Dest::Plain(place)
            }
        };
        let dest = Dest::Sum(is, Box::new(held));
        self.sums.insert(ident.to_string(), dest.as_sum());
        self.put_value(Value::Sum(sum), &dest, out);
        true
    }

    /// True for a place that may change later: a variable, a part of one, or what an `Option` that changes holds.
    fn may_change(&self, place: &Expr) -> bool {
        let Some(name) = base(place) else { return false };
        let is_lent = match self.declared.get(&name) {
            Some(syn::Type::Reference(lent)) => lent.mutability.is_some(),
            _ => false,
        };
        let holds = |sum: &Sum| {
            let held = match sum.held.as_deref() {
                Some(Value::Plain(held)) => base(held),
                Some(Value::Sum(_)) | None => None,
            };
            [base(&sum.is), held].contains(&Some(name.clone()))
        };
        let mut sums = self.sums.iter().filter(|(of, _)| self.variables.contains(*of));
        is_lent || self.variables.contains(&name) || sums.any(|(_, sum)| holds(sum))
    }

    /// The variant without parts that an `Option` is assigned: its enum need have no value to start from.
    fn variant_assigned(&self, name: &Ident) -> Option<Expr> {
        let value = self.assigned.get(&name.to_string()).map(super::statements::first_value)?;
        Some(super::places::start_like(&value)).filter(|start| matches!(start, Expr::Path(_)))
    }

    /// Declares places for an `Option` that holds such values.
    fn sum_from(&mut self, start: Expr, name: &Ident, span: Span, out: &mut Vec<Stmt>) -> Dest {
        let is = self.fresh.name(&format!("{name}_is_some"), span);
        let place = self.fresh.name(&name.to_string(), span);
        out.extend(stmts!(span=> let mut #is = false; let mut #place = #start;));
        Dest::Sum(is, Box::new(Dest::Plain(place)))
    }
}

/// True for an `Option` that holds a reference: its place cannot change while it is lent.
fn lends(e: &Expr) -> bool {
    let has = |names: &[&str]| {
        let at = |e: &Expr| {
            At::found(matches!(e, Expr::MethodCall(call) if names.iter().any(|name| call.method == name)))
        };
        seek(at, |visitor| visitor.visit_expr(e))
    };
    let derefs = |e: &Expr| {
        let Expr::Closure(closure) = e else { return At::Inside };
        At::found(matches!(&*closure.body, Expr::Unary(of) if matches!(of.op, syn::UnOp::Deref(_))))
    };
    let copies = has(&["copied", "cloned", "clone"]) || seek(derefs, |visitor| visitor.visit_expr(e));
    has(&LENDS) && !copies
}
