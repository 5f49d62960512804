//! A global allocator that counts the bytes it hands out and otherwise is the system's.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

static ALLOCATED: AtomicU64 = AtomicU64::new(0);
static FREED: AtomicU64 = AtomicU64::new(0);
static MARK: AtomicU64 = AtomicU64::new(0);

/// The system's allocator with a counter.
pub(crate) struct Counting;

/// How many bytes were asked for since the start, freed ones included.
pub(crate) fn allocated() -> u64 {
    ALLOCATED.load(Ordering::Relaxed)
}

/// How many bytes are held now.
fn held() -> u64 {
    // What is freed in between was counted before as well.
    let freed = FREED.load(Ordering::Relaxed);
    allocated().saturating_sub(freed)
}

/// From now on [`held_since`] counts what is held beyond what is held now.
pub(crate) fn mark() {
    MARK.store(held(), Ordering::Relaxed);
}

/// How many bytes are held beyond those at the mark.
pub(crate) fn held_since() -> u64 {
    held().saturating_sub(MARK.load(Ordering::Relaxed))
}

// SAFETY: every method hands its arguments unchanged to the same method of `System`, whose contract is the caller's; the
// counter is an atomic that never allocates.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: the caller upholds the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: the caller upholds the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATED.fetch_add(size as u64, Ordering::Relaxed);
        FREED.fetch_add(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: the caller upholds the contract of `realloc`; `pointer` came from `System`.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        FREED.fetch_add(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: the caller upholds the contract of `dealloc`; `pointer` came from `System`.
        unsafe { System.dealloc(pointer, layout) }
    }
}
