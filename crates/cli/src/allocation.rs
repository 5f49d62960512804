//! A global allocator that counts allocated bytes and forwards to the system's allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

static ALLOCATED: AtomicU64 = AtomicU64::new(0);
static FREED: AtomicU64 = AtomicU64::new(0);
static MARK: AtomicU64 = AtomicU64::new(0);

/// The system's allocator with a counter.
pub(crate) struct Counting;

/// Returns the number of bytes allocated since the start, including freed ones.
pub(crate) fn allocated() -> u64 {
    ALLOCATED.load(Ordering::Relaxed)
}

/// Returns the number of bytes in use.
fn held() -> u64 {
    // Bytes freed between the two loads have been counted as allocated before.
    let freed = FREED.load(Ordering::Relaxed);
    allocated().saturating_sub(freed)
}

/// Sets the reference for [`held_since`].
pub(crate) fn mark() {
    MARK.store(held(), Ordering::Relaxed);
}

/// Returns the number of bytes in use beyond those at the mark.
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
