//! Implements every primitive of the rule table for [`Active`]: the value, and one node with the partials.
//!
//! No primitive is named here. A plain number beside an active one is a constant, whose partial is not computed.

use crate::active::{record, record_one, record_two};
use crate::{Active, Scalar, custom};
use retrograde_rules::{Real, Rule, Whole, inherent_functions, partials, with_primitives};

impl<T: Scalar> Real for Active<T> {
    const ORDER: usize = T::ORDER + 1;

    #[inline(always)]
    fn constant(c: f64) -> Self {
        Active::constant_of(T::constant(c))
    }

    #[inline(always)]
    fn primal(self) -> f64 {
        self.value().primal()
    }

    #[inline(always)]
    fn apply<R: Rule<N, A>, A: Copy, const N: usize>(x: [Self; N], others: A) -> Self {
        let values = x.map(Active::value);
        let y = T::apply::<R, A, N>(values, others);
        record(y, x, R::partials(values, y, others))
    }

    const WHOLE: bool = true;

    fn whole<W: Whole>(call: W, x: &[Self], y: &mut [Self]) {
        custom::whole(call, x, y);
    }
}

macro_rules! implement_active {
    (
        operators { $(
            $(#[$operator_doc:meta])*
            $Operator:ident = $operator:ident($a:ident, $b:ident) -> $operator_y:ident {
                operator($symbol:tt, $Assign:ident, $assign:ident), $($operator_rule:tt)*
            }
        )* }
        negations { $(
            $(#[$negation_doc:meta])*
            $Negation:ident = $negation:ident($n:ident) -> $negation_y:ident {
                operator($sign:tt), $($negation_rule:tt)*
            }
        )* }
        functions $functions:tt
        powers $powers:tt
    ) => {
        $(
            impl<T: Scalar> std::ops::$Operator for Active<T> {
                type Output = Active<T>;
                #[inline(always)]
                fn $operator(self, $b: Active<T>) -> Active<T> {
                    let y = self.value() $symbol $b.value();
                    record_two(y, self, $b, partials::$operator(self.value(), $b.value(), y))
                }
            }

            impl<T: Scalar> std::ops::$Operator<f64> for Active<T> {
                type Output = Active<T>;
                #[inline(always)]
                fn $operator(self, $b: f64) -> Active<T> {
                    let $b = T::constant($b);
                    let y = self.value() $symbol $b;
                    let [partial, _] = partials::$operator(self.value(), $b, y);
                    record_one(y, self, partial)
                }
            }

            impl<T: Scalar> std::ops::$Operator<Active<T>> for f64 {
                type Output = Active<T>;
                #[inline(always)]
                fn $operator(self, $b: Active<T>) -> Active<T> {
                    let $a = T::constant(self);
                    let y = $a $symbol $b.value();
                    let [_, partial] = partials::$operator($a, $b.value(), y);
                    record_one(y, $b, partial)
                }
            }

            by_reference!($Operator, $operator, $symbol);
            assigning!($Operator, $Assign, $assign, $symbol);
        )*

        $(
            impl<T: Scalar> std::ops::$Negation for Active<T> {
                type Output = Active<T>;
                #[inline(always)]
                fn $negation(self) -> Active<T> {
                    let y = $sign self.value();
                    record(y, [self], partials::$negation(self.value(), y))
                }
            }

            impl<T: Scalar> std::ops::$Negation for &Active<T> {
                type Output = Active<T>;
                #[inline(always)]
                fn $negation(self) -> Active<T> {
                    $sign *self
                }
            }
        )*
    };
}

macro_rules! by_reference {
    ($Operator:ident, $operator:ident, $symbol:tt) => {
        by_reference!(@ $Operator, $operator, $symbol, &Active<T>, Active<T>, (a, b) => *a, b);
        by_reference!(@ $Operator, $operator, $symbol, Active<T>, &Active<T>, (a, b) => a, *b);
        by_reference!(@ $Operator, $operator, $symbol, &Active<T>, &Active<T>, (a, b) => *a, *b);
        by_reference!(@ $Operator, $operator, $symbol, &Active<T>, f64, (a, b) => *a, b);
        by_reference!(@ $Operator, $operator, $symbol, f64, &Active<T>, (a, b) => a, *b);
        by_reference!(@ $Operator, $operator, $symbol, Active<T>, &f64, (a, b) => a, *b);
        by_reference!(@ $Operator, $operator, $symbol, &f64, Active<T>, (a, b) => *a, b);
        by_reference!(@ $Operator, $operator, $symbol, &Active<T>, &f64, (a, b) => *a, *b);
        by_reference!(@ $Operator, $operator, $symbol, &f64, &Active<T>, (a, b) => *a, *b);
    };
    (@ $Operator:ident, $operator:ident, $symbol:tt, $Left:ty, $Right:ty, ($a:ident, $b:ident) => $l:expr, $r:expr) => {
        impl<T: Scalar> std::ops::$Operator<$Right> for $Left {
            type Output = Active<T>;
            #[inline(always)]
            fn $operator(self, $b: $Right) -> Active<T> {
                let $a = self;
                $l $symbol $r
            }
        }
    };
}

macro_rules! assigning {
    ($Operator:ident, $Assign:ident, $assign:ident, $symbol:tt) => {
        assigning!(@ $Assign, $assign, $symbol, Active<T>, b => b);
        assigning!(@ $Assign, $assign, $symbol, &Active<T>, b => *b);
        assigning!(@ $Assign, $assign, $symbol, f64, b => b);
        assigning!(@ $Assign, $assign, $symbol, &f64, b => *b);
    };
    (@ $Assign:ident, $assign:ident, $symbol:tt, $Right:ty, $b:ident => $r:expr) => {
        impl<T: Scalar> std::ops::$Assign<$Right> for Active<T> {
            #[inline(always)]
            fn $assign(&mut self, $b: $Right) {
                *self = *self $symbol $r;
            }
        }
    };
}
with_primitives!(implement_active);
with_primitives!(inherent_functions, { impl<T: Scalar> } Active<T>;);
retrograde_numbers::__remainder!(Active<T: Scalar>);
