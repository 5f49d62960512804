//! Reverse-mode automatic differentiation of ordinary Rust functions, by running them backwards.
//!
#![doc = include_str!("guide.md")]
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// Generated code names `::retrograde`, also within this crate.
extern crate self as retrograde;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod alike;
#[doc(hidden)]
pub mod arguments;
mod attributes;
pub mod autodiff;
pub mod batch;
mod bits;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub mod boxes;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub mod check;
pub mod constant;
mod declaring;
#[cfg(feature = "tape")]
mod derivatives;
#[doc(hidden)]
pub mod fields;
mod function;
#[cfg(feature = "alloc")]
mod functions;
pub mod instructions;
mod irreversible;
pub mod kernels;
mod known;
#[cfg(feature = "lanes")]
#[doc(hidden)]
pub mod lanes;
#[doc(hidden)]
pub mod lengths;
pub mod library;
#[doc(hidden)]
pub mod loans;
#[cfg(feature = "alloc")]
mod map;
pub mod operators;
mod orders;
pub mod prelude;
#[doc(hidden)]
pub mod probe;
mod programs;
#[cfg(feature = "alloc")]
mod record;
#[cfg(feature = "alloc")]
mod stack;
#[doc(hidden)]
pub mod stopped;
mod strided;
mod sums;
#[doc(hidden)]
pub mod whole;
mod witness;

pub use attributes::{differentiable, reversible};
#[cfg(feature = "alloc")]
pub use check::{Mismatch, check_gradient};
pub use declaring::{instruction, primitive};
#[cfg(feature = "tape")]
pub use derivatives::Derivatives;
pub use function::{Compose, Inverse, Reversible, compose};
pub use irreversible::Irreversible;
#[cfg(feature = "alloc")]
pub use record::Record;
pub use retrograde_macros::Differentiable;
#[cfg(feature = "complex")]
pub use retrograde_numbers::Complex;
pub use retrograde_numbers::{Cotangent, Differentiable, Dual, Leaf, Level, Over, Shadow, Slot, dual};
pub use retrograde_numbers::{Fixed, Fixed43, InvertibleAdd, InvertibleMul, InvertibleXor, fixed};
pub use retrograde_numbers::{Log, MaxPlus, MinPlus, NoLog};
pub use retrograde_rules as rules;
pub use retrograde_rules::Real;
pub use retrograde_rules::operator::{self, Operator};
#[cfg(feature = "tape")]
pub use retrograde_tape::{self as tape, Active, Jacobian, Pullback, engine};
#[cfg(feature = "tape")]
pub use retrograde_tape::{
    gradient, hessian, hessian_vector_product, jacobian, jvp, value_and_gradient, vjp,
};

// The code on the first page of the project is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(all(doctest, feature = "complex"))]
#[doc = include_str!("../../../docs/numbers.md")]
struct Numbers;

#[cfg(all(doctest, feature = "tape"))]
#[doc = include_str!("../../../docs/tape.md")]
struct OnTapes;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/language.md")]
struct Language;

// Two pages of the tutorial need crates that depend on this one, and are tested there.
#[cfg(all(doctest, feature = "tape"))]
#[doc = include_str!("../../../docs/tutorial/1_gradient.md")]
struct AGradient;

#[cfg(all(doctest, feature = "tape"))]
#[doc = include_str!("../../../docs/tutorial/3_matrices.md")]
struct Matrices;

#[cfg(all(doctest, feature = "tape"))]
#[doc = include_str!("../../../docs/tutorial/4_programs.md")]
struct ChangedArguments;

#[cfg(all(doctest, feature = "tape"))]
#[doc = include_str!("../../../docs/tutorial/5_rules.md")]
struct RulesOfOnesOwn;

#[cfg(all(doctest, feature = "tape"))]
#[doc = include_str!("../../../docs/tutorial/7_errors.md")]
struct AnError;

#[cfg(all(doctest, feature = "tape"))]
#[doc = include_str!("../../../docs/tutorial/8_ways.md")]
struct Ways;

#[cfg(all(doctest, feature = "tape"))]
#[doc = include_str!("../../../docs/tutorial/from_jax.md")]
struct FromJax;

#[cfg(all(doctest, feature = "tape"))]
#[doc = include_str!("../../../docs/tutorial/from_enzyme.md")]
struct FromEnzyme;

#[cfg(all(doctest, feature = "tape"))]
#[doc = include_str!("../../../docs/tutorial/from_num_dual.md")]
struct FromNumDual;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/parallel.md")]
struct Parallel;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/ordinary.md")]
struct Ordinary;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/from_ordinary.md")]
struct FromOrdinary;

#[cfg(all(doctest, feature = "complex"))]
#[doc = include_str!("../../../docs/nilang.md")]
struct FromNilang;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/operators.md")]
struct OperatorsOfOnesOwn;
