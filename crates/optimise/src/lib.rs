//! Nonlinear least squares, dense and sparse; descent by gradients.
//!
#![doc = include_str!("../README.md")]
//!
//! # Map
//!
//! | module | what |
//! |---|---|
//! | [`dense`] | [`LevenbergMarquardt`]: every residual may depend on every parameter; statistics of the fit |
//! | [`Adam`] | descent by gradients alone |
//! | [`sparse`] | [`Bipartite`](sparse::Bipartite): each residual depends on one entity of two sides, as in bundle adjustment |
//!
//! Nothing here reads or writes anything but numbers, and nothing depends on the origin of derivatives.

mod adam;
pub mod dense;
mod parallel;
mod product;
pub mod sparse;

pub use adam::{Adam, NotFinite};
pub use dense::{Evaluation, Fit, LevenbergMarquardt, Residuals, from_fn, try_from_fn};

// The page is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/tutorial/2_fit.md")]
struct AFit;
