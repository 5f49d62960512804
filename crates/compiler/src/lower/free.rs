//! Names whose life ends before their block: `free!(t = 0.0)`, and `let b = a;` of a vector or map.
//!
//! Takes a name in scope; returns the statement that drops its place at a known value, or nothing if the place only
//! gets another name. Afterwards the old name is not bound.
//!
//! Law: an ancilla is freed once, in the block that declares it.

use super::{Absence, Lowering, Meaning};
use crate::analysis::footprint::Footprint;
use crate::ir::print::shown;
use crate::ir::*;
use crate::law::{Extent, Law};
use crate::syntax::position::Node;
use crate::syntax::read::{all_values, ident_of};
use proc_macro2::Span;
use syn::ext::IdentExt;

/// True for the literal of an array: `[a, b]`, `vec![a, b]`.
fn is_list(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Array(_) => true,
        syn::Expr::Macro(m) => {
            m.mac.path.is_ident("vec") && all_values(&m.mac).is_some_and(|elements| !elements.is_empty())
        }
        _ => false,
    }
}

impl Lowering {
    /// Lowers `free!(t = value)`, or `free!(t)` if it has its initial value again.
    pub(super) fn free(&mut self, mac: &syn::Macro, span: Span) -> Option<Stmt> {
        let (target, known) = match mac.parse_body::<syn::Expr>() {
            Ok(syn::Expr::Assign(a)) => (*a.left, Some(*a.right)),
            Ok(target @ syn::Expr::Path(_)) => (target, None),
            _ => {
                let help = "write `free!(t = 0.0);`, with the value that `t` has by then";
                return self.refused(Extent::of(mac), "`free!` takes an ancilla and its final value", help);
            }
        };
        let Some(name) = ident_of(&target) else { return self.no_ancilla(&target) };
        let Some(Meaning::Variable(var)) = self.resolved(name) else { return self.no_ancilla(&target) };
        if self.vars[var].role != Role::Ancilla {
            return self.no_ancilla(&target);
        }
        let text = name.unraw().to_string();
        if !self.scopes.last().is_some_and(|scope| scope.contains_key(&text)) {
            return self.errors.refuse(
                Law::Free,
                name.span(),
                format!(
                    "`{name}` is freed in an inner block, which may run more or less often than its `let`"
                ),
                format!("free `{name}` at the end of the block that declares it"),
            );
        }
        let ty = self.vars[var].ty.clone();
        if let (Some(known), Type::Vec(_)) = (known.as_ref().filter(|known| is_list(known)), &ty) {
            return self.errors.refuse(
                Law::Free,
                Extent::of(known),
                format!("`{}` is not an initial value of a vector, whose elements all start equal", shown(known)),
                format!(
                    "undo the changes that make its elements differ before `free!({name} = vec![0.0; n]);`, or remove `free!`: the contents of `{name}` are uncomputed automatically"
                ),
            );
        }
        let nodes = std::iter::once(&target).chain(&known).map(Node::Value);
        let value = self.inside(mac, nodes, |this| this.known_value(var, known.as_ref()))?;
        if value.reads_any(|place| place.base == var) {
            let message = format!("`{name}` is freed at a value that is read from `{name}` itself");
            let help = format!("write the value that `{name}` has by then, or remove it: `free!({name})`");
            return self.errors.refuse(Law::Free, name.span(), message, help);
        }
        if ty.of_foreign() && !matches!(value, Expr::Structure(..) | Expr::Read(_)) {
            return self.errors.refuse(
                Law::Free,
                name.span(),
                format!("`{name}` holds more than one structure, whose fields are not compared one by one"),
                format!("remove it: the contents of `{name}` are uncomputed automatically"),
            );
        }
        self.bind(&text, Meaning::Absent(Absence::Freed, Box::new(Meaning::Variable(var))));
        self.gone.insert(var);
        Some(Stmt::Release(Binding::new(var, value, span)))
    }

    /// Returns the value at which an ancilla is freed.
    fn known_value(&mut self, var: Var, known: Option<&syn::Expr>) -> Option<Expr> {
        let Some(known) = known else { return self.starts.get(&var).cloned() };
        let ty = self.vars[var].ty.clone();
        if let Some(empty) = self.empty_vec(known, &ty).or_else(|| self.empty_of(known, &ty)) {
            return Some(empty);
        }
        Some(match ty {
            ty if ty.of_foreign() => {
                let way = self.noted(var);
                match self.made(known, None, way).map(|made| made.value) {
                    Some(value) => value,
                    None => {
                        self.no_structure(known);
                        return None;
                    }
                }
            }
            Type::Real => {
                let value = self.real_value(known);
                self.as_real(value, known)
            }
            ty if ty.of_reals() => {
                let value = self.real_value(known);
                self.lifted(value)
            }
            _ => self.exact_value(known),
        })
    }

    fn no_structure(&mut self, known: &syn::Expr) {
        self.errors.report(
            Law::Free,
            Extent::of(known),
            format!("`{}` does not give the value of each field", shown(known)),
            "write the structure out: `free!(p = Vec3 { x: 0.0, y: 0.0, z: 0.0 });`",
        );
    }

    fn no_ancilla(&mut self, target: &syn::Expr) -> Option<Stmt> {
        self.errors.refuse(
            Law::Free,
            Extent::of(target),
            format!("`{}` is not an ancilla, and only locals declared by `let mut` are freed", shown(target)),
            "remove it: other locals are forgotten automatically, and parameters belong to the caller",
        )
    }

    /// Lowers `let b = a;` for a vector or map: a new name of the same place, and the old name is not bound any more.
    pub(super) fn moved(&mut self, name: &syn::Ident, init: &syn::Expr) -> bool {
        let Some(old) = ident_of(init) else { return false };
        let Some(Meaning::Variable(var)) = self.look_up(old).cloned() else { return false };
        let v = &self.vars[var];
        if !matches!(v.ty, Type::Vec(_) | Type::Map(..)) || v.role != Role::Ancilla {
            return false;
        }
        let text = old.unraw().to_string();
        if let Some(scope) = self.scopes.iter_mut().rev().find(|scope| scope.contains_key(&text)) {
            let meaning = Meaning::Absent(Absence::Moved, Box::new(Meaning::Variable(var)));
            scope.insert(text, meaning);
        }
        self.bind(&name.unraw().to_string(), Meaning::Variable(var));
        true
    }

    /// Reports statements that are undone if they use a variable that has been freed since.
    pub(super) fn still_there(&mut self, body: &Block, span: Span) {
        let touched = Footprint::of(&body.stmts, &self.vars);
        let all = touched
            .reads
            .union(&touched.writes)
            .find(|var| self.gone.contains(var) && !touched.declares.contains(var));
        if let Some(var) = all {
            let name = self.vars[*var].name.clone();
            self.errors.report(
                Law::Gone,
                span,
                format!("the undone statements use `{name}`, which has been freed"),
                format!("undo it before `{name}` is freed"),
            );
        }
    }
}
