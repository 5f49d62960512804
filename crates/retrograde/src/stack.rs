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
