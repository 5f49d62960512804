//! Reverse-mode derivatives of ordinary Rust closures.
//!
//! [`vjp`] runs a function on [`Active`] numbers, which record every operation, and returns its value and its
//! *pullback*. The function may be anything that is generic over [`Real`], or written for [`Active`]: closures,
//! recursion, enums, collections. Arguments and results are ordinary structures of `f64`, see [`Structure`].
//!
//! ```
//! use retrograde_tape::{value_and_gradient, vjp, Active, Real};
//!
//! fn rosenbrock<T: Real>(x: &[T]) -> T {
//!     let one = T::constant(1.0);
//!     x.windows(2).map(|w| (one - w[0]).powi(2) + T::constant(100.0) * (w[1] - w[0] * w[0]).powi(2)).sum()
//! }
//! let (value, gradient) = value_and_gradient(|x: Vec<Active>| rosenbrock(&x), &vec![1.0, 2.0])?;
//! assert_eq!(value, 100.0);
//! assert_eq!(gradient, [-400.0, 200.0]);
//!
//! // Several results, and a pullback that may be called many times.
//! let (y, pullback) = vjp(|(r, phi): (Active, Active)| (r * phi.cos(), r * phi.sin()), &(2.0, 0.0))?;
//! assert_eq!(y, (2.0, 0.0));
//! assert_eq!(pullback.call(&(0.0, 1.0))?, (0.0, 2.0));
//! # Ok::<(), retrograde_tape::Error>(())
//! ```
//!
//! # How it works
//!
//! This is the end point of "Dual-Numbers Reverse AD, Efficiently" (Smeding and Vákár, sections 8 and 10): an active
//! number is a value and the id of a backpropagator; the backpropagators are defunctionalised to nodes of 24 bytes in
//! one array, which is the tape. A sweep traverses it once from its end. The thread keeps the storage and reuses it.

mod active;
mod argument;
mod calls;
mod custom;
mod depth;
pub mod engine;
mod error;
#[cfg(feature = "num-traits")]
mod foreign;
pub mod fused;
mod jacobian;
mod operators;
#[cfg(feature = "par")]
pub mod par;
mod pushed;
mod recorder;
mod scalar;
mod scope;
mod second;
pub mod structure;
mod sweep;
mod tape;

pub use active::Active;
pub use argument::Argument;
pub use calls::{Pullback, gradient, value_and_gradient, vjp};
#[doc(hidden)]
pub use custom::{Kept, room};
pub use custom::{call, checkpoint, custom_vjp};
pub use engine::{Engine, jvp};
pub use error::{Error, Mismatch};
pub use jacobian::{Jacobian, jacobian};
pub use pushed::{Pushed, custom_jvp};
pub use recorder::{Recorder, with_limit};
pub use retrograde_numbers::Dual;
pub use retrograde_rules::Real;
pub use retrograde_rules::operator::{self, Operator};
pub use scalar::Scalar;
pub use second::{SecondOrder, hessian, hessian_vector_product};
pub use structure::Structure;
