//! Views: a place seen through a bijection, as the target of an update or as an argument.
//!
//! `-x += e` subtracts `e` from `x`; `z.conj() += e` adds the conjugate; `f(&mut (x - 1.0))` changes the place,
//! calls, and changes it back. The view is never stored: an update is converted to one of the place, and a call is
//! surrounded by the instructions that convert the place to its view and back. Every reversible function is such a
//! bijection, and so is every method that changes a structure: `celsius(&mut x) += e` and `q.turned(angle) += e` call it, add,
//! and call its inverse. Law: the inverse of a call undoes through
//! the same view what the call changed through it.
//!
//! (Paper 000, appendix G, and paper 002, section 3.1 and its last section, call them dataviews.)

use super::Lowering;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::Extent;
use crate::syntax::view::{View, viewed};
use proc_macro2::Span;
use std::rc::Rc;
use syn::spanned::Spanned;

/// True if one of the views is a function: then an update calls it before and its inverse afterwards.
pub(super) fn goes_through_calls(views: &[View<'_>]) -> bool {
    views.iter().any(|view| matches!(view, View::Through(..) | View::Method(..)))
}

impl Lowering {
    /// Returns the place behind views, and the views from the inside out. The methods of a structure are its own; those of
    /// another place are no views, but for the conjugate and the reciprocal.
    pub(super) fn viewed<'e>(&mut self, e: &'e syn::Expr) -> (&'e syn::Expr, Vec<View<'e>>) {
        let (target, mut views) = viewed(e);
        if self.is_structure(target) {
            for view in &mut views {
                if let View::Conjugated(call, whole) | View::Reciprocal(call, whole) = view {
                    *view = View::Method(call, whole);
                }
            }
            return (target, views);
        }
        let last = views.iter().enumerate().rev().find_map(|(i, view)| match view {
            View::Method(_, whole) => Some((i, *whole)),
            _ => None,
        });
        match last {
            Some((i, whole)) => (whole, views.split_off(i + 1)),
            None => (target, views),
        }
    }

    /// Returns the effect of an update through views on the place: the direction, and whether the conjugate is added.
    pub(super) fn seen_through(
        &mut self,
        views: &[View<'_>],
        place: &Place,
        group: Group,
        mut sign: Sign,
    ) -> Option<(Sign, bool)> {
        let mut conjugated = false;
        let complex = matches!(self.type_of(place), Type::Structure(Named::Number(Number::Complex)));
        for view in views {
            match (view, group) {
                (View::Negated(_), Group::Sum) | (View::Reciprocal(..), Group::Product) => {
                    sign = sign.flipped()
                }
                // A shift does not change an update by addition.
                (View::Shifted(..), Group::Sum) => {}
                (View::Conjugated(..), Group::Sum) if complex => conjugated = !conjugated,
                (View::Conjugated(..), _) => {
                    let message = "only complex places have a conjugate";
                    return self.refused(view.span(), message, "remove `.conj()`");
                }
                (View::Reciprocal(..), _) => {
                    let help = "update the place itself";
                    return self.refused(view.span(), "only `*=` and `/=` go through a reciprocal", help);
                }
                (View::Negated(_) | View::Shifted(..) | View::Through(..) | View::Method(..), _) => {
                    let help = "update the place itself";
                    return self.refused(view.span(), "only `+=` and `-=` go through this view", help);
                }
            }
        }
        Some((sign, conjugated))
    }

    /// Returns the statements that convert a place to its view; their inverses convert it back.
    fn shown_as(&mut self, views: &[View<'_>], place: &Place, target: &syn::Expr) -> Vec<Stmt> {
        let mut out = Vec::new();
        let number = Some(self.type_of(place)).filter(|ty| ty.depth() == 0).and_then(|ty| ty.number());
        let parts = self.vars.parts_at(place).unwrap_or(vec![place.clone()]);
        for view in views {
            match (view, number) {
                (View::Negated(span), None | Some(Number::Complex)) => {
                    out.extend(parts.iter().map(|part| negation(part.clone(), *span)));
                }
                (View::Conjugated(..), Some(Number::Complex)) => {
                    out.extend(parts.iter().skip(1).map(|part| negation(part.clone(), view.span())));
                }
                (View::Reciprocal(..), Some(Number::Log | Number::MaxPlus | Number::MinPlus)) => {
                    out.extend(parts.iter().map(|part| negation(part.clone(), view.span())));
                }
                (View::Shifted(sign, by, span), None) => {
                    let real = matches!(self.type_of(place), Type::Real);
                    let value = if real { self.real_value(by) } else { self.exact_value(by) };
                    let value = if real { self.as_real(value, by) } else { value };
                    let update = Update {
                        place: place.clone(),
                        group: Group::Sum,
                        sign: *sign,
                        value,
                        written: None,
                        span: *span,
                    };
                    out.push(Stmt::Update(update));
                }
                (View::Through(written, span), _) => {
                    let mut call = (*written).clone();
                    if let Some(first) = call.args.first_mut() {
                        *first = syn::parse_quote!(&mut #target);
                    }
                    (written.args.iter().zip(&call.args))
                        .for_each(|(arg, copy)| self.positions.copied(arg, copy));
                    out.extend(self.call_stmt(&call, *span));
                    written.args.iter().for_each(|_| self.positions.leave());
                }
                (View::Method(written, _), _) => {
                    let mut call = (*written).clone();
                    *call.receiver = target.clone();
                    (written.args.iter().zip(&call.args))
                        .for_each(|(arg, copy)| self.positions.copied(arg, copy));
                    out.extend(self.method_stmt(&call, call.span()));
                    written.args.iter().for_each(|_| self.positions.leave());
                }
                (View::Negated(_) | View::Conjugated(..) | View::Reciprocal(..) | View::Shifted(..), _) => {
                    self.outside(view.span(), "this place has no such view", "lend the place itself");
                }
            }
        }
        out
    }

    /// Returns a call with places that are passed through views.
    pub(super) fn around(&mut self, call: Call, views: Vec<Stmt>) -> Stmt {
        if views.is_empty() { Stmt::Call(call) } else { there_and_back(views, call.span, Stmt::Call(call)) }
    }

    /// Returns an update through functions: the place is converted to its view, updated, and converted back.
    pub(super) fn update_through(
        &mut self,
        b: &syn::ExprBinary,
        group: Group,
        sign: Sign,
        span: Span,
    ) -> Option<Stmt> {
        let (target, views) = self.viewed(&b.left);
        if self.elements.is_some() {
            let help = "write the loop: `for i in 0..x.len() { … }`";
            return self.refused(span, "whole arrays are not seen through a function", help);
        }
        let place = self.place(target)?;
        let shown = self.shown_as(&views, &place, target);
        let plain = syn::ExprBinary { left: Box::new(target.clone()), ..b.clone() };
        let update = self.copy(&b.right, &plain.right, |this| this.update(&plain, group, sign, span))?;
        Some(there_and_back(shown, span, update))
    }

    /// Returns an argument of a call as a statement; one through views adds the statements that convert it.
    pub(super) fn argument_through(&mut self, written: &syn::Expr, views: &mut Vec<Stmt>) -> Argument {
        let lent = match written {
            syn::Expr::Reference(r) => self.lent_through(r),
            _ => None,
        };
        match lent {
            Some((place, stmts)) => {
                views.extend(stmts);
                Argument::Mutable(place)
            }
            None => self.argument(written, false),
        }
    }

    /// Returns the place of a mutable argument, and the statements that convert it to its view.
    fn lent_through(&mut self, r: &syn::ExprReference) -> Option<(Place, Vec<Stmt>)> {
        r.mutability?;
        let (target, views) = self.viewed(&r.expr);
        if views.is_empty() {
            return None;
        }
        let Some(place) = self.quiet_place(target) else {
            let message = format!("`{}` is not a place of this function", shown(target));
            return self.refused(
                Extent::of(target),
                message,
                "name a parameter or a local variable, indexed as needed",
            );
        };
        let stmts = self.shown_as(&views, &place, target);
        Some((place, stmts))
    }
}

/// Returns a statement on a view, with the conversion before it and its inverse after it.
fn there_and_back(shown: Vec<Stmt>, span: Span, stmt: Stmt) -> Stmt {
    let back: Vec<Stmt> = shown.iter().rev().map(crate::ir::invert::invert_stmt).collect();
    let mut stmts = shown;
    stmts.push(stmt);
    stmts.extend(back);
    Stmt::Routine(Routine { label: String::new(), body: Block { stmts }, span })
}

/// `neg(&mut place);`
fn negation(place: Place, span: Span) -> Stmt {
    let path = Rc::new(syn::parse_quote!(::retrograde::instructions::neg));
    let callee = Callee { path, ..Callee::stack(span) };
    Stmt::Call(Call { callee, direction: Direction::Call, args: vec![Argument::Mutable(place)], span })
}
