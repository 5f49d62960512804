//! The tape against forward duals, on the programs of the paper and on random ones.

use crate::common::{agrees, check};
use retrograde_rules::Rule;
use retrograde_tape::fused::{Fused, axpy, dot, logsumexp, matvec, norm, sum, weighted};
use retrograde_tape::{Active, Dual, Real, Scalar};
use retrograde_testkit::Rng;
use std::collections::HashMap;

fn real<T: Real>(c: f64) -> T {
    T::constant(c)
}

#[test]
fn small_programs() {
    check!([0.7], |x| vec![(x[0] * x[0] + real(1.0)).sqrt()]);
    check!([0.7, 1.3], |x| vec![x[0].ln() + x[1].exp() + (x[0] * x[1]).ln().exp()]);
    // The same bindings in every order.
    check!([0.7, 1.3], |x| {
        let (a, b) = (x[0] * x[1], x[0].sin());
        vec![a * b + a]
    });
    check!([0.7, 1.3], |x| {
        let b = x[0].sin();
        let a = x[0] * x[1];
        vec![b * a + a]
    });
}

/// Every entry of the table, at arguments and exponents within its domain.
#[test]
fn every_primitive() {
    let mut rng = Rng::new(1);
    for &primitive in retrograde_rules::Primitive::ALL {
        for exponent in if primitive.takes_exponent() { -3..4 } else { 0..1 } {
            for _ in 0..20 {
                let x: Vec<f64> =
                    primitive.domain().iter().map(|d| retrograde_testkit::sample(*d, &mut rng)).collect();
                agrees(
                    &x,
                    |x: &[Dual<f64>]| vec![primitive.value(x, exponent)],
                    |x: &[Active]| vec![primitive.value(x, exponent)],
                );
                // And to second order.
                let twice: Vec<Dual<f64>> = x.iter().map(|x| Dual::new(*x, 0.3)).collect();
                let f = |x: Vec<Active<Dual<f64>>>| primitive.value(&x, exponent);
                let (_, gradient) = retrograde_tape::value_and_gradient(f, &twice).unwrap();
                for (i, g) in gradient.iter().enumerate() {
                    let x: Vec<Dual<Dual<f64>>> = (0..x.len())
                        .map(|j| Dual::new(twice[j], real(f64::from(u8::from(i == j)))))
                        .collect();
                    let tangent = primitive.value(&x, exponent).tangent;
                    crate::common::close(g.value, tangent.value, primitive.name());
                    crate::common::close(g.tangent, tangent.tangent, primitive.name());
                }
            }
        }
    }
}

/// A rule with three arguments and a parameter.
struct Blend;
impl Rule<3, i32> for Blend {
    fn value<T: Real>([a, b, c]: [T; 3], n: i32) -> T {
        a * b.powi(n) + c
    }
    fn partials<T: Real>([a, b, _]: [T; 3], _: T, n: i32) -> [T; 3] {
        // Not what the chain rule gives by the second: the rule is to be believed.
        [b.powi(n), a * real(7.0), real(1.0)]
    }
}

#[test]
fn user_rules_are_taken_from_their_partials() {
    check!([0.7, 1.3, -0.2], |x| vec![Real::apply::<Blend, _, 3>([x[0], x[1], x[2]], 2) * x[1]]);
    let f = |[a, b, c]: [Active; 3]| Active::apply::<Blend, _, 3>([a, b, c], 2);
    let (_, gradient) = retrograde_tape::value_and_gradient(f, &[0.7, 1.3, 9.0]).unwrap();
    assert_eq!(gradient, [1.3 * 1.3, 0.7 * 7.0, 1.0]);
}

/// Functions that return functions that return functions.
#[test]
fn higher_order_functions() {
    fn curried<T: Real + 'static>(a: T) -> impl Fn(T) -> Box<dyn Fn(T) -> T> {
        move |b| Box::new(move |c| a * b.sin() + b * c)
    }
    fn twice<T: Real>(f: impl Fn(T) -> T) -> impl Fn(T) -> T {
        move |x| f(f(x))
    }
    check!([0.7, 1.3, -0.2], |x| {
        let half = curried(x[0])(x[1]);
        vec![half(x[2]) * curried(x[2])(x[0])(x[1]), twice(twice(half))(x[2])]
    });
}

/// Each value is added to itself: 2²⁰ ways through 20 operations.
#[test]
fn sharing_is_not_unfolded() {
    let f = |x: Active| (0..20).fold(x, |y, _| y + y);
    let (y, pullback) = retrograde_tape::vjp(f, &0.5).unwrap();
    assert_eq!((y, pullback.operations()), (0.5 * 1048576.0, 20));
    assert_eq!(pullback.call(&3.0).unwrap(), 3.0 * 1048576.0);
}

#[test]
fn mutual_recursion() {
    fn even<T: Real>(n: u32, x: T) -> T {
        if n == 0 { x } else { odd(n - 1, x * x.sin() + real(0.3)) }
    }
    fn odd<T: Real>(n: u32, x: T) -> T {
        if n == 0 || x.primal() > 2.0 { x.exp() } else { even(n - 1, x / (x * x + real(1.0))) }
    }
    for n in 0..12 {
        check!([0.7], |x| vec![even(n, x[0]), odd(n, x[0])]);
    }
}

#[test]
fn branches_and_early_returns_follow_the_primal() {
    fn f<T: Real>(x: &[T]) -> Vec<T> {
        for (i, v) in x.iter().enumerate() {
            if *v < real(0.0) {
                return x[..=i].iter().map(|x| *x * *v).collect();
            }
        }
        vec![x.iter().fold(real(1.0), |all, x| all * *x)]
    }
    check!([0.7, 1.3, -0.2, 4.0], |x| f(x));
    check!([0.7, 1.3, 0.2, 4.0], |x| f(x));
}

#[test]
fn collections() {
    check!([0.7, 1.3, -0.2], |x| {
        let mut named = HashMap::new();
        for (name, x) in ["a", "b", "c"].into_iter().zip(x) {
            named.insert(name, *x);
        }
        let b = named["b"];
        named.entry("a").and_modify(|a| *a *= b);
        vec![named["a"] / named["c"], x.iter().copied().sum()]
    });
}

/// A random expression in a pool that shares, read by an interpreter over any number.
#[derive(Debug)]
enum Expression {
    Input(usize),
    Constant(f64),
    Binary(u8, usize, usize),
    Unary(u8, usize),
}

fn interpret<T: Fused>(program: &[Expression], x: &[T]) -> Vec<T> {
    let mut pool: Vec<T> = Vec::new();
    for expression in program {
        pool.push(match *expression {
            Expression::Input(i) => x[i],
            Expression::Constant(c) => real(c),
            Expression::Binary(op, a, b) => {
                let (a, b) = (pool[a], pool[b]);
                match op {
                    0 => a + b,
                    1 => a - b,
                    2 => a * b,
                    3 => a / (b * b + real(1.0)),
                    4 => a.max(b),
                    5 => a.min(b),
                    6 => a.hypot(b),
                    _ => a.atan2(b * b + real(0.1)),
                }
            }
            Expression::Unary(op, a) => {
                let a = pool[a];
                match op {
                    0 => -a,
                    1 => a.sin(),
                    2 => a.tanh(),
                    3 => (a * a + real(0.5)).ln(),
                    4 => a.logistic(),
                    5 => a.abs(),
                    6 => norm(&pool[pool.len().saturating_sub(5)..]),
                    7 => logsumexp(&pool),
                    8 => dot(&pool, &pool[..]) * real(0.01),
                    _ => sum(&pool).tanh(),
                }
            }
        });
    }
    pool.split_off(pool.len().saturating_sub(4))
}

#[test]
fn random_programs() {
    let mut rng = Rng::new(7);
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    for _ in 0..cases {
        let inputs = 1 + rng.below(5);
        let mut program: Vec<Expression> = (0..inputs).map(Expression::Input).collect();
        for n in inputs..inputs + 1 + rng.below(40) {
            program.push(match rng.below(10) {
                0 => Expression::Constant(rng.uniform(-2.0, 2.0)),
                1..=4 => Expression::Unary(rng.below(10) as u8, rng.below(n)),
                _ => Expression::Binary(rng.below(8) as u8, rng.below(n), rng.below(n)),
            });
        }
        let x: Vec<f64> = (0..inputs).map(|_| rng.uniform(-2.0, 2.0)).collect();
        check!(x, |x| interpret(&program, x));
    }
}

#[test]
fn fused_rules() {
    let x = [0.7, 1.3, -0.2, 0.4, 2.0, -1.0];
    check!(x, |x| vec![dot(&x[..3], &x[3..]), dot(x, x), sum(x), norm(x), logsumexp(x)]);
    check!(x, |x| vec![weighted(&[1.0, -2.0, 3.0], &x[1..4]), weighted(&[], &[])]);
    check!(x, |x| matvec(&x[..4], &x[4..]));
    check!(x, |x| axpy(x[0], &x[1..3], &x[3..5]));
    // Operands in any order, constants among them, one twice.
    check!(x, |x| {
        let scattered = [x[5], real(2.0), x[0], x[0] * x[1]];
        let constants = [real(1.5), real(-2.0), real(0.25), real(3.0)];
        vec![
            dot(&scattered, &constants),
            dot(&constants, &scattered),
            dot(&scattered, &scattered),
            sum(&scattered),
            norm(&scattered),
            logsumexp(&scattered),
            weighted(&[1.0, 2.0, 3.0, 4.0], &scattered),
        ]
    });
    check!(x, |x| {
        let m: Vec<_> =
            (0..8).map(|i| if i % 3 == 0 { real(f64::from(i)) } else { x[i as usize % 6] }).collect();
        let constant = [real(1.5), real(-2.0)];
        let mut all = matvec(&m, &x[1..3]);
        all.extend(matvec(&m, &constant));
        all.extend(matvec(&[real(1.0), real(2.0), real(3.0), real(4.0)], &x[1..3]));
        all.extend(axpy(real(2.0), &x[..2], &x[1..3]));
        all.extend(axpy(x[2], &constant, &constant));
        all.extend(axpy(real(0.5), &constant, &x[..2]));
        all
    });
    // Results of one rule are operands of the next.
    check!(x, |x| {
        let y = matvec(&x[..4], &x[4..]);
        vec![dot(&y, &y), sum(&matvec(&x[..4], &y)).sin()]
    });
}

#[test]
fn fused_rules_take_one_entry_and_give_the_plain_value() {
    let x: Vec<f64> = (0..1000).map(|i| (f64::from(i)).sin()).collect();
    let (y, pullback) = retrograde_tape::vjp(|x: Vec<Active>| dot(&x, &x), &x).unwrap();
    assert_eq!((y, pullback.operations()), (dot(&x, &x), 1));
    let (y, pullback) = retrograde_tape::vjp(|x: Vec<Active>| norm(&x), &x).unwrap();
    assert_eq!((y, pullback.operations()), (norm(&x), 1));
    let (y, _) = retrograde_tape::vjp(|x: Vec<Active>| logsumexp(&x), &x).unwrap();
    assert_eq!(y, logsumexp(&x));
    let (y, pullback) = retrograde_tape::vjp(|x: Vec<Active>| matvec(&x[..990], &x[990..]), &x).unwrap();
    assert_eq!((y, pullback.operations()), (matvec(&x[..990], &x[990..]), 99));
}

#[test]
fn single_precision() {
    let f = |[a, b]: [Active<f32>; 2]| a * b.sin() + 0.5 * a;
    let (y, [da, db]) = retrograde_tape::value_and_gradient(f, &[2.0_f32, 0.3]).unwrap();
    assert_eq!(y, 2.0 * 0.3_f32.sin() + 1.0);
    assert_eq!((da, db), (0.3_f32.sin() + 0.5, 2.0 * 0.3_f32.cos()));
}

/// A scalar has to fit into two registers.
#[test]
fn sizes() {
    assert_eq!(size_of::<Active>(), 16);
    assert_eq!(size_of::<Active<f32>>(), 16);
    fn any<T: Scalar>() {}
    any::<Active<Dual<Active<f32>>>>();
}
