//! Finds out whether the programs of a function run with vectors in place of numbers, as a call in lanes runs them.
//!
//! They do if the function is generic over `T: Real`, compares no numbers, and is inlined always: instructions of vectors in a
//! function of its own would be calls. What its callees are, `__decides` asks them.

use super::item::Item;
use crate::ir::*;
use quote::ToTokens;

/// The traits that vectors have.
const OF_VECTORS: [&str; 7] = ["Real", "Copy", "Clone", "Send", "Sync", "InvertibleAdd", "Differentiable"];

impl Item<'_> {
    /// True if the function runs with one number at a time, whatever its callees do.
    pub(super) fn runs_alone(&self) -> bool {
        let function = &self.stages.function;
        let is_declared = self.declared.is_some_and(|declared| declared.is_any() || declared.beside);
        let is_derived = self.place == CalleeKind::Free && !self.hollow && !is_declared;
        let is_plain = is_derived && !function.options.language.is_ordinary();
        !is_plain || !self.is_generic_alone() || !self.is_inlined() || self.takes_others() || self.compares()
    }

    /// True if all that it is generic over is its number, of which it asks what vectors have.
    fn is_generic_alone(&self) -> bool {
        let RealType::Generic(real) = &self.stages.function.real else { return false };
        let generics = &self.stages.function.item.sig.generics;
        let has = |bounds: &syn::punctuated::Punctuated<syn::TypeParamBound, syn::Token![+]>| {
            bounds.iter().all(|bound| match bound {
                syn::TypeParamBound::Trait(of) => of.path.segments.last().is_some_and(|last| {
                    last.arguments.is_none() && OF_VECTORS.iter().any(|known| last.ident == known)
                }),
                _ => false,
            })
        };
        let mut found = false;
        for param in &generics.params {
            match param {
                syn::GenericParam::Type(param) if param.ident == *real && has(&param.bounds) => found = true,
                syn::GenericParam::Lifetime(_) => {}
                syn::GenericParam::Type(_) | syn::GenericParam::Const(_) => return false,
            }
        }
        let mut clause = crate::syntax::paths::clauses(generics);
        found
            && clause.all(|predicate| match predicate {
                syn::WherePredicate::Type(of) => {
                    of.lifetimes.is_none()
                        && *real == of.bounded_ty.to_token_stream().to_string()
                        && has(&of.bounds)
                }
                _ => false,
            })
    }

    fn is_inlined(&self) -> bool {
        self.stages.function.item.attrs.iter().any(|attr| {
            attr.path().is_ident("inline")
                && attr.parse_args::<syn::Ident>().is_ok_and(|always| always == "always")
        })
    }

    /// True if an argument is no number, no integer and no array of these: a float that is not of the function's type is constant.
    fn takes_others(&self) -> bool {
        let function = &self.stages.function;
        function.params.iter().any(|p| {
            let v = &function.vars[p.var];
            match v.ty.leaf() {
                Type::Real => v.ty.depth() > 1 || v.ty.is_map() || v.role == Role::Scratch,
                Type::Exact(Exact::Written(ty)) => {
                    matches!(ty.scalar(), None | Some(Scalar::Float(_) | Scalar::Plain))
                }
                Type::Exact(Exact::Unknown | Exact::Discrete) | Type::Array(..) | Type::Slice(_) => true,
                Type::Vec(_) | Type::Map(..) | Type::Structure(_) | Type::Unknown => true,
            }
        })
    }

    /// True if a number decides something: a condition, an index, a check; or may do so in ordinary Rust.
    fn compares(&self) -> bool {
        let function = &self.stages.function;
        let vars = &function.vars;
        let mut found = self.stages.recording.is_some();
        visit::each(&function.body, &mut |stmt| {
            found |= stmt.heads().into_iter().any(|e| decides(e, vars));
            found |= match stmt {
                Stmt::Bind(b) | Stmt::Allocate(b) | Stmt::Forget(b) => {
                    let mut calls = false;
                    b.value.each_call(&mut |_, _| calls = true);
                    decides(&b.value, vars) || calls && !vars[b.var].active
                }
                // It checks that the value is the known one.
                Stmt::Release(b) => decides(&b.value, vars) || matches!(vars[b.var].ty.leaf(), Type::Real),
                Stmt::Update(u) => u.group != Group::Sum || decides(&u.value, vars),
                Stmt::Call(c) => {
                    !matches!(c.callee.kind, CallKind::Function)
                        || c.callee.is_operator()
                        || c.callee.is_stack()
                        || c.callee.is_entry()
                        || c.callee.is_store()
                        || c.callee.recorded.is_some()
                        || c.args.iter().any(|arg| matches!(arg, Argument::Value(e) if decides(e, vars)))
                }
                Stmt::Routine(_) | Stmt::Undo(_) | Stmt::Safe(_) => true,
                Stmt::For(_) | Stmt::If(_) | Stmt::While(_) => false,
            };
        });
        found
    }
}

/// True if an expression computes something exact from a number, or runs ordinary Rust.
fn decides(e: &Expr, vars: &Variables) -> bool {
    let of_numbers = |e: &Expr| e.reads_any(|place| !matches!(vars[place.base].ty.leaf(), Type::Exact(_)));
    let mut found = match e {
        Expr::Exact(..) | Expr::ToExact(..) => of_numbers(e),
        Expr::Host(Host::Constant, _) => false,
        Expr::Host(..) | Expr::Structure(..) => true,
        Expr::Call(callee, _) => {
            callee.kind != CallKind::Function || callee.is_operator() || callee.recorded.is_some()
        }
        Expr::Choose(c, ..) => of_numbers(c),
        Expr::Real(..) | Expr::Constant(_) | Expr::Read(_) | Expr::Length(_) | Expr::Apply(..) => false,
        Expr::Powi(..) | Expr::ToReal(_) | Expr::List(_) | Expr::Fill { .. } => false,
    };
    e.each_part(&mut |part| found |= decides(part, vars));
    found
}
