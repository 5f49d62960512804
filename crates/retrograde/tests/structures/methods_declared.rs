//! Methods with an adjoint, a pullback or an inverse of the user's own.

use retrograde::prelude::*;
use retrograde::{Mismatch, Shadow, check_gradient};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Scale<T> {
    factor: T,
    count: i32,
}

#[reversible]
impl<T: Real> Scale<T> {
    /// An adjoint beside it, which knows what the derived one does not.
    #[reversible(adjoint = Self::add_back)]
    fn add(&self, y: &mut [T; 2], x: T) {
        y[0] += (self.factor * x).sqrt();
        y[1] += x;
    }

    #[irreversible]
    fn add_back<C: Cotangent<T>>(
        &self,
        self_bar: &mut ScaleShadow<C>,
        y: &mut [T; 2],
        y_bar: &mut [C; 2],
        x: T,
        x_bar: &mut C,
    ) {
        let root = (self.factor * x).sqrt();
        y[0] -= root;
        y[1] -= x;
        let half = T::constant(0.5) / root;
        self_bar.factor = self_bar.factor.plus(y_bar[0].scaled(half * x));
        *x_bar = x_bar.plus(y_bar[0].scaled(half * self.factor)).plus(y_bar[1]);
    }

    #[reversible(pull = energy_back)]
    fn energy(&self, x: &[T]) -> T {
        let mut sum = 0.0;
        for v in x {
            sum += self.factor * *v * *v;
        }
        sum
    }

    /// In place: the instruction and its inverse, each with its adjoint.
    #[instruction(inverse = Self::shrink, adjoint = Self::grow_back)]
    pub fn grow(&mut self, y: &mut T) {
        *y *= self.factor;
        self.count += 1;
    }

    #[instruction(inverse = Self::grow, adjoint = Self::shrink_back)]
    fn shrink(&mut self, y: &mut T) {
        *y /= self.factor;
        self.count -= 1;
    }

    #[irreversible]
    fn grow_back<C: Cotangent<T>>(&mut self, self_bar: &mut ScaleShadow<C>, y: &mut T, y_bar: &mut C) {
        self.shrink(y);
        self_bar.factor = self_bar.factor.plus(y_bar.scaled(*y));
        *y_bar = y_bar.scaled(self.factor);
    }

    #[irreversible]
    fn shrink_back<C: Cotangent<T>>(&mut self, self_bar: &mut ScaleShadow<C>, y: &mut T, y_bar: &mut C) {
        let after = *y;
        self.grow(y);
        *y_bar = y_bar.scaled(T::constant(1.0) / self.factor);
        self_bar.factor = self_bar.factor.plus(y_bar.scaled(-after));
    }

    /// Undoes itself, and has nothing to do with `self`.
    #[instruction(self_inverse, adjoint = Self::mirror_back)]
    fn mirror(y: &mut T, k: T) {
        *y = k - *y;
    }

    #[irreversible]
    fn mirror_back<C: Cotangent<T>>(y: &mut T, y_bar: &mut C, k: T, k_bar: &mut C) {
        Self::mirror(y, k);
        *k_bar = k_bar.plus(*y_bar);
        *y_bar = y_bar.scaled(T::constant(-1.0));
    }

    /// All of them, called and undone.
    fn all(&mut self, y: &mut [T; 2], x: T) {
        self.grow(&mut y[0]);
        self.add(&mut *y, x);
        self.shrink(&mut y[1]);
        self.grow_inverse(&mut y[1]);
        self.add_inverse(&mut *y, x * x);
        Self::mirror(&mut y[1], x);
        self.grow(&mut y[1]);
        self.factor += self_free(&*y, x);
        let e = self.energy(&[x, 2.0]);
        y[0] += e;
    }
}

#[reversible]
fn self_free<T: Real>(y: &[T; 2], x: T) -> T {
    y[0] * x
}

/// Beside the `impl`, since paths are what they are everywhere: the seed stands last.
fn energy_back<T: Real, C: Cotangent<T>>(
    scale: &Scale<T>,
    bar: &mut ScaleShadow<C>,
    x: &[T],
    mut x_bar: impl Shadow<T, C>,
    seed: C,
) -> T {
    let mut sum = T::constant(0.0);
    for (i, v) in x.iter().enumerate() {
        sum += *v * *v;
        x_bar.add(i, seed.scaled(T::constant(2.0) * *v * scale.factor));
    }
    bar.factor = bar.factor.plus(seed.scaled(sum));
    sum * scale.factor
}

fn run(x: &[f64]) -> (Scale<f64>, [f64; 2]) {
    let (mut scale, mut y) = (Scale { factor: x[0], count: 0 }, [x[1], x[2]]);
    scale.all(&mut y, x[3]);
    (scale, y)
}

#[test]
fn declared_methods_are_called_and_undone() {
    const AT: [f64; 4] = [1.3, 0.7, -0.4, 0.9];
    let ((mut scale, mut y), seeds) = (run(&AT), [1.5, -0.7, 0.4]);
    assert_eq!(scale.count, 0);
    let (mut bar, mut y_bar, mut x_bar) = (scale.shadow(), [seeds[0], seeds[1]], 0.0);
    bar.factor = seeds[2];
    scale.all_adjoint(&mut bar, &mut y, &mut y_bar, AT[3], &mut x_bar);
    assert!(scale.count == 0 && (scale.factor - AT[0]).abs() < 1e-15, "{scale:?}");
    assert!((y[0] - AT[1]).abs() < 1e-14 && (y[1] - AT[2]).abs() < 1e-14, "{y:?}");
    let weighed = |x: &[f64]| {
        let (scale, y) = run(x);
        seeds[0] * y[0] + seeds[1] * y[1] + seeds[2] * scale.factor
    };
    assert_eq!(check_gradient(weighed, &AT, &[bar.factor, y_bar[0], y_bar[1], x_bar]), Ok(()));

    let (value, (bar, x_bar)) = Scale { factor: 2.0, count: 0 }.energy_gradient(&[1.0, 3.0]);
    assert_eq!((value, bar.factor, x_bar), (20.0, 10.0, vec![4.0, 12.0]));
}

/// In the `impl` of a trait.
#[reversible]
trait Flow: Differentiable {
    fn flow(&self, y: &mut f64);
    fn cost(&self, y: f64) -> f64;
    fn both(&self, y: &mut f64) {
        self.flow(&mut *y);
        *y += self.cost(0.5);
    }
}

#[reversible]
impl Flow for Scale<f64> {
    #[instruction(inverse = unflow, inverse_adjoint = unflow_back, adjoint = flow_back)]
    fn flow(&self, y: &mut f64) {
        *y *= self.factor;
    }

    #[reversible(pull = cost_back)]
    fn cost(&self, y: f64) -> f64 {
        self.factor * y.exp()
    }
}

fn unflow(scale: &Scale<f64>, y: &mut f64) {
    *y /= scale.factor;
}

fn flow_back<C: Cotangent<f64>>(scale: &Scale<f64>, bar: &mut ScaleShadow<C>, y: &mut f64, y_bar: &mut C) {
    unflow(scale, y);
    bar.factor = bar.factor.plus(y_bar.scaled(*y));
    *y_bar = y_bar.scaled(scale.factor);
}

fn unflow_back<C: Cotangent<f64>>(scale: &Scale<f64>, bar: &mut ScaleShadow<C>, y: &mut f64, y_bar: &mut C) {
    let after = *y;
    *y *= scale.factor;
    *y_bar = y_bar.scaled(1.0 / scale.factor);
    bar.factor = bar.factor.plus(y_bar.scaled(-after));
}

fn cost_back<C: Cotangent<f64>>(
    scale: &Scale<f64>,
    bar: &mut ScaleShadow<C>,
    y: f64,
    y_bar: &mut C,
    seed: C,
) -> f64 {
    let e = y.exp();
    bar.factor = bar.factor.plus(seed.scaled(e));
    *y_bar = y_bar.plus(seed.scaled(scale.factor * e));
    scale.factor * e
}

#[reversible]
fn through_the_trait<F: Flow>(flow: &F, y: &mut f64, x: f64) {
    <F as Flow>::both(flow, &mut *y);
    <F as Flow>::flow_inverse(flow, &mut *y);
    <F as Flow>::flow_inverse(flow, &mut *y);
    *y += <F as Flow>::cost(flow, x) * x;
    <Scale<f64> as Sized2>::own(&mut *y, x);
}

/// A function of a trait without `self`, which only the qualified path reaches: the type has one of that name itself.
#[reversible]
trait Sized2: Differentiable {
    fn own(y: &mut f64, x: f64);
}

#[reversible]
impl Sized2 for Scale<f64> {
    fn own(y: &mut f64, x: f64) {
        *y += 3.0 * x;
    }
}

#[reversible]
impl Scale<f64> {
    fn own(y: &mut f64, x: f64) {
        *y += 100.0 * x;
    }
}

#[test]
fn declared_methods_of_traits() {
    const AT: [f64; 3] = [1.3, 0.7, 0.4];
    let run = |x: &[f64]| {
        let mut y = x[1];
        through_the_trait(&Scale { factor: x[0], count: 0 }, &mut y, x[2]);
        y
    };
    let (scale, mut y) = (Scale { factor: AT[0], count: 0 }, run(&AT));
    let (mut bar, mut y_bar, mut x_bar) = (scale.shadow(), 1.5, 0.0);
    through_the_trait::adjoint(&scale, &mut bar, &mut y, &mut y_bar, AT[2], &mut x_bar);
    assert!((y - AT[1]).abs() < 1e-14);
    assert_eq!(check_gradient(|x| 1.5 * run(x), &AT, &[bar.factor, y_bar, x_bar]), Ok(()));
    let mut other = 0.0;
    Scale::<f64>::own(&mut other, 1.0);
    assert_eq!(other, 100.0);
    through_the_trait::inverse(&scale, &mut y, 0.0);
}

#[test]
fn trait_methods_have_gradients_and_checked_programs() {
    let scale = Scale { factor: 2.0, count: 0 };
    let (value, (bar, y_bar)) = scale.cost_gradient(0.5);
    let e = 0.5_f64.exp();
    assert_eq!((value, bar.factor, y_bar), (2.0 * e, e, 2.0 * e));
    assert_eq!(scale.try_cost(0.5), Ok(2.0 * e));
    let mut y = 1.0;
    assert!(scale.try_both(&mut y).is_ok());
    assert!(scale.try_both_inverse(&mut y).is_ok() && (y - 1.0).abs() < 1e-15);
    // Through the trait alone.
    fn generic<F: Flow>(f: &F) -> (f64, (F::Shadow<f64>, f64)) {
        f.cost_gradient(0.5)
    }
    assert_eq!(generic(&scale).1.0.factor, e);
}

#[test]
fn declared_methods_come_with_checks() {
    let mut scale = Scale { factor: 1.3, count: 0 };
    assert_eq!(scale.add_check(&mut [0.5, 0.7], 0.9), Ok(()));
    assert_eq!(scale.energy_check(&[0.5, 0.7]), Ok(()));
    assert_eq!(scale.grow_check(&mut 0.4), Ok(()));
    assert_eq!(scale.shrink_check(&mut 0.4), Ok(()));
    assert_eq!(Scale::<f64>::mirror_check(&mut 0.4, 1.5), Ok(()));
    assert_eq!(scale.flow_check(&mut 0.4), Ok(()));
    assert_eq!(scale.cost_check(0.4), Ok(()));
    assert_eq!(scale, Scale { factor: 1.3, count: 0 });
    // What is derived has one too.
    assert_eq!(scale.all_check(&mut [0.7, -0.4], 0.9), Ok(()));
    assert_eq!(scale.both_check(&mut 0.3), Ok(()));
}

/// Adjoints that are wrong.
#[derive(Clone, Differentiable)]
struct Wrong {
    k: f64,
}

#[reversible]
impl Wrong {
    #[reversible(adjoint = Self::forgets_itself)]
    fn add(&self, y: &mut f64) {
        *y += 2.0 * self.k;
    }

    #[irreversible]
    fn forgets_itself<C: Cotangent<f64>>(&self, _: &mut WrongShadow<C>, y: &mut f64, _: &mut C) {
        *y -= 2.0 * self.k;
    }

    #[reversible(adjoint = Self::stays)]
    fn stay(&self, y: &mut f64) {
        *y += 2.0 * self.k;
    }

    #[irreversible]
    fn stays<C: Cotangent<f64>>(&self, bar: &mut WrongShadow<C>, _: &mut f64, y_bar: &mut C) {
        bar.k = bar.k.plus(y_bar.scaled(2.0));
    }
}

#[test]
fn checks_find_what_is_wrong() {
    let wrong = Wrong { k: 0.5 };
    let found = wrong.add_check(&mut 1.0);
    assert!(matches!(found, Err(Mismatch::Program { .. })), "{found:?}");
    let found = wrong.stay_check(&mut 1.0);
    assert!(matches!(found, Err(Mismatch::State { .. })), "{found:?}");
}
