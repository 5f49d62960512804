//! Vectors that a loop fills, as arrays of its length.
//!
//! `let mut v = vec![]; for i in 0..n { …; v.push(e); }`, which is what `collect` is, becomes `let mut v = vec![-0.0; n]; for i in 0..n { …; v[i] += e; }`. A push has an
//! order, and its reverse pass takes the last number first; an element belongs to its iteration. So the iterations are independent, and the length is known.
//!
//! Law: the vector is empty when the loop begins, each iteration pushes once and does nothing else to it, and it is moved as a whole or
//! keeps its length afterwards. `-0.0 + e` has the bits of `e`.

use crate::analysis::footprint::Footprint;
use crate::analysis::index;
use crate::ir::visit::{each, each_expression};
use crate::ir::*;

/// Returns the block with such vectors in their places.
pub fn placed(block: &Block, vars: &Variables) -> Block {
    let inner = block.stmts.iter().map(|stmt| stmt.with_blocks(&mut |block| placed(block, vars)));
    let mut block = Block { stmts: inner.collect() };
    let mut at = 0;
    while at < block.stmts.len() {
        if let Some(Filled { to, by, moves }) = filled(&block.stmts[at..], vars) {
            let Stmt::Allocate(declared) = block.stmts.remove(at) else { break };
            // The loop is one place nearer now, and the declaration goes before it.
            let to = at + to - 1;
            let length = by.range.end.clone();
            let value = Expr::Fill {
                value: Box::new(Expr::real(-0.0, declared.span)),
                length: Box::new(length),
                heap: true,
            };
            let var = declared.var;
            block.stmts[to] = Stmt::For(by);
            block.stmts.insert(to, Stmt::Allocate(Binding { value, ..declared }));
            // The length of a vector that moves is a value.
            if !moves {
                block = measured(&block, var);
            }
        } else {
            at += 1;
        }
    }
    block
}

/// The loop that fills a vector.
struct Filled {
    /// The distance from the declaration.
    to: usize,
    /// The loop, with elements in place of pushes.
    by: For,
    /// True if the vector is moved to another place later.
    moves: bool,
}

/// Returns the loop that fills the vector of the first statement.
fn filled(stmts: &[Stmt], vars: &Variables) -> Option<Filled> {
    let (Stmt::Allocate(declared), rest) = stmts.split_first()? else { return None };
    let var = declared.var;
    let is_row = matches!(&vars[var].ty, Type::Vec(item) if **item == Type::Real);
    let is_empty = matches!(&declared.value, Expr::Fill { length, .. } if length.is_zero());
    if !is_row || !is_empty {
        return None;
    }
    let touches = |stmt: &Stmt| {
        let Footprint { reads, measures, writes, .. } = Footprint::of_stmt(stmt, vars);
        [reads, measures, writes].iter().any(|these| these.contains(&var))
    };
    let to = rest.iter().position(touches)?;
    let Stmt::For(f) = &rest[to] else { return None };
    let is_plain = f.range.start.is_zero()
        && !(f.range.inclusive || f.range.from_end || f.range.falling)
        && f.range.step.is_none()
        && f.range.nth.is_none();
    let is_asked = f.range.end.reads_any(|place| place.base == var);
    if !is_plain || is_asked || f.checkpoint.is_some() || !index::is_told(&f.range, vars) {
        return None;
    }
    let at = f.body.stmts.iter().position(|stmt| pushed(stmt, var).is_some())?;
    let pushed = pushed(&f.body.stmts[at], var)?;
    let Stmt::Allocate(value) = f.body.stmts.get(at.checked_sub(1)?)? else { return None };
    let others = || f.body.stmts.iter().enumerate().filter(|(other, _)| *other != at);
    let is_alone = value.var == pushed && !others().any(|(_, stmt)| touches(stmt));
    let behind = Block { stmts: rest[to + 1..].to_vec() };
    let whole = whole(&behind, var);
    if !is_alone || whole == Whole::Grows {
        return None;
    }
    let mut stmts: Vec<Stmt> = others().map(|(_, stmt)| stmt.clone()).collect();
    let here = Expr::Read(Place::whole(f.index, f.span));
    stmts[at - 1] = Stmt::Update(Update {
        place: Place { path: vec![Projection::Index(here)], ..Place::whole(var, value.span) },
        group: Group::Sum,
        sign: Sign::Plus,
        value: value.value.clone(),
        written: None,
        span: value.span,
    });
    Some(Filled { to: to + 1, by: f.with(Block { stmts }), moves: whole == Whole::Moves })
}

/// Returns the local whose value a statement pushes on a vector.
fn pushed(stmt: &Stmt, vector: Var) -> Option<Var> {
    match stmt {
        Stmt::Call(Call { callee, direction: Direction::Call, args, .. }) if callee.is_stack() => {
            match &args[..] {
                [Argument::Mutable(to), Argument::Mutable(from)] if to.is_whole() && from.is_whole() => {
                    (to.base == vector).then_some(from.base)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The use of a vector as a whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Whole {
    /// Nothing.
    Stays,
    /// They move it to another place, by a push or an assignment.
    Moves,
    /// They push to it, or hand it to a callee, so its length may change.
    Grows,
}

fn whole(block: &Block, vector: Var) -> Whole {
    let mut most = Whole::Stays;
    each(block, &mut |stmt| {
        let Stmt::Call(c) = stmt else { return };
        for (at, arg) in c.args.iter().enumerate() {
            if matches!(arg, Argument::Mutable(place) if place.base == vector && place.is_whole()) {
                let moves = c.callee.is_exchange() || c.callee.is_stack() && at == 1;
                most = most.max(if moves { Whole::Moves } else { Whole::Grows });
            }
        }
    });
    most
}

/// Returns the block with the length of a vector in place of the number of its elements.
fn measured(block: &Block, vector: Var) -> Block {
    each_expression(block, &mut |e| {
        e.replaced(&mut |part| {
            counted(part).filter(|of| of.base == vector && of.is_whole()).cloned().map(Expr::Length)
        })
    })
}
