//! Bugs in emitted code that generated programs found, reduced.

use retrograde::prelude::*;

/// Each trip scales what the trips before it have left, so their order shows.
#[reversible]
fn from_the_end(y: &mut f64, z: &mut f64) {
    for i in (1..6).rev().step_by(2) {
        *z += *y * (i as f64);
        swap(y, z);
    }
}

#[test]
fn indices_counted_from_the_end_are_visited_as_written() {
    let (mut y, mut z) = (1.0, 0.5);
    for i in (1..6).rev().step_by(2) {
        z += y * f64::from(i);
        std::mem::swap(&mut y, &mut z);
    }
    let (mut a, mut b) = (1.0, 0.5);
    from_the_end(&mut a, &mut b);
    assert_eq!((a, b), (y, z));
    from_the_end::inverse(&mut a, &mut b);
    assert_eq!((a, b), (1.0, 0.5));
}

/// The bound asks for the length of the array that the loop changes through a window.
#[reversible]
fn short_of_the_end(v: &mut [f64], x: &[f64]) {
    for i in 1..v.len() - 1 {
        v[i] += x[i].sin();
    }
}

#[test]
fn a_length_is_asked_before_the_array_is_lent() {
    let (mut v, x) = ([1.0; 4], [0.1, 0.2, 0.3, 0.4]);
    short_of_the_end(&mut v, &x);
    assert_eq!(v, [1.0, 1.0 + 0.2_f64.sin(), 1.0 + 0.3_f64.sin(), 1.0]);
    let (mut v_bar, mut x_bar) = ([2.0; 4], [0.0; 4]);
    short_of_the_end::adjoint(&mut v, &mut v_bar, &x, &mut x_bar);
    assert_eq!(x_bar, [0.0, 2.0 * 0.2_f64.cos(), 2.0 * 0.3_f64.cos(), 0.0]);
}

/// Programs that the compiler accepted and rustc rejected.
mod accepted {
    use retrograde::check_gradient;
    use retrograde::prelude::*;

    const WEIGHTS: [f64; 2] = [0.5, 1.5];
    const HALF: f64 = 0.5;

    #[reversible]
    fn three<T: Real>(x: T) -> (T, T, T) {
        (x, x * x, x.sin())
    }

    #[reversible]
    fn product<T: Real>(a: T, b: T) -> T {
        a * b
    }

    #[reversible]
    fn polar<T: Real>(r: T, phi: T) -> [T; 2] {
        [r * phi.cos(), r * phi.sin()]
    }

    #[reversible]
    fn sum<T: Real>(a: &[T]) -> T {
        let mut s = 0.0;
        for a in a {
            s += *a;
        }
        s
    }

    #[derive(Clone, Differentiable)]
    struct Pair<T> {
        a: T,
        b: T,
    }

    #[reversible]
    fn weighed<T: Real>(pair: &Pair<T>, k: T) -> T {
        pair.a * k + pair.b
    }

    fn holds(value: impl Fn(f64) -> f64, x: f64, gradient: f64) {
        assert_eq!(check_gradient(|x| value(x[0]), &[x], &[gradient]), Ok(()));
    }

    /// The number of fields that `..` skips is unknown.
    #[reversible]
    fn open_tuple<T: Real>(x: T) -> T {
        let (a, ..) = three(x * x);
        let (_, b, ..) = three(x);
        a * b
    }

    #[reversible]
    fn chosen_array<T: Real>(x: T, n: usize) -> T {
        let r = if n == 0 {
            [x, 0.5]
        } else if x > 2.0 {
            [x * x, x]
        } else {
            [x.sin(), 1.0]
        };
        r[0] * r[0] + r[1]
    }

    #[reversible]
    fn returned_choice(x: f64, first: bool) -> [[f64; 2]; 2] {
        if first { [[x, 1.0], [0.0, x]] } else { [[x * x, x], [x, 2.0]] }
    }

    /// A constant is of the type that the callee asks for, and of the type of the numbers beside it.
    #[reversible]
    fn constants<T: Real>(x: T) -> T {
        product(WEIGHTS[1], x) * product(HALF, x * x) + sum(&[WEIGHTS[0], x, HALF])
    }

    /// The record tape stores the result of a call with its type, here an array.
    #[reversible(store)]
    fn recorded(y: &mut f64, x: f64) {
        let t = polar(x, x * x)[1] * x;
        *y += t;
    }

    #[reversible(store)]
    fn records(y: &mut f64, x: f64) {
        recorded(y, x);
        recorded(y, x * x);
    }

    /// A structure is read beside a number in it.
    #[reversible]
    fn beside(pair: &Pair<f64>) -> f64 {
        weighed(pair, pair.a)
    }

    #[test]
    fn compiles_and_is_differentiated() {
        holds(open_tuple, 0.7, open_tuple::gradient(0.7).1.0);
        for (x, n) in [(0.7, 0), (2.5, 1), (0.7, 1)] {
            holds(|x| chosen_array(x, n), x, chosen_array::gradient(x, n).1.0);
        }
        for first in [true, false] {
            let mut bar = 0.0;
            returned_choice::pull([[1.5, 2.0], [-0.5, 0.25]], 0.7, &mut bar, first);
            let value = |x| {
                let [[a, b], [c, d]] = returned_choice(x, first);
                1.5 * a + 2.0 * b - 0.5 * c + 0.25 * d
            };
            holds(value, 0.7, bar);
        }
        holds(constants, 0.7, constants::gradient(0.7).1.0);
        let run = |x| {
            let mut y = 0.0;
            records(&mut y, x);
            y
        };
        holds(run, 0.7, records::gradient(0.7).1.0);
        let bar = beside::gradient(&Pair { a: 0.7, b: 0.2 }).1.0;
        holds(|a| beside(&Pair { a, b: 0.2 }), 0.7, bar.a);
        assert_eq!(bar.b, 1.0);
    }
}
