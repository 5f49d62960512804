//! The arguments of a function as a list of types, and generic code for such lists.
//!
//! `#[reversible]` emits the list once, `(State<[T]>, (Given<T>, (Read<[T]>, ())))`, together with calls of the
//! function and its programs with such arguments ([`Described`], [`Changing`], [`Returning`]). [`operator`] makes an
//! [`Operator`](crate::Operator) of it, [`value`] a [`Reversible`](crate::Reversible) function. Law: numbers are
//! stored in flat slices in the order of the signature, state and inputs separately or together.

pub mod flat;
#[cfg(feature = "tape")]
pub mod open;
pub mod operator;
mod passing;
pub mod value;
#[cfg(feature = "tape")]
pub mod whole;

#[cfg(feature = "tape")]
pub use open::{StillGiven, StillRead, StillReads};
pub use passing::{Given, Output, Read, State};
#[cfg(feature = "tape")]
pub use whole::{Exact, Indices, Reads, Seen, States};

use crate::Irreversible;
use crate::function::Length;
use crate::loans::Decides;
use retrograde_numbers::{Cotangent, Shadow};
use retrograde_rules::Real;
use retrograde_rules::operator::Packed;

/// One argument of a function, or a list of them.
pub trait Argument<T: Real> {
    /// The numbers that are read and not changed.
    const READ: Length;
    /// The numbers that are changed.
    const STATE: Length;
    /// The numbers of which an operator is told: those that are read, and state that is not only added to.
    const INPUTS: Length;
    /// The number of these arguments that are read and not changed.
    const COUNT: usize;
    /// A bit for each of these arguments that is read and not changed.
    const IS_READ: u64;
    /// The argument of the function.
    type Taken<'a>;
    /// The argument of a program beside it, for cotangents.
    type Lent<'a, C: Cotangent<T>>;
    /// The lengths of slices.
    type Lengths;
    /// The lengths where the only slice that is changed has `state` elements, and the only other one `read`.
    fn lengths(state: usize, read: usize) -> Self::Lengths;
}

/// A number or an array of numbers that lies as it is in a flat slice.
pub trait Piece<T: Real>: Packed<T> {
    /// The place in a part of a flat slice.
    fn place(part: &mut [T]) -> &mut Self;
    /// The place of its cotangents.
    fn cotangents<C: Copy + 'static>(part: &mut [C]) -> &mut Self::With<C>;
    /// Subtracts it from the start of a slice.
    fn subtract(self, from: &mut [T]);
}

impl<T: Real> Piece<T> for T {
    #[inline]
    fn place(part: &mut [T]) -> &mut T {
        &mut part[0]
    }
    #[inline]
    fn cotangents<C: Copy + 'static>(part: &mut [C]) -> &mut C {
        &mut part[0]
    }
    #[inline]
    fn subtract(self, from: &mut [T]) {
        from[0] -= self;
    }
}

impl<T: Real, const N: usize> Piece<T> for [T; N] {
    #[inline]
    fn place(part: &mut [T]) -> &mut [T; N] {
        array(part)
    }
    #[inline]
    fn cotangents<C: Copy + 'static>(part: &mut [C]) -> &mut [C; N] {
        array(part)
    }
    #[inline]
    fn subtract(self, from: &mut [T]) {
        from.iter_mut().zip(self).for_each(|(place, number)| *place -= number);
    }
}

/// Returns a piece of a slice as an array; it has the right length.
#[inline]
#[track_caller]
fn array<E, const N: usize>(piece: &mut [E]) -> &mut [E; N] {
    match piece.first_chunk_mut() {
        Some(array) => array,
        None => panic!("{N} numbers make an array, and there are fewer"),
    }
}

/// The type of the arguments of a function of numbers.
pub type Taken<'a, T, F> = <<F as Described<T>>::Arguments as Argument<T>>::Taken<'a>;

/// The type of the further arguments of its derivative for cotangents of type `C`.
pub type Lent<'a, T, F, C> = <<F as Described<T>>::Arguments as Argument<T>>::Lent<'a, C>;

/// The type of the cotangents of its value.
pub type Seed<T, F, C> = <<F as Described<T>>::Value as Packed<T>>::With<C>;

/// The type of the further arguments of a program for cotangents of type `C`; those of inputs are in `S`.
pub type Shadows<'a, T, F, C, S> = <<F as Described<T>>::Arguments as value::Seated<T>>::Shadow<'a, C, S>;

/// A function of numbers with its arguments as a list.
pub trait Described<T: Real> {
    /// The name that messages use.
    const NAME: &'static str;
    /// The parameters that the function decides on.
    const DECIDES: Decides;
    /// The list.
    type Arguments: Argument<T>;
    /// The value, which may be empty.
    type Value: Packed<T>;
    /// Runs the function.
    fn value_of(taken: Taken<'_, T, Self>) -> Self::Value;
    /// Runs the function at dual numbers. False if it is not there at every number.
    #[cfg(feature = "tape")]
    fn pushed(
        _lengths: &<Self::Arguments as Argument<T>>::Lengths,
        _x: &[retrograde_numbers::Dual<T>],
        _y: &mut [retrograde_numbers::Dual<T>],
    ) -> bool {
        false
    }
}

/// A function that pulls cotangents back.
pub trait Pulled<T: Real>: Described<T> {
    /// Pulls the cotangent of the value, and those of what is changed, back to the arguments. What is changed is as after the
    /// function.
    fn pulled<C: Cotangent<T>>(
        seed: Seed<T, Self, C>,
        taken: Taken<'_, T, Self>,
        lent: Lent<'_, T, Self, C>,
    ) -> Self::Value;
}

/// A function that changes its state.
pub trait Changing<T: Real>: Described<T, Arguments: value::Seated<T>> {
    /// Runs the inverse.
    fn undo(taken: Taken<'_, T, Self>);
    /// Runs the function with checks.
    fn tried(taken: Taken<'_, T, Self>) -> Result<(), Irreversible>;
    /// Runs the inverse with checks.
    fn undo_tried(taken: Taken<'_, T, Self>) -> Result<(), Irreversible>;
    /// Runs one of the programs that propagate cotangents.
    fn carried<'a, C: Cotangent<T>, S: Shadow<T, C> + 'a>(
        program: Carrying,
        taken: Taken<'a, T, Self>,
        shadows: Shadows<'a, T, Self, C, S>,
    );
}

/// A function that returns a value.
pub trait Returning<T: Real>: Described<T, Value: Piece<T>, Arguments: value::Seated<T>> {
    /// Pulls the cotangent of the value back to the arguments.
    fn pulled_back<'a, C: Cotangent<T>, S: Shadow<T, C> + 'a>(
        seed: Seed<T, Self, C>,
        taken: Taken<'a, T, Self>,
        shadows: Shadows<'a, T, Self, C, S>,
    ) -> Self::Value;
}

/// The programs that propagate cotangents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrying {
    /// Maps the state after the function to that before it.
    Adjoint,
    /// The adjoint of the inverse.
    InverseAdjoint,
    /// The function and its adjoint together.
    Sweep,
}

/// Writes a list as nested pairs: a type, a pattern or an expression.
#[doc(hidden)]
#[macro_export]
macro_rules! __nested {
    () => { () };
    (($($first:tt)*) $($rest:tt)*) => { ($($first)*, $crate::__private::nested!($($rest)*)) };
}

/// Describes a function of numbers, and implements the traits named before the semicolon: [`Pulled`] (`returned`, `changed`),
/// `Operator` (`operator`), `Reversible` (`returning`, `changing`). `+` marks one that needs the heap.
#[doc(hidden)]
#[macro_export]
macro_rules! __described {
    ($($kind:ident)* $(+ $needs_heap:ident)?; $of:tt) => {
        $crate::__described! { @described $of }
        $( $crate::__described! { @$kind $of } )*
        $( $crate::__private::when_alloc! { $crate::__described! { @$needs_heap $of } } )?
    };
    (@described {
        $(#[$switch:meta])* [$($params:tt)*] [$($clause:tt)*] $f:ident $name:tt $T:ty [$($any:ident)?] => $Value:ty;
        $([$arg:ident $bar:ident $Passed:ident $A:ty])*
    }) => {
        $(#[$switch])*
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, unused_parens, deprecated)]
        impl $($params)* $crate::__private::arguments::Described<$T> for $f $($clause)* {
            const NAME: &'static str = $name;
            const DECIDES: $crate::__private::loans::Decides =
                $f::__decides($crate::__private::loans::Decides::START);
            type Arguments = $crate::__private::nested!($(($crate::__private::arguments::$Passed<$A>))*);
            type Value = $Value;
            #[inline]
            fn value_of(
                $crate::__private::nested!($(($arg))*): $crate::__private::arguments::Taken<'_, $T, Self>,
            ) -> $Value {
                $f($($arg),*)
            }
            $( $crate::__private::when_tape! { $crate::__described! { @$any $T } } )?
        }
    };
    (@any $T:ty) => {
        #[inline]
        fn pushed(
            lengths: &<Self::Arguments as $crate::__private::arguments::Argument<$T>>::Lengths,
            x: &[$crate::__private::Dual<$T>],
            y: &mut [$crate::__private::Dual<$T>],
        ) -> bool {
            $crate::__private::arguments::operator::run::<
                $crate::__private::Dual<$T>,
                <Self as $crate::__private::arguments::Described<$crate::__private::Dual<$T>>>::Arguments,
                <Self as $crate::__private::arguments::Described<$crate::__private::Dual<$T>>>::Value,
            >(
                lengths, x, y, <Self as $crate::__private::arguments::Described<$crate::__private::Dual<$T>>>::value_of,
            );
            true
        }
    };
    // Parts for a function that returns a value only, or for one that changes its state only.
    (@returned {
        $(#[$switch:meta])* [$($params:tt)*] [$($clause:tt)*] $f:ident $name:tt $T:ty [$($any:ident)?] => $Value:ty;
        $([$arg:ident $bar:ident $Passed:ident $A:ty])*
    }) => {
        $crate::__described! { @pulled [$(#[$switch])*] [$($params)*] [$($clause)*] $f $T => $Value;
            $([$arg $bar])*; |seed| Self::__pull(seed, $($arg, $bar),*) }
    };
    (@changed {
        $(#[$switch:meta])* [$($params:tt)*] [$($clause:tt)*] $f:ident $name:tt $T:ty [$($any:ident)?] => $Value:ty;
        $([$arg:ident $bar:ident $Passed:ident $A:ty])*
    }) => {
        $crate::__described! { @pulled [$(#[$switch])*] [$($params)*] [$($clause)*] $f $T => $Value;
            $([$arg $bar])*; |seed| Self::__sweep($($arg, $bar),*) }
    };
    (@pulled
        [$(#[$switch:meta])*] [$($params:tt)*] [$($clause:tt)*] $f:ident $T:ty => $Value:ty;
        $([$arg:ident $bar:ident])*; |$seed:ident| $pulled:expr
    ) => {
        $(#[$switch])*
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, unused_parens, deprecated)]
        impl $($params)* $crate::__private::arguments::Pulled<$T> for $f $($clause)* {
            #[inline]
            fn pulled<__C: $crate::__private::Cotangent<$T>>(
                $seed: $crate::__private::arguments::Seed<$T, Self, __C>,
                $crate::__private::nested!($(($arg))*): $crate::__private::arguments::Taken<'_, $T, Self>,
                $crate::__private::nested!($(($bar))*): $crate::__private::arguments::Lent<'_, $T, Self, __C>,
            ) -> $Value {
                let _ = $seed;
                $pulled
            }
        }
    };
    (@operator {
        $(#[$switch:meta])* [$($params:tt)*] [$($clause:tt)*] $f:ident $name:tt $T:ty [$($any:ident)?] => $Value:ty;
        $([$arg:ident $bar:ident $Passed:ident $A:ty])*
    }) => {
        $(#[$switch])*
        #[allow(deprecated)]
        impl $($params)* $crate::__private::Operator<$T> for $f $($clause)* {
            fn name(&self) -> &str {
                <Self as $crate::__private::arguments::Described<$T>>::NAME
            }
            fn inputs(&self) -> $crate::__private::Inputs {
                $crate::__private::arguments::operator::inputs::<$T, Self>()
            }
            fn outputs(&self, count: usize) -> usize {
                $crate::__private::arguments::operator::outputs::<$T, Self>(count)
            }
            fn value(&self, x: &[$T], y: &mut [$T]) {
                $crate::__private::arguments::operator::value::<$T, Self>(self, x, y)
            }
            fn pull(&self, x: &[$T], y_bar: &[$T], x_bar: &mut [$T]) {
                $crate::__private::arguments::operator::pull::<$T, Self>(self, x, y_bar, x_bar)
            }
        }
    };
    (@changing {
        $(#[$switch:meta])* [$($params:tt)*] [$($clause:tt)*] $f:ident $name:tt $T:ty [$($any:ident)?] => $Value:ty;
        $([$arg:ident $bar:ident $Passed:ident $A:ty])*
    }) => {
        $(#[$switch])*
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, unused_parens, deprecated)]
        impl $($params)* $crate::__private::arguments::Changing<$T> for $f $($clause)* {
            #[inline]
            fn undo($crate::__private::nested!($(($arg))*): $crate::__private::arguments::Taken<'_, $T, Self>) {
                Self::inverse($($arg),*);
            }
            #[inline]
            fn tried(
                $crate::__private::nested!($(($arg))*): $crate::__private::arguments::Taken<'_, $T, Self>,
            ) -> ::core::result::Result<(), $crate::Irreversible> {
                Self::try_call($($arg),*)
            }
            #[inline]
            fn undo_tried(
                $crate::__private::nested!($(($arg))*): $crate::__private::arguments::Taken<'_, $T, Self>,
            ) -> ::core::result::Result<(), $crate::Irreversible> {
                Self::try_inverse($($arg),*)
            }
            #[inline(always)]
            fn carried<'a, __C, __S>(
                program: $crate::__private::arguments::Carrying,
                $crate::__private::nested!($(($arg))*): $crate::__private::arguments::Taken<'a, $T, Self>,
                $crate::__private::nested!($(($bar))*): $crate::__private::arguments::Shadows<'a, $T, Self, __C, __S>,
            ) where
                __C: $crate::__private::Cotangent<$T>,
                __S: $crate::__private::Shadow<$T, __C> + 'a,
            {
                match program {
                    $crate::__private::arguments::Carrying::Adjoint => Self::__adjoint($($arg, $bar),*),
                    $crate::__private::arguments::Carrying::InverseAdjoint => Self::__inverse_adjoint($($arg, $bar),*),
                    $crate::__private::arguments::Carrying::Sweep => Self::__sweep($($arg, $bar),*),
                }
            }
        }
        $crate::__described! { @reversible [$(#[$switch])*] [$($params)*] [$($clause)*] $f $T;
            changing
            fn try_call(&self, y: &mut [$T], x: &[$T]) -> ::core::result::Result<(), $crate::Irreversible> {
                $crate::__private::arguments::value::changing::try_call::<$T, Self>(y, x)
            }
            fn try_inverse(&self, y: &mut [$T], x: &[$T]) -> ::core::result::Result<(), $crate::Irreversible> {
                $crate::__private::arguments::value::changing::try_inverse::<$T, Self>(y, x)
            }
        }
    };
    (@returning {
        $(#[$switch:meta])* [$($params:tt)*] [$($clause:tt)*] $f:ident $name:tt $T:ty [$($any:ident)?] => $Value:ty;
        $([$arg:ident $bar:ident $Passed:ident $A:ty])*
    }) => {
        $(#[$switch])*
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, unused_parens, deprecated)]
        impl $($params)* $crate::__private::arguments::Returning<$T> for $f $($clause)* {
            #[inline]
            fn pulled_back<'a, __C, __S>(
                seed: $crate::__private::arguments::Seed<$T, Self, __C>,
                $crate::__private::nested!($(($arg))*): $crate::__private::arguments::Taken<'a, $T, Self>,
                $crate::__private::nested!($(($bar))*): $crate::__private::arguments::Shadows<'a, $T, Self, __C, __S>,
            ) -> $Value
            where
                __C: $crate::__private::Cotangent<$T>,
                __S: $crate::__private::Shadow<$T, __C> + 'a,
            {
                Self::__pull(seed, $($arg, $bar),*)
            }
        }
        $crate::__described! { @reversible [$(#[$switch])*] [$($params)*] [$($clause)*] $f $T; returning }
    };
    (@reversible
        [$(#[$switch:meta])*] [$($params:tt)*] [$($clause:tt)*] $f:ident $T:ty; $kind:ident $($more:item)*
    ) => {
        $(#[$switch])*
        #[allow(deprecated)]
        impl $($params)* $crate::__private::Reversible<$T> for $f $($clause)* {
            const __STATE: $crate::__private::Length =
                $crate::__private::arguments::value::$kind::state::<$T, Self>();
            const __INPUTS: $crate::__private::Length = $crate::__private::arguments::value::inputs::<$T, Self>();
            const __DECIDES: $crate::__private::loans::Decides =
                $crate::__private::arguments::value::decides::<$T, Self>();
            #[inline]
            fn call(&self, y: &mut [$T], x: &[$T]) {
                $crate::__private::arguments::value::$kind::call::<$T, Self>(y, x)
            }
            #[inline]
            fn uncall(&self, y: &mut [$T], x: &[$T]) {
                $crate::__private::arguments::value::$kind::uncall::<$T, Self>(y, x)
            }
            #[inline]
            fn __adjoint<__C: $crate::__private::Cotangent<$T>>(
                &self,
                y: &mut [$T],
                y_bar: &mut [__C],
                x: &[$T],
                x_bar: impl $crate::__private::Shadow<$T, __C>,
            ) {
                $crate::__private::arguments::value::$kind::adjoint::<$T, Self, __C>(y, y_bar, x, x_bar)
            }
            #[inline]
            fn __inverse_adjoint<__C: $crate::__private::Cotangent<$T>>(
                &self,
                y: &mut [$T],
                y_bar: &mut [__C],
                x: &[$T],
                x_bar: impl $crate::__private::Shadow<$T, __C>,
            ) {
                $crate::__private::arguments::value::$kind::inverse_adjoint::<$T, Self, __C>(y, y_bar, x, x_bar)
            }
            #[inline]
            fn __sweep<__C: $crate::__private::Cotangent<$T>>(
                &self,
                y: &mut [$T],
                y_bar: &mut [__C],
                x: &[$T],
                x_bar: impl $crate::__private::Shadow<$T, __C>,
            ) {
                $crate::__private::arguments::value::$kind::sweep::<$T, Self, __C>(y, y_bar, x, x_bar)
            }
            $($more)*
        }
    };
}

/// Replaces a description if the function broke a law: its callers compile, and nothing runs.
#[doc(hidden)]
#[macro_export]
macro_rules! __hollow {
    (Operator $(#[$switch:meta])* [$($params:tt)*] [$($clause:tt)*] $f:ident $T:ty) => {
        $(#[$switch])*
        #[allow(deprecated)]
        impl $($params)* $crate::__private::Operator<$T> for $f $($clause)* {
            fn name(&self) -> &str {
                ::core::unimplemented!()
            }
            fn inputs(&self) -> $crate::__private::Inputs {
                ::core::unimplemented!()
            }
            fn outputs(&self, _: usize) -> usize {
                ::core::unimplemented!()
            }
            fn value(&self, _: &[$T], _: &mut [$T]) {}
            fn pull(&self, _: &[$T], _: &[$T], _: &mut [$T]) {}
        }
    };
    (Reversible $(#[$switch:meta])* [$($params:tt)*] [$($clause:tt)*] $f:ident $T:ty) => {
        $(#[$switch])*
        #[allow(deprecated)]
        impl $($params)* $crate::__private::Reversible<$T> for $f $($clause)* {
            fn call(&self, _: &mut [$T], _: &[$T]) {}
            fn uncall(&self, _: &mut [$T], _: &[$T]) {}
            fn __adjoint<__C: $crate::__private::Cotangent<$T>>(
                &self,
                _: &mut [$T],
                _: &mut [__C],
                _: &[$T],
                _: impl $crate::__private::Shadow<$T, __C>,
            ) {
            }
            fn __inverse_adjoint<__C: $crate::__private::Cotangent<$T>>(
                &self,
                _: &mut [$T],
                _: &mut [__C],
                _: &[$T],
                _: impl $crate::__private::Shadow<$T, __C>,
            ) {
            }
        }
    };
}
