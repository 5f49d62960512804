//! Calls without cotangents in an ordinary function: `step(&mut k)` of an integer, `rng.next()` of a state.
//!
//! Takes a block, returns it with a copy in place of each place that such a call changes, which is exchanged with the place afterwards, as an
//! assignment is. Law: an ordinary function has no inverse, so what it changes without a cotangent is put back from the record, and the call
//! itself is not undone.

use crate::ir::*;
use proc_macro2::Span;

/// Returns the block with such copies.
pub fn copied(block: &Block, vars: &mut Variables) -> Block {
    let mut stmts = Vec::new();
    for stmt in &block.stmts {
        match stmt {
            Stmt::Call(call) if is_without_cotangents(call, vars) => changed(call, vars, &mut stmts),
            other => stmts.push(other.with_blocks(&mut |block| copied(block, vars))),
        }
    }
    Block { stmts }
}

/// True for the call of a function that takes no cotangent: instructions have inverses.
fn is_without_cotangents(call: &Call, vars: &Variables) -> bool {
    let is_function = call.callee.recorded.is_some() && call.direction == Direction::Call;
    is_function && !call.args.iter().any(|arg| argument_carries(arg, vars))
}

fn changed(call: &Call, vars: &mut Variables, out: &mut Vec<Stmt>) {
    let mut exchanges = Vec::new();
    let args = call.args.iter().map(|arg| match arg {
        Argument::Mutable(place) if !matches!(vars.type_of(place), Type::Slice(_)) => {
            let copy = copy_of(place, call.span, vars);
            out.push(Stmt::Allocate(Binding::new(copy.base, Expr::Read(place.clone()), call.span)));
            exchanges.push(exchange(place.clone(), copy.clone(), call.span));
            Argument::Mutable(copy)
        }
        arg => arg.clone(),
    });
    let args = args.collect();
    out.push(Stmt::Call(Call { args, ..call.clone() }));
    out.append(&mut exchanges);
}

/// A local of the type of a place.
fn copy_of(place: &Place, span: Span, vars: &mut Variables) -> Place {
    let ty = vars.type_of(place).clone();
    let var = vars.add(Variable {
        name: "old".into(),
        span,
        ty,
        role: Role::Ancilla,
        passing: Passing::Value,
        active: false,
        detached: true,
        definition: None,
    });
    Place::whole(var, span)
}

fn exchange(place: Place, copy: Place, span: Span) -> Stmt {
    let args = vec![Argument::Mutable(place), Argument::Mutable(copy)];
    Stmt::Call(Call { callee: Callee::exchange(span), direction: Direction::Call, args, span })
}
