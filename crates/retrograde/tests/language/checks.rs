//! Checks at run time: the message names file, line, statement, the expected and the actual value.
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

#[reversible]
fn twice(n: &mut i64, a: &mut [f64], up: bool, i: usize, j: usize) {
    unchecked(&mut *n, up);
    swap(&mut a[i], &mut a[j]);
}

#[reversible]
fn chosen(a: &[f64], n: usize) -> f64 {
    let mut i = 0;
    let mut last = 0;
    while (i < n, i > last) {
        i += 1;
        if i > 3 {
            last += 1;
        }
    }
    a[i]
}

#[reversible]
fn adds_chosen(y: &mut f64, a: &[f64], n: usize) {
    *y += 2.0 * chosen(a, n);
}

/// Asked for, checks run in every build and through calls, and their findings are values.
#[test]
fn errors_are_returned() {
    let (mut n, mut a) = (-7, [1.0, 2.0]);
    let error = unchecked::try_call(&mut n, true).expect_err("not positive");
    assert_eq!(
        (error.statement(), error.expected(), error.found()),
        ("if (up, *n > 0)", "`*n > 0` is true", "*n = -2")
    );
    assert_eq!(n, -2, "the state is as it was when the check failed");
    assert!(error.file().ends_with("checks.rs") && error.reason().contains("postcondition"));
    let boxed: Box<dyn std::error::Error + Send + Sync> = error.into();
    assert!(boxed.to_string().starts_with("irreversible: "));

    assert_eq!(twice::try_call(&mut n, &mut a, false, 0, 1).map_err(|e| e.found().to_string()), Ok(()));
    assert_eq!((n, a), (-7, [2.0, 1.0]));
    assert_eq!(twice::try_inverse(&mut n, &mut a, false, 0, 1), Ok(()));
    assert_eq!((n, a), (-2, [1.0, 2.0]));
    let inner = twice::try_call(&mut -7, &mut a, true, 0, 1).expect_err("the callee fails");
    assert_eq!(inner.statement(), "if (up, *n > 0)");
    let alias = twice::try_inverse(&mut n, &mut a, false, 1, 1).expect_err("one element");
    assert_eq!(alias.statement(), "swap::inverse(&mut a[i], &mut a[j])");
}

#[test]
fn errors_leave_cotangents_alone() {
    let (mut a, mut a_bar) = ([1.0, 2.0], [3.0, 4.0]);
    assert!(bump::try_adjoint(&mut a, &mut a_bar, 1, 1).is_err());
    assert_eq!((a, a_bar), ([1.0, 2.0], [3.0, 4.0]));
    assert_eq!(bump::try_adjoint(&mut a, &mut a_bar, 0, 1), Ok(()));
    assert_eq!((a, a_bar), ([-3.0, 2.0], [3.0, 10.0]));
}

#[test]
fn values_that_cannot_be_had_are_errors() {
    let a = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
    assert_eq!(chosen::try_call(&a, 2), Ok(3.0));
    let mut a_bar = [0.0; 8];
    assert_eq!(chosen::try_pull(2.0, &a, &mut a_bar, 2), Ok(3.0));
    assert_eq!(a_bar[2], 2.0);
    assert_eq!(chosen::try_call(&a, 5).map_err(|e| e.expected()), Ok(6.0));
    let mut y = 1.0;
    assert_eq!(adds_chosen::try_call(&mut y, &a, 2), Ok(()));
    assert_eq!(y, 7.0);
    assert_eq!(adds_chosen::try_inverse(&mut y, &a, 2), Ok(()));
    assert_eq!(y, 1.0);
}

/// Doubles an element into its neighbour, and fails where there is none.
#[reversible(check = "never")]
fn spread(y: &mut [f64]) {
    let last = y.len() - 1;
    for i in 0..y.len() {
        let j = if i < last { i + 1 } else { i };
        y[j] += 2.0 * y[i];
    }
}

#[reversible]
fn applied(f: &impl Reversible<f64>, y: &mut [f64]) {
    f(y);
}

/// Through functions that are arguments, errors come too.
#[test]
fn errors_come_through_values() {
    let mut y = [1.0, 2.0];
    let error = applied::try_call(&spread {}, &mut y).expect_err("the last element has no neighbour");
    assert_eq!((error.statement(), y), ("y[j] += 2.0 * y[i]", [1.0, 4.0]));
    assert!(Reversible::try_call(&retrograde::compose(spread {}, spread {}), &mut y, &[]).is_err());
}

#[reversible]
fn total(y: &mut f64, x: &[f64]) {
    for i in 0..x.len() {
        *y += x[i];
    }
}

/// A cotangent that is too short would end in a bare index, and one too long in silence.
#[test]
fn cotangents_are_as_long_as_their_primals() {
    let x = [1.0, 2.0, 3.0];
    for length in [2, 4] {
        let mut x_bar = vec![0.0; length];
        let text = message(|| total::adjoint(&mut 6.0, &mut 1.0, &x, &mut x_bar));
        assert_eq!(
            text,
            format!("`x_bar` has length {length}, and `x`, whose cotangent it is, has length 3")
        );
        let error = total::try_adjoint(&mut 6.0, &mut 1.0, &x, &mut x_bar).expect_err("another length");
        assert_eq!((error.statement(), error.expected()), ("total", "x_bar.len() == x.len()"));
        assert_eq!(error.found(), format!("x_bar.len() = {length}, x.len() = 3"));
    }
    let mut a_bar = [0.0; 3];
    let text = message(|| _ = chosen::pull(1.0, &[1.0, 2.0], &mut a_bar, 1));
    assert_eq!(text, "`a_bar` has length 3, and `a`, whose cotangent it is, has length 2");
}

#[reversible]
fn plain(y: &mut f64, x: f64) {
    *y += x;
}

#[test]
fn what_cannot_fail_does_not() {
    let (mut y, mut y_bar, mut x_bar) = (1.0, 1.0, 0.0);
    assert_eq!(plain::try_call(&mut y, 2.0), Ok(()));
    assert_eq!(plain::try_adjoint(&mut y, &mut y_bar, 2.0, &mut x_bar), Ok(()));
    assert_eq!((y, x_bar), (1.0, 1.0));
}

// What the function checks, its derivatives check: they would be of another program otherwise.

#[reversible(check = "always")]
fn told_wrong(x: f64, n: u32) -> f64 {
    let mut s = 0.0;
    if (n > 2, n > 5) {
        s += x;
    }
    s
}

#[reversible(check = "always")]
fn added_wrong(y: &mut f64, x: f64, n: u32) {
    if (n > 2, n > 5) {
        *y += x;
    }
}

#[reversible]
fn adds_told_wrong(y: &mut f64, x: f64, n: u32) {
    *y += told_wrong(x, n) * x;
}

#[test]
fn derivatives_check_postconditions() {
    assert_eq!(told_wrong::gradient(2.0, 6), (2.0, (1.0,)));
    let expected = "expected: `n > 5` is true\n  found: n = 4";
    let runs: [&dyn Fn(); 7] = [
        &|| _ = told_wrong(2.0, 4),
        &|| _ = told_wrong::gradient(2.0, 4),
        &|| _ = told_wrong::pull(1.0, 2.0, &mut 0.0, 4),
        &|| told_wrong::adjoint(&mut 2.0, &mut 1.0, 2.0, &mut 0.0, 4),
        &|| told_wrong::sweep(&mut 2.0, &mut 1.0, 2.0, &mut 0.0, 4),
        &|| adds_told_wrong::adjoint(&mut 2.0, &mut 1.0, 2.0, &mut 0.0, 4),
        &|| _ = adds_told_wrong::gradient(2.0, 4),
    ];
    for (i, run) in runs.into_iter().enumerate() {
        let text = message(run);
        assert!(text.ends_with(expected), "{i}: {text}");
    }
    // Each side changes its output alone, so nothing is run forwards here: the way back finds the same.
    let expected = "expected: `n > 2` is false\n  found: n = 4";
    let runs: [&dyn Fn(); 4] = [
        &|| added_wrong::inverse(&mut 2.0, 2.0, 4),
        &|| added_wrong::adjoint(&mut 2.0, &mut 1.0, 2.0, &mut 0.0, 4),
        &|| added_wrong::sweep(&mut 2.0, &mut 1.0, 2.0, &mut 0.0, 4),
        &|| _ = added_wrong::gradient(2.0, 4),
    ];
    for run in runs {
        let text = message(run);
        assert!(text.ends_with(expected), "{text}");
    }
}

#[reversible(check = "always")]
fn freed_elsewhere(x: f64) -> f64 {
    let mut t = 0.0;
    t += x;
    let y = t * x;
    free!(t = 1.0);
    y
}

#[reversible(check = "always")]
fn counts_wrong(x: f64, n: usize, from: usize) -> f64 {
    let mut i = from;
    let mut s = 0.0;
    while (i < n, i > 0) {
        i += 1;
        s += x;
    }
    s
}

#[reversible(check = "always")]
fn bumped(x: &[f64], i: usize, j: usize) -> f64 {
    let mut a = x.to_vec();
    a[i] += 2.0 * a[j];
    a[i] * a[j]
}

#[test]
fn derivatives_check_what_locals_go_through() {
    assert_eq!(freed_elsewhere::gradient(1.0), (1.0, (2.0,)));
    let text = message(|| _ = freed_elsewhere::gradient(2.0));
    assert!(text.contains("not at its known value when it is released"), "{text}");
    assert_eq!(counts_wrong::gradient(2.0, 3, 0), (6.0, (3.0,)));
    let text = message(|| _ = counts_wrong::gradient(2.0, 3, 1));
    assert!(text.contains("holds before its first iteration"), "{text}");
    assert_eq!(bumped::gradient(&[1.0, 2.0], 0, 1), (10.0, (vec![2.0, 9.0],)));
    let text = message(|| _ = bumped::gradient(&[1.0, 2.0], 1, 1));
    assert!(text.contains("expected: i != j\n  found: i = 1, j = 1"), "{text}");
    let text = message(|| bump::adjoint(&mut [1.0, 2.0], &mut [1.0, 2.0], 1, 1));
    assert!(text.contains("expected: i != j"), "{text}");
}

#[reversible(check = "never")]
fn never_told(x: f64, n: u32) -> f64 {
    let mut s = 0.0;
    if (n > 2, n > 5) {
        s += x;
    }
    s
}

#[reversible]
fn told_by_default(x: f64, n: u32) -> f64 {
    let mut s = 0.0;
    if (n > 2, n > 5) {
        s += x;
    }
    s
}

/// `gradient` checks like the function itself.
#[test]
fn the_attribute_says_when() {
    assert_eq!(never_told::gradient(2.0, 4).0, 2.0);
    let unchecked = catch_unwind(|| told_by_default::gradient(2.0, 4));
    assert_eq!(unchecked.is_err(), cfg!(debug_assertions));
}

#[derive(Clone, Differentiable)]
struct Scale(f64);

#[reversible(check = "always")]
impl Scale {
    fn of(&self, x: f64, n: u32) -> f64 {
        let mut s = 0.0;
        if (n > 2, n > 5) {
            s += x * self.0;
        }
        s
    }
}

#[reversible(store, check = "always")]
fn stored(y: &mut f64, x: &[f64], n: u32) {
    for i in 0..x.len() {
        let t = told_wrong(x[i], n) * x[i];
        let mut s = 0.0;
        if (n > 3, n > 4) {
            s += t.exp();
        }
        *y += s * s;
    }
}

#[test]
fn derivatives_of_methods_and_of_recorded_calls_check() {
    let scale = Scale(3.0);
    assert_eq!(scale.of_gradient(2.0, 6).0, 6.0);
    assert!(catch_unwind(|| scale.of_gradient(2.0, 4)).is_err());
    assert!(catch_unwind(|| stored::gradient(&[0.5], 6)).is_ok());
    assert!(catch_unwind(|| stored::gradient(&[0.5], 4)).is_err());
    assert!(catch_unwind(|| stored::adjoint(&mut 1.0, &mut 1.0, &[0.5], &mut [0.0], 4)).is_err());
}

#[reversible(check = "never")]
fn squares(y: &mut [f64], x: &[f64]) {
    each!(y += x * x);
}

#[reversible]
fn sum_of(x: &[f64]) -> f64 {
    let mut a = vec![0.0; 2];
    a += x;
    a[0] + a[1]
}

#[reversible]
fn rows(y: &mut [Vec<f64>], x: &[Vec<f64>]) {
    y += x;
}

/// In every build, and whatever the attribute says: elements would be left out in silence.
#[test]
fn lengths_are_compared_both_ways() {
    assert_eq!(sum_of::gradient(&[1.0, 2.0]), (3.0, (vec![1.0, 1.0],)));
    let text = message(|| _ = sum_of::gradient(&[1.0, 2.0, 3.0]));
    assert!(text.ends_with("expected: `x` is as long as `a`\n  found: 3 and 2 elements"), "{text}");
    assert!(text.contains("`a += x`"), "{text}");
    for length in [1, 3] {
        let (x, mut x_bar) = (vec![1.0; length], vec![0.0; length]);
        let bar = || (vec![1.0; 2], vec![1.0; 2], x_bar.clone());
        for text in [
            message(|| squares(&mut [1.0; 2], &x)),
            message(|| squares::inverse(&mut [1.0; 2], &x)),
            message(|| squares::adjoint(&mut [1.0; 2], &mut bar().1, &x, &mut x_bar.clone())),
            message(|| squares::sweep(&mut [1.0; 2], &mut bar().1, &x, &mut bar().2)),
            message(|| _ = sum_of(&x)),
            message(|| _ = sum_of::pull(1.0, &x, &mut x_bar)),
        ] {
            assert!(text.contains("differ in length"), "{text}");
        }
        let error = squares::try_inverse(&mut [1.0; 2], &x).expect_err("another length");
        assert_eq!(error.found(), format!("{length} and 2 elements"));
    }
    let (x, y) = ([vec![1.0], vec![1.0, 2.0]], [vec![1.0], vec![1.0]]);
    let text = message(|| rows(&mut y.clone(), &x));
    assert!(text.ends_with("expected: `x` is as long as `y`\n  found: 2 and 1 elements"), "{text}");
    let text = message(|| rows::adjoint(&mut y.clone(), &mut y.clone(), &x, &mut x.clone()));
    assert!(text.contains("differ in length"), "{text}");
}

#[derive(Clone, Debug, Differentiable)]
struct Net {
    weights: Vec<f64>,
    bias: f64,
}

#[reversible]
fn all_rows(y: &mut f64, x: &[Vec<f64>]) {
    for i in 0..x.len() {
        for j in 0..x[i].len() {
            *y += x[i][j];
        }
    }
}

#[reversible]
fn lifted(y: &mut Vec<f64>, a: f64) {
    for i in 0..y.len() {
        y[i] += a;
    }
}

#[reversible]
fn of_nets(y: &mut f64, nets: &[Net]) {
    for net in nets {
        for i in 0..net.weights.len() {
            *y += net.weights[i] * net.bias;
        }
    }
}

#[reversible]
fn doubled(x: &[f64]) -> Vec<f64> {
    let mut v = vec![0.0; x.len()];
    for i in 0..x.len() {
        v[i] += 2.0 * x[i];
    }
    v
}

#[reversible]
fn net_of(x: &[f64]) -> Net {
    Net { weights: x.to_vec(), bias: x[0] }
}

/// At every level, and whether the cotangent of an argument or of the value.
#[test]
fn cotangents_have_the_lengths_of_their_primals() {
    let x = [1.0, 2.0];
    let net = |n: usize| Net { weights: vec![1.0; n], bias: 1.0 };
    let bar = |n: usize| NetShadow { weights: vec![1.0; n], bias: 1.0 };
    all_rows::adjoint(&mut 1.0, &mut 1.0, &[vec![1.0; 2]], &mut [vec![0.0; 2]]);
    of_nets::adjoint(&mut 1.0, &mut 1.0, &[net(2)], &mut [bar(2)]);
    net_of::pull(bar(2), &x, &mut [0.0; 2]);
    for n in [1, 3] {
        let inside = "has another length than that in";
        let text = message(|| {
            all_rows::adjoint(&mut 1.0, &mut 1.0, &[vec![1.0; 2]], &mut [vec![0.0; n]]);
        });
        assert!(text.contains(inside), "{text}");
        assert!(all_rows::try_adjoint(&mut 1.0, &mut 1.0, &[vec![1.0; 2]], &mut [vec![0.0; n]]).is_err());
        let text = message(|| lifted::adjoint(&mut vec![1.0; 2], &mut vec![1.0; n], 1.0, &mut 0.0));
        assert!(text.contains(inside), "{text}");
        let text = message(|| of_nets::sweep(&mut 1.0, &mut 1.0, &[net(2)], &mut [bar(n)]));
        assert!(text.contains(inside), "{text}");
        for text in [
            message(|| _ = doubled::pull(vec![1.0; n], &x, &mut [0.0; 2])),
            message(|| _ = doubled::gradient_with(vec![1.0; n], &x)),
            message(|| doubled::sweep(&mut vec![1.0; 2], &mut vec![1.0; n], &x, &mut [0.0; 2])),
            message(|| _ = net_of::pull(bar(n), &x, &mut [0.0; 2])),
        ] {
            assert!(text.contains("the cotangent of the value has another length than the value"), "{text}");
        }
    }
}

/// A float decides before, and an integer afterwards.
#[reversible(check = "always")]
fn rising(y: &mut f64, n: &mut u32, x: f64) {
    if (*y > 0.3, *n == 1) {
        *n += 1;
    }
    *y += x;
}

#[reversible(check = "always")]
fn climbing(y: &mut f64, n: &mut u32, x: f64) {
    while (*y < 0.3, *n > 0) {
        *n += 1;
        *y += 0.1;
    }
    *y += x;
}

#[reversible(check = "always")]
fn either(y: &mut [f64], n: &mut u32, x: f64) {
    if (y.len() > 1 && y[0] > 0.3 || *n > 5, *n > 0) {
        *n += 1;
    }
    y[0] += x;
}

/// At a tie, the float that comes back may be on the other side of it.
#[test]
fn a_tie_is_no_mistake_on_the_way_back() {
    let (mut ties, start) = (0, 0.1 + 0.1 + 0.1);
    for k in 0..200 {
        let x = 0.1 + 0.01 * f64::from(k);
        let (mut y, mut n) = (0.3, 0);
        rising(&mut y, &mut n, x);
        rising::inverse(&mut y, &mut n, x);
        ties += u32::from(y > 0.3);
        assert!((y - 0.3).abs() < 1e-15 && n == 0);
        let (mut y, mut n) = (start, 0);
        climbing(&mut y, &mut n, x);
        climbing::adjoint(&mut y, &mut 1.0, &mut n, x, &mut 0.0);
        ties += u32::from(y < 0.3);
        assert!((y - start).abs() < 1e-15 && n == 0);
        let (mut y, mut n) = ([0.3, 0.0], 0);
        either(&mut y, &mut n, x);
        either::inverse(&mut y, &mut n, x);
        assert!((y[0] - 0.3).abs() < 1e-15 && n == 0);
    }
    assert!(ties > 0, "no tie among them");
    // What is no tie is still a mistake.
    let text = message(|| rising::inverse(&mut 0.4, &mut 1, 0.5));
    assert!(text.ends_with("expected: `*y > 0.3` is true\n  found: *y = -0.09999999999999998"), "{text}");
    let text = message(|| rising(&mut 0.3, &mut 1, 0.5));
    assert!(text.contains("does not tell which side was taken"), "{text}");
}

/// A pair whose second field only callees use.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Halves {
    left: f64,
    right: f64,
}

#[reversible]
fn leaned(p: &mut Halves) {
    p.left += p.right * p.right;
}

#[reversible(check = "always")]
fn freed_as(y: &mut f64, p: Halves, right: f64) {
    let mut s = p;
    leaned(&mut s);
    *y += s.left;
    free!(s = Halves { left: p.left + right * right, right });
}

#[test]
fn all_fields_of_what_is_freed_are_compared() {
    let p = Halves { left: 0.5, right: 2.0 };
    let mut y = 0.0;
    freed_as(&mut y, p, 2.0);
    assert_eq!(y, 4.5);
    freed_as::inverse(&mut y, p, 2.0);
    assert_eq!(y, 0.0);
    // The sum of squares is that of another pair.
    let error = freed_as::try_call(&mut y, p, -2.0).expect_err("another value of a field");
    assert!(error.to_string().contains("known value"), "{error}");
}
