//! All second derivatives of a function of a few numbers, by the ways that each crate has for it.

use std::hint::black_box;

use retrograde::prelude::*;
use retrograde::tape::{Active, hessian};
use retrograde::{Dual, reversible};

use super::programs::Number;
use super::{Arguments, Done, Engine, Show, in_turns};

/// A chain of curved valleys, with a bend.
#[reversible]
fn valleys<T: Real>(x: &[T]) -> T {
    let mut sum = 0.0;
    for i in 1..x.len() {
        let across = x[i] - x[i - 1] * x[i - 1];
        let along = x[i - 1] * x[i - 1].tanh();
        sum += across * across * 100.0 + along;
    }
    sum
}

/// A Hessian with the numbers of other crates.
fn plain<N: Number>(x: &[N]) -> N {
    let mut sum = x[0] - x[0];
    for i in 1..x.len() {
        let across = x[i] - x[i - 1] * x[i - 1];
        let along = x[i - 1] * x[i - 1].tanh();
        sum = sum + (across * across * 100.0 + along);
    }
    sum
}

/// The operations of the function.
fn operations(n: usize) -> usize {
    8 * (n - 1)
}

impl Number for Active<Dual<f64>> {
    fn tanh(self) -> Self {
        Real::tanh(self)
    }
}

impl Number for ::num_dual::HyperDual64 {
    fn tanh(self) -> Self {
        ::num_dual::DualNum::tanh(&self)
    }
}

impl Number for ::echidna::BReverse<f64> {
    fn tanh(self) -> Self {
        num_traits::Float::tanh(self)
    }
}

fn inputs<const N: usize>() -> [f64; N] {
    std::array::from_fn(|i| 0.3 + 0.7 * (i as f64).sin())
}

/// Each crate's way, which returns the rows.
fn by_tape<const N: usize>(x: &[f64; N]) -> Vec<[f64; N]> {
    hessian(|x: [Active<Dual<f64>>; N]| plain(&x), x).expect("the function fits on the tape").to_vec()
}

fn by_adjoint<const N: usize>(x: &[f64; N]) -> Vec<Vec<f64>> {
    valleys::hessian(x)
}

fn by_num_dual<const N: usize>(x: &[f64; N]) -> Vec<[f64; N]> {
    let mut rows = vec![[0.0; N]; N];
    for i in 0..N {
        for j in 0..=i {
            let mut x = x.map(::num_dual::HyperDual64::from_re);
            x[i].eps1 = 1.0;
            x[j].eps2 = 1.0;
            let second = plain(&x).eps1eps2;
            (rows[i][j], rows[j][i]) = (second, second);
        }
    }
    rows
}

fn by_echidna<const N: usize>(x: &[f64; N]) -> Vec<Vec<f64>> {
    let (tape, _) = ::echidna::record(plain, x);
    tape.hessian(x).2
}

/// Times the Hessian of the function of `N` numbers.
pub(super) fn bench<const N: usize>(arguments: &Arguments, show: &Show) -> Done {
    let name = format!("hessian/{N}");
    if !name.contains(&arguments.program) {
        return Ok(());
    }
    let x = &inputs::<N>();
    let mut all = vec![
        Engine::new("primal", Some(0), || {
            black_box(valleys(black_box(&x[..])));
        }),
        Engine::new("retrograde", None, || drop(black_box(by_tape(black_box(x))))),
        Engine::new("f::hessian", None, || drop(black_box(by_adjoint(black_box(x))))),
        Engine::new("echidna", None, || drop(black_box(by_echidna(black_box(x))))),
        Engine::new("num-dual", None, || drop(black_box(by_num_dual(black_box(x))))),
    ];
    in_turns(&mut all, arguments.reps);
    for engine in &all {
        show.row(&name, engine.name, engine.seconds(), operations(N) as f64, engine.bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_agree() {
        let x = &inputs::<7>();
        let (tape, adjoint, duals, other) = (by_tape(x), by_adjoint(x), by_num_dual(x), by_echidna(x));
        assert_eq!(valleys(x), plain(x));
        for (i, j) in (0..7).flat_map(|i| (0..7).map(move |j| (i, j))) {
            for found in [tape[i][j], adjoint[i][j], other[i][j]] {
                assert!((found - duals[i][j]).abs() <= 1e-9 * duals[i][j].abs().max(1.0), "{i} {j}");
            }
        }
    }
}
