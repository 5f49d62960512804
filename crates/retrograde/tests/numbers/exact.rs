//! Functions of integers have programs without cotangents, and calls that carry none ask for none.

use retrograde::prelude::*;

/// Changes only an integer, and reads a real that a caller may not want the cotangent of.
#[reversible]
fn count(k: &mut u64, x: f64) {
    if x > 1.0 {
        *k += 2;
    }
}

#[reversible]
fn square_and_count(y: &mut f64, k: &mut u64, z: f64) {
    count(k, 2.0);
    *y += z * z;
}

#[reversible]
fn add_half(t: &mut f64, n: u64) {
    *t += n as f64 * 0.5;
}

/// Its only real is a local.
#[reversible]
fn add_floor_of_half(k: &mut u64, n: u64) {
    let mut t = 0.0;
    add_half(&mut t, n);
    let half = t as u64;
    *k += half;
}

#[test]
fn a_call_without_cotangents_is_undone_in_an_adjoint() {
    let (mut y, mut k, mut z_bar) = (0.0, 1, [0.0; 2]);
    square_and_count(&mut y, &mut k, 3.0);
    assert_eq!((y, k), (9.0, 3));
    square_and_count::adjoint(&mut y, &mut [1.0, -2.0], &mut k, 3.0, &mut z_bar);
    assert_eq!((y, k, z_bar), (0.0, 1, [6.0, -12.0]));
}

#[test]
fn programs_of_integers_have_no_cotangent_type() {
    let mut k = 1;
    add_floor_of_half(&mut k, 9);
    assert_eq!(k, 5);
    add_floor_of_half::sweep(&mut k, 4);
    assert_eq!(k, 7);
    add_floor_of_half::adjoint(&mut k, 4);
    add_floor_of_half::adjoint(&mut k, 9);
    assert_eq!(k, 1);
}

/// Bits that say which were exchanged: what is only exchanged comes back to the bit, so the bits do, and decide.
#[reversible]
fn sorted<T: Real>(x: &mut [T], bits: &mut [Vec<bool>]) {
    let n = x.len();
    for round in 0..n {
        for i in (round % 2..n - 1).step_by(2) {
            exchange(&mut x[i], &mut x[i + 1], &mut bits[round][i]);
        }
    }
}

#[reversible]
fn exchange<T: Real>(a: &mut T, b: &mut T, swapped: &mut bool) {
    *swapped ^= *a > *b;
    if *swapped {
        swap(&mut *a, &mut *b);
    }
}

/// A float may change before an integer depends on it; if it does not change afterwards, the integer is
/// restored.
#[reversible]
fn counted(count: &mut u32, level: &mut f64, x: f64) {
    *level += x;
    *count += (*level > 0.3) as u32;
    let high = *level > 0.7;
    *count += high as u32;
}

#[test]
fn integers_are_changed_by_what_stays() {
    let start = [3.0, 1.0, 4.0, 1.5, 9.0, 2.5];
    let (mut x, mut bits) = (start, vec![vec![false; 6]; 6]);
    sorted(&mut x, &mut bits);
    assert_eq!(x, [1.0, 1.5, 2.5, 3.0, 4.0, 9.0]);
    sorted::inverse(&mut x, &mut bits);
    assert_eq!((x, bits.iter().flatten().any(|bit| *bit)), (start, false));
    assert_eq!(sorted::check(&mut x, &mut bits), Ok(()));

    let (mut count, mut level) = (0, 0.3);
    counted(&mut count, &mut level, 0.1);
    assert_eq!(count, 1);
    counted::inverse(&mut count, &mut level, 0.1);
    assert_eq!(count, 0);
}
