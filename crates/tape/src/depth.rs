//! Limits the depth of nested structures.
//!
//! Structures are traversed by recursion, which goes through [`deeper`] at every pointer. With the feature `deep` the
//! recursion continues on a new stack segment when the stack is nearly full; without it, it returns an error in time.

use crate::Error;

/// Traverses a value behind a pointer.
#[cfg(feature = "deep")]
#[inline]
pub(crate) fn deeper<O>(walk: impl FnOnce() -> Result<O, Error>) -> Result<O, Error> {
    /// Bytes that a step of the recursion may take, with room to spare for the user's types.
    const STEP: usize = 128 << 10;
    const SEGMENT: usize = 8 << 20;
    stacker::maybe_grow(STEP, SEGMENT, walk)
}

/// Traverses a value behind a pointer.
#[cfg(not(feature = "deep"))]
pub(crate) fn deeper<O>(walk: impl FnOnce() -> Result<O, Error>) -> Result<O, Error> {
    use std::cell::Cell;

    /// The stack that a traversal may take: half of a thread's default.
    const MOST: usize = 1 << 20;
    thread_local! {
        /// The address at which the outermost traversal of this thread began; 0 if none runs.
        static BEGIN: Cell<usize> = const { Cell::new(0) };
    }
    /// Resets the beginning, also when a traversal panics.
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
