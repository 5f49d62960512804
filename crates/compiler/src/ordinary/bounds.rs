//! Ranges with a name, and slices that a condition chooses: both are known by their bounds.
//!
//! Takes a block in which each name is bound once: `let r = a..b;` binds `a` and `b`, and the range is written where the name stood;
//! `let s = if c { &x[..n] } else { &x[n..] };` chooses the bounds, and then takes the slice. Law: bounds are evaluated once, where they were.

use super::fresh::Fresh;
use crate::sorted::Set;
use crate::syntax::read::{behind, end_of, is_empty_vector, is_name, name_of, typed, value_of};
use crate::syntax::rewrite::{blocks, outer, within};
use crate::syntax::visit_mut::VisitMut;
use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, ExprRange, Ident, Pat, Stmt, parse_quote, parse_quote_spanned};

/// Rewrites the body of a function.
pub(super) fn bound(item: &mut syn::ItemFn, fresh: &mut Fresh) {
    let mut lists = parameters(&item.sig);
    blocks(&mut item.block, |mut stmt, rest, out| {
        note_lists(&stmt, &mut lists);
        let Some((name, value)) = named(&mut stmt) else { return out.push(stmt) };
        if let Some(range) = range_of(value, &name, fresh, out) {
            return within(rest.iter_mut(), &mut written(&name, &range));
        }
        if let Some(slice) = chosen_slice(value, &name, &lists, fresh, out) {
            *value = slice;
        }
        out.push(stmt);
    });
}

/// The parameters that are arrays, slices or vectors.
fn parameters(sig: &syn::Signature) -> Set<String> {
    let name = |input: &syn::FnArg| match input {
        syn::FnArg::Typed(param) => name_of_pat(&param.pat).filter(|_| is_list(behind(&param.ty))),
        syn::FnArg::Receiver(_) => None,
    };
    sig.inputs.iter().filter_map(name).collect()
}

/// Notes the locals of a statement that are arrays, vectors or slices.
fn note_lists(stmt: &Stmt, lists: &mut Set<String>) {
    let Stmt::Local(syn::Local { pat, init: Some(init), .. }) = stmt else { return };
    let (pat, ty) = typed(pat);
    let starts = match &*init.expr {
        Expr::Reference(lent) => match &*lent.expr {
            Expr::Index(index) => matches!(&*index.index, Expr::Range(_)),
            of => name_of(of).is_some_and(|of| lists.contains(&of)),
        },
        Expr::MethodCall(call) => call.method == "split_at" || call.method == "to_vec",
        value => {
            let start = super::sequence::start_like(value);
            matches!(start, Expr::Array(_) | Expr::Repeat(_)) || is_empty_vector(&start)
        }
    };
    if ty.map_or(starts, |ty| is_list(behind(ty))) {
        match pat {
            Pat::Tuple(parts) => lists.extend(parts.elems.iter().filter_map(name_of_pat)),
            pat => lists.extend(name_of_pat(pat)),
        }
    }
}

fn name_of_pat(pat: &Pat) -> Option<String> {
    match pat {
        Pat::Ident(name) => Some(name.ident.to_string()),
        _ => None,
    }
}

fn is_list(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Array(_) | syn::Type::Slice(_) => true,
        syn::Type::Path(path) => crate::syntax::paths::ends(&path.path, &["Vec"]),
        _ => false,
    }
}

/// The name and the value of a local that does not change.
fn named(stmt: &mut Stmt) -> Option<(Ident, &mut Expr)> {
    let Stmt::Local(syn::Local { pat, init: Some(init), .. }) = stmt else { return None };
    let name = match pat {
        Pat::Ident(name) => name,
        Pat::Type(typed) => match &*typed.pat {
            Pat::Ident(name) => name,
            _ => return None,
        },
        _ => return None,
    };
    let is_plain = name.mutability.is_none() && name.by_ref.is_none() && init.diverge.is_none();
    is_plain.then(|| (name.ident.clone(), &mut *init.expr))
}

/// The range that a local is, with bounds that are bound to names.
fn range_of(value: &Expr, name: &Ident, fresh: &mut Fresh, out: &mut Vec<Stmt>) -> Option<ExprRange> {
    let span = value.span();
    match value {
        Expr::Paren(inner) => range_of(&inner.expr, name, fresh, out),
        Expr::Range(range) => {
            let mut range = range.clone();
            let bounds = [(&mut range.start, "start"), (&mut range.end, "end")];
            for (bound, word) in bounds {
                let Some(bound) = bound.as_mut().filter(|bound| !matches!(***bound, Expr::Lit(_))) else {
                    continue;
                };
                let of = fresh.name(&format!("{name}_{word}"), span);
                out.push(parse_quote_spanned!(span=> let #of = #bound;));
                **bound = parse_quote_spanned!(span=> #of);
            }
            Some(range)
        }
        Expr::If(_) | Expr::Match(_) => {
            let chosen = with_leaves(value, &mut |leaf| {
                let Expr::Range(range) = leaf else { return None };
                let (start, end) = (range.start.as_ref()?, end_of(range)?);
                Some(parse_quote_spanned!(span=> (#start, #end)))
            })?;
            let [start, end] = fresh.names([&format!("{name}_start"), &format!("{name}_end")], span);
            out.push(parse_quote_spanned!(span=> let (#start, #end) = #chosen;));
            Some(parse_quote_spanned!(span=> #start..#end))
        }
        _ => None,
    }
}

/// Writes a range where its name stands.
fn written(name: &Ident, range: &ExprRange) -> impl VisitMut {
    let (range, whole) = (range.clone(), Expr::Range(range.clone()));
    let (start, end) = (range.start.clone(), end_of(&range));
    outer(move |e| {
        let by: Expr = match &*e {
            Expr::MethodCall(call) if is_name(&call.receiver, name) => match call.method.to_string().as_str()
            {
                "clone" => whole.clone(),
                "len" => match (&start, &end) {
                    (Some(start), Some(end)) => {
                        let (start, end) = ((**start).clone(), end.clone());
                        match &start {
                            Expr::Lit(lit) if lit.to_token_stream().to_string() == "0" => end,
                            _ => parse_quote_spanned!(call.span()=> (#end).saturating_sub(#start)),
                        }
                    }
                    _ => return false,
                },
                "contains" => match call.args.first().and_then(|item| inside(&range, item, call.span())) {
                    Some(inside) => inside,
                    None => return false,
                },
                _ => {
                    let mut call = call.clone();
                    *call.receiver = parse_quote!((#whole));
                    Expr::MethodCall(call)
                }
            },
            Expr::MethodCall(call) if is_copy(&call.receiver, name) => {
                let mut call = call.clone();
                *call.receiver = parse_quote!((#whole));
                Expr::MethodCall(call)
            }
            Expr::Field(field) if is_name(&field.base, name) => match (&field.member, &start, &range.end) {
                (syn::Member::Named(of), Some(start), _) if of == "start" => (**start).clone(),
                (syn::Member::Named(of), _, Some(end)) if of == "end" => (**end).clone(),
                _ => return false,
            },
            e if is_name(e, name) => whole.clone(),
            _ => return false,
        };
        *e = by;
        // The arguments of a method may have the name as well.
        matches!(e, Expr::Range(_))
    })
}

/// The comparisons for which `range.contains(&item)` stands.
pub(super) fn inside(range: &ExprRange, item: &Expr, span: Span) -> Option<Expr> {
    let item = if let Expr::Reference(lent) = item { &lent.expr } else { item };
    let above = range.start.iter().map(|start| -> Expr { parse_quote_spanned!(span=> (#start) <= (#item)) });
    let below = range.end.iter().map(|end| -> Expr {
        match range.limits {
            syn::RangeLimits::Closed(_) => parse_quote_spanned!(span=> (#item) <= (#end)),
            syn::RangeLimits::HalfOpen(_) => parse_quote_spanned!(span=> (#item) < (#end)),
        }
    });
    let all = above.chain(below).reduce(|a, b| parse_quote_spanned!(span=> #a && #b))?;
    Some(parse_quote_spanned!(span=> (#all)))
}

/// True for `name.clone()`.
fn is_copy(e: &Expr, name: &Ident) -> bool {
    matches!(e, Expr::MethodCall(call) if call.method == "clone" && is_name(&call.receiver, name))
}

/// The slice whose bounds, or whose values, a condition chooses.
fn chosen_slice(
    value: &Expr,
    name: &Ident,
    lists: &Set<String>,
    fresh: &mut Fresh,
    out: &mut Vec<Stmt>,
) -> Option<Expr> {
    if !matches!(value, Expr::If(_) | Expr::Match(_)) {
        return None;
    }
    let (mut slices, mut is_slice, mut is_mutable) = (Vec::new(), false, false);
    with_leaves(value, &mut |leaf| {
        let slice = Slice::of(leaf)?;
        let is_list = |base: &Expr| name_of(base).is_some_and(|name| lists.contains(&name));
        is_slice |= slice.range.is_some() || is_list(&slice.base);
        is_mutable |= slice.is_mutable;
        slices.push(slice.base.to_token_stream().to_string());
        Some(leaf.clone())
    })?;
    if !is_slice {
        return None;
    }
    let span = value.span();
    if slices.iter().all(|base| *base == slices[0]) {
        let mut base = None;
        let chosen = with_leaves(value, &mut |leaf| {
            let slice = Slice::of(leaf)?;
            let (start, end) = slice.bounds();
            base = Some(slice.base);
            Some(parse_quote_spanned!(span=> (#start, #end)))
        })?;
        let base = base?;
        let [start, end] = fresh.names([&format!("{name}_start"), &format!("{name}_end")], span);
        out.push(parse_quote_spanned!(span=> let (#start, #end) = #chosen;));
        return Some(match is_mutable {
            true => parse_quote_spanned!(span=> &mut #base[#start..#end]),
            false => parse_quote_spanned!(span=> &#base[#start..#end]),
        });
    }
    if is_mutable {
        return None;
    }
    // Of different arrays, the values are copied: nothing changes them while the slice is lent.
    let chosen = with_leaves(value, &mut |leaf| {
        let Slice { base, range, .. } = Slice::of(leaf)?;
        Some(match range {
            Some(range) => parse_quote_spanned!(span=> #base[#range].to_vec()),
            None => parse_quote_spanned!(span=> #base.to_vec()),
        })
    })?;
    let copy = fresh.name(&format!("{name}_chosen"), span);
    out.push(parse_quote_spanned!(span=> let #copy = #chosen;));
    Some(parse_quote_spanned!(span=> &#copy[..]))
}

/// A slice of an array, `&x[a..b]`, or the array as a whole.
struct Slice {
    base: Expr,
    range: Option<ExprRange>,
    is_mutable: bool,
}

impl Slice {
    fn of(e: &Expr) -> Option<Slice> {
        let (e, is_lent, is_mutable) = match e {
            Expr::Reference(lent) => (&*lent.expr, true, lent.mutability.is_some()),
            e => (e, false, false),
        };
        match e {
            Expr::Index(index) if is_lent => match &*index.index {
                Expr::Range(range) => {
                    Some(Slice { base: (*index.expr).clone(), range: Some(range.clone()), is_mutable })
                }
                _ => None,
            },
            Expr::Path(_) => Some(Slice { base: e.clone(), range: None, is_mutable }),
            _ => None,
        }
    }

    /// The bounds of the slice in the array.
    fn bounds(&self) -> (Expr, Expr) {
        let (base, range) = (&self.base, self.range.as_ref());
        let start =
            range.and_then(|range| range.start.as_deref().cloned()).unwrap_or_else(|| parse_quote!(0));
        (start, range.and_then(end_of).unwrap_or_else(|| parse_quote!(#base.len())))
    }
}

/// A choice with other values; nothing if one of its values has none.
fn with_leaves(e: &Expr, value: &mut dyn FnMut(&Expr) -> Option<Expr>) -> Option<Expr> {
    match e {
        Expr::Paren(inner) => with_leaves(&inner.expr, value),
        Expr::Block(block) => {
            let mut block = block.clone();
            in_block(&mut block.block, value)?;
            Some(Expr::Block(block))
        }
        Expr::If(branch) => {
            let mut branch = branch.clone();
            in_block(&mut branch.then_branch, value)?;
            let (_, other) = branch.else_branch.as_mut()?;
            **other = with_leaves(other, value)?;
            Some(Expr::If(branch))
        }
        Expr::Match(on) => {
            let mut on = on.clone();
            for arm in &mut on.arms {
                *arm.body = with_leaves(&arm.body, value)?;
            }
            Some(Expr::Match(on))
        }
        leaf => value(leaf),
    }
}

/// Puts another value in place of that of a block.
fn in_block(block: &mut syn::Block, value: &mut dyn FnMut(&Expr) -> Option<Expr>) -> Option<()> {
    let new = with_leaves(value_of(block)?, value)?;
    if let Some(Stmt::Expr(last, None)) = block.stmts.last_mut() {
        *last = new;
    }
    Some(())
}
