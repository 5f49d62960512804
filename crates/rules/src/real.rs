//! The trait [`Real`] of number types for generic numerical code, generated from the table.
//!
//! Its methods are the functions of the table under their standard names; all of them have default implementations by
//! [`Real::apply`], so that a number type need not know the table and gains each new primitive. The implementations
//! for `f64` and `f32` forward to the inherent methods of the standard library and agree with them bit for bit
//! (without the feature `std`, to the functions of `libm`).

use core::fmt::Debug;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::elementary::Elementary;
use crate::plain::Plain;
use crate::{Rule, Whole, entries};

macro_rules! declare_real {
    (
        operators { $($operators:tt)* }
        negations { $($negations:tt)* }
        functions { $(
            $(#[$doc:meta])*
            $Function:ident = $function:ident($x:ident $(, $rest:ident)*) -> $y:ident { $($rule:tt)* }
        )* }
        powers { $(
            $(#[$power_doc:meta])*
            $Power:ident = $power:ident($base:ident; $exponent:ident) -> $power_y:ident { $($power_rule:tt)* }
        )* }
    ) => {
        /// A number that supports arithmetic and every primitive of the table.
        ///
        /// Code generic over `Real` runs at plain floats, at dual numbers of any depth, and at recording types.
        /// Comparisons look only at the [primal](Real::primal): a branch follows the path of the plain program.
        ///
        /// # A number type of your own
        ///
        /// Besides the operators, a type defines its [constants](Real::constant), its [primal](Real::primal) value
        /// and how to [apply](Real::apply) a primitive. That is all: the methods of the primitives follow, also those
        /// of primitives that are added later. Here the number stores an error bound:
        ///
        /// ```
        /// # use std::{iter::Sum, ops::*};
        /// use retrograde_rules::{Real, Rule};
        ///
        /// #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
        /// struct Measured {
        ///     value: f64,
        ///     error: f64,
        /// }
        ///
        /// impl Real for Measured {
        ///     fn constant(value: f64) -> Self {
        ///         Measured { value, error: 0.0 }
        ///     }
        ///     fn primal(self) -> f64 {
        ///         self.value
        ///     }
        ///     // To first order, the error of a result is that of each argument times the partial.
        ///     fn apply<R: Rule<N, A>, A: Copy, const N: usize>(x: [Self; N], others: A) -> Self {
        ///         let values = x.map(|x| x.value);
        ///         let value = f64::apply::<R, A, N>(values, others);
        ///         let partials = R::partials(values, value, others);
        ///         Measured { value, error: (0..N).map(|i| partials[i].abs() * x[i].error).sum() }
        ///     }
        /// }
        /// # macro_rules! operator { ($($Trait:ident $method:ident $Assign:ident $assign:ident)*) => { $(
        /// # impl $Trait for Measured {
        /// #     type Output = Self;
        /// #     fn $method(self, b: Self) -> Self {
        /// #         Self::apply::<retrograde_rules::entries::$Trait, _, 2>([self, b], ())
        /// #     }
        /// # }
        /// # impl $Assign for Measured { fn $assign(&mut self, b: Self) { *self = self.$method(b); } }
        /// # )* } }
        /// # operator! { Add add AddAssign add_assign Sub sub SubAssign sub_assign
        /// #             Mul mul MulAssign mul_assign Div div DivAssign div_assign }
        /// # impl Neg for Measured {
        /// #     type Output = Self;
        /// #     fn neg(self) -> Self { Self::apply::<retrograde_rules::entries::Neg, _, 1>([self], ()) }
        /// # }
        /// # impl Sum for Measured {
        /// #     fn sum<I: Iterator<Item = Self>>(x: I) -> Self { x.fold(Self::constant(0.0), |a, b| a + b) }
        /// # }
        ///
        /// let x = Measured { value: 4.0, error: 0.01 };
        /// assert_eq!(x.sqrt(), Measured { value: 2.0, error: 0.0025 });
        /// assert_eq!(x.powi(2).error, 0.08);
        /// ```
        ///
        /// A type may override the method of a primitive to save work. Law: its result is that of `apply` for this
        /// [entry](crate::entries), since numbers over that type use `apply`.
        pub trait Real:
            Copy
            + Debug
            + PartialEq
            + PartialOrd
            + Add<Output = Self>
            + Sub<Output = Self>
            + Mul<Output = Self>
            + Div<Output = Self>
            + Neg<Output = Self>
            + AddAssign
            + SubAssign
            + MulAssign
            + DivAssign
            + Sum
            + 'static
        {
            /// Returns the number of this type for a constant, which does not depend on any variable.
            fn constant(c: f64) -> Self;

            /// The number 1.
            #[inline(always)]
            fn one() -> Self {
                Self::constant(1.0)
            }

            /// The order of the derivatives that a number carries: those of a solution are made from its value in as many steps.
            ///
            /// A plain number carries none, a dual number one more than its parts, a Taylor number as many as it has. More than there are cost
            /// time and no more.
            const ORDER: usize = 1;

            /// Returns the plain value beneath all levels of differentiation, for branching and printing.
            ///
            /// Types without a single value, such as a symbolic expression, return NaN.
            fn primal(self) -> f64;

            /// Returns the number without the derivatives that it carries: a constant.
            ///
            /// `#[inactive] let c = …;` binds such numbers in functions that are generic over their numbers.
            #[inline(always)]
            #[must_use]
            fn stopped(self) -> Self {
                if Self::ORDER == 0 { self } else { Self::constant(self.primal()) }
            }

            /// The largest error of a place that updates have restored, compared with its known value: absolute, and
            /// relative to the value. Zero for a type whose updates are undone exactly.
            #[inline(always)]
            fn tolerance() -> f64 {
                1e-8
            }

            /// Applies a primitive: an [entry](crate::entries) of the table, or a user's own.
            ///
            /// A number over another number applies the rule there; one that carries derivatives takes them from the rule's
            /// partials. Not every number can run [`Rule::value`] on itself: for an entry of the table that is the method of
            /// the number, which by default calls this function.
            fn apply<R: Rule<N, A>, A: Copy, const N: usize>(x: [Self; N], others: A) -> Self;

            /// Returns `self + a * b`, a step of a sum of cotangents. Numbers in lanes round it once, others twice, as their operators do.
            #[doc(hidden)]
            #[inline(always)]
            fn plus_product(self, a: Self, b: Self) -> Self {
                self + a * b
            }

            /// Returns `self - a * b`.
            #[doc(hidden)]
            #[inline(always)]
            fn minus_product(self, a: Self, b: Self) -> Self {
                self - a * b
            }

            /// The machine number that it is, if it is one: kernels in lanes work on them.
            #[doc(hidden)]
            const PLAIN: Option<Plain> = None;

            /// Returns these numbers as the machine numbers that they are.
            #[doc(hidden)]
            fn plain(_numbers: &[Self]) -> Option<Plain<&[f64], &[f32]>> {
                None
            }

            /// Returns these numbers as the machine numbers that they are.
            #[doc(hidden)]
            fn plain_mut(_numbers: &mut [Self]) -> Option<Plain<&mut [f64], &mut [f32]>> {
                None
            }

            /// True if a reversible function passes a call with such numbers on as a whole, see [`Whole`].
            #[doc(hidden)]
            const WHOLE: bool = false;

            /// True if a number carries one tangent, to which [`Whole::push`] leads.
            #[doc(hidden)]
            const PUSHES: bool = false;

            /// Takes a call over: what [`Whole::value`] gives, with the derivative that [`Whole::pull`] gives.
            ///
            /// This is how a function of arrays with a rule of its own is called. A number that records stores the call as one node; others run it.
            fn whole<W: Whole>(call: W, x: &[Self], y: &mut [Self]) {
                call.value(x, y);
            }

            $(
                $(#[$doc])*
                #[inline(always)]
                fn $function(self $(, $rest: Self)*) -> Self {
                    Self::apply::<entries::$Function, (), { 1 $(+ { let _ = stringify!($rest); 1 })* }>(
                        [self $(, $rest)*],
                        (),
                    )
                }
            )*

            $(
                $(#[$power_doc])*
                #[inline(always)]
                fn $power(self, $exponent: i32) -> Self {
                    Self::apply::<entries::$Power, i32, 1>([self], $exponent)
                }
            )*

            /// Returns the sine and the cosine.
            #[inline(always)]
            fn sin_cos(self) -> (Self, Self) {
                (self.sin(), self.cos())
            }
        }
    };
}
crate::with_primitives!(declare_real);

/// Declares the functions of the table as methods of a number type itself, beside those of [`Real`](crate::Real): a caller imports no trait
/// for them, and may import one of another crate with the same names, such as `num_traits::Float`.
///
/// ```
/// use retrograde_rules::{inherent_functions, with_primitives};
/// # use std::{iter::Sum, ops::*};
/// # use retrograde_rules::{Real, Rule};
/// # #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
/// # struct Plain(f64);
/// # impl Real for Plain {
/// #     fn constant(value: f64) -> Self { Plain(value) }
/// #     fn primal(self) -> f64 { self.0 }
/// #     fn apply<R: Rule<N, A>, A: Copy, const N: usize>(x: [Self; N], others: A) -> Self {
/// #         Plain(f64::apply::<R, A, N>(x.map(|x| x.0), others))
/// #     }
/// # }
/// # macro_rules! operator { ($($Trait:ident $method:ident $Assign:ident $assign:ident)*) => { $(
/// # impl $Trait for Plain { type Output = Self; fn $method(self, b: Self) -> Self { Plain(self.0.$method(b.0)) } }
/// # impl $Assign for Plain { fn $assign(&mut self, b: Self) { *self = self.$method(b); } }
/// # )* } }
/// # operator! { Add add AddAssign add_assign Sub sub SubAssign sub_assign Mul mul MulAssign mul_assign Div div DivAssign div_assign }
/// # impl Neg for Plain { type Output = Self; fn neg(self) -> Self { Plain(-self.0) } }
/// # impl Sum for Plain { fn sum<I: Iterator<Item = Self>>(x: I) -> Self { x.fold(Plain(0.0), |a, b| a + b) } }
///
/// // `Plain` implements `Real`.
/// with_primitives!(inherent_functions, { impl } Plain;);
///
/// assert_eq!(Plain::sqrt(Plain(4.0)), Plain(2.0));
/// ```
#[macro_export]
macro_rules! inherent_functions {
    (
        { $($head:tt)* } $Number:ty;
        operators { $($operators:tt)* }
        negations { $($negations:tt)* }
        functions { $(
            $(#[$doc:meta])*
            $Function:ident = $function:ident($x:ident $(, $rest:ident)*) -> $y:ident { $($rule:tt)* }
        )* }
        powers { $(
            $(#[$power_doc:meta])*
            $Power:ident = $power:ident($base:ident; $exponent:ident) -> $power_y:ident { $($power_rule:tt)* }
        )* }
    ) => {
        /// The elementary functions, which [`Real`]($crate::Real) has as well.
        $($head)* $Number {
            /// The number 1.
            #[inline(always)]
            pub fn one() -> Self {
                <Self as $crate::Real>::constant(1.0)
            }

            /// The number 0.
            #[inline(always)]
            pub fn zero() -> Self {
                <Self as $crate::Real>::constant(0.0)
            }

            $(
                $(#[$doc])*
                #[inline(always)]
                pub fn $function(self $(, $rest: Self)*) -> Self {
                    <Self as $crate::Real>::$function(self $(, $rest)*)
                }
            )*

            $(
                $(#[$power_doc])*
                #[inline(always)]
                pub fn $power(self, $exponent: i32) -> Self {
                    <Self as $crate::Real>::$power(self, $exponent)
                }
            )*
        }
    };
}

/// One value at a float type, from the source that the table names.
macro_rules! evaluate {
    (std, $float:ident, $method:ident, $x:tt) => {
        evaluate!(std($method), $float, $method, $x)
    };
    (std($libm:ident), $float:ident, $method:ident, ($($x:expr),*)) => {{
        #[cfg(feature = "std")]
        { $float::$method($($x),*) }
        #[cfg(not(feature = "std"))]
        { libm::Libm::<$float>::$libm($($x),*) }
    }};
    (core, $float:ident, $method:ident, ($($x:expr),*)) => { $float::$method($($x),*) };
    (own, $float:ident, $method:ident, ($($x:expr),*)) => { Elementary::$method($($x),*) };
}

macro_rules! implement_real {
    (
        $float:ident $Plain:ident;
        operators { $($operators:tt)* }
        negations { $($negations:tt)* }
        functions { $(
            $(#[$doc:meta])*
            $Function:ident = $function:ident($x:ident $(, $rest:ident)*) -> $y:ident {
                $source:ident $(($libm:ident))?, $($rule:tt)*
            }
        )* }
        powers { $(
            $(#[$power_doc:meta])*
            $Power:ident = $power:ident($base:ident; $exponent:ident) -> $power_y:ident { $($power_rule:tt)* }
        )* }
    ) => {
        impl Real for $float {
            const ORDER: usize = 0;

            #[inline(always)]
            fn constant(c: f64) -> Self {
                c as $float
            }

            const PLAIN: Option<Plain> = Some(Plain::$Plain(()));

            #[inline(always)]
            fn plain(numbers: &[Self]) -> Option<Plain<&[f64], &[f32]>> {
                Some(Plain::$Plain(numbers))
            }

            #[inline(always)]
            fn plain_mut(numbers: &mut [Self]) -> Option<Plain<&mut [f64], &mut [f32]>> {
                Some(Plain::$Plain(numbers))
            }

            #[inline(always)]
            fn tolerance() -> f64 {
                // About the square root of what the type rounds by.
                if size_of::<$float>() == 8 { 1e-8 } else { 1e-4 }
            }

            #[inline(always)]
            fn primal(self) -> f64 {
                self as f64
            }

            #[inline(always)]
            fn apply<R: Rule<N, A>, A: Copy, const N: usize>(x: [Self; N], others: A) -> Self {
                R::value(x, others)
            }

            $(
                #[inline(always)]
                fn $function(self $(, $rest: Self)*) -> Self {
                    evaluate!($source $(($libm))?, $float, $function, (self $(, $rest)*))
                }
            )*

            $(
                #[inline(always)]
                fn $power(self, $exponent: i32) -> Self {
                    Elementary::integer_power(self, $exponent)
                }
            )*
        }
    };
}
crate::with_primitives!(implement_real, f64 Double;);
crate::with_primitives!(implement_real, f32 Single;);
