//! Traits of other crates for the numbers of this one, so that code that is generic over them differentiates as it stands.
//!
//! Rust lets only the crate of a type or of a trait join the two. The same text serves [`Dual`] here and the active numbers of
//! the tape: it is a macro, which the tape invokes, too. Law: a method has the value of the same method of `f64`, and
//! the derivative that the rule table gives; what tells a branch looks at values only.
//!
//! [`Dual`]: crate::Dual

#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(feature = "num-traits")]
mod num_traits;
