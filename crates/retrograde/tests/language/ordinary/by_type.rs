//! Parameters that are constants by their types: nothing marks the enum, and it has no room for a number.

use super::agrees;
use retrograde::{Differentiable, differentiable};

/// Nothing is derived.
#[derive(Clone, Copy, Debug)]
enum Body {
    Earth,
    Moon,
}

impl Body {
    fn axes(self) -> (f64, f64) {
        match self {
            Body::Earth => (6.4, 6.3),
            Body::Moon => (1.8, 1.7),
        }
    }

    fn flattening(&self) -> Option<f64> {
        matches!(self, Body::Earth).then_some(0.0034)
    }

    fn steps(&self) -> usize {
        3
    }
}

#[differentiable]
fn radius(angle: f64, body: Body) -> f64 {
    let (major, minor) = body.axes();
    let mut r = major * angle.cos();
    r *= r;
    (r + minor * minor * angle.sin() * angle.sin()).sqrt()
}

#[differentiable]
fn height(x: f64, y: f64, body: &Body) -> f64 {
    let (major, _) = body.axes();
    let mut angle = (y / x).atan();
    for _ in 0..body.steps() {
        angle += 0.1 * radius(angle, *body) / major;
    }
    let f = match body.flattening() {
        Some(f) => 1.0 - f,
        None => 1.0,
    };
    f * radius(angle, *body) - (x * x + y * y).sqrt()
}

#[differentiable]
fn both(x: f64, y: f64, a: Body, b: Body) -> f64 {
    height(x, y, &a) * height(y, x, &b) + radius(x, a)
}

#[differentiable]
fn moved(x: &mut [f64], body: Body) {
    let (major, minor) = body.axes();
    for x in x.iter_mut() {
        *x = major * *x * *x - minor;
    }
}

/// A function with that text, of a type that has a shadow: its numbers have cotangents.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Lens {
    power: f64,
}

#[differentiable]
impl Lens {
    fn focus(&self) -> f64 {
        1.0 / self.power
    }
}

#[differentiable]
fn image(distance: f64, lens: Lens) -> f64 {
    1.0 / (1.0 / lens.focus() - 1.0 / distance)
}

#[differentiable]
fn twice(distance: f64, lens: &Lens) -> f64 {
    image(distance, *lens) + image(2.0 * distance, *lens)
}

#[test]
fn an_unmarked_enum_is_constant() {
    for body in [Body::Earth, Body::Moon] {
        for at in [[0.4, 1.3], [-0.7, 0.2]] {
            let (value, (x, y, _, _)) = both::gradient(at[0], at[1], body, Body::Moon);
            assert_eq!(value, both(at[0], at[1], body, Body::Moon));
            agrees("both", |x| both(x[0], x[1], body, Body::Moon), &[x, y], &at);
            let (mut x_bar, mut y_bar, mut none) = (0.5, -2.0, Default::default());
            assert_eq!(
                height::pull(-1.5, at[0], &mut x_bar, at[1], &mut y_bar, &body, &mut none),
                height(at[0], at[1], &body)
            );
            let of = |x: &[f64]| -1.5 * height(x[0], x[1], &body);
            agrees("height", of, &[x_bar - 0.5, y_bar + 2.0], &at);
        }
    }
    assert_eq!(both::check(0.4, 1.3, Body::Earth, Body::Moon), Ok(()));
    let (mut x, mut x_bar) = ([0.5, -1.5], [2.0, -0.3]);
    moved::sweep(&mut x, &mut x_bar, Body::Moon, &mut Default::default());
    let run = |x: &[f64]| {
        let mut after = [x[0], x[1]];
        moved(&mut after, Body::Moon);
        after
    };
    assert_eq!(x, run(&[0.5, -1.5]));
    agrees("moved", |x| 2.0 * run(x)[0] - 0.3 * run(x)[1], &x_bar, &[0.5, -1.5]);
}

#[test]
fn a_structure_with_a_shadow_is_none() {
    let lens = Lens { power: 0.8 };
    let (value, (d, bar)) = twice::gradient(3.0, &lens);
    assert_eq!(value, twice(3.0, &lens));
    assert_eq!(twice::check(3.0, &lens), Ok(()));
    agrees("twice", |x| twice(x[0], &Lens { power: x[1] }), &[d, bar.power], &[3.0, 0.8]);
}
