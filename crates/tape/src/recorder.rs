//! [`Recorder`]: where the active numbers of a thread write their nodes.
//!
//! There is one for each thread and number type. It holds the tape of the innermost scope that runs; [`Scope`] puts the
//! outer one back. Law: what is appended while a scope runs belongs to it, and a number of another scope is told by its
//! epoch before anything is written.
//!
//! [`Scope`]: crate::scope::Scope

use crate::Scalar;
use crate::jacobian::ROWS;
use crate::scalar::recorder;
use crate::tape::{Node, Tape};
use std::cell::{Cell, RefCell, UnsafeCell};

/// The epoch when no scope runs. Constants have epoch 0.
const NONE: u64 = u32::MAX as u64;

/// The most numbers that a tape can hold: ids have 32 bits, and the last is left out.
pub(crate) const MOST: u32 = u32::MAX - 1;

/// How many tapes a thread keeps for reuse.
const SPARES: usize = 8;

/// The epoch of a tag.
#[inline(always)]
pub(crate) const fn epoch(tag: u64) -> u64 {
    tag >> 32
}

/// The tape that is written, and what is kept for the next.
pub struct Recorder<T> {
    /// The epoch of the scope in the upper half, the id of its first node in the lower.
    pub(crate) base: Cell<u64>,
    nodes: UnsafeCell<Vec<Node<T>>>,
    /// The rest of the tape; nothing where no scope runs. Its nodes are in use here, and in their place it has those of the
    /// scope around this one.
    pub(crate) tape: RefCell<Option<Box<Tape<T>>>>,
    pub(crate) full: Cell<bool>,
    pub(crate) limit: Cell<u32>,
    last_epoch: Cell<u32>,
    /// The tape that the next scope takes; further ones lie in `spares`.
    spare: Cell<Option<Box<Tape<T>>>>,
    // A box is moved in one word, and most calls move one four times.
    #[allow(clippy::vec_box)]
    spares: RefCell<Vec<Box<Tape<T>>>>,
    bars: RefCell<Vec<Vec<T>>>,
    wide_bars: Cell<Vec<[T; ROWS]>>,
}

impl<T> std::fmt::Debug for Recorder<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.records() { "Recorder of a scope" } else { "Recorder at rest" })
    }
}

impl<T> Recorder<T> {
    pub(crate) const fn new() -> Self {
        Recorder {
            base: Cell::new(NONE << 32),
            nodes: UnsafeCell::new(Vec::new()),
            tape: RefCell::new(None),
            full: Cell::new(false),
            limit: Cell::new(MOST),
            last_epoch: Cell::new(0),
            spare: Cell::new(None),
            spares: RefCell::new(Vec::new()),
            bars: RefCell::new(Vec::new()),
            wide_bars: Cell::new(Vec::new()),
        }
    }

    /// Whether a scope runs here.
    pub(crate) fn records(&self) -> bool {
        epoch(self.base.get()) != NONE
    }

    /// A number for a new scope, never 0 or [`NONE`].
    #[inline]
    pub(crate) fn next_epoch(&self) -> u64 {
        let next = match self.last_epoch.get() + 1 {
            e if u64::from(e) == NONE => 1,
            e => e,
        };
        self.last_epoch.set(next);
        u64::from(next)
    }

    /// Exchanges the nodes that are there for others.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn exchange(&self, nodes: &mut Vec<Node<T>>) {
        // SAFETY: as in `append`. The vectors are moved, and moving runs nobody's code; `nodes`, which is borrowed from
        // elsewhere, is not the one in the cell.
        unsafe { std::ptr::swap(self.nodes.get(), nodes) }
    }

    /// Gives all storage back.
    pub(crate) fn release(&self) {
        self.exchange(&mut Vec::new());
        self.spare.take();
        self.spares.take();
        self.bars.take();
        self.wide_bars.take();
        self.tape.take();
    }

    /// For how many nodes there is room.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn capacity(&self) -> usize {
        // SAFETY: as in `append`.
        unsafe { (*self.nodes.get()).capacity() }
    }

    /// An empty tape.
    #[inline]
    pub(crate) fn spare(&self) -> Box<Tape<T>> {
        match self.spare.take() {
            Some(tape) => tape,
            None => self.spares.borrow_mut().pop().unwrap_or_else(|| Box::new(Tape::new())),
        }
    }

    /// Takes a tape back for the next scope.
    #[inline]
    pub(crate) fn recycle(&self, mut tape: Box<Tape<T>>) {
        tape.clear();
        let Some(tape) = self.spare.replace(Some(tape)) else { return };
        let mut spares = self.spares.borrow_mut();
        if spares.len() < SPARES {
            spares.push(tape);
        }
    }

    /// Storage for cotangents.
    pub(crate) fn spare_bars(&self) -> Vec<T> {
        self.bars.borrow_mut().pop().unwrap_or_default()
    }

    /// Storage for several rows of cotangents.
    pub(crate) fn spare_wide_bars(&self) -> Vec<[T; ROWS]> {
        self.wide_bars.take()
    }

    /// Takes storage for several rows back.
    pub(crate) fn recycle_wide_bars(&self, mut bars: Vec<[T; ROWS]>) {
        bars.clear();
        self.wide_bars.set(bars);
    }

    /// Takes storage for cotangents back.
    pub(crate) fn recycle_bars(&self, mut bars: Vec<T>) {
        bars.clear();
        let mut spares = self.bars.borrow_mut();
        if spares.len() < SPARES {
            spares.push(bars);
        }
    }
}

impl<T: Copy> Recorder<T> {
    /// Writes the node that `node` makes of its own id, and returns its tag; that of a constant if the tape is full.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub(crate) fn append(&self, node: impl FnOnce(u32) -> Node<T>) -> u64 {
        // SAFETY: the cell is private to this file and not `Sync`, and each of its three uses ends its reference before it
        // returns: this one after `push` of a `Copy` value into room that is there, which runs no code but the vector's.
        // `grow`, which is called in between, makes a reference of its own; `nodes` is not used across that call.
        // `node` only puts numbers into a struct, but it is called before any reference is made all the same.
        let length = unsafe { (*self.nodes.get()).len() };
        let tag = self.base.get() + length as u64;
        let node = node(tag as u32);
        // SAFETY: see above.
        if unsafe { length == (*self.nodes.get()).capacity() } && !self.grow(1) {
            return 0;
        }
        // SAFETY: see above.
        unsafe { (*self.nodes.get()).push(node) };
        tag
    }

    /// Holds places for the results of a fused rule; `None` if the tape is full.
    #[allow(unsafe_code)]
    pub(crate) fn places(&self, count: usize, zero: T) -> Option<(std::ops::Range<usize>, u64)> {
        // SAFETY: as in `append`.
        let (length, capacity) = unsafe { ((*self.nodes.get()).len(), (*self.nodes.get()).capacity()) };
        if capacity - length < count && !self.grow(count) {
            return None;
        }
        let tag = self.base.get() + length as u64;
        let place = Node { parents: [0, 0], partials: [zero, zero] };
        // SAFETY: as in `append`; filling copies.
        unsafe { (*self.nodes.get()).resize(length + count, place) };
        Some((length..length + count, tag))
    }

    /// Makes room for `more` nodes, at least as much again as there is. False where the tape would hold more than it may
    /// or the system has no memory: then nothing more is recorded, and the scope ends with an error.
    #[cold]
    #[inline(never)]
    #[allow(unsafe_code)]
    fn grow(&self, more: usize) -> bool {
        // SAFETY: as in `append`; reserving calls the allocator, which knows nothing of this cell.
        let nodes = unsafe { &mut *self.nodes.get() };
        let first = self.base.get() as u32;
        let most = (self.limit.get().saturating_sub(first) as usize).saturating_add(1);
        let needed = nodes.len().saturating_add(more);
        if self.full.get() || needed > most {
            self.full.set(true);
            return false;
        }
        let wanted = needed.max(2 * nodes.capacity()).max(256).min(most);
        let done = nodes.try_reserve_exact(wanted - nodes.len()).is_ok();
        self.full.set(!done);
        done
    }
}

/// Runs `f` with tapes on this thread that hold at most `limit` numbers each, inputs included: a bound on the memory that
/// a run may take, 32 bytes a number. A function that asks for more makes [`Error::Full`](crate::Error::Full).
///
/// Without it the limit is that of 32-bit ids, about four thousand million.
///
/// ```
/// use retrograde_tape::{value_and_gradient, with_limit, Active, Error};
///
/// let chain = |x: Active| (0..100).fold(x, |y, _| y.sin());
/// let failure = with_limit::<f64, _>(50, || value_and_gradient(chain, &1.0)).unwrap_err();
/// assert_eq!(failure, Error::Full { limit: 50 });
/// assert!(value_and_gradient(chain, &1.0).is_ok());
/// # use retrograde_rules::Real;
/// ```
pub fn with_limit<T: Scalar, O>(limit: u32, f: impl FnOnce() -> O) -> O {
    struct Back<T: Scalar>(u32, std::marker::PhantomData<T>);
    impl<T: Scalar> Drop for Back<T> {
        fn drop(&mut self) {
            recorder::<T, _>(|r| r.limit.set(self.0));
        }
    }
    let outer = recorder::<T, _>(|r| r.limit.replace(limit.min(MOST)));
    let _back = Back::<T>(outer, std::marker::PhantomData);
    f()
}
