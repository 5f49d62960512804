//! The schedule for a number of steps that nobody knows beforehand.
//!
//! Each state is kept at level 0 when it comes. When there is no room for it, a kept state is forgotten that has a later one of a higher
//! level; if there is none, the latest is, and the new one gets the level above its. The first state stays. On the way back, each part
//! between kept states is reversed by [`treeverse`] with the room that is free by then. So no step runs more often than
//! treeverse makes it run that knows the number, but for one more run: tests compare their counts. The price is that every state is copied
//! once. (Wang, Moin and Iaccarino, "Minimal repetition dynamic checkpointing algorithm for unsteady adjoint calculation", 2009.)

use super::{Action, treeverse};
use crate::Error;

/// The states that are kept on the way forward.
#[derive(Clone, Debug)]
pub struct Online {
    checkpoints: usize,
    kept: Vec<Kept>,
}

#[derive(Clone, Copy, Debug)]
struct Kept {
    index: usize,
    level: usize,
}

impl Online {
    /// A schedule that keeps so many states at most.
    ///
    /// # Errors
    ///
    /// [`Error::NoCheckpoint`] if that is none.
    pub fn new(checkpoints: usize) -> Result<Online, Error> {
        if checkpoints == 0 {
            return Err(Error::NoCheckpoint);
        }
        Ok(Online { checkpoints, kept: Vec::new() })
    }

    /// Writes the actions before step `index`, and the step itself. The indices are 0, 1, 2 …
    ///
    /// # Errors
    ///
    /// The errors of `act`.
    pub fn forward(
        &mut self,
        index: usize,
        act: &mut impl FnMut(Action) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if let Some(level) = self.room(act)? {
            act(Action::Keep(index))?;
            self.kept.push(Kept { index, level });
        }
        act(Action::Advance(index))
    }

    /// Makes room for one more state, and returns its level; nothing if only the first state may be kept.
    fn room(&mut self, act: &mut impl FnMut(Action) -> Result<(), Error>) -> Result<Option<usize>, Error> {
        if self.kept.is_empty() {
            return Ok(Some(usize::MAX));
        }
        if self.kept.len() < self.checkpoints {
            return Ok(Some(0));
        }
        let mut above = 0;
        let below = self.kept.iter().rposition(|kept| {
            let below = kept.level < above;
            above = above.max(kept.level);
            below
        });
        let (gone, level) = match below {
            Some(gone) => (gone, 0),
            None if self.checkpoints == 1 => return Ok(None),
            None => (self.kept.len() - 1, self.kept[self.kept.len() - 1].level + 1),
        };
        act(Action::Forget(self.kept.remove(gone).index))?;
        Ok(Some(level))
    }

    /// Writes the actions of the way back from the last state, which is that after `steps` steps.
    ///
    /// # Errors
    ///
    /// The errors of `act`.
    pub fn backward(
        self,
        steps: usize,
        act: &mut impl FnMut(Action) -> Result<(), Error>,
    ) -> Result<(), Error> {
        act(Action::Seed)?;
        let kept = self.kept.iter().map(|kept| kept.index).collect();
        treeverse::backwards(kept, steps, steps, self.checkpoints, false, act)
    }
}
