//! [`Operator`]: a map of numbers with its own adjoint, behind one object-safe interface.
//!
//! A tape records an operator as a single node, and VLAD registers it as a single primitive. `retrograde` implements
//! the trait for the `struct f {}` of every reversible function and user's primitive whose arguments are all numbers;
//! [`from_fns`] makes an operator from two closures. Law: [`pull`](Operator::pull) is the transpose of the derivative
//! of [`value`](Operator::value), and adds.

use crate::Real;

/// The number of inputs of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// Exactly this number.
    Exactly(usize),
    /// A number or more.
    AtLeast(usize),
}

impl Inputs {
    /// True if this many numbers may be passed.
    pub const fn admits(self, count: usize) -> bool {
        match self {
            Inputs::Exactly(n) => count == n,
            Inputs::AtLeast(n) => count >= n,
        }
    }
}

impl core::fmt::Display for Inputs {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (n, more) = match *self {
            Inputs::Exactly(n) => (n, ""),
            Inputs::AtLeast(n) => (n, " or more"),
        };
        write!(f, "{n} number{}{more}", if n == 1 && more.is_empty() { "" } else { "s" })
    }
}

/// A differentiable map from `n` numbers to `m` that brings its own adjoint.
///
/// All arguments lie one after another in one slice, in the order of the function's signature: a number is one entry, an
/// array as many as it has, row by row, and a slice takes what the others leave. The results lie likewise in another.
/// (Paper 000, appendix E: a reversible function as a primitive of another system.)
///
/// | function | `x` | `y` |
/// |---|---|---|
/// | `fn f(a: T, b: [T; 2]) -> T` | `a, b[0], b[1]` | the value |
/// | `fn f(out: &mut T, x: &[T])` that only adds to `out` | `x` | what is added |
/// | `fn f(state: &mut [T], w: T)` | the state before, `w` | the state after |
///
/// `T` is `f64` unless it is said otherwise. Functions generic in `T: Real` implement it for every number, so that
/// `dyn Operator<Dual<f64>>` differentiates once more.
///
/// ```
/// use retrograde_rules::operator::{Inputs, Operator, from_fns};
///
/// let product = from_fns(
///     "product",
///     Inputs::Exactly(2),
///     |_| 1,
///     |x: &[f64], y: &mut [f64]| y[0] = x[0] * x[1],
///     |x: &[f64], y_bar: &[f64], x_bar: &mut [f64]| {
///         x_bar[0] += y_bar[0] * x[1];
///         x_bar[1] += y_bar[0] * x[0];
///     },
/// );
/// let object: &dyn Operator = &product;
/// let (mut y, mut x_bar) = ([0.0], [0.0, 0.0]);
/// object.value(&[3.0, 4.0], &mut y);
/// object.pull(&[3.0, 4.0], &[10.0], &mut x_bar);
/// assert_eq!((y, x_bar), ([12.0], [40.0, 30.0]));
/// ```
pub trait Operator<T = f64> {
    /// Returns the name that messages use.
    fn name(&self) -> &str;

    /// Returns the number of inputs.
    fn inputs(&self) -> Inputs;

    /// Returns the number of outputs for a number of inputs that [`inputs`](Self::inputs) admits.
    fn outputs(&self, inputs: usize) -> usize;

    /// `y ← f(x)`: what `y` holds before does not matter.
    ///
    /// # Panics
    ///
    /// Where the lengths are not those of [`inputs`](Self::inputs) and [`outputs`](Self::outputs).
    fn value(&self, x: &[T], y: &mut [T]);

    /// `x_bar += (∂f/∂x)ᵀ y_bar` at `x`.
    ///
    /// # Panics
    ///
    /// Where the lengths are not those of [`inputs`](Self::inputs) and [`outputs`](Self::outputs).
    fn pull(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]);
}

impl<T, O: Operator<T> + ?Sized> Operator<T> for &O {
    fn name(&self) -> &str {
        (**self).name()
    }
    fn inputs(&self) -> Inputs {
        (**self).inputs()
    }
    fn outputs(&self, inputs: usize) -> usize {
        (**self).outputs(inputs)
    }
    fn value(&self, x: &[T], y: &mut [T]) {
        (**self).value(x, y);
    }
    fn pull(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        (**self).pull(x, y_bar, x_bar);
    }
}

/// An operator made from closures; see [`from_fns`].
#[derive(Clone, Copy)]
pub struct FromFns<N, V, P> {
    name: &'static str,
    inputs: Inputs,
    outputs: N,
    value: V,
    pull: P,
}

impl<N, V, P> core::fmt::Debug for FromFns<N, V, P> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} of {}", self.name, self.inputs)
    }
}

/// Makes an operator from closures: the number of its outputs, its value, and its pullback, which adds.
///
/// For functions whose arguments are not only numbers: closures capture the other arguments.
pub fn from_fns<T, N, V, P>(
    name: &'static str,
    inputs: Inputs,
    outputs: N,
    value: V,
    pull: P,
) -> FromFns<N, V, P>
where
    N: Fn(usize) -> usize,
    V: Fn(&[T], &mut [T]),
    P: Fn(&[T], &[T], &mut [T]),
{
    FromFns { name, inputs, outputs, value, pull }
}

impl<T, N, V, P> Operator<T> for FromFns<N, V, P>
where
    N: Fn(usize) -> usize,
    V: Fn(&[T], &mut [T]),
    P: Fn(&[T], &[T], &mut [T]),
{
    fn name(&self) -> &str {
        self.name
    }
    fn inputs(&self) -> Inputs {
        self.inputs
    }
    fn outputs(&self, inputs: usize) -> usize {
        (self.outputs)(inputs)
    }
    fn value(&self, x: &[T], y: &mut [T]) {
        (self.value)(x, y);
    }
    fn pull(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        (self.pull)(x, y_bar, x_bar);
    }
}

/// A number, or arrays of numbers, as a piece of a flat slice from which emitted operators take their arguments.
#[doc(hidden)]
pub trait Packed<T>: Copy + 'static {
    /// The number of numbers.
    const LENGTH: usize;
    /// Returns zeros.
    fn zeros() -> Self;
    /// Reads it from the start of a slice.
    fn unpacked(from: &[T]) -> Self;
    /// Writes it to the start of a slice.
    fn pack(self, to: &mut [T]);
    /// Adds it to the start of a slice.
    fn accumulate(self, to: &mut [T]);

    /// The piece with cotangents in place of numbers.
    type With<C: Copy + 'static>: Copy + 'static;
    /// Returns it with one cotangent everywhere.
    fn filled<C: Copy + 'static>(with: C) -> Self::With<C>;
    /// Returns the cotangents at the start of a slice, each changed.
    fn gathered<C: Copy + 'static>(from: &[C], each: impl Fn(C) -> C + Copy) -> Self::With<C>;
    /// Puts cotangents together with those at the start of a slice.
    fn spread<C: Copy + 'static>(from: Self::With<C>, to: &mut [C], join: impl Fn(C, C) -> C + Copy);

    /// The piece in front of others, of which the empty one is left out.
    type Before<Rest>;
    /// Puts it in front.
    fn before<Rest>(self, rest: Rest) -> Self::Before<Rest>;
}

/// The empty value, without numbers.
impl<T> Packed<T> for () {
    const LENGTH: usize = 0;
    #[inline]
    fn zeros() {}
    #[inline]
    fn unpacked(_: &[T]) {}
    #[inline]
    fn pack(self, _: &mut [T]) {}
    #[inline]
    fn accumulate(self, _: &mut [T]) {}
    type With<C: Copy + 'static> = ();
    #[inline]
    fn filled<C: Copy + 'static>(_: C) {}
    #[inline]
    fn gathered<C: Copy + 'static>(_: &[C], _: impl Fn(C) -> C + Copy) {}
    #[inline]
    fn spread<C: Copy + 'static>((): (), _: &mut [C], _: impl Fn(C, C) -> C + Copy) {}
    type Before<Rest> = Rest;
    #[inline]
    fn before<Rest>(self, rest: Rest) -> Rest {
        rest
    }
}

impl<T: Real> Packed<T> for T {
    const LENGTH: usize = 1;
    #[inline]
    fn zeros() -> T {
        T::constant(0.0)
    }
    #[inline]
    fn unpacked(from: &[T]) -> T {
        from[0]
    }
    #[inline]
    fn pack(self, to: &mut [T]) {
        to[0] = self;
    }
    #[inline]
    fn accumulate(self, to: &mut [T]) {
        to[0] += self;
    }
    type With<C: Copy + 'static> = C;
    #[inline]
    fn filled<C: Copy + 'static>(with: C) -> C {
        with
    }
    #[inline]
    fn gathered<C: Copy + 'static>(from: &[C], each: impl Fn(C) -> C + Copy) -> C {
        each(from[0])
    }
    #[inline]
    fn spread<C: Copy + 'static>(from: C, to: &mut [C], join: impl Fn(C, C) -> C + Copy) {
        to[0] = join(to[0], from);
    }
    type Before<Rest> = (T, Rest);
    #[inline]
    fn before<Rest>(self, rest: Rest) -> (T, Rest) {
        (self, rest)
    }
}

/// The parts of a tuple one after the other.
macro_rules! tuples {
    ($(($($P:ident $part:ident),+))+) => {$(
        impl<T: Real, $($P: Packed<T>),+> Packed<T> for ($($P,)+) {
            const LENGTH: usize = 0 $(+ $P::LENGTH)+;
            #[inline]
            fn zeros() -> Self {
                ($($P::zeros(),)+)
            }
            #[inline]
            fn unpacked(from: &[T]) -> Self {
                $(let ($part, from) = ($P::unpacked(from), &from[$P::LENGTH..]);)+
                let _ = from;
                ($($part,)+)
            }
            #[inline]
            fn pack(self, to: &mut [T]) {
                let ($($part,)+) = self;
                $(let (here, to) = to.split_at_mut($P::LENGTH);
                $part.pack(here);)+
                let _ = to;
            }
            #[inline]
            fn accumulate(self, to: &mut [T]) {
                let ($($part,)+) = self;
                $(let (here, to) = to.split_at_mut($P::LENGTH);
                $part.accumulate(here);)+
                let _ = to;
            }
            type With<C: Copy + 'static> = ($($P::With<C>,)+);
            #[inline]
            fn filled<C: Copy + 'static>(with: C) -> Self::With<C> {
                ($($P::filled(with),)+)
            }
            #[inline]
            fn gathered<C: Copy + 'static>(from: &[C], each: impl Fn(C) -> C + Copy) -> Self::With<C> {
                $(let ($part, from) = ($P::gathered(from, each), &from[$P::LENGTH..]);)+
                let _ = from;
                ($($part,)+)
            }
            #[inline]
            fn spread<C: Copy + 'static>(
                ($($part,)+): Self::With<C>,
                to: &mut [C],
                join: impl Fn(C, C) -> C + Copy,
            ) {
                $(let (here, to) = to.split_at_mut($P::LENGTH);
                $P::spread($part, here, join);)+
                let _ = to;
            }
            type Before<Rest> = (Self, Rest);
            #[inline]
            fn before<Rest>(self, rest: Rest) -> (Self, Rest) {
                (self, rest)
            }
        }
    )+};
}
tuples! {
    (A a, B b)
    (A a, B b, C0 c)
    (A a, B b, C0 c, D d)
    (A a, B b, C0 c, D d, E e)
    (A a, B b, C0 c, D d, E e, F f)
}

impl<T, P: Packed<T>, const N: usize> Packed<T> for [P; N] {
    const LENGTH: usize = N * P::LENGTH;
    #[inline]
    fn zeros() -> Self {
        [P::zeros(); N]
    }
    #[inline]
    fn unpacked(from: &[T]) -> Self {
        core::array::from_fn(|i| P::unpacked(&from[i * P::LENGTH..]))
    }
    #[inline]
    fn pack(self, to: &mut [T]) {
        for (i, item) in self.into_iter().enumerate() {
            item.pack(&mut to[i * P::LENGTH..]);
        }
    }
    #[inline]
    fn accumulate(self, to: &mut [T]) {
        for (i, item) in self.into_iter().enumerate() {
            item.accumulate(&mut to[i * P::LENGTH..]);
        }
    }
    type With<C: Copy + 'static> = [P::With<C>; N];
    #[inline]
    fn filled<C: Copy + 'static>(with: C) -> Self::With<C> {
        [P::filled(with); N]
    }
    #[inline]
    fn gathered<C: Copy + 'static>(from: &[C], each: impl Fn(C) -> C + Copy) -> Self::With<C> {
        core::array::from_fn(|i| P::gathered(&from[i * P::LENGTH..], each))
    }
    #[inline]
    fn spread<C: Copy + 'static>(from: Self::With<C>, to: &mut [C], join: impl Fn(C, C) -> C + Copy) {
        for (i, item) in from.into_iter().enumerate() {
            P::spread(item, &mut to[i * P::LENGTH..], join);
        }
    }
    type Before<Rest> = ([P; N], Rest);
    #[inline]
    fn before<Rest>(self, rest: Rest) -> ([P; N], Rest) {
        (self, rest)
    }
}
