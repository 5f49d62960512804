//! Makes values what their neighbours are: constants and exact floats become reals.
//!
//! In `fn f<T: Real>(…, dt: f64)` a value of type `f64` is exact and has no cotangent. An expression of such values
//! alone has type `f64` too, `1.0 / n as f64`, and so has a literal combined with one. Law: an expression is taken as
//! an `f64` only if rustc types it so; if it is combined with a real it is converted, and if it depends on active
//! numbers, `check` reports the lost cotangent.

use super::Lowering;
use super::expr::stand_in;
use crate::infer::Term;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::syntax::read::bare;
use syn::spanned::Spanned;

impl Lowering {
    /// Returns the kind of a value.
    pub(super) fn kind(&self, e: &Expr) -> Kind {
        Kind::of(e, &self.vars)
    }

    /// Returns the type of an exact float; nothing if the value is real, an integer, or of a type that only rustc
    /// knows.
    pub(super) fn host_float(&self, e: &Expr) -> Option<Float> {
        self.kind(e).float()
    }

    /// True if `f64` is a type besides the real type of the function.
    pub(super) fn has_host(&self) -> bool {
        matches!(self.real, RealType::Generic(_))
    }

    /// Returns the type of a constant float, which type inference has found.
    pub(super) fn float(&self, e: &syn::Expr) -> Option<Float> {
        match self.known(e) {
            Term::Exact(Some(name)) => Float::by_name(name.text()),
            _ => None,
        }
    }

    /// True for a constant or exact float, as type inference has found.
    pub(super) fn is_float(&self, e: &syn::Expr) -> bool {
        matches!(self.known(e), Term::Float) || self.float(e).is_some()
    }

    /// Returns the constant that a float is: `0.5`, `-2.0 * PI`.
    pub(super) fn constant(&self, written: &syn::Expr, e: &Expr) -> Option<Expr> {
        if self.is_float(written) { unlifted(e) } else { None }
    }

    /// Makes an expression real where its neighbours are.
    pub(super) fn as_real(&mut self, e: Expr, written: &syn::Expr) -> Expr {
        // Rust converts no integer by itself, so this is a length of which the writer knows that it is a number.
        let is_count = self.kind(&e) != Kind::Real && is_length(written) && !self.is_number(written);
        if self.language.is_ordinary() && is_count {
            let message = format!("`{}` stands for a number here, and is taken for a count", shown(written));
            let help = "bind the structure with its type, `let v: Vec3 = …;`; write a count as a number, `v.len() as f64`";
            self.errors.report(Law::MixedTypes, Extent::of(written), message, help);
            return stand_in(written.span());
        }
        self.compared(e, written)
    }

    /// Makes an expression real that is compared with reals: it only decides, so no cotangent of it can be lost.
    pub(super) fn compared(&mut self, e: Expr, written: &syn::Expr) -> Expr {
        match self.kind(&e) {
            Kind::Real => e,
            Kind::Number(number) => {
                let (text, noun) = (shown(written), number.noun());
                let message = format!("`{text}` is a {noun}, and a real is needed here");
                let help = match number {
                    Number::Complex => "take a part of it, such as `.re`, or its `.norm()`",
                    Number::Log => "convert it by `.value()`, or take its logarithm by `.ln()`",
                    Number::MaxPlus | Number::MinPlus => "take its `.value()`",
                };
                self.errors.report(Law::MixedTypes, Extent::of(written), message, help);
                stand_in(written.span())
            }
            _ if matches!(e, Expr::List(_) | Expr::Fill { .. }) => self.lifted(e),
            Kind::Integer | Kind::Constant => constant_lifted(e),
            Kind::Float(_) => Expr::ToReal(Box::new(e)),
            Kind::Truth | Kind::Discrete | Kind::Unknown => {
                if matches!(e, Expr::Host(..)) || self.may_be_real(&e) || self.is_of_a_constant(&e) {
                    return Expr::ToReal(Box::new(e));
                }
                self.not_real(&e, written);
                stand_in(written.span())
            }
        }
    }

    /// Makes an expression an array of this type, as the value of a function is.
    pub(super) fn as_array(&mut self, e: Expr, ty: &Type, written: &syn::Expr) -> Expr {
        match &e {
            Expr::List(_) | Expr::Fill { .. } if ty.of_reals() => self.lifted(e),
            Expr::List(_) | Expr::Fill { .. } | Expr::Call(..) => e,
            Expr::Read(place) if self.type_of(place).depth() == ty.depth() => e,
            _ => {
                let message = format!("`{}` is not an array, and one is needed here", shown(written));
                let help = "write its elements, `[a, b]`, or the name of an array of the function's own";
                self.errors.report(Law::MixedTypes, Extent::of(written), message, help);
                let length = match ty {
                    Type::Array(..) => None,
                    _ => Some(Expr::integer(0)),
                };
                ty.zero(length, written.span())
            }
        }
    }

    /// Returns the elements of an array: all exact, or all real if one is.
    pub(super) fn alike(&mut self, items: Vec<(Expr, &syn::Expr)>) -> Vec<Expr> {
        let written: Vec<&syn::Expr> = items.iter().map(|(_, written)| *written).collect();
        let is_given = |e: &Expr| self.host_float(e).is_some() && !self.is_of_constants(e);
        let items: Vec<Expr> = if items.iter().any(|(e, _)| is_given(e)) {
            items.into_iter().map(|(e, _)| e).collect()
        } else {
            items.into_iter().map(|(e, _)| self.constants_lifted(e)).collect()
        };
        let real = items.iter().any(|item| self.kind(item) == Kind::Real);
        let each = items.into_iter().zip(written);
        each.map(|(item, written)| {
            let is_open = self.host_float(&item).is_some() || is_named_constant(&item);
            if real && is_open { self.as_real(item, written) } else { item }
        })
        .collect()
    }

    /// Converts a value to a real, or the elements of an array to reals.
    pub(super) fn lifted(&self, e: Expr) -> Expr {
        let element = |e: Expr| match self.kind(&e) {
            _ if matches!(e, Expr::List(_) | Expr::Fill { .. }) => self.lifted(e),
            kind if kind.is_constant() => constant_lifted(e),
            _ => self.lifted(e),
        };
        match e {
            Expr::List(items) => Expr::List(items.into_iter().map(element).collect()),
            Expr::Fill { value, length, heap } => {
                Expr::Fill { value: Box::new(element(*value)), length, heap }
            }
            e if self.host_float(&e).is_some() => Expr::ToReal(Box::new(e)),
            e if is_float_constant(&e) => constant_lifted(e),
            e => e,
        }
    }

    /// True if an exact float depends on named constants only.
    pub(super) fn is_of_constants(&self, e: &Expr) -> bool {
        // A variable that is declared as `f64` is not a constant.
        let is_constant = |place: &Place| {
            let definition = self.vars[place.base].definition.as_ref();
            self.of_host.contains(&place.base) && definition.is_some_and(|e| self.is_of_constants(e))
        };
        match e {
            Expr::Read(place) => is_constant(place),
            Expr::Exact(_, args) => args.iter().all(|arg| self.is_of_constants(arg)),
            Expr::Constant(_) => true,
            _ => false,
        }
    }

    /// Converts such a float to a real if its type is ambiguous, as a literal would be.
    pub(super) fn constants_lifted(&self, e: Expr) -> Expr {
        if self.has_host() && self.host_float(&e).is_some() && self.is_of_constants(&e) {
            Expr::ToReal(Box::new(e))
        } else {
            e
        }
    }

    /// Converts the literal of a tuple to one of this type.
    pub(super) fn lifted_as(&self, value: Expr, ty: &syn::Type) -> Expr {
        match (value, ty) {
            (Expr::Structure(shape, fields), syn::Type::Tuple(types)) if shape.of == Constructor::Tuple => {
                let each =
                    fields.into_iter().zip(&types.elems).map(|(field, ty)| match self.lower_type(ty) {
                        ty if ty.of_reals() => self.lifted(field),
                        _ => self.lifted_as(field, ty),
                    });
                Expr::Structure(shape, each.collect())
            }
            (value, _) => value,
        }
    }
    /// True if only rustc knows whether a value is real: host code returns it, and no type is written. The cotangents that
    /// are lost in it are reported by `check`.
    pub(super) fn may_be_real(&self, e: &Expr) -> bool {
        match e {
            Expr::Host(host, _) => !host.is_exact(),
            Expr::Read(place) => self.of_host.contains(&place.base),
            Expr::Exact(op, args) => op.is_arithmetic() && args.iter().any(|arg| self.may_be_real(arg)),
            Expr::Choose(_, a, b) => self.may_be_real(a) || self.may_be_real(b),
            _ => false,
        }
    }

    /// True for a name of a `const` or `static`, whose type rustc alone knows.
    fn is_of_a_constant(&self, e: &Expr) -> bool {
        match e {
            Expr::Read(place) => self.vars[place.base].definition.as_ref().is_some_and(is_named_constant),
            _ => false,
        }
    }
}

/// True for a float literal without a cotangent, and for an expression of such literals alone.
pub(super) fn is_float_constant(e: &Expr) -> bool {
    match e {
        Expr::Constant(constant) => matches!(constant, Constant::Literal(syn::Lit::Float(_))),
        Expr::Exact(op, args) => op.is_arithmetic() && args.iter().all(is_float_constant),
        _ => false,
    }
}

/// Converts a constant to a real.
pub(super) fn constant_lifted(e: Expr) -> Expr {
    match &e {
        Expr::Constant(Constant::Literal(syn::Lit::Float(literal))) => match literal.base10_parse() {
            Ok(value) => Expr::real(value, literal.span()),
            Err(_) => Expr::ToReal(Box::new(e)),
        },
        Expr::Exact(Operator::Neg, args) if is_float_constant(&e) => match constant_lifted(args[0].clone()) {
            Expr::Real(value, span) => Expr::Real(Real(-value.0), span),
            other => Expr::Apply(Primitive::Neg, vec![other]),
        },
        Expr::Exact(op, args) if is_float_constant(&e) => {
            let rule = match op {
                Operator::Add => Primitive::Add,
                Operator::Sub => Primitive::Sub,
                Operator::Mul => Primitive::Mul,
                Operator::Div => Primitive::Div,
                _ => return Expr::ToReal(Box::new(e)),
            };
            Expr::Apply(rule, args.iter().cloned().map(constant_lifted).collect())
        }
        _ => Expr::ToReal(Box::new(e)),
    }
}

/// Returns the constant from which [`constant_lifted`] made a real.
pub(super) fn unlifted(e: &Expr) -> Option<Expr> {
    let all = |op: Operator, args: &[Expr]| {
        Some(Expr::Exact(op, args.iter().map(unlifted).collect::<Option<_>>()?))
    };
    match e {
        Expr::Constant(_) => Some(e.clone()),
        Expr::Real(value, span) if value.0.is_sign_negative() => {
            Some(Expr::Exact(Operator::Neg, vec![Expr::Constant(Constant::float(-value.0, span.0))]))
        }
        Expr::Real(value, span) => Some(Expr::Constant(Constant::float(value.0, span.0))),
        Expr::ToReal(inner) => unlifted(inner),
        Expr::Exact(op, args) if op.is_arithmetic() => all(*op, args),
        Expr::Apply(Primitive::Neg, args) => all(Operator::Neg, args),
        Expr::Apply(Primitive::Add, args) => all(Operator::Add, args),
        Expr::Apply(Primitive::Sub, args) => all(Operator::Sub, args),
        Expr::Apply(Primitive::Mul, args) => all(Operator::Mul, args),
        Expr::Apply(Primitive::Div, args) => all(Operator::Div, args),
        Expr::Exact(..) | Expr::Apply(..) | Expr::Powi(..) | Expr::Read(_) | Expr::Length(_) => None,
        Expr::ToExact(..) | Expr::Call(..) | Expr::Host(..) | Expr::Choose(..) => None,
        Expr::List(_) | Expr::Structure(..) | Expr::Fill { .. } => None,
    }
}

/// True if a float literal is an operand of an expression.
pub(super) fn has_literals(e: &Expr) -> bool {
    match e {
        Expr::Real(..) => true,
        Expr::Constant(Constant::Literal(literal)) => matches!(literal, syn::Lit::Float(_)),
        Expr::Constant(Constant::Path(path)) => is_float_path(&path.path),
        Expr::Constant(Constant::Integer(_) | Constant::Truth(..) | Constant::Written(_)) => false,
        Expr::Exact(_, args) | Expr::Apply(_, args) | Expr::List(args) => args.iter().any(has_literals),
        Expr::Powi(e, _) | Expr::ToReal(e) | Expr::Fill { value: e, .. } => has_literals(e),
        Expr::Host(Host::Method(_), args) => {
            args.iter().any(|arg| matches!(arg, Argument::Value(e) if has_literals(e)))
        }
        Expr::Read(_) | Expr::Length(_) | Expr::ToExact(..) | Expr::Call(..) | Expr::Host(..) => false,
        Expr::Choose(..) | Expr::Structure(..) => false,
    }
}

/// True for `e.len()`.
fn is_length(e: &syn::Expr) -> bool {
    matches!(bare(e), syn::Expr::MethodCall(call) if call.method == "len" && call.args.is_empty())
}
