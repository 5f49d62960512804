//! Structures that a function of their type builds: `let mut filter = Filter::low_pass(…);`.
//!
//! Law: a local has the written type if that type's functions change it, `Filter::process(&mut filter, x)`, and nothing else is done to it than a
//! structure allows, or if the function is called as those are that return their type, and a method of the local is called.

use crate::sorted::{Map, Set};
use crate::syntax::named::{is_capital, maker};
use crate::syntax::paths::{ends, last, parent};
use crate::syntax::read::{behind, name_of};
use crate::syntax::visit::{self, Visit};
use syn::{Expr, Pat, Type, parse_quote};

/// Types of the standard library, which hold other things than structures do.
const FOREIGN: [&str; 14] = [
    "Vec",
    "VecDeque",
    "HashMap",
    "BTreeMap",
    "HashSet",
    "BTreeSet",
    "BinaryHeap",
    "String",
    "Box",
    "Rc",
    "Arc",
    "Option",
    "Result",
    "Default",
];

/// True for the name of a type of the standard library.
pub(super) fn is_foreign(name: &str) -> bool {
    FOREIGN.contains(&name)
}

/// The types of the variables of a function that are such structures.
pub(super) fn told(item: &syn::ItemFn) -> Map<String, Type> {
    let generics = item.sig.generics.type_params().map(|param| param.ident.to_string()).collect();
    let mut found = Built { generics, locals: Map::new() };
    found.visit_block(&item.block);
    let told = found.locals.into_iter().filter(|(_, local)| local.is_told());
    told.map(|(name, Local { of, .. })| (name, parse_quote!(#of))).collect()
}

/// The names of structures: locals that start at a literal of one or that a function of its type builds, and parameters of a named
/// type one of whose fields is named.
pub(in crate::ordinary) fn structures(item: &syn::ItemFn) -> Set<String> {
    struct Found<'a> {
        built: &'a Built,
        named: Set<String>,
        parameters: Set<String>,
    }
    impl<'ast> Visit<'ast> for Found<'_> {
        fn visit_local(&mut self, local: &'ast syn::Local) {
            visit::visit_local(self, local);
            let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) else { return };
            let is_one = match &*init.expr {
                Expr::Struct(_) => true,
                Expr::Call(call) => match &*call.func {
                    Expr::Path(path) => {
                        let name = last(&path.path);
                        let is_literal = path.path.get_ident().is_some() && names_structure(&name);
                        is_literal || self.built.type_of(path).is_some()
                    }
                    _ => false,
                },
                _ => false,
            };
            self.named.extend(is_one.then(|| name.ident.to_string()));
        }
        fn visit_expr_field(&mut self, field: &'ast syn::ExprField) {
            if let syn::Member::Named(_) = &field.member {
                self.named.extend(name_of(&field.base).filter(|name| self.parameters.contains(name)));
            }
            visit::visit_expr_field(self, field);
        }
    }
    let parameters = item.sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(param) => match (&*param.pat, behind(&param.ty)) {
            (Pat::Ident(name), Type::Path(path)) => {
                (!ends(&path.path, &FOREIGN)).then(|| name.ident.to_string())
            }
            _ => None,
        },
        syn::FnArg::Receiver(_) => Some("self".to_string()),
    });
    let built = Built { generics: Set::new(), locals: Map::new() };
    let mut found = Found { built: &built, named: Set::new(), parameters: parameters.collect() };
    found.visit_block(&item.block);
    found.named
}

/// True for the written type of a structure, as far as tokens show.
pub(in crate::ordinary) fn is_structure(ty: &Type) -> bool {
    matches!(behind(ty), Type::Path(path) if names_structure(&last(&path.path)))
}

/// True for the name of a type that is neither foreign nor a type parameter, which is short and none of a structure that the crate knows.
fn names_structure(name: &str) -> bool {
    (name.len() > 1 || crate::syntax::structures::is_known_name(name))
        && is_capital(name)
        && !FOREIGN.contains(&name)
}

struct Local {
    /// The path of the type whose function builds it.
    of: syn::Path,
    /// True for the name of a function that returns its type.
    is_constructor: bool,
    /// The number of times that it is named, and how many of those suit a structure.
    named: usize,
    suits: usize,
    /// True if a function of that type changes it.
    is_changed: bool,
    /// True if a method of it is called.
    is_receiver: bool,
}

impl Local {
    fn is_told(&self) -> bool {
        self.is_constructor && self.is_receiver || self.is_changed && self.named == self.suits
    }
}

struct Built {
    generics: Set<String>,
    locals: Map<String, Local>,
}

/// The type before the last part of a path, if it is the name of a structure.
pub(super) fn type_of(path: &syn::ExprPath) -> Option<syn::Path> {
    let of = parent(&path.path);
    let name = of.segments.last()?.ident.to_string();
    let is_plain = path.qself.is_none() && of.segments.iter().all(|part| part.arguments.is_none());
    (is_plain && names_structure(&name) && name != "Self").then_some(of)
}

/// True for the name of a function that returns the type whose it is.
pub(super) fn is_constructor(function: &str) -> bool {
    matches!(function, "new" | "default")
        || ["new_", "with_", "from_"].iter().any(|start| function.starts_with(start))
}

/// True for the path of a function that returns the type whose it is, a structure: `Filter::new`.
pub(in crate::ordinary) fn makes_own_type(path: &syn::Path) -> bool {
    let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: path.clone() };
    is_constructor(&last(&path.path)) && type_of(&path).is_some()
}

impl Built {
    /// The type before the last part of a path, if it is the name of a structure and no type parameter.
    fn type_of(&self, path: &syn::ExprPath) -> Option<syn::Path> {
        type_of(path)
            .filter(|of| !of.get_ident().is_some_and(|name| self.generics.contains(&name.to_string())))
    }

    fn local(&mut self, e: &Expr) -> Option<&mut Local> {
        self.locals.get_mut(&name_of(e)?)
    }
}

impl<'ast> Visit<'ast> for Built {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) else { return };
        let Expr::Call(call) = &*init.expr else { return };
        let Expr::Path(path) = &*call.func else { return };
        let (Some(of), Some(last), true) =
            (self.type_of(path), path.path.segments.last(), name.mutability.is_some())
        else {
            return;
        };
        let function = last.ident.to_string();
        if maker(&path.path).is_variant() {
            return;
        }
        let is_constructor = is_constructor(&function);
        let built = Local { of, is_constructor, named: 0, suits: 0, is_changed: false, is_receiver: false };
        self.locals.insert(name.ident.to_string(), built);
    }

    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Path(_) => {
                if let Some(local) = self.local(e) {
                    local.named += 1;
                }
            }
            Expr::Field(field) => {
                if let Some(local) = self.local(&field.base) {
                    local.suits += 1;
                }
            }
            Expr::MethodCall(call) => {
                if let Some(local) = self.local(&call.receiver) {
                    (local.suits, local.is_receiver) = (local.suits + 1, true);
                }
            }
            Expr::Call(call) => {
                if let (Expr::Path(path), Some(Expr::Reference(lent))) = (&*call.func, call.args.first()) {
                    let of = self.type_of(path);
                    if let (Some(of), Some(local)) = (of, self.local(&lent.expr)) {
                        let is_own = of == local.of;
                        local.suits += usize::from(is_own);
                        local.is_changed |= is_own && lent.mutability.is_some();
                    }
                }
            }
            _ => {}
        }
        visit::visit_expr(self, e);
    }
}
