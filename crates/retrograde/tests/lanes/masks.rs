//! Loops with `#[parallel]` whose iterations differ in more than numbers: conditions, indices, integers of their own. Each
//! function stands beside the same text without the mark, and without checks, so that all programs run in lanes here.

use retrograde::prelude::*;
use retrograde_testkit::Rng;

/// The number of shared numbers.
pub(crate) const SHARED: usize = 5;

pub(crate) fn numbers(n: usize, seed: u64) -> Vec<f64> {
    let mut rng = Rng::new(seed);
    (0..n).map(|_| rng.uniform(-1.0, 1.0)).collect()
}

/// Compares numbers, in units of what their type rounds by.
#[track_caller]
pub(crate) fn close<F: Real>(name: &str, n: usize, a: &[F], b: &[F]) {
    assert_eq!(a.len(), b.len());
    let tolerance = if size_of::<F>() == 8 { 1e-12 } else { 1e-4 };
    for (a, b) in a.iter().zip(b) {
        let (a, b) = (a.primal(), b.primal());
        assert!((a - b).abs() <= tolerance * (1.0 + a.abs()), "{name}, {n} iterations: {a} {b}\n");
    }
}

/// The sum, what each iteration has, and the cotangents of all.
pub(crate) struct Run<F> {
    pub(crate) sum: F,
    pub(crate) y: Vec<F>,
    pub(crate) x: Vec<F>,
    pub(crate) w: Vec<F>,
}

/// Functions `fn name(sum: &mut f64, y: &mut [f64], w: &[f64], x: &[f64], at: &[usize])`, with and without lanes, and a test that
/// compares all their programs with each other, and with differences; the same at `f32`.
macro_rules! alike {
    ($(#[$mark:meta])* $name:ident $args:tt $before:tt for $p:ident $body:block) => {
        mod $name {
            use super::*;
            alike! { double f64 $(#[$mark])* $name $args $before for $p $body }
            alike! { single f32 $(#[$mark])* $name $args $before for $p $body }
        }
    };
    ($module:ident $F:ident $(#[$mark:meta])* $name:ident($sum:ident, $y:ident, $w:ident, $x:ident, $at:ident) { $($before:tt)* } for $p:ident $body:block) => {
        mod $module {
            use super::*;

            fn numbers(n: usize, seed: u64) -> Vec<$F> {
                super::numbers(n, seed).into_iter().map(|x| x as $F).collect()
            }

            #[reversible(check = "never")]
            fn lanes($sum: &mut $F, $y: &mut [$F], $w: &[$F], $x: &[$F], $at: &[usize]) {
                $($before)*
                #[parallel]
                for $p in 0..$x.len() $body
            }

            #[reversible(check = "never")]
            fn scalar($sum: &mut $F, $y: &mut [$F], $w: &[$F], $x: &[$F], $at: &[usize]) {
                $($before)*
                for $p in 0..$x.len() $body
            }

            #[test]
            $(#[$mark])*
            fn agrees() {
                for n in [0, 1, 5, 7, 8, 9, 15, 16, 17, 23, 31, 32, 33, 40] {
                    let mut x = numbers(n, 1);
                    // At the border of conditions, and where functions that a lane does not call are infinite.
                    x.iter_mut().step_by(5).for_each(|x| *x = 0.0);
                    let (w, y) = (numbers(SHARED + 3, 2), numbers(n.max(SHARED + 3), 3));
                    let at: Vec<usize> = (0..n).map(|p| p * p % SHARED).collect();
                    let fresh = || Run::<$F> { sum: 0.25, y: y.clone(), x: numbers(n, 4), w: numbers(SHARED + 3, 5) };
                    let bar = || Run::<$F> { sum: 1.5, y: numbers(y.len(), 6), x: vec![0.0; n], w: vec![0.0; SHARED + 3] };
                    let compare = |what: &str, a: Run<$F>, b: Run<$F>| {
                        let what = format!("{} of {}, {what}", stringify!($name), stringify!($F));
                        close(&what, n, &[a.sum], &[b.sum]);
                        close(&what, n, &a.y, &b.y);
                        close(&what, n, &a.x, &b.x);
                        close(&what, n, &a.w, &b.w);
                    };
                    let (mut a, mut b) = (fresh(), fresh());
                    lanes(&mut a.sum, &mut a.y, &w, &x, &at);
                    scalar(&mut b.sum, &mut b.y, &w, &x, &at);
                    compare("function", a, b);
                    let (mut a, mut b) = (fresh(), fresh());
                    lanes::inverse(&mut a.sum, &mut a.y, &w, &x, &at);
                    scalar::inverse(&mut b.sum, &mut b.y, &w, &x, &at);
                    compare("inverse", a, b);
                    let ((mut a, mut a_bar), (mut b, mut b_bar)) = ((fresh(), bar()), (fresh(), bar()));
                    lanes::adjoint(&mut a.sum, &mut a_bar.sum, &mut a.y, &mut a_bar.y, &w, &mut a_bar.w, &x, &mut a_bar.x, &at);
                    scalar::adjoint(&mut b.sum, &mut b_bar.sum, &mut b.y, &mut b_bar.y, &w, &mut b_bar.w, &x, &mut b_bar.x, &at);
                    compare("adjoint", a, b);
                    compare("cotangents of the adjoint", a_bar, b_bar);
                    let ((mut a, mut a_bar), (mut b, mut b_bar)) = ((fresh(), bar()), (fresh(), bar()));
                    lanes::sweep(&mut a.sum, &mut a_bar.sum, &mut a.y, &mut a_bar.y, &w, &mut a_bar.w, &x, &mut a_bar.x, &at);
                    scalar::sweep(&mut b.sum, &mut b_bar.sum, &mut b.y, &mut b_bar.y, &w, &mut b_bar.w, &x, &mut b_bar.x, &at);
                    compare("sweep", a, b);
                    compare("cotangents of the sweep", a_bar, b_bar);
                    // Differences need points apart from the borders.
                    let x = numbers(n, 7);
                    assert_eq!(lanes::check(&mut 0.5, &mut y.clone(), &w, &x, &at), Ok(()));
                }
            }
        }
    };
}

alike! { branches(sum, y, w, x, at) {} for p {
    let a = x[p] * w[0] + w[1];
    if a > 0.0 && (x[p] < 0.5 || !(w[2] * x[p] > a)) {
        y[p] += a * w[3];
        if x[p] >= 0.25 {
            y[p] -= w[4] * x[p] * x[p];
        }
    } else if x[p] != 0.0 {
        *sum += a.exp();
    } else {
        y[p] += 0.5;
    }
}}

// A lane that is off has no logarithm, root or quotient: infinite and undefined numbers stay there.
alike! { singular(sum, y, w, x, at) {} for p {
    if x[p] > 0.0 {
        *sum += x[p].ln() * w[0] / x[p];
        y[p] += x[p].sqrt() * w[1];
    }
}}

alike! { chosen(sum, y, w, x, at) {} for p {
    let a = if x[p] > 0.0 { x[p] } else { 0.1 * x[p] * w[0] };
    let positive = a > 0.05;
    if positive == (x[p] < 0.7) {
        *sum += a * a * w[1];
    }
    y[p] += if positive { a.sin() } else { w[2] };
}}

alike! { positions(sum, y, w, x, at) { let n = x.len(); } for p {
    let t = (2.0 * p as f64 + 0.5) / n as f64;
    *sum += t * x[p] * w[0];
    if p % 3 == 1 {
        y[p] += t * w[1];
    }
    if at[p] >= 2 && p + 1 != n {
        *sum -= x[p] * x[p] * at[p] as f64;
    }
}}

alike! { borders(sum, y, w, x, at) { let n = x.len(); } for p {
    let mut d = x[p] * w[0];
    if p > 0 {
        d -= x[p - 1];
    }
    if p + 1 < n && x[p] > 0.0 {
        d += w[1] * x[p + 1];
    }
    *sum += d * d;
}}

alike! { gathered(sum, y, w, x, at) {} for p {
    let j = at[p];
    let mut r = -x[p];
    for i in 0..3 {
        r += w[j + i] * w[j + i];
    }
    if r > 0.0 {
        *sum += r * w[j];
    }
    y[p] += w[at[p] + 1] * r;
}}

alike! { added_by_index(sum, y, w, x, at) {} for p {
    let r = x[p] * w[0];
    y[at[p]] += r * r;
    if x[p] > 0.2 {
        y[at[p] + 1] -= x[p].sin() * w[1];
    }
}}

// An index that is only there in some iterations.
alike! { guarded(sum, y, w, x, at) {} for p {
    if p > 0 {
        *sum += w[at[p - 1]] * x[p];
    }
    if at[p] > 1 && w[at[p] - 2] > 0.0 {
        *sum -= w[at[p] - 2] * x[p] * x[p];
    }
}}

// Scratch gets its first values on different sides of a branch.
alike! { first_values_under_masks(sum, y, w, x, at) { let d = w.len(); } for p {
    let mut v = vec![0.0; d];
    for i in 0..d {
        if x[p] > 0.1 {
            v[i] += w[i] * x[p];
        } else {
            v[i] -= w[i].sin();
        }
    }
    let mut s = 0.0;
    for i in 0..d {
        s += v[i] * v[i];
    }
    *sum += s;
    y[p] += s * w[0];
}}

alike! { loops_under_masks(sum, y, w, x, at) { let d = w.len(); } for p {
    let mut v = vec![0.0; d];
    for i in 0..d {
        v[i] += w[i] * x[p];
    }
    if x[p] > 0.1 {
        let mut s = 0.0;
        for i in 0..d {
            if i % 2 == 0 {
                s += v[i] * w[i];
            } else if v[i] > 0.0 {
                s -= v[i].ln();
            }
        }
        *sum += s * s;
        let mut u = vec![0.5; d];
        for i in 0..d {
            u[i] += v[i] * s;
        }
        for i in 0..d {
            y[p] += u[i] * w[i];
        }
    }
}}

// Decisions of an inner loop on what it changes.
alike! { history(sum, y, w, x, at) { let d = w.len(); } for p {
    let mut v = vec![0.0; d + 1];
    v[0] += x[p];
    for i in 0..d {
        #[rounded]
        if v[i] > 0.01 {
            v[i + 1] += v[i] * 0.9 - 0.3;
        } else {
            v[i + 1] += w[i] - v[i];
        }
    }
    *sum += v[d] * v[d];
    if v[d] > 0.1 { y[p] += v[d]; }
}}

// What lanes cannot run: private storage by an own index.
alike! { own_index(sum, y, w, x, at) {} for p {
    let mut z = vec![0.0; 3];
    z[p % 3] += x[p];
    z[at[p] / 2] -= w[0];
    *sum += z[0] * z[1] + z[2] * w[1];
}}

// Integers that change in some iterations, and loops that run as often as each iteration says.
alike! { counted(sum, y, w, x, at) {} for p {
    let mut k = 0;
    if x[p] > 0.0 {
        k += 2;
    }
    *sum += x[p] * k as f64 * w[0];
    if k > 1 {
        y[p] += x[p] * w[1];
    }
    if x[p] > 0.0 {
        k -= 2;
    }
}}

alike! { own_bounds(sum, y, w, x, at) {} for p {
    let mut s = x[p];
    for j in 0..at[p] {
        s += w[j] * x[p] + j as f64;
        if w[j] > 0.3 {
            s -= w[j + 1];
        }
    }
    if at[p] > 1 {
        for j in 1..at[p] {
            y[p] += s * w[j];
        }
    }
    *sum += s * s;
}}

// In the reverse pass the index falls from a number of each iteration.
alike! { falling(sum, y, w, x, at) {} for p {
    let mut s = x[p];
    let mut t = 0.1;
    for j in 0..at[p] {
        t += s * w[j];
        s += 0.3 * t;
    }
    *sum += s * t;
}}

alike! { while_each(sum, y, w, x, at) {} for p {
    let mut k = 0;
    let mut z = x[p];
    while (k < at[p], k > 0) {
        k += 1;
        z += w[k] * k as f64;
    }
    *sum += z * z;
}}

alike! { kept(sum, y, w, x, at) { let d = w.len(); } for p {
    let mut level = 0.01;
    for i in 0..d {
        level += w[i] * x[p];
        #[keep]
        if level > 0.2 {
            level -= w[i] * w[i];
        } else {
            #[keep]
            if level < -0.3 {
                level += x[p] * x[p];
            }
        }
    }
    *sum += level * level;
}}

alike! { kept_rounds(sum, y, w, x, at) {} for p {
    let mut left = 3.0 * x[p] + 0.1;
    if x[p] > -0.5 {
        #[keep]
        while left > 0.4 {
            left -= 0.3 + 0.1 * w[0] * w[0];
        }
    }
    *sum += left * left * left;
}}

// What lanes cannot run: they would undo different rounds together.
alike! { kept_loops(sum, y, w, x, at) {} for p {
    let mut left = 3.0 * x[p] + 0.1;
    if x[p] > -0.5 {
        #[keep]
        while left > 0.4 {
            left -= 0.3 + 0.1 * w[0] * w[0];
            #[keep]
            if left > 1.0 {
                left -= x[p].tanh() * x[p];
            }
        }
    }
    *sum += left * left * left;
}}

#[reversible(check = "never")]
fn reciprocals(sum: &mut f64, x: &[f64], n: usize) {
    #[parallel]
    for p in 0..n {
        let mut halves = vec![0.0; 3];
        for i in 0..3 {
            halves[i] += x[p * 3 + i] * 0.5;
        }
        let mut s = 0.0;
        for i in 0..3 {
            s += 1.0 / halves[i];
        }
        *sum += s;
    }
}

/// A first value is added to zero where something tells zero from minus zero: here a quotient.
#[test]
fn the_sign_of_zero_is_that_of_the_text() {
    let mut sum = 0.0;
    reciprocals(&mut sum, &[-0.0; 27], 9);
    assert_eq!(sum, f64::INFINITY);
}
