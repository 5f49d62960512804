//! Calls: values and pullbacks, calls and uncalls, elements of one array as several arguments.

use crate::adversarial::harness::numbers;
use retrograde::prelude::*;
use retrograde::{Real, reversible};

#[reversible]
fn curve<T: Real>(a: T) -> T {
    a.sin() * a + a.cos()
}

#[reversible]
fn mixed<T: Real>(a: T, b: &[T], c: T) -> T {
    let mut t = a * c;
    for i in 0..b.len() {
        t += b[i] * b[i] * a;
    }
    t * c
}

/// The count moves between the call and the use of its value.
#[reversible]
fn count_moves_after_call<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let t = curve(x[0]);
    k[0] += 1;
    s[0] += t * (k[0] as T);
    k[0] += n[0];
    s[1] += t * (k[0] as T);
}
keeps!(count_moves_after_call_, count_moves_after_call, s: numbers(2), k: [3], x: numbers(2), n: [2]);

#[reversible]
fn count_moves_alone<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let t = curve(x[0]);
    k[0] += n[0];
    s[0] += t * (k[0] as T);
}
keeps!(count_moves_alone_, count_moves_alone, s: numbers(2), k: [3], x: numbers(2), n: [2]);

/// The index moves.
#[reversible]
fn place_moves_after_call<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        let t = curve(x[i]);
        k[0] += 1;
        s[k[0]] += t;
    }
}
keeps!(place_moves_after_call_, place_moves_after_call, s: numbers(5), k: [0], x: numbers(4), n: [4]);

/// One array for several arguments.
#[reversible]
fn repeated<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 1..n[0] {
        s[i] += mixed(x[i], x, x[i - 1]) + mixed(x[i], &x[1..n[0]], x[i]) * mixed(x[0], &x[1..2], x[0]);
    }
    s[0] += mixed(s[1], &s[1..3], s[2]);
    k[0] += 0;
}
keeps!(repeated_, repeated, s: numbers(5), k: [0], x: numbers(5), n: [4]);

#[reversible]
fn advance<T: Real>(y: &mut T, z: &mut T, count: &mut usize, a: T) {
    let t = a * *count as T;
    *y += t * a;
    *z += *y * a;
    *count += 1;
}

/// A call, an uncall and a call in turn.
#[reversible]
fn inner_state<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        advance(&mut s[0], &mut s[1], &mut k[0], x[i]);
        advance::inverse(&mut s[2], &mut s[1], &mut k[0], x[0]);
        advance(&mut s[2], &mut s[i + 3], &mut k[i], x[1]);
    }
}
keeps!(inner_state_, inner_state, s: numbers(9), k: [2, 3, 4, 5], x: numbers(4), n: [4]);

#[reversible]
fn with_ancillae<T: Real>(y: &mut [T], x: &[T], count: &mut usize) {
    let mut norm = 0.0;
    for i in 0..x.len() {
        norm += x[i] * x[i];
    }
    let mut row = vec![0.0; x.len()];
    for i in 0..x.len() {
        row[i] += x[i] / norm.sqrt();
    }
    let c = norm.ln();
    for i in 0..x.len() {
        y[i] += row[i] * c;
    }
    *count += x.len();
}

/// Uncalls inside of what is differentiated: the adjoint of an inverse.
#[reversible]
fn uncalls<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    with_ancillae(&mut s[..n[0]], &x[..n[0]], &mut k[0]);
    with_ancillae::inverse(&mut s[1..n[0] + 1], &x[1..n[0] + 1], &mut k[0]);
    s[0] += s[1] * s[2];
    with_ancillae::inverse(&mut s[1..3], &x[2..4], &mut k[0]);
}
keeps!(uncalls_, uncalls, s: numbers(12), k: [5], x: numbers(12), n: [10]);

/// Elements exchanged and turned.
#[reversible]
fn exchanged<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        swap(&mut s[i], &mut s[i + 1]);
        rot(&mut s[i], &mut s[n[0] + 1], x[i]);
        neg(&mut s[i]);
        s[i] += s[i + 1] * x[i];
    }
    k[0] += 0;
}
keeps!(exchanged_, exchanged, s: numbers(8), k: [0], x: numbers(5), n: [5]);

/// Recursion with a local that grows with it.
#[reversible]
fn deeper<T: Real>(y: &mut T, x: &[T]) {
    if x.len() > 1 {
        let h = x.len() / 2;
        let e = x[0].exp();
        let mut t = 0.0;
        deeper(&mut t, &x[..h]);
        deeper(&mut t, &x[h..]);
        *y += t * e;
    } else if x.len() == 1 {
        *y += x[0].sin();
    }
}

#[reversible]
fn recursive<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    deeper(&mut s[0], x);
    deeper::inverse(&mut s[1], &x[n[0]..]);
    s[1] += s[0] * x[0];
    k[0] += 0;
}
keeps!(recursive_, recursive, s: numbers(2), k: [0], x: numbers(11), n: [4]);

/// The value of a call is used by a second call, and both again.
#[reversible]
fn chained<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        let a = curve(x[i]);
        let b = curve(a * x[0]);
        s[i] += b;
        s[i + 1] += a * b + curve(curve(b) * 0.1);
    }
    k[0] += 0;
}
keeps!(chained_, chained, s: numbers(6), k: [0], x: numbers(5), n: [5]);

/// Const generics, and arrays as a whole.
#[reversible]
fn matrix<T: Real, const R: usize, const C: usize>(y: &mut [T; R], a: &[[T; C]; R], x: &[T; C]) {
    for i in 0..R {
        for j in 0..C {
            y[i] += a[i][j] * x[j];
        }
    }
}

#[reversible]
fn arrays<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let mut a = [[0.0; 9]; 2];
    let mut v = [0.0; 9];
    let mut y = [0.0; 2];
    for i in 0..9 {
        a[0][i] += x[i] * x[0];
        a[1][i] += x[i].sin();
        v[i] += x[8 - i];
    }
    matrix(&mut y, &a, &v);
    matrix(&mut y, &a, &v);
    s[0] += y[0] * y[1];
    s[1] += y[1] * v[n[0]];
    k[0] += 0;
}
keeps!(arrays_, arrays, s: numbers(2), k: [0], x: numbers(9), n: [2]);

/// A value detached and one lent.
#[reversible]
fn lends<T: Real>(y: &mut T, x: &[T], #[scratch] t: &mut [T]) {
    for i in 0..x.len() {
        t[i] += x[i] * x[0];
    }
    for i in 1..x.len() {
        *y += t[i] * t[i - 1];
    }
}

#[reversible]
fn borrowed<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let mut t = vec![0.0; n[0]];
    let mut u = 0.0;
    for i in 0..3 {
        lends(&mut u, &x[i..], &mut t[..n[0] - i]);
    }
    lends::inverse(&mut u, &x[2..5], &mut t[1..4]);
    s[0] += u * u;
    k[0] += 0;
}
keeps!(borrowed_, borrowed, s: numbers(3), k: [0], x: numbers(12), n: [12]);
