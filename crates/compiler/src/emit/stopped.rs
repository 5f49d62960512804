//! Locals that are held constant, `#[inactive] let`, where numbers may carry derivatives: they are bound without these.
//!
//! Law: in every program of a function the local is a constant, for dual numbers and a tape as for the adjoint. Where the adjoint is declared, the
//! mark says only that none is derived here: the derivatives of the body are those of its values.

use super::steps::Emitter;
use crate::ir::{Exact, RealType, Type, Var};
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// Returns the value of a local, as a constant if it is held constant and the function is generic over its numbers.
    pub(super) fn constant(&self, var: Var, value: TokenStream) -> TokenStream {
        let is_generic = matches!(self.printer.real, Some(RealType::Generic(_)));
        if self.printer.readable || !self.stops || !is_generic || !self.printer.vars.is_constant(var) {
            return value;
        }
        match &self.printer.vars[var].ty {
            Type::Real => quote!(::retrograde::__private::Real::stopped(#value)),
            Type::Array(..) | Type::Vec(_) | Type::Exact(Exact::Unknown) => {
                // What collects or parses knows its type by what is written.
                let ty = self.written_type(var);
                let ty = (!ty.is_empty()).then(|| quote!(, #ty));
                quote!(::retrograde::__private::stopped!(#value #ty))
            }
            Type::Exact(_) | Type::Slice(_) | Type::Structure(_) | Type::Map(..) | Type::Unknown => value,
        }
    }
}
