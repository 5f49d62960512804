//! Converts core procedures to A-normal form ([`Code`]).
//!
//! Copies disappear: a variable that is bound to another variable or to a constant is replaced by that atom. The
//! captures of a procedure are collected during its conversion, in the order of their first use.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use super::{Atom, Base, Body, Code, CodeId, Codes, Constant, Op, Statement, Var, VarInfo};
use crate::core::{Const, Expr, ExprKind, Lambda, Names, Pattern, PatternKind, VarId};
use crate::deep::deep;
use crate::source::Span;
use crate::tags::Tags;

/// Converts a procedure without captures: a definition of the top level, or an expression wrapped in a procedure.
pub fn convert(lambda: &Lambda, names: &Names, codes: &mut Codes) -> CodeId {
    let id = codes.reserve();
    let mut converter = Converter { names, codes, contexts: Vec::new() };
    let captures = converter.code(lambda, &Rc::default());
    debug_assert!(captures.is_empty(), "the top level has no local variables");
    let context = converter.contexts.pop().expect("one code was converted");
    converter.finish(id, lambda, context, &[]);
    id
}

/// A code that is being written.
struct Context {
    vars: Vec<VarInfo>,
    known: HashMap<VarId, Atom>,
    captures: Vec<VarId>,
    /// The procedures of the `letrec` that binds this one.
    group: Rc<HashMap<VarId, CodeId>>,
    /// Members of that group that this code has already rebuilt (`Op::Sibling`). A branch removes its own at its end.
    rebuilt: Vec<VarId>,
    statements: Vec<Statement>,
    result: Option<Atom>,
}

struct Converter<'a> {
    names: &'a Names,
    codes: &'a mut Codes,
    /// The codes under construction, innermost last.
    contexts: Vec<Context>,
}

/// The name of every intermediate value.
const TEMPORARY: &str = "t";

impl Converter<'_> {
    fn top(&mut self) -> &mut Context {
        self.contexts.last_mut().expect("a code is being written")
    }

    fn fresh(&mut self, name: &Arc<str>) -> Var {
        let vars = &mut self.top().vars;
        vars.push(VarInfo { name: name.clone(), tags: Tags::NONE });
        Var((vars.len() - 1) as u32)
    }

    fn temporary(&mut self) -> Var {
        self.fresh(&TEMPORARY.into())
    }

    fn push(&mut self, op: Op, span: Span) {
        self.top().statements.push(Statement { op, span });
    }

    /// Converts a procedure except for its captures, on which the members of a group still have to agree. Leaves its
    /// context on the stack.
    fn code(&mut self, lambda: &Lambda, group: &Rc<HashMap<VarId, CodeId>>) -> Vec<VarId> {
        self.contexts.push(Context {
            vars: Vec::new(),
            known: HashMap::new(),
            captures: Vec::new(),
            group: group.clone(),
            rebuilt: Vec::new(),
            statements: Vec::new(),
            result: None,
        });
        let param = self.temporary();
        self.destructure(&lambda.param, Atom::Var(param));
        let result = self.atom(&lambda.body);
        self.top().result = Some(result);
        self.top().captures.clone()
    }

    /// Stores the code of a context once its captures are final.
    fn finish(&mut self, id: CodeId, lambda: &Lambda, mut context: Context, captures: &[VarId]) {
        let captures = captures
            .iter()
            .map(|variable| match context.known.get(variable) {
                Some(Atom::Var(var)) => *var,
                // Only another member of the group reads this capture.
                _ => {
                    let info = VarInfo { name: self.names.name(*variable).clone(), tags: Tags::NONE };
                    context.vars.push(info);
                    Var((context.vars.len() - 1) as u32)
                }
            })
            .collect();
        let result = context.result.expect("the body was converted");
        let body = Body { statements: context.statements, result };
        self.codes.set(
            id,
            Code {
                name: lambda.name.clone(),
                tags: Tags::NONE,
                param: Var(0),
                captures,
                vars: context.vars,
                body,
                prim: None,
                span: lambda.span,
            },
        );
    }

    /// Returns the atom of a variable in the context at this depth. If the variable belongs to an outer context,
    /// every context in between captures it.
    fn lookup(&mut self, depth: usize, variable: VarId) -> Atom {
        // Find the context that binds the variable or can rebuild it.
        let mut at = depth;
        let mut atom = loop {
            let context = &mut self.contexts[at];
            if let Some(atom) = context.known.get(&variable) {
                break *atom;
            }
            if let Some(code) = context.group.get(&variable).copied() {
                break self.sibling(at, variable, code);
            }
            at = at.checked_sub(1).expect("expansion resolved all names");
        };
        for context in &mut self.contexts[at + 1..=depth] {
            if let Atom::Var(_) = atom {
                let name = self.names.name(variable).clone();
                context.vars.push(VarInfo { name, tags: Tags::NONE });
                context.captures.push(variable);
                atom = Atom::Var(Var((context.vars.len() - 1) as u32));
            }
            context.known.insert(variable, atom);
        }
        atom
    }

    /// Rebuilds a procedure of the `letrec` group to which the code at this depth belongs.
    fn sibling(&mut self, depth: usize, variable: VarId, code: CodeId) -> Atom {
        let name = self.names.name(variable).clone();
        let context = &mut self.contexts[depth];
        context.vars.push(VarInfo { name, tags: Tags::NONE });
        let to = Var((context.vars.len() - 1) as u32);
        // The span of the latest statement: the procedure is first needed there.
        let span = context.statements.last().map(|s| s.span).unwrap_or_default();
        context.statements.push(Statement { op: Op::Sibling { to, code }, span });
        context.known.insert(variable, Atom::Var(to));
        context.rebuilt.push(variable);
        Atom::Var(to)
    }

    /// Binds the variables of a pattern to the parts of a value.
    fn destructure(&mut self, pattern: &Pattern, value: Atom) {
        match &pattern.kind {
            PatternKind::Var(variable) => {
                let name = self.names.name(*variable).clone();
                let mut value = value;
                if let Atom::Const(from @ Constant { base: Base::Const(Const::Real(_)), .. }) = value {
                    let to = self.fresh(&name);
                    self.push(Op::Copy { to, from }, pattern.span);
                    value = Atom::Var(to);
                }
                let context = self.top();
                if let Atom::Var(var) = value {
                    let info = &mut context.vars[var.0 as usize];
                    if &*info.name == TEMPORARY {
                        info.name = name;
                    }
                }
                context.known.insert(*variable, value);
            }
            PatternKind::Const(constant) => {
                let constant = Constant::plain(Base::Const(*constant));
                self.push(Op::Check { from: value, constant }, pattern.span);
            }
            PatternKind::Cons(parts) => {
                let Some((last, before)) = parts.split_last() else { return };
                let mut from = value;
                let mut heads = Vec::new();
                for _ in before {
                    let (head, tail) = (self.temporary(), self.temporary());
                    self.push(Op::Uncons { head, tail, tags: Tags::NONE, from }, pattern.span);
                    heads.push(head);
                    from = Atom::Var(tail);
                }
                for (part, head) in before.iter().zip(heads) {
                    deep(|| self.destructure(part, Atom::Var(head)));
                }
                deep(|| self.destructure(last, from));
            }
        }
    }

    /// Writes the statements that compute an expression, and returns the atom of its value.
    fn atom(&mut self, expr: &Expr) -> Atom {
        deep(|| self.atom_here(expr))
    }

    fn atom_here(&mut self, expr: &Expr) -> Atom {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Const(c) => Atom::constant(*c),
            ExprKind::Var(v) => self.lookup(self.contexts.len() - 1, *v),
            ExprKind::Global(g) => Atom::Const(Constant::plain(Base::Global(*g))),
            ExprKind::Prim(p) => Atom::prim(*p),
            ExprKind::Lambda(lambda) => self.group(&[(None, lambda)], span)[0],
            ExprKind::Apply(function, argument) => {
                let function = self.atom(function);
                let argument = self.atom(argument);
                let to = self.temporary();
                self.push(Op::Apply { to, function, argument }, span);
                Atom::Var(to)
            }
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.atom(condition);
                let to = self.temporary();
                let then = self.arm(then);
                let otherwise = self.arm(otherwise);
                self.push(Op::If { to, tags: Tags::NONE, condition, then, otherwise }, span);
                Atom::Var(to)
            }
            ExprKind::Let(bindings, body) => {
                for (pattern, value) in bindings {
                    let value = self.atom(value);
                    self.destructure(pattern, value);
                }
                self.atom(body)
            }
            ExprKind::Letrec(group, body) => {
                let members: Vec<_> = group.iter().map(|(v, l)| (Some(*v), l)).collect();
                let atoms = self.group(&members, span);
                for ((variable, _), atom) in group.iter().zip(atoms) {
                    self.top().known.insert(*variable, atom);
                }
                self.atom(body)
            }
            ExprKind::Cons(parts) => {
                let atoms: Vec<Atom> = parts.iter().map(|part| self.atom(part)).collect();
                let mut atoms = atoms.into_iter().rev();
                let mut tail = atoms.next().unwrap_or(Atom::constant(Const::Nil));
                for head in atoms {
                    let to = self.temporary();
                    self.push(Op::Cons { to, tags: Tags::NONE, head, tail }, span);
                    tail = Atom::Var(to);
                }
                tail
            }
        }
    }

    /// Converts one branch of a choice. Its bindings are not visible outside.
    fn arm(&mut self, expr: &Expr) -> Body {
        let outside = std::mem::take(&mut self.top().statements);
        let rebuilt = self.top().rebuilt.len();
        let result = self.atom(expr);
        let context = self.top();
        let statements = std::mem::replace(&mut context.statements, outside);
        // Captures outlive the branch. Siblings that only this branch built do not; the other variables that it binds
        // are in scope nowhere else.
        for sibling in context.rebuilt.drain(rebuilt..) {
            context.known.remove(&sibling);
        }
        Body { statements, result }
    }

    /// Builds procedures that see one another. A member without a name is a plain procedure.
    fn group(&mut self, members: &[(Option<VarId>, &Arc<Lambda>)], span: Span) -> Vec<Atom> {
        let ids: Vec<CodeId> = members.iter().map(|_| self.codes.reserve()).collect();
        let names: HashMap<VarId, CodeId> =
            members.iter().zip(&ids).filter_map(|((variable, _), id)| Some(((*variable)?, *id))).collect();
        let names = Rc::new(names);
        let (mut captures, mut seen) = (Vec::new(), HashSet::new());
        let mut contexts = Vec::new();
        for (_, lambda) in members {
            for variable in self.code(lambda, &names) {
                if seen.insert(variable) {
                    captures.push(variable);
                }
            }
            contexts.extend(self.contexts.pop());
        }
        for (((_, lambda), id), context) in members.iter().zip(&ids).zip(contexts) {
            self.finish(*id, lambda, context, &captures);
        }
        let depth = self.contexts.len() - 1;
        let captured: Vec<Atom> = captures.iter().map(|variable| self.lookup(depth, *variable)).collect();
        let mut built = Vec::new();
        for ((_, lambda), id) in members.iter().zip(&ids) {
            let to = self.fresh(&lambda.name.clone().unwrap_or_else(|| "f".into()));
            self.push(Op::Close { to, code: *id, captures: captured.clone() }, span);
            built.push(Atom::Var(to));
        }
        built
    }
}
