//! Logarithmic and tropical numbers: products are sums beneath, and sums are `logaddexp`, `max` or `min`.

use super::{Lowering, apply, minus, negative, over, plus, real, times};
use crate::ir::*;

/// `a operator b`, given and returned by their parts; nothing where it has no meaning.
pub(super) fn binary(number: Number, operator: Operator, a: Expr, b: Expr) -> Option<Vec<Expr>> {
    Some(vec![match operator {
        Operator::Mul => plus(a, b),
        Operator::Div => minus(a, b),
        Operator::Add => apply(sum(number), [a, b]),
        _ => return None,
    }])
}

/// The rule of their sum.
fn sum(number: Number) -> Primitive {
    match number {
        Number::MaxPlus => Primitive::Max,
        Number::MinPlus => Primitive::Min,
        Number::Log | Number::Complex => Primitive::Logaddexp,
    }
}

/// `Log::from_value(x)` and the like.
pub(super) fn call(number: Number, name: &str, args: Vec<Expr>) -> Option<Vec<Expr>> {
    let mut args = args.into_iter();
    let part = match (name, args.next(), args.next()) {
        ("one", None, None) => real(0.0),
        ("from_ln", Some(x), None) if number == Number::Log => x,
        ("from_value" | "constant" | "from", Some(x), None) => match number {
            Number::Log => apply(Primitive::Ln, [x]),
            _ => x,
        },
        _ => return None,
    };
    Some(vec![part])
}

impl Lowering {
    /// A method of the number with this part.
    pub(super) fn semiring_method(
        &mut self,
        number: Number,
        name: &str,
        part: Expr,
        args: Vec<(Expr, &syn::Expr)>,
    ) -> Option<Expr> {
        let mut args = args.into_iter();
        let whole = |part| Some(Expr::Number(number, vec![part]));
        match (name, args.next()) {
            ("ln", None) if number == Number::Log => Some(part),
            ("value", None) if number == Number::Log => Some(apply(Primitive::Exp, [part])),
            ("value", None) => Some(part),
            ("recip", None) => whole(negative(part)),
            ("sqrt", None) => whole(over(part, real(2.0))),
            ("powf", Some((exponent, written))) => {
                let exponent = self.as_real(exponent, written);
                whole(times(part, exponent))
            }
            ("powi", Some((exponent, _))) => whole(times(Expr::ToReal(Box::new(exponent)), part)),
            _ => None,
        }
    }
}
