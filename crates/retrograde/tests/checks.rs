//! What runs check: the message names file, line, statement, what was expected and what was found.
#![allow(missing_docs)]

use retrograde::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The message that a run ends with.
fn message(run: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(run)).expect_err("the check fails");
    payload.downcast::<String>().map_or_else(|_| "no text".to_string(), |text| *text)
}

/// The line of the function's first statement, counted from that of the attribute.
macro_rules! placed {
    ($line:expr, $rest:expr) => {
        format!("at {}:{}: {}", file!(), $line, $rest)
    };
}

const FLIPPED: u32 = line!() + 4;
#[reversible(check = "always")]
fn flipped(n: &mut i64, up: bool) {
    // The postcondition is wrong for negative numbers.
    if (up, *n > 0) {
        *n += 5;
    } else {
        *n -= 5;
    }
}

#[test]
fn a_branch_that_its_postcondition_cannot_tell() {
    let text = message(|| flipped(&mut -7, true));
    assert!(
        text.starts_with(
            "irreversible: the postcondition of this branch does not tell which side was taken\n"
        ),
        "{text}"
    );
    assert!(text.contains(&placed!(FLIPPED, "`if (up, *n > 0)`")), "{text}");
    assert!(text.ends_with("\n  expected: `*n > 0` is true\n  found: *n = -2"), "{text}");
    let text = message(|| flipped(&mut 7, false));
    assert!(text.ends_with("\n  expected: `*n > 0` is false\n  found: *n = 2"), "{text}");
    // Backwards the roles of the conditions are exchanged.
    let text = message(|| flipped::inverse(&mut 1, false));
    assert!(
        text.contains("`if (*n > 0, up)`") && text.ends_with("expected: `up` is true\n  found: up = false"),
        "{text}"
    );
}

#[reversible(check = "always")]
fn counted(i: &mut usize, n: usize, from: usize) {
    while (*i < n, *i > from) {
        *i += 1;
    }
}

#[reversible(check = "always")]
fn stuck(i: &mut i64, n: i64) {
    while (*i < n, *i > 0) {
        *i -= 1;
    }
}

#[test]
fn a_loop_whose_postcondition_is_wrong() {
    let mut i = 0;
    counted(&mut i, 3, 0);
    assert_eq!(i, 3);
    let text = message(|| counted(&mut 2, 3, 0));
    assert!(text.contains("holds before its first iteration\n"), "{text}");
    assert!(
        text.ends_with(
            "`while (*i < n, *i > from)`\n  expected: `*i > from` is false\n  found: *i = 2, from = 0"
        ),
        "{text}"
    );
    let text = message(|| stuck(&mut 0, 3));
    assert!(text.contains("does not hold after an iteration\n"), "{text}");
    assert!(text.ends_with("expected: `*i > 0` is true\n  found: *i = -1"), "{text}");
}

#[reversible(check = "always")]
fn bump(a: &mut [f64], i: usize, j: usize) {
    a[i] += 2.0 * a[j];
}

#[reversible(check = "always")]
fn exchange(a: &mut [f64], i: usize, j: usize) {
    swap(&mut a[i], &mut a[j]);
}

#[test]
fn one_element_under_two_names() {
    let text = message(|| bump(&mut [1.0, 2.0], 1, 1));
    assert!(text.contains("`a[i] += 2.0 * a[j]`\n  expected: i != j\n  found: i = 1, j = 1"), "{text}");
    let text = message(|| bump::inverse(&mut [1.0, 2.0], 1, 1));
    assert!(text.contains("`a[i] -= 2.0 * a[j]`"), "{text}");
    let text = message(|| exchange(&mut [1.0, 2.0], 0, 0));
    assert!(
        text.contains("`swap(&mut a[i], &mut a[j])`\n  expected: i != j\n  found: i = 0, j = 0"),
        "{text}"
    );
}

#[reversible(check = "always")]
fn signed<T: Real>(x: &mut T, up: bool) {
    #[rounded]
    if (up, *x > 0.0) {
        *x += 1.0;
    } else {
        *x -= 1.0;
    }
}

#[test]
fn what_is_not_a_number_fails_both_ways() {
    for up in [true, false] {
        let text = message(|| signed(&mut { f64::NAN }, up));
        assert!(text.ends_with("expected: `*x` is a number\n  found: *x = NaN"), "{text}");
    }
    let mut x = 0.5;
    signed(&mut x, true);
    signed::inverse(&mut x, true);
    assert_eq!(x, 0.5);
}

#[reversible(check = "never")]
fn unchecked(n: &mut i64, up: bool) {
    if (up, *n > 0) {
        *n += 5;
    } else {
        *n -= 5;
    }
}

#[test]
fn never_means_never() {
    let mut n = -7;
    unchecked(&mut n, true);
    assert_eq!(n, -2);
}
