//! The transformer: one for all stages, homomorphic except for numbers.
//!
//! Stages differ in two hooks, for constants and for [primitives](super::lift), and in their
//! [dictionary](super::dictionary). From D2 on the program also threads a state (the next identifier, or the tape): a
//! function takes it before its argument and returns it before its result, so code that computes becomes a sequence
//! of bindings (paper 003, figures 6, 8, 9 and 12).

use std::collections::HashMap;
use std::sync::Arc;

use super::dictionary::Dictionary;
use super::function::Function;
use super::lift::Lifting;
use super::stage::Stage;
use super::syntax::{bind, call, cons, expr, fresh, pattern, patterns, real, var};
use super::target::Program;
use crate::core::{Const, Expr, ExprKind, GlobalId, Lambda, Names, Pattern, PatternKind, VarId};
use crate::deep::deep;
use crate::prim::Prim;

impl Stage {
    /// Returns the name of the state that programs of this stage thread, if any: the next identifier, or the tape.
    pub(crate) fn state(self) -> Option<&'static str> {
        match self {
            Stage::Forward | Stage::D1 => None,
            Stage::D2 | Stage::D3 | Stage::Sparse | Stage::D4 => Some("i"),
            Stage::Dropped | Stage::Defunctionalised => Some("i"),
            Stage::Taped => Some("t"),
        }
    }
}

/// Returns the program that computes a function and its derivative at a stage.
pub fn transform(function: &Function, stage: Stage) -> Program {
    let mut names = function.program.names.clone();
    let dictionary = Dictionary::read(stage, &mut names);
    let mut globals = HashMap::new();
    for (global, lambda) in &function.definitions {
        // The wrapper calls the function by its name in the dictionary.
        let variable = if *global == function.global {
            dictionary.function
        } else {
            names.fresh(lambda.name.as_ref().unwrap_or(&"function".into()))
        };
        globals.insert(*global, variable);
    }
    let mut transformer = Transformer { stage, dictionary: &dictionary, names, globals, lifted: Vec::new() };
    let mut definitions: Vec<(VarId, Arc<Lambda>)> = Vec::new();
    for (global, lambda) in &function.definitions {
        let transformed = transformer.lambda(lambda);
        definitions.push((transformer.globals[global], Arc::new(transformed)));
    }
    for (p, variable) in std::mem::take(&mut transformer.lifted) {
        let mut lifting = Lifting { stage, dictionary: &dictionary, names: &mut transformer.names };
        let mut lifted = lifting.primitive(p);
        lifted.name = Some(lifted_name(p).into());
        definitions.push((variable, Arc::new(lifted)));
    }
    let names = transformer.names;
    definitions.extend(dictionary.definitions.iter().cloned());
    Program::new(function, stage, names, dictionary.input, definitions, dictionary.body)
}

/// Returns the name of a transformed primitive: `D+`, `Dsin`.
fn lifted_name(p: Prim) -> String {
    format!("D{}", p.name())
}

struct Transformer<'a> {
    stage: Stage,
    dictionary: &'a Dictionary,
    names: Names,
    globals: HashMap<GlobalId, VarId>,
    /// The primitives that the program uses, in the order of their first use.
    lifted: Vec<(Prim, VarId)>,
}

/// Bindings under construction, and the state after them.
struct Sequence {
    bindings: Vec<(Pattern, Expr)>,
    state: Option<VarId>,
}

impl Transformer<'_> {
    fn state(&mut self) -> Option<VarId> {
        self.stage.state().map(|name| fresh(&mut self.names, name))
    }

    fn lambda(&mut self, source: &Lambda) -> Lambda {
        let state = self.state();
        let body = self.body(&source.body, state);
        let param = match state {
            None => source.param.clone(),
            Some(state) => before(pattern(state), &source.param),
        };
        Lambda { name: source.name.clone(), param, body, span: source.span }
    }

    /// Transforms an expression that ends a procedure: if there is a state, returns it before the value.
    fn body(&mut self, source: &Expr, state: Option<VarId>) -> Expr {
        let mut sequence = Sequence { bindings: Vec::new(), state };
        let last = self.tail(source, &mut sequence);
        bind(sequence.bindings, last)
    }

    fn tail(&mut self, source: &Expr, sequence: &mut Sequence) -> Expr {
        deep(|| match &source.kind {
            ExprKind::Let(bindings, body) => {
                self.bindings(bindings, sequence);
                self.tail(body, sequence)
            }
            ExprKind::Apply(..)
            | ExprKind::If(..)
            | ExprKind::Letrec(..)
            | ExprKind::Const(Const::Real(_)) => self.computation(source, sequence),
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Global(_) | ExprKind::Prim(_) => {
                self.returned(source, sequence)
            }
            ExprKind::Lambda(_) | ExprKind::Cons(_) => self.returned(source, sequence),
        })
    }

    fn returned(&mut self, source: &Expr, sequence: &mut Sequence) -> Expr {
        let value = self.value(source, sequence);
        match sequence.state {
            None => value,
            Some(state) => cons(vec![var(state), value]),
        }
    }

    /// Transforms an expression that threads the state: its value is a pair with the new state. Without a state, just
    /// the value.
    fn computation(&mut self, source: &Expr, sequence: &mut Sequence) -> Expr {
        let kind = match &source.kind {
            // The first hook: constants.
            ExprKind::Const(Const::Real(r)) => {
                let constant = self.dictionary.find("constant").map_or_else(|| real(*r), var);
                return call(constant, sequence.state.map(var).into_iter().chain([real(*r)]).collect());
            }
            ExprKind::Apply(function, argument) => {
                let function = self.value(function, sequence);
                let argument = self.value(argument, sequence);
                let argument = match (sequence.state, argument.into_children()) {
                    (None, kind) => expr(kind),
                    (Some(state), ExprKind::Cons(parts)) => {
                        cons([var(state)].into_iter().chain(parts).collect())
                    }
                    (Some(state), kind) => cons(vec![var(state), expr(kind)]),
                };
                ExprKind::Apply(Box::new(function), Box::new(argument))
            }
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.value(condition, sequence);
                let then = self.body(then, sequence.state);
                let otherwise = self.body(otherwise, sequence.state);
                ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise))
            }
            ExprKind::Letrec(group, body) => {
                let group = group.iter().map(|(v, lambda)| (*v, Arc::new(self.lambda(lambda)))).collect();
                ExprKind::Letrec(group, Box::new(self.body(body, sequence.state)))
            }
            ExprKind::Let(..) | ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Global(_) => {
                return self.body(source, sequence.state);
            }
            ExprKind::Prim(_) | ExprKind::Lambda(_) | ExprKind::Cons(_) => {
                return self.body(source, sequence.state);
            }
        };
        Expr { kind, span: source.span }
    }

    /// Returns an expression for the value alone; computations inside it are bound before.
    fn value(&mut self, source: &Expr, sequence: &mut Sequence) -> Expr {
        deep(|| {
            let kind = match &source.kind {
                ExprKind::Const(Const::Real(_))
                | ExprKind::Apply(..)
                | ExprKind::If(..)
                | ExprKind::Letrec(..) => {
                    if sequence.state.is_none() {
                        return self.computation(source, sequence);
                    }
                    let hint = match &source.kind {
                        ExprKind::Const(_) => "k",
                        _ => "r",
                    };
                    let result = fresh(&mut self.names, hint);
                    self.bind(&pattern(result), source, sequence);
                    ExprKind::Var(result)
                }
                ExprKind::Let(bindings, body) => match sequence.state {
                    // Names are unique, so the bindings may move out to the sequence.
                    Some(_) => {
                        self.bindings(bindings, sequence);
                        return self.value(body, sequence);
                    }
                    None => {
                        let mut inner = Sequence { bindings: Vec::new(), state: None };
                        self.bindings(bindings, &mut inner);
                        let body = self.value(body, &mut inner);
                        return bind(inner.bindings, body);
                    }
                },
                ExprKind::Const(c) => ExprKind::Const(*c),
                ExprKind::Var(v) => ExprKind::Var(*v),
                ExprKind::Global(g) => ExprKind::Var(self.globals[g]),
                ExprKind::Prim(p) => ExprKind::Var(self.lifted(*p)),
                ExprKind::Lambda(lambda) => ExprKind::Lambda(Arc::new(self.lambda(lambda))),
                ExprKind::Cons(parts) => {
                    ExprKind::Cons(parts.iter().map(|part| self.value(part, sequence)).collect())
                }
            };
            Expr { kind, span: source.span }
        })
    }

    fn bindings(&mut self, bindings: &[(Pattern, Expr)], sequence: &mut Sequence) {
        for (pattern, value) in bindings {
            self.bind(pattern, value, sequence);
        }
    }

    /// Binds the value of an expression.
    fn bind(&mut self, to: &Pattern, source: &Expr, sequence: &mut Sequence) {
        let computes = matches!(
            source.kind,
            ExprKind::Apply(..) | ExprKind::If(..) | ExprKind::Letrec(..) | ExprKind::Const(Const::Real(_))
        );
        if sequence.state.is_some() && computes {
            let computed = self.computation(source, sequence);
            let state = self.state();
            sequence.bindings.push((
                state.map_or_else(|| to.clone(), |s| patterns(vec![pattern(s), to.clone()])),
                computed,
            ));
            sequence.state = state;
        } else {
            let value = self.value(source, sequence);
            sequence.bindings.push((to.clone(), value));
        }
    }

    /// Returns the variable of a transformed primitive.
    fn lifted(&mut self, p: Prim) -> VarId {
        if let Some((_, variable)) = self.lifted.iter().find(|(other, _)| *other == p) {
            return *variable;
        }
        let variable = fresh(&mut self.names, &lifted_name(p));
        self.lifted.push((p, variable));
        variable
    }
}

/// Puts a pattern for the state before the one for the argument.
fn before(state: Pattern, param: &Pattern) -> Pattern {
    let parts = match &param.kind {
        PatternKind::Cons(parts) => [state].into_iter().chain(parts.iter().cloned()).collect(),
        PatternKind::Var(_) | PatternKind::Const(_) => vec![state, param.clone()],
    };
    Pattern { kind: PatternKind::Cons(parts), span: param.span }
}
