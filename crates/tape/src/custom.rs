//! Functions with pullbacks of their own: one entry on the tape, whatever they compute.
//!
//! [`call`] takes an [`Operator`], which every reversible function is; [`custom_vjp`] a closure that returns its
//! pullback; [`checkpoint`] any function, which is run again in the sweep instead of being recorded. (Paper 000,
//! appendix E.) Law: inside such a function there are only plain numbers, or active numbers of a scope of its own.

use crate::calls::{Cotangents, Values, run, untouched};
use crate::fused::{Own, own, own_into};
use crate::scalar::recorder;
use crate::structure::{Map, Structure};
use crate::sweep::sweep;
use crate::{Active, Error, Scalar};
use retrograde_rules::operator::Operator;
use retrograde_rules::{Real, Whole};
use std::sync::Arc;

/// Calls an operator now, and its pullback in the sweep.
///
/// An operator is the `f {}` that `#[reversible]` and `#[primitive]` define beside a function of numbers; the tape
/// then runs its adjoint instead of recording its operations. Others are made by
/// [`from_fns`](retrograde_rules::operator::from_fns).
///
/// ```
/// use retrograde_rules::operator::{from_fns, Inputs};
/// use retrograde_tape::{call, value_and_gradient, Active};
///
/// // The length of a vector, by a way back that reads its inputs only.
/// let length = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
/// let operator = from_fns(
///     "length",
///     Inputs::AtLeast(1),
///     |_| 1,
///     move |x: &[f64], y: &mut [f64]| y[0] = length(x),
///     move |x: &[f64], y_bar: &[f64], x_bar: &mut [f64]| {
///         let scale = y_bar[0] / length(x);
///         x_bar.iter_mut().zip(x).for_each(|(bar, x)| *bar += scale * x);
///     },
/// );
/// let (_, gradient) = value_and_gradient(|x: Vec<Active>| call(operator, &x)[0], &vec![0.0, 2.0])?;
/// assert_eq!(gradient, [0.0, 1.0]);
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
///
/// # Panics
///
/// If the operator does not accept this number of arguments.
#[track_caller]
pub fn call<T, O>(operator: O, x: &[Active<T>]) -> Vec<Active<T>>
where
    T: Scalar,
    O: Operator<T> + Send + Sync + 'static,
{
    let inputs = operator.inputs();
    assert!(inputs.admits(x.len()), "`{}` takes {inputs}, and is called with {}", operator.name(), x.len());
    let values: Vec<T> = x.iter().map(|x| x.value()).collect();
    let mut y = vec![T::constant(0.0); operator.outputs(x.len())];
    operator.value(&values, &mut y);
    own(x, &y, || Box::new(Call(operator)))
}

struct Call<O>(O);

impl<T, O: Operator<T> + Send + Sync> Own<T> for Call<O> {
    fn pull(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) -> Result<(), Error> {
        self.0.pull(x, y_bar, x_bar);
        Ok(())
    }
}

/// Replaces the recording of a reversible function that is called with active numbers by one entry.
pub(crate) fn whole<T: Scalar, W: Whole>(call: W, x: &[Active<T>], y: &mut [Active<T>]) {
    room(x.len(), |at: &mut [T]| {
        at.iter_mut().zip(x).for_each(|(at, x)| *at = x.value());
        room(y.len(), |values: &mut [T]| {
            call.value(at, values);
            own_into(x, values, y, || Box::new(Called(call)));
        });
    });
}

struct Called<W>(W);

impl<T: Scalar, W: Whole> Own<T> for Called<W> {
    fn pull(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) -> Result<(), Error> {
        self.0.pull(x, y_bar, x_bar);
        Ok(())
    }
}

/// Calls `f` with `count` zeros; a few are on the stack, more are allocated.
#[doc(hidden)]
#[inline]
pub fn room<T: Real, O>(count: usize, f: impl FnOnce(&mut [T]) -> O) -> O {
    const FEW: usize = 16;
    match count {
        0..=FEW => f(&mut [T::constant(0.0); FEW][..count]),
        _ => f(&mut vec![T::constant(0.0); count]),
    }
}

/// A value that an entry of a tape may store: it is sent with the tape, also to another thread.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be kept by an entry of a tape",
    label = "an entry goes with its tape, also to other threads, and this does not",
    note = "`checkpoint`, `custom_vjp` and `par` take plain and dual numbers: over a tape over a tape (`Active<Active>`) call the \
            function itself, or differentiate twice by `Active<Dual<f64>>`",
    note = "in a structure, an `Arc` can be kept where an `Rc` cannot"
)]
#[doc(hidden)]
pub trait Kept: Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<K: Send + Sync + 'static> Kept for K {}

/// Calls a function with a known pullback: `f` takes plain numbers and returns its value, and a pullback from
/// cotangents of the value to cotangents of the argument.
///
/// ```
/// use retrograde_tape::{custom_vjp, value_and_gradient, Active};
///
/// // The root of t⁵ + t = x: found by iteration, differentiated by the implicit function theorem.
/// let root = |x: Active| custom_vjp(x, |&x: &f64| {
///     let mut t = 0.0_f64;
///     for _ in 0..50 {
///         t -= (t.powi(5) + t - x) / (5.0 * t.powi(4) + 1.0);
///     }
///     (t, move |t_bar: &f64| t_bar / (5.0 * t.powi(4) + 1.0))
/// });
/// let (t, slope) = value_and_gradient(root, &2.0)?;
/// assert!((t - 1.0).abs() < 1e-12 && (slope - 1.0 / 6.0).abs() < 1e-12);
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
///
/// The pullback and the shapes of argument and value are stored on the tape, so they must not borrow, and must be
/// `Send` and `Sync`, for tapes of other threads. So the numbers may be plain or dual numbers, but not those of an
/// enclosing tape (`Active<Active>`). A cotangent of a wrong shape is an error of the sweep.
pub fn custom_vjp<T, X, V, Y, P>(x: X, f: impl FnOnce(&V) -> (Y, P)) -> Y::With<Active<T>>
where
    T: Scalar,
    X: Structure<Active<T>, With<T> = V>,
    V: Structure<T, With<T> = V> + Structure<T, With<Active<T>> = X> + Kept,
    Y: Structure<T, With<T> = Y> + Kept,
    P: Fn(&Y) -> V + Send + Sync + 'static,
{
    let (values, operands) = opened(&x);
    let (y, pull) = f(&values);
    // Shared instead of copied, because a copy of a hash map may be traversed in another order.
    let y = Arc::new(y);
    let results = own(&operands, &numbers(&*y), || Box::new(Custom { x: values, y: Arc::clone(&y), pull }));
    walked((*y).map(&mut Numbered(results.into_iter())))
}

struct Custom<V, Y, P> {
    /// The argument, for its shape.
    x: V,
    /// The value, for its shape.
    y: Arc<Y>,
    pull: P,
}

impl<T, V, Y, P> Own<T> for Custom<V, Y, P>
where
    T: Scalar,
    V: Structure<T, With<T> = V> + Send + Sync,
    Y: Structure<T, With<T> = Y> + Send + Sync,
    P: Fn(&Y) -> V + Send + Sync,
{
    fn pull(&self, _: &[T], y_bar: &[T], x_bar: &mut [T]) -> Result<(), Error> {
        let y_bar = (*self.y).map(&mut Cotangents(y_bar))?;
        let mut places = x_bar.iter_mut();
        self.x.zip(&(self.pull)(&y_bar), &mut |_, bar| {
            if let Some(place) = places.next() {
                *place += bar;
            }
        })
    }
}

/// Runs a function without recording it; the sweep runs it again, records it and sweeps that record. If a long
/// computation consists of such segments, at most one of them is on a tape at a time.
///
/// The function may not capture active numbers: it takes them as its argument, which is all that is stored.
///
/// ```
/// use retrograde_tape::{checkpoint, vjp, Active, Real};
///
/// let segment = |x: Active| (0..1000).fold(x, |x, _| x + 0.001 * x.sin());
/// let (_, pullback) = vjp(|x: Active| (0..10).fold(x, |x, _| checkpoint(segment, x)), &1.0)?;
/// assert_eq!(pullback.operations(), 10);
/// # let (_, plain) = vjp(|x: Active| (0..10).fold(x, |x, _| segment(x)), &1.0)?;
/// # assert_eq!(plain.call(&1.0)?, pullback.call(&1.0)?);
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
///
#[cfg_attr(not(feature = "nalgebra"), doc = "```compile_fail,E0277")]
#[cfg_attr(feature = "nalgebra", doc = "```no_run")]
/// # use retrograde_tape::{checkpoint, vjp, Active};
/// vjp(|[x, y]: [Active; 2]| checkpoint(move |x: Active| x * y, x), &[1.0, 2.0]);
/// ```
///
/// If the function returns another shape when it is run again, the sweep fails with [`Error::Shape`]. The stored
/// values may be sent to another thread, so checkpoints are for plain and dual numbers, not for those of an enclosing
/// tape (`Active<Active>`).
pub fn checkpoint<T, X, V, Y, W, F>(f: F, x: X) -> Y
where
    T: Scalar,
    X: Structure<Active<T>, With<T> = V>,
    V: Structure<T, With<Active<T>> = X> + Kept,
    Y: Structure<Active<T>, With<T> = W>,
    W: Structure<T, With<Active<T>> = Y> + Kept,
    F: Fn(X) -> Y + Send + Sync + 'static,
{
    let (values, operands) = opened(&x);
    // Shared instead of copied, because a copy of a hash map may be traversed in another order.
    let y = Arc::new(walked(f(walked(values.map(&mut Constants))).map(&mut Values)));
    let results = own(&operands, &numbers(&*y), || Box::new(Checkpoint { f, x: values, y: Arc::clone(&y) }));
    walked((*y).map(&mut Numbered(results.into_iter())))
}

struct Checkpoint<F, V, W> {
    f: F,
    x: V,
    y: Arc<W>,
}

impl<T, F, X, V, Y, W> Own<T> for Checkpoint<F, V, W>
where
    T: Scalar,
    X: Structure<Active<T>, With<T> = V>,
    V: Structure<T, With<Active<T>> = X> + Send + Sync,
    Y: Structure<Active<T>, With<T> = W>,
    W: Structure<T, With<Active<T>> = Y> + Send + Sync,
    F: Fn(X) -> Y + Send + Sync,
{
    fn pull(&self, _: &[T], y_bar: &[T], x_bar: &mut [T]) -> Result<(), Error> {
        let (tape, y) = run(&self.f, &self.x)?;
        let mut bars = recorder::<T, _>(|r| r.spare_bars());
        let cotangents = untouched(&mut bars, tape.ids());
        let mut seeds = y_bar.iter();
        let done = (*self.y)
            .zip(&y, &mut |_, y: Active<T>| {
                if let Some(seed) = seeds.next() {
                    cotangents[y.id() as usize].accept(*seed);
                }
            })
            .and_then(|()| sweep(&tape, cotangents));
        for (place, bar) in x_bar.iter_mut().zip(&cotangents[1..]) {
            *place += bar.settled();
        }
        recorder::<T, _>(|r| r.recycle_bars(bars));
        done
    }
}

/// Returns the values of an argument, and its numbers in the order in which the values are traversed.
pub(crate) fn opened<T, X, V>(x: &X) -> (V, Vec<Active<T>>)
where
    T: Scalar,
    X: Structure<Active<T>, With<T> = V>,
    V: Structure<T, With<Active<T>> = X>,
{
    let values: V = walked(x.map(&mut Values));
    let mut numbers = Vec::new();
    walked(values.zip(x, &mut |_, x| numbers.push(x)));
    (values, numbers)
}

/// Returns the numbers of a structure in order.
pub(crate) fn numbers<T: Scalar, Y: Structure<T>>(y: &Y) -> Vec<T> {
    let mut numbers = Vec::new();
    walked(y.visit(&mut |y| numbers.push(y)));
    numbers
}

/// Returns the result of a traversal in a function that cannot return an error; panics on errors.
#[track_caller]
pub(crate) fn walked<O>(walk: Result<O, Error>) -> O {
    match walk {
        Ok(out) => out,
        Err(error) => panic!("{error}"),
    }
}

/// Makes all numbers constants.
struct Constants;

impl<T: Scalar> Map<T, Active<T>> for Constants {
    fn number(&mut self, x: &T) -> Active<T> {
        Active::constant_of(*x)
    }

    fn constant(&mut self, x: &T) -> Active<T> {
        Active::constant_of(*x)
    }
}

/// Replaces the values by the results of an entry.
pub(crate) struct Numbered<T>(pub(crate) std::vec::IntoIter<Active<T>>);

impl<T: Scalar> Map<T, Active<T>> for Numbered<T> {
    fn number(&mut self, x: &T) -> Active<T> {
        self.0.next().unwrap_or(Active::constant_of(*x))
    }

    fn constant(&mut self, x: &T) -> Active<T> {
        Active::constant_of(*x)
    }
}
