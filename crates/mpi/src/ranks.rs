//! [`Ranks`] and [`launch`]: the processes that run a program together.

use crate::agree::{Point, agree};
use crate::transfer::Transfer;
use crate::transport::{Alone, Transport};
use crate::wire::{Wire, words, words_of};
use retrograde::Cotangent;
use retrograde_lanes::{Sharing, shared_by};
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// The processes that run a program together, as one of them sees them.
///
/// Reversible functions take it as an inactive argument, `#[inactive] ranks: &Ranks`.
#[derive(Clone)]
pub struct Ranks {
    transport: Rc<dyn Transport>,
    agreed: bool,
}

impl Ranks {
    /// Returns a rank by itself, to which every message is a copy: for programs that run on one process, and to compare with.
    #[must_use]
    pub fn alone() -> Ranks {
        Ranks { transport: Rc::new(Alone), agreed: true }
    }

    /// Returns the number of this rank, from zero.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.transport.rank()
    }

    /// Returns the number of ranks.
    #[must_use]
    pub fn size(&self) -> usize {
        self.transport.size()
    }

    /// Returns the rank before this one, if there is one.
    #[must_use]
    pub fn before(&self) -> Option<usize> {
        self.rank().checked_sub(1)
    }

    /// Returns the rank behind this one, if there is one.
    #[must_use]
    pub fn behind(&self) -> Option<usize> {
        Some(self.rank() + 1).filter(|behind| *behind < self.size())
    }

    /// Returns the share of this rank in `0..n`: shares follow one another, and their lengths differ by one at most.
    #[must_use]
    pub fn share(&self, n: usize) -> Range<usize> {
        self.rank() * n / self.size()..(self.rank() + 1) * n / self.size()
    }

    /// Returns ranks whose transfers are not checked before they start.
    ///
    /// The check is a message of some words among all ranks, before each transfer. Where transfers between neighbours must not
    /// wait for all ranks, leave it out, once the program has run with it. Then ranks that disagree may wait for one another without an end.
    #[must_use]
    pub fn trusting(&self) -> Ranks {
        Ranks { transport: self.transport.clone(), agreed: false }
    }

    pub(crate) fn transport(&self) -> &dyn Transport {
        &*self.transport
    }

    /// Returns `y` of a transfer, of `length` elements; `None` where nothing is written.
    pub(crate) fn carry<T: Wire>(&self, transfer: Transfer, x: &[T], length: usize) -> Option<Vec<T>> {
        self.check(transfer, x.len(), length);
        let y = transfer.of(self, &words(x), length * T::WORDS)?;
        Some(y.chunks(T::WORDS).map(T::of_words).collect())
    }

    /// Returns the words of the cotangents of `x`, `length` elements, of those of `y`; `None` where `x` was not read.
    pub(crate) fn pull<T: Wire, C: Cotangent<T>>(
        &self,
        transfer: Transfer,
        y_bar: &[C],
        length: usize,
    ) -> Option<Vec<f64>> {
        let transposed = transfer.transposed();
        self.check(transposed, y_bar.len(), length);
        transposed.of(self, &words_of(y_bar), length * C::ROWS * T::WORDS)
    }

    fn check(&self, transfer: Transfer, x: usize, y: usize) {
        let size = self.size();
        for rank in transfer.named() {
            assert!(rank < size, "`{transfer}`: there is no rank {rank}, as there are {size} ranks, from 0");
        }
        if self.agreed {
            agree(self, Point::Transfer(transfer, x, y));
        }
    }
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of {}", self.rank(), self.size())
    }
}

/// Shares the iterations of loops with `#[parallel(ranks)]`.
impl Sharing for Ranks {
    fn rank(&self) -> usize {
        Ranks::rank(self)
    }

    fn size(&self) -> usize {
        Ranks::size(self)
    }

    fn agree(&self, iterations: usize, digest: u64) {
        agree(self, Point::Loop(iterations, digest));
    }

    fn spread(&self, numbers: &mut [f64], from: usize) {
        self.transport.broadcast(numbers, from);
    }
}

/// Runs a program on all ranks that `mpirun` has started, one if there is none, and returns its result on this rank.
///
/// Loops with `#[parallel(ranks)]` share their iterations among the ranks, on the thread that calls this.
///
/// A rank that panics ends all of them, with its message. So does one that comes to the end while others wait for it.
///
/// # Panics
///
/// If it is called twice in a process: the system's library starts once.
pub fn launch<R>(program: impl FnOnce(&Ranks) -> R) -> R {
    #[cfg(feature = "mpi")]
    let universe = mpi::initialize().expect("`launch` is called once in a process");
    #[cfg(feature = "mpi")]
    let ranks = Ranks { transport: Rc::new(crate::transport::System::new(universe.world())), agreed: true };
    #[cfg(not(feature = "mpi"))]
    let ranks = Ranks::alone();
    let result =
        match catch_unwind(AssertUnwindSafe(|| shared_by(Rc::new(ranks.clone()), || program(&ranks)))) {
            Ok(result) => result,
            Err(panic) if ranks.size() == 1 => std::panic::resume_unwind(panic),
            Err(_) => {
                eprintln!("error: {ranks:?} has panicked, see above; all ranks end");
                ranks.transport.abort()
            }
        };
    agree(&ranks, Point::End);
    result
}
