//! Calls whose loops run in the order of the text, since a number of theirs decides in the caller.

use std::cell::Cell;

std::thread_local! {
    static ASKED: Cell<bool> = const { Cell::new(false) };
}

/// True within a call whose numbers decide.
#[inline(always)]
pub(super) fn is_asked() -> bool {
    ASKED.get()
}

/// Lasts as long as a call whose numbers decide: on this thread, loops run one by one that the function itself runs one by one.
#[derive(Debug)]
pub struct InOrder {
    before: bool,
}

impl InOrder {
    /// Begins before the call.
    #[inline(always)]
    pub fn begin() -> InOrder {
        InOrder { before: ASKED.replace(true) }
    }
}

impl Drop for InOrder {
    #[inline(always)]
    fn drop(&mut self) {
        ASKED.set(self.before);
    }
}
