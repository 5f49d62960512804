//! [`Store`]: where kept states are. [`Heap`] has them in memory, [`Disk`] in a file.
//!
//! Law: what is restored is what was kept, to the bit.

mod bytes;
mod disk;
mod heap;

pub use bytes::Bytes;
pub use disk::Disk;
pub use heap::Heap;

use crate::Error;

/// A place for kept states, each with its index.
pub trait Store<S> {
    /// Keeps a copy of a state.
    ///
    /// # Errors
    ///
    /// [`Error::Disk`] if there is no room for it.
    fn keep(&mut self, index: usize, state: &S) -> Result<(), Error>;

    /// Makes `into` a copy of a kept state.
    ///
    /// # Errors
    ///
    /// [`Error::Disk`] or [`Error::Bytes`] if it cannot be read.
    fn restore(&mut self, index: usize, into: &mut S) -> Result<(), Error>;

    /// Keeps a state no longer.
    fn forget(&mut self, index: usize);

    /// Makes `into` a kept state, which is kept no longer.
    ///
    /// # Errors
    ///
    /// See [`restore`](Store::restore).
    fn take(&mut self, index: usize, into: &mut S) -> Result<(), Error> {
        self.restore(index, into)?;
        self.forget(index);
        Ok(())
    }
}
