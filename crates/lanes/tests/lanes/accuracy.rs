//! Each function against the reference: at many thousands of points in every test run, and at a million by
//! `cargo test --release -p retrograde-lanes -- --ignored --nocapture`, which prints the largest errors.

use super::functions::*;
use super::reference::{self, Twice, number, ulps};
use retrograde_lanes::{InstructionSet, run, run_on};
use retrograde_rules::Real;
use retrograde_testkit::Rng;

/// Points in an ordinary run, for each function.
const FEW: usize = 19_968;
const MANY: usize = 1_000_000;

/// Arguments at which conventions matter.
const SPECIAL: [f64; 40] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::MIN_POSITIVE,
    -f64::MIN_POSITIVE,
    5e-324,
    -5e-324,
    1e-310,
    -1e-310,
    f64::MAX,
    f64::MIN,
    1e300,
    -1e300,
    1e-300,
    -1e-300,
    f64::EPSILON,
    -f64::EPSILON,
    709.782712893384,
    709.7827128933841,
    -708.3964185322641,
    -708.3964185322642,
    -745.2,
    710.475860073944,
    -37.5,
    1.5707963267948966,
    3.141592653589793,
    1e22,
    0.4142135623730951,
    3.0,
    -3.0,
    2.5,
    -3.5,
];

/// A number from where functions have their interest, or of any magnitude.
fn argument(rng: &mut Rng, i: usize) -> f64 {
    let u = rng.uniform(-1.0, 1.0);
    match i % 10 {
        0 => f64::from_bits((u.abs() * 9.0e18) as u64 | ((i as u64 / 10) & 1) << 63),
        1 => u,
        2 => 1.0 + u * 1e-3,
        3 => u * 10.0,
        4 => u * 710.0,
        5 => u * 1e-8,
        6 => u * 1e6,
        7 => (u * 40.0).exp(),
        8 => (u * 1e4).round() * std::f64::consts::FRAC_PI_2 * 0.5,
        _ => u * 2.0,
    }
}

fn arguments(rng: &mut Rng, n: usize) -> Vec<f64> {
    let mut x: Vec<f64> = (0..n).map(|i| argument(rng, i)).collect();
    for (x, special) in x.iter_mut().zip(SPECIAL) {
        *x = special;
    }
    x
}

/// The errors that a function may have.
#[derive(Clone, Copy)]
struct Promise {
    ulps: f64,
    below: Below,
}

/// The values below the normal range.
#[derive(Clone, Copy)]
enum Below {
    Precise,
    Zero,
    /// Some number there: powers with a negative exponent, which scalar code takes by the reciprocal of a number that overflows.
    Subnormal,
}

const TWO: Promise = Promise { ulps: 2.0, below: Below::Precise };
const FLUSHING: Promise = Promise { ulps: 2.0, below: Below::Zero };
const POWER: Promise = Promise { ulps: 2.0, below: Below::Subnormal };

/// Returns the error of `y` in units of the last place; infinite where a convention is not kept.
fn error(y: f64, scalar: f64, truth: Option<Twice>, promise: Promise) -> f64 {
    if scalar.is_nan() || y.is_nan() {
        return if scalar.is_nan() && y.is_nan() { 0.0 } else { f64::INFINITY };
    }
    let truth = truth.filter(|truth| truth.0.is_finite() && truth.1.is_finite());
    if let (Below::Subnormal, true) = (promise.below, scalar.abs() < f64::MIN_POSITIVE) {
        return if y.abs() <= f64::MIN_POSITIVE { 0.0 } else { f64::INFINITY };
    }
    let overflow = scalar.is_infinite() && truth.is_none();
    if overflow || scalar == 0.0 {
        return if y == scalar && y.is_sign_negative() == scalar.is_sign_negative() {
            0.0
        } else {
            f64::INFINITY
        };
    }
    if let (Below::Zero, true) = (promise.below, scalar.abs() < f64::MIN_POSITIVE) {
        return if y == 0.0 { 0.0 } else { f64::INFINITY };
    }
    let truth = truth.unwrap_or(number(scalar));
    ulps(y, truth)
}

/// The largest error of a function of one number, in all lanes of the best instruction set.
fn unary<F: Unary>(f: F, n: usize, promise: Promise, truth: impl Fn(f64) -> Option<Twice>) {
    let x = arguments(&mut Rng::new(1), n);
    let mut y = vec![0.0; n];
    run::<8, _>(Each(f, &x, &mut y));
    let (mut worst, mut at) = (0.0, 0);
    for i in 0..n {
        let error = error(y[i], F::of(x[i]), truth(x[i]), promise);
        if error > worst {
            (worst, at) = (error, i);
        }
    }
    println!("{:>10} {worst:8.3}   {:e}", F::NAME, x[at]);
    assert!(worst <= promise.ulps, "{}({:e}) = {:e}, and not {:e}", F::NAME, x[at], y[at], F::of(x[at]));
}

fn binary<F: Binary>(f: F, n: usize, promise: Promise, truth: impl Fn(f64, f64) -> Option<Twice>) {
    let mut rng = Rng::new(2);
    let a = arguments(&mut rng, n);
    let mut b = arguments(&mut rng, n);
    // Every special argument meets every other one, and ordinary numbers meet numbers of every kind.
    let specials = SPECIAL.len();
    let mut a2 = a.clone();
    for i in 0..specials * specials {
        a2[i] = SPECIAL[i / specials];
        b[i] = SPECIAL[i % specials];
    }
    for i in (specials * specials..n).step_by(3) {
        b[i] = argument(&mut rng, i + i / 10 * 3);
    }
    let mut y = vec![0.0; n];
    run::<8, _>(EachTwo(f, &a2, &b, &mut y));
    let (mut worst, mut at) = (0.0, 0);
    for i in 0..n {
        let error = error(y[i], F::of(a2[i], b[i]), truth(a2[i], b[i]), promise);
        if error > worst {
            (worst, at) = (error, i);
        }
    }
    println!("{:>10} {worst:8.3}   {:e}, {:e}", F::NAME, a2[at], b[at]);
    let (a, b) = (a2[at], b[at]);
    assert!(worst <= promise.ulps, "{}({a:e}, {b:e}) = {:e}, and not {:e}", F::NAME, y[at], F::of(a, b));
}

/// The reference, where the argument and the value are finite.
fn when(holds: bool, truth: impl FnOnce() -> Twice) -> Option<Twice> {
    if holds { Some(truth()) } else { None }
}

fn between(low: f64, x: f64, high: f64) -> bool {
    low < x && x < high
}

fn measure(n: usize) {
    let one = number(1.0);
    let exact = |y: f64| Some(number(y));
    let none = Promise { ulps: 0.0, below: Below::Precise };
    unary(Recip, n, none, |x| exact(1.0 / x));
    unary(Abs, n, none, |x| exact(x.abs()));
    unary(Signum, n, none, |x| exact(x.signum()));
    unary(Sqrt, n, none, |x| exact(x.sqrt()));
    unary(Floor, n, none, |x| exact(x.floor()));
    unary(Ceil, n, none, |x| exact(x.ceil()));
    unary(Round, n, none, |x| exact(x.round()));
    unary(Trunc, n, none, |x| exact(x.trunc()));
    unary(Nonzero, n, none, |x| exact(x.nonzero()));
    unary(Exp, n, FLUSHING, |x| when(between(-708.0, x, 709.7), || number(x).exp()));
    unary(Exp2, n, FLUSHING, |x| {
        when(between(-1021.0, x, 1023.9), || {
            let whole = x.floor();
            let y = (number(x - whole) * number(2.0).ln()).exp();
            reference::power_of_two(
                reference::power_of_two(y, whole as i32 / 2),
                whole as i32 - whole as i32 / 2,
            )
        })
    });
    unary(ExpM1, n, TWO, |x| when(between(-700.0, x, 709.7) && x.abs() > 1e-290, || number(x).exp_m1()));
    let positive = |x: f64| x > 0.0 && x.is_finite();
    unary(Ln, n, TWO, |x| when(positive(x), || number(x).ln()));
    unary(Log2, n, TWO, |x| when(positive(x), || number(x).ln() / number(2.0).ln()));
    unary(Log10, n, TWO, |x| when(positive(x), || number(x).ln() / number(10.0).ln()));
    unary(Ln1p, n, TWO, |x| when(between(-1.0, x, 1e300) && x.abs() > 1e-290, || number(x).ln_1p()));
    let turn = |x: f64| x.abs() < 1e6;
    unary(Sin, n, TWO, |x| when(turn(x) && x.abs() > 1e-200, || number(x).sin_cos().0));
    unary(Cos, n, TWO, |x| when(turn(x), || number(x).sin_cos().1));
    unary(Tan, n, TWO, |x| {
        when(turn(x) && x.abs() > 1e-200, || {
            let (s, k) = number(x).sin_cos();
            s / k
        })
    });
    let unit = |x: f64| x.abs() < 1.0 && x.abs() > 1e-140;
    let leg = |x: f64| ((one - number(x)) * (one + number(x))).sqrt();
    unary(Asin, n, TWO, |x| when(unit(x), || reference::atan2(number(x), leg(x))));
    unary(Acos, n, TWO, |x| when(unit(x), || reference::atan2(leg(x), number(x))));
    unary(Atan, n, TWO, |x| when(between(1e-140, x.abs(), 1e140), || number(x).atan()));
    unary(Sinh, n, TWO, |x| {
        when(between(1e-200, x.abs(), 700.0), || {
            let e = number(x).exp_m1();
            (e + e / (e + one)) * number(0.5)
        })
    });
    unary(Cosh, n, TWO, |x| {
        when(x.abs() < 700.0, || {
            let e = number(x.abs()).exp();
            (e + one / e) * number(0.5)
        })
    });
    unary(Tanh, n, TWO, |x| {
        when(between(1e-200, x.abs(), 300.0), || {
            let e = number(2.0 * x).exp_m1();
            e / (e + number(2.0))
        })
    });
    let moderate = |x: f64| between(1e-140, x.abs(), 1e140);
    // The scalar functions overflow where their argument is squared.
    let double_ln = |x: f64| number(x.abs()).ln() + number(2.0).ln();
    unary(Asinh, n, TWO, |x| {
        if x.abs() > 1e140 && x.is_finite() {
            return Some(if x < 0.0 { -double_ln(x) } else { double_ln(x) });
        }
        when(moderate(x), || {
            let a = number(x.abs());
            let y = (a + a * a / (one + (one + a * a).sqrt())).ln_1p();
            if x < 0.0 { -y } else { y }
        })
    });
    unary(Acosh, n, TWO, |x| {
        if x > 1e140 && x.is_finite() {
            return Some(double_ln(x));
        }
        when(between(1.0, x, 1e140), || {
            let t = number(x) - one;
            (t + (t * (t + number(2.0))).sqrt()).ln_1p()
        })
    });
    unary(Atanh, n, TWO, |x| {
        when(unit(x), || {
            let a = number(x.abs());
            let y = ((a + a) / (one - a)).ln_1p() * number(0.5);
            if x < 0.0 { -y } else { y }
        })
    });
    unary(Cbrt, n, TWO, |x| {
        when(between(1e-280, x.abs(), 1e290), || {
            let y = number(x.cbrt());
            y - (y * y * y - number(x)) / (number(3.0) * y * y)
        })
    });
    unary(Logistic, n, FLUSHING, |x| {
        when(between(-708.0, x, 700.0), || {
            let e = number(-x.abs()).exp();
            (if x < 0.0 { e } else { one }) / (one + e)
        })
    });
    unary(Softplus, n, FLUSHING, |x| {
        when(between(-700.0, x, 1e10), || number(x.max(0.0)) + number((-x.abs()).max(-700.0)).exp().ln_1p())
    });
    // By the scalar function, lane by lane: the error is that of the table.
    unary(Erf, n, none, |x| exact(Real::erf(x)));
    unary(Erfc, n, none, |x| exact(Real::erfc(x)));

    unary(Power::<0>, n, TWO, |x| exact(x.powi(0)));
    unary(Power::<1>, n, TWO, exact);
    macro_rules! power {
        ($($n:literal)*) => { $(
            unary(Power::<$n>, n, POWER, |x| {
                when(x.powi($n).abs() >= f64::MIN_POSITIVE && x.abs() >= f64::MIN_POSITIVE && x.is_finite(), || {
                    // The scalar function rounds after each product: without exponents, twice the precision does not overflow.
                    let k = (x.abs().to_bits() >> 52) as i32 - 1023;
                    let m = number(f64::from_bits(x.to_bits() & !(0x7ff << 52) | 1023 << 52));
                    let m = if $n < 0 { one / m } else { m };
                    let y = (1..i32::abs($n)).fold(m, |y, _| y * m);
                    let k = k.saturating_mul($n).clamp(-1500, 1500);
                    reference::power_of_two(reference::power_of_two(y, k / 2), k - k / 2)
                })
            });
        )* };
    }
    power! { 2 3 4 5 7 10 17 -1 -2 -3 -9 }

    binary(Atan2, n, TWO, |a, b| when(moderate(a) && moderate(b), || reference::atan2(number(a), number(b))));
    binary(Powf, n, FLUSHING, |a, b| {
        let y = a.powf(b);
        when(a > 0.0 && a.is_finite() && between(1e-300, y, 1e300), || (number(a).ln() * number(b)).exp())
    });
    binary(Hypot, n, TWO, |a, b| {
        when(moderate(a) && moderate(b), || (number(a) * number(a) + number(b) * number(b)).sqrt())
    });
    // Of two zeros either is the smaller, as in the standard library.
    let none_but_zeros = Promise { ulps: 0.0, below: Below::Subnormal };
    binary(Min, n, none_but_zeros, |a, b| exact(a.min(b)));
    binary(Max, n, none_but_zeros, |a, b| exact(a.max(b)));
    binary(Above, n, none, |a, b| exact(Real::above(a, b)));
}

#[test]
fn functions_are_within_two_units_of_the_truth() {
    measure(FEW);
}

#[test]
#[ignore = "a million points for each function: run it in release"]
fn functions_are_within_two_units_of_the_truth_at_a_million_points() {
    measure(MANY);
}

/// Near a zero of the function both the scalar one and the one in lanes are as exact as the sum allows.
#[test]
fn logaddexp_is_as_near_as_its_largest_part() {
    let mut rng = Rng::new(3);
    let (a, b) = (arguments(&mut rng, FEW), arguments(&mut rng, FEW));
    let mut y = vec![0.0; FEW];
    run::<8, _>(EachTwo(Logaddexp, &a, &b, &mut y));
    for i in 0..FEW {
        let scalar = Real::logaddexp(a[i], b[i]);
        let unit = a[i].abs().max(b[i].abs()).max(0.5) * f64::EPSILON;
        let same = y[i] == scalar || y[i].is_nan() && scalar.is_nan();
        assert!(same || (y[i] - scalar).abs() <= 2.0 * unit, "{} {}: {} {scalar}", a[i], b[i], y[i]);
    }
}

/// `f32` against `f64`, which is exact for it.
fn single<F: Unary>(f: F, flushes: bool) {
    let x: Vec<f32> = arguments(&mut Rng::new(4), FEW).iter().map(|&x| x as f32).collect();
    let mut y = vec![0.0; FEW];
    run::<16, _>(Each(f, &x, &mut y));
    for i in 0..FEW {
        let truth = F::of(f64::from(x[i]));
        let nearest = truth as f32;
        let fits = if nearest.is_nan() {
            y[i].is_nan()
        } else if flushes && nearest.abs() < f32::MIN_POSITIVE {
            y[i] == 0.0
        } else if nearest.is_infinite() || nearest == 0.0 {
            y[i] == nearest
        } else {
            let unit = f64::from(
                f32::from_bits((nearest.abs().max(f32::MIN_POSITIVE).to_bits() >> 23) << 23) * f32::EPSILON,
            );
            (f64::from(y[i]) - truth).abs() <= 2.0 * unit
        };
        assert!(fits, "{}({:e}) = {:e}, and not {truth:e}", F::NAME, x[i], y[i]);
    }
}

macro_rules! of_all {
    ($do:ident: $($F:ident)*) => { $( $do($F, matches!($F::NAME, "exp" | "exp2" | "logistic" | "softplus")); )* };
}

#[test]
fn functions_of_single_precision() {
    of_all! { single: Recip Abs Signum Sqrt Cbrt Exp Exp2 ExpM1 Ln Log2 Log10 Ln1p Sin Cos Tan Asin Acos Atan Sinh Cosh Tanh
    Asinh Acosh Atanh Logistic Softplus Erf Erfc Floor Ceil Round Trunc Nonzero }
    single(Power::<3>, false);
    single(Power::<-5>, false);
}

/// Every instruction set that this machine has, against the portable one.
fn same_bits<F: Unary>(f: F, _: bool) {
    let n = 3200;
    let x = arguments(&mut Rng::new(5), n);
    let x32: Vec<f32> = x.iter().map(|&x| x as f32).collect();
    for set in InstructionSet::ALL {
        macro_rules! compare {
            ($($lanes:literal $x:ident $zero:literal)*) => { $(
                let (mut expected, mut y) = (vec![$zero; n], vec![$zero; n]);
                run_on::<$lanes, _>(InstructionSet::Portable, Each(f, &$x, &mut expected)).unwrap();
                if run_on::<$lanes, _>(set, Each(f, &$x, &mut y)).is_some() {
                    for i in 0..n {
                        let same = y[i].to_bits() == expected[i].to_bits() || y[i].is_nan() && expected[i].is_nan();
                        assert!(same, "{set:?} {}({:e}): {:e} {:e}", F::NAME, $x[i], y[i], expected[i]);
                    }
                }
            )* };
        }
        compare! { 4 x 0_f64 8 x 0_f64 8 x32 0_f32 16 x32 0_f32 }
    }
}

#[test]
fn instruction_sets_give_the_same_bits() {
    of_all! { same_bits: Recip Abs Signum Sqrt Cbrt Exp Exp2 ExpM1 Ln Log2 Log10 Ln1p Sin Cos Tan Asin Acos Atan Sinh Cosh Tanh
    Asinh Acosh Atanh Logistic Softplus Erf Erfc Floor Ceil Round Trunc Nonzero }
}

#[test]
fn instruction_sets_give_the_same_bits_of_two_numbers() {
    let n = 3200;
    let (a, b) = (arguments(&mut Rng::new(6), n), arguments(&mut Rng::new(7), n));
    macro_rules! compare {
        ($($F:ident)*) => { $(
            let mut expected = vec![0.0; n];
            run_on::<8, _>(InstructionSet::Portable, EachTwo($F, &a, &b, &mut expected)).unwrap();
            for set in InstructionSet::ALL {
                let mut y = vec![0.0; n];
                if run_on::<8, _>(set, EachTwo($F, &a, &b, &mut y)).is_some() {
                    for i in 0..n {
                        let same = y[i].to_bits() == expected[i].to_bits() || y[i].is_nan() && expected[i].is_nan();
                        assert!(same, "{set:?} {}({:e}, {:e}): {:e} {:e}", $F::NAME, a[i], b[i], y[i], expected[i]);
                    }
                }
            }
        )* };
    }
    compare! { Atan2 Powf Hypot Logaddexp Min Max Above }
}
