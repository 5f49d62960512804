//! Names for printing: every variable keeps the writer's name, with a number appended where two would be confused.
//!
//! Law: in printed text, a name always refers to the innermost binding around it, and reading the text back gives the
//! same program.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::extra::Extra;
use crate::core::{Expr, ExprKind, Lambda, Names, Pattern, VarId};
use crate::deep::deep;
use crate::prim::Prim;

/// Returns the expression with its extra primitives as names, and the names for printing it. The variable `f` of the
/// first `letrec`, the transformed function, gets the name of the function.
pub(super) fn readable(expr: &Expr, names: &Names, function: &str) -> (Expr, Names) {
    let mut naming = Naming {
        old: names,
        new: names.clone(),
        table: Vec::new(),
        scope: HashSet::new(),
        words: HashSet::new(),
        numbers: HashMap::new(),
    };
    naming.words.extend(Extra::ALL.iter().map(|e| Arc::from(e.name())));
    let mut expr = expr.clone();
    naming.words_of(&mut expr);
    naming.definitions(&expr, function);
    naming.expression(&expr);
    let mut table = Names::default();
    for i in 0.. {
        // Variables are numbered without gaps.
        match naming.table.get(i) {
            Some(Some(name)) => table.fresh(name),
            Some(None) => table.fresh(&Arc::from("_")),
            None => break,
        };
    }
    (expr, table)
}

struct Naming<'a> {
    old: &'a Names,
    /// The old names and those of extra primitives.
    new: Names,
    table: Vec<Option<Arc<str>>>,
    scope: HashSet<Arc<str>>,
    /// Names of primitives that the program uses, which no variable may have.
    words: HashSet<Arc<str>>,
    /// For each wanted name the least number that may be free.
    numbers: HashMap<Arc<str>, usize>,
}

impl Naming<'_> {
    /// Turns extra primitives into variables of the same name, and collects the names of all other primitives.
    fn words_of(&mut self, expr: &mut Expr) {
        deep(|| match &mut expr.kind {
            ExprKind::Prim(Prim::Host(number)) => {
                let name = Extra::from_host(*number).map_or("host", Extra::name);
                let word = self.new.fresh(&Arc::from(name));
                self.set(word, Arc::from(name));
                expr.kind = ExprKind::Var(word);
            }
            ExprKind::Prim(p) => {
                self.words.insert(Arc::from(p.name()));
            }
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Global(_) => {}
            ExprKind::Lambda(lambda) => self.words_of(&mut Arc::make_mut(lambda).body),
            ExprKind::Apply(a, b) => {
                self.words_of(a);
                self.words_of(b);
            }
            ExprKind::If(a, b, c) => {
                for part in [a, b, c] {
                    self.words_of(part);
                }
            }
            ExprKind::Let(bindings, body) => {
                for (_, value) in bindings {
                    self.words_of(value);
                }
                self.words_of(body);
            }
            ExprKind::Letrec(group, body) => {
                for (_, lambda) in group {
                    self.words_of(&mut Arc::make_mut(lambda).body);
                }
                self.words_of(body);
            }
            ExprKind::Cons(parts) => {
                for part in parts {
                    self.words_of(part);
                }
            }
        });
    }

    /// Names the definitions, which are in scope everywhere.
    fn definitions(&mut self, expr: &Expr, function: &str) {
        let ExprKind::Lambda(outer) = &expr.kind else { return };
        self.pattern(&outer.param);
        let ExprKind::Letrec(group, _) = &outer.body.kind else { return };
        for (variable, lambda) in group {
            let name = lambda.name.clone().unwrap_or_else(|| Arc::from(function));
            self.name(*variable, &name);
        }
    }

    fn set(&mut self, variable: VarId, name: Arc<str>) {
        let index = variable.0 as usize;
        if self.table.len() <= index {
            self.table.resize(index + 1, None);
        }
        self.table[index] = Some(name);
    }

    /// Names a variable, unless it has a name, and brings it into scope. Returns the new name.
    fn name(&mut self, variable: VarId, wanted: &Arc<str>) -> Option<Arc<str>> {
        if self.table.get(variable.0 as usize).is_some_and(Option::is_some) {
            return None;
        }
        let free = |name: &Arc<str>| !self.scope.contains(name) && !self.words.contains(name);
        let least = self.numbers.get(wanted).copied().unwrap_or(1);
        let found = if free(wanted) {
            wanted.clone()
        } else {
            let mut numbered = (least..).map(|k| (k, Arc::from(format!("{wanted}{k}"))));
            let (k, found) = numbered.find(|(_, name)| free(name))?;
            self.numbers.insert(wanted.clone(), k + 1);
            found
        };
        self.scope.insert(found.clone());
        self.set(variable, found.clone());
        Some(found)
    }

    fn pattern(&mut self, pattern: &Pattern) -> Vec<Arc<str>> {
        let variables = pattern.variables();
        variables.into_iter().filter_map(|v| self.name(v, &self.old.name(v).clone())).collect()
    }

    fn leave(&mut self, brought: Vec<Arc<str>>) {
        for name in brought {
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
            // Whatever was numbered so may be called so again.
            for end in stem.len()..name.len() {
                if let (Some(least), Ok(k)) = (self.numbers.get_mut(&name[..end]), name[end..].parse()) {
                    *least = (*least).min(k);
                }
            }
            self.scope.remove(&name);
        }
    }

    fn lambda(&mut self, lambda: &Lambda) {
        let brought = self.pattern(&lambda.param);
        self.expression(&lambda.body);
        self.leave(brought);
    }

    fn expression(&mut self, expr: &Expr) {
        deep(|| match &expr.kind {
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Global(_) | ExprKind::Prim(_) => {}
            ExprKind::Lambda(lambda) => self.lambda(lambda),
            ExprKind::Apply(a, b) => {
                self.expression(a);
                self.expression(b);
            }
            ExprKind::If(a, b, c) => {
                for part in [a, b, c] {
                    self.expression(part);
                }
            }
            ExprKind::Let(bindings, body) => {
                let mut brought = Vec::new();
                for (pattern, value) in bindings {
                    self.expression(value);
                    brought.extend(self.pattern(pattern));
                }
                self.expression(body);
                self.leave(brought);
            }
            ExprKind::Letrec(group, body) => {
                let old = self.old;
                let brought = group.iter().filter_map(|(v, _)| self.name(*v, old.name(*v))).collect();
                for (_, lambda) in group {
                    self.lambda(lambda);
                }
                self.expression(body);
                self.leave(brought);
            }
            ExprKind::Cons(parts) => {
                for part in parts {
                    self.expression(part);
                }
            }
        });
    }
}
