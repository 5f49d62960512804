//! Prints codes as readable VLAD: a chain of `let*`, with tagged variables written as in `(reverse x)`.

use std::collections::HashMap;
use std::fmt;

use super::{Atom, Base, Body, Code, CodeId, Codes, Constant, Op, Var};
use crate::core::{Const, GlobalId};
use crate::deep::deep;
use crate::prim::Prim;
use crate::print::{Number, Text, layout};
use crate::tags::{Tag, Tags};

/// Prints a code together with the codes that it builds.
pub struct Listing<'a> {
    /// The place where the codes are.
    pub codes: &'a Codes,
    /// The names of top-level definitions.
    pub global: &'a dyn Fn(GlobalId) -> String,
    /// The code to print.
    pub code: CodeId,
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&layout(&self.lambda(self.code), 0))
    }
}

impl Listing<'_> {
    fn lambda(&self, id: CodeId) -> Text {
        deep(|| {
            let code = &Named::of(self.codes.get(id));
            let param = Text::List(vec![code.variable(code.code.param)]);
            Text::List(vec![Text::word("lambda"), param, self.body(code, &code.code.body)])
        })
    }

    fn body(&self, code: &Named<'_>, body: &Body) -> Text {
        let result = self.atom(code, body.result);
        if body.statements.is_empty() {
            return result;
        }
        let bindings = body.statements.iter().map(|statement| self.statement(code, &statement.op)).collect();
        Text::List(vec![Text::word("let*"), Text::List(bindings), result])
    }

    fn statement(&self, code: &Named<'_>, op: &Op) -> Text {
        let bind = |to: Text, value: Text| Text::List(vec![to, value]);
        match op {
            Op::Copy { to, from } => bind(code.variable(*to), self.constant(*from)),
            Op::Apply { to, function, argument } => {
                let call = Text::List(vec![self.atom(code, *function), self.atom(code, *argument)]);
                bind(code.variable(*to), call)
            }
            Op::Primitive { to, tags, prim, operands } => {
                let operands: Vec<_> = operands.iter().map(|(a, t)| (self.atom(code, *a), *t)).collect();
                bind(code.variable(*to), beneath(*prim, *tags, &operands))
            }
            Op::Cons { to, tags, head, tail } => {
                let pair = vec![cons(*tags), self.atom(code, *head), self.atom(code, *tail)];
                bind(code.variable(*to), Text::List(pair))
            }
            Op::Uncons { head, tail, tags, from } => {
                let pattern = vec![cons(*tags), code.variable(*head), code.variable(*tail)];
                bind(Text::List(pattern), self.atom(code, *from))
            }
            Op::Close { to, code: built, .. } => bind(code.variable(*to), self.lambda(*built)),
            Op::Open { to, code: opened, from } => {
                let mut pattern = vec![Text::word("closure"), Text::Word(self.name(*opened))];
                pattern.extend(to.iter().map(|v| code.variable(*v)));
                bind(Text::List(pattern), self.atom(code, *from))
            }
            Op::Sibling { to, code: sibling } => bind(code.variable(*to), Text::Word(self.name(*sibling))),
            Op::Check { from, constant } => bind(self.constant(*constant), self.atom(code, *from)),
            Op::If { to, condition, then, otherwise, .. } => bind(
                code.variable(*to),
                Text::List(vec![
                    Text::word("if"),
                    self.atom(code, *condition),
                    deep(|| self.body(code, then)),
                    deep(|| self.body(code, otherwise)),
                ]),
            ),
        }
    }

    /// Returns the name of a code for people.
    fn name(&self, id: CodeId) -> String {
        match &self.codes.get(id).name {
            Some(name) => name.to_string(),
            None => format!("λ{}", id.0),
        }
    }

    fn atom(&self, code: &Named<'_>, atom: Atom) -> Text {
        match atom {
            Atom::Var(v) => code.variable(v),
            Atom::Const(c) => self.constant(c),
        }
    }

    fn constant(&self, constant: Constant) -> Text {
        let base = match constant.base {
            Base::Const(Const::Real(r)) => Number(r).to_string(),
            Base::Const(c) => c.to_string(),
            Base::Prim(p) => p.name().to_string(),
            Base::Global(g) => (self.global)(g),
        };
        tagged(Text::Word(base), constant.tags)
    }
}

/// A code, and how many of its variables are called alike.
struct Named<'a> {
    code: &'a Code,
    alike: HashMap<(&'a str, Tags), usize>,
}

impl<'a> Named<'a> {
    fn of(code: &'a Code) -> Named<'a> {
        let mut alike = HashMap::new();
        for variable in &code.vars {
            *alike.entry((&*variable.name, variable.tags)).or_default() += 1;
        }
        Named { code, alike }
    }

    fn variable(&self, variable: Var) -> Text {
        let info = &self.code.vars[variable.0 as usize];
        let is_shared = self.alike.get(&(&*info.name, info.tags)).is_some_and(|count| *count > 1);
        let name = if is_shared { format!("{}_{}", info.name, variable.0) } else { info.name.to_string() };
        tagged(Text::Word(name), info.tags)
    }
}

/// Writes tags around a name: `(reverse (forward x))` if `forward` was added first.
fn tagged(base: Text, tags: Tags) -> Text {
    let mut text = base;
    let all: Vec<_> = tags.iter().collect();
    for tag in all.into_iter().rev() {
        text = Text::List(vec![Text::word(tag.name()), text]);
    }
    text
}

/// Writes a primitive beneath tags, with the operators that remove and add them.
fn beneath(prim: Prim, tags: Tags, operands: &[(Text, Tags)]) -> Text {
    let Some((tag, rest)) = tags.pop() else {
        let mut call = vec![Text::word(prim.name())];
        call.extend(operands.iter().map(|(text, _)| text.clone()));
        return Text::List(call);
    };
    let inner = |t: &Tags| t.pop().map_or(Tags::NONE, |(_, rest)| rest);
    if tag != Tag::Forward {
        let off = |(text, tags): &(Text, Tags)| {
            let word = tags.top().map_or("identity", |tag| words(tag).1);
            (Text::List(vec![Text::word(word), text.clone()]), inner(tags))
        };
        let operands: Vec<_> = operands.iter().map(off).collect();
        return Text::List(vec![Text::word(words(tag).0), beneath(prim, rest, &operands)]);
    }
    let function = if rest.is_none() {
        Text::word(prim.name())
    } else {
        let parts: Vec<_> =
            operands.iter().zip(["a", "b"]).map(|((_, t), name)| (Text::word(name), inner(t))).collect();
        let params = parts.iter().map(|(text, _)| text.clone()).collect();
        Text::List(vec![Text::word("lambda"), Text::List(params), beneath(prim, rest, &parts)])
    };
    let mut call = vec![Text::List(vec![Text::word("j*"), function])];
    call.extend(operands.iter().map(|(text, _)| text.clone()));
    Text::List(call)
}

/// Returns the operators that add and remove a tag.
fn words(tag: Tag) -> (&'static str, &'static str) {
    match tag {
        Tag::Perturbation => ("perturb", "unperturb"),
        Tag::Forward => ("j*", "primal"),
        Tag::Sensitivity => ("sensitize", "unsensitize"),
        Tag::Reverse => ("*j", "*j-inverse"),
    }
}

fn cons(tags: Tags) -> Text {
    if tags.is_none() {
        Text::word("cons")
    } else {
        Text::Word(format!("cons-{}", tags.to_string().replace(' ', "-")))
    }
}
