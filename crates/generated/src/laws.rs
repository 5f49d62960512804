//! The properties of every program, at any arguments.

use crate::leaves::{Leaves, Number};
use retrograde::Dual;
use retrograde_testkit::Rng;

/// The programs of one function over its arguments as a tuple; `B` is the tuple of their shadows.
pub struct Programs<A, B> {
    /// The function.
    pub call: fn(&mut A),
    /// The inverse, if there is state.
    pub inverse: Option<fn(&mut A)>,
    /// Its adjoint, or the pullback of its value.
    pub adjoint: fn(&mut A, &mut B),
    /// The function and its adjoint in one program.
    pub sweep: Option<fn(&mut A, &mut B)>,
    /// Runs the function with its run-time checks; returns the first violation.
    pub checked: fn(&mut A) -> Option<String>,
    /// Zero cotangents.
    pub shadows: fn(&A) -> B,
}

/// Directions in which derivatives are compared.
const DIRECTIONS: usize = 3;
/// Larger numbers lose too many digits to be compared.
const LARGEST: f64 = 1e3;

fn read<L: Number, X: Leaves<L>>(x: &mut X) -> Vec<f64> {
    let mut all = Vec::new();
    x.each(&mut |leaf| all.push(leaf.float()));
    all
}

fn write<L: Number, X: Leaves<L>>(x: &mut X, values: &[f64]) {
    let mut values = values.iter();
    x.each(&mut |leaf| *leaf = L::constant(*values.next().expect("as many numbers as there are leaves")));
    assert_eq!(values.next(), None, "as many leaves as there are numbers");
}

fn exact<L, X: Leaves<L>>(x: &X) -> String {
    let mut text = String::new();
    x.exact(&mut text);
    text
}

fn close(what: &str, a: &[f64], b: &[f64], tolerance: f64) {
    let near = |(a, b): (&f64, &f64)| a == b || (a - b).abs() <= tolerance * (1.0 + a.abs().max(b.abs()));
    assert!(a.len() == b.len() && a.iter().zip(b).all(near), "{what}: {a:?} is not {b:?}");
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A constructor of arguments of dual numbers, and the program at them.
pub type AtDuals<D> = (fn() -> D, fn(&mut D));

/// Returns a program at dual numbers.
pub fn at_duals<D>(make: fn() -> D, call: fn(&mut D)) -> Option<AtDuals<D>> {
    Some((make, call))
}

/// Tests all properties at ordinary arguments, and that the programs terminate at zero, infinite and undefined
/// numbers.
///
/// `dual` is the program at dual numbers, if it is generic.
pub fn laws<L: Number, A: Leaves<L>, B: Leaves<L>, D: Leaves<Dual<f64>>>(
    make: fn() -> A,
    programs: &Programs<A, B>,
    dual: Option<AtDuals<D>>,
) {
    assert_eq!((programs.checked)(&mut make()), None, "a check fails");
    at(&make, programs, dual, &read(&mut make()));
    for special in [0.0, f64::INFINITY, f64::NAN] {
        let count = read(&mut make()).len();
        for place in 0..count.min(6) {
            let mut values = read(&mut make());
            values[place * count / count.min(6)] = special;
            specially(&make, programs, &values);
        }
    }
}

/// Tests that the inverse restores, that the adjoint restores and propagates the derivative, and that the sweep
/// agrees with it.
fn at<L: Number, A: Leaves<L>, B: Leaves<L>, D: Leaves<Dual<f64>>>(
    make: &dyn Fn() -> A,
    programs: &Programs<A, B>,
    dual: Option<AtDuals<D>>,
    before: &[f64],
) {
    let mut rng = Rng::new(11);
    let mut args = make();
    let before_exact = exact(&args);
    (programs.call)(&mut args);
    let (after, after_exact) = (read(&mut args), exact(&args));
    assert!(after.iter().all(|x| x.abs() < LARGEST), "numbers grow: {after:?}");
    // Seeds for the length after the call: arguments may grow or shrink.
    let seed = rng.vector(after.len(), -1.0, 1.0);
    let mut bars = (programs.shadows)(&args);
    write(&mut bars, &seed);
    (programs.adjoint)(&mut args, &mut bars);
    let pulled = read(&mut bars);
    if let Some(inverse) = programs.inverse {
        close("the state after the adjoint", &read(&mut args), before, L::ROUNDING);
        assert_eq!(exact(&args), before_exact, "exact state after the adjoint");
        let mut args = make();
        (programs.call)(&mut args);
        inverse(&mut args);
        close("the state after the inverse", &read(&mut args), before, L::ROUNDING);
        assert_eq!(exact(&args), before_exact, "exact state after the inverse");
    }
    if let Some(sweep) = programs.sweep {
        let mut args = make();
        let mut bars = (programs.shadows)(&args);
        if read(&mut bars).len() == seed.len() {
            write(&mut bars, &seed);
            sweep(&mut args, &mut bars);
            close("the state after the sweep", &read(&mut args), &after, L::ROUNDING);
            assert_eq!(exact(&args), after_exact, "exact state after the sweep");
            close("the cotangents of the sweep", &read(&mut bars), &pulled, L::ROUNDING);
        }
    }
    for _ in 0..DIRECTIONS {
        let direction = rng.vector(before.len(), -1.0, 1.0);
        let reverse = dot(&pulled, &direction);
        let shifted = |h: f64| {
            let mut args = make();
            let moved: Vec<f64> = before.iter().zip(&direction).map(|(x, d)| x + h * d).collect();
            write(&mut args, &moved);
            (programs.call)(&mut args);
            assert_eq!(exact(&args), after_exact, "the program jumps where it is differentiated");
            dot(&read(&mut args), &seed)
        };
        let central = |h: f64| (shifted(h) - shifted(-h)) / (2.0 * h);
        // The error of second order cancels: products of many exponentials bend a lot.
        let difference = (4.0 * central(L::STEP) - central(2.0 * L::STEP)) / 3.0;
        close("differences against cotangents", &[difference], &[reverse], L::DIFFERENCE);
        if let Some((make, call)) = dual {
            let mut args = make();
            let mut values = before.iter().zip(&direction);
            args.each(&mut |leaf| {
                let (x, d) = values.next().expect("as many numbers as there are leaves");
                *leaf = Dual::new(*x, *d);
            });
            call(&mut args);
            let mut tangents = Vec::new();
            args.each(&mut |leaf| tangents.push(leaf.tangent));
            close("tangents against cotangents", &[dot(&tangents, &seed)], &[reverse], L::ROUNDING);
        }
    }
}

/// Tests that a function, its inverse and its adjoint terminate at special numbers, and that numbers that stay finite
/// are restored.
fn specially<L: Number, A: Leaves<L>, B: Leaves<L>>(
    make: &dyn Fn() -> A,
    programs: &Programs<A, B>,
    values: &[f64],
) {
    let filled = || {
        let mut args = make();
        write(&mut args, values);
        args
    };
    // A function may end in another branch, at a state that a check rejects; that is what checks are for.
    if (programs.checked)(&mut filled()).is_some() {
        return;
    }
    let mut args = filled();
    (programs.call)(&mut args);
    let after = read(&mut args);
    if !after.iter().all(|x| x.abs() < LARGEST) {
        return;
    }
    let mut bars = (programs.shadows)(&args);
    write(&mut bars, &vec![0.75; after.len()]);
    (programs.adjoint)(&mut args, &mut bars);
    if programs.inverse.is_some() {
        close("the state after the adjoint", &read(&mut args), values, L::ROUNDING);
    }
}
