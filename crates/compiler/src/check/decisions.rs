//! R08: what the reverse decides again, it decides alike.
//!
//! Floating-point places that a function changes are restored to rounding only. A condition, bound or index that
//! reads one, or a value computed from one, may come out differently on the way back. Inputs never change, integers
//! are restored exactly, and locals are built again from what they were built from; a real ancilla that is changed
//! after the decision is not at its old value to the bit.

use super::conditions::undecided;
use crate::footprint::Footprint;
use crate::invert::invert;
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
    let mut rounded: BTreeSet<Var> =
        written.into_iter().filter(|v| vars[*v].role == Role::State && is_rounded(&vars[*v].ty)).collect();
    // What the program frees itself starts, backwards, where it was freed, and is restored from there.
    super::each(&function.body, &mut |stmt| {
        if let Stmt::Release(b) = stmt {
            rounded.extend(b.declared().filter(|var| is_rounded(&vars[*var].ty)));
        }
    });
    loop {
        let before = rounded.len();
        super::each(&function.body, &mut |stmt| {
            let from = |e: &Expr| uncounted(e).reads_any(|p| rounded.contains(&p.base));
            let (hit, targets) = match stmt {
                Stmt::Bind(b) | Stmt::Allocate(b) => (from(&b.value), b.declared().collect()),
                Stmt::Update(u) => (from(&u.value), vec![u.place.base]),
                Stmt::Call(c) => {
                    let mut hit = false;
                    c.args.iter().for_each(|a| a.reads(&mut |p| hit |= rounded.contains(&p.base)));
                    let mut targets = Vec::new();
                    c.args.iter().for_each(|a| a.changes(&mut |place| targets.push(place.base)));
                    (hit, targets)
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

/// How many elements a stack has is exact, whatever it holds.
fn uncounted(e: &Expr) -> Expr {
    e.replaced(&mut |part| match part {
        Expr::Host(Host::Method(name), args)
            if name.to_string() == "len" && matches!(args[..], [Argument::Shared(_)]) =>
        {
            Some(Expr::Constant(quote::quote!(0)))
        }
        // Which keys a map has is exact as well.
        Expr::Host(Host::Keys | Host::KeysNow, _) => Some(Expr::Constant(quote::quote!(0))),
        Expr::Host(Host::HasKey, args) => {
            let key = args.iter().find_map(|arg| match arg {
                Argument::Value(key) => Some(uncounted(key)),
                Argument::Mutable(_) | Argument::Shared(_) => None,
            });
            Some(key.unwrap_or(Expr::Constant(quote::quote!(0))))
        }
        _ => None,
    })
}

/// Whether values of a type are restored to rounding only.
fn is_rounded(ty: &Type) -> bool {
    ty.is_real() || ty.is_structure() || crate::lower::is_of_floats(ty)
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
                    // That it changes its own condition is said by the law R05.
                    if i.decision == Decision::Again && undecided(i, self.vars).is_none() {
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
                    for bound in [Some(&f.range.start), Some(&f.range.end), f.range.step.as_ref()]
                        .into_iter()
                        .flatten()
                    {
                        self.decision(bound, "this bound");
                    }
                    self.block(&f.body);
                }
                Stmt::While(w) => {
                    self.later.extend(self.real_writes(&w.body));
                    if w.decision == Decision::Again {
                        self.decision(&w.post, "this postcondition");
                    }
                    self.block(&w.body);
                }
                Stmt::Routine(r) => self.block(&r.body),
                Stmt::Update(u) => {
                    let place = u.place.map_indices(&mut uncounted);
                    place.index_reads(&mut |p| self.place(p, "this index"));
                    self.indices(&u.value);
                    self.later.extend(self.real_writes(&Block { stmts: vec![stmt.clone()] }));
                }
                Stmt::Call(_) => self.later.extend(self.real_writes(&Block { stmts: vec![stmt.clone()] })),
                Stmt::Bind(b) | Stmt::Allocate(b) | Stmt::Forget(b) | Stmt::Release(b) => {
                    self.indices(&b.value)
                }
                // What is undone on the way forward is run on the way back, so it is decided in both directions.
                Stmt::Undo(r) if r.label.is_empty() => {
                    self.block(&r.body);
                    self.block(&invert(&r.body));
                }
                Stmt::Undo(_) | Stmt::Safe(_) => {}
            }
        }
    }

    /// What changes outside of a block: each round of a loop has locals of its own.
    fn real_writes(&self, block: &Block) -> BTreeSet<Var> {
        let Footprint { writes, declares, .. } = Footprint::of(&block.stmts);
        writes.difference(&declares).filter(|v| is_rounded(&self.vars[**v].ty)).copied().collect()
    }

    fn indices(&mut self, e: &Expr) {
        uncounted(e).reads(&mut |place| place.index_reads(&mut |p| self.place(p, "this index")));
    }

    /// One report a decision: its first inexact read.
    fn decision(&mut self, e: &Expr, what: &str) {
        let mut first = None;
        uncounted(e).reads(&mut |place| {
            if first.is_none() && self.is_inexact(place) {
                first = Some(place.clone());
            }
        });
        if let Some(place) = first {
            self.place(&place, what);
        }
    }

    /// Whether an ancilla moves on after it was read here.
    fn moves(&self, place: &Place) -> bool {
        self.later.contains(&place.base) && self.vars[place.base].role == Role::Ancilla
    }

    fn is_inexact(&self, place: &Place) -> bool {
        self.moves(place) || self.rounded.contains(&place.base)
    }

    fn place(&mut self, place: &Place, what: &str) {
        if !self.is_inexact(place) {
            return;
        }
        let (v, moved) = (&self.vars[place.base], self.moves(place));
        let why = if moved { "changes afterwards" } else { "is restored to rounding only" };
        self.errors.report(
            Law::InexactDecision,
            place.span,
            format!("{what} reads `{}`, which {why}: backwards it may be decided differently", v.name),
            match what {
                "this condition" | "this postcondition" => {
                    "decide on an input or an integer, tell it afterwards by one, `if (pre, post)`, keep it with \
                     `#[keep]` before the statement, or accept it with `#[rounded]`"
                }
                _ => "read an input or an integer here",
            },
        );
    }
}
