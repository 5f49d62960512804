//! Complex numbers: arithmetic and functions of the real and the imaginary part.
//!
//! The formulae are those of the crate `num-complex`, so that a reversible function and a plain one agree: products and
//! quotients by their parts, everything else by way of polar coordinates. The branch cut of `ln`, `sqrt` and the powers
//! is the negative real axis.

use super::{Lowering, Operand, apply, minus, negative, over, plus, real, times};
use crate::ir::*;
use proc_macro2::Span;

/// Powers up to this are products.
const MOST_PRODUCTS: i64 = 64;

/// True if complex numbers have a method that reals do not have.
pub(crate) fn is_of_complex(name: &str) -> bool {
    ["conj", "norm", "norm_sqr", "arg", "inv", "scale", "unscale", "powc", "powu"].contains(&name)
}

impl Lowering {
    pub(super) fn complex_binary(
        &mut self,
        operator: Operator,
        left: Operand,
        right: Operand,
        span: Span,
    ) -> Vec<Expr> {
        match (operator, left, right) {
            (Operator::Add, Operand::Parts(a), Operand::Parts(b)) => pairwise(a, b, plus),
            (Operator::Sub, Operand::Parts(a), Operand::Parts(b)) => pairwise(a, b, minus),
            (Operator::Mul, Operand::Parts(a), Operand::Parts(b)) => self.product(a, b, span),
            (_, Operand::Parts(a), Operand::Parts(b)) => self.quotient(a, b, span),
            (Operator::Add, Operand::Parts(a), Operand::Real(x)) => pairwise(a, vec![x, real(0.0)], plus),
            (Operator::Add, Operand::Real(x), Operand::Parts(a)) => pairwise(vec![x, real(0.0)], a, plus),
            (Operator::Sub, Operand::Parts(a), Operand::Real(x)) => pairwise(a, vec![x, real(0.0)], minus),
            (Operator::Sub, Operand::Real(x), Operand::Parts(a)) => pairwise(vec![x, real(0.0)], a, minus),
            (Operator::Mul, Operand::Parts(a), Operand::Real(x))
            | (Operator::Mul, Operand::Real(x), Operand::Parts(a)) => {
                let x = self.shared(x, "factor", span);
                a.into_iter().map(|part| times(part, x.clone())).collect()
            }
            (_, Operand::Parts(a), Operand::Real(x)) => {
                let x = self.shared(x, "divisor", span);
                a.into_iter().map(|part| over(part, x.clone())).collect()
            }
            // Both are real only where one of them was reported.
            (_, Operand::Real(x), right) => {
                let b = match right {
                    Operand::Parts(parts) => parts,
                    Operand::Real(y) => vec![y, real(0.0)],
                };
                self.quotient(vec![x, real(0.0)], b, span)
            }
        }
    }

    /// (a + bi)(c + di) = (ac - bd) + (ad + bc)i
    fn product(&mut self, left: Vec<Expr>, right: Vec<Expr>, span: Span) -> Vec<Expr> {
        let [a, b] = self.pair(left, span);
        let [c, d] = self.pair(right, span);
        vec![minus(times(a.clone(), c.clone()), times(b.clone(), d.clone())), plus(times(a, d), times(b, c))]
    }

    /// (a + bi)/(c + di) = ((ac + bd) + (bc - ad)i) / (c² + d²)
    fn quotient(&mut self, left: Vec<Expr>, right: Vec<Expr>, span: Span) -> Vec<Expr> {
        let [a, b] = self.pair(left, span);
        let [c, d] = self.pair(right, span);
        let square = self.shared(square_of(&c, &d), "norm_sqr", span);
        vec![
            over(plus(times(a.clone(), c.clone()), times(b.clone(), d.clone())), square.clone()),
            over(minus(times(b, c), times(a, d)), square),
        ]
    }

    fn pair(&mut self, parts: Vec<Expr>, span: Span) -> [Expr; 2] {
        let mut parts = self.all_shared(parts, &["re", "im"], span).into_iter();
        [parts.next().unwrap_or(real(0.0)), parts.next().unwrap_or(real(0.0))]
    }

    /// r (cos θ + i sin θ)
    fn polar(&mut self, r: Expr, theta: Expr, span: Span) -> Vec<Expr> {
        let r = self.shared(r, "radius", span);
        let theta = self.shared(theta, "angle", span);
        vec![
            times(r.clone(), apply(Primitive::Cos, [theta.clone()])),
            times(r, apply(Primitive::Sin, [theta])),
        ]
    }

    /// The constructors.
    pub(super) fn complex_call(&mut self, name: &str, args: Vec<Expr>, span: Span) -> Option<Vec<Expr>> {
        let mut args = args.into_iter();
        Some(match (name, args.next(), args.next()) {
            ("new", Some(re), Some(im)) => vec![re, im],
            ("from", Some(re), None) => vec![re, real(0.0)],
            ("from_polar", Some(r), Some(theta)) => self.polar(r, theta, span),
            ("cis", Some(theta), None) => self.polar(real(1.0), theta, span),
            ("i", None, None) => vec![real(0.0), real(1.0)],
            _ => return None,
        })
    }

    /// The methods; nothing where there is none of this name.
    pub(super) fn complex_method(
        &mut self,
        name: &str,
        receiver: Vec<Expr>,
        args: Vec<(Expr, &syn::Expr)>,
        span: Span,
    ) -> Option<Expr> {
        let [x, y] = self.pair(receiver, span);
        let mut args = args.into_iter();
        let whole = |parts| Some(Expr::Number(Number::Complex, parts));
        let of = |rule, x: &Expr| apply(rule, [x.clone()]);
        match (name, args.next(), args.next()) {
            ("re", None, None) => Some(x),
            ("im", None, None) => Some(y),
            ("conj", None, None) => whole(vec![x, negative(y)]),
            ("norm" | "abs", None, None) => Some(apply(Primitive::Hypot, [x, y])),
            ("norm_sqr", None, None) => Some(square_of(&x, &y)),
            ("arg", None, None) => Some(apply(Primitive::Atan2, [y, x])),
            ("inv" | "recip", None, None) => {
                whole(self.quotient(vec![real(1.0), real(0.0)], vec![x, y], span))
            }
            ("exp", None, None) => whole(self.polar(apply(Primitive::Exp, [x]), y, span)),
            ("ln", None, None) => whole(logarithm(x, y)),
            ("sqrt", None, None) => {
                let r = of(Primitive::Sqrt, &apply(Primitive::Hypot, [x.clone(), y.clone()]));
                let theta = over(apply(Primitive::Atan2, [y, x]), real(2.0));
                whole(self.polar(r, theta, span))
            }
            // sin(x + iy) = sin x cosh y + i cos x sinh y, and so on; only tan and tanh are quotients.
            ("sin", None, None) => whole(vec![
                times(of(Primitive::Sin, &x), of(Primitive::Cosh, &y)),
                times(of(Primitive::Cos, &x), of(Primitive::Sinh, &y)),
            ]),
            ("cos", None, None) => whole(vec![
                times(of(Primitive::Cos, &x), of(Primitive::Cosh, &y)),
                negative(times(of(Primitive::Sin, &x), of(Primitive::Sinh, &y))),
            ]),
            ("sinh", None, None) => whole(vec![
                times(of(Primitive::Sinh, &x), of(Primitive::Cos, &y)),
                times(of(Primitive::Cosh, &x), of(Primitive::Sin, &y)),
            ]),
            ("cosh", None, None) => whole(vec![
                times(of(Primitive::Cosh, &x), of(Primitive::Cos, &y)),
                times(of(Primitive::Sinh, &x), of(Primitive::Sin, &y)),
            ]),
            ("tan" | "tanh", None, None) => {
                let sine = if name == "tan" { "sin" } else { "sinh" };
                let cosine = if name == "tan" { "cos" } else { "cosh" };
                let sine = self.complex_method(sine, vec![x.clone(), y.clone()], Vec::new(), span)?;
                let cosine = self.complex_method(cosine, vec![x, y], Vec::new(), span)?;
                match (sine, cosine) {
                    (Expr::Number(_, a), Expr::Number(_, b)) => whole(self.quotient(a, b, span)),
                    _ => None,
                }
            }
            ("scale", Some((by, written)), None) => {
                let by = self.as_real(by, written);
                let by = self.shared(by, "factor", span);
                whole(vec![times(x, by.clone()), times(y, by)])
            }
            ("unscale", Some((by, written)), None) => {
                let by = self.as_real(by, written);
                let by = self.shared(by, "divisor", span);
                whole(vec![over(x, by.clone()), over(y, by)])
            }
            // z^w = exp(w ln z)
            ("powc", Some((exponent, written)), None) => {
                let Expr::Number(_, exponent) = self.as_number(exponent, Number::Complex, written) else {
                    return None;
                };
                let product = self.product(exponent, logarithm(x, y), span);
                let [re, im] = self.pair(product, span);
                whole(self.polar(apply(Primitive::Exp, [re]), im, span))
            }
            ("powf", Some((exponent, written)), None) => {
                let exponent = self.as_real(exponent, written);
                let exponent = self.shared(exponent, "exponent", span);
                let r = apply(Primitive::Hypot, [x.clone(), y.clone()]);
                let r = apply(Primitive::Powf, [r, exponent.clone()]);
                let theta = times(apply(Primitive::Atan2, [y, x]), exponent);
                whole(self.polar(r, theta, span))
            }
            ("powi" | "powu", Some((exponent, _)), None) => whole(self.integer_power(x, y, exponent, span)),
            _ => None,
        }
    }

    /// A power with a literal exponent is a product, any other goes by way of polar coordinates.
    fn integer_power(&mut self, x: Expr, y: Expr, exponent: Expr, span: Span) -> Vec<Expr> {
        let literal = match &exponent {
            Expr::Constant(n) => n.as_usize().and_then(|n| i64::try_from(n).ok()),
            Expr::Exact(Operator::Neg, args) => match &args[0] {
                Expr::Constant(n) => n.as_usize().and_then(|n| i64::try_from(n).ok()).map(|n| -n),
                _ => None,
            },
            _ => None,
        };
        let Some(n) = literal.filter(|n| n.abs() <= MOST_PRODUCTS) else {
            let r = apply(Primitive::Hypot, [x.clone(), y.clone()]);
            let r = Expr::Powi(Box::new(r), Box::new(exponent.clone()));
            let theta = times(apply(Primitive::Atan2, [y, x]), Expr::ToReal(Box::new(exponent)));
            return self.polar(r, theta, span);
        };
        let (mut power, mut square, mut bits) = (vec![real(1.0), real(0.0)], vec![x, y], n.unsigned_abs());
        while bits > 0 {
            if bits & 1 == 1 {
                power = self.product(power, square.clone(), span);
            }
            bits >>= 1;
            if bits > 0 {
                square = self.pair(square, span).to_vec();
                square = self.product(square.clone(), square, span);
            }
        }
        if n < 0 { self.quotient(vec![real(1.0), real(0.0)], power, span) } else { power }
    }
}

/// ln z = ln|z| + i arg z
fn logarithm(x: Expr, y: Expr) -> Vec<Expr> {
    let norm = apply(Primitive::Hypot, [x.clone(), y.clone()]);
    vec![apply(Primitive::Ln, [norm]), apply(Primitive::Atan2, [y, x])]
}

fn square_of(x: &Expr, y: &Expr) -> Expr {
    plus(times(x.clone(), x.clone()), times(y.clone(), y.clone()))
}

fn pairwise(a: Vec<Expr>, b: Vec<Expr>, f: fn(Expr, Expr) -> Expr) -> Vec<Expr> {
    a.into_iter().zip(b).map(|(a, b)| f(a, b)).collect()
}
