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
            "a Hessian is that of one number, and there are {} in the value, or in what the function changes",
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

/// The part that is the value.
fn value<R: Real>(number: &Dual<R>) -> R {
    number.value
}

/// The part that is the tangent.
fn tangent<R: Real>(number: &Dual<R>) -> R {
    number.tangent
}

/// Returns a function at dual numbers, whose value is of this kind; `point` makes its arguments, which have so many numbers. The value
/// counts one, and so does the state of a function that returns nothing.
#[allow(clippy::too_many_arguments)]
pub fn twice<'p, R, K, D, L, LR, V, X>(
    (_, numbers): (L, usize),
    rows: LR,
    point: impl Fn(Next<'_, R>) -> L::Copy + Clone + 'p,
    run: impl Fn(&mut L::Copy) -> D + Clone + 'p,
    back: impl Fn(&mut L::Copy, K::Bar, &mut L::Bar) -> D + 'p,
    lower: impl Fn(&D, &L::Copy, Part<R>) -> V + 'p,
    row: impl Fn(LR::Bar) -> X + 'p,
) -> Twice<'p, R, V, X>
where
    R: Real,
    K: Kind<D, Dual<R>>,
    D: 'p,
    L: Copied<Dual<R>> + 'p,
    LR: Copied<R> + 'p,
    V: 'p,
    X: 'p,
{
    let (start, again, after) = (point.clone(), run.clone(), OnceCell::new());
    let swept = move |next: Next<'_, R>| {
        let mut copy = point(next);
        let (like, left) = after.get_or_init(|| {
            let mut left = copy.clone();
            (run(&mut left), left)
        });
        let (mut y, mut is_changed) = (Vec::new(), Vec::new());
        K::append(like, &mut y);
        L::changed(left, &mut is_changed);
        let (mut seed, mut bars) = (K::shaped(like), L::bars(&copy, Some(left)));
        K::fill(&mut seed, &mut &[1.0, 0.0].repeat(y.len() / 2)[..]);
        let of_state = if y.is_empty() { [1.0, 0.0] } else { [0.0; 2] };
        L::seed(&mut bars, &of_state);
        let value = back(&mut copy, seed, &mut bars);
        let (mut all, mut x_bar) = (Vec::new(), Vec::new());
        L::show(&bars, &mut x_bar);
        if y.is_empty() {
            L::append(&copy, &mut all);
            y.extend(
                all.into_iter()
                    .zip(is_changed)
                    .filter(|(_, is_changed)| *is_changed)
                    .map(|(number, _)| number),
            );
        } else {
            y.clear();
            K::append(&value, &mut y);
        }
        (y, x_bar)
    };
    Twice {
        run: Box::new(move |next| {
            let mut copy = start(next);
            let y = again(&mut copy);
            (lower(&y, &copy, value), lower(&y, &copy, tangent))
        }),
        sweep: Box::new(swept),
        row: Box::new(move |numbers| row_of(&rows, &row, numbers)),
        numbers,
    }
}
