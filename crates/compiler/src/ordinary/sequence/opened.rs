//! An `Option` or a `Result` that is there whole, in parts.

use super::Sequence;
use super::sums::Sum;
use crate::ordinary::layout::{held, is_result};
use crate::syntax::made::stmts;
use crate::syntax::paths::called;
use crate::syntax::read::{bare, lent, name_of};
use crate::syntax::structures;
use proc_macro2::{Ident, Span};
use syn::{Expr, Stmt, Type, parse_quote_spanned};

/// The type of a chain that is collected as a whole or not at all, and the type of its items, `Vec<f64>` of `Option<Vec<f64>>`.
pub(super) fn collected(call: &syn::ExprMethodCall) -> Option<(&Type, &Type)> {
    let fish = call.turbofish.as_ref().filter(|_| call.method == "collect")?;
    let syn::GenericArgument::Type(sum) = fish.args.first()? else { return None };
    Some((sum, held(sum)?))
}

impl Sequence<'_> {
    /// `chain.collect::<Option<Vec<f64>>>()`: the items are pushed until one is not there.
    pub(super) fn all_held(&mut self, call: &syn::ExprMethodCall, out: &mut Vec<Stmt>) -> Option<Sum> {
        let (sum, list) = collected(call)?;
        let span = call.method.span();
        let [is, all, item] = self.fresh.names(["is_some", "collect", "item"], span);
        let there = Ident::new(if is_result(sum) { "Ok" } else { "Some" }, span);
        let mut before = stmts!(span=> let mut #is = true; let mut #all: #list = Vec::new(););
        let chain = self.of_one_loop(&call.receiver, &call.method, &mut before)?;
        let each = self.chain(&chain, &mut before, &mut |_, value| {
            stmts!(span=> match #value { #there(#item) => { #all.push(#item); } _ => { #is = false; break; } })
        })?;
        before.push(each);
        let goes_on = self.statements(before, out);
        goes_on.then(|| Sum::of(parse_quote_spanned!(span=> #is), parse_quote_spanned!(span=> #all)))
    }

    /// Notes whether a local is a place by another name.
    pub(super) fn name_of_place(&mut self, name: &Ident, e: &Expr) {
        let of = lent(e);
        let is_place = matches!(of, Expr::Index(_) | Expr::Field(_))
            || name_of(of).is_some_and(|of| self.elements.contains(&of));
        if is_place {
            self.elements.insert(name.to_string());
        } else {
            self.elements.remove(&name.to_string());
        }
    }

    /// A sum at a place. What it holds has a cotangent in the shadow of the place.
    pub(super) fn at_place(&mut self, place: &Expr, span: Span, out: &mut Vec<Stmt>) -> Sum {
        let is = self.fresh.name("is_some", span);
        out.push(parse_quote_spanned!(span=> let #is: bool = matches!(#place, Some(_));));
        let part = crate::ir::payload::payload(&Ident::new("Some", span), &syn::Member::from(0), span);
        Sum::of(parse_quote_spanned!(span=> #is), parse_quote_spanned!(span=> #place.#part))
    }

    /// An `Option` that another `Option` holds.
    pub(super) fn unwrapped_sum(
        &mut self,
        call: syn::ExprMethodCall,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Option<Sum> {
        let place = match self.value(Expr::MethodCall(call), out)? {
            Expr::Reference(lent) => *lent.expr,
            other => other,
        };
        Some(match place {
            // A place, or a local that holds what was taken from one.
            Expr::Field(_) | Expr::Index(_) | Expr::Path(_) => self.at_place(&place, span, out),
            other => self.opened(other, span, out),
        })
    }

    /// A sum that a call returns, in parts.
    pub(super) fn opened(&mut self, call: Expr, span: Span, out: &mut Vec<Stmt>) -> Sum {
        // A structure that the crate knows need have no default.
        let held = self.made_by(&call).into_iter();
        let parts = parse_quote_spanned!(span=> ::retrograde::__private::opened(#call #(, #held)*));
        self.taken_apart(parts, span, out)
    }

    /// The parts from which the `Option` or the `Result` starts that a call puts into a place.
    pub(super) fn start_of_parts(&self, call: &Expr, span: Span) -> Expr {
        let held = self.made_by(call).unwrap_or_else(|| parse_quote_spanned!(span=> Default::default()));
        parse_quote_spanned!(span=> (false, #held))
    }

    /// A value of what the `Option` or the `Result` holds that a call returns, where structures that the crate knows are in it.
    fn made_by(&self, call: &Expr) -> Option<Expr> {
        self.held_by(call).and_then(|ty| match ty {
            Type::Tuple(_) => crate::ordinary::start(&ty),
            ty => crate::ordinary::made(&ty),
        })
    }

    /// The type of what the `Option` or the `Result` holds that a call returns, a structure.
    fn held_by(&self, call: &Expr) -> Option<Type> {
        match bare(call) {
            Expr::Call(_) => structures::held_at(called(call)?.0),
            Expr::MethodCall(call) => {
                let (of, method) = (&call.receiver, call.method.to_string());
                match super::changing::type_of(of, &self.declared) {
                    Some(of) => structures::held_by(&of, &method),
                    None => structures::held_by_any(&method),
                }
            }
            _ => None,
        }
    }
}
