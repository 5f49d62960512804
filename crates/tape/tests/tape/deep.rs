//! Structures of a million levels, and what a run allocates.

use retrograde_tape::structure::Map;
use retrograde_tape::{Active, Error, Real, Scalar, Structure, value_and_gradient, vjp};

/// A list, as the derive of the crate `retrograde` would have it. What drops it must not recurse either.
enum List<P> {
    End,
    Link(P, Box<List<P>>),
}

impl<P> Drop for List<P> {
    fn drop(&mut self) {
        let mut rest = match self {
            List::End => return,
            List::Link(_, rest) => std::mem::replace(&mut **rest, List::End),
        };
        while let List::Link(_, next) = &mut rest {
            let next = std::mem::replace(&mut **next, List::End);
            rest = next;
        }
    }
}

impl<R: Scalar, P: Structure<R>> Structure<R> for List<P> {
    type With<U: Scalar> = List<P::With<U>>;

    fn map<U: Scalar, M: Map<R, U>>(&self, map: &mut M) -> Result<Self::With<U>, Error> {
        Ok(match self {
            List::End => List::End,
            List::Link(x, rest) => List::Link(x.map(map)?, rest.map(map)?),
        })
    }

    fn zip<U: Scalar, F: FnMut(R, U)>(&self, other: &Self::With<U>, visit: &mut F) -> Result<(), Error> {
        match (self, other) {
            (List::End, List::End) => Ok(()),
            (List::Link(a, rest), List::Link(b, others)) => {
                a.zip(b, visit).map_err(|e| e.at(".0"))?;
                rest.zip(others, visit).map_err(|e| e.at(".1"))
            }
            _ => Err(Error::mismatch("another", "this")),
        }
    }

    fn visit<F: FnMut(R)>(&self, visit: &mut F) -> Result<(), Error> {
        match self {
            List::End => Ok(()),
            List::Link(x, rest) => {
                x.visit(visit)?;
                rest.visit(visit)
            }
        }
    }
}

fn list(length: usize) -> List<f64> {
    (0..length).fold(List::End, |rest, i| List::Link(i as f64, Box::new(rest)))
}

#[test]
fn a_million_links() -> Result<(), Error> {
    // Without optimisation a level takes a kilobyte of stack.
    let length = if cfg!(debug_assertions) { 200_000 } else { 1_000_000 };
    let twice = |x: List<Active>| {
        let (mut numbers, mut at) = (Vec::new(), &x);
        while let List::Link(x, rest) = at {
            numbers.push(*x);
            at = rest;
        }
        numbers.into_iter().fold(List::End, |rest, x| List::Link(x * x, Box::new(rest)))
    };
    let (y, pullback) = vjp(twice, &list(length))?;
    let x_bar = pullback.call(&y)?;
    let (mut at, mut expected) = (&x_bar, length as f64);
    while let List::Link(bar, rest) = at {
        expected -= 1.0;
        assert_eq!(*bar, 2.0 * expected.powi(3));
        at = rest;
    }
    assert_eq!(expected, 0.0);
    // A cotangent that ends early is an error, and one that is found deep down.
    let message = pullback.call(&list(length - 1)).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(message.contains(&format!(" … {} steps … ", length - 41)), "{message}");
    Ok(())
}

/// On a thread with a small stack of its own.
#[test]
fn a_small_stack_suffices() {
    let run = || {
        value_and_gradient(
            |x: List<Active>| match &x {
                List::Link(x, _) => *x * 3.0,
                List::End => Active::constant(0.0),
            },
            &list(100_000),
        )
        .map(|(value, _)| value)
    };
    let value = std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
    assert_eq!(value, Ok(3.0 * 99_999.0));
}

/// The bytes that a call allocates on this thread.
fn allocated(f: impl FnOnce()) -> u64 {
    allocation_counter::measure(f).bytes_total
}

#[test]
fn a_second_run_allocates_nothing_but_its_result() {
    let f = |x: [Active; 3]| (0..10_000).fold(x[0], |y, i| (y * x[i % 3]).sin() + x[1]);
    let run = || {
        value_and_gradient(f, &[0.1, 0.2, 0.3]).unwrap();
    };
    assert!(allocated(run) > 0);
    assert_eq!(allocated(run), 0);
    assert_eq!(allocated(run), 0);
    // With a vector: the one that the function is given, and the gradient.
    let dot = |x: Vec<Active>| retrograde_tape::fused::dot(&x[..500], &x[500..]);
    let x = vec![0.5; 1000];
    let run = || {
        value_and_gradient(dot, &x).unwrap();
    };
    run();
    assert_eq!(allocated(run), 1000 * (16 + 8));
    // A pullback that is called twice.
    let run = || {
        let (_, pullback) = vjp(f, &[0.1, 0.2, 0.3]).unwrap();
        pullback.call(&1.0).unwrap();
        pullback.call(&2.0).unwrap();
    };
    run();
    assert_eq!(allocated(run), 0);
}

/// The call of a function that brings its own way back.
struct Product;

impl retrograde_rules::Whole for Product {
    fn value<T: Real>(&self, x: &[T], y: &mut [T]) {
        y[0] = x[0] * x[1];
    }
    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        x_bar[0] += y_bar[0] * x[1];
        x_bar[1] += y_bar[0] * x[0];
    }
}

#[test]
fn calls_that_are_handed_over_allocate_nothing_the_second_time() {
    let product = |x: Active, y: Active| {
        let mut out = [Active::constant(0.0)];
        Active::whole(Product, &[x, y], &mut out);
        out[0]
    };
    let run = || {
        let power = |x: Active| (0..99).fold(x, |y, _| product(y, x));
        assert_eq!(value_and_gradient(power, &1.0).unwrap(), (1.0, 100.0));
    };
    run();
    assert_eq!(allocated(run), 0);
}

/// A scope leaves 24 bytes per operation, and 8 for its cotangent.
#[test]
fn memory_is_linear() {
    for n in [10, 1_000, 100_000] {
        let (_, pullback) = vjp(|x: Active| (0..n).fold(x, |y, _| y * x), &1.0).unwrap();
        assert_eq!((pullback.operations(), pullback.bytes()), (n, 32 * n + 16));
    }
}

/// A run and its sweep do so many operations on numbers for each operation of the program, however long it is. They are
/// counted by running on numbers that are recorded themselves.
#[test]
fn steps_are_linear() {
    let steps = |n: usize| {
        let gradient = |x: Active| {
            let chain =
                |x: Active<Active>| (0..n).fold(x, |y, i| if i % 3 == 0 { y * x } else { y.sin() + x });
            value_and_gradient(chain, &x).unwrap().1
        };
        vjp(gradient, &0.3).unwrap().1.operations()
    };
    let more = steps(6_000) - steps(3_000);
    assert!((3_000..150_000).contains(&more), "{more}");
    for n in [9_000, 30_000, 150_000] {
        assert_eq!(steps(n + 3_000) - steps(n), more, "from {n} on");
    }
}
