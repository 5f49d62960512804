//! Operators on structures as reversible functions: what `a + b`, `-v` and `c += e` are in a reversible function.
//!
//! `#[reversible]` before `impl Add for Vector3<T>` implements [`Add`] beside it, which holds the programs of the operator. Where a
//! reversible function adds two structures it calls the methods of [`Add`], and rustc finds the programs by the types of the operands. Laws:
//!
//! - operands are lent, so a structure need not be `Copy`;
//! - `c -= e` is the inverse of `c += e`, and `c /= e` that of `c *= e`, so that one `impl` tells both;
//! - a number on the left is taken as one on the right: `2.0 * v` is `v * 2.0`, and `1.0 - v` is `-v + 1.0`;
//! - an operator that decides on a float operand is not followed by a change of that float, since the reverse pass might decide differently (R08):
//!
//! ```compile_fail,E0080
//! use retrograde::prelude::*;
//!
//! #[derive(Clone, Copy, Differentiable)]
//! struct Ramp<T> {
//!     at: T,
//! }
//!
//! #[reversible]
//! impl<T: Real> std::ops::Add<T> for Ramp<T> {
//!     type Output = Ramp<T>;
//!     fn add(self, by: T) -> Ramp<T> {
//!         let mut at = 0.0;
//!         at += self.at;
//!         if by > 0.3 {
//!             at += 1.0;
//!         }
//!         Ramp { at }
//!     }
//! }
//!
//! #[reversible]
//! fn changed<T: Real>(y: &mut T, ramp: &Ramp<T>, level: &mut T) {
//!     let sum = *ramp + *level;
//!     *y += sum.at;
//!     *level += 0.1; // accepted without this line
//! }
//!
//! changed(&mut 0.5, &Ramp { at: 0.3 }, &mut 0.25);
//! ```

use crate::Irreversible;
use crate::loans::Deciding;
use crate::probe::{Here, Known};
use core::borrow::BorrowMut;
use retrograde_numbers::{Cotangent, Differentiable, Leaf, Open, Shadow};
use retrograde_rules::Real;

/// An operand that carries no cotangent.
#[derive(Debug)]
pub struct Exact;

/// The place where the cotangents of an operand of type `V` go. `K` tells what the operand is: a number, a structure or an exact value.
pub trait Lend<V, T, C, K> {
    /// The shadow that a program asks for.
    type Bar;
    /// Lends it to a program.
    fn lend<R>(self, value: &V, pull: impl FnOnce(&mut Self::Bar) -> R) -> R;
}

impl<T, C: Cotangent<T>, S: Shadow<T, C, Leaf>> Lend<T, T, C, Here> for S {
    type Bar = C;
    #[inline(always)]
    fn lend<R>(mut self, _: &T, pull: impl FnOnce(&mut C) -> R) -> R {
        let mut bar = C::zero();
        let value = pull(&mut bar);
        self.add((), bar);
        value
    }
}

impl<V: Differentiable, T, C: Cotangent<T>, S: Open<V::Shadow<C>>> Lend<V, T, C, Known> for S {
    type Bar = V::Shadow<C>;
    #[inline(always)]
    fn lend<R>(self, value: &V, pull: impl FnOnce(&mut V::Shadow<C>) -> R) -> R {
        pull(self.open(|| value.shadow_of(C::zero())).borrow_mut())
    }
}

impl<V, T, C, S> Lend<V, T, C, Exact> for S {
    type Bar = ();
    #[inline(always)]
    fn lend<R>(self, _: &V, pull: impl FnOnce(&mut ()) -> R) -> R {
        pull(&mut ())
    }
}

/// The methods that callers name: programs with a shadow of any kind for each operand.
macro_rules! programs {
    ($op:ident, $try_op:ident, $pull:ident, $record:ident, $replay:ident, $loans:ident) => {
        #[doc(hidden)]
        #[inline(always)]
        fn $op(&self, other: &Other) -> Self::Output {
            self.value(other)
        }

        #[doc(hidden)]
        fn $loans(&self, _: &Other) -> ([(); 2], Self::Decides) {
            unreachable!()
        }

        #[doc(hidden)]
        #[inline(always)]
        fn $try_op(&self, other: &Other) -> Result<Self::Output, Irreversible> {
            self.try_value(other)
        }

        #[doc(hidden)]
        #[inline(always)]
        fn $pull<C, X, Y>(
            &self,
            bar: X,
            other: &Other,
            other_bar: Y,
            value_bar: Self::OutputBar<C>,
        ) -> Self::Output
        where
            Self: Sized,
            C: Cotangent<Self::Real>,
            X: Lend<Self, Self::Real, C, Self::Kind, Bar = Self::Bar<C>>,
            Y: Lend<Other, Self::Real, C, Self::OtherKind, Bar = Self::OtherBar<C>>,
        {
            bar.lend(self, |bar| {
                other_bar.lend(other, |other_bar| self.pull(bar, other, other_bar, value_bar))
            })
        }

        #[doc(hidden)]
        #[cfg(feature = "alloc")]
        #[inline(always)]
        fn $record(&self, other: &Other, _: &mut crate::record::Record<Self::Real>) -> Self::Output {
            self.value(other)
        }

        #[doc(hidden)]
        #[cfg(feature = "alloc")]
        #[inline(always)]
        fn $replay<C, X, Y>(
            &self,
            bar: X,
            other: &Other,
            other_bar: Y,
            value_bar: Self::OutputBar<C>,
            _: &mut crate::record::Record<Self::Real>,
        ) where
            Self: Sized,
            C: Cotangent<Self::Real>,
            X: Lend<Self, Self::Real, C, Self::Kind, Bar = Self::Bar<C>>,
            Y: Lend<Other, Self::Real, C, Self::OtherKind, Bar = Self::OtherBar<C>>,
        {
            self.$pull(bar, other, other_bar, value_bar);
        }
    };
}

macro_rules! binary {
    ($Op:ident, { $($names:tt)* }, $(#[$doc:meta])*) => {
        $(#[$doc])*
        pub trait $Op<Other = Self> {
            /// The real type.
            type Real: Real;
            /// The operands that it decides on.
            type Decides: Deciding;
            /// The type of the value.
            type Output;
            /// The kind of the left operand.
            type Kind;
            /// The kind of the right operand.
            type OtherKind;
            /// The shadow of the left operand.
            type Bar<C: Copy>;
            /// The shadow of the right operand.
            type OtherBar<C: Copy>;
            /// The cotangent of the value.
            type OutputBar<C: Copy>;
            /// The value.
            fn value(&self, other: &Other) -> Self::Output;
            /// The value, or what a check finds.
            ///
            /// # Errors
            ///
            /// The check that failed.
            fn try_value(&self, other: &Other) -> Result<Self::Output, Irreversible>;
            /// Adds to the cotangents of the operands what the cotangent of the value says; returns the value.
            fn pull<C: Cotangent<Self::Real>>(
                &self,
                bar: &mut Self::Bar<C>,
                other: &Other,
                other_bar: &mut Self::OtherBar<C>,
                value_bar: Self::OutputBar<C>,
            ) -> Self::Output;

            programs!($($names)*);
        }
    };
}

binary! { Add, { add, try_add, __add_pull, __add_record, __add_replay, __add_loans },
    /// `a + b` of structures.
    #[diagnostic::on_unimplemented(
        message = "`+` of `{Self}` and `{Other}` has no derivative that is known here",
        label = "this operator is not reversible",
        note = "write `#[reversible]` before `impl Add<{Other}> for {Self}`",
        note = "a value of another type than the operands has its type written where it is bound: `let t: T = a * b;`"
    )]
}
binary! { Sub, { sub, try_sub, __sub_pull, __sub_record, __sub_replay, __sub_loans },
    /// `a - b` of structures.
    #[diagnostic::on_unimplemented(
        message = "`-` of `{Self}` and `{Other}` has no derivative that is known here",
        label = "this operator is not reversible",
        note = "write `#[reversible]` before `impl Sub<{Other}> for {Self}`",
        note = "a value of another type than the operands has its type written where it is bound: `let t: T = a * b;`"
    )]
}
binary! { Mul, { mul, try_mul, __mul_pull, __mul_record, __mul_replay, __mul_loans },
    /// `a * b` of structures, or of a structure and a number.
    #[diagnostic::on_unimplemented(
        message = "`*` of `{Self}` and `{Other}` has no derivative that is known here",
        label = "this operator is not reversible",
        note = "write `#[reversible]` before `impl Mul<{Other}> for {Self}`; a number on the left is taken as one on the right",
        note = "a value of another type than the operands has its type written where it is bound: `let t: T = a * b;`"
    )]
}
binary! { Div, { div, try_div, __div_pull, __div_record, __div_replay, __div_loans },
    /// `a / b` of structures, or of a structure and a number.
    #[diagnostic::on_unimplemented(
        message = "`/` of `{Self}` and `{Other}` has no derivative that is known here",
        label = "this operator is not reversible",
        note = "write `#[reversible]` before `impl Div<{Other}> for {Self}`",
        note = "a value of another type than the operands has its type written where it is bound: `let t: T = a * b;`"
    )]
}

/// `-v` of a structure.
#[diagnostic::on_unimplemented(
    message = "`-` of `{Self}` has no derivative that is known here",
    label = "this operator is not reversible",
    note = "write `#[reversible]` before `impl Neg for {Self}`"
)]
pub trait Neg {
    /// The real type.
    type Real: Real;
    /// The operands that it decides on.
    type Decides: Deciding;
    /// The type of the value.
    type Output;
    /// The kind of the operand.
    type Kind;
    /// The shadow of the operand.
    type Bar<C: Copy>;
    /// The cotangent of the value.
    type OutputBar<C: Copy>;
    /// The value.
    fn value(&self) -> Self::Output;
    /// The value, or what a check finds.
    ///
    /// # Errors
    ///
    /// The check that failed.
    fn try_value(&self) -> Result<Self::Output, Irreversible>;
    /// Adds to the cotangent of the operand what the cotangent of the value says; returns the value.
    fn pull<C: Cotangent<Self::Real>>(
        &self,
        bar: &mut Self::Bar<C>,
        value_bar: Self::OutputBar<C>,
    ) -> Self::Output;

    #[doc(hidden)]
    #[inline(always)]
    fn neg(&self) -> Self::Output {
        self.value()
    }

    #[doc(hidden)]
    fn __neg_loans(&self) -> ([(); 1], Self::Decides) {
        unreachable!()
    }

    #[doc(hidden)]
    #[inline(always)]
    fn try_neg(&self) -> Result<Self::Output, Irreversible> {
        self.try_value()
    }

    #[doc(hidden)]
    #[inline(always)]
    fn __neg_pull<C, X>(&self, bar: X, value_bar: Self::OutputBar<C>) -> Self::Output
    where
        Self: Sized,
        C: Cotangent<Self::Real>,
        X: Lend<Self, Self::Real, C, Self::Kind, Bar = Self::Bar<C>>,
    {
        bar.lend(self, |bar| self.pull(bar, value_bar))
    }

    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn __neg_record(&self, _: &mut crate::record::Record<Self::Real>) -> Self::Output {
        self.value()
    }

    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn __neg_replay<C, X>(
        &self,
        bar: X,
        value_bar: Self::OutputBar<C>,
        _: &mut crate::record::Record<Self::Real>,
    ) where
        Self: Sized,
        C: Cotangent<Self::Real>,
        X: Lend<Self, Self::Real, C, Self::Kind, Bar = Self::Bar<C>>,
    {
        self.__neg_pull(bar, value_bar);
    }
}

/// The methods of updates that callers name.
macro_rules! changes {
    (
        $op:ident, $inverse:ident, $try_op:ident, $try_inverse:ident, $adjoint:ident, $inverse_adjoint:ident, $sweep:ident,
        $record:ident, $replay:ident, $loans:ident
    ) => {
        #[doc(hidden)]
        #[inline(always)]
        fn $op(&mut self, other: &Other) {
            self.call(other);
        }

        #[doc(hidden)]
        fn $loans(&self, _: &Other) -> ([(); 2], Self::Decides) {
            unreachable!()
        }

        #[doc(hidden)]
        #[inline(always)]
        fn $inverse(&mut self, other: &Other) {
            self.uncall(other);
        }

        #[doc(hidden)]
        #[inline(always)]
        fn $try_op(&mut self, other: &Other) -> Result<(), Irreversible> {
            self.try_call(other)
        }

        #[doc(hidden)]
        #[inline(always)]
        fn $try_inverse(&mut self, other: &Other) -> Result<(), Irreversible> {
            self.try_uncall(other)
        }

        #[doc(hidden)]
        #[inline(always)]
        fn $adjoint<C, Y>(&mut self, bar: &mut Self::Bar<C>, other: &Other, other_bar: Y)
        where
            C: Cotangent<Self::Real>,
            Y: Lend<Other, Self::Real, C, Self::OtherKind, Bar = Self::OtherBar<C>>,
        {
            other_bar.lend(other, |other_bar| self.adjoint(bar, other, other_bar));
        }

        #[doc(hidden)]
        #[inline(always)]
        fn $inverse_adjoint<C, Y>(&mut self, bar: &mut Self::Bar<C>, other: &Other, other_bar: Y)
        where
            C: Cotangent<Self::Real>,
            Y: Lend<Other, Self::Real, C, Self::OtherKind, Bar = Self::OtherBar<C>>,
        {
            other_bar.lend(other, |other_bar| self.inverse_adjoint(bar, other, other_bar));
        }

        #[doc(hidden)]
        #[inline(always)]
        fn $sweep<C, Y>(&mut self, bar: &mut Self::Bar<C>, other: &Other, other_bar: Y)
        where
            C: Cotangent<Self::Real>,
            Y: Lend<Other, Self::Real, C, Self::OtherKind, Bar = Self::OtherBar<C>>,
        {
            other_bar.lend(other, |other_bar| self.sweep(bar, other, other_bar));
        }

        #[doc(hidden)]
        #[cfg(feature = "alloc")]
        #[inline(always)]
        fn $record(&mut self, other: &Other, _: &mut crate::record::Record<Self::Real>) {
            self.call(other);
        }

        #[doc(hidden)]
        #[cfg(feature = "alloc")]
        #[inline(always)]
        fn $replay<C, Y>(
            &mut self,
            bar: &mut Self::Bar<C>,
            other: &Other,
            other_bar: Y,
            _: &mut crate::record::Record<Self::Real>,
        ) where
            C: Cotangent<Self::Real>,
            Y: Lend<Other, Self::Real, C, Self::OtherKind, Bar = Self::OtherBar<C>>,
        {
            self.$adjoint(bar, other, other_bar);
        }
    };
}

macro_rules! update {
    ($Op:ident, { $($names:tt)* }, $(#[$doc:meta])*) => {
        $(#[$doc])*
        pub trait $Op<Other = Self> {
            /// The real type.
            type Real: Real;
            /// The operands that it decides on.
            type Decides: Deciding;
            /// The kind of the right operand.
            type OtherKind;
            /// The shadow of what is changed.
            type Bar<C: Copy>;
            /// The shadow of the right operand.
            type OtherBar<C: Copy>;
            /// The update.
            fn call(&mut self, other: &Other);
            /// The update undone.
            fn uncall(&mut self, other: &Other);
            /// The update, or what a check finds.
            ///
            /// # Errors
            ///
            /// The check that failed.
            fn try_call(&mut self, other: &Other) -> Result<(), Irreversible>;
            /// The update undone, or what a check finds.
            ///
            /// # Errors
            ///
            /// The check that failed.
            fn try_uncall(&mut self, other: &Other) -> Result<(), Irreversible>;
            /// Undoes the update, and carries cotangents back.
            fn adjoint<C: Cotangent<Self::Real>>(
                &mut self,
                bar: &mut Self::Bar<C>,
                other: &Other,
                other_bar: &mut Self::OtherBar<C>,
            );
            /// Runs the update with its adjoint, from the state before it.
            fn sweep<C: Cotangent<Self::Real>>(
                &mut self,
                bar: &mut Self::Bar<C>,
                other: &Other,
                other_bar: &mut Self::OtherBar<C>,
            );
            /// The adjoint of the inverse.
            fn inverse_adjoint<C: Cotangent<Self::Real>>(
                &mut self,
                bar: &mut Self::Bar<C>,
                other: &Other,
                other_bar: &mut Self::OtherBar<C>,
            );

            changes!($($names)*);
        }
    };
}

update! { AddAssign, {
    add_assign, add_assign_inverse, try_add_assign, try_add_assign_inverse, __add_assign_adjoint, __add_assign_inverse_adjoint, __add_assign_sweep, __add_assign_record, __add_assign_replay, __add_assign_loans
},
    /// `c += e` of structures, and `c -= e`, which is its inverse.
    #[diagnostic::on_unimplemented(
        message = "`+=` of `{Self}` and `{Other}` has no inverse that is known here",
        label = "this update is not reversible",
        note = "write `#[reversible]` before `impl AddAssign<{Other}> for {Self}`, which updates field by field: `self.x += other.x;`",
        note = "`-=` is the inverse of `+=`, so that one `impl` tells both"
    )]
}
update! { MulAssign, {
    mul_assign, mul_assign_inverse, try_mul_assign, try_mul_assign_inverse, __mul_assign_adjoint, __mul_assign_inverse_adjoint, __mul_assign_sweep, __mul_assign_record, __mul_assign_replay, __mul_assign_loans
},
    /// `c *= e` of structures, and `c /= e`, which is its inverse.
    #[diagnostic::on_unimplemented(
        message = "`*=` of `{Self}` and `{Other}` has no inverse that is known here",
        label = "this update is not reversible",
        note = "bind a fresh local: `let scaled = a * b;`",
        note = "where `*=` can be undone, write `#[reversible]` before `impl MulAssign<{Other}> for {Self}`; `/=` is its inverse"
    )]
}
