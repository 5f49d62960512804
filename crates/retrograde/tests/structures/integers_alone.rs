//! Structures that hold integers alone: what their methods count carries no cotangent, and none is lost.

use retrograde::prelude::*;
use retrograde_testkit::finite_difference;

#[derive(Clone, Copy, PartialEq, Differentiable)]
struct Day {
    y: i32,
    m: u32,
    d: u32,
}
#[differentiable]
impl Day {
    fn days(&self) -> i64 {
        365 * self.y as i64 + 30 * self.m as i64 + self.d as i64
    }
    fn add(&self, k: u32) -> Day {
        Day { y: self.y, m: self.m + k, d: self.d }
    }
}
#[differentiable]
fn years_between(a: &Day, b: &Day) -> f64 {
    (b.days() - a.days()) as f64 / 365.0
}
#[differentiable]
fn discounted(x: &[f64]) -> f64 {
    let a = Day { y: 2020, m: 1, d: 5 };
    let b = a.add(4);
    let mut s = 0.0;
    for k in 0..3 {
        let c = b.add(k);
        s += x[k as usize] * (-x[3] * years_between(&a, &c)).exp();
    }
    s + years_between(&a, &b) * x[0]
}

#[test]
fn integers_of_a_structure_lose_no_cotangent() {
    let at = [0.7, 1.3, 0.4, 2.1];
    let (value, (x_bar,)) = discounted::gradient(&at);
    assert_eq!(value, discounted(&at));
    for (a, b) in x_bar.iter().zip(finite_difference::gradient(discounted, &at)) {
        assert!((a - b).abs() < 1e-6 * (1.0 + b.abs()), "{a} {b}");
    }
}
