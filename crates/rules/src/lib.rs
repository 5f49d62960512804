//! The one table of differentiable primitives, and the code that is generated from it.
//!
//! A *primitive* is a pure function of one to three real numbers together with its partial derivatives, written once
//! in [`table`] as branch-free code over any [`Real`]. Instantiated at `f64` that code evaluates; at a dual number it
//! differentiates again; at [`Sym`] it becomes an expression [`Tree`] that a compiler can quote. The trait [`Real`],
//! its implementations for `f64` and `f32`, and the enumeration [`Primitive`] all come from the table, so a new
//! primitive is one entry. An *[instruction](Instruction)* is an in-place bijection, an entry of another table.
//!
//! The law of this crate: no list of primitives exists besides the table. Number types and languages obtain every
//! primitive by passing a macro to [`with_primitives!`]. The values at kinks, at poles and where 0 meets ∞ are
//! defined on one page, [`conventions`].
//!
//! ```
//! use retrograde_rules::{Primitive, Real};
//!
//! fn norm<T: Real>(a: T, b: T) -> T {
//!     (a * a + b * b).sqrt()
//! }
//! assert_eq!(norm(3.0_f64, 4.0), 5.0);
//!
//! let ln = Primitive::by_name("ln").unwrap();
//! let y = ln.value(&[2.0_f64], 0);
//! assert_eq!(ln.partials(&[2.0], y, 0)[0], 0.5);
//! ```
//!
//! The crate has no dependencies. Without its default feature `std` it takes the elementary functions from the
//! optional crate `libm` instead (feature `libm`).

#![no_std]

#[cfg(feature = "std")]
extern crate std;

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!(
    "retrograde-rules needs a source of elementary functions: enable the feature `std`, or `libm` on targets \
     without the standard library"
);

pub mod bijection;
pub mod conventions;
mod cotangent;
mod domain;
mod elementary;
pub mod entries;
mod formula;
mod instruction;
pub mod operator;
pub mod partials;
mod plain;
mod primitive;
mod real;
mod rule;
#[cfg(feature = "std")]
pub mod symbolic;
pub mod systems;
pub mod table;
mod whole;

pub use bijection::{Bijection, Counting, OnIntegers};
pub use cotangent::Cotangent;
pub use domain::Domain;
pub use instruction::{Instruction, Places};
pub use operator::Operator;
#[doc(hidden)]
pub use plain::Plain;
pub use primitive::Primitive;
pub use real::Real;
pub use rule::Rule;
#[cfg(feature = "std")]
pub use symbolic::{Sym, Tree};
pub use systems::Number;
#[doc(hidden)]
pub use whole::Whole;
