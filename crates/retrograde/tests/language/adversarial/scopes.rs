//! Scopes: what builds locals again, and how far they live.

use crate::adversarial::harness::numbers;
use retrograde::{Real, reversible};

/// Leapfrog: every value reads what the next statement changes.
#[reversible]
fn leapfrog<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for _ in 0..n[0] {
        let a = y.sin() * x[0];
        *z -= a * x[1];
        let v = *z * x[1];
        let w = v * v;
        *y += v + w;
        let late = y.exp();
        s[2] += late * x[2];
    }
    k[0] += 0;
}
keeps!(leapfrog_, leapfrog, s: numbers(3), k: [0], x: numbers(3), n: [5]);

/// Ancillae that start at other ancillae, at state, and at inputs.
#[reversible]
fn starts<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let a = x[0] * x[1];
    let mut b = a;
    b += a * x[1];
    let mut c = b * s[0];
    c += s[0].sin();
    let mut d = [c, a * b, x[0]];
    d[0] += d[1] * x[2];
    *y += c * d[0] + a;
    *z += d[2] * d[1];
    k[0] += n[0];
}
keeps!(starts_, starts, s: numbers(3), k: [0], x: numbers(3), n: [5]);

/// Computed, used and undone by hand, with loops and calls inside.
#[reversible]
fn add_square<T: Real>(y: &mut T, a: T) {
    let q = a * a;
    *y += q;
}

#[reversible]
fn by_hand<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let mut t = vec![0.0; n[0]];
    let mut sum = 0.0;
    'rows: {
        for i in 0..n[0] {
            add_square(&mut t[i], x[i]);
            let e = x[i].exp();
            t[i] += e * x[0];
        }
        for i in 0..n[0] {
            sum += t[i] * t[i];
        }
    }
    s[0] += sum * t[0];
    undo!('rows);
    for i in 0..n[0] {
        t[i] += x[i];
    }
    s[1] += t[0] * t[n[0] - 1] * s[0];
    k[0] += 0;
}
keeps!(by_hand_, by_hand, s: numbers(2), k: [0], x: numbers(10), n: [10]);

/// Undone by hand inside a loop, in state.
#[reversible]
fn by_hand_in_loop<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        let mut c = 0;
        'turn: {
            c += 1;
            s[0] += x[i] * x[0];
            let v = s[0] * s[0];
            *y += v * x[i] * (c as T);
        }
        *z += *y * s[0];
        undo!('turn);
        k[0] += c;
    }
}
keeps!(by_hand_in_loop_, by_hand_in_loop, s: numbers(3), k: [0], x: numbers(10), n: [10]);

/// Scopes in scopes, all with locals that stand on each other.
#[reversible]
fn three_deep<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let a = x[0].exp();
    for i in 0..n[0] {
        let b = a * x[i];
        let mut sum = 0.0;
        for j in 0..n[0] {
            let c = b * x[j];
            let mut inner = 0.0;
            {
                let e = c.sin();
                for l in 0..j {
                    let f = e * x[l];
                    inner += f * f;
                }
            }
            sum += inner * c;
        }
        s[i] += sum * b;
    }
    k[0] += 0;
}
keeps!(three_deep_, three_deep, s: numbers(9), k: [0], x: numbers(9), n: [9]);

/// A running place that the scope advances.
#[reversible]
fn advanced<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        let o = k[0];
        let a = x[o];
        let b = x[k[0] + 1];
        k[0] += n[i + 1];
        s[i] += a * b * x[o];
        s[i] += a * x[n[0]];
    }
}
keeps!(advanced_, advanced, s: numbers(3), k: [0], x: numbers(9), n: [3, 1, 2, 1]);

/// A value kept from cotangents.
#[reversible]
fn shifted<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        let mut hi = 0.0;
        let mut lo = 0.0;
        hi += x[i] * x[i];
        lo += hi * x[0];
        let ratio = hi / lo;
        let power = ratio.powi(3) + hi.powf(lo);
        s[i] += power * s[n[0]];
    }
    k[0] += 0;
}

keeps!(powers, shifted, s: numbers(6), k: [0], x: numbers(5), n: [5]);

/// Views of views.
#[reversible]
fn views<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let a = &x[n[0]..];
    let b = &a[1..n[1]];
    let c = &b[n[2]..];
    for i in 0..c.len() {
        s[i] += c[i] * b[i] * a[i] * a[0];
    }
    for i in 0..b.len() {
        s[0] += b[i] * b[0];
    }
    k[0] += 0;
}
keeps!(views_, views, s: numbers(30), k: [0], x: numbers(40), n: [3, 24, 2]);

/// Values whose scopes end at different places, some inside of others, and a value that leaves.
#[reversible]
fn overlapping<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let a = y.sin();
    let b = a * x[0];
    *z += b * b;
    let c = z.cos() * x[1];
    s[0] += c * c;
    *y += x[2] * s[0] * s[0];
    let d = *y * *y;
    *z -= d * x[0];
    let j = k[0];
    k[0] += n[0];
    s[j] += x[j] * x[k[0]];
}
keeps!(overlapping_, overlapping, s: numbers(3), k: [1], x: numbers(3), n: [1]);

/// A steady name for an index, beside the place that it was taken from.
#[reversible]
fn names_of_indices<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let d = n[1];
    for i in 0..n[0] {
        let row = i * d;
        let mut t = vec![0.0; d];
        for j in 0..d {
            let at = row + j;
            t[j] += x[at] * s[at];
            let next = at + 1;
            t[j] -= x[next] * x[row];
        }
        for j in 1..d {
            *y += t[j] * t[j - 1] * *z;
        }
        k[0] += row;
    }
}
keeps!(names_of_indices_, names_of_indices, s: numbers(27), k: [1], x: numbers(28), n: [3, 9]);

/// A value of the whole block beside values of single steps, whose scopes end before what they read changes.
#[reversible]
fn one_for_all<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let h = x[0] * x[0];
    let a = s[0].sin();
    s[1] += a * h;
    s[0] += s[1] * h;
    let b = s[0] * s[1];
    *y += b * h;
    *z += *y * h;
    k[0] += n[0];
}
keeps!(one_for_all_, one_for_all, s: numbers(2), k: [0], x: numbers(2), n: [1]);

/// Three levels of it, in a loop.
#[reversible]
fn scopes_in_scopes<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let h = x[0] * 0.5;
    for i in 0..n[0] {
        let g = x[i] * h;
        let a = *y * g;
        let c = a.sin();
        *z += c;
        let d = *z * c;
        s[0] += d;
        *z += s[0] * a;
        *y += *z * h;
        let e = *y * *z;
        s[1] += e * g;
        *y += s[1] * h;
        s[0] += g;
    }
    *z += h;
    k[0] += n[0];
}
keeps!(scopes_in_scopes_, scopes_in_scopes, s: numbers(2), k: [0], x: numbers(4), n: [3]);
