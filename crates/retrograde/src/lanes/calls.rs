//! Calls in lanes: of a function that runs with vectors once for all lanes, and of any other once for each lane.
//!
//! Which of the two it is, the callee says in a constant (`Decides::runs_together`), and [`Calls`] of that constant says what a
//! program hands over in one *turn*: vectors, or the numbers of one lane. So a call has one text for both.
//!
//! Law: a lane that is off is not called where each lane has a turn, and what it would change stays as it is.

use super::{Chosen, Vector, is_on};
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use retrograde_numbers::Cotangent;

/// The calls of a function that runs with all lanes together, or of one that does not.
#[derive(Clone, Copy, Debug)]
pub struct Calls<const TOGETHER: bool>;

/// The type that a call hands over in each turn, in place of a `C` that has a number in each lane.
pub trait Calling<V: Vector> {
    /// The number of turns.
    const TURNS: usize;
    /// A number, or a cotangent, of one turn.
    type Of<C: Chosen<V>>: Copy;
    /// Numbers that are read in one turn.
    type Read<'a, C: Chosen<V>>: Deref<Target = [Self::Of<C>]>
    where
        V: 'a;
    /// Numbers that are changed in one turn.
    type Lent<'a, C: Chosen<V>>: DerefMut<Target = [Self::Of<C>]>
    where
        V: 'a;

    /// True if nothing is on in a turn.
    fn is_off(on: Option<V::Mask>, turn: usize) -> bool;
    /// Returns a number of a turn.
    fn of<C: Chosen<V>>(number: C, turn: usize) -> Self::Of<C>;
    /// Replaces a number of a turn.
    fn put<C: Chosen<V>>(to: &mut C, turn: usize, on: Option<V::Mask>, new: Self::Of<C>);
    /// Returns the numbers of a turn.
    fn array<C: Chosen<V>, const N: usize>(numbers: &[C; N], turn: usize) -> [Self::Of<C>; N];
    /// Replaces the numbers of a turn.
    #[inline(always)]
    fn put_array<C: Chosen<V>, const N: usize>(
        to: &mut [C; N],
        turn: usize,
        on: Option<V::Mask>,
        new: [Self::Of<C>; N],
    ) {
        let mut i = 0;
        while i < N {
            Self::put(&mut to[i], turn, on, new[i]);
            i += 1;
        }
    }
    /// Returns the numbers of a turn, to be read.
    fn read<C: Chosen<V>>(numbers: &[C], turn: usize) -> Self::Read<'_, C>;
    /// Returns the numbers of a turn, to be changed until they are given back.
    fn lent<C: Chosen<V>>(numbers: &mut [C], turn: usize, on: Option<V::Mask>) -> Self::Lent<'_, C>;
    /// Gives numbers back that have been changed.
    fn give<C: Chosen<V>>(lent: Self::Lent<'_, C>);
    /// Returns numbers that are the same in all lanes, which are given alone, and as vectors if some call takes these.
    fn shared<'a>(alone: &'a [V::Scalar], vectors: &'a [V]) -> &'a [Self::Of<V>];
}

impl<V: Vector> Calling<V> for Calls<true> {
    const TURNS: usize = 1;
    type Of<C: Chosen<V>> = C;
    type Read<'a, C: Chosen<V>>
        = &'a [C]
    where
        V: 'a;
    type Lent<'a, C: Chosen<V>>
        = Masked<'a, V, C>
    where
        V: 'a;

    #[inline(always)]
    fn is_off(_: Option<V::Mask>, _: usize) -> bool {
        false
    }
    #[inline(always)]
    fn of<C: Chosen<V>>(number: C, _: usize) -> C {
        number
    }
    #[inline(always)]
    fn put<C: Chosen<V>>(to: &mut C, _: usize, on: Option<V::Mask>, new: C) {
        *to = match on {
            Some(on) => C::chosen(on, new, *to),
            None => new,
        };
    }
    #[inline(always)]
    fn array<C: Chosen<V>, const N: usize>(numbers: &[C; N], _: usize) -> [C; N] {
        *numbers
    }
    #[inline(always)]
    fn read<C: Chosen<V>>(numbers: &[C], _: usize) -> &[C] {
        numbers
    }
    #[inline(always)]
    fn lent<C: Chosen<V>>(numbers: &mut [C], _: usize, on: Option<V::Mask>) -> Masked<'_, V, C> {
        let before = on.map(|on| (on, numbers.to_vec()));
        Masked { numbers, before }
    }
    #[inline(always)]
    fn give<C: Chosen<V>>(lent: Masked<'_, V, C>) {
        if let Some((on, before)) = lent.before {
            let mut i = 0;
            while i < before.len() {
                lent.numbers[i] = C::chosen(on, lent.numbers[i], before[i]);
                i += 1;
            }
        }
    }
    #[inline(always)]
    fn shared<'a>(_: &'a [V::Scalar], vectors: &'a [V]) -> &'a [V] {
        vectors
    }
}

impl<V: Vector> Calling<V> for Calls<false> {
    const TURNS: usize = V::LANES;
    type Of<C: Chosen<V>> = C::Alone;
    type Read<'a, C: Chosen<V>>
        = Vec<C::Alone>
    where
        V: 'a;
    type Lent<'a, C: Chosen<V>>
        = Lane<'a, V, C>
    where
        V: 'a;

    #[inline(always)]
    fn is_off(on: Option<V::Mask>, turn: usize) -> bool {
        match on {
            Some(on) => !is_on(on, turn),
            None => false,
        }
    }
    #[inline(always)]
    fn of<C: Chosen<V>>(number: C, turn: usize) -> C::Alone {
        number.alone(turn)
    }
    #[inline(always)]
    fn put<C: Chosen<V>>(to: &mut C, turn: usize, _: Option<V::Mask>, new: C::Alone) {
        to.put(turn, new);
    }
    #[inline(always)]
    fn array<C: Chosen<V>, const N: usize>(numbers: &[C; N], turn: usize) -> [C::Alone; N] {
        let mut alone = [C::Alone::zero(); N];
        let mut i = 0;
        while i < N {
            alone[i] = numbers[i].alone(turn);
            i += 1;
        }
        alone
    }
    #[inline(always)]
    fn read<C: Chosen<V>>(numbers: &[C], turn: usize) -> Vec<C::Alone> {
        let mut alone = Vec::with_capacity(numbers.len());
        let mut i = 0;
        while i < numbers.len() {
            alone.push(numbers[i].alone(turn));
            i += 1;
        }
        alone
    }
    #[inline(always)]
    fn lent<C: Chosen<V>>(numbers: &mut [C], turn: usize, _: Option<V::Mask>) -> Lane<'_, V, C> {
        let alone = <Self as Calling<V>>::read(numbers, turn);
        Lane { numbers, alone, turn }
    }
    #[inline(always)]
    fn give<C: Chosen<V>>(lent: Lane<'_, V, C>) {
        let mut i = 0;
        while i < lent.alone.len() {
            lent.numbers[i].put(lent.turn, lent.alone[i]);
            i += 1;
        }
    }
    #[inline(always)]
    fn shared<'a>(alone: &'a [V::Scalar], _: &'a [V]) -> &'a [V::Scalar] {
        alone
    }
}

/// Vectors that a call changes, with what they were before where lanes are off.
#[derive(Debug)]
pub struct Masked<'a, V: Vector, C> {
    numbers: &'a mut [C],
    before: Option<(V::Mask, Vec<C>)>,
}

impl<V: Vector, C> Deref for Masked<'_, V, C> {
    type Target = [C];
    #[inline(always)]
    fn deref(&self) -> &[C] {
        self.numbers
    }
}

impl<V: Vector, C> DerefMut for Masked<'_, V, C> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [C] {
        self.numbers
    }
}

/// The numbers of one lane, which a call changes, and where they come from.
#[derive(Debug)]
pub struct Lane<'a, V: Vector, C: Chosen<V>> {
    numbers: &'a mut [C],
    alone: Vec<C::Alone>,
    turn: usize,
}

impl<V: Vector, C: Chosen<V>> Deref for Lane<'_, V, C> {
    type Target = [C::Alone];
    #[inline(always)]
    fn deref(&self) -> &[C::Alone] {
        &self.alone
    }
}

impl<V: Vector, C: Chosen<V>> DerefMut for Lane<'_, V, C> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [C::Alone] {
        &mut self.alone
    }
}

/// Returns numbers that are the same in all lanes as vectors, if some call takes these.
#[inline(always)]
pub fn in_all<V: Vector>(alone: &[V::Scalar], wanted: bool) -> Vec<V> {
    let mut vectors = Vec::new();
    if wanted {
        vectors.reserve_exact(alone.len());
        let mut i = 0;
        while i < alone.len() {
            vectors.push(V::splat(alone[i]));
            i += 1;
        }
    }
    vectors
}

/// Returns a captured array with the length that its type has.
///
/// # Panics
///
/// If it has another one, which no array has.
#[inline(always)]
pub fn as_array<T, const N: usize>(numbers: &[T]) -> &[T; N] {
    match numbers.try_into() {
        Ok(numbers) => numbers,
        Err(_) => panic!("an array has the length of its type"),
    }
}
