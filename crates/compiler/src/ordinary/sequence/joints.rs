//! Chains that join several: `flatten` and `flat_map` are a loop in a loop, `chain` is a loop after a loop.
//!
//! Law: the items come in the same order. A step that ends the chain early (`take_while`, `find`, `position`) behind a joint is refused,
//! since it would end one of the loops.

use super::Sequence;
use super::normal::{Normal, visited};
use crate::ir::{Methods, is_in};
use crate::syntax::read::name_of;
use syn::{Expr, Stmt, parse_quote_spanned};

/// A joint of a chain, and the steps behind it.
pub(super) struct Joint {
    kind: Kind,
    /// The chain before the joint.
    before: Expr,
    /// The methods behind it, the last first.
    behind: Vec<syn::ExprMethodCall>,
}

enum Kind {
    /// The items are chains.
    Flat,
    /// Another chain follows.
    Then(Box<Expr>),
}

/// Methods that are joints.
pub(super) const NAMES: [&str; 3] = ["flatten", "flat_map", "chain"];

/// True for a chain with a joint.
pub(super) fn has_joint(chain: &Expr) -> bool {
    let Expr::MethodCall(call) = chain else { return false };
    NAMES.iter().any(|name| call.method == name) || has_joint(&call.receiver)
}

impl Sequence<'_> {
    /// A chain in which `flatten` of items that are an `Option`, as a written type tells, is a step that keeps what they hold.
    pub(super) fn with_options_filtered(&self, chain: &Expr) -> Expr {
        let Expr::MethodCall(call) = chain else { return chain.clone() };
        let receiver = self.with_options_filtered(&call.receiver);
        let of_options = call.method == "flatten" && self.visits_options(&call.receiver);
        if of_options {
            let (span, held) = (call.method.span(), syn::Ident::new("held", call.method.span()));
            return parse_quote_spanned!(span=> #receiver.filter_map(|#held| *#held));
        }
        Expr::MethodCall(syn::ExprMethodCall { receiver: Box::new(receiver), ..call.clone() })
    }

    /// True for a chain that visits the items of a parameter or a local, which are an `Option`.
    fn visits_options(&self, chain: &Expr) -> bool {
        match chain {
            Expr::MethodCall(call) => {
                let keeps = ["iter", "into_iter", "copied", "cloned", "rev", "skip", "take", "step_by"];
                keeps.iter().any(|name| call.method == name) && self.visits_options(&call.receiver)
            }
            Expr::Paren(inner) => self.visits_options(&inner.expr),
            Expr::Reference(lent) => self.visits_options(&lent.expr),
            e => {
                let ty = name_of(e).and_then(|name| self.declared.get(&name));
                ty.and_then(super::types::item_of).is_some_and(super::types::is_option)
            }
        }
    }

    /// Collects a chain under a name, and visits that; nothing for a chain that is not collected before.
    pub(super) fn collected_before(&mut self, chain: &Expr, before: &mut Vec<Stmt>) -> Option<Expr> {
        crate::ordinary::iterators::is_collected(chain).then(|| {
            let span = syn::spanned::Spanned::span(chain);
            let name = self.fresh.name("collected", span);
            before.push(parse_quote_spanned!(span=> let #name: Vec<_> = #chain.collect();));
            parse_quote_spanned!(span=> #name.iter())
        })
    }

    /// Collects what stands before a step that cannot stand behind it; false if that is not possible.
    pub(super) fn collected_inside(&mut self, chain: &mut Expr, before: &mut Vec<Stmt>) -> bool {
        let call = match chain {
            Expr::Paren(inner) => return self.collected_inside(&mut inner.expr, before),
            Expr::MethodCall(call) => call,
            _ => return false,
        };
        let zips = call.method == "zip";
        let mut parts: Vec<&mut Expr> = vec![&mut call.receiver];
        parts.extend(call.args.iter_mut().filter(|_| zips));
        if let Some(inner) = parts.iter_mut().find(|part| Normal::of(part).is_err()) {
            return self.collected_inside(inner, before);
        }
        let mut any = false;
        for part in parts {
            if !Normal::is_each(part) {
                let Some(collected) = self.collected_before(part, before) else { return false };
                (*part, any) = (collected, true);
            }
        }
        any
    }

    /// The last joint of a chain.
    pub(super) fn joint(&self, chain: &Expr) -> Option<Joint> {
        let mut behind = Vec::new();
        let mut at = chain;
        while let Expr::MethodCall(call) = at {
            let before = (*call.receiver).clone();
            match (call.method.to_string().as_str(), call.args.first()) {
                ("flatten", None) => return Some(Joint { kind: Kind::Flat, before, behind }),
                ("flat_map", Some(f)) => {
                    let span = call.method.span();
                    let before = parse_quote_spanned!(span=> #before.map(#f));
                    return Some(Joint { kind: Kind::Flat, before, behind });
                }
                ("chain", Some(other)) => {
                    return Some(Joint { kind: Kind::Then(Box::new(other.clone())), before, behind });
                }
                (name, _) if is_in(name, Methods::BehindJoint) => behind.push(call.clone()),
                _ => return None,
            }
            at = &call.receiver;
        }
        None
    }

    /// The loops of a chain with a joint.
    pub(super) fn joined(
        &mut self,
        joint: Joint,
        counters: &mut Vec<Stmt>,
        body: &mut dyn FnMut(&mut Self, Expr) -> Vec<Stmt>,
        span: proc_macro2::Span,
    ) -> Option<Stmt> {
        let Joint { kind, before, behind } = joint;
        match kind {
            Kind::Flat => self.chain(&before, counters, &mut |this, items| {
                let mut inner = Vec::new();
                let each = this.chain(&replanted(visited(&items), &behind), &mut inner, &mut *body);
                inner.extend(each);
                inner
            }),
            Kind::Then(other) => {
                let one = self.chain(&replanted(before, &behind), counters, &mut *body)?;
                let two = self.chain(&replanted(visited(&other), &behind), counters, body)?;
                Some(parse_quote_spanned!(span=> { #one #two }))
            }
        }
    }
}

/// A chain with steps behind it.
fn replanted(head: Expr, behind: &[syn::ExprMethodCall]) -> Expr {
    behind.iter().rev().fold(head, |head, call| {
        Expr::MethodCall(syn::ExprMethodCall { receiver: Box::new(head), ..call.clone() })
    })
}
