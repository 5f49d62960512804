//! [`Flat`] and [`FlatMut`]: arguments that lie one after another in a slice, read and written from its start on.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use retrograde_rules::operator::Packed;

/// What is left to be read.
#[derive(Debug)]
pub struct Flat<'a, T>(pub &'a [T]);

impl<'a, T: Copy> Flat<'a, T> {
    /// So many numbers.
    #[inline]
    pub fn slice(&mut self, length: usize) -> &'a [T] {
        let (part, rest) = self.0.split_at(length);
        self.0 = rest;
        part
    }

    /// A number, or an array of them.
    #[inline]
    pub fn take<P: Packed<T>>(&mut self) -> P {
        P::unpacked(self.slice(P::LENGTH))
    }

    /// So many of them.
    #[cfg(feature = "alloc")]
    pub fn items<P: Packed<T>>(&mut self, count: usize) -> Vec<P> {
        (0..count).map(|_| self.take()).collect()
    }

    /// As many as there are places.
    pub fn take_all<P: Packed<T>>(&mut self, places: &mut [P]) {
        for place in places {
            *place = self.take();
        }
    }
}

/// What is left to be written.
#[derive(Debug)]
pub struct FlatMut<'a, T>(pub &'a mut [T]);

impl<'a, T> FlatMut<'a, T> {
    /// Room for so many numbers.
    #[inline]
    pub fn slice(&mut self, length: usize) -> &'a mut [T] {
        let (part, rest) = core::mem::take(&mut self.0).split_at_mut(length);
        self.0 = rest;
        part
    }

    /// Puts a number, or an array of them.
    #[inline]
    pub fn put<P: Packed<T>>(&mut self, item: P) {
        item.pack(self.slice(P::LENGTH));
    }

    /// Puts several of them.
    pub fn put_all<P: Packed<T>>(&mut self, items: &[P]) {
        for item in items {
            self.put(*item);
        }
    }

    /// Adds them to what is there.
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
