//! The problems that Retrograde is measured on: bundle adjustment and Gaussian mixtures.
//!
//! Each objective exists four times, with the same numbers in the same layout:
//!
//! | module | what | derivative |
//! |---|---|---|
//! | [`mod@ba`], [`mod@gmm`] | the functions that a user would write | derived from their text |
//! | [`verbatim`] | the same text without the attributes, the yardstick for what the attribute costs | none |
//! | [`plain`] | ordinary Rust in the fastest ordinary style, the yardstick for the primal | none |
//! | [`hand`] | derivatives written by hand, the yardstick for the adjoint and the independent check | by hand |
//!
//! Nothing here reads files, allocates per residual or knows how the problems are solved.

pub mod ba;
pub mod gmm;
pub mod hand;
pub mod plain;
pub mod verbatim;
