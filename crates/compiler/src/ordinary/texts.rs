//! Texts: their bytes and letters, as vectors that loops visit.
//!
//! Takes a block; returns it with `let all: Vec<u8> = text.bytes().collect();` before what visits `text.bytes()` with numbers, and with a
//! slice of such a vector in place of `text.as_bytes()`. Law: a text does not change, so its letters are those of its place.

use super::fresh::Fresh;
use crate::ir::{Methods, Scalar, is_of};
use crate::law::{Diagnostics, Extent, Law};
use crate::sorted::Set;
use crate::syntax::made::stmts;
use crate::syntax::read::{bare, ident_of, typed};
use crate::syntax::seek::{At, seek};
use crate::syntax::visit::{self, Visit};
use crate::syntax::visit_mut::{self, VisitMut, each_stmt};
use syn::spanned::Spanned;
use syn::{Expr, Pat, Stmt, parse_quote_spanned};

/// Rewrites a block.
pub(super) fn collected(block: &mut syn::Block, fresh: &mut Fresh) {
    Texts { fresh, before: Vec::new(), is_apart: false }.visit_block_mut(block);
}

struct Texts<'a> {
    fresh: &'a mut Fresh,
    /// The vectors that the statement needs.
    before: Vec<Stmt>,
    /// True where the statement binds names, or runs its parts again: what stands there is not that of the place before it.
    is_apart: bool,
}

impl Texts<'_> {
    /// Rewrites a part of a statement that is not evaluated where the statement begins.
    fn apart(&mut self, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.is_apart, true);
        visit(self);
        self.is_apart = outer;
    }

    /// Names the letters at the root of a chain, if a name holds the text.
    fn named(&mut self, chain: &mut Expr) {
        let Expr::MethodCall(call) = chain else { return };
        if self.is_apart {
            return;
        }
        let item = match call.method.to_string().as_str() {
            "bytes" => "u8",
            "chars" => "char",
            _ => return self.named(&mut call.receiver),
        };
        if call.args.is_empty() && ident_of(bare(&call.receiver)).is_some() {
            let (span, item) = (call.span(), syn::Ident::new(item, call.span()));
            let name = self.fresh.name("letters", span);
            self.before.push(parse_quote_spanned!(span=> let #name: Vec<#item> = #call.collect();));
            *chain = parse_quote_spanned!(span=> #name.iter().copied());
        }
    }
}

impl VisitMut for Texts<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let outer = std::mem::replace(&mut self.is_apart, false);
        each_stmt(block, |mut stmt, _, out| {
            let outer = std::mem::take(&mut self.before);
            visit_mut::visit_stmt_mut(self, &mut stmt);
            out.append(&mut self.before);
            self.before = outer;
            out.extend(bytes(&mut stmt, self.fresh));
            out.push(stmt);
        });
        self.is_apart = outer;
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.apart(|this| visit_mut::visit_arm_mut(this, arm));
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Closure(_) | Expr::While(_) | Expr::Let(_) => {
                self.apart(|this| visit_mut::visit_expr_mut(this, e));
            }
            // A condition may bind names for what stands behind it.
            Expr::If(_) | Expr::Binary(_) if binds(e) => {
                self.apart(|this| visit_mut::visit_expr_mut(this, e));
            }
            _ => visit_mut::visit_expr_mut(self, e),
        }
        match e {
            Expr::ForLoop(each) => self.named(&mut each.expr),
            // What these make may be a number with a cotangent, and closures may read one.
            Expr::MethodCall(call) => {
                let ends = ["sum", "product", "fold", "for_each"].iter().any(|end| call.method == end);
                let counts = call.method == "count" && takes_closure(&call.receiver);
                if ends || counts {
                    self.named(&mut call.receiver);
                }
            }
            _ => {}
        }
    }
}

/// True for an expression with a pattern in it.
fn binds(e: &Expr) -> bool {
    seek(|e| At::found(matches!(e, Expr::Let(_))), |visitor| visitor.visit_expr(e))
}

/// True for a step of a chain that takes a closure.
fn takes_closure(e: &Expr) -> bool {
    matches!(e, Expr::MethodCall(call) if is_of(&call.method, Methods::Steps))
}

/// Binds the bytes of `let b = text.as_bytes();`, and makes a slice of them of the local.
fn bytes(stmt: &mut Stmt, fresh: &mut Fresh) -> Vec<Stmt> {
    let Stmt::Local(local) = stmt else { return Vec::new() };
    let (Pat::Ident(name), Some(init)) = (typed(&local.pat).0.clone(), &local.init) else {
        return Vec::new();
    };
    let Expr::MethodCall(call) = &*init.expr else { return Vec::new() };
    if call.method != "as_bytes" || ident_of(bare(&call.receiver)).is_none() {
        return Vec::new();
    }
    let (span, all) = (call.span(), fresh.name("bytes", call.span()));
    let declared = stmts!(span=> let #all: Vec<u8> = #call.to_vec(););
    *stmt = parse_quote_spanned!(span=> let #name = &#all[..];);
    declared
}

/// Refuses numbers that are read from a text into which numbers were written: their cotangents would be lost.
pub(super) fn refuse_read_back(block: &syn::Block, errors: &mut Diagnostics) {
    ReadBack { written: Set::new(), errors }.visit_block(block);
}

struct ReadBack<'a> {
    /// The names of texts into which something was written.
    written: Set<String>,
    errors: &'a mut Diagnostics,
}

impl ReadBack<'_> {
    fn is_written(&self, text: &Expr) -> bool {
        let at = |e: &Expr| {
            At::found(match e {
                Expr::Macro(of) => of.mac.path.is_ident("format"),
                e => ident_of(e).is_some_and(|name| self.written.contains(&name.to_string())),
            })
        };
        seek(at, |visitor| visitor.visit_expr(text))
    }
}

impl<'ast> Visit<'ast> for ReadBack<'_> {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        let (pat, ty) = typed(&local.pat);
        let Some(init) = &local.init else { return };
        if !ty.is_some_and(is_whole) {
            visit::visit_local(self, local);
        }
        if let (Pat::Ident(name), true) = (pat, self.is_written(&init.expr)) {
            self.written.insert(name.ident.to_string());
        }
    }
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let into_whole = call.turbofish.as_ref().is_some_and(|of| match of.args.first() {
            Some(syn::GenericArgument::Type(ty)) => is_whole(ty),
            _ => false,
        });
        if call.method == "parse" && !into_whole && self.is_written(&call.receiver) {
            let message = "a number that is read from a text has no derivative: the cotangent of what was written would be lost";
            let help = "round a number by arithmetic: `(x * 1e3).round() / 1e3`; a count has its type: `parse::<usize>()`";
            self.errors.report(Law::OutsideLanguage, Extent::of(call), message, help);
        }
        visit::visit_expr_method_call(self, call);
    }
}

/// True for the type of integers.
fn is_whole(ty: &syn::Type) -> bool {
    Scalar::of(ty).is_some_and(Scalar::is_discrete)
}
