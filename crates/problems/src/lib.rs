//! The problems on which Retrograde is measured: bundle adjustment and Gaussian mixtures.
//!
//! Each objective exists four times, with the same numbers in the same layout:
//!
//! | module | contents | derivative |
//! |---|---|---|
//! | [`mod@ba`], [`mod@gmm`] | the functions that a user would write | derived by Retrograde |
//! | [`verbatim`] | the same functions without the attributes, the reference for the cost of the attribute | none |
//! | [`plain`] | ordinary Rust in the fastest ordinary style, the reference for the primal | none |
//! | [`hand`] | derivatives written by hand, the reference for the adjoint and the independent check | by hand |
//!
//! Nothing here reads files, allocates per residual or depends on how the problems are solved.

pub mod ba;
pub mod gmm;
pub mod hand;
pub mod plain;
pub mod verbatim;
