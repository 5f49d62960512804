//! [`Program`]: what a transformation returns. It prints as text of the target calculus, and it runs.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use super::function::Function;
use super::machine::{Code, compile, free_variables};
use super::naming::readable;
use super::stage::Stage;
use super::syntax::{expr, lambda, pattern};
use crate::core::{Expr, ExprKind, Lambda, Names, VarId};
use crate::print::Printer;

/// A function that returns the value of another with its derivative.
///
/// It is a procedure of one argument: for reverse mode, from a value to the pair of the function's value and its pullback;
/// for forward mode, from a value and a tangent to the function's value and a tangent.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) function: Function,
    stage: Stage,
    names: Names,
    input: VarId,
    definitions: Vec<(VarId, Arc<Lambda>)>,
    body: Expr,
}

impl Program {
    /// The program of those definitions that its body needs.
    pub(super) fn new(
        function: &Function,
        stage: Stage,
        names: Names,
        input: VarId,
        definitions: Vec<(VarId, Arc<Lambda>)>,
        body: Expr,
    ) -> Program {
        let by_variable: HashMap<VarId, &Arc<Lambda>> = definitions.iter().map(|(v, l)| (*v, l)).collect();
        let mut needed = HashSet::new();
        let mut left = free_variables(&lambda(vec![], body.clone()));
        while let Some(variable) = left.pop() {
            if let Some(found) = by_variable.get(&variable).filter(|_| needed.insert(variable)) {
                left.extend(free_variables(found));
            }
        }
        let definitions = definitions.into_iter().filter(|(v, _)| needed.contains(v)).collect();
        Program { function: function.clone(), stage, names, input, definitions, body }
    }

    /// The stage that it belongs to.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// It as one procedure.
    fn procedure(&self) -> Lambda {
        let kind = ExprKind::Letrec(self.definitions.clone(), Box::new(self.body.clone()));
        lambda(vec![pattern(self.input)], expr(kind))
    }

    pub(super) fn code(&self) -> Code {
        compile(&[(None, &self.procedure())])
    }
}

impl fmt::Display for Program {
    /// Writes `(lambda (input) (letrec (…) …))`: first what became of the program, then its primitives, then what the
    /// stage brings along.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = expr(ExprKind::Lambda(Arc::new(self.procedure())));
        let (whole, names) = readable(&whole, &self.names, self.function.name());
        let printer = Printer { names: &names, global: &|_| String::new(), numbered: false };
        f.write_str(&printer.expression(&whole))
    }
}
