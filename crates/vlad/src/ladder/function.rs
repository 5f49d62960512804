//! [`Function`]: a definition in the ladder's source language, with the definitions that it uses.
//!
//! The source language is the core calculus with arithmetic, comparisons and tests of shape: products, sums
//! (booleans, and the alternatives that a test distinguishes), recursion, higher-order functions. Membership is
//! decided here; later passes cannot fail.

use std::collections::HashSet;
use std::sync::Arc;

use super::data::Data;
use super::machine::{Code, Counts, Limits, Machine, compile, from_data, to_data};
use crate::core::{Expr, ExprKind, GlobalId, Lambda};
use crate::deep::deep;
use crate::error::{Error, ErrorKind, Result};
use crate::prim::Prim;
use crate::program::{Loader, NoFiles, Program};
use retrograde_rules::{Primitive, Real};

/// A function to differentiate.
#[derive(Clone, Debug)]
pub struct Function {
    pub(crate) program: Arc<Program>,
    pub(crate) global: GlobalId,
    /// The function and the definitions that it uses, in the order of first use.
    pub(crate) definitions: Vec<(GlobalId, Arc<Lambda>)>,
}

impl Function {
    /// Reads a text that includes no files, and returns the definition with this name. The text may use the prelude.
    ///
    /// # Errors
    ///
    /// If the text or the function is not valid; see [`Function::new`].
    pub fn read(text: &str, name: &str) -> Result<Function> {
        Function::load("<program>", text, name, &mut NoFiles)
    }

    /// Reads the text of a file, and returns the definition with this name. The text may use the prelude.
    ///
    /// # Errors
    ///
    /// If the text or the function is not valid; see [`Function::new`].
    pub fn load(file: &str, text: &str, name: &str, loader: &mut dyn Loader) -> Result<Function> {
        let mut program = Program::bare();
        program.add_prelude(crate::PRELUDE)?;
        program.add(file, text, loader)?;
        Function::new(Arc::new(program), name)
    }

    /// Returns the definition with this name.
    ///
    /// # Errors
    ///
    /// If there is no such definition, or it uses primitives that the ladder does not transform: those of VLAD's own
    /// differentiation, of input and output, and of the host.
    pub fn new(program: Arc<Program>, name: &str) -> Result<Function> {
        let Some(global) = program.global(name) else {
            let names: Vec<&str> = program.globals.iter().filter(|g| !g.prelude).map(|g| &*g.name).collect();
            return Err(Error::new(ErrorKind::Syntax, format!("there is no function `{name}`")).hint(
                format!(
                    "the program defines {}",
                    if names.is_empty() { "none".into() } else { names.join(", ") }
                ),
            ));
        };
        let definitions = reachable(&program, global)?;
        Ok(Function { program, global, definitions })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.program.globals[self.global.0 as usize].name
    }

    /// Returns another definition of the same program.
    ///
    /// # Errors
    ///
    /// See [`Function::new`].
    pub fn sibling(&self, name: &str) -> Result<Function> {
        Function::new(self.program.clone(), name)
    }

    /// True if the program has a definition with this name.
    pub fn has_sibling(&self, name: &str) -> bool {
        self.program.global(name).is_some()
    }

    /// Returns the value at `x`, and its cost.
    ///
    /// # Errors
    ///
    /// If the function fails; if the value contains procedures.
    pub fn value(&self, x: &Data, limits: Limits) -> Result<(Data, Counts)> {
        let (data, _, counts) = self.evaluate(x, limits, |x| x)?;
        Ok((data, counts))
    }

    /// Returns the value at `x` computed with another type of number, which `lift` makes of the numbers of `x` from
    /// left to right: the shape of the value, its numbers from left to right, and the cost.
    ///
    /// With numbers that carry derivatives, this differentiates the program without transforming it.
    ///
    /// # Errors
    ///
    /// See [`Function::value`].
    pub fn evaluate<T: Real>(
        &self,
        x: &Data,
        limits: Limits,
        mut lift: impl FnMut(f64) -> T,
    ) -> Result<(Data, Vec<T>, Counts)> {
        let code = self.code();
        let mut machine = Machine::<T>::new(&code, limits);
        let argument = from_data(x, &mut lift);
        let result = machine.call(machine.main(), argument)?;
        let (data, reals) = to_data(&result).map_err(not_first_order)?;
        Ok((data, reals, machine.counts))
    }

    fn code(&self) -> Code {
        let all: Vec<_> =
            self.definitions.iter().map(|(global, lambda)| (Some(*global), lambda.as_ref())).collect();
        compile(&all)
    }
}

pub(crate) fn not_first_order(kind: &str) -> Error {
    Error::new(ErrorKind::Runtime, format!("the function's value contains {kind}"))
        .hint("only numbers, booleans, the empty list and pairs of such have derivatives here")
}

/// Returns a definition and those that it uses. Fails if the ladder cannot transform one of them.
fn reachable(program: &Program, global: GlobalId) -> Result<Vec<(GlobalId, Arc<Lambda>)>> {
    let mut seen = HashSet::from([global]);
    let (mut found, mut next) = (vec![global], 0);
    let mut definitions = Vec::new();
    while let Some(global) = found.get(next).copied() {
        next += 1;
        let entry = &program.globals[global.0 as usize];
        // `Program` rejects texts that use undefined names.
        let Some(lambda) = &entry.lambda else {
            return Err(Error::syntax(entry.span, format!("Unbound variable: {}", entry.name)));
        };
        visit(&lambda.body, &mut |expr| {
            match &expr.kind {
                ExprKind::Global(g) if seen.insert(*g) => found.push(*g),
                ExprKind::Prim(p) if !is_transformed(*p) => {
                    let message = format!("the ladder does not transform `{}`", p.name());
                    return Err(Error::syntax(expr.span, message).hint(refusal(*p)));
                }
                _ => {}
            }
            Ok(())
        })?;
        definitions.push((global, lambda.clone()));
    }
    Ok(definitions)
}

/// Calls `f` with every part of an expression.
fn visit(expr: &Expr, f: &mut dyn FnMut(&Expr) -> Result<()>) -> Result<()> {
    deep(|| {
        f(expr)?;
        match &expr.kind {
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Global(_) | ExprKind::Prim(_) => Ok(()),
            ExprKind::Lambda(lambda) => visit(&lambda.body, f),
            ExprKind::Apply(a, b) => visit(a, f).and_then(|()| visit(b, f)),
            ExprKind::If(a, b, c) => [a, b, c].into_iter().try_for_each(|part| visit(part, f)),
            ExprKind::Let(bindings, body) => {
                bindings.iter().try_for_each(|(_, value)| visit(value, f))?;
                visit(body, f)
            }
            ExprKind::Letrec(group, body) => {
                group.iter().try_for_each(|(_, lambda)| visit(&lambda.body, f))?;
                visit(body, f)
            }
            ExprKind::Cons(parts) => parts.iter().try_for_each(|part| visit(part, f)),
        }
    })
}

/// True if a primitive belongs to the source language.
fn is_transformed(prim: Prim) -> bool {
    match prim {
        Prim::Rule(rule) => rule != Primitive::Powi,
        Prim::Equal | Prim::Less | Prim::Greater | Prim::AtMost | Prim::AtLeast => true,
        Prim::IsZero | Prim::IsPositive | Prim::IsNegative => true,
        Prim::IsNull | Prim::IsBoolean | Prim::IsReal | Prim::IsPair | Prim::IsProcedure => true,
        Prim::IfProcedure | Prim::Real => true,
        Prim::Host(_) | Prim::ReadReal | Prim::WriteReal | Prim::Write => false,
        Prim::IsPerturbation | Prim::IsForward | Prim::IsSensitivity | Prim::IsReverse => false,
        Prim::Zero | Prim::Plus | Prim::Perturb | Prim::Unperturb | Prim::Primal | Prim::Tangent => false,
        Prim::Bundle | Prim::Sensitize | Prim::Unsensitize | Prim::Reverse | Prim::Unreverse => false,
    }
}

fn refusal(prim: Prim) -> &'static str {
    match prim {
        Prim::Rule(_) => "its exponent is not a number that has a derivative; write `expt`, or a product",
        Prim::Host(_) => "functions of the host have no VLAD text that could be transformed",
        Prim::ReadReal | Prim::WriteReal | Prim::Write => "functions on the ladder neither read nor write",
        _ => "functions on the ladder do not differentiate themselves; `retrograde vlad run` does that",
    }
}
