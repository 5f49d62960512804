//! `Option` and `Result` in parts, as the programs of ordinary functions keep them.

/// A value that is there or not: a truth value, and what is held.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is used as an `Option` or a `Result` whose parts are known",
    label = "what it holds needs a `Default`, which stands for it where there is nothing",
    note = "a function that returns an `Option` or a `Result` with numbers is marked `#[differentiable]`"
)]
pub trait Sum {
    /// What is held.
    type Held;
    /// Returns the parts.
    fn opened(self) -> (bool, Self::Held);
}

impl<T: Default> Sum for Option<T> {
    type Held = T;
    #[inline(always)]
    fn opened(self) -> (bool, T) {
        (self.is_some(), self.unwrap_or_default())
    }
}

impl<T: Default, E> Sum for Result<T, E> {
    type Held = T;
    #[inline(always)]
    fn opened(self) -> (bool, T) {
        (self.is_ok(), self.unwrap_or_default())
    }
}

/// Parts that are parts already: a recorded function returns them.
impl<T> Sum for (bool, T) {
    type Held = T;
    #[inline(always)]
    fn opened(self) -> (bool, T) {
        self
    }
}

/// What holds nothing.
impl Sum for bool {
    type Held = ();
    #[inline(always)]
    fn opened(self) -> (bool, ()) {
        (self, ())
    }
}

/// Returns the parts of an `Option` or a `Result`.
#[inline(always)]
pub fn opened<S: Sum>(sum: S) -> (bool, S::Held) {
    sum.opened()
}
