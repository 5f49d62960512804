//! Types of locals that their uses tell: an exact value that is returned, and a vector that grows.
//!
//! Law: what is written here is what rustc would infer, or an error of rustc.

use super::Sequence;
use crate::ir::{Methods, is_of};
use crate::ordinary::layout::is_exact;
use crate::sorted::Map;
use crate::syntax::named::maker;
use crate::syntax::paths::{argument, argument_of, called, ends, is_named, last, parent};
use crate::syntax::read::{ident_of, is_name, listed, name_of, value_of};
use crate::syntax::seek::each;
use crate::syntax::updates;
use crate::syntax::visit::{self, Visit};
use crate::syntax::{signatures, structures};
use syn::{Expr, Pat, Stmt, Type, parse_quote};

/// The locals of a function whose types are told by their uses.
pub(super) fn told(item: &syn::ItemFn) -> Map<String, Type> {
    let mut told = Map::new();
    let last = item.block.stmts.last();
    if let (Some(Stmt::Expr(value, None)), syn::ReturnType::Type(_, ty)) = (last, &item.sig.output) {
        told.extend(name_of(value).filter(|_| is_exact(ty)).map(|name| (name, (**ty).clone())));
    }
    let whole = super::beside::whole(&item.block);
    let mut found = Vectors { whole, told };
    found.visit_block(&item.block);
    found.told
}

/// The values that locals hold where they are assigned `Some(e)`, on a side of a choice as well.
pub(super) fn assigned(block: &syn::Block) -> Map<String, Expr> {
    let mut assigned = Map::new();
    let at = |e: &Expr| {
        let Expr::Assign(assign) = e else { return };
        if let (Some(name), Some(value)) = (name_of(&assign.left), some_value(&assign.right)) {
            assigned.entry(name).or_insert(value);
        }
    };
    each(at, |visitor| visitor.visit_block(block));
    assigned
}

/// The value in the first `Some(e)` that an expression may be.
fn some_value(e: &Expr) -> Option<Expr> {
    let in_block = |block: &syn::Block| some_value(value_of(block)?);
    match e {
        Expr::Paren(inner) => some_value(&inner.expr),
        Expr::Block(block) => in_block(&block.block),
        Expr::If(branch) => {
            let other = || some_value(&branch.else_branch.as_ref()?.1);
            in_block(&branch.then_branch).or_else(other)
        }
        Expr::Match(on) => on.arms.iter().find_map(|arm| some_value(&arm.body)),
        Expr::Call(call) if is_name(&call.func, "Some") => call.args.first().cloned(),
        _ => None,
    }
}

struct Vectors {
    /// Names of integers.
    whole: crate::sorted::Set<String>,
    told: Map<String, Type>,
}

/// The type of an item of a vector: of a tuple, a structure and a list the parts that its text tells, of others what `infer` finds.
pub(super) fn item(e: &Expr) -> Type {
    match e {
        Expr::Tuple(tuple) if !tuple.elems.is_empty() => {
            let parts = tuple.elems.iter().map(part_of);
            parse_quote!((#(#parts),*))
        }
        Expr::Macro(mac) => match listed(&mac.mac) {
            Some(list) if !list.is_empty() => {
                let inner = item_in(&list);
                parse_quote!(Vec<#inner>)
            }
            _ => parse_quote!(_),
        },
        e => {
            structure_of(e).or_else(|| enum_of(e)).map_or_else(|| parse_quote!(_), |path| parse_quote!(#path))
        }
    }
}

/// The enum of a variant that is written out.
pub(super) fn enum_of(e: &Expr) -> Option<syn::Path> {
    let path = match e {
        Expr::Paren(inner) => return enum_of(&inner.expr),
        Expr::Struct(literal) => &literal.path,
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => &path.path,
            _ => return None,
        },
        _ => return None,
    };
    maker(path).is_variant().then(|| parent(path))
}

/// The type of the items of a list: one that is known, or that of the first.
pub(super) fn item_in(list: &[Expr]) -> Type {
    let known = list.iter().find(|item| structure_of(item).or_else(|| enum_of(item)).is_some());
    known.or(list.first()).map_or_else(|| parse_quote!(_), item)
}

/// The type of a structure that is written out, or that a function builds whose name says so: `Filter::new(…)`.
pub(super) fn structure_of(e: &Expr) -> Option<syn::Path> {
    match e {
        Expr::Paren(inner) => structure_of(&inner.expr),
        Expr::Struct(literal) => {
            let is_variant = maker(&literal.path).is_variant();
            (!is_variant).then(|| literal.path.clone())
        }
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) if !maker(&path.path).is_variant() => {
                super::built::type_of(path).filter(|_| super::built::is_constructor(&last(&path.path)))
            }
            _ => None,
        },
        _ => None,
    }
}

fn part_of(e: &Expr) -> Type {
    match e {
        Expr::Tuple(_) => item(e),
        Expr::Struct(_) => item(e),
        e => match super::places::start_like(e) {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. }) if !int.suffix().is_empty() => {
                let ty = syn::Ident::new(int.suffix(), int.span());
                parse_quote!(#ty)
            }
            Expr::Lit(lit) if matches!(lit.lit, syn::Lit::Bool(_)) => parse_quote!(bool),
            _ => parse_quote!(_),
        },
    }
}

/// The trait of an operator whose values the crate may know.
fn trait_of(op: &syn::BinOp) -> Option<&'static str> {
    match op {
        syn::BinOp::Add(_) => Some("Add"),
        syn::BinOp::Sub(_) => Some("Sub"),
        syn::BinOp::Mul(_) => Some("Mul"),
        syn::BinOp::Div(_) => Some("Div"),
        _ => None,
    }
}

impl Vectors {
    /// Notes what a vector holds; of parts of a tuple that one item leaves open another one may tell.
    fn holds(&mut self, vector: &syn::Ident, item: Type) {
        let known = self.told.get(&vector.to_string()).and_then(item_of);
        let item = match known {
            Some(known) if !matches!(known, Type::Infer(_)) => self.merged(known, item),
            _ => item,
        };
        if known.is_none() || matches!(item, Type::Tuple(_)) {
            self.told.insert(vector.to_string(), parse_quote!(Vec<#item>));
        }
    }

    /// Notes the integers among the parts of a vector's items, where a pattern takes these apart.
    fn taken(&mut self, vector: &Expr, pat: Option<&Pat>) {
        let (Some(vector), Some(Pat::Tuple(parts))) = (ident_of(vector), pat) else { return };
        let parts = parts.elems.iter().map(|part| match super::closures::bare(part) {
            Pat::Ident(name) if self.whole.contains(&name.ident.to_string()) => parse_quote!(usize),
            _ => parse_quote!(_),
        });
        let parts: Vec<Type> = parts.collect();
        let known = self.told.get(&vector.to_string()).and_then(item_of);
        if matches!(known, Some(Type::Tuple(tuple)) if tuple.elems.len() == parts.len()) {
            self.holds(vector, parse_quote!((#(#parts),*)));
        }
    }

    fn merged(&self, one: &Type, two: Type) -> Type {
        match (one, two) {
            (Type::Tuple(one), Type::Tuple(two)) if one.elems.len() == two.elems.len() => {
                let parts = one.elems.iter().zip(two.elems).map(|(one, two)| self.merged(one, two));
                parse_quote!((#(#parts),*))
            }
            (Type::Infer(_), two) => two,
            (one, _) => one.clone(),
        }
    }
}

impl<'ast> Visit<'ast> for Vectors {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if let (Some(name), true) = (ident_of(&call.receiver), is_of(&call.method, Methods::Grows)) {
            let value = match call.method.to_string().as_str() {
                "push" => call.args.first(),
                "insert" => call.args.get(1),
                _ => None,
            };
            let item = value.map_or_else(|| parse_quote!(_), item);
            self.holds(name, item);
        }
        visit::visit_expr_method_call(self, call);
    }
    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let (Pat::Ident(name), Some(Expr::Macro(mac))) =
            (&local.pat, local.init.as_ref().map(|init| &*init.expr))
        {
            if let Some([first @ Expr::Tuple(_), ..]) = listed(&mac.mac).as_deref() {
                self.holds(&name.ident, item(first));
            }
        }
        visit::visit_local(self, local);
    }
    fn visit_expr_let(&mut self, of: &'ast syn::ExprLet) {
        if let (Pat::TupleStruct(some), Expr::MethodCall(call)) = (&*of.pat, &*of.expr) {
            self.taken(&call.receiver, some.elems.first());
        }
        visit::visit_expr_let(self, of);
    }
    fn visit_expr_for_loop(&mut self, each: &'ast syn::ExprForLoop) {
        let mut items = &*each.expr;
        while let Expr::MethodCall(syn::ExprMethodCall { receiver: of, .. })
        | Expr::Reference(syn::ExprReference { expr: of, .. }) = items
        {
            items = of;
        }
        self.taken(items, Some(&each.pat));
        visit::visit_expr_for_loop(self, each);
    }
}

impl Sequence<'_> {
    /// The type of a value, where it consists of names whose types are known.
    pub(super) fn type_of(&self, e: &Expr) -> Option<Type> {
        match e {
            Expr::Paren(inner) => self.type_of(&inner.expr),
            // A constant of a structure.
            Expr::Path(path) if path.path.segments.len() > 1 => {
                structures::value_at(&path.path).filter(structures::is_known)
            }
            Expr::Path(_) => {
                let name = name_of(e)?;
                let declared =
                    self.declared.get(&name).filter(|ty| !matches!(ty, Type::Reference(_) | Type::Infer(_)));
                declared.cloned().or_else(|| self.whole.contains(&name).then(|| parse_quote!(usize)))
            }
            Expr::Tuple(tuple) => {
                let parts =
                    tuple.elems.iter().map(|part| self.type_of(part)).collect::<Option<Vec<Type>>>()?;
                Some(parse_quote!((#(#parts),*)))
            }
            Expr::Binary(binary) => {
                let (left, right) = (self.type_of(&binary.left)?, self.type_of(&binary.right));
                updates::combined(&left, trait_of(&binary.op)?, right.as_ref()).filter(structures::is_known)
            }
            Expr::Call(call) => {
                let made = || structure_of(e).map(|path| parse_quote!(#path));
                let Expr::Path(path) = &*call.func else { return None };
                let told = signatures::returned_at(&path.path).filter(structures::is_given);
                made().or(told)
            }
            Expr::MethodCall(call) => {
                let of = self.type_of(&call.receiver)?;
                structures::value(&of, &call.method.to_string()).filter(structures::is_known)
            }
            made => structure_of(made).map(|path| parse_quote!(#path)),
        }
    }

    /// True for a choice between structures that a side computes: what a choice hands on is computed before it is decided.
    pub(super) fn computes_structures(&self, e: &Expr) -> bool {
        let made =
            || self.type_of(&super::statements::first_value(e)).as_ref().and_then(crate::ordinary::made);
        super::sides::compute(e) && made().is_some()
    }

    /// Notes the type of the items that a loop visits, structures which the crate knows.
    pub(super) fn visited_items(&mut self, pat: &Pat, head: &Expr) {
        let of = match head {
            Expr::Reference(lent) => &lent.expr,
            Expr::MethodCall(call) if call.method == "iter" || call.method == "iter_mut" => &call.receiver,
            _ => return,
        };
        let item =
            super::changing::type_of(of, &self.declared).as_ref().and_then(crate::ordinary::own::item_of);
        if let (Pat::Ident(name), Some(item)) = (pat, item.filter(structures::is_known)) {
            self.declared.entry(name.ident.to_string()).or_insert(item);
        }
    }

    /// Notes the type of a local that starts at a structure which the crate knows.
    pub(super) fn starts_at(&mut self, name: &syn::Ident, value: &Expr) {
        if let Some(ty) = self.type_of(value).filter(structures::is_known) {
            self.declared.entry(name.to_string()).or_insert(ty);
        }
    }

    /// The type of the items of a vector, as far as it is written or told.
    pub(super) fn item_in(&self, vector: &Expr) -> Option<Type> {
        let told = || self.told.get(&name_of(vector)?).cloned();
        let ty = self.type_of_place(vector).or_else(told)?;
        item_of(&ty).cloned()
    }

    /// The type of a place, as far as its local is declared with a type or built by a function of one.
    pub(super) fn type_of_place(&self, place: &Expr) -> Option<Type> {
        let known = |types| super::changing::type_of(place, types);
        known(&self.declared).or_else(|| known(&self.built))
    }

    /// The type of the tuples, or of the structures that the crate knows, which a vector holds.
    pub(super) fn parts_in(&self, vector: &Expr) -> Option<Type> {
        self.item_in(vector).filter(|item| matches!(item, Type::Tuple(_)) || structures::is_given(item))
    }

    /// The type of a local that its uses tell: of what a call returns, of an empty vector, of what a macro tells.
    pub(super) fn known_type(&self, pat: &Pat, init: Option<&Expr>) -> Option<Type> {
        let Pat::Ident(name) = pat else { return None };
        let name = name.ident.to_string();
        let Some(ty) = self.told.get(&name) else { return self.built.get(&name).cloned() };
        let is_vector = !is_exact(ty);
        let asks = match init? {
            Expr::Macro(mac) => {
                !is_vector && !mac.mac.path.is_ident("vec") || is_vector && tuple_of(ty).is_some()
            }
            init @ Expr::Call(_) => called(init).is_some_and(|(path, _)| {
                is_vector && (tuple_of(ty).is_some() || !ends(path, &["new", "with_capacity"]))
            }),
            Expr::Path(_) => is_vector,
            _ => false,
        };
        asks.then(|| ty.clone())
    }
}

/// The items that an array, a slice or a vector holds.
pub(super) fn item_of(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(lent) => item_of(&lent.elem),
        Type::Slice(slice) => Some(&slice.elem),
        Type::Array(array) => Some(&array.elem),
        ty => argument(ty),
    }
}

/// The items of a written type, which may be another name of one.
pub(super) fn item_behind(ty: &Type) -> Option<Type> {
    let is_name = matches!(ty, Type::Path(path) if path.path.get_ident().is_some());
    let named = || parse_quote!(<#ty as ::retrograde::__private::fields::Items>::Item);
    item_of(ty).cloned().or_else(|| is_name.then(named))
}

/// True for an `Option`.
pub(super) fn is_option(ty: &Type) -> bool {
    is_named(ty, &["Option"])
}

/// The tuples that a vector holds.
fn tuple_of(ty: &Type) -> Option<&Type> {
    item_of(ty).filter(|item| matches!(item, Type::Tuple(_)))
}

/// True for a vector whose items have a written type.
pub(super) fn is_told(ty: &Type) -> bool {
    argument_of(ty, &["Vec"]).is_some_and(|item| !matches!(item, Type::Infer(_)))
}
