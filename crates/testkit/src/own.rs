//! [`Own`]: a number type of somebody else's, for tests of what is generic over numbers.
//!
//! Law: it implements what [`Real`] requires and no more, and names no primitive, so a primitive without a default would not
//! compile here.

use retrograde_rules::{Real, Rule};
use std::iter::Sum;
use std::ops::*;

/// A float that is nothing but itself.
///
/// ```
/// use retrograde_rules::Real;
/// use retrograde_testkit::Own;
///
/// assert_eq!(Own(0.5).tanh(), Own(0.5_f64.tanh()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Own(pub f64);

impl Real for Own {
    fn constant(c: f64) -> Self {
        Own(c)
    }
    fn primal(self) -> f64 {
        self.0
    }
    fn apply<R: Rule<N, A>, A: Copy, const N: usize>(x: [Self; N], others: A) -> Self {
        Own(f64::apply::<R, A, N>(x.map(|x| x.0), others))
    }
}

macro_rules! operators {
    ($($Trait:ident $method:ident $Assign:ident $assign:ident)*) => { $(
        impl $Trait for Own {
            type Output = Self;
            fn $method(self, b: Self) -> Self {
                Own(self.0.$method(b.0))
            }
        }

        impl $Assign for Own {
            fn $assign(&mut self, b: Self) {
                self.0.$assign(b.0);
            }
        }
    )* };
}
operators! {
    Add add AddAssign add_assign
    Sub sub SubAssign sub_assign
    Mul mul MulAssign mul_assign
    Div div DivAssign div_assign
}

impl Neg for Own {
    type Output = Self;
    fn neg(self) -> Self {
        Own(-self.0)
    }
}

impl Sum for Own {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        Own(terms.map(|term| term.0).sum())
    }
}
