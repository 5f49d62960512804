//! Instructions and primitives that the file declares in plain Rust: all their programs, derived from the
//! declarations.
//!
//! Law: the state and the cotangents of each program are those of [`super::super::instruction`]; a function that is
//! not plain is a fault with its place.

use super::{Run, Stop, typed};
use crate::interpret::expr::binary;
use crate::interpret::fault::{Fault, Kind};
use crate::interpret::value::Value;
use crate::interpret::{Cell, Machine, instruction};
use quote::ToTokens;
use retrograde_compiler::attributes::instruction as attribute;
use retrograde_compiler::ir::Operator;
use retrograde_compiler::ir::step::Program;
use retrograde_compiler::law::Diagnostics;
use retrograde_compiler::lower::Scope;
use retrograde_compiler::primitive::Partials;
use retrograde_compiler::syntax::declared::{Declared, Inverse};
use retrograde_rules::Instruction;

/// A declaration in plain Rust.
#[derive(Clone, Debug)]
pub(super) enum Kept {
    /// An in-place bijection, and for each of its places whether it has a cotangent.
    Instruction { function: syn::ItemFn, declared: Box<Declared>, active: Vec<bool> },
    /// A pure function with its partials.
    Primitive { function: syn::ItemFn, partials: Partials },
}

impl Kept {
    /// Returns the declaration of an attribute of a function, or nothing if there is none or it is not valid.
    pub(super) fn of(attr: &syn::Attribute, function: &syn::ItemFn) -> Option<Kept> {
        let name = attr.path().segments.last()?.ident.to_string();
        let tokens = match &attr.meta {
            syn::Meta::List(list) => list.tokens.clone(),
            syn::Meta::Path(_) | syn::Meta::NameValue(_) => return None,
        };
        let mut function = function.clone();
        function.attrs.clear();
        match name.as_str() {
            "instruction" => {
                let mut errors = Diagnostics::default();
                let (stages, declared) =
                    attribute::in_place(tokens, &function, Scope::default(), &mut errors);
                let of = &stages.function;
                let active = of.params.iter().map(|param| of.vars[param.var].active).collect();
                errors.0.is_empty().then(|| Kept::Instruction {
                    function,
                    declared: Box::new(declared),
                    active,
                })
            }
            "primitive" => {
                let partials = Partials::of(tokens, &function)?;
                Some(Kept::Primitive { function, partials })
            }
            _ => None,
        }
    }
}

impl<'p> Machine<'p> {
    /// Runs one program of a declaration. Returns its value, or nothing if nothing with this name is declared.
    pub(in crate::interpret) fn declared(
        &mut self,
        name: &str,
        program: Program,
        values: &mut [Value],
        shadows: &mut [Option<Value>],
        seed: Option<Value>,
    ) -> Result<Option<Option<Value>>, Fault> {
        let Some(kept) = self.module.items().and_then(|items| items.declared.get(name)) else {
            return Ok(None);
        };
        match (kept, program) {
            (Kept::Primitive { function, .. }, Program::Primal | Program::Record) => {
                return self.in_place(function, values).map(|value| Some(Some(value)));
            }
            (Kept::Primitive { function, partials }, _) => {
                let seed =
                    seed.ok_or_else(|| Fault::new(Kind::Type, "the cotangent of the value is missing"))?;
                self.partials(function, partials, values, shadows, &seed)?;
            }
            (Kept::Instruction { .. }, Program::Primal | Program::Record) => {
                self.surely_changed(name, values)?;
            }
            (Kept::Instruction { declared, .. }, Program::Inverse) => {
                self.surely_changed(&undone_by(name, declared), values)?;
            }
            (Kept::Instruction { declared, active, .. }, Program::Adjoint | Program::Replay) => {
                self.carried(declared.adjoint.as_ref(), active, values, shadows)?;
            }
            (Kept::Instruction { declared, active, .. }, Program::Sweep) => {
                self.surely_changed(name, values)?;
                self.carried(declared.adjoint.as_ref(), active, values, shadows)?;
                self.surely_changed(name, values)?;
            }
            (Kept::Instruction { declared, active, .. }, Program::InverseAdjoint) => {
                match &declared.inverse {
                    Some(Inverse::Function(_, adjoint)) => {
                        self.carried(Some(adjoint), active, values, shadows)?;
                    }
                    Some(Inverse::Instruction(other)) => {
                        return self.declared(&last(other), Program::Adjoint, values, shadows, seed);
                    }
                    Some(Inverse::Itself) | None => {
                        self.carried(declared.adjoint.as_ref(), active, values, shadows)?;
                    }
                }
            }
        }
        Ok(Some(None))
    }

    /// Runs an instruction, a reversible function or a plain function of this name on places that it may change.
    /// Returns its value, or nothing if there is no such function.
    pub(super) fn changed(&mut self, name: &str, values: &mut [Value]) -> Result<Option<Value>, Fault> {
        let items = self.module.items();
        if let Some(Kept::Instruction { function, .. } | Kept::Primitive { function, .. }) =
            items.and_then(|items| items.declared.get(name))
        {
            return self.in_place(function, values).map(Some);
        }
        if let Some(procedure) = self.module.find(name, Program::Primal) {
            let cells = values.iter().cloned().map(Cell::from).collect();
            let outcome = self.execute(procedure, cells, None, None)?;
            for (value, cell) in values.iter_mut().zip(outcome.params) {
                *value = cell.value;
            }
            return Ok(Some(outcome.output.unwrap_or_else(super::run::nothing)));
        }
        if let Some(function) = items.and_then(|items| items.functions.get(name)) {
            return self.in_place(function, values).map(Some);
        }
        if let Some(rule) = Instruction::by_name(name) {
            self.charge(1)?;
            instruction::run(rule, Program::Primal, values, &mut vec![None; values.len()])?;
            return Ok(Some(super::run::nothing()));
        }
        Ok(None)
    }

    /// Does the same, but it is a fault if there is no such function.
    fn surely_changed(&mut self, name: &str, values: &mut [Value]) -> Result<(), Fault> {
        let message = || format!("`{name}` is not defined in this file");
        self.changed(name, values)?.map(drop).ok_or_else(|| Fault::new(Kind::Unknown, message()))
    }

    /// Runs a plain function, which changes `values` through its references.
    pub(super) fn in_place(&mut self, function: &syn::ItemFn, values: &mut [Value]) -> Result<Value, Fault> {
        let name = function.sig.ident.to_string();
        if self.depth >= super::super::DEEPEST {
            let message = format!("calls of `{name}` are nested more than {} deep", super::super::DEEPEST);
            return Err(Fault::new(Kind::Recursion, message));
        }
        if function.sig.inputs.len() != values.len() {
            let message = format!("`{name}` takes {} arguments", function.sig.inputs.len());
            return Err(Fault::new(Kind::Type, message));
        }
        self.depth += 1;
        let value = run_in_place(self, function, values, &name);
        self.depth -= 1;
        value
    }

    /// Runs an adjoint in plain Rust: each place that has a cotangent is followed by it.
    fn carried(
        &mut self,
        adjoint: Option<&syn::ExprPath>,
        active: &[bool],
        values: &mut [Value],
        shadows: &mut [Option<Value>],
    ) -> Result<(), Fault> {
        let Some(adjoint) = adjoint else { return Ok(()) };
        let mut all = Vec::new();
        for ((value, shadow), active) in values.iter().zip(shadows.iter()).zip(active) {
            all.push(value.clone());
            if *active {
                all.push(shadow.clone().map_or_else(|| value.zero(), Ok)?);
            }
        }
        self.surely_changed(&last(adjoint), &mut all)?;
        let mut all = all.into_iter();
        for ((value, shadow), active) in values.iter_mut().zip(shadows).zip(active) {
            *value = all.next().unwrap_or_else(super::run::nothing);
            if *active {
                *shadow = all.next();
            }
        }
        Ok(())
    }

    /// Adds the seed times each partial to the cotangent of its argument.
    fn partials(
        &mut self,
        function: &syn::ItemFn,
        partials: &Partials,
        values: &mut [Value],
        shadows: &mut [Option<Value>],
        seed: &Value,
    ) -> Result<(), Fault> {
        let y = self.in_place(function, values)?;
        for (i, partial) in &partials.0 {
            let Some(shadow) = shadows.get_mut(*i).and_then(Option::as_mut) else { continue };
            let name = function.sig.ident.to_string();
            let mut run = Run::of(self, function);
            run.bind(&syn::parse_quote!(y), y.clone()).map_err(|stop| stop.fault(&name))?;
            for (input, value) in function.sig.inputs.iter().zip(values.iter()) {
                if let syn::FnArg::Typed(input) = input {
                    run.bind(&input.pat, value.clone()).map_err(|stop| stop.fault(&name))?;
                }
            }
            let factor = run.expr(partial).map_err(|stop| stop.fault(&name))?;
            let product = binary(Operator::Mul, seed.clone(), factor)?;
            *shadow = binary(Operator::Add, shadow.clone(), product)?;
        }
        Ok(())
    }
}

fn run_in_place(
    machine: &mut Machine<'_>,
    function: &syn::ItemFn,
    values: &mut [Value],
    name: &str,
) -> Result<Value, Fault> {
    let mut run = Run::of(machine, function);
    let mut lent = Vec::new();
    for (i, (input, value)) in function.sig.inputs.iter().zip(values.iter()).enumerate() {
        let syn::FnArg::Typed(input) = input else {
            return Err(Fault::new(Kind::Type, "a method is not a function"));
        };
        let value = typed(value.clone(), &input.ty)?;
        run.bind(&input.pat, value).map_err(|stop| stop.fault(name))?;
        if is_changed(&input.ty) {
            lent.push((i, run.last_bound()));
        }
    }
    let value = match run.block(&function.block) {
        Ok(value) | Err(Stop::Return(value)) => value,
        Err(stop) => return Err(stop.fault(name)),
    };
    for (i, local) in lent {
        values[i] = run.value_of(local);
    }
    match &function.sig.output {
        syn::ReturnType::Type(_, ty) => typed(value, ty),
        syn::ReturnType::Default => Ok(value),
    }
}

/// True if a parameter of this type is changed: `&mut T`, or a shadow.
pub(super) fn is_changed(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(r) => r.mutability.is_some(),
        syn::Type::ImplTrait(_) => true,
        syn::Type::Paren(inner) => is_changed(&inner.elem),
        _ => false,
    }
}

/// Returns the name of the inverse of an instruction.
fn undone_by(name: &str, declared: &Declared) -> String {
    match &declared.inverse {
        Some(Inverse::Instruction(path) | Inverse::Function(path, _)) => last(path),
        Some(Inverse::Itself) | None => name.to_string(),
    }
}

fn last(path: &syn::ExprPath) -> String {
    path.path.segments.last().map(|last| last.ident.to_token_stream().to_string()).unwrap_or_default()
}
