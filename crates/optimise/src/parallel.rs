//! Processes pieces of the data: on all cores with the feature `rayon`, otherwise one after the other.

/// Applies a function to all items; returns the results in the order of the items.
#[cfg(feature = "rayon")]
pub(crate) fn map<T: Send, U: Send>(mut items: Vec<T>, f: impl Fn(T) -> U + Send + Sync) -> Vec<U> {
    use rayon::prelude::*;
    // One item is not worth a message to another thread.
    match items.pop() {
        Some(only) if items.is_empty() => vec![f(only)],
        last => {
            items.extend(last);
            items.into_par_iter().map(f).collect()
        }
    }
}

/// Applies a function to all items; returns the results in the order of the items.
#[cfg(not(feature = "rayon"))]
pub(crate) fn map<T: Send, U: Send>(items: Vec<T>, f: impl Fn(T) -> U + Send + Sync) -> Vec<U> {
    items.into_iter().map(f).collect()
}
