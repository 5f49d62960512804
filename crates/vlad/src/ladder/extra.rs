//! [`Extra`]: what the target calculus has beyond the core calculus.
//!
//! Numbers with something beside them, backpropagators, identifiers, persistent maps and mutable arrays. A program of the
//! target calculus is one of the core whose host primitives are these.

use crate::prim::Prim;

/// Declares the primitives with their names and the number of their arguments.
macro_rules! extras {
    ($($(#[$doc:meta])* $Variant:ident = $name:literal, $arity:literal)*) => {
        /// A primitive of the target calculus. Each takes one argument; those of several take pairs nested to the right.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Extra { $($(#[$doc])* $Variant,)* }

        impl Extra {
            /// All of them; a host primitive of the target calculus is a number in this list.
            pub const ALL: &'static [Extra] = &[$(Extra::$Variant),*];

            /// Its name in programs.
            pub const fn name(self) -> &'static str {
                match self { $(Extra::$Variant => $name,)* }
            }

            /// How many arguments it takes.
            pub const fn arity(self) -> usize {
                match self { $(Extra::$Variant => $arity,)* }
            }
        }
    };
}

extras! {
    /// A dual number: a number, and what is beside it.
    Dual = "dual", 2
    /// Whether a value is a dual number.
    IsDual = "dual?", 1
    /// A dual number as a pair.
    Parts = "parts", 1
    /// The number in a dual number.
    Value = "value", 1
    /// Makes a procedure a backpropagator: it is linear, and its calls are counted one by one.
    Linear = "linear", 1
    /// Makes a procedure one that carries a cotangent to its place in the collector: its calls are the collector's work.
    OneHot = "one-hot", 1
    /// The first identifier.
    First = "first", 0
    /// The identifier after this one.
    Next = "next", 1
    /// The identifier before this one.
    Previous = "previous", 1
    /// Whether this is the first identifier.
    IsFirst = "first?", 1
    /// The map without entries.
    MapEmpty = "map-empty", 0
    /// Whether a map has no entries.
    IsMapEmpty = "map-empty?", 1
    /// Whether a map has an entry at this identifier.
    MapHas = "map-has?", 2
    /// The entry of a map.
    MapGet = "map-get", 2
    /// A map with another entry.
    MapPut = "map-put", 3
    /// A map without the entry.
    MapRemove = "map-remove", 2
    /// The highest identifier of a map.
    MapTop = "map-top", 1
    /// The entries of two maps of staged calls; calls of one backpropagator become one: f x + f y = f (x + y).
    MapUnion = "map-union", 2
    /// A map of scalars, that at an identifier increased.
    MapAdd = "map-add", 3
    /// The scalar at an identifier, 0 where there is none.
    MapAt = "map-at", 2
    /// A mutable array of a length, filled. Every use of an array makes another name for it and ends the old one.
    Array = "array", 2
    /// An element, and the array.
    ArrayGet = "array-get", 2
    /// The array with another element.
    ArraySet = "array-set", 3
    /// The array of scalars with one of them increased.
    ArrayAdd = "array-add", 3
    /// The identifier of a new last element, and the array.
    ArrayPush = "array-push", 2
    /// The array, never to be changed again: it may be used as often as one likes.
    Freeze = "freeze", 1
    /// An element of a frozen array.
    At = "at", 2
    /// The length of a frozen array.
    Size = "size", 1
    /// The second argument; counts a visit to what was the backpropagator with this identifier.
    Visit = "visit", 2
}

impl Extra {
    /// It as a primitive of the core calculus.
    pub fn prim(self) -> Prim {
        Prim::Host(self as u16)
    }

    /// The extra primitive with this number.
    pub fn from_host(number: u16) -> Option<Extra> {
        Extra::ALL.get(usize::from(number)).copied()
    }
}
