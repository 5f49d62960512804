//! [`Recorder`]: the place to which the active numbers of a thread write their nodes.
//!
//! There is one for each thread and number type. It holds the tape of the innermost running scope; at the end of a
//! scope, [`Scope`] restores the outer one. Law: nodes that are appended during a scope belong to it, and a number of
//! another scope is detected by its epoch before anything is written.
//!
//! [`Scope`]: crate::scope::Scope

use crate::Scalar;
use crate::jacobian::ROWS;
use crate::scalar::recorder;
use crate::tape::{Node, Tape};
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU32, Ordering};

/// The epoch outside all scopes. Constants have epoch 0.
const NONE: u64 = u32::MAX as u64;

/// The number of epochs that a recorder takes at once.
const BLOCK: u32 = 1 << 10;

/// The number of blocks: all but the first, which has the epoch of constants, and the last, which has [`NONE`].
const BLOCKS: u32 = u32::MAX / BLOCK - 1;

/// The blocks taken by all threads.
static TAKEN: AtomicU32 = AtomicU32::new(0);

/// The greatest number of numbers on a tape: ids have 32 bits, and the last is not used.
pub(crate) const MOST: u32 = u32::MAX - 1;

/// The number of tapes that a thread keeps for reuse.
const SPARES: usize = 8;

/// Returns the epoch of a tag.
#[inline(always)]
pub(crate) const fn epoch(tag: u64) -> u64 {
    tag >> 32
}

/// Takes a block of epochs and returns its first.
#[cold]
fn first_of_block() -> u32 {
    (TAKEN.fetch_add(1, Ordering::Relaxed) % BLOCKS + 1) * BLOCK + 1
}

/// The tape under construction, and storage for the next one.
pub struct Recorder<T> {
    /// The tag of the next node: the epoch of the scope in the upper half, an id in the lower.
    next: Cell<u64>,
    /// The value of `next` at which there is no more room.
    end: Cell<u64>,
    /// The address at which a node with id 0 would be.
    floor: Cell<*mut Node<T>>,
    /// The tag of the scope's first node.
    first: Cell<u64>,
    /// The tape; `None` outside all scopes. Until the end of the scope, the length of its vector of nodes is not up
    /// to date: it is `next - first`.
    tape: RefCell<Option<Box<Tape<T>>>>,
    pub(crate) full: Cell<bool>,
    pub(crate) limit: Cell<u32>,
    last_epoch: Cell<u32>,
    /// The tape for the next scope; further ones are in `spares`.
    spare: Cell<Option<Box<Tape<T>>>>,
    // A box is moved in one word, and most calls move one four times.
    #[allow(clippy::vec_box)]
    spares: RefCell<Vec<Box<Tape<T>>>>,
    bars: RefCell<Vec<Vec<T>>>,
    wide_bars: Cell<Vec<[T; ROWS]>>,
}

/// The state of the recorder in the enclosing scope.
pub(crate) struct Around<T> {
    first: u64,
    next: u64,
    end: u64,
    floor: *mut Node<T>,
    full: bool,
    tape: Option<Box<Tape<T>>>,
}

impl<T> std::fmt::Debug for Recorder<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.records() { "Recorder of a scope" } else { "Recorder at rest" })
    }
}

impl<T> Recorder<T> {
    pub(crate) const fn new() -> Self {
        Recorder {
            next: Cell::new(NONE << 32),
            end: Cell::new(NONE << 32),
            floor: Cell::new(std::ptr::null_mut()),
            first: Cell::new(NONE << 32),
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

    /// True inside a scope.
    pub(crate) fn records(&self) -> bool {
        epoch(self.next.get()) != NONE
    }

    /// Returns the epoch of a new scope, never 0 or [`NONE`], and no epoch of another thread or another scope, until all of them
    /// have been used.
    #[inline]
    fn next_epoch(&self) -> u64 {
        let next = match self.last_epoch.get() + 1 {
            e if e % BLOCK <= 1 => first_of_block(),
            e => e,
        };
        self.last_epoch.set(next);
        u64::from(next)
    }

    /// Returns the tag of the next node; its epoch identifies numbers of this scope.
    #[inline(always)]
    pub(crate) fn next(&self) -> u64 {
        self.next.get()
    }

    /// Begins a scope on an empty tape. Returns the previous state.
    #[inline]
    pub(crate) fn enter(&self, tape: Box<Tape<T>>) -> Around<T> {
        let first = (self.next_epoch() << 32) + 1;
        Around {
            first: self.first.replace(first),
            next: self.next.replace(first),
            // There is no room until the number of inputs is known.
            end: self.end.replace(first),
            floor: self.floor.get(),
            full: self.full.replace(false),
            tape: self.tape.replace(Some(tape)),
        }
    }

    /// Sets the number of inputs, which precede the first node.
    #[inline]
    pub(crate) fn after_inputs(&self, inputs: u64) {
        let first = (epoch(self.first.get()) << 32) + inputs + 1;
        self.first.set(first);
        self.next.set(first);
        if let Some(tape) = &mut *self.tape.borrow_mut() {
            self.measure(&mut tape.nodes);
        }
    }

    /// Ends a scope. Returns its tape, and true if it overflowed.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn leave(&self, around: &mut Around<T>) -> (Box<Tape<T>>, bool) {
        let mut tape =
            self.tape.replace(around.tape.take()).expect("the tape of a scope stays while it runs");
        // SAFETY: `append` has written all nodes from `first` on that lie below `next`, and has not gone beyond the capacity.
        unsafe { tape.nodes.set_len(self.written()) };
        self.first.set(around.first);
        self.next.set(around.next);
        self.end.set(around.end);
        self.floor.set(around.floor);
        (tape, self.full.replace(around.full))
    }

    /// Returns the tape, so that a fused rule can reserve nodes for its results.
    #[inline]
    pub(crate) fn tape(&self) -> std::cell::RefMut<'_, Option<Box<Tape<T>>>> {
        self.tape.borrow_mut()
    }

    /// Returns the number of nodes written.
    #[inline]
    fn written(&self) -> usize {
        (self.next.get() - self.first.get()) as usize
    }

    /// Returns the number of nodes that the scope may have: the ids that the limit leaves.
    #[inline]
    fn most(&self) -> usize {
        let inputs = (self.first.get() as u32).saturating_sub(1);
        self.limit.get().saturating_sub(inputs) as usize
    }

    /// Updates address and room of the nodes. The storage may have more room than the limit allows.
    #[inline]
    fn measure(&self, nodes: &mut Vec<Node<T>>) {
        let first = self.first.get();
        self.floor.set(nodes.as_mut_ptr().wrapping_sub(first as u32 as usize));
        self.end.set(first + nodes.capacity().min(self.most()) as u64);
    }

    /// Frees all storage.
    pub(crate) fn release(&self) {
        self.end.set(self.next.get());
        self.spare.take();
        self.spares.take();
        self.bars.take();
        self.wide_bars.take();
        self.tape.take();
    }

    /// Returns an empty tape.
    #[inline]
    pub(crate) fn spare(&self) -> Box<Tape<T>> {
        match self.spare.take() {
            Some(tape) => tape,
            None => self.spares.borrow_mut().pop().unwrap_or_else(|| Box::new(Tape::new())),
        }
    }

    /// Keeps a tape for the next scope.
    #[inline]
    pub(crate) fn recycle(&self, mut tape: Box<Tape<T>>) {
        tape.clear();
        let Some(tape) = self.spare.replace(Some(tape)) else { return };
        let mut spares = self.spares.borrow_mut();
        if spares.len() < SPARES {
            spares.push(tape);
        }
    }

    /// Returns storage for cotangents.
    pub(crate) fn spare_bars(&self) -> Vec<T> {
        self.bars.borrow_mut().pop().unwrap_or_default()
    }

    /// Returns storage for several rows of cotangents.
    pub(crate) fn spare_wide_bars(&self) -> Vec<[T; ROWS]> {
        self.wide_bars.take()
    }

    /// Keeps storage for several rows.
    pub(crate) fn recycle_wide_bars(&self, bars: Vec<[T; ROWS]>) {
        self.wide_bars.set(bars);
    }

    /// Keeps storage for cotangents.
    pub(crate) fn recycle_bars(&self, bars: Vec<T>) {
        let mut spares = self.bars.borrow_mut();
        if spares.len() < SPARES {
            spares.push(bars);
        }
    }
}

impl<T: Copy> Recorder<T> {
    /// Writes a node and returns its tag, which is [`next`](Self::next); `None` if there is no room.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub(crate) fn append(&self, node: Node<T>) -> Option<u64> {
        let next = self.next.get();
        if next >= self.end.get() {
            return None;
        }
        // SAFETY: `floor` comes from the vector of the tape that is here, and `measure` is called whenever another tape comes or
        // the vector moves; `leave` goes back to a tape that nothing has touched meanwhile. The vector has room for at least
        // `end - first` nodes, and `next` is from `first` on and below `end`. The cells are private to this file and not `Sync`,
        // and nobody reads the vector before `leave` or `grow` have set its length.
        unsafe { self.floor.get().wrapping_add(next as u32 as usize).write(node) };
        self.next.set(next + 1);
        Some(next)
    }

    /// Appends a node; makes room if needed. Returns its tag, or the tag of a constant if the tape is full.
    pub(crate) fn append_growing(&self, node: Node<T>) -> u64 {
        let grown = || {
            let mut tape = self.tape.borrow_mut();
            let grown = tape.as_deref_mut().is_some_and(|tape| self.grow(&mut tape.nodes, 1));
            if grown { self.append(node) } else { None }
        };
        self.append(node).or_else(grown).unwrap_or(0)
    }

    /// Reserves nodes for the results of a fused rule; `None` if the tape is full.
    pub(crate) fn places(
        &self,
        nodes: &mut Vec<Node<T>>,
        count: usize,
        zero: T,
    ) -> Option<(std::ops::Range<usize>, u64)> {
        let (from, tag) = (self.written(), self.next.get());
        if self.end.get().saturating_sub(tag) < count as u64 && !self.grow(nodes, count) {
            return None;
        }
        let place = Node { parents: [0, 0], partials: [zero, zero] };
        for _ in 0..count {
            self.append(place)?;
        }
        Some((from..from + count, tag))
    }

    /// Makes room for `more` nodes, at least doubling it. False if the tape would exceed its limit or the system has
    /// no memory: then nothing more is recorded, and the scope ends with an error.
    #[cold]
    #[inline(never)]
    #[allow(unsafe_code)]
    fn grow(&self, nodes: &mut Vec<Node<T>>, more: usize) -> bool {
        let (written, most) = (self.written(), self.most());
        let needed = written.saturating_add(more);
        if self.full.get() || !self.records() || needed > most {
            self.full.set(true);
            return false;
        }
        // SAFETY: as in `leave`.
        unsafe { nodes.set_len(written) };
        let wanted = needed.max(2 * nodes.capacity()).max(256).min(most);
        let done = nodes.try_reserve_exact(wanted.saturating_sub(written)).is_ok();
        self.full.set(!done);
        self.measure(nodes);
        done
    }
}

/// Runs `f` with tapes on this thread that hold at most `limit` numbers each, inputs included: a bound on the memory
/// of a run, 32 bytes per number. A function that needs more fails with [`Error::Full`](crate::Error::Full).
///
/// The default is the limit of 32-bit ids, about 4·10⁹.
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
