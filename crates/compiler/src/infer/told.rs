//! The knowledge of the crate about structures (see [`structures`]): the types of fields, of values and of operators.
//!
//! Law: what a function shows itself counts more. A type is told when all statements have been seen, and only where nothing speaks
//! against it: another structure of the crate may have the name.

use super::solve::{Constraint, Kind, is_rule};
use super::terms::{Holder, Term, Ty};
use super::walk::Walk;
use crate::ir::Scalar;
use crate::syntax::paths::parent;
use crate::syntax::updates;
use crate::syntax::{constants, signatures, structures};
use quote::ToTokens;
use syn::ext::IdentExt;

/// A type of which the crate may know more.
#[derive(Debug)]
pub(super) enum Untold {
    /// A field: of a value, by its name, and its own type.
    Field(Ty, String, Ty),
    /// A value, and the type that the crate knows.
    Value(Ty, Box<syn::Type>),
}

impl Walk<'_> {
    /// Tells the types of fields and values, from the outside in.
    pub(super) fn tell(&mut self) {
        loop {
            self.start_at_structures();
            let all = std::mem::take(&mut self.untold);
            let before = all.len();
            for untold in all {
                let (ty, told) = match &untold {
                    Untold::Field(of, name, field) => (*field, self.told_field(*of, name)),
                    Untold::Value(ty, told) => (*ty, Some(self.elsewhere(told))),
                };
                match told {
                    Some(told) if self.suits(ty, told) && !self.is_number(ty, told) => {
                        self.types.unify(ty, told)
                    }
                    Some(_) => {}
                    None => self.untold.push(untold),
                }
            }
            if self.untold.len() == before {
                return;
            }
        }
    }

    /// Tells the types of locals that start at a structure, `let mut b = boat.clone();`, or at a sequence of them.
    fn start_at_structures(&mut self) {
        for constraint in std::mem::take(&mut self.constraints) {
            match constraint {
                Constraint::Starts { local, value } if self.known_items(value) => {
                    self.types.unify(local, value)
                }
                open => self.constraints.push(open),
            }
        }
    }

    /// True if a method of numbers is called on a value, `x.sin()`, which the structure that it may be does not have.
    fn is_number(&self, ty: Ty, told: Ty) -> bool {
        let Some(of) = self.known_type(told) else { return false };
        self.constraints.iter().any(|constraint| match constraint {
            Constraint::Method { name, receiver, .. } => {
                self.types.are_same(*receiver, ty) && is_rule(name) && structures::value(&of, name).is_none()
            }
            _ => false,
        })
    }

    /// True if nothing that is known of a type speaks against another one.
    fn suits(&self, ty: Ty, told: Ty) -> bool {
        match (self.types.term(ty), self.types.term(told)) {
            (Term::Unknown, _) => true,
            (Term::Row(row), Term::Row(told)) => row.known.is_none() || row.known == told.known,
            (Term::Sequence(Holder::Open, item), Term::Sequence(_, told)) => self.suits(*item, *told),
            _ => false,
        }
    }

    /// The type by which the crate knows a structure.
    fn known_type(&self, of: Ty) -> Option<syn::Type> {
        match self.types.term(of) {
            Term::Row(row) if !self.types.uses(of).untracked => syn::parse_str(row.known.as_ref()?).ok(),
            _ => None,
        }
    }

    /// True for a structure that the crate knows, and for sequences of them.
    fn known_items(&self, of: Ty) -> bool {
        match self.types.term(of) {
            Term::Sequence(_, item) => self.known_items(*item),
            _ => self.known_type(of).is_some(),
        }
    }

    fn elsewhere(&mut self, ty: &syn::Type) -> Ty {
        self.named.elsewhere(ty, self.setting, &mut self.types)
    }

    /// The type of a field, if the crate knows the structure.
    fn told_field(&mut self, of: Ty, name: &str) -> Option<Ty> {
        let field = structures::field(&self.known_type(of)?, name)?;
        Some(self.elsewhere(&field))
    }

    /// Tells the type that a method of a known structure returns.
    pub(super) fn tell_method(&mut self, of: Ty, name: &str, result: Ty) {
        if !self.types.is_unknown(result) {
            return;
        }
        if let Some(value) = self.known_type(of).and_then(|of| structures::value(&of, name)) {
            let told = self.elsewhere(&value);
            self.types.unify(result, told);
        }
    }

    /// The type that a function returns, if the crate knows it. A list is told at once, since what a loop visits is asked at its head.
    pub(super) fn told_call(&mut self, path: &syn::Path) -> Option<Ty> {
        if let Some(exact) = signatures::returned_here(path).filter(is_discrete) {
            return Some(self.elsewhere(&exact));
        }
        let returned = path.get_ident().and_then(signatures::returned);
        if let Some(list) = returned.as_ref().filter(|ty| structures::is_listed(ty)) {
            return Some(self.elsewhere(list));
        }
        let told = returned.or_else(|| self.value_of(path)).or_else(|| self.number_of(path))?;
        let ty = self.types.fresh();
        self.untold.push(Untold::Value(ty, Box::new(told)));
        Some(ty)
    }

    /// The type of a constant or a static, if the crate knows it. A list is told at once likewise.
    pub(super) fn told_constant(&mut self, path: &syn::Path) -> Option<Ty> {
        let told = match path.get_ident() {
            Some(name) if self.is_parameter(name) => return None,
            Some(name) => match self.constants.get(&name.to_string()) {
                Some(own) => own.clone()?,
                None => constants::told(name)?,
            },
            None => self.value_of(path)?,
        };
        if matches!(told, syn::Type::Array(_) | syn::Type::Slice(_) | syn::Type::Reference(_)) {
            return Some(self.elsewhere(&told));
        }
        let ty = self.types.fresh();
        self.untold.push(Untold::Value(ty, Box::new(told)));
        Some(ty)
    }

    /// True for a constant parameter of the function or of the block around it.
    fn is_parameter(&self, name: &syn::Ident) -> bool {
        self.setting.generics.const_params().any(|of| of.ident == *name)
    }

    /// The number that a function returns, where it is of the type of this function's.
    fn number_of(&self, path: &syn::Path) -> Option<syn::Type> {
        path.get_ident().filter(|_| !self.setting.is_generic())?;
        signatures::returned_at(path)
            .filter(|ty| matches!(ty, syn::Type::Path(of) if of.path.is_ident(self.setting.real.ident())))
    }

    fn value_of(&self, path: &syn::Path) -> Option<syn::Type> {
        let (of, function) = (parent(path), path.segments.last()?.ident.unraw().to_string());
        let of = match &self.setting.of {
            Some(block) if of.is_ident("Self") => block.clone(),
            _ => syn::parse2(of.to_token_stream()).ok()?,
        };
        let made = (function == "default" && structures::is_known(&of)).then(|| of.clone());
        structures::value(&of, &function).or(made)
    }

    /// True for a known structure to which only values of its own type are added.
    pub(super) fn adds_only_itself(&self, of: Ty) -> bool {
        let Some(of) = self.known_type(of) else { return false };
        let added = |by| updates::combined(&of, "Add", by).is_some();
        added(Some(&of)) && !added(None)
    }

    /// The type of an operator on known structures.
    pub(super) fn told_operator(&mut self, kind: Kind, left: Ty, right: Ty) -> Option<Ty> {
        let name = match kind {
            Kind::Sum => "Add",
            Kind::Product => "Mul",
            Kind::Same => return None,
        };
        let combined = match (self.known_type(left), self.known_type(right)) {
            (Some(of), Some(by)) => updates::combined(&of, name, Some(&by))?,
            (Some(of), None) | (None, Some(of)) => {
                let other = if self.known_type(left).is_some() { right } else { left };
                let is_number = matches!(self.types.term(other), Term::Real | Term::Float);
                is_number.then(|| updates::combined(&of, name, None))??
            }
            (None, None) => return None,
        };
        Some(self.elsewhere(&combined))
    }
}

/// True for the type of an exact value that is no float.
fn is_discrete(ty: &syn::Type) -> bool {
    Scalar::of(ty).is_some_and(|scalar| scalar.is_discrete() && scalar != Scalar::Text)
}
