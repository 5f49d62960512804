//! The machine numbers that kernels in lanes work on.
//!
//! A number type says which of them it is, and shows its numbers as such: Rust has no specialisation.

/// One thing of `f64`, or another of `f32`; without more, the name of that type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain<D = (), S = ()> {
    /// Of `f64`.
    Double(D),
    /// Of `f32`.
    Single(S),
}
