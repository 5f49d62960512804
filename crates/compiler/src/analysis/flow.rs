//! Forward flow: facts about variables that are propagated from the variables that a statement reads to those that it
//! changes.
//!
//! Activity, rounding, and hidden reals are computed in this way: some variables have a property, and so have the
//! variables that are computed from them. Law: facts are only added, and the flow ends after a pass over all
//! statements that adds none.

use crate::ir::visit::each_within;
use crate::ir::*;

/// The operands of a statement.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// A value that is bound, or the change of a place.
    Value(&'a Expr),
    /// All arguments of a call.
    Arguments(&'a [Argument]),
    /// The bounds of a loop, which determine its index.
    Bounds,
}

/// A statement that changes variables.
#[derive(Clone, Debug)]
pub struct Flow<'a> {
    /// The statement.
    pub stmt: &'a Stmt,
    /// Its operands.
    pub source: Source<'a>,
    /// The variables that it declares or changes.
    pub targets: Vec<Var>,
    /// The bounds and conditions of the loops and branches around it.
    pub around: &'a [&'a Expr],
}

/// Calls `transfer` with every statement that changes variables, in forward order, until a whole pass adds no fact;
/// `transfer` returns true if it has added one.
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
