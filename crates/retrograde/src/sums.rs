//! `Option` and `Result` in parts, as the programs of ordinary functions keep them.

/// A value that is there or not: a truth value, and what is held.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is used as an `Option` or a `Result` whose parts are known",
    label = "what it holds needs a `Default`, which stands for it where there is nothing",
    note = "a function that returns an `Option` or a `Result` with numbers is marked `#[differentiable]`"
)]
pub trait Sum {
    /// The value that is held.
    type Held;
    /// Returns the parts.
    fn opened(self) -> (bool, Self::Held);
    /// True if a value is held.
    fn is_there(&self) -> bool;
}

impl<T: Default> Sum for Option<T> {
    type Held = T;
    #[inline(always)]
    fn opened(self) -> (bool, T) {
        (self.is_some(), self.unwrap_or_default())
    }
    #[inline(always)]
    fn is_there(&self) -> bool {
        self.is_some()
    }
}

impl<T: Default, E> Sum for Result<T, E> {
    type Held = T;
    #[inline(always)]
    fn opened(self) -> (bool, T) {
        (self.is_ok(), self.unwrap_or_default())
    }
    #[inline(always)]
    fn is_there(&self) -> bool {
        self.is_ok()
    }
}

/// Parts that are parts already: a recorded function returns them.
impl<T> Sum for (bool, T) {
    type Held = T;
    #[inline(always)]
    fn opened(self) -> (bool, T) {
        self
    }
    #[inline(always)]
    fn is_there(&self) -> bool {
        self.0
    }
}

/// Returns the parts of an `Option` or a `Result`.
#[inline(always)]
pub fn opened<S: Sum>(sum: S) -> (bool, S::Held) {
    sum.opened()
}

/// A value that is there or not, of a type that need have no default.
pub trait SumOr<T> {
    /// Returns the parts, with another value where none is held.
    fn opened_or(self, other: impl FnOnce() -> T) -> (bool, T);
}

impl<T> SumOr<T> for Option<T> {
    #[inline(always)]
    fn opened_or(self, other: impl FnOnce() -> T) -> (bool, T) {
        (self.is_some(), self.unwrap_or_else(other))
    }
}

impl<T, E> SumOr<T> for Result<T, E> {
    #[inline(always)]
    fn opened_or(self, other: impl FnOnce() -> T) -> (bool, T) {
        (self.is_ok(), self.unwrap_or_else(|_| other()))
    }
}

impl<T> SumOr<T> for (bool, T) {
    #[inline(always)]
    fn opened_or(self, _: impl FnOnce() -> T) -> (bool, T) {
        self
    }
}

/// Returns the parts of an `Option` or a `Result`, with another value where none is held.
#[inline(always)]
pub fn opened_or<T>(sum: impl SumOr<T>, other: impl FnOnce() -> T) -> (bool, T) {
    sum.opened_or(other)
}

/// True if a value is there.
#[inline(always)]
pub fn passes<S: Sum>(sum: S) -> bool {
    sum.is_there()
}

/// A value that a place takes: that of its type, or an `Option` or a `Result` in parts, of which what is held need have no default.
pub trait Put<P> {
    /// Puts the value into a place.
    fn put(self, place: &mut P);
}

impl<T> Put<T> for T {
    #[inline(always)]
    fn put(self, place: &mut T) {
        *place = self;
    }
}

impl<T> Put<(bool, T)> for Option<T> {
    #[inline(always)]
    fn put(self, place: &mut (bool, T)) {
        match self {
            Some(held) => *place = (true, held),
            None => place.0 = false,
        }
    }
}

impl<T, E> Put<(bool, T)> for Result<T, E> {
    #[inline(always)]
    fn put(self, place: &mut (bool, T)) {
        self.ok().put(place);
    }
}

/// A value that holds nothing.
impl<E> Put<(bool, bool)> for Result<(), E> {
    #[inline(always)]
    fn put(self, place: &mut (bool, bool)) {
        *place = (self.is_ok(), false);
    }
}

/// Puts the value of a call into a place.
#[inline(always)]
pub fn put<P>(value: impl Put<P>, place: &mut P) {
    value.put(place);
}

/// The value that an `Option` holds, where a test has found that it holds something (`ir/payload.rs` of the compiler).
#[allow(non_snake_case)]
pub trait Held {
    /// The type of what is held.
    type Item;
    /// Returns what a value holds.
    fn __Some_0(&self) -> &Self::Item;
    /// Returns what a shadow holds.
    fn __Some_0_bar(&mut self) -> &mut Self::Item;
}

impl<T> Held for Option<T> {
    type Item = T;
    #[inline(always)]
    fn __Some_0(&self) -> &T {
        match self {
            Some(held) => held,
            None => crate::__private::other_variant(),
        }
    }
    #[inline(always)]
    fn __Some_0_bar(&mut self) -> &mut T {
        match self {
            Some(held) => held,
            None => crate::__private::other_variant(),
        }
    }
}

/// A mark that nothing has: a method that changes its receiver and has a value was called as one that changes nothing.
#[diagnostic::on_unimplemented(
    message = "this method changes its receiver and has a value, which its caller does not see",
    label = "called as if it changed nothing",
    note = "write the receiver as an argument, by the name of its type, and bind the value: `let y = Filter::process(&mut filter, x);`, or `let _ = …` where it is not used"
)]
pub trait ChangesReceiver {
    /// Never returns.
    fn never(self) -> core::convert::Infallible;
}
