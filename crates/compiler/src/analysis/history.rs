//! Places that do not change after they have been read: the reverse pass finds them bit for bit.
//!
//! `for i in 0..n { if x[i] < best[i] { best[i + 1] += x[i]; } else { best[i + 1] += best[i]; } }` decides on
//! elements of an array that it changes, but only on those that earlier iterations have filled. When the reverse pass
//! reaches an iteration, all later iterations are undone, and they have not changed its element.
//!
//! Law: a place keeps its value if it is [disjoint](crate::analysis::stable) from all places that change after it was
//! read: in the rest of its block and of the surrounding blocks, and in later iterations of the surrounding loops. No
//! surrounding block may rewind the variable, since a value that is rewound and advanced again is restored only up to
//! rounding.

use crate::analysis::footprint::Footprint;
use crate::analysis::region::{Changing, Enclosing};
use crate::analysis::slice::Recompute;
use crate::analysis::stable::{self, Touch};
use crate::ir::*;

/// The position of a statement: the surrounding blocks, from the inside out.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// The block that it is in.
    pub block: &'a Block,
    /// The index of the statement in the block.
    pub at: usize,
    /// The loop around the block.
    pub repeated: Repeated<'a>,
    /// The position of the statement that contains the block.
    pub outer: Option<&'a Around<'a>>,
}

/// The loop around a block.
#[derive(Clone, Copy)]
pub enum Repeated<'a> {
    /// None: it is the body of the function, a branch or a group.
    Never,
    /// A counted loop.
    For(Var, &'a Range),
    /// A loop with a condition.
    While,
}

impl<'a> Around<'a> {
    /// True if nothing changes a place after a statement has read it, in this statement or later.
    pub fn keeps(&self, place: &Place, vars: &Variables) -> bool {
        self.keeps_touched(&Touch { place: place.clone(), inner: Vec::new() }, vars)
    }

    /// True if nothing in this block or later changes the places of a variable that the builders of a local read.
    pub fn keeps_for(&self, var: Var, builders: &Block, vars: &Variables) -> bool {
        let whole = Around { at: 0, ..*self };
        stable::reads(&builders.stmts, var, vars).iter().all(|touch| whole.keeps_touched(touch, vars))
    }

    fn keeps_touched(&self, touch: &Touch<'_>, vars: &Variables) -> bool {
        let base = touch.place.base;
        if vars[base].role == Role::DecisionStack || vars[base].ty.is_map() || vars[base].ty.is_structure() {
            return false;
        }
        let mut touch = touch.clone();
        let (mut at, mut level) = (self.at, Some(self));
        while let Some(around) = level {
            let rewinds = Recompute::of(around.block, vars)
                .is_none_or(|recompute| Footprint::of(&recompute.rewind.stmts, vars).writes.contains(&base));
            if rewinds {
                return false;
            }
            let following = stable::changes(&around.block.stmts[at..], base, vars);
            let changing = stable::unstable(around.block, vars);
            if !is_apart(&touch, &following, &changing, None, vars) {
                return false;
            }
            let all = || stable::changes(&around.block.stmts, base, vars);
            match around.repeated {
                Repeated::Never => {}
                Repeated::While => {
                    if !is_apart(&touch, &all(), &moving(around.block, vars), None, vars) {
                        return false;
                    }
                }
                Repeated::For(index, range) => {
                    let later = Some((index, range));
                    if !is_apart(&touch, &all(), &moving(around.block, vars), later, vars) {
                        return false;
                    }
                    touch.inner.insert(0, Enclosing { index, range });
                }
            }
            level = around.outer;
            // The block was already examined, so the search continues after the statement that contains it.
            at = level.map_or(0, |outer| outer.at + 1);
        }
        true
    }

    /// Returns the position of the binding of a local, and its value.
    pub fn bound(&self, var: Var) -> Option<(Around<'a>, &'a Expr)> {
        let before = &self.block.stmts[..self.at];
        let found = before.iter().enumerate().find_map(|(at, stmt)| match stmt {
            Stmt::Bind(b) if b.var == var => Some((Around { at, ..*self }, &b.value)),
            Stmt::Bind(_) | Stmt::Allocate(_) | Stmt::Forget(_) | Stmt::Release(_) | Stmt::Update(_) => None,
            Stmt::Call(_) | Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) => None,
            Stmt::Undo(_) | Stmt::Safe(_) => None,
        });
        found.or_else(|| self.outer.and_then(|outer| outer.bound(var)))
    }
}

/// Returns the names of variables and lengths that may change between iterations.
fn moving(block: &Block, vars: &Variables) -> Changing {
    let mut changing = stable::unstable(block, vars);
    changing.values.extend(Footprint::of(&block.stmts, vars).declares);
    changing
}

/// True if a place is disjoint from changes, or from changes in later iterations of a loop.
fn is_apart(
    touch: &Touch<'_>,
    changes: &[Touch<'_>],
    moving: &Changing,
    later: Option<(Var, &Range)>,
    vars: &Variables,
) -> bool {
    if changes.is_empty() {
        return true;
    }
    let Some(kept) = touch.reach(moving, vars) else { return false };
    changes.iter().all(|change| {
        let Some(changed) = change.reach(moving, vars) else { return false };
        let changed = match later {
            Some((index, range)) => changed.in_later_rounds(index, range, vars).without(moving, vars),
            None => changed,
        };
        kept.is_apart(&changed, vars)
    })
}
