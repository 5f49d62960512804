//! Derivatives at exceptional points: zeros, infinities, not-a-number, kinks and poles.
//!
//! The law: the adjoint is the chain rule as the conventions have it. It multiplies partials by cotangents without looking at
//! either, so `0 · ∞` is not-a-number wherever it is on the tape, and a literal factor is a factor like any other.

use crate::harness::{Compiled, Form};
use retrograde_compiler::ir::step::Program as Which;
use retrograde_inspect::interpret::{Cell, Value};
use retrograde_rules::{Primitive, Real};
use retrograde_tape::{Active, value_and_gradient};
use retrograde_testkit::Rng;
use retrograde_testkit::programs::{Function, Program};

/// An expression of `x` and `y`, as text and as a computation.
#[derive(Clone, Debug)]
enum Expression {
    X,
    Y,
    Literal(f64),
    Apply(Primitive, i32, Vec<Expression>),
}
use Expression::{Literal, X, Y};

fn apply<const N: usize>(rule: Primitive, args: [Expression; N]) -> Expression {
    Expression::Apply(rule, 0, args.to_vec())
}

fn times(a: Expression, b: Expression) -> Expression {
    apply(Primitive::Mul, [a, b])
}

fn plus(a: Expression, b: Expression) -> Expression {
    apply(Primitive::Add, [a, b])
}

impl Expression {
    fn text(&self) -> String {
        match self {
            X => "x".into(),
            Y => "y".into(),
            Literal(c) => format!("{c:?}"),
            Expression::Apply(rule, exponent, args) => {
                let args: Vec<String> = args.iter().map(Expression::text).collect();
                match (rule.symbol(), &args[..]) {
                    (Some(symbol), [a]) => format!("({symbol}{a})"),
                    (Some(symbol), [a, b]) => format!("({a} {symbol} {b})"),
                    _ if rule.takes_exponent() => format!("({}).{rule}({exponent})", args[0]),
                    _ => format!("({}).{rule}({})", args[0], args[1..].join(", ")),
                }
            }
        }
    }

    fn value<T: Real>(&self, x: T, y: T) -> T {
        match self {
            X => x,
            Y => y,
            Literal(c) => T::constant(*c),
            Expression::Apply(rule, exponent, args) => {
                let args: Vec<T> = args.iter().map(|arg| arg.value(x, y)).collect();
                // What is constant between its jumps is a constant to a reversible function.
                let depends =
                    |arg: &T| if rule.is_differentiable() { *arg } else { T::constant(arg.primal()) };
                rule.value(&args.iter().map(depends).collect::<Vec<_>>(), *exponent)
            }
        }
    }

    /// Holds the adjoint, as it is made and as it is emitted, to the tape.
    fn holds(&self, points: &[(f64, f64)]) {
        let text = self.text();
        let source = format!("fn main(out: &mut f64, x: f64, y: f64) {{ *out += {text}; }}");
        let main = Function { name: "main".into(), source, params: Vec::new(), returns: false };
        let compiled = Compiled::new(&Program { functions: vec![main] }).expect("a program of the language");
        for &(x, y) in points {
            let (_, expected) =
                value_and_gradient(|[x, y]: [Active; 2]| self.value(x, y), &[x, y]).expect("a gradient");
            for form in [Form::Raw, Form::Simplified] {
                let cell = |value: f64, bar: f64| Cell {
                    shadow: Some(Value::Real(bar)),
                    ..Value::Real(value).into()
                };
                let cells = vec![cell(0.0, 1.0), cell(x, 0.0), cell(y, 0.0)];
                let run = compiled.run(Which::Adjoint, form, cells, None).expect("a run");
                for (cell, expected) in run.cells[1..].iter().zip(expected) {
                    let found = cell.shadow.as_ref().map(Value::leaves).unwrap_or_default()[0];
                    assert!(
                        alike(found, expected),
                        "the derivative of {text} at x = {x:?}, y = {y:?} is {found:?} instead of {expected:?} ({form:?})"
                    );
                }
            }
        }
    }
}

/// Not-a-number and infinities are the same, what is finite to rounding.
fn alike(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= 1e-9 * (1.0 + a.abs().min(b.abs()))
}

const INF: f64 = f64::INFINITY;
const SPECIAL: [f64; 10] = [0.0, -0.0, 1.0, -1.0, 0.5, -2.0, 3.0, INF, -INF, f64::NAN];

/// All pairs of special points.
fn pairs() -> Vec<(f64, f64)> {
    SPECIAL.iter().flat_map(|x| SPECIAL.map(|y| (*x, y))).collect()
}

/// A primitive of `x`, and where it takes more, of `y` or of a literal.
fn applications(rule: Primitive) -> Vec<Expression> {
    let exponents = if rule.takes_exponent() { vec![-1, 0, 1, 2] } else { vec![0] };
    let all = exponents.into_iter().flat_map(|exponent| {
        [Y, Literal(0.0), Literal(1.0), X].into_iter().flat_map(move |other| {
            let mut args = vec![X];
            args.resize(rule.arity(), other);
            let turned = args.iter().rev().cloned().collect();
            [Expression::Apply(rule, exponent, args), Expression::Apply(rule, exponent, turned)]
        })
    });
    let all: Vec<Expression> = all.collect();
    if rule.arity() == 1 { all.into_iter().step_by(8).collect() } else { all }
}

/// Every primitive times a literal, alone and in a sum.
#[test]
fn a_literal_factor_is_a_factor() {
    for rule in Primitive::ALL {
        for e in applications(*rule) {
            for c in [0.0, 1.0, -1.0] {
                times(e.clone(), Literal(c)).holds(&pairs());
                plus(times(Literal(c), e.clone()), Y).holds(&pairs());
            }
        }
    }
}

/// Every primitive of every other, times a number that may be zero.
#[test]
fn chains_multiply_all_partials() {
    let unary = || Primitive::ALL.iter().filter(|rule| rule.arity() == 1 && !rule.takes_exponent());
    let points = SPECIAL.map(|x| (x, 0.0));
    for outer in unary() {
        for inner in unary() {
            times(Y, apply(*outer, [apply(*inner, [X])])).holds(&points);
        }
    }
}

/// Sums and products of everything.
#[test]
fn random_expressions_follow_the_chain_rule() {
    let mut rng = Rng::new(5);
    for _ in 0..500 {
        random(&mut rng, 4).holds(&pairs()[..]);
    }
}

fn random(rng: &mut Rng, depth: usize) -> Expression {
    let leaves = [X, Y, Literal(0.0), Literal(1.0), Literal(-2.0)];
    if depth == 0 {
        return leaves[rng.below(leaves.len())].clone();
    }
    let rule = match rng.below(3) {
        0 => [Primitive::Add, Primitive::Sub, Primitive::Div][rng.below(3)],
        1 => Primitive::Mul,
        _ => Primitive::ALL[rng.below(Primitive::ALL.len())],
    };
    let mut argument = |_| {
        let depth = rng.below(depth);
        random(rng, depth)
    };
    let args = (0..rule.arity()).map(&mut argument).collect();
    Expression::Apply(rule, rng.below(4) as i32 - 1, args)
}
