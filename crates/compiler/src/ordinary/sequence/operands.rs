//! Operands: they are evaluated from the left to the right, also where some of them need statements.

use super::Sequence;
use crate::ordinary::assign::{base, name_changed};
use crate::sorted::Set;
use crate::syntax::visit::{self, Visit};
use crate::tokens;
use syn::spanned::Spanned;
use syn::{Expr, Stmt, parse_quote_spanned};

/// The operands of an expression, in the order of evaluation.
pub(super) fn of(e: &mut Expr) -> Vec<&mut Expr> {
    match e {
        Expr::Unary(e) => vec![&mut e.expr],
        Expr::Cast(e) => vec![&mut e.expr],
        Expr::Field(e) => vec![&mut e.base],
        Expr::Reference(e) => vec![&mut e.expr],
        Expr::Binary(e) => vec![&mut e.left, &mut e.right],
        Expr::Index(e) => vec![&mut e.expr, &mut e.index],
        Expr::Tuple(e) => e.elems.iter_mut().collect(),
        Expr::Array(e) => e.elems.iter_mut().collect(),
        Expr::Repeat(e) => vec![&mut e.expr],
        Expr::Call(e) => e.args.iter_mut().collect(),
        Expr::MethodCall(e) => std::iter::once(&mut *e.receiver).chain(e.args.iter_mut()).collect(),
        Expr::Struct(e) => e.fields.iter_mut().map(|field| &mut field.expr).collect(),
        Expr::Range(e) => e.start.iter_mut().chain(e.end.iter_mut()).map(|e| &mut **e).collect(),
        _ => Vec::new(),
    }
}

impl Sequence<'_> {
    /// Lowers operands in their order; nothing if one of them never has a value.
    pub(super) fn operands(&mut self, operands: Vec<&mut Expr>, out: &mut Vec<Stmt>) -> Option<()> {
        self.in_order(operands, Self::value, out)
    }

    /// Lowers the parts of a structure or a variant in their order, likewise.
    pub(super) fn parts(&mut self, parts: Vec<&mut Expr>, out: &mut Vec<Stmt>) -> Option<()> {
        self.in_order(parts, Self::member, out)
    }

    /// Lowers expressions in their order, each by a function; nothing likewise.
    pub(super) fn in_order(
        &mut self,
        operands: Vec<&mut Expr>,
        lowered: fn(&mut Self, Expr, &mut Vec<Stmt>) -> Option<Expr>,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let mut done: Vec<&mut Expr> = Vec::new();
        for operand in operands {
            let before = out.len();
            let e = std::mem::replace(operand, Expr::PLACEHOLDER);
            *operand = lowered(self, e, out)?;
            if out.len() > before {
                let (changed, mut at) = (changed(&out[before..]), before);
                for earlier in &mut done {
                    at += usize::from(self.kept_before(earlier, &changed, at, out));
                }
            }
            done.push(operand);
        }
        Some(())
    }

    /// Keeps a value from before statements that change what it reads, in a local; true if it is kept.
    pub(super) fn kept_before(
        &mut self,
        earlier: &mut Expr,
        changed: &Set<String>,
        at: usize,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let is_fixed = matches!(earlier, Expr::Reference(_) | Expr::Lit(_));
        if is_fixed || !names_one_of(earlier, changed) {
            return false;
        }
        let (span, name) = (earlier.span(), self.fresh.name("before", earlier.span()));
        out.insert(at, parse_quote_spanned!(span=> let #name = #earlier;));
        *earlier = parse_quote_spanned!(span=> #name);
        true
    }

    /// Lowers the place to which a value goes that has been computed: what its indices change does not reach the value.
    pub(super) fn target(&mut self, place: &mut Expr, value: &mut Expr, out: &mut Vec<Stmt>) -> bool {
        let before = out.len();
        let goes_on = self.place(place, out);
        let changed = changed(&out[before..]);
        self.kept_before(value, &changed, before, out);
        goes_on
    }

    /// Lowers what stands in a place: its indices.
    pub(super) fn place(&mut self, place: &mut Expr, out: &mut Vec<Stmt>) -> bool {
        match place {
            Expr::Index(index) => {
                self.place(&mut index.expr, out) && self.operands(vec![&mut index.index], out).is_some()
            }
            Expr::Field(field) => self.place(&mut field.base, out),
            Expr::Unary(unary) => {
                if matches!((&unary.op, &*unary.expr), (syn::UnOp::Deref(_), held) if is_held(held)) {
                    let goes_on = self.operands(vec![&mut unary.expr], out).is_some();
                    if let Expr::Reference(lent) = &*unary.expr {
                        *place = (*lent.expr).clone();
                    }
                    return goes_on;
                }
                self.place(&mut unary.expr, out)
            }
            held if is_held(held) => {
                let goes_on = self.operands(vec![held], out).is_some();
                if let Expr::Reference(lent) = held {
                    *held = (*lent.expr).clone();
                }
                goes_on
            }
            Expr::Paren(inner) => self.place(&mut inner.expr, out),
            _ => true,
        }
    }
}

/// True for what an `Option` holds: `v.last_mut().unwrap()` is the item.
fn is_held(e: &Expr) -> bool {
    matches!(e, Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect")
}

fn names_one_of(e: &Expr, names: &Set<String>) -> bool {
    tokens::names(e).iter().any(|name| names.contains(name))
}

/// The variables that statements change.
pub(in crate::ordinary) fn changed(stmts: &[Stmt]) -> Set<String> {
    struct Changed(Set<String>);
    impl<'ast> Visit<'ast> for Changed {
        fn visit_expr(&mut self, e: &'ast Expr) {
            self.0.extend(name_changed(e));
            visit::visit_expr(self, e);
        }
        fn visit_stmt(&mut self, stmt: &'ast Stmt) {
            // Nothing else would be left of a call whose value nobody takes.
            if let Stmt::Expr(Expr::MethodCall(call), Some(_)) = stmt {
                self.0.extend(base(&call.receiver));
            }
            visit::visit_stmt(self, stmt);
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            if mac.path.is_ident("push") || mac.path.is_ident("pop") {
                self.0.extend(tokens::names(&mac.tokens));
            }
        }
    }
    let mut changed = Changed(Set::new());
    stmts.iter().for_each(|stmt| changed.visit_stmt(stmt));
    changed.0
}

/// True for a closure that changes what it does not bind itself.
pub(in crate::ordinary) fn changes_captured(f: &Expr) -> bool {
    let Expr::Closure(closure) = f else { return false };
    let changed = changed(&[Stmt::Expr((*closure.body).clone(), None)]);
    let own = super::captured::bound_in(closure);
    changed.iter().any(|name| !own.contains(name))
}
