//! Messages about values of different types that stand together: an index that is real, an integer beside a float.

use super::Lowering;
use super::expr::stand_in;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use syn::spanned::Spanned;

impl Lowering {
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

    /// Tells why an expression is not real: because its type cannot be told, or because it is exact.
    pub(super) fn not_real(&mut self, e: &Expr, written: &syn::Expr) {
        let (real, text) = (self.real.ident().to_string(), shown(written));
        let is_truth =
            matches!(e, Expr::Read(place) if self.type_of(place) == Type::Exact(Scalar::Bool.into()));
        let help = match written {
            _ if is_truth => format!("choose: `if {text} {{ 1.0 }} else {{ 0.0 }}`"),
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
                Type::Structure(Named::Written(ty)) => Some(shown(ty)),
                Type::Unknown => Some("_".to_string()),
                Type::Structure(Named::Unknown | Named::Number(_)) => None,
                Type::Real | Type::Exact(_) => None,
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

    /// Returns the message about a place whose type is hidden behind a name that tokens do not explain.
    pub(super) fn unknown(&self, e: &Expr, real: &str) -> Option<(String, String)> {
        let Expr::Read(place) = e else { return None };
        let variable = &self.vars[place.base];
        let name = &variable.name;
        let Type::Exact(Exact::Written(ty)) = variable.ty.leaf() else { return None };
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
