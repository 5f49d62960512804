//! `x.clamp(low, high)` of ordinary Rust: two rules of the table, and what makes NaN of their value where there is no number.
//!
//! Takes the three values, returns an expression without a branch. Law: the value is the standard library's; it is NaN where `x` is NaN, and
//! where the standard library panics because no number lies between the bounds.

use super::Lowering;
use crate::ir::*;
use proc_macro2::Span;

impl Lowering {
    /// Clamps a real: `min(max(x, low), high)`, less a zero that is NaN where `x` or a bound is.
    // `above` is 1, 1/2, 0 or NaN, and its partials are zero. Less a positive zero keeps the sign of a zero.
    pub(super) fn clamped(&mut self, x: Expr, bounds: Vec<Expr>, exact: bool, span: Span) -> Expr {
        let mut operands = std::iter::once(x).chain(bounds).map(|e| match e {
            e if exact || visit::is_leaf(&e) => e,
            e => Expr::Read(self.value_named("clamped", span, Type::Real, e)),
        });
        let [x, low, high] = std::array::from_fn(|_| operands.next().unwrap_or(Expr::real(f64::NAN, span)));
        let zero = || Expr::real(0.0, span);
        let above = |a: &Expr, b: &Expr| Expr::Apply(Primitive::Above, vec![a.clone(), b.clone()]);
        let is_number = Expr::Apply(Primitive::Mul, vec![zero(), above(&x, &low)]);
        // Zero through zero, where the bounds are in the wrong order.
        let is_range = match (constant(&low), constant(&high)) {
            (Some(low), Some(high)) if low <= high => None,
            _ => Some(Expr::Apply(Primitive::Div, vec![zero(), above(&high, &low)])),
        };
        let least = Expr::Apply(Primitive::Max, vec![x, low]);
        let most = Expr::Apply(Primitive::Min, vec![least, high]);
        [Some(is_number), is_range]
            .into_iter()
            .flatten()
            .fold(most, |value, zero| Expr::Apply(Primitive::Sub, vec![value, zero]))
    }

    /// Clamps an exact value: a float as the standard library does, and an integer by `max` and `min`.
    pub(super) fn clamped_exact(&self, values: Vec<Expr>, method: &syn::Ident) -> Expr {
        let host = |name: &str, values: Vec<Expr>| {
            let method = Method::new(&syn::Ident::new(name, method.span()), &None);
            Expr::Host(Host::Method(method), values.into_iter().map(Argument::Value).collect())
        };
        let is_whole = values.iter().any(|e| self.kind(e).is_discrete());
        match <[Expr; 3]>::try_from(values) {
            Ok([x, low, high]) if is_whole => host("min", vec![host("max", vec![x, low]), high]),
            Ok(all) => host("clamp", all.into()),
            Err(all) => host("clamp", all),
        }
    }
}

/// The number of a constant.
fn constant(e: &Expr) -> Option<f64> {
    match e {
        Expr::Real(value, _) => Some(value.0),
        Expr::Apply(Primitive::Neg, args) => args.first().and_then(constant).map(|value| -value),
        _ => None,
    }
}
