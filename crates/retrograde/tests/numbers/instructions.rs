//! Every instruction restores its places, and its adjoint is the transpose of its derivative.
//!
//! The derivative comes from running the instruction on dual numbers, the transpose from its adjoint, its sweep and the
//! inverse_adjoint of its inverse.

use proptest::prelude::*;
use retrograde::__private::Discard;
use retrograde::instructions::{dec, hadamard, inc, irot, neg, rot, swap};
use retrograde::{Cotangent, Dual, Real, reversible};
use retrograde_testkit::{assert_all_close, dot_product_test};

/// The programs of an instruction on reals: two places and an angle, as far as it has them.
trait Case {
    fn run<T: Real>(x: &mut [T; 3]);
    fn inverse<T: Real>(x: &mut [T; 3]);
    fn adjoint<T: Real, C: Cotangent<T>>(x: &mut [T; 3], x_bar: &mut [C; 3]);
    fn inverse_adjoint<T: Real, C: Cotangent<T>>(x: &mut [T; 3], x_bar: &mut [C; 3]);
    fn sweep<T: Real, C: Cotangent<T>>(x: &mut [T; 3], x_bar: &mut [C; 3]);
}

impl Case for swap {
    fn run<T: Real>([a, b, _]: &mut [T; 3]) {
        swap(a, b);
    }
    fn inverse<T: Real>([a, b, _]: &mut [T; 3]) {
        swap::inverse(a, b);
    }
    fn adjoint<T: Real, C: Cotangent<T>>([a, b, _]: &mut [T; 3], [a_bar, b_bar, _]: &mut [C; 3]) {
        swap::adjoint(a, a_bar, b, b_bar);
    }
    fn inverse_adjoint<T: Real, C: Cotangent<T>>([a, b, _]: &mut [T; 3], [a_bar, b_bar, _]: &mut [C; 3]) {
        swap::__inverse_adjoint(a, a_bar, b, b_bar);
    }
    fn sweep<T: Real, C: Cotangent<T>>([a, b, _]: &mut [T; 3], [a_bar, b_bar, _]: &mut [C; 3]) {
        swap::sweep(a, a_bar, b, b_bar);
    }
}

impl Case for neg {
    fn run<T: Real>([a, ..]: &mut [T; 3]) {
        neg(a);
    }
    fn inverse<T: Real>([a, ..]: &mut [T; 3]) {
        neg::inverse(a);
    }
    fn adjoint<T: Real, C: Cotangent<T>>([a, ..]: &mut [T; 3], [a_bar, ..]: &mut [C; 3]) {
        neg::adjoint(a, a_bar);
    }
    fn inverse_adjoint<T: Real, C: Cotangent<T>>([a, ..]: &mut [T; 3], [a_bar, ..]: &mut [C; 3]) {
        neg::__inverse_adjoint(a, a_bar);
    }
    fn sweep<T: Real, C: Cotangent<T>>([a, ..]: &mut [T; 3], [a_bar, ..]: &mut [C; 3]) {
        neg::sweep(a, a_bar);
    }
}

impl Case for hadamard {
    fn run<T: Real>([a, b, _]: &mut [T; 3]) {
        hadamard(a, b);
    }
    fn inverse<T: Real>([a, b, _]: &mut [T; 3]) {
        hadamard::inverse(a, b);
    }
    fn adjoint<T: Real, C: Cotangent<T>>([a, b, _]: &mut [T; 3], [a_bar, b_bar, _]: &mut [C; 3]) {
        hadamard::adjoint(a, a_bar, b, b_bar);
    }
    fn inverse_adjoint<T: Real, C: Cotangent<T>>([a, b, _]: &mut [T; 3], [a_bar, b_bar, _]: &mut [C; 3]) {
        hadamard::__inverse_adjoint(a, a_bar, b, b_bar);
    }
    fn sweep<T: Real, C: Cotangent<T>>([a, b, _]: &mut [T; 3], [a_bar, b_bar, _]: &mut [C; 3]) {
        hadamard::sweep(a, a_bar, b, b_bar);
    }
}

macro_rules! rotation {
    ($rot:ident) => {
        impl Case for $rot {
            fn run<T: Real>([a, b, angle]: &mut [T; 3]) {
                $rot(a, b, *angle);
            }
            fn inverse<T: Real>([a, b, angle]: &mut [T; 3]) {
                $rot::inverse(a, b, *angle);
            }
            fn adjoint<T: Real, C: Cotangent<T>>(
                [a, b, angle]: &mut [T; 3],
                [a_bar, b_bar, angle_bar]: &mut [C; 3],
            ) {
                $rot::adjoint(a, a_bar, b, b_bar, *angle, angle_bar);
            }
            fn inverse_adjoint<T: Real, C: Cotangent<T>>(
                [a, b, angle]: &mut [T; 3],
                [a_bar, b_bar, angle_bar]: &mut [C; 3],
            ) {
                $rot::__inverse_adjoint(a, a_bar, b, b_bar, *angle, angle_bar);
            }
            fn sweep<T: Real, C: Cotangent<T>>(
                [a, b, angle]: &mut [T; 3],
                [a_bar, b_bar, angle_bar]: &mut [C; 3],
            ) {
                $rot::sweep(a, a_bar, b, b_bar, *angle, angle_bar);
            }
        }
    };
}
rotation!(rot);
rotation!(irot);

fn places() -> impl Strategy<Value = [f64; 3]> {
    prop::array::uniform3(-10.0..10.0_f64)
}

fn array(v: &[f64]) -> [f64; 3] {
    v.try_into().expect("three components")
}

/// The dot-product test of `forwards`, at a point where `backwards` makes the transposed product from its seeds.
fn transposed(at: [f64; 3], forwards: impl Fn(&mut [Dual<f64>; 3]), backwards: impl Fn(&mut [f64; 3])) {
    let jvp = |v: &[f64]| {
        let mut x = std::array::from_fn(|i| Dual::new(at[i], v[i]));
        forwards(&mut x);
        x.map(|x| x.tangent).to_vec()
    };
    let vjp = |u: &[f64]| {
        let mut bars = array(u);
        backwards(&mut bars);
        bars.to_vec()
    };
    assert_eq!(dot_product_test(3, 3, jvp, vjp, 1e-13), Ok(()));
}

fn keeps_the_laws<I: Case>(before: [f64; 3], tolerance: f64) {
    let mut after = before;
    I::run(&mut after);

    let mut x = after;
    I::inverse(&mut x);
    assert_all_close!(x, before, tolerance, "the inverse restores");

    let restores =
        |program: fn(&mut [f64; 3], &mut [f64; 3]), from: [f64; 3], to: [f64; 3], u: &mut [f64; 3]| {
            let mut x = from;
            program(&mut x, u);
            assert_all_close!(x, to, tolerance, "a program ends where it should");
        };
    transposed(before, I::run, |u| restores(I::adjoint, after, before, u));
    transposed(before, I::run, |u| restores(I::sweep, before, after, u));
    transposed(after, I::inverse, |u| restores(I::inverse_adjoint, before, after, u));

    // Two rows at once are the two rows one by one.
    let seeds = [[1.0, 2.0], [-3.0, 0.5], [0.25, 4.0]];
    let mut both = seeds;
    I::adjoint(&mut after.clone(), &mut both);
    for row in 0..2 {
        let mut one = seeds.map(|seed| seed[row]);
        I::adjoint(&mut after.clone(), &mut one);
        assert_eq!(both.map(|bar| bar[row]), one);
    }
}

proptest! {
    #[test]
    fn swap_keeps_the_laws_exactly(x in places()) {
        keeps_the_laws::<swap>(x, 0.0);
    }

    #[test]
    fn neg_keeps_the_laws_exactly(x in places()) {
        keeps_the_laws::<neg>(x, 0.0);
    }

    #[test]
    fn rot_keeps_the_laws(x in places()) {
        keeps_the_laws::<rot>(x, 1e-14);
    }

    #[test]
    fn irot_keeps_the_laws(x in places()) {
        keeps_the_laws::<irot>(x, 1e-14);
    }

    #[test]
    fn hadamard_keeps_the_laws(x in places()) {
        keeps_the_laws::<hadamard>(x, 1e-14);
    }

    #[test]
    fn rotations_keep_the_length(x in places()) {
        let [mut a, mut b, angle] = x;
        rot(&mut a, &mut b, angle);
        prop_assert!((a.hypot(b) - x[0].hypot(x[1])).abs() < 1e-14);
    }
}

#[test]
fn cotangents_that_nobody_asks_for_are_not_made() {
    let (mut a, mut b, mut a_bar, mut b_bar) = (1.0, 2.0, 3.0, 4.0);
    rot::__adjoint(&mut a, &mut a_bar, &mut b, &mut b_bar, 0.5, Discard);
    assert_all_close!([a.hypot(b), a_bar.hypot(b_bar)], [5.0_f64.sqrt(), 5.0]);
}

#[test]
fn exact_values_are_exchanged_and_counted_without_shadows() {
    let (mut j, mut k) = (3_usize, 5_usize);
    swap::__adjoint(&mut j, Discard, &mut k, Discard);
    inc::__adjoint(&mut j, Discard);
    dec::__inverse_adjoint(&mut k, Discard);
    let mut sign = -1_i8;
    neg::__sweep(&mut sign, Discard);
    assert_eq!((j, k, sign), (4, 2, 1));
}

macro_rules! counted {
    ($($Integer:ident)*) => { $({
        let mut n = 7 as $Integer;
        inc(&mut n);
        assert_eq!(n, 8);
        inc::inverse(&mut n);
        dec(&mut n);
        assert_eq!(n, 6);
        dec::adjoint(&mut n);
        inc::sweep(&mut n);
        assert_eq!(n, 8);
    })* };
}

#[test]
fn every_integer_counts() {
    counted!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
}

/// All instructions in one program: sorts three, turns, negates and counts.
#[reversible]
fn tumble<T: Real>(x: &mut [T; 4], w: T, k: &mut usize, l: &mut usize) {
    for i in 0..3 {
        swap(&mut x[i], &mut x[3 - i]);
        rot(&mut x[i], &mut x[i + 1], w * 0.5);
        inc(&mut *k);
    }
    neg(&mut x[2]);
    irot(&mut x[0], &mut x[3], w);
    dec(&mut *l);
    swap(&mut *k, &mut *l);
}

#[test]
fn instructions_serve_in_programs() {
    let (x, w) = ([1.0, -2.0, 3.0, 0.5], 0.7);
    let run = |v: &[f64]| {
        let mut x: [f64; 4] = v[..4].try_into().expect("four places");
        tumble(&mut x, v[4], &mut 0, &mut 9);
        x.to_vec()
    };
    let (mut after, mut k, mut l) = (x, 0, 9);
    tumble(&mut after, w, &mut k, &mut l);
    assert_eq!((k, l), (8, 3));

    // Four seeds at once: the whole Jacobian.
    let mut x_bar: [[f64; 4]; 4] = std::array::from_fn(|i| std::array::from_fn(|j| f64::from(i == j)));
    let mut w_bar = [0.0; 4];
    tumble::adjoint(&mut after, &mut x_bar, w, &mut w_bar, &mut k, &mut l);
    assert_all_close!(after, x, 1e-15);
    assert_eq!((k, l), (0, 9));
    let point = [x[0], x[1], x[2], x[3], w];
    let jacobian = retrograde_testkit::finite_difference::jacobian(run, &point);
    for (row, expected) in jacobian.iter().enumerate() {
        let ours = [x_bar[0][row], x_bar[1][row], x_bar[2][row], x_bar[3][row], w_bar[row]];
        assert_all_close!(ours, expected[..], 1e-9, "row {row}");
    }
}
