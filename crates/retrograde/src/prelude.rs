//! The names that a differentiated program needs: `use retrograde::prelude::*;`.
//!
//! The attributes, the trait [`Real`] by which generic functions are bounded, the trait [`Cotangent`] of the values
//! that adjoints propagate, the trait [`Derivatives`] with `f::jvp`, `f::jacobian` and `f::hessian`, the methods of
//! engines for closures, and the instructions.

#[cfg(feature = "tape")]
pub use crate::Derivatives;
#[cfg(feature = "tape")]
pub use crate::engine::Engine as _;
#[cfg(feature = "complex")]
pub use crate::instructions::conj;
pub use crate::instructions::{dec, hadamard, inc, irot, neg, rot, swap};
pub use crate::{
    Cotangent, Differentiable, Real, Reversible, differentiable, instruction, primitive, reversible,
};
