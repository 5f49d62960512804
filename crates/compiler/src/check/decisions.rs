//! R08: what the reverse decides again, it decides alike.
//!
//! Floating-point places that a function changes are restored to rounding only. A condition, bound or index that
//! reads one, or a value computed from one, may come out differently on the way back. Inputs never change, integers
//! are restored exactly, and locals are built again from what they were built from; a real ancilla that is changed
//! after the decision is not at its old value to the bit.

use crate::footprint::Footprint;
use crate::ir::*;
use crate::law::{Diagnostics, Law};
use std::collections::BTreeSet;

pub(super) fn check(function: &Function, errors: &mut Diagnostics) {
    let vars = &function.vars;
    let rounded = rounded(function);
    let mut scan = Scan { vars, rounded: &rounded, later: BTreeSet::new(), errors };
    scan.block(&function.body);
}

/// Variables whose values rounding may change: real state that is written, and what is computed from it.
fn rounded(function: &Function) -> BTreeSet<Var> {
    let vars = &function.vars;
    let written = Footprint::of(&function.body.stmts).writes;
    let mut rounded: BTreeSet<Var> = written
        .into_iter()
        .filter(|v| vars[*v].role == Role::State && vars[*v].ty.is_real())
        .collect();
    loop {
        let before = rounded.len();
        super::each(&function.body, &mut |stmt| {
            let from = |e: &Expr| e.reads_any(|p| rounded.contains(&p.base));
            let (hit, targets) = match stmt {
                Stmt::Bind(b) | Stmt::Allocate(b) => (from(&b.value), vec![b.var]),
                Stmt::Update(u) => (from(&u.value), vec![u.place.base]),
                Stmt::Call(c) => {
                    let mut hit = false;
                    c.args.iter().for_each(|a| a.reads(&mut |p| hit |= rounded.contains(&p.base)));
                    let targets = c.args.iter().filter_map(|a| match a {
                        Argument::Mutable(place) => Some(place.base),
                        Argument::Shared(_) | Argument::Value(_) => None,
                    });
                    (hit, targets.collect())
                }
                _ => (false, vec![]),
            };
            if hit {
                rounded.extend(targets);
            }
        });
        if rounded.len() == before {
            return rounded;
        }
    }
}

struct Scan<'a> {
    vars: &'a Variables,
    rounded: &'a BTreeSet<Var>,
    /// Real ancillae that statements still to come change.
    later: BTreeSet<Var>,
    errors: &'a mut Diagnostics,
}

impl Scan<'_> {
    /// Goes through a block backwards, so that `later` is known.
    fn block(&mut self, block: &Block) {
        for stmt in block.stmts.iter().rev() {
            match stmt {
                Stmt::If(i) => {
                    if !i.rounded {
                        self.decision(i.post.as_ref().unwrap_or(&i.pre), "this condition");
                    }
                    let later = self.later.clone();
                    self.block(&i.then);
                    let after_then = std::mem::replace(&mut self.later, later);
                    self.block(&i.otherwise);
                    self.later.extend(after_then);
                }
                Stmt::For(f) => {
                    self.later.extend(self.real_writes(&f.body));
                    for bound in [Some(&f.range.start), Some(&f.range.end), f.range.step.as_ref()] {
                        if let Some(bound) = bound {
                            self.decision(bound, "this bound");
                        }
                    }
                    self.block(&f.body);
                }
                Stmt::While(w) => {
                    self.later.extend(self.real_writes(&w.body));
                    if !w.rounded {
                        self.decision(&w.post, "this postcondition");
                    }
                    self.block(&w.body);
                }
                Stmt::Routine(r) => self.block(&r.body),
                Stmt::Update(u) => {
                    u.place.index_reads(&mut |p| self.place(p, "this index"));
                    self.indices(&u.value);
                    self.later.extend(self.real_writes(&Block { stmts: vec![stmt.clone()] }));
                }
                Stmt::Call(_) => self.later.extend(self.real_writes(&Block { stmts: vec![stmt.clone()] })),
                Stmt::Bind(b) | Stmt::Allocate(b) | Stmt::Forget(b) | Stmt::Release(b) => self.indices(&b.value),
                Stmt::Undo(_) | Stmt::Safe(_) => {}
            }
        }
    }

    fn real_writes(&self, block: &Block) -> BTreeSet<Var> {
        let writes = Footprint::of(&block.stmts).writes;
        writes.into_iter().filter(|v| self.vars[*v].ty.is_real()).collect()
    }

    fn indices(&mut self, e: &Expr) {
        e.reads(&mut |place| place.index_reads(&mut |p| self.place(p, "this index")));
    }

    fn decision(&mut self, e: &Expr, what: &str) {
        e.reads(&mut |place| self.place(place, what));
    }

    fn place(&mut self, place: &Place, what: &str) {
        let v = &self.vars[place.base];
        let moved = self.later.contains(&place.base) && v.role == Role::Ancilla;
        if !moved && !self.rounded.contains(&place.base) {
            return;
        }
        let why = if moved { "changes afterwards" } else { "is restored to rounding only" };
        self.errors.report(
            Law::InexactDecision,
            place.span,
            format!("{what} reads `{}`, which {why}: backwards it may be decided differently", v.name),
            "give a postcondition on exact places, `if (pre, post)`, keep the decision in an integer or bool that the \
             caller holds, or accept it with `#[rounded]` on the branch",
        );
    }
}
