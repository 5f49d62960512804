//! Maps that are made without a written type, of a list or of a chain.
//!
//! Takes a block whose locals have unique names; returns it with `let mut map: HashMap<_, _> = HashMap::new();` and what inserts the
//! entries. Law: the entries are inserted in the order of the list.

use super::fresh::Fresh;
use crate::ir::entry_types;
use crate::sorted::Map;
use crate::syntax::made::stmts;
use crate::syntax::paths::{called, last, owner};
use crate::syntax::read::{name_of, typed};
use crate::syntax::visit::{self, Visit};
use crate::syntax::visit_mut::{self, VisitMut, each_stmt};
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Stmt, Type, parse_quote_spanned};

/// Rewrites a block.
pub(super) fn filled(block: &mut syn::Block, fresh: &mut Fresh) {
    let mut keys = Keys::default();
    keys.visit_block(block);
    Filled { keys: keys.0, fresh }.visit_block_mut(block);
}

/// The names of maps into which a text is inserted, as far as literals show it.
#[derive(Default)]
struct Keys(Map<String, Type>);

impl<'ast> Visit<'ast> for Keys {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        visit::visit_expr_method_call(self, call);
        let takes_key = call.method == "insert" || call.method == "entry";
        if let (Some(name), Some(key), true) = (name_of(&call.receiver), call.args.first(), takes_key) {
            if is_text(key) {
                self.0.insert(name, text_type(key.span()));
            }
        }
    }
}

fn is_text(e: &Expr) -> bool {
    matches!(e, Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(_), .. }))
}

fn text_type(span: proc_macro2::Span) -> Type {
    parse_quote_spanned!(span=> &'static str)
}

struct Filled<'a> {
    keys: Map<String, Type>,
    fresh: &'a mut Fresh,
}

impl Filled<'_> {
    /// The statements in place of one that makes a map; nothing where it stays.
    fn filled(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        let Stmt::Local(local) = stmt else { return None };
        let (Pat::Ident(name), ty, init) = (typed(&local.pat).0, typed(&local.pat).1, local.init.as_ref()?)
        else {
            return None;
        };
        let (name, span) = (&name.ident, local.let_token.span);
        let declared = |key: Option<Type>, kind: &str, ty: Option<&Type>| -> (Type, Expr) {
            let kind = Ident::new(kind, span);
            let key = key.unwrap_or_else(|| parse_quote_spanned!(span=> _));
            let ty = ty
                .cloned()
                .unwrap_or_else(|| parse_quote_spanned!(span=> ::std::collections::#kind<#key, _>));
            (ty, parse_quote_spanned!(span=> ::std::collections::#kind::new()))
        };
        match &*init.expr {
            Expr::Call(call) => {
                let (path, _) = called(&init.expr)?;
                let of = owner(path).filter(|of| of == "HashMap" || of == "BTreeMap")?;
                let is_open = path.segments.iter().all(|part| part.arguments.is_none());
                match (last(path).as_str(), call.args.first()) {
                    ("new" | "default" | "with_capacity", _) if ty.is_none() && is_open => {
                        let (ty, _) = declared(self.keys.get(&name.to_string()).cloned(), &of, None);
                        let init = &init.expr;
                        Some(stmts!(span=> let mut #name: #ty = #init;))
                    }
                    ("from", Some(items)) => {
                        let first = match items {
                            Expr::Array(list) => list.elems.first(),
                            _ => None,
                        };
                        let has_text = matches!(first, Some(Expr::Tuple(pair)) if pair.elems.first().is_some_and(is_text));
                        let (ty, empty) = declared(has_text.then(|| text_type(span)), &of, ty);
                        let mut all = stmts!(span=> let mut #name: #ty = #empty;);
                        match items {
                            Expr::Array(list) => {
                                for entry in &list.elems {
                                    let Expr::Tuple(pair) = entry else { return None };
                                    let (key, value) = (&pair.elems[0], pair.elems.get(1)?);
                                    all.extend(stmts!(span=> #name.insert(#key, #value);));
                                }
                            }
                            list => all.extend(self.inserting(name, list)),
                        }
                        Some(all)
                    }
                    _ => None,
                }
            }
            Expr::MethodCall(call) if call.method == "collect" => {
                let of_turbofish = call.turbofish.as_ref().and_then(|of| match of.args.first() {
                    Some(syn::GenericArgument::Type(ty)) => Some(ty),
                    _ => None,
                });
                let ty = ty.or(of_turbofish)?;
                entry_types(ty)?;
                let Type::Path(path) = ty else { return None };
                let (ty, empty) = declared(None, &last(&path.path), Some(ty));
                let mut all = stmts!(span=> let mut #name: #ty = #empty;);
                all.extend(self.inserting(name, &call.receiver));
                Some(all)
            }
            _ => None,
        }
    }

    /// The loop that inserts the entries of a list or of a chain.
    fn inserting(&mut self, name: &Ident, entries: &Expr) -> Vec<Stmt> {
        let (span, [key, value]) = (entries.span(), self.fresh.names(["key", "value"], entries.span()));
        stmts!(span=> for (#key, #value) in #entries { #name.insert(#key, #value); })
    }
}

impl VisitMut for Filled<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        each_stmt(block, |stmt, _, out| match self.filled(&stmt) {
            Some(all) => out.extend(all),
            None => out.push(stmt),
        });
        visit_mut::visit_block_mut(self, block);
    }
}
