//! [`Instruction`]: the entries of the table of instructions as values, for interpreters, compilers and
//! documentation.
//!
//! A primitive computes a new number; an instruction changes its places and can be undone from their new values. The
//! law: running an instruction and then its [inverse](Instruction::inverse) restores every place. The adjoint takes
//! the state *after* the instruction, and maps the cotangent of the state after it to that of the state before it.

use core::fmt;

use crate::bijection::{self, Bijection, Counting, OnIntegers};
use crate::{Cotangent, Real};

/// The kind of places on which an instruction acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Places {
    /// Of any type.
    Anything,
    /// Numbers, part by part if they have parts, and signed integers.
    Signed,
    /// Numbers, part by part if they have parts.
    Linear,
    /// Real numbers.
    Real,
    /// The real and the imaginary part of one complex number.
    Complex,
    /// Integers, which have no cotangents.
    Integer,
}

impl fmt::Display for Places {
    /// Writes the places as a noun in the plural: `integers`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Anything => "values of any type",
            Self::Signed => "real and complex numbers, signed integers",
            Self::Linear => "real and complex numbers",
            Self::Real => "real numbers",
            Self::Complex => "complex numbers",
            Self::Integer => "integers",
        })
    }
}

macro_rules! places {
    (anything) => {
        Places::Anything
    };
    (signed) => {
        Places::Signed
    };
    (linear) => {
        Places::Linear
    };
    (real) => {
        Places::Real
    };
    (complex) => {
        Places::Complex
    };
    (integer) => {
        Places::Integer
    };
}

macro_rules! on_integers {
    (signed $Variant:ident $integers:ident) => {
        on_integers!(integer $Variant $integers)
    };
    (integer $Variant:ident $integers:ident) => {{
        let [n] = $integers else { return false };
        [*n] = bijection::$Variant::count([*n]);
        true
    }};
    ($group:ident $Variant:ident $integers:ident) => {
        false
    };
}

/// Splits the arguments of an instruction into those that it changes and those that it reads.
#[inline(always)]
fn split<T: Copy, const N: usize, const M: usize>(x: &[T]) -> ([T; N], [T; M]) {
    (core::array::from_fn(|i| x[i]), core::array::from_fn(|i| x[N + i]))
}

macro_rules! define_instruction {
    ($($group:ident { $(
        $(#[doc = $summary:literal])*
        $Variant:ident = $name:ident($($place:ident),+ $(; $read:ident)?)
            $(where ($($shared:ident = $shared_value:expr),+))? -> $values:tt
            { inverse: $Inverse:ident $(, adjoint: $bars:tt -> $pull:tt)? }
    )* })*) => {
        /// A bijection on the values of its places: an entry of the [table](crate::table).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Instruction { $($( $(#[doc = $summary])* $Variant, )*)* }

        impl Instruction {
            /// All instructions, in the order of the table.
            pub const ALL: &'static [Instruction] = &[$($( Self::$Variant, )*)*];

            /// Returns the name by which programs call it.
            pub const fn name(self) -> &'static str {
                match self { $($( Self::$Variant => stringify!($name), )*)* }
            }

            /// Returns its summary in the table.
            pub const fn summary(self) -> &'static str {
                match self { $($( Self::$Variant => concat!($($summary),*).trim_ascii(), )*)* }
            }

            /// Returns the names in the table of the places that it changes, which for a complex number are its
            /// parts, and of the numbers that it reads.
            pub const fn names(self) -> (&'static [&'static str], &'static [&'static str]) {
                match self { $($(
                    Self::$Variant => (&[$(stringify!($place)),+], &[$(stringify!($read))?]),
                )*)* }
            }

            /// Returns the kind of its places.
            pub const fn places(self) -> Places {
                match self { $($( Self::$Variant => places!($group), )*)* }
            }

            /// Returns the instruction that undoes this one.
            pub const fn inverse(self) -> Instruction {
                match self { $($( Self::$Variant => Self::$Inverse, )*)* }
            }

            /// Changes real places, which come first in `x`; the others are read. The parts of a complex number are two.
            pub fn apply<T: Real>(self, x: &mut [T]) {
                match self { $($( Self::$Variant => {
                    let (places, read) = split(x);
                    x.iter_mut().zip(bijection::$Variant::apply(places, read)).for_each(|(x, y)| *x = y);
                } )*)* }
            }

            /// Pulls the cotangents back, from the real places after the instruction: the cotangents of the places
            /// are replaced, those of the numbers that are read are added to.
            pub fn pull<T: Real, C: Cotangent<T>>(self, after: &[T], bars: &mut [C]) {
                match self { $($( Self::$Variant => {
                    let (places, read) = split(after);
                    let (before, added) =
                        bijection::$Variant::pull(places, read, core::array::from_fn(|i| bars[i]));
                    let (of_places, of_read) = bars.split_at_mut(before.len());
                    of_places.copy_from_slice(&before);
                    of_read.iter_mut().zip(added).for_each(|(bar, more)| *bar = bar.plus(more));
                } )*)* }
            }

            /// Changes integers; false if the instruction takes none.
            pub fn count<I: Counting>(self, integers: &mut [I]) -> bool {
                match self { $($( Self::$Variant => on_integers!($group $Variant integers), )*)* }
            }
        }
    };
}
crate::with_instructions!(define_instruction);

impl Instruction {
    /// Returns the instruction with this [name](Self::name).
    pub fn by_name(name: &str) -> Option<Instruction> {
        Self::ALL.iter().copied().find(|instruction| instruction.name() == name)
    }

    /// Returns the number of arguments.
    pub const fn arity(self) -> usize {
        self.changed() + self.names().1.len()
    }

    /// Returns the number of arguments that are changed; they come first, the others are only read.
    pub const fn changed(self) -> usize {
        match self.places() {
            Places::Complex => 1,
            Places::Anything | Places::Signed | Places::Linear | Places::Real | Places::Integer => {
                self.names().0.len()
            }
        }
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
