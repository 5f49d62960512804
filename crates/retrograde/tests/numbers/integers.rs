//! Integers and truth values as state: their updates are bijections, of every type, up to and beyond its ends.

use retrograde::instructions::{rotate_left, rotate_right};
use retrograde::{InvertibleAdd, reversible};
use retrograde_testkit::Rng;
use std::num::Wrapping;

macro_rules! scrambled {
    ($($name:ident: $integer:ty;)*) => { $(
        mod $name {
            use super::*;

            /// A round of a mixing function: sums that wrap, toggled bits, turned bits.
            #[reversible]
            fn scramble(a: &mut $integer, b: &mut $integer, keys: &[$integer]) {
                for i in 0..keys.len() {
                    *a += keys[i];
                    rotate_left(&mut *a, 3);
                    *b ^= *a;
                    *b -= 7;
                    rotate_right(&mut *b, i as u32);
                    *a ^= *b;
                }
            }

            #[test]
            fn scrambles_and_back() {
                let mut rng = Rng::new(5);
                let keys: Vec<$integer> = (0..40).map(|_| rng.bits() as $integer).collect();
                for start in [0, 1, <$integer>::MAX, <$integer>::MIN] {
                    let (mut a, mut b) = (start, start);
                    scramble(&mut a, &mut b, &keys);
                    assert_ne!((a, b), (start, start));
                    scramble::inverse(&mut a, &mut b, &keys);
                    assert_eq!((a, b), (start, start));
                    scramble::adjoint(&mut a, &mut b, &keys);
                    scramble(&mut a, &mut b, &keys);
                    assert_eq!((a, b), (start, start));
                }
            }
        }
    )* };
}
scrambled! {
    of_i8: i8; of_i16: i16; of_i32: i32; of_i64: i64; of_i128: i128; of_isize: isize;
    of_u8: u8; of_u16: u16; of_u32: u32; of_u64: u64; of_u128: u128; of_usize: usize;
}

#[reversible]
fn beyond(n: &mut u8, w: &mut Wrapping<i32>, by: Wrapping<i32>) {
    *n += 200;
    *w -= by;
}

#[test]
fn sums_wrap_in_every_build() {
    let (mut n, mut w) = (100, Wrapping(i32::MIN));
    beyond(&mut n, &mut w, Wrapping(1));
    assert_eq!((n, w), (44, Wrapping(i32::MAX)));
    beyond::inverse(&mut n, &mut w, Wrapping(1));
    assert_eq!((n, w), (100, Wrapping(i32::MIN)));
}

/// A gate: the paper's `⊻=` on bits.
#[reversible]
fn full_adder(sum: &mut bool, carry: &mut bool, a: bool, b: bool) {
    *sum ^= a ^ b;
    *carry ^= a && b;
}

#[test]
fn gates_undo_themselves() {
    for case in 0..16 {
        let bit = |i: u32| case >> i & 1 == 1;
        let (mut sum, mut carry) = (bit(0), bit(1));
        full_adder(&mut sum, &mut carry, bit(2), bit(3));
        assert_eq!((sum ^ bit(0), carry ^ bit(1)), (bit(2) ^ bit(3), bit(2) && bit(3)));
        full_adder::inverse(&mut sum, &mut carry, bit(2), bit(3));
        assert_eq!((sum, carry), (bit(0), bit(1)));
    }
}

/// An update that reads another element of the same array.
#[reversible]
fn shears(a: &mut [u32], n: usize) {
    for i in 1..n {
        a[i] += a[i - 1];
        a[i - 1] ^= a[i];
    }
}

#[test]
fn elements_update_one_another() {
    let start = [7, u32::MAX, 3, 9];
    let mut a = start;
    shears(&mut a, 4);
    let mut by_hand = start;
    for i in 1..4 {
        by_hand[i] = by_hand[i].wrapping_add(by_hand[i - 1]);
        by_hand[i - 1] ^= by_hand[i];
    }
    assert_eq!(a, by_hand);
    shears::inverse(&mut a, 4);
    assert_eq!(a, start);
}

/// A type of the user's own: residues modulo seven.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Residue(u8);

impl InvertibleAdd for Residue {
    fn increase(&mut self, by: Self) {
        self.0 = (self.0 + by.0) % 7;
    }
    fn decrease(&mut self, by: Self) {
        self.0 = (self.0 + 7 - by.0) % 7;
    }
}

#[reversible]
fn around(r: &mut Residue, by: Residue, n: usize) {
    for _i in 0..n {
        *r += by;
    }
}

#[test]
fn a_type_of_ones_own_is_a_number_system() {
    let mut r = Residue(3);
    around(&mut r, Residue(5), 4);
    assert_eq!(r, Residue(2));
    around::inverse(&mut r, Residue(5), 4);
    assert_eq!(r, Residue(3));
}

/// Bits and reals in one function: what the bits decide is decided again.
#[reversible]
fn mixed(y: &mut f64, bits: &mut u32, x: f64) {
    *bits ^= 0b101;
    for i in 0..3 {
        if *bits >> i & 1 == 1 {
            *y += x * x;
        }
    }
}

#[test]
fn bits_decide_for_reals() {
    let (mut y, mut bits) = (0.0, 0b001);
    mixed(&mut y, &mut bits, 3.0);
    assert_eq!((y, bits), (9.0, 0b100));
    let (mut y_bar, mut x_bar) = (2.0, 0.0);
    mixed::adjoint(&mut y, &mut y_bar, &mut bits, 3.0, &mut x_bar);
    assert_eq!((y, bits, x_bar), (0.0, 0b001, 12.0));
}

/// Updates wrap, and the value beside them is plain Rust, which wraps where it is told to.
#[reversible]
fn hashed(hash: &mut u8, shifted: &mut i32, bytes: &[u8]) {
    for i in 0..bytes.len() {
        *hash += bytes[i].wrapping_mul(31).wrapping_add(7);
        *shifted -= (bytes[i] as i32).wrapping_shl(28).wrapping_neg();
    }
}

#[test]
fn values_wrap_where_they_are_told_to() {
    let bytes = [200, 255, 3];
    let (mut hash, mut shifted) = (250_u8, 5_i32);
    hashed(&mut hash, &mut shifted, &bytes);
    let wanted = bytes.iter().map(|&b| b as u32 * 31 + 7).sum::<u32>() + 250;
    assert_eq!(hash, wanted as u8);
    let wanted = bytes.iter().fold(5_i64, |sum, &b| sum + ((b as i64) << 28));
    assert_eq!(shifted, wanted as i32);
    hashed::inverse(&mut hash, &mut shifted, &bytes);
    assert_eq!((hash, shifted), (250, 5));
}

/// The value of an update is multiplied as Rust multiplies.
#[reversible]
fn tripled(y: &mut u8, x: u8) {
    *y += x * 3;
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "attempt to multiply with overflow")]
fn values_overflow_as_in_plain_rust() {
    tripled(&mut 0, 200);
}

/// A pointer into a stack that starts at a literal: an integer, whatever changes it beside reals.
#[reversible]
fn evaluated(y: &mut f64, program: &[bool], constants: &[f64]) {
    let mut memory = vec![0.0; program.len() + 1];
    let mut top = 0;
    run(&mut memory, &mut top, program, constants);
    *y += memory[top - 1];
}

#[reversible]
fn run(memory: &mut [f64], top: &mut usize, program: &[bool], constants: &[f64]) {
    for (k, is_constant) in program.iter().enumerate() {
        if *is_constant {
            memory[*top] += constants[k];
        } else {
            memory[*top] += memory[*top - 1].sin() * memory[*top - 2];
        }
        *top += 1;
    }
}

#[test]
fn what_starts_at_an_integer_hides_no_real() {
    let (program, constants) = ([true, true, false, true, false], [0.5, 0.7, 0.0, 2.0, 0.0]);
    assert_eq!(evaluated::check(&mut 0.3, &program, &constants), Ok(()));
    let mut y = 0.0;
    evaluated(&mut y, &program, &constants);
    assert_eq!(y, 2.0_f64.sin() * (0.7_f64.sin() * 0.5));
}

/// Truth values that no type names, on a stack and exchanged.
#[reversible]
fn remembered(n: &mut u64, odd: &mut Vec<bool>, either: &mut bool) {
    let mut bit = *n % 2 == 1;
    *either ^= bit;
    push!(odd, bit);
    free!(bit = false);
    *n += 3;
}

#[test]
fn truth_values_are_pushed() {
    let (mut n, mut odd, mut either) = (5, vec![], false);
    remembered(&mut n, &mut odd, &mut either);
    assert_eq!((n, &odd[..], either), (8, &[true][..], true));
    remembered::inverse(&mut n, &mut odd, &mut either);
    assert_eq!((n, odd.len(), either), (5, 0, false));
}
