//! The table: one entry per primitive, read by handing a macro to [`with_primitives!`](crate::with_primitives).
//!
//! An entry takes named real arguments, names its result, and states
//!
//! - `value`: where `f64` and `f32` get it from. `operator` is a Rust operator with its assigning form; `std` an
//!   inherent method and the names of the same function in `libm`; `core` an inherent method that exists without
//!   the standard library; `own` a function of this crate;
//! - `partials`: one derivative per argument, generic over `T: Real`, branch-free, in terms of other primitives
//!   and of the result where that saves work;
//! - `domain`: where each argument may lie;
//! - `inverse`: the primitive `g` with `g(f(x)) = x` on the whole domain of `f`, if there is one;
//! - `singular`: the kinks, jumps and poles in words, and an expression that is zero exactly there;
//! - `differentiable: false` for functions that are constant between their jumps.
//!
//! # Adding a primitive
//!
//! Write the entry, and for an `own` value the function for both floats in `elementary.rs`. The enumeration, the
//! methods of all number types, the tree, the reference page and the laws that test it follow from the entry.
//!
//! # Reading the table
//!
//! `with_primitives!(callback)` or `with_primitives!(callback, context…)` expands to one invocation of `callback!`
//! with the context, if any, followed by four groups. What a number type needs of each entry are the names; the
//! rest is matched by `$($rule:tt)*`:
//!
//! ```
//! macro_rules! count {
//!     (
//!         $kind:literal;
//!         operators { $($(#[$od:meta])* $Operator:ident = $operator:ident($a:ident, $b:ident) -> $oy:ident
//!             { value: operator($symbol:tt, $Assign:ident, $assign:ident), $($or:tt)* })* }
//!         negations { $($(#[$nd:meta])* $Negation:ident = $negation:ident($n:ident) -> $ny:ident { $($nr:tt)* })* }
//!         functions { $($(#[$fd:meta])* $Function:ident = $function:ident($x:ident $(, $rest:ident)*) -> $fy:ident
//!             { $($fr:tt)* })* }
//!         powers { $($(#[$pd:meta])* $Power:ident = $power:ident($p:ident; $exponent:ident) -> $py:ident
//!             { $($pr:tt)* })* }
//!     ) => {
//!         fn describe() -> (&'static str, usize, &'static [&'static str]) {
//!             ($kind, [$(stringify!($operator)),*].len(), &[$(stringify!($function)),*])
//!         }
//!     };
//! }
//! retrograde_rules::with_primitives!(count, "operators";);
//! let (what, operators, functions) = describe();
//! assert_eq!((what, operators), ("operators", 4));
//! assert!(functions.contains(&"ln"));
//! ```

/// Hands the table of primitives to the macro named first, after any further tokens given. See [`table`](crate::table).
#[macro_export]
macro_rules! with_primitives {
    ($($callback:ident)::+ $(, $($context:tt)*)?) => { $($callback)::+! { $($($context)*)?

operators {
    /// The sum.
    Add = add(a, b) -> y {
        value: operator(+, AddAssign, add_assign),
        partials: [one::<T>(), one::<T>()],
        domain: [Real, Real]
    }
    /// The difference.
    Sub = sub(a, b) -> y {
        value: operator(-, SubAssign, sub_assign),
        partials: [one::<T>(), real::<T>(-1.0)],
        domain: [Real, Real]
    }
    /// The product.
    Mul = mul(a, b) -> y {
        value: operator(*, MulAssign, mul_assign),
        partials: [b, a],
        domain: [Real, Real]
    }
    /// The quotient.
    // Both partials share one division, which every compiler merges.
    Div = div(a, b) -> y {
        value: operator(/, DivAssign, div_assign),
        partials: [one::<T>() / b, -(y * (one::<T>() / b))],
        domain: [Real, NonZero],
        singular: "b = 0" => b
    }
}

negations {
    /// The negative.
    Neg = neg(x) -> y {
        value: operator(-),
        partials: [real::<T>(-1.0)],
        domain: [Real],
        inverse: Neg
    }
}

functions {
    /// The reciprocal.
    Recip = recip(x) -> y {
        value: core(recip),
        partials: [-(y * y)],
        domain: [NonZero],
        inverse: Recip,
        singular: "x = 0" => x
    }
    /// The absolute value.
    Abs = abs(x) -> y {
        value: core(abs),
        partials: [real::<T>(2.0) * x.above(zero::<T>()) - one::<T>()],
        domain: [Real],
        singular: "x = 0" => x
    }
    /// The sign, 1 or -1, which at the zeros is the sign bit.
    Signum = signum(x) -> y {
        value: core(signum),
        partials: [zero::<T>()],
        domain: [Real],
        singular: "x = 0" => x,
        differentiable: false
    }
    /// The square root.
    Sqrt = sqrt(x) -> y {
        value: std(sqrt, sqrt, sqrtf),
        partials: [real::<T>(0.5) / y],
        domain: [NonNegative],
        singular: "x = 0" => x
    }
    /// The cube root.
    Cbrt = cbrt(x) -> y {
        value: std(cbrt, cbrt, cbrtf),
        partials: [one::<T>() / (real::<T>(3.0) * y * y)],
        domain: [Real],
        singular: "x = 0" => x
    }

    /// The exponential function.
    Exp = exp(x) -> y {
        value: std(exp, exp, expf),
        partials: [y],
        domain: [Real],
        inverse: Ln
    }
    /// Two to the power of the argument.
    Exp2 = exp2(x) -> y {
        value: std(exp2, exp2, exp2f),
        partials: [y * real::<T>(LN_2)],
        domain: [Real],
        inverse: Log2
    }
    /// The exponential function less one, accurate near zero.
    // y + 1 would be cheaper, but has no correct digit left where exp(x) is small.
    ExpM1 = exp_m1(x) -> y {
        value: std(exp_m1, expm1, expm1f),
        partials: [x.exp()],
        domain: [Real],
        inverse: Ln1p
    }
    /// The natural logarithm.
    Ln = ln(x) -> y {
        value: std(ln, log, logf),
        partials: [one::<T>() / x],
        domain: [Positive],
        inverse: Exp,
        singular: "x = 0" => x
    }
    /// The logarithm to base 2.
    Log2 = log2(x) -> y {
        value: std(log2, log2, log2f),
        partials: [one::<T>() / (x * real::<T>(LN_2))],
        domain: [Positive],
        inverse: Exp2,
        singular: "x = 0" => x
    }
    /// The logarithm to base 10.
    Log10 = log10(x) -> y {
        value: std(log10, log10, log10f),
        partials: [one::<T>() / (x * real::<T>(LN_10))],
        domain: [Positive],
        singular: "x = 0" => x
    }
    /// The natural logarithm of one more than the argument, accurate near zero.
    Ln1p = ln_1p(x) -> y {
        value: std(ln_1p, log1p, log1pf),
        partials: [one::<T>() / (one::<T>() + x)],
        domain: [AboveMinusOne],
        inverse: ExpM1,
        singular: "x = -1" => x + 1.0
    }

    /// The sine.
    Sin = sin(x) -> y {
        value: std(sin, sin, sinf),
        partials: [x.cos()],
        domain: [Real]
    }
    /// The cosine.
    Cos = cos(x) -> y {
        value: std(cos, cos, cosf),
        partials: [-x.sin()],
        domain: [Real]
    }
    /// The tangent of an angle.
    Tan = tan(x) -> y {
        value: std(tan, tan, tanf),
        partials: [one::<T>() + y * y],
        domain: [Real],
        singular: "cos x = 0" => x.cos()
    }
    /// The angle with this sine.
    // (1 - x)(1 + x) keeps the digits that 1 - x² loses near the poles.
    Asin = asin(x) -> y {
        value: std(asin, asin, asinf),
        partials: [one::<T>() / ((one::<T>() - x) * (one::<T>() + x)).sqrt()],
        domain: [Unit],
        inverse: Sin,
        singular: "x = ±1" => (1.0 - x) * (1.0 + x)
    }
    /// The angle with this cosine.
    Acos = acos(x) -> y {
        value: std(acos, acos, acosf),
        partials: [real::<T>(-1.0) / ((one::<T>() - x) * (one::<T>() + x)).sqrt()],
        domain: [Unit],
        inverse: Cos,
        singular: "x = ±1" => (1.0 - x) * (1.0 + x)
    }
    /// The angle with this tangent.
    Atan = atan(x) -> y {
        value: std(atan, atan, atanf),
        partials: [one::<T>() / (one::<T>() + x * x)],
        domain: [Real],
        inverse: Tan
    }
    /// The angle of the point with ordinate `a` and abscissa `b`.
    Atan2 = atan2(a, b) -> y {
        value: std(atan2, atan2, atan2f),
        partials: [b / (a * a + b * b), -(a / (a * a + b * b))],
        domain: [Real, Real],
        singular: "a = 0 and b ≤ 0" => if b > 0.0 { a.hypot(b) } else { a }
    }

    /// The hyperbolic sine.
    Sinh = sinh(x) -> y {
        value: std(sinh, sinh, sinhf),
        partials: [x.cosh()],
        domain: [Real],
        inverse: Asinh
    }
    /// The hyperbolic cosine.
    Cosh = cosh(x) -> y {
        value: std(cosh, cosh, coshf),
        partials: [x.sinh()],
        domain: [Real]
    }
    /// The hyperbolic tangent.
    Tanh = tanh(x) -> y {
        value: std(tanh, tanh, tanhf),
        partials: [one::<T>() - y * y],
        domain: [Real],
        inverse: Atanh
    }
    /// The number with this hyperbolic sine.
    Asinh = asinh(x) -> y {
        value: std(asinh, asinh, asinhf),
        partials: [one::<T>() / (x * x + one::<T>()).sqrt()],
        domain: [Real],
        inverse: Sinh
    }
    /// The non-negative number with this hyperbolic cosine.
    // Two roots instead of one: the argument of each is exact, and below -1 both are undefined, as the value is.
    Acosh = acosh(x) -> y {
        value: std(acosh, acosh, acoshf),
        partials: [one::<T>() / ((x - one::<T>()).sqrt() * (x + one::<T>()).sqrt())],
        domain: [AtLeastOne],
        inverse: Cosh,
        singular: "x = 1" => x - 1.0
    }
    /// The number with this hyperbolic tangent.
    Atanh = atanh(x) -> y {
        value: std(atanh, atanh, atanhf),
        partials: [one::<T>() / ((one::<T>() - x) * (one::<T>() + x))],
        domain: [OpenUnit],
        inverse: Tanh,
        singular: "x = ±1" => (1.0 - x) * (1.0 + x)
    }

    /// The logistic function 1 / (1 + exp(-x)), which overflows nowhere.
    Logistic = logistic(x) -> y {
        value: own(logistic),
        partials: [y * (one::<T>() - y)],
        domain: [Real]
    }
    /// The smooth maximum of the argument and zero, ln(1 + exp(x)), which overflows nowhere.
    Softplus = softplus(x) -> y {
        value: own(softplus),
        partials: [x.logistic()],
        domain: [Real]
    }
    /// The error function, 2/√π times the integral of exp(-t²) from 0 to x.
    Erf = erf(x) -> y {
        value: own(erf),
        partials: [real::<T>(FRAC_2_SQRT_PI) * (-(x * x)).exp()],
        domain: [Real]
    }
    /// The complementary error function 1 - erf(x), accurate where it is small.
    Erfc = erfc(x) -> y {
        value: own(erfc),
        partials: [-(real::<T>(FRAC_2_SQRT_PI) * (-(x * x)).exp())],
        domain: [Real]
    }

    /// The power with a real exponent. For an exact integer exponent, `powi` is defined on negative numbers too.
    // A constant exponent must not spoil the derivative by the base: at a = 0 and on negative bases the partial
    // by the exponent is kept finite, so that a zero tangent of the exponent adds nothing.
    Powf = powf(a, b) -> y {
        value: std(powf, pow, powf),
        partials: [b * a.powf(b - one::<T>()), y * a.abs().nonzero().ln()],
        domain: [Positive, Real],
        singular: "a = 0" => a
    }
    /// The length of the vector with these components.
    // `nonzero` makes the partials 0 at the origin, where they would be 0/0.
    Hypot = hypot(a, b) -> y {
        value: std(hypot, hypot, hypotf),
        partials: [a / y.nonzero(), b / y.nonzero()],
        domain: [Real, Real],
        singular: "a = b = 0" => a.hypot(b)
    }
    /// The logarithm of the sum of two numbers that are given by their logarithms, ln(exp a + exp b).
    Logaddexp = logaddexp(a, b) -> y {
        value: own(logaddexp),
        partials: [(a - b).logistic(), (b - a).logistic()],
        domain: [Real, Real]
    }
    /// The smaller of two numbers.
    Min = min(a, b) -> y {
        value: core(min),
        partials: [b.above(a), a.above(b)],
        domain: [Real, Real],
        singular: "a = b" => a - b
    }
    /// The larger of two numbers.
    Max = max(a, b) -> y {
        value: core(max),
        partials: [a.above(b), b.above(a)],
        domain: [Real, Real],
        singular: "a = b" => a - b
    }
    /// The product of the first two numbers plus the third, rounded once.
    MulAdd = mul_add(a, b, c) -> y {
        value: std(mul_add, fma, fmaf),
        partials: [b, a, one::<T>()],
        domain: [Real, Real, Real]
    }

    /// The largest integer not above the argument.
    Floor = floor(x) -> y {
        value: std(floor, floor, floorf),
        partials: [zero::<T>()],
        domain: [Real],
        singular: "x integer" => x - x.round(),
        differentiable: false
    }
    /// The smallest integer not below the argument.
    Ceil = ceil(x) -> y {
        value: std(ceil, ceil, ceilf),
        partials: [zero::<T>()],
        domain: [Real],
        singular: "x integer" => x - x.round(),
        differentiable: false
    }
    /// The nearest integer; halves go away from zero.
    Round = round(x) -> y {
        value: std(round, round, roundf),
        partials: [zero::<T>()],
        domain: [Real],
        singular: "x + 1/2 integer" => x - x.floor() - 0.5,
        differentiable: false
    }
    /// The integer part.
    Trunc = trunc(x) -> y {
        value: std(trunc, trunc, truncf),
        partials: [zero::<T>()],
        domain: [Real],
        singular: "x non-zero integer" => if x.abs() < 0.5 { 1.0 } else { x - x.round() },
        differentiable: false
    }
    /// An indicator: 1 where a > b, 1/2 where a = b, 0 where a < b, not a number where either is none.
    Above = above(a, b) -> y {
        value: own(above),
        partials: [zero::<T>(), zero::<T>()],
        domain: [Real, Real],
        singular: "a = b" => a - b,
        differentiable: false
    }
    /// The argument itself, but 1 where it is zero: a divisor that never vanishes.
    Nonzero = nonzero(x) -> y {
        value: own(nonzero),
        partials: [one::<T>()],
        domain: [Real],
        singular: "x = 0" => x
    }
}

powers {
    /// The power with an exact integer exponent.
    // The exponent is no argument but a parameter, so testing it is no branch on data; 0 · 1/0 is avoided.
    Powi = powi(x; n) -> y {
        value: power(powi),
        partials: [if n == 0 { zero::<T>() } else { real::<T>(n as f64) * x.powi(n.saturating_sub(1)) }],
        domain: [NonZero],
        singular: "x = 0 and n < 0" => if n < 0 { x } else { 1.0 }
    }
}

    } };
}
