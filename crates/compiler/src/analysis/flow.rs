//! What flows through a program, forwards: facts about variables, carried from what a statement reads to what it changes.
//!
//! Activity, rounding, and what hides a real are found alike: a few variables have a property, and what is computed of one that
//! has it has it too. Law: the facts only grow, and the flow ends where a pass over all statements adds none.

use crate::ir::visit::each_within;
use crate::ir::*;

/// What a statement computes with.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// A value that is bound, or that a place changes by.
    Value(&'a Expr),
    /// All that a call is handed.
    Arguments(&'a [Argument]),
    /// The bounds of a loop, of which its index is made.
    Bounds,
}

/// A statement that changes variables.
#[derive(Clone, Debug)]
pub struct Flow<'a> {
    /// The statement.
    pub stmt: &'a Stmt,
    /// What it computes with.
    pub source: Source<'a>,
    /// What it declares or changes.
    pub targets: Vec<Var>,
    /// What the heads of the loops and branches around it evaluate.
    pub around: &'a [&'a Expr],
}

/// Calls `transfer` with every statement that changes variables, as it runs forwards, until it has noted nothing new in a whole
/// pass; it returns true where it has.
pub fn forward(body: &Block, vars: &Variables, transfer: &mut dyn FnMut(&Flow<'_>) -> bool) {
    loop {
        let mut grown = false;
        each_within(body, &[], &mut |stmt, around| {
            let (source, targets) = match stmt {
                Stmt::Bind(b) | Stmt::Allocate(b) | Stmt::Forget(b) | Stmt::Release(b) => {
                    (Source::Value(&b.value), b.declared(vars).collect())
                }
                Stmt::Update(u) => (Source::Value(&u.value), vec![u.place.base]),
                Stmt::Call(c) => {
                    let mut targets = Vec::new();
                    c.args
                        .iter()
                        .for_each(|arg| arg.changes_within(vars, &mut |place| targets.push(place.base)));
                    (Source::Arguments(&c.args), targets)
                }
                Stmt::For(f) => (Source::Bounds, vec![f.index]),
                Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) | Stmt::Safe(_) => return,
            };
            grown |= transfer(&Flow { stmt, source, targets, around });
        });
        if !grown {
            return;
        }
    }
}
