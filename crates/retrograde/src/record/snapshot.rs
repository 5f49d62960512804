//! Copies of whole values, which the reverse pass puts back.

use alloc::vec::Vec;

/// A value of which a program keeps a copy: a structure that a function changes, and a slice of such.
#[diagnostic::on_unimplemented(
    message = "the reverse pass keeps a copy of `{Self}`, which is not `Clone`",
    label = "this is changed, and put back by the reverse pass",
    note = "write `#[derive(Clone)]` before the type"
)]
pub trait Snapshot {
    /// The type of the copy.
    type Copy;
    /// Copies it.
    fn snapshot(&self) -> Self::Copy;
}

#[diagnostic::do_not_recommend]
impl<V: Clone> Snapshot for V {
    type Copy = V;
    #[inline]
    fn snapshot(&self) -> V {
        self.clone()
    }
}

#[diagnostic::do_not_recommend]
impl<E: Clone> Snapshot for [E] {
    type Copy = Vec<E>;
    #[inline]
    fn snapshot(&self) -> Vec<E> {
        self.to_vec()
    }
}
