//! Reverse-mode automatic differentiation of ordinary Rust functions, by running them backwards.
//!
//! The attribute [`reversible`] turns a function into itself, its *inverse* and its *adjoint*: plain scalar code without
//! a tape and without the heap, on stable Rust.
//!
//! ```
//! use retrograde::prelude::*;
//!
//! #[reversible]
//! fn norm(out: &mut f64, x: &[f64]) {
//!     let mut sum = 0.0; // starts known and is forgotten at the end
//!     for i in 0..x.len() {
//!         sum += x[i] * x[i];
//!     }
//!     *out += sum.sqrt();
//! }
//!
//! // The function itself, and its inverse.
//! let (x, mut y) = ([2.0; 4], 1.0);
//! norm(&mut y, &x);
//! assert_eq!(y, 5.0);
//! norm::inverse(&mut y, &x);
//! assert_eq!(y, 1.0);
//!
//! // The adjoint runs backwards from the state after the function, and carries cotangents along.
//! norm(&mut y, &x);
//! let (mut y_bar, mut x_bar) = (1.0, [0.0; 4]);
//! norm::adjoint(&mut y, &mut y_bar, &x, &mut x_bar);
//! assert_eq!((y, x_bar), (1.0, [0.5; 4]));
//!
//! // The same, with all allocation done for you.
//! let (value, (gradient,)) = norm::gradient(&x);
//! assert_eq!((value, gradient), (4.0, vec![0.5; 4]));
//! ```
//!
//! # What is here
//!
//! | item | what it is |
//! |---|---|
//! | [`reversible`] | the attribute, and the language of the functions that it takes |
//! | [`primitive`] | a function of yours whose derivative you know better |
//! | [`instruction`] | a bijection in place of yours, with its inverse and adjoint |
//! | [`instructions`] | `swap neg rot irot hadamard conj inc dec rotate_left rotate_right`: bijections in place |
//! | [`library`] | `sum dot norm logsumexp`, reversible |
//! | [`Real`] | the trait that generic functions are bounded by; its methods are the [table of rules](rules::table) |
//! | [`Dual`] | numbers that carry a tangent: forward mode, and Hessians over an adjoint |
//! | [`Fixed`] | fixed point: what is undone comes back bit for bit |
//! | [`Log`], [`MaxPlus`], [`MinPlus`] | numbers that are multiplied and divided in place |
//! | [`InvertibleAdd`], … | which updates a type can undo |
//! | [`Cotangent`] | what adjoints carry: one number, or `[_; R]` for `R` rows of a Jacobian at once |
//! | [`Reversible`] | reversible functions as values, which others take, compose and undo |
//! | [`Operator`] | a function with its pullback over flat slices, object-safe: what other systems register |
//! | [`Irreversible`] | what a check at run time found, as an error |
//! | [`vjp`], [`value_and_gradient`], [`jacobian`] | derivatives of any closure, by a [tape](mod@tape) |
//! | [`check_gradient`] | a gradient against differences of values, for tests of your own |
//!
//! # Features
//!
//! `std` (default) takes elementary functions from the standard library and enables `alloc`. Without it the crate is
//! `no_std` and asks for `libm`; `alloc` then brings back what returns vectors.
//! `complex` lets complex numbers, those of the crate `num-complex`, stand in reversible functions.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// Generated code says `::retrograde`, also within this crate.
extern crate self as retrograde;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod alike;
mod attributes;
mod bits;
#[cfg(feature = "alloc")]
mod check;
mod declaring;
#[doc(hidden)]
pub mod fields;
#[cfg(feature = "tape")]
mod flat;
mod function;
pub mod instructions;
mod irreversible;
mod known;
pub mod library;
#[doc(hidden)]
pub mod loans;
#[cfg(feature = "alloc")]
mod map;
pub mod prelude;
#[doc(hidden)]
pub mod probe;
#[cfg(feature = "alloc")]
mod stack;
mod strided;
#[cfg(feature = "alloc")]
mod trail;

pub use attributes::reversible;
#[cfg(feature = "alloc")]
pub use check::{Mismatch, check_gradient};
pub use declaring::{instruction, primitive};
pub use function::{Compose, Inverse, Reversible, compose};
pub use irreversible::Irreversible;
pub use retrograde_macros::Differentiable;
#[cfg(feature = "complex")]
pub use retrograde_numbers::Complex;
pub use retrograde_numbers::{Cotangent, Cube, Differentiable, Dual, Grid, Shadow, Slot, dual};
pub use retrograde_numbers::{Fixed, Fixed43, InvertibleAdd, InvertibleMul, InvertibleXor, fixed};
pub use retrograde_numbers::{Log, MaxPlus, MinPlus, NoLog};
pub use retrograde_rules as rules;
pub use retrograde_rules::Real;
pub use retrograde_rules::operator::{self, Operator};
#[cfg(feature = "tape")]
pub use retrograde_tape::{self as tape, Active, Jacobian, Pullback, jacobian, value_and_gradient, vjp};

// What the first page of the project says is compiled and run with the tests.
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

#[cfg(all(doctest, feature = "complex"))]
#[doc = include_str!("../../../docs/nilang.md")]
struct FromNilang;
