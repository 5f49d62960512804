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

    /// Names the letters at the root of a chain, if a place holds the text or it is a literal.
    fn named(&mut self, chain: &mut Expr) {
        if self.is_apart {
            return;
        }
        let span = chain.span();
        let letters = match chain {
            Expr::Lit(_) => is_bytes(chain)
                .then(|| (parse_quote_spanned!(span=> u8), parse_quote_spanned!(span=> to_vec))),
            Expr::MethodCall(call) if call.method == "iter" && is_bytes(&call.receiver) => {
                return self.named(&mut call.receiver);
            }
            Expr::MethodCall(call) => match item(call) {
                Some(item) => {
                    holds_text(&call.receiver).then(|| (item, parse_quote_spanned!(span=> collect)))
                }
                None => return self.named(&mut call.receiver),
            },
            _ => None,
        };
        let Some((item, collect)): Option<(syn::Type, syn::Ident)> = letters else { return };
        if let Expr::MethodCall(call) = chain {
            if let of @ Expr::Field(_) = bare(&call.receiver) {
                let text = self.fresh.name("text", span);
                self.before.push(
                    parse_quote_spanned!(span=> let #text: String = ::retrograde::__private::owned_text(&#of);),
                );
                *call.receiver = parse_quote_spanned!(span=> #text);
            }
        }
        let name = self.fresh.name("letters", span);
        self.before.push(parse_quote_spanned!(span=> let #name: Vec<#item> = #chain.#collect();));
        *chain = match is_bytes(chain) {
            true => parse_quote_spanned!(span=> #name),
            false => parse_quote_spanned!(span=> #name.iter().copied()),
        };
    }
}

impl Texts<'_> {
    /// Puts the item of a list of letters in place of one letter, `text.chars().nth(k)`.
    fn picked(&mut self, e: &mut Expr) {
        let Expr::MethodCall(call) = e else { return };
        let picks = match (call.method.to_string().as_str(), call.args.first()) {
            ("nth", Some(at)) => parse_quote_spanned!(call.span()=> get(#at)),
            ("next", None) => parse_quote_spanned!(call.span()=> first()),
            ("last", None) => parse_quote_spanned!(call.span()=> last()),
            _ => return,
        };
        let (mut letters, picks): (Expr, syn::ExprCall) = ((*call.receiver).clone(), picks);
        if !matches!(&letters, Expr::MethodCall(of) if item(of).is_some()) {
            return;
        }
        self.named(&mut letters);
        // `letters.iter().copied()` since it has been named.
        if let (Expr::MethodCall(copied), false) = (&letters, letters == *call.receiver) {
            if let Expr::MethodCall(all) = &*copied.receiver {
                let (letters, (pick, args)) = (&all.receiver, (&picks.func, &picks.args));
                *e = parse_quote_spanned!(e.span()=> #letters.#pick(#args).copied());
            }
        }
    }
}

/// The type of what a text gives one after the other.
fn item(call: &syn::ExprMethodCall) -> Option<syn::Type> {
    let span = call.span();
    match (call.method.to_string().as_str(), call.args.len()) {
        ("bytes", 0) => Some(parse_quote_spanned!(span=> u8)),
        ("chars", 0) => Some(parse_quote_spanned!(span=> char)),
        ("char_indices", 0) => Some(parse_quote_spanned!(span=> (usize, char))),
        _ => None,
    }
}

/// True for a literal, and for a place that a name starts.
fn holds_text(e: &Expr) -> bool {
    match bare(e) {
        Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Str(_)),
        Expr::Field(field) => holds_text(&field.base),
        other => ident_of(other).is_some(),
    }
}

/// True for `b"…"`.
fn is_bytes(e: &Expr) -> bool {
    matches!(e, Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(_), .. }))
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
                self.picked(e);
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
