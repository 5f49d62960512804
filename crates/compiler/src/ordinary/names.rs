//! One name for one local: names that are bound again get a number.
//!
//! Takes a function, returns it with a name for each binding and each constant that no other has, so that the passes behind may
//! move statements out of their block. Law: a name means the same as before; a name that is bound once stays as it is written.

use super::fresh::Fresh;
use crate::ir::print::aside;
use crate::sorted::{Map, Set};
use crate::syntax::named::is_capital;
use crate::syntax::seek::{self, each_name};
use crate::syntax::visit::{self, Visit};
use crate::syntax::visit_mut::{self, VisitMut};
use crate::tokens;
use syn::{Expr, Ident, Pat, Stmt};

/// Renames the bindings of a function that share a name.
pub(super) fn unique(item: &mut syn::ItemFn, fresh: &mut Fresh) {
    let mut bound = Set::new();
    let mut scope = Vec::new();
    for input in &item.sig.inputs {
        if let syn::FnArg::Typed(param) = input {
            for name in names_of(&param.pat) {
                bound.insert(name.to_string());
                scope.push((name.to_string(), name));
            }
        }
    }
    let free = free(item, &scope);
    Unique { fresh, bound, scope, free, asked: None }.visit_block_mut(&mut item.block);
}

/// The names of local closures that stand for something else where these are not seen: a function has the name of one.
fn free(item: &syn::ItemFn, scope: &[(String, Ident)]) -> Set<String> {
    let mut closures = Set::new();
    let mut block = item.block.clone();
    each_closure(&block, &mut |name| _ = closures.insert(name.to_string()));
    if closures.is_empty() {
        return closures;
    }
    let (mut fresh, bound) = (Fresh::of(item), Set::new());
    let mut names =
        Unique { fresh: &mut fresh, bound, scope: scope.to_vec(), free: Set::new(), asked: Some(Set::new()) };
    names.visit_block_mut(&mut block);
    let asked = names.asked.unwrap_or_default();
    closures.retain(|name| asked.contains(name));
    closures
}

/// Calls a function with the name of each local that is a closure.
fn each_closure(block: &syn::Block, f: &mut dyn FnMut(&Ident)) {
    struct Closures<'f>(&'f mut dyn FnMut(&Ident));
    impl<'ast> Visit<'ast> for Closures<'_> {
        fn visit_local(&mut self, local: &'ast syn::Local) {
            visit::visit_local(self, local);
            let is_closure = |init: &syn::LocalInit| matches!(&*init.expr, Expr::Closure(_));
            if let (Pat::Ident(name), true) = (&local.pat, local.init.as_ref().is_some_and(is_closure)) {
                (self.0)(&name.ident);
            }
        }
    }
    Closures(f).visit_block(block);
}

/// Gives new names to everything that a closure binds, so that its body may stand in another place.
pub(super) fn renewed(closure: &syn::ExprClosure, fresh: &mut Fresh) -> syn::ExprClosure {
    let mut closure = closure.clone();
    let all = tokens::names(&closure);
    Unique { fresh, bound: all, scope: Vec::new(), free: Set::new(), asked: None }
        .visit_expr_closure_mut(&mut closure);
    closure
}

/// The names that a pattern binds.
pub(super) fn names_of(pat: &Pat) -> Vec<Ident> {
    let mut names = Vec::new();
    let at = |name: &syn::PatIdent| {
        if binds(name) && !names.contains(&name.ident) {
            names.push(name.ident.clone());
        }
    };
    each_name(at, |visitor| visitor.visit_pat(pat));
    names
}

/// True if a parameter or a local has a capital letter for a name.
pub(super) fn has_letters(item: &syn::ItemFn) -> bool {
    let mut found = false;
    let at = |name: &syn::PatIdent| {
        let name = name.ident.to_string();
        found |= name.len() == 1 && is_capital(&name);
    };
    each_name(at, seek::parts(item));
    found
}

/// True for a pattern that binds a name; false for one that names a constant or a variant.
pub(super) fn binds(name: &syn::PatIdent) -> bool {
    name.by_ref.is_some()
        || name.mutability.is_some()
        || name.subpat.is_some()
        || !is_capital(&name.ident.to_string())
}

struct Unique<'a> {
    fresh: &'a mut Fresh,
    /// All names that were bound anywhere.
    bound: Set<String>,
    /// The names that are seen here, the innermost last, and what they are called now.
    scope: Vec<(String, Ident)>,
    /// Names of closures that mean something else where the closure is not seen.
    free: Set<String>,
    /// The names that mean nothing of the function, where they are asked for.
    asked: Option<Set<String>>,
}

impl Unique<'_> {
    /// Binds what a pattern names, and renames it there, as it does the constants that it asks for.
    fn bind(&mut self, pat: &mut Pat) {
        let mut renamed = Map::new();
        for name in names_of(pat) {
            let own = self.own(&name);
            renamed.insert(name.to_string(), own);
        }
        let constants = self.scope.iter().filter(|(written, own)| own != written);
        let constants = constants.map(|(written, own)| (written.clone(), own.clone())).collect();
        Bound { renamed: &renamed, constants: &constants }.visit_pat_mut(pat);
    }

    /// Returns the name that a new binding has, which is seen from here on.
    fn own(&mut self, name: &Ident) -> Ident {
        let text = name.to_string();
        let own = match self.bound.insert(text.clone()) && !self.free.contains(&text) {
            true => name.clone(),
            false => self.fresh.name(&text, name.span()),
        };
        self.scope.push((text, own.clone()));
        own
    }

    /// Renames the constants of a block, which are seen in all of it.
    fn constants(&mut self, block: &mut syn::Block) {
        for stmt in &mut block.stmts {
            if let Stmt::Item(syn::Item::Const(syn::ItemConst { ident, .. })) = stmt {
                *ident = self.own(ident);
            }
        }
    }

    fn within(&mut self, f: impl FnOnce(&mut Self)) {
        let depth = self.scope.len();
        f(self);
        self.scope.truncate(depth);
    }

    fn now(&self, name: &str) -> Option<&Ident> {
        self.scope.iter().rev().find(|(written, _)| written == name).map(|(_, own)| own)
    }

    /// The names here that differ from what was written.
    fn renamed(&self, is_asked: impl Fn(&str) -> bool) -> Map<String, String> {
        let asked = self.scope.iter().filter(|(written, _)| is_asked(written));
        let mut names: Map<String, String> =
            asked.map(|(written, own)| (written.clone(), own.to_string())).collect();
        names.retain(|written, own| written != own);
        names
    }

    /// A condition: what its patterns bind is seen behind them, and in what follows the condition.
    fn condition(&mut self, e: &mut Expr) {
        match e {
            Expr::Let(of) => {
                self.visit_expr_mut(&mut of.expr);
                self.bind(&mut of.pat);
            }
            Expr::Binary(both) if matches!(both.op, syn::BinOp::And(_)) => {
                self.condition(&mut both.left);
                self.condition(&mut both.right);
            }
            other => self.visit_expr_mut(other),
        }
    }
}

impl VisitMut for Unique<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        self.within(|this| {
            this.constants(block);
            for stmt in &mut block.stmts {
                let Stmt::Local(local) = stmt else {
                    this.visit_stmt_mut(stmt);
                    continue;
                };
                if let Some(init) = &mut local.init {
                    this.visit_expr_mut(&mut init.expr);
                    if let Some((_, otherwise)) = &mut init.diverge {
                        this.visit_expr_mut(otherwise);
                    }
                }
                this.bind(&mut local.pat);
            }
        });
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::If(branch) => {
                self.within(|this| {
                    this.condition(&mut branch.cond);
                    this.visit_block_mut(&mut branch.then_branch);
                });
                if let Some((_, otherwise)) = &mut branch.else_branch {
                    self.visit_expr_mut(otherwise);
                }
            }
            Expr::While(each) => self.within(|this| {
                this.condition(&mut each.cond);
                this.visit_block_mut(&mut each.body);
            }),
            Expr::ForLoop(each) => {
                self.visit_expr_mut(&mut each.expr);
                self.within(|this| {
                    this.bind(&mut each.pat);
                    this.visit_block_mut(&mut each.body);
                });
            }
            Expr::Closure(closure) => self.within(|this| {
                closure.inputs.iter_mut().for_each(|input| this.bind(input));
                this.visit_expr_mut(&mut closure.body);
            }),
            Expr::Match(on) => {
                self.visit_expr_mut(&mut on.expr);
                for arm in &mut on.arms {
                    self.within(|this| {
                        this.bind(&mut arm.pat);
                        if let Some((_, guard)) = &mut arm.guard {
                            this.condition(guard);
                        }
                        this.visit_expr_mut(&mut arm.body);
                    });
                }
            }
            other => visit_mut::visit_expr_mut(self, other),
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let mut whole = Expr::Closure(closure.clone());
        self.visit_expr_mut(&mut whole);
        if let Expr::Closure(renamed) = whole {
            *closure = renamed;
        }
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        let Some(name) = path.path.get_ident().map(ToString::to_string) else { return };
        match self.now(&name) {
            Some(own) => path.path.segments[0].ident = at(own, path.path.segments[0].ident.span()),
            None => self.asked.iter_mut().for_each(|asked| _ = asked.insert(name.clone())),
        }
    }

    fn visit_field_value_mut(&mut self, value: &mut syn::FieldValue) {
        if value.colon_token.is_none() {
            // `P { x }` is `P { x: x }`.
            value.colon_token = Some(Default::default());
        }
        visit_mut::visit_field_value_mut(self, value);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let names = self.renamed(|_| true);
        if !names.is_empty() {
            mac.tokens = aside::renamed(std::mem::take(&mut mac.tokens), &names);
        }
    }

    fn visit_item_mut(&mut self, item: &mut syn::Item) {
        if let syn::Item::Const(constant) = item {
            self.visit_type_mut(&mut constant.ty);
            self.visit_expr_mut(&mut constant.expr);
            return;
        }
        // Of what is around it an item sees constants.
        let constants = self.renamed(is_capital);
        if !constants.is_empty() {
            let tokens = aside::renamed(quote::ToTokens::to_token_stream(item), &constants);
            *item = syn::parse2(tokens).unwrap_or_else(|_| item.clone());
        }
    }
}

/// A name at another place in the text.
fn at(name: &Ident, span: proc_macro2::Span) -> Ident {
    let mut name = name.clone();
    name.set_span(span);
    name
}

/// Renames what a pattern binds and the constants that it names, once.
struct Bound<'a> {
    renamed: &'a Map<String, Ident>,
    constants: &'a Map<String, Ident>,
}

impl VisitMut for Bound<'_> {
    fn visit_pat_ident_mut(&mut self, name: &mut syn::PatIdent) {
        let own = if binds(name) { self.renamed } else { self.constants };
        if let Some(own) = own.get(&name.ident.to_string()) {
            name.ident = at(own, name.ident.span());
        }
        visit_mut::visit_pat_ident_mut(self, name);
    }
    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        if field.colon_token.is_none() {
            field.colon_token = Some(Default::default());
            // `P { x }` is `P { x: x }`; the member keeps its name.
        }
        visit_mut::visit_field_pat_mut(self, field);
    }
    fn visit_expr_mut(&mut self, _: &mut Expr) {}
}
