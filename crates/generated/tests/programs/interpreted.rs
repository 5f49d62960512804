//! Programs of every statement, compiled by rustc: each arrives where the interpreter does.
//!
//! `interpreted.rs` draws them when this is built. `RETROGRADE_PROGRAMS=1000 RETROGRADE_PROGRAMS_SEED=7` draws more and others.

use retrograde::Real;
use retrograde_kernels::Device;
use std::sync::LazyLock;

/// The compiler of C.
static DEVICE: LazyLock<Device> = LazyLock::new(|| Device::host().expect("a compiler of C"));

/// The first of the largest elements.
fn argmax<T: PartialOrd>(x: &[T]) -> usize {
    (1..x.len()).fold(0, |best, i| if x[i] > x[best] { i } else { best })
}

#[derive(Clone, Copy, Debug, retrograde::Differentiable)]
struct Vec2<T> {
    x: T,
    y: T,
}

#[derive(Clone, Copy, Debug, retrograde::Differentiable)]
struct Body<T> {
    at: Vec2<T>,
    w: [T; 3],
    m: T,
    k: i64,
}

/// A number that programs run on.
trait Number: Real + std::fmt::Debug {
    /// How far it may be off from `f64`.
    const OFF: f64;
    /// How far it may be off when it has been restored.
    const LOST: f64;

    fn float(self) -> f64;
}

impl Number for f64 {
    const OFF: f64 = 1e-8;
    const LOST: f64 = 1e-8;

    fn float(self) -> f64 {
        self
    }
}

impl Number for retrograde::Fixed43 {
    const OFF: f64 = 1e-6;
    const LOST: f64 = 0.0;

    fn float(self) -> f64 {
        self.to_f64()
    }
}

fn real<T: Real>(x: f64) -> T {
    T::constant(x)
}

fn reals<T: Real, const N: usize>(x: [f64; N]) -> [T; N] {
    x.map(T::constant)
}

/// The result of the interpreter.
fn same<T: Number>(what: &str, got: &[T], wanted: &[f64]) {
    let close = |(a, b): (&T, &f64)| (a.float() - b).abs() <= T::OFF * (1.0 + b.abs());
    assert!(
        got.len() == wanted.len() && got.iter().zip(wanted).all(close),
        "{what} is {got:?} instead of {wanted:?}"
    );
}

/// The values before the run.
fn back<T: Number>(what: &str, got: &[T], wanted: &[T]) {
    let close =
        |(a, b): (&T, &T)| a == b || (a.float() - b.float()).abs() <= T::LOST * (1.0 + b.float().abs());
    assert!(
        got.len() == wanted.len() && got.iter().zip(wanted).all(close),
        "{what} is {got:?} instead of {wanted:?}"
    );
}

include!(concat!(env!("OUT_DIR"), "/interpreted.rs"));
