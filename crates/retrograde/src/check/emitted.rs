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
    // The function as a map, put together once: it is handed to what asks it for derivatives.
    (@rows $name:ident {
        [$($attr:tt)*] $vis:tt [$($param:tt)*] [$($clause:tt)*] [$($argument:tt)*]
    } [$R:ty, $X:ty, $V:ty] [$([$($listed:tt)*])*] [$($row:tt)*] $($programs:tt)*) => {
        $crate::__private::when_tape! {
            #[allow(private_bounds, private_interfaces, trivial_bounds, unused_variables, clippy::too_many_arguments)]
            $($attr)*
            fn $name<$($param)* __Made>(
                $($argument)*, then: impl ::core::ops::FnOnce(&dyn $crate::__private::check::Rows<$X, $V>) -> __Made
            ) -> __Made
            where $($clause)* {
                then(&$crate::__checked! { @map [$R, $X, $V]
                    [$crate::__private::nested!($(($crate::__private::check::$($listed)*))*)] [$($row)*] $($programs)* })
            }
        }
    };
    (@map [$R:ty, $X:ty, $V:ty] [$list:expr] [$row:expr] [$Kind:ty] [$($run:tt)*] [$($back:tt)*] $value:ident $seed:ident
        $copies:tt $bars:tt [$($passed:tt)*] [$($shown:tt)*] [$left:expr]
    ) => {
        $crate::__private::check::map::<$R, $Kind, _, _, $X, $V>(
            $list,
            |$copies| $($run)* ($($passed)*),
            |$copies, $seed, $bars| { $($back)* ($($shown)*); },
            |$bars| $row,
            |$value, $copies| $left,
        )
    };
    // What users call, for each its kind and its name, then what they share: how the map is reached, the types, and the direction.
    (@asked $of:tt $([$kind:ident $name:ident])*) => {
        $crate::__private::when_tape! { $( $crate::__checked! { @$kind $name $of } )* }
    };
    (@jacobian $name:ident {
        $head:tt [$($map:tt)*] [$($given:tt)*] [$R:ty, $X:ty, $V:ty] $($rest:tt)*
    }) => {
        $crate::__checked! { @of_map
            /// Returns the value, and the gradient of each of its numbers, one run of the pullback for each. State is a part of the
            /// value, and does not change.
            $head [] [] $name [-> $crate::tape::Jacobian<$X, $V>] { $($map)* ($($given)*, |map| map.jacobian()) }
        }
    };
    // By rows, where the function is not there at dual numbers.
    (@jvp_by_rows $name:ident {
        $head:tt [$($map:tt)*] [$($given:tt)*] [$R:ty, $X:ty, $V:ty] [] [$($along_args:tt)*] [$([$($along:tt)*])*]
    }) => {
        $crate::__checked! { @of_map
            /// Returns the value and its derivative in a direction, by a run of the pullback for each number of the value. State is a
            /// part of the value, and does not change.
            $head [] [, $($along_args)*] $name [-> ($V, $V)] {
                let along = $crate::__private::check::direction::<$R, _>(
                    $crate::__private::nested!($(($crate::__private::check::$($along)*))*)
                );
                $crate::__private::check::fitting($($map)* ($($given)*, |map| map.jvp(&along)))
            }
        }
    };
    (@jacobian_by_rows $name:ident $of:tt) => {
        $crate::__checked! { @into
            /// Writes the Jacobian row by row, and returns the value: the derivative of number `i` of the value by number `j` of the
            /// arguments is `to[i * n + j]`, with `n` numbers with derivatives in the arguments.
            $name [|i, j, _, n| i * n + j] $of
        }
    };
    (@jacobian_by_columns $name:ident $of:tt) => {
        $crate::__checked! { @into
            /// Writes the Jacobian column by column, and returns the value: the derivative of number `i` of the value by number `j` of
            /// the arguments is `to[j * m + i]`, with `m` numbers in the value.
            $name [|i, j, m, _| j * m + i] $of
        }
    };
    (@into $(#[$doc:meta])* $name:ident [$($place:tt)*] {
        $head:tt [$($map:tt)*] [$($given:tt)*] [$R:ty, $X:ty, $V:ty] $($rest:tt)*
    }) => {
        $crate::__checked! { @of_map
            $(#[$doc])*
            $head [] [, to: &mut [f64]] $name [-> $V] {
                $crate::__private::check::fitting($($map)* ($($given)*, |map| map.write(to, $($place)*)))
            }
        }
    };
    // In place of second derivatives: a call is an error, by a bound that nothing satisfies.
    (@hessian_of_none $name:ident { $head:tt $($rest:tt)* }) => {
        $crate::__checked! { @of_map
            /// There is no Hessian: the function is not there at dual numbers.
            $head [for<'check> (): $crate::__private::check::Generic,] [] $name [] { ::core::unimplemented!() }
        }
    };
    (@product_of_none $name:ident {
        $head:tt $map:tt $given:tt $types:tt $clause:tt [$($along_args:tt)*] $($rest:tt)*
    }) => {
        $crate::__checked! { @of_map
            /// There are no products with the Hessian: the function is not there at dual numbers.
            $head [for<'check> (): $crate::__private::check::Generic,] [, $($along_args)*] $name [] { ::core::unimplemented!() }
        }
    };
    (@jvp $name:ident {
        $head:tt [$($map:tt)*] [$($given:tt)*] [$R:ty, $X:ty, $V:ty] [$($clause:tt)*] [$($along_args:tt)*] $along:tt
    }) => {
        $crate::__checked! { @of_map
            /// Returns the value and its derivative in a direction, in one run at dual numbers. State is a part of the value, and does
            /// not change.
            $head [$($clause)*] [, $($along_args)*] $name [-> ($V, $V)] {
                let along = $crate::__checked! { @tangents [$R] $along };
                $($map)* ($($given)*, |twice| twice.jvp(&along))
            }
        }
    };
    (@hessian_vector_product $name:ident {
        $head:tt [$($map:tt)*] [$($given:tt)*] [$R:ty, $X:ty, $V:ty] [$($clause:tt)*] [$($along_args:tt)*] $along:tt
    }) => {
        $crate::__checked! { @of_map
            /// Returns the value, its slope in a direction, the gradient, and the product of the Hessian with the direction, in one sweep
            /// at dual numbers.
            $head [$($clause)*] [, $($along_args)*] $name [-> $crate::tape::SecondOrder<$X>] {
                let along = $crate::__checked! { @tangents [$R] $along };
                $crate::__private::check::fitting($($map)* ($($given)*, |twice| twice.hessian_vector_product(&along)))
            }
        }
    };
    (@hessian $name:ident {
        $head:tt [$($map:tt)*] [$($given:tt)*] [$R:ty, $X:ty, $V:ty] [$($clause:tt)*] $($rest:tt)*
    }) => {
        $crate::__checked! { @of_map
            /// Returns the Hessian: a row for each number with derivatives in the arguments.
            $head [$($clause)*] [] $name [-> $crate::__private::Vec<$X>] {
                $crate::__private::check::fitting($($map)* ($($given)*, |twice| twice.hessian()))
            }
        }
    };
    (@tangents [$R:ty] [$([$K:ty, $D:ty, $value:expr, $along:expr])*]) => {{
        let mut along = $crate::__private::Vec::new();
        $( $crate::__private::check::paired::<$K, _, $D, $R>($value, $along, &mut along); )*
        along
    }};
    // The function at dual numbers, put together once: the arguments of a run are lifted, which counts them.
    (@twice $name:ident {
        [$($attr:tt)*] $vis:tt [$($param:tt)*] [$($clause:tt)*] [$($argument:tt)*]
    } [$R:ty, $X:ty, $V:ty] [$($more:tt)*]
        [$([$($listed:tt)*])*] [$([$held:ident, $constant:expr])*] [$([$how:ident, $K:ty, $D:ty, $value:expr])*]
        [$([$($listed_twice:tt)*])*] $copies:tt $bars:tt [$row:expr] $($programs:tt)*
    ) => {
        $crate::__private::when_tape! {
            #[allow(private_bounds, private_interfaces, trivial_bounds, unused_variables, unused_mut, clippy::too_many_arguments)]
            $($attr)*
            fn $name<$($param)* __Made>(
                $($argument)*, then: impl ::core::ops::FnOnce(&$crate::__private::check::Twice<'_, $R, $V, $X>) -> __Made
            ) -> __Made
            where $($clause)* $($more)* {
                let rows = $crate::__private::nested!($(($crate::__private::check::$($listed)*))*);
                $( let $held = $constant; )*
                let point = |next: &mut dyn ::core::ops::FnMut() -> $R| $crate::__private::nested!(
                    $(($crate::__private::check::$how::<$K, _, $D, $R>($value, next)))*
                );
                let mut numbers = 0;
                let start = point(&mut || {
                    numbers += 1;
                    <$R as $crate::Real>::constant(0.0)
                });
                let $copies = &start;
                let list = $crate::__private::nested!($(($crate::__private::check::$($listed_twice)*))*);
                then(&$crate::__checked! { @twice_of [$R] [(list, numbers), rows, point] [|$bars| $row] $copies $bars
                    $($programs)* })
            }
        }
    };
    (@twice_of [$R:ty] [$($made:tt)*] [$($row:tt)*] $copies:tt $bars:tt
        [$Kind:ty] [$($run:tt)*] [$($back:tt)*] $value:ident $seed:ident [$($passed:tt)*] [$($shown:tt)*] $part:ident [$left:expr]
    ) => {
        $crate::__private::check::twice::<$R, $Kind, _, _, _, _, _>(
            $($made)*,
            |$copies| $($run)* ($($passed)*),
            |$copies, $seed, $bars| $($back)* ($($shown)*),
            |$value, $copies, $part| $left,
            $($row)*,
        )
    };
    (@of_map $(#[$doc:meta])* {
        [$($attr:tt)*] [$($vis:tt)*] [$($param:tt)*] [$($clause:tt)*] [$($argument:tt)*]
    } [$($more:tt)*] [$($along:tt)*] $name:ident [$($value:tt)*] $body:tt) => {
        $(#[$doc])*
        #[allow(private_bounds, private_interfaces, trivial_bounds, unused_variables, unused_mut, clippy::too_many_arguments)]
        $($attr)*
        #[inline]
        #[track_caller]
        $($vis)* fn $name<$($param)*>($($argument)* $($along)*) $($value)*
        where $($clause)* $($more)* $body
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
