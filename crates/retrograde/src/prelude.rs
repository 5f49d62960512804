//! What a program that is differentiated needs: `use retrograde::prelude::*;`.
//!
//! The attributes, the trait [`Real`] that generic functions are bounded by, the trait [`Cotangent`] of what adjoints
//! carry, and the instructions.

#[cfg(feature = "complex")]
pub use crate::instructions::conj;
pub use crate::instructions::{dec, hadamard, inc, irot, neg, rot, swap};
pub use crate::{Cotangent, Differentiable, Real, Reversible, instruction, primitive, reversible};
