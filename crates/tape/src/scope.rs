//! [`Scope`]: one recording from beginning to end.
//!
//! Law: whatever happens within, a panic included, the recorder is afterwards as it was before.

use crate::recorder::MOST;
use crate::scalar::recorder;
use crate::structure::{Map, Structure};
use crate::tape::{Node, Side, Tape};
use crate::{Active, Error, Scalar};

/// While it lives, what is computed with numbers that it lifted is recorded.
pub(crate) struct Scope<T: Scalar> {
    epoch: u64,
    inputs: usize,
    /// What the recorder held before.
    outer: Option<Outer<T>>,
}

struct Outer<T> {
    base: u64,
    full: bool,
    nodes: Vec<Node<T>>,
    side: Option<Box<Side<T>>>,
}

impl<T: Scalar> Scope<T> {
    /// Opens a scope without inputs.
    #[inline]
    pub(crate) fn open() -> Self {
        T::prepare();
        recorder::<T, _>(|r| {
            let Tape { nodes, side, .. } = r.spare();
            let epoch = r.next_epoch();
            let outer = Outer {
                base: r.base.replace((epoch << 32) + 1),
                full: r.full.replace(false),
                nodes: r.exchange(nodes),
                side: r.side.replace(Some(side)),
            };
            Scope { epoch, inputs: 0, outer: Some(outer) }
        })
    }

    /// The structure as inputs of this scope, which has recorded nothing yet.
    #[inline]
    pub(crate) fn lift<X: Structure<T>>(&mut self, x: &X) -> Result<X::With<Active<T>>, Error> {
        let mut lift = Lift { tag: (self.epoch << 32) + self.inputs as u64 };
        let lifted = x.map(&mut lift)?;
        // Ids that ran over would have carried into the epoch, so the count is exact.
        self.inputs = (lift.tag - (self.epoch << 32)) as usize;
        recorder::<T, _>(|r| {
            let limit = r.limit.get();
            if self.inputs >= limit.min(MOST) as usize {
                return Err(Error::Full { limit });
            }
            r.base.set((self.epoch << 32) + self.inputs as u64 + 1);
            // Storage from an earlier run may have more room than the limit leaves.
            if r.capacity() > limit as usize - self.inputs {
                r.exchange(Vec::new());
            }
            Ok(())
        })?;
        Ok(lifted)
    }

    /// Ends the scope and hands over what it recorded.
    #[inline]
    pub(crate) fn close(mut self) -> Result<Tape<T>, Error> {
        let (tape, full) = self.restore();
        match full {
            false => Ok(tape),
            true => {
                recorder::<T, _>(|r| r.recycle(tape));
                Err(Error::Full { limit: recorder::<T, _>(|r| r.limit.get()) })
            }
        }
    }

    /// Whether a number that left the function belongs to this scope or is a constant.
    pub(crate) fn owns(epoch: u64, x: Active<T>) -> bool {
        x.is_constant() || crate::recorder::epoch(x.tag()) == epoch
    }

    pub(crate) fn epoch(&self) -> u64 {
        self.epoch
    }

    #[inline]
    fn restore(&mut self) -> (Tape<T>, bool) {
        let outer = self.outer.take().expect("a scope is closed once");
        recorder::<T, _>(|r| {
            r.base.set(outer.base);
            let nodes = r.exchange(outer.nodes);
            let side = r.side.replace(outer.side).unwrap_or_else(|| Box::new(Side::new()));
            (Tape { inputs: self.inputs, nodes, side }, r.full.replace(outer.full))
        })
    }
}

impl<T: Scalar> Drop for Scope<T> {
    fn drop(&mut self) {
        if self.outer.is_some() {
            let (tape, _) = self.restore();
            recorder::<T, _>(|r| r.recycle(tape));
        }
    }
}

/// Gives numbers the next ids.
struct Lift {
    tag: u64,
}

impl<T: Scalar> Map<T, Active<T>> for Lift {
    #[inline(always)]
    fn number(&mut self, x: &T) -> Active<T> {
        self.tag += 1;
        Active::tagged(*x, self.tag)
    }

    fn constant(&mut self, x: &T) -> Active<T> {
        Active::constant_of(*x)
    }

    fn numbers(&mut self, x: &[T]) -> Vec<Active<T>> {
        let from = self.tag + 1;
        self.tag += x.len() as u64;
        (from..).zip(x).map(|(tag, x)| Active::tagged(*x, tag)).collect()
    }
}
