//! Data in an expression that does not affect its value.
//!
//! Passes compare and hash expressions: two that compute the same are equal, wherever they were written. Law: all
//! values in [`Unseen`] are equal and have the same hash, so no decision of a pass may depend on one.

use proc_macro2::Span;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// A value that comparisons ignore.
#[derive(Clone, Copy, Debug)]
pub struct Unseen<T>(pub T);

/// A place in the text.
pub type At = Unseen<Span>;

impl<T> PartialEq for Unseen<T> {
    fn eq(&self, _: &Unseen<T>) -> bool {
        true
    }
}

impl<T> Eq for Unseen<T> {}

impl<T> Hash for Unseen<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<T> Deref for Unseen<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> From<T> for Unseen<T> {
    fn from(value: T) -> Unseen<T> {
        Unseen(value)
    }
}

impl From<At> for Span {
    fn from(at: At) -> Span {
        at.0
    }
}

impl From<At> for crate::law::Extent {
    fn from(at: At) -> crate::law::Extent {
        at.0.into()
    }
}
