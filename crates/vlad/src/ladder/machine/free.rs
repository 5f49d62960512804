//! The free variables of procedures, in the order of their first use.
//!
//! Law: each procedure is walked once, however deep it is nested; the procedures around it take its free variables over.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::core::{Expr, ExprKind, Lambda, VarId};
use crate::deep::deep;

/// Returns the variables that a procedure uses and does not bind.
pub(crate) fn free_variables(lambda: &Lambda) -> Rc<[VarId]> {
    FreeVariables::default().of(lambda)
}

/// The free variables of the procedures of one program, each found once.
#[derive(Default)]
pub(crate) struct FreeVariables<'p> {
    found: HashMap<*const Lambda, Rc<[VarId]>>,
    program: std::marker::PhantomData<&'p Lambda>,
}

impl<'p> FreeVariables<'p> {
    /// Returns the variables that a procedure uses and does not bind.
    pub(crate) fn of(&mut self, lambda: &'p Lambda) -> Rc<[VarId]> {
        if let Some(found) = self.found.get(&std::ptr::from_ref(lambda)) {
            return found.clone();
        }
        let mut level = Level::default();
        level.bound.extend(lambda.param.variables());
        self.walk(&lambda.body, &mut level);
        // Names are unique, so a variable that is bound inside is bound around each of its uses.
        let Level { bound, used, .. } = level;
        let free: Rc<[VarId]> = used.into_iter().filter(|v| !bound.contains(v)).collect();
        self.found.insert(lambda, free.clone());
        free
    }

    fn walk(&mut self, expr: &'p Expr, level: &mut Level) {
        deep(|| match &expr.kind {
            ExprKind::Const(_) | ExprKind::Global(_) | ExprKind::Prim(_) => {}
            ExprKind::Var(v) => level.uses(*v),
            ExprKind::Lambda(lambda) => self.of(lambda).iter().for_each(|v| level.uses(*v)),
            ExprKind::Apply(function, argument) => {
                self.walk(function, level);
                self.walk(argument, level);
            }
            ExprKind::If(condition, then, otherwise) => {
                for part in [condition, then, otherwise] {
                    self.walk(part, level);
                }
            }
            ExprKind::Let(bindings, body) => {
                for (pattern, value) in bindings {
                    level.bound.extend(pattern.variables());
                    self.walk(value, level);
                }
                self.walk(body, level);
            }
            ExprKind::Letrec(group, body) => {
                for (variable, lambda) in group {
                    level.bound.insert(*variable);
                    self.of(lambda).iter().for_each(|v| level.uses(*v));
                }
                self.walk(body, level);
            }
            ExprKind::Cons(parts) => {
                for part in parts {
                    self.walk(part, level);
                }
            }
        });
    }
}

/// The variables of one procedure, without those of the procedures inside.
#[derive(Default)]
struct Level {
    bound: HashSet<VarId>,
    used: Vec<VarId>,
    seen: HashSet<VarId>,
}

impl Level {
    fn uses(&mut self, variable: VarId) {
        if self.seen.insert(variable) {
            self.used.push(variable);
        }
    }
}
