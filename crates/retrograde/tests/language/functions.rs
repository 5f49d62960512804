//! Generics, names, recursion and attributes of reversible functions, held to differences.

use retrograde::check_gradient;
use retrograde::prelude::*;

/// Several type parameters of which one is the real type, lifetimes, and a where clause.
#[reversible]
fn scaled<'a, T, I>(y: &mut [T], x: &'a [T], factor: I, k: T)
where
    T: Real,
    I: Copy + Into<f64>,
{
    let w: f64 = factor.into();
    for i in 0..x.len() {
        y[i] += w * k * x[i];
    }
}

#[test]
fn several_type_parameters() {
    let (mut y, x) = ([1.0, 2.0], [3.0, 4.0]);
    scaled(&mut y, &x, 2_i32, 0.5);
    assert_eq!(y, [4.0, 6.0]);
    let (mut y_bar, mut x_bar, mut k_bar) = ([1.0, 10.0], [0.0; 2], 0.0);
    scaled::adjoint(&mut y, &mut y_bar, &x, &mut x_bar, 2_i32, 0.5, &mut k_bar);
    assert_eq!((y, x_bar, k_bar), ([1.0, 2.0], [1.0, 10.0], 86.0));
}

/// The length of an array as a bound, and another constant that no argument tells.
#[reversible]
fn powers<T: Real, const N: usize, const P: i32>(x: &[T; N]) -> T {
    let mut sum = 0.0;
    for i in 0..N {
        sum += x[i].powi(P);
    }
    sum.sqrt()
}

/// Calls with all generics said.
#[reversible]
fn nested<T: Real, const N: usize>(out: &mut T, x: &[T; N]) {
    let norm = powers::<T, N, 2>(x);
    *out += norm * powers::<_, N, 4>(x);
    *out += powers::<T, 3, 2>(&[norm, norm, x[0]]);
}

#[test]
fn constants_among_generics() {
    let x = [0.5, 1.5, -2.0, 0.7];
    let (value, (gradient,)) = powers::gradient::<f64, 4, 2>(&x);
    assert!((value - (0.25_f64 + 2.25 + 4.0 + 0.49).sqrt()).abs() < 1e-15);
    assert_eq!(check_gradient(|x| powers::<f64, 4, 2>(x.try_into().unwrap()), &x, &gradient), Ok(()));
    let total = |x: &[f64]| {
        let mut out = 0.0;
        nested::<f64, 4>(&mut out, x.try_into().unwrap());
        out
    };
    let (_, (gradient,)) = nested::gradient(&x);
    assert_eq!(check_gradient(total, &x, &gradient), Ok(()));
}

/// A kind of number that only a bound tells.
trait Unit {
    const SCALE: f64;
    fn scale() -> f64;
}
struct Metre;
struct Foot;
impl Unit for Metre {
    const SCALE: f64 = 1.0;
    fn scale() -> f64 {
        Self::SCALE
    }
}
impl Unit for Foot {
    const SCALE: f64 = 0.3048;
    fn scale() -> f64 {
        Self::SCALE
    }
}

#[reversible]
fn length<U: Unit, T: Real>(y: &mut T, x: T) {
    let scale: f64 = U::scale();
    *y += x * scale;
    *y += x * (U::SCALE as T);
}

#[reversible]
fn both<T: Real>(y: &mut T, x: T) {
    length::<Metre, T>(&mut *y, x);
    length::<Foot, T>::inverse(&mut *y, x * x);
}

#[test]
fn types_that_no_argument_tells() {
    let mut y = 0.0;
    both(&mut y, 2.0);
    assert!((y - (4.0 - 8.0 * 0.3048)).abs() < 1e-15);
    let (mut y_bar, mut x_bar) = (10.0, 0.0);
    both::adjoint(&mut y, &mut y_bar, 2.0, &mut x_bar);
    assert!(y.abs() < 1e-15 && (x_bar - (20.0 - 80.0 * 0.3048)).abs() < 1e-12);
}

/// Items of two blocks that share a name.
#[reversible]
fn items(y: &mut f64, x: f64, first: bool) {
    if first {
        const K: f64 = 2.0;
        *y += K as f64 * x;
    } else {
        const K: f64 = 3.0;
        *y += K as f64 * x * x;
    }
}

#[test]
fn items_belong_to_their_block() {
    for (first, value, slope) in [(true, 10.0, 2.0), (false, 75.0, 30.0)] {
        let (mut y, mut y_bar, mut x_bar) = (0.0, 1.0, 0.0);
        items(&mut y, 5.0, first);
        assert_eq!(y, value);
        items::adjoint(&mut y, &mut y_bar, 5.0, &mut x_bar, first);
        assert_eq!((y, x_bar), (0.0, slope));
    }
}

/// A condition of rustc's, as a value.
#[reversible]
fn conditional_part(y: &mut f64, x: f64) {
    if cfg!(test) {
        *y += 2.0 * x;
    } else {
        *y -= x;
    }
}

#[test]
fn conditions_of_the_compiler() {
    assert_eq!(conditional_part::gradient(3.0), (6.0, (2.0,)));
}

/// Recursion, with a local whose uncomputing calls back.
#[reversible]
fn power<T: Real>(x: T, n: u32) -> T {
    let mut y = 0.0;
    if n == 0 {
        y += 1.0;
    } else {
        y += x * power(x, n - 1);
    }
    y
}

#[reversible]
fn even(y: &mut f64, x: f64, n: u32) {
    if n > 0 {
        *y += x * x;
        odd(&mut *y, x, n - 1);
    }
}

#[reversible]
fn odd(y: &mut f64, x: f64, n: u32) {
    if n > 0 {
        *y -= x.sin();
        even(&mut *y, x, n - 1);
    }
}

#[test]
fn recursion() {
    assert_eq!(power::gradient(3.0, 4), (81.0, (108.0,)));
    let (mut y, mut y_bar, mut slope) = (0.0, 1.0, 0.0);
    even(&mut y, 0.7, 5);
    assert!((y - (3.0 * 0.49 - 2.0 * 0.7_f64.sin())).abs() < 1e-15);
    even::adjoint(&mut y, &mut y_bar, 0.7, &mut slope, 5);
    assert!(y.abs() < 1e-15 && (slope - (6.0 * 0.7 - 2.0 * 0.7_f64.cos())).abs() < 1e-15);
}

mod inner {
    use retrograde::prelude::*;

    /// Documented, and not to be dropped.
    #[inline]
    #[must_use]
    #[doc(alias = "quadrat")]
    #[reversible]
    pub fn square<T: Real>(x: T) -> T {
        x * x
    }

    #[deprecated = "there is a better one"]
    #[reversible]
    pub(crate) fn old(y: &mut f64, x: f64) {
        *y += super::inner::square(x);
    }

    #[cfg(not(test))]
    #[reversible]
    pub fn conditional(y: &mut f64, x: f64) {
        *y += x;
    }

    #[cfg(test)]
    #[reversible]
    pub fn conditional(y: &mut f64, x: f64) {
        *y += 2.0 * x;
    }

    pub(super) mod deeper {
        pub(crate) use super::square as quadratic;
    }
}
use inner::conditional;
use inner::deeper::quadratic;

#[reversible]
fn imported(y: &mut f64, x: f64) {
    *y += quadratic(x) + inner::square(x) + self::inner::deeper::quadratic(x);
    conditional(&mut *y, x);
    conditional::inverse(&mut *y, x * x);
}

#[test]
fn names_of_modules() {
    let (mut y, mut y_bar, mut slope) = (0.0, 1.0, 0.0);
    imported(&mut y, 3.0);
    assert_eq!(y, 27.0 + 6.0 - 18.0);
    imported::adjoint(&mut y, &mut y_bar, 3.0, &mut slope);
    assert_eq!((y, slope), (0.0, 18.0 + 2.0 - 12.0));
    assert_eq!(quadratic::gradient(3.0), (9.0, (6.0,)));
    #[allow(deprecated)]
    {
        assert_eq!(inner::old::gradient(3.0), (9.0, (6.0,)));
    }
}

#[test]
fn functions_inside_functions() {
    const FACTOR: f64 = 3.0;
    fn host() -> usize {
        2
    }

    #[reversible]
    fn local(y: &mut f64, x: f64) {
        let n: usize = host();
        for _i in 0..n {
            *y += FACTOR as f64 * x;
        }
    }

    #[reversible]
    fn outer(y: &mut f64, x: f64) {
        local(&mut *y, x.sin());
    }

    let (mut y, mut y_bar, mut slope) = (0.0, 1.0, 0.0);
    outer(&mut y, 0.0);
    outer::adjoint(&mut y, &mut y_bar, 0.0, &mut slope);
    assert_eq!((y, slope), (0.0, 6.0));
}
