//! Expressions.

use super::calls::{called, program_of};
use super::ctype::CType;
use super::{Writer, Written, refuse};
use crate::ir::step::Program;
use crate::ir::*;
use proc_macro2::Span;
use quote::ToTokens;

impl Writer<'_> {
    /// Prints an expression, in parentheses where it has an operator.
    pub(super) fn expr(&mut self, e: &Expr) -> Written<String> {
        Ok(match e {
            Expr::Real(value, _) => real(value.0),
            Expr::Constant(constant) => self.constant(constant)?,
            Expr::Read(place) => self.number(place)?,
            Expr::Length(place) => self.length(place)?,
            Expr::Apply(rule, args) => {
                let args = self.exprs(args)?;
                match (rule.symbol(), &args[..]) {
                    (Some(symbol), [a, b]) => format!("({a} {symbol} {b})"),
                    (Some(symbol), [a]) => format!("({symbol}{a})"),
                    _ => format!("rg_{}({})", rule.name(), args.join(", ")),
                }
            }
            Expr::Powi(x, n) => format!("rg_powi({}, {})", self.expr(x)?, self.expr(n)?),
            Expr::Exact(op, args) => self.exact(*op, args)?,
            Expr::ToReal(e) => format!("((real){})", self.expr(e)?),
            Expr::ToExact(e, ty) => {
                let Some(to) = CType::of_exact(ty) else {
                    return refuse(
                        Span::call_site(),
                        format!("a kernel has no type `{}`", ty.name()),
                        "use `usize` or `i64`",
                    );
                };
                let (from, value) = (self.ctype(e), self.expr(e)?);
                match (from, to) {
                    (Some(CType::Real | CType::Float(_)), CType::Integer(_) | CType::Truth) => {
                        format!("rg_to_{}({value})", to.name())
                    }
                    _ => format!("(({}){value})", to.name()),
                }
            }
            Expr::Call(callee, args) => self.called(callee, args)?,
            Expr::Host(host, args) => self.host(host, args)?,
            Expr::Choose(condition, a, b) => {
                format!("({} ? {} : {})", self.expr(condition)?, self.expr(a)?, self.expr(b)?)
            }
            Expr::List(_) | Expr::Fill { .. } => {
                return refuse(
                    Span::call_site(),
                    "a kernel has no array inside an expression",
                    "give it a name with `let`",
                );
            }
            Expr::Structure(..) => {
                return refuse(
                    Span::call_site(),
                    "a kernel has no structures and no tuples",
                    "use numbers and arrays",
                );
            }
        })
    }

    fn called(&mut self, callee: &Callee, args: &[Argument]) -> Written<String> {
        let mut given = vec!["c".to_string()];
        for arg in args {
            given.push(self.argument(arg)?);
        }
        let (number, run) = (self.callee(callee)?, program_of(callee, Program::Primal));
        Ok(format!("@{{{number}.{run}}}({})", given.join(", ")))
    }

    fn exprs(&mut self, args: &[Expr]) -> Written<Vec<String>> {
        args.iter().map(|arg| self.expr(arg)).collect()
    }

    fn constant(&mut self, constant: &Constant) -> Written<String> {
        Ok(match constant {
            Constant::Integer(integer) => match integer.ty {
                None if integer.value <= i32::MAX as u128 => integer.value.to_string(),
                None => format!("{}ull", integer.value),
                Some(ty) => format!("(({}){}ull)", CType::Integer(ty).name(), integer.value),
            },
            Constant::Truth(value, _) => u8::from(*value).to_string(),
            Constant::Literal(syn::Lit::Float(float)) => match float.base10_parse::<f64>() {
                Ok(value) => format!("{value:?}"),
                Err(error) => return refuse(float.span(), error.to_string(), "write a float"),
            },
            Constant::Literal(other) => {
                return refuse(other.span(), "a kernel has no texts and no characters", "use numbers");
            }
            Constant::Path(path) => self.named(path.to_token_stream()),
            Constant::Written(e) => self.named(e.to_token_stream()),
        })
    }

    /// A constant of Rust, whose value is put into the text when it is compiled.
    fn named(&mut self, tokens: proc_macro2::TokenStream) -> String {
        let constants = &mut self.text.constants;
        let text = tokens.to_string();
        let at = constants.iter().position(|known| known.to_string() == text).unwrap_or_else(|| {
            constants.push(tokens);
            constants.len() - 1
        });
        format!("@{{constant:{at}}}")
    }

    fn exact(&mut self, op: Operator, args: &[Expr]) -> Written<String> {
        let is_truth = args.first().is_some_and(|arg| self.ctype(arg) == Some(CType::Truth));
        let is_float = args.iter().any(|arg| matches!(self.ctype(arg), Some(CType::Real | CType::Float(_))));
        let text = self.exprs(args)?;
        let symbol = match op {
            Operator::Add => "+",
            Operator::Sub => "-",
            Operator::Mul => "*",
            Operator::Div | Operator::Rem if !is_float => {
                let site = self.site("an integer is divided by zero".into());
                let symbol = if op == Operator::Div { "/" } else { "%" };
                return Ok(format!("({} {symbol} rg_divisor(c, {}, {site}))", text[0], text[1]));
            }
            Operator::Div => "/",
            Operator::Rem => return Ok(format!("rg_fmod({}, {})", text[0], text[1])),
            Operator::BitAnd => "&",
            Operator::BitOr => "|",
            Operator::BitXor => "^",
            Operator::Shl => "<<",
            Operator::Shr => ">>",
            Operator::And => "&&",
            Operator::Or => "||",
            Operator::Eq => "==",
            Operator::Ne => "!=",
            Operator::Lt => "<",
            Operator::Le => "<=",
            Operator::Gt => ">",
            Operator::Ge => ">=",
            Operator::Not if is_truth => return Ok(format!("(!{})", text[0])),
            Operator::Not => return Ok(format!("(~{})", text[0])),
            Operator::Neg => return Ok(format!("(-{})", text[0])),
        };
        Ok(format!("({} {symbol} {})", text[0], text[1]))
    }

    fn host(&mut self, host: &Host, args: &[Argument]) -> Written<String> {
        let mut values = Vec::new();
        for arg in args {
            if let Argument::Value(e) = arg {
                values.push(self.expr(e)?);
            }
        }
        match (host, &values[..]) {
            (Host::Constant, [value]) => return Ok(format!("((real){value})")),
            (Host::Within(part), [at, from, end, ..]) => {
                let site = self.site(format!("an index is outside of the part of `{}`", part.of));
                let end = if part.open { "~(u64)0".to_string() } else { end.clone() };
                return Ok(format!("rg_within(c, {at}, {from}, {end}, {site})"));
            }
            (Host::Method(method), _) => {
                if let ("len", [Argument::Shared(place)]) = (method.name().as_str(), args) {
                    return self.length(place);
                }
                let is_known = ["min", "max", "abs", "floor", "ceil", "round", "trunc"]
                    .contains(&method.name().as_str());
                if is_known && values.len() == args.len() {
                    let ty = args.iter().find_map(|arg| match arg {
                        Argument::Value(e) => self.ctype(e),
                        Argument::Mutable(_) | Argument::Shared(_) => None,
                    });
                    let kind = match ty {
                        Some(CType::Real | CType::Float(_)) => "rg_",
                        Some(CType::Integer(_) | CType::Truth) | None => "rg_exact_",
                    };
                    return Ok(format!("{kind}{}({})", method.name(), values.join(", ")));
                }
                let message = format!("a kernel has no method `{}`", method.name());
                return refuse(Span::call_site(), message, "compute it outside, and pass the value");
            }
            // The host has compared the lengths of the arguments.
            (Host::Function(path), [a, b]) if is_rest(path) => {
                return Ok(format!("({a} - {b})"));
            }
            (Host::Function(path), [a, b]) if bound_of(path).is_some() => {
                return Ok(format!("rg_exact_{}({a}, {b})", bound_of(path).unwrap_or_default()));
            }
            (Host::Function(path), _) => {
                if let Some(callee) = called(path) {
                    return self.called(&callee, args);
                }
                return plain_function(path);
            }
            _ => {}
        }
        refuse(
            Span::call_site(),
            "a kernel has no such value of ordinary Rust",
            "compute it outside, and pass the value",
        )
    }
}

/// Refuses a function that has no text.
pub(super) fn plain_function<T>(path: &syn::ExprPath) -> Written<T> {
    let name = path.path.to_token_stream().to_string().replace(' ', "");
    let message = format!("`{name}` is ordinary Rust, which a device does not run");
    let help = "compute its value outside, and pass it; a marked function returns a number";
    refuse(crate::law::Extent::of(path), message, help)
}

/// The name of the smaller or the larger of two integers in the text.
fn bound_of(path: &syn::ExprPath) -> Option<&'static str> {
    match &path.path.to_token_stream().to_string().replace(' ', "")[..] {
        "::core::cmp::min" => Some("min"),
        "::core::cmp::max" => Some("max"),
        _ => None,
    }
}

/// True for the function that returns the number of elements of a part.
fn is_rest(path: &syn::ExprPath) -> bool {
    path.path.to_token_stream().to_string().replace(' ', "") == "::retrograde::__private::rest"
}

fn real(value: f64) -> String {
    match value {
        v if v.is_nan() => "RG_NAN".into(),
        v if v.is_infinite() => if v > 0.0 { "RG_INFINITY" } else { "(-RG_INFINITY)" }.into(),
        v if v.is_sign_negative() => format!("R(-{:?})", -v),
        v => format!("R({v:?})"),
    }
}
