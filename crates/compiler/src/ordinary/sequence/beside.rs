//! Calls that have a value and change arguments as well: a statement, and a local that holds the value.

use super::Sequence;
use super::sums::Sum;
use crate::ir::{Methods, Scalar, is_of};
use crate::ordinary::layout::held;
use crate::sorted::Set;
use crate::syntax::named::maker;
use crate::syntax::paths::{called, owner};
use crate::syntax::read::{is_name, name_of, typed, unlent};
use crate::syntax::seek::each;
use crate::syntax::visit::{self, Visit};
use crate::syntax::{signatures, structures};
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Stmt, parse_quote_spanned};

impl Sequence<'_> {
    /// True for a call that is lent something to change: what is written so, and what the function itself lends to itself.
    pub(super) fn changes_arguments(&self, call: &syn::ExprCall) -> bool {
        let is_own = is_name(&call.func, &self.own.0);
        let Expr::Path(path) = &*call.func else { return false };
        let is_ours = path.path.leading_colon.is_some() || super::memory::of_memory(&call.func).is_some();
        // A name that is lent on, `f(state)`, where the crate knows that the function changes it.
        let function = path.path.get_ident().filter(|name| !self.bound.contains(&name.to_string()));
        let known = function.map(crate::syntax::signatures::states).unwrap_or_default();
        let changes = |(at, argument): (usize, &Expr)| {
            is_own && self.own.1.contains(&at)
                || (known.contains(&at) || self.is_held_state(argument)) && self.is_state(argument)
                || is_lent_mutably(argument) && !self.is_given(argument) && !self.is_closure(argument)
                || self.changing.contains(&super::changing::of_argument(call, argument))
        };
        !is_ours && call.args.iter().enumerate().any(changes)
    }

    /// True for the name of a parameter that the function changes.
    pub(super) fn is_state(&self, e: &Expr) -> bool {
        let declared = name_of(e).and_then(|name| self.declared.get(&name));
        matches!(declared, Some(syn::Type::Reference(lent)) if lent.mutability.is_some())
    }

    /// The value of a method that changes its receiver or an argument; nothing if it is another method.
    pub(super) fn method_beside(
        &mut self,
        call: &syn::ExprMethodCall,
        out: &mut Vec<Stmt>,
    ) -> Option<Option<Expr>> {
        if !self.method_changes(call) {
            return None;
        }
        let start = parse_quote_spanned!(call.method.span()=> Default::default());
        Some(self.method_beside_from(call.clone(), start, out))
    }

    /// The parts of the `Option` or `Result` that such a method returns.
    pub(super) fn method_parts_beside(
        &mut self,
        call: syn::ExprMethodCall,
        out: &mut Vec<Stmt>,
    ) -> Option<Sum> {
        let span = call.method.span();
        let start = self.start_of_parts(&Expr::MethodCall(call.clone()), span);
        let parts = self.method_beside_from(call, start, out)?;
        Some(self.taken_apart(parts, span, out))
    }

    fn method_beside_from(
        &mut self,
        mut call: syn::ExprMethodCall,
        start: Expr,
        out: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        if !self.method_operands(&mut call, out) {
            return None;
        }
        self.lent(&mut call.args, out);
        Some(self.beside(Expr::MethodCall(call), None, start, out))
    }

    /// Lowers the receiver, which is a place, and the arguments of a method; false if one of them never has a value.
    pub(super) fn method_operands(&mut self, call: &mut syn::ExprMethodCall, out: &mut Vec<Stmt>) -> bool {
        self.place(&mut call.receiver, out)
            && call.args.iter_mut().all(|argument| self.handed(argument, out))
            && self.in_order(call.args.iter_mut().collect(), Self::argument, out).is_some()
    }

    /// True for a method that changes its receiver or an argument: the text tells it of a method of the same block, and where `&mut`
    /// is written. Any other is taken to change nothing; if it does, its programs refuse the call.
    pub(super) fn method_changes(&self, call: &syn::ExprMethodCall) -> bool {
        self.is_method_beside(call)
            || self.is_held_state(&call.receiver) && !super::vectors::is_of_vectors(&call.method.to_string())
            || !super::vectors::is_of_vectors(&call.method.to_string())
                && call.args.iter().any(is_lent_mutably)
    }

    /// True for the name of a state without cotangents.
    pub(super) fn is_held_state(&self, e: &Expr) -> bool {
        name_of(e).is_some_and(|name| self.states.contains(&name))
    }

    /// True for a call that takes nothing but states without cotangents and what is written: so has its value none.
    fn comes_from_state(&self, call: &Expr) -> bool {
        let (of, args) = match call {
            Expr::MethodCall(call) => (Some(&*call.receiver), &call.args),
            Expr::Call(call) => (None, &call.args),
            _ => return false,
        };
        let mut all: Vec<&Expr> = of.into_iter().chain(args.iter().map(unlent)).collect();
        let before = all.len();
        all.retain(|e| !self.is_held_state(e));
        let mut written = true;
        for e in &all {
            each(
                |part| written &= !name_of(part).is_some_and(|name| self.bound.contains(&name)),
                |v| v.visit_expr(e),
            );
        }
        all.len() < before && written
    }

    /// True for a method that has a value and changes something as well: of the same block, or because nothing else changes its receiver.
    pub(super) fn is_method_beside(&self, call: &syn::ExprMethodCall) -> bool {
        let is_self = is_name(&call.receiver, "self");
        is_self && self.methods.contains(&call.method.unraw().to_string())
            || self.changing.contains(&super::changing::of_method(call))
    }

    /// True for a call of a named function that changes nothing of ours.
    pub(super) fn only_checks(&self, call: &syn::ExprCall) -> bool {
        let is_local = |path: &syn::Path| {
            path.get_ident().is_some_and(|name| self.closures.contains_key(&name.to_string()))
        };
        let named = matches!(&*call.func, Expr::Path(path) if !is_local(&path.path) && !maker(&path.path).is_variant());
        let takes_function = call.args.iter().any(|argument| self.is_given(argument));
        named && !takes_function && !self.is_given(&call.func) && !self.changes_arguments(call)
    }

    /// Names what is lent mutably where it is made: `f(&mut [0.0; 3])`.
    pub(super) fn lent(
        &mut self,
        args: &mut syn::punctuated::Punctuated<Expr, syn::Token![,]>,
        out: &mut Vec<Stmt>,
    ) {
        for argument in args {
            let Expr::Reference(lent) = argument else { continue };
            let is_made = match &*lent.expr {
                Expr::Array(_) | Expr::Repeat(_) | Expr::Lit(_) | Expr::Macro(_) => true,
                Expr::Call(_) => true,
                Expr::MethodCall(call) => is_of(&call.method, Methods::Copies),
                _ => false,
            };
            if lent.mutability.is_some() && is_made {
                let (span, made, name) = (lent.span(), &lent.expr, self.fresh.name("lent", lent.span()));
                out.push(parse_quote_spanned!(span=> let mut #name = #made;));
                *lent.expr = parse_quote_spanned!(span=> #name);
            }
        }
    }

    /// The value of such a call, in a local that starts at a value of its type.
    pub(super) fn value_beside(
        &mut self,
        mut call: syn::ExprCall,
        ty: Option<&syn::Type>,
        start: Expr,
        out: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        if !self.arguments(&mut call, out) {
            return None;
        }
        self.lent(&mut call.args, out);
        Some(self.beside(Expr::Call(call), ty, start, out))
    }

    /// Returns the value from which a local starts that takes the value of such a call.
    pub(super) fn start_of(&self, pat: &syn::Pat, ty: Option<&syn::Type>) -> Expr {
        let of_type = ty.and_then(crate::ordinary::start);
        of_type.unwrap_or_else(|| match pat {
            syn::Pat::Tuple(parts) => {
                let parts = parts.elems.iter().map(|part| self.start_of(part, None));
                syn::parse_quote!((#(#parts),*))
            }
            // What is cast is no number of the real type.
            syn::Pat::Ident(name) if self.is_whole(&name.ident) => syn::parse_quote!(0),
            _ => syn::parse_quote!(Default::default()),
        })
    }

    /// True for a local that is no number of the real type.
    fn is_whole(&self, name: &syn::Ident) -> bool {
        let name = name.to_string();
        self.cast.contains(&name) || self.whole.contains(&name)
    }

    /// Returns the value from which a local starts that takes what is assigned to a place.
    pub(super) fn start_for(&self, place: &Expr) -> Expr {
        match name_of(place) {
            Some(name) if self.whole.contains(&name) => syn::parse_quote!(0),
            _ => syn::parse_quote!(Default::default()),
        }
    }

    /// The type of the value of a call, as far as the crate knows it.
    fn returned(&self, call: &Expr) -> Option<syn::Type> {
        match call {
            Expr::Call(_) => signatures::returned_here(called(call)?.0),
            Expr::MethodCall(call) => {
                let declared = || super::changing::type_of(&call.receiver, &self.declared);
                let of = self.type_of(&call.receiver).or_else(declared)?;
                structures::value(&of, &call.method.to_string())
            }
            _ => None,
        }
    }

    /// The type of the value of a call, if the crate knows that it is a truth value, a count, a list, or a structure that it can make.
    fn told_value(&self, call: &Expr) -> Option<syn::Type> {
        let is_told = |value: &syn::Type| {
            Scalar::of(value).is_some_and(Scalar::is_discrete)
                || structures::is_told_list(value)
                || structures::is_given(value) && crate::ordinary::made(value).is_some()
        };
        self.returned(call).filter(is_told)
    }

    /// True for a call that changes arguments as well, and of which the crate knows that it returns an `Option` or a `Result`: its value
    /// is there in parts.
    pub(super) fn returns_parts(&self, e: &Expr) -> bool {
        let changes = match e {
            Expr::Call(call) => self.changes_arguments(call),
            Expr::MethodCall(call) => self.method_changes(call),
            _ => false,
        };
        changes && self.returned(e).is_some_and(|ty| held(&ty).is_some())
    }

    /// Puts the value of a call into a new local, which starts at `start`.
    fn beside(&mut self, mut call: Expr, ty: Option<&syn::Type>, start: Expr, out: &mut Vec<Stmt>) -> Expr {
        let (span, place) = (call.span(), self.fresh.name("value", call.span()));
        let is_held = self.holds || self.comes_from_state(&call);
        let told = self.told_value(&call).filter(|_| ty.is_none());
        let start = told.as_ref().and_then(crate::ordinary::start).unwrap_or(start);
        let (ty, held) = (ty.or(told.as_ref()).into_iter(), is_held.then(|| quote::quote!(#[inactive])));
        out.push(parse_quote_spanned!(span=> #held let mut #place #(: #ty)* = #start;));
        let lent: Expr = parse_quote_spanned!(span=> &mut #place);
        match &mut call {
            Expr::Call(call) => call.args.push(lent),
            Expr::MethodCall(call) => call.args.push(lent),
            _ => {}
        }
        out.push(parse_quote_spanned!(span=> #[beside] #call;));
        parse_quote_spanned!(span=> #place)
    }

    /// Puts the parts of the `Option` or `Result` that a call returns into new locals.
    pub(super) fn parts_beside(&mut self, mut call: syn::ExprCall, span: Span, out: &mut Vec<Stmt>) -> Sum {
        let start = self.start_of_parts(&Expr::Call(call.clone()), span);
        self.lent(&mut call.args, out);
        // A list in parts has the type that the function tells.
        let list = self.returned(&Expr::Call(call.clone()));
        let list = list.as_ref().and_then(held).filter(|held| structures::is_told_list(held));
        let ty: Option<syn::Type> = list.map(|held| parse_quote_spanned!(span=> (bool, #held)));
        let start = ty.as_ref().and_then(crate::ordinary::start).unwrap_or(start);
        let parts = self.beside(Expr::Call(call), ty.as_ref(), start, out);
        if ty.is_none() {
            return self.taken_apart(parts, span, out);
        }
        let [is, held] = self.fresh.names(["is_some", "held"], span);
        out.push(parse_quote_spanned!(span=> let #is: bool = #parts.0;));
        out.push(parse_quote_spanned!(span=> let #held = #parts.1.to_vec();));
        Sum::of(parse_quote_spanned!(span=> #is), parse_quote_spanned!(span=> #held))
    }

    /// The parts of a pair that stands for an `Option` or a `Result`, in locals.
    pub(super) fn taken_apart(&mut self, parts: Expr, span: Span, out: &mut Vec<Stmt>) -> Sum {
        let [is, held] = self.fresh.names(["is_some", "held"], span);
        out.push(parse_quote_spanned!(span=> let (#is, #held) = #parts;));
        Sum::of(parse_quote_spanned!(span=> #is), parse_quote_spanned!(span=> #held))
    }
}

/// The names of what is marked `#[inactive]` and may change.
pub(super) fn states(item: &syn::ItemFn) -> Set<String> {
    struct States(Set<String>);
    impl<'ast> Visit<'ast> for States {
        fn visit_local(&mut self, local: &'ast syn::Local) {
            visit::visit_local(self, local);
            let is_opaque = local.init.as_ref().is_some_and(|init| makes_opaque(&init.expr));
            if let (syn::Pat::Ident(name), true) =
                (typed(&local.pat).0, is_opaque && is_inactive(&local.attrs))
            {
                self.0.extend(name.mutability.is_some().then(|| name.ident.to_string()));
            }
        }
    }
    let mut states = States(Set::new());
    let real = crate::ordinary::types::real(&item.sig);
    let is_generic = |ty: &syn::Type| {
        let name = match ty {
            syn::Type::Path(path) => path.path.get_ident(),
            _ => None,
        };
        name.is_some_and(|name| {
            *name != real && item.sig.generics.type_params().any(|param| param.ident == *name)
        })
    };
    for input in &item.sig.inputs {
        if let syn::FnArg::Typed(param) = input {
            let is_mutable = match &*param.ty {
                syn::Type::Reference(lent) => {
                    lent.mutability.is_some()
                        && (super::built::is_structure(&lent.elem) || is_generic(&lent.elem))
                }
                _ => false,
            };
            if let (syn::Pat::Ident(name), true) = (&*param.pat, is_mutable && is_inactive(&param.attrs)) {
                states.0.insert(name.ident.to_string());
            }
        }
    }
    states.visit_block(&item.block);
    states.0
}

/// True for what makes a state: the call of a function of a type, or of one that is named with its module, `Generator::new(3)`, `rand::rng()`,
/// and a structure that derives nothing, `Generator(3)`, `Generator { seed: 3 }`.
fn makes_opaque(e: &Expr) -> bool {
    if let Expr::Struct(literal) = e {
        let of = &literal.path;
        return !crate::syntax::structures::is_known(&syn::parse_quote!(#of));
    }
    called(e).is_some_and(|(path, _)| match owner(path) {
        Some(of) => !super::built::is_foreign(&of) && !maker(path).makes(),
        None => super::built::is_structure(&syn::parse_quote!(#path)),
    })
}

/// True for a parameter or a local that is held constant.
pub(super) fn is_inactive(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("inactive"))
}

/// True for an argument that is lent to be changed.
pub(super) fn is_lent_mutably(e: &Expr) -> bool {
    matches!(e, Expr::Reference(lent) if lent.mutability.is_some())
}

/// The names in a block that are integers: an index, a bound, or declared so.
pub(super) fn whole(block: &syn::Block) -> Set<String> {
    struct Whole(Set<String>);
    impl Whole {
        fn note(&mut self, e: &Expr) {
            self.0.extend(name_of(e));
            if let Expr::Range(range) = e {
                range.start.iter().chain(&range.end).for_each(|end| self.0.extend(name_of(end)));
            }
        }
    }
    impl<'ast> Visit<'ast> for Whole {
        fn visit_expr(&mut self, e: &'ast Expr) {
            match e {
                Expr::Index(of) => self.note(&of.index),
                Expr::ForLoop(each) if matches!(&*each.expr, Expr::Range(_)) => self.note(&each.expr),
                _ => {}
            }
            visit::visit_expr(self, e);
        }
        fn visit_pat_type(&mut self, typed: &'ast syn::PatType) {
            let is_whole = matches!(crate::ir::Scalar::of(&typed.ty), Some(crate::ir::Scalar::Integer(_)));
            if let (true, syn::Pat::Ident(name)) = (is_whole, &*typed.pat) {
                self.0.insert(name.ident.to_string());
            }
            visit::visit_pat_type(self, typed);
        }
    }
    let mut whole = Whole(Default::default());
    whole.visit_block(block);
    whole.0
}

/// The names that are cast in a block.
pub(super) fn cast(block: &syn::Block) -> Set<String> {
    let mut cast = Set::new();
    let at = |e: &Expr| {
        if let Expr::Cast(of) = e {
            cast.extend(name_of(&of.expr));
        }
    };
    each(at, |visitor| visitor.visit_block(block));
    cast
}
