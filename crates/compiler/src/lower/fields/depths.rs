//! How deep names are indexed: what a call returns to one that is indexed is an array, and a copy is as deep as its original.
//!
//! What is visited by a loop, or has a length, is indexed once, and once more for each index of what the loop calls its elements:
//! of `for row in &image { for x in row { … } }` the rows are indexed. Law: names are keys, so namesakes are apart.

use super::namesakes::key;
use std::collections::BTreeMap;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};

/// How deep each name of a block is indexed.
pub(super) fn depths(block: &syn::Block) -> BTreeMap<String, usize> {
    let mut found = Depths::default();
    found.visit_block(block);
    // What is found of an element is found of its array, however many loops there are between them.
    let elements = std::mem::take(&mut found.elements);
    for _ in 0..elements.len() {
        let before = found.of.clone();
        for (element, array, less) in &elements {
            let depth = found.of.get(element).copied().unwrap_or(0);
            found.note(array, less + depth);
        }
        if found.of == before {
            break;
        }
    }
    found.of
}

#[derive(Default)]
struct Depths {
    of: BTreeMap<String, usize>,
    /// Names of elements and of parts, what they lie in, and how many indices lead there.
    elements: Vec<(String, syn::Expr, usize)>,
}

impl Depths {
    fn note(&mut self, e: &syn::Expr, above: usize) {
        match e {
            syn::Expr::Path(path) => {
                let Some(name) = path.path.get_ident() else { return };
                let depth = self.of.entry(name.unraw().to_string()).or_default();
                *depth = above.max(*depth);
            }
            syn::Expr::Index(index) => {
                let ranged = matches!(&*index.index, syn::Expr::Range(_));
                self.note(&index.expr, above.max(1) + usize::from(!ranged && above > 0));
            }
            syn::Expr::Paren(p) => self.note(&p.expr, above),
            syn::Expr::Reference(r) => self.note(&r.expr, above),
            _ => {}
        }
    }

    /// What a loop visits, and what it calls its elements.
    fn visited(&mut self, pat: &syn::Pat, e: &syn::Expr, less: usize) {
        let (name, argument) = match e {
            syn::Expr::MethodCall(call) => (call.method.to_string(), call.args.first()),
            syn::Expr::Paren(p) => return self.visited(pat, &p.expr, less),
            _ => (String::new(), None),
        };
        match (e, pat) {
            (syn::Expr::MethodCall(call), syn::Pat::Tuple(pair)) if pair.elems.len() == 2 => {
                match (name.as_str(), argument) {
                    ("zip", Some(other)) => {
                        self.visited(&pair.elems[0], &call.receiver, less);
                        self.visited(&pair.elems[1], other, less);
                    }
                    ("enumerate", _) => self.visited(&pair.elems[1], &call.receiver, less),
                    ("iter" | "iter_mut" | "into_iter", _) => self.element(pat, &call.receiver, less),
                    _ => self.visited(pat, &call.receiver, less),
                }
            }
            (syn::Expr::MethodCall(call), _) => match name.as_str() {
                "iter" | "iter_mut" | "into_iter" => self.element(pat, &call.receiver, less),
                // A part of an array is an array.
                _ if name.starts_with("chunks") || name == "windows" => self.element(pat, &call.receiver, 0),
                "rev" | "skip" | "take" | "step_by" => self.visited(pat, &call.receiver, less),
                _ => {}
            },
            (_, pat) => self.element(pat, e, less),
        }
    }

    fn element(&mut self, pat: &syn::Pat, array: &syn::Expr, less: usize) {
        match pat {
            syn::Pat::Ident(name) => self.elements.push((key(name), array.clone(), less)),
            syn::Pat::Reference(p) => self.element(&p.pat, array, less),
            syn::Pat::Paren(p) => self.element(&p.pat, array, less),
            syn::Pat::Slice(_) => self.note(array, less + 1),
            _ => self.note(array, less),
        }
    }
}

impl<'ast> Visit<'ast> for Depths {
    fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
        self.note(&syn::Expr::Index(index.clone()), 0);
        visit::visit_expr_index(self, index);
    }
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let of_array = ["len", "is_empty", "iter", "iter_mut", "into_iter", "windows"];
        let name = call.method.to_string();
        if of_array.contains(&name.as_str()) || name.starts_with("chunks") {
            self.note(&call.receiver, 1);
        }
        visit::visit_expr_method_call(self, call);
    }
    fn visit_expr_for_loop(&mut self, f: &'ast syn::ExprForLoop) {
        self.visited(&f.pat, &f.expr, 1);
        visit::visit_expr_for_loop(self, f);
    }
    fn visit_local(&mut self, local: &'ast syn::Local) {
        match (&local.pat, &local.init) {
            (syn::Pat::Slice(_), Some(init)) => self.note(&init.expr, 1),
            (pat @ syn::Pat::Ident(_), Some(init)) => {
                if let syn::Expr::Reference(r) = &*init.expr {
                    self.element(pat, &r.expr, 0);
                }
            }
            _ => {}
        }
        visit::visit_local(self, local);
    }
    // `each!(y += a * x)` and the like are read as what they are made of.
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let parser = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        for e in mac.parse_body_with(parser).iter().flatten() {
            self.visit_expr(e);
        }
    }
}
