//! The types of C.

use super::{Refusal, Writer, Written, refuse};
use crate::ir::*;
use crate::law::Extent;

/// A type of numbers in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CType {
    /// The real type of the text.
    Real,
    /// A float of this name.
    Float(Float),
    /// An integer.
    Integer(IntegerType),
    /// A truth value
    Truth,
}

impl CType {
    /// Its name in the text.
    pub fn name(self) -> &'static str {
        match self {
            CType::Real => "real",
            CType::Float(Float::Double) => "f64",
            CType::Float(Float::Single) => "f32",
            CType::Integer(IntegerType::Usize | IntegerType::U128) => "u64",
            CType::Integer(IntegerType::Isize | IntegerType::I128) => "i64",
            CType::Integer(integer) => integer.name(),
            CType::Truth => "u8",
        }
    }

    pub(super) const COUNT: CType = CType::Integer(IntegerType::Usize);

    fn of_scalar(scalar: Scalar) -> Option<CType> {
        match scalar {
            Scalar::Bool => Some(CType::Truth),
            Scalar::Integer(IntegerType::I128 | IntegerType::U128) => None,
            Scalar::Integer(integer) => Some(CType::Integer(integer)),
            Scalar::Float(float) => Some(CType::Float(float)),
            Scalar::Char | Scalar::Str | Scalar::Text | Scalar::Plain => None,
        }
    }

    /// Returns the type of a written exact type.
    pub(super) fn of_exact(ty: &ExactType) -> Option<CType> {
        ty.scalar().and_then(CType::of_scalar)
    }

    /// Returns the type of the leaves of a type.
    pub(super) fn of_leaf(ty: &Type, at: impl Into<Extent>) -> Result<CType, Refusal> {
        let found = match ty.leaf() {
            Type::Real => Some(CType::Real),
            Type::Exact(Exact::Written(ty)) => CType::of_exact(ty),
            Type::Exact(Exact::Discrete) => Some(CType::COUNT),
            Type::Exact(Exact::Unknown) | Type::Structure(_) | Type::Unknown => None,
            Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => None,
        };
        let help = "take numbers, integers, `bool`, and slices and arrays of them";
        found.map_or_else(|| refuse(at, "a kernel has no values of this type", help), Ok)
    }
}

impl Writer<'_> {
    /// Returns the type of a variable that is declared with a value.
    pub(super) fn type_of(&self, var: Var, value: &Expr) -> Written<CType> {
        let v = &self.vars[var];
        match v.ty.leaf() {
            Type::Exact(Exact::Unknown | Exact::Discrete) => {}
            _ => return CType::of_leaf(&v.ty, v.span),
        }
        match (self.ctype(value), v.ty.leaf()) {
            (Some(found), _) => Ok(found),
            // An integer without a type: it may fall below zero as it does in Rust.
            (None, Type::Exact(Exact::Discrete)) => Ok(CType::Integer(IntegerType::I64)),
            (None, _) => refuse(
                v.span,
                format!("the type of `{}` does not show", v.name),
                "write it: `let n: usize = …`",
            ),
        }
    }

    /// Returns the type of an expression; nothing for a literal without a type.
    pub(super) fn ctype(&self, e: &Expr) -> Option<CType> {
        match e {
            Expr::Real(..) | Expr::Apply(..) | Expr::Powi(..) | Expr::ToReal(_) | Expr::Call(..) => {
                Some(CType::Real)
            }
            Expr::Constant(Constant::Integer(integer)) => integer.ty.map(CType::Integer),
            Expr::Constant(Constant::Truth(..)) => Some(CType::Truth),
            Expr::Constant(Constant::Literal(syn::Lit::Float(_))) => Some(CType::Float(Float::Double)),
            Expr::Constant(Constant::Literal(_) | Constant::Path(_) | Constant::Written(_)) => None,
            Expr::Read(place) => self.types.get(&place.base).copied(),
            Expr::Length(_) => Some(CType::COUNT),
            Expr::Exact(op, _) if op.is_truth() => Some(CType::Truth),
            Expr::Exact(Operator::Shl | Operator::Shr, args) => self.ctype(args.first()?),
            Expr::Exact(_, args) => args.iter().find_map(|arg| self.ctype(arg)),
            Expr::ToExact(_, ty) => CType::of_exact(ty),
            Expr::Choose(_, a, b) => self.ctype(a).or_else(|| self.ctype(b)),
            Expr::Host(Host::Constant, _) => Some(CType::Real),
            // A function with a text returns a number.
            Expr::Host(Host::Function(path), _) if super::calls::called(path).is_some() => Some(CType::Real),
            Expr::Host(host, args) if !host.is_exact() => args.iter().find_map(|arg| match arg {
                crate::ir::Argument::Value(e) => self.ctype(e),
                crate::ir::Argument::Mutable(_) | crate::ir::Argument::Shared(_) => None,
            }),
            Expr::Host(..) => Some(CType::COUNT),
            Expr::List(items) => items.iter().find_map(|item| self.ctype(item)),
            Expr::Fill { value, .. } => self.ctype(value),
            Expr::Structure(..) => None,
        }
    }
}
