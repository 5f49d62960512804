//! From trees of the rule table to expressions of the program.

use crate::ir::*;
use proc_macro2::Span;
use retrograde_rules::symbolic::Tree;

/// A partial at given arguments and, where it asks for it, the result.
pub(super) fn expression(tree: &Tree, args: &[Expr], result: Option<&Expr>, rule: Primitive) -> Expr {
    match tree {
        Tree::Argument(i) => args[*i].clone(),
        // `flatten` names every result that a partial asks for; without a name it is computed again.
        Tree::Result => result.cloned().unwrap_or_else(|| Expr::Apply(rule, args.to_vec())),
        Tree::Constant(c) => Expr::real(*c, Span::call_site()),
        Tree::Apply(p, parts) => {
            let parts = parts.iter().map(|t| expression(t, args, result, rule)).collect();
            simplified(*p, parts)
        }
        Tree::Powi(x, n) => Expr::Powi(Box::new(expression(x, args, result, rule)), Box::new(exponent(*n))),
    }
}

fn exponent(n: i32) -> Expr {
    let size = Expr::integer(n.unsigned_abs() as usize);
    if n < 0 { Expr::Exact(Operator::Neg, vec![size]) } else { size }
}

/// An application with units folded away.
pub(super) fn simplified(rule: Primitive, mut args: Vec<Expr>) -> Expr {
    let is = |e: &Expr, c: f64| matches!(e, Expr::Real(v, _) if v.0 == c);
    match (rule, &args[..]) {
        (Primitive::Mul, [a, _]) if is(a, 1.0) => args.swap_remove(1),
        (Primitive::Mul, [_, b]) if is(b, 1.0) => args.swap_remove(0),
        (Primitive::Div, [_, b]) if is(b, 1.0) => args.swap_remove(0),
        (Primitive::Neg, [Expr::Real(v, span)]) => Expr::Real(Real(-v.0), *span),
        _ => Expr::Apply(rule, args),
    }
}

/// The product of two factors, either of which may be absent.
pub(super) fn product(a: Option<&Expr>, b: Expr) -> Expr {
    match a {
        None => b,
        Some(a) => simplified(Primitive::Mul, vec![a.clone(), b]),
    }
}

/// The derivative of `x^n` for an exact `n`: `n · x^(n−1)`, and `0 · x^0` where an `n` that is known when the program runs is zero,
/// so that it is zero at `x = 0`, too.
pub(super) fn power(x: &Expr, n: &Expr) -> Expr {
    if let Expr::Constant(constant) = n {
        if let Some(n) = constant.as_usize().and_then(|n| i32::try_from(n).ok()) {
            let trees = retrograde_rules::symbolic::partials(Primitive::Powi, n);
            return expression(&trees[0], std::slice::from_ref(x), None, Primitive::Powi);
        }
    }
    let is_negative = matches!(n, Expr::Exact(Operator::Neg, of) if matches!(of[..], [Expr::Constant(_)]));
    let one = if is_negative {
        Expr::integer(1)
    } else {
        let differs = Expr::Exact(Operator::Ne, vec![n.clone(), Expr::integer(0)]);
        Expr::ToExact(Box::new(differs), ExactType::of(&syn::parse_quote!(i32)))
    };
    let less = Expr::Exact(Operator::Sub, vec![n.clone(), one]);
    let factor = Expr::ToReal(Box::new(n.clone()));
    Expr::Apply(Primitive::Mul, vec![factor, Expr::Powi(Box::new(x.clone()), Box::new(less))])
}
