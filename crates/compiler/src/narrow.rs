//! Giving a local value no more scope than it is used in.
//!
//! `let a = f(x); v += a * h; x += v * h;` reads `x`, which changes before the block ends: the block could not build
//! `a` again when it is undone. But `a` is not used after the second statement. Wrapping a value and its uses into a
//! block of their own makes the inverse undo `x += v * h` first, and then build `a` from the old `x`. The same goes for
//! places that change before the value is built: inside its own block they are steady and need no rewinding.
//!
//! Law: the program means the same; only blocks whose locals cannot be built again as they stand are changed.

use crate::footprint::Footprint;
use crate::ir::*;
use crate::slice::Lead;

/// Narrows scopes where that gives a block its lead.
pub fn narrow(block: &Block, vars: &Variables) -> Block {
    let stmts: Vec<Stmt> = block.stmts.iter().map(|stmt| narrow_stmt(stmt, vars)).collect();
    let whole = Block { stmts };
    if burden(&whole, vars) == 0 {
        return whole;
    }
    let narrowed = enclose(&whole.stmts);
    let enclosed: usize = narrowed
        .stmts
        .iter()
        .map(|stmt| match stmt {
            Stmt::Routine(r) => burden(&r.body, vars),
            _ => 0,
        })
        .sum();
    if burden(&narrowed, vars) + enclosed < burden(&whole, vars) { narrowed } else { whole }
}

/// How many places must be rewound before the block's locals can be built again; too many where they cannot.
fn burden(block: &Block, vars: &Variables) -> usize {
    Lead::of(block, vars).map_or(usize::MAX / 4, |lead| lead.advanced.len())
}

fn narrow_stmt(stmt: &Stmt, vars: &Variables) -> Stmt {
    match stmt {
        Stmt::For(f) => Stmt::For(For { body: narrow(&f.body, vars), ..f.clone() }),
        Stmt::If(i) => {
            Stmt::If(If { then: narrow(&i.then, vars), otherwise: narrow(&i.otherwise, vars), ..i.clone() })
        }
        Stmt::While(w) => Stmt::While(While { body: narrow(&w.body, vars), ..w.clone() }),
        Stmt::Routine(r) => Stmt::Routine(Routine { body: narrow(&r.body, vars), ..r.clone() }),
        // The inverse of a routine that was narrowed itself: `lower` made it from the same statements.
        Stmt::Undo(r) => {
            let forward = narrow(&crate::invert::invert(&r.body), vars);
            Stmt::Undo(Routine { body: crate::invert::invert(&forward), ..r.clone() })
        }
        Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => stmt.clone(),
        Stmt::Update(_) | Stmt::Call(_) | Stmt::Safe(_) => stmt.clone(),
    }
}

/// Wraps each local, in order, with the statements up to its last use; what is declared in between and used
/// later keeps the block open.
fn enclose(stmts: &[Stmt]) -> Block {
    let mut out = Vec::new();
    let mut at = 0;
    while at < stmts.len() {
        let declares = match &stmts[at] {
            Stmt::Bind(b) | Stmt::Allocate(b) => Some(b.span),
            _ => None,
        };
        let Some(span) = declares else {
            out.push(stmts[at].clone());
            at += 1;
            continue;
        };
        let end = last_use(stmts, at);
        if at == 0 && end + 1 == stmts.len() {
            return Block { stmts: stmts.to_vec() };
        }
        let body = Block { stmts: stmts[at..=end].to_vec() };
        out.push(Stmt::Routine(Routine { label: String::new(), body, span }));
        at = end + 1;
    }
    Block { stmts: out }
}

/// The last statement that touches what is declared between `start` and itself.
fn last_use(stmts: &[Stmt], start: usize) -> usize {
    let mut end = start;
    let mut at = start;
    while at <= end {
        if let Stmt::Bind(b) | Stmt::Allocate(b) = &stmts[at] {
            let last = (at + 1..stmts.len()).rev().find(|&i| {
                let footprint = Footprint::of_stmt(&stmts[i]);
                [footprint.reads, footprint.writes, footprint.measures, footprint.declares]
                    .iter()
                    .any(|vars| b.declared().any(|var| vars.contains(&var)))
            });
            end = end.max(last.unwrap_or(at));
        }
        at += 1;
    }
    end
}
