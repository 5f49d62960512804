//! How deep a structure may be nested.
//!
//! Structures are walked by recursion, which [`deeper`] lets through wherever one goes through a pointer. With the feature
//! `deep` the recursion goes on on another stack where this one ends; without it, it gives up in time.

use crate::Error;

/// Walks what lies behind a pointer.
#[cfg(feature = "deep")]
#[inline]
pub(crate) fn deeper<O>(walk: impl FnOnce() -> Result<O, Error>) -> Result<O, Error> {
    /// Bytes that a step of the recursion may take, with room to spare for the user's types.
    const STEP: usize = 128 << 10;
    const SEGMENT: usize = 8 << 20;
    stacker::maybe_grow(STEP, SEGMENT, walk)
}

/// Walks what lies behind a pointer.
#[cfg(not(feature = "deep"))]
pub(crate) fn deeper<O>(walk: impl FnOnce() -> Result<O, Error>) -> Result<O, Error> {
    use std::cell::Cell;

    /// How much stack a walk may take: half of what a thread has by default.
    const MOST: usize = 1 << 20;
    thread_local! {
        /// Where the outermost walk of this thread began; 0 where none runs.
        static BEGIN: Cell<usize> = const { Cell::new(0) };
    }
    /// Forgets the beginning, also when a walk panics.
    struct Outermost;
    impl Drop for Outermost {
        fn drop(&mut self) {
            BEGIN.set(0);
        }
    }
    let mark = 0_u8;
    let here = std::ptr::from_ref(&mark) as usize;
    match BEGIN.get() {
        0 => {
            BEGIN.set(here);
            let _outermost = Outermost;
            walk()
        }
        begin if begin.abs_diff(here) > MOST => Err(Error::TooDeep),
        _ => walk(),
    }
}
