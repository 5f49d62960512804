//! `programs!`: the programs of a function whose heads do not depend on its body.
//!
//! `#[reversible]` states the signature of a function once, and of each program its kind, its name and its body; the head, the
//! documentation and the attributes of a kind are written here. Law: what a program takes follows from its kind and from the
//! signature alone: nothing, its cotangents or shadows beside the arguments, and what is stated before or behind them.

/// Writes programs into an `impl`, or among methods.
///
/// The signature is a list of groups: attributes, visibility and `fn`, generic parameters, the parameter for cotangents, predicates,
/// arguments, arguments with cotangents, arguments with shadows. A program is its kind, its name, what it takes before the
/// arguments, what it takes behind them, the type of its value, and its body.
#[doc(hidden)]
#[macro_export]
macro_rules! __programs {
    ($of:tt $($kind:ident $name:ident $before:tt $behind:tt $value:tt $body:tt)*) => {
        $( $crate::__programs! { @$kind $of $name $before $behind $value $body } )*
    };

    // Of a function that changes its state.
    (@adjoint $($rest:tt)*) => { $crate::__programs! { @checked [
        /// The adjoint: from post-state and post-cotangents to pre-state and pre-cotangents. Cotangents of inputs are
        /// added to.
    ] $($rest)* } };
    (@sweep $($rest:tt)*) => { $crate::__programs! { @checked [
        /// The function and its adjoint in one: from the pre-state to the post-state, the cotangents as `adjoint`
        /// leaves them.
    ] $($rest)* } };
    (@try_call $($rest:tt)*) => { $crate::__programs! { @plain [
        /// The function, checked in every build: what a check finds is returned, and the state is as it was when the
        /// check failed.
    ] $($rest)* } };
    (@try_inverse $($rest:tt)*) => { $crate::__programs! { @plain [
        /// The inverse, checked in every build: what a check finds is returned, and the state is as it was when the
        /// check failed.
    ] $($rest)* } };
    (@try_adjoint $($rest:tt)*) => { $crate::__programs! { @checked [
        /// The adjoint, after a run backwards and forwards that checks, in every build: what a check finds is returned,
        /// and the state is as it was when the check failed, and no cotangent has changed.
    ] $($rest)* } };

    // Of a function that returns a value.
    (@minus $($rest:tt)*) => { $crate::__programs! { @plain [
        /// Subtracts the value of the function from `y`.
    ] $($rest)* } };
    (@minus_adjoint $($rest:tt)*) => { $crate::__programs! { @checked [
        /// The adjoint of `y += f(…)`: subtracts the value from `y` and adds to the cotangents of the arguments.
    ] $($rest)* } };
    (@plus_sweep $($rest:tt)*) => { $crate::__programs! { @checked [
        /// `y += f(…)` and its adjoint in one.
    ] $($rest)* } };
    (@pull $($rest:tt)*) => { $crate::__programs! { @checked [
        /// Pulls the cotangent of the value back to the arguments, whose cotangents are added to; returns the value.
    ] $($rest)* } };
    (@try_pull $($rest:tt)*) => { $crate::__programs! { @checked [
        /// `pull`, after a run that checks, in every build: what a check finds is returned, and no cotangent has
        /// changed.
    ] $($rest)* } };

    // For callers.
    (@hidden $($rest:tt)*) => { $crate::__programs! { @shadowed [#[doc(hidden)]] $($rest)* } };
    (@record $($rest:tt)*) => {
        $crate::__private::when_alloc! { $crate::__programs! { @plain [#[doc(hidden)]] $($rest)* } }
    };
    (@replay $($rest:tt)*) => {
        $crate::__private::when_alloc! { $crate::__programs! { @shadowed [#[doc(hidden)]] $($rest)* } }
    };

    // In place of a gradient: a call is an error, by a bound that nothing satisfies.
    (@only_changed $($rest:tt)*) => { $crate::__programs! { @refused OnlyChanged [
        /// There is no gradient: see `sweep` and `adjoint`.
    ] $($rest)* } };
    (@one_number $($rest:tt)*) => { $crate::__programs! { @refused OneNumber [
        /// There is no gradient of a value of several numbers: see `gradient_with`.
    ] $($rest)* } };

    // The heads.
    (@plain [$($doc:tt)*] {
        [$($attr:tt)*] [$($vis:tt)*] [$($param:tt)*] $carried:tt [$($clause:tt)*] [$($plain:tt)*] $beside:tt $shadowed:tt
    } $name:ident [$($before:tt)*] [$($behind:tt)*] [$($value:tt)*] $body:tt) => {
        $($doc)*
        $($attr)*
        $($vis)* $name<$($param)*>($($before)* $($plain)* $($behind)*) $($value)* where $($clause)* $body
    };
    (@checked [$($doc:tt)*] {
        [$($attr:tt)*] [$($vis:tt)*] [$($param:tt)*] [$($carried:tt)*] [$($clause:tt)*] $plain:tt [$($beside:tt)*] $shadowed:tt
    } $name:ident [$($before:tt)*] [$($behind:tt)*] [$($value:tt)*] $body:tt) => {
        $($doc)*
        $($attr)*
        // Wrong lengths are the caller's.
        #[track_caller]
        $($vis)* $name<$($param)* $($carried)*>($($before)* $($beside)* $($behind)*) $($value)*
        where $($clause)* $body
    };
    (@shadowed [$($doc:tt)*] {
        [$($attr:tt)*] [$($vis:tt)*] [$($param:tt)*] [$($carried:tt)*] [$($clause:tt)*] $plain:tt $beside:tt [$($shadowed:tt)*]
    } $name:ident [$($before:tt)*] [$($behind:tt)*] [$($value:tt)*] $body:tt) => {
        $($doc)*
        $($attr)*
        $($vis)* $name<$($param)* $($carried)*>($($before)* $($shadowed)* $($behind)*) $($value)*
        where $($clause)* $body
    };
    (@refused $asked:ident [$($doc:tt)*] {
        [$($attr:tt)*] [$($vis:tt)*] [$($param:tt)*] $carried:tt [$($clause:tt)*] [$($plain:tt)*] $beside:tt $shadowed:tt
    } $name:ident [$($before:tt)*] [$($behind:tt)*] [$($value:tt)*] $body:tt) => {
        $crate::__private::when_alloc! {
            $($doc)*
            $($attr)*
            $($vis)* $name<$($param)*>($($before)* $($plain)* $($behind)*) $($value)*
            where $($clause)* for<'gradient> (): $crate::__private::$asked $body
        }
    };
}
