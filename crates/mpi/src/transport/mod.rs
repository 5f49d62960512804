//! The carriers of numbers from rank to rank: MPI, or one rank alone.

mod alone;
#[cfg(feature = "mpi")]
mod system;

pub(crate) use alone::Alone;
#[cfg(feature = "mpi")]
pub(crate) use system::System;

/// The messages that transfers are made of. All ranks call the same one, with lengths that fit: [`agree`](crate::agree) sees to that.
///
/// Where a rank receives nothing, its place for it may be empty.
pub(crate) trait Transport {
    /// Returns the number of this rank, from zero.
    fn rank(&self) -> usize;
    /// Returns the number of ranks.
    fn size(&self) -> usize;
    /// Copies `x` of the root to every rank.
    fn broadcast(&self, x: &mut [f64], root: usize);
    /// Writes the sum over ranks to `y` of the root.
    fn reduce(&self, x: &[f64], y: &mut [f64], root: usize);
    /// Writes the sum over ranks to `y` of every rank.
    fn all_reduce(&self, x: &[f64], y: &mut [f64]);
    /// Writes part `r` of `x` of the root to `y` of rank `r`.
    fn scatter(&self, x: &[f64], y: &mut [f64], root: usize);
    /// Writes `x` of all ranks, in their order, to `y` of the root.
    fn gather(&self, x: &[f64], y: &mut [f64], root: usize);
    /// Writes `x` of all ranks, in their order, to `y` of every rank.
    fn all_gather(&self, x: &[f64], y: &mut [f64]);
    /// Writes part `r` of the sum over ranks to `y` of rank `r`.
    fn reduce_scatter(&self, x: &[f64], y: &mut [f64]);
    /// Sends `x` to a rank, and returns what a rank sends to this one.
    fn exchange(&self, x: &[f64], to: Option<usize>, from: Option<usize>) -> Vec<f64>;
    /// Writes the largest number over ranks to each place.
    fn largest(&self, x: &mut [i64]);
    /// Returns what all ranks have, in their order.
    fn all(&self, x: &[i64]) -> Vec<i64>;
    /// Ends all ranks.
    fn abort(&self) -> !;
}
