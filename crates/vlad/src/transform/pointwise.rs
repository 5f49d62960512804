//! `perturb`, `sensitize` and `bundle` on code: add a tag to every variable, pair and constant.
//!
//! Nothing else changes. In forward mode all arithmetic is in the primitives, which are transformed together with the
//! constants; so the pushforward of a program takes the same steps as the program.

use super::{Transforms, pushed};
use crate::anf::{Atom, Body, Code, CodeId, Codes, Constant, Op, Statement, VarInfo};
use crate::deep::deep;
use crate::error::Result;
use crate::tags::Tag;

pub(super) fn pointwise(
    tag: Tag,
    id: CodeId,
    transforms: &mut Transforms,
    codes: &mut Codes,
) -> Result<Code> {
    let code = codes.get(id).clone();
    let vars = code.vars.iter().map(|v| Ok(VarInfo { name: v.name.clone(), tags: pushed(v.tags, tag)? }));
    Ok(Code {
        name: code.name.clone(),
        tags: pushed(code.tags, tag)?,
        param: code.param,
        captures: code.captures.clone(),
        vars: vars.collect::<Result<_>>()?,
        body: body(tag, &code.body, transforms, codes)?,
        prim: code.prim,
        span: code.span,
    })
}

fn body(tag: Tag, from: &Body, transforms: &mut Transforms, codes: &mut Codes) -> Result<Body> {
    let mut statements = Vec::with_capacity(from.statements.len());
    for statement in &from.statements {
        let op = op(tag, &statement.op, transforms, codes)?;
        statements.push(Statement { op, span: statement.span });
    }
    Ok(Body { statements, result: atom(tag, from.result)? })
}

fn op(tag: Tag, from: &Op, transforms: &mut Transforms, codes: &mut Codes) -> Result<Op> {
    Ok(match from {
        Op::Copy { to, from } => Op::Copy { to: *to, from: constant(tag, *from)? },
        Op::Apply { to, function, argument } => {
            Op::Apply { to: *to, function: atom(tag, *function)?, argument: atom(tag, *argument)? }
        }
        Op::Primitive { to, tags, prim, operands } => Op::Primitive {
            to: *to,
            tags: pushed(*tags, tag)?,
            prim: *prim,
            operands: operands
                .iter()
                .map(|(a, tags)| Ok((atom(tag, *a)?, pushed(*tags, tag)?)))
                .collect::<Result<_>>()?,
        },
        Op::Cons { to, tags, head, tail } => {
            Op::Cons { to: *to, tags: pushed(*tags, tag)?, head: atom(tag, *head)?, tail: atom(tag, *tail)? }
        }
        Op::Uncons { head, tail, tags, from } => {
            Op::Uncons { head: *head, tail: *tail, tags: pushed(*tags, tag)?, from: atom(tag, *from)? }
        }
        Op::Close { to, code, captures } => Op::Close {
            to: *to,
            code: transforms.apply(tag, *code, codes)?,
            captures: captures.iter().map(|a| atom(tag, *a)).collect::<Result<_>>()?,
        },
        Op::Open { to, code, from } => {
            Op::Open { to: to.clone(), code: transforms.apply(tag, *code, codes)?, from: atom(tag, *from)? }
        }
        Op::Sibling { to, code } => Op::Sibling { to: *to, code: transforms.apply(tag, *code, codes)? },
        Op::Check { from, constant: c } => {
            Op::Check { from: atom(tag, *from)?, constant: constant(tag, *c)? }
        }
        Op::If { to, tags, condition, then, otherwise } => Op::If {
            to: *to,
            tags: pushed(*tags, tag)?,
            condition: atom(tag, *condition)?,
            then: deep(|| body(tag, then, transforms, codes))?,
            otherwise: deep(|| body(tag, otherwise, transforms, codes))?,
        },
    })
}

pub(super) fn constant(tag: Tag, from: Constant) -> Result<Constant> {
    Ok(Constant { tags: pushed(from.tags, tag)?, base: from.base })
}

pub(super) fn atom(tag: Tag, from: Atom) -> Result<Atom> {
    match from {
        Atom::Var(v) => Ok(Atom::Var(v)),
        Atom::Const(c) => Ok(Atom::Const(constant(tag, c)?)),
    }
}
