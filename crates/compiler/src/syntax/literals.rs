//! Float literals in generic code: `1.0 / x` becomes `T::constant(1.0) / x`, and `n as T` becomes `T::constant(n as
//! f64)`.
//!
//! A literal whose type is determined does not change: one with a suffix, one within `T::constant(…)`, one that is
//! cast or bound by a `let` with a type, and those in items or macros.

use crate::syntax::visit_mut::{self, VisitMut};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Ident, Lit, Type};

/// Makes the literals of an expression generic.
pub(crate) fn expression(mut e: Expr, real: &Ident) -> Expr {
    Constants { real }.visit_expr_mut(&mut e);
    e
}

/// Makes the literals of a block generic.
pub(crate) fn block(mut block: syn::Block, real: &Ident) -> syn::Block {
    Constants { real }.visit_block_mut(&mut block);
    block
}

struct Constants<'a> {
    real: &'a Ident,
}

impl Constants<'_> {
    fn is_real(&self, ty: &Type) -> bool {
        matches!(ty, Type::Path(path) if path.path.is_ident(self.real)) || matches!(ty, Type::Infer(_))
    }
}

impl VisitMut for Constants<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let real = self.real;
        match e {
            Expr::Lit(literal) => {
                if let Lit::Float(float) = &literal.lit {
                    if float.suffix().is_empty() {
                        *e = Expr::Verbatim(
                            quote_spanned!(float.span()=> <#real as ::retrograde::__private::Real>::constant(#float)),
                        );
                    }
                }
            }
            Expr::Cast(cast) => {
                if self.is_real(&cast.ty) {
                    let span = cast.span();
                    let inner = match &*cast.expr {
                        simple @ (Expr::Path(_) | Expr::Paren(_) | Expr::Index(_) | Expr::Cast(_)) => {
                            quote!(#simple as f64)
                        }
                        other => quote!((#other) as f64),
                    };
                    *e = Expr::Verbatim(
                        quote_spanned!(span=> <#real as ::retrograde::__private::Real>::constant(#inner)),
                    );
                }
            }
            Expr::Call(call) if is_constant(&call.func) => {}
            other => visit_mut::visit_expr_mut(self, other),
        }
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        match &local.pat {
            syn::Pat::Type(pattern) if !self.is_real(&pattern.ty) => {}
            _ => visit_mut::visit_local_mut(self, local),
        }
    }

    // An array length or a bound of a pattern is not a number of this function.
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
}

/// True for `T::constant`, `Real::constant` and similar functions, which take an `f64`.
fn is_constant(function: &Expr) -> bool {
    match function {
        Expr::Path(path) => path.path.segments.last().is_some_and(|segment| segment.ident == "constant"),
        _ => false,
    }
}
