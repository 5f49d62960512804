//! Parameters of a type that only its traits tell, `shape: &impl Shape`, with a type parameter in place of it.
//!
//! Law: what another pass reads from such a type stays: functions, and what iterates or converts.

use crate::syntax::paths::last;
use crate::syntax::visit_mut::{self, VisitMut};
use quote::format_ident;
use syn::{Signature, Type, TypeParamBound, parse_quote};

/// Traits of Rust and of the library that other passes read.
const READ: [&str; 14] = [
    "Fn",
    "FnMut",
    "FnOnce",
    "Reversible",
    "Iterator",
    "DoubleEndedIterator",
    "ExactSizeIterator",
    "IntoIterator",
    "Into",
    "AsRef",
    "AsMut",
    "Borrow",
    "Deref",
    "ToString",
];

/// Names the types of a signature that only their traits tell.
pub(crate) fn named(sig: &mut Signature) {
    let Signature { inputs, generics, .. } = sig;
    let mut implied = Implied { generics };
    for input in inputs {
        if let syn::FnArg::Typed(param) = input {
            implied.visit_type_mut(&mut param.ty);
        }
    }
}

struct Implied<'a> {
    generics: &'a mut syn::Generics,
}

impl VisitMut for Implied<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let Type::ImplTrait(implied) = ty else { return visit_mut::visit_type_mut(self, ty) };
        let traits = implied.bounds.iter().filter_map(|bound| match bound {
            TypeParamBound::Trait(of) => Some(last(&of.path)),
            _ => None,
        });
        let traits: Vec<String> = traits.collect();
        let is_count = |text: &str| text.parse::<usize>().is_ok();
        let is_read =
            |name: &String| READ.contains(&&**name) || name.strip_prefix("Function").is_some_and(is_count);
        let Some(first) = traits.first().filter(|_| !traits.iter().any(is_read)) else { return };
        let name = format_ident!("Of{}{}", first, self.generics.params.len());
        let bounds = &implied.bounds;
        self.generics.params.push(parse_quote!(#name: #bounds));
        *ty = parse_quote!(#name);
    }
}
