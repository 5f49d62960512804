//! Reversible functions that are called with active numbers: one node each, with the value and the derivatives of the
//! same text recorded operation by operation.
#![cfg(feature = "tape")]

use retrograde::prelude::*;
use retrograde::tape::{
    Active, Dual, Error, Structure, checkpoint, hessian, hessian_vector_product, jacobian, par,
    value_and_gradient, vjp, with_limit,
};

mod texts {
    use super::*;

    /// State, a slice, a discrete value.
    #[reversible]
    pub fn smooth<T: Real>(y: &mut [T], k: T, out: &mut T, x: &[T; 2], times: usize) {
        for _t in 0..times {
            for i in 1..y.len() {
                y[i] += k * y[i - 1] + x[0] * x[1];
            }
        }
        for i in 0..y.len() {
            *out += y[i] * y[i] * 0.5;
        }
    }

    /// Two slices, arrays in a slice, indices, a constant, and an array that is returned.
    #[reversible]
    pub fn weigh<T: Real, const N: usize>(
        a: &[T],
        points: &[[T; N]],
        at: &[usize],
        scale: f64,
        b: &[T],
        flip: bool,
    ) -> [T; 2] {
        let mut first = 0.0;
        let mut second = 0.0;
        for i in 0..at.len() {
            first += a[at[i]] * points[i][0] * scale;
            second += (b[i] * points[i][N - 1]).sin();
        }
        if flip {
            second -= a[0] * b[0];
        }
        [first * second, first - second.exp()]
    }
}

fn smooth_plain<T: Real>(y: &mut [T], k: T, out: &mut T, x: &[T; 2], times: usize) {
    for _ in 0..times {
        for i in 1..y.len() {
            let before = y[i - 1];
            y[i] += k * before + x[0] * x[1];
        }
    }
    for y in y {
        *out += *y * *y * T::constant(0.5);
    }
}

fn weigh_plain<T: Real>(a: &[T], points: &[[T; 3]], at: &[usize], scale: f64, b: &[T], flip: bool) -> [T; 2] {
    let (mut first, mut second) = (T::constant(0.0), T::constant(0.0));
    for i in 0..at.len() {
        first += a[at[i]] * points[i][0] * T::constant(scale);
        second += (b[i] * points[i][2]).sin();
    }
    if flip {
        second -= a[0] * b[0];
    }
    [first * second, first - second.exp()]
}

/// Holds Jacobians to twelve digits, and values to the last bit.
#[track_caller]
fn agree<X>(
    x: &X,
    whole: impl Fn(X::With<Active>) -> Vec<Active>,
    plain: impl Fn(X::With<Active>) -> Vec<Active>,
) where
    X: Structure<f64, With<f64> = X>,
{
    let (found, expected) = (jacobian(whole, x).unwrap(), jacobian(plain, x).unwrap());
    assert_eq!(
        found.value.iter().map(|y| y.to_bits()).collect::<Vec<_>>(),
        expected.value.iter().map(|y| y.to_bits()).collect::<Vec<_>>()
    );
    for (found, expected) in found.matrix().iter().flatten().zip(expected.matrix().iter().flatten()) {
        let found: &f64 = found;
        assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{found} {expected}");
    }
}

type State<R> = (Vec<R>, R, R, [R; 2]);

fn smoothed<R: Real>((mut y, k, mut out, x): State<R>) -> Vec<R> {
    texts::smooth(&mut y, k, &mut out, &x, 3);
    y.push(out);
    y
}

#[test]
fn state_is_changed_in_place() -> Result<(), Error> {
    let x: State<f64> = (vec![0.3, -0.2, 0.7, 1.1], 0.4, 2.0, [0.6, -1.2]);
    agree(&x, smoothed, |(mut y, k, mut out, x)| {
        smooth_plain(&mut y, k, &mut out, &x, 3);
        y.push(out);
        y
    });
    // One node, which holds a place for each of its five results.
    let (_, pullback) = vjp(smoothed, &x)?;
    assert_eq!(pullback.operations(), 5);
    // Constants among the arguments, and nothing else.
    let f = |k: Active| {
        let mut out = Active::from(2.0);
        texts::smooth(&mut [k * 2.0, 1.5.into()], 0.4.into(), &mut out, &[k, k], 1);
        let (c, mut constant): (Active, Active) = (1.0.into(), 3.0.into());
        texts::smooth(&mut [c, c], c, &mut constant, &[c; 2], 1);
        texts::smooth(&mut [], c, &mut constant, &[c; 2], 1);
        assert!(constant.is_constant());
        out
    };
    let (value, slope) = value_and_gradient(f, &0.7)?;
    // y = (2k, 1.5 + 0.8k + k²)
    let last = 1.5 + 0.8 * 0.7 + 0.49;
    assert!((value - (2.0 + 0.5 * (1.96 + last * last))).abs() < 1e-14);
    assert!((slope - (4.0 * 0.7 + last * (0.8 + 1.4))).abs() < 1e-14);
    Ok(())
}

type Weights<R> = (Vec<R>, Vec<[R; 3]>, Vec<R>);

#[test]
fn discrete_arguments_are_kept() -> Result<(), Error> {
    let x: Weights<f64> =
        (vec![0.3, -0.2], vec![[0.1, 9.0, 0.2], [0.5, 8.0, -0.6], [1.5, 7.0, 0.9]], vec![1.1, 0.8, -0.5]);
    for flip in [false, true] {
        agree(
            &x,
            |(a, p, b)| texts::weigh(&a, &p, &[1, 0, 1], 1.5, &b, flip).to_vec(),
            |(a, p, b)| weigh_plain(&a, &p, &[1, 0, 1], 1.5, &b, flip).to_vec(),
        );
    }
    let f = |(a, p, b): Weights<Active>| texts::weigh(&a, &p, &[1, 0, 1], 1.5, &b, true);
    let (_, pullback) = vjp(f, &x)?;
    assert_eq!(pullback.operations(), 2);
    // Against differences, with a seed that is no unit vector.
    let x_bar = pullback.call(&[0.7, -1.3])?;
    let at = |x: &Weights<f64>| {
        let [p, q] = texts::weigh(&x.0, &x.1, &[1, 0, 1], 1.5, &x.2, true);
        0.7 * p - 1.3 * q
    };
    let (mut up, mut down) = (x.clone(), x);
    up.1[1][2] += 1e-6;
    down.1[1][2] -= 1e-6;
    assert!((x_bar.1[1][2] - (at(&up) - at(&down)) / 2e-6).abs() < 1e-8);
    Ok(())
}

#[reversible]
fn norm<T>(out: &mut T, x: &[T])
where
    T: Real + Copy,
{
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i];
    }
    *out += sum.sqrt();
}

/// Through another.
#[reversible]
fn distance<T: Real>(a: &[T], b: &[T]) -> T {
    let mut total = 0.0;
    for i in 0..a.len() {
        let gap = a[i] - b[i];
        total += retrograde::library::sum(&[gap * gap, 1e-3]);
    }
    total.sqrt()
}

fn norm_of<T: Real>(x: &[T]) -> T {
    let mut out = T::constant(1.0);
    norm(&mut out, x);
    out
}

#[test]
fn a_function_that_records_nothing_takes_no_memory_by_its_length() -> Result<(), Error> {
    for n in [2, 10, 1000] {
        let x = vec![0.5; n];
        let (_, pullback) = vjp(|x: Vec<Active>| norm_of(&x), &x)?;
        assert_eq!(pullback.operations(), 1);
        let (_, pullback) = vjp(|x: Vec<Active>| distance(&x[..n / 2], &x[n / 2..]), &x)?;
        assert_eq!(pullback.operations(), 1);
    }
    Ok(())
}

#[test]
fn at_every_level() -> Result<(), Error> {
    let x = vec![3.0, 4.0];
    let expected = [[16.0 / 125.0, -12.0 / 125.0], [-12.0 / 125.0, 9.0 / 125.0]];
    let near = |rows: &[Vec<f64>]| {
        for (found, expected) in rows.iter().flatten().zip(expected.iter().flatten()) {
            assert!((found - expected).abs() < 1e-14, "{found} {expected}");
        }
    };
    // A tape over duals, a tape over a tape, and duals over a tape.
    near(&hessian(|x: Vec<Active<Dual<f64>>>| norm_of(&x), &x)?);
    let gradient = |x: Vec<Active>| value_and_gradient(|x: Vec<Active<Active>>| norm_of(&x), &x).unwrap().1;
    near(&jacobian(gradient, &x)?.rows);
    let (_, pullback) = vjp(gradient, &x)?;
    assert!(pullback.operations() > 0);
    let along = |x: Vec<Active>| {
        let rows = [[1.0, 0.0], [0.0, 1.0]].map(|d| {
            let x: Vec<Dual<Active>> = x.iter().zip(d).map(|(x, d)| Dual::new(*x, Active::from(d))).collect();
            norm_of(&x).tangent
        });
        rows.to_vec()
    };
    near(&jacobian(along, &x)?.rows);
    // What it calls at plain numbers is as it was.
    assert_eq!(norm_of(&x), 6.0);
    Ok(())
}

#[test]
fn a_number_of_another_call_is_told() {
    let mut kept = None;
    value_and_gradient(
        |x: Active| {
            kept = Some(x);
            x
        },
        &1.0,
    )
    .unwrap();
    let failure =
        std::panic::catch_unwind(move || value_and_gradient(|y: Active| norm_of(&[y, kept.unwrap()]), &1.0));
    let message = *failure.unwrap_err().downcast::<&str>().unwrap();
    assert!(message.contains("of another call of `vjp`"), "{message}");
    // And the tape is usable afterwards.
    assert_eq!(value_and_gradient(|y: Active| norm_of(&[y]), &-2.0).unwrap(), (3.0, -1.0));
}

/// Run-time checks of a function also run for active numbers.
#[reversible(check = "always")]
fn add<T: Real>(a: &mut [T], i: usize, j: usize) {
    a[i] += a[j] * 0.5;
}

#[test]
#[should_panic(expected = "two places of this statement are the same element")]
fn checks_are_kept() {
    let _ = value_and_gradient(
        |x: Active| {
            let mut a = [x, x];
            add(&mut a, 1, 1);
            a[1]
        },
        &1.0,
    );
}

#[reversible]
fn growth<T: Real>(x: T, n: usize) -> T {
    let mut p = 1.0;
    for _i in 0..n {
        p += x * 0.1;
    }
    p * x
}

#[test]
fn within_forks_and_checkpoints() {
    let f = |x: Vec<Active>| {
        let n = par::map(vec![x[..2].to_vec(), x[2..].to_vec()], |half| norm_of(&half));
        n[0] * n[1] * checkpoint(|x: Vec<Active>| norm_of(&x), x.clone())
    };
    let plain = |x: &[f64]| norm_of(&x[..2]) * norm_of(&x[2..]) * norm_of(x);
    let x = vec![3.0, 4.0, 6.0, 8.0];
    let (value, gradient) = value_and_gradient(f, &x).unwrap();
    assert!((value - plain(&x)).abs() < 1e-12);
    assert_eq!(retrograde::check_gradient(plain, &x, &gradient), Ok(()));
}

#[test]
fn single_precision_and_many_rows() {
    let (_, gradient) = value_and_gradient(|x: Vec<Active<f32>>| norm_of(&x), &vec![3.0_f32, 4.0]).unwrap();
    assert_eq!(gradient, [0.6, 0.8]);
    let x: Vec<f64> = (1..=7).map(f64::from).collect();
    let f = |x: Vec<Active>| (1..=7).map(|k| norm_of(&x[..k]) + growth(x[0], k)).collect::<Vec<_>>();
    let j = jacobian(f, &x).unwrap();
    assert!((j.rows[6][6] - 7.0 / 140.0_f64.sqrt()).abs() < 1e-15);
    // x (1 + x), twice.
    let at = hessian_vector_product(|x: Active<Dual<f64>>| growth(x, 10), &2.0, &1.0).unwrap();
    assert!((at.gradient - 5.0).abs() < 1e-12 && (at.product - 2.0).abs() < 1e-12);
}

#[test]
fn a_full_tape_is_told() {
    let f = |x: Vec<Active>| (0..100).fold(x[0], |sum, _| norm_of(&[sum, x[1]]));
    assert!(with_limit::<f64, _>(50, || value_and_gradient(f, &vec![1.0, 2.0])).is_err());
    assert!(value_and_gradient(f, &vec![1.0, 2.0]).is_ok());
}
