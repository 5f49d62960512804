//! Methods of integers, as in the standard library: an overflow that panics in a debug build is a fault here.

use super::some;
use crate::interpret::expr::{cast, usize_value};
use crate::interpret::fault::{Fault, Kind};
use crate::interpret::value::{Integer, Value, Width};

type Known = Result<Option<Value>, Fault>;

fn of(value: i128, width: Option<Width>) -> Known {
    Integer::untyped(value).into_width(width).map(|n| Some(Value::Integer(n)))
}

fn checked(value: Option<i128>, width: Option<Width>, name: &str) -> Known {
    match value {
        Some(value) => of(value, width),
        None => Err(Fault::new(Kind::Arithmetic, format!("integer overflow in `{name}`"))),
    }
}

/// Returns the type of an integer; a method whose result depends on the number of bits needs it.
fn width_of(a: Integer, name: &str) -> Result<Width, Fault> {
    a.width.ok_or_else(|| {
        let message = format!("`{name}` depends on the type of {}: write it out, as in `1usize`", a.value);
        Fault::new(Kind::Type, message)
    })
}

/// Returns the bits of a number within its type.
fn bits(a: Integer, width: Width) -> u128 {
    let mask = u128::MAX.checked_shr(128 - width.bits()).unwrap_or(0);
    a.value as u128 & mask
}

fn from_bits(bits: u128, width: Width) -> Known {
    of(width.wrap(bits as i128), Some(width))
}

/// Evaluates a method of one integer.
pub(super) fn of_one(name: &str, a: Integer) -> Known {
    let count = |n: u32| of(i128::from(n), Some(Width::U32));
    let sized = || width_of(a, name).map(|width| (width, width.bits(), bits(a, width)));
    match name {
        "count_ones" if a.value >= 0 => count(a.value.count_ones()),
        "trailing_zeros" if a.value != 0 => count(a.value.trailing_zeros()),
        "count_ones" => sized().and_then(|(_, _, bits)| count(bits.count_ones())),
        "count_zeros" => sized().and_then(|(_, all, bits)| count(all - bits.count_ones())),
        "trailing_zeros" => sized().and_then(|(_, all, bits)| count(bits.trailing_zeros().min(all))),
        "trailing_ones" => sized().and_then(|(_, _, bits)| count(bits.trailing_ones())),
        "leading_zeros" => sized().and_then(|(_, all, bits)| count(bits.leading_zeros() - (128 - all))),
        "leading_ones" => sized().and_then(|(_, all, bits)| count((bits << (128 - all)).leading_ones())),
        "reverse_bits" => {
            sized().and_then(|(width, all, bits)| from_bits(bits.reverse_bits() >> (128 - all), width))
        }
        "swap_bytes" => {
            sized().and_then(|(width, all, bits)| from_bits(bits.swap_bytes() >> (128 - all), width))
        }
        "is_power_of_two" => Ok(Some(Value::Bool(a.value > 0 && a.value.count_ones() == 1))),
        "next_power_of_two" => {
            let next = u64::try_from(a.value).ok().and_then(u64::checked_next_power_of_two);
            checked(next.map(i128::from), a.width, name)
        }
        "is_positive" => Ok(Some(Value::Bool(a.value > 0))),
        "is_negative" => Ok(Some(Value::Bool(a.value < 0))),
        "abs" => checked(a.value.checked_abs(), a.width, name),
        "unsigned_abs" => of(a.value.saturating_abs(), a.width.map(unsigned)),
        "signum" => of(a.value.signum(), a.width),
        "isqrt" => match u128::try_from(a.value) {
            Ok(value) => of(value.isqrt() as i128, a.width),
            Err(_) => Err(Fault::new(Kind::Arithmetic, format!("`isqrt` of {}", a.value))),
        },
        "ilog2" => logarithm(a, 2, name),
        "ilog10" => logarithm(a, 10, name),
        "wrapping_neg" => {
            width_of(a, name).and_then(|width| of(width.wrap(a.value.wrapping_neg()), Some(width)))
        }
        "wrapping_abs" => {
            width_of(a, name).and_then(|width| of(width.wrap(a.value.saturating_abs()), Some(width)))
        }
        "checked_neg" | "checked_abs" => option(of_one(&name["checked_".len()..], a)),
        "neg" => checked(a.value.checked_neg(), a.width, name),
        _ => Ok(None),
    }
}

fn unsigned(width: Width) -> Width {
    match width {
        Width::I8 | Width::U8 => Width::U8,
        Width::I16 | Width::U16 => Width::U16,
        Width::I32 | Width::U32 => Width::U32,
        Width::I64 | Width::U64 => Width::U64,
        Width::I128 | Width::U128 => Width::U128,
        Width::Isize | Width::Usize => Width::Usize,
    }
}

fn logarithm(a: Integer, base: i128, name: &str) -> Known {
    match a.value.checked_ilog(base) {
        Some(power) => of(i128::from(power), Some(Width::U32)),
        None => Err(Fault::new(Kind::Arithmetic, format!("`{name}` of {} to base {base}", a.value))),
    }
}

/// `checked_…`: returns `None` in place of a fault.
fn option(value: Known) -> Known {
    match value {
        Ok(value) => Ok(value.map(|value| some(Some(value)))),
        Err(fault) if fault.kind == Kind::Arithmetic => Ok(Some(some(None))),
        Err(fault) => Err(fault),
    }
}

/// Evaluates a method of two integers; if both have one type, it need be known of only one of them.
pub(super) fn of_two(name: &str, a: Integer, b: Integer) -> Known {
    let width = a.width.or(b.width);
    let apart = |prefix: &str| name.strip_prefix(prefix);
    if let Some(plain) = apart("checked_") {
        return option(of_two(plain, a, b));
    }
    if let Some(plain) = apart("wrapping_") {
        // The distance of a shift and an exponent have types of their own.
        let width = width_of(Integer { width: if is_apart(plain) { a.width } else { width }, ..a }, name)?;
        let by = if matches!(plain, "shl" | "shr") {
            b.value.rem_euclid(i128::from(width.bits()))
        } else {
            b.value
        };
        if plain == "pow" {
            let (mut power, mut square, mut rest) = (1_i128, a.value, u32::try_from(b.value).unwrap_or(0));
            while rest > 0 {
                if rest % 2 == 1 {
                    power = width.wrap(power.wrapping_mul(square));
                }
                square = width.wrap(square.wrapping_mul(square));
                rest /= 2;
            }
            return of(power, Some(width));
        }
        let (a, b) = (Integer { width: None, ..a }, Integer { value: by, width: None });
        let value = match plain {
            "shl" => a.value.wrapping_shl(by as u32),
            "mul" => a.value.wrapping_mul(b.value),
            _ => match of_two(plain, a, b)? {
                Some(value) => value.exact()?.value,
                None => return Ok(None),
            },
        };
        return of(width.wrap(value), Some(width));
    }
    if let Some(plain) = apart("saturating_") {
        let (least, largest) = width.map_or((i128::MIN, i128::MAX), Width::bounds);
        let (a, b) = (a.value, b.value);
        let value = match plain {
            "add" => a.saturating_add(b),
            "sub" => a.saturating_sub(b),
            "mul" => a.saturating_mul(b),
            "pow" => a.saturating_pow(u32::try_from(b).unwrap_or(u32::MAX)),
            _ => return Ok(None),
        };
        return of(value.clamp(least, largest), width);
    }
    let exponent = || u32::try_from(b.value).unwrap_or(u32::MAX);
    match name {
        "pow" => checked(a.value.checked_pow(exponent()), a.width, name),
        "ilog" => logarithm(a, b.value, name),
        "rotate_left" | "rotate_right" => {
            let width = width_of(a, name)?;
            let all = width.bits();
            let by = exponent() % all;
            let by = if name == "rotate_left" { by } else { (all - by) % all };
            let bits = bits(a, width);
            from_bits(bits.checked_shl(by).unwrap_or(0) | bits.checked_shr(all - by).unwrap_or(0), width)
        }
        "shl" | "shr" => {
            let all = a.width.map_or(127, Width::bits);
            let by = u32::try_from(b.value).ok().filter(|by| *by < all);
            let shifted = by.map(|by| if name == "shl" { a.value.wrapping_shl(by) } else { a.value >> by });
            checked(shifted.map(|n| a.width.map_or(n, |width| width.wrap(n))), a.width, name)
        }
        _ => {
            // A literal takes the type of the other operand.
            let (a, b) = (a.into_width(width)?.value, b.into_width(width)?.value);
            match name {
                "add" => checked(a.checked_add(b), width, name),
                "sub" => checked(a.checked_sub(b), width, name),
                "mul" => checked(a.checked_mul(b), width, name),
                "div" => checked(a.checked_div(b), width, name),
                "rem" => checked(a.checked_rem(b), width, name),
                "rem_euclid" => checked(a.checked_rem_euclid(b), width, name),
                "div_euclid" => checked(a.checked_div_euclid(b), width, name),
                "div_ceil" => {
                    checked(a.checked_add(b - 1).and_then(|n| n.checked_div_euclid(b)), width, name)
                }
                "next_multiple_of" => {
                    let next = a.checked_add(b - 1).and_then(|n| n.checked_div_euclid(b)).map(|n| n * b);
                    checked(next, width, name)
                }
                "is_multiple_of" => {
                    Ok(Some(Value::Bool(if b == 0 { a == 0 } else { a.checked_rem(b) == Some(0) })))
                }
                "abs_diff" => checked(a.checked_sub(b).map(i128::abs), width.map(unsigned), name),
                "midpoint" => checked(a.checked_add(b).map(|sum| sum / 2), width, name),
                "min" => of(a.min(b), width),
                "max" => of(a.max(b), width),
                _ => Ok(None),
            }
        }
    }
}

/// True if the second operand has a type of its own.
fn is_apart(name: &str) -> bool {
    matches!(name, "pow" | "shl" | "shr" | "rotate_left" | "rotate_right" | "ilog")
}

/// `usize::from(x)`, `f64::from(n)`.
pub(super) fn from(owner: &str, value: &Value) -> Known {
    match (Width::by_name(owner), owner) {
        (Some(_), _) | (None, "f64" | "f32" | "bool") => cast(value.clone(), owner).map(Some),
        (None, _) => Ok(None),
    }
}

/// Returns a number of elements.
pub(super) fn count(n: usize) -> Value {
    usize_value(n)
}
