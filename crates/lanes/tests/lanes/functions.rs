//! The functions of the table as types, and kernels that apply one to a slice.

use retrograde_lanes::{Float, Kernel, Vector};
use retrograde_rules::Real;

/// A function of one number.
pub(crate) trait Unary: Copy {
    const NAME: &'static str;
    fn of<T: Real>(x: T) -> T;
}

/// A function of two numbers.
pub(crate) trait Binary: Copy {
    const NAME: &'static str;
    fn of<T: Real>(a: T, b: T) -> T;
}

macro_rules! functions {
    ($Trait:ident $arguments:tt: $($Name:ident = $name:ident)*) => { $(
        functions! { @ $Trait $arguments $Name $name }
    )* };
    (@ $Trait:ident ($($x:ident),+) $Name:ident $name:ident) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $Name;

        impl $Trait for $Name {
            const NAME: &'static str = stringify!($name);
            #[inline(always)]
            fn of<T: Real>($($x: T),+) -> T {
                Real::$name($($x),+)
            }
        }
    };
}
functions! { Unary (x):
    Recip = recip Abs = abs Signum = signum Sqrt = sqrt Cbrt = cbrt Exp = exp Exp2 = exp2 ExpM1 = exp_m1 Ln = ln Log2 = log2
    Log10 = log10 Ln1p = ln_1p Sin = sin Cos = cos Tan = tan Asin = asin Acos = acos Atan = atan Sinh = sinh Cosh = cosh
    Tanh = tanh Asinh = asinh Acosh = acosh Atanh = atanh Logistic = logistic Softplus = softplus Erf = erf Erfc = erfc
    Floor = floor Ceil = ceil Round = round Trunc = trunc Nonzero = nonzero
}
functions! { Binary (a, b):
    Atan2 = atan2 Powf = powf Hypot = hypot Logaddexp = logaddexp Min = min Max = max Above = above
}

/// The power with the exponent `N`.
#[derive(Clone, Copy)]
pub(crate) struct Power<const N: i32>;

impl<const N: i32> Unary for Power<N> {
    const NAME: &'static str = "powi";
    #[inline(always)]
    fn of<T: Real>(x: T) -> T {
        x.powi(N)
    }
}

/// Applies a function to all numbers of a slice, whose length is a multiple of all numbers of lanes.
pub(crate) struct Each<'a, F, S>(pub(crate) F, pub(crate) &'a [S], pub(crate) &'a mut [S]);

impl<F: Unary, S: Float> Kernel for Each<'_, F, S> {
    type Scalar = S;
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<Scalar = S>>(self) {
        let mut i = 0;
        while i < self.1.len() {
            F::of(V::load(&self.1[i..])).store(&mut self.2[i..]);
            i += V::LANES;
        }
    }
}

/// Likewise of two numbers.
pub(crate) struct EachTwo<'a, F, S>(
    pub(crate) F,
    pub(crate) &'a [S],
    pub(crate) &'a [S],
    pub(crate) &'a mut [S],
);

impl<F: Binary, S: Float> Kernel for EachTwo<'_, F, S> {
    type Scalar = S;
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<Scalar = S>>(self) {
        let mut i = 0;
        while i < self.1.len() {
            F::of(V::load(&self.1[i..]), V::load(&self.2[i..])).store(&mut self.3[i..]);
            i += V::LANES;
        }
    }
}
