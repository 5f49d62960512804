//! [`Scope`]: one recording from beginning to end.
//!
//! Law: whatever happens within, a panic included, the recorder is afterwards as it was before.

use crate::recorder::{self, Around, MOST, epoch};
use crate::scalar::recorder;
use crate::structure::{Map, Structure};
use crate::tape::Tape;
use crate::{Active, Error, Scalar};

/// While it lives, what is computed with numbers that it lifted is recorded.
pub(crate) struct Scope<T: Scalar> {
    /// 0 when it is closed.
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
            r.after_inputs(self.inputs as u64);
            Ok(())
        })?;
        Ok(lifted)
    }

    /// Ends the scope and hands over what it recorded.
    // By reference, because a copy of what was just written would have to wait for it.
    #[inline]
    pub(crate) fn close(&mut self) -> Result<Box<Tape<T>>, Error> {
        let (tape, full) = self.restore();
        match full {
            false => Ok(tape),
            true => {
                recorder::<T, _>(|r| r.recycle(tape));
                Err(Error::Full { limit: recorder::<T, _>(|r| r.limit.get()) })
            }
        }
    }

    /// True if a number that left the function belongs to this scope or is a constant.
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
