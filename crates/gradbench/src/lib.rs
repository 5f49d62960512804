//! The twelve problems of the GradBench suite, differentiated by Retrograde, and the suite's protocol.
//!
#![doc = include_str!("../README.md")]
//!
//! Each file of [`problems`] has one problem as a user of Retrograde would write it: what is read, the function, its derivative, what is
//! answered. None has a derivative by hand. [`serve`] speaks the protocol: messages in, replies out, a line of JSON each.
//!
//! | problem | function | derivative |
//! |---|---|---|
//! | `hello` | a square | an ordinary function |
//! | `lse`, `gmm` | sums over independent points | reversible, in the lanes of vector registers |
//! | `llsq` | a sum of squares of polynomials | reversible |
//! | `ba` | residuals of many observations | a batch: its Jacobian, in lanes |
//! | `det` | a recursion with `n!` terms | reversible: the adjoint needs nothing of what comes back |
//! | `lstm`, `ode` | a loop with state | ordinary functions |
//! | `kmeans` | sums of least distances | forward over reverse |
//! | `ht` | positions of a hand | dual numbers in lanes |
//! | `particle`, `saddle` | a descent on derivatives | nested modes: a tape or dual numbers, over either |

mod evaluate;
pub mod problems;
mod protocol;

pub use evaluate::{Evaluation, Failure, Timing};
pub use protocol::{Manner, serve};
