//! The table: one entry per primitive, which macros read by [`with_primitives!`](crate::with_primitives), and one per
//! instruction, which they read by [`with_instructions!`](crate::with_instructions).
//!
//! ```text
//! Tanh = tanh(x) -> y { std, [1.0 - y * y], Real, inverse: Atanh }
//! ```
//!
//! An entry takes named real arguments, names its result, and states in this order
//!
//! - the source of the value for `f64` and `f32`: `std` is the inherent method of this name, and without the standard
//!   library the function of this name in `libm`, or of the name in parentheses; `core` an inherent method that
//!   exists without the standard library; `own` a function of this crate; `operator` a Rust operator with its
//!   assigning form; `power` the power;
//! - the partials: one formula per argument, branch-free, in terms of the arguments, of other primitives, and of the
//!   result where that saves work. Arguments and result are numbers of any type, literals are constants of that type;
//! - the domain: a set for the argument, or a list in parentheses for several;
//! - `inverse`: the primitive `g` with `g(f(x)) = x` on the whole domain of `f`, if there is one;
//! - `singular`: the kinks, jumps and poles in words, and an expression that is zero exactly there;
//! - `differentiable: false` for functions that are constant between their jumps.
//!
//! # Adding a primitive
//!
//! Write the entry, and for an `own` value the function for both floats in `elementary.rs`. The enumeration, the
//! methods of all number types, the tree, the reference page and the laws that test it follow from the entry. Number
//! types of others follow, too: the method of the trait [`Real`](crate::Real) has a default. Vector numbers (`crates/lanes`) ask for a
//! line that says how the function is computed in lanes.
//!
//! # Reading the table
//!
//! `with_primitives!(callback)` or `with_primitives!(callback, context…)` expands to one invocation of `callback!`
//! with the context, if any, followed by four groups. Parts that a macro does not need are matched by `$($rule:tt)*`;
//! a number type reads the operators only:
//!
//! ```
//! macro_rules! count {
//!     (
//!         $kind:literal;
//!         operators { $($(#[$od:meta])* $Operator:ident = $operator:ident($a:ident, $b:ident) -> $oy:ident
//!             { operator($symbol:tt, $Assign:ident, $assign:ident), $($or:tt)* })* }
//!         negations { $($(#[$nd:meta])* $Negation:ident = $negation:ident($n:ident) -> $ny:ident
//!             { operator($sign:tt), $($nr:tt)* })* }
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

/// Passes the table of primitives to the macro named first, after any further tokens given. See
/// [`table`](crate::table).
#[macro_export]
macro_rules! with_primitives {
    ($($callback:ident)::+ $(, $($context:tt)*)?) => { $($callback)::+! { $($($context)*)?

operators {
    /// The sum.
    Add = add(a, b) -> y { operator(+, AddAssign, add_assign), [1.0, 1.0], (Real, Real) }
    /// The difference.
    Sub = sub(a, b) -> y { operator(-, SubAssign, sub_assign), [1.0, -1.0], (Real, Real) }
    /// The product.
    Mul = mul(a, b) -> y { operator(*, MulAssign, mul_assign), [b, a], (Real, Real) }
    /// The quotient.
    // Both partials share one division, which every compiler merges.
    Div = div(a, b) -> y { operator(/, DivAssign, div_assign), [1.0 / b, -(y * (1.0 / b))], (Real, NonZero),
        singular: "b = 0" => b }
}

negations {
    /// The negative.
    Neg = neg(x) -> y { operator(-), [-1.0], Real, inverse: Neg }
}

functions {
    /// The reciprocal.
    Recip = recip(x) -> y { core, [-(y * y)], NonZero, inverse: Recip, singular: "x = 0" => x }
    /// The absolute value.
    Abs = abs(x) -> y { core, [2.0 * x.above(zero()) - 1.0], Real, singular: "x = 0" => x }
    /// The sign, 1 or -1; for a zero, that of its sign bit.
    Signum = signum(x) -> y { core, [0.0], Real, singular: "x = 0" => x, differentiable: false }
    // Half the reciprocal of the root: a program that divides by the root shares it.
    /// The square root.
    Sqrt = sqrt(x) -> y { std, [0.5 * (1.0 / y)], NonNegative, singular: "x = 0" => x }
    /// The cube root.
    Cbrt = cbrt(x) -> y { std, [1.0 / (3.0 * y * y)], Real, singular: "x = 0" => x }

    /// The exponential function.
    Exp = exp(x) -> y { std, [y], Real, inverse: Ln }
    /// Two to the power of the argument.
    Exp2 = exp2(x) -> y { std, [y * LN_2], Real, inverse: Log2 }
    /// The exponential function less one, accurate near zero.
    // y + 1 would be cheaper, but has no correct digit left where exp(x) is small.
    ExpM1 = exp_m1(x) -> y { std(expm1), [x.exp()], Real, inverse: Ln1p }
    /// The natural logarithm.
    Ln = ln(x) -> y { std(log), [1.0 / x], Positive, inverse: Exp, singular: "x = 0" => x }
    /// The logarithm to base 2.
    Log2 = log2(x) -> y { std, [1.0 / (x * LN_2)], Positive, inverse: Exp2, singular: "x = 0" => x }
    /// The logarithm to base 10.
    Log10 = log10(x) -> y { std, [1.0 / (x * LN_10)], Positive, singular: "x = 0" => x }
    /// The natural logarithm of one more than the argument, accurate near zero.
    Ln1p = ln_1p(x) -> y { std(log1p), [1.0 / (1.0 + x)], AboveMinusOne, inverse: ExpM1, singular: "x = -1" => x + 1.0 }

    /// The sine.
    Sin = sin(x) -> y { std, [x.cos()], Real }
    /// The cosine.
    Cos = cos(x) -> y { std, [-x.sin()], Real }
    /// The tangent of an angle.
    Tan = tan(x) -> y { std, [1.0 + y * y], Real, singular: "cos x = 0" => x.cos() }
    /// The angle with this sine.
    // (1 - x)(1 + x) keeps the digits that 1 - x² loses near the poles.
    Asin = asin(x) -> y { std, [1.0 / ((1.0 - x) * (1.0 + x)).sqrt()], Unit, inverse: Sin,
        singular: "x = ±1" => (1.0 - x) * (1.0 + x) }
    /// The angle with this cosine.
    Acos = acos(x) -> y { std, [-1.0 / ((1.0 - x) * (1.0 + x)).sqrt()], Unit, inverse: Cos,
        singular: "x = ±1" => (1.0 - x) * (1.0 + x) }
    /// The angle with this tangent.
    Atan = atan(x) -> y { std, [1.0 / (1.0 + x * x)], Real, inverse: Tan }
    /// The angle of the point with ordinate `a` and abscissa `b`.
    Atan2 = atan2(a, b) -> y { std, [b / (a * a + b * b), -(a / (a * a + b * b))], (Real, Real),
        singular: "a = 0 and b ≤ 0" => if b > 0.0 { a.hypot(b) } else { a } }

    /// The hyperbolic sine.
    Sinh = sinh(x) -> y { std, [x.cosh()], Real, inverse: Asinh }
    /// The hyperbolic cosine.
    Cosh = cosh(x) -> y { std, [x.sinh()], Real }
    /// The hyperbolic tangent.
    Tanh = tanh(x) -> y { std, [1.0 - y * y], Real, inverse: Atanh }
    /// The number with this hyperbolic sine.
    Asinh = asinh(x) -> y { std, [1.0 / (x * x + 1.0).sqrt()], Real, inverse: Sinh }
    /// The non-negative number with this hyperbolic cosine.
    // Two roots instead of one: the argument of each is exact, and below -1 both are undefined, as the value is.
    Acosh = acosh(x) -> y { std, [1.0 / ((x - 1.0).sqrt() * (x + 1.0).sqrt())], AtLeastOne, inverse: Cosh,
        singular: "x = 1" => x - 1.0 }
    /// The number with this hyperbolic tangent.
    Atanh = atanh(x) -> y { std, [1.0 / ((1.0 - x) * (1.0 + x))], OpenUnit, inverse: Tanh,
        singular: "x = ±1" => (1.0 - x) * (1.0 + x) }

    /// The logistic function 1 / (1 + exp(-x)), which overflows nowhere.
    Logistic = logistic(x) -> y { own, [y * (1.0 - y)], Real }
    /// The smooth maximum of the argument and zero, ln(1 + exp(x)), which overflows nowhere.
    Softplus = softplus(x) -> y { own, [x.logistic()], Real }
    /// The error function, 2/√π times the integral of exp(-t²) from 0 to x.
    Erf = erf(x) -> y { own, [FRAC_2_SQRT_PI * (-(x * x)).exp()], Real }
    /// The complementary error function 1 - erf(x), accurate where it is small.
    Erfc = erfc(x) -> y { own, [-(FRAC_2_SQRT_PI * (-(x * x)).exp())], Real }

    /// The power with a real exponent. For an exact integer exponent, `powi` is defined on negative numbers too.
    // A constant exponent must not spoil the derivative by the base: at a = 0 and on negative bases the partial
    // by the exponent is kept finite, so that a zero tangent of the exponent adds nothing.
    Powf = powf(a, b) -> y { std(pow), [b * a.powf(b - 1.0), y * a.abs().nonzero().ln()], (Positive, Real),
        singular: "a = 0" => a }
    /// The length of the vector with these components.
    // `nonzero` makes the partials 0 at the origin, where they would be 0/0.
    Hypot = hypot(a, b) -> y { std, [a / y.nonzero(), b / y.nonzero()], (Real, Real),
        singular: "a = b = 0" => a.hypot(b) }
    /// The logarithm of the sum of two numbers that are given by their logarithms, ln(exp a + exp b).
    Logaddexp = logaddexp(a, b) -> y { own, [(a - b).logistic(), (b - a).logistic()], (Real, Real) }
    /// The smaller of two numbers.
    Min = min(a, b) -> y { core, [b.above(a), a.above(b)], (Real, Real), singular: "a = b" => a - b }
    /// The larger of two numbers.
    Max = max(a, b) -> y { core, [a.above(b), b.above(a)], (Real, Real), singular: "a = b" => a - b }
    /// The product of the first two numbers plus the third, rounded once.
    MulAdd = mul_add(a, b, c) -> y { std(fma), [b, a, 1.0], (Real, Real, Real) }

    /// The largest integer not above the argument.
    Floor = floor(x) -> y { std, [0.0], Real, singular: "x integer" => x - x.round(), differentiable: false }
    /// The smallest integer not below the argument.
    Ceil = ceil(x) -> y { std, [0.0], Real, singular: "x integer" => x - x.round(), differentiable: false }
    /// The nearest integer; halves go away from zero.
    Round = round(x) -> y { std, [0.0], Real,
        singular: "x + 1/2 integer" => x - x.floor() - 0.5, differentiable: false }
    /// The integer part.
    Trunc = trunc(x) -> y { std, [0.0], Real,
        singular: "x non-zero integer" => if x.abs() < 0.5 { 1.0 } else { x - x.round() }, differentiable: false }
    /// An indicator: 1 where a > b, 1/2 where a = b, 0 where a < b, NaN if either is NaN.
    Above = above(a, b) -> y { own, [0.0, 0.0], (Real, Real), singular: "a = b" => a - b, differentiable: false }
    /// The argument itself, but 1 where it is zero: a divisor that never vanishes.
    Nonzero = nonzero(x) -> y { own, [1.0], Real, singular: "x = 0" => x }
}

powers {
    /// The power with an exact integer exponent.
    // The exponent is no argument but a parameter, so testing it is no branch on data; 0 · 1/0 is avoided.
    Powi = powi(x; n) -> y { power, [if n == 0 { zero() } else { n as f64 * x.powi(n.saturating_sub(1)) }], NonZero,
        singular: "x = 0 and n < 0" => if n < 0 { x } else { 1.0 } }
}

    } };
}

/// Passes the table of instructions to the macro named first, after any further tokens given.
///
/// ```text
/// Neg = neg(a) -> [-a] { inverse: Neg, adjoint: (a_bar) -> [-a_bar] }
/// ```
///
/// An entry names the places that it changes, after a semicolon the numbers that it reads, and after `where` shared
/// parts of the formulae; it gives the new value of each place, the inverse instruction, and the adjoint: from the
/// state *after* the instruction, and the cotangents after it, the cotangents before it, and after a semicolon the
/// increments of the cotangents of the numbers that it reads. The group is the domain: `anything`; `signed`, numbers
/// and signed integers; `linear`, numbers; `real`; `complex`, if the places are the two parts of one number;
/// `integer`. In `signed` and `linear`, a number with several parts, such as a complex one, is changed part by part.
///
/// The enumeration [`Instruction`](crate::Instruction), the [code](crate::Bijection) of its programs, the
/// interpreter, the reference page and the tests follow from the entry.
#[macro_export]
macro_rules! with_instructions {
    ($($callback:ident)::+ $(, $($context:tt)*)?) => { $($callback)::+! { $($($context)*)?

anything {
    /// Exchanges two places.
    Swap = swap(a, b) -> [b, a] { inverse: Swap, adjoint: (a_bar, b_bar) -> [b_bar, a_bar] }
}

signed {
    /// Negates a place.
    Neg = neg(a) -> [-a] { inverse: Neg, adjoint: (a_bar) -> [-a_bar] }
}

linear {
    /// Reflects the vector (a, b): the step of a fast Walsh transform, and the gate by which quantum circuits superpose.
    Hadamard = hadamard(a, b) -> [(a + b) * FRAC_1_SQRT_2, (a - b) * FRAC_1_SQRT_2] { inverse: Hadamard,
        adjoint: (a_bar, b_bar) -> [(a_bar + b_bar) * FRAC_1_SQRT_2, (a_bar - b_bar) * FRAC_1_SQRT_2] }
}

// Turned by the angle, the vector moves along (-b, a).
real {
    /// Turns the vector (a, b) by an angle.
    Rot = rot(a, b; angle) where (c = angle.cos(), s = angle.sin()) -> [a * c - b * s, a * s + b * c] { inverse: Irot,
        adjoint: (a_bar, b_bar; angle_bar) -> [a_bar * c + b_bar * s, b_bar * c - a_bar * s; b_bar * a - a_bar * b] }
    /// Turns the vector (a, b) back by an angle.
    Irot = irot(a, b; angle) where (c = angle.cos(), s = angle.sin()) -> [a * c + b * s, b * c - a * s] { inverse: Rot,
        adjoint: (a_bar, b_bar; angle_bar) -> [a_bar * c - b_bar * s, a_bar * s + b_bar * c; a_bar * b - b_bar * a] }
}

complex {
    /// Conjugates a complex number.
    Conj = conj(re, im) -> [re, -im] { inverse: Conj, adjoint: (re_bar, im_bar) -> [re_bar, -im_bar] }
}

integer {
    /// Counts an integer up.
    Inc = inc(n) -> [n + 1] { inverse: Dec }
    /// Counts an integer down.
    Dec = dec(n) -> [n - 1] { inverse: Inc }
}

    } };
}
