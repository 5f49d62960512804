//! Fields of enums of the file that derive nothing of the library, and whose variants hold nothing.

use retrograde::prelude::*;
use retrograde_testkit::finite_difference;

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Call,
    Put,
}

#[derive(Clone, Copy, Differentiable)]
struct Contract {
    side: Side,
    strike: f64,
    years: f64,
}

#[differentiable]
fn payoff(of: &Contract, price: f64) -> f64 {
    match of.side {
        Side::Call => {
            if price > of.strike {
                price - of.strike
            } else {
                0.0
            }
        }
        Side::Put => {
            if price < of.strike {
                of.strike - price
            } else {
                0.0
            }
        }
    }
}

#[differentiable]
fn book(x: &[f64]) -> f64 {
    let all = [
        Contract { side: Side::Call, strike: x[0], years: 1.0 },
        Contract { side: Side::Put, strike: x[1] * 3.0, years: x[2] },
    ];
    let mut sum = 0.0;
    for of in &all {
        sum += payoff(of, x[3]) * of.years;
        if of.side == Side::Call {
            sum *= x[4];
        }
    }
    sum
}

/// An enum with values that holds one without.
#[derive(Clone, Copy, Differentiable)]
enum Order {
    Limit(Side, f64),
    Market(Side),
}

#[differentiable]
fn cost(order: Order, price: f64) -> f64 {
    match order {
        Order::Limit(side, limit) => {
            if side == Side::Call {
                limit * price
            } else {
                -limit
            }
        }
        Order::Market(side) => {
            if side == Side::Put {
                -price
            } else {
                price * price
            }
        }
    }
}

#[test]
fn a_plain_enum_in_a_field_has_no_cotangent() {
    let at = [0.5, 1.6, 0.7, 3.0, 1.1];
    let (value, (x_bar,)) = book::gradient(&at);
    assert_eq!(value, book(&at));
    for (a, b) in x_bar.iter().zip(finite_difference::gradient(book, &at)) {
        assert!((a - b).abs() < 1e-6, "{a} {b}");
    }
    assert_eq!(cost::gradient(Order::Limit(Side::Call, 2.0), 3.0).1.1, 2.0);
    assert_eq!(cost::gradient(Order::Market(Side::Call), 3.0).1.1, 6.0);
    assert_eq!(cost::gradient(Order::Market(Side::Put), 3.0).1.1, -1.0);
}
