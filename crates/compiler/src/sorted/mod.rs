//! Sets and maps whose items are sorted in a vector.
//!
//! Those of this crate are small, are looked at more often than changed, and are visited in order, so that what is emitted is the same
//! each time. A B-tree of the standard library does this too, and brings four thousand lines for the code generator with each new pair
//! of types; these bring some hundred. An insertion moves what is behind it: into a set of n items it takes O(n) time, and O(log n) to
//! find the place; items that come in order are put at the end.

mod map;
mod set;

pub use map::{Entry, Map};
pub use set::Set;
