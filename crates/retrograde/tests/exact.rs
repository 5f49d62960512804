//! Functions of integers have programs without cotangents, and calls that carry none ask for none.

use retrograde::reversible;

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
