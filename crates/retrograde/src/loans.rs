//! The properties of parameters: which ones are scratch, and on which ones a function decides.
//!
//! Laws: an array that its lender has another use for is never lent as scratch, which forgets what it holds. A float that
//! changes after a call, and so comes back to rounding only, is no argument that the callee decides on: the reverse pass
//! might decide differently.
//!
//! A free function says which of its parameters are scratch in a constant (`NoScratch`), and what it decides on in a constant
//! function, `__decides`, which asks those of its callees ([`Decides`]). A method has no type of its own that could hold
//! them, so it says both in the types that a method beside it returns, `__step_loans()`: one for each parameter, and one that
//! is [`Deciding`]. Code that never runs compares the answers.

use crate::Reversible;
use core::marker::PhantomData;
use retrograde_rules::Real;

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

/// Returns the answer of a function as a type.
pub fn known<const SCRATCH: bool>() -> <Answer<SCRATCH> as Typed>::Lent
where
    Answer<SCRATCH>: Typed,
{
    <Answer<SCRATCH> as Typed>::LENT
}

/// A method that answers and is named by its path: `Receiver` is `()`, or `To<&S>` where it takes `&self`.
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

impl<'a, F: Fn(&'a S) -> L, S: ?Sized + 'a, L> Answers<To<&'a S>> for F {
    type Lent = L;
}

/// Returns the answers of a method that is named by its path; called only in code that never runs.
pub fn of<Receiver, F: Answers<Receiver>>(_: F) -> F::Lent {
    unreachable!()
}

/// An answer that a parameter is not scratch.
#[diagnostic::on_unimplemented(
    message = "storage that has another use is passed as scratch, whose values are overwritten",
    label = "this method takes it as `#[scratch]`",
    note = "pass a local that has no other use, or mark the parameter that is passed here with `#[scratch]`"
)]
pub trait Keeps {}

impl Keeps for AsState {}

/// Checks that a parameter is not scratch.
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

/// The answers of the calls to which a local is passed, as an integer type that rustc infers from the first of them.
/// It is an integer so that the type is known even if passes have removed all those calls.
#[derive(Debug)]
pub struct Loan<L>(pub L);

impl<L> Loan<L> {
    /// Adds a call to which the local is passed.
    pub fn to<A: Agrees<L>>(&self, _: A) {}
}

/// The parameters that a function decides on, a bit for each: those that conditions, bounds, indices and exact updates read
/// as floats, in the function itself or in what it calls. And those that it changes and does not restore to the bit.
///
/// It is also the walk through the callees that finds them. Functions may call one another, so the walk ends after some
/// levels, when all of them have been seen, and after many calls, when all parameters are said to decide.
#[derive(Clone, Copy, Debug)]
pub struct Decides {
    called: u64,
    uncalled: u64,
    rounds: u64,
    levels: u32,
    calls: u32,
    alone: bool,
}

/// The decisions of a callee that a caller takes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Called: those of its inverse when the caller is undone.
    Called,
    /// Uncalled: the other way round.
    Uncalled,
    /// Run in both directions: its value is computed again, or it stands in what is undone on the way forward.
    Both,
}

impl Decides {
    /// Nothing yet.
    pub const START: Decides =
        Decides { called: 0, uncalled: 0, rounds: 0, levels: 32, calls: 1000, alone: false };

    /// Adds parameters: those that the reverse pass decides on after a call, and after an uncall.
    #[must_use]
    pub const fn on(self, called: u64, uncalled: u64) -> Decides {
        Decides { called: self.called | called, uncalled: self.uncalled | uncalled, ..self }
    }

    /// Notes that it runs with one number at a time: it compares numbers, or it is not generic over them.
    #[must_use]
    pub const fn alone(self) -> Decides {
        Decides { alone: true, ..self }
    }

    /// True if it runs with vectors in place of numbers: it is generic over `Real`, and neither it nor what it calls compares any.
    pub const fn runs_together(&self) -> bool {
        !self.alone
    }

    /// True if callees are asked no more.
    pub const fn ends(&self) -> bool {
        self.levels == 0 || self.calls == 0
    }

    /// The walk through a callee.
    #[must_use]
    pub const fn inner(self) -> Decides {
        Decides { levels: self.levels - 1, calls: self.calls - 1, ..Decides::START }
    }

    /// Adds parameters that the reverse pass restores to rounding only.
    #[must_use]
    pub const fn rounding(self, rounds: u64) -> Decides {
        Decides { rounds: self.rounds | rounds, ..self }
    }

    /// Adds what a callee decides on, each parameter of it with the own parameters that its argument is computed of; and what
    /// it rounds, each with the own parameter that is lent to it.
    #[must_use]
    pub const fn with(
        mut self,
        callee: Decides,
        handed: &[(u32, u64, Turn)],
        lent: &[(u32, u64)],
    ) -> Decides {
        let mut i = 0;
        while i < handed.len() {
            let (at, own, turn) = handed[i];
            let (called, uncalled) = callee.answers(at, turn);
            self = self.on(if called { own } else { 0 }, if uncalled { own } else { 0 });
            i += 1;
        }
        i = 0;
        while i < lent.len() {
            let (at, own) = lent[i];
            self = self.rounding(if callee.is_rounding(at) { own } else { 0 });
            i += 1;
        }
        self.calls = callee.calls;
        self.alone |= callee.alone;
        if self.calls == 0 { self.on(u64::MAX, u64::MAX).rounding(u64::MAX).alone() } else { self }
    }

    /// True if a parameter is restored to rounding only.
    pub const fn is_rounding(&self, at: u32) -> bool {
        self.rounds >> at & 1 != 0
    }

    /// True if the callee decides on a parameter when the caller is undone, and when that is undone.
    const fn answers(&self, at: u32, turn: Turn) -> (bool, bool) {
        let (called, uncalled) = (self.called >> at & 1 != 0, self.uncalled >> at & 1 != 0);
        match turn {
            Turn::Called => (called, uncalled),
            Turn::Uncalled => (uncalled, called),
            Turn::Both => (called || uncalled, called || uncalled),
        }
    }

    /// True if a caller that is undone makes the callee decide on a parameter once more.
    pub const fn is_on(&self, at: u32, turn: Turn) -> bool {
        self.answers(at, turn).0
    }

    /// The parameters on which the reverse pass decides after a call.
    pub const fn when_called(&self) -> u64 {
        self.called
    }

    /// The parameters on which the reverse pass decides after an uncall.
    pub const fn when_uncalled(&self) -> u64 {
        self.uncalled
    }

    /// Returns the arguments on which the inverse decides.
    #[must_use]
    pub const fn inverted(self) -> Decides {
        Decides { called: self.uncalled, uncalled: self.called, ..self }
    }

    /// Returns the arguments on which one of two functions with the same parameters decides.
    #[must_use]
    pub const fn and(self, other: Decides) -> Decides {
        Decides { alone: self.alone || other.alone, ..self.on(other.called, other.uncalled) }
    }

    /// Gathers two parameters, each of which stands for several.
    #[must_use]
    pub const fn gathered(self, first: u64, second: u64) -> Decides {
        const fn bits(of: u64, first: u64, second: u64) -> u64 {
            (of & first != 0) as u64 | ((of & second != 0) as u64) << 1
        }
        let (called, uncalled) = (bits(self.called, first, second), bits(self.uncalled, first, second));
        Decides { called, uncalled, ..self }
    }
}

/// The arguments on which a method decides, as a type.
pub trait Deciding {
    /// The parameters.
    const DECIDES: Decides;
}

/// A method that decides on these parameters.
#[derive(Clone, Copy, Debug)]
pub struct On<const CALLED: u64, const UNCALLED: u64>;

impl<const CALLED: u64, const UNCALLED: u64> Deciding for On<CALLED, UNCALLED> {
    const DECIDES: Decides = Decides::START.on(CALLED, UNCALLED);
}

/// A method that hands its parameters `OWN` on as the parameter `AT` of `Callee`, beside what else it does.
#[derive(Debug)]
pub struct Handed<Callee, Rest, const AT: u32, const OWN: u64, const TURN: u8>(PhantomData<(Callee, Rest)>);

impl<Callee: Deciding, Rest: Deciding, const AT: u32, const OWN: u64, const TURN: u8> Deciding
    for Handed<Callee, Rest, AT, OWN, TURN>
{
    const DECIDES: Decides = {
        let (called, uncalled) = Callee::DECIDES.answers(AT, turn(TURN));
        Rest::DECIDES.on(if called { OWN } else { 0 }, if uncalled { OWN } else { 0 })
    };
}

const fn turn(number: u8) -> Turn {
    match number {
        0 => Turn::Called,
        1 => Turn::Uncalled,
        _ => Turn::Both,
    }
}

/// Adds what a method does that is called; in code that never runs.
pub fn handed<const AT: u32, const OWN: u64, const TURN: u8, Callee: Deciding, Rest: Deciding>(
    _: Callee,
    _: Rest,
) -> Handed<Callee, Rest, AT, OWN, TURN> {
    Handed(PhantomData)
}

/// Asks that a method does not decide on a parameter.
#[inline(always)]
pub fn undecided<const AT: u32, const TURN: u8, D: Deciding>(_: D) {
    const { assert!(!D::DECIDES.is_on(AT, turn(TURN)), "{}", DECIDES_ON_ROUNDED) }
}

/// Asks that a function as a value does not decide on its state, `AT = 0`, or its inputs, `AT = 1`.
#[inline(always)]
pub fn undecided_value<const AT: u32, const TURN: u8, T: Real, F: Reversible<T> + ?Sized>(_: &F) {
    const { assert!(!F::__DECIDES.is_on(AT, turn(TURN)), "{}", DECIDES_ON_ROUNDED) }
}

const DECIDES_ON_ROUNDED: &str = "this call decides on a float that changes afterwards and comes back to rounding only: the \
    reverse pass might decide differently. Call it after the last change, hand over the decision as a bool or an integer, keep it \
    in the callee (`#[keep(log)]`), or accept it with `#[rounded]` before the call (docs/laws/R08.md)";
