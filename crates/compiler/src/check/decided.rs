//! The conditions that the decisions of a function put on its callers and callees.
//!
//! R08 looks at one function. A callee that decides on a float which it only reads is right about itself, and wrong where its
//! caller changes that float afterwards. So each function tells which of its parameters it decides on, and which it hands to
//! callees that may; and it asks of a callee that it does not decide on what changes after the call. What the callees answer
//! is known where their programs are: emitted code compares (`emit/loans.rs`).

use crate::ir::*;
use crate::sorted::{Map, Set};
use proc_macro2::Span;
use retrograde_rules::Instruction;

/// The places on which a function decides, what it hands on, and what it asks.
#[derive(Clone, Debug, Default)]
pub struct Decided {
    /// True if it decides, forwards, on floats of its state. The adjoint of its inverse must not be used: it would run forwards
    /// again, and decide on what came back to rounding.
    pub on_state: bool,
    /// The arguments that are computed of such floats: if a callee decides on them, the adjoint of the inverse must not be used
    /// either.
    pub again: Vec<Again>,
    /// The parameters that the reverse pass decides on after a call, and after an uncall.
    pub on: [Set<Var>; 2],
    /// The parameters of which arguments are computed.
    pub handed: Vec<Handed>,
    /// The arguments that change after their call.
    pub asked: Vec<Asked>,
    /// The parameters that it changes itself, and restores to rounding only.
    pub rounds: Set<Var>,
    /// The parameters that it lends to free functions, each by the callee and the number of the argument.
    pub lent: Vec<(Var, Callee, usize)>,
}

/// The decisions of a callee that the function takes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Called.
    Called,
    /// Uncalled.
    Uncalled,
    /// Run in both directions.
    Both,
}

impl Turn {
    /// Returns the turn in the inverse of the caller.
    pub fn inverted(self) -> Turn {
        match self {
            Turn::Called => Turn::Uncalled,
            Turn::Uncalled => Turn::Called,
            Turn::Both => Turn::Both,
        }
    }
}

/// An argument that is computed of parameters.
#[derive(Clone, Debug)]
pub struct Handed {
    /// The callee.
    pub callee: Callee,
    /// The receiver of a method.
    pub receiver: Option<Argument>,
    /// The number of the argument.
    pub at: usize,
    /// The way in which it is called.
    pub turn: Turn,
    /// The parameters.
    pub of: Set<Var>,
}

/// An argument that comes back to rounding where a function runs forwards again.
#[derive(Clone, Debug)]
pub struct Again {
    /// The callee.
    pub callee: Callee,
    /// The receiver of a method.
    pub receiver: Option<Argument>,
    /// The number of the argument.
    pub at: usize,
    /// The way in which it is called, seen from the inverse.
    pub turn: Turn,
    /// The free functions that change those floats, as in [`Asked`].
    pub by: Option<Vec<(Callee, usize)>>,
}

/// An argument that is computed of what changes after the call.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The callee.
    pub callee: Callee,
    /// The number of the argument.
    pub at: usize,
    /// The way in which it is called.
    pub turn: Turn,
    /// The place where the argument reads what changes.
    pub span: Span,
    /// The name of what it reads.
    pub read: String,
    /// The name of what changes.
    pub changes: String,
    /// The free functions that change it, each with the number of the argument: nothing is wrong if none of them rounds it.
    /// `None` where it is changed otherwise.
    pub by: Option<Vec<(Callee, usize)>>,
    /// The functions that the callee is given as values, and may call with it.
    pub values: Vec<Expr>,
}

/// The way in which the condition or the postcondition of a statement decides: after a call, after an uncall, or in both directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Pre,
    Post,
    Both,
}

impl Decided {
    /// Notes that a decision reads parameters.
    pub(super) fn note(&mut self, side: Side, of: Set<Var>) {
        let [called, uncalled] = &mut self.on;
        if side != Side::Pre {
            called.extend(&of);
        }
        if side != Side::Post {
            uncalled.extend(&of);
        }
    }
}

/// True if a callee may decide on what it is given. Instructions of the library decide on nothing.
pub(super) fn may_decide(callee: &Callee) -> bool {
    let is_own = callee.is_stack() || callee.is_entry() || callee.is_store();
    let is_instruction = callee.kind == CallKind::Function && Instruction::by_name(&callee.name()).is_some();
    callee.decides != DecidesOn::Accepted && !is_own && !is_instruction
}

/// The floats among the parameters that each variable is computed of.
pub(super) fn of_parameters(function: &Function) -> Map<Var, Set<Var>> {
    let vars = &function.vars;
    let starts = vars.iter().filter(|(var, v)| {
        is_rounded(&v.ty) && matches!(vars[vars.root(*var)].role, Role::State | Role::Input)
    });
    let starts = starts.map(|(var, _)| (var, Set::from([vars.root(var)])));
    super::decisions::derived(function, starts.collect())
}

/// Notes what a statement changes and restores to rounding only, and what it lends to free functions, which know that.
pub(super) fn roundings(
    stmt: &Stmt,
    vars: &Variables,
    mut rounds: impl FnMut(Var),
    mut lends: impl FnMut(Var, &Callee, usize),
) {
    match stmt {
        Stmt::Update(u) if is_rounded(&vars[u.place.base].ty) => rounds(u.place.base),
        Stmt::Call(c) if super::decisions::is_exchange(&c.callee) => {}
        Stmt::Call(c) => {
            let is_free = c.callee.kind == CallKind::Function
                && c.callee.decides == DecidesOn::Said
                && may_decide(&c.callee);
            for (at, argument) in c.args.iter().enumerate() {
                argument.changes(&mut |place| {
                    if is_free { lends(place.base, &c.callee, at) } else { rounds(place.base) }
                });
            }
        }
        Stmt::Update(_) | Stmt::Bind(_) | Stmt::Allocate(_) | Stmt::Forget(_) | Stmt::Release(_) => {}
        Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) | Stmt::Safe(_) => {}
    }
}

/// The free functions that change a variable, where nothing else does.
pub(super) fn changed_by(body: &Block, changed: Var, vars: &Variables) -> Option<Vec<(Callee, usize)>> {
    let (mut is_rounded, mut by) = (false, Vec::new());
    visit::each(body, &mut |stmt| {
        let lends = |var: Var, callee: &Callee, at: usize| {
            if vars.are_related(var, changed) {
                by.push((callee.clone(), at));
            }
        };
        roundings(stmt, vars, |var| is_rounded |= vars.are_related(var, changed), lends);
    });
    Some(by).filter(|by| !is_rounded && !by.is_empty())
}
