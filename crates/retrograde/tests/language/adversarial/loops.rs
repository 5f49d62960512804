//! Loops: the order of their iterations, what each owns, and what is taken out of them.

use crate::adversarial::harness::numbers;
use retrograde::{Real, reversible};

/// Each iteration reads what the one before has written, beside a sum that splits into lanes.
#[reversible]
fn recurrence<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        s[i + 1] += s[i] * x[0] * x[i];
    }
    k[0] += 0;
}
keeps!(recurrence_long, recurrence, s: numbers(21), k: [0], x: numbers(21), n: [20]);
keeps!(recurrence_short, recurrence, s: numbers(21), k: [0], x: numbers(21), n: [3]);

#[reversible]
fn falling_recurrence<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in (1..n[0]).rev() {
        s[i - 1] += s[i] * x[0] * x[i] + x[1] * s[i + 1];
    }
    k[0] += 0;
}
keeps!(falling_recurrence_, falling_recurrence, s: numbers(21), k: [0], x: numbers(21), n: [20]);

/// The lead falls.
#[reversible]
fn falling_lead<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let mut t = [0.0; 21];
    t[n[0]] += x[0];
    for i in (0..n[0]).rev() {
        t[i] += t[i + 1] * x[i] + x[0];
    }
    s[0] += t[0] * t[1];
    k[0] += 0;
}
keeps!(falling_lead_, falling_lead, s: numbers(1), k: [0], x: numbers(20), n: [20]);

/// An unsigned count that only stays above zero in the order of the program.
#[reversible]
fn up_and_down<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        if i < 5 {
            k[0] += 3;
        } else {
            k[0] -= 3;
        }
        s[0] += x[i] * x[0];
    }
    for i in 0..n[1] {
        k[0] += n[i + 2];
        k[0] -= n[i + 3];
    }
}
keeps!(up_and_down_, up_and_down, s: numbers(1), k: [0], x: numbers(10), n: [10, 2, 9, 4, 0]);

/// An index that is an ancilla, moved by each iteration.
#[reversible]
fn moving_index<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let mut o = 0;
    for i in 0..n[0] {
        let mut t = 0.0;
        for j in 0..i {
            t += x[o + j] * s[0];
        }
        *y += t * t;
        o += i;
    }
    k[0] += o;
}
keeps!(moving_index_, moving_index, s: numbers(7), k: [0], x: numbers(20), n: [6]);

/// Rows that are as long as their stride says, or not.
#[reversible]
fn rows<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let d = n[1];
    let mut t = vec![0.0; n[0] * d + d];
    for i in 0..n[0] {
        for j in 0..d {
            t[i * d + j] += x[j] * x[i];
        }
        for j in 0..d + 1 {
            if i * d + j < n[0] * d {
                s[0] += t[i * d + j] * x[j];
            }
        }
        for j in 0..d {
            t[i * d + j] -= x[j] * x[i] * 0.5;
        }
    }
    k[0] += 0;
}
keeps!(rows_, rows, s: numbers(1), k: [0], x: numbers(10), n: [3, 9]);
keeps!(rows_empty, rows, s: numbers(1), k: [0], x: numbers(10), n: [3, 0]);

/// Every iteration comes back to the same elements.
#[reversible]
fn shared_elements<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        for j in 0..=n[1] {
            s[i * n[1] + j] += x[i] * s[n[2] + j];
        }
    }
    k[0] += 0;
}
keeps!(shared_elements_, shared_elements, s: numbers(60), k: [0], x: numbers(10), n: [3, 9, 40]);

/// Steps, inclusive ends and reversed ones.
#[reversible]
fn stepped<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in (0..n[0]).step_by(3) {
        for j in (0..=n[1]).rev().step_by(2) {
            s[i + j] += x[j] * s[i + j + 1] * x[i];
        }
    }
    for i in (1..=n[1]).rev() {
        s[i] += s[i - 1] * x[i];
    }
    k[0] += 0;
}
keeps!(stepped_, stepped, s: numbers(30), k: [0], x: numbers(20), n: [17, 9]);

/// Loops whose bounds cross: nothing happens.
#[reversible]
fn crossed<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in n[0]..n[1] {
        s[0] += x[i - n[0]] * x[0] * x[i];
        s[i] += x[i - 1];
    }
    for i in n[0]..n[1] {
        s[0] += x[i - 5] * x[i - n[0] + 1];
    }
    k[0] += 0;
}
keeps!(crossed_empty, crossed, s: numbers(2), k: [0], x: numbers(3), n: [9, 2]);
keeps!(crossed_far, crossed, s: numbers(2), k: [0], x: numbers(3), n: [90, 90]);
keeps!(crossed_full, crossed, s: numbers(20), k: [0], x: numbers(20), n: [5, 16]);

/// The weight is a scalar, so that its cotangent is a sum in lanes, and the order of the lanes matters to the rest.
#[reversible]
fn recurrence_of_lanes<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        s[i + 1] += s[i] * *y * x[i];
    }
    let w = x[0] * x[1];
    for i in (1..n[0]).rev() {
        s[i - 1] += s[i] * w * x[i] * x[n[0] - i];
    }
    for i in 1..n[0] {
        *z += s[i] * w * x[i - 1];
    }
    k[0] += 0;
}
keeps!(recurrence_of_lanes_, recurrence_of_lanes, s: numbers(21), k: [0], x: numbers(21), n: [20]);
keeps!(recurrence_without_lanes, recurrence_of_lanes, s: numbers(21), k: [0], x: numbers(21), n: [5]);

/// Sums over all that a small type holds.
#[reversible]
fn small_sums<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let w = x[0].exp();
    for i in -100i8..100i8 {
        *y += w * (i as T);
    }
    let lo = -5i32;
    for i in lo..=7i32 {
        *z += w * (i as T);
    }
    for i in 3u8..250u8 {
        s[0] += w * (i as T);
    }
    for i in (0u32..20u32).rev() {
        s[i as usize] += w * x[i as usize];
    }
    k[0] += n[0];
}
keeps!(small_sums_, small_sums, s: numbers(20), k: [0], x: numbers(20), n: [1]);

/// Indices of small and signed types, over all that they hold.
#[reversible]
fn small_types<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in -100i8..100i8 {
        s[0] += x[0] * x[1] * (i as T);
    }
    for i in 0u8..=255u8 {
        s[1] += x[(i % 4) as usize] * x[1] * (i as T);
    }
    for i in -3i64..9i64 {
        s[(i + 3) as usize] += x[0] * x[(i + 3) as usize];
    }
    k[0] += n[0];
}
keeps!(small_types_, small_types, s: numbers(12), k: [0], x: numbers(12), n: [1]);

/// Two windows of one array, and of one shadow.
#[reversible]
fn stencil<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 1..n[0] {
        s[i] += x[i - 1] * x[i] + x[i + 1] * x[0] - x[i + n[1] - 1] * x[n[1]];
    }
    for i in 0..n[0] {
        s[n[0] - 1 - i] += x[n[0] - 1 - i] * x[i];
    }
    k[0] += 0;
}
keeps!(stencil_, stencil, s: numbers(20), k: [0], x: numbers(24), n: [18, 3]);

/// Integers in an array, added to by a loop that has windows otherwise.
#[reversible]
fn counted<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        k[i + 1] += k[i] + i;
        s[i] += x[i] * x[0] * (k[i] as T);
    }
}
keeps!(counted_, counted, s: numbers(12), k: [1; 13], x: numbers(12), n: [12]);

/// A loop told by two conditions, and a lead with one.
#[reversible]
fn while_lead<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let mut t = 0.0;
    let mut c = 0;
    while (c < n[0], c > 0) {
        let e = x[c].exp();
        t += e * x[0];
        c += 1;
    }
    s[0] += t * t;
    while (k[0] < n[0], k[0] > 0) {
        s[k[0] + 1] += s[k[0]] * x[k[0]];
        k[0] += 1;
    }
    k[1] += c;
}
keeps!(while_lead_, while_lead, s: numbers(12), k: [0, 0], x: numbers(11), n: [10]);

/// A cotangent copied in an iteration, of a place that the next one changes.
#[reversible]
fn copied<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        let a = s[0] * x[i];
        let b = a + x[0];
        *y += b;
        *z += *y * b + a;
    }
    k[0] += 0;
}
keeps!(copied_, copied, s: numbers(3), k: [0], x: numbers(9), n: [9]);

/// A local shared by nested loops.
#[reversible]
fn nested_sums<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let d = n[1];
    for i in 0..n[0] {
        let mut norm = 0.0;
        let mut row = vec![0.0; d];
        for j in 0..d {
            row[j] += x[i * d + j] - x[j];
            norm += row[j] * row[j];
        }
        for j in 0..d {
            for l in j..d {
                s[0] += row[j] * row[l] * norm;
            }
        }
    }
    k[0] += 0;
}
keeps!(nested_sums_, nested_sums, s: numbers(1), k: [0], x: numbers(30), n: [3, 10]);

/// Sums into elements that the loop does not move along, in arrays that it also reads elsewhere.
#[reversible]
fn fixed_elements<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    for i in 0..n[0] {
        s[k[0]] += x[i] * x[k[0]] * *y;
        for j in 0..n[1] {
            s[i + 1] += x[j] * x[i] * s[n[2] + j];
            *z += x[j] * x[n[0]] * s[n[2] + j];
        }
        k[0] += 1;
    }
}
keeps!(fixed_elements_, fixed_elements, s: numbers(40), k: [1], x: numbers(24), n: [5, 19, 20]);

/// Rows that the loop visits in the other order, and rows that overlap by one.
#[reversible]
fn overlapping_rows<T: Real>(s: &mut [T], y: &mut T, z: &mut T, k: &mut [usize], x: &[T], n: &[usize]) {
    let d = n[1];
    for i in (0..n[0]).rev() {
        let mut t = vec![0.0; n[2]];
        for j in 0..=d {
            t[i * d + j] += x[j] * x[i];
        }
        for j in 0..=d {
            s[i * d + j] += t[i * d + j] * *y * s[n[2] + j];
            *z += s[i * d + j] * x[j];
        }
    }
    k[0] += 0;
}
keeps!(overlapping_rows_, overlapping_rows, s: numbers(60), k: [0], x: numbers(24), n: [3, 9, 28]);
