//! Times of repeated calls, and what they allocate.

use crate::allocation::allocated;

/// The times and allocations of one kind of call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times {
    seconds: Vec<f64>,
    heap_bytes: u64,
}

impl Times {
    /// Calls once, and records its time and its allocations.
    pub(crate) fn take(&mut self, call: impl FnOnce()) {
        let (start, heap) = (now(), allocated());
        call();
        let (seconds, bytes) = (now() - start, allocated() - heap);
        self.seconds.push(seconds);
        self.heap_bytes = self.heap_bytes.max(bytes);
    }

    /// Calls once, and records how long it took: for work that the thread waits for.
    pub(crate) fn take_elapsed(&mut self, call: impl FnOnce()) {
        let start = std::time::Instant::now();
        call();
        self.seconds.push(start.elapsed().as_secs_f64());
    }

    /// Returns the shortest time in seconds; NaN before the first call.
    pub(crate) fn min(&self) -> f64 {
        self.seconds.iter().copied().fold(f64::NAN, f64::min)
    }

    /// Returns the median time in seconds (the upper one of an even number); NaN before the first call.
    pub(crate) fn median(&self) -> f64 {
        let mut sorted = self.seconds.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
    }

    /// Returns the maximal number of bytes that a call allocated.
    pub(crate) fn heap_bytes(&self) -> u64 {
        self.heap_bytes
    }
}

/// Returns the CPU time of this thread in seconds: other programs on the machine do not count.
#[cfg(unix)]
fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

/// Returns the seconds since the first call, on systems without a clock for threads.
#[cfg(not(unix))]
fn now() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_and_allocations() {
        let mut times = Times::default();
        assert!(times.min().is_nan() && times.median().is_nan());
        times.seconds = vec![3.0, 1.0, 2.0];
        assert_eq!((times.min(), times.median()), (1.0, 2.0));
        times.take(|| drop(std::hint::black_box(vec![0u8; 4096])));
        assert!(times.heap_bytes() >= 4096);
        assert!(times.min() >= 0.0);
    }
}
