//! Functions with ways back of their own, and second derivatives.

use retrograde_tape::operator::{Inputs, from_fns};
use retrograde_tape::{
    Active, Dual, Error, Real, Scalar, call, checkpoint, custom_vjp, hessian, hessian_vector_product,
    jacobian, value_and_gradient, vjp,
};
use std::collections::HashMap;

fn swirl<T: Real>(x: &[T]) -> Vec<T> {
    (0..x.len()).map(|i| x[i].sin() * x[(i + 1) % x.len()] + x[0]).collect()
}

#[test]
fn checkpoints_give_the_derivatives_of_what_they_run() -> Result<(), Error> {
    fn plain<T: Scalar>(x: Vec<Active<T>>) -> Vec<Active<T>> {
        let y = swirl(&swirl(&x));
        swirl(&[y[1], x[0], y[2] * 2.0])
    }
    fn kept<T: Scalar + Send + Sync>(x: Vec<Active<T>>) -> Vec<Active<T>> {
        // One within another.
        let y =
            checkpoint(|x: Vec<Active<T>>| swirl(&checkpoint(|x: Vec<Active<T>>| swirl(&x), x)), x.clone());
        checkpoint(|(a, b): (Active<T>, [Active<T>; 2])| swirl(&[b[0], a, b[1] * 2.0]), (x[0], [y[1], y[2]]))
    }
    let x = vec![0.7, -0.3, 1.9];
    let (expected, found) = (jacobian(plain::<f64>, &x)?, jacobian(kept::<f64>, &x)?);
    assert_eq!(expected.value, found.value);
    for (a, b) in expected.rows.iter().flatten().zip(found.rows.iter().flatten()) {
        assert!((a - b).abs() < 1e-14, "{a} {b}");
    }
    let (y, pullback) = vjp(kept::<f64>, &x)?;
    assert_eq!((y, pullback.operations()), (expected.value, 6));
    // And over duals.
    let weigh = |y: Vec<Active<Dual<f64>>>| y[0] * 1.5 - y[1] * y[2];
    let expected = hessian(|x| weigh(plain(x)), &x)?;
    let found = hessian(|x| weigh(kept(x)), &x)?;
    for (a, b) in expected.iter().flatten().zip(found.iter().flatten()) {
        assert!((a - b).abs() < 1e-13, "{a} {b}");
    }
    // Of nothing, of constants, without result.
    assert_eq!(
        value_and_gradient(|x: Active| checkpoint(|()| Active::constant(2.0), ()) * x, &3.0)?,
        (6.0, 2.0)
    );
    let f = |x: Active| {
        checkpoint(|c: Active| c * c, Active::constant(5.0)) * x + checkpoint(|_: Active| 1_usize, x) as f64
    };
    let (_, pullback) = vjp(f, &3.0)?;
    assert_eq!((pullback.call(&1.0)?, pullback.operations()), (25.0, 2));
    Ok(())
}

#[test]
fn checkpoints_find_values_of_maps_by_key() -> Result<(), Error> {
    let x: HashMap<usize, f64> = (0..40).map(|i| (i, i as f64 / 7.0)).collect();
    let square = |x: HashMap<usize, Active>| -> HashMap<usize, Active> {
        x.into_iter().map(|(k, x)| (k, x * x * k as f64)).collect()
    };
    let (y, pullback) = vjp(move |x| checkpoint(square, x), &x)?;
    let x_bar = pullback.call(&y.keys().map(|k| (*k, *k as f64)).collect())?;
    assert!(x.iter().all(|(k, x)| x_bar[k] == 2.0 * x * (k * k) as f64));
    // Likewise where the pullback is known.
    let known = |x: HashMap<usize, Active>| {
        custom_vjp(x, |x: &HashMap<usize, f64>| {
            let pull =
                |y_bar: &HashMap<usize, f64>| y_bar.iter().map(|(k, bar)| (*k, bar * *k as f64)).collect();
            (x.iter().map(|(k, x)| (*k, x * *k as f64)).collect::<HashMap<_, _>>(), pull)
        })
    };
    let (y, pullback) = vjp(known, &x)?;
    assert!(x.iter().all(|(k, x)| y[k] == x * *k as f64));
    let x_bar = pullback.call(&y.keys().map(|k| (*k, *k as f64)).collect())?;
    assert!(x.keys().all(|k| x_bar[k] == (k * k) as f64));
    Ok(())
}

/// A program that counts how often it runs gives another shape the second time.
#[test]
fn a_checkpoint_that_changes_its_mind_is_an_error() -> Result<(), Error> {
    static RUNS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(1);
    let fickle = |x: Active| vec![x; RUNS.fetch_add(1, std::sync::atomic::Ordering::Relaxed)];
    let (y, pullback) = vjp(|x: Active| checkpoint(fickle, x), &1.0)?;
    let message = pullback.call(&y).unwrap_err().to_string();
    assert_eq!(message, "the shapes differ: expected 1 element, found 2 elements");
    Ok(())
}

#[test]
fn custom_pullbacks_are_believed() -> Result<(), Error> {
    // A gradient that is clipped, of a function of structures.
    let clipped = |x: (Active, Vec<Active>)| {
        custom_vjp(x, |(a, b): &(f64, Vec<f64>)| {
            let (a, b) = (*a, b.clone());
            let y = (a * b[0], [a + b[1]; 2]);
            let pull = move |&(p, [q, r]): &(f64, [f64; 2])| {
                ((p * b[0] + q + r).clamp(-1.0, 1.0), vec![p * a, q + r])
            };
            (y, pull)
        })
    };
    let f = |x: (Active, Vec<Active>)| {
        let (p, [q, r]) = clipped(x);
        p * 3.0 + q * r
    };
    let (value, gradient) = value_and_gradient(f, &(2.0, vec![5.0, 7.0]))?;
    assert_eq!(value, 30.0 + 81.0);
    assert_eq!(gradient, (1.0, vec![6.0, 18.0]));

    let wrong = |x: Vec<Active>| custom_vjp(x, |x: &Vec<f64>| (x[0], |_: &f64| vec![1.0]));
    let failure = value_and_gradient(wrong, &vec![1.0, 2.0]).unwrap_err();
    assert_eq!(failure.to_string(), "the shapes differ: expected 2 elements, found 1 element");
    Ok(())
}

#[test]
fn operators() -> Result<(), Error> {
    let operator = |name| {
        from_fns(
            name,
            Inputs::Exactly(2),
            |_| 3,
            |x: &[f64], y: &mut [f64]| y.copy_from_slice(&[x[0] * x[1], x[0].sin(), 7.0]),
            |x: &[f64], y_bar: &[f64], x_bar: &mut [f64]| {
                x_bar[0] += y_bar[0] * x[1] + y_bar[1] * x[0].cos();
                x_bar[1] += y_bar[0] * x[0];
            },
        )
    };
    let f = |[a, b]: [Active; 2]| {
        // Twice the same operand, results as operands, and constants.
        let y = call(operator("one"), &[a * b, a]);
        let z = call(operator("two"), &[y[0], y[0]]);
        let c = call(operator("three"), &[Active::constant(1.0), Active::constant(2.0)]);
        assert!(c.iter().all(|c| c.is_constant()));
        [z[0], z[1] * y[1], c[0] * y[2]]
    };
    let g = |[a, b]: [Active; 2]| {
        let (y, s) = (a * b * a, (a * b).sin());
        [y * y, y.sin() * s, Active::constant(14.0)]
    };
    let (found, expected) = (jacobian(f, &[0.7, 1.3])?, jacobian(g, &[0.7, 1.3])?);
    assert_eq!(found.value, expected.value);
    for (a, b) in found.rows.iter().flatten().zip(expected.rows.iter().flatten()) {
        assert!((a - b).abs() < 1e-14, "{a} {b}");
    }
    Ok(())
}

#[test]
#[should_panic(expected = "`narrow` takes 2 numbers, and is called with 1")]
fn an_operator_takes_as_many_numbers_as_it_says() {
    let narrow = from_fns(
        "narrow",
        Inputs::Exactly(2),
        |_| 1,
        |_: &[f64], _: &mut [f64]| {},
        |_: &[f64], _: &[f64], _: &mut [f64]| {},
    );
    let _ = value_and_gradient(|x: Active| call(narrow, &[x])[0], &1.0);
}

#[test]
fn second_derivatives() -> Result<(), Error> {
    fn rosenbrock<T: Real>(x: &[T]) -> T {
        let one = T::constant(1.0);
        x.windows(2).map(|w| (one - w[0]).powi(2) + T::constant(100.0) * (w[1] - w[0] * w[0]).powi(2)).sum()
    }
    let (x, v) = (vec![0.3, -0.4, 0.9, 1.3], vec![1.0, 0.5, -2.0, 0.25]);
    let at = hessian_vector_product(|x: Vec<_>| rosenbrock(&x), &x, &v)?;
    let h = hessian(|x: Vec<_>| rosenbrock(&x), &x)?;
    let (value, gradient) = value_and_gradient(|x: Vec<Active>| rosenbrock(&x), &x)?;
    assert_eq!((at.value, &at.gradient), (value, &gradient));
    assert!((at.slope - gradient.iter().zip(&v).map(|(g, v)| g * v).sum::<f64>()).abs() < 1e-12);
    for (i, row) in h.iter().enumerate() {
        let product: f64 = row.iter().zip(&v).map(|(h, v)| h * v).sum();
        assert!((product - at.product[i]).abs() < 1e-10);
        for (j, entry) in row.iter().enumerate() {
            assert!((entry - h[j][i]).abs() < 1e-12);
            // Against the tape over the tape.
            let inner =
                |x: Vec<Active>| value_and_gradient(|x: Vec<Active<Active>>| rosenbrock(&x), &x).unwrap().1;
            assert!((entry - jacobian(inner, &x)?.rows[i][j]).abs() < 1e-10);
        }
    }
    let failure = hessian_vector_product(|x: Vec<_>| rosenbrock(&x), &x, &vec![1.0]).unwrap_err();
    assert_eq!(failure.to_string(), "the shapes differ: expected 4 elements, found 1 element");
    Ok(())
}
