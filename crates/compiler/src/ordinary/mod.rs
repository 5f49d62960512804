//! Ordinary functions: from the Rust that people have to statements that have an inverse.
//!
//! Takes the syntax of a function, returns the syntax of a function of the strict language that computes the same. What
//! destroys a value becomes an exchange with a new local that holds the old value (`assign`); what leaves a block early becomes
//! branches on a flag (`exits`). The locals of each block are recorded when it ends, so the old values and the decisions are there
//! for the reverse pass. Law: the function itself is emitted as it was written; this text is only differentiated.

mod assign;
mod beside;
mod bounds;
mod boxes;
mod builders;
mod callees;
mod collections;
pub(crate) mod constants;
mod exits;
mod fresh;
pub(crate) mod functions;
mod heaps;
mod inside;
mod iterators;
mod kept;
mod labels;
pub(crate) mod layout;
mod lending;
mod lent_parts;
mod made_maps;
mod methods;
mod names;
mod nested;
pub(crate) mod own;
mod parameters;
mod rests;
mod returns;
pub(crate) mod rules;
mod searches;
mod sequence;
mod sets;
mod slots;
mod tables;
mod texts;
mod types;
mod variants;
pub(crate) mod worded;

use crate::law::Diagnostics;
use crate::sorted::Set;
use crate::syntax::{checkpoint, enums, structures, together};
pub(crate) use fresh::Fresh;
use syn::{Expr, parse_quote};

/// Copies the parameters of a function that are declared `mut` into locals.
pub(crate) fn copied(item: &mut syn::ItemFn) {
    let mut fresh = Fresh::of(item);
    parameters::copied(item, &mut fresh);
}

/// Returns the text that is differentiated in place of an ordinary function of a block, and the names that were made for it.
pub(crate) fn rewritten(
    item: &syn::ItemFn,
    block: &own::Block,
    errors: &mut Diagnostics,
) -> (syn::ItemFn, Set<String>) {
    let mut item = item.clone();
    let mut fresh = Fresh::of(&item);
    // The passes move statements out of their blocks.
    crate::syntax::items::apart(&mut item.block, fresh.taken());
    sequence::LETTERS.set(!names::has_letters(&item));
    texts::refuse_read_back(&item.block, errors);
    builders::without_receiver(&mut item);
    // The function itself stays one that a constant calls.
    item.sig.constness = None;
    returns::left(&mut item.block, &mut fresh);
    types::told(&mut item.block);
    let functions = functions::taken(&mut item, &mut fresh, errors);
    let captured = functions.iter().map(|of| (of.name.clone(), of.captured.clone())).collect();
    nested::marked(&mut item.block);
    parameters::named(&mut item, &mut fresh);
    parameters::copied(&mut item, &mut fresh);
    lent_parts::apart(&mut item.block);
    texts::collected(&mut item.block, &mut fresh);
    boxes::opened(&mut item.block, &mut fresh);
    builders::apart(&mut item.block, &mut fresh);
    own::named(&mut item, block);
    methods::known(&mut item, &mut fresh);
    labels::looped(&mut item.block, &mut fresh);
    names::unique(&mut item, &mut fresh);
    callees::told(&mut item.block);
    sets::mapped(&mut item.block, &mut fresh);
    made_maps::filled(&mut item.block, &mut fresh);
    slots::apart(&mut item.block, &mut fresh);
    bounds::bound(&mut item, &mut fresh);
    let lent = lending::visited(&mut item.block);
    inside::copied(&mut item.block, &mut fresh);
    kept::named(&mut item.block, &mut fresh);
    variants::literal(&mut item);
    rests::placed(&mut item.block, &mut fresh);
    heaps::sorted(&mut item.block, &mut fresh);
    searches::looped(&mut item.block, &mut fresh);
    tables::read(&mut item.block, &mut fresh);
    iterators::indexed(&mut item.block, &mut fresh);
    let maps = collections::known(&mut item, &mut fresh);
    let (methods, of) = (block.beside.clone(), block.of.clone());
    let known = sequence::Known { functions, methods, maps, of, lent };
    sequence::ordered(&mut item, known, &mut fresh, errors);
    types::written(&mut item);
    exits::structured(&mut item, &mut fresh, errors);
    let is_beside = layout::is_beside(&item.sig);
    let real = types::real(&item.sig);
    functions::captures(&mut item, captured, &real);
    if is_beside {
        beside::last(&mut item, &mut fresh);
    }
    assign::exchanged(&mut item.block, &mut fresh);
    (item, fresh.into_made())
}

/// True for a signature with parameters that the programs take otherwise.
pub(crate) fn takes_otherwise(sig: &syn::Signature) -> bool {
    sig.inputs.iter().any(|input| match input {
        syn::FnArg::Typed(param) => {
            !matches!(&*param.pat, syn::Pat::Ident(_))
                || functions::Given::of(&param.ty, &sig.generics).is_some()
        }
        syn::FnArg::Receiver(_) => false,
    })
}

/// Takes the attributes out of a signature that only the derivative reads.
pub(crate) fn unmarked_signature(mut sig: syn::Signature) -> syn::Signature {
    for input in &mut sig.inputs {
        if let syn::FnArg::Typed(param) = input {
            param.attrs.retain(|attr| !attr.path().is_ident("inactive") && !attr.path().is_ident("scratch"));
        }
    }
    sig
}

/// Takes the attributes out of a body that only the derivative reads. In a function with type parameters, `is_generic`, a local that is
/// held constant is a constant for numbers that carry derivatives, too.
pub(crate) fn unmarked(body: &mut syn::Block, is_generic: bool) {
    struct Unmarked(bool);
    impl crate::syntax::visit_mut::VisitMut for Unmarked {
        fn visit_local_mut(&mut self, local: &mut syn::Local) {
            let marked = local.attrs.len();
            local.attrs.retain(|attr| !attr.path().is_ident("inactive"));
            let is_constant = self.0 && local.attrs.len() < marked;
            let ty = match &local.pat {
                syn::Pat::Type(typed) => Some(&*typed.ty),
                _ => None,
            };
            let is_lent = matches!(ty, Some(syn::Type::Reference(_)));
            let may_carry = |init: &&mut syn::LocalInit| is_constant && !is_lent && may_carry(&init.expr);
            if let Some(init) = local.init.as_mut().filter(may_carry) {
                let (value, ty) = (&init.expr, ty.into_iter());
                init.expr = parse_quote!(::retrograde::__private::stopped!(#value #(, : #ty)*));
            }
            crate::syntax::visit_mut::visit_local_mut(self, local);
        }
        fn visit_expr_mut(&mut self, e: &mut Expr) {
            if let Some(attrs) = checkpoint::marks(e) {
                attrs.retain(|attr| !checkpoint::is_checkpoint(attr) && !together::is_mark(attr));
            }
            crate::syntax::visit_mut::visit_expr_mut(self, e);
        }
    }
    crate::syntax::visit_mut::VisitMut::visit_block_mut(&mut Unmarked(is_generic), body);
}

/// True for a value that may hold numbers of its own: what is lent stays where it is.
fn may_carry(value: &Expr) -> bool {
    !matches!(value, Expr::Reference(_)) && !crate::tokens::names(value).is_empty()
}

/// A value that a place of a type may hold before it holds another.
fn start(ty: &syn::Type) -> Option<Expr> {
    match ty {
        syn::Type::Path(path) => {
            let last = path.path.segments.last()?;
            Some(match last.ident.to_string().as_str() {
                "bool" => parse_quote!(false),
                "Vec" => parse_quote!(Vec::new()),
                "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => parse_quote!(0),
                "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => parse_quote!(0),
                "f64" | "f32" => parse_quote!(0.0),
                // The real type of a generic function, unless the crate has a structure of this name.
                name if name.len() == 1 && last.arguments.is_empty() && !structures::is_known(ty) => {
                    parse_quote!(0.0)
                }
                "Option" | "Result" => return None,
                _ => return Some(made(ty).unwrap_or_else(|| parse_quote!(Default::default()))),
            })
        }
        syn::Type::Array(array) => {
            let (item, length) = (start(&array.elem)?, &array.len);
            Some(parse_quote!([#item; #length]))
        }
        syn::Type::Paren(inner) => start(&inner.elem),
        syn::Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(start).collect::<Option<Vec<_>>>()?;
            Some(parse_quote!((#(#parts),*)))
        }
        _ => None,
    }
}

/// A structure that the crate knows, written out with a value that its fields may hold before they hold others, or a variant without
/// values.
pub(crate) fn made(ty: &syn::Type) -> Option<Expr> {
    match (ty, enums::first_variant(ty)) {
        (syn::Type::Path(path), Some(first)) => {
            let (of, variant) = (without_arguments(&path.path), &first.ident);
            let parts = first
                .fields
                .members()
                .zip(&first.fields)
                .map(|(member, field)| Some((member, start(&field.ty)?)));
            let parts: Vec<(syn::Member, Expr)> = parts.collect::<Option<_>>()?;
            Some(match parts.is_empty() && crate::ir::is_exact_type(ty) {
                true => parse_quote!(#of::#variant),
                false => crate::syntax::made::variant(&parse_quote!(#of::#variant), parts),
            })
        }
        _ => written_out(ty, &|_, ty| start(ty)),
    }
}

/// A constant of a structure that the crate knows, `Vec3::ZERO`, written out with its fields.
fn constant(path: &syn::Path) -> Option<Expr> {
    fn part(of: &Expr, ty: &syn::Type) -> Option<Expr> {
        if structures::is_known(ty) {
            return written_out(ty, &|member, ty| part(&parse_quote!(#of.#member), ty));
        }
        // A float of a constant is a number, like a literal.
        Some(match ty {
            syn::Type::Path(float) if float.path.is_ident("f64") || float.path.is_ident("f32") => {
                parse_quote!((#of as #ty))
            }
            _ => of.clone(),
        })
    }
    let ty = structures::value_at(path).filter(structures::is_known)?;
    part(&parse_quote!(#path), &ty)
}

/// True for a part of such a constant, `Vec3::ZERO.x`.
fn is_part_of_constant(e: &Expr) -> bool {
    match e {
        Expr::Field(field) => match &*field.base {
            Expr::Path(path) => constant(&path.path).is_some(),
            base => is_part_of_constant(base),
        },
        Expr::Paren(inner) => is_part_of_constant(&inner.expr),
        _ => false,
    }
}

/// A type whose parameters rustc infers.
fn without_parameters(ty: &syn::Type) -> syn::Type {
    match ty {
        syn::Type::Path(path) => {
            let path = without_arguments(&path.path);
            parse_quote!(#path)
        }
        ty => ty.clone(),
    }
}

fn without_arguments(path: &syn::Path) -> syn::Path {
    let mut path = path.clone();
    path.segments.iter_mut().for_each(|segment| segment.arguments = syn::PathArguments::None);
    path
}

fn written_out(ty: &syn::Type, value: &dyn Fn(&syn::Member, &syn::Type) -> Option<Expr>) -> Option<Expr> {
    let syn::Type::Path(path) = ty else { return None };
    let path = without_arguments(&path.path);
    let fields = structures::fields(ty)?.into_iter().map(|(member, ty)| {
        let value = value(&member, &ty)?;
        Some(quote::quote!(#member: #value))
    });
    let fields = fields.collect::<Option<Vec<_>>>()?;
    Some(parse_quote!(#path { #(#fields),* }))
}
