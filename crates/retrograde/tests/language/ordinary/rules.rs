//! Rules for functions and methods of others: the function calls them, its programs call the functions that stand for them.

use super::agrees;
use retrograde::{differentiable, primitive};

/// Stands for other crates.
mod others {
    pub(super) trait Bell {
        fn bell(self) -> f64;
        fn between(self, other: f64, n: i32) -> f64;
    }

    impl Bell for f64 {
        fn bell(self) -> f64 {
            (-self * self).exp()
        }
        fn between(self, other: f64, n: i32) -> f64 {
            self * other.powi(n)
        }
    }

    pub(super) fn newton(f: &dyn Fn(f64) -> f64, slope: &dyn Fn(f64) -> f64, start: f64) -> Result<f64, f64> {
        let mut x = start;
        for _ in 0..4 {
            x -= f(x) / slope(x);
        }
        if x.is_finite() { Ok(x) } else { Err(x) }
    }
}
use others::Bell;

#[primitive(partials(-2.0 * x * y))]
fn bell(x: f64) -> f64 {
    x.bell()
}

mod own {
    use retrograde::differentiable;

    #[differentiable]
    pub(super) fn between(x: f64, other: f64, n: i32) -> f64 {
        x * other.powi(n)
    }

    #[differentiable]
    pub(super) fn newton(f: &dyn Fn(f64) -> f64, slope: &dyn Fn(f64) -> f64, start: f64) -> Result<f64, f64> {
        let mut x = start;
        for _ in 0..4 {
            x -= f(x) / slope(x);
        }
        if x.is_finite() { Ok(x) } else { Err(x) }
    }
}

#[differentiable]
fn cubic(x: f64) -> f64 {
    x * x * x - 2.0
}

#[differentiable]
fn slope(x: f64) -> f64 {
    3.0 * x * x
}

const SCALE: f64 = 0.7;

#[differentiable(rules(bell, between = own::between, others::newton = own::newton))]
fn mixed(x: f64, w: f64) -> Option<f64> {
    let mut y = (x * SCALE).bell() * w;
    y += y.between(w, 3) - (x - w).bell();
    y *= others::newton(&cubic, &slope, x).ok()?;
    Some(y)
}

#[test]
fn foreign_functions_have_stated_derivatives() {
    for at in [[0.9, 0.4], [1.3, -1.1]] {
        let (value, (x, w)) = mixed::gradient(at[0], at[1]).unwrap();
        assert_eq!(Some(value), mixed(at[0], at[1]));
        agrees("mixed", |x| mixed(x[0], x[1]).unwrap(), &[x, w], &at);
        let (mut x_bar, mut w_bar) = (3.0, -0.5);
        mixed::pull(-1.7, at[0], &mut x_bar, at[1], &mut w_bar).unwrap();
        agrees("mixed", |x| -1.7 * mixed(x[0], x[1]).unwrap(), &[x_bar - 3.0, w_bar + 0.5], &at);
    }
}
