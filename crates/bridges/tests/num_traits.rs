//! Functions that are generic over `num_traits::Float` differentiate as they stand: those of a public crate against the
//! derivatives that it has by hand, and every method against differences.

// References on either side are what is tested.
#![allow(clippy::op_ref)]

use argmin_testfunctions as published;
use num_traits::{
    AsPrimitive, Bounded, Float, FloatConst, FromPrimitive, Inv, MulAdd, Num, NumAssign, NumRef,
};
use num_traits::{One, Pow, RefNum, Signed, ToPrimitive, Zero};
use retrograde::{Active, Dual, Real, dual, tape, value_and_gradient};
use retrograde_testkit::{assert_all_close, assert_close, finite_difference};

/// A point of five coordinates.
const AT: [f64; 5] = [0.7, -1.3, 2.1, 0.4, -0.6];

macro_rules! published {
    ($($test:ident: $f:ident $gradient:ident $hessian:ident;)*) => { $(
        #[test]
        fn $test() {
            let (value, gradient) = value_and_gradient(|x: [Active; 5]| published::$f(&x), &AT).unwrap();
            assert_eq!(value, published::$f(&AT));
            assert_all_close!(gradient, published::$gradient(&AT), 1e-12);
            let hessian = tape::hessian(|x: [Active<Dual<f64>>; 5]| published::$f(&x), &AT).unwrap();
            for (row, by_hand) in hessian.iter().zip(published::$hessian(&AT)) {
                assert_all_close!(row, by_hand, 1e-11);
            }
            for i in 0..5 {
                let moved = |t: Dual<f64>| {
                    let mut x = AT.map(Dual::from);
                    x[i] = t;
                    published::$f(&x)
                };
                assert_close!(dual::derivative(moved, AT[i]), gradient[i], 1e-12);
            }
        }
    )* };
}
published! {
    rosenbrock: rosenbrock rosenbrock_derivative rosenbrock_hessian;
    ackley: ackley ackley_derivative ackley_hessian;
    levy: levy levy_derivative levy_hessian;
    rastrigin: rastrigin rastrigin_derivative rastrigin_hessian;
    styblinski_tang: styblinski_tang styblinski_tang_derivative styblinski_tang_hessian;
}

/// Compares a function of one number with itself at plain numbers, and its derivatives in both modes with differences.
macro_rules! compared {
    ($($f:expr, at $($x:expr),+;)*) => { $( $({
        let x: f64 = $x;
        let plain = { let f: fn(f64) -> f64 = $f; f };
        let forward = { let f: fn(Dual<f64>) -> Dual<f64> = $f; f(Dual::variable(x)) };
        let (value, reverse) = { let f: fn(Active) -> Active = $f; value_and_gradient(f, &x).unwrap() };
        let what = concat!(stringify!($f), " at ", stringify!($x));
        assert_eq!(forward.value.to_bits(), plain(x).to_bits(), "{what}");
        assert_eq!(value.to_bits(), plain(x).to_bits(), "{what}");
        let expected = finite_difference::derivative(plain, x).value;
        assert!((forward.tangent - expected).abs() <= 1e-7 * (1.0 + expected.abs()), "{what}: {} and {expected}", forward.tangent);
        assert!((reverse - expected).abs() <= 1e-7 * (1.0 + expected.abs()), "{what}: {reverse} and {expected}");
    })+ )* };
}

#[test]
fn methods_of_float() {
    compared! {
        |x| Float::floor(x) * x, at 2.3, -2.3;
        |x| Float::ceil(x) * x, at 2.3, -2.3;
        |x| Float::round(x) * x, at 2.3, -2.7;
        |x| Float::trunc(x) * x, at 2.3, -2.3;
        |x| Float::fract(x) * x, at 2.3, -2.3;
        |x| Float::abs(x), at 2.3, -2.3;
        |x| Float::signum(x) * x, at 2.3, -2.3;
        |x| Float::mul_add(x, x, x), at 2.3, -2.3;
        |x| Float::recip(x), at 2.3, -2.3;
        |x| Float::powi(x, -3), at 2.3, -2.3;
        |x| Float::powf(x, x), at 2.3;
        |x| Float::sqrt(x), at 2.3;
        |x| Float::exp(x), at 2.3;
        |x| Float::exp2(x), at 2.3;
        |x| Float::ln(x), at 2.3;
        |x| Float::log(x, x + x), at 2.3;
        |x| Float::log2(x), at 2.3;
        |x| Float::log10(x), at 2.3;
        |x| Float::to_degrees(x), at 2.3;
        |x| Float::to_radians(x), at 2.3;
        |x| Float::max(x, x * x), at 2.3, 0.3;
        |x| Float::min(x, x * x), at 2.3, 0.3;
        |x| Float::clamp(x, -x * x, x * x), at 2.3, 0.3;
        |x| Float::cbrt(x), at 2.3, -2.3;
        |x| Float::hypot(x, x * x), at 2.3, -2.3;
        |x| Float::sin(x), at 2.3;
        |x| Float::cos(x), at 2.3;
        |x| Float::tan(x), at 2.3;
        |x| Float::asin(x), at 0.3;
        |x| Float::acos(x), at 0.3;
        |x| Float::atan(x), at 0.3;
        |x| Float::atan2(x, x * x), at 2.3, -2.3;
        |x| { let (s, c) = Float::sin_cos(x); s * c * c }, at 2.3;
        |x| Float::exp_m1(x), at 0.3;
        |x| Float::ln_1p(x), at 0.3;
        |x| Float::sinh(x), at 0.3;
        |x| Float::cosh(x), at 0.3;
        |x| Float::tanh(x), at 0.3;
        |x| Float::asinh(x), at 0.3;
        |x| Float::acosh(x), at 2.3;
        |x| Float::atanh(x), at 0.3;
        |x| Float::copysign(x * x, x), at 2.3, -2.3;
        |x| Float::copysign(x, -(x * x)), at 2.3, -2.3;
        |x| Float::copysign(x, Float::nan()) * 0.0 + x, at 2.3;
        |x| Signed::abs_sub(&(x * x), &x), at 2.3, 0.3;
        |x| Signed::abs(&x), at -2.3;
        |x| MulAdd::mul_add(x, x, x), at 2.3;
        |x| Pow::pow(x, 3), at 2.3;
        |x| Pow::pow(x, 2.5) + Pow::pow(x, x), at 2.3;
        |x| Inv::inv(x), at 2.3;
    }
}

#[test]
fn remainders() {
    compared! {
        |x| x % 0.7, at 2.3, -2.3;
        |x| 7.3 % x, at 2.3, -2.3;
        |x| (x * x * x) % (x + 0.25), at 2.3, -2.3, 10.1;
        |x| { let mut y = x * x; y %= x - 0.1; y }, at 2.3;
    }
    // The quotient stays 2 or more where it is large, too.
    let (y, x_bar) = value_and_gradient(|x: Active| x % 1e-3, &1e9).unwrap();
    assert_eq!((y, x_bar), (1e9 % 1e-3, 1.0));
    let single = retrograde::Dual::new(7.25_f32, 1.0) % Dual::new(0.3_f32, 0.0);
    assert_eq!(single.value, 7.25_f32 % 0.3);
    assert!((Dual::variable(2.0) % 0.0).value.is_nan());
    // At second order a remainder is linear.
    assert_eq!(dual::second_derivative(|x| (x % 0.7) * x, 2.3), 2.0);
}

#[test]
fn limits_and_questions() {
    fn of<T: Float>() -> [T; 8] {
        [
            T::nan(),
            T::infinity(),
            T::neg_infinity(),
            T::neg_zero(),
            Float::min_value(),
            T::min_positive_value(),
            T::epsilon(),
            Float::max_value(),
        ]
    }
    for (plain, (d, a)) in of::<f64>().into_iter().zip(of::<Dual<f64>>().into_iter().zip(of::<Active>())) {
        assert_eq!((plain.to_bits(), plain.to_bits()), (d.value.to_bits(), a.value().to_bits()));
        assert_eq!(d.tangent, 0.0);
        assert!(a.is_constant());
        fn asked<T: Float>(x: T) -> impl PartialEq + std::fmt::Debug {
            let signs = (x.is_sign_positive(), x.is_sign_negative());
            (
                x.is_nan(),
                x.is_infinite(),
                x.is_finite(),
                x.is_normal(),
                x.is_subnormal(),
                x.classify(),
                signs,
                x.integer_decode(),
            )
        }
        assert_eq!(format!("{:?}", asked(plain)), format!("{:?}", asked(d)));
        assert_eq!(format!("{:?}", asked(plain)), format!("{:?}", asked(a)));
    }
    assert_eq!(Dual::<f32>::epsilon().value, f32::EPSILON);
    assert!(Dual::new(1e-40_f32, 0.0).is_subnormal());
    assert_eq!(<Dual<f64> as Bounded>::max_value().value, f64::MAX);
    assert_eq!((Active::<f64>::PI().value(), Dual::<f32>::TAU().value), (f64::PI(), f32::TAU()));
    assert_eq!(Active::<f64>::from_str_radix("2.5", 10).unwrap().value(), 2.5);
    assert!(Dual::<f64>::from_str_radix("x", 10).is_err());
}

#[test]
fn signs_and_zeros_are_those_of_the_value() {
    for x in [0.0, -0.0, 1.0, -1.0, f64::NAN] {
        let (d, a) = (Dual::new(x, 5.0), Active::<f64>::from(x));
        assert_eq!((d.is_zero(), a.is_zero()), (x.is_zero(), x.is_zero()));
        assert_eq!((d.is_one(), a.is_one()), (x.is_one(), x.is_one()));
        assert_eq!(
            (Signed::is_positive(&d), Signed::is_positive(&a)),
            (Signed::is_positive(&x), Signed::is_positive(&x))
        );
        assert_eq!(
            (Signed::is_negative(&d), Signed::is_negative(&a)),
            (Signed::is_negative(&x), Signed::is_negative(&x))
        );
        assert_eq!(d.partial_cmp(&Dual::new(x, -1.0)), x.partial_cmp(&x));
        assert_eq!(a.partial_cmp(&a), x.partial_cmp(&x));
    }
    // A number that is not-a-number stays visible in the gradient where the value hides it.
    let hidden = Float::max(Dual::variable(f64::NAN), Dual::from(1.0));
    assert!(hidden.value == 1.0 && hidden.tangent.is_nan());
}

#[test]
fn conversions() {
    fn mean<T: Float + FromPrimitive + 'static>(x: &[T]) -> T
    where
        usize: AsPrimitive<T>,
    {
        let n: T = x.len().as_();
        let all = x.iter().fold(T::zero(), |sum, &x| sum + x);
        (all / n + all / T::from_usize(x.len()).unwrap()) / T::from(2).unwrap()
    }
    let (value, gradient) = value_and_gradient(|x: Vec<Active>| mean(&x), &vec![1.0, 2.0, 6.0]).unwrap();
    assert_eq!(value, 3.0);
    assert_all_close!(gradient, [1.0 / 3.0; 3], 1e-15);
    let x = Dual::new(-2.75, 4.0);
    assert_eq!((x.to_i32(), x.to_u32(), x.to_f32(), x.to_f64()), (Some(-2), None, Some(-2.75), Some(-2.75)));
    assert_eq!(<f64 as num_traits::NumCast>::from(x), Some(-2.75));
    assert_eq!(<Active as num_traits::NumCast>::from(7_u8).unwrap().value(), 7.0);
    let (i, f): (i64, f32) = (x.as_(), x.as_());
    assert_eq!((i, f), (-2, -2.75));
    assert_eq!(Dual::<f64>::from_i128(1 << 70).unwrap().value, 2_f64.powi(70));
}

/// The bounds that libraries write: references on either side, assignments, sums of references.
fn generic<
    T: NumAssign + NumRef + Signed + PartialOrd + Copy + std::iter::Sum + for<'a> std::iter::Sum<&'a T>,
>(
    x: &[T],
) -> T
where
    for<'a> &'a T: RefNum<T>,
{
    let mut all: T = x.iter().sum();
    let two = T::one() + T::one();
    for i in 1..x.len() {
        let product = &x[i - 1] * &x[i];
        all += &product - x[i] / two;
        all *= two;
        all -= x[i - 1] % two;
        if all > T::zero() {
            all /= two;
        }
    }
    all.abs()
}

#[test]
fn bounds_of_libraries() {
    let (value, gradient) = value_and_gradient(|x: [Active; 5]| generic(&x), &AT).unwrap();
    assert_eq!(value, generic(&AT));
    assert_all_close!(gradient, finite_difference::gradient(generic, &AT), 1e-8);
    // Twice: a tape over duals, with a direction that is none of the axes.
    let v = [0.3, -0.2, 0.7, 1.1, -0.4];
    let at = tape::hessian_vector_product(|x: [Active<Dual<f64>>; 5]| generic(&x), &AT, &v).unwrap();
    let gradient_at = |x: &[f64]| value_and_gradient(|x: Vec<Active>| generic(&x), &x.to_vec()).unwrap().1;
    for i in 0..5 {
        assert_close!(at.product[i], finite_difference::directional(|x| gradient_at(x)[i], &AT, &v), 1e-7);
    }
}

#[test]
fn mixed_with_plain_numbers() {
    let f = |x: Active| {
        let y = 2.0 * x + 1.0 - x / 4.0 % 3.0;
        let z: Active = [x, y].iter().sum::<Active>() * &y - &x * 0.5;
        Real::sin(z) + <Active as One>::one()
    };
    let plain = |x: f64| {
        let y = 2.0 * x + 1.0 - x / 4.0 % 3.0;
        ((x + y) * y - x * 0.5).sin() + 1.0
    };
    let (value, slope) = value_and_gradient(f, &1.1).unwrap();
    assert_eq!(value, plain(1.1));
    assert_close!(slope, finite_difference::derivative(plain, 1.1).value, 1e-9);
}

/// The traits of both crates have methods of the same names, and so have the numbers themselves.
mod beside_the_prelude {
    #[allow(unused_imports)]
    use num_traits::{Float, One, Zero};
    #[allow(unused_imports)]
    use retrograde::prelude::*;
    use retrograde::{Active, Dual, gradient, jvp};

    #[test]
    fn methods_are_those_of_the_numbers() {
        let of_active = |x: Active| (x.exp() * x.sin()).sqrt() + x.powi(3) - Active::one() + Active::zero();
        let of_dual = |x: Dual<f64>| (x.exp() * x.sin()).sqrt() + x.powi(3) - Dual::one() + Dual::zero();
        let (_, slope) = jvp(of_dual, &0.7, &1.0).unwrap();
        let expected =
            0.5 * (0.7_f64.exp() * 0.7_f64.sin()).sqrt() * (1.0 + 1.0 / 0.7_f64.tan()) + 3.0 * 0.49;
        assert!((slope - expected).abs() < 1e-14);
        assert!((gradient(of_active, &0.7).unwrap() - expected).abs() < 1e-14);
    }
}
