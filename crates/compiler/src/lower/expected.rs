//! Constants and exact floats whose types only rustc can determine: arguments of calls, and fields of structures.
//!
//! `drift(ps, 0.01)` passes an `f64` to an `h: f64` and a real to an `h: T`: the emitted expression has the type in
//! the signature of the callee. Law: this is done only if another argument determines the callee's real type, since
//! rustc could not infer it otherwise.

use super::Lowering;
use super::lift::{has_literals, unlifted};
use crate::infer::{Term, Written};
use crate::ir::*;
use crate::tokens::mentions;
use quote::{ToTokens, format_ident};
use retrograde_rules::Instruction;

impl Lowering {
    /// Returns the arguments of a call, with constants of the type that the callee expects: `drift(ps, 0.01)` passes
    /// an `f64` to an `h: f64` and a real to an `h: T`. Law: another argument determines the callee's real type.
    pub(super) fn asked_for(
        &mut self,
        callee: &Callee,
        args: Vec<Argument>,
        written: &[&syn::Expr],
    ) -> Vec<Argument> {
        if !self.has_host() {
            return args;
        }
        let first = args.len() - written.len();
        let constants: Vec<Option<Expr>> = (0..first)
            .map(|_| None)
            .chain(
                args[first..].iter().zip(written).map(|(arg, written)| self.constant_argument(arg, written)),
            )
            .collect();
        let said = callee.generics.iter().any(|said| mentions(said, self.real.ident()));
        let told = said
            || args.iter().zip(&constants).any(|(arg, constant)| match arg {
                Argument::Mutable(place) | Argument::Shared(place) => self.is_surely_real(place),
                Argument::Value(e) => constant.is_none() && self.tells_real(e),
            });
        if !told || callee.kind == CallKind::Value {
            // An expression with a literal is a real, and an exact float stays exact.
            let each = args.into_iter().enumerate().map(|(i, arg)| match arg {
                Argument::Value(e) if i >= first && has_literals(&e) => Argument::Value(self.lifted(e)),
                Argument::Value(e) => Argument::Value(self.constants_lifted(e)),
                other => other,
            });
            return each.collect();
        }
        for (arg, written) in args[first..].iter().zip(written) {
            if let (Argument::Shared(place), syn::Expr::Reference(r)) = (arg, written) {
                self.lent_as_expected(place.base, &r.expr);
            }
        }
        let is_instruction = Instruction::by_name(&callee.name()).is_some();
        let each = args.into_iter().zip(constants).map(|(arg, constant)| match (arg, constant) {
            (arg, Some(_)) if is_instruction => arg,
            (_, Some(constant)) => Argument::Value(as_expected(constant)),
            (Argument::Value(e), None) if self.host_float(&e).is_some() || is_named_constant(&e) => {
                Argument::Value(as_expected(e))
            }
            (other, None) => other,
        });
        each.collect()
    }

    /// Returns the float constant that an argument is.
    fn constant_argument(&self, arg: &Argument, written: &syn::Expr) -> Option<Expr> {
        match arg {
            Argument::Value(e) => self.constant(written, e),
            Argument::Mutable(_) | Argument::Shared(_) => None,
        }
    }

    /// Gives the constants and exact floats in a list that the next statement borrows, `&[0.5, h]`, the type that the
    /// callee expects.
    fn lent_as_expected(&mut self, list: Var, written: &syn::Expr) {
        let binding = self.pending.iter().find_map(|stmt| match stmt {
            Stmt::Bind(binding) if binding.var == list => Some(binding.value.clone()),
            _ => None,
        });
        let binding = binding.filter(|_| self.holds_floats(written));
        let Some(value) = binding.and_then(|value| self.list_as_expected(value)) else { return };
        self.vars[list].ty = self.infer(&value);
        for stmt in &mut self.pending {
            match stmt {
                Stmt::Bind(binding) if binding.var == list => binding.value = value.clone(),
                _ => {}
            }
        }
    }

    /// True if the elements of a list are constants and exact floats, as type inference has found.
    fn holds_floats(&self, list: &syn::Expr) -> bool {
        let leaf = self.typed(list).map(|ty| self.fields.types.leaf(ty));
        leaf.is_some_and(|leaf| match self.fields.types.term(leaf) {
            Term::Float => true,
            Term::Exact(name) => name.as_ref().is_some_and(Written::is_float),
            Term::Unknown | Term::Integer | Term::Real | Term::Number(_) | Term::Row(_) => false,
            Term::Sequence(..) | Term::Map(..) | Term::Function => false,
        })
    }

    /// Returns nothing if the list contains other values.
    fn list_as_expected(&self, value: Expr) -> Option<Expr> {
        match value {
            Expr::List(items) => {
                let items = items.into_iter().map(|item| self.list_as_expected(item));
                items.collect::<Option<_>>().map(Expr::List)
            }
            Expr::Fill { value, length, heap } => {
                Some(Expr::Fill { value: Box::new(self.list_as_expected(*value)?), length, heap })
            }
            Expr::ToReal(value) if self.host_float(&value).is_some() => Some(as_expected(*value)),
            value if self.host_float(&value).is_some() => Some(as_expected(value)),
            value => unlifted(&value).map(as_expected),
        }
    }

    /// Returns the arguments of a function of ordinary Rust: a literal has the type of the parameter, unless a real
    /// argument shows that it is real.
    pub(super) fn asked_by_host(&self, args: Vec<Argument>, written: &[&syn::Expr]) -> Vec<Argument> {
        let constants: Vec<Option<Expr>> =
            args.iter().zip(written).map(|(arg, written)| self.constant_argument(arg, written)).collect();
        let is_real = |(arg, constant): (&Argument, &Option<Expr>)| match arg {
            Argument::Mutable(place) | Argument::Shared(place) => self.is_surely_real(place),
            Argument::Value(e) => constant.is_none() && self.tells_real(e),
        };
        let told = self.has_host() && args.iter().zip(&constants).any(is_real);
        let each = args.into_iter().zip(constants).map(|(arg, constant)| match constant {
            Some(constant) if told => Argument::Value(as_expected(constant)),
            Some(constant) => Argument::Value(constant),
            None => arg,
        });
        each.collect()
    }

    /// Returns the fields of the literal of a structure: an exact float has the type of its field, which rustc knows
    /// if a real field determines the type of the structure.
    pub(super) fn fields_alike(&self, has_name: bool, values: Vec<Expr>) -> Vec<Expr> {
        if !self.has_host() || !has_name || !values.iter().any(|value| self.tells_real(value)) {
            let as_field = |e: Expr| if has_name { self.constants_lifted(e) } else { e };
            return values.into_iter().map(as_field).collect();
        }
        let is_declared = |e: &Expr| matches!(e, Expr::Read(place) if !self.of_host.contains(&place.base));
        let each = values.into_iter().map(|e| match self.host_float(&e) {
            Some(_) if !is_declared(&e) => as_expected(e),
            _ => e,
        });
        each.collect()
    }

    /// True if a place certainly has the real type. For a field this is certain only if its structure contains reals.
    fn is_surely_real(&self, place: &Place) -> bool {
        let root = self.vars.root(place.base);
        let of_reals = match self.vars[root].ty.leaf() {
            Type::Structure(Named::Written(ty)) => {
                let tokens = &ty.to_token_stream();
                let of = self.scope.of.as_ref().map(ToTokens::to_token_stream);
                let is_self = self.vars[root].name == "self" || mentions(tokens, &format_ident!("Self"));
                mentions(tokens, self.real.ident())
                    || (is_self && of.is_some_and(|of| mentions(&of, self.real.ident())))
            }
            // Its parts are field variables, whose root it is.
            Type::Structure(Named::Number(_)) => true,
            _ => false,
        };
        match self.vars[place.base].ty.leaf() {
            Type::Real | Type::Structure(Named::Number(_)) => root == place.base || of_reals,
            Type::Structure(_) | Type::Unknown => of_reals || self.of_reals.contains(&place.base),
            Type::Exact(_) | Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => false,
        }
    }

    /// True if a value certainly has the real type.
    pub(super) fn tells_real(&self, e: &Expr) -> bool {
        let any = |args: &[Expr]| args.iter().any(|arg| self.tells_real(arg));
        match e {
            Expr::Real(..) | Expr::ToReal(_) => true,
            Expr::Read(place) => self.is_surely_real(place),
            Expr::Apply(_, args) | Expr::List(args) | Expr::Structure(_, args) => any(args),
            Expr::Powi(e, _) | Expr::Fill { value: e, .. } => self.tells_real(e),
            Expr::Call(callee, args) => {
                callee.generics.iter().any(|said| mentions(said, self.real.ident()))
                    || args.iter().any(|arg| match arg {
                        Argument::Mutable(place) | Argument::Shared(place) => self.is_surely_real(place),
                        Argument::Value(e) => self.tells_real(e),
                    })
            }
            Expr::Constant(_) | Expr::Length(_) | Expr::Exact(..) | Expr::ToExact(..) => false,
            Expr::Host(..) | Expr::Choose(..) => false,
        }
    }
}

/// Returns a float constant, or an exact float, as a number of the type that the context expects.
fn as_expected(e: Expr) -> Expr {
    Expr::Host(Host::Constant, vec![Argument::Value(e)])
}
