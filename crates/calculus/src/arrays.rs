//! A function of arrays with a rule of its own, in every way in.
//!
//! The rule is a [`Whole`]: a value and a pullback, generic over the number. [`functions!`](crate::arrays::functions) makes of it
//!
//! - `f(a, b)`, which returns a vector: for closures at any number ([`Real::whole`]: a tape stores the call as one node), and marked
//!   `#[differentiable]`, so that ordinary functions call it;
//! - `add_f(&mut y, a, b)`, which adds to a place: an instruction with a declared adjoint, so that reversible functions call it. Its inverse subtracts.

use retrograde::rules::{Plain, Whole};
use retrograde::{Active, Cotangent, Dual, Real, vjp};

/// Returns `f(x)` of a rule, whose arguments lie one after another.
pub(crate) fn value<T: Real>(rule: impl Whole, x: &[&[T]], results: usize) -> Vec<T> {
    let mut y = vec![T::constant(0.0); results];
    T::whole(rule, &x.concat(), &mut y);
    y
}

/// Returns the cotangents of the arguments, in one vector.
pub(crate) fn pulled<T: Real, C: Cotangent<T>>(rule: &impl Whole, x: &[&[T]], y_bar: &[C]) -> Vec<C> {
    let x = x.concat();
    let row = |r: usize| {
        let seed: Vec<T> = y_bar.iter().map(|bar| bar.row(r)).collect();
        let mut x_bar = vec![T::constant(0.0); x.len()];
        rule.pull(&x, &seed, &mut x_bar);
        x_bar
    };
    let rows: Vec<Vec<T>> = (0..C::ROWS).map(row).collect();
    (0..x.len()).map(|i| C::of_rows(|r| rows[r][i])).collect()
}

/// Makes instructions that add a result to a place, and that take it away, with their adjoints.
///
/// The list names type parameters, arrays with their cotangents, and further arguments with their types; then come the number of results, the
/// result, and the cotangents of all arrays in one vector, for those of the place.
macro_rules! instructions {
    ($(
        $(#[$doc:meta])*
        $add:ident, $take:ident, $add_adjoint:ident, $take_adjoint:ident[$($G:ident: $bound:path),*]
            ($($a:ident $a_bar:ident),+ $(; $(#[$mark:ident])? $n:ident [$($N:tt)*])*)
            [$results:expr] => $value:expr, |$y_bar:ident| $pulled:expr;
    )*) => { $(
        $(#[$doc])*
        ///
        /// # Panics
        ///
        /// If a length does not fit.
        #[retrograde::instruction(inverse = $take, adjoint = $add_adjoint)]
        pub fn $add<T: Real $(, $G: $bound)*>(y: &mut [T], $($a: &[T]),+ $(, $(#[$mark])? $n: $($N)*)*) {
            $crate::arrays::results(stringify!($add), y.len(), $results);
            y.iter_mut().zip($value).for_each(|(y, value)| *y += value);
        }

        #[doc = concat!("Takes away what [`", stringify!($add), "()`] adds: its inverse.")]
        ///
        /// # Panics
        ///
        /// If a length does not fit.
        #[retrograde::instruction(inverse = $add, adjoint = $take_adjoint)]
        pub fn $take<T: Real $(, $G: $bound)*>(y: &mut [T], $($a: &[T]),+ $(, $(#[$mark])? $n: $($N)*)*) {
            $crate::arrays::results(stringify!($take), y.len(), $results);
            y.iter_mut().zip($value).for_each(|(y, value)| *y -= value);
        }

        #[doc(hidden)]
        pub fn $add_adjoint<T: Real $(, $G: $bound)*, C: retrograde::Cotangent<T>>(
            y: &mut [T],
            $y_bar: &mut [C],
            $($a: &[T], mut $a_bar: impl retrograde::Shadow<T, C>),+
            $(, $n: $($N)*)*
        ) {
            $take(y, $($a),+ $(, $n)*);
            let mut bars = $pulled.into_iter();
            $( (0..$a.len()).zip(&mut bars).for_each(|(i, bar)| $a_bar.add(i, bar)); )+
        }

        #[doc(hidden)]
        pub fn $take_adjoint<T: Real $(, $G: $bound)*, C: retrograde::Cotangent<T>>(
            y: &mut [T],
            $y_bar: &mut [C],
            $($a: &[T], mut $a_bar: impl retrograde::Shadow<T, C>),+
            $(, $n: $($N)*)*
        ) {
            $add(y, $($a),+ $(, $n)*);
            let mut bars = $pulled.into_iter();
            $( (0..$a.len()).zip(&mut bars).for_each(|(i, bar)| $a_bar.add(i, bar.negated())); )+
        }
    )* };
}
pub(crate) use instructions;

/// Makes functions of a rule; see the module.
macro_rules! functions {
    ($(
        $(#[$doc:meta])*
        $f:ident, $add:ident, $take:ident, $add_adjoint:ident, $take_adjoint:ident($($a:ident $a_bar:ident),+ $(; $n:ident)*) [$results:expr] => $rule:expr;
    )*) => { $(
        $(#[$doc])*
        #[retrograde::differentiable]
        pub fn $f<T: Real>($($a: &[T]),+ $(, $n: usize)*) -> Vec<T> {
            let count = $results;
            let mut y = vec![T::constant(0.0); count];
            $add(&mut y, $($a),+ $(, $n)*);
            y
        }

        $crate::arrays::instructions! {
            #[doc = concat!("`y += ", stringify!($f), "(…)`, an instruction for reversible functions; see [`", stringify!($f), "()`].")]
            $add, $take, $add_adjoint, $take_adjoint[]($($a $a_bar),+ $(; $n [usize])*) [$results] =>
                $crate::arrays::value($rule, &[$($a),+], $results), |y_bar| $crate::arrays::pulled(&$rule, &[$($a),+], y_bar);
        }
    )* };
}
pub(crate) use functions;

/// Panics if a place has not as many numbers as there are results.
#[track_caller]
pub(crate) fn results(name: &str, place: usize, results: usize) {
    assert!(
        place == results,
        "`{name}` has {results} results here, and the place that they are added to has {place} numbers"
    );
}

/// A function of arrays that runs at any number.
pub(crate) trait Generic {
    fn call<T: Real>(&self, x: &[T]) -> Vec<T>;
}

/// Returns `(∂f/∂x)ᵀ seed`: by a sweep of a tape at floats, and by a run at dual numbers for each argument elsewhere.
pub(crate) fn transposed<T: Real>(f: &impl Generic, x: &[T], seed: &[T]) -> Vec<T> {
    if let (Some(Plain::Double(x)), Some(Plain::Double(seed))) = (T::plain(x), T::plain(seed)) {
        let swept = vjp(|x: Vec<Active>| f.call(&x), &x.to_vec())
            .and_then(|(_, pullback)| pullback.call(&seed.to_vec()));
        if let Ok(swept) = swept {
            return swept.into_iter().map(T::constant).collect();
        }
    }
    let mut duals: Vec<Dual<T>> = x.iter().map(|x| Dual::constant_of(*x)).collect();
    let mut slope = |j: usize| {
        duals[j].tangent = T::one();
        let y = f.call(&duals);
        duals[j].tangent = T::constant(0.0);
        y.iter().zip(seed).map(|(y, seed)| y.tangent * *seed).sum()
    };
    (0..x.len()).map(&mut slope).collect()
}
