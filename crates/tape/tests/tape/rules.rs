//! Rules of one's own, forwards and backwards: one check against differences of the plain function for all of them.

use retrograde_tape::engine::{Differences, Engine};
use retrograde_tape::{
    Active, Dual, Error, Scalar, Structure, custom_jvp, custom_vjp, hessian_vector_product, jvp, vjp,
};
use std::cell::Cell;
use std::collections::HashMap;

type Argument<R> = (R, Vec<R>);
type Value<R> = (R, [R; 2]);

/// The function that the rules differentiate.
fn plain<R: Scalar>((a, b): &Argument<R>) -> Value<R> {
    (*a * b[0].sin(), [*a * *a + b[1], b[0] * b[1] * *a])
}

/// Its derivative in a direction.
fn push<R: Scalar>((a, b): &Argument<R>, (da, db): &Argument<R>) -> Value<R> {
    let first = *da * b[0].sin() + *a * b[0].cos() * db[0];
    let two = R::constant(2.0);
    (first, [two * *a * *da + db[1], db[0] * b[1] * *a + b[0] * db[1] * *a + b[0] * b[1] * *da])
}

/// The transpose of that map.
fn pull<R: Scalar>((a, b): &Argument<R>, (p, [q, r]): &Value<R>) -> Argument<R> {
    let a_bar = *p * b[0].sin() + R::constant(2.0) * *a * *q + *r * b[0] * b[1];
    (a_bar, vec![*p * *a * b[0].cos() + *r * b[1] * *a, *q + *r * b[0] * *a])
}

fn by_push<R>(x: Argument<R>) -> Value<R>
where
    R: retrograde_tape::Pushed + Structure<R, With<R::Plain> = R::Plain>,
    R::Plain: Structure<R::Plain, With<R> = R>,
{
    custom_jvp(x, |x: &Argument<R::Plain>| {
        let at = x.clone();
        (plain(x), move |direction: &Argument<R::Plain>| push(&at, direction))
    })
}

fn by_pull<T: Scalar + Send + Sync>(x: Argument<Active<T>>) -> Value<Active<T>> {
    custom_vjp(x, |x: &Argument<T>| {
        let at = x.clone();
        (plain(x), move |seed: &Value<T>| pull(&at, seed))
    })
}

fn at() -> Argument<f64> {
    (0.7, vec![-0.4, 1.3])
}

fn direction() -> Argument<f64> {
    (0.3, vec![1.7, -0.6])
}

const SEED: Value<f64> = (1.9, [-0.8, 0.45]);

fn near(found: f64, expected: f64, digits: f64) {
    assert!((found - expected).abs() < digits * expected.abs().max(1.0), "{found} instead of {expected}");
}

fn listed((a, b): &Argument<f64>) -> [f64; 3] {
    [*a, b[0], b[1]]
}

fn dot(a: &Argument<f64>, b: &Argument<f64>) -> f64 {
    listed(a).iter().zip(listed(b)).map(|(a, b)| a * b).sum()
}

fn dot_of_values((a, [b, c]): &Value<f64>, (p, [q, r]): &Value<f64>) -> f64 {
    a * p + b * q + c * r
}

/// Compares what a tape makes of a rule with differences of the plain function, for a seed that is no unit vector.
fn backwards(f: impl Fn(Argument<Active>) -> Value<Active>) -> Result<Argument<f64>, Error> {
    let (value, pullback) = vjp(f, &at())?;
    assert_eq!(value, plain(&at()));
    // One entry, with three results.
    assert_eq!(pullback.operations(), 3);
    let found = pullback.call(&SEED)?;
    let sum = |x: Argument<f64>| dot_of_values(&plain(&x), &SEED);
    let expected = Differences::default().gradient(sum, &at())?;
    listed(&found).iter().zip(listed(&expected)).for_each(|(found, expected)| near(*found, expected, 1e-8));
    Ok(found)
}

#[test]
fn a_rule_for_directions_is_one_for_cotangents_too() -> Result<(), Error> {
    let (by_rule, known) = (backwards(by_push::<Active>)?, backwards(by_pull::<f64>)?);
    listed(&by_rule).iter().zip(listed(&known)).for_each(|(a, b)| near(*a, b, 1e-15));

    let (value, tangent) = jvp(by_push::<Dual<f64>>, &at(), &direction())?;
    assert_eq!(value, plain(&at()));
    let (_, expected) = Differences::default().jvp(|x| plain(&x), &at(), &direction())?;
    for (found, expected) in
        [(tangent.0, expected.0), (tangent.1[0], expected.1[0]), (tangent.1[1], expected.1[1])]
    {
        near(found, expected, 1e-8);
    }
    // Forwards and backwards are transposes of each other.
    near(dot_of_values(&tangent, &SEED), dot(&by_rule, &direction()), 1e-14);
    Ok(())
}

#[test]
fn a_rule_has_second_derivatives() -> Result<(), Error> {
    let sum = |(p, [q, r]): Value<Active<Dual<f64>>>| p * q + r * r;
    let by_rule = hessian_vector_product(|x| sum(by_push(x)), &at(), &direction())?;
    let known = hessian_vector_product(|x| sum(plain(&x)), &at(), &direction())?;
    near(by_rule.value, known.value, 1e-15);
    near(by_rule.slope, known.slope, 1e-14);
    for (a, b) in [(&by_rule.gradient, &known.gradient), (&by_rule.product, &known.product)] {
        listed(a).iter().zip(listed(b)).for_each(|(a, b)| near(*a, b, 1e-13));
    }
    Ok(())
}

/// The tape asks for a column for each number that is recorded, and for none if all are constants.
#[test]
fn constants_have_no_columns() -> Result<(), Error> {
    let runs = &Cell::new(0);
    let product = |x: [Active; 3]| {
        custom_jvp(x, |&[a, b, c]: &[f64; 3]| {
            (a * b * c, move |[da, db, dc]: &[f64; 3]| {
                runs.set(runs.get() + 1);
                da * b * c + a * db * c + a * b * dc
            })
        })
    };
    let two = Active::constant_of(2.0);
    assert!(product([two; 3]).is_constant());
    assert_eq!(runs.get(), 0);
    let (value, pullback) =
        vjp(|[x, y]: [Active; 2]| product([x, two, y]) + product([x, x, y]), &[3.0, 5.0])?;
    assert_eq!((value, runs.get()), (75.0, 5));
    assert_eq!(pullback.call(&10.0)?, [400.0, 150.0]);
    Ok(())
}

#[test]
fn a_rule_takes_a_map_whose_order_nobody_knows() -> Result<(), Error> {
    let x: HashMap<usize, f64> = (0..9).map(|k| (k, 0.5 + k as f64)).collect();
    let f = |x: HashMap<usize, Active>| {
        custom_jvp(x, |x: &HashMap<usize, f64>| {
            let scaled = |x: &HashMap<usize, f64>| {
                x.iter().map(|(k, x)| (*k, x * *k as f64)).collect::<HashMap<_, _>>()
            };
            (scaled(x), scaled)
        })
    };
    let (y, pullback) = vjp(f, &x)?;
    assert!(x.iter().all(|(k, x)| y[k] == x * *k as f64));
    let x_bar = pullback.call(&y.keys().map(|k| (*k, *k as f64)).collect())?;
    assert!(x.keys().all(|k| x_bar[k] == (k * k) as f64));
    Ok(())
}

#[test]
#[should_panic(expected = "the shapes differ")]
fn a_rule_of_another_shape_is_refused() {
    let wrong = |x: Vec<Active>| custom_jvp(x, |x: &Vec<f64>| (x.clone(), |_: &Vec<f64>| vec![1.0]));
    _ = vjp(wrong, &vec![1.0, 2.0]);
}
