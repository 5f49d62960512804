//! What generated programs found in emitted code, as small as it could be made.

use retrograde::prelude::*;

/// Each trip scales what the trips before it have left, so their order shows.
#[reversible]
fn from_the_end(y: &mut f64, z: &mut f64) {
    for i in (1..6).rev().step_by(2) {
        *z += *y * (i as f64);
        swap(y, z);
    }
}

#[test]
fn indices_counted_from_the_end_are_visited_as_written() {
    let (mut y, mut z) = (1.0, 0.5);
    for i in (1..6).rev().step_by(2) {
        z += y * f64::from(i);
        std::mem::swap(&mut y, &mut z);
    }
    let (mut a, mut b) = (1.0, 0.5);
    from_the_end(&mut a, &mut b);
    assert_eq!((a, b), (y, z));
    from_the_end::inverse(&mut a, &mut b);
    assert_eq!((a, b), (1.0, 0.5));
}

/// The bound asks for the length of the array that the loop changes through a window.
#[reversible]
fn short_of_the_end(v: &mut [f64], x: &[f64]) {
    for i in 1..v.len() - 1 {
        v[i] += x[i].sin();
    }
}

#[test]
fn a_length_is_asked_before_the_array_is_lent() {
    let (mut v, x) = ([1.0; 4], [0.1, 0.2, 0.3, 0.4]);
    short_of_the_end(&mut v, &x);
    assert_eq!(v, [1.0, 1.0 + 0.2_f64.sin(), 1.0 + 0.3_f64.sin(), 1.0]);
    let (mut v_bar, mut x_bar) = ([2.0; 4], [0.0; 4]);
    short_of_the_end::adjoint(&mut v, &mut v_bar, &x, &mut x_bar);
    assert_eq!(x_bar, [0.0, 2.0 * 0.2_f64.cos(), 2.0 * 0.3_f64.cos(), 0.0]);
}
