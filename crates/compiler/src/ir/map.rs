//! Maps: `HashMap<key, value>` and `BTreeMap<key, value>`, whose elements are accessed by keys.
//!
//! To the passes a map is an array whose indices are keys: `map[&k]` is a place, and two keys that may be equal are
//! two indices that may be equal. In addition it gains and loses keys, by the instruction behind `insert!` and
//! `remove!`. Law: two keys are only known to be equal, or to differ by a constant: a key may have a signed type.

use super::{Argument, Expr, Host, Place};
use std::rc::Rc;

/// Returns the types of keys and values of a map, as they were written.
pub fn entry_types(written: &syn::Type) -> Option<(&syn::Type, &syn::Type)> {
    let syn::Type::Path(path) = written else { return None };
    let last =
        path.path.segments.last().filter(|last| last.ident == "HashMap" || last.ident == "BTreeMap")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let mut types = arguments.args.iter().filter_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    Some((types.next()?, types.next()?))
}

/// Returns the type of the map with values of another type.
pub fn with_values(written: &syn::Type, value: syn::Type) -> syn::Type {
    with_parts(written, &[None, Some(value)])
}

/// Returns the type of the map with keys and values of other types.
pub fn with_entries(written: &syn::Type, key: syn::Type, value: syn::Type) -> syn::Type {
    with_parts(written, &[Some(key), Some(value)])
}

fn with_parts(written: &syn::Type, parts: &[Option<syn::Type>]) -> syn::Type {
    let mut written = written.clone();
    if let syn::Type::Path(path) = &mut written {
        if let Some(syn::PathArguments::AngleBracketed(arguments)) =
            path.path.segments.last_mut().map(|last| &mut last.arguments)
        {
            let types = arguments.args.iter_mut().filter_map(|argument| match argument {
                syn::GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            for (ty, part) in types.zip(parts) {
                if let Some(part) = part {
                    *ty = part.clone();
                }
            }
        }
    }
    written
}

/// `HashMap::default()`: a map without entries.
pub fn empty_map(written: &syn::Type) -> Expr {
    let mut path = match written {
        syn::Type::Path(p) => p.path.clone(),
        _ => syn::parse_quote!(Default),
    };
    path.segments.iter_mut().for_each(|segment| segment.arguments = syn::PathArguments::None);
    Expr::Host(Host::Function(Rc::new(syn::parse_quote!(#path::default))), Vec::new())
}

/// `map.contains_key(&key)`
pub fn has_key(map: &Place, key: &Expr) -> Expr {
    Expr::Host(Host::HasKey, vec![Argument::Shared(map.clone()), Argument::Value(key.clone())])
}

impl Place {
    /// Returns the place of the value of a key.
    pub fn at_key(&self, key: &Expr) -> Place {
        let mut place = self.clone();
        place.path.push(super::Projection::Index(key.clone()));
        place
    }
}
