//! Distinguishes names that are bound more than once in a function, so that uses of one `r` do not determine the type
//! of another.
//!
//! Takes syntax and returns syntax. A `let` of such a name is [marked](mark) with a number, which [`key`] reads; in a
//! [copy](apart) for type inference, each name is replaced by the key of its binding. Law: the lowered program keeps
//! the names in the source.

use crate::sorted::Map;
use crate::syntax::seek::{self, each_name};
use crate::syntax::visit_mut::{self, VisitMut};
use crate::tokens;
use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;

/// The text between a name and its number.
const BETWEEN: &str = "__namesake_";

/// Returns the key of a local.
pub(crate) fn key(name: &syn::PatIdent) -> String {
    let text = name.ident.unraw().to_string();
    let number = name.attrs.iter().find_map(|attr| {
        if attr.path().is_ident("namesake") { attr.parse_args::<syn::LitInt>().ok() } else { None }
    });
    number.map_or(text.clone(), |number| format!("{text}{BETWEEN}{number}"))
}

/// Returns the body of a function, in which each `let` of a name that is bound more than once has a number.
pub(crate) fn mark(item: &syn::ItemFn) -> syn::Block {
    struct Marking {
        bound: Map<String, usize>,
        marked: usize,
    }
    impl VisitMut for Marking {
        fn visit_local_mut(&mut self, local: &mut syn::Local) {
            let mut names = Names(Vec::new());
            names.visit_pat_mut(&mut local.pat);
            for name in names.0 {
                if self.bound.get(&name.ident.unraw().to_string()).is_some_and(|times| *times > 1) {
                    self.marked += 1;
                    let number = proc_macro2::Literal::usize_unsuffixed(self.marked);
                    let at = name.ident.span();
                    name.attrs.push(syn::parse_quote_spanned!(at=> #[namesake(#number)]));
                }
            }
            visit_mut::visit_local_mut(self, local);
        }
        // Names in closures and nested items are ordinary Rust.
        fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    }
    let mut bound: Map<String, usize> = Map::new();
    each_name(|name| *bound.entry(name.ident.unraw().to_string()).or_default() += 1, seek::parts(item));
    let mut block = (*item.block).clone();
    Marking { bound, marked: 0 }.visit_block_mut(&mut block);
    block
}

/// The names that a pattern binds.
struct Names<'p>(Vec<&'p mut syn::PatIdent>);

impl<'p> Names<'p> {
    fn visit_pat_mut(&mut self, pat: &'p mut syn::Pat) {
        match pat {
            syn::Pat::Ident(name) => self.0.push(name),
            syn::Pat::Type(p) => self.visit_pat_mut(&mut p.pat),
            syn::Pat::Paren(p) => self.visit_pat_mut(&mut p.pat),
            syn::Pat::Reference(p) => self.visit_pat_mut(&mut p.pat),
            syn::Pat::Tuple(p) => p.elems.iter_mut().for_each(|part| self.visit_pat_mut(part)),
            syn::Pat::TupleStruct(p) => p.elems.iter_mut().for_each(|part| self.visit_pat_mut(part)),
            syn::Pat::Slice(p) => p.elems.iter_mut().for_each(|part| self.visit_pat_mut(part)),
            syn::Pat::Struct(p) => p.fields.iter_mut().for_each(|field| self.visit_pat_mut(&mut field.pat)),
            _ => {}
        }
    }
}

/// Returns the block with each name replaced by the key of its binding.
pub(crate) fn apart(block: &syn::Block) -> syn::Block {
    let mut block = block.clone();
    Replacing { scopes: Vec::new(), loops: 0 }.visit_block_mut(&mut block);
    block
}

/// Returns a pattern with each name replaced by its key.
pub(crate) fn renamed(pat: &syn::Pat) -> syn::Pat {
    let mut pat = pat.clone();
    Replacing { scopes: Vec::new(), loops: 0 }.bind(&mut pat);
    pat
}

struct Replacing {
    scopes: Vec<Map<String, String>>,
    /// The number of loops so far, since each loop has its own element names.
    loops: usize,
}

impl Replacing {
    fn scoped(&mut self, body: impl FnOnce(&mut Self)) {
        self.scopes.push(Map::new());
        body(self);
        self.scopes.pop();
    }

    fn bind(&mut self, pat: &mut syn::Pat) {
        self.bind_as(pat, key);
    }

    fn bind_as(&mut self, pat: &mut syn::Pat, key: impl Fn(&syn::PatIdent) -> String) {
        let mut names = Names(Vec::new());
        names.visit_pat_mut(pat);
        for name in names.0 {
            let (text, key) = (name.ident.unraw().to_string(), key(name));
            name.ident = Ident::new(&key, name.ident.span());
            if let Some(scope) = self.scopes.last_mut() {
                scope.insert(text, key);
            }
        }
    }

    fn name(&self, name: &mut Ident) {
        let text = name.unraw().to_string();
        if let Some(key) = self.scopes.iter().rev().find_map(|scope| scope.get(&text)) {
            if *key != text {
                *name = Ident::new(key, name.span());
            }
        }
    }

    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        let mut after_point = false;
        let replaced = tokens.into_iter().map(|token| {
            let is_member = std::mem::replace(
                &mut after_point,
                matches!(&token, TokenTree::Punct(p) if p.as_char() == '.'),
            );
            match token {
                TokenTree::Ident(mut name) => {
                    if !is_member {
                        self.name(&mut name);
                    }
                    TokenTree::Ident(name)
                }
                TokenTree::Group(group) => tokens::within(&group, |inner| self.tokens(inner)).into(),
                other @ (TokenTree::Punct(_) | TokenTree::Literal(_)) => other,
            }
        });
        replaced.collect()
    }
}

impl VisitMut for Replacing {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        self.scoped(|this| visit_mut::visit_block_mut(this, block));
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let Some(init) = &mut local.init {
            self.visit_local_init_mut(init);
        }
        self.bind(&mut local.pat);
    }

    fn visit_expr_for_loop_mut(&mut self, f: &mut syn::ExprForLoop) {
        self.visit_expr_mut(&mut f.expr);
        self.loops += 1;
        let number = self.loops;
        self.scoped(|this| {
            this.bind_as(&mut f.pat, |name| format!("{}{BETWEEN}of_loop_{number}", name.ident.unraw()));
            this.visit_block_mut(&mut f.body);
        });
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        self.scoped(|this| {
            closure.inputs.iter_mut().for_each(|input| this.bind(input));
            this.visit_expr_mut(&mut closure.body);
        });
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.scoped(|this| {
            this.bind(&mut arm.pat);
            arm.guard.iter_mut().for_each(|(_, guard)| this.visit_expr_mut(guard));
            this.visit_expr_mut(&mut arm.body);
        });
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if path.path.get_ident().is_some() {
            self.name(&mut path.path.segments[0].ident);
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = self.tokens(std::mem::take(&mut mac.tokens));
    }
}
