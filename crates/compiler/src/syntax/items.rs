//! Items among the statements: constants, functions and imports of a block, which are visible in all programs.
//!
//! They are moved to the start of the function's body. Law: a name keeps its meaning, so an item of an inner block is
//! renamed if its name occurs outside of that block.

use crate::sorted::{Map, Set};
use crate::syntax::visit_mut::{self, VisitMut};
use crate::tokens;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;

/// Renames items of inner blocks whose names occur elsewhere in the function.
pub(crate) fn apart(block: &mut syn::Block, reserved: &mut Set<String>) {
    let mut inner = Inner { all: count(block), reserved, outermost: true };
    inner.visit_block_mut(block);
}

/// Counts the occurrences of each name.
fn count(block: &syn::Block) -> Map<String, usize> {
    let mut found = Map::new();
    tokens::each_name(block, &mut |name| *found.entry(name.unraw().to_string()).or_default() += 1);
    found
}

struct Inner<'a> {
    all: Map<String, usize>,
    reserved: &'a mut Set<String>,
    outermost: bool,
}

impl VisitMut for Inner<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let outermost = std::mem::replace(&mut self.outermost, false);
        visit_mut::visit_block_mut(self, block);
        if outermost {
            return;
        }
        let names: Vec<Ident> = block.stmts.iter().flat_map(declared).collect();
        if names.is_empty() {
            return;
        }
        let here = count(block);
        for name in names {
            let text = name.unraw().to_string();
            if here.get(&text) == self.all.get(&text) {
                continue;
            }
            let fresh = (2..).map(|n| format!("{text}_{n}")).find(|fresh| !self.reserved.contains(fresh));
            let fresh = fresh.unwrap_or_default();
            self.reserved.insert(fresh.clone());
            for stmt in &mut block.stmts {
                rename(stmt, &text, &fresh);
            }
        }
    }
}

/// The names that an item declares.
fn declared(stmt: &syn::Stmt) -> Vec<Ident> {
    fn imported(tree: &syn::UseTree, out: &mut Vec<Ident>) {
        match tree {
            syn::UseTree::Path(path) => imported(&path.tree, out),
            syn::UseTree::Name(name) => out.push(name.ident.clone()),
            syn::UseTree::Rename(rename) => out.push(rename.rename.clone()),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| imported(tree, out)),
            syn::UseTree::Glob(_) => {}
        }
    }
    match stmt {
        syn::Stmt::Item(syn::Item::Const(item)) => vec![item.ident.clone()],
        syn::Stmt::Item(syn::Item::Fn(item)) => vec![item.sig.ident.clone()],
        syn::Stmt::Item(syn::Item::Use(item)) => {
            let mut names = Vec::new();
            imported(&item.tree, &mut names);
            names
        }
        _ => Vec::new(),
    }
}

/// Replaces a name in a statement.
fn rename(stmt: &mut syn::Stmt, name: &str, fresh: &str) {
    if let syn::Stmt::Item(syn::Item::Use(item)) = stmt {
        return import_as(&mut item.tree, name, fresh);
    }
    let renamed = renamed(stmt.to_token_stream(), name, fresh);
    let parse = |input: syn::parse::ParseStream<'_>| syn::Block::parse_within(input);
    if let Ok(mut stmts) = syn::parse::Parser::parse2(parse, renamed) {
        if let (Some(parsed), true) = (stmts.pop(), stmts.is_empty()) {
            *stmt = parsed;
        }
    }
}

fn import_as(tree: &mut syn::UseTree, name: &str, fresh: &str) {
    match tree {
        syn::UseTree::Path(path) => import_as(&mut path.tree, name, fresh),
        syn::UseTree::Group(group) => {
            group.items.iter_mut().for_each(|tree| import_as(tree, name, fresh));
        }
        syn::UseTree::Name(found) if found.ident == name => {
            let (ident, rename) = (found.ident.clone(), Ident::new(fresh, found.ident.span()));
            let as_token = syn::Token![as](ident.span());
            *tree = syn::UseTree::Rename(syn::UseRename { ident, as_token, rename });
        }
        syn::UseTree::Rename(found) if found.rename == name => {
            found.rename = Ident::new(fresh, found.rename.span());
        }
        syn::UseTree::Name(_) | syn::UseTree::Rename(_) | syn::UseTree::Glob(_) => {}
    }
}

/// Replaces a name in tokens, except after `.` or `::`, where it denotes something else.
fn renamed(tokens: TokenStream, name: &str, fresh: &str) -> TokenStream {
    let mut behind = false;
    let mut last = ' ';
    let mut out = Vec::new();
    for token in tokens {
        let mut now = ' ';
        out.push(match token {
            TokenTree::Ident(ident) if !behind && ident == name => Ident::new(fresh, ident.span()).into(),
            TokenTree::Group(group) => tokens::within(&group, |inner| renamed(inner, name, fresh)).into(),
            TokenTree::Punct(punct) => {
                now = punct.as_char();
                punct.into()
            }
            other => other,
        });
        // In a range `0..K` with two dots, `K` is a name.
        behind = (now == '.' && last != '.') || (now == ':' && last == ':');
        last = now;
    }
    out.into_iter().collect()
}
