//! Differentiable functions as arguments of others: `f: impl Fn(f64) -> f64`, given as `&f {}` to the programs.
//!
//! `struct f {}` of a marked function implements one of these traits if its arguments are numbers and slices of numbers, and its value
//! is a number, or a vector, an array or a tuple of numbers. A number is given as a slice of one. A closure that captures numbers is [`Capturing`]: a marked
//! function that takes them as its last argument, and the numbers. Law: `__record` and `__replay` are those of the function, so
//! a caller that is given a function differentiates through it, and hands the cotangents of what is captured to its own caller.
//!
//! ```compile_fail,E0277
//! use retrograde::differentiable;
//!
//! #[differentiable]
//! fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
//!     f(f(x))
//! }
//!
//! // A closure has no programs: its derivative would be lost.
//! let (_, (slope,)) = twice::gradient(&|x: f64| x * x, 2.0);
//! ```

use crate::record::Record;
use alloc::vec::Vec;
use retrograde_numbers::{Cotangent, Discard, Shadow};
use retrograde_rules::Real;

/// The value of a function that is an argument: a number, or a vector, an array or a tuple of numbers.
pub trait Valued<T> {
    /// Its cotangent.
    type Seed<C>;
}

impl<T: Real> Valued<T> for T {
    type Seed<C> = C;
}

impl<T: Real> Valued<T> for Vec<T> {
    type Seed<C> = Vec<C>;
}

impl<T: Real, const N: usize> Valued<T> for [T; N] {
    type Seed<C> = [C; N];
}

/// Implements it for tuples of numbers.
macro_rules! tuples {
    ($(($($T:ident)+);)+) => { $(
        impl<T: Real> Valued<T> for ($(tuples!(@ T $T),)+) {
            type Seed<C> = ($(tuples!(@ C $T),)+);
        }
    )+ };
    (@ $of:ident $T:ident) => { $of };
}
tuples! {
    (A B);
    (A B C);
    (A B C D);
    (A B C D E);
    (A B C D E F);
}

/// A function that is an argument, with the numbers that it captures.
pub trait Captures<T> {
    /// Returns the numbers; a marked function captures none.
    fn captured(&self) -> &[T] {
        &[]
    }
}

impl<T, F: Captures<T>> Captures<T> for &F {
    #[inline]
    fn captured(&self) -> &[T] {
        (**self).captured()
    }
}

/// A closure as an argument: the marked function that computes it, whose last argument is what the closure captures.
#[derive(Clone, Copy, Debug)]
pub struct Capturing<'a, F, T> {
    /// The function.
    pub function: F,
    /// The numbers that the closure captures.
    pub captured: &'a [T],
}

impl<'a, F, T> Capturing<'a, F, T> {
    /// Returns the closure.
    #[inline]
    pub fn new(function: F, captured: &'a [T]) -> Self {
        Capturing { function, captured }
    }

    /// Lends the closure to a call.
    #[inline]
    pub fn lent(&self) -> &Self {
        self
    }
}

impl<F, T> Captures<T> for Capturing<'_, F, T> {
    #[inline]
    fn captured(&self) -> &[T] {
        self.captured
    }
}

macro_rules! functions {
    ($($name:ident $count:literal: $($arg:ident $bar:ident),+;)+) => { $(
        #[doc = concat!("A differentiable function with arguments: ", $count, ".")]
        #[diagnostic::on_unimplemented(
            message = "the derivative of `{Self}` is not known",
            label = "no function marked `#[differentiable]` of this number of arguments, and with this value",
            note = "mark the function, and give its programs `&name {{}}`; in another marked function its name is enough",
            note = "or hold it constant: `#[inactive]` before the parameter that takes the function"
        )]
        pub trait $name<T: Real, V: Valued<T>>: Captures<T> {
            /// Returns the value at these arguments and at what is captured.
            fn __run(&self, $($arg: &[T],)+ captured: &[T]) -> V;
            /// Returns the value, and records what `__replay` needs.
            fn __record(&self, $($arg: &[T],)+ captured: &[T], record: &mut Record<T>) -> V;
            /// Pulls the cotangent of the value back to the arguments and to what is captured, whose cotangents are added to.
            fn __replay<C: Cotangent<T>>(
                &self,
                seed: V::Seed<C>,
                $($arg: &[T], $bar: impl Shadow<T, C>,)+
                captured: &[T],
                captured_bar: impl Shadow<T, C>,
                record: &mut Record<T>,
            );
        }

        impl<T: Real, V: Valued<T>, F: $name<T, V>> $name<T, V> for &F {
            #[inline]
            fn __run(&self, $($arg: &[T],)+ captured: &[T]) -> V {
                (**self).__run($($arg,)+ captured)
            }
            #[inline]
            fn __record(&self, $($arg: &[T],)+ captured: &[T], record: &mut Record<T>) -> V {
                (**self).__record($($arg,)+ captured, record)
            }
            #[inline]
            fn __replay<C: Cotangent<T>>(
                &self,
                seed: V::Seed<C>,
                $($arg: &[T], $bar: impl Shadow<T, C>,)+
                captured: &[T],
                captured_bar: impl Shadow<T, C>,
                record: &mut Record<T>,
            ) {
                (**self).__replay(seed, $($arg, $bar,)+ captured, captured_bar, record)
            }
        }
    )+ };
}

functions! {
    Function1 1: a a_bar;
    Function2 2: a a_bar, b b_bar;
    Function3 3: a a_bar, b b_bar, c c_bar;
    Function4 4: a a_bar, b b_bar, c c_bar, d d_bar;
    Function5 5: a a_bar, b b_bar, c c_bar, d d_bar, e e_bar;
    Function6 6: a a_bar, b b_bar, c c_bar, d d_bar, e e_bar, f f_bar;
    Function7 7: a a_bar, b b_bar, c c_bar, d d_bar, e e_bar, f f_bar, g g_bar;
}

/// Implements the trait for closures by that of functions with one argument more.
macro_rules! capturing {
    ($($name:ident $lifted:ident: $($arg:ident $bar:ident),+;)+) => { $(
        impl<T: Real, V: Valued<T>, F: $lifted<T, V>> $name<T, V> for Capturing<'_, F, T> {
            #[inline]
            fn __run(&self, $($arg: &[T],)+ captured: &[T]) -> V {
                self.function.__run($($arg,)+ captured, &[])
            }
            #[inline]
            fn __record(&self, $($arg: &[T],)+ captured: &[T], record: &mut Record<T>) -> V {
                self.function.__record($($arg,)+ captured, &[], record)
            }
            #[inline]
            fn __replay<C: Cotangent<T>>(
                &self,
                seed: V::Seed<C>,
                $($arg: &[T], $bar: impl Shadow<T, C>,)+
                captured: &[T],
                captured_bar: impl Shadow<T, C>,
                record: &mut Record<T>,
            ) {
                self.function.__replay(seed, $($arg, $bar,)+ captured, captured_bar, &[], Discard, record)
            }
        }
    )+ };
}

capturing! {
    Function1 Function2: a a_bar;
    Function2 Function3: a a_bar, b b_bar;
    Function3 Function4: a a_bar, b b_bar, c c_bar;
    Function4 Function5: a a_bar, b b_bar, c c_bar, d d_bar;
    Function5 Function6: a a_bar, b b_bar, c c_bar, d d_bar, e e_bar;
    Function6 Function7: a a_bar, b b_bar, c c_bar, d d_bar, e e_bar, f f_bar;
}
