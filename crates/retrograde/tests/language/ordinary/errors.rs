//! Calls that fail, where it does not matter which error it was.

use retrograde::prelude::*;

#[derive(Debug, PartialEq, Clone, Copy)]
enum Fail {
    Empty,
    Bad(usize),
}

#[derive(Debug, PartialEq, Clone, Copy)]
struct Singular;

#[differentiable]
fn bounded(x: f64) -> Result<f64, Fail> {
    if x < 0.0 {
        return Err(Fail::Bad(3));
    }
    if x > 10.0 {
        return Err(Fail::Empty);
    }
    Ok(x)
}

#[differentiable]
fn regular(x: f64) -> Result<f64, Singular> {
    if x < 0.0 {
        return Err(Singular);
    }
    Ok(x)
}

#[differentiable]
fn any(x: f64) -> f64 {
    match bounded(x) {
        Ok(v) => v * x,
        Err(_) => 2.0 * x,
    }
}

/// The last arm fits, so the name of the one error is no question.
#[differentiable]
fn the_only_one(x: f64) -> f64 {
    match regular(x) {
        Ok(v) => v * x,
        Err(Singular) => 2.0 * x,
    }
}

#[differentiable]
fn handed_on(x: f64) -> Result<f64, Fail> {
    let v = match bounded(x) {
        Ok(v) => v * x,
        Err(e) => return Err(e),
    };
    Ok(v * v)
}

#[differentiable]
fn said(x: f64) -> f64 {
    match bounded(x) {
        Ok(v) => v * x,
        Err(e) => panic!("{x} is not bounded: {e:?}"),
    }
}

#[differentiable]
fn both(x: f64) -> f64 {
    match (bounded(x), regular(x)) {
        (Ok(a), Ok(b)) => a * b,
        (Err(_), Ok(b)) => b,
        (_, Err(_)) => 3.0 * x,
    }
}

#[test]
fn an_error_is_none_of_the_values() {
    for x in [1.3, -1.0, 12.0] {
        any::check(x).unwrap();
        the_only_one::check(x).unwrap();
        both::check(x).unwrap();
    }
    assert_eq!(handed_on::gradient(-1.0), Err(Fail::Bad(3)));
    assert_eq!(handed_on::gradient(12.0), Err(Fail::Empty));
    assert_eq!(handed_on::gradient(2.0), Ok((16.0, (32.0,))));
    said::check(1.3).unwrap();
}

#[test]
#[should_panic(expected = "an error ended the function")]
fn a_panic_that_shows_an_error() {
    said::gradient(-1.0);
}
