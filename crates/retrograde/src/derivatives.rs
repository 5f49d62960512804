//! [`Derivatives`]: directions, Jacobians and second derivatives of every marked function.
//!
//! All are made from what is emitted anyway: the list of the arguments, the function, and the program that pulls cotangents back,
//! at `f64` and at dual numbers. Law: a function is a map here; its arguments are read, and what it changes is a part of the value.

use crate::__private::arguments::open::{Nested, Open};
use crate::__private::arguments::operator::{Operand, pull_back, run};
use crate::__private::arguments::{Argument, Described, Pulled, flat::Flat};
use alloc::vec;
use alloc::vec::Vec;
use retrograde_numbers::Dual;
use retrograde_rules::operator::Packed;
use retrograde_tape::{Jacobian, SecondOrder};

/// The number of cotangents of one sweep.
const ROWS: usize = 4;

type Arguments<F> = <F as Described<f64>>::Arguments;
type Lengths<F> = <Arguments<F> as Argument<f64>>::Lengths;
type Value<F> = <F as Described<f64>>::Value;

type AtPairs<'a, F> = <Arguments<F> as Open<f64>>::At<'a, ()>;
type AlongPairs<'a, F> = <Arguments<F> as Open<f64>>::Along<'a, ()>;
type InputPairs<F> = <Arguments<F> as Open<f64>>::Inputs<()>;
type ValuePairs<F> = <Value<F> as Packed<f64>>::Before<<Arguments<F> as Open<f64>>::Outputs<()>>;

/// Derivatives of marked functions as maps: `f::jvp`, `f::jacobian`, `f::hessian`, `f::hessian_vector_product`, beside
/// `f::gradient`.
///
/// Every function marked [`reversible`](macro@crate::reversible), [`differentiable`](macro@crate::differentiable) or
/// [`primitive`](macro@crate::primitive) has them if its arguments are numbers, arrays and slices of them, and discrete values, and its
/// value is a number, or an array or a tuple of numbers. The trait is in the [prelude](crate::prelude).
///
/// A function is a map here: its arguments are read, and what it changes is a part of the value. One argument stands for itself,
/// several are a tuple in the order of the signature; of results likewise.
///
/// | the function takes | [`At`](Self::At) has | [`Direction`](Self::Direction) has | [`Gradient`](Self::Gradient) has | [`Output`](Self::Output) has |
/// |---|---|---|---|---|
/// | `x: T`, `x: [T; 3]` | the same | the same | the same | |
/// | `x: &T`, `&[T; 3]` | the same | `T`, `[T; 3]` | `T`, `[T; 3]` | |
/// | `x: &[T]` | `&[T]` | `&[T]` | `Vec<T>` | |
/// | `y: &mut T`, `&mut [T]` | `&T`, `&[T]` | `T`, `&[T]` | `T`, `Vec<T>` | `T`, `Vec<T>` |
/// | `y: &mut T` in a function that only adds to what it changes | | | | `T`: what is added |
/// | integers, truth values, `#[inactive]` numbers | the same | | | |
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn polar<T: Real>(r: T, phi: T) -> [T; 2] {
///     [r * phi.cos(), r * phi.sin()]
/// }
///
/// // Direction in, direction out.
/// assert_eq!(polar::jvp((2.0, 0.0), (1.0, 10.0)), ([2.0, 0.0], [1.0, 20.0]));
/// let j = polar::jacobian((2.0, 0.0));
/// assert_eq!(j.rows, [(1.0, 0.0), (0.0, 2.0)]);
///
/// #[differentiable]
/// fn volume<T: Real>(x: &[T]) -> T {
///     x[0] * x[0] * x[1]
/// }
///
/// let second = volume::hessian_vector_product(&[2.0, 3.0], &[1.0, 0.0]);
/// assert_eq!((second.value, second.slope), (12.0, 12.0));
/// assert_eq!((second.gradient, second.product), (vec![12.0, 4.0], vec![6.0, 4.0]));
/// assert_eq!(volume::hessian(&[2.0, 3.0]), [[6.0, 4.0], [4.0, 0.0]]);
/// ```
///
/// A function of structures, of vectors, of `f32`, with a constant parameter or a vector as its value, or one that returns a value and
/// changes its arguments as well, has the same four, emitted beside it:
/// a row has a part for each argument with derivatives, the shadow of a structure among them; a direction is of the types of the
/// arguments, `&Line<f64>`, and so is what it leads to. A method has `x.f_jacobian(…)` and `x.f_jvp(…, direction)`, which take its
/// arguments one after another.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[derive(Clone, Differentiable)]
/// struct Line {
///     slope: f64,
///     start: f64,
/// }
///
/// #[differentiable]
/// fn residuals(line: &Line, data: &[(f64, f64)]) -> Vec<f64> {
///     data.iter().map(|(x, y)| line.slope * x + line.start - y).collect()
/// }
///
/// let j = residuals::jacobian((&Line { slope: 2.0, start: 1.0 }, &[(3.0, 5.0), (4.0, 9.0)]));
/// assert_eq!(j.value, [2.0, 0.0]);
/// let (by_line, by_data) = &j.rows[1];
/// assert_eq!((by_line.slope, by_line.start, by_data[1]), (4.0, 1.0, (2.0, -1.0)));
/// ```
///
/// Second derivatives run the pullback at [`Dual`] numbers, so a structure is generic over its number:
///
/// ```
/// use retrograde::prelude::*;
///
/// #[derive(Clone, Differentiable)]
/// struct Spring<T> {
///     stiffness: T,
///     rest: T,
/// }
///
/// #[reversible]
/// fn energy<T: Real>(spring: &Spring<T>, x: T) -> T {
///     spring.stiffness * (x - spring.rest) * (x - spring.rest)
/// }
///
/// let at = (&Spring { stiffness: 2.0, rest: 0.5 }, 1.5);
/// let second = energy::hessian_vector_product(at, (&Spring { stiffness: 0.0, rest: 0.0 }, 1.0));
/// let (by_spring, by_x) = second.product;
/// assert_eq!((second.slope, by_spring.stiffness, by_spring.rest, by_x), (4.0, 2.0, -4.0, 4.0));
/// ```
///
/// A function written at `f64` is there at dual numbers if it says so, by `#[reversible(generic)]` or `#[differentiable(generic)]`; without
/// that, `jvp` goes through the rows of the Jacobian, and there are no second derivatives:
///
/// ```compile_fail,E0277
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn square(x: f64) -> f64 {
///     x * x
/// }
///
/// assert_eq!(square::jvp(3.0, 0.5), (9.0, 3.0));
/// square::hessian(3.0);
/// ```
pub trait Derivatives: Sized {
    /// The arguments at which a derivative is taken.
    type At<'a>;
    /// A direction: a part for each argument with derivatives.
    type Direction<'a>;
    /// A gradient, or a row of a Jacobian: a part for each argument with derivatives.
    type Gradient;
    /// The value, and what the function changes.
    type Output;

    /// Returns the value and its derivative in a direction, in one run at dual numbers; where the function is written at `f64` and is
    /// not `generic`, by the rows of its Jacobian, four in each sweep.
    ///
    /// # Panics
    ///
    /// If a slice of the direction has another length than its argument.
    #[track_caller]
    fn jvp(at: Self::At<'_>, direction: Self::Direction<'_>) -> (Self::Output, Self::Output);

    /// Returns the value, and the gradient of each of its numbers.
    ///
    /// Four rows are computed in one sweep. Where a function that is generic over its number has fewer numbers in its arguments
    /// than in its value, columns are computed instead, one in each run at dual numbers.
    fn jacobian(at: Self::At<'_>) -> Jacobian<Self::Gradient, Self::Output>;

    /// Writes the Jacobian row by row, and returns the value: the derivative of number `i` of the value by number `j` of the
    /// arguments is `to[i * n + j]`, with `n` numbers with derivatives in the arguments.
    ///
    /// # Panics
    ///
    /// If the slice has not as many numbers as the matrix.
    #[track_caller]
    fn jacobian_by_rows(at: Self::At<'_>, to: &mut [f64]) -> Self::Output;

    /// Writes the Jacobian column by column, and returns the value: the derivative of number `i` of the value by number `j` of the
    /// arguments is `to[j * m + i]`, with `m` numbers in the value.
    ///
    /// # Panics
    ///
    /// If the slice has not as many numbers as the matrix.
    #[track_caller]
    fn jacobian_by_columns(at: Self::At<'_>, to: &mut [f64]) -> Self::Output;

    /// Returns the value, its slope in a direction, the gradient, and the product of the Hessian with the direction, in one sweep at
    /// dual numbers.
    ///
    /// # Panics
    ///
    /// If the function has more than one number in its value, or a slice of the direction another length than its argument.
    #[track_caller]
    fn hessian_vector_product(
        at: Self::At<'_>,
        direction: Self::Direction<'_>,
    ) -> SecondOrder<Self::Gradient>
    where
        Self: Dually;

    /// Returns the Hessian: a row for each number with derivatives in the arguments.
    ///
    /// # Panics
    ///
    /// If the function has more than one number in its value.
    #[track_caller]
    fn hessian(at: Self::At<'_>) -> Vec<Self::Gradient>
    where
        Self: Dually;
}

/// A function whose arguments and value are laid out in flat slices.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no map of numbers: it has no `jvp`, `jacobian`, `hessian` and `hessian_vector_product`",
    label = "not for such arguments, or not for such a value",
    note = "they are there for numbers, arrays, slices, vectors, maps and structures of numbers, each by its own type: write `[T; 3]` in the \
            place of an alias, and a type with a name in the place of `impl` and `dyn`",
    note = "an `Option` or a `Result` has none: write a function of what it holds",
    note = "`retrograde::jvp`, `hessian` and `hessian_vector_product` take a closure: `hessian(|x| f(x), &x)`; \
            `gradient`, `pull` and `sweep` are there for every marked function"
)]
pub trait Mapped: Pulled<f64, Arguments: Open<f64>> + Sized {
    /// The point at which a derivative is taken.
    type Place<'a>;
    /// A direction.
    type Along<'a>;
    /// A gradient.
    type Row;
    /// The value, and what the function changes.
    type Result;
    /// Lays a point out.
    fn laid(at: Self::Place<'_>) -> Point<Self>;
    /// Lays a direction out.
    #[track_caller]
    fn moved(point: &Point<Self>, along: Self::Along<'_>) -> Vec<f64>;
    /// Puts a gradient together.
    fn row(point: &Point<Self>, x: &[f64]) -> Self::Row;
    /// Puts a value together.
    fn result(point: &Point<Self>, y: &[f64]) -> Self::Result;
}

#[diagnostic::do_not_recommend]
impl<F> Mapped for F
where
    F: Pulled<f64, Arguments: Open<f64>>,
    for<'a> AtPairs<'a, F>: Nested,
    for<'a> AlongPairs<'a, F>: Nested,
    InputPairs<F>: Nested,
    ValuePairs<F>: Nested,
{
    type Place<'a> = <AtPairs<'a, F> as Nested>::Tuple;
    type Along<'a> = <AlongPairs<'a, F> as Nested>::Tuple;
    type Row = <InputPairs<F> as Nested>::Tuple;
    type Result = <ValuePairs<F> as Nested>::Tuple;

    fn laid(at: Self::Place<'_>) -> Point<Self> {
        Point::new(Nested::nested(at))
    }

    fn moved(point: &Point<Self>, along: Self::Along<'_>) -> Vec<f64> {
        point.direction(Nested::nested(along))
    }

    fn row(point: &Point<Self>, x: &[f64]) -> Self::Row {
        point.inputs(x).tuple()
    }

    fn result(point: &Point<Self>, y: &[f64]) -> Self::Result {
        point.value(y).tuple()
    }
}

#[diagnostic::do_not_recommend]
impl<F: Mapped> Derivatives for F {
    type At<'a> = F::Place<'a>;
    type Direction<'a> = F::Along<'a>;
    type Gradient = F::Row;
    type Output = F::Result;

    fn jvp(at: Self::At<'_>, direction: Self::Direction<'_>) -> (Self::Output, Self::Output) {
        let point = F::laid(at);
        let direction = F::moved(&point, direction);
        let mut y = vec![Dual::constant_of(0.0); point.outputs()];
        if F::pushed(&point.lengths, &point.moved(&direction), &mut y) {
            return (F::result(&point, &values(&y)), F::result(&point, &tangents(&y)));
        }
        let mut slopes = vec![0.0; y.len()];
        let value = point.by_rows(|i, j, number| slopes[i] += number * direction[j]);
        (F::result(&point, &value), F::result(&point, &slopes))
    }

    fn jacobian(at: Self::At<'_>) -> Jacobian<Self::Gradient, Self::Output> {
        let point = F::laid(at);
        let n = point.x.len();
        let mut matrix = vec![0.0; point.outputs() * n];
        let y = point.matrix(|i, j, number| matrix[i * n + j] = number);
        let row = |i: usize| F::row(&point, &matrix[i * n..][..n]);
        Jacobian { rows: (0..point.outputs()).map(row).collect(), value: F::result(&point, &y) }
    }

    fn jacobian_by_rows(at: Self::At<'_>, to: &mut [f64]) -> Self::Output {
        let point = F::laid(at);
        let y = point.copied(to, |i, j, _, n| i * n + j);
        F::result(&point, &y)
    }

    fn jacobian_by_columns(at: Self::At<'_>, to: &mut [f64]) -> Self::Output {
        let point = F::laid(at);
        let y = point.copied(to, |i, j, m, _| j * m + i);
        F::result(&point, &y)
    }

    fn hessian_vector_product(at: Self::At<'_>, direction: Self::Direction<'_>) -> SecondOrder<Self::Gradient>
    where
        Self: Dually,
    {
        let point = F::laid(at);
        let (y, x_bar) = point.swept(&F::moved(&point, direction));
        SecondOrder {
            value: y.value,
            slope: y.tangent,
            gradient: F::row(&point, &values(&x_bar)),
            product: F::row(&point, &tangents(&x_bar)),
        }
    }

    fn hessian(at: Self::At<'_>) -> Vec<Self::Gradient>
    where
        Self: Dually,
    {
        let point = F::laid(at);
        let row = |&j: &usize| F::row(&point, &tangents(&point.swept(&point.axis(j)).1));
        point.columns.iter().map(row).collect()
    }
}

/// The arguments of a function, laid out.
#[doc(hidden)]
pub struct Point<F: Described<f64>> {
    lengths: Lengths<F>,
    x: Vec<f64>,
    /// The indices of the numbers with derivatives.
    columns: Vec<usize>,
}

impl<F: Pulled<f64, Arguments: Open<f64>>> Point<F> {
    fn new(at: AtPairs<'_, F>) -> Self {
        let (mut x, mut columns) = (Vec::new(), Vec::new());
        let (lengths, ()) = Arguments::<F>::at::<()>(at, &mut x);
        Arguments::<F>::columns(&lengths, &mut 0, &mut columns);
        Point { lengths, x, columns }
    }

    #[track_caller]
    fn direction(&self, along: AlongPairs<'_, F>) -> Vec<f64> {
        let mut direction = Vec::with_capacity(self.x.len());
        Arguments::<F>::along::<()>(&self.lengths, along, &mut direction);
        direction
    }

    fn axis(&self, j: usize) -> Vec<f64> {
        (0..self.x.len()).map(|k| if j == k { 1.0 } else { 0.0 }).collect()
    }

    fn moved(&self, direction: &[f64]) -> Vec<Dual<f64>> {
        self.x.iter().zip(direction).map(|(x, tangent)| Dual::new(*x, *tangent)).collect()
    }

    /// The number of numbers of the value, and of what the function changes.
    fn outputs(&self) -> usize {
        Value::<F>::LENGTH + Arguments::<F>::changed(&self.lengths)
    }

    fn inputs(&self, x: &[f64]) -> InputPairs<F> {
        Arguments::<F>::inputs::<()>(&self.lengths, &mut Flat(x), |_| ())
    }

    fn value(&self, y: &[f64]) -> ValuePairs<F> {
        let mut y = Flat(y);
        let value: Value<F> = y.take();
        value.before(Arguments::<F>::outputs::<()>(&self.lengths, &mut y, |_| ()))
    }

    /// Computes the matrix: calls a function with each row, column and number, and returns all numbers of the value.
    fn matrix(&self, mut put: impl FnMut(usize, usize, f64)) -> Vec<f64> {
        let m = self.outputs();
        let mut y = vec![Dual::constant_of(0.0); m];
        if self.columns.len() < m {
            // Whether the function runs at dual numbers is known after the first run.
            let column = |&j: &usize| {
                F::pushed(&self.lengths, &self.moved(&self.axis(j)), &mut y) && {
                    y.iter().enumerate().for_each(|(i, y)| put(i, j, y.tangent));
                    true
                }
            };
            if !self.columns.is_empty() && self.columns.iter().all(column) {
                return values(&y);
            }
        }
        self.by_rows(put)
    }

    /// Computes the matrix by rows, several in each sweep.
    fn by_rows(&self, mut put: impl FnMut(usize, usize, f64)) -> Vec<f64> {
        let (m, n) = (self.outputs(), self.x.len());
        let mut value = vec![0.0; m];
        let mut first = 0;
        loop {
            let rows = (m - first).min(ROWS);
            let mut seeds = vec![[0.0; ROWS]; m];
            (0..rows).for_each(|row| seeds[first + row][row] = 1.0);
            let mut bars = vec![[0.0; ROWS]; n];
            pull_back::<f64, Arguments<F>, Value<F>, [f64; ROWS]>(
                &self.lengths,
                &self.x,
                &mut value,
                &seeds,
                &mut bars,
                F::pulled::<[f64; ROWS]>,
            );
            for (row, &j) in (0..rows).flat_map(|row| self.columns.iter().map(move |j| (row, j))) {
                put(first + row, j, bars[j][row]);
            }
            first += rows;
            if first == m {
                return value;
            }
        }
    }

    /// Writes the matrix to places that a function of the row, the column and their counts gives.
    #[track_caller]
    fn copied(&self, to: &mut [f64], place: impl Fn(usize, usize, usize, usize) -> usize) -> Vec<f64> {
        let (m, n) = (self.outputs(), self.columns.len());
        assert!(m * n == to.len(), "a Jacobian of {m} by {n} numbers does not fit a slice of {}", to.len());
        let mut at = vec![0; self.x.len()];
        self.columns.iter().enumerate().for_each(|(j, column)| at[*column] = j);
        self.matrix(|i, j, number| to[place(i, at[j], m, n)] = number)
    }
}

impl<F: Pulled<f64, Arguments: Open<f64>> + Dually> Point<F> {
    /// Returns the only number of the value, and the cotangents of all arguments, with their tangents in a direction.
    #[track_caller]
    fn swept(&self, direction: &[f64]) -> (Dual<f64>, Vec<Dual<f64>>) {
        let m = self.outputs();
        assert!(
            m == 1,
            "a Hessian is that of one number, and `{}` has {m} in its value and in what it changes",
            F::NAME
        );
        let mut y = [Dual::constant_of(0.0)];
        let mut x_bar = vec![Dual::constant_of(0.0); self.x.len()];
        F::pull(&self.lengths, &self.moved(direction), &mut y, &[Dual::constant_of(1.0)], &mut x_bar);
        (y[0], x_bar)
    }
}

fn values(numbers: &[Dual<f64>]) -> Vec<f64> {
    numbers.iter().map(|number| number.value).collect()
}

fn tangents(numbers: &[Dual<f64>]) -> Vec<f64> {
    numbers.iter().map(|number| number.tangent).collect()
}

/// A function that runs at dual numbers, too.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known at dual numbers",
    label = "directions and second derivatives need the function at numbers that carry a tangent",
    note = "a function written at `f64` is there at dual numbers if it says so: `#[reversible(generic)]`, `#[differentiable(generic)]`",
    note = "or write it for every number: `fn f<T: Real>(x: T) -> T`"
)]
pub trait Dually: Described<f64> {
    #[doc(hidden)]
    fn run(lengths: &Lengths<Self>, x: &[Dual<f64>], y: &mut [Dual<f64>]);
    #[doc(hidden)]
    fn pull(
        lengths: &Lengths<Self>,
        x: &[Dual<f64>],
        y: &mut [Dual<f64>],
        y_bar: &[Dual<f64>],
        x_bar: &mut [Dual<f64>],
    );
}

#[diagnostic::do_not_recommend]
impl<F> Dually for F
where
    F: Described<f64> + Pulled<Dual<f64>, Arguments: Operand<Dual<f64>, Lengths = Lengths<F>>>,
{
    #[inline]
    fn run(lengths: &Lengths<Self>, x: &[Dual<f64>], y: &mut [Dual<f64>]) {
        run::<Dual<f64>, <F as Described<Dual<f64>>>::Arguments, <F as Described<Dual<f64>>>::Value>(
            lengths,
            x,
            y,
            <F as Described<Dual<f64>>>::value_of,
        );
    }
    #[inline]
    fn pull(
        lengths: &Lengths<Self>,
        x: &[Dual<f64>],
        y: &mut [Dual<f64>],
        y_bar: &[Dual<f64>],
        x_bar: &mut [Dual<f64>],
    ) {
        pull_back::<Dual<f64>, <F as Described<Dual<f64>>>::Arguments, <F as Described<Dual<f64>>>::Value, _>(
            lengths,
            x,
            y,
            y_bar,
            x_bar,
            <F as Pulled<Dual<f64>>>::pulled::<Dual<f64>>,
        );
    }
}
