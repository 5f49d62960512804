//! What methods do with arrays that are lent to them: `__step_scratch()` returns one of these types for each parameter.
//!
//! Law: an array that its lender has another use for is never lent as scratch, which forgets what it holds. A free function
//! says which of its parameters are scratch in a constant (`NoScratch`); a method has no type of its own that could hold one, so
//! it says it in the type that a method beside it returns. Code that never runs compares the answers.

use core::marker::PhantomData;

/// The parameter is no scratch: the method leaves there what its inverse needs.
#[derive(Clone, Copy, Debug)]
pub struct AsState;

/// The parameter is `#[scratch]`: the method clears it and forgets what it holds.
#[derive(Clone, Copy, Debug)]
pub struct AsScratch;

/// An answer that is known as a constant.
#[derive(Clone, Copy, Debug)]
pub struct Answer<const SCRATCH: bool>;

/// An answer as a type.
pub trait Typed {
    /// `AsScratch` or `AsState`.
    type Lent;
    /// The only value of it.
    const LENT: Self::Lent;
}

impl Typed for Answer<false> {
    type Lent = AsState;
    const LENT: AsState = AsState;
}

impl Typed for Answer<true> {
    type Lent = AsScratch;
    const LENT: AsScratch = AsScratch;
}

/// The answer of a function whose constant is known.
pub fn known<const SCRATCH: bool>() -> <Answer<SCRATCH> as Typed>::Lent
where
    Answer<SCRATCH>: Typed,
{
    <Answer<SCRATCH> as Typed>::LENT
}

/// A method that answers and is named by its path: `Receiver` is `()`, or `To<S>` where it takes `&self`.
pub trait Answers<Receiver> {
    /// One type for each parameter.
    type Lent;
}

/// The receiver of a method that answers.
#[derive(Debug)]
pub struct To<S: ?Sized>(PhantomData<S>);

impl<F: Fn() -> L, L> Answers<()> for F {
    type Lent = L;
}

impl<F: Fn(&S) -> L, S: ?Sized, L> Answers<To<S>> for F {
    type Lent = L;
}

/// The answers of a method that is named by its path; called only in code that never runs.
pub fn of<Receiver, F: Answers<Receiver>>(_: F) -> F::Lent {
    unreachable!()
}

/// Storage that keeps what it holds while it is lent.
#[diagnostic::on_unimplemented(
    message = "storage that has another use is passed as scratch, whose values are overwritten",
    label = "this method takes it as `#[scratch]`",
    note = "pass a local that has no other use, or mark the parameter that is passed here with `#[scratch]`"
)]
pub trait Keeps {}

impl Keeps for AsState {}

/// Asks that a parameter is no scratch.
pub fn keeps<L: Keeps>(_: L) {}

/// An answer that agrees with that of an earlier call, `First`.
#[diagnostic::on_unimplemented(
    message = "the same storage is state of one call and scratch of another",
    label = "an earlier call takes it otherwise",
    note = "scratch is overwritten: pass a local that has no other use"
)]
pub trait Agrees<First> {}

impl Agrees<i32> for AsState {}
impl Agrees<u8> for AsScratch {}

/// The answer of the calls that a local is lent to, as an integer type that rustc infers from the first of them. It is an
/// integer so that a type is found as well if passes have removed all those calls.
#[derive(Debug)]
pub struct Loan<L>(pub L);

impl<L> Loan<L> {
    /// A call that the local is lent to.
    pub fn to<A: Agrees<L>>(&self, _: A) {}
}
