//! `Exact`: its sums against those of integers and of floats, and programs there and back.

use proptest::prelude::*;
use retrograde::prelude::*;
use retrograde_calculus::{Bars, Exact, Schedule, of_reversible, pull, unwind};
use retrograde_testkit::assert_all_close;

/// Floats of both signs, whole multiples of 2⁻²⁵⁶ below 2²⁰⁰: an exact number has all of their bits.
fn floats() -> impl Strategy<Value = f64> {
    (any::<i64>(), -256..137_i32).prop_map(|(mantissa, power)| mantissa as f64 * 2_f64.powi(power))
}

/// The three-body motion of paper 000, listing 26: the distance is computed in the place of a position, and uncomputed.
#[reversible]
fn orbit<T: Real>(x: &mut [T; 6], k: T) {
    'way: {
        x[0] -= x[2];
        x[1] -= x[3];
    }
    x[4] -= 0.01 * k * x[0] / (x[0] * x[0] + x[1] * x[1]).sqrt().powi(3);
    x[5] -= 0.01 * k * x[1] / (x[0] * x[0] + x[1] * x[1]).sqrt().powi(3);
    undo!('way);
    x[0] += 0.01 * x[4];
    x[1] += 0.01 * x[5];
}

const START: [f64; 6] = [1.0, 0.0, 0.1, -0.05, 0.0, 1.1];

proptest! {
    #[test]
    fn floats_come_back(x in floats()) {
        prop_assert_eq!(Exact::from(x).value(), x);
        prop_assert_eq!((-Exact::from(x)).value(), -x);
    }

    #[test]
    fn a_sum_of_two_is_rounded_once(a in floats(), b in floats()) {
        let (sum, difference) = (Exact::from(a) + Exact::from(b), Exact::from(a) - Exact::from(b));
        prop_assert_eq!((sum.value(), difference.value()), (a + b, a - b));
        prop_assert_eq!((sum - Exact::from(b)).value(), a);
        prop_assert_eq!(Exact::from(a).partial_cmp(&Exact::from(b)), a.partial_cmp(&b));
        prop_assert_eq!(difference < Exact::ZERO, a < b);
        // Of a product below 2⁻²⁰³ the bits below 2⁻²⁵⁶ are cut off.
        prop_assert_eq!(Exact::from(a) * Exact::from(0.1875), Exact::from(a * 0.1875));
    }

    #[test]
    fn sums_of_many_are_those_of_integers(numbers in prop::collection::vec(any::<i64>(), 0..200)) {
        let unit = 2_f64.powi(-70);
        // In two floats each, since an integer of 64 bits is none.
        let exact = |n: i64| Exact::from((n >> 32) as f64 * 2_f64.powi(32) * unit) + Exact::from((n & 0xffff_ffff) as f64 * unit);
        let sum: Exact<f64> = numbers.iter().map(|n| exact(*n)).sum();
        let whole: i128 = numbers.iter().map(|n| i128::from(*n)).sum();
        prop_assert_eq!(sum.value(), whole as f64 * unit);
    }

    #[test]
    fn updates_are_undone_in_any_order(start in floats(), by in prop::collection::vec(floats(), 0..100)) {
        let mut y = Exact::from(start);
        by.iter().for_each(|e| y += Exact::from(*e));
        by.iter().for_each(|e| y -= Exact::from(*e));
        prop_assert_eq!(y, Exact::from(start));
    }
}

#[test]
fn small_numbers_are_cut_off_by_themselves_alone() {
    let tiny = [f64::MIN_POSITIVE, 1e-320, 2_f64.powi(-257), 3.7e-78, -2.1e-77, 0.0, -0.0];
    for x in tiny {
        let cut = Exact::from(x);
        assert!((cut.value() - x).abs() < 2_f64.powi(-256));
        assert_eq!(Exact::from(1e20) + cut - Exact::from(1e20), cut);
    }
    assert_eq!(
        format!("{:?} {}", Exact::from(1e20) + Exact::from(1e-30), Exact::from(0.5)),
        "1e20 + 1e-30 0.5"
    );
}

#[test]
fn digits_are_kept_as_bytes() {
    use retrograde_calculus::Bytes;
    let number = Exact::from(1e20) + Exact::from(-1e-30);
    let mut bytes = Vec::new();
    number.write(&mut bytes);
    assert_eq!(Exact::read(&mut &bytes[..]), Some(number));
    assert_eq!(Exact::from_digits([0, 0, 0, 0, 3, 0, 0, 0]).value(), 3.0);
}

#[test]
fn what_does_not_fit_is_refused() {
    let largest = 2_f64.powi(255);
    assert_eq!([f64::NAN, f64::INFINITY, largest, -largest].map(Exact::new), [None; 4]);
    let below = largest * (1.0 - f64::EPSILON / 2.0);
    assert_eq!([below, -below].map(|x| Exact::new(x).unwrap().value()), [below, -below]);
}

#[test]
#[should_panic(expected = "`ln` is NaN")]
fn a_result_that_is_not_a_number() {
    let _ = Exact::from(-1.0).ln();
}

#[test]
fn a_program_comes_back_to_the_bit_where_floats_do_not() {
    let (mut x, start) = (START.map(Exact::from), START.map(Exact::from));
    let mut float = START;
    for _ in 0..5000 {
        orbit(&mut x, Exact::from(1.0));
        orbit(&mut float, 1.0);
    }
    assert_all_close!(x.map(Exact::value), float, 1e-9);
    for _ in 0..5000 {
        orbit::inverse(&mut x, Exact::from(1.0));
        orbit::inverse(&mut float, 1.0);
    }
    assert_eq!(x, start);
    assert_ne!(float, START);
}

#[test]
fn undone_gradients_are_those_of_kept_states_to_the_bit() {
    let step = of_reversible(orbit {}, vec![Exact::from(1.0)]);
    let seed = |_: &Vec<Exact<f64>>| Bars {
        state: [0.3, -0.7, 0.0, 0.2, 1.0, 0.5].map(Exact::from).to_vec(),
        inputs: vec![Exact::ZERO],
    };
    let start = START.map(Exact::from).to_vec();
    let undone = unwind(&step, 300, start.clone(), seed);
    let kept = pull(&step, 300, start, Schedule::Treeverse { checkpoints: 5 }, seed).unwrap();
    assert_eq!(undone.bar, kept.bar);
    // And those of floats.
    let step = of_reversible(orbit {}, vec![1.0]);
    let seed = |_: &Vec<f64>| Bars { state: vec![0.3, -0.7, 0.0, 0.2, 1.0, 0.5], inputs: vec![0.0] };
    let float = pull(&step, 300, START.to_vec(), Schedule::StoreAll, seed).unwrap();
    assert_all_close!(kept.bar.state.iter().map(|x| x.value()).collect::<Vec<_>>(), float.bar.state, 1e-9);
    assert_all_close!([kept.bar.inputs[0].value()], float.bar.inputs, 1e-9);
}

/// Written at `f64`: the word `generic` makes it run at exact numbers.
#[reversible(generic)]
fn written(x: &mut [f64; 2], slope: f64) {
    x[1] -= 0.01 * slope * x[0].sin();
    x[0] += 0.01 * x[1];
}

#[test]
fn a_function_written_at_floats_is_undone_to_the_bit_where_it_says_generic() {
    let start = [1e6, 1e-20];
    let (mut float, mut exact) = (start, start.map(Exact::from));
    let slope = Exact::from(0.3);
    for _ in 0..500 {
        written(&mut float, 0.3);
        written(&mut exact, slope);
    }
    assert!((exact[0].value() - float[0]).abs() < 1e-6);
    for _ in 0..500 {
        written::inverse(&mut float, 0.3);
        written::inverse(&mut exact, slope);
    }
    assert_eq!(exact.map(|x| x.value()), start);
    assert_ne!(float, start);
}
