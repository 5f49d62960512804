//! [`Program`]: the result of a transformation. It can be printed as text of the target calculus, and it runs.

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
    /// Keeps those definitions that the body needs.
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
        let mut left = free_variables(&lambda(vec![], body.clone())).to_vec();
        while let Some(variable) = left.pop() {
            if let Some(found) = by_variable.get(&variable).filter(|_| needed.insert(variable)) {
                left.extend(free_variables(found).iter());
            }
        }
        let definitions = definitions.into_iter().filter(|(v, _)| needed.contains(v)).collect();
        Program { function: function.clone(), stage, names, input, definitions, body }
    }

    /// Returns its stage.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns the program as one procedure.
    fn procedure(&self) -> Lambda {
        let kind = ExprKind::Letrec(self.definitions.clone(), Box::new(self.body.clone()));
        lambda(vec![pattern(self.input)], expr(kind))
    }

    pub(super) fn code(&self) -> Code {
        compile(&[(None, &self.procedure())])
    }
}

impl fmt::Display for Program {
    /// Prints `(lambda (input) (letrec (…) …))`: first the transformed definitions, then their primitives, then the
    /// definitions of the dictionary.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = expr(ExprKind::Lambda(Arc::new(self.procedure())));
        let (whole, names) = readable(&whole, &self.names, self.function.name());
        let printer = Printer { names: &names, global: &|_| String::new(), numbered: false };
        f.write_str(&printer.expression(&whole))
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::Data;
    use super::super::extra::Extra;
    use super::super::machine::{Limits, Machine, from_data, to_data};
    use super::super::transform::transform;
    use super::*;
    use crate::program::{Item, NoFiles};

    /// Reads an expression of the target calculus.
    fn read(text: &str) -> (Expr, Names) {
        let mut program = crate::Program::bare();
        for extra in Extra::ALL {
            program.name_host(extra.name(), extra.prim());
        }
        program.add("<printed>", text, &mut NoFiles).unwrap_or_else(|e| panic!("{text}\n{e}"));
        let Some(Item::Expression { expr, .. }) = program.items.pop() else { panic!("{text}") };
        (Arc::unwrap_or_clone(expr), program.names)
    }

    #[test]
    fn what_is_printed_reads_back_and_runs() {
        // Names that also occur in the dictionaries, as primitives of the target calculus, and more than once.
        let text = "(define (call x number) (let ((x (* x number)) (first (sin x))) (+ x (first-of (cons first 2)))))
                    (define (first-of (cons i z)) (let loop ((i i) (z z)) (if (> i 1) i (loop (+ i z) z))))";
        let function = Function::read(text, "call").expect("a program");
        let x = Data::pair(Data::real(0.5), Data::real(3.0));
        for stage in Stage::reverse() {
            let program = transform(&function, stage);
            let printed = program.to_string();
            let (expr, names) = read(&printed);
            let (again, names) = readable(&expr, &names, "call");
            let printer = Printer { names: &names, global: &|_| String::new(), numbered: false };
            assert_eq!(printer.expression(&again), printed, "{stage}");

            let ExprKind::Lambda(procedure) = &expr.kind else { panic!("{printed}") };
            let code = compile(&[(None, procedure)]);
            let mut machine = Machine::<f64>::new(&code, Limits::default());
            let result = machine.call(machine.main(), from_data(&x, &mut |x| x)).expect("runs");
            let super::super::machine::Value::Pair(pair) = result else { panic!("{stage}") };
            let (value, _) = to_data(&pair.head).expect("a number");
            assert_eq!(value, function.value(&x, Limits::default()).expect("runs").0, "{stage}");
        }
    }

    /// Evaluates a text of the target calculus.
    fn computed(text: &str) -> Result<String, String> {
        let (expr, _) = read(&format!("(lambda (input) {text})"));
        let ExprKind::Lambda(procedure) = &expr.kind else { panic!("{text}") };
        let code = compile(&[(None, procedure)]);
        let mut machine = Machine::<f64>::new(&code, Limits { cost: 10_000, depth: 100 });
        let done =
            machine.call(machine.main(), super::super::machine::Value::Nil).map_err(|e| e.to_string())?;
        to_data(&done).map(|(data, _)| data.to_string()).map_err(str::to_string)
    }

    #[test]
    fn arrays_are_used_linearly() {
        let one = "(let* ((a (array (next (next (first))) 5)) (b (array-set a (first) 7)) ((cons x c) (array-get b (first)))) ";
        assert_eq!(
            computed(&format!("{one} (cons x (at (freeze c) (next (first)))))")),
            Ok("(7 . 5)".to_string())
        );
        for (twice, name) in [
            ("(array-set a (first) 1)", "array-set"),
            ("(array-get b (first))", "array-get"),
            ("(freeze b)", "freeze"),
            ("(array-add a (first) 1)", "array-add"),
            ("(array-push b 1)", "array-push"),
        ] {
            let error = computed(&format!("{one} {twice})")).expect_err("an old name");
            assert_eq!(error, format!("the array given to {name} was used before"));
        }
        assert_eq!(
            computed("(array-get (array (next (first)) 0) (next (first)))"),
            Err("array-get of element 1, which the array does not have".to_string())
        );
    }

    #[test]
    fn maps_add_up_staged_calls() {
        let text = "(let* ((i (first)) (j (next i)) (m (map-put (map-empty) i (cons #t 2)))
                           (n (map-put (map-put (map-empty) j (cons #f 3)) i (cons #t 5))) (u (map-union m n)))
                      (list (map-get u i) (map-get u j) (map-has? (map-remove u (map-top u)) j) (map-empty? u)))";
        assert_eq!(computed(text), Ok("((#t . 7) (#f . 3) #f #f)".to_string()));
        assert_eq!(
            computed("(map-at (map-add (map-add (map-empty) (first) 2) (first) 3) (first))"),
            Ok("5".to_string())
        );
        assert_eq!(computed("(map-at (map-empty) (first))"), Ok("0".to_string()));
    }
}
