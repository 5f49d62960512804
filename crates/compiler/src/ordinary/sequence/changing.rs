//! Calls that change a variable because nothing else does: `let mut pid = Pid::new(…);` and then `let u = pid.update(e);`.
//!
//! The attribute does not see what a method takes. Law: a variable is declared `mut`, lent `mut` or visited by `iter_mut` because something
//! changes it; where no statement does, and one call alone could, that call does. If it does not, its programs refuse the call.

use crate::ir::{Methods, is_in};
use crate::ordinary::assign::base;
use crate::ordinary::names::names_of;
use crate::sorted::{Map, Set};
use crate::syntax::read::{behind, is_compound, is_name, name_of, typed};
use crate::syntax::seek::each;
use crate::syntax::structures;
use crate::syntax::visit::{self, Visit};
use crate::tokens;
use quote::ToTokens;
use syn::{Expr, Pat, Stmt};

/// The calls of a function that change the variable that they are made on, as texts: [`of_method`] and [`of_argument`].
pub(super) fn changing(
    item: &syn::ItemFn,
    structures: &Set<String>,
    declared: &Map<String, syn::Type>,
) -> Set<String> {
    let mut found = Found(Map::new());
    for input in &item.sig.inputs {
        match input {
            syn::FnArg::Receiver(own) if own.mutability.is_some() => found.note("self".to_string(), true),
            syn::FnArg::Typed(param) => {
                if let (Pat::Ident(name), syn::Type::Reference(lent)) = (&*param.pat, &*param.ty) {
                    let name = name.ident.to_string();
                    if lent.mutability.is_some() && super::built::is_structure(&lent.elem) {
                        found.note(name, true);
                    }
                }
            }
            syn::FnArg::Receiver(_) => {}
        }
    }
    Declared { structures, found: &mut found }.visit_block(&item.block);
    found.visit_block(&item.block);
    let only = found.0.into_iter().filter_map(|(_, Uses { calls, changes, .. })| {
        let mut calls = calls.into_iter();
        let first = calls.next()?;
        (!changes && calls.next().is_none()).then_some(first)
    });
    let mut all: Set<String> = only.collect();
    let at = |e: &Expr| {
        let Expr::MethodCall(call) = e else { return };
        let method = call.method.to_string();
        let changes = match type_of(&call.receiver, declared) {
            Some(of) => structures::changes(&of, &method),
            // Its type is not written.
            None => is_of_others(&method) && structures::changes_any(&method),
        };
        if changes {
            all.insert(of_method(call));
        }
    };
    each(at, |visitor| visitor.visit_block(&item.block));
    all
}

/// The type of a place, as far as it is declared and the crate knows the structures in it.
pub(super) fn type_of(place: &Expr, declared: &Map<String, syn::Type>) -> Option<syn::Type> {
    match place {
        Expr::Path(_) => declared.get(&name_of(place)?).map(|ty| behind(ty).clone()),
        Expr::Field(field) => {
            let (of, member) = (type_of(&field.base, declared)?, &field.member);
            structures::field(&of, &member.to_token_stream().to_string())
        }
        Expr::Index(index) if !matches!(*index.index, Expr::Range(_)) => {
            crate::ordinary::own::item_of(&type_of(&index.expr, declared)?)
        }
        Expr::Paren(inner) => type_of(&inner.expr, declared),
        Expr::Unary(behind) if matches!(behind.op, syn::UnOp::Deref(_)) => type_of(&behind.expr, declared),
        _ => None,
    }
}

/// A method of a place, as a text.
pub(super) fn of_method(call: &syn::ExprMethodCall) -> String {
    format!("{} . {}", call.receiver.to_token_stream(), call.method)
}

/// A method without a value that changes an argument, as a text.
pub(super) fn of_statement(call: &syn::ExprMethodCall) -> String {
    format!("{};", of_method(call))
}

/// A function and the name that is its argument, as a text.
pub(super) fn of_argument(call: &syn::ExprCall, argument: &Expr) -> String {
    format!("{} ({})", call.func.to_token_stream(), argument.to_token_stream())
}

/// The uses of a variable.
#[derive(Default)]
struct Uses {
    /// True for a structure, whose methods are its own.
    is_structure: bool,
    /// The calls with a value that may change it.
    calls: Set<String>,
    /// True if something else changes it.
    changes: bool,
}

struct Found(Map<String, Uses>);

impl Found {
    fn note(&mut self, name: String, is_structure: bool) {
        self.0.insert(name, Uses { is_structure, ..Uses::default() });
    }

    /// True for a method that may change what it is called on: a structure has methods of any name.
    fn may_change(&self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let uses = name_of(&call.receiver).and_then(|name| self.0.get(&name));
        let is_structure = uses.is_some_and(|uses| uses.is_structure);
        let copies = is_in(&name, Methods::Copies);
        !copies && (is_structure || is_of_others(&name))
    }

    fn changed(&mut self, place: &Expr) {
        if let Some(uses) = base(place).and_then(|name| self.0.get_mut(&name)) {
            uses.changes = true;
        }
    }

    fn called(&mut self, on: &Expr, call: String) {
        if let Some(uses) = base(on).and_then(|name| self.0.get_mut(&name)) {
            uses.calls.insert(call);
        }
    }

    /// Notes the last call of a round, whose value nobody uses.
    fn round(&mut self, body: &syn::Block) {
        if let Some(Stmt::Expr(Expr::MethodCall(call), None)) = body.stmts.last() {
            self.changed(&call.receiver);
        }
    }
}

/// The places that a loop visits to change them.
fn visited_mutably(head: &Expr) -> Option<&Expr> {
    match head {
        Expr::Paren(inner) => visited_mutably(&inner.expr),
        Expr::Reference(lent) if lent.mutability.is_some() => Some(&lent.expr),
        Expr::MethodCall(call) if call.method == "iter_mut" => Some(&call.receiver),
        Expr::MethodCall(call) => visited_mutably(&call.receiver),
        _ => None,
    }
}

/// Finds the variables that something changes.
struct Declared<'a> {
    structures: &'a Set<String>,
    found: &'a mut Found,
}

impl<'ast> Visit<'ast> for Declared<'_> {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Pat::Ident(name) = typed(&local.pat).0 {
            let name_text = name.ident.to_string();
            if name.mutability.is_some() && self.structures.contains(&name_text) {
                self.found.note(name_text, true);
            }
        }
        visit::visit_local(self, local);
    }
    fn visit_expr_for_loop(&mut self, each: &'ast syn::ExprForLoop) {
        if visited_mutably(&each.expr).is_some() {
            let names = names_of(&each.pat);
            if let [name] = names.as_slice() {
                self.found.note(name.to_string(), false);
            }
        }
        visit::visit_expr_for_loop(self, each);
    }
}

impl<'ast> Visit<'ast> for Found {
    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Expr(Expr::MethodCall(call), Some(_)) = stmt {
            if call.args.iter().any(super::beside::is_lent_mutably) {
                self.called(&call.receiver, of_statement(call));
                call.args.iter().for_each(|argument| self.visit_expr(argument));
                return;
            }
            self.changed(&call.receiver);
        }
        visit::visit_stmt(self, stmt);
    }
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Assign(assign) => self.changed(&assign.left),
            Expr::Binary(binary) if is_compound(&binary.op) => self.changed(&binary.left),
            Expr::Reference(lent) if lent.mutability.is_some() => self.changed(&lent.expr),
            Expr::ForLoop(each) => {
                if let Some(visited) = visited_mutably(&each.expr) {
                    self.changed(visited);
                }
                self.round(&each.body);
            }
            Expr::While(each) => self.round(&each.body),
            Expr::Loop(each) => self.round(&each.body),
            // What the methods of the same block change is known.
            Expr::MethodCall(call) if is_self(&call.receiver) => self.changed(&call.receiver),
            Expr::MethodCall(call) if self.may_change(call) => {
                self.called(&call.receiver, of_method(call));
            }
            Expr::MethodCall(call) if super::vectors::is_of_vectors(&call.method.to_string()) => {
                self.changed(&call.receiver);
            }
            Expr::Call(call) => {
                for argument in call.args.iter().filter(|argument| matches!(argument, Expr::Path(_))) {
                    self.called(argument, of_argument(call, argument));
                }
            }
            _ => {}
        }
        visit::visit_expr(self, e);
    }
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        for name in tokens::names(&mac.tokens) {
            if let Some(uses) = self.0.get_mut(&name) {
                uses.changes |= mac.path.is_ident("vec");
            }
        }
    }
}

fn is_self(e: &Expr) -> bool {
    is_name(e, "self")
}

/// True for a method that is none of a number, a vector, an iterator or an `Option`.
pub(super) fn is_of_others(name: &str) -> bool {
    let groups = [Methods::Ends, Methods::OfSums, Methods::Heads, Methods::Steps];
    !(super::vectors::is_of_vectors(name)
        || groups.iter().any(|group| is_in(name, *group))
        || crate::ir::is_known(name))
}
