//! Directions and second derivatives of a function over the list of its arguments: its programs run at dual numbers.
//!
//! The arguments are lifted with a direction, and the pullback runs on them (forward over reverse). Law: every derivative is one run
//! of a program at one point; tangents come in the order of the numbers of the arguments.

use super::copies::Copied;
use super::kinds::Kind;
use super::lift::{Next, Part};
use super::matrix::{Misshapen, Shaped};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::OnceCell;
use retrograde_numbers::Dual;
use retrograde_rules::Real;
use retrograde_tape::SecondOrder;

/// A run of the function at dual numbers; returns the value and its tangent.
type Run<'p, R, V> = Box<dyn Fn(Next<'_, R>) -> (V, V) + 'p>;
/// A run of the pullback; returns the numbers of the value and the cotangents of the arguments, each before its tangent.
type Sweep<'p, R> = Box<dyn Fn(Next<'_, R>) -> (Vec<f64>, Vec<f64>) + 'p>;
/// A row of the Hessian, from numbers to the shape of an argument.
type Row<'p, X> = Box<dyn Fn(&[f64]) -> X + 'p>;

/// A function at dual numbers.
#[allow(missing_debug_implementations)]
pub struct Twice<'p, R, V, X> {
    run: Run<'p, R, V>,
    sweep: Sweep<'p, R>,
    row: Row<'p, X>,
    /// The number of numbers in the arguments.
    numbers: usize,
}

/// Lists the tangents of a direction one after the other.
fn along<R: Real>(tangents: &[R]) -> impl FnMut() -> R {
    let mut rest = tangents.iter();
    move || rest.next().copied().unwrap_or_else(|| R::constant(0.0))
}

/// Cuts a list of dual numbers into values and tangents.
fn parts(numbers: &[f64]) -> [Vec<f64>; 2] {
    [0, 1].map(|part| numbers.iter().skip(part).step_by(2).copied().collect())
}

impl<R: Real, V, X> Twice<'_, R, V, X> {
    /// Returns the value and its derivative in a direction.
    pub fn jvp(&self, tangents: &[R]) -> (V, V) {
        (self.run)(&mut along(tangents))
    }

    /// Returns the value, its slope, the gradient and its derivative in a direction; an error if the value is more than a number.
    pub fn hessian_vector_product(&self, tangents: &[R]) -> Shaped<SecondOrder<X>> {
        let (y, x_bar) = (self.sweep)(&mut along(tangents));
        let [gradient, product] = parts(&x_bar).map(|part| (self.row)(&part));
        let [value, slope] = parts(&y).map(|part| only(&part));
        Ok(SecondOrder { value: value?, slope: slope?, gradient, product })
    }

    /// Returns the Hessian, a row for each number of the arguments; an error if the value is more than a number.
    pub fn hessian(&self) -> Shaped<Vec<X>> {
        let mut rows = Vec::with_capacity(self.numbers);
        for row in 0..self.numbers {
            let mut at = 0..;
            let mut axis = || R::constant(if at.next() == Some(row) { 1.0 } else { 0.0 });
            let (y, x_bar) = (self.sweep)(&mut axis);
            only(&parts(&y)[0])?;
            rows.push((self.row)(&parts(&x_bar)[1]));
        }
        Ok(rows)
    }
}

/// Returns the only number of a value.
fn only(numbers: &[f64]) -> Shaped<f64> {
    match numbers {
        [only] => Ok(*only),
        all => Err(Misshapen(format!(
            "a Hessian is that of one number, and there are {} in the value and in what the function changes",
            all.len()
        ))),
    }
}

/// Makes a row of plain numbers from a list of cotangents.
fn row_of<R, LR: Copied<R>, X>(rows: &LR, row: impl Fn(LR::Bar) -> X, numbers: &[f64]) -> X {
    let mut bars = LR::bars(&rows.copy(None), None);
    LR::fill(&mut bars, &mut &numbers[..]);
    row(bars)
}

/// Makes cotangents of zero.
fn zeros<T, L: Copied<T>>(mut bars: L::Bar) -> L::Bar {
    let mut numbers = Vec::new();
    L::show(&bars, &mut numbers);
    L::fill(&mut bars, &mut &vec![0.0; numbers.len()][..]);
    bars
}

/// The part that is the value.
fn value<R: Real>(number: &Dual<R>) -> R {
    number.value
}

/// The part that is the tangent.
fn tangent<R: Real>(number: &Dual<R>) -> R {
    number.tangent
}

/// Returns a function that returns a value of this kind at dual numbers; `point` makes its arguments, which have so many numbers.
#[allow(clippy::too_many_arguments)]
pub fn returned_twice<'p, R, K, D, L, LR, V, X>(
    (_, numbers): (L, usize),
    rows: LR,
    point: impl Fn(Next<'_, R>) -> L::Copy + Clone + 'p,
    run: impl Fn(&mut L::Copy) -> D + Clone + 'p,
    pull: impl Fn(&mut L::Copy, K::Bar, &mut L::Bar) -> D + 'p,
    lower: fn(&D, Part<R>) -> V,
    row: impl Fn(LR::Bar) -> X + 'p,
) -> Twice<'p, R, V, X>
where
    R: Real,
    K: Kind<D, Dual<R>>,
    D: 'p,
    L: Copied<Dual<R>>,
    LR: Copied<R> + 'p,
    V: 'p,
    X: 'p,
{
    let (start, again, like) = (point.clone(), run.clone(), OnceCell::new());
    let sweep = move |next: Next<'_, R>| {
        let mut copy = point(next);
        let like = like.get_or_init(|| run(&mut copy.clone()));
        let mut numbers = Vec::new();
        K::append(like, &mut numbers);
        let mut seed = K::shaped(like);
        K::fill(&mut seed, &mut &[1.0, 0.0].repeat(numbers.len() / 2)[..]);
        let mut bars = zeros::<Dual<R>, L>(L::bars(&copy, None));
        let value = pull(&mut copy, seed, &mut bars);
        let (mut y, mut x_bar) = (Vec::new(), Vec::new());
        K::append(&value, &mut y);
        L::show(&bars, &mut x_bar);
        (y, x_bar)
    };
    Twice {
        run: Box::new(move |next| {
            let y = again(&mut start(next));
            (lower(&y, value), lower(&y, tangent))
        }),
        sweep: Box::new(sweep),
        row: Box::new(move |numbers| row_of(&rows, &row, numbers)),
        numbers,
    }
}

/// Returns a function that changes its state at dual numbers; `point` makes its arguments, which have so many numbers.
#[allow(clippy::too_many_arguments)]
pub fn changed_twice<'p, R, L, LR, V, X>(
    (_, numbers): (L, usize),
    rows: LR,
    point: impl Fn(Next<'_, R>) -> L::Copy + Clone + 'p,
    run: impl Fn(&mut L::Copy) + Clone + 'p,
    sweep: impl Fn(&mut L::Copy, &mut L::Bar) + 'p,
    lower: impl Fn(&L::Copy, Part<R>) -> V + 'p,
    row: impl Fn(LR::Bar) -> X + 'p,
) -> Twice<'p, R, V, X>
where
    R: Real,
    L: Copied<Dual<R>> + 'p,
    LR: Copied<R> + 'p,
    V: 'p,
    X: 'p,
{
    let (start, again, left) = (point.clone(), run.clone(), OnceCell::new());
    let swept = move |next: Next<'_, R>| {
        let mut copy = point(next);
        let left = left.get_or_init(|| {
            let mut left = copy.clone();
            run(&mut left);
            left
        });
        let mut bars = L::bars(&copy, Some(left));
        L::seed(&mut bars, &[1.0, 0.0]);
        sweep(&mut copy, &mut bars);
        let (mut all, mut is_changed, mut x_bar) = (Vec::new(), Vec::new(), Vec::new());
        L::append(&copy, &mut all);
        L::changed(&copy, &mut is_changed);
        L::show(&bars, &mut x_bar);
        let y =
            all.into_iter().zip(is_changed).filter_map(|(number, is_changed)| is_changed.then_some(number));
        (y.collect(), x_bar)
    };
    Twice {
        run: Box::new(move |next| {
            let mut copy = start(next);
            again(&mut copy);
            (lower(&copy, value), lower(&copy, tangent))
        }),
        sweep: Box::new(swept),
        row: Box::new(move |numbers| row_of(&rows, &row, numbers)),
        numbers,
    }
}
