//! Derivatives of Retrograde for the solvers of other crates.
//!
//! A problem takes a reversible function `f {}` or another [`Operator`](retrograde::Operator), or a closure with the
//! [engine](retrograde::engine) that differentiates it.
//!
//! | feature | solvers | type |
//! |---|---|---|
//! | `argmin` | of the crate `argmin` | `argmin::Problem` |
//! | `levenberg-marquardt` | that of the crate `levenberg-marquardt` | `LeastSquares` |
//! | `optimise` | those of `retrograde-optimise` | `LeastSquares` |
//!
//! The features `num-traits`, `nalgebra`, `ndarray` and `faer` are those of the crate `retrograde`.

#[cfg(feature = "argmin")]
pub mod argmin;
mod error;
#[cfg(any(feature = "levenberg-marquardt", feature = "optimise"))]
mod least_squares;
#[cfg(feature = "levenberg-marquardt")]
mod levenberg_marquardt;
#[cfg(feature = "optimise")]
mod optimise;
pub mod source;

pub use error::Error;
#[cfg(any(feature = "levenberg-marquardt", feature = "optimise"))]
pub use least_squares::LeastSquares;

// The page is compiled and run with the tests.
#[cfg(all(
    doctest,
    feature = "argmin",
    feature = "faer",
    feature = "levenberg-marquardt",
    feature = "nalgebra",
    feature = "ndarray",
    feature = "optimise"
))]
#[doc = include_str!("../../../docs/bridges.md")]
struct Bridges;
