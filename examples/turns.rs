//! Cotangents of an exchange and of a rotation.
//!
//! The papers' `SWAP`, `ROT` and `IROT` are instructions that change two places at once and lose nothing. The
//! cotangents of exchanged places are exchanged back, those of rotated places are rotated back, and the cotangent of
//! the angle is the dot product of the cotangents with the rotated vector turned by a further quarter.

use retrograde::instructions::{rot, swap};
use retrograde::{Real, reversible};

/// Rotates `(a, b)` by the angle, and exchanges the results.
#[reversible]
fn turn<T: Real>(a: &mut T, b: &mut T, angle: T) {
    rot(a, b, angle);
    swap(a, b);
}

fn main() {
    let angle = core::f64::consts::FRAC_PI_6;
    let (mut a, mut b) = (3.0, 1.0);
    turn(&mut a, &mut b, angle);
    println!("turn(3, 1, 30°) = ({a:.6}, {b:.6})");

    let (mut a_bar, mut b_bar, mut angle_bar) = (1.0, 0.0, 0.0);
    turn::adjoint(&mut a, &mut a_bar, &mut b, &mut b_bar, angle, &mut angle_bar);
    println!("turn::adjoint   = ({a:.6}, {b:.6}) with the gradient ({a_bar:.6}, {b_bar:.6}, {angle_bar:.6})");
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{assert_all_close, assert_close};

    #[test]
    fn it_is_what_a_matrix_says() {
        let (mut a, mut b, angle) = (3.0, 1.0, 0.7_f64);
        turn(&mut a, &mut b, angle);
        let turned = [3.0 * angle.cos() - angle.sin(), 3.0 * angle.sin() + angle.cos()];
        assert_all_close!([b, a], turned, 1e-15);
        turn::inverse(&mut a, &mut b, angle);
        assert_all_close!([a, b], [3.0, 1.0], 1e-15);
    }

    #[test]
    fn cotangents_are_turned_back_and_the_angle_takes_a_quarter_turn() {
        let (mut a, mut b, angle) = (3.0, 1.0, 0.7_f64);
        turn(&mut a, &mut b, angle);
        let (turned_a, turned_b) = (b, a);
        let (mut a_bar, mut b_bar, mut angle_bar) = (-1.5, 2.5, 100.0);
        turn::adjoint(&mut a, &mut a_bar, &mut b, &mut b_bar, angle, &mut angle_bar);
        // Before the exchange, the cotangent of the first is 2.5 and that of the second is -1.5.
        let (c, s) = (angle.cos(), angle.sin());
        assert_all_close!([a_bar, b_bar], [2.5 * c - 1.5 * s, -2.5 * s - 1.5 * c], 1e-15);
        assert_close!(angle_bar, 100.0 + 2.5 * -turned_b - 1.5 * turned_a, 1e-14);
        assert_all_close!([a, b], [3.0, 1.0], 1e-15);
    }
}
