//! Stacks of reversible programs: the functions behind `push!` and `pop!`.
//!
//! Laws: `pop` restores the value that `push` stored, and `push` leaves zero in the place.

use alloc::vec::Vec;
use core::mem;

/// Moves a value to the stack.
#[inline]
pub fn push<E>(stack: &mut Vec<E>, place: &mut E, zero: E) {
    stack.push(mem::replace(place, zero));
}

/// Moves the value that was pushed last back to a place that is zero.
#[inline]
#[track_caller]
pub fn pop<E>(stack: &mut Vec<E>, place: &mut E) {
    match stack.pop() {
        Some(value) => *place = value,
        None => empty(),
    }
}

/// Sets every element of a vector to the same value, and its length, which mostly does not change.
#[inline]
pub fn refill<E: Clone>(vector: &mut Vec<E>, value: E, length: usize) {
    if vector.len() == length {
        vector.fill(value);
    } else {
        vector.clear();
        vector.resize(length, value);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn empty() -> ! {
    panic!("there is nothing left on this stack")
}

/// An array that can be pushed: it leaves zeros in the place.
pub trait Emptied<E> {
    /// Returns an array of the same lengths, with `zero` everywhere.
    fn emptied(&self, zero: E) -> Self;
}

impl<E: Copy, const N: usize> Emptied<E> for [E; N] {
    fn emptied(&self, zero: E) -> Self {
        [zero; N]
    }
}

impl<E: Copy> Emptied<E> for alloc::vec::Vec<E> {
    fn emptied(&self, zero: E) -> Self {
        alloc::vec![zero; self.len()]
    }
}

/// A value in whose place another is left when it moves to a stack: the default of its type, or a copy where there is none.
#[derive(Debug)]
pub struct Blank<'a, T>(pub &'a T);

/// Leaves the default.
pub trait ByDefault<T> {
    /// Returns what is left.
    fn blank(&self) -> T;
}

impl<T: Default> ByDefault<T> for Blank<'_, T> {
    fn blank(&self) -> T {
        T::default()
    }
}

/// Leaves a copy. Law: rustc finds this trait behind one more reference, so only where there is no default.
pub trait ByClone<T> {
    /// Returns what is left.
    fn blank(&self) -> T;
}

impl<T: Clone> ByClone<T> for &Blank<'_, T> {
    fn blank(&self) -> T {
        self.0.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_popped_was_pushed_last() {
        let (mut stack, mut place) = (Vec::new(), 3);
        push(&mut stack, &mut place, 0);
        place += 5;
        push(&mut stack, &mut place, 0);
        assert_eq!((&stack[..], place), (&[3, 5][..], 0));
        pop(&mut stack, &mut place);
        assert_eq!(place, 5);
        pop(&mut stack, &mut place);
        assert_eq!((stack.len(), place), (0, 3));
    }

    #[test]
    #[should_panic(expected = "there is nothing left on this stack")]
    fn an_empty_stack_gives_nothing() {
        pop(&mut Vec::new(), &mut 0);
    }
}
