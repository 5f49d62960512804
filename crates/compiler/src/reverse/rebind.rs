//! Which locals of a replayed block are computed again instead of recorded: where they are used last, what they are made of is there.
//!
//! Takes a forward block, returns for each such local the statement that uses it last. The reverse pass binds it right before it
//! undoes that statement. Law: no statement between the two changes what the local is made of, so the value is the one that it had, to
//! the rounding of the reverse pass; exact values that are computed of reals are recorded, and so is what takes long to compute.

use crate::analysis::footprint::Footprint;
use crate::ir::*;
use crate::reverse::record;
use crate::sorted::{Map, Set};

/// The locals of a forward block that are bound again, each with the position of its last use.
pub fn rebound(block: &Block, vars: &Variables) -> Map<Var, usize> {
    let prints: Vec<Footprint> = block.stmts.iter().map(|stmt| Footprint::of_stmt(stmt, vars)).collect();
    let changes =
        |at: usize, roots: &Set<Var>| prints[at].writes.iter().any(|var| roots.contains(&vars.root(*var)));
    let mut last: Map<Var, usize> = Map::new();
    for (at, print) in prints.iter().enumerate() {
        for var in print.reads.iter().chain(&print.measures) {
            last.insert(*var, at);
        }
    }
    let mut found = Map::new();
    // What a local is made of at the beginning, or what tells the type of a recorded one, is there before any local is bound again.
    let mut shown: Set<Var> = Set::new();
    let early = |b: &Binding| is_unknown(b, vars) || record::is_cheap(b, block, vars);
    for (at, stmt) in block.stmts.iter().enumerate().rev() {
        let (Stmt::Bind(b) | Stmt::Allocate(b)) = stmt else { continue };
        let is_bound =
            matches!(stmt, Stmt::Bind(_)) && vars[b.var].role == Role::Binding && is_small(&vars[b.var].ty);
        if !is_bound || !is_short(&b.value, vars) || shown.contains(&b.var) {
            // A local that tells a type may be bound at the beginning as well.
            if early(b) || shown.contains(&b.var) {
                shows(b, &mut shown);
            }
            continue;
        }
        let (mut roots, mut read) = (Set::new(), Set::new());
        b.value.reads(&mut |place| {
            read.insert(place.base);
            roots.insert(vars.root(place.base));
        });
        b.value.lengths(&mut |place| {
            read.insert(place.base);
        });
        let until = last.get(&b.var).copied().unwrap_or(at);
        if (at + 1..=until).any(|other| changes(other, &roots)) {
            if early(b) {
                shows(b, &mut shown);
            }
            continue;
        }
        found.insert(b.var, until);
        // What it is made of is used there, too.
        for var in read {
            let used = last.entry(var).or_insert(until);
            *used = (*used).max(until);
        }
    }
    found
}

/// Notes what the value of a local reads.
fn shows(b: &Binding, shown: &mut Set<Var>) {
    b.value.reads(&mut |place| {
        shown.insert(place.base);
    });
    b.value.lengths(&mut |place| {
        shown.insert(place.base);
    });
}

/// True if only rustc knows the type of a recorded local: its value is asked for it.
pub fn is_unknown(b: &Binding, vars: &Variables) -> bool {
    // A call may return an array or a vector, and a constant may be one.
    let is_either = matches!(b.value, Expr::Call(..) | Expr::Constant(_) | Expr::Host(..));
    if is_either && has_slices(&vars[b.var].ty) {
        return true;
    }
    // So may a copy of what a call has put into a local, of a row of it, and of a field.
    if let Expr::Read(place) = &b.value {
        let is_local = vars[place.base].passing == Passing::Value;
        if (is_local || vars.field_path(place.base).is_some()) && has_slices(&vars.type_of(place)) {
            return true;
        }
    }
    match vars[b.var].ty.leaf() {
        Type::Exact(Exact::Unknown | Exact::Discrete) | Type::Structure(Named::Unknown) | Type::Unknown => {
            true
        }
        Type::Structure(Named::Written(ty)) => infers(ty),
        Type::Exact(Exact::Written(_)) | Type::Real | Type::Structure(Named::Number(_)) | Type::Map(..) => {
            false
        }
        Type::Array(..) | Type::Slice(_) | Type::Vec(_) => false,
    }
}

/// True for arrays of which tokens do not show if they are vectors.
fn has_slices(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) => true,
        Type::Array(item, _) | Type::Vec(item) | Type::Map(item, _) => has_slices(item),
        Type::Real | Type::Exact(_) | Type::Structure(_) | Type::Unknown => false,
    }
}

/// True if a part of a type is inferred by rustc.
fn infers(ty: &syn::Type) -> bool {
    crate::tokens::has(ty, &["_"])
}

/// True for numbers, and for arrays of a known length.
fn is_small(ty: &Type) -> bool {
    match ty {
        Type::Real | Type::Exact(_) => true,
        Type::Array(item, _) => matches!(**item, Type::Real),
        Type::Slice(_) | Type::Vec(_) => false,
        Type::Map(..) | Type::Structure(_) | Type::Unknown => false,
    }
}

/// True for quotients and roots: several of them take longer than to store and load their values.
fn divides(e: &Expr) -> bool {
    let mut found = matches!(e, Expr::Apply(Primitive::Div | Primitive::Recip | Primitive::Sqrt, _));
    e.each_part(&mut |part| found |= divides(part));
    found
}

/// The longest list of values that are computed again.
const LONGEST: usize = 4;

/// True for arithmetic without calls and elementary functions, whose kind does not depend on how reals were rounded.
fn is_short(e: &Expr, vars: &Variables) -> bool {
    let all = |args: &[Expr]| args.iter().all(|arg| is_short(arg, vars));
    match e {
        Expr::Real(..) | Expr::Constant(_) | Expr::Read(_) | Expr::Length(_) => true,
        Expr::Apply(rule, args) => is_arithmetic(*rule) && all(args),
        Expr::Powi(x, n) => is_short(x, vars) && matches!(**n, Expr::Constant(_)),
        Expr::Exact(_, args) => all(args) && args.iter().all(|arg| !of_reals(arg, vars)),
        Expr::ToReal(e) => is_short(e, vars),
        Expr::ToExact(e, _) => is_short(e, vars) && !of_reals(e, vars),
        Expr::List(parts) => parts.len() <= LONGEST && all(parts) && !parts.iter().any(divides),
        Expr::Choose(..) | Expr::Call(..) | Expr::Host(..) => false,
        Expr::Structure(..) | Expr::Fill { .. } => false,
    }
}

/// True if a value is computed of reals.
pub fn of_reals(e: &Expr, vars: &Variables) -> bool {
    e.reads_any(|place| matches!(vars.type_of(place).leaf(), Type::Real | Type::Structure(_) | Type::Unknown))
}

/// True for rules that cost no more than to store and load their value.
fn is_arithmetic(rule: Primitive) -> bool {
    matches!(
        rule,
        Primitive::Add
            | Primitive::Sub
            | Primitive::Mul
            | Primitive::Div
            | Primitive::Neg
            | Primitive::Recip
            | Primitive::Abs
            | Primitive::Signum
            | Primitive::Sqrt
            | Primitive::Max
            | Primitive::Min
            | Primitive::Above
    )
}
