//! Vectors of references: a loop over one lends its elements, as the vector does.
//!
//! The programs hold the values themselves, so a `Vec<&Item>` is one of items there, and a loop over it would take them.
//! Law: the items of a vector are references if its type says so, or if it collects what `iter` of another visits.

use crate::sorted::Set;
use crate::syntax::read::{listed, name_of};
use crate::syntax::visit::{self, Visit};
use crate::syntax::visit_mut::{self, VisitMut};
use syn::spanned::Spanned;
use syn::{Expr, Pat, Type, parse_quote, parse_quote_spanned};

/// The methods that leave the items of an iterator as they are.
const KEEPING: [&str; 9] =
    ["filter", "rev", "skip", "take", "step_by", "take_while", "skip_while", "chain", "inspect"];

/// Writes `for item in &items` where a loop visits a vector of references, `items.iter()` for `items.into_iter()`, and `row.iter_mut()` for
/// a row that an outer loop lends to be changed. Returns the names of the elements that loops and chains lend.
pub(super) fn visited(block: &mut syn::Block) -> Set<String> {
    Rows(Set::new()).visit_block_mut(block);
    let mut found = Found(Set::new());
    found.visit_block(block);
    if !found.0.is_empty() {
        Lent(found.0).visit_block_mut(block);
    }
    Held.visit_block_mut(block);
    let mut elements = Elements(Set::new());
    elements.visit_block(block);
    elements.0
}

/// The elements that are lent, by their names.
struct Elements(Set<String>);

impl Elements {
    fn note(&mut self, pat: &Pat, head: &Expr) {
        if let (Pat::Ident(name), true) = (pat, lends(head)) {
            self.0.insert(name.ident.to_string());
        }
    }
}

impl<'ast> Visit<'ast> for Elements {
    fn visit_expr_for_loop(&mut self, each: &'ast syn::ExprForLoop) {
        visit::visit_expr_for_loop(self, each);
        self.note(&each.pat, &each.expr);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        visit::visit_expr_method_call(self, call);
        if let Some(Expr::Closure(closure)) = call.args.first() {
            if let (1, Some(pat)) = (closure.inputs.len(), closure.inputs.first()) {
                self.note(pat, &call.receiver);
            }
        }
    }
}

/// The elements that loops lend to be changed, by their names.
struct Rows(Set<String>);

impl Rows {
    /// Notes the names of a pattern that are such elements.
    fn note(&mut self, pat: &Pat, head: &Expr) {
        match (pat, head) {
            (pat, Expr::Paren(inner)) => self.note(pat, &inner.expr),
            (Pat::Ident(name), Expr::Reference(of)) if of.mutability.is_some() => {
                self.0.insert(name.ident.to_string());
            }
            (Pat::Ident(name), Expr::MethodCall(call)) if call.method == "iter_mut" => {
                self.0.insert(name.ident.to_string());
            }
            (Pat::Tuple(parts), Expr::MethodCall(call)) if parts.elems.len() == 2 => {
                if call.method == "enumerate" {
                    self.note(&parts.elems[1], &call.receiver);
                } else if let (true, Some(other)) = (call.method == "zip", call.args.first()) {
                    self.note(&parts.elems[0], &call.receiver);
                    self.note(&parts.elems[1], other);
                }
            }
            (pat, Expr::MethodCall(call)) if KEEPING.contains(&&*call.method.to_string()) => {
                self.note(pat, &call.receiver);
            }
            _ => {}
        }
    }
}

impl VisitMut for Rows {
    fn visit_expr_for_loop_mut(&mut self, each: &mut syn::ExprForLoop) {
        if name_of(&each.expr).is_some_and(|name| self.0.contains(&name)) {
            let row = &each.expr;
            *each.expr = parse_quote_spanned!(row.span()=> #row.iter_mut());
        }
        self.note(&each.pat, &each.expr);
        visit_mut::visit_expr_for_loop_mut(self, each);
    }
}

struct Found(Set<String>);

impl<'ast> Visit<'ast> for Found {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        let (pat, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        };
        let (Pat::Ident(name), Some(init)) = (pat, &local.init) else { return };
        let is_lending = match ty.and_then(item_of) {
            Some(Type::Infer(_)) | None => collects_lent(&init.expr),
            Some(item) => matches!(item, Type::Reference(_)),
        };
        if is_lending {
            self.0.insert(name.ident.to_string());
        }
    }
}

/// The type of the items of a written vector or array.
fn item_of(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Array(array) => Some(&array.elem),
        Type::Path(path) => match &path.path.segments.last()?.arguments {
            syn::PathArguments::AngleBracketed(of) => match of.args.first()? {
                syn::GenericArgument::Type(item) => Some(item),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// True for a chain that collects references, and for a list of them.
fn collects_lent(e: &Expr) -> bool {
    match e {
        Expr::Paren(inner) => collects_lent(&inner.expr),
        Expr::Array(array) => array.elems.first().is_some_and(|first| matches!(first, Expr::Reference(_))),
        Expr::Macro(mac) => listed(&mac.mac).is_some_and(|list| are_lent(list.iter())),
        Expr::MethodCall(call) if call.method == "collect" => visits_lent(&call.receiver),
        _ => false,
    }
}

/// True for the head of a loop that visits what another owns.
fn lends(head: &Expr) -> bool {
    match head {
        Expr::Paren(inner) => lends(&inner.expr),
        Expr::Reference(of) => of.mutability.is_none(),
        head => visits_lent(head),
    }
}

fn visits_lent(chain: &Expr) -> bool {
    match chain {
        Expr::Paren(inner) => visits_lent(&inner.expr),
        Expr::MethodCall(call) if call.method == "iter" => call.args.is_empty(),
        Expr::MethodCall(call) => KEEPING.contains(&&*call.method.to_string()) && visits_lent(&call.receiver),
        _ => false,
    }
}

/// True for references to places, of which there are some.
fn are_lent<'a>(mut items: impl Iterator<Item = &'a Expr>) -> bool {
    fn is_place(e: &Expr) -> bool {
        match e {
            Expr::Path(_) => true,
            Expr::Field(field) => is_place(&field.base),
            Expr::Index(index) => !matches!(*index.index, Expr::Range(_)) && is_place(&index.expr),
            _ => false,
        }
    }
    let is_one =
        |e: &Expr| matches!(e, Expr::Reference(lent) if lent.mutability.is_none() && is_place(&lent.expr));
    let mut any = false;
    items.all(|item| {
        any = true;
        is_one(item)
    }) && any
}

/// Writes lists of references as lists of what they lend: `let both = [&a, &b];`, and `for item in [&a, &b]`, which lends it still.
struct Held;

impl Held {
    /// Writes such a list; false if it is none.
    fn held(e: &mut Expr) -> bool {
        let copy = |item: &mut Expr| {
            if let Expr::Reference(lent) = item {
                let (span, place) = (lent.span(), &lent.expr);
                *item = parse_quote_spanned!(span=> #place.clone());
            }
        };
        match e {
            Expr::Paren(inner) => Held::held(&mut inner.expr),
            Expr::Array(array) if are_lent(array.elems.iter()) => {
                array.elems.iter_mut().for_each(copy);
                true
            }
            Expr::Macro(mac) => match listed(&mac.mac).filter(|list| are_lent(list.iter())) {
                Some(mut list) => {
                    list.iter_mut().for_each(copy);
                    mac.mac.tokens = quote::quote!(#(#list),*);
                    true
                }
                None => false,
            },
            _ => false,
        }
    }
}

impl VisitMut for Held {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        if let Some(init) = &mut local.init {
            Held::held(&mut init.expr);
        }
    }

    fn visit_expr_for_loop_mut(&mut self, each: &mut syn::ExprForLoop) {
        visit_mut::visit_expr_for_loop_mut(self, each);
        if Held::held(&mut each.expr) {
            let head = &each.expr;
            *each.expr = parse_quote_spanned!(head.span()=> &#head);
        }
    }
}

struct Lent(Set<String>);

impl Lent {
    fn names(&self, e: &Expr) -> bool {
        name_of(e).is_some_and(|name| self.0.contains(&name))
    }

    /// Lends an element, which is a reference.
    fn lend(&self, e: &mut Expr) {
        if matches!(&*e, Expr::Index(of) if !matches!(*of.index, Expr::Range(_)) && self.names(&of.expr)) {
            *e = parse_quote_spanned!(e.span()=> &#e);
        }
    }
}

impl VisitMut for Lent {
    fn visit_expr_for_loop_mut(&mut self, each: &mut syn::ExprForLoop) {
        visit_mut::visit_expr_for_loop_mut(self, each);
        if self.names(&each.expr) {
            let head = &each.expr;
            *each.expr = parse_quote!(&#head);
        }
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        if let (Pat::Ident(_), Some(init)) = (&local.pat, &mut local.init) {
            self.lend(&mut init.expr);
        }
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        if let Expr::Call(call) = e {
            call.args.iter_mut().for_each(|argument| self.lend(argument));
        }
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        call.args.iter_mut().for_each(|argument| self.lend(argument));
        if call.method == "into_iter" && call.args.is_empty() && self.names(&call.receiver) {
            call.method = syn::Ident::new("iter", call.method.span());
        }
    }
}
