//! Sums over blocks of a loop, on one thread or many, with the same bits.
//!
//! Law: the blocks and the order of all additions depend on the number of iterations and the length of a block alone. The blocks are the leaves
//! of a binary tree whose left part is the larger half of the blocks; each node adds its right sum to its left one.

use core::ops::Range;

/// A sum that blocks contribute to: a number, or numbers of any shape, such as the shadow of what a loop reads.
pub trait BlockSum: Send {
    /// Adds the sum of later blocks.
    fn absorb(&mut self, later: Self);
}

macro_rules! numbers {
    ($($float:ty)*) => { $(
        impl BlockSum for $float {
            fn absorb(&mut self, later: $float) {
                *self += later;
            }
        }
    )* };
}
numbers!(f32 f64);

impl BlockSum for () {
    fn absorb(&mut self, (): ()) {}
}

/// Element by element. The lengths must be equal, or one is empty: that of a block without a contribution.
impl<S: BlockSum> BlockSum for Vec<S> {
    fn absorb(&mut self, later: Vec<S>) {
        if self.is_empty() {
            *self = later;
            return;
        }
        assert!(later.is_empty() || later.len() == self.len(), "sums of blocks have different lengths");
        for (sum, part) in self.iter_mut().zip(later) {
            sum.absorb(part);
        }
    }
}

impl<S: BlockSum, const N: usize> BlockSum for [S; N] {
    fn absorb(&mut self, later: [S; N]) {
        for (sum, part) in self.iter_mut().zip(later) {
            sum.absorb(part);
        }
    }
}

macro_rules! tuples {
    ($(($($S:ident $i:tt),+);)*) => { $(
        impl<$($S: BlockSum),+> BlockSum for ($($S,)+) {
            fn absorb(&mut self, later: Self) {
                $(self.$i.absorb(later.$i);)+
            }
        }
    )* };
}
tuples! {
    (A 0, B 1);
    (A 0, B 1, C 2);
    (A 0, B 1, C 2, D 3);
}

/// Runs `f` on blocks of at most `block` iterations of `0..n`, and returns the sum of its results, or nothing for `n = 0`.
///
/// With the feature `rayon` blocks run on the threads of the current pool, otherwise one after another. The result has
/// the same bits on any number of threads. A block should be some tens of microseconds long or more; its result is
/// allocated by `f`, so large sums want large blocks.
///
/// ```
/// use retrograde_lanes::for_blocks;
///
/// let x: Vec<f64> = (0..1000).map(f64::from).collect();
/// let (sum, squares) = for_blocks(x.len(), 64, |range| {
///     let x = &x[range];
///     (x.iter().sum::<f64>(), x.iter().map(|x| x * x).sum::<f64>())
/// })
/// .unwrap();
/// assert_eq!((sum, squares), (499_500.0, 332_833_500.0));
/// ```
///
/// # Panics
///
/// If `block` is zero.
pub fn for_blocks<S: BlockSum>(n: usize, block: usize, f: impl Fn(Range<usize>) -> S + Sync) -> Option<S> {
    assert!(block > 0, "a block has at least one iteration");
    if n == 0 { None } else { Some(tree(0..n.div_ceil(block), &|b| f(b * block..n.min((b + 1) * block)))) }
}

/// The sum of some blocks, at least one.
fn tree<S: BlockSum>(blocks: Range<usize>, f: &(impl Fn(usize) -> S + Sync)) -> S {
    if blocks.len() == 1 {
        return f(blocks.start);
    }
    let middle = blocks.start + blocks.len().div_ceil(2);
    let (mut left, right) = both(|| tree(blocks.start..middle, f), || tree(middle..blocks.end, f));
    left.absorb(right);
    left
}

/// Storage that iterations have each to themselves, in their order, so that blocks of them can be taken apart.
pub trait Parts: Send + Sized {
    /// Returns what belongs to the first `n` iterations, and the rest.
    fn split(self, n: usize) -> (Self, Self);
}

impl<T: Send> Parts for &mut [T] {
    fn split(self, n: usize) -> (Self, Self) {
        self.split_at_mut(n)
    }
}

impl<T: Sync> Parts for &[T] {
    fn split(self, n: usize) -> (Self, Self) {
        self.split_at(n)
    }
}

impl Parts for () {
    fn split(self, _: usize) -> (Self, Self) {
        ((), ())
    }
}

impl<A: Parts, B: Parts> Parts for (A, B) {
    fn split(self, n: usize) -> (Self, Self) {
        let ((a, c), (b, d)) = (self.0.split(n), self.1.split(n));
        ((a, b), (c, d))
    }
}

/// Runs `f` on blocks of at most `block` iterations of `0..n`, each with its part of what the iterations have to themselves.
///
/// With the feature `rayon` blocks run on the threads of the current pool, otherwise one after another. All blocks but the last have
/// the length `block`, on any number of threads.
///
/// ```
/// use retrograde_lanes::for_parts;
///
/// let mut squares = [0; 10];
/// for_parts(10, 4, &mut squares[..], &|range, squares: &mut [usize]| {
///     for (i, square) in range.zip(squares) {
///         *square = i * i;
///     }
/// });
/// assert_eq!(squares, [0, 1, 4, 9, 16, 25, 36, 49, 64, 81]);
/// ```
///
/// # Panics
///
/// If `block` is zero.
pub fn for_parts<P: Parts>(n: usize, block: usize, parts: P, f: &(impl Fn(Range<usize>, P) + Sync)) {
    assert!(block > 0, "a block has at least one iteration");
    apart(0..n, block, parts, f);
}

fn apart<P: Parts>(range: Range<usize>, block: usize, parts: P, f: &(impl Fn(Range<usize>, P) + Sync)) {
    if range.len() <= block {
        return f(range, parts);
    }
    let first = range.len().div_ceil(block).div_ceil(2) * block;
    let middle = range.start + first;
    let (left, right) = parts.split(first);
    both(|| apart(range.start..middle, block, left, f), || apart(middle..range.end, block, right, f));
}

/// Runs two computations, on two threads of the current pool if there are two.
#[cfg(feature = "rayon")]
pub fn both<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(a, b)
}

/// Runs two computations, one after the other.
#[cfg(not(feature = "rayon"))]
pub fn both<A, B>(a: impl FnOnce() -> A, b: impl FnOnce() -> B) -> (A, B) {
    (a(), b())
}
