//! [`Flat`] and [`FlatMut`]: arguments stored one after another in a slice, which are read and written in order.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use retrograde_rules::operator::Packed;

/// The part of a slice that is still to be read.
#[derive(Debug)]
pub struct Flat<'a, T>(pub &'a [T]);

impl<'a, T: Copy> Flat<'a, T> {
    /// Takes the next numbers.
    #[inline]
    pub fn slice(&mut self, length: usize) -> &'a [T] {
        let (part, rest) = self.0.split_at(length);
        self.0 = rest;
        part
    }

    /// Takes a number or an array of numbers.
    #[inline]
    pub fn take<P: Packed<T>>(&mut self) -> P {
        P::unpacked(self.slice(P::LENGTH))
    }

    /// Takes several of them.
    #[cfg(feature = "alloc")]
    pub fn items<P: Packed<T>>(&mut self, count: usize) -> Vec<P> {
        (0..count).map(|_| self.take()).collect()
    }

    /// Takes one for each place.
    pub fn take_all<P: Packed<T>>(&mut self, places: &mut [P]) {
        for place in places {
            *place = self.take();
        }
    }
}

/// The part of a slice that is still to be written.
#[derive(Debug)]
pub struct FlatMut<'a, T>(pub &'a mut [T]);

impl<'a, T> FlatMut<'a, T> {
    /// Takes room for the next numbers.
    #[inline]
    pub fn slice(&mut self, length: usize) -> &'a mut [T] {
        let (part, rest) = core::mem::take(&mut self.0).split_at_mut(length);
        self.0 = rest;
        part
    }

    /// Writes a number or an array of numbers.
    #[inline]
    pub fn put<P: Packed<T>>(&mut self, item: P) {
        item.pack(self.slice(P::LENGTH));
    }

    /// Writes several of them.
    pub fn put_all<P: Packed<T>>(&mut self, items: &[P]) {
        for item in items {
            self.put(*item);
        }
    }

    /// Adds a number or an array to the numbers in the slice.
    #[inline]
    pub fn add<P: Packed<T>>(&mut self, item: P) {
        item.accumulate(self.slice(P::LENGTH));
    }

    /// Adds several of them.
    pub fn add_all<P: Packed<T>>(&mut self, items: &[P]) {
        for item in items {
            self.add(*item);
        }
    }
}
