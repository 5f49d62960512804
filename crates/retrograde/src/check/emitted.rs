//! `checked!`: the function `check` of a marked function, and its `jacobian` where the trait `Derivatives` does not know its arguments.
//!
//! `#[reversible]` states the head of the function, how each argument is copied, and the names of the programs; the closures that
//! call them are written here. Law: arguments and cotangents are handed to each program as the emitted lists say.

/// Writes `f::check`.
///
/// The head is a list of groups: attributes, visibility, generic parameters, predicates, arguments. The arguments that are copied
/// are a pattern of their copies, one of their cotangents, and the calls of [`check`](crate::check) that list them.
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[macro_export]
macro_rules! __checked {
    ($head:tt $name:ident $start:tt changing $T:ident [$($said:tt)*] [$($said_with:tt)*] $copies:tt $bars:tt $listed:tt
        $run:ident $inverse:ident $adjoint:ident $inverse_adjoint:ident $sweep:ident
        [$($passed:tt)*] [$($shown:tt)*] [$($hidden:tt)*]
    ) => {
        $crate::__checked! { @check $head $name $start $listed [changing::<$T, _>] [
            |$copies| Self::$run $($said)* ($($passed)*),
            |$copies| Self::$inverse $($said)* ($($passed)*),
            |$copies, $bars| Self::$adjoint $($said_with)* ($($shown)*),
            |$copies, $bars| Self::$inverse_adjoint $($said_with)* ($($hidden)*),
            |$copies, $bars| Self::$sweep $($said_with)* ($($shown)*),
        ] }
    };
    // Of an ordinary function that changes its state, which has a sweep alone.
    ($head:tt $name:ident $start:tt sweeping $T:ident [$($said:tt)*] [$($said_with:tt)*] $copies:tt $bars:tt $listed:tt
        [$($run:tt)*] $sweep:ident [$($passed:tt)*] [$($shown:tt)*]
    ) => {
        $crate::__checked! { @check $head $name $start $listed [sweeping::<$T, _>] [
            |$copies| $($run)* $($said)* ($($passed)*),
            |$copies, $bars| Self::$sweep $($said_with)* ($($shown)*),
        ] }
    };
    ($head:tt $name:ident $start:tt returning $T:ident [$($said:tt)*] [$($said_with:tt)*] $copies:tt $bars:tt $listed:tt
        $run:ident $pull:ident $seed:ident [$Kind:ty] [$Value:ty] [$($passed:tt)*] [$($shown:tt)*]
    ) => {
        $crate::__checked! { @check $head $name $start $listed [returning::<$T, $Kind, $Value, _>] [
            |$copies| Self::$run $($said)* ($($passed)*),
            |$copies, $seed, $bars| Self::$pull $($said_with)* ($($shown)*),
        ] }
    };
    // The Jacobian: the programs are those of the check; a row and the value are made of cotangents and copies.
    (@jacobian $head:tt $name:ident [-> $X:ty, $V:ty] $start:tt $listed:tt returning $T:ident [$($said:tt)*] [$($said_with:tt)*]
        $copies:tt $bars:tt $run:tt $pull:ident $seed:ident [$Kind:ty] [$($passed:tt)*] [$($shown:tt)*] [$row:expr] [$value:expr]
    ) => {
        $crate::__checked! { @matrix $head $name [$X, $V] $start $listed [returned::<$T, $Kind, $V, _, $X>] [
            |$copies| $crate::__checked! { @call $run [$($said)*] [$($passed)*] },
            |$copies, $seed, $bars| Self::$pull $($said_with)* ($($shown)*),
            |$bars| $row,
        ] }
    };
    (@jacobian $head:tt $name:ident [-> $X:ty, $V:ty] $start:tt $listed:tt changing $T:ident [$($said:tt)*] [$($said_with:tt)*]
        $copies:tt $bars:tt $run:tt $sweep:ident [$($passed:tt)*] [$($shown:tt)*] [$row:expr] [$value:expr]
    ) => {
        $crate::__checked! { @matrix $head $name [$X, $V] $start $listed [changed::<$T, _, $X, $V>] [
            |$copies| { $crate::__checked! { @call $run [$($said)*] [$($passed)*] }; },
            |$copies, $bars| { Self::$sweep $($said_with)* ($($shown)*); },
            |$bars| $row,
            |$copies| $value,
        ] }
    };
    (@call [$($run:tt)*] [$($said:tt)*] [$($passed:tt)*]) => { $($run)* $($said)* ($($passed)*) };
    (@matrix {
        [$($attr:tt)*] [$($vis:tt)*] [$($param:tt)*] [$($clause:tt)*] [$($argument:tt)*]
    } $name:ident [$X:ty, $V:ty] [$($start:tt)*] [$([$($listed:tt)*])*] [$($make:tt)*] [$($programs:tt)*]) => {
        $crate::__private::when_tape! {
            /// Returns the value, and the gradient of each of its numbers, one run of the pullback for each. State is a part of the
            /// value, and does not change.
            #[allow(private_bounds, private_interfaces, trivial_bounds, unused_variables)]
            $($attr)*
            #[track_caller]
            $($vis)* fn $name<$($param)*>($($argument)*) -> $crate::tape::Jacobian<$X, $V>
            where $($clause)* {
                $($start)*
                $crate::__private::check::$($make)*(
                    $crate::__private::nested!($(($crate::__private::check::$($listed)*))*),
                    $($programs)*
                )
            }
        }
    };
    // There can be no check of it.
    ($head:tt $name:ident unable) => {
        $crate::__checked! { @head
            /// There is no check of this function.
            $head $name { ::core::unimplemented!() }
        }
    };
    (@check $head:tt $name:ident [$($start:tt)*] [$([$($listed:tt)*])*] [$($check:tt)*] [$($programs:tt)*]) => {
        $crate::__checked! { @head
            /// Compares the programs with one another and with finite differences, at these arguments; state does not
            /// change. For tests.
            $head $name {
                $($start)*
                $crate::__private::check::$($check)*(
                    $crate::__private::nested!($(($crate::__private::check::$($listed)*))*),
                    $($programs)*
                )
            }
        }
    };
    (@head $(#[$doc:meta])* {
        [$($attr:tt)*] [$($vis:tt)*] [$($param:tt)*] [$($clause:tt)*] [$($argument:tt)*]
    } $name:ident $body:tt) => {
        $(#[$doc])*
        #[allow(private_bounds, trivial_bounds)]
        $($attr)*
        $($vis)* fn $name<$($param)*>($($argument)*) -> ::core::result::Result<(), $crate::Mismatch>
        where $($clause)* $body
    };
}
