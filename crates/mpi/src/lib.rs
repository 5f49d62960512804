//! Reversible messages between the ranks of a parallel program, and their adjoints.
//!
//! All ranks run the same program, each with numbers of its own. What they tell one another is a linear map from the numbers of all ranks
//! to the numbers of all ranks, a [`Transfer`]; so each has an inverse (take away what was added) and an adjoint (the transposed map):
//!
//! | instruction | what it adds to `y` | cotangents |
//! |---|---|---|
//! | [`add_broadcast()`] | on every rank, `x` of the root | summed at the root |
//! | [`add_reduce()`] | at the root, the sum of all `x` | of the root, to every rank |
//! | [`add_all_reduce()`] | on every rank, the sum of all `x` | summed, on every rank |
//! | [`add_scatter()`] | on rank `r`, part `r` of `x` of the root | gathered at the root |
//! | [`add_gather()`] | at the root, `x` of all ranks, one after the other | scattered from the root |
//! | [`add_all_gather()`] | on every rank, `x` of all ranks | part `r` of their sum, to rank `r` |
//! | [`add_sent()`] | on one rank, `x` of another | sent back |
//! | [`add_reduce_scatter()`] | on rank `r`, part `r` of the sum of all `x` | gathered everywhere |
//! | [`add_halo()`] | the last numbers of the rank before, and the first ones of the rank behind | added where they come from |
//!
//! ```
//! use retrograde::reversible;
//! use retrograde_mpi::{Ranks, add_all_reduce, launch};
//!
//! /// The square of the mean of the numbers of all ranks.
//! #[reversible]
//! fn mean_squared(y: &mut f64, x: &[f64; 1], #[inactive] ranks: &Ranks, #[inactive] size: f64) {
//!     let mut sum = [0.0];
//!     add_all_reduce(&mut sum, x, ranks);
//!     *y += (sum[0] / size).powi(2);
//! }
//!
//! launch(|ranks| {
//!     // Each rank has one number, and the cotangent of its own value. The values of all ranks are equal.
//!     let (mut y, mut y_bar, mut x_bar) = (0.0, 1.0, [0.0]);
//!     mean_squared::sweep(&mut y, &mut y_bar, &[3.0], &mut x_bar, ranks, ranks.size() as f64);
//!     assert_eq!((y, x_bar), (9.0, [6.0]));
//! });
//! ```
//!
//! With the feature `mpi` a program runs on as many ranks as `mpirun` starts; without it there is one. See docs/scale.md.

mod agree;
mod instructions;
mod ranks;
mod transfer;
mod transport;
mod wire;

pub use instructions::*;
pub use ranks::{Ranks, launch};
pub use transfer::Transfer;
pub use wire::Wire;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/scale.md")]
struct Page;
