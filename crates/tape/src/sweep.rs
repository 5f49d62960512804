//! The sweep: propagates the cotangents of the results to all numbers.
//!
//! It traverses the tape once from its end. Several rows of a Jacobian are computed in one sweep: then each cotangent
//! is an array. Law: when a node is reached, its cotangent is complete, because its readers have larger ids.

use crate::tape::{Node, Tape};
use crate::{Error, Scalar};

/// One or several cotangents of a number.
pub(crate) trait Bar<T>: Copy {
    /// Returns a cotangent without contributions.
    fn untouched() -> Self;
    /// True if there were no contributions.
    fn is_untouched(&self) -> bool;
    /// Adds `partial · cotangent`.
    fn accumulate(&mut self, partial: T, cotangent: Self);
    /// The number of rows.
    const ROWS: usize;
    /// Returns one of the cotangents.
    fn row(&self, row: usize) -> T;
    /// Adds to one of the cotangents.
    fn accept(&mut self, row: usize, cotangent: T);
}

impl<T: Scalar> Bar<T> for T {
    #[inline(always)]
    fn untouched() -> T {
        T::untouched()
    }
    #[inline(always)]
    fn is_untouched(&self) -> bool {
        Scalar::is_untouched(self)
    }
    #[inline(always)]
    fn accumulate(&mut self, partial: T, cotangent: T) {
        Scalar::accumulate(self, partial, cotangent);
    }
    const ROWS: usize = 1;
    #[inline(always)]
    fn row(&self, _: usize) -> T {
        *self
    }
    #[inline(always)]
    fn accept(&mut self, _: usize, cotangent: T) {
        Scalar::accept(self, cotangent);
    }
}

impl<T: Scalar, const R: usize> Bar<T> for [T; R] {
    #[inline(always)]
    fn untouched() -> Self {
        [T::untouched(); R]
    }
    #[inline(always)]
    fn is_untouched(&self) -> bool {
        self.iter().all(Scalar::is_untouched)
    }
    // An untouched row is skipped, since the partial of another row may be infinite.
    #[inline(always)]
    fn accumulate(&mut self, partial: T, cotangent: Self) {
        for (bar, cotangent) in self.iter_mut().zip(cotangent) {
            if !cotangent.is_untouched() {
                Scalar::accumulate(bar, partial, cotangent);
            }
        }
    }
    const ROWS: usize = R;
    #[inline(always)]
    fn row(&self, row: usize) -> T {
        self[row]
    }
    #[inline(always)]
    fn accept(&mut self, row: usize, cotangent: T) {
        Scalar::accept(&mut self[row], cotangent);
    }
}

/// Completes the cotangents of all numbers, `bars[id]`, from those of the results.
pub(crate) fn sweep<T: Scalar, C: Bar<T>>(tape: &Tape<T>, bars: &mut [C]) -> Result<(), Error> {
    debug_assert_eq!(bars.len(), tape.ids());
    let mut end = tape.nodes.len();
    for entry in tape.side.entries.iter().rev() {
        let after = entry.results.end;
        nodes(&tape.nodes[after..end], tape.first() + after, bars);
        let from = tape.first() + entry.results.start;
        let (below, results) = bars.split_at_mut(from);
        let results = &mut results[..entry.results.len()];
        if !results.iter().all(Bar::is_untouched) {
            entry.fusion.pull(&tape.side, results, below)?;
        }
        end = entry.results.start;
    }
    nodes(&tape.nodes[..end], tape.first(), bars);
    Ok(())
}

/// Sweeps the nodes between two fused rules. `first` is the id of the first.
fn nodes<T: Scalar, C: Bar<T>>(nodes: &[Node<T>], first: usize, bars: &mut [C]) {
    let mut rest = &mut bars[..first + nodes.len()];
    for node in nodes.iter().rev() {
        // Parents have smaller ids than the node, except for a parent that is the node itself, which is not in the
        // slice.
        let Some((&mut cotangent, below)) = std::mem::take(&mut rest).split_last_mut() else { return };
        if !cotangent.is_untouched() {
            let [p, q] = node.parents.map(|p| p as usize);
            below[p].accumulate(node.partials[0], cotangent);
            if let Some(bar) = below.get_mut(q) {
                bar.accumulate(node.partials[1], cotangent);
            }
        }
        rest = below;
    }
}

/// Completes the tangents of all numbers, `dots[id]`, from those of the inputs, in the order of execution. The tape has no fused
/// rules.
pub(crate) fn push<T: Scalar, C: Bar<T>>(tape: &Tape<T>, dots: &mut [C]) {
    debug_assert_eq!(dots.len(), tape.ids());
    debug_assert!(tape.side.entries.is_empty());
    for (own, node) in (tape.first()..).zip(&tape.nodes) {
        let (below, rest) = dots.split_at_mut(own);
        for (parent, partial) in node.parents.into_iter().zip(node.partials) {
            // A node with one parent has itself for the other, which is not below.
            match below.get(parent as usize) {
                Some(dot) if !dot.is_untouched() => rest[0].accumulate(partial, *dot),
                Some(_) | None => {}
            }
        }
    }
}
