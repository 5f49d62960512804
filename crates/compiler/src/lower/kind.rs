//! Real or exact: what tokens tell of an expression, and making it what its neighbours are.

use super::Lowering;
use super::expr::stand_in;
use super::literal::constant_lifted;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use std::collections::BTreeSet;
use syn::spanned::Spanned;

/// The kinds of values are known before the function is whole, and so without its locals.
static NO_LOCALS: BTreeSet<Var> = BTreeSet::new();

impl Lowering {
    /// Returns the kind of a value.
    pub(super) fn kind(&self, e: &Expr) -> Kind {
        Kinds { vars: &self.vars, discrete: &NO_LOCALS }.of(e)
    }

    /// Lowers an index or the bound of a loop, which counts.
    pub(super) fn whole(&mut self, e: &syn::Expr) -> Expr {
        let before = self.errors.0.len();
        let value = self.exact_value(e);
        if self.errors.0.len() > before || self.kind(&value) != Kind::Real {
            return value;
        }
        let text = shown(e);
        let (message, help) = match &value {
            Expr::Real(..) => (
                format!("`{text}` is real, but a counter is an integer"),
                "count by integers, and compute the real from them: `for i in 0..n { let t = i as f64 * h; … }`"
                    .to_string(),
            ),
            _ => (
                format!("`{text}` is real, but indices and bounds are integers"),
                match e {
                    syn::Expr::Binary(_) | syn::Expr::Unary(_) => format!("cast it: `({text}) as usize`"),
                    _ => format!("cast it: `{text} as usize`"),
                },
            ),
        };
        self.errors.report(Law::MixedTypes, Extent::of(e), message, help);
        Expr::integer(0)
    }

    /// Makes an expression real where its neighbours are.
    pub(super) fn as_real(&mut self, e: Expr, written: &syn::Expr) -> Expr {
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
            Expr::List(_) | Expr::Fill { .. } if ty.is_real() => self.lifted(e),
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

    /// Whether only rustc knows if a value is real: host code returns it, and no type is written. What is lost of active
    /// numbers in it is told by `check`.
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

    /// Tells why an expression is not real: because its type cannot be told, or because it is exact.
    pub(super) fn not_real(&mut self, e: &Expr, written: &syn::Expr) {
        let (real, text) = (self.real.ident().to_string(), shown(written));
        let help = match written {
            syn::Expr::Binary(_) | syn::Expr::If(_) => format!("cast it: `({text}) as {real}`"),
            _ => format!("cast it: `{text} as {real}`"),
        };
        if matches!(e, Expr::Read(place) if self.type_of(place).depth() > 0) {
            let message = format!("`{text}` is an array, and a single value is needed here");
            let help = format!("read an element, `{text}[i]`, in a loop over all of them");
            return self.errors.report(Law::MixedTypes, Extent::of(written), message, help);
        }
        if let Expr::Read(Place { base, .. }) = e {
            let named = match self.vars[*base].ty.leaf() {
                Type::Structure(Some(ty)) => Some(shown(ty)),
                Type::Unknown => Some("_".to_string()),
                Type::Structure(None) | Type::Real | Type::Number(_) | Type::Exact(_) => None,
                Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => None,
            };
            if let Some(ty) = named {
                let message = format!("`{text}` is of the type `{ty}`, and a real is needed here");
                let help = format!(
                    "read a number in it, such as `{0}.field`, or take `{0}: &{real}`",
                    self.vars[*base].name
                );
                return self.errors.report(Law::MixedTypes, Extent::of(written), message, help);
            }
        }
        if let Some((message, help)) = self.unknown(e, &real) {
            return self.errors.report(Law::UnknownType, Extent::of(written), message, help);
        }
        let message = format!("`{text}` is exact, and a real value is needed here");
        self.errors.report(Law::MixedTypes, Extent::of(written), message, help);
    }

    /// What to say where the type of a place is hidden behind a name that tokens cannot look through.
    pub(super) fn unknown(&self, e: &Expr, real: &str) -> Option<(String, String)> {
        let Expr::Read(place) = e else { return None };
        let variable = &self.vars[place.base];
        let name = &variable.name;
        let Type::Exact(Some(ty)) = variable.ty.leaf() else { return None };
        (!ty.is_own()).then(|| {
            (
                format!("the type `{}` does not show whether `{name}` contains reals", shown(ty)),
                format!(
                    "read a number in it, such as `{name}.field`; if the type is an alias of an array or a number, write it out, such as \
                     `{name}: &[{real}]`"
                ),
            )
        })
    }
}
