//! The values of constants: literals, and paths to the standard library's constants.

use super::fault::{Fault, Kind};
use super::value::{Integer, Value, Width};
use super::{Machine, Module};
use quote::ToTokens;
use retrograde_compiler::ir::Constant;
use std::f64::consts;

/// The value of a literal or of a constant's path.
pub(super) fn evaluate(constant: &Constant, machine: &mut Machine<'_>) -> Result<Value, Fault> {
    let unknown = || {
        let tokens = constant.to_token_stream();
        let name = tokens.to_string().replace(' ', "");
        let message =
            format!("`{name}` is not a constant that can be looked up: give its value, `--args {name}=3`");
        let fault = Fault::new(Kind::Unknown, message);
        tokens.into_iter().next().into_iter().fold(fault, |fault, token| fault.at(token.span()))
    };
    let value = match constant {
        Constant::Truth(value, _) => Some(Value::Bool(*value)),
        Constant::Integer(integer) => {
            let value = i128::try_from(integer.value).map_err(|_| unknown())?;
            Integer::untyped(value).into_width(integer.ty).ok().map(Value::Integer)
        }
        Constant::Literal(value) => literal(value),
        Constant::Written(e) => of_expr(e, machine.module),
        Constant::Path(path) => {
            let last = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
            match of_path_in(path, machine.module) {
                None => machine.item(&last)?,
                value => value,
            }
        }
    };
    value.ok_or_else(unknown)
}

/// A constant of the standard library by its path.
pub(super) fn of_path(segments: &[String]) -> Option<Value> {
    let (last, before) = segments.split_last()?;
    match before.last()?.as_str() {
        "consts" => real_constant(last).map(Value::Real),
        owner => limit(owner, last),
    }
}

fn of_expr(expr: &syn::Expr, module: &Module<'_>) -> Option<Value> {
    match expr {
        syn::Expr::Lit(lit) => literal(&lit.lit),
        syn::Expr::Paren(inner) => of_expr(&inner.expr, module),
        syn::Expr::Group(inner) => of_expr(&inner.expr, module),
        syn::Expr::Unary(unary) => match (&unary.op, of_expr(&unary.expr, module)?) {
            (syn::UnOp::Neg(_), Value::Integer(n)) => {
                Some(Value::Integer(Integer { value: n.value.checked_neg()?, ..n }))
            }
            (syn::UnOp::Neg(_), Value::Real(x)) => Some(Value::Real(-x)),
            (syn::UnOp::Not(_), Value::Bool(b)) => Some(Value::Bool(!b)),
            _ => None,
        },
        syn::Expr::Path(path) => of_path_in(path, module),
        _ => None,
    }
}

fn of_path_in(path: &syn::ExprPath, module: &Module<'_>) -> Option<Value> {
    let segments: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
    let known = module.constant(segments.last()?).cloned();
    known.or_else(|| of_path(&segments))
}

fn literal(lit: &syn::Lit) -> Option<Value> {
    match lit {
        syn::Lit::Int(int) => match int.suffix() {
            "f64" | "f32" => Some(Value::Real(int.base10_parse().ok()?)),
            suffix => {
                let width = Width::by_name(suffix);
                Integer::untyped(int.base10_parse().ok()?).into_width(width).ok().map(Value::Integer)
            }
        },
        syn::Lit::Float(float) => Some(Value::Real(float.base10_parse().ok()?)),
        syn::Lit::Bool(bool) => Some(Value::Bool(bool.value)),
        _ => None,
    }
}

fn real_constant(name: &str) -> Option<f64> {
    Some(match name {
        "PI" => consts::PI,
        "TAU" => consts::TAU,
        "E" => consts::E,
        "SQRT_2" => consts::SQRT_2,
        "FRAC_1_SQRT_2" => consts::FRAC_1_SQRT_2,
        "LN_2" => consts::LN_2,
        "LN_10" => consts::LN_10,
        "LOG2_E" => consts::LOG2_E,
        "LOG10_E" => consts::LOG10_E,
        "FRAC_PI_2" => consts::FRAC_PI_2,
        "FRAC_PI_3" => consts::FRAC_PI_3,
        "FRAC_PI_4" => consts::FRAC_PI_4,
        "FRAC_PI_6" => consts::FRAC_PI_6,
        "FRAC_PI_8" => consts::FRAC_PI_8,
        "FRAC_1_PI" => consts::FRAC_1_PI,
        "FRAC_2_PI" => consts::FRAC_2_PI,
        "FRAC_2_SQRT_PI" => consts::FRAC_2_SQRT_PI,
        _ => return None,
    })
}

/// `usize::MAX`, `f64::EPSILON`, and the same of a generic real type.
fn limit(owner: &str, name: &str) -> Option<Value> {
    if let Some(width) = Width::by_name(owner) {
        let (least, largest) = width.bounds();
        let (value, width) = match name {
            "MIN" => (least, width),
            "MAX" => (largest, width),
            "BITS" => (i128::from(width.bits()), Width::U32),
            _ => return None,
        };
        return Some(Value::Integer(Integer { value, width: Some(width) }));
    }
    Some(Value::Real(match name {
        "MIN" => f64::MIN,
        "MAX" => f64::MAX,
        "EPSILON" => f64::EPSILON,
        "MIN_POSITIVE" => f64::MIN_POSITIVE,
        "INFINITY" => f64::INFINITY,
        "NEG_INFINITY" => f64::NEG_INFINITY,
        "NAN" => f64::NAN,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<Value> {
        let constant = Constant::of(&syn::parse_str(text).ok()?);
        evaluate(&constant, &mut Machine::new(&Module::default(), 100)).ok()
    }

    #[test]
    fn literals_and_paths_have_values() {
        let typed = |value, width| Some(Value::Integer(Integer { value, width: Some(width) }));
        assert_eq!(of("1_000"), Some(Value::integer(1000)));
        assert_eq!(of("0x1F_u8"), typed(31, Width::U8));
        assert_eq!(of("256u8"), None);
        assert_eq!(of("-3i64"), typed(-3, Width::I64));
        assert_eq!(of("usize::MAX"), typed(u64::MAX.into(), Width::Usize));
        assert_eq!(of("true"), Some(Value::Bool(true)));
        assert_eq!(of("2f64"), Some(Value::Real(2.0)));
        assert_eq!(of("std::f64::consts::PI"), Some(Value::Real(consts::PI)));
        assert_eq!(of("f64::EPSILON"), Some(Value::Real(f64::EPSILON)));
        assert_eq!(of("N"), None);
    }
}
