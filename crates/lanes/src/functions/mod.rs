//! The functions of the rule table in lanes: for each name, where its value comes from.
//!
//! Laws: each value is within 2 units in the last place of the correctly rounded one (the error functions and `logaddexp` as near
//! as in scalar code), with the conventions of scalar code at zeros, poles, infinities and NaN; `exp`, `exp2` and `powf` give
//! zero in place of subnormal numbers. The same bits come from every instruction set.
//!
//! Functions of `f32` are computed in `f64` and rounded.

mod angle;
mod exponential;
mod logarithm;
mod pair;
mod power;
mod root;
mod trigonometric;

use crate::lanes::{Lanes, MOST};
use crate::register::{Double, Float, Register};
use crate::vector::Mask;
use retrograde_rules::Real;

/// One register of `f64`.
type One<D> = Lanes<D, 1>;

/// The mask of one register.
type Truth<D> = crate::lanes::Masks<D, 1>;

/// A constant, in all lanes.
#[inline(always)]
fn c<D: Double>(x: f64) -> One<D> {
    Lanes([D::splat(x)])
}

/// `c₀ + c₁ x + c₂ x² …` by Horner's rule.
#[inline(always)]
fn polynomial<D: Double, const N: usize>(x: One<D>, coefficients: &[f64; N]) -> One<D> {
    let mut y = c(coefficients[N - 1]);
    let mut i = N - 1;
    while i > 0 {
        i -= 1;
        y = y.mul_add(x, c(coefficients[i]));
    }
    y
}

#[inline(always)]
fn choose<D: Double>(mask: Truth<D>, a: One<D>, b: One<D>) -> One<D> {
    One::choose(mask, a, b)
}

/// `y`, and NaN where an argument is: for values that went through integer instructions, which lose it.
#[inline(always)]
fn keep_nan<D: Double>(x: One<D>, y: One<D>) -> One<D> {
    choose(x.eq_mask(x), y, x)
}

impl<D: Double> One<D> {
    #[inline(always)]
    fn add_bits(self, b: Self) -> Self {
        Lanes([self.0[0].add_bits(b.0[0])])
    }
    #[inline(always)]
    fn sub_bits(self, b: Self) -> Self {
        Lanes([self.0[0].sub_bits(b.0[0])])
    }
    #[inline(always)]
    fn shift_left(self, by: u32) -> Self {
        Lanes([self.0[0].shift_left(by)])
    }
    #[inline(always)]
    fn shift_right(self, by: u32) -> Self {
        Lanes([self.0[0].shift_right(by)])
    }
}

/// `y`, with scalar values in place of those lanes that are marked: where arguments are too large, too small or not finite.
#[inline(always)]
fn repair<D: Double>(y: One<D>, marked: Truth<D>, x: One<D>, scalar: fn(f64) -> f64) -> One<D> {
    if marked.any() {
        let mut lanes = y.array();
        repair_lanes(&mut lanes, marked.bits(), &x.array(), scalar);
        return One::from_array(&lanes);
    }
    y
}

#[cold]
#[inline(never)]
fn repair_lanes(y: &mut [f64; MOST], marked: u32, x: &[f64; MOST], scalar: fn(f64) -> f64) {
    for i in 0..MOST {
        if marked >> i & 1 == 1 {
            y[i] = scalar(x[i]);
        }
    }
}

/// Repairs lanes like [`repair`], for functions of two numbers.
#[inline(always)]
fn repair_two<D: Double>(
    y: One<D>,
    marked: Truth<D>,
    a: One<D>,
    b: One<D>,
    scalar: fn(f64, f64) -> f64,
) -> One<D> {
    if marked.any() {
        let mut lanes = y.array();
        repair_lanes_of_two(&mut lanes, marked.bits(), &a.array(), &b.array(), scalar);
        return One::from_array(&lanes);
    }
    y
}

#[cold]
#[inline(never)]
fn repair_lanes_of_two(
    y: &mut [f64; MOST],
    marked: u32,
    a: &[f64; MOST],
    b: &[f64; MOST],
    scalar: fn(f64, f64) -> f64,
) {
    for i in 0..MOST {
        if marked >> i & 1 == 1 {
            y[i] = scalar(a[i], b[i]);
        }
    }
}

/// All values by the scalar function, one after another.
#[inline(always)]
fn each<D: Double>(x: One<D>, scalar: fn(f64) -> f64) -> One<D> {
    let mut lanes = x.array();
    for i in 0..D::LANES {
        lanes[i] = scalar(lanes[i]);
    }
    One::from_array(&lanes)
}

/// Subnormal numbers as zeros.
#[inline(always)]
fn flush<R: Register, const M: usize>(y: Lanes<R, M>) -> Lanes<R, M> {
    let small = y.magnitude().lt_mask(Lanes::of(R::Scalar::MIN_POSITIVE));
    Lanes::choose(small, y.sign(), y)
}

/// True of the registers whose functions are computed in wider ones.
#[inline(always)]
fn is_narrow<R: Register>() -> bool {
    size_of::<R::Scalar>() < size_of::<f64>()
}

/// Functions that are computed in registers of `f64`. With `flushing`, no subnormal `f32` is returned.
macro_rules! computed {
    ($($name:ident($x:ident $(, $b:ident)?): $function:path $(, $flushing:ident)?;)*) => { $(
        #[inline(always)]
        pub(crate) fn $name<R: Register, const M: usize>($x: Lanes<R, M> $(, $b: Lanes<R, M>)?) -> Lanes<R, M> {
            let mut y = $x;
            for i in 0..M {
                let low = $function(Lanes([$x.0[i].widen(0)]) $(, Lanes([$b.0[i].widen(0)]))?).0[0];
                let high = if R::HALVES == 2 {
                    $function(Lanes([$x.0[i].widen(1)]) $(, Lanes([$b.0[i].widen(1)]))?).0[0]
                } else {
                    low
                };
                y.0[i] = R::narrow(low, high);
            }
            computed!(@ y $($flushing)?)
        }
    )* };
    (@ $y:ident) => { $y };
    (@ $y:ident flushing) => { if is_narrow::<R>() { flush($y) } else { $y } };
}
computed! {
    cbrt(x): root::cbrt;
    hypot(a, b): root::hypot;
    exp(x): exponential::exp, flushing;
    exp2(x): exponential::exp2, flushing;
    exp_m1(x): exponential::exp_m1;
    sinh(x): exponential::sinh;
    cosh(x): exponential::cosh;
    tanh(x): exponential::tanh;
    logistic(x): exponential::logistic, flushing;
    softplus(x): exponential::softplus, flushing;
    logaddexp(a, b): exponential::logaddexp;
    ln(x): logarithm::ln;
    log2(x): logarithm::log2;
    log10(x): logarithm::log10;
    ln_1p(x): logarithm::ln_1p;
    asinh(x): logarithm::asinh;
    acosh(x): logarithm::acosh;
    atanh(x): logarithm::atanh;
    sin(x): trigonometric::sin;
    cos(x): trigonometric::cos;
    tan(x): trigonometric::tan;
    asin(x): angle::asin;
    acos(x): angle::acos;
    atan(x): angle::atan;
    atan2(a, b): angle::atan2;
    powf(a, b): power::powf, flushing;
    erf(x): erf_each;
    erfc(x): erfc_each;
}

#[inline(always)]
fn erf_each<D: Double>(x: One<D>) -> One<D> {
    each(x, Real::erf)
}

#[inline(always)]
fn erfc_each<D: Double>(x: One<D>) -> One<D> {
    each(x, Real::erfc)
}

/// The power with an integer exponent, which is the same in all lanes.
#[inline(always)]
pub(crate) fn powi<R: Register, const M: usize>(x: Lanes<R, M>, n: i32) -> Lanes<R, M> {
    let mut y = x;
    for i in 0..M {
        let low = power::powi(Lanes([x.0[i].widen(0)]), n).0[0];
        let high = if R::HALVES == 2 { power::powi(Lanes([x.0[i].widen(1)]), n).0[0] } else { low };
        y.0[i] = R::narrow(low, high);
    }
    y
}

/// Functions that are a few instructions at any precision.
macro_rules! direct {
    ($($name:ident($($x:ident),+) = $value:expr;)*) => { $(
        #[inline(always)]
        pub(crate) fn $name<R: Register, const M: usize>($($x: Lanes<R, M>),+) -> Lanes<R, M> {
            $value
        }
    )* };
}
direct! {
    recip(x) = Lanes::constant(1.0) / x;
    abs(x) = x.magnitude();
    signum(x) = Lanes::choose(x.eq_mask(x), Lanes::constant(1.0).signed_as(x), x);
    sqrt(x) = Lanes::sqrt(x);
    mul_add(a, b, c) = Lanes::mul_add(a, b, c);
    floor(x) = Lanes::floor(x);
    ceil(x) = Lanes::ceil(x);
    trunc(x) = Lanes::trunc(x);
    // The largest number below one half, so that no sum is rounded up to the next integer.
    round(x) = Lanes::trunc(x + Lanes::of(R::Scalar::BELOW_HALF).signed_as(x));
    // A NaN is ignored, as by the methods of floats.
    min(a, b) = Lanes::choose(a.lt_mask(b) | !b.eq_mask(b), a, b);
    max(a, b) = Lanes::choose(b.lt_mask(a) | !b.eq_mask(b), a, b);
    above(a, b) = {
        let tie = Lanes::choose(a.eq_mask(b), Lanes::constant(0.5), Lanes::constant(f64::NAN));
        Lanes::choose(b.lt_mask(a), Lanes::constant(1.0), Lanes::choose(a.lt_mask(b), Lanes::constant(0.0), tie))
    };
    nonzero(x) = Lanes::choose(x.eq_mask(Lanes::constant(0.0)), Lanes::constant(1.0), x);
}
