//! Comparisons by `cmp`, `partial_cmp` and `total_cmp`, and the tests of their orders.
//!
//! Takes the call that compares two values, returns a test of the order that it gives. Law: numbers are compared as the
//! function compares them, also where one of them is NaN, and where both are zeros of different signs.

use super::Sequence;
use crate::ordinary::fresh::Fresh;
use crate::syntax::read::lent;
use proc_macro2::Span;
use syn::{Expr, Stmt, parse_quote_spanned};

/// A comparison of two values: `a.cmp(&b)`, `a.partial_cmp(&b).unwrap()`.
#[derive(Clone)]
pub(in crate::ordinary) struct Comparison {
    pub left: Expr,
    pub right: Expr,
    pub kind: Kind,
}

/// The meaning of a comparison where one of the values is NaN.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::ordinary) enum Kind {
    /// `a.cmp(&b)`: no value is NaN.
    Ordered,
    /// `a.total_cmp(&b)`: NaN has a place, and so has each of the two zeros.
    Total,
    /// `a.partial_cmp(&b)`: there is no order.
    Partial,
    /// `a.partial_cmp(&b).unwrap()`: the function panics.
    Checked,
    /// `a.partial_cmp(&b).unwrap_or(Ordering::Equal)`: this order.
    Or(Order),
}

/// An `Ordering`.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::ordinary) enum Order {
    Less,
    Equal,
    Greater,
}

/// A test of an order.
#[derive(Clone, Copy)]
pub(in crate::ordinary) enum Test {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl Test {
    /// The name of the function of the library, and the orders for which the test is true.
    fn entry(self) -> (&'static str, &'static [Order]) {
        use Order::{Equal, Greater, Less};
        match self {
            Test::Lt => ("lt", &[Less]),
            Test::Le => ("le", &[Less, Equal]),
            Test::Gt => ("gt", &[Greater]),
            Test::Ge => ("ge", &[Greater, Equal]),
            Test::Eq => ("eq", &[Equal]),
            Test::Ne => ("ne", &[Less, Greater]),
        }
    }
}

impl Kind {
    /// The places of sorted keys, in their order.
    pub(super) fn places(self, ascends: bool, keys: &Expr, span: Span) -> Expr {
        let direction = if ascends { "ascending" } else { "descending" };
        let kind = match self {
            Kind::Ordered | Kind::Partial | Kind::Or(Order::Equal) => {
                let function = syn::Ident::new(direction, span);
                return parse_quote_spanned!(span=> ::retrograde::library::#function(#keys));
            }
            Kind::Total => "total",
            Kind::Checked => "checked",
            Kind::Or(Order::Less) => "less",
            Kind::Or(Order::Greater) => "greater",
        };
        let function = quote::format_ident!("{kind}_{direction}", span = span);
        parse_quote_spanned!(span=> ::retrograde::__private::#function(#keys))
    }
}

impl Comparison {
    /// Reads a comparison; nothing if this is none.
    pub(in crate::ordinary) fn of(order: &Expr) -> Option<Comparison> {
        let call = match order {
            Expr::Paren(inner) => return Comparison::of(&inner.expr),
            Expr::MethodCall(call) => call,
            _ => return None,
        };
        let kind = match call.method.to_string().as_str() {
            "cmp" => Kind::Ordered,
            "total_cmp" => Kind::Total,
            "partial_cmp" => Kind::Partial,
            "unwrap" | "expect" => {
                let of = Comparison::of(&call.receiver)?;
                return (of.kind == Kind::Partial).then_some(Comparison { kind: Kind::Checked, ..of });
            }
            "unwrap_or" => {
                let of = Comparison::of(&call.receiver)?;
                let order = match super::compared::order_named(call.args.first()?)?.as_str() {
                    "Less" => Order::Less,
                    "Greater" => Order::Greater,
                    _ => Order::Equal,
                };
                return (of.kind == Kind::Partial).then_some(Comparison { kind: Kind::Or(order), ..of });
            }
            _ => return None,
        };
        let right = match call.args.first()? {
            Expr::Reference(lent) => (*lent.expr).clone(),
            other => other.clone(),
        };
        Some(Comparison { left: (*call.receiver).clone(), right, kind })
    }

    /// The test of the order of the two values.
    pub(in crate::ordinary) fn test(&self, test: Test, span: Span) -> Expr {
        let (name, orders) = test.entry();
        let (left, right) = (&self.left, &self.right);
        if self.kind == Kind::Total {
            let function = quote::format_ident!("total_{name}", span = span);
            return parse_quote_spanned!(span=> ::retrograde::__private::#function(&#left, &#right));
        }
        let or = matches!(self.kind, Kind::Or(order) if orders.contains(&order));
        match (test, or) {
            (Test::Lt, false) => parse_quote_spanned!(span=> #left < #right),
            (Test::Le, false) => parse_quote_spanned!(span=> #left <= #right),
            (Test::Gt, false) => parse_quote_spanned!(span=> #left > #right),
            (Test::Ge, false) => parse_quote_spanned!(span=> #left >= #right),
            (Test::Eq, _) if !or => parse_quote_spanned!(span=> #left == #right),
            // NaN is not equal to a number.
            (Test::Ne, _) if or || self.kind == Kind::Ordered || self.kind == Kind::Checked => {
                parse_quote_spanned!(span=> #left != #right)
            }
            (Test::Ne, _) => parse_quote_spanned!(span=> (#left < #right || #left > #right)),
            // The opposite test is false for NaN.
            (Test::Lt, true) => parse_quote_spanned!(span=> !(#left >= #right)),
            (Test::Le, true) => parse_quote_spanned!(span=> !(#left > #right)),
            (Test::Gt, true) => parse_quote_spanned!(span=> !(#left <= #right)),
            (Test::Ge, true) => parse_quote_spanned!(span=> !(#left < #right)),
            (Test::Eq, _) => parse_quote_spanned!(span=> !(#left < #right || #left > #right)),
        }
    }

    /// The test for an order: false if one of the values is NaN.
    pub(in crate::ordinary) fn has_order(&self, span: Span) -> Expr {
        let (left, right) = (&self.left, &self.right);
        parse_quote_spanned!(span=> (#left < #right || #left >= #right))
    }

    /// A comparison of names, as one by `total_cmp` wants: it is handed over by reference.
    pub(in crate::ordinary) fn of_names(
        self,
        fresh: &mut Fresh,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Comparison {
        if self.kind != Kind::Total {
            return self;
        }
        let mut named = |e: Expr| match lent(&e) {
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Lit(_) => e,
            computed => {
                let name = fresh.name("compared", span);
                out.push(parse_quote_spanned!(span=> let #name = #computed;));
                parse_quote_spanned!(span=> #name)
            }
        };
        Comparison { left: named(self.left), right: named(self.right), kind: self.kind }
    }

    /// The assertion that there is an order, where the function unwraps it.
    pub(in crate::ordinary) fn is_there(&self, span: Span) -> Option<Stmt> {
        let there = (self.kind == Kind::Checked).then(|| self.has_order(span))?;
        Some(parse_quote_spanned!(span=> assert!(#there, "two numbers of which one is NaN have no order");))
    }
}

impl Sequence<'_> {
    /// Evaluates both sides of a comparison, and asserts that there is an order if the function unwraps it.
    pub(super) fn held_order(
        &mut self,
        of: Comparison,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Option<Comparison> {
        let left = self.held_in("left", of.left, out)?;
        let held = Comparison { left, right: self.held_in("right", of.right, out)?, kind: of.kind };
        out.extend(held.is_there(span));
        Some(held)
    }

    /// The test in place of `a.cmp(&b).is_lt()`.
    pub(super) fn order_test(
        &mut self,
        of: Comparison,
        test: (Test, Span),
        out: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let (test, span) = test;
        // One without an order is tested more than once.
        let of = match of.kind {
            Kind::Ordered => of,
            Kind::Total => {
                let mut before = Vec::new();
                let of = of.of_names(self.fresh, span, &mut before);
                self.statements(before, out).then_some(of)?
            }
            Kind::Partial | Kind::Checked | Kind::Or(_) => self.held_order(of, span, out)?,
        };
        Some(of.test(test, span))
    }
}

/// The comparison and the test of `a.cmp(&b).is_lt()`.
pub(super) fn decided(call: &syn::ExprMethodCall) -> Option<(Comparison, (Test, Span))> {
    let comparison = Comparison::of(&call.receiver)?;
    let test = match call.method.to_string().as_str() {
        "is_lt" => Test::Lt,
        "is_le" => Test::Le,
        "is_gt" => Test::Gt,
        "is_ge" => Test::Ge,
        "is_eq" => Test::Eq,
        "is_ne" => Test::Ne,
        _ => return None,
    };
    Some((comparison, (test, call.method.span())))
}

/// True for a comparison of floats, which is ordinary Rust: `a.partial_cmp(&b)`.
pub(super) fn is_comparison(e: &Expr) -> bool {
    matches!(e, Expr::MethodCall(call) if call.method == "partial_cmp")
}
