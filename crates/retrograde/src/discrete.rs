//! What a cast to a real loses nothing of: integers.
//!
//! The compiler takes a field that is cast, `mesh.n as f64`, for an integer, and its tokens do not tell otherwise. Emitted code says
//! so to rustc. Law: no float has this trait, so that a field with a cotangent is not cast unnoticed.

/// An integer.
#[diagnostic::on_unimplemented(
    message = "a cast of a field of type `{Self}` would lose its cotangent",
    label = "this field is no integer, and its cast has no partials",
    note = "a field of the function's own real type is used without a cast",
    note = "where the value alone is meant, say so before: `#[inactive] let w = &s.w;`"
)]
pub trait Discrete: Copy {}

macro_rules! discrete {
    ($($Integer:ty)*) => { $(impl Discrete for $Integer {})* };
}
discrete! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

/// The value itself.
#[inline(always)]
pub const fn discrete<N: Discrete>(value: N) -> N {
    value
}
