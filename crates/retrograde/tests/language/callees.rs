//! Decisions of callees: what changes after a call is no argument that the callee decides on, and nothing else is refused.

use retrograde::prelude::*;
use retrograde::{Differentiable, Inverse, Reversible, compose};

/// A force that decides on nothing.
#[reversible]
fn spring<T: Real>(a: &mut [T], q: &[T], k: T) {
    for i in 0..q.len() {
        a[i] -= k * q[i];
    }
}

/// A force that decides on where it is.
#[reversible]
fn wall<T: Real>(a: &mut [T], q: &[T], k: T) {
    for i in 0..q.len() {
        if q[i] > 0.5 {
            a[i] -= k * (q[i] - 0.5);
        }
    }
}

/// An argument changes on which the callee does not decide.
#[reversible]
fn leapfrog(q: &mut [f64], p: &mut [f64], fixed: &[f64], k: f64) {
    for _ in 0..3 {
        spring(p, q, k);
        for i in 0..q.len() {
            q[i] += 0.1 * p[i];
        }
        wall(p, fixed, k);
    }
}

/// An argument on which the callee decides has had its last change.
#[reversible]
fn last(q: &mut [f64], p: &mut [f64], k: f64) {
    for i in 0..q.len() {
        q[i] += 0.1 * k;
    }
    wall(p, q, k);
}

/// Elements that earlier rounds have filled.
#[reversible]
fn filled(q: &mut [f64], y: &mut f64) {
    for i in 1..q.len() {
        wall_at(y, &q[i - 1]);
        q[i] += 0.3 * q[i - 1];
    }
}

#[reversible]
fn wall_at<T: Real>(y: &mut T, q: &T) {
    if *q > 0.5 {
        *y += *q - 0.5;
    }
}

/// The decision is told afterwards by what is exact, or was kept.
#[reversible]
fn told(y: &mut f64, count: &mut u32, level: f64) {
    if (level > 0.3, *count > 0) {
        *count += 1;
        *y += level;
    }
}

#[reversible]
fn logged(y: &mut f64, log: &mut Vec<usize>, level: f64) {
    #[keep(log)]
    if level > 0.3 {
        *y += level;
    }
}

#[reversible]
fn told_before(y: &mut f64, count: &mut u32, level: &mut f64) {
    told(y, count, *level);
    *level += 0.1;
}

#[reversible]
fn logged_before(y: &mut f64, log: &mut Vec<usize>, level: &mut f64) {
    logged(y, log, *level);
    *level += 0.1;
}

/// The writer accepts it.
#[reversible]
fn accepted(y: &mut f64, level: &mut f64) {
    #[rounded]
    wall_at(y, level);
    *level += 0.1;
}

/// Functions that call one another.
#[reversible]
fn even(y: &mut f64, x: &[f64], n: usize) {
    if n > 0 {
        *y += x[n - 1].sin();
        odd(y, x, n - 1);
    }
}

#[reversible]
fn odd(y: &mut f64, x: &[f64], n: usize) {
    if n > 0 {
        *y += x[n - 1].cos();
        even(y, x, n - 1);
    }
}

#[reversible]
fn mutual(y: &mut f64, x: &mut [f64]) {
    even(y, x, x.len());
    x[0] += 0.5;
    x[1] += x[0];
}

#[derive(Clone, Differentiable)]
struct Well<T> {
    depth: T,
}

#[reversible]
impl<T: Real> Well<T> {
    fn pull(&self, a: &mut [T], q: &[T]) {
        for i in 0..q.len() {
            a[i] -= self.at(q[i]);
        }
    }

    fn at(&self, q: T) -> T {
        self.depth * q.tanh()
    }

    fn down(&self, y: &mut T, n: usize) {
        if n > 0 {
            *y += self.depth;
            self.down(y, n - 1);
        }
    }
}

#[reversible]
trait Force<T: Real>: Differentiable {
    fn force(&self, a: &mut [T], q: &[T]);
}

#[reversible]
impl<T: Real> Force<T> for Well<T> {
    fn force(&self, a: &mut [T], q: &[T]) {
        self.pull(a, q);
    }
}

#[derive(Clone, Differentiable)]
struct Fence<T> {
    height: T,
}

#[reversible]
impl<T: Real> Force<T> for Fence<T> {
    fn force(&self, a: &mut [T], q: &[T]) {
        for i in 0..q.len() {
            if q[i] > self.height {
                a[i] -= q[i] - self.height;
            }
        }
    }
}

/// A method of an unknown type says on which arguments it decides where the type is known.
#[reversible]
fn moved<T: Real, F: Force<T>>(force: &F, q: &mut [T], p: &mut [T]) {
    force.force(p, q);
    for i in 0..q.len() {
        q[i] += 0.1 * p[i];
    }
}

#[reversible]
fn pushed<T: Real, F: Force<T>>(force: &F, q: &mut [T], p: &mut [T]) {
    for i in 0..q.len() {
        q[i] += 0.1 * p[i];
    }
    force.force(p, q);
}

#[reversible]
fn by_method(well: &Well<f64>, q: &mut [f64], p: &mut [f64]) {
    well.pull(p, q);
    q[0] += 0.1 * p[0];
    well.down(&mut q[0], 2);
}

#[reversible]
fn by_value<F: Reversible<f64>>(f: &F, y: &mut f64, x: &mut [f64]) {
    f(&mut *y, &x[..]);
    x[0] += 0.1;
}

#[reversible]
fn square(y: &mut f64, a: f64, b: f64) {
    *y += a * a * b;
}

#[test]
fn what_does_not_decide_may_change_afterwards() {
    assert_eq!(leapfrog::check(&mut [0.2, 0.7], &mut [0.1, -0.3], &[0.4, 0.9], 0.8), Ok(()));
    assert_eq!(last::check(&mut [0.2, 0.7], &mut [0.1, -0.3], 0.8), Ok(()));
    assert_eq!(filled::check(&mut [0.6, 0.7, 0.1], &mut 0.3), Ok(()));
    assert_eq!(mutual::check(&mut 0.3, &mut [0.6, 0.7, 0.1]), Ok(()));
    let (value, (gradient,)) = mutual::gradient(&mut [0.6, 0.7, 0.1]);
    // `even` adds sin x₂ + cos x₁ + sin x₀.
    let wanted: f64 = 0.1_f64.sin() + 0.7_f64.cos() + 0.6_f64.sin();
    assert!((value - wanted).abs() < 1e-15);
    assert!((gradient[1] + 0.7_f64.sin()).abs() < 1e-15);
}

#[test]
fn what_is_told_kept_or_accepted_may_change_afterwards() {
    // At the border the way back takes the side that was taken: 0.3 + 0.1 - 0.1 is more than 0.3.
    let (mut y, mut log, mut level) = (1.0, vec![], 0.3);
    logged_before(&mut y, &mut log, &mut level);
    logged_before::inverse(&mut y, &mut log, &mut level);
    assert_eq!((y, log), (1.0, vec![]));
    assert!(level > 0.3);
    assert_eq!(told_before::check(&mut 1.0, &mut 0, &mut 0.8), Ok(()));
    assert_eq!(accepted::check(&mut 1.0, &mut 0.8), Ok(()));
}

#[test]
fn methods_and_values_are_asked_where_they_are_known() {
    let (well, fence) = (Well { depth: 0.7 }, Fence { height: 0.5 });
    assert_eq!(moved::check(&well, &mut [0.2, 0.7], &mut [0.1, -0.3]), Ok(()));
    assert_eq!(pushed::check(&fence, &mut [0.2, 0.7], &mut [0.1, -0.3]), Ok(()));
    assert_eq!(by_method::check(&well, &mut [0.2, 0.7], &mut [0.1, -0.3]), Ok(()));
    assert_eq!(by_value::check(&compose(square {}, Inverse(square {})), &mut 0.1, &mut [0.2, 0.7]), Ok(()));
}

/// Bits tell which were exchanged; what is only exchanged comes back to the bit.
#[reversible]
fn exchange<T: Real>(a: &mut T, b: &mut T, swapped: &mut bool) {
    *swapped ^= *a > *b;
    if *swapped {
        swap(&mut *a, &mut *b);
    }
}

/// An exchange by a function that leaves it to another.
#[reversible]
fn exchange_outer<T: Real>(a: &mut T, b: &mut T, swapped: &mut bool) {
    exchange(a, b, swapped);
}

#[reversible]
fn sorted<T: Real>(x: &mut [T], bits: &mut [Vec<bool>]) {
    let n = x.len();
    for round in 0..n {
        for i in (round % 2..n - 1).step_by(2) {
            exchange_outer(&mut x[i], &mut x[i + 1], &mut bits[round][i]);
        }
    }
}

#[test]
fn what_callees_only_exchange_decides() {
    let bits = vec![vec![false; 4]; 4];
    assert_eq!(sorted::check(&mut [0.4, 0.1, 0.9, 0.3], &mut bits.clone()), Ok(()));
}

/// It is uncalled below, and so runs forwards again in the reverse pass; the writer accepts that its callee may decide differently.
#[reversible]
fn rounded_level(y: &mut f64, level: &mut f64, x: f64) {
    *level += x;
    #[rounded]
    wall_at(y, level);
}

#[reversible]
fn undone_level(y: &mut f64, level: &mut f64, x: f64) {
    rounded_level::inverse(y, level, x);
    *y += *level * x;
}

#[test]
fn decisions_on_state_that_are_accepted_are_undone() {
    undone_level::check(&mut 0.4, &mut 0.9, 0.2).expect("programs that agree");
    undone_level::check(&mut 0.4, &mut 0.3, 0.2).expect("programs that agree");
}
