//! Fork and join on the threads of rayon.
//!
//! Each child runs on a tape of its own, and the parent's tape gets one entry for all of them. A child takes the
//! active numbers that it needs as arguments; a closure that captures one does not compile, because active numbers
//! are not `Send` (with the feature `nalgebra` they are, and the closure panics):
//!
#![cfg_attr(not(feature = "nalgebra"), doc = "```compile_fail,E0277")]
#![cfg_attr(feature = "nalgebra", doc = "```should_panic")]
//! use retrograde_tape::{par, value_and_gradient, Active};
//!
//! value_and_gradient(|x: Active| {
//!     let (a, b) = par::join((), |()| x * x, (), |()| x + 1.0);
//!     a * b
//! }, &2.0);
//! ```
//!
//! ```
//! use retrograde_tape::{par, value_and_gradient, Active};
//!
//! let (value, slope) = value_and_gradient(|x: Active| {
//!     let (a, b) = par::join(x, |x| x * x, x, |x| x + 1.0);
//!     a * b
//! }, &2.0)?;
//! assert_eq!((value, slope), (12.0, 16.0));
//! # Ok::<(), retrograde_tape::Error>(())
//! ```
//!
//! Law: contributions are added in the order of the children, whatever ran first, so that results are the same bit
//! for bit for any number of threads. There are no locks. Numbers may be plain or dual: those of an
//! enclosing tape (`Active<Active>`) cannot leave their thread.

use crate::calls::{Recycled, Values, close, untouched};
use crate::custom::{Kept, Numbered, numbers, opened, walked};
use crate::fused::{Own, own};
use crate::recorder::with_limit;
use crate::scalar::recorder;
use crate::scope::Scope;
use crate::structure::Structure;
use crate::sweep::sweep;
use crate::{Active, Error, Scalar};
use rayon::prelude::*;

/// Runs two functions, each on its argument, in parallel if threads are free.
///
/// # Panics
///
/// If one of the functions panics, or if a child's tape is full.
pub fn join<R, X1, V1, Y1, W1, X2, V2, Y2, W2>(
    x1: X1,
    f1: impl FnOnce(X1) -> Y1 + Send,
    x2: X2,
    f2: impl FnOnce(X2) -> Y2 + Send,
) -> (Y1, Y2)
where
    R: Scalar + Kept,
    X1: Structure<Active<R>, With<R> = V1>,
    V1: Structure<R, With<Active<R>> = X1> + Kept,
    Y1: Structure<Active<R>, With<R> = W1>,
    W1: Structure<R, With<Active<R>> = Y1> + Kept,
    X2: Structure<Active<R>, With<R> = V2>,
    V2: Structure<R, With<Active<R>> = X2> + Kept,
    Y2: Structure<Active<R>, With<R> = W2>,
    W2: Structure<R, With<Active<R>> = Y2> + Kept,
{
    let limit = recorder::<R, _>(|r| r.limit.get());
    let ((v1, mut operands), (v2, more)) = (opened(&x1), opened(&x2));
    operands.extend(more);
    let (one, two) = rayon::join(
        move || child(limit, |scope| Ok(f1(scope.lift(&v1)?))),
        move || child(limit, |scope| Ok(f2(scope.lift(&v2)?))),
    );
    let ((w1, one), (w2, two)) = (walked(one), walked(two));
    let values: Vec<R> = [numbers(&w1), numbers(&w2)].concat();
    let first = one.results.len();
    let mut results = own(&operands, &values, || Box::new(Children { children: vec![one, two], shared: 0 }));
    let rest = results.split_off(first);
    (walked(w1.map(&mut Numbered(results.into_iter()))), walked(w2.map(&mut Numbered(rest.into_iter()))))
}

/// Runs a function on each item, many in parallel if threads are free.
///
/// Each child has a tape of its own, so an item should take at least some hundred operations.
///
/// ```
/// use retrograde_tape::{fused, par, value_and_gradient, Active, Real};
///
/// let f = |x: Vec<Active>| fused::sum(&par::map(x, |x| x.sin() * x));
/// let (_, gradient) = value_and_gradient(f, &vec![0.0, 1.0])?;
/// assert_eq!(gradient, [0.0, 1.0_f64.sin() + 1.0_f64.cos()]);
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
///
/// # Panics
///
/// If the function panics, or if a child's tape is full.
pub fn map<R, X, V, Y, W>(items: Vec<X>, f: impl Fn(X) -> Y + Sync) -> Vec<Y>
where
    R: Scalar + Kept,
    X: Structure<Active<R>, With<R> = V>,
    V: Structure<R, With<Active<R>> = X> + Kept,
    Y: Structure<Active<R>, With<R> = W>,
    W: Structure<R, With<Active<R>> = Y> + Kept,
{
    map_with((), items, |(), x| f(x))
}

/// [`map`] with an argument that all items share, such as parameters.
///
/// ```
/// use retrograde_tape::{fused, par, value_and_gradient, Active, Real};
///
/// let (a, b) = (vec![1.0, 2.0], vec![3.0, 4.0, 5.0]);
/// let f = |(a, b): (Vec<Active>, Vec<Active>)| fused::sum(&par::map_with(a, b, |a, b| a[0] * b + a[1]));
/// let (value, (a_bar, b_bar)) = value_and_gradient(f, &(a, b))?;
/// assert_eq!(value, 18.0);
/// assert_eq!((a_bar, b_bar), (vec![12.0, 3.0], vec![1.0; 3]));
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
///
/// # Panics
///
/// If the function panics, or if a child's tape is full.
pub fn map_with<R, S, U, X, V, Y, W>(shared: S, items: Vec<X>, f: impl Fn(S, X) -> Y + Sync) -> Vec<Y>
where
    R: Scalar + Kept,
    S: Structure<Active<R>, With<R> = U>,
    U: Structure<R, With<Active<R>> = S> + Kept,
    X: Structure<Active<R>, With<R> = V>,
    V: Structure<R, With<Active<R>> = X> + Kept,
    Y: Structure<Active<R>, With<R> = W>,
    W: Structure<R, With<Active<R>> = Y> + Kept,
{
    let limit = recorder::<R, _>(|r| r.limit.get());
    let (shared, mut operands) = opened(&shared);
    let common = operands.len();
    let items: Vec<V> = items
        .iter()
        .map(|x| {
            let (values, more) = opened(x);
            operands.extend(more);
            values
        })
        .collect();
    let done: Vec<_> =
        items.par_iter().map(|x| child(limit, |scope| Ok(f(scope.lift(&shared)?, scope.lift(x)?)))).collect();
    let (values, children): (Vec<W>, Vec<Child<R>>) = done.into_iter().map(walked).unzip();
    let flat: Vec<R> = values.iter().flat_map(numbers).collect();
    let lengths: Vec<usize> = children.iter().map(|child| child.results.len()).collect();
    let mut results = own(&operands, &flat, || Box::new(Children { children, shared: common })).into_iter();
    let structured = values.iter().zip(lengths).map(|(values, length)| {
        let these: Vec<_> = results.by_ref().take(length).collect();
        walked(values.map(&mut Numbered(these.into_iter())))
    });
    structured.collect()
}

/// The record of a child: its tape, and the ids of its results there.
struct Child<R: Scalar> {
    tape: Recycled<R>,
    results: Vec<u32>,
}

/// Runs a child on the current thread.
fn child<R, Y, W>(
    limit: u32,
    f: impl FnOnce(&mut Scope<R>) -> Result<Y, Error>,
) -> Result<(W, Child<R>), Error>
where
    R: Scalar,
    Y: Structure<Active<R>, With<R> = W>,
    W: Structure<R, With<Active<R>> = Y>,
{
    with_limit::<R, _>(limit, || {
        let mut scope = Scope::open();
        let y = f(&mut scope)?;
        let tape = close(&mut scope, &y)?;
        let values: W = y.map(&mut Values)?;
        let mut results = Vec::new();
        values.zip(&y, &mut |_, y: Active<R>| results.push(y.id()))?;
        Ok((values, Child { tape, results }))
    })
}

/// The children of one fork. The first operands of each are `shared` by all.
struct Children<R: Scalar> {
    children: Vec<Child<R>>,
    shared: usize,
}

impl<R: Scalar + Send + Sync> Own<R> for Children<R> {
    fn pull(&self, _: &[R], y_bar: &[R], x_bar: &mut [R]) -> Result<(), Error> {
        let mut rest = y_bar;
        let seeds: Vec<&[R]> = self
            .children
            .iter()
            .map(|child| {
                let (these, others) = rest.split_at(child.results.len());
                rest = others;
                these
            })
            .collect();
        let bars: Vec<Result<Vec<R>, Error>> =
            self.children.par_iter().zip(seeds).map(|(child, seeds)| child.pull(seeds)).collect();
        // Add in the order of the children, so that sums do not depend on the threads.
        let (shared, own) = x_bar.split_at_mut(self.shared);
        let mut own = own.iter_mut();
        for bars in bars {
            let bars = bars?;
            let (common, these) = bars.split_at(shared.len());
            for (place, bar) in shared.iter_mut().zip(common) {
                *place += *bar;
            }
            for (bar, place) in these.iter().zip(&mut own) {
                *place += *bar;
            }
        }
        Ok(())
    }
}

impl<R: Scalar> Child<R> {
    /// Returns the cotangents of the child's inputs.
    fn pull(&self, seeds: &[R]) -> Result<Vec<R>, Error> {
        let mut bars = recorder::<R, _>(|r| r.spare_bars());
        let cotangents = untouched(&mut bars, self.tape.ids());
        for (&id, &seed) in self.results.iter().zip(seeds) {
            cotangents[id as usize].accept(seed);
        }
        let done = sweep(&self.tape, cotangents);
        let inputs = cotangents[1..self.tape.first()].iter().map(|bar| bar.settled()).collect();
        recorder::<R, _>(|r| r.recycle_bars(bars));
        done.map(|()| inputs)
    }
}
