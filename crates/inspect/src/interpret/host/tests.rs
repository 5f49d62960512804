//! Tests that functions of the standard library mean the same here.

use super::*;
use crate::interpret::value::{Integer, Width};

fn of<T: Into<i128>>(value: T, width: Width) -> Value {
    Value::Integer(Integer { value: value.into(), width: Some(width) })
}

fn says(name: &str, args: &[Value]) -> Option<Value> {
    method(name, args).ok()
}

macro_rules! unary {
    ($($ty:ident $width:ident: $($name:ident)*;)*) => {
        $(for value in [0 as $ty, 1, 2, 3, 100, $ty::MAX, $ty::MAX - 1, $ty::MIN] {
            $(assert_eq!(
                says(stringify!($name), &[of(value, Width::$width)]).map(|value| value.to_string()),
                Some(value.$name().to_string()),
                "{value}.{}()", stringify!($name)
            );)*
        })*
    };
}

macro_rules! binary {
    ($($ty:ident $width:ident: $($name:ident)*;)*) => {
        $(for (a, b) in [(0 as $ty, 1 as $ty), (7, 3), (100, 7), ($ty::MAX, 2), ($ty::MIN, 3), ($ty::MAX, $ty::MAX)] {
            $(assert_eq!(
                says(stringify!($name), &[of(a, Width::$width), of(b, Width::$width)]).map(|value| value.to_string()),
                Some(a.$name(b).to_string()),
                "{a}.{}({b})", stringify!($name)
            );)*
        })*
    };
}

/// Lanes say the type of a local where its value is computed.
#[test]
fn identity_says_a_type() {
    let head = |text: &str| Host::Function(std::rc::Rc::new(syn::parse_str(text).expect("a path")));
    let literal = [Value::Integer(Integer::untyped(7))];
    for path in ["::core::convert::identity::<::core::primitive::usize>", "identity::<usize>"] {
        assert_eq!(evaluate(&head(path), &literal).ok(), Some(of(7u8, Width::Usize)));
    }
    assert_eq!(
        evaluate(&head("identity::<Count>"), &literal).ok(),
        Some(Value::Integer(Integer::untyped(7)))
    );
    assert!(evaluate(&head("identity::<u8>"), &[Value::Integer(Integer::untyped(300))]).is_err());
    assert_eq!(evaluate(&head("identity"), &[Value::Real(0.5)]).ok(), Some(Value::Real(0.5)));
}

#[test]
fn integers() {
    unary! {
        u8 U8: count_ones count_zeros leading_zeros trailing_zeros leading_ones trailing_ones reverse_bits swap_bytes
            is_power_of_two isqrt wrapping_neg;
        i16 I16: count_ones count_zeros leading_zeros trailing_zeros leading_ones reverse_bits swap_bytes signum
            unsigned_abs wrapping_neg wrapping_abs is_positive is_negative;
        u32 U32: count_ones leading_zeros trailing_zeros reverse_bits is_power_of_two isqrt;
        i64 I64: leading_zeros trailing_zeros reverse_bits unsigned_abs;
    }
    binary! {
        u8 U8: wrapping_add wrapping_sub wrapping_mul saturating_add saturating_sub saturating_mul min max abs_diff
            div_ceil is_multiple_of rem_euclid div_euclid;
        i32 I32: wrapping_add wrapping_sub wrapping_mul saturating_add saturating_sub rem_euclid div_euclid abs_diff min max;
        u32 U32: wrapping_shl wrapping_shr wrapping_pow rotate_left rotate_right;
    }
    assert_eq!(says("pow", &[of(3, Width::U8), of(4, Width::U32)]), Some(of(81, Width::U8)));
    assert!(method("pow", &[of(3, Width::U8), of(6, Width::U32)]).is_err());
    assert_eq!(
        says("clamp", &[of(9, Width::U8), of(1, Width::U8), of(4, Width::U8)]),
        Some(of(4, Width::U8))
    );
    // The number of bits of a literal without a type is unknown.
    assert!(method("leading_zeros", &[Value::integer(4)]).is_err());
    assert_eq!(says("trailing_zeros", &[Value::integer(4)]), Some(of(2, Width::U32)));
}

#[test]
fn options_are_lists() {
    let nothing = says("checked_sub", &[of(3, Width::Usize), of(4, Width::Usize)]);
    assert_eq!(nothing, Some(Value::Array(Vec::new())));
    let one = says("checked_sub", &[of(3, Width::Usize), of(2, Width::Usize)]).expect("known");
    assert_eq!(says("unwrap_or", &[one, of(7, Width::Usize)]), Some(of(1, Width::Usize)));
    let other = says("unwrap_or", &[nothing.expect("known"), of(7, Width::Usize)]);
    assert_eq!(other, Some(of(7, Width::Usize)));
    assert_eq!(
        says("checked_shr", &[of(8, Width::U8), of(9, Width::U32)]).and_then(|v| says("is_none", &[v])),
        Some(Value::Bool(true))
    );
}

#[test]
fn reals() {
    for x in [-2.5, -0.5, 0.0, 0.5, 1.5, 7.25, f64::INFINITY] {
        let rounded = [("floor", x.floor()), ("ceil", x.ceil()), ("round", x.round()), ("trunc", x.trunc())];
        for (name, value) in rounded {
            assert_eq!(says(name, &[Value::Real(x)]), Some(Value::Real(value)), "{x}.{name}()");
        }
        assert_eq!(says("is_finite", &[Value::Real(x)]), Some(Value::Bool(x.is_finite())));
    }
    assert_eq!(says("min", &[Value::Real(1.0), Value::Real(f64::NAN)]), Some(Value::Real(1.0)));
    assert_eq!(function("f64 :: from", &[of(3, Width::U8)]).ok(), Some(Value::Real(3.0)));
    assert_eq!(function("usize :: from", &[Value::Bool(true)]).ok(), Some(of(1, Width::Usize)));
    assert!(function("somewhere :: else_where", &[]).is_err());
}
