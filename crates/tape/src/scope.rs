//! [`Scope`]: one recording from beginning to end.
//!
//! Law: whatever happens during the scope, a panic included, the recorder is afterwards in its previous state.

use crate::recorder::{self, Around, MOST, epoch};
use crate::scalar::recorder;
use crate::structure::{Map, Structure};
use crate::tape::Tape;
use crate::{Active, Error, Scalar};

/// Operations on numbers that a scope has lifted are recorded as long as it lives.
pub(crate) struct Scope<T: Scalar> {
    /// 0 after it was closed.
    epoch: u64,
    inputs: usize,
    around: Around<T>,
}

impl<T: Scalar> Scope<T> {
    /// Opens a scope without inputs.
    #[inline]
    pub(crate) fn open() -> Self {
        T::prepare();
        recorder::<T, _>(|r| {
            let around = r.enter(r.spare());
            Scope { epoch: epoch(r.next()), inputs: 0, around }
        })
    }

    /// Lifts a structure to inputs of this scope, before anything is recorded.
    #[inline]
    pub(crate) fn lift<X: Structure<T>>(&mut self, x: &X) -> Result<X::With<Active<T>>, Error> {
        let mut lift = Lift { tag: (self.epoch << 32) + self.inputs as u64 };
        let lifted = x.map(&mut lift)?;
        // Ids that overflow carry into the epoch, so the count is exact.
        self.inputs = (lift.tag - (self.epoch << 32)) as usize;
        recorder::<T, _>(|r| {
            let limit = r.limit.get();
            if self.inputs >= limit.min(MOST) as usize {
                return Err(Error::Full { limit });
            }
            r.after_inputs(self.inputs as u64);
            Ok(())
        })?;
        Ok(lifted)
    }

    /// Ends the scope and returns its tape.
    // By reference, because a copy of a freshly written value would have to wait for the write.
    #[inline]
    pub(crate) fn close(&mut self) -> Result<Box<Tape<T>>, Error> {
        let (tape, full) = self.restore();
        if full {
            recorder::<T, _>(|r| r.recycle(tape));
            return Err(Error::Full { limit: recorder::<T, _>(|r| r.limit.get()) });
        }
        Ok(tape)
    }

    /// True if a number that leaves the function belongs to this scope or is a constant.
    pub(crate) fn owns(epoch: u64, x: Active<T>) -> bool {
        x.is_constant() || recorder::epoch(x.tag()) == epoch
    }

    pub(crate) fn epoch(&self) -> u64 {
        self.epoch
    }

    #[inline]
    fn restore(&mut self) -> (Box<Tape<T>>, bool) {
        recorder::<T, _>(|r| {
            let (mut tape, full) = r.leave(&mut self.around);
            tape.inputs = self.inputs;
            self.epoch = 0;
            (tape, full)
        })
    }
}

impl<T: Scalar> Drop for Scope<T> {
    #[inline]
    fn drop(&mut self) {
        if self.epoch != 0 {
            let (tape, _) = self.restore();
            recorder::<T, _>(|r| r.recycle(tape));
        }
    }
}

/// Assigns the next ids to numbers.
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
