//! [`Wire`]: numbers that can be sent.

use retrograde::{Cotangent, Dual, Real};

/// A number that can be sent to another rank: it is some `f64`s, and a linear map acts on each of them alone.
///
/// An [`Active`](retrograde::Active) is not one: its history is on the tape of its own rank. Mark the function
/// `#[differentiable]` or `#[reversible]` instead.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be sent to another rank",
    note = "`f64`, `f32` and their dual numbers can; for a reverse pass, mark the function `#[reversible]` or `#[differentiable]`"
)]
pub trait Wire: Real {
    /// The number of `f64`s.
    const WORDS: usize;
    /// Appends them.
    fn words(self, to: &mut Vec<f64>);
    /// Returns the number that they are.
    fn of_words(words: &[f64]) -> Self;
}

impl Wire for f64 {
    const WORDS: usize = 1;

    fn words(self, to: &mut Vec<f64>) {
        to.push(self);
    }

    fn of_words(words: &[f64]) -> f64 {
        words[0]
    }
}

impl Wire for f32 {
    const WORDS: usize = 1;

    fn words(self, to: &mut Vec<f64>) {
        to.push(f64::from(self));
    }

    fn of_words(words: &[f64]) -> f32 {
        words[0] as f32
    }
}

impl<T: Wire> Wire for Dual<T> {
    const WORDS: usize = 2 * T::WORDS;

    fn words(self, to: &mut Vec<f64>) {
        self.value.words(to);
        self.tangent.words(to);
    }

    fn of_words(words: &[f64]) -> Self {
        let (value, tangent) = words.split_at(T::WORDS);
        Dual { value: T::of_words(value), tangent: T::of_words(tangent) }
    }
}

/// Returns the words of some numbers.
pub(crate) fn words<T: Wire>(x: &[T]) -> Vec<f64> {
    let mut words = Vec::with_capacity(x.len() * T::WORDS);
    x.iter().for_each(|x| x.words(&mut words));
    words
}

/// Returns the words of some cotangents, row by row of each.
pub(crate) fn words_of<T: Wire, C: Cotangent<T>>(x: &[C]) -> Vec<f64> {
    let mut words = Vec::with_capacity(x.len() * C::ROWS * T::WORDS);
    for x in x {
        (0..C::ROWS).for_each(|r| x.row(r).words(&mut words));
    }
    words
}

/// Returns the cotangent with these words.
pub(crate) fn cotangent<T: Wire, C: Cotangent<T>>(words: &[f64]) -> C {
    C::of_rows(|r| T::of_words(&words[r * T::WORDS..(r + 1) * T::WORDS]))
}
