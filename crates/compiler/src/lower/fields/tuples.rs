//! What the written types of tuples tell of their parts: in `wires: &[(usize, T)]` the first part is exact and the second real.
//!
//! Law: a part that no use names stays unnamed, so that a type alone makes no parameter active.

use super::super::host::is_of_floats;
use super::super::is_exact_type;
use super::{Scan, Term, Way};
use crate::ir::{Segment, Type};
use std::collections::BTreeMap;
use syn::ext::IdentExt;

impl Scan<'_> {
    /// Notes of each part of a tuple that is used what its type tells.
    pub(super) fn tuples(&mut self, item: &syn::ItemFn) -> BTreeMap<Way, Type> {
        let mut told = BTreeMap::new();
        let ways: Vec<(Way, usize)> = self.ways.iter().map(|(way, node)| (way.clone(), *node)).collect();
        for input in &item.sig.inputs {
            let syn::FnArg::Typed(param) = input else { continue };
            let syn::Pat::Ident(name) = &*param.pat else { continue };
            let name = name.ident.unraw().to_string();
            for (way, node) in ways.iter().filter(|((root, _), _)| *root == name) {
                let Some(ty) = end(&param.ty, &way.1) else { continue };
                let of = (self.kind)(ty);
                let term = match of.leaf() {
                    Type::Real => Term::Real,
                    Type::Exact(Some(tokens)) if is_exact_type(tokens) && !is_of_floats(&of) => Term::Exact,
                    // A float of the host's may carry a cotangent of a caller's.
                    _ => continue,
                };
                self.unify(Term::Node(*node), term);
                told.insert(way.clone(), of);
            }
        }
        told
    }
}

/// The type at the end of a way into tuples, and arrays of them.
fn end<'a>(ty: &'a syn::Type, layout: &[Segment]) -> Option<&'a syn::Type> {
    let ty = behind(ty);
    match layout {
        [] => Some(ty),
        [Segment::Element, rest @ ..] => end(element(ty)?, rest),
        [Segment::Field(name), rest @ ..] => match ty {
            syn::Type::Tuple(parts) => end(parts.elems.get(name.parse::<usize>().ok()?)?, rest),
            _ => None,
        },
    }
}

fn behind(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Reference(r) => behind(&r.elem),
        syn::Type::Paren(p) => behind(&p.elem),
        syn::Type::Group(g) => behind(&g.elem),
        other => other,
    }
}

fn element(ty: &syn::Type) -> Option<&syn::Type> {
    match ty {
        syn::Type::Slice(slice) => Some(&slice.elem),
        syn::Type::Array(array) => Some(&array.elem),
        syn::Type::Path(path) => {
            let last = path.path.segments.last().filter(|last| last.ident == "Vec")?;
            let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
            match arguments.args.first()? {
                syn::GenericArgument::Type(ty) => Some(ty),
                _ => None,
            }
        }
        _ => None,
    }
}
