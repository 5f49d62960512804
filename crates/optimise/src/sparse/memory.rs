//! Asks for memory before a computation needs it, so that a problem that is too large ends with an error.

use super::error::Error;

/// Returns the size in bytes of `count` values of type `T`; nothing where no address could hold them.
pub(super) fn bytes_of<T>(count: usize) -> Option<usize> {
    count.checked_mul(size_of::<T>()).filter(|bytes| *bytes <= isize::MAX as usize)
}

/// Allocates this many bytes as a test, and frees them. `None` is a size that overflowed.
pub(super) fn ask(bytes: Option<usize>) -> Result<(), Error> {
    let granted = bytes.is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
    if granted { Ok(()) } else { Err(Error::Memory { bytes }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_had_is_refused() {
        assert_eq!(ask(bytes_of::<f64>(1000)), Ok(()));
        for bytes in [bytes_of::<u8>(isize::MAX as usize), bytes_of::<u64>(usize::MAX / 8), None] {
            assert_eq!(ask(bytes), Err(Error::Memory { bytes }));
        }
    }
}
