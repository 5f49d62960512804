//! `#[store]` and `#[recompute]`: decide whether the reverse pass recomputes a local or reads a stored value.
//!
//! Takes the attributes of a `let`, or of a block whose `let`s they apply to; returns the statement that stores the
//! local. The store is an ancilla of the function, like that of `#[keep]`: the recompute slice of its body runs the
//! loops once and stores, and the reverse pass pops the values in the opposite order. The function itself stores
//! nothing. Calls are marked to be recorded (see `reverse::record`).

use super::Lowering;
use crate::ir::*;
use crate::law::Extent;
use proc_macro2::Span;
use retrograde_rules::Instruction;

impl Lowering {
    /// Lowers a block with its attributes.
    pub(super) fn choosing<T>(&mut self, attrs: &[syn::Attribute], lower: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (self.storing, self.recording, self.accepting);
        let said = said(attrs);
        self.accepting |= attrs.iter().any(|a| a.path().is_ident("rounded"));
        self.storing = said.unwrap_or(self.storing);
        self.recording = said.unwrap_or(self.recording);
        let lowered = lower(self);
        (self.storing, self.recording, self.accepting) = outer;
        lowered
    }

    /// Returns the mark for a call to be recorded; instructions compute nothing worth recording.
    pub(super) fn recorded(&mut self, path: &syn::Path) -> Option<Recorded> {
        let instruction =
            path.get_ident().is_some_and(|name| Instruction::by_name(&name.to_string()).is_some())
                || path.leading_colon.is_some();
        (self.recording && !instruction).then(|| {
            self.recorded += 1;
            Recorded { number: self.recorded, tape: None }
        })
    }

    /// True if locals are stored: those of the function's outermost block are computed once in any case.
    pub(super) fn stores_here(&self) -> bool {
        self.storing && self.scopes.len() >= 2
    }

    /// Returns the statement that stores a local, if it is to be stored.
    pub(super) fn stored(&mut self, var: Var, attrs: &[syn::Attribute], span: Span) -> Option<Stmt> {
        if !self.stores_here() {
            return None;
        }
        let ty = self.vars[var].ty.clone();
        if !is_copied(&ty) {
            if let Some(attr) = attrs.iter().find(|a| a.path().is_ident("store")) {
                let name = &self.vars[var].name;
                let message = format!("`{name}` has a type that is not copied, so it cannot be stored");
                self.outside(Extent::of(attr), message, "store numbers, and arrays of a fixed length");
            }
            return None;
        }
        let stack = self.declare("stored", span, Type::Vec(Box::new(ty.clone())), Role::DecisionStack);
        // It holds values, never their cotangents.
        self.vars[stack].detached = true;
        let value = Type::Vec(Box::new(ty)).zero(None, span);
        self.decision_stacks.push(Stmt::Allocate(Binding::new(stack, value, span)));
        let args =
            vec![Argument::Mutable(Place::whole(stack, span)), Argument::Shared(Place::whole(var, span))];
        Some(Stmt::Call(Call { callee: Callee::store(span), direction: Direction::Call, args, span }))
    }
}

/// Returns the choice of the innermost attribute.
fn said(attrs: &[syn::Attribute]) -> Option<bool> {
    attrs.iter().rev().find_map(|a| match a.path() {
        path if path.is_ident("store") => Some(true),
        path if path.is_ident("recompute") => Some(false),
        _ => None,
    })
}

/// True if values of this type are copied where they are read.
fn is_copied(ty: &Type) -> bool {
    match ty {
        Type::Real | Type::Structure(Named::Number(_)) | Type::Exact(_) => true,
        Type::Array(item, _) => is_copied(item),
        Type::Slice(_) | Type::Vec(_) | Type::Map(..) | Type::Structure(_) | Type::Unknown => false,
    }
}
