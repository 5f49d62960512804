//! Integers whose type another expression tells.
//!
//! The reverse pass of `let mut k = 1; while k < LIMIT { k *= 10; }` has the literal alone. Law: [`told`] is its first argument, and the
//! second never runs: it names what tells rustc the type.

/// Returns a value of the type that a function takes.
#[inline(always)]
pub fn told<T, R>(value: T, _: impl FnOnce(T) -> R) -> T {
    value
}
