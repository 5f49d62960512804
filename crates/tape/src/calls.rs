//! [`vjp`] and related functions: they run a function once on active numbers, and then sweep its tape.

use crate::scalar::recorder;
use crate::scope::Scope;
use crate::structure::{Map, Structure};
use crate::sweep::{Bar, sweep};
use crate::tape::Tape;
use crate::{Active, Argument, Error, Scalar};
use std::fmt;
use std::ops::{Deref, DerefMut};

/// Runs a function and returns its value and its pullback, which takes cotangents of the result to cotangents of the
/// argument.
///
/// The function may be any code over [`Active`] numbers, in particular generic code over [`Real`](crate::Real): with
/// closures, recursion, enums, collections and early returns. Argument and result may be any [`Structure`]s.
///
/// ```
/// use retrograde_tape::{vjp, Active};
///
/// let (y, pullback) = vjp(|[a, b]: [Active; 2]| (a * b, a.max(b)), &[3.0, 4.0])?;
/// assert_eq!(y, (12.0, 4.0));
/// assert_eq!(pullback.call(&(1.0, 0.0))?, [4.0, 3.0]);
/// assert_eq!(pullback.call(&(0.0, 10.0))?, [0.0, 10.0]);
/// # use retrograde_tape::Real;
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Full`] if the function records more numbers than 32-bit ids can distinguish, or than
/// [`with_limit`](crate::with_limit) allows; [`Error::TooDeep`] if a structure is nested too deeply for the stack;
/// [`Error::Stranger`] if the result contains active numbers of another call.
///
/// # Panics
///
/// If the function panics. The tape is usable afterwards.
#[allow(clippy::type_complexity)]
pub fn vjp<R, X, Y, F>(f: F, x: &X) -> Result<(Y::With<R>, Pullback<X::Owned, Y, R>), Error>
where
    R: Scalar,
    X: Argument<R> + ?Sized,
    Y: Structure<Active<R>>,
    F: FnOnce(<X::Owned as Structure<R>>::With<Active<R>>) -> Y,
{
    // Lift the copy, not the original: a hash map and its copy may be traversed in different orders.
    let x = x.with(|x| x.map(&mut Same))?;
    let (tape, y) = run(f, &x)?;
    let value = y.map(&mut Values)?;
    Ok((value, Pullback { tape, x, y }))
}

/// Returns the value of a function and its gradient, which has the shape of the argument.
///
/// ```
/// use retrograde_tape::{value_and_gradient, Active, Real};
///
/// fn length<T: Real>(x: &[T]) -> T {
///     x.iter().map(|x| *x * *x).sum::<T>().sqrt()
/// }
/// let (value, gradient) = value_and_gradient(|x: Vec<Active>| length(&x), &vec![3.0, 4.0])?;
/// assert_eq!(value, 5.0);
/// assert!((gradient[0] - 0.6).abs() + (gradient[1] - 0.8).abs() < 1e-15);
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
///
/// # Errors
///
/// The errors of [`vjp`].
#[inline]
pub fn value_and_gradient<R, X, F>(f: F, x: &X) -> Result<(R, X::Owned), Error>
where
    R: Scalar,
    X: Argument<R> + ?Sized,
    F: FnOnce(<X::Owned as Structure<R>>::With<Active<R>>) -> Active<R>,
{
    x.with(|x| {
        let (mut tape, y) = run(f, x)?;
        let mut bars = std::mem::take(&mut tape.side.bars);
        let gradient = tape.pull_into(&mut bars, x, |bars| {
            bars[y.id() as usize].accept(R::constant(1.0));
            Ok(())
        });
        tape.side.bars = bars;
        Ok((y.value(), gradient?))
    })
}

/// Returns the gradient of a function, which has the shape of the argument.
///
/// ```
/// use retrograde_tape::{gradient, Active};
///
/// assert_eq!(gradient(|(x, y): (Active, Active)| x * y + x, &(2.0, 3.0))?, (4.0, 2.0));
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
///
/// # Errors
///
/// The errors of [`vjp`].
#[inline]
pub fn gradient<R, X, F>(f: F, x: &X) -> Result<X::Owned, Error>
where
    R: Scalar,
    X: Argument<R> + ?Sized,
    F: FnOnce(<X::Owned as Structure<R>>::With<Active<R>>) -> Active<R>,
{
    Ok(value_and_gradient(f, x)?.1)
}

/// Maps cotangents of a function's result to cotangents of its argument: the result of [`vjp`].
///
/// It can be called many times. When it is dropped, its storage is reused by the next `vjp`.
pub struct Pullback<X, Y, R: Scalar = f64> {
    tape: Recycled<R>,
    x: X,
    y: Y,
}

impl<R, X, Y> Pullback<X, Y, R>
where
    R: Scalar,
    X: Structure<R, With<R> = X>,
    Y: Structure<Active<R>>,
{
    /// Returns the cotangent of the argument for a cotangent of the result.
    ///
    /// It has the shape of the argument, and repeats its tags and discrete parts.
    ///
    /// # Errors
    ///
    /// [`Error::Shape`] if the shape of `y_bar` differs from that of the result: another variant, another length.
    pub fn call(&self, y_bar: &Y::With<R>) -> Result<X, Error> {
        self.tape.pull(&self.x, |bars| {
            self.y.zip(y_bar, &mut |y: Active<R>, y_bar: R| bars[y.id() as usize].accept(y_bar))
        })
    }

    /// Returns the number of operations on the tape.
    pub fn operations(&self) -> usize {
        self.tape.nodes.len()
    }

    /// Returns the entries of the tape: for each operation, in the order of execution, its partials with the numbers
    /// of the operands.
    ///
    /// Inputs have the numbers 0, 1, … in the order of their structure, and operations the following ones. Operands
    /// that depend on no input are omitted. An operation on three numbers takes two rows. Fused rules store their
    /// partials elsewhere: their rows are empty.
    ///
    /// ```
    /// use retrograde_tape::{vjp, Active};
    ///
    /// let (_, pullback) = vjp(|(x, y): (Active, Active)| { let z = x + y; 2.0 * x * z }, &(3.0, 4.0))?;
    /// let rows: Vec<_> = pullback.rows().collect();
    /// assert_eq!(rows, [vec![(1.0, 0), (1.0, 1)], vec![(2.0, 0)], vec![(7.0, 3), (6.0, 2)]]);
    /// # Ok::<(), retrograde_tape::Error>(())
    /// ```
    pub fn rows(&self) -> impl Iterator<Item = Vec<(R, usize)>> + '_ {
        let tape: &Tape<R> = &self.tape;
        tape.nodes.iter().zip(tape.first()..).map(|(node, own)| {
            // A node with fewer than two parents contains itself instead; id 0 denotes constants.
            let parents = node.parents.iter().zip(node.partials);
            let known = parents.filter(|(parent, _)| **parent != 0 && **parent as usize != own);
            known.map(|(parent, partial)| (partial, *parent as usize - 1)).collect()
        })
    }

    /// Returns the size of the tape in bytes: its records, and the cotangents of a sweep.
    pub fn bytes(&self) -> usize {
        self.tape.bytes()
    }
}

impl<X, Y, R: Scalar> fmt::Debug for Pullback<X, Y, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tape = &self.tape;
        write!(f, "Pullback of {} operations on {} inputs", tape.nodes.len(), tape.inputs)
    }
}

/// Returns `count` cotangents without contributions, in this storage, whose contents are overwritten. The storage
/// never shrinks, so the next sweep need not allocate.
#[inline]
pub(crate) fn untouched<R: Scalar, C: Bar<R>>(bars: &mut Vec<C>, count: usize) -> &mut [C] {
    if bars.len() < count {
        bars.resize(count, C::untouched());
    }
    let bars = &mut bars[..count];
    bars.fill(C::untouched());
    bars
}

/// Runs a function on the active copy of its argument. Returns its tape and its result.
#[inline]
pub(crate) fn run<R, X, Y, F>(f: F, x: &X) -> Result<(Recycled<R>, Y), Error>
where
    R: Scalar,
    X: Structure<R>,
    Y: Structure<Active<R>>,
    F: FnOnce(X::With<Active<R>>) -> Y,
{
    let mut scope = Scope::open();
    let y = f(scope.lift(x)?);
    let tape = close(&mut scope, &y)?;
    // The scope is closed already.
    std::mem::forget(scope);
    Ok((tape, y))
}

/// Ends a scope with this result.
#[inline]
pub(crate) fn close<R, Y>(scope: &mut Scope<R>, y: &Y) -> Result<Recycled<R>, Error>
where
    R: Scalar,
    Y: Structure<Active<R>>,
{
    let epoch = scope.epoch();
    let tape = Recycled::new(scope.close()?);
    let mut own = true;
    y.visit(&mut |y| own &= Scope::owns(epoch, y))?;
    if own { Ok(tape) } else { Err(Error::Stranger) }
}

impl<R: Scalar> Tape<R> {
    /// Runs one sweep: `seed` sets the cotangents of the results, and the gradient has the shape of `x`.
    pub(crate) fn pull<X: Structure<R>>(
        &self,
        x: &X,
        seed: impl FnOnce(&mut [R]) -> Result<(), Error>,
    ) -> Result<X::With<R>, Error> {
        let mut bars = recorder::<R, _>(|r| r.spare_bars());
        let gradient = self.pull_into(&mut bars, x, seed);
        recorder::<R, _>(|r| r.recycle_bars(bars));
        gradient
    }

    /// Runs one sweep with this storage for cotangents, whose contents are overwritten.
    #[inline]
    fn pull_into<X: Structure<R>>(
        &self,
        bars: &mut Vec<R>,
        x: &X,
        seed: impl FnOnce(&mut [R]) -> Result<(), Error>,
    ) -> Result<X::With<R>, Error> {
        let bars = untouched(bars, self.ids());
        seed(bars)?;
        sweep(self, bars)?;
        x.map(&mut Cotangents(&bars[1..self.first()]))
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
            + size_of_val(&self.side.entries[..])
            + size_of_val(&self.side.ids[..])
            + size_of_val(&self.side.values[..])
            + self.ids() * size_of::<R>()
    }
}

/// A tape that returns to the thread's store when it is dropped.
pub(crate) struct Recycled<R: Scalar>(Option<Box<Tape<R>>>);

impl<R: Scalar> Recycled<R> {
    pub(crate) fn new(tape: Box<Tape<R>>) -> Self {
        Recycled(Some(tape))
    }
}

impl<R: Scalar> Deref for Recycled<R> {
    type Target = Tape<R>;
    fn deref(&self) -> &Tape<R> {
        self.0.as_deref().expect("it is there until it is dropped")
    }
}

impl<R: Scalar> DerefMut for Recycled<R> {
    fn deref_mut(&mut self) -> &mut Tape<R> {
        self.0.as_deref_mut().expect("it is there until it is dropped")
    }
}

impl<R: Scalar> Drop for Recycled<R> {
    fn drop(&mut self) {
        if let Some(tape) = self.0.take() {
            recorder::<R, _>(|r| r.recycle(tape));
        }
    }
}

/// Copies a structure.
pub(crate) struct Same;

impl<R: Scalar> Map<R, R> for Same {
    #[inline(always)]
    fn number(&mut self, x: &R) -> R {
        *x
    }

    fn constant(&mut self, x: &R) -> R {
        *x
    }

    fn numbers(&mut self, x: &[R]) -> Vec<R> {
        x.to_vec()
    }
}

/// Takes the values of active numbers.
pub(crate) struct Values;

impl<R: Scalar> Map<Active<R>, R> for Values {
    #[inline(always)]
    fn number(&mut self, x: &Active<R>) -> R {
        x.value()
    }

    fn constant(&mut self, x: &Active<R>) -> R {
        x.value()
    }
}

/// Reads a number on its own. Otherwise the compiler reads numbers that the sweep has just written in pairs, and such
/// a read has to wait until the writes are in the cache.
#[inline(always)]
#[allow(unsafe_code)]
fn alone<R: Copy>(x: &R) -> R {
    // SAFETY: a reference is valid for reads, and `R` is `Copy`.
    unsafe { std::ptr::read_volatile(x) }
}

/// Replaces the inputs by cotangents, in order.
pub(crate) struct Cotangents<'a, R>(pub(crate) &'a [R]);

impl<R: Scalar> Map<R, R> for Cotangents<'_, R> {
    #[inline(always)]
    fn number(&mut self, _: &R) -> R {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                alone(first).settled()
            }
            None => unreachable!("a structure has as many numbers in every walk"),
        }
    }

    fn constant(&mut self, x: &R) -> R {
        *x
    }

    fn numbers(&mut self, x: &[R]) -> Vec<R> {
        let (these, rest) = self.0.split_at(x.len());
        self.0 = rest;
        these.iter().map(|bar| bar.settled()).collect()
    }
}
