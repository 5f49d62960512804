//! Numbers that are made of real parts: complex, logarithmic and tropical ones.
//!
//! To the passes such a number is an array of its parts, with a constant index for each; what its arithmetic means for the
//! parts is decided in `lower`, so that every partial comes from the one table of rules.

use super::RealType;
use quote::ToTokens;

/// A type of numbers with parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// `Complex<T>`: a real and an imaginary part
    Complex,
    /// `Log<T>`: the logarithm of a positive number
    Log,
    /// `MaxPlus<T>`: its value
    MaxPlus,
    /// `MinPlus<T>`: its value
    MinPlus,
}

impl Number {
    /// The fields that hold its parts.
    pub fn parts(self) -> &'static [&'static str] {
        match self {
            Number::Complex => &["re", "im"],
            Number::Log => &["ln"],
            Number::MaxPlus | Number::MinPlus => &["value"],
        }
    }

    /// The name of its type.
    pub fn name(self) -> &'static str {
        match self {
            Number::Complex => "Complex",
            Number::Log => "Log",
            Number::MaxPlus => "MaxPlus",
            Number::MinPlus => "MinPlus",
        }
    }

    /// Returns its name in messages.
    pub fn noun(self) -> &'static str {
        match self {
            Number::Complex => "complex number",
            Number::Log => "logarithmic number",
            Number::MaxPlus | Number::MinPlus => "tropical number",
        }
    }

    /// The type that the last segment of a path names.
    pub fn by_name(name: &str) -> Option<Number> {
        Some(match name {
            "Complex" | "Complex64" | "Complex32" => Number::Complex,
            "Log" => Number::Log,
            "MaxPlus" => Number::MaxPlus,
            "MinPlus" => Number::MinPlus,
            _ => return None,
        })
    }

    /// The type of numbers over the real type that a path names: `Complex<T>`, `Complex64`.
    pub fn over(real: &RealType, path: &syn::Path) -> Option<Number> {
        let last = path.segments.last()?;
        let alias = match last.ident.to_string().as_str() {
            "Complex64" => Some("f64"),
            "Complex32" => Some("f32"),
            _ => None,
        };
        let of = match (&last.arguments, alias) {
            (syn::PathArguments::None, Some(alias)) => alias.to_string(),
            (syn::PathArguments::AngleBracketed(args), None) if args.args.len() == 1 => {
                args.args.to_token_stream().to_string()
            }
            _ => return None,
        };
        Number::by_name(&last.ident.to_string()).filter(|_| *real.ident() == of)
    }
}
