//! Turning a program around: two columns, and reading them from right to left gives the same table.
//!
//! | statement | inverse |
//! |---|---|
//! | `let t = e` | forget `t` |
//! | `let mut t = e` | release `t` |
//! | `y += e` | `y -= e` |
//! | call | uncall |
//! | `for` | `for` with the same indices in the opposite order, the body inverted |
//! | `if (pre, post)` | `if (post, pre)`, both sides inverted |
//! | `while (pre, post)` | `while (post, pre)`, the body inverted |
//! | routine | undo |
//!
//! Law: `invert(invert(p)) = p`, to the letter. (Paper 000, section 3.3 and appendix G.)

use crate::ir::*;

/// The inverse of a block: its statements inverted, in the opposite order.
pub fn invert(block: &Block) -> Block {
    Block { stmts: block.stmts.iter().rev().map(invert_stmt).collect() }
}

/// The inverse of one statement.
pub fn invert_stmt(stmt: &Stmt) -> Stmt {
    match stmt {
        Stmt::Bind(b) => Stmt::Forget(b.clone()),
        Stmt::Forget(b) => Stmt::Bind(b.clone()),
        Stmt::Allocate(b) => Stmt::Release(b.clone()),
        Stmt::Release(b) => Stmt::Allocate(b.clone()),
        Stmt::Update(u) => Stmt::Update(Update { sign: u.sign.flipped(), ..u.clone() }),
        Stmt::Call(c) => Stmt::Call(Call { direction: c.direction.flipped(), ..c.clone() }),
        Stmt::For(f) => Stmt::For(For { range: f.range.reversed(), ..f.with(invert(&f.body)) }),
        Stmt::If(i) => Stmt::If(invert_if(i)),
        Stmt::While(w) => Stmt::While(invert_while(w)),
        Stmt::Routine(r) => Stmt::Undo(r.with(invert(&r.body))),
        Stmt::Undo(r) => Stmt::Routine(r.with(invert(&r.body))),
        Stmt::Safe(s) => Stmt::Safe(s.clone()),
    }
}

/// The inverse of a branch.
pub fn invert_if(i: &If) -> If {
    If {
        pre: i.post.clone().unwrap_or_else(|| i.pre.clone()),
        post: i.post.is_some().then(|| i.pre.clone()),
        then: invert(&i.then),
        otherwise: invert(&i.otherwise),
        decision: i.decision.inverted(),
        direction: i.direction.flipped(),
        span: i.span,
    }
}

/// The inverse of a loop.
pub fn invert_while(w: &While) -> While {
    While {
        pre: w.post.clone(),
        post: w.pre.clone(),
        decision: w.decision.inverted(),
        direction: w.direction.flipped(),
        body: invert(&w.body),
        checkpoint: w.checkpoint,
        span: w.span,
    }
}
