//! Lanes are closed: they become a method of their own, which knows the items of the crate and nothing of the function around.
//!
//! Takes lanes; returns the reason for which they cannot be such a method. Law: each variable that they read or change is declared in them, or is the
//! name inside of a capture, a length, a row or a sum; and what is copied from the source, paths and types among it, names no parameter of the function or of the
//! block around it, and no lifetime.

use super::Reason;
use crate::ir::step::{Lanes, Step, each_call, each_expression};
use crate::ir::*;
use crate::simplify::access::{Nodes, Shape};
use crate::sorted::Set;
use crate::tokens;
use proc_macro2::TokenTree;
use quote::ToTokens;

/// Returns the reason for which lanes name what only the function around has.
pub(super) fn open(lanes: &Lanes, vars: &Variables) -> Option<Reason> {
    let steps = [&lanes.head[..], &lanes.body].concat();
    let nodes = Nodes::of(&steps, vars);
    if let Some(reason) = lanes.captures.iter().find_map(|capture| of_capture(capture.of, vars)) {
        return Some(reason);
    }
    if let Some(var) = undeclared(&nodes, lanes) {
        return Some(format!("nothing hands `{}` to its lanes", vars[var].name));
    }
    let mut found = None;
    each_written(&steps, &nodes, lanes, &mut |text| {
        if found.is_none() {
            found = own_name(text, vars);
        }
    });
    found.map(|name| format!("it names `{name}`, which only the function has"))
}

/// Returns a variable that is neither declared in the steps nor handed to them.
fn undeclared(nodes: &Nodes, lanes: &Lanes) -> Option<Var> {
    let handed = lanes.captures.iter().chain(&lanes.lengths).chain(&lanes.sums).map(|capture| capture.local);
    let handed: Set<Var> =
        handed.chain(lanes.rows.iter().map(|row| row.local)).chain([lanes.index]).collect();
    let mut accesses = nodes.all.iter().enumerate().flat_map(|(id, node)| {
        let bases = node.accesses.iter().map(|access| access.place.base);
        bases.map(move |base| (id, base))
    });
    let found = accesses.find(|(id, base)| !handed.contains(base) && nodes.instance(*id, *base).is_none());
    found.map(|(_, base)| base)
}

/// Returns the reason for which a method cannot name the type of what is captured.
fn of_capture(var: Var, vars: &Variables) -> Option<Reason> {
    let variable = &vars[var];
    let Type::Exact(Exact::Written(ty)) = variable.ty.leaf() else { return None };
    let is_lent = variable.ty.depth() > 0 && (vars.is_lending(var) || ty.scalar() == Some(Scalar::Str));
    let is_borrowed = |token: &TokenTree| match token {
        TokenTree::Punct(sign) => matches!(sign.as_char(), '&' | '\''),
        TokenTree::Ident(word) => word == "impl",
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    };
    if is_lent || tokens::any(ty.written(), &mut |token| is_borrowed(token)) {
        return Some(format!("`{}` holds what is behind a reference", variable.name));
    }
    let name = own_name(ty.written(), vars)?;
    Some(format!("the type of `{}` names `{name}`, which only the function has", variable.name))
}

/// Calls `ask` with all in lanes that is copied from the source.
fn each_written(steps: &[Step], nodes: &Nodes, lanes: &Lanes, ask: &mut dyn FnMut(&dyn ToTokens)) {
    each_expression(steps, &mut |e| e.each_written(ask));
    each_call(steps, &mut |callee, args| {
        ask(&callee.path);
        args.iter().for_each(|arg| arg.each_written(ask));
    });
    for row in &lanes.rows {
        [&row.start, &row.stride].into_iter().chain(&row.length).for_each(|e| e.each_written(ask));
    }
    for node in &nodes.all {
        node.accesses.iter().for_each(|access| access.place.each_index(&mut |at| at.each_written(ask)));
        if let Shape::For(_, range) = &node.shape {
            range.step.iter().chain(range.nth.as_deref()).for_each(|e| e.each_written(ask));
        }
    }
}

/// Returns a name in a text that only the function has: that of a type parameter, or of a parameter that is called.
fn own_name(text: impl ToTokens, vars: &Variables) -> Option<String> {
    let text = text.into_token_stream();
    let is_alone = syn::parse2::<syn::Ident>(text.clone()).is_ok();
    let is_own = |name: &String| vars.is_type_parameter(name) || is_alone && vars.is_parameter(name);
    tokens::names(text).into_iter().find(is_own)
}
