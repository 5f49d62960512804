//! Shares the iterations of a kernel among processes that run the same program on the same numbers, with the same bits.
//!
//! Law: the blocks, and the order in which their sums are added, depend on the numbers of iterations and of sums alone. A process runs a row of blocks
//! that follow one another; then all of them have what the iterations of each have to themselves, and its sums.

use crate::blocks::BlockSum;
use crate::dispatch::Width;
use crate::divided::{Divisible, MANY, halves, run_in_blocks};
use core::cell::RefCell;
use core::ops::Range;
use std::rc::Rc;

/// The largest number of blocks of a loop with few sums. A loop has work for as many processes.
const BLOCKS: usize = 256;

/// The largest number of blocks of a loop with many sums, which all processes hand to one another.
const BLOCKS_OF_MANY: usize = 16;

/// The smallest number of iterations of a block.
const FEWEST: usize = 128;

/// The processes that share iterations, as one of them sees them.
pub trait Sharing {
    /// Returns the number of this process, from zero.
    fn rank(&self) -> usize;
    /// Returns the number of processes.
    fn size(&self) -> usize;
    /// Compares the loop that all are about to run: its number of iterations, and a digest of its numbers. Does not return if they differ.
    fn agree(&self, iterations: usize, digest: u64);
    /// Copies numbers of one process to all others.
    fn spread(&self, numbers: &mut [f64], from: usize);
}

thread_local! {
    static SHARING: RefCell<Option<Rc<dyn Sharing>>> = const { RefCell::new(None) };
}

/// Runs `f`, whose loops on this thread share their iterations: those that [`run_shared`] runs.
pub fn shared_by<R>(sharing: Rc<dyn Sharing>, f: impl FnOnce() -> R) -> R {
    /// Puts back what was there before, also when `f` panics.
    struct Back(Option<Rc<dyn Sharing>>);
    impl Drop for Back {
        fn drop(&mut self) {
            SHARING.set(self.0.take());
        }
    }
    let _back = Back(SHARING.replace(Some(sharing)));
    f()
}

/// Numbers that processes hand to one another: those of a sum of blocks, and elements of iterations.
pub trait Numbers {
    /// Calls `visit` with all of them.
    fn numbers(&mut self, visit: &mut dyn FnMut(&mut [f64]));
}

impl Numbers for f64 {
    fn numbers(&mut self, visit: &mut dyn FnMut(&mut [f64])) {
        visit(core::slice::from_mut(self));
    }
}

impl Numbers for [f64] {
    fn numbers(&mut self, visit: &mut dyn FnMut(&mut [f64])) {
        visit(self);
    }
}

/// Processes hand over `f64`, which each `f32` is.
impl Numbers for [f32] {
    fn numbers(&mut self, visit: &mut dyn FnMut(&mut [f64])) {
        let mut wide: Vec<f64> = self.iter().copied().map(f64::from).collect();
        visit(&mut wide);
        for (number, wide) in self.iter_mut().zip(wide) {
            *number = wide as f32;
        }
    }
}

impl<F> Numbers for Vec<F>
where
    F: BlockSum,
    [F]: Numbers,
{
    fn numbers(&mut self, visit: &mut dyn FnMut(&mut [f64])) {
        self[..].numbers(visit);
    }
}

impl<S: Numbers, const N: usize> Numbers for [S; N] {
    fn numbers(&mut self, visit: &mut dyn FnMut(&mut [f64])) {
        self.iter_mut().for_each(|sum| sum.numbers(visit));
    }
}

impl<A: Numbers, B: Numbers> Numbers for (A, B) {
    fn numbers(&mut self, visit: &mut dyn FnMut(&mut [f64])) {
        self.0.numbers(visit);
        self.1.numbers(visit);
    }
}

/// A kernel whose blocks may run in other processes.
pub trait Shareable: Divisible<Output: Numbers + BlockSum> {
    /// The kernel, lent.
    type Lent<'a>: Divisible<Scalar = Self::Scalar, Output = Self::Output>
    where
        Self: 'a;
    /// Lends the kernel to a run, behind which its own elements are needed.
    fn lent(&mut self) -> Self::Lent<'_>;
    /// Returns the sums over no iterations, as long as those of a block.
    fn nothing(&self) -> Self::Output;
    /// Calls `visit` with the elements that the iterations have to themselves.
    fn own(&mut self, visit: &mut dyn FnMut(&mut [f64]));
    /// Adds some of the numbers that the iterations read to a digest.
    fn glimpse(&self, digest: &mut Digest);
}

/// A digest of numbers: processes whose numbers differ have different ones, most probably.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Digest {
    /// Adds the bits of a number, by the step of the hash FNV-1a on words.
    fn add(&mut self, bits: u64) {
        self.0 = (self.0 ^ bits).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29);
    }
}

/// Numbers of which a digest takes some.
pub trait Glimpse {
    /// Adds some of the numbers.
    fn glimpse(&self, digest: &mut Digest);
}

macro_rules! glimpses {
    ($($ty:ty: $bits:expr;)*) => { $(
        impl Glimpse for $ty {
            fn glimpse(&self, digest: &mut Digest) {
                let bits: fn($ty) -> u64 = $bits;
                digest.add(bits(*self));
            }
        }
    )* };
}
glimpses! {
    f64: f64::to_bits; f32: |x| u64::from(x.to_bits()); bool: u64::from;
    usize: |x| x as u64; isize: |x| x as u64; u64: |x| x; i64: |x| x as u64; u32: u64::from; i32: |x| x as u64;
    u16: u64::from; i16: |x| x as u64; u8: u64::from; i8: |x| x as u64;
    u128: |x| (x ^ (x >> 64)) as u64; i128: |x| (x ^ (x >> 64)) as u64; char: u64::from;
}

/// Takes the length, and elements all over: about 32 of them.
impl<T: Glimpse> Glimpse for [T] {
    fn glimpse(&self, digest: &mut Digest) {
        digest.add(self.len() as u64);
        self.iter().step_by(self.len() / 32 + 1).chain(self.last()).for_each(|x| x.glimpse(digest));
    }
}

impl<T: Glimpse + ?Sized> Glimpse for &T {
    fn glimpse(&self, digest: &mut Digest) {
        (**self).glimpse(digest);
    }
}

impl<T: Glimpse + ?Sized> Glimpse for &mut T {
    fn glimpse(&self, digest: &mut Digest) {
        (**self).glimpse(digest);
    }
}

/// Runs a kernel in `N` lanes and in blocks, dealt to the processes that share the loops of this thread ([`shared_by`]); all blocks here if there are none.
///
/// Every process calls this with the same kernel on the same numbers, and has the same result, with the same bits for any number of processes. There are at most 256 blocks, or 16 if there are 8192
/// sums or more, of at least 128 iterations. Blocks of one process run on its threads, as those of [`run_in_blocks`].
pub fn run_shared<const N: usize, K>(kernel: K) -> K::Output
where
    K: Shareable<Scalar: Width<N>>,
{
    let count = kernel.iterations().len();
    let blocks = if kernel.sums() < MANY { BLOCKS } else { BLOCKS_OF_MANY };
    let block = count.div_ceil(blocks).max(FEWEST).next_multiple_of(N);
    if count <= block || !kernel.is_divisible() {
        return run_in_blocks::<N, K>(kernel);
    }
    let sharing = SHARING.with_borrow(Clone::clone).filter(|sharing| sharing.size() > 1);
    let Some(sharing) = sharing else { return halves::<N, K>(kernel, block) };
    let mut kernel = kernel;
    let mut digest = Digest(0xcbf2_9ce4_8422_2325);
    kernel.glimpse(&mut digest);
    sharing.agree(count, digest.0);
    let deal = Deal { block, blocks: count.div_ceil(block), rank: sharing.rank(), size: sharing.size() };
    let mut sums = Vec::new();
    deal.run::<N, _>(kernel.lent(), 0, &mut sums);
    deal.handed_over(kernel, 0, &*sharing, &mut sums.into_iter())
}

/// The blocks of a loop, and who runs them.
struct Deal {
    block: usize,
    blocks: usize,
    rank: usize,
    size: usize,
}

impl Deal {
    /// Returns the process that runs a block.
    fn owner(&self, block: usize) -> usize {
        block * self.size / self.blocks
    }

    /// Returns the process that runs all blocks of some iterations, if one does; the first of them is block `from`.
    fn sole_owner(&self, from: usize, iterations: &Range<usize>) -> Option<usize> {
        let first = self.owner(from);
        (first == self.owner(from + iterations.len().div_ceil(self.block) - 1)).then_some(first)
    }

    /// Returns the number of blocks in the larger half of some iterations.
    fn half(&self, iterations: &Range<usize>) -> usize {
        iterations.len().div_ceil(self.block).div_ceil(2)
    }

    /// Runs the blocks of this process, and appends for each part that has one owner its sums, or nothing where they are another's.
    fn run<const N: usize, K>(&self, kernel: K, from: usize, sums: &mut Vec<Option<K::Output>>)
    where
        K: Divisible<Scalar: Width<N>>,
    {
        let range = kernel.iterations();
        if let Some(owner) = self.sole_owner(from, &range) {
            sums.push((owner == self.rank).then(|| halves::<N, K>(kernel, self.block)));
            return;
        }
        let half = self.half(&range);
        let (left, right) = kernel.divided(range.start + half * self.block);
        self.run::<N, K>(left, from, sums);
        self.run::<N, K>(right, from + half, sums);
    }

    /// Gives all processes what the iterations of each have to themselves, and adds up their sums.
    fn handed_over<K: Shareable>(
        &self,
        kernel: K,
        from: usize,
        sharing: &dyn Sharing,
        sums: &mut impl Iterator<Item = Option<K::Output>>,
    ) -> K::Output {
        let range = kernel.iterations();
        if let Some(owner) = self.sole_owner(from, &range) {
            let mut kernel = kernel;
            let mut sum = sums.next().flatten().unwrap_or_else(|| kernel.nothing());
            let mut spread = |numbers: &mut [f64]| {
                if !numbers.is_empty() {
                    sharing.spread(numbers, owner);
                }
            };
            kernel.own(&mut spread);
            sum.numbers(&mut spread);
            return sum;
        }
        let half = self.half(&range);
        let (left, right) = kernel.divided(range.start + half * self.block);
        let mut sum = self.handed_over(left, from, sharing, sums);
        sum.absorb(self.handed_over(right, from + half, sharing, sums));
        sum
    }
}
