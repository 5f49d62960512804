//! Loops with `#[parallel(ranks)]`: processes that run the same function on the same numbers share their iterations, with the same bits for any
//! number of them. Here a process is a thread, and a message is a copy through a place that all of them reach.

use crate::threads::numbers;
use retrograde::prelude::*;
use retrograde_lanes::{InstructionSet, Sharing, shared_by};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex};

/// A place that all processes reach.
struct Place {
    barrier: Barrier,
    message: Mutex<Vec<f64>>,
    stated: Mutex<Vec<(usize, u64)>>,
    messages: AtomicUsize,
}

struct Member {
    rank: usize,
    size: usize,
    place: Arc<Place>,
}

impl Sharing for Member {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn agree(&self, iterations: usize, digest: u64) {
        self.place.stated.lock().expect("a list")[self.rank] = (iterations, digest);
        self.place.barrier.wait();
        let stated = self.place.stated.lock().expect("a list").clone();
        self.place.barrier.wait();
        assert!(stated.iter().all(|other| *other == stated[0]), "processes run different loops: {stated:?}");
    }

    fn spread(&self, numbers: &mut [f64], from: usize) {
        self.place.messages.fetch_add(1, Ordering::Relaxed);
        if self.rank == from {
            *self.place.message.lock().expect("a message") = numbers.to_vec();
        }
        self.place.barrier.wait();
        numbers.copy_from_slice(&self.place.message.lock().expect("a message"));
        self.place.barrier.wait();
    }
}

/// Runs `f` as `size` processes, and returns what each returns, and the number of messages.
fn among<R: Send>(size: usize, f: impl Fn(usize) -> R + Sync) -> (Vec<R>, usize) {
    let place = Arc::new(Place {
        barrier: Barrier::new(size),
        message: Mutex::default(),
        stated: Mutex::new(vec![(0, 0); size]),
        messages: AtomicUsize::new(0),
    });
    let results = std::thread::scope(|scope| {
        let start = |rank: usize| {
            let (place, f) = (place.clone(), &f);
            scope.spawn(move || shared_by(Rc::new(Member { rank, size, place }), || f(rank)))
        };
        let all: Vec<_> = (0..size).map(start).collect();
        all.into_iter().map(|one| one.join().expect("a process that ends well")).collect()
    });
    (results, place.messages.load(Ordering::Relaxed))
}

/// A sum, sums in an array, own elements, a row that is read, and a table.
#[reversible]
fn layers(
    sum: &mut f64,
    y: &mut [f64],
    total: &mut [f64],
    w: &[f64],
    x: &[f64],
    at: &[usize],
    from: usize,
    n: usize,
) {
    let d = w.len();
    #[parallel(ranks)]
    for p in from..n {
        let mut s = w[0];
        for i in 0..d {
            s += x[p * d + i] * w[i];
        }
        y[2 * p + 1] += s.sin() * w[1];
        if s > 0.0 {
            *sum += s * s * x[p * d];
        }
        total[at[p]] += s.exp() * y[2 * p + 1];
    }
}

type Results = (f64, Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>);

/// Runs the function, its adjoint and its inverse, and returns all results.
fn run(n: usize, from: usize) -> Results {
    let (w, x) = (numbers(3, 1), numbers(3 * n, 2));
    let at: Vec<usize> = (0..n).map(|p| p * 7 % 5).collect();
    let (mut sum, mut y, mut total) = (0.5, numbers(2 * n, 3), numbers(5, 4));
    layers(&mut sum, &mut y, &mut total, &w, &x, &at, from, n);
    let results = (sum, y.clone());
    let (mut sum_bar, mut y_bar, mut total_bar) = (0.75, numbers(2 * n, 5), numbers(5, 6));
    let (mut w_bar, mut x_bar) = (vec![0.0; 3], numbers(3 * n, 7));
    layers::adjoint(
        &mut sum,
        &mut sum_bar,
        &mut y,
        &mut y_bar,
        &mut total,
        &mut total_bar,
        &w,
        &mut w_bar,
        &x,
        &mut x_bar,
        &at,
        from,
        n,
    );
    (results.0, results.1, w_bar, x_bar, y_bar)
}

fn bits((a, b, c, d, e): &Results) -> Vec<u64> {
    [&[*a][..], b, c, d, e].into_iter().flatten().map(|x| x.to_bits()).collect()
}

#[test]
fn any_number_of_processes_has_the_same_bits() {
    for (n, from) in [(3000, 0), (2999, 17), (1001, 3), (150, 0), (4, 0)] {
        let alone = bits(&run(n, from));
        let in_lanes = InstructionSet::best() != InstructionSet::Portable;
        for size in [1, 2, 3, 4, 7] {
            let (all, messages) = among(size, |_| run(n, from));
            for results in &all {
                assert!(bits(results) == alone, "{size} processes, {n} iterations");
            }
            if in_lanes && size > 1 && n > 1000 {
                assert!(messages > 0, "nothing is shared by {size} processes, {n} iterations");
            }
        }
    }
}

#[test]
fn its_derivative_is_right() {
    let n = 150;
    let (w, x) = (numbers(3, 1), numbers(3 * n, 2));
    let at: Vec<usize> = (0..n).map(|p| p * 7 % 5).collect();
    let (mut y, mut total) = (numbers(2 * n, 3), numbers(5, 4));
    assert_eq!(layers::check(&mut 0.5, &mut y, &mut total, &w, &x, &at, 0, n), Ok(()));
}

/// Constants of the function, a type parameter, integers and truths are read.
#[reversible]
fn leaned<T: Real, const N: usize>(y: &mut [T], w: &[T; N], x: &[T], bin: &[i32], on: &[bool], scale: f64) {
    #[parallel(ranks)]
    for p in 0..y.len() {
        if on[p] {
            for i in 0..N {
                y[p] += w[i] * x[p * N + i] * scale * bin[p] as f64;
            }
        }
    }
}

#[test]
fn constants_and_integers_are_read() {
    let run = || {
        let (w, x) = ([0.5, -0.25, 2.0], numbers(1500, 1));
        let bin: Vec<i32> = (0..500).map(|p| p % 7 - 3).collect();
        let on: Vec<bool> = (0..500).map(|p| p % 3 != 0).collect();
        let (mut y, mut y_bar) = (numbers(500, 2), numbers(500, 3));
        let (mut w_bar, mut x_bar) = ([0.0; 3], vec![0.0; 1500]);
        leaned::sweep(&mut y, &mut y_bar, &w, &mut w_bar, &x, &mut x_bar, &bin, &on, 0.5);
        [y, w_bar.to_vec(), x_bar].concat()
    };
    let alone = run();
    for size in [2, 3] {
        for results in among(size, |_| run()).0 {
            assert!(results.iter().zip(&alone).all(|(a, b)| a.to_bits() == b.to_bits()));
        }
    }
}

/// Processes whose numbers differ run no loop together.
#[test]
fn different_numbers_are_found() {
    let differing = std::panic::catch_unwind(|| {
        among(2, |rank| {
            let (w, x) = (numbers(3, 1), numbers(3000, 2 + rank as u64));
            let at = vec![0; 1000];
            let (mut sum, mut y, mut total) = (0.0, vec![0.0; 2000], vec![0.0; 5]);
            layers(&mut sum, &mut y, &mut total, &w, &x, &at, 0, 1000);
        })
    });
    assert!(differing.is_err());
}
