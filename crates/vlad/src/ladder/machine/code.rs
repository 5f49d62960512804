//! [`Code`]: a program as instructions of a stack machine, with the location of every variable resolved.
//!
//! Closures capture the variables that they use and no others, so a backpropagator captures exactly those that it can
//! call. Procedures of one `letrec` share their captures and refer to one another by number: no value contains
//! itself.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::free::FreeVariables;
use crate::core::{Const, Expr, ExprKind, GlobalId, Lambda, Pattern, PatternKind, VarId};
use crate::deep::deep;
use crate::ladder::extra::Extra;
use crate::prim::Prim;
use crate::source::Span;

/// An instruction.
#[derive(Clone, Debug)]
pub(crate) enum Instruction {
    /// Pushes a constant.
    Const(Const),
    /// Pushes a primitive.
    Prim(Prim),
    /// Pushes the value of a variable.
    Load(Place),
    /// Pushes a closure that captures these variables.
    Close(u32, Rc<[Place]>),
    /// Binds procedures that see one another, numbered from `first`, to local variables from `slot`.
    Group { first: u32, slot: u32, count: u32, keep: Rc<[Place]> },
    /// Pops a value and takes it apart.
    Bind(Rc<Shape>),
    /// Nests the topmost values to the right, as pairs.
    Cons(u32),
    /// Applies a primitive to its operands, the topmost values.
    Apply(Prim),
    /// Pops an argument and a procedure, and calls it.
    Call,
    /// Does so in place of the running procedure.
    TailCall,
    /// Pops a condition and jumps if it is false.
    Unless(u32),
    /// Jumps.
    Jump(u32),
    /// Ends the procedure; the uppermost value is its result.
    Return,
}

/// The location of a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    /// On the stack.
    Local(u32),
    /// Among the captures of the closure.
    Kept(u32),
    /// A procedure of the same group, with this number and the same captures.
    Sibling(u32),
}

/// A pattern whose variables have places on the stack.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Slot(u32),
    Const(Const),
    Cons(Vec<Shape>),
}

/// A procedure.
#[derive(Debug)]
pub(crate) struct Procedure {
    pub(crate) name: Option<Arc<str>>,
    pub(crate) param: Shape,
    pub(crate) slots: u32,
    pub(crate) code: Vec<Instruction>,
    /// The place in the text of each instruction.
    pub(crate) spans: Vec<Span>,
    pub(crate) span: Span,
}

/// A program.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) procedures: Vec<Procedure>,
}

/// Compiles procedures without free variables; definitions among them may refer to one another. The first is number
/// 0.
pub(crate) fn compile<'p>(procedures: &[(Option<GlobalId>, &'p Lambda)]) -> Code {
    // Definitions may be used before they are defined, so all are numbered before any is compiled.
    let numbered = procedures.iter().zip(0..).filter_map(|((global, _), number)| global.map(|g| (g, number)));
    let mut compiler =
        Compiler { done: Vec::new(), globals: numbered.collect(), free: FreeVariables::default() };
    let lambdas: Vec<&'p Lambda> = procedures.iter().map(|(_, lambda)| *lambda).collect();
    compiler.group(&lambdas, &HashMap::new(), &HashMap::new());
    Code { procedures: compiler.done.into_iter().flatten().collect() }
}

struct Compiler<'p> {
    done: Vec<Option<Procedure>>,
    globals: HashMap<GlobalId, u32>,
    free: FreeVariables<'p>,
}

/// The state while the body of a procedure is compiled.
struct Context {
    places: HashMap<VarId, Place>,
    slots: u32,
    code: Vec<Instruction>,
    spans: Vec<Span>,
}

impl Context {
    fn push(&mut self, instruction: Instruction, span: Span) {
        self.code.push(instruction);
        self.spans.push(span);
    }

    fn shape(&mut self, pattern: &Pattern) -> Shape {
        match &pattern.kind {
            PatternKind::Var(variable) => {
                let slot = self.slots;
                self.slots += 1;
                self.places.insert(*variable, Place::Local(slot));
                Shape::Slot(slot)
            }
            PatternKind::Const(c) => Shape::Const(*c),
            PatternKind::Cons(parts) => Shape::Cons(parts.iter().map(|p| deep(|| self.shape(p))).collect()),
        }
    }

    fn jump_to_here(&mut self, from: usize) {
        let here = self.code.len() as u32;
        match &mut self.code[from] {
            Instruction::Unless(to) | Instruction::Jump(to) => *to = here,
            other => unreachable!("{other:?} does not jump"),
        }
    }
}

impl<'p> Compiler<'p> {
    /// Compiles procedures that see one another, and returns the number of the first.
    fn group(
        &mut self,
        lambdas: &[&'p Lambda],
        siblings: &HashMap<VarId, u32>,
        kept: &HashMap<VarId, u32>,
    ) -> u32 {
        let first = self.done.len() as u32;
        self.done.extend(lambdas.iter().map(|_| None));
        for (i, lambda) in lambdas.iter().enumerate() {
            let mut places: HashMap<VarId, Place> = kept.iter().map(|(v, k)| (*v, Place::Kept(*k))).collect();
            places.extend(siblings.iter().map(|(v, k)| (*v, Place::Sibling(first + k))));
            let mut context = Context { places, slots: 0, code: Vec::new(), spans: Vec::new() };
            let param = context.shape(&lambda.param);
            self.expression(&lambda.body, &mut context, true);
            self.done[first as usize + i] = Some(Procedure {
                name: lambda.name.clone(),
                param,
                slots: context.slots,
                code: context.code,
                spans: context.spans,
                span: lambda.span,
            });
        }
        first
    }

    /// Returns the captures of procedures: their locations outside, and their numbers inside.
    fn keep(
        &mut self,
        lambdas: &[&'p Lambda],
        own: &[VarId],
        outside: &Context,
    ) -> (Rc<[Place]>, HashMap<VarId, u32>) {
        let mut places = Vec::new();
        let mut numbers = HashMap::new();
        for lambda in lambdas {
            for variable in self.free.of(lambda).iter() {
                if own.contains(variable) || numbers.contains_key(variable) {
                    continue;
                }
                // Other free variables do not occur: the expander has resolved every name.
                if let Some(place) = outside.places.get(variable) {
                    numbers.insert(*variable, places.len() as u32);
                    places.push(*place);
                }
            }
        }
        (places.into(), numbers)
    }

    /// Compiles an expression; in tail position its value is returned.
    fn expression(&mut self, expr: &'p Expr, context: &mut Context, tail: bool) {
        deep(|| {
            if !self.branching(expr, context, tail) && tail {
                context.push(Instruction::Return, expr.span);
            }
        });
    }

    /// Compiles an expression. Returns true if a return in tail position has already been emitted.
    fn branching(&mut self, expr: &'p Expr, context: &mut Context, tail: bool) -> bool {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Const(c) => context.push(Instruction::Const(*c), span),
            ExprKind::Var(v) => {
                let place = context.places[v];
                context.push(Instruction::Load(place), span);
            }
            ExprKind::Global(g) => {
                let number = self.globals[g];
                context.push(Instruction::Close(number, Rc::new([])), span);
            }
            ExprKind::Prim(p) => context.push(Instruction::Prim(*p), span),
            ExprKind::Lambda(lambda) => {
                let (keep, numbers) = self.keep(&[lambda], &[], context);
                let number = self.group(&[lambda], &HashMap::new(), &numbers);
                context.push(Instruction::Close(number, keep), span);
            }
            ExprKind::Apply(function, argument) => {
                return self.application(function, argument, context, tail, span);
            }
            ExprKind::If(condition, then, otherwise) => {
                self.expression(condition, context, false);
                let unless = context.code.len();
                context.push(Instruction::Unless(0), span);
                self.expression(then, context, tail);
                let jump = context.code.len();
                if !tail {
                    context.push(Instruction::Jump(0), span);
                }
                context.jump_to_here(unless);
                self.expression(otherwise, context, tail);
                if !tail {
                    context.jump_to_here(jump);
                }
                return tail;
            }
            ExprKind::Let(bindings, body) => {
                for (pattern, value) in bindings {
                    self.expression(value, context, false);
                    let shape = context.shape(pattern);
                    context.push(Instruction::Bind(Rc::new(shape)), pattern.span);
                }
                self.expression(body, context, tail);
                return tail;
            }
            ExprKind::Letrec(group, body) => {
                let lambdas: Vec<&'p Lambda> = group.iter().map(|(_, lambda)| lambda.as_ref()).collect();
                let own: Vec<VarId> = group.iter().map(|(v, _)| *v).collect();
                let (keep, numbers) = self.keep(&lambdas, &own, context);
                let siblings = own.iter().enumerate().map(|(i, v)| (*v, i as u32)).collect();
                let first = self.group(&lambdas, &siblings, &numbers);
                let slot = context.slots;
                for (i, variable) in own.iter().enumerate() {
                    context.places.insert(*variable, Place::Local(slot + i as u32));
                }
                context.slots += own.len() as u32;
                context.push(Instruction::Group { first, slot, count: own.len() as u32, keep }, span);
                self.expression(body, context, tail);
                return tail;
            }
            ExprKind::Cons(parts) => {
                for part in parts {
                    self.expression(part, context, false);
                }
                context.push(Instruction::Cons(parts.len() as u32), span);
            }
        }
        false
    }

    fn application(
        &mut self,
        function: &'p Expr,
        argument: &'p Expr,
        context: &mut Context,
        tail: bool,
        span: Span,
    ) -> bool {
        if let ExprKind::Prim(prim) = function.kind {
            let wanted = arity(prim);
            let parts = match &argument.kind {
                ExprKind::Cons(parts) if parts.len() == wanted => Some(parts.as_slice()),
                ExprKind::Const(Const::Nil) if wanted == 0 => Some(&[][..]),
                _ if wanted == 1 => Some(std::slice::from_ref(argument)),
                _ => None,
            };
            if let Some(parts) = parts {
                for part in parts {
                    self.expression(part, context, false);
                }
                context.push(Instruction::Apply(prim), span);
                return false;
            }
        }
        self.expression(function, context, false);
        self.expression(argument, context, false);
        context.push(if tail { Instruction::TailCall } else { Instruction::Call }, span);
        tail
    }
}

/// Returns the number of arguments of a primitive, which are passed as pairs nested to the right.
pub(crate) fn arity(prim: Prim) -> usize {
    match prim {
        Prim::Rule(rule) => rule.arity() + usize::from(rule.takes_exponent()),
        Prim::Host(number) => Extra::from_host(number).map_or(1, Extra::arity),
        Prim::Equal
        | Prim::Less
        | Prim::Greater
        | Prim::AtMost
        | Prim::AtLeast
        | Prim::Plus
        | Prim::Bundle => 2,
        Prim::IfProcedure => 3,
        Prim::IsZero
        | Prim::IsPositive
        | Prim::IsNegative
        | Prim::IsNull
        | Prim::IsBoolean
        | Prim::IsReal => 1,
        Prim::IsPair | Prim::IsProcedure | Prim::IsPerturbation | Prim::IsForward | Prim::IsSensitivity => 1,
        Prim::IsReverse | Prim::Real | Prim::WriteReal | Prim::Write | Prim::Zero | Prim::Perturb => 1,
        Prim::Unperturb | Prim::Primal | Prim::Tangent | Prim::Sensitize | Prim::Unsensitize => 1,
        Prim::Reverse | Prim::Unreverse => 1,
        Prim::ReadReal => 0,
    }
}
