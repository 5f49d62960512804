//! Variants without parts, of an enum whose other variants have some: `Mode::Off` is written as a literal, `Mode::Off {}`.
//!
//! Takes a function; returns it with such literals where a variant is a value, so that all variants that a local holds are of one type.
//! Law: an enum none of whose variants has parts in the function stays, since it may be a constant, unless the crate knows it.

use crate::sorted::{Map, Set};
use crate::syntax::enums;
use crate::syntax::named::{judged, maker};
use crate::syntax::paths::last;
use crate::syntax::read::listed;
use crate::syntax::seek::{each, each_local};
use crate::syntax::visit::{self, Visit};
use crate::syntax::visit_mut::{self, VisitMut};
use quote::ToTokens;
use syn::{Expr, FnArg, Pat, Type, parse_quote};

/// Rewrites a function.
pub(super) fn literal(item: &mut syn::ItemFn) {
    let mut parts = Parts::default();
    parts.visit_block(&item.block);
    parts.enums.extend(copied(item));
    Literal(&parts).visit_block_mut(&mut item.block);
}

/// The variants without parts that a function names, one for each enum: a value from which a place of it may start.
pub(super) fn units(block: &syn::Block) -> Map<String, Expr> {
    let mut parts = Parts::default();
    parts.visit_block(block);
    let mut units = Map::new();
    let at = |e: &Expr| {
        let path = match e {
            Expr::Path(path) => &path.path,
            Expr::Struct(literal) if literal.fields.is_empty() && literal.rest.is_none() => &literal.path,
            _ => return,
        };
        let has_parts = parts.variants.contains(&path.to_token_stream().to_string());
        if let (Some(of), false) = (enum_of(path), has_parts) {
            units.entry(of).or_insert_with(|| e.clone());
        }
    };
    each(at, |visitor| visitor.visit_block(block));
    units
}

/// The path of the enum, if a path that stands alone is that of a variant.
fn enum_of(path: &syn::Path) -> Option<String> {
    judged(path).is_variant().then(|| text_before(path))
}

/// The path before the last name.
fn text_before(path: &syn::Path) -> String {
    let of = path.segments.iter().take(path.segments.len() - 1).map(|segment| segment.ident.to_string());
    of.collect::<Vec<_>>().join("::")
}

/// The enums of parameters that are copied into a local which holds other variants afterwards.
fn copied(item: &syn::ItemFn) -> Vec<String> {
    let of = |input: &FnArg| match input {
        FnArg::Typed(param) => match (&*param.pat, &*param.ty) {
            (Pat::Ident(name), Type::Path(ty)) => {
                Some((name.ident.clone(), ty.path.to_token_stream().to_string().replace(' ', "")))
            }
            _ => None,
        },
        FnArg::Receiver(_) => None,
    };
    let params: Vec<_> = item.sig.inputs.iter().filter_map(of).collect();
    let mut enums = Vec::new();
    let at = |local: &syn::Local| {
        let name = match &local.pat {
            Pat::Ident(name) if name.mutability.is_some() => name,
            _ => return,
        };
        let of = local.init.as_ref().and_then(|init| {
            params.iter().find(|(param, _)| crate::syntax::read::is_name(&init.expr, param))
        });
        let Some((_, of)) = of else { return };
        let assigned = |e: &Expr| {
            let Expr::Assign(assign) = e else { return };
            let variant = match &*assign.right {
                Expr::Path(path) => enum_of(&path.path),
                _ => None,
            };
            if crate::syntax::read::is_name(&assign.left, &name.ident) && variant.as_ref() == Some(of) {
                enums.push(of.clone());
            }
        };
        each(assigned, |visitor| visitor.visit_block(&item.block));
    };
    each_local(at, |visitor| visitor.visit_block(&item.block));
    enums
}

/// The enums of which a variant has parts, and these variants.
#[derive(Default)]
struct Parts {
    enums: Set<String>,
    variants: Set<String>,
}

impl Parts {
    fn note(&mut self, path: &syn::Path) {
        if maker(path).is_variant() {
            self.enums.insert(text_before(path));
            self.variants.insert(path.to_token_stream().to_string());
        }
    }
}

impl<'ast> Visit<'ast> for Parts {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Struct(literal) if !literal.fields.is_empty() => self.note(&literal.path),
            Expr::Call(call) => {
                if let Expr::Path(path) = &*call.func {
                    self.note(&path.path);
                }
            }
            _ => {}
        }
        visit::visit_expr(self, e);
    }
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        listed(mac).iter().flatten().for_each(|item| Visit::visit_expr(self, item));
    }
    fn visit_pat(&mut self, pat: &'ast Pat) {
        match pat {
            Pat::TupleStruct(of) => self.note(&of.path),
            Pat::Struct(of) => self.note(&of.path),
            _ => {}
        }
        visit::visit_pat(self, pat);
    }
}

struct Literal<'a>(&'a Parts);

impl Literal<'_> {
    /// An item of a list, which is one of the enum whatever else the function says of it, unless the values of the enum are exact.
    fn item(&mut self, e: &mut Expr) {
        let is_known = |path: &syn::ExprPath| {
            let is_one = |of: String| {
                enums::has_variant(&of, &last(&path.path)) && !crate::ir::is_plain_enum(of.as_str())
            };
            enum_of(&path.path).is_some_and(is_one)
        };
        match e {
            Expr::Path(path) if is_known(path) => *e = parse_quote!(#path {}),
            other => self.visit_expr_mut(other),
        }
    }
}

impl VisitMut for Literal<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Path(path) => {
                let is_known = |of: &str| syn::parse_str(of).is_ok_and(|of| enums::is_enum(&of));
                let is_one =
                    enum_of(&path.path).is_some_and(|of| self.0.enums.contains(&of) || is_known(&of));
                if is_one && !self.0.variants.contains(&path.to_token_stream().to_string()) {
                    *e = parse_quote!(#path {});
                }
            }
            Expr::Array(list) => list.elems.iter_mut().for_each(|item| self.item(item)),
            Expr::Repeat(list) => self.item(&mut list.expr),
            Expr::MethodCall(call) if call.method == "push" => {
                self.visit_expr_mut(&mut call.receiver);
                call.args.iter_mut().for_each(|item| self.item(item));
            }
            // A comparison takes it as it is.
            Expr::Binary(binary) => {
                for side in [&mut binary.left, &mut binary.right] {
                    if !matches!(**side, Expr::Path(_)) {
                        self.visit_expr_mut(side);
                    }
                }
            }
            Expr::Call(call) => call.args.iter_mut().for_each(|arg| self.visit_expr_mut(arg)),
            _ => visit_mut::visit_expr_mut(self, e),
        }
    }
    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        if let Some(mut items) = listed(mac) {
            items.iter_mut().for_each(|item| self.item(item));
            mac.tokens = quote::quote!(#(#items),*);
        }
    }
}
