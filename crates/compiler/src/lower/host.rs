//! Floats of ordinary Rust in a function with another real type: which expressions have type `f64`, and where they
//! become reals.
//!
//! In `fn f<T: Real>(…, dt: f64)` a value of type `f64` is exact and has no cotangent. An expression of such values
//! alone has type `f64` too, `1.0 / n as f64`, and so has a literal combined with one. Law: an expression is taken as
//! an `f64` only if rustc types it so; if it is combined with a real it is converted, and if it depends on active
//! numbers, `check` reports the lost cotangent.

use super::Lowering;
use super::expr::stand_in;
use super::literal::{constant_lifted, is_float_constant, is_literal};
use crate::infer::Term;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use syn::spanned::Spanned;

impl Lowering {
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

    /// Reports an integer combined with an exact float, which rustc rejects too.
    pub(super) fn whole_beside_float(
        &mut self,
        a: (&Expr, &syn::Expr),
        b: (&Expr, &syn::Expr),
    ) -> Option<Expr> {
        let (written, float) = match (self.kind(a.0), self.kind(b.0)) {
            (Kind::Discrete, Kind::Float(float)) => (a.1, float.name()),
            (Kind::Float(float), Kind::Discrete) => (b.1, float.name()),
            _ => return None,
        };
        let text = shown(written);
        let message = format!("`{text}` is an integer, and next to it is a float of type `{float}`");
        let help = match written {
            syn::Expr::Binary(_) => format!("cast it: `({text}) as {float}`"),
            _ => format!("cast it: `{text} as {float}`"),
        };
        self.errors.report(Law::MixedTypes, Extent::of(written), message, help);
        Some(stand_in(written.span()))
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
        each.map(|(item, written)| match self.host_float(&item).is_some() || is_named_constant(&item) {
            true if real => self.as_real(item, written),
            _ => item,
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

    /// Lowers `f64::max(a, b)` and `f64::from(n)` of exact values.
    pub(super) fn host_call(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let syn::Expr::Path(path) = &*call.func else { return None };
        let [of, name] = &path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
        if !self.has_host() || of.ident != "f64" {
            return None;
        }
        let lower = |this: &mut Self, e: &syn::Expr| this.exact_value(e);
        if name.ident == "from" && call.args.len() == 1 {
            let value = lower(self, &call.args[0]);
            return (self.kind(&value) != Kind::Real)
                .then(|| Expr::ToExact(Box::new(value), ExactType::of(&named(of))));
        }
        if !keeps_type(&name.ident.to_string()) || call.args.iter().all(is_literal) {
            return None;
        }
        let errors = self.errors.0.len();
        let args: Vec<Expr> = call.args.iter().map(|arg| lower(self, arg)).collect();
        let is_hosted = args.iter().any(|arg| self.host_float(arg).is_some());
        if !is_hosted || args.iter().any(|arg| self.kind(arg) == Kind::Real) {
            self.errors.0.truncate(errors);
            return None;
        }
        let args = args.into_iter().map(Argument::Value).collect();
        Some(Expr::Host(Host::Function(Box::new(path.clone())), args))
    }

    /// Converts the literal of a tuple to one of this type.
    pub(super) fn lifted_as(&self, value: Expr, ty: &syn::Type) -> Expr {
        match (value, ty) {
            (Expr::Structure(shape, fields), syn::Type::Tuple(types)) if shape.path.is_none() => {
                let each =
                    fields.into_iter().zip(&types.elems).map(|(field, ty)| match self.lower_type(ty) {
                        ty if ty.is_real() => self.lifted(field),
                        _ => self.lifted_as(field, ty),
                    });
                Expr::Structure(shape, each.collect())
            }
            (value, _) => value,
        }
    }
}

/// Returns the type that a segment of a path names.
fn named(of: &syn::PathSegment) -> syn::Type {
    syn::Type::Path(syn::TypePath { qself: None, path: of.ident.clone().into() })
}
