//! Stacks whose room is made before their values are computed.
//!
//! A push that may grow its stack calls the allocator on the way, and every number that is alive there is kept in memory instead of a
//! register, in the loops before it too. So a block asks for [`room`](Stack::room) where it begins, and what it [`put`](Stack::put)s
//! at its end has its place already.
//!
//! Law: room that was asked for and is not used yet stays reserved, whatever is pushed in between.

use alloc::vec::Vec;

/// A stack of numbers.
pub(super) struct Stack<V> {
    /// The values on it, and places beyond.
    all: Vec<V>,
    /// The number of values on it.
    used: usize,
    /// The number of places that nobody asked for.
    free: usize,
}

impl<V> Default for Stack<V> {
    fn default() -> Stack<V> {
        Stack { all: Vec::new(), used: 0, free: 0 }
    }
}

impl<V: Copy> Stack<V> {
    /// Reserves places for values that are put later. New places hold the filler.
    #[inline(always)]
    pub(super) fn room(&mut self, count: usize, filler: V) {
        if self.free < count {
            self.grow(count, filler);
        }
        self.free -= count;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, count: usize, filler: V) {
        // Few at a time, so that no more memory is touched than is used; the allocator is asked for twice as much each time.
        let more = count + self.used.clamp(16, 4096);
        self.all.resize(self.all.len() + more, filler);
        self.free += more;
    }

    /// Pushes values for which there is room.
    #[inline(always)]
    #[track_caller]
    pub(super) fn put<const N: usize>(&mut self, values: [V; N]) {
        match self.all.get_mut(self.used..).and_then(|rest| rest.first_chunk_mut()) {
            Some(places) => *places = values,
            None => no_room(),
        }
        self.used += N;
    }

    /// Pushes as many values as a loop records, which are written where they are.
    #[inline]
    pub(super) fn extended(&mut self, count: usize, filler: V) -> &mut [V] {
        self.room(count, filler);
        let first = self.used;
        self.used += count;
        &mut self.all[first..first + count]
    }

    /// Pops as many values as a loop has recorded, in the order in which they were put.
    #[inline]
    pub(super) fn shrunk(&mut self, count: usize) -> Option<&[V]> {
        let first = self.used.checked_sub(count)?;
        self.used = first;
        self.free += count;
        Some(&self.all[first..first + count])
    }

    /// Pushes a value.
    #[inline]
    pub(super) fn push(&mut self, value: V) {
        self.room(1, value);
        self.put([value]);
    }

    /// Pops a value.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<V> {
        let value = *self.all.get(self.used.wrapping_sub(1))?;
        self.used -= 1;
        self.free += 1;
        Some(value)
    }

    /// Pops values that were put together, in the order in which they were put.
    #[inline(always)]
    pub(super) fn take<const N: usize>(&mut self) -> Option<[V; N]> {
        let first = self.used.checked_sub(N)?;
        let values = *self.all.get(first..)?.first_chunk()?;
        self.used = first;
        self.free += N;
        Some(values)
    }
}

impl<V> Stack<V> {
    /// The number of values.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.used
    }

    /// The values.
    pub(super) fn values(&self) -> &[V] {
        &self.all[..self.used]
    }
}

/// Truth values, 64 in a word.
#[derive(Default)]
pub(super) struct Bits {
    words: Vec<u64>,
    pub(super) length: usize,
    /// Places that nobody asked for.
    free: usize,
}

impl Bits {
    #[inline(always)]
    pub(super) fn room(&mut self, count: usize) {
        if self.free < count {
            self.grow(count);
        }
        self.free -= count;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, count: usize) {
        let more = count.div_ceil(64) + self.words.len().clamp(1, 4096);
        self.words.resize(self.words.len() + more, 0);
        self.free += 64 * more;
    }

    /// Pushes a bit for which there is room. The bits beyond the last one are zero.
    #[inline(always)]
    pub(super) fn put(&mut self, bit: bool) {
        match self.words.get_mut(self.length / 64) {
            Some(word) => *word |= (bit as u64) << (self.length % 64),
            None => no_room(),
        }
        self.length += 1;
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<bool> {
        let at = self.length.checked_sub(1)?;
        let word = self.words.get_mut(at / 64)?;
        let bit = (*word >> (at % 64)) & 1 == 1;
        *word &= !(1 << (at % 64));
        self.length = at;
        self.free += 1;
        Some(bit)
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn no_room() -> ! {
    panic!("no room was made in this record: it is used by two runs at once")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_stays_reserved() {
        let mut stack = Stack::default();
        stack.room(2, 0);
        for value in 0..1000 {
            stack.push(value);
        }
        stack.room(3, 0);
        stack.put([-1, -2, -3]);
        stack.put([7, 8]);
        assert_eq!((stack.len(), stack.take()), (1005, Some([7, 8])));
        assert_eq!((stack.pop(), stack.take()), (Some(-3), Some([-1, -2])));
        assert_eq!(stack.values().iter().sum::<i32>(), 499_500);
        for value in (0..1000).rev() {
            assert_eq!(stack.pop(), Some(value));
        }
        assert_eq!((stack.pop(), stack.take::<1>()), (None, None));
        stack.extended(3, 0).copy_from_slice(&[4, 5, 6]);
        assert_eq!(stack.pop(), Some(6));
        assert_eq!(stack.shrunk(2), Some(&[4, 5][..]));
        assert_eq!(stack.shrunk(1), None);
        assert_eq!((stack.len(), stack.free), (0, stack.all.len()));
    }
}
