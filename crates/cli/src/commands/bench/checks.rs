//! `retrograde bench checks`: the cost of checks at run time, on programs in which nearly every statement is checked.
//!
//! One program with `check = "never"`, `"debug"` and `"always"` is compared with the program without the
//! attribute.

use std::hint::black_box;

use serde_json::json;

use super::{Engine, How, report, round_robin};
use crate::failure::Failure;

/// Elements that are updated.
const SIZE: usize = 1 << 12;
/// Updates in one call.
const UPDATES: usize = 1 << 16;

mod attributed {
    use retrograde::reversible;

    macro_rules! scatter {
        ($name:ident, $option:literal) => {
            /// Adds elements to others that are known only at run time: each update checks that the two differ.
            #[reversible(check = $option)]
            pub(super) fn $name(a: &mut [f64], from: &[usize], to: &[usize]) {
                for k in 0..from.len() {
                    a[to[k]] += 0.5 * a[from[k]];
                }
            }
        };
    }
    scatter!(scatter_never, "never");
    scatter!(scatter_debug, "debug");
    scatter!(scatter_always, "always");

    macro_rules! search {
        ($name:ident, $option:literal) => {
            /// Integer square roots by counting: each iteration checks its postcondition.
            #[reversible(check = $option)]
            pub(super) fn $name(roots: &mut [i64], limits: &[i64]) {
                for k in 0..limits.len() {
                    let mut n = 0;
                    while (n * n < limits[k], n > 0) {
                        n += 1;
                    }
                    roots[k] += n;
                }
            }
        };
    }
    search!(search_never, "never");
    search!(search_debug, "debug");
    search!(search_always, "always");
}

/// The functions without the attribute.
fn scatter_plain(a: &mut [f64], from: &[usize], to: &[usize]) {
    for k in 0..from.len() {
        a[to[k]] += 0.5 * a[from[k]];
    }
}

fn search_plain(roots: &mut [i64], limits: &[i64]) {
    for k in 0..limits.len() {
        let mut n = 0;
        while n * n < limits[k] {
            n += 1;
        }
        roots[k] += n;
    }
}

/// The data that the engines share.
struct Shared {
    a: Vec<f64>,
    from: Vec<usize>,
    to: Vec<usize>,
    roots: Vec<i64>,
    limits: Vec<i64>,
}

impl Shared {
    fn new() -> Shared {
        // Indices far from one another; the two of an update always differ.
        let from: Vec<usize> = (0..UPDATES).map(|k| (k * 2_654_435_761) % SIZE).collect();
        let to = from.iter().enumerate().map(|(k, from)| (from + 1 + k % (SIZE - 1)) % SIZE).collect();
        let limits = (0..SIZE as i64).map(|k| (k * 7919) % 10_000).collect();
        let mut shared = Shared { a: Vec::new(), from, to, roots: vec![0; SIZE], limits };
        shared.reset();
        shared
    }

    /// Restores the initial state before every call: repeated updates would grow without bounds.
    fn reset(&mut self) {
        self.a.clear();
        self.a.extend((0..SIZE).map(|i| 1e-9 * (i as f64 + 1.0)));
    }
}

/// A call of a function on the shared data.
macro_rules! call {
    ($function:path, $state:ident, $($read:ident),*) => {
        |shared: &mut Shared| {
            $function(&mut shared.$state, $(&shared.$read),*);
            black_box(&mut shared.$state);
        }
    };
}

/// Times both programs under each option and prints one line for each.
pub(super) fn bench(how: &How) -> Result<(), Failure> {
    use attributed::*;
    let mut shared = Shared::new();
    let mut scatters = [
        Engine::new("plain", Some(call!(scatter_plain, a, from, to)), None),
        Engine::new(
            "never",
            Some(call!(scatter_never, a, from, to)),
            Some(call!(scatter_never::inverse, a, from, to)),
        ),
        Engine::new(
            "debug",
            Some(call!(scatter_debug, a, from, to)),
            Some(call!(scatter_debug::inverse, a, from, to)),
        ),
        Engine::new(
            "always",
            Some(call!(scatter_always, a, from, to)),
            Some(call!(scatter_always::inverse, a, from, to)),
        ),
    ];
    round_robin(&mut scatters, &mut shared, Shared::reset, how.reps);
    report(
        "checks/scatter",
        &json!({ "elements": SIZE, "updates": UPDATES }),
        "inverse",
        &scatters,
        how.json,
    )?;
    let mut searches = [
        Engine::new("plain", Some(call!(search_plain, roots, limits)), None),
        Engine::new(
            "never",
            Some(call!(search_never, roots, limits)),
            Some(call!(search_never::inverse, roots, limits)),
        ),
        Engine::new(
            "debug",
            Some(call!(search_debug, roots, limits)),
            Some(call!(search_debug::inverse, roots, limits)),
        ),
        Engine::new(
            "always",
            Some(call!(search_always, roots, limits)),
            Some(call!(search_always::inverse, roots, limits)),
        ),
    ];
    round_robin(&mut searches, &mut shared, Shared::reset, how.reps);
    report("checks/search", &json!({ "searches": SIZE }), "inverse", &searches, how.json)
}
