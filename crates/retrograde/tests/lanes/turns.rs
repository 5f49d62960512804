//! Calls in loops with `#[parallel]`: of functions that run with vectors, in one turn, and of others, in a turn for each lane. Each
//! function stands beside the same text without the mark (`masks.rs`).

use crate::masks::{Run, SHARED, close, numbers};
use retrograde::__private::loans::Decides;
use retrograde::prelude::*;

/// Runs with vectors: it returns a number.
#[reversible(check = "never")]
#[inline(always)]
fn bump<T: Real>(x: T, width: &T, w: &[T]) -> T {
    let mut s = x * *width;
    for i in 0..w.len() {
        s += w[i] * x;
    }
    s.tanh() * s
}

/// Runs with vectors: it changes numbers, and calls another one.
#[reversible(check = "never")]
#[inline(always)]
fn shear<T: Real>(a: &mut T, b: &mut T, x: T, w: &[T]) {
    *a += *b * x;
    *b -= bump(*a, &x, w);
}

/// Runs with vectors: numbers of an array.
#[reversible(check = "never")]
#[inline(always)]
fn mix<T: Real>(z: &mut [T; 2], with: &[T; 2], n: usize) {
    for _ in 0..n {
        z[0] += z[1] * with[0];
        z[1] += z[0].sin() * with[1];
    }
}

/// Runs with vectors: numbers of a slice.
#[reversible(check = "never")]
#[inline(always)]
fn spread<T: Real>(z: &mut [T], with: &[T]) {
    for i in 0..with.len() {
        z[i] += with[i] * with[i];
    }
}

/// Runs alone: it decides.
#[reversible(check = "never")]
fn rise<T: Real>(y: &mut T, x: &T) {
    if *x > T::constant(0.1) {
        *y += x.ln() * *x;
    }
}

/// Runs alone: it is not generic.
#[reversible(check = "never")]
fn lowered(x: f64) -> f64 {
    x - 0.25 * x * x
}

/// Runs alone: it is not inlined.
#[reversible(check = "never")]
fn bent<T: Real>(x: T, w: &[T], n: usize) -> T {
    if n % 2 == 0 { w[n % 3] * x } else { x * x }
}

/// Runs alone: it changes a slice, and is not inlined.
#[reversible(check = "never")]
fn stretched<T: Real>(z: &mut [T], x: T, pair: &[T; 2]) {
    for i in 0..z.len() {
        z[i] += x * pair[0] * (i as f64 + pair[1]);
    }
}

const _: () = {
    assert!(bump::__decides(Decides::START).runs_together());
    assert!(shear::__decides(Decides::START).runs_together());
    assert!(mix::__decides(Decides::START).runs_together());
    assert!(spread::__decides(Decides::START).runs_together());
    assert!(!rise::__decides(Decides::START).runs_together());
    assert!(!lowered::__decides(Decides::START).runs_together());
    assert!(!bent::__decides(Decides::START).runs_together());
    assert!(!stretched::__decides(Decides::START).runs_together());
};

alike! { values(sum, y, w, x, at) {} for p {
    let r = bump(x[p], &w[1], &w[2..4]);
    *sum += r * r + bump(r * w[0], &r, w).exp();
    y[p] += bump(x[p] + 1.0, &w[0], w);
}}

alike! { values_one_by_one(sum, y, w, x, at) {} for p {
    let r = bent(x[p] * w[0], w, p);
    *sum += r * bent(r + 1.0, &w[1..5], at[p]);
    y[p] += r.sin();
}}

alike! { changes(sum, y, w, x, at) {} for p {
    let mut a = x[p];
    let mut b = w[1];
    shear(&mut a, &mut b, x[p] * w[2], w);
    *sum += a * b;
    spread(&mut y[p..p + 1], &w[1..2]);
}}

alike! { changes_one_by_one(sum, y, w, x, at) {} for p {
    let mut a = x[p].exp();
    rise(&mut a, &x[p]);
    rise(&mut y[p], &a);
    *sum += a * a;
}}

alike! { arrays(sum, y, w, x, at) {} for p {
    let mut z = [x[p], w[0]];
    let by = [w[1], x[p] * 0.5];
    mix(&mut z, &by, 2);
    spread(&mut z, &by);
    let mut long = vec![0.0; 3];
    spread(&mut long, &w[2..5]);
    spread(&mut long[1..], &z);
    stretched(&mut long, x[p], &by);
    stretched(&mut z, w[3], &by);
    *sum += z[0] * z[1] + long[1].sin();
    y[p] += long[2];
}}

alike! { masked(sum, y, w, x, at) {} for p {
    let mut a = x[p] + 1.0;
    let mut b = w[1] * x[p];
    let mut z = [x[p], w[0]];
    if x[p] > 0.0 {
        let l = x[p].ln();
        shear(&mut a, &mut b, l, w);
        mix(&mut z, &[1.0, 2.0], 1);
        rise(&mut a, &x[p]);
        *sum += bump(x[p].sqrt(), &w[1], w);
    } else {
        spread(&mut z, &w[1..3]);
        stretched(&mut z, x[p], &[w[0], 0.5]);
        *sum += bent(a, w, p);
    }
    *sum += a * z[0] + z[1] * b;
    if x[p] > 0.25 {
        rise(&mut y[p], &x[p]);
    }
}}

alike! { chosen_elements(sum, y, w, x, at) {} for p {
    *sum += bump(w[at[p]], &w[at[p] + 1], &w[0..2]) * x[p];
    y[p] += bent(w[at[p]] * x[p], w, at[p]);
}}

alike! { instructions(sum, y, w, x, at) {} for p {
    let mut a = x[p].sin();
    let mut b = w[0] * x[p];
    swap(&mut a, &mut b);
    *sum += a.exp() * b;
    y[p] += b;
}}

/// The parts of rows that a call takes, beside the same text without lanes.
macro_rules! rows {
    ($name:ident $($mark:tt)*) => {
        #[reversible(check = "never")]
        fn $name(sum: &mut f64, z: &mut [f64], x: &[f64], n: usize) {
            $($mark)*
            for p in 0..n {
                spread(&mut z[p * 3..p * 3 + 3], &x[p * 3..p * 3 + 2]);
                stretched(&mut z[p * 3 + 1..p * 3 + 3], x[p * 3], &[0.5, 2.0]);
                *sum += bump(lowered(x[p * 3 + 2]), &z[p * 3], &x[p * 3..p * 3 + 3]).cos();
            }
        }
    };
}
rows!(in_lanes #[parallel]);
rows!(in_turn);

#[test]
fn rows_are_handed_over_in_parts() {
    for n in [0, 7, 8, 21] {
        let (x, z, seed) = (numbers(n * 3, 1), numbers(n * 3, 2), numbers(n * 3, 3));
        let mut runs = [(); 2].map(|()| (0.5, 1.5, z.clone(), seed.clone(), vec![0.0; n * 3]));
        let [a, b] = &mut runs;
        in_lanes(&mut a.0, &mut a.2, &x, n);
        in_turn(&mut b.0, &mut b.2, &x, n);
        close("rows", n, &a.2, &b.2);
        in_lanes::adjoint(&mut a.0, &mut a.1, &mut a.2, &mut a.3, &x, &mut a.4, n);
        in_turn::adjoint(&mut b.0, &mut b.1, &mut b.2, &mut b.3, &x, &mut b.4, n);
        close("sum", n, &[a.0, a.1], &[b.0, b.1]);
        close("restored", n, &a.2, &z);
        close("cotangents of rows", n, &a.3, &b.3);
        close("cotangents of inputs", n, &a.4, &b.4);
        assert_eq!(in_lanes::check(&mut 0.5, &mut z.clone(), &x, n), Ok(()));
    }
}
