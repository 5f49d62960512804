//! Lowers calls of methods: `self.step(&mut y)`, `layer.step_inverse(&mut y)`, `Self::step(…)`.
//!
//! The programs of a method are methods with other names, so an uncall is recognised by its name: `step_inverse` is
//! the inverse of `step`, unless the block has a method of that name itself.

use super::{Lowering, MethodFacts};
use crate::infer;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::Extent;
use crate::syntax::structures;
use proc_macro2::Span;
use std::rc::Rc;
use syn::ext::IdentExt;

impl Lowering {
    /// Lowers a call or uncall of a method of a structure as a statement; returns nothing if the receiver is not a
    /// structure.
    pub(super) fn method_stmt(&mut self, call: &syn::ExprMethodCall, span: Span) -> Option<Stmt> {
        let mut views = Vec::new();
        let (direction, callee, args) = self.method_call(call, Some(&mut views))?;
        Some(self.around(Call { callee, direction, args, span }, views))
    }

    /// Lowers a call of a method that returns a value; returns nothing if the receiver is not a structure.
    pub(super) fn method_value(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let (direction, callee, args) = self.method_call(call, None)?;
        if direction == Direction::Uncall || args.iter().any(|a| matches!(a, Argument::Mutable(_))) {
            let help = "call the method in a statement of its own";
            let message = format!("`{}` changes its arguments, and has no value", shown(call));
            return Some(self.outside(Extent::of(call), message, help));
        }
        Some(Expr::Call(callee, args))
    }

    /// True for the `len` of a structure that is a number.
    pub(super) fn is_own_length(&mut self, e: &syn::Expr, call: &syn::ExprMethodCall) -> bool {
        let is_length = call.method == "len" && call.args.is_empty();
        is_length && self.is_number(e) && self.is_structure(&call.receiver)
    }

    /// True if a receiver is a structure, whose methods may be called as those of numbers are.
    pub(super) fn is_structure(&mut self, receiver: &syn::Expr) -> bool {
        // Errors in it are reported where it is lowered.
        let (said, pending) = (self.errors.0.len(), self.pending.len());
        let place = self.quiet_place(receiver);
        self.errors.0.truncate(said);
        self.pending.truncate(pending);
        place.is_some_and(|place| self.is_whole_here(&place))
    }

    /// True for a structure, and in `each!` for an array of structures.
    fn is_whole_here(&self, place: &Place) -> bool {
        let ty = self.type_of(place);
        ty.is_foreign() || (self.elements.is_some() && ty.of_foreign())
    }

    /// A method of another block is assumed to change a receiver that is state, unless it returns a value: then it
    /// changes nothing. A local receiver is assumed to change if the call has no other effect.
    fn method_call(
        &mut self,
        call: &syn::ExprMethodCall,
        views: Option<&mut Vec<Stmt>>,
    ) -> Option<(Direction, Callee, Vec<Argument>)> {
        let place = self.quiet_place(&call.receiver)?;
        let is_self = place.is_whole() && self.vars[place.base].name == "self";
        if !is_self && !self.is_whole_here(&place) {
            return None;
        }
        let place = self.element(place);
        let (name, direction) = self.called_method(&call.method);
        let of = self.type_at(&place, is_self);
        let namesake = self.scope.methods.get(&name.unraw().to_string()).copied();
        let known = namesake.filter(|_| is_self);
        // No method is the instruction of its name.
        let raw = syn::Ident::new_raw(&name.unraw().to_string(), name.span());
        let mut callee = Callee { path: Rc::new(path_of(name)), ..self.callee(&path_of(raw)) };
        (callee.kind, callee.of) = (CallKind::Method, of);
        callee.scratch = known.map(|known| known.scratch);
        // A method of this name may be the same one, of a structure inside this one.
        callee.decides = self.decides_on(namesake);
        callee.recorded = callee.recorded.filter(|_| direction == Direction::Call);
        if let Some(said) = &call.turbofish {
            callee.generics.extend(said.args.iter().cloned());
        }
        let returns = views.is_none();
        let mut args = Vec::new();
        let mut views = views;
        for a in &call.args {
            args.push(match &mut views {
                Some(views) => self.argument_through(a, views),
                None => self.asked(a, false),
            });
        }
        callee.functions = self.functions_in(std::iter::once(&*call.receiver).chain(&call.args));
        callee.beside = call.attrs.iter().any(|attr| attr.path().is_ident("beside"));
        // The place for the value tells nothing about the receiver.
        let others = args.len() - usize::from(callee.beside);
        let changes_others = args[..others].iter().any(|arg| matches!(arg, Argument::Mutable(_)));
        let changes_self = match (known, self.vars[place.base].role) {
            (Some(known), _) => known.changes_self,
            (None, Role::State) => !returns,
            (None, Role::Ancilla) => {
                let is_told = call.attrs.iter().any(|attr| attr.path().is_ident("changing"));
                !returns && (!changes_others || is_told)
            }
            (None, _) => false,
        };
        let method = call.method.unraw().to_string();
        let takes = || {
            // Other structures may have a method of this name.
            let of = match (&self.vars[place.base].ty, self.known(&call.receiver)) {
                (Type::Structure(Named::Written(ty)), _) if place.is_whole() => Some((**ty).clone()),
                (_, infer::Term::Row(row)) => {
                    row.known.as_deref().and_then(|known| syn::parse_str(known).ok())
                }
                _ => None,
            };
            match of.filter(|of: &syn::Type| structures::has_method(of, &method)) {
                Some(of) => structures::takes(&of, &method),
                None => structures::takes_any(&method),
            }
        };
        let receiver = if changes_self {
            Argument::Mutable(place)
        } else if self.language.is_ordinary() && takes() {
            Argument::Value(Expr::Read(place))
        } else {
            Argument::Shared(place)
        };
        let args = std::iter::once(receiver).chain(args).collect();
        let args = self.asked_for(&callee, args, &call.args.iter().collect::<Vec<_>>());
        callee.constant = self.constant_receiver(&args, returns).map(Rc::new);
        Some((direction, Callee { span: Unseen(call.method.span()), ..callee }, args))
    }

    /// Returns the type of a receiver that may be a constant by its type: it is a parameter, and the method takes nothing else.
    fn constant_receiver(&self, args: &[Argument], returns: bool) -> Option<syn::Type> {
        let [Argument::Shared(receiver)] = args else { return None };
        let is_plain =
            self.language.is_ordinary() && self.scope.of.is_none() && receiver.is_whole() && returns;
        match (&self.vars[receiver.base].ty, self.vars[receiver.base].role) {
            (Type::Structure(Named::Written(ty)), Role::Input) if is_plain => {
                crate::ordinary::constants::named(ty, &self.generics).cloned()
            }
            _ => None,
        }
    }

    /// Returns the name of the type before the name of a function: the type of `Self` if it is known, and `L` in `<L
    /// as Flow>`.
    pub(super) fn type_before(&self, path: &syn::ExprPath) -> Option<String> {
        let of = match &path.qself {
            Some(asked) => type_name(&asked.ty)?,
            None => path.path.segments.iter().rev().nth(1)?.ident.unraw().to_string(),
        };
        if of == "Self" { type_name(self.scope.of.as_ref()?) } else { Some(of) }
    }

    /// Returns the facts about a method that is called as `Self::name`, if the block has it.
    pub(super) fn method_of_own(&self, path: &syn::ExprPath) -> Option<MethodFacts> {
        if is_operator_path(&path.path) {
            return Some(MethodFacts { changes_self: false, beside: false, scratch: 0, recursive: false });
        }
        let segments = &path.path.segments;
        let (first, last) = (segments.first()?, segments.last()?);
        let is_own = path.qself.is_none() && segments.len() == 2 && first.ident == "Self";
        let (name, _) = self.called_method(&last.ident);
        self.scope.methods.get(&name.unraw().to_string()).filter(|_| is_own).copied()
    }

    /// The way in which it is known which arguments a callee decides on, of which this is known as a method of the block.
    pub(super) fn decides_on(&self, known: Option<MethodFacts>) -> DecidesOn {
        if self.accepting {
            DecidesOn::Accepted
        } else if known.is_some_and(|known| known.recursive) {
            DecidesOn::Any
        } else {
            DecidesOn::Said
        }
    }

    /// Returns the name of the type of a receiver.
    fn type_at(&self, place: &Place, is_self: bool) -> Option<String> {
        if is_self {
            return type_name(self.scope.of.as_ref()?);
        }
        let Type::Structure(Named::Written(ty)) = self.type_of(place) else { return None };
        type_name(&ty)
    }

    /// Returns the method that a name denotes, and whether it is uncalled.
    pub(super) fn called_method(&self, name: &syn::Ident) -> (syn::Ident, Direction) {
        let text = name.unraw().to_string();
        match text.strip_suffix("_inverse") {
            Some(stem) if !stem.is_empty() && !self.scope.methods.contains_key(&text) => {
                (identifier(stem, name.span()), Direction::Uncall)
            }
            // A raw name says that the method is its own.
            _ => (identifier(&text, name.span()), Direction::Call),
        }
    }
}

/// Returns the last name of a type.
pub(crate) fn type_name(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Path(path) => path.path.segments.last().map(|s| s.ident.unraw().to_string()),
        syn::Type::Reference(r) => type_name(&r.elem),
        syn::Type::Paren(inner) => type_name(&inner.elem),
        syn::Type::Group(inner) => type_name(&inner.elem),
        _ => None,
    }
}

/// Returns a name as a path.
pub(super) fn path_of(name: syn::Ident) -> syn::ExprPath {
    syn::ExprPath { attrs: Vec::new(), qself: None, path: name.into() }
}
