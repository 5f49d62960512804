//! [`Extra`]: the primitives that the target calculus adds to the core calculus.
//!
//! They are dual numbers, backpropagators, identifiers, persistent maps and mutable arrays. A program of the target
//! calculus is a program of the core calculus in which host primitives denote these.

use crate::prim::Prim;

/// Declares the primitives with their names and numbers of arguments.
macro_rules! extras {
    ($($(#[$doc:meta])* $Variant:ident = $name:literal, $arity:literal)*) => {
        /// A primitive of the target calculus. Each takes one argument; several are passed as pairs nested to the
        /// right.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Extra { $($(#[$doc])* $Variant,)* }

        impl Extra {
            /// All of them; the number of a host primitive is an index into this list.
            pub const ALL: &'static [Extra] = &[$(Extra::$Variant),*];

            /// Returns its name in programs.
            pub const fn name(self) -> &'static str {
                match self { $(Extra::$Variant => $name,)* }
            }

            /// Returns the number of its arguments.
            pub const fn arity(self) -> usize {
                match self { $(Extra::$Variant => $arity,)* }
            }
        }
    };
}

extras! {
    /// Makes a dual number of a number and its second component.
    Dual = "dual", 2
    /// True if a value is a dual number.
    IsDual = "dual?", 1
    /// Converts a dual number to a pair.
    Parts = "parts", 1
    /// Returns the primal number of a dual number.
    Value = "value", 1
    /// Marks a procedure as a backpropagator: it is linear, and its calls are counted one by one.
    Linear = "linear", 1
    /// Marks a procedure that adds a cotangent to its element of the collector: its calls count as work of the
    /// collector.
    OneHot = "one-hot", 1
    /// Returns the first identifier.
    First = "first", 0
    /// Returns the identifier after this one.
    Next = "next", 1
    /// Returns the identifier before this one.
    Previous = "previous", 1
    /// True if this is the first identifier.
    IsFirst = "first?", 1
    /// Returns the empty map.
    MapEmpty = "map-empty", 0
    /// True if a map is empty.
    IsMapEmpty = "map-empty?", 1
    /// True if a map has an entry at this identifier.
    MapHas = "map-has?", 2
    /// Returns the entry of a map.
    MapGet = "map-get", 2
    /// Returns the map with another entry.
    MapPut = "map-put", 3
    /// Returns the map without the entry.
    MapRemove = "map-remove", 2
    /// Returns the highest identifier of a map.
    MapTop = "map-top", 1
    /// Merges two maps of staged calls. Two calls of one backpropagator become one: f x + f y = f (x + y).
    MapUnion = "map-union", 2
    /// Increases the scalar at an identifier of a map.
    MapAdd = "map-add", 3
    /// Returns the scalar at an identifier, or 0 if there is none.
    MapAt = "map-at", 2
    /// Makes a mutable array of a given length, filled with a value. Every use of an array returns a new name for it
    /// and invalidates the old one.
    Array = "array", 2
    /// Returns an element, and the array.
    ArrayGet = "array-get", 2
    /// Replaces an element; returns the array.
    ArraySet = "array-set", 3
    /// Increases a scalar of an array; returns the array.
    ArrayAdd = "array-add", 3
    /// Appends an element; returns its identifier, and the array.
    ArrayPush = "array-push", 2
    /// Makes the array immutable; it may then be used any number of times.
    Freeze = "freeze", 1
    /// Returns an element of a frozen array.
    At = "at", 2
    /// Returns the length of a frozen array.
    Size = "size", 1
    /// Returns the second argument; counts a visit to what was the backpropagator with this identifier in earlier
    /// stages.
    Visit = "visit", 2
}

impl Extra {
    /// Returns it as a primitive of the core calculus.
    pub fn prim(self) -> Prim {
        Prim::Host(self as u16)
    }

    /// Returns the primitive with this number.
    pub fn from_host(number: u16) -> Option<Extra> {
        Extra::ALL.get(usize::from(number)).copied()
    }
}
