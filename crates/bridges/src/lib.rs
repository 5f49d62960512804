//! Derivatives of Retrograde for the solvers of other crates.

// The page is compiled and run with the tests.
#[cfg(all(doctest, feature = "nalgebra", feature = "ndarray"))]
#[doc = include_str!("../../../docs/bridges.md")]
struct Bridges;
