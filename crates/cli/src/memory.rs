//! Reserves memory before a computation needs it, so that a problem that is too large ends with a message.

use crate::failure::Failure;

/// Returns the size in bytes of `count` values of type `T`; `None` if it exceeds the address space.
pub(crate) fn bytes_of<T>(count: usize) -> Option<usize> {
    count.checked_mul(size_of::<T>()).filter(|bytes| *bytes <= isize::MAX as usize)
}

/// Checks that the system can provide this many bytes, and releases them.
///
/// # Errors
///
/// If it cannot; `what` names the purpose. `None` is a size that overflowed.
pub(crate) fn ask(bytes: Option<usize>, what: &str) -> Result<(), Failure> {
    let granted = bytes.is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
    if granted {
        return Ok(());
    }
    let size = bytes.map_or("more bytes than there are addresses".to_owned(), |bytes| {
        format!("{:.1} GB", bytes as f64 / 1e9)
    });
    Err(Failure::Solve(format!("{what} needs {size} of memory, which this machine does not give")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_had_is_refused() {
        assert!(ask(bytes_of::<f64>(1000), "a little").is_ok());
        for bytes in [bytes_of::<u8>(isize::MAX as usize), bytes_of::<u64>(usize::MAX / 8), None] {
            let message = ask(bytes, "everything").expect_err("too much").to_string();
            assert!(message.starts_with("everything needs"), "{message}");
        }
    }
}
