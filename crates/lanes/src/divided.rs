//! Runs the iterations of a kernel in blocks, on one thread or many, with the same bits.
//!
//! Law: the blocks, and the order in which their sums are added, depend on the numbers of iterations and of sums alone. A block has its part of what
//! the iterations have to themselves, and sums of its own, so no two threads reach one place.

use crate::blocks::{BlockSum, both};
use crate::dispatch::{Kernel, Width, run};
use core::ops::Range;

/// The largest number of blocks: each has sums of its own, which for a model of a million parameters are a million numbers.
const BLOCKS: usize = 16;

/// The smallest number of iterations of a block. Handing a block to a thread takes as long as some of them.
const FEWEST: usize = 128;

/// The smallest number of iterations where a block has many sums, which it makes, adds up over its lanes and hands over.
const FEWEST_OF_MANY: usize = 256;

/// From this number on sums are many: in eight lanes they fill half a megabyte.
pub(crate) const MANY: usize = 8192;

/// A kernel with iterations of which each block may run alone.
///
/// The output is what the iterations of a block add up: its blocks absorb one another in their order.
///
/// ```
/// use retrograde_lanes::{Divisible, Kernel, Vector, run_in_blocks};
/// use std::ops::Range;
///
/// /// Squares the numbers of a slice, and returns their sum.
/// struct Squares<'a>(Range<usize>, &'a mut [f64]);
///
/// impl Kernel for Squares<'_> {
///     type Scalar = f64;
///     type Output = f64;
///     #[inline(always)]
///     fn run<V: Vector<Scalar = f64>>(self) -> f64 {
///         let mut sum = V::splat(0.0);
///         let mut i = 0;
///         while i + V::LANES <= self.1.len() {
///             let x = V::load(&self.1[i..]);
///             (x * x).store(&mut self.1[i..]);
///             sum += x * x;
///             i += V::LANES;
///         }
///         sum.sum()
///     }
/// }
///
/// impl Divisible for Squares<'_> {
///     fn iterations(&self) -> Range<usize> {
///         self.0.clone()
///     }
///     fn is_divisible(&self) -> bool {
///         true
///     }
///     fn divided(self, at: usize) -> (Self, Self) {
///         let (a, b) = self.1.split_at_mut(at - self.0.start);
///         (Squares(self.0.start..at, a), Squares(at..self.0.end, b))
///     }
/// }
///
/// let mut x = vec![3.0; 800];
/// assert_eq!(run_in_blocks::<8, _>(Squares(0..800, &mut x)), 7200.0);
/// assert_eq!(x, vec![9.0; 800]);
/// ```
pub trait Divisible: Kernel<Output: BlockSum> + Send {
    /// Returns the iterations.
    fn iterations(&self) -> Range<usize>;
    /// True if every iteration has what it reaches, so that no block ends before its last one.
    fn is_divisible(&self) -> bool;
    /// Returns the number of numbers that a block adds up.
    fn sums(&self) -> usize {
        1
    }
    /// Returns the iterations before `at`, and the others. `at` is within them, and behind the first.
    fn divided(self, at: usize) -> (Self, Self);
}

/// Runs a kernel in `N` lanes as [`run`] does, and in blocks.
///
/// With the feature `rayon` blocks run on the threads of the current pool, otherwise one after another. The result has
/// the same bits on any number of threads. There are at most 16 blocks, of at least 128 iterations, or 256 if there are 8192 sums or more, and all but the last have a multiple of
/// `N` iterations. A kernel that is not divisible runs whole.
pub fn run_in_blocks<const N: usize, K>(kernel: K) -> K::Output
where
    K: Divisible<Scalar: Width<N>>,
{
    let count = kernel.iterations().len();
    let fewest = if kernel.sums() < MANY { FEWEST } else { FEWEST_OF_MANY };
    let block = count.div_ceil(BLOCKS).max(fewest).next_multiple_of(N);
    if count > block && kernel.is_divisible() { halves::<N, K>(kernel, block) } else { run::<N, K>(kernel) }
}

/// Runs some blocks: the larger half of them, and the others.
pub(crate) fn halves<const N: usize, K>(kernel: K, block: usize) -> K::Output
where
    K: Divisible<Scalar: Width<N>>,
{
    let range = kernel.iterations();
    if range.len() <= block {
        return run::<N, K>(kernel);
    }
    let (left, right) = kernel.divided(range.start + range.len().div_ceil(block).div_ceil(2) * block);
    let (mut sum, later) = both(|| halves::<N, K>(left, block), || halves::<N, K>(right, block));
    sum.absorb(later);
    sum
}
