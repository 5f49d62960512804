//! Compares codes up to names: two closures conform only if their codes have the same shape.

use std::collections::HashMap;
use std::fmt::Write;

use super::{Atom, Base, Body, Code, CodeId, Codes, Constant, Op};
use crate::core::Const;
use crate::deep::deep;

/// Returns a text that is equal for two codes if and only if they differ only in names and places.
///
/// Variables are numbered within their code in the order in which they are bound, so α-equivalent codes have equal
/// texts.
pub fn shape(code: CodeId, codes: &Codes) -> String {
    let mut writer = Shaper { codes, seen: HashMap::new(), out: String::new() };
    writer.code(code);
    writer.out
}

struct Shaper<'a> {
    codes: &'a Codes,
    /// Codes whose text has begun: a sibling may refer back to them.
    seen: HashMap<CodeId, usize>,
    out: String,
}

impl Shaper<'_> {
    fn code(&mut self, id: CodeId) {
        let next = self.seen.len();
        if let Some(i) = self.seen.get(&id) {
            let _ = write!(self.out, "^{i}");
            return;
        }
        self.seen.insert(id, next);
        let code: &Code = self.codes.get(id);
        let _ = write!(self.out, "[{:?} {:?}|", code.tags, code.captures);
        deep(|| self.body(&code.body));
        self.out.push(']');
    }

    fn body(&mut self, body: &Body) {
        for statement in &body.statements {
            self.op(&statement.op);
            self.out.push(';');
        }
        self.atom(body.result);
    }

    fn op(&mut self, op: &Op) {
        match op {
            Op::Copy { to, from } => {
                let _ = write!(self.out, "{}=", to.0);
                self.constant(*from);
            }
            Op::Apply { to, function, argument } => {
                let _ = write!(self.out, "{}=", to.0);
                self.atom(*function);
                self.atom(*argument);
            }
            Op::Primitive { to, tags, prim, operands } => {
                let _ = write!(self.out, "{}=b{tags:?}{prim:?} ", to.0);
                for (atom, tags) in operands {
                    self.atom(*atom);
                    let _ = write!(self.out, "{tags:?} ");
                }
            }
            Op::Cons { to, tags, head, tail } => {
                let _ = write!(self.out, "{}=c{tags:?} ", to.0);
                self.atom(*head);
                self.atom(*tail);
            }
            Op::Uncons { head, tail, tags, from } => {
                let _ = write!(self.out, "{},{}=u{tags:?} ", head.0, tail.0);
                self.atom(*from);
            }
            Op::Close { to, code, captures } => {
                let _ = write!(self.out, "{}=l", to.0);
                self.code(*code);
                captures.iter().for_each(|a| self.atom(*a));
            }
            Op::Open { to, code, from } => {
                let _ = write!(self.out, "{to:?}=o");
                self.code(*code);
                self.atom(*from);
            }
            Op::Sibling { to, code } => {
                let _ = write!(self.out, "{}=s", to.0);
                self.code(*code);
            }
            Op::Check { from, constant } => {
                self.out.push('k');
                self.constant(*constant);
                self.atom(*from);
            }
            Op::If { to, tags, condition, then, otherwise } => {
                let _ = write!(self.out, "{}=i{tags:?} ", to.0);
                self.atom(*condition);
                self.out.push('(');
                deep(|| {
                    self.body(then);
                    self.out.push(':');
                    self.body(otherwise);
                });
                self.out.push(')');
            }
        }
    }

    fn atom(&mut self, atom: Atom) {
        match atom {
            Atom::Var(v) => {
                let _ = write!(self.out, "v{} ", v.0);
            }
            Atom::Const(c) => self.constant(c),
        }
    }

    fn constant(&mut self, constant: Constant) {
        let _ = match constant.base {
            Base::Const(Const::Real(r)) => write!(self.out, "r{:x}", r.to_bits()),
            Base::Const(c) => write!(self.out, "{c}"),
            Base::Prim(p) => write!(self.out, "p{p:?}"),
            Base::Global(g) => write!(self.out, "g{}", g.0),
        };
        let _ = write!(self.out, "{:?} ", constant.tags);
    }
}
