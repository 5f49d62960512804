//! [`Primitive`]: the entries of the table as values, for tapes, interpreters and compilers.
//!
//! All of it is generated: the variants, their properties, and the two ways to run one, [`value`] and [`partials`]. A
//! primitive selected by a constant is resolved at compile time.
//!
//! [`value`]: Primitive::value [`partials`]: Primitive::partials

use core::fmt;

use crate::domain::Domain;
use crate::{Real, partials};

/// Returns the arguments of a primitive as an array. Too few are an error of the caller, more are ignored.
#[inline(always)]
fn arguments<T: Copy, const N: usize>(x: &[T]) -> [T; N] {
    core::array::from_fn(|i| x[i])
}

/// Returns as many partials as the widest primitive has; the rest are zero.
#[inline(always)]
fn padded<T: Real, const N: usize>(partials: [T; N]) -> [T; 3] {
    core::array::from_fn(|i| if i < N { partials[i] } else { T::constant(0.0) })
}

macro_rules! symbol {
    (operator($symbol:tt $($assign:tt)*)) => {
        Some(stringify!($symbol))
    };
    ($($other:tt)*) => {
        None
    };
}

macro_rules! domains {
    (($($domain:ident),+)) => {
        &[$(Domain::$domain),+]
    };
    ($domain:ident) => {
        &[Domain::$domain]
    };
}

macro_rules! define_primitive {
    ($($group:ident { $(
        $(#[doc = $summary:literal])*
        $Variant:ident = $name:ident($x:ident $(, $more:ident)* $(; $n:ident)?) -> $y:ident {
            $source:ident $(($($how:tt)*))?, $partials:tt, $domain:tt
            $(, inverse: $inverse:ident)?
            $(, singular: $singular:literal => $clearance:expr)?
            $(, differentiable: $differentiable:literal)?
        }
    )* })*) => {
        /// A differentiable pure function of one to three real numbers: an entry of the [table](crate::table).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Primitive { $($( $(#[doc = $summary])* $Variant, )*)* }

        impl Primitive {
            /// All primitives, in the order of the table.
            pub const ALL: &'static [Primitive] = &[$($( Self::$Variant, )*)*];

            /// Returns the name of the method that computes it: `"ln"`, `"add"`.
            pub const fn name(self) -> &'static str {
                match self { $($( Self::$Variant => stringify!($name), )*)* }
            }

            /// Returns the operator that denotes it, if it has one: `"+"`, `"-"` (for the difference and the
            /// negative), …
            pub const fn symbol(self) -> Option<&'static str> {
                match self { $($( Self::$Variant => symbol!($source $(($($how)*))?), )*)* }
            }

            /// Returns the number of real arguments. An integer exponent is a parameter and does not count.
            pub const fn arity(self) -> usize {
                self.parameters().len()
            }

            /// Returns the names of the real arguments in the table.
            pub const fn parameters(self) -> &'static [&'static str] {
                match self { $($( Self::$Variant => &[stringify!($x) $(, stringify!($more))*], )*)* }
            }

            /// True if the primitive takes an exact integer exponent besides its real arguments.
            pub const fn takes_exponent(self) -> bool {
                match self { $($( Self::$Variant => !<[&str]>::is_empty(&[$(stringify!($n))?]), )*)* }
            }

            /// Returns its summary in the table.
            pub const fn summary(self) -> &'static str {
                match self { $($( Self::$Variant => concat!($($summary),*).trim_ascii(), )*)* }
            }

            /// Returns the primitive with this [name](Self::name).
            pub fn by_name(name: &str) -> Option<Primitive> {
                match name {
                    $($( stringify!($name) => Some(Self::$Variant), )*)*
                    _ => None,
                }
            }

            /// False for functions that are constant between their jumps: their derivative is declared to be zero.
            pub const fn is_differentiable(self) -> bool {
                match self { $($( Self::$Variant => [$($differentiable,)? true][0], )*)* }
            }

            /// The primitive `g` with `g(f(x)) = x` for all `x` in the domain of this primitive `f`.
            pub const fn inverse(self) -> Option<Primitive> {
                match self { $($( Self::$Variant => [$(Some(Self::$inverse),)? None][0], )*)* }
            }

            /// The place where each argument may lie.
            pub const fn domain(self) -> &'static [Domain] {
                match self { $($( Self::$Variant => domains!($domain), )*)* }
            }

            /// The places of kinks, jumps and poles in words; none where the primitive is smooth on its domain.
            pub const fn singularities(self) -> Option<&'static str> {
                match self { $($( Self::$Variant => [$(Some($singular),)? None][0], )*)* }
            }

            /// Returns the distance of `x` from the nearest [singularity](Self::singularities), in a scale of the
            /// primitive's own: zero exactly at one, infinite if there is none. A finite difference across a
            /// singularity is not a derivative, and this detects it.
            #[allow(unused_variables)]
            pub fn clearance(self, x: &[f64], exponent: i32) -> f64 {
                match self { $($( Self::$Variant => {
                    let [$x $(, $more)*] = arguments(x);
                    $(let $n = exponent;)?
                    f64::abs([$($clearance,)? f64::INFINITY][0])
                } )*)* }
            }

            /// The value at `x`, of which the first [`arity`](Self::arity) numbers are read. Only an integer power
            /// reads `exponent`.
            #[inline]
            pub fn value<T: Real>(self, x: &[T], exponent: i32) -> T {
                match self { $($( Self::$Variant => {
                    let [$x $(, $more)*] = arguments(x);
                    $(let $n = exponent;)?
                    $x.$name($($more),* $($n)?)
                } )*)* }
            }

            /// The partial derivatives at `x`, where the value is `y`: the first [`arity`](Self::arity) numbers
            /// count, the rest are zero.
            #[inline]
            pub fn partials<T: Real>(self, x: &[T], y: T, exponent: i32) -> [T; 3] {
                match self { $($( Self::$Variant => {
                    let [$x $(, $more)*] = arguments(x);
                    $(let $n = exponent;)?
                    padded(partials::$name($x, $($more,)* y $(, $n)?))
                } )*)* }
            }
        }
    };
}

crate::with_primitives!(define_primitive);

impl fmt::Display for Primitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
