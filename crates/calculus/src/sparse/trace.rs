//! [`Trace`]: a number with the set of the inputs that it depends on; the patterns of a function that runs on such numbers.

use super::arena::{Arena, EMPTY, Set, Walk};
use super::mask::dependences;
use super::number::arithmetic;
use super::pattern::Pattern;
use retrograde::Real;
use retrograde::rules::{Rule, Whole};
use std::cell::{Cell, RefCell};

/// A number with the set of the inputs that it depends on.
///
/// It is made by [`jacobian_pattern`] and [`hessian_pattern`], for the function that they run.
#[derive(Clone, Copy, Debug)]
pub struct Trace {
    value: f64,
    set: Set,
    /// The run that the set belongs to.
    run: u32,
}

thread_local! {
    /// The arena of the innermost run.
    static ARENA: RefCell<Option<Arena>> = const { RefCell::new(None) };
    /// Its number.
    static RUN: Cell<u32> = const { Cell::new(0) };
    static RUNS: Cell<u32> = const { Cell::new(0) };
}

/// Returns the entries of the Jacobian that may differ from zero: a row for each result.
///
/// The function takes the branches that it takes at `x`. If others have other dependences, take the [`Pattern::union`] with the pattern
/// at a point where it takes those.
///
/// ```
/// use retrograde::Real;
/// use retrograde_calculus::sparse::jacobian_pattern;
///
/// let pattern = jacobian_pattern(|x| vec![x[0] * x[2], x[1].floor() + x[2].sin()], &[1.0, 2.0, 3.0]);
/// assert_eq!(pattern.row(0), [0, 2]);
/// assert_eq!(pattern.row(1), [2]);
/// ```
pub fn jacobian_pattern(f: impl FnOnce(&[Trace]) -> Vec<Trace>, x: &[f64]) -> Pattern {
    let (y, arena) = run(x, false, f);
    let mut walk = Walk::default();
    Pattern::from_rows(x.len(), y.iter().map(|y| walk.members(&arena, y.known())))
}

/// Returns the entries of the Hessian that may differ from zero. Branches are those at `x`, as for [`jacobian_pattern`].
///
/// ```
/// use retrograde::Real;
/// use retrograde_calculus::sparse::hessian_pattern;
///
/// // Sums couple nothing.
/// let pattern = hessian_pattern(|x| x[0] * x[2] + x[1].exp() + x[0], &[1.0, 2.0, 3.0]);
/// assert_eq!((pattern.row(0), pattern.row(1), pattern.row(2)), (&[2][..], &[1][..], &[0][..]));
/// ```
pub fn hessian_pattern(f: impl FnOnce(&[Trace]) -> Trace, x: &[f64]) -> Pattern {
    let (_, arena) = run(x, true, |x| f(x).known());
    Pattern::symmetric(x.len(), arena.into_pairs())
}

/// Runs a function with an arena of its own.
fn run<Y>(x: &[f64], second: bool, f: impl FnOnce(&[Trace]) -> Y) -> (Y, Arena) {
    /// Puts the arena of the run around this one back, also if the function panics.
    struct Outer(Option<Arena>, u32);
    impl Drop for Outer {
        fn drop(&mut self) {
            ARENA.set(self.0.take());
            RUN.set(self.1);
        }
    }
    let number = RUNS.get().wrapping_add(1);
    RUNS.set(number);
    let outer = Outer(ARENA.replace(Some(Arena::new(x.len(), second))), RUN.replace(number));
    let trace = |(i, value): (usize, &f64)| Trace { value: *value, set: i as Set + 1, run: number };
    let inputs: Vec<Trace> = x.iter().enumerate().map(trace).collect();
    let y = f(&inputs);
    let arena = ARENA.take().expect("the arena of this run");
    // The sets of the results are read while their run is the innermost one.
    drop(outer);
    (y, arena)
}

impl Trace {
    /// Returns the set, if it is one of the innermost run.
    #[track_caller]
    fn known(self) -> Set {
        assert!(
            self.set == EMPTY
                || self.run == RUN.get()
                || RUN.get() == 0
                || ARENA.with_borrow(Option::is_none),
            "a number of another run of `jacobian_pattern` or `hessian_pattern`: a function may only compute with the numbers that it was given"
        );
        self.set
    }

    /// Returns a value that depends on others in these ways.
    #[track_caller]
    fn made<const N: usize>(value: f64, x: [Trace; N], how: [super::mask::Dependence; N]) -> Trace {
        if x.iter().all(|x| x.set == EMPTY) {
            return Trace { value, set: EMPTY, run: 0 };
        }
        let sets = x.map(Trace::known);
        let set = with_arena(|arena| {
            let mut set = EMPTY;
            for i in 0..N {
                if how[i].first {
                    set = arena.union(set, sets[i]);
                }
                if arena.second() {
                    for j in (0..N).filter(|j| how[i].second & (1 << j) != 0) {
                        arena.couple(sets[i], sets[j]);
                    }
                }
            }
            set
        });
        Trace { value, set, run: RUN.get() }
    }
}

#[track_caller]
fn with_arena<O>(f: impl FnOnce(&mut Arena) -> O) -> O {
    ARENA.with_borrow_mut(|arena| {
        f(arena.as_mut().expect("a `Trace` is a number of a running `jacobian_pattern` or `hessian_pattern`"))
    })
}

impl Real for Trace {
    // What has a rule of its own is one call: its body may be any Rust.
    const PUSHES: bool = true;

    fn constant(value: f64) -> Self {
        Trace { value, set: EMPTY, run: 0 }
    }

    fn primal(self) -> f64 {
        self.value
    }

    fn apply<R: Rule<N, A>, A: Copy, const N: usize>(x: [Self; N], others: A) -> Self {
        let values = x.map(|x| x.value);
        let value = f64::apply::<R, A, N>(values, others);
        Trace::made(value, x, dependences::<R, A, N>(values, value, others))
    }

    // What is inside is not asked: each result depends on every argument, in every way.
    fn whole<W: Whole>(call: W, x: &[Self], y: &mut [Self]) {
        let values: Vec<f64> = x.iter().map(|x| x.value).collect();
        let mut results = vec![0.0; y.len()];
        call.value(&values, &mut results);
        let sets: Vec<Set> = x.iter().map(|x| x.known()).collect();
        let set = match sets.iter().all(|set| *set == EMPTY) {
            true => EMPTY,
            false => with_arena(|arena| {
                let all = sets.iter().fold(EMPTY, |all, set| arena.union(all, *set));
                if arena.second() {
                    arena.couple(all, all);
                }
                all
            }),
        };
        for (y, value) in y.iter_mut().zip(results) {
            *y = Trace { value, set, run: RUN.get() };
        }
    }
}
arithmetic!([] Trace);
