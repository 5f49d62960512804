//! The places of the largest and of the smallest of many numbers, in lanes and on threads.
//!
//! Law: it is the place at which the loop ends that starts at an infinity and goes on to a number if that is greater (less). So NaN is
//! skipped, the first of equal numbers is found, and neither the number of lanes nor that of threads matters.

use crate::blocks::both;
use crate::dispatch::{InstructionSet, Kernel, Width, run};
use crate::register::Float;
use crate::vector::Vector;

/// From this number on the halves are searched on two threads, if there are two.
const MANY: usize = 1 << 17;

/// The numbers whose extreme is found before its place is: they stay in the first cache.
const BLOCK: usize = 2048;

/// The number of vectors that are compared at once: a comparison waits for the one before it.
const AT_ONCE: usize = 4;

/// The numbers, of which the greatest is searched, or the least.
struct Extreme<'a, F, const LEAST: bool>(&'a [F]);

impl<F: Float, const LEAST: bool> Kernel for Extreme<'_, F, LEAST> {
    type Scalar = F;
    type Output = Option<usize>;
    #[inline(always)]
    fn run<V: Vector<Scalar = F>>(self) -> Option<usize> {
        let (mut best, mut block, mut start) = (first::<F, LEAST>(), None, 0);
        while start < self.0.len() {
            let numbers = &self.0[start..self.0.len().min(start + BLOCK)];
            let mut kept = [V::splat(best); AT_ONCE];
            let mut at = 0;
            while at + AT_ONCE * V::LANES <= numbers.len() {
                for i in 0..AT_ONCE {
                    let x = V::load(&numbers[at + i * V::LANES..]);
                    kept[i] = V::select(better::<V, LEAST>(x, kept[i]), x, kept[i]);
                }
                at += AT_ONCE * V::LANES;
            }
            for i in 1..AT_ONCE {
                kept[0] = V::select(better::<V, LEAST>(kept[i], kept[0]), kept[i], kept[0]);
            }
            let mut found = one_by_one::<F, LEAST>(&numbers[at..], best);
            for lane in 0..V::LANES {
                found = one_by_one::<F, LEAST>(&[kept[0].lane(lane)], found);
            }
            if found != best {
                (best, block) = (found, Some(start));
            }
            start += BLOCK;
        }
        let block = block?;
        Some(block + self.0[block..].iter().position(|x| *x == best)?)
    }
}

/// The infinity that every number replaces.
fn first<F: Float, const LEAST: bool>() -> F {
    F::constant(if LEAST { f64::INFINITY } else { f64::NEG_INFINITY })
}

#[inline(always)]
fn better<V: Vector, const LEAST: bool>(x: V, kept: V) -> V::Mask {
    if LEAST { x.less(kept) } else { kept.less(x) }
}

#[inline(always)]
fn one_by_one<F: Float, const LEAST: bool>(x: &[F], mut kept: F) -> F {
    for &x in x {
        if if LEAST { x < kept } else { x > kept } {
            kept = x;
        }
    }
    kept
}

fn extreme<const LEAST: bool, const N: usize, F: Width<N>>(x: &[F]) -> Option<usize> {
    if InstructionSet::best() == InstructionSet::Portable {
        let best = one_by_one::<F, LEAST>(x, first::<F, LEAST>());
        return x.iter().position(|x| *x == best).filter(|_| best != first::<F, LEAST>());
    }
    if x.len() < MANY {
        return run::<N, _>(Extreme::<F, LEAST>(x));
    }
    let (left, right) = x.split_at(x.len() / 2);
    let (left, right) = both(|| extreme::<LEAST, N, F>(left), || extreme::<LEAST, N, F>(right));
    let right = right.map(|at| at + x.len() / 2);
    match (left, right) {
        (Some(a), Some(b)) if one_by_one::<F, LEAST>(&[x[b]], x[a]) == x[a] => Some(a),
        (left, right) => right.or(left),
    }
}

/// Returns the place of the greatest of the numbers, the first of those that are equal; NaN is skipped. Nothing if there is none
/// above minus infinity.
///
/// ```
/// assert_eq!(retrograde_lanes::largest::<8, _>(&[1.0, f64::NAN, 3.0, -2.0, 3.0]), Some(2));
/// ```
pub fn largest<const N: usize, F: Width<N>>(x: &[F]) -> Option<usize> {
    extreme::<false, N, F>(x)
}

/// Returns the place of the least of the numbers, as [`largest`] does.
pub fn smallest<const N: usize, F: Width<N>>(x: &[F]) -> Option<usize> {
    extreme::<true, N, F>(x)
}
