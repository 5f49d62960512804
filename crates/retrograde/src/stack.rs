//! Stacks of reversible programs: what `push!` and `pop!` run.
//!
//! Laws: `pop` undoes `push`, value for value, and what is pushed leaves zero behind.

use alloc::vec::Vec;
use core::mem;

/// Moves a value to the stack.
#[inline]
pub fn push<E>(stack: &mut Vec<E>, place: &mut E, zero: E) {
    stack.push(mem::replace(place, zero));
}

/// Moves the value that was pushed last back to where zero is.
#[inline]
#[track_caller]
pub fn pop<E>(stack: &mut Vec<E>, place: &mut E) {
    match stack.pop() {
        Some(value) => *place = value,
        None => empty(),
    }
}

/// Gives every element of a vector the same value, and the vector a length, which it mostly has.
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

/// What an array leaves behind that goes to a stack: as many zeros.
pub trait Emptied<E> {
    /// The same lengths, `zero` everywhere.
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
