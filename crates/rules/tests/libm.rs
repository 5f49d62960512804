//! Without the standard library the table's values come from `libm`, which agrees with it to a few last digits.
//!
//! Runs with `--no-default-features --features libm`.
#![cfg(not(feature = "std"))]

use retrograde_rules::{Primitive, Real};

fn assert_near(ours: f64, theirs: f64, tolerance: f64, what: &str) {
    let apart = if ours == theirs { 0.0 } else { (ours - theirs).abs() / theirs.abs().max(1.0) };
    assert!(apart <= tolerance || ours.is_nan() && theirs.is_nan(), "{what}: {ours} is not {theirs}");
}

macro_rules! compare {
    (
        operators { $($operators:tt)* }
        negations { $($negations:tt)* }
        functions { $(
            $(#[$doc:meta])*
            $Function:ident = $function:ident($x:ident $(, $rest:ident)*) -> $y:ident {
                $source:ident $(($($how:tt)*))?, $($rule:tt)*
            }
        )* }
        powers { $(
            $(#[$power_doc:meta])*
            $Power:ident = $power:ident($base:ident; $exponent:ident) -> $power_y:ident { $($power_rule:tt)* }
        )* }
    ) => {
        fn compare([a, b, c]: [f64; 3]) {
            $( compare!(@ $source $Function $function [a, b, c] ($x $(, $rest)*)); )*
            for n in [-7, -1, 0, 1, 2, 10] {
                $( assert_near(Real::$power(a, n), f64::$power(a, n), 1e-13, "powi"); )*
            }
        }
    };
    (@ own $($other:tt)*) => {};
    (@ $source:ident $Function:ident $function:ident [$($at:ident),*] ($($x:ident),*)) => {{
        // As many of the numbers as the function has arguments.
        let at = [$($at),*];
        let mut next = at.iter();
        let [$($x),*] = [$({ let _ = stringify!($x); *next.next().expect("three numbers") }),*];
        assert_near(Primitive::$Function.value(&at, 0), f64::$function($($x),*), 1e-14, stringify!($function));
        let at = at.map(|x| x as f32);
        let single = Primitive::$Function.value(&at, 0) as f64;
        assert_near(single, f32::$function($($x as f32),*) as f64, 1e-5, stringify!($function));
    }};
}
retrograde_rules::with_primitives!(compare);

#[test]
fn values_agree_with_the_standard_library() {
    for a in [-2.5, -1.0, -0.3, 0.2, 0.9, 1.0, 1.7, 4.2] {
        for b in [-1.5, 0.4, 3.0] {
            compare([a, b, 0.7]);
        }
    }
}
